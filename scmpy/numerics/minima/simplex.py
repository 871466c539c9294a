"""The simplex of Nelder and Mead, by SciPy: minima of functions of several variables, without derivatives.

A simplex of n + 1 points is turned away from its worst point, stretched, or drawn together, until the values at its
points are close, or its points are.

Source:  J. A. Nelder and R. Mead, The Computer Journal 7 (1965) 308
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError, describe
from scmpy.generic.arguments import count as natural
from scmpy.generic.finite import real
from scmpy.numerics.minima.points import Point, point_function, point_of
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, Values
from scmpy.structure.structure import Up
from scmpy.symbolic.expression import symbol

EDGE = 0.01  # of the first simplex, relative to its first point
GAIN = 1e-9  # of a fresh simplex, relative to the value, that is worth another one
LEVEL = 1e-10  # differences of values, relative to them, that end the search
NEAR = 1e-6  # distances of points, relative to them, that end it too
MOST = 1000  # steps for each variable
FAR = 1e8  # times as far as the start: there is no minimum

OK, MAXCOUNT = symbol("ok"), symbol("maxcount")

Objective = Callable[[Any], float]


def descended(
    f: Objective, start: Point, edges: Sequence[float], level: float, near: float, most: int, callback: Any = None
) -> tuple[Any, int]:
    """What SciPy finds from a simplex with these edges, and the number of steps.

    It ends where values are as level as that, relative to their size plus 1, and points as near as that, or after the
    most steps; then the status is not 0.
    """
    import numpy
    from scipy.optimize import minimize

    corners: Any = [start, *((*start[:i], start[i] + edge, *start[i + 1 :]) for i, edge in enumerate(edges))]
    steps, allowed = 0, level * (1 + abs(f(start)))
    while True:
        options = {"initial_simplex": corners, "fatol": allowed, "xatol": near, "maxiter": most - steps + 1}
        with numpy.errstate(all="ignore"):
            found = minimize(lambda p: f(p.tolist()), start, method="Nelder-Mead", callback=callback, options=options)
        steps += found.nit - 1
        size, corners = level * (1 + abs(found.fun)), found.final_simplex[0]
        if found.status or size >= allowed / 2:
            return found, steps
        allowed = size


def lowest(f: Objective, start: Point, operation: str) -> Point:
    """A place where a function is lowest: simplex after simplex, each from the best point of the one before.

    >>> [round(x, 5) for x in lowest(lambda p: abs(p[0] - 1) + abs(p[1] + 2), (0.0, 0.0), "an example")]
    [1.0, -2.0]
    """
    steps, far, size, value = 0, FAR * max(1.0, *map(abs, start)), EDGE, f(start)
    most = MOST * len(start)

    def callback(point: Any) -> None:
        if abs(point).max() > far:
            raise falling(point)

    def falling(point: Any) -> ConvergenceError:
        return ConvergenceError(
            f"{operation} found no minimum; the function is still falling at "
            f"{tuple(point.tolist())}, where it is {f(point.tolist())}"
        )

    while True:
        edges = [size * max(abs(x), 1.0) for x in start]
        near = NEAR * max(1.0, *map(abs, start))
        found, count = descended(f, start, edges, LEVEL, near, most - steps, callback)
        if found.status:
            raise falling(found.x)
        before, value, start = value, float(found.fun), tuple(found.x.tolist())
        if before - value <= GAIN * abs(value) + LEVEL / 100:
            return start
        steps, size = steps + count, size / 100


def _lowest(counted: Counted, found: tuple[Any, ...]) -> tuple[Any, ...]:
    """What has been found, among quantities."""
    how, (place, value), count = found
    return how, (counted.place(place), counted.value(value)), count


@public("nelder-mead")
@of_quantities("nelder-mead", "start", _lowest, distances="step", by_values=True)
def nelder_mead(f: Callable[[Any], Any], start: Values, step: Real, epsilon: Real, maxiter: int) -> tuple[Any, ...]:
    """A minimum of a function of a vector, by the simplex of Nelder and Mead.

    It ends when the values at the corners are as close as ``epsilon`` says.

    Scheme:  (nelder-mead f start step epsilon maxiter), which is (list 'ok (cons x (f x)) count), or
             (list 'maxcount (cons x (f x)) count) after so many steps
    Shapes:  f: vector -> real;  start: vector;  step: the edges of the first simplex
    Units:   places, the step and values may be quantities; epsilon is a number, relative to the values
    Raises:  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4; J. A. Nelder and R. Mead, The Computer Journal 7 (1965) 308
    >>> nelder_mead(lambda p: (p[0] - 1)**2 + p[1]**2, [0, 0], 0.1, 1e-12, 200)[0]
    ok
    """
    name = "nelder-mead"
    first, edge, eps = point_of(start, name), real(step, name), real(epsilon, name)
    if not edge:
        raise WrongTypeError(f"{name} expects edges that are not 0, got {describe(step)}")
    most = natural(maxiter, name)
    found, steps = descended(point_function(f, name), first, [edge] * len(first), eps, math.inf, most)
    return MAXCOUNT if found.status else OK, (Up(found.x.tolist()), float(found.fun)), steps
