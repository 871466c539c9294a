"""Maps of points, of points of a plane, of quantities; states with displacements; iterates."""

from __future__ import annotations

import inspect
import math
from array import array
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from scmpy.boundary import arity_of_signature
from scmpy.calculus.dual_numbers import Tagged, finite_part, make, new_tag, split
from scmpy.errors import CALLED, DimensionError, DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.functions import Function, keep, name_of
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import (
    Real,
    Scalar,
    ScalarValue,
    TreeNode,
    measure_of,
    tree_leaves,
    tree_structure,
    tree_unflatten,
)
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.codegen import Uncompiled, Variant, as_tuples, numbers_of, variant
from scmpy.numerics.compile.tracing import Traced
from scmpy.numerics.nondimensional import (
    SMALL,
    Nondimensional,
    check_rates,
    nondimensionalized,
    sizes_and_time,
    time_measure,
)
from scmpy.numerics.ode.ivp import InitialValueProblem, Member, as_state, real, state_of
from scmpy.numerics.ode.sections import SectionMap, StroboscopicMap
from scmpy.registry import numpy, public
from scmpy.structure.matrix import Matrix, matrix_by_row_list
from scmpy.structure.tuples import (
    MagnitudeFunction,
    Structure,
    Up,
    attach_units,
    common_units,
    has_units,
    in_units,
    leaves,
    magnitudes,
    unflatten,
    units_of,
)
from scmpy.structure.types import Vector

# --- tangents --------------------------------------------------------------------------------------------------------
# States of differentials: a state with displacements from it, the tangents, direction by direction.


def displaced(state: Structure, tag: int, tangents: Sequence[Any]) -> Any:
    columns = zip(*tangents, strict=True)
    return tree_unflatten(
        (make(tag, x, dict(enumerate(column))) for x, column in zip(tree_leaves(state), columns, strict=True)), state
    )


def values_and_slopes(
    function: Callable[[list[Any]], Iterable[Any]], numbers: Sequence[Any]
) -> tuple[list[Any], list[list[Any]]]:
    """The numbers that a function of numbers gives, and the rows of their derivatives by these."""
    tag, places = new_tag(), range(len(numbers))
    found = [split(x, tag) for x in function([make(tag, x, {i: 1.0}) for i, x in enumerate(numbers)])]
    return [x for x, _ in found], [[slopes.get(i, 0) for i in places] for _, slopes in found]


# --- iteration -------------------------------------------------------------------------------------------------------
# Iterates of maps: a map of numbers that is applied again and again, as code.
#
# The map is traced once. Many iterates run in a loop of machine code if llvmlite is installed (the extra ``fast``),
# fewer of them, or without it, as Python's code; where a map decides by values, integrates, or is not made of generic
# arithmetic, it runs as it is. All three round every operation in the same way, so that they give the same orbits.

FEW = 100  # iterates take less time than to trace the map
PATIENCE = 20_000  # iterates of a map, in all its orbits, take as long in Python as to make machine code
AT_ONCE = 1 << 16  # iterates are taken, then Ctrl-C is seen


class Iteration:
    """The iterates of a map from the numbers of a point to those of the next one, None where there is none."""

    def __init__(self, step: Callable[[Structure], Structure | None], place: Structure, count: int) -> None:
        self.step = step
        self.variant = undecided(step, place) if count > FEW else None
        self.looping = self.variant is not None and machine.is_available() and _taken(self.variant, count) > PATIENCE

    def after(self, numbers: Sequence[float], count: int) -> list[Any] | None:
        y: list[Any] | None = list(numbers)
        while y is not None and count:
            taken = min(count, AT_ONCE)
            y, _ = self._moved(y, taken)
            count -= taken
        return y

    def orbit(self, numbers: Sequence[float], count: int) -> Any:
        """The point and its iterates, one a row of an array; fewer where there are no more."""
        rows = numpy.empty((count + 1, len(numbers)))
        rows[0] = numbers
        y: list[Any] | None = list(numbers)
        done = 0
        while y is not None and done < count:
            taken = min(count - done, AT_ONCE)
            y, taken = self._moved(y, taken, rows[done + 1 :])
            done += taken
        return rows[: done + 1]

    def _moved(self, y: list[Any], count: int, rows: Any = None) -> tuple[list[Any] | None, int]:
        done = self._looped(y, count, rows) if self.looping else 0
        while done < count:
            image = self._next(y)
            if image is None:
                return None, done
            if rows is not None:
                rows[done] = image
            y = image
            done += 1
        return y, done

    def _next(self, y: list[Any]) -> list[Any] | None:
        if self.variant is not None:
            found = numbers_of(self.variant.complete_code, y)
            if found is not None:
                return found
        image = self.step(Up(y))
        return None if image is None else leaves(as_tuples(image))

    def _looped(self, y: list[Any], count: int, rows: Any) -> int:
        """How many iterates machine code takes; they move y along, and fill the rows."""
        from scmpy.numerics.ode.llvm_steps import ITERATES_PROTOTYPE as PROTOTYPE
        from scmpy.numerics.ode.llvm_steps import looping

        graph = self.variant.complete  # type: ignore[union-attr]
        key = "iterates", graph, rows is not None
        try:
            function = machine.loaded(key, "f", PROTOTYPE, lambda: looping(graph, rows is not None))
        except (RuntimeError, OSError, WrongTypeError):  # memory that cannot be run, a function that LLVM does not have
            return 0
        point = array("d", y)
        done: int = function.call(point.buffer_info()[0], None if rows is None else rows.ctypes.data, count)
        y[:] = point.tolist()
        return done


