"""Ports to read from: strings, and files where the session has permission for files.

The port that is read where none is given is empty unless ``with-input-from-string`` gives another: a session has no
console.
"""

import os
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme.data import DEFAULT, EOF, Char
from scmpy.scheme.loading import FileError, opened_at_once, read_text
from scmpy.scheme.primitives.base import PRIMITIVES, primitive, wrong_type
from scmpy.scheme.primitives.output import Port, current_port
from scmpy.scheme.reader import Reader
from scmpy.scheme.runtime import permitted
from scmpy.scheme.source import Source


class InputPort:
    """A text with the place up to which it has been read."""

    __slots__ = ("open", "reader")

    def __init__(self, text: str, name: str = "<string>") -> None:
        self.reader = Reader(Source(text, name))
        self.open = True

    def take(self, count: int) -> Any:
        """The next characters; the end of the file if there are none."""
        found = self.peek(count)
        self.reader.at += 0 if found is EOF else len(found)
        return found

    def peek(self, count: int) -> Any:
        """The next characters, which stay."""
        if not self.open:
            raise ScmpyError("this port is closed")
        return self.reader.text[self.reader.at : self.reader.at + count] or EOF


_current_input: ContextVar[InputPort] = ContextVar("current_input", default=InputPort(""))  # noqa: B039


def _input(port: Any, name: str, position: int = 1) -> InputPort:
    if port is None or port is DEFAULT:
        return _current_input.get()
    if not isinstance(port, InputPort):
        raise wrong_type(port, position, name)
    return port


def _char(found: Any) -> Any:
    return found if found is EOF else Char(found)


@primitive("read-char")
def read_char(port: Any = None) -> Any:
    """The next character.

    Source:  R7RS 6.13
    """
    return _char(_input(port, "read-char").take(1))


@primitive("peek-char")
def peek_char(port: Any = None) -> Any:
    """The next character, which stays to be read.

    Source:  R7RS 6.13
    """
    return _char(_input(port, "peek-char").peek(1))


@primitive("char-ready?")
def is_char_ready(port: Any = None) -> Any:
    """Can a character be read at once? From a text it can.

    Source:  R7RS 6.13
    """
    return _input(port, "char-ready?").open


@primitive("read-line")
def read_line(port: Any = None) -> Any:
    """The rest of the line, without its end.

    Source:  R7RS 6.13
    """
    source = _input(port, "read-line")
    reader = source.reader
    end = reader.text.find("\n", reader.at)
    line = source.take((len(reader.text) if end < 0 else end + 1) - reader.at)
    return line if line is EOF else line.removesuffix("\n")


@primitive("read-string")
def read_string(count: Any, port: Any = None) -> Any:
    """So many of the next characters, or as many as there are.

    Source:  R7RS 6.13
    """
    if isinstance(count, InputPort):
        count, port = port, count
    if type(count) is not int or count < 0:
        raise wrong_type(count, 1, "read-string")
    return "" if count == 0 else _input(port, "read-string", 2).take(count)


@primitive("read")
def read(port: Any = None) -> Any:
    """The next datum.

    Source:  R7RS 6.13
    """
    source = _input(port, "read")
    if source.peek(1) is EOF:
        return EOF
    form = source.reader.read()
    return EOF if form is None else form.datum


@primitive("open-input-string")
def open_input_string(text: str) -> Any:
    """A port that reads a string.

    Source:  R7RS 6.13
    """
    return InputPort(text)


@primitive("with-input-from-string")
def with_input_from_string(text: str, thunk: Any) -> Any:
    """The value of the thunk, which reads the string.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    return _reading(InputPort(text), thunk)


def _reading(port: InputPort, thunk: Callable[[], Any]) -> Any:
    token = _current_input.set(port)
    try:
        return thunk()
    finally:
        _current_input.reset(token)


@primitive("call-with-input-string")
def call_with_input_string(text: str, procedure: Any) -> Any:
    """The procedure's value of a port that reads the string."""
    return procedure(InputPort(text))


@primitive("read-from-string")
def read_from_string(text: str) -> Any:
    """The first datum that a string writes."""
    return read(InputPort(text))


