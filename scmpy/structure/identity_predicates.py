"""The predicates of the identities: zero for sums, one for products, identity for composition; and a value's size."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.closeness import is_exact_one, is_exact_zero
from scmpy.generic.composite import Composite
from scmpy.generic.functions import identity
from scmpy.generic.modular import ModularInteger
from scmpy.registry import public
from scmpy.structure.aliases import Value
from scmpy.structure.matrix import Matrix
from scmpy.symbolic.enclosure.exact_constants import sign_of_constant
from scmpy.symbolic.real_numbers import is_constant


def _entries(value: Any) -> list[Any] | None:
    """The parts of a structure, vector, matrix or other composite; ``None`` of anything else."""
    if isinstance(value, Composite):
        return list(value._parts_())
    return value if isinstance(value, list) else None


@public("zero?", "m:zero?", "v:zero?")
def is_zero(value: object) -> bool:
    """Is this the exact zero, or a structure, vector or matrix of nothing else?

    Scheme:  (zero? x)
    >>> from scmpy import down, up
    >>> is_zero(up(0, down(0, 0))), is_zero(up(0, 1))
    (True, False)
    """
    if isinstance(value, ModularInteger):
        return value.residue == 0
    entries = _entries(value)
    if is_constant(value):
        return sign_of_constant(value) == 0
    return is_exact_zero(value) if entries is None else all(map(is_zero, entries))


@public("one?")
def is_one(value: object) -> bool:
    """Is this the exact one, or an identity matrix?

    Scheme:  (one? x)
    >>> from scmpy import matrix_by_rows
    >>> is_one(1), is_one(matrix_by_rows([1, 0], [0, 1])), is_one(2)
    (True, True, False)
    """
    return is_identity(value) if isinstance(value, Matrix) else is_exact_one(value)


@public("identity?", "m:identity?")
def is_identity(value: object) -> bool:
    """Is this the identity: the number 1, an identity matrix, the identity function or operator?

    Scheme:  (identity? x)
    >>> from scmpy import matrix_by_rows
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
    >>> from scmpy import up
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
