"""Drawing functions: what they have in common.

Each draws something on Axes of matplotlib and returns them: on those given as ``ax``, which may be a window, or on
Axes of a new figure. As with the course's procedures, a window may come first: ``(plot-trajectory window motion 'x)``.
Styles are matplotlib's.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from scmpy.boundary import raised_by_us
from scmpy.errors import CALLED, DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.operations import has_no_value
from scmpy.generic.settings import items
from scmpy.generic.types import Numbers, TreeNode, is_number, is_scalar, tree_leaves, tree_unflatten
from scmpy.numerics.ensembles import Ensemble
from scmpy.numerics.ode.dense_output import names_of
from scmpy.numerics.ode.ivp import real
from scmpy.numerics.ode.trajectory import Trajectory, over_states
from scmpy.plot import figure
from scmpy.plot.figure import Axes, Motion, Names
from scmpy.plot.window import Canvas, Window
from scmpy.registry import numpy, public
from scmpy.structure.tuples import Structure, Up, common_units
from scmpy.structure.types import StateFunction
from scmpy.symbolic.expression import Symbol

F = TypeVar("F", bound=Callable[..., Any])


def drawing(scheme: str) -> Callable[[F], F]:
    """Declare a function that draws: public, and with a window as its first argument or as ``ax``."""

    def declare(draw: F) -> F:
        @functools.wraps(draw)
        def on_window(*args: Any, **options: Any) -> Any:
            if args and isinstance(args[0], Window):
                args, options = args[1:], {"ax": args[0], **options}
            try:
                with figure.undone_by_errors(), figure.styles(options, draw):
                    return draw(*args, **options)
            except Exception as error:
                if isinstance(error, ScmpyError) or not has_no_value(error) or raised_by_us(error.__traceback__):
                    raise
                raise DomainError(f"{scheme}: a function that is to be drawn has no value: {error}") from error

        on_window.may_be_first = Window  # type: ignore[attr-defined]
        return public(scheme)(on_window)  # type: ignore[return-value]

    return declare


def extent(value: Any, what: str, columns: figure.AxisUnits | None = None, axis: int = 0) -> tuple[float, float]:
    """The ends of a range, the lower one first; they may be quantities along an axis of columns."""
    try:
        listed = elements(value)
    except WrongTypeError:
        listed = ()
    if len(listed) != 2:
        raise WrongTypeError(f"{CALLED} expects the range of {what} as its two ends, got {describe(value)}")
    ends = columns.plain(axis, listed) if columns else listed
    low, high = (real(x, CALLED, f"an end of the range of {what}") for x in ends)
    if not low < high:
        raise DomainError(f"{CALLED}: the range of {what} is empty: from {listed[0]} to {listed[1]}")
    return low, high


def elements(value: Any, what: str = "a list") -> tuple[Any, ...]:
    """The elements of a list, a tuple, an up or down tuple, or an array; an error that says what was expected."""
    try:
        return items(value.components if isinstance(value, Structure) else value, CALLED)
    except WrongTypeError:
        raise WrongTypeError(f"{CALLED} expects {what}, got {describe(value)}") from None


def numbers(values: Any, what: str) -> Any:
    if not is_array(values):
        listed = elements(values, f"a list of real numbers for {what}")
        return numpy.array([real(x, CALLED, what) for x in listed])
    if values.dtype.kind == "O":  # as of multiples of pi
        return numpy.array([real(x, CALLED, what) for x in values.ravel()]).reshape(values.shape)
    if values.dtype.kind not in "fiub":
        raise WrongTypeError(f"{CALLED} expects real numbers for {what}, got {describe(values)}")
    return numpy.asarray(values, dtype=float)


def some_finite(values: Any, what: str) -> Any:
    """The array, if a picture can be made of it: an error if none of its numbers is finite."""
    what = what or "the function"
    if not values.size:
        raise DomainError(f"{CALLED}: there is nothing to draw: {what} has no values")
    if not numpy.isfinite(values).any():
        raise DomainError(f"{CALLED}: there is nothing to draw: none of the {values.size} values of {what} is finite")
    return values


def words(names: Any, most: int = 2) -> tuple[str, ...]:
    found = () if names is None else names.split() if isinstance(names, str) else elements(names, "names of axes")
    if len(found) > most:
        raise WrongTypeError(f"{CALLED} labels {most} axes, got the names {' '.join(map(str, found))}")
    return tuple(map(str, found))


def space(ax: Any) -> Any:
    axes = figure.axes_of(ax, projection="3d")
    if not hasattr(axes, "get_zlim"):
        raise WrongTypeError(f"{CALLED} draws in space; ax is of the plane: Axes are of space with projection='3d'")
    return axes


def surface_in(axes: Any, x: Any, y: Any, z: Any, **style: Any) -> None:
    axes.plot_surface(x, y, z, **{"linewidth": 0, "zorder": 0, "rstride": 1, "cstride": 1, **style})


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


# --- curves ----------------------------------------------------------------------------------------------------------
# Curves: motions at many times, as arrays of their numbers; what pictures are drawn from.
#
# A curve comes from a trajectory, from an ensemble at several times, from a state of arrays (as a trajectory has it
# at an array of times), or from a table, a state a row. What is drawn of it are numbers of the states, by their
# names, or functions of states.

#: Times at which a trajectory is looked at: so many for each of its steps, within limits.
EACH, FEWEST, MOST = 8, 500, 20_000


class Curve:
    """The states of a motion at many times; ``name`` is what it is called, if anything."""

    def __init__(self, states: Structure, names: tuple[str, ...], name: str = "") -> None:
        self.states, self.names, self.name = states, names, name

    @property
    def times(self) -> Any:
        return tree_leaves(self.states)[0]

    def styled(self, given: Mapping[str, Any], **own: Any) -> dict[str, Any]:
        """The style of its line: a look of its own, what it is called, and what is given."""
        return {**own, **({"label": self.name} if self.name else {}), **given}

    def measured(self, what: Any) -> Any:
        """A number by its name, or the values of a function of states, with its unit."""
        if isinstance(what, (str, Symbol)):
            return tree_leaves(self.states, is_scalar)[self._index(str(what))]
        if not callable(what):
            raise WrongTypeError(
                f"{CALLED} draws numbers by their names, {' '.join(self.names)}, and functions of states; "
                f"got {describe(what)}"
            )
        found = over_states(what, self.states)
        is_measured = isinstance(found, TreeNode) and found.is_scalar
        if not (is_array(found) or is_number(found) or is_measured):
            raise StructureError(f"{CALLED} draws functions whose values are numbers, got {describe(found)}")
        return found

    def values(self, what: Any) -> Any:
        return tree_leaves(self.measured(what))[0]

    def unit(self, what: Any) -> str:
        """The unit as text; numbers are drawn in base units."""
        return figure.unit_text(self.measured(what))

    def position_unit(self, position: Callable[[Any], Any] | None = None) -> str:
        """The unit of the coordinates of positions; an error if they have different ones, or are angles among them."""
        found = tree_leaves(self.states[1] if position is None else over_states(position, self.states), is_scalar)
        (unit, *_) = common_units(CALLED, *(x for x in found if isinstance(x, TreeNode) or numpy.any(x))) or [""]
        return figure.unit_text(unit)

    def paths(self, position: Callable[[Any], Any] | None = None) -> list[list[Any]]:
        """The coordinates over the time of the points whose positions are the value of a function of states.

        One position is a tuple of two or three coordinates; several are a tuple of positions. Without a function the
        coordinates of the state are the position.
        """
        if position is not None and not callable(position):
            raise WrongTypeError(f"{CALLED} expects positions as a function of states, got {describe(position)}")
        found = self.states[1] if position is None else over_states(position, self.states)
        parts = found.components if isinstance(found, Structure) else ()
        several = all(isinstance(part, Structure) for part in parts)
        points = [tree_leaves(part) for part in (parts if several else [found])]
        sizes = {len(point) for point in points}
        if not sizes or len(sizes) > 1 or not sizes <= {2, 3}:
            raise StructureError(
                f"{CALLED} expects positions of two or three coordinates, up(x, y), or a tuple of such; got "
                f"{_of_one_state(found)}"
            )
        return points

    def _index(self, name: str) -> int:
        if name not in self.names:
            raise WrongTypeError(f"{CALLED}: the numbers are called {' '.join(self.names)}, not {name}")
        return self.names.index(name)


def _of_one_state(found: Any) -> str:
    """What the values of a function of states at many times are at one of them, as text."""
    first = [x.ravel()[0].item() if is_array(x) and x.size else x for x in tree_leaves(found)]
    one = tree_unflatten(iter(first), found) if isinstance(found, Structure) else first[0] if first else found
    return f"{describe(one)} for a state"


def shared_unit(curves: list[Curve], *shown: Any) -> str:
    """The unit of what is drawn of curves, numbers or functions of states; an error if it is not the same for all."""
    return _the_same([curve.unit(one) for curve in curves for one in shown])


def _the_same(units: list[str]) -> str:
    for unit in units[1:]:
        figure.check_axis("what is drawn", units[0], unit)
    return units[0]


def curves_of(what: Any, names: Any = None, times: Any = None, smooth: bool = True) -> list[Curve]:
    """The curves of a motion, of several in a list, or of several by their names.

    A trajectory is looked at at the times given, else at as many as make it smooth, or at those of its steps.
    """
    motions = what if isinstance(what, Mapping) else {"": what}
    found = [(str(name), curve) for name, one in motions.items() for curve in _of(one, names, times, smooth)]
    if not found:
        raise DomainError(f"{CALLED}: there is nothing to draw: no motions")
    return [Curve(curve.states, curve.names, name) for name, curve in found]


def _of(what: Any, names: Any, times: Any, smooth: bool) -> Iterator[Curve]:
    if isinstance(what, Trajectory):
        called = what.names if names is None else names_of(what.place, names)
        yield Curve(what.at_numbers(moments(what, times, smooth)), called)
    elif isinstance(what, Ensemble):
        yield from _of_arrays(what.states, names)
    elif isinstance(what, Structure) and any(is_array(x) and x.ndim for x in tree_leaves(what)):
        yield from _of_arrays(what, names)
    elif is_array(what) and what.ndim == 2:
        place = Up([0.0] * what.shape[1])
        yield Curve(Up([as_batch(x) for x in what.T]), names_of(place, names))
    elif isinstance(what, Iterable) and not isinstance(what, (str, Structure)) and (several := elements(what)):
        for one in several:
            yield from _of(one, names, times, smooth)
    else:
        raise WrongTypeError(
            f"{CALLED} expects a trajectory, an ensemble at several times, a state of arrays, or a list of these; "
            f"got {describe(what)}"
        )


def _of_arrays(states: Structure, names: Any) -> Iterator[Curve]:
    """A curve for each of the orbits; the last axis of the arrays is that of the times."""
    called = names_of(states, names)
    columns = numpy.broadcast_arrays(*(numbers(x, "a state") if is_array(x) else x for x in tree_leaves(states)))
    if not columns[0].ndim or numpy.shape(tree_leaves(states)[0])[-1:] < (2,):
        raise StructureError(f"{CALLED} expects states at several times, got those at one")
    tables = [column.reshape(-1, column.shape[-1]) for column in columns]
    for orbit in zip(*tables, strict=True):
        yield Curve(tree_unflatten(iter([as_batch(x) for x in orbit]), states), called)


def moments(motion: Trajectory, times: Any, smooth: bool = True) -> Any:
    if times is not None:
        return numpy.array(motion.moments_of(times)) if motion.has_units else numbers(times, "the times")
    if not smooth:
        return numpy.array(motion.moments)
    count = min(max(EACH * len(motion.moments), FEWEST), MOST)
    return numpy.linspace(motion.moments[0], motion.moments[-1], count)


def names_among(value: Any, what: Any) -> set[int]:
    """Which of what is drawn are angles: the places of the names given, as a text or in a list."""
    if value is None:
        return set()
    single = [value] if callable(value) or isinstance(value, Symbol) else None
    listed = single or (value.split() if isinstance(value, str) else elements(value))
    found = set()
    for name in listed:
        same = [i for i, one in enumerate(what) if one is name or (not callable(name) and str(one) == str(name))]
        if not same:
            raise WrongTypeError(f"{CALLED}: {name} is said to be an angle, and is not drawn")
        found.update(same)
    return found


def reduced(columns: list[Any], angles: set[int]) -> list[Any]:
    """A curve with its angles from -pi to pi: where one of them passes through pi it ends, and goes on at -pi.

    It is parted without more where neighbours are more than a turn apart.

    >>> import numpy
    >>> [x.round(3).tolist() for x in reduced([numpy.array([0.0, 1.0]), numpy.array([3.0, 4.0])], {1})]
    [[0.0, 0.142, nan, 0.142, 1.0], [3.0, 3.142, nan, -3.142, -2.283]]
    """
    for k in sorted(angles):
        columns = _reduced(columns, k)
    return columns


def _reduced(columns: list[Any], k: int) -> list[Any]:
    x = numpy.where(numpy.isfinite(columns[k]), columns[k], numpy.nan)
    turns = numpy.floor((x + math.pi) / math.tau)
    (places,) = numpy.nonzero(numpy.nan_to_num(numpy.diff(turns)))
    first, second = turns[places], turns[places + 1]
    near = numpy.where(abs(second - first) == 1, 1.0, numpy.nan)  # of more than a turn nothing is known between
    border = near * math.pi * (2 * numpy.maximum(first, second) - 1)
    part = (border - x[places]) / (x[places + 1] - x[places])
    found = []
    for i, column in enumerate(columns):
        if i == k:
            column, before, after = x - math.tau * turns, border - math.tau * first, border - math.tau * second
        else:
            before = after = column[places] + part * (column[places + 1] - column[places])
        nothing = numpy.full(len(places), math.nan)
        between = numpy.stack([before, nothing, after], axis=1).ravel()
        found.append(numpy.insert(column, numpy.repeat(places + 1, 3), between))
    return found


# --- configuration ---------------------------------------------------------------------------------------------------
# Paths in configuration space: where the points of a system are, with the same scale along all axes.
#
# Source:  SICM 1.7


@drawing("plot-configuration")
def plot_configuration(
    motion: Motion,
    position: StateFunction | None = None,
    *,
    names: Names | None = None,
    times: Numbers | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the path of a motion in the plane or in space, with the same scale along all axes.

    ``position`` is a function of states whose value is the position of a point, or a tuple of positions of several,
    each of which gets a line of its own; without it the coordinates are the position. The motion is a trajectory, an
    ensemble at several times, a state of arrays, or a list of these.

    Scheme:  (plot-configuration [window] motion [position])
    Shapes:  position: state -> up(2), up(3), or a tuple of such;  result: the Axes
    Units:   quantities are drawn in base units; ``units`` are those of plain numbers
    Raises:  StructureError unless positions have two or three coordinates;  DomainError if there is nothing finite to
             draw;  DimensionError if a unit is given of what has another
    1 ]=> (define (free state) (up 1 (velocity state) (* 0 (velocity state))))
    1 ]=> (plot-configuration (trajectory free (up 0 (up 0 0) (up 1 2)) 3))
    >>> def L(state):
    ...     return square(velocity(state)) / 2 + 1 / sqrt(square(coordinate(state)))
    >>> motion = trajectory(Lagrangian_to_state_derivative(L), up(0, up(1, 0), up(0, 1.2)), 20, names="x y vx vy")
    >>> ax = plot_configuration(motion)
    >>> ax.get_xlabel(), ax.get_ylabel(), ax.get_aspect()
    ('$x$', '$y$', 1.0)
    """
    curves = curves_of(motion, names, times)
    paths = [(curve, path) for curve in curves for path in curve.paths(position)]
    size = len(paths[0][1])
    axes = space(ax) if size == 3 else figure.axes_of(ax)
    unit = _the_same([curve.position_unit(position) for curve in curves])
    figure.measure(axes, *[unit] * size)
    for curve, path in paths:
        axes.plot(*(some_finite(column, "the position") for column in path), **curve.styled(style))
    labels = curves[0].names[1 : size + 1] if position is None else "xyz"[:size]
    units = figure.with_measured({figure.name_in_label(one): unit for one in labels} if unit else {}, units)
    figure.write(axes, *(figure.label(one, units) for one in labels))
    same_scale(axes)
    if curves[0].name:
        axes.legend()
    return axes


def same_scale(axes: Any, adjustable: str = "datalim") -> None:
    """Let a length be as long along each of the axes, by longer ranges, or by the form of the picture (box)."""
    if hasattr(axes, "get_zlim"):
        axes.set_aspect("equal")
    else:
        axes.set_aspect("equal", adjustable=adjustable)
