"""The command ``scmpy``.

What one of its commands alone needs is loaded by that command: a program is to start at once.
"""

from __future__ import annotations

import argparse
import gc
import io
import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import scmpy
from scmpy.app.files import FileProblem, read_source, write_text
from scmpy.app.form_printing import Output, OutputClosed, new_session, print_form
from scmpy.errors import ExitError, ScmpyError
from scmpy.plot.figures import FORMATS, collecting
from scmpy.scheme.results import DISPLAYS

DESCRIPTION = """\
MIT's mechanics system for Python: runs the Scheme of "Structure and Interpretation of Classical Mechanics".
Without a command: a read-eval-print loop on the standard input."""

REPL = "A read-eval-print loop on the standard input. (help) there says what there is; Ctrl-D leaves."

DISPLAY = "how results are shown: as Scheme, as formulas in unicode or in TeX"

BANNER = """\
scmpy {version}: MIT's mechanics system (SICM, FDG), in Scheme. (exit) leaves.
For a try: (((Lagrange-equations (L-harmonic 'm 'k)) (literal-function 'x)) 't)
(help NAME), (apropos "word"), (load "FILE"), (set-display! 'unicode)"""

LOAD = "load this Scheme file first; (reload) at the prompt loads it again"

KERNEL = "Install the Jupyter kernel, for notebooks in Scheme."

RUN = """\
Evaluate the files, one after the other in one session, and print what their forms print: output first, then the
value, simplified. Pictures are shown on the screen, if there is one; --figures writes them to files."""

FIGURES = """\
write each picture to a file in this folder, called as its window is (rename-window); files of these names are
replaced"""

CHECK = """\
Evaluate every form of each file, in a fresh session for each file, and compare what it prints with the answer
recorded in the block comment on the line directly after it (any other comment is prose):

    (+ 'a 'a)
    #|
    (* 2 a)
    |#

In Markdown and org files the programs are the blocks of Scheme; a block of results after one records what it prints.

Verdicts: exact (same text), equal (same meaning, proved), different, undecided, unreadable (the recorded answer is
another text, and not data that can be compared), error, timeout. The exit status is 0 if all answers are exact or
equal."""

UPDATE = """\
rewrite the recorded answers that are not exact from this run; an empty comment #| |# is filled; a file with a form
that fails is left as it is"""

TRANSLATE = """\
Write the Python program that does what a Scheme program does, and prints the same: the course's names in their Python
spelling, definitions as functions, comments in their places. It is formatted by ruff, if that is installed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for errors in programs and answers that differ, 2 for bad usage."""
    gc.freeze()  # the library stays: it need not be looked through for garbage
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
    parser = argparse.ArgumentParser(prog="scmpy", description=DESCRIPTION, formatter_class=_help)
    parser.set_defaults(command=_repl)
    parser.add_argument("--version", action="store_const", const=_version, dest="command", help="show the version")
    parser.add_argument("--python", action="store_true", help="a Python shell with the course's vocabulary instead")
    parser.add_argument("--display", choices=DISPLAYS, help=DISPLAY)
    parser.add_argument("-i", action="append", dest="load", default=[], metavar="FILE", help=LOAD)
    _add_pictures(parser)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", prog="scmpy")

    prompt = commands.add_parser(
        "repl", help="read, evaluate and print (what scmpy alone does)", description=REPL, formatter_class=_help
    )
    prompt.add_argument("--display", choices=DISPLAYS, help=DISPLAY, default=argparse.SUPPRESS)
    prompt.add_argument("-i", action="append", dest="load", metavar="FILE", help=LOAD, default=argparse.SUPPRESS)
    _add_pictures(prompt, argparse.SUPPRESS)
    prompt.set_defaults(command=_repl)

    run = commands.add_parser("run", help="run Scheme files", description=RUN, formatter_class=_help)
    run.add_argument("files", nargs="+", metavar="FILE")
    _add_pictures(run)
    run.set_defaults(command=_run)

    kernel = commands.add_parser("kernel", help="install the Jupyter kernel", description=KERNEL, formatter_class=_help)
    actions = kernel.add_subparsers(metavar="ACTION", required=True)
    install = actions.add_parser("install", help="tell Jupyter of it", description=KERNEL, formatter_class=_help)
    place = install.add_mutually_exclusive_group()
    place.add_argument("--user", action="store_true", help="for this user")
    place.add_argument("--prefix", metavar="FOLDER", help="for the environment in this folder (default: this Python's)")
    install.set_defaults(command=_install_kernel)

    check = commands.add_parser("check", help="check transcripts", description=CHECK, formatter_class=_help)
    check.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a directory with .scm, .md and .org files")
    check.add_argument("--exact", action="store_true", help="accept the same text only (white space folded)")
    check.add_argument("--jobs", type=_positive(int), metavar="N", help="check so many files at a time (default: CPUs)")
    check.add_argument("--timeout", type=_positive(float), metavar="SECONDS", help="a form that takes longer fails")
    kind = check.add_mutually_exclusive_group()
    kind.add_argument("--update", action="store_true", help=UPDATE)
    kind.add_argument("--json", action="store_true", help="print a report for programs")
    check.set_defaults(command=_check)

    translate = commands.add_parser(
        "translate", help="translate a Scheme file to Python", description=TRANSLATE, formatter_class=_help
    )
    translate.add_argument("file", metavar="FILE")
    translate.add_argument("-o", "--output", metavar="FILE", help="write the program to this file, not to the output")
    translate.set_defaults(command=_translate)
    return parser


