"""Searches among quantities: for roots, minima and maxima of functions of quantities, by those of functions of numbers.

Places are counted in the size of those that are given, values in the size that the function has there. So what is near
or small to a search means the same in all units, and an error allowed is relative to those sizes, unless it is a
quantity itself. What is found has its units again. So are small numbers counted, in powers of two, which round nothing;
others are as they are. (:mod:`scmpy.numerics.flow.counted` has motions and maps.)
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

from scmpy.errors import ScmpyError, StructureError
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite
from scmpy.structure.measures import OfMeasures, common_units, has_units, in_units, with_units_of
from scmpy.structure.structure import Up
from scmpy.structure.within import leaves, unflatten

F = TypeVar("F", bound=Callable[..., Any])

SMALL = 2.0**-10  # numbers, compared with which the 1 of tolerances is large


class Counted:
    """What a search is told instead of quantities, and what is made of its findings."""

    def __init__(
        self, name: str, function: Callable[..., Any], places: Sequence[Any], with_slope: bool, scale: float = 1.0
    ) -> None:
        self.name, self.kind = name, type(places[0])
        tuples = list(map(_tuple, places))
        self.units = _sized(common_units(name, *tuples), tuples, scale)
        function = self._with_slope(function) if with_slope else self._of_kind(function)
        self.of_numbers = OfMeasures(name, function, self.units)
        self.function: Callable[..., Any] = self._function
        self.values: list[Any] = []  # until it is known
        found = []
        for place in tuples:
            with suppress(ScmpyError, ArithmeticError, ValueError):  # it has no value there
                found.append(self.of_numbers(in_units(self.units, place)))
        known = self.of_numbers.units_of_values
        self.values = _sized(known, [with_units_of(known, value) for value in found])

    def small(self, places: Sequence[Any], by_values: bool) -> Counted | None:
        """Itself where places or values are small numbers, these counted in their size too; else None.

        That of values is what they change by where a place does by its size.
        """
        if by_values and self.values == [1]:
            tuples = [in_units(self.units, _tuple(place)) for place in places]
            if len(tuples) == 1:
                [start], numbers = tuples, leaves(tuples[0])
                steps = [float(abs(x)) or 1.0 for x in numbers]
                moved = ([*numbers[:i], numbers[i] + step, *numbers[i + 1 :]] for i, step in enumerate(steps))
                tuples = [unflatten(iter(each), start) for each in moved]
            found = []
            for each in tuples:
                with suppress(ScmpyError, ArithmeticError, ValueError):
                    found.append(self.of_numbers(each))
            self.values = [scale_of(*found)]
        return self if any(isinstance(x, float) and x < 1 for x in (*self.units, *self.values)) else None

    def _function(self, *place: Any) -> Any:
        """The function, of numbers; one that hands its slope to a procedure as well does so."""
        point, *receivers = place
        value = self.of_numbers(_tuple(point))
        value = in_units(self.values, value) if self.values else value
        return receivers[0](*value) if receivers else value

    @property
    def sizes(self) -> list[Any]:
        """The quantities that are counted by."""
        return [unit for unit in (*self.units, *self.values) if isinstance(unit, (Composite, float))]

    def number(self, which: int, place: Any) -> Any:
        """The place, which is one of those that are named, as numbers."""
        return _like(place, in_units(self.units, _tuple(place)))

    def place(self, found: Any) -> Any:
        """A place that has been found; False is none."""
        return found if found is False else _like(found, with_units_of(self.units, _tuple(found)))

    def places(self, found: Any) -> Any:
        """Some places that have been found."""
        return tuple(map(self.place, found))

    def value(self, found: Any) -> Any:
        """A value that has been found."""
        return with_units_of(self.values, found) if self.values else found

    def distance(self, given: Any) -> Any:
        """A distance of places, as a number."""
        parts = _tuple(given)
        units = self.units if isinstance(parts, Up) else self.units[:1]
        common_units(self.name, with_units_of(units, in_units(units, _ones(parts))), parts)
        return _like(given, in_units(units, parts))

    def error_allowed(self, given: Any) -> Any:
        """An error that is allowed in places, as a number: relative to their size, unless it is a quantity."""
        return self.distance(given) if has_units(given) else given

    def _of_kind(self, function: Callable[..., Any]) -> Callable[[Any], Any]:
        """The function of a list where places are lists."""
        kind = self.kind
        return lambda place: _tuple(function(kind(place) if kind in (list, tuple) else place))

    def _with_slope(self, function: Callable[..., Any]) -> Callable[[Any], Any]:
        """The function that gives its value and how much it changes where the place changes by its unit."""
        [unit] = self.units

        def both(place: Any) -> Any:
            found: list[Up] = []
            function(place, lambda value, slope: found.append(Up((value, g.mul(slope, unit or 1)))))
            if not found:
                raise StructureError(f"{self.name} expects a function that hands its value and slope to a procedure")
            common_units(self.name, *found[-1])
            return found[-1]

        return both


def _tuple(value: Any) -> Any:
    return Up(value) if isinstance(value, (list, tuple)) else value


def _like(example: Any, value: Any) -> Any:
    return type(example)(value) if isinstance(example, (list, tuple)) else value


def _ones(value: Any) -> Any:
    return Up([1] * len(value)) if isinstance(value, Up) else 1


def _sized(units: Sequence[Any], values: Sequence[Any], scale: float = 1.0) -> list[Any]:
    """As large quantities of the same dimensions as the values are; plain numbers are counted by a scale."""
    sizes: dict[Any, float] = {}
    for value in values:
        for unit, x in zip(units, leaves(value), strict=True):
            with suppress(ScmpyError, TypeError, ValueError, OverflowError):
                size = abs(complex(g.inexact(x)))
                sizes[unit] = max(sizes.get(unit, 0.0), size if math.isfinite(size) else 0.0)
    return [
        g.mul(sizes.get(unit) or 1, unit) if isinstance(unit, Composite) else unit if scale == 1 else scale
        for unit in units
    ]


def scale_of(*values: Any) -> float:
    """A power of two near the largest of some small numbers; 1 of others, and of none.

    >>> scale_of(1e-30, Up((3e-30, 0))) == 2.0**-98, scale_of(1e-30, 2.0), scale_of(0)
    (True, 1.0, 1.0)
    """
    most = 0.0
    for x in (leaf for value in values for leaf in leaves(_tuple(value))):
        with suppress(ScmpyError, TypeError, ValueError, OverflowError):
            most = max(most, abs(float(g.inexact(x))))
    return 2.0 ** round(math.log2(most)) if 0 < most < SMALL else 1.0


Restore = Callable[[Any, Any], Any]  # of what is counted and a result, or an argument


def of_quantities(
    name: str,
    places: str,
    found: Restore | None = Counted.place,
    *,
    distances: str = "",
    errors: str = "",
    told: dict[str, Restore] | None = None,
    with_slope: bool = False,
    by_values: bool = False,
    by: Callable[..., Counted] = Counted,
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
            counted = by(name, given[function], at, with_slope) if any(has_units(_tuple(x)) for x in at) else None
            if counted is None and by is Counted:
                scale = scale_of(*at, *(given[each] for each in distances.split() if each in given))
                if scale < 1 or by_values:
                    with suppress(Exception):  # which the search tells of
                        counted = by(name, given[function], at, with_slope, scale).small(at, by_values)
            if counted is None:
                try:
                    return search(**given)
                except ScmpyError:
                    with suppress(Exception):  # the values may have units
                        counted = by(name, given[function], at, with_slope)
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
                error.message += _in_words(counted)
                raise

        return of_anything  # type: ignore[return-value]

    return declare


def _in_words(counted: Counted) -> str:
    return f" (of numbers in units of {', '.join(map(str, counted.sizes))})" if counted.sizes else ""
