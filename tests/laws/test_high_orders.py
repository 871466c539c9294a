"""Derivatives of high order at numbers: truncated Taylor arithmetic agrees with nested differentials and with mpmath."""

import itertools
from fractions import Fraction

import mpmath
import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.calculus.jet import TAYLOR_ORDER
from scmpy.errors import ArityError, DifferentiationError, LimitError
from scmpy.structure.tuples import leaves

from ..counting import python_calls

x, y = s.symbols("x y")
f = s.literal_function("f")
g = s.literal_function("g", "(-> (X Real Real) Real)")
UNARY = "sin cos tan sec csc cot asin acos exp log sqrt sinh cosh tanh sech csch asinh atanh square cube invert negate"
FUNCTIONS = {name: getattr(s, name) for name in UNARY.split()} | {
    "atan": lambda u: s.atan(u),
    "acosh": lambda u: s.acosh(u + 1),
    "angle": lambda u: s.atan(u, u + 1) + s.atan(1, u) + s.atan(u, 2),
    "power": lambda u: u**2.5 + u**-3 + u**7 + 2**u + u**u,
    "quotient": lambda u: (1 + u) / (2 + u * u) - 3 / u + u / 7,
    "branch": lambda u: s.exp(u) if u > 0 else -u,
    "inner derivative": lambda u: s.D(lambda v: u * v**3 + s.sin(u * v))(u),
    "inner of high order": lambda u: s.expt(s.D, 5)(lambda v: s.exp(u * v))(u),
    "complex": lambda u: abs(s.exp(1j * u) * u) + s.real_part(s.exp(2j * u)),
}


def nested(function, n):
    """The derivative of order n by n differentials inside each other: what Taylor arithmetic is to agree with."""
    for _ in range(n):
        function = s.D_forward(function)
    return function


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_operation_agrees_with_nested_differentials(name):
    function = FUNCTIONS[name]
    found, expected = (D(function)(0.3) for D in (s.D**TAYLOR_ORDER, lambda g: nested(g, TAYLOR_ORDER)))
    assert found == pytest.approx(expected, rel=1e-8)


expressions = st.recursive(
    st.sampled_from(["u", "1.5", "2"]),
    lambda inner: st.one_of(
        st.builds("({} + {})".format, inner, inner),
        st.builds("({} * {})".format, inner, inner),
        st.builds("({} / (2 + {}**2))".format, inner, inner),
        st.builds("s.{}({})".format, st.sampled_from(["sin", "cos", "tanh", "asinh"]), inner),
        st.builds("s.D(lambda v: v * {})(u)".format, inner),
    ),
    max_leaves=6,
)


@given(expressions, st.integers(5, 6))
def test_random_programs_agree(program, n):
    function = eval(f"lambda u: {program} + 0 * u", {"s": s})
    assert (s.D**n)(function)(0.4) == pytest.approx(nested(function, n)(0.4), rel=1e-6, abs=1e-6)


@pytest.mark.parametrize("n", [14, 20, 30])
def test_many_orders_against_mpmath(n):
    with mpmath.workdps(60):
        series = mpmath.taylor(lambda u: mpmath.sin(u) * mpmath.exp(u) / (1 + u**2), mpmath.mpf(0.7), n)
        expected = float(series[n] * mpmath.factorial(n))
    found = (s.D**n)(lambda u: s.sin(u) * s.exp(u) / (1 + u**2))(0.7)
    assert found == pytest.approx(expected, rel=1e-12)


def test_the_cost_grows_as_a_power_of_the_order():
    """Differentials of differentials would cost 2^n."""

    def calls(n):
        return python_calls(lambda: (s.D**n)(lambda u: s.sin(u) * s.exp(u) / (1 + u**2))(0.7))

    calls(1)  # which loads what is needed
    assert calls(40) < 8 * calls(20)


def test_exact_numbers_stay_exact():
    assert (s.D**20)(lambda u: u**30)(Fraction(1, 2)) == Fraction(71383376298044210400000)
    assert (s.D**6)(lambda u: 1 / (1 - u))(3) == Fraction(-45, 8)
    for function in (s.sin, lambda u: f(u) * u + f(u**2), lambda u: s.exp(s.sin(u)) / u):
        assert s.equivalent((s.D**5)(function)(2), nested(function, 5)(2))


@pytest.mark.parametrize("function", [lambda u: g(u, 3), lambda u: g(3, u**2), lambda u: g(u, u + 1) * u])
def test_literal_functions_beside_numbers(function):
    assert s.equivalent((s.D**5)(function)(2), nested(function, 5)(2))


def test_variables_that_are_apart():
    tensor = (s.D**5)(lambda u, v, w: u**5 + v**5 + u * w**4)(2, 3, 5)
    found = {path: tensor[path] for path in itertools.product(range(3), repeat=5) if tensor[path] != 0}
    expected = {(0,) * 5: 120, (1,) * 5: 120} | dict.fromkeys(set(itertools.permutations((0, 2, 2, 2, 2))), 24)
    assert found == expected


