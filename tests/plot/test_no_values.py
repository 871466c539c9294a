"""Functions of the user's that have no value at some places, or nowhere: gaps, orbits that end, or an error with a word."""

import math
import warnings

import numpy
import pytest

import scmpy as s
from scmpy.errors import DomainError, IntegrationError, ScmpyError, ScmpyWarning
from scmpy.plot import phase_portraits
from scmpy.plot.figure import collecting

WAVE = s.trajectory(lambda state: s.up(1, state[2], -state[1]), s.up(0.0, 1.0, 0.0), 3.0)
ORIGIN, SIDE = s.up(0.0, 0.0), s.up(0.1, 0.1)


def window():
    return s.frame(-1, 1, -1, 1)


def shifting(f):
    """A map that goes to the right, and asks f where it is."""
    return lambda x, y, proceed, fail: proceed(x + 0.01 + 0 * f(x), y)


def bowl(f):
    """The energy of a particle in a bowl, which asks f where it is."""
    return lambda state: (s.square(state[1]) + s.square(state[2])) / 2 + 0 * f(state[1][1])


def swinging(f):
    return lambda state: s.up(1, state[2], -state[1] + 0 * f(state[1]))


def ball(f):
    return lambda p: s.up(s.sin(p[0]) * s.cos(p[1]), s.sin(p[0]) * s.sin(p[1]), s.cos(p[0]) + 0 * f(p[0] - 1))


def field(f):
    return s.components_to_vector_field(s.up(lambda m: 1, lambda m: f(s.chart(s.R2_rect)(m)[0])), s.R2_rect)


def joints(f):
    return lambda state: s.up(s.up(0, 0), s.up(state[1], f(state[1])))


#: What draws a function of a number, or something that asks it.
CALLS = {
    "plot-function": lambda f: s.plot_function(window(), f, -1, 1, 0.1),
    "plot-parametric": lambda f: s.plot_parametric(window(), lambda t: (t, f(t)), -1, 1, 0.1),
    "plot-parametric-fill": lambda f: s.plot_parametric_fill(window(), lambda t: (t, f(t)), -1, 1, s.plane_near(0.1)),
    "display-map": lambda f: s.display_map(window(), shifting(f), 0.0, 0.0, 100),
    "explore-map": lambda f: s.explore_map(window(), shifting(f), 20),
    "plot-section": lambda f: s.plot_section(shifting(f), [ORIGIN, SIDE], 100),
    "plot-section of a section": lambda f: s.plot_section(s.section_map(bowl(f), 0.3), [ORIGIN, SIDE], 5),
    "explore-section": lambda f: s.explore_section(window(), bowl(f), 0.3, 0, 3),
    "plot-phase-portrait": lambda f: s.plot_phase_portrait(
        lambda state: s.square(state[2]) + s.square(state[1]) + 0 * f(state[1]), (-1, 1), (-1, 1), 5
    ),
    "plot-trajectory": lambda f: s.plot_trajectory(WAVE, lambda state: f(state[1])),
    "plot-drift": lambda f: s.plot_drift(WAVE, lambda state: f(state[1])),
    "plot-configuration": lambda f: s.plot_configuration(WAVE, lambda state: s.up(state[1], f(state[2]))),
    "plot-divergence": lambda f: s.plot_divergence(swinging(f), s.up(0.0, 1.0, 0.0), 2.0, 1e-8),
    "plot-bifurcation": lambda f: s.plot_bifurcation(
        lambda r: lambda x: r * x * (1 - x) + 0 * f(r - 2.5), [2.8, 3.0, 3.2], 0.5, 10, 10
    ),
    "plot-stability": lambda f: s.plot_stability(
        lambda a, b: lambda state: s.up(1, state[2], -state[1] * (a + b * s.cos(state[0])) + 0 * f(a)),
        s.up(0.0, 0.0, 0.0),
        6.28,
        (0, 1),
        (0, 1),
        3,
    ),
    "plot-surface": lambda f: s.plot_surface(ball(f), (0.1, 3.0), (0, 6.0)),
    "plot-geodesics": lambda f: s.plot_geodesics(ball(f), [(s.up(1.0, 0.0), s.up(0.0, 1.0))], 1.0),
    "plot-torus": lambda f: s.plot_torus(WAVE, lambda state: f(state[1]), lambda state: state[2]),
    "torus-movie": lambda f: s.torus_movie(WAVE, lambda state: f(state[1]), lambda state: state[2]),
    "plot-mechanism": lambda f: s.plot_mechanism(WAVE, joints(f), 3),
    "mechanism-movie": lambda f: s.mechanism_movie(WAVE, joints(f)),
    "plot-manifolds": lambda f: s.plot_manifolds(
        lambda x, y, proceed, fail: proceed(2 * x + y + 0 * f(x), x + y), ORIGIN, 1.0, 0.5
    ),
    "plot-vector-field": lambda f: s.plot_vector_field(field(f), (-1, 1), (-1, 1), 5),
}

