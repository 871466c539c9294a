"""The Hodge star, * w = sum_{I < J} w^I epsilon_IJ sqrt|det g| e~J, and what is made of it, in any basis.

    grad f = raise(d f),    curl v = raise(* d lower(v)),    div v = nabla_i v^i,    Laplacian f = div grad f

The divergence is that of the metric's volume, s * d * lower(v) with the sign s of det g; the original's * d * lower(v)
is ``star-d-star`` of the lowered field. Then symmetries of a metric. Source: FDG 10
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import chain
from typing import Any

from scmpy.calculus.dual_numbers import finite_part
from scmpy.calculus.jet import traced
from scmpy.calculus.operators import Lie_derivative, Operator, commutator, label_of, named
from scmpy.errors import DivisionByZeroError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import exact, is_exact_zero, permutation_parity
from scmpy.generic.settings import count
from scmpy.generic.types import is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis, vector_basis_to_dual
from scmpy.geometry.chart import Chart, Components, array, as_chart, carried_out, dot, on_chart, rows, typical_point
from scmpy.geometry.curvature import index_notation
from scmpy.geometry.equivalence import magnitude, vanishes
from scmpy.geometry.fields import (
    FormField,
    VectorField,
    as_one_form,
    as_vector_field,
    components_in,
    coordinate_vector_fields,
    field_of,
)
from scmpy.geometry.manifold import ManifoldFunction, Point
from scmpy.geometry.maps import Map, differential
from scmpy.geometry.metric import (
    Metric,
    MetricComponents,
    components_of,
    coordinate_system_to_metric_components,
    metric_over_map,
)
from scmpy.geometry.tensor import FORMS, VECTORS, FieldFunction, Tensor, alternating_form, as_tensor, d, get_rank
from scmpy.registry import public
from scmpy.structure.linear_algebra import determinant
from scmpy.structure.tuples import Down, Structure, Up, leaves, sum_of
from scmpy.symbolic.expression import EXP, Application, Expression, application, subexpressions, symbol, variables_in
from scmpy.symbolic.kernels import COS, COSH, SIN, SINH

# --- orthonormal -----------------------------------------------------------------------------------------------------
# Orthonormal frames: Gram and Schmidt's process, for a metric of any signature.
#
# Each field is made orthogonal to those before it and divided by the square root of the magnitude of its square; the
# squares of the resulting fields are 1 or -1. Where the sign of a symbolic square depends on the place, as inside and
# outside of a horizon, the fields hold its absolute value, and are right on both sides
# (:mod:`scmpy.geometry.metric`).

#: A square of so small a part of the terms that it is the sum of is none.
ROUNDING = 1e-14


def orthonormal_combinations(matrix: Sequence[Sequence[Any]], names: str) -> list[tuple[list[Any], Any]]:
    """Combinations of vectors with these products that are orthonormal; with squares of the same signs."""
    n = len(matrix)
    done: list[tuple[list[Any], Any]] = []  # orthogonal ones, with the squares that they have
    for i in range(n):
        combination: list[Any] = [int(i == j) for j in range(n)]
        for other, square in done:
            part = carried_out(g.div(dot(other, matrix[i]), square))
            combination = [g.sub(x, g.mul(part, y)) for x, y in zip(combination, other, strict=True)]
        square = carried_out(dot(combination, [dot(row, combination) for row in matrix]))
        if vanishes(square) or _is_rounding(square, combination, matrix):
            raise DivisionByZeroError(
                f"Gram-Schmidt: the fields are dependent, or one that is lightlike comes too early: {names}"
            )
        done.append((combination, square))
    return [([g.div(x, length) for x in u], square) for u, square in done for length in (g.sqrt(magnitude(square)),)]


def _is_rounding(square: Any, combination: Sequence[Any], matrix: Sequence[Sequence[Any]]) -> bool:
    """Is a square, or one of a batch, inexact and no more than rounding leaves of the sum that it is?"""
    square, *parts = map(finite_part, (square, *combination, *chain(*matrix)))
    if not all(is_number(x) for part in (square, *parts) for x in elements(part)):
        return False
    sizes = rows([g.abs_(x) for x in parts], len(combination))
    total = dot(sizes[0], [dot(row, sizes[0]) for row in sizes[1:]])
    inexact = any(isinstance(x, float) for x in elements(square))
    return inexact and any(elements(abs(square) <= ROUNDING * total))


@public("Gram-Schmidt")
def Gram_Schmidt(frame: Structure | AnyBasis, metric: Metric) -> Structure:
    """An orthonormal frame, from any frame: a down tuple of vector fields, a basis, or a chart.

    Scheme:  (Gram-Schmidt vector-basis g)
    Shapes:  frame: down(n) of vector fields, or a basis;  result: down(n) of vector fields
    Raises:  DivisionByZeroError, when a field is applied, where the fields are dependent, as far as that is proved, or
             one is lightlike before it is orthogonal to those before it
    Source:  FDG 10
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> e = Gram_Schmidt(down(d_dx, d_dx + d_dy), coordinate_system_to_metric(R2_rect))
    >>> e[1](x)(R2_rect.point(1, 2)), e[1](y)(R2_rect.point(1, 2))
    (0, 1)
    """
    if isinstance(frame, (Basis, Chart)):
        frame = as_basis(frame, "Gram-Schmidt").vectors
    fields: list[Operator] = [as_vector_field(v, "Gram-Schmidt") for v in leaves(frame)]
    given = Basis(Down(fields), Up(()))
    known = MetricComponents(metric, given)
    chart, n = given.chart, given.dimension

    def at(place: Any) -> list[Any]:
        columns = rows(given.frame(place), n)
        combinations = orthonormal_combinations(rows(known.lower(place), n), ", ".join(map(name_of, fields)))
        return [dot(combination, column) for combination, _ in combinations for column in zip(*columns, strict=True)]

    made = Components(chart, at, (known.lower, given.frame))

    def part(i: int) -> Components:
        return Components(chart, lambda place: made(place)[i * n : (i + 1) * n], (made,))

    return Down(field_of(part(i), application(symbol("orthonormal"), v.expression)) for i, v in enumerate(fields))


@public("orthonormalize")
def orthonormalize(basis: AnyBasis, metric: Metric, system: Chart | None = None) -> Basis:
    """An orthonormal basis, from any basis; its fields have components in the chart of that, or in another.

    Scheme:  (orthonormalize basis g), (orthonormalize basis g sys)
    Shapes:  result: n vector fields and n one-forms
    Raises:  DivisionByZeroError, when a field is applied, where the fields are dependent
    Source:  FDG 10
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> basis = orthonormalize(R2_polar, coordinate_system_to_metric(R2_polar))
    >>> simplify(basis_to_1form_basis(basis)(d_dphi)(R2_polar.point(*symbols("a b"))))
    (up 0 a)
    """
    given = as_basis(basis, "orthonormalize")
    frame = Gram_Schmidt(given.vectors, metric)
    chart = given.chart if system is None else system
    return Basis(frame, vector_basis_to_dual(frame, chart))


@public("coordinate-system->Lame-coefficients")
def coordinate_system_to_Lame_coefficients(system: Chart) -> Structure:
    """The lengths of the coordinate vectors of an orthogonal chart, functions of its coordinates.

    Scheme:  ((coordinate-system->Lame-coefficients sys) coordinates)
    Shapes:  result: coordinates up(n) -> down(n)
    Source:  Morse and Feshbach, Methods of Theoretical Physics, 1.3
    >>> simplify(coordinate_system_to_Lame_coefficients(R3_cyl)(up(*symbols("r theta z"))))
    (down 1 r 1)
    """
    components = coordinate_system_to_metric_components(system)
    return Down(Function(lambda q, i=i: g.sqrt(components(q)[i][i]), f"length {i}") for i in range(system.dimension))


@public("coordinate-system->orthonormal-vector-basis")
def coordinate_system_to_orthonormal_vector_basis(system: Chart) -> Structure:
    """The coordinate vectors of an orthogonal chart divided by their lengths.

    Scheme:  (coordinate-system->orthonormal-vector-basis sys)
    Shapes:  result: down(n) of vector fields
    Source:  FDG 10
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> e = coordinate_system_to_orthonormal_vector_basis(R2_polar)
    >>> simplify(e(phi)(R2_polar.point(*symbols("a b"))))
    (down 0 (/ 1 a))
    """
    components = coordinate_system_to_metric_components(system)
    n = system.dimension
    lengths = Components(system, lambda place: _lengths(components(system.at(place)), n))
    return Down(e / lengths.entry(i, f"length {e.__name__}") for i, e in enumerate(coordinate_vector_fields(system)))


def _lengths(matrix: Structure, n: int) -> list[Any]:
    return [g.sqrt(matrix[i][i]) for i in range(n)]


# --- raising ---------------------------------------------------------------------------------------------------------
# Raising and lowering of indices by a metric, and traces.
#
#     (lower g)(u) = v -> g(v, u),      (raise g)(w) = sum_ij g^ij w(e_j) e_i
#
# The trace of a tensor of two arguments is its contraction with the inverse of the metric, or with the metric.
#
# Source: FDG 9


@public("lower", "vector-field->1form-field", "drop1", python="lower")
def lower(metric: Metric) -> Callable[[Operator], FormField]:
    """The function from vector fields to one-forms that a metric gives.

    Scheme:  (((lower g) u) v)
    Math:    (lower u)(v) = g(v, u)
    Shapes:  result: vector field -> one-form
    Source:  FDG 9
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> flat = lower(coordinate_system_to_metric(R2_polar))
    >>> simplify(flat(d_dphi)(d_dr + d_dphi)(R2_polar.point(*symbols("a b"))))
    (expt a 2)
    """

    def lowered(u: Operator) -> FormField:
        as_vector_field(u, "lower")
        label = application(symbol("lower"), u.expression, named(name_of(metric)))
        return FormField(lambda v: metric(v, u), label, 1, getattr(u, "chart", None))

    return lowered


@public("raise", "1form-field->vector-field", "raise1", python="raise_")
def raise_(metric: Metric, basis: AnyBasis) -> Callable[[FormField], VectorField]:
    """The function from one-forms to vector fields that the inverse of a metric gives.

    Scheme:  (((raise g basis) w) f)
    Math:    sum_ij g^ij w(e_j) e_i
    Shapes:  result: one-form -> vector field
    Raises:  DivisionByZeroError, when applied, where the metric is degenerate
    Source:  FDG 9
    >>> (r, phi), (dr, dphi) = R2_polar.coordinates("r phi"), R2_polar.form_basis("r phi")
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
    trace = Components(T.basis.chart, lambda place: [dot(matrix(place), T.components(place))], (matrix, T.components))
    return trace.entry(0, f"(trace {T.__name__})")


