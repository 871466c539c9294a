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


SPACE = """
(define-coordinates (up x y z) R3-rect)
(define m ((point R3-rect) (up 'x0 'y0 'z0)))
(define (field a b c) (+ (* a d/dx) (* b d/dy) (* c d/dz)))
(define u (field 'u^0 'u^1 'u^2))
(define v (field 'v^0 'v^1 'v^2))
(define w (field 'w^0 'w^1 'w^2))
(define alpha (literal-manifold-function 'alpha R3-rect))
(define beta (literal-manifold-function 'beta R3-rect))
(define gamma (literal-manifold-function 'gamma R3-rect))
(define X (literal-vector-field 'X-rect R3-rect))
(define Y (literal-vector-field 'Y-rect R3-rect))
(define Z (literal-vector-field 'Z-rect R3-rect))
(define theta (+ (* alpha dx) (* beta dy) (* gamma dz)))
(define omega (+ (* alpha (wedge dy dz)) (* beta (wedge dz dx)) (* gamma (wedge dx dy))))
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((wedge dx dy) u v)", "(+ (* u^0 v^1) (* -1 u^1 v^0))"),
        (
            "((wedge dx dy dz) u v w)",
            "(+ (* u^0 v^1 w^2) (* -1 u^0 v^2 w^1) (* -1 u^1 v^0 w^2) (* u^1 v^2 w^0) (* u^2 v^0 w^1)"
            " (* -1 u^2 v^1 w^0))",
        ),
        ("((- (d theta) (+ (wedge (d alpha) dx) (wedge (d beta) dy) (wedge (d gamma) dz))) X Y)", "0"),
        ("((- (d omega) (+ (wedge (d alpha) dy dz) (wedge (d beta) dz dx) (wedge (d gamma) dx dy))) X Y Z)", "0"),
        (
            "((d omega) d/dx d/dy d/dz)",
            "(+ (((partial 0) alpha) (up x0 y0 z0)) (((partial 1) beta) (up x0 y0 z0))"
            " (((partial 2) gamma) (up x0 y0 z0)))",
        ),
        ("((d (d theta)) X Y Z)", "0"),
    ],
)
def test_forms_as_the_book_types_them(scheme, expression, text):
    scheme(SPACE)
    assert scheme(f"(pe ({expression} m))") == text


def test_a_volume_is_a_determinant(scheme):
    scheme(SPACE)
    rows = "(list 'u^0 'u^1 'u^2) (list 'v^0 'v^1 'v^2) (list 'w^0 'w^1 'w^2)"
    assert scheme(f"(pe (- (((wedge dx dy dz) u v w) m) (determinant (matrix-by-rows {rows}))))") == "0"


def test_greens_theorem_in_the_plane(scheme):
    """d(alpha dx + beta dy) = (d beta/dx - d alpha/dy) dx ^ dy."""
    scheme("""
    (define-coordinates (up x y) R2-rect)
    (define alpha (literal-manifold-function 'alpha R2-rect))
    (define beta (literal-manifold-function 'beta R2-rect))
    (define v (literal-vector-field 'v R2-rect))
    (define w (literal-vector-field 'w R2-rect))
    (define left (d (+ (* alpha dx) (* beta dy))))
    (define right (* (- (d/dx beta) (d/dy alpha)) (wedge dx dy)))
    """)
    assert scheme("(pe (((- left right) v w) ((point R2-rect) (up 'x0 'y0))))") == "0"
