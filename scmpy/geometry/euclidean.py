"""The Euclidean spaces and their charts: rectangular, polar, cylindrical and spherical coordinates.

A point of R^n is represented by its rectangular coordinates.
"""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.geometry.chart import POLE, ZERO, Chart
from scmpy.geometry.manifold import Manifold
from scmpy.registry import register
from scmpy.structure.structure import Up, up


def _same(x: Any) -> Any:
    return x


def _from_polar(q: Up) -> Up:
    r, theta = q
    return up(g.mul(r, g.cos(theta)), g.mul(r, g.sin(theta)))


def _to_polar(m: Up) -> Up:
    x, y = m
    return up(_length(x, y), g.atan2(y, x))


def _from_cylindrical(q: Up) -> Up:
    r, theta, z = q
    return up(*_from_polar(up(r, theta)), z)


def _to_cylindrical(m: Up) -> Up:
    x, y, z = m
    return up(*_to_polar(up(x, y)), z)


def _from_spherical(q: Up) -> Up:
    r, theta, phi = q
    s = g.mul(r, g.sin(theta))
    return up(g.mul(s, g.cos(phi)), g.mul(s, g.sin(phi)), g.mul(r, g.cos(theta)))


def _to_spherical(m: Up) -> Up:
    x, y, z = m
    r = _length(x, y, z)
    return up(r, g.acos(g.div(z, r)), g.atan2(y, x))


def _length(*parts: Any) -> Any:
    return g.sqrt(g.square(Up(parts)))


R1, R2, R3 = (Manifold(f"R{n}", n) for n in (1, 2, 3))

R1_rect = Chart("R1-rect", R1, "x", _same, _same)
R2_rect = Chart("R2-rect", R2, "x y", _same, _same)
R2_polar = Chart("R2-polar", R2, "r theta", _from_polar, _to_polar, {"r": ZERO})
R3_rect = Chart("R3-rect", R3, "x y z", _same, _same)
R3_cyl = Chart("R3-cyl", R3, "r theta z", _from_cylindrical, _to_cylindrical, {"r": ZERO})
R3_spherical = Chart("R3-spherical", R3, "r theta phi", _from_spherical, _to_spherical, {"r": ZERO, "theta": POLE})

for _manifold in (R1, R2, R3):
    register(_manifold.name, _manifold, doc=f"Euclidean space of dimension {_manifold.dimension}.")
for _chart, _doc in (
    (R1_rect, "The coordinate x of the real line."),
    (R2_rect, "Rectangular coordinates (x, y) of the plane."),
    (R2_polar, "Polar coordinates (r, theta) of the plane; r = 0 is off the chart."),
    (R3_rect, "Rectangular coordinates (x, y, z) of space."),
    (R3_cyl, "Cylindrical coordinates (r, theta, z) of space; r = 0 is off the chart."),
    (R3_spherical, "Spherical coordinates (r, theta, phi) of space, theta from the z axis, which is off the chart."),
):
    register(_chart.name, _chart, doc=_doc)
register("the-real-line", R1_rect, doc="The coordinate x of the real line.")
