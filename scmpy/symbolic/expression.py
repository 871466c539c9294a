"""Expressions: immutable S-expression nodes, interned, so that equal subexpressions are one object.

An expression is what ``pe`` prints: a symbol, or an operator applied to operands, ``(* m (((expt D 2) x) t))``.
Equality is identity, sharing is free, and traversals can be memoised by node. Every operator has a table of the nodes
that it heads, by their operands: so the key of a node is the tuple that the node holds anyway. The tables hold the
nodes weakly: what nobody uses any more is forgotten. Keys tell numbers apart by type and sign, so that ``x^(1/2)``
never finds ``x^.5``, nor ``0.`` finds ``-0.``. A node is found without a lock; one that is not found is looked for
again, made and entered under one, so that two threads that make the same node at once get one object.
"""

from __future__ import annotations

import itertools
import math
import os
import re
import weakref
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from operator import ge, gt, le, lt
from threading import RLock
from typing import Any

from scmpy.errors import UndecidedError, WrongTypeError, describe, expected, shown_text
from scmpy.generic.annotations import Value
from scmpy.generic.arguments import length
from scmpy.generic.dispatch import Arithmetic, converted, unary
from scmpy.generic.display import Displayed
from scmpy.generic.flat import rebuilt, records
from scmpy.generic.kinds import ScalarKind, is_number
from scmpy.generic.modular import ModularInteger
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.generic.operations import ceiling, div, floor, inexact, mul, order, sub, to_nearest, truncate
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.facts import closure


@ScalarKind.register
class Expression(Displayed, Arithmetic):
    """A symbolic scalar: a :class:`Symbol` or an :class:`Application`."""

    _kind_ = "expressions"
    __slots__ = ("__weakref__", "constant", "nodes")

    operator: Any
    operands: tuple[Any, ...]
    constant: bool  # made of numbers alone, such as (sqrt 2)
    nodes: dict[Any, _Reference]  # of an operator: the nodes that it heads (absent until there is one)

    def __copy__(self) -> Expression:
        return self

    def __deepcopy__(self, memo: Any) -> Expression:
        return self

    def __float__(self) -> float:
        value = self._number(_FLOAT)
        if isinstance(value, complex):
            raise WrongTypeError(f"{self._describe_()} is not real: it cannot be a float")
        return float(value)

    def __complex__(self) -> complex:
        return complex(self._number("a complex number"))

    def __int__(self) -> int:
        return self._whole(truncate)

    __trunc__ = __int__

    def __floor__(self) -> int:
        return self._whole(floor)

    def __ceil__(self) -> int:
        return self._whole(ceiling)

    def __round__(self, digits: int | None = None) -> Any:
        self._demand_constant_(_FLOAT)
        return self._whole(to_nearest) if digits is None else round(float(self), digits)

    def __floordiv__(self, other: Any) -> Any:
        return divmod(self, other)[0]

    def __rfloordiv__(self, other: Any) -> Any:
        return divmod(other, self)[0]

    def __mod__(self, other: Any) -> Any:
        return divmod(self, other)[1]

    def __rmod__(self, other: Any) -> Any:
        return divmod(other, self)[1]

    def __divmod__(self, other: Any) -> Any:
        return _divided(self, other)

    def __rdivmod__(self, other: Any) -> Any:
        return _divided(other, self)

    def __lt__(self, other: Any) -> Any:
        return self._compared(other, lt)

    def __le__(self, other: Any) -> Any:
        return self._compared(other, le)

    def __gt__(self, other: Any) -> Any:
        return self._compared(other, gt)

    def __ge__(self, other: Any) -> Any:
        return self._compared(other, ge)

    def _compared(self, other: Any, relation: Callable[[int, int], bool]) -> Any:
        """Is a constant expression in a relation to another one, or to a real number?"""
        other = other if isinstance(other, Expression) else converted(other)
        if not isinstance(other, Expression) and not is_number(other):
            return NotImplemented
        for x in (self, other):
            if isinstance(x, Expression):
                x._demand_constant_(_ORDERED)
        return other == other and relation(order(self, other), 0)

    def _whole(self, rounding: Any) -> int:
        """The whole number near a constant expression."""
        self._demand_constant_("an integer")
        found = rounding(self)
        if isinstance(found, Expression):
            raise UndecidedError(f"the whole number near {self._describe_()} is not decided")
        return int(found)

    def _number(self, use: str) -> Any:
        """The value of a constant expression, such as (sqrt 2)."""
        self._demand_constant_(use)
        return inexact(self)

    def _demand_constant_(self, use: str) -> None:
        """An error for what is no constant expression, where a number is needed."""
        if not self.constant:
            raise WrongTypeError(f"{self._describe_()} is symbolic: it cannot be {use}")

    def _describe_(self) -> str:
        text = scheme_text(self)
        return f"the expression {text if len(text) < 60 else text[:56] + ' ...'}"


