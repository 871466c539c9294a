"""Covariant derivatives, and the torsion and curvature of a connection.

    T(X, Y) = nabla_X Y - nabla_Y X - [X, Y]
    R(X, Y) = [nabla_X, nabla_Y] - nabla_[X, Y],      R^i_jkl = e~i(R(e_k, e_l) e_j)

Source: FDG 7, 8; Hawking, Ellis, The Large Scale Structure of Space-Time, 2.5. Next: general_relativity.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.operators import Operator, commutator, label_of
from scmpy.errors import ChartError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, arity, made_from, name_of
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.types import Procedure, ScalarKind
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, in_coordinates, rows
from scmpy.geometry.connection import (
    Cartan,
    Cartan_to_Cartan_over_map,
    Christoffel,
    Christoffel_to_Cartan,
    as_Cartan,
    ordinary,
)
from scmpy.geometry.equivalence import ComponentsTable
from scmpy.geometry.fields import (
    Derivation,
    FormField,
    VectorField,
    as_vector_field,
    components_in,
    coordinate_vector_fields,
    field_of,
)
from scmpy.geometry.manifold import ManifoldFunction, Point
from scmpy.geometry.maps import Map, differential
from scmpy.geometry.metric import Metric, MetricComponents, components_of
from scmpy.geometry.tensor import (
    VECTORS,
    FieldFunction,
    Tensor,
    Types,
    argument_types_of,
    as_tensor,
    contracted,
    derivation,
    type_of_argument,
)
from scmpy.registry import public
from scmpy.structure.tuples import Structure, leaves, map_leaves, sum_of
from scmpy.symbolic.expression import application, symbol

# --- covariant -------------------------------------------------------------------------------------------------------
# The covariant derivative of functions, vector fields, forms and tensors, also over maps; geodesics and transport.
#
#     nabla_X Y = sum_k (X(Y^k) + sum_ij Gamma_ij^k X^i Y^j) e_k
#     (nabla_X w)(Y, ...) = X(w(Y, ...)) - w(nabla_X Y, ...) - ...
#
# A tensor is differentiated by its components, all at once and once for each connection; the fields that it is
# applied to are not differentiated. Over a map the field X is on the source, and Y over the map.
#
# Source: FDG 7

#: Vector fields and pairs of them of which a covariant derivative remembers what it made.
MOST_DERIVATIVES = 500


class Nabla(Function):
    """A covariant derivative: the function that takes a vector field X to the operator nabla_X."""

    __slots__ = ("cartan", "of_fields", "tensors")

    def __init__(self, cartan: Cartan) -> None:
        super().__init__(self.along, "nabla")
        self.cartan = cartan
        self.tensors: weakref.WeakKeyDictionary[Any, dict[Types, Tensor]] = weakref.WeakKeyDictionary()
        self.of_fields: dict[tuple[Any, ...], tuple[tuple[Operator, ...], Any]] = {}

    def __reduce__(self) -> Any:
        return Nabla, (self.cartan,)

    def table(self, most: int | None = None) -> ComponentsTable:
        """The symbols of the connection that are not zero."""
        return self.on_manifold().table(most)

    def __repr__(self) -> str:
        return repr(self.cartan)

    def _repr_latex_(self) -> str | None:
        return self.cartan._repr_latex_()

    @property
    def basis(self) -> Basis:
        return self.cartan.basis

    def along(self, X: Operator) -> Operator:
        """The derivative along a vector field."""
        as_vector_field(X, "covariant-derivative")
        return derivation(
            lambda f, label: self.of_function(X, f, label),
            lambda Y: self.remembered(self.of_vector, X, Y),
            application(symbol("nabla"), X.expression),
            lambda T, types, label: self.of_tensor(X, T, types, label),
        )

    def of_function(self, X: Operator, f: Any, label: Any) -> Any:
        """The derivative of a function on the manifold; one that is applied to fields is taken for a tensor."""
        if isinstance(f, (ManifoldFunction, ScalarKind)):
            return X(f)
        if not isinstance(f, Procedure):
            raise WrongTypeError(f"covariant-derivative expects a function, a field or a tensor, got {describe(f)}")

        def value(*args: Any) -> Any:
            types = tuple(kind for kind in map(type_of_argument, args) if kind is not None)
            return self.of_tensor(X, f, types, label)(*args) if len(types) == len(args) else X(f)(*args)

        return made_from((f,), value, str(label))

    def remembered(self, make: Callable[..., Any], *fields: Operator) -> Any:
        """What is made of fields, one object for the same ones: a tensor asks for that of basis fields often.

        So a curvature that is written out, [nabla_X, nabla_Y] - nabla_[X, Y], has its components computed once.
        """
        key = make, *map(id, fields)
        if key not in self.of_fields:
            if len(self.of_fields) >= MOST_DERIVATIVES:
                self.of_fields.clear()
            self.of_fields[key] = fields, make(*fields)  # the fields too: their addresses stay theirs
        return self.of_fields[key][1]

    def of_vector(self, X: Operator, Y: Operator) -> Operator:
        """The derivative of a vector field."""
        label = application(application(symbol("nabla"), X.expression), label_of(Y))
        if self.cartan.over_map:
            return self._over_map(X, Y, label)
        basis, n = self.basis, self.basis.dimension
        chart, x, moved = basis.chart, basis.components_of(X), self.remembered(self.components_of, Y)
        X_in_chart = components_in(X, chart)

        def at(place: Any) -> Any:
            direction, values = leaves(X_in_chart(place)), moved(place)
            if all(map(is_exact_zero, direction)):
                return basis.in_chart([0] * n, place)
            derivatives = (dot(column, direction) for column in zip(*rows(moved.partials(place), -n), strict=True))
            turned = _contracted_first(self.cartan.components(place), x(place), n)
            result = [g.add(derivative, dot(turned[k::n], values)) for k, derivative in enumerate(derivatives)]
            return basis.in_chart(result, place)

        parts = (x, moved, X_in_chart, self.cartan.components)
        return field_of(Components(chart, at, parts, shorten=False), label)

    def components_of(self, Y: Operator) -> Components:
        """The components of a vector field in the basis, to be differentiated."""
        components = self.basis.components_of(Y)
        return Components(self.basis.chart, components, (components,))

    def _over_map(self, X: Operator, Y: Operator, label: Any) -> Operator:
        vectors, dual = leaves(self.basis.vectors), leaves(self.basis.forms)
        y = [w(Y) for w in dual]
        forms = [leaves(row) for row in self.cartan.forms(X)]  # by j, then k
        parts = [g.add(X(y[k]), sum_of(g.mul(row[k], y[j]) for j, row in enumerate(forms))) for k in range(len(dual))]
        return Derivation(lambda f: sum_of(g.mul(c, e(f)) for c, e in zip(parts, vectors, strict=True)), label)

    def of_tensor(self, X: Operator, T: Any, types: Types, label: Any) -> Tensor:
        """The derivative of a tensor along a vector field."""
        basis = self.on_manifold().basis
        differential = self.covariant_differential(T, types)
        x = basis.components_of(X)

        def at(place: Any) -> list[Any]:
            values = differential.components(place)
            return _contracted_first(values, x(place), basis.dimension)

        parts = (x, differential.components)
        return Tensor(basis, differential.argument_types[1:], Components(basis.chart, at, parts, shorten=False), label)

    def on_manifold(self) -> Cartan:
        """The connection, which must not be over a map."""
        return ordinary(self.cartan, "covariant-derivative of a tensor")

    def covariant_differential(self, T: Any, types: Types) -> Tensor:
        """The tensor whose first argument is the direction in which another is differentiated."""
        known = self.tensors.setdefault(T, {})
        if types not in known:
            tensor = as_tensor(T, types, self.basis, "covariant-derivative")
            known[types] = _differential(tensor, self.on_manifold())
        return known[types]


#: A connection, as what takes one is given it.
Connection = Cartan | Christoffel | Nabla


def _contracted_first(values: Any, x: Any, n: int) -> list[Any]:
    return [dot(column, x) for column in zip(*rows(values, -n), strict=True)]


def _differential(T: Tensor, cartan: Cartan) -> Tensor:
    """All covariant derivatives of a tensor: along e_m for the first index m."""
    basis, n, types = T.basis, T.basis.dimension, T.argument_types
    derivatives = T.components.along(basis.frame)
    indices = list(itertools.product(range(n), repeat=len(types)))

    def corrected(turn: Any, values: Any, index: tuple[int, ...], derivative: Any) -> Any:
        """One component along e_m: the derivative with a term for every index, where ``turn`` is Gamma_m."""
        for slot, kind in enumerate(types):
            i, before, after = index[slot], index[:slot], index[slot + 1 :]
            others = [values[*before, p, *after] for p in range(n)]
            if kind == "form":  # + sum_p Gamma_mp^i T^p
                term = dot(others, (row[i] for row in turn))
                derivative = term if is_exact_zero(derivative) else g.add(derivative, term)
            else:  # - sum_p Gamma_mi^p T_p
                term = dot(others, turn[i])
                derivative = derivative if is_exact_zero(term) else g.sub(derivative, term)
        return derivative

    def at(place: Any) -> list[Any]:
        values = dict(zip(indices, T.components(place), strict=True))
        along = zip(array(cartan.components(place), n, 3), rows(derivatives(place), -n), strict=True)
        return [corrected(turn, values, *x) for turn, slopes in along for x in zip(indices, slopes, strict=True)]

    components = Components(basis.chart, at, (T.components, cartan.components), shorten=False)
    return Tensor(basis, ("vector", *types), components, f"(nabla {name_of(T)})")


@public(
    "covariant-derivative",
    "covariant-derivative-ordinary",
    "covariant-derivative-function",
    "covariant-derivative-vector",
    "covariant-derivative-form",
    "covariant-derivative-argument-types",
)
def covariant_derivative(cartan: Connection, mu: Map | None = None) -> Nabla:
    """The covariant derivative of a connection, of functions, vector fields, forms and tensors; also over a map.

    Scheme:  (((covariant-derivative C) X) V), (((covariant-derivative C mu) X) V)
    Math:    nabla_X V
    Shapes:  result: vector field -> field of any kind -> field of that kind
    Source:  FDG 7
    >>> (d_dr, d_dphi), (r, phi) = R2_polar.vector_basis("r phi"), R2_polar.coordinates("r phi")
    >>> flat = Christoffel_to_Cartan(metric_to_Christoffel_2(coordinate_system_to_metric(R2_polar), R2_polar.basis()))
    >>> nabla = covariant_derivative(flat)
    >>> nabla(d_dphi)(d_dphi)(r)(R2_polar.point(*symbols("a b")))
    (* -1 a)
    """
    cartan = as_Cartan(cartan, "covariant-derivative")
    return Nabla(cartan if mu is None else Cartan_to_Cartan_over_map(cartan, mu))


@public("covariant-differential")
def covariant_differential(cartan: Cartan) -> Callable[[Any], Callable[[Operator], Any]]:
    """The covariant derivative as a function of the direction.

    Scheme:  (((covariant-differential C) V) X)
    Math:    (nabla V)(X) = nabla_X V
    Shapes:  result: field -> vector field -> field
    Source:  FDG 7
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> covariant_differential(literal_Cartan("G", R2_rect))(d_dy)(d_dx)(x)(R2_rect.point(*symbols("a b")))
    (G_01^0 (up a b))
    """
    nabla = covariant_derivative(cartan)
    return lambda value: lambda X: nabla(X)(value)


@public("Cartan-transform")
def Cartan_transform(cartan: Cartan, basis: Basis) -> Cartan:
    """The same connection in another basis.

    Scheme:  (Cartan-transform C basis)
    Math:    w'_j^k(X) = e'~k(nabla_X e'_j)
    Shapes:  forms: down(n) of up(n) of one-forms
    Source:  FDG 7
    1 ]=> (define basis (coordinate-system->basis R2-polar))
    1 ]=> (define flat (Christoffel->Cartan (metric->Christoffel-2 (coordinate-system->metric R2-polar) basis)))
    1 ]=> (define G (Cartan->Christoffel (Cartan-transform flat (coordinate-system->basis R2-rect))))
    1 ]=> (simplify ((Christoffel->symbols G) ((point R2-rect) (up 'x 'y))))
    ;Value: (down (down (up 0 0) (up 0 0)) (down (up 0 0) (up 0 0)))
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis()).cartan
    >>> G = Cartan_to_Christoffel(Cartan_transform(flat, R2_rect.basis()))
    >>> simplify(Christoffel_to_symbols(G)(R2_rect.point(*symbols("x y"))))
    (down (down (up 0 0) (up 0 0)) (down (up 0 0) (up 0 0)))
    """
    nabla = Nabla(ordinary(cartan, "Cartan-transform"))
    vectors, dual = leaves(basis.vectors), leaves(basis.forms)

    def form(j: int, k: int) -> FormField:
        return FormField(lambda X: dual[k](nabla(X)(vectors[j])), symbol(f"Cartan-form-{j}{k}"))

    indices = range(basis.dimension)
    return Cartan(type(basis.vectors)(type(basis.forms)(form(j, k) for k in indices) for j in indices), basis)


def _along_curve(source: Chart, cartan: Connection, operation: str) -> Callable[[Map], tuple[Any, Any]]:
    """The derivative over a curve along its parameter, and the parameter's field."""
    if source.dimension != 1:
        raise WrongTypeError(f"{operation} expects a chart of one dimension for the parameter, got {source}")
    connection = ordinary(cartan, operation)
    (e,) = coordinate_vector_fields(source)
    return lambda gamma: (covariant_derivative(connection, gamma)(e), e)


