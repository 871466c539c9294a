"""The connection of a metric: symmetric, with a metric that is covariantly constant; in any basis.

    2 Gamma_kji = e_k(g_ij) + e_j(g_ik) - e_i(g_jk) + g([e_k, e_j], e_i) - g([e_k, e_i], e_j) - g([e_j, e_i], e_k)

with the direction k first; Gamma_kj^i = sum_m g^im Gamma_kjm. In a coordinate basis, where the commutators vanish, the
symbols are symmetric in k and j, and computed for k <= j.

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation, page 210
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scmpy.calculus.operator import commutator
from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.kinds import describe
from scmpy.geometry.basis import Basis, as_basis, contract
from scmpy.geometry.components import Components, dot, is_zero, rows
from scmpy.geometry.connection import Christoffel
from scmpy.geometry.metric import Metric, MetricComponents, components_of
from scmpy.geometry.vector_field import as_vector_field
from scmpy.registry import public


def _first_kind(known: MetricComponents) -> Components:
    """Gamma_kji by k, j and i."""
    basis, n = known.basis, known.basis.dimension
    derivatives, brackets = known.lower.along(basis.frame), basis.brackets
    N = range(n)

    def at(place: Any) -> list[Any]:
        slopes = derivatives(place)
        matrix, c = rows(known.lower(place), n), brackets(place) if brackets else None

        def slope(k: int, i: int, j: int) -> Any:
            return slopes[(k * n + i) * n + j]

        def bracket(i: int, j: int, k: int) -> Any:
            return 0 if c is None else dot(c[(i * n + j) * n :][:n], matrix[k])

        def entry(k: int, j: int, i: int) -> Any:
            value = g.sub(g.add(slope(k, i, j), slope(j, i, k)), slope(i, j, k))
            if c is not None:
                value = g.sub(g.sub(g.add(value, bracket(k, j, i)), bracket(k, i, j)), bracket(j, i, k))
            return value if is_zero(value) else g.mul(Fraction(1, 2), value)

        if c is not None:
            return [entry(k, j, i) for k in N for j in N for i in N]
        upper = {(k, j): [entry(k, j, i) for i in N] for k in N for j in range(k, n)}
        return [x for k in N for j in N for x in upper[min(j, k), max(j, k)]]

    return Components(basis.chart, at, (known.lower,))


def _second_kind(known: MetricComponents, first: Components) -> Components:
    """Gamma_kj^i by k, j and i."""
    n, symmetric = known.basis.dimension, known.basis.brackets is None

    def at(place: Any) -> list[Any]:
        inverse, lower = rows(known.inverse(place), n), rows(first(place), n)
        upper: dict[tuple[int, int], list[Any]] = {}
        for k in range(n):
            for j in range(n):
                known_pair = upper.get((j, k)) if symmetric else None
                upper[k, j] = known_pair or [dot(row, lower[k * n + j]) for row in inverse]
        return [x for k in range(n) for j in range(n) for x in upper[k, j]]

    return Components(known.basis.chart, at, (first, known.inverse))


@public("metric->connection-1", "metric->Christoffel-1")
def metric_to_Christoffel_1(metric: Metric, basis: Basis) -> Christoffel:
    """The symbols of the first kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-1 g basis)) m)
    Math:    Gamma_kji = g(nabla_{e_k} e_j, e_i)
    Source:  FDG 9
    """
    known = components_of(metric, as_basis(basis, "metric->Christoffel-1"), "metric->Christoffel-1")
    return Christoffel.of_components(_first_kind(known), basis, 1)


@public("metric->connection-2", "metric->Christoffel-2")
def metric_to_Christoffel_2(metric: Metric, basis: Basis) -> Christoffel:
    """The symbols of the second kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-2 g basis)) m)
    Math:    nabla_{e_k} e_j = sum_i Gamma_kj^i e_i
    Raises:  DivisionByZeroError, when the symbols are applied, where the metric is degenerate
    Source:  FDG 9
    >>> from scmpy import *
    >>> G = metric_to_Christoffel_2(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(Christoffel_to_symbols(G)(R2_polar.point(*symbols("r theta"))))
    (down (down (up 0 0) (up 0 (/ 1 r))) (down (up 0 (/ 1 r)) (up (* -1 r) 0)))
    """
    known = components_of(metric, as_basis(basis, "metric->Christoffel-2"), "metric->Christoffel-2")
    return Christoffel.of_components(_second_kind(known, _first_kind(known)), basis)


@public("structure-constant")
def structure_constant(e_i: Any, e_j: Any, e_k: Any, basis: Basis, metric: Metric) -> Any:
    """The product of a commutator of two fields with a third.

    Scheme:  (structure-constant e_i e_j e_k basis g)
    Math:    c_ijk = g(e_k, [e_i, e_j])
    """
    for field in (e_i, e_j, e_k):
        as_vector_field(field, "structure-constant")
    if not callable(metric):
        raise WrongTypeError(f"structure-constant expects a metric, got {describe(metric)}")
    return contract(lambda e, w: g.mul(metric(e_k, e), w(commutator(e_i, e_j))), basis)
