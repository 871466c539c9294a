"""Up and down tuples: contravariant and covariant structures of any depth.

A tuple is a container: it iterates, unpacks, indexes, compares. A tuple of functions is a function. Vectors, which are
Python lists, are up tuples wherever tuples are wanted. What tuples add and multiply to is in
:mod:`~scmpy.structure.tuple_arithmetic`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

from scmpy.errors import (
    BadIndexError,
    DepthError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
    shown_text,
)
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue, Value, Values
from scmpy.generic.arguments import MOST_COMPONENTS, length
from scmpy.generic.arrays import as_batches
from scmpy.generic.composite import Composite, coordinates_of, map_coordinates
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.flat import rebuilt, records
from scmpy.generic.functions import OfFunctions, apply_value, is_elementwise, made_from
from scmpy.generic.settings import Limit
from scmpy.guard import guarded, guarded_call, refuse_circular
from scmpy.registry import public
from scmpy.structure.selection import Selectors, place, ref, taken
from scmpy.symbolic.expression import DOWN, UP, Expression, application, expression_of, symbol
from scmpy.symbolic.shown_value import shown


class Structure(Displayed, OfFunctions, Arithmetic):
    """An up or down tuple: iterates, unpacks, indexes, compares, and applies when its components do."""

    _kind_ = "structures"
    __slots__ = ("__weakref__", "_leaf_count", "components")

    components: tuple[Any, ...]
    orientation: str
    opposite: type[Structure]

    def __init__(self, components: Any) -> None:
        self.components = as_batches(tuple(components))
        self._leaf_count = sum([x.leaf_count if isinstance(x, Composite) else 1 for x in self.components])
        MOST_COMPONENTS.check(self._leaf_count, self.orientation)

    def __len__(self) -> int:
        return len(self.components)

    @property
    def leaf_count(self) -> int:
        return self._leaf_count

    def _parts_(self) -> tuple[Any, ...]:
        return self.components

    def _with_parts_(self, parts: Any) -> Structure:
        return type(self)(parts)

    def _in_form_of_(self, other: Any) -> Structure:
        """The structure with each component in the form of that of another one."""
        if not isinstance(other, Structure) or len(other) != len(self):
            return self
        pairs = zip(self.components, other.components, strict=True)
        return self._with_parts_([x._in_form_of_(y) if isinstance(x, Composite) else x for x, y in pairs])

    def _dual_(self, parts: Any) -> Structure:
        return self.opposite(parts)

    def _parts_of_dual_(self, dual: Any) -> tuple[Any, ...] | None:
        """Those of a tuple of either orientation: momenta may be given up, as the course gives them."""
        return dual.components if isinstance(dual, Structure) and len(dual) == len(self) else None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.components)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, tuple):
            return ref(self, *index)
        if isinstance(index, slice):
            return type(self)(self.components[index])
        try:
            return self.components[index]
        except (IndexError, TypeError):
            raise _bad_index(self, index) from None

    def _equals(self, other: object) -> bool:
        stack: list[tuple[Any, Any]] = [(self, other)]
        while stack:
            x, y = stack.pop()
            if isinstance(x, Structure) and x is not y:
                if type(x) is not type(y) or len(x) != len(y):
                    return False
                stack.extend(zip(x.components, y.components, strict=True))
            elif x is not y and not _holds(x == y):
                return False
        return True

    __eq__ = guarded(_equals, "=")

    def __hash__(self) -> int:
        return hash((self.orientation, len(self), *leaves(self)))

    def __reduce__(self) -> Any:
        def parts(x: Any) -> Any:
            return (type(x), x.components) if isinstance(x, Structure) and (x is self or mark_of(x) is None) else None

        made = rebuilt, (records(self, parts),)
        mark = mark_of(self)
        return made if mark is None else (*made, (None, {"mark": mark}))

    @guarded_call
    def __call__(self, *args: Value) -> Structure:
        return made_from(leaves(self), self._apply, "structure")(*args)

    def _apply(self, *args: Any) -> Structure:
        return type(self)(
            x._apply(*args) if isinstance(x, Structure) else apply_value(x, args) for x in self.components
        )

    @property
    def elementwise(self) -> bool:
        """Are all its functions such of a number, which take an array element by element?"""
        return all(map(is_elementwise, self.components))

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        import numpy

        try:
            return numpy.array([numpy.asarray(component) for component in self.components], dtype=dtype)
        except ValueError as error:
            if isinstance(error, ScmpyError):
                raise
            raise StructureError(f"{describe(self)} is no array: its components differ in shape") from None
        except RecursionError:
            raise DepthError(f"{describe(self)} is nested too deeply for an array") from None

    def _describe_(self) -> str:
        return f"{self.orientation}({len(self)})"

    def _shown_(self) -> Any:
        return application(UP if isinstance(self, Up) else DOWN, *map(shown, self.components))


def _holds(comparison: Any) -> bool:
    """Is a comparison true: of arrays, everywhere?"""
    return bool(comparison.all() if hasattr(comparison, "all") else comparison)


class Up(Structure):
    """A contravariant tuple.

    It may bear a mark: whose coordinates it is. A mark is no part of the value, and what is computed of it has none.
    """

    __slots__ = ("mark",)
    mark: Any
    orientation = "up"


def mark_of(value: Any) -> Any:
    """The mark that a tuple bears; None of any other value, which includes what is computed of such tuples."""
    return getattr(value, "mark", None) if isinstance(value, Up) else None


class Down(Structure):
    """A covariant tuple."""

    __slots__ = ()
    orientation = "down"


Up.opposite, Down.opposite = Down, Up


@public("up")
def up(*components: Value) -> Up:
    """An up tuple: a contravariant structure.

    Scheme:  (up x ...)
    Shapes:  n components;  result: up(n)
    Source:  SICM 1.4
    >>> up(1, 2) * down(3, 4)
    11
    """
    return Up(components)


@public("down")
def down(*components: Value) -> Down:
    """A down tuple: a covariant structure.

    Scheme:  (down x ...)
    Shapes:  n components;  result: down(n)
    Source:  SICM 9
    >>> down(1, 2) + down(3, 4)
    (down 4 6)
    """
    return Down(components)


@public("up?")
def is_up(value: object) -> bool:
    """Is this an up tuple (or a vector)?

    Scheme:  (up? x)
    >>> is_up(up(1, 2)), is_up([1, 2]), is_up(down(1, 2))
    (True, True, False)
    """
    return isinstance(value, (Up, list))


@public("down?")
def is_down(value: object) -> bool:
    """Is this a down tuple?

    Scheme:  (down? x)
    >>> is_down(down(1, 2)), is_down(up(1, 2))
    (True, False)
    """
    return isinstance(value, Down)


@public("structure?")
def is_structure(value: object) -> bool:
    """Is this an up or a down tuple?

    Scheme:  (structure? x)
    >>> is_structure(down(1, 2)), is_structure(3)
    (True, False)
    """
    return isinstance(value, (Structure, list))


def _bad_index(value: Any, index: Any) -> BadIndexError:
    size = len(value.components) if isinstance(value, Structure) else len(value)
    return BadIndexError(f"Bad index -- REF {shown_text(index)}: {describe(value)} has components 0 to {size - 1}")


MOST_APPLICATIONS = Limit(
    "most-applications", 1_000_000, "Components, in all, that a structure of functions is applied to."
)


def check_applications(function: Any, value: Any) -> None:
    """Refuse to apply a large structure of functions, component by component, to each component of a large one."""
    if isinstance(function, Structure) and isinstance(value, (Structure, list)):
        size = len(value) if isinstance(value, list) else value.leaf_count
        MOST_APPLICATIONS.check(function.leaf_count * size)


@public("s:map", "s:map/l")
def s_map(function: Callable[..., Any], first: Structure | list[Any], *more: Structure | list[Any]) -> Structure:
    """Apply a function to corresponding components of structures at the top level.

    Scheme:  (s:map f s ...)
    Shapes:  structures of n components;  result: of n, up or down as the first is
    Raises:  StructureError if the structures have different lengths; LimitError for too many applications
    Source:  FDG 4
    >>> s_map(lambda x: x + 1, up(1, 2))
    (up 2 3)
    """
    check_applications(function, first)
    structures = tuple(map(as_structure, (first, *more)))
    if len({len(s) for s in structures}) > 1:
        raise StructureError(f"s:map expects structures of one length, got {', '.join(map(describe, structures))}")
    return type(structures[0])(map(function, *structures))


def map_leaves(function: Callable[[Any], Any], value: Any) -> Any:
    """Apply a function to all scalars and functions inside a structure, a matrix or another composite value.

    >>> map_leaves(lambda x: 2 * x, up(1, down(2, 3)))
    (up 2 (down 4 6))
    """
    return map_coordinates(function, value)


def leaves(value: Any) -> list[Any]:
    """The leaves of a nested structure from left to right (ultra-flatten)."""
    return list(coordinates_of(value))


def unflatten(flat: Iterator[Any], shape: Any) -> Any:
    """A structure of this shape with its leaves taken from the iterator."""
    return map_leaves(lambda _: next(flat), shape)


def opposite(value: Any) -> Any:
    """The same leaves in the opposite orientations: the shape that contracts with this one."""
    if isinstance(value, Composite) and not value.is_scalar:
        return value._dual_([opposite(x) for x in value._parts_()])
    return value


def as_structure(value: Any) -> Structure:
    """The value as a structure: vectors are up tuples."""
    if isinstance(value, Structure):
        return value
    if isinstance(value, (list, tuple)):
        return Up(value)
    raise expected("an up or down tuple", describe(value))


@public("s:generate")
def s_generate(n: int, orientation: str | Expression, function: Callable[[int], Any]) -> Structure:
    """A structure made from a function of the index.

    Scheme:  (s:generate n 'up f)
    Shapes:  result: up(n) or down(n)
    Raises:  WrongTypeError unless the orientation is up or down
    >>> s_generate(3, "down", lambda i: i * i)
    (down 0 1 4)
    """
    name = getattr(orientation, "name", orientation)
    if name not in ("up", "down"):
        raise WrongTypeError(f"s:generate expects up or down, got {describe(orientation)}")
    return (Up if name == "up" else Down)(map(function, range(length(n, "s:generate"))))


@public("vector->up")
def vector_to_up(vector: Values) -> Up:
    """An up tuple with the components of a vector.

    Scheme:  (vector->up v)
    Shapes:  v: of n components;  result: up(n)
    >>> vector_to_up([1, 2])
    (up 1 2)
    """
    return Up(as_structure(vector))


@public("vector->down")
def vector_to_down(vector: Values) -> Down:
    """A down tuple with the components of a vector.

    Scheme:  (vector->down v)
    Shapes:  v: of n components;  result: down(n)
    >>> vector_to_down([1, 2])
    (down 1 2)
    """
    return Down(as_structure(vector))


@public("s:length", python="s_length")
def s_length(value: Values | Scalar) -> int:
    """The number of components at the top level; 1 for a scalar.

    Scheme:  (s:length s)
    >>> s_length(up(1, up(2, 3))), s_length(7)
    (2, 1)
    """
    return len(value) if isinstance(value, (Structure, list)) else 1


@public("s:dimension")
def s_dimension(value: Values | Scalar) -> int:
    """The number of leaves of a structure.

    Scheme:  (s:dimension s)
    >>> s_dimension(up(1, down(2, 3)))
    3
    """
    return value.leaf_count if isinstance(value, Composite) else 1


@public("dimension")
def dimension(value: Values | Scalar) -> int:
    """The number of leaves of a structure; the size of a square matrix.

    Scheme:  (dimension x)
    >>> dimension(up(1, up(2, 3)))
    3
    """
    return value.dimension if hasattr(value, "dimension") else s_dimension(value)


@public("compatible-shape")
def compatible_shape(value: Values | Scalar) -> Value:
    """A structure of fresh symbols that contracts with this one to a scalar.

    Scheme:  (compatible-shape s)
    Source:  SICM 5.2.2
    >>> is_down(compatible_shape(up(1, 2)))
    True
    """
    counter = itertools.count()
    return map_leaves(lambda _: symbol(f"x{next(counter)}"), opposite(value))


@public("compatible-zero", "dual-zero")
def compatible_zero(value: Values | Scalar) -> Value:
    """The zero of the shape that contracts with this one.

    Scheme:  (compatible-zero s)
    >>> compatible_zero(up(1, down(2, 3)))
    (down 0 (up 0 0))
    """
    return map_leaves(lambda _: 0, opposite(value))


@public("v:dot-product")
def v_dot_product(x: Values, y: Values) -> ScalarValue:
    """The sum of the products of corresponding components of two vectors.

    Scheme:  (v:dot-product u v)
    >>> v_dot_product([1, 2], [3, 4])
    11
    """
    return g.dot_product(as_structure(x), as_structure(y))


@public("flip-indices")
def flip_indices(value: Values | Scalar) -> Value:
    """The same components with every orientation reversed.

    Scheme:  (flip-indices s)
    Shapes:  up(n) -> down(n) and down(n) -> up(n), at every depth
    >>> flip_indices(up(1, down(2, 3)))
    (down 1 (up 2 3))
    """
    return opposite(value)


def sum_of(terms: Any) -> Any:
    """The generic sum of the terms, from the left."""
    terms = iter(terms)
    return reduce(g.add, terms, next(terms, 0))


def compatible_for_contraction(x: Any, y: Any) -> bool:
    """Do these contract: opposite orientations, equal lengths, compatible components?

    >>> compatible_for_contraction(up(1, 2), down(3, 4)), compatible_for_contraction(up(1, 2), up(3, 4))
    (True, False)
    """
    if type(x) is not y.opposite or len(x.components) != len(y.components):
        return False
    return all(
        not (isinstance(a, Structure) and isinstance(b, Structure)) or compatible_for_contraction(a, b)
        for a, b in zip(x.components, y.components, strict=True)
    )


def as_ups(vector: list[Any], name: str) -> Any:
    """A vector (a Python list) as an up tuple, and so the vectors in it; the name is the operation's, for errors."""
    if any(isinstance(x, list) for x in vector):
        refuse_circular(name, vector)
    return _ups(vector)


def _ups(value: Any) -> Any:
    return Up(map(_ups, value)) if isinstance(value, list) else value


@taken.register(Structure)
def _(s: Structure, selectors: Selectors) -> tuple[Any, Selectors]:
    first = selectors[0]
    return s[first if type(first) is int else place(first, len(s), s)], selectors[1:]


@expression_of.on(Structure)
def _expression(s: Structure) -> Any:
    return application(UP if isinstance(s, Up) else DOWN, *map(expression_of, s.components))


expression_of.add((list,), lambda x: expression_of(as_ups(x, "expression")))
