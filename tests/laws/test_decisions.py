"""Decisions by class of identity: what is equal is proved, what differs has a witness, what cannot be told is said so."""

import math
from fractions import Fraction

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.symbolic.decision.algebraic import is_positive, never_zero, note_assumptions
from scmpy.symbolic.decision.equivalence import Equivalence, is_complex, is_defined
from scmpy.symbolic.decision.forms import KERNELS, DecisionForm, Fact
from scmpy.symbolic.expression import Expression, read_expression, subexpressions, symbol

from ..tables import public_names, rows
from . import generators as gen
from .balls import OutsideDomain, precision, same, value

x, y, z, a, b = s.symbols("x y z a b")
f, i = gen.f, s.sqrt(-1)
third, half = Fraction(1, 3), Fraction(1, 2)

UNDECIDED = [
    (s.sqrt(-1 - x**2), 5 * s.sqrt(-1 - x**2)),  # nowhere defined
    (s.sqrt(-1 - x**2) ** 2, 1 + x**2),
    (s.log(x) + s.log(-x), 0),
    (1 / (x - x + s.sin(x) ** 2 + s.cos(x) ** 2 - 1), 1),
]


@pytest.mark.parametrize(("a", "b"), UNDECIDED)
def test_undecided(a, b):
    assert s.equivalent(a, b).verdict == "undecided"
    for first, second in (([a, x], [b, x]), ([x, a], [x, b]), ([a, [x, y]], [b, [x, y]])):
        assert s.equivalent(first, second).verdict == "undecided"
    assert s.equivalent([a, x], [b, y]).verdict == "different"


# --- by value --------------------------------------------------------------------------------------------------


def test_witness_of_a_literal_function():
    answer = s.equivalent(f(x) + f(y), f(x + y))
    chosen, at = answer.witness["f"], [answer.witness[name] for name in "xy"]
    assert chosen(at[0]) + chosen(at[1]) != chosen(sum(at))


#: Rewrites that hold wherever both sides are real, applied to any expression.
SOUND = (
    lambda e: e * (s.sin(x) ** 2 + s.cos(x) ** 2),
    lambda e: s.log(s.exp(e)),
    lambda e: s.exp(s.log(e)),
    lambda e: s.sqrt(e) * s.sqrt(e),
    lambda e: s.sqrt(e**2) * abs(e) / e,
    lambda e: e + s.atan(e) + s.atan(-e),
    lambda e: s.tan(s.atan(e)),
    lambda e: s.sinh(s.asinh(e)),
    lambda e: (e**third) ** 3,
    lambda e: e * s.exp(e) * s.exp(-e),
    lambda e: s.sqrt(e + 1) * s.sqrt(e - 1) - s.sqrt(e**2 - 1) + e,
    lambda e: e + s.cosh(e) ** 2 - s.sinh(e) ** 2 - 1,
    lambda e: e + s.log(abs(e)) - s.log(e**2) / 2,
    lambda e: (e**2 - 1) / (e + 1) + 1,
)


def has_floats(expression):
    numbers = [x for node in subexpressions(expression) for x in node.operands]
    return any(isinstance(x, (float, complex)) for x in [expression, *numbers])


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples * 2, deadline=None)
@given(gen.expressions, st.lists(st.sampled_from(SOUND), min_size=1, max_size=2))
def test_no_identity_is_called_different(e, rewrites):
    assume(isinstance(e, Expression) and not e.constant)  # roots of numbers have values that are not real
    other = e
    try:
        for rewrite in rewrites:
            other = rewrite(other)
    except ZeroDivisionError:
        assume(False)
    assume(not has_floats(other))  # such as magnitudes of constants
    assert s.equivalent(e, other).verdict != "different"


@settings(max_examples=settings.default.max_examples * 2, deadline=None)
@given(gen.expressions, gen.expressions, gen.points)
def test_nothing_of_other_values_is_called_equal(a, b, point):
    if s.equivalent(a, b).verdict == "equal":
        with precision(300):
            try:
                pair = value(a, point), value(b, point)
            except (OutsideDomain, ZeroDivisionError):
                assume(False)
        assert same(*pair)


