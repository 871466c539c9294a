"""Trajectories in files of numpy's (npz).

What is inside a step is kept as its values at the Chebyshev points of the second kind, the ends among them: as many as
it takes for the polynomial through them to be within the error allowed.

Source: J.-P. Berrut and L. N. Trefethen, SIAM Review 46 (2004) 501
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from os import PathLike, fspath, path
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite
from scmpy.generic.numeric_tower import exact
from scmpy.numerics.ode.driver import Step
from scmpy.numerics.ode.record import Record
from scmpy.pickling import Portable
from scmpy.registry import scheme_value
from scmpy.structure.structure import Down, Structure, Up

VERSION = 1
COUNTS = (9, 17, 33, 65)  # of points in a step
ROUNDING = 1e-13
TESTED = (0.4, 0.93)  # parts of a step at which the polynomial is compared with the trajectory


class Interpolant(Portable):
    """The polynomial through the values at the Chebyshev points of an interval, by the barycentric formula."""

    __slots__ = ("points", "values", "weights")

    def __init__(self, start: float, end: float, values: Any) -> None:
        self.points = points_between(start, end, len(values))
        self.values = values
        last = len(values) - 1
        self.weights = [(-1) ** i * (0.5 if i in (0, last) else 1.0) for i in range(last + 1)]

    def __call__(self, t: float) -> list[float]:
        import numpy

        if t in self.points:
            return list(map(float, self.values[self.points.index(t)]))
        parts = numpy.array([w / (t - x) for w, x in zip(self.weights, self.points, strict=True)])
        found: list[float] = (parts @ self.values / parts.sum()).tolist()
        return found


def points_between(start: float, end: float, count: int) -> list[float]:
    """The Chebyshev points of the second kind.

    >>> [round(t, 9) for t in points_between(0.0, 2.0, 5)]
    [0.0, 0.292893219, 1.0, 1.707106781, 2.0]
    """
    inner = [start + (end - start) * math.sin(math.pi * i / (2 * (count - 1))) ** 2 for i in range(1, count - 1)]
    return [start, *inner, end]


def _sampled(steps: Record, tolerance: float) -> Any:
    """The values at the points of each step: an array of steps, points and numbers."""
    import numpy

    starts, ends = numpy.array([steps[0].start, *steps.ends[:-1]]), numpy.array(steps.ends)

    def inside(parts: Any) -> Any:
        times = starts[:, None] + (ends - starts)[:, None] * parts
        times[:, parts == 1] = ends[:, None]
        return steps.at(numpy.repeat(numpy.arange(len(ends)), len(parts)), times.ravel()).reshape(*times.shape, -1)

    exact, allowed = inside(numpy.array(TESTED)), max(tolerance, ROUNDING)
    for count in COUNTS:
        samples = inside(numpy.array(points_between(0.0, 1.0, count)))
        weights = numpy.array([weights_at(part, count) for part in TESTED])
        if (abs(weights @ samples - exact) <= allowed * (1 + abs(exact))).all():
            break
    return samples


def weights_at(part: float, count: int) -> list[float]:
    """The weights of the values at the Chebyshev points of a step in the value at a part of it that is none of them.

    >>> round(sum(weights_at(0.3, 9)), 12)
    1.0
    """
    signs = [(-1) ** i * (0.5 if i in (0, count - 1) else 1.0) for i in range(count)]
    terms = [sign / (part - x) for sign, x in zip(signs, points_between(0.0, 1.0, count), strict=True)]
    total = sum(terms)
    return [x / total for x in terms]


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
    """Write the steps of a trajectory to a file."""
    import json

    import numpy

    kept: dict[str, Any] = {  # before the file is opened, which may hold another trajectory
        "version": VERSION,
        "shape": json.dumps(_shape(place)),
        "names": list(names),
        "times": [steps[0].start, *steps.ends],
        "samples": _sampled(steps, tolerance),
    }
    with _opened(file, "wb") as opened:
        numpy.savez(opened, **kept)


def read(file: Any) -> tuple[Structure, list[Step], tuple[str, ...]]:
    """The shape of the states, the steps and the names in a file.

    Raises:  DomainError if it holds no trajectory
    """
    import json
    from zipfile import BadZipFile

    import numpy

    with _opened(file, "rb") as opened:
        try:
            kept = numpy.load(opened, allow_pickle=False)
            if int(kept["version"]) != VERSION:
                raise DomainError(f"{file} holds a trajectory of another version, {kept['version']}")
            place, names = _structure(json.loads(str(kept["shape"]))), tuple(map(str, kept["names"]))
            times, samples = kept["times"].tolist(), kept["samples"]
            steps = [
                Step(a, values[0].tolist(), b, values[-1].tolist(), Interpolant(a, b, values))
                for a, b, values in zip(times, times[1:], samples, strict=False)
            ]
        except (KeyError, ValueError, TypeError, EOFError, OSError, BadZipFile) as error:
            if isinstance(error, DomainError):
                raise
            raise DomainError(f"{file} holds no trajectory: {error}") from None
    if not steps:
        raise DomainError(f"{file} holds no trajectory: it has no steps")
    return place, steps, names


def _shape(value: Any) -> Any:
    if not isinstance(value, Structure):
        if not isinstance(value, Composite):
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
