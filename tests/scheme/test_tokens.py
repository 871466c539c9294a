"""Text as it is being typed: any text has tokens, and a next line with a place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy.scheme.reader import indentation, open_brackets, operators, tokens, word_before

TEXT = st.one_of(st.text(), st.text(alphabet="()'`,@\"\\;#| \n.a1-"))


@given(TEXT)
def test_tokens_are_the_text(text: str) -> None:
    found = list(tokens(text))
    assert [token.start for token in found] == [0, *(token.end for token in found)][: len(found)]
    assert "".join(text[start:end] for _, start, end in found) == text


@given(TEXT)
def test_every_text_has_a_next_line(text: str) -> None:
    assert 0 <= indentation(text) <= len(text) + 2
    assert len(operators(text)) == len(open_brackets(text)) <= text.count("(")
    word = word_before(text)
    assert word is None or text.endswith(word)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", 0),
        ("(car x)", 0),
        ("(define (f x)", 2),
        ("(define ((L m) s)\n  (let ((x 1)\n", 8),
        ("(let loop ((i 0))", 2),
        ("  (lambda (x)", 4),
        ("(+ 1", 3),
        ("(+ 1\n   2", 3),
        ("(+", 1),
        ("(+\n 1", 1),
        ("(cond ((> x 1)", 7),
        ("(cond ((> x 1) 2)", 6),
        ("(((D f) x)", 1),
        ("'(1 2", 4),
        ('(display "(', 9),
        ("(f ; (comment", 1),
    ],
)
def test_indentation(text: str, column: int) -> None:
    assert indentation(text) == column
