"""Minima by gradients and by simplexes: hard valleys, saddles, kinks; against SciPy."""

import pytest

import scmpy as s
from scmpy.scheme import Session

from ...tables import refusals


def rosenbrock(p):
    return sum(100 * (p[i + 1] - p[i] ** 2) ** 2 + (1 - p[i]) ** 2 for i in range(len(p) - 1))


def powell(p):
    """M. J. D. Powell, The Computer Journal 5 (1962) 147: the second derivative is singular at the minimum."""
    return (p[0] + 10 * p[1]) ** 2 + 5 * (p[2] - p[3]) ** 2 + (p[1] - 2 * p[2]) ** 4 + 10 * (p[0] - p[3]) ** 4


def steep(p):
    return sum(10.0 ** (2 * i) * (x - i) ** 2 for i, x in enumerate(p))


@pytest.mark.parametrize(
    ("f", "start", "place", "error"),
    [
        (rosenbrock, (-1.2, 1.0), (1, 1), 1e-7),
        (rosenbrock, (-1.2, 1.0, -1.2, 1.0, -1.2), (1, 1, 1, 1, 1), 1e-7),
        (powell, (3.0, -1.0, 0.0, 1.0), (0, 0, 0, 0), 1e-2),
        (steep, (5.0, 5.0, 5.0, 5.0), (0, 1, 2, 3), 1e-8),
        (lambda p: abs(p[0] - 1) + abs(p[1] + 2), (0.0, 0.0), (1, -2), 1e-5),
        (lambda p: max(abs(p[0]), abs(p[1] - 3)), (2.0, 0.5), (0, 3), 1e-4),
    ],
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


test_what_cannot_be_done_is_told = refusals(__file__, "variable metric", globals())
