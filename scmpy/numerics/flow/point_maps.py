"""Maps of points, with their exact derivatives.

A map is a function of a number or a tuple whose value is shaped alike, or a map of the plane. Such a map follows the
course's convention: it takes x and y, a continuation that gets the next x and y, and one that is called where there are
none; or it takes x and y alone, and its value is a tuple of the next ones, None where there are none.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.calculus.differential import Perturbed, finite_part, make, new_tag, split
from scmpy.errors import DomainError, ScmpyError, StructureError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.functions import Function, name_of
from scmpy.guard import arity_of_signature
from scmpy.numerics.compile.trace import Traced
from scmpy.numerics.compile.variants import Variant, as_tuples, numbers_of
from scmpy.numerics.iteration import FEW, Iteration, images_of, is_real_point, undecided
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.numbers_of_states import shape_of
from scmpy.numerics.ode.surfaces_of_section import SectionMap, StroboscopicMap
from scmpy.structure.structure import Structure, Up, leaves, unflatten

SAME = 1e-6  # coordinates that differ by less are those of one point
SHIFTS = (0.0, 0.3, -0.7)  # to points beside one, lest its image be where angles jump by a turn


def takes_continuations(step: Any) -> bool:
    """Does a map follow the course's convention?

    >>> takes_continuations(lambda x, y, proceed, fail: proceed(y, x)), takes_continuations(lambda point: point)
    (True, False)
    """
    if isinstance(step, Function):
        return takes_continuations(step.function)
    try:
        parameters = inspect.signature(step).parameters.values()
    except (TypeError, ValueError):
        return False
    return len([p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]) == 4


def takes_points(step: Any) -> bool:
    """Is a map a function of one point?

    >>> takes_points(lambda x, y, proceed, fail: proceed(y, x)), takes_points(lambda point: point)
    (False, True)
    """
    return takes_points(step.function) if isinstance(step, Function) else arity_of_signature(step) == (1, 1)


def plane_map(step: Any) -> Any:
    """A function of x and y alone as a map of the plane in the course's form; any other map as it is.

    >>> plane_map(lambda x, y: (y, x) if x else None)(1, 2, lambda x, y: (x, y), lambda: "none")
    (2, 1)
    """
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
    """A map of the plane in the course's form, one of points too.

    >>> of_coordinates(lambda point: 2 * point)(1, 2, lambda x, y: (x, y), lambda: None)
    (2, 4)
    """
    if not takes_points(step):
        return plane_map(step)  # type: ignore[no-any-return]
    return Function(lambda x, y, proceed, fail: proceed(*step(Up((x, y)))), name_of(step))


def turned(angle: float) -> float:
    """The angle in [-pi, pi] that differs from this one by whole turns."""
    return math.remainder(angle, math.tau)


class PointMap:
    """A map as a function of lists of numbers."""

    def __init__(self, step: Callable[..., Any], point: Any, operation: str) -> None:
        check_callable(step, operation, "a map, a function of points")
        self.step = step = plane_map(step)
        self.operation = operation
        self.place = as_tuples(Up(point) if isinstance(point, tuple) else point)
        self.of_plane = takes_continuations(step)
        self.of_motions = isinstance(step, (StroboscopicMap, SectionMap))
        self.code: Variant | None = None
        self.asked = 0  # how often for the derivative, which is compiled then
        self.start = [real(x, operation, "a coordinate") for x in leaves(self.place)]
        if self.of_plane and len(self.start) != 2:
            raise StructureError(f"{operation}: the map {name_of(step)} is of the plane, got {describe(point)}")

    def __call__(self, numbers: Sequence[Any]) -> list[Any]:
        """The numbers of the image."""
        if self.of_plane:
            image = self.step(*numbers, lambda x, y: Up((x, y)), lambda: None)
            if not isinstance(image, Up):
                raise self._undefined(numbers)
            return list(image.components)
        place = self.shaped(numbers)
        image = self.step(place)
        image = as_tuples(Up(image) if isinstance(image, tuple) else image)
        if shape_of(image) != shape_of(self.place):
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
        """The point with these numbers."""
        return unflatten(iter(numbers), self.place) if isinstance(self.place, Structure) else numbers[0]

    def values(self, numbers: Sequence[float]) -> list[float]:
        """The numbers of the image, which are real."""
        return [self._real(x, numbers) for x in self(numbers)]

    def after(self, numbers: Sequence[Any], count: int) -> Sequence[Any]:
        """The numbers after so many iterates."""
        if count > 1 and is_real_point(numbers):
            return self.iterated(numbers, count)[-1]
        for _ in range(count):
            numbers = self(numbers)
        return numbers

    def iterated(self, numbers: Sequence[float], count: int) -> list[list[float]]:
        """The point and its images."""
        found: list[list[float]] = self.orbit(numbers, count).tolist()
        return found

    def orbit(self, numbers: Sequence[float], count: int) -> Any:
        """The point and its images, one a row of an array."""
        images = images_of(self.step, numbers, count) if self.of_plane else None
        if isinstance(self.step, SectionMap):
            images = self.step.numpy(self.shaped(numbers), count)
        if images is None:
            return Iteration(self._image, Up(numbers), count).orbit(numbers, count)
        if len(images) < count:
            raise self._undefined(images[-1].tolist() if len(images) else numbers)
        import numpy

        return numpy.vstack([numbers, images])

    def _image(self, place: Structure) -> Up:
        numbers = place.components
        return Up([x if isinstance(x, (Traced, Perturbed)) else self._real(x, numbers) for x in self(numbers)])

    def _real(self, x: Any, numbers: Sequence[Any]) -> float:
        return real(x, self.operation, f"a coordinate of the image of {list(numbers)}")

    def angles(self, period: int = 1) -> set[int]:
        """The coordinates that are angles: where a whole turn is added to one of them the image does not change.

        A motion makes the turn too: in the image of a map of motions that coordinate alone is turned.
        """
        return {i for i in range(len(self.start)) if any(self._is_angle(i, shift, period) for shift in SHIFTS)}

    def _is_angle(self, i: int, shift: float, period: int) -> bool:
        """Does a whole turn more not change the image of a point beside the start, but for the turn?"""
        place = [x + shift * (i == j) for j, x in enumerate(self.start)]
        turned_once = [x + math.tau * (i == j) for j, x in enumerate(place)]
        try:
            image, other = (self.iterated(x, period)[-1] for x in (place, turned_once))
            if self.of_motions:
                other[i] = image[i] + turned(other[i] - image[i])
            return all(abs(a - b) < SAME * (1 + abs(a)) for a, b in zip(image, other, strict=True))
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
                if not self._takes_numbers_alone(numbers):
                    raise error
                return self.values(numbers), self._differences(numbers)
            return [self._real(x, numbers) for x in image], [list(map(float, row)) for row in rows]
        size = len(numbers)
        return found[:size], [found[k : k + size] for k in range(size, len(found), size)]

    def _with_tangents(self, place: Structure) -> Up:
        """The image and the rows of the derivative."""
        tag, size = new_tag(), len(place)
        image = [split(x, tag) for x in self([make(tag, x, {i: 1.0}) for i, x in enumerate(place)])]
        return Up((Up([x for x, _ in image]), *(Up([t.get(i, 0) for i in range(size)]) for _, t in image)))

    def _takes_numbers_alone(self, numbers: Sequence[float]) -> bool:
        try:
            self.values(numbers)
        except (ScmpyError, TypeError, ValueError):
            return False
        return True

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
        return [_without_turn(a - b) for a, b in zip(*ends, strict=True)]


def _without_turn(x: float) -> float:
    return turned(x) if abs(abs(x) - math.tau) < 0.5 else x
