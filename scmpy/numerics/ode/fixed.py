"""Solutions by steps of one length: for methods that keep a structure, which steps of changing length would spoil."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.generic.arguments import limited
from scmpy.numerics.ode.driver import Solution, Step
from scmpy.numerics.ode.methods.step import State
from scmpy.numerics.ode.stepping import Stepper

MOST_STEPS = 1_000_000_000  # in one call


class FixedSolution(Solution):
    """A solution by steps of equal length: to any time a whole number of them leads, none longer than the one given."""

    def __init__(self, stepper: Stepper, t: float, y: Sequence[float], length: float) -> None:
        self.stepper = stepper
        self.time, self.state = float(t), list(map(float, y))
        self.length = length

    def to(self, end: float) -> Iterator[Step]:
        """The steps to a time.

        Raises:  IntegrationError where a step has no value; it has ``time`` and ``state``
        """
        first, rest = self.time, end - self.time
        count = math.ceil(abs(rest) / self.length * (1 - 1e-12))
        h = rest / limited(count, "an integration", "steps", MOST_STEPS) if count else 0.0
        for k in range(1, count + 1):
            before, start = self.state, self.time
            after = self._stepped(before, h)
            self.time, self.state = (end if k == count else first + k * h), after
            yield Step(start, before, self.time, after, self._inside_of(start, before))

    def advance(self, end: float) -> State:
        """The state at a time."""
        for _ in self.to(end):
            pass
        return self.state

    def from_state(self, t: float, y: Sequence[float]) -> FixedSolution:
        """The solution that starts at another state."""
        return FixedSolution(self.stepper, t, y, self.length)

    def _stepped(self, y: State, h: float) -> State:
        try:
            after = self.stepper(y, h)
        except ScmpyError as error:
            raise self._failed(error, "") from error
        except (ArithmeticError, ValueError) as error:
            raise self._failed(None, f"the derivative has no value: {error}") from None
        if not all(map(math.isfinite, after)):
            raise self._failed(None, "its numbers are not finite there; a shorter step may help")
        return after

    def _inside_of(self, start: float, before: State) -> Any:
        """The states inside a step, by shorter ones from its start."""
        return lambda when: self.stepper(before, when - start)
