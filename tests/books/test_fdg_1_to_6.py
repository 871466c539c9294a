"""FDG, to fields over a map: geodesics by Lagrange, manifolds, fields and bases of them, integration, pullbacks."""

import pytest

from scmpy import *

a, b, c, t = symbols("a b c t")


def test_free_motion_on_a_sphere_follows_geodesics():
    m, R = symbols("m R")

    def metric(u, v):
        return R**2 * S2_metric(u, v)

    def Lagrangian(state):
        field = components_to_vector_field(lambda _: state[2], S2_spherical)
        return m * metric(field, field)(S2_spherical.point(state[1])) / 2

    path = up(*literal_functions("alpha beta"))
    curve = compose(point(S2_spherical), path, chart(R1_rect))
    connection = Christoffel_to_Cartan(metric_to_Christoffel_2(metric, S2_spherical.basis()))
    acceleration = geodesic_equation(R1_rect, S2_spherical, connection)(curve)(R1_rect.point(t))
    alpha, _ = path
    inertia = m * R**2 * down(down(1, 0), down(0, sin(alpha(t)) ** 2))
    force = Lagrange_equations(Lagrangian)(path)(t)
    assert simplify(force - inertia * acceleration) == down(0, 0)


x0, y0, r0, theta0 = symbols("x0 y0 r0 theta0")


def test_one_point_in_two_charts():
    m = point(R2_rect)(up(x0, y0))
    assert str(chart(R2_polar)(m)) == "(up (sqrt (+ (expt x0 2) (expt y0 2))) (atan y0 x0))"
    assert str(chart(R2_rect)(point(R2_polar)(up(r0, theta0)))) == "(up (* r0 (cos theta0)) (* r0 (sin theta0)))"


def test_a_function_on_the_manifold_has_a_form_in_every_chart():
    f = literal_manifold_function("f", R2_rect)
    m = point(R2_polar)(up(r0, theta0))
    assert str(f(m)) == "(f (up (* r0 (cos theta0)) (* r0 (sin theta0))))"
    x, y = R2_rect.coordinates("x y")
    r, theta = R2_polar.coordinates("r theta")
    h = x * r + y**3
    assert simplify(h(m) - (r0**2 * cos(theta0) + (r0 * sin(theta0)) ** 3)) == 0
    assert simplify((x - r * cos(theta))(m)) == 0


x, y = R2_rect.coordinates("x y")
d_dx, d_dy = R2_rect.vector_basis("x y")
dx, dy = R2_rect.form_basis("x y")
m = R2_rect.point(a, b)
circular = x * d_dy - y * d_dx


def test_a_field_is_made_of_coordinate_fields():
    v, f = literal_vector_field("v", R2_rect), literal_manifold_function("f", R2_rect)
    assert str(v(x)(m)) == "(v^0 (up a b))"
    assert simplify((v - (dx(v) * d_dx + dy(v) * d_dy))(f)(m)) == 0


def test_integral_curves_of_a_rotation():
    moved = series_sum(exp(t * circular)(R2_rect.map)(R2_rect.point(1, 0)), 6)
    assert simplify(moved - up(1 - t**2 / 2 + t**4 / 24 - t**6 / 720, t - t**3 / 6 + t**5 / 120)) == up(0, 0)
    assert simplify(evolution(6)(t, circular)(R2_rect.map)(R2_rect.point(1, 0)) - moved) == up(0, 0)


def test_fields_in_other_coordinates():
    r, _ = R2_polar.coordinates("r phi")
    dr, dphi = R2_polar.form_basis("r phi")
    assert simplify(dphi(circular)(m)) == 1 and simplify(dr(circular)(m)) == 0
    assert simplify((d(r) - dr)(circular)(m)) == 0
    assert str(one_form_field_to_components(dr, R2_rect)(up(a, b))[0]) == "(/ a (sqrt (+ (expt a 2) (expt b 2))))"


def test_change_of_basis():
    m = R2_rect.point(a, b)
    rect, polar = R2_rect.basis(), R2_polar.basis()
    assert simplify((Jacobian(polar, rect) * Jacobian(rect, polar))(m)) == down(up(1, 0), up(0, 1))
    v = literal_vector_field("v", R2_rect)
    there = Jacobian(polar, rect) * rect.forms(v)
    assert simplify((there - polar.forms(v))(m)) == up(0, 0)


