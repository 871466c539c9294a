"""Roots of functions of several unknowns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import (
    ConvergenceError,
    ScmpyError,
    StructureError,
    describe,
)
from scmpy.generic.arguments import items
from scmpy.generic.finite import real
from scmpy.numerics.linear.systems import singular
from scmpy.numerics.of_quantities import of_quantities
from scmpy.numerics.roots.newton import REGULAR, newton
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Real, Value, Values
from scmpy.structure.structure import Up, leaves


@public("multidimensional-root")
@of_quantities("multidimensional-root", "start", distances="step", errors="min_step")
def multidimensional_root(
    f: Callable[[Any], Any], start: Coordinates | Values, step: Coordinates | Values, min_step: Real
) -> Value:
    """A root of a vector-valued function of a vector, by Newton's method with its exact derivative, or by differences.

    The search ends when a step is shorter than ``min-step``; differences are taken over ``step`` where the function
    cannot be differentiated. Where the derivative is singular, what the handler of singular matrices gives.

    Scheme:  (multidimensional-root f initial-point initial-step min-step)
    Shapes:  f: vector of n -> vector of n;  initial-step: number, or vector of n
    Units:   places and values may be quantities; an error allowed is relative to their sizes, or a quantity
    Raises:  ConvergenceError, with the best point, if no root is found;  StructureError unless there are as many
             values, and steps, as unknowns;  DivisionByZeroError where the derivative is singular, unless there is a
             handler
    >>> x, y = multidimensional_root(lambda v: [v[0] + v[1] - 3, v[0] - v[1] - 1], [1.5, 1.5], 0.01, 1e-10)
    >>> round(x, 9), round(y, 9)
    (2.0, 1.0)
    """
    name = "multidimensional-root"
    first = [real(x, name) for x in items(start, name)]
    widths = items(step, name) if isinstance(step, (list, tuple, Up)) else (step,) * len(first)
    sizes = [real(x, name) for x in widths]
    if len(sizes) != len(first) or not all(sizes):
        raise StructureError(
            f"{name} expects a step that is not 0 for each of {len(first)} places, got {describe(step)}"
        )

    def at(point: list[float]) -> list[float]:
        value = f(Up(point))
        found = [real(x, name) for x in (leaves(value) if isinstance(value, Up) else items(value, name))]
        if len(found) != len(first):
            raise StructureError(f"{name} expects {len(first)} values of {len(first)} unknowns, got {len(found)}")
        return found

    def by_differences(point: list[float]) -> list[list[float]]:
        columns = []
        for i, h in enumerate(sizes):
            h = h * 1e-4
            ends = ([*point[:i], point[i] + sign * h, *point[i + 1 :]] for sign in (1, -1))
            above, below = map(at, ends)
            columns.append([(x - y) / (2 * h) for x, y in zip(above, below, strict=True)])
        return [list(row) for row in zip(*columns, strict=True)]

    def exact(point: list[float]) -> list[list[float]]:
        found = [real(x, name) for x in leaves(D(lambda v: Up(f(v)))(Up(point)))]
        n = len(point)
        return [[found[j * n + i] for j in range(n)] for i in range(n)]

    def system(point: list[float]) -> tuple[list[float], list[list[float]]]:
        value = at(point)
        try:
            return value, exact(point)
        except (ScmpyError, TypeError, ValueError, ArithmeticError):
            return value, by_differences(point)

    try:
        size = max(map(abs, first)) + 1
        return Up(newton(system, first, name, max(real(min_step, name) / size, 1e-15), REGULAR))
    except ConvergenceError as error:
        best = error.point
    if best is not None and _is_singular(system(best)[1]):
        return singular()
    raise ConvergenceError(f"{name} finds no root; the best place is {best}, where the function is {at(best)}")


def _is_singular(jacobian: list[list[float]]) -> bool:
    import numpy

    values = numpy.linalg.svd(numpy.array(jacobian), compute_uv=False)
    return bool(values[-1] <= 1e-14 * max(values[0], 1e-300))
