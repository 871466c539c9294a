"""The exact pi, and the parts of it that have names.

In Python ``pi`` is the number itself: an expression, which becomes a float where one is asked for (beside a float, in
``math`` and numpy, in a numerical method), and is printed as ``π``. In Scheme the course's ``pi`` is a float, and ``π``
is exact, as is the quoted ``':pi``.
"""

from __future__ import annotations

from scmpy.generic import operations as g
from scmpy.generic.constants import ANGLES, python_angle
from scmpy.registry import docstring, register
from scmpy.symbolic.expression import PI


def _declare(angle: str) -> None:
    """The exact angle: in Scheme ``π/2``, in Python ``pi_over_2``."""
    head, _, divisor = angle.partition("/")
    value = g.div(g.mul({"pi": 1, "2pi": 2, "-pi": -1, "-2pi": -2}[head], PI), int(divisor or 1))
    name, python = angle.replace("pi", "π"), python_angle(angle)
    register(
        name, value, python=python, module=__name__, doc=docstring(_MEANING.format(name), name, python, repr(value))
    )


_MEANING = "The angle {}, exact; a float where one is asked for."

for _angle in ANGLES:
    _declare(_angle)
    _declare(f"-{_angle}")
