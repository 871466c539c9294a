"""Orthonormal frames: Gram and Schmidt's process, for a metric of any signature.

Each field is made orthogonal to those before it and divided by the square root of the magnitude of its square; the
squares of the resulting fields are 1 or -1. Where the sign of a symbolic square depends on the place, as inside and
outside of a horizon, the fields hold its absolute value, and are right on both sides (:mod:`scmpy.geometry.magnitude`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.calculus.operator import Operator
from scmpy.errors import DivisionByZeroError
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function, name_of
from scmpy.generic.kinds import is_number
from scmpy.geometry.basis import AnyBasis, Basis, as_basis
from scmpy.geometry.chart import Chart
from scmpy.geometry.components import Components, carried_out, dot, rows
from scmpy.geometry.duality import vector_basis_to_dual
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.magnitude import magnitude, vanishes
from scmpy.geometry.metric import coordinate_system_to_metric_components
from scmpy.geometry.metric_components import Metric, MetricComponents
from scmpy.geometry.vector_field import coordinate_vector_fields, field_of
from scmpy.registry import public
from scmpy.structure.structure import Down, Structure, Up, leaves
from scmpy.symbolic.expression import application, symbol

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
    """Is a square, or one of a batch, inexact and no more than rounding leaves of the sum that it is?"""
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
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
    >>> r, phi = R2_polar.coordinates("r phi")
    >>> e = coordinate_system_to_orthonormal_vector_basis(R2_polar)
    >>> simplify(e(phi)(R2_polar.point(*symbols("a b"))))
    (down 0 (/ 1 a))
    """
    components = coordinate_system_to_metric_components(system)
    n = system.dimension
    lengths = Components(system, lambda place: _lengths(components(system.at(place)), n))
    return Down(e / lengths.entry(i, f"length {e.__name__}") for i, e in enumerate(coordinate_vector_fields(system)))


def _lengths(matrix: Structure, n: int) -> list[Any]:
    return [g.sqrt(matrix[i][i]) for i in range(n)]
