"""Simplification of constants by value: a rewrite that a constant's own sign refutes is not taken.

Of a symbol sqrt(x^2) = x is an assumption; of log(3/4), which is negative, it would be wrong.
"""

import cmath
import math
import operator
import random
from fractions import Fraction

import pytest

import scmpy as s
from scmpy.errors import ScmpyError, UndecidedError
from scmpy.generic.numbers import exact_complex
from scmpy.scheme import Session
from scmpy.symbolic.expression import PI, Expression
from scmpy.symbolic.printed_form import HeldForm

from ..tables import evaluated
from .balls import OutsideDomain, Point, precision, value

third, half = Fraction(1, 3), Fraction(1, 2)


@pytest.mark.parametrize("constant", evaluated(__file__, "constants.txt", "constants keep their values", globals()))
def test_constants_keep_their_values(constant):
    check(constant)


def check(constant):
    one = Point("complex", 0, {"x": 1})
    with precision():
        try:
            expected = value(constant, one)
        except OutsideDomain:
            return
        for found in (s.simplify(constant), s.simplify(constant * s.symbols("x"))):
            found = value(found.value if isinstance(found, HeldForm) else found, one)
            assert abs(found - expected) < 1e-9 * (1 + abs(expected)), (constant, found, expected)


def test_numbers_in_a_session():
    run = Session().run
    assert float(run("(sqrt (square (log 3/4)))")) == pytest.approx(0.2876820724517809)
    assert str(run("(sqrt (square (tan 2)))")) == "2.185039863261519"
    assert complex(run("(expt (tan 2) -1/2)")) == pytest.approx(-0.6765039204323103j)


@pytest.mark.parametrize(("y", "x"), [(2j / 3, 1), (2j / 3, -1), (1 + 1j, -1.5), (1.4142j, -3), (0.5, 2j)], ids=str)
def test_angles_of_points_that_are_not_real(y, x):
    exact = [
        s.sqrt(2) * exact_complex(*(Fraction(part).limit_denominator(10**4) for part in (z.real, z.imag)))
        for z in map(complex, (y, x))
    ]
    y, x = map(complex, exact)
    angle, expected = s.atan(*exact), -1j * cmath.log((x + 1j * y) / cmath.sqrt(x * x + y * y))
    for constant, number in (
        (s.sqrt(angle**2), cmath.sqrt(expected**2 + 0j)),
        (s.sqrt(angle * PI / -2), cmath.sqrt(expected * cmath.pi / -2)),
    ):
        assert complex(s.simplify(constant)) == pytest.approx(number, rel=1e-12)


def test_what_is_reported_of_constants():
    assert s.simplify(s.sqrt(s.log(half) ** 2), report=True).assumptions == ()
    assert s.simplify(s.sqrt(s.log(2) ** 2), careful=True) == s.log(2)


def constant_of(source, depth):
    """A random constant; the functions are those of which simplification inverts one by another."""
    if depth == 0:
        return source.choice([1, 2, 3, -1, -2, -3, half, Fraction(-2, 3), PI])
    x, y = constant_of(source, depth - 1), constant_of(source, source.randrange(depth))
    kinds = [
        *(s.sqrt, s.sin, s.cos, s.tan, s.exp, s.log, s.atan, abs),
        *(lambda x: s.sqrt(x * x), lambda x: s.log(s.exp(x)), lambda x: s.asin(s.sin(x)), lambda x: s.acos(s.cos(x))),
        *(lambda x: x + y, lambda x: x * y, lambda x: s.sqrt(x * y), lambda x: s.expt(x, third)),
    ]
    return source.choice(kinds)(x)


@pytest.mark.parametrize("seed", range(150))
def test_random_constants_keep_their_values(seed):
    source = random.Random(seed)
    try:
        constant = constant_of(source, source.randint(2, 3))
    except ScmpyError:
        return
    if isinstance(constant, Expression):
        check(constant)


#: Constants that are the whole number n exactly, in closed forms whose floats are beside it.
WHOLE = {
    "a logarithm": lambda n: s.exp(s.log(n)),
    "a quotient of logarithms": lambda n: n * s.log(343) / s.log(7) / 3,
    "a root": lambda n: s.sqrt(n**2 + n * s.sqrt(2)) ** 2 / (n + s.sqrt(2)),
    "a cube root": lambda n: s.expt(s.expt(n, third), 3),
    "nested roots": lambda n: n * (s.sqrt(3 + 2 * s.sqrt(2)) - s.sqrt(2)),
    "an angle": lambda n: 4 * n * s.atan(1, 1) / s.pi,
    "hyperbolic": lambda n: n * s.cosh(2) ** 2 - n * s.sinh(2) ** 2,
    "at an edge": lambda n: n + s.acos(s.exp(s.log(1 + s.sqrt(2)) - s.log(s.sqrt(2) + 1))),
}


