"""SICM, chapter 6: canonical evolution. Time evolution as a transformation, Lie transforms and series."""

import pytest

from scmpy import *
from scmpy.scheme import Session

from ..comparing import same

m, k, t, dt, omega, alpha, beta, epsilon = symbols("m k t dt omega alpha beta epsilon")
line, plane = up(t, *symbols("q p")), up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))
signature = Hamiltonian_signature(1)
F, G, H, W = (literal_function(name, signature) for name in "FGHW")


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


def test_hamilton_and_jacobi_for_a_free_particle():
    """6.1: S = m (x - x0)^2/(2 t) solves the equation, and as F1 it makes the motion itself."""
    x, x0, p0 = symbols("x x0 p0")

    def S(t, x, x0):
        return m * (x - x0) ** 2 / (2 * t)

    assert same(partial(0)(S)(t, x, x0) + partial(1)(S)(t, x, x0) ** 2 / (2 * m), 0)
    assert same(F1_to_CT(S)(up(t, x0, p0)), up(t, x0 + p0 * t / m, p0))
    assert same(F1_to_K(S)(up(t, x0, p0)), -(p0**2) / (2 * m))


def test_hamilton_and_jacobi_for_an_oscillator():
    """6.1: the action of the motion between two places solves the equation, and makes the motion."""
    x, x0, p0 = symbols("x x0 p0")

    def S(t, x, x0):
        c, s = cos(omega * t), sin(omega * t)
        return m * omega / (2 * s) * ((x**2 + x0**2) * c - 2 * x * x0)

    H = H_harmonic(m, m * omega**2)
    momentum_ = partial(1)(S)(t, x, x0)
    assert same(partial(0)(S)(t, x, x0) + H(up(t, x, momentum_)), 0)
    moved = F1_to_CT(S)(up(t, x0, p0))
    c, s = cos(omega * t), sin(omega * t)
    assert same(moved, up(t, x0 * c + p0 * s / (m * omega), p0 * c - m * omega * x0 * s))


def test_a_complete_solution_with_the_energy():
    """6.1.1: Hamilton's characteristic function of the oscillator; its slope by the energy is the time."""
    x, E = symbols("x E")

    def W(x, E):
        return x * sqrt(2 * E - x**2) / 2 + E * atan(x / sqrt(2 * E - x**2))

    assert same(H_harmonic(1, 1)(up(t, x, partial(0)(W)(x, E))), E)
    assert same(partial(1)(W)(x, E), atan(x / sqrt(2 * E - x**2)))


def test_keplers_problem_separates():
    """6.1.2: with W = W_r(r) + p_phi phi the equation is one for the radius, with the effective potential."""
    radius, angle, p_phi, E = symbols("r phi p_phi E")
    W_r = literal_function("W")
    H = H_central_polar(m, lambda r: -k / r)
    state = up(t, up(radius, angle), down(D(W_r)(radius), p_phi))
    wanted = D(W_r)(radius) ** 2 / (2 * m) + p_phi**2 / (2 * m * radius**2) - k / radius
    assert same(H(state) - E, wanted - E)


@pytest.mark.slow
def test_transforms_carry_products_and_brackets():
    """6.2: exp(L) of a product is the product, and of a bracket the bracket, term by term."""

    def moved(f, step):
        return lambda s: series_sum(Lie_transform(W, step)(f)(s), 2)

    def products(step):
        return moved(F * G, step)(line) - moved(F, step)(line) * moved(G, step)(line)

    def brackets(step):
        return moved(Poisson_bracket(F, G), step)(line) - Poisson_bracket(moved(F, step), moved(G, step))(line)

    for n in range(3):
        assert same((D**n)(products)(0), 0)
        assert same((D**n)(brackets)(0), 0)


def test_rotations_are_generated_by_the_angular_momentum():
    """6.2 (exercise): exp(angle L_J) turns the coordinates and the momenta."""

    def J(s):
        return s[1][0] * s[2][1] - s[1][1] * s[2][0]

    angle = symbols("phi")
    (x, y), (p_x, p_y) = plane[1], plane[2]
    turned = series_sum(Lie_transform(J, angle)(coordinate)(plane), 3)
    c, s = 1 - angle**2 / 2, angle - angle**3 / 6
    assert same(turned, up(c * x - s * y, s * x + c * y))
    moved = series_sum(Lie_transform(J, angle)(momentum)(plane), 3)
    assert same(moved, down(c * p_x - s * p_y, s * p_x + c * p_y))


def test_translations_and_scalings():
    """6.2: the momentum moves the coordinate, and q p stretches it as much as it shrinks the momentum."""
    moved = Lie_transform(lambda s: s[2], dt)
    assert same(series_sum(moved(coordinate)(line), 5), line[1] + dt)
    stretched = Lie_transform(lambda s: s[1] * s[2], dt)
    growth = sum(dt**n / factorial(n) for n in range(5))
    assert same(series_sum(stretched(coordinate)(line), 4), line[1] * growth)
    assert same(series_sum(stretched(momentum)(line), 4), line[2] * sum((-dt) ** n / factorial(n) for n in range(5)))


def test_the_hamiltonian_of_the_evolution():
    """6.1: the energy of the oscillator is kept by its evolution; a driven one's is not, and H' is that of before."""
    assert same(compose(H_harmonic(1, omega**2), evolution(dt))(line), H_harmonic(1, omega**2)(line))

    def driven(s):
        return s[2] ** 2 / (2 * m) - s[1] * cos(omega * s[0])

    assert same(H_to_Hp(dt)(driven)(line), driven(up(t - dt, *line[1:])))
    assert same(shift_t(dt)(line), up(t + dt, *line[1:]))


def test_an_integrator_from_a_transformation():
    """6.2 (exercise): drift and kick in turn are canonical, and agree with the evolution to the second order."""
    U = literal_function("U")

    def drift(h):
        return lambda s: up(s[0], s[1] + h * s[2] / m, s[2])

    def kick(h):
        return lambda s: up(s[0], s[1], s[2] - h * D(U)(s[1]))

    def step(h):
        return compose(kick(h / 2), drift(h), kick(h / 2))

    assert vanishes(is_symplectic_transform(step(dt))(line))

    def evolved(h):
        """The series of the flow, to the third order."""
        flow = Lie_transform(lambda s: s[2] ** 2 / (2 * m) + U(s[1]), h)
        return up(t, *(series_sum(flow(part)(line), 3) for part in (coordinate, momentum)))

    for n in range(3):
        assert same((D**n)(lambda h: step(h)(line))(0), (D**n)(evolved)(0))
    assert not same((D**3)(lambda h: step(h)(line))(0), (D**3)(evolved)(0))


def test_exponentials_of_the_first_three_orders():
    """6.4: log(exp(F) exp(G)) = F + G + [F, G]/2 + ([F, [F, G]] + [G, [G, F]])/12 + ..., to the third order."""
    f, g = Lie_derivative(lambda s: s[1] ** 2 * s[2]), Lie_derivative(lambda s: s[2] ** 2 + s[1])
    second = commutator(f, g) / 2
    third = (commutator(f, commutator(f, g)) + commutator(g, commutator(g, f))) / 12
    product = (f**3 + 3 * f**2 * g + 3 * f * g**2 + g**3) / 6
    logarithm = third + ((f + g) * second + second * (f + g)) / 2 + (f + g) ** 3 / 6
    assert same((product - logarithm)(H)(line), 0)