#: The names of which a gap is an error: they need every point.
WHOLE = "plot-geodesics plot-divergence plot-stability".split()


def partly(x):
    """A number's own value up to a half, by a function of Python's that takes one number."""
    return x + 0 * math.sqrt(0.5 - x) if type(x) is float else x


@pytest.mark.parametrize("name", CALLS)
def test_a_function_without_values_is_told(name, monkeypatch):
    """With the reason that it gives; and numpy's warnings stay away."""
    monkeypatch.setattr(phase_portraits, "GRID", 40)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        with collecting() as figures:
            try:
                CALLS[name](lambda x: math.log(-1.0))
            except ScmpyError as error:
                assert isinstance(error, (DomainError, IntegrationError))
                assert "math domain error" in str(error) or "section" in name
            else:
                assert [one for one in told if isinstance(one.message, ScmpyWarning)]
    assert all(isinstance(one.message, ScmpyWarning) for one in told)
    assert name.startswith("explore") or all(not axes.lines for figure in figures for axes in figure.axes)


@pytest.mark.parametrize("name", [name for name in CALLS if name not in WHOLE])
def test_a_function_with_values_somewhere_is_drawn_there(name):
    with collecting() as figures, warnings.catch_warnings():
        warnings.simplefilter("ignore", ScmpyWarning)
        CALLS[name](partly)
    found = [axes for figure in figures for axes in figure.axes if axes.lines or axes.collections or axes.patches]
    assert found


def test_a_graph_has_a_gap_where_python_has_no_value():
    window = s.frame(-1, 1, -10, 10)
    s.plot_function(window, lambda x: 1 / x, -1, 1, 0.25)
    _, y = window.axes.lines[0].get_data()
    assert numpy.flatnonzero(numpy.isnan(y)).tolist() == [0, 5] and y[1:5].tolist() == [-1, -4 / 3, -2, -4]


def test_a_hamiltonian_with_a_pole_in_the_section_has_no_motion_there():
    """Where x is 0 there is none at all; at another place there is, and an orbit goes round."""
    kepler = lambda state: s.square(state[2]) / 2 - 1 / s.sqrt(s.square(state[1]))  # noqa: E731
    pole = lambda state: s.square(state[2]) / 2 + 1 / state[1][0] + s.square(state[1]) / 2  # noqa: E731
    with pytest.raises(DomainError, match="has no real value there"):
        s.explore_section(window(), pole, 3.0, 0, 5)
    assert s.section_map(pole, 3.0)(0.1, 0.0, lambda *point: point, lambda: "failed") == "failed"
    assert len(s.section_map(pole, 3.0, at=1.0).orbit(0.1, 0.0, 4)) == 4
    assert s.section_map(kepler, -0.5)(0.0, 0.0, lambda *point: point, lambda: "failed") == "failed"


def test_an_energy_that_is_not_real_is_no_motion():
    """Of a logarithm half the window is grey."""
    frame = s.frame(-1, 1, -1, 1)
    s.explore_section(frame, lambda state: s.square(state[2]) / 2 + s.square(state[1]) - s.log(state[1][1]), 1.5, 0, 3)
    assert frame.axes.collections and frame.axes.lines[0].get_xdata().min() > 0


def test_a_mistake_in_the_function_is_its_own_error():
    """That it cannot be called so is no gap."""
    for name in ("plot-function", "display-map", "explore-map", "plot-parametric"):
        with pytest.raises(TypeError, match="NoneType"):
            CALLS[name](lambda x: None + x)
