"""Structures of two layers: their kinds, transposes and blocks, and the matrices of their entries.

In the matrix of a 2-tensor the components are columns if they are ups, and rows if they are downs.
"""

from __future__ import annotations

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.museum.matrix_parts import m_submatrix
from scmpy.registry import docstring, public, python_name, register
from scmpy.structure.aliases import Coordinates, LinearMap, Value
from scmpy.structure.linear_maps import as_two_tensor, s_inverse, transpose
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import (
    Down,
    Structure,
    Up,
    as_structure,
    compatible_for_contraction,
    opposite,
    s_dimension,
)
from scmpy.structure.two_tensor import checked_two_tensor, is_layer, is_tensor, is_two_tensor


@public("single-layer-up?")
def is_single_layer_up(value: object) -> bool:
    """Is this an up tuple without tuples inside?

    Scheme:  (single-layer-up? s)
    >>> from scmpy import up
    >>> is_single_layer_up(up(1, 2)), is_single_layer_up(up(1, up(2, 3)))
    (True, False)
    """
    return is_layer(value, Up)


@public("single-layer-down?")
def is_single_layer_down(value: object) -> bool:
    """Is this a down tuple without tuples inside?

    Scheme:  (single-layer-down? s)
    >>> from scmpy import down, up
    >>> is_single_layer_down(down(1, 2)), is_single_layer_down(up(1, 2))
    (True, False)
    """
    return is_layer(value, Down)


@public("2-up?", python="is_2_up")
def is_two_up(value: object) -> bool:
    """Is this an up tuple of up tuples of one length?

    Scheme:  (2-up? s)
    >>> from scmpy import is_2_up, up
    >>> is_2_up(up(up(1, 2), up(3, 4))), is_2_up(up(up(1, 2), up(3)))
    (True, False)
    """
    return is_tensor(value, Up, Up)


@public("2-down?", python="is_2_down")
def is_two_down(value: object) -> bool:
    """Is this a down tuple of down tuples of one length?

    Scheme:  (2-down? s)
    >>> from scmpy import down, is_2_down, up
    >>> is_2_down(down(down(1, 2), down(3, 4))), is_2_down(up(up(1, 2), up(3, 4)))
    (True, False)
    """
    return is_tensor(value, Down, Down)


@public("up-of-downs?")
def is_up_of_downs(value: object) -> bool:
    """Is this an up tuple of down tuples of one length?

    Scheme:  (up-of-downs? s)
    >>> from scmpy import down, up
    >>> is_up_of_downs(up(down(1, 2), down(3, 4))), is_up_of_downs(down(up(1, 2), up(3, 4)))
    (True, False)
    """
    return is_tensor(value, Up, Down)


@public("down-of-ups?")
def is_down_of_ups(value: object) -> bool:
    """Is this a down tuple of up tuples of one length?

    Scheme:  (down-of-ups? s)
    >>> from scmpy import down, up
    >>> is_down_of_ups(down(up(1, 2), up(3, 4))), is_down_of_ups(up(down(1, 2), down(3, 4)))
    (True, False)
    """
    return is_tensor(value, Down, Up)


@public("s:compatible-for-contraction?")
def is_compatible_for_contraction(x: object, y: object) -> bool:
    """Does the product of two structures contract: opposite orientations, equal lengths, compatible components?

    Scheme:  (s:compatible-for-contraction? s t)
    >>> from scmpy import down, is_s_compatible_for_contraction, up
    >>> is_s_compatible_for_contraction(up(1, 2), down(3, 4))
    True
    """
    return compatible_for_contraction(as_structure(x), as_structure(y))


@public("s:compatible-elements?")
def is_compatible_elements(x: object, y: object) -> bool:
    """Do two components contract: is one of them a scalar, or are they structures whose product contracts?

    Scheme:  (s:compatible-elements? x y)
    >>> from scmpy import is_s_compatible_elements, up
    >>> is_s_compatible_elements(3, up(1)), is_s_compatible_elements(up(1), up(1))
    (True, False)
    """
    if not (isinstance(x, (Structure, list)) and isinstance(y, (Structure, list))):
        return True
    return is_compatible_for_contraction(x, y)