@public("geodesic-equation")
def geodesic_equation(source: Chart, target: Chart, cartan: Connection) -> Callable[[Map], Function]:
    """The residual of the equation of geodesics along a curve, in the coordinates of a chart: the acceleration.

    The connection is a Cartan object, Christoffel symbols, or a covariant derivative.

    Scheme:  (((geodesic-equation R1-rect target C) gamma) t)
    Math:    nabla_{d/dt} (d gamma)(d/dt) = 0
    Shapes:  gamma: curve;  result: point of the curve's source -> up(n)
    Raises:  WrongTypeError unless the chart of the parameter has one dimension
    Source:  FDG 7
    >>> line = compose(point(R2_polar), lambda t: up(t, 0), chart(R1_rect))
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar)
    >>> geodesic_equation(R1_rect, R2_polar, flat)(line)(R1_rect.point(symbols("t")))
    (up 0 0)
    """
    over = _along_curve(source, cartan, "geodesic-equation")

    def residual(gamma: Map) -> Function:
        nabla_e, e = over(gamma)
        return nabla_e(differential(gamma)(e))(target.map)  # type: ignore[no-any-return]

    return residual


@public("parallel-transport-equation")
def parallel_transport_equation(source: Chart, target: Chart, cartan: Connection) -> Callable[[Map], Any]:
    """The residual of the equation of parallel transport of a vector field over a curve.

    Scheme:  ((((parallel-transport-equation R1-rect target C) gamma) V) t)
    Math:    nabla_{d/dt} V = 0
    Shapes:  gamma: curve;  result: vector field over it -> point of its source -> up(n)
    Source:  FDG 7
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (define gamma (literal-manifold-map 'gamma R1-rect R2-rect))
    1 ]=> (define constant ((vector-field->vector-field-over-map gamma) d/dx))
    1 ]=> (define basis (coordinate-system->basis R2-rect))
    1 ]=> (define flat (Christoffel->Cartan (metric->Christoffel-2 (coordinate-system->metric R2-rect) basis)))
    1 ]=> (simplify ((((parallel-transport-equation R1-rect R2-rect flat) gamma) constant) ((point R1-rect) 't)))
    ;Value: (up 0 0)
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> gamma = literal_manifold_map("gamma", R1_rect, R2_polar)
    >>> constant = vector_field_to_vector_field_over_map(gamma)(d_dx)
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis()).cartan
    >>> simplify(parallel_transport_equation(R1_rect, R2_polar, flat)(gamma)(constant)(R1_rect.point(symbols("t"))))
    (up 0 0)
    """
    over = _along_curve(source, cartan, "parallel-transport-equation")
    return lambda gamma: lambda V: over(gamma)[0](V)(target.map)


