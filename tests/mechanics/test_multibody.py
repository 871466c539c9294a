"""Trees of bodies: the recursive methods are Lagrange's equations, for every joint, and cost as the number of links."""

import random
from fractions import Fraction

import pytest

import scmpy as s
from scmpy import D, down, equivalent, make_link, make_linkage, matrix_by_rows, symbols, up
from scmpy.mechanics.multibody import JOINTS, ONE

from ..tables import refusals

g, R, m, M, t = symbols("g R m M t")
DOWN, X, Y = up(0, 0, -g), up(1, 0, 0), up(0, 1, 0)
SIZES = {"revolute": 1, "prismatic": 1, "universal": 2, "spherical": 3, "planar": 3, "free": 6, "fixed": 0}


def some_tree(kinds, seed=1, parents=None):
    """Links of random numbers."""
    chance = random.Random(seed)

    def some(n=3):
        return up(*(chance.uniform(0.2, 1) for _ in range(n)))

    links = []
    for k, kind in enumerate(kinds):
        joint = (kind, some()) if kind in ("revolute", "prismatic") else kind
        angle = chance.random()
        turned = matrix_by_rows([s.cos(angle), -s.sin(angle), 0], [s.sin(angle), s.cos(angle), 0], [0, 0, 1])
        parent = parents[k] if parents else None
        links.append(make_link(joint, chance.uniform(1, 2), some(), some(), some(), parent, turned))
    return make_linkage(links, up(0.3, 0.2, -9.8))


def some_state(n, seed=2):
    chance = random.Random(seed)
    return up(0.0, *(up(*(chance.uniform(-0.7, 0.7) for _ in range(n))) for _ in range(2)))


def close(found, wanted):
    size = 1 + max(map(abs, wanted), default=0)
    assert max((abs(x - y) for x, y in zip(found, wanted, strict=True)), default=0) < 1e-10 * size


@pytest.mark.parametrize("kind", JOINTS)
def test_every_joint(kind):
    tree, state = some_tree((kind, "revolute", kind)), some_state(2 * SIZES[kind] + 1)
    L = s.linkage_Lagrangian(tree)
    accelerations = s.linkage_to_acceleration(tree)(state)
    close(accelerations, s.Lagrangian_to_acceleration(L)(state))
    close(s.linkage_torques(tree)(up(*state, state[1])), s.Euler_Lagrange_operator(L)(up(*state, state[1])))
    close(s.linkage_torques(tree)(up(*state, accelerations)), [0] * len(accelerations))


@pytest.mark.parametrize("axis", [(0, 0, -1), (1, 0, 0), (1, 2, 3), (0.5, -1, -2), (1e-8, 0, -1)])
def test_a_plane_across_any_axis(axis):
    tree = make_linkage([make_link(("planar", up(*axis)), 1, up(0, 0, 0))])
    none, q = up(0, 0, 0), up(0.1, 0.2, 0.3)
    x, y, turned = (s.link_position(tree, 0, p)(up(0, c, none)) for p, c in ((none, X), (none, Y), (q, up(0, 0, 0.5))))
    normal = up(*axis) / s.sqrt(s.square(up(*axis)))
    close(
        [*(s.dot_product(a, b) for a, b in ((x, normal), (y, normal), (x, y), (x, x))), *s.cross_product(x, y)],
        [0, 0, 0, 1, *normal],
    )
    close(turned, s.angle_and_axis_to_rotation_matrix(0.5, normal) * q)