def test_rotations_do_not_commute():
    x, y, z = R3_rect.coordinates("x y z")
    d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
    Jx, Jy, Jz = y * d_dz - z * d_dy, z * d_dx - x * d_dz, x * d_dy - y * d_dx
    f = literal_manifold_function("f", R3_rect)
    m = R3_rect.point(a, b, c)
    assert simplify((commutator(Jx, Jy) + Jz)(f)(m)) == 0
    assert simplify((commutator(Jy, Jz) + Jx)(f)(m)) == 0


def test_a_field_by_the_components_in_any_basis():
    e = down(*(literal_vector_field(name, R2_rect) for name in ("e0", "e1")))
    dual = vector_basis_to_dual(e, R2_rect)
    v, f, m = literal_vector_field("v", R2_rect), literal_manifold_function("f", R2_rect), R2_rect.point(a, b)
    again = basis_components_to_vector_field(vector_field_to_basis_components(v, dual), e)
    assert simplify((again - v)(f)(m)) == 0
    assert simplify(dual(e)(m)) == up(down(1, 0), down(0, 1))


def test_the_volume_of_space_in_three_charts():
    dx, dy, dz = R3_rect.form_basis("x y z")
    volume = wedge(dx, dy, dz)
    m = R3_rect.point(a, b, c)
    r, theta, _ = R3_spherical.coordinates("r theta phi")
    density = volume(*R3_spherical.vector_basis())
    assert simplify((density - r**2 * sin(theta))(R3_spherical.point(a, b, c))) == 0
    s, *_ = R3_cyl.coordinates()
    assert simplify((volume(*R3_cyl.vector_basis()) - s)(m)) == 0


@pytest.mark.slow
def test_stokes_on_a_square():
    w = x * y**2 * dx + sin(x) * dy
    inside = definite_integral(
        lambda u: definite_integral(lambda v: d(w)(d_dx, d_dy)(R2_rect.point(u, v)), 0.0, 1.0), 0.0, 1.0
    )
    side = lambda field, place: definite_integral(lambda u: w(field)(R2_rect.point(*place(u))), 0.0, 1.0)  # noqa: E731
    around = (
        side(d_dx, lambda u: (u, 0.0))
        + side(d_dy, lambda u: (1.0, u))
        - side(d_dx, lambda u: (u, 1.0))
        - side(d_dy, lambda u: (0.0, u))
    )
    assert abs(inside - around) < 1e-9


def test_exactness():
    f = literal_manifold_function("f", R3_rect)
    X, Y = (literal_vector_field(name, R3_rect) for name in "XY")
    assert simplify(d(d(f))(X, Y)(R3_rect.point(a, b, c))) == 0


now = R1_rect.point(t)
(d_dt,) = R1_rect.vector_basis("t")
path = compose(point(S2_spherical), up(*literal_functions("theta phi")), chart(R1_rect))
theta, phi = literal_functions("theta phi")


def test_the_velocity_of_a_path():
    velocity = differential(path)(d_dt)
    assert str(velocity(S2_spherical.map)(now)) == "(up ((D theta) t) ((D phi) t))"
    over = basis_to_basis_over_map(path, S2_spherical.basis())
    assert str(over.forms(velocity)(now)) == "(up ((D theta) t) ((D phi) t))"
    f = literal_manifold_function("f", S2_spherical)
    restricted = vector_field_to_vector_field_over_map(path)(S2_spherical.vector_basis()[0])
    assert str(restricted(f)(now)) == "(((partial 0) f) (up (theta t) (phi t)))"


def test_pullbacks_along_a_path():
    colatitude, _ = S2_spherical.coordinates()
    _, dphi = S2_spherical.form_basis()
    assert pullback(path)(colatitude)(now) == theta(t)
    assert simplify(pullback(path)(sin(colatitude) * dphi)(d_dt)(now) - sin(theta(t)) * D(phi)(t)) == 0
    assert simplify((pullback(path)(d(colatitude)) - d(pullback(path)(colatitude)))(d_dt)(now)) == 0