@public("trace2down")
def trace2down(metric: Metric, basis: AnyBasis) -> Callable[[Any], ManifoldFunction]:
    """The trace of tensors of two vector fields.

    Scheme:  (((trace2down g basis) T) m)
    Math:    sum_ij g^ij T(e_i, e_j)
    Shapes:  T: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
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
    >>> (r, phi), (dr, dphi) = R2_polar.coordinates("r phi"), R2_polar.form_basis("r phi")
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
    def minor(upper: tuple[int, ...], below: tuple[int, ...]) -> Any:
        return determinant(tuple(tuple(matrix[i][j] for j in below) for i in upper)) if upper else 1

    wanted = [(w, below) for w, below in zip(lowered, choices, strict=True) if not is_exact_zero(w)]
    return [dot((w for w, _ in wanted), (minor(upper, below) for _, below in wanted)) for upper in choices]


def _dual(raised: dict[tuple[int, ...], Any], rest: tuple[int, ...], n: int, scale: Any) -> Any:
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
    >>> (x, y, z), (d_dx, d_dy, d_dz) = R3_rect.coordinates("x y z"), R3_rect.vector_basis("x y z")
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
    >>> (t, x, y, z), (d_dt, d_dx, d_dy, d_dz) = R4_rect.coordinates("t x y z"), R4_rect.vector_basis("t x y z")
    >>> g = Minkowski_metric(R4_rect)
    >>> star_d_star(g, R4_rect.basis())(lower(g)(x * d_dx))(R4_rect.point(*symbols("t x y z")))
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
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
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
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> f = Laplacian(coordinate_system_to_metric(R2_polar), R2_polar.basis())(r**3 * cos(3 * phi))
    >>> simplify(f(R2_polar.point(*symbols("a b"))))
    0
    """
    grad, div = gradient(metric, basis), divergence(metric, basis)
    return lambda f: div(grad(f))


