"""Differentials in a program's hands: making them and taking them apart; derivatives by parts and by transport.

A differential x + dx is made with a tag; the derivative by x is what a function's value holds beside that tag.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus import differential
from scmpy.calculus.derivative import D, derivative
from scmpy.calculus.differential import Differential, new_tag
from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import kinds
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, Value, Values


@public("finite-part")
def finite_part(x: Value) -> Value:
    """The value without any infinitesimals.

    Scheme:  (finite-part x)
    >>> finite_part(make_differential(3)), finite_part(5)
    (3, 5)
    """
    return differential.finite_part(x)


@public("make-x+dx", python="make_differential")
def make_differential(x: Scalar, tag: int | None = None) -> Differential:
    """The differential x + dx, whose infinitesimal part has a tag: a new one, unless one is given.

    Scheme:  (make-x+dx x tag)
    Raises:  WrongTypeError for what is no scalar, and for another tag
    >>> from scmpy import square
    >>> infinitesimal_part(square(make_differential(3)))
    6
    """
    if not isinstance(x, kinds.ScalarKind) or isinstance(x, bool):
        raise WrongTypeError(f"make-x+dx expects a number or an expression, got {describe(x)}")
    return Differential(new_tag() if tag is None else _tag(tag), x, {0: 1})


def _tag(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongTypeError(f"{CALLED} expects a tag, made by make-differential-tag; got {describe(value)}")
    return value


@public("infinitesimal-part")
def infinitesimal_part(x: Value) -> Value:
    """The factor of the newest infinitesimal in a differential; 0 for a value without one.

    Scheme:  (infinitesimal-part x)
    >>> infinitesimal_part(make_differential(3)), infinitesimal_part(3)
    (1, 0)
    """
    return x.tangents.get(0, 0) if isinstance(x, Differential) else 0


# --- new primitives --------------------------------------------------------------------------------------------


# --- the engine under its names --------------------------------------------------------------------------------


@public(
    "partial-derivative",
)
def multivariate_derivative(f: Callable[..., Any], path: Values = ()) -> Value:
    """The derivative of a function by all its arguments, or by the part of them at a chain of indices.

    Scheme:  (partial-derivative f (list i j ...))
    >>> from scmpy import partial_derivative, symbols
    >>> x, y = symbols("x y")
    >>> partial_derivative(lambda x, y: x * y, (1,))(x, y)
    x
    """
    return derivative(f, items(path, "partial-derivative"))


@public("F->directional-derivative")
def directional_derivative(transport: Callable[..., Any]) -> Callable[..., Any]:
    """The derivative along a vector field that belongs to a way of transporting things along it.

    Scheme:  (((F->directional-derivative F) v) u), where (((F v) delta) u) is u carried by delta along v
    Math:    D_v u is the derivative at 0 of delta -> F(v, -delta) u
    Shapes:  F: v -> delta -> u -> field;  result: v -> u -> field
    Source:  FDG 7
    >>> from scmpy import F_to_directional_derivative
    >>> carry = lambda v: lambda delta: lambda f: lambda x: f(x - delta * v)
    >>> F_to_directional_derivative(carry)(3)(lambda x: x * x)(5)
    30
    """
    return lambda v: lambda u: D(lambda delta: transport(v)(g.negate(delta))(u))(0)
