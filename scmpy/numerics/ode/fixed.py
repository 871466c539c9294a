"""Solutions by steps of one length: for methods that keep a structure, which steps of changing length would spoil."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scmpy.errors import ScmpyError
from scmpy.generic.arguments import limited
from scmpy.numerics.ode.driver import Solution, Step
from scmpy.numerics.ode.methods.step import State

if TYPE_CHECKING:
    from scmpy.numerics.ode.stepping import Stepper
    from scmpy.numerics.ode.stepping_code import StepCode

MOST_STEPS = 1_000_000_000  # in one call


class FixedSolution(Solution):
    """A solution by steps of equal length: to any time a whole number of them leads, none longer than the one given."""

    def __init__(
        self, stepper: Stepper, t: float, y: Sequence[float], length: float, step_code: StepCode | None = None
    ) -> None:
        self.stepper = stepper
        self.step_code = step_code
        self.time, self.state = float(t), list(map(float, y))
        self.length = length

    def to(self, end: float) -> Iterator[Step]:
        """The steps to a time.

        Raises:  IntegrationError where a step has no value; it has ``time`` and ``state``
        """
        first, count, h = self._plan(end)
        done = 0
        while done < count:
            for after in self._states(h, count - done):
                start, before = self.time, self.state
                done += 1
                self.time, self.state = (end if done == count else first + done * h), after
                yield Step(start, before, self.time, after, self._inside_of(start, before))

    def advance(self, end: float) -> State:
        """The state at a time."""
        first, count, h = self._plan(end)
        done = 0
        while done < count:
            if self.step_code is not None and self.step_code.is_ready:
                taken, self.state = self.step_code.advance(self.state, h, count - done)
                done += taken
                self.time = first + done * h
            if done < count:
                self.state = self._next_state(self.state, h)
                done += 1
                self.time = first + done * h
        self.time = end if count else self.time
        return self.state

    def _plan(self, end: float) -> tuple[float, int, float]:
        """The time, how many steps lead to another one, and their length."""
        rest = end - self.time
        count = math.ceil(abs(rest) / self.length * (1 - 1e-12))
        return self.time, count, rest / limited(count, "an integration", "steps", MOST_STEPS) if count else 0.0

    def _states(self, h: float, count: int) -> list[State]:
        """The states after the next steps, at least one and at most so many."""
        if self.step_code is not None and self.step_code.is_ready:
            found = self.step_code.states(self.state, h, count)
            if found:
                return found
        return [self._next_state(self.state, h)]

    def _next_state(self, y: State, h: float) -> State:
        if self.step_code is not None:
            self.step_code.patience -= 1
        return self._stepped(y, h)

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
