"""Connections: Christoffel symbols and Cartan forms, in any basis; whatever they are made from, computed once.

    nabla_{e_i} e_j = sum_k Gamma_ij^k e_k,      nabla_X e_j = sum_k w_j^k(X) e_k,      w_j^k = sum_i Gamma_ij^k e~i

Source: FDG 7; Misner, Thorne, Wheeler, Gravitation, chapter 8. Next: curvature.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, NoReturn, Self

from scmpy.boundary import checks
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import apply_value, made_from
from scmpy.generic.settings import check_callable
from scmpy.generic.types import Value
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, array, dot, literal_manifold_function
from scmpy.geometry.equivalence import ComponentsTable, table_of, table_or_none
from scmpy.geometry.fields import FormField, is_one_form_field
from scmpy.geometry.maps import Map, basis_to_basis_over_map, differential, form_field_to_form_field_over_map
from scmpy.geometry.metric import MetricComponents
from scmpy.pickling import Portable
from scmpy.registry import public
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, map_leaves
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
        """The symbols by i, j and k."""
        if self.known is not None:
            return self.known
        values = self._values()
        parts = [part for value in values for part in leaves(value)]
        return Components(
            self.basis.chart, lambda place: [x for value in values for x in leaves(apply_value(value, (place,)))], parts
        )

    def table(self, most: int | None = None) -> ComponentsTable:
        """The symbols that are not zero."""
        types = ("vector", "vector", "form" if self.kind == 2 else "vector")
        return table_of(self.components, self.basis, types, "Christoffel", most)

    def __repr__(self) -> str:
        shown = None if self.over_map else table_or_none(self)
        return str(shown) if shown else f"<{describe(self)}>"

    def _repr_latex_(self) -> str | None:
        return shown._repr_latex_() if not self.over_map and (shown := table_or_none(self)) else None

    def _values(self) -> list[Any]:
        """Functions, or tuples of such, that hold the symbols in their order."""
        raise NotImplementedError


class Christoffel(_Symbols):
    """Christoffel symbols of the first or the second kind: a list of a tag, the symbols and their basis."""

    tags = {1: "*Christoffel-1*", 2: "*Christoffel*"}
    symbols: Structure = property(lambda self: self[1])  # type: ignore[assignment]

    @classmethod
    def of_components(
        cls, known: Components, basis: Basis, kind: int = 2, metric: MetricComponents | None = None
    ) -> Self:
        """The object of computed symbols."""
        n, last = basis.dimension, Up if kind == 2 else Down
        entries = array([known.entry(i, "Gamma") for i in range(n**3)], n, 3)
        return cls(Down(Down(map(last, block)) for block in entries), basis, kind, known, metric)

    def _values(self) -> list[Any]:
        return leaves(self.symbols)

    def _describe_(self) -> str:
        return f"Christoffel symbols of kind {self.kind}"


class Cartan(_Symbols):
    """Connection forms with their basis: a list of a tag, the forms and the basis."""

    tags = {2: "*Cartan*"}
    forms: Any = property(lambda self: self[1])

    def _values(self) -> list[Any]:
        return [self.forms(e) for e in leaves(self.basis.vectors)]

    def _describe_(self) -> str:
        return "a Cartan connection over a map" if self.over_map else "a Cartan connection"


@checks("Cartan")
def as_Cartan(value: Any, operation: str) -> Cartan:
    """A connection as a Cartan object: it may be one, Christoffel symbols, or a covariant derivative."""
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
    """The value, if it is a Christoffel object (of a kind)."""
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

    Scheme:  (make-Christoffel symbols basis)
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

    Scheme:  (make-Christoffel-1 symbols basis)
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

    Scheme:  (make-Cartan forms basis)
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


@public("Cartan?")
def is_Cartan(value: object) -> bool:
    """Is this a Cartan object?

    Scheme:  (Cartan? x)
    Source:  FDG 7
    >>> is_Cartan(literal_Cartan("G", R2_rect)), is_Cartan(literal_Christoffel_2("G", R2_rect))
    (True, False)
    """
    return isinstance(value, Cartan)


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

        return FormField(value, symbol(f"Cartan-form-{j}{k}"))

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
    """A connection as a Cartan object, if it is not over a map."""
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
        means = {}
        for i in range(n):
            for j in range(i, n):
                pair = zip(values[i][j], values[j][i], strict=True)
                means[i, j] = means[j, i] = [x if i == j else g.mul(Fraction(1, 2), g.add(y, x)) for x, y in pair]
        return [x for i in range(n) for j in range(n) for x in means[i, j]]

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
def Cartan_to_Cartan_over_map(cartan: Cartan, mu: Map) -> Cartan:
    """A connection on the target of a map as a connection over the map.

    Scheme:  (Cartan->Cartan-over-map C mu)
    Math:    (w_mu)(X) = w_mu((d mu)(X))
    Shapes:  forms: down(n) of up(n) of one-forms
    Raises:  WrongTypeError if the connection is over a map already, or given by a function
    Source:  FDG 7
    1 ]=> (define-coordinates t R1-rect)
    1 ]=> (define mu (literal-manifold-map 'mu R1-rect R2-polar))
    1 ]=> (define basis (coordinate-system->basis R2-polar))
    1 ]=> (define flat (Christoffel->Cartan (metric->Christoffel-2 (coordinate-system->metric R2-polar) basis)))
    1 ]=> (simplify (((Cartan->forms (Cartan->Cartan-over-map flat mu)) d/dt) ((point R1-rect) 't)))
    ;Value: (down (up 0 (/ ((D mu^1) t) (mu^0 t))) (up (* -1 (mu^0 t) ((D mu^1) t)) (/ ((D mu^0) t) (mu^0 t))))
    >>> mu, (d_dt,) = literal_manifold_map("mu", R1_rect, R2_polar), R1_rect.vector_basis("t")
    >>> flat = Levi_Civita(coordinate_system_to_metric(R2_polar), R2_polar.basis()).cartan
    >>> forms = Cartan_to_forms(Cartan_to_Cartan_over_map(flat, mu))
    >>> simplify(forms(d_dt)(R1_rect.point(symbols("t"))))[0][1]
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