@pytest.mark.parametrize("form", WHOLE)
@pytest.mark.parametrize("n", [1, 3, 5, 10, 10**18 + 1])
def test_constants_that_are_whole_numbers_are_these(form, n):
    constant = WHOLE[form](n)
    assert [math.floor(constant), math.ceil(constant), math.trunc(constant), round(constant), int(constant)] == [n] * 5
    assert s.floor(constant) == s.ceiling(constant) == s.exact(constant) == n == constant // 1
    assert (constant < n, constant <= n, constant > n, constant >= n) == (False, True, False, True)
    assert (s.is_integer(constant), s.is_odd(constant), s.is_even(constant)) == (True, n % 2 == 1, n % 2 == 0)
    assert abs(constant - n) == 0 == constant % n and float(constant) == float(n)
    assert s.equivalent(s.floor(constant), n) and not s.equivalent(s.floor(constant), n - 1)
    assert not s.is_positive(constant - n) and s.is_zero(abs(constant - n))


@pytest.mark.parametrize("form", ["a logarithm", "a quotient of logarithms", "an angle", "hyperbolic"])
@pytest.mark.parametrize("tiny", [Fraction(1, 10**30), s.exp(-200), s.sin(Fraction(1, 10**40)), s.expt(2, -1000)])
def test_constants_beside_whole_numbers_are_not_these(form, tiny):
    five = WHOLE[form](5)
    below, above = five - tiny, five + tiny
    assert [math.floor(below), math.floor(above), math.ceil(below), math.ceil(above)] == [4, 5, 5, 6]
    assert below < five < above and not s.is_integer(above) and abs(below - 5) > 0
    assert float(above - five) == pytest.approx(float(tiny), rel=1e-15, abs=0)
    assert max(below, five, above) is above and s.floor(-above) == -6


def test_what_scheme_decides_of_constants():
    run = Session().run
    five = "(exp (log 5))"
    assert str(run(f"(list (< {five} 5) (= {five} 5) (>= {five} 5) (zero? (- {five} 5)) (odd? {five}))")) == (
        "(#f #t #t #t #t)"
    )
    assert str(run(f"(list (floor {five}) (exact {five}) (max 5 {five}) (quotient {five} 2))")) == "(5. 5 5. 2)"
    assert run("(< 3.141592653589793 (* 4 (atan 1)))") is True
    assert [math.copysign(1, run(x)) for x in ("+nan.0", "-nan.0", "-inf.0")] == [1, -1, -1]


@pytest.mark.parametrize("relation", ["<", "<=", ">", ">=", "=="])
@pytest.mark.parametrize("bound", [third, 2**53 + 1, 10**30 + 1, s.pi, s.sqrt(2), s.exp(s.log(5)), 0.1], ids=str)
def test_code_decides_as_the_function_does(relation, bound):
    compare = {
        "<": operator.lt,
        "<=": operator.le,
        ">": operator.gt,
        ">=": operator.ge,
        "==": lambda x, y: x == y if not isinstance(y, Expression) else x <= y <= x,
    }[relation]
    code = s.compile_function(lambda x: 1 if compare(x, bound) else 0, 1.0)
    near = float(bound)
    for x in (
        near,
        math.nextafter(near, 0),
        math.nextafter(near, math.inf),
        int(near),
        int(near) + 1,
        2**53 + 1,
        2**53,
    ):
        exactly = Fraction(x) - (bound if isinstance(bound, Expression) else Fraction(bound))
        expected = compare((exactly > 0) - (exactly < 0), 0)
        assert code(x) == int(expected), (x, relation, bound)


def test_a_sign_that_no_proof_tells_stays_undecided():
    zero = s.sin(s.sqrt(2)) * s.gamma_function(third) - s.sin(s.sqrt(2)) * s.gamma_function(1 + third) * 3
    unknown = zero if s.equivalent(zero, 0).verdict == "undecided" else None
    if unknown is not None:
        with pytest.raises(UndecidedError):
            bool(unknown < 0)
        assert abs(unknown) is not unknown
        with pytest.raises(UndecidedError):
            s.is_integer(unknown)
        with pytest.raises(UndecidedError):
            s.is_odd(unknown)


def test_constants_of_too_many_digits_are_no_numbers():
    """The cosine of exp(100000) is .3165..., which takes 150,000 bits to know."""
    constant = s.cos(s.exp(100_000))
    assert math.isnan(1.0 + constant) and repr(3 * constant) == "(* 3 (cos (exp 100000)))"
    assert constant < 5
    with pytest.raises(UndecidedError):
        bool(constant < 0.1)
