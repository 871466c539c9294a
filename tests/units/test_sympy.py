"""Quantities in SymPy and back."""

import pytest
import sympy
import sympy.physics.units as su

from scmpy import equivalent, from_sympy, pi, sin, sqrt, symbols, to_sympy, up, via_sympy
from scmpy.errors import DimensionError, WrongTypeError
from scmpy.units import foot, inch, joule, kilogram, meter, newton, second

x, v = symbols("x v")


def test_to_sympy():
    assert to_sympy(3 * meter) == 3 * su.meter
    assert to_sympy(v * meter / second) == sympy.Symbol("v") * su.meter / su.second
    assert to_sympy(newton) == su.kilogram * su.meter / su.second**2
    assert to_sympy(sqrt(x**2 * meter)).has(sympy.sqrt(su.meter))
    assert su.convert_to(to_sympy(3 * foot), su.inch) == 36 * su.inch
    assert sympy.latex(3 * meter) == sympy.latex(3 * su.meter)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (su.meter, 1 * meter),
        (3 * su.kilo * su.meter / su.hour, 3000 * meter / (3600 * second)),
        (su.newton * su.meter, 1 * joule),
        (2 * su.inch, 2 * inch),
        (su.speed_of_light, 299792458 * meter / second),
        (sympy.Symbol("x") * su.gram, x * kilogram / 1000),
        (su.degree, pi / 180),
        (sympy.sin(sympy.Symbol("x") * su.foot / su.inch), sin(12 * x)),
    ],
)
def test_from_sympy(theirs, ours):
    assert equivalent(from_sympy(theirs), ours)


def test_there_and_back():
    for value in (3 * meter, x * newton, (x + 1) * joule / second, up(1 * meter, 2 * second)[1]):
        assert equivalent(from_sympy(to_sympy(value)), value)
    assert via_sympy(sympy.integrate)(x * meter, (x, 0, 1)) == 1 * meter / 2
    assert 3 * meter + su.meter == 4 * meter


def test_what_has_no_meaning():
    with pytest.raises(DimensionError, match=r"meter.*second"):
        from_sympy(su.meter + su.second)
    with pytest.raises(WrongTypeError, match="foo is no product"):
        from_sympy(su.Quantity("foo"))
