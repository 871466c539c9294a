"""Dialogues with the prompt of Scheme in a documentation, where an example of Python has no counterpart there.

    1 ]=> (form that is evaluated,
            over several lines where it is long)
    ;Value: what it gives, on one line

What has no value stands without the second line: a definition, a setting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_EXCHANGE = re.compile(
    r"""^[ ]*1[ ]\]=>[ ](?P<form>.*(?:\n(?![ ]*(?:1[ ]\]=>|;Value:|>>>|$)).*)*)
        (?:\n[ ]*;Value:[ ](?P<answer>.*))?\n?""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True)
class Exchange:
    """A form, and the text of its value where that is shown."""

    form: str
    answer: str | None


def dialogue(doc: str) -> list[Exchange]:
    """What a documentation says at the prompt of Scheme.

    >>> dialogue('''Twice a number.
    ... 1 ]=> (define (double x)
    ...         (* 2 x))
    ... 1 ]=> (double 4)
    ... ;Value: 8
    ... >>> double(4)
    ... ''')
    [Exchange(form='(define (double x) (* 2 x))', answer=None), Exchange(form='(double 4)', answer='8')]
    """
    return [Exchange(re.sub(r"\n\s*", " ", found["form"]), found["answer"]) for found in _EXCHANGE.finditer(doc)]


def without_dialogue(doc: str) -> str:
    """The rest of a documentation."""
    return _EXCHANGE.sub("", doc)
