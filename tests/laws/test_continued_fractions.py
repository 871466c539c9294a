"""Continued fractions give back their numbers."""

import math
from fractions import Fraction
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scmpy
from scmpy.errors import ScmpyError


@given(st.fractions(max_denominator=500))
def test_the_last_convergent_is_the_number(x: Fraction) -> None:
    terms = [*scmpy.continued_fraction(x)]
    assert reduce(lambda rest, term: term + 1 / Fraction(rest), terms[-2::-1], Fraction(terms[-1])) == x


def test_what_has_no_continued_fraction_is_refused() -> None:
    for wrong in (math.inf, math.nan, 1j, "x", None):
        with pytest.raises(ScmpyError):
            scmpy.continued_fraction(wrong)
