"""Mistaken Lagrangians, Hamiltonians, constraints and fields: the error names the terms that do not fit."""

import re

import pytest

from scmpy import *
from scmpy.errors import DimensionError
from scmpy.units import *

from ..tables import evaluated, refusals

m, k, g, l, t = symbols("m k g l t")  # noqa: E741
MASS, STIFFNESS, GRAVITY, LENGTH = m * kilogram, k * newton / meter, g * meter / second**2, l * meter
T = t * second
x, r = (with_units(literal_function(name), meter, second) for name in "xr")
theta, tension = (with_units(literal_function(name), unit, second) for name, unit in (("theta", radian), ("F", newton)))

LINE = (x, up(second, meter, meter / second))
TURN = (theta, up(second, radian, 1 / second))
PLANE = (up(r, theta), up(second, up(meter, radian), up(meter / second, 1 / second)))
TIED = (up(x, tension), up(second, up(meter, newton), up(meter / second, newton / second)))


def kinetic(s):
    return MASS * square(s[2]) / 2


def polar(s):
    return MASS * (s[2][0] ** 2 + (s[1][0] * s[2][1]) ** 2) / 2


def said(text):
    """The words, whichever way small numbers are written."""
    return re.escape(text).replace(re.escape("6.6743e-11"), "[.0e6743-]+").replace(re.escape("6.6743"), "[.0]+6+743")


@pytest.mark.parametrize(("L", "place", "terms"), evaluated(__file__, "mistakes.txt", "mistakes", globals()))
def test_mistaken_Lagrangians(L, place, terms):
    path, units = place
    with pytest.raises(DimensionError, match=said(terms)):
        Lagrange_equations(L)(path)(T)
    with pytest.raises(DimensionError):
        check_units(L, units)


MOMENTUM = symbols("p") * kilogram * meter / second
STATE = up(T, symbols("q") * meter, MOMENTUM)
p = with_units(literal_function("p"), kilogram * meter / second, second)


def L(s):
    return kinetic(s) - STIFFNESS * s[1] ** 2 / 2


def H(s):
    return s[2] ** 2 / (2 * MASS) + STIFFNESS * s[1] ** 2 / 2


def spring(s):
    return 1 * kilogram * s[2] ** 2 / 2 - 1 * newton * s[1] ** 2


test_mistakes_elsewhere = refusals(__file__, "mistakes", globals())
