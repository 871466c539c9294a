"""Limits of integrals, which may be infinite."""

from __future__ import annotations

import math
from typing import Any

from scmpy.generic.finite import real
from scmpy.symbolic.expression import symbol

PLUS_INFINITY, MINUS_INFINITY = symbol(":+infinity"), symbol(":-infinity")


def limit_of(value: Any, operation: str) -> Any:
    """A limit: an infinite float, or a finite real number.

    >>> limit_of(symbol(":-infinity"), "an example"), limit_of(3, "an example")
    (-inf, 3)
    """
    if value is PLUS_INFINITY or value is MINUS_INFINITY:
        return math.inf if value is PLUS_INFINITY else -math.inf
    if isinstance(value, float) and math.isinf(value):
        return value
    real(value, operation)
    return value
