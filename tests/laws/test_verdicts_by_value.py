"""Verdicts on what is easily taken for something simpler: complex constants, functions with facts, their derivatives."""

import math
from fractions import Fraction

import pytest
from flint import fmpz_poly

import scmpy as s
from scmpy.symbolic.decision.algebraic import factors
from scmpy.symbolic.decision.forms import DecisionForm

from ..tables import evaluated

x, y, a, b = s.symbols("x y a b")
i = s.sqrt(-1)

#: Values that are not real, at least somewhere, where nothing else is complex.
COMPLEX = evaluated(__file__, "verdicts_by_value.txt", "verdicts by value: complex", globals())


@pytest.mark.parametrize("value", COMPLEX)
def test_what_is_not_real_is_not_its_conjugate(value):
    assert s.equivalent(s.conjugate(value), value).verdict != "equal"
    assert s.equivalent(s.imag_part(value), 0).verdict != "equal"
    assert s.equivalent(s.real_part(value), value).verdict != "equal"


@pytest.mark.parametrize(
    "constant",
    [s.asin(2), s.acos(-3), s.acosh(s.div(1, 2)), s.atanh(2), s.log(-2), 1 + s.sqrt(-3), s.expt(-1, s.div(1, 3))],
)
def test_complex_constants_are_not_their_conjugates(constant):
    assert s.equivalent(s.conjugate(constant + i * x), constant - i * x).verdict != "equal"
    assert s.equivalent(s.conjugate(constant * x + i), constant * x - i).verdict != "equal"
    assert s.equivalent(s.conjugate(s.conjugate(constant + i * x)), constant + i * x).verdict != "different"


FACTS = {
    "none": {},
    "even": {"even": True},
    "odd": {"odd": True},
    "periodic": {"period": 3},
    "even and periodic": {"even": True, "period": 3},
    "odd and periodic": {"odd": True, "period": 2},
    "positive": {"positive": True},
    "negative and even": {"negative": True, "even": True},
    "positive and periodic": {"positive": True, "period": 5},
}


@pytest.mark.parametrize("facts", FACTS)
@pytest.mark.parametrize("order", range(4))
def test_a_witness_is_a_function_with_the_facts_and_its_derivatives(facts, order):
    """The value at the place is that of the derivative of the function that is shown."""
    f = s.literal_function("f", **FACTS[facts])
    derivative = (s.D**order)(f)(x)
    answer = s.equivalent(derivative, Fraction(1, 7))
    assert answer.verdict == "different"
    chosen, at = answer.witness["f"], answer.witness["x"]
    enclosed = float(answer.place.enclosure(derivative).mid())
    found = float((s.D**order)(chosen)(float(at)))
    assert found == pytest.approx(enclosed, rel=1e-9)
    assert found != pytest.approx(1 / 7)
    for t in (0.3, 1.7, -2.2):
        known = FACTS[facts]
        here = float(chosen(t))
        if "period" in known:
            assert float(chosen(t + known["period"])) == pytest.approx(here)
        if "even" in known or "odd" in known:
            assert float(chosen(-t)) == pytest.approx(here if "even" in known else -here)
        if "positive" in known or "negative" in known:
            assert math.copysign(1, here) == (1 if "positive" in known else -1)


def test_periods_that_are_quotients():
    f = s.literal_function("f", period=a / b)
    for shift in (a / b, -2 * a / b, 3 * a / b, (a + a) / b - a / b):
        assert s.equivalent(f(x + shift), f(x)).verdict == "equal"
        assert s.equivalent(f(y / b + shift), f(y / b)).verdict == "equal"
    for shift in (a, b, a * b, b / a, a / (2 * b), a / b + 1):
        assert s.equivalent(f(x + shift), f(x)).verdict == "different"


def test_absolute_values_of_powers():
    assert repr(s.simplify(abs(x**a))) == "(abs (expt x a))"
    assert s.equivalent(abs(x**4), x**4).verdict == "equal"
    assert s.equivalent(abs(x**3), x**3).verdict == "different"


POLYNOMIALS = [
    [Fraction(p, q) for p, q in zip(numerators, denominators, strict=True)]
    for numerators in (
        (1, 2, 3),
        (5, -4, 1),
        (-1, 1, 2),
        (3, 0, 1),
        (-3, 1, -1),
        (2, -3, 0, 0, 1),
        (1, 1, -3, 0, 2),
        (1, 0, 2, 0, 1),
    )
    for denominators in ((1,) * len(numerators), (2, 3, 5, 7, 1)[: len(numerators)], (7, 1, 2, 3, 9)[: len(numerators)])
]


@pytest.mark.parametrize("coefficients", POLYNOMIALS)
def test_the_sign_of_a_polynomial_is_known_where_it_has_no_real_roots(coefficients):
    p = sum(c * x**k for k, c in enumerate(coefficients))
    roots = fmpz_poly([int(c * math.lcm(*(d.denominator for d in coefficients))) for c in coefficients]).complex_roots()
    if any(root.imag.contains(0) for root, _ in roots):
        assert s.equivalent(abs(p), p).verdict == s.equivalent(abs(p), -p).verdict == "different"
    else:
        sign = 1 if coefficients[-1] > 0 else -1
        assert s.equivalent(abs(p), sign * p).verdict == "equal"
        assert s.equivalent(abs(p), -sign * p).verdict == "different"


