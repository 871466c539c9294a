"""Null spaces and eigenvectors of matrices of numbers: bases of unit vectors, with components of their own."""

from __future__ import annotations

from typing import Any

from scmpy.errors import CALLED
from scmpy.generic import operations as g
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.numeric_tower import inexact_complex, is_exact
from scmpy.numerics.linear.eigenvalues import as_root, by_magnitude
from scmpy.numerics.linear.systems import entries_of, square_of
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import LinearMap
from scmpy.structure.matrix import m_make_identity
from scmpy.structure.structure import Up

CUTOFF = 1000 * MACHINE_EPSILON

#: Eigenvalues are not known better than to this; what a matrix less one of them takes to 0 is found to it.
EIGEN_CUTOFF = 1e-10


def _null_vectors(matrix: Any, operation: str, cutoff: float) -> list[Any]:
    """An orthonormal basis of what a matrix takes to 0, to rounding, as arrays."""
    import numpy

    array = numpy.array([[complex(g.inexact(x)) for x in row] for row in entries_of(matrix, operation)])
    array = array if array.imag.any() else array.real
    _, w, vh = numpy.linalg.svd(array)
    least = cutoff * (1 + numpy.abs(array).max(initial=0.0))
    return list(vh[(numpy.pad(w, (0, vh.shape[0] - len(w))) < least)].conj())


def _unit(vector: Any) -> Up:
    """The unit vector, exact where its length is."""
    size = g.sqrt(sum((g.mul(x, g.conjugate(x)) for x in vector), 0))
    return Up(g.div(x, size) for x in vector)


def _freed(vectors: list[Any]) -> list[Any]:
    """Other vectors with the same span: each has a component 1 where the others have 0, the last possible ones."""
    import numpy

    work = numpy.array(vectors)
    free: list[int] = []
    for column in reversed(range(work.shape[1])):
        if len(free) == len(work):
            break
        row = len(free)
        pivot = row + int(numpy.abs(work[row:, column]).argmax())
        if abs(work[pivot, column]) > CUTOFF:
            work[[row, pivot]] = work[[pivot, row]]
            work[row] /= work[row, column]
            for other in range(len(work)):
                if other != row:
                    work[other] -= work[other, column] * work[row]
            free.append(column)
    return [[inexact_complex(complex(x)) for x in row] for row in work]


def _basis(matrix: LinearMap, operation: str, cutoff: float) -> tuple[Up, ...]:
    rows = square_of(matrix, operation)
    if all(is_exact(x) for row in rows for x in row):
        found: list[Any] = list(reversed(linear.null_space(tuple(map(tuple, rows)))))
    else:
        vectors = _null_vectors(matrix, operation, cutoff)
        found = _freed(vectors) if vectors else []
    return tuple(map(_unit, found))


@public("lu-null-space")
def lu_null_space(matrix: LinearMap) -> tuple[Up, ...]:
    """Unit vectors that span what a square matrix of numbers takes to 0, to rounding.

    Scheme:  (lu-null-space A)
    Shapes:  A: n by n;  result: a list of up(n), as many as the rank is less than n
    >>> from scmpy import matrix_by_rows
    >>> lu_null_space(matrix_by_rows([3, 4], [6, 8]))
    ((up -4/5 3/5),)
    """
    return _basis(matrix, "lu-null-space", CUTOFF)


def _eigenvectors(matrix: Any, cutoff: float, operation: str = CALLED) -> tuple[tuple[Any, ...], ...]:
    values = dict.fromkeys(by_magnitude(matrix))
    size = len(square_of(matrix, operation))
    shifted = {x: g.sub(matrix, g.mul(x, m_make_identity(size))) for x in values}
    return tuple((as_root(x), *_basis(shifted[x], operation, cutoff)) for x in values)


@public("matrix->eigenvalues-eigenvectors")
def matrix_to_eigenvalues_eigenvectors(matrix: LinearMap) -> tuple[tuple[Any, ...], ...]:
    """The eigenvalues of a square matrix of numbers, by their magnitudes, each with unit eigenvectors for its space.

    Scheme:  (matrix->eigenvalues-eigenvectors A), a list of (list eigenvalue eigenvector ...)
    Shapes:  A: n by n;  eigenvectors: up(n)
    >>> from scmpy import matrix_by_rows
    >>> matrix_to_eigenvalues_eigenvectors(matrix_by_rows([2, 0], [0, 3]))
    ((2.0, (up 1 0)), (3.0, (up 0 1)))
    """
    return _eigenvectors(matrix, EIGEN_CUTOFF)
