"""How every value shows itself in a notebook and in a format string.

The notations belong to the layers above, which enter them here: ``scheme``, ``infix`` and ``tex``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError

#: The text of any value in a notation, by the name of the notation.
NOTATIONS: dict[str, Callable[[Any], str]] = {}


class Shown:
    """Mixin: TeX in a notebook, and the notations as formats.

    >>> from scmpy import *
    >>> m, v = symbols("m v")
    >>> f"{m * v**2 / 2:infix}", f"{m * v**2 / 2:scheme}"
    ('½ m v²', '(* 1/2 m (expt v 2))')
    """

    __slots__ = ()

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {NOTATIONS['tex'](self)}$"

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        if spec not in NOTATIONS:
            raise WrongTypeError(f"the formats of a value are {', '.join(NOTATIONS)}; got {spec!r}")
        return NOTATIONS[spec](self)
