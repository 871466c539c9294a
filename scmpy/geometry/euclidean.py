"""The Euclidean spaces and their charts: rectangular, polar, cylindrical and spherical coordinates.

A point of R^n is represented by its rectangular coordinates. In four dimensions cylindrical coordinates are
(r, theta, z, w), spherical ones (r, theta, phi, w); those of ``spacetime`` leave the first coordinate, t, alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scmpy.errors import ChartError
from scmpy.generic import operations as g
from scmpy.geometry.chart import POLE, ZERO, names_in
from scmpy.geometry.coordinate_chart import CoordinateChart
from scmpy.geometry.family import Family, Transformations, new_chart, register_charts
from scmpy.geometry.manifold import Manifold
from scmpy.registry import public, register
from scmpy.structure.aliases import Name
from scmpy.structure.structure import Up, up


def _same(x: Any) -> Any:
    return x


def _from_polar(q: Up) -> Up:
    r, theta, *rest = q
    return up(g.mul(r, g.cos(theta)), g.mul(r, g.sin(theta)), *rest)


def _to_polar(m: Up) -> Up:
    x, y, *rest = m
    return up(_length(x, y), g.atan2(y, x), *rest)


def _from_spherical(q: Up) -> Up:
    r, theta, phi, *rest = q
    s = g.mul(r, g.sin(theta))
    return up(g.mul(s, g.cos(phi)), g.mul(s, g.sin(phi)), g.mul(r, g.cos(theta)), *rest)


def _to_spherical(m: Up) -> Up:
    x, y, z, *rest = m
    r = _length(x, y, z)
    return up(r, g.acos(g.div(z, r)), g.atan2(y, x), *rest)


def _length(*parts: Any) -> Any:
    return g.sqrt(g.square(Up(parts)))


def _names(manifold: Manifold, *special: str) -> str:
    """Names of coordinates: the special ones, then z, w and so on."""
    rest = ["z", "w"][len(special) - 2 :] + [f"x{i}" for i in range(4, manifold.dimension)]
    return " ".join([*special, *rest][: manifold.dimension])


def _at_least(n: int, manifold: Manifold, system: str) -> None:
    if manifold.dimension < n:
        raise ChartError(f"{system} coordinates need {n} dimensions, got {manifold.dimension} of {manifold}")


def _rectangular(manifold: Manifold) -> Transformations:
    return Transformations(_same, _same, _names(manifold, "x", "y"))


def _cylindrical(manifold: Manifold) -> Transformations:
    _at_least(2, manifold, "polar/cylindrical")
    return Transformations(_from_polar, _to_polar, _names(manifold, "r", "theta"), {"r": ZERO})


def _spherical(manifold: Manifold) -> Transformations:
    _at_least(3, manifold, "spherical/cylindrical")
    names = _names(manifold, "r", "theta", "phi")
    return Transformations(_from_spherical, _to_spherical, names, {"r": ZERO, "theta": POLE})


def _spacetime_spherical(manifold: Manifold) -> Transformations:
    if manifold.dimension != 4:
        raise ChartError(f"spacetime-spherical coordinates need 4 dimensions, got {manifold.dimension} of {manifold}")

    def outward(q: Up) -> Up:
        return up(q[0], *_from_spherical(q[1:]))

    def inward(m: Up) -> Up:
        return up(m[0], *_to_spherical(m[1:]))

    return Transformations(outward, inward, "t r theta phi", {"r": ZERO, "theta": POLE})


R_n = Family("R^n")
R_n.patches["origin"] = {
    "rectangular": _rectangular,
    "polar/cylindrical": _cylindrical,
    "spherical/cylindrical": _spherical,
    "spacetime-spherical": _spacetime_spherical,
}

R1, R2, R3, R4 = (R_n.member(n, name=f"R{n}") for n in (1, 2, 3, 4))
spacetime = R_n.member(4, name="spacetime")

R1_rect, R2_rect, R3_rect, R4_rect = (R_n.chart("rectangular", "origin", M, f"{M}-rect") for M in (R1, R2, R3, R4))
R2_polar = R_n.chart("polar/cylindrical", "origin", R2, "R2-polar")
R3_cyl, R4_cyl = (R_n.chart("polar/cylindrical", "origin", M, f"{M}-cyl") for M in (R3, R4))
R3_spherical = R_n.chart("spherical/cylindrical", "origin", R3, "R3-spherical")
spacetime_sphere = R_n.chart("spacetime-spherical", "origin", spacetime, "spacetime-sphere")
spacetime_rect = new_chart(
    "rectangular", "origin", spacetime, Transformations(_same, _same, "t x y z"), "spacetime-rect"
)


@public("make-chart")
def make_chart(names: str | Iterable[Name], name: Name | None = None) -> CoordinateChart:
    """A chart with coordinates of these names, of a manifold of its own: for a metric to be put on it.

    Scheme:  (make-chart '(u v) 'torus)
    Raises:  ChartError unless the names are different
    Source:  FDG 2
    1 ]=> (define torus (make-chart '(u v) 'torus))
    1 ]=> (define-coordinates (up u v) torus)
    1 ]=> (define (metric a b) (+ (* (square (+ 2 (cos v))) (du a) (du b)) (* (dv a) (dv b))))
    1 ]=> (simplify ((Ricci-scalar metric torus) ((point torus) (up 'u 'v))))
    ;Value: (/ (* 2 (cos v)) (+ 2 (cos v)))
    >>> from scmpy import *
    >>> torus = make_chart("u v", "torus")
    >>> (u, v), (du, dv) = torus.coordinates(), torus.form_basis()
    >>> metric = (2 + cos(v)) ** 2 * (du @ du) + dv @ dv
    >>> simplify(Ricci_scalar(metric, torus)(torus.point(*symbols("u v"))))
    (/ (* 2 (cos v)) (+ 2 (cos v)))
    """
    coordinates = tuple(names_in(names))
    text = " ".join(coordinates)
    if not coordinates or len(set(coordinates)) < len(coordinates):
        raise ChartError(f"make-chart expects names of coordinates, each once; got {text or 'none'}")
    manifold = R_n.member(len(coordinates), name=None if name is None else str(name), coordinates=text)
    if manifold.charts:  # it has been unpickled
        return R_n.chart("rectangular", "origin", manifold)
    made = new_chart("rectangular", "origin", manifold, Transformations(_same, _same, text), manifold.name)
    made.install(coordinates)
    return made


_doc = """The family of Euclidean spaces, whose points are represented by their rectangular coordinates.

    Scheme:  R^n
    Source:  FDG 2
    1 ]=> (define R5 (make-manifold R^n 5))
    1 ]=> (define R5-rect (coordinate-system-at 'rectangular 'origin R5))
    1 ]=> ((chart R5-rect) ((point R5-rect) (up 1 2 3 4 5)))
    ;Value: (up 1 2 3 4 5)
    >>> make_manifold(R_n, 5).dimension
    5
