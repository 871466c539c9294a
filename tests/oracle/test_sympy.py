"""SymPy as an oracle: derivatives by value, and which expressions are zero."""

import math
from fractions import Fraction

import mpmath
import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError
from scmpy.generic.types import is_number

from ..laws import generators as gen
from ..laws.balls import OutsideDomain, ball, precision, same, value
from ..tables import evaluated
from .sympy_values import numeric, to_sympy

x = gen.X

#: Expressions in x alone, without literal functions.
_leaves = st.sampled_from((x, s.sin(x), s.cos(2 * x), s.exp(x / 2), s.sqrt(x), s.log(1 + x), s.atan(x))) | gen.rationals


def _combine(inner):
    return st.one_of(
        st.builds(s.add, inner, inner),
        st.builds(s.mul, inner, inner),
        st.builds(lambda a, b: s.div(a, 1 + b * b), inner, inner),
        st.builds(lambda h, a: h(a), st.sampled_from((s.sin, s.cos, s.tanh)), inner),
        st.builds(s.expt, inner, st.integers(1, 3)),
    )


elementary = st.recursive(_leaves, _combine, max_leaves=5)


@given(elementary, gen.points, st.integers(1, 2))
@settings(max_examples=max(10, settings.default.max_examples // 2))
def test_derivatives_agree_by_value(e, point, order):
    assume(not isinstance(e, (int, Fraction)))
    ours = (s.D**order)(lambda u: s.substitute(e, x, u))(x)
    theirs = numeric(sympy.diff(to_sympy(e), sympy.Symbol("x", positive=True), order), point.given)
    with precision():
        try:
            found = value(ours, point)
        except (OutsideDomain, ZeroDivisionError):
            assume(False)
        exact = ball(Fraction(str(theirs)))
        assert same(found, exact, 1e-30), (found, theirs)


@given(gen.rational_functions, gen.rational_functions)
def test_rational_zeros_agree(a, b):
    """a = b exactly when SymPy's cancel says so."""
    ours = s.simplify(s.sub(a, b))
    theirs = sympy.cancel(sympy.together(to_sympy(a) - to_sympy(b)))
    assert (ours == 0) == (theirs == 0)
    assert s.simplify(s.sub(a, a)) == 0


@given(gen.rational_functions)
def test_numerators_and_denominators_are_coprime(e):
    """The printed quotient has no common factor, by SymPy's gcd."""
    printed = s.simplify(e)
    if getattr(getattr(printed, "operator", None), "name", None) == "/":
        top, bottom = map(to_sympy, printed.operands)
        assert sympy.gcd(top, bottom).is_number


#: Identities (true or false) of trigonometric polynomials; SymPy decides by exponentials.
IDENTITIES = evaluated(__file__, "sympy.txt", "identities", globals())


@pytest.mark.parametrize("difference", IDENTITIES)
def test_trigonometric_identities_agree(difference):
    zero = sympy.expand(to_sympy(difference).rewrite(sympy.exp)) == 0
    assert s.equivalent(difference, 0).verdict == ("equal" if zero else "different")


@given(elementary, gen.points)
def test_sympy_and_simplify_give_the_same_values(e, point):
    assume(hasattr(e, "operands"))
    printed = s.simplify(e)
    theirs = numeric(to_sympy(e), point.given)
    with precision():
        assert same(value(printed, point), ball(Fraction(str(theirs))), 1e-9)


@pytest.mark.parametrize(
    "function",
    [
        lambda f, g, x: f(x * x) * g(x),
        lambda f, g, x: f(g(x)) / (1 + f(x) ** 2),
        lambda f, g, x: s.sin(f(x)) * s.exp(g(3 * x)),
    ],
)
@pytest.mark.parametrize("order", [1, 2, 3])
def test_derivatives_of_literal_functions_agree(function, order):
    """By value, with a concrete function in the place of each literal one."""
    variable = sympy.Symbol("x", positive=True)
    f, g = (lambda u: u**3 + sympy.exp(u)), (lambda u: sympy.sin(u) + u)
    ours = to_sympy((s.D**order)(lambda u: function(gen.f, gen.g, u))(x))
    ours = ours.replace(sympy.Function("f"), f).replace(sympy.Function("g"), g).doit()
    theirs = sympy.diff(
        to_sympy(function(gen.f, gen.g, x)).replace(sympy.Function("f"), f).replace(sympy.Function("g"), g),
        variable,
        order,
    )
    assert abs(sympy.N((ours - theirs).subs(variable, sympy.Rational(2, 7)), 40)) < 1e-30


def ours(name):
    """The operation of this Scheme name."""
    from scmpy.registry import scheme_value

    return scheme_value(name)


@given(st.floats(0.1, 3), st.floats(-3, 3))
def test_two_arguments(x, y):
    pairs = ((s.expt, lambda a, b: a**b), (s.atan, mpmath.atan2), (s.div, lambda a, b: a / b))
    for operation, theirs in pairs:
        if operation is s.div and abs(y) < 0.05:
            continue
        with mpmath.workdps(40):
            at = (mpmath.mpf(x), mpmath.mpf(y))
            for i, order in ((0, (1, 0)), (1, (0, 1))):
                expected = mpmath.diff(theirs, at, order)
                found = s.partial(i)(operation)(x, y)
                assert abs(found - expected) <= 1e-11 * (1 + abs(expected)), (operation, i, found, expected)


@given(st.floats(0.125, 2), st.integers(1, 5))
def test_derivatives_of_high_order(x, order):
    def ours_of(t):
        return s.exp(s.sin(t)) * t**3 / (1 + t * t)

    with mpmath.workdps(60):
        expected = mpmath.diff(lambda t: mpmath.exp(mpmath.sin(t)) * t**3 / (1 + t * t), mpmath.mpf(x), order)
        found = (s.D**order)(ours_of)(x)
        assert abs(found - expected) <= 1e-9 * (1 + abs(expected))


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "cot", "sec", "csc"])
def test_printed_values_at_twelfths_of_pi(name):
    """More than two turns in both directions; pi is the symbol, which the simplifier knows."""
    pi = s.pi
    poles = {"tan": {6}, "sec": {6}, "cot": {0}, "csc": {0}}.get(name, set())
    for k in range(-30, 31):
        angle = s.div(k, 12) * pi
        if k % 12 in poles:
            with pytest.raises(DivisionByZeroError):
                s.simplify(ours(name)(angle))
            continue
        value = s.simplify(ours(name)(angle))
        assert is_number(value) or k % 12 in {1, 5, 7, 11}, k
        theirs = getattr(mpmath, name)(k * mpmath.pi / 12)
        assert float(s.substitute(value, pi, math.pi)) == pytest.approx(float(theirs), rel=1e-12, abs=1e-12), k
