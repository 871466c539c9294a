"""Equations with the unknown in an exponent or a logarithm: no solution of those that are promised is left out."""

import math
from itertools import pairwise

import pytest

from scmpy import div, equivalent, exp, log, solve, substitute, symbols, to_sympy
from scmpy.errors import LimitError

x, y, a, t = symbols("x y a t")
r = symbols("r", real=True)
p, k = symbols("p k", positive=True)


@pytest.mark.parametrize(
    ("equation", "expected"),
    [
        (exp(x) + 1, [1j * math.pi]),
        (exp(2 * x) - 4, [math.log(2), math.log(2) + 1j * math.pi]),
        (exp(x / 2) - 2, [2 * math.log(2)]),
        (exp(x) + exp(-x) - 4, [math.log(2 + math.sqrt(3)), math.log(2 - math.sqrt(3))]),
        (3 * exp(-2 * x) * (1 - exp(-x)), [0]),
        (4**x - 3 * 2**x - 4, [2, 1j * math.pi / math.log(2)]),
        (log(1 + exp(x)) - 2, [math.log(math.exp(2) - 1)]),
        (exp(x) * (x - 2), [2]),
        (2**x - 8, [3]),
    ],
)
def test_exponentials_have_all_their_zeros_of_one_period(equation, expected):
    found = [complex(value) for value in solve(equation, x)]
    assert len(found) == len(expected)
    assert all(any(abs(value - right) < 1e-12 for value in found) for right in expected)


@pytest.mark.parametrize(
    ("equation", "unknown", "low", "high"),
    [
        (r * exp(r) - 2, r, -20, 5),
        (10 * r * exp(r) + 1, r, -20, 5),
        (r * exp(r + 1) + 1, r, -20, 5),
        (r * exp(-r) - div(1, 4), r, -3, 20),
        (r**2 * exp(r) - div(1, 5), r, -20, 5),
        (2**r - r**2, r, -5, 10),
        (exp(r) + r - 3, r, -5, 5),
        (exp(r) - r - 1, r, -5, 5),
        (exp(r**2) - 2, r, -3, 3),
        (exp(r) + exp(2 * r) - 6, r, -3, 3),
        (p**2 * exp(p) - div(1, 5), p, 0.01, 5),
        (p * log(p) - 2, p, 0.01, 10),
        (5 * p * log(p) + 1, p, 0.01, 10),
        (log(p) - p + 1, p, 0.01, 10),
        (p**p - div(4, 5), p, 0.01, 10),
    ],
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
    [
        (x * exp(x) - a, x),
        (x * exp(x) - 2, x),
        (x + exp(x), x),
        (2**x - x, x),
        (exp(x**2) - 2, x),
        (x * log(x) - a, x),
        (r * log(r) - 2, r),
        (r * exp(r) - a, r),
        (p * exp(p) - a, p),
        (exp(r) - r, r),
        ([x * exp(y) - 1, x - y], [x, y]),
    ],
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
