"""FDG, curvature: of the sphere, torsion, geodesic deviation, Bianchi's identities."""

import math

import pytest

from scmpy import *

a, b, t = symbols("a b t")


def test_the_curvature_of_the_sphere():
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    e, w = S2_spherical.basis().vectors, S2_spherical.basis().forms
    m = S2_spherical.point(a, b)
    R = Riemann(nabla)
    assert simplify(R(w[0], e[1], e[0], e[1])(m)) == simplify(sin(a) ** 2)
    assert simplify(R(w[1], e[0], e[0], e[1])(m)) == -1
    assert simplify(torsion(nabla)(w[0], e[0], e[1])(m)) == 0


def test_the_curvature_operator_over_a_map():
    """[nabla_t, nabla_n] of the velocity, on a family of paths, is the curvature of the directions."""
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    family = literal_manifold_map("mu", R2_rect, S2_spherical)
    d_dt, d_dn = R2_rect.vector_basis("t n")
    over = covariant_derivative(nabla.cartan, family)
    velocity = differential(family)(d_dt)
    place = R2_rect.point(a, b)
    by_paths = Riemann_curvature(over)(d_dt, d_dn)(velocity)(S2_spherical.map)(place)
    e, R = S2_spherical.vector_basis(), Riemann(nabla)
    image = family(place)
    u, v = (differential(family)(x)(S2_spherical.map)(place) for x in (d_dt, d_dn))
    still = [sum(z[i] * e[i] for i in range(2)) for z in (u, v)]
    by_tensor = [R(w, still[0], still[0], still[1])(image) for w in S2_spherical.form_basis()]
    assert simplify(by_paths - up(*by_tensor)) == up(0, 0)


def test_bianchi_with_a_symmetric_connection():
    nabla = covariant_derivative(symmetrize_Cartan(literal_Cartan("G", R2_rect)))
    R, w = Riemann(nabla), literal_1form_field("w", R2_rect)
    X, Y, Z, V = (literal_vector_field(name, R2_rect) for name in "XYZV")
    m = typical_point(R2_rect)
    second = nabla(X)(R)(w, V, Y, Z) + nabla(Y)(R)(w, V, Z, X) + nabla(Z)(R)(w, V, X, Y)
    assert simplify(second(m)) == 0


SPHERE = """
(define-coordinates (up theta phi) S2-spherical)
(define S2-basis (coordinate-system->basis S2-spherical))
(define (zero m) 0)
(define G-S2-1
  (make-Christoffel
   (down (down (up zero zero) (up zero (/ 1 (tan theta))))
         (down (up zero (/ 1 (tan theta))) (up (- (* (sin theta) (cos theta))) zero)))
   S2-basis))
(define nabla (covariant-derivative (Christoffel->Cartan G-S2-1)))
(define m ((point S2-spherical) (up 'theta0 'phi0)))
(define T (literal-vector-field 'T S2-spherical))
(define U (literal-vector-field 'U S2-spherical))
(define V (literal-vector-field 'V S2-spherical))
(define f (literal-manifold-function 'f S2-spherical))
"""
SIN_SQUARED = "(+ 1 (* -1 (expt (cos theta0) 2)))"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((Riemann nabla) dphi d/dtheta d/dphi d/dtheta)", "1"),
        ("((Riemann nabla) dtheta d/dphi d/dtheta d/dphi)", SIN_SQUARED),
        ("((Riemann nabla) dtheta d/dtheta d/dtheta d/dphi)", "0"),
        ("((Ricci nabla S2-basis) d/dtheta d/dtheta)", "1"),
        ("((Ricci nabla S2-basis) d/dphi d/dphi)", SIN_SQUARED),
        ("(((torsion-vector nabla) d/dtheta d/dphi) f)", "0"),
        ("(((torsion-vector nabla) T U) f)", "0"),
        ("(((- ((Riemann-curvature nabla) T U) (curvature T U)) V) f)", "0"),
    ],
)
def test_the_sphere_as_the_book_types_it(scheme, expression, text):
    scheme(SPHERE)
    scheme("(define (curvature w v) (- (commutator (nabla w) (nabla v)) (nabla (commutator w v))))")
    assert scheme(f"(pe ({expression} m))") == text


