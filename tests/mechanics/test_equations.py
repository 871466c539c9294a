"""Lagrange's and Poincaré's equations say the same, with the multiplier as certificate; wrong ones do not."""

import pytest

import scmpy as s

A, B, C, t, k, m = s.symbols("A B C t k m")
path = s.up(*s.literal_functions("theta phi psi"))


def L_hat(state):
    _, _, (a, b, c) = state
    return (A * a**2 + B * b**2 + C * c**2) / 2


def lagrange(moments=(A, B, C)):
    return s.Lagrange_equations(s.T_body_Euler(*moments))(path)(t)


def poincare(lagrangian=L_hat):
    return s.Poincare_equations(lagrangian, s.so3p_basis)(path, s.quasi_velocities(s.so3p_basis, path))(t)


def test_lagrange_and_poincare():
    answer = s.equivalent_equations(lagrange(), poincare())
    assert answer.verdict == "equal"
    assert bool(answer)
    assert len(answer.unknowns) == 3
    theta = s.literal_function("theta")(t)
    assert s.equivalent(s.determinant(answer.multiplier), s.sin(theta)).verdict == "equal"


@pytest.mark.slow
def test_another_body_is_different():
    def other(state):
        _, _, (a, b, c) = state
        return (A * a**2 + C * b**2 + B * c**2) / 2

    answer = s.equivalent_equations(lagrange(), poincare(other))
    assert answer.verdict == "different"
    assert not answer
    assert answer.witness


def test_oscillators():
    x = s.literal_function("x")
    a = (s.D**2)(x)(t)
    residual = m * a + k * x(t)
    assert s.equivalent_equations(residual, 2 * a + 2 * k * x(t) / m).verdict == "equal"
    assert s.equivalent_equations(residual, m * a - k * x(t)).verdict == "different"
    assert s.equivalent_equations(residual, s.sin(a) + k * x(t)).verdict == "different"
    assert s.equivalent_equations(s.up(residual, residual), s.up(residual, 0)).verdict == "equal"
    assert s.equivalent_equations(residual, a**2).verdict == "different"


u, v, w = s.symbols("u v w")


def test_systems_without_an_answer():
    never = (f(u) + f(s.sqrt(2) * u) + 2 for f in (s.sin, s.cos))  # the two are never together 1, nor -1
    answer = s.equivalent_equations(*never)
    assert answer.verdict == "undecided"
    with pytest.raises(s.ScmpyError, match="undecided"):
        bool(answer)
    assert s.equivalent_equations(u**2 + v**2, s.up(u, v)).verdict == "equal"  # but not over the complex


def test_systems_out_of_the_ordinary():
    assert s.equivalent_equations(1 / u, 2 / u).verdict == "equal"
    assert s.equivalent_equations(s.log(u), u - 1).verdict == "equal"
    big = s.up(*(s.symbols(f"x{i}") ** 2 - i for i in range(30)))
    assert s.equivalent_equations(big, big).verdict in ("equal", "undecided")


def poincare_with_reconstruction(basis, *moments):
    lagrangian = s.quasi_Lagrangian(s.T_body_Euler(*moments), basis)
    rates = s.up(*s.literal_functions("w_1 w_2 w_3"))
    equations = s.Poincare_equations(lagrangian, basis), s.reconstruction_equations(basis)
    return [f(path, rates)(t) for f in equations]


@pytest.mark.parametrize("basis", [s.so3p_basis, s.so3_basis])
@pytest.mark.parametrize("moments", [(A, B, C), (A, A, C)])
@pytest.mark.slow
def test_poincare_with_reconstruction(basis, moments):
    """The rates, which the first system has alone, are defined by the reconstruction."""
    ours = poincare_with_reconstruction(basis, *moments)
    answer = s.equivalent_equations(ours, lagrange(moments))
    assert answer.verdict == "equal" and "(sin (theta t)) is not zero" in answer.assumed
    assert s.equivalent_equations(lagrange(moments), ours).verdict == "equal"
    wrong = [ours[0] + s.down(0, 0, s.sin(t)), ours[1]]
    assert s.equivalent_equations(wrong, lagrange(moments)).verdict == "different"


@pytest.mark.slow
def test_rates_with_and_without_angles():
    """For any rates there are angles: nothing is divided by moments of inertia that may be zero."""
    rates = s.literal_functions("w_1 w_2 w_3")
    angles = s.reconstruction_equations(s.so3p_basis)(path, s.up(*rates))(t)
    a, b, c = (w(t) for w in rates)
    euler = [
        A * s.D(rates[0])(t) - (B - C) * b * c,
        B * s.D(rates[1])(t) - (C - A) * c * a,
        C * s.D(rates[2])(t) - (A - B) * a * b,
    ]
    assert s.equivalent_equations([*euler, angles], euler).verdict == "equal"
    assert s.equivalent_equations(euler, [*euler, angles]).verdict == "equal"
    other = [euler[0] + a, *euler[1:]]
    assert s.equivalent_equations([*other, angles], euler).verdict == "different"
