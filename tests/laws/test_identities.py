"""Textbook identities, each with the domain on which it holds, and relations that hold only nearly or only somewhere.

Letters say what is known: x y z u v are any real numbers, a b c p q positive ones, m n whole ones, e even and o odd.
Equal means equal at all real points where both sides are defined; i is the imaginary unit, and functions of complex
numbers have their principal values. What is called different has a witness, where the values are computed anew. They
stand in identities.txt.
"""

import math
import random
import re
from contextlib import suppress
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.symbolic.expression import symbol

from ..tables import rows
from .balls import OutsideDomain, Point, precision, same, value

NAMES = {
    **{name: getattr(s, name) for name in dir(s) if not name.startswith("_")},
    **{name: symbol(name) for name in "xyzuv"},
    **{name: symbol(name, "positive") for name in "abcpq"},
    **{name: symbol(name, "integer") for name in "mn"},
    "e": symbol("e", "even"),
    "o": symbol("o", "odd"),
    "i": s.sqrt(-1),
    "pi": s.acos(-1),
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "R": Fraction,
    "f": s.literal_function("f"),
    "g": s.literal_function("g"),
    "F": s.literal_function("F", "(-> (X Real Real) Real)"),
}

LINES = rows(__file__, "identities.txt")


def _sides(line):
    left, right = re.split(" !?= ", line)
    return eval(left, NAMES), eval(right, NAMES)


@pytest.mark.parametrize("line", [line for line in LINES if " = " in line])
def test_identity(line):
    left, right = _sides(line)
    for answer in (s.equivalent(left, right), s.equivalent(right, left)):
        assert answer.verdict == "equal", answer.certificate
    assert s.equivalent(left, right + Fraction(1, 10**12)).verdict == "different"


@pytest.mark.parametrize("line", [line for line in LINES if " = " in line])
def test_identities_have_equal_values(line):
    met = 0
    for point in (*(Point("real", seed) for seed in range(30)), Point("complex")):
        with precision(300), suppress(OutsideDomain, ZeroDivisionError):
            values = [value(side, point) for side in _sides(line)]
            assert same(*values)
            met += 1
        if met == 3:
            break
    assert met


@pytest.mark.parametrize("line", [line for line in LINES if " != " in line])
def test_what_is_nearly_an_identity(line):
    left, right = _sides(line)
    answer = s.equivalent(left, right)
    assert answer.verdict == "different", answer.certificate
    assert not s.equivalent(right, left)
    if any(map(callable, answer.witness.values())):
        return
    point = Point("complex" if "i*" in line or "*i" in line else "real", 0, answer.witness)
    with precision(400):
        assert not same(value(left, point), value(right, point))


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