def test_a_planted_wrong_rule_is_caught(monkeypatch):
    monkeypatch.setitem(KERNELS, symbol("sqrt"), lambda engine, q: q * half)
    with pytest.raises(AssertionError):
        _check_by_value(s.sqrt(x), x / 2)


def _check_by_value(a, b):
    """The verdict of the decision form alone, against values."""
    if DecisionForm().form(s.sub(a, b)).is_zero:
        with precision(100):
            assert same(value(a, {"x": Fraction(3)}), value(b, {"x": Fraction(3)}))


# --- declared facts --------------------------------------------------------------------------------------------


def test_declared_facts_restrict_the_domain():
    p, n, k = symbol("p", "positive"), symbol("n", "negative"), symbol("k", "even")
    assert s.equivalent(s.sqrt(p**2), p)
    assert s.equivalent(s.sqrt(n**2), -n)
    assert s.equivalent(abs(p * n), -p * n)
    assert s.equivalent(s.sqrt(p * x) ** 2, p * x)
    answer = s.equivalent(s.sqrt(k**2), k)
    assert answer.verdict == "different"
    assert answer.witness["k"] % 2 == 0
    assert s.equivalent(p, abs(x)).witness["p"] > 0


def test_assumptions_in_force_restrict_the_domain():
    assert not s.equivalent(abs(x), x)
    with s.assuming(nonnegative=x):
        assert s.equivalent(abs(x), x)
    with s.assuming(positive=x - y):
        assert s.equivalent(abs(x - y), x - y)
        assert s.equivalent(x, y).witness["x"] > s.equivalent(x, y).witness["y"]


# --- values of other kinds -------------------------------------------------------------------------------------


def _identity(u):
    return u


g = gen.g
m, k = s.symbols("m k")


@pytest.mark.slow
@pytest.mark.parametrize("row", rows(__file__, "values_compared.txt"))
def test_kinds_of_values(row):
    verdict, a, b = row.split(" : ")
    names = {"read": read_expression, "sympy": sympy, **public_names(), **globals()}
    assert s.equivalent(eval(a, names), eval(b, names)).verdict == verdict


def test_lists_that_share_their_parts():
    first, second, other = [1], [1], [2]
    for _ in range(100):
        first, second, other = [first, first], [second, second], [other, other]
    assert s.equivalent(first, second)
    assert not s.equivalent(first, other)


def test_the_answer_says_what_differs():
    declared = symbol("x", "positive")
    answer = s.equivalent(declared, x)
    assert set(answer.witness) == {"x", "x (positive)"}
    assert s.equivalent("x", x).certificate.startswith("the string 'x' (a symbol is made by symbols('x')")
    assert s.equivalent(s.up(1, 2), s.up(1, 2, 3)).certificate == "the shapes differ: up(2) and up(3)"
    assert s.equivalent(s.up(1, 2), 3).certificate == "the shapes differ: up(2) and the number 3"
    assert s.equivalent(3, s.up(1, 2)).certificate == "the shapes differ: the number 3 and up(2)"
    assert s.equivalent(s.sqrt(2), math.nan).verdict == "undecided"
    assert s.equivalent(1, Fraction(2, 2)).certificate == "exact numbers"
    assert s.equivalent(1, 1.0).certificate == s.equivalent(1.0, 1).certificate == "floating-point numbers"
    assert s.equivalent(x, x).certificate == "the same value"
    assert s.equivalent(s.up(1, x), s.up(1, x)).certificate == "every component: the same value"
    nested = [s.up(1, s.up(s.up(3, 4, last), 2)) for last in (4, 5)]
    assert s.equivalent(*nested).certificate == "component 1 0 2: exact numbers"
    assert s.equivalent([math.nan, math.inf * x], [1, 2]).certificate == "component 0: not a number"
    assert s.equivalent(s.sqrt(2) * s.sqrt(3), s.sqrt(6)).certificate.startswith(
        "the difference is an algebraic number"
    )
    assert s.equivalent(s.sin(x) ** 2, 1 - s.cos(x) ** 2).certificate == "the canonical form of the difference is 0"
    refused = s.equivalent((x + y) ** 2500 - s.sin(x), 2 * (x + y) ** 2500 - s.sin(x) - (y + x) ** 2499 * (x + y))
    assert refused.verdict == "undecided" and refused.certificate.startswith("a power to be expanded has")
    assert repr(Equivalence("equal", 300 * "a")) == "equal: " + 300 * "a"
    assert repr(Equivalence("equal", 301 * "a")) == "equal: " + 300 * "a" + " ... (.certificate has all of it)"