_iterated: dict[int, int] = {}  # how many iterates were asked for, by the text of a map
_MOST_MAPS = 1000  # maps whose iterates are counted


def _taken(code: Variant, count: int) -> int:
    text = hash(repr(code.complete))
    return keep(_iterated, text, _iterated.get(text, 0) + count, _MOST_MAPS)


def undecided(step: Callable[[Structure], Structure | None], place: Structure) -> Variant | None:
    try:
        found = variant(step, Up((place,)))
    except (Uncompiled, ScmpyError):
        return None
    return None if found.decisions else found


def images_of(step: Any, numbers: Sequence[float], count: int) -> Any:
    """The next points of a map of the plane that finds many at less cost than one by one; None for other maps.

    Such a map has ``images``: they are the rows of an array, fewer where the orbit ends.
    """
    images = getattr(step, "images", None)
    return None if images is None else images(*numbers, count)


def is_real_point(values: Sequence[Any]) -> bool:
    return all(type(x) is float and math.isfinite(x) for x in values)


# --- point maps ------------------------------------------------------------------------------------------------------
# Maps of points, with their exact derivatives.
#
# A map is a function of a number or a tuple whose value is shaped alike, or a map of the plane. Such a map follows the
# course's convention: it takes x and y, a continuation that gets the next x and y, and one that is called where there
# are none; or it takes x and y alone, and its value is a tuple of the next ones, None where there are none.

SAME = 1e-6  # coordinates that differ by less are those of one point
SHIFTS = (0.0, 0.3, -0.7)  # to points beside one, lest its image be where angles jump by a turn
PART = 0.01  # in radians, which an angle does not count as a turn


def takes_continuations(step: Any) -> bool:
    if isinstance(step, Function):
        return takes_continuations(step.function)
    try:
        parameters = inspect.signature(step).parameters.values()
    except (TypeError, ValueError):
        return False
    return len([p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]) == 4


def takes_points(step: Any) -> bool:
    return takes_points(step.function) if isinstance(step, Function) else arity_of_signature(step) == (1, 1)


def plane_map(step: Any) -> Any:
    """A function of x and y alone as a map of the plane in the course's form; any other map as it is."""
    if not callable(step) or isinstance(step, Function) or arity_of_signature(step) != (2, 2):
        return step
    name = f"the map {name_of(step)}"

    def continued(x: Any, y: Any, proceed: Callable[..., Any], fail: Callable[[], Any]) -> Any:
        image = step(x, y)
        if image is None or image is False:
            return fail()
        found = items(image, name) if isinstance(image, Iterable) and not isinstance(image, str) else ()
        if len(found) != 2:
            raise StructureError(
                f"{name} of x and y gives the next two in a tuple, or None; it gives {describe(image)}"
            )
        return proceed(*found)

    return Function(continued, name_of(step))


def of_coordinates(step: Callable[..., Any]) -> Callable[..., Any]:
    if not takes_points(step):
        return plane_map(step)  # type: ignore[no-any-return]
    return Function(lambda x, y, proceed, fail: proceed(*step(Up((x, y)))), name_of(step))


def turned(angle: float) -> float:
    """The angle in [-pi, pi] that differs from this one by whole turns."""
    return math.remainder(angle, math.tau)


