"""Transcripts: Scheme files that record what their forms print.

A form's answer is a block comment that starts on the line directly after the form, as the original's own
read-eval-print loop writes it::

    (((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)
    #|
    (+ (* k (x t)) (* m (((expt D 2) x) t)))
    |#

Any other comment is prose. Checking a transcript evaluates all its forms, in order, in one fresh session, and compares
what each prints with its recorded answer: by text, then by meaning.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass

import scmpy
from scmpy.app.files import FileProblem, Source, replace_source
from scmpy.app.printing import Output, print_form
from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.reader import Form

_ANSWER_BEGINS = re.compile(r"[^\S\r\n]*(?:;[^\r\n]*)?\r?\n[^\S\n]*#\|")
_BRACKET = re.compile(r"#\||\|#")


@dataclass(frozen=True)
class Answer:
    """A recorded answer: its text, and where its comment stands in the source."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Row:
    """What came of one form: ``exact equal different undecided unreadable error``, or ``quiet`` if it has no answer."""

    form: Form | None
    verdict: str
    answer: Answer | None = None
    printed: str = ""
    detail: str = ""

    def place(self, source: Source) -> str:
        return f"{source.name}:{self.form.line}" if self.form else source.name


def answer_after(source: str, end: int) -> Answer | None:
    """The answer recorded for a form that ends at this offset; block comments nest.

    >>> answer_after("(+ 1 2) #| 3 |#", 7), answer_after("(+ 1 2)\\n\\n#| 3 |#", 7)
    (None, None)
    >>> answer_after("(+ 1 2)\\n#| 3 |#", 7)
    Answer(text='3', start=8, end=15)
    """
    beginning = _ANSWER_BEGINS.match(source, end)
    if beginning is None:
        return None
    start = beginning.end() - 2
    depth = 0
    for bracket in _BRACKET.finditer(source, start):
        depth += 1 if bracket.group() == "#|" else -1
        if depth == 0:
            return Answer(source[start + 2 : bracket.start()].strip(), start, bracket.end())
    return None  # the reader has refused such a text


def check_transcript(source: Source, new_session: Callable[[Output], Session]) -> list[Row]:
    """A row for each form that has an answer or fails, in order."""
    captured = io.StringIO()
    output = Output(captured)
    session = new_session(output)
    rows: list[Row] = []
    try:
        for form in session.forms(source.text, source.name):
            captured.seek(0)
            captured.truncate()
            rows.append(_check_form(session, form, source, output, captured))
    except ScmpyError as error:
        rows.append(Row(None, "error", detail=str(error)))
    return [row for row in rows if row.verdict != "quiet"]


def _check_form(session: Session, form: Form, source: Source, output: Output, captured: io.StringIO) -> Row:
    answer = answer_after(source.text, form.end)
    try:
        print_form(session, form, output)
    except ScmpyError as error:
        return Row(form, "error", answer, detail=str(error))
    finally:
        output.fresh_line()
    printed = captured.getvalue().rstrip()
    if answer is None:
        return Row(form, "quiet")
    verdict, detail = compare(answer.text, printed)
    return Row(form, verdict, answer, printed, detail)


def compare(recorded: str, printed: str) -> tuple[str, str]:
    """Whether two printed texts say the same, and why this cannot be told.

    >>> compare("(+ a\\n  b)", "(+ a b)")
    ('exact', '')
    """
    if recorded.split() == printed.split():
        return "exact", ""
    if not recorded or not printed.strip():
        return "different", ""
    try:
        expected = scmpy.parse_printed(recorded)
    except ScmpyError as error:
        return "unreadable", f"the recorded answer is another text, and not one that can be read: {error.message}"
    try:
        value = scmpy.parse_printed(printed)
    except ScmpyError:
        return "different", ""
    try:
        return str(scmpy.equivalent(value, expected).verdict), ""
    except ScmpyError as error:
        return "undecided", error.message


def update_transcript(source: Source, rows: list[Row]) -> int:
    """Rewrite the answers that are not what their forms printed; how many there were. Nothing else is touched.

    A transcript with a form that failed is not written.
    """
    stale = [row for row in rows if row.answer and row.verdict != "exact"]
    if not stale or any(row.verdict == "error" for row in rows):
        return 0
    newline = "\r\n" if "\r\n" in source.text else "\n"
    parts: list[str] = []
    position = 0
    for row in stale:
        assert row.answer
        comment = newline.join(["#|", *row.printed.splitlines(), "|#"])
        if not _holds(comment, row.printed):
            raise FileProblem(f"{row.place(source)}: what this prints has |# in it, and a comment cannot hold it")
        parts += (source.text[position : row.answer.start], comment)
        position = row.answer.end
    replace_source(source, "".join([*parts, source.text[position:]]))
    return len(stale)


def _holds(comment: str, printed: str) -> bool:
    answer = answer_after("\n" + comment, 0)
    return answer is not None and answer.text.split() == printed.split()
