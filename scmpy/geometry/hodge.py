"""The Hodge star, * w = sum_{I < J} w^I epsilon_IJ sqrt|det g| e~J, and what is made of it, in any basis.

    grad f = raise(d f),    curl v = raise(* d lower(v)),    div v = nabla_i v^i,    Laplacian f = div grad f

The divergence is that of the metric's volume, s * d * lower(v) with the sign s of det g; the original's * d * lower(v)
is ``star-d-star`` of the lowered field. Source: FDG 10
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import chain
from typing import Any

from scmpy.calculus.derivative import Operator, label_of, named
from scmpy.calculus.dual_numbers import finite_part
from scmpy.errors import DivisionByZeroError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.numbers import is_exact_zero, permutation_parity
from scmpy.generic.types import is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, make_constant_vector_field, vector_basis_to_dual
from scmpy.geometry.chart import Chart, Components, array, as_chart, carried_out, dot, rows
from scmpy.geometry.curvature import index_notation
from scmpy.geometry.equivalence import magnitude, vanishes
from scmpy.geometry.fields import (
    FormField,
    VectorField,
    as_one_form,
    as_vector_field,
    coordinate_vector_fields,
    field_of,
)
from scmpy.geometry.manifold import ManifoldFunction, Point
from scmpy.geometry.metric import Metric, MetricComponents, components_of, coordinate_system_to_metric_components
from scmpy.geometry.tensor import VECTORS, Tensor, alternating_form, as_tensor, d, get_rank, of_each
from scmpy.registry import public
from scmpy.structure.linear_algebra import determinant
from scmpy.structure.tuples import Down, Structure, Up, leaves, sum_of
from scmpy.symbolic.expression import application, symbol

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
    lengths = Components(system, lambda place: [g.sqrt(x[i]) for i, x in enumerate(components(system.at(place)))])
    return Down(e / lengths.entry(i, f"length {e.__name__}") for i, e in enumerate(coordinate_vector_fields(system)))


# --- raising ---------------------------------------------------------------------------------------------------------
# Raising and lowering of indices by a metric, and traces.
#
#     (lower g)(u) = v -> g(v, u),      (raise g)(w) = sum_ij g^ij w(e_j) e_i
#
# The trace of a tensor of two arguments is its contraction with the inverse of the metric, or with the metric.


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
    sharp, constant = raise_(metric, basis), make_constant_vector_field(as_basis(basis, "sharpen"), m)
    return lambda w: constant(sharp(w))


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
    basis = as_basis(spec, "Hodge-star")
    if orthonormalized is not None and orthonormalized is not False:
        system = spec if isinstance(spec, Chart) else orthonormalized
        basis = orthonormalize(basis, metric, as_chart(system, "Hodge-star"))
    known = components_of(metric, basis, "Hodge-star")
    n, e = basis.dimension, leaves(basis.vectors)

    @of_each
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

    @of_each
    def of_form(w: Any) -> Any:
        p = get_rank(w)
        if not p:
            return 0
        rest = "bcdefhijklmnopq"[: p - 1]
        right = f"- w_a{rest};z g^az"
        made = index_notation(f"D_{rest} = {right}" if rest else right, {"w": w}, metric, basis)
        if not rest:
            return ManifoldFunction(made, str(application(symbol("codifferential"), label_of(w))), (basis.chart,))
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
    return of_each(lambda w: g.add(d(delta(w)), delta(d(w))) if get_rank(w) else delta(d(w)))
