"""Output: display, write, print-expression, string ports. The current port belongs to the running session."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Callable
from contextlib import redirect_stdout
from contextvars import ContextVar
from functools import wraps
from typing import Annotated, Any, TextIO, TypeVar

from scmpy.errors import ScmpyError, folded
from scmpy.generic.display import show_tex
from scmpy.generic.settings import temporarily
from scmpy.registry import scheme_name_of
from scmpy.scheme.data import DEFAULT, EOF, Char, MutableString, Written, list_of, simplified
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Byte,
    Index,
    adapt,
    part_of,
    primitive,
    primitives,
    sub_range,
    wrong_type,
)
from scmpy.scheme.printer import (
    DISPLAYS,
    object_numbers,
    plain_text,
    result_tex,
    result_text,
    write_text,
    written_expression,
)
from scmpy.scheme.reader import Reader, Source
from scmpy.scheme.sandbox import FileError, current_session, is_scheme_procedure, opened_at_once, permitted, read_text
from scmpy.symbolic.expression import expression_of, symbol
from scmpy.symbolic.printed_form import HeldForm
from scmpy.symbolic.simplify import as_typeset, only_printing, simplify

T = TypeVar("T")


class Port(Written):
    """An output port: a stream that remembers whether it stands at the start of a line.

    A program may close the streams that are its own. What is written to one of bytes are characters of their codes.
    """

    __slots__ = ("binary", "fresh", "open", "own", "stream")

    def __init__(self, stream: TextIO | io.TextIOBase, own: bool = False, binary: bool = False) -> None:
        self.stream = stream
        self.own = own
        self.binary = binary
        self.fresh = self.open = True

    @property
    def is_console(self) -> bool:
        return isinstance(self.stream, StandardOutput)

    def write(self, text: str) -> None:
        if text:
            if not self.open:
                raise ScmpyError("this port is closed")
            self.stream.write(text)
            self.fresh = text.endswith("\n")

    def tell(self, text: str) -> None:
        """Write a text for people to read, whose lines are folded at the edge of a terminal."""
        self.write(folded(text, self.stream) if self.open else text)

    def close(self) -> None:
        """End its use; the text of a string port stays."""
        self.open = not self.own
        if self.own and not isinstance(self.stream, io.StringIO):
            self.stream.close()


class StandardOutput(io.TextIOBase):
    def write(self, text: str) -> int:
        return sys.stdout.write(text)

    def isatty(self) -> bool:
        return sys.stdout.isatty()


current_port: ContextVar[Port] = ContextVar("current_port", default=Port(StandardOutput()))  # noqa: B039


def as_port(port: Any, position: int = 2, name: str = "write", binary: bool = False) -> Port:
    """The output port of an argument: the current one where none is given."""
    if port is None or port is DEFAULT or port is True:
        port = current_port.get()
    if not isinstance(port, Port) or port.binary is not binary:
        raise wrong_type(port, position, name)
    return port


@primitive("display", source="R7RS 6.13")
def display(value: Any, port: Any = None, _environment: Any = None) -> Any:
    """Print a value, strings and characters bare."""
    as_port(port, 2, "display").write(write_text(value, display=True))


@primitive("write", "write-simple", source="R7RS 6.13")
def write(value: Any, port: Any = None, _environment: Any = None) -> Any:
    """Print a value so that it can be read back."""
    as_port(port, 2, "write").write(write_text(value))


@primitive("write-shared", source="R7RS 6.13")
def write_shared(value: Any, port: Any = None, _environment: Any = None) -> Any:
    """Print a value so that it can be read back, with labels for all that stands in several places."""
    as_port(port, 2, "write-shared").write(write_text(value, shared=True))


@primitive("write-string", source="R7RS 6.13")
def write_string(text: str, port: Any = None, start: Any = None, end: Any = None) -> Any:
    """Print a string, or the characters from start up to end."""
    as_port(port, 2, "write-string").write(part_of(text, start, end, "write-string", 3))


primitives(
    "R7RS 6.13",
    ("open-output-string", (), "A port that collects what is printed to it.", lambda: Port(io.StringIO(), own=True)),
    ("eof-object", (), "The end of a file.", lambda: EOF),
    ("eof-object?", (), "Is this the end of a file?", lambda value: value is EOF),
    ("flush-output flush-output-port", (), "Everything is put out at once.", lambda _port=None: None),
    ("newline", (), "End the line.", lambda port=None: as_port(port, 1, "newline").write("\n")),
    ("write-char", Char, "Print a character.", lambda x, port=None: as_port(port, 2, "write-char").write(x.value)),
)


@primitive("fresh-line", source="MIT Input/Output")
def fresh_line(port: Any = None) -> Any:
    """End the line unless it is empty."""
    found = as_port(port, 1, "fresh-line")
    if not found.fresh:
        found.write("\n")


@primitive("write-line", source="MIT Input/Output")
def write_line(value: Any, port: Any = None) -> Any:
    """Print a value and end the line."""
    as_port(port, 2, "write-line").write(write_text(value) + "\n")


@primitive("pp", source="MIT Input/Output")
def pretty_print(x: Any, port: Any = None, *_: Any) -> Any:
    """Print a value on lines of its own."""
    as_port(port, 2, "pp").write(plain_text(x) + "\n")


# -- string ports -------------------------------------------------------------------------------------------------


@primitive("call-with-output-string", source="MIT Input/Output")
def call_with_output_string(procedure: Any) -> Any:
    """What the procedure prints to the port that it gets."""
    stream = io.StringIO()
    procedure(Port(stream, own=True))
    return stream.getvalue()


@primitive("with-output-to-string", source="MIT Input/Output")
def with_output_to_string(thunk: Any = None) -> Any:
    """What is printed while the thunk runs."""
    stream = io.StringIO()
    if thunk is not None:
        while_set(current_port, Port(stream), thunk)
    return stream.getvalue()


def _collects(value: Any) -> bool:
    return isinstance(value, Port) and isinstance(value.stream, io.StringIO)


@primitive("get-output-string", source="R7RS 6.13")
def get_output_string(port: Annotated[Port, lambda x: _collects(x) and not x.binary]) -> Any:
    """What was printed to a string port."""
    return port.stream.getvalue()  # type: ignore[union-attr]


@primitive(
    "current-output-port", "current-error-port", "notification-output-port", "trace-output-port", source="R7RS 6.13"
)
def current_output_port() -> Any:
    """The port that is printed to."""
    return current_port.get()


# --- ports -----------------------------------------------------------------------------------------------------------
# Ports to read from: strings, and files where the session has permission for files.
#
# The port that is read where none is given is empty unless ``with-input-from-string`` gives another: a session has no
# console.


class InputPort(Written):
    """A text with the place up to which it has been read; one of bytes has characters of their codes."""

    __slots__ = ("binary", "open", "reader")

    def __init__(self, text: str, name: str = "<string>", binary: bool = False) -> None:
        self.reader = Reader(Source(text, name))
        self.binary = binary
        self.open = True

    def take(self, count: int) -> Any:
        found = self.peek(count)
        self.reader.at += 0 if found is EOF else len(found)
        return found

    def peek(self, count: int) -> Any:
        if not self.open:
            raise ScmpyError("this port is closed")
        return self.reader.text[self.reader.at : self.reader.at + count] or EOF


current_input: ContextVar[InputPort] = ContextVar("current_input", default=InputPort(""))  # noqa: B039


def _input(port: Any, name: str, position: int = 1, binary: bool = False) -> InputPort:
    if port is None or port is DEFAULT:
        port = current_input.get()
    if not isinstance(port, InputPort) or port.binary is not binary:
        raise wrong_type(port, position, name)
    return port


def _char(found: Any) -> Any:
    return found if found is EOF else Char(found)


primitives(
    "R7RS 6.13",
    ("read-char", (), "The next character.", lambda port=None: _char(_input(port, "read-char").take(1))),
    ("peek-char", (), "The next character, not taken.", lambda port=None: _char(_input(port, "peek-char").peek(1))),
    ("char-ready?", (), "Can a character be read at once?", lambda port=None: _input(port, "char-ready?").open),
    ("u8-ready?", (), "Can a byte be read at once?", lambda port=None: _input(port, "u8-ready?", binary=True).open),
    ("open-input-file", str, "A port that reads a file.", lambda x: InputPort(read_file(x, "open-input-file"), x)),
    ("open-output-file", str, "A port that writes a file.", lambda x, _append=None: _written(x, "open-output-file")),
    ("open-input-string", str, "A port that reads a string.", lambda text: InputPort(text)),
    ("current-input-port", (), "The port that is read where none is given.", lambda: current_input.get()),
)


@primitive("read-line", source="R7RS 6.13")
def read_line(port: Any = None) -> Any:
    """The rest of the line, without its end."""
    source = _input(port, "read-line")
    reader = source.reader
    end = reader.text.find("\n", reader.at)
    line = source.take((len(reader.text) if end < 0 else end + 1) - reader.at)
    return line if line is EOF else line.removesuffix("\n")


@primitive("read-string", source="R7RS 6.13")
def read_string(count: Any, port: Any = None) -> Any:
    """So many of the next characters, or as many as there are."""
    if isinstance(count, InputPort):
        count, port = port, count
    if type(count) is not int or count < 0:
        raise wrong_type(count, 1, "read-string")
    return "" if count == 0 else _input(port, "read-string", 2).take(count)


@primitive("read", source="R7RS 6.13")
def read(port: Any = None) -> Any:
    """The next datum."""
    source = _input(port, "read")
    if source.peek(1) is EOF:
        return EOF
    form = source.reader.read()
    return EOF if form is None else form.datum


@primitive("with-input-from-string", source="MIT Input/Output")
def with_input_from_string(text: str, thunk: Any) -> Any:
    """The value of the thunk, which reads the string."""
    return while_set(current_input, InputPort(text), thunk)


def while_set(variable: ContextVar[T], value: T, thunk: Callable[[], Any]) -> Any:
    """The value of the thunk; a context variable has another value while it runs."""
    with temporarily(variable, value):
        return thunk()


# -- bytes --------------------------------------------------------------------------------------------------------

_CODES = "latin-1"  # the characters of which bytes are the codes


@primitive("get-output-bytevector", source="R7RS 6.13")
def get_output_bytevector(port: Annotated[Port, lambda x: _collects(x) and x.binary]) -> Any:
    """The bytes that were written to a port of open-output-bytevector."""
    return bytearray(port.stream.getvalue(), _CODES)  # type: ignore[union-attr]


@primitive("read-u8", source="R7RS 6.13")
def read_u8(port: Any = None) -> Any:
    """The next byte."""
    found = _input(port, "read-u8", binary=True).take(1)
    return found if found is EOF else ord(found)


@primitive("peek-u8", source="R7RS 6.13")
def peek_u8(port: Any = None) -> Any:
    """The next byte, which stays to be read."""
    found = _input(port, "peek-u8", binary=True).peek(1)
    return found if found is EOF else ord(found)


@primitive("read-bytevector", source="R7RS 6.13")
def read_bytevector(count: Index, port: Any = None) -> Any:
    """So many of the next bytes, or as many as there are."""
    found = _input(port, "read-bytevector", 2, binary=True).take(count) if count else ""
    return found if found is EOF else bytearray(found, _CODES)


@primitive("read-bytevector!", source="R7RS 6.13")
def read_bytevector_into(target: bytearray, port: Any = None, start: Any = None, end: Any = None) -> Any:
    """Read bytes into a bytevector from start up to end; how many there were."""
    start, end = sub_range(len(target), start, end, "read-bytevector!", 3)
    found = read_bytevector(end - start, port)
    if found is EOF:
        return found
    target[start : start + len(found)] = found
    return len(found)


@primitive("write-bytevector", source="R7RS 6.13")
def write_bytevector(data: bytearray, port: Any = None, start: Any = None, end: Any = None) -> Any:
    """Write the bytes of a bytevector from start up to end."""
    part = part_of(data, start, end, "write-bytevector", 3)
    as_port(port, 2, "write-bytevector", binary=True).write(part.decode(_CODES))


primitives(
    "R7RS 6.13",
    ("input-port-open?", InputPort, "Can this be read from?", lambda port: port.open),
    ("binary-port?", (), "Is this a port of bytes?", lambda x: isinstance(x, (Port, InputPort)) and x.binary),
    ("textual-port?", (), "Is this a port of characters?", lambda x: isinstance(x, (Port, InputPort)) and not x.binary),
    ("open-input-bytevector", bytearray, "A port that reads it.", lambda x: InputPort(x.decode(_CODES), binary=True)),
    ("output-port-open?", Port, "Can this be printed to?", lambda port: port.open),
    ("write-u8", Byte, "Write a byte.", lambda x, port=None: as_port(port, 2, "write-u8", binary=True).write(chr(x))),
    (
        "open-output-bytevector",
        (),
        "A port that collects the bytes that are written to it.",
        lambda: Port(io.StringIO(newline=""), own=True, binary=True),
    ),
)


@primitive("close-port", "close-input-port", "close-output-port", source="R7RS 6.13")
def close_port(port: Port | InputPort) -> Any:
    """End the use of a port."""
    if isinstance(port, InputPort):
        port.open = False
    else:
        port.close()


@primitive("call-with-port", source="R7RS 6.13")
def call_with_port(port: Port | InputPort, procedure: Any) -> Any:
    """The procedure's value of the port, which is closed then."""
    result = procedure(port)
    close_port(port)
    return result


