"""Normal forms on request and polynomials: equal by value to what they were made of, and of the form they promise."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import LimitError
from scmpy.symbolic.polynomials import Polynomial
from scmpy.symbolic.printed_form import HeldForm

from ..laws.balls import OutsideDomain, precision, same, value
from ..laws.generators import expressions, polynomials, rational_functions, signed_points, trigonometric
from ..tables import evaluated, refusals

X, Y, Z = s.symbols("x y z")


def plain(form):
    return form.value if isinstance(form, HeldForm) else form


@pytest.mark.parametrize(
    "form",
    [s.rcf_simplify, s.factor, s.to_poisson_form, lambda e: s.collect(e, X), lambda e: s.collect(e, s.sin(X))],
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
    evaluated(__file__, "normal_forms.txt", "forms", globals()),
)
def test_forms(make, text):
    assert repr(make()) == text


def test_a_power_spectrum_is_fast_and_bounded():
    assert repr(s.to_poisson_form(s.cos(X) ** 40)).count("cos") == 20
    with pytest.raises(LimitError, match="more than 20000 terms"):
        s.to_poisson_form(s.cos(X) ** 300 * s.sin(Y) ** 300)
    with pytest.raises(LimitError, match="more than 4166 terms"):
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
        assert s.poly_divide(p * q, common)[1] == 0 and s.poly_divide(q * r, common)[1] == 0


def test_several_variables():
    x, y = s.poly_new_variables(2)
    p = (x + y) ** 20
    assert len(p.terms) == 21 and p(1, 1) == 2**20
    assert s.poly_gcd(x**2 - y**2, (x + y) ** 2) == x + y
    assert (x**2 - y**2) / (x - y) == x + y
    assert s.poly_value(x * y + 1, 3, 5) == 16
    constant, once, twice = s.split_polynomial(3 * (x - y) * (x + y) ** 2)
    assert (constant, twice) == (3, x + y) and once == x - y


def test_polynomials_with_floats_print_them():
    assert repr(Polynomial.dense([1, 2.5])) == "(+ 1 (* 2.5 x))"


test_polynomial_errors = refusals(__file__, "normal forms", globals())
