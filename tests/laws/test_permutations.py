"""Interchanges and parity of permutations, by their definitions."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scmpy import list_interchanges, permutation_interchanges, permutation_parity
from scmpy.errors import DomainError

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
