"""Bases: as many independent vector fields as the manifold has dimensions, with the dual one-forms.

The duals of a frame follow from one matrix, the components of its fields in a chart, inverted once at each place.
The structure constants of a basis are the components of the commutators of its fields,

    [e_i, e_k] = sum_j  c^j_ik e_j,      c[j][i][k] = e~j([e_i, e_k]).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scmpy.calculus.operator import commutator
from scmpy.errors import StructureError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.display import Shown
from scmpy.generic.functions import Function, made_from
from scmpy.generic.kinds import describe, is_number
from scmpy.geometry.chart import Chart, as_chart
from scmpy.geometry.form_field import FormField, contraction, is_one_form_field
from scmpy.geometry.function import ManifoldFunction, charts_of, remembered
from scmpy.geometry.vector_field import VectorField, as_vector_field, components_in
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.structure import Down, Structure, Up, as_structure, leaves, sum_of, up
from scmpy.symbolic.display import shown
from scmpy.symbolic.expression import Expression, application, symbol
from scmpy.symbolic.simplify import reduced


class Basis(Shown):
    """A down tuple of vector fields with the up tuple of the dual one-forms.

    >>> from scmpy import *
    >>> R2_polar.basis("r phi")
    <basis (down d/dr d/dphi), dual (up dr dphi)>
    """

    def __init__(self, vectors: Structure, forms: Structure) -> None:
        self.vectors = vectors
        self.forms = forms

    def __repr__(self) -> str:
        return f"<basis {self.vectors}, dual {self.forms}>"

    def _shown_(self) -> Any:
        return application(symbol("basis"), shown(self.vectors), shown(self.forms))

    def _describe_(self) -> str:
        return f"a basis of {len(self.vectors)} vector fields"

    @property
    def dimension(self) -> int:
        return len(self.vectors)

    @property
    def chart(self) -> Chart:
        """The chart in which the fields of the basis have their components."""
        for v in self.vectors:
            if isinstance(v, VectorField):
                return v.chart
        raise WrongTypeError(f"none of the vector fields of {describe(self)} has components in a chart")


def coordinate_vector_fields(chart: Chart, names: Any = None) -> tuple[VectorField, ...]:
    """The fields d/dx of the coordinates x of a chart."""
    return tuple(
        VectorField(chart, _constant(unit, chart), symbol(f"d/d{name}"))
        for name, unit in zip(chart.names_or(names), _units(chart, Up), strict=True)
    )


def coordinate_form_fields(chart: Chart, names: Any = None) -> tuple[FormField, ...]:
    """The one-forms dx of the coordinates x of a chart."""
    return tuple(
        contraction(chart, _constant(unit, chart), f"d{name}")
        for name, unit in zip(chart.names_or(names), _units(chart, Down), strict=True)
    )


def _units(chart: Chart, orientation: type[Structure]) -> list[Any]:
    indices = range(chart.dimension)
    return [chart.tuple_of(orientation, (int(i == j) for j in indices)) for i in indices]


def _constant(value: Any, chart: Chart) -> ManifoldFunction:
    return ManifoldFunction(lambda place: value, "constant", (chart,))


@public("coordinate-system->basis")
def coordinate_basis(system: Chart, names: Any = None) -> Basis:
    """The coordinate vector fields and one-forms of a chart.

    Scheme:  (coordinate-system->basis sys)
    Source:  FDG 4
    """
    as_chart(system, "coordinate-system->basis")
    return Basis(Down(coordinate_vector_fields(system, names)), Up(coordinate_form_fields(system, names)))


@public("coordinate-system->vector-basis", "coordinate-basis-vector-fields")
def coordinate_vector_basis(system: Chart) -> Structure:
    """The down tuple of the coordinate vector fields of a chart."""
    return coordinate_basis(system).vectors


@public("coordinate-system->1form-basis", "coordinate-basis-1form-fields")
def coordinate_system_to_1form_basis(system: Chart) -> Structure:
    """The up tuple of the coordinate one-forms of a chart."""
    return coordinate_basis(system).forms


@public("make-basis")
def make_basis(vectors: Any, forms: Any) -> Basis:
    """A basis from a frame and its dual.

    Scheme:  (make-basis vector-basis dual-basis)
    Source:  FDG 4
    """
    vectors, forms = as_structure(vectors), as_structure(forms)
    for v in vectors:
        as_vector_field(v, "make-basis")
    if len(vectors) != len(forms) or not all(map(is_one_form_field, forms)):
        raise StructureError(
            f"make-basis expects as many one-forms as vector fields, got {len(vectors)} fields and {forms}"
        )
    return Basis(vectors, forms)


@public("basis?")
def is_basis(value: Any) -> bool:
    """Is this a basis?"""
    return isinstance(value, Basis)


def as_basis(value: Any, operation: str) -> Basis:
    """The value, if it is a basis."""
    if not isinstance(value, Basis):
        raise WrongTypeError(f"{operation} expects a basis (make-basis frame dual), got {describe(value)}")
    return value


@public("basis->vector-basis")
def basis_to_vector_basis(basis: Basis) -> Structure:
    """The vector fields of a basis, a down tuple."""
    return as_basis(basis, "basis->vector-basis").vectors


@public("basis->1form-basis")
def basis_to_1form_basis(basis: Basis) -> Structure:
    """The one-forms of a basis, an up tuple."""
    return as_basis(basis, "basis->1form-basis").forms


@public("basis->dimension")
def basis_to_dimension(basis: Basis) -> int:
    """The number of vector fields of a basis."""
    return as_basis(basis, "basis->dimension").dimension


@public("vector-basis->dual")
def vector_basis_to_dual(frame: Any, system: Chart) -> Structure:
    """The one-forms dual to a frame, e~i(e_j) = 1 if i = j, else 0.

    Scheme:  (vector-basis->dual frame sys)
    Raises:  DivisionByZeroError, when applied, where the fields of the frame are dependent
    Source:  FDG 4
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> dual = vector_basis_to_dual(down(d_dr, d_dphi / r), R2_polar)
    >>> dual(d_dphi)(R2_polar.point(*symbols("a b")))
    (up 0 a)
    """
    as_chart(system, "vector-basis->dual")
    fields = [as_vector_field(v, "vector-basis->dual") for v in leaves(as_structure(frame))]
    if len(fields) != system.dimension:
        raise StructureError(
            f"vector-basis->dual expects {system.dimension} vector fields for the chart {system}, got {len(fields)}"
        )
    columns = [components_in(v, system) for v in fields]

    def rows_at(place: Any) -> linear.Rows:
        return linear.inverse(tuple(zip(*(leaves(column(place)) for column in columns), strict=True)))

    rows = remembered(ManifoldFunction(rows_at, "dual", charts_of(columns)))
    return Up(_dual_form(system, rows, j, v) for j, v in enumerate(fields))


def _dual_form(chart: Chart, rows: ManifoldFunction, j: int, v: Any) -> FormField:
    components = ManifoldFunction(lambda place: chart.tuple_of(Down, rows(place)[j]), "dual", rows.charts)
    return contraction(chart, components, f"dual-{v.expression}")


@public("structure-constants")
def structure_constants(basis: Basis) -> Function:
    """The structure constants of a basis, as a function of the place: up over j of down over i of down over k.

    Scheme:  ((structure-constants basis) place)
    Math:    c[j][i][k] = e~j([e_i, e_k])
    Source:  FDG 4; MIT 12.620J, "Poincaré equations"
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> frame = down(d_dr, d_dphi / r)
    >>> c = structure_constants(make_basis(frame, vector_basis_to_dual(frame, R2_polar)))
    >>> c(up(*symbols("a b")))
    (up (down (down 0 0) (down 0 0)) (down (down 0 (/ -1 a)) (down (/ 1 a) 0)))
    """
    e, chart, n = as_basis(basis, "structure-constants").vectors, basis.chart, basis.dimension
    brackets = [components_in(commutator(e[i], e[k]), chart) for i in range(n) for k in range(i + 1, n)]
    duals = Up(Down(form(field) for field in coordinate_vector_fields(chart)) for form in basis.forms)

    def constants_at(place: Any) -> Structure:
        rows, upper = _reduced(up(duals(place), Up(bracket(place) for bracket in brackets)))
        entries = Up(Up(sum_of(map(g.mul, leaves(row), leaves(b))) for b in upper) for row in rows)
        return Up(_antisymmetric(n, row) for row in _reduced(entries))

    return made_from((*leaves(duals), *brackets), constants_at, "structure-constants")


def _antisymmetric(n: int, upper: Iterable[Any]) -> Structure:
    """The antisymmetric array with these entries above the diagonal, row by row."""
    values = iter(upper)
    array: list[list[Any]] = [[0] * n for _ in range(n)]
    for i in range(n):
        for k in range(i + 1, n):
            array[i][k] = next(values)
            array[k][i] = g.negate(array[i][k])
    return Down(map(Down, array))


def _reduced(value: Any) -> Any:
    """The value reduced, where it is symbolic: what many results share is reduced once."""
    symbolic = all(is_number(x) or isinstance(x, Expression) for x in leaves(value))
    return reduced(value) if symbolic else value
