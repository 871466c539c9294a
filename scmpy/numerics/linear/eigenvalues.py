"""Eigenvalues of matrices of numbers in the order of their magnitudes."""

from __future__ import annotations

from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.aliases import LinearMap
from scmpy.structure.eigen import eigenvalues


def _by_size(value: Any) -> tuple[float, float, float]:
    z = complex(g.inexact(value))
    return abs(z), z.real, -z.imag


def by_magnitude(matrix: LinearMap) -> tuple[Any, ...]:
    """The eigenvalues, exact where they can be."""
    found = eigenvalues(matrix)
    return tuple(sorted(found, key=_by_size)) if all(is_number(g.inexact(x)) for x in found) else found


def as_root(value: Any) -> Any:
    """An eigenvalue as a root of a polynomial is given: a float, unless it is 0, or has symbols."""
    found = g.inexact(value)
    return found if found != 0 and is_number(found) else value


@public("matrix->eigenvalues")
def matrix_to_eigenvalues(matrix: LinearMap, expand: bool = True) -> tuple[Any, ...]:
    """The eigenvalues of a square matrix by their magnitudes, each as often as its multiplicity.

    Unless they are to be expanded: then every one comes once, with its multiplicity before it. Numbers are floats, as
    roots of polynomials are, except 0 (eigenvalues has exact ones).

    Scheme:  (matrix->eigenvalues A), (matrix->eigenvalues A #f), a list of (cons multiplicity eigenvalue)
    Shapes:  A: n by n;  result: a list of n
    Raises:  DomainError if a matrix with symbols is larger than 2 by 2 and not triangular
    >>> from scmpy import matrix_by_rows
    >>> A, B = matrix_by_rows([-2, 0], [0, 1]), matrix_by_rows([1, 0], [0, 1])
    >>> matrix_to_eigenvalues(A), matrix_to_eigenvalues(B, False)
    ((1.0, -2.0), ((2, 1.0),))
    """
    found = tuple(map(as_root, by_magnitude(matrix)))
    if expand is not False:
        return found
    return tuple((found.count(x), x) for x in dict.fromkeys(found))
