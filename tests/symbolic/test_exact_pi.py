"""The exact pi: an expression that is a number, kept as it is in print, and a float where one is asked for."""

import math
import pickle

import numpy
import pytest
import sympy

from scmpy import *
from scmpy.scheme import Session

from ..tables import evaluated

x, n = symbols("x"), symbols("n", integer=True)

SHOWN = evaluated(__file__, "printed.txt", "exact pi: shown", globals())


@pytest.mark.parametrize(("value", "text"), SHOWN)
def test_in_print(value, text):
    assert repr(simplify(value)) == text


@pytest.mark.parametrize("quarter", range(-5, 6))
@pytest.mark.parametrize("function", [sin, cos, tan, sec, csc, cot])
def test_multiples_of_a_right_angle_are_taken_out_of_sums(function, quarter):
    turned = function(x + quarter * pi / 2)
    assert "π" not in repr(simplify(turned))
    assert equivalent(turned, simplify(turned)).verdict == "equal"


@pytest.mark.parametrize("twelfth", range(-25, 26))
def test_sines_of_parts_of_pi_by_value(twelfth):
    angle = twelfth * pi / 12
    for function, value in ((sin, math.sin), (cos, math.cos)):
        assert math.isclose(float(simplify(function(angle))), value(twelfth * math.pi / 12), abs_tol=1e-15)


def test_a_switch_leaves_multiples_of_pi_where_they_are():
    assert repr(simplify(sin(x + pi), sin_cos_simplify=False)) == "(sin (+ x π))"


def test_a_float_where_one_is_asked_for():
    assert float(pi) == math.pi == 1.0 * pi and pi + 0.5 == math.pi + 0.5
    assert math.sin(pi) == math.sin(math.pi) and pi > 3 and math.floor(pi) == 3 and f"{pi:.3f}" == "3.142"
    assert definite_integral(sin, 0, pi) == definite_integral(sin, 0, math.pi)
    assert numpy.allclose(numpy.asarray([1.0, 2.0]) * pi, [math.pi, 2 * math.pi])
    assert numpy.asarray([pi, two_pi], float).tolist() == [math.pi, 2 * math.pi]


def test_it_is_proved():
    assert equivalent(sin(pi + x), -sin(x)) and equivalent(pi, acos(-1)) and equivalent(sin(n * pi), 0)
    assert [equivalent(pi, value).verdict for value in (math.pi, 3, 22 / 7)] == ["different"] * 3


def test_through_sympy_and_pickle_it_is_the_same():
    assert to_sympy(pi) is sympy.pi and equivalent(from_sympy(sympy.pi / 2), pi / 2)
    assert pickle.loads(pickle.dumps(pi)) is pi


def test_in_scheme():
    """The course's pi is a float; ``':pi`` and ``π`` are exact."""
    session = Session()
    assert session.run("pi") == session.run(":pi") == math.pi
    assert session.run("π") is session.run("':pi") is pi
    assert session.run("π/2") is pi_over_2 and session.run("-2π") is minus_two_pi
    assert tex(pi) == r"\pi" and f"{2 * pi / 3:infix}" == "⅔ π"


def test_greek_letters_are_typeset_by_name():
    assert tex(symbols("α_1")) == r"\alpha_{1}"
