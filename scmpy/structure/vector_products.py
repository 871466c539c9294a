"""Vectors of numbers, which are up tuples: norms and products."""

from __future__ import annotations

import math
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.functions import compose
from scmpy.generic.kinds import Procedure
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, ScalarValue, Vector
from scmpy.structure.structure import Structure, as_structure


def v_dot(x: Any, y: Any) -> Any:
    """The sum of the products of corresponding components."""
    return g.dot_product(as_structure(x), as_structure(y))


@public("complex-norm")
def complex_norm(vector: Vector) -> ScalarValue:
    """The square root of the inner product of a vector with itself.

    Scheme:  (complex-norm v)
    Math:    sqrt(conj(v) . v)
    Shapes:  v: up(n), down(n) or a vector;  result: scalar
    1 ]=> (complex-norm (vector 3 +4.i))
    ;Value: 5.
    >>> from scmpy import up
    >>> complex_norm(up(3, 4j))
    5.0
    """
    components = as_structure(vector).components
    if all(isinstance(x, (float, complex)) for x in components):
        return math.hypot(*map(abs, components))
    return g.sqrt(inner_product(vector, vector))


@public("magnitude")
def magnitude(value: Coordinates) -> ScalarValue:
    """The magnitude of a number; of a tuple, a vector or a list of numbers its complex norm, which is real.

    Scheme:  (magnitude z)
    Math:    sqrt(conj(v) . v); abs, the Euclidean norm, is sqrt(v . v)
    Shapes:  z: a scalar, up(n), down(n), or a vector;  result: scalar
    >>> from scmpy import make_rectangular, up
    >>> magnitude(up(3, make_rectangular(0, 4))), magnitude(-2)
    (5, 2)
    """
    if isinstance(value, (Structure, list)):
        return complex_norm(value)
    if isinstance(value, Procedure):
        return compose(magnitude, value)  # type: ignore[arg-type]
    return g.abs_(value)


@public("inner-product", "v:inner-product")
def inner_product(x: Vector, y: Vector) -> ScalarValue:
    """The sum of the products of corresponding components, those of the first conjugated.

    Scheme:  (v:inner-product u v)
    Math:    conj(u) . v
    Shapes:  u, v: both up(n), both down(n), or vectors;  result: scalar
    >>> from scmpy import up
    >>> inner_product(up(1, 2), up(3, 4)), inner_product(up(1j), up(1j))
    (11, 1.0)
    """
    return v_dot(g.conjugate(as_structure(x)), y)
