"""Defects that the laws found, each with its smallest reproducer."""

import math
from fractions import Fraction

import pytest

import scmpy as s

x, y = s.symbols("x y")
f = s.literal_function("f")
i = s.sqrt(-1)


@pytest.mark.parametrize(
    ("function", "order", "point", "slope"),
    [(lambda t: t**0, 1, 0, 0), (lambda t: t**3, 4, 0, 0), (lambda t: t**2, 3, 0.0, 0)],
)
def test_high_derivatives_of_powers_at_zero(function, order, point, slope):
    assert (s.D**order)(function)(point) == slope


@pytest.mark.parametrize(("a", "b"), [(abs(x) ** 2, x**2), (abs(x), s.sqrt(x**2)), (abs(-x), abs(x))])
def test_absolute_values_are_not_different_from_what_they_equal(a, b):
    assert s.equivalent(a, b).verdict != "different"


def test_witness_of_an_absolute_value():
    assert s.equivalent(abs(x), x).witness["x"] < 0


def test_complex_logarithm_is_not_the_inverse_of_exp():
    """At x = 10 the left side is i (10 - 4 pi)."""
    assert s.equivalent(s.log(s.exp(i * x)), i * x).verdict != "equal"


def test_mixed_partials_stay_equal_when_they_are_simplified_again():
    F = s.literal_function("F", "(-> (X Real Real) Real)")
    once = s.simplify(s.partial(0)(s.partial(1)(F))(x, y))
    assert s.equivalent(s.simplify(once), once).verdict == "equal"


def test_substitution_of_a_differential_is_refused():
    with pytest.raises(s.ScmpyError, match="operands of an expression"):
        s.D(lambda t: s.substitute(f(x), x, t))(y)


@pytest.mark.slow
def test_comparison_of_deep_expressions():
    deep = x
    for _ in range(10_000):
        deep = s.sin(deep)
    assert s.equivalent(deep, deep + 1).verdict != "equal"


def test_a_second_simplification_changes_no_value():
    once = s.simplify((s.sin(2 * x) + s.sin(x)) ** 2)
    assert s.equivalent(s.simplify(once), once).verdict == "equal"


@pytest.mark.parametrize("zero", [s.sin(x) + s.sin(-x), s.sin(x - y) + s.sin(y - x), s.cos(x - y) - s.cos(y - x)])
def test_opposite_angles_cancel(zero):
    assert s.simplify(zero) == 0


def test_angle_of_a_quotient_with_a_negative_leading_coefficient():
    """1 + (sin x)^2 becomes 2 - (cos x)^2; turning both signs around turns the angle by pi."""
    printed = s.simplify(s.atan(x / (1 + s.sin(x) ** 2)))
    assert abs(s.substitute(printed, x, 0.5) - math.atan(0.5 / (1 + math.sin(0.5) ** 2))) < 1e-12


def test_exact_zero_times_float_and_rational_powers():
    assert s.equivalent((x ** Fraction(1, 2)) ** 2, x).verdict == "equal"


def test_whole_powers_of_exact_complex_numbers_are_numbers():
    assert s.expt(s.make_rectangular(3, -2), 2) == s.make_rectangular(5, -12)
    assert abs(s.expt(s.make_rectangular(3, -2), 2)) == 13


@pytest.mark.parametrize(
    ("value", "limit"), [(s.sinh(-1000.0), -math.inf), (s.expt(-10.0, 501), -math.inf), (s.expt(-10.0, 500), math.inf)]
)
def test_overflow_keeps_its_sign(value, limit):
    assert value == limit


def test_powers_of_complex_numbers_out_of_range_are_errors():
    for base, power in ((1e-300j, -2), (1e300j, 3)):
        with pytest.raises(s.ScmpyError, match="too large"):
            s.expt(base, power)
    assert math.isnan(s.expt(-2.5, math.nan))
    assert s.expt(0j, 1 + 1j) == 0


def test_elimination_of_exact_and_rounded_numbers_takes_the_largest_pivot():
    assert s.solve_linear(s.matrix_by_rows([1e-20, 1], [1, 1]), s.up(1, 2)) == s.up(1.0, 1.0)


def test_solutions_have_the_shape_that_the_equation_asks_for():
    tensor = s.down(s.up(1, 0), s.up(0, 1))
    assert tensor * s.solve_linear(tensor, s.up(x, y)) == s.up(x, y)
    with pytest.raises(s.ScmpyError, match="does not map anything"):
        s.solve_linear(tensor, s.down(x, y))