@public("codifferential")
def codifferential(metric: Metric, basis: AnyBasis) -> Callable[[Any], Any]:
    """The codifferential of forms, in any basis and for a metric of any signature; of a function it is 0.

    Scheme:  (((codifferential g basis) w) v ...)
    Math:    (delta w)_bc... = -nabla^a w_abc...;   delta w = (-1)^(n (p + 1) + 1) sign(det g) * d * w
    Shapes:  w: a form of rank p;  result: a form of rank p - 1, of a one-form a function
    Raises:  WrongTypeError for what is no form
    Source:  Frankel, The Geometry of Physics, 14.1
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> codifferential(coordinate_system_to_metric(R2_rect), R2_rect)(x**2 * dx)(R2_rect.point(*symbols("a b")))
    (* -2 a)
    """
    basis = as_basis(basis, "codifferential")
    n = basis.dimension

    def of_form(w: Any) -> Any:
        p = get_rank(w)
        if not p:
            return 0
        rest = "bcdefhijklmnopq"[: p - 1]
        right = f"- w_a{rest};z g^az"
        made = index_notation(f"D_{rest} = {right}" if rest else right, {"w": w}, metric, basis)
        if not rest:
            return made
        choices = list(itertools.combinations(range(n), p - 1))

        def at(place: Any) -> list[Any]:
            values = array(made.components(place), n, p - 1)
            return [reduce(lambda part, i: part[i], chosen, values) for chosen in choices]

        components = Components(basis.chart, at, (made.components,))
        return alternating_form(basis, p - 1, components, application(symbol("codifferential"), label_of(w)))

    return of_form


