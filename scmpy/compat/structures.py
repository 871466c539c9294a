"""The parts of tuples, vectors, matrices, two-tensors and quaternions; determinants as formulas; tensors by indices."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

from scmpy.compat import declare_documented, rare
from scmpy.errors import (
    CALLED,
    ArityError,
    BadIndexError,
    DivisionByZeroError,
    StructureError,
    WrongTypeError,
    describe,
)
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import MOST_COMPONENTS, MOST_TERMS, count, instances, items
from scmpy.generic.types import Scalar, ScalarValue, Value, Values, as_name, is_number, is_zero_number
from scmpy.geometry.basis import Basis
from scmpy.geometry.chart import as_index
from scmpy.geometry.tensor import FieldFunction, Types, argument_types_of
from scmpy.registry import docstring, register
from scmpy.structure import linear_algebra as linear
from scmpy.structure.linear_algebra import orbit_by_orbit
from scmpy.structure.linear_maps import as_two_tensor, checked_two_tensor, is_layer, is_tensor, is_two_tensor
from scmpy.structure.matrix import Matrix, m_generate, row_matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import (
    Down,
    Structure,
    Up,
    as_structure,
    check_applications,
    down,
    leaves,
    map_leaves,
    ref,
    s_dimension,
    s_map,
    sum_of,
    unflatten,
    up,
)
from scmpy.structure.types import LinearMap, Name, Vector
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import reduced, reduces_to_zero

# --- structure parts -------------------------------------------------------------------------------------------------
# Replacement, walks over the leaves, conversions to lists and vectors. A list, which is a vector of Scheme's, is an up.

register("s:ref", ref)


@rare(python="up_to_vector")
def structure_to_vector(value: Structure) -> list[Any]:
    """(up->vector s) The vector of the components. | up_to_vector(down(1, 2)) => [1, 2]
    Shapes:  s: up(n) or down(n);  result: a vector of n"""
    return list(as_structure(value))


def flip_outer_index(value: Structure) -> Structure:
    """(flip-outer-index s) The same components with the outer orientation reversed.
    flip_outer_index(up(1, down(2))) => (down 1 (down 2))
    Shapes:  s: up(n) or down(n);  result: the other, of the same components"""
    structure = as_structure(value)
    return structure.opposite(structure.components)


def list_with_substituted_coord(things: Values, index: int, new: Value) -> tuple[Any, ...]:
    """(list-with-substituted-coord l i new) The list with one element replaced.
    list_with_substituted_coord((1, 2, 3), 1, 9) => (1, 9, 3)
    Raises:  BadIndexError if there is no such element"""
    elements = list(items(things))
    if not isinstance(index, int) or isinstance(index, bool) or not -len(elements) <= index < len(elements):
        raise BadIndexError(f"Bad index -- LIST-WITH-SUBSTITUTED-COORD {index}: the last one is {len(elements) - 1}")
    elements[index] = new
    return tuple(elements)


def s_map_over_r(function: Callable[..., Any], first: Structure | Scalar, *more: Structure | Scalar) -> Value:
    """(s:map/r f s ...) Apply a function to corresponding leaves of structures of one shape.
    s_map_over_r(lambda x: 2 * x, up(1, down(2, 3))) => (up 2 (down 4 6))
    Shapes:  structures: all of one shape;  result: shaped alike
    Raises:  StructureError if the lengths differ, WrongTypeError where the first alone is a structure
    Source:  FDG 4, 7"""
    check_applications(function, first)
    if not isinstance(first, (Structure, list)):
        return function(first, *more)
    return s_map(lambda *parts: s_map_over_r(function, *parts), first, *more)  # type: ignore[arg-type]


def _as_up(value: Any) -> Any:
    return Up(value) if isinstance(value, list) else value


def s_sigma_over_r(function: Callable[..., Any], *structures: Structure | Scalar) -> Value:
    """(s:sigma/r f s ...) The sum of a function over the corresponding leaves of structures.
    s_sigma_over_r(lambda x: x * x, up(1, down(2, 3))) => 14
    Shapes:  structures: all of one shape;  result: a scalar
    Raises:  StructureError if the shapes differ"""
    return sum_of(leaves(s_map_over_r(function, *structures)))


def s_map_chain(function: Callable[[Any, tuple[int, ...]], Any], value: Structure | Scalar) -> Value:
    """(s:map-chain (lambda (leaf chain) ...) s) Apply a function to every leaf and its chain of indices.
    s_map_chain(lambda leaf, chain: leaf * chain[0], up(5, down(6, 7))) => (up 0 (down 6 7))
    Shapes:  f: (leaf, list of indices) -> anything;  result: shaped like s"""
    check_applications(function, value)

    def walk(part: Any, chain: tuple[int, ...]) -> Any:
        if not isinstance(part, Structure):
            return function(part, chain)
        return type(part)(walk(inner, (*chain, i)) for i, inner in enumerate(part.components))

    return walk(_as_up(value), ())


def structure_to_access_chains(value: Structure | Scalar) -> Value:
    """(structure->access-chains s) The structure of this shape whose leaves are their own chains of indices.
    structure_to_access_chains(up(5, down(6, 7)))[1][0] => (1, 0)
    Shapes:  result: shaped like s, each leaf its list of indices"""
    return s_map_chain(lambda _, chain: chain, value)


def structure_to_prototype(name: Name, value: Structure | Scalar) -> Value:
    """(structure->prototype 'x s) The structure of this shape whose leaves are symbols of a name and their indices.
    structure_to_prototype("x", up(1, down(2, 3))) => (up x:0 (down x:1:0 x:1:1))
    Shapes:  result: shaped like s, of symbols"""
    text = as_name(name, "structure->prototype")
    return s_map_chain(lambda _, chain: symbol(":".join(map(str, (text, *chain)))), value)


_fresh = itertools.count(1)


def typical_object(value: Structure | Scalar) -> Value:
    """(typical-object s) A structure of this shape whose leaves are symbols that nobody else uses.
    one, other = typical_object(up(1, 2)), typical_object(up(1, 2)); len(one), one == other => (2, False)
    Shapes:  result: shaped like s, of symbols"""
    return map_leaves(lambda _: symbol(f"x{next(_fresh)}"), _as_up(value))


def ultra_flatten(value: Structure | Scalar) -> tuple[Any, ...]:
    """(ultra-flatten s) The list of the leaves of nested structures.
    ultra_flatten(up(1, down(2, up(3)))) => (1, 2, 3)
    Shapes:  s: any structure;  result: a list of its leaves"""
    return tuple(leaves(_as_up(value)))


def ultra_unflatten(shape: Structure | Scalar, flat: Values) -> Value:
    """(ultra-unflatten shape l) The structure of a shape with the elements of a list as its leaves.
    ultra_unflatten(up(0, down(0, 0)), [1, 2, 3]) => (up 1 (down 2 3))
    Shapes:  shape: any structure;  l: as many elements as it has leaves;  result: shaped like it
    Raises:  StructureError for another number of elements"""
    elements, wanted = items(flat), len(ultra_flatten(shape))
    if len(elements) != wanted:
        raise StructureError(f"ultra-unflatten: the shape has {wanted} leaves, the list {len(elements)} elements")
    return unflatten(iter(elements), _as_up(shape))


def s_fringe(value: Structure | Scalar) -> tuple[Any, ...]:
    """(s:fringe s) The list of the leaves, the last one first. | s_fringe(up(1, down(2, 3))) => (3, 2, 1)
    Shapes:  s: any structure;  result: a list of its leaves"""
    return ultra_flatten(value)[::-1]


def v_make_basis_unit(n: int, i: int) -> Up:
    """(v:make-basis-unit n i) The vector of which the i-th component is 1, the others 0.
    v_make_basis_unit(3, 1) => (up 0 1 0)
    Shapes:  result: up(n)
    Raises:  StructureError unless 0 <= i < n"""
    if not count(i) < n:
        raise StructureError(f"v:make-basis-unit: a vector of {n} components has no component {i}")
    return Up(int(i == j) for j in range(n))


@orbit_by_orbit
def v_make_unit(vector: Vector) -> Structure:
    """(v:make-unit v) The vector divided by its Euclidean norm. | v_make_unit(up(3, 4)) => (up 3/5 4/5)
    Shapes:  v: vector or tuple of n;  result: up(n), or shaped like the tuple
    Raises:  DivisionByZeroError if all components are 0"""
    norm = euclidean_norm(vector)
    if is_zero_number(norm):
        raise DivisionByZeroError("v:make-unit: the zero vector has no direction")
    return g.div(as_structure(vector), norm)


def euclidean_norm(vector: Vector) -> ScalarValue:
    """(euclidean-norm v) The square root of the sum of the squares of the components. | euclidean_norm(up(3, 4)) => 5
    Shapes:  v: up(n), down(n) or a vector;  result: scalar"""
    return g.abs_(as_structure(vector))


def outer_product(x: Value, y: Value) -> Structure:
    """(outer-product u v) The structure shaped like v, every leaf of it multiplied by the whole of u.
    outer_product(up(1, 2), down(3, 4)) => (down (up 3 6) (up 4 8))
    Shapes:  result: shaped like v, of leaves shaped like u
    Raises:  LimitError for too many products"""
    x, y = _as_up(x), _as_up(y)
    if not isinstance(y, Structure):
        return g.mul(x, y)
    if isinstance(x, Structure):
        MOST_COMPONENTS.check(len(leaves(x)) * len(leaves(y)), things="products", each=10)
    return type(y)(outer_product(x, component) for component in y.components)


# --- matrix parts ----------------------------------------------------------------------------------------------------

#: The value, which must be a matrix.
checked = instances(Matrix, "a matrix")


def _index(size: int, index: Any, operation: str, kind: str) -> int:
    if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < size:
        raise BadIndexError(f"Bad index -- {operation.upper()} {index}: there are {kind} 0 to {size - 1}")
    return index


def m_make_diagonal(diagonal: Values) -> Matrix:
    """(m:make-diagonal v) The matrix with these entries on the diagonal and zeros elsewhere.
    m_make_diagonal([5, 6]) => (matrix-by-rows (list 5 0) (list 0 6))
    Shapes:  v: n entries;  result: n by n"""
    entries = items(diagonal)
    return m_generate(len(entries), len(entries), lambda i, j: entries[i] if i == j else 0)


def _line(matrix: Any, axis: int, operation: str) -> Any:
    if not isinstance(matrix, Matrix) or matrix.shape[axis] != 1:
        raise StructureError(f"{operation} expects a {('row', 'column')[axis]}, got {describe(matrix)}")
    return matrix.column(0) if axis else matrix.rows[0]


def row_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(row-matrix->vector M) The vector of the entries of a row. | row_matrix_to_vector(row_matrix(1, 2)) => [1, 2]
    Shapes:  M: 1 by n;  result: a vector of n
    Raises:  StructureError if the matrix has more than one row"""
    return list(_line(matrix, 0, "row-matrix->vector"))


def column_matrix_to_vector(matrix: Matrix) -> list[Any]:
    """(column-matrix->vector M) The vector of the entries of a column.
    column_matrix_to_vector(column_matrix(1, 2)) => [1, 2]
    Shapes:  M: n by 1;  result: a vector of n
    Raises:  StructureError if the matrix has more than one column"""
    return list(_line(matrix, 1, "column-matrix->vector"))


def column_matrix_to_up(matrix: Matrix) -> Up:
    """(column-matrix->up M) The up tuple of the entries of a column.
    column_matrix_to_up(column_matrix(1, 2)) => (up 1 2)
    Shapes:  M: n by 1;  result: up(n)
    Raises:  StructureError if there is more than one column"""
    return Up(_line(matrix, 1, "column-matrix->up"))


def row_matrix_to_down(matrix: Matrix) -> Down:
    """(row-matrix->down M) The down tuple of the entries of a row. | row_matrix_to_down(row_matrix(1, 2)) => (down 1 2)
    Shapes:  M: 1 by n;  result: down(n)
    Raises:  StructureError if there is more than one row"""
    return Down(_line(matrix, 0, "row-matrix->down"))


def down_to_row_matrix(s: Down) -> Matrix:
    """(down->row-matrix (down x ...)) The row of the components of a down tuple.
    down_to_row_matrix(down(1, 2)) => (matrix-by-rows (list 1 2))
    Shapes:  s: down(n);  result: 1 by n"""
    return row_matrix(*as_structure(s))


def is_diagonal(value: Value) -> bool:
    """(diagonal? M) Is this a square matrix whose entries off the diagonal vanish?
    is_diagonal(matrix_by_rows([1, 0], [0, 2])), is_diagonal(matrix_by_rows([1, 2], [0, 1])) => (True, False)"""
    return (
        isinstance(value, Matrix)
        and value.shape[0] == value.shape[1]
        and all(i == j or reduces_to_zero(entry) for i, row in enumerate(value.rows) for j, entry in enumerate(row))
    )


def m_dimension(matrix: Matrix) -> int:
    """(m:dimension M) The number of rows of a square matrix. | m_dimension(matrix_by_rows([1, 2], [3, 4])) => 2
    Shapes:  M: n by n;  result: n
    Raises:  StructureError if the matrix is not square"""
    return linear.check_square(checked(matrix).rows)


def m_nth_row(matrix: Matrix, n: int) -> Up:
    """(m:nth-row M n) The vector of the n-th row, from zero. | m_nth_row(matrix_by_rows([1, 2], [3, 4]), 1) => (up 3 4)
    Shapes:  M: m by n;  result: up(n)
    Raises:  BadIndexError if there is no such row"""
    rows = checked(matrix).rows
    return Up(rows[_index(len(rows), n, "m:nth-row", "rows")])


def m_nth_col(matrix: Matrix, n: int) -> Up:
    """(m:nth-col M n) The vector of the n-th column, from zero.
    m_nth_col(matrix_by_rows([1, 2], [3, 4]), 1) => (up 2 4)
    Shapes:  M: m by n;  result: up(m)
    Raises:  BadIndexError if there is no such column"""
    return Up(matrix.column(_index(checked(matrix).shape[1], n, "m:nth-col", "columns")))


def m_submatrix(matrix: Matrix, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """(m:submatrix M row row-end column column-end) The block between rows and columns; the ends are excluded.
    m_submatrix(matrix_by_rows([1, 2, 3], [4, 5, 6]), 0, 2, 1, 3) => (matrix-by-rows (list 2 3) (list 5 6))
    Shapes:  M: m by n;  result: row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start"""
    rows, columns = checked(matrix).shape
    for start, end, size, kind in ((row, row_end, rows, "rows"), (column, column_end, columns, "columns")):
        _index(size + 1, end, "m:submatrix", f"ends of {kind}")
        _index(end + 1, start, "m:submatrix", f"starts of {kind}")
    return Matrix([line[column:column_end] for line in matrix.rows[row:row_end]])


def m_solve(matrix: Matrix, right: Value) -> Value:
    """(m:solve M b) The x with M x = b for an up tuple or a matrix b; for a down tuple or a row b the x with x M = b.
    m_solve(matrix_by_rows([2, 0], [0, 4]), up(2, 2)) => (up 1 1/2)
    Shapes:  M: n by n;  b: up(n), down(n), n by m or 1 by n;  result: shaped like b
    Raises:  DivisionByZeroError if M is singular"""
    checked(matrix)
    if isinstance(right, Matrix) and right.shape[0] == matrix.shape[0] > 1:
        return g.mul(g.invert(matrix), right)
    return g.div(right if isinstance(right, Matrix) else as_structure(right), matrix)


# --- matrix formulas -------------------------------------------------------------------------------------------------

Operation = Callable[..., Any]


def general_determinant(add: Operation, sub: Operation, mul: Operation, is_zero: Operation) -> Callable[[Any], Any]:
    """((general-determinant + - * zero?) M) The determinant of a matrix by these operations alone; (add) is zero.
    general_determinant(add, sub, mul, is_zero)(matrix_by_rows([1, 2], [3, 4])) => -2
    Math:    the expansion along the rows; the minors of the last rows are computed once
    Raises:  StructureError unless M is square; LimitError for too many rows"""

    def determinant(matrix: Any) -> Any:
        n = _square(matrix, "general-determinant")
        return linear.minors(matrix.rows, add, sub, mul, lambda x: is_zero(x) is not False)(tuple(range(n)))

    return determinant


def _square(matrix: Any, name: str) -> int:
    rows = checked(matrix, name).rows
    if any(len(row) != len(rows) for row in rows):
        raise StructureError(f"{name} expects a square matrix, got {describe(matrix)}")
    MOST_TERMS.check(2 ** len(rows), name, "minors")
    return len(rows)


def classical_adjoint_formula(
    add: Operation, sub: Operation, mul: Operation, div: Operation, is_zero: Operation
) -> Callable[[Any], Matrix]:
    """((classical-adjoint-formula + - * / zero?) M) The adjoint of a matrix over its determinant: its inverse.
    formula = classical_adjoint_formula(add, sub, mul, div, is_zero); a, b = symbols("a b");
    formula(matrix_by_rows([a, 0], [b, 1])) => (matrix-by-rows (list (/ 1 a) 0) (list (/ (* -1 b) a) 1))
    Shapes:  M: n by n;  result: matrix -> matrix
    Raises:  StructureError unless M is square;  DivisionByZeroError if it is singular; LimitError for too many rows"""
    determinant = general_determinant(add, sub, mul, is_zero)

    def inverse(matrix: Any) -> Matrix:
        n, whole = _square(matrix, "classical-adjoint-formula"), determinant(matrix)

        def entry(i: int, j: int) -> Any:
            left = Matrix(line[:i] + line[i + 1 :] for k, line in enumerate(matrix.rows) if k != j)
            minor = 1 if n == 1 else determinant(left)
            return div(sub(add(), minor) if (i + j) % 2 else minor, whole)

        return m_generate(n, n, entry)

    return inverse


# --- two-tensors -----------------------------------------------------------------------------------------------------
# Structures of two layers, and the matrices of their entries: components are columns if they are ups, rows if downs.


def is_up_of_downs(value: object) -> bool:
    """(up-of-downs? s) Is this an up tuple of down tuples of one length?
    is_up_of_downs(up(down(1, 2), down(3, 4))), is_up_of_downs(down(up(1, 2), up(3, 4))) => (True, False)"""
    return is_tensor(value, Up, Down)


def is_down_of_ups(value: object) -> bool:
    """(down-of-ups? s) Is this a down tuple of up tuples of one length?
    is_down_of_ups(down(up(1, 2), up(3, 4))), is_down_of_ups(up(down(1, 2), down(3, 4))) => (True, False)"""
    return is_tensor(value, Down, Up)


def structure_to_matrix(value: Structure) -> Matrix:
    """(structure->matrix s) The matrix of a 2-tensor, or the column or row of a single tuple.
    structure_to_matrix(down(up(1, 2), up(3, 4))) => (matrix-by-rows (list 1 3) (list 2 4))
    Shapes:  s: down(n) of up(m);  result: m by n"""
    structure = as_structure(value)
    if is_layer(structure, Up):
        return Matrix([(entry,) for entry in structure.components])
    if is_layer(structure, Down):
        return Matrix([structure.components])
    rows = Matrix(part.components for part in checked_two_tensor(structure).components)
    return rows if isinstance(structure.components[0], Down) else rows.transpose


def submatrix(value: LinearMap, row: int, row_end: int, column: int, column_end: int) -> Matrix:
    """(submatrix M row row-end column column-end) The block of a matrix or of a structure of structures.

    It is that between rows and columns; the ends are excluded.
    submatrix(matrix_by_rows([1, 2], [3, 4]), 0, 1, 1, 2) => (matrix-by-rows (list 2))
    Shapes:  s: a matrix, or a tuple of tuples;  result: a matrix, row-end - row by column-end - column
    Raises:  BadIndexError if an end is beyond the matrix, or before the start;  StructureError unless the structure is
             one of structures of one length"""
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


# --- indexed ---------------------------------------------------------------------------------------------------------
# Tensors by indices: functions of lists of indices, and structures of components, from typed functions and back.
#
# An indexed function takes a list of indices, those of one-forms (up) before those of vector fields (down); a typed
# function takes the fields themselves.

Indexed = Callable[[Sequence[int]], Any]


class IndexedFunction(Function):
    """A function of a list of indices that knows which of them are of one-forms and which of vector fields."""

    __slots__ = ("types",)

    def __init__(self, function: Indexed, types: Types, name: str) -> None:
        super().__init__(function, name)
        self.types = types


def _types_of(function: Any) -> Types:
    types = argument_types_of(function)
    if types is None:
        raise WrongTypeError(f"{CALLED} expects a function of declared argument types, got {describe(function)}")
    return types


def _index_types_of(function: Any) -> Types:
    if not isinstance(function, IndexedFunction):
        raise WrongTypeError(
            f"{CALLED} expects a function of indices, made by typed->indexed; got {describe(function)}"
        )
    return function.types


def index_types(function: Indexed) -> tuple[Any, ...] | Literal[False]:
    """(index-types T) The types of the indices of an indexed function, a list of up and down; False if unknown.
    indexed = typed_to_indexed(coordinate_system_to_metric(R2_rect), R2_rect.basis());
    index_types(indexed) == (down, down), index_types(sin) => (True, False)"""
    kinds = {"form": up, "vector": down}
    return isinstance(function, IndexedFunction) and tuple(kinds[kind] for kind in function.types)


@rare(python="has_index_types")
def has_index_types(function: object) -> bool:
    """(has-index-types? T) Are the types of the indices of this function known?
    indexed = typed_to_indexed(coordinate_system_to_metric(R2_rect), R2_rect.basis());
    has_index_types(indexed), has_index_types(sin) => (True, False)"""
    return isinstance(function, IndexedFunction)


def _indices_in(indices: Any, number: int, what: str) -> tuple[int, ...]:
    """The indices in a list, of Python or of Scheme, or in a tuple; an error if they are not so many."""
    given = items(indices, what)
    if len(given) != number:
        raise ArityError(f"{what} has {number} indices, got {len(given)}")
    return given


def typed_to_indexed(function: Callable[..., Any], basis: Basis) -> Indexed:
    """((typed->indexed T basis) '(i j ...))
    The function of a list of indices whose values are those of a tensor on a basis.
    indexed = typed_to_indexed(coordinate_system_to_metric(R2_polar), R2_polar.basis());
    simplify(indexed((1, 1))(R2_polar.point(*symbols("a b")))) => (expt a 2)
    Raises:  WrongTypeError if the types of the arguments are not declared; ArityError for another number of indices;
             BadIndexError for one that there is not"""
    types = _types_of(function)
    if list(types) != sorted(types):
        raise WrongTypeError(f"typed->indexed expects one-forms before vector fields, got {describe(function)}")
    fields = {"form": leaves(basis.forms), "vector": leaves(basis.vectors)}

    def indexed(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, len(types), "typed->indexed: the tensor")
        chosen = (as_index(i, basis.dimension, "typed->indexed") for i in given)
        return function(*(fields[kind][i] for kind, i in zip(types, chosen, strict=True)))

    return IndexedFunction(indexed, types, "indexed")


def indexed_to_typed(indexed: Indexed, basis: Basis) -> Callable[..., Any]:
    """((indexed->typed T basis) w ... v ...) The tensor with these components in a basis, a function of fields.
    (dr, dphi), (d_dr, d_dphi) = R2_polar.form_basis("r phi"), R2_polar.vector_basis("r phi");
    T = typed_to_indexed(structure_to_typed(up(down(1, 2), down(3, 4)), R2_polar.basis()), R2_polar.basis());
    indexed_to_typed(T, R2_polar.basis())(dphi, d_dr)(R2_polar.point(1, 0)) => 3
    Raises:  WrongTypeError if the types of the indices are not known"""
    types = _index_types_of(indexed)

    def components(*chosen: int) -> Any:
        if len(chosen) == len(types):
            return indexed(chosen)
        kind = Up if types[len(chosen)] == "form" else Down
        return kind(components(*chosen, i) for i in range(basis.dimension))

    return structure_to_typed(components(), basis)


def i_outer_product(first: Indexed, second: Indexed) -> Indexed:
    """(i:outer-product T1 T2) The outer product of two indexed functions: their upper indices, then their lower ones.
    T = typed_to_indexed(structure_to_typed(up(down(1, 2), down(3, 4)), R2_rect.basis()), R2_rect.basis());
    i_outer_product(T, T)((1, 0, 0, 1))(R2_rect.point(1, 0)) => 6
    Math:    T1^i_k T2^j_l at (i j k l)"""
    a, b = (_index_types_of(T) for T in (first, second))
    up_a, up_b = a.count("form"), b.count("form")
    ups = up_a + up_b

    def product(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, len(a) + len(b), "i:outer-product: the product")
        last = ups + len(a) - up_a
        left = (*given[:up_a], *given[ups:last])
        return g.mul(first(left), second((*given[up_a:ups], *given[last:])))

    types = ("form",) * ups + ("vector",) * (len(a) + len(b) - ups)
    return IndexedFunction(product, types, "outer-product")


def i_contract(indexed: Indexed, upper: int, lower: int, n: int) -> Indexed:
    """(i:contract T u d n) The contraction of an upper with a lower index of an indexed function, in n dimensions.
    T = typed_to_indexed(structure_to_typed(up(down(1, 2), down(3, 4)), R2_rect.basis()), R2_rect.basis());
    i_contract(T, 0, 0, 2)(())(R2_rect.point(1, 0)) => 5
    Math:    sum_i T^..i.._..i..
    Raises:  BadIndexError if there is no such index"""
    types = _index_types_of(indexed)
    ups, downs = types.count("form"), types.count("vector")
    if not (0 <= upper < ups and 0 <= lower < downs):
        raise BadIndexError(f"i:contract: there are {ups} upper and {downs} lower indices, got {upper} and {lower}")

    def contraction(indices: Sequence[int]) -> Any:
        given = _indices_in(indices, ups + downs - 2, "i:contract: the contraction")
        above, below = given[: ups - 1], given[ups - 1 :]
        return sum_of(indexed((*above[:upper], i, *above[upper:], *below[:lower], i, *below[lower:])) for i in range(n))

    remaining = ("form",) * (ups - 1) + ("vector",) * (downs - 1)
    return IndexedFunction(contraction, remaining, "contraction")


def typed_to_structure(function: Callable[..., Any], basis: Basis) -> Value:
    """((typed->structure T basis) m)
    The components of a tensor in a basis, nested tuples of functions: the first argument is the outer index.
    g = coordinate_system_to_metric(R2_polar);
    m = R2_polar.point(*symbols("a b"));
    simplify(typed_to_structure(g, R2_polar.basis())(m)) => (down (down 1 0) (down 0 (expt a 2)))
    Raises:  WrongTypeError if the types of the arguments are not declared"""
    types = _types_of(function)
    fields = {"form": basis.forms, "vector": basis.vectors}

    def components(*chosen: Any) -> Any:
        if len(chosen) == len(types):
            return function(*chosen)
        return map_leaves(lambda e: components(*chosen, e), fields[types[len(chosen)]])

    return components()


def structure_to_typed(components: Structure, basis: Basis) -> Callable[..., Any]:
    """((structure->typed components basis) v ... w ...)
    The tensor with components in nested tuples: a down tuple for a vector field, an up tuple for a one-form.
    r, phi = R2_polar.coordinates("r phi");
    d_dr, d_dphi = R2_polar.vector_basis("r phi");
    g = structure_to_typed(down(down(1, 0), down(0, r**2)), R2_polar.basis());
    g(d_dr + d_dphi, d_dphi)(R2_polar.point(*symbols("a b"))) => (expt a 2)
    Shapes:  s: components, nested as the basis asks;  result: fields -> function
    Raises:  StructureError if they are not as many as the basis has fields, by each index;  ArityError for another
             number of fields"""
    given = as_structure(components) if isinstance(components, list) else components
    shape, part = [], given
    while isinstance(part, Structure):
        shape.append("vector" if isinstance(part, Down) else "form")
        part = part[0]
    n = basis.dimension
    like: Any = 0
    for kind in reversed(shape):
        like = (Down if kind == "vector" else Up)([like] * n)
    if map_leaves(lambda _: 0, given) != like:
        raise StructureError(f"structure->typed expects {n} components by each index, got {describe(given)}")

    def along_basis(field: Any, kind: str) -> Iterator[Any]:
        return (w(field) for w in leaves(basis.forms)) if kind == "vector" else map(field, leaves(basis.vectors))

    def typed(*fields: Any) -> Any:
        if len(fields) != len(shape):
            raise ArityError(f"the tensor takes {len(shape)} fields, got {len(fields)}")

        def total(part: Any, slot: int) -> Any:
            if slot == len(shape):
                return part
            factors = along_basis(fields[slot], shape[slot])
            return sum_of(g.mul(factor, total(x, slot + 1)) for factor, x in zip(factors, part, strict=True))

        return total(given, 0)

    return FieldFunction(typed, tuple(shape), "typed")


def quaternion_ref(q: Quaternion, i: int) -> ScalarValue:
    """(quaternion-ref q i) The i-th component of a quaternion, 0 the real one.
    quaternion_ref(quaternion(1, 2, 3, 4), 2) => 3"""
    return q[i]


def quaternion_to_real_part(q: Quaternion) -> ScalarValue:
    """(quaternion->real-part q) The real part. | quaternion_to_real_part(quaternion(1, 2, 3, 4)) => 1"""
    return q[0]


def q_conjugate(q: Quaternion) -> Quaternion:
    """(q:conjugate q) The conjugate quaternion. | q_conjugate(quaternion(1, 2, 3, 4)) => (quaternion 1 -2 -3 -4)"""
    return q.conjugate


@orbit_by_orbit
def rotation_matrix_to_quaternion(matrix: Matrix) -> Quaternion:
    """(rotation-matrix->quaternion M) A unit quaternion of a rotation: of q and -q that with a real part >= 0.
    rotation_matrix_to_quaternion(matrix_by_rows([-1, 0, 0], [0, -1, 0], [0, 0, 1])) => (quaternion 0 0 0 1)
    Math:    q = s/(2 sqrt(s_i)) with a column s = 4 q_i q of 4 q q^T: of numbers the one with the largest s_i, else the
             first one, where s_0 = 1 + trace M
    Shapes:  M: 3 by 3
    Raises:  WrongTypeError unless it is a matrix of 3 by 3
    Source:  SICM 2.12"""
    if not isinstance(matrix, Matrix) or matrix.shape != (3, 3):
        raise WrongTypeError(f"rotation-matrix->quaternion expects a 3 by 3 matrix, got {describe(matrix)}")
    m = matrix.rows
    columns = _fourfold_square(m)
    numerical = all(is_number(x) for row in m for x in row)
    i = max(range(4), key=lambda i: complex(columns[i][i]).real) if numerical else 0
    double = g.sqrt(reduced(columns[i][i]))
    found = [g.div(x, g.mul(2, double)) for x in columns[i]]
    found[i] = g.div(double, 2)
    return Quaternion(*(map(g.negate, found) if numerical and complex(found[0]).real < 0 else found))


def _fourfold_square(m: Any) -> list[list[Any]]:
    """4 q q^T, of the rows of the matrix of the rotation by q."""
    (a, b, c), (d, e, f), (p, q, r) = m
    x, y, z = g.sub(q, f), g.sub(c, p), g.sub(d, b)
    xy, zx, yz = g.add(b, d), g.add(c, p), g.add(f, q)

    def diagonal(*signs: int) -> Any:
        return sum_of([1, *map(g.mul, signs, (a, e, r))])

    return [
        [diagonal(1, 1, 1), x, y, z],
        [x, diagonal(1, -1, -1), xy, zx],
        [y, xy, diagonal(-1, 1, -1), yz],
        [z, zx, yz, diagonal(-1, -1, 1)],
    ]


declare_documented(globals())
