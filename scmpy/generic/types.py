"""Abstract types (Number, Scalar, Procedure), words of annotations; pytrees: leaves, map, walks over graphs."""

from __future__ import annotations

import functools
import math
import types
from abc import ABC
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import Any, Protocol, TypeAlias, TypeGuard

from scmpy.boundary import checks
from scmpy.errors import WrongTypeError, describe

# --- kinds -----------------------------------------------------------------------------------------------------------
# The kinds of values that generic operations tell apart.
#
# ``ScalarKind``, ``Number`` and ``Procedure`` are abstract: concrete types are registered with them, so that a layer
# above can add a scalar (an expression, a differential, a numpy array) without the layers below knowing it. They are
# registered rather than derived, because ``isinstance`` is ten times slower for classes that derive from an ABC.


class ScalarKind(ABC):
    """What multiplies a structure componentwise: numbers, expressions, differentials, arrays."""

    _kind_ = "scalars"
    __slots__ = ()


class Number(ScalarKind):
    """int, Fraction, float, complex and ExactComplex; never bool."""

    _kind_ = "numbers"
    __slots__ = ()


class Procedure(ABC):
    """What is applied and combined pointwise: Python functions and scmpy's own function values."""

    _kind_ = "functions"
    __slots__ = ()


_NUMBERS: tuple[type, ...] = (int, Fraction, float, complex)
_PROCEDURES: tuple[type, ...] = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    functools.partial,
    type,
)
for _number in _NUMBERS:
    Number.register(_number)
for _procedure in _PROCEDURES:
    Procedure.register(_procedure)


@functools.lru_cache(maxsize=256)
def _is_of_numbers(type_: type) -> bool:
    return issubclass(type_, Number) and not issubclass(type_, bool)


def is_number(value: Any) -> bool:
    """Is this a number of the tower? (``True`` and ``False`` are not.)"""
    return _is_of_numbers(value.__class__)


def is_zero_number(value: Any) -> bool:
    """Is this the number zero, exact or not? (Exact alone is ``is_exact_zero``; ``zero?`` looks into structures.)"""
    return _is_of_numbers(value.__class__) and bool(value == 0)


def is_procedure(value: Any) -> bool:
    return isinstance(value, Procedure)


@checks("Name")
def as_name(value: Any, operation: str) -> str:
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str) or not name:
        raise WrongTypeError(f"{operation} expects a name, a symbol, got {describe(value)}")
    return name


# --- annotations -----------------------------------------------------------------------------------------------------
# The words for values that every layer annotates its public functions with; the others are in structure/aliases.py.
#
# A type checker refuses what is certainly wrong: a text for a mass, a number for a path. What holds of a value beyond
# that, a function checks where it is called.


class Scalar(Protocol):
    """What is calculated with: a number, an expression, one of SymPy's, an array of numpy's for a batch.

    At run time it is :class:`scmpy.generic.types.ScalarKind`.
    """

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...


class AnyChart(Protocol):
    """A coordinate system of a manifold.

    At run time it is :class:`scmpy.geometry.chart.Chart`.
    """

    dimension: int


#: A scalar that is a real number: an int, a fraction, a float, an expression of numbers alone.
Real: TypeAlias = Scalar

#: A scalar that is an angle, in radians.
Angle: TypeAlias = Scalar

#: What the generic operations take and give, of any kind: a scalar, structure, matrix, function, operator, field,
#: series, quantity, ... The arguments decide which, so a type checker asks nothing of it.
Value: TypeAlias = Any

#: A scalar that was calculated, of a kind that the arguments decide: of numbers a number, of expressions an expression.
ScalarValue: TypeAlias = Any

#: Several values in a row: a list, a tuple, a structure, an array of numpy's.
Values: TypeAlias = Iterable[Any]

#: Several real numbers in a row.
Numbers: TypeAlias = Iterable[Any]

#: True of some values: what it returns is taken as Scheme takes it, or as Python does.
Predicate: TypeAlias = Callable[..., Any]

#: An expression: a symbol, a number, or what is made of them; also its text, or as Scheme quotes it, in tuples.
Formula: TypeAlias = Scalar | str | tuple[Any, ...]


# --- pytrees ---------------------------------------------------------------------------------------------------------
# Values made of scalars, that keep their shape when these are replaced.
#
# Tuples, matrices, quaternions and multivectors are nodes. What goes through all scalars of a value, to perturb,
# to compile, to integrate or to simplify them, asks no more of it than this: its parts in order, a value like it of
# other parts, and the value that holds what belongs to each of its parts where it is differentiated by.


