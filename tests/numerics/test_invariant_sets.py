"""Invariant curves, points that map radially, stable and unstable manifolds; the original's numbers."""

import math

import numpy as np
import pytest

import scmpy as s
from scmpy.errors import ConvergenceError, DomainError
from scmpy.scheme import Session

from ..tables import evaluated, refusals

GOLDEN = (3 - math.sqrt(5)) / 2


def test_the_originals_invariant_curves():
    assert s.find_invariant_curve(s.standard_map(0.95), GOLDEN, 0.0, 2.0, 2.2, 1e-5) == 2.1144653320312496
    found = s.find_invariant_curve(s.standard_map(0.6), GOLDEN, 0.0, 2.0, 2.6, 1e-8)
    assert found == pytest.approx(2.2439104050397867, abs=1e-7)


@pytest.mark.slow
def test_the_invariant_curve_that_the_book_prints():
    found = s.find_invariant_curve(s.standard_map(0.95), GOLDEN, 0.0, 2.0, 2.2, 1e-11)
    assert found == pytest.approx(2.1144605494391726, abs=2e-11)


def test_an_orbit_that_rotates_as_asked_but_for_little():
    """In an island around a point of period 3 the rotation number is 1/3, which no order contradicts."""
    step = s.standard_map(0.6)
    point = s.find_fixed_point(step, s.up(math.pi, 2.1), 3).point
    assert s.which_way(1 / 3, point[0], point[1], step) == 0
    assert s.which_way(1 / 3, point[0], point[1] + 0.5, step) == 1


def test_which_way_of_a_map_that_ends():
    def step(x, y, proceed, fail):
        return proceed(x + y, y) if x < 50 else fail()

    assert s.which_way(0.25, 0.0, 1.0, step) == -1
    with pytest.raises(DomainError, match="not defined at"):
        s.which_way(GOLDEN, 0.0, GOLDEN * math.tau, step)


@pytest.mark.slow
def test_an_invariant_curve_has_its_rotation_number():
    J = s.find_invariant_curve(s.standard_map(0.6), GOLDEN, 0.5, 2.0, 2.6, 1e-9)
    assert s.rotation_number(s.standard_map(0.6), s.up(0.5, J), 4000) == pytest.approx(GOLDEN, abs=1e-7)


@pytest.mark.parametrize(
    ("rotation", "x", "y", "K", "answer"),
    [
        *((GOLDEN, 0.0, J, 0.95, -1) for J in (2.0, 2.05, 2.1, 2.11)),
        *((GOLDEN, 0.0, J, 0.95, 1) for J in (2.1145, 2.12, 2.15, 2.2, 2.3, 3.0)),
        (0.3, 0.5, 1.5, 0.4, -1),
        (0.381966, 0.5, 2.5, 0.4, 1),
        (0.381966, 0.5, 2.2, 0.4, -1),
        (0.381966, 0.0, 2.3, 0.0, -1),
        (0.7, 1.0, 4.5, 0.2, 1),
    ],
)
def test_which_way_as_the_original(rotation, x, y, K, answer):
    assert s.which_way(rotation, x, y, s.standard_map(K)) == answer


@pytest.mark.parametrize("y", np.linspace(0.3, 6.0, 20))
def test_which_way_of_a_rotation(y):
    """Without a kick the map rotates by y; the sign is that of the difference, taken to less than half a turn."""
    for rotation in (0.1, 0.35, 0.61, 0.9):
        difference = math.remainder(y / math.tau - rotation, 1)
        assert s.which_way(rotation, 0.4, y, s.standard_map(0)) == math.copysign(1, difference)


def test_an_orbit_that_rotates_exactly_as_asked_has_no_way():
    assert s.which_way(0.25, 0.0, math.pi / 2, lambda p: s.up(p[0] + p[1], p[1])) == 0


def test_radially_mapping_points():
    twice = s.iterated_map(s.standard_map(0.6), 2)
    found = s.radially_mapping_points(twice, 2.0, 4.2, 0.4, 1e-6)
    assert found == pytest.approx(3.0670779228210443, abs=1e-9)
    x, _ = twice(0.4, found, lambda x, y: (x, y), lambda: None)
    assert x == pytest.approx(0.4, abs=1e-5)
    with pytest.raises(DomainError, match="no point"):  # the angle jumps by a turn there
        s.radially_mapping_points(s.standard_map(0.6), 2.0, 4.2, 0.4, 1e-6)


def bent(x, y, proceed, fail):
    return proceed(2 * x, y / 2 + 0.1 * x * x)


@pytest.mark.parametrize(
    ("param", "point"),
    evaluated(__file__, "invariant_sets.txt", "unstable manifolds as the original", globals()),
)
def test_unstable_manifolds_as_the_original(param, point):
    assert s.unstable_manifold(bent, 0.0, 0.0, 1.0, 0.0, 2.0, 0.001)(param) == pytest.approx(point, abs=1e-15)


def fixed(K=1.2):
    """The eigenvalues and vectors of the standard map at (0, 0)."""
    return s.fixed_point_eigen(s.standard_map(K), 0.0, 0.0, 1e-5, lambda *found: found)


