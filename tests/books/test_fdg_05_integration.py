"""FDG, integration: wedge products as volumes, the exterior derivative, Stokes' theorem."""

import pytest

from scmpy import *

a, b, c = symbols("a b c")


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
    x, y = R2_rect.coordinates("x y")
    dx, dy = R2_rect.form_basis("x y")
    d_dx, d_dy = R2_rect.vector_basis("x y")
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
