"""Equations with the unknown in an exponent or a logarithm: no solution of those that are promised is left out."""

import math
from itertools import pairwise

import pytest

from scmpy import equivalent, exp, log, solve, substitute, symbols, to_sympy
from scmpy.errors import LimitError

from ..tables import evaluated

x, y, a, t = symbols("x y a t")
r = symbols("r", real=True)
p, k = symbols("p k", positive=True)


@pytest.mark.parametrize(
    ("equation", "expected"),
    evaluated(__file__, "solutions.txt", "exponentials have all their zeros of one period", globals()),
)
def test_exponentials_have_all_their_zeros_of_one_period(equation, expected):
    found = [complex(value) for value in solve(equation, x)]
    assert len(found) == len(expected)
    assert all(any(abs(value - right) < 1e-12 for value in found) for right in expected)


@pytest.mark.parametrize(
    ("equation", "unknown", "low", "high"),
    evaluated(__file__, "solutions.txt", "no real zero beside an exponential is left out", globals()),
)
def test_no_real_zero_beside_an_exponential_is_left_out(equation, unknown, low, high):
    found = sorted(number(value) for value in solve(equation, unknown))

    def f(at):
        return float(substitute(equation, unknown, at))

    grid = [low + (high - low) * (n + 0.123) / 4000 for n in range(4000)]
    crossings = sum(u * v < 0 for u, v in pairwise(map(f, grid)))
    double = sum(abs(f(at - 1e-3)) < 1e-5 and f(at - 1e-3) * f(at + 1e-3) > 0 for at in found)
    assert len(found) == crossings + double
    assert all(abs(f(at)) < 1e-9 for at in found)


def number(value):
    """The number that an expression is, with a function of SymPy's in it or without."""
    return float(to_sympy(value).evalf(20))


@pytest.mark.parametrize(
    ("equation", "unknown"),
    evaluated(__file__, "solutions.txt", "zeros of which some may be missing are refused", globals()),
)
def test_zeros_of_which_some_may_be_missing_are_refused(equation, unknown):
    with pytest.raises(LimitError, match=r"not proved|not known"):
        solve(equation, unknown)


def test_parameters_beside_an_exponential():
    (found,) = solve(r * exp(r) - k, r)
    assert number(substitute(found, k, 2 * math.exp(2))) == pytest.approx(2)
    (time,) = solve(k * exp(-a * t) - k / 2, t)
    assert equivalent(time, log(2) / a)
    assert solve(a * (1 - exp(-k * (r - t))) ** 2, r) == (t,)
