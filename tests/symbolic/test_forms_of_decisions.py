"""What decision forms are made of, each by its law: bases of arguments, denominators without roots, roots of polynomials.

A slip in one of these seldom changes an answer of ``equivalent``, which looks for a witness before it proves anything.
"""

import math
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from flint import arb

import scmpy as s
from scmpy.errors import LimitError
from scmpy.symbolic import assumptions
from scmpy.symbolic.decision import algebraic, zero_test
from scmpy.symbolic.decision import forms as tower
from scmpy.symbolic.decision.algebraic import is_positive, real_roots, sign_of, univariate
from scmpy.symbolic.decision.equivalence import vanishing_parts
from scmpy.symbolic.decision.forms import DecisionForm
from scmpy.symbolic.decision.transcendental import Basis
from scmpy.symbolic.expression import Head, application, read_expression, symbol
from scmpy.symbolic.ring import Ring
from tests.laws.test_proofs import is_proved

from ..tables import public_names, refusals, sections

x, y, z, a, b = s.symbols("x y z a b")
p, q = s.symbols("p q", positive=True)
f = s.literal_function("f")
half, third, fifth = Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)


# --- independence over the rationals ------------------------------------------------------------------------------

TABLE = {
    title: [tuple(eval(part, {**public_names(), **globals()}) for part in row.split(" : ")) for row in found]
    for title, found in sections(__file__, "forms_of_decisions.txt").items()
}
ARGUMENTS, SAME_KEYS, COMMON_ZEROS, SIGNS = TABLE.values()


@pytest.mark.parametrize(("arguments", "dimension"), ARGUMENTS, ids=range(len(ARGUMENTS)))
@pytest.mark.parametrize("turn", range(3))
def test_arguments_are_the_combinations_of_the_basis_that_are_found(arguments, dimension, turn: int) -> None:
    engine = DecisionForm()
    forms = engine.forms([*arguments[turn:], *arguments[:turn]][:: -1 if turn == 2 else 1])
    basis = Basis(engine.tower)
    for form in [*forms, *forms]:
        rest = form
        for member, c in basis.coordinates(form).items():
            rest = rest - basis.members[member][1] * c
        assert rest.is_zero
    assert len(basis.members) == dimension


# --- denominators -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "right"), SAME_KEYS, ids=range(len(SAME_KEYS)))
def test_equal_quotients_have_one_key(left: Any, right: Any) -> None:
    engine = DecisionForm()
    forms = engine.forms([left, right, f(left) - f(right)])
    assert engine.tower.key(forms[0]) == engine.tower.key(forms[1])
    assert forms[2].is_zero
    assert not is_proved(f(left) - f(2 * right))


@pytest.mark.parametrize("left", [left for left, _ in SAME_KEYS[:6]])
def test_denominators_have_no_roots(left: Any) -> None:
    engine = DecisionForm()
    form = engine.form(left)
    found = engine.tower.rationalized(form)
    degrees = found.den.degrees()
    assert not any(degrees[i] for i in found.ring.relations)
    assert (form - found).is_zero


def test_elementary_functions_of_tuples_are_functions_of_their_components() -> None:
    engine = DecisionForm()
    texts = (
        "(sin (up x y))",
        "(sin (up x (+ y 0)))",
        "(sin (up x z))",
        "(sin (down x y))",
        "(atan (up x y) z)",
        "(atan (up x z) z)",
    )
    forms = engine.forms(list(map(read_expression, texts)))
    assert (forms[0] - forms[1]).is_zero
    assert len({engine.tower.key(form) for form in forms}) == 5


# --- polynomials in one variable ----------------------------------------------------------------------------------

ROOTS = {
    "3 - 2 t": (lambda t: 3 - 2 * t, [Fraction(3, 2)]),
    "t^2 - 2": (lambda t: t**2 - 2, [-(2**0.5), 2**0.5]),
    "t^3 / 2 - 1": (lambda t: t**3 / 2 - 1, [2 ** (1 / 3)]),
    "t^2 + 1": (lambda t: t**2 + 1, []),
    "t^4 - 10 t^2 + 1": (lambda t: t**4 - 10 * t**2 + 1, [u * 2**0.5 + v * 3**0.5 for u in (1, -1) for v in (1, -1)]),
    "t^5 - t - 1": (lambda t: t**5 - t - 1, [1.1673039782614187]),
}


@pytest.mark.parametrize("name", ROOTS)
def test_real_roots(name: str) -> None:
    polynomial, expected = ROOTS[name]
    ring = Ring([y, x])
    found = list(real_roots(univariate(polynomial(ring.generators[1]), 1)))
    assert all(isinstance(root, Fraction) == (len(name) == 7 and name[0] == "3") for root in found)
    assert sorted(round(float(arb(r) if not isinstance(r, Fraction) else r), 9) for r in found) == sorted(
        round(float(r), 9) for r in expected
    )


def test_a_basis_that_grows_too_large_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    u, v = Ring([x, y]).generators
    system = [u**2 + v**2 - 1, u * v - 2], u + v
    assert not zero_test._have_no_common_zero(2, *system)
    assert zero_test._have_no_common_zero(2, [u**2 * v - 1, u], v)
    monkeypatch.setattr(zero_test, "LIMITS", (1, 1, 1))
    assert not zero_test._have_no_common_zero(2, *system)


