"""Parts of simplification and of decisions, each by what it promises: where a slip would give a wrong answer unseen."""

import math
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.generic import elementary
from scmpy.symbolic.ball_arithmetic import precision
from scmpy.symbolic.decision import algebraic as separation
from scmpy.symbolic.decision import zero_test as witness
from scmpy.symbolic.expression import Head, application, read_expression, symbol
from scmpy.symbolic.printed_form import _quotient, rewritten
from scmpy.symbolic.ring import Ring
from scmpy.symbolic.simplify import reduced

a, b, c, u, x, y, ω = s.symbols("a b c u x y ω")


# --- kernels ------------------------------------------------------------------------------------------------------


KERNELS = {
    "(/ 1 (sqrt (+ 1 (expt y 2))))": lambda: s.cos(s.atan(y)),
    "(/ x (sqrt (+ (expt x 2) (expt y 2))))": lambda: s.cos(s.atan(y, x)),
    "(expt u 2)": lambda: s.exp(2 * s.log(u)),
    "(expt (exp a) 2)": lambda: s.exp(2 * a),
    "(/ 1 (expt u 3))": lambda: s.exp(-3 * s.log(u)),
}


@pytest.mark.parametrize("result", KERNELS)
def test_kernels_of_inverse_functions(result: str) -> None:
    found = s.simplify(KERNELS[result]())
    assert s.equivalent(found, read_expression(result))
    assert "atan" not in str(found) and "log" not in str(found)


def test_the_cosine_of_an_angle_of_unknown_numbers_is_left() -> None:
    assert "atan" in str(rewritten("(cos (atan y x))", reduced))
    assert "atan" not in str(rewritten("(cos (atan y))", reduced))


@pytest.mark.parametrize("turn", range(-5, 6))
def test_quarters_of_a_turn_are_taken_out_of_sums(turn: int) -> None:
    """At any place in a sum of two or three terms, of which some are printed after pi."""
    for terms in ((a,), (a, b), (a, ω), (ω,)):
        for place in range(len(terms) + 1):
            angle = s.add(*terms[:place], turn * s.pi / 2, *terms[place:])
            plain = s.add(*terms) if len(terms) > 1 else terms[0]
            for f, others in ((s.sin, (s.sin, s.cos)), (s.cos, (s.cos, s.sin))):
                sign = (1, 1 if f is s.sin else -1, -1, -1 if f is s.sin else 1)[turn % 4]
                assert s.simplify(f(angle) - sign * others[turn % 2](plain)) == 0


def test_a_product_without_one_of_its_factors() -> None:
    product = application(Head.TIMES, a, b, c)
    assert _quotient(product, a) is application(Head.TIMES, b, c)
    assert _quotient(a * b, a) is b
    assert _quotient(product, a * c) is b
    assert _quotient(product, product) == 1


def test_roots_of_roots() -> None:
    assert str(rewritten("(expt (expt x 1/2) 1/3)", reduced)) == "(expt x 1/6)"
    assert str(rewritten("(expt (expt x 4) 1/8)", reduced)) != "(expt x 1/2)"


# --- points to try ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("facts", ["even", "odd", "positive", "nonpositive", "integer"])
def test_values_that_are_tried_have_the_facts_declared(facts: str) -> None:
    symbol = s.symbols("declared", **({"integer": True} if facts in ("even", "odd") else {}), **{facts: True})
    for seed in range(30):
        value = witness.Search._value(None, symbol, seed, Fraction(7, 2))  # type: ignore[arg-type]
        assert {"even": value % 2 == 0, "odd": value % 2 == 1, "integer": value.denominator == 1}.get(facts, True)
        assert facts != "nonpositive" or value <= 0


@pytest.mark.parametrize(
    ("value", "holding"),
    [
        (Fraction(3), {"positive", "nonnegative", "nonzero", "integer", "rational", "odd"}),
        (Fraction(-2), {"negative", "nonpositive", "nonzero", "integer", "rational", "even"}),
        (Fraction(0), {"nonnegative", "nonpositive", "integer", "rational", "even"}),
        (Fraction(1, 2), {"positive", "nonnegative", "nonzero", "rational"}),
        (flint.arb(3).sqrt(), {"positive", "nonnegative", "nonzero"}),
    ],
)
def test_facts_of_values(value: Any, holding: set[str]) -> None:
    known = "positive negative nonnegative nonpositive nonzero integer rational even odd".split()
    assert {fact for fact in known if witness.has_facts(value, frozenset({fact}))} == holding
    assert witness.has_facts(flint.arb(3), frozenset({"rational"}))


