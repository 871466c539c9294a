"""The original's procedures that log points to files for gnuplot: here they say what to use instead."""

from __future__ import annotations

from typing import Any, NoReturn

from scmpy.errors import ScmpyError
from scmpy.registry import register

INSTEAD = (
    "programs write no files and start no other program: draw with plot-function and plot-point; "
    "scmpy run --figures FOLDER writes the pictures, window.save and numpy.savetxt do in Python"
)


def _refused(name: str) -> Any:
    """The procedure of this name, which says what to use instead."""

    def procedure(*arguments: Any) -> NoReturn:
        raise ScmpyError(f"{name}: {INSTEAD}")

    return procedure


for _name, _call in (
    ("start-gnuplot", '(start-gnuplot "file")'),
    ("stop-gnuplot", "(stop-gnuplot)"),
    ("gnuplot", "(gnuplot f x0 x1 dx)"),
):
    _procedure = _refused(_name)
    _procedure.__doc__ = f"""Raise an error that says what to use instead of gnuplot.

    Scheme:  {_call}
    Raises:  ScmpyError
    """
    register(_name, _procedure, python=None, module=__name__)
