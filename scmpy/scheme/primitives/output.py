"""Output: display, write, print-expression, string ports. The current port belongs to the running session."""

import io
import sys
from contextvars import ContextVar
from typing import Any, TextIO

from scmpy.errors import ScmpyError
from scmpy.scheme.data import DEFAULT, EOF, Char
from scmpy.scheme.primitives.base import primitive, wrong_type
from scmpy.scheme.printer import object_numbers, write_text
from scmpy.scheme.results import plain_text


class Port:
    """An output port: a stream that remembers whether it stands at the start of a line.

    A program may close the streams that are its own.
    """

    __slots__ = ("fresh", "open", "own", "stream")

    def __init__(self, stream: TextIO | io.TextIOBase, own: bool = False) -> None:
        self.stream = stream
        self.own = own
        self.fresh = self.open = True

    @property
    def is_console(self) -> bool:
        """Does what is written reach the user?"""
        return isinstance(self.stream, StandardOutput)

    def write(self, text: str) -> None:
        if text:
            if not self.open:
                raise ScmpyError("this port is closed")
            self.stream.write(text)
            self.fresh = text.endswith("\n")

    def close(self) -> None:
        """End its use; the text of a string port stays."""
        self.open = not self.own
        if self.own and not isinstance(self.stream, io.StringIO):
            self.stream.close()


class StandardOutput(io.TextIOBase):
    """The standard output of the moment."""

    def write(self, text: str) -> int:
        return sys.stdout.write(text)


current_port: ContextVar[Port] = ContextVar("current_port", default=Port(StandardOutput()))  # noqa: B039


def as_port(port: Any, position: int = 2, name: str = "write") -> Port:
    """The output port of an argument: the current one where none is given."""
    if port is None or port is DEFAULT or port is True:
        return current_port.get()
    if not isinstance(port, Port):
        raise wrong_type(port, position, name)
    return port


@primitive("display")
def display(value: Any, port: Any = None, _environment: Any = None) -> Any:
    """Print a value, strings and characters bare.

    Source:  R7RS 6.13
    """
    as_port(port, 2, "display").write(write_text(value, display=True))


@primitive("write", "write-shared", "write-simple")
def write(value: Any, port: Any = None, _environment: Any = None) -> Any:
    """Print a value so that it can be read back.

    Source:  R7RS 6.13
    """
    as_port(port, 2, "write").write(write_text(value))


@primitive("write-string")
def write_string(text: str, port: Any = None) -> Any:
    """Print a string.

    Source:  R7RS 6.13
    """
    as_port(port, 2, "write-string").write(text)


@primitive("write-char")
def write_char(character: Char, port: Any = None) -> Any:
    """Print a character.

    Source:  R7RS 6.13
    """
    as_port(port, 2, "write-char").write(character.value)


@primitive("flush-output", "flush-output-port")
def flush_output(_port: Any = None) -> Any:
    """Everything is put out at once.

    Source:  R7RS 6.13
    """


@primitive("newline")
def newline(port: Any = None) -> Any:
    """End the line.

    Source:  R7RS 6.13
    """
    as_port(port, 1, "newline").write("\n")


@primitive("fresh-line")
def fresh_line(port: Any = None) -> Any:
    """End the line unless it is empty.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    found = as_port(port, 1, "fresh-line")
    if not found.fresh:
        found.write("\n")


@primitive("write-line")
def write_line(value: Any, port: Any = None) -> Any:
    """Print a value and end the line.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    as_port(port, 2, "write-line").write(write_text(value) + "\n")


@primitive("pp")
def pp(value: Any, port: Any = None, *_: Any) -> Any:
    """Print a value on lines of its own.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    as_port(port, 2, "pp").write(plain_text(value) + "\n")


# -- string ports -------------------------------------------------------------------------------------------------


@primitive("call-with-output-string")
def call_with_output_string(procedure: Any) -> Any:
    """What the procedure prints to the port that it gets.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    stream = io.StringIO()
    procedure(Port(stream, own=True))
    return stream.getvalue()


@primitive("with-output-to-string")
def with_output_to_string(thunk: Any = None) -> Any:
    """What is printed while the thunk runs.

    Source:  MIT/GNU Scheme Reference, Input/Output
    """
    stream = io.StringIO()
    token = current_port.set(Port(stream))
    try:
        if thunk is not None:
            thunk()
    finally:
        current_port.reset(token)
    return stream.getvalue()


@primitive("open-output-string")
def open_output_string() -> Any:
    """A port that collects what is printed to it.

    Source:  R7RS 6.13
    """
    return Port(io.StringIO(), own=True)


@primitive("get-output-string")
def get_output_string(port: Port) -> Any:
    """What was printed to a string port.

    Source:  R7RS 6.13
    """
    if not isinstance(port.stream, io.StringIO):
        raise wrong_type(port, 1, "get-output-string")
    return port.stream.getvalue()


@primitive("write-to-string")
def write_to_string(value: Any) -> Any:
    """The written form of a value."""
    return write_text(value)


@primitive("current-output-port", "current-error-port", "notification-output-port", "trace-output-port")
def current_output_port() -> Any:
    """The port that is printed to.

    Source:  R7RS 6.13
    """
    return current_port.get()


@primitive("hash", "hash-object")
def hash_(value: Any, *_: Any) -> Any:
    """The number under which an object is printed."""
    return object_numbers.get().of(value)


@primitive("eof-object")
def eof_object() -> Any:
    """The end of a file.

    Source:  R7RS 6.13
    """
    return EOF


@primitive("eof-object?")
def is_eof_object(value: Any) -> Any:
    """Is this the end of a file?

    Source:  R7RS 6.13
    """
    return value is EOF
