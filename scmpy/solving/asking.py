"""What is handed to SymPy, how long it may take, and which of its answers stand for a value.

A symbol goes over with the facts that are declared or assumed of it. An answer that contains what SymPy has left
undone, or cases, is refused with what it says.

Quantities go over as their measures in base units, so an unknown, or a variable, that is one is a symbol with a unit:
it stands for the number of base units. What is found has its units again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from scmpy.deep_stack import run_apart
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.composite import measure_of
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import is_number, is_procedure
from scmpy.generic.settings import LIMIT, Setting
from scmpy.render.scheme_text import scheme_text
from scmpy.structure.measures import common_units, has_units
from scmpy.structure.structure import Structure, leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import facts_of
from scmpy.symbolic.expression import PI, Application, Expression, Symbol, symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.parts import expression_walker
from scmpy.symbolic.s_expressions import expression_from, is_datum_list
from scmpy.symbolic.sympy_bridge import from_sympy, to_sympy

T = TypeVar("T")

solving_time = Setting(
    "*solving-time*",
    20,
    LIMIT,
    "The seconds that SymPy may take for one answer of solve, integrate, limit, taylor and dsolve; #f (False): any.",
    """
    >>> x = symbols("x")
    >>> with setting(solving_time=60):
    ...     solve(x**2 - 4, x)
    (-2, 2)
    """,
)


class _Deadline:
    """The end of the time that an answer may take."""

    def __init__(self, operation: str) -> None:
        self.operation = operation
        self.seconds = solving_time.value
        self.end = None if self.seconds is False else time.monotonic() + float(self.seconds)

    def check(self) -> None:
        if self.end is not None and time.monotonic() > self.end:
            raise LimitError(f"{self.operation}: SymPy takes longer than {self.seconds} s; {solving_time.advice}")

    def patience(self, longest: float) -> float:
        return longest if self.end is None else max(0.001, min(longest, self.end - time.monotonic()))


def answer_of(operation: str, work: Callable[[Any], T]) -> T:
    """What SymPy answers, ``work`` being called with it, within the time that is set."""
    import sympy

    try:
        return run_apart(lambda: work(sympy), _Deadline(operation))
    except ScmpyError:
        raise
    except (NotImplementedError, RecursionError) as error:
        raise LimitError(f"{operation}: SymPy finds no answer{_said(error)}") from error
    except Exception as error:  # one of SymPy's own faults: its words are about its inside
        raise LimitError(f"{operation}: SymPy fails at this, by a fault of its own ({type(error).__name__})") from error


def _said(error: Exception) -> str:
    said = " ".join(str(error).split())
    return f" ({said[:200]})" if said else ""


# --- what is given ---------------------------------------------------------------------------------------------

_walk = expression_walker({"square": g.square, "cube": g.cube})
_INFINITIES = {symbol(":+infinity"): math.inf, symbol(":-infinity"): -math.inf}
_written = {symbol("square"), symbol("cube"), symbol("=")}
_RELATIONS = [symbol(name) for name in ("=", "<", ">", "<=", ">=", "!=", "and", "or", "not", "if")]


def as_scalar(given: Any, operation: str) -> Any:
    """A scalar: a number, an expression, a quoted list; of an equation (= a b) the difference of its sides."""
    found = expression_from(given) if is_datum_list(given) else measure_of(converted(given))
    found = _INFINITIES.get(found, found) if isinstance(found, Symbol) else found
    if isinstance(found, Application) and found.operator is symbol("=") and len(found.operands) == 2:
        found = g.sub(*found.operands)
    if isinstance(found, Expression):
        heads = {x.operator: x for x in subexpressions(found)}
        if relation := next((heads[head] for head in _RELATIONS if head in heads), None):
            raise WrongTypeError(
                f"{operation} expects an expression whose values are numbers, or an equation (= a b), got the relation "
                f"{scheme_text(relation)}"
            )
        if not _written.isdisjoint(heads):
            found = _walk(found)
    if not isinstance(found, Expression) and not is_number(found):
        raise WrongTypeError(f"{operation} expects an expression, got {describe(given)}")
    return found


def is_one(given: Any) -> bool:
    """Is this one scalar, not several: an expression, a number, a quoted combination?"""
    return isinstance(measure_of(converted(given)), Expression) or is_number(measure_of(given))


def as_scalars(given: Any, operation: str, unknowns: Sequence[Any] = ()) -> list[Any]:
    """The scalars of a structure or a list; one alone is a list of one.

    A quoted list is one combination, unless it begins with a combination, a number or one of the unknowns.
    """
    if is_one(given):
        return [as_scalar(given, operation)]
    if isinstance(given, Structure):
        return [as_scalar(x, operation) for x in leaves(given)]
    if isinstance(given, bool):
        raise WrongTypeError(
            f"{operation} expects expressions, got {describe(given)}: of an equation the difference of its sides, or "
            "in Scheme the whole quoted, '(= a b)"
        )
    if is_procedure(given) or isinstance(given, str) or not isinstance(given, Iterable):
        raise WrongTypeError(f"{operation} expects expressions, got {describe(given)}")
    parts = items(given, operation)
    if is_datum_list(given) and _is_combination(parts, unknowns):
        return [as_scalar(given, operation)]
    return [x for part in parts for x in as_scalars(part, operation, unknowns)]


def _is_combination(parts: tuple[Any, ...], unknowns: Sequence[Any]) -> bool:
    return bool(parts) and isinstance(parts[0], Symbol) and parts[0] not in unknowns


def as_symbol(given: Any, operation: str) -> Symbol:
    """The symbol that something is done with respect to; of one with a unit the number of base units."""
    found = measure_of(converted(given))
    if not isinstance(found, Symbol):
        ends = "; the ends of an integral are arguments of their own" if isinstance(given, (tuple, list)) else ""
        raise WrongTypeError(f"{operation} expects a symbol as the variable, got {describe(given)}{ends}")
    return found


def at_variable(given: Any, variable: Any) -> Any:
    """What is given; of a function its value at the variable."""
    return given(variable) if is_procedure(given) else given


def as_place(given: Any, variable: Any, operation: str) -> Any:
    """A place on the way of a variable, as a number of the same base units."""
    place = as_scalar(given, operation)
    if has_units(variable, given):
        common_units(operation, variable, given if has_units(given) else place)
    return place


# --- over to SymPy and back ------------------------------------------------------------------------------------


class Exchange:
    """Values for SymPy, their symbols with the facts of the moment; what comes back has the symbols as they were.

    ``hidden`` are expressions that go over as symbols.
    """

    def __init__(self, values: Iterable[Any], hidden: Iterable[Expression] = ()) -> None:
        self.there: dict[Any, Any] = {}
        for n, x in enumerate(hidden):
            if not isinstance(x, Symbol):
                self.there[x] = symbol(f"unknown-{n}", *facts_of(x))
        for node in subexpressions(*values):
            if isinstance(node, Symbol) and node is not PI and (facts := facts_of(node)) != node.facts:
                self.there[node] = symbol(node.name, *facts)
        self.back = {new: old for old, new in self.there.items()}

    def out(self, value: Any) -> Any:
        """SymPy's form."""
        return to_sympy(substitute(value, self.there) if isinstance(value, Expression) else value)

    def home(self, value: Any) -> Any:
        """The value that SymPy's form stands for."""
        found = from_sympy(value)
        return substitute(found, self.back) if isinstance(found, Expression) and self.back else found


