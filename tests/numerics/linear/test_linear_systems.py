"""Linear systems and singular values: against numpy and exact answers."""

import pickle
from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy as s
from scmpy.errors import DivisionByZeroError, ScmpyError
from scmpy.scheme import Session

from ...tables import refusals

numbers = st.integers(-9, 9)


def matrices(size=3, entries=numbers):
    return st.lists(st.lists(entries, min_size=size, max_size=size), min_size=size, max_size=size)


def matrix(rows):
    return s.matrix_by_row_list(rows)


@given(matrices(), st.lists(numbers, min_size=3, max_size=3))
@pytest.mark.slow
def test_exact_systems(rows, right):
    determinant = s.lu_determinant(matrix(rows))
    assert determinant == s.determinant(matrix(rows)) and isinstance(determinant, (int, Fraction))
    if determinant == 0:
        assert s.lu_solve(matrix(rows), right, lambda x: x, lambda dismiss: "singular") == "singular"
        with pytest.raises(DivisionByZeroError, match="Singular matrix"):
            s.lu_invert(matrix(rows))
    else:
        assert matrix(rows) * s.lu_solve_linear_system(matrix(rows), right) == s.up(*right)
        assert s.lu_invert(matrix(rows)) * matrix(rows) == s.m_make_identity(3)


@given(st.integers(1, 4), st.integers(1, 4), st.randoms())
def test_singular_values(m, n, random):
    rows = [[round(random.uniform(-3, 3), 6) for _ in range(n)] for _ in range(m)]
    u, sigma, v, w = s.svd(matrix(rows), lambda *found: found)
    assert numpy.allclose(numpy.array((u * sigma * s.transpose(v)).rows), rows)
    assert numpy.allclose(list(w)[: min(m, n)], numpy.linalg.svd(numpy.array(rows))[1])
    assert numpy.allclose(numpy.array(s.svd_invert(matrix(rows)).rows), numpy.linalg.pinv(numpy.array(rows)), atol=1e-6)


def test_least_squares_of_golub_and_reinsch():
    """Handbook for Automatic Computation II, p. 150: singular values (k (k + 1))^(1/2), the least one 0."""
    found = s.svd(s.m_generate(20, 21, lambda i, j: 0 if i > j else 20 - i if i == j else -1), lambda u, e, v, w: w)
    assert list(found) == pytest.approx([(k * (k + 1)) ** 0.5 for k in range(20, -1, -1)], abs=1e-11)


def test_standard_errors_are_those_of_the_covariance():
    design, data = [[1, x] for x in range(6)], [1.1, 2.9, 5.2, 6.8, 9.1, 11.2]
    x, dx, chi2 = s.svd_least_squares(matrix(design), data)
    covariance = numpy.linalg.inv(numpy.array(design).T @ numpy.array(design))
    assert list(dx) == pytest.approx(numpy.sqrt(numpy.diag(covariance)))
    assert chi2 == pytest.approx(numpy.linalg.lstsq(numpy.array(design), numpy.array(data), rcond=None)[1][0])
    weighted = s.svd_least_squares(matrix(design), data, 1e-15, [0.1] * 6)
    assert list(weighted[0]) == pytest.approx(list(x)) and list(weighted[1]) == pytest.approx([0.1 * d for d in dx])


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("(matrix->eigenvalues (matrix-by-rows '(1 0 0) '(0 1 0) '(0 0 2)) #f)", "((2 . 1.) (1 . 2.))"),
        ("(gauss-jordan-solve (matrix-by-rows '(1 2) '(2 4)) (vector 1 2) list (lambda (dismiss) 'fail))", "fail"),
    ],
)
def test_shapes_in_scheme(source, answer):
    session = Session()
    assert session.result_text(session.run(source)).replace("#(", "(up ") == answer


test_what_cannot_be_solved_is_told = refusals(__file__, "linear systems", globals())


