"""The parts of an operator: its name, its function, its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import PLAIN, Operator
from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import instances
from scmpy.generic.functions import arity
from scmpy.registry import public
from scmpy.symbolic.expression import Expression, Symbol, symbol

_checked = instances(Operator, "an operator")


@public("operator-procedure")
def operator_procedure(operator: Operator) -> Callable[..., Any]:
    """The function that the operator applies.

    Scheme:  (operator-procedure o)
    >>> from scmpy import make_operator
    >>> operator_procedure(make_operator(abs, "size"))(-3)
    3
    """
    return _checked(operator).function


@public("operator-name")
def operator_name(operator: Operator) -> Expression:
    """The name of the operator: an expression.

    Scheme:  (operator-name o)
    >>> from scmpy import D
    >>> operator_name(D**2)
    (expt D 2)
    """
    return _checked(operator).expression


@public("diffop-name")
def diffop_name(operator: Operator) -> Expression:
    """The name of a differential operator, such as a vector field; of a sum or product of such its expression.

    Scheme:  (diffop-name v)
    Raises:  WrongTypeError for what is no operator
    >>> from scmpy import D, R2_rect
    >>> diffop_name(D), diffop_name(R2_rect.vector_basis("x y")[0])
    (D, d/dx)
    """
    expression = getattr(operator, "expression", None)
    if expression is None:
        raise WrongTypeError(f"diffop-name expects an operator, got {describe(operator)}")
    return expression


@public("operator-arity")
def operator_arity(operator: Operator) -> tuple[int, int | None]:
    """The least and the greatest number of arguments of the operator (None: any number).

    Scheme:  (operator-arity o)
    >>> from scmpy import D
    >>> operator_arity(D)
    (1, 1)
    """
    return arity(_checked(operator))


@public("operator-subtype")
def operator_subtype(operator: Operator) -> Symbol:
    """The kind of the operator, a symbol: operator, derivative, vector-field, ...

    Scheme:  (operator-subtype o)
    >>> from scmpy import D
    >>> operator_subtype(D)
    derivative
    """
    return symbol(_checked(operator).kind)


@public("operator-optionals")
def operator_optionals(operator: Operator) -> tuple[Any, ...]:
    """The further data of the operator, a list of lists: its manifold and the like are kept in the operator itself.

    Scheme:  (operator-optionals o)
    >>> from scmpy import D
    >>> operator_optionals(D)
    ()
    """
    kind = type(_checked(operator))
    names = () if kind is Operator else kind.__slots__
    return tuple((symbol(name), getattr(operator, name)) for name in names)


@public("simple-operator?")
def is_simple_operator(value: object) -> bool:
    """Is this an operator of no particular kind, one that make-operator makes?

    Scheme:  (simple-operator? o)
    >>> from scmpy import D, make_operator
    >>> is_simple_operator(make_operator(abs, "size")), is_simple_operator(D)
    (True, False)
    """
    return isinstance(value, Operator) and value.kind == PLAIN
