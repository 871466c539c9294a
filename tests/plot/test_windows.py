"""Windows and what the course draws in them: the data of matplotlib's artists, and what is refused."""

import math
import subprocess
import sys
from io import BytesIO

import numpy
import pytest

from scmpy import *
from scmpy.errors import DomainError, LimitError, ScmpyError, WrongTypeError
from scmpy.plot.figure import collecting
from scmpy.scheme import Session

from ..comparing import data
from ..tables import check_refusal, refused


def test_points_wait_and_are_drawn_together():
    window = frame(0, 1, 0, 1)
    for k in range(10_000):
        plot_point(window, k / 10_000, 0.5)
    assert len(window.axes.lines) == 1
    assert data(window).shape == (10_000, 2)
    plot_point(window, 1, square(0.5))
    assert data(window)[-1].tolist() == [1.0, 0.25]
    window.save(BytesIO())


def test_a_function_is_drawn_at_its_steps():
    window = frame(0, 1, 0, 1)
    plot_function(window, cube, 0, 1, 0.3)
    assert numpy.allclose(data(window)[1:], [[x, x**3] for x in (0, 0.3, 0.6, 0.9, 1)])
    assert window.axes.get_xlim() == (0.0, 1.0)


def test_without_a_range_the_window_is_the_range():
    window = frame(-2, 2, 0, 4)
    plot_function(window, square)
    assert (data(window)[1, 0], data(window)[-1, 0], len(data(window))) == (-2.0, 2.0, 302)


def test_what_is_no_real_number_parts_a_graph():
    window = frame(-1, 1, 0, 1)
    plot_function(window, lambda x: x**0.5, -1, 1, 0.5)
    assert numpy.isnan(data(window)[1:, 1]).tolist() == [True, True, False, False, False]
    with pytest.raises(DomainError, match="nowhere a finite real number from -2 to -1"):
        plot_function(window, lambda x: x**0.5, -2, -1, 0.5)


def test_a_curve_of_complex_numbers_may_pass_the_real_axis():
    window = frame(-1, 1, -1, 1)
    plot_parametric(window, lambda t: exp(1j * t), 0, math.pi / 2, math.pi / 4)  # it starts at the real number 1
    assert numpy.allclose(data(window)[1:], [[1, 0], [0.5**0.5, 0.5**0.5], [0, 1]])
    plot_parametric_fill(window, lambda t: exp(1j * t), 0, math.tau, plane_near(0.05))
    assert numpy.allclose(numpy.hypot(*data(window, 1).T), 1)
    with pytest.raises(WrongTypeError, match="plot-parametric expects a point, of two coordinates, got the number 0"):
        plot_parametric(window, lambda t: t, 0, 1, 0.1)  # a point is forgotten


@pytest.mark.parametrize("point", [make_point, up, complex, lambda x, y: [x, y]])
def test_points_of_curves(point):
    window = frame(-1, 1, -1, 1)
    plot_parametric(window, lambda t: point(t, 2 * t), 0, 1, 0.5)
    assert data(window)[1:].tolist() == [[0, 0], [0.5, 1], [1, 2]]


def test_a_closed_curve_is_filled():
    window = frame(-1, 1, -1, 1)
    plot_parametric_fill(window, lambda t: (math.cos(t), math.sin(t)), 0, math.tau, plane_near(0.05))
    points = data(window)
    gaps = numpy.hypot(*numpy.diff(points, axis=0).T)
    assert len(points) > 125 and gaps.max() < 0.05


@pytest.mark.slow
def test_a_curve_that_needs_too_many_points_says_so():
    with pytest.raises(LimitError, match="more than 100000 points"):
        plot_parametric_fill(frame(), lambda t: (math.sin(1e9 * t), t), 0, 1, plane_near(1e-6))


def test_a_curve_that_jumps_ends():
    window = frame(0, 1, 0, 1)
    plot_parametric_fill(window, lambda t: (t, float(t > 0.3)), 0, 1, plane_near(0.1))
    assert 10 < len(data(window)) < 200


