"""Collectors and the explorer of maps: with events made here, and without a pointer."""

import math

import numpy
import pytest
from matplotlib.backend_bases import KeyEvent, MouseEvent

from scmpy import *
from scmpy.errors import DomainError, ScmpyWarning
from scmpy.plot import sections as explore
from scmpy.scheme import Session
from scmpy.units import meter

from ..comparing import data
from ..tables import refusals


def in_half(x, y, proceed, fail):
    """A map that is not defined where x is above 2."""
    return fail() if x > 2 else proceed(x + 1, y)


def test_collectors_show_what_the_original_shows():
    """(plot 0 0)(plot 1 0)(plot 2 0)(done 2 0), and where it fails (plot 2 0)(plot 3 0)(fail)."""
    shown = []
    collect = default_collector(lambda x, y: shown.append((x, y)), in_half, 2)
    assert collect(0, 0, lambda x, y: ("done", x, y), lambda: "fail") == ("done", 2, 0)
    assert shown == [(0, 0), (1, 0), (2, 0)]
    shown.clear()
    assert default_collector(lambda x, y: shown.append((x, y)), in_half, 5)(2, 0, max, lambda: "fail") == "fail"
    assert shown == [(2, 0), (3, 0)]


def test_collectors_of_states():
    collect = default_collector(lambda x, y: None, lambda x, y, proceed, fail: proceed(x + x, y), 3)
    assert collect(up(1, 2), up(0, 0), lambda x, y: x, lambda: None) == up(8, 16)


def test_orbits_are_those_of_the_map():
    window = frame(0, math.tau, 0, math.tau)
    display_map(window, standard_map(0.6), 1.0, 2.0, 500)
    assert numpy.array_equal(data(window), map_orbit(standard_map(0.6), up(1.0, 2.0), 500))


def test_maps_of_points_are_explored_too():
    """Where they are not defined the orbit ends; also of quantities, and of symbols."""
    window = frame(0, 2, 0, 2)
    display_map(window, lambda p: up(p[0] - 1 / p[0], p[1]), 1.0, 1.0, 5)
    assert data(window).tolist() == [[1, 1], [0, 1]]
    with pytest.raises(DomainError, match="not defined at 0, 1"):
        display_map(window, lambda p: up(1 / p[0], p[1]), 0, 1, 5)
    metres = frame(0 * meter, 1 * meter, 0 * meter, 1 * meter)
    explore_map(metres, lambda p: p / 2, 2)
    assert len(data(metres)) == 12 * 3
    collect = default_collector(lambda x, y: None, lambda p: 2 * p, 2)
    assert collect(symbols("a"), 1, lambda x, y: f"{x} {y}", lambda: None) == "(* 4 a) 4"


def test_many_short_orbits_are_those_of_one_by_one():
    """After some orbits of a map, machine code goes on; it rounds as Python does."""
    step, start = standard_map(0.9371), up(1.0, 2.0)
    orbits = [map_orbit(step, start, 8000) for _ in range(5)]
    assert all(numpy.array_equal(orbit, orbits[0]) for orbit in orbits)


def test_orbits_end_where_the_map_does():
    window = frame(0, 5, -1, 1)
    display_map(window, in_half, 0.5, 0.0, 100)
    assert data(window)[:, 0].tolist() == [0.5, 1.5, 2.5]
    window = frame(0, 5, -1, 1)
    display_map(window, lambda x, y, proceed, fail: proceed(x**2, y), 2.0, 0.0, 100)
    assert len(data(window)) == 10, "2 to the power 1024 is infinite"
    with pytest.warns(ScmpyWarning, match="not defined at 3"):
        display_map(window, in_half, 3.0, 0.0, 100)


def test_without_a_pointer_orbits_start_at_a_grid(capsys):
    window = frame(-0.5, 1, -0.5, 0.5)
    section = section_map(HHHam, 0.125)
    explore_map(window, section, numpy.int64(15))
    points = data(window)
    assert len(points) > 100 and all(section.state(*point) is not None for point in points.tolist()[::16])
    assert capsys.readouterr().err == "explore-map: there is no pointer here: 12 orbits are drawn\n"


def press(window, x, y, button=1):
    canvas = window.figure.canvas
    place = window.axes.transData.transform((x, y))
    MouseEvent("button_press_event", canvas, *place, button)._process()


@pytest.fixture
def pointer(monkeypatch):
    monkeypatch.setattr(explore.figure, "has_pointer", lambda figure: True)


@pytest.fixture
def exploring(pointer):
    window = frame(0, 4, -1, 1)
    explore_map(window, in_half, 1)
    return window


