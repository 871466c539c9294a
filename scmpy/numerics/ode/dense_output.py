"""Recorded steps, interpolants, files of them."""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from importlib import import_module
from itertools import accumulate
from os import PathLike, fspath, path
from types import MappingProxyType
from typing import Any, overload

from scmpy.errors import DomainError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.numbers import exact
from scmpy.generic.settings import Limit, items
from scmpy.generic.types import TreeNode, tree_leaves
from scmpy.numerics.ode.methods import Polynomial, State
from scmpy.numerics.ode.step_control import Step
from scmpy.pickling import Portable
from scmpy.registry import numpy, scheme_value
from scmpy.structure.tuples import Down, Structure, Up, units_of
from scmpy.symbolic.expression import Symbol

# --- record ----------------------------------------------------------------------------------------------------------
# The steps of a trajectory. Those that machine code recorded stay in tables: a step is made when it is asked for, and
# the states at an array of times are computed at once.

#: In a row there are the times of start and end and the length of a step, then both states and what is inside.
VECTORS = 3

SINGLE = 200  # numbers have as much room as a step by itself
MOST_NUMBERS = Limit(
    "most-trajectory-numbers", 64_000_000, "Numbers that a trajectory keeps of its steps, eight bytes each.", "numbers"
)


def _inside(row: array[float], count: int, polynomial: Polynomial, when: float) -> State:
    before, _, *coefficients = (row[i : i + count].tolist() for i in range(VECTORS, len(row), count))
    return polynomial(coefficients, before, (when - row[0]) / row[2])


class Table(Portable):
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
        return Step(row[0], before, row[1], after, partial(_inside, row, n, self.polynomial))

    def __iter__(self) -> Iterator[Step]:
        return (self[i] for i in range(len(self)))

    def end(self, i: int) -> tuple[float, State]:
        first, n = i * self.width, self.count
        return self.rows[first + 1], self.rows[first + VECTORS + n : first + VECTORS + 2 * n].tolist()

    def part(self, first: int, last: int) -> Table:
        return Table(self.rows[first * self.width : last * self.width], self.width, self.count, self.polynomial)

    def at(self, steps: Any, times: Any) -> Any:
        """The numbers at times in these steps, as arrays of numpy, one state a row."""
        n = self.count
        rows = numpy.frombuffer(self.rows).reshape(-1, self.width)[steps]
        before, after, *coefficients = (rows[:, i : i + n].T for i in range(VECTORS, self.width, n))
        parts = (times - rows[:, 0]) / rows[:, 2]
        found = numpy.array(self.polynomial(coefficients, list(before), parts))
        found = numpy.where(times == rows[:, 0], before, found)
        return numpy.where(times == rows[:, 1], after, found).T


def _numbers(part: Step | Table) -> int:
    return len(part.rows) if isinstance(part, Table) else SINGLE


class Record(Sequence[Step], Portable):
    """The steps of a trajectory in order: tables of them, and single ones; as many as there is room for."""

    def __init__(self, parts: Iterable[Step | Table] = ()) -> None:
        self.parts = list(parts)
        self.numbers = sum(map(_numbers, self.parts))

    def __reduce_ex__(self, protocol: Any) -> Any:
        return Portable.__reduce_ex__(self, protocol)

    def append(self, part: Step | Table) -> None:
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
        found: list[float] = []
        for part in self.parts:
            found += part.rows[1 :: part.width] if isinstance(part, Table) else [part.end]
        return found

    def at(self, steps: Any, times: Any) -> Any:
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


# --- trajectory files ------------------------------------------------------------------------------------------------
# Trajectories in files of numpy's (npz).
#
# What is inside a step is kept as its values at the Chebyshev points of the second kind, the ends among them: as many
# as it takes for the polynomial through them to be within the error allowed.

VERSION = 1
COUNTS = (9, 17, 33, 65)  # of points in a step
ROUNDING = 1e-13
TESTED = (0.4, 0.93)  # parts of a step at which the polynomial is compared with the trajectory


@cache
def chebyshev_points(count: int) -> tuple[list[float], Any]:
    """So many places from 0 to 1, and the matrix of Chebyshev's coefficients by the values there."""
    nodes = [math.sin(math.pi * i / (2 * (count - 1))) ** 2 for i in range(count)]
    return nodes, numpy.linalg.inv(numpy.polynomial.chebyshev.chebvander(2 * numpy.array(nodes) - 1, count - 1))


def chebyshev(coefficients: Sequence[Any], y: State, part: Any) -> State:
    """The state inside a step, as :func:`between`."""
    found: State = numpy.polynomial.chebyshev.chebval(2 * part - 1, numpy.array(coefficients), tensor=False).tolist()
    return found


