"""The explorer of surfaces of section: the missing momentum, the forbidden region, energies without motion."""

import warnings

import numpy
import pytest
from matplotlib.backend_bases import MouseEvent

from scmpy import HHHam, cos, display_map, exp, explore_section, frame, plot_section, section_map, sqrt, square
from scmpy.errors import DomainError, ScmpyError, ScmpyWarning
from scmpy.numerics.ode.step_control import Integrator
from scmpy.plot import sections as explore
from scmpy.plot.sections import draw_forbidden

from ..tables import refusals


def pendulums(state):
    """Two pendulums with a weak spring between them, the momenta coupled."""
    _, (a, b), (p, q) = state
    return (p**2 + q**2) / 2 + p * q / 4 - cos(a) - cos(b) + 0.05 * (a - b) ** 2


def relativistic(state):
    """An oscillator whose energy is no parabola in the momenta."""
    _, (x, y), (p, q) = state
    return sqrt(1 + square(p) + square(q)) + (x**2 + 2 * y**2) / 2


@pytest.mark.parametrize(
    ("H", "energy", "k", "at"), [(HHHam, 0.125, 0, 0.0), (HHHam, 0.1, 1, 0.1), (pendulums, 0.5, 1, 0.2)]
)
def test_the_margin_tells_where_there_is_motion(H, energy, k, at):
    section = section_map(H, energy, k, at=at)
    q, p = numpy.meshgrid(numpy.linspace(-1, 1, 9), numpy.linspace(-1, 1, 9))
    margin = numpy.broadcast_to(section.margin(q, p), q.shape)
    for x, y, found in zip(q.ravel(), p.ravel(), margin.ravel(), strict=True):
        state = section.state(float(x), float(y))
        assert (state is not None) == (found >= 0)
        if state is not None:
            assert H(state) == pytest.approx(energy) and state[1][k] == at


@pytest.mark.slow
def test_an_energy_that_is_no_parabola_is_asked_point_by_point():
    section = section_map(relativistic, 1.5)
    assert section.margin(numpy.zeros((2, 2)), numpy.zeros((2, 2))) is None
    window = frame(-1, 1, -2, 2)
    left, right, low, high = draw_forbidden(window, section, "test")
    assert right == -left == pytest.approx(0.5**0.5, abs=0.05)
    assert high == -low == pytest.approx(1.25**0.5, abs=0.1)


def test_the_section_at_another_place():
    """A uniform motion along x in a box of y is where it is wherever the section is."""
    section = section_map(lambda s: HHHam(s), 0.125, at=0.05)
    y, p = section(0.1, 0.0, lambda y, p: (y, p), lambda: None)
    state = section.state(0.1, 0.0)
    assert state[1][0] == 0.05 and HHHam(section.state(y, p)) == pytest.approx(0.125)


def test_points_and_grey():
    window = frame(-0.5, 0.75, -0.5, 0.5)
    explore_section(window, HHHam, 0.125, 0, 50)
    assert len(window.axes.collections) == 1
    points = window.axes.lines[0].get_xydata()
    assert (section_map(HHHam, 0.125).margin(*points.T) > -1e-9).all()
    canvas = window.figure.canvas
    canvas.draw()
    seen = numpy.asarray(canvas.buffer_rgba())[::-1]
    grey = [
        seen[tuple(window.axes.transData.transform(place).astype(int)[::-1])][0] for place in ((0.7, 0.4), (-0.3, 0.25))
    ]
    assert (grey[0], grey[1]) == (224, 255)
    window = frame(-0.1, 0.1, -0.1, 0.1)  # all of which is allowed
    explore_section(window, HHHam, 0.125, 0, 1)
    assert not window.axes.collections


def test_buttons(monkeypatch):
    monkeypatch.setattr(explore.figure, "has_pointer", lambda figure: True)
    window = frame(-0.5, 1, -0.5, 0.5)
    explore_section(window, HHHam, 0.125, 0, 10)
    for x, y in ((0.1, 0.0), (0.95, 0.45)):
        place = window.axes.transData.transform((x, y))
        MouseEvent("button_press_event", window.figure.canvas, *place, 1)._process()
    assert len(window.axes.lines[0].get_xydata()) == 11
    assert "not defined" in window.explorer.said


