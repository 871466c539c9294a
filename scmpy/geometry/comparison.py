"""Certified comparison of what lives on a manifold: points, functions, vector fields, forms and tensors.

All are compared at a typical point of a chart, whose coordinates are symbols: functions by their values there, vector
fields by what they make of an unknown function of the point, forms and tensors by their values on the fields of the
coordinate basis, points by their representations. The number 0 stands for the zero of any kind.
"""

from __future__ import annotations

import itertools
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.errors import describe
from scmpy.generic.functions import apply_value
from scmpy.generic.kinds import Scalar, is_zero_number
from scmpy.geometry.chart import Chart, as_chart, typical_point
from scmpy.geometry.field_operator import Derivation, FieldOperator, is_vector_field
from scmpy.geometry.form_field import coordinate_form_fields
from scmpy.geometry.function import ZERO, Charts, ManifoldFunction, charts_of
from scmpy.geometry.manifold import ManifoldCoordinates, Point
from scmpy.geometry.tensor import Tensor
from scmpy.geometry.typed import Types, argument_types_of
from scmpy.geometry.vector_field import coordinate_vector_fields
from scmpy.structure.literal import literal_function
from scmpy.structure.matrix import Matrix
from scmpy.structure.signature import default_function_type
from scmpy.structure.structure import Up, leaves
from scmpy.symbolic.decision.equivalence import COMPARISONS, Equivalence, equivalent
from scmpy.symbolic.expression import symbol

_NO_CHART = Equivalence("undecided", "no chart was found in which both could be compared")


def _kind(value: Any) -> str | Types | None:
    """What a value is on a manifold; of a form or a tensor the types of its arguments."""
    if isinstance(value, Point):
        return "point"
    if isinstance(value, ManifoldFunction):
        return "function"
    return "field" if is_vector_field(value) else argument_types_of(value)


def _fits(a: Any, b: Any) -> bool:
    """Is one of them on a manifold, and the other too, or a scalar; or any function, for a tensor?"""
    kinds = _kind(a), _kind(b)
    if None not in kinds:
        return True
    return any(kinds) and (
        isinstance(a if kinds[0] is None else b, Scalar)
        or (any(isinstance(kind, tuple) for kind in kinds) and callable(a) and callable(b))
    )


def _compare(a: Any, b: Any) -> Equivalence:
    kinds = {kind for kind in map(_kind, (a, b)) if kind is not None}
    kind = kinds.pop()
    scalars = [x for x in (a, b) if isinstance(x, Scalar)]
    if kinds or not (kind == "function" or all(map(is_zero_number, scalars))):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
    if kind == "point":
        return _compare_points(a, b)
    charts = (*_charts(a), *_charts(b))
    if not charts:
        return _NO_CHART
    if any(chart.manifold is not charts[0].manifold for chart in charts):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
    chart = as_chart(charts[0], "equivalent")
    place = typical_point(chart)
    return equivalent(*(_values(x, kind, chart, place) for x in (a, b)))


def _compare_points(a: Any, b: Any) -> Equivalence:
    if not isinstance(a, Point) or not isinstance(b, Point) or a.manifold is not b.manifold:
        return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
    return equivalent(a.representation, b.representation)


def _charts(value: Any) -> Charts:
    """The charts that a value is made of."""
    if isinstance(value, FieldOperator) and value.chart is not None:
        return (value.chart,)
    if isinstance(value, Tensor):
        return (value.basis.chart,)
    if isinstance(value, Operator):
        return charts_of((value(ZERO),))
    types = argument_types_of(value)
    return charts_of((value,)) if types is None else _charts_met(value, types)


def _charts_met(tensor: Any, types: Types) -> Charts:
    """The charts of the functions that a vector field meets to which a form, or a tensor of such, is applied."""
    met: list[ManifoldCoordinates] = []

    def note(f: Any) -> ManifoldFunction:
        met.extend(charts_of((f,)))
        return ManifoldFunction(lambda place: 0, "probe", charts_of((f,)))

    if set(types) == {"vector"}:
        tensor(*[Derivation(note, symbol("probe"))] * len(types))
    return tuple(met)


def _values(value: Any, kind: str | Types, chart: Chart, place: Point) -> Any:
    """The value, or values, by which something of a kind is compared at a point."""
    if kind == "function":
        return apply_value(value, (place,))
    if kind == "field":
        return 0 if is_zero_number(value) else value(ManifoldFunction(_unknown, "a function", ()))(place)
    fields = {"vector": coordinate_vector_fields(chart), "form": coordinate_form_fields(chart)}
    choices = list(itertools.product(*(fields[name] for name in kind)))
    if is_zero_number(value):
        return Up([0] * len(choices))
    return Up(apply_value(value(*chosen), (place,)) for chosen in choices)


def _unknown(m: Point) -> Any:
    """An unknown function of the point itself: of its coordinates in a chart it might be one that is not continuous."""
    place = m.representation
    parts = [x for row in place.rows for x in row] if isinstance(place, Matrix) else leaves(place)
    return literal_function("a function", default_function_type(len(parts)))(*parts)


COMPARISONS.insert(0, (_fits, _compare))
