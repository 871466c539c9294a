"""Systems of equations are compared by their motions: the verdicts, the exceptional sets, and what shows them."""

import pytest

import scmpy as s
from scmpy import D, down, equivalent_equations, symbols, up

t, m, k, R, g = symbols("t m k R g")
x, y, z, p, r, phi = s.literal_functions("x y z p r phi")
lam = s.literal_function("lambda")
at, v, a = x(t), D(x)(t), (D**2)(x)(t)
oscillator = m * a + k * at


def energy_of_kepler(t):
    return m * (D(r)(t) ** 2 + r(t) ** 2 * D(phi)(t) ** 2) / 2 - k / r(t)


KEPLER = down(
    m * (D**2)(r)(t) - m * r(t) * D(phi)(t) ** 2 + k / r(t) ** 2,
    m * r(t) ** 2 * (D**2)(phi)(t) + 2 * m * r(t) * D(r)(t) * D(phi)(t),
)
CONSERVED = down(D(energy_of_kepler)(t), D(lambda t: m * r(t) ** 2 * D(phi)(t))(t))
HAMILTON = up(v - p(t) / m, D(p)(t) + k * at)
LENGTH = x(t) ** 2 + y(t) ** 2 + z(t) ** 2 - R**2
SPEED = D(x)(t) ** 2 + D(y)(t) ** 2 + D(z)(t) ** 2
TENSION = m * (g * z(t) - SPEED) / R**2
FORCES = up(*(m * (D**2)(f)(t) - lam(t) * f(t) for f in (x, y)), m * (D**2)(z)(t) - lam(t) * z(t) + m * g, LENGTH)
ACCELERATIONS = up(
    *(m * (D**2)(f)(t) - TENSION * f(t) for f in (x, y)), m * (D**2)(z)(t) - TENSION * z(t) + m * g, LENGTH
)
TORQUES = up(
    x(t) * (D**2)(y)(t) - y(t) * (D**2)(x)(t),
    y(t) * ((D**2)(z)(t) + g) - z(t) * (D**2)(y)(t),
    x(t) * ((D**2)(z)(t) + g) - z(t) * (D**2)(x)(t),
    LENGTH,
)

#: first, second, the verdict, where it does not hold
VERDICTS = {
    "multiplied by a size": (oscillator, (at + abs(at)) * oscillator, "implies", []),
    "multiplied by the velocity": (oscillator, v * oscillator, "equal except", [(v,)]),
    "multiplied by a coordinate": (oscillator, at * oscillator, "equal", []),
    "multiplied by what vanishes on no motion": (oscillator, (at - s.sin(t)) * oscillator, "equal except", None),
    "multiplied by what vanishes on a motion": (a + at, (at - s.sin(t)) * (a + at), "equal", []),
    "inverted": (1 / oscillator, oscillator, "different", []),
    "both inverted": (1 / oscillator, 2 / oscillator, "equal", []),
    "Kepler's equations and what is conserved": (KEPLER, CONSERVED, "equal except", [(D(r)(t),)]),
    "a product": (down(a * (D**2)(y)(t)), down(a), "implied", []),
    "Hamilton and Lagrange": (HAMILTON, oscillator, "equal", []),
    "first and second order": (up(v - y(t), m * D(y)(t) + k * at), oscillator, "equal", []),
    "Hamilton with a wrong sign": (up(v - p(t) / m, D(p)(t) - k * at), oscillator, "different", []),
    "an integral": (m * v**2 / 2 + k * at**2 / 2 - symbols("E"), oscillator, "different", [(v,)]),
    "a derivative": (a + k * at, D(lambda t: (D**2)(x)(t) + k * x(t))(t), "implies", []),
    "forces and accelerations": (FORCES, ACCELERATIONS, "equal", []),
    "torques and accelerations": (TORQUES, ACCELERATIONS, "equal except", [(m,)]),
    "no equation": (0, oscillator, "implied", []),
    "no solution": (up(at, at - 1), oscillator, "different", []),
}
CONVERSE = {"implies": "implied", "implied": "implies"}


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts(name):
    first, second, verdict, exceptions = VERDICTS[name]
    answer, back = equivalent_equations(first, second), equivalent_equations(second, first)
    assert answer.verdict == verdict, answer.certificate
    assert back.verdict == CONVERSE.get(verdict, verdict)
    assert bool(answer) is (verdict == "equal")
    if exceptions is not None:
        assert [exception.where for exception in answer.exceptions] == exceptions
        assert [exception.where for exception in back.exceptions] == exceptions


def test_the_factor_that_vanishes_is_shown():
    answer = equivalent_equations(oscillator, (at - s.sin(t)) * oscillator)
    [exception] = answer.exceptions
    assert exception.needed and s.equivalent(exception.where[0], s.sin(t) - at)


def test_what_decides_is_named():
    """For a negative radius sqrt(r^2) is -r."""
    force = k * r(t) / s.sqrt(r(t) ** 2) ** 3
    answer = equivalent_equations((D**2)(r)(t) + force, (D**2)(r)(t) + k / r(t) ** 2)
    assert answer.verdict == "different" and "where (r t) is negative" in answer.certificate
    with s.assuming(positive=r(t)):
        assert equivalent_equations((D**2)(r)(t) + force, (D**2)(r)(t) + k / r(t) ** 2)


def test_the_residual_that_fails_is_named():
    answer = equivalent_equations(up(v - p(t) / m, D(p)(t) - k * at), oscillator)
    assert "residual 0 of the second system comes to (* 2 k (x t))" in answer.certificate
    assert set(answer.witness) <= {"m", "k", "(x t)", "(p t)", "((D x) t)"}
