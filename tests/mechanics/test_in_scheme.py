"""Programs as a student of the course writes them in Scheme, against the answers of the Python functions."""

import pytest

from scmpy import *
from scmpy.scheme import Session

t, m, k, g, b, l, a, A, B, C, h = symbols("t m k g b l a A B C h")  # noqa: E741
x, y, r, phi = literal_functions("x y r phi")
V = literal_function("V")
plane, motion = up(t, up(*symbols("x y")), down(*symbols("p_x p_y"))), up(t, up(*symbols("x y")), up(*symbols("u v")))
polar = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))

DEFINITIONS = """
(define ((L-throw m g) local)
  (let ((q (coordinate local)) (v (velocity local)))
    (- (* 1/2 m (square v)) (* m g (ref q 1)))))
(define ((L-polar m V) local)
  (let ((r (ref (coordinate local) 0)) (v (velocity local)))
    (- (* 1/2 m (+ (square (ref v 0)) (square (* r (ref v 1))))) (V r))))
(define ((Rayleigh b) local) (* 1/2 b (square (velocity local))))
(define (rod local) (- (square (coordinate local)) (square 'l)))
(define (L-beam local) (- (* 1/2 'm (square (acceleration local))) (* 1/2 'k (square (coordinate local)))))
(define ((turned a) local) ((Rz a) (coordinate local)))
(define (top local) (- ((T-body 'A 'B 'C) (ref local 2)) (* 'h (ref (ref local 1) 2))))
(define V (literal-function 'V))
(define xy (up (literal-function 'x) (literal-function 'y)))
(define gamma (up (literal-function 'x) (literal-function 'y) (literal-function 'z)))
(define (se2 q)
  (let ((c (cos (ref q 2))) (s (sin (ref q 2))))
    (matrix-by-rows (list c (- s) (ref q 0)) (list s c (ref q 1)) (list 0 0 1))))
(define sledge-basis (left-invariant-basis R3-rect se2 (group-generators se2 (up 0 0 0))))
(define (sledge s)
  (let ((w (ref s 2)))
    (+ (* 1/2 'm (+ (square (ref w 0)) (square (ref w 1)))) (* 1/2 'A (square (ref w 2))))))
"""


def throw(s):
    return m * square(s[2]) / 2 - m * g * s[1][1]


def rod(s):
    return square(s[1]) - l**2


def rayleigh(s):
    return b * square(s[2]) / 2


def beam(s):
    return m * s[3] ** 2 / 2 - k * s[1] ** 2 / 2


def top(s):
    return T_body(A, B, C)(s[2]) - h * s[1][2]


def sledge_equations():
    """In the frame of the sledge: m (Du - w v), m (Dv + w u), A Dw."""
    u, v, w = (f(t) for f in literal_functions("u v w"))
    du, dv, dw = (D(f)(t) for f in literal_functions("u v w"))
    return down(m * (du - w * v), m * (dv + w * u), A * dw)


PROGRAMS = (
    ("((Gamma xy 4) 't)", lambda: Gamma(up(x, y), 4)(t)),
    ("(((Lagrange-equations (L-throw 'm 'g)) xy) 't)", lambda: Lagrange_equations(throw)(up(x, y))(t)),
    (
        "((Lagrangian->state-derivative (L-throw 'm 'g) (Rayleigh 'b)) (up 't (up 'x 'y) (up 'u 'v)))",
        lambda: Lagrangian_to_state_derivative(throw, rayleigh)(motion),
    ),
    (
        "((generalized-LE L-beam) ((Gamma (literal-function 'x) 6) 't))",
        lambda: generalized_LE(beam)(Gamma(x, 6)(t)),
    ),
    (
        "((Noether-integral (L-free-particle 'm) turned) (up 't (up 'x 'y 'z) (up 'u 'v 'w)))",
        lambda: m * (symbols("x") * symbols("v") - symbols("y") * symbols("u")),
    ),
    (
        "((Lagrangian->Routhian (L-polar 'm V)) (up 't (up 'r 'phi) (up 'rdot 'p_phi)))",
        lambda: Lagrangian_to_Routhian(L_central_polar(m, V))(up(t, polar[1], up(*symbols("rdot p_phi")))),
    ),
    (
        "((Lagrangian->Hamiltonian (L-polar 'm V)) (->H-state 't (up 'r 'phi) (down 'p_r 'p_phi)))",
        lambda: H_central_polar(m, V)(polar),
    ),
    (
        "((time-independent-canonical? (F->CT p->r)) (up 't (up 'r 'phi) (down 'p_r 'p_phi)))",
        lambda: up(0, up(0, 0), down(0, 0)),
    ),
    (
        "((F2->CT (lambda (t q p) (* 'a p q))) (up 't 'q 'p))",
        lambda: up(t, symbols("q") / a, a * symbols("p")),
    ),
    (
        "(series:sum (((Lie-transform (H-harmonic 'm 'k) 't) coordinate) (up 0 'x 'p)) 5)",
        lambda: series_sum(Lie_transform(H_harmonic(m, k), t)(coordinate)(up(0, *symbols("x p"))), 5),
    ),
    (
        """((ref (normal-form (lambda (s) (* 1/2 (+ (square (momentum s)) (square (coordinate s)))))
                              (list (lambda (s) (expt (coordinate s) 4))) 1) 0) (up 't 'q 'p))""",
        lambda: (symbols("q") ** 2 + symbols("p") ** 2) ** 2 * 3 / 8,
    ),
    (
        "((constrained-Lagrangian->acceleration (L-throw 'm 'g) rod) (up 't (up 'x 'y) (up 'u 'v)))",
        lambda: constrained_Lagrangian_to_acceleration(throw, rod)(motion),
    ),
    (
        "((Lagrangian->constraint-forces (L-throw 'm 'g) rod) (up 't (up 'x 'y) (up 'u 'v)))",
        lambda: Lagrangian_to_constraint_forces(throw, rod)(motion),
    ),
    (
        """(((Poincare-equations sledge sledge-basis) gamma
            (up (literal-function 'u) (literal-function 'v) (literal-function 'w))) 't)""",
        sledge_equations,
    ),
    (
        """(((Lie-Poisson-equations (Lagrangian->Hamiltonian top) so3-generators) gamma
            (down (literal-function 'a) (literal-function 'b) (literal-function 'c))) 't)""",
        lambda: Lie_Poisson_equations(Lagrangian_to_Hamiltonian(top), so3_generators)(
            up(*literal_functions("x y z")), down(*literal_functions("a b c"))
        )(t),
    ),
    ("(M->Euler (Euler->M (up 'theta 'phi 'psi)))", lambda: M_to_Euler(Euler_to_M(up(*symbols("theta phi psi"))))),
    ("(make-quaternion (vector 'a 'b 'h 'k))", lambda: quaternion(a, b, h, k)),
)


@pytest.fixture(scope="module")
def session():
    started = Session()
    started.run(DEFINITIONS)
    return started


@pytest.mark.parametrize(("program", "answer"), PROGRAMS)
def test_program(session, program, answer):
    assert equivalent(session.run(program), answer()).verdict == "equal"
