"""The arithmetic of up and down tuples.

Tuples add componentwise. A product of two tuples contracts when their lengths are equal, their orientations
opposite and their components compatible; otherwise it is the outer product, shaped like the right operand (each
component of the right operand multiplied by the whole left one). The square of a tuple is the sum of the squares
of its components, on purpose not the product of the tuple with itself. With a function a tuple is added and multiplied
as a function.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import UnaryOperation
from scmpy.generic.kinds import ScalarKind
from scmpy.generic.settings import Limit
from scmpy.structure.structure import Structure, as_ups, compatible_for_contraction, sum_of

MOST_FACTORS = Limit(
    "most-structure-factors", 20, "Power of a structure: a factor that does not contract multiplies its size."
)

MOST_PRODUCTS = Limit(
    "most-outer-components",
    1_000_000,
    "Components of an outer product of structures.",
    "components of an outer product",
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
        return _contracted(x, y)
    MOST_PRODUCTS.check(x.leaf_count * y.leaf_count, "*")
    return type(y)(g.mul(x, component) for component in y.components)


def _contracted(x: Structure, y: Structure) -> Any:
    """The sum of the products of the leaves of structures that are known to contract."""
    return sum_of(
        _contracted(a, b) if isinstance(a, Structure) and isinstance(b, Structure) else g.mul(a, b)
        for a, b in zip(x.components, y.components, strict=True)
    )


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
    """The root of the square; of floats, whose squares may be too large or too small, by hypot."""
    if all(type(x) is float for x in s.components):
        return math.hypot(*s.components)
    return g.sqrt(g.square(s))


def _map_unary(operation: UnaryOperation) -> None:
    operation.add((Structure,), lambda s: type(s)(map(operation, s.components)))


for _operation in (g.negate, g.conjugate, g.real_part, g.imag_part, g.zero_like, g.inexact):
    _map_unary(_operation)


@g.dot_product.on(Structure, Structure)
def _dot_product(x: Structure, y: Structure) -> Any:
    if type(x) is not type(y) or len(x) != len(y):
        raise StructureError(
            f"dot-product expects structures of one orientation and length, got {describe(x)} and {describe(y)}"
        )
    return sum_of(map(g.dot_product, x.components, y.components))


@g.cross_product.on(Structure, Structure)
def _cross_product(x: Structure, y: Structure) -> Structure:
    if type(x) is not type(y) or len(x) != 3 or len(y) != 3:
        raise StructureError(
            f"cross-product expects two structures of one orientation and length 3, got {describe(x)} and {describe(y)}"
        )
    (a, b, c), (u, v, w) = x, y
    return type(x)(g.sub(g.mul(p, q), g.mul(r, s)) for p, q, r, s in ((b, w, c, v), (c, u, a, w), (a, v, b, u)))


def _with_vectors(operation: Any) -> None:
    """Vectors (Python lists) take part as up tuples."""
    name = operation.name
    operation.add((list, list), lambda x, y: operation(as_ups(x, name), as_ups(y, name)))
    for type_ in (Structure, ScalarKind):
        operation.add((list, type_), lambda x, y: operation(as_ups(x, name), y))
        operation.add((type_, list), lambda x, y: operation(x, as_ups(y, name)))


for _operation in (g.add, g.sub, g.mul, g.div, g.dot_product, g.cross_product):
    _with_vectors(_operation)
for _operation in (g.negate, g.square, g.cube, g.abs_, g.conjugate, g.zero_like, g.inexact):
    _operation.add((list,), lambda x, operation=_operation: operation(as_ups(x, operation.name)))
