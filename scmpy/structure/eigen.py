"""Characteristic polynomials, eigenvalues and eigenvectors: exact where that is possible in radicals of rationals.

The characteristic polynomial comes from Faddeev's and Le Verrier's recursion. Of a matrix of exact numbers it is
factored over the rationals; factors of degree one and two give exact eigenvalues. A triangular matrix shows its
eigenvalues, a symbolic 2 by 2 matrix has them by the quadratic formula. Matrices with inexact numbers, and numerical
ones that need roots of higher degree, go to numpy.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.generic.numeric_tower import inexact_complex
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import LinearMap, Scalar, ScalarValue
from scmpy.structure.linear import Rows
from scmpy.structure.linear_maps import as_two_tensor
from scmpy.structure.matrix import Matrix, m_make_identity
from scmpy.structure.structure import Structure, Up
from scmpy.symbolic.simplify import reduced


def _square(value: Any) -> Matrix:
    """A square matrix, or the matrix of a 2-tensor."""
    if isinstance(value, Structure):
        value = Matrix(as_two_tensor(value))
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{CALLED} expects a square matrix, got {describe(value)}")
    linear.check_square(value.rows)
    return value


def coefficients(matrix: Matrix) -> list[Any]:
    """The coefficients of det(x - M), from that of the highest power, which is 1, to the constant."""
    found: list[Any] = [1]
    power, identity = m_make_identity(len(matrix)), m_make_identity(len(matrix))
    for k in range(1, len(matrix) + 1):
        product = reduced(g.mul(matrix, power))
        found.append(reduced(g.div(g.negate(g.trace(product)), k)))
        power = reduced(g.add(product, g.mul(found[-1], identity)))
    return found


@public("characteristic-polynomial")
def characteristic_polynomial(matrix: LinearMap, x: Scalar) -> ScalarValue:
    """The value at x of the characteristic polynomial of a square matrix.

    Scheme:  (characteristic-polynomial M x)
    Math:    det(x - M)
    Shapes:  M: n by n;  result: scalar, of degree n in x
    >>> from scmpy import matrix_by_rows, symbols
    >>> characteristic_polynomial(matrix_by_rows([2, 1], [1, 2]), symbols("x"))
    (+ 3 (expt x 2) (* -4 x))
    """
    value: Any = 0
    for coefficient in coefficients(_square(matrix)):
        value = g.add(g.mul(value, x), coefficient)
    return value


@public("eigenvalues")
def eigenvalues(matrix: LinearMap) -> tuple[Any, ...]:
    """The eigenvalues of a square matrix, each as often as its multiplicity.

    Scheme:  (eigenvalues M)
    Shapes:  M: n by n, or down(n) of up(n);  result: a list of n
    Raises:  DomainError if a matrix with symbols is larger than 2 by 2 and not triangular
    Source:  SICM 2.5
    >>> from scmpy import matrix_by_rows
    >>> eigenvalues(matrix_by_rows([2, 1], [1, 2]))
    (1, 3)
    """
    square = _square(matrix)
    found = _exact_eigenvalues(square)
    return tuple(_numerical(square)[0] if found is None else found)


def _exact_eigenvalues(matrix: Matrix) -> list[Any] | None:
    """The eigenvalues; None where numpy has to find them."""
    entries = [entry for row in matrix.rows for entry in row]
    numerical = all(is_number(entry) or getattr(entry, "constant", False) for entry in entries)
    if numerical and any(isinstance(entry, (float, complex)) for entry in entries):
        return None
    rows = reduced(matrix).rows
    if _is_triangular(rows) or _is_triangular(tuple(zip(*rows, strict=True))):
        return [row[i] for i, row in enumerate(rows)]
    if all(isinstance(entry, (int, Fraction)) for entry in entries):
        return _rational_roots(coefficients(matrix))
    if len(rows) == 2:
        return _quadratic_roots(*coefficients(matrix))
    if numerical:
        return None
    raise DomainError(f"eigenvalues: of {describe(matrix)} with symbols they are found up to 2 by 2, or if triangular")


def _is_triangular(rows: Rows) -> bool:
    return all(is_zero_number(entry) for i, row in enumerate(rows) for entry in row[:i])


def _quadratic_roots(a: Any, b: Any, c: Any) -> list[Any]:
    """The roots of a x^2 + b x + c, the one with the negative root of the discriminant first."""
    root = g.sqrt(reduced(g.sub(g.square(b), g.mul(4, g.mul(a, c)))))
    return [reduced(g.div(sign(g.negate(b), root), g.mul(2, a))) for sign in (g.sub, g.add)]


def _rational_roots(polynomial: list[Any]) -> list[Any] | None:
    """The roots of a polynomial over the rationals, if its factors are of degree one and two, sorted by size."""
    from flint import fmpq, fmpq_poly

    rational = [fmpq(c.numerator, c.denominator) for c in reversed(polynomial)]
    roots: list[Any] = []
    for factor, multiplicity in fmpq_poly(rational).numer().factor()[1]:
        parts = [int(c) for c in reversed(factor.coeffs())]
        if len(parts) > 3:
            return None
        own = [g.div(-parts[1], parts[0])] if len(parts) == 2 else _quadratic_roots(*parts)
        roots += own * multiplicity
    return sorted(roots, key=_place)


def _place(root: Any) -> tuple[float, float]:
    z = complex(g.inexact(root))
    return z.real, z.imag


def _numerical(matrix: Matrix) -> tuple[list[Any], list[Up]]:
    """Eigenvalues and unit eigenvectors from numpy, in the order of the eigenvalues."""
    import numpy

    array = numpy.asarray(g.inexact(matrix), dtype=complex)
    if not numpy.isfinite(array).all():
        raise DomainError("eigenvalues: the matrix has entries that are not finite")
    values, vectors = numpy.linalg.eig(array if array.imag.any() else array.real)
    found = [(_plain(value), Up(map(_plain, vector))) for value, vector in zip(values, vectors.T, strict=True)]
    found.sort(key=lambda pair: _place(pair[0]))
    return [value for value, _ in found], [vector for _, vector in found]


def _plain(value: Any) -> Any:
    """A number of numpy's as a float, or as a complex number if it has an imaginary part."""
    return inexact_complex(complex(value))


@public("eigenvectors")
def eigenvectors(matrix: LinearMap) -> tuple[tuple[Any, tuple[Up, ...]], ...]:
    """Every eigenvalue of a square matrix with a basis of its eigenvectors.

    Scheme:  (eigenvectors M), a list of lists of an eigenvalue and a list of vectors
    Math:    M v = lambda v
    Shapes:  M: n by n;  result: a list of lists of a scalar and a list of up(n)
    Raises:  DomainError where the eigenvalues cannot be found
    >>> from scmpy import matrix_by_rows
    >>> eigenvectors(matrix_by_rows([2, 1], [1, 2]))
    ((1, ((up -1 1),)), (3, ((up 1 1),)))
    """
    square = _square(matrix)
    values = _exact_eigenvalues(square)
    if values is None:
        return tuple((value, (vector,)) for value, vector in zip(*_numerical(square), strict=True))
    identity = m_make_identity(len(square))
    return tuple(
        (value, tuple(map(Up, linear.null_space(g.sub(square, g.mul(value, identity)).rows))))
        for value in dict.fromkeys(values)
    )
