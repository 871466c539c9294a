"""Names of derivatives of literal functions; what is declared of such functions."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError, describe, shown_text
from scmpy.generic.elementary import record_of
from scmpy.generic.functions import memoized
from scmpy.generic.tree import parts_first
from scmpy.generic.types import is_number
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.expression import (
    D_SYMBOL,
    EVEN,
    EXPT,
    FACTS,
    ODD,
    PARTIAL,
    PERIODIC,
    PI,
    TIMES,
    Application,
    Expression,
    Symbol,
    application,
    as_scalar,
    closure,
    read_expression,
)

# --- derivatives -----------------------------------------------------------------------------------------------------
# The names of derivatives of literal functions: ``(D f)``, ``((expt D 2) f)``, ``((* (partial 0) (partial 1)) F)``.


def derivative_expression(function: Expression, path: tuple[int, ...], order: int = 1) -> Expression:
    """The expression of a derivative: ``(D f)`` for an empty path, else ``((partial i ...) f)``, of any order."""
    for _ in range(order):
        if isinstance(function, Application) and is_derivative_operator(function.operator):
            function = application(_operator_product(function.operator, path), function.operands[0])
        else:
            function = application(_operator(path), function)
    return function


# Operators are remembered, not derivatives: these hold the names of functions, which are to be forgotten.


@memoized(1000)
def _operator(path: tuple[int, ...]) -> Any:
    return application(PARTIAL, *path) if path else D_SYMBOL


@memoized(1000)
def _operator_product(inner: Any, path: tuple[int, ...]) -> Expression:
    """The product of a derivative operator and that of a path, repeated factors as powers."""
    outer = _operator(path)
    factors = list(inner.operands) if inner.operator is TIMES else [inner]
    for i, factor in enumerate(factors):
        base, power = factor.operands if factor.operator is EXPT else (factor, 1)
        if base is outer:
            factors[i] = application(EXPT, base, power + 1)
            break
    else:
        factors.append(outer)
    return factors[0] if len(factors) == 1 else application(TIMES, *factors)


def is_derivative_operator(operator: Any) -> bool:
    """Is this D, a partial derivative, or a product of such?"""
    if not _is_product(operator):
        return _is_derivative(operator)
    return all(_is_product(x) or _is_derivative(x) for x in parts_first((operator,), _factors))


def _is_derivative(x: Any) -> bool:
    return x is D_SYMBOL or getattr(x, "operator", None) is PARTIAL


def _is_product(x: Any) -> bool:
    if not isinstance(x, Application):
        return False
    return x.operator is TIMES or (x.operator is EXPT and len(x.operands) == 2)


def _factors(x: Any) -> tuple[Any, ...]:
    if not _is_product(x):
        return ()
    return x.operands if x.operator is TIMES else x.operands[:1]  # type: ignore[no-any-return]


@memoized(1000)
def derivative_orders(operator: Any) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The paths that a product of derivatives differentiates by, with multiplicity; D has the empty path."""
    orders: dict[Any, dict[Any, int]] = {}  # of a product: how often every derivative is a factor
    for x in parts_first((operator,), _factors, orders):
        found = orders[x] = {} if _is_product(x) else {x: 1}
        for factor in _factors(x):
            power = x.operands[1] if x.operator is EXPT else 1
            for each, order in orders[factor].items():
                found[each] = found.get(each, 0) + order * power
    return tuple((each.operands if each.operator is PARTIAL else (), order) for each, order in orders[operator].items())


def differentiated(operator: Any) -> tuple[Any, int]:
    """The function under the derivatives of an operator, and their order."""
    function, orders = function_and_orders(operator)
    return function, sum(orders.values())


def function_and_orders(operator: Any) -> tuple[Any, dict[tuple[int, ...], int]]:
    """The function under the derivatives of an operator, and how often it is differentiated by every path."""
    orders: dict[tuple[int, ...], int] = {}
    while (
        isinstance(operator, Application) and is_derivative_operator(operator.operator) and len(operator.operands) == 1
    ):
        for path, order in derivative_orders(operator.operator):
            orders[path] = orders.get(path, 0) + order
        operator = operator.operands[0]
    return operator, orders


