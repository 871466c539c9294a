"""Equilibria, linearizations, stability and normal modes: textbook answers, and SciPy's for numbers."""

import math

import numpy
import pytest
import scipy.linalg

from scmpy import *
from scmpy.errors import (
    ConvergenceError,
    DivisionByZeroError,
    DomainError,
    LimitError,
)
from scmpy.solving.sympy_calls import vanishes

from ..tables import evaluated, refusals

m, M, k, g, w, R = symbols("m M k g w R", positive=True)
length = symbols("l", positive=True)
t, theta, rate, x, y, a = symbols("t theta rate x y a")
HALF = div(1, 2)


def pendulum(state):
    _, angle, velocity = state
    return m * length**2 * velocity**2 / 2 + m * g * length * cos(angle)


def double_pendulum(state):
    _, (first, second), (u, v) = state
    return m * length**2 * (u**2 + v**2 / 2 + u * v * cos(first - second)) + m * g * length * (
        2 * cos(first) + cos(second)
    )


def triatomic(state):
    _, (left, middle, right), (u, v, s) = state
    return (m * u**2 + M * v**2 + m * s**2) / 2 - k * ((middle - left) ** 2 + (right - middle) ** 2) / 2


def bead_on_a_hoop(state):
    _, angle, velocity = state
    return m * R**2 * (velocity**2 + w**2 * sin(angle) ** 2) / 2 + m * g * R * cos(angle)


def three_bodies(mu):
    def H(state):
        _, (qx, qy), (px, py) = state
        r1, r2 = sqrt((qx + mu) ** 2 + qy**2), sqrt((qx - 1 + mu) ** 2 + qy**2)
        return (px**2 + py**2) / 2 + qy * px - qx * py - (1 - mu) / r1 - mu / r2

    return H


def triangular_point(mu):
    return up(0, up(HALF - mu, sqrt(3) / 2), down(-sqrt(3) / 2, HALF - mu))


def squares(modes):
    return [mode.rate**2 for mode in modes]


def test_pendulum():
    flow = Lagrangian_to_state_derivative(pendulum)
    lower, upper = equilibria(flow, up(t, theta, rate))
    assert (lower, upper[1]) == (up(t, 0, 0), pi)
    assert equivalent(linearize(flow, upper)[1][0], g / length)
    assert [str(stability(flow, state).verdict) for state in (lower, upper)] == ["linearly-stable", "unstable"]
    ((kind, omega, shape),) = normal_modes(pendulum, lower)
    assert (str(kind), shape) == ("oscillation", 1)
    assert equivalent(omega, sqrt(g / length))
    ((kind, sigma, _),) = normal_modes(pendulum, upper)
    assert str(kind) == "unstable"
    assert equivalent(sigma, sqrt(g / length))


@pytest.mark.parametrize(
    ("force", "places"), [(lambda x: x**2 + 1, []), (lambda x: x**4 - 1, [-1, 1]), (lambda x: -(x**3) - x, [0])]
)
def test_equilibria_are_real(force, places):
    assert [state[1] for state in equilibria(lambda s: up(1, s[2], force(s[1])), up(t, x, y))] == places


def test_what_is_pushed_by_an_unknown_force_alone_has_no_equilibrium():
    assert equilibria(lambda s: up(1, s[1], theta), up(t, x, 0)) == ()
    assert equilibria(lambda s: up(1, s[1], 0), up(t, x, 0)) == (up(t, 0, 0),)


@pytest.mark.slow
def test_double_pendulum():
    found = equilibria(double_pendulum, up(t, up(x, y), up(0, 0)))
    assert {str(state[1]) for state in found} == {str(up(p, q)) for p in (0, pi) for q in (0, pi)}
    slow, fast = normal_modes(double_pendulum, up(t, up(0, 0), up(0, 0)))
    for mode, sign in ((slow, -1), (fast, 1)):
        assert equivalent(mode.rate**2, (2 + sign * sqrt(2)) * g / length)
        assert equivalent(mode.shape[1] / mode.shape[0], -sign * sqrt(2))
    kinds = [str(mode.kind) for mode in normal_modes(double_pendulum, up(t, up(0, pi), up(0, 0)))]
    assert sorted(kinds) == ["oscillation", "unstable"]


def test_floats_in_the_state():
    flow = Lagrangian_to_state_derivative(pendulum)
    assert str(stability(flow, up(t, math.pi, 0.0)).verdict) == "unstable"
    with pytest.raises(DomainError, match="no equilibrium"):
        stability(flow, up(t, 3.14, 0.0))