def test_buttons(exploring):
    window = exploring
    assert window.explorer.said.startswith("left button") and len(window.axes.lines) == 0
    press(window, 0.5, 0.25)
    assert numpy.allclose(data(window), [[0.5, 0.25], [1.5, 0.25]]) and window.explorer.said == ""
    press(window, 3, 0, 2)
    assert numpy.allclose(data(window)[2:], [[1.5, 0.25], [2.5, 0.25]])
    press(window, 3, 0, 2)
    assert window.explorer.said == "there is no orbit to continue"
    press(window, 3, 0.5, 3)
    x, y = map(float, window.explorer.said.split(", "))
    assert (x, y) == pytest.approx((3, 0.5), abs=0.01)
    press(window, 3.5, 0)
    assert "not defined" in window.explorer.said
    press(window, 3, 0, 2)
    assert window.explorer.said == "there is no orbit to continue"


@pytest.mark.parametrize("key", ["q", "escape"])
def test_keys_end_it(exploring, key):
    KeyEvent("key_press_event", exploring.figure.canvas, key)._process()
    press(exploring, 0.5, 0.25)
    assert len(exploring.axes.lines) == 0 and len(exploring.axes.texts) == 0


def test_presses_outside_do_nothing(exploring):
    MouseEvent("button_press_event", exploring.figure.canvas, 1, 1, 1)._process()
    assert len(exploring.axes.lines) == 0


def test_an_error_of_the_map_is_shown(pointer):
    window = frame()

    def broken(x, y, proceed, fail):
        raise DomainError("no such place")

    explore_map(window, broken, 10)
    press(window, 0.5, 0.5)
    assert window.explorer.said == "the orbit ended: no such place"


def test_a_collector_is_told_by_the_mode(pointer):
    window = frame()
    started = []

    def collect(x, y, done, fail):
        started.append((x, y))
        return done(x / 2, y)

    explore_map(window, collect, "collector")
    press(window, 0.5, 0.5)
    press(window, 0.5, 0.5, 2)
    assert numpy.allclose(started, [[0.5, 0.5], [0.25, 0.5]])


def test_another_map_takes_the_window_over(exploring):
    explore_map(exploring, lambda x, y, proceed, fail: proceed(x, y + 0.5), 1)
    press(exploring, 0.5, 0)
    assert numpy.allclose(data(exploring), [[0.5, 0], [0.5, 0.5]], atol=1e-2)


def test_pointer_coordinates(pointer):
    window, found = frame(0, 4, -1, 1), []
    pointer_coordinates(window, lambda *place: found.append(place))
    press(window, 1, 0.5, 3)
    press(window, 2, 0.5, 1)
    assert len(found) == 1 and found[0] == pytest.approx((1, 0.5, 2), abs=0.01)


def test_in_scheme():
    session = Session()
    session.run("(define win (frame 0. :2pi 0. :2pi)) (display-map win (standard-map .6) 1. 2. 50)")
    assert len(data(session.lookup("win"))) == 51
    session.run(
        "(define (collect x y done fail) ((default-collector (default-monitor win) (standard-map .6) 5) x y done fail))"
    )
    assert session.run("(collect 1. 2. (lambda (x y) 'done) (lambda () 'fail))").name == "done"
    session.run("(explore-map win collect 'collector)")
    assert len(data(session.lookup("win"))) == 51 + 6 + 12 * 6
    session.run("(explore-map win (lambda (x y continue fail) (if (> x 1) (fail) (continue (+ x 1) y))) 3)")


def test_a_collector_of_states_as_the_book_has_it():
    """Crossings of the system of Henon and Heiles, collected as states, drawn as points (SICM 6)."""
    session = Session()
    session.run("""
        (define win (frame -.5 .7 -.6 .6))
        (define advance (state-advancer HHsysder))
        (define ((HH-collector E n) x y done fail)
          (define (monitor crossing state)
            (plot-point win (ref (coordinate crossing) 1) (ref (momentum crossing) 1)))
          (define (next crossing state continue fail)
            (find-next-crossing state advance .5 1e-10 continue))
          (let ((start (if (number? x) (section->state E x y) x)))
            (if start
                ((default-collector monitor next n) start (if (number? x) start y) done fail)
                (fail))))
        (define last ((HH-collector .125 2) .1 0. list (lambda () 'ended)))
        ((HH-collector .125 1) (car last) (cadr last) list (lambda () 'ended))""")
    points = data(session.lookup("win"))
    orbit = section_map(HHHam, 0.125).orbit(0.1, 0.0, 3)
    assert points[0].tolist() == [0.1, 0.0] and len(points) == 5
    assert numpy.allclose(points[[1, 2, 4]], orbit, atol=1e-8)


def test_a_map_that_is_defined_nowhere_is_told():
    with pytest.warns(ScmpyWarning, match="nothing is drawn"):
        explore_map(frame(), lambda x, y, done, fail: fail(), "collector")


test_what_is_refused = refusals(__file__, "exploring", globals())
