"""Programs in files and in the cells of pages: reading them, printing what their forms print, writing files safely."""

from __future__ import annotations

import ast
import codecs
import io
import json
import os
import pathlib
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any, TextIO, cast

from scmpy.errors import ScmpyError, folded
from scmpy.generic.display import typeset
from scmpy.render.latex import mathml
from scmpy.scheme import Session
from scmpy.scheme.data import Defined
from scmpy.scheme.documentation import completions
from scmpy.scheme.reader import Form
from scmpy.scheme.sandbox import opened_at_once

SUFFIXES = (".scm", ".md", ".markdown", ".rmd", ".qmd", ".myst", ".org", ".ipynb")
DOCUMENTS = SUFFIXES[1:]  # files that hold programs among other things


class OutputClosed(BaseException):
    """Nobody reads what is written. No program can catch this: it ends the process, as for any command in a pipe."""


class Output:
    """A text stream that knows whether it stands at the beginning of a line."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._at_start = True

    def write(self, text: str) -> int:
        if text:
            try:
                self.stream.write(text)
            except BrokenPipeError:
                raise OutputClosed from None
            self._at_start = text.endswith("\n")
        return len(text)

    def isatty(self) -> bool:
        return self.stream.isatty()

    def flush(self) -> None:
        self.stream.flush()

    def fresh_line(self) -> None:
        """End the line, if one is begun; what has been written is put out."""
        if not self._at_start:
            self.write("\n")
        self.flush()


def tell(error: object, stream: TextIO) -> None:
    """Print an error; the lines that show where it is are left as they are."""
    told, *where = str(error).split("\n")
    print(folded(told, stream), *where, sep="\n", file=stream, flush=True)


def new_session(output: Output, load_from: Iterable[str] = (), permissions: Iterable[str] = ()) -> Session:
    return Session(stdout=cast(TextIO, output), load_from=load_from, permissions=permissions)


def print_form(session: Session, form: Form, output: Output, colour: bool = False) -> Any:
    """Evaluate a form whose session writes to ``output``, and print its value on a line of its own; the value.

    An error that does not know a place of its own gets the form's. What has colours is shown in them, where there are.
    """
    try:
        value = session.evaluate(form)
        text = value.coloured() if colour and hasattr(value, "coloured") else session.result_text(value)
    except ScmpyError as error:
        error.location = error.location or form.source.location(form.start)
        raise
    if text:
        output.fresh_line()
        output.write(text + "\n")
    return value


def value_of_program(session: Session, name: str, programs: Iterable[tuple[str, str]]) -> Any:
    """The value of the last form of a file's programs, each a text with its label; of a definition what is defined."""
    session.begins(name)
    value = None
    for text, label in programs:
        value = session.run(text, name + label)
    return session.run(value.name) if isinstance(value, Defined) else value


