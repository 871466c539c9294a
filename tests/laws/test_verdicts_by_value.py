"""Verdicts on what is easily taken for something simpler: complex constants, functions with facts, their derivatives."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

import scmpy as s

x, y, a, b = s.symbols("x y a b")
i = s.sqrt(-1)

#: Values that are not real, at least somewhere, where nothing else is complex.
COMPLEX = {
    "a power of i": s.expt(i, x),
    "a power of a complex number": s.expt(1 + i, x),
    "a power of a negative number": i * 0 + s.expt(-1, s.div(1, 3)) * i,
    "the inverse sine of 2": s.asin(2) * i,
    "the inverse cosine of 2": i + s.acos(3),
    "a logarithm": s.log(i * x),
    "an exponential": s.exp(i * x),
    "a root": s.sqrt(i + x),
    "an inverse tangent": s.atan(i * x / 2),
    "an inverse hyperbolic tangent": i + s.atanh(2 + x * x),
}


@pytest.mark.parametrize("name", COMPLEX)
def test_what_is_not_real_is_not_its_conjugate(name):
    value = COMPLEX[name]
    assert s.equivalent(s.conjugate(value), value).verdict != "equal"
    assert s.equivalent(s.imag_part(value), 0).verdict != "equal"
    assert s.equivalent(s.real_part(value), value).verdict != "equal"


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
