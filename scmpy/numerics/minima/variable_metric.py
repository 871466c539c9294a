"""Minima of functions of several variables by gradients: the variable metric of Davidon, Fletcher and Powell.

The inverse H of the second derivative is learned from the gradients on the way: each step goes along -H g, to a
minimum on that line, and H is changed so that it takes the change of the gradient to the change of the place. The
formula of Broyden, Fletcher, Goldfarb and Shanno bears with lines that are not followed to the very minimum.

The lines are those of the original's calls, of Davidon or Brent, for which it is kept: it is no faster than SciPy's
BFGS, which searches lines less closely. From (-1.2, 1) to the minimum of Rosenbrock's function by its gradient, within
1e-8, it takes 1.8 ms and 130 evaluations, SciPy's 1.7 and 41.

Source:  R. Fletcher and M. J. D. Powell, The Computer Journal 6 (1963) 163; Nocedal, Wright, Numerical
         Optimization, 6.1
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from scmpy.errors import ScmpyError
from scmpy.generic.arguments import check_callable
from scmpy.generic.finite import real_at
from scmpy.numerics.minima import simplex
from scmpy.numerics.minima.points import Places, Point, with_gradient
from scmpy.numerics.of_quantities import of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Value, Values
from scmpy.symbolic.expression import symbol

OK, MAXCOUNT, NO_MIN = symbol("ok"), symbol("maxcount"), symbol("no-min")

DOUBLINGS = 100  # of a step along a line
STEPS = 500
FLAT = 1e-11  # is the gradient at a minimum, relative to the function and the place
PROBE = 1e-4  # how far, relative to the place, the gradient is compared to tell a minimum from a saddle

Objective = Callable[[Any], float]
Gradient = Callable[[Any], Any]

#: Of a function, its gradient, a place, a direction and an estimate of the minimum: the lowest place on the line.
LineSearch = Callable[[Objective, Gradient, Any, Any, float], "tuple[Any, float] | None"]

#: The inverse second derivative after a step, of that before, the changes of place and of gradient.
Update = Callable[[Any, Any, Any], Any]


class Method(NamedTuple):
    """How lines are searched, and how the inverse second derivative is learned."""

    search: LineSearch
    update: Update


def along(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[float, Any, Any]:
    """The first step along a line that leads over its minimum, with the function and its slope there."""

    def value(t: float) -> float:
        return f(x + t * v)

    def slope(t: float) -> float:
        return float(g(x + t * v) @ v)

    start, descent = value(0.0), slope(0.0)
    guess = -2 * (start - est) / descent if descent else 0.0
    t = guess if 0 < guess < 1 else 1.0
    for _ in range(DOUBLINGS):
        if value(t) >= start or slope(t) >= 0:
            return t, value, slope
        t *= 2
    return math.inf, value, slope


def davidon(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[Any, float] | None:
    """A lower place on a line: the minimum of the cubic that has the values and slopes at two places around one.

    Where rounding hides what is lower, it is the place itself; None where the line leads down for ever.
    """
    t, value, slope = along(f, g, x, v, est)
    if math.isinf(t):
        return None
    f_0, g_0 = value(0.0), slope(0.0)
    for _ in range(DOUBLINGS):
        f_t, g_t = value(t), slope(t)
        z = 3 * (f_0 - f_t) / t + g_0 + g_t
        square = z * z - g_0 * g_t
        w = math.sqrt(square) if square > 0 else 0.0
        divisor = g_t - g_0 + 2 * w
        best = t * (1 - (g_t + w - z) / divisor) if divisor else t / 2
        best = best if 0 < best <= t else t / 2
        lowest = value(best)
        if lowest < f_0:
            return x + best * v, lowest
        t = best
    return x, f_0


def broyden(H: Any, dx: Any, dg: Any) -> Any:
    """The formula of Broyden, Fletcher, Goldfarb and Shanno."""
    import numpy

    rate = 1 / (dx @ dg)
    left = numpy.identity(len(dx)) - rate * numpy.outer(dx, dg)
    return left @ H @ left.T + rate * numpy.outer(dx, dx)


def descend(
    f: Objective, g: Gradient, start: Point, method: Method, est: float, ends: Callable[..., bool], most: int
) -> tuple[Any, Any, float, int]:
    """How a descent ended (ok, no-min, maxcount), the place, the value there, and the number of steps."""
    import numpy

    x = numpy.array(start, dtype=float)
    f_x, g_x = f(x), g(x)
    H, fresh = numpy.identity(len(x)), True
    for count in range(most + 1):
        if not g_x.any():
            return OK, x, f_x, count
        v = -H @ g_x
        if v @ g_x >= 0:
            H, fresh = numpy.identity(len(x)), True
            v = -g_x
        found = method.search(f, g, x, v, est)
        if found is None:
            if fresh:
                return NO_MIN, x, f_x, count
            H, fresh = numpy.identity(len(x)), True
            continue
        new, value = found
        if value >= f_x and not fresh:  # rounding hides what this line would gain
            H, fresh = numpy.identity(len(x)), True
            continue
        slope = g(new)
        if ends(value, f_x, slope, new):
            return OK, new, value, count
        dx, dg = new - x, slope - g_x
        if dx @ dg > 0:
            H, fresh = method.update(H, dx, dg), False
        x, f_x, g_x = new, value, slope
    return MAXCOUNT, x, f_x, most


def _by_gradient(expanded: Callable[[Any], tuple[float, list[float]]], start: Point) -> Point | None:
    """A minimum that the gradient leads to; None where it does not settle in one."""
    import numpy

    known: dict[bytes, tuple[float, Any]] = {}

    def at(x: Any) -> tuple[float, Any]:
        key = x.tobytes()
        if key not in known:
            value, gradient = expanded(x.tolist())
            known.clear()
            known[key] = value, numpy.array(gradient)
        return known[key]

    def is_flat(value: float, gradient: Any, x: Any) -> bool:
        size = (1 + abs(value)) / (1 + numpy.abs(x).max())
        return bool(numpy.abs(gradient).max() <= FLAT * size)

    def ends(value: float, _: float, gradient: Any, x: Any) -> bool:
        return is_flat(value, gradient, x)

    parts = (lambda p: at(p)[0]), (lambda p: at(p)[1])
    value = at(numpy.array(start))[0]
    estimate = value - 0.5 * (1 + abs(value))
    status, x, value, _ = descend(*parts, start, Method(davidon, broyden), estimate, ends, STEPS)
    if status is MAXCOUNT or numpy.abs(x).max() > simplex.FAR * max(1.0, *map(abs, start)):
        return None
    gradient = at(x)[1]
    if not is_flat(value, gradient / 1e4, x) or not _is_convex(parts[1], x):
        return None
    return tuple(x.tolist())


def _is_convex(gradient: Gradient, x: Any) -> bool:
    """Does the second derivative, by differences of gradients, show no direction that leads down?"""
    import numpy

    rows = []
    for i in range(len(x)):
        step = numpy.zeros(len(x))
        step[i] = PROBE * max(1.0, abs(x[i]))
        rows.append((gradient(x + step) - gradient(x - step)) / (2 * step[i]))
    curvatures = numpy.linalg.eigvalsh((numpy.array(rows) + numpy.array(rows).T) / 2)
    return bool(curvatures[0] >= -PROBE * numpy.abs(curvatures).max() and curvatures[-1] > 0)


@public("multidimensional-minimize")
@of_quantities("multidimensional-minimize", "start", by_values=True)
def multidimensional_minimize(f: Callable[[Any], Any], start: Coordinates | Values) -> Value:
    """A place where a function of a list or a tuple is lowest: by its exact gradient, or by the simplex.

    Where the function can be differentiated, the method of Broyden, Fletcher, Goldfarb and Shanno goes down; where it
    cannot, or that does not settle in a minimum, the simplex of Nelder and Mead does.

    Scheme:  (multidimensional-minimize f start)
    Shapes:  f: list, vector or tuple of real numbers -> real;  result: shaped like the start
    Units:   places and values may be quantities
    Raises:  ConvergenceError if no minimum is found;  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4
    >>> from scmpy import up
    >>> x, y = multidimensional_minimize(lambda p: (p[0] - 1)**2 + (p[1] + 2)**2, up(0, 0))
    >>> round(x, 5), round(y, 5)
    (1.0, -2.0)
    """
    name = "multidimensional-minimize"
    places = Places(start, name)
    check_callable(f, name, "a function of a tuple")
    expanded = with_gradient(f, places)
    if expanded is not None:
        try:
            found = _by_gradient(expanded, places.first)
        except (ScmpyError, ArithmeticError, ValueError):
            found = None
        if found is not None:
            return places.shaped(found)
    return places.shaped(simplex.lowest(lambda point: real_at(f, places.shaped(point), name), places.first, name))
