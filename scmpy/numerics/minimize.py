"""Minima of real functions: Brent's method in one variable, the simplex of Nelder and Mead in several.

Neither takes derivatives. Brent's method steps to the lowest point of a parabola through three points, and by golden
section where that does not help. A simplex of n + 1 points is turned away from its worst point, stretched, or drawn
together, until it is small; it starts afresh from its best point until that gains nothing.

Source:  R. P. Brent, Algorithms for Minimization without Derivatives, 1973, ch. 5; J. A. Nelder and R. Mead, The
         Computer Journal 7 (1965) 308
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, GenericOperationError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.kinds import describe
from scmpy.registry import public
from scmpy.structure.structure import Structure, Up, as_structure, leaves, unflatten

GOLDEN = (3 - math.sqrt(5)) / 2
STEPS = 1000  # of one variable; of the simplex for each variable
GAIN = 1e-9  # of a fresh simplex, relative to the value, that is worth another one
FAR = 1e8  # times as far as the start: there is no minimum

Point = tuple[float, ...]


def real(value: Any, operation: str) -> float:
    """A finite float, or an error that says what should have been one."""
    try:
        number = g.inexact(value)
    except GenericOperationError:
        number = None
    if not isinstance(number, (int, float)) or isinstance(number, bool) or not math.isfinite(number):
        raise WrongTypeError(f"{operation} expects real numbers, got {describe(value)}")
    return float(number)


@public("minimize")
def minimize(f: Callable[[Any], Any], low: Any, high: Any, tolerance: float = 1e-10) -> tuple[float, float, int]:
    """A minimum of a function of one variable between two places, by Brent's method.

    Scheme:  (minimize f low high), which is (list x (f x) count)
    Shapes:  result: the place, the value there, the number of steps
    Raises:  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4
    >>> x, value, _ = minimize(lambda x: (x - 2)**2 + 1, 0, 5)
    >>> round(x, 6), round(value, 9)
    (2.0, 1.0)
    """

    def at(x: float) -> float:
        return real(f(x), "minimize")

    a, b = sorted((real(low, "minimize"), real(high, "minimize")))
    best = second = third = a + GOLDEN * (b - a)
    f_best = f_second = f_third = at(best)
    step = last = 0.0
    for count in range(STEPS):
        middle, near = (a + b) / 2, tolerance * abs(best) + 1e-12
        if abs(best - middle) <= 2 * near - (b - a) / 2:
            return best, f_best, count
        before, last = last, step
        r, q = (best - second) * (f_best - f_third), (best - third) * (f_best - f_second)
        p, q = (best - third) * q - (best - second) * r, 2 * (q - r)
        p, q = (-p, q) if q > 0 else (p, -q)
        if abs(before) > near and abs(p) < abs(q * before / 2) and q * (a - best) < p < q * (b - best):
            step = p / q
        else:
            last = (b if best < middle else a) - best
            step = GOLDEN * last
        x = best + (step if abs(step) >= near else math.copysign(near, step))
        f_x = at(x)
        a, b = (min(a, x), b) if x < a else (a, b)
        if f_x <= f_best:
            a, b = (best, b) if x >= best else (a, best)
            third, f_third, second, f_second, best, f_best = second, f_second, best, f_best, x, f_x
        else:
            a, b = (x, b) if x < best else (a, x)
            if f_x <= f_second or second == best:
                third, f_third, second, f_second = second, f_second, x, f_x
            elif f_x <= f_third or third in (best, second):
                third, f_third = x, f_x
    raise ConvergenceError(f"minimize did not settle within {STEPS} steps; it is near {best}")


class Simplex:
    """n + 1 points with the values of a function, the best one first."""

    def __init__(self, f: Callable[[Point], float], start: Point, size: float) -> None:
        self.f = f
        corners = [start, *(_moved(start, i, size * max(abs(x), 1.0)) for i, x in enumerate(start))]
        self.points = [(f(x), x) for x in corners]
        self.start = self.points[0][0]
        self.points.sort()

    @property
    def spread(self) -> float:
        """The longest edge from the best point, relative to its size."""
        best = self.points[0][1]
        return max(abs(x - y) / max(abs(y), 1.0) for _, point in self.points for x, y in zip(point, best, strict=True))

    def step(self) -> None:
        """Replace the worst point, or draw all of them towards the best."""
        *rest, (worst, corner) = self.points
        centre = tuple(sum(x) / len(rest) for x in zip(*(point for _, point in rest), strict=True))

        def beyond(factor: float) -> tuple[float, Point]:
            point = tuple(x + factor * (x - y) for x, y in zip(centre, corner, strict=True))
            return self.f(point), point

        found = beyond(1.0)
        if found < rest[0]:
            found = min(found, beyond(2.0))
        elif found >= rest[-1]:
            found = min(found, beyond(0.5 if found[0] < worst else -0.5))
        if found[0] < worst:
            self.points = sorted([*rest, found])
        else:
            best = rest[0][1]
            closer = [tuple((x + y) / 2 for x, y in zip(point, best, strict=True)) for _, point in self.points[1:]]
            self.points = sorted([rest[0], *((self.f(point), point) for point in closer)])


def _moved(point: Point, i: int, step: float) -> Point:
    return (*point[:i], point[i] + step, *point[i + 1 :])


def nelder_mead(f: Callable[[Point], float], start: Point, tolerance: float = 1e-6, size: float = 0.1) -> Point:
    """A place where a function of several variables is lowest.

    >>> [round(x, 6) for x in nelder_mead(lambda p: (p[0] - 1)**2 + (p[1] + 2)**4, (0.0, 0.0))][0]
    1.0
    """
    steps, far = 0, FAR * max(1.0, *map(abs, start))
    while True:
        simplex = Simplex(f, start, size)
        before = simplex.start
        while simplex.spread > tolerance:
            simplex.step()
            steps += 1
            if steps > STEPS * len(start) or max(map(abs, simplex.points[0][1])) > far:
                raise ConvergenceError(
                    f"multidimensional-minimize found no minimum in {steps} steps; the function is still falling at "
                    f"{simplex.points[0][1]}"
                )
        value, start = simplex.points[0]
        if before - value <= GAIN * abs(value) + tolerance**2:
            return start
        size /= 100


@public("multidimensional-minimize")
def multidimensional_minimize(f: Callable[[Any], Any], start: Any) -> Any:
    """A place where a function of a list or a tuple is lowest, by the simplex of Nelder and Mead.

    Scheme:  (multidimensional-minimize f start)
    Shapes:  f: list, vector or tuple of real numbers -> real;  result: shaped like the start
    Raises:  ConvergenceError if no minimum is found;  WrongTypeError if a place or a value is no real number
    Source:  SICM 1.4
    >>> from scmpy import up
    >>> x, y = multidimensional_minimize(lambda p: (p[0] - 1)**2 + (p[1] + 2)**2, up(0, 0))
    >>> round(x, 5), round(y, 5)
    (1.0, -2.0)
    """
    name = "multidimensional-minimize"
    shape = start if isinstance(start, Structure) else Up(items(start, name))
    if not leaves(shape):
        raise WrongTypeError(f"{name} expects some numbers to start from, got {describe(start)}")

    def shaped(point: Point) -> Any:
        value = unflatten(iter(point), shape)
        return value if isinstance(start, Structure) else list(value) if isinstance(start, list) else tuple(value)

    first = tuple(real(x, name) for x in leaves(shape))
    return shaped(nelder_mead(lambda point: real(f(shaped(point)), name), first))


@public("parameters->vector")
def parameters_to_vector(parameters: Any) -> list[Any]:
    """The numbers of a tuple as a vector, which is what minimisers move; a number is a vector of one.

    Scheme:  (parameters->vector parameters)
    >>> from scmpy import down, up
    >>> parameters_to_vector(up(1, down(2, 3))), parameters_to_vector(4)
    ([1, 2, 3], [4])
    """
    return leaves(Up(parameters) if isinstance(parameters, (list, tuple)) else parameters)


@public("vector->parameters")
def vector_to_parameters(vector: Any) -> Any:
    """The number of a vector of one; the up tuple of a longer one.

    Scheme:  (vector->parameters v)
    >>> vector_to_parameters([4]), vector_to_parameters([1, 2])
    (4, (up 1 2))
    """
    components = as_structure(vector)
    return components[0] if len(components) == 1 else components