def test_where_values_are_defined():
    assert is_defined([s.sqrt(x)], {x: 4}) and is_defined([s.sqrt(gen.Y) + s.log(x)], {x: 4})
    assert not is_defined([s.sqrt(x)], {x: -1}) and not is_defined([1 / x, gen.Y], {x: 0})
    assert is_complex(1j) and is_complex(s.sqrt(-2)) and is_complex(x + s.sqrt(-1))
    assert not is_complex(s.literal_function("G", "(-> (UP Real Real) Real)")(s.up(1, 2)), s.sqrt(x))


# --- size ------------------------------------------------------------------------------------------------------


def nested(function, depth, start=x):
    for _ in range(depth):
        start = function(start)
    return start


LARGE = {
    "deep sines": lambda: (nested(lambda e: s.sin(e) + 1, 10_000), nested(lambda e: 1 + s.sin(e), 10_000)),
    "deep roots": lambda: (nested(lambda e: s.sqrt(e * e + 1), 10_000), nested(lambda e: s.sqrt(1 + e * e), 10_000)),
    "deep tuples": lambda: (nested(s.up, 2_000), nested(s.up, 2_000, y)),
    "many symbols": lambda: (sum(many(3_000)), sum(reversed(many(3_000)))),
    "a large product": lambda: (math.prod(1 + e for e in many(60)), math.prod(1 + e for e in reversed(many(60)))),
    "a large power": lambda: ((x + y) ** 10**6, (y + x) ** 10**6),
    "a large degree": lambda: (s.sin(x) ** 10**9, s.sin(x) ** (10**9 - 1) * s.sin(x)),
    "large multiples": lambda: (s.sin(10**6 * x), 2 * s.sin(5 * 10**5 * x) * s.cos(5 * 10**5 * x)),
    "many roots": lambda: (1 / sum(s.sqrt(e) for e in many(12)), 1 / sum(s.sqrt(e) for e in reversed(many(12)))),
    "many magnitudes": lambda: (math.prod(map(abs, many(12))), abs(math.prod(many(12)))),
    "a tower": lambda: (x ** (x ** (x**x)), x ** (x ** (x ** (2 * x)))),
}


def many(n):
    return [s.symbols(f"x{i}") for i in range(n)]


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGE)
def test_large_expressions_have_an_answer(name):
    a, b = LARGE[name]()
    assert s.equivalent(a, b).verdict in ("equal", "different", "undecided")


def _engine():
    return DecisionForm(False, note_assumptions)


def test_signs_of_even_powers():
    engine, q = _engine(), s.symbols("q", nonpositive=True)
    signs = [is_positive(engine, engine.expression_form(e)) for e in (q**2, -(q**2), -q)]
    assert signs == [True, False, True]


def test_what_has_a_logarithm_is_not_zero():
    engine = _engine()
    engine.expression_form(s.log(x))
    assert never_zero(engine, x)


def test_signs_that_contradict_each_other_are_facts():
    engine = _engine()
    engine.expression_form(s.sqrt(x) + s.sqrt(-x))
    assert Fact(-1, (x,), False) in engine.facts or Fact(1, (x,), False) in engine.facts
    engine = _engine()
    engine.expression_form(s.sqrt(x) + s.log(1 + x * s.sqrt(x)))
    assert all(len(fact.factors) > 1 for fact in engine.facts)
