"""Searches among quantities by those of numbers; scales and dimensions of motions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

from scmpy.errors import DimensionError, ScmpyError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.types import TreeNode, is_scalar, is_zero_number, measure_of, ones_like, tree_leaves, tree_unflatten
from scmpy.registry import numpy
from scmpy.structure.tuples import MagnitudeFunction, Structure, Up, attach_units, common_units, has_units, in_units

# --- of quantities ---------------------------------------------------------------------------------------------------
# Searches among quantities: for roots, minima and maxima of functions of quantities, by those of functions of numbers.
#
# Places are counted in the size of those that are given, values in the size that the function has there. So what is
# near or small to a search means the same in all units, and an error allowed is relative to those sizes, unless it is a
# quantity itself. What is found has its units again. So are small numbers counted, in powers of two, which round
# nothing; others are as they are. (:mod:`scmpy.numerics.dynamics.maps` has motions and maps.)

F = TypeVar("F", bound=Callable[..., Any])

SMALL = 2.0**-10  # numbers, compared with which the 1 of tolerances is large


class Nondimensional:
    """What a search is told instead of quantities, and what is made of its findings."""

    def __init__(self, name: str, function: Callable[..., Any], places: Sequence[Any], scale: float = 1.0) -> None:
        self.name, self.kind = name, type(places[0])
        tuples = list(map(_tuple, places))
        self.units = _sized(common_units(name, *tuples), tuples, scale)
        of_kind = self.kind if self.kind in (list, tuple) else lambda place: place
        self.of_numbers = MagnitudeFunction(name, lambda place: _tuple(function(of_kind(place))), self.units)
        self.function: Callable[..., Any] = self._function
        self.values: list[Any] = []  # until it is known
        found = []
        for place in tuples:
            with suppress(ScmpyError, ArithmeticError, ValueError):  # it has no value there
                found.append(self.of_numbers(in_units(self.units, place)))
        known = self.of_numbers.units_of_values
        self.values = _sized(known, [attach_units(known, value) for value in found])

    def small(self, places: Sequence[Any], by_values: bool) -> Nondimensional | None:
        """Itself where places or values are counted in sizes, that of values too; else None.

        That of values is what they change by where a place does by its size.
        """
        if by_values and self.values == [1]:
            tuples = [in_units(self.units, _tuple(place)) for place in places]
            if len(tuples) == 1:
                [start], numbers = tuples, tree_leaves(tuples[0])
                steps = [float(abs(x)) or 1.0 for x in numbers]
                moved = ([*numbers[:i], numbers[i] + step, *numbers[i + 1 :]] for i, step in enumerate(steps))
                tuples = [tree_unflatten(iter(each), start) for each in moved]
            found = []
            for each in tuples:
                with suppress(ScmpyError, ArithmeticError, ValueError):
                    found.append(self.of_numbers(each))
            self.values = [scale_of(*found)]
        return self if any(isinstance(x, float) and x != 1 for x in (*self.units, *self.values)) else None

    def _function(self, place: Any) -> Any:
        value = self.of_numbers(_tuple(place))
        return in_units(self.values, value) if self.values else value

    @property
    def sizes(self) -> list[Any]:
        return [unit for unit in (*self.units, *self.values) if isinstance(unit, (TreeNode, float))]

    def number(self, which: int, place: Any) -> Any:
        return _like(place, in_units(self.units, _tuple(place)))

    def place(self, found: Any) -> Any:
        return found if found is False else _like(found, attach_units(self.units, _tuple(found)))

    def places(self, found: Any) -> Any:
        return tuple(map(self.place, found))

    def value(self, found: Any) -> Any:
        return attach_units(self.values, found) if self.values else found

    def distance(self, given: Any) -> Any:
        parts = _tuple(given)
        units = self.units if isinstance(parts, Up) else self.units[:1]
        ones = Up([1] * len(parts)) if isinstance(parts, Up) else 1
        common_units(self.name, attach_units(units, in_units(units, ones)), parts)
        return _like(given, in_units(units, parts))

    def error_allowed(self, given: Any) -> Any:
        """An error that is allowed in places, as a number: relative to their size, unless it is a quantity."""
        return self.distance(given) if has_units(given) else given


def _tuple(value: Any) -> Any:
    return Up(value) if isinstance(value, (list, tuple)) else value


def _like(example: Any, value: Any) -> Any:
    return type(example)(value) if isinstance(example, (list, tuple)) else value


def _sized(units: Sequence[Any], values: Sequence[Any], scale: float = 1.0) -> list[Any]:
    """As large quantities of the same dimensions as the values are; plain numbers are counted by a scale."""
    sizes: dict[Any, float] = {}
    for value in values:
        for unit, x in zip(units, tree_leaves(value), strict=True):
            with suppress(ScmpyError, TypeError, ValueError, OverflowError):
                size = abs(complex(g.inexact(x)))
                sizes[unit] = max(sizes.get(unit, 0.0), size if math.isfinite(size) else 0.0)
    return [
        g.mul(sizes.get(unit) or 1, unit) if isinstance(unit, TreeNode) else unit if scale == 1 else scale
        for unit in units
    ]


def scale_of(*values: Any) -> float:
    """A power of two near the largest of some numbers if these are small; 1 of others."""
    most = 0.0
    for x in (leaf for value in values for leaf in tree_leaves(_tuple(value))):
        with suppress(ScmpyError, TypeError, ValueError, OverflowError):
            most = max(most, abs(float(g.inexact(x))))
    return 2.0 ** round(math.log2(most)) if 0 < most < SMALL else 1.0


def _scale_about_zero(function: Callable[..., Any], start: Any) -> float:
    """How far from 0 a function changes by about its value there, a power of two; 1 unless that is far too much."""
    place, direction = _tuple(start), [1 + i / 7 for i, _ in enumerate(tree_leaves(_tuple(start)))]

    def value(h: float) -> float:
        return float(g.inexact(function(_like(start, tree_unflatten(iter([h * x for x in direction]), place)))))

    first, scale = value(0.0), 1.0
    size, change = abs(first), abs(value(1.0) - first)
    if size * 2**-20 <= change <= size * 2**20 or not size:
        return scale
    step = 2.0**10 if change < size else 2.0**-10
    while 2.0**-400 < scale < 2.0**400 and not (size < change * 2**10 if step > 1 else change < size * 2**10):
        scale *= step
        change = abs(value(scale) - first)
    return scale if 2.0**-400 < scale < 2.0**400 else 1.0


Restore = Callable[[Any, Any], Any]  # of what is counted and a result, or an argument


def nondimensionalized(
    name: str,
    places: str,
    found: Restore | None = Nondimensional.place,
    *,
    distances: str = "",
    errors: str = "",
    told: dict[str, Restore] | None = None,
    by_values: bool = False,
    by: Callable[..., Nondimensional] = Nondimensional,
    of: str = "",
    taken: Callable[[Any], Any] = lambda function: function,
) -> Callable[[F], F]:
    """Let a search of a function, its first argument unless another is named, take and give quantities.

    Named are its arguments that are places, distances and errors of places; ``found`` makes of a result that of
    quantities, ``told`` of further arguments what a search of numbers is told; without ``found`` the result stays as it
    is. A search ``by_values`` compares them with 1. What counts is made ``by`` something else for motions and maps; the
    function may be ``taken`` for another one.
    """

    def declare(search: F) -> F:
        code = search.__code__
        names = code.co_varnames[: code.co_argcount]
        function = of or names[0]

        @wraps(search)
        def of_anything(*args: Any, **keywords: Any) -> Any:
            given = dict(zip(names, args, strict=False)) | keywords
            if function in given and len(args) <= len(names):
                given[function] = taken(given[function])
            at = [given.get(place) for place in places.split()]
            if len(args) > len(names) or not callable(given.get(function)) or any(x is None for x in at):
                return search(*args, **keywords)
            counted = by(name, given[function], at) if any(has_units(_tuple(x)) for x in at) else None
            if counted is None and by is Nondimensional:
                scale = scale_of(*at, *(given[each] for each in distances.split() if each in given))
                if scale != 1 or by_values:
                    with suppress(Exception):  # which the search tells of
                        if not (distances or any(tree_leaves(_tuple(at)))):
                            scale = _scale_about_zero(given[function], *at)
                        counted = by(name, given[function], at, scale).small(at, by_values)
            if counted is None:
                try:
                    return search(**given)
                except ScmpyError:
                    with suppress(Exception):  # the values may have units
                        counted = by(name, given[function], at)
                    if counted is None or not counted.sizes:
                        raise
            given[function] = counted.function
            for which, place in enumerate(places.split()):
                given[place] = counted.number(which, given[place])
            for kinds, convert in ((distances, counted.distance), (errors, counted.error_allowed)):
                given |= {each: convert(given[each]) for each in kinds.split() if given.get(each) is not None}
            given |= {each: wrap(counted, given[each]) for each, wrap in (told or {}).items() if each in given}
            try:
                result = search(**given)
                return result if found is None else found(counted, result)
            except ScmpyError as error:
                if counted.sizes:
                    error.message += f" (of numbers in units of {', '.join(map(str, counted.sizes))})"
                raise

        return of_anything  # type: ignore[return-value]

    return declare


# --- scale -----------------------------------------------------------------------------------------------------------
# The scale of a motion whose states have units: the sizes to which errors are relative where components are small.
#
# No unit is special, so 1 is no size: an atom and a planet are as accurate in meters as in any other unit. The sizes
# follow from the state y at the start, its rates f and their derivatives J by the state. The absolute values of J have
# a greatest eigenvalue, the fastest rate at which errors can grow; its inverse T is the time in which the motion
# changes. Each component is as large as it is, as its rate makes it in that time, or as others make it by J. So what
# starts at 0 has the size that it will have, and what is 0 but for rounding, as is the radial momentum on a circle, has
# that of the terms that cancel. Where nothing acts back, as in free fall, a small part of the duration is such a time.
#
# All of this is the same in all units: where y is measured in units of s, the sizes are so too, and T is the same time.

LEAST, LARGEST = 1e-290, 1e290  # instead of 0, by which one does not divide
ROUNDS = 3  # in which sizes go from component to component
PART = 1e-6  # of a duration

MOST = 64  # numbers of a state, of whose rates the derivatives are asked for


def scale_of_state(
    state: Sequence[float], rates: Sequence[float], derivatives: Any = None, duration: float = 0.0
) -> list[float]:
    """The sizes of the numbers of a state, the first of which is the time and has none.

    The derivatives of the rates and the duration may not be known.

    >>> amplitude, frequency = 1e-10, 1e3  # of a spring, which starts in the middle
    >>> state, rates = [0.0, 0.0, amplitude * frequency], [1.0, amplitude * frequency, 0.0]
    >>> sizes = scale_of_state(state, rates, [[0, 0, 0], [0, 0, 1], [0, -(frequency**2), 0]])
    >>> [float(f"{size:.12g}") for size in sizes]
    [inf, 1e-10, 1e-07]
    """
    sizes, _ = sizes_and_time(state, rates, derivatives, duration)
    return [math.inf, *(max(size, LEAST) for size in sizes)]


def sizes_and_time(
    state: Sequence[float], rates: Sequence[float], derivatives: Any = None, duration: float = 0.0
) -> tuple[list[float], float]:
    """The sizes of the numbers of a state but for the time, 0 where nothing is known, and in which time it changes."""
    sizes = numpy.abs(state)
    known = derivatives is not None and bool(numpy.isfinite(derivatives).all())
    own = numpy.abs(derivatives if known else numpy.zeros((len(sizes), len(sizes))))
    time = _time(own[1:, 1:]) or PART * abs(duration)
    found = numpy.maximum(sizes, time * numpy.abs(rates))
    for _ in range(ROUNDS):
        found[0] = time
        found = numpy.maximum(found, time * (own * found).max(axis=1))
    sizes = found if numpy.isfinite(found).all() else sizes
    return sizes[1:].tolist(), time


def _time(own: Any) -> float:
    fastest = float(numpy.abs(numpy.linalg.eigvals(own)).max()) if own.size else 0.0
    return 1 / fastest if 1 / LARGEST < fastest < LARGEST else 0.0


# --- dimensions ------------------------------------------------------------------------------------------------------
# Units of motions: times and rates have the dimensions that those of the state ask for.


def time_measure(value: Any, state: Structure, operation: str, what: str) -> Any:
    """A time or a duration as a number of the unit that the time of the state has, if it has any."""
    given = converted(value)
    if has_units(state[0], given) and ones_like(given) != ones_like(state[0]) and not is_zero_number(given):
        raise DimensionError(
            f"{operation}: {what} is {describe(given)}, and the time of the state {describe(state[0])}: "
            "they have one dimension"
        )
    return measure_of(given)


def check_rates(state: Structure, rates: Any, operation: str) -> None:
    """An error where a rate times the time has another dimension than what it is the rate of; 0 has every one."""
    time = ones_like(state[0])
    for place, rate in zip(tree_leaves(state, is_scalar), tree_leaves(rates, is_scalar), strict=True):
        if g.mul(ones_like(rate), time) != ones_like(place) and not is_exact_zero(rate):
            raise DimensionError(
                f"{operation}: {describe(rate)} is no rate of {describe(place)} by {describe(state[0])}: "
                "the dimensions differ"
            )
