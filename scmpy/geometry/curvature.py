"""The connection of a metric, the torsion and curvature of connections, and tensors by formulas with indices.

    T(X, Y) = nabla_X Y - nabla_Y X - [X, Y]
    R(X, Y) = [nabla_X, nabla_Y] - nabla_[X, Y],      R^i_jkl = e~i(R(e_k, e_l) e_j)

Source: FDG 8, 9; Hawking, Ellis, The Large Scale Structure of Space-Time, 2.5. Next: general_relativity.
"""

from __future__ import annotations

import itertools
import re
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from scmpy.calculus.derivative import Operator, commutator
from scmpy.errors import ChartError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, apply_value, arity
from scmpy.generic.numbers import factorial, is_exact_zero, permutation_parity
from scmpy.generic.types import Value
from scmpy.geometry.basis import AnyBasis, Basis, antisymmetric, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, as_text, dot, in_coordinates, rows, symmetric
from scmpy.geometry.connection import (
    Cartan,
    Cartan_transform,
    Christoffel,
    Christoffel_to_Cartan,
    Connection,
    Nabla,
    covariant_derivative,
)
from scmpy.geometry.fields import FormField, VectorField, as_vector_field, field_of
from scmpy.geometry.manifold import Point
from scmpy.geometry.metric import Metric, MetricComponents, components_of, no_metric
from scmpy.geometry.tensor import (
    VECTORS,
    FieldFunction,
    Tensor,
    Types,
    alternating_form,
    argument_types_of,
    as_tensor,
    contracted,
)
from scmpy.registry import public
from scmpy.render.notation import GREEK
from scmpy.structure.tuples import Structure, leaves, map_leaves, sum_of
from scmpy.symbolic.expression import application, symbol

# --- levi civita -----------------------------------------------------------------------------------------------------
# The connection of a metric: symmetric, with a metric that is covariantly constant; in any basis.


@public("metric->connection-1", "metric->Christoffel-1")
def metric_to_Christoffel_1(metric: Metric, basis: AnyBasis) -> Christoffel:
    """The symbols of the first kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-1 g basis)) m)
    Math:    Gamma_kji = g(nabla_{e_k} e_j, e_i)
    Shapes:  result: down of down of down of functions on the manifold, with its basis
    Source:  FDG 9
    >>> G = metric_to_Christoffel_1(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(Christoffel_to_symbols(G)(R2_polar.point(*symbols("r theta"))))
    (down (down (down 0 0) (down 0 r)) (down (down 0 r) (down (* -1 r) 0)))
    """
    known = components_of(metric, basis, "metric->Christoffel-1")
    return Christoffel.of_components(known.symbols_1, known.basis, 1)


@public("metric->connection-2", "metric->Christoffel-2")
def metric_to_Christoffel_2(metric: Metric, basis: AnyBasis) -> Christoffel:
    """The symbols of the second kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-2 g basis)) m)
    Math:    nabla_{e_k} e_j = sum_i Gamma_kj^i e_i
    Shapes:  result: down of down of up of functions on the manifold, with its basis
    Raises:  DivisionByZeroError, when the symbols are applied, where the metric is degenerate
    Source:  FDG 9
    >>> G = metric_to_Christoffel_2(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(Christoffel_to_symbols(G)(R2_polar.point(*symbols("r theta"))))
    (down (down (up 0 0) (up 0 (/ 1 r))) (down (up 0 (/ 1 r)) (up (* -1 r) 0)))
    """
    known = components_of(metric, basis, "metric->Christoffel-2")
    return Christoffel.of_components(known.symbols_2, known.basis, metric=known)


@public("Levi-Civita")
def Levi_Civita(metric: Metric, basis: AnyBasis | None = None) -> Nabla:
    """The covariant derivative of a metric, in its own basis if it has one and none is given.

    Scheme:  (Levi-Civita g basis), (Levi-Civita g)
    Math:    nabla g = 0, without torsion
    Shapes:  result: vector field -> field of any kind -> field of that kind
    Source:  FDG 9
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    >>> simplify(nabla(d_dphi)(d_dphi)(chart(S2_spherical))(S2_spherical.point(*symbols("theta phi"))))
    (up (* -1 (cos theta) (sin theta)) 0)
    """
    basis = getattr(metric, "basis", None) if basis is None else basis
    return _of_components(components_of(metric, as_basis(basis, "Levi-Civita"), "Levi-Civita"))


@lru_cache(maxsize=64)
def _of_components(known: MetricComponents) -> Nabla:
    symbols = Christoffel.of_components(known.symbols_2, known.basis, metric=known)
    return covariant_derivative(Christoffel_to_Cartan(symbols))


Curvature = Callable[[Any, Any], Any]

#: The types of the arguments of the torsion, and of the curvature.
TORSION: Types = ("form", *VECTORS)
RIEMANN: Types = ("form", "vector", *VECTORS)


