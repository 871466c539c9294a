"""The read-eval-print loop: reads forms as their brackets close, prints what they print, and carries on after errors.

At a terminal it prompts; from a pipe it reads the same way, without prompts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from scmpy.app.printing import Output, print_form
from scmpy.errors import ScmpyError

if TYPE_CHECKING:
    from scmpy.scheme import Form, Session

PROMPT = "scmpy> "
CONTINUATION = "   ... "
FILENAME = "<input>"


def repl(session: Session, read_line: Callable[[str], str], output: Output, errors: TextIO) -> int:
    """Read, evaluate and print until the input ends; the number of errors.

    ``read_line(prompt)`` gives the next line and raises EOFError at the end, or KeyboardInterrupt to abandon what has
    been typed; an interrupt during an evaluation abandons that.
    """
    loop = _Loop(session, output, errors)
    while True:
        try:
            loop.take(read_line(CONTINUATION if loop.pending.strip() else PROMPT))
        except EOFError:
            return loop.finish()
        except KeyboardInterrupt:
            loop.abandon()


class _Loop:
    """The text not yet evaluated, kept at its place in the input, so that errors can say where they are."""

    def __init__(self, session: Session, output: Output, errors: TextIO) -> None:
        self.session, self.output, self.errors = session, output, errors
        self.pending = ""
        self.failures = 0

    def take(self, line: str) -> None:
        """One more line: evaluate the forms that it completes."""
        self.pending += line + "\n"
        try:
            self._evaluate()
        except ScmpyError as error:
            if getattr(error, "incomplete", False):
                return
            self._fail(error)
            self._forget(len(self.pending))

    def finish(self) -> int:
        """The input has ended, maybe within a form."""
        try:
            self._evaluate()
        except ScmpyError as error:
            self._fail(error)
        self.output.fresh_line()
        self.output.flush()
        return self.failures

    def abandon(self) -> None:
        self.output.write("\n")
        self.output.flush()
        self._forget(len(self.pending))

    def _evaluate(self) -> None:
        source = self.pending
        for form in self.session.forms(source, FILENAME):
            self._forget(form.end)
            self._print(form, source)
        self._forget(len(self.pending))

    def _print(self, form: Form, source: str) -> None:
        try:
            print_form(self.session, form, self.output, source, FILENAME)
        except ScmpyError as error:
            self._fail(error)
        self.output.flush()

    def _fail(self, error: ScmpyError) -> None:
        self.failures += 1
        self.output.fresh_line()
        self.output.flush()
        print(error, file=self.errors, flush=True)

    def _forget(self, end: int) -> None:
        """Blank the text before this offset, keeping lines and columns."""
        done, rest = self.pending[:end], self.pending[end:]
        *lines, column = done.split("\n")
        self.pending = "\n" * len(lines) + " " * len(column) + rest
