"""Cells of a notebook: forms that are read together, evaluated one after the other, and shown as formulas."""

from __future__ import annotations

import weakref
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import Any

from scmpy.generic.display import typeset
from scmpy.plot.figures import changed, collecting, figure_of
from scmpy.scheme import Session
from scmpy.scheme.data import Defined

Show = Callable[[Any], None]


def run_cell(session: Session, text: str, name: str, show: Show) -> Any:
    """Evaluate the forms of a cell and show the value of each but the last, which is returned.

    A definition has no value. A cell that cannot be read is not evaluated at all.

    >>> run_cell(Session(), "(define x 1) (+ x x) (+ x 2)", "In[1]", print)
    2
    3
    """
    value = None
    for form in list(session.forms(text, name)):
        if value is not None:
            show(value)
        value = session.evaluate(form)
        value = None if isinstance(value, Defined) else value
    return value


def representations(session: Session, value: Any) -> dict[str, str]:
    """What a notebook shows of a value, by type of content: text, and TeX if it is a formula, PNG if it is a picture.

    >>> session = Session()
    >>> representations(session, session.run("(/ 'a 2)"))
    {'text/plain': '(* 1/2 a)', 'text/latex': '$\\\\displaystyle \\\\frac{1}{2} a$'}
    """
    shown = {"text/plain": session.result_text(value)}
    figure = figure_of(value)
    if figure is not None:
        return shown | picture(figure)
    tex = session.result_tex(value)
    formula = None if tex is None else typeset(tex)
    if formula is not None:
        shown["text/latex"] = formula
    return shown


def picture(figure: Any) -> dict[str, str]:
    """What a notebook shows of a picture; what is drawn in it is not new then."""
    found = BytesIO()
    figure.savefig(found, format="png")
    figure.stale = False
    return {"image/png": b64encode(found.getvalue()).decode("ascii")}


class Pictures:
    """The pictures of a session in a notebook: each is shown after every cell that draws in it."""

    def __init__(self) -> None:
        self._kept: list[weakref.ref[Any]] = []

    @contextmanager
    def of_cell(self, show: Callable[[dict[str, str]], None]) -> Iterator[None]:
        """Show what a cell draws, when it has ended."""
        with collecting() as figures:
            try:
                yield
            finally:
                earlier = [figure for kept in self._kept if (figure := kept()) is not None]
                together = [*earlier, *figures]
                self._kept = [weakref.ref(figure) for figure in together]
                for figure in changed(together):
                    if figure.canvas.manager is None:  # pyplot shows its own
                        show({"text/plain": f"<picture {figure.get_label()}>", **picture(figure)})