# -- files --------------------------------------------------------------------------------------------------------


def read_file(filename: str, name: str) -> str:
    """The text of a file, if the session may read files."""
    permitted("files", name)
    return read_text(_in_directory(filename), name)


def _in_directory(filename: str) -> str:
    return os.path.join(current_session.get().directory, filename)


def _written(filename: str, name: str) -> Port:
    permitted("files", name)
    try:
        return Port(open(_in_directory(filename), "w", encoding="utf-8", opener=opened_at_once), own=True)
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot write {filename}: {error}") from None


@primitive("call-with-input-file", source="R7RS 6.13")
def call_with_input_file(filename: str, procedure: Any) -> Any:
    """The procedure's value of a port that reads the file."""
    return call_with_port(InputPort(read_file(filename, "call-with-input-file"), filename), procedure)


@primitive("call-with-output-file", source="R7RS 6.13")
def call_with_output_file(filename: str, procedure: Any) -> Any:
    """The procedure's value of a port that writes the file."""
    return call_with_port(_written(filename, "call-with-output-file"), procedure)


@primitive("with-input-from-file", source="R7RS 6.13")
def with_input_from_file(filename: str, thunk: Any) -> Any:
    """The value of the thunk, which reads the file."""
    port = InputPort(read_file(filename, "with-input-from-file"), filename)
    return while_set(current_input, port, thunk)


