"""Products of derivatives with vectors: of the Jacobian with a direction, and of a covector with the Jacobian.

A direction goes through the function along with its argument, as a tangent; a covector comes back from its value, by
reverse mode. Neither takes the Jacobian: each costs a small multiple of the function, whatever the dimensions are.

Source: Griewank, Walther, Evaluating Derivatives, chapters 3, 4
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import make, new_tag, tangent
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.structure.structure import Up, opposite
from scmpy.structure.within import leaves, map_leaves, unflatten

Derived = Callable[[Callable[..., Any]], Callable[..., Any]]


def pushed(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function of arguments and as many directions that gives the rate of change of f.

    >>> pushed(lambda x, y: x * y)(2, 3, 1, 10)
    23
    """

    def rate(*inputs: Any) -> Any:
        count = len(inputs) // 2
        arguments, directions = Up(inputs[:count]), Up(inputs[count:])
        tag = new_tag()
        moved = (make(tag, x, {0: v}) for x, v in zip(leaves(arguments), leaves(directions), strict=True))
        value = f(*unflatten(moved, arguments).components)
        return tangent(value, tag, 0)

    return rate


def pulled(f: Callable[..., Any]) -> Callable[..., Any]:
    """The function of arguments and a covector that gives the product of the covector and the derivative of f.

    >>> pulled(lambda x, y: Up((x * y, x + y)))(2, 3, Up((1, 10)).opposite((1, 10)))
    (down 13 12)
    """
    return lambda *inputs: D(lambda *arguments: g.mul(inputs[-1], f(*arguments)))(*inputs[:-1])


def direction_of(value: Any) -> Any:
    """A direction along which a tuple can change."""
    return map_leaves(lambda _: 1.0, value)


def covector_of(value: Any) -> Any:
    """What contracts with a value of this shape.

    Raises:  StructureError if nothing does, as with a matrix
    """
    if any(x is not None and not is_number(x) for x in leaves(value)):
        raise StructureError(f"vjp is of functions whose value is a number or a tuple, got {describe(value)}")
    return opposite(direction_of(value))
