"""Windows on a real X server, pressed by real buttons; a notebook with ipympl; movies encoded and decoded by ffmpeg.

Each test is skipped where its program is not installed: Xvfb and a toolkit, ipympl, ffmpeg.
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy
import pytest

import scmpy as s

ROOT = Path(__file__).parents[2]

#: Press buttons of the toolkit at a point of a window, and type a key.
PRESS = {
    "tkagg": """
def press(canvas, x, y, button=1):
    widget = canvas.get_tk_widget()
    widget.event_generate(f"<Button-{button}>", x=round(x), y=round(widget.winfo_height() - y))

def type_escape(canvas):
    canvas.get_tk_widget().focus_force()
    canvas.get_tk_widget().event_generate("<Escape>")
""",
    "qtagg": """
def press(canvas, x, y, button=1):
    from PySide6 import QtCore, QtTest
    name = {1: "LeftButton", 2: "MiddleButton", 3: "RightButton"}[button]
    QtTest.QTest.mousePress(canvas, getattr(QtCore.Qt.MouseButton, name), pos=QtCore.QPoint(round(x), round(canvas.height() - y)))

def type_escape(canvas):
    from PySide6 import QtCore, QtTest
    QtTest.QTest.keyClick(canvas, QtCore.Qt.Key.Key_Escape)
""",
}

BEGIN = """
import json, warnings
warnings.simplefilter("error")
from scmpy.app.repl import Viewer
from scmpy.app.repl import _tend
from scmpy.plot import figure as screen
from scmpy.plot.figure import collecting
from scmpy.scheme import Session

class Line:
    "What a user types at the prompt comes after some looks for it."
    looks = 0
    def input_is_ready(self): self.looks += 1; return self.looks > 6

def enter(program):
    session.run(program), viewer.look(), _tend(Line())

def act(x, y, button=1):
    press(window.figure.canvas, *window.axes.transData.transform((x, y)), button), _tend(Line())
    return len(window.axes.lines[0].get_xdata()) if window.axes.lines else 0

found = {}
with collecting(on_screen=screen.is_there) as figures:
    session, viewer = Session(), Viewer(figures, None, ["png"])
"""

MAP = """
    enter("(define win (frame 0. :2pi 0. :2pi)) (rename-window win 'orbits) (explore-map win (standard-map .6) 10)")
    window = session.lookup("win")
    box = window.axes.get_window_extent()
    found["width"] = box.width / window.figure.bbox.width
    found["shown"] = screen.has(window.figure)
    found["started"] = act(2., 1.)
    found["continued"] = act(5., 5., 2)
    act(3., 1.5, 3)
    found["read"] = window.explorer.said
    enter("(graphics-clear win)")
    found["cleared"] = not window.figure.stale
    found["again"] = act(2., 1.)
    type_escape(window.figure.canvas), _tend(Line())
    found["ended"] = act(2., 1.)
    enter("(graphics-close win)")
    found["closed"] = not screen.has(window.figure)
"""

SECTION = """
    enter("(define win (frame -.5 .75 -.5 .5)) (explore-section win HHHam .125 0 20)")
    window = session.lookup("win")
    found["started"] = act(.1, .1)
    found["continued"] = act(.1, .1, 2)
    found["forbidden"] = act(-.45, .45)
    found["said"] = window.explorer.said
"""

MOVIE = """
    enter('''(define (turn state) (up 1 1))
             (define (arm state) (up (up 0 0) (up (sin (ref state 1)) (cos (ref state 1)))))
             (define film (mechanism-movie (trajectory turn (up 0 0) 60) arm))''')
    hand = lambda: figures[0].axes[0].lines[1].get_xydata()[1].tolist()
    found["hands"] = [hand()]
    for _ in range(200):
        _tend(Line())
        found["hands"].append(hand())
        if found["hands"][-1] != found["hands"][1]:
            break
