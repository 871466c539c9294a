"""General relativity: the connection of a metric, the Einstein tensor, invariants, the field equation, fluids.

    G = Ric - 1/2 R g,      C = R_ijkl without its traces,      K = R_ijkl R^ijkl

A metric and a basis, or a chart, are all that the tensors below need; the covariant derivative of the metric may be
given with them, where it is known already.

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation; Wald, General Relativity
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import apply_value
from scmpy.geometry.basis import AnyBasis, Basis, as_basis
from scmpy.geometry.components import Components, dot, rows
from scmpy.geometry.connection import Cartan, Christoffel
from scmpy.geometry.covariant import Connection, Nabla
from scmpy.geometry.curvature import Ricci, Riemann, connection_of
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.levi_civita import Levi_Civita
from scmpy.geometry.manifold_function import ManifoldFunction
from scmpy.geometry.metric_components import Metric, components_of
from scmpy.geometry.raising import trace2down
from scmpy.geometry.tensor import Tensor, as_tensor
from scmpy.geometry.typed import VECTORS
from scmpy.registry import public
from scmpy.structure.aliases import Multilinear, Scalar

LOWER_FOUR = VECTORS * 2


def _geometry(metric: Any, basis: AnyBasis, operation: str, nabla: Any = None) -> tuple[Metric, Basis, Nabla]:
    """The metric, the basis, and the covariant derivative, of a metric or of the connection of one."""
    basis = as_basis(basis, operation)
    if isinstance(metric, Nabla | Cartan | Christoffel):
        nabla = connection_of(metric, basis, operation)
        if nabla.cartan.metric is None:
            raise WrongTypeError(
                f"{operation} expects a metric, or the connection of one, got {describe(metric)} of none"
            )
        metric = nabla.cartan.metric.metric
    return metric, basis, Levi_Civita(metric, basis) if nabla is None else nabla


@public("Ricci-scalar")
def Ricci_scalar(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> ManifoldFunction:
    """The curvature scalar of a metric, given by itself or by its connection.

    Scheme:  ((Ricci-scalar g basis) m)
    Math:    R = g^ij R_ij
    Shapes:  result: function on the manifold
    Source:  FDG 9
    >>> from scmpy import *
    >>> simplify(Ricci_scalar(S2_metric, S2_spherical.basis())(S2_spherical.point(*symbols("a b"))))
    2
    """
    metric, basis, nabla = _geometry(metric, basis, "Ricci-scalar", nabla)
    return trace2down(metric, basis)(Ricci(nabla, basis))


@public("Einstein")
def Einstein(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The Einstein tensor of a metric, given by itself or by its connection.

    Scheme:  (((Einstein g basis) u v) m)
    Math:    G = Ric - 1/2 R g
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (define g (FLRW-metric spacetime-sphere (literal-function 'R) 0))
    1 ]=> (simplify (((Einstein g (coordinate-system->basis spacetime-sphere)) d/dt d/dt) m))
    ;Value: (/ (* 3 (expt ((D R) t) 2)) (expt (R t) 2))
    >>> from scmpy import *
    >>> e, R = spacetime_sphere.vector_basis("t r theta phi"), literal_function("R")
    >>> G = Einstein(FLRW_metric(spacetime_sphere, R, 0), spacetime_sphere.basis())
    >>> simplify(G(e[0], e[0])(spacetime_sphere.point(*symbols("t r theta phi"))))  # 3 (R'/R)^2
    (/ (* 3 (expt ((D R) t) 2)) (expt (R t) 2))
    """
    metric, basis, nabla = _geometry(metric, basis, "Einstein", nabla)
    ricci = as_tensor(Ricci(nabla, basis), VECTORS, basis)
    known = components_of(metric, basis, "Einstein")

    def at(place: Any) -> list[Any]:
        curvature, lower = ricci.components(place), known.lower(place)
        half = g.div(dot(known.inverse(place), curvature), 2)
        return [g.sub(x, g.mul(half, y)) for x, y in zip(curvature, lower, strict=True)]

    return ricci.with_components(at, (ricci.components, known.inverse), "Einstein")


