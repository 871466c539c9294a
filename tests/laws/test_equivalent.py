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


def is_literal(e):
    """Does a literal function occur? Its values in a witness are free."""
    return bool({"f", "g", "F"} & {name.name for name in s.variables_in(e)})


def test_truth_value_of_undecided_is_an_error():
    with pytest.raises(s.errors.UndecidedError, match="undecided, not a number; use"):
        bool(s.equivalent(float("nan"), 1))
