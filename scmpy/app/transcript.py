"""Transcripts: files that record what the forms of Scheme programs print.

A form's answer is a block comment that starts on the line directly after the form, as the original's own
read-eval-print loop writes it::

    (((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)
    #|
    (+ (* k (x t)) (* m (((expt D 2) x) t)))
    |#

What MIT Scheme's prompt writes below a form, a value or an error, is an answer too. Any other comment is prose. In a
Markdown or an org file the programs are its blocks of Scheme; what is recorded in the block of results after one is
what all its forms print. Checking a transcript evaluates all its forms, in order, in one fresh session, and compares
what each prints with its recorded answer: by text, then by meaning.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

import scmpy
from scmpy.app.differences import Difference, differences
from scmpy.app.documents import Answer, Cell, answer_after, cells_of
from scmpy.app.files import FileProblem, Source, replace_source
from scmpy.app.form_printing import Output, print_form
from scmpy.errors import ScmpyError
from scmpy.scheme import Session
from scmpy.scheme.data import Defined, Pair, list_of
from scmpy.scheme.reader import Form
from scmpy.symbolic.expression import symbol

VERDICTS = ("exact", "equal", "different", "undecided", "unreadable", "error", "timeout")
FAILED = {"error", "timeout"}
UNANSWERED = "unanswered"


@dataclass(frozen=True)
class Row:
    """What came of one form: one of ``VERDICTS``; without an answer ``quiet``, or ``UNANSWERED`` if it prints."""

    line: int | None
    verdict: str
    answer: Answer | None = None
    printed: str = ""
    detail: str = ""
    witness: dict[str, str] = field(default_factory=dict)
    differences: list[Difference] = field(default_factory=list)

    def place(self, source: Source) -> str:
        return f"{source.name}:{self.line}" if self.line else source.name


def check_transcript(source: Source, new_session: Callable[[Output], Session]) -> list[Row]:
    """A row for each form that has an answer or fails, in order."""
    steps = Transcript(source, new_session).steps()
    return reported([row for row in steps if isinstance(row, Row)])


def reported(rows: Iterable[Row]) -> list[Row]:
    """The rows that a report is made of: forms that print nothing, and have no answer, need none."""
    return [row for row in rows if row.verdict != "quiet"]


class Begin(NamedTuple):
    """A form is about to be evaluated."""

    number: int
    line: int


class Transcript:
    """A transcript that is being checked. Forms are numbered in order; those in ``skipped`` are not evaluated."""

    def __init__(
        self, source: Source, new_session: Callable[[Output], Session], skipped: frozenset[int] = frozenset()
    ) -> None:
        self.source = source
        self.skipped = skipped
        self.captured = io.StringIO()
        self.output = Output(self.captured)
        self.session = new_session(self.output)
        self.count = 0

    def steps(self) -> Iterator[Begin | Row]:
        """Before each form is evaluated its number and place, and then its row."""
        for cell in cells_of(self.source.name, self.source.text):
            yield from self._check_cell(cell)

    def _check_cell(self, cell: Cell) -> Iterator[Begin | Row]:
        printed: list[str] = []
        failed = False
        line = None
        try:
            for form in self.session.forms(cell.text, self.source.name):
                line = form.line
                yield Begin(self.count, line)
                row = self._check_form(form)
                if cell.answer is not None and row.verdict == UNANSWERED:
                    row = replace(row, verdict="quiet")  # what all forms of the cell print is recorded together
                self.count += 1
                failed = failed or row.verdict in FAILED
                printed += [row.printed] if row.printed else []
                yield row
        except ScmpyError as error:
            failed = True
            yield Row(None, "error", detail=str(error))
        if cell.answer is not None and not failed:
            yield compared(Row(line, "quiet", cell.answer, "\n".join(printed)))

    def _check_form(self, form: Form) -> Row:
        answer = answer_after(self.source.text, form.end)
        if self.count in self.skipped:
            return Row(form.line, "timeout", answer)
        self.captured.seek(0)
        self.captured.truncate()
        try:
            value = print_form(self.session, form, self.output)
        except ScmpyError as error:
            expected = answer is not None and is_recorded(error, answer.text)
            return Row(form.line, "exact" if expected else "error", answer, detail="" if expected else str(error))
        finally:
            self.output.fresh_line()
        row = Row(form.line, "quiet", answer, self.captured.getvalue().rstrip())
        if answer is None:
            return replace(row, verdict=UNANSWERED) if row.printed else row
        if isinstance(value, Defined) and without_marks(answer.text) == value.name:
            return replace(row, verdict="exact")  # MIT Scheme's REPL shows the name
        return compared(row)


#: The last line of what is printed of a series, the value.
_REST = "\n..."


def is_recorded(error: ScmpyError, recorded: str) -> bool:
    """Is this the error that MIT Scheme's REPL wrote down, with or without the ways to go on? A hint may follow it.

    >>> is_recorded(ScmpyError("Unbound variable: foo (did you mean (f o)?)"), ";Unbound variable: foo")
    True
    """
    said = recorded.strip().partition("\n")[0].strip()
    return said.startswith(";") and f"{error.message} ".startswith((f"{said[1:]} ", f"{said[1:].rstrip('.')} "))


_VALUE = re.compile(r"^[^\S\n]*;Value(?: \d+)?:[^\S\n]*", re.MULTILINE)
_NO_VALUE = re.compile(r"^[^\S\n]*;(?:Unspecified return value|No value|Unspecific|No values).*$", re.MULTILINE)


def without_marks(recorded: str) -> str:
    """A recorded text without what the REPL of MIT Scheme writes around values.

    >>> without_marks("so far\\n;Value: (+ a b)"), without_marks(";Unspecified return value")
    ('so far\\n(+ a b)', '')
    """
    return _NO_VALUE.sub("", _VALUE.sub("", recorded)).strip()


def compared(row: Row) -> Row:
    """The row with the verdict on what was printed, and what there is to say of a difference.

    The value of series:for-each, ``...`` after the terms, is left out in books.
    """
    assert row.answer is not None
    recorded, printed = without_marks(row.answer.text), row.printed
    if not recorded.endswith(_REST):
        printed = printed.removesuffix(_REST)
    verdict, detail, witness = _verdict(recorded, printed)
    found = differences(recorded, printed) if verdict in ("equal", "different", "undecided") else []
    return replace(row, verdict=verdict, detail=detail, witness=witness, differences=found)


def compare(recorded: str, printed: str) -> tuple[str, str]:
    """Whether two printed texts say the same, and why this cannot be told.

    >>> compare("(+ a\\n  b)", "(+ a b)")
    ('exact', '')
    """
    return _verdict(recorded, printed)[:2]


def _verdict(recorded: str, printed: str) -> tuple[str, str, dict[str, str]]:
    """The verdict, the reason for it, and the point at which two expressions differ."""
    if recorded.split() == printed.split():
        return "exact", "", {}
    if not recorded or not printed.strip():
        return "different", "", {}
    try:
        expected = scmpy.parse_printed(recorded)
    except ScmpyError as error:
        why = f"the recorded answer is another text, and not one that can be read: {error.message}"
        return "unreadable", why, {}
    try:
        value = scmpy.parse_printed(printed)
    except ScmpyError:
        return "different", "", {}
    try:
        answer = scmpy.equivalent(*_as_far_as_known(value, expected))
    except ScmpyError as error:
        return "undecided", error.message, {}
    reason = "" if answer.verdict == "equal" else answer.certificate
    return str(answer.verdict), reason, {name: str(number) for name, number in answer.witness.items()}


def _as_far_as_known(*streams: Any) -> tuple[Any, ...]:
    """Two streams, {1 2 ...}, without what has been computed of one of them only; other values as they are."""
    known = [list(each) if isinstance(each, Pair) else [] for each in streams]
    if not all(members and (members[0], members[-1]) == _UNFINISHED for members in known):
        return streams
    least = min(map(len, known)) - 1
    return tuple(list_of(members[:least]) for members in known)


_UNFINISHED = symbol("stream"), symbol("...")


def update_transcript(source: Source, rows: list[Row]) -> int:
    """Rewrite the answers that are not what their forms printed; how many there were. Nothing else is touched.

    A transcript with a form that failed is not written.
    """
    stale = [row for row in rows if row.answer and row.verdict != "exact"]
    if not stale or any(row.verdict in FAILED for row in rows):
        return 0
    newline = "\r\n" if "\r\n" in source.text else "\n"
    parts: list[str] = []
    position = 0
    for row in sorted(stale, key=lambda row: row.answer.start):  # type: ignore[union-attr]
        assert row.answer
        written = row.answer.written(row.printed, newline)
        if written is None:
            raise FileProblem(f"{row.place(source)}: what this prints has a closing mark in it: it cannot be recorded")
        parts += (source.text[position : row.answer.start], written)
        position = row.answer.end
    replace_source(source, "".join([*parts, source.text[position:]]))
    return len(stale)
