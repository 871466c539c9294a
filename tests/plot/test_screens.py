"""Windows on a screen, with a toolkit that is made here; what a prompt does with pictures where there is none."""

import io
import os
import sys
from types import ModuleType

import pytest
from matplotlib import pyplot
from matplotlib.backend_bases import FigureManagerBase, MouseEvent
from matplotlib.backends.backend_agg import FigureCanvasAgg

from scmpy import explore_map, frame, graphics_clear, graphics_close, plot_point, standard_map
from scmpy.app.cli import main
from scmpy.app.repl import Viewer
from scmpy.errors import ScmpyError
from scmpy.plot import figure as screen
from scmpy.plot.figure import collecting, has_pointer
from scmpy.scheme import Session


class Manager(FigureManagerBase):
    """What a toolkit has of a window: here it is counted how often that is shown."""

    shown: list = []

    def show(self):
        self.shown.append(self.canvas.figure)


class Canvas(FigureCanvasAgg):
    """A canvas of that toolkit."""

    manager_class = Manager


@pytest.fixture
def toolkit(monkeypatch):
    """A screen with a toolkit; the windows that were shown."""
    module = ModuleType("toolkit_of_tests")
    module.FigureCanvas, module.FigureManager = Canvas, Manager
    monkeypatch.setitem(sys.modules, "toolkit_of_tests", module)
    monkeypatch.setenv("DISPLAY", "a screen")
    monkeypatch.setattr(Manager, "shown", [])
    before = pyplot.get_backend()
    pyplot.switch_backend("module://toolkit_of_tests")
    yield Manager.shown
    pyplot.close("all")
    pyplot.switch_backend(before)


def dotted(name=""):
    window = frame(name=name)
    plot_point(window, 0.5, 0.5)
    return window


def test_windows_are_shown_once_and_again_when_closed(toolkit):
    assert screen.is_there()
    window = dotted("3.20")
    screen.show([window.figure])
    screen.show([window.figure])
    assert toolkit == [window.figure] and isinstance(window.figure.canvas, Canvas)
    pyplot.close(window.figure)
    plot_point(window, 0.25, 0.5)
    screen.show([window.figure])
    assert len(toolkit) == 2
    assert window.figure.dpi == 100 and tuple(window.figure.get_size_inches()) == (4, 4)


def test_a_window_of_python_shows_itself(toolkit, monkeypatch):
    monkeypatch.setattr(pyplot, "show", lambda block: None)
    window = dotted()
    window.show()
    assert toolkit == [window.figure]


def test_a_window_that_shows_itself_is_explored_on(toolkit, monkeypatch):
    monkeypatch.setattr(pyplot, "show", lambda block: None)
    window = frame(0, 6.3, 0, 6.3)
    explore_map(window, standard_map(0.6), 3)
    before = len(window.axes.lines[0].get_xdata())
    window.show()
    place = window.axes.transData.transform((2.0, 1.0))
    MouseEvent("button_press_event", window.figure.canvas, *place, 1)._process()
    assert len(window.axes.lines[0].get_xdata()) == before + 4


def test_a_map_is_explored_in_a_browser():
    """By the canvas that ipympl and matplotlib's own figures in browsers are made of, and the messages that they get."""
    webagg = pytest.importorskip("matplotlib.backends.backend_webagg_core")
    window = frame(0, 6.3, 0, 6.3)
    canvas = webagg.FigureCanvasWebAggCore(window.figure)
    assert not has_pointer(window.figure)
    webagg.FigureManagerWebAgg(canvas, 1)
    assert has_pointer(window.figure)
    explore_map(window, standard_map(0.6), 10)
    assert len(window.axes.lines) == 0
    x, y = window.axes.transData.transform((2.0, 1.0))
    height = canvas.get_renderer().height
    press = {
        "type": "button_press",
        "x": x,
        "y": height - y,
        "button": 0,
        "buttons": 1,
        "modifiers": [],
        "guiEvent": None,
    }
    canvas.handle_event(press)
    points = window.axes.lines[0].get_xydata()
    assert len(points) == 11 and points[0] == pytest.approx((2, 1), abs=0.02)
    canvas.handle_event({"type": "key_press", "key": "kEscape", "guiEvent": None})
    canvas.handle_event(press)
    assert len(window.axes.lines[0].get_xydata()) == 11


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems always have a screen")
def test_without_a_screen(monkeypatch):
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not screen.is_there() and screen.framework() is None
    with pytest.raises(ScmpyError, match="there is no screen"):
        frame().show()


