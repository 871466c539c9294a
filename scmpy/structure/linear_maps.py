"""Structures as linear maps: inverses, eigenvalues, two-tensors, products, zero, one and identity."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, WrongTypeError, describe, wrong_number
from scmpy.generic import operations as g
from scmpy.generic import types
from scmpy.generic.dispatch import OpenFunction
from scmpy.generic.functions import Function, compose, identity
from scmpy.generic.numbers import ModularInteger, inexact_complex, is_exact_one, is_exact_zero
from scmpy.generic.settings import MOST_COMPONENTS
from scmpy.generic.types import Procedure, Scalar, ScalarValue, TreeNode, Value, is_number, is_zero_number
from scmpy.registry import flint, numpy, public
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_algebra import Rows
from scmpy.structure.matrix import Matrix, m_make_identity
from scmpy.structure.tuples import (
    Down,
    Structure,
    Up,
    as_structure,
    attach_units,
    common_units,
    compatible_for_contraction,
    leaves,
    magnitudes,
    map_leaves,
    opposite,
    s_dimension,
    sum_of,
    unflatten,
    v_dot_product,
)
from scmpy.structure.types import Coordinates, LinearMap, Vector
from scmpy.symbolic.ball_arithmetic import sign_of_constant
from scmpy.symbolic.real_numbers import is_constant
from scmpy.symbolic.ring import to_flint
from scmpy.symbolic.simplify import reduced

# --- linear maps -----------------------------------------------------------------------------------------------------
# Structures as linear maps: matrices of them, their inverses, and linear equations between structures.
#
# A structure M acts on a structure x by contraction, ``M * x``. Its matrix has a column for every leaf of x and a
# row for every leaf of the product.


def basis(shape: Any) -> list[Any]:
    """The structures of this shape with one leaf 1 and all others 0."""
    n = s_dimension(shape)
    return [unflatten(iter([int(i == j) for j in range(n)]), shape) for i in range(n)]


def _entries(s: Any) -> list[Any]:
    return [x for part in s.components for x in _entries(part)] if isinstance(s, Structure) else [s]


def _has_shape(value: Any, shape: Any) -> bool:
    if not isinstance(shape, Structure):
        return not isinstance(value, Structure)
    return (
        type(value) is type(shape)
        and len(value) == len(shape)
        and all(map(_has_shape, value.components, shape.components))
    )


def _layers(m: Any, image: Any) -> Any:
    """What is around the parts of m that have the shape of an image, 0 for each of them; None if m is not made so."""
    if _has_shape(m, image):
        return 0
    if not isinstance(m, Structure):
        return None
    parts = [_layers(x, image) for x in m.components]
    return None if None in parts else type(m)(parts)


def _no_preimage(operation: str, m: Any, b: Any) -> StructureError:
    return StructureError(f"{operation}: {describe(m)} does not map anything to {describe(b)}")


@public("solve-linear-left")
def solve_linear_left(m: Scalar | LinearMap, b: Coordinates | Matrix) -> Value:
    """The x with M x = b, for scalars, structures and matrices; of a scalar b and a structure M^-1 b.

    Scheme:  (solve-linear-left M b)
    Shapes:  M: n by n, or tuples that act as that;  M x is shaped like b
    Raises:  DivisionByZeroError if M is singular, StructureError if M maps nothing to structures shaped like b
    >>> solve_linear_left(down(down(2, 0), down(0, 4)), down(2, 2))
    (up 1 1/2)
    """
    return _solved_left(m, b)


_solved_left = OpenFunction("solve-linear-left")
_solved_left.add((object, object), lambda m, b: g.div(b, m))
_solved_left.add((TreeNode, object), lambda m, b: g.mul(g.invert(m), b))
_solved_left.add((Matrix, Up), lambda m, b: g.div(b, m))
_solved_left.add((Structure, types.ScalarKind), lambda m, b: g.mul(b, g.invert(m)))


@_solved_left.on(Matrix, (Down, Matrix))
def _(m: Matrix, b: Down | Matrix) -> Any:
    if isinstance(b, Down) or b.shape[0] != m.shape[1]:
        raise _no_preimage("solve-linear-left", m, b)
    if b.array is not None and m.inverse is not None:
        return Matrix._of_array_(numpy.linalg.solve(m.array, b.array))
    return g.mul(g.invert(m), b)


@_solved_left.on(Structure, object)
def _(m: Structure, b: Any) -> Any:
    layers = _layers(m, b)
    if layers is None:
        raise _no_preimage("solve-linear", m, b)
    return _preimage("solve-linear", lambda x: g.mul(m, x), opposite(layers), m, b)


@public("solve-linear")
def solve_linear(m: Scalar | LinearMap, b: Coordinates | Matrix) -> Value:
    """The x with M x = b, as solve-linear-left has it; for a matrix M and a down tuple or a row b that with x M = b.

    Scheme:  (solve-linear M b)
    Shapes:  M: n by n, or tuples that act as that;  M x is shaped like b
    Raises:  DivisionByZeroError if M is singular
    >>> solve_linear(down(down(2, 0), down(0, 4)), down(2, 2))
    (up 1 1/2)
    """
    if isinstance(m, Matrix) and (isinstance(b, Down) or (isinstance(b, Matrix) and b.shape[0] == 1)):
        return g.div(b, m)
    return solve_linear_left(m, b)


@public("solve-linear-right")
def solve_linear_right(b: Coordinates | Matrix, m: Scalar | LinearMap) -> Value:
    """The x with x M = b, for scalars, structures and matrices; of a scalar b and a structure b M^-1.

    Scheme:  (solve-linear-right b M)
    Shapes:  M: n by n, or tuples that act as that;  x M is shaped like b
    Raises:  DivisionByZeroError if M is singular, StructureError if M does not contract with what b contracts with
    Source:  SICM 5.1
    >>> solve_linear_right(down(2, 2), down(up(2, 0), up(0, 4)))
    (down 1 1/2)
    """
    return _solved_right(b, m)


_solved_right = OpenFunction("solve-linear-right")
_solved_right.add((object, object), lambda b, m: g.div(b, m))
_solved_right.add((object, Matrix), lambda b, m: g.mul(b, g.invert(m)))
_solved_right.add((types.ScalarKind, Structure), lambda b, m: g.mul(b, g.invert(m)))


@_solved_right.on(object, Structure)
def _(b: Any, m: Structure) -> Any:
    dual = opposite(_layers(b, 0))
    if not isinstance(b, Structure) or not compatible_for_contraction(m, dual):
        raise _no_preimage("solve-linear-right", m, b)
    return _preimage("solve-linear-right", lambda x: g.mul(x, m), opposite(g.mul(m, dual)), m, b)


def _preimage(operation: str, linear_map: Callable[[Any], Any], shape: Any, m: Structure, b: Any) -> Any:
    linear.check_scalars(_entries(m), operation, "structure")
    right = _entries(b)
    unknowns, equations = s_dimension(shape), len(right)
    if unknowns != equations:
        raise StructureError(f"{operation} expects as many equations as unknowns, got {equations} and {unknowns}")
    products = [linear_map(e) for e in basis(shape)]
    if not all(_has_shape(product, b) for product in products):
        raise _no_preimage(operation, m, b)
    rows = tuple(zip(*map(leaves, products), strict=True))
    return unflatten(iter(linear.solve_by_inverse(rows, tuple(right))), shape)


g.div.add((Structure, Structure), lambda b, m: solve_linear(m, b))


def as_two_tensor(s: Structure, operation: str = CALLED) -> linear.Rows:
    linear.check_scalars(_entries(s), operation, "structure")
    if not all(isinstance(x, Structure) for x in s.components):
        raise StructureError(f"{operation} expects a structure of structures, got {describe(s)}")
    return tuple(zip(*(leaves(x) for x in s.components), strict=True))


def _as_linear_map(s: Structure, operation: str) -> tuple[linear.Rows, Any, Any]:
    """The square array of a structure as a linear map, with the shapes of its domain and its image.

    The image is the first of the components, or of its components, ..., of which the structure is made.
    """
    linear.check_scalars(_entries(s), operation, "structure")
    image = s.components[0] if s.components else 0
    while isinstance(image, Structure) and image.components:
        layers = _layers(s, image) if s_dimension(image) ** 2 == s_dimension(s) else None
        if layers is not None:
            columns = (leaves(part) for _, part in _parts(layers, s))
            return tuple(zip(*columns, strict=True)), opposite(layers), image
        image = image.components[0]
    raise StructureError(
        f"{operation} expects a number, a square matrix or a structure that maps structures to such of the same "
        f"size, got {describe(s)} of {s_dimension(s)} leaves"
    )


def _parts(layers: Any, s: Any) -> Iterator[tuple[Any, Any]]:
    if not isinstance(layers, Structure):
        yield layers, s
        return
    for outer, part in zip(layers.components, s.components, strict=True):
        yield from _parts(outer, part)


@g.determinant.on(Structure)
def _determinant(s: Structure) -> Any:
    return linear.determinant(_as_linear_map(s, "determinant")[0])


@g.trace.on(Structure)
def _trace(s: Structure) -> Any:
    """The sum of the diagonal of two layers of one length, of which the entries may be structures; else of a map's."""
    if all(isinstance(x, Structure) and len(x) == len(s) for x in s.components):
        return sum_of(x[i] for i, x in enumerate(s.components))
    return g.trace(Matrix(_as_linear_map(s, "trace")[0]))