CONNECTION = """
(define omega (literal-1form-field 'omega R2-rect))
(define A (literal-vector-field 'A R2-rect))
(define B (literal-vector-field 'B R2-rect))
(define C (literal-vector-field 'C R2-rect))
(define E (literal-vector-field 'E R2-rect))
(define f (literal-manifold-function 'f R2-rect))
(define Christoffel (literal-Christoffel-2 'G R2-rect))
(define nabla (covariant-derivative (Christoffel->Cartan Christoffel)))
(define symmetric (covariant-derivative (Christoffel->Cartan (symmetrize-Christoffel Christoffel))))
(define R (Riemann nabla))
(define S (Riemann symmetric))
(define m (typical-point R2-rect))
"""


@pytest.mark.parametrize(
    "residual",
    [
        "(+ (R omega A B C) (R omega A C B))",
        "(+ (S omega A B C) (S omega B C A) (S omega C A B))",
        "(+ (((symmetric A) S) omega E B C) (((symmetric B) S) omega E C A) (((symmetric C) S) omega E A B))",
        "((torsion symmetric) omega A B)",
        "(+ ((torsion nabla) omega A B) ((torsion nabla) omega B A))",
        "((- ((torsion-vector nabla) A B) (- ((nabla A) B) ((nabla B) A) (commutator A B))) f)",
    ],
    ids=["antisymmetry", "first identity", "second identity", "no torsion", "torsion", "torsion by fields"],
)
def test_identities_of_curvature_and_torsion(scheme, residual):
    scheme(CONNECTION)
    assert scheme(f"(pe ({residual} m))") == "0"


TORSION = """
(define (own omega u w v) (omega ((- (commutator (nabla w) (nabla v)) (nabla (commutator w v))) u)))
(declare-argument-types! own (list 1form-field? vector-field? vector-field? vector-field?))
(define T (torsion-vector nabla))
(define ((cyclic-sum f) x y z) (+ (f x y z) (f y z x) (f z x y)))
"""


@pytest.mark.parametrize("curvature", ["R", "own"])
def test_the_second_identity_with_torsion(scheme, curvature):
    scheme(CONNECTION + TORSION)
    scheme(f"(define (term x y z) (+ ({curvature} omega E (T x y) z) (((nabla x) {curvature}) omega E y z)))")
    assert scheme("(pe (((cyclic-sum term) A B C) m))") == "0"


@pytest.mark.slow
def test_a_curvature_that_is_written_out_differentiates_basis_fields_once():
    """Its 16 components on a plane need four derivatives of basis fields, and as many again of those."""
    nabla = covariant_derivative(literal_Cartan("G", R2_rect))
    made, of_vector = [], type(nabla).of_vector

    class Counting(type(nabla)):
        def of_vector(self, X, Y):
            made.append((X, Y))
            return of_vector(self, X, Y)

    counting = Counting(nabla.cartan)

    def written_out(w, u, x, y):
        return w((commutator(counting(x), counting(y)) - counting(commutator(x, y)))(u))

    declare_argument_types_bang(written_out, [is_one_form_field, *[is_vector_field] * 3])
    (e0, e1), (w0, _), m = R2_rect.vector_basis(), R2_rect.form_basis(), R2_rect.point(a, b)
    value = counting(e0)(written_out)(w0, e1, e0, e1)(m)
    assert simplify(value - nabla(e0)(Riemann(nabla))(w0, e1, e0, e1)(m)) == 0
    assert len(made) < 40


def test_transport_around_a_small_loop_turns_by_the_curvature(scheme):
    """On the unit sphere a vector comes back turned by the area inside: 2 pi (1 - cos theta) for a parallel."""
    theta = 0.3
    nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    turned = holonomy(nabla.cartan, lambda s: S2_spherical.point(theta, s), 0.0, 2 * math.pi)
    assert abs(turned[0][0] - math.cos(2 * math.pi * (1 - math.cos(theta)))) < 1e-8
