"""How values show themselves: simplified, as Scheme text at the REPL and as TeX in a notebook."""

from __future__ import annotations

from typing import Any

from scmpy.errors import GenericOperationError
from scmpy.render.scheme_text import scheme_text
from scmpy.render.tex import tex


class Displayed:
    """Mixin: the printed form of a value is that of its simplified expression."""

    __slots__ = ()

    def __repr__(self) -> str:
        try:
            return text_of(self)
        except GenericOperationError:  # components that no expression stands for, such as arrays
            return f"({type(self).__name__.lower()} {' '.join(map(repr, self))})"  # type: ignore[call-overload]

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {tex_of(self)}$"


def text_of(value: Any) -> str:
    """The simplified value as Scheme text."""
    from scmpy.symbolic.simplify import simplified_expression

    return scheme_text(simplified_expression(value))


def tex_of(value: Any) -> str:
    """The simplified value as TeX."""
    from scmpy.symbolic.simplify import simplified_expression

    return tex(simplified_expression(value))
