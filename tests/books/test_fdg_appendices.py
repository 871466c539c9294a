"""FDG, the appendices: operators and tuples as the book computes with them, and what is a tensor."""

import pytest


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("((compose (D cube) sin) 'x)", "(+ 3 (* -3 (expt (cos x) 2)))"),
        ("(((* (- D I) (+ D I)) (literal-function 'f)) 'x)", "(+ (((expt D 2) f) x) (* -1 (f x)))"),
        ("(ref (up (up 't 'x) (down 'a 'b)) 1 0)", "a"),
        ("(* (up 'x 'y) (down 'p 'q))", "(+ (* p x) (* q y))"),
        ("(* (down (up 'a 'c) (up 'b 'd)) (up 'x 'y))", "(up (+ (* a x) (* b y)) (+ (* c x) (* d y)))"),
        (
            "((D (literal-function 'g (-> (UP Real Real) Real))) (up 'x 'y))",
            "(down (((partial 0) g) (up x y)) (((partial 1) g) (up x y)))",
        ),
        ("(((partial 1) (lambda (x y) (* x (cube y)))) 'a 'b)", "(* 3 a (expt b 2))"),
        (
            "((D (lambda (s) (up (* (ref s 0) (ref s 1)) (square (ref s 0))))) (up 'a 'b))",
            "(down (up b (* 2 a)) (up a 0))",
        ),
        (
            "(series:sum (((exp (* 'h D)) cube) 'x) 4)",
            "(+ (expt h 3) (* 3 (expt h 2) x) (* 3 h (expt x 2)) (expt x 3))",
        ),
    ],
)
def test_scheme_as_the_book_types_it(scheme, expression, text):
    assert scheme(f"(pe {expression})") == text


TENSORS = """
(define nabla (covariant-derivative (Christoffel->Cartan (literal-Christoffel-2 'C R2-rect))))
(define (second-argument w u v) (w ((nabla u) v)))
(define (is-zero x) (= 0 (simplify x)))
"""


@pytest.mark.parametrize(
    ("tensor", "types", "text"),
    [
        ("(Riemann nabla)", "(1form vector vector vector)", "(#t #t #t #t)"),
        ("(torsion nabla)", "(1form vector vector)", "(#t #t #t)"),
        ("(literal-metric 'g R2-rect)", "(vector vector)", "(#t #t)"),
        ("second-argument", "(1form vector vector)", "(#t #t #f)"),
        ("(lambda (w u v) (w (commutator u v)))", "(1form vector vector)", "(#t #f #f)"),
    ],
)
def test_what_is_linear_over_functions_is_a_tensor(scheme, tensor, types, text):
    scheme(TENSORS)
    assert scheme(f"(display (map is-zero (tensor-test {tensor} '{types} R2-rect)))") == text


def test_symbols_of_christoffel_are_no_tensor(scheme):
    """Those of the flat plane vanish in rectangular coordinates and not in polar ones."""
    scheme("""
    (define polar (coordinate-system->basis R2-polar))
    (define rect (coordinate-system->basis R2-rect))
    (define flat (Christoffel->Cartan (metric->Christoffel-2 (coordinate-system->metric R2-polar) polar)))
    (define (symbols cartan) ((Christoffel->symbols (Cartan->Christoffel cartan)) ((point R2-polar) (up 'r 'theta))))
    """)
    assert scheme("(pe (symbols flat))") == (
        "(down (down (up 0 0) (up 0 (/ 1 r))) (down (up 0 (/ 1 r)) (up (* -1 r) 0)))"
    )
    assert scheme("(pe (symbols (Cartan-transform flat rect)))") == (
        "(down (down (up 0 0) (up 0 0)) (down (up 0 0) (up 0 0)))"
    )
