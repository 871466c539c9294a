"""The text of geometric values: what the original's order of computing makes of it."""

import io

import pytest

from scmpy.scheme import Session

TEXTS = {
    # atan drops a common factor of arguments with sines or cosines, and then is the angle
    "((chart R3-spherical) ((point R3-cyl) (up 'r 'w 'z)))": (
        "(up (sqrt (+ (expt r 2) (expt z 2))) (acos (/ z (sqrt (+ (expt r 2) (expt z 2))))) w)"
    ),
    "(atan (* 'r (sin 'b)) (* 'r (cos 'b)))": "b",
    "(atan (* 2 'y) (* 2 'x))": "(atan (* 2 y) (* 2 x))",
    "(atan (* (expt 'r 4) (sin 'a) (expt (cos 'b) 4)) (* 'r (sin 'a)))": "(atan (* (expt r 3) (expt (cos b) 4)) 1)",
    # of the two roots of a square it is the one that is positive
    "(sqrt (+ (* (expt 'r 2) (expt (sin 'a) 4)) (expt (sin 'a) 4)))": (
        "(+ (* -1 (sqrt (+ 1 (expt r 2))) (expt (cos a) 2)) (sqrt (+ 1 (expt r 2))))"
    ),
    # a root of a product is the product of the roots; under the root of a sum sin^2 has become 1 - cos^2
    "(sqrt (* (square 'r) (square (sin 'a))))": "(* r (sin a))",
    "((chart R3-cyl) ((point R3-spherical) (up 'r 'a 'b)))": (
        "(up (* r (sqrt (+ 1 (* -1 (expt (cos a) 2))))) b (* r (cos a)))"
    ),
    # a component's cosines are named before the next component is met, though the component came with sines alone
    "(down (square (* (sin 'b) (cos 'a))) (square (* (sin 'a) (sin 'b))))": (
        "(down (+ (* -1 (expt (cos a) 2) (expt (cos b) 2)) (expt (cos a) 2))"
        " (+ 1 (* (expt (cos a) 2) (expt (cos b) 2)) (* -1 (expt (cos a) 2)) (* -1 (expt (cos b) 2))))"
    ),
}


@pytest.mark.parametrize("source, text", TEXTS.items(), ids=TEXTS)
def test_text(source, text):
    out = io.StringIO()
    Session(stdout=out).run(f"(pe {source})")
    assert " ".join(out.getvalue().split()) == text


def test_a_component_that_vanishes_ranks_no_kernels():
    session = Session()
    session.run("""
        (define-coordinates (up nu al be) Euler-angles)
        (define k1 (+ (* (cos al) d/dnu) (* (sin al) (- (* (/ 1 (sin nu)) d/dbe) (* (/ (cos nu) (sin nu)) d/dal)))))
        (define k2 (+ (* (sin al) d/dnu) (* (cos al) (- (* (/ (cos nu) (sin nu)) d/dal) (* (/ 1 (sin nu)) d/dbe)))))
        (define ws (vector-basis->dual (down k1 k2 d/dal) Euler-angles))
    """)
    found = session.run("((ws (down d/dnu d/dal d/dbe)) ((point Euler-angles) (up 'n 'p 's)))")
    assert str(found) == (
        "(up (down (cos p) 0 (* (sin n) (sin p))) (down (sin p) 0 (* -1 (sin n) (cos p))) (down 0 1 (cos n)))"
    )
