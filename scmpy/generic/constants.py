"""Named numbers: parts of pi, small integers, mathematical and floating-point constants."""

from __future__ import annotations

import math
from typing import Any

from scmpy.registry import docstring, register

MACHINE_EPSILON = 2.0**-52

#: The angles that have names, by name.
ANGLES = {"pi": math.pi, "2pi": 2 * math.pi, **{f"pi/{n}": math.pi / n for n in (2, 3, 4, 6)}}
_NUMBERS: dict[str, tuple[Any, str, str]] = {
    "zero": (0, "zero", "The number 0."),
    "one": (1, "one", "The number 1."),
    ":zero": (0, "zero", "The number 0."),
    ":one": (1, "one", "The number 1."),
    ":two": (2, "two", "The number 2."),
    ":three": (3, "three", "The number 3."),
    ":euler": (0.5772156649015329, "euler_gamma", "Euler's constant, the limit of 1 + 1/2 + ... + 1/n - log n."),
    ":phi": ((1 + math.sqrt(5)) / 2, "golden_ratio", "The golden ratio, (1 + sqrt 5) / 2."),
    ":ln2": (math.log(2), "ln2", "The natural logarithm of 2."),
    ":ln10": (math.log(10), "ln10", "The natural logarithm of 10."),
    "*machine-epsilon*": (MACHINE_EPSILON, "machine_epsilon", "The distance from 1 to the next float, 2^-52."),
    "*sqrt-machine-epsilon*": (2.0**-26, "sqrt_machine_epsilon", "The square root of the machine epsilon."),
}


def _declare(name: str, value: Any, python: str, meaning: str) -> None:
    register(name, value, python=python, module=__name__, doc=docstring(meaning, name, python, repr(value)))


def python_angle(name: str) -> str:
    """The name in Python of an angle of the course.

    >>> python_angle("2pi"), python_angle("-pi/2")
    ('two_pi', 'minus_pi_over_2')
    """
    return name.replace("-", "minus_").replace("2pi", "two_pi").replace("/", "_over_")


def _declare_angle(name: str, angle: str, value: float) -> None:
    """An angle of the course is a float, under names of Scheme alone: in Python the angle is exact."""
    typed = f"round(float({python_angle(angle)}), 12)"
    doc = docstring(f"The angle {angle}, as a float.", name, typed, repr(round(value, 12)))
    register(name, value, python=None, module=__name__, doc=doc)


for _name, _value in ANGLES.items():
    for _prefix in ("", ":"):
        _declare_angle(f"{_prefix}{_name}", _name, _value)
        _declare_angle(f"{_prefix}-{_name}", f"-{_name}", -_value)
_declare_angle(":+pi", "pi", math.pi)
for _name, (_value, _python, _meaning) in _NUMBERS.items():
    _declare(_name, _value, _python, _meaning)
