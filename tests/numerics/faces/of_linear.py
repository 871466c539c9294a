"""Linear algebra against numpy, SciPy and mpmath; Hilbert's matrices, bad scales, nearly equal eigenvalues, near points."""

import math
import random
from fractions import Fraction

import mpmath
import numpy
import pytest
import scipy.linalg

import scmpy as s
from scmpy.errors import DivisionByZeroError

from .table import hard, library


def singular(dismiss):
    raise DivisionByZeroError("a procedure is told")


def matrix(rows):
    return s.matrix_by_row_list([list(row) for row in rows])


def hilbert(n):
    return [[Fraction(1, i + j + 1) for j in range(n)] for i in range(n)]


def floats(rows):
    return [[float(x) for x in row] for row in rows]


def some(n, seed=1, kind=float):
    source = random.Random(seed)
    entry = lambda: source.uniform(-1, 1) if kind is float else complex(source.uniform(-1, 1), source.uniform(-1, 1))  # noqa: E731
    return [[entry() for _ in range(n)] for _ in range(n)]


def by_factors(lu, order, right):
    n = len(order)
    lower = s.matrix_by_rows(*[[lu[i][j] if j < i else int(i == j) for j in range(n)] for i in range(n)])
    upper = s.matrix_by_rows(*[[lu[i][j] if j >= i else 0 for j in range(n)] for i in range(n)])
    return s.invert(upper) * (s.invert(lower) * s.up(*[right[k] for k in order]))


def solved(f, rows, right):
    """The solution, as an array, by any of the faces."""
    A = matrix(rows)
    if f is s.lu_decompose:
        found = f(A, lambda lu, order, sign: by_factors(lu, order, right), lambda dismiss: dismiss())
    elif f in (s.lu_invert, s.svd_invert):
        found = f(A) * s.up(*right)
    elif f is s.svd_least_squares:
        found = f(A, right)[0]
    elif f in (s.lu_solve, s.full_pivot_solve, s.gauss_jordan_solve):
        found = f(A, right, lambda x: x, singular)
    else:
        found = f(A, right)
    return numpy.array(list(found))


BY_FACTORS = (
    "lu-decompose lu-invert lu-solve full-pivot-solve gauss-jordan-solve lu-solve-linear-system "
    "full-pivot-solve-linear-system gauss-jordan-solve-linear-system "
)
BY_SINGULAR_VALUES = "svd-invert svd-least-squares svd-solve-linear-system"


@library(BY_FACTORS)
def as_numpys_solve(f):
    for rows in (some(7), some(30), some(5, 2, complex)):
        right = some(len(rows), 3)[0]
        assert solved(f, rows, right) == pytest.approx(
            numpy.linalg.solve(numpy.array(rows), numpy.array(right)), rel=1e-9
        )


@hard(BY_FACTORS)
def hilbert_and_bad_scales(f):
    """Of condition 1e10, exact and of floats; rows of sizes from 1e-12 to 1e12; a singular one of floats is told."""
    right = [1.0] * 8
    exact = [Fraction(x) for x in solved(f, hilbert(8), [1] * 8)]
    assert all(sum(a * x for a, x in zip(row, exact, strict=True)) == 1 for row in hilbert(8))
    theirs = numpy.linalg.solve(numpy.array(floats(hilbert(8))), numpy.array(right))
    off = max(abs(theirs - numpy.array(list(map(float, exact)))))
    assert max(abs(solved(f, floats(hilbert(8)), right) - numpy.array(list(map(float, exact))))) < 100 * off + 1
    scaled = [[x * 10.0 ** (4 * i - 12) for x in row] for i, row in enumerate(some(7))]
    wanted = [10.0 ** (4 * i - 12) for i in range(7)]
    residual = numpy.array(scaled) @ solved(f, scaled, wanted) / numpy.array(wanted)
    assert residual == pytest.approx(numpy.ones(7), rel=1e-9)
    if f is not s.lu_decompose:
        with pytest.raises(DivisionByZeroError, match=r"a procedure is told|zero pivot in column 2"):
            solved(f, [[0.1, 0.2, 1.0], [0.3, 0.6, 2.0], [0.4, 0.8, 5.0]], [1.0, 1.0, 1.0])


