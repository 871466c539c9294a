"""D of procedures whose values are lists or pairs, as points of maps are: the derivatives of their elements."""

from __future__ import annotations

import pytest

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("((D (lambda (t) (cons (sin t) (square t)))) 't)", "((cos t) . (+ t t))"),
        ("((D (lambda (t) (list (sin t) (square t)))) 't)", "((cos t) (+ t t))"),
        ("((D (compose abscissa (lambda (t) (make-point (sin t) (square t))))) 't)", "(cos t)"),
        ("((cdr ((D (lambda (t) (cons t (lambda (u) (* t u))))) 't)) 'u)", "u"),
        ("((D (lambda (v) (cons (ref v 0) (square (ref v 1))))) (up 3 5))", "(*down* #((1 . 0) (0 . 10)))"),
    ],
)
def test_the_derivative_of_a_list_is_that_of_its_elements(asked, expected):
    assert write_text(Session().run(asked)) == expected


def test_a_circular_list_has_no_derivative():
    with pytest.raises(ScmpyError, match="circular"):
        Session().run("((D (lambda (t) (let ((l (list t t))) (set-cdr! (cdr l) l) l))) 't)")
