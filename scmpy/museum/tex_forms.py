"""TeX in a line of text, on a line of its own, and as a numbered equation."""

from __future__ import annotations

from scmpy.generic.annotations import Value
from scmpy.registry import public
from scmpy.symbolic.printing import Simplifier, tex


@public("tex$", python="inline_tex")
def inline_tex(value: Value, simplifier: Simplifier = None) -> str:
    """TeX for a line of text, between single dollars.

    Scheme:  (tex$ e)
    >>> inline_tex(2)
    '$2$'
    """
    return f"${tex(value, simplifier)}$"


@public("tex$$", python="display_tex")
def display_tex(value: Value, simplifier: Simplifier = None) -> str:
    """TeX for a line of its own, between double dollars.

    Scheme:  (tex$$ e)
    >>> display_tex(2)
    '$$2$$'
    """
    return f"$${tex(value, simplifier)}$$"


@public("->tex-equation", python="tex_equation")
def tex_equation(value: Value, label: str | None = None, simplifier: Simplifier = None) -> str:
    r"""TeX of a numbered equation, with a label where one is given.

    Scheme:  (->tex-equation e "eq:label")
    >>> print(tex_equation(2, "eq:two"))
    \begin{equation}
    2 \label{eq:two}
    \end{equation}
    """
    body = tex(value, simplifier) + (rf" \label{{{label}}}" if label else "")
    return f"\\begin{{equation}}\n{body}\n\\end{{equation}}"
