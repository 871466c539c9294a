"""Checking many transcripts, each in a process of its own; comparing answers to a reference (``scmpy compare``)."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from html import escape
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TextIO

from scmpy.app import programs, transcripts
from scmpy.errors import ScmpyError
from scmpy.generic.display import bar
from scmpy.mechanics.equations.diagnosis import Grade, Grades
from scmpy.mechanics.equations.grading import Grader, graded, grader_of
from scmpy.reading.formulas import definitions_of, formulas_of
from scmpy.reading.tokens import macros_of
from scmpy.registry import text_beside
from scmpy.scheme import Session

# --- processes -------------------------------------------------------------------------------------------------------
# The process that checks a transcript reports every form before it evaluates it and its row afterwards. If a form
# takes too long, or the process dies with it, that form has failed; a new process checks the transcript without it,
# and the rows that are known already are not asked for again.


def check_all(
    sources: list[programs.SourceFile], jobs: int, timeout: float | None, access: dict[str, Any]
) -> Iterator[tuple[int, list[transcripts.Row]]]:
    """The number of each transcript with its rows, as they are done.

    One job without a time limit is done in this process.
    """
    if jobs == 1 and timeout is None:
        for index, source in enumerate(sources):
            steps = transcripts.Transcript(source, partial(programs.new_session, **access)).steps()
            yield index, transcripts.reported(step for step in steps if isinstance(step, transcripts.Row))
        return
    waiting = [_Check(index, source, access) for index, source in enumerate(sources)][::-1]
    running: list[_Check] = []
    context = _context()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(waiting.pop())
                running[-1].start(context)
            patience = None if timeout is None else max(0.01, min(timeout - check.seconds() for check in running))
            ready = wait([check.connection for check in running], patience)
            for check in running[:]:
                if check.connection in ready:
                    check.receive(context)
                elif timeout is not None and check.seconds() > timeout:
                    check.give_up(context, "timeout", f"no answer within {timeout:g} s")
                if check.done:
                    running.remove(check)
                    yield check.index, transcripts.reported(check.rows)
    finally:
        for check in running:
            check.stop()


def _context() -> BaseContext:
    """Processes are forked from a clean one that has the library loaded, where the system can do that."""
    method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload([__name__])
    return context


@dataclass
class _Check:
    index: int
    source: programs.SourceFile
    access: dict[str, Any]
    rows: list[transcripts.Row] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)
    begun: transcripts.Begin | None = None  # the form at hand
    since: float | None = None  # when that was begun
    count: int = 0  # of the rows that the process at work has sent
    done: bool = False

    def start(self, context: BaseContext) -> None:
        self.connection, theirs = context.Pipe(duplex=False)
        arguments = (theirs, self.source, self.access, frozenset(self.skipped))
        self.process = context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self.begun, self.since, self.count = None, None, 0

    def seconds(self) -> float:
        return 0.0 if self.since is None else time.monotonic() - self.since

    def receive(self, context: BaseContext) -> None:
        """Take the next message of the process: the line of a form, a row, or the end."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            self.give_up(context, "error", f"the process that evaluated this has died (code {self.process.exitcode})")
            return
        if message is None:
            self.done = True
            self.stop()
        elif isinstance(message, transcripts.Row):
            self.since = None
            if self.count >= len(self.rows):
                self.rows.append(message)
            self.count += 1
        else:
            self.begun, self.since = message, time.monotonic()

    def give_up(self, context: BaseContext, verdict: str, reason: str) -> None:
        """The form at hand has failed: go on without it."""
        self.stop()
        if self.begun is None or self.since is None:  # there is no form to leave out
            self.rows.append(transcripts.Row(None, verdict, detail=reason))
            self.done = True
            return
        line = self.begun.line
        name = f"{self.source.name}{self.begun.label}:{line}"
        row = transcripts.Row(line, verdict, detail=f"{name}: {reason}", label=self.begun.label)
        self.rows[self.count : self.count + 1] = [row]
        self.skipped.add(self.begun.number)
        self.start(context)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        with suppress(OSError):
            self.connection.close()


def _work(connection: Connection, source: programs.SourceFile, access: dict[str, Any], skipped: frozenset[int]) -> None:
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for step in transcripts.Transcript(source, partial(programs.new_session, **access), skipped).steps():
            connection.send(step)
        connection.send(None)


# --- report ----------------------------------------------------------------------------------------------------------

Checked = tuple[programs.SourceFile, list[transcripts.Row]]


def text_report(source: programs.SourceFile, rows: list[transcripts.Row], passing: set[str]) -> str:
    width = max((len(row.place(source)) for row in rows), default=0)
    lines = ""
    for row in (row for row in rows if row.verdict != transcripts.UNANSWERED):
        lines += f"{row.place(source):<{width}}  {row.verdict}{'' if row.verdict in passing else _details(row)}\n"
    return lines


