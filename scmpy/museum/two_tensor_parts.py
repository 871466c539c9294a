"""Structures of two layers: their kinds, transposes and blocks, and the matrices of their entries.

In the matrix of a 2-tensor the components are columns if they are ups, and rows if they are downs.
"""

from __future__ import annotations

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.museum.matrix_parts import m_submatrix
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import LinearMap
from scmpy.structure.linear_maps import as_two_tensor
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import (
    Down,
    Structure,
    Up,
    as_structure,
    s_dimension,
)
from scmpy.structure.two_tensor import checked_two_tensor, is_layer, is_tensor, is_two_tensor


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
