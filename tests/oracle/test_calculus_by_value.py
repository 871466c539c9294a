"""Names of the calculus that are seldom used, by value: against closed forms, and against how much work they need."""

from fractions import Fraction

import pytest

import scmpy as s
from scmpy.calculus.dual_numbers import Differential, System, split
from scmpy.calculus.jet import taped

from ..tables import evaluated

x, y = s.symbols("x y")

# --- infinitesimals --------------------------------------------------------------------------------------------


A, B, C = (10**9 + i for i in range(3))


def coefficients(value, *tags):
    """The coefficients by sets of tags; those of the newest infinitesimals are outermost."""
    found = {frozenset(): value}
    for tag in sorted(tags, reverse=True):
        parts = {key: split(part, tag) for key, part in found.items()}
        found = {key: primal for key, (primal, _) in parts.items()}
        found |= {key | {tag}: tangents.get(0, 0) for key, (_, tangents) in parts.items()}
    return found


def of(value, *tags):
    """A number with an infinitesimal of every tag."""
    for tag in tags:
        value = value + Differential(tag, 0, {0: 1})
    return value


# --- linear systems --------------------------------------------------------------------------------------------


def matrix(a, b):
    return ((2 + a, b), (b, 3 + a * b))


def right(a, b):
    return (a * b, 1 + b * b)


def by_determinants(a, b):
    (p, q), (_, r) = matrix(a, b)
    u, v = right(a, b)
    d = p * r - q * q
    return s.up((u * r - q * v) / d, (p * v - q * u) / d)


def by_system(rows, column):
    return lambda a, b: s.up(*System(rows(a, b)).solve(column(a, b)))


@pytest.mark.parametrize(
    "operator",
    evaluated(__file__, "calculus_by_value.txt", "derivatives of the solution of a symmetric system", globals()),
)
def test_derivatives_of_the_solution_of_a_symmetric_system(operator):
    """Where the array, the right side, or both change, in several directions at once, to the third order."""
    at = (Fraction(1, 2), Fraction(1, 3))
    assert operator(by_system(matrix, right))(*at) == operator(by_determinants)(*at)
    fixed_right = by_system(matrix, lambda a, b: (5, 7))
    assert operator(fixed_right)(*at) == operator(lambda a, b: _cramer(matrix(a, b), (5, 7)))(*at)
    fixed_array = by_system(lambda a, b: ((2, 1), (1, 3)), right)
    assert operator(fixed_array)(*at) == operator(lambda a, b: _cramer(((2, 1), (1, 3)), right(a, b)))(*at)


def _cramer(rows, column):
    (p, q), (_, r) = rows
    u, v = column
    d = p * r - q * q
    return s.up(s.div(u * r - q * v, d), s.div(p * v - q * u, d))


def test_array_and_right_side_by_different_variables():
    """The derivative by the outer variable of the solution's derivative by the inner one, in both orders."""
    at = (Fraction(1, 2), Fraction(1, 3))

    def f(a, b):
        return s.up(*System(((2 + a, 1), (1, 3))).solve((b, b * b)))

    def g(a, b):
        return _cramer(((2 + a, 1), (1, 3)), (b, b * b))

    for first, second in ((0, 1), (1, 0)):
        assert s.partial(first)(s.partial(second)(f))(*at) == s.partial(first)(s.partial(second)(g))(*at)


# --- series ----------------------------------------------------------------------------------------------------


def test_series_whose_values_are_series_begin_at_their_place():
    inner = [s.power_series(n + 1, 10 * (n + 1), 100 * (n + 1)) for n in range(4)]
    outer = s.series_generate(lambda n: (lambda u, n=n: inner[n] * u) if n < 4 else 0)
    found = outer(2)
    flat = [sum(2 * inner[k][n - k] for k in range(n + 1)) for n in range(4)]
    assert [found[n] for n in range(4)] == flat


def test_the_derivative_of_a_power_series_is_by_its_variable_alone():
    t = s.power_series(7, 5, 3, 2)
    assert [s.D(t)[n] for n in range(4)] == [5, 6, 6, 0] == [s.partial(0)(t)[n] for n in range(4)]
    with pytest.raises(s.errors.BadIndexError, match="a power series has one argument"):
        s.partial(1)(t)
    mixed = s.series(3, s.sin, lambda u: u**2)
    assert [s.D(mixed)(x)[n] for n in range(4)] == [0, s.cos(x), 2 * x, 0]


_POWER_ON_TAPE = taped(lambda q: s.up(q[0] ** q[1], q[1]))


@pytest.mark.parametrize("power", [2, 3, 2, -1, Fraction(1, 2)])
def test_a_tape_is_of_the_numbers_that_it_keeps(power):
    """The same tape at other numbers: of each its own, also where a number's type is another."""
    x = s.symbols("x")
    f = _POWER_ON_TAPE
    for exponent in (power, float(power), power):
        slope = s.D(lambda u: f(s.up(u, exponent))[0])(x)  # noqa: B023
        for value in (2, 5):
            found = s.substitute(slope, {x: value}) if hasattr(slope, "operands") else slope
            assert float(found) == pytest.approx(float(power) * value ** (float(power) - 1))


def test_a_perturbed_number_is_no_text_and_nothing_else():
    """What a program asks of its argument has one answer, differentiated or not."""

    def f(x):
        return 7 if x == "x" or x is None or x == [1] or x == () else x * x

    assert s.D(f)(3) == 6
    assert s.D(lambda x: x * x if x != "x" else 0 * x)(3) == 6
    assert (s.D**2)(f)(3) == 2


def test_sums_and_products_with_a_series_of_functions_are_of_their_values():
    x = s.symbols("x")
    functions = s.series(s.sin, s.cos, s.exp)
    total, product_ = functions + s.cos_series, functions * s.cos_series
    ones = [1, 0, Fraction(-1, 2)]
    values = [s.sin(x), s.cos(x), s.exp(x)]
    assert [s.simplify(total(x)[i] - values[i] - ones[i]) for i in range(3)] == [0, 0, 0]
    by_hand = [sum(values[k] * ones[n - k] for k in range(n + 1)) for n in range(3)]
    assert [s.simplify(product_(x)[i] - by_hand[i]) for i in range(3)] == [0, 0, 0]
