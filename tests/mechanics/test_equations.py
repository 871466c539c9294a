"""Lagrange's and Poincaré's equations say the same, with the multiplier as certificate; wrong ones do not."""

import pytest

import scmpy as s

A, B, C, t, k, m = s.symbols("A B C t k m")
path = s.up(*s.literal_functions("theta phi psi"))


def L_hat(state):
    _, _, (a, b, c) = state
    return (A * a**2 + B * b**2 + C * c**2) / 2


def lagrange():
    return s.Lagrange_equations(s.T_body_Euler(A, B, C))(path)(t)


def poincare(lagrangian=L_hat):
    return s.Poincare_equations(lagrangian, s.so3p_basis)(path, s.quasi_velocities(s.so3p_basis, path))(t)


def test_lagrange_and_poincare():
    answer = s.equivalent_equations(lagrange(), poincare())
    assert answer.verdict == "equal"
    assert bool(answer)
    assert len(answer.unknowns) == 3
    theta = s.literal_function("theta")(t)
    assert s.equivalent(answer.determinant, s.sin(theta)).verdict == "equal"


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
    assert s.equivalent_equations(residual, s.sin(a) + k * x(t)).verdict == "undecided"
    assert s.equivalent_equations(s.up(residual, residual), s.up(residual, 0)).verdict == "undecided"
    with pytest.raises(s.ScmpyError, match="undecided"):
        bool(s.equivalent_equations(residual, a**2))
