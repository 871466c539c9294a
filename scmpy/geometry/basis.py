"""Bases: as many independent vector fields as the manifold has dimensions, with the dual one-forms.

The structure constants of a basis are the components of the commutators of its fields,

    [e_i, e_k] = sum_j  c^j_ik e_j,      c[j][i][k] = e~j([e_i, e_k]).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any

from scmpy.boundary import checks
from scmpy.calculus.derivative import Operator, commutator, label_of
from scmpy.errors import ChartError, DivisionByZeroError, ScmpyError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.display import Shown
from scmpy.generic.functions import Function, made_from, name_of
from scmpy.generic.types import Value, is_number
from scmpy.geometry.chart import MESSAGES, Chart, Components, as_chart, carried_out, dot, rows, typical_point
from scmpy.geometry.fields import (
    Derivation,
    FormField,
    VectorField,
    as_one_form,
    as_vector_field,
    components_in,
    contraction,
    coordinate_form_fields,
    coordinate_vector_fields,
    entries_of,
    is_one_form_field,
)
from scmpy.geometry.manifold import ManifoldFunction, Point, charts_of, remembered
from scmpy.registry import Registered, declare_predicate, public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.tuples import Down, Structure, Up, as_structure, leaves, map_leaves, sum_of, up
from scmpy.structure.types import Name
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import Expression, Head, application, symbol
from scmpy.symbolic.simplify import display_form, reduced


class Basis(Registered, Shown):
    """A down tuple of vector fields with the up tuple of the dual one-forms."""

    def __init__(self, vectors: Structure, forms: Structure, coordinate_system: Chart | None = None) -> None:
        self.vectors = vectors
        self.forms = forms
        self.coordinate_system = coordinate_system  # whose coordinate basis it is

    def __repr__(self) -> str:
        return f"<basis {self.vectors}, dual {self.forms}>"

    def _shown_(self) -> Any:
        return application(symbol("basis"), display_form(self.vectors), display_form(self.forms))

    def _describe_(self) -> str:
        return f"a basis of {self.dimension} vector fields {self.vectors}"

    @property
    def dimension(self) -> int:
        return len(leaves(self.vectors))

    def has_fields_of(self, other: Basis) -> bool:
        return self is other or (
            self.coordinate_system is not None and self.coordinate_system is other.coordinate_system
        )

    @cached_property
    def frame(self) -> Components:
        chart, n = self.chart, self.dimension
        columns = [components_in(v, chart) for v in leaves(self.vectors)]
        if n != chart.dimension:
            raise StructureError(f"a basis on {chart.manifold} has {chart.dimension} vector fields, got {n}")
        return Components(chart, lambda place: [b for column in columns for b in leaves(column(place))], columns)

    def components_of(self, field: Any) -> Function:
        if is_one_form_field(field):
            parts = [field(e) for e in leaves(self.vectors)]
        elif self.coordinate_system is not None:
            column = components_in(field, self.coordinate_system)
            return made_from((column,), lambda place: leaves(column(place)), "components")
        else:
            parts = [w(field) for w in leaves(self.forms)]
        return made_from(parts, lambda place: [part(place) for part in parts], "components")

    def in_chart(self, components: Sequence[Any], place: Any) -> Sequence[Any]:
        if self.coordinate_system is not None:
            return components
        return [dot(components, column) for column in zip(*rows(self.frame(place), self.dimension), strict=True)]

    @cached_property
    def brackets(self) -> Components | None:
        """The structure constants c^j_ik, by i, k and j; None of a coordinate basis, where they vanish."""
        if self.coordinate_system is not None:
            return None
        constants, n = structure_constants(self), self.dimension

        def at(place: Any) -> list[Any]:
            c = constants(place)
            return [c[j][i][k] for i in range(n) for k in range(n) for j in range(n)]

        return Components(self.chart, at, (constants,))

    @cached_property
    def chart(self) -> Chart:
        if self.coordinate_system is not None:
            return self.coordinate_system
        for v in leaves(self.vectors):
            if isinstance(v, VectorField):
                return v.chart
        raise WrongTypeError(f"none of the vector fields of {describe(self)} has components in a chart")


@public("coordinate-system->basis")
def coordinate_basis(system: Chart, names: str | Iterable[Name] | None = None) -> Basis:
    """The coordinate vector fields and one-forms of a chart.

    Scheme:  (coordinate-system->basis sys)
    Source:  FDG 4
    1 ]=> (basis->vector-basis (coordinate-system->basis R2-polar))
    ;Value: (down d/dr d/dtheta)
    >>> coordinate_system_to_basis(R2_polar, "r phi")
    <basis (down d/dr d/dphi), dual (up dr dphi)>
    """
    return _coordinate_basis(system, system.names_or(names))


@lru_cache(maxsize=256)
def _coordinate_basis(chart: Chart, names: tuple[str, ...]) -> Basis:
    """The basis by these names, made once: what is computed in it is remembered with it."""
    return Basis(Down(coordinate_vector_fields(chart, names)), Up(coordinate_form_fields(chart, names)), chart)


@public("coordinate-system->vector-basis", "coordinate-basis-vector-fields")
def coordinate_vector_basis(system: Chart) -> Structure:
    """The down tuple of the coordinate vector fields of a chart.

    Scheme:  (coordinate-system->vector-basis sys)
    Shapes:  result: down(n) of vector fields
    Source:  FDG 4
    >>> x, y = R2_rect.coordinates("x y")
    >>> coordinate_system_to_vector_basis(R2_rect)(x * y)(R2_rect.point(*symbols("a b")))
    (down b a)
    """
    return coordinate_basis(system).vectors


@public("coordinate-system->1form-basis", "coordinate-basis-1form-fields")
def coordinate_system_to_1form_basis(system: Chart) -> Structure:
    """The up tuple of the coordinate one-forms of a chart.

    Scheme:  (coordinate-system->1form-basis sys)
    Shapes:  result: up(n) of one-forms
    Source:  FDG 4
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> coordinate_system_to_1form_basis(R2_rect)(3 * d_dx + d_dy)(R2_rect.point(*symbols("a b")))
    (up 3 1)
    """
    return coordinate_basis(system).forms


declare_predicate("basis?", Basis, "Is this a basis?", "R2_polar.basis()", "R2_polar", source="FDG 4")


#: A basis, or a chart for its coordinate basis.
AnyBasis = Basis | Chart


@checks("Basis")
def as_basis(value: Any, operation: str) -> Basis:
    if isinstance(value, Chart):
        return coordinate_basis(value)
    if not isinstance(value, Basis):
        raise WrongTypeError(
            f"{operation} expects a basis (make-basis frame dual), or a chart for its coordinate basis, "
            f"got {describe(value)}"
        )
    return value


@public("basis->vector-basis")
def basis_to_vector_basis(basis: Basis) -> Structure:
    """The vector fields of a basis, a down tuple.

    Shapes:  result: down(n) of vector fields
    Source:  FDG 4
    >>> basis_to_vector_basis(R2_polar.basis())
    (down d/dr d/dtheta)
    """
    return basis.vectors


@public("basis->1form-basis")
def basis_to_1form_basis(basis: Basis) -> Structure:
    """The one-forms of a basis, an up tuple.

    Shapes:  result: up(n) of one-forms
    Source:  FDG 4
    >>> basis_to_1form_basis(R2_polar.basis())
    (up dr dtheta)
    """
    return basis.forms


@public("basis->dimension")
def basis_to_dimension(basis: Basis) -> int:
    """The number of vector fields of a basis.

    Source:  FDG 4
    >>> basis_to_dimension(R3_cyl.basis())
    3
    """
    return basis.dimension


@public("contract")
def contract(product: Callable[[Any, Any], Any], basis: Basis) -> Value:
    """The sum of a function of a vector field and a one-form over a basis and its dual.

    Scheme:  (contract (lambda (e w) ...) basis)
    Math:    sum_i f(e_i, e~i)
    Shapes:  product: (vector field, one-form) -> function on the manifold;  result: function on the manifold
    Source:  FDG 8
    >>> x, y = R2_rect.coordinates("x y")
    >>> contract(lambda e, w: w(x * e), R2_polar.basis())(R2_rect.point(*symbols("a b")))
    (* 2 a)
    """
    vectors, forms = leaves(basis.vectors), leaves(basis.forms)
    return sum_of(product(e, w) for e, w in zip(vectors, forms, strict=True))


@public("Jacobian")
def Jacobian(to: Basis, source: Basis) -> Structure:
    """The change of basis: it multiplies components by the second basis and gives those by the first.

    Scheme:  (Jacobian to-basis from-basis)
    Math:    J^i_j = e~i(e'_j)
    Shapes:  result: point -> down(n) of up(n)
    Source:  FDG 4
    >>> Jacobian(R2_polar.basis(), R2_rect.basis())(R2_polar.point(*symbols("r a")))
    (down (up (cos a) (/ (* -1 (sin a)) r)) (up (sin a) (/ (cos a) r)))
    """
    forms = to.forms
    return map_leaves(lambda e: map_leaves(lambda w: w(e), forms), source.vectors)  # type: ignore[no-any-return]


@public("make-constant-vector-field")
def make_constant_vector_field(basis: Basis, m: Point) -> Callable[[Operator], Operator]:
    """The function that extends the vector of a field at a point: constant components by a basis.

    Scheme:  ((make-constant-vector-field basis m) v)
    Source:  FDG 8
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> still = make_constant_vector_field(R2_rect.basis(), R2_rect.point(3, 4))(y * d_dx)
    >>> still(x)(R2_rect.point(*symbols("a b")))
    4
    """

    def extended(v: Operator) -> Operator:
        values = basis.components_of(as_vector_field(v, "make-constant-vector-field"))(m)
        return sum_of(map(g.mul, values, leaves(basis.vectors)))  # type: ignore[no-any-return]

    return extended


@public("basis-components->vector-field")
def basis_components_to_vector_field(components: Structure, frame: Structure) -> Operator:
    """The vector field with these components, functions on the manifold, by a frame.

    Shapes:  components: up(n) of functions on the manifold;  frame: down(n) of vector fields
    Raises:  StructureError unless there are as many components as fields
    Source:  FDG 4
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> basis_components_to_vector_field(up(x, 2), down(d_dx, d_dy))(x * y)(R2_rect.point(3, 4))
    18
    """
    fields = [as_vector_field(v, "basis-components->vector-field") for v in leaves(frame)]
    parts = entries_of(components, len(fields))
    label = application(
        Head.PLUS, *(application(Head.TIMES, label_of(c), v.expression) for c, v in zip(parts, fields, strict=True))
    )
    if all(isinstance(v, VectorField) for v in fields):
        field = sum_of(map(g.mul, parts, fields))
        return VectorField(field.chart, field.components, label)
    return Derivation(lambda f: sum_of(g.mul(c, v(f)) for c, v in zip(parts, fields, strict=True)), label)


@public("structure-constants")
def structure_constants(basis: Basis) -> Function:
    """The structure constants of a basis, as a function of the place: up over j of down over i of down over k.

    Scheme:  ((structure-constants basis) place)
    Math:    c[j][i][k] = e~j([e_i, e_k])
    Shapes:  result: point -> up(n) of down(n) of down(n)
    Raises:  ChartError if the fields are on different manifolds
    Source:  FDG 4; MIT 12.620J, "Poincaré equations"
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
    >>> frame = down(d_dr, d_dphi / r)
    >>> c = structure_constants(make_basis(frame, vector_basis_to_dual(frame, R2_polar)))
    >>> c(up(*symbols("a b")))
    (up (down (down 0 0) (down 0 0)) (down (down 0 (/ -1 a)) (down (/ 1 a) 0)))
    """
    e, chart, n = basis.vectors, basis.chart, basis.dimension
    brackets = [components_in(commutator(e[i], e[k]), chart) for i in range(n) for k in range(i + 1, n)]
    duals = Up(Down(form(field) for field in coordinate_vector_fields(chart)) for form in basis.forms)

    def constants_at(place: Any) -> Structure:
        forms, upper = _reduced(up(duals(place), Up(bracket(place) for bracket in brackets)))
        entries = Up(Up(sum_of(map(g.mul, leaves(form), leaves(b))) for b in upper) for form in forms)
        return Up(Down(map(Down, rows(antisymmetric(n, row), n))) for row in _reduced(entries))

    return made_from((*leaves(duals), *brackets), constants_at, "structure-constants")


def antisymmetric(n: int, upper: Iterable[Any]) -> list[Any]:
    """The n by n values, row after row, of what changes its sign with i and j, by those where i < j."""
    values = dict(zip(itertools.combinations(range(n), 2), upper, strict=True))
    return [0 if i == j else values[i, j] if i < j else g.negate(values[j, i]) for i in range(n) for j in range(n)]


def _reduced(value: Any) -> Any:
    symbolic = all(is_number(x) or isinstance(x, Expression) for x in leaves(value))
    return carried_out(value) if symbolic else value


# --- duality ---------------------------------------------------------------------------------------------------------
# Frames and their duals: as many independent vector fields as a manifold has dimensions, and the one-forms e~i with
#
#     e~i(e_j) = 1 if i = j, else 0.
#
# The duals follow from one matrix, the components of the fields in a chart, inverted once at each place.


@public("make-basis")
def make_basis(vectors: Structure, forms: Structure) -> Basis:
    """A basis from a frame and its dual.

    Scheme:  (make-basis vector-basis dual-basis)
    Shapes:  vector-basis: down(n) of vector fields;  dual-basis: up(n) of one-forms
    Raises:  StructureError where the forms are seen not to be dual to the fields, DivisionByZeroError for the dual of
             dependent fields; ChartError if the fields are on different manifolds
    Source:  FDG 4
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (define basis (make-basis (down d/dx d/dy) (up dx dy)))
    1 ]=> (((basis->1form-basis basis) (basis->vector-basis basis)) ((point R2-rect) (up 'a 'b)))
    ;Value: (up (down 1 0) (down 0 1))
    >>> make_basis(down(*R2_rect.vector_basis("x y")), up(*R2_polar.form_basis("r phi")))
    Traceback (most recent call last):
        ...
    scmpy.errors.StructureError: make-basis expects dual one-forms, got dr whose value on d/dx is not 1
    """
    vectors, forms = as_structure(vectors), as_structure(forms)
    fields = [as_vector_field(v, "make-basis") for v in leaves(vectors)]
    duals = [as_one_form(w) for w in leaves(forms)]
    if len(fields) != len(duals):
        counts = f"{len(duals)} one-forms and {len(fields)} vector fields"
        raise StructureError(f"make-basis expects as many one-forms as vector fields, got {counts}")
    manifolds = {v.chart.manifold: v for v in fields if isinstance(v, VectorField)}
    if len(manifolds) > 1:
        found = ", ".join(f"{describe(v)} of {manifold}" for manifold, v in manifolds.items())
        raise ChartError(f"make-basis expects vector fields on one manifold, got {found}")
    basis = Basis(vectors, forms)
    _check_duality(basis)
    return basis


def _check_duality(basis: Basis) -> None:
    try:
        place = typical_point(basis.chart)
        values = [[(w, v, reduced(w(v)(place))) for v in leaves(basis.vectors)] for w in leaves(basis.forms)]
    except DivisionByZeroError:  # the fields are dependent
        raise
    except ScmpyError:  # fields that are no formulas, or defined elsewhere: seen where they are applied
        return
    for i, row in enumerate(values):
        for j, (w, v, value) in enumerate(row):
            if value != int(i == j) and equivalent(value, int(i == j)).verdict == "different":
                found = f"{name_of(w)} whose value on {name_of(v)} is not {int(i == j)}"
                raise StructureError(f"make-basis expects dual one-forms, got {found}")


@public("vector-basis->dual")
def vector_basis_to_dual(frame: Structure, system: Chart) -> Structure:
    """The one-forms dual to a frame, e~i(e_j) = 1 if i = j, else 0.

    Scheme:  (vector-basis->dual frame sys)
    Shapes:  frame: down(n) of vector fields;  result: up(n) of one-forms
    Raises:  DivisionByZeroError, when applied, where the fields of the frame are dependent; of floats that are so but
             for their rounding the dual is very large, as the inverse of such a matrix is; StructureError unless there
             are as many fields as coordinates, ChartError if they are on another manifold
    Source:  FDG 4
    >>> (r, phi), (d_dr, d_dphi) = R2_polar.coordinates("r phi"), R2_polar.vector_basis("r phi")
    >>> dual = vector_basis_to_dual(down(d_dr, d_dphi / r), R2_polar)
    >>> dual(d_dphi)(R2_polar.point(*symbols("a b")))
    (up 0 a)
    """
    fields = [as_vector_field(v, "vector-basis->dual") for v in leaves(as_structure(frame))]
    if len(fields) != system.dimension:
        wanted = f"{system.dimension} vector fields for the chart {system}"
        raise StructureError(f"vector-basis->dual expects {wanted}, got {len(fields)}")
    columns = [components_in(v, system) for v in fields]

    def rows_at(place: Any) -> linear.Rows:
        try:
            return linear.inverse(tuple(zip(*(leaves(column(place)) for column in columns), strict=True)))
        except ZeroDivisionError:
            names = ", ".join(name_of(v) for v in fields)
            raise DivisionByZeroError(f"vector-basis->dual: the vector fields {names} are dependent") from None

    rows = remembered(ManifoldFunction(rows_at, "dual", charts_of(columns)))
    return Up(_dual_form(system, rows, j, v) for j, v in enumerate(fields))


def _dual_form(chart: Chart, rows: ManifoldFunction, j: int, v: Any) -> FormField:
    components = ManifoldFunction(lambda place: chart.tuple_of(Down, rows(place)[j]), "dual", rows.charts)
    return contraction(chart, components, f"dual-{v.expression}")


# --- coordinate chart ------------------------------------------------------------------------------------------------
# Charts with the vector fields and the one-forms of their coordinates: what programs see as charts.


class CoordinateChart(Chart):
    """A coordinate system of a manifold.

    >>> from scmpy import *
    >>> (x, y), (d_dx, d_dy) = R2_rect.coordinates("x y"), R2_rect.vector_basis("x y")
    >>> dx, dy = R2_rect.form_basis("x y")
    >>> a, b = symbols("a b")
    >>> rotation = x * d_dy - y * d_dx
    >>> rotation(x * y)(R2_rect.point(a, b))
    (+ (expt a 2) (* -1 (expt b 2)))
    >>> dy(rotation)(R2_rect.point(a, b))
    a

    What is made in one chart takes a tuple of its coordinates in the place of a point:

    >>> rotation(y)(up(a, b))
    a
    """

    def vector_basis(self, names: Any = None) -> tuple[VectorField, ...]:
        """The coordinate vector fields, for unpacking: ``d_dx, d_dy = R2_rect.vector_basis("x y")``."""
        return coordinate_vector_fields(self, names)

    def form_basis(self, names: Any = None) -> tuple[FormField, ...]:
        """The coordinate one-forms, for unpacking: ``dx, dy = R2_rect.form_basis("x y")``."""
        return coordinate_form_fields(self, names)

    def basis(self, names: Any = None) -> Basis:
        return coordinate_basis(self, names)


MESSAGES.update(
    {
        "coordinate-basis": coordinate_basis,
        "coordinate-basis-vector-fields": lambda chart: coordinate_basis(chart).vectors,
        "coordinate-basis-1form-fields": lambda chart: coordinate_basis(chart).forms,
    }
)


# --- coordinates -----------------------------------------------------------------------------------------------------
# Names for the coordinates of a chart: the functions ``x``, the vector fields ``d/dx`` and the one-forms ``dx``.


def coordinate_bindings(chart: Chart, prototype: Any) -> dict[str, Any]:
    """What ``(define-coordinates prototype chart)`` defines: name to value.

    The prototype is nested tuples of names, ``("up", "x", "y")``, a tuple of symbols, or a text ``"x y"``.
    """
    as_chart(chart, "define-coordinates")
    names = chart.names_or(prototype)
    fields = coordinate_vector_fields(chart, prototype), coordinate_form_fields(chart, prototype)
    return {
        **dict(zip(names, chart.coordinates(prototype), strict=True)),
        **{field.__name__: field for family in fields for field in family},
    }


def installed_bindings(chart: Chart, prototype: Any) -> dict[str, Any]:
    """As :func:`coordinate_bindings`; the chart keeps the names, so that its coordinate basis prints by them."""
    bindings = coordinate_bindings(chart, prototype)
    chart.install(prototype)
    return bindings