"""
register("R^n", R_n, python="R_n", doc=_doc)
register("R^n-type", R_n, python=None, doc=_doc)
for _manifold in (R1, R2, R3, R4):
    _doc = f"""Euclidean space of dimension {_manifold.dimension}.

    Scheme:  {_manifold}
    Source:  FDG 2
    >>> {_manifold}.dimension, patch_names({_manifold})
    ({_manifold.dimension}, (origin,))
"""
    register(_manifold.name, _manifold, doc=_doc)
register(
    "spacetime",
    spacetime,
    doc="""The space of events, of four dimensions.

    Scheme:  spacetime
    Source:  FDG 9
    1 ]=> (define-coordinates (up t x y z) spacetime-rect)
    1 ]=> (t ((point spacetime-rect) (up 1 2 3 4)))
    ;Value: 1
    >>> spacetime.dimension, spacetime_rect.coordinates("t x y z")[0](spacetime_rect.point(1, 2, 3, 4))
    (4, 1)
""",
)
register_charts(
    ("R1-rect", R1_rect, "The coordinate x of the real line.", "7", "7"),
    ("the-real-line", R1_rect, "The coordinate x of the real line.", "7", "7"),
    ("R2-rect", R2_rect, "Rectangular coordinates (x, y) of the plane.", "3, 4", "(up 3 4)"),
    (
        "R2-polar",
        R2_polar,
        "Polar coordinates (r, theta) of the plane; r = 0 is off the chart.",
        '*symbols("r theta")',
        "(up (* r (cos theta)) (* r (sin theta)))",
    ),
    ("R3-rect", R3_rect, "Rectangular coordinates (x, y, z) of space.", "1, 2, 3", "(up 1 2 3)"),
    (
        "R3-cyl",
        R3_cyl,
        "Cylindrical coordinates (r, theta, z) of space; r = 0 is off the chart.",
        '*symbols("r theta z")',
        "(up (* r (cos theta)) (* r (sin theta)) z)",
    ),
    (
        "R3-spherical",
        R3_spherical,
        "Spherical coordinates (r, theta, phi) of space, theta from the z axis, which is off the chart.",
        '*symbols("r theta phi")',
        "(up (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta)))",
    ),
    ("R4-rect", R4_rect, "Rectangular coordinates (x, y, z, w) of four-space.", "1, 2, 3, 4", "(up 1 2 3 4)"),
    (
        "R4-cyl",
        R4_cyl,
        "Cylindrical coordinates (r, theta, z, w) of four-space; r = 0 is off the chart.",
        '*symbols("r theta z w")',
        "(up (* r (cos theta)) (* r (sin theta)) z w)",
    ),
    ("spacetime-rect", spacetime_rect, "Rectangular coordinates (t, x, y, z) of events.", "1, 2, 3, 4", "(up 1 2 3 4)"),
    (
        "spacetime-sphere",
        spacetime_sphere,
        "Spherical coordinates (t, r, theta, phi) of events.",
        '*symbols("t r theta phi")',
        "(up t (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta)))",
    ),
    R2_rect="FDG 2.1",
    R2_polar="FDG 2.1",
    R3_rect="FDG 4.3",
    R3_cyl="FDG 2, exercise 2.1",
    R3_spherical="FDG 10",
    R1_rect="FDG 6",
    R4_rect="FDG 10",
    spacetime_rect="FDG 9",
    spacetime_sphere="FDG 9",
)
