"""Boundary values by shooting: the motion that satisfies conditions at two times, by Newton's method.

The conditions at the last state depend on the first one by the flow, whose derivative the variational equations give.
Over a long time that derivative grows beyond use: with several shots the time is divided, every part starts from a
state of its own, and the ends have to meet (multiple shooting).

Source: Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.differential import new_tag, split
from scmpy.errors import DomainError, ScmpyError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, length
from scmpy.generic.arrays import is_array
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.flow.counted import CountedMotion, of_motion
from scmpy.numerics.flow.tangents import displaced, tangents_of, units
from scmpy.numerics.flow.variational import TangentFlow
from scmpy.numerics.ode.motion import real, state_of
from scmpy.numerics.ode.numbers_of_states import shape_of
from scmpy.numerics.ode.trajectory import Trajectory, trajectory
from scmpy.numerics.roots.newton import REGULAR, newton
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Real, State, StateDerivative
from scmpy.structure.structure import Structure, Up, leaves, unflatten

Rows = list[list[float]]


@public("shooting")
def shooting(
    derivative: StateDerivative,
    guess: State,
    t_final: Real,
    conditions: Callable[[Any, Any], Any],
    shots: int = 1,
    tolerance: Real | None = None,
) -> Trajectory:
    """The motion between two times whose first and last states satisfy conditions, from a guess of the first one.

    The conditions are a function of both states, whose values are to be zero: as many as a state has numbers besides
    the time. More shots keep longer motions, and unstable ones, near the guess.

    Scheme:  (shooting (sysder p ...) guess t-final conditions [shots tolerance])
    Shapes:  derivative: state -> shaped like the state;  conditions: (first, last) -> number or tuple;
             result: as of trajectory
    Units:   states, the time and what the conditions give may be quantities
    Raises:  ConvergenceError, with the best numbers, if there is no such motion near;  StructureError if the conditions
             are too many or too few;  DomainError unless there are shots, and two different times
    Source:  Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3
    1 ]=> (define (bratu state) (up 1 (ref state 2) (- (exp (ref state 1)))))
    1 ]=> (coordinate ((shooting bratu (up 0. 0. 0.) 1. (lambda (first last) (up (ref first 1) (ref last 1)))) .5))
    ;Value: .140539214
    >>> from scmpy import *
    >>> def bratu(state):
    ...     return up(1, state[2], -exp(state[1]))
    >>> motion = shooting(bratu, up(0, 0, 0), 1, lambda first, last: up(first[1], last[1]))
    >>> [round(x, 9) + 0 for x in motion(0.5)]  # theta = sqrt(2) cosh(theta / 4), x(1/2) = 2 log(cosh(theta / 4))
    [0.5, 0.140539214, 0.0]
    """
    name = "shooting"
    for f, what in ((derivative, "a state derivative"), (conditions, "conditions, a function of two states")):
        check_callable(f, name, what)
    states = _first_states(derivative, guess, t_final, conditions, shots, tolerance)
    times = [*(state[0] for state in states[1:]), t_final]
    pieces = [trajectory(derivative, x, t, tolerance) for x, t in zip(states, times, strict=True)]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = whole._followed_by(piece)
    return whole


@of_motion(
    "shooting",
    "guess",
    lambda counted, states: list(map(counted.place, states)),
    told={"t_final": CountedMotion.time, "conditions": CountedMotion.of_conditions},
)
def _first_states(
    derivative: Callable[[Any], Any], guess: Any, t_final: Any, conditions: Any, shots: int, tolerance: Any
) -> list[Any]:
    """The states with which the shots begin."""
    name = "shooting"
    start, end = state_of(guess, name), real(t_final, name, "the final time")
    length(shots, name, things="shots")
    if not shots or end == start[0]:
        raise DomainError(f"{name} expects a positive number of shots, and two times, got {shots} and {t_final}")
    problem = _Problem(derivative, start, end, conditions, shots, tolerance)
    return problem.shaped(newton(problem.system, problem.guess(), name, 1e-11, REGULAR))


class _Problem:
    """The equations for the first states of all shots, without their times."""

    def __init__(
        self,
        derivative: Callable[[Any], Any],
        start: Structure,
        end: float,
        conditions: Callable[[Any, Any], Any],
        shots: int,
        tolerance: Any,
    ) -> None:
        self.flow = TangentFlow(derivative, "shooting")
        self.start, self.conditions, self.tolerance = start, conditions, tolerance
        first = start[0]
        self.times = [first + (end - first) * k / shots for k in range(shots)] + [end]
        self.size = len(leaves(start)) - 1

    def shaped(self, numbers: Sequence[float]) -> list[Any]:
        """The first states of the shots."""
        parts = [numbers[k : k + self.size] for k in range(0, len(numbers), self.size)]
        return [unflatten(iter([t, *part]), self.start) for t, part in zip(self.times, parts, strict=False)]

    def guess(self) -> list[float]:
        """The states on the way of the guess; where that ends too early, its last one again."""
        state, found = self.start, []
        for t, later in zip(self.times, self.times[1:], strict=False):
            found += leaves(state)[1:]
            if later != self.times[-1]:
                try:
                    state, _ = self.flow(state, units(self.size, self.size + 1), later - t, self.tolerance)
                except ScmpyError:
                    state = unflatten(iter([later, *leaves(state)[1:]]), self.start)
        return found

    def system(self, numbers: list[float]) -> tuple[list[float], Rows]:
        """What is left of the conditions and of the gaps between the shots, and the derivative of that."""
        states = self.shaped(numbers)
        ends, slopes = [], []
        for state, t, later in zip(states, self.times, self.times[1:], strict=False):
            end, columns = self.flow(state, units(self.size, self.size + 1), later - t, self.tolerance)
            ends.append(end)
            slopes.append([column[1:] for column in columns])
        residual, by_first, by_last = self._conditions(states[0], ends[-1], slopes[-1])
        rows = [[0.0] * len(numbers) for _ in range(len(numbers))]
        for i in range(self.size):
            rows[i][: self.size] = by_first[i]
            for j in range(self.size):
                rows[i][len(numbers) - self.size + j] += by_last[i][j]
        for k, (end, later) in enumerate(zip(ends, states[1:], strict=False)):
            for i, (x, y) in enumerate(zip(leaves(end)[1:], leaves(later)[1:], strict=True)):
                row = rows[self.size * (k + 1) + i]
                row[self.size * k : self.size * (k + 1)] = [column[i] for column in slopes[k]]
                row[self.size * (k + 1) + i] = -1.0
                residual.append(x - y)
        return residual, rows

    def _conditions(self, first: Any, last: Any, columns: Rows) -> tuple[list[float], Rows, Rows]:
        """The values of the conditions, and the rows of their derivatives by the numbers of both ends of the motion."""
        tag, count = new_tag(), self.size
        still = [[0.0] * (count + 1)] * count
        own = [*units(count, count + 1), *still]
        moved = [*still, *([0.0, *column] for column in columns)]
        values = self.conditions(displaced(first, tag, own), displaced(last, tag, moved))
        found = leaves(as_tuples(list(values) if isinstance(values, tuple) or is_array(values) else values))
        if len(found) != count:
            raise StructureError(
                f"shooting expects {count} conditions, as many as the state has numbers, got {len(found)}"
            )
        values = [real(g.inexact(split(x, tag)[0]), "shooting", "a condition") for x in found]
        slopes = tangents_of(Up(found), tag, 2 * count)
        rows = [list(map(float, row)) for row in zip(*slopes, strict=True)]
        return values, [row[:count] for row in rows], [row[count:] for row in rows]


@public("motion-between")
def motion_between(
    derivative: StateDerivative,
    guess: State,
    t_final: Real,
    q_final: Coordinates,
    shots: int = 1,
    tolerance: Real | None = None,
) -> Trajectory:
    """The motion from the coordinates of a state to others at a final time, from a guess of its velocities or momenta.

    Scheme:  (motion-between (sysder p ...) (up t q v-guess) t-final q-final [shots tolerance])
    Shapes:  derivative: up(t, q, v) -> shaped alike;  q_final: shaped like q;  result: as of trajectory
    Units:   states, times and coordinates may be quantities; the tolerance is as of trajectory
    Raises:  ConvergenceError if there is no such motion near; StructureError if the coordinates are shaped otherwise
    Source:  Stoer, Bulirsch, Introduction to Numerical Analysis, 7.3; SICM 1.4
    1 ]=> (define (thrown state) (up 1 (ref state 2) (up 0 -10)))
    1 ]=> (coordinate ((motion-between thrown (up 0 (up 0 0) (up 1 1)) 2 (up 6 0)) 1))
    ;Value: (up 3. 5.)
    >>> from scmpy import *
    >>> def thrown(state):
    ...     return up(1, state[2], up(0, -10))
    >>> motion = motion_between(thrown, up(0, up(0, 0), up(1, 1)), 2, up(6, 0))
    >>> [round(x, 9) for x in motion(0)[2]]
    [3.0, 10.0]
    """
    start, goal = state_of(guess, "motion-between"), as_tuples(q_final)
    if len(start) != 3 or shape_of(goal) != shape_of(start[1]):
        raise StructureError(
            f"motion-between expects a state up(t, q, v) and final coordinates shaped like q, got {describe(start)} "
            f"and {describe(q_final)}"
        )

    def conditions(first: Any, last: Any) -> Up:
        return Up((g.sub(first[1], start[1]), g.sub(last[1], goal)))

    return shooting(derivative, start, t_final, conditions, shots, tolerance)
