"""Robots as trees of bodies, from their descriptions in the unified robot description format (URDF).

The frame of a link is that of its joint, as in :mod:`~scmpy.mechanics.multibody`; rotations are by roll, pitch and yaw,
one after the other, about fixed axes x, y, z. Read are masses, inertias, origins, axes and kinds of joints, not limits,
damping, friction, geometry and pictures.

Source:  The unified robot description format, http://wiki.ros.org/urdf/XML
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.mechanics.multibody import Linkage, make_link, make_linkage
from scmpy.mechanics.rigid_body import Rx_matrix, Ry_matrix, Rz_matrix
from scmpy.registry import public
from scmpy.structure.matrix import Matrix
from scmpy.structure.types import Vector

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

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

    The link that hangs at no other is the ground. Limits, damping and friction of joints are not part of the tree:
    the state derivative takes forces.

    Scheme:  (urdf->robot text [gravity])
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
    order, names, made = [(-1, grounds[0])], [], []
    for number, name in order:
        for joint in hanging[name]:
            child = _linked(joint, "child", links)
            made.append(_link(joint, links[child], number))
            order.append((len(made) - 1, child))
            names.append(_named(joint))
    if len(made) != len(children):
        raise StructureError("urdf->robot expects a tree of links, got a loop of them")
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
    """The numbers of an attribute, as many as in the one that stands for it where there is none."""
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
    if kind is None or joint.find("mimic") is not None or (kind == "planar" and (axis[:2] != (0, 0) or axis[2] <= 0)):
        raise WrongTypeError(
            f"urdf->robot expects joints that are {', '.join(KINDS)} (planar ones across z) and mimic no other, "
            f"got the {joint.get('type')} joint {_named(joint)}"
        )
    at, turned = _frame(joint.find("origin"))
    body = link.find("inertial")
    center, axes = _frame(None if body is None else body.find("origin"))
    (mass,) = _numbers(None if body is None else body.find("mass"), "value", "0")
    moments = None if body is None else body.find("inertia")
    a, b, c, d, e, f = (_numbers(moments, f"i{name}", "0")[0] for name in ("xx", "xy", "xz", "yy", "yz", "zz"))
    inertia = g.mul(axes, g.mul(Matrix(((a, b, c), (b, d, e), (c, e, f))), axes.transpose))
    hinge = (kind, axis) if kind in ("revolute", "prismatic") else kind
    return make_link(hinge, mass, center, inertia, at, parent, turned)
