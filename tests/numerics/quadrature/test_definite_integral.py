"""Integrals whose integrand is singular at an end, or inside, in closed form; and what has no integral."""

import math

import pytest

from scmpy import definite_integral, log, sqrt, up
from scmpy.errors import LimitError

CLOSED = {
    "log x": (lambda x: log(x), 0, 1, -1),
    "log^2 x": (lambda x: log(x) ** 2, 0, 1, 2),
    "log^5 x": (lambda x: log(x) ** 5, 0, 1, -120),
    "log(x) log(1 - x)": (lambda x: log(x) * log(1 - x), 0, 1, 2 - math.pi**2 / 6),
    "x^-1/2": (lambda x: 1 / sqrt(x), 0, 1, 2),
    "x^-3/4": (lambda x: x**-0.75, 0, 1, 4),
    "log(x)/sqrt(x)": (lambda x: log(x) / sqrt(x), 0, 1, -4),
    "log |x| across 0": (lambda x: log(abs(x)), -1, 2, 2 * math.log(2) - 3),
    "sqrt x": (sqrt, 0, 1, 2 / 3),
    "a step": (lambda x: 1 if x < 1 / 3 else 0, 0, 1, 1 / 3),
    "backwards": (lambda x: log(x), 1, 0, 1),
}


@pytest.mark.parametrize(("f", "a", "b", "exact"), CLOSED.values(), ids=CLOSED)
def test_singular_integrands(f, a, b, exact):
    assert definite_integral(f, a, b) == pytest.approx(exact, rel=1e-9)


def test_tuples_of_singular_integrands():
    assert list(definite_integral(lambda x: up(log(x), 1), 0, 1)) == pytest.approx([-1, 1])


@pytest.mark.parametrize(
    "f", [lambda x: 1 / x, lambda x: x**-1.5, lambda x: math.sin(1 / x) / x**2, lambda x: 1 / x**2]
)
def test_what_has_no_integral(f):
    with pytest.raises(LimitError, match=r"did not converge near|infinite: near"):
        definite_integral(f, 0, 1)
