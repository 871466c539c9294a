"""simplify: the value is kept, doing it twice changes nothing, and only the input decides.

Every simplification of a test is checked by value (:mod:`.by_value`), at points where the recorded assumptions hold:
these tests only have to simplify.
"""

import os
import random
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

import scmpy as s
from scmpy.render.scheme import scheme_text
from scmpy.symbolic.arithmetic import apply_head
from scmpy.symbolic.assumptions import Policy
from scmpy.symbolic.expression import application, expression_of, fold
from scmpy.symbolic.printed_form import held
from scmpy.symbolic.simplify import reduced

from . import generators as gen
from .balls import OutsideDomain, Point, ball, precision, same, value
from .by_value import POINTS, WrongValue, compare, counts

MORE = settings(max_examples=settings.default.max_examples * 4)


def simplified(expression, **options):
    """The simplified expression; an input that is defined nowhere is not a test case."""
    try:
        return s.simplify(expression, **options)
    except (s.errors.DivisionByZeroError, s.errors.DomainError, s.errors.LimitError):
        assume(False)


@MORE
@given(gen.expressions | gen.trigonometric | gen.rational_functions)
def test_simplify_keeps_the_value(e):
    simplified(e)


@MORE
@given(gen.wild_expressions)
def test_simplify_keeps_the_value_of_wild_expressions(e):
    """Roots, logarithms, powers and inverse functions of anything, complex constants, declared symbols."""
    simplified(e)
    simplified(e, careful=True)


@pytest.mark.slow
@MORE
@given(gen.roots_of_products)
def test_simplify_keeps_the_value_of_roots_of_products(e):
    assume(hasattr(e, "operands"))
    simplified(e)
    simplified(e, careful=True)


@pytest.mark.slow
@given(st.lists(gen.wild_expressions, min_size=8, max_size=12))
def test_simplify_keeps_the_value_of_big_expressions(parts):
    simplified(sum(a * b for a, b in zip(parts[::2], parts[1::2], strict=False)))
    assume(sum(parts[1::2]) != 0)
    simplified(s.div(sum(parts[::2]), sum(parts[1::2])))


@given(gen.wild_expressions, st.sampled_from(sorted(vars(Policy().switches))), st.booleans())
def test_every_switch_keeps_the_value(e, switch, on):
    simplified(e, **{switch: on})


def unordered(node):
    """An expression up to the order of terms and factors."""
    if not getattr(node, "operands", ()):
        return repr(node)
    parts = [unordered(part) for part in (node.operator, *node.operands)]
    commutes = getattr(node.operator, "name", None) in ("+", "*")
    return f"({' '.join(sorted(parts) if commutes else parts)})"


@settings(max_examples=settings.default.max_examples * 2)
@given(gen.expressions | gen.trigonometric | gen.positive_expressions)
def test_simplify_is_idempotent(e):
    """Up to the order of kernels, which follows from where the input first mentions them."""
    once = simplified(e)
    assert unordered(expression_of(s.simplify(once))) == unordered(expression_of(once))


@given(gen.expressions, gen.expressions)
def test_simplify_depends_on_its_input_alone(e, other):
    """Neither earlier simplifications nor other nodes that are alive change the answer."""
    first = repr(simplified(e))
    alive = [simplified(other), simplified(s.add(other, e)), simplified(s.mul(e, other))]
    assert repr(s.simplify(e)) == first
    assert alive


@given(gen.expressions, gen.expressions)
def test_simplify_of_a_tuple_keeps_the_values(a, b):
    pair = simplified(s.up(a, s.down(b, a)))
    for before, after in ((a, pair[0]), (b, pair[1][0]), (a, pair[1][1])):
        compare(before, after, POINTS[:1])


@given(gen.expressions)
def test_simplified_text_is_read_back(e):
    scheme = pytest.importorskip("scmpy.scheme")
    printed = expression_of(simplified(e))
    read = scheme.parse_printed(scheme_text(printed))
    assert unordered(expression_of(s.simplify(held(read)))) == unordered(printed)
    assert s.equivalent(read, printed).verdict == "equal"


