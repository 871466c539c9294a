"""Quantities in pictures: drawn in base units, one for each axis, with which it is labelled."""

import numpy
import pytest

import scmpy as s
from scmpy.errors import DimensionError
from scmpy.units import joule, kilogram, meter, newton, second


def labels(axes):
    return axes.get_xlabel(), axes.get_ylabel()


def fall(t):
    return 5 * meter / second**2 * t**2


def turn(x, y, proceed, fail):
    return proceed(x + y * second / 10, y - x / second / 10)


def window():
    return s.frame(0 * second, 10 * second, 0 * meter, 5 * meter)


def pendulum(local):
    _, angle, momentum = local
    return momentum**2 / (2 * kilogram * meter**2) - 10 * joule * s.cos(angle)


def test_frames_have_units_for_all_that_is_drawn_in_them():
    found = window()
    assert labels(found.axes) == ("s", "m")
    s.plot_function(found, fall)  # between the limits
    s.plot_function(found, fall, 0, 1 * second, 0.25 * second)
    s.plot_point(found, 2 * second, 3 * meter)
    s.plot_point(found, numpy.array([1.0, 2.0]) * second, [3 * meter, 4 * meter])
    s.plot_line(found, 0, 0, 1 * second, 1 * meter)
    s.plot_parametric(found, lambda t: (t, fall(t)), 0 * second, 1 * second, 0.5 * second)
    points, lines = found.axes.lines
    assert points.get_xydata().tolist() == [[2.0, 3.0], [1.0, 3.0], [2.0, 4.0]] or len(lines.get_xdata())
    for wrong in (
        lambda: s.plot_point(found, 2.0, 3.0),
        lambda: s.plot_point(found, 2 * second, 3 * second),
        lambda: s.plot_function(found, lambda t: t),
        lambda: s.plot_parametric(found, lambda t: (t, t), 0, 1, 0.1),
        lambda: s.frame(0, 1 * second, 0 * second, 1 * meter),
    ):
        with pytest.raises(DimensionError):
            wrong()


def test_graphs_label_the_axes_by_the_names_that_all_of_them_have():
    other = lambda x: 2 * meter + x * meter / second  # noqa: E731
    s.plot_function(found := window(), fall)
    assert labels(found.axes) == ("$t$ (s)", "fall (m)")
    s.plot_function(found, other)
    assert labels(found.axes) == ("s", "m")
    s.graphics_clear(found)
    s.plot_function(found, other)
    assert labels(found.axes) == ("$x$ (s)", "m")
    (named := s.frame()).axes.set_ylabel("height")
    s.plot_function(named, lambda t: t)
    assert labels(named.axes) == ("$t$", "height")
    s.plot_function(named, s.sin)
    assert labels(named.axes) == ("", "height")


def test_plain_frames_are_labelled_with_the_first_quantities():
    found = s.frame(0, 10, 0, 5)
    s.plot_function(found, fall, 0 * second, 1 * second, 0.5 * second)
    assert labels(found.axes) == ("$t$ (s)", "fall (m)")
    with pytest.raises(DimensionError):
        s.plot_line(found, 0 * meter, 0 * meter, 1 * meter, 1 * meter)


@pytest.mark.parametrize("limits", [(0, 1), (0 * second, 1 * second)])
def test_names_come_before_units(limits):
    found = s.frame(*limits, -4, 4)
    s.monitor_theta(found)(s.up(0.5 * second, 1.0, 0 / second))
    assert labels(found.axes) == ("$t$ (s)", r"$\theta$")
    motion = s.trajectory(lambda state: s.up(1, meter / second), s.up(0 * second, 0 * meter), 1 * second, names="x")
    assert labels(s.plot_trajectory(motion, "x")) == ("$t$ (s)", "$x$ (m)")


def test_phase_portraits():
    p = kilogram * meter**2 / second
    axes = s.plot_phase_portrait(pendulum, (-s.pi, s.pi), (-9 * p, 9 * p), [0 * joule, 8 * joule])
    assert labels(axes) == ("$q$", r"$p$ ($\mathrm{m^{2}\,kg\,s^{-1}}$)")
    assert [c.levels.round(9).tolist() for c in axes.collections] == [[0.0, 8.0], [10.0]]
    for energies in ([1.0], [1 * meter]):
        with pytest.raises(DimensionError):
            s.plot_phase_portrait(pendulum, (-s.pi, s.pi), (-9 * p, 9 * p), energies)
    with pytest.raises(DimensionError):
        s.plot_phase_portrait(pendulum, (-s.pi, s.pi), (-9 * p, 9 * meter))


def test_maps_of_quantities():
    start = s.up(1 * meter, 0 * meter / second)
    axes = s.plot_section(turn, [start], 5, names="x v")
    assert labels(axes) == ("$x$ (m)", r"$v$ ($\mathrm{m\,s^{-1}}$)")
    assert axes.lines[0].get_xydata()[1].tolist() == [1.0, -0.1]
    with pytest.raises(DimensionError):
        s.plot_section(turn, [start, s.up(1, 2)], 5)
    plane = s.frame(-1 * meter, 1 * meter, -1 * meter / second, 1 * meter / second)
    s.explore_map(plane, turn, 3)
    assert len(plane.axes.lines[0].get_xdata()) == 12 * 4
    with pytest.raises(DimensionError):
        s.explore_map(plane, lambda x, y, proceed, fail: proceed(y * newton, x), 3)


def test_mechanisms_have_one_unit_and_movies_tell_the_time_in_its_own():
    rod = 2 * meter
    motion = s.trajectory(lambda state: s.up(1, 1 / second), s.up(0 * second, 1.0), 1e-3 * second)

    def joints(state):
        return s.up(s.up(0, 0), s.up(rod * s.sin(state[1]), -rod * s.cos(state[1])))

    assert labels(s.plot_mechanism(motion, joints)) == ("$x$ (m)", "$y$ (m)")
    film = s.mechanism_movie(motion, joints, speed=1e-3)
    film.pictures[0](5)
    assert film._fig.axes[0].texts[0].get_text() == "$t$ = 0.0002 s"
    assert len(list(s.torus_movie(motion, "x1", "x1", speed=1e-3).new_frame_seq())) == 26
    with pytest.raises(DimensionError):
        s.plot_mechanism(motion, lambda state: s.up(s.up(rod, rod), s.up(rod, 1 * second)))
