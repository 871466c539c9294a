"""The steps of a trajectory. Those that machine code recorded stay in tables: a step is made when it is asked for, and
the states at an array of times are computed at once."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Any, overload

from scmpy.generic.settings import Limit
from scmpy.numerics.ode.driver import Step
from scmpy.numerics.ode.methods.step import Polynomial, State, between
from scmpy.pickling import Portable

#: In a row there are the times of start and end and the length of a step, then both states and what is inside.
VECTORS = 3

SINGLE = 200  # numbers have as much room as a step by itself
MOST_NUMBERS = Limit(
    "most-trajectory-numbers",
    64_000_000,
    "Numbers that a trajectory keeps of its steps, eight bytes each.",
    "numbers",
)


class Inside(Portable):
    """The states inside a step that was recorded, by the method's polynomial."""

    __slots__ = ("count", "polynomial", "row")

    def __init__(self, row: array[float], count: int, polynomial: Polynomial = between) -> None:
        self.row = row
        self.count = count  # of the numbers of a state
        self.polynomial = polynomial

    def __call__(self, when: float) -> State:
        n, row = self.count, self.row
        before, _, *coefficients = (row[i : i + n].tolist() for i in range(VECTORS, len(row), n))
        return self.polynomial(coefficients, before, (when - row[0]) / row[2])


class Table(Portable):
    """Steps in rows of numbers, with the polynomial inside them."""

    __slots__ = ("count", "polynomial", "rows", "width")

    def __init__(self, rows: array[float], width: int, count: int, polynomial: Polynomial) -> None:
        self.rows, self.width = rows, width
        self.count = count  # of the numbers of a state
        self.polynomial = polynomial

    def __len__(self) -> int:
        return len(self.rows) // self.width

    def __getitem__(self, i: int) -> Step:
        n, row = self.count, self.rows[i * self.width : (i + 1) * self.width]
        before, after = row[VECTORS : VECTORS + n].tolist(), row[VECTORS + n : VECTORS + 2 * n].tolist()
        return Step(row[0], before, row[1], after, Inside(row, n, self.polynomial))

    def __iter__(self) -> Iterator[Step]:
        return (self[i] for i in range(len(self)))

    def part(self, first: int, last: int) -> Table:
        """Some of the steps."""
        return Table(self.rows[first * self.width : last * self.width], self.width, self.count, self.polynomial)

    def at(self, steps: Any, times: Any) -> Any:
        """The numbers at times in these steps, as arrays of numpy, one state a row."""
        import numpy

        n = self.count
        rows = numpy.frombuffer(self.rows).reshape(-1, self.width)[steps]
        before, after, *coefficients = (rows[:, i : i + n].T for i in range(VECTORS, self.width, n))
        parts = (times - rows[:, 0]) / rows[:, 2]
        found = numpy.array(self.polynomial(coefficients, list(before), parts))
        found = numpy.where(times == rows[:, 0], before, found)
        return numpy.where(times == rows[:, 1], after, found).T


def _numbers(part: Step | Table) -> int:
    """How many numbers take as much room."""
    return len(part.rows) if isinstance(part, Table) else SINGLE


class Record(Sequence[Step], Portable):
    """The steps of a trajectory in order: tables of them, and single ones; as many as there is room for."""

    def __init__(self, parts: Iterable[Step | Table] = ()) -> None:
        self.parts = list(parts)
        self.numbers = sum(map(_numbers, self.parts))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return Portable.__reduce_ex__(self, protocol)

    def append(self, part: Step | Table) -> None:
        """Add what follows.

        Raises:  LimitError if these are too many to be kept
        """
        self.parts.append(part)
        self.numbers += _numbers(part)
        if self.numbers > MOST_NUMBERS.value:
            last = self[-1].end
            raise MOST_NUMBERS.refusal(
                f"a trajectory keeps its steps: {len(self)} of them, up to the time {last:.6g}, take",
                "numbers; state-advancer keeps none, a larger tolerance takes fewer steps",
            )

    def append_until(self, part: Step | Table, t: float, y: State) -> None:
        """Add what follows up to a time in it, at which the state has these numbers."""
        if isinstance(part, Table):
            first = part.rows[0]
            ends = [abs(end - first) for end in part.rows[1 :: part.width]]
            place = bisect_left(ends, abs(t - first))
            if place:
                self.parts.append(part.part(0, place))
            part = part[place]
        self.parts.append(part._replace(end=t, after=y))

    def _firsts(self) -> list[int]:
        """The numbers of the first steps of the parts, and of all."""
        return list(accumulate((len(x) if isinstance(x, Table) else 1 for x in self.parts), initial=0))

    def __len__(self) -> int:
        return self._firsts()[-1]

    @overload
    def __getitem__(self, key: int) -> Step: ...

    @overload
    def __getitem__(self, key: slice) -> Record: ...

    def __getitem__(self, key: int | slice) -> Step | Record:
        firsts = self._firsts()
        if isinstance(key, slice):
            first, last, _ = key.indices(firsts[-1])
            return Record(self._some(firsts, first, last))
        number = key + firsts[-1] if key < 0 else key
        if not 0 <= number < firsts[-1]:
            raise IndexError(key)
        place = bisect_right(firsts, number) - 1
        part = self.parts[place]
        return part[number - firsts[place]] if isinstance(part, Table) else part

    def __iter__(self) -> Iterator[Step]:
        for part in self.parts:
            if isinstance(part, Table):
                yield from part
            else:
                yield part

    def _some(self, firsts: Sequence[int], first: int, last: int) -> Iterator[Step | Table]:
        for part, start, end in zip(self.parts, firsts, firsts[1:], strict=False):
            if first < end and start < last:
                yield part.part(max(0, first - start), last - start) if isinstance(part, Table) else part

    def without_empty(self) -> Record:
        """The record without steps that lead nowhere, unless there are no others."""
        kept = [x for x in self.parts if isinstance(x, Table) or x.start != x.end]
        return Record(kept or self.parts[:1])

    @property
    def ends(self) -> list[float]:
        """The times at the ends of the steps."""
        found: list[float] = []
        for part in self.parts:
            found += part.rows[1 :: part.width] if isinstance(part, Table) else [part.end]
        return found

    def at(self, steps: Any, times: Any) -> Any:
        """The numbers at times in the steps of these numbers: arrays of numpy, one state a row."""
        import numpy

        firsts = numpy.array(self._firsts())
        places = numpy.searchsorted(firsts, steps, "right") - 1
        found = numpy.empty((len(times), len(self[0].before)))
        order = numpy.argsort(places, kind="stable")
        for some in numpy.split(order, numpy.flatnonzero(numpy.diff(places[order])) + 1) if len(order) else ():
            place = places[some[0]]
            part = self.parts[place]
            if isinstance(part, Table):
                found[some] = part.at(steps[some] - firsts[place], times[some])
            else:
                found[some] = [part.at(float(t)) for t in times[some]]
        return found
