"""Minima of functions of several variables: by their gradients, and without.

The method of Broyden, Fletcher, Goldfarb and Shanno, by SciPy, goes down where the function can be differentiated; what
it finds counts if the gradient is 0 there and no direction leads down. Else the simplex of Nelder and Mead goes on.

Source:  Nocedal, Wright, Numerical Optimization, 6.1
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, ScmpyError
from scmpy.generic.arguments import check_callable
from scmpy.generic.finite import real_at
from scmpy.numerics.minima import simplex
from scmpy.numerics.minima.points import Places, Point, with_gradient
from scmpy.numerics.of_quantities import of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Value, Values

STEPS = 500
FLAT = 1e-7  # is the gradient at a minimum, relative to the function and the place
PROBE = 1e-4  # how far, relative to the place, the gradient is compared to tell a minimum from a saddle

Gradient = Callable[[Any], Any]


def _by_gradient(expanded: Callable[[Any], tuple[float, list[float]]], start: Point) -> Point | None:
    """A minimum that the gradient leads to; None where it does not settle in one."""
    import numpy
    from scipy.optimize import minimize

    far = simplex.FAR * max(1.0, *map(abs, start))

    def at(x: Any) -> tuple[float, Any]:
        if not abs(x).max() <= far:
            raise ConvergenceError("the function is still falling")
        value, gradient = expanded(x.tolist())
        return value, numpy.array(gradient)

    with numpy.errstate(all="ignore"):
        found = minimize(at, start, jac=True, method="BFGS", options={"gtol": 0.0, "maxiter": STEPS})
    is_flat = found.status != 1 and abs(found.jac).max() <= FLAT * (1 + abs(found.fun)) / (1 + abs(found.x).max())
    return tuple(found.x.tolist()) if is_flat and _is_convex(lambda x: at(x)[1], found.x) else None


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