def asked(operation: str, ask: Callable[..., Any], *given: Any) -> Any:
    """What SymPy answers, ``ask`` being called with it and with its forms of what is given, as a value of ours."""
    exchange = Exchange(given)
    forms = [exchange.out(x) for x in given]
    return exchange.home(settled(answer_of(operation, lambda sympy: ask(sympy, *forms)), operation))


#: What SymPy leaves undone, by what is said of it.
_UNDONE = {
    "Integral": "an integral that it cannot do",
    "Limit": "a limit that it cannot take",
    "Sum": "a sum that it cannot do",
    "ConditionSet": "a set that is described only",
    "AccumBounds": "bounds between which the value wanders",
}


def settled(answer: Any, operation: str) -> Any:
    """SymPy's answer; an error where it contains what it has left undone, or distinguishes cases.

    Of cases such as n /= -1 and n = -1 the general one stays if it has no value in the others.
    """
    import sympy

    if answer.has(sympy.exp_polar):
        answer = _on_the_plane(sympy, answer)
    if answer.has(sympy.gamma):
        answer = sympy.gammasimp(answer)
    answer = answer.replace(lambda e: isinstance(e, sympy.Piecewise), lambda e: _general(sympy, e))
    if answer.has(sympy.Piecewise):
        raise DomainError(
            f"{operation}: the answer depends on cases: {_cases(sympy, answer)}; declare what holds of the parameters, "
            "by (assume! '(positive? ...)) or symbols(..., positive=True)"
        )
    for name, meaning in _UNDONE.items():
        if answer.has(getattr(sympy, name)):
            raise LimitError(f"{operation}: SymPy's answer contains {meaning}: {_short(answer)}")
    return answer


def _on_the_plane(sympy: Any, answer: Any) -> Any:
    """SymPy's answer without its points of Riemann surfaces, exp_polar(i phi), as which -1 comes back.

    A logarithm and Ei differ by i phi from their values there, which cancels between the ends of an integral.
    """

    def flat(function: Any) -> Any:
        (place,) = function.args
        turn = sum(x.args[0] for x in sympy.Mul.make_args(place) if isinstance(x, sympy.exp_polar))
        below = place.replace(sympy.exp_polar, sympy.exp)
        if isinstance(function, sympy.Ei):
            return sympy.Ei(below) + turn
        rest = place / sympy.exp_polar(turn)
        return sympy.log(below) if rest.is_negative else sympy.log(rest) + turn

    answer = answer.replace(lambda e: isinstance(e, (sympy.Ei, sympy.log)) and e.has(sympy.exp_polar), flat)
    return sympy.expand(answer.replace(sympy.exp_polar, sympy.exp))


def _general(sympy: Any, cases: Any) -> Any:
    """The general one of some cases, if the others are single values of symbols for which it has none."""
    value, condition = cases.args[0]
    excluded = list(condition.args) if isinstance(condition, sympy.And) else [condition]
    kind = sympy.Ne
    if all(isinstance(each, sympy.Eq) for _, each in cases.args[:-1]) and len(cases.args) > 1:
        value, excluded, kind = cases.args[-1][0], [each for _, each in cases.args[:-1]], sympy.Eq
    singular = (sympy.zoo, sympy.nan, sympy.oo, -sympy.oo)
    for each in excluded:
        if not isinstance(each, kind) or not (each.lhs.is_Symbol or each.rhs.is_Symbol):
            return cases
        place = (each.lhs, each.rhs) if each.lhs.is_Symbol else (each.rhs, each.lhs)
        if not value.subs(*place).has(*singular):
            return cases
    return value


def _cases(sympy: Any, answer: Any) -> str:
    if isinstance(answer, sympy.Piecewise):
        return "; ".join(
            f"{_short(value)} {'otherwise' if condition == True else f'if {condition}'}"  # noqa: E712
            for value, condition in answer.args
        )
    return _short(answer)


def _short(answer: Any) -> str:
    text = str(answer)
    return text if len(text) <= 200 else f"{text[:200]} ..."
