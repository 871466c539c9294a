"""Pages: their texts, their motion in Node, and the pages themselves in a browser without a screen."""

import json
import re
import shutil
import subprocess
from functools import cache
from html import unescape
from pathlib import Path

import pytest

import scmpy as s
from scmpy.app.cli import main
from scmpy.app.magics import representations
from scmpy.plot.animation import Page
from scmpy.scheme import Session

from ..tables import refusals

FOLDER = Path(__file__).parents[2] / "transcripts" / "pages"
PAGES = sorted(path.stem for path in FOLDER.glob("*.scm"))

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


@cache
def session(name):
    session = Session()
    session.load(str(FOLDER / f"{name}.scm"))
    return session


def html(name):
    return session(name).run("moving").html


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_one_file(name):
    text = html(name)
    assert "<math" in text and "__" not in re.sub(r"__\w+\(", "", text)
    assert not re.search(r'https?:|src=|@import|<link(?! rel="icon" href="data:,">)', text)


def in_node(text, program):
    """What a program prints that follows the page's own, up to where it draws."""
    script = text.split('"use strict";\n')[1].split("/** A canvas")[0]
    run = subprocess.run(["node", "-"], input=script + program, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


MOVED = """
const energyAt = (y) => called(energy, y)[0], orbit = new Orbit(initial), first = energyAt(initial);
let worst = 0;
for (let i = 1; i <= %d; i++) { orbit.to(i / 60); worst = Math.max(worst, Math.abs(energyAt(orbit.y) / first - 1)); }
console.log(JSON.stringify([orbit.y, worst]));
"""


@needs_node
def test_the_motion_of_a_page_is_that_of_the_library():
    state, drift = in_node(html("double-pendulum"), MOVED % 300)
    L = session("double-pendulum").run("(L-double 1. 1. 1. .8 9.8)")
    start = s.up(0, s.up(1.5, 2.5), s.up(0, 0))
    end = s.trajectory(s.Lagrangian_to_state_derivative(L), start, 5, tolerance=1e-13).end
    assert state == pytest.approx([5, *end[1], *end[2]], abs=1e-9) and drift < 1e-12


MOVED_TO = """const orbit = new Orbit(initial); let said = null;
try { orbit.to(%r); } catch (error) { said = error.message; }
console.log(JSON.stringify([orbit.y, said]));
"""


@needs_node
def test_slopes_may_jump_and_what_has_no_end_is_told():
    def relay(state):
        return s.up(1, state[2], 1 if state[1] < 0 else -1)

    (t, x, v), said = in_node(s.page(relay, s.up(0, 0.5, 0)).html, MOVED_TO % 20)
    wanted = s.trajectory(relay, s.up(0.0, 0.5, 0.0), 20).end
    assert said is None and [t, x, v] == pytest.approx([*wanted], abs=1e-8)
    assert "too many steps" in in_node(s.page(relay, s.up(0, 0, 0)).html, MOVED_TO % 20)[1]
    [_, x], said = in_node(s.page(lambda state: s.up(1, state[1] ** 2), s.up(0, 1)).html, MOVED_TO % 20)
    assert "cannot be continued beyond t = 1.0000" in said


@needs_node
@pytest.mark.parametrize(
    "event",
    [
        s.crossing(s.coordinate, "falling", then=lambda state: s.up(state[0], 0, -0.9 * state[2])),
        s.crossing(lambda state: state[1] - 0.5, "both", then=lambda state: s.up(state[0], state[1], 1.1 * state[2])),
    ],
)
def test_the_motion_of_a_page_jumps_where_that_of_the_trajectory_does(event):
    motion = s.trajectory(lambda state: s.up(1, state[2], -2), s.up(0.0, 1.0, 0.0), 2.5, events={"a": event})
    found, said = in_node(s.page(motion).html, MOVED_TO % 2.5)
    assert said is None and found == pytest.approx([*motion.end], abs=1e-9) and motion.events["a"]


@needs_node
@pytest.mark.parametrize(("rate", "speed"), [(1e15, 1e-15), (1e15, 1.0), (1e-12, 1e12)])
def test_motions_may_be_fast_and_slow(rate, speed):
    text = s.page(lambda state: s.up(1, state[2], -(rate**2) * state[1]), s.up(0, 1, 0), speed=speed).html
    (_, x, v), said = in_node(text, MOVED_TO % (10 / rate))
    assert said is None and [x, v / rate] == pytest.approx([s.cos(10.0), -s.sin(10.0)], abs=1e-11)


@needs_node
@pytest.mark.slow
@pytest.mark.parametrize("name", ["double-pendulum", "top", "kepler"])
def test_energy_is_kept_over_ten_minutes(name):
    assert in_node(html(name), MOVED % 36_000)[1] < 1e-9


@needs_node
def test_crossings_are_found_to_the_last_digits():
    period = "const o = new Orbit(initial), at = (y) => called(section, y)[0], found = [];\n"
    period += "while (found.length < 3) { const y = o.crossing(at, Infinity); if (y) found.push(y[0]); }\n"
    found = in_node(html("driven-pendulum"), period + "console.log(JSON.stringify(found))")
    assert found == pytest.approx([2 * s.pi * n / 6.26 for n in (1, 2, 3)], rel=1e-12)


TRIED = """<script>
run(false);
advance(1); if (section) { launchAt(0.5, 0); initial[1] = 1; reset(); work(300); }
for (let i = 0; i < 120; i++) { advance(1 / 60); draw(); }
const began = performance.now(); for (let i = 0; i < 120; i++) { advance(1 / 60); draw(); }
const reach = views.mechanism.reach / 1.8, spent = (performance.now() - began) / 120, found = {
  spent, message: $("message").textContent, time: orbit.y[0], hash: location.hash, start: initial,
  shown: [...document.querySelectorAll("figure")].filter((f) => !f.hidden).map((f) => f.id),
  crossings: orbits.map((points) => points.length), width: document.documentElement.scrollWidth,
  pulled: solid || !joints ? null : places(pulled(places(initial).length - 1, [0.3 * reach, -0.9 * reach])).pop().map((x) => x / reach),
  drift: drift.length ? drift.at(-1)[1] : null,
};
document.body.textContent = "found" + JSON.stringify(found) + "found";
</script></body>"""


def in_browser(text, folder, fragment=""):
    (folder / "page.html").write_text(text.replace("</body>", TRIED), encoding="utf-8")
    flags = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    flags += " --disable-component-update --disable-sync --virtual-time-budget=1000 --dump-dom --window-size=390,900"
    place = [f"--user-data-dir={folder / 'profile'}", f"file://{folder / 'page.html'}{fragment}"]
    run = subprocess.run([BROWSER, *flags.split(), *place], capture_output=True, text=True, timeout=120)
    return json.loads(run.stdout.split("found")[1].replace("&amp;", "&"))


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
@pytest.mark.parametrize("name", PAGES)
def test_pages_in_a_browser(name, tmp_path):
    found = in_browser(html(name), tmp_path)
    assert found["message"] == "" and found["time"] > 3.9 and found["width"] <= 500
    assert {"mechanism", "phase"} <= set(found["shown"]) and ("drift" in found["shown"]) == (name != "driven-pendulum")
    assert all(count > 50 for count in found["crossings"]) and bool(found["crossings"]) == (name == "driven-pendulum")
    assert found["spent"] < 16, "milliseconds for a picture, of 60 a second"
    if name == "double-pendulum":
        assert found["pulled"] == pytest.approx([0.3, -0.9], abs=1e-3)


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
@pytest.mark.parametrize("size", [1e-10, 1e11])
def test_mechanisms_may_be_small_and_large(size, tmp_path):
    """A pendulum whose energy is 0, of large parts, and grows a little."""

    def slope(state):
        return s.up(1, state[2], -s.sin(state[1]))

    def energy(state):
        return size**2 * (state[2] ** 2 / 2 - s.cos(state[1]) + 1e-6 * state[0])

    def joints(state):
        return s.up(s.up(0, 0), s.up(size * s.sin(state[1]), -size * s.cos(state[1])))

    shown = s.page(slope, s.up(0, 1, s.sqrt(2 * s.cos(1.0))), energy=energy, joints=joints)
    found = in_browser(shown.html, tmp_path)
    assert found["message"] == "" and found["pulled"] == pytest.approx([1.8 / 10**0.5, -5.4 / 10**0.5], abs=1e-3)
    assert -6.5 < found["drift"] < -4.5


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")
def test_the_address_says_where_a_page_stands(tmp_path):
    found = in_browser(html("kepler"), tmp_path, "#p.k=2&y.x=1.5")
    assert found["start"][1] == 1.5 and "p.k=2&" in found["hash"] and "y.x=1.5" in found["hash"]


def test_pages_of_trajectories_and_of_derivatives(tmp_path):
    motion = s.trajectory(lambda state: s.up(1, state[2], -state[1]), s.up(0.0, 1.0, 0.0), 3, names="x v")
    shown = s.page(motion, title="<spring>")
    assert (
        '"names": ["t", "x", "v"]' in shown.html and "&lt;spring&gt;" in shown.html and "iframe" in shown._repr_html_()
    )
    shown.save(str(tmp_path / "page.html"))
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == shown.html
    assert isinstance(shown, Page) and repr(shown) == "<page <spring>>"
    flying = s.page(lambda state: s.up(1, s.up(1, 2, 3)), s.up(0, s.up(0, 0, 0)), joints=s.coordinate)
    assert '"dimension": 3' in flying.html


def test_notebooks_show_motions_as_pages_where_the_browser_can_compute_them():
    spring = s.trajectory(lambda state: s.up(1, state[2], -state[1]), s.up(0.0, 1.0, 0.0), 3)
    assert spring._repr_html_().startswith("<iframe srcdoc=")
    airy = s.trajectory(lambda state: s.up(1, s.Airy_Ai(state[1])), s.up(0.0, 1.0), 1)
    assert airy._repr_html_() is None
    session = Session()
    shown = representations(session, session.run("(trajectory (lambda (s) (up 1 (ref s 1))) (up 0. 1.) 1.)"))
    assert "function attempt" in shown["text/html"] and shown["text/plain"].startswith("#[trajectory")


@needs_node
def test_notebooks_show_sections_on_which_orbits_are_launched():
    section = s.section_map(s.HHHam, 0.125)
    text = unescape(section._repr_html_())
    launched = "const o = new Orbit(called(launch, [0.1, 0])), at = (y) => called(section, y)[0], found = [];\n"
    launched += (
        "while (found.length < 3) { const y = o.crossing(at, Infinity); if (y) found.push(called(section, y)); }\n"
    )
    found = in_node(text, launched + "console.log(JSON.stringify(found))")
    assert [row[1:] for row in found] == [pytest.approx(row, abs=1e-8) for row in section.orbit(0.1, 0.0, 3).tolist()]
    runs_away = s.section_map(lambda state: s.square(state[2]) / 2 - state[1][0], 0.5)
    assert runs_away._repr_html_() is None


def test_one_number_is_drawn_over_the_time():
    assert '"axes": [0, 1]' in s.page(lambda state: s.up(1, -state[1]), s.up(0, 1), False).html
    assert '"axes": [1, 2]' in s.page(lambda state: s.up(1, state[2], 0), s.up(0, 1, 0)).html


def test_there_is_a_picture_where_no_script_runs():
    points = re.search(r'<noscript><svg[^>]*><polyline points="([^"]*)"', html("kepler"))[1].split()
    assert len(points) == 601
    assert "<noscript> A script" in s.page(lambda state: s.up(1, state[1] ** 2), s.up(0, 1)).html


def test_motions_with_parameters_have_sliders():
    motion = s.compile_motion(s.L_pendulum, parameters={"g": 9.8, "m": 1.0, "l": 2.0}, kind="Lagrangian")
    assert '"name": "l", "value": 2.0' in s.page(motion, s.up(0, 1, 0)).html
    moving = "(page (lambda (s) (up 1 (ref s 1))) (up 0 1) #f #f #f #f #f #f #f '(t x))"
    assert '"names": ["t", "x"]' in Session().run(moving).html


@pytest.mark.slow
def test_notebooks_show_movies():
    pyplot = pytest.importorskip("matplotlib.pyplot")
    motion = s.trajectory(lambda state: s.up(1, state[2], -state[1]), s.up(0.0, 1.0, 0.0), 0.2)
    figure = pyplot.figure()
    film = s.mechanism_movie(motion, lambda state: s.up(s.up(0, 0), s.up(state[1], 0)), ax=figure.gca())
    assert "<script" in film._repr_html_() and film._repr_png_().startswith(b"\x89PNG")
    assert not pyplot.fignum_exists(figure.number)  # it is shown once
    film.pictures = film.pictures[0], 10_000
    assert film._repr_html_() is None


def test_the_command(tmp_path, capsys):
    assert main(["page", str(FOLDER / "kepler.scm"), "-o", str(tmp_path / "k.html")]) == 0
    assert "Kepler" in (tmp_path / "k.html").read_text(encoding="utf-8")
    (tmp_path / "f.scm").write_text("(define x 3)")
    assert main(["page", str(tmp_path / "f.scm"), "-o", str(tmp_path / "f.html")]) == 1
    assert "gives no page" in capsys.readouterr().err


START = s.up(0, 1, 0)


def swing(state):
    return s.up(1, state[2], -state[1])


test_what_is_refused = refusals(__file__, "page", globals())
