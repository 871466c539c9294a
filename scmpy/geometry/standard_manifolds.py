"""The Euclidean spaces and their charts: rectangular, polar, cylindrical and spherical coordinates.

A point of R^n is represented by its rectangular coordinates. In four dimensions cylindrical coordinates are
(r, theta, z, w), spherical ones (r, theta, phi, w); those of ``spacetime`` leave the first coordinate, t, alone.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from typing import Any

from scmpy.calculus.dual_numbers import Differential, finite_part
from scmpy.errors import ChartError, DomainError
from scmpy.generic import operations as g
from scmpy.geometry.atlas import Family, Transformations, new_chart
from scmpy.geometry.basis import CoordinateChart
from scmpy.geometry.chart import POLE, ZERO, Chart, Condition, Exclusion, known_number, known_numbers, names_in, spelled
from scmpy.geometry.manifold import Manifold
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.tuples import Down, Up, down, leaves, sum_of, up
from scmpy.structure.types import Name
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.assumptions import assuming
from scmpy.symbolic.decision.equivalence import proved_sign
from scmpy.symbolic.expression import HALF_TURN, Expression, Symbol, closure, symbol, variables_in
from scmpy.symbolic.simplify import simplify


def _same(x: Any) -> Any:
    return x


def from_polar(q: Up) -> Up:
    r, theta, *rest = q
    return up(g.mul(r, g.cos(theta)), g.mul(r, g.sin(theta)), *rest)


def to_polar(m: Up) -> Up:
    x, y, *rest = m
    return up(_length(x, y), g.atan2(y, x), *rest)


def from_spherical(q: Up) -> Up:
    r, theta, phi, *rest = q
    s = g.mul(r, g.sin(theta))
    return up(g.mul(s, g.cos(phi)), g.mul(s, g.sin(phi)), g.mul(r, g.cos(theta)), *rest)


def to_spherical(m: Up) -> Up:
    x, y, z, *rest = m
    r = _length(x, y, z)
    return up(r, g.acos(g.div(z, r)), g.atan2(y, x), *rest)


def _length(*parts: Any) -> Any:
    return g.sqrt(g.square(Up(parts)))


def _names(manifold: Manifold, *special: str) -> str:
    rest = ["z", "w"][len(special) - 2 :] + [f"x{i}" for i in range(4, manifold.dimension)]
    return " ".join([*special, *rest][: manifold.dimension])


def _at_least(n: int, manifold: Manifold, system: str) -> None:
    if manifold.dimension < n:
        raise ChartError(f"{system} coordinates need {n} dimensions, got {manifold.dimension} of {manifold}")


def _rectangular(manifold: Manifold) -> Transformations:
    return Transformations(_same, _same, _names(manifold, "x", "y"))


def _cylindrical(manifold: Manifold) -> Transformations:
    _at_least(2, manifold, "polar/cylindrical")
    return Transformations(from_polar, to_polar, _names(manifold, "r", "theta"), {"r": ZERO})


def _spherical(manifold: Manifold) -> Transformations:
    _at_least(3, manifold, "spherical/cylindrical")
    names = _names(manifold, "r", "theta", "phi")
    return Transformations(from_spherical, to_spherical, names, {"r": ZERO, "theta": POLE})


def _spacetime_spherical(manifold: Manifold) -> Transformations:
    if manifold.dimension != 4:
        raise ChartError(f"spacetime-spherical coordinates need 4 dimensions, got {manifold.dimension} of {manifold}")

    def outward(q: Up) -> Up:
        return up(q[0], *from_spherical(q[1:]))

    def inward(m: Up) -> Up:
        return up(m[0], *to_spherical(m[1:]))

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
    Raises:  ChartError unless the names begin with letters and are different
    Source:  FDG 2
    1 ]=> (define torus (make-chart '(u v) 'torus))
    1 ]=> (define-coordinates (up u v) torus)
    1 ]=> (define (metric a b) (+ (* (square (+ 2 (cos v))) (du a) (du b)) (* (dv a) (dv b))))
    1 ]=> (simplify ((Ricci-scalar metric torus) ((point torus) (up 'u 'v))))
    ;Value: (/ (* 2 (cos v)) (+ 2 (cos v)))
    >>> torus = make_chart("u v", "torus")
    >>> (u, v), (du, dv) = torus.coordinates(), torus.form_basis()
    >>> metric = (2 + cos(v)) ** 2 * (du @ du) + dv @ dv
    >>> simplify(Ricci_scalar(metric, torus)(torus.point(*symbols("u v"))))
    (/ (* 2 (cos v)) (+ 2 (cos v)))
    """
    coordinates = tuple(names_in(names))
    text = " ".join(coordinates)
    if not coordinates or len({x for x in coordinates if x[0].isalpha()}) < len(coordinates):
        hint = "; restrict-chart states ranges and periods" if " mod " in text or "<" in text else ""
        raise ChartError(f"make-chart expects names of coordinates, each once; got {text or 'none'}{hint}")
    manifold = R_n.member(len(coordinates), name=None if name is None else str(name), coordinates=text)
    if manifold.charts:  # it has been unpickled
        return R_n.chart("rectangular", "origin", manifold)
    made = new_chart("rectangular", "origin", manifold, Transformations(_same, _same, text), manifold.name)
    made.install(coordinates)
    return made


