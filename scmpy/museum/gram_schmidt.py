"""Orthogonal vectors out of others, by any metric."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_zero_number
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, Values
from scmpy.structure.structure import Structure, Up


def _vector(value: Any, name: str) -> Structure:
    return value if isinstance(value, Structure) else Up(items(value, name))


def _euclidean(v: Any, w: Any) -> Any:
    return g.dot_product(v, w)


@public("gram-schmidt")
def gram_schmidt(vectors: Iterable[Values], metric: Callable[[Any, Any], Any] | None = None) -> tuple[Any, ...]:
    """Vectors that span what the given ones do, orthogonal to each other: each less its parts along those before.

    The metric is a function of two vectors, their dot product unless it is given.

    Scheme:  (gram-schmidt vectors [metric])
    Shapes:  vectors: of one length;  result: a list of as many
    Raises:  DomainError if a vector depends on those before it, or is orthogonal to itself; WrongTypeError if the
             metric is no function
    >>> from scmpy import up
    >>> gram_schmidt([up(1, 1), up(1, 0)])
    ((up 1 1), (up 1/2 -1/2))
    """
    name = "gram-schmidt"
    by = _euclidean if metric is None else metric
    if not callable(by):
        raise WrongTypeError(f"{name} expects a function of two vectors, got {describe(metric)}")
    found: list[Any] = []
    for number, given in enumerate(items(vectors, name)):
        vector = _vector(given, name)
        rest: Any = vector
        for other in found:
            rest = g.sub(rest, g.mul(g.div(by(vector, other), by(other, other)), other))
        size = by(rest, rest)
        if is_zero_number(size):
            raise DomainError(f"{name}: vector {number} depends on those before it, or is orthogonal to itself")
        found.append(rest)
    return tuple(found)


@public("lorentz-metric")
def lorentz_metric(c: Scalar) -> Function:
    """The metric of special relativity on vectors of a time and three coordinates, by the speed of light.

    Scheme:  ((lorentz-metric c) v w)
    Math:    v1 w1 + v2 w2 + v3 w3 - c^2 v0 w0
    Shapes:  v, w: vectors of four;  result: a scalar
    Raises:  StructureError if a vector has not four components
    >>> from scmpy import up
    >>> lorentz_metric(2)(up(1, 3, 0, 0), up(1, 3, 0, 0))
    5
    """
    name = "lorentz-metric"

    def metric(v: Any, w: Any) -> Any:
        vs, ws = (_vector(x, name) for x in (v, w))
        for x in (vs, ws):
            if len(x) != 4:
                raise StructureError(f"{name} expects vectors of four components, got {describe(x)}")
        space = g.add(g.add(g.mul(vs[1], ws[1]), g.mul(vs[2], ws[2])), g.mul(vs[3], ws[3]))
        return g.sub(space, g.mul(g.square(c), g.mul(vs[0], ws[0])))

    return Function(metric, name)