@library("lu-determinant")
def as_numpys_determinant(f):
    for rows in (some(6), some(4, 2, complex)):
        assert f(matrix(rows)) == pytest.approx(numpy.linalg.det(numpy.array(rows)), rel=1e-11)


@hard("lu-determinant")
def determinants_that_cancel(f):
    exact = f(matrix(hilbert(10)))
    assert exact == 1 / math.prod((2 * k + 1) * Fraction(math.comb(2 * k, k)) ** 2 for k in range(10))
    with mpmath.workdps(60):
        wanted = mpmath.det(mpmath.matrix(floats(hilbert(6))))
    assert f(matrix(floats(hilbert(6)))) == pytest.approx(float(wanted), rel=1e-8)
    assert f(matrix([[1e200, 0.0], [0.0, 1e-200]])) == 1


@library(BY_SINGULAR_VALUES)
def as_numpys_least_squares(f):
    rows, right = some(6), some(6, 3)[0]
    wanted = numpy.linalg.lstsq(numpy.array(rows), numpy.array(right), rcond=None)[0]
    assert solved(f, rows, right) == pytest.approx(wanted, rel=1e-9)


@hard(BY_SINGULAR_VALUES)
def rank_deficient_systems(f):
    """The shortest of the solutions, where a singular value is 0 to rounding; Hilbert's matrix."""
    rows = [[0.1, 0.2, 0.3], [0.4, 0.5, 0.6], [0.7, 0.8, 0.9]]
    right = [0.6, 1.5, 2.4]
    assert solved(f, rows, right) == pytest.approx(scipy.linalg.pinv(numpy.array(rows)) @ numpy.array(right), abs=1e-9)
    found = numpy.array(floats(hilbert(7))) @ solved(f, floats(hilbert(7)), [1.0] * 7)
    assert found == pytest.approx(numpy.ones(7), abs=1e-6)


@library("svd")
def as_numpys_svd(f):
    found = f(matrix(some(5)), lambda u, sigma, v, w: w)
    assert list(found) == pytest.approx(list(numpy.linalg.svd(numpy.array(some(5)))[1]))


@hard("svd")
def small_singular_values(f):
    """Of Kahan's matrix, and of one with columns that are nearly the same (Laeuchli)."""
    c, t = 0.3, math.sqrt(1 - 0.09)
    kahan = [[0.0 if j < i else t**i * (1.0 if i == j else -c) for j in range(20)] for i in range(20)]
    for rows in (kahan, [[1.0, 1.0], [1e-9, 0.0], [0.0, 1e-9]]):
        found = list(f(matrix(rows), lambda u, sigma, v, w: w))
        with mpmath.workdps(50):
            exact = [float(x) for x in mpmath.svd_r(mpmath.matrix(rows), compute_uv=False)]
        assert found == pytest.approx(exact, rel=1e-12, abs=1e-15)


@library("matrix->eigenvalues")
def as_numpys_eigenvalues(f):
    rows = [
        [(x + y) / 2 for x, y in zip(a, b, strict=True)]
        for a, b in zip(some(5), zip(*some(5), strict=True), strict=True)
    ]
    assert sorted(f(matrix(rows))) == pytest.approx(numpy.linalg.eigvalsh(numpy.array(rows)))


@hard("matrix->eigenvalues")
def nearly_equal_eigenvalues(f):
    """1 and 1 + 1e-6 in a turned basis; a matrix far from normal, whose eigenvalues move by the root of an error."""
    c, t = math.cos(0.3), math.sin(0.3)
    turn = numpy.array([[c, -t, 0], [t, c, 0], [0, 0, 1]])
    near = turn @ numpy.diag([1, 1 + 1e-6, -2]) @ turn.T
    found = sorted(f(matrix(near.tolist())))
    assert found == pytest.approx([-2, 1, 1 + 1e-6], abs=1e-12)
    skew = [[1.0, 1e4, 0.0], [0.0, 2.0, 1e4], [0.0, 0.0, 3.0]]
    assert sorted(abs(complex(x)) for x in f(matrix(skew))) == pytest.approx([1, 2, 3], rel=1e-9)
