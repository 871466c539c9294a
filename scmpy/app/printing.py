"""What a form prints: the output of ``display``, ``pe`` and the like, then its value, if that has a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TextIO

from scmpy.errors import Location, ScmpyError

if TYPE_CHECKING:
    from scmpy.scheme import Form, Session


class Output:
    """A text stream that knows whether it stands at the beginning of a line.

    >>> import sys
    >>> output = Output(sys.stdout)
    >>> _ = output.write("so far"); output.fresh_line(); output.fresh_line(); _ = output.write("so good")
    so far
    so good
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._at_start = True

    def write(self, text: str) -> int:
        if text:
            self.stream.write(text)
            self._at_start = text.endswith("\n")
        return len(text)

    def flush(self) -> None:
        self.stream.flush()

    def fresh_line(self) -> None:
        """Go to the beginning of a line, unless there already."""
        if not self._at_start:
            self.write("\n")


def print_form(session: Session, form: Form, output: Output, source: str, filename: str) -> None:
    """Evaluate a form of a source whose session writes to ``output``, and print its value on a line of its own.

    An error that does not know a place of its own gets the form's.
    """
    try:
        text = session.result_text(session.evaluate(form))
    except ScmpyError as error:
        if error.location is None:
            line = re.split(r"\r\n|\r|\n", source)[form.line - 1]
            error.location = Location(filename, form.line, form.column, line)
        raise
    if text:
        output.fresh_line()
        output.write(text + "\n")
