"""The arithmetic of functions is pointwise: ``((op f g) x) = (op (f x) (g x))``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.composite import Composite, scalars_of
from scmpy.generic.dispatch import Operation
from scmpy.generic.functions import Function, apply_value, compose, identity, made_from, name_of
from scmpy.generic.kinds import Procedure, ScalarKind
from scmpy.generic.records import Elementary, each
from scmpy.registry import public


def _lift_unary(operation: Operation) -> None:
    """Let the operation act pointwise on functions."""

    def pointwise(f: Any) -> Function:
        return made_from((f,), lambda *args: operation(f(*args)), lambda: f"({operation.name} {name_of(f)})")

    operation.add((Procedure,), pointwise)


def pointwise(operation: Operation) -> Callable[[Any, Any], Function]:
    """The operation on pairs of which at least one is a function, or a composite value that may have such parts."""

    def apply(f: Any, h: Any) -> Function:
        parts = (*scalars_of(f), *scalars_of(h))
        return made_from(
            parts,
            lambda *args: operation(apply_value(f, args), apply_value(h, args)),
            lambda: f"({operation.name} {name_of(f)} {name_of(h)})",
        )

    return apply


def _lift_binary(operation: Operation, *types: type) -> None:
    """Let the operation act pointwise on functions and pairs of a function and something of these types."""
    apply = pointwise(operation)
    operation.add((Procedure, Procedure), apply)
    for kind in types:
        operation.add((Procedure, kind), apply)
        operation.add((kind, Procedure), apply)


@public("f:transpose")
def transposed(f: Callable[[Any], Any]) -> Function:
    """The dual of a linear map: it takes functions of the values of f to functions of the arguments of f.

    Scheme:  (((transpose f) g) a)
    Math:    g(f(a))
    >>> from scmpy import f_transpose
    >>> f_transpose(lambda x: 2 * x)(lambda y: y + 1)(5)
    11
    """
    return Function(lambda h: compose(h, f), lambda: f"(transpose {name_of(f)})")


for _operation in (g.add, g.sub, g.mul, g.div, g.dot_product, g.cross_product, g.wedge2, g.vee):
    _lift_binary(_operation, ScalarKind, Composite)
_lift_binary(g.expt, ScalarKind)
for _operation in (g.negate, g.invert, g.square, g.cube, g.real_part, g.imag_part):
    _lift_unary(_operation)
for _operation in (g.determinant, g.trace, g.zero_like, g.one_like):
    _lift_unary(_operation)


@each("analytic", "size", "rounding", "part")
def _lift(record: Elementary) -> None:
    _lift_unary(record.operation) if record.arity == 1 else _lift_binary(record.operation, ScalarKind)


g.identity_like.add((Procedure,), lambda f: identity)
g.transpose1.add((Procedure,), transposed)