def test_linear_triatomic_molecule():
    zero, symmetric, antisymmetric = normal_modes(triatomic, up(t, up(0, 0, 0), up(0, 0, 0)))
    assert (str(zero.kind), zero.rate, zero.shape) == ("zero", 0, up(1, 1, 1))
    assert equivalent(symmetric.rate**2, k / m)
    assert symmetric.shape == up(-1, 0, 1)
    assert equivalent(antisymmetric.rate**2, k * (M + 2 * m) / (m * M))
    assert equivalent(antisymmetric.shape[1], -2 * m / M)


def test_coupled_oscillators_with_a_conditional_mode():
    def L(state):
        _, (p, q), velocity = state
        return m * square(velocity) / 2 - (k * p**2 + k * q**2 + 2 * a * p * q) / 2

    modes = normal_modes(L, up(t, up(0, 0), up(0, 0)))
    assert [str(mode.kind) for mode in modes] == ["conditional", "conditional"]
    assert equivalent(sum(squares(modes)), 2 * k / m)


def test_equal_frequencies_have_as_many_shapes():
    modes = normal_modes(lambda s: square(s[2]) / 2 - square(s[1]) / 2, up(t, up(0, 0, 0), up(0, 0, 0)))
    assert [mode.rate for mode in modes] == [1, 1, 1]
    assert {mode.shape for mode in modes} == {up(1, 0, 0), up(0, 1, 0), up(0, 0, 1)}
    assert [str(mode.kind) for mode in normal_modes(L_free_particle(m), up(t, up(0, 0), up(0, 0)))] == ["zero", "zero"]


@pytest.mark.parametrize("inexact", [False, True])
def test_modes_in_numbers_are_those_of_scipy(inexact):
    rng = numpy.random.default_rng(3)
    b = rng.integers(-4, 5, (5, 5))
    stiffness, inertia = b @ b.T + numpy.eye(5, dtype=int), numpy.diag([1, 2, 3, 4, 5])
    scale = 1.0 if inexact else 1

    def L(state):
        _, q, v = state
        spring = sum(int(stiffness[i, j]) * q[i] * q[j] for i in range(5) for j in range(5))
        return scale * (sum(int(inertia[i, i]) * v[i] ** 2 for i in range(5)) - spring) / 2

    modes = normal_modes(L, up(t, up(*[0] * 5), up(*[0] * 5)))
    expected = scipy.linalg.eigh(stiffness, inertia, eigvals_only=True)
    assert numpy.allclose(sorted(float(mode.rate) ** 2 for mode in modes), expected)
    for mode in modes:
        shape = numpy.array([float(c) for c in mode.shape])
        assert numpy.allclose(stiffness @ shape, float(mode.rate) ** 2 * inertia @ shape)


def test_bead_on_a_rotating_hoop():
    flow = Lagrangian_to_state_derivative(bead_on_a_hoop)
    angles = [state[1] for state in equilibria(flow, up(t, theta, rate))]
    assert angles[:2] == [0, pi]
    assert len(angles) == 4
    assert all(equivalent(cos(angle), g / (R * w**2)) for angle in angles[2:])
    assert str(stability(flow, up(t, 0, 0)).verdict) == "conditional"


@pytest.mark.slow
def test_triangular_points_of_three_bodies():
    mu = symbols("mu", positive=True)
    found = stability(three_bodies(mu), triangular_point(mu))
    assert str(found.verdict) == "conditional"
    for value in found.eigenvalues:
        assert vanishes((2 * value**2 + 1) ** 2 - 1 + 27 * mu * (1 - mu)).passed
    critical = (1 - (23 / 27) ** 0.5) / 2  # of Routh
    for at, verdict in (
        (div(1, 100), "linearly-stable"),
        (div(1, 10), "unstable"),
        (critical * 0.9, "linearly-stable"),
    ):
        assert str(stability(three_bodies(at), triangular_point(at)).verdict) == verdict


def test_a_lagrange_point_near_numbers():
    px, py = symbols("px py")
    unknown = up(0, up(x, y), down(px, py))
    (found,) = equilibria(three_bodies(0.0121505856), unknown, up(0, up(0.83, 0.0), down(0.0, 0.8)))
    assert abs(found[1][0] - 0.83691512) < 1e-7  # between the Earth and the Moon
    with pytest.raises(ConvergenceError):
        equilibria(lambda s: up(1, s[2], s[1] ** 2 + 1), up(0, x, y), up(0, 1.0, 0.0))
    with pytest.raises(ConvergenceError, match="not certain"):
        equilibria(lambda s: up(1, s[2], s[1] ** 2), up(0, x, y), up(0, 0.0, 0.0))


def sleeping_top(spin, height):
    """The axis of a top near the vertical, A = C = 1, in rectangular coordinates: stable where spin^2 > 4 height."""

    def flow(state):
        _, (qx, qy), (vx, vy) = state
        return up(1, up(vx, vy), up(height * qx - spin * vy, height * qy + spin * vx))

    return flow


