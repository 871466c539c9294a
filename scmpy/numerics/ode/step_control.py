"""Steps of solutions: adaptive and of one length."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import repeat
from operator import add
from typing import Any, NamedTuple

from scmpy.errors import ConvergenceError, IntegrationError, LimitError, ScmpyError, StructureError
from scmpy.generic.settings import LIMIT, Limit, Setting
from scmpy.numerics.ode.methods import DOP853, Method, Slope, State, StepResult, between

# --- driver ----------------------------------------------------------------------------------------------------------
# The control of steps: from a method and a tolerance, the steps of a solution.
#
# A step is taken if its error is no more than the one allowed, otherwise it is tried again, shorter. So it is where a
# slope has no value on the way: the solution may well stay away from there. Where the steps get too short the solution
# cannot be continued; the error has the time and the state that it got to.
#
# An error is allowed relative to the size of its component, or to a scale where the component is smaller than that: 1
# for plain numbers, unless the largest is far from it; then, and for quantities, :mod:`scmpy.numerics.nondimensional`
# has it.
#
# A slope that decides by the state has ways through its decisions (:class:`scmpy.numerics.ode.ivp.Way`). A step is
# taken on one of them, smooth to its end and beyond; where a decision turns within it, the step is taken again up to
# there, and the next one goes another way: so a slope that jumps costs no accuracy. The instants at which decisions by
# the time alone turn are met, some dozens of them, however soon they turn again, and so are narrow features of what is
# computed of the time alone; other decisions are asked for at four places of each step: what holds for less than a
# quarter of one may be missed.

IN_PYTHON = 100  # steps of machine code take about as long as one in Python
SHORTEST = 1e-13  # of the time, is too short for a step
SHRINK = 0.2  # what is left of a step that leads to where there is no finite number
TINY = 1e-15  # as time
LEAST = 1e-300  # instead of 0, by which one does not divide
SLOW = 1e-5  # is a state, or a slope, of no size to speak of
LITTLE = 1e-3  # of its size is a small change
PARTS = (0.25, 0.5, 0.75, 1.0)  # of a step, at which decisions are asked for again
BEYOND = 1e-12  # of an instant of the time, at which such a decision has turned for certain


SLIDING = 1e-10  # of the time, or of the step that its error allows, between two turns, is none
MOST_TURNS = 8  # that close to each other


most_steps = Setting(
    "*ode-most-steps*",
    100_000_000,
    LIMIT,
    "How many steps of machine code an integration may take; those that Python takes count for a hundred. It is about "
    "a minute of them, and #f is no limit.",
    """1 ]=> (define ((spring) state) (up 1 (ref state 2) (- (ref state 1))))
    1 ]=> (set! *ode-most-steps* 1000)
    1 ]=> (call-with-current-continuation
            (lambda (k)
              (with-exception-handler
                (lambda (e) (k 'too-many-steps))
                (lambda () ((state-advancer spring) (up 0 1 0) 1000)))))
    ;Value: too-many-steps
    >>> from scmpy import setting, state_advancer, up
    >>> from scmpy.errors import IntegrationError
    >>> with setting(ode_most_steps=1000):
    ...     try:
    ...         state_advancer(lambda: lambda state: up(1, state[2], -state[1]))(up(0, 1, 0), 1000)
    ...     except IntegrationError as error:
    ...         print(error.message[-34:])
    as many as *ode-most-steps* allows

    1 ]=> (< 0 *ode-most-steps*)
    ;Value: #t
    """,
)


#: The sizes below which errors are allowed relative to these; None where they are 1.
Scale = Sequence[float] | None


class Switching(NamedTuple):
    time: float
    state: State


class TrialStep(NamedTuple):
    """A step that was tried: what the method gives, its error squared over that allowed, the factor of lengths."""

    taken: StepResult
    error: float
    factor: float


# What decides about steps is a text in a small arithmetic, on floats and on values that write machine code, with the
# same bits: so nothing is divided by 0, or raised to a power, where the quotient is not chosen.


class Floats:
    """The operations of the text that floats have under other names; ``larger`` and ``smaller`` are as in Python."""

    larger: Callable[..., Any] = staticmethod(max)
    smaller: Callable[..., Any] = staticmethod(min)
    sqrt: Callable[..., Any] = staticmethod(math.sqrt)

    @staticmethod
    def chosen(condition: Any, x: Any, y: Any) -> Any:
        return x if condition else y

    @staticmethod
    def total(numbers: Sequence[Any]) -> Any:
        return reduce(add, numbers, 0.0)


def error_norm(
    error: Sequence[Any],
    old: Sequence[Any],
    new: Sequence[Any],
    tolerance: Any,
    scale: Sequence[Any] | None = None,
    count: int | None = None,
    on: Any = Floats,
) -> Any:
    """The mean square of an error, as a multiple of the one allowed, which is relative to a scale and to the size."""
    sizes = (least + on.larger(abs(a), abs(b)) for a, b, least in zip(old, new, scale or repeat(1), strict=False))
    ratios = [e / (tolerance * size) for e, size in zip(error, sizes, strict=True)]
    return on.total([ratio * ratio for ratio in ratios]) / (count or len(old) or 1)


def length_factor(error: Any, power: int, on: Any = Floats) -> Any:
    """The factor of the length with which an error that goes with a power of it would be a bit less than allowed."""
    return on.smaller(on.larger(0.9 * on.larger(error, LEAST) ** (-0.5 / power), 0.2), 5.0)


def first_guess(size: Any, speed: Any, t: Any, rest: Any, scaled: bool, on: Any = Floats) -> Any:
    """A first length, by the sizes of a state and of its slope (Hairer, I, II.4)."""
    usual = (size > SLOW) & (speed > SLOW)
    if scaled:
        usual = usual | (abs(rest) >= math.inf) & (size > SLOW) & (speed > LEAST)
    least = least_length(rest, on) if scaled else 1e-6
    return within(on.chosen(usual, 0.01 * size / on.larger(speed, LEAST), least), t, rest, on)


def within(length: Any, t: Any, rest: Any, on: Any = Floats) -> Any:
    """A first length that is no longer than the rest, and not too short, however large the rates are."""
    return on.smaller(on.larger(length, 2 * shortest(t, rest, on)), abs(rest))


def least_length(rest: Any, on: Any = Floats) -> Any:
    return 1e-6 * on.chosen(abs(rest) < math.inf, abs(rest), 1.0)


def length_by_bend(guess: Any, speed: Any, bend: Any, t: Any, rest: Any, scaled: bool, on: Any = Floats) -> Any:
    """The first length from the guess, by how fast the slope changes; in a time of the motion, as if that were 1."""
    most = on.larger(speed, bend)
    if scaled:
        by_bend = 100 * guess * on.larger((1e-4 / on.larger(most * guess, LEAST)) ** (1 / 8), 0.01)
        return within(on.chosen(most > 0.0, by_bend, guess), t, rest, on)
    usual = (most > 1e-15) & (most < math.inf)
    by_bend = on.chosen(usual, (0.01 / on.larger(most, 1e-15)) ** (1 / 8), on.larger(guess * 1e-3, 1e-6))
    return within(on.smaller(100 * guess, by_bend), t, rest, on)


def leads_to_end(h: Any, rest: Any) -> Any:
    return abs(h) >= abs(rest) * (1 - 1e-12)


def shortest(t: Any, rest: Any, on: Any = Floats) -> Any:
    """What is nothing beside the time, or beside a rest of it that is tiny itself; without an end none is."""
    return SHORTEST * on.larger(abs(t), on.chosen(abs(rest) < math.inf, on.smaller(abs(rest), TINY), LEAST))


def is_too_short(h: Any, t: Any, rest: Any, on: Any = Floats) -> Any:
    return abs(h) <= shortest(t, rest, on)


def turns_so_far(turns: Any, time: Any, turned: Any, on: Any = Floats, step: Any = 0.0) -> Any:
    is_close = abs(time - turned) <= SLIDING * on.larger(on.larger(abs(time), TINY), step)
    return on.chosen(is_close, turns + 1, 0)


class Step(NamedTuple):
    start: float
    before: State
    end: float
    after: State
    inside: Any

    def at(self, t: float) -> State:
        if t in (self.start, self.end):
            return self.before if t == self.start else self.after
        found: State = self.inside(t)
        return found


class StepLimits(NamedTuple):
    """What a user allows of a solution: absolute errors, of all numbers or each; the first and the longest step."""

    least: float | tuple[float, ...] | None = None
    first: float = 0.0
    longest: float = math.inf

    def sizes(self, count: int, tolerance: float) -> list[float]:
        """The scale of so many numbers of a state: the time has no error.

        Raises:  StructureError if there are absolute errors for more or fewer
        """
        given = self.least if isinstance(self.least, tuple) else (self.least or 0.0,) * (count - 1)
        if len(given) != count - 1:
            raise StructureError(f"absolute errors are of the {count - 1} numbers after the time, got {len(given)}")
        return [math.inf, *(max(x / tolerance, LEAST) for x in given)]

    def applied(self, solution: Integrator) -> Integrator:
        if self.first or self.longest < math.inf:
            solution.begin(min(self.first or self.longest, self.longest) if self.first else 0.0, self.longest)
        return solution


NO_LIMITS = StepLimits()


class Integrator:
    """A solution that is continued step by step; it remembers how long the next one may be."""

    code: Any = None
    ways: Any = None
    way: Any = None
    count = 0
    spent = 0  # of the most steps
    turns = 0  # close to each other
    turned = -math.inf  # when it last went another way
    length = 0.0  # of the next step, if one knows
    longest = math.inf  # a step may be

    def __init__(
        self,
        slope: Slope | None,
        t: float,
        y: Sequence[float],
        tolerance: float = 1e-12,
        method: Method = DOP853,
        code: Any = None,
        ways: Any = None,
        scale: Scale = None,
    ) -> None:
        self.time, self.state = float(t), list(map(float, y))
        self.ways = ways
        self.way = None if ways is None else ways.way(self.state)
        self.tolerance, self.scale = tolerance, scale
        self.method = method
        self.slope: Slope = slope if self.way is None else self._slope_on(self.way)  # type: ignore[assignment]
        self.code = code if self.way is None else self.way.code(method)
        self.length = 0.0
        self.rates = self.slope(self.time, self.state)
        if len(self.rates) != len(self.state):
            raise StructureError(f"a state of {len(self.state)} numbers has a derivative of {len(self.rates)}")

    def _slope_on(self, way: Any) -> Slope:
        found: Slope = way.slope if self.method.slopes is None else self.method.slopes(way)
        return found

    def to(self, end: float) -> Iterator[Step]:
        """The steps to a time, the last one ends there; the solution may be ahead of them.

        Raises:  IntegrationError if the steps get too short; it has ``time`` and ``state``
        """
        for piece in self.pieces(end):
            if isinstance(piece, Step):
                yield piece
            else:
                yield from piece

    def pieces(self, end: float) -> Iterator[Any]:
        """The same in pieces: single steps, and the tables of them that machine code records."""
        while self.time != end:
            by_code = self.code is not None and self.code.patience <= 0
            stop = self.stop(end)
            if not by_code or (yield from self.code.pieces(self, stop)):
                yield self._next(stop)

    def advance(self, end: float) -> State:
        while self.time != end:
            stop = self.stop(end)
            if self.code is None or self.code.patience > 0 or self.code.advance(self, stop):
                self._next(stop)
        return self.state

    def stop(self, end: float) -> float:
        """An end, or before it a time just beyond the next instant at which the time turns a decision."""
        end = end if self.way is None else self.before_instants(self.way, end)
        return end if abs(end - self.time) <= self.longest else self.time + math.copysign(self.longest, end - self.time)

    def begin(self, first: float, longest: float) -> None:
        self.length, self.longest = first, longest

    def before_instants(self, way: Any, end: float, linear: bool = False) -> float:
        """The same for a way through the decisions; those linear in the time need no stop where ends of steps ask."""
        if not (way.decides or way.driven):
            return end
        sign = math.copysign(1.0, end - self.time)
        beyond = (t + sign * BEYOND * max(abs(t), TINY) for t in way.instants(self.time, end, linear))
        return sign * min([sign * end, *(sign * t for t in beyond if sign * t > sign * self.time)])

    def suggested(self) -> float:
        return self.length

    @property
    def allowance(self) -> float:
        return (most_steps.value or math.inf) - self.spent

    def _next(self, end: float) -> Step:
        self.count += 1
        self.spent += IN_PYTHON
        if self.allowance < 0:
            raise self._failed(None, f"it takes more than {self.count - 1} steps, as many as *ode-most-steps* allows")
        if self.code is not None:
            self.code.patience -= 1
        step = self._step(end)
        if self.ways is not None:
            self.ways.watch(self.count, self.state)
        return step

    def _step(self, end: float) -> Step:
        step = self._tried(end)
        turn, tried = self._turn(step), abs(step.end - step.start)
        if turn is not None:
            length, self.length = self.length, math.inf
            step = self._tried(turn.time) if turn.time != self.time else step._replace(end=self.time, after=self.state)
            self.length = length
        self.time, self.state, self.rates = step.end, step.after, self.next_rates
        if turn is not None and turn.time == step.end:
            self.go_another_way(turn, tried)
        return step

    def _tried(self, end: float) -> Step:
        rest = end - self.time
        h = math.copysign(self.length or self._first_length(rest), rest)
        cause: ScmpyError | None = None
        while True:
            last = leads_to_end(h, rest)
            h = rest if last else h
            if is_too_short(h, self.time, rest) and not (last and cause is None):
                why = f"its steps get too short: {self._fastest}, the motion or its coordinates are singular near there"
                raise self._failed(cause, why)
            tried, cause = self._attempt(h, cause)
            if tried is not None:
                break
            h *= self._shrink
        self.length = max(abs(h) * tried.factor, self.length if last else 0.0)
        t = end if last else self.time + h
        return Step(self.time, self.state, t, tried.taken.state, self._inside(h, tried.taken))

    @property
    def _fastest(self) -> str:
        """What changes most beside its size in a time in which a number of the state does little."""
        pairs = zip(self.state, self.rates, strict=True)
        size, rate = max(pairs, key=lambda pair: abs(pair[1]) / (abs(pair[0]) or 1.0))
        found = "", size, rate, LITTLE
        if self.way is not None and rate:
            time = LITTLE * abs((size or 1.0) / rate)
            found = max([found, *self.way.changes_of_divisors(self.state, self.rates, time)], key=lambda x: x[-1])
        return f"{found[0]}{found[1]:.6g} changes at the rate {found[2]:.3g}"

    def _turn(self, step: Step) -> Switching | None:
        if self.way is None or not self.way.decides:
            return None
        before = step.start
        for part in PARTS:
            after = step.end if part == 1 else step.start + part * (step.end - step.start)
            if not self.way.holds(step.at(after)):
                break
            before = after
        else:
            return None
        while (middle := (before + after) / 2) not in (before, after) and abs(after - before) > LEAST:
            before, after = (middle, after) if self.way.holds(step.at(middle)) else (before, middle)
        return Switching(after, step.at(after))

    def go_another_way(self, turn: Switching, tried: float = 0.0) -> None:
        """Go on by the decisions beyond a turn in a step that was tried; where both sides lead back it ends."""
        self.turns, self.turned = turns_so_far(self.turns, turn.time, self.turned, step=tried), turn.time
        if self.turns > MOST_TURNS:
            why = "a decision of the derivative turns again and again: both ways lead back"
            raise self._failed(None, f"{why}, as in dry friction; crossing(f, terminal=True) among events= ends there")
        self._follow(self.ways.way(turn.state))

    def _follow(self, way: Any) -> None:
        self.way = way
        self.slope, self.code = self._slope_on(way), way.code(self.method)
        self.rates = self.slope(self.time, self.state)

    def _attempt(self, h: float, cause: ScmpyError | None) -> tuple[TrialStep | None, ScmpyError | None]:
        """The step of this length if it is good enough; else what is wrong with it, if anything but its error is."""
        self._shrink = SHRINK
        try:
            tried = self._best(h)
            if not math.isfinite(tried.error) or not all(map(math.isfinite, tried.taken.state)):
                return None, cause
            if tried.error > 1:
                self._shrink = min(tried.factor, 0.9)
                return None, None
            self.next_rates = self.slope(self.time + h, tried.taken.state)
            return (tried, None) if all(map(math.isfinite, self.next_rates)) else (None, cause)
        except (ConvergenceError, IntegrationError) as error:
            return None, error
        except LimitError:
            raise
        except ScmpyError as error:
            return None, error
        except (ArithmeticError, ValueError) as error:
            return None, IntegrationError(f"the derivative has no value: {error}")

    def _best(self, h: float) -> TrialStep:
        method, y, left = self.method, self.state, len(self.method.powers)
        tries = method.tries(self.slope, self.time, y, self.rates, h)
        for taken, power in zip(tries, method.powers, strict=False):
            left -= 1
            squares = [error_norm(error, y, taken.state, self.tolerance, self.scale) for error in taken.errors]
            error = method.error(h, squares) if squares else math.inf
            tried = TrialStep(taken, error, length_factor(error, power) * (1.5 if left > 1 else 1.0))
            if error <= 1:
                break
        return tried

    def _inside(self, h: float, taken: StepResult) -> Callable[[float], State]:
        """The states inside a step: the method's polynomial, or those of an integration of their own."""
        t, y, after, dense, slope = self.time, self.state, self.next_rates, self.method.dense, self.slope
        if dense is None:
            return lambda when: self.anew(slope, t, y, self.code).advance(when)
        known: list[list[State]] = []  # the coefficients, which are found when they are first asked for

        def at(when: float) -> State:
            if not known:
                known.append(dense(slope, t, y, h, taken, after))
            return between(known[0], y, (when - t) / h)

        return at

    def anew(self, slope: Slope, t: float, y: State, code: Any) -> Integrator:
        return Integrator(slope, t, y, self.tolerance, self.method, code, scale=self.scale)

    def _first_length(self, rest: float) -> float:
        size, speed = (math.sqrt(self._excess(x, self.state)) for x in (self.state, self.rates))
        scaled = self.scale is not None
        if not math.isfinite(speed):
            if scaled and all(map(math.isfinite, self.rates)):
                return float(least_length(rest))  # what moves has no size yet
            raise self._failed(None, "the derivative is not finite there, or too large")
        guess: float = first_guess(size, speed, self.time, rest, scaled)
        signed = math.copysign(guess, rest)
        try:
            moved = [x + signed * k for x, k in zip(self.state, self.rates, strict=True)]
            ahead = self.slope(self.time + signed, moved)
        except (ScmpyError, ArithmeticError, ValueError):
            return guess
        change = [b - a for a, b in zip(self.rates, ahead, strict=True)]
        bend = math.sqrt(self._excess(change, [0.0] * len(self.state))) / guess
        found: float = length_by_bend(guess, speed, bend, self.time, rest, scaled)
        return found

    def _excess(self, change: Sequence[float], beside: State) -> float:
        return error_norm(change, self.state, beside, self.tolerance, self.scale)

    def _failed(self, cause: ScmpyError | None, why: str) -> IntegrationError:
        numbers = ", ".join(map(str, self.state[:8])) + ", ..." * (len(self.state) > 8)
        place = f"the solution cannot be continued beyond time {self.time}, where its numbers are {numbers}"
        text = f"{place}: {why}" if cause is None else f"{cause.message}; {place}"
        error = IntegrationError(text, time=self.time, state=self.state)
        error.__cause__ = cause
        return error


# --- fixed -----------------------------------------------------------------------------------------------------------
# Solutions by steps of one length: for methods that keep a structure, which steps of changing length would spoil.
#
# A slope that decides by the state has ways through its decisions, on each of which it is smooth. Where a decision
# turns within a step that ends there, the next one leads to where it would have ended: so the order of the method is
# kept.

#: A step of some length: from a state to the next one.
Stepper = Callable[[State, float], State]

MOST_STEPS = Limit("most-fixed-steps", 1_000_000_000, "Steps of one length in an integration.")


class FixedSolution(Integrator):
    """A solution by steps of equal length: to any time a whole number of them leads, none longer than the one given."""

    def __init__(
        self,
        stepper: Stepper,
        t: float,
        y: Sequence[float],
        length: float,
        step_code: Any = None,  # a StepCode of llvm_steps
        ways: Any = None,
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

    def _follow(self, way: Any) -> None:
        self.way = way
        self.stepper = self.stepper_of(way) or self.plain

    def to(self, end: float) -> Iterator[Step]:
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
        return self.to(end)

    def advance(self, end: float) -> State:
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
        start, before = self.time, self.state
        step = Step(start, before, end, self._stepped(before, end - start), self._inside_of(start, before))
        turn = self._turn(step)
        if turn is not None:
            step = step._replace(end=turn.time, after=turn.state)
        self.time, self.state = step.end, step.after
        if turn is not None:
            self.go_another_way(turn, abs(end - start))
        return step

    def _plan(self, end: float) -> tuple[float, int, float]:
        rest = end - self.time
        count = math.ceil(abs(rest) / self.length * (1 - 1e-12))
        return self.time, count, rest / MOST_STEPS.check(count, "an integration") if count else 0.0

    def _states(self, h: float, count: int) -> list[State]:
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