@public("Einstein-field-equation")
def Einstein_field_equation(
    metric: Metric, basis: AnyBasis, stress: Multilinear, coupling: Scalar, cosmological: Scalar = 0
) -> Tensor:
    """The residual of Einstein's field equation, a function of two vector fields.

    Scheme:  (((Einstein-field-equation g basis T kappa Lambda) u v) m)
    Math:    G + Lambda g - kappa T,   kappa = 8 pi G / c^4
    Shapes:  T, result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (define basis (coordinate-system->basis spacetime-sphere))
    1 ]=> (define g (FLRW-metric spacetime-sphere (literal-function 'R) 0))
    1 ]=> (define dust (perfect-fluid g basis 'rho 0 d/dt))
    1 ]=> (simplify (((Einstein-field-equation g basis dust 'kappa) d/dt d/dt) m))
    ;Value: (/ (+ (* -1 kappa rho (expt (R t) 2)) (* 3 (expt ((D R) t) 2))) (expt (R t) 2))
    >>> from scmpy import *
    >>> e, basis = spacetime_sphere.vector_basis("t r theta phi"), spacetime_sphere.basis()
    >>> g = FLRW_metric(spacetime_sphere, literal_function("R"), 0)
    >>> dust = perfect_fluid(g, basis, symbols("rho"), 0, e[0])
    >>> Friedmann = Einstein_field_equation(g, basis, dust, symbols("kappa"))(e[0], e[0])
    >>> simplify(Friedmann(spacetime_sphere.point(*symbols("t r theta phi"))) + symbols("kappa") * symbols("rho"))
    (/ (* 3 (expt ((D R) t) 2)) (expt (R t) 2))
    """
    basis = as_basis(basis, "Einstein-field-equation")
    tensor = Einstein(metric, basis)
    source = as_tensor(stress, VECTORS, basis)
    known = components_of(metric, basis, "Einstein-field-equation")

    def at(place: Any) -> list[Any]:
        terms = zip(tensor.components(place), known.lower(place), source.components(place), strict=True)
        return [g.sub(g.add(x, g.mul(cosmological, y)), g.mul(coupling, z)) for x, y, z in terms]

    parts = (tensor.components, source.components)
    return tensor.with_components(at, parts, "Einstein-field-equation")


@public("perfect-fluid")
def perfect_fluid(
    metric: Metric, basis: AnyBasis, density: Scalar, pressure: Scalar, velocity: Operator, c: Scalar = 1
) -> Tensor:
    """The stress-energy of a perfect fluid, a function of two vector fields; the signature is (-, +, +, +).

    Scheme:  (((perfect-fluid g basis rho p U c) u v) m)
    Math:    T_ij = (rho + p/c^2) U_i U_j + p g_ij
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (define T (perfect-fluid (Minkowski-metric R4-rect) (coordinate-system->basis R4-rect) 'rho 'p d/dt))
    1 ]=> (simplify ((T d/dx d/dx) ((point R4-rect) (up 't 'x 'y 'z))))
    ;Value: p
    >>> from scmpy import *
    >>> e, basis = R4_rect.vector_basis("t x y z"), R4_rect.basis()
    >>> T = perfect_fluid(Minkowski_metric(R4_rect), basis, *symbols("rho p"), e[0])
    >>> simplify(up(T(e[0], e[0]), T(e[1], e[1]))(R4_rect.point(*symbols("t x y z"))))
    (up rho p)
    """
    basis = as_basis(basis, "perfect-fluid")
    known = components_of(metric, basis, "perfect-fluid")
    flow = basis.components_of(as_vector_field(velocity, "perfect-fluid"))
    n = basis.dimension

    def at(place: Any) -> list[Any]:
        rho, p = (apply_value(x, (place,)) for x in (density, pressure))
        lower = rows(known.lower(place), n)
        u = [dot(row, flow(place)) for row in lower]
        inertia = g.add(rho, g.div(p, g.square(c)))
        indices = itertools.product(range(n), repeat=2)
        return [g.add(g.mul(inertia, g.mul(u[i], u[j])), g.mul(p, lower[i][j])) for i, j in indices]

    return Tensor(basis, VECTORS, Components(basis.chart, at, (flow, density, pressure)), "perfect-fluid")


