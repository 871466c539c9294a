"""Checking many transcripts: each in a process of its own, several at a time, with a limit on the time of each form."""

from __future__ import annotations

import json
import multiprocessing
import os
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from typing import Any, TextIO

from scmpy.app.programs import SUFFIXES, FileProblem, SourceFile, files_in, new_session, read_source
from scmpy.app.transcripts import (
    FAILED,
    UNANSWERED,
    VERDICTS,
    Begin,
    Row,
    Transcript,
    cells_of,
    check_transcript,
    reported,
    update_transcript,
)
from scmpy.generic.display import bar

# --- processes -------------------------------------------------------------------------------------------------------
# The process that checks a transcript reports every form before it evaluates it and its row afterwards. If a form
# takes too long, or the process dies with it, that form has failed; a new process checks the transcript without it,
# and the rows that are known already are not asked for again.


def check_all(
    sources: list[SourceFile], jobs: int, timeout: float | None, load_from: tuple[str, ...] = ()
) -> Iterator[tuple[int, list[Row]]]:
    """The number of each transcript with its rows, as they are done.

    One job without a time limit is done in this process.
    """
    if jobs == 1 and timeout is None:
        for index, source in enumerate(sources):
            yield index, check_transcript(source, partial(new_session, load_from=load_from))
        return
    waiting = [_Check(index, source, load_from) for index, source in enumerate(sources)][::-1]
    running: list[_Check] = []
    context = _context()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                running.append(waiting.pop())
                running[-1].start(context)
            ready = wait([check.connection for check in running], _patience(running, timeout))
            for check in running[:]:
                if check.connection in ready:
                    check.receive(context)
                elif timeout is not None and check.seconds() > timeout:
                    check.give_up(context, "timeout", f"no answer within {timeout:g} s")
                if check.done:
                    running.remove(check)
                    yield check.index, reported(check.rows)
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


def _patience(running: list[_Check], timeout: float | None) -> float | None:
    return None if timeout is None else max(0.01, min(timeout - check.seconds() for check in running))


@dataclass
class _Check:
    index: int
    source: SourceFile
    load_from: tuple[str, ...]
    rows: list[Row] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)
    begun: Begin | None = None  # the form at hand
    since: float | None = None  # when that was begun
    count: int = 0  # of the rows that the process at work has sent
    done: bool = False

    def start(self, context: BaseContext) -> None:
        self.connection, theirs = context.Pipe(duplex=False)
        arguments = (theirs, self.source, self.load_from, frozenset(self.skipped))
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
        elif isinstance(message, Row):
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
            self.rows.append(Row(None, verdict, detail=reason))
            self.done = True
            return
        line = self.begun.line
        name = f"{self.source.name}{self.begun.label}:{line}"
        row = Row(line, verdict, detail=f"{name}: {reason}", label=self.begun.label)
        self.rows[self.count : self.count + 1] = [row]
        self.skipped.add(self.begun.number)
        self.start(context)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        with suppress(OSError):
            self.connection.close()


def _work(connection: Connection, source: SourceFile, load_from: tuple[str, ...], skipped: frozenset[int]) -> None:
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for step in Transcript(source, partial(new_session, load_from=load_from), skipped).steps():
            connection.send(step)
        connection.send(None)


# --- report ----------------------------------------------------------------------------------------------------------

Checked = tuple[SourceFile, list[Row]]


def text_report(source: SourceFile, rows: list[Row], passing: set[str]) -> str:
    width = max((len(row.place(source)) for row in rows), default=0)
    lines = ""
    for row in (row for row in rows if row.verdict != UNANSWERED):
        lines += f"{row.place(source):<{width}}  {row.verdict}{'' if row.verdict in passing else _details(row)}\n"
    return lines


def _details(row: Row) -> str:
    if not row.answer or row.verdict in FAILED:
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


def totals(checked: Iterable[Checked]) -> Counter[str]:
    return Counter(row.verdict for _, rows in checked for row in rows if row.verdict != UNANSWERED)


