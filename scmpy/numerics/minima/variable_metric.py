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

from scmpy.calculus.derivative import D
from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.arguments import count as natural
from scmpy.generic.closeness import is_close
from scmpy.generic.finite import real
from scmpy.numerics.minima import simplex
from scmpy.numerics.minima.one_variable import NEAREST, brent
from scmpy.numerics.minima.points import Places, Point, point_function, point_of, with_gradient
from scmpy.numerics.of_quantities import of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Real, Value, Values
from scmpy.structure.structure import Up, leaves
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


def _along(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[float, Any, Any]:
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
    """A lower place on a line: the minimum of the cubic that has the values and slopes at two places around one."""
    t, value, slope = _along(f, g, x, v, est)
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
    return None


def by_brent(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[Any, float] | None:
    """The minimum on a line by Brent's method."""
    t, value, _ = _along(f, g, x, v, est)
    if math.isinf(t):
        return None
    _, best, lowest, _ = brent(value, 0.0, t, NEAREST)
    return x + best * v, lowest


def _dfp(H: Any, dx: Any, dg: Any) -> Any:
    import numpy

    Hdg = H @ dg
    return H + numpy.outer(dx, dx) / (dx @ dg) - numpy.outer(Hdg, Hdg) / (dg @ Hdg)


def _bfgs(H: Any, dx: Any, dg: Any) -> Any:
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
        slope = g(new)
        if ends(value, f_x, slope, new):
            return OK, new, value, count
        dx, dg = new - x, slope - g_x
        if dx @ dg > 0:
            H, fresh = method.update(H, dx, dg), False
        x, f_x, g_x = new, value, slope
    return MAXCOUNT, x, f_x, most


def _gradient(g: Any, f: Callable[[Any], Any], operation: str) -> Gradient:
    """The gradient that is given, as a function of points; the exact one of f, if none is."""
    import numpy

    if g is not None and not callable(g) and len(items(g, operation)) > 0:
        raise WrongTypeError(f"{operation} expects the gradient, a function of a vector, or none, got {describe(g)}")
    slope = g if callable(g) else D(f)

    def at(point: Any) -> Any:
        found = slope(Up(map(float, point)))
        return numpy.array(
            [real(x, operation) for x in leaves(Up(found) if isinstance(found, (list, tuple)) else found)]
        )

    return at


def _search_on_line(given: Any, operation: str) -> LineSearch:
    """The line search that a procedure is, which may be one of one's own."""
    import numpy

    if given is line_min_davidon or given is line_min_brent:
        return davidon if given is line_min_davidon else by_brent

    def search(f: Objective, g: Gradient, x: Any, v: Any, est: float) -> tuple[Any, float] | None:
        status, *found = given(f, g, Up(x.tolist()), Up(v.tolist()), est)
        if str(status) != "ok":
            return None
        return numpy.array(point_of(found[0], operation)), real(found[1], operation)

    return search


def _minimum(
    f: Any, g: Any, x: Any, est: Any, ftol: Any, maxiter: Any, method: Method, operation: str
) -> tuple[Any, ...]:
    value, slope = point_function(f, operation), _gradient(g, f, operation)
    start, close, estimate = point_of(x, operation), real(ftol, operation), real(est, operation)

    def ends(new: float, old: float, *_: Any) -> bool:
        return is_close(new, old, close)

    most = natural(maxiter, operation)
    status, place, lowest, count = descend(lambda p: value(p.tolist()), slope, start, method, estimate, ends, most)
    return status, (Up(place.tolist()), lowest), count


@public("dfp")
def dfp(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, with Davidon's line search.

    It ends when two values are as close as ``ftol`` says. An empty list for the gradient is the exact one.

    Scheme:  (dfp f gradient x estimate ftol maxiter), which is (list 'ok (cons x (f x)) count); the status is
             maxcount after so many steps, no-min where a line leads down for ever
    Shapes:  f: vector -> real;  gradient: vector -> vector;  estimate: about the value at the minimum
    Raises:  WrongTypeError if a place or a value is no real number
    >>> dfp(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(davidon, _dfp), "dfp")


@public("dfp-brent")
def dfp_brent(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, with Brent's line search.

    Scheme:  (dfp-brent f gradient x estimate ftol maxiter), as dfp
    Raises:  WrongTypeError if a place or a value is no real number
    >>> dfp_brent(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(by_brent, _dfp), "dfp-brent")


@public("bfgs")
def bfgs(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Broyden, Fletcher, Goldfarb and Shanno.

    Scheme:  (bfgs f gradient x estimate ftol maxiter), as dfp
    Raises:  WrongTypeError if a place or a value is no real number
    >>> bfgs(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    return _minimum(f, g, x, est, ftol, maxiter, Method(davidon, _bfgs), "bfgs")


@public("fletcher-powell")
def fletcher_powell(
    line_search: Callable[..., Any],
    f: Callable[[Any], Any],
    g: Gradient | tuple[()],
    x: Values,
    est: Real,
    ftol: Real,
    maxiter: int,
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Davidon, Fletcher and Powell, by one's own line search.

    Scheme:  (fletcher-powell line-search f gradient x estimate ftol maxiter), as dfp; (line-search f g x v estimate)
             is (list 'ok place value), as line-min-davidon
    Raises:  WrongTypeError if a place or a value is no real number
    >>> fletcher_powell(line_min_brent, lambda p: p[0]**2, (), [1.0], 0.0, 1e-9, 100)[0]
    ok
    """
    name = "fletcher-powell"
    check_callable(line_search, name, "a line search, such as line-min-davidon")
    return _minimum(f, g, x, est, ftol, maxiter, Method(_search_on_line(line_search, name), _dfp), name)


def _line_minimum(search: LineSearch, f: Any, g: Any, x: Any, v: Any, est: Any, operation: str) -> tuple[Any, ...]:
    import numpy

    value, slope = point_function(f, operation), _gradient(g, f, operation)
    start, direction = (numpy.array(point_of(each, operation)) for each in (x, v))
    if len(start) != len(direction):
        raise WrongTypeError(f"{operation} expects a direction of {len(start)} components, got {describe(v)}")
    found = search(lambda p: value(p.tolist()), slope, start, direction, real(est, operation))
    return (NO_MIN,) if found is None else (OK, Up(found[0].tolist()), found[1])


@public("line-min-davidon")
def line_min_davidon(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, v: Values, est: Real
) -> tuple[Any, ...]:
    """A lower place on the line from x along v: Davidon's search, by a cubic through values and slopes.

    Scheme:  (line-min-davidon f gradient x v estimate), which is (list 'ok place value), or (list 'no-min)
    Raises:  WrongTypeError if a place or a value is no real number
    >>> line_min_davidon(lambda p: (p[0] - 1)**2, (), [0.0], [1.0], 0.0)
    (ok, (up 1.), 0.0)
    """
    return _line_minimum(davidon, f, g, x, v, est, "line-min-davidon")


@public("line-min-brent")
def line_min_brent(
    f: Callable[[Any], Any], g: Gradient | tuple[()], x: Values, v: Values, est: Real
) -> tuple[Any, ...]:
    """The lowest place on the line from x along v, by Brent's method.

    Scheme:  (line-min-brent f gradient x v estimate), which is (list 'ok place value), or (list 'no-min)
    Raises:  WrongTypeError if a place or a value is no real number
    >>> line_min_brent(lambda p: (p[0] - 1)**2, (), [0.0], [1.0], 0.0)[0]
    ok
    """
    return _line_minimum(by_brent, f, g, x, v, est, "line-min-brent")


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
    status, x, value, _ = descend(*parts, start, Method(davidon, _bfgs), estimate, ends, STEPS)
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
@of_quantities("multidimensional-minimize", "start")
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
    return places.shaped(simplex.lowest(lambda point: real(f(places.shaped(point)), name), places.first, name))