@public("Laplace-de-Rham", python="Laplace_de_Rham")
def Laplace_de_Rham(metric: Metric, basis: AnyBasis) -> Callable[[Any], Any]:
    """The Laplacian of forms of Hodge and de Rham; of functions it is the negative of ``Laplacian``.

    Scheme:  (((Laplace-de-Rham g basis) w) v ...)
    Math:    d delta + delta d
    Shapes:  result: a form, or function on the manifold -> the same
    Source:  Frankel, The Geometry of Physics, 14.2
    >>> (x, y), (dx, dy) = R2_rect.coordinates("x y"), R2_rect.form_basis("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> box = Laplace_de_Rham(coordinate_system_to_metric(R2_rect), R2_rect)
    >>> box(y**2 * dx)(d_dx)(R2_rect.point(*symbols("a b")))
    -2
    """
    delta = codifferential(metric, basis)
    return lambda w: g.add(d(delta(w)), delta(d(w))) if get_rank(w) else delta(d(w))


# --- isometries ------------------------------------------------------------------------------------------------------
# Symmetries of a metric: the fields whose flow, and the maps which, leave all products of vectors as they are.
#
#     L_K g = 0,      mu^* g = g
#
# Source: FDG 9; Wald, General Relativity, appendix C


@public("Killing-residual")
def Killing_residual(metric: Metric) -> Callable[[Operator], Function]:
    """The Lie derivative of a metric along a vector field: zero if the flow of the field consists of isometries.

    Scheme:  ((((Killing-residual g) K) u v) m)
    Math:    (L_K g)(u, v) = K(g(u, v)) - g([K, u], v) - g(u, [K, v])
    Shapes:  result: vector field -> function of two vector fields
    Source:  Wald, appendix C
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> simplify(Killing_residual(S2_metric)(d_dphi)(d_dtheta, d_dphi)(S2_spherical.point(*symbols("a b"))))
    0
    """

    def residual(K: Operator) -> Function:
        along = Lie_derivative(as_vector_field(K, "Killing-residual"))
        changes = along(FieldFunction(metric, VECTORS, "metric"))
        return FieldFunction(changes, VECTORS, f"(Killing-residual {name_of(K)})")

    return residual


@public("isometry-residual")
def isometry_residual(metric: Metric, target: Metric | None = None) -> Callable[[Map], Function]:
    """The metric that a map carries back, less the metric of its source: zero if the map is an isometry.

    Scheme:  ((((isometry-residual g) mu) u v) m), (((isometry-residual g h) mu) u v) for a map to a space of metric h
    Math:    (mu^* h - g)(u, v) = h((d mu) u, (d mu) v) - g(u, v)
    Shapes:  result: map -> function of two vector fields
    Source:  Wald, appendix C
    >>> metric, (e, _) = coordinate_system_to_metric(R2_rect), R2_rect.vector_basis("x y")
    >>> turn = compose(point(R2_rect), lambda q: up(-q[1], q[0]), chart(R2_rect))
    >>> simplify(isometry_residual(metric)(turn)(e, e)(R2_rect.point(*symbols("a b"))))
    0
    """
    image = metric if target is None else target

    def residual(mu: Map) -> Function:
        push, measured = differential(mu), metric_over_map(mu, image)

        def of_fields(u: Operator, v: Operator) -> Any:
            return g.sub(measured(push(u), push(v)), metric(u, v))

        return FieldFunction(of_fields, VECTORS, f"(isometry-residual {name_of(mu)})")

    return residual


