"""Derivatives along the flow: of the state-advancer, the variational equations, monodromy matrices."""

import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import IntegrationError, ScmpyError, ScmpyWarning, StructureError, WrongTypeError

from ..tables import evaluated
from .systems import henon_heiles, lorenz

START = s.up(0.0, 1.0, 0.3)
KICK = s.crossing(s.coordinate, "falling", then=lambda y: s.up(y[0], y[1], 0.9 * y[2]))
FIRST_FALL = s.crossing(s.coordinate, "falling", terminal=True)


def pendulum(k):
    return lambda state: s.up(1, state[2], -k * s.sin(state[1]))


def kepler(state):
    return s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))


def central(f, x, h=1e-4):
    """The slope by differences of order 4."""
    return (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h)


def angle(theta, k=1.0, speed=0.3, dt=1.5, t=0.0):
    return s.state_advancer(pendulum, k)(s.up(t, theta, speed), dt, 1e-13)[1]


CASES = evaluated(__file__, "variational.txt", "variational: cases", globals())


@pytest.mark.parametrize(("f", "x"), CASES)
def test_the_derivative_of_the_state_advancer(f, x):
    assert s.D(f)(x) == pytest.approx(central(f, x), abs=1e-9)


@pytest.mark.parametrize(("f", "x"), CASES)
def test_its_second_derivative(f, x):
    assert s.D(s.D(f))(x) == pytest.approx(central(s.D(f), x), abs=1e-8)


def test_derivatives_of_higher_order_and_of_several_variables():
    assert s.D(s.D(s.D(angle)))(1.0) == pytest.approx(central(s.D(s.D(angle)), 1.0), abs=1e-8)
    by_both = s.D(lambda x, k: angle(x, k))
    mixed = s.partial(0)(s.partial(1)(lambda x, k: angle(x, k)))
    assert mixed(1.0, 1.2) == pytest.approx(central(lambda k: by_both(1.0, k)[0], 1.2), abs=1e-8)


def test_the_derivative_by_the_duration_is_the_state_derivative():
    advance = s.state_advancer(pendulum, 1.2)
    slope = s.D(lambda h: advance(START, h))(0.8)
    assert list(slope) == pytest.approx(list(pendulum(1.2)(advance(START, 0.8))), abs=1e-11)


@pytest.mark.parametrize("method", ["dop853", "bulirsch-stoer", "qcrk4"])
def test_every_method_moves_differentials(method):
    with s.setting(ode_integration_method=method):
        assert s.D(lambda x: angle(x))(1.0) == pytest.approx(central(angle, 1.0), abs=1e-8)


def test_a_derivative_that_is_not_compiled():
    def branching(state):
        return s.up(1, state[2], -s.sin(state[1]) if float(s.finite_part(state[1])) > -9 else 0)

    def moved(x):
        return s.state_advancer(lambda: branching)(s.up(0, x, 0.3), 1.5)[1]

    with pytest.warns(ScmpyWarning):
        found = s.D(moved)(1.0)
    assert found == pytest.approx(s.D(angle)(1.0), abs=1e-9)


def test_errors_of_perturbed_motions():
    def explosion():
        return lambda state: s.up(1, state[1] ** 2)

    with pytest.raises(IntegrationError) as caught:
        s.D(lambda x: s.state_advancer(explosion)(s.up(0, x), 2.0))(1.0)
    assert caught.value.time == pytest.approx(1.0, abs=1e-3)
    assert caught.value.state[0] == pytest.approx(caught.value.time)
    with pytest.raises(StructureError, match="the shape of the state"):
        s.D(lambda x: s.state_advancer(lambda: lambda state: s.up(1, 2, 3))(s.up(0, x), 1.0))(1.0)
    with pytest.raises(ScmpyError):
        s.D(s.state_advancer(pendulum, 1.0))(s.up(0, "x", 1), 1.0)


def test_the_variational_equations_are_those_of_the_derivative():
    f = s.Hamiltonian_to_state_derivative(henon_heiles)
    state, shift = s.up(0.2, s.up(0.1, 0.2), s.down(0.3, -0.1)), s.up(0.0, s.up(0.4, -0.5), s.down(0.7, 0.9))
    _, rates, (moved,) = s.variational_equations(f)(s.up(0.2, state, s.up(shift)))
    assert rates == f(state)
    assert np.allclose(moved[1], (s.D(f)(state) * shift)[1], atol=1e-14)
    assert np.allclose(moved[2], (s.D(f)(state) * shift)[2], atol=1e-14)
    end = s.state_advancer(lambda: s.variational_equations(f))(s.up(0.2, state, s.up(shift)), 3.0)
    by_hand = s.D(lambda h: s.state_advancer(lambda: f)(state + h * shift, 3.0))(0.0)
    assert np.allclose(end[2][0][2], by_hand[2], atol=1e-10)


def test_bad_variations():
    equations = s.variational_equations(pendulum(1.0))
    for bad in (s.up(0, START), 3, s.up(0, START, 3), s.up(0, START, s.up(s.up(0, 1)))):
        with pytest.raises(StructureError):
            equations(bad)
    with pytest.raises(WrongTypeError):
        s.variational_equations(3)