def _add_pictures(parser: argparse.ArgumentParser, otherwise: str | None = None) -> None:
    """The options for pictures."""
    parser.add_argument("--figures", metavar="FOLDER", help=FIGURES, default=otherwise)
    kinds = "of pictures in files; several may be given (png)"
    parser.add_argument("--format", action="append", choices=FORMATS, help=kinds, default=otherwise)


def _help(prog: str) -> argparse.HelpFormatter:
    """Help of a fixed width: to ask for the terminal's would load a good deal for every command."""
    return argparse.RawDescriptionHelpFormatter(prog, width=100)


def _positive(number: Callable[[str], float]) -> Callable[[str], float]:
    """A kind of option: a number above zero."""

    def parse(text: str) -> float:
        value = number(text)
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"{text} is not above zero")
        return value

    parse.__name__ = number.__name__  # type: ignore[attr-defined]
    return parse


def pictures() -> Any:
    """The module for what becomes of pictures, which most programs do not draw."""
    return import_module("scmpy.app.pictures")


def _run(options: argparse.Namespace) -> int:
    sources = [read_source(name) for name in options.files]
    if options.figures is not None:
        pictures().prepare(options.figures)
    output = Output(sys.stdout)
    session = new_session(output)
    with collecting(lambda: options.figures is None and pictures().is_watched()) as figures:
        try:
            for source in sources:
                for form in session.forms(source.text, source.name):
                    print_form(session, form, output)
        except ScmpyError as error:
            output.fresh_line()
            output.flush()
            if isinstance(error, ExitError):
                raise
            print(error, file=sys.stderr)
            return 1
        finally:
            output.fresh_line()
            output.flush()
            if figures:
                pictures().dispose(figures, options.figures, options.format or FORMATS[:1])
    return 0


def _check(options: argparse.Namespace) -> int:
    from scmpy.app.check_command import check

    return check(
        options.paths,
        exact=options.exact,
        jobs=options.jobs,
        timeout=options.timeout,
        update=options.update,
        as_json=options.json,
    )


def _translate(options: argparse.Namespace) -> int:
    from scmpy.app.translation import translated

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
    from scmpy.app.repl import load_files, repl
    from scmpy.app.terminal import line_reader, read_piped_line
    from scmpy.plot import screen

    interactive = sys.stdin.isatty()
    with collecting(lambda: options.figures is None and screen.is_there()) as figures:

        def look() -> None:
            if figures:
                viewer.look()

        viewer = pictures().Viewer(figures, options.figures, options.format or FORMATS[:1])
        if options.python:
            from scmpy.app.python_shell import python_shell

            return python_shell(options.display or "unicode", look)
        output = Output(sys.stdout)
        session = new_session(output, {"load"} if interactive or options.load else ())
        session.display = options.display or "scheme"
        failures = load_files(session, options.load, output, sys.stderr)
        look()
        if not interactive:
            failures += repl(session, read_piped_line, output, sys.stderr, interactive=False, after=look)
            return 1 if failures else 0
        print(BANNER.format(version=scmpy.__version__))
        repl(session, line_reader(session), output, sys.stderr, after=look)
        print()
        return 0


def _install_kernel(options: argparse.Namespace) -> int:
    try:
        from scmpy.app.kernel import install
    except ModuleNotFoundError as error:
        print(f"scmpy: no module {error.name}: notebooks need pip install '.[notebook]' in its folder", file=sys.stderr)
        return 2
    try:
        print(f"installed in {install(options.prefix, options.user)}")
    except OSError as error:
        raise FileProblem(f"cannot install the kernel: {error}") from None
    return 0


def _version(options: argparse.Namespace) -> int:
    print(f"scmpy {scmpy.__version__}")
    return 0