@pytest.mark.parametrize(("vanishing", "nonzero", "proved"), COMMON_ZEROS, ids=range(len(COMMON_ZEROS)))
def test_common_zeros(vanishing: list[Any], nonzero: list[Any], proved: bool) -> None:
    """They are those on the relations of roots and sines, where something else is not zero."""
    engine = DecisionForm()
    forms = engine.forms([*vanishing, *nonzero])
    assert zero_test.have_no_common_zeros(engine, forms[: len(vanishing)], forms[len(vanishing) :]) is proved


@pytest.mark.parametrize("name", ["_MAXIMUM_ATOMS", "_MAXIMUM_TERMS", "_MAXIMUM_DEGREE"])
def test_systems_that_are_too_large_prove_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine = DecisionForm()
    forms = engine.forms([x * y - 1, x, x])
    assert zero_test.have_no_common_zeros(engine, forms[:2], forms[2:])
    monkeypatch.setattr(zero_test, name, 1)
    assert not zero_test.have_no_common_zeros(engine, forms[:2], forms[2:])


def test_what_is_zero_is_never_something_else() -> None:
    engine = DecisionForm()
    forms = engine.forms([x, y, 0, 3])
    assert zero_test.have_no_common_zeros(engine, forms[:1], forms[2:3])
    assert not zero_test.have_no_common_zeros(engine, forms[:1], forms[3:])
    assert not zero_test.have_no_common_zeros(engine, [forms[0], forms[2]], forms[1:2])


def is_zero(expression: Any) -> bool:
    engine = DecisionForm()
    return engine.settled(lambda: zero_test.is_zero(engine, engine.expression_form(expression)))


@pytest.mark.parametrize("root", [s.log, s.sqrt, lambda z: s.expt(z, -half)])
def test_signs_that_a_product_excludes(root: Any) -> None:
    """Where the factors have other signs it has no value, and where one vanishes the quotients have none."""
    over_x, over_y = application(Head.OVER, x), application(Head.OVER, y)
    for expression in (abs(x) / x - abs(y) / y, abs(x) * over_x - abs(y) * over_y):
        assert is_zero(expression * root(x * y))
        assert not is_zero(expression * root(x * y * z))


def test_a_factor_of_other_symbols_divides_nothing() -> None:
    engine = DecisionForm()
    form, key = engine.form(x), engine.tower.key(engine.form(x + y))
    assert not zero_test._divides(engine, key, form.ring, form.num)
    assert zero_test._divides(engine, engine.tower.key(form), form.ring, form.num)


# --- sizes --------------------------------------------------------------------------------------------------------


def test_work_is_counted_in_products_of_terms_and_refused() -> None:
    u, v = Ring([x, y]).generators
    one, *_ = Ring(s.symbols("x0:20")).generators
    work = tower.Work()

    def cost(call: Any, *operands: Any) -> int:
        before = work.spent
        call(*operands)
        return work.spent - before

    assert cost(work.product, u + v, u + v + 1) == 6
    assert cost(work.product, one, one) > cost(work.product, u, v)  # by the length of the exponents
    assert cost(work.power, u + v, 10) == 22 and cost(work.power, u, 10**9) == cost(work.power, u + v, 9, True) == 0
    assert cost(work.reduction, u + v, 5, v) == 10 and cost(work.reduction, u + v, 5, u + 1) == 12
    assert work.gcd(u**2 - v**2, u * v + v**2) == u + v and cost(work.gcd, u, u.context().constant(3)) == 0
    for refused in (
        lambda: work.power(u + v, tower.MAXIMUM_POWER + 1),
        lambda: work.power(2 * u, tower.MAXIMUM_POWER + 1),
        lambda: work.power(u, tower.MAXIMUM_POWER + 1, True),
        lambda: work.reduction(u, tower.MAXIMUM_POWER + 1, v),
        lambda: work.spend(tower.MAXIMUM_WORK + 1),
        lambda: work.spend(1),  # after what was spent before
    ):
        with pytest.raises(LimitError, match="equivalent"):
            refused()


def test_gcds_of_large_polynomials_are_not_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    u, v = Ring([x, y]).generators
    monkeypatch.setattr(tower, "MAXIMUM_GCD", 3)
    assert tower.Work().gcd(u**2 - v**2, u * v + v**2) == 1
    assert tower.Work().gcd(u * v + v, v) == v


def test_too_many_signs_and_coefficients_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = DecisionForm()
    form = engine.form(abs(x) / x + abs(y) / y + 3)
    assert not zero_test.is_zero(engine, form)
    monkeypatch.setattr(zero_test, "MAXIMUM_SIGNS", 1)
    assert not zero_test.is_zero(engine, form)
    monkeypatch.setattr(zero_test, "_MAXIMUM_COEFFICIENTS", 1)
    assert not zero_test.is_zero(engine, engine.form(s.sqrt(2) * x + y))


