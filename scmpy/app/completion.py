"""What a name that is being typed may become: the session's variables and special forms."""

from __future__ import annotations

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.reader import IncompleteError
from scmpy.scheme.tokens import word_before


def completions(session: Session, text: str) -> tuple[str, list[str]]:
    """The word that a text ends with, and the names that begin with it: in its case, or else in any.

    >>> completions(Session(), "(lagrange-equations-o")
    ('lagrange-equations-o', ['Lagrange-equations-operator'])
    """
    word = word_before(text)
    if not word:
        return "", []
    names = session.names()
    found = [name for name in names if name.startswith(word)]
    return word, found or [name for name in names if name.lower().startswith(word.lower())]


def is_complete(session: Session, text: str) -> bool:
    """Is every form of the text complete? What is wrong, and no more text can mend, counts as such.

    >>> [is_complete(Session(), text) for text in ("(car '(1))", "(car", "1 )", '"a')]
    [True, False, True, False]
    """
    try:
        for _ in session.forms(text):
            pass
    except IncompleteError:
        return False
    except ScmpyError:
        pass
    return True
