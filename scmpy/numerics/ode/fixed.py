"""Solutions by steps of one length: for methods that keep a structure, which steps of changing length would spoil.

A slope that decides by the state has ways through its decisions, on each of which it is smooth. Where a decision turns
within a step that ends there, the next one leads to where it would have ended: so the order of the method is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from scmpy.errors import ScmpyError
from scmpy.generic.settings import Limit
from scmpy.numerics.ode.driver import Solution, Step, Way, Ways
from scmpy.numerics.ode.methods.step import State

if TYPE_CHECKING:
    from scmpy.numerics.ode.stepping import Stepper
    from scmpy.numerics.ode.stepping_code import StepCode

MOST_STEPS = Limit("most-fixed-steps", 1_000_000_000, "Steps of one length in an integration.")


class FixedSolution(Solution):
    """A solution by steps of equal length: to any time a whole number of them leads, none longer than the one given."""

    def __init__(
        self,
        stepper: Stepper,
        t: float,
        y: Sequence[float],
        length: float,
        step_code: StepCode | None = None,
        ways: Ways | None = None,
        stepper_of: Callable[[Any], Stepper | None] = lambda way: None,
    ) -> None:
        self.stepper = self.plain = stepper
        self.step_code = step_code
        self.time, self.state = float(t), list(map(float, y))
        self.length = length
        self.turns = 0
        self.ways, self.stepper_of = ways, stepper_of
        if ways is not None:
            self._follow(ways.way(self.state))

    def _follow(self, way: Way) -> None:
        self.way = way
        self.stepper = self.stepper_of(way) or self.plain

    def to(self, end: float) -> Iterator[Step]:
        """The steps to a time.

        Raises:  IntegrationError where a step has no value; it has ``time`` and ``state``
        """
        first, count, h = self._plan(end)
        done = 0
        while done < count:
            if self.way is not None and self.way.decides:
                target = end if done + 1 == count else first + (done + 1) * h
                yield (step := self._turning(target))
                done += step.end == target
                continue
            for after in self._states(h, count - done):
                start, before = self.time, self.state
                done += 1
                self.time, self.state = (end if done == count else first + done * h), after
                yield Step(start, before, self.time, after, self._inside_of(start, before))

    def pieces(self, end: float) -> Iterator[Step]:
        """The same: they are not recorded in tables."""
        return self.to(end)

    def advance(self, end: float) -> State:
        """The state at a time."""
        if self.way is not None and self.way.decides:
            for _ in self.to(end):
                pass
            return self.state
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

    def _turning(self, end: float) -> Step:
        """The step to a time, or to where a decision turns."""
        start, before = self.time, self.state
        step = Step(start, before, end, self._stepped(before, end - start), self._inside_of(start, before))
        turn = self._turn(step)
        if turn is not None:
            step = step._replace(end=turn.time, after=turn.state)
        self.time, self.state = step.end, step.after
        if turn is not None:
            self.go_another_way(turn)
        return step

    def _plan(self, end: float) -> tuple[float, int, float]:
        """The time, how many steps lead to another one, and their length."""
        rest = end - self.time
        count = math.ceil(abs(rest) / self.length * (1 - 1e-12))
        return self.time, count, rest / MOST_STEPS.check(count, "an integration") if count else 0.0

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
            after = _moved(self.stepper, self.plain, y, h)
        except ScmpyError as error:
            raise self._failed(error, "") from error
        except (ArithmeticError, ValueError) as error:
            raise self._failed(None, f"the derivative has no value: {error}") from None
        if not all(map(math.isfinite, after)):
            raise self._failed(None, "its numbers are not finite there; a shorter step may help")
        return after

    def _inside_of(self, start: float, before: State) -> Any:
        """The states inside a step, by shorter ones from its start."""
        stepper, plain = self.stepper, self.plain
        return lambda when: _moved(stepper, plain, before, when - start)


def _moved(stepper: Stepper, plain: Stepper, y: State, h: float) -> State:
    """The state after a step on a way, if the slope has values there, or one that decides as it goes."""
    try:
        return stepper(y, h)
    except (ArithmeticError, ValueError):
        if stepper is plain:
            raise
        return plain(y, h)
