"""FDG, directional derivatives: the Lie derivative, the covariant derivative, parallel transport and geodesics."""

import pytest

from scmpy import *

a, b, t = symbols("a b t")
m = R2_rect.point(a, b)
X, Y = (literal_vector_field(name, R2_rect) for name in "XY")
w, f = literal_1form_field("w", R2_rect), literal_manifold_function("f", R2_rect)


def test_lie_derivatives_of_everything():
    L = Lie_derivative(X)
    assert simplify((L(f) - X(f))(m)) == 0
    assert simplify((L(Y) - commutator(X, Y))(f)(m)) == 0
    assert simplify((L(w)(Y) - (X(w(Y)) - w(L(Y))))(m)) == 0
    assert simplify((L(d(f)) - d(L(f)))(Y)(m)) == 0


def test_the_exponential_of_a_lie_derivative():
    x, y = R2_rect.coordinates("x y")
    d_dx, d_dy = R2_rect.vector_basis("x y")
    moved = series_sum(exp(t * Lie_derivative(x * d_dy - y * d_dx))(d_dy)(f)(m), 2)
    by_hand = (1 - t**2 / 2) * d_dy(f)(m) + t * d_dx(f)(m)
    assert simplify(moved - by_hand) == 0


def test_flat_space_in_polar_coordinates():
    zero = lambda place: 0  # noqa: E731
    r, _ = R2_polar.coordinates("r theta")
    polar = make_Christoffel(
        down(down(up(zero, zero), up(zero, 1 / r)), down(up(zero, 1 / r), up(-r, zero))), R2_polar.basis()
    )
    rect = make_Christoffel(down(*[down(*[up(zero, zero)] * 2)] * 2), R2_rect.basis())
    one, other = (covariant_derivative(Christoffel_to_Cartan(G)) for G in (polar, rect))
    assert simplify((one - other)(X)(Y)(f)(m)) == 0


def test_geodesics_and_parallel_transport_on_the_sphere():
    connection = Levi_Civita(S2_metric, S2_spherical.basis()).cartan
    alpha, beta, p, q = literal_functions("alpha beta p q")
    path = compose(point(S2_spherical), up(alpha, beta), chart(R1_rect))
    now = R1_rect.point(t)
    residual = simplify(geodesic_equation(R1_rect, S2_spherical, connection)(path)(now))
    assert simplify(residual[0] - ((D**2)(alpha)(t) - sin(alpha(t)) * cos(alpha(t)) * D(beta)(t) ** 2)) == 0
    over = basis_to_basis_over_map(path, S2_spherical.basis())
    field = basis_components_to_vector_field(up(compose(p, chart(R1_rect)), compose(q, chart(R1_rect))), over.vectors)
    carried = parallel_transport_equation(R1_rect, S2_spherical, connection)(path)(field)(now)
    assert simplify(carried[0] - (D(p)(t) - sin(alpha(t)) * cos(alpha(t)) * D(beta)(t) * q(t))) == 0


PLANE = """
(define-coordinates (up x y) R2-rect)
(define-coordinates (up r theta) R2-polar)
(define X (literal-vector-field 'X R2-rect))
(define Y (literal-vector-field 'Y R2-rect))
(define V (literal-vector-field 'V R2-rect))
(define f (literal-manifold-function 'f R2-rect))
(define w (literal-1form-field 'w R2-rect))
(define m ((point R2-rect) (up 'x0 'y0)))
(define circular (- (* x d/dy) (* y d/dx)))
(define (zero m) 0)
(define rect-Cartan
  (Christoffel->Cartan
   (make-Christoffel (down (down (up zero zero) (up zero zero)) (down (up zero zero) (up zero zero)))
                     (coordinate-system->basis R2-rect))))
(define polar-Cartan
  (Christoffel->Cartan
   (make-Christoffel
    (down (down (up zero zero) (up zero (/ 1 r))) (down (up zero (/ 1 r)) (up (* -1 r) zero)))
    (coordinate-system->basis R2-polar))))
"""


@pytest.mark.parametrize(
    "residual",
    [
        "((- ((Lie-derivative X) Y) (commutator X Y)) f)",
        "(- ((Lie-derivative V) (w Y)) (+ (((Lie-derivative V) w) Y) (w ((Lie-derivative V) Y))))",
        "((- ((Lie-derivative X) (d w)) (d ((Lie-derivative X) w))) V Y)",
        "(((- (commutator (Lie-derivative X) (Lie-derivative Y)) (Lie-derivative (commutator X Y))) w) V)",
        "((- ((Lie-derivative X) w) (+ ((interior-product X) (d w)) (d ((interior-product X) w)))) V)",
        "((((- (covariant-derivative rect-Cartan) (covariant-derivative polar-Cartan)) V) X) f)",
    ],
    ids=["commutator", "Leibniz", "commutes with d", "of a commutator", "Cartan's formula", "no chart"],
)
def test_identities_of_derivatives(scheme, residual):
    scheme(PLANE)
    assert scheme(f"(pe ({residual} m))") == "0"


