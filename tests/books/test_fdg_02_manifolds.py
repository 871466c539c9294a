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


def test_charts_and_their_inverses_make_coordinate_transformations(scheme):
    scheme("(define polar->rect (compose (chart R2-rect) (point R2-polar)))")
    assert scheme("(pe ((D polar->rect) (up 'r0 'theta0)))") == (
        "(down (up (cos theta0) (sin theta0)) (up (* -1 r0 (sin theta0)) (* r0 (cos theta0))))"
    )


def test_coordinate_functions_as_the_book_types_them(scheme):
    scheme("""
    (define-coordinates (up x y) R2-rect)
    (define-coordinates (up r theta) R2-polar)
    (define rect-point ((point R2-rect) (up 'x0 'y0)))
    (define polar-point ((point R2-polar) (up 'r0 'theta0)))
    (define h (+ (* x (square r)) (cube y)))
    """)
    assert scheme("(pe (x polar-point))") == "(* r0 (cos theta0))"
    assert scheme("(pe (r rect-point))") == "(sqrt (+ (expt x0 2) (expt y0 2)))"
    assert scheme("(pe (theta rect-point))") == "(atan y0 x0)"
    assert scheme("(pe (h rect-point))") == "(+ (expt x0 3) (* x0 (expt y0 2)) (expt y0 3))"
    assert scheme("(pe (h polar-point))") == "(+ (* (expt r0 3) (expt (sin theta0) 3)) (* (expt r0 3) (cos theta0)))"


def test_a_cardioid_in_rectangular_coordinates(scheme):
    """r = 2 a (1 + cos theta) is (x^2 + y^2 - 2 a x)^2 = 4 a^2 (x^2 + y^2)."""
    scheme("(define-coordinates (up r theta) R2-polar)")
    assert scheme("(pe ((- r (* 2 'a (+ 1 (cos theta)))) ((point R2-rect) (up 'x 'y))))") == (
        "(/ (+ (* -2 a x) (* -2 a (sqrt (+ (expt x 2) (expt y 2)))) (expt x 2) (expt y 2))"
        " (sqrt (+ (expt x 2) (expt y 2))))"
    )


def test_stereographic_projection_of_the_sphere(scheme):
    """From the north pole: the plane's polar angle is the longitude, and cos(colatitude) = (rho^2 - 1) / (rho^2 + 1)."""
    scheme("(define project (compose (chart S2-spherical) (point S2-Riemann) (chart R2-rect) (point R2-polar)))")
    assert scheme("(pe (project (up 'rho 'theta)))") == ("(up (acos (/ (+ -1 (expt rho 2)) (+ 1 (expt rho 2)))) theta)")
