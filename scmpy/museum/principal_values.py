"""Angles and other numbers brought into a standard range."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar
from scmpy.generic.arrays import is_array
from scmpy.generic.closeness import principal_value
from scmpy.generic.finite import finite_real
from scmpy.generic.functions import Function
from scmpy.registry import docstring, public, register

register(
    "principal-value-minus-pi-to-pi",
    principal_value(math.pi),
    module=__name__,
    doc=docstring(
        "The angle brought into [-pi, pi).",
        "(principal-value-minus-pi-to-pi angle)",
        "principal_value_minus_pi_to_pi(4.0) == float(4 - 2 * pi), principal_value_minus_pi_to_pi(pi) == float(-pi)",
        "(True, True)",
    ),
)


register(
    "principal-value-zero-to-2pi",
    principal_value(2 * math.pi),
    module=__name__,
    doc=docstring(
        "The angle brought into [0, 2 pi).",
        "(principal-value-zero-to-2pi angle)",
        "principal_value_zero_to_2pi(-1.0) == float(2 * pi - 1), principal_value_zero_to_2pi(two_pi)",
        "(True, 0.0)",
    ),
)


@public("principal-range")
def principal_range(period: Scalar) -> Callable[[Any], Any]:
    """The function that brings a number into the interval of length ``period`` around zero.

    Scheme:  ((principal-range period) x)
    Math:    x plus the multiple of the period that puts it into [-period/2, period/2)
    >>> principal_range(4)(7)
    -1
    """
    finite_real(period)

    def principal(x: Any) -> Any:
        if is_array(x):
            return x - period * ((x + period / 2) // period)
        return g.sub(x, g.mul(period, math.floor(g.add(g.div(finite_real(x, "principal-range"), period), 0.5))))

    return Function(principal, f"(principal-range {period})")