@pytest.mark.parametrize(
    ("spin", "height", "verdict"), [(3, 2, "linearly-stable"), (2, 2, "unstable"), (2, 1, "degenerate")]
)
def test_a_sleeping_top(spin, height, verdict):
    found = stability(sleeping_top(spin, height), up(0, up(0, 0), up(0, 0)))
    assert str(found.verdict) == verdict
    assert len(found.eigenvalues) == 4


def test_damping():
    def damped(s):
        return up(1, s[2], -sin(s[1]) - k * s[2])

    assert str(stability(damped, up(0, 0, 0)).verdict) == "asymptotically-stable"
    assert str(stability(damped, up(0, pi, 0)).verdict) == "unstable"


def test_linearizations_are_those_of_the_motion():
    matrix = linearize(H_harmonic(m, k), up(0, up(x), down(y)))
    assert equivalent(matrix, linearize(Hamiltonian_to_state_derivative(H_harmonic(m, k)), up(0, x, y)))
    assert equivalent(linearize(Lagrangian_to_state_derivative(L_harmonic(m, k)), up(t, x, y))[1][0], -k / m)


test_what_has_no_answer_is_told = refusals(__file__, "small oscillations", globals())


def test_constraints_are_to_be_eliminated_first():
    L = augmented_Lagrangian(lambda s: square(s[2]) / 2 - s[1][1], lambda s: square(s[1]) - 1)
    state = up(0, up(up(0, -1), -HALF), up(up(0, 0), 0))
    with pytest.raises(DivisionByZeroError, match="no inertia"):
        normal_modes(L, state)


def linear(*rows):
    """The flow of a linear system x' = A x, in an up tuple whose velocities are the last coordinate."""

    def flow(state):
        flat = [*state[1], *state[2]]
        rates = [sum((c * x for c, x in zip(row, flat, strict=True)), 0) for row in rows]
        return up(1, up(*rates[:-1]), up(rates[-1]))

    return flow, up(0, up(*[0] * (len(rows) - 1)), up(0))


@pytest.mark.parametrize(
    ("rows", "verdict"),
    evaluated(__file__, "stability.txt", "verdicts follow from the eigenvalues on the imaginary axis", globals()),
)
def test_verdicts_follow_from_the_eigenvalues_on_the_imaginary_axis(rows, verdict):
    found = stability(*linear(*rows))
    assert str(found.verdict) == verdict
    assert len(found.eigenvalues) == len(rows)


@pytest.mark.parametrize("time", [t, 0, div(1, 3), 0.5])
def test_what_depends_on_the_time_has_no_modes_and_no_stability(time):
    def mathieu(s):
        return up(1, s[2], -(1 + a * cos(s[0])) * s[1])

    for asked in (
        lambda: stability(mathieu, up(time, 0, 0)),
        lambda: stability(lambda s: up(1, s[2], -s[1] + sin(s[0])), up(time, 0, 0)),
        lambda: normal_modes(lambda s: exp(a * s[0]) * (s[2] ** 2 - s[1] ** 2) / 2, up(time, 0, 0)),
        lambda: normal_modes(lambda s: s[2] ** 2 / 2 - (2 + cos(s[0])) * s[1] ** 2, up(time, 0, 0)),
        lambda: normal_modes(lambda s: s[2] ** 2 / 2 - s[1] ** 2 + sin(s[0]) * s[1], up(time, 0, 0)),
    ):
        with pytest.raises(DomainError, match="does not depend on the time"):
            asked()


def test_a_time_that_cancels_is_none():
    def L(s):
        return (sin(s[0]) ** 2 + cos(s[0]) ** 2) * s[2] ** 2 / 2 - 2 * s[1] ** 2 + sin(s[0])

    ((kind, omega, _),) = normal_modes(L, up(t, 0, 0))
    assert (str(kind), omega) == ("oscillation", 2)


@pytest.mark.parametrize("scale", [1e-30, 1e-14, 1.0, 1e20])
def test_units_do_not_matter(scale):
    ((kind, omega, _),) = normal_modes(lambda s: s[2] ** 2 / 2 - 4 * scale * s[1] ** 2 / 2, up(0, 0, 0))
    assert str(kind) == "oscillation"
    assert math.isclose(omega, 2 * math.sqrt(scale))
    with pytest.raises(DomainError, match="no equilibrium"):
        normal_modes(lambda s: s[2] ** 2 / 2 - scale * (s[1] ** 2 / 2 - 1e-7 * s[1]), up(0, 0.0, 0))
    with pytest.raises(DomainError, match="no equilibrium"):
        normal_modes(lambda s: s[2] ** 2 / 2 + 1e-10 * scale * s[1], up(0, 0, 0))
    with pytest.raises(DomainError, match="no equilibrium"):
        stability(lambda s: up(1, s[2], 1e-10 * scale), up(0, 0, 0))
    assert len(normal_modes(lambda s: s[2] ** 2 / 2 - scale * (s[1] - 0.1) ** 4 - s[1] * 0, up(0, 0.1, 0))) == 1

    def magnetic(s):
        return square(s[2]) / 2 + 1e-10 * scale * (s[1][0] * s[2][1] - s[1][1] * s[2][0])

    with pytest.raises(DomainError, match="depend on velocities"):
        normal_modes(magnetic, up(0, up(0, 0), up(0, 0)))


