"""Exactness, integer division and rounding: the same from Python and from Scheme."""

from fractions import Fraction

import pytest

import scmpy as s
from scmpy.errors import DivisionByZeroError, WrongTypeError
from scmpy.scheme import Session

NUMBERS = [
    0,
    1,
    -7,
    12,
    Fraction(3, 2),
    Fraction(-22, 7),
    0.0,
    2.0,
    -7.0,
    0.75,
    -1.5,
    s.sqrt(4),
    s.sqrt(2),
    s.symbols("x"),
    "x",
]
UNARY = [
    *(
        "number? real? rational? integer? exact-rational? exact-integer? positive? negative? even? odd? exact? inexact?"
    ).split(),
    *("inexact->exact numerator denominator floor ceiling truncate").split(),
]
BINARY = "quotient remainder modulo rationalize".split()


def outcome(call, *args):
    try:
        value = call(*args)
    except s.ScmpyError:
        return "an error"
    return type(value), value


@pytest.mark.parametrize("name", UNARY)
def test_unary_operations_agree_with_scheme(name):
    session = Session()
    python, scheme = s.registry.lookup(name).value, session.lookup(name)
    for x in NUMBERS:
        if name.rstrip("?") in ("positive", "negative", "even", "odd") and outcome(scheme, x) == "an error":
            assert python(x) is False, "a predicate of Python says of everything whether it holds"
            continue
        assert outcome(python, x) == outcome(scheme, x), x


@pytest.mark.parametrize("name", BINARY)
def test_binary_operations_agree_with_scheme(name):
    session = Session()
    python, scheme = s.registry.lookup(name).value, session.lookup(name)
    for x in NUMBERS:
        for y in NUMBERS:
            assert outcome(python, x, y) == outcome(scheme, x, y), (x, y)


def test_python_names():
    assert (s.quotient(-7, 2), s.remainder(-7, 2), s.modulo(-7, 2)) == (-3, -1, 1)
    assert s.inexact_to_exact(0.5) == s.exact(0.5) == Fraction(1, 2)
    assert s.floor(2.5) == 2.0
    assert isinstance(s.floor(2.5), float)
    assert s.lcm(4, 6, 10) == 60
    with pytest.raises(DivisionByZeroError):
        s.modulo(1, 0)
    with pytest.raises(WrongTypeError, match="quotient expects whole numbers, got"):
        s.quotient(1.5, 2)


def test_least_common_multiples():
    x, y = s.symbols("x y")
    assert s.lcm() == 1
    assert s.lcm(0, 5) == 0
    assert s.lcm(-4, 6) == 12
    assert s.lcm(Fraction(3, 2), Fraction(9, 4)) == Fraction(9, 2)
    assert s.simplify(s.lcm(6 * x * y, 4 * x) - 12 * x * y) == 0
    assert s.simplify(s.lcm((x + y) * (x - y), (x + y) ** 2) - (x - y) * (x + y) ** 2) == 0
    session = Session()
    assert session.result_text(session.run("(lcm 4 6)")) == "12"
    assert session.result_text(session.run("(lcm (* 'x 'y) (* 2 'x))")) == "(* 2 x y)"