def unanswered(checked: Iterable[Checked]) -> int:
    """How many forms print what no answer records."""
    return sum(row.verdict == UNANSWERED for _, rows in checked for row in rows)


def summary(counts: Counter[str], unanswered: int = 0) -> str:
    """The verdicts with their numbers, in one line, and how many forms print what is not recorded."""
    verdicts = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS if counts[verdict]) or "no answers"
    more = f"; {unanswered} form{'' if unanswered == 1 else 's'} without an answer" if unanswered else ""
    return verdicts + more


def json_report(checked: list[Checked], passing: set[str]) -> str:
    """All that is known, for programs."""
    counts = totals(checked)
    files = [
        {"file": source.name, "answers": [_record(row, passing) for row in rows if row.verdict != UNANSWERED]}
        for source, rows in checked
    ]
    passed = passing.issuperset(counts)
    record = {"passed": passed, "totals": dict(counts), "unanswered": unanswered(checked), "files": files}
    return json.dumps(record, indent=2, ensure_ascii=False)


def _record(row: Row, passing: set[str]) -> dict[str, Any]:
    record = {key: getattr(row, key) for key in ("line", "verdict", "printed", "detail", "witness")}
    recorded = row.answer.text if row.answer else None
    places = [asdict(difference) for difference in row.differences]
    return record | {"passed": row.verdict in passing, "recorded": recorded, "differences": places}


# --- check command ---------------------------------------------------------------------------------------------------


def check(options: Namespace, load_from: tuple[str, ...]) -> int:
    """Check the files, and those in the directories; the exit status: 0 if every answer passes."""
    passing = {"exact"} if options.exact else {"exact", "equal"}
    sources, done = _read(options.paths)
    shown = 0

    def show_finished() -> None:
        nonlocal shown
        while shown in done and not options.json:
            show(text_report(sources[shown], done[shown], passing))
            if options.update:
                _update(sources[shown], done[shown])
            shown += 1

    with progress(len(sources), sys.stderr) as (advance, show):
        to_check = [index for index in range(len(sources)) if index not in done]
        at_a_time = min(options.jobs or os.cpu_count() or 1, len(to_check))
        show_finished()
        for number, rows in check_all([sources[n] for n in to_check], at_a_time, options.timeout, load_from):
            done[to_check[number]] = rows
            advance()
            show_finished()
    checked = [(source, done[index]) for index, source in enumerate(sources)]
    counts = totals(checked)
    print(json_report(checked, passing) if options.json else summary(counts, unanswered(checked)), flush=True)
    accepted = set(VERDICTS) - FAILED if options.update else passing
    return 0 if accepted.issuperset(counts) else 1


def _read(paths: Sequence[str]) -> tuple[list[SourceFile], dict[int, list[Row]]]:
    """The sources, and the rows of those that cannot be read: a file of a directory does not stop the others."""
    sources: list[SourceFile] = []
    unreadable: dict[int, list[Row]] = {}
    for name in files_in(paths, SUFFIXES):
        try:
            source = read_source(name)
            if name.lower().endswith(".ipynb"):
                cells_of(name, source.text)
            sources.append(source)
        except FileProblem as problem:
            if name in paths:
                raise
            unreadable[len(sources)] = [Row(None, "error", detail=str(problem))]
            sources.append(SourceFile(name, b"", "", "utf-8"))
    return sources, unreadable


def _update(source: SourceFile, rows: list[Row]) -> None:
    if any(row.verdict in FAILED for row in rows):
        print(f"{source.name}: not written, because a form failed")
        return
    print(f"{source.name}: {update_transcript(source, rows)} answers rewritten")


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Gives a function to be called when one more is done, and one that prints text beside the bar, if there is one."""
    found = bar(total, stream, "file") if total > 1 and stream.isatty() else None
    if found is None:
        yield lambda: None, lambda text: print(text, end="", flush=True)
        return
    with found:
        yield lambda: found.update(), lambda text: found.write(text, end="")
