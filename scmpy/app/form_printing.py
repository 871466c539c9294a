"""What a form prints: the output of ``display``, ``pe`` and the like, then its value, if that has a text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TextIO, cast

from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.reader import Form


class OutputClosed(BaseException):
    """Nobody reads what is written. No program can catch this: it ends the process, as for any command in a pipe."""


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
            try:
                self.stream.write(text)
            except BrokenPipeError:
                raise OutputClosed from None
            self._at_start = text.endswith("\n")
        return len(text)

    def flush(self) -> None:
        self.stream.flush()

    def fresh_line(self) -> None:
        """Go to the beginning of a line, unless there already."""
        if not self._at_start:
            self.write("\n")


def new_session(output: Output, permissions: Iterable[str] = ()) -> Session:
    """A fresh session that prints to an output."""
    return Session(stdout=cast(TextIO, output), permissions=permissions)


def print_form(session: Session, form: Form, output: Output) -> Any:
    """Evaluate a form whose session writes to ``output``, and print its value on a line of its own; the value.

    An error that does not know a place of its own gets the form's.
    """
    try:
        value = session.evaluate(form)
        text = session.result_text(value)
    except ScmpyError as error:
        error.location = error.location or form.source.location(form.start)
        raise
    if text:
        output.fresh_line()
        output.write(text + "\n")
    return value
