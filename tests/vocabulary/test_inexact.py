"""exact->inexact, under both of its names."""

from fractions import Fraction

import scmpy as s


def test_nearest_float():
    assert s.exact_to_inexact(Fraction(1, 4)) == 0.25
    assert s.inexact is s.exact_to_inexact
