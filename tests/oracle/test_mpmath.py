"""mpmath as an oracle: values and numerical derivatives of the elementary functions."""

import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError
from scmpy.generic.types import is_number

#: Functions with an interval of their real domain, away from its ends.
UNARY = {
    "sqrt": (0.1, 9),
    "exp": (-3, 3),
    "log": (0.1, 9),
    "sin": (-5, 5),
    "cos": (-5, 5),
    "tan": (-1.4, 1.4),
    "sec": (-1.4, 1.4),
    "csc": (0.2, 2.9),
    "cot": (0.2, 2.9),
    "asin": (-0.9, 0.9),
    "acos": (-0.9, 0.9),
    "atan": (-5, 5),
    "sinh": (-3, 3),
    "cosh": (-3, 3),
    "tanh": (-3, 3),
    "sech": (-3, 3),
    "csch": (0.2, 3),
    "asinh": (-3, 3),
    "acosh": (1.2, 5),
    "atanh": (-0.9, 0.9),
    "square": (-3, 3),
    "cube": (-3, 3),
    "invert": (0.2, 3),
    "negate": (-3, 3),
    "abs": (0.2, 3),
}

MPMATH = {
    "square": lambda x: x**2,
    "cube": lambda x: x**3,
    "invert": lambda x: 1 / x,
    "negate": lambda x: -x,
    "abs": mpmath.fabs,
}


def ours(name):
    """The operation of this Scheme name."""
    from scmpy.registry import scheme_value

    return scheme_value(name)


@pytest.mark.parametrize("name", UNARY)
@given(fraction=st.floats(0, 1))
def test_values_and_two_derivatives(name, fraction):
    low, high = UNARY[name]
    point = low + fraction * (high - low)
    theirs = MPMATH.get(name) or getattr(mpmath, name)
    operation = ours(name)
    with mpmath.workdps(40):
        for order, tolerance in ((0, 1e-13), (1, 1e-12), (2, 1e-11)):
            expected = mpmath.diff(theirs, mpmath.mpf(point), order) if order else theirs(mpmath.mpf(point))
            found = (s.D**order)(operation)(point) if order else operation(point)
            assert abs(found - expected) <= tolerance * (1 + abs(expected)), (order, found, expected)


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
