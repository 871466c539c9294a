"""Output for who looks for mistakes: values printed as they pass, as comments or behind a prefix, and times."""

import io
import time
from typing import Any

from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.primitives.output import Port, as_port, current_port, fresh_line, pp
from scmpy.scheme.printer import write_text
from scmpy.scheme.results import plain_text


@primitive("show-time")
def show_time(thunk: Any) -> Any:
    """The value of a procedure of no arguments; the time that the call takes is printed."""
    process, real = time.process_time(), time.perf_counter()
    value = thunk()
    process, real = time.process_time() - process, time.perf_counter() - real
    fresh_line()
    current_port.get().write(f"process time: {1000 * process:.0f} ms; real time: {1000 * real:.0f} ms\n")
    return value


@primitive("pp-it")
def pp_it(value: Any) -> Any:
    """Print a value on lines of its own; it is the result."""
    pp(value)
    return value


@primitive("cpp")
def cpp(value: Any, port: Any = None) -> Any:
    """Print a value as a comment of a program."""
    as_port(port, 2, "cpp").write(f"#|\n{plain_text(value)}\n|#\n")


@primitive("watch-it")
def watch_it(watches: Any, message: Any) -> Any:
    """The procedure that gives back its argument; printed after a message, unless it is not to watch."""

    def watched(value: Any) -> Any:
        if watches is not False:
            fresh_line()
            current_port.get().write(write_text(message, display=True))
            pp(value)
        return value

    return watched


@primitive("wallp-pp")
def wallp_pp(watches: Any, *values: Any) -> Any:
    """Print values, each on lines of its own, unless it is not to watch."""
    if watches is not False:
        for value in values:
            pp(value)


class _Prefixing(io.TextIOBase):
    """Puts a text before every line that is written to a port."""

    def __init__(self, prefix: str, port: Port) -> None:
        self.prefix = prefix
        self.port = port
        self.at_start = True

    def write(self, text: str) -> int:
        for line in text.splitlines(keepends=True):
            self.port.write(self.prefix + line if self.at_start else line)
            self.at_start = line.endswith("\n")
        return len(text)


@primitive("make-line-prefix-port")
def make_line_prefix_port(port: Port, prefix: str) -> Any:
    """A port that writes to another, with a text before each line."""
    return Port(_Prefixing(prefix, port))


@primitive("pp-comment")
def pp_comment(value: Any, port: Any = None, prefix: str = ";") -> Any:
    """Print a value on lines of its own that begin as comments do."""
    pp(value, make_line_prefix_port(as_port(port, 2, "pp-comment"), prefix))