@given(st.lists(st.fractions(-9, 9, max_denominator=50), min_size=1, max_size=6, unique=True).map(sorted))
def test_points_on_all_sides_of_the_critical_ones(values: list[Fraction]) -> None:
    found = list(witness._between(values))
    assert min(found) < values[0] and max(found) > values[-1]
    for left, right in pairwise(values):
        assert any(left < point < right for point in found)
    assert set(values) <= set(found)


def test_points_are_tried_until_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """On both sides of 0, with more and more bits; a few of them whatever they cost."""
    for left, right in ((abs(x), x), (x**2 + 1, x**2 + 1 + Fraction(1, 2**100))):
        assert witness.Search(left, right, False).at_random() is not None
        assert witness.Search(left, right, False).along_lines([]) is not None
    monkeypatch.setattr(witness, "MAXIMUM_SEARCH", 0)
    search = witness.Search(abs(x), s.sqrt(x * x), False)
    assert search.at_random() is search.along_lines([]) is None
    assert search.tried == 3 and search.usable


def test_roots_of_critical_polynomials_on_a_line() -> None:
    ring = Ring([x, y, a])
    u, v, w = ring.generators
    at = {x: Fraction(0), y: Fraction(1), a: Fraction(2)}
    for polynomial, roots in ((u - 3, {0, 3}), (u * (v - 1) + w - 2, {0}), (u**2 - w, {0, 2**0.5, -(2**0.5)})):
        found = witness._critical_values([ring.form(polynomial)], x, at)
        assert {round(float(root), 9) for root in found} == {round(root, 9) for root in roots}


def test_expressions_at_the_place_of_a_witness() -> None:
    f = s.literal_function("f")
    answer = s.equivalent((s.D**3)(f)(x), s.D(f)(x))
    assert answer.place is not None
    for n in range(4):
        here = (s.D**n)(answer.witness["f"])(answer.witness["x"])
        assert float(answer.place.enclosure((s.D**n)(f)(x)).mid()) == pytest.approx(float(here), rel=1e-12)
    assert answer.place.enclosure(y) is None and answer.place.enclosure(s.sqrt(-1 - x**2)) is None
    assert answer.place.enclosure(3) == 3
    solved = answer.place._replace(solved=((y, x + 1),))
    assert (solved.enclosure(y) - solved.enclosure(x)).contains(1)


@pytest.mark.parametrize("facts", [{}, {"negative": True}, {"integer": True}, {"odd": True}, {"even": True}])
def test_values_of_all_kinds_are_tried(facts: dict[str, bool]) -> None:
    symbol = s.symbols("declared", **facts)
    values = [witness.Search._value(None, symbol, seed, Fraction(7, 2)) for seed in range(30)]  # type: ignore[arg-type]
    assert any(value < 0 for value in values)
    assert any(value > 0 for value in values) != ("negative" in facts)
    if "integer" in facts:
        assert {value % 2 for value in values} == {0, 1}


# --- how near zero an algebraic number may be ------------------------------------------------------------------------


def test_bounds_of_numbers() -> None:
    assert separation._of(s.make_rectangular(Fraction(1, 3), Fraction(1, 5)), {}) == (4.0, 4.0)
    assert separation._of(Fraction(3, 4), {}) == (2.0, 3.0)
    assert separation._of(7, {}) == (3.0, 0.0)


def test_bounds_of_operations() -> None:
    known = {x: (3.0, 1.0), y: (5.0, 2.0)}
    assert separation._bounds(application(Head.TIMES, x, y), known) == (8.0, 3.0, 1)
    assert separation._bounds(application(Head.OVER, x, y), known) == (5.0, 6.0, 1)
    assert separation._bounds(application(Head.PLUS, x, y), known) == (8.0, 3.0, 1)
    assert separation._bounds(s.sqrt(x), known) == (2.0, 1.0, 2)
    assert separation._bounds(s.expt(x, -3), known) == (3.0, 9.0, 1)
    assert separation._bounds(s.expt(y, Fraction(2, 3)), known) == ((10 + 2 * 4) / 3, 4.0, 3)
    assert separation._bounds(application(Head.OVER, x), known) == (1.0, 3.0, 1)
    assert separation._bounds(abs(y), known) == (5.0, 2.0, 2)


