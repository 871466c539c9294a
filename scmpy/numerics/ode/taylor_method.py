"""Taylor's method: the series of the solution at each step, of an order that goes with the error allowed.

The length of a step follows from the last coefficients; it is tried again, shorter, where the slope at its end is not
that of the series: beyond a kink, for example. The series is the state between the ends of a step.

The work for a coefficient of machine code hardly depends on its order. So the order is higher than where the work would
go with its square.

Source: Jorba, Zou, A software package for the numerical integration of ODEs by means of high-order Taylor methods,
Experimental Mathematics 14 (2005) 99, section 3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scmpy.errors import IntegrationError, ScmpyError, WrongTypeError
from scmpy.numerics.ode.driver import SHORTEST, TINY, Scale, Solution, Step, Way
from scmpy.numerics.ode.methods.step import Expanding, Method, State
from scmpy.numerics.ode.recurrences import Series

#: The logarithm of the defect that a series may have at the end of a step, as a multiple of the error allowed.
DEFECT = math.log(100.0)

LAST = 4  # coefficients tell how fast a series converges: several, since some are 0 in a series with gaps
MARGIN = 3.0  # the last term of a step is so much smaller than the error allowed, as a logarithm


def order_of(allowed: float) -> int:
    """The order for an error allowed, which is told by its logarithm.

    >>> order_of(math.log(1e-12)), order_of(-50 * math.log(10))
    (20, 64)
    """
    return max(8, math.ceil(6 - allowed / 2))


def fitted(method: Expanding, tolerance: float) -> Expanding:
    """The method with the order for an error allowed."""
    return replace(method, order=order_of(math.log(tolerance)))


def value(coefficients: Sequence[Any], h: Any) -> Any:
    """The value of a polynomial, by Horner's scheme."""
    total = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        total = total * h + c
    return total


def rate(coefficients: Sequence[Any], h: Any) -> Any:
    """The value of its derivative."""
    return value([k * c for k, c in enumerate(coefficients)][1:], h)


class Polynomials(NamedTuple):
    """The numbers of a state as polynomials in the time since the start of a step."""

    start: Any
    coefficients: list[list[Any]]

    def __call__(self, when: Any) -> State:
        return [value(c, when - self.start) for c in self.coefficients]


def _log_of(x: float) -> float:
    return math.log(abs(x)) if x else -math.inf


class SeriesSolution(Solution):
    """A solution by series; ``expand`` makes them, of numbers that have a size, whose logarithm is ``log_of``.

    The error allowed is told by its logarithm too: it may be less than any float.
    """

    expand: Series

    def __init__(
        self,
        expand: Series,
        t: Any,
        y: Sequence[Any],
        allowed: float,
        log_of: Callable[[Any], float] = _log_of,
        scale: Scale = None,
    ) -> None:
        self.time, self.state = t, list(y)
        self.allowed, self.log_of, self.scale = allowed, log_of, scale
        self.order = order_of(allowed)
        self.expand = expand
        self._known: list[tuple[State, list[list[Any]]]] = []  # states and their series

    def _series(self) -> list[list[Any]]:
        """The series here."""
        for y, series in self._known:
            if y is self.state:
                return series
        try:
            found = self.expand(self.state, self.order)
        except ScmpyError as error:
            raise self._failed(error, "") from None
        except (ArithmeticError, ValueError) as error:
            raise self._failed(None, f"the derivative has no series: {error}") from None
        self._known = [(self.state, found)]
        return found

    def _tried(self, end: Any) -> Step:
        rest, series, length = end - self.time, self._series(), self.suggested()
        cause: ScmpyError | None = None
        while True:
            last = length >= abs(float(rest))
            h = rest if last else math.copysign(length, float(rest))
            if length <= SHORTEST * max(abs(float(self.time)), TINY) * (cause is not None or not last):
                raise self._failed(cause, "its steps get too short")
            after = [value(c, h) for c in series]
            try:
                following = self.expand(after, self.order)
            except ScmpyError as error:
                cause = error
            except (ArithmeticError, ValueError) as error:
                cause = IntegrationError(f"the derivative has no series: {error}")
            else:
                if self._agrees(series, h, after, following):
                    break
            length = min(length, abs(float(rest))) / 2
        self._known = [(self.state, series), (after, following)]
        self.next_rates = [c[1] for c in following]
        t = end if last else self.time + h
        return Step(self.time, self.state, t, after, Polynomials(self.time, series))

    def suggested(self) -> float:
        """The length of a step whose last terms are smaller than the error allowed."""
        wanted = -math.inf
        orders = range(self.order - LAST + 1, self.order + 1)
        for i, c in enumerate(self._series()[1:], 1):
            size = self._log_size(i, c[0])
            wanted = max([wanted, *((self.log_of(c[j]) - size) / j for j in orders)])
        if not wanted < math.inf:
            raise self._failed(None, "the coefficients of its series are not finite")
        return math.exp(min(700.0, (self.allowed - MARGIN) / self.order - wanted))

    def _agrees(self, series: list[list[Any]], h: Any, after: State, following: list[list[Any]]) -> bool:
        """Is the slope at the end of a step that of the series?"""
        for i, (c, x, new) in enumerate(zip(series, after, following, strict=True)):
            wrong = self.log_of((rate(c, h) - new[1]) * h)
            if not wrong <= DEFECT + self.allowed + self._log_size(i, x):
                return False
        return True

    def _log_size(self, i: int, x: Any) -> float:
        """The logarithm of what the error of a number is relative to."""
        return math.log1p(abs(float(x))) if self.scale is None else math.log(self.scale[i] + abs(float(x)))


class TaylorSolution(SeriesSolution):
    """A solution by series of floats on the ways of a motion through its decisions, or by machine code."""

    def __init__(
        self, motion: Any, t: float, y: Sequence[float], tolerance: float, method: Method, scale: Scale
    ) -> None:
        Solution.__init__(self, None, t, y, tolerance, method, ways=motion, scale=scale)
        self.allowed, self.log_of = math.log(tolerance), _log_of
        self.order = method.order
        self._known = []
        self._take_way()

    def _take_way(self) -> None:
        """Expand by the way that is taken."""
        found = None if self.way is None else self.way.series()
        if found is None:
            operation = self.ways.operation  # type: ignore[union-attr]
            raise WrongTypeError(f"{operation}: taylor needs a derivative that is compiled")
        self.expand = found

    def _follow(self, way: Way) -> None:
        super()._follow(way)
        self._known = []
        self._take_way()
