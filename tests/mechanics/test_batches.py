"""An array in a state is one scalar for each of many orbits; what cannot be done for all of them at once is refused."""

import math

import numpy
import pytest

import scmpy as s
from scmpy.errors import DifferentiationError, DivisionByZeroError, DomainError, ScmpyError, WrongTypeError

ANGLES = numpy.array([0.3, 1.1, -2.0])


def double_pendulum(state):
    _, (a, b), (u, v) = state
    kinetic = u**2 / 2 + v**2 + u * v * s.cos(a - b)
    return kinetic + 9.8 * (2 * s.cos(a) + s.cos(b))


def test_accelerations_are_those_of_every_orbit():
    acceleration = s.Lagrangian_to_acceleration(double_pendulum)
    batch = acceleration(s.up(0.0, s.up(ANGLES, ANGLES**2), s.up(1.0, -ANGLES)))
    assert batch[0].shape == (3,)
    assert batch[0].dtype == float
    for k, angle in enumerate(ANGLES.tolist()):
        one = acceleration(s.up(0.0, s.up(angle, angle**2), s.up(1.0, -angle)))
        assert [float(x[k]) for x in batch] == pytest.approx(list(map(float, one)))


def test_a_function_is_called_as_often_for_many_orbits_as_for_one():
    calls = []

    def counted(state):
        calls.append(state)
        return double_pendulum(state)

    counts = []
    for n in (1, 1000):
        calls.clear()
        angles = numpy.linspace(0.1, 1, n)
        s.Lagrangian_to_state_derivative(counted)(s.up(0.0, s.up(angles, angles), s.up(angles, 1.0)))
        counts.append(len(calls))
    assert counts[0] == counts[1]


def test_shapes_are_broadcast():
    rows, columns = numpy.array([[1.0], [2.0]]), numpy.array([3.0, 4.0, 5.0])
    energy = s.Lagrangian_to_energy(s.L_harmonic(1.0, 2.0))(s.up(0.0, rows, columns))
    assert numpy.allclose(energy, columns**2 / 2 + rows**2)
    slope = s.partial(1)(s.L_harmonic(1.0, 2.0))(s.up(0.0, rows, columns))
    assert numpy.allclose(slope, -2 * rows)


def test_derivatives_inside_a_function_of_the_state_are_elementwise():
    V = lambda x: x**4  # noqa: E731
    force = lambda state: -s.D(V)(state[1])  # noqa: E731
    state = s.up(0.0, ANGLES, 1.0)
    assert numpy.allclose(force(state), -4 * ANGLES**3)
    assert numpy.allclose(s.D(force)(state)[1], -12 * ANGLES**2)
    assert s.D(V)(ANGLES).shape == (3, 3)  # no component of a tuple: a vector, with its Jacobian


def test_times_are_a_batch():
    residual = s.Lagrange_equations(s.L_harmonic(1.0, 2.0))(lambda t: t**3)
    assert numpy.allclose(residual(ANGLES), 6 * ANGLES + 2 * ANGLES**3)
    assert numpy.allclose(s.D(residual)(ANGLES), 6 + 6 * ANGLES**2)
    assert numpy.allclose(s.Gamma(lambda t: t**3)(ANGLES)[2], 3 * ANGLES**2)


def test_symbols_of_every_orbit():
    x, y = s.symbols("x y")
    slopes = s.partial(1)(s.L_harmonic(1, 2))(s.up(0, numpy.array([x, y], dtype=object), 1))
    assert list(map(s.simplify, slopes)) == [-2 * x, -2 * y]
    f = s.literal_function("f", "(-> (UP Real Real) Real)")
    assert list(f(s.up(x, numpy.array([1, 2])))) == [f(s.up(x, 1)), f(s.up(x, 2))]
    assert list(s.D(f)(s.up(x, numpy.array([1, 2])))[1]) == [s.partial(1)(f)(s.up(x, k)) for k in (1, 2)]


def test_curvature_at_many_radii():
    M, radii = 1.5, numpy.array([3.5, 6.0, 20.0])
    chart = s.make_chart("t r theta phi")
    found = s.Kretschmann(s.Schwarzschild_metric(chart, 2 * M), chart)(chart.point(0.0, radii, 1.0, 0.5))
    assert numpy.shape(found) == (3,)
    assert numpy.allclose(numpy.array(found, dtype=float), 48 * M**2 / radii**6)


