"""Epicycles: a closed curve as a point on a circle whose centre moves on a circle, and so on; Fourier's series.

    z(t) = sum_k c_k exp(2 pi i k t)

Each term is an arm that turns at a constant rate, k times as the curve is gone through once. Few arms that are long
make most of the curve.

Source:  Goldstein, Hanson, Kepler and Ptolemy: epicycles as Fourier series, Notices of the AMS 43 (1996) 1183
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DomainError, StructureError, describe
from scmpy.generic.arguments import length
from scmpy.generic.arrays import is_array
from scmpy.generic.kinds import is_number
from scmpy.numerics.flow.plane_points import coordinates
from scmpy.numerics.ode.motion import real
from scmpy.plot.configuration import same_scale
from scmpy.plot.drawing import drawing, elements, numbers, some_finite
from scmpy.plot.figures import axes_of
from scmpy.plot.mechanisms import put
from scmpy.plot.movies import FPS, MOST_FRAMES, movie
from scmpy.plot.picture_types import Axes, Movie
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Real, Values
from scmpy.structure.structure import Structure

SAMPLES = 1024  # of a curve that is a function
COUNT = 12  # arms are shown, if nobody says how many


@drawing("plot-epicycles")
def plot_epicycles(
    curve: Callable[[Any], Any] | Values, count: int = COUNT, t: Real = 0.0, *, ax: Canvas | None = None, **style: Any
) -> Axes:
    """Draw a closed curve as its longest epicycles make it, with the arms and their circles at a moment.

    The curve is a function from the parameter, which goes through it once from 0 to 1, to points, or a table of points
    at equal distances of the parameter; points may be complex numbers. ``t`` is the parameter at which the arms are
    shown.

    Scheme:  (plot-epicycles [window] curve [count t])
    Shapes:  curve: t -> up(x, y) or x + i y, or a table of points;  result: the Axes
    Raises:  DomainError unless there are arms, or if the curve is one point;  StructureError for less than three points
    1 ]=> (plot-epicycles (lambda (t) (up (cos (* :2pi t)) (* 1/2 (sin (* :2pi t))))) 2)
    >>> import numpy
    >>> from scmpy import *
    >>> ax = plot_epicycles(lambda t: up(cos(2 * pi * t), sin(2 * pi * t) / 2), 2)
    >>> arms = ax.lines[1].get_xydata()
    >>> [round(float(x), 9) for x in numpy.hypot(*numpy.diff(arms, axis=0).T)]  # an ellipse is two circles
    [0.75, 0.25]
    """
    name = "plot-epicycles"
    rates, sizes = epicycles(curve, count, name)
    axes, path, arms, circles = _stage(rates, sizes, ax, name, style)
    _show(rates, sizes, real(t, name, "the parameter"), path, arms, circles)
    return axes


@drawing("epicycle-movie")
def epicycle_movie(
    curve: Callable[[Any], Any] | Values,
    count: int = COUNT,
    seconds: Real = 8.0,
    *,
    fps: Real = FPS,
    ax: Canvas | None = None,
    **style: Any,
) -> Movie:
    """The movie of the epicycles of a closed curve, which goes through it once: an animation of matplotlib.

    Scheme:  (epicycle-movie [window] curve [count seconds])
    Shapes:  as of plot_epicycles;  result: an animation
    Raises:  DomainError unless there are arms, or if the curve is one point
    1 ]=> (define film (epicycle-movie (lambda (t) (up (cos (* :2pi t)) (* 1/2 (sin (* :2pi t))))) 2 1))
    >>> from scmpy import *
    >>> len(list(epicycle_movie(lambda t: up(cos(2 * pi * t), sin(4 * pi * t)), 4, 2).new_frame_seq()))
    51
    """
    name = "epicycle-movie"
    rates, sizes = epicycles(curve, count, name)
    rate, total = real(fps, name, "fps"), real(seconds, name, "the seconds")
    if rate <= 0 or total <= 0:
        raise DomainError(f"{name} expects pictures a second and seconds above 0, got {fps} and {seconds}")
    pictures = length(int(rate * total) + 1, name, MOST_FRAMES)
    axes, path, arms, circles = _stage(rates, sizes, ax, name, style)

    def update(i: int) -> Sequence[Any]:
        _show(rates, sizes, i / max(pictures - 1, 1), path, arms, circles, growing=True)
        return [path, arms, circles]

    update(0)
    return movie(axes.figure, update, pictures, fps)


def epicycles(curve: Any, count: Any, operation: str) -> tuple[Any, Any]:
    """The rates, in turns, and the complex sizes of the longest arms of a curve; the first one stands still.

    >>> import math
    >>> rates, sizes = epicycles(lambda t: (3 + math.cos(math.tau * t), math.sin(math.tau * t)), 1, "epicycles")
    >>> rates.tolist(), abs(sizes).round(9).tolist()
    ([0.0, 1.0], [3.0, 1.0])
    """
    import numpy

    if not length(count, operation, things="arms"):
        raise DomainError(f"{operation} expects some arms, got 0")
    z = _points(curve, operation)
    sizes, rates = numpy.fft.fft(z) / len(z), numpy.fft.fftfreq(len(z), 1 / len(z))
    if not abs(sizes[1:]).max() > 1e-12 * abs(z).max():
        raise DomainError(f"{operation}: there is nothing to draw: the curve is one point, {complex(sizes[0])}")
    longest = numpy.argsort(-abs(sizes[1:]), kind="stable")[:count] + 1
    chosen = numpy.concatenate([[0], longest])
    return rates[chosen].round(), sizes[chosen]


def _points(curve: Any, operation: str) -> Any:
    """The points of a curve, as complex numbers."""
    import numpy

    if is_array(curve) and curve.ndim == 2 and curve.shape[1] == 2:
        rows = curve
    else:
        what = "a closed curve, a function of a number or a table of points"
        function = callable(curve) and not is_array(curve)
        points = [curve(k / SAMPLES) for k in range(SAMPLES)] if function else elements(curve, operation, what)
        in_complex_plane = any(isinstance(point, complex) for point in points)  # some of them may be real
        rows = [_pair(complex(p) if in_complex_plane and is_number(p) else p, operation) for p in points]
    table = numpy.array([numbers(row, operation, "a point") for row in rows])
    if len(table) < 3:
        raise StructureError(f"{operation} expects a closed curve, of at least 3 points, got {describe(curve)}")
    return some_finite(table[:, 0] + 1j * table[:, 1], operation, "the curve")


def _pair(point: Any, operation: str) -> Any:
    if isinstance(point, complex):
        return point.real, point.imag
    return coordinates(point.components if isinstance(point, Structure) else point, operation)


def _joints(rates: Any, sizes: Any, t: Any) -> Any:
    """The ends of the arms at a parameter, or, for an array, the end of the last one."""
    import numpy

    turned = sizes * numpy.exp(2j * math.pi * numpy.multiply.outer(t, rates))
    return numpy.cumsum(turned) if numpy.ndim(t) == 0 else turned.sum(axis=-1)


def _stage(rates: Any, sizes: Any, ax: Any, operation: str, style: dict[str, Any]) -> tuple[Any, Any, Any, Any]:
    """Axes that have room for the curve and for the circles, and the lines that are to show them."""
    import numpy
    from matplotlib.collections import EllipseCollection

    axes = axes_of(ax, operation)
    (path,) = axes.plot([], [], **style)
    (arms,) = axes.plot([], [], color="black", linewidth=1.0)
    across = 2 * abs(sizes[1:])
    circles = EllipseCollection(
        across,
        across,
        numpy.zeros(len(across)),
        units="xy",
        offsets=numpy.zeros((len(across), 2)),
        offset_transform=axes.transData,
        facecolors="none",
        edgecolors="gray",
        linewidths=0.6,
    )
    axes.add_collection(circles)
    z = _joints(rates, sizes, numpy.linspace(0, 1, 721))
    reach = 1.05 * max(abs(z - sizes[0]).max(), 1.5 * abs(sizes[1]))
    axes.set_xlim(sizes[0].real - reach, sizes[0].real + reach)
    axes.set_ylim(sizes[0].imag - reach, sizes[0].imag + reach)
    same_scale(axes, "box")
    return axes, path, arms, circles


def _show(rates: Any, sizes: Any, t: float, path: Any, arms: Any, circles: Any, growing: bool = False) -> None:
    import numpy

    z = _joints(rates, sizes, numpy.linspace(0, t if growing else 1, 721))
    joints = _joints(rates, sizes, t)
    put(path, (z.real, z.imag))
    put(arms, (joints.real, joints.imag))
    circles.set_offsets(numpy.stack([joints[:-1].real, joints[:-1].imag], axis=1))
