"""Integrals, limits and expansions: right where there is an answer, refused where there is none or it is not certain."""

import math

import pytest
import sympy

from scmpy import *
from scmpy.errors import DomainError, LimitError
from scmpy.solving import integration as integrals
from scmpy.solving.sympy_calls import Check

from ..tables import evaluated, refusals

x, a, b, n, t = symbols("x a b n t")
k, h = symbols("k h", positive=True)
r = symbols("r", real=True)
p, q = symbols("p q", integer=True)
f = literal_function("f")
INFINITY = math.inf


@pytest.mark.parametrize(
    "integrand", evaluated(__file__, "integrals_and_limits.txt", "derivatives of antiderivatives", globals())
)
def test_derivatives_of_antiderivatives(integrand):
    found = integrate(integrand, x)
    difference = to_sympy(found).diff(to_sympy(x)) - to_sympy(integrand)
    assert equivalent(from_sympy(difference), 0)


@pytest.mark.parametrize(
    ("integrand", "ends", "expected"), evaluated(__file__, "integrals_and_limits.txt", "definite integrals", globals())
)
def test_definite_integrals(integrand, ends, expected):
    found = integrate(integrand, x, *ends)
    assert found == expected or equivalent(found, expected)


test_what_has_no_answer_is_told = pytest.mark.slow(refusals(__file__, "integrals and limits", globals()))


@pytest.mark.parametrize("name", ["integrate", "limit", "series"])
def test_what_is_wrong_in_sympy_is_no_answer(monkeypatch, name):
    wrong = sympy.Symbol("x") + 2 if name == "integrate" else sympy.Integer(2)
    if name == "series":
        monkeypatch.setattr(sympy, name, lambda *_: sympy.Symbol("x") + sympy.Order(sympy.Symbol("x") ** 9))
    else:
        monkeypatch.setattr(sympy, name, lambda *_: wrong)
    ask = {
        "integrate": lambda: integrate(x, x),
        "limit": lambda: limit(sin(x) / x, x, 0),
        "series": lambda: taylor(sin(x) / x, x, 0, 3),
    }[name]
    with pytest.raises(DomainError):
        ask()


def test_a_wrong_definite_integral_is_no_answer(monkeypatch):
    monkeypatch.setattr(sympy, "integrate", lambda *_: sympy.Symbol("a") / 3 + sympy.Rational(1, 1000))
    with pytest.raises(DomainError, match="in numbers"):
        integrate(a * x**2, x, 0, 1)


@pytest.mark.parametrize(
    ("expression", "place", "expected"), evaluated(__file__, "integrals_and_limits.txt", "limits", globals())
)
def test_limits(expression, place, expected):
    found = limit(expression, x, place)
    assert found == expected or equivalent(found, expected)


@pytest.mark.parametrize(
    ("expression", "place", "order"),
    [(exp(x) * cos(x), 0, 6), (log(x), 1, 5), (1 / sin(x), 0, 3), (sin(x) / x, 0, 4), (1 / (x * (1 - x)), 0, 2)],
)
def test_expansions_agree_with_sympy(expression, place, order):
    expected = sympy.series(to_sympy(expression), to_sympy(x), place, order + 1).removeO()
    assert equivalent(taylor(expression, x, place, order), from_sympy(expected))


@pytest.mark.parametrize(
    ("integrand", "ends"),
    evaluated(
        __file__, "integrals_and_limits.txt", "an integral across a pole for some parameters is refused", globals()
    ),
)
@pytest.mark.slow
def test_an_integral_across_a_pole_for_some_parameters_is_refused(integrand, ends):
    with pytest.raises((DomainError, LimitError), match=r"conditions only|denominator vanishes|cannot be checked"):
        integrate(integrand, x, *ends)


@pytest.mark.parametrize(
    ("integrand", "ends", "expected"),
    evaluated(__file__, "integrals_and_limits.txt", "an integral with its poles outside is given", globals()),
)
def test_an_integral_with_its_poles_outside_is_given(integrand, ends, expected):
    assert equivalent(integrate(integrand, x, *ends), expected)


