"""find-path by Newton's method with the exact derivatives of the action."""

import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import ConvergenceError, LimitError, ScmpyError
from scmpy.mechanics.least_action import PolynomialAction
from scmpy.numerics.linear import minimum


@pytest.mark.parametrize(("places", "off"), [(1, 0.03), (3, 2e-4), (5, 1e-6), (8, 1e-10), (10, 1e-12)])
def test_the_path_of_the_oscillator(places, off):
    path = s.find_path(s.L_harmonic(1.0, 1.0), 0.0, 1.0, math.pi / 2, 0.0, places)
    times = np.linspace(0, math.pi / 2, 40)
    assert max(abs(path(t) - math.cos(t)) for t in times.tolist()) < off


def test_derivatives_of_the_action_are_those_of_its_values():
    def L(state):
        t, (x, y), (v, w) = state
        return v**2 * (1 + x**2) / 2 + s.exp(y) * w**2 - s.cos(x * y) + t * x * w

    expanded = PolynomialAction(L, 0.0, s.up(0.1, 0.4), 1.5, s.up(0.9, -0.2), 2).over(8)
    place, h = [0.3, 0.2, 0.5, -0.1], 1e-4
    value, gradient, hessian = expanded(place)
    exact = s.parametric_path_action(L, 0.0, s.up(0.1, 0.4), 1.5, s.up(0.9, -0.2))([s.up(0.3, 0.2), s.up(0.5, -0.1)])
    assert value == pytest.approx(exact, abs=1e-10)
    for i in range(4):
        ends = [expanded([x + d * (i == j) for j, x in enumerate(place)]) for d in (h, -h)]
        assert gradient[i] == pytest.approx((ends[0][0] - ends[1][0]) / (2 * h), abs=1e-6)
        assert hessian[i] == pytest.approx((ends[0][1] - ends[1][1]) / (2 * h), abs=1e-6)


def test_a_path_may_begin_where_the_derivative_of_the_lagrangian_is_infinite():
    """The places are those that mpmath finds, from the gradient of the action by its own quadrature."""

    def L(state):
        return s.square(state[2]) / 2 + state[1] * s.log(state[1]) - state[1]

    path = s.find_path(L, 0.0, 0.0, 1.0, 1.0, 3)
    found = [path(t) for t in (0.25, 0.5, 0.75)]
    assert found == pytest.approx([0.3294833838893153, 0.5802891591933735, 0.7971953910988379], abs=1e-12)


def test_a_saddle_of_the_action_is_left():
    """Between two hills the path that stays in the middle is stationary; it is not of least action."""

    def hills(state):
        return s.square(state[2]) / 2 + s.square(s.square(state[1]) - 1)

    path = s.find_path(hills, 0.0, 0.0, 8.0, 0.0, 5)
    assert abs(path(4.0)) == pytest.approx(1.0, abs=0.1)


def test_a_path_of_several_coordinates_and_of_a_lagrangian_that_is_not_compiled():
    def bounce(state):
        height = state[1][1]
        return s.square(state[2]) / 2 - (3 * height if height > -5 else 0)

    thrown = s.find_path(bounce, 0, s.up(0, 0), 2, s.up(4, 0), 2)
    assert list(thrown(1.0)) == pytest.approx([2.0, 1.5], abs=1e-9)


def test_bad_paths():
    for error, arguments in (
        (LimitError, (s.L_harmonic(1, 1), 0, 1, 5, 0, 2)),
        (ScmpyError, (s.L_harmonic(s.symbols("m"), 1), 0, 1, 1, 0, 2)),
        (ScmpyError, (lambda state: s.up(1, 2), 0, 1, 1, 0, 2)),
        (ScmpyError, (lambda state: s.sqrt(state[1] - 5), 0, 1, 1, 0, 2)),
        (ScmpyError, (s.L_harmonic(1, 1), 0, 1, 0, 0, 2)),
        (ScmpyError, (s.L_harmonic(1, 1), "a", 1, 0, 0, 2)),
        (ScmpyError, (3, 0, 1, 0, 0, 2)),
    ):
        with pytest.raises(error):
            s.find_path(*arguments)


def test_a_minimum_that_is_not_there():
    with pytest.raises((ConvergenceError, LimitError)):
        minimum(lambda p: (p[0], [1.0], [[0.0]]), [0.0], "the lowest place")