@g.invert.on(Structure)
def _invert(s: Structure) -> Structure:
    """The inverse as a linear map: (invert s) * (s * x) = x."""
    rows, domain, image = _as_linear_map(s, "invert")
    columns = iter([unflatten(iter(column), domain) for column in zip(*linear.inverse(rows), strict=True)])
    return unflatten(columns, opposite(image))  # type: ignore[no-any-return]


g.div.add((types.ScalarKind, Structure), lambda x, s: g.mul(x, g.invert(s)))


def _parts_opposite(form: Any, shape: Any) -> list[Any] | None:
    """What a structure has at the places of one of the opposite shape, whose units pick these; None if it is no such.

    >>> from scmpy import down, up
    >>> _parts_opposite(down(up(1, 2), up(3, 4)), up(0, 0))
    [(up 1 2), (up 3 4)]
    """
    found, pending = [], [(form, shape)]
    while pending:
        part, place = pending.pop()
        if not isinstance(place, Structure):
            found.append(part)
        elif isinstance(part, Structure) and part.opposite is type(place) and len(part) == len(place):
            pending.extend(reversed(list(zip(part.components, place.components, strict=True))))
        else:
            return None
    return found


@public("s->m")
def s_to_m(left: Coordinates, middle: Coordinates, right: Coordinates) -> Matrix:
    """The matrix of the bilinear form (* left middle right).

    Scheme:  (s->m ls ms rs)
    Shapes:  result: m by n, where ls has m leaves and rs has n
    Raises:  StructureError if the product of the three is no scalar; LimitError for too many products of components
    Source:  SICM 5.2.2
    >>> s_to_m(down(0, 0), down(up(1, 2), up(3, 4)), up(0, 0))
    (matrix-by-rows (list 1 3) (list 2 4))
    """
    columns = _parts_opposite(middle, right)
    found = None if columns is None else [_parts_opposite(column, left) for column in columns]
    if found is not None and None not in found:
        rows: Any = list(zip(*found, strict=True))
    else:
        m, n = s_dimension(left), s_dimension(right)
        MOST_COMPONENTS.check(m * n * (m + n), things="products of components", each=10)
        images = [g.mul(middle, f) for f in basis(right)]
        rows = [[g.mul(e, image) for image in images] for e in basis(left)]
    if any(isinstance(entry, Structure) for row in rows for entry in row):
        raise StructureError(
            f"s->m: the product of {describe(left)}, {describe(middle)} and {describe(right)} is no scalar"
        )
    return Matrix(rows)


