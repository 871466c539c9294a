"""Determinants and inverses by formulas against those of the library, and contractions against sums of components."""

import operator

import pytest

import scmpy
from scmpy import matrix_by_rows
from scmpy.errors import LimitError, StructureError

RING = (lambda *terms: sum(terms), operator.sub, operator.mul)
FIELD = (*RING, operator.truediv, lambda x: x == 0)


def test_the_adjoint_formula_gives_the_inverse():
    m = matrix_by_rows(*[scmpy.symbols(f"a{i} b{i} c{i}") for i in range(3)])
    inverse = scmpy.classical_adjoint_formula(*RING, lambda x, y: x / y, lambda x: x == 0)(m)
    assert scmpy.simplify(inverse - scmpy.invert(m)) == matrix_by_rows(*[[0] * 3] * 3)


def test_too_large_and_oblong_matrices_are_refused():
    determinant = scmpy.general_determinant(*RING, lambda x: x == 0)
    with pytest.raises(LimitError):
        determinant(matrix_by_rows(*[[1] * 40] * 40))
    with pytest.raises(StructureError, match="square"):
        determinant(matrix_by_rows([1, 2, 3], [4, 5, 6]))