@given(gen.positive_expressions, st.sampled_from((-0.693, 0.5, 2.5e5)))
def test_with_floats_simplified_text_has_no_root_of_a_number_beside_them(e, c):
    """A program that reads (* .5 (sqrt 2)) has one float."""
    once = expression_of(simplified(s.mul(c, s.sqrt(s.mul(2, e)))))
    assert unordered(expression_of(s.simplify(once))) == unordered(once)


_PROGRAM = """
import random
import scmpy as s
from scmpy.errors import ScmpyError

junk_before, order = %r
junk = [s.sin(s.symbols(f"junk{i}")) * s.symbols("z") for i in range(junk_before)]
x, y, z = [s.symbols(name) for name in (order and "xyz" or "zyx")][::order and 1 or -1]
f, g = s.literal_functions("f g")
F = s.literal_function("F", "(-> (UP Real Real) Real)")
chosen = random.Random(7)


def expression(depth):
    if depth == 0:
        return chosen.choice((x, y, z, f(x), s.D(g)(y), 2, 3))
    kind = chosen.randrange(9)
    inner = expression(depth - 1)
    if kind < 5:
        return (s.add, s.mul, s.sub, s.add, s.mul)[kind](inner, expression(depth - 1))
    if kind == 5:
        return inner / (2 + expression(depth - 1) ** 2)
    if kind == 6:
        return chosen.choice((s.sin, s.cos, s.exp, f, s.tan))(inner)
    return (lambda e: s.sqrt(e**2 + 1), lambda e: e**2)[kind - 7](inner)


cases = [expression(chosen.randint(2, 4)) for _ in range(50)]
cases.append(s.Lagrange_equations(s.Lrigid(*s.symbols("A B C")))(s.up(f, g, s.literal_function("h")))(z))
cases.append(s.D(F)(s.up(s.sin(x), x * y)) * s.up(f(x), g(y)))
answers = {}
for i in range(len(cases)) if order else reversed(range(len(cases))):
    try:
        answers[i] = str(s.simplify(cases[i]))
    except ScmpyError as error:
        answers[i] = type(error).__name__
for i in range(len(cases)):
    print(answers[i])
"""


@pytest.mark.slow
def test_every_process_prints_the_same():
    """Hash seeds, addresses, what was made before and what was simplified before differ; the answers do not."""
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", _PROGRAM % (history,)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed, history in (("1", (0, True)), ("2", (1000, False)), ("77", (77, True)))
    ]
    outputs = {run.communicate()[0] for run in runs}
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 52


# --- the check by value proves itself ---------------------------------------------------------------------------


def test_a_rewrite_that_does_not_record_its_assumption_is_caught(monkeypatch, by_value):
    monkeypatch.setattr(Policy, "grants", lambda self, fact, x, rewrite: True)
    for wrong in (s.sqrt(gen.X**2), s.log(s.exp(gen.X)), s.sqrt(gen.X * gen.Y)):
        with pytest.raises(WrongValue):
            s.simplify(wrong)
        by_value.clear()


def test_a_wrong_simplification_is_caught():
    """(sin x)^2 printed as 1 + (cos x)^2 has another value."""
    before = counts["compared"]
    compare(s.sin(gen.X) ** 2, 1 - s.cos(gen.X) ** 2, POINTS[-1:])
    assert counts["compared"] == before + 1
    with pytest.raises(WrongValue, match="cos"):
        compare(s.sin(gen.X) ** 2, 1 + s.cos(gen.X) ** 2, POINTS[:1])


def test_assumptions_restrict_the_points():
    negative = [Point("real", 0, {"x": -2})]
    compare(s.sqrt(gen.X**2), gen.X, [negative], [("nonnegative", gen.X)])
    with pytest.raises(WrongValue):
        compare(s.sqrt(gen.X**2), gen.X, [negative], [("real", gen.X)])


