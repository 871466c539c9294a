"""What symbols and functions are called on either side of the bridge."""

from __future__ import annotations

import re
import weakref
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.records import RECORDS, Elementary
from scmpy.symbolic.expression import DOWN, LIST, MATRIX, NUMERICAL, PARTIAL, UP, Expression, Symbol, foreign, symbol
from scmpy.symbolic.facts import FACTS
from scmpy.symbolic.function_facts import OF_VALUES, facts_of_values

#: Relations and their combinations, which are built without being evaluated on our side.
RELATIONS = {
    "=": "Eq",
    "<": "Lt",
    ">": "Gt",
    "<=": "Le",
    ">=": "Ge",
    "!=": "Ne",
    "and": "And",
    "or": "Or",
    "not": "Not",
}

#: The head of a special function that only SymPy has, and of its constants.
PREFIX = "sympy."

_DUMMY = re.compile(r"_(.*)#(\d+)")

#: Objects of SymPy's that are literal functions here: the name that the function got, and what it is.
_objects: weakref.WeakKeyDictionary[Symbol, Any] = weakref.WeakKeyDictionary()


# --- symbols ---------------------------------------------------------------------------------------------------


def symbol_to_sympy(sympy: Any, x: Symbol) -> Any:
    """SymPy's symbol, constant or remembered object of this symbol."""
    if x in _objects:
        return _objects[x]
    if x.name.startswith(PREFIX):
        constant = getattr(sympy, x.name.removeprefix(PREFIX), None)
        if isinstance(constant, sympy.Expr):
            return constant
    facts = dict.fromkeys(x.facts, True)
    dummy = _DUMMY.fullmatch(x.name)
    if dummy:
        return sympy.Dummy(dummy[1], dummy_index=int(dummy[2]), **facts)
    return sympy.Symbol(x.name, **facts)


def symbol_from_sympy(sympy: Any, x: Any) -> Symbol:
    """The symbol of the same name and facts; an error for assumptions that cannot be kept."""
    name = f"_{x.name}#{x.dummy_index}" if isinstance(x, sympy.Dummy) else x.name
    found = symbol(name, *(fact for fact, holds in x.assumptions0.items() if holds and fact in FACTS))
    if symbol_to_sympy(sympy, found) != x:
        raise WrongTypeError(
            f"from_sympy: the symbol {x} has assumptions other than {', '.join(sorted(FACTS))}: {sympy.srepr(x)}"
        )
    return found


# --- functions -------------------------------------------------------------------------------------------------


def record_in_sympy(name: str, arity: int) -> Elementary | None:
    """The record of the elementary function that has this name in SymPy; None if none has."""
    return next((record for record in RECORDS.values() if record.sympy == name and record.arity == arity), None)


_RESERVED = {UP, DOWN, LIST, MATRIX, PARTIAL}

Shape = tuple[Any, ...]


def function_to_sympy(sympy: Any, head: Expression, shape: Shape) -> Any:
    """The class of SymPy's that a head stands for: a special function, a remembered object, an undefined function.

    An undefined function of structured arguments carries their shape, which tells it apart from others of its name.
    """
    from sympy.core.function import UndefinedFunction

    if head in _objects:
        return _objects[head]  # type: ignore[index]
    name = head.name  # type: ignore[attr-defined]
    if name.startswith(PREFIX):
        function = getattr(sympy, name.removeprefix(PREFIX), None)
        if isinstance(function, type) and issubclass(function, sympy.core.function.Application):
            return function
    own: dict[str, Any] = {"scmpy_shape": shape} if any(shape) else {}
    facts = head.facts  # type: ignore[attr-defined]
    if facts:
        own |= {"scmpy_facts": tuple(sorted(facts)), **dict.fromkeys(facts_of_values(head), True)}
    return UndefinedFunction(name, **own) if own else sympy.Function(name)


def is_undefined(function: Any) -> bool:
    """Is this one of SymPy's undefined functions?"""
    from sympy.core.function import UndefinedFunction

    return isinstance(function, UndefinedFunction)


def shape_of(function: Any, arguments: int) -> Shape:
    """How the arguments of an undefined function were nested."""
    return getattr(function, "scmpy_shape", None) or (None,) * arguments


def function_from_sympy(function: Any) -> Symbol:
    """The name of an undefined function; an error where its name means something else, or for assumptions."""
    own = ("scmpy_shape", "scmpy_facts", "nargs")
    given = {key: value for key, value in function._kwargs.items() if key not in own}
    known = [key for key, value in given.items() if key in OF_VALUES and value]
    if given != _assumptions(known):
        strange = sorted(given.keys() - set(OF_VALUES))
        raise WrongTypeError(f"from_sympy: the function {function} has assumptions: {', '.join(strange)}")
    head = symbol(function.__name__, *getattr(function, "scmpy_facts", ()), *known)
    if head in NUMERICAL or head in _RESERVED:
        raise WrongTypeError(f"from_sympy: the undefined function {head.name} has the name of an operation")
    return head


def _assumptions(facts: list[str]) -> dict[str, Any]:
    """What SymPy knows of an undefined function of these facts."""
    from sympy import Function

    return dict(Function("f", **dict.fromkeys(facts, True))._kwargs)


def name_in_sympy(name: str) -> Symbol:
    """The symbol of a function or constant of SymPy's that scmpy does not have."""
    head = symbol(PREFIX + name)
    foreign.add(head)
    return head


def remembered(sympy: Any, e: Any) -> tuple[Symbol, list[Any]]:
    """The name of an object as a function of its free symbols, and these."""
    variables = sorted(e.free_symbols, key=str)
    if not all(isinstance(x, sympy.Symbol) for x in variables):
        raise WrongTypeError(f"from_sympy: no expression stands for {e} (a {type(e).__name__})")
    value = sympy.Lambda(tuple(variables), e) if variables else e
    head = symbol(str(e).replace(" ", ""))
    while _objects.setdefault(head, value) != value:
        head = symbol(head.name + "'")
    foreign.add(head)
    return head, variables
