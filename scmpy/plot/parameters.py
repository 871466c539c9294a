"""Charts over parameters: where an orbit settles as a parameter changes, and for which of two a motion is stable.

Source:  SICM 3.9; Strogatz, Nonlinear Dynamics and Chaos, 10.2; Arnold, Mathematical Methods of Classical Mechanics, 25
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scmpy.errors import DomainError, ScmpyError, StructureError, describe, warn
from scmpy.generic.arguments import check_callable, length
from scmpy.generic.arrays import as_batch, real_or_nan
from scmpy.generic.functions import name_of
from scmpy.generic.progress import watched
from scmpy.generic.settings import Limit, setting
from scmpy.generic.undefined import Partial
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.ensembles.ensemble import ensemble
from scmpy.numerics.flow.counted import CountedMotion
from scmpy.numerics.flow.point_maps import PointMap, plane_map, takes_continuations
from scmpy.numerics.flow.tangents import units as unit_vectors
from scmpy.numerics.flow.variational import variational_equations
from scmpy.numerics.ode.driver import most_steps
from scmpy.numerics.ode.motion import real, state_of
from scmpy.plot.along import Columns, MapOfNumbers, unit_text, write
from scmpy.plot.drawing import drawing, extent, numbers, some_finite, words
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label, with_unit
from scmpy.plot.picture_types import Axes, Names
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Numbers, Real, State, Values, Vector
from scmpy.structure.measures import common_units, has_units, measures, units_of, with_units_of
from scmpy.structure.structure import Structure, Up, leaves, unflatten

MOST_VALUES = Limit("most-parameters", 10_000, "Values of a parameter in a plot over them.", "values of a parameter")
MOST_ITERATES = Limit("most-iterates", 20_000_000, "Iterates of a map at one value of a parameter.")
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

    Scheme:  (plot-bifurcation [window] family (list parameter ...) start [kept skipped])
    Shapes:  family: parameter -> map;  values: an array or a list;  result: the Axes
    Units:   parameters and points may be quantities
    Raises:  DomainError if all orbits run away, or no iterates are kept;  StructureError unless images are shaped like
             points
    Source:  Strogatz, Nonlinear Dynamics and Chaos, 10.2
    1 ]=> (define ((logistic r) x) (* r x (- 1 x)))
    1 ]=> (plot-bifurcation logistic (list 2. 3.2 3.5) .3 4)
    >>> from scmpy import *
    >>> def logistic(r):
    ...     return lambda x: r * x * (1 - x)
    >>> ax = plot_bifurcation(logistic, [2.0, 3.2], 0.3, 2)
    >>> sorted({(float(r), round(float(x), 6)) for r, x in ax.lines[0].get_xydata()})
    [(2.0, 0.5), (3.2, 0.513045), (3.2, 0.799455)]
    """
    import numpy

    name = "plot-bifurcation"
    check_callable(family, name, "a function from a parameter to a map")
    columns = Columns(name)
    parameters = numbers(columns.plain(0, values), name, "the parameters")
    for number, what in ((kept, "iterates kept"), (skipped, "iterates skipped")):
        length(number, name, MOST_ITERATES, what)
    if not parameters.size or not kept:
        raise DomainError(
            f"{name}: there is nothing to draw: no {'iterates are kept' if parameters.size else 'values'}"
        )
    if coordinate not in range(len(_numbers(start))):
        raise DomainError(f"{name}: a point of {describe(start)} has no coordinate {coordinate}")
    for x in _numbers(start):
        real(measures(x), name, "a number of the start")
    columns.note(1, _numbers(start)[coordinate])
    known = [found[0] if found else 1 for found in columns.units]
    if has_units(*known, *_numbers(start)):
        family, start = _of_numbers(family, known[0], start), _measures(start)
    with numpy.errstate(all="ignore"):
        try:
            points = _together(family, parameters, start, kept, skipped, coordinate)
        except (ScmpyError, ArithmeticError, TypeError, ValueError):  # a family that takes one parameter at a time
            points = _one_by_one(family, parameters, start, kept, skipped, coordinate, name)
    some_finite(numpy.where(abs(points) < 1e12, points, numpy.nan), name, "the orbits")
    axes = axes_of(ax, name)
    columns.drawn(axes)
    shown = numpy.isfinite(points) & (abs(points) < 1e12)
    x = numpy.broadcast_to(parameters, points.shape)[shown]
    axes.plot(x, points[shown], **{"linestyle": "", "marker": ",", "color": "black", **style})
    write(axes, *(label(one, units) for one in words(names, name)))
    return axes


def _measures(start: Any) -> Any:
    return tuple(map(measures, start)) if isinstance(start, tuple) else measures(start)


def _of_numbers(family: Callable[[Any], Any], parameter: Any, start: Any) -> Callable[[Any], Any]:
    """A family of maps of quantities as one of numbers in base units."""
    place = Up(start) if isinstance(start, tuple) else start
    units = units_of(place)

    def of_number(value: Any) -> Any:
        step = plane_map(family(with_units_of([parameter], value)))
        if takes_continuations(step):
            return MapOfNumbers(step, units)

        def of_numbers(point: Any) -> Any:
            image = as_tuples(step(with_units_of(units, point)))
            common_units("plot-bifurcation", place, image)
            return measures(image)

        return of_numbers

    return of_number


def _together(family: Any, parameters: Any, start: Any, kept: int, skipped: int, coordinate: int) -> Any:
    """The iterates for all parameters at once, by arithmetic on arrays."""
    import numpy

    step = plane_map(family(as_batch(parameters)))
    place = [as_batch(numpy.full(parameters.shape, real(x, "plot-bifurcation", "the start"))) for x in _numbers(start)]
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


