"""Raising and lowering of indices by a metric, and traces.

    (lower g)(u) = v -> g(v, u),      (raise g)(w) = sum_ij g^ij w(e_j) e_i

The trace of a tensor of two arguments is its contraction with the inverse of the metric, or with the metric.

Source: FDG 9
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator, label_of, named
from scmpy.generic import operations as g
from scmpy.generic.functions import name_of
from scmpy.geometry.basis import AnyBasis, as_basis
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.form_field import FormField, as_one_form
from scmpy.geometry.manifold import Point
from scmpy.geometry.manifold_function import ManifoldFunction
from scmpy.geometry.metric_components import Metric, components_of
from scmpy.geometry.tensor import Tensor, as_tensor
from scmpy.geometry.typed import VECTORS
from scmpy.geometry.vector_field import VectorField, field_of
from scmpy.registry import public
from scmpy.structure.structure import leaves, sum_of
from scmpy.symbolic.expression import application, symbol


@public("lower", "vector-field->1form-field", "drop1", python="lower")
def lower(metric: Metric) -> Callable[[Operator], FormField]:
    """The function from vector fields to one-forms that a metric gives.

    Scheme:  (((lower g) u) v)
    Math:    (lower u)(v) = g(v, u)
    Shapes:  result: vector field -> one-form
    Source:  FDG 9
    >>> from scmpy import *
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> flat = lower(coordinate_system_to_metric(R2_polar))
    >>> simplify(flat(d_dphi)(d_dr + d_dphi)(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """

    def lowered(u: Operator) -> FormField:
        as_vector_field(u, "lower")
        return FormField(lambda v: metric(v, u), application(symbol("lower"), u.expression, named(name_of(metric))))

    return lowered


@public("raise", "1form-field->vector-field", "raise1", python="raise_")
def raise_(metric: Metric, basis: AnyBasis) -> Callable[[FormField], VectorField]:
    """The function from one-forms to vector fields that the inverse of a metric gives.

    Scheme:  (((raise g basis) w) f)
    Math:    sum_ij g^ij w(e_j) e_i
    Shapes:  result: one-form -> vector field
    Raises:  DivisionByZeroError, when applied, where the metric is degenerate
    Source:  FDG 9
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> sharp = raise_(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(sharp(dphi)(phi)(R2_polar.point(*symbols("a b"))))
    (/ 1 (expt a 2))
    """
    basis = as_basis(basis, "raise")
    upper, n = components_of(metric, basis, "raise").upper, basis.dimension

    def raised(w: FormField) -> VectorField:
        lowered = basis.components_of(as_one_form(w, "raise"))

        def at(place: Any) -> Any:
            values = lowered(place)
            return basis.in_chart([dot(row, values) for row in rows(upper(place), n)], place)

        label = application(symbol("raise"), label_of(w), named(name_of(metric)))
        return field_of(Components(basis.chart, at, (lowered, upper), shorten=False), label)

    return raised


def trace_of(matrix: Components, T: Tensor) -> ManifoldFunction:
    """The sum of the products of the entries of a matrix and the components of a tensor."""
    trace = Components(T.basis.chart, lambda place: [dot(matrix(place), T.components(place))], (matrix, T.components))
    return trace.entry(0, f"(trace {T.__name__})")


@public("trace2down")
def trace2down(metric: Metric, basis: AnyBasis) -> Callable[[Any], ManifoldFunction]:
    """The trace of tensors of two vector fields.

    Scheme:  (((trace2down g basis) T) m)
    Math:    sum_ij g^ij T(e_i, e_j)
    Shapes:  T: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> g = coordinate_system_to_metric(R2_polar)
    >>> simplify(trace2down(g, R2_polar.basis())(g)(R2_polar.point(*symbols("a b"))))
    2
    """
    known = components_of(metric, basis, "trace2down")
    return lambda T: trace_of(known.upper, as_tensor(T, VECTORS, known.basis, "trace2down"))


@public("sharpen")
def sharpen(metric: Metric, basis: AnyBasis, m: Point) -> Callable[[FormField], Operator]:
    """The function that raises one-forms at a point: vector fields of constant components by a basis.

    Scheme:  (((sharpen g basis m) w) f)
    Math:    sum_ij g^ij(m) w(e_j)(m) e_i
    Shapes:  result: one-form -> vector field
    Source:  FDG 9
    >>> from scmpy import *
    >>> g, m = coordinate_system_to_metric(R2_polar), R2_polar.point(*symbols("a b"))
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> simplify(sharpen(g, R2_polar.basis(), m)(d(phi))(phi)(m))
    (/ 1 (expt a 2))
    """
    basis = as_basis(basis, "sharpen")
    matrix = rows(components_of(metric, basis, "sharpen").inverse(m), basis.dimension)

    def sharp(w: FormField) -> Operator:
        lowered = basis.components_of(as_one_form(w, "sharpen"))(m)
        pairs = zip(matrix, leaves(basis.vectors), strict=True)
        return sum_of(g.mul(dot(row, lowered), e) for row, e in pairs)  # type: ignore[no-any-return]

    return sharp
