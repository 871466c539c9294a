"""The action of paths, and paths of least action."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError, LimitError, WrongTypeError, describe, teller
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, compose, redefined
from scmpy.generic.settings import MOST_COMPONENTS, items, length, temporarily
from scmpy.generic.types import Scalar, ScalarValue, TreeNode, Values, is_scalar, measure_of, tree_leaves
from scmpy.mechanics.lagrangian import check_lagrangian
from scmpy.mechanics.state import (
    Gamma,
    function_of_tuples,
    is_in_tuples,
    make_eta,
    number_of,
    vector_from_tuples,
    vector_in_tuples,
)
from scmpy.numerics.certified import gauss_rule
from scmpy.numerics.compile.codegen import as_tuples
from scmpy.numerics.compile.compiled_function import CompiledFunction, compile_function
from scmpy.numerics.linear import minimum
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.optimize import GAUSS, PROBE, found_by_sums, multidimensional_minimize
from scmpy.numerics.quadrature import countdown, definite_integral, integrals_left
from scmpy.numerics.roots import Lagrange_interpolation_function
from scmpy.registry import numpy, public
from scmpy.structure.tuples import (
    MagnitudeFunction,
    Structure,
    Up,
    attach_units,
    common_units,
    has_units,
    in_units,
    leaves,
    magnitudes,
    unflatten,
)
from scmpy.structure.types import Coordinates, Lagrangian, Path, StateFunction
from scmpy.symbolic.expression import Expression

# --- action ----------------------------------------------------------------------------------------------------------
# The action of a path by numerical quadrature, and the polynomial paths among which a least one is looked for.


@public("make-path")
def make_path(t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates, between: Values) -> Function:
    """The polynomial path between two ends through evenly spaced intermediate positions.

    Scheme:  (make-path t0 q0 t1 q1 qs)
    Shapes:  qs: a list of n positions, at equal steps of time;  result: t -> coordinates, of degree n + 1
    Source:  SICM 1.4
    >>> make_path(0, 0, 2, 4, [1])(3)
    9
    """
    middle = list(items(between))
    n = len(middle) + 1
    step = g.div(g.sub(t1, t0), n)
    times = [t0, *(g.add(t0, g.mul(k, step)) for k in range(1, n)), t1]
    return Lagrange_interpolation_function([q0, *middle, q1], times)


@public("linear-interpolants")
def linear_interpolants(x0: Coordinates, x1: Coordinates, n: int) -> tuple[Any, ...]:
    """The n values that divide the way from one to another into equal steps, without the ends.

    Shapes:  x0, x1: scalars, or up(k);  result: a list of n, shaped like them
    Source:  SICM 1.4
    >>> linear_interpolants(0, 4, 3)
    (1, 2, 3)
    """
    length(n, "linear-interpolants", MOST_COMPONENTS, "values", each=10)
    step = g.div(g.sub(x1, x0), n + 1)
    return tuple(g.add(x0, g.mul(k, step)) for k in range(1, n + 1))


@public("varied-free-particle-action")
def varied_free_particle_action(mass: Scalar, q: Path, nu: Path, t1: Scalar, t2: Scalar) -> Function:
    """The action of a free particle on the path q + eps eta, with eta = (t - t1) (t - t2) nu.

    Scheme:  ((varied-free-particle-action m q nu t1 t2) eps)
    Shapes:  q, nu: t -> scalar or up(n);  result: eps -> scalar
    Source:  SICM 1.4
    >>> round(varied_free_particle_action(1, lambda t: t, lambda t: 1, 0.0, 1.0)(0.0), 9)
    0.5
    """
    eta = make_eta(nu, t1, t2)

    def free(state: Any) -> Any:
        return g.div(g.mul(mass, g.square(state[2])), 2)

    return Function(
        lambda epsilon: Lagrangian_action(free, g.add(q, g.mul(epsilon, eta)), t1, t2), "varied-free-particle-action"
    )


@public("parametric-path-action")
def parametric_path_action(L: Lagrangian, t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates) -> Function:
    """The action of the polynomial path through given places, as a function of these.

    Scheme:  ((parametric-path-action L t0 q0 t1 q1) qs)
    Shapes:  L: up(t, q, v) -> real;  qs: a list of positions;  result: real
    Source:  SICM 1.4
    >>> round(parametric_path_action(L_free_particle(1), 0, 0, 2, 4)([2]), 9)
    4.0
    """
    return Function(
        lambda between: Lagrangian_action(L, make_path(t0, q0, t1, q1, between), t0, t1), "parametric-path-action"
    )


@public("Lagrangian-action")
def Lagrangian_action(L: Lagrangian, q: Path, t1: Scalar, t2: Scalar) -> ScalarValue:
    """The action of a path between two moments, by numerical quadrature.

    Math:    S[q](t1, t2) = integral of L o Gamma[q]
    Shapes:  q: t -> up(n);  result: scalar
    Units:   those of L times a time
    Raises:  WrongTypeError unless the times are numbers;  StructureError unless the value of L is a scalar
    Source:  SICM 1.4
    >>> round(Lagrangian_action(lambda s: s[2] ** 2, lambda t: 3 * t, 0.0, 2.0), 9)
    18.0
    """
    for moment in (t1, t2):
        if isinstance(moment, Expression):
            raise WrongTypeError(f"Lagrangian-action expects numerical times, got {describe(moment)}")
    along = compose(lambda state: number_of(L(state), "Lagrangian-action", "a Lagrangian"), Gamma(q))
    return definite_integral(along, t1, t2)


# --- least action ----------------------------------------------------------------------------------------------------
# Paths of least action: the polynomial path through some places between two ends, whose action is least.
#
# The path depends linearly on the places, so the action has exact derivatives by them: those of the Lagrangian by
# positions and velocities, summed along the path. Newton's method so finds the minimum in a few steps. The integral is
# a sum over Gauss's points, more and more of them until the path changes no more.
#
# Source: SICM 1.4

POINTS = 10  # of Gauss in each part of the time
PARTS = [*((parts, False) for parts in (2, 4, 8, 16, 32, 64, 128)), *((parts, True) for parts in (32, 64, 128))]
LOOKS = (0.07, 0.31, 0.5, 0.77, 0.96)  # parts of the time at which sums are compared with integrals
SETTLED = 1e-10  # is a path that more points change by no more


@public("find-path")
def find_path(L: StateFunction, t0: Scalar, q0: Coordinates, t1: Scalar, q1: Coordinates, n: int) -> Function:
    """The polynomial path between two ends through n places between them whose action is least.

    A program of Scheme that defines parametric-path-action itself, to draw the paths that are tried, has its own
    minimized (by multidimensional-minimize).

    The ends may be quantities, the Lagrangian one of these: the path is then.

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
    check_lagrangian(L, "find-path")
    between = list(start)
    if start and not is_in_tuples(q0):
        flat = find_path(_of_tuples(L, q0), t0, vector_in_tuples(q0), t1, vector_in_tuples(q1), n)
        return Function(lambda t: vector_from_tuples(flat(t), q0), "path")
    if start and has_units(t0, t1, q0, q1):
        between = _between_quantities(L, t0, q0, t1, q1, n)
    elif start:
        between = _lowest(lambda: PolynomialAction(L, t0, q0, t1, q1, n), start)
    return make_path(t0, q0, t1, q1, between)


