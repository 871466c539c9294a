"""Answers of the original to programs with names of its parts: unification, notes, polynomials, roots."""

from __future__ import annotations

import io
import math

import pytest

from scmpy.errors import LimitError, ScmpyError
from scmpy.scheme import Session

ANSWERS = """
(unify '(? x) 'a) => ((x a ?))
(unify '((? x) b) '(a (? y))) => ((y b ?) (x a))
(unify '((?? x) b) '(a c b)) => ((x (a c) ??))
(unify '(f (? x) (? x)) '(f a b)) => #f
(unify '((? x)) '(g (? x))) => #f
(unify '(f (? x)) '(f (g (? x)))) => #f
(unify '((? x) (? x)) '((? y) b)) => ((y b ?) (x b))
(unify '((? x) (? y)) '((? y) a)) => ((y a ?) (x a))
(unify '((?? x) (?? y)) '(a b c)) => ((y (c) ??) (x (a b)))
(unify '(a (?? x)) '((?? y) b)) => ((x (b) ??) (y (a)))
(unify '(a b) '(a b)) => ()
(unify 'a 'b) => #f
(unify (list (list '? 'x number?) 'b) '(a b)) => #f
(unify:occurs-in? '(? x) '(f (? x))) => #t
(unify:bind '(? x) 3 '()) => ((x 3 ?))
(unify:internal '(? x) 3 '() list) => (((x 3 ?)))
(unify '((?? x)) '()) => #f
(unify '((?? x) a (?? y)) '(b a c a d)) => ((y (d) ??) (x (b a c)))
(cubic -3 3 -1 list) => (1 1 1)
(round-complex 1.7+2.3i) => 2.+2.i
(round-complex 2.5) => 2.
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
(sparse-add '(((1) . 1)) '(((1) . 2))) => (((1) . 3))
(sparse-add P Q) => (((2 0) . 1) ((0 2) . -1) ((1 0) . 1) ((0 1) . 1))
(sparse-multiply p1 q1) => (((3) . 1) ((2) . 1) ((1) . -1) ((0) . -1))
(sparse-divide p1 q1 list) => ((((1) . 1) ((0) . -1)) ())
(sparse-divide P Q list) => ((((1 0) . 1) ((0 1) . -1)) ())
(sparse-evaluate p1 '(3)) => 8
(sparse-evaluate P '(3 2)) => 5
(sparse-gcd p1 q1 (lambda (g) (list 'g g)) (lambda () 'fail)) => (g (((1) . 1) ((0) . 1)))
(sparse-gcd P Q (lambda (g) (list 'g g)) (lambda () 'fail)) => (g (((1 0) . 1) ((0 1) . 1)))
(sparse-univariate-gcd p1 q1) => (((1) . 1) ((0) . 1))
""".strip().splitlines()

GIVEN = """
(define q (pcf:expression-> '(+ (* 3 (expt x 2) y) (* 2 y) 5) (lambda (p v) p)))
(define u (pcf:expression-> '(+ (* 3 (expt x 5)) (* 2 x) 5) (lambda (p v) p)))
(define p1 '(((2) . 1) ((0) . -1)))
(define q1 '(((1) . 1) ((0) . 1)))
(define P '(((2 0) . 1) ((0 2) . -1)))
(define Q '(((1 0) . 1) ((0 1) . 1)))
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


def test_unification_finds_what_the_original_does_not() -> None:
    """A row that stands for one item, which is a variable itself."""
    session = Session()
    assert session.result_text(session.run("(unify '((? x) c) '((?? y) c))")) == "((y ((? x)) ??))"


def test_unification_ends() -> None:
    rows = " ".join(f"(?? x{i})" for i in range(12))
    with pytest.raises(LimitError):
        Session().run(f"(setting! 'most-unified-places 2000) (unify '({rows} a) '({' '.join('b' * 24)} c))")


def test_notes() -> None:
    out = io.StringIO()
    session = Session(out)
    session.run("(note-that! '(> x 0)) (note-that! '(> y 0)) (note-that! '(> x 0)) (show-notes)")
    assert out.getvalue() == "#| (> x 0) |#\n#| (> y 0) |#\n"
    assert str(session.run("(clear-notes!) (show-notes) (set! *taking-notes* #f) (note-that! '(> z 0))")) == "ignored"
    assert "y" not in out.getvalue()[28:]
    other = io.StringIO()
    Session(other).run("(show-notes)")
    assert other.getvalue() == ""


def test_lines_with_a_prefix() -> None:
    out = io.StringIO()
    session = Session(out)
    session.run('(write-string "hello\nwor" (make-line-prefix-port (current-output-port) "> "))')
    session.run("(newline) (pp-comment '(a b c))")
    assert out.getvalue() == "> hello\n> wor\n;(a b c)\n"


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
