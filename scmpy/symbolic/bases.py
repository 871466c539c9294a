"""Exponentials and logarithms to the bases 2 and 10."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.registry import docstring, register


def _exact_logarithm(x: Any, base: int) -> int | None:
    """The exponent n with x = base^n, if x is such a power."""
    if not isinstance(x, (int, Fraction)) or isinstance(x, bool) or x <= 0:
        return None
    n = round(math.log(x.numerator, base) - math.log(x.denominator, base))
    return n if Fraction(base) ** n == x else None


def _define(base: int) -> None:
    def power(x: Any) -> Any:
        return g.expt(base, x)

    def logarithm(x: Any) -> Any:
        found = _exact_logarithm(x, base)
        return g.div(g.log(x), g.log(base)) if found is None else found

    power.__doc__ = docstring(
        f"The power of {base}.", f"(exp{base} x)", f"exp{base}(3), exp{base}(-1)", f"({base**3}, Fraction(1, {base}))"
    )
    logarithm.__doc__ = docstring(
        f"The logarithm to the base {base}, exact of exact powers.", f"(log{base} x)", f"log{base}({base**3})", "3"
    )
    functions: tuple[tuple[str, Callable[[Any], Any]], ...] = (("exp", power), ("log", logarithm))
    for name, function in functions:
        register(f"{name}{base}", Function(function, f"{name}{base}"), module=__name__)


_define(2)
_define(10)
