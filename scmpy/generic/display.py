"""How values show in notebooks; progress bars."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TextIO, TypeVar

from scmpy.boundary import entry_point
from scmpy.errors import WrongTypeError, describe
from scmpy.pickling import Portable
from scmpy.registry import declared_documentation

# --- display ---------------------------------------------------------------------------------------------------------
# How every value shows itself in a notebook and in a format string.
#
# The notations belong to the layers above, which enter them here: ``scheme``, ``infix`` and ``tex``.

#: The text of any value in a notation, by the name of the notation, as :mod:`scmpy.symbolic.simplify` enters it.
NOTATIONS: dict[str, Callable[[Any], str]] = {}

LONGEST_TEX = 50_000  #: characters; a browser takes long to typeset more

#: What shows contents, by their types, in the notebook that a program runs in; IPython's are found without.
notebook: ContextVar[Callable[[dict[str, str]], None] | None] = ContextVar("notebook", default=None)

#: How a format says how wide a text is.
_WIDTH = re.compile(r"(?:.?[<>^])?\d*s?")


class Shown(Portable):
    """Mixin: TeX in a notebook, and the notations as formats.

    >>> from scmpy import *
    >>> m, v = symbols("m v")
    >>> f"{m * v**2 / 2:infix}", f"{m * v**2 / 2:scheme}"
    ('½ m v²', '(* 1/2 m (expt v 2))')

    Widths are those of strings; an expression that is a number has the formats of a float.

    >>> f"{m + v:>10}", f"{sqrt(2):.3f}"
    ('   (+ m v)', '1.414')
    """

    __slots__ = ()

    def _repr_latex_(self) -> str | None:
        return typeset(NOTATIONS["tex"](self))

    def getdoc(self) -> str | None:
        return declared_documentation(self) or None

    def __format__(self, spec: str) -> str:
        if spec in NOTATIONS:
            return NOTATIONS[spec](self)
        if _WIDTH.fullmatch(spec):
            return format(str(self), spec)
        try:
            return format(float(self), spec)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            formats = f"{', '.join(NOTATIONS)}, a width such as >20, and those of a float where it is one"
            raise WrongTypeError(f"the formats of a value are {formats}; got {spec!r} for {describe(self)}") from None


class Displayed(Shown):
    """Mixin: the printed form of a value is that of its simplified expression."""

    __slots__ = ()

    def __repr__(self) -> str:
        return entry_point(NOTATIONS["scheme"], "print")(self)


def typeset(tex: str) -> str | None:
    """A formula for a notebook to typeset, unless it is too long for that."""
    return f"$\\displaystyle {tex}$" if len(tex) <= LONGEST_TEX else None


def show_tex(tex: str) -> bool:
    """Typeset a formula in the notebook that the program runs in; False if it runs in none."""
    show, formula = notebook.get() or _display_of_ipython(), typeset(tex)
    if show is None or formula is None:
        return False
    show({"text/plain": tex, "text/latex": formula})
    return True


def _display_of_ipython() -> Callable[[dict[str, str]], None] | None:
    """What shows contents in a notebook of Python, if this is one."""
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    if get_shell is None or not hasattr(get_shell(), "kernel"):
        return None
    from IPython.display import display

    return lambda contents: display(contents, raw=True)


# --- progress --------------------------------------------------------------------------------------------------------

T = TypeVar("T")

BESIDE = 4  # columns are left for what a terminal writes of Ctrl-C, or the line that is cleared is the next one
DELAY = 1.0  # seconds: what takes less has no bar


def bar(things: Collection[Any], stream: TextIO, unit: str, delay: float = 0.0) -> Any:
    """The bar for these things; None where tqdm, which the extra ``progress`` installs, is not there.

    >>> import io
    >>> with bar(range(2), io.StringIO(), "file") or io.StringIO() as shown: pass
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    import shutil

    width = shutil.get_terminal_size().columns - BESIDE if stream.isatty() else None
    return tqdm(things, file=stream, unit=unit, leave=False, delay=delay, ncols=width)


@contextmanager
def watched(things: Collection[T], unit: str) -> Iterator[Iterable[T]]:
    """The things one after the other, on a terminal with a bar of those that are done, where they take a while.

    The bar is gone when this is left, also by an error or an interrupt.

    >>> with watched([1, 2, 3], "number") as numbers:
    ...     sum(numbers)
    6
    """
    found = bar(things, sys.stderr, unit, DELAY) if len(things) > 1 and sys.stderr.isatty() else None
    if found is None:
        yield things
        return
    with found:
        yield found
