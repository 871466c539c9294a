"""Up and down tuples, ref, contraction; values with units taken apart into numbers and units."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any, TypeVar

from scmpy.boundary import entry_point, guarded_call, refuse_circular
from scmpy.errors import (
    BadIndexError,
    DepthError,
    DimensionError,
    ScmpyError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
    shown_text,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batches, is_batch
from scmpy.generic.dispatch import Arithmetic, OpenFunction, converted
from scmpy.generic.display import Displayed
from scmpy.generic.functions import Function, OfFunctions, apply_value, compose, is_elementwise, made_from, name_of
from scmpy.generic.numbers import is_exact_one, is_exact_zero
from scmpy.generic.settings import MOST_COMPONENTS, Limit, length
from scmpy.generic.types import (
    Scalar,
    ScalarKind,
    ScalarValue,
    TreeNode,
    Value,
    Values,
    binary_size,
    is_procedure,
    is_scalar,
    measure_of,
    ones_like,
    rebuilt,
    records,
    tree_leaves,
    tree_map,
)
from scmpy.registry import declare_predicate, numpy, public
from scmpy.symbolic.expression import Expression, Head, application, expression_of, symbol
from scmpy.symbolic.simplify import display_form

# --- selection -------------------------------------------------------------------------------------------------------
# ref and component: the parts of what has parts, by chains of selectors.
#
# A selector is an index from zero, negative ones counting from the end, or a range: a list of the index that it starts
# at and the index that it ends before, ``'(1 3)`` for the parts 1 and 2 (``-1`` as an end is behind the last part). Of
# a function the part of its value is taken, which is a function. What else has parts than sequences adds to
# :func:`taken`.

Selectors = tuple[Any, ...]

#: An index, or a range of its two ends.
Selector = int | Sequence[int]


def _is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _range(selector: Any) -> tuple[int, int] | None:
    ends = tuple(selector) if isinstance(selector, Iterable) and hasattr(selector, "__len__") else ()
    return ends if len(ends) == 2 and all(map(_is_index, ends)) else None  # type: ignore[return-value]


def place(selector: Any, size: int | None, value: Any) -> int | slice:
    if _is_index(selector):
        return _index(selector, size, value)
    ends = _range(selector)
    if ends is None:
        raise BadIndexError(f"Bad index -- REF: expected an integer or a range (first end), got {describe(selector)}")
    start, end = ends
    first = _index(start, size, value)
    last = end + size + 1 if end < 0 and size is not None else end
    if not first <= last or (size is not None and last > size):
        raise BadIndexError(f"Bad index -- REF ({start} {end}): {_extent(size, value)}")
    return slice(first, last)


def _index(index: int, size: int | None, value: Any) -> int:
    if index >= 0 if size is None else -size <= index < size:
        return index if size is None else index % size
    raise BadIndexError(f"Bad index -- REF {shown_text(index)}: {_extent(size, value)}")


def _extent(size: int | None, value: Any) -> str:
    components = f"components 0 to {size - 1}" if size else "no components" if size == 0 else "components from 0 on"
    return f"{describe(value)} has {components}"


#: The part of a value by the first of the selectors, or by more of them, and the others.
taken = OpenFunction("taken")


@taken.on(object, tuple)
def _(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    if is_procedure(value):
        return compose(component(*selectors), value), ()
    if is_batch(value):
        raise WrongTypeError(f"ref expects a structure, got {describe(value)}, which is one scalar for each orbit")
    if not hasattr(value, "__getitem__") or isinstance(value, (str, dict)):
        raise WrongTypeError(f"ref expects a structure, got {describe(value)}")
    size = None if getattr(value, "endless", False) else len(value)
    return value[place(selectors[0], size, value)], selectors[1:]


@public("ref")
def ref(value: Values, *selectors: Selector) -> Value:
    """The part at a chain of selectors: indices from zero (negative ones from the end), or ranges (first end).

    Scheme:  (ref s i j ...), (ref s '(first end))
    Raises:  BadIndexError if there is no such part
    Source:  SICM 1.4
    >>> ref(up(1, up(2, 3)), 1, 0), ref(down(5, 6, 7, 8), (1, 3))
    (2, (down 6 7))
    """
    while selectors:
        value, selectors = taken(value, selectors)
    return value


@public("component")
def component(*selectors: Selector) -> Function:
    """The function that selects a part, as ref does.

    Scheme:  ((component i j ...) s)
    Raises:  BadIndexError if a selector is neither an index nor a range
    Source:  SICM 1.4
    >>> component(1)(down(5, 6))
    6
    """
    for selector in selectors:
        if not _is_index(selector) and _range(selector) is None:
            raise BadIndexError(f"component expects indices, whole numbers, or ranges, got {describe(selector)}")
    return Function(lambda value: ref(value, *selectors), lambda: f"(component {' '.join(map(shown_text, selectors))})")


# --- structure -------------------------------------------------------------------------------------------------------
# Up and down tuples: contravariant and covariant structures of any depth.
#
# A tuple is a container: it iterates, unpacks, indexes, compares. A tuple of functions is a function. Vectors, which
# are Python lists, are up tuples wherever tuples are wanted. What tuples add and multiply to is in
# :mod:`~scmpy.structure.tuples`.


class Structure(Displayed, OfFunctions, Arithmetic):
    """An up or down tuple: iterates, unpacks, indexes, compares, and applies when its components do."""

    _kind_ = "structures"
    __slots__ = ("__weakref__", "_leaf_count", "components", "simplified")

    components: tuple[Any, ...]
    simplified: bool  # made by simplify for a program in Scheme, to which it is a list (absent if not)
    orientation: str
    opposite: type[Structure]

    def __init__(self, components: Any) -> None:
        self.components = parts = as_batches(tuple(components))
        count = len(parts)
        for x in parts:
            if isinstance(x, TreeNode):
                count += x.leaf_count - 1
        self._leaf_count = MOST_COMPONENTS.check(count, self.orientation)

    def __len__(self) -> int:
        return len(self.components)

    @property
    def leaf_count(self) -> int:
        return self._leaf_count

    def _children_(self) -> tuple[Any, ...]:
        return self.components

    def _with_children_(self, parts: Any) -> Structure:
        return type(self)(parts)

    def _packing_(self) -> tuple[Callable[[Any], list[Any] | None], Callable[[Sequence[float]], Any]]:
        """What takes the leaves of tuples shaped alike, None of others, and what makes these of floats: as code."""
        names, taking, making = map("x{}".format, itertools.count()), list[str](), list[str]()

        def visit(part: Any, name: str) -> list[str]:
            if not isinstance(part, Structure):
                return [name]
            kind, own = part.orientation.capitalize(), [next(names) for _ in part.components]
            listed = "".join(f"{x}, " for x in own)
            taking.extend((f"if type({name}) is not {kind}: return None", f"({listed}) = {name}.components"))
            inside = [leaf for x, child in zip(own, part.components, strict=True) for leaf in visit(child, x)]
            making.append(f"{name} = new({kind}); {name}.components, {name}._leaf_count = ({listed}), {len(inside)}")
            return inside

        leaves = "".join(f"{x}, " for x in visit(self, "x"))
        lines = "def take(x):", " try:", *(f"  {line}" for line in taking), " except ValueError: return None"
        lines += (
            f" return [{leaves}]",
            "def make(y):",
            f" ({leaves}) = y",
            *(f" {line}" for line in making),
            " return x",
        )
        found: dict[str, Any] = {"Up": Up, "Down": Down, "new": object.__new__}
        exec("\n".join(lines), found)
        return found["take"], found["make"]

    def _in_form_of_(self, other: Any) -> Structure:
        if not isinstance(other, Structure) or len(other) != len(self):
            return self
        pairs = zip(self.components, other.components, strict=True)
        return self._with_children_([x._in_form_of_(y) if isinstance(x, TreeNode) else x for x, y in pairs])

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
            raise BadIndexError(f"Bad index -- REF {shown_text(index)}: {_extent(len(self), self)}") from None

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

    __eq__ = entry_point(_equals, "=")

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
        return application(Head.UP if isinstance(self, Up) else Head.DOWN, *map(display_form, self.components))


def _holds(comparison: Any) -> bool:
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


declare_predicate("up?", (Up, list), "Is this an up tuple (or a vector)?", "up(1, 2)", "[1, 2]", "down(1, 2)")
declare_predicate("down?", Down, "Is this a down tuple?", "down(1, 2)", "up(1, 2)")
declare_predicate("structure?", (Structure, list), "Is this an up or a down tuple?", "down(1, 2)", "3")


def check_applications(function: Any, value: Any) -> None:
    """Refuse to apply a large structure of functions, component by component, to each component of a large one."""
    if isinstance(function, Structure) and isinstance(value, (Structure, list)):
        size = len(value) if isinstance(value, list) else value.leaf_count
        MOST_COMPONENTS.check(function.leaf_count * size, things="applications", each=10)


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
    """Apply a function to all scalars and functions inside a structure, a matrix or another node, quantities whole."""
    return tree_map(function, value, is_scalar)


def leaves(value: Any) -> list[Any]:
    """The leaves of a nested structure from left to right (ultra-flatten), quantities whole."""
    return tree_leaves(value, is_scalar)


def unflatten(flat: Iterator[Any], shape: Any) -> Any:
    """A structure of this shape with its leaves taken from the iterator, quantities whole."""
    return map_leaves(lambda _: next(flat), shape)


def opposite(value: Any) -> Any:
    """The same leaves in the opposite orientations: the shape that contracts with this one."""
    if isinstance(value, TreeNode) and not value.is_scalar:
        return value._dual_([opposite(x) for x in value._children_()])
    return value


def as_structure(value: Any) -> Structure:
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
    return value.leaf_count if isinstance(value, TreeNode) else 1


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


T = TypeVar("T")


def sum_of(terms: Any) -> Any:
    terms = iter(terms)
    return reduce(g.add, terms, next(terms, 0))


def with_zeros(products: Callable[..., T]) -> Callable[[Any, Any], T]:
    """Decorator: sums of products, by a multiplication they are given; the exact 0 times anything has any dimension."""

    @functools.wraps(products)
    def checked(x: Any, y: Any) -> T:
        try:
            return products(x, y, g.mul)
        except DimensionError:
            return products(x, y, lambda a, b: 0 if is_exact_zero(a) or is_exact_zero(b) else g.mul(a, b))

    return checked


def compatible_for_contraction(x: Any, y: Any) -> bool:
    """Do these contract: opposite orientations, equal lengths, compatible components?"""
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


@taken.on(Structure, tuple)
def _(s: Structure, selectors: Selectors) -> tuple[Any, Selectors]:
    first = selectors[0]
    return s[first if type(first) is int else place(first, len(s), s)], selectors[1:]


@expression_of.on(Structure)
def _expression(s: Structure) -> Any:
    return application(Head.UP if isinstance(s, Up) else Head.DOWN, *map(expression_of, s.components))


expression_of.add((list,), lambda x: expression_of(as_ups(x, "expression")))


# --- tuple arithmetic ------------------------------------------------------------------------------------------------
# The arithmetic of up and down tuples.
#
# Tuples add componentwise. A product of two tuples contracts when their lengths are equal, their orientations opposite
# and their components compatible; otherwise it is the outer product, shaped like the right operand (each component of
# the right operand multiplied by the whole left one). The square of a tuple is the sum of the squares of its
# components, on purpose not the product of the tuple with itself. With a function a tuple is added and multiplied as a
# function.

MOST_FACTORS = Limit(
    "most-structure-factors", 20, "Power of a structure: a factor that does not contract multiplies its size."
)


def _componentwise(operation: Any) -> Callable[[Structure, Structure], Structure]:
    def apply(x: Structure, y: Structure) -> Structure:
        if type(x) is not type(y) or len(x.components) != len(y.components):
            raise StructureError(
                f"{operation.name} expects structures of the same orientation and length, "
                f"got {describe(x)} and {describe(y)}"
            )
        return type(x)(map(operation, x.components, y.components))

    return apply


for _operation in (g.add, g.sub):
    _operation.add((Structure, Structure), _componentwise(_operation))


def _add_scalar(name: str) -> Callable[[Any, Any], Any]:
    def apply(x: Any, y: Any) -> Any:
        for zero, other in ((x, y), (y, x)):
            if type(zero) in (int, float) and zero == 0:
                return other if name == "+" or zero is y else g.negate(other)
        raise StructureError(f"{name} does not apply to {describe(x)} and {describe(y)}: the shapes differ")

    return apply


for _operation in (g.add, g.sub):
    for _types in ((Structure, ScalarKind), (ScalarKind, Structure)):
        _operation.add(_types, _add_scalar(_operation.name))


@g.mul.on(Structure, Structure)
def _multiply(x: Structure, y: Structure) -> Any:
    if compatible_for_contraction(x, y):
        return contracted(x, y)
    MOST_COMPONENTS.check(x.leaf_count * y.leaf_count, "*", "components of an outer product", each=10)
    return type(y)(g.mul(x, component) for component in y.components)


def _contracted(x: Structure, y: Structure, mul: Callable[[Any, Any], Any]) -> Any:
    return sum_of(
        _contracted(a, b, mul) if isinstance(a, Structure) and isinstance(b, Structure) else mul(a, b)
        for a, b in zip(x.components, y.components, strict=True)
    )


contracted = with_zeros(_contracted)


g.mul.add((ScalarKind, Structure), lambda x, s: type(s)([g.mul(x, component) for component in s.components]))
g.mul.add((Structure, ScalarKind), lambda s, x: type(s)([g.mul(component, x) for component in s.components]))
g.div.add((Structure, ScalarKind), lambda s, x: type(s)([g.div(component, x) for component in s.components]))


@g.expt.on(Structure, int)
def _power(s: Structure, n: int) -> Any:
    if n < 1:
        raise StructureError(f"expt of {describe(s)} expects a positive power, got {n}")
    MOST_FACTORS.check(n, f"expt of {describe(s)}")
    result: Any = s
    for _ in range(n - 1):
        result = g.mul(s, result)
    return result


g.square.add((Structure,), lambda s: sum_of(map(g.square, s.components)))
g.cube.add((Structure,), lambda s: g.mul(s, g.mul(s, s)))


@g.abs_.on(Structure)
def _norm(s: Structure) -> Any:
    """The root of the square; of floats, whose squares may be too large or too small, by hypot, or in their size."""
    types = {*map(type, s.components)}
    if types <= {int, float} and float in types:
        return math.hypot(*s.components)
    size = binary_size(*s.components)
    return g.sqrt(g.square(s)) if size == 1 else g.mul(size, g.abs_(g.div(s, size)))


for _operation in (g.negate, g.conjugate, g.real_part, g.imag_part, g.zero_like, g.inexact):
    _operation.add((Structure,), lambda s, operation=_operation: type(s)(map(operation, s.components)))


@g.dot_product.on(Structure, Structure)
@with_zeros
def _dot_product(x: Structure, y: Structure, mul: Callable[[Any, Any], Any]) -> Any:
    if type(x) is not type(y) or len(x) != len(y):
        raise StructureError(
            f"dot-product expects structures of one orientation and length, got {describe(x)} and {describe(y)}"
        )
    return sum_of(map(g.dot_product if mul is g.mul else mul, x.components, y.components))


@g.cross_product.on(Structure, Structure)
@with_zeros
def _cross_product(x: Structure, y: Structure, mul: Callable[[Any, Any], Any]) -> Structure:
    if type(x) is not type(y) or len(x) != 3 or len(y) != 3:
        raise StructureError(
            f"cross-product expects two structures of one orientation and length 3, got {describe(x)} and {describe(y)}"
        )
    (a, b, c), (u, v, w) = x, y
    return type(x)(g.sub(mul(p, q), mul(r, s)) for p, q, r, s in ((b, w, c, v), (c, u, a, w), (a, v, b, u)))


def _with_vectors(operation: Any) -> None:
    name = operation.name
    operation.add((list, list), lambda x, y: operation(as_ups(x, name), as_ups(y, name)))
    for type_ in (Structure, ScalarKind):
        operation.add((list, type_), lambda x, y: operation(as_ups(x, name), y))
        operation.add((type_, list), lambda x, y: operation(x, as_ups(y, name)))


for _operation in (g.add, g.sub, g.mul, g.div, g.dot_product, g.cross_product):
    _with_vectors(_operation)
for _operation in (g.negate, g.square, g.cube, g.abs_, g.conjugate, g.zero_like, g.inexact):
    _operation.add((list,), lambda x, operation=_operation: operation(as_ups(x, operation.name)))


# --- measures --------------------------------------------------------------------------------------------------------
# Values with units, for what computes with numbers alone: taken apart into measures and units, and put together.
#
# The measures of a value are its scalars in base units, in the same tuples. Its units are a list, of each scalar one of
# its dimension: 1 where it is a plain number. The exact 0 belongs to every dimension, and so does an infinite number.

#: The unit of what belongs to every dimension.
ANY = 0


def magnitudes(value: Any) -> Any:
    """The value with numbers for its quantities.

    >>> from scmpy import up
    >>> from scmpy.units import inch
    >>> magnitudes(up(2.0 * inch, 3))
    (up .0508 3)
    """
    return tree_map(lambda x: measure_of(converted(x)), value, is_scalar)


def units_of(value: Any) -> list[Any]:
    """The units of the scalars of a value, in order.

    >>> from scmpy import up
    >>> from scmpy.units import inch
    >>> units_of(up(2.0 * inch, 3, 0))
    [(& 1 &meter), 1, 0]
    """
    return [_unit(converted(x)) for x in tree_leaves(value, is_scalar)]


def _unit(x: Any) -> Any:
    if isinstance(x, TreeNode):
        return ones_like(x)
    return ANY if is_exact_zero(x) or (isinstance(x, float) and math.isinf(x)) else 1


def has_units(*values: Any) -> bool:
    return any(isinstance(unit, TreeNode) for value in values for unit in units_of(value))


def common_units(operation: str, *values: Any) -> list[Any]:
    """The units that values shaped alike have in common; an error if they have different ones."""
    found: list[Any] = []
    for value in values:
        found = agreeing(operation, found, value)
    return found


def agreeing(operation: str, known: list[Any], value: Any) -> list[Any]:
    """The units that are known, and those of another value, which have to be the same."""
    new = units_of(value)
    if not known:
        return new
    if len(known) != len(new):
        raise StructureError(f"{operation} expects values of {len(known)} scalars, got {describe(value)}")
    for one, other in zip(known, new, strict=True):
        if one is not ANY and other is not ANY and one != other:
            raise DimensionError(f"{operation}: values of one dimension are expected, got {described(one, other)}")
    return [other if one is ANY else one for one, other in zip(known, new, strict=True)]


def described(*units: Any) -> str:
    return " and ".join(dict.fromkeys(map(_described, units)))


def _described(unit: Any) -> str:
    unit_text = getattr(unit, "unit", "")
    return f"quantities in {unit_text}" if unit_text else "plain numbers" if unit else "the exact 0"


def attach_units(units: Iterable[Any], value: Any) -> Any:
    """The value whose scalars are so many of these units, which may be any quantities.

    >>> from scmpy import up
    >>> from scmpy.units import inch, meter
    >>> attach_units([1 * meter, 1, 1 * inch], up(2, 3, 0))
    (up (& 2 &meter) 3 (& 0 &meter))
    """
    remaining = iter(units)
    return map_leaves(lambda x: _so_many(x, next(remaining)), value)


def _so_many(x: Any, unit: Any) -> Any:
    if not isinstance(unit, TreeNode):
        return g.mul(x, unit) if isinstance(unit, float) else x
    size = measure_of(unit)
    return unit._with_children_([x if is_exact_one(size) else g.mul(x, size)])


def in_units(units: Iterable[Any], value: Any) -> Any:
    remaining = iter(units)
    return map_leaves(lambda x: g.div(x, measure_of(next(remaining)) or 1), magnitudes(value))


class MagnitudeFunction(Function):
    """A function of values with units, as one of their measures; it notes the units of its values.

    >>> from scmpy.units import meter, second
    >>> fall = MagnitudeFunction("fall", lambda t: 5 * meter / second**2 * t**2, units_of(1 * second))
    >>> fall(3), fall.restored(45)
    (45, (& 45 &meter))
    """

    __slots__ = ("is_of_numbers", "of_quantities", "operation", "units", "units_of_values")

    def __init__(self, operation: str, function: Callable[..., Any], *units: list[Any]) -> None:
        super().__init__(self._at, name_of(function))
        self.operation, self.of_quantities, self.units = operation, function, units
        self.units_of_values: list[Any] = []
        self.is_of_numbers = not any(isinstance(unit, (TreeNode, float)) for some in units for unit in some)

    def _at(self, *arguments: Any) -> Any:
        given = arguments if self.is_of_numbers else tuple(map(attach_units, self.units, arguments))
        value = apply_value(self.of_quantities, given)
        if type(value) is float and self.units_of_values == [1]:
            return value
        self.units_of_values = agreeing(self.operation, self.units_of_values, value)
        return magnitudes(value)

    def restored(self, value: Any) -> Any:
        return attach_units(self.units_of_values, value) if self.units_of_values else value
