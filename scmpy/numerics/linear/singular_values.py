"""Singular values: A = U S V^T with orthonormal columns of U and V, by numpy; pseudo-inverses and least squares.

The columns of V whose singular values are 0 span the null space of A, those of U with others its range. Singular values
that are small against the largest one are what rounding and errors of the data leave of 0: they are left out.

Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 2.4 and 5.5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.finite import real
from scmpy.numerics.linear.systems import column_of, entries_of
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Numbers, Real, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Up

CUTOFF = 1e-15


def _array(matrix: Any, operation: str) -> Any:
    """A matrix of real numbers as an array of floats."""
    import numpy

    rows = entries_of(matrix, operation)
    if not rows or not rows[0]:
        raise WrongTypeError(f"{operation} expects a matrix with rows and columns, got {describe(matrix)}")
    return numpy.array([[real(x, operation) for x in row] for row in rows])


def decomposed(array: Any) -> tuple[Any, Any, Any]:
    """U, the singular values from the largest to the smallest, and V: as many columns as the array has."""
    import numpy

    u, w, vt = numpy.linalg.svd(array, full_matrices=array.shape[0] < array.shape[1])
    missing = array.shape[1] - len(w)
    if missing:
        u, w = numpy.pad(u, ((0, 0), (0, missing))), numpy.pad(w, (0, missing))
    return u, w, vt.T


def _matrix(array: Any) -> Matrix:
    return Matrix(tuple(map(tuple, array.tolist())))


@public("svd")
def svd(matrix: LinearMap, receive: Callable[[Matrix, Matrix, Matrix, Up], Any]) -> Value:
    """What a procedure makes of the singular values of a matrix and its singular vectors.

    Scheme:  (svd A (lambda (U SIGMA V W) ...))
    Math:    A = U SIGMA V^T
    Shapes:  A: m by n;  U: m by n;  SIGMA: n by n, diagonal;  V: n by n;  W: its diagonal, largest first
    >>> from scmpy import matrix_by_rows
    >>> svd(matrix_by_rows([3.0, 0.0], [0.0, 4.0]), lambda u, sigma, v, w: w)
    (up 4. 3.)
    """
    import numpy

    u, w, v = decomposed(_array(matrix, "svd"))
    return receive(_matrix(u), _matrix(numpy.diag(w)), _matrix(v), Up(w.tolist()))


def _inverted(w: Any, eps: Any, operation: str) -> Any:
    """The inverses of the singular values, 0 for those that are left out; eps as in svd-least-squares."""
    import numpy

    if type(eps) is int and eps >= 1:
        kept = numpy.arange(len(w)) < eps
    else:
        cutoff = real(eps(Up(w.tolist())) if callable(eps) else eps, operation)
        kept = w >= cutoff * w.max(initial=0.0)
    kept &= w > 0
    return numpy.where(kept, 1 / numpy.where(kept, w, 1.0), 0.0)


@public("svd-invert")
def svd_invert(matrix: LinearMap, eps: Real = CUTOFF) -> Matrix:
    """The pseudo-inverse of a matrix: its inverse, or the nearest to one, by singular values.

    Those below ``eps`` times the largest one are left out (1e-15 unless it is given); eps may be a function of them.

    Scheme:  (svd-invert A [eps])
    Shapes:  A: m by n;  result: n by m
    >>> from scmpy import matrix_by_rows
    >>> svd_invert(matrix_by_rows([2.0, 0.0], [0.0, 0.0]))
    (matrix-by-rows (list .5 0.) (list 0. 0.))
    """
    u, w, v = decomposed(_array(matrix, "svd-invert"))
    return _matrix((v * _inverted(w, eps, "svd-invert")) @ u.T + 0.0)


@public("svd-least-squares")
def svd_least_squares(
    matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None
) -> tuple[Up, Up, float]:
    """The x for which A x is nearest to b, with its standard errors and the sum of the squares of A x - b.

    Singular values below ``eps`` times the largest are left out, or all but so many if eps is a whole number from 1.
    The errors of the components of b, all 1 unless they are given, weigh the equations.

    Scheme:  (svd-least-squares A b [eps db]), which is (list x dx chi2)
    Shapes:  A: m by n;  b: m numbers;  x, dx: up(n);  chi2: scalar
    Raises:  StructureError unless there is a component of b, and an error, for each row
    >>> from scmpy import matrix_by_rows
    >>> svd_least_squares(matrix_by_rows([1, 0], [0, 1], [0, 0]), [1, 2, 3])[0]
    (up 1. 2.)
    """
    import numpy

    name = "svd-least-squares"
    array = _array(matrix, name)
    column = numpy.array([real(x, name) for x in column_of(right, len(array), name)])
    scale = numpy.ones(len(array))
    if errors is not None:
        scale = numpy.array([real(x, name) for x in column_of(errors, len(array), name)])
        if not scale.all():
            raise StructureError(f"{name} expects errors that are not 0, got {describe(errors)}")
    u, w, v = decomposed(array / scale[:, None])
    inverted = _inverted(w, eps, name)
    x = v @ (inverted * (u.T @ (column / scale)))
    dx = numpy.sqrt((v * v) @ inverted**2)
    left = array @ x - column
    return Up(x.tolist()), Up(dx.tolist()), float(left @ left)


@public("svd-solve-linear-system")
def svd_solve_linear_system(matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None) -> Up:
    """The x for which A x is nearest to b; see svd-least-squares.

    Scheme:  (svd-solve-linear-system A b [eps db])
    Shapes:  A: m by n;  b: m numbers;  result: up(n)
    >>> from scmpy import matrix_by_rows
    >>> svd_solve_linear_system(matrix_by_rows([1, 0], [0, 2]), [1, 2])
    (up 1. 1.)
    """
    return svd_least_squares(matrix, right, eps, errors)[0]


def null_vectors(matrix: Any, operation: str, cutoff: float) -> list[Any]:
    """An orthonormal basis of what a matrix takes to 0, to rounding, as arrays."""
    import numpy

    array = numpy.array([[complex(g.inexact(x)) for x in row] for row in entries_of(matrix, operation)])
    array = array if array.imag.any() else array.real
    _, w, vh = numpy.linalg.svd(array)
    least = cutoff * (1 + numpy.abs(array).max(initial=0.0))
    return list(vh[(numpy.pad(w, (0, vh.shape[0] - len(w))) < least)].conj())
