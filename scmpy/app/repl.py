"""The read-eval-print loop: reads forms as their brackets close, prints what they print, and carries on after errors.

At a terminal it prompts; from a pipe it reads the same way, without prompts.
"""

from __future__ import annotations

import atexit
import itertools
import os
import pathlib
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from time import sleep
from typing import Any, NoReturn, TextIO

from scmpy.app.programs import FileProblem, Output, print_form, replacing, tell
from scmpy.errors import ExitError, ScmpyError, folded
from scmpy.generic.types import is_procedure
from scmpy.plot import figure as screen
from scmpy.plot.animation import best_suffix, movies_of, save_movie
from scmpy.plot.figure import changed, emptiness
from scmpy.plot.window import is_closed
from scmpy.scheme import Session
from scmpy.scheme.data import Pair
from scmpy.scheme.diagnostics import word_at_start
from scmpy.scheme.documentation import completions
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
            session.may_load_beside(os.path.expanduser(name))
            session.load(name)
        except ExitError as request:
            _leave(request, output)
        except ScmpyError as error:
            failures += 1
            output.fresh_line()
            tell(error, errors)
    output.fresh_line()
    return failures


def _leave(request: ExitError, output: Output) -> NoReturn:
    output.fresh_line()
    sys.exit(request.code)


class _Loop:
    """The text not yet evaluated, kept at its place, so that errors can say where they are.

    The place is that in the input; at a terminal, in what was typed since the last form was complete.
    """

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
            self._used(self.pending)

    def finish(self) -> int:
        try:
            self._evaluate()
        except ScmpyError as error:
            self._fail(error)
        self.output.fresh_line()
        return self.failures

    def abandon(self) -> None:
        """Ctrl-C: definitions stay, what is being typed or evaluated goes."""
        self.output.write("\n;Quit!\n")
        self.output.flush()
        self._used(self.pending)

    def _used(self, text: str) -> None:
        self.pending = "" if self.interactive else _blanked(text, len(text))

    def _evaluate(self) -> None:
        text = self.pending
        for form in self.session.forms(text, "<input>"):
            self.pending = _blanked(text, form.end)
            self._print(form)
        self._used(text)

    def _print(self, form: Form) -> None:
        try:
            value = print_form(self.session, form, self.output, self.interactive and has_colour())
            if self.interactive and isinstance(form.datum, Pair) and callable(value) and is_procedure(value):
                self.output.write(folded(UNAPPLIED.format(name=word_at_start(form.text)), sys.stdout))
        except ExitError as request:
            _leave(request, self.output)
        except ScmpyError as error:
            self._fail(error)
        self.output.flush()
        self.after()

    def _fail(self, error: ScmpyError) -> None:
        self.failures += 1
        self.output.fresh_line()
        tell(error, self.errors)


def has_colour() -> bool:
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def _blanked(text: str, end: int) -> str:
    *lines, column = text[:end].split("\n")
    return "\n" * len(lines) + " " * len(column) + text[end:]


# --- terminal --------------------------------------------------------------------------------------------------------
# Where the lines of the REPL come from: a pipe, or a terminal with the best editor there is.

ReadLine = Callable[[str], str]

PATIENCE = 0.02  # seconds between looks at windows


def read_piped_line(prompt: str) -> str:
    """The next line of the standard input; the prompt is not shown."""
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def line_reader(session: Session) -> ReadLine:
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        with suppress(ModuleNotFoundError):  # it is optional
            from scmpy.app.editor import editor

            prompt = editor(session, history_file("history"), CONTINUATION).prompt
            return lambda text: prompt([("class:prompt", text)], inputhook=_tend if screen.framework() else None)
    with suppress(ModuleNotFoundError):
        _set_up_readline(session)
    return input


def _tend(context: Any) -> None:
    while not context.input_is_ready():
        screen.tend()
        sleep(PATIENCE)


def history_file(name: str) -> pathlib.Path:
    """A file in the folder that the platform has for the data of a user's programs."""
    home = pathlib.Path.home()
    if sys.platform == "win32":
        folder = pathlib.Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = pathlib.Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    return folder / "scmpy" / name


def _set_up_readline(session: Session) -> None:
    import readline

    def complete(word: str, state: int) -> str | None:
        names = completions(session, word)[1]
        return names[state] if state < len(names) else None

    readline.set_completer(complete)
    readline.set_completer_delims(" \t\n()\"';`,|")
    readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
    path = history_file("readline_history")
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if path.exists():
            readline.read_history_file(path)

    @atexit.register
    def save() -> None:
        readline.set_history_length(1000)
        with suppress(OSError):
            readline.write_history_file(path)


