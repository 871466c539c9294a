"""Where a function is differentiated: its arguments as flat scalars, which are the variables, and their shape.

Arguments of any kind are taken apart once, here: vectors are up tuples, an array of numpy's is made of its elements,
several arguments are a composite like a tuple. What differentiates works on the flat scalars alone; the place puts
scalars together to arguments for the function, and derivatives to what has the dual shape.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.calculus.differential import Indices
from scmpy.errors import BadIndexError, DifferentiationError, describe
from scmpy.generic.arrays import is_batch, is_vector_array, stacked
from scmpy.generic.composite import Composite, map_composite, map_dual, scalars_of
from scmpy.generic.dispatch import converted
from scmpy.generic.functions import Function, is_function
from scmpy.generic.kinds import ScalarKind
from scmpy.structure.structure import Down, as_ups


class Place:
    """A part of the arguments of a function, by whose scalars it is differentiated.

    >>> from scmpy import symbols, up
    >>> place = Place.of((up(3, [4, 5]), 6), (0, 1))
    >>> place.variables, place.arguments(symbols("x y")), place.dual([1, 2])
    ([4, 5], [(up 3 (up x y)), 6], (down 1 2))
    """

    __slots__ = ("_variables", "fill", "part")

    def __init__(self, part: Any, fill: Callable[[Any], Sequence[Any]]) -> None:
        scalars = [] if isinstance(part, Elements) else list(scalars_of(part))
        if any(map(operator.is_not, map(_opened, scalars), scalars)):
            part = map_composite(_opened, part)
            scalars = list(scalars_of(part))
        self.part = part
        self.fill = fill
        self._variables = list(map(converted, scalars))

    @classmethod
    def of(cls, args: Sequence[Any], path: Indices = ()) -> Place:
        """The part of arguments at a path of indices: of one argument inside it, of several the argument first."""
        if len(args) != 1:
            part, fill = _inside(Arguments(args), path)
            return cls(part, lambda x: list(map(_closed, fill(x).parts)))
        whole = _opened(args[0])
        if not path or (path == (0,) and not isinstance(whole, Composite)):
            return cls(whole, lambda x: (_closed(x),))
        part, fill = _inside(whole, path)
        return cls(part, lambda x: (_closed(fill(x)),))

    @property
    def variables(self) -> list[Any]:
        """The scalars of the part."""
        if not self._variables:  # those of an array wait until they are asked for
            self._variables = list(map(converted, scalars_of(self.part)))
        return self._variables

    @property
    def array(self) -> Any:
        """The array that the part is, if it is one."""
        return _closed(self.part) if isinstance(self.part, Elements) or is_batch(self.part) else None

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


def _opened(value: Any) -> Any:
    """A vector as an up tuple, an array as the composite of its elements, anything else as it is."""
    if isinstance(value, list):
        return as_ups(value, "D")
    return Elements(value) if is_vector_array(value) else value


def _closed(value: Any) -> Any:
    return value.array if isinstance(value, Elements) else value


def _inside(value: Any, path: Indices) -> tuple[Any, Callable[[Any], Any]]:
    """The part of a value at a path, opened, and the function that puts another part there."""
    whole = _opened(value)
    if not path:
        return whole, lambda part: part
    index, *rest = path
    parts = whole._parts_() if isinstance(whole, Composite) else ()
    if not -len(parts) <= index < len(parts):
        known = f"; its components are 0 to {len(parts) - 1}" if parts else ""
        raise BadIndexError(f"partial: {describe(whole)} has no component {index}{known}")
    part, fill = _inside(parts[index], tuple(rest))

    def filled(x: Any) -> Any:
        changed = list(parts)
        changed[index] = fill(x)
        return whole._with_parts_(changed)

    return part, filled


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
        return f"a list of {len(self.parts)} argument{'s' * (len(self.parts) != 1)}"


class Elements(Composite):
    """An array that is a vector as the composite of its elements, or of its rows."""

    __slots__ = ("array",)

    def __init__(self, array: Any) -> None:
        self.array = array

    def _parts_(self) -> Sequence[Any]:
        return list(self.array) if self.array.ndim == 1 else list(map(Elements, self.array))

    def _with_parts_(self, parts: Sequence[Any]) -> Elements:
        made = self.array.astype(object)
        for i, part in enumerate(parts):
            made[i] = _closed(part)
        return Elements(made)

    def _dual_(self, parts: Sequence[Any]) -> Any:
        return stack(parts, self.array) if parts else self.array

    def _describe_(self) -> str:
        return f"an array of {len(self.array)}"


def stack(parts: Sequence[Any], array: Any) -> Any:
    """The derivatives by the parts of an array as one array, inside the structure of the result."""
    first = parts[0]
    if isinstance(first, Composite):
        columns = zip(*(x._parts_() for x in parts), strict=True)
        return first._with_parts_([stack(column, array) for column in columns])
    if isinstance(first, list):
        return [stack(column, array) for column in zip(*parts, strict=True)]
    if is_function(first):
        return Function(lambda *more: stack([x(*more) for x in parts], array), "derivative")
    if not isinstance(first, ScalarKind):
        raise DifferentiationError(f"D: the derivative of {describe(first)} by an array has no form")
    return stacked(list(parts), array)
