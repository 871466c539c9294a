"""Quantities in the generic arithmetic: dimensions are checked and exact, values stay what they are."""

import copy
import pickle
from fractions import Fraction

import numpy
import pytest

import scmpy
from scmpy import *
from scmpy import D, square
from scmpy.errors import DimensionError, ScmpyError, StructureError, WrongTypeError
from scmpy.scheme import Session
from scmpy.units import *
from scmpy.units import joule, meter, newton, second, u_value

from ..tables import evaluated, refusals

m, t, x, y = symbols("m t x y")


def test_sums_and_products():
    assert 3 * meter + 4 * meter == 7 * meter
    assert 3 * meter - 12 * inch == Fraction(3 * 10000 - 3048, 10000) * meter
    assert (3 * meter) * (4 * second) == 12 * (meter * second)
    assert 6 * joule / (2 * newton) == 3 * meter
    assert (6 * meter) / (2 * meter) == 3
    assert type((6 * meter) / (2 * meter)) is int
    assert x * meter + y * meter == with_units(x + y, meter)
    assert -(3 * meter) == with_units(-3, meter)
    assert abs(-3 * meter) == 3 * meter


test_different_dimensions_are_errors_that_name_both = refusals(__file__, "quantities", globals())


def test_zero():
    """The exact 0 belongs to every dimension, a quantity of value 0 to its own."""
    assert 0 + 3 * meter == 3 * meter == 3 * meter - 0
    assert 0 - 3 * meter == -3 * meter
    assert 3 * meter > 0
    assert sum((3 * meter, 4 * meter)) == 7 * meter
    assert scmpy.is_zero(0 * meter)


def test_powers_are_exact():
    assert (3 * meter) ** 2 == square(3 * meter) == 9 * meter**2
    assert sqrt(4 * meter**2) == 2 * meter
    assert ((x * meter) ** Fraction(1, 3)) ** 3 == simplify(with_units((x ** Fraction(1, 3)) ** 3, meter))
    assert ((9.0 * meter) ** 0.5) ** 2 == 9.0 * meter
    assert (2 * meter) ** -1 == 1 / (2 * meter)
    assert (2 * meter) ** 0 == 1


def test_exact_stays_exact_and_floats_stay_floats():
    assert u_value(3 * inch) == Fraction(381, 5000)
    assert type(u_value(3 * inch)) is Fraction
    assert type(u_value(3.0 * meter)) is float
    assert type(u_value(kilo * meter)) is int
    assert repr(9.8 * meter / second**2) == "(& 9.8 (* &meter (expt &second -2)))"


def test_comparison():
    assert 3 * foot == 36 * inch
    assert hash(3 * foot) == hash(36 * inch)
    assert 3 * foot < 1 * meter < kilo * meter
    assert 3 * meter != 3
    assert meter == 1 * meter
    assert meter != second
    assert len({3 * foot, 36 * inch, meter, 1 * meter}) == 2


def test_angles_are_numbers():
    assert with_units(3, radian) == 3
    assert sin(with_units(30, degree)) == pytest.approx(0.5)
    assert log((3 * foot) / (3 * inch)) == log(12)


def test_tuples_and_matrices():
    state = up(3 * meter, 4 * second)
    assert 2 * state == state + state == up(6 * meter, 8 * second)
    assert state * meter == up(3 * meter**2, 4 * (meter * second))
    assert down(2 * newton, 1 * joule / second) * state == 10 * joule
    assert square(up(3 * meter, 4 * meter)) == 25 * meter**2
    assert abs(up(3 * meter, 4 * meter)) == 5 * meter
    assert up(1, 2) * meter == with_units(up(1, 2), meter) == up(1 * meter, 2 * meter)
    with pytest.raises(DimensionError, match=r"second.*meter"):
        state + up(1 * meter, 1 * meter)
    assert scmpy.matrix_by_rows([1 * meter, 2 * meter]) * 2 == scmpy.matrix_by_rows([2 * meter, 4 * meter])