def _details(row: transcripts.Row) -> str:
    if not row.answer or row.verdict in transcripts.FAILED:
        shown = [("", row.detail)]
    else:
        places = [("differs" if i == 0 else "", str(place)) for i, place in enumerate(row.differences) if place.path]
        shown = [("recorded", row.answer.text), ("printed", row.printed), *places]
        shown += [("because", row.detail)] if row.detail else []
    lines = ""
    for label, text in shown:
        for line in text.splitlines() or ["(nothing)"]:
            lines += f"\n    {label:10}{line}"
            label = ""
    return lines


def totals(checked: Iterable[Checked]) -> tuple[Counter[str], int]:
    """The verdicts with their numbers, and how many forms print what is not recorded."""
    counts = Counter(row.verdict for _, rows in checked for row in rows)
    return counts, counts.pop(transcripts.UNANSWERED, 0)


def summary(counts: Counter[str], unanswered: int = 0) -> str:
    """The verdicts with their numbers, in one line, and how many forms print what is not recorded."""
    verdicts = (
        ", ".join(f"{counts[verdict]} {verdict}" for verdict in transcripts.VERDICTS if counts[verdict]) or "no answers"
    )
    more = f"; {unanswered} form{'' if unanswered == 1 else 's'} without an answer" if unanswered else ""
    return verdicts + more


def json_report(checked: list[Checked], passing: set[str]) -> str:
    counts, unanswered = totals(checked)
    files = [
        {
            "file": source.name,
            "answers": [_record(row, passing) for row in rows if row.verdict != transcripts.UNANSWERED],
        }
        for source, rows in checked
    ]
    passed = passing.issuperset(counts)
    record = {"passed": passed, "totals": dict(counts), "unanswered": unanswered, "files": files}
    return json.dumps(record, indent=2, ensure_ascii=False)


def _record(row: transcripts.Row, passing: set[str]) -> dict[str, Any]:
    record = {key: getattr(row, key) for key in ("line", "verdict", "printed", "detail", "witness")}
    recorded = row.answer.text if row.answer else None
    places = [asdict(difference) for difference in row.differences]
    return record | {"passed": row.verdict in passing, "recorded": recorded, "differences": places}


def check(options: Namespace, access: dict[str, Any]) -> int:
    """Check the files, and those in the directories; the exit status: 0 if every answer passes."""
    passing = {"exact"} if options.exact else {"exact", "equal"}
    sources, done = _read(options.paths)
    shown = 0

    def show_finished() -> None:
        nonlocal shown
        while shown in done and not options.json:
            show(text_report(sources[shown], done[shown], passing))
            if options.update:
                failed = any(row.verdict in transcripts.FAILED for row in done[shown])
                count = 0 if failed else transcripts.update_transcript(sources[shown], done[shown])
                said = "not written, because a form failed" if failed else f"{count} answers rewritten"
                print(f"{sources[shown].name}: {said}")
            shown += 1

    with progress(len(sources), sys.stderr) as (advance, show):
        to_check = [index for index in range(len(sources)) if index not in done]
        at_a_time = min(options.jobs or os.cpu_count() or 1, len(to_check))
        show_finished()
        for number, rows in check_all([sources[n] for n in to_check], at_a_time, options.timeout, access):
            done[to_check[number]] = rows
            advance()
            show_finished()
    checked = [(source, done[index]) for index, source in enumerate(sources)]
    counts, unanswered = totals(checked)
    print(json_report(checked, passing) if options.json else summary(counts, unanswered), flush=True)
    accepted = set(transcripts.VERDICTS) - transcripts.FAILED if options.update else passing
    return 0 if accepted.issuperset(counts) else 1


def _read(paths: Sequence[str]) -> tuple[list[programs.SourceFile], dict[int, list[transcripts.Row]]]:
    """The sources, and the rows of those that cannot be read: a file of a directory does not stop the others."""
    sources: list[programs.SourceFile] = []
    unreadable: dict[int, list[transcripts.Row]] = {}
    for name in programs.files_in(paths, programs.SUFFIXES):
        try:
            source = programs.read_program(name)
            if name.lower().endswith(".ipynb"):
                transcripts.cells_of(name, source.text)
            sources.append(source)
        except programs.FileProblem as problem:
            if name in paths:
                raise
            unreadable[len(sources)] = [transcripts.Row(None, "error", detail=str(problem))]
            sources.append(programs.SourceFile(name, b"", "", "utf-8"))
    return sources, unreadable


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Gives a function to be called when one more is done, and one that prints text beside the bar, if there is one."""
    found = bar(range(total), stream, "file") if total > 1 and stream.isatty() else None
    if found is None:
        yield lambda: None, lambda text: print(text, end="", flush=True)
        return
    with found:
        yield lambda: found.update(), lambda text: found.write(text, end="")


_NAMED = re.compile(r"\\(?:label|tag)\*?\{([^}]*)\}")
_COMMENT = re.compile(r"(?<!\\)%.*")


def read_system(name: str) -> Any:
    """The system that a file holds, or a part of it that stands after ``#``: a text, or what its program gives."""
    if name == "-":
        return sys.stdin.read()
    path, _, part = (name, "", "") if os.path.exists(name) else name.partition("#")
    source = programs.read_source(path)
    suffix = os.path.splitext(path)[1].lower()
    if suffix == ".scm":
        return Session().run(source.text)
    if suffix == ".py":
        try:
            value, is_expression = programs.value_of_python(source.text, source.name, {})
        except ScmpyError:
            raise
        except Exception as error:
            raise programs.FileProblem(f"{source.name}: {type(error).__name__}: {error}") from None
        if not is_expression:
            raise programs.FileProblem(
                f"{source.name}: the last statement is to be an expression, the system of equations"
            )
        return value
    if suffix == ".ipynb":
        return _selected(_prose(source), part, name)
    if suffix in (".tex", ".md", ".markdown"):
        return _selected(_COMMENT.sub("", source.text) if suffix == ".tex" else source.text, part, name)
    return source.text