def _divided(x: Any, y: Any) -> tuple[Any, Any]:
    """The whole number below a quotient of constants, and what it leaves."""
    for z in (x, y):
        if isinstance(z, Expression):
            z._demand_constant_(_FLOAT)
    ratio = div(x, y)
    whole = ratio._whole(floor) if isinstance(ratio, Expression) else floor(ratio)
    return whole, 0 if isinstance(ratio, Expression) and not order(ratio, whole) else sub(x, mul(y, whole))


#: What is asked of an expression by Python's own functions, and where a program branches by it.
_FLOAT = "a float, nor the argument of a function of floats alone, such as math's (use scmpy's)"
_ORDERED = "ordered (what branches by it takes numbers, or is a literal function)"


class Symbol(Expression):
    """A name that stands for an unknown number, of which facts such as "positive" may be declared."""

    __slots__ = ("facts", "name")

    name: str
    facts: frozenset[str]
    operator = None
    operands = ()

    @property
    def rank(self) -> tuple[str, tuple[str, ...]]:
        """What symbols are sorted by: the name, then the facts."""
        return self.name, tuple(sorted(self.facts)) if self.facts else ()

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        return symbol, (self.name, *self.facts)


class Application(Expression):
    """An operator applied to operands, which are numbers and expressions."""

    __slots__ = ("operands", "operator")

    def __reduce__(self) -> Any:
        return rebuilt, (records(self, _parts),)


def _parts(node: Any) -> Any:
    """How an application is made of its operator and operands."""
    return (_applied, (node.operator, *node.operands)) if isinstance(node, Application) else None


def _applied(parts: Sequence[Any]) -> Application:
    return application(*parts)


class _Reference(weakref.ref):
    """A weak reference that knows its place: a table, and its key there."""

    __slots__ = ("key", "table")
    key: Any
    table: dict[Any, _Reference]


_symbols: dict[Any, _Reference] = {}
_lists: dict[Any, _Reference] = {}  # the nodes whose operator is a number

#: Held by the thread that changes a table; again by the same one where garbage is collected meanwhile.
_changing = RLock()
if hasattr(os, "register_at_fork"):  # a process never begins with a lock that a thread of its parent's holds
    os.register_at_fork(before=_changing.acquire, after_in_parent=_changing.release, after_in_child=_changing.release)


def _forget(reference: _Reference, changing: Any = _changing) -> None:
    with changing:  # which is still there when Python ends and the module's names are gone
        if reference.table.get(reference.key) is reference:
            del reference.table[reference.key]


def _entered(node: Expression, key: Any, table: dict[Any, _Reference]) -> Expression:
    """The node of this key, which is the new one unless another thread has entered its own meanwhile."""
    with _changing:
        reference = table.get(key)
        found = reference() if reference is not None else None
        if found is not None:
            return found  # type: ignore[no-any-return]
        reference = table[key] = _Reference(node, _forget)
        reference.key = key
        reference.table = table
        return node


#: Types whose own equality tells apart all that must be told apart.
_OWN_KEY = {Symbol, Application, int, Fraction, ExactComplex}


def _key(operand: Any) -> Any:
    if type(operand) in _OWN_KEY:
        return operand
    if not is_number(operand):
        raise WrongTypeError(f"the operands of an expression are numbers and expressions, got {describe(operand)}")
    return type(operand), repr(operand)


def symbol(name: str, *facts: str) -> Symbol:
    """The symbol of this name, with the facts declared of it: without any it is another symbol.

    >>> symbol("x") is symbol("x")
    True
    >>> symbol("x", "positive") is symbol("x")
    False
    """
    key: Any = (name, closure(facts)) if facts else name
    reference = _symbols.get(key)
    node = reference() if reference is not None else None
    if node is None:
        if not isinstance(name, str):
            raise WrongTypeError(f"a symbol's name is a string, got {describe(name)}")
        node = object.__new__(Symbol)
        node.name = name
        node.facts = key[1] if facts else frozenset()
        node.constant = False
        return _entered(node, key, _symbols)  # type: ignore[return-value]
    return node  # type: ignore[no-any-return]


@public("symbols", python="symbols")
def symbols(names: str, **facts: bool) -> Value:
    """The symbols named in a string, for unpacking; facts hold of all of them. A range of numbers makes a tuple.

    Scheme:  (symbols "x y"), where 'x and 'y do as well
    Raises:  WrongTypeError if a fact is not declared by True, or if facts contradict each other
    >>> m, k = symbols("m k")
    >>> m + k
    (+ k m)
    >>> symbols("a0:3")
    (a0, a1, a2)
    >>> from scmpy import simplify, sqrt
    >>> r, theta = symbols("r theta", real=True)
    >>> simplify(sqrt(symbols("r", positive=True) ** 2), careful=True)
    r
    """
    refused = [fact for fact, holds in facts.items() if holds is not True]
    if refused:
        raise WrongTypeError(
            f"symbols: facts are declared, {refused[0]}=True; {refused[0]}={shown_text(facts[refused[0]])} is none"
        )
    texts = names.replace(",", " ").split()
    found = tuple(symbol(name, *facts) for text in texts for name in _numbered(text))
    return found[0] if len(found) == 1 and not _RANGE.search(names) else found


