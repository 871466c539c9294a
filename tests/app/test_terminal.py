"""The REPL at a real terminal: with prompt_toolkit's editor (xterm), and with the plain one (dumb)."""

import os
import re
import select
import subprocess
import sys
import time

import pytest

from scmpy.app.repl import PROMPT

pty = pytest.importorskip("pty")  # Windows has none

pytestmark = pytest.mark.slow

CTRL_C, CTRL_D = "\x03", "\x04"

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\r")


#: The process takes the terminal on its standard input as the one that sends it signals.
PROGRAM = """
import fcntl, sys, termios
from scmpy.app.cli import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
sys.exit(main())
"""


class Terminal:
    """scmpy in a terminal of its own."""

    def __init__(self, environment, arguments):
        self.side, other = pty.openpty()
        streams = {"stdin": other, "stdout": other, "stderr": other}
        command = [sys.executable, "-c", PROGRAM, *arguments]
        self.process = subprocess.Popen(command, env=environment, start_new_session=True, **streams)
        os.close(other)
        self.shown = ""

    def wait_for(self, pattern, seconds=20):
        """Read until the pattern is shown anew."""
        start, mark = time.monotonic(), len(self.shown)
        while not re.search(pattern, ESCAPES.sub("", self.shown[mark:])):
            left = seconds - (time.monotonic() - start)
            assert left > 0, f"no {pattern!r} in {ESCAPES.sub('', self.shown)!r}"
            if select.select([self.side], [], [], left)[0]:
                data = os.read(self.side, 65536)
                self.shown += data.decode(errors="replace")
                if b"\x1b[6n" in data:  # where is the cursor?
                    os.write(self.side, b"\x1b[1;1R")

    def type(self, text):
        os.write(self.side, text.encode())


@pytest.fixture(params=["xterm", "dumb"])
def start(request, tmp_path):
    """Start scmpy at a terminal: with prompt_toolkit's editor, and with the plain one."""
    started = []

    def run(*arguments):
        path = os.pathsep.join(filter(None, sys.path))
        environment = {
            **os.environ,
            "TERM": request.param,
            "COLUMNS": "60",
            "XDG_DATA_HOME": str(tmp_path),
            "PYTHONPATH": path,
        }
        started.append(Terminal(environment, arguments))
        started[-1].wait_for(PROMPT)
        return started[-1]

    yield run
    for shell in started:
        shell.process.kill()
        shell.process.wait()
        os.close(shell.side)


@pytest.mark.parametrize("endless", ["(f)", "(let loop ((x 'a)) (loop (simplify (+ x (square 'b)))))"])
def test_ctrl_c_ends_a_computation_and_keeps_the_definitions(start, endless):
    shell = start()
    shell.type("(define kept 123456) (define (f) (f)) (list 'ready 'steady)\r")
    shell.wait_for(r"\(ready steady\)\n+" + PROMPT)
    shell.type(endless + "\r")
    time.sleep(0.5)
    shell.type(CTRL_C)
    shell.wait_for(r";Quit!\n+" + PROMPT)
    shell.type("(+ kept 1)\r")
    shell.wait_for(r"\n123457\n")


def test_words_are_whole_at_the_edge(start):
    shell = start()
    shell.type("(help Lagrange-equations) (vector-ref 'v 1)\r")
    shell.wait_for(r"\n         down\(n\);(?s:.*)SICM 1.5(?s:.*)argument to\nvector-ref,")


def test_ctrl_c_abandons_what_is_typed_and_ctrl_d_leaves(start):
    shell = start()
    shell.type("(list 'a")
    time.sleep(0.2)
    shell.type(CTRL_C)
    shell.wait_for(";Quit!\n+" + PROMPT)
    shell.type("(list 1 2)\r")
    shell.wait_for(r"\n\(1 2\)\n+" + PROMPT)
    shell.type(CTRL_D)
    assert shell.process.wait(timeout=10) == 0


def test_tab_completes(start):
    shell = start()
    shell.type("(define my-own-name->x! '(8 9))\r")
    shell.type("(cdr my-own-n")
    shell.wait_for(r"\(cdr my-own-n")
    shell.type("\t")
    shell.wait_for("ame->x!")
    shell.type(")\r")
    shell.wait_for(r"\n\(9\)\n")


def test_display(start):
    shell = start("--display", "unicode")
    shell.type("(up (/ 'x_1 2) 'theta)\r")
    shell.wait_for("up\\(½ x₁, θ\\)")


def test_what_a_search_finds_is_handed_in(start):
    shell = start()
    shell.type("(* 6 7)\r")
    shell.wait_for(rf"42\s+{PROMPT}")  # what is typed before the editor reads, the terminal takes for its own
    shell.type("\x126 7")
    shell.wait_for("search.*6 7")
    shell.type("\r")
    shell.wait_for("42")