def _of_tuples(L: Lagrangian, q: Any) -> Any:
    return function_of_tuples(L, lambda local: Up((local[0], *(vector_from_tuples(x, q) for x in local[1:]))))


def _between_quantities(L: Lagrangian, t0: Any, q0: Any, t1: Any, q1: Any, n: int) -> list[Any]:
    """The places of a path of quantities, each coordinate measured by the largest one of its dimension at the ends."""
    (time,), units = common_units("find-path", t0, t1), common_units("find-path", q0, q1)
    ends = [*tree_leaves(q0, is_scalar), *tree_leaves(q1, is_scalar)]
    lengths = [max(abs(measure_of(x)) for x, u in zip(ends, units * 2, strict=True) if u == unit) for unit in units]
    units = [g.mul(length or 1, unit) for length, unit in zip(lengths, units, strict=True)]
    rates = [g.div(unit, time) if isinstance(unit, TreeNode) or isinstance(time, TreeNode) else unit for unit in units]
    plain = MagnitudeFunction("find-path", L, [time, *units, *rates])
    first, last = (in_units(units, q) for q in (q0, q1))
    found = _lowest(
        lambda: PolynomialAction(plain, magnitudes(t0), first, magnitudes(t1), last, n),
        linear_interpolants(first, last, n),
    )
    return [attach_units(units, place) for place in found]


