"""Motions and maps of quantities, by those of numbers: each number of a state is counted in its size.

The sizes of a motion are those to which the errors of its integration are relative (:mod:`scmpy.numerics.ode.scale`);
time is counted in that in which it changes. Of a map they are those of the point and its image. So displacements of
one length, and errors, mean the same in all units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from scmpy.calculus.differential import new_tag
from scmpy.errors import DimensionError, ScmpyError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.composite import Composite, measure_of
from scmpy.generic.functions import Function, name_of
from scmpy.numerics.compile.variants import as_tuples
from scmpy.numerics.flow.point_maps import plane_map, takes_continuations
from scmpy.numerics.flow.tangents import displaced, slopes_of
from scmpy.numerics.flow.tangents import units as unit_vectors
from scmpy.numerics.ode.dimensions import check_rates, time_measure
from scmpy.numerics.ode.motion import state_of
from scmpy.numerics.ode.scale import sizes_and_time
from scmpy.numerics.ode.surfaces_of_section import SectionMap, StroboscopicMap
from scmpy.numerics.of_quantities import Counted, of_quantities
from scmpy.structure.matrix import Matrix, matrix_by_row_list
from scmpy.structure.measures import OfMeasures, common_units, has_units, in_units, measures, units_of, with_units_of
from scmpy.structure.structure import Structure, Up, leaves


def sized(units: Sequence[Any], sizes: Sequence[float]) -> list[Any]:
    """So many of each unit; plain numbers are counted as they are."""
    return [
        g.mul(size or 1.0, unit) if isinstance(unit, Composite) else 1 for unit, size in zip(units, sizes, strict=True)
    ]


class CountedMotion(Counted):
    """A motion of quantities, given by its state derivative and a state, as one of numbers."""

    def __init__(self, name: str, derivative: Callable[[Any], Any], places: Sequence[Any], _: bool = False) -> None:
        self.name, self.kind, self.values = name, tuple, []
        self.state = state_of(places[0], name)
        self.units = _sizes_of_motion(name, derivative, self.state)
        time = self.units[0]
        self.rates = [g.div(unit, time) for unit in self.units]
        self.function = self.rates_of(derivative)

    def rates_of(self, derivative: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """A derivative of such states as one of states of numbers."""

        def of_numbers(state: Any) -> Any:
            there = with_units_of(self.units, as_tuples(state))
            return in_units(self.rates, _rates_at(derivative, there, self.name))

        return of_numbers

    def number(self, which: int, place: Any) -> Any:
        """The state in numbers."""
        return in_units(self.units, state_of(place, self.name))

    def point(self, found: Any) -> Any:
        """A periodic orbit that has been found."""
        return found._replace(
            point=self.place(found.point), period=self.duration(found.period), derivative=self.matrix(found.derivative)
        )

    def time(self, given: Any) -> Any:
        """A time, or a duration, as a number."""
        return g.div(time_measure(given, self.state, self.name, "a time"), measure_of(self.units[0]))

    def duration(self, found: Any) -> Any:
        """The time that so many are."""
        return with_units_of(self.units[:1], found)

    def per_time(self, found: Any) -> Any:
        """The rate, or some of them, that so many are in the time that is counted."""
        if isinstance(found, (tuple, list)):
            return type(found)(map(self.per_time, found))
        return g.div(found, self.duration(1.0))

    def of_conditions(self, conditions: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Conditions on two states as those of states in numbers, each in units of how much it changes with them."""
        of_states, here, count = self.of_state(conditions), self.number(0, self.state), len(self.units)
        tag, still = new_tag(), [[0.0] * count] * count
        moved = (
            displaced(here, tag, [*unit_vectors(count, count), *still]),
            displaced(here, tag, [*still, *unit_vectors(count, count)]),
        )
        slopes = slopes_of(_tuple(of_states(*moved)), tag)
        sizes = [max(map(abs, slope.values()), default=0.0) or 1.0 for slope in slopes]
        return lambda first, last: in_units(sizes, _tuple(of_states(first, last)))

    def of_state(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A function of one state or more as one of states in numbers, whose values are in base units."""
        return lambda *states: measures(function(*(with_units_of(self.units, as_tuples(x)) for x in states)))

    def displacement(self, given: Any) -> Any:
        """A displacement of the first coordinate as a number, which it may be already; or a state beside the first."""
        if isinstance(given, Structure):
            return self.number(0, given)
        if not has_units(given):
            return given
        common_units(self.name, self.units[1], given)
        return in_units(self.units[1:], given)

    def matrix(self, rows: Matrix) -> Matrix:
        """The derivative of numbers of states by such, without those of the time, with its units."""
        return matrix_with_units(rows, self.units[1:])


def _tuple(value: Any) -> Any:
    return as_tuples(list(value) if isinstance(value, tuple) or is_array(value) else value)


def _rates_at(derivative: Callable[[Any], Any], state: Any, name: str) -> Any:
    """The rates at a state, checked to fit it."""
    rates = as_tuples(derivative(state))
    if len(leaves(rates)) != len(leaves(state)):
        raise StructureError(f"{name} expects rates shaped like {describe(state)}, got {describe(rates)}")
    check_rates(state, rates, name)
    return rates


def _sizes_of_motion(name: str, derivative: Callable[[Any], Any], state: Structure) -> list[Any]:
    """Of each number of a state as much as it is in the motion; of the time that in which the motion changes."""
    rates, units = _rates_at(derivative, state, name), units_of(state)
    numbers, slopes = leaves(measures(state)), leaves(measures(rates))
    own = _derivatives(OfMeasures(name, derivative, units), measures(state))
    sizes, time = sizes_and_time(numbers, slopes, own)
    known = [size if isinstance(unit, Composite) else 1.0 for unit, size in zip(units[1:], sizes, strict=True)]
    return sized(units, [time, *_completed(known, own, time)])


def _derivatives(rates: Callable[[Any], Any], state: Structure) -> Any:
    """The derivatives of the rates by the numbers of a state; None where they are not known."""
    size, tag = len(leaves(state)), new_tag()
    try:
        moved = as_tuples(rates(displaced(state, tag, [[float(i == j) for j in range(size)] for i in range(size)])))
        return [[float(slope.get(j, 0)) for j in range(size)] for slope in slopes_of(moved, tag)]
    except (ScmpyError, ArithmeticError, TypeError, ValueError):
        return None


def _completed(sizes: list[float], own: Any, time: float) -> list[float]:
    """The sizes of what is 0 and stays so, as at an equilibrium: as others make it, the first of all being one unit."""
    while 0.0 in sizes:
        for i, size in enumerate(sizes):
            made = max(abs(slope) * other for slope, other in zip(own[i + 1][1:], sizes, strict=True)) if own else 0.0
            sizes[i] = size or time * made
        if 0.0 in sizes:
            sizes[sizes.index(0.0)] = 1.0
    return sizes


def matrix_with_units(rows: Matrix, units: Sequence[Any]) -> Matrix:
    """The matrix of derivatives of numbers, which are counted in units, by such."""
    return matrix_by_row_list(
        [
            [g.div(g.mul(x, to), by) for x, by in zip(row, units, strict=True)]
            for row, to in zip(rows, units, strict=True)
        ]
    )


class CountedMap(Counted):
    """A map of points of quantities, or of the plane, as one of numbers.

    The places are points, or coordinates on these axes; the first coordinate may have to be an angle, a plain number.
    """

    def __init__(
        self,
        name: str,
        step: Callable[..., Any],
        places: Sequence[Any],
        _: bool = False,
        axes: str = "",
        angle: bool = False,
    ) -> None:
        self.name, self.kind, self.values, self.step, self.axes = name, tuple, [], step, axes
        point = as_tuples(_point_on(axes, places, name) if axes else places[0])
        self.start = Up(point) if isinstance(point, (tuple, list)) else point
        if isinstance(step, (SectionMap, StroboscopicMap)):
            motion = CountedMotion(name, step.motion.perturbed, [self.start])
            self.units, self.function = motion.units, step.of_numbers(motion)
        else:
            self.units = _sizes_of_map(name, step, self.start)
            self.function = self._of_plane if takes_continuations(step) else self._of_points
        if angle and isinstance(self.units[0], Composite):
            raise DimensionError(
                f"{name}: the first coordinate is an angle, a plain number, got {describe(self.start)}"
            )

    def _of_points(self, point: Any) -> Any:
        return self._numbers(self.step(with_units_of(self.units, as_tuples(point))))

    def _of_plane(self, x: Any, y: Any, proceed: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        image = self.step(*with_units_of(self.units, Up((x, y))), lambda x, y: Up((x, y)), lambda: None)
        return proceed(*self._numbers(image)) if isinstance(image, Up) else fail()

    def _numbers(self, image: Any) -> Any:
        found = as_tuples(Up(image) if isinstance(image, tuple) else image)
        common_units(self.name, self.start, found)
        return in_units(self.units, found)

    def number(self, which: int, place: Any) -> Any:
        """A point, or a coordinate, as a number."""
        if not self.axes:
            return in_units(self.units, as_tuples(Up(place) if isinstance(place, tuple) else place))
        return self.along("xy".index(self.axes[which]), place)

    def along(self, axis: int, given: Any) -> Any:
        """A coordinate on an axis of the plane, or a distance along it, as a number."""
        common_units(self.name, self.units[axis], given)
        return g.div(measure_of(given), measure_of(self.units[axis]))

    def distance(self, given: Any) -> Any:
        """A distance along the second axis, as a number."""
        return self.along(1, given)

    def ordinate(self, found: Any) -> Any:
        """A coordinate on the second axis that has been found."""
        return with_units_of(self.units[1:], found)

    def point(self, found: Any) -> Any:
        """A fixed point that has been found."""
        units = self.units[len(self.units) - len(found.derivative) :]
        return found._replace(
            point=with_units_of(self.units, found.point), derivative=matrix_with_units(found.derivative, units)
        )

    def curve(self, found: Callable[[Any], Any]) -> Function:
        """A curve of points, by a parameter."""
        return Function(lambda parameter: tuple(with_units_of(self.units, Up(found(parameter)))), name_of(found))

    def of_eigenvectors(self, proceed: Callable[..., Any]) -> Callable[..., Any]:
        """What takes both eigenvalues, each with the components of its eigenvector."""
        vertical = measure_of(self.units[1])

        def of_numbers(*found: Any) -> Any:
            vectors = (with_units_of(self.units, Up(found[k + 1 : k + 3])) for k in (0, 3))
            parts = [[value, *(g.div(x, vertical) for x in v)] for value, v in zip(found[::3], vectors, strict=True)]
            return proceed(*(x for part in parts for x in part))

        return of_numbers

    def orbit(self, rows: Any) -> Any:
        """Points in base units, one a row."""
        return rows * [float(measure_of(unit)) for unit in self.units]


def _point_on(axes: str, places: Sequence[Any], name: str) -> Up:
    """A point of the plane that has the largest of the coordinates on each axis."""
    on = [[place for place, axis in zip(places, axes, strict=True) if axis == its] for its in "xy"]
    for coordinates in on:
        common_units(name, *coordinates)
    return Up([max(coordinates, key=lambda x: abs(measure_of(x))) for coordinates in on])


def _sizes_of_map(name: str, step: Callable[..., Any], point: Any) -> list[Any]:
    """Of each coordinate as much as it is at a point or its image."""
    image = point
    with suppress(ScmpyError, ArithmeticError, TypeError, ValueError):  # it is not defined there
        image = _image(step, point)
    units = common_units(name, point, image)
    sizes, after = ([abs(float(x)) for x in leaves(measures(each))] for each in (point, image))
    return sized(units, list(map(max, sizes, after)))


def _image(step: Callable[..., Any], point: Any) -> Any:
    if not takes_continuations(step):
        return as_tuples(step(point))
    image = step(*point, lambda x, y: Up((x, y)), lambda: None)
    return point if image is None else image


#: The components of a direction of the plane, as numbers.
DIRECTIONS = {
    "dx": lambda counted, given: counted.along(0, given),
    "dy": lambda counted, given: counted.along(1, given),
}

of_motion = partial(of_quantities, by=CountedMotion)


def of_map(name: str, places: str, found: Any = None, axes: str = "", angle: bool = False, **named: Any) -> Any:
    """Let what is computed of a map, a function of points or of the plane, take and give quantities."""
    return of_quantities(name, places, found, by=partial(CountedMap, axes=axes, angle=angle), taken=plane_map, **named)