def test_polynomials_that_are_not_factored_are_their_only_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(algebraic, "MAXIMUM_FACTORED", 1)
    for expression in (2 - 2 * x**2, (y - x) * (x + y) / (3 - 3 * z), -3 * x**2):
        engine = DecisionForm()
        form = engine.form(expression)
        constant, parts = algebraic.factors(engine, form)
        total = engine.tower.constant(constant)
        for key, power in parts:
            total = total * engine.argument(key) ** power
        assert (total - form).is_zero
        assert all(engine.argument(key).num.leading_coefficient() > 0 for key, _ in parts)


def test_prime_powers() -> None:
    """Of large primes too, where they are all that is left."""
    large = 10_007
    for number, expected in (
        (Fraction(12, 35), {2: 2, 3: 1, 5: -1, 7: -1}),
        (Fraction(1), {}),
        (Fraction(large**5), {large: 5}),
        (Fraction(1, large**3), {large: -3}),
        (Fraction(4, large**2), {2: 2, large: -2}),
        (Fraction(large * (large + 2) * 3), {3: 1, large * (large + 2): 1}),
        (Fraction(large**6), {large: 6}),
    ):
        assert dict(algebraic.prime_powers(number)) == expected


# --- intervals ----------------------------------------------------------------------------------------------------

ENDS = [-math.inf, -2, -1, 0, 1, 3, math.inf]
INTERVALS = [(low, high) for low in ENDS for high in ENDS if low <= high and not (low == high and math.isinf(low))]


def inside(interval: tuple[Any, Any]) -> list[Any]:
    """Numbers in an interval: its ends, where it has them, and others."""
    return [
        v for v in (-7, -2, Fraction(-3, 2), -1, Fraction(-1, 2), 0, Fraction(1, 2), 1, 2, 3, 9) if within(v, interval)
    ]


def within(number: Any, interval: tuple[Any, Any]) -> bool:
    return bool(interval[0] <= number <= interval[1])


def test_intervals_of_products_and_powers() -> None:
    """They hold the products, and no more: their finite ends are products."""
    for a_, b_ in product(INTERVALS, repeat=2):
        found, products = assumptions.product_of_ranges(a_, b_), [u * v for u in inside(a_) for v in inside(b_)]
        assert all(within(u, found) for u in products)
        assert all(math.isinf(end) or end in products for end in found), (a_, b_)
    for a_, n in product(INTERVALS, (1, 2, 3, 4)):
        found, powers = assumptions.power_of_range(a_, n), [u**n for u in inside(a_)]
        assert all(within(u, found) for u in powers)
        assert all(math.isinf(end) or end in powers for end in found), (a_, n)


@pytest.mark.parametrize(("expression", "sign"), SIGNS, ids=range(len(SIGNS)))
def test_signs_of_polynomials(expression: Any, sign: int) -> None:
    engine = DecisionForm()

    def signs_found() -> tuple[bool, bool]:
        form = engine.expression_form(expression)
        return is_positive(engine, form), is_positive(engine, -form)

    assert engine.settled(signs_found) == (sign > 0, sign < 0)


def test_signs_of_numbers_and_of_what_is_not_normalized() -> None:
    engine = DecisionForm()
    assert [sign_of(engine, number) for number in (3, half, 0, -half, -3)] == [1, 1, 1, -1, -1]
    assert is_positive(engine, engine.tower.constant(0))
    downwards = engine.form(-(x**4) - 1)
    assert algebraic._without_roots(downwards) == -1
    assert algebraic._constant(s.asin(2)) == (-math.inf, math.inf)
    low, high = algebraic._constant(s.sqrt(2))
    assert low < high and low**2 < 2 < high**2


def test_terms_of_one_sign() -> None:
    engine = DecisionForm()
    a_, b_ = symbol("a", "nonpositive"), symbol("b", "nonpositive")
    for expression, expected in (
        (a_ + b_, True),
        (a_ - b_, False),
        (-a_ - b_, True),
        (x**2 + y**2, True),
        (x + y, False),
    ):
        assert algebraic.is_of_one_sign(engine.form(expression), {}, set()) is expected
    forms = vanishing_parts(engine, engine.form(a_ + b_))
    assert {engine.tower.key(form) for form in forms} == {a_, b_}


@pytest.mark.parametrize("fact", ["positive", "nonnegative", "negative", "nonpositive"])
def test_what_is_assumed_of_expressions(fact: str) -> None:
    sign = 1 if fact in ("positive", "nonnegative") else -1
    claim = abs(x - y) - sign * (x - y)
    assert not is_proved(claim) and not is_proved(abs(x - y) + sign * (x - y))
    with s.assuming(**{fact: x - y}):
        assert is_proved(claim) and not is_proved(abs(x - y) + sign * (x - y))
        assert not is_proved(abs(x) - sign * x)
        assert is_proved((1 - abs(x - y) / abs(x - y) + claim) * s.sqrt(x))
        # where it is 0 too, unless it is nowhere
        assert is_proved(1 + s.sqrt(sign * (y - x))) is (fact in ("positive", "negative"))


test_what_is_refused = refusals(__file__, "forms of decisions", globals())