class TreeNode:
    """A value made of parts, which may be composites too.

    One that ``is_scalar`` is a leaf of the algebra all the same, as a quantity with units is: its part is a number.
    """

    __slots__ = ()

    is_scalar = False

    def _children_(self) -> Sequence[Any]:
        raise NotImplementedError

    @property
    def leaf_count(self) -> int:
        return sum([part.leaf_count if isinstance(part, TreeNode) else 1 for part in self._children_()])

    def _form_(self) -> Any:
        """What composites of one kind that have corresponding parts have the same of."""
        return len(self._children_())

    def _in_form_of_(self, other: Any) -> Any:
        """This value with the parts that another one has, 0 for those that it lacks; itself where it is not made so."""
        return self

    def _names_(self) -> Sequence[str]:
        return [str(i) for i in range(len(self._children_()))]

    def _group_(self) -> Any:
        """The group whose element this is, for methods that keep it there; None where it is of none."""
        return None

    def _with_children_(self, parts: Sequence[Any]) -> Any:
        raise NotImplementedError

    def _mapped_(self, function: Callable[[Any], Any]) -> Any:
        """A value like this one with a function applied to its parts, from the first to the last.

        What is no composite, as a list of Scheme is not, may have this too, and is a container then.
        """
        return self._with_children_([function(part) for part in self._children_()])

    def _dual_(self, parts: Sequence[Any]) -> Any:
        raise NotImplementedError

    def _parts_of_dual_(self, dual: Any) -> Sequence[Any] | None:
        """The derivatives by the parts, from that by this value; None of what can be none."""
        return None

    def _scalar_and_rest_(self) -> tuple[Any, Sequence[Any]] | None:
        """The part that is a scalar of the algebra, and all others; None where the values are of no algebra."""
        return None


def is_container(value: object) -> TypeGuard[TreeNode]:
    """Does this value hold others, which a function can be mapped over?"""
    return hasattr(type(value), "_mapped_")


#: ``is_leaf`` for what takes quantities whole, as the algebra does; without it their numbers are the leaves.
is_scalar: Callable[[TreeNode], bool] = attrgetter("is_scalar")


def tree_leaves(value: Any, is_leaf: Callable[[TreeNode], bool] | None = None) -> list[Any]:
    """All that is no node in a value, from left to right; nodes for which ``is_leaf`` holds are not entered."""
    found, stack = [], [value]
    while stack:
        part = stack.pop()
        if isinstance(part, TreeNode) and (is_leaf is None or not is_leaf(part)):
            stack.extend(reversed(part._children_()))
        else:
            found.append(part)
    return found


def tree_map(function: Callable[[Any], Any], value: Any, is_leaf: Callable[[TreeNode], bool] | None = None) -> Any:
    """A value with a function applied to its leaves, from left to right."""
    if not isinstance(value, TreeNode) or (is_leaf is not None and is_leaf(value)):
        return function(value)
    parts = value._children_()
    return value._with_children_(
        [tree_map(function, part, is_leaf) if isinstance(part, TreeNode) else function(part) for part in parts]
    )


def tree_unflatten(leaves: Iterator[Any], shape: Any) -> Any:
    return tree_map(lambda _: next(leaves), shape)


def nested_map(function: Callable[[Any], Any], value: Any) -> Any:
    """As :func:`tree_map`, in lists and tuples of Python's too.

    >>> nested_map(lambda x: -x, [1, (2, 3)])
    [-1, (-2, -3)]
    """
    if isinstance(value, TreeNode):
        return value._with_children_([nested_map(function, part) for part in value._children_()])
    if isinstance(value, (list, tuple)):
        return type(value)([nested_map(function, part) for part in value])
    return function(value)


def nested_leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, (TreeNode, list, tuple)):
        for part in value._children_() if isinstance(value, TreeNode) else value:
            yield from nested_leaves(part)
    else:
        yield value


def tree_structure(value: Any) -> Any:
    """What values have in common that differ in their leaves alone: kinds and forms of the nodes, None for a leaf."""
    if not isinstance(value, TreeNode):
        return None
    return type(value), value._form_(), *map(tree_structure, value._children_())


def builder(shape: Any, is_taken: Callable[[Any], bool] = lambda leaf: True) -> Callable[[Iterator[Any]], Any]:
    """:func:`tree_unflatten` for many values of one shape; leaves that are not taken stay.

    >>> from scmpy import up
    >>> make = builder(up(None, up(7, None)), lambda leaf: leaf is None)
    >>> make(iter([1, 2])), make(iter([3, 4]))
    ((up 1 (up 7 2)), (up 3 (up 7 4)))
    """
    if not isinstance(shape, TreeNode):
        return next if is_taken(shape) else lambda leaves: shape
    make, parts = shape._with_children_, [builder(part, is_taken) for part in shape._children_()]
    return lambda leaves: make([build(leaves) for build in parts])


def measure_of(value: Any) -> Any:
    """The number that a scalar with a unit has in base units; any other value itself.

    >>> from scmpy.units import inch
    >>> measure_of(2.0 * inch), measure_of(3)
    (0.0508, 3)
    """
    while isinstance(value, TreeNode) and value.is_scalar:
        (value,) = value._children_()
    return value