@public("Riemann-lowered")
def Riemann_lowered(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The curvature tensor with its first index lowered, a function of four vector fields.

    Scheme:  (((Riemann-lowered g basis) u v x y) m)
    Math:    R_ijkl = g_im R^m_jkl
    Shapes:  result: four vector fields -> function on the manifold
    Source:  FDG 8
    >>> from scmpy import *
    >>> u, v = S2_spherical.vector_basis("theta phi")
    >>> R = Riemann_lowered(S2_metric, S2_spherical.basis())  # of curvature 1: the square of the area
    >>> simplify((R(u, v, u, v) - S2_metric(u, u) * S2_metric(v, v))(S2_spherical.point(*symbols("theta phi"))))
    0
    """
    metric, basis, nabla = _geometry(metric, basis, "Riemann-lowered", nabla)
    curvature = as_tensor(Riemann(nabla), None, basis)
    known, n = components_of(metric, basis, "Riemann-lowered"), basis.dimension

    def at(place: Any) -> list[Any]:
        blocks = rows(curvature.components(place), -n)
        return [dot(row, column) for row in rows(known.lower(place), n) for column in zip(*blocks, strict=True)]

    return Tensor(basis, LOWER_FOUR, Components(basis.chart, at, (curvature.components,)), "Riemann-lowered")


def _raised(values: Sequence[Any], matrix: Sequence[Sequence[Any]], rank: int) -> Sequence[Any]:
    """Components with all indices raised: the last is raised and comes first, as often as there are indices."""
    n = len(matrix)
    for _ in range(rank):
        columns = rows(values, n)
        values = [dot(row, column) for row in matrix for column in columns]
    return values


@public("Kretschmann")
def Kretschmann(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> ManifoldFunction:
    """The square of the curvature of a metric, an invariant.

    Scheme:  ((Kretschmann g basis) m)
    Math:    K = R_ijkl R^ijkl
    Shapes:  result: function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 31
    >>> from scmpy import *
    >>> simplify(Kretschmann(S2_metric, S2_spherical.basis())(S2_spherical.point(*symbols("a b"))))
    4
    """
    metric, basis, nabla = _geometry(metric, basis, "Kretschmann", nabla)
    lowered, n = Riemann_lowered(metric, basis, nabla), basis.dimension
    inverse = components_of(metric, basis, "Kretschmann").inverse

    def at(place: Any) -> list[Any]:
        values = lowered.components(place)
        return [dot(values, _raised(values, rows(inverse(place), n), 4))]

    return Components(basis.chart, at, (lowered.components, inverse)).entry(0, "Kretschmann")


@public("Weyl")
def Weyl(metric: Metric | Connection, basis: AnyBasis, nabla: Nabla | None = None) -> Tensor:
    """The conformal curvature of a metric in three or more dimensions, a function of four vector fields.

    Scheme:  (((Weyl g basis) u v x y) m)
    Math:    C_ijkl = R_ijkl - (g_i[k R_l]j - g_j[k R_l]i) 2/(n - 2) + g_i[k g_l]j 2 R/((n - 1)(n - 2))
    Shapes:  result: four vector fields -> function on the manifold
    Raises:  WrongTypeError in less than three dimensions
    Source:  Wald 3.2.28
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (define g (Schwarzschild-metric spacetime-sphere 'rs))
    1 ]=> (define basis (coordinate-system->basis spacetime-sphere))
    1 ]=> (simplify (((Weyl g basis) d/dt d/dr d/dt d/dr) m))
    ;Value: (/ (* -1 rs) (expt r 3))
    >>> from scmpy import *
    >>> g, basis = Schwarzschild_metric(spacetime_sphere, symbols("rs")), spacetime_sphere.basis()
    >>> d_dt, d_dr, *_ = spacetime_sphere.vector_basis("t r theta phi")
    >>> simplify(Weyl(g, basis)(d_dt, d_dr, d_dt, d_dr)(spacetime_sphere.point(*symbols("t r theta phi"))))
    (/ (* -1 rs) (expt r 3))
    """
    metric, basis, nabla = _geometry(metric, basis, "Weyl", nabla)
    n = basis.dimension
    if n < 3:
        raise WrongTypeError(f"Weyl expects at least three dimensions, got {describe(basis)}")
    lowered, ricci = Riemann_lowered(metric, basis, nabla), Ricci(nabla, basis)
    ricci_tensor, known = as_tensor(ricci, VECTORS, basis), components_of(metric, basis, "Weyl")

    def at(place: Any) -> list[Any]:
        metric_, curvature = rows(known.lower(place), n), ricci_tensor.components(place)
        scalar, R = dot(known.inverse(place), curvature), rows(curvature, n)

        def traces(i: int, j: int, k: int, h: int) -> Any:
            mixed = g.sub(
                g.add(g.mul(metric_[i][k], R[h][j]), g.mul(metric_[j][h], R[k][i])),
                g.add(g.mul(metric_[i][h], R[k][j]), g.mul(metric_[j][k], R[h][i])),
            )
            pure = g.sub(g.mul(metric_[i][k], metric_[h][j]), g.mul(metric_[i][h], metric_[k][j]))
            return g.sub(g.div(mixed, n - 2), g.div(g.mul(scalar, pure), (n - 1) * (n - 2)))

        N = range(n)
        indices = ((i, j, k, h) for i in N for j in N for k in N for h in N)
        return [g.sub(x, traces(*index)) for x, index in zip(lowered.components(place), indices, strict=True)]

    return Tensor(basis, LOWER_FOUR, Components(basis.chart, at, (lowered.components,)), "Weyl")
