"""Exponents and angles with random quotients as coefficients: sums of them are decided, whatever the denominators."""

import math
import random
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.symbolic.expression import symbol

from .balls import Point, precision, same, value

a, b, c = s.symbols("a b c")
p, n = symbol("p", "positive"), symbol("n", "integer")

FUNCTIONS = {
    "powers": lambda u: s.expt(p, u),
    "exponentials": s.exp,
    "angles": lambda u: s.cos(u) + s.sqrt(-1) * s.sin(u),
    "angles with an arctangent": lambda u: s.cos(u * s.atan(c)) + s.sqrt(-1) * s.sin(u * s.atan(c)),
    "parts of half turns": lambda u: s.cos(u * s.acos(-1)) + s.sqrt(-1) * s.sin(u * s.acos(-1)),
}

FACTORS = (a, b, a + b, a - b, a + 1, a * b + 1, 2 * a - b, a**2 + b)


def quotient(pick):
    """A quotient of products of few different factors."""
    above, below = ([pick.choice(FACTORS) for _ in range(pick.randint(0, 2))] for _ in range(2))
    return pick.choice((1, -1, 2, 3)) * s.div(math.prod(above), math.prod(below))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("seed", range(6))
def test_the_function_of_a_sum_is_the_product(name, seed):
    """The sum has one denominator, the factors have each their own; what is nearly the sum has another value."""
    pick, f = random.Random(seed), FUNCTIONS[name]
    parts = [quotient(pick) for _ in range(3)]
    total = s.simplify(sum(parts) + pick.choice((0, 1, n, -2)))
    parts.append(s.simplify(total - sum(parts)))
    product = math.prod(map(f, parts))
    assert s.equivalent(f(total), product).verdict == "equal"
    wrong = f(s.simplify(total + pick.choice((1, Fraction(1, 3), 1 / a, 1 / (a + b)))))
    answer = s.equivalent(wrong, product)
    assert answer.verdict == "different"
    with precision(400):
        at = Point("real", 0, answer.witness)
        assert not same(value(wrong, at), value(product, at))