def test_monodromy_matrices_are_symplectic():
    start = s.up(0.0, s.up(0.1, 0.2), s.down(0.3, -0.1))
    M = s.monodromy_matrix(s.Hamiltonian_to_state_derivative(henon_heiles), start, 20.0)
    assert np.abs(np.array(s.is_symplectic_matrix(M), dtype=float)).max() < 1e-9


def test_the_monodromy_of_a_kepler_orbit():
    """All multipliers are 1; by the period's derivative the orbit shifts: a Jordan block, exactly known."""
    e = 0.3
    start = s.up(0.0, s.up(1 - e, 0.0), s.down(0.0, math.sqrt((1 + e) / (1 - e))))
    f = s.Hamiltonian_to_state_derivative(kepler)
    M = np.array(s.monodromy_matrix(f, start, 2 * math.pi, 1e-13), dtype=float)
    energy = s.D(kepler)(start)
    gradient = np.array([*energy[1], *energy[2]], dtype=float)
    rates = np.array([*f(start)[1], *f(start)[2]], dtype=float)
    # T = 2 pi (-2 E)^(-3/2), so dT/dE = 3 T at E = -1/2; a displacement dx comes back shifted by -(dT/dE dE) x'
    expected = np.eye(4) - 6 * math.pi * np.outer(rates, gradient)
    assert np.allclose(M, expected, atol=1e-9)


def pendulum_energy(state):
    return state[2] ** 2 / 2 - s.cos(state[1])


@pytest.mark.parametrize(
    "method",
    ["symplectic-euler-a", "stormer-verlet", "yoshida-4", "implicit-midpoint", "gauss-legendre-4", "runge-kutta-4"],
)
def test_derivatives_of_steps_of_one_length(method):
    """They are those of the steps made: of a symplectic method they are symplectic, however long the steps."""
    f = s.Hamiltonian_to_state_derivative(pendulum_energy)

    def moved(z):
        return s.up(*s.state_advancer(lambda: f)(s.up(0.0, *z), 2.0)[1:])

    with s.setting(ode_integration_method=method, ode_integration_step=0.25):
        columns = s.D(moved)(s.up(0.5, 0.2))
        second = s.partial(0)(s.partial(1)(moved))(s.up(0.5, 0.2))
        ends = [moved(s.up(0.5 + h, 0.2)) for h in (1e-4, -1e-4)]
        across = [s.partial(1)(moved)(s.up(0.5 + h, 0.2)) for h in (1e-4, -1e-4)]
        by_duration = s.D(lambda h: s.state_advancer(lambda: f)(s.up(0.0, 0.5, 0.2), h))(2.0)
    assert list(columns[0]) == pytest.approx([(a - b) / 2e-4 for a, b in zip(*ends, strict=True)], abs=1e-7)
    assert list(second) == pytest.approx([(a - b) / 2e-4 for a, b in zip(*across, strict=True)], abs=1e-6)
    area = columns[0][0] * columns[1][1] - columns[0][1] * columns[1][0]
    assert abs(area - 1) < 1e-4 if method == "runge-kutta-4" else abs(area - 1) < 1e-13
    assert by_duration[0] == pytest.approx(1.0)


def section_of(k, c=0.0):
    """The map to where v = c x of a spring that hardens."""
    return s.poincare_map(lambda x: s.up(1, x[2], -k * x[1] - x[1] ** 3), lambda x: x[2] - c * x[1], "falling", 1e-12)


@pytest.mark.parametrize(
    "image",
    [
        lambda k: section_of(k)(s.up(0.0, 1.0, 0.5)),
        lambda k: section_of(1.3, k)(s.up(0.0, 1.0, 0.5)),
        lambda k: section_of(k, k / 10)(s.up(0.0, k, 0.5)),
        lambda k: list(section_of(k).orbit(s.up(0.0, 1.0, 0.5), 3))[2],
    ],
    ids=["derivative", "section", "all", "orbit"],
)
def test_a_map_of_a_section_by_a_parameter(image):
    for f, h in ((image, 1e-5), (s.D(image), 1e-5)):
        rate = (f(0.4 + h) - f(0.4 - h)) / (2 * h)
        assert list(s.D(f)(0.4)) == pytest.approx(list(rate), abs=1e-6)
    with pytest.raises(ScmpyError, match="no derivatives by parameters"):
        s.D(lambda k: section_of(k).numpy(s.up(0.0, 1.0, 0.5), 2)[0, 0])(0.4)


def test_many_pieces_are_the_same_in_and_out_of_the_driver():
    """Once the code is trusted, pieces are one entry into it each: with the same bits."""
    start = s.up(0.0, 1.0, 1.0, 1.0)
    assert len({s.lyapunov_exponents(lorenz, start, 20.0, 2, 1e-9) for _ in range(4)}) == 1
    fast = s.lyapunov_exponents(lambda y: s.up(1, -y[1], y[1] - 300 * y[2]), s.up(0, 1, 1), 20, None, 1e-6)
    assert fast == pytest.approx((-1, -300), rel=1e-2)
    with s.setting(ode_target="python"):
        assert s.lyapunov_exponents(lorenz, start, 20.0, 2, 1e-9) == s.lyapunov_exponents(lorenz, start, 20.0, 2, 1e-9)