@public("m->s")
def m_to_s(left: Coordinates, matrix: Matrix, right: Coordinates) -> Value:
    """The structure M for which (* left M right) is the bilinear form of the matrix.

    Scheme:  (m->s ls M rs)
    Shapes:  ls with m leaves, rs with n, M: m by n;  result: what contracts with rs to the dual of ls
    Raises:  StructureError if the size of the matrix is not that of the structures
    >>> m_to_s(down(0, 0), matrix_by_rows([1, 3], [2, 4]), up(0, 0))
    (down (up 1 2) (up 3 4))
    """
    if not isinstance(matrix, Matrix) or matrix.shape != (s_dimension(left), s_dimension(right)):
        raise StructureError(
            f"m->s expects a {s_dimension(left)} by {s_dimension(right)} matrix, got {describe(matrix)}"
        )
    columns = iter([unflatten(iter(matrix.column(j)), opposite(left)) for j in range(s_dimension(right))])
    return map_leaves(lambda _: next(columns), opposite(right))


@public("transpose", python="transpose")
def transpose(middle: Coordinates | Matrix, *outer: Coordinates) -> Value:
    """The transpose of a matrix, or of a structure ms as a map of rs, or in the bilinear form (* ls ms rs).

    Scheme:  (transpose M), (transpose ms rs), (transpose ls ms rs)
    Shapes:  M: m by n, result: n by m;  of ms: a map of the dual of (* ms rs) to the dual of rs
    Raises:  ArityError for more than the two outer structures
    Source:  SICM 2.2
    >>> transpose(down(up(1, 2), up(3, 4)), up(0, 0))
    (up (down 1 3) (down 2 4))
    """
    if not outer:
        return g.transpose1(middle)
    if len(outer) > 2:
        raise wrong_number("transpose", 1 + len(outer), 1, 3)
    if len(outer) == 1:
        right = outer[0]
        left = opposite(g.mul(middle, right))
    else:
        left, (middle, right) = middle, outer
    return m_to_s(right, s_to_m(left, middle, right).transpose, left)


