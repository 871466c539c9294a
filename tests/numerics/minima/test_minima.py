"""Minima in one and in several variables, and paths of least action."""

import pytest

from scmpy import *
from scmpy.scheme import Session

from ...tables import refusals


def test_places_keep_their_shape():
    found = multidimensional_minimize(lambda q: square(q - up(1, up(2, 3))), up(0, up(0, 0)))
    assert abs(found - up(1, up(2, 3))) < 1e-5
    assert type(multidimensional_minimize(lambda p: p[0] ** 2, [1.0])) is list
    answer = Session().run("(car (multidimensional-minimize (lambda (p) (square (- (car p) 1))) '(0.)))")
    assert answer == pytest.approx(1, abs=1e-5)


#: Among them: after half a period the path of an oscillator is not that of least action.
test_what_has_no_minimum = refusals(__file__, "minima", globals())


def test_a_path_in_the_plane():
    thrown = find_path(lambda s: square(s[2]) / 2 - 2 * s[1][1], 0, up(0, 0), 2, up(1, 0), 1)
    assert abs(thrown(0.5) - up(0.25, 0.75)) < 1e-5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("L", "q0", "q1", "n"),
    [
        (lambda s: s[2] ** 2 / 2 + 9.8 * cos(s[1]), 1.0, 0.0, 5),
        (lambda s: square(s[2]) / 2 + 1 / sqrt(square(s[1])), up(1.0, 0.0), up(0.0, 1.0), 2),
    ],
    ids=["pendulum", "Kepler"],
)
def test_actions_of_any_lagrangian_are_minimized_by_few_integrals(L, q0, q1, n):
    calls = []

    def action(between):
        calls.append(between)
        return Lagrangian_action(L, make_path(0.0, q0, 1.0, q1, between), 0.0, 1.0)

    found = make_path(0.0, q0, 1.0, q1, multidimensional_minimize(action, linear_interpolants(q0, q1, n)))
    assert len(calls) < 100
    assert abs(found(0.4) - find_path(L, 0.0, q0, 1.0, q1, n)(0.4)) < 1e-6


@pytest.mark.slow
@pytest.mark.parametrize(
    ("integrand", "place"),
    [(lambda x, p: abs(x - p), 0.5), (lambda x, p: (x - p) ** 2 * exp(-((100 * (x - 0.3)) ** 2)), 0.3)],
    ids=["kink", "peak"],
)
def test_minima_of_integrals_that_a_sum_over_few_points_is_not(integrand, place):
    (found,) = multidimensional_minimize(lambda p: definite_integral(lambda x: integrand(x, p[0]), 0, 1), up(0.2))
    assert found == pytest.approx(place, abs=1e-6)
