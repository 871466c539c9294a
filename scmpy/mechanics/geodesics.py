"""Geodesics as motions: the paths of a free particle on a manifold with a metric.

Lagrange's equations of L = g(v, v)/2 are, with their index raised, the equation of geodesics with an affine parameter;
so whatever mechanics has of Lagrangians serves a metric too. The momentum of a coordinate that the metric does not
depend on is conserved, and so is g(v, v). Motions are those of the coordinates as they stand, which may pass a pole to
a negative angle; there :func:`~scmpy.geometry.integral_curves.geodesic` tells that the chart ends.

Source: FDG 1 and 9
"""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.geometry.chart import Chart, dot, rows
from scmpy.geometry.metric import Metric, components_of
from scmpy.mechanics.lagrangian import check_state
from scmpy.registry import public
from scmpy.structure.structure import leaves


@public("metric->Lagrangian")
def metric_to_Lagrangian(metric: Metric, system: Chart) -> Function:
    """The Lagrangian of a particle of mass 1 that moves freely in a metric, in the coordinates of a chart.

    Scheme:  ((metric->Lagrangian g sys) (up t q v))
    Math:    L(t, q, v) = 1/2 sum_ij g_ij(q) v^i v^j
    Shapes:  result: up(t, q, v) -> scalar
    Raises:  StructureError unless the state is up(t, q, v)
    Source:  FDG 1
    1 ]=> (define L (metric->Lagrangian (Schwarzschild-metric spacetime-sphere 'rs) spacetime-sphere))
    1 ]=> (ref (((partial 2) L) (up 'tau (up 't 'r 'theta 'phi) (up 'dt 'dr 'dtheta 'dphi))) 0)
    ;Value: (/ (+ (* -1 dt r) (* dt rs)) r)
    >>> from scmpy import *
    >>> M, tau = symbols("M tau")
    >>> L = metric_to_Lagrangian(Schwarzschild_metric(spacetime_sphere, 2 * M), spacetime_sphere)
    >>> state = up(tau, up(*symbols("t r theta phi")), up(*symbols("t' r' theta' phi'")))
    >>> partial(2)(L)(state)[0]  # the energy, with its sign changed: the metric does not depend on t
    (/ (+ (* 2 M t') (* -1 r t')) r)
    """
    known, n = components_of(metric, system, "metric->Lagrangian"), system.dimension

    def lagrangian(state: Any) -> Any:
        _, q, v = check_state(state, "metric->Lagrangian")[:3]
        velocity = leaves(v)
        lowered = [dot(row, velocity) for row in rows(known.lower(system.point(q)), n)]
        return g.div(dot(lowered, velocity), 2)

    return Function(lagrangian, "(metric->Lagrangian)")
