"""Zero crossings in steps and in tables of steps."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from operator import and_, or_
from typing import Any, NamedTuple, TypeVar

from scmpy.calculus.dual_numbers import Differential, make, new_tag, split
from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic.arrays import as_batch
from scmpy.generic.functions import Function, keep, name_of
from scmpy.generic.settings import check_callable
from scmpy.generic.types import measure_of, tree_leaves, tree_map, tree_structure, tree_unflatten
from scmpy.numerics.compile.codegen import Code, as_tuples, numpy_function, python_function
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_function
from scmpy.numerics.compile.ir import Operation, StraightLineProgram, VirtualRegister
from scmpy.numerics.compile.tracing import dependencies
from scmpy.numerics.ode.dense_output import VECTORS, Labelled, Table, chebyshev_points, names_of
from scmpy.numerics.ode.ivp import InitialValueProblem, real, shaped, timed, watched
from scmpy.numerics.ode.methods import Slope, State
from scmpy.numerics.ode.step_control import Step
from scmpy.numerics.optimize import minimize
from scmpy.numerics.roots import EPSILON, FARTHER, Place, brent, is_root
from scmpy.pickling import Portable
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, magnitudes
from scmpy.structure.types import Name, StateFunction

# --- closely ---------------------------------------------------------------------------------------------------------
# Close looks at a function on a step: between which places it rises or falls.
#
# It is asked at places inside, and where the polynomial through its values there turns; a part of the step in which the
# polynomial is not like it is halved, again and again.

PLACES = 8  # parts of a step that is looked at closely, and the degree of the polynomial
TESTS = (0.31, 0.83)  # where it is compared with the function
LIKENESS = 1e-6  # of the height, to which they must agree
FAR = 2.0  # heights from zero, it is not asked how it moves
BESIDE = 1e-3  # of the height: where the function turns so near to zero, the place is found exactly
HALVINGS = 10


class MonotoneParts(NamedTuple):
    """Parts of a step between which a function rises or falls, and how many of them are not like a polynomial."""

    parts: list[float]
    unlike: int


def monotone_parts(
    at: Callable[[float], float], noise: float = 0.0, low: float = 0.0, high: float = 1.0, halvings: int = HALVINGS
) -> MonotoneParts:
    """Parts of a step between which a function rises or falls: the ends, places between, and where it turns to or fro.

    It turns near where the polynomial through its values at the places does. A part of the step in which the polynomial
    is not like it is halved.

    >>> parts, unlike = monotone_parts(lambda x: (x - 0.4) * (x - 0.4001))
    >>> min(abs(x - 0.40005) for x in parts) < 1e-6, unlike
    (True, 0)
    """
    places, matrix = chebyshev_points(PLACES + 1)
    parts = [low + (high - low) * x for x in places]
    values = [at(part) for part in parts]
    height = max(values) - min(values)
    if min(map(abs, values)) > FAR * height:
        return MonotoneParts(parts, 0)
    scale = _scale(values)
    found: Any = numpy.polynomial.Chebyshev(matrix @ [x / scale for x in values], [0.0, 1.0]) if scale else None
    most = LIKENESS * height + noise
    like = found is not None and all(abs(scale * float(found(x)) - at(low + (high - low) * x)) <= most for x in TESTS)
    if not like and halvings:
        middle = low + (high - low) / 2
        first = monotone_parts(at, noise, low, middle, halvings - 1)
        second = monotone_parts(at, noise, middle, high, halvings - 1)
        return MonotoneParts(first.parts + second.parts[1:], first.unlike + second.unlike)
    if not like:
        return MonotoneParts(parts, 1)
    assert found is not None
    turns = sorted(low + (high - low) * float(x.real) for x in found.deriv().roots() if 0 < x.real < 1)
    for before, turn, after in zip([low, *turns], turns, [*turns[1:], high], strict=False):
        if abs(at(turn)) <= BESIDE * height:
            rises = at(turn) < (at(before) + at(after)) / 2
            parts.append(minimize(at if rises else lambda part: -at(part), before, after, 1e-9)[0])
    return MonotoneParts(sorted([*parts, *turns]), 0)


def _scale(values: list[float]) -> float:
    """A power of two near the largest value, so that the polynomial does not overflow; 0 if one is not finite."""
    if not all(map(math.isfinite, values)):
        return 0.0
    return math.ldexp(0.5, math.frexp(max(map(abs, values)))[1])


# --- outlook ---------------------------------------------------------------------------------------------------------
# What the ends of a step, and some places inside, tell of a function: the text that Python and machine code run.
#
# From the values and the rates of change at both ends follows the cubic between them. How far the function is from it
# is seen at some places inside, at states on the cubic between the states of both ends, which cost no slope. Of two
# cubics that touch at both ends the distance goes like p^2 (1 - p)^2 with the part p of the step; so it is taken here.
# With that doubt the function rises or falls all the way where its cubic does, and is not zero where the cubic is far
# from it.
#
# The text is generic arithmetic with comparisons that are joined by ``&`` and ``|``: it runs on floats, and on values
# that write instructions (:mod:`scmpy.numerics.ode.sections`).

PREDICTION_PLACES = (0.21, 0.5, 0.83)  # of which no two are alike for a function that repeats itself
MARGIN = 0.5  # of the way of the cubic, to which it is trusted
DOUBT_OF_RATE = 3.1  # the steepest slope of 16 p^2 (1 - p)^2


class HermiteCubic(NamedTuple):
    """The values at both ends of a step, and the changes in the step at the rates there."""

    start: Any
    first: Any
    end: Any
    last: Any

    def at(self, part: float) -> Any:
        rest = 1 - part
        inner = (1 + 2 * part) * self.start + part * self.first, (3 - 2 * part) * self.end - rest * self.last
        return rest * rest * inner[0] + part * part * inner[1]


class Prediction(NamedTuple):
    """What a function does in a step: ``plain`` if that is known; then it has no zero, unless it rises or falls."""

    plain: Any
    rises: Any  # through zero
    falls: Any


def states(y: Sequence[Any], rates: Sequence[Any], h: Any, after: Sequence[Any], later: Sequence[Any]) -> list[Any]:
    """The states at the places inside a step, on the cubics from the numbers and rates at both ends."""
    cubics = [HermiteCubic(a, h * f, b, h * k) for a, f, b, k in zip(y, rates, after, later, strict=True)]
    return [[cubic.at(part) for cubic in cubics] for part in PREDICTION_PLACES]


def doubt(cubic: HermiteCubic, samples: Sequence[Any]) -> Any:
    """How far the function is from its cubic in the middle, by its values at the places inside."""
    far = (
        abs(x - cubic.at(p)) / (16 * p * p * (1 - p) * (1 - p)) for p, x in zip(PREDICTION_PLACES, samples, strict=True)
    )
    return reduce(lambda x, y: x + y, far)


def predicted_crossing(cubic: HermiteCubic, wrong: Any) -> Prediction:
    points = cubic.start, cubic.start + cubic.first / 3, cubic.end - cubic.last / 3, cubic.end
    middle = points[2] - points[1]
    rates = cubic.first, 3 * middle, cubic.last
    steep = DOUBT_OF_RATE * wrong
    rising = _all(rate > steep for rate in rates)
    falling = _all(rate < -steep for rate in rates)
    way = (abs(cubic.first) + abs(cubic.last)) / 3 + abs(middle)
    close = MARGIN * way + wrong
    above, below = _all(x > 0.0 for x in points), _all(x < 0.0 for x in points)
    far = _all(abs(x) > close for x in points)
    quiet = (above | below) & (rising | falling | far)
    rises = rising & (cubic.start < 0.0) & (cubic.end > 0.0)
    falls = falling & (cubic.start > 0.0) & (cubic.end < 0.0)
    return Prediction(quiet | rises | falls, rises, falls)


def _all(truths: Any) -> Any:
    return reduce(and_, truths)


# --- event tables ----------------------------------------------------------------------------------------------------
# Events in tables of steps: the same text on arrays, of all steps at once.
#
# The function of states, its rate and the slope run as compiled code on the columns of the table. What is left to be
# looked at one by one are the steps with a crossing, and those of which the text does not tell.


class StepsWithoutCrossing(NamedTuple):
    """What is known of a function in the steps of a table: arrays, with an element or a row for every step.

    ``starts`` and ``ends`` are the values, their rates, and those of the state.
    """

    quiet: Any
    starts: tuple[Any, Any, Any]
    ends: tuple[Any, Any, Any]


def quiet_steps(
    table: Table, place: Structure, value: Any, rate: Any, slope: Any, edges: StraightLineProgram | None
) -> StepsWithoutCrossing | None:
    """The steps of a table in which a function is known to have no zero; None where it cannot be asked at once."""
    if not all(isinstance(f, CompiledFunction) for f in (value, rate, slope)) or not len(table):
        return None
    rows, n = numpy.frombuffer(table.rows).reshape(-1, table.width), table.count

    def asked(f: Any, *columns: Any) -> Any:
        given = (tree_unflatten((as_batch(numpy.array(x)) for x in some), place) for some in columns)
        found = f(*given)
        numbers = [numpy.asarray(x) for x in (tree_leaves(found) if isinstance(found, Structure) else [found])]
        if any(x.dtype.kind not in "fi" for x in numbers):
            raise WrongTypeError("an event is where a real number is zero")
        return [numpy.broadcast_to(x, len(rows)) for x in numbers]

    try:
        with numpy.errstate(all="ignore"):
            ends = []
            for t, first in ((rows[:, 0], VECTORS), (rows[:, 1], VECTORS + n)):
                y = numpy.array([t, *rows[:, first + 1 : first + n].T])
                rates = asked(slope, y)
                [x], [v] = asked(value, y), asked(rate, y, rates)
                ends.append((y, x, v, rates))
            (y, x, v, rates), (after, end, last, later) = ends
            length = rows[:, 1] - rows[:, 0]
            cubic = HermiteCubic(x, v * length, end, last * length)
            inside = states(list(y), rates, length, list(after), later)
            told = predicted_crossing(cubic, doubt(cubic, [asked(value, inner)[0] for inner in inside]))
            near = beside_edge(numpy_function(edges), [list(y), *inside, list(after)], numpy) if edges else False
    except (ScmpyError, ArithmeticError, TypeError, ValueError):
        return None
    quiet = told.plain & ~told.rises & ~told.falls & ~numpy.asarray(near)
    return StepsWithoutCrossing(quiet, (x, v, numpy.array(rates).T), (end, last, numpy.array(later).T))


# --- edges -----------------------------------------------------------------------------------------------------------
# Edges: where a divisor of a function is zero, or what it takes the absolute value of.
#
# There a function leaves every cubic, and a zero beside a pole is nowhere else to be seen. In a step where such a part
# of it passes through zero, or is about to, the function is looked at on both sides of that; and so is its product
# with the divisors, which is as smooth as they are and has the same zeros.

NEAR_EDGE = 0.5  # of the change of a part between the places that are looked at


def edges_of(graph: StraightLineProgram) -> tuple[StraightLineProgram, int] | None:
    """The divisors, then what absolute values are of, from the inputs, and how many are divisors; None without any."""
    operations, divisors, inner = list(graph.operations), list[Any](), list[Any]()
    for name, operands in graph.operations:
        if name == "/" or (name == "power" and not isinstance(operands[1], VirtualRegister) and operands[1] < 0):
            divisors.append(operands[name == "/"])
        elif name == "abs":
            inner.append(operands[0])
        elif name == "tan":
            divisors.append(VirtualRegister(graph.inputs + len(operations)))
            operations.append(Operation("cos", operands))
    found = [[*dict.fromkeys(x for x in some if isinstance(x, VirtualRegister))] for some in (divisors, inner)]
    whole = StraightLineProgram(graph.inputs, operations, [x for some in found for x in some])
    return (whole.needed(), len(found[0])) if whole.outputs else None


def beside_edge(edges: Code, places: Sequence[Any], on: Any = None) -> Any:
    """Does a part change its sign between these places, or as much as half its least size? Of arrays by numpy."""
    values = [edges(place) for place in places]
    if on is None:
        return any(min(map(abs, x)) <= NEAR_EDGE * (max(x) - min(x)) for x in zip(*values, strict=True))
    columns = (on.array(on.broadcast_arrays(*x)) for x in zip(*values, strict=True))
    return reduce(or_, (abs(x).min(axis=0) <= NEAR_EDGE * (x.max(axis=0) - x.min(axis=0)) for x in columns))


# --- events ----------------------------------------------------------------------------------------------------------
# Events: where a function of the states of a motion is zero, and passes to the other sign.
#
# Every step is looked at, by what its ends and some places inside tell; closely where they do not tell. So two
# crossings in one step are found, however close they are to each other, and those of a function that is faster than the
# motion; some steps after such a one are looked at so too. Where a function is too fast for that a warning says so.
#
# What touches zero without passing is no event; nor is it one where the function gets no further from zero than by some
# of the errors that are allowed. Where it passes and comes back there are two, however close they are. Where the sign
# changes at a pole there is none: towards a zero a function gets smaller. A start on zero is none: the state comes from
# there. An end on zero is one. Events at the moment of one that ends the trajectory are among the found.
#
# What lies between the places at which the function is asked is not seen: a dip that is narrower than a twentieth of a
# step of the motion, and what it crosses there, may be missed.
#
# The time of an event is as exact as floats are, on the dense output of the integration.

MOST_UNLIKE = 16  # parts of a step that stay so: at kinks and jumps
FINEST, COARSEST = 1e-14, 1e-9  # the error of the numbers of a state, within which a value is on zero
FAST = 0.2  # of the height of a function, by which its cubic is wrong if it is faster than the motion
WARY = 64  # steps after such a one
GATHERED = 30  # steps' errors are in a state
START = 1e-6  # of what its rate makes is a function beside zero at a start
BESIDE_ZERO = 1e-300  # is the value after a jump that leaves the function on zero
MOMENT = 1e-12  # of the time and of the step: no later is the same moment
ROUNDING = 1e-9  # of the change in the first step: a start so near to zero is on it
T = TypeVar("T")
DIRECTIONS = {"rising": 1, "falling": -1, "both": 0}


@dataclass(frozen=True, eq=False, repr=False)
class Crossing(Portable):
    """An event; see :func:`crossing`."""

    function: Callable[[Any], Any]
    direction: str
    terminal: int
    then: Any = None

    def __repr__(self) -> str:
        return f"<crossing of zero by {name_of(self.function)} ({self.direction})>"


@public("crossing")
def crossing(
    f: StateFunction, direction: Name = "both", terminal: bool | int = False, then: Callable[[Any], Any] | None = None
) -> Crossing:
    """An event of a trajectory: the states where a function of them passes through zero.

    Only where it is rising with the time, or falling, if that is the direction. A terminal event ends the trajectory:
    the first one (True), or the one of that number.
    A function that oscillates much faster than the motion is asked often enough to find all its crossings; a warning
    says where that would be too often. A dip that is narrower than a twentieth of a step may be missed, and a zero that
    close to a pole of a function that decides or is not compiled. Where the sign changes at a pole there is no event.

    The motion goes on from the state that ``then`` makes of that at the event, at the same time: an impact, a kick, a
    switch. Of several at one moment each changes what the one before made. At such a time the trajectory has the state
    before; the function is at a new start there: what the jump itself skips is no event. Events without end, as those
    of a ball that comes to rest, are an error.

    Scheme:  (crossing f), (crossing f 'rising), (crossing f 'falling 3), (crossing f 'falling #f then)
    Shapes:  f: state -> real;  then: state -> state
    Raises:  WrongTypeError unless it is a function, a direction and a number
    Source:  Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
    1 ]=> (define (falling state) (up 1 (ref state 2) -10))
    1 ]=> (define fall (trajectory falling (up 0 0 15) 100 1e-10 'dop853 #f (crossing coordinate 'falling 1)))
    1 ]=> (velocity (fall 3))
    ;Value: -15.
    >>> landing = crossing(coordinate, "falling", 1)
    >>> fall = trajectory(lambda state: up(1, state[2], -10), up(0, 0, 15), 100, events=landing)
    >>> [round(x, 9) + 0 for x in fall.end]
    [3.0, 0.0, -15.0]
    >>> bounce = crossing(coordinate, "falling", then=lambda state: up(state[0], 0, -0.5 * state[2]))
    >>> motion = trajectory(lambda state: up(1, state[2], -10), up(0, 0, 15), 5, events=bounce)
    >>> [round(t, 9) for t in motion.events.times], round(motion(4)[2], 9)
    ([3.0, 4.5], -2.5)
    """
    check_callable(f, wanted="a function of states")
    if str(direction) not in DIRECTIONS:
        raise WrongTypeError(f"crossing expects one of the directions {', '.join(DIRECTIONS)}, got {direction}")
    if not isinstance(terminal, int) or terminal < 0:
        raise WrongTypeError(f"crossing expects the number of the event that is terminal, got {describe(terminal)}")
    if then:
        check_callable(then, wanted="a function from the state at an event to the one after it")
    return Crossing(f, str(direction), int(terminal), then or None)


class Watch:
    """A function of states, as a function of their numbers and with its rate of change, compiled if it can be."""

    def __init__(self, function: Callable[[Any], Any], place: Structure) -> None:
        self.function, self._watched = function, watched(function)
        self.place = place
        self.slow(tree_leaves(place))  # which says what is wrong with it
        self._compiled = compile_function(self._watched, place)
        self._code = self._compiled.numbers if isinstance(self._compiled, CompiledFunction) else None
        self._rated = self._with_rate()

    def slow(self, y: Sequence[float]) -> float:
        try:
            value = self._watched(tree_unflatten(iter(y), self.place))
        except (ArithmeticError, ValueError) as error:
            if isinstance(error, ScmpyError):
                raise
            where = f"{name_of(self.function)} has none at {list(y)}"
            raise DomainError(f"an event is where a real number is zero, {where}: {error}") from error
        return real(measure_of(value), "an event", f"the value of {name_of(self.function)} at {list(y)}")

    def value(self, y: Sequence[float]) -> float:
        if self._code is not None:
            found = self._code(list(y))
            if found is not None:
                return found[0]
        return self.slow(y)

    def rate(self, y: Sequence[float], rates: Sequence[float]) -> float | None:
        """How fast the value changes where the numbers change at these rates; None where that is not known."""
        if isinstance(self._rated, CompiledFunction):
            found = self._rated.numbers([*y, *rates])
            if found is not None:
                return found[0]
        try:
            value = self._rated(*(tree_unflatten(iter(x), self.place) for x in (y, rates)))
            return real(value, "an event", "the rate of change")
        except (ScmpyError, ArithmeticError, TypeError, ValueError):
            return None

    def noise(self, y: Sequence[float], precision: float) -> float:
        """How much the value changes where the numbers of a state change by this part of them, and time is rounded."""
        found = 0.0
        with suppress(ScmpyError, ArithmeticError, ValueError):
            here = self.value(y)
            for turn in (1, 2):
                moved = [x - precision * x if k // turn % 2 else x + precision * x for k, x in enumerate(y)]
                for time in (y[0], y[0] * (1 + turn * EPSILON), y[0] * (1 - turn * EPSILON)):
                    found = max(found, abs(self.value([time, *moved[1:]]) - here))
        return found

    def quiet(self, table: Table, motion: InitialValueProblem) -> StepsWithoutCrossing | None:
        edges = self.edges[0] if self.edges else None
        return quiet_steps(table, self.place, self._compiled, self._rated, motion.compiled, edges)

    @cached_property
    def edges(self) -> tuple[StraightLineProgram, int] | None:
        """The parts of the function that have edges where they are zero, those that are divisors first."""
        known = isinstance(self._compiled, CompiledFunction) and not self._compiled.whole.guards
        return edges_of(self._compiled.whole) if known else None

    @cached_property
    def at_edges(self) -> Code | None:
        return python_function(self.edges[0]) if self.edges else None

    @property
    def graphs(self) -> tuple[StraightLineProgram, StraightLineProgram] | None:
        """The schedules of the value, of the numbers of a state, and of its rate, of these and their rates.

        None where it decides, has edges, or is not compiled.
        """
        if (
            self.edges
            or not isinstance(self._compiled, CompiledFunction)
            or not isinstance(self._rated, CompiledFunction)
        ):
            return None
        found = self._compiled.whole, self._rated.whole
        return None if any(graph.guards for graph in found) else found

    def _with_rate(self) -> Any:
        place = self.place

        def rated(state: Any, rates: Any) -> Any:
            return rate_of(self.function, state, rates)

        if self._code is None:
            return rated
        try:
            return compile_function(rated, place, place)
        except ScmpyError:
            return None


_watches: dict[Any, Watch] = {}
MOST_KEPT = 64  # watches of functions, and jumps


def watch_of(function: Callable[[Any], Any], place: Structure) -> Watch:
    found = found_again(_watches, Watch, function, place)
    found.slow(tree_leaves(place))
    return found


def found_again(
    table: dict[Any, T], make: Callable[[Any, Structure], T], function: Callable[[Any], Any], place: Structure
) -> T:
    """What is made of a function for the shape of a state; that of the same function is in a table."""
    refers = dependencies(function)
    if refers is None:
        return make(function, place)
    key = refers.exactly, tree_structure(place)
    return keep(table, key, table.get(key) or make(function, place), MOST_KEPT)


def rate_of(function: Callable[[Any], Any], state: Any, rates: Any) -> Any:
    tag = new_tag()
    moved = (make(tag, x, {0: v}) for x, v in zip(tree_leaves(state), tree_leaves(rates), strict=True))
    return split(measure_of(function(tree_unflatten(moved, state))), tag)[1].get(0, 0)


class End(NamedTuple):
    value: float
    rate: float | None = None
    rates: Sequence[float] = ()


def _sign(x: float) -> int:
    return (x > 0) - (x < 0)


def _end_of(arrays: tuple[Any, Any, Any], i: int) -> End:
    values, changes, rates = arrays
    return End(float(values[i]), float(changes[i]), rates[i].tolist())


class Finder:
    def __init__(self, event: Crossing, watch: Watch, tolerance: float) -> None:
        self.event = event
        self.watch = watch
        self.precision = min(max(tolerance, FINEST), COARSEST)
        self.side = 0  # the sign of the last value that was not zero
        self.last: End | None = None
        self.is_first = True
        self.is_exact = False  # the state at the start of the next step, which a jump made
        self.rounding = 0.0  # a value that is no larger is on zero
        self.found: float | None = None  # the time of the last crossing
        self.passed: dict[float, int] = {}  # the crossings in the last step, and to which side
        self.wary = 0  # so many steps are looked at closely, since the function was faster than the motion

    def crossings(self, step: Step, slope: Slope | None) -> Iterator[tuple[float, State]]:
        length = step.end - step.start
        self.passed = {}
        start, end = self._ends(step, slope)
        known = {0.0: start.value, 1.0: end.value}

        def at(part: float) -> float:
            if part in known:
                return known[part]
            for place in (part, _beside(part, step)):
                t = step.start + place * length
                with suppress(DomainError):  # on a pole
                    return self.watch.value(timed(t, step.at(t)))
            return self.watch.value(timed(t, step.at(t)))

        parts, noise = self._plain(step, start, end), 0.0
        if parts is None:
            noise = 0.0 if self.is_exact else GATHERED * self.watch.noise(timed(step.end, step.after), self.precision)
            parts, unlike = self._parts(at, noise, step)
            if unlike > MOST_UNLIKE:
                warn(
                    f"{name_of(self.event.function)} changes so fast from time {step.start} to {step.end} that some of "
                    "its crossings of zero may not be found"
                )
            if self.is_first and abs(start.value) <= noise:
                self.side = 0  # it starts on zero
        self.is_exact = False
        apart = _apart(step)
        for part, side in self._roots(at, parts, noise, apart):
            t = step.end if part == 1 else step.start + part * length
            if self._is_wanted(side, length):
                self.found = t
                self.passed[t] = side
                yield t, step.at(t)

    def through(self, piece: Table, told: StepsWithoutCrossing, slope: Slope | None) -> Iterator[tuple[float, State]]:
        waiting = [i for i, quiet in enumerate(told.quiet.tolist()) if not quiet]
        i, looked = 0, True  # at the step before
        while i < len(piece):
            if not looked:
                self.last = _end_of(told.starts, i)
            value = float(told.starts[0][i])
            looked = self.last is None or bool(self.wary) or not told.quiet[i] or _sign(value) != self.side
            if looked:
                yield from self.crossings(piece[i], slope)
                i += 1
            else:
                place = bisect_left(waiting, i)
                i = waiting[place] if place < len(waiting) else len(piece)
        if not looked:
            self.last, step = _end_of(told.ends, -1), piece[len(piece) - 1]
            change = (self.last.rate or 0.0) * (step.end - step.start)
            self.rounds(float(told.starts[0][-1]), change)

    def _plain(self, step: Step, start: End, end: End) -> list[float] | None:
        """The parts of a step between which the function is asked for its sign; None if it is looked at closely."""
        if start.rate is None or end.rate is None or not self.is_beside_zero(start) or not end.value:
            return None
        length = step.end - step.start
        cubic = HermiteCubic(start.value, start.rate * length, end.value, end.rate * length)
        inside = states(step.before, start.rates, length, step.after, end.rates)
        try:
            samples = [self.watch.value(y) for y in inside]
            if self.watch.at_edges and beside_edge(self.watch.at_edges, [step.before, *inside, step.after]):
                return None
        except (ScmpyError, ArithmeticError, ValueError):
            return None
        wrong = doubt(cubic, samples)
        values = [start.value, *samples, end.value]
        self.wary = WARY if wrong > FAST * (max(values) - min(values)) else max(0, self.wary - 1)
        told = predicted_crossing(cubic, wrong)
        if self.wary or not told.plain:
            return None
        return [0.0, 1.0] if told.rises or told.falls else []

    def _parts(self, at: Callable[[float], float], noise: float, step: Step) -> MonotoneParts:
        """The parts of a step in which the function, or its product with its divisors, rises or falls; no edges."""
        edges, length, beside = self.watch.at_edges, step.end - step.start, 2 * FARTHER * 8 * _apart(step)
        if edges is None:
            return monotone_parts(at, noise)

        def of(part: float) -> list[float]:
            t = step.start + part * length
            return edges(timed(t, step.at(t)))  # type: ignore[return-value]

        def smooth(part: float) -> float:
            return at(part) * (math.prod(of(part)[:divisors]) or math.prod(of(_beside(part, step))[:divisors]))

        assert self.watch.edges is not None
        graph, divisors = self.watch.edges
        found = list[float]()
        for i in range(len(graph.outputs)):
            value: Callable[[float], float] = lambda part, i=i: of(part)[i]  # type: ignore[misc]  # noqa: E731
            values = [(part, value(part)) for part in monotone_parts(value).parts]
            found += [brent(value, a, b, 0.0, 200)[1] for a, b in pairwise(values) if _sign(a[1]) != _sign(b[1])]
        parts, unlike = monotone_parts(smooth, 0.0)
        kept = [x for x in parts if all(abs(x - place) > beside for place in found) or x in (0.0, 1.0)]
        sides = [x for place in found for x in (place - beside, place + beside) if 0 < x < 1]
        return MonotoneParts(sorted([*kept, *sides]), unlike)

    def arrival(self, step: Step) -> Iterator[tuple[float, State]]:
        """The crossing at the end of the last step, if that is on zero and has not been found."""
        length = step.end - step.start
        on_zero = self.last is not None and abs(self.last.value) <= self.rounding
        is_new = self.found is None or abs(self.found - step.end) > ROUNDING * abs(length)
        if on_zero and is_new and self._is_wanted(-self.side, length):
            yield step.end, step.after

    def _is_wanted(self, side: int, length: float) -> bool:
        direction = DIRECTIONS[self.event.direction]
        return side != 0 and direction in (0, side if length > 0 else -side)

    def _ends(self, step: Step, slope: Slope | None) -> tuple[End, End]:
        first = self.is_first = self.last is None
        start = self.end(step.start, step.before, slope) if self.last is None else self.last
        self.last = end = self.end(step.end, step.after, slope)
        length = step.end - step.start
        changes = [abs((x.rate or 0.0) * length) for x in (start, end)]
        if first:
            on_zero = abs(start.value) <= ROUNDING * max(abs(end.value), changes[0])
            start = start._replace(value=0.0) if on_zero else start
            self.side = _sign(start.value)
        self.rounds(start.value, changes[1])
        return start, end

    def rounds(self, start: float, change: float) -> None:
        """What counts as zero after a step, by the value at its start and the change in it that the last rate makes."""
        self.rounding = ROUNDING * max(abs(start), abs(change))

    def end(self, t: float, y: State, slope: Slope | None) -> End:
        numbers = timed(t, y)
        if slope is None:
            return End(self.watch.value(numbers))
        rates = slope(t, y)
        return End(self.watch.value(numbers), self.watch.rate(numbers, rates), rates)

    def is_beside_zero(self, end: End) -> bool:
        """Is the value at an end of a step on the side of zero where the function was?"""
        return self.side != 0 and _sign(end.value) == self.side

    def go_on(self, end: End) -> None:
        self.last, self.side = end, _sign(end.value) or self.side

    def start(self, t: float, y: State, slope: Slope, end: float) -> bool:
        """Begin at a state from which the function is plainly beside zero until an end, as far as its rate tells."""
        known = self.end(t, y, slope)
        if not abs(known.value) > START * (1 + abs(end - t)) * (1 + abs(known.rate or 0.0)):
            return False
        self.go_on(known)
        return True

    def restart(self, t: float, y: State, slope: Slope, crossed: State | None) -> None:
        """Begin after a jump; one of this event was at that state, and the value there counts as zero."""
        end, jumped = self.end(t, y, slope), crossed is not None
        if crossed is not None and abs(end.value) <= max(self.rounding, abs(self.watch.value(timed(t, crossed)))):
            toward = self.passed[min(self.passed, key=lambda when: abs(when - t))]
            side = toward if (end.rate or 0.0) * toward > 0 else -toward
            end = end._replace(value=side * BESIDE_ZERO)
        self.go_on(end)
        self.found, self.wary, self.is_exact = t if jumped else None, 0, True

    def _roots(
        self, at: Callable[[float], float], parts: list[float], noise: float, apart: float
    ) -> Iterator[tuple[float, int]]:
        """The parts of a step at which the sign becomes another one, and that sign; what is in the noise has none."""
        before = 0.0, 0.0
        zero: float | None = None
        for part in parts:
            value = at(part)
            if abs(value) <= noise:
                zero = part if zero is None else zero
                continue
            side = _sign(value)
            if self.side and side != self.side:
                is_between = _sign(before[1]) == self.side
                place = _zero_between(at, before, (part, value), apart) if is_between else zero or 0.0
                if place is not None:
                    yield place, side
            self.side, before, zero = side, (part, value), None


def _apart(step: Step) -> float:
    """Parts of a step so far apart have different times."""
    length = abs(step.end - step.start)
    return EPSILON * max(abs(step.start), abs(step.end)) / length if length else 0.0


def _beside(part: float, step: Step) -> float:
    return part + math.copysign(4 * _apart(step), 0.5 - part)


def _zero_between(at: Callable[[float], float], before: Place, after: Place, apart: float) -> float | None:
    """The part of a step at which the sign changes; None where it does at a pole, towards which the function grows.

    Parts so far apart have different times.
    """
    try:
        place = brent(at, before, after, 0.0, 200)[1]
        return place if is_root(at, before, after, place, apart) else None
    except DomainError:  # it has no value there
        return None


class Crossings(Labelled, tuple[Any, ...]):
    """The states at the crossings of an event, in the order of their times."""

    def __new__(cls, states: Iterable[Any] = (), parameters: Any = Labelled.parameters) -> Crossings:
        found = super().__new__(cls, states)
        found.parameters = parameters
        return found

    def _labelled(self, given: Any) -> tuple[Any, Iterable[Any], Sequence[str], Sequence[str]]:
        if not self:
            raise DomainError("there are no crossings of which to make a table")
        columns = zip(*(tree_leaves(magnitudes(state)) for state in self), strict=True)
        return self[0], columns, names_of(self[0], given), ("crossing",)

    @property
    def times(self) -> list[float]:
        return [state[0] for state in self]


#: What is known of each function in the steps of a table.
Told = Sequence[StepsWithoutCrossing]


def looked_at(
    pieces: Iterable[Step | Table], finders: Sequence[Finder], motion: InitialValueProblem | None
) -> Iterator[tuple[Step | Table, Told]]:
    """The tables of which something is known of all functions, with that; other tables step by step."""
    for piece in pieces:
        if not isinstance(piece, Table):
            yield piece, ()
            continue
        told = [] if motion is None else [finder.watch.quiet(piece, motion) for finder in finders]
        known = [quiet for quiet in told if quiet is not None]
        if known and len(known) == len(finders):
            yield piece, known
        else:
            yield from ((step, ()) for step in piece)


class Events:
    def __init__(self, given: Any, place: Structure, tolerance: float) -> None:
        self.place = place
        self.given = given
        self.finders = [Finder(event, watch_of(event.function, place), tolerance) for event in listed(given)]
        self.found: list[list[tuple[float, State]]] = [[] for _ in self.finders]
        self.now: list[int] = []  # the events at the moment that was found last
        self.place_of_last: tuple[float, Any] = 0.0, ()  # and when and where that is
        self.keep: Callable[[], None] | None = None  # the code that went through all, where there is such

    @property
    def jump(self) -> bool:
        return any(finder.event.then is not None for finder in self.finders)

    @property
    def is_over(self) -> bool:
        return any(len(self.found[i]) == self.finders[i].event.terminal for i in self.now)

    def look(self, piece: Step | Table, told: Told, slope: Slope | None) -> tuple[float, State] | None:
        """Enter the crossings in a step or a table; the time and numbers of an end, or a jump, if there is one."""
        if isinstance(piece, Table):
            found = [f.through(piece, quiet, slope) for f, quiet in zip(self.finders, told, strict=True)]
            return self._enter(piece[0].start, list(map(list, found)))
        return self._enter(piece.start, [list(finder.crossings(piece, slope)) for finder in self.finders])

    def enter(self, i: int, t: float, y: State) -> None:
        self.found[i].append((t, y))

    @property
    def states(self) -> list[list[Any]]:
        return [[shaped(self.place, t, y) for t, y in found] for found in self.found]

    def arrive(self, step: Step) -> None:
        self._enter(step.start, [list(finder.arrival(step)) for finder in self.finders])

    def _enter(self, start: float, crossings: list[list[tuple[float, State]]]) -> tuple[float, State] | None:
        found = [(abs(t - start), i, t, y) for i, each in enumerate(crossings) for t, y in each]
        end: tuple[float, State] | None = None
        self.now = []
        for _, i, t, y in sorted(found, key=lambda crossing: crossing[:2]):
            if end is not None and abs(t - end[0]) > MOMENT * max(abs(t), abs(end[0] - start)):
                break
            t, y = end or (t, y)
            self.found[i].append((t, y))
            self.now.append(i)
            event = self.finders[i].event
            if end is None and (event.then is not None or len(self.found[i]) == event.terminal):
                end, self.now = (t, y), [i]
        self.place_of_last = end or (start, ())
        return end


def _is_list(given: Any) -> bool:
    return isinstance(given, Iterable) and not callable(given) and not isinstance(given, str)


def listed(given: Any) -> list[Crossing]:
    if given is None or given is False:
        return []
    if isinstance(given, Crossing):
        return [given]
    if isinstance(given, dict):
        return [event for value in given.values() for event in listed(value)]
    if _is_list(given):
        return [event for value in given for event in listed(value)]
    return [crossing(given)]


def without(tags: Sequence[int], f: Callable[[Any], Any]) -> Function:
    def finite(x: Any) -> Any:
        if not isinstance(x, Differential):
            return x
        primal = finite(x.primal)
        return primal if x.tag in tags else make(x.tag, primal, {i: finite(dx) for i, dx in x.tangents.items()})

    return Function(lambda state: tree_map(finite, as_tuples(f(state))), name_of(f))


def events_without(tags: Sequence[int], given: Any) -> Any:
    def finite(event: Crossing) -> Crossing:
        then = event.then and without(tags, event.then)
        return Crossing(without(tags, event.function), event.direction, event.terminal, then)

    return arranged(given, map(finite, listed(given))) if tags else given


def arranged(given: Any, found: Iterator[Any]) -> Any:
    if given is None or given is False:
        return ()
    if isinstance(given, dict):
        return {name: arranged(value, found) for name, value in given.items()}
    if _is_list(given):
        return tuple(arranged(value, found) for value in given)
    return next(found)
