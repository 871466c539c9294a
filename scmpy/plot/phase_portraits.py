"""Phase portraits: the curves of equal energy of a Hamiltonian of one degree of freedom.

Every motion of a system that does not depend on the time stays on one of them. Those through the saddles of the
Hamiltonian, its unstable equilibria, separate one kind of motion from another.

Source:  SICM 3.3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import ConvergenceError, DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic.arrays import as_batch
from scmpy.generic.settings import Limit
from scmpy.generic.undefined import has_no_value
from scmpy.numerics.compile.variants import numbers_of
from scmpy.numerics.iteration import undecided
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.trajectory import over_states
from scmpy.numerics.roots.newton import newton
from scmpy.plot.along import Columns, measures_in, write
from scmpy.plot.drawing import angular, drawing, extent, numbers, some_finite, words
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label
from scmpy.plot.picture_types import Axes, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Hamiltonian, Numbers, Real, Values
from scmpy.structure.measures import OfMeasures
from scmpy.structure.structure import Structure, Up, leaves

GRID = 400  # points along each axis
LEVELS = 20
MOST_CURVES = Limit("most-curves", 1_000, "Curves of one energy each in a picture.")
ROUNDING = 1e-14  # of a height


@drawing("plot-phase-portrait")
def plot_phase_portrait(
    H: Hamiltonian,
    q: Values,
    p: Values,
    energies: int | Numbers = LEVELS,
    *,
    separatrices: bool = True,
    t: Real = 0.0,
    names: Names = "q p",
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the curves of equal energy of a Hamiltonian of one degree of freedom in its phase space.

    ``q`` and ``p`` are the ranges of the coordinate and of the momentum, ``energies`` those of the curves, or how many
    there should be: they part the picture into equal areas, so that a steep wall does not take them all. Curves through
    the saddles in the ranges are drawn too, in black. A Hamiltonian that depends on the time is looked at at one,
    ``t``. Ranges, energies and the time may be quantities. The style is of matplotlib's contour.

    Scheme:  (plot-phase-portrait [window] H (list qmin qmax) (list pmin pmax) [energies])
    Shapes:  H: up(t, q, p) -> real;  result: the Axes
    Raises:  StructureError unless H is of one degree of freedom; DomainError if a range is empty, no motion in them has
             an energy, or all have the same; LimitError for too many curves
    Source:  SICM 3.3
    1 ]=> (plot-phase-portrait (H-harmonic 1 4) (list -1 1) (list -2 2))
    >>> from scmpy import *
    >>> ax = plot_phase_portrait(H_pendulum := lambda s: square(s[2]) / 2 - cos(s[1]), (-pi, pi), (-3, 3), [-0.5, 0, 2])
    >>> curves, separatrix = ax.collections
    >>> curves.levels.tolist(), separatrix.levels.round(9).tolist()
    ([-0.5, 0.0, 2.0], [1.0])
    """

    name = "plot-phase-portrait"
    plane, time = Columns(name), Columns(name, 1)
    columns, rows = (extent(ends, name, what, plane, i) for i, (ends, what) in enumerate(((q, "q"), (p, "p"))))
    when = real(time.plain(0, t), name, "the time")
    if any(plane.texts):
        H = OfMeasures(name, H, [found[0] if found else 1 for found in (*time.units, *plane.units)])
    x, y = _grid(*columns), _grid(*rows)
    heights = _heights(H, when, x, y, name)
    inner = x[1:-1], y[1:-1], some_finite(heights[1:-1, 1:-1], name, "the Hamiltonian")
    if isinstance(H, OfMeasures) and not isinstance(energies, int):
        energies = measures_in(name, H.units_of_values, energies)
    levels = _levels(energies, inner[2], name)
    axes = axes_of(ax, name)
    plane.drawn(axes)
    look = {} if {"cmap", "colors"} & style.keys() else {"cmap": "viridis"}
    axes.contour(*inner, levels, **{"negative_linestyles": "solid", **look, **style})
    if separatrices:
        found = sorted({round(energy, 12) for *_, energy in _saddles(H, when, x, y, heights)})
        if found:
            axes.contour(*inner, found, colors="black", linewidths=1.2, negative_linestyles="solid")
    write(axes, *(label(one, units) for one in words(names, name)))
    for axis, ends in ((axes.xaxis, columns), (axes.yaxis, rows)):
        if all(abs(x / math.pi - round(x / math.pi)) < 1e-9 for x in ends):
            angular(axis)
    return axes


def _grid(low: float, high: float) -> Any:
    """Points of a range, and one beyond each end, lest a saddle at the end be overlooked."""
    import numpy

    step = (high - low) / (GRID - 1)
    return numpy.concatenate([[low - step], numpy.linspace(low, high, GRID), [high + step]])