@primitive("with-output-to-file", source="R7RS 6.13")
def with_output_to_file(filename: str, thunk: Any) -> Any:
    """The value of the thunk, which prints into the file."""
    port = _written(filename, "with-output-to-file")
    try:
        return while_set(current_port, port, thunk)
    finally:
        port.close()


@primitive("file-exists?", source="R7RS 6.14")
def is_file(filename: str) -> Any:
    """Is there such a file?"""
    permitted("files", "file-exists?")
    return os.path.exists(_in_directory(filename))


@primitive("delete-file", source="R7RS 6.14")
def delete_file(filename: str) -> Any:
    """Remove a file."""
    permitted("files", "delete-file")
    try:
        os.unlink(_in_directory(filename))
    except (OSError, ValueError) as error:
        raise FileError(f"delete-file: cannot remove {filename}: {error}") from None


PRIMITIVES["console-i/o-port"] = True  # as in MIT Scheme's (write x console-i/o-port): the port of the session


# --- expression printing ---------------------------------------------------------------------------------------------
# Printing of expressions in a session: print-expression, show-expression, and what they remember.
#
# The session's variables, as in the original: ``*last-expression-printed*`` is a procedure that returns the
# simplified expression and ``last-tex-string-generated`` its TeX.

_LAST_EXPRESSION = "*last-expression-printed*"
_LAST_TEX = "last-tex-string-generated"