@given(gen.points, st.integers(1, 3))
def test_literal_functions_have_the_values_of_their_derivatives(point, order):
    """The derivatives of the stand-in are those of its values: checked by differences of high order."""
    h = gen.Fraction(1, 10**20)
    lower = expression_of((s.D ** (order - 1))(gen.f)(gen.X)) if order > 1 else gen.f(gen.X)
    upper = (s.D**order)(gen.f)(gen.X)
    with precision(400):
        at = lambda x: value(lower, Point(point.domain, point.seed, {"x": x}))  # noqa: E731
        slope = (at(point.given["x"] + h) - at(point.given["x"] - h)) / ball(2 * h)
        assert same(slope, value(upper, point), 1e-30)


def test_heads_are_evaluated_as_they_are_written():
    node = application(s.sin(gen.X).operator, gen.X)
    with precision():
        assert same(value(node, Point(given={"x": 0})), ball(0))
        with pytest.raises(OutsideDomain):
            value(s.sqrt(gen.X), Point(given={"x": -1}))


def _signed(source: random.Random) -> Any:
    """An expression whose printed form takes a sign: a root, an angle or an inverse function of -u and u."""
    x, y = s.symbols("x y")
    u = source.choice([x, 1 - x, x - 1, -x, 1 - x**2, x**2 - 4, s.cos(x) - 1, 1 - s.cos(x), -1 - x**2, x - 2 * y])
    v = source.choice([y, 1 - y, y - x, -y, s.sin(y) - 1, 2 - s.cos(y), -s.exp(y), 1 + y**2])
    n, m = source.choice([1, 1, 3, 5]), source.choice([1, 3])
    return source.choice(
        [
            *(
                s.sqrt(u**n),
                s.sqrt(1 / u**n),
                s.sqrt(-(u**n) / v),
                s.sqrt(u**n / v**m),
                1 / s.sqrt(u / v),
                s.sqrt(v) * s.sqrt(u),
            ),
            *(s.atan(y / u, x / u), s.atan(y * u, s.cos(x) * u), s.atan(u, v), s.log(v / u), s.log(-1 / u)),
            *(s.acos(s.cos(u)), s.asin(s.sin(u)), s.sqrt(u**2), s.sqrt(s.exp(x) * u**2), abs(u) ** 3),
            *(s.acos(s.cos(s.exp(x) * (s.cos(y) - 1) * x**2)), s.log(s.exp(y) * (1 - s.cosh(x)) / u)),
            *(s.sqrt(-(u**3) * v), s.sqrt(1 / (u**5 * v)), s.sqrt(-s.sqrt(abs(u)) * v), s.sqrt(s.exp(x) * u * v)),
        ]
    )


@pytest.mark.slow
def test_a_printed_sign_holds_somewhere_and_wherever_what_it_assumes_does() -> None:
    """By floats at real points, on both sides of each branch, where the expression has a real value."""
    source, nowhere, wrong, compared = random.Random(7), [], [], 0
    for _ in range(350):
        expression = _signed(source)
        report = s.simplify(expression, report=True)
        agrees = []
        for _ in range(40):
            point = {symbol: source.choice([-1, 1]) * source.uniform(0.01, 4) for symbol in s.symbols("x y")}
            expected = _float_at(expression, point)
            if isinstance(expected, float):
                agrees.append(abs(_float_at(report.value, point) - expected) <= 1e-9 * (1 + abs(expected)))
                if not agrees[-1] and all(_holds(taken, point) for taken in report.assumptions):
                    wrong.append((expression, report, point))
        compared += len(agrees)
        if agrees and not any(agrees):
            nowhere.append((expression, report.value))
    assert not nowhere
    assert not wrong
    assert compared > 2_000


def _float_at(expression: Any, point: dict[Any, float]) -> Any:
    found = s.substitute(expression, point)
    return complex(found) if isinstance(found, complex) else float(found)


def _holds(taken: Any, point: dict[Any, float]) -> bool:
    value = _float_at(taken.expression, point)
    tests = {
        "positive": lambda x: x > 0,
        "negative": lambda x: x < 0,
        "nonnegative": lambda x: x >= 0,
        "real": lambda x: True,
    }
    return isinstance(value, float) and tests[taken.fact](value)