def value_of_python(text: str, name: str, names: dict[str, Any]) -> tuple[Any, bool]:
    """The value of a program of Python with the course's vocabulary; is its last statement an expression?"""
    if not names:
        exec("from scmpy import *", names)
    program = ast.parse(text, name)
    last = program.body.pop() if program.body and isinstance(program.body[-1], ast.Expr) else None
    exec(compile(program, name, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None, False
    return eval(compile(ast.Expression(last.value), name, "eval"), names), True


# --- files -----------------------------------------------------------------------------------------------------------
# Reading source files, and replacing them so that nothing is lost.
#
# The text of a :class:`SourceFile` is the file's, byte for byte: line ends are not translated, and a byte order mark is
# put back when the file is written. A file is replaced in one step, or not at all.


class FileProblem(Exception):
    """A file that cannot be read or written, and why."""


@dataclass(frozen=True)
class SourceFile:
    """A file's name, as the user wrote it, and its content."""

    name: str
    data: bytes
    text: str
    encoding: str


#: What files of other kinds begin with.
_OTHERS = {b"\x1f\x8b": "it is compressed, by gzip", b"PK\x03\x04": "it is a zip archive"}
_OTHERS |= dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "it is UTF-16; save it as UTF-8")


def read_program(name: str) -> SourceFile:
    if name.lower().endswith(".py"):
        raise FileProblem(f"{name}: this is a program of Python: python {name} runs it; Scheme is in *.scm")
    return read_source(name)


def read_source(name: str) -> SourceFile:
    """Read a file of UTF-8 text; pipes and devices, which may have no end, are no files."""
    if os.path.exists(name) and not os.path.isfile(name):
        kind = "folder" if os.path.isdir(name) else "pipe or device"
        raise FileProblem(f"{name}: cannot read the file: it is a {kind}")
    try:
        data = pathlib.Path(name).read_bytes()
    except OSError as error:
        raise FileProblem(f"{name}: cannot read the file: {error.strerror or error}") from None
    encoding = "utf-8-sig" if data.startswith(codecs.BOM_UTF8) else "utf-8"
    try:
        text = data.decode(encoding)
        at = data.find(b"\0")
    except UnicodeDecodeError as error:
        at = error.start
    if at >= 0:
        line = data.count(b"\n", 0, at) + 1
        found = next((kind for start, kind in _OTHERS.items() if data.startswith(start)), f"byte 0x{data[at]:02x}")
        raise FileProblem(f"{name}:{line}: the file is not UTF-8 text: {found}")
    return SourceFile(name, data, text, encoding)


def files_in(paths: Iterable[str], suffixes: tuple[str, ...]) -> list[str]:
    """The files among these, and those with such names in the directories among them, each once, in order."""
    found: dict[str, None] = {}
    for name in paths:
        if not os.path.isdir(name):
            found.setdefault(name)
            continue
        inside = sorted(_walk(name, suffixes))
        if not inside:
            raise FileProblem(f"{name}: there are no files {', '.join('*' + suffix for suffix in suffixes)} in it")
        found.update(dict.fromkeys(inside))
    return list(found)


def _walk(directory: str, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The files in a directory; one that a link leads to elsewhere is not in it, and is neither read nor rewritten."""
    inside = os.path.join(os.path.realpath(directory), "")
    for folder, folders, names in os.walk(directory):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = os.path.join(folder, name)
            if (
                name.lower().endswith(suffixes)
                and not name.startswith(".")
                and os.path.realpath(path).startswith(inside)
                and (os.path.isfile(path) or not os.path.exists(path))
            ):
                yield path


@contextmanager
def replacing(path: str) -> Iterator[Any]:
    """A file beside another one, whose place it takes when it has been written without an error."""
    from tempfile import NamedTemporaryFile

    folder, name = os.path.split(path)
    with NamedTemporaryFile(dir=folder or ".", prefix=f".{name}.", delete=False) as file:
        try:
            yield file
            file.close()
            os.replace(file.name, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(file.name)
            raise


def replace_source(source: SourceFile, text: str) -> None:
    """Give the file a new text, atomically, provided that it still is what was read."""
    import shutil

    path = os.path.realpath(source.name)
    try:
        if pathlib.Path(path).read_bytes() != source.data:
            raise FileProblem(f"{source.name}: the file was changed meanwhile; it is left as it is")
        if not os.access(path, os.W_OK):
            raise FileProblem(f"{source.name}: the file is read-only; it is left as it is")
        with replacing(path) as file:
            file.write(text.encode(source.encoding))
            file.flush()
            os.fsync(file.fileno())
            shutil.copymode(path, file.name)
    except OSError as error:
        raise FileProblem(f"{source.name}: cannot write the file: {error.strerror or error}") from None


def write_file(name: str, text: str) -> None:
    try:
        with open(name, "w", encoding="utf-8", newline="\n", opener=opened_at_once) as file:
            file.write(text)
    except OSError as error:
        raise FileProblem(f"{name}: cannot write the file: {error.strerror or error}") from None


def formula_on_page(tex: str | None) -> str:
    """How a page typesets a formula: in MathML; nothing of one that is too long."""
    return mathml(tex) if tex and typeset(tex) else ""


class Page:
    r"""The sessions of a page: one of Scheme, one of Python.

    >>> print(Page().run("scheme", "(define x 3) (* x 'a)", "cell"))
    [{"text": "(* 3 a)", "formula": "<math display=\"block\"><mrow><mn>3</mn><mi>a</mi></mrow></math>"}]
    >>> print(Page().run("python", "x = 3\nx + 1", "cell"))
    [{"text": "4", "formula": ""}]
    """

    def __init__(self) -> None:
        self.printed = io.StringIO()
        self.scheme = Session(stdout=self.printed)
        self.names: dict[str, Any] = {}

    def run(self, language: str, text: str, name: str) -> str:
        """What the forms of a cell print and give, or the error, in JSON."""
        shown: list[dict[str, str]] = []
        try:
            with redirect_stdout(self.printed):
                for value in self._python(text, name) if language == "python" else self._scheme(text, name):
                    self._print_to(shown)
                    shown.append(value)
        except BaseException as error:
            self._print_to(shown)
            told = str(error) if isinstance(error, ScmpyError) else traceback.format_exc(limit=-3)
            shown.append({"error": ";Quit!" if isinstance(error, KeyboardInterrupt) else told})
        self._print_to(shown)
        return json.dumps(shown)

    def _print_to(self, shown: list[dict[str, str]]) -> None:
        if text := self.printed.getvalue():
            shown.append({"text": text.removesuffix("\n")})
        self.printed.seek(0)
        self.printed.truncate()

    def _scheme(self, text: str, name: str) -> Any:
        for form in list(self.scheme.forms(text, name)):
            value = self.scheme.evaluate(form)
            if isinstance(value, Defined) or not (result := self.scheme.result_text(value)):
                continue
            yield {"text": result, "formula": formula_on_page(self.scheme.result_tex(value))}

    def _python(self, text: str, name: str) -> Any:
        value, _ = value_of_python(text, name, self.names)
        if value is not None:
            latex = getattr(value, "_repr_latex_", None)
            formula = (latex() if callable(latex) else None) or ""
            tex = formula.removeprefix("$\\displaystyle ").removesuffix("$")
            yield {"text": repr(value), "formula": formula_on_page(tex)}

    def complete(self, text: str) -> str:
        """The names that the last word of a text may become, in JSON."""
        return json.dumps(completions(self.scheme, text)[1][:50])
