"""What is found at numbers: integral curves, geodesics, transport and holonomy, inverses of charts, and the integrator."""

# ruff: noqa: F403, F405

import math

import pytest

from scmpy import *
from scmpy.errors import ChartError, DomainError, LimitError, WrongTypeError
from scmpy.numerics.ode.driver import Solution, advance

x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
rotation = x * d_dy - y * d_dx
sphere = Levi_Civita(S2_metric, S2_spherical.basis()).cartan


def test_the_error_follows_the_tolerance():
    for tolerance in (1e-4, 1e-7, 1e-10):
        q, p = advance(lambda t, s: (s[1], -s[0]), 0, (1, 0), 20, tolerance)
        assert math.hypot(q - math.cos(20), p + math.sin(20)) < 100 * tolerance


def test_time_runs_backwards_and_stands_still():
    assert advance(lambda t, s: (2 * t,), 3, (9,), -2)[0] == pytest.approx(4)
    assert list(Solution(lambda t, s: s, 1, (5,)).to(1)) == []
    assert advance(lambda t, s: s, 1, (5,), 1) == [5.0]


def test_a_solution_that_blows_up():
    with pytest.raises(LimitError, match=r"beyond time (0\.9999|1\.0000)"):
        advance(lambda t, s: (s[0] ** 2,), 0, (1,), 2)


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


# --- inverses of charts ----------------------------------------------------------------------------------------

plane = specify_manifold("plane")
attach_patch("all", plane)
for name, ways in {
    "rectangular": (lambda q: q, lambda m: m),
    "parabolic": (lambda q: up(q[0] * q[1], (q[0] ** 2 - q[1] ** 2) / 2),),
    "oblique": (lambda q: up(q[0] + 2 * q[1], q[1] - 3),),
    "half": (lambda q: up(q[0] ** 2 + 1, q[1]),),
}.items():
    attach_coordinate_system(name, "all", plane, lambda manifold, ways=ways: ways)
P = make_manifold(plane, 2)
rect, parabolic, oblique, half = (
    coordinate_system_at(name, "all", P) for name in ("rectangular", "parabolic", "oblique", "half")
)


def test_an_affine_chart_is_inverted_exactly():
    a, b = symbols("a b")
    assert simplify(chart(oblique)(rect.point(a, b)) - up(a - 2 * (b + 3), b + 3)) == up(0, 0)


def test_a_chart_is_inverted_at_numbers_with_its_derivatives():
    m = rect.point(2, 1.5)
    assert tuple(chart(parabolic)(m)) == pytest.approx((2, 1))
    u, _ = parabolic.coordinates()
    d_dX, _ = rect.vector_basis()
    assert d_dX(u)(m) == pytest.approx(2 * 2 / (4 * 8 - 4 * 1.5 * 2))
    second = (d_dX(u)(rect.point(2.001, 1.5)) - d_dX(u)(rect.point(1.999, 1.5))) / 0.002
    assert d_dX(d_dX(u))(m) == pytest.approx(second, rel=1e-5)
    assert parabolic.form_basis()[0](d_dX)(m) == pytest.approx(0.2)


def test_what_has_no_inverse():
    with pytest.raises(DomainError, match="parabolic has no formula for its coordinates"):
        chart(parabolic)(rect.point(symbols("a"), 1))
    with pytest.raises(DomainError, match="no coordinates of half were found"):
        chart(half)(rect.point(-3, 0))


@pytest.mark.parametrize(
    ("attempt", "error", "message"),
    [
        (lambda: integral_curve(d_dx, R2_rect.point(*symbols("a b")))(1), WrongTypeError, "integral-curve .* is a"),
        (lambda: integral_curve(rotation, R2_rect.point(1, 0))(symbols("t")), WrongTypeError, "the parameter is t"),
        (lambda: integral_curve(d_dx, S2_spherical.point(1, 1))(1), ChartError, "R2-rect is a chart of R2"),
        (lambda: integral_curve(x, R2_rect.point(1, 0)), WrongTypeError, "integral-curve expects a vector field"),
        (lambda: geodesic(S2_metric, S2_spherical.point(1, 1), d_dx), WrongTypeError, "geodesic expects a connection"),
        (lambda: holonomy(sphere, lambda t: S2_spherical.point(1, t), 0, 1), DomainError, "closed path"),
        (lambda: holonomy(sphere, 3, 0, 1), WrongTypeError, "expects a path"),
        (lambda: parallel_transport(sphere, lambda t: t, 0, 1), ChartError, "has points as values, got the number"),
        (
            lambda: parallel_transport(sphere, lambda t: R2_rect.point(t, t), 0, 1),
            ChartError,
            "S2-spherical is a chart",
        ),
    ],
)
def test_mistakes(attempt, error, message):
    with pytest.raises(error, match=message):
        attempt()
