"""Normal forms on request and polynomials: equal by value to what they were made of, and of the form they promise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import LimitError, ScmpyError
from scmpy.museum.rational_functions import RationalFunction
from scmpy.scheme import Session
from scmpy.symbolic.algebra.polynomials import Polynomial
from scmpy.symbolic.written import Written

from ..laws.balls import OutsideDomain, precision, same, value
from ..laws.generators import expressions, polynomials, rational_functions, signed_points, trigonometric

X, Y, Z = s.symbols("x y z")


def plain(form):
    return form.value if isinstance(form, Written) else form


@pytest.mark.parametrize(
    "form",
    [
        *(
            s.rcf_simplify,
            s.pcf_simplify,
            s.factor,
            s.poly_factor,
            s.split_polynomial_to_expression,
            s.careful_simplify,
            s.trigexpand,
        ),
        *(s.to_poisson_form, lambda e: s.collect(e, X), lambda e: s.collect(e, s.sin(X))),
    ],
)
@pytest.mark.parametrize("kind", [polynomials, rational_functions, trigonometric, expressions])
def test_forms_keep_the_value(form, kind):
    @settings(max_examples=25, deadline=None)
    @given(kind, signed_points)
    def law(expression, point):
        try:
            found = plain(form(expression))
        except (ZeroDivisionError, LimitError):
            return
        with precision():
            try:
                left, right = value(expression, point), value(found, point)
            except OutsideDomain:
                return
            assert same(left, right), (expression, found, point)

    law()


@pytest.mark.parametrize(
    "make, text",
    [
        (lambda: s.factor(X**6 - 1), "(* (+ 1 x) (+ -1 x) (+ 1 (expt x 2) x) (+ 1 (expt x 2) (* -1 x)))"),
        (lambda: s.factor((2 * X - 2) / (3 * X**2 - 3)), "(/ 2/3 (+ 1 x))"),
        (lambda: s.factor(s.sin(X) ** 2 - Y**2), "(* -1 (+ y (* -1 (sin x))) (+ y (sin x)))"),
        (lambda: s.factor(X - X), "0"),
        (lambda: s.factor(s.up(X * Y + X, 3)), "(up (* x (+ 1 y)) 3)"),
        (lambda: s.split_polynomial_to_expression((X + 1) ** 3 * (X**2 - 4)), "(* (expt (+ 1 x) 3) (+ -4 (expt x 2)))"),
        (lambda: s.root_out_squares(s.sqrt(X**2 * Y + 2 * X * Y + Y)), "(* (+ 1 x) (sqrt y))"),
        (lambda: s.to_poisson_form(s.cos(X) ** 3), "(+ (* 3/4 (cos x)) (* 1/4 (cos (* 3 x))))"),
        (lambda: s.to_poisson_form(s.sin(X) * s.sin(Y)), "(+ (* -1/2 (cos (+ x y))) (* 1/2 (cos (+ x (* -1 y)))))"),
        (lambda: s.to_poisson_form(s.tan(X)), "(/ (sin x) (cos x))"),
        (lambda: s.trigexpand(s.cos(X + Y)), "(+ (* (cos x) (cos y)) (* -1 (sin x) (sin y)))"),
        (lambda: s.eqn_simplify(s.up(X / Y - Fraction(1, 2), 1 / X)), "(up (+ (* 2 x) (* -1 y)) 1)"),
        (lambda: s.collect(X * Y + X * Z + X**2 * Y + 1, X), "(+ 1 (* x (+ y z)) (* y (expt x 2)))"),
        (lambda: s.pcf_simplify(X**3 * Y + X**2 + X * Y), "(* x (+ y (* x (+ 1 (* x y)))))"),
    ],
)
def test_forms(make, text):
    assert repr(make()) == text


def test_a_power_spectrum_is_fast_and_bounded():
    assert repr(s.to_poisson_form(s.cos(X) ** 40)).count("cos") == 20
    with pytest.raises(LimitError, match="more than 20000 terms"):
        s.to_poisson_form(s.cos(X) ** 300 * s.sin(Y) ** 300)
    with pytest.raises(LimitError, match="more than 4096 terms"):
        s.expand_multiangle(s.sin(s.add(*(s.symbols(f"a{i}") for i in range(20)))))


# --- polynomials -----------------------------------------------------------------------------------------------

coefficients = st.lists(st.fractions(-5, 5, max_denominator=4), min_size=1, max_size=5)


def exact(numbers):
    return [int(c) if c.denominator == 1 else c for c in numbers]


def poly(numbers):
    return s.poly_from_dense(exact(numbers))


@given(coefficients, coefficients, st.integers(-5, 5))
def test_polynomials_are_a_ring_with_values(a, b, x):
    p, q = poly(a), poly(b)
    assert (p + q)(x) == p(x) + q(x)
    assert (p * q)(x) == p(x) * q(x)
    assert (p - q)(x) == p(x) - q(x)
    assert p**2 == p * p
    assert s.poly_arg_shift(p, 3)(x) == p(x + 3)
    assert s.poly_arg_scale(p, 3)(x) == p(3 * x)
    assert s.poly_derivative(p * q) == s.poly_derivative(p) * q + p * s.poly_derivative(q)


@given(coefficients, coefficients, coefficients)
def test_division_and_gcd(a, b, c):
    p, q, r = poly(a), poly(b), poly(c)
    if q == 0:
        with pytest.raises(ZeroDivisionError):
            s.poly_divide(p, q)
        return
    quotient, remainder = s.poly_divide(p, q)
    assert quotient * q + remainder == p and remainder.degree < max(q.degree, 1)
    common = s.poly_gcd(p * q, q * r)
    if common != 0:
        assert s.poly_divide(q, s.poly_gcd(common, q))[1] == 0
        assert s.poly_divide(common, s.poly_gcd(q, common))[1] == 0 or r != 0
        assert s.poly_remainder(p * q, common) == 0 and s.poly_remainder(q * r, common) == 0


def test_several_variables():
    x, y = s.poly_new_variables(2)
    p = (x + y) ** 20
    assert len(p.terms) == 21 and p(1, 1) == 2**20
    assert s.poly_gcd(x**2 - y**2, (x + y) ** 2) == x + y
    assert (x**2 - y**2) / (x - y) == x + y
    assert s.poly_value(x * y + 1, 3) == Polynomial.dense([1, 3])
    assert s.poly_partial_derivative(x**2 * y, 1) == x**2
    assert s.poly_extend(Polynomial.dense([1, 1]), 0) == 1 + y
    assert s.poly_contract(1 + y, 0) == Polynomial.dense([1, 1])
    constant, once, twice = s.split_polynomial(3 * (x - y) * (x + y) ** 2)
    assert (constant, twice) == (3, x + y) and once == x - y


def test_expressions_and_polynomials():
    polynomial, kernels = s.poly_from_expression((s.sin(X) + Y) ** 2)
    assert s.simplify(s.poly_to_expression(polynomial, kernels) - (s.sin(X) + Y) ** 2) == 0
    assert s.poly_to_lambda(polynomial)(1, 2) == 9
    assert repr(Polynomial.dense([1, 2.5])) == "(+ 1 (* 2.5 x))"


@pytest.mark.parametrize(
    "make",
    [
        lambda: s.poly_new_variables(2)[0] + Polynomial.dense([1]),
        lambda: s.poly_gcd(Polynomial.dense([1.5, 1]), 2),
        lambda: Polynomial.dense([1, 1]) / Polynomial.dense([0, 1]),
        lambda: s.poly_contract(Polynomial.dense([1, 1]), 0),
        lambda: s.poly_partial_derivative(Polynomial.dense([1, 1]), 1),
        lambda: s.poly_divide("x", 1),
    ],
)
def test_polynomial_errors(make):
    with pytest.raises(ScmpyError):
        make()


# --- rational functions ----------------------------------------------------------------------------------------


@given(coefficients, coefficients, coefficients, st.integers(2, 9))
def test_rational_functions_are_a_field_with_values(a, b, c, x):
    p, q, r = poly(a), poly(b) ** 2 + 1, poly(c) ** 2 + 1
    left, right = RationalFunction(p, q), RationalFunction(r, q * r)
    assert (left + right)(x) == left(x) + right(x)
    assert (left - right)(x) == left(x) - right(x)
    assert (left * right)(x) == left(x) * right(x)
    assert (left / right)(x) == left(x) / right(x)
    assert left - left == 0 and right / right == 1
    slope = (left * right).derivative()
    assert slope == left.derivative() * right + left * right.derivative()


def test_the_vocabulary_of_rational_functions():
    def run(program):
        session = Session()
        return session.result_text(session.run(program))

    define = "(define r (car (rcf:expression-> '(/ (- (expt x 2) 1) (* 2 (- x 1))))))"
    assert run(f"{define} (rcf:->expression r '(t))") == "(+ 1/2 (* 1/2 t))"
    assert run(f"{define} (rcf:value (rcf:/ r) 3)") == "1/2"
    assert run(f"{define} (rcf:->expression (rcf:compose (rcf:/ r) r) '(t))") == "(/ 4 (+ 3 t))"
    assert run(f"{define} (rcf:->expression (rcf:derivative (rcf:/ r)) '(t))") == "(/ -2 (+ 1 (expt t 2) (* 2 t)))"
    for bad in ("(rcf:/ 1 0)", "(rcf:+ car 1)", "(rcf:compose 1 2 3)", "(rcf:expt 1 'x)", "(rcf:->expression 1 2)"):
        with pytest.raises(ScmpyError) as raised:
            run(bad)
        assert type(raised.value).__name__ != "InternalError", raised.value
