"""FDG, vector fields and one-form fields: derivations, components, integral curves, duality."""

import pytest

from scmpy import *

a, b, t = symbols("a b t")
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


FIELDS = """
(define R2->R '(-> (UP Real Real) Real))
(define v (components->vector-field (up (literal-function 'b^0 R2->R) (literal-function 'b^1 R2->R)) R2-rect))
(define omega (components->1form-field (down (literal-function 'a_0 R2->R) (literal-function 'a_1 R2->R)) R2-rect))
(define f (literal-manifold-function 'f-rect R2-rect))
(define rect-point ((point R2-rect) (up 'x0 'y0)))
(define polar-point ((point R2-polar) (up 'r0 'theta0)))
(define-coordinates (up x y) R2-rect)
(define-coordinates (up r theta) R2-polar)
(define circular (- (* x d/dy) (* y d/dx)))
"""
V_OF_F = (
    "(+ (* (b^0 (up x0 y0)) (((partial 0) f-rect) (up x0 y0))) (* (b^1 (up x0 y0)) (((partial 1) f-rect) (up x0 y0))))"
)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((v f) rect-point)", V_OF_F),
        ("((v (chart R2-rect)) rect-point)", "(up (b^0 (up x0 y0)) (b^1 (up x0 y0)))"),
        ("(((coordinatize v R2-rect) (literal-function 'f-rect R2->R)) (up 'x0 'y0))", V_OF_F),
        ("((d/dx (square r)) rect-point)", "(* 2 x0)"),
        ("((d/dx (square r)) polar-point)", "(* 2 r0 (cos theta0))"),
        ("(((+ d/dx (* 2 d/dy)) (+ (square r) (* 3 x))) rect-point)", "(+ 3 (* 2 x0) (* 4 y0))"),
        ("((omega (down d/dx d/dy)) rect-point)", "(down (a_0 (up x0 y0)) (a_1 (up x0 y0)))"),
        (
            "(((d f) (coordinate-system->vector-basis R2-rect)) rect-point)",
            "(down (((partial 0) f-rect) (up x0 y0)) (((partial 1) f-rect) (up x0 y0)))",
        ),
        ("((dx circular) rect-point)", "(* -1 y0)"),
        ("((dy circular) rect-point)", "x0"),
        ("((dr circular) rect-point)", "0"),
        ("((dtheta circular) rect-point)", "1"),
        ("(((- circular d/dtheta) f) rect-point)", "0"),
        ("((omega v) rect-point)", "(+ (* (b^0 (up x0 y0)) (a_0 (up x0 y0))) (* (b^1 (up x0 y0)) (a_1 (up x0 y0))))"),
        (
            "((((evolution 6) 'delta-t circular) (chart R2-rect)) ((point R2-rect) (up 1 0)))",
            "(up (+ 1 (* -1/720 (expt delta-t 6)) (* 1/24 (expt delta-t 4)) (* -1/2 (expt delta-t 2)))"
            " (+ (* 1/120 (expt delta-t 5)) (* -1/6 (expt delta-t 3)) delta-t))",
        ),
    ],
)
def test_fields_as_the_book_types_them(scheme, expression, text):
    scheme(FIELDS)
    assert scheme(f"(pe {expression})") == text


def test_the_integral_curve_term_by_term(scheme):
    scheme(FIELDS)
    flow = "(((exp (* 't circular)) (chart R2-rect)) ((point R2-rect) (up 1 0)))"
    assert scheme(f"(series:for-each print-expression {flow} 6)") == (
        "(up 1 0) (up 0 t) (up (* -1/2 (expt t 2)) 0) (up 0 (* -1/6 (expt t 3))) (up (* 1/24 (expt t 4)) 0)"
        " (up 0 (* 1/120 (expt t 5)))"
    )


def test_a_field_is_a_derivation(scheme):
    """v(f g) = v(f) g + f v(g), v(c) = 0 and v(F o f) = (DF o f) v(f)."""
    scheme(FIELDS)
    scheme("(define g (literal-manifold-function 'g-rect R2-rect)) (define F (literal-function 'F))")
    assert scheme("(pe ((- (v (* f g)) (+ (* (v f) g) (* f (v g)))) rect-point))") == "0"
    assert scheme("(pe ((v (constant-manifold-function 'c)) rect-point))") == "0"
    assert scheme("(pe ((- (v (compose F f)) (* (compose (D F) f) (v f))) rect-point))") == "0"