def connection_of(value: Any, basis: AnyBasis | None, operation: str) -> Any:
    if isinstance(value, Cartan | Christoffel):
        return covariant_derivative(value)
    types = argument_types_of(value) if callable(value) else ()
    if types not in (None, VECTORS) or isinstance(value, FormField | VectorField):
        wanted = "a metric, or a covariant derivative such as (Levi-Civita g basis)"
        raise WrongTypeError(f"{operation} expects {wanted}, got {no_metric(value)}")
    if types is None and arity(value)[0] <= 1 and arity(value)[1] != 0:
        return value
    if basis is None and (basis := getattr(value, "basis", None)) is None:
        raise WrongTypeError(f"{operation} of a metric needs a basis or a chart too: ({operation} g basis)")
    return Levi_Civita(value, basis)


def has_components(nabla: Any) -> bool:
    return isinstance(nabla, Nabla) and not nabla.cartan.over_map


def _of_connection(cartan: Cartan) -> Components:
    """e_k(Gamma_lj^i) - e_l(Gamma_kj^i) + Gamma_lj^m Gamma_km^i - Gamma_kj^m Gamma_lm^i - c^m_kl Gamma_mj^i, k < l."""
    basis, n = cartan.basis, cartan.basis.dimension
    symbols, brackets = cartan.components, cartan.basis.brackets
    derivatives = symbols.along(basis.frame)
    N = range(n)
    pairs = list(itertools.combinations(N, 2))

    def at(place: Any) -> list[Any]:
        gamma, slope = array(symbols(place), n, 3), array(derivatives(place), n, 4)
        c = array(brackets(place), n, 3) if brackets else None

        def entry(i: int, j: int, k: int, h: int) -> Any:
            value = g.sub(slope[k][h][j][i], slope[h][k][j][i])
            value = g.add(value, dot((gamma[k][m][i] for m in N), gamma[h][j]))
            value = g.sub(value, dot((gamma[h][m][i] for m in N), gamma[k][j]))
            if c is not None:
                value = g.sub(value, dot(c[k][h], (gamma[m][j][i] for m in N)))
            return value

        return [entry(i, j, k, h) for i in N for j in N for k, h in pairs]

    return Components(basis.chart, at, (symbols,), lambda values: _antisymmetric(values, n))