# --- levi civita -----------------------------------------------------------------------------------------------------
# The connection of a metric: symmetric, with a metric that is covariantly constant; in any basis.
#
# The symbols are computed with the components of the metric (:mod:`scmpy.geometry.metric`), once.
#
# Source: FDG 9; Misner, Thorne, Wheeler, Gravitation, page 210


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
def Levi_Civita(metric: Metric, basis: AnyBasis) -> Nabla:
    """The covariant derivative of a metric.

    Scheme:  (Levi-Civita g basis)
    Math:    nabla g = 0, without torsion
    Shapes:  result: vector field -> field of any kind -> field of that kind
    Source:  FDG 9
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    >>> simplify(nabla(d_dphi)(d_dphi)(chart(S2_spherical))(S2_spherical.point(*symbols("theta phi"))))
    (up (* -1 (cos theta) (sin theta)) 0)
    """
    return covariant_derivative(Christoffel_to_Cartan(metric_to_Christoffel_2(metric, basis)))


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
    """R_ijkl = e_k(Gamma_lji) - e_l(Gamma_kji) - Gamma_lj^m Gamma_kim + Gamma_kj^m Gamma_lim - c^m_kl Gamma_mji.

    With the symbols of the first kind of a metric, for i < j, k < l, and each pair of pairs once; of R_ijkl, R_ikjl and
    R_iljk with i < j < k < l the last follows from the others.
    """
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