def _fitted(samples: Any) -> Any:
    """The coefficients of each number in each step, by their orders."""
    return numpy.einsum("ij,sjn->isn", chebyshev_points(samples.shape[1])[1], samples)


def _sampled(steps: Record, tolerance: float) -> Any:
    starts, ends = numpy.array([steps[0].start, *steps.ends[:-1]]), numpy.array(steps.ends)

    def inside(parts: Any) -> Any:
        times = starts[:, None] + (ends - starts)[:, None] * parts
        times[:, parts == 1] = ends[:, None]
        return steps.at(numpy.repeat(numpy.arange(len(ends)), len(parts)), times.ravel()).reshape(*times.shape, -1)

    tested, allowed = numpy.array(TESTED), max(tolerance, ROUNDING)
    exact = numpy.moveaxis(inside(tested), 1, -1)
    for count in COUNTS:
        samples = inside(numpy.array(chebyshev_points(count)[0]))
        wrong = abs(numpy.polynomial.chebyshev.chebval(2 * tested - 1, _fitted(samples)) - exact)
        if (wrong <= allowed * (1 + abs(exact))).all():
            break
    return samples


def _opened(file: Any, mode: str) -> Any:
    if not isinstance(file, (str, PathLike)):
        raise WrongTypeError(f"a trajectory is kept in a file of a name or a path, got {describe(file)}")
    if path.exists(file) and not path.isfile(file):
        raise DomainError(f"the file {fspath(file)} of a trajectory cannot be opened: it is not a file")
    try:
        return open(fspath(file), mode)
    except OSError as error:
        raise DomainError(f"the file {fspath(file)} of a trajectory cannot be opened: {error.strerror}") from None


def written(file: Any, place: Structure, steps: Record, names: Sequence[str], tolerance: float) -> None:
    import json

    kept: dict[str, Any] = {  # before the file is opened, which may hold another trajectory
        "version": VERSION,
        "shape": json.dumps(_shape(place)),
        "names": list(names),
        "times": [steps[0].start, *steps.ends],
        "samples": _sampled(steps, tolerance),
    }
    with _opened(file, "wb") as opened:
        numpy.savez(opened, **kept)


def read(file: Any) -> tuple[Structure, Record, tuple[str, ...]]:
    import json
    from zipfile import BadZipFile

    with _opened(file, "rb") as opened:
        try:
            kept = numpy.load(opened, allow_pickle=False)
            if int(kept["version"]) != VERSION:
                raise DomainError(f"{file} holds a trajectory of another version, {kept['version']}")
            place, names = _structure(json.loads(str(kept["shape"]))), tuple(map(str, kept["names"]))
            times, samples = kept["times"], kept["samples"]
            ends = numpy.array([times[:-1], times[1:], numpy.diff(times)]).T
            rows = numpy.hstack([ends, samples[:, 0], samples[:, -1], *_fitted(samples)])
            steps = Table(array("d", rows.tobytes()), rows.shape[1], samples.shape[2], chebyshev)
        except (KeyError, ValueError, TypeError, EOFError, OSError, BadZipFile) as error:
            if isinstance(error, DomainError):
                raise
            raise DomainError(f"{file} holds no trajectory: {error}") from None
    if not steps:
        raise DomainError(f"{file} holds no trajectory: it has no steps")
    return place, Record([steps]), names


def _shape(value: Any) -> Any:
    if not isinstance(value, Structure):
        if not isinstance(value, TreeNode):
            return 0
        if not value.is_scalar:
            raise WrongTypeError(f"a trajectory is saved whose states are tuples of numbers, not of {describe(value)}")
        return {"unit": list(map(str, value._form_()))}
    return ["down" if isinstance(value, Down) else "up", *map(_shape, value.components)]


def _structure(shape: Any) -> Any:
    if isinstance(shape, dict):
        system, *exponents = shape["unit"]
        made = scheme_value("make-unit")(system, [exact(Fraction(x)) for x in exponents], 1)
        return g.mul(0.0, made)
    if not isinstance(shape, list):
        return 0.0
    kind, *components = shape
    return (Down if kind == "down" else Up)(map(_structure, components))


# --- names -----------------------------------------------------------------------------------------------------------
# Where nobody names the numbers of a state those of component k are ``xk``, or ``xk_0``, ``xk_1``, ... where it is a
# tuple, ``xk_e12`` and so on where it is a multivector; the time is ``t``.


def names_of(place: Structure, names: Any = None) -> tuple[str, ...]:
    """The names of the numbers of a state: those given, or a chart's, with or without the time's."""
    found = list(_default(place) if names is None else _given(names, place))
    count = len(tree_leaves(place))
    if len(found) == count - 1:
        found.insert(0, "t")
    if len(found) != count:
        raise StructureError(f"a state of {count} numbers has that many names, or one less; got {' '.join(found)}")
    twice = [name for name, times in Counter(found).items() if times > 1]
    if twice:
        raise StructureError(f"the names of the numbers of a state differ; {twice[0]} is given twice")
    return tuple(found)


