"""simplify: the value is kept, doing it twice changes nothing, and only the input decides."""

import os
import subprocess
import sys

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.render.scheme_text import scheme_text
from scmpy.symbolic.expression import application, expression_of

from . import generators as gen
from .balls import OutsideDomain, precision, same, value


def simplified(expression):
    """The simplified expression; an input with a denominator that is zero everywhere is not a test case."""
    try:
        return s.simplify(expression)
    except ZeroDivisionError:
        assume(False)


def value_or_skip(expression, point, *, real=True):
    """The value at a point of the domain; other points are no test cases."""
    try:
        ball = value(expression, point, real=real)
    except (OutsideDomain, ZeroDivisionError):
        assume(False)
    assume(ball.is_finite())
    return ball


def has_floats(expression):
    """Was a constant such as (sqrt 2) printed as a float?"""
    if isinstance(expression, float):
        return True
    return any(map(has_floats, getattr(expression, "operands", ())))


@settings(max_examples=settings.default.max_examples * 4)
@given(gen.expressions | gen.trigonometric | gen.rational_functions, gen.points)
def test_simplify_keeps_the_value(e, point):
    """At positive points, where the assumptions of the printed form hold."""
    printed = simplified(e)
    with precision():
        before, after = value_or_skip(e, point), value_or_skip(printed, point)
        assert same(before, after, 1e-9 if has_floats(printed) else 0.0), (before, after)


@given(gen.rational_functions | gen.trigonometric, gen.signed_points)
def test_simplify_keeps_the_value_everywhere_without_roots(e, point):
    """Rational and trigonometric expressions need no assumption: any real point will do."""
    printed = simplified(e)
    with precision():
        before, after = value_or_skip(e, point), value_or_skip(printed, point)
        assert same(before, after, 1e-9 if has_floats(printed) else 0.0), (before, after)


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
    assert unordered(s.simplify(once)) == unordered(once)


@given(gen.expressions, gen.expressions)
def test_simplify_depends_on_its_input_alone(e, other):
    """Neither earlier simplifications nor other nodes that are alive change the answer."""
    first = repr(simplified(e))
    alive = [simplified(other), simplified(s.add(other, e)), simplified(s.mul(e, other))]
    assert repr(s.simplify(e)) == first
    assert alive


@given(gen.expressions, gen.expressions, gen.points)
def test_simplify_of_a_tuple_keeps_the_values(a, b, point):
    pair = expression_of(s.simplify(s.up(a, s.down(b, a))))
    with precision():
        first, (second, third) = pair.operands[0], pair.operands[1].operands
        for before, after in ((a, first), (b, second), (a, third)):
            tolerance = 1e-9 if has_floats(after) else 0.0
            assert same(value_or_skip(before, point), value_or_skip(after, point), tolerance)


@given(gen.expressions)
def test_simplified_text_is_read_back(e):
    scheme = pytest.importorskip("scmpy.scheme")
    printed = simplified(e)
    read = scheme.parse_printed(scheme_text(printed))
    assert unordered(s.simplify(read)) == unordered(printed)
    assert s.equivalent(read, printed).verdict == "equal"


_PROGRAM = """
import scmpy as s
x, y, z = s.symbols("z a m")
f, g = s.literal_functions("f g")
F = s.literal_function("F", "(-> (UP Real Real) Real)")
D, sin, cos, sqrt, exp = s.D, s.sin, s.cos, s.sqrt, s.exp
junk = [s.symbols(f"junk{i}") for i in range(%d)]
for e in (
    (x + y + z) ** 3 / (x * y - z),
    sin(x + f(y)) ** 3 * cos(g(x) * z) + f(g(x)) * g(f(y)),
    D(D(lambda t: f(t * x) * g(t + y) / (1 + f(t) ** 2)))(z),
    D(F)(s.up(sin(x), x * y)) * s.up(f(x), g(y)),
    sqrt(x * y + z) / (sqrt(x) + sqrt(y * f(z))) + exp(2 * x - y) * sqrt(x),
    s.Lagrange_equations(s.Lrigid(*s.symbols("A B C")))(s.up(f, g, s.literal_function("h")))(z),
):
    print(s.simplify(e))
"""


def test_every_process_prints_the_same():
    """Hash seeds and addresses differ between processes; the answers do not."""
    outputs = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM % junk],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, junk in (("1", 0), ("2", 1000), ("77", 77))
    }
    assert len(outputs) == 1


# --- the evaluator of the tests proves itself -------------------------------------------------------------------


def test_a_wrong_simplifier_is_caught():
    """(sin x)^2 printed as 1 + (cos x)^2 has another value."""
    x = gen.X
    with precision():
        point = {"x": gen.Fraction(3, 7)}
        assert not same(value(s.sin(x) ** 2, point), value(1 + s.cos(x) ** 2, point))
        assert same(value(s.sin(x) ** 2, point), value(1 - s.cos(x) ** 2, point))


@given(gen.points, st.integers(1, 3))
def test_literal_functions_have_the_values_of_polynomials(point, order):
    """The derivatives of the stand-in are those of its values: checked by differences of high order."""
    h = gen.Fraction(1, 10**20)
    lower = expression_of((s.D ** (order - 1))(gen.f)(gen.X)) if order > 1 else gen.f(gen.X)
    upper = (s.D**order)(gen.f)(gen.X)
    with precision(400):
        at = lambda x: value(lower, {"x": x})  # noqa: E731
        slope = (at(point["x"] + h) - at(point["x"] - h)) / (value(2, {}) * value(h, {}))
        assert same(slope, value(upper, point), 1e-30)


def test_heads_are_evaluated_as_they_are_written():
    node = application(s.sin(gen.X).operator, gen.X)
    with precision():
        assert same(value(node, {"x": gen.Fraction(0)}), value(0, {}))