def _antisymmetric(values: Sequence[Any], n: int) -> list[Any]:
    blocks = rows(values, n * (n - 1) // 2) if n > 1 else [()]  # a curve has no pairs
    return [x for block in blocks for x in antisymmetric(n, block)]


def _of_metric(known: MetricComponents) -> Components:
    n, lowered = known.basis.dimension, _lowered(known)

    def at(place: Any) -> list[Any]:
        columns = list(zip(*rows(lowered(place), -n), strict=True))
        return [dot(row, column) for row in rows(known.inverse(place), n) for column in columns]

    return Components(known.basis.chart, at, (lowered, known.inverse), lambda values: _antisymmetric(values, n))


def _lowered(known: MetricComponents) -> Components:
    """R_ijkl = e_k(Gamma_lji) - e_l(Gamma_kji) - Gamma_lj^m Gamma_kim + Gamma_kj^m Gamma_lim - c^m_kl Gamma_mji.

    With the symbols of the first kind of a metric, for i < j, k < l, and each pair of pairs once; of R_ijkl, R_ikjl and
    R_iljk with i < j < k < l the last follows from the others.
    """
    basis, n = known.basis, known.basis.dimension
    first, second, brackets = known.symbols_1, known.symbols_2, known.basis.brackets
    derivatives = first.along(basis.frame)
    pairs = list(itertools.combinations(range(n), 2))
    ordered = itertools.combinations_with_replacement(pairs, 2)
    independent = [(p, q) for p, q in ordered if not p[0] < q[0] <= q[1] < p[1]]  # R_iljk is R_ikjl - R_ijkl

    def at(place: Any) -> list[Any]:
        lower, upper = array(first(place), n, 3), array(second(place), n, 3)
        slope = array(derivatives(place), n, 4)
        c = array(brackets(place), n, 3) if brackets else None

        def entry(i: int, j: int, k: int, h: int) -> Any:
            value = g.sub(slope[k][h][j][i], slope[h][k][j][i])
            value = g.sub(value, dot(upper[h][j], lower[k][i]))
            value = g.add(value, dot(upper[k][j], lower[h][i]))
            if c is not None:
                value = g.sub(value, dot(c[k][h], (lower[m][j][i] for m in range(n))))
            return value

        return [entry(*p, *q) for p, q in independent]

    def whole(values: Sequence[Any]) -> list[Any]:
        block = dict(zip(independent, values, strict=True))
        for i, j, k, h in itertools.combinations(range(n), 4):
            block[(i, h), (j, k)] = g.sub(block[(i, k), (j, h)], block[(i, j), (k, h)])

        def of(i: int, j: int, q: tuple[int, int]) -> Any:
            if i == j:
                return 0
            if i > j:
                return g.negate(of(j, i, q))
            return block[min((i, j), q), max((i, j), q)]

        return [of(i, j, q) for i in range(n) for j in range(n) for q in pairs]

    return Components(basis.chart, at, (first, second), whole)


def riemann_tensor(nabla: Nabla) -> Tensor:
    if nabla not in _tensors:
        metric = nabla.cartan.metric
        components = _of_connection(nabla.cartan) if metric is None else _of_metric(metric)
        _tensors[nabla] = Tensor(nabla.basis, RIEMANN, components, "Riemann")
    return _tensors[nabla]


#: Curvature tensors that have been asked for.
_tensors: weakref.WeakKeyDictionary[Nabla, Tensor] = weakref.WeakKeyDictionary()


def _vector(T: Tensor, fields: tuple[Any, ...], label: Any) -> VectorField:
    basis, n = T.basis, T.basis.dimension
    factors = [basis.components_of(v) for v in fields]

    def at(place: Any) -> Any:
        vectors = [factor(place) for factor in factors]
        upper = [contracted(values, vectors) for values in rows(T.components(place), -n)]
        return basis.in_chart(upper, place)

    return field_of(Components(basis.chart, at, (*factors, T.components)), label)


@public("Riemann-curvature")
def Riemann_curvature(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Curvature:
    """The curvature of a connection, or of a metric in a basis: an operator, for every two vector fields.

    Scheme:  (((Riemann-curvature nabla) u v) w), (((Riemann-curvature g basis) u v) w)
    Math:    R(u, v) = [nabla_u, nabla_v] - nabla_[u, v]
    Shapes:  result: (vector field, vector field) -> vector field -> vector field
    Source:  FDG 8; Hawking and Ellis 2.18
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> R = Riemann_curvature(Levi_Civita(S2_metric, S2_spherical.basis()))
    >>> simplify(R(d_dphi, d_dtheta)(d_dtheta)(chart(S2_spherical))(S2_spherical.point(*symbols("a b"))))
    (up 0 1)
    """
    derivative = connection_of(nabla, basis, "Riemann-curvature")

    def curvature(u: Operator, v: Operator) -> Operator:
        for field in (u, v):
            as_vector_field(field, "Riemann-curvature")
        label = application(symbol("Riemann-curvature"), u.expression, v.expression)

        def turned(value: Any) -> Any:
            if has_components(derivative) and isinstance(value, VectorField):
                return _vector(riemann_tensor(derivative), (value, u, v), application(label, value.expression))
            operator = g.sub(commutator(derivative(u), derivative(v)), derivative(commutator(u, v)))
            return operator(value)

        return Operator(turned, label)

    return curvature


@public("Riemann")
def Riemann(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Function:
    """The curvature tensor R^i_jkl of a connection, or of a metric in a basis.

    Scheme:  (((Riemann nabla) w u x y) m), (((Riemann g basis) w u x y) m)
    Math:    w(R(x, y) u)
    Shapes:  result: (one-form, vector field, vector field, vector field) -> function on the manifold
    Source:  FDG 8
    >>> (theta, phi), (d_dtheta, d_dphi) = S2_spherical.coordinates("theta phi"), S2_spherical.vector_basis("theta phi")
    >>> dtheta, dphi = S2_spherical.form_basis("theta phi")
    >>> G = metric_to_Christoffel_2(S2_metric, S2_spherical.basis())
    >>> R = Riemann(covariant_derivative(Christoffel_to_Cartan(G)))
    >>> simplify(R(dphi, d_dtheta, d_dphi, d_dtheta)(S2_spherical.point(*symbols("a b"))))
    1
    """
    derivative = connection_of(nabla, basis, "Riemann")
    if has_components(derivative):
        return riemann_tensor(derivative)
    curvature = Riemann_curvature(derivative)
    return FieldFunction(lambda w, x, u, v: w(curvature(u, v)(x)), RIEMANN, "Riemann")


@public("Ricci")
def Ricci(nabla: Metric | Connection, basis: AnyBasis) -> Function:
    """The Ricci tensor of a connection or a metric.

    Scheme:  (((Ricci nabla basis) u v) m), (((Ricci g basis) u v) m)
    Math:    R_jl = sum_i R^i_jil
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  ChartError if connection and basis are on different manifolds
    Source:  FDG 8
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> ricci = Ricci(S2_metric, S2_spherical)
    >>> simplify((ricci(d_dphi, d_dphi) - S2_metric(d_dphi, d_dphi))(S2_spherical.point(*symbols("a b"))))
    0
    """
    basis = as_basis(basis, "Ricci")
    derivative = connection_of(nabla, basis, "Ricci")
    if not has_components(derivative):
        R, pairs = Riemann(derivative), list(zip(leaves(basis.vectors), leaves(basis.forms), strict=True))
        return FieldFunction(lambda u, v: sum_of(R(w, u, e, v) for e, w in pairs), VECTORS, "Ricci")
    if basis.chart.manifold is not derivative.basis.chart.manifold:
        here, there = derivative.basis.chart.manifold, basis.chart.manifold
        raise ChartError(f"Ricci: the covariant derivative is that of a connection on {here}, the basis is on {there}")
    curvature, n = riemann_tensor(derivative), derivative.basis.dimension

    def at(place: Any) -> list[Any]:
        R = array(curvature.components(place), n, 4)

        def entry(j: int, k: int) -> Any:
            return sum_of(R[i][j][i][k] for i in range(n))

        return symmetric(n, entry, derivative.cartan.metric is not None)

    components = Components(derivative.basis.chart, at, (curvature.components,))
    return Tensor(derivative.basis, VECTORS, components, "Ricci")


@public("torsion-vector")
def torsion_vector(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Curvature:
    """The torsion of a covariant derivative, as a function of two vector fields whose values are vector fields.

    Scheme:  (((torsion-vector nabla) X Y) f)
    Math:    nabla_X Y - nabla_Y X - [X, Y]
    Shapes:  result: (vector field, vector field) -> vector field
    Source:  FDG 8; Hawking and Ellis, page 34
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> T = torsion_vector(covariant_derivative(literal_Cartan("G", R2_rect)))
    >>> T(d_dx, d_dy)(x)(R2_rect.point(*symbols("a b")))
    (+ (G_01^0 (up a b)) (* -1 (G_10^0 (up a b))))
    """
    derivative = connection_of(nabla, basis, "torsion-vector")
    tensor = _torsion_tensor(derivative) if has_components(derivative) else None

    def of_fields(X: Operator, Y: Operator) -> Operator:
        for field in (X, Y):
            as_vector_field(field, "torsion-vector")
        if tensor is not None:
            return _vector(tensor, (X, Y), application(symbol("torsion"), X.expression, Y.expression))
        return g.sub(g.sub(derivative(X)(Y), derivative(Y)(X)), commutator(X, Y))  # type: ignore[no-any-return]

    return of_fields


@public("torsion")
def torsion(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Function:
    """The torsion tensor of a covariant derivative.

    Scheme:  (((torsion nabla) w X Y) m)
    Math:    T^k_ij = Gamma_ij^k - Gamma_ji^k - c^k_ij
    Shapes:  result: (one-form, vector field, vector field) -> function on the manifold
    Source:  FDG 8
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> T = torsion(covariant_derivative(literal_Cartan("G", R2_rect)))
    >>> T(dy, d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    (+ (G_01^1 (up a b)) (* -1 (G_10^1 (up a b))))
    """
    derivative = connection_of(nabla, basis, "torsion")
    if has_components(derivative):
        return _torsion_tensor(derivative)
    vector = torsion_vector(derivative)
    return FieldFunction(lambda w, X, Y: w(vector(X, Y)), TORSION, "torsion")


def _torsion_tensor(nabla: Nabla) -> Tensor:
    basis, n = nabla.basis, nabla.basis.dimension
    symbols, brackets = nabla.cartan.components, basis.brackets

    def at(place: Any) -> list[Any]:
        gamma, c = array(symbols(place), n, 3), array(brackets(place) if brackets else [0] * n**3, n, 3)
        indices = itertools.product(range(n), repeat=3)
        return [g.sub(g.sub(gamma[i][j][k], gamma[j][i][k]), c[i][j][k]) for k, i, j in indices]

    return Tensor(basis, TORSION, Components(basis.chart, at, (symbols,)), "torsion")


@public("curvature-components")
def curvature_components(nabla: Metric | Connection, system: Chart, place: Point | None = None) -> Structure:
    """The components R^i_jkl in a chart, in its coordinates or at a place: up over i of down over j, k and l.

    Scheme:  (curvature-components nabla sys)
    Math:    R^i_jkl = e~i(R(e_k, e_l) e_j)
    Shapes:  result: up(n) of down(n) of down(n) of down(n)
    Source:  FDG 8
    >>> nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    >>> R = simplify(curvature_components(nabla, S2_spherical, S2_spherical.point(*symbols("theta phi"))))
    >>> R[1][0]
    (down (down 0 -1) (down 1 0))
    """
    basis = coordinate_basis(system)
    R = Riemann(nabla, basis)

    def tuples(*fields: Any) -> Any:
        if len(fields) == 4:
            return R(*fields)
        return map_leaves(lambda field: tuples(*fields, field), basis.vectors if fields else basis.forms)

    return in_coordinates(tuples(), system) if place is None else tuples()(place)


def _frame_connection(nabla: Any, basis: Any, operation: str) -> tuple[Nabla, Basis]:
    basis = as_basis(basis, operation)
    derivative = connection_of(nabla, basis, operation)
    if not has_components(derivative):
        raise WrongTypeError(f"{operation} expects a connection that is known by its symbols, got {describe(nabla)}")
    if not derivative.basis.has_fields_of(basis):
        derivative = covariant_derivative(Cartan_transform(derivative.cartan, basis))
    return derivative, basis


@public("connection-forms")
def connection_forms(nabla: Metric | Connection, basis: AnyBasis) -> Structure:
    """The connection forms of a frame, for a connection or a metric: Cartan's first equation has the torsion.

    Scheme:  (((connection-forms g basis) v) m)
    Math:    nabla_v e_j = sum_i w^i_j(v) e_i;   d e~i + sum_j w^i_j ^ e~j = T^i
    Shapes:  result: down over j of up over i of one-forms
    Raises:  WrongTypeError for a covariant derivative without symbols
    Source:  Misner, Thorne, Wheeler, Gravitation, 14.5
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> w = connection_forms(S2_metric, orthonormalize(S2_spherical, S2_metric))
    >>> simplify(w[0][1](d_dphi)(S2_spherical.point(*symbols("theta phi"))))
    (cos theta)
    """
    return _frame_connection(nabla, basis, "connection-forms")[0].cartan.forms


@public("curvature-forms")
def curvature_forms(nabla: Metric | Connection, basis: AnyBasis) -> Structure:
    """The curvature forms of a frame, by Cartan's second equation, for a connection or a metric.

    Scheme:  (((ref (ref (curvature-forms g basis) j) i) u v) m)
    Math:    W^i_j = d w^i_j + sum_k w^i_k ^ w^k_j = 1/2 R^i_jkl e~k ^ e~l
    Shapes:  result: down over j of up over i of two-forms
    Raises:  WrongTypeError for a covariant derivative without symbols
    Source:  Misner, Thorne, Wheeler, Gravitation, 14.5
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> W = curvature_forms(S2_metric, orthonormalize(S2_spherical, S2_metric))
    >>> simplify(W[1][0](d_dtheta, d_dphi)(S2_spherical.point(*symbols("theta phi"))))
    (sin theta)
    """
    derivative, basis = _frame_connection(nabla, basis, "curvature-forms")
    R, n = riemann_tensor(derivative).components, basis.dimension
    pairs = list(itertools.combinations(range(n), 2))

    def form(i: int, j: int) -> FormField:
        def at(place: Any) -> list[Any]:
            values = array(R(place), n, 4)[i][j]
            return [values[k][h] for k, h in pairs]

        return alternating_form(basis, 2, Components(basis.chart, at, (R,)), symbol(f"curvature-form-{i}{j}"))

    return type(basis.vectors)(type(basis.forms)(form(i, j) for i in range(n)) for j in range(n))


@public("exterior-covariant-derivative")
def exterior_covariant_derivative(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Callable[[Any], Any]:
    """The exterior derivative by a connection, of forms whose values are vector fields, forms or tensors.

    Such a form of rank p is a function of p vector fields, of rank 0 a field itself; its derivative takes one more. Of
    the identity it is the torsion, twice of a vector field the curvature.

    Scheme:  ((((exterior-covariant-derivative nabla) w) X Y) f), for a metric (exterior-covariant-derivative g basis)
    Math:    sum_i (-1)^i nabla_Xi w(.. no X_i ..) + sum_{i < j} (-1)^(i + j) w([X_i, X_j], .. no X_i, X_j ..)
    Shapes:  result: (p vector fields -> field) -> (p + 1 vector fields -> field)
    Source:  Kobayashi, Nomizu, Foundations of Differential Geometry, 2.5
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> torsion_of = exterior_covariant_derivative(literal_Cartan("G", R2_rect))(lambda v: v)
    >>> torsion_of(d_dx, d_dy)(x)(R2_rect.point(*symbols("a b")))
    (+ (G_01^0 (up a b)) (* -1 (G_10^0 (up a b))))
    """
    derivative = connection_of(nabla, basis, "exterior-covariant-derivative")

    def differentiated(w: Any) -> Callable[..., Any]:
        def of_fields(*fields: Operator) -> Any:
            N = range(len(fields))

            def value(*chosen: Operator) -> Any:
                return w(*chosen) if len(fields) > 1 else w

            terms = [g.mul((-1) ** i, derivative(fields[i])(value(*fields[:i], *fields[i + 1 :]))) for i in N]
            terms += [
                g.mul(
                    (-1) ** (i + j), value(commutator(fields[i], fields[j]), *(fields[k] for k in N if k not in (i, j)))
                )
                for i, j in itertools.combinations(N, 2)
            ]
            return sum_of(terms)

        return of_fields

    return differentiated


# --- index notation --------------------------------------------------------------------------------------------------
# Tensors by formulas with indices: "G_ab = R_ab - 1/2 R g_ab", sums over what stands above and below.

_TERM = re.compile(r"\s*([+-]?)\s*((?:[^+\-\[\]()]|\[[^\]]*\]|\([^)]*\))+)")
_FACTOR = re.compile(
    r"\s*(?:(/?)\s*(\d+(?:\.\d+|/\d+)?)|([^\W\d_]\w*?)((?:(?:[\^_];?|;)[^\s\^_;*/]+)*)(?=[\s\^_;*/]|$))\s*\*?"
)
_INDICES = re.compile(r"([\^_];?|;)([^\^_;]+)")
_TEX: dict[str, Any] = {  # in the characters that are read
    r"\\[td]?frac\s*\{?\s*(\d+)\s*\}?\s*\{?\s*(\d+)\s*\}?": r"\1/\2",
    r"\\(?:var)?([A-Za-z]+)\s*": lambda x: GREEK.get(x[1], x[0]),
}


class _Indexed(NamedTuple):
    """A factor of a term: a name, its indices with their positions, and how many are derivatives."""

    name: str
    indices: tuple[tuple[str, str], ...]  # the index, "form" above and "vector" below
    derivatives: int


class _Brackets:
    """Which indices of a term are in brackets, of one tensor or of several: w_(a v_b), R_[a|b|c]."""

    def __init__(self, source: str) -> None:
        self.source, self.groups = source, list[tuple[str, list[tuple[int, int]]]]()  # by factor and index
        self.opened, self.paused, self.kind = False, False, ""

    def indexed(self, name: str, text: str, place: int) -> _Indexed:
        """The factor at a place, whose indices are read; it may open a bracket, and close one."""
        indices: list[tuple[str, str]] = []
        derivatives, closing = 0, {"(": ")", "[": "]"}
        for mark, letters in _INDICES.findall(text):
            for letter in re.sub(r"[{}\s]", "", letters):
                if letter in closing and not self.opened:
                    self.groups.append((letter, []))
                    self.opened = True
                elif self.opened and letter == "|":
                    self.paused = not self.paused
                elif self.opened and letter == closing[self.groups[-1][0]]:
                    self.opened = self.paused = False
                elif letter.isalpha():
                    index = letter, "form" if mark.startswith("^") else "vector"
                    if self.opened and not self.paused and (not self.groups[-1][1] or self.kind == index[1]):
                        self.kind = index[1]  # the others of a bracket stand as high
                        self.groups[-1][1].append((place, len(indices)))
                    derivatives += mark.endswith(";") or derivatives > 0
                    indices.append(index)
                else:
                    raise StructureError(f"index-notation: {letter!r} is no index of {name} in {self.source!r}")
        return _Indexed(name, tuple(indices), derivatives)

    def expanded(self, number: Any, factors: list[_Indexed]) -> Iterator[tuple[Any, list[_Indexed]]]:
        if self.opened or any(len(places) < 2 for _, places in self.groups):
            raise StructureError(
                f"index-notation: brackets hold two indices, or more, of one height, not {self.source!r}"
            )
        orders = [[*itertools.permutations(range(len(places)))] for _, places in self.groups]
        for choice in itertools.product(*orders):
            part, indices = number, [[*x.indices] for x in factors]
            for order, (bracket, places) in zip(choice, self.groups, strict=True):
                part = part * (permutation_parity(order) if bracket == "[" else 1) / factorial(len(order))
                for (i, j), k in zip(places, order, strict=True):
                    indices[i][j] = factors[places[k][0]].indices[places[k][1]]
            yield part, [x._replace(indices=tuple(y)) for x, y in zip(factors, indices, strict=True)]


def _terms(text: str) -> list[tuple[Any, list[_Indexed]]]:
    terms: list[tuple[Any, list[_Indexed]]] = []
    place = 0
    while place < len(text.rstrip()):
        found = _TERM.match(text, place)
        if found is None or (terms and not found[1]):
            raise StructureError(f"index-notation: a term is expected at {text[place:]!r}")
        place, start, body = found.end(), 0, found[2].strip()
        number, brackets = Fraction(-1 if found[1] == "-" else 1), _Brackets(text)
        factors: list[_Indexed] = []
        while start < len(body):
            part = _FACTOR.match(body, start)
            if part is None or part.end() == start:
                raise StructureError(f"index-notation: a tensor such as R_ab is expected at {body[start:]!r}")
            if part[2]:
                number *= Fraction(part[2]) ** (-1 if part[1] else 1)
            else:
                factors.append(brackets.indexed(part[3], part[4], len(factors)))
            start = part.end()
        terms += brackets.expanded(number, factors)
    return terms


@public("index-notation")
def index_notation(text: str, tensors: Mapping[Any, Any], metric: Metric, basis: AnyBasis) -> Value:
    """The tensor of a formula with indices, by tensors with names; one without free indices is a function.

    What stands above and below is summed over. Any index may be raised or lowered: the metric, which is g in the
    formula, does it. Indices after a semicolon are those of covariant derivatives; (ab) and [ab], w_(a v_b), R_[a|b|c]
    are symmetric and antisymmetric parts. The left side, if there is one, gives the order of the free indices, which
    else is that of the alphabet. Vector fields are tensors too, functions and constants those without indices. In
    Scheme the tensors are a list of lists of a name and a tensor.

    Scheme:  (index-notation "G_ab = R_ab - 1/2 R_c^c g_ab" (list (list "R" (Ricci g basis))) g basis)
    Shapes:  result: (one-form or vector field ...) -> function on the manifold
    Raises:  StructureError that names the index for one that stands twice above, or below, or three times, for free
             indices that are not those of the other terms, for too many or few, and for a tensor without a name;
             WrongTypeError for what is no text
    Source:  Wald, General Relativity, 2.4
    1 ]=> (define sphere (list (list "R" (Riemann S2-metric S2-spherical))))
    1 ]=> (define K (index-notation "R_abcd R^abcd" sphere S2-metric S2-spherical))
    1 ]=> (K ((point S2-spherical) (up 'theta 'phi)))
    ;Value: 4
    >>> R = {"R": Riemann(S2_metric, S2_spherical)}
    >>> index_notation("E_ab = R^c_acb - 1/2 R^cd_cd g_ab", R, S2_metric, S2_spherical)
    E
    it is zero
    """
    basis = as_basis(basis, "index-notation")
    plain = reduce(lambda x, pattern: re.sub(pattern, _TEX[pattern], x), _TEX, as_text(text, "index-notation"))
    *left, right = map(_terms, plain.split("="))
    terms, named_ = right, {**{str(x): T for x, T in dict(tensors).items()}, "g": metric}
    if not terms or len(left) > 1 or any(len(side) != 1 or len(side[0][1]) != 1 for side in left):
        raise StructureError(f"index-notation expects a formula such as G_ab = R_ab - 1/2 R g_ab, got {text!r}")
    free = [_free_indices(factors, text) for _, factors in terms]
    if any({*x} != {*free[0]} for x in free):
        odd = next(x for x in free if {*x} != {*free[0]})
        raise StructureError(
            f"index-notation: the terms of {text!r} have the free indices {_written(free[0])} and {_written(odd)}"
        )
    order, label = sorted(free[0]), "T"
    if left:
        order, label = list(left[0][0][1][0].indices), left[0][0][1][0].name
        if {*order} != {*free[0]}:
            raise StructureError(
                f"index-notation: the left side of {text!r} has the indices {_written(order)}, "
                f"the right side {_written(free[0])}"
            )
    made = _Evaluated(named_, metric, basis, text)
    parts = [(number, [made.factor(x) for x in factors], factors) for number, factors in terms]
    n, indices = basis.dimension, [index for index, _ in order]

    def at(place: Any) -> list[Any]:
        total: dict[tuple[int, ...], Any] = {}
        for number, values, factors in parts:
            for key, value in _summed(number, [x(place) for x in values], factors, indices, n).items():
                total[key] = g.add(total[key], value) if key in total else value
        return [total.get(key, 0) for key in itertools.product(range(n), repeat=len(order))]

    components = Components(basis.chart, at, [x for _, values, _ in parts for x in values])
    if not order:
        return components.entry(0, text)
    return Tensor(basis, tuple(kind for _, kind in order), components, label)


def _written(indices: Iterable[tuple[str, str]]) -> str:
    return " ".join(f"{'^' if kind == 'form' else '_'}{index}" for index, kind in sorted(indices)) or "none"


def _free_indices(factors: Sequence[_Indexed], text: str) -> list[tuple[str, str]]:
    places: dict[str, list[str]] = {}
    for index, kind in (x for factor in factors for x in factor.indices):
        places.setdefault(index, []).append(kind)
    for index, kinds in places.items():
        if len(kinds) > 2 or (len(kinds) == 2 and kinds[0] == kinds[1]):
            where = {"form": "above", "vector": "below"}[kinds[0]]
            many = f"{len(kinds)} times" if len(kinds) > 2 else f"twice {where}"
            raise StructureError(f"index-notation: the index {index} stands {many} in a term of {text!r}")
    return [(index, kinds[0]) for index, kinds in places.items() if len(kinds) == 1]


class _Evaluated:
    def __init__(self, tensors: Mapping[str, Any], metric: Metric, basis: Basis, text: str) -> None:
        self.tensors, self.basis, self.text = tensors, basis, text
        self.known = components_of(metric, basis, "index-notation")
        self.nabla = Levi_Civita(metric, basis)
        self.made: dict[Any, Components] = {}

    def factor(self, x: _Indexed) -> Components:
        """The components of a factor, which are the same whatever its indices are called."""
        key = x.name, x.derivatives, *(kind for _, kind in x.indices)
        if key not in self.made:
            self.made[key] = self._computed(x)
        return self.made[key]

    def _computed(self, x: _Indexed) -> Components:
        if x.name not in self.tensors:
            raise StructureError(
                f"index-notation: {x.name} in {self.text!r} is none of the tensors {' '.join(self.tensors)}"
            )
        value, rank = self.tensors[x.name], len(x.indices) - x.derivatives
        if not rank and argument_types_of(value) is None:
            constant = Components(self.basis.chart, lambda place: [apply_value(value, (place,))], (value,))
            tensor = Tensor(self.basis, (), constant, x.name)
        else:
            types = VECTORS if value is self.known.metric else argument_types_of(value)
            tensor = as_tensor(value, types, self.basis, "index-notation")
        if len(tensor.argument_types) != rank:
            wanted = len(tensor.argument_types)
            raise StructureError(f"index-notation: {x.name} has {wanted} indices, got {rank} in {self.text!r}")
        for _ in range(x.derivatives):
            slope = self.nabla.covariant_differential(tensor, tensor.argument_types)
            tensor = _last_first(slope)
        return self._moved(tensor, [kind for _, kind in x.indices])

    def _moved(self, tensor: Tensor, kinds: Sequence[str]) -> Components:
        n, types = self.basis.dimension, tensor.argument_types
        if [*types] == [*kinds]:
            return tensor.components
        known = self.known

        def at(place: Any) -> list[Any]:
            values = list(tensor.components(place))
            for slot, (have, want) in enumerate(zip(types, kinds, strict=True)):
                if have != want:
                    matrix = rows(known.lower(place) if want == "vector" else known.inverse(place), n)
                    block = n ** (len(types) - slot - 1)
                    columns = [zip(*rows(part, block), strict=True) for part in rows(values, n * block)]
                    values = [dot(row, x) for column in map(list, columns) for row in matrix for x in column]
            return values

        return Components(self.basis.chart, at, (tensor.components, known.inverse))


def _last_first(tensor: Tensor) -> Tensor:
    n = tensor.basis.dimension

    def at(place: Any) -> list[Any]:
        return [x for column in zip(*rows(tensor.components(place), -n), strict=True) for x in column]

    first, *others = tensor.argument_types
    components = Components(tensor.basis.chart, at, (tensor.components,), shorten=False)
    return Tensor(tensor.basis, (*others, first), components, tensor.__name__)


Sparse = dict[tuple[int, ...], Any]


def _summed(number: Any, values: list[Any], factors: Sequence[_Indexed], order: Sequence[str], n: int) -> Sparse:
    """The components of a term that are not zero, by its free indices in an order."""
    names: list[str] = []
    product: Sparse = {(): number}
    remaining = [index for factor in factors for index, _ in factor.indices]
    for components, factor in zip(values, factors, strict=True):
        own = [index for index, _ in factor.indices]
        entries = {
            key: x
            for key, x in zip(itertools.product(range(n), repeat=len(own)), components, strict=True)
            if not is_exact_zero(x)
        }
        remaining = remaining[len(own) :]
        product, names = _product(product, names, entries, own, {*remaining, *order})
    places = [names.index(index) for index in order]
    return {tuple(key[i] for i in places): x for key, x in product.items()}


def _product(left: Sparse, names: list[str], right: Sparse, own: list[str], kept: set[str]) -> tuple[Sparse, list[str]]:
    together = list(dict.fromkeys((*names, *own)))
    last = [index for index in together if index in kept]
    shared = [index for index in own if index in names]
    by_shared: dict[tuple[int, ...], list[tuple[dict[str, int], Any]]] = {}
    for key, x in right.items():
        at = dict(zip(own, key, strict=True))
        if tuple(at[index] for index in own) == key:  # an index that stands twice has one value
            by_shared.setdefault(tuple(at[index] for index in shared), []).append((at, x))
    terms: dict[tuple[int, ...], list[Any]] = {}
    for key, x in left.items():
        here = dict(zip(names, key, strict=True))
        for at, y in by_shared.get(tuple(here[index] for index in shared), ()):
            values = {**here, **at}
            terms.setdefault(tuple(values[index] for index in last), []).append(g.mul(x, y))
    return {key: sum_of(parts) for key, parts in terms.items()}, last


@public("Hessian")
def Hessian(metric: Metric, basis: AnyBasis) -> Callable[[Any], Tensor]:
    """The second covariant derivatives of functions on the manifold; the trace is the Laplacian.

    Scheme:  ((((Hessian g basis) f) u v) m)
    Math:    (Hess f)(u, v) = u(v(f)) - (nabla_u v)(f)
    Shapes:  result: function on the manifold -> function of two vector fields
    Source:  Wald, General Relativity, 3.1
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
    >>> H = Hessian(coordinate_system_to_metric(R2_polar), R2_polar)(r**2)
    >>> simplify(H(d_dphi, d_dphi)(R2_polar.point(*symbols("a b"))))
    (* 2 (expt a 2))
    """
    return lambda f: index_notation("H_ab = f_;ab", {"f": f}, metric, basis)