# Killing's equations are solved for sums of given functions times elements of a basis: linear equations for the
# coefficients. Their solutions are found at random places, in floats, made rational, and have to be proved.

SAMPLES = 2  #: equations for each unknown coefficient
SMALL = 1e-8  #: singular values, beside the largest, that are zero
MOST_DENOMINATOR = 60  #: of coefficients


@public("Killing-fields")
def Killing_fields(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, conformal: bool = False
) -> tuple[VectorField, ...]:
    """A basis of the Killing fields, or of the conformal ones, whose components are sums of given functions.

    The functions are given, or all products of at most so many coordinates; of two of them if nothing is said, and the
    inverses of the metric's exponentials, or where it has sines products of cot, sin, cos, 1/sin of the angles, with
    hyperbolic sines of coth and tanh, and coordinates that do not occur. Of the fields in the span of these all are
    found whose coefficients are rational numbers of small denominators; each is proved to solve the equation, and one
    that is not is an error.

    Scheme:  (Killing-fields g basis), (Killing-fields g basis (list f ...) #t)
    Math:    L_K g = 0, or for conformal fields L_K g = 2/n (div K) g
    Shapes:  result: vector fields
    Raises:  DomainError if a field is not proved to be one; ChartError for a basis of another chart
    Source:  Wald, General Relativity, appendix C
    1 ]=> (length (Killing-fields S2-metric S2-spherical))
    ;Value: 3
    >>> [len(Killing_fields(Minkowski_metric(R4_rect), R4_rect)), len(Killing_fields(S2_metric, S2_spherical))]
    [10, 3]
    """
    known = _in_coordinates(metric, basis, "Killing-fields")
    chart, chosen = known.basis.chart, _ansatz(known, functions)
    residuals = _Killing_residuals(known, chosen, 1, conformal)
    fields = []
    for row in _solved(residuals, chart, len(chosen) * chart.dimension, "Killing-fields"):
        pairs = zip(row, itertools.product(leaves(known.basis.vectors), chosen), strict=True)
        terms = [(f if c == 1 else g.mul(c, f), e) for c, (e, f) in pairs if c]
        field = sum_of(e if is_number(f) and f == 1 else g.mul(f, e) for f, e in terms)
        fields.append(VectorField(chart, components_in(field, chart), label_of(field)))
    return tuple(fields)


