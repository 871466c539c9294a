"""A function added to an operator is composed with the argument; a number is a constant function."""

import pytest

from scmpy.scheme import Session


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("(((+ D square) cube) 'x)", "(+ (expt x 6) (* 3 (expt x 2)))"),
        ("(((+ square D) cube) 'x)", "(+ (expt x 6) (* 3 (expt x 2)))"),
        ("(((- D square) cube) 'x)", "(+ (* -1 (expt x 6)) (* 3 (expt x 2)))"),
        ("(((- square D) cube) 'x)", "(+ (expt x 6) (* -3 (expt x 2)))"),
        ("(((- D (literal-function 'g)) (literal-function 'f)) 'x)", "(+ ((D f) x) (* -1 (g (f x))))"),
        ("(((+ D (lambda (u) (if (> u 0) u 0))) cube) 2)", "20"),
        ("(((+ D 3) cube) 'x)", "(+ 3 (* 3 (expt x 2)))"),
        ("(((- 3 D) cube) 'x)", "(+ 3 (* -3 (expt x 2)))"),
        ("(((- 'a D) cube) 'x)", "(+ (* -3 (expt x 2)) a)"),
        ("(((+ (partial 0) (lambda (u) (* 2 u))) (lambda (x y) (* x y))) 'x 'y)", "(+ (* 2 x y) y)"),
        ("(((* (+ D square) (- D 1)) cube) 'x)", "(+ 1 (* 9 (expt x 4)) (* -6 (expt x 2)) (* 6 x))"),
        ("(((+ d/dx square) x) ((point R2-rect) (up 'a 'b)))", "(+ 1 (expt a 2))"),
        ("(((- d/dx 3) x) ((point R2-rect) (up 'a 'b)))", "-2"),
        ("(((+ (make-operator (lambda (f) (* 2 f)) 'twice) sin) cos) 'x)", "(+ (* 2 (cos x)) (sin (cos x)))"),
    ],
)
def test_sums(text, printed):
    session = Session()
    session.run("(define-coordinates (up x y) R2-rect)")
    value = session.result_text(session.run(text))
    assert " ".join(value.split()) == printed