@pytest.mark.parametrize(
    ("expression", "place", "side"),
    evaluated(__file__, "integrals_and_limits.txt", "a limit that depends on the parameters is refused", globals()),
)
@pytest.mark.slow
def test_a_limit_that_depends_on_the_parameters_is_refused(expression, place, side):
    with pytest.raises(DomainError, match="declare what holds"):
        limit(expression, x, place, side)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (k * x**2 - h * x, INFINITY),
        (k - x, -INFINITY),
        (exp(2 * k * x) - exp(k * x), INFINITY),
        (atan(k * x), from_sympy(sympy.pi / 2)),
    ],
)
def test_limits_for_all_values_of_the_parameters(expression, expected):
    found = limit(expression, x, INFINITY)
    assert found == expected or equivalent(found, expected)


@pytest.mark.parametrize("wrong", [sympy.oo, -sympy.oo, sympy.Integer(0)])
def test_an_infinite_limit_of_the_wrong_sign_or_a_finite_one_is_no_answer(monkeypatch, wrong):
    monkeypatch.setattr(sympy, "limit", lambda *_: wrong)
    with pytest.raises(DomainError, match="not nearer"):
        limit((1 if wrong <= 0 else -1) * exp(x), x, INFINITY)


def test_expansions_of_what_has_only_a_name():
    assert equivalent(taylor(f(x), x, a, 2), f(a) + D(f)(a) * (x - a) + D(D(f))(a) * (x - a) ** 2 / 2)


def test_structures_by_components():
    assert equivalent(integrate(up(x, 1), x), up(x**2 / 2, x))
    assert limit(up(x, sin(x) / x), x, 0) == up(0, 1)


@pytest.mark.parametrize(
    ("integrand", "found"), evaluated(__file__, "integrals_and_limits.txt", "special functions come back", globals())
)
@pytest.mark.slow
def test_special_functions_come_back(integrand, found):
    assert equivalent(integrate(integrand(x), x), found)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("low", "high", "found"),
    [
        (1, INFINITY, -exponential_integral(-1)),
        (k, INFINITY, -exponential_integral(-k)),
        (1, 2, exponential_integral(-2) - exponential_integral(-1)),
    ],
)
def test_no_point_of_a_riemann_surface_comes_back(low, high, found):
    answer = integrate(exp(-x) / x, x, low, high)
    assert "polar" not in str(answer)
    assert float(substitute(answer, k, 2.0)) == pytest.approx(float(substitute(found, k, 2.0)), rel=1e-12)
    assert "polar" not in str(integrate(log(1 + x) / x, x))


@pytest.mark.slow
def test_integrals_of_what_oscillates():
    assert equivalent(integrate(sin(x) / x, x, 0, math.inf), pi / 2)
    assert equivalent(integrate(sin(x - k) / (x - k), x), sine_integral(x - k))
    assert equivalent(integrate(sin(x) ** 2 / x**2, x, 0, math.inf), pi / 2)


@pytest.mark.slow
def test_by_the_limits_of_an_antiderivative():
    assert float(integrate(exp(-1 / x), x, 0, 1)) == pytest.approx(0.148495506775922)
    assert float(integrate(exp(-1 / x), x, 1, 0)) == pytest.approx(-0.148495506775922)
    assert integrate(log(k) / sqrt(k), k, 0, 1) == -4


def test_faults_inside_sympy_are_told_as_such(monkeypatch):
    def fail(*given):
        raise TypeError("'Add' object cannot be interpreted as an integer")

    monkeypatch.setattr(sympy, "integrate", fail)
    with pytest.raises(LimitError, match="SymPy fails at this, by a fault of its own") as told:
        integrate(x, x)
    assert "Add" not in str(told.value)


def test_an_answer_that_is_none_anywhere_is_told_without_places():
    refusal = integrals._refused("the integral", Check(0, 1))
    assert str(refusal) == "integrate: SymPy's answer is not the integral that was asked for"


@pytest.mark.slow
def test_constants_that_only_sympy_has_are_no_parameters():
    found = integrate(exp(x) / (1 + exp(2 * x)), x, 0, 1)  # by a RootSum
    assert complex(to_sympy(found).evalf()) == pytest.approx(math.atan(math.e) - math.pi / 4)


@pytest.mark.slow
def test_a_parameter_that_puts_a_double_zero_into_a_denominator():
    assert equivalent(integrate(1 / sqrt(k**2 - x**2), x, 0, k), pi / 2)
    assert equivalent(integrate(1 / (k**2 + x**2) ** div(3, 2), x, -INFINITY, INFINITY), 2 / k**2)
