"""``scmpy --python``: a Python shell with the course's vocabulary, whose results are shown as formulas."""

from __future__ import annotations

import code
import sys
from collections.abc import Callable
from typing import Any

import scmpy
from scmpy.errors import ScmpyError
from scmpy.generic.display import Displayed
from scmpy.plot import screen
from scmpy.scheme.results import DISPLAYS

BANNER = "Python {python} with scmpy {version}: help(D), apropos('Hamilton')"
IN_SCHEME = "%scheme evaluates Scheme, and %%scheme a cell of it: %scheme ((D cube) 'x)"


def python_shell(display: str, look: Callable[[], None] = lambda: None) -> int:
    """Run IPython where it is installed, else Python's own shell, until the user leaves.

    What is to ``look`` after pictures is called after every input.
    """
    names: dict[str, Any] = {}
    exec("from scmpy import *", names)
    del names["__builtins__"]
    banner = BANNER.format(python=sys.version.split()[0], version=scmpy.__version__)
    try:
        from IPython.terminal.ipapp import TerminalIPythonApp

        from scmpy.app import magics
    except ModuleNotFoundError:
        _plain_shell(names, banner, display, look)
    else:
        shell = TerminalIPythonApp.instance(user_ns=dict(names))
        shell.initialize(argv=["--no-banner"])
        show_formulas(shell.shell, display)
        magics.load(shell.shell, names)
        shell.shell.events.register("post_run_cell", lambda result: _look(shell.shell, look))
        print(banner, IN_SCHEME, sep="\n")
        shell.start()
    return 0


def show_formulas(shell: Any, display: str) -> None:
    """Let an IPython shell print the values of scmpy in one of the ways that results are shown."""
    printers = shell.display_formatter.formatters["text/plain"]
    printers.for_type(Displayed, lambda value, printer, cycle: printer.text(shown(value, display)))


def shown(value: Any, display: str) -> str:
    """The text of a value; that of Python's own is Python's.

    >>> shown(scmpy.symbols("theta_0"), "unicode"), shown("theta", "unicode")
    ('θ₀', "'theta'")
    """
    if not isinstance(value, Displayed):
        return repr(value)
    try:
        return DISPLAYS[display](value)
    except ScmpyError:
        return repr(value)


def _look(shell: Any, look: Callable[[], None]) -> None:
    """Look after pictures; windows on a screen answer while the shell waits for input."""
    look()
    framework = screen.framework()
    if framework is not None and shell.active_eventloop is None:
        shell.enable_gui(framework)


def _plain_shell(names: dict[str, Any], banner: str, display: str, look: Callable[[], None]) -> None:
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
