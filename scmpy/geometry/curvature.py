"""Torsion and curvature of a connection.

    T(X, Y) = nabla_X Y - nabla_Y X - [X, Y]
    R(X, Y) = [nabla_X, nabla_Y] - nabla_[X, Y],      R^i_jkl = e~i(R(e_k, e_l) e_j)

In a basis with the structure constants c^m_kl

    R^i_jkl = e_k(Gamma_lj^i) - e_l(Gamma_kj^i) + Gamma_lj^m Gamma_km^i - Gamma_kj^m Gamma_lm^i - c^m_kl Gamma_mj^i,

for k < l; the others follow by antisymmetry. With the symbols Gamma_kji of the first kind of a metric

    R_ijkl = e_k(Gamma_lji) - e_l(Gamma_kji) - Gamma_lj^m Gamma_kim + Gamma_kj^m Gamma_lim - c^m_kl Gamma_mji,

for i < j, k < l, and each pair of pairs once; of R_ijkl, R_ikjl and R_iljk with i < j < k < l the last follows from the
others. The components are computed once for a covariant derivative.

Source: FDG 8; Hawking, Ellis, The Large Scale Structure of Space-Time, 2.5
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.operator import Operator, commutator
from scmpy.errors import ChartError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, arity
from scmpy.geometry.basis import AnyBasis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, in_coordinates
from scmpy.geometry.components import Components, array, dot, rows
from scmpy.geometry.connection import Cartan, Christoffel
from scmpy.geometry.covariant import Connection, Nabla, covariant_derivative
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.form_field import FormField
from scmpy.geometry.levi_civita import Levi_Civita
from scmpy.geometry.magnitude import vanishes
from scmpy.geometry.manifold import Point
from scmpy.geometry.metric_components import Metric, MetricComponents
from scmpy.geometry.tensor import Tensor, as_tensor, contracted
from scmpy.geometry.typed import VECTORS, FieldFunction, Types, argument_types_of
from scmpy.geometry.vector_field import VectorField, field_of
from scmpy.registry import public
from scmpy.structure.aliases import Multilinear
from scmpy.structure.structure import Structure, Up, leaves, map_leaves, sum_of
from scmpy.symbolic.expression import application, symbol
from scmpy.symbolic.simplify import simplify

Curvature = Callable[[Any, Any], Any]

#: The types of the arguments of the torsion, and of the curvature.
TORSION: Types = ("form", *VECTORS)
RIEMANN: Types = ("form", "vector", *VECTORS)


def connection_of(value: Any, basis: AnyBasis | None, operation: str) -> Any:
    """The covariant derivative that is given, by itself, by its connection, or by a metric and a basis."""
    if isinstance(value, Cartan | Christoffel):
        return covariant_derivative(value)
    types = argument_types_of(value) if callable(value) else ()
    if types is None and _takes_one(value):
        return value
    if types not in (None, VECTORS) or isinstance(value, FormField):
        raise WrongTypeError(
            f"{operation} expects a metric, or a covariant derivative such as (Levi-Civita g basis), "
            f"got {describe(value)}"
        )
    if basis is None:
        raise WrongTypeError(f"{operation} of a metric needs a basis or a chart too: ({operation} g basis)")
    return Levi_Civita(value, basis)


def _takes_one(function: Any) -> bool:
    least, most = arity(function)
    return least <= 1 and (most is None or most >= 1)


def has_components(nabla: Any) -> bool:
    """Is this the covariant derivative of a connection on a manifold, known by its symbols?"""
    return isinstance(nabla, Nabla) and not nabla.cartan.over_map


def riemann_components(cartan: Cartan) -> Components:
    """R^i_jkl by i, j, k and l."""
    return _of_connection(cartan) if cartan.metric is None else _of_metric(cartan.metric)


def _of_connection(cartan: Cartan) -> Components:
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
    """All components of those with k < l, pair by pair of i and j."""
    pairs, N = list(itertools.combinations(range(n), 2)), range(n)
    result: list[Any] = []
    for row in rows(values, len(pairs)):
        block = dict(zip(pairs, row, strict=True))
        result += [0 if k == h else block[k, h] if k < h else g.negate(block[h, k]) for k in N for h in N]
    return result


def _of_metric(known: MetricComponents) -> Components:
    """R^i_jkl of the connection of a metric, by raising an index of :func:`_lowered`."""
    n, lowered = known.basis.dimension, _lowered(known)

    def at(place: Any) -> list[Any]:
        columns = list(zip(*rows(lowered(place), -n), strict=True))
        return [dot(row, column) for row in rows(known.inverse(place), n) for column in columns]

    return Components(known.basis.chart, at, (lowered, known.inverse), lambda values: _antisymmetric(values, n))


def _lowered(known: MetricComponents) -> Components:
    """R_ijkl of the connection of a metric by i, j and the pairs k < l."""
    basis, n = known.basis, known.basis.dimension
    first, second, brackets = known.symbols_1, known.symbols_2, known.basis.brackets
    derivatives = first.along(basis.frame)
    pairs = list(itertools.combinations(range(n), 2))
    independent = [(p, q) for p, q in itertools.combinations_with_replacement(pairs, 2) if not _follows(p, q)]

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


def _follows(p: tuple[int, int], q: tuple[int, int]) -> bool:
    """Is this R_iljk with i < j < k < l, which is R_ikjl - R_ijkl?"""
    return p[0] < q[0] and q[1] < p[1]


def riemann_tensor(nabla: Nabla) -> Tensor:
    """The curvature tensor, its components computed when they are first asked for."""
    if nabla not in _tensors:
        _tensors[nabla] = Tensor(nabla.basis, RIEMANN, riemann_components(nabla.cartan), "Riemann")
    return _tensors[nabla]


#: Curvature tensors that have been asked for.
_tensors: weakref.WeakKeyDictionary[Nabla, Tensor] = weakref.WeakKeyDictionary()


def _vector(T: Tensor, fields: tuple[Any, ...], label: Any) -> VectorField:
    """The vector field that a tensor, whose first argument is a one-form, makes of vector fields."""
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
    >>> from scmpy import *
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
    >>> from scmpy import *
    >>> theta, phi = S2_spherical.coordinates("theta phi")
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
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
    >>> from scmpy import *
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
    all_pairs = list(itertools.product(range(n), repeat=2))
    symmetric = derivative.cartan.metric is not None
    pairs = [(j, k) for j, k in all_pairs if j <= k or not symmetric]

    def at(place: Any) -> list[Any]:
        R = array(curvature.components(place), n, 4)
        return [sum_of(R[i][j][i][k] for i in range(n)) for j, k in pairs]

    def whole(values: Sequence[Any]) -> list[Any]:
        block = dict(zip(pairs, values, strict=True))
        return [block[j, k] if (j, k) in block else block[k, j] for j, k in all_pairs]

    components = Components(derivative.basis.chart, at, (curvature.components,), whole)
    return Tensor(derivative.basis, VECTORS, components, "Ricci")


@public("torsion-vector")
def torsion_vector(nabla: Metric | Connection, basis: AnyBasis | None = None) -> Curvature:
    """The torsion of a covariant derivative, as a function of two vector fields whose values are vector fields.

    Scheme:  (((torsion-vector nabla) X Y) f)
    Math:    nabla_X Y - nabla_Y X - [X, Y]
    Shapes:  result: (vector field, vector field) -> vector field
    Source:  FDG 8; Hawking and Ellis, page 34
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
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
    >>> from scmpy import *
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
    """T^k_ij by k, i and j."""
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
    >>> from scmpy import *
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


