"""equivalent gives no wrong answer: its verdicts are checked by value, with the tests' own evaluator."""

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scmpy as s

from . import generators as gen
from .balls import OutsideDomain, Point, precision, same, value

x, y = gen.X, gen.Y

#: Pairs that are equal, or nearly so: one side rewritten by a rule that holds, or that holds only sometimes.
REWRITES = (
    lambda e: e + 1 - 1,
    lambda e: s.sqrt(e * e),
    lambda e: s.exp(s.log(e)) if isinstance(e, type(x)) else e,
    lambda e: s.log(s.exp(e)),
    lambda e: e * (s.sin(x) ** 2 + s.cos(x) ** 2),
    lambda e: s.sin(2 * x) / (2 * s.cos(x)) * e,
    lambda e: s.sin(x) * e,
    lambda e: s.tan(x) / s.sin(x) * s.cos(x) * e,
    lambda e: s.sqrt(e) ** 2,
    lambda e: s.asin(s.sin(e)),
    lambda e: s.sin(s.asin(e)),
    lambda e: s.negate(s.negate(e)),
    lambda e: e + Fraction(1, 10**6),
    lambda e: e * 1,
)


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples * 4)
@given(gen.angles | gen.trigonometric_products | gen.applications, st.sampled_from(REWRITES), gen.signed_points)
def test_verdicts_are_true(e, rewrite, point):
    try:
        other = rewrite(e)
        answer = s.equivalent(e, other)
    except ZeroDivisionError:
        assume(False)
    if answer.verdict == "different":
        point = Point("real", 0, {name: Fraction(answer.witness.get(name, 1)) for name in "xyz"})
    with precision(400):
        try:
            left, right = value(e, point), value(other, point)
        except (OutsideDomain, ZeroDivisionError):
            assume(False)
        if answer.verdict == "equal":
            assert same(left, right), (left, right)
        elif answer.verdict == "different" and answer.witness and not is_literal(e):
            assert not same(left, right), (left, right)


@given(gen.expressions, gen.expressions)
def test_equivalence_is_reflexive_and_symmetric(a, b):
    assert s.equivalent(a, a).verdict == "equal"
    assert s.equivalent(a, b).verdict == s.equivalent(b, a).verdict
    assert s.equivalent(a, s.add(a, 1)).verdict == "different"


@pytest.mark.slow
@settings(max_examples=settings.default.max_examples * 4)
@given(gen.wild_expressions, gen.wild_expressions)
def test_verdicts_on_wild_expressions(a, b):
    """Those that are called equal are compared by value (:mod:`.by_value`); nothing equal is called different."""
    try:
        s.equivalent(a, b)
        assert s.equivalent(s.mul(a, b), s.mul(b, a)).verdict != "different"
        assert s.equivalent(s.sub(s.add(a, b), b), a).verdict != "different"
        assert s.equivalent(a, s.simplify(a, careful=True)).verdict != "different"
    except (s.errors.DivisionByZeroError, s.errors.DomainError, s.errors.LimitError):
        assume(False)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (s.exp(s.mul(s.make_rectangular(0, 1), x)), s.cos(x) + s.make_rectangular(0, 1) * s.sin(x)),
        (s.log(s.expt(x, 2)), 2 * s.log(x)),
        (s.expt(s.expt(x, 2), s.div(1, 2)), abs(x)),
        (s.sqrt(x) * s.sqrt(y), s.sqrt(x * y)),
        (s.sqrt(3 + 2 * s.sqrt(2)), 1 + s.sqrt(2)),
        (s.sqrt(2) + s.sqrt(3), s.sqrt(5 + 2 * s.sqrt(6))),
    ],
)
def test_pairs_that_are_equal_where_both_are_real_numbers(a, b):
    """Whatever is not proved is undecided: it is not called different."""
    assert s.equivalent(a, b).verdict in ("equal", "undecided")


#: Pairs that agree to many digits, on an interval, or up to a branch.
NEARLY = [
    (s.atan(s.tan(x)), x),
    (s.exp(s.sqrt(163) * 4 * s.atan(1)), 262537412640768744),
    (s.sqrt(x**2 + Fraction(1, 10**40)), s.sqrt(x**2)),
    (s.cos(x) ** 2 + s.sin(x) ** 2, 1 + Fraction(1, 10**60)),
    (s.sin(10**30 * x), s.sin(10**30 * x + 1)),
    (s.expt(x, 50) / (1 + s.expt(x, 50)), s.expt(x, 50)),
    (gen.f(x + Fraction(1, 10**30)), gen.f(x)),
    (s.atan(s.sin(x), s.cos(x)), x),
    (s.D(gen.f)(2 * x), 2 * s.D(gen.f)(x)),
    (s.partial(0)(gen.F)(x, y), s.partial(0)(gen.F)(y, x)),
]


@pytest.mark.parametrize(("a", "b"), NEARLY)
def test_pairs_that_are_nearly_equal(a, b):
    assert s.equivalent(a, b).verdict == "different"


def is_literal(e):
    """Does a literal function occur? Its values in a witness are free."""
    return bool({"f", "g", "F"} & {name.name for name in s.variables_in(e)})


#: Pairs with equal values wherever both sides are real.
EQUAL = [
    (s.sin(x + y), s.sin(x) * s.cos(y) + s.cos(x) * s.sin(y)),
    (s.sin(3 * x), 3 * s.sin(x) - 4 * s.sin(x) ** 3),
    (s.cos(x) ** 2, (1 + s.cos(2 * x)) / 2),
    (s.sin(x / 2) ** 2, (1 - s.cos(x)) / 2),
    (s.exp(x + y), s.exp(x) * s.exp(y)),
    (s.sqrt(x) ** 4, x**2),
    (s.sqrt(8) + s.sqrt(2), 3 * s.sqrt(2)),
    (s.sqrt(2) * s.sqrt(3), s.sqrt(6)),
    (s.tan(x), s.sin(x) / s.cos(x)),
    (s.exp(s.log(x)), x),
    (s.cos(s.asin(x)) ** 2, 1 - x**2),
    (s.sin(s.atan(x)), x / s.sqrt(1 + x**2)),
    (gen.f(2 * x), gen.f(x + x)),
    (s.partial(0)(s.partial(1)(gen.F))(x, y), s.partial(1)(s.partial(0)(gen.F))(x, y)),
]

#: Pairs that differ somewhere.
DIFFERENT = [
    (s.sqrt(x**2), x),
    (s.asin(s.sin(x)), x),
    (s.acos(s.cos(x)), x),
    (s.atan(y, x), s.atan(y / x)),
    (s.sin(x), x - x**3 / 6),
    (gen.f(x), gen.f(-x)),
    (s.D(gen.f)(x), gen.f(x)),
    (s.sqrt(2), Fraction(141421356237309504880168872420969807, 10**35)),
    (s.exp(x), 1 + x),
    (s.sqrt(1 - gen.f(x) ** 2), 1 / s.sqrt(1 - gen.f(x) ** 2)),  # a function of small values is needed
]


@pytest.mark.parametrize(("a", "b"), EQUAL)
def test_equal_pairs(a, b):
    assert s.equivalent(a, b).verdict == "equal"


@pytest.mark.parametrize(("a", "b"), DIFFERENT)
def test_different_pairs(a, b):
    assert s.equivalent(a, b).verdict == "different"


def test_truth_value_of_undecided_is_an_error():
    with pytest.raises(s.errors.UndecidedError, match="undecided, not a number; use"):
        bool(s.equivalent(float("nan"), 1))
