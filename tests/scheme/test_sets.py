"""Sets as lists: types of sets with an order, lists in any order, multisets."""

from __future__ import annotations

import pytest

from scmpy.errors import ArityError, WrongTypeError
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text


def answer(text):
    return write_text(Session().run(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("((union-sets symbols) ((list->set symbols) '(c a e)) ((list->set symbols) '(d e f)))", "(a c d e f)"),
        ("((list->set numbers) '(3 1 2+i 2 1. 1-i))", "(1 2 3 1-i 2+i)"),
        ('((list->set (make-sets-package string=? string>?)) \'("a" "b" "a"))', '("b" "a")'),
        ("((adjoin-set numbers) 2 '(1 3))", "(1 2 3)"),
        ("((adjoin-set numbers) 3 '(1 3))", "(1 3)"),
        ("((remove-set numbers) 3 '(1 3))", "(1)"),
        ("((intersect-sets numbers) '(1 2 3) '(2 3 4))", "(2 3)"),
        ("((difference-sets numbers) '(1 2 3) '(2 3 4))", "(1)"),
        ("(list ((subset-sets? numbers) '(1) '(1 2)) ((subset-sets? numbers) '(1 3) '(1 2)))", "(#t #f)"),
        ("(list ((element-set? symbols) 'a '(a b)) ((element-set? symbols) 'c '(a b)))", "(#t #f)"),
        (
            "(list ((empty-set? numbers) (empty-set numbers)) ((singleton-set? numbers) ((singleton-set numbers) 1)))",
            "(#t #t)",
        ),
        ("(list-union '((1) 2) '(2 3))", "((1) 2 3)"),
        ("(list-intersection '((1) 2) '((1) 3))", "((1))"),
        ("(list-difference '((1) 2) '((1) 3))", "(2)"),
        ("(list-adjoin '(1) '((1)))", "((1))"),
        ("(remove-duplicates '(1 2 1 3))", "(2 1 3)"),
        ("(list (duplications? '(1 2 1)) (duplications? '(1 2)))", "(#t #f)"),
        ("(list (same-set? '(1 2) '(2 1 1)) (same-set? '(1) '(2 1)) (subset? '(1) '(2 1)))", "(#t #f #t)"),
        ("(eq-set/union '(a b) '(b c))", "(a b c)"),
        ("(list (eq-set/adjoin 'a '(a)) (eq-set/adjoin 'b '(a)) (eq-set/remove 'a '(a b)))", "((a) (b a) (b))"),
        ("(multi-set/intersection '(a a b) '(a a a b b))", "(b a a)"),
        ("(multi-set/difference '(a a b) '(a c))", "(b a)"),
        ("(multi-set/remove 'a '(b a a))", "(b a)"),
        ("(length (multi-set/union '(a b) '(b)))", "3"),
    ],
)
def test_sets(text, expected):
    assert answer(text) == expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("((list->set 3) '(1))", WrongTypeError),
        ("((list->set numbers))", ArityError),
        ("((list->set real-numbers) '(1 +i))", WrongTypeError),
        ("((union-sets numbers) 1 2)", WrongTypeError),
        ("(list-union 1 2)", WrongTypeError),
    ],
)
def test_what_is_no_set_is_refused(text, error):
    with pytest.raises(error):
        answer(text)
