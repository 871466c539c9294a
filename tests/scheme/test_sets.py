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
        ("((list->set numbers) '(3 1 2+i 2 1. 1-i))", "(1 2 3 1-i 2+i)"),
        ("((adjoin-set numbers) 2 '(1 3))", "(1 2 3)"),
        ("((adjoin-set numbers) 3 '(1 3))", "(1 3)"),
    ],
)
def test_sets(text, expected):
    assert answer(text) == expected


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("((list->set 3) '(1))", WrongTypeError),
        ("((list->set numbers))", ArityError),
        ("((union-sets numbers) 1 2)", WrongTypeError),
    ],
)
def test_what_is_no_set_is_refused(text, error):
    with pytest.raises(error):
        answer(text)
