"""Descriptions of robots: places and energies of what they say, worked out beside them."""

import numpy
import pytest

import scmpy as s
from scmpy import down, make_link, make_linkage, matrix_by_rows, up
from scmpy.errors import ScmpyError, StructureError, WrongTypeError

LINK = """<link name="{0}"> <visual/> <inertial> <origin xyz="{1}" rpy="{2}"/> <mass value="{3}"/>
  <inertia ixx="0.3" iyy="0.2" izz="0.1" ixy="0.02" iyz="-0.01"/> </inertial> </link>"""
JOINT = """<joint name="{0}" type="{1}"> <origin xyz="{2}" rpy="{3}"/> <parent link="{4}"/> <child link="{5}"/>
  <axis xyz="{6}"/> <limit lower="-1" upper="1"/> </joint>"""
ARM = "\n".join(
    [
        '<?xml version="1.0"?> <robot name="arm">  <link name="base"/>',
        JOINT.format("wrist", "continuous", "0 0.4 0", "0.3 0.2 -0.7", "lower", "hand", "0 1 1"),
        LINK.format("hand", "0 0.1 0", "1 0.5 0.2", 0.5),
        LINK.format("upper", "0.1 0 0.2", "0 0 0", 2),
        LINK.format("lower", "0 0.2 0", "0.4 0 0", 1.5),
        JOINT.format("shoulder", "revolute", "0 0 1", "0 0 0.5", "base", "upper", "0 0 1"),
        JOINT.format("slide", "prismatic", "0.3 0 0.4", "0 1.2 0", "upper", "lower", "1 0 0"),
        LINK.format("tool", "0 0 0.1", "0 0 0", 0.2),
        JOINT.format("flange", "fixed", "0 0 0.2", "0 0 0", "hand", "tool", "1 0 0"),
        "</robot>",
    ]
)


def turn(axis, angle):
    """Rodrigues' formula."""
    a = numpy.array(axis) / numpy.linalg.norm(axis)
    skew = numpy.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
    return numpy.eye(3) + numpy.sin(angle) * skew + (1 - numpy.cos(angle)) * skew @ skew


def fixed_axes(roll, pitch, yaw):
    return turn((0, 0, 1), yaw) @ turn((0, 1, 0), pitch) @ turn((1, 0, 0), roll)


def frames(q):
    """The axes and origins of upper, lower, hand and tool."""
    R, p = fixed_axes(0, 0, 0.5) @ turn((0, 0, 1), q[0]), numpy.array([0, 0, 1.0])
    found = [(R, p)]
    p, R = p + R @ [0.3, 0, 0.4], R @ fixed_axes(0, 1.2, 0)
    p = p + R @ [q[1], 0, 0]
    found.append((R, p))
    p, R = p + R @ [0, 0.4, 0], R @ fixed_axes(0.3, 0.2, -0.7) @ turn((0, 1, 1), q[2])
    return [*found, (R, p), (R, p + R @ [0, 0, 0.2])]


def energy(q, v):
    """The Lagrangian, by differences of places and axes."""
    inertia = numpy.array([[0.3, 0.02, 0], [0.02, 0.2, -0.01], [0, -0.01, 0.1]])
    bodies = [((0.1, 0, 0.2), (0, 0, 0), 2), ((0, 0.2, 0), (0.4, 0, 0), 1.5)]
    bodies += [((0, 0.1, 0), (1, 0.5, 0.2), 0.5), ((0, 0, 0.1), (0, 0, 0), 0.2)]
    h, total = 1e-5, 0.0
    later, now, sooner = (frames(numpy.array(q) + h * k * numpy.array(v)) for k in (1, 0, -1))
    for (c, rpy, m), (R1, p1), (R, p), (R0, p0) in zip(bodies, later, now, sooner, strict=True):
        rate = ((p1 + R1 @ c) - (p0 + R0 @ c)) / (2 * h)
        spin = R.T @ (R1 - R0) / (2 * h)
        w = fixed_axes(*rpy).T @ [spin[2, 1], spin[0, 2], spin[1, 0]]
        total += m * rate @ rate / 2 + w @ inertia @ w / 2 - m * 9.8 * (p + R @ c)[2]
    return total


