"""Motions of differentials: the variational equations, which move the derivatives of a motion along with it.

A state of differentials is moved by moving their parts, the primal numbers and the tangents, as numbers of one larger
motion: its derivative puts the differentials together, calls the state derivative and takes the result apart. So the
derivative of a flow by the state, by the duration and by the parameters, of any order, is found by the method of
integration that is in use, and to its accuracy. A method that keeps what a state is made of, as symplectic ones do,
makes its steps on the differentials themselves: theirs are the exact derivatives of its steps.

Math: x' = f(x, p) and (dx)' = D1 f(x, p) dx + D2 f(x, p) dp
Source: Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, I.14
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import Differential, Perturbed, finite_part, make, new_tag, primal_part, split
from scmpy.errors import DifferentiationError, IntegrationError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import Limit
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.ode.driver import Solution
from scmpy.numerics.ode.methods.step import Method
from scmpy.numerics.ode.methods_by_name import method_named
from scmpy.numerics.ode.motion import Motion, method_step, ode_method, ode_step, real, state_of, time_from, tolerance_of
from scmpy.numerics.ode.numbers_of_states import rates_of, shape_of
from scmpy.structure.measures import has_units
from scmpy.structure.structure import Structure, Up
from scmpy.structure.within import leaves, map_leaves, unflatten

MOST_STEPS = Limit("most-perturbed-steps", 1_000_000, "Steps of an integration of what is no number, by differentials.")
CHECKED = 4**8  # steps after which the code is hardly compared with the derivative any more

#: The derivatives that are being taken: their tags, the highest first, and the directions of each.
Frame = tuple[tuple[int, tuple[int, ...]], ...]


class Wider(BaseException):
    """The derivative has directions that the state lacks: it was made with parameters that are differentials.

    It is not an error but the end of an attempt: no handler of the derivative's is meant to see it.
    """

    def __init__(self, *values: Any) -> None:
        super().__init__()
        self.values = values


def watched(derivative: Any) -> Function:
    """The derivative of states of numbers, which ends with Wider where it has differentials in it all the same."""

    def rates(state: Any) -> Any:
        value = derivative(state)
        found = [x for x in leaves(as_tuples(value)) if isinstance(x, Perturbed)]
        if found:
            raise Wider(*found)
        return value

    return Function(rates, name_of(derivative))


def is_perturbed(*values: Any) -> bool:
    """Is a leaf of one of these values a differential?"""
    return any(isinstance(x, Perturbed) for value in values for x in leaves(as_tuples(value)))


def frame_of(values: Iterable[Any]) -> Frame:
    """The smallest frame that has all directions of these values.

    >>> frame_of([Differential(2, Differential(1, 5.0, {0: 1.0}), {0: 1.0, 1: 1.0}), 3])
    ((2, (0, 1)), (1, (0,)))
    """
    found: dict[int, set[int]] = {}
    pending = list(values)
    while pending:
        x = pending.pop()
        if isinstance(x, Differential):
            found.setdefault(x.tag, set()).update(x.tangents)
            pending += [x.primal, *x.tangents.values()]
        elif isinstance(x, Perturbed):
            raise DifferentiationError("a motion is differentiated forwards, to low orders: direction by direction")
    return tuple((tag, tuple(sorted(found[tag]))) for tag in sorted(found, reverse=True))


def parts(x: Any, frame: Frame) -> Iterator[Any]:
    """The primal number and the tangents of a scalar in every direction of a frame.

    >>> list(parts(Differential(2, 5.0, {1: 7.0}), ((2, (0, 1)),)))
    [5.0, 0, 7.0]
    """
    if not frame:
        if isinstance(x, Perturbed):
            raise Wider(x)
        yield x
        return
    (tag, directions), *rest = frame
    primal, tangents = split(x, tag)
    if not tangents.keys() <= set(directions):
        raise Wider(x)
    for part in (primal, *(tangents.get(i, 0) for i in directions)):
        yield from parts(part, tuple(rest))


def joined(numbers: Iterator[Any], frame: Frame) -> Any:
    """The scalar with these parts.

    >>> joined(iter([5.0, 0, 7.0]), ((2, (0, 1)),))
    <differential 2: 5.0 {1: 7.0}>
    """
    if not frame:
        return next(numbers)
    (tag, directions), *rest = frame
    primal = joined(numbers, tuple(rest))
    return make(tag, primal, {i: joined(numbers, tuple(rest)) for i in directions})


class LargerMotion:
    """The motion of the parts of states of differentials, for states shaped alike and one frame.

    Where the duration is a differential it is taken into the derivative, and the time runs from 0 to 1.
    """

    def __init__(self, motion: Motion, place: Structure, frame: Frame, duration: Any = None) -> None:
        self.small = motion
        self.place = place
        self.frame = frame
        self.duration = duration
        self.last: tuple[Any, Solution] | None = None
        rates = Function(self.rates, f"{name_of(motion.derivative)} with variations")
        self.motion = Motion(rates, motion.operation, scaled=has_units(place))

    def rates(self, numbers: Structure) -> Structure:
        """The derivative of all parts, after the time."""
        state = shaped(iter(numbers.components[1:]), self.place, self.frame)
        rates = rates_of(self.small.derivative(state), self.place, self.small.operation)
        if self.duration is not None:
            rates = g.mul(self.duration, rates)
        return Up((1, *flat(rates, self.frame)))

    def advance(self, numbers: Sequence[Any], first: float, last: float, tolerance: float) -> list[float]:
        """The parts at the last time; it goes on from where it was last, as to the lengths of steps and to checks."""
        state = state_of(Up((first, *numbers)), self.small.operation)
        how = str(ode_method.value), ode_step.value, tolerance
        if self.last is not None and self.last[0] == how:
            last_one = self.last[1]
            y, scale = leaves(state), self.motion.scale(leaves(state), last)
            solution = Solution(None, first, y, tolerance, last_one.method, ways=self.motion, scale=scale)
            solution.length, solution.count = last_one.length, min(last_one.count, CHECKED)
        else:
            solution = self.motion.solution(state, tolerance, step=self._step(how[0]), until=last)
        y = solution.advance(last)
        self.motion.check(y)
        self.last = (how, solution) if type(solution) is Solution else None
        return y[1:]

    def _step(self, method: str) -> float | None:
        """The length of steps where it is one: of the time that runs from 0 to 1, if it does."""
        if method_named(method, self.small.operation).powers or ode_step.value is None or self.duration is None:
            return None
        return float(ode_step.value / (abs(finite_part(self.duration)) or 1.0))


def flat(value: Any, frame: Frame) -> list[Any]:
    """The parts of all leaves."""
    return [part for x in leaves(value) for part in parts(x, frame)]


def shaped(numbers: Iterator[Any], place: Any, frame: Frame) -> Any:
    """The structure whose leaves have these parts."""
    return map_leaves(lambda _: joined(numbers, frame), place)


class PerturbedMotion:
    """Moves states where the state, the duration or what the derivative is made of are differentials.

    The code for one shape of the differentials is kept, with tags of its own. A derivative that has differentials in it
    is of the one call.
    """

    def __init__(self, derivative: Any, operation: str) -> None:
        self.motion = Motion(derivative, operation)
        self.kept: dict[Any, LargerMotion] = {}

    def advance(self, state: Any, dt: Any, tolerance: Any = None, others: Iterable[Any] = ()) -> Any:
        """The state of differentials after a time; others are values that have directions of the derivative's."""
        state = as_tuples(state)
        seen = [*leaves(state), dt, *others]
        while True:
            frame = frame_of(seen)
            try:
                return self._advance(state, dt, frame, tolerance)
            except Wider as found:
                seen += found.values

    def _advance(self, state: Structure, dt: Any, frame: Frame, tolerance: Any) -> Any:
        operation = self.motion.operation
        method = method_named(ode_method.value, operation)
        if method.layout is not None:
            return self._by_steps(method, state, dt, [tag for tag, _ in frame])
        allowed, numbers = tolerance_of(tolerance, operation), flat(state, frame)
        try:
            if isinstance(dt, Perturbed):
                end = LargerMotion(self.motion, state, frame, dt).advance(numbers, 0.0, 1.0, allowed)
            else:
                first = real(finite_part(leaves(state)[0]), operation, "the time")
                last = first + time_from(dt, state, operation, "the time step")
                try:
                    end = self._own(state, frame).advance(numbers, first, last, allowed)
                except Wider:
                    end = LargerMotion(self.motion, state, frame).advance(numbers, first, last, allowed)
        except IntegrationError as error:
            if error.state is not None:
                error.state = [finite_part(x) for x in leaves(shaped(iter(error.state[1:]), state, frame))]
            raise
        return shaped(iter(end), state, frame)

    def _by_steps(self, method: Method, state: Structure, dt: Any, tags: Sequence[int]) -> Any:
        """The state after steps of a method that keeps what the state is made of: on the differentials themselves."""
        from scmpy.numerics.ode.stepping import PlainStep

        operation = self.motion.operation
        length = method_step(ode_step.value, method, operation)
        count = math.ceil(abs(finite_part(dt)) / length * (1 - 1e-12)) or int(isinstance(dt, Perturbed))
        layout = method.layout(state, operation)  # type: ignore[misc]

        def slope(t: Any, y: Sequence[Any]) -> list[Any]:
            return leaves(as_tuples(self.motion.derivative(unflatten(iter(y), state))))

        step = PlainStep(method.fitted(layout), slope, lambda image, guess: _solved(image, guess, tags))
        y = leaves(state)
        for _ in range(MOST_STEPS.check(count, operation)):
            y = step(y, g.div(dt, count))[: len(y)]
        return unflatten(iter(y), state)

    def _own(self, state: Structure, frame: Frame) -> LargerMotion:
        """The larger motion for a frame like this one, of tags that no one else has."""
        key = shape_of(state), tuple(directions for _, directions in frame)
        if key not in self.kept:
            tags = sorted((new_tag() for _ in frame), reverse=True)
            own = tuple((tag, directions) for tag, (_, directions) in zip(tags, frame, strict=True))
            self.kept[key] = LargerMotion(self.motion, state, own)
        return self.kept[key]


def _solved(image: Any, guess: Sequence[Any], tags: Sequence[int]) -> list[Any]:
    """The differentials z for which z = image(z): the numbers, then one order of the infinitesimals after the other."""
    import numpy

    from scmpy.numerics.ode.stepping import solved

    def without(x: Any) -> Any:
        for tag in tags:
            x = primal_part(x, tag)
        return x

    def finite(z: Sequence[Any]) -> list[Any]:
        return [without(x) for x in image(z)]

    z: list[Any] = list(solved(finite, [without(x) for x in guess]))
    columns = D(lambda z: Up(finite(list(z))))(Up(z))
    inverse = numpy.linalg.inv(numpy.eye(len(z)) - numpy.array([list(x) for x in columns], dtype=float).T).tolist()
    for _ in tags:
        wrong = [g.sub(x, y) for x, y in zip(z, image(z), strict=True)]
        z = [g.sub(x, sum(map(g.mul, row, wrong), 0)) for x, row in zip(z, inverse, strict=True)]
    return z
