"""Fields, forms, bases, charts and points: their parts, and tensors with both indices lowered or raised."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator, commutator
from scmpy.errors import ChartError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import AnyChart
from scmpy.generic.functions import name_of
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, contract
from scmpy.geometry.chart import Chart, Components, dot, rows
from scmpy.geometry.form_field import FormField, zero_form
from scmpy.geometry.hodge import trace_of
from scmpy.geometry.manifold import Manifold, ManifoldFunction, Point, as_manifold, is_my_manifold_point
from scmpy.geometry.metric import Metric, components_of
from scmpy.geometry.tensor import FORMS, VECTORS, Tensor, Types, argument_types_of, as_tensor
from scmpy.geometry.vector_field import as_vector_field, nothing
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, Name, Value


def _both_indices(matrix: Components, T: Tensor, types: Types, name: str) -> Tensor:
    """The tensor M T M, for a symmetric matrix M and a tensor of two arguments."""
    n = T.basis.dimension

    def at(place: Any) -> list[Any]:
        M, values = rows(matrix(place), n), rows(T.components(place), n)
        half = [[dot(row, column) for column in zip(*values, strict=True)] for row in M]
        return [dot(row, column) for row in half for column in M]

    return Tensor(T.basis, types, Components(T.basis.chart, at, (matrix, T.components)), name)


@public("drop2")
def drop2(metric: Metric, basis: AnyBasis) -> Callable[[Any], Tensor]:
    """The function from tensors of two one-forms to tensors of two vector fields.

    Scheme:  (((drop2 g basis) T) u v)
    Math:    T_ij = sum_kl g_ik g_jl T(e~k, e~l)
    Shapes:  result: tensor of two one-forms -> tensor of two vector fields
    Source:  FDG 9
    >>> from scmpy import *
    >>> g, basis = coordinate_system_to_metric(R2_polar), R2_polar.basis()
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> simplify(drop2(g, basis)(metric_invert(g, basis))(d_dphi, d_dphi)(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """
    basis = as_basis(basis, "drop2")
    known = components_of(metric, basis, "drop2")
    return lambda T: _both_indices(known.lower, as_tensor(T, FORMS, basis, "drop2"), VECTORS, f"(drop2 {name_of(T)})")


@public("raise2")
def raise2(metric: Metric, basis: AnyBasis) -> Callable[[Any], Tensor]:
    """The function from tensors of two vector fields to tensors of two one-forms.

    Scheme:  (((raise2 g basis) T) w1 w2)
    Math:    T^ij = sum_kl g^ik g^jl T(e_k, e_l)
    Shapes:  result: tensor of two vector fields -> tensor of two one-forms
    Source:  FDG 9
    >>> from scmpy import *
    >>> g, (dr, dphi) = coordinate_system_to_metric(R2_polar), R2_polar.form_basis("r phi")
    >>> simplify(raise2(g, R2_polar.basis())(g)(dphi, dphi)(R2_polar.point(*symbols("a b"))))
    (/ 1 (expt a 2))
    """
    basis = as_basis(basis, "raise2")
    known = components_of(metric, basis, "raise2")
    return lambda T: _both_indices(known.upper, as_tensor(T, VECTORS, basis, "raise2"), FORMS, f"(raise2 {name_of(T)})")


@public("trace2up")
def trace2up(metric: Metric, basis: AnyBasis) -> Callable[[Any], ManifoldFunction]:
    """The trace of tensors of two one-forms.

    Scheme:  (((trace2up g basis) T) m)
    Math:    sum_ij g_ij T(e~i, e~j)
    Shapes:  T: (one-form, one-form) -> function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> g, basis = coordinate_system_to_metric(R2_polar), R2_polar.basis()
    >>> simplify(trace2up(g, basis)(metric_invert(g, basis))(R2_polar.point(*symbols("a b"))))
    2
    """
    known = components_of(metric, basis, "trace2up")
    return lambda T: trace_of(known.lower, as_tensor(T, FORMS, known.basis, "trace2up"))


@public("manifold?")
def is_manifold(value: object) -> bool:
    """Is this a manifold?

    Scheme:  (manifold? x)
    Source:  FDG 2
    >>> from scmpy import *
    >>> is_manifold(R2), is_manifold(R2_rect)
    (True, False)
    """
    return isinstance(value, Manifold)


@public("make-manifold-point")
def make_manifold_point(
    representation: Coordinates, manifold: Manifold, system: AnyChart | Name, coordinates: Coordinates
) -> Point:
    """A point from its representation, with the coordinates that a coordinate system gives it.

    Scheme:  (make-manifold-point spec manifold coordinate-system coords)
    Shapes:  spec: what the manifold's points are represented by, such as up(k);  coords: up(n), or a scalar for n = 1
    Source:  FDG 2
    >>> from scmpy import *
    >>> m = make_manifold_point(up(3, 4), R2, R2_rect, up(3, 4))
    >>> chart(R2_polar)(m)[0]
    5
    """
    point = Point.represented(manifold, representation)
    point.remembered(system, lambda: coordinates)
    return point


@public("get-coordinates")
def get_coordinates(point: Point, system: AnyChart | Name, compute: Callable[[], Any]) -> Value:
    """The coordinates that a point keeps for a coordinate system, computed when first asked for.

    Scheme:  (get-coordinates m sys (lambda () coords))
    Source:  FDG 2
    1 ]=> (get-coordinates ((point R2-rect) (up 3 4)) R2-rect (lambda () 'computed))
    ;Value: (up 3 4)
    >>> from scmpy import *
    >>> m = R2_rect.point(3, 4)
    >>> get_coordinates(m, R2_rect, lambda: "computed"), get_coordinates(m, "mine", lambda: "computed")
    ((up 3 4), 'computed')
    """
    return point.remembered(system, compute)


@public("point->manifold")
def point_to_manifold(point: Point) -> Manifold:
    """The manifold of a point.

    Scheme:  (point->manifold m)
    Source:  FDG 2
    >>> from scmpy import *
    >>> point_to_manifold(R2_polar.point(2, 0))
    R2
    """
    return point.manifold


@public("transfer-point")
def transfer_point(embedded: Manifold | Chart, embedding: Manifold | Chart) -> Callable[[Point], Point]:
    """The function from points of one manifold to the points of another with the same representation.

    Scheme:  ((transfer-point S2-spherical R3-rect) m)
    Raises:  ChartError if the manifolds are not part of spaces of one dimension
    Source:  FDG 2
    >>> from scmpy import *
    >>> chart(R3_rect)(transfer_point(S2_spherical, R3_rect)(S2_spherical.point(*symbols("a b"))))[2]
    (cos a)
    """
    source, target = (_manifold_of(x) for x in (embedded, embedding))
    if source.embedding_dimension != target.embedding_dimension:
        raise ChartError(f"transfer-point: {source} and {target} are not represented in spaces of one dimension")

    def transferred(point: Point) -> Point:
        if not is_my_manifold_point(point, source):
            raise ChartError(f"transfer-point expects a point of {source}, got {describe(point)}")
        return Point.represented(target, point.representation)

    return transferred


def _manifold_of(value: Any) -> Manifold:
    return value.manifold if isinstance(value, Chart) else as_manifold(value, "transfer-point")


@public("nform-field?")
def is_nform_field(value: object, rank: int) -> bool:
    """Is this a form of this rank?

    Scheme:  (nform-field? x n)
    Source:  FDG 5
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> is_nform_field(wedge(dx, dy), 2), is_nform_field(wedge(dx, dy), 1)
    (True, False)
    """
    return isinstance(value, FormField) and value.rank == rank


@public("ff:zero?", python="is_zero_form")
def is_zero_form(value: object) -> bool:
    """Is this the zero form (as such: a form that happens to vanish is not)?

    Scheme:  (ff:zero? x)
    Source:  FDG 3
    >>> from scmpy import *
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> is_zero_form(ff_zero), is_zero_form(dx - dx)
    (True, False)
    """
    return isinstance(value, FormField) and value.expression is zero_form.expression


@public("vf:zero?", python="is_zero_field")
def is_zero_field(value: object) -> bool:
    """Is this the zero vector field (as such: a field that happens to vanish is not)?

    Scheme:  (vf:zero? x)
    Source:  FDG 3
    >>> from scmpy import *
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> is_zero_field(vf_zero), is_zero_field(d_dx - d_dx)
    (True, False)
    """
    return isinstance(value, Operator) and value.function is nothing


@public("coordinate-basis?")
def is_coordinate_basis(value: object) -> bool:
    """Is this the coordinate basis of a chart?

    Scheme:  (coordinate-basis? x)
    Source:  FDG 4
    >>> from scmpy import *
    >>> frame = coordinate_system_to_orthonormal_vector_basis(R2_polar)
    >>> orthonormal = make_basis(frame, vector_basis_to_dual(frame, R2_polar))
    >>> is_coordinate_basis(R2_polar.basis()), is_coordinate_basis(orthonormal)
    (True, False)
    """
    return isinstance(value, Basis) and value.coordinate_system is not None


@public("basis->coordinate-system")
def basis_to_coordinate_system(basis: Basis) -> Chart:
    """The chart whose coordinate basis this is.

    Scheme:  (basis->coordinate-system basis)
    Raises:  WrongTypeError if it is not that of a chart
    Source:  FDG 4
    >>> from scmpy import *
    >>> basis_to_coordinate_system(R2_polar.basis())
    R2-polar
    """
    system = basis.coordinate_system
    if system is None:
        raise WrongTypeError(f"basis->coordinate-system expects a coordinate basis, got {describe(basis)}")
    return system


@public("structure-constant")
def structure_constant(e_i: Operator, e_j: Operator, e_k: Operator, basis: Basis, metric: Metric) -> Value:
    """The product of a commutator of two fields with a third.

    Scheme:  (structure-constant e_i e_j e_k basis g)
    Math:    c_ijk = g(e_k, [e_i, e_j])
    Shapes:  result: function on the manifold
    Source:  Misner, Thorne, Wheeler, page 210
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> c = structure_constant(d_dr, d_dphi / r, d_dphi / r, R2_polar.basis(), coordinate_system_to_metric(R2_polar))
    >>> simplify(c(R2_polar.point(*symbols("a b"))))
    (/ -1 a)
    """
    for field in (e_i, e_j, e_k):
        as_vector_field(field, "structure-constant")
    return contract(lambda e, w: g.mul(metric(e_k, e), w(commutator(e_i, e_j))), basis)


@public("has-argument-types?", python="has_argument_types")
def has_argument_types(function: object) -> bool:
    """Are the types of the arguments of this function known?

    Scheme:  (has-argument-types? T)
    Source:  FDG C
    >>> from scmpy import *
    >>> has_argument_types(S2_metric), has_argument_types(sin)
    (True, False)
    """
    return argument_types_of(function) is not None
