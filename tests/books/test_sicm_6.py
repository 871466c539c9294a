"""SICM, chapter 6: canonical evolution. Time evolution as a transformation, Lie transforms and series."""

# ruff: noqa: F403, F405

from scmpy import *
from scmpy.scheme import Session

m, k, t, dt, omega, alpha, beta, epsilon = symbols("m k t dt omega alpha beta epsilon")
line, plane = up(t, *symbols("q p")), up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))
signature = Hamiltonian_signature(1)
F, G, H, W = (literal_function(name, signature) for name in "FGHW")


def same(one, other):
    return equivalent(one, other).verdict == "equal"


def vanishes(residual):
    return same(residual, 0 * residual)


def evolution(step):
    """The exact evolution of an oscillator of frequency omega and unit mass."""

    def C(state):
        t, q, p = state
        c, s = cos(omega * step), sin(omega * step)
        return up(t + step, c * q + s * p / omega, c * p - omega * s * q)

    return C


def test_evolution_is_canonical():
    """6.1: for the oscillator, and with the time put back for any Hamiltonian of the new time."""
    assert vanishes(is_symplectic_transform(evolution(dt))(line))
    shifted = C_to_Cp(evolution)(dt)
    assert same(shifted(line), up(t, *evolution(dt)(line)[1:]))
    oscillator = H_harmonic(1, omega**2)
    assert same(H_to_Hp(dt)(oscillator)(line), oscillator(line))
    assert vanishes(is_canonical(shifted, oscillator, H_to_Hp(dt)(oscillator))(line))


def test_lie_derivatives_are_derivations():
    """6.2: L_W F = {F, W}; a derivation; and the commutator of two is that of the bracket."""
    assert same(Lie_derivative(W)(F)(line), Poisson_bracket(F, W)(line))
    assert same(Lie_derivative(W)(F * G)(line), (Lie_derivative(W)(F) * G + F * Lie_derivative(W)(G))(line))
    one, other = Lie_derivative(F), Lie_derivative(G)
    bracket = (one * other - other * one)(H)(line)
    assert same(bracket + Lie_derivative(Poisson_bracket(F, G))(H)(line), 0)


def test_lie_series_of_the_oscillator():
    """6.3: the series of the coordinate is that of q cos(omega t) + p sin(omega t)/omega."""
    series = Lie_transform(H_harmonic(1, omega**2), dt)(coordinate)(line)
    _, q, p = line
    wanted = q * (1 - (omega * dt) ** 2 / 2 + (omega * dt) ** 4 / 24) + p / omega * (omega * dt - (omega * dt) ** 3 / 6)
    assert same(series_sum(series, 4), wanted)


def test_lie_series_of_the_pendulum():
    """6.3: to fourth order against the solution's own Taylor series."""
    pendulum = pendulum_Hamiltonian(alpha, beta)
    series = Lie_transform(pendulum, dt)(coordinate)(line)
    _, q, p = line
    cubic = -beta / (6 * alpha**2) * p * cos(q) * dt**3
    assert same(series_sum(series, 3), q + p / alpha * dt - beta / (2 * alpha) * sin(q) * dt**2 + cubic)


def test_central_motion_by_series():
    """6.3: the first terms in polar coordinates; the angular momentum never changes."""
    U = literal_function("U")
    state = up(t, up(*symbols("r phi")), down(*symbols("p_r p_phi")))
    series = Lie_transform(H_central_polar(m, U), dt)(lambda s: s[2][1])(state)
    assert same(series_sum(series, 3), state[2][1])
    r, p_r = state[1][0], state[2][0]
    radius = series_sum(Lie_transform(H_central_polar(m, U), dt)(lambda s: s[1][0])(state), 2)
    force = state[2][1] ** 2 / (m * r**3) - D(U)(r)
    assert same(radius, r + p_r / m * dt + force / m * dt**2 / 2)


def test_lie_transforms_are_canonical_term_by_term():
    """6.2.1: the bracket of the transformed coordinate and momentum is 1, but for orders that were cut off."""
    order = 2

    def bracket(step):
        def transformed(f):
            return lambda s: series_sum(Lie_transform(W, step)(f)(s), order)

        return Poisson_bracket(transformed(coordinate), transformed(momentum))(line)

    assert same(bracket(0), 1)
    assert same(D(bracket)(0), 0)
    assert same((D**2)(bracket)(0), 0)
    assert not same((D**3)(bracket)(0), 0)


def test_explicit_time_by_the_flow():
    """6.1: with the flow derivative the time itself advances by dt."""
    series = flow_transform(H_harmonic(m, k), dt)(time)(line)
    assert same(series_sum(series, 3), t + dt)
    driven = flow_derivative(lambda s: s[2] ** 2 / (2 * m) - s[1] * sin(s[0]))
    assert same(driven(momentum)(line), sin(t))


def test_exponentials_compose():
    """6.4: exp(L_F) exp(L_G) is not exp(L_F+G): at second order they differ by half the commutator."""
    one, other = Lie_derivative(F), Lie_derivative(G)

    def second(operator):
        return (operator * operator)(H)(line) / 2

    product = ((one * one)(H) / 2 + (one * other)(H) + (other * other)(H) / 2)(line)
    assert same(product - second(one + other), (one * other - other * one)(H)(line) / 2)


SERIES = """
(define ((H0 alpha) state) (/ (square (momentum state)) (* 2 alpha)))
(define ((H1 beta) state) (* -1 beta (cos (coordinate state))))
(define (H-pendulum-series alpha beta epsilon) (series (H0 alpha) (* epsilon (H1 beta))))
(define ((W alpha beta) state) (/ (* -1 alpha beta (sin (coordinate state))) (momentum state)))
(stream-head
  (series->stream
    (((exp (* 'epsilon (Lie-derivative (W 'alpha 'beta)))) (H-pendulum-series 'alpha 'beta 'epsilon))
     (->H-state 't 'theta 'p_theta)))
  5)
"""


def test_a_series_of_hamiltonians_under_a_lie_transform_is_one_series():
    """6.2: the terms of each order are gathered; the first order is gone."""
    alpha, beta, epsilon, theta, p = symbols("alpha beta epsilon theta p_theta")
    found = Session().run(SERIES)
    expected = [p**2 / (2 * alpha), 0, alpha * (beta * epsilon * sin(theta) / p) ** 2 / 2, 0, 0]
    assert [equivalent(one, other).verdict for one, other in zip(found, expected, strict=True)] == ["equal"] * 5