class PointMap:
    def __init__(self, step: Callable[..., Any], point: Any, operation: str) -> None:
        check_callable(step, operation, "a map, a function of points")
        self.step = step = plane_map(step)
        self.operation = operation
        self.place = as_state(Up(point) if isinstance(point, tuple) else point)
        self.of_plane = takes_continuations(step)
        self.of_motions = isinstance(step, (StroboscopicMap, SectionMap))
        self.code: Variant | None = None
        self.asked = 0  # how often for the derivative, which is compiled then
        self.start = [real(x, operation, "a coordinate") for x in leaves(self.place)]
        if self.of_plane and len(self.start) != 2:
            raise StructureError(f"{operation}: the map {name_of(step)} is of the plane, got {describe(point)}")

    def __call__(self, numbers: Sequence[Any]) -> list[Any]:
        if self.of_plane:
            image = self.step(*numbers, lambda x, y: Up((x, y)), lambda: None)
            if not isinstance(image, Up):
                raise self._undefined(numbers)
            return list(image.components)
        place = self.shaped(numbers)
        image = self.step(place)
        image = as_tuples(Up(image) if isinstance(image, tuple) else image)
        if tree_structure(image) != tree_structure(self.place):
            raise StructureError(
                f"{self.operation} expects a map whose values are shaped like its arguments; of {describe(place)} it "
                f"is {describe(image)}"
            )
        return leaves(image)

    def _undefined(self, numbers: Sequence[Any]) -> DomainError:
        return DomainError(
            f"{self.operation}: the map {name_of(self.step)} is not defined at {[*map(finite_part, numbers)]}"
        )

    def shaped(self, numbers: Sequence[Any]) -> Any:
        return unflatten(iter(numbers), self.place) if isinstance(self.place, Structure) else numbers[0]

    def values(self, numbers: Sequence[float]) -> list[float]:
        return [self._real(x, numbers) for x in self(numbers)]

    def after(self, numbers: Sequence[Any], count: int) -> Sequence[Any]:
        if count > 1 and is_real_point(numbers):
            return self.iterated(numbers, count)[-1]
        for _ in range(count):
            numbers = self(numbers)
        return numbers

    def iterated(self, numbers: Sequence[float], count: int) -> list[list[float]]:
        found: list[list[float]] = self.orbit(numbers, count).tolist()
        return found

    def orbit(self, numbers: Sequence[float], count: int) -> Any:
        images = images_of(self.step, numbers, count) if self.of_plane else None
        if isinstance(self.step, SectionMap):
            images = self.step.numpy(self.shaped(numbers), count)
        if images is None:
            return Iteration(self._image, Up(numbers), count).orbit(numbers, count)
        if len(images) < count:
            raise self._undefined(images[-1].tolist() if len(images) else numbers)
        return numpy.vstack([numbers, images])

    def _image(self, place: Structure) -> Up:
        numbers = place.components
        return Up([x if isinstance(x, (Traced, Tagged)) else self._real(x, numbers) for x in self(numbers)])

    def _real(self, x: Any, numbers: Sequence[Any]) -> float:
        return real(x, self.operation, f"a coordinate of the image of {list(numbers)}")

    def angles(self, period: int = 1) -> set[int]:
        """The coordinates that are angles: where a whole turn is added to one of them the image does not change.

        A motion makes the turn too: in the image of a map of motions that coordinate alone is turned.
        """
        return {i for i in range(len(self.start)) if any(self._is_angle(i, shift, period) for shift in SHIFTS)}

    def _is_angle(self, i: int, shift: float, period: int) -> bool:
        """Does a whole turn more not change the image of a point beside the start, but for the turn, as a part does?"""
        places = ([x + (shift + turn) * (i == j) for j, x in enumerate(self.start)] for turn in (0, PART, math.tau))
        try:
            image, near, other = (self.iterated(x, period)[-1] for x in places)
            if self.of_motions:
                other[i] = image[i] + turned(other[i] - image[i])
            change = max(abs(a - b) for a, b in zip(image, near, strict=True))
            return all(abs(a - b) < min(SAME * (1 + abs(a)), PART * change) for a, b in zip(image, other, strict=True))
        except (ScmpyError, ArithmeticError, ValueError):
            return False

    def with_derivative(self, numbers: Sequence[float]) -> tuple[list[float], list[list[float]]]:
        """The image, and the rows of the derivative; by differences where the map takes numbers alone."""
        self.asked += 1
        if self.asked == FEW:
            self.code = undecided(self._with_tangents, Up(list(numbers)))
        found = None if self.code is None else numbers_of(self.code.complete_code, list(map(float, numbers)))
        if found is None:
            try:
                image, *rows = self._with_tangents(Up(list(map(float, numbers))))
            except (ScmpyError, TypeError, ValueError) as error:
                with suppress(ScmpyError, TypeError, ValueError):  # it takes numbers alone
                    return self.values(numbers), self._differences(numbers)
                raise error
            return [self._real(x, numbers) for x in image], [list(map(float, row)) for row in rows]
        size = len(numbers)
        return found[:size], [found[k : k + size] for k in range(size, len(found), size)]

    def _with_tangents(self, place: Structure) -> Up:
        image, rows = values_and_slopes(self, place.components)
        return Up((Up(image), *map(Up, rows)))

    def _differences(self, numbers: Sequence[float]) -> list[list[float]]:
        """The rows of the derivative by differences of order 4; a jump of whole turns is none."""
        columns = []
        for i, x in enumerate(numbers):
            h = 1e-3 * max(1.0, abs(x))
            near, far = (self._difference(numbers, i, d) for d in (h, 2 * h))
            columns.append([(8 * a - b) / (12 * h) for a, b in zip(near, far, strict=True)])
        return [list(row) for row in zip(*columns, strict=True)]

    def _difference(self, numbers: Sequence[float], i: int, h: float) -> list[float]:
        ends = [self.values([*numbers[:i], numbers[i] + d, *numbers[i + 1 :]]) for d in (h, -h)]
        changes = (a - b for a, b in zip(*ends, strict=True))
        return [turned(x) if abs(abs(x) - math.tau) < 0.5 else x for x in changes]


