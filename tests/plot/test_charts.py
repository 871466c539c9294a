"""Pictures of parameters, manifolds, vector fields, surfaces and rigid bodies, by their data."""

import math

import numpy
import pytest

import scmpy as s
from scmpy.errors import DomainError
from scmpy.plot.figure import collecting
from scmpy.scheme import Session
from scmpy.units import kilogram, meter

from ..tables import refusals

PI = math.pi


def logistic(r):
    return lambda x: r * x * (1 - x)


def test_where_orbits_settle():
    """At 0, at 1 - 1/r, and between two points; the one-by-one way gives the same as that of arrays."""
    values = numpy.array([0.5, 2.0, 3.2])
    ax = s.plot_bifurcation(logistic, values, 0.3, 4, names="r x")
    r, x = ax.lines[0].get_data()
    assert numpy.allclose(x[r == 0.5], 0, atol=1e-9) and numpy.allclose(x[r == 2.0], 0.5)
    assert len(x[r == 3.2]) == 4 and numpy.allclose(logistic(3.2)(x[r == 3.2][0]), x[r == 3.2][1])
    single = s.plot_bifurcation(lambda r: logistic(float(r) if r > 0 else 0.0), values, 0.3, 4)
    assert numpy.allclose(numpy.sort(single.lines[0].get_ydata()), numpy.sort(x))
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("$r$", "$x$")
    assert (single.get_xlabel(), single.get_ylabel()) == ("$r$", "$x$"), "the parameter is called so by the family"


def test_families_of_maps_of_the_plane_and_of_tuples():
    henon = lambda a: lambda p: s.up(1 - a * p[0] ** 2 + p[1], 0.3 * p[0])  # noqa: E731
    fixed = s.plot_bifurcation(henon, [0.2, 5.0], s.up(0.1, 0.1), 3, 300)
    a, x = fixed.lines[0].get_data()
    assert set(a) == {0.2}, "at 5 it runs away"
    assert numpy.allclose(1 - 0.2 * x**2 + 0.3 * x, x)
    turn = lambda a: lambda x, y, go, fail: go(y, -x)  # noqa: E731
    rotated = s.plot_bifurcation(turn, [1.0], s.up(1.0, 0.0), 4, 0, coordinate=1).lines[0].get_ydata()
    assert rotated.tolist() == [0.0, -1.0, 0.0, 1.0]
    assert (fixed.get_xlabel(), fixed.get_ylabel()) == ("$a$", "$x_{0}$")


def test_where_the_swing_is_stable():
    """Mathieu's equation without its force: stable where the stiffness is positive; with it, not at the resonance."""
    mathieu = lambda a, b: lambda x: s.up(1, x[2], -(a + b * s.cos(x[0])) * x[1])  # noqa: E731
    ax = s.plot_stability(mathieu, s.up(0, 0, 0), 2 * PI, (-0.25, 0.75), (0, 0.5), 5)
    growth = numpy.array(ax.collections[0].get_array()).reshape(5, 5)
    assert growth[0] == pytest.approx([0.5, 0, 0, 0, 0], abs=1e-4)
    assert growth[4, 2] > 0.1 and len(ax.collections) == 2
    matrix = s.monodromy_matrix(mathieu(0.25, 0.5), s.up(0.0, 0.0, 0.0), 2 * PI)
    largest = max(abs(numpy.linalg.eigvals(numpy.array([list(map(float, row)) for row in matrix]))))
    assert growth[4, 2] == pytest.approx(math.log(largest) / (2 * PI), rel=1e-6)


def test_manifolds_of_a_point_that_is_passed_from_side_to_side():
    """The multiplier of the unstable one is negative: the other one was taken for it."""
    ax = s.plot_manifolds(lambda x, y: (-2 * x, y / 2), s.up(0.1, 0.1), 1.0)
    spans = {line.get_label(): abs(line.get_xydata()).max(axis=0) for line in ax.lines}
    assert spans["unstable"][1] < 1e-9 < spans["unstable"][0] and spans["stable"][0] < 1e-9 < spans["stable"][1]


def test_manifolds_of_a_saddle():
    """Of the linear map (2x, y/2) they are the axes; of (2x, y/2 + x^2) one is y = 2x^2/7."""
    ax = s.plot_manifolds(lambda x, y, go, fail: go(2 * x, y / 2 + x**2), s.up(0.1, 0.1), 1.5)
    unstable = numpy.vstack([ax.lines[0].get_xydata(), ax.lines[1].get_xydata()])
    assert numpy.allclose(unstable[:, 1], 2 * unstable[:, 0] ** 2 / 7, atol=1e-6)
    assert abs(unstable[:, 0]).max() == pytest.approx(1.5)
    stable = ax.lines[2].get_xydata()
    assert numpy.allclose(stable[:, 0], 0, atol=1e-9)
    assert numpy.hypot(*numpy.diff(stable, axis=0).T).max() <= 0.05


def test_a_tangle_on_a_torus():
    """The invariant manifolds of the standard map stay within half a turn, and cross."""
    ax = s.plot_manifolds(s.standard_map(0.9), s.up(0.0, 0.0), 20.0, 0.2)
    x, y = ax.lines[0].get_data()
    assert numpy.isnan(x).any() and numpy.nanmax(abs(x)) <= PI + 1e-9
    steps = numpy.hypot(numpy.diff(x), numpy.diff(y))
    assert numpy.nanmax(steps) <= 0.2 + 1e-9
    with pytest.raises(DomainError, match="elliptic"):
        s.plot_manifolds(s.standard_map(0.9), s.up(3.0, 0.1))


