"""Connections: Christoffel symbols, Cartan forms, in any basis, computed once; covariant derivatives and geodesics.

    nabla_{e_i} e_j = sum_k Gamma_ij^k e_k,      nabla_X e_j = sum_k w_j^k(X) e_k,      w_j^k = sum_i Gamma_ij^k e~i

Source: FDG 7; Misner, Thorne, Wheeler, Gravitation, chapter 8. Next: curvature.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn, Self

from scmpy.boundary import checks
from scmpy.calculus.derivative import Operator, label_of
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.numbers import is_exact_zero
from scmpy.generic.settings import check_callable
from scmpy.generic.types import Procedure, ScalarKind, Value
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, literal_manifold_function, rows, symmetric
from scmpy.geometry.equivalence import ComponentsTable, table_of, table_or_none
from scmpy.geometry.fields import (
    Derivation,
    FormField,
    as_vector_field,
    components_in,
    coordinate_vector_fields,
    field_of,
    is_one_form_field,
)
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.metric import MetricComponents
from scmpy.geometry.tensor import (
    Map,
    Tensor,
    Types,
    as_tensor,
    basis_to_basis_over_map,
    derivation,
    differential,
    form_field_to_form_field_over_map,
    type_of_argument,
)
from scmpy.pickling import Portable
from scmpy.registry import declare_predicate, public
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, map_leaves, sum_of
from scmpy.structure.types import Name
from scmpy.symbolic.expression import application, symbol


class _Symbols(Portable, tuple):
    """A list of a tag, of symbols or forms and of their basis, which may be one over a map.

    Where the symbols have been computed together, they are ``known``; so is what the metric whose connection it is
    gives in the basis, where there is one. None of this is changed after it is made.
    """

    tags: dict[int, str]
    kind: int
    known: Components | None
    metric: MetricComponents | None
    over_map: bool
    basis: Basis = property(lambda self: self[2])  # type: ignore[assignment]

    def __new__(
        cls,
        values: Any,
        basis: Basis,
        kind: int = 2,
        known: Components | None = None,
        metric: MetricComponents | None = None,
        over_map: bool = False,
    ) -> Self:
        made = super().__new__(cls, (symbol(cls.tags[kind]), values, basis))
        vars(made).update(kind=kind, known=known, metric=metric, over_map=over_map)
        return made

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"{describe(self)} is not changed after it is made: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{describe(self)} is not changed after it is made: {name} cannot be deleted")

    def __getnewargs__(self) -> tuple[Any, ...]:
        return self[1], self.basis, self.kind

    @cached_property
    def components(self) -> Components:
        if self.known is not None:
            return self.known
        values, n = self._values(), self.basis.dimension

        def at(place: Any) -> list[Any]:
            found = [x for value in values for x in leaves(apply_value(value, (place,)))]
            if len(found) != n**3:
                raise StructureError(f"{describe(self)} in {n} dimensions has {n} by {n} one-forms, got others")
            return found

        return Components(self.basis.chart, at, (part for value in values for part in leaves(value)))

    def table(self, most: int | None = None) -> ComponentsTable:
        types = ("vector", "vector", "form" if self.kind == 2 else "vector")
        return table_of(self.components, self.basis, types, "Christoffel", most)

    def __repr__(self) -> str:
        shown = None if self.over_map else table_or_none(self)
        return str(shown) if shown else f"<{describe(self)}>"

    def _repr_latex_(self) -> str | None:
        return shown._repr_latex_() if not self.over_map and (shown := table_or_none(self)) else None

    def _values(self) -> list[Any]:
        raise NotImplementedError


class Christoffel(_Symbols):
    tags = {1: "*Christoffel-1*", 2: "*Christoffel*"}
    symbols: Structure = property(lambda self: self[1])  # type: ignore[assignment]

    @classmethod
    def of_components(
        cls, known: Components, basis: Basis, kind: int = 2, metric: MetricComponents | None = None
    ) -> Self:
        n, last = basis.dimension, Up if kind == 2 else Down
        entries = array([known.entry(i, "Gamma") for i in range(n**3)], n, 3)
        return cls(Down(Down(map(last, block)) for block in entries), basis, kind, known, metric)

    def _values(self) -> list[Any]:
        return leaves(self.symbols)

    def _describe_(self) -> str:
        return f"Christoffel symbols of kind {self.kind}"


class Cartan(_Symbols):
    tags = {2: "*Cartan*"}
    forms: Any = property(lambda self: self[1])

    def _values(self) -> list[Any]:
        return [self.forms(e) for e in leaves(self.basis.vectors)]

    def _describe_(self) -> str:
        return "a Cartan connection over a map" if self.over_map else "a Cartan connection"


@checks("Cartan")
def as_Cartan(value: Any, operation: str) -> Cartan:
    if is_Christoffel(value):
        return Christoffel_to_Cartan(value)
    cartan = getattr(value, "cartan", value)
    if not isinstance(cartan, Cartan):
        raise WrongTypeError(
            f"{operation} expects a connection: a Cartan object, Christoffel symbols of the second kind, "
            f"or a covariant derivative such as (Levi-Civita g basis); got {describe(value)}"
        )
    return cartan


@checks("Christoffel")
def as_Christoffel(value: Any, operation: str, kind: int | None = None) -> Christoffel:
    if not isinstance(value, Christoffel) or (kind is not None and value.kind != kind):
        wanted = "a Christoffel object" + (f" of kind {kind}" if kind else "")
        raise WrongTypeError(f"{operation} expects {wanted}, got {describe(value)}")
    return value


def _checked_symbols(symbols: Any, basis: Any, last: type[Structure], operation: str) -> Structure:
    basis = as_basis(basis, operation)
    n = basis.dimension
    given = as_structure(symbols)
    shape = Down([Down([last([0] * n)] * n)] * n)
    if not isinstance(given, Structure) or map_leaves(lambda _: 0, given) != shape:
        raise StructureError(
            f"{operation} expects (down i (down j ({last.orientation} k ...))) of {n} by {n} by {n} functions, "
            f"got {describe(symbols)}"
        )
    return given


@public("make-Christoffel")
def make_Christoffel(symbols: Structure, basis: Basis) -> Christoffel:
    """Christoffel symbols of the second kind: down over i of down over j of up over k, functions on the manifold.

    Math:    nabla_{e_i} e_j = sum_k Gamma_ij^k e_k
    Shapes:  symbols: down(n) of down(n) of up(n)
    Raises:  StructureError if the symbols are not of this shape
    Source:  FDG 7
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
    >>> G = make_Christoffel(down(down(up(0, 0), up(0, 1 / r)), down(up(0, 1 / r), up(-r, 0))), R2_polar.basis())
    >>> nabla = covariant_derivative(Christoffel_to_Cartan(G))
    >>> nabla(d_dphi)(d_dphi)(r)(R2_polar.point(*symbols("a b")))
    (* -1 a)
    """
    return Christoffel(_checked_symbols(symbols, basis, Up, "make-Christoffel"), basis)


@public("make-Christoffel-1")
def make_Christoffel_1(symbols: Structure, basis: Basis) -> Christoffel:
    """Christoffel symbols of the first kind: three times down.

    Math:    Gamma_ijk = g(nabla_{e_i} e_j, e_k)
    Shapes:  symbols: down(n) of down(n) of down(n), of functions on the manifold or scalars
    Raises:  StructureError if the symbols are not of this shape
    Source:  FDG 9
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> G = make_Christoffel_1(down(down(down(0, 0), down(0, r)), down(down(0, r), down(-r, 0))), R2_polar.basis())
    >>> known = metric_to_Christoffel_1(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> difference = Christoffel_to_symbols(G) - Christoffel_to_symbols(known)
    >>> simplify(difference(R2_polar.point(*symbols("a b"))))
    (down (down (down 0 0) (down 0 0)) (down (down 0 0) (down 0 0)))
    """
    return Christoffel(_checked_symbols(symbols, basis, Down, "make-Christoffel-1"), basis, 1)


@public("Christoffel?")
def is_Christoffel(value: object) -> bool:
    """Are these Christoffel symbols of the second kind?

    Scheme:  (Christoffel? x)
    Source:  FDG 7
    >>> is_Christoffel(literal_Christoffel_2("G", R2_rect)), is_Christoffel(literal_Christoffel_1("G", R2_rect))
    (True, False)
    """
    return isinstance(value, Christoffel) and value.kind == 2


@public("Christoffel->symbols")
def Christoffel_to_symbols(christoffel: Christoffel) -> Structure:
    """The symbols of a Christoffel object.

    Scheme:  ((Christoffel->symbols G) m)
    Shapes:  result: down(n) of down(n) of up(n), a function on the manifold
    Source:  FDG 7
    >>> symbols_ = Christoffel_to_symbols(metric_to_Christoffel_2(S2_metric, S2_spherical.basis()))
    >>> simplify(symbols_(S2_spherical.point(*symbols("theta phi"))))[1][1]
    (up (* -1 (cos theta) (sin theta)) 0)
    """
    return christoffel.symbols


@public("Christoffel->basis")
def Christoffel_to_basis(christoffel: Christoffel) -> Basis:
    """The basis of a Christoffel object.

    Scheme:  (Christoffel->basis G)
    Shapes:  result: n vector fields and n one-forms
    Source:  FDG 7
    1 ]=> (basis->vector-basis (Christoffel->basis (literal-Christoffel-2 'G R2-rect)))
    ;Value: (down d/dx d/dy)
    >>> Christoffel_to_basis(literal_Christoffel_2("G", R2_rect)) is R2_rect.basis()
    True
    """
    return christoffel.basis


@public("make-Cartan")
def make_Cartan(forms: Structure | Callable[[Any], Any], basis: AnyBasis) -> Cartan:
    """Connection forms with their basis: down over j of up over k of one-forms, or a function of a vector field.

    Math:    nabla_X e_j = sum_k w_j^k(X) e_k
    Shapes:  forms: down(n) of up(n) of one-forms
    Raises:  WrongTypeError if the forms are no one-forms
    Source:  FDG 7
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
    >>> frame = down(d_dr, d_dphi / r)  # of unit vectors; they turn as phi grows
    >>> turning = down(up(ff_zero, d(phi)), up(-d(phi), ff_zero))
    >>> C = make_Cartan(turning, make_basis(frame, vector_basis_to_dual(frame, R2_polar)))
    >>> covariant_derivative(C)(d_dphi)(d_dr)(phi)(R2_polar.point(*symbols("a b")))
    (/ 1 a)
    """
    basis = as_basis(basis, "make-Cartan")
    if isinstance(forms, Structure) and not all(map(is_one_form_field, leaves(forms))):
        raise WrongTypeError("make-Cartan expects one-forms, (down j (up k ...)) of them")
    check_callable(forms, wanted="(down j (up k ...)) of one-forms")
    return Cartan(forms, basis)


declare_predicate(
    *("Cartan?", Cartan, "Is this a Cartan object?"),
    *('literal_Cartan("G", R2_rect)', 'literal_Christoffel_2("G", R2_rect)'),
    source="FDG 7",
)


@public("Cartan->forms")
def Cartan_to_forms(cartan: Cartan) -> Value:
    """The connection forms of a Cartan object.

    Scheme:  (((Cartan->forms C) X) m)
    Shapes:  result: down(n) of up(n) of one-forms
    Source:  FDG 7
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> Cartan_to_forms(literal_Cartan("G", R2_rect))(d_dx)(R2_rect.point(*symbols("a b")))[0]
    (up (G_00^0 (up a b)) (G_00^1 (up a b)))
    """
    return cartan.forms


@public("Cartan->basis")
def Cartan_to_basis(cartan: Cartan) -> Basis:
    """The basis of a Cartan object.

    Scheme:  (Cartan->basis C)
    Shapes:  result: n vector fields and n one-forms
    Source:  FDG 7
    1 ]=> (basis->vector-basis (Cartan->basis (literal-Cartan 'G R2-rect)))
    ;Value: (down d/dx d/dy)
    >>> Cartan_to_basis(literal_Cartan("G", R2_rect)) is R2_rect.basis()
    True
    """
    return cartan.basis


@public("Christoffel->Cartan")
def Christoffel_to_Cartan(christoffel: Christoffel) -> Cartan:
    """The connection forms of Christoffel symbols of the second kind.

    Scheme:  (Christoffel->Cartan G)
    Math:    w_j^k = sum_i Gamma_ij^k e~i
    Shapes:  forms: down(n) of up(n) of one-forms
    Source:  FDG 7
    >>> C = Christoffel_to_Cartan(literal_Christoffel_2("G", R2_rect))
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> Cartan_to_forms(C)(d_dy)[0][1](R2_rect.point(*symbols("a b")))
    (G_10^1 (up a b))
    """
    gamma = as_Christoffel(christoffel, "Christoffel->Cartan", 2)
    basis, n = gamma.basis, gamma.basis.dimension

    def form(j: int, k: int) -> FormField:
        def value(X: Any) -> Any:
            components = basis.components_of(X)

            def at(place: Any) -> Any:
                return dot((block[j][k] for block in array(gamma.components(place), n, 3)), components(place))

            return made_from((components, gamma.components), at, "Cartan-form")

        return FormField(value, symbol(f"Cartan-form-{j}{k}"), 1, basis.chart)

    forms = Down(Up(form(j, k) for k in range(n)) for j in range(n))
    return Cartan(forms, basis, 2, gamma.components, gamma.metric)


@public("Cartan->Christoffel")
def Cartan_to_Christoffel(cartan: Cartan) -> Christoffel:
    """The Christoffel symbols of the second kind of connection forms.

    Scheme:  (Cartan->Christoffel C)
    Math:    Gamma_ij^k = w_j^k(e_i)
    Shapes:  symbols: down(n) of down(n) of up(n)
    Raises:  WrongTypeError for what is no connection, and for one over a map
    Source:  FDG 7
    >>> G = Cartan_to_Christoffel(literal_Cartan("G", R2_rect))
    >>> Christoffel_to_symbols(G)(R2_rect.point(*symbols("a b")))[1][0]
    (up (G_10^0 (up a b)) (G_10^1 (up a b)))
    """
    cartan = ordinary(cartan, "Cartan->Christoffel")
    return Christoffel.of_components(cartan.components, cartan.basis, metric=cartan.metric)


def ordinary(cartan: Any, operation: str) -> Cartan:
    connection = as_Cartan(cartan, operation)
    if connection.over_map:
        raise WrongTypeError(f"{operation} expects a connection on a manifold, got {describe(cartan)}")
    return connection


@public("symmetrize-Christoffel")
def symmetrize_Christoffel(christoffel: Christoffel) -> Christoffel:
    """The symbols made symmetric in their first two indices: in a coordinate basis the part without torsion.

    Scheme:  (symmetrize-Christoffel G)
    Math:    (Gamma_ij^k + Gamma_ji^k)/2
    Shapes:  symbols: as those of G
    Source:  FDG 8
    >>> G = make_Christoffel(down(down(up(0, 0), up(2, 0)), down(up(4, 6), up(0, 0))), R2_rect.basis())
    >>> Christoffel_to_symbols(symmetrize_Christoffel(G))(R2_rect.point(*symbols("a b")))
    (down (down (up 0 0) (up 3 3)) (down (up 3 3) (up 0 0)))
    """
    gamma = christoffel
    n = gamma.basis.dimension

    def at(place: Any) -> list[Any]:
        values = array(gamma.components(place), n, 3)

        def mean(i: int, j: int) -> list[Any]:
            pair = zip(values[i][j], values[j][i], strict=True)
            return [x if i == j else g.mul(Fraction(1, 2), g.add(y, x)) for x, y in pair]

        return [x for row in symmetric(n, mean) for x in row]

    components = Components(gamma.basis.chart, at, (gamma.components,))
    return Christoffel.of_components(components, gamma.basis, gamma.kind)


@public("symmetrize-Cartan")
def symmetrize_Cartan(cartan: Cartan) -> Cartan:
    """The connection with symbols made symmetric: in a coordinate basis the part without torsion.

    Scheme:  (symmetrize-Cartan C)
    Shapes:  forms: down(n) of up(n) of one-forms
    Source:  FDG 8
    >>> (d_dx, d_dy), (dx, dy) = R2_rect.vector_basis("x y"), R2_rect.form_basis("x y")
    >>> T = torsion(covariant_derivative(symmetrize_Cartan(literal_Cartan("G", R2_rect))))
    >>> T(dx, d_dx, d_dy)(R2_rect.point(*symbols("a b")))
    0
    """
    return Christoffel_to_Cartan(symmetrize_Christoffel(Cartan_to_Christoffel(cartan)))


def _literal(name: Any, system: Chart, kind: int) -> Christoffel:
    n, mark, last = system.dimension, "_^"[kind - 1], (Down, Up)[kind - 1]

    def function(i: int, j: int, k: int) -> Any:
        return literal_manifold_function(f"{name}_{i}{j}{mark}{k}", system)

    indices = range(n)
    symbols = Down(Down(last(function(i, j, k) for k in indices) for j in indices) for i in indices)
    return Christoffel(symbols, coordinate_basis(system), kind)


@public("literal-Christoffel-1")
def literal_Christoffel_1(name: Name, system: Chart) -> Christoffel:
    """Unknown Christoffel symbols of the first kind, the literal functions name_00_0, ...

    Scheme:  (literal-Christoffel-1 'G sys)
    Shapes:  symbols: down(n) of down(n) of down(n)
    Source:  FDG 8
    >>> Christoffel_to_symbols(literal_Christoffel_1("G", R2_rect))(R2_rect.point(*symbols("a b")))[0][1]
    (down (G_01_0 (up a b)) (G_01_1 (up a b)))
    """
    return _literal(name, system, 1)


@public("literal-Christoffel-2")
def literal_Christoffel_2(name: Name, system: Chart) -> Christoffel:
    """Unknown Christoffel symbols of the second kind, the literal functions name_00^0, ...

    Scheme:  (literal-Christoffel-2 'G sys)
    Shapes:  its symbols: down(n) of down(n) of up(n)
    Source:  FDG 8
    >>> Christoffel_to_symbols(literal_Christoffel_2("G", R2_rect))(R2_rect.point(*symbols("a b")))[0][1]
    (up (G_01^0 (up a b)) (G_01^1 (up a b)))
    """
    return _literal(name, system, 2)


@public("literal-Cartan")
def literal_Cartan(name: Name, system: Chart) -> Cartan:
    """An unknown connection, of literal Christoffel symbols.

    Scheme:  (literal-Cartan 'G sys)
    Shapes:  forms: down(n) of up(n) of one-forms
    Raises:  WrongTypeError for what is no chart
    Source:  FDG 8
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> covariant_derivative(literal_Cartan("G", R2_rect))(d_dx)(d_dy)(x)(R2_rect.point(*symbols("a b")))
    (G_01^0 (up a b))
    """
    return Christoffel_to_Cartan(_literal(name, system, 2))


@public("Cartan->Cartan-over-map")
def Cartan_to_Cartan_over_map(cartan: Connection, mu: Map) -> Cartan:
    """A connection on the target of a map as a connection over the map.

    Scheme:  (Cartan->Cartan-over-map C mu)
    Math:    (w_mu)(X) = w_mu((d mu)(X))
    Shapes:  forms: down(n) of up(n) of one-forms
    Raises:  WrongTypeError if the connection is over a map already, or given by a function
    Source:  FDG 7
    >>> mu, (d_dt,) = literal_manifold_map("mu", R1_rect, R2_polar), R1_rect.vector_basis("t")
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> forms = Cartan_to_forms(Cartan_to_Cartan_over_map(flat, mu))
    >>> simplify(forms[0][1](d_dt)(R1_rect.point(symbols("t"))))
    (/ ((D mu^1) t) (mu^0 t))
    """
    cartan = ordinary(cartan, "Cartan->Cartan-over-map")
    over, push = form_field_to_form_field_over_map(mu), differential(mu)

    def form(w: FormField) -> FormField:
        carried = over(w)
        return FormField(lambda X: carried(push(X)), application(symbol("over-map"), w.expression))

    forms = cartan.forms
    if not isinstance(forms, Structure):
        raise WrongTypeError("Cartan->Cartan-over-map expects connection forms (down j (up k ...))")
    return Cartan(map_leaves(form, forms), basis_to_basis_over_map(mu, cartan.basis), over_map=True)


# --- covariant -------------------------------------------------------------------------------------------------------
# The covariant derivative of functions, vector fields, forms and tensors, also over maps; geodesics and transport.
#
#     nabla_X Y = sum_k (X(Y^k) + sum_ij Gamma_ij^k X^i Y^j) e_k
#     (nabla_X w)(Y, ...) = X(w(Y, ...)) - w(nabla_X Y, ...) - ...
#
# A tensor is differentiated by its components, all at once and once for each connection; the fields that it is
# applied to are not differentiated. Over a map the field X is on the source, and Y over the map.

#: Vector fields and pairs of them of which a covariant derivative remembers what it made.
MOST_DERIVATIVES = 500


class Nabla(Function):
    __slots__ = ("cartan", "of_fields", "tensors")

    def __init__(self, cartan: Cartan) -> None:
        super().__init__(self.along, "nabla")
        self.cartan = cartan
        self.tensors: weakref.WeakKeyDictionary[Any, dict[Types, Tensor]] = weakref.WeakKeyDictionary()
        self.of_fields: dict[tuple[Any, ...], tuple[tuple[Operator, ...], Any]] = {}

    def __reduce__(self) -> Any:
        return Nabla, (self.cartan,)

    def table(self, most: int | None = None) -> ComponentsTable:
        return self.on_manifold().table(most)

    def __repr__(self) -> str:
        return repr(self.cartan)

    def _repr_latex_(self) -> str | None:
        return self.cartan._repr_latex_()

    @property
    def basis(self) -> Basis:
        return self.cartan.basis

    def along(self, X: Operator) -> Operator:
        as_vector_field(X, "covariant-derivative")
        return derivation(
            X,
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
        components = self.basis.components_of(Y)
        return Components(self.basis.chart, components, (components,))

    def _over_map(self, X: Operator, Y: Operator, label: Any) -> Operator:
        vectors, dual = leaves(self.basis.vectors), leaves(self.basis.forms)
        y = [w(Y) for w in dual]
        forms = [leaves(row) for row in self.cartan.forms(X)]  # by j, then k
        parts = [g.add(X(y[k]), sum_of(g.mul(row[k], y[j]) for j, row in enumerate(forms))) for k in range(len(dual))]
        return Derivation(lambda f: sum_of(g.mul(c, e(f)) for c, e in zip(parts, vectors, strict=True)), label)

    def of_tensor(self, X: Operator, T: Any, types: Types, label: Any) -> Tensor:
        basis = self.on_manifold().basis
        differential = self.covariant_differential(T, types)
        x = basis.components_of(X)

        def at(place: Any) -> list[Any]:
            return _contracted_first(differential.components(place), x(place), basis.dimension)

        parts = (x, differential.components)
        return Tensor(basis, differential.argument_types[1:], Components(basis.chart, at, parts, shorten=False), label)

    def on_manifold(self) -> Cartan:
        return ordinary(self.cartan, "covariant-derivative of a tensor")

    def covariant_differential(self, T: Any, types: Types) -> Tensor:
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
def Cartan_transform(cartan: Connection, basis: Basis) -> Cartan:
    """The same connection in another basis.

    Scheme:  (Cartan-transform C basis)
    Math:    w'_j^k(X) = e'~k(nabla_X e'_j)
    Shapes:  forms: down(n) of up(n) of one-forms
    Source:  FDG 7
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> G = Cartan_to_Christoffel(Cartan_transform(flat, R2_rect.basis()))
    >>> simplify(Christoffel_to_symbols(G)(R2_rect.point(*symbols("x y"))))
    (down (down (up 0 0) (up 0 0)) (down (up 0 0) (up 0 0)))
    """
    nabla = Nabla(ordinary(cartan, "Cartan-transform"))
    vectors, dual = leaves(basis.vectors), leaves(basis.forms)

    def form(j: int, k: int) -> FormField:
        return FormField(lambda X: dual[k](nabla(X)(vectors[j])), symbol(f"Cartan-form-{j}{k}"), 1, basis.chart)

    indices = range(basis.dimension)
    return Cartan(type(basis.vectors)(type(basis.forms)(form(j, k) for k in indices) for j in indices), basis)


def _along_curve(source: Chart, cartan: Connection, operation: str) -> Callable[[Map], tuple[Any, Any]]:
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
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> gamma = literal_manifold_map("gamma", R1_rect, R2_polar)
    >>> constant = vector_field_to_vector_field_over_map(gamma)(d_dx)
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(parallel_transport_equation(R1_rect, R2_polar, flat)(gamma)(constant)(R1_rect.point(symbols("t"))))
    (up 0 0)
    """
    over = _along_curve(source, cartan, "parallel-transport-equation")
    return lambda gamma: lambda V: over(gamma)[0](V)(target.map)