@pytest.mark.parametrize("a", [1e-300, 1e-200, 1e-150, 1.5e160, 1e200, 3e300])
@pytest.mark.parametrize("b", [1e-300, 2e-155, 7e150, 1e300])
def test_coefficients_of_any_size_are_neither_lost_nor_infinite(a: float, b: float) -> None:
    x, y = s.symbols("x y")
    at = {x: Fraction(5, 4), y: Fraction(-3, 4)}
    square = (a * x + a * y) ** 2
    for quotient, exactly in (
        (square / (b * y), (Fraction(a) * Fraction(1, 2)) ** 2 / (Fraction(b) * at[y])),
        (square / (b * y + b * x * x), (Fraction(a) * Fraction(1, 2)) ** 2 / (Fraction(b) * (at[y] + at[x] ** 2))),
        (square, (Fraction(a) * Fraction(1, 2)) ** 2),
        ((a * x + y) / (b * x), (Fraction(a) * at[x] + at[y]) / (Fraction(b) * at[x])),
        (s.sqrt(square), Fraction(a) * Fraction(1, 2)),
        (s.sqrt(square / (b * x) ** 2), Fraction(a) * Fraction(1, 2) / (Fraction(b) * at[x])),
    ):
        found = s.substitute(_exactly(s.simplify(quotient)), at)
        assert abs(found / exactly - 1) < Fraction(1, 10**12), (quotient, s.simplify(quotient))


@pytest.mark.parametrize("small", [Fraction(1, 10**k) for k in (3, 6, 9, 20, 60)])
@pytest.mark.parametrize("factor", [1, 1.5, Fraction(-1, 3)])
def test_sums_of_constants_are_right_where_their_floats_cancel(small: Fraction, factor: Any) -> None:
    x = s.symbols("x")
    with mp.workdps(150):
        t = mpf(small.numerator) / small.denominator
        for constant, exactly in (
            (s.sin(small) ** 2, mp.sin(t) ** 2),
            (1 - s.cos(small), 1 - mp.cos(t)),
            (s.exp(small) - 1, mp.expm1(t)),
            (s.exp(small) - s.exp(-small) + s.sin(small), mp.exp(t) - mp.exp(-t) + mp.sin(t)),
            (s.sqrt(1 + small) - 1, mp.sqrt(1 + t) - 1),
        ):
            found = s.substitute(_exactly(s.simplify(factor * constant * x)), {x: 1})
            exactly *= mpf(Fraction(factor).numerator) / Fraction(factor).denominator
            assert abs(mpf(found.numerator) / found.denominator / exactly - 1) < mpf(10) ** -14, constant


def _exactly(expression: Any) -> Any:
    """The expression with the rational numbers that its floats are."""
    return fold(
        expression,
        lambda leaf: Fraction(leaf) if isinstance(leaf, float) else leaf,
        lambda node, operands: apply_head(node.operator, tuple(operands)),
    )


@pytest.mark.parametrize("turned", ["-x", "x", "-2 x", "x - y"])
@pytest.mark.parametrize("power", [1, 2, 3])
def test_roots_that_hold_roots_of_the_same_are_found_in_some_steps(turned, power):
    """Signs that are turned to take roots apart, and put together again, have no end."""
    u = s.expression_from_text(turned)
    for e in (s.sqrt(u**power * s.sqrt(u)), s.sqrt(-(u**power) * s.sqrt(u)), s.sqrt(s.sqrt(u) / u**power)):
        assert s.equivalent(reduced(e), e) and s.equivalent(simplified(e) ** 4, e**4)


def test_what_complex_numbers_occur_in_is_not_taken_for_real() -> None:
    """The square of the size of x + i y is not that of x + i y, and log(exp(i x)) is i x in a strip alone."""
    i, (x, y) = s.make_rectangular(0, 1), s.symbols("x y")
    point = {x: 2.5, y: 1.75}
    for z in (x + i * y, s.exp(i * x) + y, s.cos(x + i * y)):
        for expression in (abs(z) ** 2, 1 / abs(z) ** 4, s.log(s.exp(3 * z)), s.sqrt(s.exp(3 * z)), abs(z**2)):
            expected, value = (complex(s.substitute(e, point)) for e in (expression, s.simplify(expression)))
            assert value == pytest.approx(expected), expression