def test_powers_of_quaternions_and_modular_integers():
    q = s.quaternion(1, 2, 0, -1)
    assert q**-2 * q**3 == q
    assert s.cube(q) == q * q * q
    assert s.cube(s.mod_make(3, 7)) == s.mod_make(27, 7)


def test_conjugates_of_constants_are_evaluated():
    z = s.conjugate(s.expt(s.make_rectangular(0, 1), s.div(1, 3)))
    assert "conjugate" not in str(s.simplify(z + x))
    assert s.substitute(s.conjugate(x), x, s.make_rectangular(1, 2)) == s.make_rectangular(1, -2)


@pytest.mark.parametrize(
    ("base", "power", "value"),
    [(2, s.div(1, 3), 2 ** (1 / 3)), (i, s.div(1, 3), 1j ** (1 / 3)), (2, i, 2**1j), (s.sqrt(2), i, 2 ** (0.5j))],
)
def test_powers_of_constants_have_a_value(base, power, value):
    constant = s.expt(base, power)
    assert abs(s.exact_to_inexact(constant) - value) < 1e-15
    assert abs(s.exact_to_inexact(s.conjugate(constant)) - complex(value).conjugate()) < 1e-15
    assert str(constant + x).startswith("(+ ")


def test_inexact_quotients_stay_inexact_and_readable():
    from scmpy import simplify, symbols
    from scmpy.render.scheme import scheme_text

    m, g, x, y = symbols("m g x y")
    assert scheme_text(simplify(m * (1.5 + 0.3 * g) / (m * 1.0))) == "(+ 1.5 (* .3 g))"
    assert scheme_text(simplify(x / (y + 1.1))) == "(/ x (+ 1.1 y))"
    assert scheme_text(simplify(x / (2.0 * y + 1.1))) == "(/ x (+ 1.1 (* 2. y)))"


@pytest.mark.parametrize("last", [[0.3, 0.5, 0.25], [x, 1, 2]])
def test_floats_that_make_a_matrix_exactly_singular(last):
    """The determinant of the floats left 1e-18, and the inverse entries of 1e17."""
    singular = s.matrix_by_rows([0.1, 0.7, 0.8], [0.2, 1.4, 1.6], last)
    with pytest.raises(s.errors.DivisionByZeroError, match="singular"):
        s.invert(s.matrix_by_rows(*([*row, 0] for row in singular.rows), [0, 0, 0, y]))
    assert s.invert(s.matrix_by_rows([0.1 * x, 0.25], [0.5, 2.0])) is not None


@pytest.mark.parametrize(
    ("root", "value"),
    [
        (s.sqrt(0.5 * (1 - s.cos(x)) ** 2), 0.5**0.5 * (1 - math.cos(1))),  # the factor was lost
        (s.sqrt(-((0.5 * s.sin(x) ** 2) ** 2)), 0.5j * math.sin(1) ** 2),  # was 0
        (s.sqrt(4 * s.sqrt(-s.square(s.sqrt(s.cos(x) ** 2 * (1 - 0.25 * y**2)))) ** 2), 2j * math.cos(1)),  # was 0
    ],
)
def test_roots_keep_the_numbers_under_them(root, value):
    simplified = s.simplify(root)
    assert abs(s.exact_to_inexact(s.substitute(simplified, {x: 1, y: 0})) - value) < 1e-12


def test_a_root_whose_quotient_stays_whole_keeps_its_canonical_form():
    """The square under it had been taken apart, and the relation of the root was a KeyError."""
    n = s.symbols("n", negative=True)
    root = s.sqrt(s.div(s.simplify((x + s.cos(y)) ** 2 * (1 - s.cos(x) ** 2)), n))
    at = [s.substitute(e, {x: 1, y: 2, n: -3.0}) for e in (s.simplify(root + root**2), root + root**2)]
    assert s.simplify(at[0] - at[1]) == pytest.approx(0)


def test_a_complex_number_is_not_assumed_to_be_positive():
    assert s.simplify(s.atan(i * x * s.cos(y), i * y * s.sin(y)), report=True).assumptions == ()


def test_signs_that_are_known_are_put_in():
    p, n, q = s.symbols("p", positive=True), s.symbols("n", negative=True), s.symbols("q", nonpositive=True)
    roots = [s.sqrt(n**2), s.sqrt(q**2), s.sqrt((n * p) ** 6), s.sqrt(n**3), abs(n * p), abs(p)]
    values = [-n, -q, -((n * p) ** 3), -n * s.sqrt(n), -n * p, p]
    for root, value in zip(roots, values, strict=True):
        found = s.simplify(root, report=True)
        assert (repr(found.value), found.assumptions) == (repr(value), ())
        assert s.simplify(root, careful=True) == s.simplify(value)
