"""SICM, chapter 7: canonical perturbation theory. The pendulum as a perturbed rotor, higher order, resonances."""

import pytest

from scmpy import *

from ..comparing import same

t, theta, p, alpha, beta, epsilon, omega = symbols("t theta p alpha beta epsilon omega")
here = up(t, theta, p)


def H0(state):
    return state[2] ** 2 / (2 * alpha)


def H1(state):
    return -beta * cos(state[1])


def W(state):
    """The generator that removes the potential of the pendulum to first order: {H0, W} + H1 = 0."""
    return -alpha * beta * sin(state[1]) / state[2]


def test_the_generator_solves_the_first_order():
    """7.2.1."""
    assert same((Lie_derivative(W)(H0) + H1)(here), 0)


def test_the_transformed_hamiltonian():
    """7.2.1: without eps; at eps^2 half the bracket of H1 with W is left."""
    series = Lie_transform(W, epsilon)(H0)(here) + epsilon * Lie_transform(W, epsilon)(H1)(here)
    left = H0(here) + epsilon**2 * alpha * beta**2 * sin(theta) ** 2 / (2 * p**2)
    assert same(series_sum(series, 2) - epsilon**3 * cubic_part(), left)


def cubic_part():
    """What the truncated sum has beyond the second order: eps times the second term of the series of H1."""
    return (Lie_derivative(W) ** 2)(H1)(here) / 2


def test_the_first_order_solution():
    """7.2.1: the old variables in terms of those in which the rotor turns evenly."""
    forward = Lie_transform(W, epsilon)
    angle = series_sum(forward(coordinate)(here), 1)
    assert same(angle, theta + epsilon * alpha * beta * sin(theta) / p**2)
    momentum_ = series_sum(forward(momentum)(here), 1)
    assert same(momentum_, p + epsilon * alpha * beta * cos(theta) / p)


def test_elimination_to_second_order():
    """7.2.2: the next generator removes all of the second order but its average, alpha beta^2/(4 p^2)."""

    def second(state):
        return alpha * beta**2 * sin(state[1]) ** 2 / (2 * state[2] ** 2)

    def average(state):
        return alpha * beta**2 / (4 * state[2] ** 2)

    def W2(state):
        return -(alpha**2) * beta**2 * sin(2 * state[1]) / (8 * state[2] ** 3)

    assert same((Lie_derivative(W2)(H0) + second - average)(here), 0)


def test_small_denominators():
    """7.3: for two rotors the generator of cos(n . theta) has n . omega below, and there is none at a resonance."""
    n1, n2, a1, a2 = symbols("n1 n2 alpha1 alpha2")
    state = up(t, up(*symbols("theta1 theta2")), down(*symbols("p1 p2")))

    def rotors(s):
        return s[2][0] ** 2 / (2 * a1) + s[2][1] ** 2 / (2 * a2)

    def term(s):
        return beta * cos(n1 * s[1][0] + n2 * s[1][1])

    def generator(s):
        return beta * sin(n1 * s[1][0] + n2 * s[1][1]) / (n1 * s[2][0] / a1 + n2 * s[2][1] / a2)

    assert same((Lie_derivative(generator)(rotors) + term)(state), 0)


def test_the_anharmonic_oscillator():
    """7.2 (exercise): the frequency of q^4 rises with the action, by the automated normal form."""

    def oscillator(state):
        return omega * (state[1] ** 2 + state[2] ** 2) / 2

    first, second = normal_form(oscillator, (lambda s: s[1] ** 4, lambda s: 0), 1)
    action = (theta**2 + p**2) / 2
    assert same(first(here), 3 * action**2 / 2)
    assert same(second(here), -17 * action**3 / (4 * omega))


def test_a_resonant_pair():
    """7.4: at 1:2 the average of x^2 y stays, and with the unperturbed energy it is an integral."""
    pair = up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))

    def oscillators(s):
        (x, y), (p_x, p_y) = s[1], s[2]
        return (x**2 + p_x**2) / 2 + (y**2 + p_y**2)

    (first,) = normal_form(oscillators, (lambda s: s[1][0] ** 2 * s[1][1],))
    assert not same(first(pair), 0)
    assert same(Poisson_bracket(oscillators, first)(pair), 0)


def test_the_pendulum_near_its_resonance():
    """7.4: near p = 0 the generator fails, and the pendulum itself is the resonant normal form: one island."""
    librating = pendulum_Hamiltonian(alpha, beta)
    assert same((H0(here) + H1(here)), librating(here))
    separatrix = up(t, theta, 2 * sqrt(alpha * beta) * cos(theta / 2))
    assert same(librating(separatrix), beta)