#: Numbers from the first, 0 if there is none, to the last, which is left out.
_RANGE = re.compile(r"\(?(\d*):(\d+)\)?")


def _numbered(text: str) -> Iterator[str]:
    """The names that a name with ranges of numbers stands for.

    >>> list(_numbered("a0:2")), list(_numbered("m(1:3)(:2)")), list(_numbered("v:x"))
    (['a0', 'a1'], ['m10', 'm11', 'm20', 'm21'], ['v:x'])
    """
    first, *rest = _RANGE.split(text)
    ranges = [range(int(low or 0), int(high)) for low, high in zip(rest[::3], rest[1::3], strict=True)]
    length(math.prod(map(len, ranges)), "symbols", _MOST_SYMBOLS)
    for numbers in itertools.product(*ranges):
        yield first + "".join(f"{number}{after}" for number, after in zip(numbers, rest[2::3], strict=True))


_MOST_SYMBOLS = Limit("most-symbols", 100_000, "Symbols that are made at once.")


def application(operator: Expression, *operands: Any) -> Application:
    """The node of this operator applied to these operands (numbers and expressions), as it stands.

    >>> application(symbol("f"), symbol("x"), 1)
    (f x 1)
    """
    key: Any = operands
    for operand in operands:
        if type(operand) not in _OWN_KEY:
            key = tuple(map(_key, operands))
            break
    try:
        table = operator.nodes
    except AttributeError:
        if isinstance(operator, Expression):
            with _changing:
                table = operator.nodes = getattr(operator, "nodes", {})
        else:  # a list that begins with a number, as it is printed
            table, key = _lists, (_key(operator), key)
    reference = table.get(key)
    if reference is not None:
        node = reference()
        if node is not None:
            return node  # type: ignore[no-any-return]
    node = object.__new__(Application)
    node.operator = operator
    node.operands = operands
    node.constant = operator in NUMERICAL and _all_constant(operands)
    return _entered(node, key, table)  # type: ignore[return-value]


def _all_constant(operands: tuple[Any, ...]) -> bool:
    for operand in operands:  # noqa: SIM110  (a generator takes three times as long, for every new node)
        if isinstance(operand, Expression) and not operand.constant:
            return False
    return True


NUMERICAL: set[Expression] = set()  # the heads whose value is a number when their operands are


def numerical(name: str) -> Symbol:
    """The head of an arithmetic operation or elementary function."""
    head = symbol(name)
    NUMERICAL.add(head)
    return head


PLUS, MINUS, TIMES, OVER, EXPT = map(numerical, ("+", "-", "*", "/", "expt"))
SQRT, EXP, LOG = map(numerical, ("sqrt", "exp", "log"))
UP, DOWN, LIST, MATRIX = map(symbol, ("up", "down", "list", "matrix-by-rows"))
D_SYMBOL, PARTIAL = map(symbol, ("D", "partial"))
HALF_TURN = application(numerical("acos"), -1)
PI = symbol("π")  # the one symbol that stands for a number, which is
PI.constant = True
_QUOTED_PI = symbol(":pi")


def as_datum(x: Any) -> Any:
    """A symbol as it is meant where it is quoted: the original's ``':pi`` is the number, as its ``:pi`` is a float.

    >>> as_datum(symbol(":pi")), as_datum(symbol("x"))
    (π, x)
    """
    return PI if x is _QUOTED_PI else x


#: Symbols that name something definite which no operation of scmpy's computes, as the bridge to SymPy enters them: the
#: Bessel functions of its own.
foreign: weakref.WeakSet[Symbol] = weakref.WeakSet()


expression_of = unary(
    "expression",
    "The S-expression that stands for a value: what the printers show.",
    example=("expression(literal_function('f')), expression(up(1, 2))", "(f, (up 1 2))"),
)
expression_of.add((Expression,), lambda x: x)
for _type in (int, Fraction, float, complex, ExactComplex):
    expression_of.add((_type,), lambda x: x)
expression_of.add((ModularInteger,), lambda x: application(symbol("*modular-integer*"), x.residue, x.modulus))


def as_scalar(value: Any) -> Any:
    """A number or expression from a scalar of any kind; an error for anything else."""
    if is_number(value) or isinstance(value, Expression):
        return value
    converted = expression_of(value)
    if isinstance(converted, Expression) or is_number(converted):
        return converted
    raise expected("a number or an expression", describe(value))