def test_manifolds_are_invariant_and_stable_ones_come_home():
    A, dx, dy, B, ex, ey = fixed()
    assert pytest.approx(1) == A * B
    step = s.standard_map(1.2)
    out = s.unstable_manifold(step, 0, 0, dx, dy, A, 1e-5)
    home = s.stable_manifold(step, 0, 0, ex, ey, B, 1e-5)
    for curve, factor in ((out, A), (home, B)):
        for t in (0.1, -0.3, 0.9):
            image = step(*curve(t), lambda x, y: (x, y), lambda: None)
            on = curve(t * factor)
            assert [math.remainder(a - b, math.tau) for a, b in zip(image, on, strict=True)] == pytest.approx(
                [0, 0], abs=1e-9
            )
    x, y = home(1.0)
    for _ in range(12):
        x, y = step(x, y, lambda x, y: (x, y), lambda: None)
    assert math.hypot(math.remainder(x, math.tau), math.remainder(y, math.tau)) < 1e-3


def test_manifolds_have_derivatives():
    A, dx, dy, B, ex, ey = fixed()
    for make, parts in ((s.unstable_manifold, (dx, dy, A)), (s.stable_manifold, (ex, ey, B))):
        curve = make(s.standard_map(1.2), 0, 0, *parts, 1e-5)
        slope = s.D(lambda t, curve=curve: s.up(*curve(t)))(0.7)
        ends = [curve(0.7 + h) for h in (1e-5, -1e-5)]
        assert list(slope) == pytest.approx([(a - b) / 2e-5 for a, b in zip(*ends, strict=True)], abs=1e-6)


def test_a_homoclinic_point():
    """By the map's symmetry one is on the line x = pi; both manifolds go there."""
    A, dx, dy, B, ex, ey = fixed()
    step = s.standard_map(1.2)
    out = s.unstable_manifold(step, 0, 0, dx, dy, A, 1e-6)
    home = s.stable_manifold(step, 0, 0, -ex, -ey, B, 1e-6)
    t = min(
        (k / 100 for k in range(100, 600)), key=lambda t: abs(out(t)[0] - math.pi)
    )  # and of the other one, by symmetry
    first, second, point = s.find_homoclinic_point(out, home, t, t, "torus")
    assert [math.remainder(a - b, math.tau) for a, b in zip(out(first), home(second), strict=True)] == pytest.approx(
        [0, 0], abs=1e-8
    )
    assert point == pytest.approx(out(first))
    with pytest.raises(ConvergenceError):
        s.find_homoclinic_point(lambda t: (t, t**2 + 1), lambda t: (t, -(t**2)), 0.1, 0.2)


@pytest.mark.parametrize(
    ("rows", "answer"),
    [
        (((2, 1), (1, 1)), (2.618033988749895, 1.0, 0.6180339887498949, 0.38196601125010515, 1.0, -1.618033988749895)),
        (((2, 0), (0, 0.5)), (2, 1, 0, 0.5, 0, 1)),
        (((0.5, 0), (0, 2)), (2, 0, 1, 0.5, 1, 0)),
        (((2, 0), (1, 0.5)), (2, 1.5, 1, 0.5, 0, 1)),
    ],
)
def test_eigenvectors(rows, answer):
    (a, b), (c, d) = rows
    found = s.fixed_point_eigen(lambda p: s.up(a * p[0] + b * p[1], c * p[0] + d * p[1]), 0, 0, 1e-5, lambda *x: x)
    assert found == pytest.approx(answer)


def test_an_elliptic_point_has_complex_ones():
    A, *_, B, _, _ = s.fixed_point_eigen(s.standard_map(1.2), 3.0, 1.0, 1e-3, lambda *found: found)
    assert pytest.approx(0.4060045020415724 + 0.9138709410530436j, abs=1e-6) == A
    assert A.conjugate() == B


def test_points_in_scheme():
    session = Session()
    for text, answer in (
        ("(let ((p (make-point 1 2))) (list (abscissa p) (ordinate p)))", "(1 2)"),
        ("(abscissa ((unstable-manifold (standard-map 1.2) 0. 0. 1. 1. 1.7 .001) .0005))", ".0005"),
        ("((cylinder-near? .1) (make-point 0.01 2.) (make-point 6.28 2.05))", "#t"),
        ("((cylinder-near? .1) (make-point 2. 0.01) (make-point 2.05 6.28))", "#f"),
        ("((torus-near? .1) (make-point 2. 0.01) (make-point 2.05 6.28))", "#t"),
        ("((plane-near? .1) (make-point 2. 2.) (make-point 2.08 2.08))", "#f"),
        ("(which-way? .381966 0. 2. (standard-map 0.95))", "-1"),
        ("(define (m x y c f) (if (< y 9.) (c (+ x y) y) (f))) (which-way? .25 0. 1. m)", "-1"),
    ):
        assert session.result_text(session.run(text)) == answer


test_bad_input = refusals(__file__, "invariant sets", globals())
