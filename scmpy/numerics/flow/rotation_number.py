"""Rotation numbers: the mean advance of an angle, in turns, along an orbit of a map or of a flow.

Means along quasiperiodic motions are taken with weights that vanish smoothly at both ends of the orbit: so they
converge like a high power of its length, or faster, where those without weights converge like its inverse.

Source: Das, Saiki, Sander, Yorke, Nonlinearity 30 (2017) 4111; Laskar, Physica D 67 (1993) 257
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.calculus.differential import new_tag, split
from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, length
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.flow.counted import CountedMotion, of_map, of_motion
from scmpy.numerics.flow.point_maps import PointMap, turned
from scmpy.numerics.flow.tangents import displaced
from scmpy.numerics.ode.motion import Motion, real, state_of, tolerance_of
from scmpy.registry import public
from scmpy.structure.aliases import PlaneMap, Real, State, StateDerivative, StateFunction, Vector
from scmpy.structure.structure import Up, leaves, unflatten

POWER = 8  # of the sine that weights a flow; of its mean, which is 35/128
MEAN = 35 / 128


def weights(count: int) -> Iterator[float]:
    """Weights of sum 1 that vanish at both ends with all their derivatives.

    >>> [round(x, 6) for x in weights(3)]
    [0.172602, 0.654796, 0.172602]
    """
    found = [math.exp(-1 / (u * (1 - u))) for u in ((k + 1) / (count + 1) for k in range(count))]
    total = math.fsum(found)
    return (x / total for x in found)


def lifted(angles: Sequence[float]) -> list[float]:
    """The advances from each angle to the next, known but for whole turns, each the one nearest to their mean.

    >>> [round(x, 6) for x in lifted([0.0, 0.1, 6.2, 0.2])]
    [0.1, -0.183185, 0.283185]
    """
    steps = [b - a for a, b in itertools.pairwise(angles)]
    middle = math.atan2(math.fsum(map(math.sin, steps)), math.fsum(map(math.cos, steps)))
    return [middle + turned(x - middle) for x in steps]


@public("rotation-number")
@of_map("rotation-number", "point", angle=True)
def rotation_number(step: PlaneMap, point: Vector, iterations: int = 10_000) -> float:
    """The mean advance of an angle under a map, in turns from 0 to 1: the first coordinate is the angle.

    Scheme:  (rotation-number map point [iterations])
    Math:    lim (theta_n - theta_0) / (2 pi n)
    Shapes:  map: number or tuple -> shaped alike, or (x y [continue fail]), then the point is up(x, y)
    Units:   turns / iteration; coordinates but the angle may be quantities
    Raises:  DomainError if there are no iterations
    Source:  SICM 4.2; Das, Saiki, Sander, Yorke, Nonlinearity 30 (2017) 4111
    >>> from scmpy import *
    >>> import math
    >>> round(rotation_number(standard_map(0), up(1, 2), 100) * 2 * math.pi, 9)
    2.0
    """
    length(iterations, "rotation-number", things="iterations")
    if not iterations:
        raise DomainError("rotation-number expects some iterations, got 0")
    mapping = PointMap(step, point, "rotation-number")
    advances = lifted([numbers[0] for numbers in mapping.iterated(mapping.start, iterations)])
    mean = math.fsum(w * x for w, x in zip(weights(iterations), advances, strict=True))
    return mean / math.tau % 1.0


@public("mean-frequency")
@of_motion(
    "mean-frequency",
    "state",
    CountedMotion.per_time,
    told={"duration": CountedMotion.time, "angle": CountedMotion.of_state},
)
def mean_frequency(
    derivative: StateDerivative, state: State, angle: StateFunction, duration: Real, tolerance: Real | None = None
) -> float:
    """The mean rate at which an angle advances along a motion; the rotation number of a flow is a quotient of two.

    The angle is a function of states, of which only the derivative is taken: atan(y, x) may jump by turns.

    Scheme:  (mean-frequency (sysder p ...) state angle duration [tolerance])
    Math:    lim (theta(T) - theta(0)) / T
    Shapes:  derivative: state -> shaped like the state;  angle: state -> real
    Units:   radians / time; states and the duration may be quantities
    Raises:  as state-advancer;  DomainError if the duration is zero;  StructureError unless the state is up(t, q, ...)
    Source:  Laskar, Physica D 67 (1993) 257
    >>> from scmpy import *
    >>> f = Hamiltonian_to_state_derivative(H_harmonic(1, 4))
    >>> round(mean_frequency(f, up(0, 1, 0), lambda s: atan(s[1], s[2]), 50), 7)
    2.0
    """
    name = "mean-frequency"
    start, total = state_of(state, name), real(duration, name, "the duration")
    if total == 0:
        raise DomainError(f"{name} expects a duration, got {duration}")
    for f, what in ((derivative, "a state derivative"), (angle, "an angle, a function of states")):
        check_callable(f, name, what)
    first = start[0]

    def rates(weighted: Any) -> Up:
        t, state, _ = weighted
        slope = derivative(state)
        tag = new_tag()
        moved = angle(displaced(state, tag, [leaves(as_tuples(slope))]))
        rate = split(moved, tag)[1].get(0, 0)
        weight = g.expt(g.sin(g.mul(math.pi / total, g.sub(t, first))), POWER)
        return Up((1, slope, g.mul(weight, rate)))

    motion = Motion(rates, name)
    whole = Up((first, start, 0.0))
    solution = motion.solution(whole, tolerance_of(tolerance, name))
    y = solution.advance(first + total)
    motion.check(y)
    return float(unflatten(iter(y), whole)[2] / (MEAN * total))
