"""General relativity: the Einstein tensor, invariants, the field equation; spacetimes; electromagnetism.

    G = Ric - 1/2 R g,      C = R_ijkl without its traces,      K = R_ijkl R^ijkl

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation; Wald, General Relativity
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Any

from scmpy.calculus.operators import Operator
from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import apply_value, name_of
from scmpy.generic.types import Scalar
from scmpy.geometry.basis import AnyBasis, Basis, as_basis, coordinate_basis
from scmpy.geometry.chart import Chart, Components, dot, rows
from scmpy.geometry.connection import Cartan, Christoffel
from scmpy.geometry.curvature import Connection, Levi_Civita, Nabla, Ricci, Riemann, connection_of
from scmpy.geometry.fields import FormField, as_vector_field, coordinate_form_fields
from scmpy.geometry.hodge import Hodge_star, trace2down
from scmpy.geometry.manifold import ManifoldFunction
from scmpy.geometry.metric import Metric, components_of
from scmpy.geometry.standard_manifolds import R4_rect
from scmpy.geometry.tensor import VECTORS, Tensor, as_tensor, d, wedge
from scmpy.registry import public
from scmpy.structure.tuples import Up, sum_of
from scmpy.structure.types import Multilinear, RealFunction

LOWER_FOUR = VECTORS * 2


def _geometry(metric: Any, basis: AnyBasis, operation: str, nabla: Any = None) -> tuple[Metric, Basis, Nabla]:
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


# --- spacetimes ------------------------------------------------------------------------------------------------------
# Metrics of spacetimes: flat, around a mass that is charged or turns, of homogeneous universes.
#
# They have the signature (-, +, +, +), with the speed of light c, 1 unless it is given; their chart is one of four
# coordinates, such as ``spacetime-sphere`` of (t, r, theta, phi).
#
# Source: FDG 9; Misner, Thorne, Wheeler, Gravitation; Hawking, Ellis, The Large Scale Structure of Space-Time


def _spacetime(chart: Chart, name: str, entries: Callable[..., dict[tuple[int, int], Any]]) -> Tensor:
    if chart.dimension != 4:
        raise WrongTypeError(f"{name} expects a chart of four coordinates, got {chart}")

    def at(place: Any) -> list[Any]:
        given = entries(*chart.at(place))
        return [given.get((min(i, j), max(i, j)), 0) for i in range(4) for j in range(4)]

    return Tensor(coordinate_basis(chart), VECTORS, Components(chart, at), name)


@public("Minkowski-metric")
def Minkowski_metric(chart: Chart, c: Scalar = 1) -> Tensor:
    """The metric of flat spacetime in rectangular coordinates (t, x, y, z).

    Scheme:  (Minkowski-metric sys c)
    Math:    -c^2 dt^2 + dx^2 + dy^2 + dz^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError if the chart has not four coordinates
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> Minkowski_metric(R4_rect, symbols("c"))(d_dt + d_dx, d_dt + d_dx)(R4_rect.point(*symbols("t x y z")))
    (+ 1 (* -1 (expt c 2)))
    """
    flat = {(0, 0): g.negate(g.square(c)), (1, 1): 1, (2, 2): 1, (3, 3): 1}
    return _spacetime(chart, "Minkowski-metric", lambda t, x, y, z: flat)


def _static(chart: Chart, name: str, lapse: Callable[[Any], Any], c: Any) -> Tensor:
    """The metric -c^2 f dt^2 + dr^2/f + r^2 (dtheta^2 + sin^2 theta dphi^2)."""

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> dict[tuple[int, int], Any]:
        f, area = lapse(r), g.square(r)
        return {
            (0, 0): g.negate(g.mul(g.square(c), f)),
            (1, 1): g.invert(f),
            (2, 2): area,
            (3, 3): g.mul(area, g.square(g.sin(theta))),
        }

    return _spacetime(chart, name, entries)


@public("Schwarzschild-metric")
def Schwarzschild_metric(chart: Chart, radius: Scalar, c: Scalar = 1) -> Tensor:
    """The metric around a mass, in coordinates (t, r, theta, phi); the radius is that of the horizon, 2 G M / c^2.

    Scheme:  (Schwarzschild-metric sys rs c)
    Math:    f = 1 - rs/r
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Raises:  WrongTypeError if the chart has not four coordinates
    Source:  FDG 9
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (simplify (((Schwarzschild-metric spacetime-sphere 'rs) d/dr d/dr) m))
    ;Value: (/ r (+ r (* -1 rs)))
    >>> g, basis = Schwarzschild_metric(spacetime_sphere, *symbols("rs c")), spacetime_sphere.basis()
    >>> ricci = Ricci(Levi_Civita(g, basis), basis)  # it vanishes: there is no matter
    >>> d_dt, d_dr, *_ = basis.vectors
    >>> simplify(up(ricci(d_dt, d_dt), ricci(d_dr, d_dr))(spacetime_sphere.point(*symbols("t r theta phi"))))
    (up 0 0)
    """
    return _static(chart, "Schwarzschild-metric", lambda r: g.sub(1, g.div(radius, r)), c)


@public("Reissner-Nordstrom-metric")
def Reissner_Nordstrom_metric(chart: Chart, radius: Scalar, charge: Scalar, c: Scalar = 1) -> Tensor:
    """The metric around a charged mass; the charge is given as a length.

    Scheme:  (Reissner-Nordstrom-metric sys rs rq c)
    Math:    f = 1 - rs/r + rq^2/r^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 31
    >>> g, basis = Reissner_Nordstrom_metric(spacetime_sphere, *symbols("rs rq")), spacetime_sphere.basis()
    >>> simplify(Ricci_scalar(g, basis)(spacetime_sphere.point(*symbols("t r theta phi"))))
    0
    """

    def lapse(r: Any) -> Any:
        return g.add(g.sub(1, g.div(radius, r)), g.div(g.square(charge), g.square(r)))

    return _static(chart, "Reissner-Nordstrom-metric", lapse, c)


@public("de-Sitter-metric")
def de_Sitter_metric(chart: Chart, radius: Scalar, c: Scalar = 1) -> Tensor:
    """The static metric of the space of de Sitter, with a horizon of this radius: Lambda = 3/radius^2.

    Scheme:  (de-Sitter-metric sys L c)
    Math:    f = 1 - r^2/L^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Hawking and Ellis 5.2
    >>> g, basis = de_Sitter_metric(spacetime_sphere, symbols("L")), spacetime_sphere.basis()
    >>> simplify(Ricci_scalar(g, basis)(spacetime_sphere.point(*symbols("t r theta phi"))))  # 4 Lambda
    (/ 12 (expt L 2))
    """
    return _static(chart, "de-Sitter-metric", lambda r: g.sub(1, g.div(g.square(r), g.square(radius))), c)


@public("FLRW-metric")
def FLRW_metric(chart: Chart, scale: RealFunction, curvature: Scalar, c: Scalar = 1) -> Tensor:
    """The metric of a homogeneous universe in coordinates (t, r, theta, phi), with a scale factor, a function of t.

    Scheme:  (FLRW-metric sys R k c)
    Math:    -c^2 dt^2 + R(t)^2 (dr^2/(1 - k r^2) + r^2 (dtheta^2 + sin^2 theta dphi^2))
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 9
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (simplify (((FLRW-metric spacetime-sphere (literal-function 'R) 'k 'c) d/dr d/dr) m))
    ;Value: (/ (* -1 (expt (R t) 2)) (+ -1 (* k (expt r 2))))
    >>> d_dt, d_dr, *_ = spacetime_sphere.vector_basis("t r theta phi")
    >>> g = FLRW_metric(spacetime_sphere, literal_function("R"), symbols("k"), symbols("c"))
    >>> simplify(up(g(d_dt, d_dt), g(d_dr, d_dr))(spacetime_sphere.point(*symbols("t r theta phi"))))
    (up (* -1 (expt c 2)) (/ (* -1 (expt (R t) 2)) (+ -1 (* k (expt r 2)))))
    """

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> dict[tuple[int, int], Any]:
        size = g.square(scale(t))
        area = g.mul(size, g.square(r))
        return {
            (0, 0): g.negate(g.square(c)),
            (1, 1): g.div(size, g.sub(1, g.mul(curvature, g.square(r)))),
            (2, 2): area,
            (3, 3): g.mul(area, g.square(g.sin(theta))),
        }

    return _spacetime(chart, "FLRW-metric", entries)


@public("Kerr-metric")
def Kerr_metric(chart: Chart, mass: Scalar, spin: Scalar) -> Tensor:
    """The metric around a rotating mass in coordinates of Boyer and Lindquist; mass and spin are lengths, c = 1.

    Scheme:  (Kerr-metric sys M a)
    Math:    Sigma = r^2 + a^2 cos^2 theta,   Delta = r^2 - 2 M r + a^2
    Shapes:  result: (vector field, vector field) -> function on the manifold
    Source:  Misner, Thorne, Wheeler, chapter 33
    1 ]=> (define-coordinates (up t r theta phi) spacetime-sphere)
    1 ]=> (define m ((point spacetime-sphere) (up 't 'r 'theta 'phi)))
    1 ]=> (simplify (((Kerr-metric spacetime-sphere 'M 'a) d/dt d/dphi) m))
    ;Value: (/ (+ (* 2 M a r (expt (cos theta) 2)) (* -2 M a r)) (+ (* (expt a 2) (expt (cos theta) 2)) (expt r 2)))
    >>> M, a, m = symbols("M"), symbols("a"), spacetime_sphere.point(*symbols("t r theta phi"))
    >>> fields = spacetime_sphere.vector_basis("t r theta phi")
    >>> still, hole = Kerr_metric(spacetime_sphere, M, 0), Schwarzschild_metric(spacetime_sphere, 2 * M)
    >>> [simplify((still(e, e) - hole(e, e))(m)) for e in fields]
    [0, 0, 0, 0]
    """

    def entries(t: Any, r: Any, theta: Any, phi: Any) -> dict[tuple[int, int], Any]:
        sine, rr, aa = g.square(g.sin(theta)), g.square(r), g.square(spin)
        sigma = g.add(rr, g.mul(aa, g.square(g.cos(theta))))
        pull = g.div(g.mul(g.mul(2, mass), r), sigma)
        return {
            (0, 0): g.sub(pull, 1),
            (0, 3): g.negate(g.mul(pull, g.mul(spin, sine))),
            (1, 1): g.div(sigma, g.add(g.sub(rr, g.mul(g.mul(2, mass), r)), aa)),
            (2, 2): sigma,
            (3, 3): g.mul(sine, g.add(g.add(rr, aa), g.mul(pull, g.mul(aa, sine)))),
        }

    return _spacetime(chart, "Kerr-metric", entries)


# --- electromagnetism ------------------------------------------------------------------------------------------------
# Electromagnetism in four dimensions: the fields as two-forms, Maxwell's equations and the stress on any metric.
#
#     F = E ^ c dt + B,      d F = 0,      d * F = k * J,      J = I/c - rho c dt
#
# with the electric field as the one-form E = Ex dx + ..., the magnetic field as the two-form B = Bx dy ^ dz + ...,
# and the current I as a one-form; k is 4 pi in units of Gauss, 1 in rationalised ones. Coordinates are those of an
# inertial frame, (t, x, y, z), with the speed of light c; it is 1 where the first is ct, as it is unless it is given.
#
# Source: FDG 10; Misner, Thorne, Wheeler, Gravitation, page 108


def _frame(system: Any) -> Sequence[FormField]:
    chart = R4_rect if system is None else system
    if chart.dimension != 4:
        raise WrongTypeError(f"{CALLED} expects a chart of four coordinates (t, x, y, z), got {chart}")
    return coordinate_form_fields(chart)


def _two_form(along_time: Sequence[Any], in_space: Sequence[Any], system: Any, c: Any) -> FormField:
    """A ^ c dt + B for a one-form A and a two-form B of space, by their components."""
    dt, dx, dy, dz = _frame(system)
    space = (dx, dy, dz)
    turned = ((dy, dz), (dz, dx), (dx, dy))
    terms = [g.mul(g.mul(a, c), wedge(w, dt)) for a, w in zip(along_time, space, strict=True)]
    terms += [g.mul(b, wedge(*pair)) for b, pair in zip(in_space, turned, strict=True)]
    return sum_of(terms)  # type: ignore[no-any-return]


@public("Faraday")
def Faraday(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The two-form of an electric and a magnetic field, numbers or functions on the manifold.

    Scheme:  (Faraday Ex Ey Ez Bx By Bz), (Faraday Ex Ey Ez Bx By Bz sys c)
    Math:    F = E ^ c dt + B
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F = Faraday(*symbols("Ex Ey Ez Bx By Bz"))
    >>> m = R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    (Ex, Bx)
    """
    return _two_form((Ex, Ey, Ez), (Bx, By, Bz), system, c)


@public("Maxwell")
def Maxwell(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The dual of Faraday's two-form in an inertial frame: the electric and the magnetic field change places.

    Scheme:  (Maxwell Ex Ey Ez Bx By Bz), (Maxwell Ex Ey Ez Bx By Bz sys c)
    Math:    * F = - B ^ c dt + E
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F, m = Maxwell(*symbols("Ex Ey Ez Bx By Bz")), R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    ((* -1 Bx), Ex)
    """
    return _two_form([g.negate(b) for b in (Bx, By, Bz)], (Ex, Ey, Ez), system, c)


@public("4-current", python="four_current")
def four_current(
    rho: Scalar, Ix: Scalar, Iy: Scalar, Iz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The one-form of a density of charge and a density of current.

    Scheme:  (4-current rho Ix Iy Iz), (4-current rho Ix Iy Iz sys c)
    Math:    J = (Ix dx + Iy dy + Iz dz)/c - rho c dt
    Shapes:  result: a one-form
    Source:  FDG 10
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (((4-current 'rho 'Ix 'Iy 'Iz R4-rect 'c) (down d/dt d/dx d/dy d/dz)) ((point R4-rect) (up 't 'x 'y 'z)))
    ;Value: (down (* -1 c rho) (/ Ix c) (/ Iy c) (/ Iz c))
    >>> J, m = four_current(*symbols("rho Ix Iy Iz"), R4_rect, symbols("c")), R4_rect.point(*symbols("t x y z"))
    >>> J(down(*R4_rect.vector_basis("t x y z")))(m)
    (down (* -1 c rho) (/ Ix c) (/ Iy c) (/ Iz c))
    """
    dt, *space = _frame(system)
    current = sum_of(g.mul(g.div(i, c), w) for i, w in zip((Ix, Iy, Iz), space, strict=True))
    return g.sub(current, g.mul(g.mul(rho, c), dt))  # type: ignore[no-any-return]


@public("Maxwell-residuals")
def Maxwell_residuals(
    metric: Metric, basis: AnyBasis, faraday: FormField, current: FormField | Scalar = 0, coupling: Scalar = 1
) -> Up:
    """The residuals of Maxwell's equations on any metric, two three-forms.

    Scheme:  (Maxwell-residuals g basis F J k)
    Math:    (d F, d * F - k * J)
    Shapes:  F: two-form;  J: one-form, or 0;  result: up(2) of three-forms
    Raises:  WrongTypeError unless the field is a two-form and the current a one-form
    Source:  FDG 10
    1 ]=> (define-coordinates (up t x y z) R4-rect)
    1 ]=> (define basis (coordinate-system->basis R4-rect))
    1 ]=> (define g (Minkowski-metric R4-rect))
    1 ]=> (define residuals (Maxwell-residuals g basis (Faraday 0 0 z 0 0 0) (4-current 1 0 0 0)))
    1 ]=> (simplify (((ref residuals 1) d/dx d/dy d/dz) ((point R4-rect) (up 't 'x 'y 'z))))
    ;Value: 0
    >>> metric, basis = Minkowski_metric(R4_rect), R4_rect.basis("t x y z")
    >>> z = R4_rect.coordinates("t x y z")[3]
    >>> fields = Faraday(0, 0, z, 0, 0, 0)  # of a uniform charge
    >>> closed, sources = Maxwell_residuals(metric, basis, fields, four_current(1, 0, 0, 0))
    >>> m, e = R4_rect.point(*symbols("t x y z")), basis.vectors
    >>> simplify(up(closed(e[0], e[1], e[2])(m), sources(e[1], e[2], e[3])(m)))
    (up 0 0)
    """
    if not isinstance(faraday, FormField) or faraday.rank != 2:
        raise WrongTypeError(f"Maxwell-residuals expects a two-form, got {describe(faraday)}")
    if current != 0 and not (isinstance(current, FormField) and current.rank == 1):
        raise WrongTypeError(f"Maxwell-residuals expects a one-form as current, got {describe(current)}")
    star = Hodge_star(metric, as_basis(basis, "Maxwell-residuals"))
    sources = d(star(faraday))
    if isinstance(current, FormField):
        sources = g.sub(sources, g.mul(coupling, star(current)))
    return Up((d(faraday), sources))


@public("electromagnetic-stress")
def electromagnetic_stress(metric: Metric, basis: AnyBasis, faraday: FormField, permeability: Scalar = 1) -> Tensor:
    """The stress-energy of an electromagnetic field, a function of two vector fields; the signature is (-, +, +, +).

    Scheme:  (((electromagnetic-stress g basis F mu_0) u v) m)
    Math:    T_ij = (F_ik F_j^k - 1/4 g_ij F_kl F^kl) / mu_0
    Shapes:  F: a form of rank 2;  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> field = Faraday(symbols("E"), 0, 0, 0, 0, 0)  # along x: a density of energy, a tension along x
    >>> T = electromagnetic_stress(Minkowski_metric(R4_rect), R4_rect.basis(), field)
    >>> simplify(up(T(d_dt, d_dt), T(d_dx, d_dx), T(d_dy, d_dy))(R4_rect.point(*symbols("t x y z"))))
    (up (* 1/2 (expt E 2)) (* -1/2 (expt E 2)) (* 1/2 (expt E 2)))
    """
    basis = as_basis(basis, "electromagnetic-stress")
    known, n = components_of(metric, basis, "electromagnetic-stress"), basis.dimension
    field = as_tensor(faraday, VECTORS, basis)

    def at(place: Any) -> list[Any]:
        F, matrix = rows(field.components(place), n), rows(known.inverse(place), n)
        mixed = [[dot(row, column) for column in matrix] for row in F]  # F_j^k
        products = [dot(F[i], mixed[j]) for i in range(n) for j in range(n)]
        quarter = g.div(dot(known.inverse(place), products), 4)
        return [
            g.div(g.sub(x, g.mul(quarter, y)), permeability) for x, y in zip(products, known.lower(place), strict=True)
        ]

    return Tensor(basis, VECTORS, Components(basis.chart, at, (field.components,)), f"(stress {name_of(faraday)})")
