"""Checking many transcripts: each in a process of its own, several at a time, with a limit on the time of each form.

The process that checks a transcript reports every form before it evaluates it and its row afterwards. If a form takes
too long, or the process dies with it, that form has failed; a new process checks the transcript without it, and the
rows that are known already are not asked for again.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext

from scmpy.app.files import Source
from scmpy.app.form_printing import new_session
from scmpy.app.transcript import Begin, Row, Transcript, check_transcript, reported


def check_all(sources: list[Source], jobs: int, timeout: float | None) -> Iterator[tuple[int, list[Row]]]:
    """The number of each transcript with its rows, as they are done.

    One job without a time limit is done in this process.
    """
    if jobs == 1 and timeout is None:
        for index, source in enumerate(sources):
            yield index, check_transcript(source, new_session)
        return
    waiting = [_Check(index, source) for index, source in enumerate(sources)][::-1]
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
    """The checking of one transcript."""

    index: int
    source: Source
    rows: list[Row] = field(default_factory=list)
    skipped: set[int] = field(default_factory=set)
    begun: Begin | None = None  # the form at hand
    since: float | None = None  # when that was begun
    count: int = 0  # of the rows that the process at work has sent
    done: bool = False

    def start(self, context: BaseContext) -> None:
        """Start a process."""
        self.connection, theirs = context.Pipe(duplex=False)
        arguments = (theirs, self.source, frozenset(self.skipped))
        self.process = context.Process(target=_work, args=arguments, daemon=True)  # type: ignore[attr-defined]
        self.process.start()
        theirs.close()
        self.begun, self.since, self.count = None, None, 0

    def seconds(self) -> float:
        """For how long the form at hand has been evaluated."""
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
        self.rows[self.count : self.count + 1] = [Row(line, verdict, detail=f"{self.source.name}:{line}: {reason}")]
        self.skipped.add(self.begun.number)
        self.start(context)

    def stop(self) -> None:
        """End the process."""
        self.process.kill()
        self.process.join()
        with suppress(OSError):
            self.connection.close()


def _work(connection: Connection, source: Source, skipped: frozenset[int]) -> None:
    """What the process does."""
    with suppress(KeyboardInterrupt, BrokenPipeError):
        for step in Transcript(source, new_session, skipped).steps():
            connection.send(step)
        connection.send(None)
