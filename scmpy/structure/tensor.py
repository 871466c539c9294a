"""Structures as linear maps: matrices of them, their inverses, and linear equations between structures.

A structure M acts on a structure x by contraction, ``M * x``. Its matrix has a column for every leaf of x and a
row for every leaf of the product.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, wrong_number
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import Scalar, describe
from scmpy.registry import docstring, public, register
from scmpy.structure import linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import Structure, leaves, map_leaves, opposite, s_dimension, unflatten


def basis(shape: Any) -> list[Any]:
    """The structures of this shape with one leaf 1 and all others 0."""
    n = s_dimension(shape)
    return [unflatten(iter([int(i == j) for j in range(n)]), shape) for i in range(n)]


def _peel(m: Any, levels: int) -> Any:
    """The shape of the outer levels of a structure."""
    if levels <= 0 or not isinstance(m, Structure):
        return 0
    return type(m)(_peel(x, levels - 1) for x in m.components)


def _depth(m: Any) -> int:
    return 1 + _depth(m.components[0]) if isinstance(m, Structure) and m.components else 0


def domain_shape(m: Structure, image: Any) -> Any:
    """The shape of the x for which ``m * x`` has the shape of ``image``."""
    return opposite(_peel(m, _depth(m) - _depth(image)))


@public("solve-linear", "solve-linear-left")
def solve_linear(m: Any, b: Any) -> Any:
    """The x with M x = b, for scalars, structures and matrices.

    Scheme:  (solve-linear-left M b)
    Raises:  DivisionByZeroError if M is singular
    >>> from scmpy import down, up
    >>> solve_linear(down(down(2, 0), down(0, 4)), down(2, 2))
    (up 1 1/2)
    """
    if isinstance(m, Matrix):
        return g.div(b, m) if isinstance(b, Structure) else g.mul(g.invert(m), b)
    if not isinstance(m, Structure):
        return g.div(b, m)
    return _preimage("solve-linear", lambda x: g.mul(m, x), [domain_shape(m, b)], m, b)


@public("solve-linear-right")
def solve_linear_right(b: Any, m: Any) -> Any:
    """The x with x M = b, for scalars, structures and matrices.

    Scheme:  (solve-linear-right b M)
    Shapes:  x contracts with M, or with each component of M
    Raises:  DivisionByZeroError if M is singular
    Source:  SICM 5.1
    >>> from scmpy import down, up
    >>> solve_linear_right(down(2, 2), down(up(2, 0), up(0, 4)))
    (down 1 1/2)
    """
    if isinstance(m, Matrix):
        return g.mul(b, g.invert(m))
    if not isinstance(m, Structure):
        return g.div(b, m)
    shapes = [domain_shape(m, b), opposite(g.mul(m, opposite(b)))]
    return _preimage("solve-linear-right", lambda x: g.mul(x, m), shapes, m, b)


def _preimage(operation: str, linear_map: Callable[[Any], Any], shapes: list[Any], m: Structure, b: Any) -> Any:
    """The structure of one of the shapes that a linear map, which is multiplication by m, takes to b."""
    image = map_leaves(lambda _: 0, b)
    for shape in shapes:
        products = [linear_map(e) for e in basis(shape)]
        if all(map_leaves(lambda _: 0, product) == image for product in products):
            rows = tuple(zip(*map(leaves, products), strict=True))
            return unflatten(iter(linear.solve_by_inverse(rows, tuple(leaves(b)))), shape)
    raise StructureError(f"{operation}: {describe(m)} does not map anything to {describe(b)}")


g.div.add((Structure, Structure), lambda b, m: solve_linear(m, b))


def as_two_tensor(s: Structure, operation: str) -> linear.Rows:
    """The square array of a structure of structures; each component is a column."""
    if not all(isinstance(x, Structure) for x in s.components):
        raise StructureError(f"{operation} expects a structure of structures, got {describe(s)}")
    return tuple(zip(*(leaves(x) for x in s.components), strict=True))


g.determinant.add((Structure,), lambda s: linear.determinant(as_two_tensor(s, "determinant")))


@g.trace.on(Structure)
def _trace(s: Structure) -> Any:
    rows = as_two_tensor(s, "trace")
    return g.trace(Matrix(rows))


@g.invert.on(Structure)
def _invert(s: Structure) -> Structure:
    """The inverse as a linear map: (invert s) * (s * x) = x."""
    if not any(isinstance(x, Structure) for x in s.components):
        raise StructureError(f"invert expects a scalar, a matrix or a structure of structures, got {describe(s)}")
    columns = tuple(zip(*linear.inverse(as_two_tensor(s, "invert")), strict=True))
    outer, inner = opposite(s.components[0]), s.opposite
    return type(outer)(inner(column) for column in columns)


g.div.add((Scalar, Structure), lambda x, s: g.mul(x, g.invert(s)))


@public("s->m")
def s_to_m(left: Any, middle: Any, right: Any) -> Matrix:
    """The matrix of the bilinear form (* left middle right).

    Scheme:  (s->m ls ms rs)
    Raises:  StructureError if the product of the three is no scalar
    >>> from scmpy import down, up
    >>> s_to_m(down(0, 0), down(up(1, 2), up(3, 4)), up(0, 0))
    (matrix-by-rows (list 1 3) (list 2 4))
    """
    rows = [[g.mul(e, g.mul(middle, f)) for f in basis(right)] for e in basis(left)]
    if any(isinstance(entry, Structure) for row in rows for entry in row):
        raise StructureError(
            f"s->m: the product of {describe(left)}, {describe(middle)} and {describe(right)} is no scalar"
        )
    return Matrix(rows)


@public("m->s")
def m_to_s(left: Any, matrix: Matrix, right: Any) -> Any:
    """The structure M for which (* left M right) is the bilinear form of the matrix.

    Scheme:  (m->s ls M rs)
    Raises:  StructureError if the size of the matrix is not that of the structures
    >>> from scmpy import down, matrix_by_rows, up
    >>> m_to_s(down(0, 0), matrix_by_rows([1, 3], [2, 4]), up(0, 0))
    (down (up 1 2) (up 3 4))
    """
    if not isinstance(matrix, Matrix) or matrix.shape != (s_dimension(left), s_dimension(right)):
        raise StructureError(
            f"m->s expects a {s_dimension(left)} by {s_dimension(right)} matrix, got {describe(matrix)}"
        )
    columns = iter(
        [unflatten(iter(matrix.column(j)), opposite(left)) for j in range(s_dimension(right))],
    )
    return map_leaves(lambda _: next(columns), opposite(right))


@public("transpose", python="transpose")
def transpose(middle: Any, *outer: Any) -> Any:
    """The transpose of a matrix, or of a structure ms as a map of rs, or in the bilinear form (* ls ms rs).

    Scheme:  (transpose M), (transpose ms rs), (transpose ls ms rs)
    >>> from scmpy import down, up
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


