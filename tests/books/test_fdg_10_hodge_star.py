"""FDG, the Hodge star and electrodynamics: vector calculus, the wave equation, Maxwell's equations."""

import pytest

from scmpy import *

a, b, c = symbols("a b c")


def test_vector_calculus_in_spherical_coordinates():
    metric, basis = coordinate_system_to_metric(R3_spherical), R3_spherical.basis()
    m = R3_spherical.point(a, b, c)
    r, *_ = R3_spherical.coordinates("r theta phi")
    laplacian = Laplacian(metric, basis)
    assert simplify(laplacian(r**2)(m)) == 6
    assert simplify(laplacian(1 / r)(m)) == 0
    g = literal_manifold_function("g", R3_spherical)
    rotation = curl(metric, basis)(gradient(metric, basis)(g))
    assert simplify(rotation(r)(m)) == 0


def test_the_wave_equation():
    metric = Minkowski_metric(R4_rect, c)
    frame = down(R4_rect.vector_basis()[0] / c, *R4_rect.vector_basis()[1:])
    basis = make_basis(frame, vector_basis_to_dual(frame, R4_rect))
    f = literal_manifold_function("f", R4_rect)
    place = up(*symbols("t x y z"))
    wave = star_d_star(metric, basis)(d(f))(R4_rect.point(place))  # as the book has it: minus the Laplacian
    assert simplify(Laplacian(metric, basis)(f)(R4_rect.point(place)) + wave) == 0
    h = literal_function("f", "(-> (UP Real Real Real Real) Real)")
    expected = (partial(0) ** 2)(h)(place) / c**2 - sum((partial(i) ** 2)(h)(place) for i in (1, 2, 3))
    assert simplify(wave - expected) == 0


def test_the_lorentz_invariants_of_a_field():
    metric = Minkowski_metric(R4_rect)
    dt, dx, dy, dz = R4_rect.form_basis("t x y z")
    E, B = symbols("E1 E2 E3"), symbols("B1 B2 B3")
    F = sum(x * wedge(w, dt) for x, w in zip(E, (dx, dy, dz), strict=True))
    F = F + B[0] * wedge(dy, dz) + B[1] * wedge(dz, dx) + B[2] * wedge(dx, dy)
    star, e, m = Hodge_star(metric, R4_rect), R4_rect.vector_basis(), R4_rect.point(*symbols("t x y z"))
    B2, E2 = sum(x**2 for x in B), sum(x**2 for x in E)
    assert simplify(wedge(F, star(F))(*e)(m) - (B2 - E2)) == 0
    EB = sum(x * y for x, y in zip(E, B, strict=True))
    assert simplify(wedge(F, F)(*e)(m) + 2 * EB) == 0
    energy = electromagnetic_stress(metric, R4_rect.basis(), F)(e[0], e[0])(m)
    assert simplify(energy - (E2 + B2) / 2) == 0


SPACE = """
(define-coordinates (up x y z) R3-rect)
(define (metric v1 v2) (+ (* (dx v1) (dx v2)) (* (dy v1) (dy v2)) (* (dz v1) (dz v2))))
(define basis (coordinate-system->basis R3-rect))
(define star (Hodge-star metric basis))
(define f (literal-manifold-function 'f R3-rect))
(define A (literal-vector-field 'A R3-rect))
(define B (literal-vector-field 'B R3-rect))
(define a (literal-1form-field 'a R3-rect))
(define m ((point R3-rect) (up 'x 'y 'z)))
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((star dx) d/dy d/dz)", "1"),
        ("((- (star (wedge dx dy)) dz) A)", "0"),
        ("((- (star (star a)) a) A)", "0"),
        ("((- (star (star (wedge a dx))) (wedge a dx)) A B)", "0"),
        (
            "(((gradient metric basis) f) (chart R3-rect))",
            "(up (((partial 0) f) (up x y z)) (((partial 1) f) (up x y z)) (((partial 2) f) (up x y z)))",
        ),
        (
            "(((curl metric basis) A) (chart R3-rect))",
            "(up (+ (((partial 1) A^2) (up x y z)) (* -1 (((partial 2) A^1) (up x y z))))"
            " (+ (* -1 (((partial 0) A^2) (up x y z))) (((partial 2) A^0) (up x y z)))"
            " (+ (((partial 0) A^1) (up x y z)) (* -1 (((partial 1) A^0) (up x y z)))))",
        ),
        (
            "((divergence metric basis) A)",
            "(+ (((partial 0) A^0) (up x y z)) (((partial 1) A^1) (up x y z)) (((partial 2) A^2) (up x y z)))",
        ),
        (
            "((Laplacian metric basis) f)",
            "(+ (((expt (partial 0) 2) f) (up x y z)) (((expt (partial 1) 2) f) (up x y z))"
            " (((expt (partial 2) 2) f) (up x y z)))",
        ),
        ("((divergence metric basis) ((curl metric basis) A))", "0"),
    ],
)
def test_vector_calculus_as_the_book_types_it(scheme, expression, text):
    scheme(SPACE)
    assert scheme(f"(pe ({expression} m))") == text


SPHERICAL = """
(define-coordinates (up r theta phi) R3-spherical)
(define (metric v1 v2)
  (+ (* (dr v1) (dr v2))
     (* (square r) (+ (* (dtheta v1) (dtheta v2)) (* (expt (sin theta) 2) (dphi v1) (dphi v2))))))
