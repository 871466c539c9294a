"""The read-eval-print loop: reads forms as their brackets close, prints what they print, and carries on after errors.

At a terminal it prompts; from a pipe it reads the same way, without prompts.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, TextIO

from scmpy.app.form_printing import Output, print_form
from scmpy.errors import ExitError, ScmpyError
from scmpy.generic.kinds import is_procedure
from scmpy.scheme import Session
from scmpy.scheme.data import Pair
from scmpy.scheme.hints import word_at_start
from scmpy.scheme.reader import Form, IncompleteError

PROMPT = "scmpy> "
CONTINUATION = "   ... "

UNAPPLIED = "; what ({name} ...) gives here is a function: apply it, as in (({name} ...) 't), to see a value\n"

#: What is typed as a word of its own.
_WORDS = {"help": "(help)", "quit": "(exit)", "exit": "(exit)"}

#: This prompt and those of the original: ``1 ]=>``, and ``2 error>`` after errors.
_COPIED_PROMPT = re.compile(r"\A\s*(?:scmpy>|\d+ (?:\]=>|\w+>))(?=\s|$)")


def repl(
    session: Session,
    read_line: Callable[[str], str],
    output: Output,
    errors: TextIO,
    *,
    interactive: bool = True,
    after: Callable[[], None] = lambda: None,
) -> int:
    """Read, evaluate and print until the input ends; the number of errors. ``after`` is called after every form.

    ``read_line(prompt)`` gives the next line and raises EOFError at the end, or KeyboardInterrupt to abandon what has
    been typed; an interrupt during an evaluation abandons that. Unless ``interactive``, an interrupt ends the loop.
    """
    loop = _Loop(session, output, errors, interactive, after)
    while True:
        try:
            if interactive:
                output.fresh_line()
                output.flush()
            loop.take(read_line(CONTINUATION if loop.pending.strip() else PROMPT))
        except EOFError:
            return loop.finish()
        except KeyboardInterrupt:
            if not interactive:
                raise
            loop.abandon()


def load_files(session: Session, names: Iterable[str], output: Output, errors: TextIO) -> int:
    """Load files before the first prompt, each to its end or its first error; the number of errors."""
    failures = 0
    for name in names:
        try:
            session.load(name)
        except ExitError as request:
            _leave(request, output)
        except ScmpyError as error:
            failures += 1
            output.fresh_line()
            print(error, file=errors, flush=True)
    output.fresh_line()
    output.flush()
    return failures


def _leave(request: ExitError, output: Output) -> NoReturn:
    output.fresh_line()
    output.flush()
    sys.exit(request.code)


class _Loop:
    """The text not yet evaluated, kept at its place in the input, so that errors can say where they are."""

    def __init__(
        self, session: Session, output: Output, errors: TextIO, interactive: bool, after: Callable[[], None]
    ) -> None:
        self.session, self.output, self.errors, self.interactive = session, output, errors, interactive
        self.after = after
        self.pending = ""
        self.failures = 0

    def take(self, line: str) -> None:
        """One more line: evaluate the forms that it completes. A prompt that was copied with it is overlooked."""
        if not self.pending.strip() and line.strip() in _WORDS:
            line = _WORDS[line.strip()]
        self.pending += _COPIED_PROMPT.sub(lambda prompt: " " * len(prompt[0]), line) + "\n"
        try:
            self._evaluate()
        except IncompleteError:
            pass
        except ScmpyError as error:
            self._fail(error)
            self.pending = _blanked(self.pending, len(self.pending))

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
        """Ctrl-C: definitions stay, what is being typed or evaluated goes."""
        self.output.write("\n;Quit!\n")
        self.output.flush()
        self.pending = _blanked(self.pending, len(self.pending))

    def _evaluate(self) -> None:
        text = self.pending
        for form in self.session.forms(text, "<input>"):
            self.pending = _blanked(text, form.end)
            self._print(form)
        self.pending = _blanked(text, len(text))

    def _print(self, form: Form) -> None:
        try:
            value = print_form(self.session, form, self.output)
            if self.interactive and is_unapplied(form, value):
                self.output.write(UNAPPLIED.format(name=word_at_start(form.text)))
        except ExitError as request:
            _leave(request, self.output)
        except ScmpyError as error:
            self._fail(error)
        self.output.flush()
        self.after()

    def _fail(self, error: ScmpyError) -> None:
        self.failures += 1
        self.output.fresh_line()
        self.output.flush()
        print(error, file=self.errors, flush=True)


def is_unapplied(form: Form, value: Any) -> bool:
    """Is the value of a combination a function, which maybe was to be applied once more?"""
    return isinstance(form.datum, Pair) and callable(value) and is_procedure(value)


def _blanked(text: str, end: int) -> str:
    """The text from an offset on, at its line and column."""
    *lines, column = text[:end].split("\n")
    return "\n" * len(lines) + " " * len(column) + text[end:]
