"""The exact 0 belongs to every dimension: it stands beside quantities in tuples and matrices, and 0 times one is 0."""

import math

import pytest

from scmpy import *
from scmpy.errors import DimensionError, DivisionByZeroError
from scmpy.scheme import Session
from scmpy.units import hertz, joule, kilo, kilogram, meter, newton, radian, second, u_units, u_value, with_units

INERTIA = matrix_by_rows([2 * kilogram, 0, 0], [0, 3 * kilogram, 0], [0, 0, 5 * kilogram * meter**2])


def test_zero_times_a_quantity_is_zero():
    for zero in (0 * (3 * meter), (3 * meter) * 0, 0 / (3 * meter), 0 * (symbols("x") * meter)):
        assert type(zero) is int
        assert zero == 0


def test_zero_of_a_unit_has_its_dimension():
    for zero, unit in (
        (0 * meter, meter),
        (meter * 0, meter),
        (with_units(0, newton), newton),
        (0 * kilo * meter, meter),
        (0 / second, hertz),
        (0 * meter / second, meter / second),
        (3 * meter - 3 * meter, meter),
        (D(lambda t: 5 * meter)(2 * second), meter / second),
        ((up(0, 1) * meter)[0], meter),
    ):
        assert zero == 0
        assert u_units(zero) == unit


def test_zeros_are_equal_to_the_exact_one():
    assert 0 * meter == 0 == 0.0 * meter
    assert hash(0 * meter) == hash(0)
    assert 0 * meter != 0.0 and 0 * meter != 0 * second
    assert equivalent(0 * meter, 0).verdict == equivalent(0, 0 * meter).verdict == "equal"
    assert equivalent(0 * meter, 0.0).verdict == "different"
    assert 0.1 * meter and not 0 * meter
    assert repr(Session().run("(list (= (& 0 &meter) 0) (= 0 (& 0 &meter)) (= 0 (& 1 &meter)))")) == "(#t #t #f)"


def test_vectors_and_matrices_hold_plain_zeros():
    assert cross_product(up(1 * meter, 0, 0), up(0, 2 * newton, 0)) == up(0, 0, 2 * joule)
    velocity = up(1 * meter / second, 2 * meter / second, 3 * hertz)
    momentum = INERTIA * velocity
    assert momentum[1] == 6 * kilogram * meter / second
    assert momentum[2] == 15 * joule * second
    assert down(*momentum) * velocity == (2 + 12 + 45) * joule
    assert determinant(INERTIA) == 30 * kilogram**3 * meter**2
    inverse = invert(INERTIA)
    assert inverse[2][2] == 1 / (5 * kilogram * meter**2)
    assert all(type(inverse[i][j]) is int for i in range(3) for j in range(3) if i != j)
    assert down(1 * newton, 0) * up(2 * meter, 3 * radian) == 2 * joule
    place, turn = up(0, 0, 4 * meter), quaternion(0.5, 0.5, 0.5, 0.5)
    assert q_rotate(turn)(place)[0] == 4 * meter == down(0.5, 0.5, 1.0) * place
    assert (matrix_by_rows([0.5, 0.5], [0.5, -0.5]) * up(0, 4 * meter))[1] == -2 * meter
    assert cross_product(up(0.5, 0.5, 0.5), place) == up(2 * meter, -2 * meter, 0)
    assert Rz(0.5)(up(0, 1 * meter, 0))[1] == math.cos(0.5) * meter


def test_functions_of_matrices_check_their_dimensions():
    for f in (exp, cos):
        with pytest.raises(DimensionError, match="one dimension"):
            f(matrix_by_rows([1 * meter, 0], [0, 1 * meter]))
    shear = exp(matrix_by_rows([0, 2 * meter], [0, 0]))
    assert shear[0] + shear[1] == matrix_by_rows([1, 2 * meter], [0, 1])


def test_matrices_of_quantities_are_those_of_their_measures_between_units():
    for rows in ([[1.0, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2], [2, 4]]):
        with pytest.raises(DivisionByZeroError):
            invert(matrix_by_rows(*rows) * meter)
    assert up(up(1, 2), up(3, 4)) / matrix_by_rows([1, 2], [3, 5]) == up(up(1, -2), up(0, 2))
    assert D(determinant)(matrix_by_rows([1 * meter, 0], [0, 2 * meter]))[0][0] == 2 * meter
    spring = matrix_by_rows([0, 1], [-4 / second**2, 0])
    assert solve_linear(spring, up(0, 2 * meter)) == up(-0.5 * meter * second**2, 0)
    for matrix in (
        matrix_by_rows([2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 1.0]) * meter,
        matrix_by_rows([2 * meter, 1 * meter, 0], [1 * meter, 3 * meter, 0], [0, 1 * meter, 1 * meter]),
        matrix_by_rows([0.0 / second, 1.0], [-4.0 / second**2, 0 / second]),
        spring,
    ):
        for value, vectors in eigenvectors(matrix):
            assert value in eigenvalues(matrix)
            assert all(abs(u_value(x)) < 1e-14 for v in vectors for x in matrix * v - value * v)
    with pytest.raises(DimensionError):
        eigenvalues(matrix_by_rows([1 * meter, 1 * meter], [1 * meter, 1 * second]))