@pytest.mark.parametrize(
    "L",
    [
        lambda state: state[2] ** 2 if state[1] > 0 else state[2],
        lambda state: state[2] ** 2 * math.sin(state[1]),
        lambda state: state[2] ** 2 * numpy.sum(state[1]),
        lambda state: state[2] ** 2 * numpy.mean(state[1]),
        lambda state: state[2] ** 2 * numpy.dot(state[1], ANGLES),
        lambda state: state[2] ** 2 * numpy.add.reduce(state[1]),
        lambda state: state[2] ** 2 * numpy.asarray(state[1]).sum(),
        lambda state: state[2] ** 2 * state[1].sum(),
        lambda state: state[2] ** 2 * state[1][0],
        lambda state: state[2] ** 2 * s.ref(state[1], 0),
    ],
)
def test_what_needs_the_one_number_that_a_batch_is_not(L):
    with pytest.raises(ScmpyError):
        s.Lagrangian_to_acceleration(L)(s.up(0.0, ANGLES, ANGLES))
    with pytest.raises(ScmpyError):
        s.Lagrange_equations(L)(lambda t: t**2)(ANGLES)


def test_a_branch_says_what_it_met():
    with pytest.raises(WrongTypeError, match="a batch of 3 is no single number"):
        bool(s.up(ANGLES, 0)[0] > 0)
    with pytest.raises(WrongTypeError, match="one scalar for each orbit"):
        s.component(0)(s.up(ANGLES, 1)[0])
    with pytest.raises(DifferentiationError, match="a batch of 3 numbers"):
        s.D(lambda q: math.sin(q[0]))(s.up(ANGLES, 1))


def test_a_system_that_is_singular_for_one_orbit():
    for places in (numpy.array([1.0, 0.0, 2.0]), numpy.array([1, 0, 2])):
        with pytest.raises(DivisionByZeroError):
            s.Lagrangian_to_acceleration(lambda state: state[1] * state[2] ** 2)(s.up(0.0, places, 1.0))
    corner = s.up(numpy.array([2.0, 1.0]), 1.0)[0]
    with pytest.raises(DivisionByZeroError, match="one orbit"):  # rounding hides it
        s.invert(s.matrix_by_rows([corner, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]))


def test_larger_systems_are_solved_with_pivots():
    generator = numpy.random.default_rng(3)
    stack = generator.normal(size=(4, 12, 12))
    matrix = s.matrix_by_rows(*[[s.up(stack[:, i, j])[0] for j in range(12)] for i in range(12)])
    inverse, wanted = s.invert(matrix), numpy.linalg.inv(stack)
    assert all(numpy.allclose(inverse[i][j], wanted[:, i, j]) for i in range(12) for j in range(12))
    assert numpy.allclose(s.determinant(matrix), numpy.linalg.det(stack))


def laplacian_of_radius(place):
    g = s.coordinate_system_to_metric(s.R2_polar)
    return s.Laplacian(g, s.R2_polar)(s.R2_polar.coordinates("r theta")[0])(place)


@pytest.mark.parametrize(
    "call",
    [
        lambda x: s.R2_polar(s.R2_rect.point(x, 0.0)),
        lambda x: s.general_boost(s.up(x + 1, 0, 0))(s.up(1, 0, 0, 0)),
        lambda x: s.general_boost2(s.up(1, x, 0), 0.5)(s.up(1, 0, 0, 0)),
        lambda x: s.angle_and_axis_to_rotation_matrix(0.5, s.up(1, x, 0)),
        lambda x: laplacian_of_radius(s.R2_polar.point(x, 1.0)),
    ],
)
def test_what_one_orbit_may_not_be_no_orbit_may_be(call):
    for single in (0.5, 0.0):
        try:
            call(single)
        except ScmpyError as error:
            refusal = type(error)
    with pytest.raises(refusal):
        call(numpy.array([0.5, 0.0]))


def test_and_so_are_their_derivatives():
    turned = lambda q: s.M_to_Euler(s.Euler_to_M(q))  # noqa: E731
    slopes = s.D(turned)(s.up(numpy.array([0.5, 1.5]), 0.25, 0.5))
    for i in range(3):
        for j in range(3):
            assert numpy.allclose(slopes[i][j] * numpy.ones(2), float(i == j), atol=1e-9)


def test_domains_are_named():
    with pytest.raises(DomainError, match=r"r = 0\.0 is outside the domain"):
        laplacian_of_radius(s.R2_polar.point(numpy.array([1.0, 0.0]), 1.0))
