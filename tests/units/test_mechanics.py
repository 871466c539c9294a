"""Mechanics with units: equations of motion, transforms and integration carry them, and say where they do not fit."""

import math

import numpy
import pytest

from scmpy import *
from scmpy.errors import DimensionError, ScmpyError
from scmpy.units import constants, hertz, joule, kilogram, meter, milli, newton, radian, second, u_value, with_units

from ..tables import refusals

m, k, t, r, v, p = symbols("m k t r v p")
MASS, STIFFNESS = m * kilogram, k * newton / meter
START = up(0.0 * second, 1.0 * meter, 0.0 * meter / second)


def spring(stiffness=4.0):
    return L_harmonic(1.0 * kilogram, stiffness * newton / meter)


def test_Lagrange_equations_are_forces_and_torques():
    x, theta = literal_functions("x theta")
    path = with_units(x, meter, second)
    residual = simplify(Lagrange_equations(L_harmonic(MASS, STIFFNESS))(path)(t * second))
    assert residual == simplify(Lagrange_equations(L_harmonic(m, k))(x)(t)) * newton
    L = L_central_polar(MASS, lambda r: -constants.G * MASS * MASS / r)
    path = up(with_units(x, meter, second), with_units(theta, radian, second))
    force, torque = Lagrange_equations(L)(path)(t * second)
    assert (u_value(force) * newton, u_value(torque) * joule) == (force, torque)


def test_accelerations():
    L = L_central_polar(MASS, lambda r: STIFFNESS * r * r / 2)
    state = up(t * second, up(r * meter, 0.3), up(v * meter / second, 2 * hertz))
    radial, angular = map(simplify, Lagrangian_to_acceleration(L)(state))
    plain = Lagrangian_to_acceleration(L_central_polar(m, lambda r: k * r * r / 2))(up(t, up(r, 0.3), up(v, 2)))
    assert radial == simplify(plain[0]) * meter / second**2
    assert angular == simplify(plain[1]) / second**2


def test_Hamiltonians():
    state = up(t * second, r * meter, p * kilogram * meter / second)
    H = Lagrangian_to_Hamiltonian(L_harmonic(MASS, STIFFNESS))
    assert simplify(H(state)) == simplify(Lagrangian_to_Hamiltonian(L_harmonic(m, k))(up(t, r, p))) * joule
    one, velocity, force = Hamiltonian_to_state_derivative(H)(state)
    assert one == 1
    assert simplify(velocity) == p / m * meter / second
    assert simplify(force) == simplify(-k * r) * newton
    L = L_central_polar(MASS, lambda r: STIFFNESS * r * r / 2)
    state = up(t * second, up(r * meter, 0.3), up(2 * meter / second, 3 * hertz))
    energy = Lagrangian_to_energy(L)(state)
    assert u_value(energy) * joule == energy


def test_determinants_and_inverses_check_dimensions():
    a = matrix_by_rows([1 * meter, 2 * second], [3 * meter, 5 * second])
    assert determinant(a) == -1 * meter * second
    assert invert(a)[0] == matrix_by_rows([-5 / meter, 2 / meter])[0]
    assert invert(a)[1] == matrix_by_rows([3 / second, -1 / second])[0]
    b = down(up(1 * meter, 2 * second), up(3 * meter, 5 * second))
    assert 1 / b == down(up(-5 / meter, 2 / meter), up(3 / second, -1 / second))
    with pytest.raises(DimensionError):
        determinant(matrix_by_rows([1 * meter, 2 * second], [3 * meter, 5 * meter]))


def test_compiled_functions():
    f = Lagrangian_to_state_derivative(spring())
    assert compile_function(f, START)(START) == f(START)
    with pytest.raises(ScmpyError):
        compile_function(f, START)(up(0.0, 1.0, 0.0))


def close(state, *numbers):
    return numpy.allclose([float(u_value(x)) for x in state], numbers, atol=1e-9)


def test_state_advancer():
    end = state_advancer(Lagrangian_to_state_derivative, spring())(START, 1 * second, 1e-12)
    assert close(end, 1, math.cos(2), -2 * math.sin(2))
    assert [x / x for x in end] == [1, 1, 1]
    assert end[2] / (meter / second) == pytest.approx(-2 * math.sin(2))
    slope = D(
        lambda k: state_advancer(lambda k: Lagrangian_to_state_derivative(L_harmonic(1.0 * kilogram, k)), k)(
            START, 1.0 * second
        )[1]
    )(4.0 * newton / meter)
    assert slope / (meter * meter / newton) == pytest.approx(-math.sin(2) / 4)


def test_evolve():
    seen = []
    H = Lagrangian_to_Hamiltonian(spring())
    start = up(0.0 * second, 1.0 * meter, 0.0 * kilogram * meter / second)
    evolve(Hamiltonian_to_state_derivative, H)(start, seen.append, 500 * milli * second, 1 * second, 1e-12)
    assert [state[0] for state in seen] == [0 * second, 0.5 * second, 1 * second, 1 * second]
    assert close(seen[-1], 1, math.cos(2), -2 * math.sin(2))


def test_trajectories():
    motion = trajectory(Lagrangian_to_state_derivative(spring()), START, 2 * second, names="x v")
    assert motion.names == ("t", "x", "v")
    assert close(motion(500 * milli * second), 0.5, math.cos(1), -2 * math.sin(1))
    assert (u_value(motion.along(coordinate)) == u_value(motion["x"])).all()
    assert u_value(motion["v"])[0] == 0
    assert [t / second for t in (state[0] for state in motion.crossings(coordinate))] == [pytest.approx(math.pi / 4)]
    assert close(motion[0.5 * second : 1 * second].end, 1, math.cos(2), -2 * math.sin(2))
    assert u_value(motion([0.5 * second, 1 * second])[1])[1] == pytest.approx(math.cos(2))
    assert motion.extended(3 * second).times[-1] == 3.0 * second


def test_no_rate_is_zero_of_any_dimension():
    end = trajectory(lambda s: up(1, s[2], 0), START, 1 * second).end
    assert close(end, 1, 1, 0)


def test_the_loop_runs_on_plain_numbers():
    """The derivative of quantities is called where the motion is checked, and not at the steps between."""
    calls = []
    f = Lagrangian_to_state_derivative(spring())

    def counted(state):
        calls.append(state)
        return f(state)

    trajectory(counted, START, 1000 * second)
    assert len(calls) < 100


def test_Hamiltonians_of_several_degrees_of_freedom():
    L = L_central_polar(MASS, lambda r: STIFFNESS * r * r / 2)
    momenta = {"radial": p * kilogram * meter / second, "angular": symbols("l") * joule * second}
    state = up(t * second, up(r * meter, symbols("phi")), down(*momenta.values()))
    plain = Lagrangian_to_Hamiltonian(L_central_polar(m, lambda r: k * r * r / 2))
    expected = plain(up(t, up(r, symbols("phi")), down(p, symbols("l"))))
    assert simplify(Lagrangian_to_Hamiltonian(L)(state)) == simplify(expected) * joule


test_what_is_refused = refusals(__file__, "mechanics", globals())
