"""Pauli matrices, exact complex numbers, continued fractions, formulas of matrices, interchanges of permutations: by value."""

import math
import operator
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy
from scmpy import list_interchanges, matrix_by_rows, permutation_interchanges, permutation_parity
from scmpy.errors import DomainError, LimitError, ScmpyError, StructureError
from scmpy.generic.numbers import exact_complex
from scmpy.scheme import Session

i = exact_complex(0, 1)


def test_pauli_matrices_anticommute_and_square_to_one():
    sigma = [scmpy.sigma_x, scmpy.sigma_y, scmpy.sigma_z]
    for n, a in enumerate(sigma):
        assert scmpy.simplify(a * a) == scmpy.I_2
        assert scmpy.simplify(a * sigma[(n + 1) % 3]) == scmpy.simplify(i * sigma[(n + 2) % 3])
        assert scmpy.simplify(sigma[(n + 1) % 3] * a) == scmpy.simplify(-i * sigma[(n + 2) % 3])


def test_exact_complex_numbers():
    answer = Session().run(
        "(list (exact-complex? 1+2i) (exact-complex? 1.+2i) (exact-complex? 1/2) (exact-complex? 'x))"
    )
    assert list(answer) == [True, False, True, False]


@given(st.fractions(max_denominator=500))
def test_the_last_convergent_is_the_number(x: Fraction) -> None:
    terms = [*scmpy.continued_fraction(x)]
    assert reduce(lambda rest, term: term + 1 / Fraction(rest), terms[-2::-1], Fraction(terms[-1])) == x


def test_what_has_no_continued_fraction_is_refused() -> None:
    for wrong in (math.inf, math.nan, 1j, "x", None):
        with pytest.raises(ScmpyError):
            scmpy.continued_fraction(wrong)


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


numbers = st.lists(st.integers(0, 9) | st.floats(0, 9), max_size=12)


def inversions(elements: list[Any]) -> int:
    return sum(x > y for x, y in combinations(elements, 2))


@given(numbers)
def test_interchanges_are_the_pairs_out_of_order(elements: list[Any]) -> None:
    assert permutation_interchanges(elements) == inversions(elements)


@given(numbers, st.randoms(use_true_random=False), st.booleans())
def test_interchanges_of_lists(elements: list[Any], chance: Any, nested: bool) -> None:
    start = [[x] for x in elements] if nested else list(elements)  # lists have no hash
    moved = list(start)
    chance.shuffle(moved)
    assert list_interchanges(moved, start) == inversions([start.index(x) for x in moved])
    distinct = all(x != y for x, y in combinations(elements, 2))
    parity = (-1) ** inversions([start.index(x) for x in moved]) if distinct else 0
    assert permutation_parity(moved, start) == parity


def test_lists_of_different_elements_are_refused() -> None:
    with pytest.raises(DomainError):
        list_interchanges([1, 2], [1, 3])