def test_derivatives_have_the_quotient_of_dimensions():
    def height(t):
        return 3 * meter / second**2 * t**2

    assert D(height)(2 * second) == 12 * meter / second
    assert D(D(height))(2 * second) == 6 * meter / second**2
    assert simplify(D(height)(t * second)) == with_units(6 * t, meter / second)
    assert D(lambda t: 5 * meter)(2 * second) == 0 * meter / second
    assert partial(1)(lambda a, b: a * b**2)(2 * meter, 3 * second) == 12 * (meter * second)
    work = D(lambda q: square(q[0]) * newton / meter + q[1] * joule)(up(3 * meter, 4))
    assert work == down(6 * newton, 1 * joule)


def test_derivatives_of_functions_of_quotients():
    omega = 2 * hertz
    assert D(lambda t: 3 * meter * cos(omega * t))(0 * second) == 0 * meter / second
    assert D(lambda t: 3 * meter * sin(omega * t))(0 * second) == 6 * meter / second


def test_functions_with_units():
    path = with_units(scmpy.literal_function("x"), meter, second)
    assert path(t * second) == scmpy.literal_function("x")(t) * meter
    assert repr(D(path)(t * second)) == "(& ((D x) t) (* &meter (expt &second -1)))"
    assert with_units(lambda t: t, foot, second)(2 * second) == 2 * foot
    U = with_units(lambda q: q[0] * q[1], joule, up(inch, radian))
    assert U(up(1 * foot, 2)) == 24 * joule
    with pytest.raises(DimensionError, match="expects a quantity in the unit &second"):
        path(3 * meter)
    with pytest.raises(StructureError, match="up"):
        U(3 * meter)
    with pytest.raises(ScmpyError, match="1 argument"):
        path(1 * second, 2)


def test_bad_values():
    for bad in ("a", None, True, [1], D):
        with pytest.raises(ScmpyError):
            with_units(3, bad)
    with pytest.raises(WrongTypeError, match="expects a number or an expression"):
        with_units("a", meter)
    with pytest.raises(WrongTypeError, match="multiplier"):
        with_units(3, meter, meter)


def test_copies_and_pickles():
    for value in (3 * foot, x * newton, meter, inch, up(3 * meter, 2), meter * second):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
        assert repr(pickle.loads(pickle.dumps(value))) == repr(value)


def test_printed():
    assert [repr(value) for value in (x * newton, meter * 2 * newton, sqrt(3 * meter), inch, inch * inch, degree)] == [
        "(& x &newton)",
        "(& 2 &joule)",
        "(& 1.7320508075688772 (expt &meter 1/2))",
        "&inch",
        "(& 16129/25000000 (expt &meter 2))",
        "&degree",
    ]
    assert repr(simplify(with_units(2 * x * (x + y), meter))) == "(& (+ (* 2 (expt x 2)) (* 2 x y)) &meter)"


def test_a_quantity_in_the_place_of_a_value_has_its_dimension():
    a, b = symbols("a b")
    assert scmpy.substitute(a * meter, a, b * second) == b * (meter * second)
    assert D(lambda x: scmpy.substitute(a * meter, a, x))(2 * second) == 1 * meter


def test_units_are_apart_in_tex():
    assert scmpy.tex(3 * meter / second) == r"3\,\mathrm{m} \,\mathrm{s}^{-1}"


def test_units_are_checked_by_any_quantities():
    m, k, q = symbols("m k q")
    L = L_harmonic(m * kilogram, k * newton / meter)
    assert check_units(L, up(1 * second, q * meter, q * meter / second)) == joule
    pendulum = L_pendulum(1 * meter / second**2, 1 * kilogram, 1 * meter)
    assert check_units(pendulum, up(second, q, q / second)) == joule
    with pytest.raises(DimensionError, match="cos expects a plain number"):
        check_units(pendulum, up(second, q * meter, meter / second))