primitive(_LAST_EXPRESSION, doc="The simplified value that was printed last; the symbol none if none was.")(
    lambda: symbol("none")
)
PRIMITIVES[_LAST_TEX] = ""


def _remember(name: str, value: Any) -> None:
    """Define a global variable of the session, if a program of one is running."""
    session = current_session.get(None)
    if session is not None:
        session.bind(name, value)


@primitive("prepare-for-printing")
def prepare_for_printing(value: Any, simplifier: Any = None) -> Any:
    """The procedure of no arguments that gives the simplified value, as *last-expression-printed* does from now on."""
    value = _as_expression(value)
    prepared = simplified(simplify(value)) if simplifier is None or simplifier is DEFAULT else simplifier(value)

    def last_expression_printed() -> Any:
        return prepared

    _remember(_LAST_EXPRESSION, last_expression_printed)
    return last_expression_printed


def _as_expression(value: Any) -> Any:
    """The expression that a list writes, or a procedure by its name; any other value as it is."""
    if callable(value):
        name = value.__code__.co_name if is_scheme_procedure(value) else scheme_name_of(value)
        return symbol(name) if name and name != "lambda" else value
    return written_expression(value)


def _text(value: Any, simplifier: Any) -> str:
    return result_text(prepare_for_printing(value, simplifier)(), expression_of)


