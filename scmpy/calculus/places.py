"""Where a function is differentiated: its arguments as flat scalars, which are the variables, and their shape.

Arguments of any kind are taken apart once, here: vectors are up tuples, an array of numpy's is made of its elements,
several arguments are a composite like a tuple. What differentiates works on the flat scalars alone; the place puts
scalars together to arguments for the function, and derivatives to what has the dual shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.calculus.differential import Indices
from scmpy.errors import BadIndexError, DifferentiationError, describe
from scmpy.generic.arrays import is_vector_array, stacked
from scmpy.generic.composite import Composite, map_composite, map_dual, scalars_of
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, is_function
from scmpy.generic.kinds import Scalar
from scmpy.structure.structure import Down, as_ups


class Place:
    """A part of the arguments of a function, by whose scalars it is differentiated.

    >>> from scmpy import symbols, up
    >>> place = Place.of((up(3, [4, 5]), 6), (0, 1))
    >>> place.variables, place.arguments(symbols("x y")), place.dual([1, 2])
    ([4, 5], [(up 3 (up x y)), 6], (down 1 2))
    """

    __slots__ = ("fill", "part", "variables")

    def __init__(self, part: Any, fill: Callable[[Any], Sequence[Any]]) -> None:
        while any(map(_opens, found := list(scalars_of(part)))):
            part = map_composite(_opened, part)
        self.part = part
        self.fill = fill
        self.variables = list(map(converted, found))

    @classmethod
    def of(cls, args: Sequence[Any], path: Indices = ()) -> Place:
        """The part of arguments at a path of indices: of one argument inside it, of several the argument first."""
        if len(args) > 1:
            part, fill = _inside(Arguments(args), path)
            return cls(part, lambda x: fill(x).parts)
        (whole,) = args
        is_scalar = not isinstance(whole, (Composite, list)) and not is_vector_array(whole)
        part, fill = _inside(whole, () if is_scalar and path == (0,) else path)
        return cls(part, lambda x: (fill(x),))

    def arguments(self, scalars: Iterable[Any]) -> Sequence[Any]:
        """The arguments with these scalars in the place of the variables."""
        supply = iter(scalars)
        return self.fill(map_composite(lambda _: next(supply), self.part))

    def dual(self, derivatives: Iterable[Any]) -> Any:
        """The derivatives by the variables in the shape of the derivative by the part."""
        supply = iter(derivatives)
        return map_dual(lambda _: next(supply), self.part)

    def only(self, i: int) -> Place:
        """The place of which one variable alone is left."""
        before, after = self.variables[:i], self.variables[i + 1 :]
        return Place(self.variables[i], lambda x: self.arguments((*before, x, *after)))


def _inside(value: Any, path: Indices) -> tuple[Any, Callable[[Any], Any]]:
    """The part of a value at a path, and the function that puts another part there."""
    if not path:
        return value, lambda part: part
    index, *rest = path
    is_array = is_vector_array(value)
    whole = as_ups(value, "partial") if isinstance(value, list) else value
    parts = value if is_array else whole._parts_() if isinstance(whole, Composite) else ()
    if not -len(parts) <= index < len(parts):
        what = f"an array of {len(parts)}" if is_array else describe(value)
        raise BadIndexError(f"partial: {what} has no component {index}")
    part, fill = _inside(parts[index], tuple(rest))

    def filled(x: Any) -> Any:
        changed = value.astype(object) if is_array else list(parts)
        changed[index] = fill(x)
        return changed if is_array else whole._with_parts_(changed)

    return part, filled


def _opens(scalar: Any) -> bool:
    return isinstance(scalar, list) or is_vector_array(scalar)


def _opened(scalar: Any) -> Any:
    """A vector as an up tuple, an array as a composite."""
    return as_ups(scalar, "D") if isinstance(scalar, list) else Elements(scalar) if _opens(scalar) else scalar


class Arguments(Composite):
    """The arguments of a function as one composite."""

    __slots__ = ("parts",)

    def __init__(self, parts: Sequence[Any]) -> None:
        self.parts = parts

    def _parts_(self) -> Sequence[Any]:
        return self.parts

    def _with_parts_(self, parts: Sequence[Any]) -> Arguments:
        return Arguments(parts)

    def _dual_(self, parts: Sequence[Any]) -> Down:
        return Down(parts)

    def _describe_(self) -> str:
        return f"a list of {len(self.parts)} argument{'s' * (len(self.parts) > 1)}"


class Elements(Composite):
    """An array that is a vector as the composite of its elements; what is put together like it is an array."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = array

    def _parts_(self) -> Sequence[Any]:
        return list(self.array.flat)

    def _with_parts_(self, parts: Sequence[Any]) -> Any:
        made = self.array.astype(object)
        for i, part in enumerate(parts):
            made.flat[i] = part
        return made

    def _dual_(self, parts: Sequence[Any]) -> Any:
        return stack(parts, self.array) if parts else self.array


def stack(parts: Sequence[Any], array: Any) -> Any:
    """The derivatives by the elements of an array as one array like it, inside the structure of the result."""
    first = parts[0]
    if isinstance(first, Composite):
        columns = zip(*(x._parts_() for x in parts), strict=True)
        return first._with_parts_([stack(column, array) for column in columns])
    if isinstance(first, list):
        return [stack(column, array) for column in zip(*parts, strict=True)]
    if is_function(first):
        return Function(lambda *more: stack([x(*more) for x in parts], array), "derivative")
    if not isinstance(first, Scalar):
        raise DifferentiationError(f"D: the derivative of {describe(first)} by an array has no form")
    return stacked(list(parts), array)