# --- plane points ----------------------------------------------------------------------------------------------------
# Points of a plane, and which of them are near: on a plane, a cylinder or a torus, whose angles are taken modulo 2 pi.
#
# In Scheme a point is a pair of its abscissa and its ordinate; a list of both counts as one.

Point = tuple[Any, Any]


@public("make-point")
def make_point(x: Scalar, y: Scalar) -> Point:
    """The point with this abscissa and ordinate.

    Source:  SICM 4.4
    1 ]=> (make-point 1 2)
    ;Value: (1 . 2)
    >>> make_point(1, 2)
    (1, 2)
    """
    return x, y


def coordinates(point: Any, operation: str = CALLED) -> Point:
    if hasattr(point, "car") and not hasattr(point.cdr, "car"):
        return point.car, point.cdr
    try:
        found = items(point, operation)
    except WrongTypeError:
        found = ()
    if len(found) != 2:
        raise WrongTypeError(f"{operation} expects a point, of two coordinates, got {describe(point)}")
    return found[0], found[1]


@public("abscissa")
def abscissa(point: Vector) -> ScalarValue:
    """The first coordinate of a point.

    Shapes:  point: as make-point, cons, list or up give it
    Raises:  WrongTypeError unless there are two coordinates
    Source:  SICM 4.4
    >>> abscissa(make_point(1, 2))
    1
    """
    return coordinates(point)[0]


@public("ordinate")
def ordinate(point: Vector) -> ScalarValue:
    """The second coordinate of a point.

    Shapes:  point: as make-point, cons, list or up give it
    Raises:  WrongTypeError unless there are two coordinates
    Source:  SICM 4.4
    >>> ordinate(make_point(1, 2))
    2
    """
    return coordinates(point)[1]


def _near(name: str, eps: Any, x_is_angle: bool, y_is_angle: bool) -> Function:
    allowed, is_measured = real(magnitudes(eps), name, "the distance"), has_units(eps)

    def near(p: Any, q: Any) -> bool:
        points = [coordinates(point, name) for point in (p, q)]
        if is_measured or any(isinstance(x, TreeNode) for point in points for x in point):
            common_units(name, eps, *(x for point in points for x in point))
            points = [(magnitudes(x), magnitudes(y)) for x, y in points]
        (a, b), (c, d) = ([real(x, name, "a coordinate") for x in point] for point in points)
        dx, dy = turned(a - c) if x_is_angle else a - c, turned(b - d) if y_is_angle else b - d
        return math.hypot(dx, dy) < allowed

    return Function(near, f"({name} {eps})")


