"""The command ``scmpy``."""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO, cast

import scmpy
from scmpy.app.files import FileProblem, Source, read_source, write_text
from scmpy.app.printing import Output, OutputClosed, print_form
from scmpy.app.repl import repl
from scmpy.app.transcript import Row, check_transcript, update_transcript
from scmpy.app.translation import translated
from scmpy.errors import ScmpyError
from scmpy.scheme import Session

DESCRIPTION = """\
MIT's mechanics system for Python: runs the Scheme of "Structure and Interpretation of Classical Mechanics".
Without a command: a read-eval-print loop on the standard input."""

RUN = """\
Evaluate the files, one after the other in one session, and print what their forms print: output first, then the
value, simplified."""

CHECK = """\
Evaluate every form of each file, in a fresh session for each file, and compare what it prints with the answer
recorded in the block comment on the line directly after it (any other comment is prose):

    (+ 'a 'a)
    #|
    (* 2 a)
    |#

Verdicts: exact (same text), equal (same meaning, proved), different, undecided, unreadable (the recorded answer is
another text, and not data that can be compared), error. The exit status is 0 if all answers are exact or equal."""

UPDATE = """\
rewrite the recorded answers that are not exact from this run; an empty comment #| |# is filled; a file with a form
that fails is left as it is"""

TRANSLATE = """\
Write the Python program that does what a Scheme program does, and prints the same: the course's names in their Python
spelling, definitions as functions, comments in their places. It is formatted by ruff, if that is installed."""

VERDICTS = ("exact", "equal", "different", "undecided", "unreadable", "error")
PASSING = {"exact", "equal"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for errors in programs and answers that differ, 2 for bad usage."""
    options = _parser().parse_args(arguments)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        return int(options.command(options))
    except FileProblem as problem:
        print(f"scmpy: {problem}", file=sys.stderr)
        return 2
    except (BrokenPipeError, OutputClosed):  # nothing more to say, not even at exit
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("scmpy: interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="scmpy", description=DESCRIPTION, formatter_class=raw)
    parser.set_defaults(command=_repl)
    parser.add_argument("--version", action="store_const", const=_version, dest="command", help="show the version")
    commands = parser.add_subparsers(metavar="COMMAND", title="commands")

    run = commands.add_parser("run", help="run Scheme files", description=RUN, formatter_class=raw)
    run.add_argument("files", nargs="+", metavar="FILE")
    run.set_defaults(command=_run)

    check = commands.add_parser("check", help="check transcripts", description=CHECK, formatter_class=raw)
    check.add_argument("files", nargs="+", metavar="FILE")
    check.add_argument("--exact", action="store_true", help="accept the same text only (white space folded)")
    check.add_argument("--update", action="store_true", help=UPDATE)
    check.set_defaults(command=_check)

    translate = commands.add_parser(
        "translate", help="translate a Scheme file to Python", description=TRANSLATE, formatter_class=raw
    )
    translate.add_argument("file", metavar="FILE")
    translate.add_argument("-o", "--output", metavar="FILE", help="write the program to this file, not to the output")
    translate.set_defaults(command=_translate)
    return parser


def _new_session(output: Output) -> Session:
    return Session(stdout=cast(TextIO, output))


def _run(options: argparse.Namespace) -> int:
    sources = [read_source(name) for name in options.files]
    output = Output(sys.stdout)
    session = _new_session(output)
    try:
        for source in sources:
            for form in session.forms(source.text, source.name):
                print_form(session, form, output)
    except ScmpyError as error:
        output.fresh_line()
        output.flush()
        print(error, file=sys.stderr)
        return 1
    output.fresh_line()
    output.flush()
    return 0


def _check(options: argparse.Namespace) -> int:
    passing = {"exact"} if options.exact else PASSING
    accepted = set(VERDICTS) - {"error"} if options.update else passing
    totals: Counter[str] = Counter()
    for source in [read_source(name) for name in options.files]:
        rows = check_transcript(source, _new_session)
        width = max((len(row.place(source)) for row in rows), default=0)
        for row in rows:
            print(f"{row.place(source):<{width}}  {row.verdict}{'' if row.verdict in passing else _details(row)}")
        if options.update:
            _update(source, rows)
        totals.update(row.verdict for row in rows)
    summary = ", ".join(f"{totals[verdict]} {verdict}" for verdict in VERDICTS if totals[verdict])
    print(summary or "no answers", flush=True)
    return 0 if accepted.issuperset(totals) else 1


def _details(row: Row) -> str:
    """What was recorded, what is printed now, and what else there is to say, on lines of their own."""
    shown = [("", row.detail)] if row.detail else []
    if row.answer and row.verdict != "error":
        shown = [("recorded", row.answer.text), ("printed", row.printed), *shown]
    lines = ""
    for label, text in shown:
        for line in text.splitlines() or ["(nothing)"]:
            lines += f"\n    {label:10}{line}"
            label = ""
    return lines


def _update(source: Source, rows: list[Row]) -> None:
    if any(row.verdict == "error" for row in rows):
        print(f"{source.name}: not written, because a form failed")
        return
    print(f"{source.name}: {update_transcript(source, rows)} answers rewritten")


def _translate(options: argparse.Namespace) -> int:
    source = read_source(options.file)
    try:
        program = translated(source)
    except ScmpyError as error:
        print(error, file=sys.stderr)
        return 1
    if options.output:
        write_text(options.output, program)
    else:
        sys.stdout.write(program)
    return 0


def _repl(options: argparse.Namespace) -> int:
    output = Output(sys.stdout)
    if not sys.stdin.isatty():
        return 1 if repl(_new_session(output), _piped_line, output, sys.stderr) else 0
    with suppress(ImportError):
        import readline  # noqa: F401  line editing, where the platform has it
    repl(_new_session(output), input, output, sys.stderr)
    print()
    return 0


def _piped_line(prompt: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def _version(options: argparse.Namespace) -> int:
    print(f"scmpy {scmpy.__version__}")
    return 0
