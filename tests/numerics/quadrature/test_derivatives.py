"""Integrals are differentiated by what their integrands and their limits depend on."""

import math
from collections.abc import Callable

import pytest

from scmpy import D, cos, definite_integral, exp, floor, sin, up
from scmpy.errors import DifferentiationError

CASES: dict[str, tuple[Callable[[object], object], float, float]] = {
    "parameter": (lambda a: definite_integral(lambda x: a * x, 0, 1), 3.0, 0.5),
    "upper limit": (lambda b: definite_integral(lambda x: x**2, 0, b), 3.0, 9.0),
    "lower limit": (lambda b: definite_integral(cos, b, 2.0), 1.0, -math.cos(1)),
    "limits and parameter": (
        lambda b: definite_integral(lambda x: sin(b * x), b, 2 * b),
        1.0,
        4 * math.sin(2) - 2 * math.sin(1) - math.cos(1) + math.cos(2),
    ),
    "nothing between": (lambda b: definite_integral(lambda x: b * x, 1, b), 1.0, 1.0),
    "infinite limits": (
        lambda a: definite_integral(lambda x: exp(-a * x * x), -math.inf, math.inf),
        1.0,
        -math.sqrt(math.pi) / 2,
    ),
    "where it decides": (lambda a: definite_integral(lambda x: a * x if x > 0.6 else 0.0, 0, 1), 3.0, 0.32),
    "where it jumps moves": (lambda a: definite_integral(lambda x: a * x if x < a else 0, 0, 1), 0.5, 0.375),
    "only where it jumps moves": (lambda a: definite_integral(lambda x: 1 if x < a * a else 0, 1, 0), 0.5, -1.0),
    "where it rounds moves": (lambda a: definite_integral(lambda x: floor(5 * a * x), 0, 1), 0.5, 2.4),
    "where it turns moves": (lambda a: definite_integral(lambda x: abs(x - a), 0, 1), 0.3, -0.4),
    "inside another": (
        lambda a: definite_integral(lambda x: definite_integral(lambda y: a * x * y, 0, x), 0, 1),
        3.0,
        0.125,
    ),
    "twice": (D(lambda a: definite_integral(lambda x: exp(a * x), 0, 1)), 1.0, math.e - 2),
    "no confusion": (lambda a: a * D(lambda b: definite_integral(lambda x: a * b * b * x, 0, 1))(a), 2.0, 12.0),
}


@pytest.mark.parametrize("name", CASES)
def test_by_a_number(name: str) -> None:
    f, place, slope = CASES[name]
    assert D(f)(place) == pytest.approx(slope, rel=1e-9)


def test_a_jump_that_moves_by_two_derivatives_is_refused() -> None:
    with pytest.raises(DifferentiationError, match=r"jumps at 0\.5"):
        (D**2)(lambda a: definite_integral(lambda x: a if x < a else 0, 0, 1))(0.5)


def test_by_a_tuple() -> None:
    slopes = D(lambda v: definite_integral(lambda x: up(v[0] * sin(v[1] * x), v[0]), 0, 1))(up(2.0, 3.0))
    assert [float(slopes[i][j]) for i in range(2) for j in range(2)] == pytest.approx(
        [(1 - math.cos(3)) / 3, 1, 2 * (3 * math.sin(3) + math.cos(3) - 1) / 9, 0], rel=1e-9
    )


def test_of_a_tuple_with_nothing_between() -> None:
    assert D(lambda b: definite_integral(lambda x: up(b, x), 1, b))(1.0) == up(1.0, 1.0)


@pytest.mark.parametrize("degree", [0, 1, 5, 30, 99, 150])
def test_polynomials_are_integrated_to_the_last_digit(degree: int) -> None:
    assert definite_integral(lambda x: (degree + 1) * x**degree, 0, 2.0) == pytest.approx(
        2.0 ** (degree + 1), rel=2e-16
    )
    assert definite_integral(lambda x: x**degree - 1 / (degree + 1), 0, 1) == pytest.approx(0, abs=1e-16)


def test_an_integrand_that_is_zero():
    for f in (lambda x: 0 * x, lambda x: x - x, D(lambda x: 3)):
        assert definite_integral(f, 0, 1.5) == 0
    assert list(definite_integral(lambda x: up(x, 0 * x, 1), 0, 2)) == [2, 0, 2]