@public("plane-near?", python="plane_near")
def plane_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of the plane that are nearer than a distance.

    Scheme:  ((plane-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   the distance and the coordinates may be quantities of one dimension
    >>> plane_near(0.1)((0.01, 2), (6.28, 2.05)), plane_near(0.1)((2, 2), (2.08, 2.05))
    (False, True)
    """
    return _near("plane-near?", eps, False, False)


@public("cylinder-near?", python="cylinder_near")
def cylinder_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of a cylinder that are nearer than a distance: the abscissa is an angle.

    Scheme:  ((cylinder-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   both coordinates and the distance are numbers, the abscissa in radians
    Source:  SICM 4.4
    >>> cylinder_near(0.1)((0.01, 2), (6.28, 2.05)), cylinder_near(0.1)((2, 0.01), (2.05, 6.28))
    (True, False)
    """
    return _near("cylinder-near?", eps, True, False)


@public("torus-near?", python="torus_near")
def torus_near(eps: Real) -> Callable[[Any, Any], bool]:
    """The predicate for points of a torus that are nearer than a distance: both coordinates are angles.

    Scheme:  ((torus-near? eps) p q)
    Shapes:  p, q: points of two coordinates;  result: point, point -> boolean
    Units:   radians; the distance too
    >>> torus_near(0.1)((0.01, 2), (6.28, 2.05)), torus_near(0.1)((2, 0.01), (2.05, 6.28))
    (True, True)
    """
    return _near("torus-near?", eps, True, True)


# --- counted ---------------------------------------------------------------------------------------------------------
# Motions and maps of quantities, by those of numbers: each number of a state is counted in its size.
#
# The sizes of a motion are those to which the errors of its integration are relative
# (:mod:`scmpy.numerics.nondimensional`); time is counted in that in which it changes. Of a map they are those of the
# point and its image. So displacements of one length, and errors, mean the same in all units.


def sized(units: Sequence[Any], sizes: Sequence[float]) -> list[Any]:
    return [
        g.mul(size or 1.0, unit) if isinstance(unit, TreeNode) else 1 for unit, size in zip(units, sizes, strict=True)
    ]


class NondimensionalMotion(Nondimensional):
    def __init__(self, name: str, derivative: Callable[[Any], Any], places: Sequence[Any]) -> None:
        self.name, self.kind, self.values = name, tuple, []
        self.state = state_of(places[0], name)
        self.units = _sizes_of_motion(name, derivative, self.state)
        time = self.units[0]
        self.rates = [g.div(unit, time) for unit in self.units]
        self.function = self.rates_of(derivative)

    def rates_of(self, derivative: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def of_numbers(state: Any) -> Any:
            there = attach_units(self.units, as_tuples(state))
            return in_units(self.rates, _rates_at(derivative, there, self.name))

        def advance(state: Any, dt: Any) -> Any:
            return in_units(self.units, moved(attach_units(self.units, as_tuples(state)), self.duration(dt)))

        moved: Any = getattr(derivative, "advance", None)
        return Member(InitialValueProblem(of_numbers, self.name), advance) if moved else of_numbers

    def number(self, which: int, place: Any) -> Any:
        return in_units(self.units, state_of(place, self.name))

    def point(self, found: Any) -> Any:
        return found._replace(
            point=self.place(found.point), period=self.duration(found.period), derivative=self.matrix(found.derivative)
        )

    def time(self, given: Any) -> Any:
        return g.div(time_measure(given, self.state, self.name, "a time"), measure_of(self.units[0]))

    def duration(self, found: Any) -> Any:
        return attach_units(self.units[:1], found)

    def per_time(self, found: Any) -> Any:
        if isinstance(found, (tuple, list)):
            return type(found)(map(self.per_time, found))
        return g.div(found, self.duration(1.0))

    def of_conditions(self, conditions: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
        """Conditions on two states as those of states in numbers, each in units of how much it changes with them."""
        of_states, here = self.of_state(conditions), self.number(0, self.state)
        time, *numbers = leaves(here)

        def values(both: list[Any]) -> list[Any]:
            parts = both[: len(numbers)], both[len(numbers) :]
            return leaves(vector_of(of_states(*(unflatten(iter([time, *part]), here) for part in parts))))

        sizes = [max(map(abs, row)) or 1.0 for row in values_and_slopes(values, 2 * numbers)[1]]
        return lambda first, last: in_units(sizes, vector_of(of_states(first, last)))

    def of_state(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *states: magnitudes(function(*(attach_units(self.units, as_tuples(x)) for x in states)))

    def displacement(self, given: Any) -> Any:
        """A displacement of the first coordinate as a number, which it may be already; or a state beside the first."""
        if isinstance(given, Structure):
            return self.number(0, given)
        if not has_units(given):
            return given
        common_units(self.name, self.units[1], given)
        return in_units(self.units[1:], given)

    def matrix(self, rows: Matrix) -> Matrix:
        return matrix_with_units(rows, self.units[1:])


class NondimensionalFamily(NondimensionalMotion):
    """The motions that a function makes of a parameter, which may be a quantity too, as those of numbers."""

    def __init__(self, name: str, system: Callable[[Any], Any], places: Sequence[Any]) -> None:
        state, first, last = places
        super().__init__(name, system(first), [state])
        self.parameter = common_units(name, first, last)
        self.function = lambda p: self.rates_of(system(attach_units(self.parameter, p)))

    def number(self, which: int, place: Any) -> Any:
        return in_units(self.parameter, place) if which else super().number(which, place)

    def branch(self, found: Any) -> Any:
        """Points of a branch; of equilibria, whose period is 0, the eigenvalues are by the time."""

        def with_units(point: Any) -> Any:
            multipliers = point.multipliers if point.period else self.per_time(point.multipliers)
            of_motion = {"state": self.place(point.state), "period": self.duration(point.period)}
            parameter = attach_units(self.parameter, point.parameter)
            return point._replace(parameter=parameter, multipliers=multipliers, **of_motion)

        return type(found)(map(with_units, found))


def vector_of(value: Any) -> Any:
    return as_tuples(list(value) if isinstance(value, tuple) or is_array(value) else value)


def _rates_at(derivative: Callable[[Any], Any], state: Any, name: str) -> Any:
    rates = as_tuples(derivative(state))
    if len(leaves(rates)) != len(leaves(state)):
        raise StructureError(f"{name} expects rates shaped like {describe(state)}, got {describe(rates)}")
    check_rates(state, rates, name)
    return rates


def _sizes_of_motion(name: str, derivative: Callable[[Any], Any], state: Structure) -> list[Any]:
    """Of each number of a state as much as it is in the motion; of the time that in which the motion changes."""
    units = units_of(state)
    sizes, own, time = _sizes_in_motion(name, derivative, state, units)
    known = [size if isinstance(unit, TreeNode) else 1.0 for unit, size in zip(units[1:], sizes, strict=True)]
    return sized(units, [time, *_completed(known, own, time)])


def _sizes_in_motion(
    name: str, derivative: Callable[[Any], Any], state: Structure, units: list[Any]
) -> tuple[list[float], Any, float]:
    """The sizes, 0 where nothing is known, the derivatives of the rates, the time in which the motion changes."""
    numbers, rates = leaves(magnitudes(state)), leaves(magnitudes(_rates_at(derivative, state, name)))
    own = _derivatives(MagnitudeFunction(name, derivative, units), magnitudes(state))
    sizes, time = sizes_and_time(numbers, rates, own)
    return sizes, own, time


def sizes_apart(name: str, derivative: Callable[[Any], Any], state: Structure) -> tuple[list[float], float]:
    """The sizes of plain numbers in a motion, that of the largest but for those that are far from it; and its time."""
    most = max(map(abs, leaves(state)[1:]), default=0.0) or 1.0
    sizes, own, time = _sizes_in_motion(name, derivative, state, units_of(state))
    known = _completed([size / most for size in sizes], own, time)
    return [most if SMALL < size < 1 / SMALL else most * size for size in known], time or 1.0


def _derivatives(rates: Callable[[Any], Any], state: Structure) -> Any:
    try:
        _, rows = values_and_slopes(lambda x: tree_leaves(as_tuples(rates(unflatten(iter(x), state)))), leaves(state))
        return [list(map(float, row)) for row in rows]
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
    return matrix_by_row_list(
        [
            [g.div(g.mul(x, to), by) for x, by in zip(row, units, strict=True)]
            for row, to in zip(rows, units, strict=True)
        ]
    )


class NondimensionalMap(Nondimensional):
    """A map of points of quantities, or of the plane, as one of numbers.

    The places are points, or coordinates on these axes; the first coordinate may have to be an angle, a plain number.
    """

    def __init__(
        self, name: str, step: Callable[..., Any], places: Sequence[Any], axes: str = "", angle: bool = False
    ) -> None:
        self.name, self.kind, self.values, self.step, self.axes = name, tuple, [], step, axes
        point = as_tuples(_point_on(axes, places, name) if axes else places[0])
        self.start = Up(point) if isinstance(point, (tuple, list)) else point
        if isinstance(step, (SectionMap, StroboscopicMap)):
            motion = NondimensionalMotion(name, step.motion.perturbed, [self.start])
            self.units, self.function = motion.units, step.of_numbers(motion)
        else:
            self.units = _sizes_of_map(name, step, self.start)
            self.function = self._of_plane if takes_continuations(step) else self._of_points
        if angle and isinstance(self.units[0], TreeNode):
            raise DimensionError(
                f"{name}: the first coordinate is an angle, a plain number, got {describe(self.start)}"
            )

    def _of_points(self, point: Any) -> Any:
        return self._numbers(self.step(attach_units(self.units, as_tuples(point))))

    def _of_plane(self, x: Any, y: Any, proceed: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        image = self.step(*attach_units(self.units, Up((x, y))), lambda x, y: Up((x, y)), lambda: None)
        return proceed(*self._numbers(image)) if isinstance(image, Up) else fail()

    def _numbers(self, image: Any) -> Any:
        found = as_tuples(Up(image) if isinstance(image, tuple) else image)
        common_units(self.name, self.start, found)
        return in_units(self.units, found)

    def number(self, which: int, place: Any) -> Any:
        if not self.axes:
            return in_units(self.units, as_tuples(Up(place) if isinstance(place, tuple) else place))
        return self.along("xy".index(self.axes[which]), place)

    def along(self, axis: int, given: Any) -> Any:
        common_units(self.name, self.units[axis], given)
        return g.div(measure_of(given), measure_of(self.units[axis]))

    def distance(self, given: Any) -> Any:
        return self.along(1, given)

    def ordinate(self, found: Any) -> Any:
        return attach_units(self.units[1:], found)

    def point(self, found: Any) -> Any:
        units = self.units[len(self.units) - len(found.derivative) :]
        return found._replace(
            point=attach_units(self.units, found.point), derivative=matrix_with_units(found.derivative, units)
        )

    def curve(self, found: Callable[[Any], Any]) -> Function:
        return Function(lambda parameter: tuple(attach_units(self.units, Up(found(parameter)))), name_of(found))

    def of_eigenvectors(self, proceed: Callable[..., Any]) -> Callable[..., Any]:
        vertical = measure_of(self.units[1])

        def of_numbers(*found: Any) -> Any:
            vectors = (attach_units(self.units, Up(found[k + 1 : k + 3])) for k in (0, 3))
            parts = [[value, *(g.div(x, vertical) for x in v)] for value, v in zip(found[::3], vectors, strict=True)]
            return proceed(*(x for part in parts for x in part))

        return of_numbers

    def orbit(self, rows: Any) -> Any:
        """Points in base units, one a row."""
        return rows * [float(measure_of(unit)) for unit in self.units]


def _point_on(axes: str, places: Sequence[Any], name: str) -> Up:
    on = [[place for place, axis in zip(places, axes, strict=True) if axis == its] for its in "xy"]
    for coordinates in on:
        common_units(name, *coordinates)
    return Up([max(coordinates, key=lambda x: abs(measure_of(x))) for coordinates in on])


def _sizes_of_map(name: str, step: Callable[..., Any], point: Any) -> list[Any]:
    image = point
    with suppress(ScmpyError, ArithmeticError, TypeError, ValueError):  # it is not defined there
        image = _image(step, point)
    units = common_units(name, point, image)
    sizes, after = ([abs(float(x)) for x in leaves(magnitudes(each))] for each in (point, image))
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

of_motion = partial(nondimensionalized, by=NondimensionalMotion)
of_family = partial(
    nondimensionalized,
    places="state first last",
    found=NondimensionalFamily.branch,
    told={"period": NondimensionalFamily.time},
    by=NondimensionalFamily,
)


def of_map(name: str, places: str, found: Any = None, axes: str = "", angle: bool = False, **named: Any) -> Any:
    """Let what is computed of a map, a function of points or of the plane, take and give quantities."""
    return nondimensionalized(
        name, places, found, by=partial(NondimensionalMap, axes=axes, angle=angle), taken=plane_map, **named
    )
