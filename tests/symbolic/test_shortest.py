"""The form with the fewest terms of sines and cosines: shorter, and the same value everywhere."""

import math
import random

import pytest

from scmpy import *
from scmpy.scheme import Session

A, B, C, g, m1, m2, t, u, x, y = symbols("A B C g m1 m2 t u x y")


def double_pendulum(state):
    _, (a, b), (v, w) = state
    kinetic = (m1 + m2) * v**2 / 2 + m2 * w**2 / 2 + m2 * v * w * cos(a - b)
    return kinetic + (m1 + m2) * g * cos(a) + m2 * g * cos(b)  # of rods of length 1


def top(state):
    _, (theta, _, _), (a, b, c) = state
    return A * (a**2 + (b * sin(theta)) ** 2) / 2 + C * (c + b * cos(theta)) ** 2 / 2 - g * cos(theta)


ACCELERATIONS = Lagrangian_to_acceleration(double_pendulum)(up(t, up(x, y), up(*symbols("v w"))))
TOP = Lagrange_equations(top)(up(*literal_functions("theta phi psi")))(t)


def shortened(value):
    return simplify(value, trig_fewest_terms_simplify=True)


def text(value):
    return "".join(scheme_text(value).split())


@pytest.mark.parametrize("value", [ACCELERATIONS, TOP], ids=["double pendulum", "top"])
@pytest.mark.slow
def test_systems_shrink_and_stay_what_they_are(value):
    printed = len(text(value))
    assert len(text(shortened(value))) < printed + (value is TOP)  # which is as short already as it is printed
    for component, shorter in zip(value, parse_printed(scheme_text(shortened(value))), strict=True):
        assert equivalent(component, shorter).verdict == "equal"


def test_of_equal_length_sines_come_first():
    assert text(shortened(1 - cos(x) ** 2)) == "(expt(sinx)2)"
    assert text(shortened(cos(x) ** 2)) == "(expt(cosx)2)"
    assert text(shortened(A * cos(x) ** 2 - B * sin(x) ** 2)) == text(A * cos(x) ** 2 - B * u).replace(
        "u", "(expt(sinx)2)"
    )
    assert text(shortened(2 - cos(x) ** 2)) == "(+1(expt(sinx)2))"
    assert text(simplify(2 - cos(x) ** 2)) == "(+2(*-1(expt(cosx)2)))"


@pytest.mark.slow
def test_values_stay():
    choose = random.Random(7)
    functions = [sin(x), cos(x), sin(y), cos(y), A, B, sin(x - y), cos(x - y)]
    for _ in range(60):
        terms = [choose.randint(-3, 3) * math.prod(choose.choices(functions, k=choose.randint(1, 5))) for _ in range(5)]
        value = sum(terms) / (2 + choose.choice(functions) ** 2) if choose.random() < 0.5 else sum(terms)
        shorter = shortened(value)
        assert scheme_text(shorter).count("(") <= scheme_text(value).count("(") + 4
        for _ in range(3):
            at = {each: choose.uniform(-2, 2) for each in (x, y, A, B)}
            found, expected = (float(substitute(each, at)) for each in (parse_printed(scheme_text(shorter)), value))
            assert math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)


def test_it_is_an_option_of_a_session():
    session = Session()
    program = "(+ 2 (* -1 (square (cos 'x))))"
    assert session.result_text(session.run(program)) == "(+ 2 (* -1 (expt (cos x) 2)))"
    session.run("(trig-fewest-terms-simplify #t)")
    assert session.result_text(session.run(program)) == "(+ 1 (expt (sin x) 2))"
    assert Session().result_text(Session().run(program)) == "(+ 2 (* -1 (expt (cos x) 2)))"
    with setting(trig_fewest_terms_simplify=True):
        assert scheme_text(2 - cos(x) ** 2) == "(+ 1 (expt (sin x) 2))"