@public("s:inverse")
def s_inverse(left: Coordinates, middle: Coordinates, right: Coordinates) -> Value:
    """The inverse of ms as a map from the shape of rs to the dual of ls.

    Scheme:  (s:inverse ls ms rs)
    Math:    the structure M with M (ms x) = x
    Shapes:  ms x is dual to ls for x shaped like rs;  result: M with M (ms x) shaped like rs
    Raises:  DivisionByZeroError if ms is singular
    Source:  SICM 5.1
    >>> ms = down(up(1, 2), up(3, 5))
    >>> s_inverse(down(0, 0), ms, up(0, 0)) * (ms * up(7, 8))
    (up 7 8)
    """
    return m_to_s(opposite(right), g.invert(s_to_m(left, middle, right)), opposite(left))


@public("as-matrix")
def as_matrix(f: Callable[[Any], Any]) -> Function:
    """The matrix of a function whose value at a structure is a linear map on such structures.

    Scheme:  ((as-matrix (D F)) s)
    Shapes:  f: up(n) -> linear map of up(n) to up(m);  result: up(n) -> m by n
    Source:  SICM 5.2.2
    >>> x, y = symbols("x y")
    >>> as_matrix(D(lambda s: up(s[0] * s[1], s[1])))(up(x, y))
    (matrix-by-rows (list y x) (list 0 1))
    """

    def matrix(s: Any) -> Matrix:
        value = f(s)
        image = g.mul(value, s)
        return s_to_m(opposite(image), value, s)

    return Function(matrix, "as-matrix")


