"""Operators on the functions of a manifold: vector fields, and what is made of them by products and powers.

A vector field v is a derivation,

    v(f g) = f v(g) + g v(f).

The product of two fields, the product v a of a field and a function, (v a) f = v(a f), a power, an exponential and the
sum of a field and something else are operators of the same kind, but in general not derivations: they have no
components, and forms have no value on them. Some are, such as v w - w v. Since the rule for all f and g follows from
that for squares, A is a derivation if A(h^2) = 2 h A(h) for an unknown function h at a typical point.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.errors import ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.geometry.chart import Chart, literal_manifold_function, typical_point
from scmpy.registry import public
from scmpy.symbolic.decision.equivalence import equivalent

KIND = "vector-field"


class FieldOperator(Operator):
    """An operator made of vector fields, which may be a vector field or not; the chart is that of such a field."""

    __slots__ = ("_derivation", "chart")

    def __init__(self, function: Callable[..., Any], expression: Any, chart: Chart | None = None) -> None:
        super().__init__(function, expression, KIND)
        self.chart = chart
        self._derivation: bool | None = None

    def remake(self, function: Callable[..., Any], expression: Any) -> Operator:
        """An operator made from this one, of which it is not known whether it is a derivation."""
        return FieldOperator(function, expression, self.chart)

    @property
    def is_derivation(self) -> bool:
        """Is this operator seen to be a derivation?"""
        if self._derivation is None:
            self._derivation = self.chart is not None and _obeys_the_rule_of_products(self, self.chart)
        return self._derivation


class Derivation(FieldOperator):
    """A vector field: a derivation by its making."""

    __slots__ = ()

    def __init__(self, function: Callable[..., Any], expression: Any, chart: Chart | None = None) -> None:
        super().__init__(function, expression, chart)
        self._derivation = True

    def _describe_(self) -> str:
        return f"the vector field {self.__name__}"

    def scaled(self, f: Any, expression: Any) -> Derivation:
        """The multiple of the field by a number or a function on the manifold."""
        return Derivation(lambda *functions: g.mul(f, self(*functions)), expression, self.chart)


def _obeys_the_rule_of_products(operator: Operator, chart: Chart) -> bool:
    h, m = literal_manifold_function("unknown-function", chart), typical_point(chart)
    try:
        return equivalent(operator(g.mul(h, h))(m), g.mul(2, g.mul(h(m), operator(h)(m)))).verdict == "equal"
    except ScmpyError:  # operators that have no value on such a function
        return False


@public("vector-field?")
def is_vector_field(value: object) -> bool:
    """Is this a vector field, or an operator made of vector fields?

    Scheme:  (vector-field? x)
    Source:  FDG 3
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> is_vector_field(x * d_dy), is_vector_field(d_dx * d_dy), is_vector_field(x)
    (True, True, False)
    """
    return isinstance(value, FieldOperator)


def as_vector_field(value: Any, operation: Any) -> FieldOperator:
    """The value, if it is a vector field; an error names the operation, or describes the value that is applied."""
    if isinstance(value, FieldOperator) and value.is_derivation:
        return value
    reason = ", which is not seen to be a derivation" if isinstance(value, FieldOperator) else ""
    name = operation if isinstance(operation, str) else describe(operation)
    raise WrongTypeError(f"{name} expects a vector field, got {describe(value)}{reason}")
