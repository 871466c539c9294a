"""Arrays of numpy's beside expressions, and numpy's functions of scmpy's values."""

from __future__ import annotations

import numpy as np
import pytest

import scmpy as s

x = s.symbols("x")


def test_an_array_times_a_symbol_is_an_array_of_expressions():
    for product in (np.array([1, 2]) * x, x * np.array([1, 2]), np.multiply([1, 2], x)):
        assert list(map(s.simplify, product)) == [x, 2 * x]
    assert (np.array([[1.0], [2.0]]) + x).shape == (2, 1)
    assert list(np.array([x, 2 * x]) * x) == [x * x, 2 * x * x]


def test_the_functions_of_numpy_are_the_generic_operations():
    assert np.sin(x) is s.sin(x)
    assert np.arctan2(x, 1) is s.atan(x, 1)
    assert np.power(x, 2) is x**2
    assert np.negative(s.up(x, 1)) == s.up(-x, -1)
    assert np.cos(s.sin)(x) is s.cos(s.sin(x))
    assert s.D(np.sin)(x) is s.cos(x)
    assert s.simplify(s.D(lambda t: np.exp(t) * t)(x) - s.exp(x) * (1 + x)) == 0


def test_products_of_matrices_and_sums():
    assert list(np.array([[1, 2], [3, 4]]) @ s.up(x, 1)) == [x + 2, 3 * x + 4]
    assert np.sum([x, x]) is x + x


def test_comparisons_are_elementwise():
    assert list(np.array([x, 1], dtype=object) == x) == [True, False]


@pytest.mark.parametrize("call", [lambda: np.floor(x), lambda: np.maximum(x, 1), lambda: np.sin(x, out=np.zeros(1))])
def test_what_has_no_meaning_is_an_error(call):
    with pytest.raises(s.ScmpyError):
        call()