@public("restrict-chart")
def restrict_chart(system: Chart, where: str) -> CoordinateChart:
    """The part of a chart where conditions hold, as ranges of its coordinates: what is made in it takes them as known.

    Roots of determinants, orthonormal frames, volumes and stars have their signs from them, where they would hold an
    absolute value else. Other names are parameters, of which conditions may be stated too. Points that are known not to
    be there are refused. A coordinate has a period with ``phi mod 2 pi``: points that differ by it are equal.

    Scheme:  (restrict-chart spacetime-sphere "rs > 0, r > rs, 0 < theta < pi")
    Math:    0 < theta < pi gives sin theta > 0; r > rs > 0 gives r > 0
    Raises:  SyntaxError_ for a text that states no inequalities; DomainError for conditions that contradict each other
    Source:  Misner, Thorne, Wheeler, Gravitation, chapter 31
    1 ]=> (define outside (restrict-chart spacetime-sphere "rs > 0, r > rs, 0 < theta < pi"))
    1 ]=> (define frame (Gram-Schmidt outside (Schwarzschild-metric outside 'rs)))
    1 ]=> (square (((ref frame 0) (chart outside)) ((point outside) (up 't 'r 'theta 'phi))))
    ;Value: (/ r (+ r (* -1 rs)))
    >>> half = restrict_chart(R2_polar, "r > 0, 0 < theta < pi")
    >>> ring = restrict_chart(make_chart("phi"), "phi mod 2 pi")
    >>> half.region[0].text, ring.point(0) == ring.point(2 * pi)
    ('r > 0', True)
    """
    from scmpy.reading.formulas import equations, formula

    where = re.sub(r"_\+", "_plus", re.sub("_-", "_minus", where))  # as in line elements
    finite = ((x.strip(), _INFINITE.sub("", x).strip()) for x in where.split(","))
    parts = [part for x, part in finite if part == x or not part.isidentifier()]
    found = {x: re.fullmatch(r"(\w+)\s+mod\s+(.+)", x) for x in parts}
    own = {spelled(x): x for x in system.names}
    stated_periods = {own.get(spelled(x[1]), x[1]): known_number(formula(x[2])) for x in found.values() if x}
    periods = {name: float(x) for name, x in stated_periods.items() if x is not None and x > 0}
    if others := stated_periods.keys() - {*system.names}:
        raise DomainError(f"restrict-chart: {others.pop()} is no coordinate of {system}")
    if others := stated_periods.keys() - periods:
        raise DomainError(f"restrict-chart expects a positive number as the period of {others.pop()}, got {where}")
    where = ", ".join(x for x in parts if not found[x])
    words = [*own, *(x for x in re.findall(r"\b[^\W\d]\w*", where) if x not in ("pi", "π") and spelled(x) not in own)]
    meant = {symbol(read): symbol(name) for read, name in own.items()}
    read = equations(where, parameters=[x for x in words if symbol(x) not in OPERATION_OF]).reading if where else None
    stated = [
        Condition(substitute(g.mul(sign, x.residual), meant), fact, x.text)
        for x in (read.conditions if read else ())
        for sign, fact in (_RELATIONS[x.relation],)
    ]
    if not stated and not periods:
        raise DomainError(f'restrict-chart expects inequalities such as "r > 0, 0 < theta < pi", got {where!r}')
    conditions = (*system.region, *stated)
    ends = [x for x in conditions if x.fact == "positive"]
    for x, y in itertools.combinations_with_replacement(ends, 2):
        if proved_sign(simplify(g.negate(g.add(x.expression, y.expression)))) > 0:
            raise DomainError(f"restrict-chart: there is no place with {x.text} and {y.text}")
    excluded = {system.names[i]: exclusion for i, exclusion in system.excluded}

    def to_manifold(q: Any) -> Any:
        known = zip(system.names, leaves(q), strict=True)
        turned = (within(x, periods[name]) if name in periods else x for name, x in known)
        return system.to_manifold(system.tuple_of(Up, turned))

    ways = Transformations(
        to_manifold, system.from_manifold, " ".join(system.names), excluded, system.keeps_coordinates
    )
    text = ", ".join([*(x.text for x in stated), *(x for x in parts if found[x])])
    made = new_chart(f"{system.system} where {text}", system.patch, system.manifold, ways, f"{system} where {text}")
    made.whole, made.region = system.whole, (*conditions, *_consequences(system.names, conditions))
    made.install(system.names_or(None))
    return made