def test_an_arm():
    robot = s.urdf_to_robot(ARM, up(0, 0, -9.8))
    assert " ".join(robot.joints + robot.links) == "shoulder slide wrist flange upper lower hand tool"
    q, v = (0.3, -0.2, 0.8), (1.0, 0.5, -2.0)
    for k, (R, p) in enumerate(frames(q)):
        found = s.link_position(robot.linkage, k, up(1, 2, 3))(up(0, up(*q), up(*v)))
        assert list(found) == pytest.approx(list(p + R @ [1, 2, 3]))
    assert s.linkage_Lagrangian(robot.linkage)(up(0, up(*q), up(*v))) == pytest.approx(energy(q, v), abs=1e-7)


def test_a_joint_that_mimics_another_moves_as_it_does():
    mimic = '<mimic joint="wrist" multiplier="-0.8" offset="0.3"/> <parent link="base"'  # of the shoulder
    texts = ARM.replace('<parent link="base"', mimic), ARM
    arm, whole = (s.urdf_to_robot(text, up(0, 0, -9.8)).linkage for text in texts)

    def L(state):
        _, q, v = state
        return s.linkage_Lagrangian(whole)(up(0, up(-0.8 * q[1] + 0.3, *q), up(-0.8 * v[1], *v)))

    state, torques = up(0, up(-0.2, 0.8), up(0.5, -2.0)), down(3.0, -1.0)
    found = s.linkage_to_acceleration(arm, None, lambda _: torques)(state)
    assert [*found] == pytest.approx([*s.Lagrangian_to_acceleration(L, None, lambda _: torques)(state)])
    assert [*s.linkage_torques(arm)(up(*state, found))] == pytest.approx([*torques])
    assert s.linkage_Lagrangian(arm)(state) == pytest.approx(L(state))


def test_branches_and_what_is_not_told():
    text = """<robot> <link name="ground"/> <link name="a"/> <link name="b"/>
      <joint name="one" type="floating"> <parent link="ground"/> <child link="b"/> </joint>
      <joint name="two" type="planar"> <parent link="ground"/> <child link="a"/> <axis xyz="0 0 1"/> </joint> </robot>"""
    robot = s.urdf_to_robot(text)
    assert robot.links == ("b", "a") and robot.linkage.size == 9
    assert s.linkage_Lagrangian(robot.linkage)(up(0, up(*range(9)), up(*range(9)))) == 0
    axis = """<robot> <link name="ground"/> <link name="a"> <inertial> <mass value="2"/> </inertial> </link>
      <joint name="one" type="prismatic"> <parent link="ground"/> <child link="a"/> </joint> </robot>"""
    by_hand = make_linkage([make_link(("prismatic", up(1, 0, 0)), 2, up(0, 0, 0), matrix_by_rows(*[[0] * 3] * 3))])
    assert s.urdf_to_robot(axis).linkage == by_hand
    assert s.linkage_torques(by_hand)(up(0, up(1), up(2), up(3))) == down(6)


@pytest.mark.parametrize(
    ("old", "new", "error", "message"),
    [
        ("</robot>", "", WrongTypeError, "in XML"),
        ("robot", "model", WrongTypeError, "expects a <robot>"),
        ("continuous", "ball", WrongTypeError, "the ball joint wrist"),
        ("0 0.4 0", "0 0.4", WrongTypeError, "xyz= with 3 numbers"),
        ("0 0.4 0", "0 0.4 x", WrongTypeError, "xyz= with 3 numbers"),
        ("0 0.4 0", "0 nan 0", WrongTypeError, "xyz= with 3 numbers"),
        ('name="wrist"', "", WrongTypeError, "a name of each <joint>"),
        ('parent link="lower"', 'parent link="nothing"', StructureError, "as the parent of the joint wrist"),
        ('<parent link="lower"/>', "", StructureError, "as the parent of the joint wrist, got None"),
        ('child link="hand"', 'child link="upper"', StructureError, "a tree of links"),
        ('parent link="base"', 'parent link="hand"', StructureError, "a loop"),
        ('link name="tool"', 'link name="hand"', StructureError, "as the child"),
        ("0 1 1", "0 0 0", ScmpyError, "vector 0"),
        ('name="base"/>', 'name="base"/> <link name="other"/>', StructureError, "no child: base other"),
        ('<limit lower="-1" upper="1"/>', '<mimic joint="slide"/>', StructureError, "of link 0 follows 1"),
        ('<limit lower="-1" upper="1"/>', '<mimic joint="thumb"/>', StructureError, "mimics thumb, which there is not"),
    ],
)
def test_what_is_no_description(old, new, error, message):
    with pytest.raises(error, match=message):
        s.urdf_to_robot(ARM.replace(old, new))


def test_what_is_no_text():
    with pytest.raises(WrongTypeError, match="expects the text"):
        s.urdf_to_robot(3)
