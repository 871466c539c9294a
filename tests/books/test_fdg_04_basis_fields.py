"""FDG, basis fields: duals, changes of basis, rotations as basis fields, commutators."""

import pytest

from scmpy import *

a, b, c = symbols("a b c")


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


def test_a_frame_of_unknown_fields_and_its_dual(scheme):
    scheme("""
    (define-coordinates (up x y) R2-rect)
    (define (literal name) (literal-manifold-function name R2-rect))
    (define e0 (+ (* (literal 'e0x) d/dx) (* (literal 'e0y) d/dy)))
    (define e1 (+ (* (literal 'e1x) d/dx) (* (literal 'e1y) d/dy)))
    (define e-vector-basis (down e0 e1))
    (define e-dual-basis (vector-basis->dual e-vector-basis R2-polar))
    (define v (* (up (literal 'b^0) (literal 'b^1)) e-vector-basis))
    (define rect-point ((point R2-rect) (up 'x0 'y0)))
    """)
    assert scheme("(pe ((e-dual-basis e-vector-basis) rect-point))") == "(up (down 1 0) (down 0 1))"
    assert scheme("(pe ((e-dual-basis v) rect-point))") == "(up (b^0 (up x0 y0)) (b^1 (up x0 y0)))"
    assert scheme("(pe (((basis->1form-basis (make-basis e-vector-basis e-dual-basis)) v) rect-point))") == (
        "(up (b^0 (up x0 y0)) (b^1 (up x0 y0)))"
    )


def test_components_change_by_the_jacobian(scheme):
    scheme("""
    (define rect (coordinate-system->basis R2-rect))
    (define polar (coordinate-system->basis R2-polar))
    (define b (literal-vector-field 'b R2-rect))
    (define rect-point ((point R2-rect) (up 'x0 'y0)))
    """)
    text = (
        "(up (/ (+ (* x0 (b^0 (up x0 y0))) (* y0 (b^1 (up x0 y0)))) (sqrt (+ (expt x0 2) (expt y0 2))))"
        " (/ (+ (* x0 (b^1 (up x0 y0))) (* -1 y0 (b^0 (up x0 y0)))) (+ (expt x0 2) (expt y0 2))))"
    )
    assert scheme("(pe ((* (Jacobian polar rect) ((basis->1form-basis rect) b)) rect-point))") == text
    assert scheme("(pe (((basis->1form-basis polar) b) rect-point))") == text


ROTATIONS = {
    "Euler angles": """
    (define-coordinates (up theta phi psi) Euler-angles)
    (define e_x (+ (* (cos phi) d/dtheta)
                   (* -1 (/ (* (sin phi) (cos theta)) (sin theta)) d/dphi)
                   (* (/ (sin phi) (sin theta)) d/dpsi)))
    (define e_y (+ (* (/ (* (cos phi) (cos theta)) (sin theta)) d/dphi)
                   (* (sin phi) d/dtheta)
                   (* -1 (/ (cos phi) (sin theta)) d/dpsi)))
    (define e_z d/dphi)
    (define f (literal-manifold-function 'f Euler-angles))
    (define m ((point Euler-angles) (up 'theta 'phi 'psi)))
    """,
    "space": """
    (define-coordinates (up x y z) R3-rect)
    (define e_x (- (* y d/dz) (* z d/dy)))
    (define e_y (- (* z d/dx) (* x d/dz)))
    (define e_z (- (* x d/dy) (* y d/dx)))
    (define f (literal-manifold-function 'f R3-rect))
    (define m ((point R3-rect) (up 'x0 'y0 'z0)))
    """,
}


@pytest.mark.parametrize("definitions", ROTATIONS.values(), ids=ROTATIONS)
def test_commutators_of_rotations(scheme, definitions):
    scheme(definitions)
    for one, two, three in ("xyz", "yzx", "zxy"):
        assert scheme(f"(pe (((+ (commutator e_{one} e_{two}) e_{three}) f) m))") == "0"


def test_an_orthonormal_frame_is_no_coordinate_basis(scheme):
    """[d/dr, 1/r d/dtheta] = -1/r^2 d/dtheta."""
    scheme("(define-coordinates (up r theta) R2-polar) (define f (literal-manifold-function 'f R2-polar))")
    assert scheme("(pe (((commutator d/dr (* (/ 1 r) d/dtheta)) f) ((point R2-polar) (up 'r 'theta))))") == (
        "(/ (* -1 (((partial 1) f) (up r theta))) (expt r 2))"
    )
    assert scheme("(pe (((commutator d/dr d/dtheta) f) ((point R2-polar) (up 'r 'theta))))") == "0"
