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
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

import scmpy
from scmpy.app import programs
from scmpy.errors import ExitError, ScmpyError, folded
from scmpy.generic.display import Displayed
from scmpy.plot import figure as screen
from scmpy.plot.figure import FORMATS, collecting
from scmpy.registry import text_beside
from scmpy.scheme.printer import DISPLAYS
from scmpy.scheme.sandbox import collection_of

#: What help says of commands and options, and the prompt when it begins, by their names.
HELP = {
    name: text.rstrip("\n")
    for name, _, text in (part.partition("]\n") for part in f"\n{text_beside('app/help.txt')}".split("\n[")[1:])
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; the exit status: 0, 1 for errors in programs and answers that differ, 2 for bad usage."""
    gc.freeze()  # the library stays: it need not be looked through for garbage
    options = _parser().parse_args(_with_command(sys.argv[1:] if arguments is None else arguments))
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "backslashreplace")):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)
    try:
        return int(options.command(options))
    except programs.FileProblem as problem:
        programs.tell(f"scmpy: {problem}", sys.stderr)
        return 2
    except ScmpyError as error:
        if isinstance(error, ExitError):
            raise
        programs.tell(error, sys.stderr)
        return 1
    except (BrokenPipeError, programs.OutputClosed):  # nothing more to say, not even at exit
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("scmpy: interrupted", file=sys.stderr)
        return 130


def _with_command(arguments: Sequence[str]) -> list[str]:
    """The arguments, with the command run in front of a file where a command is expected; help as an option."""
    if arguments[:1] == ["help"]:
        return [*arguments[1:2], "--help"]
    place = 0
    while place < len(arguments) and arguments[place].startswith("-"):
        place += 2 if arguments[place] in _VALUED else 1
    is_file = place < len(arguments) and not {".", "/", os.sep}.isdisjoint(arguments[place])
    return [*arguments[:place], *["run"] * is_file, *arguments[place:]]


_VALUED = ("--display", "-i", "--figures", "--format", "--load-from")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scmpy", description=HELP["scmpy"], formatter_class=_help)
    parser.set_defaults(command=_repl)
    parser.add_argument("--version", action="version", version=f"scmpy {scmpy.__version__}", help="show the version")
    parser.add_argument("--python", action="store_true", help="a Python shell with the course's vocabulary instead")
    parser.add_argument("-i", action="append", dest="load", default=[], metavar="FILE", help=HELP["-i"])
    _add_display(parser)
    _add_loading(parser, load_from=[], sandbox=False, any_files=False)
    commands = parser.add_subparsers(metavar="COMMAND", title="commands", prog="scmpy")

    def command(name: str, brief: str, work: Any, within: Any = commands) -> argparse.ArgumentParser:
        made: Any = within.add_parser(name, help=brief, description=HELP.get(name), formatter_class=_help)
        made.set_defaults(**{"command": work} if work else {})
        return made  # type: ignore[no-any-return]

    prompt = command("repl", "read, evaluate and print (what scmpy alone does)", _repl)
    prompt.add_argument("-i", action="append", dest="load", metavar="FILE", help=HELP["-i"], default=argparse.SUPPRESS)
    run = command("run", "run Scheme files", _run)
    run.add_argument("files", nargs="+", metavar="FILE")
    for evaluating in (prompt, run):
        _add_display(evaluating, argparse.SUPPRESS)
        _add_loading(evaluating)

    actions = command("kernel", "install the Jupyter kernel", None).add_subparsers(metavar="ACTION", required=True)
    place = command("install", "tell Jupyter of it", _install_kernel, actions).add_mutually_exclusive_group()
    place.add_argument("--user", action="store_true", help="for this user")
    place.add_argument("--prefix", metavar="FOLDER", help="for the environment in this folder (default: this Python's)")

    check = command("check", "check transcripts", _check)
    check.add_argument("paths", nargs="+", metavar="PATH", help="a file, or a directory with some")
    check.add_argument("--exact", action="store_true", help="accept the same text only (white space folded)")
    check.add_argument("--jobs", type=_positive(int), metavar="N", help="check so many files at a time (default: CPUs)")
    check.add_argument("--timeout", type=_positive(float), metavar="SECONDS", help="a form that takes longer fails")
    kind = check.add_mutually_exclusive_group()
    kind.add_argument("--update", action="store_true", help=HELP["--update"])
    kind.add_argument("--json", action="store_true", help="print a report for programs")
    _add_loading(check)

    compare = command("compare", "compare answers with a reference", _compare)
    compare.add_argument("reference", metavar="REFERENCE")
    compare.add_argument("answers", nargs="+", metavar="ANSWER")
    compare.add_argument("--json", action="store_true", help="print a report for programs")
    compare.add_argument("--report", metavar="FILE", help="write a page of HTML that shows each answer")
    compare.add_argument("--coordinates", metavar="NAMES", help="of the reference, as in 'r phi', if no dot shows them")
    compare.add_argument("--strict", action="store_true", help="parameters may be zero, and nothing is divided by")

    page = command("page", "make a page of a motion", _page)
    page.add_argument("file", metavar="PROGRAM")
    page.add_argument("-o", "--output", metavar="FILE", required=True, help="the page")
    _add_loading(page)

    translate = command("translate", "translate a Scheme file to Python", _translate)
    translate.add_argument("file", metavar="FILE")
    translate.add_argument("-o", "--output", metavar="FILE", help="write the program to this file, not to the output")

    site = command("site", "make the site of pages", _site)
    site.add_argument("out", metavar="OUT", help="the folder of the pages")
    site.add_argument("--runtime", metavar="FOLDER", help="take the runtime from this folder, or make it there")
    site.add_argument("--static", action="store_true", help="without the runtime: programs on the pages do not run")
    site.add_argument("--serve", nargs="?", type=_positive(int), const=8000, metavar="PORT", help="show it (port 8000)")
    return parser


def _add_display(parser: argparse.ArgumentParser, otherwise: str | None = None) -> None:
    parser.add_argument("--display", choices=DISPLAYS, help=HELP["--display"], default=otherwise)
    parser.add_argument("--figures", metavar="FOLDER", help=HELP["--figures"], default=otherwise)
    kinds = "of pictures in files; several may be given (png)"
    parser.add_argument("--format", action="append", choices=FORMATS, help=kinds, default=otherwise)


def _add_loading(parser: argparse.ArgumentParser, **defaults: Any) -> None:
    """The options for what may be loaded; those before a command hold where the command has none."""
    options = parser.add_mutually_exclusive_group()
    options.add_argument(
        "--load-from", action="append", metavar="FOLDER", help=HELP["--load-from"], default=argparse.SUPPRESS
    )
    options.add_argument(
        "--files", action="store_true", dest="any_files", help=HELP["--files"], default=argparse.SUPPRESS
    )
    options.add_argument("--sandbox", action="store_true", help=HELP["--sandbox"], default=argparse.SUPPRESS)
    parser.set_defaults(**defaults)


def _access(options: argparse.Namespace) -> dict[str, Any]:
    if options.sandbox:
        return {}
    return {
        "load_from": (collection_of(os.getcwd()), *options.load_from),
        "permissions": ["files"] if options.any_files else (),
    }


def _help(prog: str) -> argparse.HelpFormatter:
    """Help of a fixed width: to ask for the terminal's would load a good deal for every command."""
    return argparse.RawDescriptionHelpFormatter(prog, width=100)


def _positive(number: Callable[[str], float]) -> Callable[[str], float]:
    def parse(text: str) -> float:
        value = number(text)
        if not 0 < value < math.inf:
            raise argparse.ArgumentTypeError(f"{text} is not above zero")
        return value

    parse.__name__ = number.__name__  # type: ignore[attr-defined]
    return parse


def pictures() -> Any:
    return import_module("scmpy.app.repl")


def _run(options: argparse.Namespace) -> int:
    sources = [(name, list(_programs(programs.read_program(name)))) for name in options.files]
    if options.figures is not None:
        pictures().prepare(options.figures)
    output = programs.Output(sys.stdout)
    session = programs.new_session(output, **_access(options))
    session.display = options.display or "scheme"
    with collecting(lambda: options.figures is None and pictures().is_watched()) as figures:
        try:
            for name, texts in sources:
                session.begins(name)
                for text, label in texts:
                    for form in session.forms(text, name + label):
                        programs.print_form(session, form, output)
        finally:
            output.fresh_line()
            if figures:
                pictures().dispose(figures, options.figures, options.format or FORMATS[:1])
    return 0


def _programs(source: programs.SourceFile) -> Iterator[tuple[str, str]]:
    if not source.name.lower().endswith(programs.DOCUMENTS) and "]=>" not in source.text:  # of MIT Scheme's prompt
        yield source.text, ""
        return
    from scmpy.app.transcripts import cells_of

    for cell in cells_of(source.name, source.text):
        yield cell.text, cell.label


def _check(options: argparse.Namespace) -> int:
    from scmpy.app.checking import check

    return check(options, _access(options))


def _compare(options: argparse.Namespace) -> int:
    from scmpy.app.checking import compare_files
    from scmpy.app.repl import has_colour

    return compare_files(options, has_colour())


def _page(options: argparse.Namespace) -> int:
    from scmpy.plot.animation import Page

    output, texts = programs.Output(sys.stdout), _programs(programs.read_program(options.file))
    try:
        found = programs.value_of_program(programs.new_session(output, **_access(options)), options.file, texts)
    finally:
        output.fresh_line()
    if not isinstance(found, Page):
        raise ScmpyError(f"scmpy: the last form of {options.file} gives no page, as (page derivative state) makes")
    programs.write_file(options.output, found.html)
    return 0


def _translate(options: argparse.Namespace) -> int:
    program = translated(programs.read_program(options.file))
    if options.output:
        programs.write_file(options.output, program)
    else:
        sys.stdout.write(program)
    return 0


def _repl(options: argparse.Namespace) -> int:
    from scmpy.app.repl import line_reader, load_files, read_piped_line, repl

    interactive = sys.stdin.isatty()
    with collecting(lambda: options.figures is None and screen.is_there()) as figures:

        def look() -> None:
            if figures:
                viewer.look()

        viewer = pictures().Viewer(figures, options.figures, options.format or FORMATS[:1])
        if options.python:
            return python_shell(options.display or "unicode", look)
        output = programs.Output(sys.stdout)
        session = programs.new_session(output, **_access(options))
        session.display = options.display or "scheme"
        failures = load_files(session, options.load, output, sys.stderr)
        look()
        if not interactive:
            failures += repl(session, read_piped_line, output, sys.stderr, interactive=False, after=look)
            return 1 if failures else 0
        print(folded(HELP["prompt"].format(version=scmpy.__version__), sys.stdout))
        repl(session, line_reader(session), output, sys.stderr, after=look)
        print()
        return 0


def _install_kernel(options: argparse.Namespace) -> int:
    try:
        from scmpy.app.kernel import install
    except ModuleNotFoundError as error:
        needed = "notebooks need pip install 'scmpy-mechanics[notebook]'"
        raise programs.FileProblem(f"no module {error.name}: {needed}") from None
    try:
        print(f"installed in {install(options.prefix, options.user)}")
    except OSError as error:
        raise programs.FileProblem(f"cannot install the kernel: {error}") from None
    return 0


# --- python shell ----------------------------------------------------------------------------------------------------
# ``scmpy --python``: a Python shell with the course's vocabulary, whose results are shown as formulas.

PYTHON_BANNER = "Python {python} with scmpy {version}: help(D), apropos('Hamilton')"
IN_SCHEME = "%scheme evaluates Scheme, and %%scheme a cell of it: %scheme ((D cube) 'x)"


def python_shell(display: str, look: Callable[[], None] = lambda: None) -> int:
    """Run IPython where it is installed, else Python's own shell, until the user leaves.

    What is to ``look`` after pictures is called after every input.
    """
    names: dict[str, Any] = {}
    exec("from scmpy import *", names)
    del names["__builtins__"]
    banner = PYTHON_BANNER.format(python=sys.version.split()[0], version=scmpy.__version__)
    try:
        from IPython.terminal.ipapp import TerminalIPythonApp

        from scmpy.app import magics
    except ModuleNotFoundError:
        _plain_shell(names, banner, display, look)
    else:
        shell = TerminalIPythonApp.instance(user_ns=dict(names))
        shell.initialize(argv=["--no-banner"])
        printers = shell.shell.display_formatter.formatters["text/plain"]
        printers.for_type(Displayed, lambda value, printer, cycle: printer.text(shown(value, display)))
        magics.load(shell.shell, names)
        shell.shell.events.register("post_run_cell", lambda result: _look(shell.shell, look))
        print(banner, IN_SCHEME, sep="\n")
        shell.start()
    return 0


def shown(value: Any, display: str) -> str:
    """The text of a value; that of Python's own is Python's.

    >>> shown(scmpy.symbols("theta_0"), "unicode"), shown("theta", "unicode")
    ('θ₀', "'theta'")
    """
    with suppress(ScmpyError):
        return DISPLAYS[display](value) if isinstance(value, Displayed) else repr(value)
    return repr(value)


def _look(shell: Any, look: Callable[[], None]) -> None:
    """Look after pictures; windows on a screen answer while the shell waits for input."""
    look()
    framework = screen.framework()
    if framework is not None and shell.active_eventloop is None:
        shell.enable_gui(framework)


def _plain_shell(names: dict[str, Any], banner: str, display: str, look: Callable[[], None]) -> None:
    import code

    def show(value: Any) -> None:
        look()
        if value is not None:
            names["_"] = value
            print(shown(value, display))

    usual, sys.displayhook = sys.displayhook, show
    try:
        code.interact(banner, local={"__name__": "__console__", **names}, exitmsg="")
    finally:
        sys.displayhook = usual


def translated(source: programs.SourceFile) -> str:
    from scmpy.scheme.translation import translate

    program = "\n".join(text for text, _ in _programs(source))
    return formatted(translate(program.replace("\r\n", "\n"), source.name))


def formatted(program: str) -> str:
    """The program as ``ruff format`` lays it out; as it is, if there is no ruff or it does not like something."""
    import shutil
    import subprocess
    import sysconfig

    ruff = shutil.which("ruff") or shutil.which("ruff", path=sysconfig.get_path("scripts"))
    if ruff is None:
        return program
    command = [ruff, "format", "--isolated", "--line-length", "120", "-"]
    run = subprocess.run(command, input=program, capture_output=True, encoding="utf-8", check=False)
    return run.stdout if run.returncode == 0 else program


def _site(options: argparse.Namespace) -> int:
    import pathlib
    import tempfile

    from scmpy.app import site

    out = pathlib.Path(options.out)
    with tempfile.TemporaryDirectory() as temporary:
        runtime = None if options.static else pathlib.Path(options.runtime or f"{temporary}/runtime")
        if runtime and not (runtime / "memory.bin").exists():
            site.make_runtime(runtime)
        site.build(out, runtime=runtime)
    if options.serve:
        with site.server(out, options.serve) as server:
            print(f"http://localhost:{options.serve}/  (Ctrl-C ends it)", flush=True)
            server.serve_forever()
    return 0
