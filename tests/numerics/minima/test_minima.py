"""Minima in one and in several variables, against SciPy's and the original's: valleys, saddles, kinks; paths of least action."""

import math

import pytest

import scmpy as s
from scmpy import *
from scmpy.scheme import Session

from ...tables import evaluated, refusals


def test_the_answers_of_the_original():
    assert s.minimize(math.cos, 1, 6) == (3.1415788769734783, -0.9999999999051025, 7)
    assert s.brent_max(math.sin, 0.0, 3.0, 1e-6) == (1.5707963268525105, 1.0, 8)
    assert s.gsmin(lambda x: abs(x - 0.3), 0.0, 1.0) == (0.29999999999999993, pytest.approx(0, abs=1e-15), 69)
    found = s.golden_section_max(math.sin, 0, 3, lambda a, x, b, fa, fx, fb, count: count > 5)
    assert found == (1.5835921350012616, 0.9999181347631835, 6)
    assert list(map(str, s.bracket_min(lambda x: -x, 5, 1, 3))) == "maxcount 12 17 25 -12 -17 -25 3".split()
    assert s.bracket_max(math.sin, 0, 0.1, 20)[1:] == pytest.approx(
        (0.7, 1.2, 2.0, -math.sin(0.7), -math.sin(1.2), -math.sin(2), 4)
    )


test_what_cannot_be_done_is_told = refusals(__file__, "one variable", globals())


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


def rosenbrock(p):
    return sum(100 * (p[i + 1] - p[i] ** 2) ** 2 + (1 - p[i]) ** 2 for i in range(len(p) - 1))


def powell(p):
    """M. J. D. Powell, The Computer Journal 5 (1962) 147: the second derivative is singular at the minimum."""
    return (p[0] + 10 * p[1]) ** 2 + 5 * (p[2] - p[3]) ** 2 + (p[1] - 2 * p[2]) ** 4 + 10 * (p[0] - p[3]) ** 4


def steep(p):
    return sum(10.0 ** (2 * i) * (x - i) ** 2 for i, x in enumerate(p))


@pytest.mark.parametrize(
    ("f", "start", "place", "error"),
    evaluated(__file__, "minima.txt", "hard functions", globals()),
)
def test_hard_functions(f, start, place, error):
    assert s.multidimensional_minimize(f, start) == pytest.approx(place, abs=error)


def test_saddles_and_maxima_are_left():
    found = s.multidimensional_minimize(lambda p: p[0] ** 4 - p[0] ** 2 + p[1] ** 2, (0.0, 0.0))
    assert abs(found[0]) == pytest.approx(0.5**0.5, abs=1e-6)
    found = s.multidimensional_minimize(lambda p: (p[0] * p[1] - 1) ** 2 + (p[0] - p[1]) ** 2, (0.0, 0.0))
    assert abs(found[0]) == pytest.approx(1, abs=1e-5)


def test_pairs_in_scheme():
    source = """
    (define (f v) (+ (square (- (vector-ref v 0) 1)) (square (vector-ref v 1))))
    (let ((r (nelder-mead f (vector 0. 0.) .1 1e-12 200))) (list (car r) (up? (caadr r)) (< (cdadr r) 1e-8)))
    """
    session = Session()
    assert session.result_text(session.run(source)) == "(ok #t #t)"


test_what_no_gradient_leads_to_is_told = refusals(__file__, "variable metric", globals())
