"""exp and log of multivectors, and inverses: against matrices, by their laws, on numbers, expressions and in D."""

import math
import random

import numpy
import pytest
import scipy.linalg

import scmpy
from scmpy import *
from tests.clifford.representations import matrix_of
from tests.clifford.test_products import SIGNATURES, some

from ..tables import evaluated, refusals

WITH_BIVECTORS = [signature for signature in SIGNATURES if sum(signature) > 1]


def bivector(algebra, source, size):
    return make_multivector(algebra, [source.uniform(-size, size) for _ in algebra.of_grade(2)], 2)


def largest(m):
    return max(map(abs, m.terms.values()), default=0.0)


@pytest.mark.parametrize("signature", WITH_BIVECTORS, ids=str)
@pytest.mark.parametrize("size", [1e-9, 0.01, 1, 4])
def test_exp_of_bivectors_of_numbers(signature, size):
    algebra, source = geometric_algebra(*signature), random.Random(1)
    for _ in range(3):
        B = bivector(algebra, source, size)
        expected = scipy.linalg.expm(matrix_of(B))
        assert numpy.abs(matrix_of(exp(B)) - expected).max() < 1e-11 * numpy.abs(expected).max()


@pytest.mark.parametrize("signature", WITH_BIVECTORS, ids=str)
@pytest.mark.parametrize("size", [1e-9, 0.01, 1, 2])
def test_log_of_motors_of_numbers(signature, size):
    algebra, source = geometric_algebra(*signature), random.Random(2)
    for _ in range(3):
        M = exp(bivector(algebra, source, size))
        B = log(M)
        assert abs(B.scalar) < 1e-9 and set(B.grades) <= {0, 2}
        assert largest(exp(B) - M) < 1e-9 * largest(M)
        assert largest(log(5.0 * M) - B - numpy.log(5.0)) < 1e-9 * (1 + largest(B))


def test_small_logarithms_are_those_that_were_exponentiated():
    source = random.Random(3)
    for signature in WITH_BIVECTORS:
        B = bivector(geometric_algebra(*signature), source, 0.3)
        assert largest(log(exp(B)) - B) < 1e-13


a, b, c = symbols("a b c")

CLOSED = evaluated(__file__, "exponential.txt", "exponential: closed", globals())


@pytest.mark.parametrize(("B", "_"), CLOSED)
def test_closed_forms_have_the_values(B, _):
    values = {a: 0.7, b: -0.4, c: 0.3}
    exact, number = exp(B), exp(substitute(B, values))
    for sign in (1, -1):
        values = {a: sign * 0.7, b: -0.4, c: 0.3}
        exact, number = substitute(exp(B), values), exp(substitute(B, values))
        assert largest(exact - number) < 1e-14


def test_closed_forms_read_as_in_books():
    assert repr(exp(-a / 2 * VGA3.e12)) == "(+ (cos (* 1/2 a)) (* -1 (sin (* 1/2 a)) e12))"
    assert repr(exp(a * STA.e01)) == "(+ (cosh a) (* (sinh a) e01))"
    assert repr(exp(a * PGA3.e01)) == "(+ 1 (* a e01))"
    assert repr(exp(a * PGA3.e12 + b * PGA3.e03)) == (
        "(+ (cos a) (* b (cos a) e03) (* (sin a) e12) (* b (sin a) e0123))"
    )
    assert repr(log(exp(a * PGA3.e12 + b * PGA3.e03))) == "(+ (* b e03) (* a e12))"
    assert exp(0 * VGA3.e12) == 1 and log(VGA3.e12 * 0 + 1) == 0


def test_logarithms_of_expressions_have_the_values():
    for B in (a * VGA3.e12 + b * VGA3.e23, a * PGA3.e12 + b * PGA3.e03, a * STA.e01, a * CGA3.e12 + b * CGA3.e35):
        motor, values = exp(B), {a: 0.7, b: -0.4}
        assert largest(substitute(log(motor), values) - substitute(B, values)) < 1e-12


def test_other_exponentials_of_numbers():
    for signature in ((3, 0, 0), (1, 3, 0), (2, 2, 2)):
        M = some(geometric_algebra(*signature), random.Random(4)) * 0.5
        assert numpy.abs(matrix_of(exp(M)) - scipy.linalg.expm(matrix_of(M))).max() < 1e-9


@pytest.mark.parametrize(("at", "slope"), [(0.0, 1.0), (1e-8, 1.0), (0.5, 1.0), (3.0, 0.2)])
def test_derivatives_through_exponentials_and_logarithms(at, slope):
    """d/dt exp(B(t)) for B = t A + C, at points where the closed forms divide by 0, against differences."""
    source = random.Random(5)
    for algebra in (VGA3, PGA3, STA, CGA3):
        A, C = bivector(algebra, source, 1.0), bivector(algebra, source, at)

        def moved(t, A=A, C=C):
            return exp(A * t * slope + C)

        h = 1e-5
        expected = (moved(h) - moved(-h)) / (2 * h)
        assert largest(D(moved)(0.0) - expected) < 1e-8
        if at < 1:
            assert largest(D(lambda t, f=moved: log(f(t)))(0.0) - A * slope) < 1e-9


def test_exponentials_are_compiled():
    def motor(B):
        return exp(B)

    compiled = compile_function(motor, bivector(PGA3, random.Random(6), 0.5))
    for size in (0.1, 1.0, 3.0):
        B = bivector(PGA3, random.Random(7), size)
        assert largest(compiled(B) - exp(B)) < 1e-14


