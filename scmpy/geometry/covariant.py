"""The covariant derivative of functions, vector fields, forms and tensors, also over maps; geodesics and transport.

    nabla_X Y = sum_k (X(Y^k) + sum_ij Gamma_ij^k X^i Y^j) e_k
    (nabla_X w)(Y, ...) = X(w(Y, ...)) - w(nabla_X Y, ...) - ...

A tensor is differentiated by its components, all at once and once for each connection; the fields that it is applied to
are not differentiated. Over a map the field X is on the source, and Y over the map.

Source: FDG 7
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from typing import Any

from scmpy.calculus.operator import Operator, label_of
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.functions import Function, made_from, name_of
from scmpy.generic.kinds import Procedure, Scalar
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart
from scmpy.geometry.components import Components, array, dot, rows
from scmpy.geometry.connection import Cartan, Cartan_to_Cartan_over_map, Christoffel, as_Cartan, ordinary
from scmpy.geometry.field_operator import Derivation, as_vector_field, is_vector_field
from scmpy.geometry.form_field import FormField
from scmpy.geometry.manifold_function import ManifoldFunction
from scmpy.geometry.manifold_maps import Map, differential
from scmpy.geometry.tensor import Tensor, as_tensor
from scmpy.geometry.typed import Types, argument_types_of, type_of_argument
from scmpy.geometry.vector_field import components_in, coordinate_vector_fields, field_of
from scmpy.registry import public
from scmpy.structure.structure import Structure, leaves, map_leaves, sum_of
from scmpy.symbolic.expression import application, symbol

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

    @property
    def basis(self) -> Basis:
        return self.cartan.basis

    def along(self, X: Operator) -> Operator:
        """The derivative along a vector field."""
        as_vector_field(X, "covariant-derivative")
        name = application(symbol("nabla"), X.expression)

        def derivative(value: Any) -> Any:
            if isinstance(value, Structure):
                return map_leaves(derivative, value)
            if is_vector_field(value):
                return self.remembered(self.of_vector, X, value)
            label = application(name, label_of(value))
            types = argument_types_of(value)
            if types is None:
                return self.of_function(X, value, label)
            tensor = self.of_tensor(X, value, types, label)
            return FormField(tensor, label, value.rank) if isinstance(value, FormField) else tensor

        return Operator(derivative, name)

    def of_function(self, X: Operator, f: Any, label: Any) -> Any:
        """The derivative of a function on the manifold; one that is applied to fields is taken for a tensor."""
        if isinstance(f, (ManifoldFunction, Scalar)):
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
    """The sum over the first index of components times those of a vector."""
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
    >>> from scmpy import *
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> r, phi = R2_polar.coordinates("r phi")
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
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> gamma = literal_manifold_map("gamma", R1_rect, R2_polar)
    >>> constant = vector_field_to_vector_field_over_map(gamma)(d_dx)
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis()).cartan
    >>> simplify(parallel_transport_equation(R1_rect, R2_polar, flat)(gamma)(constant)(R1_rect.point(symbols("t"))))
    (up 0 0)
    """
    over = _along_curve(source, cartan, "parallel-transport-equation")
    return lambda gamma: lambda V: over(gamma)[0](V)(target.map)
