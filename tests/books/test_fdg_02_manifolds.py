"""FDG, manifolds: charts, points, functions that do not depend on the chart."""

from scmpy import *

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