@public("nonzero-components")
def nonzero_components(
    tensor: Multilinear, basis: AnyBasis, place: Point | None = None
) -> tuple[tuple[tuple[int, ...], Any], ...]:
    """The components of a tensor in a basis that do not vanish, with their indices; in coordinates, or at a place.

    Those that are proved to be zero are left out, whatever they print as. Components are simplified. In Python ``dict``
    makes a table of them.

    Scheme:  (nonzero-components T basis), (nonzero-components T basis m)
    Shapes:  ((i j ...) component) for each, in the order of the indices
    Raises:  WrongTypeError if the types of the tensor's arguments are not known
    1 ]=> (define m ((point S2-spherical) (up 'theta 'phi)))
    1 ]=> (nonzero-components (Ricci S2-metric S2-spherical) S2-spherical m)
    ;Value: (((0 0) 1) ((1 1) (+ 1 (* -1 (expt (cos theta) 2)))))
    >>> from scmpy import *
    >>> R = Riemann(S2_metric, S2_spherical)
    >>> dict(nonzero_components(R, S2_spherical, S2_spherical.point(*symbols("theta phi"))))[1, 0, 1, 0]
    1
    >>> nonzero_components(Ricci(S2_metric, S2_spherical), S2_spherical)[1]
    ((1, 1), (+ 1 (* -1 (expt (cos theta) 2))))
    """
    known = as_tensor(tensor, None, as_basis(basis, "nonzero-components"))

    def at(m: Point) -> Structure:
        return Up(known.components(m))

    values = in_coordinates(at, known.basis.chart) if place is None else at(place)
    indices = itertools.product(range(known.basis.dimension), repeat=len(known.argument_types))
    simple = ((index, simplify(value)) for index, value in zip(indices, values, strict=True))
    return tuple((index, value) for index, value in simple if not vanishes(value))
