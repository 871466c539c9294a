"""Trajectories: motions as functions of the time, by integration with dense output.

Source: SICM 1.7; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.functions import Function
from scmpy.numerics.ode.driver import Step
from scmpy.numerics.ode.motion import Motion, real, state_of, tolerance_of
from scmpy.pickling import portable
from scmpy.registry import public
from scmpy.structure.structure import unflatten


class Trajectory(Function):
    """The states of a motion as a function of the time; see :func:`trajectory`."""

    __slots__ = ("_ends", "_motion", "_steps", "times")

    def __init__(self, motion: Motion, first: float, steps: list[Step]) -> None:
        super().__init__(self._at, "trajectory")
        self._motion = motion
        self._steps = steps
        self.times = [first, *(step.end for step in steps)]  # at which the integration stepped
        self._ends = [abs(t - first) for t in self.times[1:]]

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Trajectory, (self._motion, self.times[0], self._steps)))

    def _at(self, t: Any) -> Any:
        if is_array(t):
            import numpy

            rows = numpy.array([self._numbers(float(x)) for x in t.flat]).T
            return unflatten((as_batch(row.reshape(t.shape)) for row in rows), self._motion.place)
        when = real(t, "trajectory", "the time")
        return self._motion.shaped(when, self._numbers(when))

    def _numbers(self, t: float) -> list[float]:
        first, last = self.times[0], self.times[-1]
        if not min(first, last) <= t <= max(first, last):
            raise DomainError(f"the trajectory is known from {first} to {last}, not at {t}")
        return self._steps[bisect_left(self._ends, abs(t - first))].at(t)


@public("trajectory")
def trajectory(
    derivative: Callable[[Any], Any], state: Any, t_final: Any, tolerance: Any = None, method: Any = None
) -> Trajectory:
    """The motion from a state to a final time as a function of the time, by integration with dense output.

    At an array of times it is a state of arrays: what is a function of states, such as the energy, is one of these.
    ``times`` are those at which the integration stepped.

    Scheme:  ((trajectory (sysder p ...) state t-final [tolerance method]) t)
    Shapes:  derivative: state -> shaped like the state;  result: t -> state, for t between the times of both
    Raises:  as state-advancer; DomainError for another time
    Source:  SICM 1.7; Hairer, Norsett, Wanner, Solving Ordinary Differential Equations I, II.6
    >>> import numpy
    >>> from scmpy import *
    >>> L = L_harmonic(1.0, 4.0)
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0, 1, 0), 10)
    >>> [round(x, 9) for x in motion(1)]  # 1, cos 2, -2 sin 2
    [1.0, -0.416146837, -1.818594854]
    >>> times = numpy.linspace(0, 10, 101)
    >>> t, q, v = motion(times)
    >>> bool(numpy.allclose(q, numpy.cos(2 * times), atol=1e-10))
    True
    >>> energies = Lagrangian_to_energy(L)(motion(times))
    >>> bool(numpy.ptp(energies) < 1e-10)
    True
    """
    motion = Motion(derivative, "trajectory")
    start, end = state_of(state, "trajectory"), real(t_final, "trajectory", "the final time")
    solution = motion.solution(start, tolerance_of(tolerance, "trajectory"), method)
    first = solution.time
    steps = list(solution.to(end)) or [Step(first, solution.state, first, solution.state, None)]
    motion.check(solution.state)
    return Trajectory(motion, first, steps)