def _lowest(action: Callable[[], PolynomialAction], start: Sequence[Any]) -> list[Any]:
    """The places of least action; sums stand for integrals in the Lagrangian where they are the same on the path."""

    def search() -> tuple[PolynomialAction, list[Any]]:
        return (summed := action()), summed.settled(start, PARTS[:3])

    with temporarily(integrals_left, countdown()):
        with suppress(LimitError):  # a path that asks for more points
            if found := found_by_sums(search, lambda found: found[0].Lagrangians(found[1]), GAUSS[:1]):
                return found[1]
        return action().settled(start)


class PolynomialAction:
    def __init__(self, L: Lagrangian, t0: Scalar, q0: Any, t1: Scalar, q1: Any, n: int) -> None:
        self.shape = as_tuples(q0)
        self.ends = [[real(x, "find-path", "a coordinate") for x in leaves(as_tuples(q))] for q in (q0, q1)]
        self.first, self.last = (real(t, "find-path", "a time") for t in (t0, t1))
        if self.first == self.last:
            raise DomainError(f"find-path expects two different times, got {t0} and {t1}")
        size = len(self.ends[0])
        rise = [(b - a) / (self.last - self.first) for a, b in zip(*self.ends, strict=True)]
        self.L = L
        self.expansion = _expansion(L, self._state(self.first, self.ends[0], rise))
        self.size, self.count = size, n

    def _state(self, t: float, q: Sequence[float], v: Sequence[float]) -> Up:
        return Up((t, *(self._shaped(x) for x in (q, v))))

    def _shaped(self, numbers: Sequence[float]) -> Any:
        return unflatten(iter(numbers), self.shape) if isinstance(self.shape, Structure) else numbers[0]

    def places(self, numbers: Sequence[float]) -> list[Any]:
        return [self._shaped(numbers[k : k + self.size]) for k in range(0, len(numbers), self.size)]

    def settled(self, start: Sequence[Any], most: Sequence[tuple[int, bool]] = PARTS) -> list[Any]:
        """The places where the action is least, by as many points as change nothing any more."""
        numbers = [real(x, "find-path", "a place") for place in start for x in leaves(as_tuples(place))]
        for parts, graded in most:
            before = numbers
            numbers = minimum(self.over(parts, graded), numbers, "find-path")
            change = max(abs(x - y) for x, y in zip(numbers, before, strict=True))
            if change <= SETTLED * max(1.0, *map(abs, numbers)):
                return self.places(numbers)
        raise LimitError(f"find-path: the action is not found to {SETTLED} by {parts * POINTS} points of the path")

    def Lagrangians(self, places: Sequence[Any]) -> list[float]:
        """The Lagrangian on a path, and beside it in each coordinate and velocity, at a few times."""
        ends = map(self._shaped, self.ends)
        path = make_path(self.first, next(ends), self.last, next(ends), places)
        found = []
        for part in LOOKS:
            state = Gamma(path)(self.first + part * (self.last - self.first))
            here = leaves(state)
            for k in range(len(here)):
                beside = [x + (PROBE * max(1.0, abs(x)) if i == k > 0 else 0) for i, x in enumerate(here)]
                found.append(real(self.L(unflatten(iter(beside), state)), "find-path", "the Lagrangian"))
        return found

    def over(self, parts: int, graded: bool = False) -> Callable[[list[float]], tuple[float, Any, Any]]:
        """The action, its gradient and its second derivative, summed over Gauss's points in so many parts.

        Graded ones are short near the ends of the path, where the Lagrangian may be singular.
        """
        nodes, weights = map(numpy.array, zip(*gauss_rule(POINTS), strict=True))
        at = ((numpy.arange(parts)[:, None] + (1 + nodes) / 2) / parts).ravel()
        measure = numpy.tile((self.last - self.first) * weights / 2 / parts, parts)
        if graded:
            at, measure = at**3 * (10 - 15 * at + 6 * at**2), measure * 30 * (at * (1 - at)) ** 2
        times = self.first + (self.last - self.first) * at
        values, slopes = _lagrange_basis(self.count + 2, at)
        slopes = slopes / (self.last - self.first)
        outer = numpy.array(self.ends)
        weights_of = numpy.stack([values[:, 1:-1], slopes[:, 1:-1]], axis=1)  # of places in positions and velocities

        def expanded(numbers: list[float]) -> tuple[float, Any, Any]:
            places = numpy.vstack([outer[0], numpy.array(numbers).reshape(-1, self.size), outer[1]])
            found = self.expansion(numpy.column_stack([times, values @ places, slopes @ places]))
            parts = numpy.split(measure[:, None] * found, [1, 1 + 2 * self.size], axis=1)
            first, second = (x.reshape(-1, *[2, self.size] * n) for n, x in enumerate(parts) if n)
            gradient = numpy.einsum("nak,nai->ki", weights_of, first)
            hessian = numpy.einsum("nak,naibj,nbl->kilj", weights_of, second, weights_of, optimize=True)
            if not math.isfinite(total := parts[0].sum()):
                raise ArithmeticError("the action is not finite")
            return float(total), gradient.ravel(), hessian.reshape(gradient.size, gradient.size)

        return expanded


