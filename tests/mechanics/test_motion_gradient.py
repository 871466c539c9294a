"""Gradients of motions by the adjoint equations, beside those of the variational ones."""

import itertools

import pytest

from scmpy import *
from scmpy.errors import WrongTypeError
from scmpy.generic.types import tree_leaves
from scmpy.structure.tuples import leaves


def chain(n):
    """Masses between springs that are not linear, with a motor: its stiffnesses and masses are the parameters."""
    names = [f"k{i}" for i in range(n + 1)] + [f"m{i}" for i in range(n)]

    def lagrangian(*values):
        k, m = values[: n + 1], values[n + 1 :]

        def at(state):
            t, q, v = state
            ends = [0, *q, sin(t) / 3]
            stretched = [b - a for a, b in itertools.pairwise(ends)]
            return sum(m[i] * v[i] ** 2 for i in range(n)) / 2 - sum(
                c * (x**2 / 2 + x**4) for c, x in zip(k, stretched, strict=True)
            )

        return at

    return compile_motion(lagrangian, names, kind="Lagrangian", tolerance=1e-11)


def turning(state):
    """A Hamiltonian of tuples, whose momenta are down, and whose cost depends on the time."""
    return state[0] * state[1][0] * state[2][1] + state[2][0] ** 2


MOTIONS = {
    "a chain": (
        lambda: chain(2),
        lambda state: state[1][0] * state[2][1] + state[1][1] ** 2,
        up(0.25, up(0.1, 0.5), up(0.0, 0.3)),
        (1.0, 1.5, 0.75, 1.0, 2.0),
    ),
    "friction, where places must not be gone back to": (
        lambda: compile_motion(lambda c, k: lambda s: up(1, s[2], -k * sin(s[1]) - c * s[2]), "c k"),
        lambda state: state[1] + state[2],
        up(0.0, 1.0, 0.5),
        (6.0, 4.0),
    ),
    "a planet": (
        lambda: compile_motion(lambda m, k: lambda s: square(s[2]) / (2 * m) - k / sqrt(square(s[1])), "m k"),
        turning,
        up(0.0, up(1.0, 0.0), down(0.1, 1.1)),
        (1.0, 1.25),
    ),
    "a bivector, whose blades have negative squares": (
        lambda: compile_motion(
            lambda m, k: lambda s: -scalar_part(m * s[2] * s[2] - k * s[1] * s[1]) / 2, "m k", kind="Lagrangian"
        ),
        lambda state: scalar_part(VGA3.e12 * state[1] + state[2] * state[1]),
        up(0.0, make_multivector(VGA3, [0.3, 0.2, -0.5], 2), make_multivector(VGA3, [0.1, -0.4, 0.7], 2)),
        (2.0, 3.0),
    ),
    "a Toda step without parameters": (
        lambda: compile_motion(lambda s: up(1, s[2], -exp(s[1])), None),
        lambda state: state[1] ** 2,
        up(0.0, 0.5, 0.5),
        (),
    ),
}


@pytest.mark.parametrize(("make", "f", "state", "given"), MOTIONS.values(), ids=MOTIONS)
@pytest.mark.parametrize("last", [3.0, -1.5])
@pytest.mark.slow
def test_the_way_back_gives_what_the_variations_give(make, f, state, given, last):
    motion = make()
    found = motion_gradient(motion, f, state, last, *given)
    assert found.value == pytest.approx(f(motion(state, last, *given)), rel=1e-12)
    size = 1e-8 * max(1, abs(found.value))
    by_state = D(lambda s: f(motion(s, last, *given)))(state)
    assert tree_leaves(found.by_state) == pytest.approx(tree_leaves(by_state), rel=1e-7, abs=size)
    assert [type(x) for x in found.by_state] == [type(x) for x in by_state]
    if given:
        by_parameters = D(lambda p: f(motion(state, last, *p)))(up(*given))
        assert leaves(found.by_parameters) == pytest.approx(leaves(by_parameters), rel=1e-7, abs=size)


def test_a_motion_that_changes_is_derived_again():
    stiffness = [8.0]
    motion = compile_motion(
        lambda m: lambda s: m * s[2] ** 2 / 2 - stiffness[0] * s[1] ** 2 / 2, "m", kind="Lagrangian"
    )
    for stiffness[0], slope in ((8.0, sin(2.0) / 2), (2.0, sin(1.0) / 4)):
        (by_mass,) = motion_gradient(motion, coordinate, up(0.0, 1.0, 0.0), 1.0, 2.0).by_parameters
        assert by_mass == pytest.approx(slope, rel=1e-8)


def test_a_gradient_goes_through_impacts():
    """A ball that falls from y at t0 with the velocity v is at w t - g t^2/2 after the time t from its impact at w."""
    bounce = crossing(coordinate, "falling", then=lambda y: up(y[0], 0, -y[2]))
    ball = compile_motion(lambda g: lambda y: up(1, y[2], -g), "g", events=bounce)
    value, by_state, by_parameters = motion_gradient(ball, coordinate, up(0.0, 2.0, 0.0), 3.0, 1.0)
    assert [value, *by_state, *by_parameters] == pytest.approx([1.5, -1, 0, -1, 1.5], abs=1e-12)


@pytest.mark.slow
def test_what_is_damped_strongly_is_not_gone_back_along_blindly():
    relaxing = compile_motion(lambda mu: lambda y: up(1, y[2], mu * (1 - y[1] ** 2) * y[2] - y[1]), "mu")
    for mu in (20.0, 200.0):
        wanted = D(lambda mu: relaxing(up(0.0, 2.0, 0.0), 20.0, mu)[1])(mu)
        assert motion_gradient(relaxing, coordinate, up(0.0, 2.0, 0.0), 20.0, mu)[2] == down(
            pytest.approx(wanted, rel=1e-6)
        )


def test_what_has_no_gradient():
    spring = compile_motion(L_harmonic, "m k", kind="Lagrangian")
    with pytest.raises(WrongTypeError, match="expects a compiled motion"):
        motion_gradient(L_harmonic, coordinate, up(0.0, 1.0, 0.0), 1.0, 2.0, 8.0)
    with pytest.raises(WrongTypeError, match="expects a function that gives a number, got up"):
        motion_gradient(spring, lambda state: state, up(0.0, 1.0, 0.0), 1.0, 2.0, 8.0)
