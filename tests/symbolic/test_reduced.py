"""reduced: arithmetic carried out without assumptions, for what is computed with."""

import pytest

from scmpy import cos, equivalent, sin, sqrt, symbols
from scmpy.symbolic.simplify import reduced
from scmpy.symbolic.written import written

x, y, r = symbols("x y r")
s, c = sin(x), cos(x)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (s**2, "(expt (sin x) 2)"),
        (r**4 * s**2 + s * r - r * s, "(* (expt r 4) (expt (sin x) 2))"),
        (1 - c**2, "(+ 1 (* -1 (expt (cos x) 2)))"),
        (s * c / (1 - c**2), "(/ (cos x) (sin x))"),
        ((1 - c**2) * s**2 * sin(y) ** 2, "(* (expt (sin y) 2) (expt (sin x) 4))"),
        ((c**2 - 1) / (1 - c**2), "-1"),
        (s**2 + c**2, "1"),
        (r - c**2, "(+ (* -1 (expt (cos x) 2)) r)"),
        ((1 - s**2) * s**2, "(* (expt (sin x) 2) (expt (cos x) 2))"),
        (sqrt(1 - c**2), "(sqrt (+ 1 (* -1 (expt (cos x) 2))))"),
        (0 * s, "0"),
    ],
)
def test_squares_of_sines_stay_factors(value, text):
    assert str(written(reduced(value))) == text
    assert equivalent(reduced(value), value).verdict == "equal"