def _default(place: Structure) -> Iterator[str]:
    yield "t"
    for k, part in enumerate(place.components[1:], 1):
        paths = _paths(part)
        yield from (f"x{k}{path}" for path in paths)


def _paths(part: Any) -> list[str]:
    if not isinstance(part, TreeNode) or part.is_scalar:
        return [""]
    named = zip(part._names_(), part._children_(), strict=True)
    return [f"_{name}{path}" for name, inner in named for path in _paths(inner)]


def _given(names: Any, place: Structure) -> list[str]:
    if isinstance(names, str):
        return names.split()
    coordinates = getattr(names, "names", None)
    if coordinates is not None:
        return list(_of_coordinates(coordinates, place))
    listed = tree_leaves(names) if isinstance(names, Structure) else names
    found = items(listed) if isinstance(listed, Iterable) else (listed,)
    if all(isinstance(name, (str, Symbol)) for name in found):
        return list(map(str, found))
    raise WrongTypeError(f"the names of the numbers of a state are words, or a chart's; got {describe(names)}")


def _of_coordinates(coordinates: Sequence[str], place: Structure) -> Iterator[str]:
    """The names of coordinates, and of velocities (up) or momenta (down) that go with them."""
    for part, before, after in zip(place.components[1:], ("", ""), ("", "dot"), strict=False):
        if isinstance(part, Down):
            before, after = "p_", ""
        yield from (f"{before}{name}{after}" for name in coordinates)


class Labelled:
    """States as tables of other libraries: names, units, and the parameters of a compiled motion go along.

    What is ``given`` are times, for a trajectory: else those of its steps; for others names of the numbers of a state.
    """

    __slots__ = ()
    parameters: Mapping[str, Any] = MappingProxyType({})

    def _labelled(self, given: Any) -> tuple[Any, Iterable[Any], Sequence[str], Sequence[str]]:
        """A state with its units, an array for each number, their names, and those of the axes."""
        raise NotImplementedError

    def _columns(self, given: Any) -> tuple[dict[str, tuple[Any, Any, Any]], dict[str, int], dict[str, Any]]:
        """The axes and the array of what is not the same for all states, with all axes too; their lengths; labels."""

        def column(own: Any, x: Any) -> tuple[Any, Any, Any]:
            wide = x.reshape([n if axis in own else 1 for axis, n in lengths.items()])
            return own, x, numpy.broadcast_to(wide, (*lengths.values(),))

        place, numbers, names, axes = self._labelled(given)
        arrays = list(map(numpy.asarray, numbers))
        lengths = dict(zip(axes, numpy.broadcast_shapes(*(x.shape for x in arrays)), strict=True))
        columns = {name: column(axes[len(axes) - x.ndim :], x) for name, x in zip(names, arrays, strict=True)}
        columns |= {
            name: column(axes[: x.ndim], numpy.asarray(x)) for name, x in self.parameters.items() if is_array(x)
        }
        units = dict(zip(names, (str(getattr(unit, "unit", "")) for unit in units_of(place)), strict=True))
        others = {name: x for name, x in self.parameters.items() if name not in columns}
        return columns, lengths, {"units": units, "parameters": others}

    def to_numpy(self, given: Any = None) -> Any:
        """An array of the numbers of each state, along its last axis."""
        columns, _, labels = self._columns(given)
        return numpy.stack([columns[name][2] for name in labels["units"]], -1)

    def to_pandas(self, given: Any = None) -> Any:
        """A DataFrame of pandas with a column for each number; units and parameters are its ``attrs``."""
        pandas, (columns, lengths, labels) = _library("pandas"), self._columns(given)
        levels = [None if axis in columns else axis for axis in lengths]
        index = pandas.MultiIndex.from_product(map(range, lengths.values()), names=levels) if len(levels) > 1 else None
        frame = pandas.DataFrame({name: x.ravel() for name, (_, _, x) in columns.items()}, index=index)
        frame.attrs |= labels
        return frame

    def to_xarray(self, given: Any = None) -> Any:
        """A Dataset of xarray with a variable for each number, over times, orbits or crossings, and attributes."""
        xarray, (columns, _, labels) = _library("xarray"), self._columns(given)
        variables = {name: (*x[:2], {"units": labels["units"].get(name, "")}) for name, x in columns.items()}
        return xarray.Dataset(variables, attrs=labels["parameters"])


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        raise ScmpyError(f"{name} is not installed; pip install 'scmpy-mechanics[tables]'") from None
