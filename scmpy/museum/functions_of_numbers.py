"""Bessel functions by kind and order."""

from __future__ import annotations

from typing import Any

from scmpy.generic.annotations import Scalar, ScalarValue
from scmpy.numerics.special.bessel import bessj, bessy
from scmpy.registry import public


def _of_order(scheme: str, function: Any, order: int, kind: str, value: str) -> None:
    def at(x: Scalar) -> ScalarValue:
        return function(order, x)

    at.__doc__ = f"""The Bessel function of the {kind} kind of order {order}.

    Scheme:  ({scheme} x)
    >>> {scheme}(2.0)
    {value}
    """
    public(scheme)(at)


_of_order("bessj0", bessj, 0, "first", "0.22389077914123567")
_of_order("bessj1", bessj, 1, "first", "0.5767248077568734")
_of_order("bessy0", bessy, 0, "second", "0.5103756726497451")
_of_order("bessy1", bessy, 1, "second", "-0.10703243154093754")