@public("linear-function->multiplier")
def linear_function_to_multiplier(f: Callable[[Any], Any], argument: Coordinates) -> Value:
    """The structure M with f(v) = M * v for a linear f of arguments shaped like ``argument``.

    Scheme:  (linear-function->multiplier f v)
    Shapes:  f: shaped like v -> scalar or structure;  result: M with M v shaped like f(v)
    Raises:  LimitError if v has too many components
    Source:  SICM 5.2.2
    >>> linear_function_to_multiplier(lambda v: up(2 * v[1], v[0]), up(0, 0))
    (down (up 0 1) (up 2 0))
    """
    MOST_COMPONENTS.check(len(leaves(argument)), things="components of the argument", each=5_000)
    values = iter([f(e) for e in basis(argument)])
    return map_leaves(lambda _: next(values), opposite(argument))


# --- eigen -----------------------------------------------------------------------------------------------------------
# Characteristic polynomials, eigenvalues and eigenvectors: exact where that is possible in radicals of rationals.
#
# The characteristic polynomial comes from Faddeev's and Le Verrier's recursion. Of a matrix of exact numbers it is
# factored over the rationals; factors of degree one and two give exact eigenvalues. A triangular matrix shows its
# eigenvalues, a symbolic 2 by 2 matrix has them by the quadratic formula. Matrices with inexact numbers, and numerical
# ones that need roots of higher degree, go to numpy.


def _square(value: Any) -> Matrix:
    if isinstance(value, Structure):
        value = Matrix(as_two_tensor(value))
    if not isinstance(value, Matrix):
        raise WrongTypeError(f"{CALLED} expects a square matrix, got {describe(value)}")
    linear.check_square(value.rows)
    return value


