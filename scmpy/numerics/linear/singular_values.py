"""Singular values: A = U S V^T with orthonormal columns of U and V, by numpy; pseudo-inverses and least squares.

The columns of V whose singular values are 0 span the null space of A, those of U with others its range. Singular values
that are small against the largest one are what rounding and errors of the data leave of 0: they are left out.

Source:  G. H. Golub and C. F. Van Loan, Matrix Computations, 2.4 and 5.5
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import CALLED, StructureError, WrongTypeError, describe
from scmpy.generic.finite import real
from scmpy.numerics.linear.systems import column_of, entries_of
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap, Numbers, Real
from scmpy.structure.structure import Up

CUTOFF = 1e-15


def array_of(matrix: Any, operation: str = CALLED) -> Any:
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


def inverses(w: Any, eps: Any, operation: str = CALLED) -> Any:
    """The inverses of the singular values, 0 for those that are left out; eps as in svd-least-squares."""
    import numpy

    if type(eps) is int and eps >= 1:
        kept = numpy.arange(len(w)) < eps
    else:
        cutoff = real(eps(Up(w.tolist())) if callable(eps) else eps, operation)
        kept = w >= cutoff * w.max(initial=0.0)
    kept &= w >= numpy.finfo(float).tiny  # smaller ones have no inverse
    return numpy.where(kept, 1 / numpy.where(kept, w, 1.0), 0.0)


@public("svd-least-squares")
def svd_least_squares(
    matrix: LinearMap, right: Numbers, eps: Real = CUTOFF, errors: Numbers | None = None
) -> tuple[Up, Up, float]:
    """The x for which A x is nearest to b, with its standard errors and the sum of the squares of A x - b.

    Singular values below ``eps`` times the largest are left out, or all but so many if eps is a whole number from 1.
    The errors of the components of b, all 1 unless they are given, weigh the equations.

    Scheme:  (svd-least-squares A b [eps db]), which is (list x dx chi2)
    Shapes:  A: m by n;  b: m numbers;  x, dx: up(n);  chi2: scalar
    Units:   none: entries are numbers; eps is relative to the largest singular value, or a count
    Raises:  StructureError unless there is a component of b, and an error, for each row
    >>> from scmpy import matrix_by_rows
    >>> svd_least_squares(matrix_by_rows([1, 0], [0, 1], [0, 0]), [1, 2, 3])[0]
    (up 1. 2.)
    """
    import numpy

    name = "svd-least-squares"
    array = array_of(matrix, name)
    column = numpy.array([real(x, name) for x in column_of(right, len(array), name)])
    scale = numpy.ones(len(array))
    if errors is not None:
        scale = numpy.array([real(x, name) for x in column_of(errors, len(array), name)])
        if not scale.all():
            raise StructureError(f"{name} expects errors that are not 0, got {describe(errors)}")
    u, w, v = decomposed(array / scale[:, None])
    inverted = inverses(w, eps, name)
    x = v @ (inverted * (u.T @ (column / scale)))
    dx = numpy.sqrt((v * v) @ inverted**2)
    left = array @ x - column
    return Up(x.tolist()), Up(dx.tolist()), float(left @ left)
