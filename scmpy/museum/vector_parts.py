"""Vectors of numbers, which are up tuples: constructors, tests, and what only the original has names for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from scmpy.errors import DivisionByZeroError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count, length
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Name, Scalar, ScalarValue, Value, Vector
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.identity_predicates import is_one, is_zero
from scmpy.structure.literal import literal_up
from scmpy.structure.structure import Structure, Up, as_structure, leaves
from scmpy.structure.vector_products import v_dot
from scmpy.symbolic.simplify import reduced


@public("v:generate")
def v_generate(n: int, function: Callable[[int], Any]) -> Up:
    """The vector of a function's values at 0, 1, ..., n - 1.

    Scheme:  (v:generate n f)
    Shapes:  f: index, from 0, -> component;  result: up(n)
    >>> v_generate(3, lambda i: i * i)
    (up 0 1 4)
    """
    return Up(map(function, range(length(n, "v:generate"))))


@public("v:make-zero")
def v_make_zero(n: int) -> Up:
    """The vector of n zeros.

    Scheme:  (v:make-zero n)
    Shapes:  result: up(n)
    >>> v_make_zero(3)
    (up 0 0 0)
    """
    return v_generate(n, lambda i: 0)


@public("v:make-basis-unit")
def v_make_basis_unit(n: int, i: int) -> Up:
    """The vector of n components of which the i-th is 1, the others 0.

    Scheme:  (v:make-basis-unit n i)
    Shapes:  result: up(n)
    Raises:  StructureError unless 0 <= i < n
    >>> v_make_basis_unit(3, 1)
    (up 0 1 0)
    """
    if not count(i) < n:
        raise StructureError(f"v:make-basis-unit: a vector of {n} components has no component {i}")
    return v_generate(n, lambda j: int(i == j))


@public("v:basis-unit?")
def is_basis_unit(vector: Vector) -> int | Literal[False]:
    """The index of the only component that is 1 in a vector of zeros otherwise; False for any other vector.

    Scheme:  (v:basis-unit? v)
    Shapes:  v: vector of n
    >>> from scmpy import is_v_basis_unit, up
    >>> is_v_basis_unit(up(0, 1, 0)), is_v_basis_unit(up(0, 2))
    (1, False)
    """
    components = list(as_structure(vector))
    ones = [i for i, component in enumerate(components) if is_one(component)]
    return ones[0] if len(ones) == 1 and sum(map(is_zero, components)) == len(components) - 1 else False


@public("v:unit?")
def is_unit(vector: Vector) -> bool:
    """Is the sum of the squares of the components 1?

    Scheme:  (v:unit? v)
    Shapes:  v: vector of n
    >>> from scmpy import is_v_unit, up
    >>> from fractions import Fraction
    >>> is_v_unit(up(Fraction(3, 5), Fraction(4, 5))), is_v_unit(up(1, 1))
    (True, False)
    """
    return is_one(reduced(g.square(as_structure(vector))))


@public("v:make-unit")
@orbit_by_orbit
def v_make_unit(vector: Vector) -> Structure:
    """The vector divided by its Euclidean norm.

    Scheme:  (v:make-unit v)
    Shapes:  v: vector or tuple of n;  result: up(n), or shaped like the tuple
    Raises:  DivisionByZeroError if all components are 0
    >>> from scmpy import up
    >>> v_make_unit(up(3, 4))
    (up 3/5 4/5)
    """
    norm = euclidean_norm(vector)
    if is_zero_number(norm):
        raise DivisionByZeroError("v:make-unit: the zero vector has no direction")
    return g.div(as_structure(vector), norm)


@public("maxnorm")
def maxnorm(vector: Vector) -> ScalarValue:
    """The largest of the magnitudes of the components.

    Scheme:  (maxnorm v)
    Shapes:  v: vector or tuple of numbers;  result: a number
    Raises:  StructureError unless the components are numbers
    >>> from scmpy import up
    >>> maxnorm(up(3, -4))
    4
    """
    magnitudes = [g.abs_(leaf) for leaf in leaves(as_structure(vector))]
    unordered = [x for x in magnitudes if not is_number(x)]
    if unordered:
        raise StructureError(f"maxnorm expects a vector of numbers, got {describe(unordered[0])}")
    return max(magnitudes, default=0)


@public("general-inner-product")
def general_inner_product(
    add: Callable[[Any, Any], Any], multiply: Callable[[Any, Any], Any], zero: Value
) -> Callable[[Any, Any], Any]:
    """The inner product of vectors over a ring with these operations and this zero.

    Scheme:  ((general-inner-product + * 0) u v)
    Shapes:  u, v: vectors of one length;  result: vectors -> element
    Raises:  StructureError unless the vectors are of one length
    >>> general_inner_product(max, lambda x, y: x + y, 0)([1, 2], [3, 4])
    6
    """

    def product(x: Any, y: Any) -> Any:
        x, y = list(as_structure(x)), list(as_structure(y))
        if len(x) != len(y):
            raise StructureError(f"inner product: the vectors have {len(x)} and {len(y)} components")
        total = zero
        for a, b in zip(x, y, strict=True):
            total = add(total, multiply(a, b))
        return total

    return product


@public("v:cube")
def v_cube(vector: Vector) -> Structure:
    """The vector multiplied by the sum of the squares of its components.

    Scheme:  (v:cube v)
    Shapes:  v: vector or tuple of n;  result: up(n), or shaped like the tuple
    >>> from scmpy import up
    >>> v_cube(up(3, 4))
    (up 75 100)
    """
    return g.mul(v_dot(vector, vector), as_structure(vector))


@public("v:scale")
def v_scale(scale: Scalar) -> Callable[[Any], Structure]:
    """The function that multiplies vectors by a number.

    Scheme:  ((v:scale s) v)
    Shapes:  result: vector of n -> up(n); of a tuple shaped like it
    >>> from scmpy import up
    >>> v_scale(2)(up(1, 2))
    (up 2 4)
    """
    return lambda vector: g.mul(scale, as_structure(vector))


@public("euclidean-norm")
def euclidean_norm(vector: Vector) -> ScalarValue:
    """The square root of the sum of the squares of the components.

    Scheme:  (euclidean-norm v)
    Shapes:  v: up(n), down(n) or a vector;  result: scalar
    >>> from scmpy import up
    >>> euclidean_norm(up(3, 4))
    5
    """
    return g.sqrt(v_dot(vector, vector))


MOST_PRODUCTS = Limit("most-vector-products", 1_000_000, "Products of components in an outer product of vectors.")


@public("outer-product", "s:outer-product")
def outer_product(x: Value, y: Value) -> Structure:
    """The structure shaped like y, every leaf of it multiplied by the whole of x.

    Scheme:  (outer-product u v)
    Shapes:  result: shaped like y, of leaves shaped like x
    Raises:  LimitError for more products than most-vector-products
    >>> from scmpy import down, up
    >>> outer_product(up(1, 2), down(3, 4))
    (down (up 3 6) (up 4 8))
    """
    if isinstance(y, (Structure, list)):
        y = as_structure(y)
        if isinstance(x, (Structure, list)):
            x = as_structure(x)
            MOST_PRODUCTS.check(len(leaves(x)) * len(leaves(y)))
        return type(y)(outer_product(x, component) for component in y.components)
    return g.mul(x, y)


@public("literal-vector")
def literal_vector(name: Name, dimension: int) -> Up:
    """A vector of unknown numbers.

    Scheme:  (literal-vector 'v 3)
    Shapes:  result: up(n)
    >>> literal_vector("v", 2)
    (up v^0 v^1)
    """
    return literal_up(name, count(dimension))