@public("s:transpose1")
def s_transpose1(middle: Any, right: Any) -> Any:
    """The transpose of a structure as a map of structures shaped like the second.

    Scheme:  (s:transpose1 ms rs)
    >>> from scmpy import down, up
    >>> s_transpose1(down(up(1, 2), up(3, 4)), up(0, 0))
    (up (down 1 3) (down 2 4))
    """
    return transpose(middle, right)


register(
    "*careful-conversion*",
    True,
    python="careful_conversion",
    module=__name__,
    doc=docstring(
        "Shapes are always checked when structures become matrices. This is not a switch.",
        "*careful-conversion*",
        "careful_conversion",
        "True",
    ),
)


@public("s:inverse")
def s_inverse(left: Any, middle: Any, right: Any) -> Any:
    """The inverse of ms as a map from the shape of rs to the dual of ls.

    Scheme:  (s:inverse ls ms rs)
    Math:    the structure M with M (ms x) = x
    Raises:  DivisionByZeroError if ms is singular
    Source:  SICM 5.1
    >>> from scmpy import down, up
    >>> ms = down(up(1, 2), up(3, 5))
    >>> s_inverse(down(0, 0), ms, up(0, 0)) * (ms * up(7, 8))
    (up 7 8)
    """
    return m_to_s(opposite(right), g.invert(s_to_m(left, middle, right)), opposite(left))


@public("as-matrix")
def as_matrix(f: Any) -> Function:
    """The matrix of a function whose value at a structure is a linear map on such structures.

    Scheme:  ((as-matrix (D F)) s)
    Source:  SICM 5.2.2
    >>> from scmpy import D, symbols, up
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
def linear_function_to_multiplier(f: Any, argument: Any) -> Any:
    """The structure M with f(v) = M * v for a linear f of arguments shaped like ``argument``.

    Scheme:  (linear-function->multiplier f v)
    Source:  SICM 5.2.2
    >>> from scmpy import up
    >>> linear_function_to_multiplier(lambda v: up(2 * v[1], v[0]), up(0, 0))
    (down (up 0 1) (up 2 0))
    """
    values = iter([f(e) for e in basis(argument)])
    return map_leaves(lambda _: next(values), opposite(argument))