register(
    "*allowing-incompatible-multiplication*",
    True,
    python="allowing_incompatible_multiplication",
    module=__name__,
    doc="""The product of structures that do not contract is their outer product. This is not a switch.

    Test with s:compatible-for-contraction? where a program must not do that.
    Scheme: *allowing-incompatible-multiplication*
    >>> allowing_incompatible_multiplication, up(1, 2) * up(3, 4)
    (True, (up (up 3 6) (up 4 8)))
    """,
)


@public("structure->matrix")
def structure_to_matrix(value: Structure) -> Matrix:
    """The matrix of a 2-tensor: components that are ups are columns, components that are downs are rows.

    Of a single tuple it is the column or the row.

    Scheme:  (structure->matrix s)
    Shapes:  s: down(n) of up(m);  result: m by n
    >>> from scmpy import down, up
    >>> structure_to_matrix(down(up(1, 2), up(3, 4))), structure_to_matrix(up(down(1, 2), down(3, 4)))
    ((matrix-by-rows (list 1 3) (list 2 4)), (matrix-by-rows (list 1 2) (list 3 4)))
    """
    structure = as_structure(value)
    if is_layer(structure, Up):
        return Matrix([(entry,) for entry in structure.components])
    if is_layer(structure, Down):
        return Matrix([structure.components])
    rows = Matrix(part.components for part in checked_two_tensor(structure).components)
    return rows if isinstance(structure.components[0], Down) else rows.transpose


@public("matrix->structure")
def matrix_to_structure(matrix: Matrix) -> Structure:
    """The down tuple of the columns of a matrix: the structure that acts on up tuples as the matrix does.

    Scheme:  (matrix->structure M)
    Shapes:  M: m by n;  result: down(n) of up(m)
    Raises:  WrongTypeError for what is no matrix
    >>> from scmpy import matrix_by_rows
    >>> matrix_to_structure(matrix_by_rows([1, 3], [2, 4]))
    (down (up 1 2) (up 3 4))
    """
    if not isinstance(matrix, Matrix):
        raise WrongTypeError(f"matrix->structure expects a matrix, got {describe(matrix)}")
    return Down(map(Up, matrix.transpose.rows))