def test_floats_beside_symbols():
    ((kind, omega, shape),) = normal_modes(lambda s: 0.5 * s[2] ** 2 - 0.25 * k * s[1] ** 2, up(0, 0, 0))
    assert (str(kind), shape) == ("oscillation", 1)
    assert math.isclose(float(substitute(omega, k, 8)), 2)
    flow = Lagrangian_to_state_derivative(lambda s: 0.5 * s[2] ** 2 + k * cos(s[1]))
    assert str(stability(flow, up(0, math.pi, 0)).verdict) == "unstable"
    assert str(stability(flow, up(0, 0.0, 0)).verdict) == "linearly-stable"
    with pytest.raises(DomainError, match="no equilibrium"):
        stability(flow, up(0, 3.14, 0))


def test_complex_squares_of_frequencies_are_unstable():
    def L(state):
        _, (p, q), (u, v) = state
        return u * v - (p**2 - q**2) / 2

    modes = normal_modes(L, up(0, up(0, 0), up(0, 0)))
    assert [str(mode.kind) for mode in modes] == ["unstable", "unstable"]
    for mode in modes:
        sigma, (first, second) = complex(mode.rate), mode.shape
        assert sigma.real > 0
        assert abs(sigma**2 * complex(second) + complex(first)) < 1e-12  # v'' = -p
        assert abs(sigma**2 * complex(first) - complex(second)) < 1e-12  # u'' = q


def test_where_the_rates_have_no_value_is_no_equilibrium():
    assert equilibria(lambda s: up(1, s[2], s[1] * (s[1] - 1) / s[1] ** 2), up(0, x, y)) == (up(0, 1, 0),)
    assert len(equilibria(lambda s: up(1, s[2], sin(2 * s[1])), up(0, x, y))) == 4
    px, py = symbols("px py")
    with pytest.raises(LimitError, match="not proved"):
        equilibria(lambda s: square(s[2]) / 2 - k / sqrt(square(s[1])), up(0, up(x, y), down(px, py)))


def test_equilibria_last():
    parametric = lambda s: up(1, s[2], -(1 + a * cos(s[0])) * s[1] * (s[1] - 1))  # noqa: E731
    assert equilibria(parametric, up(0, x, y)) == (up(0, 0, 0), up(0, 1, 0))
    for near in (None, up(0, 0.9, 0)):
        with pytest.raises(DomainError, match="not always"):
            equilibria(lambda s: up(1, s[2], cos(s[0]) - s[1]), up(0, x, y), near)


def test_an_equilibrium_that_is_found_is_one():
    """Of rounded zeros too, as a velocity of 1e-30 beside coordinates of size 1."""

    def turning(s):
        (x, y), (u, w) = s[1], s[2]
        return (u * u + w * w) / 2 + x * w - y * u - 0.3 * x**2 - 1.1 * (y - 0.7) ** 2 - x * y / 5 - x**3 / 10 - cos(y)

    unknown = up(0, up(x, y), up(*symbols("u w")))
    (place,) = equilibria(turning, unknown, up(0, up(0.1, 0.5), up(0.01, 0.0)))
    assert place[2] == up(0.0, 0.0) and str(stability(turning, place).verdict) == "linearly-stable"
    assert stability(turning, up(0, place[1], up(2e-30, -4e-31))).verdict == stability(turning, place).verdict
    for off in (up(1e-6, 0.0), up(0.0, 1e-6)):
        with pytest.raises(DomainError, match="is no equilibrium"):
            stability(turning, up(0, place[1], off))


def test_stiff_and_soft_springs():
    """The soft mode is none of zero frequency, though its square is 1e-11 of the other one."""
    L = lambda s: square(s[2]) / 2 - 1e11 * (s[1][0] - s[1][1]) ** 2 / 2 - (s[1][0] ** 2 + s[1][1] ** 2) / 2  # noqa: E731
    modes = normal_modes(L, up(0, up(0.0, 0.0), up(0, 0)))
    assert sorted(mode.rate for mode in modes) == pytest.approx([1, math.sqrt(2e11 + 1)], rel=1e-4)
