"""FDG, metrics: the Minkowski metric, Newton's limit, Schwarzschild, homogeneous universes."""

import pytest

from scmpy import *

G, M, c, K, t, r, theta, phi = symbols("G M c K t r theta phi")
basis = spacetime_rect.basis()
event = spacetime_rect.point(*symbols("t x y z"))


def test_the_newtonian_limit():
    """For slow matter in a weak field the time component of Ricci is the Laplacian of the potential."""
    dt, dx, dy, dz = spacetime_rect.form_basis("t x y z")
    V = literal_function("V", "(-> (UP Real Real Real) Real)")
    coordinates = spacetime_rect.coordinates()
    potential = lambda place: V(up(*(x(place) for x in coordinates[1:])))  # noqa: E731

    def metric(u, v):
        lapse = lambda place: -(c**2) * (1 + 2 * potential(place) / c**2)  # noqa: E731
        return lapse * dt(u) * dt(v) + dx(u) * dx(v) + dy(u) * dy(v) + dz(u) * dz(v)

    time_part = Ricci(Levi_Civita(metric, basis), basis)(basis.vectors[0], basis.vectors[0])(event)
    place = up(*symbols("x y z"))
    laplacian = sum(((partial(i) ** 2)(V))(place) for i in range(3))
    gradient_squared = sum((partial(i)(V)(place)) ** 2 for i in range(3))
    exact = laplacian - gradient_squared / (c**2 + 2 * V(place))
    assert simplify(time_part - exact) == 0


def test_schwarzschild_orbits_keep_their_symmetries():
    metric = Schwarzschild_metric(spacetime_sphere, 2 * G * M / c**2, c)
    chart_basis, m = spacetime_sphere.basis(), spacetime_sphere.point(t, r, theta, phi)
    e = chart_basis.vectors
    for K_ in (e[0], e[3]):
        assert all(simplify(Killing_residual(metric)(K_)(e[i], e[j])(m)) == 0 for i in range(4) for j in range(i, 4))
    assert simplify(Ricci(Levi_Civita(metric, chart_basis), chart_basis)(e[1], e[1])(m)) == 0


def test_the_equations_of_friedmann():
    scale = literal_function("R")
    metric = FLRW_metric(spacetime_sphere, scale, K, c)
    chart_basis, m = spacetime_sphere.basis(), spacetime_sphere.point(t, r, theta, phi)
    e = chart_basis.vectors
    time_part = Einstein(metric, chart_basis)(e[0], e[0])(m)
    assert simplify(time_part - 3 * (D(scale)(t) ** 2 + K * c**2) / scale(t) ** 2) == 0


PLANE = """
(define-coordinates (up x y) R2-rect)
(define g (literal-metric 'g R2-rect))
(define basis (coordinate-system->basis R2-rect))
(define X (literal-vector-field 'X R2-rect))
(define Y (literal-vector-field 'Y R2-rect))
(define omega (literal-1form-field 'omega R2-rect))
(define nabla (covariant-derivative (Christoffel->Cartan (metric->Christoffel-2 g basis))))
(define m ((point R2-rect) (up 'x0 'y0)))
"""


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (
            "(g X X)",
            "(+ (* (expt (X^0 (up x0 y0)) 2) (g_00 (up x0 y0))) (* 2 (X^0 (up x0 y0)) (X^1 (up x0 y0)) (g_01 (up x0 y0)))"
            " (* (expt (X^1 (up x0 y0)) 2) (g_11 (up x0 y0))))",
        ),
        ("(((lower g) X) d/dx)", "(+ (* (X^0 (up x0 y0)) (g_00 (up x0 y0))) (* (X^1 (up x0 y0)) (g_01 (up x0 y0))))"),
        ("((- ((lower g) ((raise g basis) omega)) omega) X)", "0"),
        ("((trace2down g basis) g)", "2"),
        ("((torsion nabla) omega X Y)", "0"),
        ("(- (X (g Y Y)) (* 2 (g ((nabla X) Y) Y)))", "0"),
        ("(((Killing-residual g) d/dx) d/dx d/dy)", "(((partial 0) g_01) (up x0 y0))"),
    ],
    ids=["square", "lowered", "raised", "trace", "no torsion", "compatible", "Killing"],
)
def test_any_metric_of_the_plane(scheme, expression, text):
    scheme(PLANE)
    assert scheme(f"(pe ({expression} m))") == text


