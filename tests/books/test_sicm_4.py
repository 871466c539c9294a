"""SICM, chapter 4: phase-space structure. Fixed points, their multipliers, what can be said without integrating."""

# ruff: noqa: F403, F405

from scmpy import *

alpha, beta, K = symbols("alpha beta K")


def same(one, other):
    return equivalent(one, other).verdict == "equal"


def linearized(H, state):
    """The matrix of the flow about a state, the time left out."""
    return qp_submatrix(D_as_matrix(Hamiltonian_to_state_derivative(H))(state))


def test_equilibria_of_the_pendulum():
    """4.2: the rates obey lambda^2 = -beta cos(theta)/alpha: elliptic at the bottom, hyperbolic at the top."""
    theta = symbols("theta")
    matrix = linearized(pendulum_Hamiltonian(alpha, beta), up(0, theta, 0))
    assert same(trace(matrix), 0)
    assert same(-determinant(matrix), -beta * cos(theta) / alpha)
    assert same(-determinant(linearized(pendulum_Hamiltonian(alpha, beta), up(0, 0, 0))), -beta / alpha)


def test_multipliers_of_the_standard_map():
    """4.2: at (0, 0) their product is 1 and their sum 2 + K; at (pi, 0) the sum is 2 - K."""

    def step(s):
        new = s[1] + K * sin(s[0])
        return up(s[0] + new, new)

    def matrix(x):
        return as_matrix(D(step))(up(x, 0))

    origin = matrix(0)
    assert same(determinant(origin), 1)
    assert same(trace(origin), 2 + K)
    angle = symbols("x")
    assert same(trace(matrix(angle)), 2 + K * cos(angle))


def test_invariant_curves_of_an_integrable_map():
    """4.6: the twist map turns each circle by an angle of its own, and keeps areas."""
    rotation = literal_function("rho")

    def twist(s):
        return up(s[0] + rotation(s[1]), s[1])

    place = up(*symbols("theta J"))
    assert same(determinant(D(twist)(place)), 1)
    assert same(twist(twist(place))[0], place[0] + 2 * rotation(place[1]))


def test_the_separatrix():
    """4.3: on it the energy is that of the top, and the momentum 2 sqrt(alpha beta) cos(theta/2)."""
    theta = symbols("theta")
    H = pendulum_Hamiltonian(alpha, beta)
    on_it = up(0, theta, 2 * sqrt(alpha * beta) * cos(theta / 2))
    assert same(H(on_it), beta)
