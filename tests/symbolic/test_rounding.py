"""floor, ceiling, round and truncate of expressions: by value, derived, compared, and to SymPy and back."""

import math
from fractions import Fraction

import pytest

from scmpy import D, ceiling, div, equivalent, floor, from_sympy, substitute, symbols, to_sympy, truncate
from scmpy.generic.operations import to_nearest

from ..tables import evaluated

x, y = symbols("x y")
n = symbols("n", integer=True)
OPERATIONS = {floor: math.floor, ceiling: math.ceil, truncate: math.trunc, to_nearest: round}
NUMBERS = [0, 3, -3, *(Fraction(k, 4) for k in range(-11, 12, 2)), Fraction(5, 2), Fraction(-7, 2), 2.5, -2.5, 1e300]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
@pytest.mark.parametrize("value", NUMBERS)
def test_values(operation, value):
    expected = OPERATIONS[operation](value)
    for found in (operation(value), substitute(operation(x), x, value), operation(lambda t: t * 1)(value)):
        assert found == expected
        assert type(found) is (float if isinstance(value, float) else int)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: o.name)
def test_derivatives_of_expressions(operation):
    assert D(operation)(x) == 0
    assert str(D(lambda t: t * operation(t))(y)) == f"({operation.name} y)"


@pytest.mark.parametrize("one, other, same", evaluated(__file__, "printed.txt", "comparisons", globals()))
def test_comparisons(one, other, same):
    assert bool(equivalent(one, other)) is same


def test_what_is_equal_but_not_proved_is_no_difference():
    for one, other in ((to_nearest(x), floor(x + div(1, 2))), (floor(floor(x) / 2), floor(x / 2))):
        assert equivalent(one, other).verdict != "equal"


@pytest.mark.parametrize("operation, name", [(floor, "floor"), (ceiling, "ceiling")])
def test_sympy(operation, name):
    import sympy

    there = to_sympy(operation(x / 2))
    assert there == getattr(sympy, name)(to_sympy(x) / 2)
    assert str(from_sympy(there)) == str(operation(x / 2)) == f"({name} (* 1/2 x))"


@pytest.mark.parametrize("operation", [truncate, to_nearest], ids=lambda o: o.name)
def test_those_that_sympy_has_not_come_back(operation):
    assert from_sympy(to_sympy(operation(x))) == operation(x)
