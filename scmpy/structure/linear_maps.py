"""Structures as linear maps: matrices of them, their inverses, and linear equations between structures.

A structure M acts on a structure x by contraction, ``M * x``. Its matrix has a column for every leaf of x and a
row for every leaf of the product.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scmpy.errors import CALLED, StructureError, describe, wrong_number
from scmpy.generic import kinds
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.aliases import Coordinates, LinearMap, Scalar, Value
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import (
    Down,
    Structure,
    compatible_for_contraction,
    leaves,
    map_leaves,
    opposite,
    s_dimension,
    sum_of,
    unflatten,
)


def basis(shape: Any) -> list[Any]:
    """The structures of this shape with one leaf 1 and all others 0."""
    n = s_dimension(shape)
    return [unflatten(iter([int(i == j) for j in range(n)]), shape) for i in range(n)]


def _entries(s: Any) -> list[Any]:
    """The components of a structure, and of those that are structures theirs; others are entered by no equation."""
    return [x for part in s.components for x in _entries(part)] if isinstance(s, Structure) else [s]


def _with_zeros(s: Any) -> Any:
    """The structure with 0 for all that is none."""
    return type(s)(map(_with_zeros, s.components)) if isinstance(s, Structure) else 0


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


def domain_shape(m: Structure, image: Any, operation: str) -> Any:
    """The shape of the x for which ``m * x`` has the shape of ``image``."""
    layers = _layers(m, image)
    if layers is None:
        raise _no_preimage(operation, m, image)
    return opposite(layers)


def _no_preimage(operation: str, m: Any, b: Any) -> StructureError:
    return StructureError(f"{operation}: {describe(m)} does not map anything to {describe(b)}")


@public("solve-linear-left")
def solve_linear_left(m: Scalar | LinearMap, b: Coordinates | Matrix) -> Value:
    """The x with M x = b, for scalars, structures and matrices; of a scalar b and a structure M^-1 b.

    Scheme:  (solve-linear-left M b)
    Shapes:  M: n by n, or tuples that act as that;  M x is shaped like b
    Raises:  DivisionByZeroError if M is singular, StructureError if M maps nothing to structures shaped like b
    >>> from scmpy import down, up
    >>> solve_linear_left(down(down(2, 0), down(0, 4)), down(2, 2))
    (up 1 1/2)
    """
    if isinstance(m, Matrix) and not isinstance(b, (Structure, Matrix)):
        return g.mul(g.invert(m), b)
    if isinstance(m, Matrix) and (isinstance(b, Down) or (isinstance(b, Matrix) and b.shape[0] != m.shape[1])):
        raise _no_preimage("solve-linear-left", m, b)
    if isinstance(m, Matrix):
        return g.div(b, m) if isinstance(b, Structure) else g.mul(g.invert(m), b)
    if not isinstance(m, Structure):
        return g.mul(g.invert(m), b) if isinstance(m, Composite) else g.div(b, m)
    if isinstance(b, kinds.ScalarKind):
        return g.mul(b, g.invert(m))
    shape = domain_shape(m, b, "solve-linear")
    return _preimage("solve-linear", lambda x: g.mul(m, x), shape, m, b)


@public("solve-linear")
def solve_linear(m: Scalar | LinearMap, b: Coordinates | Matrix) -> Value:
    """The x with M x = b, as solve-linear-left has it; for a matrix M and a down tuple or a row b that with x M = b.

    Scheme:  (solve-linear M b)
    Shapes:  M: n by n, or tuples that act as that;  M x is shaped like b
    Raises:  DivisionByZeroError if M is singular
    >>> from scmpy import down, up
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
    >>> from scmpy import down, up
    >>> solve_linear_right(down(2, 2), down(up(2, 0), up(0, 4)))
    (down 1 1/2)
    """
    if isinstance(m, Matrix):
        return g.mul(b, g.invert(m))
    if not isinstance(m, Structure):
        return g.div(b, m)
    if isinstance(b, kinds.ScalarKind):
        return g.mul(b, g.invert(m))
    dual = opposite(_with_zeros(b))
    if not isinstance(b, Structure) or not compatible_for_contraction(m, dual):
        raise _no_preimage("solve-linear-right", m, b)
    return _preimage("solve-linear-right", lambda x: g.mul(x, m), opposite(g.mul(m, dual)), m, b)


def _preimage(operation: str, linear_map: Callable[[Any], Any], shape: Any, m: Structure, b: Any) -> Any:
    """The structure of a shape that a linear map, which is multiplication by m, takes to b."""
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
    """The square array of a structure of structures; each component is a column."""
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
    """The leaves of a structure with what is at their places in one that has more layers."""
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


g.div.add((kinds.ScalarKind, Structure), lambda x, s: g.mul(x, g.invert(s)))


MOST_PRODUCTS = Limit(
    "most-form-products", 1_000_000, "Products of components that the matrix of a bilinear form is made from."
)

MOST_BASIS_VECTORS = Limit(
    "most-basis-vectors",
    2_000,
    "Basis vectors at which a linear function is asked for its values.",
    "components of the argument",
)


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
    >>> from scmpy import down, up
    >>> s_to_m(down(0, 0), down(up(1, 2), up(3, 4)), up(0, 0))
    (matrix-by-rows (list 1 3) (list 2 4))
    """
    columns = _parts_opposite(middle, right)
    found = None if columns is None else [_parts_opposite(column, left) for column in columns]
    if found is not None and None not in found:
        rows: Any = list(zip(*found, strict=True))
    else:
        m, n = s_dimension(left), s_dimension(right)
        MOST_PRODUCTS.check(m * n * (m + n))
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
def transpose(middle: Coordinates | Matrix, *outer: Coordinates) -> Value:
    """The transpose of a matrix, or of a structure ms as a map of rs, or in the bilinear form (* ls ms rs).

    Scheme:  (transpose M), (transpose ms rs), (transpose ls ms rs)
    Shapes:  M: m by n, result: n by m;  of ms: a map of the dual of (* ms rs) to the dual of rs
    Raises:  ArityError for more than the two outer structures
    Source:  SICM 2.2
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


@public("s:inverse")
def s_inverse(left: Coordinates, middle: Coordinates, right: Coordinates) -> Value:
    """The inverse of ms as a map from the shape of rs to the dual of ls.

    Scheme:  (s:inverse ls ms rs)
    Math:    the structure M with M (ms x) = x
    Shapes:  ms x is dual to ls for x shaped like rs;  result: M with M (ms x) shaped like rs
    Raises:  DivisionByZeroError if ms is singular
    Source:  SICM 5.1
    >>> from scmpy import down, up
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
def linear_function_to_multiplier(f: Callable[[Any], Any], argument: Coordinates) -> Value:
    """The structure M with f(v) = M * v for a linear f of arguments shaped like ``argument``.

    Scheme:  (linear-function->multiplier f v)
    Shapes:  f: shaped like v -> scalar or structure;  result: M with M v shaped like f(v)
    Raises:  LimitError if v has too many components
    Source:  SICM 5.2.2
    >>> from scmpy import up
    >>> linear_function_to_multiplier(lambda v: up(2 * v[1], v[0]), up(0, 0))
    (down (up 0 1) (up 2 0))
    """
    MOST_BASIS_VECTORS.check(len(leaves(argument)))
    values = iter([f(e) for e in basis(argument)])
    return map_leaves(lambda _: next(values), opposite(argument))
