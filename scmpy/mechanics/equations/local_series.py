"""Power series, in balls, of the functions of one variable about an instant, and of expressions in them.

A place is an instant with values of the symbols and series of the unknown functions, at random; of a system in solved
form, D^k x = f, the series is that of a solution, term by term from initial values, and of implicit equations it is
found by Newton's method. The other functions are polynomials. Nothing of it is shared with what compares systems.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from itertools import repeat
from typing import Any

from scmpy.generic.elementary import Elementary, record_of
from scmpy.registry import flint
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Symbol,
    differentiated,
    fold,
    function_and_orders,
    subexpressions,
)

_BITS = 256
_STEPS = 60  # of Newton's method
_FULFILLED = 2.0**-186
_NEAR = 2.0**-40  # roots, in units of the unknowns
_FAR = 6  # values of unknowns that are not looked at, by the size of a place
_PATIENCE = 6  # with steps that do not quarter what is left
_STEP = Fraction(1, 2**100)  # of its differences

#: What is smaller is taken for zero.
NEXT_TO_NOTHING = 2.0**-90
_MOST_EXPONENT = 50  # of which an exponential is looked at
_VANISHED = NEXT_TO_NOTHING**2  # of what is under a root

_Instruction = tuple[Callable[..., Any], Sequence[int]]  # a function of the values of earlier ones
Rules = Sequence[tuple[Expression, int, Any]]  # functions, their orders, and the values of their derivatives

#: What says that a place is none: something is not defined there, or is not seen to be.
NO_PLACE = (ZeroDivisionError, ValueError, OverflowError)


class PointRejected(ValueError):
    """Something is not defined at a place, or cannot be enclosed."""


@contextmanager
def series(terms: int) -> Any:
    """While a block runs, series have so many terms."""
    before = flint.ctx.prec, flint.ctx.cap
    flint.ctx.prec, flint.ctx.cap = _BITS, terms
    try:
        yield
    finally:
        flint.ctx.prec, flint.ctx.cap = before


def heads(variable: Expression, *expressions: Any) -> dict[Expression, int]:
    """The functions of the variable, and the orders of their derivatives."""
    found: dict[Expression, int] = {}
    for node in subexpressions(*expressions):
        if isinstance(node, Application) and node.operands == (variable,):
            function, order = differentiated(node.operator)
            if isinstance(function, Symbol) and function.name not in _FUNCTIONS and record_of(function) is None:
                found[function] = max(order, found.get(function, 0))
    return found


class Place:
    """An instant, with values of symbols and series of functions; some may be given by others."""

    def __init__(
        self,
        variable: Expression,
        terms: int,
        chance: random.Random,
        given: dict[Expression, Any],
        size: int | Fraction = 3,
        steepness: Fraction = Fraction(1),
    ) -> None:
        self.variable, self.terms, self.chance, self.size = variable, terms, chance, size
        self.steepness = steepness  # by which the rates of functions at random are multiplied
        self.given = given  # symbols and functions by expressions
        self.start = self.random()
        self.symbols: dict[Expression, Any] = {}
        self.paths: dict[Expression, Any] = {}
        self.polynomials: dict[tuple[Expression, int], list[Any]] = {}
        self.programs: dict[Expression, list[_Instruction]] = {}
        self.near = False  # are the series near to solutions, and not enclosures of one?
        self.moved: tuple[Expression, int] | None = None  # a derivative to which a small number is added

    def random(self, facts: frozenset[str] = frozenset()) -> Fraction:
        """A rational number of the size of the place, of the sign that is known."""
        value = Fraction(self.chance.randint(1, int(128 * max(1, self.size))), 128) * min(1, self.size)
        negative = self.chance.random() < 0.5
        if "nonnegative" in facts or "nonpositive" in facts:
            negative = "nonpositive" in facts
        return -value if negative else value

    def number(self, x: Any) -> Any:
        if not isinstance(x, flint.arb):
            x = Fraction(x)
            x = flint.arb(flint.fmpq(x.numerator, x.denominator))
        return flint.arb_series([x])

    # --- solutions --------------------------------------------------------------------------------------------

    def path(self, function: Expression) -> Any:
        if function in self.given:
            return self.of(self.given[function])
        if function not in self.paths:
            facts: frozenset[str] = getattr(function, "facts", frozenset())
            if any(" " in fact for fact in facts):  # its parity, its period
                raise PointRejected
            values = [self.random(facts), *(self.random() * self.steepness for _ in range(self.terms - 1))]
            self.paths[function] = flint.arb_series([self.number(x)[0] for x in values])
        return self.paths[function]

    def solve(self, rules: Rules) -> None:
        """The series of the functions that are solved for, term by term from the initial values that they have."""
        start = {f: [self.path(f)[i] for i in range(order)] for f, order, _ in rules}
        for f, *_ in rules:
            self.paths[f] = flint.arb_series(start[f] or [0])
        for _ in range(self.terms + 1):
            found = {}
            for f, order, value in rules:
                right = self.of(value)
                known = min(self.terms - order, right.prec)
                rest = [right[i] / math.perm(i + order, order) for i in range(known)]
                found[f] = flint.arb_series([*start[f], *rest], order + known)
            self.paths.update(found)

    def coefficients(self, *residuals: Any) -> list[Any]:
        """The first coefficients of residuals, as many as are known."""
        return self.beginnings(*residuals, terms=self.terms)

    def separant(self, residual: Any, function: Expression, order: int) -> Any:
        """The series of the partial derivative of a residual by a derivative of a function, by a difference."""
        before = self.of(residual)
        self.moved = function, order
        try:
            return (self.of(residual) - before) / self.number(_STEP)
        finally:
            self.moved = None

    def value(self, expression: Any) -> Any:
        value = self.of(expression)[0]
        if not value.is_finite():
            raise PointRejected
        return value

    def beginnings(self, *expressions: Any, terms: int = 1) -> list[Any]:
        """The first coefficients of expressions, so many of each."""
        found = [series[i] for x in expressions for series in (self.of(x),) for i in range(min(series.prec, terms))]
        if not all(x.is_finite() for x in found):
            raise PointRejected
        return found

    @contextmanager
    def within(self, error: float) -> Iterator[None]:
        """Numbers and coefficients are known to an error alone."""
        found, ball = (self.paths, self.symbols), flint.arb(0, error)

        def widened(series: Any) -> Any:
            return flint.arb_series([series[i] + ball for i in range(min(series.prec, self.terms))], series.prec)

        self.paths, self.symbols = ({x: widened(y) for x, y in known.items()} for known in found)
        try:
            yield
        finally:
            self.paths, self.symbols = found

    # --- equations --------------------------------------------------------------------------------------------

    def meet(self, equations: Callable[[], list[Any]], functions: Sequence[Expression], symbols: Sequence[Any]) -> bool:
        """Change functions and symbols until equations hold, by Newton's method; were they found to?

        Of many solutions it is one nearby. Steps are least squares, damped where the equations are dependent. Where
        none is found they are what was best.
        """
        self.near = True
        for f in functions:
            self.path(f)
        for x in symbols:
            self.leaf(x)
        point = [x.mid() for f in functions for x in self._listed(f)]
        point += [self.symbols[x][0].mid() for x in symbols]
        rest = self._at(point, equations, functions, symbols)
        slow = 0
        for _ in range(_STEPS):
            size = _size_of(rest)
            if size < _FULFILLED:
                return self._is_root(point, rest, equations, functions, symbols)
            step = self._step(point, rest, equations, functions, symbols)
            tried = []
            for factor in (1, 2, 3, 4, Fraction(1, 2), Fraction(1, 4), Fraction(1, 16)):
                try:
                    moved = [
                        (x + s * factor.numerator / factor.denominator).mid() for x, s in zip(point, step, strict=True)
                    ]
                    left = self._at(moved, equations, functions, symbols)
                    tried.append((_size_of(left), moved, left))
                except NO_PLACE:
                    continue
                if factor == 1 and tried[0][0] < size / 1000:
                    break
            if not tried:
                break
            best, point, rest = min(tried, key=lambda x: x[0])
            slow = slow + 1 if best > size / 4 else 0
            if slow > _PATIENCE:
                break
        self._at(point, equations, functions, symbols)
        return False

    def is_near_by(self, functions: Sequence[Expression]) -> bool:
        """Are the terms of functions none that run away?"""
        return self._is_bounded([x for f in functions for x in self._listed(f)])

    def _is_bounded(self, point: list[Any]) -> bool:
        most = _FAR * max(1, self.size)
        return all(abs(x) <= (most if i % self.terms == 0 else most**2) for i, x in enumerate(point))

    def _is_root(self, point: list[Any], rest: list[Any], equations: Any, functions: Any, symbols: Any) -> bool:
        """Are there roots of equations nearby, by their derivatives, and not only in the limit, as that of x exp x?"""
        self._at(point, equations, functions, symbols)
        if not self._is_bounded(point):
            return False
        if all(x == 0 for x in rest):
            return True
        rows = self.slopes(point, rest, equations, functions, symbols)
        self._at(point, equations, functions, symbols)
        return all(any(abs(x) <= abs(slope) * _NEAR for slope in row) for x, *row in zip(rest, *rows, strict=True))

    def _listed(self, function: Expression) -> list[Any]:
        path = self.paths[function]
        return [path[i] for i in range(self.terms)]

    def _at(self, point: list[Any], equations: Any, functions: Sequence[Any], symbols: Sequence[Any]) -> list[Any]:
        n = self.terms
        for i, f in enumerate(functions):
            self.paths[f] = flint.arb_series(point[i * n : (i + 1) * n])
        for x, value in zip(symbols, point[len(functions) * n :], strict=True):
            self.symbols[x] = flint.arb_series([value])
        found = equations()
        if not all(x.is_finite() for x in found):
            raise PointRejected
        return [x.mid() for x in found]

    def slopes(self, point: list[Any], rest: list[Any], equations: Any, functions: Any, symbols: Any) -> list[Any]:
        """The derivatives of the equations, by differences: a row for each unknown."""
        h = self.number(_STEP)[0]
        rows = []
        for i, x in enumerate(point):
            moved = self._at([*point[:i], x + h, *point[i + 1 :]], equations, functions, symbols)
            rows.append([(a - b) / h for a, b in zip(moved, rest, strict=True)])
        return rows

    def _step(self, point: list[Any], rest: list[Any], equations: Any, functions: Any, symbols: Any) -> list[Any]:
        rows = self.slopes(point, rest, equations, functions, symbols)
        n = len(rest)
        slopes = flint.arb_mat(len(rows), n, [x.mid() for row in rows for x in row])
        normal = slopes.transpose() * slopes
        damping = flint.arb(_size_of(rest)) * flint.arb(2) ** -40
        normal += flint.arb_mat(n, n, [damping if i == j else 0 for i in range(n) for j in range(n)])
        solved = normal.solve(flint.arb_mat(n, 1, [-x for x in rest]), algorithm="approx")
        return [x.mid() for x in (slopes * solved).entries()]

    # --- evaluation -------------------------------------------------------------------------------------------

    def of(self, expression: Any) -> Any:
        if not isinstance(expression, Expression):
            return self.number(expression)
        if expression not in self.programs:
            self.programs[expression] = self._program(expression)
        values: list[Any] = []
        for function, operands in self.programs[expression]:
            values.append(function(*[values[i] for i in operands]))
        return values[-1]

    def _program(self, expression: Expression) -> list[_Instruction]:
        """What is done for the series of an expression, one thing after the other: it is asked for again and again."""
        steps: list[_Instruction] = []

        def append(function: Callable[..., Any], operands: Sequence[int] = ()) -> int:
            steps.append((function, operands))
            return len(steps) - 1

        def leaf(x: Any) -> int:
            number = None if isinstance(x, Expression) else self.number(x)
            return append(partial(self.leaf, x) if number is None else lambda: number)

        fold(expression, leaf, lambda node, operands: append(self._function(node), operands))
        return steps

    def _function(self, node: Application) -> Callable[..., Any]:
        """What gives the series of an application from those of its operands."""
        name = getattr(node.operator, "name", "")
        if name in ("up", "down"):
            return lambda *_: self.leaf(node)
        if name == "exp" and not node.constant:
            return _exp
        if name in _FUNCTIONS:
            return _FUNCTIONS[name]
        record = record_of(node.operator, len(node.operands))
        return self._applied(node) if record is None else self._elementary(record, node)

    def _elementary(self, record: Elementary, node: Application) -> Callable[..., Any]:
        """An elementary function of series: their own, or what its definition gives."""
        if record.definition is not None:
            defined = record.definition(*node.operands)
            return lambda *_: self.of(defined)
        if record.name == "atan2":
            return _angle
        return partial(_of_ball, record.ball if len(node.operands) == 1 else None)

    def leaf(self, x: Expression) -> Any:
        if x is self.variable:
            return flint.arb_series([self.number(self.start)[0], 1])
        if x in self.given:
            return self.of(self.given[x])
        if x not in self.symbols:
            self.symbols[x] = self.number(self.random(getattr(x, "facts", frozenset())))
        return self.symbols[x]

    def _applied(self, node: Application) -> Callable[..., Any]:
        """A function of the variable or its derivative; any other function is a sum of powers of linear ones."""
        function, order = differentiated(node.operator)
        if not isinstance(function, Symbol):
            raise PointRejected
        if node.operands == (self.variable,):
            return lambda _: self._derivative(function, order)
        return lambda *operands: self._polynomial(function, node, list(operands))

    def _derivative(self, function: Symbol, order: int) -> Any:
        series = self.path(function)
        for _ in range(order):
            series = series.derivative()
        return series + self.number(_STEP) if (function, order) == self.moved else series

    def _polynomial(self, function: Symbol, node: Application, arguments: list[Any]) -> Any:
        orders: list[int] = [0] * len(arguments)
        for path, times in function_and_orders(node.operator)[1].items():
            place = path[0] if path else 0
            if len(path) > 1 or place >= len(arguments) or not isinstance(place, int):
                raise PointRejected
            orders[place] += times
        if function.facts:
            raise PointRejected
        key = function, len(arguments)
        if key not in self.polynomials:
            self.polynomials[key] = [
                (self.random(), self.random(), [self.random() / 4 for _ in arguments]) for _ in range(3)
            ]
        power, times = 9, sum(orders)
        if times > power:
            raise PointRejected
        total = self.number(0)
        for scale, offset, slopes in self.polynomials[key]:
            linear = self.number(offset)
            factor = scale * math.perm(power, times)
            for slope, argument, order in zip(slopes, arguments, orders, strict=True):
                linear = linear + self.number(slope) * argument
                factor *= slope**order
            total = total + self.number(factor) * _power(linear, power - times)
        return total


def _of_ball(function: Callable[..., Any] | None, *operands: Any) -> Any:
    if function is None:
        raise PointRejected
    try:
        return function(*operands)
    except (AttributeError, TypeError) as error:  # a function of numbers alone
        raise PointRejected from error


def _size_of(values: list[Any]) -> float:
    return float(max((abs(x) for x in values), default=0.0))


def _power(x: Any, n: int) -> Any:
    return math.prod(repeat(x, n), start=x * 0 + 1)


def _expt(x: Any, y: Any) -> Any:
    n = y[0].unique_fmpz()
    if n is not None:
        return _power(x, int(n)) if n >= 0 else 1 / _power(x, -int(n))
    return x if y[0] > 0 and _vanishes(x, _VANISHED) else _exp(x.log() * y)


def _exp(x: Any) -> Any:
    """The exponential of a series, unless nothing is seen of it beside other numbers, or of them beside it."""
    if not abs(x[0]) < _MOST_EXPONENT:
        raise PointRejected
    return x.exp()


def _sqrt(x: Any) -> Any:
    """The square root of a series, which may be that of what vanishes for ever."""
    if x[0] < 0:
        raise PointRejected
    return x if _vanishes(x, _VANISHED) else x.sqrt()


def _vanishes(x: Any, below: float) -> bool:
    return all(x[i].abs_upper() < below for i in range(x.prec))


def _size(x: Any) -> Any:
    """The absolute value of a series: where it is zero at the instant it has to be for ever."""
    if x[0].contains(0):
        if _vanishes(x, NEXT_TO_NOTHING):
            return x
        raise PointRejected
    return x if x[0] > 0 else -x


def _angle(y: Any, x: Any) -> Any:
    """The angle of a point, from its value and its rate."""
    if x[0] <= 0 and y[0].contains(0):
        raise PointRejected
    rate = (x * y.derivative() - y * x.derivative()) / (x * x + y * y)
    return rate.integral() + type(y[0]).atan2(y[0], x[0])


def _rounded(x: Any) -> Any:
    """The floor of a series: that of its value, unless this may be a whole number."""
    n = x[0].floor().unique_fmpz()
    if n is None or x[0].contains_integer():
        raise PointRejected
    return x * 0 + n


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "+": lambda x, *others: sum(others, x),
    "-": lambda x, *others: x - sum(others[1:], others[0]) if others else -x,
    "*": lambda x, *others: math.prod(others, start=x),
    "/": lambda x, *others: x / math.prod(others[1:], start=others[0]) if others else 1 / x,
    "expt": _expt,
    "sqrt": _sqrt,
    "sinh": lambda x: (_exp(x) - _exp(-x)) / 2,
    "cosh": lambda x: (_exp(x) + _exp(-x)) / 2,
    "abs": _size,
    "floor": _rounded,
    "ceiling": lambda x: _rounded(x) + 1,
}
