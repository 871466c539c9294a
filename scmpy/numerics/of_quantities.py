"""Searches among quantities: for roots, minima and maxima of functions of quantities, by those of functions of numbers.

Places are counted in the size of those that are given, values in the size that the function has there. So what is near
or small to a search means the same in all units, and an error allowed is relative to those sizes, unless it is a
quantity itself. What is found has its units again. (:mod:`scmpy.numerics.flow.counted` has motions and maps.)
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
from scmpy.structure.within import leaves

F = TypeVar("F", bound=Callable[..., Any])


class Counted:
    """What a search is told instead of quantities, and what is made of its findings."""

    def __init__(self, name: str, function: Callable[..., Any], places: Sequence[Any], with_slope: bool) -> None:
        self.name, self.kind = name, type(places[0])
        tuples = list(map(_tuple, places))
        self.units = _sized(common_units(name, *tuples), tuples)
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

    def _function(self, *place: Any) -> Any:
        """The function, of numbers; one that hands its slope to a procedure as well does so."""
        point, *receivers = place
        value = self.of_numbers(_tuple(point))
        value = in_units(self.values, value) if self.values else value
        return receivers[0](*value) if receivers else value

    @property
    def sizes(self) -> list[Any]:
        """The quantities that are counted by."""
        return [unit for unit in (*self.units, *self.values) if isinstance(unit, Composite)]

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


def _sized(units: Sequence[Any], values: Sequence[Any]) -> list[Any]:
    """As large quantities of the same dimensions as the values are; plain numbers are counted as they are."""
    sizes: dict[Any, float] = {}
    for value in values:
        for unit, x in zip(units, leaves(value), strict=True):
            with suppress(ScmpyError, TypeError, ValueError, OverflowError):
                size = abs(complex(g.inexact(x)))
                sizes[unit] = max(sizes.get(unit, 0.0), size if math.isfinite(size) else 0.0)
    return [g.mul(sizes.get(unit) or 1, unit) if isinstance(unit, Composite) else unit for unit in units]


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
    by: Callable[..., Counted] = Counted,
    of: str = "",
    taken: Callable[[Any], Any] = lambda function: function,
) -> Callable[[F], F]:
    """Let a search of a function, its first argument unless another is named, take and give quantities.

    Named are its arguments that are places, distances and errors of places; ``found`` makes of a result that of
    quantities, ``told`` of further arguments what a search of numbers is told; without ``found`` the result stays as it
    is. What counts is made ``by`` something else for motions and maps; the function may be ``taken`` for another one.
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
