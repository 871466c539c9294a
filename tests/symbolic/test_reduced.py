"""reduced: arithmetic carried out without assumptions, for what is computed with."""

import pytest

from scmpy import cos, equivalent, matrix_by_rows, quaternion, simplify, sin, symbols, up
from scmpy.symbolic.printed_form import held
from scmpy.symbolic.simplify import reduced

from ..tables import evaluated

x, y, r = symbols("x y r")
s, c = sin(x), cos(x)


@pytest.mark.parametrize(
    ("value", "text"), evaluated(__file__, "printed.txt", "squares of sines stay factors", globals())
)
def test_squares_of_sines_stay_factors(value, text):
    assert str(held(reduced(value))) == text
    assert equivalent(reduced(value), value).verdict == "equal"


def test_containers_in_tuples_are_simplified_too():
    """They were shown simplified, and held what they were made of."""
    matrix, turn = simplify(up(matrix_by_rows([x + x, x * x]), quaternion(x + x, 1, x * x / x, 0)))
    assert matrix.rows == ((2 * x, x**2),) and list(turn) == [2 * x, 1, x, 0]