@public("Killing-tensors")
def Killing_tensors(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[Tensor, ...]:
    """A basis of the symmetric Killing tensors whose upper components are sums of given functions, as Killing-fields.

    Products of Killing fields are among them, and the inverse of the metric, where the functions give these.

    Scheme:  (Killing-tensors g basis), (Killing-tensors g basis (list f ...) rank)
    Math:    nabla^(a K^b..c) = 0: K^b..c p_b .. p_c is constant along geodesics
    Shapes:  result: functions of as many one-forms as the rank
    Raises:  DomainError if a tensor is not proved to be one, and for a rank of 0
    Source:  Wald, General Relativity, appendix C.3
    1 ]=> (length (Killing-tensors (coordinate-system->metric R2-rect) R2-rect 2))
    ;Value: 6
    >>> len(Killing_tensors(coordinate_system_to_metric(R2_rect), R2_rect, 2))
    6
    """
    known = _in_coordinates(metric, basis, "Killing-tensors")
    n, chosen, rank = known.basis.dimension, _ansatz(known, functions), _positive(rank, "Killing-tensors")
    residuals = _Killing_residuals(known, chosen, rank)
    monomials = list(itertools.combinations_with_replacement(range(n), rank))
    shares = [len(set(itertools.permutations(x))) for x in monomials]
    where = [(monomials.index(i), shares[monomials.index(i)]) for i in _ordered(n, rank)]
    return tuple(
        Tensor(known.basis, FORMS[:1] * rank, _combined(known.basis.chart, chosen, row, where), "Killing-tensor")
        for row in _solved(residuals, known.basis.chart, len(chosen) * len(monomials), "Killing-tensors")
    )


@public("Killing-Yano-forms")
def Killing_Yano_forms(
    metric: Metric, basis: AnyBasis, functions: Iterable[Any] | int | None = None, rank: int = 2
) -> tuple[FormField, ...]:
    """A basis of the Killing-Yano forms whose components are sums of given functions, as those of Killing-fields.

    Scheme:  (Killing-Yano-forms g basis), (Killing-Yano-forms g basis (list f ...) rank)
    Math:    nabla_(a f_b)c.. = 0; f_ac f_b^c is a Killing tensor
    Shapes:  result: forms of the rank
    Raises:  DomainError if a form is not proved to be one, and for a rank of 0
    Source:  Stephani, Kramer, MacCallum, Hoenselaers, Herlt, Exact Solutions, 35.3
    1 ]=> (length (Killing-Yano-forms (coordinate-system->metric R3-rect) R3-rect 1))
    ;Value: 4
    >>> len(Killing_Yano_forms(coordinate_system_to_metric(R3_rect), R3_rect, 1))
    4
    """
    known = _in_coordinates(metric, basis, "Killing-Yano-forms")
    n, chosen, rank = known.basis.dimension, _ansatz(known, functions), _positive(rank, "Killing-Yano-forms")
    choices = list(itertools.combinations(range(n), rank))
    where = [(i, 1) for i in range(len(choices))]
    return tuple(
        alternating_form(known.basis, rank, _combined(known.basis.chart, chosen, row, where), symbol("Killing-Yano"))
        for row in _solved(
            _Yano_residuals(known, chosen, rank), known.basis.chart, len(chosen) * len(choices), "Killing-Yano-forms"
        )
    )


def _positive(rank: Any, operation: str) -> int:
    if not count(rank, operation):
        raise DomainError(f"{operation} expects a rank of 1 or more")
    return rank  # type: ignore[no-any-return]


def _ordered(n: int, rank: int) -> Iterator[tuple[int, ...]]:
    return (tuple(sorted(i)) for i in itertools.product(range(n), repeat=rank))


def _combined(
    chart: Chart, functions: Sequence[Any], row: Sequence[Any], where: Sequence[tuple[int, int]]
) -> Components:
    coefficients = rows(row, len(functions))

    def at(place: Any) -> list[Any]:
        values = [apply_value(f, (place,)) for f in functions]
        sums = [dot(part, values) for part in coefficients]
        return [g.div(sums[i], share) for i, share in where]

    return Components(chart, at, functions)


def _in_coordinates(metric: Any, basis: Any, operation: str) -> MetricComponents:
    return components_of(metric, coordinate_basis(as_basis(basis, operation).chart), operation)


def _solved(residuals: Components, chart: Chart, unknowns: int, operation: str) -> list[list[Any]]:
    found, entries = _null_space(residuals, chart, unknowns), rows(residuals(typical_point(chart)), unknowns)
    for row in found:
        if not all(vanishes(dot(row, left)) for left in entries):
            raise DomainError(
                f"{operation}: the coefficients {row} solve the equation in floats, but that is not proved"
            )
    return found


MOST_FUNCTIONS = 80  # in the components of Killing fields, unless they are given


def _ansatz(known: MetricComponents, given: Any) -> list[Any]:
    """The functions that are given, products of so many coordinates, or those that are taken if none are given."""
    chart = known.basis.chart
    if isinstance(given, int):
        degrees = range(1, count(given, "Killing-fields") + 1)
        chosen = (itertools.combinations_with_replacement(chart.coordinates(), k) for k in degrees)
        return [1, *(reduce(g.mul, x) for x in chain(*chosen))]
    if given is not None and given is not False:
        return list(given)
    m = typical_point(chart)
    place, lower = leaves(chart.at(m)), [x for x in known.lower(m) if isinstance(x, Expression)]
    nodes = [y for y in subexpressions(*lower) if isinstance(y, Application)]
    round_, bent = ({y.operands[0] for y in nodes if y.operator in heads} for heads in ((SIN, COS), (SINH, COSH)))
    if not round_ and not bent:
        powers = [y for y in nodes if y.operator is EXP or str(y.operands[0]).startswith("(exp ")]
        return [*_ansatz(known, 2), *(_on_chart(chart, g.invert(y), place) for y in powers)]
    free = {x for y in lower for x in variables_in(y)}
    single: list[list[Any]] = []
    for x, q in zip(place, chart.coordinates(), strict=True):
        if x in bent:
            single.append([g.div(g.cosh(q), g.sinh(q)), g.div(g.sinh(q), g.cosh(q))])
        elif x in round_:
            single.append([g.div(g.cos(q), g.sin(q)), g.sin(q), g.cos(q), g.invert(g.sin(q))])
        elif x not in free:
            single.append([g.sin(q), g.cos(q)])
    products = [reduce(g.mul, x) for x in itertools.product(*([1, *some] for some in single))]
    linear = [q for x, q in zip(place, chart.coordinates(), strict=True) if x not in free]
    pairs = (g.mul(x, y) for one, other in itertools.combinations(single, 2) for x in one for y in other)
    return [*linear, *(products if len(products) <= MOST_FUNCTIONS else [1, *chain(*single), *pairs])]


def _on_chart(chart: Chart, expression: Any, names: Sequence[Any]) -> Any:
    one = Up((expression,))
    return on_chart(chart, lambda q: traced(one, dict(zip(names, leaves(q), strict=True)))[0], "inverse-power")


def _Killing_residuals(known: MetricComponents, functions: Any, rank: int, conformal: bool = False) -> Components:
    """The brackets of f p_a .. p_c with the square g^ab p_a p_b / 2, or their parts without trace, by products of p.

    The columns are those of the products p_a .. p_c, and for each of the functions.
    """
    chart, n = known.basis.chart, known.basis.dimension
    parts = Components(chart, lambda place: [apply_value(f, (place,)) for f in functions], functions, shorten=False)
    N = range(n)
    monomials, products = (list(itertools.combinations_with_replacement(N, k)) for k in (rank, rank + 1))

    def at(place: Any) -> list[Any]:
        upper, slopes = rows(known.upper(place), n), array(known.upper.partials(place), n, 3)
        values, gradients = parts(place), rows(parts.partials(place), len(functions))
        columns = []
        for factors in monomials:
            turned: dict[tuple[int, ...], list[Any]] = {x: [] for x in products}
            for k, a in enumerate(factors):
                for b, c in itertools.product(N, repeat=2):
                    turned[tuple(sorted((*factors[:k], *factors[k + 1 :], b, c)))].append(slopes[a][b][c])
            bent = {x: g.div(sum_of(terms), -2) for x, terms in turned.items()}
            for m, f in enumerate(values):
                change = {x: [g.mul(f, y)] for x, y in bent.items()}
                for a, b in itertools.product(N, repeat=2):
                    change[tuple(sorted((*factors, b)))].append(g.mul(upper[a][b], gradients[a][m]))
                columns.append({x: sum_of(terms) for x, terms in change.items()})
        if conformal:
            columns = [_without_trace(column, rows(known.lower(place), n), upper) for column in columns]
        return [column[x] for x in products for column in columns]

    return Components(chart, at, (known.lower, *functions), shorten=False)


def _without_trace(column: dict[tuple[int, ...], Any], lower: Any, upper: Any) -> dict[tuple[int, ...], Any]:
    trace = g.div(sum_of(g.mul(lower[a][b], x) for (a, b), x in column.items()), len(lower))
    return {(a, b): g.sub(x, g.mul(trace, g.mul(1 + (a != b), upper[a][b]))) for (a, b), x in column.items()}


def _Yano_residuals(known: MetricComponents, functions: Any, rank: int) -> Components:
    """The symmetric parts nabla_(a f_b)c.. of the basis forms of a rank, and for each of the functions."""
    chart, n = known.basis.chart, known.basis.dimension
    parts = Components(chart, lambda place: [apply_value(f, (place,)) for f in functions], functions, shorten=False)
    choices = list(itertools.combinations(range(n), rank))
    places = [
        (a, b, *rest) for a in range(n) for b in range(a, n) for rest in itertools.combinations(range(n), rank - 1)
    ]

    def at(place: Any) -> list[Any]:
        gamma, values = array(known.symbols_2(place), n, 3), parts(place)
        gradients = rows(parts.partials(place), len(functions))

        def entry(chosen: tuple[int, ...], index: tuple[int, ...]) -> int:
            return permutation_parity(index) if tuple(sorted(index)) == chosen else 0

        def turned(chosen: tuple[int, ...], a: int, index: tuple[int, ...]) -> Any:
            moved = ((s, m) for s in range(rank) for m in range(n))
            terms = (g.mul(entry(chosen, (*index[:s], m, *index[s + 1 :])), gamma[a][index[s]][m]) for s, m in moved)
            return g.negate(sum_of(terms))

        result = []
        for a, b, *rest in places:
            for chosen in choices:
                first, second = ((a, (b, *rest)), (b, (a, *rest)))
                bent = g.add(turned(chosen, *first), turned(chosen, *second))
                for m, f in enumerate(values):
                    grown = sum_of(g.mul(entry(chosen, index), gradients[i][m]) for i, index in (first, second))
                    result.append(g.add(grown, g.mul(f, bent)))
        return result

    return Components(chart, at, (known.lower, *functions), shorten=False)


def _null_space(residuals: Components, chart: Chart, unknowns: int) -> list[list[Any]]:
    """Rational coefficients of all combinations of columns that vanish at random places, reduced by rows."""
    import numpy

    place = typical_point(chart)
    symbolic, source = residuals(place), random.Random(1)
    names = list(leaves(chart.at(place)))
    others = [x for x in variables_in(Up(symbolic)) if x not in names]
    equations: list[list[float]] = []
    while len(equations) < SAMPLES * unknowns:
        numbers: dict[Any, Any] = {x: source.uniform(0.3, 2.7) for x in (*names, *others)}
        values = traced(Up(symbolic), numbers).components
        equations += [[float(g.inexact(x)) for x in row] for row in rows(values, unknowns)]
    _, sizes, directions = numpy.linalg.svd(numpy.array(equations), full_matrices=False)
    kernel = directions[sizes <= SMALL * sizes[0]]
    result: list[int] = []
    for pivot in range(unknowns):  # reduced row echelon form
        at = len(result)
        if at == len(kernel):
            break
        best = at + int(numpy.argmax(abs(kernel[at:, pivot])))
        if abs(kernel[best, pivot]) > SMALL:
            kernel[[at, best]] = kernel[[best, at]]
            kernel[at] /= kernel[at, pivot]
            for i in range(len(kernel)):
                if i != at:
                    kernel[i] -= kernel[i, pivot] * kernel[at]
            result.append(at)
    return [[exact(Fraction(float(x)).limit_denominator(MOST_DENOMINATOR)) for x in kernel[i]] for i in result]


@public("structure-constants-of-fields")
def structure_constants_of_fields(fields: Iterable[Operator]) -> tuple[tuple[tuple[Any, ...], ...], ...]:
    """The structure constants of the Lie algebra that vector fields span: by a, b and c.

    Scheme:  (structure-constants-of-fields (list K1 K2 ...))
    Math:    [K_a, K_b] = sum_c C_ab^c K_c
    Raises:  DomainError if a commutator is no combination of them with rational coefficients; ChartError for fields of
             several charts
    Source:  Wald, General Relativity, appendix C
    >>> x, y, z = R3_rect.coordinates("x y z")
    >>> d_dx, d_dy, d_dz = R3_rect.vector_basis("x y z")
    >>> structure_constants_of_fields([y * d_dz - z * d_dy, z * d_dx - x * d_dz, x * d_dy - y * d_dx])[0][1]
    (0, 0, -1)
    """
    given = [as_vector_field(v, "structure-constants-of-fields") for v in fields]
    chart = next((v.chart for v in given if getattr(v, "chart", None) is not None), None)
    if chart is None:
        raise DomainError("structure-constants-of-fields expects vector fields that have components in a chart")
    columns, m = [components_in(v, chart) for v in given], len(given)
    constants: dict[tuple[int, ...], tuple[Any, ...]]
    constants = dict.fromkeys(itertools.product(range(m), repeat=2), (0,) * m)
    for a, b in itertools.combinations(range(m), 2):
        together = [*columns, components_in(commutator(given[a], given[b]), chart)]
        values = Components(chart, _transposed(together), together, shorten=False)
        found = [row for row in _null_space(values, chart, m + 1) if row[m]]
        entries = rows(values(typical_point(chart)), m + 1)
        if len(found) != 1 or not all(vanishes(dot(found[0], row)) for row in entries):
            names = f"{name_of(given[a])} and {name_of(given[b])}"
            raise DomainError(
                f"structure-constants-of-fields: the commutator of {names} is no combination of the fields"
            )
        constants[a, b] = tuple(exact(Fraction(-x) / found[0][m]) for x in found[0][:m])
        constants[b, a] = tuple(-x for x in constants[a, b])
    return tuple(tuple(constants[a, b] for b in range(m)) for a in range(m))


def _transposed(columns: Sequence[Any]) -> Callable[[Any], list[Any]]:
    return lambda place: [x for row in zip(*(leaves(column(place)) for column in columns), strict=True) for x in row]
