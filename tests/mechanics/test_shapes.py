"""The shape and the sign of what the procedures of mechanics answer, as the original and the books have them."""

import pytest

from scmpy.scheme import Session
from scmpy.scheme.printer import parse_printed
from scmpy.symbolic.decision.equivalence import equivalent

DEFINITIONS = """
(define ((Lag-mixed m eps) s)
  (+ (* 1/2 m (square (velocity s))) (* 1/2 eps (coordinate s) (square (acceleration s)))))
(define ((Lag m k) s) (- (* 1/2 m (square (velocity s))) (* 1/2 k (square (coordinate s)))))
(define ((friction b) s) (* 1/2 b (+ (square (ref s 2 0)) (* 2 (square (ref s 2 1))))))
(define R (Lagrangian->Routhian (Lag 'm 'k)))
(define pairs (up 't (up (up 'x0 'x1) (up 'y0 'y1)) (up (up 'u0 'u1) (down 'p0 'p1))))
(define plane (up 't (up 'r 'phi) (down 'p_r 'p_phi)))
"""

ANSWERS = [
    ("((generalized-LE (Lag 'm 'k)) (up 't 'x 'v 'a))", "(+ (* a m) (* k x))"),
    ("(apply up (map (lambda (part) (part (vector 't 'x 'v))) (list time coordinate velocity)))", "(up t x v)"),
    ("(- ((generalized-LE (Lag 'm 'k)) (up 't 'x 'v 'a)) ((LE (Lag 'm 'k)) (up 't 'x 'v 'a)))", "0"),
    (
        "((generalized-LE (Lag-mixed 'm 'eps)) (up 't 'x 'v 'a 'j 'i))",
        "(+ (* 3/2 (expt a 2) eps) (* eps i x) (* 2 eps j v) (* -1 a m))",
    ),
    ("((generalized-LE (lambda (s) (* 1/2 (square (ref s 4))))) (up 't 'x 'v 'a 'j 'i 'h 'g))", "g"),
    (
        "(((Routh-equations R) (literal-function 'x) (literal-function 'y) (literal-function 'p)) 't)",
        """(up (+ (* -1 k (x t)) (* -1 m (((expt D 2) x) t)))
               (up 0 (+ ((D y) t) (/ (* -1 (p t)) m)) (+ (* k (y t)) ((D p) t))))""",
    ),
    (
        """(((Routh-equations R) (up (literal-function 'x0) (literal-function 'x1))
                                 (up (literal-function 'y0) (literal-function 'y1))
                                 (down (literal-function 'p0) (literal-function 'p1))) 't)""",
        """(up (down (+ (* -1 k (x0 t)) (* -1 m (((expt D 2) x0) t))) (+ (* -1 k (x1 t)) (* -1 m (((expt D 2) x1) t))))
               (up 0
                   (up (+ ((D y0) t) (/ (* -1 (p0 t)) m)) (+ ((D y1) t) (/ (* -1 (p1 t)) m)))
                   (down (+ (* k (y0 t)) ((D p0) t)) (+ (* k (y1 t)) ((D p1) t)))))""",
    ),
    (
        "((Routhian->state-derivative R) pairs)",
        """(up 1 (up (up u0 u1) (up (/ p0 m) (/ p1 m)))
                 (up (up (/ (* -1 k x0) m) (/ (* -1 k x1) m)) (down (* -1 k y0) (* -1 k y1))))""",
    ),
    (
        "((Routhian->state-derivative R (friction 'b)) pairs)",
        """(up 1 (up (up u0 u1) (up (/ p0 m) (/ p1 m)))
                 (up (up (/ (+ (* -1 k x0) (* -1 b u0)) m) (/ (+ (* -1 k x1) (* -1 b u1)) m))
                     (down (+ (* -1 k y0) (/ (* -2 b p0) m)) (+ (* -1 k y1) (/ (* -2 b p1) m)))))""",
    ),
    (
        "((Routhian->acceleration R (friction 'b)) pairs)",
        "(up (/ (+ (* -1 k x0) (* -1 b u0)) m) (/ (+ (* -1 k x1) (* -1 b u1)) m))",
    ),
    ("((D-phase-space (Lagrangian->Hamiltonian (Lag 'm 'k))) (up 't 'x 'p))", "(up 0 (/ p m) (* -1 k x))"),
    ("((phase-space-derivative (H-harmonic 'm 'k)) (up 't 'x 'p))", "(up 1 (/ p m) (* -1 k x))"),
    (
        "(- ((D-phase-space (H-harmonic 'm 'k)) plane) (J-func ((D (H-harmonic 'm 'k)) plane)))",
        "(up 0 (up 0 0) (down 0 0))",
    ),
    (
        "(((Lagrangian->power-loss (L-central-polar 'm (literal-function 'U)))"
        "  (up (literal-function 'r) (literal-function 'phi))) 't)",
        """(+ (* m (((expt D 2) phi) t) ((D phi) t) (expt (r t) 2)) (* m (expt ((D phi) t) 2) (r t) ((D r) t))
              (* m (((expt D 2) r) t) ((D r) t)) (* ((D U) (r t)) ((D r) t)))""",
    ),
    ("(rectangular->polar (up 'x 'y))", "(up (sqrt (+ (expt x 2) (expt y 2))) (atan y x))"),
    ("(polar->rectangular (up 'r 'phi))", "(up (* r (cos phi)) (* r (sin phi)))"),
    ("(spherical->rectangular (up 'r 'theta 0))", "(up (* r (sin theta)) 0 (* r (cos theta)))"),
    (
        "(rectangular->spherical (up 'x 'y 'z))",
        """(up (sqrt (+ (expt x 2) (expt y 2) (expt z 2)))
               (acos (/ z (sqrt (+ (expt x 2) (expt y 2) (expt z 2))))) (atan y x))""",
    ),
    ("(- (r->p (up 't (up 'x 'y) 'v)) (rectangular->polar (up 'x 'y)))", "(up 0 0)"),
    ("(- (s->r (up 't (up 'x 'y 'z) 'v)) (spherical->rectangular (up 'x 'y 'z)))", "(up 0 0 0)"),
    (
        "((canonical-transform? (F->CT p->r)) plane)",
        """(up (up 0 (up 0 0) (down 0 0)) (up (up 0 (up 0 0) (down 0 0)) (up 0 (up 0 0) (down 0 0)))
               (down (up 0 (up 0 0) (down 0 0)) (up 0 (up 0 0) (down 0 0))))""",
    ),
    ("((canonical-H? (F->CT p->r) (H-central 'm (literal-function 'V))) plane)", "(up 0 (up 0 0) (down 0 0))"),
    ("(state->qp plane)", "(up (up r phi) (down p_r p_phi))"),
    ("((L-body 'A 'B 'C) (up 'a 'b 'c))", "(down (* A a) (* B b) (* C c))"),
    ("(((L-space (rotate-z-matrix 0)) 'A 'B 'C) (up 'a 'b 'c))", "(down (* A a) (* B b) (* C c))"),
    ("((qw-state->L-space 'A 'B 'C) (up 't (up 1 0 0 0) (up 'x 'y 'z)))", "(down (* A x) (* B y) (* C z))"),
    (
        "((M->omega-body Euler->M) (up 't (up 0 0 0) (up 'a 'b 'c)))",
        "(matrix-by-rows (list a) (list 0) (list (+ b c)))",
    ),
    ("(Euler-state->omega-body (up 't (up 0 0 0) (up 'a 'b 'c)))", "(up a 0 (+ b c))"),
    ("(rotate-y-tuple 'a)", "(down (up (cos a) 0 (* -1 (sin a))) (up 0 1 0) (up (sin a) 0 (cos a)))"),
    ("(trim-last-argument (up 't 'x 'v 'a))", "(up t x v)"),
]


def shape(value):
    """Tuples and matrices without their entries."""
    text = str(value).replace("(", " ( ").replace(")", " ) ").split()
    return [word for word in text if word in ("up", "down", "matrix-by-rows", "list")]


@pytest.fixture(scope="module")
def session():
    session = Session()
    session.run(DEFINITIONS)
    return session


@pytest.mark.parametrize(("program", "answer"), ANSWERS)
def test_answers_of_the_original(session, program, answer):
    value = session.run(program)
    wanted = parse_printed(answer)
    assert shape(session.result_text(value)) == shape(answer)
    assert equivalent(value, wanted).verdict == "equal"