# --- function facts --------------------------------------------------------------------------------------------------
# What is declared of a literal function: facts of its values, its parity, its period.
#
# The symbol that names the function carries them, so that a function with facts is another one than that without. The
# derivatives of an even function are odd and even in turn, those of a periodic one have its period.

_NOTHING: frozenset[str] = frozenset()

#: The facts of the values of a smooth function; "even" and "odd" are said of the function itself.
OF_VALUES = tuple(fact for fact in FACTS if fact not in ("integer", "rational", "even", "odd"))

FACT_NAMES = (*OF_VALUES, "even", "odd", "period")


def function_facts(facts: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """The facts of a function as its symbol has them, from names and values: ``("positive", True)``, ``("period", P)``.

    >>> sorted(function_facts([("positive", True), ("even", True), ("period", 2)]))
    ['even function', 'period 2', 'positive']
    """
    for name, value in facts:
        if name == "period":
            period = as_scalar(value)
            if is_number(period) and not (isinstance(period, (int, float)) or hasattr(period, "denominator")):
                raise WrongTypeError(f"literal-function: a period is a real number, got {describe(value)}")
            if is_number(period) and not period > 0:
                raise WrongTypeError(f"literal-function: a period is positive, got {describe(value)}")
            yield PERIODIC + scheme_text(period)
        elif value is not True:
            raise WrongTypeError(
                f"literal-function: facts are declared, {name}=True; {name}={shown_text(value)} is none"
            )
        elif name in OF_VALUES:
            yield name
        elif name in ("even", "odd"):
            yield {"even": EVEN, "odd": ODD}[name]
        else:
            raise WrongTypeError(
                f"literal-function: {shown_text(name)} is no fact about a function; there are {', '.join(FACT_NAMES)}"
            )


def facts_of_values(head: Any) -> frozenset[str]:
    """The facts of the values of the function that a head names: of a derivative nothing is known."""
    return _of_values(head.facts) if isinstance(head, Symbol) and head.facts else _NOTHING


@memoized(1024)
def _of_values(facts: frozenset[str]) -> frozenset[str]:
    return closure(fact for fact in facts if fact in OF_VALUES)


class Symmetry(NamedTuple):
    """Of a function: 1 if it is even, -1 if it is odd, else 0; its period, None without one."""

    parity: int
    period: Any


def symmetry(head: Any) -> Symmetry | None:
    """What is known of the function of one argument that a head names, a derivative too; None if nothing is."""
    name, order = differentiated(head)
    if not isinstance(name, Symbol):
        return None
    facts = name.facts
    if not facts:
        return _of_record(name, order)
    found = Symmetry((-1) ** order * ((EVEN in facts) - (ODD in facts)), period_among(facts))
    return None if found == _NONE else found


_NONE = Symmetry(0, None)


def _of_record(head: Symbol, order: int) -> Symmetry | None:
    record = record_of(head)
    if record is None or record.expanded or (not record.parity and record.period is None):
        return None
    length = None if record.period is None else application(TIMES, record.period, PI)
    return Symmetry((-1) ** order * record.parity, length)


@memoized(1024)
def period_among(facts: frozenset[str]) -> Any:
    """The period that is one of the facts of a function; None if none is."""
    text = next((fact for fact in facts if fact.startswith(PERIODIC)), None)
    return None if text is None else read_expression(text.removeprefix(PERIODIC))


def representative(parity: int, turns: Fraction, is_negative: Callable[[], bool]) -> tuple[bool, int]:
    """Which argument stands for all at which a symmetric function has the same value, up to its sign.

    ``turns`` is how many periods the argument has as a term (0 without a period), ``is_negative`` is true of exactly
    one of the rest and its negative. The answer is whether to take the negative, and how many periods to add to that.

    >>> representative(0, Fraction(7, 2), bool), representative(1, Fraction(3, 4), bool)
    ((False, -3), (True, 1))
    """
    part = turns - math.floor(turns)
    flipped = bool(parity) and (part > Fraction(1, 2) or (part in (0, Fraction(1, 2)) and is_negative()))
    return flipped, -math.floor(-turns if flipped else turns)
