"""The evidence of a comparison, and a check of it that shares nothing with what found it.

A system in solved form, D^k x = f, has a power series as its solution, from any initial values. The check computes it
in ball arithmetic at random places and puts it into both systems: the residuals of the system that was solved vanish,
and those of the other vanish if it is implied, and do not if it fails. A multiplier M is checked on random functions,
for which E1 = M E2 has to hold. So a certificate that is wrong is found to be wrong, but for bad luck; solved forms
with relations between initial values are not looked at.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import LimitError, WrongTypeError, describe
from scmpy.generic.records import Elementary, record_of
from scmpy.registry import public
from scmpy.symbolic.decision.equivalence import Equivalence
from scmpy.symbolic.derivatives import differentiated, function_and_orders
from scmpy.symbolic.expression import Application, Expression, Symbol
from scmpy.symbolic.fold import fold, subexpressions

_TERMS = 8  # of the series of the solution
_PLACES = 3  # at which each solved form is checked
_TRIALS = 60


class Solved(NamedTuple):
    """A solved form of one of the systems, and whether the residuals of the other vanish on its solutions."""

    system: int
    rules: tuple[tuple[Expression, int, Any], ...]  # function, order and value
    constants: tuple[tuple[Expression, Any], ...]
    relations: tuple[Any, ...]
    nonzero: tuple[Any, ...]
    signs: tuple[tuple[Any, str], ...]
    implied: bool


class Evidence(NamedTuple):
    """What was compared, and what was found to be solved forms of it."""

    variable: Expression
    systems: tuple[tuple[Any, ...], tuple[Any, ...]]
    solved: tuple[Solved, ...]
    multiplier: tuple[tuple[Any, ...], ...] | None = None


class _Unusable(Exception):
    """Something is not defined at a place."""


@public("check-certificate")
def check_certificate(answer: Equivalence) -> bool:
    """Does what a comparison of systems found stand a check by power series, in an arithmetic of its own?

    Scheme:  (check-certificate (equivalent-equations E1 E2))
    Math:    the series of a solution of one system, put into both
    Raises:  LimitError if there is nothing that can be checked in this way; WrongTypeError for what is no answer of a
             comparison that was decided
    >>> from scmpy import D, equivalent_equations, literal_functions, symbols
    >>> (t, k, m), (x, p) = symbols("t k m"), literal_functions("x p")
    >>> newton = m * (D**2)(x)(t) + k * x(t)
    >>> check_certificate(equivalent_equations([D(x)(t) - p(t) / m, D(p)(t) + k * x(t)], newton))
    True
    """
    evidence = getattr(answer, "evidence", None)
    if not isinstance(evidence, Evidence):
        raise WrongTypeError(
            f"check-certificate expects the answer of a comparison of motions that was decided, got {describe(answer)}"
        )
    checks: list[Callable[[random.Random], bool]] = [
        lambda chance, leaf=leaf: _holds(evidence, leaf, chance)  # type: ignore[misc]
        for leaf in evidence.solved
        if not leaf.relations
    ]
    if evidence.multiplier is not None:
        checks.append(lambda chance: _is_multiple(evidence, chance))
    done = 0
    for number, check in enumerate(checks):
        found = 0
        for trial in range(_TRIALS):
            try:
                if not check(random.Random(f"{number} {trial}")):
                    return False
                found += 1
            except (_Unusable, ZeroDivisionError, ValueError, OverflowError):
                continue
            if found == _PLACES:
                break
        done += found
    if not done:
        raise LimitError("check-certificate: there is no solved form that can be checked by power series")
    return True


def _holds(evidence: Evidence, leaf: Solved, chance: random.Random) -> bool:
    with _series():
        place = _Place(evidence.variable, chance, dict(leaf.constants))
        place.solve(leaf)
        for x in leaf.nonzero:
            value = place.of(x)[0]
            if not value.is_finite() or value.contains(0):
                raise _Unusable
        for x, sign in leaf.signs:
            value = place.of(x)[0]
            if not (value > 0 if sign == "positive" else value < 0):
                raise _Unusable
        own, other = evidence.systems[leaf.system], evidence.systems[1 - leaf.system]
        if not all(place.vanishes(x) for x in own):
            return False
        missing = set(place.heads(*other)) - set(place.paths)
        if missing:  # unknowns of the other system alone
            raise _Unusable
        vanish = [place.vanishes(x) for x in other]
        return all(vanish) if leaf.implied else not all(vanish)


def _is_multiple(evidence: Evidence, chance: random.Random) -> bool:
    with _series():
        place = _Place(evidence.variable, chance, {})
        first, second = ([place.of(x) for x in system] for system in evidence.systems)
        assert evidence.multiplier is not None
        for residual, row in zip(first, evidence.multiplier, strict=True):
            difference = residual - sum((place.of(m) * e for m, e in zip(row, second, strict=True)), place.number(0))
            if not difference[0].is_finite():
                raise _Unusable
            if not difference[0].contains(0):
                return False
        return True


@contextmanager
def _series() -> Any:
    from flint import ctx

    before = ctx.prec, ctx.cap
    ctx.prec, ctx.cap = 256, _TERMS
    try:
        yield
    finally:
        ctx.prec, ctx.cap = before


class _Place:
    """Values of symbols, series of the functions of the variable, and polynomials for other functions, at random."""

    def __init__(self, variable: Expression, chance: random.Random, constants: dict[Expression, Any]) -> None:
        self.variable, self.chance, self.constants = variable, chance, constants
        self.start = self.random()
        self.symbols: dict[Expression, Any] = {}
        self.paths: dict[Expression, Any] = {}
        self.polynomials: dict[tuple[Expression, int], list[Any]] = {}

    def random(self, facts: frozenset[str] = frozenset()) -> Fraction:
        value = Fraction(self.chance.randint(1, 400), 128)
        negative = self.chance.random() < 0.5
        if "nonnegative" in facts or "positive" in facts:
            negative = False
        elif "nonpositive" in facts or "negative" in facts:
            negative = True
        return -value if negative else value

    def number(self, x: Any) -> Any:
        from flint import arb, arb_series, fmpq

        x = Fraction(x)
        return arb_series([arb(fmpq(x.numerator, x.denominator))])

    # --- solutions --------------------------------------------------------------------------------------------

    def heads(self, *expressions: Any) -> dict[Expression, int]:
        """The functions of the variable, and the orders of their derivatives."""
        found: dict[Expression, int] = {}
        for node in subexpressions(*expressions):
            if isinstance(node, Application) and node.operands == (self.variable,):
                function, order = differentiated(node.operator)
                if isinstance(function, Symbol) and function.name not in _FUNCTIONS and record_of(function) is None:
                    found[function] = max(order, found.get(function, 0))
        return found

    def path(self, function: Expression) -> Any:
        """The series of a function of the variable, about the place of the variable."""
        from flint import arb_series

        if function not in self.paths:
            self.paths[function] = arb_series([self.number(self.random())[0] for _ in range(_TERMS)])
        return self.paths[function]

    def solve(self, leaf: Solved) -> None:
        """The series of the functions that are solved for, term by term from their initial values."""
        from flint import arb_series

        start = {f: [self.number(self.random())[0] for _ in range(order)] for f, order, _ in leaf.rules}
        for f, *_ in leaf.rules:
            self.paths[f] = arb_series(start[f] or [0])
        for _ in range(_TERMS + 1):
            found = {}
            for f, order, value in leaf.rules:
                series = self.of(value)
                rest = [series[i] / math.perm(i + order, order) for i in range(_TERMS - order)]
                found[f] = arb_series([*start[f], *rest])
            self.paths.update(found)

    def vanishes(self, residual: Any) -> bool:
        """May the first coefficients of a residual be zero?"""
        series = self.of(residual)
        coefficients = [series[i] for i in range(_TERMS - 5)]
        if not all(x.is_finite() for x in coefficients):
            raise _Unusable
        return all(bool(x.contains(0)) for x in coefficients)

    # --- evaluation -------------------------------------------------------------------------------------------

    def of(self, expression: Any) -> Any:
        """The series of an expression."""
        return fold(expression, self.leaf, self.node)

    def node(self, node: Application, operands: list[Any]) -> Any:
        """The series of an application from those of its operands."""
        name = getattr(node.operator, "name", "")
        if name in ("up", "down"):
            return self.leaf(node)
        if name in _FUNCTIONS:
            return _FUNCTIONS[name](*operands)
        record = record_of(node.operator, len(operands))
        return self.applied(node, operands) if record is None else self.elementary(record, node, operands)

    def elementary(self, record: Elementary, node: Application, operands: list[Any]) -> Any:
        """An elementary function of series: their own, or what its definition gives."""
        if record.definition is not None:
            return self.of(record.definition(*node.operands))
        if record.ball is None or not hasattr(operands[0], record.head) or len(operands) > 1:
            raise _Unusable
        return record.ball(*operands)

    def leaf(self, x: Any) -> Any:
        from flint import arb_series

        if not isinstance(x, Expression):
            return self.number(x)
        if x is self.variable:
            return arb_series([self.number(self.start)[0], 1])
        if x in self.constants:
            return self.of(self.constants[x])
        if x not in self.symbols:
            self.symbols[x] = self.number(self.random(getattr(x, "facts", frozenset())))
        return self.symbols[x]

    def applied(self, node: Application, operands: list[Any]) -> Any:
        """A function of the variable or its derivative; any other function is a sum of powers of linear ones."""
        function, order = differentiated(node.operator)
        if not isinstance(function, Symbol):
            raise _Unusable
        if node.operands == (self.variable,):
            series = self.path(function)
            for _ in range(order):
                series = series.derivative()
            return series
        return self._polynomial(function, node, operands)

    def _polynomial(self, function: Symbol, node: Application, arguments: list[Any]) -> Any:
        orders: list[int] = [0] * len(arguments)
        for path, times in function_and_orders(node.operator)[1].items():
            place = path[0] if path else 0
            if len(path) > 1 or place >= len(arguments) or not isinstance(place, int):
                raise _Unusable
            orders[place] += times
        key = function, len(arguments)
        if key not in self.polynomials:
            self.polynomials[key] = [
                (self.random(), self.random(), [self.random() / 4 for _ in arguments]) for _ in range(3)
            ]
        power, times = 9, sum(orders)
        if times > power:
            raise _Unusable
        total = self.number(0)
        for scale, offset, slopes in self.polynomials[key]:
            linear = self.number(offset)
            factor = scale * math.perm(power, times)
            for slope, argument, order in zip(slopes, arguments, orders, strict=True):
                linear = linear + self.number(slope) * argument
                factor *= slope**order
            total = total + self.number(factor) * _power(linear, power - times)
        return total


def _power(x: Any, n: int) -> Any:
    result = x * 0 + 1
    for _ in range(n):
        result = result * x
    return result


def _expt(x: Any, y: Any) -> Any:
    n = y[0].unique_fmpz()
    if n is not None:
        return _power(x, int(n)) if n >= 0 else 1 / _power(x, -int(n))
    return (x.log() * y).exp()


def _size(x: Any) -> Any:
    if x[0].contains(0):
        raise _Unusable
    return x if x[0] > 0 else -x


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": lambda x, *others: sum(others, x),
    "-": lambda x, *others: x - sum(others[1:], others[0]) if others else -x,
    "*": lambda x, *others: math.prod(others, start=x),
    "/": lambda x, *others: x / math.prod(others[1:], start=others[0]) if others else 1 / x,
    "expt": _expt,
    "sinh": lambda x: (x.exp() - (-x).exp()) / 2,
    "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
    "abs": _size,
}
