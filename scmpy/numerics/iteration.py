"""Iterates of maps: a map of numbers that is applied again and again, as code.

The map is traced once. Many iterates run in a loop of machine code if llvmlite is installed (the extra ``fast``), fewer
of them, or without it, as Python's code; where a map decides by values, integrates, or is not made of generic
arithmetic, it runs as it is. All three round every operation in the same way, so that they give the same orbits.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import ScmpyError, WrongTypeError
from scmpy.numerics.compile import machine
from scmpy.numerics.compile.variants import Uncompiled, Variant, as_tuples, numbers_of, variant
from scmpy.structure.structure import Structure, Up, leaves

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
        """The numbers after so many iterates."""
        y: list[Any] | None = list(numbers)
        while y is not None and count:
            taken = min(count, AT_ONCE)
            y, _ = self._moved(y, taken)
            count -= taken
        return y

    def orbit(self, numbers: Sequence[float], count: int) -> Any:
        """The point and its iterates, one a row of an array; fewer where there are no more."""
        import numpy

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
        """The numbers after some iterates, and how many there are; the rows get those on the way."""
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
        from scmpy.numerics.compile.iterates import PROTOTYPE, looping

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
_MOST_MAPS = 1000  # maps whose iterates are counted: then the counts begin again


def _taken(code: Variant, count: int) -> int:
    """How many iterates of a map have been asked for, with these."""
    text = hash(repr(code.complete))
    if len(_iterated) >= _MOST_MAPS:
        _iterated.clear()
    _iterated[text] = _iterated.get(text, 0) + count
    return _iterated[text]


def undecided(step: Callable[[Structure], Structure | None], place: Structure) -> Variant | None:
    """The code of a map, if it decides nothing."""
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
    """Are all of these finite floats?"""
    return all(type(x) is float and math.isfinite(x) for x in values)