def coefficients(matrix: Matrix) -> list[Any]:
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
    >>> eigenvalues(matrix_by_rows([2, 1], [1, 2]))
    (1, 3)
    """
    square = _square(matrix)
    if units := _units_of_eigenvalues(square):
        return tuple(attach_units(units[:1], x) for x in eigenvalues(magnitudes(square)))
    found = _exact_eigenvalues(square)
    return tuple(_numerical(square)[0] if found is None else found)


def _units_of_eigenvalues(matrix: Matrix) -> tuple[Any, list[Any]] | None:
    """The unit of the eigenvalues of a matrix of quantities and those of the components of its eigenvectors.

    The one of eigenvalues is that of the diagonal or, of zeros, such that its power is the unit of the determinant.
    """
    units = linear.units_of_rows(matrix.rows, "eigenvalues")
    if units is None:
        return None
    n = range(len(matrix))
    diagonal = [matrix.rows[i][i] for i in n if not is_zero_number(matrix.rows[i][i])]
    if diagonal:
        (unit,) = common_units("eigenvalues", *diagonal)
    else:
        unit = g.expt(reduce(g.mul, (unit for of in units for unit, _ in of.values())), Fraction(1, len(matrix)))
    of_unit = [[unit if i == j else matrix.rows[i][j] for j in n] for i in n]
    units = linear.units_of_rows(tuple(map(tuple, of_unit)), "eigenvalues")
    return unit, [g.invert(units[1][j][0]) for j in n] if units else []


def _exact_eigenvalues(matrix: Matrix) -> list[Any] | None:
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
    roots: list[Any] = []
    for factor, multiplicity in flint.fmpq_poly(list(map(to_flint, reversed(polynomial)))).numer().factor()[1]:
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
    array = numpy.asarray(g.inexact(matrix), dtype=complex)
    if not numpy.isfinite(array).all():
        raise DomainError("eigenvalues: the matrix has entries that are not finite")
    values, vectors = numpy.linalg.eig(array if array.imag.any() else array.real)
    found = [(_plain(value), Up(map(_plain, vector))) for value, vector in zip(values, vectors.T, strict=True)]
    found.sort(key=lambda pair: _place(pair[0]))
    return [value for value, _ in found], [vector for _, vector in found]


def _plain(value: Any) -> Any:
    return inexact_complex(complex(value))


@public("eigenvectors")
def eigenvectors(matrix: LinearMap) -> tuple[tuple[Any, tuple[Up, ...]], ...]:
    """Every eigenvalue of a square matrix with a basis of its eigenvectors.

    Scheme:  (eigenvectors M), a list of lists of an eigenvalue and a list of vectors
    Math:    M v = lambda v
    Shapes:  M: n by n;  result: a list of lists of a scalar and a list of up(n)
    Raises:  DomainError where the eigenvalues cannot be found
    >>> eigenvectors(matrix_by_rows([2, 1], [1, 2]))
    ((1, ((up -1 1),)), (3, ((up 1 1),)))
    """
    square = _square(matrix)
    if units := _units_of_eigenvalues(square):
        unit, of_vectors = units
        return tuple(
            (attach_units([unit], value), tuple(attach_units(of_vectors, vector) for vector in vectors))
            for value, vectors in eigenvectors(magnitudes(square))
        )
    values = _exact_eigenvalues(square)
    if values is None:
        return tuple((value, (vector,)) for value, vector in zip(*_numerical(square), strict=True))
    identity = m_make_identity(len(square))
    return tuple(
        (value, tuple(map(Up, linear.null_space(g.sub(square, g.mul(value, identity)).rows))))
        for value in dict.fromkeys(values)
    )


# --- two tensor ------------------------------------------------------------------------------------------------------
# Structures of two layers: tuples of tuples of one length and kind, and their transpose.


def is_layer(value: Any, kind: type[Structure]) -> bool:
    return isinstance(value, kind) and not any(isinstance(part, Structure) for part in value.components)


def is_tensor(value: Any, outer: type[Structure], inner: type[Structure]) -> bool:
    return (
        isinstance(value, outer)
        and len(value) > 0
        and all(is_layer(part, inner) for part in value.components)
        and len({len(part) for part in value.components}) == 1
    )


@public("2-tensor?", python="is_2_tensor")
def is_two_tensor(value: object) -> bool:
    """Is this a tuple of tuples of one orientation and length?

    Scheme:  (2-tensor? s)
    >>> is_2_tensor(up(down(1, 2), down(3, 4))), is_2_tensor(up(1, 2))
    (True, False)
    """
    return any(is_tensor(value, outer, inner) for outer in (Up, Down) for inner in (Up, Down))


def checked_two_tensor(value: Any) -> Structure:
    if not is_two_tensor(value):
        raise StructureError(f"{CALLED} expects a tuple of tuples of one length, got {describe(value)}")
    return value  # type: ignore[no-any-return]


@public("s:transpose2")
def s_transpose2(value: Structure) -> Structure:
    """The 2-tensor with its layers exchanged.

    Scheme:  (s:transpose2 s)
    Shapes:  s: m of n, such as up(m) of down(n);  result: n of m, such as down(n) of up(m)
    Raises:  StructureError unless s is a tuple of tuples of one length
    >>> s_transpose2(up(down(1, 2), down(3, 4)))
    (down (up 1 3) (up 2 4))
    """
    tensor = checked_two_tensor(value)
    inner = type(tensor.components[0])
    return inner(type(tensor)(column) for column in zip(*tensor.components, strict=True))


g.transpose1.add((Structure,), s_transpose2)


# --- vector products -------------------------------------------------------------------------------------------------


@public("complex-norm")
def complex_norm(vector: Vector) -> ScalarValue:
    """The square root of the inner product of a vector with itself.

    Scheme:  (complex-norm v)
    Math:    sqrt(conj(v) . v)
    Shapes:  v: up(n), down(n) or a vector;  result: scalar
    1 ]=> (complex-norm (vector 3 +4.i))
    ;Value: 5.
    >>> complex_norm(up(3, 4j))
    5.0
    """
    components = as_structure(vector).components
    if all(isinstance(x, (float, complex)) for x in components):
        return math.hypot(*map(abs, components))
    size = types.binary_size(*components)
    return g.sqrt(inner_product(vector, vector)) if size == 1 else g.mul(size, complex_norm(g.div(vector, size)))


@public("magnitude")
def magnitude(value: Coordinates) -> ScalarValue:
    """The magnitude of a number; of a tuple, a vector or a list of numbers its complex norm, which is real.

    Scheme:  (magnitude z)
    Math:    sqrt(conj(v) . v); abs, the Euclidean norm, is sqrt(v . v)
    Shapes:  z: a scalar, up(n), down(n), or a vector;  result: scalar
    >>> magnitude(up(3, make_rectangular(0, 4))), magnitude(-2)
    (5, 2)
    """
    if isinstance(value, (Structure, list)):
        return complex_norm(value)
    if isinstance(value, Procedure):
        return compose(magnitude, value)  # type: ignore[arg-type]
    return g.abs_(value)


@public("inner-product", "v:inner-product")
def inner_product(x: Vector, y: Vector) -> ScalarValue:
    """The sum of the products of corresponding components, those of the first conjugated.

    Scheme:  (v:inner-product u v)
    Math:    conj(u) . v
    Shapes:  u, v: both up(n), both down(n), or vectors;  result: scalar
    >>> inner_product(up(1, 2), up(3, 4)), inner_product(up(1j), up(1j))
    (11, 1.0)
    """
    return v_dot_product(g.conjugate(as_structure(x)), y)


# --- identity predicates ---------------------------------------------------------------------------------------------
# The predicates of the identities: zero for sums, one for products, identity for composition; and a value's size.


@public("zero?", "m:zero?", "v:zero?")
def is_zero(value: object) -> bool:
    """Is this the exact zero, or a structure, vector or matrix of nothing else?

    Scheme:  (zero? x)
    >>> is_zero(up(0, down(0, 0))), is_zero(up(0, 1))
    (True, False)
    """
    if isinstance(value, ModularInteger):
        return value.residue == 0
    if is_constant(value):
        return sign_of_constant(value) == 0
    if isinstance(value, (TreeNode, list)):
        return all(map(is_zero, value._children_() if isinstance(value, TreeNode) else value))
    return is_exact_zero(value)


@public("one?")
def is_one(value: object) -> bool:
    """Is this the exact one, or an identity matrix?

    Scheme:  (one? x)
    >>> is_one(1), is_one(matrix_by_rows([1, 0], [0, 1])), is_one(2)
    (True, True, False)
    """
    return is_identity(value) if isinstance(value, Matrix) else is_exact_one(value)


@public("identity?", "m:identity?")
def is_identity(value: object) -> bool:
    """Is this the identity: the number 1, an identity matrix, the identity function or operator?

    Scheme:  (identity? x)
    >>> is_identity(1), is_identity(matrix_by_rows([1, 0], [0, 1])), is_identity(identity)
    (True, True, True)
    """
    if isinstance(value, Matrix):
        return value.shape[0] == value.shape[1] and all(
            is_exact_one(entry) if i == j else is_exact_zero(entry)
            for i, row in enumerate(value.rows)
            for j, entry in enumerate(row)
        )
    return is_exact_one(value) or value is identity or getattr(value, "function", None) is identity


@public("size")
def size(value: Value) -> int | bool:
    """The number of components of a structure or list, of entries of a matrix; False for a series, which has no end.

    Scheme:  (size x)
    Raises:  WrongTypeError unless it has parts
    Source:  the course's reference manual
    >>> size(up(1, 2, 3))
    3
    """
    if isinstance(value, Matrix):
        rows, columns = value.shape
        return rows * columns
    if getattr(value, "endless", False):
        return False
    if not hasattr(value, "__len__"):
        raise WrongTypeError(f"size expects a structure, a matrix or a list, got {describe(value)}")
    return len(value)