def test_a_curve_that_is_not_everywhere_is_filled_where_it_is():
    window = frame(0, 1, 0, 1)
    plot_parametric_fill(window, lambda t: (t, t**0.5), -1, 1, plane_near(0.1))
    assert data(window)[:, 0].min() < 1e-9


def test_lists_and_tuples_of_points():
    session = Session()
    session.run("(define win (frame 0. 4. 0. 4.)) (plot-point win '(1 2) (up 3 4)) (plot-point win (vector 1 2 3) 1)")
    assert data(session.lookup("win")).tolist() == [[1, 3], [2, 4], [1, 1], [2, 1], [3, 1]]


def test_columns_of_tables_are_points():
    """Whatever turns into an array, as the columns of pandas do."""

    class Column:
        def __array__(self, dtype=None, copy=None):
            return numpy.array([0.25, 0.5])

        def __len__(self):
            return 2

    window = frame(0, 1, 0, 1)
    plot_point(window, Column(), Column())
    assert window.axes.lines[0].get_xydata().tolist() == [[0.25, 0.25], [0.5, 0.5]]


def test_clearing_keeps_the_frame_and_its_name():
    window = frame(0, 2, 0, 3, name="1.1")
    plot_point(window, 1, 1)
    plot_line(window, 0, 0, 1, 1, color="green", linestyle=":")
    line = window.axes.lines[-1]
    assert (line.get_color(), line.get_linestyle()) == ("green", ":"), "styles are those of matplotlib"
    graphics_clear(window)
    assert [len(line.get_xdata()) for line in window.axes.lines] == [0]
    assert (window.axes.get_xlim(), window.axes.get_ylim(), window.name) == ((0, 2), (0, 3), "1.1")
    plot_point(window, 1, 2)
    assert data(window).tolist() == [[1, 2]]


def test_a_window_draws_in_the_axes_of_the_user():
    from matplotlib.figure import Figure

    axes = Figure().subplots(1, 2)[1]
    window = frame(0, 1, 0, 1, ax=axes)
    assert window.axes is axes
    plot_point(axes, 0.5, 0.25)
    assert axes.lines[0].get_xydata().tolist() == [[0.5, 0.25]]


def test_axes_without_limits_grow():
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    plot_function(axes, square, 0, 3, 0.5)
    plot_point(axes, 5.0, 1.0)
    plot_point(axes, numpy.array([1.0, 2.0]), numpy.array([-1.0, -2.0]))
    assert axes.get_xlim()[1] > 5 and axes.get_ylim()[0] < -2 and axes.get_ylim()[1] > 9
    graphics_clear(axes)
    assert not axes.lines


def test_figures_are_collected_by_name():
    with collecting() as figures:
        rename_window(frame(), "3.20")
        rename_window(frame(), "3.21")
    assert [figure.get_label() for figure in figures] == ["3.20", "3.21"]
    frame()
    assert len(figures) == 2


@pytest.mark.slow
def test_pyplot_knows_nothing_of_windows():
    program = "import sys, scmpy; scmpy.plot_point(scmpy.frame(), 0, 1); print('matplotlib.pyplot' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_matplotlib_it_says_what_installs_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ScmpyError, match=r"frame draws with .*installed here: pip install 'scmpy-mechanics\[plot\]'"):
        frame()


@pytest.mark.parametrize("row", refused(__file__, "windows"))
def test_bad_input(row):
    check_refusal(row, globals() | {"w": frame()})


def test_in_scheme():
    session = Session()
    session.run("(define win (frame 0. 1. 0. 1.)) (plot-point win 1/2 1/4)")
    session.run("(plot-parametric win (lambda (t) (cons t (* 2 t))) 0 1 .5)")
    window = session.lookup("win")
    assert data(window, 0).tolist() == [[0.5, 0.25]]
    assert data(window, 1)[1:].tolist() == [[0, 0], [0.5, 1], [1, 2]]
    assert session.result_text(session.run("(window-coordinates win)")) == "(0. 1. 0. 1.)"
    assert session.result_text(window) == "#[graphics-device 12]"
    with pytest.raises(WrongTypeError, match="expects real numbers"):
        session.run("(plot-point win 'x 1)")
    assert graphics_draw_line is plot_line and graphics_draw_point is plot_point  # as in MIT Scheme