@given(st.integers(1, 8), st.booleans(), st.randoms())
def test_floats_as_numpys(n, is_complex, random):
    entry = lambda: complex(random.uniform(-1, 1), random.uniform(-1, 1) if is_complex else 0)  # noqa: E731
    array = numpy.array([[entry() for _ in range(n)] for _ in range(n)]) + 4 * numpy.identity(n)
    array = array if is_complex else array.real
    A, b = matrix(array.tolist()), s.up(*range(1, n + 1))
    wanted = numpy.linalg.solve(array, numpy.arange(1, n + 1))
    for found in (b / A, s.lu_solve_linear_system(A, range(1, n + 1)), s.invert(A) * b, s.lu_invert(A) * b):
        assert numpy.allclose(numpy.array(list(found)), wanted, rtol=1e-10)
    for found in (s.determinant(A), s.lu_determinant(A)):
        assert numpy.isclose(found, numpy.linalg.det(array), rtol=1e-10)


@pytest.mark.parametrize("rows", [[[0.1, 0.2], [0.3, 0.6]], [[1j, 2j], [2j, 4j]], [[0.0, 1.0], [0.0, 2.0]]])
def test_singular_floats_are_told(rows):
    A = matrix(rows)
    assert s.determinant(A) == 0 == s.lu_determinant(A)
    for solve in (lambda: s.invert(A), lambda: s.up(1, 2) / A, lambda: s.up(1, 2.0) / A):
        with pytest.raises(DivisionByZeroError, match=r"column [12] depends"):
            solve()
    with pytest.raises(DivisionByZeroError, match=r"zero pivot in column [12]"):
        s.lu_invert(A)
    assert s.lu_solve(A, [1.0, 2.0], list, lambda dismiss: "singular") == "singular"


def test_a_determinant_is_the_product_of_pivots():
    """numpy's, an exponential of logarithms, is 7.999999999999998."""
    assert s.determinant(matrix([[2.0, 0.0], [0.0, 4.0]])) == 8
    assert s.determinant(matrix([[0.0, 1e200], [1e-200, 0.0]])) == -1


@pytest.mark.slow
def test_floats_are_not_limited_as_exact_entries_are():
    assert s.lu_determinant(matrix((2.0 * numpy.eye(501)).tolist())) == 2.0**501
    with pytest.raises(ScmpyError, match="most-exact-rows"):
        s.lu_determinant(s.m_make_identity(501))


@pytest.mark.parametrize("size", [3, 4, 6, 13])
def test_many_floats_are_worked_with_in_arrays_and_come_out_as_floats(size):
    a, b = numpy.random.default_rng(size).standard_normal((2, size, size)).tolist()
    x, y = matrix(a), matrix(b)
    expected = {
        x * y: numpy.matmul(a, b),
        x + y: numpy.add(a, b),
        x - y: numpy.subtract(a, b),
        s.solve_linear(x, y): numpy.linalg.solve(a, b),
        s.invert(x): numpy.linalg.inv(a),
        (x * y).transpose: numpy.matmul(a, b).T,
        s.transpose(s.invert(x)) * 2: 2 * numpy.linalg.inv(a).T,
    }
    for found, array in expected.items():
        assert numpy.allclose(numpy.array(found), array, rtol=1e-9, atol=1e-9)
        assert found.shape == (size, size) and {type(entry) for row in found for entry in row} == {float}
        again = pickle.loads(pickle.dumps(found))
        assert again == found and hash(again) == hash(found) and repr(again) == repr(found)
    assert x + y == matrix([list(map(float.__add__, *rows)) for rows in zip(a, b, strict=True)])
    assert s.determinant(x) == pytest.approx(numpy.linalg.det(a))


def test_arrays_hold_infinities_and_find_what_is_singular():
    rows = [[float(4 * i + j) for j in range(4)] for i in range(4)]
    for call in (s.invert, lambda m: s.solve_linear(m, m)):
        with pytest.raises(DivisionByZeroError, match="singular"):
            call(matrix(rows))
    with pytest.raises(ScmpyError):
        matrix(rows) + matrix([row[:3] for row in rows])
    large = matrix([[1e308] * 6] * 6)
    assert (large + large)[0][0] == numpy.inf and (large * large)[5][5] == numpy.inf
    assert str((large + large - (large + large))[0][0]) == "nan"
    small = s.invert(matrix([[1e-200 * (i == j) for j in range(4)] for i in range(4)]))
    assert small[2][2] == pytest.approx(1e200) and small[1][2] == 0