#: Ends of a range that exclude nothing.
_INFINITY = r"(?:∞|oo\b|\\?inf(?:ty|inity)?\b)"
_INFINITE = re.compile(rf"\s*(?:<=?|≤)\s*\+?\s*{_INFINITY}|-\s*{_INFINITY}\s*(?:<=?|≤)\s*")


@orbit_by_orbit
def within(x: Any, period: float) -> Any:
    if isinstance(x, Differential) or not known_numbers(x):
        return x
    turns = math.floor(g.inexact(x) / period + 1e-12)
    return g.sub(x, turns * period) if turns else x


_RELATIONS = {">": (1, "positive"), "<": (-1, "positive"), "≠": (1, "nonzero")}
_RELATIONS |= dict.fromkeys((">=", "≥"), (1, "nonnegative")) | dict.fromkeys(("<=", "≤"), (-1, "nonnegative"))


def _consequences(names: Sequence[str], conditions: Sequence[Condition]) -> Iterator[Condition]:
    """That coordinates are positive whose lower end is not negative, and the signs of their sines and cosines."""
    facts = {x.expression: closure([x.fact]) for x in conditions if isinstance(x.expression, Expression)}
    for x in map(symbol, names):
        below = [c for c in conditions if c.fact == "positive" and _is_end(c.expression, x, 1)]
        above = [c for c in conditions if c.fact == "positive" and _is_end(c.expression, x, -1)]
        with assuming(**{fact: [e for e in facts if fact in facts[e]] for fact in ("positive", "nonnegative")}):
            low = next((c for c in below if proved_sign(simplify(x - c.expression)) > 0), None)
            if low is not None:
                yield Condition(x, "positive", low.text)
        for function, start in ((g.sin, 0), (g.cos, -HALF_TURN / 2)):
            low = next((c for c in below if proved_sign(simplify(x - c.expression - start)) > 0), None)
            high = next((c for c in above if proved_sign(simplify(start + HALF_TURN - x - c.expression)) > 0), None)
            if low is not None and high is not None:
                yield Condition(function(x), "positive", f"{low.text}, {high.text}")


def _is_end(expression: Any, x: Symbol, sign: int) -> bool:
    """Is this a coordinate less its lower end, or with the sign -1 its upper end less the coordinate?"""
    return x not in variables_in(simplify(expression - sign * x))


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


def _register_charts(rows: str, *manifolds: Manifold) -> None:
    """Make charts public, by two lines each: its name, or one more; the coordinates of a point, symbols if they are
    names; the book that introduces it; what it is. Below stands how the point is represented.
    """
    charts = {chart.name: chart for manifold in manifolds for chart in manifold.charts.values()}
    lines = iter(rows.strip().splitlines())
    for heading, representation in zip(lines, lines, strict=True):
        names, coordinates, source, meaning = heading.split(" | ")
        name, _, own = names.partition(" = ")
        if coordinates.replace(" ", "").isalpha():
            coordinates = f'*symbols("{coordinates}")' if " " in coordinates else f'symbols("{coordinates}")'
        made = f"simplify(manifold_point_representation({python_name(name)}.point({coordinates})))"
        fields = {} if source == "-" else {"source": source}
        register(name, charts[own or name], doc=docstring(meaning, name, made, representation.strip(), **fields))


