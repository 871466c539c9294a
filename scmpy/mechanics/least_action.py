"""Paths of least action: the polynomial path through some places between two ends, whose action is least.

The path depends linearly on the places, so the action has exact derivatives by them: those of the Lagrangian by
positions and velocities, summed along the path. Newton's method so finds the minimum in a few steps. The integral is a
sum over Gauss's points, more and more of them until the path changes no more.

Source: SICM 1.4
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError, LimitError, teller
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite, coordinates_of, measure_of
from scmpy.generic.functions import Function
from scmpy.generic.redefinition import redefined
from scmpy.mechanics.action import linear_interpolants, make_path
from scmpy.mechanics.pairing import function_of_tuples, is_in_tuples, vector_from_tuples, vector_in_tuples
from scmpy.numerics.compile.compiled_function import compile_function
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.minima.variable_metric import multidimensional_minimize
from scmpy.numerics.ode.motion import real
from scmpy.numerics.roots.newton import minimum
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Lagrangian, Scalar
from scmpy.structure.measures import OfMeasures, common_units, has_units, in_units, measures, with_units_of
from scmpy.structure.structure import Structure, Up, leaves, unflatten

POINTS = 10  # of Gauss in each part of the time
PARTS = (2, 4, 8, 16, 32, 64, 128)
SETTLED = 1e-10  # is a path that more points change by no more


@public("find-path")
def find_path(L: Lagrangian, t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates, n: int) -> Function:
    """The polynomial path between two ends through n places between them whose action is least.

    A program of Scheme that defines parametric-path-action itself, to draw the paths that are tried, has its own
    minimized (by multidimensional-minimize).

    The ends may be quantities, the Lagrangian one of these: the path is then.

    Scheme:  (find-path L t0 q0 t1 q1 n)
    Shapes:  q0, q1: real or up tuples;  result: t -> shaped like q0
    Raises:  LimitError, such as ConvergenceError, if no path of least action is found
    Source:  SICM 1.4
    >>> def falling(state):
    ...     return state[2] ** 2 / 2 - 2 * state[1]
    >>> round(find_path(falling, 0, 0, 2, 0, 1)(0.5), 9)
    0.75
    """
    start = linear_interpolants(q0, q1, n)
    action = redefined("parametric-path-action")
    if action is not None and start:
        return make_path(t0, q0, t1, q1, multidimensional_minimize(action(L, t0, q0, t1, q1), start))
    between = list(start)
    if start and not is_in_tuples(q0):
        flat = find_path(_of_tuples(L, q0), t0, vector_in_tuples(q0), t1, vector_in_tuples(q1), n)
        return Function(lambda t: vector_from_tuples(flat(t), q0), "path")
    if start and has_units(t0, t1, q0, q1):
        between = _between_quantities(L, t0, q0, t1, q1, n)
    elif start:
        between = _lowest(PolynomialAction(L, t0, q0, t1, q1, n), start)
    return make_path(t0, q0, t1, q1, between)


def _of_tuples(L: Lagrangian, q: Any) -> Any:
    """A Lagrangian of coordinates like these as one of tuples of their components."""
    return function_of_tuples(L, lambda local: Up((local[0], *(vector_from_tuples(x, q) for x in local[1:]))))


def _between_quantities(L: Lagrangian, t0: Any, q0: Any, t1: Any, q1: Any, n: int) -> list[Any]:
    """The places of a path of quantities, each coordinate measured by the largest one of its dimension at the ends."""
    (time,), units = common_units("find-path", t0, t1), common_units("find-path", q0, q1)
    ends = [*coordinates_of(q0), *coordinates_of(q1)]
    lengths = [max(abs(measure_of(x)) for x, u in zip(ends, units * 2, strict=True) if u == unit) for unit in units]
    units = [g.mul(length or 1, unit) for length, unit in zip(lengths, units, strict=True)]
    rates = [
        g.div(unit, time) if isinstance(unit, Composite) or isinstance(time, Composite) else unit for unit in units
    ]
    plain = OfMeasures("find-path", L, [time, *units, *rates])
    first, last = (in_units(units, q) for q in (q0, q1))
    action = PolynomialAction(plain, measures(t0), first, measures(t1), last, n)
    return [with_units_of(units, place) for place in _lowest(action, linear_interpolants(first, last, n))]


def _lowest(action: PolynomialAction, start: Sequence[Any]) -> list[Any]:
    numbers = [real(x, "find-path", "a place") for place in start for x in leaves(as_tuples(place))]
    for parts in PARTS:
        before = numbers
        numbers = minimum(action.over(parts), numbers, "find-path")
        change = max(abs(x - y) for x, y in zip(numbers, before, strict=True))
        if change <= SETTLED * max(1.0, *map(abs, numbers)):
            return action.places(numbers)
    raise LimitError(f"find-path: the action is not found to {SETTLED} by {parts * POINTS} points of the path")


class PolynomialAction:
    """The action of the polynomial path through places, as a function of the list of their numbers."""

    def __init__(self, L: Lagrangian, t0: Scalar, q0: Any, t1: Scalar, q1: Any, n: int) -> None:
        self.shape = as_tuples(q0)
        self.ends = [[real(x, "find-path", "a coordinate") for x in leaves(as_tuples(q))] for q in (q0, q1)]
        self.first, self.last = (real(t, "find-path", "a time") for t in (t0, t1))
        if self.first == self.last:
            raise DomainError(f"find-path expects two different times, got {t0} and {t1}")
        self.times = [self.first + (self.last - self.first) * k / (n + 1) for k in range(n + 2)]
        size = len(self.ends[0])
        rise = [(b - a) / (self.last - self.first) for a, b in zip(*self.ends, strict=True)]
        self.expansion = _expansion(L, self._state(self.first, self.ends[0], rise))
        self.size = size

    def _state(self, t: float, q: Sequence[float], v: Sequence[float]) -> Up:
        return Up((t, *(self._shaped(x) for x in (q, v))))

    def _shaped(self, numbers: Sequence[float]) -> Any:
        return unflatten(iter(numbers), self.shape) if isinstance(self.shape, Structure) else numbers[0]

    def places(self, numbers: Sequence[float]) -> list[Any]:
        """The places with these numbers."""
        return [self._shaped(numbers[k : k + self.size]) for k in range(0, len(numbers), self.size)]

    def over(self, parts: int) -> Callable[[list[float]], tuple[float, Any, Any]]:
        """The action, its gradient and its second derivative, summed over Gauss's points in so many parts."""
        import numpy

        nodes, weights = numpy.polynomial.legendre.leggauss(POINTS)
        edges = numpy.linspace(self.first, self.last, parts + 1)
        half = numpy.diff(edges) / 2
        times = (edges[:-1, None] + half[:, None] * (1 + nodes)).ravel()
        measure = (half[:, None] * weights).ravel()
        values, slopes = _lagrange_basis(numpy.array(self.times), times)
        outer = numpy.array(self.ends)

        def expanded(numbers: list[float]) -> tuple[float, Any, Any]:
            places = numpy.vstack([outer[0], numpy.array(numbers).reshape(-1, self.size), outer[1]])
            total, free = 0.0, len(places) - 2
            gradient = numpy.zeros((free, self.size))
            hessian = numpy.zeros((free, self.size, free, self.size))
            for t, weight, value, slope in zip(times, measure, values, slopes, strict=True):
                found = self.expansion(self._state(float(t), (value @ places).tolist(), (slope @ places).tolist()))
                first, second = (numpy.array(x, dtype=float) for x in found[1:])
                weights_of = numpy.stack([value[1:-1], slope[1:-1]])  # of the places in positions and velocities
                total += weight * found[0]
                gradient += weight * numpy.einsum("ak,ai->ki", weights_of, first.reshape(2, self.size))
                second = second.reshape(2, self.size, 2, self.size)
                hessian += weight * numpy.einsum("ak,aibj,bl->kilj", weights_of, second, weights_of)
            count = free * self.size
            if not math.isfinite(total):
                raise ArithmeticError("the action is not finite")
            return total, gradient.ravel(), hessian.reshape(count, count)

        return expanded


