"""reduced: arithmetic carried out without assumptions, for what is computed with."""

import pytest

from scmpy import cos, div, equivalent, matrix_by_rows, quaternion, simplify, sin, sqrt, symbols, up
from scmpy.symbolic.printed_form import held
from scmpy.symbolic.simplify import reduced

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
        (x ** div(4, 3) - x * x ** div(1, 3), "0"),
        (x ** div(5, 3) / x, "(expt x 2/3)"),
    ],
)
def test_squares_of_sines_stay_factors(value, text):
    assert str(held(reduced(value))) == text
    assert equivalent(reduced(value), value).verdict == "equal"


def test_containers_in_tuples_are_simplified_too():
    """They were shown simplified, and held what they were made of."""
    matrix, turn = simplify(up(matrix_by_rows([x + x, x * x]), quaternion(x + x, 1, x * x / x, 0)))
    assert matrix.rows == ((2 * x, x**2),) and list(turn) == [2 * x, 1, x, 0]
