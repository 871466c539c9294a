"""The original's procedures that log points to files for gnuplot: here they say what to use instead."""

from __future__ import annotations

from typing import Any, NoReturn

from scmpy.errors import ScmpyError
from scmpy.registry import register

INSTEAD = "programs write no files for gnuplot; scmpy run --figures FOLDER writes the pictures"

DOCUMENTATION = """Raise an error that says what to use instead of gnuplot.

    Scheme:  {call}
    Raises:  ScmpyError
    1 ]=> (guard (error (#t 'none)) {call})
    ;Value: none
    >>> {python}()
    Traceback (most recent call last):
        ...
    scmpy.errors.ScmpyError: {name}: {instead}
    """


def _refused(name: str, call: str) -> Any:
    """The procedure of this name, which says what to use instead."""

    def procedure(*arguments: object) -> NoReturn:
        raise ScmpyError(f"{name}: {INSTEAD}")

    procedure.__doc__ = DOCUMENTATION.format(name=name, call=call, python=name.replace("-", "_"), instead=INSTEAD)
    return procedure


register("start-gnuplot", _refused("start-gnuplot", '(start-gnuplot "points")'), module=__name__)
register("stop-gnuplot", _refused("stop-gnuplot", "(stop-gnuplot)"), module=__name__)
register("gnuplot", _refused("gnuplot", "(gnuplot sin 0 1 .1)"), module=__name__)
