"""The Lie derivative along a vector field: of functions, vector fields, forms and tensors.

    L_X f = X(f),   L_X Y = [X, Y],   (L_X w)(Y, ...) = X(w(Y, ...)) - w([X, Y], ...) - ...

and so for every argument of a tensor, one-forms included.

Source: FDG 7.1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.lie_derivative import Lie_derivative
from scmpy.calculus.operator import Operator, commutator, label_of
from scmpy.generic import operations as g
from scmpy.geometry.field_operator import as_vector_field, is_vector_field
from scmpy.geometry.form_field import FormField
from scmpy.geometry.typed import FieldFunction, argument_types_of
from scmpy.structure.structure import Structure, map_leaves
from scmpy.symbolic.expression import application, symbol


@Lie_derivative.on(Operator)
def _along_field(x: Operator) -> Operator:
    as_vector_field(x, "Lie-derivative")
    name = application(symbol("Lie-derivative"), x.expression)

    def derivative(value: Any) -> Any:
        if isinstance(value, Structure):
            return map_leaves(derivative, value)
        if is_vector_field(value):
            return commutator(x, value)
        types = argument_types_of(value)
        if types is None:
            return x(value)
        leibniz, label = _by_leibniz(x, value, derivative), application(name, label_of(value))
        if isinstance(value, FormField):
            return FormField(leibniz, label, value.rank)
        return FieldFunction(leibniz, types, label)

    return Operator(derivative, name)


def _by_leibniz(x: Operator, value: Any, derivative: Callable[[Any], Any]) -> Callable[..., Any]:
    """The derivative of a function of fields: that of its value, less its values on derivatives of its arguments."""

    def of_fields(*fields: Any) -> Any:
        total = x(value(*fields))
        for i, field in enumerate(fields):
            total = g.sub(total, value(*fields[:i], derivative(field), *fields[i + 1 :]))
        return total

    return of_fields
