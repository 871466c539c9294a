"""The Lie derivative along a vector field: of functions, vector fields and forms.

    L_X f = X(f),   L_X Y = [X, Y],   (L_X w)(Y, ...) = X(w(Y, ...)) - w([X, Y], ...) - ...

Source: FDG 7.1.
"""

from __future__ import annotations

from typing import Any

from scmpy.calculus.lie_derivative import Lie_derivative
from scmpy.calculus.operator import Operator, commutator
from scmpy.generic import operations as g
from scmpy.geometry.form_field import FormField
from scmpy.geometry.vector_field import VectorField
from scmpy.symbolic.expression import application, symbol


@Lie_derivative.on(VectorField)
def _along_field(x: VectorField) -> Operator:
    def derivative(value: Any) -> Any:
        if isinstance(value, VectorField):
            return commutator(x, value)
        if isinstance(value, FormField):
            return _of_form(x, value)
        return x(value)

    return Operator(derivative, application(symbol("Lie-derivative"), x.expression))


def _of_form(x: VectorField, w: FormField) -> FormField:
    def value(*fields: Any) -> Any:
        total = x(w(*fields))
        for i, field in enumerate(fields):
            total = g.sub(total, w(*fields[:i], commutator(x, field), *fields[i + 1 :]))
        return total

    return FormField(value, application(application(symbol("Lie-derivative"), x.expression), w.expression), w.rank)
