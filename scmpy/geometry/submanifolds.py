"""Curves by numerical integration: of vector fields, geodesics; parallel transport and holonomy along paths.

    x' = v(x),      x''^k = - Gamma_ij^k x'^i x'^j,      u'^k = - Gamma_ij^k X^i u^j  with the velocity X of the path

in the chart of the field or the connection; a curve that leaves it, at a pole, a radius of 0 or a horizon, is an error.
Source: FDG 3, 7, 8. A flow as a series is :func:`~scmpy.geometry.fields.evolution`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.operators import Operator
from scmpy.errors import CALLED, ChartError, DomainError, IntegrationError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import check_callable, setting
from scmpy.generic.types import Scalar, is_number
from scmpy.geometry.basis import coordinate_basis
from scmpy.geometry.chart import Chart, as_chart, dot, rows
from scmpy.geometry.connection import Cartan, Cartan_transform, Connection, ordinary
from scmpy.geometry.fields import VectorField, as_vector_field, components_in
from scmpy.geometry.manifold import Point, as_point
from scmpy.geometry.maps import Map
from scmpy.numerics.ode.ivp import InitialValueProblem, tolerance_of
from scmpy.numerics.ode.step_control import most_steps
from scmpy.registry import public
from scmpy.structure.tuples import Down, Structure, Up, leaves

TOLERANCE = 1e-10

UNCOMPILED = 100  # steps take about as long as one whose rates are functions on a manifold

#: What changes at which rates: a function of the parameter and of the numbers that do.
Rates = Callable[[Any, Sequence[Any]], Sequence[Any]]


def _real(value: Any, operation: str, what: str) -> float:
    try:
        number = g.inexact(value)
    except ScmpyError:
        number = None
    if not is_number(number) or isinstance(number, complex):
        raise WrongTypeError(f"{operation} expects numbers, {what} is {value}")
    if not math.isfinite(number):
        raise DomainError(f"{operation} expects finite numbers, {what} is {value}")
    return float(number)


def _numbers(values: Any, operation: str, what: str) -> list[float]:
    return [_real(x, operation, what) for x in leaves(values)]


def _start(m: Any, chart: Chart) -> list[float]:
    return _numbers(as_point(m).coordinates(chart), CALLED, f"the place {m}")


def _motion(chart: Chart, start: list[float], rates: Rates, name: str) -> InitialValueProblem:
    """The motion of the parameter, coordinates, and what else there is, whose rates of change follow from them.

    Its derivative is compiled; a motion that passes a singular value of the chart's coordinates is an error.
    """
    check = chart.kept_within(start[: chart.dimension], name)

    def derivative(state: Any) -> Up:
        t, *numbers = state
        check(t, numbers[: chart.dimension])
        return Up((1, *rates(t, numbers)))

    return InitialValueProblem(lambda: derivative, name, ())


def _end(motion: InitialValueProblem, first: float, start: list[float], last: float, tolerance: float) -> list[float]:
    """The numbers that a motion ends with; where its rates are not compiled, a step counts for so many more."""
    state = Up((first, *start))
    motion.prepare(state)
    most = most_steps.value and (most_steps.value if motion.compiled else most_steps.value // UNCOMPILED)
    try:
        with setting(ode_most_steps=most):
            return leaves(motion.end(state, last - first, tolerance_of(tolerance)))[1:]
    except IntegrationError as error:
        if isinstance(error.__cause__, DomainError):
            raise DomainError(error.message) from None
        raise


def _curve(chart: Chart, start: list[float], rates: Rates, name: str, tolerance: float) -> Function:
    """The curve on a manifold whose first coordinates are those of a motion that starts at 0."""
    motion = _motion(chart, start, rates, name)

    def at(t: Any) -> Point:
        end = _end(motion, 0.0, start, _real(t, name, "the parameter"), tolerance)
        return chart.point(chart.tuple_of(Up, end[: chart.dimension]))

    return Function(at, name)


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

    return _curve(chart, _start(m, chart), rates, f"(integral-curve {name_of(v)})", tolerance)


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
    1 ]=> (define-coordinates (up theta phi) S2-spherical)
    1 ]=> (define C (Christoffel->Cartan (metric->Christoffel-2 S2-metric (coordinate-system->basis S2-spherical))))
    1 ]=> ((chart S2-spherical) ((geodesic C ((point S2-spherical) (up :pi/2 0.)) d/dphi) 1.))
    ;Value: (up 1.57079633 1.)
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> C = Levi_Civita(S2_metric, S2_spherical)
    >>> equator = geodesic(C, S2_spherical.point(pi / 2, 0), d_dphi)
    >>> [round(x, 8) for x in chart(S2_spherical)(equator(1))]
    [1.57079633, 1.0]
    """
    connection = _coordinate_connection(cartan, "geodesic")
    chart, n = connection.basis.chart, connection.basis.dimension
    along = components_in(as_vector_field(velocity, "geodesic"), chart)(m)

    def rates(t: Any, state: Sequence[Any]) -> Sequence[Any]:
        q, rate = state[:n], state[n:]
        return [*rate, *(g.negate(dot(row, rate)) for row in _turning(connection, chart, q, rate))]

    return _curve(
        chart, [*_start(m, chart), *_numbers(along, "geodesic", "the velocity")], rates, "geodesic", tolerance
    )


def _coordinate_connection(cartan: Any, operation: str) -> Cartan:
    connection = ordinary(cartan, operation)
    basis = connection.basis
    return connection if basis.coordinate_system else Cartan_transform(connection, coordinate_basis(basis.chart))


def _turning(connection: Cartan, chart: Chart, q: Sequence[Any], rate: Sequence[Any]) -> list[Sequence[Any]]:
    """Gamma_ij^k X^i by k and j."""
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
    1 ]=> (define C (Christoffel->Cartan (metric->Christoffel-2 S2-metric (coordinate-system->basis S2-spherical))))
    1 ]=> (* (parallel-transport C (lambda (t) ((point S2-spherical) (up t 1))) 1. 2.) (up 0 1))
    ;Value: (up 0. .925407859)
    >>> C = Levi_Civita(S2_metric, S2_spherical)
    >>> south = parallel_transport(C, lambda t: S2_spherical.point(t, 1), 1, 2)
    >>> [round(x, 8) + 0 for x in south * up(0, 1) - up(0, sin(1.0) / sin(2.0))]
    [0.0, 0.0]
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

    first, last = (_real(t, "parallel-transport", "a parameter") for t in (start, end))
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
    1 ]=> (define C (Christoffel->Cartan (metric->Christoffel-2 S2-metric (coordinate-system->basis S2-spherical))))
    1 ]=> (define H (holonomy C (lambda (t) ((point S2-spherical) (up :pi/3 t))) 0 :2pi))
    1 ]=> (ref (* H (up 1 0)) 0)
    ;Value: -1.
    >>> C = Levi_Civita(S2_metric, S2_spherical)
    >>> H = holonomy(C, lambda t: S2_spherical.point(pi / 3, t), 0, 2 * pi)  # turned by 2 pi (1 - cos(pi/3)) = pi
    >>> [[round(x, 7) + 0 for x in column] for column in H]
    [[-1.0, 0.0], [0.0, -1.0]]
    """
    turned = parallel_transport(cartan, loop, start, end, tolerance)
    ends = [leaves(loop(t).representation) for t in (start, end)]
    gap = max(abs(g.inexact(g.sub(x, y))) for x, y in zip(*ends, strict=True))
    if gap > 1e-6:
        raise DomainError(f"holonomy expects a closed path, {name_of(loop)} ends {gap} away from where it started")
    return turned