(define frame (down d/dr (* (/ 1 r) d/dtheta) (* (/ 1 (* r (sin theta))) d/dphi)))
(define dual (vector-basis->dual frame R3-spherical))
(define basis (make-basis frame dual))
(define f (literal-manifold-function 'f R3-spherical))
(define (part name) (literal-manifold-function name R3-spherical))
(define v (* (up (part 'v^0) (part 'v^1) (part 'v^2)) frame))
(define m ((point R3-spherical) (up 'r 'theta 'phi)))
"""


def test_an_orthonormal_frame_in_spherical_coordinates(scheme):
    scheme(SPHERICAL)
    products = "(s:map/r (lambda (a) (s:map/r (lambda (b) (metric a b)) frame)) frame)"
    assert scheme(f"(pe ({products} m))") == "(down (down 1 0 0) (down 0 1 0) (down 0 0 1))"
    assert scheme("(pe ((dual ((gradient metric basis) f)) m))") == (
        "(up (((partial 0) f) (up r theta phi)) (/ (((partial 1) f) (up r theta phi)) r)"
        " (/ (((partial 2) f) (up r theta phi)) (* r (sin theta))))"
    )


def test_operators_in_spherical_coordinates(scheme):
    """Against the formulas of every handbook."""
    scheme(SPHERICAL)
    scheme("""
    (define v0 (part 'v^0)) (define v1 (part 'v^1)) (define v2 (part 'v^2))
    (define s (sin theta))
    (define curl-by-hand
      (up (/ (- (d/dtheta (* s v2)) (d/dphi v1)) (* r s))
          (/ (- (/ (d/dphi v0) s) (d/dr (* r v2))) r)
          (/ (- (d/dr (* r v1)) (d/dtheta v0)) r)))
    (define divergence-by-hand
      (+ (/ (d/dr (* (square r) v0)) (square r)) (/ (d/dtheta (* s v1)) (* r s)) (/ (d/dphi v2) (* r s))))
    (define Laplacian-by-hand
      (+ (/ (d/dr (* (square r) (d/dr f))) (square r))
         (/ (d/dtheta (* s (d/dtheta f))) (* (square r) s))
         (/ (d/dphi (d/dphi f)) (square (* r s)))))
    """)
    assert scheme("(pe ((- (dual ((curl metric basis) v)) curl-by-hand) m))") == "(up 0 0 0)"
    assert scheme("(pe ((- ((divergence metric basis) v) divergence-by-hand) m))") == "0"
    assert scheme("(pe ((- ((Laplacian metric basis) f) Laplacian-by-hand) m))") == "0"


FIELD = """
(define-coordinates (up ct x y z) R4-rect)
(define (metric u v) (+ (* -1 (dct u) (dct v)) (* (dx u) (dx v)) (* (dy u) (dy v)) (* (dz u) (dz v))))
(define basis (coordinate-system->basis R4-rect))
(define star (Hodge-star metric basis))
(define (Faraday-field Ex Ey Ez Bx By Bz)
  (+ (* Ex (wedge dx dct)) (* Ey (wedge dy dct)) (* Ez (wedge dz dct))
     (* Bx (wedge dy dz)) (* By (wedge dz dx)) (* Bz (wedge dx dy))))
(define (Maxwell-field Ex Ey Ez Bx By Bz)
  (+ (* -1 Bx (wedge dx dct)) (* -1 By (wedge dy dct)) (* -1 Bz (wedge dz dct))
     (* Ex (wedge dy dz)) (* Ey (wedge dz dx)) (* Ez (wedge dx dy))))
(define (field name) (literal-manifold-function name R4-rect))
(define Ex (field 'Ex)) (define Ey (field 'Ey)) (define Ez (field 'Ez))
(define Bx (field 'Bx)) (define By (field 'By)) (define Bz (field 'Bz))
(define rho (field 'rho)) (define Ix (field 'Ix)) (define Iy (field 'Iy)) (define Iz (field 'Iz))
(define F (Faraday-field Ex Ey Ez Bx By Bz))
(define J (- (* (/ 1 'c) (+ (* Ix dx) (* Iy dy) (* Iz dz))) (* rho dct)))
(define sources (- (d (star F)) (* 4 'pi (star J))))
(define u (literal-vector-field 'u R4-rect))
(define v (literal-vector-field 'v R4-rect))
(define m ((point R4-rect) (up 'ct 'x 'y 'z)))
"""


@pytest.mark.parametrize(
    ("expression", "by_hand"),
    [
        ("((d F) d/dx d/dy d/dz)", "(+ (d/dx Bx) (d/dy By) (d/dz Bz))"),
        ("((d F) d/dct d/dy d/dz)", "(+ (d/dct Bx) (- (d/dy Ez) (d/dz Ey)))"),
        ("((d F) d/dct d/dz d/dx)", "(+ (d/dct By) (- (d/dz Ex) (d/dx Ez)))"),
        ("((d F) d/dct d/dx d/dy)", "(+ (d/dct Bz) (- (d/dx Ey) (d/dy Ex)))"),
        ("(sources d/dx d/dy d/dz)", "(- (+ (d/dx Ex) (d/dy Ey) (d/dz Ez)) (* 4 'pi rho))"),
        ("(sources d/dct d/dy d/dz)", "(+ (d/dct Ex) (- (d/dz By) (d/dy Bz)) (* 4 'pi (/ 1 'c) Ix))"),
        ("(sources d/dct d/dz d/dx)", "(+ (d/dct Ey) (- (d/dx Bz) (d/dz Bx)) (* 4 'pi (/ 1 'c) Iy))"),
        ("(sources d/dct d/dx d/dy)", "(+ (d/dct Ez) (- (d/dy Bx) (d/dx By)) (* 4 'pi (/ 1 'c) Iz))"),
        ("((d (star J)) d/dct d/dx d/dy d/dz)", "(+ (d/dct rho) (* (/ 1 'c) (+ (d/dx Ix) (d/dy Iy) (d/dz Iz))))"),
    ],
)
def test_maxwells_equations_as_the_book_types_them(scheme, expression, by_hand):
    scheme(FIELD)
    assert scheme(f"(pe ((- {expression} {by_hand}) m))") == "0"


def test_the_star_exchanges_the_fields(scheme):
    scheme(FIELD)
    assert scheme("(pe (((- (star F) (Maxwell-field Ex Ey Ez Bx By Bz)) u v) m))") == "0"
    assert scheme("(pe (((+ (star (star F)) F) u v) m))") == "0"


def test_the_lorentz_force(scheme):
    """q F(u, .) by the metric is the force q (E + v x B), with power q E.v, on a charge of velocity v = w/gamma."""
    scheme(FIELD)
    scheme("(define w (+ (* 'g d/dct) (* 'wx d/dx) (* 'wy d/dy) (* 'wz d/dz)))")
    assert scheme("(pe ((- (F d/dx w) (+ (* 'g Ex) (- (* 'wy Bz) (* 'wz By)))) m))") == "0"
    assert scheme("(pe ((+ (F d/dct w) (+ (* 'wx Ex) (* 'wy Ey) (* 'wz Ez))) m))") == "0"
