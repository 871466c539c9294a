"""Phase portraits: the curves of equal energy of a Hamiltonian of one degree of freedom.

Every motion of a system that does not depend on the time stays on one of them. Those through the saddles of the
Hamiltonian, its unstable equilibria, separate one kind of motion from another.

Source:  SICM 3.3
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scmpy.calculus.derivative import D, Operator
from scmpy.errors import CALLED, DomainError, ScmpyError, StructureError, WrongTypeError, describe, warn
from scmpy.generic.arrays import as_batch, real_or_nan
from scmpy.generic.display import watched
from scmpy.generic.functions import compose, name_of
from scmpy.generic.operations import PartialFunction, has_no_value
from scmpy.generic.settings import MOST_COMPONENTS, check_callable, length, setting
from scmpy.generic.types import Numbers, Real, Values
from scmpy.geometry.chart import Chart
from scmpy.geometry.fields import VectorField, as_vector_field, components_in
from scmpy.mechanics.lagrangian import F_to_C, Lagrangian_to_state_derivative
from scmpy.mechanics.models import L_free_particle
from scmpy.numerics.compile.codegen import as_tuples, numbers_of
from scmpy.numerics.dynamics.maps import NondimensionalMotion, PointMap, plane_map, takes_continuations, undecided
from scmpy.numerics.dynamics.periodic_orbits import variational_equations
from scmpy.numerics.ensembles import ensemble
from scmpy.numerics.linear import newton
from scmpy.numerics.ode.ivp import real, state_of
from scmpy.numerics.ode.step_control import most_steps
from scmpy.numerics.ode.trajectory import over_states, trajectory
from scmpy.plot import figure
from scmpy.plot.curves import (
    angular,
    drawing,
    elements,
    extent,
    numbers,
    same_scale,
    some_finite,
    space,
    surface_in,
    words,
)
from scmpy.plot.figure import Axes, Names
from scmpy.plot.window import Canvas
from scmpy.registry import numpy
from scmpy.structure.tuples import (
    MagnitudeFunction,
    Structure,
    Up,
    attach_units,
    common_units,
    has_units,
    leaves,
    magnitudes,
    unflatten,
    units_of,
)
from scmpy.structure.types import Hamiltonian, State, Vector

GRID = 400  # points along each axis
LEVELS = 20
CURVE = 10_000  # components are about as much as a curve of one energy
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
    >>> ax = plot_phase_portrait(H_pendulum := lambda s: square(s[2]) / 2 - cos(s[1]), (-pi, pi), (-3, 3), [-0.5, 0, 2])
    >>> curves, separatrix = ax.collections
    >>> curves.levels.tolist(), separatrix.levels.round(9).tolist()
    ([-0.5, 0.0, 2.0], [1.0])
    """
    plane, time = figure.AxisUnits(), figure.AxisUnits(1)
    columns, rows = (extent(ends, what, plane, i) for i, (ends, what) in enumerate(((q, "q"), (p, "p"))))
    when = real(time.plain(0, t), CALLED, "the time")
    if any(plane.texts):
        known = [found[0] if found else 1 for found in (*time.units, *plane.units)]
        H = MagnitudeFunction("plot-phase-portrait", H, known)
    x, y = _grid(*columns), _grid(*rows)
    heights = _heights(H, when, x, y)
    inner = x[1:-1], y[1:-1], some_finite(heights[1:-1, 1:-1], "the Hamiltonian")
    if isinstance(H, MagnitudeFunction) and not isinstance(energies, int):
        energies = figure.measures_in(H.units_of_values, energies)
    levels = _levels(energies, inner[2])
    axes = figure.axes_of(ax)
    plane.drawn(axes)
    look = {} if {"cmap", "colors"} & style.keys() else {"cmap": "viridis"}
    axes.contour(*inner, levels, **{"negative_linestyles": "solid", **look, **style})
    if separatrices:
        size = float(numpy.nanmax(heights) - numpy.nanmin(heights))
        found = sorted({round(energy / size, 12): energy for *_, energy in _saddles(H, when, x, y, heights)}.values())
        if found:
            axes.contour(*inner, found, colors="black", linewidths=1.2, negative_linestyles="solid")
    figure.write(axes, *(figure.label(one, units) for one in words(names)))
    for axis, ends in ((axes.xaxis, columns), (axes.yaxis, rows)):
        if all(abs(x / math.pi - round(x / math.pi)) < 1e-9 for x in ends):
            angular(axis)
    return axes