def test_unknowns_of_check_units_are_nobody_else_s():
    m, a, x0, x1 = symbols("m a x0 x1")

    def L(state):
        return m * kilogram * state[2] ** 2 / 2 - a * joule * meter / (state[1] - x1 * meter - x0 * meter)

    assert check_units(L, up(second, meter, meter / second)) == joule


def test_units_are_compared_and_divided():
    assert inch < meter
    assert meter >= 39 * inch
    assert meter // inch == 39
    assert meter % inch == Fraction(47, 5000) * meter
    assert divmod(7 * meter, 2 * meter) == (3, 1 * meter)
    for work in (lambda: meter < second, lambda: meter // second, lambda: (3 * meter) % 2, lambda: 7 // meter):
        with pytest.raises(DimensionError, match="one dimension"):
            work()
    with pytest.raises(DimensionError, match="exponent"):
        2**meter


def test_rounding_is_of_the_measure_in_base_units():
    assert round(3.256 * meter, 2) == 3.26 * meter
    assert round(3.2 * meter) == scmpy.floor(3.7 * meter) == 3.0 * meter
    assert scmpy.ceiling(130 * inch) == 4 * meter


def test_predicates_of_numbers_ask_the_measure():
    assert scmpy.is_exact(3 * meter)
    assert scmpy.is_inexact(3.0 * meter)
    assert scmpy.inexact_to_exact(3.5 * meter) == Fraction(7, 2) * meter
    assert scmpy.is_positive(3 * meter)
    assert scmpy.is_negative(-3 * meter)
    assert not scmpy.is_number(3 * meter)
    answers = (
        "(list (exact? (& 3 &meter)) (inexact? (& 3. &meter)) (positive? (& 3 &meter)) (inexact->exact (& 2. &meter)))"
    )
    assert repr(Session().run(answers)) == "(#t #t #t (& 2 &meter))"


LENGTHS = numpy.array([1.0, 4.0]) * meter
TIMES = numpy.array([0.0, 2.0]) * second


def test_elements_are_quantities():
    assert len(LENGTHS) == 2
    assert LENGTHS.shape == (2,)
    assert LENGTHS[1] == 4.0 * meter
    assert list(LENGTHS) == [1.0 * meter, 4.0 * meter]
    assert LENGTHS[1:] == numpy.array([4.0]) * meter
    assert (2 * meter < LENGTHS).tolist() == [False, True]
    for value in (LENGTHS, LENGTHS[:1]):
        assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    with pytest.raises(TypeError):
        len(3 * meter)


def test_arrays_of_quantities_become_quantities():
    assert numpy.array([1 * meter, 4 * meter]) * newton == numpy.array([1, 4]) * joule
    with pytest.raises(DimensionError, match=r"an array expects quantities of one dimension.*meter.*second"):
        numpy.array([1 * meter, 4 * second]) * newton


@pytest.mark.parametrize(
    ("found", "expected"), evaluated(__file__, "arrays.txt", "functions of numpy that have a dimension", globals())
)
def test_functions_of_numpy_that_have_a_dimension(found, expected):
    assert found() == expected


def test_functions_of_numpy_whose_values_are_plain():
    assert numpy.argmax(LENGTHS) == 1
    assert numpy.allclose(LENGTHS, LENGTHS)
    assert numpy.sign(LENGTHS).tolist() == [1, 1] and numpy.isfinite(LENGTHS).all()


test_functions_of_numpy_refuse_what_has_no_dimension = refusals(__file__, "arrays", globals())


def test_measures_are_the_arrays():
    assert (u_value(LENGTHS) == [1.0, 4.0]).all() and meter * numpy.array([1.0, 4.0]) == LENGTHS
    assert (u_value(LENGTHS * LENGTHS / meter + 3 * meter) == [4.0, 19.0]).all()
    assert (u_value(D(square)(LENGTHS)) == [2.0, 8.0]).all()
