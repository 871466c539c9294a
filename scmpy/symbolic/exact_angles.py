"""The exact pi, and the parts of it that have names.

In Python ``pi`` is the number itself: an expression, which becomes a float where one is asked for (beside a float, in
``math`` and numpy, in a numerical method), and is printed as ``π``. In Scheme the course's ``pi`` is a float, and ``π``
is exact, as is the quoted ``':pi``.
"""

from __future__ import annotations

from fractions import Fraction

from scmpy.generic.constants import ANGLES, python_angle
from scmpy.generic.numeric_tower import exact
from scmpy.registry import docstring, register
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.expression import PI, TIMES

_TURNS = {"pi": 1, "2pi": 2, "-pi": -1, "-2pi": -2}


def _declare(angle: str) -> None:
    """The exact angle: in Scheme ``π/2``, in Python ``pi_over_2``."""
    head, _, divisor = angle.partition("/")
    ratio = exact(Fraction(_TURNS[head], int(divisor or 1)))
    name, shown = angle.replace("pi", "π"), "π" if ratio == 1 else f"(* {ratio} π)"
    doc = docstring(f"The angle {name}, exact; a float where one is asked for.", name, python_angle(angle), shown)
    register(name, apply_head(TIMES, (ratio, PI)), python=python_angle(angle), module=__name__, doc=doc)


for _angle in ANGLES:
    _declare(_angle)
    _declare(f"-{_angle}")