@given(st.integers(1, 10**9), st.integers(1, 10**9), st.integers(2, 60))
def test_what_is_not_zero_is_above_the_bound(p: int, q: int, n: int) -> None:
    """Differences of roots that are near each other."""
    root = s.sqrt(application(Head.PLUS, n * n, 1)) if math.isqrt(n) ** 2 != n else s.sqrt(2)
    expression = application(Head.PLUS, root, application(Head.TIMES, -1, s.sqrt(Fraction(p, q))))
    bits = separation._bits_of_separation(expression)
    assert bits is not None
    value = abs(float(s.mul(1.0, s.sqrt(n * n + 1.0))) - math.sqrt(p / q))
    assert value == 0 or value > 2.0 ** -min(bits, 1000) or value < 1e-9


@pytest.mark.parametrize("n", [10, 40, 60])
def test_powers_written_out_are_not_zero(n: int) -> None:
    """(r - 1)^n of a cube root r, as a whole number plus multiples of r and r^2, which are large."""
    root = s.expt(2, Fraction(1, 3))
    sums = [sum(math.comb(n, k) * (-1) ** (n - k) * 2 ** (k // 3) for k in range(j, n + 1, 3)) for j in range(3)]
    written = application(
        Head.PLUS, sums[0], application(Head.TIMES, sums[1], root), application(Head.TIMES, sums[2], root, root)
    )
    assert not separation.is_algebraic_zero(written)
    power = application(Head.TIMES, -1, application(Head.EXPT, application(Head.PLUS, root, -1), n))
    assert separation.is_algebraic_zero(application(Head.PLUS, written, power))


def test_degrees_of_sines_of_rational_angles() -> None:
    """Those of the minimal polynomials: 6 of sin(pi/7) and of sin(2 pi/9), 3 of cos(pi/7), 2 of cos(pi/4), 1 of cos(pi/3)."""
    known = ("sin", (1, 14), 6), ("sin", (1, 9), 6), ("cos", (1, 14), 3), ("cos", (1, 8), 2), ("cos", (1, 6), 1)
    for name, turns, degree in known:
        angle = application(Head.TIMES, 8 * Fraction(*turns), separation.EIGHTH_TURN)
        bounds = separation._bounds(application(symbol(name), angle), {})
        assert bounds is not None and bounds[2] == degree
        assert separation._turns(angle) == Fraction(*turns)
    assert separation._turns(application(Head.PLUS, 2, separation.EIGHTH_TURN)) is None
    assert separation._turns(application(Head.TIMES, s.sqrt(2), separation.EIGHTH_TURN)) is None


def test_what_is_not_enclosed_closely_is_not_proved_to_be_zero(monkeypatch: pytest.MonkeyPatch) -> None:
    assert separation.is_algebraic_zero(0)
    assert not separation.is_algebraic_zero(application(Head.SQRT, -2))
    small = application(Head.MINUS, s.sqrt(2), Fraction(1414, 1000))
    assert not separation.is_algebraic_zero(small)
    monkeypatch.setattr(separation, "precision", lambda bits: precision(8))
    assert not separation.is_algebraic_zero(small)


# --- balls --------------------------------------------------------------------------------------------------------


def test_rounding_of_balls() -> None:
    for number, nearest, truncated in (
        (2.5, 2, 2),
        (3.5, 4, 3),
        (2.4, 2, 2),
        (-2.5, -2, -2),
        (-1.5, -2, -1),
        (-0.4, 0, 0),
        (0, 0, 0),
        (7, 7, 7),
    ):
        assert elementary._ball_to_nearest(flint.arb(number)) == nearest
        assert elementary.record_of("truncate").ball(flint.arb(number)) == truncated


# --- decisions that a slip would turn -------------------------------------------------------------------------------


def test_angles_that_are_a_whole_turn_are_not_zero() -> None:
    for expression in (2 * s.atan(0, x), -2 * s.atan(0, x), 2 * s.atan(0, -(x**2))):
        assert s.equivalent(expression, 0).verdict != "equal"
    assert s.equivalent(s.atan(0, x**2 + 1), 0)


def test_signs_to_half_an_even_number() -> None:
    m = s.symbols("m_", even=True)
    half = s.expt(-1, m / 2)
    assert s.equivalent(half * half, 1)
    assert not s.equivalent(half, 1)


def test_values_without_components() -> None:
    assert s.equivalent("text", "".join(["te", "xt"])).verdict == "equal"
    assert s.equivalent("text", "other").verdict == "different"
    assert s.equivalent(s.up(1, "text"), s.up(1, "text")).verdict == "equal"


def test_derivatives_of_high_order_of_literal_functions_of_functions() -> None:
    f = s.literal_function("f")
    for n in (1, 2, 3, 4):
        at = (s.D**n)(lambda t: f(t * t + 2 * t))
        general = s.substitute(at(x), x, 3)
        assert s.equivalent(at(3), general)
    assert s.equivalent((s.D**9)(f)(x), 0).verdict == "different"