_EUCLIDEAN = """
R1-rect | 7 | FDG 6 | The coordinate x of the real line.
    7
the-real-line = R1-rect | 7 | - | The coordinate x of the real line.
    7
R2-rect | 3, 4 | FDG 2.1 | Rectangular coordinates (x, y) of the plane.
    (up 3 4)
R2-polar | r theta | FDG 2.1 | Polar coordinates (r, theta) of the plane; r = 0 is off the chart.
    (up (* r (cos theta)) (* r (sin theta)))
R3-rect | 1, 2, 3 | FDG 4.3 | Rectangular coordinates (x, y, z) of space.
    (up 1 2 3)
R3-cyl | r theta z | FDG 2, exercise 2.1 | Cylindrical coordinates (r, theta, z) of space; r = 0 is off the chart.
    (up (* r (cos theta)) (* r (sin theta)) z)
R3-spherical | r theta phi | FDG 10 | Spherical coordinates (r, theta, phi) of space, theta from the z axis, \
which is off the chart.
    (up (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta)))
R4-rect | 1, 2, 3, 4 | FDG 10 | Rectangular coordinates (x, y, z, w) of four-space.
    (up 1 2 3 4)
R4-cyl | r theta z w | - | Cylindrical coordinates (r, theta, z, w) of four-space; r = 0 is off the chart.
    (up (* r (cos theta)) (* r (sin theta)) z w)
spacetime-rect | 1, 2, 3, 4 | FDG 9 | Rectangular coordinates (t, x, y, z) of events.
    (up 1 2 3 4)
spacetime-sphere | t r theta phi | FDG 9 | Spherical coordinates (t, r, theta, phi) of events.
    (up t (* r (sin theta) (cos phi)) (* r (sin theta) (sin phi)) (* r (cos theta)))
"""
_register_charts(_EUCLIDEAN, R1, R2, R3, R4, spacetime)


# --- spheres ---------------------------------------------------------------------------------------------------------
# Spheres and their charts: angles, stereographic and gnomonic projections.
#
# A point of S^n is represented by a unit vector of n + 1 components. The angles (theta_0, ..., theta_n-1) stand for
#
#     (sin theta_0 cos theta_1,  sin theta_0 sin theta_1 cos theta_2,  ...,  sin theta_0 ... sin theta_n-1,  cos
# theta_0),
#
# on S^2 colatitude and longitude; on the circle one angle stands for (cos theta, sin theta). The stereographic
# projection is from the point (0, ..., 0, 1) to the plane of the equator, the gnomonic one from the centre to the
# plane that touches the sphere there. A tilted chart is the chart of the sphere turned by a right angle.
#
# ``S2`` is of the family S^2, ``S2p`` the same sphere of the family S^n, whose angles are read off the unit vector.

Columns = Sequence[Sequence[int]]  # of an orthogonal matrix of entries 0, 1 and -1
Orientation = Callable[[int], Columns]  # for the dimension of the embedding space


def _upright(n: int) -> Columns:
    return [[int(i == j) for i in range(n)] for j in range(n)]


def _tilted(n: int) -> Columns:
    columns = [[int(i == j) for i in range(n)] for j in range(n)]
    columns[-2] = [int(i == n - 1) for i in range(n)]
    columns[-1] = [-int(i == n - 2) for i in range(n)]
    return columns


def _upside_down(n: int) -> Columns:
    return [[int(i == j) * (-1 if j == n - 1 else 1) for i in range(n)] for j in range(n)]


def _turned(rows: Iterable[Sequence[Any]], p: Any) -> Up:
    return Up(sum_of(map(g.mul, row, p)) for row in rows)


def _oriented(
    orientation: Orientation,
    manifold: Manifold,
    outward: Callable[[Any], Any],
    inward: Callable[[Any], Any],
    names: str,
    keeps_coordinates: bool = True,
) -> Transformations:
    """The angles of a sphere that is turned before; where the sine of one that is not the last is 0, it has poles."""
    columns = orientation(manifold.dimension + 1)
    return Transformations(
        lambda q: _turned(zip(*columns, strict=True), outward(q)),
        lambda p: inward(_turned(columns, p)),
        names,
        dict.fromkeys(names.split()[:-1], POLE),
        keeps_coordinates,
    )


