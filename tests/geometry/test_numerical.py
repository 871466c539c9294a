"""What is found at numbers: integral curves, geodesics, transport and holonomy, inverses of charts, and the integrator."""

import math

import pytest

from scmpy import *
from scmpy.errors import LimitError
from scmpy.numerics.ode.step_control import Integrator

from ..tables import evaluated, refusals

x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
rotation = x * d_dy - y * d_dx
sphere = Levi_Civita(S2_metric, S2_spherical.basis()).cartan


def test_the_error_follows_the_tolerance():
    for tolerance in (1e-4, 1e-7, 1e-10):
        q, p = Integrator(lambda t, s: (s[1], -s[0]), 0, (1, 0), tolerance).advance(20)
        assert math.hypot(q - math.cos(20), p + math.sin(20)) < 100 * tolerance


def test_time_runs_backwards_and_stands_still():
    assert Integrator(lambda t, s: (2 * t,), 3, (9,)).advance(-2)[0] == pytest.approx(4)
    assert list(Integrator(lambda t, s: s, 1, (5,)).to(1)) == []
    assert Integrator(lambda t, s: s, 1, (5,)).advance(1) == [5.0]


def test_a_solution_that_blows_up():
    with pytest.raises(LimitError, match=r"beyond time (0\.9999|1\.0000)"):
        Integrator(lambda t, s: (s[0] ** 2,), 0, (1,)).advance(2)


def test_integral_curves_agree_with_the_series_of_the_flow():
    m = R2_rect.point(0.3, 0.4)
    field = x * y * d_dx + sin(x) * d_dy
    curve, series = integral_curve(field, m), evolution(5)(0.02, field)
    for f in (x, y):
        assert f(curve(0.02)) == pytest.approx(series(f)(m), abs=1e-9)


@pytest.mark.parametrize("system", [R2_rect, R2_polar], ids=str)
def test_integral_curves_in_any_chart(system):
    curve = integral_curve(rotation + 0.1 * d_dx, R2_rect.point(1, 0), system)
    assert tuple(chart(R2_rect)(curve(1.2))) == pytest.approx(
        tuple(chart(R2_rect)(integral_curve(rotation + 0.1 * d_dx, R2_rect.point(1, 0))(1.2)))
    )


def test_geodesics_of_the_sphere_are_great_circles():
    d_dtheta, d_dphi = S2_spherical.vector_basis()
    m = S2_spherical.point(1.0, 0.5)
    great = geodesic(sphere, m, 0.6 * d_dtheta + 0.8 / math.sin(1.0) * d_dphi)
    start, end = (R3_rect.map(transfer_point(S2, R3)(p)) for p in (m, great(0.9)))
    assert dot_product(start, end) == pytest.approx(math.cos(0.9))


def metric_of(*squares):
    """The metric of a chart of two coordinates with these squares, functions of both."""
    system = make_chart("u v")
    return components_to_metric(lambda q: [[squares[0](*q), 0], [0, squares[1](*q)]], system), system


SCHWARZSCHILD = Schwarzschild_metric(spacetime_sphere, 2), spacetime_sphere
DE_SITTER = de_Sitter_metric(spacetime_sphere, 3), spacetime_sphere
POLAR = coordinate_system_to_metric(R2_polar), R2_polar
HALF_PLANE = metric_of(lambda x, y: 1 / y**2, lambda x, y: 1 / y**2)
RINDLER = metric_of(lambda eta, xi: -(xi**2), lambda eta, xi: 1)
ROUND = S2_metric, S2_spherical
UNNAMED = metric_of(lambda x, y: 1, lambda x, y: sin(x) ** 2)
CONE = components_to_metric(lambda q: [[1, 0], [0, q[0] ** 2 / 4]], R2_polar)
RATE = 1 / math.sqrt(0.7)  # of the time of a static observer, on a circle at 10

GEODESICS = evaluated(__file__, "geodesics.txt", "numerical: geodesics", globals())


@pytest.mark.parametrize("case", GEODESICS)
def test_geodesics_by_formulas(case):
    _, (metric, system), start, velocity, t, wanted = case
    along = sum(a * v for a, v in zip(velocity, system.vector_basis(), strict=True) if a)
    end = tuple(chart(system)(geodesic(Levi_Civita(metric, system), system.point(*start), along)(t)))
    assert {i: end[i] for i in wanted} == pytest.approx(wanted, rel=1e-7)


def _leaving(system, start, velocity, t, metric=None):
    """A curve that leaves a chart: a geodesic of a metric, or the curve of a field."""
    v, m = sum(a * e for a, e in zip(velocity, system.vector_basis(), strict=True) if a), system.point(*start)
    return (integral_curve(v, m) if metric is None else geodesic(Levi_Civita(metric, system), m, v))(t)


test_curves_that_leave_the_chart = refusals(__file__, "numerical: curves that leave the chart", globals())


def test_the_work_for_rates_that_are_not_compiled_is_bounded():
    wild = procedure_to_vector_field(
        lambda f: lambda m: math.sin(1e4 * float(x(m))) * d_dx(f)(m) + 2 * d_dx(f)(m), "wild"
    )
    with (
        setting(ode_most_steps=100_000),
        pytest.warns(match="is not compiled"),
        pytest.raises(LimitError, match="ode-most-steps"),
    ):
        integral_curve(wild, R2_rect.point(0, 0))(3)


def test_transport_keeps_products():
    carried = parallel_transport(sphere, lambda t: S2_spherical.point(1 + t**2, sin(t)), 0, 0.7)
    end = 1.49
    a, b = carried * up(1, 2), carried * up(3, -1)
    before = 3 + math.sin(1) ** 2 * -2
    assert a[0] * b[0] + math.sin(end) ** 2 * a[1] * b[1] == pytest.approx(before)


@pytest.mark.slow
def test_holonomy_is_the_curvature_inside():
    """A small circle of latitude turns vectors by its solid angle; in a flat space nothing turns."""
    angle = 2 * math.pi * (1 - math.cos(0.8))
    turned = holonomy(sphere, lambda t: S2_spherical.point(0.8, t), 0, 2 * math.pi)
    assert turned[0][0] == pytest.approx(math.cos(angle)) and turned[1][1] == pytest.approx(math.cos(angle))
    flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis()).cartan
    still = holonomy(flat, lambda t: R2_polar.point(2 + cos(t), sin(t)), 0, 2 * math.pi, 1e-8)
    assert [z for column in still for z in column] == pytest.approx([1, 0, 0, 1], abs=1e-8)


def test_transport_by_a_connection_in_a_frame():
    theta, _ = S2_spherical.coordinates()
    e0, e1 = S2_spherical.vector_basis()
    frame = down(e0, e1 / sin(theta))
    basis = make_basis(frame, vector_basis_to_dual(frame, S2_spherical))
    in_frame = Levi_Civita(S2_metric, basis).cartan

    def path(t):
        return S2_spherical.point(1.1, t)

    one, other = (parallel_transport(C, path, 0, 0.5, 1e-6) for C in (sphere, in_frame))
    assert [z for column in one for z in column] == pytest.approx([z for column in other for z in column])


test_mistakes = refusals(__file__, "numerical: mistakes", globals())