@public("submatrix")
def submatrix(value: LinearMap, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """The block of a matrix, or of a structure of structures, between rows and columns; the ends are excluded.

    Scheme:  (submatrix M row row-end column column-end)
    Shapes:  s: a matrix, or a tuple of tuples;  result: a matrix, row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start;  StructureError unless the structure is
             one of structures of one length
    >>> from scmpy import matrix_by_rows
    >>> submatrix(matrix_by_rows([1, 2], [3, 4]), 0, 1, 1, 2)
    (matrix-by-rows (list 2))
    """
    if isinstance(value, Matrix):
        return m_submatrix(value, row, row_end, column, column_end)
    structure = as_structure(value)
    if len({s_dimension(part) for part in structure}) != 1:
        raise StructureError(f"submatrix expects a structure of structures of one length, got {describe(structure)}")
    matrix = structure_to_matrix(structure) if is_two_tensor(structure) else Matrix(as_two_tensor(structure))
    return m_submatrix(matrix, row, row_end, column, column_end)


@public("s:transpose-outer")
def transpose_outer(s: Structure) -> Structure:
    """A tuple of tuples with its outer two layers exchanged; what is inside stays.

    Scheme:  (s:transpose-outer s)
    Math:    t[i][j] = s[j][i]
    Shapes:  s: m tuples of n;  result: n tuples of m
    Raises:  StructureError unless all the tuples have one shape
    >>> from scmpy import down, s_transpose_outer, up
    >>> s_transpose_outer(up(down(1, 2, 3), down(4, 5, 6)))
    (down (up 1 4) (up 2 5) (up 3 6))
    """
    outer = as_structure(s)
    rows = [as_structure(row) for row in outer]
    if not rows or len({(type(row), len(row)) for row in rows}) > 1:
        raise StructureError(f"s:transpose-outer expects a tuple of tuples of one shape, got {describe(s)}")
    return type(rows[0])(type(outer)(column) for column in zip(*rows, strict=True))


_LAYERS = {"^": Up, "_": Down}


def _index_conversions(indices: str, rows: str) -> None:
    """The conversions of a tuple of tuples with these indices, outer one first, to the matrix with these, and back."""
    outer, inner = (_LAYERS[mark] for mark in (indices[0], indices[2] if len(indices) > 3 else indices[0]))
    is_transposed = rows == "nm"
    there, back = f"A{indices}->M{rows}", f"M{rows}->A{indices}"
    lines = "columns" if is_transposed else "rows"
    kind = f"{outer.orientation} tuple of {inner.orientation} tuples, which are its {lines}"
    size, tuples = " by ".join(rows), f"{outer.orientation}(m) of {inner.orientation}(n)"
    first, second = ("1 3", "2 4") if is_transposed else ("1 2", "3 4")

    def to_matrix(s: Structure) -> Matrix:
        if not is_tensor(s, outer, inner):
            raise StructureError(f"{there} expects a {kind}, got {describe(s)}")
        return Matrix(zip(*s, strict=True) if is_transposed else s)

    def from_matrix(M: Matrix) -> Structure:
        if not isinstance(M, Matrix):
            raise StructureError(f"{back} expects a matrix, got {describe(M)}")
        return outer(map(inner, zip(*M.rows, strict=True) if is_transposed else M.rows))

    to_matrix.__doc__ = docstring(
        f"The matrix of an {kind}." if outer is Up else f"The matrix of a {kind}.",
        f"({there} s)",
        f"{python_name(there)}({outer.orientation}({inner.orientation}(1, 2), {inner.orientation}(3, 4)))",
        f"(matrix-by-rows (list {first}) (list {second}))",
        shapes=f"s: {tuples};  result: {size}",
        raises="StructureError for anything else",
    )
    from_matrix.__doc__ = docstring(
        f"The {kind}, of a matrix.",
        f"({back} M)",
        f"{python_name(back)}(matrix_by_rows([1, 2], [3, 4]))",
        f"({outer.orientation} ({inner.orientation} {first}) ({inner.orientation} {second}))",
        shapes=f"M: {size};  result: {tuples}",
        raises="StructureError unless it is a matrix",
    )
    register(there, to_matrix)
    register(back, from_matrix)


for _indices, _rows in (("_mn", "nm"), ("^mn", "mn"), ("^m_n", "mn"), ("_m^n", "nm")):
    _index_conversions(_indices, _rows)


@public("s:transpose1")
def s_transpose1(middle: Coordinates, right: Coordinates) -> Value:
    """The transpose of a structure as a map of structures shaped like the second.

    Scheme:  (s:transpose1 ms rs)
    Shapes:  result: a map of the dual of (* ms rs) to the dual of rs
    >>> from scmpy import down, up
    >>> s_transpose1(down(up(1, 2), up(3, 4)), up(0, 0))
    (up (down 1 3) (down 2 4))
    """
    return transpose(middle, right)


@public("s:inverse1")
def s_inverse1(middle: Coordinates, right: Coordinates) -> Value:
    """The inverse of ms as a map of structures shaped like rs.

    Scheme:  (s:inverse1 ms rs)
    Math:    the structure M with M (ms x) = x
    Shapes:  ms x is defined for x shaped like rs;  result: M with M (ms x) shaped like rs
    Raises:  DivisionByZeroError if ms is singular
    >>> from scmpy import down, up
    >>> s_inverse1(down(up(1, 2), up(3, 5)), up(0, 0))
    (down (up -5 2) (up 3 -1))
    """
    return s_inverse(opposite(g.mul(middle, right)), middle, right)