@pytest.mark.parametrize("signature", SIGNATURES, ids=str)
def test_inverses(signature):
    algebra, source = geometric_algebra(*signature), random.Random(8)
    for _ in range(4):
        m = some(algebra, source)
        if abs(numpy.linalg.det(matrix_of(m))) < 0.5:
            with pytest.raises(
                scmpy.DivisionByZeroError if hasattr(scmpy, "DivisionByZeroError") else scmpy.ScmpyError
            ):
                1 / m
        else:
            assert m * (1 / m) == 1 == (1 / m) * m
            assert m**-2 * m * m == 1


def test_inverses_of_expressions():
    m = a + b * VGA3.e1 + c * VGA3.e23
    assert scmpy.equivalent(m * m**-1, 1).verdict == "equal"
    R = exp(-a / 2 * VGA3.e12)
    assert scmpy.simplify(1 / R - ~R) == 0


test_errors = refusals(__file__, "exponential", globals())


@pytest.mark.parametrize("bad", [float("inf"), float("nan"), 1e200])
def test_infinite_exponents_end(bad):
    for signature in WITH_BIVECTORS:
        B = bivector(geometric_algebra(*signature), random.Random(9), 1.0) * bad
        if sum(signature[:2]) > 1:
            with pytest.raises(scmpy.ScmpyError):
                exp(B)
        else:
            assert exp(B).scalar == 1


@pytest.mark.parametrize("algebra", [scmpy.STA, geometric_algebra(3, 1), scmpy.CGA2, scmpy.CGA3], ids=repr)
def test_exp_of_bivectors_of_exact_numbers_with_complex_roots(algebra):
    """The roots of the square are complex, but the exponential of real numbers has real coefficients."""
    source = random.Random(2)
    for _ in range(3):
        B = scmpy.make_multivector(algebra, [source.randint(-3, 3) for _ in algebra.of_grade(2)], 2)
        exact, inexact = exp(B), exp(1.0 * B)
        assert not any(isinstance(x, complex) for x in exact.terms.values())
        assert all(abs(x) < 1e-9 * (1 + abs(inexact.scalar)) for x in (exact - inexact).terms.values())


def test_exp_of_exact_complex_numbers():
    """A vector and the bivector dual to it commute: the exponential of the sum is the product."""
    assert exp(VGA3.e1 + VGA3.e23).grades == (0, 1, 2, 3)
    difference = exp(VGA3.e1 + VGA3.e23) - exp(VGA3.e1) * exp(VGA3.e23)
    assert all(abs(x) < 1e-14 for x in difference.terms.values())
    i = scmpy.sqrt(-1)
    difference = exp(i * VGA3.e12 + 2 * VGA3.e23) - exp(1j * VGA3.e12 + 2 * VGA3.e23)
    assert all(abs(x) < 1e-14 for x in difference.terms.values())


@pytest.mark.parametrize("size", [1e-300, 1e-200, 1e-20, 1e20, 1e200, 1e300])
def test_inverses_and_norms_of_large_and_small_numbers(size):
    for a in (VGA3.e1 + 2.0 * VGA3.e2, 1.0 + 2 * VGA3.e1 + 3 * VGA3.e23, 2.0 + 1j * VGA3.e1, 2.0 + PGA3.e01):
        scaled = 1 / (size * a)
        assert all(abs(x) < 1e-14 for x in (scaled * size - 1 / a).terms.values())
        assert abs(scmpy.norm_of(size * a) / size - scmpy.norm_of(a)) < 1e-14


def test_the_norm_of_complex_coefficients_is_real():
    assert abs(scmpy.norm_of(3 * VGA3.e1 + 4j * VGA3.e2) - 7**0.5) < 1e-15
    assert scmpy.norm_of(3 * VGA3.e1 + 4 * scmpy.sqrt(-1) * VGA3.e2) == scmpy.sqrt(7)


@pytest.mark.parametrize("rest", [1e-3, 1e-6, 1e-8, 1e-12])
def test_logarithms_of_nearly_whole_turns(rest):
    """The cosine is -1 but for rounding there; the plane and the way along the axis are still known."""
    angle = math.pi - rest
    cases = [angle * VGA3.e12, angle * scmpy.STA.e12, 0.6 * angle * VGA3.e12 + 0.8 * angle * VGA3.e23]
    for B in cases:
        assert all(abs(x) < 1e-14 for x in (log(exp(B)) - B).terms.values())
    motor = -math.cos(rest) + math.sin(rest) * PGA3.e12 - 2 * math.cos(rest) * PGA3.e03 + 2 * math.sin(rest) * PGA3.I
    found = log(motor)
    assert abs(found["e12"] - angle) < 1e-14 and abs(found["e03"] - 2) < 1e-14


def test_a_logarithm_of_a_motor_is_a_bivector_and_an_exponential_of_zeros_has_the_blades_of_others():
    for algebra in (CGA3, PGA3, geometric_algebra(4)):
        B = bivector(algebra, random.Random(6), 0.4)
        assert log(exp(B)).grades == (2,) and exp(0.0 * B).terms.keys() == exp(B).terms.keys()
    assert largest(log(exp(1e-12 + 0.3 * CGA3.e12)) - 1e-12 - 0.3 * CGA3.e12) < 1e-15


def test_the_slope_of_a_logarithm_of_a_nearly_whole_turn():
    slope = scmpy.D(lambda t: log(-scmpy.cos(t) + scmpy.sin(t) * VGA3.e12)["e12"])(1e-3)
    assert slope == pytest.approx(-1, abs=1e-9)


def test_the_logarithm_of_a_turn_by_one_of_two_halves():
    four = geometric_algebra(4)
    for sign in (1.0, -1.0, 1):
        with pytest.raises(scmpy.ScmpyError, match="principal branch"):
            log(sign * four.I)