#: What of the gap along the first body's axes vanishes by a joint, and which axes of both are at right angles.
HELD = {
    "spherical": ("xyz", ""), "revolute": ("xyz", "xz yz"), "universal": ("xyz", "xy"), "prismatic": ("xy", "xy xz yz"),
    "planar": ("z", "xz yz"), "fixed": ("xyz", "xy xz yz"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("kind", HELD)
def test_every_joint_as_a_constraint(kind):
    """Of two bodies that are free, by multipliers: points of the second are accelerated as in joint coordinates."""
    at, state, weight = up(0.5, 0.2, -0.3), some_state(6 + SIZES[kind]), up(0.3, 0.2, -9.8)
    bodies = (2.0, up(0.1, 0.2, 0.3), up(0.3, 0.4, 0.5)), (1.5, up(0.2, -0.1, 0.4), up(0.2, 0.4, 0.6))
    tree = make_linkage([make_link("free", *bodies[0]), make_link(kind, *bodies[1], at)], weight)
    apart = make_linkage([make_link("free", *bodies[0]), make_link("free", *bodies[1], up(0, 0, 0), -1)], weight)

    axes = lambda one, i, at: [s.link_position(one, i, x)(at) - s.link_position(one, i)(at) for x in ONE]  # noqa: E731

    def free(local):
        found = []
        for i in (0, 1):
            (a, _, _), (b, _, _), (c, d, e) = axes(tree, i, local)
            found += [*s.link_position(tree, i)(local), s.atan(-d, e), s.asin(c), s.atan(-b, a)]
        return found

    def constraints(local):
        a, b = (axes(apart, i, local) for i in (0, 1))
        gap = s.link_position(apart, 1)(local) - s.link_position(apart, 0, at)(local)
        pairs = [(x, gap) for x in HELD[kind][0]] + [(x, b["xyz".index(y)]) for x, y in HELD[kind][1].split()]
        return up(*(s.dot_product(a["xyz".index(x)], y) for x, y in pairs))

    acceleration = s.linkage_to_acceleration(tree)(state)
    path = lambda h: up(*free(up(0, state[1] + h * state[2] + h**2 / 2 * acceleration, state[2])))  # noqa: E731
    local = up(0.0, path(0), D(path)(0))
    close(s.constrained_Lagrangian_to_acceleration(s.linkage_Lagrangian(apart), constraints)(local), (D**2)(path)(0))


LINKS = {
    "pendulum": [make_link(("revolute", up(1, 0, 0)), m, up(0, 0, -R))],
    "cart and rod": [make_link(("prismatic", up(0, 1, 0)), M, up(0, 0, 0)), make_link(("revolute", up(1, 0, 0)), m, up(0, 0, -R), M)],
    "spherical pendulum": [make_link("universal", m, up(0, 0, -R))],
    "double pendulum": [make_link(("revolute", up(1, 0, 0)), 1, up(0, 0, -1)), make_link(("revolute", up(1, 0, 0)), m, up(0, 0, -R), 0, up(0, 0, -1))],
    "branches": [make_link(("prismatic", up(1, 0, 0)), M, up(0, 0, 0)), *(make_link(("revolute", up(0, 1, 0)), m, up(0, 0, -k), 0, up(k, 0, 0), 0) for k in (1, 2))],
}  # fmt: skip


@pytest.mark.parametrize("name", [*list(LINKS)[:4], pytest.param("branches", marks=pytest.mark.slow)])
def test_the_equations_of_a_few_bodies_are_lagrange_s(name):
    tree = make_linkage(LINKS[name], DOWN)
    state = up(t, up(*symbols("a b c")[: tree.size]), up(*symbols("u v w")[: tree.size]))
    L = s.linkage_Lagrangian(tree)
    assert equivalent(s.linkage_to_acceleration(tree)(state), s.Lagrangian_to_acceleration(L)(state))
    whole = up(*state, up(*symbols("x y z")[: tree.size]))
    assert equivalent(s.linkage_torques(tree)(whole), s.Euler_Lagrange_operator(L)(whole))


@pytest.mark.slow
def test_twenty_bodies():
    chance = random.Random(5)
    parents = [None, *(chance.randrange(k) for k in range(1, 20))]
    tree, state = some_tree(["revolute", "prismatic", "revolute", "revolute"] * 5, 3, parents), some_state(20)
    wanted = s.Lagrangian_to_acceleration(s.linkage_Lagrangian(tree))(state)
    found = s.linkage_to_acceleration(tree)(state)
    assert max(abs(x - y) for x, y in zip(found, wanted, strict=True)) < 1e-9 * max(map(abs, wanted))
    assert max(map(abs, s.linkage_torques(tree)(up(*state, found)))) < 1e-9


@pytest.mark.slow
def test_the_cost_is_that_of_the_links():
    def operations(n):
        code = s.compile_function(s.linkage_to_state_derivative(some_tree(["revolute"] * n)), some_state(n))
        return sum(code.python_source.count(sign) for sign in "+-*/")

    few, some, many = map(operations, (4, 8, 16))
    assert many - some < 2.1 * (some - few)


def test_a_motion_keeps_its_energy_and_forces_change_it():
    tree, state = some_tree(["revolute", "spherical"]), some_state(4)
    energy, derivative = s.Lagrangian_to_energy(s.linkage_Lagrangian(tree)), s.linkage_to_state_derivative(tree)
    end = s.state_advancer(lambda: derivative)(state, 2.0, 1e-11)
    assert abs(energy(end) - energy(state)) < 1e-8
    tip = s.link_position(tree, 1, up(0, 0, 2))
    pull = s.generalized_force(lambda local: up(1, 2, 3), tip)
    moved = s.linkage_to_state_derivative(tree, lambda local: s.square(local[2]) / 2, pull)(state)
    velocity = D(lambda h: tip(state + up(0, h * state[2], 0 * state[2])))(0)
    power = sum(x * y for x, y in zip((1, 2, 3), velocity, strict=True)) - s.square(state[2])
    assert abs(D(energy)(state) * moved - power) < 1e-10


def test_a_fixed_link_is_part_of_its_parent():
    arm = [make_link("revolute", 2, up(1, 0, 0), 3)]
    more = make_linkage([*arm, make_link("fixed", 5, up(1, 0, 0), 7, up(2, 0, 0))])
    assert s.linkage_torques(more)(up(0, up(0), up(0), up(1))) == down(2 + 3 + 5 * 9 + 7)
    assert s.link_position(more, 1, up(1, 0, 0))(up(0, up(0), up(0))) == up(3, 0, 0)
    assert s.linkage_to_acceleration(more, None, lambda local: down(Fraction(1, 2)))(up(0, up(0), up(0))) == up(
        Fraction(1, 114)
    )


test_what_is_no_linkage = refusals(__file__, "multibody", globals())