def _lagrange_basis(places: Any, times: Any) -> tuple[Any, Any]:
    """The values, and the slopes, at times of the polynomials that are 1 at one place and 0 at the others."""
    import numpy

    count = len(places)
    values, slopes = numpy.ones((len(times), count)), numpy.zeros((len(times), count))
    for k in range(count):
        for j in range(count):
            if j != k:
                factor = (times - places[j]) / (places[k] - places[j])
                slopes[:, k] = slopes[:, k] * factor + values[:, k] / (places[k] - places[j])
                values[:, k] *= factor
    return values, slopes


def _expansion(L: Lagrangian, state: Up) -> Callable[[Up], tuple[float, list[float], list[float]]]:
    """The Lagrangian with its first and second derivatives by positions and velocities; compiled, if it can be."""

    def derivatives(place: Any) -> Up:
        def of_motion(moving: Any) -> Any:
            return L(Up((place[0], *moving)))

        moving = Up(place.components[1:])
        return Up((L(place), Up(leaves(D(of_motion)(moving))), Up(leaves(D(D(of_motion))(moving)))))

    token = teller.set(lambda message: None)  # what is not compiled only takes longer
    try:
        found = compile_function(derivatives, state)
    finally:
        teller.reset(token)

    def numbers(place: Up) -> tuple[float, list[float], list[float]]:
        value, *parts = found(place)
        first, second = ([real(x, "find-path", "a derivative of the Lagrangian") for x in part] for part in parts)
        return real(value, "find-path", "the Lagrangian"), first, second

    return numbers
