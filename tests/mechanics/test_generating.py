"""Generating functions of all four types, point and time-dependent transformations, and normal forms.

Source: SICM 5.1, 5.6, 7.
"""

import pytest

from scmpy import *
from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError

from ..comparing import same

t, q, p, pn, m, k, omega, alpha, v = symbols("t q p p' m k omega alpha v")
state, plane = up(t, q, p), up(t, up(*symbols("x y")), down(*symbols("p_x p_y")))


def canonical(C, at):
    return same(is_symplectic_transform(C)(at), 0 * is_symplectic_transform(C)(at))


# --- the four types --------------------------------------------------------------------------------------------


def test_polar_canonical_by_its_generating_function():
    """F1 = alpha q^2 cot(theta)/2 makes the oscillator's angle and action; q is one of two roots."""

    def F1(t, q, theta):
        return alpha * q**2 * cos(theta) / sin(theta) / 2

    with pytest.raises(DomainError, match="has 2 solutions"):
        F1_to_CT(F1)(state)
    here = up(0.0, 0.4, 0.7)
    found = F1_to_CT(lambda t, q, theta: 2.0 * q**2 * cos(theta) / sin(theta) / 2, 0)(here)
    for ours, theirs in zip(found, polar_canonical(2.0)(here), strict=True):
        assert ours == pytest.approx(theirs)
    assert canonical(F1_to_CT(F1, 1), state)
    with pytest.raises(DomainError, match="there is no 2"):
        F1_to_CT(F1, 2)(state)


def test_all_types_make_canonical_transformations():
    a, b = symbols("a b")
    cases = (
        (F1_to_CT, F1_to_C_inv, lambda t, x, y: a * x * y + x**2 + b * y**2 + t * x),
        (F2_to_CT, F2_to_C_inv, lambda t, x, y: a * x * y + x**3 + b * y**2 + t * y),
        (F3_to_CT, F3_to_C_inv, lambda t, x, y: a * x * y + x**2 + sin(y)),
        (F4_to_CT, F4_to_C_inv, lambda t, x, y: a * x * y + x**2 - y**2),
    )
    for forward, _, F in cases:
        assert canonical(forward(F), state)
    for forward, inverse, F in (cases[0], cases[3]):
        assert same(inverse(F)(forward(F)(state)), state)


def test_the_new_hamiltonian_moves_the_new_states():
    def F(t, q, pn):
        return q * pn + t * q**2 / 2 + v * t * pn

    H = H_harmonic(m, k)
    C = F2_to_CT(F)
    assert same(is_canonical(C, H, compose(H, C) + F2_to_K(F))(state), up(0, 0, 0))


@pytest.mark.parametrize(
    ("F", "error", "message"),
    [
        (lambda t, q, pn: q + pn, DivisionByZeroError, "mixed second derivative"),
        (lambda t, q, pn: q * pn + pn * sin(q) + exp(q) * pn, DomainError, "no solution in closed form"),
        (3, WrongTypeError, "expects a generating function"),
    ],
)
def test_what_makes_no_transformation(F, error, message):
    with pytest.raises(error, match=message):
        F2_to_CT(F)(state)


def test_several_unknowns_are_solved_when_linear():
    with pytest.raises(DomainError, match="not linear, and has several unknowns"):
        F2_to_CT(lambda t, q, pn: pn * up(q[0] ** 2 + q[1], q[1] ** 2))(plane)
    with pytest.raises(StructureError):
        F2_to_CT(lambda t, q, pn: q * pn)(up(t, q))


# --- normal forms ----------------------------------------------------------------------------------------------

pair = up(t, up(*symbols("q1 q2")), down(*symbols("p1 p2")))


def oscillators(one, two):
    def H0(s):
        return (one * (s[1][0] ** 2 + s[2][0] ** 2) + two * (s[1][1] ** 2 + s[2][1] ** 2)) / 2

    return H0


def nothing(s):
    return 0


@pytest.mark.parametrize(("one", "two"), [(1, 1), (1, 2), (omega, 2 * omega), (omega, k)])
def test_normal_forms_commute_with_the_unperturbed_hamiltonian(one, two):
    H0 = oscillators(one, two)
    orders = normal_form(H0, (lambda s: s[1][0] ** 2 * s[1][1], nothing))
    for order in orders:
        assert same(Poisson_bracket(H0, order)(pair), 0)
    assert same(orders[0](pair), 0) == (equivalent(2 * one - two, 0).verdict != "equal")


def test_the_resonance_of_one_to_two():
    """x^2 y between frequencies 1 and 2 exchanges energy at first order: the average along the flow of H0."""
    first, _ = normal_form(oscillators(1, 2), (lambda s: s[1][0] ** 2 * s[1][1], nothing))
    q1, q2, p1, p2 = *pair[1], *pair[2]
    assert same(first(pair), ((q1**2 - p1**2) * q2 + 2 * q1 * p1 * p2) / 4)


def test_a_resonance_of_rounded_frequencies():
    """3 times 0.1 is 0.3, up to rounding: no small denominator."""
    (first,) = normal_form(oscillators(0.1, 0.3), (lambda s: s[1][0] ** 3 * s[1][1],))
    (exact,) = normal_form(oscillators(1, 3), (lambda s: s[1][0] ** 3 * s[1][1],))
    assert same(first(pair), exact(pair)) and not same(exact(pair), 0)


def test_henon_and_heiles_to_second_order():
    """Gustavson's integral: the normal form has the energy of oscillators and the angular momentum."""
    cubic = normal_form(oscillators(1, 1), (lambda s: s[1][0] ** 2 * s[1][1] - s[1][1] ** 3 / 3, nothing))
    energy, spin = oscillators(1, 1)(pair), pair[1][0] * pair[2][1] - pair[1][1] * pair[2][0]
    assert same(cubic[0](pair), 0)
    assert same(cubic[1](pair), -5 * energy**2 / 12 + 7 * spin**2 / 12)


def test_normal_forms_of_floats_are_real():
    given = lambda s: 0.1 * s[1] ** 3, lambda s: 0.2 * s[1] ** 4
    found = normal_form(lambda s: 0.65 * (s[1] ** 2 + s[2] ** 2), given, 1)[1](up(0, 1.0, 0.5))
    assert isinstance(found, float)
    assert found == pytest.approx((3 / 8 * 0.2 - 15 / 16 * 0.1**2 / 1.3) * 1.25**2)


def test_one_oscillator_and_its_frequency():
    """The quartic oscillator: the frequency rises by 3/2 eps times the action, and falls at second order."""

    def H0(s):
        return (s[1] ** 2 + s[2] ** 2) / 2

    first, second = normal_form(H0, (lambda s: s[1] ** 4 / 4, nothing), 1)
    action = H0(state)
    assert same(first(state), 3 * action**2 / 8)
    assert same(second(state), -17 * action**3 / 64)


@pytest.mark.parametrize(
    ("H0", "perturbations", "error", "message"),
    [
        (oscillators(1, 1), (lambda s: sin(s[1][0]),), DomainError, "H1 is not a polynomial"),
        (oscillators(1, 1), (lambda s: 1 / s[1][0],), DomainError, "H1 is not a polynomial"),
        (lambda s: square(s[2]) / 2, (nothing,), DomainError, "expects H0 = the sum"),
        (oscillators(1, 1), (), WrongTypeError, "expects perturbations"),
        (oscillators(1, 1), (3,), WrongTypeError, "expects a Hamiltonian"),
    ],
)
def test_what_has_no_normal_form(H0, perturbations, error, message):
    with pytest.raises(error, match=message):
        normal_form(H0, perturbations)