def _one_by_one(
    family: Any, parameters: Any, start: Any, kept: int, skipped: int, coordinate: int, operation: str
) -> Any:
    """The iterates for one parameter after the other; nan where there are none."""
    import numpy

    def iterates(parameter: float) -> list[list[float]]:
        mapping = PointMap(family(parameter), start, operation)
        return mapping.iterated(mapping.start, skipped + kept - 1)

    found, orbit_of = numpy.full((kept, len(parameters)), numpy.nan), Partial(iterates, [])
    with watched(parameters.tolist(), "value") as several:
        for i, parameter in enumerate(several):
            for k, point in enumerate(orbit_of(parameter)[skipped:]):
                found[k, i] = point[coordinate]
    if orbit_of.error is not None and not numpy.isfinite(found).any():
        raise DomainError(f"{operation}: no orbit has all of its iterates{orbit_of.reason}") from orbit_of.error
    return found


def _numbers(start: Any) -> list[Any]:
    return leaves(start) if isinstance(start, Structure) else list(start) if isinstance(start, tuple) else [start]


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
    >>> from scmpy import *
    >>> def spring(a, b):
    ...     return lambda s: up(1, s[2], -a * s[1] - b * s[2])
    >>> ax = plot_stability(spring, up(0, 0, 0), 1.0, (-1, 1), (0, 0.5), 9)
    >>> growth = ax.collections[0].get_array().reshape(9, 9)
    >>> bool(abs(growth[0, 0] - 1) < 1e-9), bool(growth[0, -1] < 1e-9)  # exp(t); a circle
    (True, True)
    """
    import numpy

    name = "plot-stability"
    check_callable(family, name, "a function from two parameters to a state derivative")
    columns = Columns(name)
    (a0, a1), (b0, b1) = (extent(ends, name, "ab"[i], columns, i) for i, ends in enumerate((first, second)))
    known = [found[0] for found in columns.units]
    counted = None
    if has_units(state_of(state, name), *known):
        middle = with_units_of(known, Up(((a0 + a1) / 2, (b0 + b1) / 2)))
        counted = CountedMotion(name, family(*middle), [state])
        given, state, period = family, counted.number(0, state), counted.time(period)
        family = lambda a, b: counted.rates_of(given(*with_units_of(known, Up((a, b)))))  # noqa: E731
    place, time = state_of(state, name), real(period, name, "the period")
    if time <= 0:
        raise DomainError(f"{name} expects a positive period, got {period}")
    length(count, name, MOST_VALUES)
    if count < 2:
        raise DomainError(f"{name} expects at least 2 values of a parameter, got {count}")
    x, y = numpy.linspace(a0, a1, count), numpy.linspace(b0, b1, count)
    a, b = numpy.meshgrid(x, y)
    matrices = _monodromies(family, place, time, a, b, name)
    growth = some_finite(_growth(matrices, time), name, f"the multipliers of {name_of(family)}")
    rate = counted.per_time(1.0) if counted else 1
    axes = axes_of(ax, name)
    columns.drawn(axes)
    mesh = axes.pcolormesh(x, y, growth * measures(rate), **{"shading": "nearest", "cmap": "viridis", **style})
    axes.figure.colorbar(mesh, ax=axes, label=with_unit("growth of displacements", unit_text(rate)))
    heights, level = _border(matrices, growth)
    if numpy.nanmin(heights) < level < numpy.nanmax(heights):
        axes.contour(x, y, heights, [level], colors="white", linewidths=1.0)
    write(axes, *(label(one, units) for one in words(names, name)))
    return axes


def _monodromies(family: Any, place: Structure, period: float, a: Any, b: Any, operation: str) -> Any:
    """The derivative of the state after the period by the first one, for each pair of parameters; nan where none is."""
    import numpy

    size = len(leaves(place))
    beside = Up([unflatten(iter(row), place) for row in unit_vectors(size - 1, size)])
    whole = Up((place[0], place, beside))
    with setting(ode_most_steps=most_steps.value and max(most_steps.value // a.size, STEPS)):
        found = ensemble(
            lambda a, b: variational_equations(family(a, b)), whole, place[0] + period, 1e-10, parameters=[a, b]
        )
    if found.failures:
        lost, reason = len(found.failures), found.failures[0].reason
        warn(f"{operation}: for {lost} of {a.size} pairs of parameters there is no motion over the period: {reason}")
    columns = [leaves(displacement)[1:] for displacement in found.states[2]]
    return numpy.moveaxis(numpy.array(columns, dtype=float), (0, 1), (-1, -2))


def _growth(matrices: Any, period: float) -> Any:
    """The largest rate of growth by each of the matrices."""
    import numpy

    good = numpy.isfinite(matrices).all(axis=(-1, -2))
    found = numpy.full(good.shape, numpy.nan)
    found[good] = numpy.log(abs(numpy.linalg.eigvals(matrices[good])).max(axis=-1)) / period
    return found


def _border(matrices: Any, growth: Any) -> tuple[Any, float]:
    """What is above a level where displacements grow: smooth, where areas are kept, the size of the trace."""
    import numpy

    good = matrices[numpy.isfinite(matrices).all(axis=(-1, -2))]
    if matrices.shape[-1] == 2 and abs(numpy.linalg.det(good) - 1).max() < 1e-6:
        return abs(matrices[..., 0, 0] + matrices[..., 1, 1]), 2.0
    return growth, BESIDE
