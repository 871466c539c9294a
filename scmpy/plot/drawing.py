"""Drawing functions: what they have in common.

Each draws something on Axes of matplotlib and returns them: on those given as ``ax``, which may be a window, or on
Axes of a new figure. As with the course's procedures, a window may come first: ``(plot-trajectory window motion 'x)``.
Styles are matplotlib's.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any, TypeVar

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.arrays import is_array
from scmpy.generic.undefined import has_no_value
from scmpy.guard import raised_by_us
from scmpy.numerics.ode.motion import real
from scmpy.plot.along import Columns
from scmpy.plot.figures import axes_of, undone_by_errors
from scmpy.plot.styles import styles
from scmpy.plot.window import Window
from scmpy.registry import public
from scmpy.structure.structure import Structure

F = TypeVar("F", bound=Callable[..., Any])


def drawing(scheme: str) -> Callable[[F], F]:
    """Declare a function that draws: public, and with a window as its first argument or as ``ax``."""

    def declare(draw: F) -> F:
        @functools.wraps(draw)
        def on_window(*args: Any, **options: Any) -> Any:
            if args and isinstance(args[0], Window):
                args, options = args[1:], {"ax": args[0], **options}
            try:
                with undone_by_errors(), styles(options, draw):
                    return draw(*args, **options)
            except Exception as error:
                if isinstance(error, ScmpyError) or not has_no_value(error) or raised_by_us(error.__traceback__):
                    raise
                raise DomainError(f"{scheme}: a function that is to be drawn has no value: {error}") from error

        return public(scheme)(on_window)  # type: ignore[return-value]

    return declare


def extent(value: Any, operation: str, what: str, columns: Columns | None = None, axis: int = 0) -> tuple[float, float]:
    """The ends of a range, the lower one first; they may be quantities along an axis of columns.

    >>> extent((0, 2), "plot-x", "x")
    (0.0, 2.0)
    >>> extent((1, 1), "plot-x", "x")
    Traceback (most recent call last):
        ...
    scmpy.errors.DomainError: plot-x: the range of x is empty: from 1 to 1
    """
    try:
        listed = elements(value, operation)
    except WrongTypeError:
        listed = ()
    if len(listed) != 2:
        raise WrongTypeError(f"{operation} expects the range of {what} as its two ends, got {describe(value)}")
    ends = columns.plain(axis, listed) if columns else listed
    low, high = (real(x, operation, f"an end of the range of {what}") for x in ends)
    if not low < high:
        raise DomainError(f"{operation}: the range of {what} is empty: from {listed[0]} to {listed[1]}")
    return low, high


def elements(value: Any, operation: str, what: str = "a list") -> tuple[Any, ...]:
    """The elements of a list, a tuple, an up or down tuple, or an array; an error that says what was expected.

    >>> elements(3, "plot-section", "a map, or tables of points")
    Traceback (most recent call last):
        ...
    scmpy.errors.WrongTypeError: plot-section expects a map, or tables of points, got the number 3
    """
    try:
        return items(value.components if isinstance(value, Structure) else value, operation)
    except WrongTypeError:
        raise WrongTypeError(f"{operation} expects {what}, got {describe(value)}") from None


def numbers(values: Any, operation: str, what: str) -> Any:
    """An array of real numbers from an array, a list or a tuple."""
    import numpy

    if not is_array(values):
        listed = elements(values, operation, f"a list of real numbers for {what}")
        return numpy.array([real(x, operation, what) for x in listed])
    if values.dtype.kind == "O":  # as of multiples of pi
        return numpy.array([real(x, operation, what) for x in values.ravel()]).reshape(values.shape)
    if values.dtype.kind not in "fiub":
        raise WrongTypeError(f"{operation} expects real numbers for {what}, got {describe(values)}")
    return numpy.asarray(values, dtype=float)


def some_finite(values: Any, operation: str, what: str) -> Any:
    """The array, if a picture can be made of it: an error if none of its numbers is finite."""
    import numpy

    what = what or "the function"
    if not values.size:
        raise DomainError(f"{operation}: there is nothing to draw: {what} has no values")
    if not numpy.isfinite(values).any():
        raise DomainError(
            f"{operation}: there is nothing to draw: none of the {values.size} values of {what} is finite"
        )
    return values


def words(names: Any, operation: str, most: int = 2) -> tuple[str, ...]:
    """The names of axes, from a text or a list; none are given as none."""
    found = (
        ()
        if names is None
        else names.split()
        if isinstance(names, str)
        else elements(names, operation, "names of axes")
    )
    if len(found) > most:
        raise WrongTypeError(f"{operation} labels {most} axes, got the names {' '.join(map(str, found))}")
    return tuple(map(str, found))


def space(ax: Any, operation: str) -> Any:
    """The Axes in space to draw on."""
    axes = axes_of(ax, operation, projection="3d")
    if not hasattr(axes, "get_zlim"):
        raise WrongTypeError(f"{operation} draws in space; ax is of the plane: Axes are of space with projection='3d'")
    return axes


def angular(axis: Any) -> None:
    """Let an axis that spans some turns at most be marked in parts of pi."""
    from matplotlib.ticker import FuncFormatter, MultipleLocator

    low, high = sorted(axis.get_view_interval())
    if 2.0 <= high - low <= 6.5 * math.pi:
        axis.set_major_locator(MultipleLocator(math.pi / 2 if high - low <= 3.2 * math.pi else math.pi))
        axis.set_major_formatter(FuncFormatter(_parts_of_pi))


def _parts_of_pi(x: float, position: Any = None) -> str:
    r"""A multiple of pi/2 as a label.

    >>> [_parts_of_pi(k * math.pi / 2) for k in (-2, -1, 0, 1, 3)]
    ['$-\\pi$', '$-\\pi/2$', '0', '$\\pi/2$', '$3\\pi/2$']
    """
    halves = round(2 * x / math.pi)
    if not halves:
        return "0"
    top, bottom = (halves // 2, "") if halves % 2 == 0 else (halves, "/2")
    return rf"${'-' if top < 0 else ''}{'' if abs(top) == 1 else abs(top)}\pi{bottom}$"