def colatitude_and_longitude(orientation: Orientation) -> Callable[[Manifold], Transformations]:
    def outward(q: Up) -> Up:
        return from_spherical(up(1, *q))

    def inward(p: Up) -> Up:
        x, y, z = p
        return up(g.acos(z), g.atan2(y, x))

    return lambda manifold: _oriented(orientation, manifold, outward, inward, "theta phi")


def _products(q: Up) -> list[Any]:
    sines, cosines = [g.sin(x) for x in q], [g.cos(x) for x in q]
    parts = [reduce(g.mul, sines[:i], cosine) for i, cosine in enumerate(cosines)]
    return [*parts[1:], reduce(g.mul, sines), parts[0]]


def _to_angles(p: Up) -> Up:
    *across, last, pole = p
    parts = [pole, *across]
    radius, angles = last, []
    for part in reversed(parts):
        angles.append(g.atan2(radius, part))
        radius = g.sqrt(g.add(g.square(part), g.square(radius)))
    return Up(reversed(angles))


def angles(orientation: Orientation) -> Callable[[Manifold], Transformations]:

    def transformations(manifold: Manifold) -> Transformations:
        if manifold.dimension == 1:
            return _oriented(
                orientation, manifold, lambda q: up(g.cos(q), g.sin(q)), lambda p: g.atan2(p[1], p[0]), "theta"
            )
        names = " ".join(f"theta{i}" for i in range(manifold.dimension))
        return _oriented(orientation, manifold, lambda q: Up(_products(q)), _to_angles, names, False)

    return transformations


def _projection(
    manifold: Manifold, lift: Callable[[Sequence[Any]], Up], project: Callable[[Up], list[Any]]
) -> Transformations:
    one = manifold.dimension == 1
    names = "u" if one else "u v w"[: 2 * manifold.dimension - 1]
    if manifold.dimension > 3:
        names = " ".join(f"u{i}" for i in range(manifold.dimension))

    def inward(p: Up) -> Any:
        parts = project(p)
        return parts[0] if one else Up(parts)

    return Transformations(lambda q: lift((q,) if one else tuple(q)), inward, names)


def _stereographic_lift(q: Sequence[Any]) -> Up:
    delta = sum_of(map(g.square, q))
    scale = g.add(1, delta)
    return up(*(g.div(g.mul(2, x), scale) for x in q), g.div(g.sub(delta, 1), scale))


def _stereographic_projection(p: Up) -> list[Any]:
    *parts, last = p
    return [g.div(x, g.sub(1, last)) for x in parts]


def stereographic(manifold: Manifold) -> Transformations:
    return _projection(manifold, _stereographic_lift, _stereographic_projection)


def _gnomonic_lift(q: Sequence[Any]) -> Up:
    length = g.sqrt(g.add(1, sum_of(map(g.square, q))))
    return up(*(g.div(x, length) for x in q), g.div(1, length))


def _gnomonic_projection(p: Up) -> list[Any]:
    *parts, last = p
    for value in (x for x in known_numbers(finite_part(last)) if not x > 0):
        raise DomainError(f"the gnomonic projection covers the half where the last component is positive, got {value}")
    return [g.div(x, last) for x in parts]


def gnomonic(manifold: Manifold) -> Transformations:
    return _projection(manifold, _gnomonic_lift, _gnomonic_projection)


S2_type, Sn_type = Family("S^2"), Family("S^n")
_projections = {"stereographic": stereographic, "gnomic": gnomonic}
S2_type.patches.update(
    {
        "north-pole": {"spherical": colatitude_and_longitude(_upright), **_projections},
        "tilted": {"spherical": colatitude_and_longitude(_tilted)},
        "south-pole": {"spherical": colatitude_and_longitude(_upside_down), **_projections},
    }
)
Sn_type.patches.update(
    {
        "north-pole": {"spherical": angles(_upright), **_projections},
        "tilted": {"spherical": angles(_tilted)},
        "south-pole": {"stereographic": stereographic},
    }
)

S1, S2p, S3 = (Sn_type.member(n, n + 1, name) for n, name in ((1, "S1"), (2, "S2p"), (3, "S3")))
S2 = S2_type.member(2, 3, "S2")

