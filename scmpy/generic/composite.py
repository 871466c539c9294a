"""Composite values: what is made of scalars and keeps its shape when they are replaced.

Tuples, matrices, quaternions and multivectors are composites. What goes through all scalars of a value, to perturb,
to compile, to integrate or to simplify them, asks no more of it than this: its parts in order, a value like it of other
parts, and the value that holds what belongs to each of its parts where it is differentiated by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeGuard


class Composite:
    """A value made of parts, which may be composites too.

    One that ``is_scalar`` is a leaf of the algebra all the same, as a quantity with units is: its part is a number.
    """

    __slots__ = ()

    is_scalar = False

    def _parts_(self) -> Sequence[Any]:
        """The parts, in order."""
        raise NotImplementedError

    @property
    def leaf_count(self) -> int:
        """The number of the leaves below it: what is no composite."""
        return sum([part.leaf_count if isinstance(part, Composite) else 1 for part in self._parts_()])

    def _form_(self) -> Any:
        """What composites of one kind that have corresponding parts have the same of."""
        return len(self._parts_())

    def _in_form_of_(self, other: Any) -> Any:
        """This value with the parts that another one has, 0 for those that it lacks; itself where it is not made so."""
        return self

    def _names_(self) -> Sequence[str]:
        """What the parts are called among others: their numbers, where nothing better is known."""
        return [str(i) for i in range(len(self._parts_()))]

    def _group_(self) -> Any:
        """The group whose element this is, for methods that keep it there; None where it is of none."""
        return None

    def _with_parts_(self, parts: Sequence[Any]) -> Any:
        """A value like this one, of other parts."""
        raise NotImplementedError

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        """A value like this one with a function applied to its parts, from the first to the last.

        What is no composite, as a list of Scheme is not, may have this too, and is a container then.
        """
        return self._with_parts_([function(part) for part in self._parts_()])

    def _dual_(self, parts: Sequence[Any]) -> Any:
        """The derivative by this value, from those by its parts."""
        raise NotImplementedError

    def _parts_of_dual_(self, dual: Any) -> Sequence[Any] | None:
        """The derivatives by the parts, from that by this value; None of what can be none."""
        return None

    def _scalar_and_rest_(self) -> tuple[Any, Sequence[Any]] | None:
        """The part that is a scalar of the algebra, and all others; None where the values are of no algebra."""
        return None


def is_container(value: object) -> TypeGuard[Composite]:
    """Does this value hold others, which a function can be mapped over?

    >>> from scmpy import up
    >>> is_container(up(1, 2)), is_container(3)
    (True, False)
    """
    return hasattr(type(value), "_mapped_")


def map_composite(function: Callable[[Any], Any], value: Any) -> Any:
    """A value with a function applied to all that is no composite in it, from left to right.

    >>> from scmpy import quaternion, up
    >>> map_composite(lambda x: 2 * x, up(1, quaternion(1, 2, 3, 4)))
    (up 2 (quaternion 2 4 6 8))
    """
    if isinstance(value, Composite):
        return value._with_parts_([map_composite(function, part) for part in value._parts_()])
    return function(value)


def builder(shape: Any, is_taken: Callable[[Any], bool] = lambda leaf: True) -> Callable[[Iterator[Any]], Any]:
    """The function from an iterator of leaves to the value of a shape that has them; leaves that are not taken stay.

    >>> from scmpy import up
    >>> make = builder(up(None, up(7, None)), lambda leaf: leaf is None)
    >>> make(iter([1, 2])), make(iter([3, 4]))
    ((up 1 (up 7 2)), (up 3 (up 7 4)))
    """
    if not isinstance(shape, Composite):
        return next if is_taken(shape) else lambda leaves: shape
    make, parts = shape._with_parts_, [builder(part, is_taken) for part in shape._parts_()]
    return lambda leaves: make([build(leaves) for build in parts])


def measure_of(value: Any) -> Any:
    """The number that a scalar with a unit has in base units; any other value itself.

    >>> from scmpy.units import inch
    >>> measure_of(2.0 * inch), measure_of(3)
    (0.0508, 3)
    """
    while isinstance(value, Composite) and value.is_scalar:
        (value,) = value._parts_()
    return value


def map_dual(function: Callable[[Any], Any], value: Any) -> Any:
    """What holds the values of a function at all that is no composite in a value, where it is differentiated by.

    >>> from scmpy import up
    >>> map_dual(lambda x: 2 * x, up(1, up(2, 3)))
    (down 2 (down 4 6))
    """
    if isinstance(value, Composite):
        return value._dual_([map_dual(function, part) for part in value._parts_()])
    return function(value)


def coordinates_of(value: Any) -> Iterator[Any]:
    """The scalars of a value from left to right, those that have parts themselves, as quantities with units have, too.

    >>> from scmpy import up
    >>> from scmpy.units import meter
    >>> list(coordinates_of(up(1, up(2 * meter))))
    [1, (& 2 &meter)]
    """
    return scalars_of(value, within=False)


def map_coordinates(function: Callable[[Any], Any], value: Any) -> Any:
    """A value with a function applied to all its scalars, those that have parts themselves too, from left to right."""
    if isinstance(value, Composite) and not value.is_scalar:
        return value._with_parts_([map_coordinates(function, part) for part in value._parts_()])
    return function(value)


def ones_like(value: Any) -> Any:
    """A value with 1 for every scalar: of the same shape, and of the same dimensions where it has any.

    >>> from scmpy import up
    >>> ones_like(up(3, 4))
    (up 1 1)
    """
    return map_composite(lambda _: 1, value)


def scalars_of(value: Any, within: bool = True) -> Iterator[Any]:
    """All that is no composite in a value, from left to right; scalars that have parts are entered, or not.

    >>> from scmpy import quaternion, up
    >>> list(scalars_of(up(1, quaternion(1, 2, 3, 4))))
    [1, 1, 2, 3, 4]
    """
    stack = [value]
    while stack:
        part = stack.pop()
        if isinstance(part, Composite) and (within or not part.is_scalar):
            stack.extend(reversed(part._parts_()))
        else:
            yield part
