"""Frames and their duals: as many independent vector fields as a manifold has dimensions, and the one-forms e~i with

    e~i(e_j) = 1 if i = j, else 0.

The duals follow from one matrix, the components of the fields in a chart, inverted once at each place.

Source: FDG 4
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import ChartError, DivisionByZeroError, ScmpyError, StructureError, describe
from scmpy.generic.functions import name_of
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import Chart, typical_point
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.form_field import FormField, as_one_form, contraction
from scmpy.geometry.manifold_function import ManifoldFunction, charts_of, remembered
from scmpy.geometry.vector_field import VectorField, components_in
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.structure import Down, Structure, Up, as_structure, leaves
from scmpy.symbolic import printing as printing  # forms are named by expressions as they are printed
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.simplify import reduced


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
    >>> from scmpy import *
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
    """Raise an error if at a typical point a form of the basis certainly has another value than it should."""
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
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> d_dr, d_dphi = R2_polar.vector_basis("r phi")
    >>> dual = vector_basis_to_dual(down(d_dr, d_dphi / r), R2_polar)
    >>> dual(d_dphi)(R2_polar.point(*symbols("a b")))
    (up 0 a)
    """
    fields = [as_vector_field(v, "vector-basis->dual") for v in leaves(as_structure(frame))]
    if len(fields) != system.dimension:
        raise StructureError(
            f"vector-basis->dual expects {system.dimension} vector fields for the chart {system}, got {len(fields)}"
        )
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