@pytest.mark.parametrize("size", [1e-20, 1e14])
def test_pictures_of_small_and_large_numbers(size):
    portrait = s.plot_phase_portrait(lambda x: size * (x[2] ** 2 / 2 - s.cos(x[1])), (-PI, PI), (-3, 3))
    assert portrait.collections[1].levels == pytest.approx([size])
    settled = s.plot_bifurcation(lambda r: lambda x: r * x * (1 - x / size), [2.0], 0.3 * size, 4).lines[0]
    assert settled.get_ydata() == pytest.approx([size / 2] * 4)
    saddle = lambda x, y: (2 * x, y / 2 + x**2 / size)  # noqa: E731
    ax = s.plot_manifolds(saddle, s.up(0.1 * size, 0.1 * size), 2 * size, 0.05 * size)
    x, y = numpy.array(ax.lines[0].get_data()) / size
    assert abs(x).max() == pytest.approx(2, rel=1e-6) and y == pytest.approx(2 * x**2 / 7, abs=1e-6)


def test_vector_fields():
    x, y = s.R2_rect.coordinates("x y")
    d_dx, d_dy = s.R2_rect.vector_basis("x y")
    ax = s.plot_vector_field(d_dx / x, (-1, 1), (0, 1), 3)
    arrows = ax.collections[0]
    assert arrows.U.reshape(3, 3)[0, ::2].tolist() == [-1.0, 1.0]
    assert arrows.Umask.reshape(3, 3)[0].tolist() == [False, True, False], "no arrow at x = 0"
    assert ax.get_xlabel() == "$x$"
    single = s.components_to_vector_field(lambda p: s.up(math.sqrt(p[0]), p[1] / p[0]), s.R2_rect)
    alone = s.plot_vector_field(single, (0, 1), (0, 1), 2).collections[0]
    assert alone.Umask.tolist() == [True, False, True, False] and alone.U[1] == 1.0 and alone.V[3] == 1.0
    polar = s.plot_vector_field(x * d_dy - y * d_dx, (0.5, 1), (0, 3), 2, s.R2_polar)
    assert numpy.allclose(polar.collections[0].U, 0, atol=1e-12) and numpy.allclose(polar.collections[0].V, 1)


def sphere(q):
    return s.up(s.sin(q[0]) * s.cos(q[1]), s.sin(q[0]) * s.sin(q[1]), s.cos(q[0]))


def test_geodesics_of_a_sphere_and_of_a_cone():
    ax = s.plot_geodesics(
        sphere, [(s.up(PI / 2, 0.0), s.up(0.0, 1.0)), [s.up(1.0, 0.0), s.up(1.0, 0.5)]], 2.0, (0, PI), (0, 6)
    )
    x, y, z = ax.lines[0].get_data_3d()
    assert numpy.allclose(z, 0, atol=1e-9) and numpy.allclose(numpy.arctan2(y, x), numpy.linspace(0, 2, 500))
    assert numpy.allclose(sum(c**2 for c in ax.lines[1].get_data_3d()), 1)
    assert len(ax.collections) == 1


def test_the_angular_momentum_of_a_rigid_body():
    """It moves along a curve of its energy, on the sphere."""
    motion = s.trajectory(s.rigid_sysder(1.0, 2.0, 4.0), s.up(0.0, s.up(1.0, 0.0, 0.0), s.up(0.1, 0.3, 0.1)), 9.0)
    ax = s.plot_body_momentum(1.0, 2.0, 4.0, motion, count=3)
    a, b, c = ax.lines[-2].get_data_3d()
    assert numpy.allclose(a**2 + b**2 + c**2, 1.005**2)
    assert numpy.ptp(a**2 / 2 + b**2 / 4 + c**2 / 8) < 1e-9 and numpy.ptp(a) > 0.1
    (middle,) = {line.get_color() for line in ax.lines} - {"gray", "C3"}
    x, y, z = next(line for line in ax.lines if line.get_color() == middle).get_data_3d()
    assert numpy.allclose(x**2 / 2 + y**2 / 4 + z**2 / 8, 1 / 4) and abs(y).max() == pytest.approx(1)
    t = numpy.linspace(0, 1, 5)
    turning = s.up(t, s.up(2 * numpy.cos(t), 2 * numpy.sin(t), 0 * t))
    line = s.plot_body_momentum(1, 1, 2, turning).lines[-2].get_data_3d()
    assert numpy.allclose(line[1], 1.005 * numpy.sin(t)), "states of three components"
    measured = [x * kilogram * meter**2 for x in (1, 1, 2)]
    assert numpy.allclose(s.plot_body_momentum(*measured, turning).lines[-2].get_data_3d(), line)


def test_in_scheme():
    with collecting() as figures:
        Session().run(
            """
            (define ((logistic r) x) (* r x (- 1 x)))
            (plot-bifurcation logistic (list 2. 3.2) .3 4)
            (define-coordinates (up x y) R2-rect)
            (plot-vector-field d/dx (list 0 1) (list 0 1) 2)
            (plot-body-momentum 1 2 3)"""
        )
    assert [len(figure.axes) for figure in figures] == [1, 1, 1]
    assert figures[1].axes[0].collections[0].U.tolist() == [1.0] * 4


def long_branches():
    with s.setting(most_components=400_000):
        s.plot_manifolds(s.standard_map(1), s.up(0, 0), 1e9)


test_what_cannot_be_drawn_is_refused = refusals(__file__, "charts", globals())
