"""mpmath as an oracle: numerical derivatives of elementary functions, and their values at parts of pi."""

import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError
from scmpy.generic.types import is_number


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
