"""Motions by slopes with special functions, which machine code does not have: the same orbit, with a notice."""

import mpmath
import pytest

import scmpy as s
from scmpy.errors import WrongTypeError
from scmpy.numerics.compile import llvm as machine

LAGRANGIANS = {
    "Bessel": (lambda local: s.square(local[2]) / 2 - s.bessj0(local[1]), lambda q: float(mpmath.besselj(1, q))),
    "elliptic": (
        lambda local: s.square(local[2]) / 2 - s.complete_elliptic_integral_K(local[1]) / 10,
        lambda q: -float(mpmath.ellipe(q * q) - (1 - q * q) * mpmath.ellipk(q * q)) / (10 * q * (1 - q * q)),
    ),
}
START, END = (0.6, -0.1), 1.0


def by_hand(force, steps=400):
    """Classical Runge-Kutta steps, with the force by mpmath."""
    (q, v), h = START, END / steps
    for _ in range(steps):
        a, b = v, force(q)
        c, d = v + h / 2 * b, force(q + h / 2 * a)
        e, f = v + h / 2 * d, force(q + h / 2 * c)
        k, m = v + h * f, force(q + h * e)
        q, v = q + h / 6 * (a + 2 * c + 2 * e + k), v + h / 6 * (b + 2 * d + 2 * f + m)
    return [q, v]


@pytest.mark.parametrize(("L", "force"), LAGRANGIANS.values(), ids=LAGRANGIANS)
def test_the_orbit_is_right(L, force):
    derivative, right = s.Lagrangian_to_state_derivative(L), by_hand(force)
    with s.setting(ode_target="python"):
        end = s.state_advancer(lambda: derivative)(s.up(0.0, *START), END)
    assert list(end)[1:] == pytest.approx(right, abs=1e-10)
    if machine.is_available():
        with (
            s.setting(ode_target="llvm"),
            pytest.warns(UserWarning, match=r"no machine code.* which LLVM does not have"),
        ):
            again = s.state_advancer(lambda: derivative)(s.up(0.0, *START), END)
        assert again == end
        many = s.ensemble(derivative, s.up(0.0, *START), END)
        assert list(many.states)[1:] == list(end)[1:]


@pytest.mark.slow
def test_series_that_have_no_end():
    """The derivatives of J_0 are further functions, again and again."""
    derivative = s.Lagrangian_to_state_derivative(LAGRANGIANS["Bessel"][0])
    with pytest.raises(
        WrongTypeError, match=r"no series by recurrences, as the derivatives of bessj .* such as dop853"
    ):
        s.state_advancer(lambda: derivative)(s.up(0.0, *START), END, method="taylor")
