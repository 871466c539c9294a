"""SICM, chapter 7: canonical perturbation theory. The pendulum as a perturbed rotor, higher order, resonances."""

# ruff: noqa: F403, F405

from scmpy import *

t, theta, p, alpha, beta, epsilon, omega = symbols("t theta p alpha beta epsilon omega")
here = up(t, theta, p)


def same(one, other):
    return equivalent(one, other).verdict == "equal"


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
