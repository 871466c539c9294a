"""Answers of the original to programs with names of its parts: unification, notes, polynomials, roots."""

from __future__ import annotations

import io
import math

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

ANSWERS = """
(cubic -3 3 -1 list) => (1 1 1)
(easy-simplify '(+ x x)) => (* 2 x)
(poly/horner u '(2)) => 105
(poly/horner q '(2 3)) => 47
(poly:apply q '(3 4)) => 121
(poly/horner-with-error u 2. list) => (105. 242. 480. 2.169375790117556e-13)
(poly/base-coefficients q) => (2 3 5)
(poly/check-same-arity q q) => 2
(poly/coefficients u) => (3 2 5)
(poly/contractable? 1 q) => #f
(poly/not-divisible? u u) => #f
(poly/monic? u) => #f
(poly/negative? u) => #f
(poly/degree q) => 2
(poly/leading-base-coefficient q) => 3
(poly/equal? (poly/arg-shift u '(2)) (poly/make-from-dense 1 '(3 30 120 240 242 105))) => #t
(poly/equal? (poly/extend 1 u) (poly/make-from-sparse 2 '((5 . 3) (1 . 2) (0 . 5)))) => #t
(poly/equal? (poly/normalize u 5) (poly/make-from-sparse 1 '((5 . 3/5) (1 . 2/5) (0 . 1)))) => #t
(poly/equal? (poly/principal-reverse u) (poly/make-from-sparse 1 '((5 . 5) (4 . 2) (0 . 3)))) => #t
(poly/equal? (poly/except-leading-term 1 u) (poly/make-from-dense 1 '(2 5))) => #t
(poly/equal? (poly/derivative-partial q 1) (poly/derivative-principal q)) => #t
(poly/equal? (poly/partial-derivative q '(0)) (poly/derivative-principal q)) => #t
(poly/div u u (lambda (quotient remainder) (list (poly/one? quotient) (poly/zero? remainder)))) => (#t #t)
(poly/pseudo-remainder u (poly/make-from-dense 1 '(2 1)) (lambda (r d) (poly/equal? r 125))) => #t
(poly/equal? (-$poly u u) poly/zero) => #t
(poly/equal? (+$poly u u u) (*$poly u 3)) => #t
(poly/identity? (poly/make-identity 1)) => #t
""".strip().splitlines()

GIVEN = """
(define q (pcf:expression-> '(+ (* 3 (expt x 2) y) (* 2 y) 5) (lambda (p v) p)))
(define u (pcf:expression-> '(+ (* 3 (expt x 5)) (* 2 x) 5) (lambda (p v) p)))
"""


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(io.StringIO())
    made.run(GIVEN)
    return made


@pytest.mark.parametrize("line", ANSWERS)
def test_the_original_s_answer(line: str, session: Session) -> None:
    form, _, answer = line.partition(" => ")
    assert session.result_text(session.run(form)) == answer


@pytest.mark.parametrize("coefficients", [(0, 0, 8), (1, 2, 3), (-6, 11, -6), (0.5, -2.0, 0.1), (1, 1j, 2), (0, -1, 0)])
def test_roots_of_cubics(coefficients: tuple[complex, ...]) -> None:
    from scmpy import cubic

    a, b, c = coefficients
    for x in cubic(a, b, c, lambda *roots: roots):
        assert math.isclose(abs(x**3 + a * x**2 + b * x + c), 0, abs_tol=1e-12)


def test_terms_that_are_none() -> None:
    session = Session()
    for form in ("(poly/make-from-sparse 1 '(3))", "(poly/adjoin 1 0 2 poly:identity)", "(cubic 1 2 'a list)"):
        with pytest.raises(ScmpyError):
            session.run(form)


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 4))", True),
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 5))", False),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2) '(3 4)))", True),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2 3 4)))", False),
        ("(equal? (poly/make-identity 1) poly:identity)", True),
        ("(equal? (list (poly/make-identity 2)) (list poly:identity))", False),
        ("(member (quaternion 0 0 0 1) (list 1 (quaternion 0 0 0 1)))", None),
        (
            "(let ((t (make-equal-hash-table))) (hash-table-set! t (quaternion 1 0 0 0) 'one)"
            " (eq? (hash-table-ref t (quaternion 1 0 0 0) list) 'one))",
            True,
        ),
    ],
)
def test_matrices_quaternions_and_polynomials_are_equal_by_their_parts(form: str, answer: bool | None) -> None:
    found = Session().run(form)
    assert found is answer if answer is not None else found is not False
