"""Bodies joined to bodies: trees of links in the coordinates of their joints, by recursive methods of order N.

Each link hangs at its parent by a joint, whose coordinates move it by twists: about an axis, or along one. Joints of
several coordinates are several of one coordinate in a row, without mass between. From the same twists come the kinetic
and potential energy, the torques that a motion needs (Newton's and Euler's equations outward, forces inward), and the
accelerations (inward the inertia that a part of the tree shows to its joint, outward the accelerations).

Descriptions of robots are read by the standard library's XML: the package index has no small reader that is kept
(urdf_parser_py is of 2021; yourdfpy, urchin and urdfpy bring trimesh with its meshers and viewers).

Source:  R. Featherstone, Rigid Body Dynamics Algorithms, 5.3 and 7.3
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import DivisionByZeroError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import items
from scmpy.generic.types import Scalar, ScalarKind, Value, Values, is_number, is_zero_number
from scmpy.mechanics.lagrangian import forces_in_tuples, solve_for_rates
from scmpy.mechanics.rigid_body import Rx_matrix, Ry_matrix, Rz_matrix, three
from scmpy.mechanics.state import check_state
from scmpy.registry import public
from scmpy.structure.matrix import Matrix
from scmpy.structure.tuples import Down, Structure, Up, leaves
from scmpy.structure.types import Force, Vector
from scmpy.symbolic.expression import Symbol

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

Triple = tuple[Any, Any, Any]
Vector6 = tuple[Any, ...]  # spin and velocity, their changes, or moment and force
Rows = tuple[tuple[Any, ...], ...]

# --- vectors and matrices, without the operations that zeros and ones save -------------------------------------------

NONE: Triple = (0, 0, 0)
X, Y, Z = ONE = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
REST: Vector6 = (*NONE, *NONE)


def _times(x: Any, y: Any) -> Any:
    if is_zero_number(x) or is_zero_number(y):
        return 0
    if type(x) is int and x == 1:
        return y
    return x if type(y) is int and y == 1 else g.mul(x, y)


def _sum(*terms: Any) -> Any:
    others = [x for x in terms if not is_zero_number(x)]
    return reduce(g.add, others) if others else 0


def _less(x: Any, y: Any) -> Any:
    return x if is_zero_number(y) else g.negate(y) if is_zero_number(x) else g.sub(x, y)


def _dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return _sum(*map(_times, a, b))


def _plus(*vectors: Any) -> Any:
    return tuple(map(_sum, *vectors))


def _scaled(x: Any, a: Any) -> Any:
    return tuple(_times(x, y) for y in a)


def _cross(a: Triple, b: Triple) -> Triple:
    turns = ((1, 2), (2, 0), (0, 1))
    return tuple(_less(_times(a[i], b[k]), _times(a[k], b[i])) for i, k in turns)  # type: ignore[return-value]


def _transposed(A: Rows) -> Rows:
    return tuple(zip(*A, strict=True))


def _applied(A: Sequence[Any], b: Any) -> Any:
    places = [(k, x) for k, x in enumerate(b) if not is_zero_number(x)]
    return tuple(_sum(*(_times(row[k], x) for k, x in places)) for row in A)


def _product(A: Rows, B: Rows) -> Rows:
    columns = _transposed(B)
    return tuple(_applied(columns, row) for row in A)


def _added(A: Rows, B: Rows) -> Rows:
    return tuple(map(_plus, A, B))


def _skew(a: Triple) -> Rows:
    minus = [_less(0, x) for x in a]
    return (0, minus[2], a[1]), (a[2], 0, minus[0]), (minus[1], a[0], 0)


def _blocks(A: Rows, B: Rows, C: Rows, D: Rows) -> Rows:
    return (*(a + b for a, b in zip(A, B, strict=True)), *(c + d for c, d in zip(C, D, strict=True)))


def _congruent(A: Rows, inertia: Rows) -> Rows:
    """A I A^T, which is symmetric as I is."""
    columns, places = [_applied(inertia, row) for row in A], range(len(A))
    upper = [_applied(columns[i:], row) for i, row in enumerate(A)]
    return tuple(tuple(upper[min(i, k)][abs(i - k)] for k in places) for i in places)


NO_ROWS: Rows = (NONE, NONE, NONE)


def _shifted(at: Triple, inertia: Rows) -> Rows:
    """An inertia about the origin of the axes in which it is at a place."""
    if all(map(is_zero_number, at)):
        return inertia
    return _congruent(_blocks(ONE, _skew(at), NO_ROWS, ONE), inertia)


class Stage(NamedTuple):
    """A joint of one coordinate, or of none, and the rigid body behind it, in the frame of that."""

    parent: int
    turned: Rows  #: the frame of the joint at 0, as seen from the parent: its columns are the axes
    at: Triple  #: its origin
    kind: str  #: revolute, prismatic or fixed
    axis: Triple
    mass: Any = 0
    center: Triple = NONE
    inertia: Rows = NO_ROWS  #: about the centre of mass
    follows: tuple[int, Any, Any] | None = None  #: the stage of whose coordinate it has a multiple, that, what is added

    @property
    def twist(self) -> Vector6:
        return {"revolute": (*self.axis, *NONE), "prismatic": (*NONE, *self.axis)}.get(self.kind, REST)

    def body(self, spin: Triple) -> tuple[Rows, Vector6]:
        """The inertia about the origin, and the moment and force that the spin needs."""
        mass = tuple(_scaled(self.mass, row) for row in ONE)
        inertia = _shifted(self.center, _blocks(self.inertia, NO_ROWS, NO_ROWS, mass))
        moment = _cross(spin, _applied(inertia[:3], (*spin, *NONE)))
        return inertia, (*moment, *_cross(spin, _cross(spin, _scaled(self.mass, self.center))))


class Link(NamedTuple):
    joints: tuple[tuple[str, Triple], ...]
    mass: Any
    center: Triple
    inertia: Rows
    at: Triple
    parent: int | None
    turned: Rows
    follows: tuple[int, Any, Any] | None


class Linkage(NamedTuple):
    stages: tuple[Stage, ...]
    last: tuple[int, ...]  #: stage of each link
    gravity: Triple

    @property
    def moves(self) -> list[bool]:
        return [stage.kind != "fixed" and stage.follows is None for stage in self.stages]

    @property
    def size(self) -> int:
        return sum(self.moves)

    def expanded(self, own: Iterable[Any], is_place: bool = False) -> tuple[Any, ...]:
        """What all stages have, of what those have that move by themselves; 0 for one that is fixed."""
        rest = iter(own)
        found: list[Any] = [next(rest) if moves else 0 for moves in self.moves]
        for i, stage in enumerate(self.stages):
            if stage.follows is not None:
                leader, factor, offset = stage.follows
                found[i] = _sum(_times(factor, found[leader]), offset if is_place else 0)
        return tuple(found)

    def gathered(self, torques: Sequence[Any]) -> list[Any]:
        """The generalised forces of torques at all stages."""
        total = list(torques)
        for stage, torque in zip(self.stages, torques, strict=True):
            if stage.follows is not None:
                leader, factor, _ = stage.follows
                total[leader] = _sum(total[leader], _times(factor, torque))
        return [torque for torque, moves in zip(total, self.moves, strict=True) if moves]


OF_AXIS = "revolute", "prismatic", "planar"  # joints may have another axis than z

#: The joints of one coordinate that make each kind of joint.
JOINTS: dict[str, tuple[tuple[str, Triple], ...]] = {
    "revolute": (("revolute", Z),),
    "prismatic": (("prismatic", Z),),
    "universal": (("revolute", X), ("revolute", Y)),
    "spherical": (("revolute", X), ("revolute", Y), ("revolute", Z)),
    "planar": (("prismatic", X), ("prismatic", Y), ("revolute", Z)),
    "free": (*(("prismatic", axis) for axis in ONE), *(("revolute", axis) for axis in ONE)),
    "fixed": (("fixed", Z),),
}


def _joints(joint: Any) -> tuple[tuple[str, Triple], ...]:
    kind, *axis = (joint,) if isinstance(joint, (str, Symbol)) else items(joint, "make-link")
    found = JOINTS.get(str(kind))
    if found is None or len(axis) > 1 or (axis and str(kind) not in OF_AXIS):
        raise WrongTypeError(
            f"make-link expects a joint, one of {', '.join(JOINTS)}, or a list of one of {', '.join(OF_AXIS)} and an "
            f"axis, got {describe(joint)}"
        )
    if not axis:
        return found
    direction = three(axis[0], "make-link")
    norm = g.sqrt(_dot(direction, direction))
    if is_zero_number(norm):
        raise DivisionByZeroError("make-link expects an axis, got the vector 0")
    x, y, z = unit = tuple(g.div(x, norm) for x in direction)
    side = -1 if is_number(z) and z < 0 else 1  # of z, from which, or from -z, the least turn leads to the axis
    by = g.div(-1, g.add(side, z))
    across = g.mul(g.mul(x, y), by)
    first = g.add(1, g.mul(side, g.mul(g.square(x), by))), g.mul(side, across), g.mul(-side, x)
    second = across, g.add(side, g.mul(g.square(y), by)), g.negate(y)
    axes: Any = {X: first, Y: second, Z: unit}
    return tuple((name, axes[along]) for name, along in found)


def _inertia(value: Any) -> Rows:
    if isinstance(value, Matrix):
        if value.shape != (3, 3):
            raise StructureError(f"make-link expects an inertia that is 3 by 3, got {describe(value)}")
        return tuple(map(tuple, value.rows))  # type: ignore[return-value]
    a, b, c = (value, value, value) if isinstance(value, ScalarKind) else three(value, "make-link")
    return (a, 0, 0), (0, b, 0), (0, 0, c)


@public("make-link")
def make_link(
    joint: Value,
    mass: Scalar,
    center: Vector,
    inertia: Value = 0,
    at: Vector = (0, 0, 0),
    parent: int | None = None,
    turned: Matrix | None = None,
    follows: Values | None = None,
) -> Link:
    """A rigid body and the joint by which it hangs at another one, for make-linkage.

    The frame of the body is that of its joint. Joints are ``revolute`` and ``prismatic``, about and along z or the axis
    of a list such as ("revolute", up(1, 0, 0)); ``planar`` (x, y, then the angle about z; of another axis, x and y as
    the least turn from z takes them there, or half a turn about x and the least from -z), ``universal`` (angles about
    x, then y), ``spherical`` (about x, y, z), ``free`` (x, y, z, then three angles) and ``fixed``. One that follows
    that of another link, as by gears, has no coordinate of its own.

    Scheme:  (make-link joint mass center [inertia [at [parent [rotation [follows]]]]])
    Shapes:  center: of mass, in the body's frame;  inertia: about it, a scalar, three principal ones, or 3 by 3;
             at: the joint's place in the parent's frame;  parent: the number of that link, the one before for #f or
             None, -1 for the ground;  rotation: 3 by 3, whose columns are the joint's axes in the parent's frame;
             follows: the list of a link's number, by what its coordinate is multiplied, and what is added
    Raises:  WrongTypeError for another joint; StructureError unless vectors have three components, matrices are 3 by 3;
             DivisionByZeroError if the axis is 0
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 4
    1 ]=> (define rod (make-link (list 'revolute (up 1 0 0)) 'm (up 0 0 (- 'l))))
    1 ]=> ((linkage->acceleration (make-linkage (list rod) (up 0 0 (- 'g)))) (up 't (up 'theta) (up 'w)))
    ;Value: (up (/ (* -1 g (sin theta)) l))
    >>> m, l, g, theta, w = symbols("m l g theta w")
    >>> rod = make_link(("revolute", up(1, 0, 0)), m, up(0, 0, -l))
    >>> linkage_to_acceleration(make_linkage([rod], up(0, 0, -g)))(up(0, up(theta), up(w)))
    (up (/ (* -1 g (sin theta)) l))
    """
    rotation: Rows = ONE
    if turned is not None and turned is not False:  # type: ignore[comparison-overlap]
        if not isinstance(turned, Matrix) or turned.shape != (3, 3):
            raise StructureError(f"make-link expects a rotation that is 3 by 3, got {describe(turned)}")
        rotation = tuple(map(tuple, turned.rows))  # type: ignore[assignment]
    above = None if parent is None or parent is False else parent
    if above is not None and (not isinstance(above, int) or isinstance(above, bool) or above < -1):
        raise WrongTypeError(f"make-link expects a parent that is the number of a link, or -1, got {describe(parent)}")
    if not isinstance(mass, ScalarKind) or isinstance(mass, bool):
        raise WrongTypeError(f"make-link expects a mass that is a scalar, got {describe(mass)}")
    places = three(center, "make-link"), three(at, "make-link")
    led = None if follows is None or follows is False else tuple(items(follows, "make-link"))  # type: ignore[comparison-overlap]
    if led is not None and (len(led) != 3 or type(led[0]) is not int):
        raise WrongTypeError(
            f"make-link expects to follow the list of a link's number, a factor and an offset, got {led}"
        )
    return Link(_joints(joint), mass, places[0], _inertia(inertia), places[1], above, rotation, led)  # type: ignore[arg-type]


@public("make-linkage")
def make_linkage(links: Values, gravity: Vector = (0, 0, 0)) -> Linkage:
    """A tree of links, each of which hangs at one before it or at the ground.

    Its coordinates are those of the joints in a row, an up tuple.

    Scheme:  (make-linkage (list link ...) [gravity])
    Shapes:  gravity: the acceleration of what falls, in the frame of the ground
    Raises:  WrongTypeError for what is no link; StructureError if a parent does not come before, and for a joint that
             does not follow one of the same kind that moves by itself
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 4
    1 ]=> (define cart (make-link (list 'prismatic (up 1 0 0)) 'M (up 0 0 0)))
    1 ]=> (define rod (make-link (list 'revolute (up 0 1 0)) 'm (up 0 0 (- 'l))))
    1 ]=> ((linkage-Lagrangian (make-linkage (list cart rod) (up 0 0 (- 'g)))) (up 't (up 'x 'theta) (up 'v 0)))
    ;Value: (+ (* g l m (cos theta)) (* 1/2 M (expt v 2)) (* 1/2 m (expt v 2)))
    >>> cart, rod = make_link(("prismatic", up(1, 0, 0)), 2, up(0, 0, 0)), make_link("revolute", 1, up(1, 0, 0))
    >>> linkage_Lagrangian(make_linkage([cart, rod]))(up(0, up(0, 0), up(3, 0)))
    Fraction(27, 2)
    """
    stages: list[Stage] = []
    last: list[int] = []
    given = items(links, "make-linkage")
    for k, link in enumerate(given):
        if not isinstance(link, Link):
            raise WrongTypeError(f"make-linkage expects links, as make-link makes them, got {describe(link)}")
        parent = k - 1 if link.parent is None else link.parent
        if parent >= k:
            raise StructureError(f"make-linkage expects the parent of link {k} before it, got {parent}")
        above, turned, at = last[parent] if parent >= 0 else -1, link.turned, link.at
        for kind, axis in link.joints:
            stages.append(Stage(above, turned, at, kind, axis))
            above, turned, at = len(stages) - 1, ONE, NONE
        stages[-1] = stages[-1]._replace(mass=link.mass, center=link.center, inertia=link.inertia)
        last.append(above)
    for k, link in enumerate(given):
        if link.follows is not None:
            leader, *by = link.follows
            one = [
                len(given[i].joints) for i in (k, leader) if 0 <= i < len(given) and given[i].joints[0][0] != "fixed"
            ]
            if one != [1, 1] or given[leader].follows is not None:
                raise StructureError(
                    "make-linkage expects joints of one coordinate to follow such that follow no other; that of link "
                    f"{k} follows {leader}"
                )
            stages[last[k]] = stages[last[k]]._replace(follows=(last[leader], *by))
    return Linkage(tuple(stages), tuple(last), three(gravity, "make-linkage"))  # type: ignore[arg-type]


def _check_linkage(linkage: Any, operation: str) -> Linkage:
    if not isinstance(linkage, Linkage):
        raise WrongTypeError(f"{operation} expects a linkage, as make-linkage makes it, got {describe(linkage)}")
    return linkage


def _parts(linkage: Linkage, state: Any, operation: str, slots: str = "t q v") -> list[tuple[Any, ...]]:
    """What the slots of a state but the first have for each stage."""
    local = check_state(state, operation, slots)
    found: list[tuple[Any, ...]] = []
    for part in local[1 : len(slots.split())]:
        if not isinstance(part, Up) or len(part) != linkage.size or not all(isinstance(x, ScalarKind) for x in part):
            raise StructureError(f"{operation} expects up({linkage.size}) for the joints, got {describe(part)}")
        found.append(linkage.expanded(part, is_place=not found))
    return found


def _pose(stage: Stage, q: Any) -> tuple[Rows, Triple]:
    if stage.kind == "prismatic":
        return stage.turned, _plus(stage.at, _applied(stage.turned, _scaled(q, stage.axis)))
    if stage.kind == "fixed":
        return stage.turned, stage.at
    a, c, s = stage.axis, g.cos(q), g.sin(q)
    rest, skew = _less(1, c), _skew(stage.axis)

    def entry(i: int, k: int) -> Any:
        square = _times(a[i], a[k])
        if i == k:
            return _sum(square, _times(c, _less(1, square)))
        return _sum(_times(rest, square), _times(s, skew[i][k]))

    turn: Rows = tuple(tuple(entry(i, k) for k in range(3)) for i in range(3))  # type: ignore[assignment]
    return _product(stage.turned, turn), stage.at


class Frame(NamedTuple):
    """A stage's frame in that of its parent, and how it moves, in its own."""

    turned: Rows
    at: Triple
    motion: Vector6

    @property
    def spin(self) -> Triple:
        return self.motion[:3]  # type: ignore[return-value]

    def outward(self, above: Vector6) -> Vector6:
        """The motion of the parent, or its change, here."""
        back, spin = _transposed(self.turned), above[:3]
        return (*_applied(back, spin), *_applied(back, _plus(above[3:], _cross(spin, self.at))))  # type: ignore[arg-type]

    def inward(self, load: Vector6) -> Vector6:
        """A moment and force here, as on the parent's frame."""
        moment, force = (_applied(self.turned, x) for x in (load[:3], load[3:]))
        return (*_plus(moment, _cross(self.at, force)), *force)

    def shown(self, inertia: Rows) -> Rows:
        """An inertia here, about the origin of the parent's frame and along its axes."""
        return _shifted(self.at, _congruent(_blocks(self.turned, NO_ROWS, NO_ROWS, self.turned), inertia))

    def drift(self, stage: Stage, above: Triple, rate: Any) -> Vector6:
        """The changes of its motion where nothing but that is given, and the spin of the parent."""
        linear = _applied(_transposed(self.turned), _cross(above, _cross(above, self.at)))
        turning = _cross(self.spin, _scaled(rate, stage.axis))
        if stage.kind == "revolute":
            return (*turning, *linear)
        return (*NONE, *(_plus(linear, _scaled(2, turning)) if stage.kind == "prismatic" else linear))


GROUND = Frame(ONE, NONE, REST)


def _frames(linkage: Linkage, places: Sequence[Any], rates: Sequence[Any]) -> dict[int, Frame]:
    """The frame of each stage, -1 being the ground."""
    frames = {-1: GROUND}
    for i, (stage, q, u) in enumerate(zip(linkage.stages, places, rates, strict=True)):
        frame = Frame(*_pose(stage, q), REST)
        motion = _plus(frame.outward(frames[stage.parent].motion), _scaled(u, stage.twist))
        frames[i] = frame._replace(motion=motion)
    return frames


def _placed(frames: dict[int, Frame], linkage: Linkage, i: int, point: Triple) -> Triple:
    while i >= 0:
        point = _plus(frames[i].at, _applied(frames[i].turned, point))
        i = linkage.stages[i].parent
    return point


@public("linkage-Lagrangian")
def linkage_Lagrangian(linkage: Value) -> Function:
    """The Lagrangian of a tree of bodies in the coordinates of its joints.

    Scheme:  ((linkage-Lagrangian linkage) (up t q v))
    Math:    sum over links of m v^2/2 + omega I omega/2 + m g . x, of their centres of mass
    Shapes:  q, v: up(n) for n coordinates of joints
    Raises:  WrongTypeError for what is no linkage; StructureError unless the state has a coordinate for each of joints
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 2
    1 ]=> (define slide (make-linkage (list (make-link (list 'prismatic (up 1 0 1)) 'm (up 0 0 0))) (up 0 0 (- 'g))))
    1 ]=> ((linkage-Lagrangian slide) (up 't (up 0) (up 'v)))
    ;Value: (* 1/2 m (expt v 2))
    >>> linkage_Lagrangian(make_linkage([make_link("revolute", 2, up(3, 0, 0), 5)]))(up(0, up(0), up(symbols("w"))))
    (* 23/2 (expt w 2))
    """
    name = "linkage-Lagrangian"
    tree = _check_linkage(linkage, name)

    def at(state: Any) -> Any:
        frames = _frames(tree, *_parts(tree, state, name))
        terms = []
        for i, stage in enumerate(tree.stages):
            spin = frames[i].spin
            velocity = _plus(frames[i].motion[3:], _cross(spin, stage.center))
            turning = _dot(spin, _applied(stage.inertia, spin))
            terms.append(g.div(_sum(_times(stage.mass, _dot(velocity, velocity)), turning), 2))
            if not all(map(is_zero_number, tree.gravity)) and not is_zero_number(stage.mass):
                terms.append(_times(stage.mass, _dot(tree.gravity, _placed(frames, tree, i, stage.center))))
        return _sum(*terms)

    return Function(at, name)


@public("link-position")
def link_position(linkage: Value, link: int, point: Vector = (0, 0, 0)) -> Function:
    """The place of a point of a link, as a function of the state: for generalized-force, sensors and constraints.

    Scheme:  ((link-position linkage i [point]) (up t q v))
    Shapes:  point: in the link's frame;  result: up(3) in that of the ground
    Raises:  WrongTypeError for what is no linkage or no number of a link; StructureError unless the state has a
             coordinate for each of joints
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 4
    1 ]=> (define arm (make-linkage (list (make-link 'revolute 1 (up 1 0 0)))))
    1 ]=> ((link-position arm 0 (up 'l 0 0)) (up 't (up 'theta) (up 'w)))
    ;Value: (up (* l (cos theta)) (* l (sin theta)) 0)
    >>> arm = make_linkage([make_link("revolute", 1, up(1, 0, 0))])
    >>> link_position(arm, 0, up(2, 0, 0))(up(0, up(0), up(0)))
    (up 2 0 0)
    """
    name = "link-position"
    tree, place = _check_linkage(linkage, name), three(point, name)
    if not isinstance(link, int) or isinstance(link, bool) or not 0 <= link < len(tree.last):
        raise WrongTypeError(f"{name} expects the number of a link, below {len(tree.last)}, got {describe(link)}")

    def at(state: Any) -> Up:
        local = check_state(state, name, "t q ...")
        [places] = _parts(tree, local[:2], name, "t q")
        return Up(_placed(_frames(tree, places, [0] * len(places)), tree, tree.last[link], place))  # type: ignore[arg-type]

    return Function(at, name)


@public("linkage-torques")
def linkage_torques(linkage: Value) -> Function:
    """The generalised forces at the joints that a motion needs, by the equations of Newton and Euler of each link.

    Scheme:  ((linkage-torques linkage) (up t q v a))
    Math:    what the Euler-Lagrange-operator of its Lagrangian gives, by operations proportional to the links
    Shapes:  q, v, a: up(n) for n coordinates of joints;  result: down(n)
    Raises:  WrongTypeError for what is no linkage; StructureError unless the state has three coordinates for each
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 5.3
    1 ]=> (define arm (make-linkage (list (make-link 'revolute 'm (up 'l 0 0))) (up 0 (- 'g) 0)))
    1 ]=> ((linkage-torques arm) (up 't (up 'theta) (up 'w) (up 'a)))
    ;Value: (down (+ (* a (expt l 2) m) (* g l m (cos theta))))
    >>> arm = make_linkage([make_link("revolute", 2, up(3, 0, 0), 5)])
    >>> linkage_torques(arm)(up(0, up(0), up(0), up(1)))
    (down 23)
    """
    name = "linkage-torques"
    tree = _check_linkage(linkage, name)

    def at(state: Any) -> Down:
        return Down(tree.gathered(_torques(tree, *_parts(tree, state, name, "t q v a"))))

    return Function(at, name)


def _torques(tree: Linkage, places: Sequence[Any], rates: Sequence[Any], changes: Sequence[Any]) -> list[Any]:
    frames = _frames(tree, places, rates)
    moving = {-1: _against(tree.gravity)}
    loads = {-1: REST}
    for i, stage in enumerate(tree.stages):
        frame, above = frames[i], frames[stage.parent].spin
        drift, own = frame.drift(stage, above, rates[i]), _scaled(changes[i], stage.twist)
        moving[i] = _plus(frame.outward(moving[stage.parent]), drift, own)
        inertia, needed = stage.body(frame.spin)
        loads[i] = _plus(needed, _applied(inertia, moving[i]))
    torques = []
    for i, stage in reversed([*enumerate(tree.stages)]):
        torques.append(_dot(stage.twist, loads[i]))
        loads[stage.parent] = _plus(loads[stage.parent], frames[i].inward(loads[i]))
    return torques[::-1]


def _against(gravity: Triple) -> Vector6:
    """The acceleration of the ground that has the effect of gravity."""
    return (*NONE, *_scaled(-1, gravity))


def _accelerations(tree: Linkage, places: Any, rates: Any, torques: Sequence[Any], operation: str) -> Up:
    """The changes of the rates, of torques for all stages."""
    frames, stages = _frames(tree, places, rates), [*enumerate(tree.stages)]
    bodies = [stage.body(frames[i].spin) for i, stage in stages]
    drifts = [frames[i].drift(stage, frames[stage.parent].spin, rates[i]) for i, stage in stages]
    solved: dict[int, tuple[Vector6, Any, Any]] = {}
    for i, stage in reversed(stages):
        inertia, needed = bodies[i]
        if stage.kind != "fixed":
            shown = _applied(inertia, stage.twist)
            along, rest = _dot(stage.twist, shown), _less(torques[i], _dot(stage.twist, needed))
            if is_zero_number(along):
                raise DivisionByZeroError(f"{operation}: there is no inertia behind the joint {stage.kind} number {i}")
            by = g.div(1, along)
            solved[i] = shown, by, rest
            inertia = tuple(
                tuple(_less(x, _times(_times(a, b), by)) for x, b in zip(row, shown, strict=True))
                for row, a in zip(inertia, shown, strict=True)
            )
            needed = _plus(needed, _scaled(_times(rest, by), shown))
        if stage.parent >= 0:
            needed = frames[i].inward(_plus(needed, _applied(inertia, drifts[i])))
            before = bodies[stage.parent]
            bodies[stage.parent] = _added(before[0], frames[i].shown(inertia)), _plus(before[1], needed)
    found: list[Any] = []
    moving = {-1: _against(tree.gravity)}
    for i, stage in stages:
        moving[i] = _plus(frames[i].outward(moving[stage.parent]), drifts[i])
        if stage.kind != "fixed":
            shown, by, rest = solved[i]
            found.append(_times(_less(rest, _dot(shown, moving[i])), by))
            moving[i] = _plus(moving[i], _scaled(found[-1], stage.twist))
    return Up(found)


def _accelerations_of_leaders(tree: Linkage, places: Any, rates: Any, torques: Sequence[Any], operation: str) -> Any:
    """The same where joints follow others: of the torques for unit accelerations, and for none."""
    still, none, n = tree._replace(gravity=NONE), [0] * len(places), tree.size
    units = (tree.expanded([int(i == k) for i in range(n)]) for k in range(n))
    columns = [tree.gathered(_torques(still, places, none, unit)) for unit in units]
    force = map(_less, torques, tree.gathered(_torques(tree, places, rates, none)))
    return solve_for_rates(tuple(zip(*columns, strict=True)), [*force], Up([0] * n), operation)


@public("linkage->acceleration")
def linkage_to_acceleration(linkage: Value, dissipation: Force = None, force: Force = None) -> Function:
    """The accelerations of a tree of bodies, by the inertia that each part of it shows to its joint.

    Scheme:  ((linkage->acceleration linkage) state), ((linkage->acceleration linkage dissipation [force]) state)
    Math:    those of the Lagrangian and the forces, by operations proportional to the number of links
    Shapes:  state: up(t, q, v), of up(n) for n coordinates of joints;  force: state -> down(n);  result: up(n)
    Raises:  WrongTypeError for what is no linkage; StructureError unless the state has a coordinate for each of joints;
             DivisionByZeroError where there is no inertia behind a joint
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 7.3
    1 ]=> (define arm (make-linkage (list (make-link 'revolute 'm (up 'l 0 0))) (up 0 (- 'g) 0)))
    1 ]=> ((linkage->acceleration arm #f (lambda (s) (down 'torque))) (up 't (up 0) (up 'w)))
    ;Value: (up (/ (+ (* -1 g l m) torque) (* (expt l 2) m)))
    >>> arm = make_linkage([make_link("revolute", 2, up(3, 0, 0), 5)])
    >>> linkage_to_acceleration(arm, None, lambda state: down(46))(up(0, up(0), up(0)))
    (up 2)
    """
    name = "linkage->acceleration"
    tree = _check_linkage(linkage, name)

    def at(state: Any) -> Up:
        places, rates = _parts(tree, state, name)
        applied = forces_in_tuples(check_state(state, name)[:3], name, dissipation, force)
        torques = leaves(applied) if isinstance(applied, Structure) else [0] * tree.size
        if any(stage.follows for stage in tree.stages):
            return _accelerations_of_leaders(tree, places, rates, torques, name)
        return _accelerations(tree, places, rates, tree.expanded(torques), name)

    return Function(at, name)


@public("linkage->state-derivative")
def linkage_to_state_derivative(linkage: Value, dissipation: Force = None, force: Force = None) -> Function:
    """The time derivative of the state of a tree of bodies.

    Scheme:  ((linkage->state-derivative linkage) state), ((linkage->state-derivative linkage F [Q]) state)
    Shapes:  result: up(1, v, a), of up(n) for n coordinates of joints
    Raises:  WrongTypeError for what is no linkage; StructureError unless the state has a coordinate for each of joints;
             DivisionByZeroError where there is no inertia behind a joint
    Source:  Featherstone, Rigid Body Dynamics Algorithms, 7.3
    1 ]=> (define arm (make-linkage (list (make-link 'revolute 'm (up 'l 0 0))) (up 0 (- 'g) 0)))
    1 ]=> ((linkage->state-derivative arm) (up 't (up 0) (up 'w)))
    ;Value: (up 1 (up w) (up (/ (* -1 g) l)))
    >>> arm = make_linkage([make_link("revolute", 2, up(3, 0, 0), 5)])
    >>> linkage_to_state_derivative(arm)(up(0, up(1), up(2)))
    (up 1 (up 2) (up 0))
    """
    acceleration = linkage_to_acceleration(linkage, dissipation, force)

    def at(state: Any) -> Up:
        return Up((1, check_state(state, "linkage->state-derivative")[2], acceleration(state)))

    return Function(at, "linkage->state-derivative")


# --- robot descriptions ----------------------------------------------------------------------------------------------
# Robots as trees of bodies, from their descriptions in the unified robot description format (URDF).
#
# The frame of a link is that of its joint, as above; rotations are by roll, pitch and yaw, one after the other, about
# fixed axes x, y, z. Read are masses, inertias, origins, axes and kinds of joints, not limits, damping, friction,
# geometry and pictures.
#
# Source:  The unified robot description format, http://wiki.ros.org/urdf/XML

#: The kinds of joints in descriptions, by those of links here.
KINDS = {"continuous": "revolute", "floating": "free"} | {x: x for x in ("revolute", "prismatic", "fixed", "planar")}


class Robot(NamedTuple):
    """A tree of bodies, and the names of its links and of the joints that they hang by, in their order."""

    linkage: Linkage
    links: tuple[str, ...]
    joints: tuple[str, ...]


@public("urdf->robot")
def urdf_to_robot(text: str, gravity: Vector = (0, 0, 0)) -> Robot:
    """The tree of bodies that the text of a robot's description tells, with the names of its links and joints.

    The link that hangs at no other is the ground; a joint that mimics another has no coordinate of its own. Limits,
    damping and friction of joints are not part of the tree: the state derivative takes forces.

    Shapes:  gravity: the acceleration of what falls, in the frame of the ground;  result: a list of a linkage and of
             the names of links and joints, numbers of links being places in these
    Raises:  WrongTypeError for what is no such text, for other joints, and for what is no number; StructureError unless
             links and joints are a tree
    Source:  The unified robot description format, http://wiki.ros.org/urdf/XML
    1 ]=> (define text "<robot name='pendulum'><link name='base'/><link name='rod'><inertial><origin xyz='0 0 -2'/>
          <mass value='1'/></inertial></link><joint name='hinge' type='continuous'><parent link='base'/>
          <child link='rod'/><axis xyz='1 0 0'/></joint></robot>")
    1 ]=> (define robot (urdf->robot text (up 0 0 -10)))
    1 ]=> ((linkage->acceleration (car robot)) (up 0 (up 'theta) (up 0)))
    ;Value: (up (* -5 (sin theta)))
    >>> text = '''<robot name="pendulum"> <link name="base"/>
    ...   <link name="rod"> <inertial> <origin xyz="0 0 -2"/> <mass value="1"/> </inertial> </link>
    ...   <joint name="hinge" type="continuous">
    ...     <parent link="base"/> <child link="rod"/> <axis xyz="1 0 0"/> </joint> </robot>'''
    >>> robot = urdf_to_robot(text, up(0, 0, -10))
    >>> robot.joints, linkage_to_acceleration(robot.linkage)(up(0, up(symbols("theta")), up(0)))
    (('hinge',), (up (* -5 (sin theta))))
    """
    root = _parsed(text)
    links = {_named(link): link for link in root.findall("link")}
    hanging: dict[str, list[Element]] = {name: [] for name in links}
    children = []
    for joint in root.findall("joint"):
        parent, child = (_linked(joint, end, links) for end in ("parent", "child"))
        hanging[parent].append(joint)
        children.append(child)
    grounds = [name for name in links if name not in children]
    if len(grounds) != 1 or len({*children}) < len(children) or len(links) < len(root.findall("link")):
        raise StructureError(
            "urdf->robot expects a tree of links with a name each, all but one of them the child of one joint, got "
            f"{len(links)} names, {len(children)} children, and no child: {' '.join(grounds) or '(none)'}"
        )
    order, names, made, led = [(-1, grounds[0])], [], [], []
    for number, name in order:
        for joint in hanging[name]:
            child = _linked(joint, "child", links)
            made.append(_link(joint, links[child], number))
            order.append((len(made) - 1, child))
            names.append(_named(joint))
            led.append(joint.find("mimic"))
    if len(made) != len(children):
        raise StructureError("urdf->robot expects a tree of links, got a loop of them")
    for k, mimic in enumerate(led):
        if mimic is not None:
            leader = mimic.get("joint", "")
            if leader not in names:
                raise StructureError(f"urdf->robot: the joint {names[k]} mimics {leader}, which there is not")
            by = (*_numbers(mimic, "multiplier", "1"), *_numbers(mimic, "offset", "0"))
            made[k] = made[k]._replace(follows=(names.index(leader), *by))
    return Robot(make_linkage(made, gravity), tuple(name for _, name in order[1:]), tuple(names))


def _parsed(text: Any) -> Element:
    from xml.etree.ElementTree import ParseError, fromstring

    if not isinstance(text, str):
        raise WrongTypeError(f"urdf->robot expects the text of a description, got {describe(text)}")
    try:
        root = fromstring(text.strip())
    except ParseError as error:
        raise WrongTypeError(f"urdf->robot expects the text of a description in XML: {error}") from None
    if root.tag != "robot":
        raise WrongTypeError(f"urdf->robot expects a <robot>, got <{root.tag}>")
    return root


def _named(element: Element) -> str:
    name = element.get("name")
    if not name:
        raise WrongTypeError(f"urdf->robot expects a name of each <{element.tag}>")
    return name


def _linked(joint: Element, end: str, links: dict[str, Element]) -> str:
    found = joint.find(end)
    name = None if found is None else found.get("link")
    if name not in links:
        raise StructureError(f"urdf->robot expects a link as the {end} of the joint {_named(joint)}, got {name}")
    return name  # type: ignore[return-value]


def _numbers(element: Element | None, attribute: str, default: str) -> tuple[Any, ...]:
    text = default if element is None else element.get(attribute, default)
    try:
        found = tuple(map(float, text.split()))
    except ValueError:
        found = ()
    if len(found) != len(default.split()) or not all(map(math.isfinite, found)):
        raise WrongTypeError(
            f"urdf->robot expects {attribute}= with {len(default.split())} numbers, got {attribute}={text!r}"
        )
    return tuple(int(x) if x.is_integer() else x for x in found)


def _frame(element: Element | None) -> tuple[tuple[Any, ...], Matrix]:
    roll, pitch, yaw = _numbers(element, "rpy", "0 0 0")
    turned = g.mul(Rz_matrix(yaw), g.mul(Ry_matrix(pitch), Rx_matrix(roll)))
    return _numbers(element, "xyz", "0 0 0"), turned


def _link(joint: Element, link: Element, parent: int) -> Any:
    kind = KINDS.get(joint.get("type", ""))
    axis = _numbers(joint.find("axis"), "xyz", "1 0 0")
    if kind is None:
        raise WrongTypeError(
            f"urdf->robot expects joints that are {', '.join(KINDS)}, got the {joint.get('type')} joint {_named(joint)}"
        )
    at, turned = _frame(joint.find("origin"))
    body = link.find("inertial")
    center, axes = _frame(None if body is None else body.find("origin"))
    (mass,) = _numbers(None if body is None else body.find("mass"), "value", "0")
    moments = None if body is None else body.find("inertia")
    a, b, c, d, e, f = (_numbers(moments, f"i{name}", "0")[0] for name in ("xx", "xy", "xz", "yy", "yz", "zz"))
    inertia = g.mul(axes, g.mul(Matrix(((a, b, c), (b, d, e), (c, e, f))), axes.transpose))
    hinge = (kind, axis) if kind in OF_AXIS else kind
    return make_link(hinge, mass, center, inertia, at, parent, turned)