def finite_part(value: Any) -> Any:
    """What a perturbed value is without infinitesimals; any other value itself."""
    while hasattr(value, "primal"):
        value = value.primal
    return value


def number_in(value: Any) -> Any:
    """The number that a quantity has in base units, or that a perturbed value is without infinitesimals."""
    while hasattr(value, "primal") or (isinstance(value, TreeNode) and value.is_scalar):
        value = finite_part(measure_of(value))
    return value


def binary_size(*values: Any) -> float:
    """A power of two near the largest of some floats, if their squares leave the range of floats; 1 of all others.

    >>> binary_size(3.0, 4.0), binary_size(3e200, 1) == 2.0**665
    (1, True)
    """
    numbers = list(map(number_in, values))
    types = set(map(type, numbers))
    largest = max(map(abs, numbers)) if types <= {int, float, complex} and types != {int} else 0
    is_usual = 2.0**-465 < largest < 2.0**465 or not 0 < largest < 2.0**1023
    return 1 if is_usual else math.ldexp(1.0, math.frexp(largest)[1] - 1)


def map_dual(function: Callable[[Any], Any], value: Any) -> Any:
    """What holds the values of a function at all that is no composite in a value, where it is differentiated by."""
    if isinstance(value, TreeNode):
        return value._dual_([map_dual(function, part) for part in value._children_()])
    return function(value)


def ones_like(value: Any) -> Any:
    """A value with 1 for every scalar: of the same shape, and of the same dimensions where it has any."""
    return tree_map(lambda _: 1, value)


# --- flat ------------------------------------------------------------------------------------------------------------
# Nested values written flat, so that pickle and deepcopy take them at any depth.
#
# A value becomes a list of records, each after those of its parts: how it is made, and the places of its parts; what
# has no parts is its own record. Parts that are shared are written once.

Maker = Callable[[Sequence[Any]], Any]
Record = tuple[Maker | None, Any]


def records(root: Any, parts_of: Callable[[Any], tuple[Maker, Sequence[Any]] | None]) -> list[Record]:
    """The records of a value; ``parts_of`` says how a node is made of which parts, None of a leaf.

    >>> flat = records([1, [2]], lambda x: (list, x) if isinstance(x, list) else None)
    >>> flat == [(None, 1), (None, 2), (list, (1,)), (list, (0, 2))], rebuilt(flat)
    (True, [1, [2]])
    """
    found: list[Record] = []
    places: dict[int, int] = {}
    stack: list[tuple[Any, bool]] = [(root, False)]
    while stack:
        node, parts_are_done = stack.pop()
        if id(node) in places:
            continue
        made = parts_of(node)
        if made is not None and not parts_are_done:
            stack.append((node, True))
            stack.extend((part, False) for part in reversed(made[1]))
            continue
        places[id(node)] = len(found)
        found.append((None, node) if made is None else (made[0], tuple(places[id(part)] for part in made[1])))
    return found


def rebuilt(flat: list[Record]) -> Any:
    values: list[Any] = []
    for make, content in flat:
        values.append(content if make is None else make([values[i] for i in content]))
    return values[-1]


# --- graphs ----------------------------------------------------------------------------------------------------------
# Shared graphs, walked parts first: every node once, after all that it is made of, however deep they nest.
#
# What an expression, a printed tree or an object of SymPy's is made of is a graph: equal parts are one object, and it
# may be a hundred thousand levels deep. As a tree it would be of exponential size, and Python's stack is too short for
# it.


def parts_first(
    roots: Sequence[Any], parts: Callable[[Any], Sequence[Any] | None], known: Container[Any] | None = None
) -> Iterator[Any]:
    """Every distinct node of graphs, from left to right, each after its parts (iterative: any depth).

    ``parts`` gives the parts of a node, () where there are none, and None for what is no node, such as a number, which
    is passed over. Nodes are told apart by hash and equality. With ``known``, a memory to which the caller adds every
    node as it comes, what is in it already is passed over too, and not entered.

    >>> made_of = {"a": "bc", "b": "c", "c": ()}
    >>> list(parts_first("a", made_of.get)), list(parts_first("ax", made_of.get, known={"b"}))
    (['c', 'b', 'a'], ['c', 'a'])
    >>> values = {}
    >>> for node in parts_first("a", made_of.get, values):
    ...     values[node] = 1 + sum(values[part] for part in made_of[node])
    >>> values
    {'c': 1, 'b': 2, 'a': 4}
    """
    met: set[Any] = set()
    seen = met if known is None else known
    path: list[tuple[Any, Iterator[Any]]] = []  # nodes whose parts are being done, with what comes after each
    todo = iter(roots)
    while True:
        for node in todo:
            below = parts(node)
            if below is None or node in seen:
                continue
            if known is None:
                met.add(node)
            if below:
                path.append((node, todo))
                todo = iter(below)
                break
            yield node
        else:
            if not path:
                return
            node, todo = path.pop()
            yield node