BATCHES = {
    "powers": lambda v: v[0] ** 2.5 * v[1] ** -3 + v[0] ** v[1],
    "quotient": lambda v: (1 + v[0]) / (2 + v[1] * v[0]),
    "angle": lambda v: s.atan(v[0], v[1]) + abs(v[0] - 1.5) ** 3 * v[1] ** 3,
    "literal": lambda v: g(v[0], v[1]) * s.sin(v[0]),
    "roots that are not real": lambda v: s.sqrt(v[0] - 1.5) * s.log(v[1] - 2),
    "a product of few orders": lambda v: v[0] ** 5 * v[1],
}


@pytest.mark.parametrize("name", BATCHES)
def test_batches_are_differentiated_orbit_by_orbit(name):
    first, second = numpy.array([1.0, 2.0]), numpy.array([3.0, 1.5])
    derivative = (s.D**5)(BATCHES[name])
    together = derivative(s.up(first, second))
    apart = [derivative(s.up(u, v)) for u, v in zip(first.tolist(), second.tolist(), strict=True)]
    for path in ((0, 0, 0, 0, 0), (0, 1, 0, 1, 0), (1, 1, 0, 1, 1)):
        for one, other in zip(numpy.broadcast_to(together[path], (2,)), apart, strict=True):
            assert s.equivalent(one, other[path]) if name == "literal" else one == pytest.approx(other[path])


@pytest.mark.parametrize(
    ("function", "at", "expected"),
    [
        (lambda u, v: u**3 * (v if v == 2 else 0), (x, 2), 12),
        (lambda u, v: u**3 * (v if v == s.pi else 0), (x, s.pi), 6 * s.pi),
        (lambda u, v: u**3 if u == s.pi else 0, (s.pi, x), 6),
        (lambda u, v: u**3 * v if u == v else 0, (x, x), 6 * x),
        (lambda u, v: u**3 * v if u == v else 0, (x, y), 0),
    ],
)
def test_a_function_branches_as_at_the_point(function, at, expected):
    assert s.equivalent((s.D**3)(function)(*at)[0][0][0], expected)


@pytest.mark.parametrize("wrong", [True, "a", None])
@pytest.mark.parametrize("order", [1, 5])
def test_what_is_no_variable(wrong, order):
    with pytest.raises(DifferentiationError, match="cannot differentiate by"):
        (s.D**order)(lambda v: 5 * v[0] ** 6)(s.up(1, wrong))


def test_tensors_of_several_variables():
    def function(u, v):
        return s.sin(u * v) + u**3 * v**2

    tensor, expected = (D(function)(0.3, 0.7) for D in (s.D**5, lambda g: nested(g, 5)))
    assert leaves(tensor) == pytest.approx(leaves(expected))
    mixed = s.partial(0) * s.partial(0) * s.partial(1) * s.partial(0) * s.partial(1)
    assert mixed(function)(0.3, 0.7) == pytest.approx(expected[0][1][0][1][0])


def test_values_that_are_tuples_matrices_and_functions():
    tuples = (s.D**6)(lambda t: s.up(s.exp(2 * t), s.quaternion(t**7, t, 0, 1)))(1.0)
    assert tuples[0] == pytest.approx(64 * float(s.exp(2.0))) and list(tuples[1]) == [5040, 0, 0, 0]
    assert (s.D**5)(lambda t: lambda y: t**5 * y)(2.0)(3) == 360
    assert (s.D**5)(s.sin)(numpy.array([0.0, 1.0])) == pytest.approx(numpy.cos([0.0, 1.0]))


def test_an_array_beside_another_argument():
    array = numpy.array([0.1, 0.2])
    assert s.D(s.atan)(array, 2.0)[1] == pytest.approx(-array / (4 + array**2))
    tensor = (s.D**5)(s.atan)(array, 2.0)
    assert tensor[1, 1, 1, 1, 1] == pytest.approx([(s.D**5)(lambda u, y=y: s.atan(y, u))(2.0) for y in (0.1, 0.2)])
    for order in (1, 5):
        with pytest.raises(ArityError):
            (s.D**order)(s.sin)(array, 2.0)


def test_what_has_no_complex_derivative():
    for function in (s.conjugate, abs, s.real_part, lambda z: z * s.imag_part(z)):
        for n in (1, 6):
            with pytest.raises(s.ScmpyError, match="has no complex derivative"):
                (s.D**n)(function)(1 + 2j)
    assert (s.D**6)(lambda z: z**7)(1 + 2j) == 5040 * (1 + 2j)
    assert s.D(lambda t: abs(s.exp(1j * t) * t))(0.5) == pytest.approx(1)
    assert s.D(s.conjugate)(2.0) == 1


def test_the_stated_limit():
    for order in (201, 5000):
        with pytest.raises(LimitError, match="D: more than 200 derivatives"):
            (s.D**order)(s.sin)
    with pytest.raises(LimitError, match="more than 10000 repetitions"):
        (s.D**10**6)(s.sin)(1.0)
    assert (s.D**200)(s.exp)(1.0) == s.exp(1.0)
