"""Programs of geometry as the original takes them, with its answers."""

import pytest

from scmpy.errors import ArityError, BadIndexError
from scmpy.scheme import Session

DEFINITIONS = """
(define-coordinates (up x y) R2-rect)
(define-coordinates t R1-rect)
(define B (coordinate-system->basis R2-rect))
(define m ((point R2-rect) (up 'x 'y)))
(define f (literal-manifold-function 'f R2-rect))
(define (T1 w1 w2 v1)
  (+ (* 'a (dx v1) (w1 d/dx) (w2 d/dy)) (* 'b (dy v1) (w1 d/dy) (w2 d/dx)) (* 'c (dy v1) (w1 d/dy) (w2 d/dy))))
(declare-argument-types! T1 (list 1form-field? 1form-field? vector-field?))
(define iT1 (typed->indexed T1 B))
(define (T2 w v) (w v))
(declare-argument-types! T2 (list 1form-field? vector-field?))
(define iT2 (typed->indexed T2 B))
(define twice (i:outer-product iT1 iT1))
(define w (literal-1form-field 'w R2-rect))
"""

ANSWERS = [
    # lists of indices
    ("((iT1 (list 0 1 0)) m)", "a"),
    ("((twice (list 0 1 1 0 0 1)) m)", "(* a b)"),
    ("(((i:contract iT1 0 0 2) (list 1)) m)", "(+ a c)"),
    ("(((i:contract (i:contract twice 0 0 2) 0 0 2) (list 0 1)) m)", "(* a b)"),
    ("(((i:contract iT2 0 0 2) '()) m)", "2"),
    ("(((i:contract (i:contract (i:outer-product iT2 iT2) 0 1 2) 0 0 2) '()) m)", "2"),
    ("(((indexed->typed (i:contract iT1 1 0 2) B) w) m)", "(* c (w_1 (up x y)))"),
    # coordinate fields without an index
    (
        "(((coordinate-basis-vector-field R2-rect 'e) f) m)",
        "(down (((partial 0) f) (up x y)) (((partial 1) f) (up x y)))",
    ),
    ("(((coordinate-basis-1form-field R2-rect 'w) (+ (* x d/dx) d/dy)) m)", "(up x 1)"),
    ("(((coordinate-basis-vector-field R1-rect 'd/dt) (square t)) ((point R1-rect) 't))", "(* 2 t)"),
    ("(((coordinate-basis-1form-field R1-rect 'dt) (* t d/dt)) ((point R1-rect) 'a))", "a"),
]


@pytest.fixture(scope="module")
def session():
    session = Session()
    session.run(DEFINITIONS)
    return session


@pytest.mark.parametrize(("program", "answer"), ANSWERS)
def test_answers_of_the_original(session, program, answer):
    assert " ".join(session.result_text(session.run(program)).split()) == answer


REFUSED = [
    ("(iT1 (list 0 1))", ArityError, "has 3 indices, got 2"),
    ("((i:contract iT1 0 0 2) (list 0 1))", ArityError, "has 1 indices, got 2"),
    ("(twice (list 0 1))", ArityError, "has 6 indices, got 2"),
    ("(coordinate-basis-vector-field R2-rect 'e 2)", BadIndexError, "an index from 0 to 1"),
    ("(coordinate-basis-1form-field R2-rect 'w -1)", BadIndexError, "an index from 0 to 1"),
]


@pytest.mark.parametrize(("program", "error", "message"), REFUSED)
def test_refusals(session, program, error, message):
    with pytest.raises(error, match=message):
        session.run(program)


def test_the_prompt_shows_components():
    session = Session()
    session.run("(define-coordinates (up theta phi) S2-spherical) (define g S2-metric) (define sys S2-spherical)")
    session.run(
        "(define X (* (sin theta) d/dphi)) (define Y (* (cos phi) d/dtheta)) (define nabla (Levi-Civita g sys))"
    )
    session.run("(define q (compose (point sys) (up (literal-function 'a) (literal-function 'b)) (chart R1-rect)))")
    for form, text in {
        "(commutator X Y)": "(+ (* -1 (sin theta) (sin phi) d/dtheta) (* -1 (cos phi) (cos theta) d/dphi))",
        "((Lie-derivative X) dphi)": "(* (cos theta) dtheta)",
        "((nabla Y) (wedge dtheta dphi))": "(* (/ (* -1 (cos theta) (cos phi)) (sin theta)) (wedge dtheta dphi))",
        "((nabla X) (cos phi))": "(* -1 (sin phi) (sin theta))",
        "((lower g) X)": "(* (expt (sin theta) 3) dphi)",
        "((raise g sys) dphi)": "(* (/ 1 (expt (sin theta) 2)) d/dphi)",
        "(Alt (tensor-product2 dtheta dphi))": "(* 1/2 (wedge dtheta dphi))",
        "(d (d theta))": "0",
        "((Killing-residual g) X)": "(Killing-residual (* (sin theta) d/dphi)) = 2 cos(θ) sin²(θ) dθ dφ\n",
        "(curvature-forms g sys)": "(down (up 0 (* -1 (wedge dtheta dphi)))",
        "(literal-vector-field 'v sys)": "v",
        "((geodesic-equation R1-rect sys nabla) q)": "(up\n (+ (* -1 (sin (a ",
        "(nonzero-components (Ricci g sys) sys)": "(((0 0) 1) ((1 1) (expt (sin theta) 2)))",
        "(Ricci S2-metric S2-spherical)": "Ricci = dθ² + sin²(θ) dφ²\n",
        "(Levi-Civita S2-metric S2-spherical)": "Christoffel\n3 of 8 components",
        "(Levi-Civita S2-metric)": "Christoffel\n3 of 8 components",
        "(components-table S2-metric)": "S2-metric = dθ² + sin²(θ) dφ²\n",
    }.items():
        assert session.result_text(session.run(form)).startswith(text), form
    assert r"\cos\left(\theta\right) \mathrm{d}\theta" in session.run("((Lie-derivative X) dphi)")._repr_latex_()
    assert (
        session.result_text(session.run("(list S2-metric)"))
        == "((+ (expt dtheta 2) (* (expt (sin theta) 2) (expt dphi 2))))"
    )