"""


@pytest.fixture(scope="module")
def display():
    """The number of the screen of an X server."""
    if shutil.which("Xvfb") is None:
        pytest.skip("there is no Xvfb")
    with subprocess.Popen(["Xvfb", "-displayfd", "1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        yield server.stdout.readline().decode().strip()
        server.terminate()


@pytest.fixture(params=[("tkagg", "tkinter"), ("qtagg", "PySide6")], ids=lambda pair: pair[0])
def on_screen(request, display):
    """Run a program at a prompt with this toolkit; what it found."""
    backend, library = request.param
    if find_spec(library) is None:
        pytest.skip(f"there is no {library}")

    def run(program):
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        environment = {**os.environ, "DISPLAY": f":{display}", "MPLBACKEND": backend, "PYTHONPATH": path}
        text = PRESS[backend] + BEGIN + program + "print(json.dumps(found))"
        done = subprocess.run(
            [sys.executable, "-c", text], env=environment, capture_output=True, text=True, timeout=100
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run


@pytest.mark.slow
def test_a_map_is_explored_on_a_screen(on_screen):
    found = on_screen(MAP)
    x, y = map(float, found.pop("read").split(", "))
    assert (x, y) == pytest.approx((3, 1.5), abs=0.05)
    assert found.pop("width") > 0.8, "what the explorer says takes no room of the picture"
    points = {"started": 11, "continued": 22, "again": 11, "ended": 11}
    assert found == {"shown": True, "cleared": True, "closed": True, **points}


@pytest.mark.slow
def test_a_section_is_explored_on_a_screen(on_screen):
    found = on_screen(SECTION)
    assert found["started"] == 21 and found["continued"] == found["forbidden"] == 42
    assert "not defined" in found["said"]


@pytest.mark.slow
def test_a_movie_moves_on_a_screen(on_screen):
    """Its figure has another canvas there than when it was made."""
    hands = on_screen(MOVIE)["hands"]
    assert hands[-1] != hands[1]
    assert numpy.hypot(*numpy.array(hands).T) == pytest.approx(1)


@pytest.mark.slow
def test_a_map_is_explored_with_ipympl(tmp_path, monkeypatch):
    """By the message that the browser sends when a button is pressed."""
    pytest.importorskip("ipympl")
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path)]))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    explore = "explore_map(window, standard_map(0.6), 10)"
    state = "canvas.model_id, *window.axes.transData.transform((2.0, 1.0)).tolist(), canvas.get_width_height()[1]"
    cells = [
        f"%matplotlib widget\nfrom scmpy import *\nwindow = frame(0, 6.3, 0, 6.3)\n{explore}",
        f"canvas = window.figure.canvas; print([{state}])",
        "print(window.axes.lines[0].get_xydata().tolist())",
    ]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(notebook, timeout=100, kernel_name="python3")

    async def execute():
        async with client.async_setup_kernel():
            for i in (0, 1):
                await client.async_execute_cell(notebook.cells[i], i)
            model, x, y, height = json.loads(notebook.cells[1].outputs[0]["text"].replace("'", '"'))
            press = {"type": "button_press", "x": x, "y": height - y, "button": 0, "buttons": 1, "modifiers": []}
            content = {"comm_id": model, "data": {"method": "custom", "content": {**press, "guiEvent": None}}}
            client.kc.shell_channel.send(client.kc.session.msg("comm_msg", content))
            await client.async_execute_cell(notebook.cells[2], 2)

    asyncio.run(execute())
    assert "image/png" in notebook.cells[0].outputs[0]["data"]
    points = json.loads(notebook.cells[2].outputs[0]["text"])
    assert len(points) == 11 and points[0] == pytest.approx((2, 1), abs=0.05)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="there is no ffmpeg")
def test_mp4_files_hold_the_movie(tmp_path):
    """All pictures are in it, in their size, which is even there, and they are what was drawn."""
    times = numpy.linspace(0, 1, 7)
    window = s.frame(-1.2, 1.2, -1.2, 1.2, 301, 201)
    film = s.mechanism_movie(
        s.up(times, times * numpy.pi), lambda state: s.up(s.up(0, 0), s.up(s.cos(state[1]), s.sin(state[1]))), ax=window
    )
    path = s.save_movie(film, tmp_path / "arm")
    assert path.name == "arm.mp4"
    decoded = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"],
        capture_output=True,
        check=True,
    ).stdout
    pictures = numpy.frombuffer(decoded, numpy.uint8).reshape(7, 200, 300)
    assert s.window_size(window) == (301, 201)
    s.resize_window(window, 300, 200)
    window.figure.canvas.draw()  # the last of them
    last = numpy.asarray(window.figure.canvas.buffer_rgba())[..., :3].mean(axis=-1)[:200, :300]
    difference = [abs(picture - last).mean() for picture in pictures]
    assert difference[-1] == min(difference) < 0.5 * min(difference[:-1])
