"""Real numbers, the same from Python and from Scheme; arrays and numbers of numpy's, and its functions of scmpy's values."""

from fractions import Fraction

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import DivisionByZeroError, WrongTypeError
from scmpy.scheme import Session

from ..tables import refusals

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


x = s.symbols("x")


def test_an_array_times_a_symbol_is_an_array_of_expressions():
    for product in (np.array([1, 2]) * x, x * np.array([1, 2]), np.multiply([1, 2], x)):
        assert list(map(s.simplify, product)) == [x, 2 * x]
    assert (np.array([[1.0], [2.0]]) + x).shape == (2, 1)
    assert list(np.array([x, 2 * x]) * x) == [x * x, 2 * x * x]


def test_the_functions_of_numpy_are_the_generic_operations():
    assert np.sin(x) is s.sin(x)
    assert np.arctan2(x, 1) is s.atan(x, 1)
    assert np.power(x, 2) is x**2
    assert np.negative(s.up(x, 1)) == s.up(-x, -1)
    assert np.cos(s.sin)(x) is s.cos(s.sin(x))
    assert s.D(np.sin)(x) is s.cos(x)
    assert s.simplify(s.D(lambda t: np.exp(t) * t)(x) - s.exp(x) * (1 + x)) == 0


def test_products_of_matrices_and_sums():
    assert list(np.array([[1, 2], [3, 4]]) @ s.up(x, 1)) == [x + 2, 3 * x + 4]
    assert np.sum([x, x]) is x + x


def test_comparisons_are_elementwise():
    assert list(np.array([x, 1], dtype=object) == x) == [True, False]


def test_whole_numbers_near_arrays():
    floats, whole, symbols = np.array([-2.5, 0.5, 2.0]), np.array([3, -4]), np.array([x, 1], dtype=object)
    for ours, numpys in ((s.floor, np.floor), (s.ceiling, np.ceil), (s.truncate, np.trunc)):
        assert list(ours(floats)) == list(numpys(floats))
        assert list(ours(whole)) == [3, -4]
        assert list(ours(symbols)) == [ours(x), 1]
        assert numpys(x) is ours(x)


def test_off_the_real_domain_arrays_are_complex_as_numbers_are():
    for function in (s.sqrt, s.log, s.asin, s.acos, s.acosh, s.atanh, lambda a: s.expt(a, 0.5)):
        array = np.array([-3.0, 0.25, 4.0])
        assert list(function(array)) == pytest.approx([complex(function(float(element))) for element in array])
    assert s.sqrt(np.array([1.0, 4.0])).dtype == float
    assert s.sqrt(np.array([-4, 9])).tolist() == [2j, 3]
    assert np.isnan(s.sqrt(np.array([np.nan]))).all()


def test_arrays_of_integers_do_not_overflow():
    assert s.square(np.array([100], dtype=np.int8)).tolist() == [10000]
    assert s.mul(np.array([2**62]), 4).tolist() == [2**64]
    assert s.expt(np.array([2, 4]), 70).tolist() == [2**70, 4**70]
    assert s.expt(np.array([2, 4]), -1).tolist() == [0.5, 0.25]
    assert s.add(np.array([1, 2]), 1).dtype == np.int64
    assert s.sub(np.array([1.5, 2.0]), 10**20).tolist() == [-1e20, -1e20]
    assert s.sin(np.array([1], dtype=np.int8)).dtype == float


test_arrays_of_no_numbers_and_exact_zeros = refusals(__file__, "numpy operands", globals())


def test_literal_functions_and_numpy_s_act_elementwise_on_arrays():
    f, y = s.literal_function("f"), s.symbols("y")
    assert list(f(np.array([x, 2.0]))) == [f(x), f(2.0)]
    assert list(np.sin(np.array([x, y]))) == [s.sin(x), s.sin(y)]
    assert list(np.arctan2(np.array([x, y]), 2)) == [s.atan(x, 2), s.atan(y, 2)]


def test_whole_numbers_of_few_bits_do_not_wrap():
    assert s.negate(np.array([200, 3], dtype=np.uint8)).tolist() == [-200, -3]
    assert s.negate(np.array([-(2**63)])).tolist() == [2**63]
    assert s.cube(np.array(2)).tolist() == 8
