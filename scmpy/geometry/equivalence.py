"""Certified comparison of what lives on a manifold, at a typical point of a chart, whose coordinates are symbols.

Vector fields are compared by what they make of an unknown function, forms and tensors by their values on the coordinate
basis. Functions of these are compared at unknown ones on the charts that are given, or that they are made of: these
show when a function is applied to fields without a chart, which note what they meet.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from scmpy.calculus.equivalence import (
    NO_ARGUMENTS,
    Kind,
    common_counts,
    compare_functions,
    depth_of_functions,
    values_at_scalars,
)
from scmpy.calculus.operators import Operator
from scmpy.errors import describe
from scmpy.generic import operations as g
from scmpy.generic.functions import apply_value
from scmpy.generic.types import ScalarKind, is_zero_number
from scmpy.geometry.chart import Chart, as_chart, literal_manifold_function, typical_point
from scmpy.geometry.fields import (
    Derivation,
    FieldOperator,
    FormField,
    coordinate_form_fields,
    coordinate_vector_fields,
    is_vector_field,
    literal_1form_field,
    literal_vector_field,
)
from scmpy.geometry.manifold import ZERO, Charts, ManifoldCoordinates, ManifoldFunction, Point, charts_of
from scmpy.geometry.standard_manifolds import R3_rect
from scmpy.geometry.tensor import Tensor, Types, argument_types_of, wedge
from scmpy.structure.literal_functions import default_function_type, literal_function
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Up, leaves, sum_of
from scmpy.symbolic.decision.equivalence import (
    Equivalence,
    charts_given,
    compare_expressions,
    compared,
    equivalent,
    on_charts,
)
from scmpy.symbolic.expression import symbol

_GIVE_ONE = "give the chart that is meant, as in (equivalent a b R3-rect)"
_NO_CHART = Equivalence("undecided", f"no chart was found in which both could be compared; {_GIVE_ONE}")

#: Where functions are compared of which no chart is known.
_ANYWHERE = R3_rect

#: To see the charts of functions they are applied to so many mixtures of arguments, and no deeper than this.
_MAXIMUM_MIXTURES, _MAXIMUM_DEPTH = 300, 3


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
        isinstance(a if kinds[0] is None else b, ScalarKind)
        or (any(isinstance(kind, tuple) for kind in kinds) and callable(a) and callable(b))
    )


@compared.on(Point, Point)
@compared.on((Callable, Point), ScalarKind)
@compared.on(ScalarKind, (Callable, Point))
@compared.on(Callable, Point)
@compared.on(Point, Callable)
def _(a: Any, b: Any) -> Equivalence:
    return _compare(a, b) if _fits(a, b) else compare_expressions(a, b)


@compared.on(Callable, Callable)
def _(a: Any, b: Any) -> Equivalence:
    return _compare(a, b) if _fits(a, b) else _compare_functions(a, b)


def _compare(a: Any, b: Any) -> Equivalence:
    kinds = {kind for kind in map(_kind, (a, b)) if kind is not None}
    kind = kinds.pop()
    scalars = [x for x in (a, b) if isinstance(x, ScalarKind)]
    if kinds or not (kind == "function" or all(map(is_zero_number, scalars))):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are values of different kinds")
    if kind == "point":
        return _compare_points(a, b)
    charts = (*_charts(a), *_charts(b))
    if any(chart.manifold is not charts[0].manifold for chart in charts):
        return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
    places = [(chart, typical_point(chart)) for chart in _as_charts(charts[:1] or charts_given.get())]
    if not places:
        return _NO_CHART
    forms = [x for x in (a, b) if not is_zero_number(x)]
    if all(isinstance(w, FormField) and all(w.rank > chart.dimension for chart, _ in places) for w in forms):
        return Equivalence("equal", "forms of a higher rank than the dimension are zero")
    left, right = ([_values(x, kind, *place) for place in places] for x in (a, b))
    return equivalent(left, right) if len(places) > 1 else equivalent(left[0], right[0])


def _as_charts(charts: Charts) -> list[Chart]:
    return [as_chart(chart, "equivalent") for chart in charts]


def _compare_points(a: Any, b: Any) -> Equivalence:
    if not isinstance(a, Point) or not isinstance(b, Point) or a.manifold is not b.manifold:
        return Equivalence("different", f"{describe(a)} and {describe(b)} are on different manifolds")
    return equivalent(a.representation, b.representation)


def _charts(value: Any) -> Charts:
    if isinstance(value, FieldOperator) and value.chart is not None:
        return (value.chart,)
    if isinstance(value, Tensor):
        return (value.basis.chart,)
    if isinstance(value, Operator):
        return charts_of((value(ZERO),))
    types = argument_types_of(value)
    if types is None:
        return charts_of((value,))
    met: list[ManifoldCoordinates] = []
    probes = _probes(met)
    with suppress(Exception):  # functions of the user's may raise anything
        value(*map(probes.__getitem__, types))
    return tuple(met)


def _probes(met: list[ManifoldCoordinates]) -> dict[str, Any]:
    """A vector field, a form and a function without charts, which note the charts of what they are applied to."""

    def zero(place: Any) -> int:
        met.extend((place.home,) if isinstance(place, Point) and place.home else ())
        return 0

    def noted(charts: Charts) -> ManifoldFunction:
        met.extend(charts)
        return ManifoldFunction(zero, "probe", charts)

    return {
        "vector": Derivation(lambda f: noted(charts_of((f,))), symbol("probe")),
        "form": FormField(lambda v: noted(_charts(v)), symbol("probe")),
        "function": noted(()),
    }


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


# --- functions -------------------------------------------------------------------------------------------------


def _compare_functions(a: Any, b: Any) -> Equivalence:
    if charts := charts_given.get():
        answer = compare_functions(a, b, _kinds_on(charts))
        return compare_functions(a, b) if answer is NO_ARGUMENTS else answer
    answer = compare_functions(a, b)
    unknown = answer is NO_ARGUMENTS or answer.certificate.endswith(_NO_CHART.certificate)
    if depth_of_functions.get() or not (unknown or answer.verdict != "undecided"):
        return answer
    at_scalars = values_at_scalars(a, b)
    if at_scalars is not None and (
        answer.verdict == "different" or not any(_kind(part) for part in leaves(Up(at_scalars)))
    ):
        return answer
    return _compare_at_fields(a, b, answer, unknown, at_scalars)


def _compare_at_fields(a: Any, b: Any, answer: Equivalence, unknown: bool, at_scalars: Any) -> Equivalence:
    """Compare two functions at fields on the charts that they are made of, if there are any; else the answer holds.

    Where they depend on scalars, a scalar may be a function on the manifold, as in products, but no field or form. A
    derivative does not depend on scalars, which are constants.
    """
    charts, taken = _charts_of_functions(a, b)
    if not charts and (answer.verdict == "different" or not (taken or unknown)):
        return answer
    others = values_at_scalars(a, b, "another scalar")
    are_coefficients = others is not None and equivalent(at_scalars, others).verdict == "different"
    with on_charts(charts or (_ANYWHERE,)):
        found = compare_functions(a, b, _kinds_on(charts_given.get(), are_coefficients))
    if found.verdict == "different" or (charts and found is not NO_ARGUMENTS):
        return found
    if unknown and found is not NO_ARGUMENTS:
        return Equivalence("undecided", f"{found.certificate}; {_GIVE_ONE}")
    if at_scalars is not None and not are_coefficients:
        return Equivalence("undecided", f"only scalars were found that both functions take; {_GIVE_ONE}")
    return answer


def _charts_of_functions(a: Any, b: Any) -> tuple[Charts, bool]:
    """The charts that two functions of fields are made of, one of a manifold; and: do they take fields without any?"""
    met: list[ManifoldCoordinates] = []
    probes = (*_probes(met).values(), symbol("a scalar"))
    taken = [_applied(f, common_counts(a, b)[0], probes, met, _MAXIMUM_DEPTH) for f in (a, b)]
    return tuple({chart.manifold: chart for chart in reversed(met)}.values())[::-1], all(taken)


def _applied(
    f: Any, counts: Iterable[int], probes: tuple[Any, ...], met: list[ManifoldCoordinates], depth: int
) -> bool:
    """Apply a function, and the functions that it returns, to probes, and note the charts of the values."""
    taken = False
    mixtures = (mixture for count in counts for mixture in itertools.product(probes, repeat=count))
    for arguments in itertools.islice(mixtures, _MAXIMUM_MIXTURES):
        with suppress(Exception):  # functions of the user's may raise anything
            value = f(*arguments)
            kind = _kind(value)
            if kind is not None:
                taken = True
                charts = _as_charts(_charts(value))
                met.extend(charts)
                for chart in charts[:1]:
                    _values(value, kind, chart, typical_point(chart))
            elif callable(value) and depth:
                taken |= _applied(value, (1,), probes, met, depth - 1)
    return taken


def _kinds_on(charts: Charts, only_functions: bool = False) -> list[Kind]:
    literals: dict[str, Callable[[str, Chart], Any]] = {"functions": literal_manifold_function}
    if not only_functions:
        fields = {"vector fields": literal_vector_field, "1-forms": literal_1form_field}
        literals = {**fields, **literals, "2-forms": _literal_2form, "points": _literal_point}
    return [_kind_on(name, literal, chart) for chart in _as_charts(charts) for name, literal in literals.items()]


def _kind_on(name: str, literal: Callable[[str, Chart], Any], chart: Chart) -> Kind:
    return Kind(f"{name} on {chart}", lambda text: literal(text, chart), holds_scalars=name == "functions")


def _literal_2form(name: str, chart: Chart) -> Any:
    """An unknown form of rank 2; in one dimension it is zero."""
    forms = coordinate_form_fields(chart)
    pairs = itertools.combinations(range(chart.dimension), 2)
    return sum_of(
        g.mul(literal_manifold_function(f"{name}_{i}{j}", chart), wedge(forms[i], forms[j])) for i, j in pairs
    )


def _literal_point(name: str, chart: Chart) -> Point:
    return chart.point(chart.tuple_of(Up, (symbol(f"{name}^{i}") for i in range(chart.dimension))))