S1_circular, S3_spherical = (
    Sn_type.chart("spherical", "north-pole", M, name) for M, name in ((S1, "S1-circular"), (S3, "S3-spherical"))
)
S1_slope = Sn_type.chart("stereographic", "north-pole", S1, "S1-slope")
S1_tilted, S3_tilted = (Sn_type.chart("spherical", "tilted", M, f"{M}-tilted") for M in (S1, S3))
S1_gnomic, S3_gnomic = (Sn_type.chart("gnomic", "north-pole", M, f"{M}-gnomic") for M in (S1, S3))
S3_stereographic = Sn_type.chart("stereographic", "south-pole", S3, "S3-stereographic")
S2_spherical = S2_type.chart("spherical", "north-pole", S2, "S2-spherical")

_meaning, _typed = "The family of two-dimensional spheres.", "patch_names(make_manifold(S2_type, 2, 3))"
_doc = docstring(_meaning, "S^2-type", _typed, "(south-pole, tilted, north-pole)", source="FDG 2")
register("S^2-type", S2_type, python="S2_type", doc=_doc)
_meaning, _typed = "The family of spheres of any dimension.", 'coordinate_system_at("spherical", "north-pole", S4)'
_doc = docstring(_meaning, "S^n-type", f"len({_typed}.coordinates())", "4", "S4 = make_manifold(Sn_type, 4, 5)")
register("S^n-type", Sn_type, python="Sn_type", doc=_doc)
for _manifold, _meaning, _point in (
    (S1, "The circle", "S1_slope.point(2)"),
    (S2, "The sphere", "S2_Riemann.point(2, 2)"),
    (S2p, "The sphere, as a member of the family of spheres of any dimension", "S2p_Riemann.point(2, 2)"),
    (S3, "The three-sphere", "S3_stereographic.point(1, 2, 2)"),
):
    _meaning += "; its points are represented by unit vectors."
    _typed = "point_to_manifold(m), square(manifold_point_representation(m))"
    _doc = docstring(_meaning, str(_manifold), _typed, f"({_manifold}, 1)", f"m = {_point}", source="FDG 2")
    register(_manifold.name, _manifold, doc=_doc)

_SPHERES = """
S1-circular | a | - | The angle of a point of the circle from the first axis.
    (up (cos a) (sin a))
S1-tilted | a | - | The angle of a point of the circle from the second axis.
    (up (* -1 (sin a)) (cos a))
S1-slope | 2 | - | The stereographic projection of the circle to a line.
    (up 4/5 3/5)
S1-gnomic | u | - | The gnomonic projection of the circle to a line.
    (up (/ u (sqrt (+ 1 (expt u 2)))) (/ 1 (sqrt (+ 1 (expt u 2)))))
S3-spherical | a b c | - | The three angles of S3, the first from the last axis.
    (up (* (sin a) (cos b)) (* (sin a) (sin b) (cos c)) (* (sin a) (sin b) (sin c)) (cos a))
S3-tilted | a b c | - | Three angles of S3, the first from minus the third axis.
    (up (* (sin a) (cos b)) (* (sin a) (sin b) (cos c)) (* -1 (cos a)) (* (sin a) (sin b) (sin c)))
S3-stereographic | 1, 2, 2 | - | The stereographic projection of the three-sphere to space.
    (up 1/5 2/5 2/5 4/5)
S3-gnomic | 1, 1, 1 | - | The gnomonic projection of half the three-sphere to space.
    (up 1/2 1/2 1/2 1/2)
"""
_register_charts(_SPHERES, S1, S3)
_SPHERE = """
{0}-spherical | a b | {1} | Colatitude and longitude.
    (up (* (sin a) (cos b)) (* (sin a) (sin b)) (cos a))
{0}-tilted | a b | - | Angles of the sphere from an axis in the equator, minus the second.
    (up (* (sin a) (cos b)) (* -1 (cos a)) (* (sin a) (sin b)))
{0}-stereographic | 2, 2 | - | The stereographic projection to the plane of the equator.
    (up 4/9 4/9 7/9)
{0}-Riemann = {0}-stereographic | 2, 2 | {1} | The sphere of Riemann: the stereographic projection to the plane.
    (up 4/9 4/9 7/9)
{0}-gnomic | 2, 2 | - | The gnomonic projection of the northern half of the sphere.
    (up 2/3 2/3 1/3)
"""
for _family, _sphere, _source in ((S2_type, S2, "FDG 2, exercise 2.2"), (Sn_type, S2p, "-")):
    for _system in ("spherical", *_projections):
        _family.chart(_system, "north-pole", _sphere, f"{_sphere}-{_system}")
    _family.chart("spherical", "tilted", _sphere, f"{_sphere}-tilted")
    _register_charts(_SPHERE.format(_sphere, _source), _sphere)