def _selected(text: str, part: str, name: str) -> str:
    """The displayed formulas of a text, or the one of a number or a label; all of a text that has none is a formula."""
    found = [text[start:end] for start, end in formulas_of(text)]
    beside = [text[x.start : x.end] for x in macros_of(text)]
    beside += [f"${text[start:end]}$" for start, end in definitions_of(text)]

    def with_what_defines(formulas: list[str]) -> str:
        return "\n\n".join([*beside, *(f"$${x}$$" for x in formulas)]) if beside else "\n".join(formulas)

    if not part:
        return with_what_defines(found) if found else text
    if part.isdigit() and 0 < int(part) <= len(found):
        return with_what_defines([found[int(part) - 1]])
    rows = [row for formula in found for row in re.split(r"\\\\", formula)]
    for formula in (*rows, *found):
        if part in _NAMED.findall(formula):
            return with_what_defines([_NAMED.sub("", formula)])
    labels = ", ".join(x for formula in found for x in _NAMED.findall(formula)) or "no labels"
    raise programs.FileProblem(
        f"{name}: there is no formula {part}: the file has {len(found)} displayed formulas, and {labels}"
    )


def _prose(source: programs.SourceFile) -> str:
    try:
        cells = json.loads(source.text)["cells"]
        texts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
    except (ValueError, KeyError, TypeError) as error:
        raise programs.FileProblem(f"{source.name}: this is no notebook: {error}") from None
    return "\n\n".join(texts)


def compare_files(options: Namespace, colour: bool) -> int:
    try:
        grader = grader_of(read_system(options.reference), options.coordinates, strict=options.strict)
    except ScmpyError as error:
        raise programs.FileProblem(f"{options.reference}: {error}") from None
    grades = [_grade(grader, name) for name in options.answers]
    if options.json:
        record = {
            "reference": options.reference,
            "answers": [grade.as_dict() for grade in grades],
            "status": exit_status(grades),
        }
        print(json.dumps(record, indent=2, ensure_ascii=False))
    else:
        for grade in grades:
            print(f"{grade.name}: {grade.report(colour)}")
    if options.report is not None:  # a page
        title = f"Answers to {escape(options.reference)}"
        body = "\n".join(f"<h2>{escape(grade.name)}</h2>\n{grade.html()}" for grade in grades)
        programs.write_file(
            options.report, f"{text_beside('app/answers.html')}<title>{title}</title>\n<h1>{title}</h1>\n{body}\n"
        )
    return exit_status(grades)


def _grade(grader: Grader, name: str) -> Grade:
    try:
        return graded(grader, read_system(name), name)
    except (ScmpyError, programs.FileProblem) as error:  # the others are graded
        return Grade("unreadable", reason=str(error), name=name)


def exit_status(grades: Iterable[Grade]) -> int:
    """0 if all are equal, 2 if one is undecided or cannot be read, else 1."""
    verdicts = {grade.verdict for grade in grades}
    return 2 if verdicts & {"undecided", "unreadable"} else 1 if verdicts - {"equal"} else 0


_BETWEEN = re.compile(r"^\s*-{3,}\s*$", re.MULTILINE)


def compare_cell(cell: str, reference: Any = None) -> Grades:
    """A cell's answers, parted by lines of ---; without a reference the first part is that.

    >>> compare_cell("m x'' = -k x\\n---\\nx'' + (k/m) x = 0")
    equal: your equations say the same as the reference
      assumed: k m positive
    """
    parts = [x.strip("\n") for x in _BETWEEN.split(cell)]
    if reference is None:
        reference, *parts = parts
    if not parts:
        raise programs.FileProblem("compare: a cell has the reference and the answers, with lines of --- between them")
    grader = grader_of(reference)
    names = [f"answer {n + 1}" if len(parts) > 1 else "" for n in range(len(parts))]
    return Grades(tuple(graded(grader, part, name) for part, name in zip(parts, names, strict=True)))
