"""Where the lines of the REPL come from: a pipe, or a terminal with the best editor there is."""

from __future__ import annotations

import atexit
import os
import pathlib
import sys
from collections.abc import Callable
from contextlib import suppress
from time import sleep
from typing import Any

from scmpy.app.completion import completions
from scmpy.plot import screen
from scmpy.scheme import Session

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
            from scmpy.app.editor import editor
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
    """Line editing, completion and history, where the platform has readline."""
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
