"""Vectors of numbers, which are up tuples: constructors, tests, and what only the original has names for."""

from __future__ import annotations

from scmpy.errors import DivisionByZeroError, StructureError
from scmpy.generic import operations as g
from scmpy.generic.arguments import count
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue, Value, Vector
from scmpy.structure.by_orbit import orbit_by_orbit
from scmpy.structure.structure import Structure, Up, as_structure, leaves
from scmpy.structure.vector_products import v_dot


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
    return Up(int(i == j) for j in range(n))


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


@public(
    "outer-product",
)
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
