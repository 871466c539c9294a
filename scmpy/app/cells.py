"""Cells of a notebook: forms that are read together, evaluated one after the other, and shown as formulas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.generic.display import typeset
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
    """What a notebook shows of a value, by type of content: text, and TeX if it is a formula.

    >>> session = Session()
    >>> representations(session, session.run("(/ 'a 2)"))
    {'text/plain': '(* 1/2 a)', 'text/latex': '$\\\\displaystyle \\\\frac{1}{2} a$'}
    """
    shown = {"text/plain": session.result_text(value)}
    tex = session.result_tex(value)
    formula = None if tex is None else typeset(tex)
    if formula is not None:
        shown["text/latex"] = formula
    return shown
