"""Newton's method for systems of equations, with exact Jacobians.

A step that makes the residual larger is halved. Where the Jacobian is singular, or has more columns than rows, the
shortest step is taken: the solution found is the nearest one of a family.

Source: Deuflhard, Newton Methods for Nonlinear Problems, 3, 4.4
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ConvergenceError, ScmpyError

STEPS = 60
HALVINGS = 30
SINGULAR = 1e-8  # of the largest singular value, is zero
REGULAR = 1e-15  # where the solution is known to be alone

#: The residual and its Jacobian, row by row.
System = Callable[[list[float]], tuple[Sequence[float], Sequence[Sequence[float]]]]


def newton(
    system: System, start: Sequence[float], operation: str, tolerance: float = 1e-12, singular: float = SINGULAR
) -> list[float]:
    """A solution near a start: the next step would be no longer than the tolerance, relative and absolute.

    Raises:  ConvergenceError, with the best point and the residual there
    >>> [x] = newton(lambda p: ([p[0] ** 2 - 2], [[2 * p[0]]]), [1.0], "the root")
    >>> round(x, 12)
    1.414213562373
    """
    import numpy

    point = numpy.array(start, dtype=float)
    residual, jacobian = _evaluated(system, point)
    for _ in range(STEPS):
        if not (numpy.isfinite(residual).all() and numpy.isfinite(jacobian).all()):
            break
        step = numpy.linalg.lstsq(jacobian, -residual, rcond=singular)[0]
        allowed = tolerance * (1 + numpy.abs(point).max(initial=0.0))
        small = numpy.abs(step).max(initial=0.0) <= allowed
        better = _better(system, point, residual, step)
        if better is not None:
            point, residual, jacobian = better
        if small and _solved(residual, jacobian, allowed):
            return [float(x) for x in point]
        if better is None:
            break
    size = float(numpy.linalg.norm(residual))
    best = [float(x) for x in point]
    error = ConvergenceError(f"{operation}: Newton's method does not converge; the best is {best}, it is off by {size}")
    error.point, error.residual = best, [float(x) for x in residual]
    raise error


def _evaluated(system: System, point: Any) -> tuple[Any, Any]:
    import numpy

    residual, jacobian = system([float(x) for x in point])
    return numpy.array(residual, dtype=float), numpy.array(jacobian, dtype=float)


def _better(system: System, point: Any, residual: Any, step: Any) -> tuple[Any, Any, Any] | None:
    """The point with its values after the longest part of a step that makes the residual smaller."""
    import numpy

    size = numpy.linalg.norm(residual)
    for k in range(HALVINGS):
        moved = point + step / 2**k
        try:
            found = _evaluated(system, moved)
        except (ScmpyError, ArithmeticError, ValueError):
            continue
        if numpy.linalg.norm(found[0]) < size:
            return moved, *found
    return None


def _solved(residual: Any, jacobian: Any, allowed: float) -> bool:
    """Is what is left no more than such a displacement makes?"""
    import numpy

    return bool(numpy.abs(residual).max(initial=0.0) <= 10 * allowed * max(1.0, numpy.abs(jacobian).max(initial=0.0)))