# --- rotation group --------------------------------------------------------------------------------------------------
# The group of rotations SO(3), with Euler's angles, and others, as coordinates.
#
#     M(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi)      Euler-angles
#     M(theta, phi, psi) = Rz(phi) Rx(theta) Ry(psi)      alternate-angles
#
# A rotation is represented by its matrix, a down tuple of its columns. Where sin theta = 0 Euler's angles phi and psi
# are not determined: the chart is singular there; the alternate ones are singular where cos theta = 0.

#: Between the charts of alternate angles: theta is less than a right angle.
TURNED_OVER = Exclusion(
    lambda x: not abs(x) < math.pi / 2,
    lambda x: (-math.pi / 2, math.pi / 2),
    "the chart covers the angles between minus and plus a right angle",
)


def _from_angles(q: Up) -> Down:
    (ct, cf, cs), (st, sf, ss) = map(g.cos, q), map(g.sin, q)  # of theta, phi, psi
    return down(
        up(cf * cs - sf * ct * ss, sf * cs + cf * ct * ss, st * ss),
        up(-cf * ss - sf * ct * cs, cf * ct * cs - sf * ss, st * cs),
        up(sf * st, -cf * st, ct),
    )


def _euler_angles(m: Down) -> Up:
    first, second, third = m
    return up(g.acos(third[2]), g.atan2(third[0], g.negate(third[1])), g.atan2(first[2], second[2]))


def _from_alternate(q: Up) -> Down:
    (ct, cf, cs), (st, sf, ss) = map(g.cos, q), map(g.sin, q)
    return down(
        up(cf * cs - sf * st * ss, sf * cs + cf * st * ss, -ct * ss),
        up(-sf * ct, cf * ct, st),
        up(cf * ss + sf * st * cs, sf * ss - cf * st * cs, ct * cs),
    )


def _to_alternate(m: Down) -> Up:
    first, second, third = m
    return up(g.asin(second[2]), g.atan2(g.negate(second[0]), second[1]), g.atan2(g.negate(first[2]), third[2]))


SO3_type = Family("SO3")
_Euler = Transformations(_from_angles, _euler_angles, "theta phi psi", {"theta": POLE})
_alternate = Transformations(_from_alternate, _to_alternate, "theta phi psi", {"theta": TURNED_OVER})
SO3_type.patches["Euler-patch"] = {"Euler": lambda manifold: _Euler}
SO3_type.patches["alternate-patch"] = {"alternate": lambda manifold: _alternate}

SO3 = SO3_type.member(3, 9, "SO3")
Euler_angles = SO3_type.chart("Euler", "Euler-patch", SO3, "Euler-angles")
alternate_angles = SO3_type.chart("alternate", "alternate-patch", SO3, "alternate-angles")

_typed = 'SO3("type"), patch_names(SO3)'
_doc = docstring("The family of the group of rotations.", "SO3-type", _typed, "(SO3, (alternate-patch, Euler-patch))")
register("SO3-type", SO3_type, doc=_doc)
_meaning, _typed = "The rotations of space, represented by their matrices.", "simplify(determinant(M))"
_given = 'M = manifold_point_representation(Euler_angles.point(*symbols("a b c")))'
register("SO3", SO3, doc=docstring(_meaning, "SO3", _typed, "1", _given, source="FDG 2"))
_ROTATIONS = """
Euler-angles | symbols("a"), 0, 0 | FDG 4.2 | Euler angles (theta, phi, psi) of rotations, \
M = Rz(phi) Rx(theta) Rz(psi); sin theta = 0 is off the chart.
    (down (up 1 0 0) (up 0 (cos a) (sin a)) (up 0 (* -1 (sin a)) (cos a)))
alternate-angles | 0, symbols("a"), 0 | FDG 4, exercise 4.1 | Angles (theta, phi, psi) of rotations, \
M = Rz(phi) Rx(theta) Ry(psi); cos theta = 0 is off the chart.
    (down (up (cos a) (sin a) 0) (up (* -1 (sin a)) (cos a) 0) (up 0 0 1))
"""
_register_charts(_ROTATIONS, SO3)
