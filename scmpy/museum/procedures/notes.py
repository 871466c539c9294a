"""Notes: facts that a program writes down while it computes, and shows afterwards.

What ``simplify`` takes for granted is told by ``simplify-report``.
"""

from typing import Any

from scmpy.generic.session_tables import Table
from scmpy.generic.settings import SWITCH, Setting
from scmpy.scheme.data import EMPTY
from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.primitives.output import current_port, fresh_line
from scmpy.scheme.printer import write_text
from scmpy.symbolic.expression import symbol

taking = Setting(
    "*taking-notes*",
    True,
    SWITCH,
    "Whether note-that! keeps what it is told.",
    """
    >>> from scmpy.scheme import Session
    >>> Session().run("(set! *taking-notes* #f) (note-that! '(> x 0))")
    ignored
    """,
)
showing = Setting(
    "*showing-notes*",
    False,
    SWITCH,
    "Whether note-that! prints what it is told.",
    """
    >>> from scmpy.scheme import Session
    >>> Session().run("(set! *showing-notes* #t) (note-that! '(> x 0))")
    #| (> x 0) |#
    noted
    """,
)

#: The notes by their texts, those of a session in the session.
_NOTES: Table[str, Any] = Table()


@primitive("note-that!")
def note_that(note: Any) -> Any:
    """Keep a note, once, if notes are taken (*taking-notes*), and print it if they are shown (*showing-notes*)."""
    if showing.value:
        display_note(note)
    if not taking.value:
        return symbol("ignored")
    _NOTES[write_text(note)] = note
    return symbol("noted")


@primitive("display-note")
def display_note(note: Any) -> Any:
    """Print a note as a comment."""
    fresh_line()
    current_port.get().write(f"#| {write_text(note)} |#\n")


@primitive("show-notes")
def show_notes() -> Any:
    """Print the notes, in the order in which they were made."""
    for note in list(_NOTES.values()):
        display_note(note)


@primitive("clear-notes!")
def clear_notes() -> Any:
    """Forget the notes."""
    for text in list(_NOTES):
        del _NOTES[text]
    return EMPTY
