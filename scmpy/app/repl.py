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

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples, split_lines
from prompt_toolkit.history import FileHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout.processors import HighlightMatchingBracketProcessor
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.styles import Style

from scmpy.app.programs import FileProblem, Output, print_form
from scmpy.errors import ExitError, ScmpyError
from scmpy.generic.types import is_procedure
from scmpy.plot import figure as screen
from scmpy.plot.animation import best_suffix, movies_of, save_movie
from scmpy.plot.figure import changed, emptiness
from scmpy.plot.window import is_closed
from scmpy.scheme import Session
from scmpy.scheme.data import Pair
from scmpy.scheme.diagnostics import word_at_start
from scmpy.scheme.documentation import summary
from scmpy.scheme.reader import Form, IncompleteError, indentation, parse_number, tokens, word_before

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
                output.flush()
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
            print(error, file=errors, flush=True)
    output.fresh_line()
    output.flush()
    return failures


def _leave(request: ExitError, output: Output) -> NoReturn:
    output.fresh_line()
    output.flush()
    sys.exit(request.code)


class _Loop:
    """The text not yet evaluated, kept at its place in the input, so that errors can say where they are."""

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
            self.pending = _blanked(self.pending, len(self.pending))

    def finish(self) -> int:
        """The input has ended, maybe within a form."""
        try:
            self._evaluate()
        except ScmpyError as error:
            self._fail(error)
        self.output.fresh_line()
        self.output.flush()
        return self.failures

    def abandon(self) -> None:
        """Ctrl-C: definitions stay, what is being typed or evaluated goes."""
        self.output.write("\n;Quit!\n")
        self.output.flush()
        self.pending = _blanked(self.pending, len(self.pending))

    def _evaluate(self) -> None:
        text = self.pending
        for form in self.session.forms(text, "<input>"):
            self.pending = _blanked(text, form.end)
            self._print(form)
        self.pending = _blanked(text, len(text))

    def _print(self, form: Form) -> None:
        try:
            value = print_form(self.session, form, self.output, self.interactive and has_colour())
            if self.interactive and is_unapplied(form, value):
                self.output.write(UNAPPLIED.format(name=word_at_start(form.text)))
        except ExitError as request:
            _leave(request, self.output)
        except ScmpyError as error:
            self._fail(error)
        self.output.flush()
        self.after()

    def _fail(self, error: ScmpyError) -> None:
        self.failures += 1
        self.output.fresh_line()
        self.output.flush()
        print(error, file=self.errors, flush=True)


def has_colour() -> bool:
    """Is the standard output a terminal that shows colours?"""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")


def is_unapplied(form: Form, value: Any) -> bool:
    """Is the value of a combination a function, which maybe was to be applied once more?"""
    return isinstance(form.datum, Pair) and callable(value) and is_procedure(value)


def _blanked(text: str, end: int) -> str:
    *lines, column = text[:end].split("\n")
    return "\n" * len(lines) + " " * len(column) + text[end:]


# --- completion ------------------------------------------------------------------------------------------------------
# What a name that is being typed may become: the session's variables and special forms.


def completions(session: Session, text: str) -> tuple[str, list[str]]:
    """The word that a text ends with, and the names that begin with it: in its case, or else in any.

    >>> completions(Session(), "(lagrange-equations-o")
    ('lagrange-equations-o', ['Lagrange-equations-operator'])
    """
    word = word_before(text)
    if not word:
        return "", []
    names = session.names()
    found = [name for name in names if name.startswith(word)]
    return word, found or [name for name in names if name.lower().startswith(word.lower())]


def is_complete(session: Session, text: str) -> bool:
    """Is every form of the text complete? What is wrong, and no more text can mend, counts as such.

    >>> [is_complete(Session(), text) for text in ("(car '(1))", "(car", "1 )", '"a')]
    [True, False, True, False]
    """
    try:
        for _ in session.forms(text):
            pass
    except IncompleteError:
        return False
    except ScmpyError:
        pass
    return True


# --- editor ----------------------------------------------------------------------------------------------------------
# The line editor of the REPL, on prompt_toolkit: several lines, colours, brackets, completion, history.

STYLE = Style.from_dict(
    {
        "prompt": "ansigreen bold",
        "keyword": "ansimagenta bold",
        "known": "ansiblue",
        "number": "ansicyan",
        "string": "ansiyellow",
        "character": "ansiyellow",
        "comment": "ansibrightblack italic",
        "block": "ansibrightblack italic",
        "matching-bracket.cursor": "bold underline",
        "matching-bracket.other": "bold underline",
    }
)


