"""Differentials: dual numbers with a tag, carrying any number of directions at once.

``x + dx`` is a primal value and, for every direction i of the derivative being taken, a tangent. One pass through
a function so gives a whole gradient. The tag tells apart the derivatives that are being taken; tags come from one
counter that only grows, the innermost derivative has the highest, and arithmetic works at the highest tag of its
operands, so that perturbations never mix. Primal and tangents may be differentials of lower tags.

The derivatives of the operations are read from their declarations (:mod:`scmpy.generic.operations`).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from scmpy.errors import DifferentiationError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, BinaryOperation, UnaryOperation
from scmpy.generic.kinds import Scalar, describe, is_number
from scmpy.structure.literal import LiteralFunction, _perturbed
from scmpy.structure.structure import Structure

_tags = itertools.count(1)

Tangents = dict[int, Any]


@Scalar.register
class Differential(Arithmetic):
    """A value with its tangents in the directions of one derivative."""

    __slots__ = ("primal", "tag", "tangents")

    def __init__(self, tag: int, primal: Any, tangents: Tangents) -> None:
        self.tag = tag
        self.primal = primal
        self.tangents = tangents

    def __repr__(self) -> str:
        return f"<differential {self.tag}: {self.primal} {self.tangents}>"

    def _describe_(self) -> str:
        return f"a differential of {describe(finite_part(self))}"

    def __eq__(self, other: object) -> bool:
        """Comparisons with numbers are of finite parts, as in the original: a program branches as at the point.

        A differential is never equal to an expression: x + dx is not x.
        """
        if not isinstance(other, Differential) and not is_number(other):
            return NotImplemented
        return bool(finite_part(self) == finite_part(other))

    def __hash__(self) -> int:
        return hash(finite_part(self))

    def __lt__(self, other: Any) -> bool:
        return bool(finite_part(self) < finite_part(other))

    def __gt__(self, other: Any) -> bool:
        return bool(finite_part(self) > finite_part(other))

    def __le__(self, other: Any) -> bool:
        return bool(finite_part(self) <= finite_part(other))

    def __ge__(self, other: Any) -> bool:
        return bool(finite_part(self) >= finite_part(other))


def new_tag() -> int:
    """A tag higher than any before."""
    return next(_tags)


def finite_part(x: Any) -> Any:
    """The value without any infinitesimals.

    >>> finite_part(Differential(1, 5, {0: 1}))
    5
    """
    while isinstance(x, Differential):
        x = x.primal
    return x


def make(tag: int, primal: Any, tangents: Tangents) -> Any:
    """A differential, or its primal value if no tangent is left."""
    kept = {i: t for i, t in tangents.items() if not (is_number(t) and t == 0)}
    return Differential(tag, primal, kept) if kept else primal


def split(x: Any, tag: int) -> tuple[Any, Tangents]:
    """The primal value and the tangents of x at a tag."""
    return (x.primal, x.tangents) if isinstance(x, Differential) and x.tag == tag else (x, {})


def times(x: Any, y: Any) -> Any:
    """The product of a slope and a tangent: x dy + dx y, where a product in a program is dx y + x dy.

    The order of the terms is the original's, whose printed order of kernels follows from it.
    """
    if not (isinstance(x, Differential) or isinstance(y, Differential)):
        return g.mul(x, y)
    tag = max(v.tag for v in (x, y) if isinstance(v, Differential))
    (x0, dx), (y0, dy) = split(x, tag), split(y, tag)
    total = {i: times(x0, t) for i, t in dy.items()}
    for i, t in dx.items():
        _include(total, i, times(t, y0))
    return make(tag, times(x0, y0), total)


def _lift_unary(operation: UnaryOperation) -> None:
    (derivative,) = operation.derivatives

    def apply(x: Differential) -> Any:
        slope = derivative(x.primal)
        return make(x.tag, operation(x.primal), {i: times(slope, t) for i, t in x.tangents.items()})

    operation.add((Differential,), apply)


def _lift_binary(operation: BinaryOperation, tangents_of: Callable[..., Tangents]) -> None:
    def apply(x: Any, y: Any) -> Any:
        tag = max(v.tag for v in (x, y) if isinstance(v, Differential))
        (x0, dx), (y0, dy) = split(x, tag), split(y, tag)
        return make(tag, operation(x0, y0), tangents_of(x0, dx, y0, dy))

    for types in ((Differential, Differential), (Differential, Scalar), (Scalar, Differential)):
        operation.add(types, apply)


def _include(total: Tangents, direction: int, term: Any) -> None:
    """Add a term to the tangent in a direction."""
    total[direction] = g.add(total[direction], term) if direction in total else term


def _by_chain_rule(operation: BinaryOperation) -> Callable[..., Tangents]:
    """Tangents of op(x, y): the slope of each operand times its tangent."""
    by_x, by_y = operation.derivatives

    def tangents(x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
        total: Tangents = {}
        if dx:
            slope = by_x(x, y)
            total = {i: times(t, slope) for i, t in dx.items()}
        if dy:
            slope = by_y(x, y)
            for i, t in dy.items():
                _include(total, i, times(slope, t))
        return total

    return tangents


def _sum_tangents(x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
    total = dict(dx)
    for i, t in dy.items():
        _include(total, i, t)
    return total


def _difference_tangents(x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
    total = dict(dx)
    for i, t in dy.items():
        total[i] = g.sub(total[i], t) if i in total else g.negate(t)
    return total


def _product_tangents(x: Any, dx: Tangents, y: Any, dy: Tangents) -> Tangents:
    """dx y + x dy, in the order of the original, as in :func:`times`."""
    total = {i: times(t, y) for i, t in dx.items()}
    for i, t in dy.items():
        _include(total, i, times(x, t))
    return total


for _operation in (
    *(g.negate, g.invert, g.cube, g.sqrt, g.exp, g.log, g.sin, g.cos, g.tan, g.sec, g.csc, g.cot),
    *(g.asin, g.acos, g.atan1, g.sinh, g.cosh, g.tanh, g.sech, g.csch, g.asinh, g.acosh, g.atanh),
):
    _lift_unary(_operation)
_lift_binary(g.add, _sum_tangents)
_lift_binary(g.sub, _difference_tangents)
_lift_binary(g.mul, _product_tangents)
for _operation in (g.div, g.expt, g.atan2):
    _lift_binary(_operation, _by_chain_rule(_operation))


def _linear(operation: Any) -> None:
    """Operations that are real-linear act on the primal value and the tangents alike."""
    operation.add(
        (Differential,),
        lambda x: make(x.tag, operation(x.primal), {i: operation(t) for i, t in x.tangents.items()}),
    )


for _operation in (g.conjugate, g.real_part, g.imag_part, g.transpose1, g.trace, g.determinant):
    _linear(_operation)
for _types in ((Differential, Differential), (Differential, Scalar), (Scalar, Differential)):
    g.dot_product.add(_types, g.mul)
g.square.add((Differential,), lambda x: g.mul(x, x))
g.zero_like.add((Differential,), lambda x: 0)
g.one_like.add((Differential,), lambda x: 1)
g.identity_like.add((Differential,), lambda x: 1)
g.inexact.add((Differential,), lambda x: g.mul(x, 1.0))


@g.abs_.on(Differential)
def _abs(x: Differential) -> Any:
    value = finite_part(x)
    try:
        if value == 0:
            raise DifferentiationError("abs has no derivative at 0")
        return x if value > 0 else g.negate(x)
    except TypeError:
        slope = g.div(x.primal, g.abs_(x.primal))
        return make(x.tag, g.abs_(x.primal), {i: g.mul(slope, t) for i, t in x.tangents.items()})


# --- perturbed arguments and results ---------------------------------------------------------------------------


def newest_tag(value: Any) -> int:
    """The highest tag in a value, 0 if there is none."""
    if isinstance(value, Differential):
        return value.tag
    if isinstance(value, Structure):
        return max(map(newest_tag, value.components), default=0)
    if isinstance(value, list):
        return max(map(newest_tag, value), default=0)
    return 0


def _perturbed_places(value: Any, tag: int, path: tuple[int, ...]) -> list[tuple[tuple[int, ...], Tangents]]:
    """The places of the differentials of a tag, with their tangents."""
    if isinstance(value, Differential):
        return [(path, value.tangents)] if value.tag == tag else []
    if isinstance(value, (Structure, list)):
        return [place for i, x in enumerate(value) for place in _perturbed_places(x, tag, (*path, i))]
    return []


def primal_part(value: Any, tag: int) -> Any:
    """The value without the infinitesimals of a tag."""
    if isinstance(value, Differential):
        return value.primal if value.tag == tag else value
    if isinstance(value, Structure):
        return type(value)([primal_part(x, tag) for x in value.components])
    if isinstance(value, list):
        return [primal_part(x, tag) for x in value]
    return value


def _apply_literal(function: LiteralFunction, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """A literal function at perturbed arguments: the chain rule over their perturbed places, from the last one."""
    tag = max(map(newest_tag, args), default=0)
    if not tag:
        return False, None
    primal = tuple(primal_part(x, tag) for x in args)
    single = len(args) == 1
    places = [p for i, x in enumerate(args) for p in _perturbed_places(x, tag, () if single else (i,))]
    tangents: Tangents = {}
    for path, own in reversed(places):
        slope = function.partial(path)(*primal)
        for direction, t in own.items():
            _include(tangents, direction, times(slope, t))
    return True, make(tag, function(*primal), tangents)


_perturbed.append(_apply_literal)


def tangent(value: Any, tag: int, direction: int) -> Any:
    """The tangent of a value in one direction of a tag: what a derivative extracts from the result.

    >>> tangent(Differential(1, 5, {0: 7}), 1, 0)
    7
    """
    if isinstance(value, Differential):
        if value.tag == tag:
            return value.tangents.get(direction, 0)
        return make(
            value.tag,
            tangent(value.primal, tag, direction),
            {i: tangent(t, tag, direction) for i, t in value.tangents.items()},
        )
    if isinstance(value, Structure):
        return type(value)([tangent(x, tag, direction) for x in value.components])
    if isinstance(value, list):
        return [tangent(x, tag, direction) for x in value]
    if getattr(getattr(value, "dtype", None), "kind", None) == "O":  # an array of generic scalars
        import numpy

        return numpy.frompyfunc(lambda x: tangent(x, tag, direction), 1, 1)(value)
    if isinstance(value, Scalar) and not isinstance(value, bool):
        return 0
    if hasattr(value, "map"):  # matrices, quaternions, series
        return value.map(lambda x: tangent(x, tag, direction))
    raise DifferentiationError(f"D: the function returned {describe(value)}, which has no derivative")
