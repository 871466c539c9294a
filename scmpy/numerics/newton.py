"""Newton's method, with exact derivatives: for systems of equations, and for minima.

A step to a solution that makes the residual larger is halved. Where the Jacobian is singular, or has more columns
than rows, the shortest step is taken: the solution found is the nearest one of a family. A step to a minimum goes
down along every axis of the second derivative, also where the function is not convex.

Source: Deuflhard, Newton Methods for Nonlinear Problems, 3, 4.4; Nocedal, Wright, Numerical Optimization, 3.4
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from scmpy.errors import ConvergenceError, ScmpyError

NEWTON_STEPS = 60
HALVINGS = 30
SINGULAR = 1e-8  # of the largest singular value, is zero
REGULAR = 1e-15  # where the solution is known to be alone
SMALL, LARGE = 2.0**-10, 2.0**10  # beyond these numbers are too far from 1 for errors relative to that

FAR = 1e8  # times as far as the start: there is no minimum
DESCENTS = 200
LONGEST = 100.0  # times as far as the point is from 0 goes a step to a minimum

#: The value of a function, its gradient and its second derivative, row by row.
Expansion = Callable[[list[float]], tuple[float, Sequence[float], Sequence[Sequence[float]]]]

#: The residual and its Jacobian, row by row.
System = Callable[[list[float]], tuple[Sequence[float], Sequence[Sequence[float]]]]


def newton(
    system: System,
    start: Sequence[float],
    operation: str,
    tolerance: float = 1e-12,
    singular: float = SINGULAR,
    known: Sequence[float] | None = None,
) -> list[float]:
    """A solution near a start: the next step would be no longer than the tolerance, relative and absolute.

    Absolute is what belongs to plain numbers; of unknowns and equations of other sizes it is relative to these. The
    sizes of the unknowns may be known.

    Raises:  ConvergenceError, with the best point and the residual there
    """
    import numpy
    from numpy.linalg import norm

    first = numpy.array(start, dtype=float)
    sizes, rows = _sizes(first, _evaluated(system, first)[1], known)

    def scaled(point: Any) -> tuple[Any, Any]:
        residual, jacobian = _evaluated(system, point * sizes)
        return residual / rows, jacobian / rows[:, None] * sizes

    point = first / sizes
    residual, jacobian = scaled(point)
    for _ in range(NEWTON_STEPS):
        if not (numpy.isfinite(residual).all() and numpy.isfinite(jacobian).all()):
            break
        step = numpy.linalg.lstsq(jacobian, -residual, rcond=singular)[0]
        allowed = tolerance * (1 + numpy.abs(point).max(initial=0.0))
        small = numpy.abs(step).max(initial=0.0) <= allowed
        better = _better(scaled, norm, point, norm(residual), step)
        if better is not None:
            point, residual, jacobian = better
        if small and _solved(residual, jacobian, allowed):
            return [float(x) for x in point * sizes]
        if better is None:
            break
    residual = residual * rows
    size = float(norm(residual))
    best = [float(x) for x in point * sizes]
    error = ConvergenceError(f"{operation}: Newton's method does not converge; the best is {best}, it is off by {size}")
    error.point, error.residual = best, [float(x) for x in residual]
    raise error


def _sizes(point: Any, jacobian: Any, told: Sequence[float] | None) -> tuple[Any, Any]:
    """What errors of unknowns and of equations are relative to: 1 for plain numbers, else their sizes.

    Of unknowns that are small beside 1 and the others these follow from the equations; where one has no others than
    these they are no larger than the others.
    """
    import numpy

    def plain(size: Any) -> Any:
        return numpy.where((size >= SMALL) & (size <= LARGE) | ~(size > 0) | ~numpy.isfinite(size), 1.0, size)

    with numpy.errstate(all="ignore"):
        size, slopes = numpy.abs(point), numpy.abs(jacobian)
        if told is not None:
            sizes = plain(numpy.array(told))
            return sizes, plain((slopes * sizes).max(axis=1, initial=0.0))
        known = size >= SMALL * min(1.0, size.max(initial=0.0))
        sizes = plain(numpy.where(known, size, 1.0))
        moved = (slopes * numpy.where(known, sizes, 0.0)).max(axis=1, initial=0.0)
        by_equations = numpy.where((moved > 0)[:, None], moved[:, None] / slopes, numpy.inf).min(
            axis=0, initial=numpy.inf
        )
        alone = ((moved == 0)[:, None] & (slopes > 0)).any(axis=0)
        most = sizes.max(initial=0.0, where=known) or 1.0
        sizes = numpy.where(known, sizes, plain(numpy.where(alone, numpy.minimum(by_equations, most), by_equations)))
        return sizes, plain((slopes * sizes).max(axis=1, initial=0.0))


def _evaluated(system: System, point: Any) -> tuple[Any, Any]:
    import numpy

    residual, jacobian = system([float(x) for x in point])
    return numpy.array(residual, dtype=float), numpy.array(jacobian, dtype=float)


def _better(
    evaluated: Callable[[Any], Any], size: Callable[[Any], Any], point: Any, now: Any, step: Any
) -> tuple[Any, ...] | None:
    """The point with its values after the longest part of a step that makes the size of the first of these smaller."""
    for k in range(HALVINGS):
        moved = point + step / 2**k
        try:
            found = evaluated(moved)
        except (ScmpyError, ArithmeticError, ValueError):
            continue
        if size(found[0]) < now:
            return moved, *found
    return None


def _solved(residual: Any, jacobian: Any, allowed: float) -> bool:
    import numpy

    return bool(numpy.abs(residual).max(initial=0.0) <= 10 * allowed * max(1.0, numpy.abs(jacobian).max(initial=0.0)))


def minimum(function: Expansion, start: Sequence[float], operation: str, tolerance: float = 1e-11) -> list[float]:
    """A place where a function is lowest: no more than the tolerance away, relative and absolute.

    Raises:  ConvergenceError if the function keeps falling or it does not settle
    """
    import numpy

    point = numpy.array(start, dtype=float)
    far = FAR * max(1.0, numpy.abs(point).max(initial=0.0))
    value, gradient, hessian = _expanded(function, point)
    for _ in range(DESCENTS):
        curvatures, axes = numpy.linalg.eigh(hessian)
        least = 1e-10 * numpy.abs(curvatures).max(initial=0.0)
        slopes = axes.T @ gradient
        size = 1 + numpy.abs(point).max(initial=0.0)
        divisors = numpy.maximum(numpy.abs(curvatures), max(least, numpy.abs(slopes).max() / (LONGEST * size)))
        parts = -slopes / numpy.maximum(divisors, 1e-300)
        small = numpy.abs(parts).max(initial=0.0) <= tolerance * size
        if small and curvatures.min(initial=0.0) >= -least:
            return [float(x) for x in point + axes @ parts]
        if small:  # a saddle
            parts = numpy.where(curvatures < -least, 0.1 * size, parts)
        lower = _better(partial(_expanded, function), float, point, value, axes @ parts)
        if lower is None:
            if numpy.abs(parts).max() <= 1e-6 * size and curvatures.min() >= -least:
                return [float(x) for x in point]  # rounding hides what a step would gain
            break
        point, value, gradient, hessian = lower
        if numpy.abs(point).max() > far:
            raise ConvergenceError(f"{operation} found no minimum; the function is still falling at {point.tolist()}")
    error = ConvergenceError(f"{operation} found no minimum; the lowest place was {point.tolist()}, of value {value}")
    error.point, error.residual = point.tolist(), gradient.tolist()
    raise error


def _expanded(function: Expansion, point: Any) -> tuple[float, Any, Any]:
    import numpy

    value, gradient, hessian = function(point.tolist())
    return value, numpy.array(gradient, dtype=float), numpy.array(hessian, dtype=float)
