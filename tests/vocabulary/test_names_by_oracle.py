"""Answers of the original to programs with names of its parts: unification, notes, polynomials, roots."""

import io

import pytest

from scmpy.scheme import Session

ANSWERS = """
(easy-simplify '(+ x x)) => (* 2 x)
(poly/coefficients (poly:dense-> '(5 2 0 0 0 3))) => (3 2 5)
""".strip().splitlines()


@pytest.fixture(scope="module")
def session() -> Session:
    made = Session(io.StringIO())
    return made


@pytest.mark.parametrize("line", ANSWERS)
def test_the_original_s_answer(line: str, session: Session) -> None:
    form, _, answer = line.partition(" => ")
    assert session.result_text(session.run(form)) == answer


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 4))", True),
        ("(equal? (quaternion 1 2 3 4) (quaternion 1 2 3 5))", False),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2) '(3 4)))", True),
        ("(equal? (matrix-by-rows '(1 2) '(3 4)) (matrix-by-rows '(1 2 3 4)))", False),
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