def _lagrange_basis(count: int, at: Any) -> tuple[Any, Any]:
    """The values and slopes of the polynomials that are 1 at one of so many places from 0 to 1, and 0 at the others."""
    places, own = numpy.linspace(0, 1, count), numpy.eye(count, dtype=bool)
    apart = (at[:, None] - places)[:, None]
    values = numpy.where(own, 1, apart / (places[:, None] - places + own)).prod(axis=-1)
    return values, values * numpy.where(own, 0, 1 / apart).sum(axis=-1)


def _expansion(L: Lagrangian, state: Up) -> Callable[[Any], Any]:
    """The Lagrangian with its derivatives by positions and velocities, to the second, in rows as the states are."""

    def derivatives(place: Any) -> Up:
        def of_motion(moving: Any) -> Any:
            return L(Up((place[0], *moving)))

        moving = Up(place.components[1:])
        return Up((L(place), Up(leaves(D(of_motion)(moving))), Up(leaves(D(D(of_motion))(moving)))))

    with temporarily(teller, lambda message: None):  # what is not compiled only takes longer
        found = compile_function(derivatives, state)

    def of_one(place: list[float]) -> list[float]:
        value, *derivatives = leaves(found(unflatten(iter(place), state)))
        told = (real(x, "find-path", "a derivative of the Lagrangian") for x in derivatives)
        return [real(value, "find-path", "the Lagrangian"), *told]

    def rows(places: Any) -> Any:
        batch = found.on_arrays(list(places.T)) if isinstance(found, CompiledFunction) else None
        if batch is None:
            return numpy.array([of_one(place) for place in places.tolist()])
        return numpy.column_stack([numpy.broadcast_to(x, len(places)) for x in leaves(batch)])

    return rows
