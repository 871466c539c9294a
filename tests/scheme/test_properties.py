"""Property tables and lists, stacks that are queues, watching, compiled procedures: as the original has them."""

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session

ANSWERS = [
]  # fmt: skip


@pytest.mark.parametrize(("source", "answer"), ANSWERS, ids=[source[:40] for source, _ in ANSWERS])
def test_answers_of_the_original(source, answer):
    session = Session()
    session.run("(define tb (make-table 'tb assq))")
    assert session.result_text(session.run(source)) == answer


@pytest.mark.parametrize(
    "source",
    [
        "(put! 3 4 5)",
    ],
)
def test_what_is_not_there_is_told(source):
    with pytest.raises(ScmpyError):
        Session().run(source)


def test_an_interpolating_expression_grows_with_the_square_of_its_points():
    session = Session()
    session.run("(define e (lagrange (map square (iota 40)) (iota 40)))")
    assert session.run("((eval e user-generic-environment) 100)") == 10000


def test_a_huge_expression_is_not_evaluated():
    session = Session()
    session.run("(define big (let lp ((n 40) (e 'x)) (if (= n 0) e (lp (- n 1) (+ (sin e) (cos e))))))")
    with pytest.raises(ScmpyError, match="more than 1000000 parts"):
        session.run("(define x 1.) (eval big user-generic-environment)")
