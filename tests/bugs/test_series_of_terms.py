"""A series of terms is the sum of them; a power series is a function of a number. Derivatives of both."""

import pytest

from scmpy.scheme import Session


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((series sin cos) 'x)", "((sin x) (cos x) 0)"),
        ("((series 1 2 3) 'x)", "(1 2 3)"),
        ("((power-series 1 2 3) 'x)", "(1 (* 2 x) (* 3 (expt x 2)))"),
        ("((series:->function (series 1 2 3)) 'x)", "(1 (* 2 x) (* 3 (expt x 2)))"),
        ("(D (power-series 1 2 3))", "(2 6 0)"),
        ("(D exp-series)", "(1 1 1/2)"),
        ("((D (series sin cos)) 'x)", "((cos x) (* -1 (sin x)) 0)"),
        ("((D (* 2 (series sin cos))) 'x)", "((* 2 (cos x)) (* -2 (sin x)) 0)"),
        ("(((partial 1) (series + *)) 'x 'y)", "(1 x 0)"),
        ("((D (series + *)) 'x 'y)", "((down 1 1) (down y x) 0)"),
        ("(((D (lambda (x) (series (lambda (y) (* x y)) (lambda (y) (* x x y))))) 'x) 'y)", "(y (* 2 x y) 0)"),
        ("((D (lambda (x) ((series (lambda (y) (* x y)) x) 'y))) 'x)", "(y 1 0)"),
        ("((((D (lambda (x) (exp (* x D)))) 0) cube) 'y)", "(0 (* 3 (expt y 2)) 0)"),
    ],
)
def test_terms(text, printed):
    session = Session()
    value = session.result_text(session.run(f"(stream-head (series->stream {text}) 3)"))
    assert " ".join(value.split()) == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("((((D (lambda (x) (* x x D))) 'x) cube) 'y)", "(* 6 x (expt y 2))"),
        ("(operator? ((D (lambda (x) (* x D))) 'x))", "#t"),
        ("(vector-field? ((D (lambda (a) (* a d/dx))) 'a))", "#t"),
        ("((((D (lambda (a) (* (square a) d/dx))) 'a) (square x)) ((point R2-rect) (up 'u 'v)))", "(* 4 a u)"),
        ("((D (lambda (x) (list x (list (* x x) 3)))) 'x)", "(1 ((* 2 x) 0))"),
        ("(ref ((D (lambda (s) (list (ref s 0) (* (ref s 0) (ref s 1))))) (up 'x 'y)) 1)", "(0 x)"),
        ("((ref ((D (lambda (x) (matrix-by-rows (list (lambda (y) (* x x y)))))) 'x) 0 0) 'y)", "(* 2 x y)"),
        ("((ref ((D (lambda (x) (list (lambda (y) (* x x y))))) 'x) 0) 'y)", "(* 2 x y)"),
    ],
)
def test_what_functions_return(text, printed):
    session = Session()
    session.run("(define-coordinates (up x y) R2-rect)")
    assert " ".join(session.result_text(session.run(text)).split()) == printed
