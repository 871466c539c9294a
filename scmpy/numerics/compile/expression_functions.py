"""Expressions as functions of some of their parts, which is what is to be compiled of a result on paper."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.tape import Replay
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic.kinds import is_number
from scmpy.numerics.compile.values import entries, map_entries, same_shape
from scmpy.structure.structure import Up
from scmpy.structure.within import leaves, map_leaves
from scmpy.symbolic.expression import Expression

SOMEWHERE = 0.5  # a number for the arguments of an expression: it decides nothing, so any place will do


def is_expression(value: Any) -> bool:
    """Is this an expression, or something that holds expressions and numbers alone?

    >>> from scmpy.symbolic.expression import symbols
    >>> is_expression(Up((symbols("x"), 2))), is_expression(Up((1, 2))), is_expression(len)
    (True, False, False)
    """
    parts = entries(value)
    is_scalars = all(isinstance(x, Expression) or is_number(x) for x in parts)
    return is_scalars and any(isinstance(x, Expression) for x in parts)


def function_of(value: Any, arguments: Sequence[Any]) -> tuple[Callable[..., Any], Up]:
    """The value as a function of these symbols or applications, or tuples of them, and a place for its arguments.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> f, place = function_of(x - y, [Up((x, y))])
    >>> f(Up((3, 2))), place
    (1, (up (up .5 .5)))
    """
    shape = Up(arguments)
    parts = leaves(shape)
    for part in parts:
        if not isinstance(part, Expression) or part.constant:
            raise WrongTypeError(
                f"compile-function expects the parts of an expression that are its arguments, such as x or (x t), "
                f"got {describe(part)}"
            )
    if len(set(parts)) < len(parts):
        raise WrongTypeError(f"compile-function expects different arguments of an expression, got {shape}")

    def function(*args: Any) -> Any:
        if not same_shape(tuple(args), shape.components):
            raise StructureError(f"a function of {shape.components} takes arguments shaped like these, got {args}")
        known = Replay(dict(zip(parts, leaves(Up(args)), strict=True)))
        return map_entries(known.of, value)

    return function, map_leaves(lambda _: SOMEWHERE, shape)  # type: ignore[return-value]
