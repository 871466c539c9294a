"""Closed forms of quantities: asked of measures in base units, with the units that the answer has."""

import math

import pytest
import sympy
import sympy.physics.units as su

from scmpy import *
from scmpy import equivalent, from_sympy, sin, sqrt, symbols, to_sympy, up, via_sympy
from scmpy.scheme import Session
from scmpy.scheme.printer import write_text
from scmpy.units import constants, foot, hertz, joule, kilogram, meter, newton, second, with_units

from ..tables import evaluated, refusals

x, y, t, k, v, m = symbols("x y t k v m")
w = symbols("w", positive=True)
X, T, STIFFNESS = x * meter, t * second, k * newton / meter
GRAVITY = 9.8 * meter / second**2
q = with_units(literal_function("q"), meter, second)


def test_unknowns_with_units():
    early, late = solve(GRAVITY * T**2 / 2 - 10 * meter, T)
    assert late / second == pytest.approx(math.sqrt(2 / 0.98)) and early == -late
    assert solve([X + y * meter - 3 * meter, X - y * meter - 1 * meter], [X, y * meter]) == (up(2 * meter, 1 * meter),)
    assert solve(STIFFNESS * X - 3 * newton, X) == (3 / k * meter,)
    assert solve(m * kilogram * q(T) - 3 * kilogram * meter, q(T)) == (3 / m * meter,)
    assert solve(X / (2 * meter) - 1, x) == (2,)  # of meters


@pytest.mark.slow
def test_integrals_have_the_product_of_units():
    assert str(integrate(STIFFNESS * X, X)) == "(& (* 1/2 k (expt x 2)) &joule)"
    assert integrate(lambda x: STIFFNESS * x, X, 0, 2 * meter) == 2 * k * joule
    assert integrate(up(X, X**2), X, 0 * meter, 1 * meter) == up(meter**2 / 2, meter**3 / 3)
    found = integrate(constants.G * m * kilogram / X**2, X, 1 * meter, math.inf)  # of numbers about 1e-10
    assert simplify(found / (constants.G * m * kilogram / meter)) == pytest.approx(1)
    assert integrate(exp(-x), x, 0, math.inf) == 1


def test_limits_and_polynomials():
    assert limit(sin(X / meter) / X, X, 0) == 1 / meter
    assert limit(meter**2 / (X + 1 * meter), X, math.inf) == 0 * meter
    assert taylor(joule * k * exp(X / meter), X, 0 * meter, 1) == (k + k * x) * joule


@pytest.mark.slow
def test_differential_equations_with_units():
    oscillator = D(D(q))(T) + (w * hertz) ** 2 * q(T)
    assert str(dsolve(oscillator, q, T)[0]) == "(& (+ (* C1 (sin (* t w))) (* C2 (cos (* t w)))) &meter)"
    L = L_harmonic(1 * kilogram, 4 * newton / meter)
    (motion,) = dsolve(Lagrange_equations(L)(q)(T), q, T, [q(0 * second) - 3 * meter, D(q)(0 * second)])
    assert str(motion) == "(& (* 3 (cos (* 2 t))) &meter)"
    u, p = (
        with_units(f, unit, second) for f, unit in zip(literal_functions("u p"), (meter, meter / second), strict=True)
    )
    pair = [D(u)(T) - p(T), D(p)(T) + u(T) / second**2]
    (both,) = dsolve(pair, up(u, p), T, [u(0 * second) - 1 * meter, p(0 * second)])
    assert str(both) == "(up (& (cos t) &meter) (& (* -1 (sin t)) (* &meter (expt &second -1))))"


test_what_does_not_fit = refusals(__file__, "closed forms", globals())


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("(solve (- (* 1/2 (& 10 (/ &meter (expt &second 2))) (square (& 't &second))) (& 5 &meter)) (& 't &second))",
         "((& -1 &second) (& 1 &second))"),
        ("(integrate (* (& 'k (/ &newton &meter)) (& 'x &meter)) (& 'x &meter) 0 (& 2 &meter))", "(& (* 2 k) &joule)"),
        ("(limit (/ (& 'x &meter) (+ (& 1 &meter) (& 'x &meter))) (& 'x &meter) :+infinity)", "1")
    ],
)  # fmt: skip
def test_in_scheme(text, answer):
    assert write_text(Session().run(text)) == answer


def test_to_sympy():
    assert to_sympy(3 * meter) == 3 * su.meter
    assert to_sympy(v * meter / second) == sympy.Symbol("v") * su.meter / su.second
    assert to_sympy(newton) == su.kilogram * su.meter / su.second**2
    assert to_sympy(sqrt(x**2 * meter)).has(sympy.sqrt(su.meter))
    assert su.convert_to(to_sympy(3 * foot), su.inch) == 36 * su.inch
    assert sympy.latex(3 * meter) == sympy.latex(3 * su.meter)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    evaluated(__file__, "closed_forms.txt", "from sympy", globals()),
)
def test_from_sympy(theirs, ours):
    assert equivalent(from_sympy(theirs), ours)


def test_there_and_back():
    for value in (3 * meter, x * newton, (x + 1) * joule / second, up(1 * meter, 2 * second)[1]):
        assert equivalent(from_sympy(to_sympy(value)), value)
    assert via_sympy(sympy.integrate)(x * meter, (x, 0, 1)) == 1 * meter / 2
    assert 3 * meter + su.meter == 4 * meter
