"""Mistaken Lagrangians, Hamiltonians, constraints and fields: the error names the terms that do not fit."""

import re

import pytest

from scmpy import *
from scmpy.errors import DimensionError
from scmpy.units import *

from ..tables import refusals

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


#: A Lagrangian, its path and state, and what is said of the terms of the path.
MISTAKES = {
    "no square of the place": (lambda s: kinetic(s) - STIFFNESS * s[1] / 2, LINE, "force (& (* 1/2 k (x t)) &newton)"),
    "no square of the velocity": (lambda s: MASS * s[2] / 2 - STIFFNESS * s[1] ** 2, LINE, "(* 1/2 m ((D x) t))"),
    "the mass twice": (lambda s: kinetic(s) - MASS * STIFFNESS * s[1] ** 2, LINE, "(* k m (expt (x t) 2))"),
    "no mass": (lambda s: s[2] ** 2 / 2 - MASS * GRAVITY * s[1], LINE, "(* 1/2 (expt ((D x) t) 2))"),
    "a mass without unit": (lambda s: m * s[2] ** 2 - STIFFNESS * s[1] ** 2, LINE, "(* m (expt ((D x) t) 2))"),
    "a force for an energy": (lambda s: kinetic(s) - MASS * GRAVITY, LINE, "the force (& (* g m) &newton)"),
    "a momentum": (lambda s: kinetic(s) + MASS * s[2], LINE, "(* m ((D x) t))"),
    "the angle of a length": (lambda s: kinetic(s) + joule * cos(s[1]), LINE, "cos expects a plain number, got the length"),
    "the time in a sine": (lambda s: kinetic(s) + joule * sin(s[0]), LINE, "sin expects a plain number, got the time"),
    "exp of a length": (lambda s: kinetic(s) - joule * exp(-s[1]), LINE, "exp expects a plain number, got the length"),
    "a field for a potential": (lambda s: kinetic(s) - coulomb * (3 * volt / meter), LINE, "the force (& 3 &newton)"),
    "the square of a sum": (lambda s: MASS * (s[2] + s[1]) ** 2, LINE, "the length (& (x t) &meter)"),
    "a root": (lambda s: MASS * sqrt(s[2]) - STIFFNESS * s[1] ** 2, LINE, "(* m (sqrt ((D x) t)))"),
    "a pendulum without length": (
        lambda s: MASS * s[2] ** 2 / 2 + MASS * GRAVITY * LENGTH * cos(s[1]), TURN, "(* 1/2 m (expt ((D theta) t) 2))"
    ),
    "a pendulum with half of it": (
        lambda s: MASS * LENGTH * s[2] ** 2 + MASS * GRAVITY * LENGTH * cos(s[1]), TURN, "the force (& (* l m"
    ),
    "r for its square": (
        lambda s: MASS * (s[2][0] ** 2 + s[1][0] * s[2][1] ** 2) / 2, PLANE, "(* (expt ((D theta) t) 2) (r t))"
    ),
    "Newton's force": (lambda s: polar(s) + constants.G * MASS**2 / s[1][0] ** 2, PLANE, "the force (& (/ (* 6.6743"),
    "no G": (lambda s: polar(s) + MASS**2 / s[1][0], PLANE, "(/ (expt m 2) (r t))"),
    "G with one mass": (lambda s: polar(s) + constants.G * MASS / s[1][0], PLANE, "(/ (* 6.6743e-11 m) (r t))"),
    "the angle for r": (lambda s: MASS * (s[2][1] ** 2 + (s[1][1] * s[2][0]) ** 2), PLANE, "(expt ((D theta) t) 2)"),
    "a constraint squared": (lambda s: kinetic([0, 0, s[2][0]]) + s[1][1] * s[1][0] ** 2, TIED, "(* (expt (x t) 2) (F t))"),
    "a constraint's number": (lambda s: kinetic([0, 0, s[2][0]]) + s[1][1] * (s[1][0] - 2), TIED, "the number 2"),
}  # fmt: skip


def said(text):
    """The words, whichever way small numbers are written."""
    return re.escape(text).replace(re.escape("6.6743e-11"), "[.0e6743-]+").replace(re.escape("6.6743"), "[.0]+6+743")


@pytest.mark.parametrize("name", MISTAKES)
def test_mistaken_Lagrangians(name):
    L, (path, units), terms = MISTAKES[name]
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