def test_the_lie_derivative_of_a_field_along_a_rotation_term_by_term(scheme):
    scheme(PLANE)
    moved = "((((exp (* 't (Lie-derivative circular))) d/dy) f) ((point R2-rect) (up 1 0)))"
    assert scheme(f"(series:for-each print-expression {moved} 4)") == (
        "(((partial 1) f) (up 1 0)) (* t (((partial 0) f) (up 1 0))) (* -1/2 (expt t 2) (((partial 1) f) (up 1 0)))"
        " (* -1/6 (expt t 3) (((partial 0) f) (up 1 0)))"
    )


def test_the_derivative_of_a_rotation_in_flat_space(scheme):
    scheme(PLANE)
    for cartan in ("rect-Cartan", "polar-Cartan"):
        assert scheme(f"(pe (((((covariant-derivative {cartan}) d/dx) circular) f) m))") == (
            "(((partial 1) f) (up x0 y0))"
        )
    assert scheme("(pe (((Cartan->forms polar-Cartan) d/dtheta) ((point R2-polar) (up 'r0 'theta0))))") == (
        "(down (up 0 (/ 1 r0)) (up (* -1 r0) 0))"
    )


def test_parallel_transport_on_the_sphere_as_the_book_types_it(scheme):
    scheme("""
    (define-coordinates (up theta phi) S2-spherical)
    (define-coordinates t R1-rect)
    (define S2-basis (coordinate-system->basis S2-spherical))
    (define (zero m) 0)
    (define G-S2-1
      (make-Christoffel
       (down (down (up zero zero) (up zero (/ 1 (tan theta))))
             (down (up zero (/ 1 (tan theta))) (up (- (* (sin theta) (cos theta))) zero)))
       S2-basis))
    (define gamma
      (compose (point S2-spherical) (up (literal-function 'alpha) (literal-function 'beta)) (chart R1-rect)))
    (define over (basis->basis-over-map gamma S2-basis))
    (define u
      (basis-components->vector-field
       (up (compose (literal-function 'u^0) t) (compose (literal-function 'u^1) t)) (basis->vector-basis over)))
    (define nabla (covariant-derivative (Christoffel->Cartan G-S2-1) gamma))
    (define (components field)
      (s:map/r (lambda (w) ((w field) ((point R1-rect) 'tau))) (basis->1form-basis over)))
    """)
    assert scheme("(pe (components ((nabla d/dt) u)))") == (
        "(up (+ (* -1 (sin (alpha tau)) (cos (alpha tau)) ((D beta) tau) (u^1 tau)) ((D u^0) tau))"
        " (/ (+ (* (cos (alpha tau)) (u^0 tau) ((D beta) tau)) (* (cos (alpha tau)) (u^1 tau) ((D alpha) tau))"
        " (* (sin (alpha tau)) ((D u^1) tau))) (sin (alpha tau))))"
    )
    assert scheme("(pe (components ((nabla d/dt) ((differential gamma) d/dt))))") == (
        "(up (+ (* -1 (sin (alpha tau)) (cos (alpha tau)) (expt ((D beta) tau) 2)) (((expt D 2) alpha) tau))"
        " (/ (+ (* 2 (cos (alpha tau)) ((D alpha) tau) ((D beta) tau)) (* (sin (alpha tau))"
        " (((expt D 2) beta) tau))) (sin (alpha tau))))"
    )


def test_evolution_on_a_manifold_of_states(scheme):
    """Exercise 7.1: coordinates in the shape of states, and Hamilton's equations as a field on their manifold."""
    scheme("""
    (define (Hsphere s)
      (let ((q (coordinate s)) (p (momentum s)))
        (* 1/2 (+ (square (ref p 0)) (square (/ (ref p 1) (sin (ref q 0))))))))
    (define states (coordinate-system-at 'rectangular 'origin (make-manifold R^n 5)))
    (define-coordinates (up t (up theta phi) (down p_theta p_phi)) states)
    (define state (up 'tau (up 'a 'b) (down 'p 'q)))
    (define m ((point states) state))
    (define flow (components->vector-field (phase-space-derivative Hsphere) states))
    """)
    assert scheme("(pe ((chart states) m))") == "(up tau (up a b) (down p q))"
    assert scheme("(pe (states 'coordinate-prototype))") == "(up t (up theta phi) (down p_theta p_phi))"
    assert scheme("(pe ((d/dp_phi (* theta p_phi)) m))") == "a"
    assert scheme("(pe (- ((flow (chart states)) m) ((phase-space-derivative Hsphere) state)))") == (
        "(up 0 (up 0 0) (down 0 0))"
    )
    assert scheme("(pe ((flow (compose Hsphere (chart states))) m))") == "0"
    assert scheme("(pe ((D (compose (* theta p_phi) (point states))) state))") == "(down 0 (down q 0) (up 0 a))"
    assert scheme("(pe (((literal-vector-field 'V states) phi) m))") == "(V^2 (up tau a b p q))"
    assert scheme("(pe (ref (series:sum (((exp (* 'dt flow)) (chart states)) m) 1) 1 0))") == "(+ (* dt p) a)"
    scheme("(define-coordinates (up a b c d e) states)")
    assert scheme("(pe ((chart states) m))") == "(up tau a b p q)"
