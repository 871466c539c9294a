"""The connection of a metric: symmetric, with a metric that is covariantly constant; in any basis.

The symbols are computed with the components of the metric (:mod:`scmpy.geometry.metric_components`), once.

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation, page 210
"""

from __future__ import annotations

from scmpy.geometry.basis import AnyBasis
from scmpy.geometry.connection import Christoffel, Christoffel_to_Cartan
from scmpy.geometry.covariant import Nabla, covariant_derivative
from scmpy.geometry.metric_components import Metric, components_of
from scmpy.registry import public


@public("metric->connection-1", "metric->Christoffel-1")
def metric_to_Christoffel_1(metric: Metric, basis: AnyBasis) -> Christoffel:
    """The symbols of the first kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-1 g basis)) m)
    Math:    Gamma_kji = g(nabla_{e_k} e_j, e_i)
    Shapes:  result: down of down of down of functions on the manifold, with its basis
    Source:  FDG 9
    >>> from scmpy import *
    >>> G = metric_to_Christoffel_1(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(Christoffel_to_symbols(G)(R2_polar.point(*symbols("r theta"))))
    (down (down (down 0 0) (down 0 r)) (down (down 0 r) (down (* -1 r) 0)))
    """
    known = components_of(metric, basis, "metric->Christoffel-1")
    return Christoffel.of_components(known.symbols_1, known.basis, 1)


@public("metric->connection-2", "metric->Christoffel-2")
def metric_to_Christoffel_2(metric: Metric, basis: AnyBasis) -> Christoffel:
    """The symbols of the second kind of the connection of a metric, in any basis.

    Scheme:  ((Christoffel->symbols (metric->Christoffel-2 g basis)) m)
    Math:    nabla_{e_k} e_j = sum_i Gamma_kj^i e_i
    Shapes:  result: down of down of up of functions on the manifold, with its basis
    Raises:  DivisionByZeroError, when the symbols are applied, where the metric is degenerate
    Source:  FDG 9
    >>> from scmpy import *
    >>> G = metric_to_Christoffel_2(coordinate_system_to_metric(R2_polar), R2_polar.basis())
    >>> simplify(Christoffel_to_symbols(G)(R2_polar.point(*symbols("r theta"))))
    (down (down (up 0 0) (up 0 (/ 1 r))) (down (up 0 (/ 1 r)) (up (* -1 r) 0)))
    """
    known = components_of(metric, basis, "metric->Christoffel-2")
    return Christoffel.of_components(known.symbols_2, known.basis, metric=known)


@public("Levi-Civita")
def Levi_Civita(metric: Metric, basis: AnyBasis) -> Nabla:
    """The covariant derivative of a metric.

    Scheme:  (Levi-Civita g basis)
    Math:    nabla g = 0, without torsion
    Shapes:  result: vector field -> field of any kind -> field of that kind
    Source:  FDG 9
    >>> from scmpy import *
    >>> d_dtheta, d_dphi = S2_spherical.vector_basis("theta phi")
    >>> nabla = Levi_Civita(S2_metric, S2_spherical.basis())
    >>> simplify(nabla(d_dphi)(d_dphi)(chart(S2_spherical))(S2_spherical.point(*symbols("theta phi"))))
    (up (* -1 (cos theta) (sin theta)) 0)
    """
    return covariant_derivative(Christoffel_to_Cartan(metric_to_Christoffel_2(metric, basis)))
