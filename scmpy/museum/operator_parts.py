"""The parts of an operator: its name, its function, its kind."""

from __future__ import annotations

from scmpy.calculus.operator import Operator
from scmpy.generic.arguments import instances
from scmpy.registry import public
from scmpy.symbolic.expression import Expression

_checked = instances(Operator, "an operator")


@public("operator-name")
def operator_name(operator: Operator) -> Expression:
    """The name of the operator: an expression.

    Scheme:  (operator-name o)
    >>> from scmpy import D
    >>> operator_name(D**2)
    (expt D 2)
    """
    return _checked(operator).expression
