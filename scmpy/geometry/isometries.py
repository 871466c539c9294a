"""Symmetries of a metric: the fields whose flow, and the maps which, leave all products of vectors as they are.

    L_K g = 0,      mu^* g = g

Source: FDG 9; Wald, General Relativity, appendix C
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.lie_derivative import Lie_derivative
from scmpy.calculus.operator import Operator
from scmpy.generic import operations as g
from scmpy.generic.functions import Function, name_of
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.manifold_maps import Map, differential
from scmpy.geometry.metric import metric_over_map
from scmpy.geometry.metric_components import Metric
from scmpy.geometry.typed import VECTORS, FieldFunction
from scmpy.registry import public


@public("Killing-residual")
def Killing_residual(metric: Metric) -> Callable[[Operator], Function]:
    """The Lie derivative of a metric along a vector field: zero if the flow of the field consists of isometries.

    Scheme:  ((((Killing-residual g) K) u v) m)
    Math:    (L_K g)(u, v) = K(g(u, v)) - g([K, u], v) - g(u, [K, v])
    Shapes:  result: vector field -> function of two vector fields
    Source:  Wald, appendix C
    >>> from scmpy import *
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> simplify(Killing_residual(S2_metric)(d_dphi)(d_dtheta, d_dphi)(S2_spherical.point(*symbols("a b"))))
    0
    """

    def residual(K: Operator) -> Function:
        along = Lie_derivative(as_vector_field(K, "Killing-residual"))

        def of_fields(u: Operator, v: Operator) -> Any:
            return g.sub(g.sub(along(metric(u, v)), metric(along(u), v)), metric(u, along(v)))

        return FieldFunction(of_fields, VECTORS, f"(Killing-residual {name_of(K)})")

    return residual


@public("isometry-residual")
def isometry_residual(metric: Metric, target: Metric | None = None) -> Callable[[Map], Function]:
    """The metric that a map carries back, less the metric of its source: zero if the map is an isometry.

    Scheme:  ((((isometry-residual g) mu) u v) m), (((isometry-residual g h) mu) u v) for a map to a space of metric h
    Math:    (mu^* h - g)(u, v) = h((d mu) u, (d mu) v) - g(u, v)
    Shapes:  result: map -> function of two vector fields
    Source:  Wald, appendix C
    >>> from scmpy import *
    >>> metric, (e, _) = coordinate_system_to_metric(R2_rect), R2_rect.vector_basis("x y")
    >>> turn = compose(point(R2_rect), lambda q: up(-q[1], q[0]), chart(R2_rect))
    >>> simplify(isometry_residual(metric)(turn)(e, e)(R2_rect.point(*symbols("a b"))))
    0
    """
    image = metric if target is None else target

    def residual(mu: Map) -> Function:
        push, measured = differential(mu), metric_over_map(mu, image)

        def of_fields(u: Operator, v: Operator) -> Any:
            return g.sub(measured(push(u), push(v)), metric(u, v))

        return FieldFunction(of_fields, VECTORS, f"(isometry-residual {name_of(mu)})")

    return residual
