"""Lagrangians, states and forces that do not fit: what the errors say. And forces that do fit."""

import pytest

from scmpy import *
from scmpy.errors import (
    ArityError,
    BadIndexError,
    DifferentiationError,
    DivisionByZeroError,
    StructureError,
    WrongTypeError,
)

from ..comparing import same
from ..tables import refusals

m, k, b, t, q, v = symbols("m k b t q v")
OPERATIONS = (
    lambda L: Lagrange_equations(L)(literal_function("x"))(t),
    lambda L: Lagrangian_to_acceleration(L)(up(t, q, v)),
    lambda L: Lagrangian_to_energy(L)(up(t, q, v)),
    lambda L: Lagrangian_to_Hamiltonian(L)(up(t, q, v)),
    lambda L: constrained_Lagrangian_to_acceleration(L, lambda s: s[1])(up(t, q, v)),
    lambda L: Lstate_to_Hstate(L)(up(t, q, v)),
    lambda L: Euler_Lagrange_operator(L)(up(t, q, v, b)),
    lambda L: generalized_LE(L)(up(t, q, v, b)),
    lambda L: Noether_integral(L, lambda a: lambda s: s[1] + a)(up(t, q, v)),
    lambda L: Hamiltonian_to_state_derivative(L)(up(t, q, v)),
    lambda L: Hamiltonian_to_Lagrangian(L)(up(t, q, v)),
    lambda L: is_compositional_canonical(lambda s: s, L)(up(t, q, v)),
    lambda L: normal_modes(L, up(t, 0, 0)),
    lambda L: Lagrangian_action(L, sin, 0, 1),
)


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize(
    ("L", "error", "message"),
    [
        (lambda t, q, v: v**2, ArityError, "of one argument, the state .up t q [vp].; .* takes 3"),
        (lambda: 1, ArityError, "of one argument"),
        (lambda s: s[3], BadIndexError, "components 0 to 2"),
        (3, WrongTypeError, "expects a (Lagrangian|Hamiltonian)"),
        (m, WrongTypeError, "expects a (Lagrangian|Hamiltonian)"),
        (lambda s: up(s[2] ** 2, s[1]), StructureError, "a scalar"),
        (lambda s: True, (StructureError, DifferentiationError), "boolean"),
        (lambda s: None, (StructureError, DifferentiationError), "unspecific value"),
    ],
)
def test_what_is_no_lagrangian(operation, L, error, message):
    with pytest.raises(error, match=message):
        operation(L)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (up(t, q), "expects a state"),
        (down(t, q, v), "expects a state"),
        (3, "expects a state"),
        (up(t, up(1, 2), up(1, 2, 3)), "velocities shaped like the coordinates"),
        (up(t, up(1, 2), v), "velocities shaped like the coordinates"),
        (up(t, up(1, 2), down(1, 2)), "velocities shaped like the coordinates"),
        (up(up(t, t), q, v), "expects a state"),
    ],
)
@pytest.mark.parametrize("operation", [Lagrangian_to_acceleration, Lagrangian_to_energy])
def test_what_is_no_state(operation, state, message):
    with pytest.raises(StructureError, match=message):
        operation(L_free_particle(m))(state)


test_what_does_not_fit_is_said = refusals(__file__, "bad systems", globals())


@pytest.mark.parametrize(
    ("L", "direction"),
    [
        (lambda s: square(s[2][0] + s[2][1]), r"\(up -1 1\)"),
        (lambda s: square(s[2][1]), r"\(up 1 0\)"),
        (lambda s: s[1][0] * s[2][1], r"\(up 1 0\)"),
        (lambda s: square(m * s[2][0] - k * s[2][1]), r"\(up \(/ k m\) 1\)"),
    ],
)
def test_degenerate_directions_are_named(L, direction):
    state = up(t, up(*symbols("x y")), up(*symbols("a b")))
    with pytest.raises(DivisionByZeroError, match=f"no inertia in the direction {direction}"):
        Lagrangian_to_acceleration(L)(state)
    with pytest.raises(DivisionByZeroError, match=f"vanishes in the direction {direction}"):
        Lagrangian_to_Hamiltonian(L)(up(t, state[1], down(*symbols("a b"))))


def test_what_is_not_quadratic_still_has_accelerations():
    """A particle at relativistic speed: the inertia depends on the velocity, and the formula holds."""

    def L(s):
        return -m * sqrt(1 - s[2] ** 2) - k * s[1] ** 2 / 2

    slowed = (1 - v**2) * sqrt(1 - v**2)
    assert same(Lagrangian_to_acceleration(L)(up(t, q, v)), -k * q / m * slowed)


def test_generalised_forces():
    """A drive and friction on an oscillator: as a force, and the friction by Rayleigh's function too."""
    x, drive = literal_functions("x F")

    def force(s):
        return drive(s[0]) - b * s[2]

    def rayleigh(s):
        return b * s[2] ** 2 / 2

    by_force = Lagrange_equations(L_harmonic(m, k), None, force)(x)(t)
    by_both = Lagrange_equations(L_harmonic(m, k), rayleigh, lambda s: drive(s[0]))(x)(t)
    assert same(by_force, m * (D**2)(x)(t) + b * D(x)(t) + k * x(t) - drive(t))
    assert same(by_force, by_both)
    acceleration = (drive(t) - b * v - k * q) / m
    assert same(Lagrangian_to_acceleration(L_harmonic(m, k), False, force)(up(t, q, v)), acceleration)
    state_derivative = Lagrangian_to_state_derivative(L_harmonic(m, k), rayleigh, lambda s: drive(s[0]))
    assert same(state_derivative(up(t, q, v)), up(1, v, acceleration))


@pytest.mark.parametrize(
    "made",
    [
        lambda path: Lagrange_equations(L_free_particle(m))(path),
        lambda path: Gamma(path),
        lambda path: Hamilton_equations(H_harmonic(m, k))(path, flip_indices(path)),
        lambda path: qv_to_local_path(path, path),
    ],
)
def test_symbols_are_no_paths(made):
    with pytest.raises(WrongTypeError, match="literal_function"):
        made(up(*symbols("x y")))(t)
    made(up(*literal_functions("x y")))(t)
