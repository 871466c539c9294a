"""The table of integrals, and how a row of it is read."""

import math
from typing import Any

import mpmath

from ...tables import public_names, sections

INTEGRALS = sections(__file__, "integrals.txt")


def integral(row: str) -> tuple[Any, ...]:
    """The integrand, the limits, and the integral to the digits that mpmath has."""
    f, *limits = row.split(" | ")[:3]
    names = public_names() | {"INF": math.inf}
    exact = (eval(text, vars(mpmath) | {"INF": math.inf}) for text in row.split(" | ")[3:])
    return eval(f"lambda x: {f}", names), *(eval(limit, names) for limit in limits), *exact