def test_files_are_no_screen(toolkit):
    pyplot.switch_backend("agg")
    assert not screen.is_there()


def test_an_explorer_waits_for_the_window_to_be_shown(toolkit):
    """A program that runs at a prompt draws before its window is on the screen."""
    with collecting(on_screen=screen.is_there) as figures:
        session = Session()
        session.run("(define win (frame 0. :2pi 0. :2pi)) (explore-map win (standard-map .6) 10)")
    window = session.lookup("win")
    assert window.explorer.said.startswith("left button") and len(window.axes.lines) == 0
    Viewer(figures, None, ["png"]).look()
    assert toolkit == [window.figure]
    place = window.axes.transData.transform((2.0, 1.0))
    MouseEvent("button_press_event", window.figure.canvas, *place, 1)._process()
    assert len(window.axes.lines[0].get_xdata()) == 11


def test_a_prompt_shows_what_is_new(toolkit):
    with collecting() as figures:
        viewer = Viewer(figures, None, ["png"])
        viewer.look()
        first, second = frame(), dotted()
        viewer.look()
        assert toolkit == [second.figure]
        plot_point(first, 0.5, 0.5)
        viewer.look()
        assert toolkit == [second.figure, first.figure]


def test_a_window_that_a_program_closes_leaves_the_screen(toolkit):
    with collecting() as figures:
        viewer, window = Viewer(figures, None, ["png"]), dotted()
        viewer.look()
        assert pyplot.get_fignums()
        graphics_close(window)
        viewer.look()
        assert not pyplot.get_fignums() and len(toolkit) == 1


def test_a_prompt_writes_what_is_new(tmp_path, capsys):
    with collecting() as figures:
        viewer = Viewer(figures, str(tmp_path / "f"), ["png"])
        first, second = dotted("a"), dotted("b")
        viewer.look()
        assert sorted(os.listdir(tmp_path / "f")) == ["a.png", "b.png"]
        capsys.readouterr()
        plot_point(first, 0.25, 0.5)
        viewer.look()
        viewer.look()
    assert capsys.readouterr().err == f"scmpy: wrote {tmp_path / 'f' / 'a.png'}\n"
    graphics_clear(second)


def test_a_prompt_goes_on_where_nothing_can_be_written(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    with collecting() as figures:
        dotted()
        Viewer(figures, str(tmp_path / "taken"), ["png"]).look()
    assert "cannot write the pictures" in capsys.readouterr().err


def test_a_prompt_without_a_screen_says_so_once(monkeypatch, capsys):
    monkeypatch.setattr(screen, "is_there", lambda: False)
    with collecting() as figures:
        viewer = Viewer(figures, None, ["png"])
        dotted(), viewer.look(), dotted(), viewer.look()
    assert capsys.readouterr().err.count("There is no screen") == 1


def test_the_command_from_a_pipe(monkeypatch, tmp_path, capsys):
    text = '(define w (frame)) (plot-point w .5 .5)\n(rename-window w "named")\n(+ 1 2)\n'
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))
    assert main(["--figures", str(tmp_path / "f"), "--format", "svg"]) == 0
    assert sorted(os.listdir(tmp_path / "f")) == ["figure-1.svg", "named.svg"]
    assert capsys.readouterr().out == "3\n"


def test_the_map_is_explored_by_a_grid_where_files_are_asked_for():
    with collecting() as figures:
        explore_map(frame(0, 6.3, 0, 6.3), standard_map(0.6), 3)
    assert len(figures[0].axes[0].lines[0].get_xdata()) == 12 * 4