def editor(session: Session, history: pathlib.Path | None, **options: Any) -> PromptSession[str]:
    """A prompt for one input at a time, which may be of several lines; ``options`` are PromptSession's."""
    return PromptSession(
        multiline=True,
        prompt_continuation=[("class:prompt", CONTINUATION)],
        key_bindings=_key_bindings(session),
        lexer=SchemeLexer(session),
        style=STYLE,
        completer=SchemeCompleter(session),
        complete_while_typing=False,
        auto_suggest=AutoSuggestFromHistory(),
        history=History(history) if history is not None else None,
        input_processors=[HighlightMatchingBracketProcessor(chars="()")],
        **options,
    )


class History(FileHistory):
    """Inputs of earlier runs. Where the file cannot be written, they last as long as the process."""

    def __init__(self, path: pathlib.Path) -> None:
        with suppress(OSError):
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        super().__init__(str(path))

    def load_history_strings(self) -> Iterable[str]:
        with suppress(OSError):
            yield from super().load_history_strings()

    def store_string(self, string: str) -> None:
        with suppress(OSError):
            super().store_string(string)


def _key_bindings(session: Session) -> KeyBindings:
    bindings = KeyBindings()

    @bindings.add("enter")
    def submit(event: KeyPressEvent) -> None:
        """Hand in what is complete; go to the next line of what is not."""
        buffer = event.current_buffer
        if is_complete(session, buffer.text):
            buffer.validate_and_handle()
        else:
            new_line(event)

    @bindings.add("escape", "enter")
    def new_line(event: KeyPressEvent) -> None:
        """Break the line here, and indent the rest."""
        buffer = event.current_buffer
        buffer.insert_text("\n" + " " * indentation(buffer.document.text_before_cursor))

    @bindings.add("tab")
    def complete_or_indent(event: KeyPressEvent) -> None:
        """Complete the word, or at the beginning of a line put the line where it belongs."""
        buffer = event.current_buffer
        before = buffer.document.current_line_before_cursor
        if before.strip():
            buffer.complete_next() if buffer.complete_state else buffer.start_completion(insert_common_part=True)
            return
        buffer.delete_before_cursor(len(before))
        buffer.insert_text(" " * indentation(buffer.document.text_before_cursor[:-1]))

    return bindings


class SchemeCompleter(Completer):
    """The session's names, each with what it means."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        word, names = completions(self.session, document.text_before_cursor)
        for name in names:
            yield Completion(name, -len(word), display_meta=summary(name, self.session))


class SchemeLexer(Lexer):
    """Colours by kind of token, and the names that the session knows."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        text = document.text
        fragments = [(self._style(kind, text[start:end]), text[start:end]) for kind, start, end in tokens(text)]
        lines = list(split_lines(fragments))
        return lambda number: lines[number] if number < len(lines) else []

    def _style(self, kind: str, word: str) -> str:
        if kind != "atom":
            return f"class:{kind}"
        if word in self.session.scope.keywords:
            return "class:keyword"
        if self.session.has(word):
            return "class:known"
        return "class:number" if word[0] in "+-.#0123456789" and parse_number(word) is not None else ""


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
    """A function that shows a prompt and reads a line: prompt_toolkit's, readline's or a plain one."""
    if sys.stdout.isatty() and os.environ.get("TERM") != "dumb":
        try:
            pass
        except ModuleNotFoundError:  # it is optional
            pass
        else:
            prompt = editor(session, history_file("history")).prompt
            return lambda text: prompt([("class:prompt", text)], inputhook=_tend if screen.framework() else None)
    with suppress(ModuleNotFoundError):
        _set_up_readline(session)
    return input


def _tend(context: Any) -> None:
    """Let windows on the screen answer, until there is input."""
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
        atexit.register(_save_history, path)


def _save_history(path: pathlib.Path) -> None:
    import readline

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
        name = next(
            name
            for count in itertools.count(1)
            if (name := stem if count == 1 else f"{stem}-{count}").lower() not in found
        )
        found[name.lower()] = name
    return [*found.values()]


def _write(figure: Any, path: str, suffix: str) -> None:
    import tempfile

    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path) or ".", suffix=f".{suffix}")
    try:
        with os.fdopen(handle, "wb") as file:
            figure.savefig(file, format=suffix)
        figure.stale = False
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def is_watched() -> bool:
    """Does somebody who has a screen run the program, at a terminal?"""
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
    print(f"scmpy: {text}", file=sys.stderr)


class Viewer:
    """What becomes of the pictures of a prompt: after each form, those that it has drawn in are shown, or written."""

    def __init__(self, figures: Sequence[Any], folder: str | None, formats: Sequence[str]) -> None:
        self.figures, self.folder, self.formats = figures, folder, formats
        self._told = False

    def look(self) -> None:
        """See to what is new."""
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