PRODUCTS = evaluated(__file__, "verdicts_by_value.txt", "verdicts by value: products", globals())


@pytest.mark.parametrize("product", PRODUCTS)
def test_the_product_of_the_factors_is_the_form(product):
    engine = DecisionForm()
    form = engine.expression_form(product)
    constant, parts = factors(engine, form)
    total = engine.tower.constant(constant)
    for key, power in parts:
        total = total * engine.argument(key) ** power
    assert (total - form).is_zero


def test_powers_with_quotients_in_their_exponents():
    p = s.symbols("p", positive=True)
    for power in (a / b, 1 / b, (a + b) / (a - b), a / b + 2):
        assert s.equivalent(s.expt(x, power) * s.expt(x, -power), 1).verdict == "equal"
        assert s.equivalent(s.expt(x, power) * s.expt(x, power), s.expt(x, 2 * power)).verdict == "equal"
        assert s.equivalent(s.expt(p, power) * p, s.expt(p, power + 1)).verdict in ("equal", "undecided")
        assert s.equivalent(s.expt(x, power) * x, s.expt(x, power)).verdict == "different"
    assert s.equivalent(s.floor(a / b) + s.ceiling(-a / b), 0).verdict == "equal"
    assert s.equivalent(s.floor(a / b) + s.ceiling(a / b), 0).verdict == "different"


def test_roots_of_a_zero_that_is_not_seen():
    zero = s.sin(x) ** 2 + s.cos(x) ** 2 - 1
    assert s.equivalent(s.sqrt(zero), 0).verdict == "equal"
    assert s.equivalent(1 / s.sqrt(zero), 0).verdict == "undecided"
    assert s.equivalent(s.expt(zero, Fraction(-1, 3)), 0).verdict == "undecided"


@pytest.mark.parametrize("order", [2, 3, 4, 6, 8])
def test_denominators_with_roots_are_the_same_arguments(order):
    """1/(1 + r^k) = (1 - r^k + ...)/(1 +- x^...), as arguments of an unknown function, which have to be one form."""
    f, root = s.literal_function("f"), x ** Fraction(1, order)
    for k in range(1, order):
        q = root**k
        n = order // math.gcd(order, k)
        geometric = sum((-1) ** j * q**j for j in range(n))
        quotient = root * geometric / (1 - (-1) ** n * x ** (n * k // order))
        assert s.equivalent(f(root / (1 + q)), f(quotient)).verdict == "equal"
        assert s.equivalent(f(root / (1 + q)), f(quotient + root)).verdict == "different"


#: Functions of real variables that are not real everywhere, where something else is complex.
SOMEWHERE_COMPLEX = {
    "a logarithm": s.log(x),
    "a logarithm of a product": s.log(x * y),
    "a power": s.expt(x, y),
    "a power of two": s.expt(x, s.div(2, 3)),
    "a root": s.sqrt(x),
    "a root of a sum": s.sqrt(x + y),
    "an inverse sine": s.asin(x),
    "an inverse cosine": s.acos(x),
    "an inverse hyperbolic cosine": s.acosh(x),
    "an inverse hyperbolic tangent": s.atanh(x),
    "an exponential of a logarithm": s.exp(s.log(x) / 2),
}


@pytest.mark.parametrize("name", SOMEWHERE_COMPLEX)
def test_what_is_real_for_some_numbers_alone_is_not_its_conjugate(name):
    """With a complex factor the functions have their principal values, for negative numbers too."""
    value, factor = SOMEWHERE_COMPLEX[name], 1 + i
    assert s.equivalent(factor * s.conjugate(value), factor * value).verdict != "equal"
    assert s.equivalent(factor * s.imag_part(value), 0 * i).verdict != "equal"
    assert s.equivalent(factor * s.real_part(value), factor * value).verdict != "equal"
    assert s.equivalent(s.conjugate(factor * value), s.conjugate(factor) * s.conjugate(value)).verdict != "different"


@pytest.mark.parametrize("value", [s.atan(x), s.exp(x), s.sin(x * y), s.tanh(x), abs(x), s.atan(x, y)], ids=str)
def test_what_is_real_is_its_conjugate(value):
    factor = 1 + i
    assert s.equivalent(factor * s.conjugate(value), factor * value).verdict == "equal"
    assert s.equivalent(factor * s.imag_part(value), 0 * i).verdict == "equal"


def test_what_is_no_number_is_not_itself():
    assert s.equivalent(math.nan, math.nan).verdict != "equal"


POWERS = evaluated(__file__, "verdicts_by_value.txt", "verdicts by value: powers", globals())


@pytest.mark.parametrize(("power", "other"), POWERS)
def test_complex_powers_have_their_principal_values(power, other):
    assert s.equivalent(power, other).verdict != "different"
    for wrong in (other + Fraction(1, 100), 2 * other, s.conjugate(other) + i):
        assert s.equivalent(power, wrong).verdict == "different"
