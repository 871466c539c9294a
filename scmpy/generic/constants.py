"""Named numbers: parts of pi, small integers, mathematical and floating-point constants; units in the last place."""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import describe
from scmpy.registry import docstring, public, register

MACHINE_EPSILON = 2.0**-52

_ANGLES = {"pi": math.pi, "2pi": 2 * math.pi, **{f"pi/{n}": math.pi / n for n in (2, 3, 4, 6)}}
_NUMBERS: dict[str, tuple[Any, str]] = {
    "zero": (0, "zero"),
    "one": (1, "one"),
    ":two": (2, "two"),
    ":three": (3, "three"),
    ":euler": (0.5772156649015329, "euler_gamma"),
    ":phi": ((1 + math.sqrt(5)) / 2, "golden_ratio"),
    ":ln2": (math.log(2), "ln2"),
    ":ln10": (math.log(10), "ln10"),
    "*machine-epsilon*": (MACHINE_EPSILON, "machine_epsilon"),
    "*sqrt-machine-epsilon*": (2.0**-26, "sqrt_machine_epsilon"),
}


def _define(scheme: tuple[str, ...], value: Any, python: str) -> None:
    for name in scheme:
        doc = docstring(f"The number {value}.", name, python, repr(value))
        register(name, value, python=python, module=__name__, doc=doc)


for _name, _value in _ANGLES.items():
    _python = _name.replace("2pi", "two_pi").replace("/", "_over_")
    _define((_name, f":{_name}"), _value, _python)
    _define((f"-{_name}", f":-{_name}"), -_value, f"minus_{_python}")
register(":+pi", math.pi, python=None, module=__name__, doc=docstring("The number pi.", ":+pi", "pi", repr(math.pi)))
for _name, (_value, _python) in _NUMBERS.items():
    _define((_name, f":{_name}") if _name in ("zero", "one") else (_name,), _value, _python)


@public("ulp")
def ulp(x: Any) -> float:
    """The unit in the last place: the distance from a floating-point number to the next one away from zero.

    Scheme:  (ulp x)
    >>> ulp(1.0) == 2.0**-52
    True
    """
    if isinstance(x, bool) or not isinstance(x, (int, float)):
        raise WrongTypeError(f"ulp expects a real number, got {describe(x)}")
    return math.ulp(x)


@public("ulpr")
def relative_ulp(x: Any) -> float:
    """The unit in the last place, relative to the size of the number.

    Scheme:  (ulpr x)
    Math:    ulp(x) / |x|
    >>> relative_ulp(2.0) == 2.0**-52
    True
    """
    return ulp(x) / abs(x)