# --- pictures --------------------------------------------------------------------------------------------------------
# What becomes of the pictures that a program of Scheme draws: files in a folder, windows on a screen, or a word.
#
# A program writes no files. Its pictures are written where the command line says, under their names.

LONGEST_NAME = 100  # characters
MENTIONED = 10

NO_SCREEN = "There is no screen to show pictures on: scmpy's option --figures FOLDER writes them to files"

_UNFIT = re.compile(r"[^\w.+,= ()-]+")


def prepare(folder: str) -> None:
    """Make the folder for pictures, before a program runs for an hour; an error where nothing can be written."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"{folder}: cannot write the pictures: {error.strerror or error}") from None
    if not os.access(folder, os.W_OK):
        raise FileProblem(f"{folder}: cannot write the pictures: the folder is not writable")


def written(
    figures: Sequence[Any], folder: str, formats: Sequence[str], chosen: Sequence[Any] | None = None
) -> list[str]:
    """Write pictures, or those that are chosen of them, to files in a folder, which is made if need be; the files.

    What moves is written as a movie too, as MP4 or GIF.

    A picture is called as its window is (rename-window), and figure-1 and so on where that has no name. A file of that
    name is replaced; what it links to is not.
    """
    paths: list[str] = []
    prepare(folder)
    try:
        for figure, name in zip(figures, names(figures), strict=True):
            for suffix in formats if chosen is None or figure in chosen else ():
                paths.append(os.path.join(folder, f"{name}.{suffix}"))
                _write(figure, paths[-1], suffix)
            if (chosen is None or figure in chosen) and (films := movies_of(figure)):
                paths.append(str(save_movie(films, os.path.join(folder, name + best_suffix()))))
    except OSError as error:
        raise FileProblem(f"{folder}: cannot write the pictures: {error.strerror or error}") from None
    return paths


def names(figures: Sequence[Any]) -> list[str]:
    """What the files of pictures are called: each differently, in letters that are fit for names of files."""
    found: dict[str, str] = {}
    for number, figure in enumerate(figures, 1):
        stem = _UNFIT.sub("-", str(figure.get_label())).strip(" .-")[:LONGEST_NAME] or f"figure-{number}"
        spellings = itertools.chain([stem], (f"{stem}-{count}" for count in itertools.count(2)))
        name = next(spelling for spelling in spellings if spelling.lower() not in found)
        found[name.lower()] = name
    return [*found.values()]


def _write(figure: Any, path: str, suffix: str) -> None:
    with replacing(path) as file:
        figure.savefig(file, format=suffix)
        figure.stale = False
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(file.name, 0o666 & ~mask)


def is_watched() -> bool:
    return sys.stdout.isatty() and screen.is_there()


def dispose(figures: Sequence[Any], folder: str | None, formats: Sequence[str]) -> None:
    """What ``scmpy run`` does with what was drawn: it writes it, or shows it on a screen, and says what it did."""
    called = names(figures)
    drawn = [figure for figure in figures if not emptiness(figure)]
    for figure, name in zip(figures, called, strict=True):
        if reason := emptiness(figure):
            _say(f"the picture {name} is blank: {reason}")
    if folder is not None:
        for path in written(figures, folder, formats):
            _say(f"wrote {path}")
    elif drawn and is_watched():
        screen.show(drawn)
        screen.wait()
    elif drawn:
        count = f"{len(called)} picture{'s' if len(called) > 1 else ''}"
        some = ", ".join(called[:MENTIONED]) + (", ..." if len(called) > MENTIONED else "")
        _say(f"drew {count} ({some}). {NO_SCREEN}")


def _say(text: str) -> None:
    tell(f"scmpy: {text}", sys.stderr)


class Viewer:
    """What becomes of the pictures of a prompt: after each form, those that it has drawn in are shown, or written."""

    def __init__(self, figures: Sequence[Any], folder: str | None, formats: Sequence[str]) -> None:
        self.figures, self.folder, self.formats = figures, folder, formats
        self._told = False

    def look(self) -> None:
        if not self.figures:
            return
        new = changed(self.figures, screen.has)
        if self.folder is not None:
            try:
                for path in written(self.figures, self.folder, self.formats, new):
                    _say(f"wrote {path}")
            except FileProblem as problem:
                _say(str(problem))
        elif screen.is_there():
            screen.show([figure for figure in new if not is_closed(figure)])
            screen.close(filter(is_closed, self.figures))
        elif new and not self._told:
            self._told = True
            _say(NO_SCREEN)