def _heights(H: Callable[[Any], Any], t: float, x: Any, y: Any, operation: str) -> Any:
    """The values of the Hamiltonian on a grid, a row for each momentum; nan where it has none."""
    import numpy

    try:
        example = H(Up((t, float(x[len(x) // 3]), float(y[len(y) // 3]))))
    except (ScmpyError, ArithmeticError, TypeError, ValueError, LookupError) as error:
        if not has_no_value(error):
            raise StructureError(
                f"{operation} expects a Hamiltonian of one degree of freedom, of states up(t, q, p); of such a state "
                f"it is an error: {error}"
            ) from None
        example = None
    if isinstance(example, Structure):
        raise WrongTypeError(f"{operation} expects a Hamiltonian, whose values are numbers, got {describe(example)}")
    columns, rows = (as_batch(grid.ravel()) for grid in numpy.meshgrid(x, y))
    found = over_states(H, Up((as_batch(numpy.full(columns.shape, t)), columns, rows)))
    return numpy.where(numpy.isfinite(found), found, numpy.nan).reshape(len(y), len(x))


def _levels(energies: Any, heights: Any, operation: str) -> Any:
    """The energies of the curves, which some places have; for a number so many, with equal areas between them."""
    import numpy

    low, high = float(numpy.nanmin(heights)), float(numpy.nanmax(heights))
    if high - low <= ROUNDING * max(abs(low), abs(high)):
        raise DomainError(f"{operation}: there are no curves: the energy is {low:.6g} everywhere in these ranges")
    if isinstance(energies, int) and not isinstance(energies, bool):
        if energies < 1:
            raise DomainError(f"{operation} expects a number of curves, got {energies}")
        parts = (numpy.arange(MOST_CURVES.check(energies, operation)) + 0.5) / energies
        return numpy.unique(numpy.nanquantile(heights, parts))
    levels = numpy.unique(
        numbers(energies if isinstance(energies, (Structure, Iterable)) else [energies], operation, "the energies")
    )
    if not len(levels):
        raise DomainError(f"{operation}: there is nothing to draw: no energies")
    without = [float(E) for E in levels if not low <= E <= high]
    if without:
        raise DomainError(
            f"{operation}: there is no motion of energy {without[0]} in these ranges, where the energies are from "
            f"{low:.6g} to {high:.6g}"
        )
    return levels


def _saddles(H: Callable[[Any], Any], t: float, x: Any, y: Any, heights: Any) -> list[tuple[float, float, float]]:
    """The saddles of the Hamiltonian in the ranges: q, p and the energy."""
    import numpy

    def slopes(state: Any) -> Any:
        return Up((D(H)(state), D(D(H))(state)))

    code = undecided(slopes, Up((t, float(x[0]), float(y[0]))))

    def system(point: list[float]) -> tuple[list[float], list[list[float]]]:
        place = [t, *map(float, point)]
        found = None if code is None else numbers_of(code.complete_code, place)
        numbers = list(map(float, leaves(slopes(Up(place))) if found is None else found))
        return numbers[1:3], [numbers[7:9], numbers[10:12]]

    low, high = float(numpy.nanmin(heights)), float(numpy.nanmax(heights))
    near = numpy.logical_and(*(_changes_sign(slope, heights) for slope in numpy.gradient(heights)))
    found: list[tuple[float, float, float]] = []
    for i, j in zip(*numpy.nonzero(near), strict=True):
        if len(found) > 100:
            break
        if any(abs(x[j] - q) < 2 * (x[1] - x[0]) and abs(y[i] - p) < 2 * (y[1] - y[0]) for q, p, _ in found):
            continue
        try:
            q, p = newton(system, [float(x[j]), float(y[i])], "plot-phase-portrait")
            (a, b), (c, d) = system([q, p])[1]
            energy = float(H(Up((t, q, p))))
        except (ScmpyError, ArithmeticError, TypeError, ValueError, ConvergenceError):
            continue
        inside = x[0] < q < x[-1] and y[0] < p < y[-1]
        if inside and a * d - b * c < 0 and low < energy < high:
            found.append((q, p, energy))
    return found


def _changes_sign(slope: Any, heights: Any) -> Any:
    """Where slopes have both signs at the corners of a cell, and are not the rounding of the heights."""
    import numpy

    sizes = numpy.abs(_corners(heights)).max(axis=0)
    corners = _corners(slope)
    certain = numpy.abs(corners).max(axis=0) > ROUNDING * sizes
    return (corners.min(axis=0) <= 0) & (corners.max(axis=0) >= 0) & certain


def _corners(table: Any) -> Any:
    """The values at the four corners of each cell."""
    import numpy

    return numpy.stack([table[:-1, :-1], table[1:, :-1], table[:-1, 1:], table[1:, 1:]])
