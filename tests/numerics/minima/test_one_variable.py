"""Minima and maxima of functions of one variable, against SciPy's and against the original's answers."""

import math

import pytest

import scmpy as s

from ...tables import refusals


def test_the_answers_of_the_original():
    assert s.minimize(math.cos, 1, 6) == (3.1415788769734783, -0.9999999999051025, 7)
    assert s.brent_max(math.sin, 0.0, 3.0, 1e-6) == (1.5707963268525105, 1.0, 8)
    assert s.gsmin(lambda x: abs(x - 0.3), 0.0, 1.0) == (0.29999999999999993, pytest.approx(0, abs=1e-15), 69)
    found = s.golden_section_max(math.sin, 0, 3, lambda a, x, b, fa, fx, fb, count: count > 5)
    assert found == (1.5835921350012616, 0.9999181347631835, 6)
    assert list(map(str, s.bracket_min(lambda x: -x, 5, 1, 3))) == "maxcount 12 17 25 -12 -17 -25 3".split()
    assert s.bracket_max(math.sin, 0, 0.1, 20)[1:] == pytest.approx(
        (0.7, 1.2, 2.0, -math.sin(0.7), -math.sin(1.2), -math.sin(2), 4)
    )


test_what_cannot_be_done_is_told = refusals(__file__, "one variable", globals())
