"""Continued fractions give back their numbers, and ways in the tree of Stern and Brocot their fractions."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy
from scmpy.errors import ScmpyError

fractions = st.fractions(min_value=Fraction(1, 500), max_value=500, max_denominator=500)


@pytest.mark.slow
@given(st.fractions(max_denominator=10**6))
def test_the_last_convergent_is_the_number(x):
    assert scmpy.convergents(x)[-1] == x
    assert scmpy.convergents(scmpy.continued_fraction(x)) == scmpy.convergents(x)


@given(st.floats(min_value=-1e6, max_value=1e6))
def test_of_a_float_too(x):
    assert float(scmpy.convergents(x)[-1]) == x


@given(fractions)
def test_the_way_to_a_fraction_ends_there(x):
    assert scmpy.Farey_decode(scmpy.Farey_encode(x)) == x


@pytest.mark.parametrize("n", range(1, 9))
def test_the_sequence_has_all_fractions_in_order(n):
    expected = sorted({Fraction(p, q) for q in range(1, n + 1) for p in range(q + 1)})
    assert list(scmpy.Farey_sequence(n)) == expected


def test_what_has_no_continued_fraction_is_refused():
    for wrong in (math.inf, math.nan, 1j, "x", None):
        with pytest.raises(ScmpyError):
            scmpy.continued_fraction(wrong)
    for call in (lambda: scmpy.Farey_sequence(0), lambda: scmpy.Farey_encode(-1), lambda: scmpy.Farey_encode(10**30)):
        with pytest.raises(ScmpyError):
            call()
