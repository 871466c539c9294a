"""The command ``scmpy check``: transcripts are read, checked in parallel and reported in order."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TextIO

from scmpy.app.checking import check_all
from scmpy.app.documents import SUFFIXES
from scmpy.app.files import FileProblem, Source, files_in, read_source
from scmpy.app.report import json_report, summary, text_report, totals, unanswered
from scmpy.app.transcript import FAILED, VERDICTS, Row, update_transcript
from scmpy.generic.progress import bar


def check(
    paths: Sequence[str], *, exact: bool, jobs: int | None, timeout: float | None, update: bool, as_json: bool
) -> int:
    """Check the files, and those in the directories; the exit status: 0 if every answer passes."""
    passing = {"exact"} if exact else {"exact", "equal"}
    sources, done = _read(paths)
    shown = 0

    def show_finished() -> None:
        nonlocal shown
        while shown in done and not as_json:
            show(text_report(sources[shown], done[shown], passing))
            if update:
                _update(sources[shown], done[shown])
            shown += 1

    with progress(len(sources), sys.stderr) as (advance, show):
        to_check = [index for index in range(len(sources)) if index not in done]
        at_a_time = min(jobs or os.cpu_count() or 1, len(to_check))
        show_finished()
        for number, rows in check_all([sources[index] for index in to_check], at_a_time, timeout):
            done[to_check[number]] = rows
            advance()
            show_finished()
    checked = [(source, done[index]) for index, source in enumerate(sources)]
    counts = totals(checked)
    print(json_report(checked, passing) if as_json else summary(counts, unanswered(checked)), flush=True)
    accepted = set(VERDICTS) - FAILED if update else passing
    return 0 if accepted.issuperset(counts) else 1


def _read(paths: Sequence[str]) -> tuple[list[Source], dict[int, list[Row]]]:
    """The sources, and the rows of those that cannot be read: a file of a directory does not stop the others."""
    sources: list[Source] = []
    unreadable: dict[int, list[Row]] = {}
    for name in files_in(paths, SUFFIXES):
        try:
            sources.append(read_source(name))
        except FileProblem as problem:
            if name in paths:
                raise
            unreadable[len(sources)] = [Row(None, "error", detail=str(problem))]
            sources.append(Source(name, b"", "", "utf-8"))
    return sources, unreadable


def _update(source: Source, rows: list[Row]) -> None:
    if any(row.verdict in FAILED for row in rows):
        print(f"{source.name}: not written, because a form failed")
        return
    print(f"{source.name}: {update_transcript(source, rows)} answers rewritten")


@contextmanager
def progress(total: int, stream: TextIO) -> Iterator[tuple[Callable[[], None], Callable[[str], None]]]:
    """Gives a function to be called when one more is done, and one that prints text beside the bar, if there is one.

    >>> import io
    >>> with progress(2, io.StringIO()) as (advance, show): advance(); show("one")
    one
    """
    found = bar(total, stream, "file") if total > 1 and stream.isatty() else None
    if found is None:
        yield lambda: None, lambda text: print(text, end="", flush=True)
        return
    with found:
        yield lambda: found.update(), lambda text: found.write(text, end="")