def _grid(low: float, high: float) -> Any:
    """Points of a range, and one beyond each end, lest a saddle at the end be overlooked."""
    step = (high - low) / (GRID - 1)
    return numpy.concatenate([[low - step], numpy.linspace(low, high, GRID), [high + step]])


def _heights(H: Callable[[Any], Any], t: float, x: Any, y: Any) -> Any:
    try:
        example = H(Up((t, float(x[len(x) // 3]), float(y[len(y) // 3]))))
    except (ScmpyError, ArithmeticError, TypeError, ValueError, LookupError) as error:
        if not has_no_value(error):
            raise StructureError(
                f"{CALLED} expects a Hamiltonian of one degree of freedom, of states up(t, q, p); of such a state "
                f"it is an error: {error}"
            ) from None
        example = None
    if isinstance(example, Structure):
        raise WrongTypeError(f"{CALLED} expects a Hamiltonian, whose values are numbers, got {describe(example)}")
    columns, rows = (as_batch(grid.ravel()) for grid in numpy.meshgrid(x, y))
    found = over_states(H, Up((as_batch(numpy.full(columns.shape, t)), columns, rows)))
    return numpy.where(numpy.isfinite(found), found, numpy.nan).reshape(len(y), len(x))


def _levels(energies: Any, heights: Any) -> Any:
    """The energies of the curves, which some places have; for a number so many, with equal areas between them."""
    low, high = float(numpy.nanmin(heights)), float(numpy.nanmax(heights))
    if high - low <= ROUNDING * max(abs(low), abs(high)):
        raise DomainError(f"{CALLED}: there are no curves: the energy is {low:.6g} everywhere in these ranges")
    if isinstance(energies, int) and not isinstance(energies, bool):
        if energies < 1:
            raise DomainError(f"{CALLED} expects a number of curves, got {energies}")
        parts = (numpy.arange(length(energies, CALLED, things="curves", each=CURVE)) + 0.5) / energies
        return numpy.unique(numpy.nanquantile(heights, parts))
    levels = numpy.unique(
        numbers(energies if isinstance(energies, (Structure, Iterable)) else [energies], "the energies")
    )
    if not len(levels):
        raise DomainError(f"{CALLED}: there is nothing to draw: no energies")
    without = [float(E) for E in levels if not low <= E <= high]
    if without:
        raise DomainError(
            f"{CALLED}: there is no motion of energy {without[0]} in these ranges, where the energies are from "
            f"{low:.6g} to {high:.6g}"
        )
    return levels


def _saddles(H: Callable[[Any], Any], t: float, x: Any, y: Any, heights: Any) -> list[tuple[float, float, float]]:
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
        except (ScmpyError, ArithmeticError, TypeError, ValueError):
            continue
        inside = x[0] < q < x[-1] and y[0] < p < y[-1]
        if inside and a * d - b * c < 0 and low < energy < high:
            found.append((q, p, energy))
    return found


def _changes_sign(slope: Any, heights: Any) -> Any:
    """Where slopes have both signs at the corners of a cell, and are not the rounding of the heights."""
    sizes = numpy.abs(_corners(heights)).max(axis=0)
    corners = _corners(slope)
    certain = numpy.abs(corners).max(axis=0) > ROUNDING * sizes
    return (corners.min(axis=0) <= 0) & (corners.max(axis=0) >= 0) & certain


def _corners(table: Any) -> Any:
    return numpy.stack([table[:-1, :-1], table[1:, :-1], table[:-1, 1:], table[1:, 1:]])


# --- vector fields ---------------------------------------------------------------------------------------------------
# Vector fields on charts: arrows at points of a grid of coordinates.
#
# Source:  FDG 3

COUNT = 20  # arrows along each axis


@drawing("plot-vector-field")
def plot_vector_field(
    v: Operator,
    x: Values,
    y: Values,
    count: int = COUNT,
    system: Chart | None = None,
    *,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw a vector field on a manifold of two dimensions by its components in a chart, as arrows.

    ``x`` and ``y`` are the ranges of the coordinates; the chart is that of the field, if no other one is given. Where
    the chart or the field has no value there is no arrow. The style is of matplotlib's quiver.

    Scheme:  (plot-vector-field [window] v (list xmin xmax) (list ymin ymax) [count chart])
    Shapes:  result: the Axes
    Raises:  StructureError unless the chart has two coordinates, or if the field is of none;  DomainError if a range is
             empty, or there are no two arrows along an axis
    Source:  FDG 3
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (plot-vector-field (- (* x d/dy) (* y d/dx)) (list -1 1) (list -1 1) 5)
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> ax = plot_vector_field(x * d_dy - y * d_dx, (-1, 1), (-1, 1), 3)
    >>> arrows = ax.collections[0]
    >>> arrows.V.tolist()
    [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0]
    """
    as_vector_field(v, CALLED)
    chart = system if system is not None else v.chart if isinstance(v, VectorField) else None
    if chart is None:
        raise StructureError(f"{CALLED}: the field is of no chart; say by which chart it is to be drawn")
    if chart.dimension != 2:
        raise StructureError(f"{CALLED} draws fields by charts of two coordinates; {chart} has {chart.dimension}")
    if length(count, CALLED, MOST_COMPONENTS, "arrows", each=1_000) < 2:
        raise DomainError(f"{CALLED} expects at least 2 arrows along an axis, got {count}")
    names = chart.names_or(None)
    grid = numpy.meshgrid(*(numpy.linspace(*extent(ends, one), count) for ends, one in zip((x, y), names, strict=True)))
    across, along = _components(v, chart, grid)
    axes = figure.axes_of(ax)
    axes.quiver(*grid, across, along, **{"angles": "xy", "pivot": "mid", **style})
    figure.write(axes, *(figure.label(one, units) for one in names))
    return axes


def _components(v: Operator, chart: Chart, grid: Any) -> list[Any]:
    components = components_in(v, chart)

    def at(place: Any) -> Any:
        return components(chart.point(place))

    shape = grid[0].shape
    found = leaves(over_states(at, Up([as_batch(numbers.ravel()) for numbers in grid])))
    finite = [numpy.where(numpy.isfinite(x), x, numpy.nan).reshape(shape) for x in found]
    return [some_finite(x, "the components of the field") for x in finite]


# --- surfaces --------------------------------------------------------------------------------------------------------
# Surfaces in space, and geodesics on them.
#
# A surface is given by the position in space as a function of two coordinates. What moves freely on it has the
# Lagrangian of a free particle in space, with the position as a transformation of coordinates: its paths are the
# geodesics.
#
# Source:  SICM 1.6; FDG 1

SURFACE_GRID = 60  # points of a surface along each coordinate
POINTS = 500  # of a geodesic


@drawing("plot-surface")
def plot_surface(
    position: Callable[[Any], Any], u: Values, v: Values, *, ax: Canvas | None = None, **style: Any
) -> Axes:
    """Draw a surface in space, with the same scale along all axes.

    ``position`` takes the two coordinates of a place to where it is in space, ``u`` and ``v`` are their ranges. The
    style is of matplotlib's plot_surface.

    Scheme:  (plot-surface [window] position (list umin umax) (list vmin vmax))
    Shapes:  position: up(u, v) -> up(x, y, z);  result: the Axes
    Raises:  StructureError unless the position has three coordinates;  DomainError if a range is empty, or the position
             has no values
    1 ]=> (plot-surface (lambda (q) (up (ref q 0) (ref q 1) (* (ref q 0) (ref q 1)))) (list -1 1) (list -1 1))
    >>> ax = plot_surface(lambda q: up(q[0], q[1], q[0] * q[1]), (-1, 1), (-1, 1))
    >>> ax.name, len(ax.collections)
    ('3d', 1)
    """
    grid = numpy.meshgrid(*(numpy.linspace(*extent(ends, what), SURFACE_GRID) for ends, what in ((u, "u"), (v, "v"))))
    places = _in_space(position, Up([as_batch(x.ravel()) for x in grid]))
    axes = space(ax)
    x, y, z = (some_finite(place, "the position").reshape(SURFACE_GRID, SURFACE_GRID) for place in places)
    surface_in(axes, x, y, z, **{"color": "lightgray", "alpha": 0.5, **style})
    figure.write(axes, "$x$", "$y$", "$z$")
    same_scale(axes)
    return axes


@drawing("plot-geodesics")
def plot_geodesics(
    position: Callable[[Any], Any],
    starts: Values,
    duration: Real,
    u: Values | None = None,
    v: Values | None = None,
    *,
    tolerance: Real | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw geodesics on a surface in space, the paths of what moves on it freely.

    The surface is drawn too if its ranges are given. ``position`` takes the two coordinates of a place to where it is
    in space. Each of the starts is a place and a velocity, a local tuple without the time. The speed in space stays, so
    that the length is the speed times the duration.

    Scheme:  (plot-geodesics [window] position (list (list q qdot) ...) duration [(list umin umax) (list vmin vmax)])
    Shapes:  position: up(u, v) -> up(x, y, z);  q, qdot: up(2);  result: the Axes
    Units:   none: positions, velocities and the duration are numbers, the tolerance is as of trajectory
    Raises:  StructureError unless the position has three coordinates; DomainError if the duration is zero
    Source:  SICM 1.6
    1 ]=> (define (saddle q) (up (ref q 0) (ref q 1) (* (ref q 0) (ref q 1))))
    1 ]=> (plot-geodesics saddle (list (list (up 0. 0.) (up 1. 0.))) 1.)
    >>> def sphere(q):
    ...     return up(sin(q[0]) * cos(q[1]), sin(q[0]) * sin(q[1]), cos(q[0]))
    >>> ax = plot_geodesics(sphere, [(up(1.0, 0.0), up(0.3, 1.0))], 5.0)
    >>> points = ax.lines[0].get_data_3d()
    >>> import numpy
    >>> bool(numpy.linalg.svd(numpy.array(points))[1][2] < 1e-8)  # a great circle: in a plane through the centre
    True
    """
    total = real(duration, CALLED, "the duration")
    if not total:
        raise DomainError(f"{CALLED} expects a duration, got {duration}")
    free = compose(L_free_particle(1), F_to_C(lambda local: position(local[1])))
    slope = Lagrangian_to_state_derivative(free)
    paths = []
    for q, rate in (_start(one) for one in elements(starts)):
        _in_space(position, q)
        motion = trajectory(slope, Up((0.0, q, rate)), total, tolerance)
        paths.append(_in_space(position, motion(numpy.linspace(0.0, total, POINTS))[1]))
    if not paths:
        raise DomainError(f"{CALLED}: there is nothing to draw: no starts")
    axes = space(ax) if u is None or v is None else plot_surface(position, u, v, ax=ax)
    for path in paths:
        axes.plot(*(some_finite(column, "the path") for column in path), **style)
    figure.write(axes, "$x$", "$y$", "$z$")
    same_scale(axes)
    return axes


def _start(value: Any) -> tuple[Up, Up]:
    parts = elements(value)
    if len(parts) != 2 or not all(isinstance(part, Structure) and len(leaves(part)) == 2 for part in parts):
        raise WrongTypeError(f"{CALLED} expects starts of a place and a velocity, up(u, v) each; got {describe(value)}")
    q, rate = ([real(x, CALLED, "a number of a start") for x in leaves(part)] for part in parts)
    return Up(q), Up(rate)


def _in_space(position: Callable[[Any], Any], places: Any) -> list[Any]:
    check_callable(position, CALLED, "positions as a function of two coordinates")
    found = over_states(position, places)
    if not isinstance(found, Structure) or len(leaves(found)) != 3:
        raise StructureError(f"{CALLED} expects positions in space, up(x, y, z), got {describe(found)}")
    return leaves(found)


# --- parameters ------------------------------------------------------------------------------------------------------
# Charts over parameters: where an orbit settles as a parameter changes, and for which of two a motion is stable.
#
# Source:  SICM 3.9; Strogatz, Nonlinear Dynamics and Chaos, 10.2; Arnold, Mathematical Methods of Classical
# Mechanics, 25

AWAY = 1e12  # times the size of its start an orbit has run away
STEPS = 100_000  # of machine code are allowed to the motion for a pair of parameters, at least
BESIDE = 1e-6  # of a multiplier from the unit circle is rounding


@drawing("plot-bifurcation")
def plot_bifurcation(
    family: Callable[[Any], Any],
    values: Numbers,
    start: Real | Vector,
    kept: int = 100,
    skipped: int = 500,
    *,
    coordinate: int = 0,
    names: Names | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw where the orbits of a family of maps settle: for each value of the parameter the iterates that are kept.

    ``family`` takes the parameter to a map, of numbers, of tuples, or of the plane with continuations. From the start
    so many iterates are skipped; of those kept one coordinate is drawn. Orbits that run away have no points.
    Without names the parameter is called as in the family, and the coordinates x, or x0, x1 and so on.

    Scheme:  (plot-bifurcation [window] family (list parameter ...) start [kept skipped])
    Shapes:  family: parameter -> map;  values: an array or a list;  result: the Axes
    Units:   parameters and points may be quantities
    Raises:  DomainError if all orbits run away, or no iterates are kept;  StructureError unless images are shaped like
             points
    Source:  Strogatz, Nonlinear Dynamics and Chaos, 10.2
    1 ]=> (define ((logistic r) x) (* r x (- 1 x)))
    1 ]=> (plot-bifurcation logistic (list 2. 3.2 3.5) .3 4)
    >>> def logistic(r):
    ...     return lambda x: r * x * (1 - x)
    >>> ax = plot_bifurcation(logistic, [2.0, 3.2], 0.3, 2)
    >>> sorted({(float(r), round(float(x), 6)) for r, x in ax.lines[0].get_xydata()})
    [(2.0, 0.5), (3.2, 0.513045), (3.2, 0.799455)]
    """
    check_callable(family, CALLED, "a function from a parameter to a map")
    start = Up(start) if isinstance(start, tuple) else start
    parameter = figure.parameters_of(family)[:1] or ("parameter",)
    known_as = (*parameter, f"x{coordinate}" if isinstance(start, Structure) else "x")
    columns = figure.AxisUnits()
    parameters = numbers(columns.plain(0, values), "the parameters")
    for number, what in ((kept, "iterates kept"), (skipped, "iterates skipped")):
        length(number, CALLED, things=what)
    if not parameters.size or not kept:
        raise DomainError(
            f"{CALLED}: there is nothing to draw: no {'iterates are kept' if parameters.size else 'values'}"
        )
    if coordinate not in range(len(leaves(start))):
        raise DomainError(f"{CALLED}: a point of {describe(start)} has no coordinate {coordinate}")
    for x in leaves(start):
        real(magnitudes(x), CALLED, "a number of the start")
    columns.note(1, leaves(start)[coordinate])
    known = [found[0] if found else 1 for found in columns.units]
    if has_units(*known, *leaves(start)):
        family, start = _of_numbers(family, known[0], start), magnitudes(start)
    with numpy.errstate(all="ignore"):
        try:
            points = _together(family, parameters, start, kept, skipped, coordinate)
        except (ScmpyError, ArithmeticError, TypeError, ValueError):  # a family that takes one parameter at a time
            points = _one_by_one(family, parameters, start, kept, skipped, coordinate)
    shown = abs(points) < AWAY * max(1.0, *(abs(magnitudes(x)) for x in leaves(start)))
    some_finite(numpy.where(shown, points, numpy.nan), "the orbits")
    axes = figure.axes_of(ax)
    columns.drawn(axes)
    x = numpy.broadcast_to(parameters, points.shape)[shown]
    axes.plot(x, points[shown], **{"linestyle": "", "marker": ",", "color": "black", **style})
    figure.write(axes, *(figure.label(one, units) for one in words(names) or known_as))
    return axes


def _of_numbers(family: Callable[[Any], Any], parameter: Any, start: Any) -> Callable[[Any], Any]:
    units = units_of(start)

    def of_number(value: Any) -> Any:
        step = plane_map(family(attach_units([parameter], value)))
        if takes_continuations(step):
            return figure.MapOfNumbers(step, units)

        def of_numbers(point: Any) -> Any:
            image = as_tuples(step(attach_units(units, point)))
            common_units("plot-bifurcation", start, image)
            return magnitudes(image)

        return of_numbers

    return of_number


def _together(family: Any, parameters: Any, start: Any, kept: int, skipped: int, coordinate: int) -> Any:
    step = plane_map(family(as_batch(parameters)))
    place = [as_batch(numpy.full(parameters.shape, real(x, "plot-bifurcation", "the start"))) for x in leaves(start)]
    found = numpy.empty((kept, len(parameters)))
    with watched(range(skipped + kept), "iterate") as iterates:
        for i in iterates:
            if i >= skipped:
                found[i - skipped] = real_or_nan(place[coordinate])
            if takes_continuations(step):
                place = list(step(*place, lambda x, y: (x, y), lambda: None))
                continue
            image = leaves(step(unflatten(iter(place), start) if isinstance(start, Structure) else place[0]))
            if len(image) != len(place):
                raise StructureError("plot-bifurcation expects maps whose values are shaped like their arguments")
            place = image
    return found


def _one_by_one(family: Any, parameters: Any, start: Any, kept: int, skipped: int, coordinate: int) -> Any:
    def iterates(parameter: float) -> list[list[float]]:
        mapping = PointMap(family(parameter), start, "plot-bifurcation")
        return mapping.iterated(mapping.start, skipped + kept - 1)

    found, orbit_of = numpy.full((kept, len(parameters)), numpy.nan), PartialFunction(iterates, [])
    with watched(parameters.tolist(), "value") as several:
        for i, parameter in enumerate(several):
            for k, point in enumerate(orbit_of(parameter)[skipped:]):
                found[k, i] = point[coordinate]
    if orbit_of.error is not None and not numpy.isfinite(found).any():
        raise DomainError(f"{CALLED}: no orbit has all of its iterates{orbit_of.reason}") from orbit_of.error
    return found


@drawing("plot-stability")
def plot_stability(
    family: Callable[[Any, Any], Any],
    state: State,
    period: Real,
    first: Values,
    second: Values,
    count: int = 150,
    *,
    names: Names | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw for which values of two parameters a periodic motion, or an equilibrium under a periodic force, is stable.

    ``family`` takes the parameters to a state derivative; the motion from the state closes after the period for all of
    them. What is drawn is how fast displacements grow, the logarithm of the largest multiplier over the period, and the
    border of the region where none grows. ``first`` and ``second`` are the ranges of the parameters.

    Scheme:  (plot-stability [window] family state period (list amin amax) (list bmin bmax) [count])
    Math:    max log |m| / T, for the eigenvalues m of the monodromy matrix
    Shapes:  family: a, b -> (state -> shaped like the state);  result: the Axes
    Units:   parameters, the state and the period may be quantities
    Raises:  WrongTypeError unless the family is a function; DomainError unless the period is positive
    Source:  Arnold, Mathematical Methods of Classical Mechanics, 25
    1 ]=> (define ((mathieu a b) s) (up 1 (ref s 2) (* -1 (+ a (* b (cos (ref s 0)))) (ref s 1))))
    1 ]=> (plot-stability mathieu (up 0 0 0) :2pi (list -.5 1) (list 0 1) 10)
    >>> def spring(a, b):
    ...     return lambda s: up(1, s[2], -a * s[1] - b * s[2])
    >>> ax = plot_stability(spring, up(0, 0, 0), 1.0, (-1, 1), (0, 0.5), 9)
    >>> growth = ax.collections[0].get_array().reshape(9, 9)
    >>> bool(abs(growth[0, 0] - 1) < 1e-9), bool(growth[0, -1] < 1e-9)  # exp(t); a circle
    (True, True)
    """
    check_callable(family, CALLED, "a function from two parameters to a state derivative")
    taken = figure.parameters_of(family)
    known_as = taken if len(taken) == 2 else ("first parameter", "second parameter")
    columns = figure.AxisUnits()
    (a0, a1), (b0, b1) = (extent(ends, "ab"[i], columns, i) for i, ends in enumerate((first, second)))
    known = [found[0] for found in columns.units]
    counted = None
    if has_units(state_of(state, CALLED), *known):
        middle = attach_units(known, Up(((a0 + a1) / 2, (b0 + b1) / 2)))
        counted = NondimensionalMotion("plot-stability", family(*middle), [state])
        given, state, period = family, counted.number(0, state), counted.time(period)
        family = lambda a, b: counted.rates_of(given(*attach_units(known, Up((a, b)))))  # noqa: E731
    place, time = state_of(state, CALLED), real(period, CALLED, "the period")
    if time <= 0:
        raise DomainError(f"{CALLED} expects a positive period, got {period}")
    length(count, CALLED, MOST_COMPONENTS, "values of a parameter", each=1_000)
    if count < 2:
        raise DomainError(f"{CALLED} expects at least 2 values of a parameter, got {count}")
    x, y = numpy.linspace(a0, a1, count), numpy.linspace(b0, b1, count)
    a, b = numpy.meshgrid(x, y)
    matrices = _monodromies(family, place, time, a, b)
    growth = some_finite(_growth(matrices, time), f"the multipliers of {name_of(family)}")
    rate = counted.per_time(1.0) if counted else 1
    axes = figure.axes_of(ax)
    columns.drawn(axes)
    mesh = axes.pcolormesh(x, y, growth * magnitudes(rate), **{"shading": "nearest", "cmap": "viridis", **style})
    axes.figure.colorbar(mesh, ax=axes, label=figure.with_unit("growth of displacements", figure.unit_text(rate)))
    heights, level = _border(matrices, growth)
    if numpy.nanmin(heights) < level < numpy.nanmax(heights):
        axes.contour(x, y, heights, [level], colors="white", linewidths=1.0)
    figure.write(axes, *(figure.label(one, units) for one in words(names) or known_as))
    return axes


def _monodromies(family: Any, place: Structure, period: float, a: Any, b: Any) -> Any:
    size = len(leaves(place))
    beside = Up([unflatten(iter(row), place) for row in numpy.eye(size)[1:].tolist()])
    whole = Up((place[0], place, beside))
    with setting(ode_most_steps=most_steps.value and max(most_steps.value // a.size, STEPS)):
        found = ensemble(
            lambda a, b: variational_equations(family(a, b)), whole, place[0] + period, 1e-10, parameters=[a, b]
        )
    if found.failures:
        lost, reason = len(found.failures), found.failures[0].reason
        warn(f"plot-stability: for {lost} of {a.size} pairs of parameters there is no motion over the period: {reason}")
    columns = [leaves(displacement)[1:] for displacement in found.states[2]]
    return numpy.moveaxis(numpy.array(columns, dtype=float), (0, 1), (-1, -2))


def _growth(matrices: Any, period: float) -> Any:
    good = numpy.isfinite(matrices).all(axis=(-1, -2))
    found = numpy.full(good.shape, numpy.nan)
    found[good] = numpy.log(abs(numpy.linalg.eigvals(matrices[good])).max(axis=-1)) / period
    return found


def _border(matrices: Any, growth: Any) -> tuple[Any, float]:
    """What is above a level where displacements grow: smooth, where areas are kept, the size of the trace."""
    good = matrices[numpy.isfinite(matrices).all(axis=(-1, -2))]
    if matrices.shape[-1] == 2 and abs(numpy.linalg.det(good) - 1).max() < 1e-6:
        return abs(matrices[..., 0, 0] + matrices[..., 1, 1]), 2.0
    return growth, BESIDE
