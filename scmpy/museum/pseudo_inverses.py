"""Singular values handed to a procedure, pseudo-inverses, and least squares without their errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.numerics.linear.singular_values import CUTOFF, array_of, decomposed, inverses, svd_least_squares
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Numbers, Real, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Up


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

    u, w, v = decomposed(array_of(matrix))
    return receive(_matrix(u), _matrix(numpy.diag(w)), _matrix(v), Up(w.tolist()))


@public("svd-invert")
def svd_invert(matrix: LinearMap, eps: Real = CUTOFF) -> Matrix:
    """The pseudo-inverse of a matrix: its inverse, or the nearest to one, by singular values.

    Those below ``eps`` times the largest one are left out (1e-15 unless it is given); eps may be a function of them.

    Scheme:  (svd-invert A [eps])
    Shapes:  A: m by n;  result: n by m
    Units:   eps is relative to the largest singular value
    >>> from scmpy import matrix_by_rows
    >>> svd_invert(matrix_by_rows([2.0, 0.0], [0.0, 0.0]))
    (matrix-by-rows (list .5 0.) (list 0. 0.))
    """
    u, w, v = decomposed(array_of(matrix))
    return _matrix((v * inverses(w, eps)) @ u.T + 0.0)


@public("svd-solve-linear-system")
def svd_solve_linear_system(matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None) -> Up:
    """The x for which A x is nearest to b; see svd-least-squares.

    Scheme:  (svd-solve-linear-system A b [eps db])
    Shapes:  A: m by n;  b: m numbers;  result: up(n)
    Units:   eps is relative to the largest singular value
    >>> from scmpy import matrix_by_rows
    >>> svd_solve_linear_system(matrix_by_rows([1, 0], [0, 2]), [1, 2])
    (up 1. 1.)
    """
    return svd_least_squares(matrix, right, eps, errors)[0]
