"""Lyapunov exponents: the mean rates at which small displacements from a motion grow.

A frame of displacements is moved by the derivative along the motion and made orthonormal again and again; the
logarithms of what that takes off their lengths are summed.

Source: Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9; Shimada, Nagashima, Progress of Theoretical
Physics 61 (1979) 1605
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic.arguments import length
from scmpy.numerics.flow.counted import CountedMotion, of_map, of_motion
from scmpy.numerics.flow.point_maps import PointMap
from scmpy.numerics.flow.variational import TangentFlow
from scmpy.numerics.ode.motion import real, state_of
from scmpy.registry import public
from scmpy.structure.aliases import PlaneMap, Real, State, StateDerivative, Vector
from scmpy.structure.structure import leaves

SETTLING = 0.1  # of the duration, for the frame to turn into the directions that grow most, is not counted
MOST_APART = 1e9  # may the lengths of a frame get, or it is made orthonormal more often
LEAST_APART = 1e3
PIECES = 100  # of a duration, to begin with


class Frame:
    """Orthonormal displacements, and the logarithms of the lengths taken off them."""

    def __init__(self, count: int, size: int) -> None:
        import numpy

        generic = numpy.random.default_rng(1).standard_normal((size, count))  # in no subspace that the motion keeps
        self.columns = numpy.linalg.qr(generic)[0]
        self.sums = numpy.zeros(count)

    @property
    def vectors(self) -> list[list[float]]:
        """The displacements, each a list of numbers."""
        found: list[list[float]] = self.columns.T.tolist()
        return found

    def apart(self, moved: Sequence[Sequence[float]]) -> tuple[Any, Any, float]:
        """Moved displacements made orthonormal, their lengths, and how far these are apart."""
        import numpy

        columns, triangle = numpy.linalg.qr(numpy.array(moved, dtype=float).T)
        lengths = numpy.abs(numpy.diag(triangle))
        least = lengths.min()
        return columns, lengths, float(lengths.max() / least) if least > 0 else float("inf")

    def take(self, columns: Any, lengths: Any, counted: bool) -> None:
        """Continue with these displacements."""
        import numpy

        self.columns = columns
        if counted:
            self.sums += numpy.log(lengths)


def _count(count: Any, size: int, operation: str) -> int:
    if count is None or count is False:
        return size
    length(count, operation, things="exponents")
    if not 1 <= count <= size:
        raise DomainError(f"{operation}: there are {size} exponents, got {count}")
    return int(count)


@public("lyapunov-exponents")
@of_motion("lyapunov-exponents", "state", CountedMotion.per_time, told={"duration": CountedMotion.time})
def lyapunov_exponents(
    derivative: StateDerivative, state: State, duration: Real, count: int | None = None, tolerance: Real | None = None
) -> tuple[float, ...]:
    """The Lyapunov exponents of the motion from a state, the largest first: all, or so many.

    The first tenth of the duration is not counted. The error falls as the inverse of the duration.

    Scheme:  (lyapunov-exponents (sysder p ...) state duration [count tolerance])
    Math:    lim (1/T) log |D phi_T(x) u|, for displacements u
    Shapes:  derivative: state -> shaped like the state;  of n + 1 numbers there are n exponents, the time has none
    Units:   1 / time; the numbers of the state may be quantities
    Raises:  as state-advancer;  DomainError if the duration is not positive;  StructureError unless the state is up(t,
             q, ...)
    Source:  Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9
    1 ]=> (define (saddle state) (up 1 (* 2 (ref state 1)) (- (ref state 1) (* 3 (ref state 2)))))
    1 ]=> (lyapunov-exponents saddle (up 0. 0. 0.) 40.)
    ;Value: (2. -3.)
    >>> from scmpy import *
    >>> def saddle(state):
    ...     return up(1, 2 * state[1], state[1] - 3 * state[2])
    >>> [round(x, 6) for x in lyapunov_exponents(saddle, up(0, 0, 0), 40)]
    [2.0, -3.0]
    """
    name = "lyapunov-exponents"
    place, total = state_of(state, name), real(duration, name, "the duration")
    if total <= 0:
        raise DomainError(f"{name} expects a positive duration, got {duration}")
    size = len(leaves(place))
    flow, frame = TangentFlow(derivative, name), Frame(_count(count, size - 1, name), size - 1)
    begun, t = SETTLING * total, 0.0
    piece = total / PIECES
    while t < total:
        rest = (begun if t < begun else total) - t
        dt = rest if piece > 0.999 * rest else piece
        end, moved = flow(place, [[0.0, *vector] for vector in frame.vectors], dt, tolerance)
        columns, lengths, apart = frame.apart([vector[1:] for vector in moved])
        if apart > MOST_APART and dt > 1e-9 * total:
            piece = dt / 4
            continue
        frame.take(columns, lengths, t >= begun)
        t = begun if t < begun and dt == rest else total if dt == rest else t + dt
        place = end
        piece *= 2 if apart < LEAST_APART and piece < total / 20 else 1
    return tuple(sorted((float(x) / (total - begun) for x in frame.sums), reverse=True))


@public("lyapunov-exponents-of-map")
@of_map("lyapunov-exponents-of-map", "point")
def lyapunov_exponents_of_map(
    step: PlaneMap, point: Vector, iterations: int, count: int | None = None
) -> tuple[float, ...]:
    """The Lyapunov exponents of the orbit of a point under a map, the largest first: all, or so many.

    The first tenth of the iterations is not counted.

    Scheme:  (lyapunov-exponents-of-map map point iterations [count])
    Math:    lim (1/n) log |D T^n(x) u|, for displacements u
    Shapes:  map: number or tuple -> shaped alike, or (x y [continue fail]), then the point is up(x, y)
    Units:   1 / iteration; a point may be of quantities
    Raises:  DomainError unless iterations is positive, or where the derivative of the map is singular
    Source:  Benettin, Galgani, Giorgilli, Strelcyn, Meccanica 15 (1980) 9
    1 ]=> (define (cat p) (up (+ (* 2 (ref p 0)) (ref p 1)) (+ (ref p 0) (ref p 1))))
    1 ]=> (lyapunov-exponents-of-map cat (up 0 0) 100)
    ;Value: (.96242365 -.96242365)
    >>> from scmpy import *
    >>> import math
    >>> golden = lyapunov_exponents_of_map(lambda p: up(2 * p[0] + p[1], p[0] + p[1]), up(0, 0), 100)
    >>> [round(x / math.log((1 + 5**0.5) / 2), 9) for x in golden]
    [2.0, -2.0]
    """
    name = "lyapunov-exponents-of-map"
    length(iterations, name, things="iterations")
    settling = int(SETTLING * iterations)
    if iterations <= settling:
        raise DomainError(f"{name} expects a positive number of iterations, got {iterations}")
    mapping = PointMap(step, point, name)
    numbers, frame = mapping.start, Frame(_count(count, len(mapping.start), name), len(mapping.start))
    for k in range(iterations):
        numbers, rows = mapping.with_derivative(numbers)
        moved = [[sum(a * b for a, b in zip(row, v, strict=True)) for row in rows] for v in frame.vectors]
        columns, lengths, apart = frame.apart(moved)
        if apart == float("inf"):
            raise DomainError(f"{name}: the derivative of the map is singular near {numbers}; an exponent is -infinity")
        frame.take(columns, lengths, k >= settling)
    return tuple(sorted((float(x) / (iterations - settling) for x in frame.sums), reverse=True))