def test_of_orbits_that_do_not_come_back_some_are_enough():
    """Free particles rise through zero once: to find that out takes seconds for each."""
    with pytest.warns(ScmpyWarning, match="the orbits of 4 points do not come back: nothing is drawn"):
        explore_section(frame(-1, 1, -1, 1), lambda s: (s[2][0] ** 2 + s[2][1] ** 2 - s[1][0] ** 2) / 2, 1.5, 0, 5)


@pytest.mark.parametrize("size", [1.0, 1e3, 1e160])
def test_an_energy_without_a_bound_gives_no_warnings_of_numpy_s(size):
    """Orbits run away to where its values overflow: the picture has those that come back, or it is an error."""

    def H(state):
        _, (x, y), (p, q) = state
        return (p**2 + q**2) / 2 - x**4 - y**4

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ScmpyWarning)
            explore_section(frame(-size, size, -size, size), H, 0.5, 0, 20)
    except ScmpyError as error:
        assert "too low" in str(error)


def test_a_coordinate_may_be_an_angle():
    """A free rotor comes back after each turn, where the coordinate alone never does."""
    window = frame(-4, 4, -4, 4)
    explore_section(window, lambda s: (s[2][0] ** 2 + s[2][1] ** 2 + s[1][1] ** 2) / 2, 4.0, 0, 3, 0.0, True)
    assert len(window.axes.lines[0].get_xydata()) > 20


def test_a_window_says_that_it_is_at_work(monkeypatch):
    """Before the first orbit, and where the last one took long: by this clock none takes any time."""
    monkeypatch.setattr(explore.figure, "has_pointer", lambda figure: True)
    monkeypatch.setattr(explore, "perf_counter", lambda: 0.0)
    window, said = frame(-1, 1, -1, 1), []
    monkeypatch.setattr(window.figure.canvas, "flush_events", lambda: said.append(window.explorer.said), raising=False)
    explore.explore_map(window, lambda x, y, proceed, fail: proceed(x / 2, y), 3)
    for _ in range(2):
        place = window.axes.transData.transform((0.5, 0.5))
        MouseEvent("button_press_event", window.figure.canvas, *place, 1)._process()
    assert said == ["at work ..."] and window.explorer.said == ""


def free(state):
    return (square(state[2][0]) + square(state[2][1])) / 2


@pytest.mark.parametrize(
    "H",
    [free, lambda state: free(state) + exp(1000 * state[1][0]), lambda state: free(state) - exp(1000 * state[1][1])],
)
@pytest.mark.parametrize("k", [0, 1])
def test_orbits_that_run_away_are_told_at_once(H, k, monkeypatch):
    """Their numbers soon overflow; then no more steps are made. Where the energy overflows there is no motion."""
    steps = []
    taken = Integrator._next
    monkeypatch.setattr(Integrator, "_next", lambda self, end: steps.append(1) or taken(self, end))
    with pytest.warns(ScmpyWarning, match="4 points do not come back|defined at none"):
        explore_section(frame(-1, 1, -1, 1), H, 1.5, k, 5)
    assert len(steps) < 5000


def test_an_energy_that_overflows_is_no_motion():
    section = section_map(lambda state: exp(1000 * free(state)) + square(state[1]), 1.5)
    assert section.state(0.1, 0.0) is not None
    assert section.state(0.1, 30.0) is None
    with pytest.raises(DomainError, match="finite numbers, got inf"):
        section_map(free, float("inf"))


def test_a_section_labels_the_axes():
    display_map(window := frame(-0.5, 0.7, -0.6, 0.6), section_map(HHHam, 0.125), 0.1, 0.0, 5)
    ax = plot_section(section_map(HHHam, 0.125, 1), [(0.1, 0.0)], 5)
    assert (window.axes.get_ylabel(), ax.get_xlabel()) == ("$p_{1}$", "$q^{0}$")


@pytest.mark.parametrize(
    ("step", "labels"),
    [
        (lambda theta, p, proceed, fail: proceed(theta + p, p), (r"$\theta$", "$p$")),
        (lambda theta, p: (theta + p, p), (r"$\theta$", "$p$")),
        (lambda place: place, ("$x_{0}$", "$x_{1}$")),
    ],
    ids=["continued", "of two numbers", "of points"],
)
def test_a_map_labels_the_axes_by_what_it_takes(step, labels):
    display_map(window := frame(), step, 0.1, 0.2, 3)
    assert (window.axes.get_xlabel(), window.axes.get_ylabel()) == labels


test_what_is_refused = refusals(__file__, "sections", globals())