# --- the driven pendulum: its time a coordinate, tau ------------------------------------------------------------

gamma, Omega, tau, T = symbols("gamma Omega tau T")
driven_state = up(t, up(theta, tau), down(p, T))


def rotor(state):
    """The rotor with the momentum of the time: the unperturbed part of the extended Hamiltonian."""
    return state[2][0] ** 2 / (2 * alpha) + state[2][1]


def wave(sign):
    """One of the two travelling parts of the drive."""
    return lambda s: gamma * cos(s[1][0] + sign * Omega * s[1][1])


def wave_generator(sign):
    return lambda s: gamma * sin(s[1][0] + sign * Omega * s[1][1]) / (s[2][0] / alpha + sign * Omega)


def test_the_driven_pendulum_as_a_perturbed_rotor():
    """7.3.1: three resonances, at p = 0 and at p = +-alpha Omega, each with its own generator."""
    for sign in (1, -1):
        assert same((Lie_derivative(wave_generator(sign))(rotor) + wave(sign))(driven_state), 0)
        assert same(
            (p / alpha + sign * Omega) * wave_generator(sign)(driven_state), gamma * sin(theta + sign * Omega * tau)
        )

    def drive(state):
        return wave(1)(state) + wave(-1)(state)

    assert same(drive(driven_state), 2 * gamma * cos(theta) * cos(Omega * tau))


def test_the_width_of_a_resonance():
    """7.4: the resonance at p = alpha Omega is a pendulum, of half width 2 sqrt(alpha gamma), in a frame that moves."""

    def F(state):
        return state[1] + Omega * state[0]

    carried = compose(lambda s: s[2] ** 2 / (2 * alpha) - gamma * cos(s[1] - Omega * s[0]), F_to_CT(F))
    new = (carried + F_to_K(F))(up(t, theta, p))
    wanted = (p - alpha * Omega) ** 2 / (2 * alpha) - gamma * cos(theta) - alpha * Omega**2 / 2
    assert same(new, wanted)
    separatrix = up(t, theta, 2 * sqrt(alpha * gamma) * cos(theta / 2))
    assert same(pendulum_Hamiltonian(alpha, gamma)(separatrix), gamma)


def test_second_order_resonances():
    """7.4.2: a wave leaves at the second order one of twice its phase, with its denominator squared."""
    generator = wave_generator(1)
    second = Lie_derivative(generator)(wave(1))(driven_state) / 2
    rate = p / alpha + Omega
    wanted = gamma**2 * sin(theta + Omega * tau) ** 2 / (2 * alpha * rate**2)
    assert same(second, wanted)


def test_the_inverted_vertical_equilibrium():
    """7.4.3: averaged, the second order of the drive is gamma^2 sin^2(theta)/(alpha Omega^2), and the pendulum stands
    upright for 2 gamma^2 > alpha beta Omega^2.

    The second order is A + B cos(2 Omega tau) + C sin(2 Omega tau): half the sum of its values a quarter turn of the
    drive apart is the average.
    """

    def second(drive, generator):
        """Half of {H1, W} at p = 0, of both waves."""
        H1, W = (lambda s, f=f: f(1)(s) + f(-1)(s) for f in (drive, generator))
        return (Lie_derivative(W)(H1)(up(t, up(theta, tau), down(0, T)))) / 2

    def later(f):
        """The same a quarter turn of the drive later."""
        quarter = up(0, up(0, pi / 2 / Omega), down(0, 0))
        return lambda sign: lambda s: f(sign)(s + quarter)

    average = (second(wave, wave_generator) + second(later(wave), later(wave_generator))) / 2
    place = {theta: 0.7, tau: 0.3, gamma: 1.1, alpha: 2.0, Omega: 5.0}
    wanted = gamma**2 * sin(theta) ** 2 / (alpha * Omega**2)
    assert float(substitute(average, place)) == pytest.approx(float(substitute(wanted, place)))

    def potential(x):
        return gamma**2 * sin(x) ** 2 / (alpha * Omega**2) - beta * cos(x)

    upright = (D**2)(lambda x: potential(pi + x))(0)
    assert float(substitute(upright, {gamma: 1.1, alpha: 2.0, beta: 3.0, Omega: 5.0})) == pytest.approx(0.0484 - 3)