@primitive("current-input-port")
def current_input_port() -> Any:
    """The port that is read where none is given.

    Source:  R7RS 6.13
    """
    return _current_input.get()


# -- any port -----------------------------------------------------------------------------------------------------


@primitive("binary-port?")
def is_binary_port(_value: Any) -> Any:
    """Is this a port of bytes? None is.

    Source:  R7RS 6.13
    """
    return False


@primitive("input-port-open?")
def is_input_port_open(port: InputPort) -> Any:
    """Can this be read from?

    Source:  R7RS 6.13
    """
    return port.open


@primitive("output-port-open?")
def is_output_port_open(port: Port) -> Any:
    """Can this be printed to?

    Source:  R7RS 6.13
    """
    return port.open


@primitive("close-port", "close-input-port", "close-output-port")
def close_port(port: Port | InputPort) -> Any:
    """End the use of a port.

    Source:  R7RS 6.13
    """
    if isinstance(port, InputPort):
        port.open = False
    else:
        port.close()


@primitive("call-with-port")
def call_with_port(port: Port | InputPort, procedure: Any) -> Any:
    """The procedure's value of the port, which is closed then.

    Source:  R7RS 6.13
    """
    result = procedure(port)
    close_port(port)
    return result


# -- files --------------------------------------------------------------------------------------------------------


def read_file(filename: str, name: str) -> str:
    """The text of a file, if the session may read files."""
    permitted("files", name)
    return read_text(filename, name)


def _written(filename: str, name: str) -> Port:
    permitted("files", name)
    try:
        return Port(open(filename, "w", encoding="utf-8", opener=opened_at_once), own=True)
    except (OSError, ValueError) as error:
        raise FileError(f"{name}: cannot write {filename}: {error}") from None


@primitive("open-input-file")
def open_input_file(filename: str) -> Any:
    """A port that reads a file.

    Source:  R7RS 6.13
    """
    return InputPort(read_file(filename, "open-input-file"), filename)


@primitive("open-output-file")
def open_output_file(filename: str, _append: Any = None) -> Any:
    """A port that writes a file.

    Source:  R7RS 6.13
    """
    return _written(filename, "open-output-file")


@primitive("call-with-input-file")
def call_with_input_file(filename: str, procedure: Any) -> Any:
    """The procedure's value of a port that reads the file.

    Source:  R7RS 6.13
    """
    return call_with_port(InputPort(read_file(filename, "call-with-input-file"), filename), procedure)


@primitive("call-with-output-file")
def call_with_output_file(filename: str, procedure: Any) -> Any:
    """The procedure's value of a port that writes the file.

    Source:  R7RS 6.13
    """
    return call_with_port(_written(filename, "call-with-output-file"), procedure)


@primitive("with-input-from-file")
def with_input_from_file(filename: str, thunk: Any) -> Any:
    """The value of the thunk, which reads the file.

    Source:  R7RS 6.13
    """
    return _reading(InputPort(read_file(filename, "with-input-from-file"), filename), thunk)


@primitive("with-output-to-file")
def with_output_to_file(filename: str, thunk: Any) -> Any:
    """The value of the thunk, which prints into the file.

    Source:  R7RS 6.13
    """
    port = _written(filename, "with-output-to-file")
    token = current_port.set(port)
    try:
        return thunk()
    finally:
        current_port.reset(token)
        port.close()


@primitive("file-exists?")
def is_file(filename: str) -> Any:
    """Is there such a file?

    Source:  R7RS 6.14
    """
    permitted("files", "file-exists?")
    return os.path.exists(filename)


@primitive("delete-file")
def delete_file(filename: str) -> Any:
    """Remove a file.

    Source:  R7RS 6.14
    """
    permitted("files", "delete-file")
    try:
        os.unlink(filename)
    except (OSError, ValueError) as error:
        raise FileError(f"delete-file: cannot remove {filename}: {error}") from None


PRIMITIVES["console-i/o-port"] = True  # as in MIT Scheme's (write x console-i/o-port): the port of the session
