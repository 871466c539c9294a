"""The Hodge star of a metric, and with it the gradient, divergence, curl and Laplacian, in any basis.

    * w = sum_{I < J} w^I epsilon_IJ sqrt|det g| e~J,

where the indices of w are raised by the metric, I and J together are all indices, each increasing, and e~J is the wedge
product of the forms of the basis. In an orthonormal basis that is the sum of the components of w with the signs of the
metric. The orientation is that of the basis.

    grad f = raise(d f),    curl v = raise(* d lower(v)),    div v = nabla_i v^i,    Laplacian f = div grad f

The divergence is that of the metric's volume, whatever the signature: with s the sign of det g it is s * d * lower(v).
The original has * d * lower(v), which for a metric with an odd number of negative squares is minus the divergence; it
is ``star-d-star`` of the lowered field.

Source: FDG 10
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator, label_of
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.combinatorics import permutation_parity
from scmpy.generic.functions import apply_value, name_of
from scmpy.geometry.basis import AnyBasis, Basis, as_basis
from scmpy.geometry.chart import Chart, as_chart
from scmpy.geometry.components import Components, array, dot, rows
from scmpy.geometry.exterior import d, get_rank
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.manifold_function import ManifoldFunction
from scmpy.geometry.metric_components import Metric, components_of
from scmpy.geometry.orthonormal import orthonormalize
from scmpy.geometry.raising import lower, raise_
from scmpy.geometry.tensor import alternating_form
from scmpy.geometry.vector_field import VectorField
from scmpy.registry import public
from scmpy.structure.linear import determinant
from scmpy.structure.structure import leaves, sum_of
from scmpy.symbolic.expression import application, symbol


def _basis(metric: Metric, spec: Any, orthonormal: Any, operation: str) -> Basis:
    """The basis that is meant: a basis, or the coordinate basis of a chart; made orthonormal if a chart asks for it."""
    basis = as_basis(spec, operation)
    if orthonormal is None or orthonormal is False:
        return basis
    system = spec if isinstance(spec, Chart) else orthonormal
    return orthonormalize(basis, metric, as_chart(system, operation))


@public("Hodge-star")
def Hodge_star(metric: Metric, spec: AnyBasis, orthonormalized: Chart | bool | None = None) -> Callable[[Any], Any]:
    """The dual of forms by a metric, a function from p-forms to (n - p)-forms; of an n-form it is a function.

    ``spec`` is a basis, or a chart for its coordinate basis; its order is the orientation. With a third argument, for a
    basis a chart, the basis is made orthonormal first.

    Scheme:  ((Hodge-star g basis) w), ((Hodge-star g sys #t) w)
    Shapes:  result: form of rank p -> form of rank n - p
    Raises:  WrongTypeError for what is no form, and for one of a rank above the dimension
    Source:  FDG 10
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> dr, dphi = R2_polar.form_basis("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> star = Hodge_star(coordinate_system_to_metric(R2_polar), R2_polar)
    >>> simplify(star(dr)(d_dphi)(R2_polar.point(*symbols("a b"))))
    a
    """
    basis = _basis(metric, spec, orthonormalized, "Hodge-star")
    known = components_of(metric, basis, "Hodge-star")
    n, e = basis.dimension, leaves(basis.vectors)

    def star(form: Any) -> Any:
        p = get_rank(form)
        if p > n:
            raise WrongTypeError(f"Hodge-star expects a form of rank up to {n}, got {describe(form)}")
        choices = list(itertools.combinations(range(n), p))
        values = [form(*(e[i] for i in chosen)) if p else form for chosen in choices]
        parts = [value for value in values if callable(value)]

        def at(place: Any) -> list[Any]:
            lowered = [apply_value(value, (place,)) for value in values]
            matrix, scale = rows(known.upper(place), n), known.volume(place)[0]
            raised = dict(zip(choices, _raised(matrix, choices, lowered), strict=True))
            return [_dual(raised, rest, n, scale) for rest in itertools.combinations(range(n), n - p)]

        components = Components(basis.chart, at, (*parts, known.upper))
        label = application(symbol("star"), label_of(form))
        return components.entry(0, str(label)) if p == n else alternating_form(basis, n - p, components, label)

    return star


def _raised(matrix: Any, choices: list[tuple[int, ...]], lowered: list[Any]) -> list[Any]:
    """The components with all indices raised: sums over minors of the inverse metric."""

    def minor(upper: tuple[int, ...], below: tuple[int, ...]) -> Any:
        return determinant(tuple(tuple(matrix[i][j] for j in below) for i in upper)) if upper else 1

    wanted = [(w, below) for w, below in zip(lowered, choices, strict=True) if not is_exact_zero(w)]
    return [dot((w for w, _ in wanted), (minor(upper, below) for _, below in wanted)) for upper in choices]


def _dual(raised: dict[tuple[int, ...], Any], rest: tuple[int, ...], n: int, scale: Any) -> Any:
    """The component of the dual at increasing indices."""
    chosen = tuple(i for i in range(n) if i not in rest)
    value = raised[chosen]
    return value if is_exact_zero(value) else g.mul(permutation_parity(chosen + rest), g.mul(scale, value))


@public("gradient")
def gradient(metric: Metric, basis: AnyBasis) -> Callable[[Any], VectorField]:
    """The gradient of functions, in any basis.

    Scheme:  (((gradient g basis) f) h)
    Math:    raise(d f)
    Shapes:  result: function on the manifold -> vector field
    Raises:  DivisionByZeroError, when applied, where the metric is degenerate
    Source:  FDG 10
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> grad = gradient(coordinate_system_to_metric(R2_rect), R2_rect.basis())
    >>> grad(x * y)(x)(R2_rect.point(*symbols("a b")))
    b
    """
    sharp = raise_(metric, basis)
    return lambda f: sharp(d(f))


@public("curl")
def curl(metric: Metric, basis: AnyBasis) -> Callable[[Operator], VectorField]:
    """The curl of vector fields in three dimensions, in any basis that is right-handed.

    Scheme:  (((curl g basis) v) f)
    Math:    raise(* d lower(v))
    Shapes:  result: vector field -> vector field, in three dimensions
    Raises:  WrongTypeError if the basis is not of three dimensions
    Source:  FDG 10
    >>> from scmpy import *
    >>> x, y, z = R3_rect.coordinates("x y z")
    >>> d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
    >>> rot = curl(coordinate_system_to_metric(R3_rect), R3_rect.basis())
    >>> rot(x * d_dy - y * d_dx)(chart(R3_rect))(R3_rect.point(*symbols("a b c")))
    (up 0 0 2)
    """
    if as_basis(basis, "curl").dimension != 3:
        raise WrongTypeError(f"curl expects a basis of three dimensions, got {describe(basis)}")
    star, flat, sharp = Hodge_star(metric, basis), lower(metric), raise_(metric, basis)
    return lambda v: sharp(star(d(flat(as_vector_field(v, "curl")))))


@public("star-d-star")
def star_d_star(metric: Metric, basis: AnyBasis) -> Callable[[Any], Any]:
    """The star of the exterior derivative of the star of forms: of one-forms the divergence of the original.

    Scheme:  (((star-d-star g basis) w) v ...), ((compose (star-d-star g basis) (lower g)) v)
    Math:    * d * w; of lower(v) it is the divergence of v times the sign of det g
    Shapes:  w: a form of rank p;  result: a form of rank p - 1, of a one-form a function
    Source:  FDG 10
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (define g (Minkowski-metric R4-rect))
    1 ]=> (define minus-div (star-d-star g (coordinate-system->basis R4-rect)))
    1 ]=> ((minus-div ((lower g) (* x d/dx))) ((point R4-rect) (up 't 'x 'y 'z)))
    ;Value: -1
    >>> from scmpy import *
    >>> t, x, y, z = R4_rect.coordinates("t x y z")
    >>> g = Minkowski_metric(R4_rect)
    >>> star_d_star(g, R4_rect.basis())(lower(g)(x * R4_rect.vector_basis()[1]))(R4_rect.point(*symbols("t x y z")))
    -1
    """
    star = Hodge_star(metric, basis)
    return lambda w: star(d(star(w)))


@public("divergence")
def divergence(metric: Metric, basis: AnyBasis) -> Callable[[Operator], Any]:
    """The divergence of vector fields, in any basis and for a metric of any signature.

    Scheme:  (((divergence g basis) v) m)
    Math:    sum_i (e_i(v^i) + v^i div(e_i)), in coordinates 1/sqrt|g| d_i(sqrt|g| v^i) = nabla_i v^i
    Shapes:  result: vector field -> function on the manifold
    Source:  FDG 10, whose * d * lower(v) is this times the sign of det g: ``star-d-star``
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> div = divergence(coordinate_system_to_metric(R2_rect), R2_rect.basis())
    >>> div(x**2 * d_dx + y * d_dy)(R2_rect.point(*symbols("a b")))
    (+ 1 (* 2 a))
    """
    basis = as_basis(basis, "divergence")
    known, n = components_of(metric, basis, "divergence"), basis.dimension

    def of_field(v: Operator) -> ManifoldFunction:
        values = basis.components_of(as_vector_field(v, "divergence"))
        moved = Components(basis.chart, values, (values,), shorten=False)
        derivatives = moved.along(basis.frame)

        def at(place: Any) -> list[Any]:
            slopes = array(derivatives(place), n, 2)
            growth = sum_of(slopes[i][i] for i in range(n))
            return [g.add(growth, dot(moved(place), known.divergences(place)))]

        made = Components(basis.chart, at, (values, known.divergences), shorten=False)
        return made.entry(0, f"(divergence {name_of(v)})")

    return of_field


@public("Laplacian")
def Laplacian(metric: Metric, basis: AnyBasis) -> Callable[[Any], Any]:
    """The Laplacian of functions, in any basis and for a metric of any signature.

    Scheme:  (((Laplacian g basis) f) m)
    Math:    div grad f, in coordinates 1/sqrt|g| d_i(sqrt|g| g^ij d_j f) = g^ij nabla_i d_j f
    Shapes:  result: function on the manifold -> function on the manifold
    Source:  FDG 10
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> f = Laplacian(coordinate_system_to_metric(R2_polar), R2_polar.basis())(r**3 * cos(3 * phi))
    >>> simplify(f(R2_polar.point(*symbols("a b"))))
    0
    """
    grad, div = gradient(metric, basis), divergence(metric, basis)
    return lambda f: div(grad(f))
