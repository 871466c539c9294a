"""Curves by numerical integration, of fields, geodesics; transport along paths; hypersurfaces; congruences.

    x' = v(x),      x''^k = - Gamma_ij^k x'^i x'^j,      u'^k = - Gamma_ij^k X^i u^j  with the velocity X of the path

in the chart of the field or the connection. Poles and axes, where only the coordinates are singular, are crossed; a
curve that leaves the chart elsewhere, as at a horizon or the tip of a cone, is an error.
Source: FDG 3, 7, 8. A flow as a series is :func:`~scmpy.geometry.fields.evolution`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from scmpy.calculus.derivative import D, Operator
from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import (
    ChartError,
    DivisionByZeroError,
    DomainError,
    IntegrationError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function, name_of
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.settings import check_callable, count, setting
from scmpy.generic.types import Real, Scalar, is_number
from scmpy.geometry.basis import AnyBasis, as_basis, coordinate_basis
from scmpy.geometry.chart import (
    Chart,
    Components,
    array,
    as_chart,
    carried_out,
    dot,
    leaving,
    named,
    of_coordinates,
    rows,
    symmetric,
    typical_point,
)
from scmpy.geometry.connection import Cartan, Cartan_transform, Connection, ordinary
from scmpy.geometry.curvature import index_notation
from scmpy.geometry.equivalence import factors_of, magnitude, sign_of, sign_or_zero, vanishes
from scmpy.geometry.fields import VectorField, as_vector_field, components_in, coordinate_vector_fields, field_of
from scmpy.geometry.manifold import ManifoldFunction, Point
from scmpy.geometry.metric import Metric, components_of, is_rounding, proved_signs
from scmpy.geometry.tensor import VECTORS, Map, Tensor, as_tensor, vector_field_to_vector_field_over_map
from scmpy.numerics.ensembles import ensemble
from scmpy.numerics.ode.ivp import InitialValueProblem, real, tolerance_of
from scmpy.numerics.ode.step_control import most_steps
from scmpy.numerics.roots import bisect
from scmpy.registry import numpy, public
from scmpy.render.notation import infix
from scmpy.structure.linear_algebra import determinant, orbit_by_orbit
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, leaves, sum_of
from scmpy.structure.types import Coordinates
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.expression import Application, Expression, Head, expression_of, subexpressions, symbol, variables_in
from scmpy.symbolic.simplify import reduced, simplify

TOLERANCE = 1e-10

UNCOMPILED = 100  # steps take about as long as one whose rates are functions on a manifold

#: What changes at which rates: a function of the parameter and of the numbers that do.
Rates = Callable[[Any, Sequence[Any]], Sequence[Any]]


def _numbers(values: Any, operation: str, what: str) -> list[float]:
    return [real(x, operation, what) for x in leaves(values)]


def _motion(chart: Chart, start: Sequence[float], rates: Rates, name: str, divisors: Any) -> InitialValueProblem:
    """The motion of the parameter, coordinates, and what else there is, whose rates of change follow from them.

    Its derivative is compiled; it is an error that it passes a singular value of the chart's coordinates, or a place
    where a divisor, a function of them, changes its sign.
    """
    n = chart.dimension
    check, signs = chart.kept_within(start[:n], name), leaves(divisors(Up(start[:n])))

    def derivative(state: Any) -> Up:
        t, *numbers = state
        check(t, numbers[:n])
        for value, sign in zip(leaves(divisors(Up(numbers[:n]))), signs, strict=True):
            if not g.mul(value, sign) > 0:
                raise leaving(
                    f"{name} leaves the chart {chart} at {t}, at {numbers[:n]}, where the connection is singular", t
                )
        return Up((1, *rates(t, numbers)))

    return InitialValueProblem(lambda: derivative, name, ())


def _end(
    motion: InitialValueProblem, first: float, start: Sequence[float], last: float, tolerance: Real
) -> list[float]:
    state = Up((first, *start))
    motion.prepare(state)
    most = most_steps.value and (most_steps.value if motion.compiled else most_steps.value // UNCOMPILED)
    try:
        with setting(ode_most_steps=most):
            return leaves(motion.end(state, last - first, tolerance_of(tolerance)))[1:]
    except IntegrationError as error:
        if isinstance(error.__cause__, DomainError):
            raise error.__cause__ from None
        raise


def _curve(
    chart: Chart, start: Sequence[float], rates: Rates, name: str, tolerance: Real, divisors: Any = lambda q: Up(())
) -> Function:
    def at(t: Any) -> Point:
        first, state, last = 0.0, start, real(t, name, "the parameter")
        while True:
            motion = _motion(chart, state, rates, name, divisors)
            try:
                end = _end(motion, first, state, last, tolerance)
                return chart.point(chart.tuple_of(Up, end[: chart.dimension]))
            except (DomainError, IntegrationError) as error:
                passed = getattr(error, "parameter", getattr(error, "time", first))
                gap = NEAR * (passed - first)
                before = _end(motion, first, state, passed - gap, tolerance) if gap else ()
                across = before and _across(chart, rates, before, 2 * gap)
                if not across:
                    raise _stuck(error, chart, name, divisors, start) from None
                first, state = passed + gap, across

    return Function(at, name)


def _stuck(error: Any, chart: Chart, name: str, divisors: Any, start: Sequence[float]) -> Any:
    q = list(getattr(error, "state", ()))[1 : chart.dimension + 1]
    values = (map(abs, leaves(divisors(Up(x)))) for x in (q, start[: len(q)])) if q else ((), ())
    if any(x < NEAR * first for x, first in zip(*values, strict=True)):
        at = ", ".join(f"{x} = {float(y):.9g}" for x, y in zip(chart.names_or(None), q, strict=True))
        singular = f"where the connection in {chart} is singular: a horizon, or another edge of these coordinates"
        error.message = f"{name} comes at the parameter {error.time:.9g} to {at}, {singular}; in others it may go on"
    return error


NEAR = 1e-6  # a part of its parameter before a pole a curve is continued as far behind it


def _across(chart: Chart, rates: Rates, state: Sequence[float], step: float) -> list[float] | None:
    """The state after a short step over a pole, in the coordinates that the chart has there; None if it is no pole.

    It is one where coordinates turn that determine no place, if the curves of one velocity bend alike all around it.
    """
    n, rate = chart.dimension, rates(0.0, state)
    beyond = [x + step * y for x, y in zip(state, rate, strict=True)]
    passed = [(i, x) for i, exclusion in chart.excluded for x in exclusion.interval(state[i])]
    passed = [(i, x) for i, x in passed if (state[i] - x) * (beyond[i] - x) <= 0]
    if len(passed) != 1:
        return None
    ((k, pole),) = passed

    def along(numbers: Sequence[Any], change: Sequence[Any], of: Callable[[list[Any]], Up]) -> Up:
        return D(lambda h: of([g.add(x, g.mul(h, y)) for x, y in zip(numbers, change, strict=True)]))(0.0)  # type: ignore[no-any-return]

    def place(q: Sequence[Any]) -> Up:
        return Up(leaves(chart.to_manifold(chart.tuple_of(Up, q))))

    def slopes(q: Sequence[float]) -> Any:
        return numpy.array([leaves(along(q, row, place)) for row in numpy.eye(n).tolist()], float).T

    def bend(q: Sequence[float]) -> Any:
        here = [*q, *(numpy.linalg.lstsq(slopes(q), velocity)[0].tolist() if len(state) > n else ())]
        moving = (lambda x: along(x[:n], x[n:], place)) if len(state) > n else place
        return numpy.array(leaves(along(here, rates(0.0, here), moving)), float)

    def spread(near: list[float]) -> float:
        around = [[x + turn * f for x, f in zip(near, turned, strict=True)] for turn in (0.0, 0.7, 1.9, 2.8)]
        return float(numpy.ptp([bend(q) for q in around], axis=0).max())

    sides = [[*state[:k], pole + math.copysign(part, state[k] - pole), *state[k + 1 : n]] for part in (1e-3, 1e-5)]
    sizes = [numpy.linalg.norm(slopes(q), axis=0) for q in sides]
    turned, velocity = sizes[1] < sizes[0] / 10, slopes(state[:n]) @ rate[:n]
    if not turned.any() or not spread(sides[1]) <= spread(sides[0]) / 10 + 1e-8 * (1 + velocity @ velocity):
        return None
    found = leaves(chart.from_manifold(chart.to_manifold(chart.tuple_of(Up, beyond[:n]))))
    if not rate[n:]:
        return found
    velocity = velocity + step * bend(state[:n])  # in coordinates that are regular there: those of the chart turn fast
    return [*found, *numpy.linalg.lstsq(slopes(found), velocity)[0].tolist()]


@public("integral-curve")
def integral_curve(v: Operator, m: Point, system: Chart | None = None, tolerance: float = TOLERANCE) -> Function:
    """The curve through a point that has a vector field as velocity, a function of the parameter, by integration.

    Scheme:  ((integral-curve v m) t), ((integral-curve v m sys tolerance) t)
    Math:    gamma(0) = m,  (d gamma)(d/dt) = v o gamma
    Shapes:  result: t -> point
    Units:   the tolerance is the error allowed in a step, absolute and relative to coordinates
    Raises:  DomainError where the curve leaves the chart; LimitError where it cannot be continued, or takes more steps
             than ``*ode-most-steps*``; ChartError if the field is on another manifold
    Source:  FDG 3
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> circle = integral_curve(x * d_dy - y * d_dx, R2_rect.point(1, 0))
    >>> round(x(circle(pi)), 8), round(y(circle(pi / 2)), 8)
    (-1.0, 1.0)
    """
    as_vector_field(v, "integral-curve")
    home = v.chart if isinstance(v, VectorField) else m.home
    chart = as_chart(home if system is None else system)
    components = components_in(v, chart)

    def rates(t: Any, q: Sequence[Any]) -> Sequence[Any]:
        return leaves(components(chart.point(chart.tuple_of(Up, q))))

    start = _numbers(m.coordinates(chart), "integral-curve", f"the place {m}")
    return _curve(chart, start, rates, f"(integral-curve {name_of(v)})", tolerance)


@public("geodesic")
def geodesic(cartan: Connection, m: Point, velocity: Operator, tolerance: float = TOLERANCE) -> Function:
    """The geodesic of a connection through a point with the velocity of a vector field there, by integration.

    Scheme:  ((geodesic C m v) t)
    Math:    nabla_{d/dt} (d gamma)(d/dt) = 0
    Shapes:  result: t -> point
    Units:   the tolerance is the error allowed in a step, absolute and relative to coordinates and rates
    Raises:  DomainError where the curve leaves the chart; LimitError where it cannot be continued, as at a horizon of
             its coordinates, or takes more steps than ``*ode-most-steps*``; ChartError if the vector is on another
             manifold
    Source:  FDG 7
    >>> (theta, phi), (d_dtheta, d_dphi) = S2_spherical.coordinates("theta phi"), S2_spherical.vector_basis("theta phi")
    >>> equator = geodesic(Levi_Civita(S2_metric, S2_spherical), S2_spherical.point(pi / 2, 0), d_dphi)
    >>> round(phi(equator(1)), 8)
    1.0
    """
    connection = _coordinate_connection(cartan, "geodesic")
    chart, n = connection.basis.chart, connection.basis.dimension
    along = components_in(as_vector_field(velocity, "geodesic"), chart)(m)

    def rates(t: Any, state: Sequence[Any]) -> Sequence[Any]:
        q, rate = state[:n], state[n:]
        return [*rate, *(g.negate(dot(row, rate)) for row in _turning(connection, chart, q, rate))]

    place = _numbers(m.coordinates(chart), "geodesic", f"the place {m}")
    start = [*place, *_numbers(along, "geodesic", "the velocity")]
    return _curve(chart, start, rates, "geodesic", tolerance, _divisors(connection, chart))


def _divisors(connection: Cartan, chart: Chart) -> Callable[[Up], Up]:
    """What the components of a connection are divided by, of the coordinates; a curve does not go where it is 0."""
    m = typical_point(chart)
    names, found = leaves(chart.at(m)), [reduced(x) for x in connection.components(m)]
    nodes = subexpressions(*(x for x in found if isinstance(x, Expression)))
    below = (y for x in nodes if isinstance(x, Application) and x.operator is Head.OVER for y in x.operands[1:])
    bases = {x: None for y in below for x, _ in factors_of(y) if not {*names}.isdisjoint(variables_in(x))}
    return of_coordinates(Up(bases), names)


def _coordinate_connection(cartan: Any, operation: str) -> Cartan:
    connection = ordinary(cartan, operation)
    basis = connection.basis
    return connection if basis.coordinate_system else Cartan_transform(connection, coordinate_basis(basis.chart))


def _turning(connection: Cartan, chart: Chart, q: Sequence[Any], rate: Sequence[Any]) -> list[Sequence[Any]]:
    n = chart.dimension
    gamma = rows(connection.components(chart.point(chart.tuple_of(Up, q))), -n)
    return [*zip(*rows([dot(rate, column) for column in zip(*gamma, strict=True)], n), strict=True)]


@public("parallel-transport")
def parallel_transport(
    cartan: Connection, gamma: Map, start: Scalar, end: Scalar, tolerance: float = TOLERANCE
) -> Structure:
    """The transport of vectors along a path: the matrix that takes components at its start to those at its end.

    ``gamma`` takes numbers to points; components are those in the chart of the connection.

    Scheme:  (* (parallel-transport C gamma t0 t1) (up u0 ...))
    Math:    nabla_{d/dt} u = 0
    Shapes:  gamma: number -> point;  result: down(n) of up(n), times the components up(n)
    Units:   the tolerance is the error allowed in a step, absolute and relative to components
    Raises:  WrongTypeError unless the path is a function; ChartError unless its values are points; DomainError unless
             the limits are finite and the path stays in the chart; LimitError where the transport cannot be continued
    Source:  FDG 7, 8
    >>> C = Levi_Civita(S2_metric, S2_spherical)
    >>> south = parallel_transport(C, lambda t: S2_spherical.point(t, 1), 1, 2)
    >>> round((south * up(0, 1))[1], 8)  # sin 1 / sin 2
    0.92540786
    """
    connection = _coordinate_connection(cartan, "parallel-transport")
    chart = connection.basis.chart
    n = chart.dimension
    check_callable(gamma, wanted="a path, a function from numbers to points")

    def coordinates(t: Any) -> Any:
        m = gamma(t)
        if not isinstance(m, Point):
            raise ChartError(f"parallel-transport: the path {name_of(gamma)} has points as values, got {describe(m)}")
        return m.coordinates(chart)

    first, last = (real(t, "parallel-transport", "a parameter") for t in (start, end))
    check = chart.kept_within(_numbers(coordinates(first), "parallel-transport", "the start"), "the path")

    def derivative(state: Any) -> Up:
        t, *numbers = state
        q, rate = leaves(coordinates(t)), leaves(D(coordinates)(t))
        check(t, q)
        turned = _turning(connection, chart, q, rate)
        return Up((1, *(g.negate(dot(row, u)) for u in rows(numbers, n) for row in turned)))

    unit = [float(i == j) for j in range(n) for i in range(n)]
    moved = _end(InitialValueProblem(lambda: derivative, "parallel-transport", ()), first, unit, last, tolerance)
    return Down(map(Up, rows(moved, n)))


@public("holonomy")
def holonomy(cartan: Connection, loop: Map, start: Scalar, end: Scalar, tolerance: float = TOLERANCE) -> Structure:
    """The transport of vectors once around a closed path.

    Scheme:  (* (holonomy C loop t0 t1) (up u0 ...))
    Shapes:  loop: number -> point;  result: down(n) of up(n), times the components up(n)
    Units:   the tolerance is the error allowed in a step, absolute and relative to components
    Raises:  DomainError if the path is not closed
    Source:  FDG 8
    >>> C = Levi_Civita(S2_metric, S2_spherical)
    >>> H = holonomy(C, lambda t: S2_spherical.point(pi / 3, t), 0, 2 * pi)  # turned by 2 pi (1 - cos(pi/3)) = pi
    >>> round((H * up(1, 0))[0], 7)
    -1.0
    """
    turned = parallel_transport(cartan, loop, start, end, tolerance)
    times = [g.add(start, g.mul(part, g.sub(end, start))) for part in (0, 0.2, 0.4, 0.6, 0.8, 1)]
    places = [list(map(g.inexact, leaves(loop(t).representation))) for t in times]
    *extents, gap = (max(abs(x - y) for x, y in zip(place, places[0], strict=True)) for place in places)
    if gap > 1e-6 * max(extents) + 1e-12 * max(map(abs, places[0])):
        raise DomainError(f"holonomy expects a closed path, {name_of(loop)} ends {gap} away from where it started")
    return turned


# --- orbits in spacetimes --------------------------------------------------------------------------------------------
# Free particles and light in a spacetime of signature (-, +, +, +), by their momenta p_a: those of coordinates that the
# metric does not depend on are constants, as p_t = -E and p_phi = L.


def _check_signature(components: Sequence[Any], operation: str) -> None:
    """Refuse a metric of which more than one sign is proved to be negative, as of the signature (+, -, -, -)."""
    columns = [elements(finite_part(x)) for x in components]
    for i in range(max(map(len, columns))):
        entries = [reduced(column[i % len(column)]) for column in columns]
        if any(isinstance(x, complex) for x in entries):
            continue
        signs, _ = proved_signs(rows(entries, math.isqrt(len(entries))))
        if signs.count("-") > 1:
            raise DomainError(f"{operation} expects a metric of the signature -+++, got its negative or another one")


@public("momentum-on-shell")
def momentum_on_shell(
    metric: Metric, system: Chart, m: Point | Coordinates, momentum: Structure, mass: Real = 0, sign: Real = 1
) -> Down:
    """The momentum of light, or of a particle with a mass, of which one component is not known: it is #f, or None.

    Of the two values that the missing one may have the coordinate increases with it, or with the sign -1 decreases.

    Scheme:  (momentum-on-shell g sys m (down (- E) #f 0 L) mass sign)
    Math:    g^ab p_a p_b = - mass^2
    Shapes:  momentum, result: down(n)
    Raises:  StructureError unless there are n components, of which one is missing; DomainError where there is no such
             motion, as beyond a turning point, and for numbers of another signature than -+++
    Source:  Misner, Thorne, Wheeler, Gravitation, 25.3
    1 ]=> (momentum-on-shell (Minkowski-metric R4-rect) R4-rect (up 0 0 0 0) (down -5 #f 3 0))
    ;Value: (down -5 4 3 0)
    >>> hole = Schwarzschild_metric(spacetime_sphere, 2)
    >>> momentum_on_shell(hole, spacetime_sphere, up(0, 8, pi / 2, 0), down(-1, None, 0, 4), 0, -1)
    (down -1 -1.2018504251546631 0 4)
    """
    chart = as_chart(system, "momentum-on-shell")
    n, p = chart.dimension, list(leaves(momentum))
    unknown = [i for i, x in enumerate(p) if x is None or x is False]
    if len(p) != n or len(unknown) != 1:
        raise StructureError(f"momentum-on-shell expects {n} components, one of them missing, got {describe(momentum)}")
    (k,) = unknown
    inverse = rows(components_of(metric, coordinate_basis(chart), "momentum-on-shell").inverse(m), n)
    _check_signature([x for row in inverse for x in row], "momentum-on-shell")
    known = [0 if i == k else x for i, x in enumerate(p)]
    along, rest = dot(inverse[k], known), dot(known, [dot(row, known) for row in inverse])
    square = g.sub(g.square(along), g.mul(inverse[k][k], g.add(rest, g.square(mass))))
    for x in elements(square):
        if sign_or_zero(x) < 0:
            raise DomainError(f"momentum-on-shell: there is no motion with these momenta here, a square is {x}")
    p[k] = g.div(g.sub(g.mul(sign, g.sqrt(square)), along), inverse[k][k])
    return Down(p)


def _spherical(system: Any, operation: str) -> Chart:
    chart = as_chart(system, operation)
    if chart.dimension != 4:
        raise WrongTypeError(f"{operation} expects a chart of four coordinates (t, r, theta, phi), got {chart}")
    return chart


def _equatorial(metric: Any, system: Any, operation: str) -> tuple[Chart, Components, Callable[[Any], Any]]:
    """The chart, g_ab, and of a place the coefficients of g(d/dt + omega d/dphi) and of its slope along r."""
    chart = _spherical(system, operation)
    lower = components_of(metric, coordinate_basis(chart), operation).lower

    def at(place: Any) -> Any:
        here = lower(place)
        _check_signature(here, operation)
        found = [[x[i] for i in (0, 3, 15)] for x in (here, rows(lower.partials(place), 16)[1])]
        if is_exact_zero(found[1][2]):
            raise DomainError(f"{operation}: there are no circular orbits at {describe(place)}")
        return found

    return chart, lower, at


def _circular(metric: Any, system: Any, sign: Any, operation: str) -> Components:
    chart, lower, coefficients = _equatorial(metric, system, operation)

    def at(place: Any) -> list[Any]:
        (tt, tp, pp), (a, b, c) = coefficients(place)
        roots = g.sub(g.square(b), g.mul(a, c))
        if any(sign_or_zero(finite_part(x)) < 0 for x in elements(roots)):
            raise DomainError(f"{operation}: there are no circular orbits at {describe(place)}")
        omega = g.div(g.sub(g.mul(sign, g.sqrt(roots)), b), c)
        down_t, down_phi = g.add(tt, g.mul(omega, tp)), g.add(tp, g.mul(omega, pp))
        square = g.add(down_t, g.mul(omega, down_phi))
        scale = g.sqrt(g.negate(square))
        return [omega, square, g.negate(g.div(down_t, scale)), g.div(down_phi, scale)]

    return Components(chart, at, (lower,), shorten=False)


@public("circular-orbits")
def circular_orbits(metric: Metric, system: Chart, sign: Real = 1) -> tuple[tuple[str, ManifoldFunction], ...]:
    """What circular orbits have in a plane of symmetry, in coordinates (t, r, theta, phi); a ``dict`` in Python.

    The square is that of d/dt + omega d/dphi, negative where a particle may move so, and 0 of light. The sign -1 is
    that of the orbits with the smaller angular velocity, against the turning of the mass.

    Scheme:  (circular-orbits g sys sign)
    Math:    d_r (g_tt + 2 omega g_tphi + omega^2 g_phiphi) = 0 at constant omega;  E = -p_t, L = p_phi of mass 1
    Shapes:  (name function) for each: angular-velocity, square, energy, momentum
    Raises:  WrongTypeError if the chart has not four coordinates; DomainError for another signature than -+++, and
             from the energy and the momentum where the square is positive: no particle moves so
    Source:  Bardeen, Press, Teukolsky, ApJ 178 (1972) 347
    1 ]=> (define found (circular-orbits (Schwarzschild-metric spacetime-sphere 2) spacetime-sphere))
    1 ]=> (map (lambda (x) ((cadr x) (up 0 6. :pi/2 0))) found)
    ;Value: (.0680413817 -.5 .942809042 3.46410162)
    >>> found = dict(circular_orbits(Schwarzschild_metric(spacetime_sphere, 2), spacetime_sphere))
    >>> found["square"](up(0, 3, pi / 2, 0))
    0
    """
    made = _circular(metric, system, sign, "circular-orbits")

    def of_particle(place: Any) -> tuple[Any, ...]:
        found = made(place)
        if any(sign_or_zero(finite_part(x)) > 0 for x in elements(found[1])):
            raise DomainError(f"circular-orbits: no particle moves so at {describe(place)}, the square is {found[1]}")
        return found

    parts = made, made, *[Components(made.chart, of_particle, (made,), shorten=False)] * 2
    names = "angular-velocity", "square", "energy", "momentum"
    return tuple((name, part.entry(i, name)) for i, (name, part) in enumerate(zip(names, parts, strict=True)))


def _at_radius(r: float) -> Up:
    return Up((0.0, r, math.pi / 2, 0.0))


def _radius(f: Callable[[float], Any], low: Any, high: Any, operation: str) -> float:
    f(low)  # is the metric of the right signature?
    found = bisect(f, low, high, 1e-13)
    if found is False:
        raise DomainError(f"{operation}: there is none between {low} and {high}")
    return found  # type: ignore[no-any-return]


@public("photon-orbit")
def photon_orbit(metric: Metric, system: Chart, low: Real, high: Real, sign: Real = 1) -> float:
    """The radius, in a range, at which light goes round a mass in the plane theta = pi/2 of (t, r, theta, phi).

    Scheme:  (photon-orbit g sys low high sign)
    Shapes:  result: a number
    Raises:  WrongTypeError if the chart has not four coordinates; DomainError where none is in the range
    Source:  Bardeen, Press, Teukolsky, ApJ 178 (1972) 347
    >>> round(photon_orbit(Schwarzschild_metric(spacetime_sphere, 2), spacetime_sphere, 2.1, 5.5), 9)
    3.0
    """
    _, _, coefficients = _equatorial(metric, system, "photon-orbit")

    def slope(r: float) -> Any:
        """Along r, at the omega of light; where light has none, inside a horizon, at the real part of its roots."""
        (tt, tp, pp), (a, b, c) = coefficients(_at_radius(r))
        omega = g.div(g.sub(g.mul(sign, g.sqrt(max(g.sub(g.square(tp), g.mul(tt, pp)), 0))), tp), pp)
        return g.add(a, g.mul(omega, g.add(g.mul(2, b), g.mul(omega, c))))

    found = _radius(slope, low, high, "photon-orbit")
    (tt, tp, pp), _ = coefficients(_at_radius(found))
    if tp * tp < tt * pp:
        raise DomainError(f"photon-orbit: there is none between {low} and {high}")
    return found


@public("ISCO")
def ISCO(metric: Metric, system: Chart, low: Real, high: Real, sign: Real = 1) -> float:
    """The radius, in a range, of the innermost stable circular orbit in the plane theta = pi/2 of (t, r, theta, phi).

    Scheme:  (ISCO g sys low high sign)
    Math:    d_r E = 0 of ``circular-orbits``
    Shapes:  result: a number
    Raises:  WrongTypeError if the chart has not four coordinates; DomainError where none is in the range
    Source:  Bardeen, Press, Teukolsky, ApJ 178 (1972) 347
    >>> round(ISCO(Schwarzschild_metric(spacetime_sphere, 2), spacetime_sphere, 3.5, 9.0), 9)
    6.0
    """
    orbits = _circular(metric, system, sign, "ISCO")

    def slope(r: float) -> Any:  # of E^2 / 2, which is real inside the orbit of light too
        return g.real_part(g.mul(orbits(_at_radius(r))[2], orbits.partials(_at_radius(r))[4 + 2]))

    return _radius(slope, low, high, "ISCO")


@public("shadow")
def shadow(
    metric: Metric, system: Chart, observer: Structure, inner: Real, window: Real, n: int = 100, tolerance: Real = 1e-6
) -> Matrix:
    """Which rays of light that come to a far observer have been captured: the shadow of a mass, n by n places.

    The metric depends on r and theta of the chart (t, r, theta, phi) alone. Rays go backwards from the observer at
    (r, theta); a place of the sky is a = -L/(E sin theta) to the right and b = p_theta/E upwards, up to the size of the
    window, the rows from below. One that comes to a smaller radius than the inner one is captured; that lies between
    the horizon and the orbits of light.

    Scheme:  (shadow g sys (up r theta) inner window n)
    Shapes:  observer: up(r, theta);  result: n by n matrix of 1, where a ray is captured, and 0
    Units:   theta is in radians; the tolerance is as of ensemble
    Raises:  WrongTypeError if the chart has not four coordinates; DomainError if the metric depends on t or phi, or the
             window shows places from which no ray comes
    Source:  Bardeen, Press, Teukolsky, ApJ 178 (1972) 347; Cunningham, Bardeen, ApJ 183 (1973) 237
    1 ]=> (define g (Schwarzschild-metric spacetime-sphere 2.))
    1 ]=> (shadow g spacetime-sphere (up 50. 1.) 2.2 9. 3)
    ;Value: (matrix-by-rows (list 0 0 0) (list 0 1 0) (list 0 0 0))
    >>> g = Schwarzschild_metric(spacetime_sphere, 2.0)
    >>> shadow(g, spacetime_sphere, up(50.0, 1.0), 2.2, 9.0, 3).rows
    ((0, 0, 0), (0, 1, 0), (0, 0, 0))
    """
    chart = _spherical(system, "shadow")
    known, m = components_of(metric, coordinate_basis(chart), "shadow"), typical_point(chart)
    slopes = rows(known.lower.partials(m), 16)
    if not all(vanishes(x) for i in (0, 3) for x in slopes[i]):
        raise DomainError(f"shadow expects a metric that depends on {chart.names[1]} and {chart.names[2]} alone")
    r, theta = _numbers(observer, "shadow", "the observer")
    edge = real(window, "shadow", "the window")
    sky = numpy.linspace(-edge, edge, count(n, "shadow"))
    right, above = (x.ravel() for x in numpy.meshgrid(sky, sky))
    momentum = -right * math.sin(theta)  # of the light as it comes, which is traced back
    start = momentum_on_shell(metric, chart, Up((0.0, r, theta, 0.0)), Down((-1.0, None, above, momentum)))

    def rates(L: Any) -> Callable[[Any], Up]:
        def square(x: Any) -> Any:
            p = -1, x[2], x[3], L
            inverse = rows(known.inverse(Up((0, x[0], x[1], 0))), 4)
            return g.div(dot(p, [dot(row, p) for row in inverse]), g.mul(2, inverse[2][2]))

        def rate(state: Any) -> Up:
            place = Up((*state[1], *state[2]))
            if place[0] < inner or place[0] > 2 * r:
                return Up((1, Up((0, 0)), Down((0, 0))))
            slope = D(square)(place)
            return Up((1, Up((slope[2], slope[3])), Down((g.negate(slope[0]), g.negate(slope[1])))))

        return rate

    states = Up((0.0, Up((r, theta)), Down((start[1], above))))
    end = ensemble(rates, states, -22.0 / inner, tolerance, parameters=[momentum]).states[1][0]
    return Matrix(tuple(map(tuple, (end < 1.001 * inner).astype(int).reshape(n, n).tolist())))


# --- hypersurfaces ---------------------------------------------------------------------------------------------------
# What a metric gives on a hypersurface, the image of a chart of one dimension less by a map.
#
#     h_ij = g(E_i, E_j),   K_ij = g(nabla_{E_i} n, E_j) = - n_a (d_i E_j^a + Gamma^a_bc E_i^b E_j^c)
#
# with E_i = (d mu)(e_i).


class _Embedded:
    def __init__(self, metric: Any, basis: Any, mu: Any, source: Any, operation: str) -> None:
        self.source, self.name = as_chart(source, operation), operation
        self.target = as_basis(basis, operation).chart
        self.metric = components_of(metric, coordinate_basis(self.target), operation)
        check_callable(mu, wanted="a map, a function from points to points")

        def position(place: Any) -> list[Any]:
            m = mu(Point(self.source, self.source.at(place)))
            if not isinstance(m, Point):
                raise ChartError(f"{operation}: the map {name_of(mu)} has points as values, got {describe(m)}")
            return leaves(m.coordinates(self.target))

        self.position = Components(self.source, position)
        self.tangents = self.position.partials

    def place(self, place: Any) -> Any:
        return self.target.tuple_of(Up, self.position(place))

    @property
    def normal(self) -> Components:
        """The unit normal as a one-form, n_a, then as a vector, n^a, which is right-handed with the E_i behind it."""
        n = self.target.dimension
        if self.source.dimension != n - 1:
            raise WrongTypeError(f"{self.name} expects a chart of {n - 1} dimensions, got {self.source}")

        def at(place: Any) -> list[Any]:
            there, tangents = self.place(place), rows(self.tangents(place), n)
            minors = [tuple(row[:a] + row[a + 1 :] for row in map(tuple, tangents)) for a in range(n)]
            form = [g.mul((-1) ** a, determinant(minor) if n > 1 else 1) for a, minor in enumerate(minors)]
            raised = [dot(row, form) for row in rows(self.metric.inverse(there), n)]
            with assuming(positive=self.target.positive_at(there)):
                square = carried_out(dot(form, raised))
                if vanishes(square):
                    raise DivisionByZeroError(f"{self.name}: the hypersurface is null, its normal has no length")
                factor = g.div(sign_of(square), g.sqrt(magnitude(square)))
            return [g.mul(factor, x) for x in (*form, *raised)]

        return Components(self.source, at, (self.tangents,))

    def tensor(self, entry: Callable[[Any], Callable[[int, int], Any]], parts: Sequence[Any], name: str) -> Tensor:
        components = Components(self.source, lambda place: symmetric(self.source.dimension, entry(place)), parts)
        return Tensor(coordinate_basis(self.source), VECTORS, components, name)


@public("induced-metric")
def induced_metric(metric: Metric, basis: AnyBasis, mu: Map, source: Chart) -> Tensor:
    """The metric that a map into a space carries back to a chart of its source, the first fundamental form.

    Scheme:  (((induced-metric g basis mu sys) u v) m)
    Math:    h(u, v) = g((d mu) u, (d mu) v);  by projections product and warped metrics, h1 + f^2 h2
    Shapes:  result: function of two vector fields on the source
    Raises:  ChartError unless the values of the map are points
    Source:  Poisson, A Relativist's Toolkit, 3.1
    >>> mu = compose(point(R3_rect), lambda q: up(cos(q[0]), sin(q[0]), q[1]), chart(R2_rect))
    >>> d_du, d_dv = R2_rect.vector_basis("u v")
    >>> h = induced_metric(coordinate_system_to_metric(R3_rect), R3_rect, mu, R2_rect)
    >>> simplify(h(d_du, d_du)(R2_rect.point(*symbols("a b"))))
    1
    """
    known = _Embedded(metric, basis, mu, source, "induced-metric")
    n = known.target.dimension

    def entry(place: Any) -> Callable[[int, int], Any]:
        tangents, lower = rows(known.tangents(place), n), rows(known.metric.lower(known.place(place)), n)
        return lambda i, j: dot(tangents[i], [dot(row, tangents[j]) for row in lower])

    return known.tensor(entry, (known.tangents,), "induced-metric")


@public("unit-normal")
def unit_normal(metric: Metric, basis: AnyBasis, mu: Map, source: Chart) -> Operator:
    """The unit normal of a hypersurface, a vector field over the map.

    It makes, with the coordinate vectors of the source behind it, a right-handed frame of the chart of the space.

    Scheme:  (((unit-normal g basis mu sys) f) m)
    Math:    g(n, (d mu) e_i) = 0,   |g(n, n)| = 1
    Shapes:  result: function on the space -> function on the source
    Raises:  WrongTypeError unless the source has one dimension less; DivisionByZeroError for a null hypersurface;
             ChartError unless the values of the map are points
    Source:  Poisson, A Relativist's Toolkit, 3.1
    >>> mu = compose(point(R3_rect), lambda q: up(q[0], q[1], 1), chart(R2_rect))
    >>> n = unit_normal(coordinate_system_to_metric(R3_rect), R3_rect, mu, R2_rect)
    >>> n(chart(R3_rect))(R2_rect.point(*symbols("a b")))
    (up 0 0 1)
    """
    known = _Embedded(metric, basis, mu, source, "unit-normal")
    normal, n = known.normal, known.target.dimension
    over = vector_field_to_vector_field_over_map(mu)
    fields = coordinate_vector_fields(known.target)
    return sum_of(g.mul(normal.entry(n + a, f"n^{a}"), over(e)) for a, e in enumerate(fields))  # type: ignore[no-any-return]


@public("extrinsic-curvature")
def extrinsic_curvature(metric: Metric, basis: AnyBasis, mu: Map, source: Chart) -> Tensor:
    """The extrinsic curvature of a hypersurface, its second fundamental form, by the ``unit-normal``.

    Of a sphere with the normal outwards it is positive; many books have the negative.

    Scheme:  (((extrinsic-curvature g basis mu sys) u v) m)
    Math:    K(u, v) = g(nabla_u n, v)
    Shapes:  result: function of two vector fields on the source
    Raises:  WrongTypeError unless the source has one dimension less; DivisionByZeroError for a null hypersurface;
             ChartError unless the values of the map are points
    Source:  Poisson, A Relativist's Toolkit, 3.4
    >>> mu = compose(point(R3_rect), lambda q: up(cos(q[0]), sin(q[0]), q[1]), chart(R2_rect))
    >>> d_du, d_dv = R2_rect.vector_basis("u v")
    >>> K = extrinsic_curvature(coordinate_system_to_metric(R3_rect), R3_rect, mu, R2_rect)
    >>> simplify(K(d_du, d_du)(R2_rect.point(*symbols("a b"))))
    1
    """
    known = _Embedded(metric, basis, mu, source, "extrinsic-curvature")
    n, normal, second = known.target.dimension, known.normal, known.tangents.partials

    def entry(place: Any) -> Callable[[int, int], Any]:
        form, tangents = normal(place)[:n], rows(known.tangents(place), n)
        slopes, gamma = rows(rows(second(place), n), n - 1), array(known.metric.symbols_2(known.place(place)), n, 3)
        turned = [[dot(form, row) for row in rows_] for rows_ in gamma]
        return lambda i, j: g.negate(
            g.add(dot(form, slopes[i][j]), dot(tangents[i], [dot(row, tangents[j]) for row in turned]))
        )

    return known.tensor(entry, (known.tangents, normal), "extrinsic-curvature")


@public("shell-stress")
def shell_stress(metric: Metric, basis: AnyBasis, outside: Tensor, inside: Tensor, coupling: Scalar) -> Tensor:
    """The stress-energy of a shell between two spaces, by Israel's second junction condition.

    The metric is that induced on the shell, the same from both sides: the first condition. The extrinsic curvatures are
    those on the side to which the normal points, and on the other, both by the same normal, which is spacelike.

    Scheme:  (((shell-stress h basis K+ K- kappa) u v) m)
    Math:    S_ij = (h_ij [K] - [K_ij])/kappa,   [K] = K+ - K-,   kappa = 8 pi G / c^4
    Shapes:  K+, K-, result: function of two vector fields on the shell
    Source:  Poisson, A Relativist's Toolkit, 3.7
    >>> h, (d_dx, d_dy) = coordinate_system_to_metric(R2_rect), R2_rect.vector_basis("x y")
    >>> S = shell_stress(h, R2_rect, 2 * h, h, symbols("kappa"))
    >>> S(d_dx, d_dx)(R2_rect.point(*symbols("a b")))
    (/ 1 kappa)
    """
    basis = as_basis(basis, "shell-stress")
    jump = g.sub(*(as_tensor(K, VECTORS, basis, "shell-stress") for K in (outside, inside)))
    tensors = {"J": jump, "k": g.invert(coupling)}
    return index_notation("S_ab = k J_c^c g_ab - k J_ab", tensors, metric, basis)  # type: ignore[no-any-return]


# --- congruences -----------------------------------------------------------------------------------------------------
# Curves that fill a space: how the integral curves of a field spread, shear and turn; and slices of a spacetime.


@public("congruence")
def congruence(metric: Metric, basis: AnyBasis, u: Operator) -> tuple[tuple[str, Any], ...]:
    """Expansion, shear, vorticity and acceleration of the curves of a unit vector field; a ``dict`` in Python.

    Scheme:  (congruence g basis u)
    Math:    B_ab = nabla_b u_a = theta h_ab/(n - 1) + sigma_ab + omega_ab + a_a u_b/g(u, u),   h = g - u u/g(u, u)
    Shapes:  (name part) for each: a function on the manifold, two tensors of two vector fields, one of one
    Raises:  DomainError unless it is proved that the square of the field is 1 or -1
    Source:  Hawking, Ellis, The Large Scale Structure of Space-Time, 4.1
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define g (FLRW-metric spacetime-sphere (literal-function 'R) 0))
    1 ]=> (define theta (cadr (assoc "expansion" (congruence g spacetime-sphere d/dt))))
    1 ]=> (theta ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    ;Value: (/ (* 3 ((D R) t)) (R t))
    >>> g, d_dt = FLRW_metric(spacetime_sphere, literal_function("R"), 0), spacetime_sphere.vector_basis()[0]
    >>> dict(congruence(g, spacetime_sphere, d_dt))["shear"]
    shear
    it is zero
    """
    basis = as_basis(basis, "congruence")
    n, place = basis.dimension, typical_point(basis.chart)
    square = reduced(metric(as_vector_field(u, "congruence"), u)(place))
    sign = next((s for s in (1, -1) if is_rounding(g.sub(square, s))), 0)
    if not sign:
        shown = infix(expression_of(named(square, place, basis.chart)))
        hint = "" if is_number(square) else f"; (restrict-chart {basis.chart} conditions) states signs of a region"
        raise DomainError(f"congruence expects a field of square 1 or -1, that of {name_of(u)} is {shown}{hint}")

    def made(text: str, **others: Any) -> Any:
        return index_notation(text, {"u": u, "s": sign, "m": Fraction(1, n - 1), **others}, metric, basis)

    spread = made("B_ab = u_a;b - s u_a;c u^c u_b")
    theta, acceleration = made("B_a^a", B=spread), made("acceleration_a = u_a;c u^c")
    shear = made("shear_ab = B_(ab) - m x g_ab + s m x u_a u_b", B=spread, x=theta)
    parts = theta, shear, made("vorticity_ab = B_[ab]", B=spread), acceleration
    return tuple(zip(("expansion", "shear", "vorticity", "acceleration"), parts, strict=True))


@public("surface-gravity")
def surface_gravity(metric: Metric, basis: AnyBasis, K: Operator) -> ManifoldFunction:
    """The surface gravity on the horizon of a Killing field, where the square of the field is 0.

    Coordinates may be singular there: the simplified expressions of the coordinates are taken at the place.

    Scheme:  ((surface-gravity g basis K) m)
    Math:    kappa^2 = - nabla^a K^b nabla_a K_b / 2,   nabla^a (K^b K_b) = - 2 kappa K^a on the horizon
    Shapes:  result: function on the manifold
    Raises:  DomainError, when applied, unless the square of the field is 0 there
    Source:  Wald, General Relativity, 12.5.14
    >>> d_dt, d_dr, d_dtheta, d_dphi = spacetime_sphere.vector_basis("t r theta phi")
    >>> kappa = surface_gravity(Schwarzschild_metric(spacetime_sphere, 2), spacetime_sphere, d_dt)
    >>> kappa(spacetime_sphere.point(0, 2, 1, 0))  # M/r^2
    Fraction(1, 4)
    """
    field, chart = as_vector_field(K, "surface-gravity"), as_basis(basis, "surface-gravity").chart
    slope = index_notation("B_ab = K_a;b", {"K": field}, metric, basis)
    parts = index_notation("- 1/2 B_ab B^ab", {"B": slope}, metric, basis), metric(field, field)

    @cache
    def in_coordinates() -> Callable[[Any], Up]:
        m = typical_point(chart)
        return of_coordinates(Up(reduced(f(m)) for f in parts), leaves(chart.at(m)))

    @orbit_by_orbit
    def at(coordinates: Any) -> Any:
        gravity, square = leaves(in_coordinates()(coordinates))
        if not is_rounding(square):
            raise DomainError(
                f"surface-gravity expects a place on the horizon, where the square of {name_of(K)} is 0, "
                f"it is {infix(expression_of(simplify(square)))} at {describe(coordinates)}"
            )
        return magnitude(simplify(_root(gravity)))

    return ManifoldFunction(lambda place: at(chart.at(place)), "surface-gravity", (chart,))


def _root(x: Any) -> Any:
    """The square root; that of a square in r = sqrt(M^2 - a^2) is found by a^2 = M^2 - r^2, if there is no odd a^k."""
    roots, head = subexpressions(x) if isinstance(x, Expression) else (), Head.SQRT
    for node in roots:
        if isinstance(node, Application) and node.operator is head:
            r, inside = symbol("the root", "positive"), node.operands[0]
            for v in variables_in(inside):
                rest = substitute(inside, {v: 0})
                factor_of_square = reduced(g.div(g.sub(inside, rest), g.square(v)))
                if v not in variables_in(expression_of(factor_of_square)):
                    known = g.sqrt(g.div(g.sub(g.square(r), rest), factor_of_square))
                    found = simplify(substitute(substitute(x, {node: r}), {v: known}))
                    if not any(getattr(y, "operator", None) is head for y in subexpressions(expression_of(found))):
                        return substitute(expression_of(simplify(g.sqrt(found))), {r: node})
    return g.sqrt(x)


@public("ADM-split")
def ADM_split(metric: Metric, system: Chart) -> tuple[tuple[str, Any], ...]:
    """Lapse, shift, metric and extrinsic curvature of the slices where the first coordinate is constant; a ``dict``.

    Components of the tensors along the slices are those with indices of the other coordinates; the curvature is by the
    normal of increasing t, n = (d/dt - N^i d/dx^i)/N.

    Scheme:  (ADM-split g sys)
    Math:    ds^2 = -N^2 dt^2 + h_ij (dx^i + N^i dt)(dx^j + N^j dt),   K_ij = nabla_i n_j
    Shapes:  (name part) for each: function on the manifold, vector field, two tensors of two vector fields
    Source:  Wald, General Relativity, 10.2, E.2
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (define g (metric-from-line-element "-dt^2 + (dx + w dt)^2 + dy^2 + dz^2" R4-rect))
    1 ]=> (define split (ADM-split g R4-rect))
    1 ]=> (map (lambda (part) (part ((point R4-rect) (up 0 1 2 3)))) (list (cadar split) ((cadadr split) x)))
    ;Value: (1 w)
    >>> found = dict(ADM_split(FLRW_metric(spacetime_sphere, literal_function("R"), 0), spacetime_sphere))
    >>> simplify(found["extrinsic-curvature"].components(up(*symbols("t r theta phi")))[5])
    (* (R t) ((D R) t))
    """
    chart = as_chart(system, "ADM-split")
    basis = coordinate_basis(chart)
    known = components_of(metric, basis, "ADM-split")

    def at(place: Any) -> list[Any]:
        row = known.upper(place)[: chart.dimension]
        with assuming(positive=chart.positive_at(place)):
            lapse = g.invert(g.sqrt(magnitude(row[0])))
        return [lapse, *(g.negate(g.div(x, row[0])) for x in row[1:])]

    parts = Components(chart, at, (known.upper,))
    lapse = parts.entry(0, "lapse")
    shift = field_of(Components(chart, lambda place: [0, *parts(place)[1:]], (parts,)), symbol("shift"))
    normal = g.div(g.sub(basis.vectors[0], shift), lapse)
    tensors = {"n": normal, "q": g.invert(metric(normal, normal))}
    h = index_notation("metric_ab = g_ab - q n_a n_b", tensors, metric, basis)
    K = index_notation("K_ab = n_a;b - q n_a;c n^c n_b", tensors, metric, basis)
    return ("lapse", lapse), ("shift", shift), ("metric", h), ("extrinsic-curvature", K)
