"""Area-preserving maps of the plane, in the form that explorers and collectors of orbits take.

A map takes x and y, a continuation that gets the next x and y, and one that is called, without arguments, where the
map is not defined.

Source: SICM 3.6, 3.9.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.differential import Perturbed, finite_part
from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import describe
from scmpy.registry import public
from scmpy.structure.aliases import Scalar

Continuation = Callable[[Any, Any], Any]
Failure = Callable[[], Any]


def angle_from(start: float, x: Any) -> Any:
    """The angle in the full turn from a start that differs from x by whole turns."""
    value = g.inexact(x)
    if isinstance(value, Perturbed):
        return g.sub(value, math.tau * ((finite_part(value) - start) // math.tau))
    if not isinstance(value, float):
        raise WrongTypeError(f"a map of angles expects real numbers, got {describe(x)}")
    return (value - start) % math.tau + start if start else value % math.tau


def _angle(x: Any) -> Any:
    return angle_from(0.0, x)


@public("standard-map")
def standard_map(K: Scalar) -> Function:
    """Chirikov's standard map, of an angle and an angular momentum modulo 2 pi.

    Scheme:  ((standard-map K) x y continue fail)
    Math:    y' = y + K sin x,  x' = x + y'
    Source:  SICM 3.9
    >>> standard_map(0)(1, 2, lambda x, y: (x, y), lambda: None)
    (3.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        momentum = g.add(y, g.mul(K, g.sin(x)))
        return proceed(_angle(g.add(x, momentum)), _angle(momentum))

    return Function(step, "standard-map")


@public("standard-map-inverse")
def standard_map_inverse(K: Scalar) -> Function:
    """The inverse of the standard map.

    Scheme:  ((standard-map-inverse K) x y continue fail)
    Math:    x = x' - y',  y = y' - K sin x
    >>> standard_map_inverse(0)(3, 2, lambda x, y: (x, y), lambda: None)
    (1.0, 2.0)
    """

    def step(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        angle = g.sub(x, y)
        return proceed(_angle(angle), _angle(g.sub(y, g.mul(K, g.sin(angle)))))

    return Function(step, "standard-map-inverse")


@public("iterated-map")
def iterated_map(step: Callable[..., Any], n: int) -> Function:
    """The n-th iterate of a map.

    Scheme:  ((iterated-map map n) x y continue fail)
    Source:  SICM 4
    >>> iterated_map(standard_map(0), 3)(0, 1, lambda x, y: (x, y), lambda: None)
    (3.0, 1.0)
    """
    if not isinstance(n, int) or isinstance(n, bool) or n < 0:
        raise WrongTypeError(f"iterated-map expects a count of iterations, got {describe(n)}")

    def iterate(x: Any, y: Any, proceed: Continuation, fail: Failure) -> Any:
        for _ in range(n):
            point = step(x, y, lambda x, y: (x, y), lambda: None)
            if not isinstance(point, tuple):
                return fail()
            x, y = point
        return proceed(x, y)

    return Function(iterate, "iterated-map")
