"""Metrics of spacetimes: flat, around a mass that is charged or turns, of homogeneous universes.

They have the signature (-, +, +, +), with the speed of light c, 1 unless it is given; their chart is one of four
coordinates, such as ``spacetime-sphere`` of (t, r, theta, phi).

Source: FDG 9; Misner, Thorne, Wheeler, Gravitation; Hawking, Ellis, The Large Scale Structure of Space-Time
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic import operations as g
from scmpy.geometry.basis import coordinate_basis
from scmpy.geometry.chart import Chart
from scmpy.geometry.components import Components
from scmpy.geometry.tensor import Tensor
from scmpy.geometry.typed import VECTORS
from scmpy.registry import public
from scmpy.structure.aliases import RealFunction, Scalar


def _spacetime(chart: Chart, name: str, entries: Callable[..., dict[tuple[int, int], Any]]) -> Tensor:
    """The metric with these components, those that are zero left out, as functions of four coordinates."""
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
    >>> from scmpy import *
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
