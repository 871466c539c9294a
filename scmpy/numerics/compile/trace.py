"""Tracing: a function called once on unknowns gives the graph of what it computes.

An unknown is a :class:`Traced`, the node of its graph and no expression: nothing simplifies it, and where a program
asks for its value, to branch on, to count with, as an index or in a function of floats alone, the trace ends with
:class:`Untraceable`. An expression answers such questions silently, ``(= 'x 0)`` is false; code made of the branch that
was taken so would be wrong elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

import scmpy
from scmpy.errors import DivisionByZeroError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import Arithmetic, Operation
from scmpy.generic.kinds import Number, Scalar, describe, is_number
from scmpy.generic.records import Elementary, each
from scmpy.structure.literal import OTHER_APPLICATIONS, LiteralFunction
from scmpy.structure.structure import Structure, Up, leaves, unflatten
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Expression, Symbol, application, symbol


class Untraceable(BaseException):
    """A trace met a decision by the value of an unknown.

    It is not an error but the end of the trace: no handler of the traced program's is meant to see it.
    """


@Scalar.register
class Traced(Arithmetic):
    """The value of a node in the graph of a function that is being traced."""

    __slots__ = ("node",)

    def __init__(self, node: Expression) -> None:
        self.node = node

    def __repr__(self) -> str:
        return f"<traced {self.node}>"

    def _describe_(self) -> str:
        return "an unknown of a trace"

    def _shown_(self) -> Any:
        return self.node

    def _decide_(self, *_: Any) -> Any:
        """What asks for the value of an unknown gets."""
        raise Untraceable

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Traced) and other.node is self.node:
            return True
        if isinstance(other, (Traced, Expression)) or is_number(other):
            raise Untraceable
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.node)

    __lt__ = __le__ = __gt__ = __ge__ = __bool__ = _decide_
    __float__ = __int__ = __complex__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = _decide_
    __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _decide_


def node_of(value: Any) -> Any:
    """The node of a traced value; a number or an expression is its own."""
    return value.node if isinstance(value, Traced) else value


def _install_arithmetic() -> None:
    g.negate.add((Traced,), _applying(MINUS))
    g.invert.add((Traced,), lambda x: Traced(application(OVER, 1, x.node)))
    g.square.add((Traced,), lambda x: Traced(application(EXPT, x.node, 2)))
    g.cube.add((Traced,), lambda x: Traced(application(EXPT, x.node, 3)))
    for operation in (g.conjugate, g.real_part, g.determinant, g.trace, g.transpose1, g.inexact):
        operation.add((Traced,), lambda x: x)  # an unknown is a real number
    for operation, value in ((g.imag_part, 0), (g.zero_like, 0), (g.one_like, 1), (g.identity_like, 1)):
        operation.add((Traced,), lambda x, value=value: value)


def _applying(head: Symbol) -> Callable[[Traced], Traced]:
    return lambda x: Traced(application(head, x.node))


def _with_zero(x: Any, y: Any) -> Any:
    """The sum with an exact zero is the other one."""
    return y if _is(x, 0) else x if _is(y, 0) else None


def _without_zero(x: Any, y: Any) -> Any:
    return g.negate(y) if _is(x, 0) else x if _is(y, 0) else None


def _with_one(x: Any, y: Any) -> Any:
    """The product with an exact zero or one."""
    return 0 if _is(x, 0) or _is(y, 0) else y if _is(x, 1) else x if _is(y, 1) else None


def _over_one(x: Any, y: Any) -> Any:
    if _is(y, 0):
        raise DivisionByZeroError("Division by zero signalled by /.")
    return 0 if _is(x, 0) else x if _is(y, 1) else None


def _to_the_one(x: Any, y: Any) -> Any:
    return 1 if _is(y, 0) or _is(x, 1) else x if _is(y, 1) else None


def _never(x: Any, y: Any) -> Any:
    return None


def _is(x: Any, number: int) -> bool:
    return type(x) is int and x == number


def _install_binary(operation: Operation, head: Symbol, shorter: Callable[[Any, Any], Any]) -> None:
    """An operation on two values makes a node, unless an exact zero or one makes it trivial."""

    def apply(x: Any, y: Any) -> Any:
        found = shorter(x, y)
        return Traced(application(head, node_of(x), node_of(y))) if found is None else found

    for types in ((Traced, Traced), *((Traced, t) for t in (Number, Expression))):
        operation.add(types, apply)
        operation.add(types[::-1], apply)


@each("analytic", "size", "rounding")
def _install_elementary(record: Elementary) -> None:
    """An elementary function makes a node, whatever its name; nothing is rewritten."""
    head = symbol(record.head)
    if record.arity == 1:
        record.operation.add((Traced,), _applying(head))
    else:
        _install_binary(record.operation, head, _never)


_install_arithmetic()
for _operation, _head, _shorter in (
    (g.add, PLUS, _with_zero),
    (g.sub, MINUS, _without_zero),
    (g.mul, TIMES, _with_one),
    (g.dot_product, TIMES, _with_one),
    (g.div, OVER, _over_one),
    (g.expt, EXPT, _to_the_one),
):
    _install_binary(_operation, _head, _shorter)


def _apply_literal(function: LiteralFunction, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """A literal function stays in the graph, where the compiler finds it and names it."""
    places = leaves(Up(args))
    if not any(isinstance(x, Traced) for x in places) or any(map(is_array, places)):
        return False, None
    return True, Traced(application(function.expression, *map(node_of, places)))


OTHER_APPLICATIONS.insert(0, _apply_literal)  # before perturbed arguments are looked for: it asks for none


def traced(f: Callable[..., Any], shape: Structure) -> tuple[list[Symbol], Any]:
    """The unknowns, and the value of a function at arguments of these shapes: a structure of nodes and numbers.

    Raises:  Untraceable where the function decides by the value of an unknown
    >>> traced(lambda x: x * (x + 1), Up((0.5,)))
    ([$0], (+ (expt $0 2) $0))
    """
    unknowns = [symbol(f"${i}") for i, _ in enumerate(leaves(shape))]
    value = f(*unflatten(map(Traced, unknowns), shape).components)
    return unknowns, _checked(value)


def _checked(value: Any) -> Any:
    """The value as a structure of nodes and real numbers."""
    value = Up(value) if isinstance(value, list) else value
    if isinstance(value, Structure):
        return type(value)(map(_checked, value.components))
    node = node_of(value)
    if not isinstance(node, (Expression, int, float)) and not (is_number(node) and node.imag == 0):
        raise WrongTypeError(f"the value has a part that is no real number: {describe(value)}")
    return node


_OWN = str(Path(scmpy.__file__).parent)


def line_of(traceback: TracebackType | None) -> str:
    """The innermost line outside the library that a traceback goes through, as ``at file:line``."""
    found = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith((_OWN, sys.prefix, sys.base_prefix)):
            found = f" at {file}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return found