def _tex(value: Any, simplifier: Any) -> str:
    with as_typeset():
        text = result_tex(prepare_for_printing(value, simplifier)(), expression_of)
    _remember(_LAST_TEX, text)
    return text


@primitive("print-expression", "pe")
def print_expression(value: Any, simplifier: Any = None) -> Any:
    """Print the simplified value."""
    current_port.get().write(_text(value, simplifier) + "\n")


@primitive("show-expression", "se")
def show_expression(value: Any, simplifier: Any = None) -> Any:
    """Show the simplified value: typeset in a notebook, elsewhere as results are displayed."""
    session = current_session.get(None)
    if session is None or only_printing.value:
        return print_expression(value, simplifier)
    text = _tex(value, simplifier)
    port = current_port.get()
    if not (port.is_console and show_tex(text)):
        given = simplifier is not None and simplifier is not DEFAULT
        shown = HeldForm(session.lookup(_LAST_EXPRESSION)()) if given else written_expression(value)
        with as_typeset():
            port.write(DISPLAYS[session.display](shown) + "\n")


@primitive("expression->tex-string", "get-expression-tex", "->tex-string", "->TeX")
def expression_to_tex_string(value: Any, simplifier: Any = None) -> Any:
    """The TeX (LaTeX) of the simplified value."""
    return _tex(value, simplifier)


def _printing(procedure: Any) -> Any:
    """A procedure of the library that prints, which prints to the port of the program."""

    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        stream = io.StringIO()
        with redirect_stdout(stream):
            result = procedure(*arguments)
        current_port.get().write(stream.getvalue())
        return result

    return entry


adapt("settings", _printing)
primitives(
    "",
    ("write-to-string", (), "The written form of a value.", lambda value: write_text(value)),
    ("read-from-string", str, "The first datum that a string writes.", lambda text: read(InputPort(text))),
    ("call-with-input-string", str, "Call it with a port of a string.", lambda text, call: call(InputPort(text))),
    ("hash hash-object", (), "The number in its printed form.", lambda value, *_: object_numbers.get().of(value)),
    ("display-tex-string", str, "Print TeX.", lambda text: current_port.get().write(text + "\n")),
    (
        "print-expression-tex pet",
        (),
        "Print the simplified value as TeX.",
        lambda x, by=None: current_port.get().write(_tex(x, by) + "\n"),
    ),
)


@primitive("enable-tex-display")
def enable_tex_display() -> Any:
    """Let results, and what show-expression shows, be TeX from now on."""
    session = current_session.get()
    session.bind(only_printing.scheme, False)
    session.display = "tex"


@primitive("print-expression-prefix", "pep")
def print_expression_prefix(value: Any, prefix: str = ";", simplifier: Any = None) -> Any:
    """Print the simplified value, every line behind a prefix."""
    for line in _text(value, simplifier).split("\n"):
        current_port.get().write(f"{prefix} {line}\n")


@primitive("print-expression-comment", "pec")
def print_expression_comment(value: Any, simplifier: Any = None) -> Any:
    """Print the simplified value as a block comment."""
    current_port.get().write(f"#| Result:\n{_text(value, simplifier)}\n|#\n")


_DIRECTIVE = re.compile(r"~(?:(\d*)([asdboxASDBOX])|([%~])|\n\s*)")
_RADICES = {"d": 10, "b": 2, "o": 8, "x": 16}

primitives(
    "", ("load-option", (), "Nothing: the options of the original are here.", lambda name, _no_error=False: None)
)


@primitive("format", source="MIT Input/Output")
def format_(destination: Any, control: str, *operands: Any) -> Any:
    """Text in which ~a, ~s, ~d, ~b, ~o, ~x stand for operands, ~% for a new line: to a port, #t; #f: as a string."""
    rest = list(operands)

    def shown(found: re.Match[str]) -> str:
        width, letter, mark = found.groups()
        if not letter:
            return {"%": "\n", "~": "~"}.get(mark, "")
        if not rest:
            raise ScmpyError(f"FORMAT: too few arguments {write_text(control)}")
        value, letter = rest.pop(0), letter.lower()
        if letter in _RADICES:
            return PRIMITIVES["number->string"](value, _RADICES[letter]).rjust(int(width or 0))
        return write_text(value, display=letter == "a").ljust(int(width or 0))

    text = _DIRECTIVE.sub(shown, control)
    if rest:
        raise ScmpyError(f"FORMAT: too many arguments {write_text(list_of(rest))}")
    if destination is False:
        return MutableString(text)
    as_port(destination, 1, "format").write(text)
    return None
