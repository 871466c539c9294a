"""Where a numerical method has no answer, its error has the numbers: places, values, the rows of a matrix."""

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

SESSION = Session()

POLE, NO_ROOT, EVERYWHERE = (
    "(lambda (x) (/ 1 (- x 3/2)))",
    "(lambda (x) (+ 1 (square x)))",
    "(lambda (x) (/ 1 (- x x)))",
)
NO_ROOT_WITH_SLOPE = "(lambda (x c) (c (+ 1 (square x)) (* 2 x)))"
SINGULAR = "(matrix-by-rows '(1 2) '(2 4))"

#: A call, and the numbers that the error has.
CASES = [
    *((f"({name} {POLE} 0 4 1e-10)", "1.5") for name in ("definite-integral",)),
    (f"(integral-enclosure {POLE} 0 4)", "1.5"),
    ("(definite-integral (lambda (x) (/ 1 x)) 1 :+infinity)", "-1"),
    ("(evaluate-improper-integral 'open (lambda (x) (/ 1 x)) 3 :+infinity 1e-10)", "-1"),
    *(
        (f"({name} {NO_ROOT} 2 5 {eps})", "5.0 2.0 26.0 5.0")
        for name, eps in (
            *(("bisect-1", ""), ("bisect-2", "1e-9"), ("bisect-fp", "1e-9"), ("zbrent", "1e-9")),
            ("false-position-search", "1e-9"),
        )
    ),
    (f"(search-for-roots {EVERYWHERE} 2 5 1e-10 .1)", "2"),
    (f"(newton-with-false-position-search {NO_ROOT_WITH_SLOPE} 2 5 1e-10)", "5.0 2.0 26.0 5.0"),
    ("(multidimensional-root (lambda (v) (vector (+ 1 (square (ref v 0))))) (vector 2.) .1 1e-10)", "1."),
    ("(certified-roots (lambda (x) (square (- x 3))) 2 5)", "2.99 3.00"),
    ("(certified-roots (lambda (x) (/ 1 (- x 3))) 2 5)", "2.99 3.00"),
    ("(minimize (lambda (x) (log (- x))) 2 3)", "2.38"),
    *(
        (f"({name} {EVERYWHERE} 2 5{more})", place)
        for name, more, place in (
            *(("minimize", "", "3.1"), ("brent-min", " 1e-9", "3.1"), ("brent-max", " 1e-9", "3.1")),
            *(("golden-section-min", " list", "2"), ("golden-section-max", " list", "2")),
            *(("gsmin", "", "2"), ("gsmax", "", "2")),
        )
    ),
    (f"(bracket-min {EVERYWHERE} 2 3 50)", "2"),
    ("(multidimensional-minimize (lambda (v) (- (ref v 0))) (vector 2.))", "343597385"),
    ("(nelder-mead (lambda (v) (/ 1 (- (ref v 0) 2))) (vector 2.) .1 1e-10 50)", "2."),
    *(
        (f"({name} {SINGULAR}{more})", "1 2 2 4")
        for name, more in (
            *(("lu-invert", ""), ("invert", ""), ("solve-linear", " (up 1 2)"), ("/ (up 1 2)", "")),
            *((f"{method}-solve-linear-system", " (vector 1 2)") for method in ("lu", "full-pivot", "gauss-jordan")),
        )
    ),
    ("(matrix->eigenvalues (matrix-by-rows '(1 2 3) '(2 4 5)))", "2 3"),
    ("(Lagrange-interpolation-function '(1 2) '(3 3))", "3"),
    ("(make-interp-poly '(1 2) '(3 3))", "3 3"),
    ("(complete-elliptic-integral-K 3.)", "at 3."),
    ("(elliptic-integral-F 2 3)", "2 3"),
    ("(Carlson-elliptic-1 -1 -2 -3)", "-1.0 -2.0 -3.0"),
    ("(legendre-polynomial -3)", "-3"),
    ("(chebyshev-polynomial -3)", "-3"),
    ("(sample-variance '(3))", "3"),
    ("(skewness '(3 3 3))", "3 3 3"),
    ("(kurtosis '(3 3))", "3 3"),
    ("((state-advancer (lambda () (lambda (s) (up 1 (square (ref s 1)))))) (up 0 1.) 3)", "0.99"),
    ("((state-advancer (lambda () (lambda (s) (up 1 (/ 1 (- (ref s 0) 3)))))) (up 3 1.) 4)", "3.0 1.0"),
    ("(find-fixed-point (lambda (x) (+ x 3)) 1.)", "1.0 3.0"),
    ("(find-periodic-orbit (lambda (s) (up 1 3)) (up 0 1.) 3)", "0. 1."),
    ("(lyapunov-exponents (lambda (s) (up 1 (ref s 1))) (up 0 1.) -3)", "-3"),
    ("(shooting (lambda (s) (up 1 3)) (up 0 1.) 2 (lambda (a b) (up (- (ref a 1) (ref b 1)))))", "1.0 5.99"),
    ("(find-path (lambda (s) (- (square (ref s 2)))) 0 3 1 5 2)", "4.33"),
    ("(fixed-point-eigen (lambda (x y c f) (f)) 3 5 1e-5 list)", "3.0 5.0"),
]


@pytest.mark.parametrize(("text", "numbers"), CASES, ids=[text for text, _ in CASES])
def test_errors_have_the_numbers(text, numbers):
    with pytest.raises(ScmpyError) as caught:
        SESSION.run(text)
    for number in numbers.split():
        assert number in caught.value.message
