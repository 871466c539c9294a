"""Taylor's method: the series of the solution at each step, of an order that goes with the error allowed.

The length of a step follows from the last coefficients; it is tried again, shorter, where the slope at its end is not
that of the series: beyond a kink, for example. The series is the state between the ends of a step.

Source: Jorba, Zou, A software package for the numerical integration of ODEs by means of high-order Taylor methods,
Experimental Mathematics 14 (2005) 99, section 3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scmpy.errors import IntegrationError, ScmpyError
from scmpy.numerics.ode.driver import SHORTEST, TINY, Solution, Step
from scmpy.numerics.ode.methods.step import State
from scmpy.numerics.ode.series import Series

#: The logarithm of the defect that a series may have at the end of a step, as a multiple of the error allowed.
DEFECT = math.log(100.0)


def order_of(allowed: float) -> int:
    """The order with which the work for an error is least; the error by its logarithm.

    >>> order_of(math.log(1e-16)), order_of(-50 * math.log(10))
    (20, 59)
    """
    return max(4, math.ceil(1 - allowed / 2))


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


class TaylorSolution(Solution):
    """A solution by series; ``expand`` makes them, of numbers that have a size, whose logarithm is ``log_of``.

    The error allowed is told by its logarithm too: it may be less than any float.
    """

    def __init__(
        self,
        expand: Series,
        t: Any,
        y: Sequence[Any],
        allowed: float,
        log_of: Callable[[Any], float] = lambda x: math.log(abs(x)) if x else -math.inf,
    ) -> None:
        self.time, self.state = t, list(y)
        self.allowed = allowed
        self.expand = expand
        self.log_of = log_of
        self.order = order_of(allowed)
        self.series = self._expanded(self.state)

    def from_state(self, t: Any, y: Sequence[Any]) -> TaylorSolution:
        """The solution that starts at another state."""
        return TaylorSolution(self.expand, t, y, self.allowed, self.log_of)

    def _expanded(self, y: State) -> list[list[Any]]:
        try:
            return self.expand(y, self.order)
        except ScmpyError as error:
            raise self._failed(error, "") from None
        except (ArithmeticError, ValueError) as error:
            raise self._failed(None, f"the derivative has no series: {error}") from None

    def _step(self, end: Any) -> Step:
        rest = end - self.time
        length = self.suggested()
        cause: ScmpyError | None = None
        while True:
            last = length >= abs(float(rest))
            h = rest if last else math.copysign(length, float(rest))
            if length <= SHORTEST * max(abs(float(self.time)), TINY) * (cause is not None or not last):
                raise self._failed(cause, "its steps get too short")
            after = [value(c, h) for c in self.series]
            try:
                following = self.expand(after, self.order)
            except ScmpyError as error:
                cause = error
            except (ArithmeticError, ValueError) as error:
                cause = IntegrationError(f"the derivative has no series: {error}")
            else:
                if self._agrees(h, after, following):
                    break
            length = min(length, abs(float(rest))) / 2
        start, before, series = self.time, self.state, self.series
        t = end if last else start + h
        self.time, self.state, self.series = t, after, following
        return Step(start, before, t, after, Polynomials(start, series))

    def suggested(self) -> float:
        """The length of a step at which the last terms are as large as the error allowed, with a margin."""
        wanted = -math.inf
        for j in range(self.order // 2 + 1, self.order + 1):
            for c in self.series[1:]:
                wanted = max(wanted, (self.log_of(c[j]) - math.log1p(abs(float(c[0])))) / j)
        if not wanted < math.inf:
            raise self._failed(None, "the coefficients of its series are not finite")
        return math.exp(min(700.0, -wanted - 2 - 0.7 / (self.order - 1)))

    def _agrees(self, h: Any, after: State, following: list[list[Any]]) -> bool:
        """Is the slope at the end of a step that of the series?"""
        for c, x, new in zip(self.series, after, following, strict=True):
            wrong = self.log_of((rate(c, h) - new[1]) * h)
            if not wrong <= DEFECT + self.allowed + math.log1p(abs(float(x))):
                return False
        return True