def test_the_symbols_of_christoffel_of_the_sphere(scheme):
    scheme("(define (symbols kind) (Christoffel->symbols (kind S2-metric (coordinate-system->basis S2-spherical))))")
    scheme("(define m ((point S2-spherical) (up 'theta0 'phi0)))")
    assert scheme("(pe ((symbols metric->Christoffel-1) m))") == (
        "(down (down (down 0 0) (down 0 (* (sin theta0) (cos theta0))))"
        " (down (down 0 (* (sin theta0) (cos theta0))) (down (* -1 (sin theta0) (cos theta0)) 0)))"
    )
    assert scheme("(pe ((symbols metric->Christoffel-2) m))") == (
        "(down (down (up 0 0) (up 0 (/ (cos theta0) (sin theta0))))"
        " (down (up 0 (/ (cos theta0) (sin theta0))) (up (* -1 (sin theta0) (cos theta0)) 0)))"
    )


def test_the_symbols_of_the_first_kind_on_a_line(scheme):
    scheme("(define line (metric->Christoffel-1 (literal-metric 'g R1-rect) (coordinate-system->basis R1-rect)))")
    assert (
        scheme("(pe ((Christoffel->symbols line) ((point R1-rect) 'x)))") == "(down (down (down (* 1/2 ((D g_00) x)))))"
    )


EXTERIOR = """
(define-coordinates (up t r theta phi) spacetime-sphere)
(define basis (coordinate-system->basis spacetime-sphere))
(define (solid-angle v1 v2) (+ (* (dtheta v1) (dtheta v2)) (* (square (sin theta)) (dphi v1) (dphi v2))))
(define (Schwarzschild v1 v2)
  (let ((a (- 1 (/ (* 2 'G 'M) (* (square 'c) r)))))
    (+ (* -1 (square 'c) a (dt v1) (dt v2)) (* (/ 1 a) (dr v1) (dr v2)) (* (square r) (solid-angle v1 v2)))))
(define (FLRW v1 v2)
  (+ (* -1 (square 'c) (dt v1) (dt v2))
     (* (compose (square (literal-function 'R)) t)
        (+ (* (/ 1 (- 1 (* 'k (square r)))) (dr v1) (dr v2)) (* (square r) (solid-angle v1 v2))))))
(define (connection metric) (Christoffel->Cartan (metric->Christoffel-2 metric basis)))
(define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
"""


def test_schwarzschild_by_hand_is_a_vacuum(scheme):
    scheme(EXTERIOR)
    scheme("(define ricci (Ricci (covariant-derivative (connection Schwarzschild)) basis))")
    assert scheme("(pe ((s:map/r (lambda (e) (ricci e e)) (basis->vector-basis basis)) m))") == "(down 0 0 0 0)"


def test_circular_orbits_obey_kepler(scheme):
    """The only acceleration is radial; it vanishes where (omega/u)^2 r0^3 = G M, besides at the horizon."""
    scheme(EXTERIOR)
    scheme("""
    (define-coordinates tau R1-rect)
    (define circle
      (compose (point spacetime-sphere) (lambda (tau) (up (* 'u tau) 'r0 (acos 0) (* 'omega tau))) (chart R1-rect)))
    (define nabla (covariant-derivative (connection Schwarzschild) circle))
    (define acceleration
      ((((nabla d/dtau) ((differential circle) d/dtau)) (chart spacetime-sphere)) ((point R1-rect) 's)))
    (define Kepler
      (/ (* (- (* (square 'c) 'r0) (* 2 'G 'M)) (- (* 'G 'M (square 'u)) (* (square 'omega) (cube 'r0))))
         (* (square 'c) (cube 'r0))))
    """)
    assert scheme("(pe (- acceleration (up 0 Kepler 0 0)))") == "(up 0 0 0 0)"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("(ricci d/dt d/dt)", "(/ (* -3 (((expt D 2) R) t)) (R t))"),
        ("(ricci d/dt d/dr)", "0"),
        (
            "(ricci d/dr d/dr)",
            "(/ (+ (* -2 (expt c 2) k) (* -1 (((expt D 2) R) t) (R t)) (* -2 (expt ((D R) t) 2)))"
            " (+ (* (expt c 2) k (expt r 2)) (* -1 (expt c 2))))",
        ),
        ("((Einstein FLRW basis) d/dt d/dt)", "(/ (+ (* 3 (expt c 2) k) (* 3 (expt ((D R) t) 2))) (expt (R t) 2))"),
        (
            "((Einstein FLRW basis) d/dr d/dr)",
            "(/ (+ (* (expt c 2) k) (* 2 (((expt D 2) R) t) (R t)) (expt ((D R) t) 2))"
            " (+ (* (expt c 2) k (expt r 2)) (* -1 (expt c 2))))",
        ),
    ],
)
def test_homogeneous_universes_as_the_book_types_them(scheme, expression, text):
    scheme(EXTERIOR)
    scheme("(define ricci (Ricci (covariant-derivative (connection FLRW)) basis))")
    assert scheme(f"(pe ({expression} m))") == text
