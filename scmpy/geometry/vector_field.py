"""Vector fields: derivations of the functions on a manifold.

    v(f)(m) = sum_i  d_i(f o chi^-1)(chi(m))  b^i(chi(m))

for a chart chi and the components b of v in it: the derivative of f along b. A :class:`VectorField` holds its
chart and its components, a function on the manifold; sums, multiples by functions and commutators are vector
fields by arithmetic on the components, so that however a field was put together, applying it to a function costs
one evaluation of the function. Products of vector fields are operators of higher order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.operator import Operator, commutator, label_of
from scmpy.errors import ChartError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.generic.kinds import Procedure, Scalar, describe, is_number
from scmpy.geometry.chart import Chart, as_chart, literal_of_coordinates, on_chart
from scmpy.geometry.function import ManifoldFunction, charts_of, remembered
from scmpy.registry import public
from scmpy.structure.structure import Structure, Up
from scmpy.symbolic.expression import MINUS, OVER, PLUS, TIMES, Expression, application, symbol

KIND = "vector-field"


class VectorField(Operator):
    """A vector field with its components in a chart; ``expression`` is how it prints."""

    __slots__ = ("chart", "components")

    def __init__(self, chart: Chart, components: ManifoldFunction, expression: Expression) -> None:
        super().__init__(self._apply, expression, KIND)
        self.chart = chart
        self.components = remembered(components)

    def _describe_(self) -> str:
        return f"the vector field {self.expression}"

    def _apply(self, f: Any) -> Any:
        """The directional derivative of a function, or of a tuple of functions."""
        if isinstance(f, Structure):
            return type(f)(map(self._apply, f))
        if not callable(f) and not isinstance(f, Scalar):
            raise WrongTypeError(f"{describe(self)} differentiates functions on a manifold, got {describe(f)}")
        value_at = f if callable(f) else lambda place: f
        chart, components = self.chart, self.components

        def derivative_at(place: Any) -> Any:
            start, direction = chart.at(place), components(place)
            return D(lambda step: value_at(chart.place(g.add(start, g.mul(step, direction)), place)))(0)

        return ManifoldFunction(derivative_at, f"({name_of(self)} {name_of(f)})", charts_of((components, f)))


@public("vector-field?")
def is_vector_field(value: Any) -> bool:
    """Is this a vector field (or an operator made of vector fields)?"""
    return isinstance(value, Operator) and value.kind == KIND


def components_in(v: Operator, chart: Chart) -> ManifoldFunction:
    """The components of a vector field in a chart, as a function on the manifold."""
    if isinstance(v, VectorField):
        if v.chart is chart:
            return v.components
        if v.chart.manifold is not chart.manifold:
            raise ChartError(
                f"{describe(v)} is a field on {v.chart.manifold} (chart {v.chart}), "
                f"which has no components in {chart} of {chart.manifold}"
            )
    return v(chart.map)  # type: ignore[no-any-return]


def _linear(operation: Any, head: Expression) -> None:
    """Sums of vector fields are vector fields, in the chart of the first; an exact zero adds nothing."""

    @operation.on(VectorField, VectorField)
    def _both(v: VectorField, w: VectorField) -> VectorField:
        components = operation(v.components, components_in(w, v.chart))
        return VectorField(v.chart, components, application(head, v.expression, w.expression))

    general = operation.dispatch(Operator, Scalar)

    @operation.on(VectorField, Scalar)
    def _right(v: VectorField, x: Any) -> Any:
        return v if is_number(x) and x == 0 else general(v, x)

    @operation.on(Scalar, VectorField)
    def _left(x: Any, v: VectorField) -> Any:
        return operation(v) if is_number(x) and x == 0 else general(x, v)


_linear(g.add, PLUS)
_linear(g.sub, MINUS)


def _scaled(f: Any, v: VectorField) -> VectorField:
    return VectorField(v.chart, g.mul(f, v.components), application(TIMES, label_of(f), v.expression))


def _divided(v: VectorField, f: Any) -> VectorField:
    return VectorField(v.chart, g.mul(g.invert(f), v.components), application(OVER, v.expression, label_of(f)))


g.mul.add((Operator, VectorField), g.mul.dispatch(Operator, Operator))
for _type in (Scalar, Procedure):
    g.mul.add((_type, VectorField), _scaled)
    g.div.add((VectorField, _type), _divided)


@g.negate.on(VectorField)
def _negative(v: VectorField) -> VectorField:
    return VectorField(v.chart, g.negate(v.components), application(TIMES, -1, v.expression))


@commutator.on(VectorField, VectorField)
def _bracket(v: VectorField, w: VectorField) -> VectorField:
    """[v, w]^i = v(w^i) - w(v^i)."""
    components = g.sub(v(components_in(w, v.chart)), w(v.components))
    products = application(TIMES, v.expression, w.expression), application(TIMES, w.expression, v.expression)
    return VectorField(v.chart, components, application(MINUS, *products))


@public("components->vector-field")
def components_to_vector_field(components: Callable[[Any], Any], system: Chart, name: Any = "field") -> VectorField:
    """The vector field with these components, a function from coordinate tuples to up tuples.

    Scheme:  (components->vector-field components sys)
    Source:  FDG 3
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> spin = components_to_vector_field(lambda q: up(-q[1], q[0]), R2_rect)
    >>> spin(x)(up(*symbols("a b")))
    (* -1 b)
    """
    as_chart(system, "components->vector-field")
    return VectorField(system, on_chart(system, components, str(name)), symbol(str(name)))


@public("vector-field->components")
def vector_field_to_components(v: Operator, system: Chart) -> Function:
    """The components of a vector field in a chart, as a function of the coordinates.

    Scheme:  ((vector-field->components v sys) coordinates)
    Source:  FDG 3
    >>> from scmpy import *
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> simplify(vector_field_to_components(d_dx, R2_polar)(up(*symbols("r a"))))
    (up (cos a) (/ (* -1 (sin a)) r))
    """
    as_chart(system, "vector-field->components")
    components = components_in(as_vector_field(v, "vector-field->components"), system)
    return Function(lambda q: components(system.point(q)), f"(vector-field->components {name_of(v)} {system})")


def as_vector_field(value: Any, operation: str) -> Operator:
    """The value, if it is a vector field."""
    if not is_vector_field(value):
        raise WrongTypeError(f"{operation} expects a vector field, got {describe(value)}")
    return value  # type: ignore[no-any-return]


@public("literal-vector-field")
def literal_vector_field(name: Any, system: Chart) -> VectorField:
    """An unknown vector field, with the literal functions name^0, name^1, ... as components.

    Scheme:  (literal-vector-field 'v sys)
    Source:  FDG 3
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> literal_vector_field("v", R2_rect)(y)(R2_rect.point(*symbols("a b")))
    (v^1 (up a b))
    """
    as_chart(system, "literal-vector-field")
    parts = [literal_of_coordinates(system, f"{name}^{i}") for i in range(system.dimension)]
    return components_to_vector_field(lambda q: system.tuple_of(Up, (b(q) for b in parts)), system, name)
