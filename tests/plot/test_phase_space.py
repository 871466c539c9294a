"""Phase portraits, sections, tori, mechanisms and movies: the data of matplotlib's artists, and what is refused."""

import math
import shutil
from pathlib import Path

import numpy
import pytest

import scmpy as s
from scmpy.app.repl import written
from scmpy.errors import ScmpyError, StructureError, WrongTypeError
from scmpy.numerics.linear import newton
from scmpy.plot import animation as movies
from scmpy.plot import phase_portraits
from scmpy.plot.figure import collecting

from ..tables import refusals

PI = math.pi


def pendulum(state):
    return s.square(state[2]) / 2 - s.cos(state[1])


def vertices(collection):
    return numpy.vstack([path.vertices for path in collection.get_paths() if len(path.vertices)])


def test_curves_of_equal_energy():
    ax = s.plot_phase_portrait(pendulum, (-PI, PI), (-3, 3), [-0.5, 2.0], colors="red")
    for energy, path in zip((-0.5, 2.0), ax.collections[0].get_paths(), strict=True):
        q, p = path.vertices.T
        assert abs(p**2 / 2 - numpy.cos(q) - energy).max() < 1e-3
    assert (ax.get_xlim(), ax.get_xlabel()) == ((-PI, PI), "$q$")


def test_the_separatrix_goes_through_the_saddles():
    """Also where these are at the ends of the range."""
    ax = s.plot_phase_portrait(pendulum, (-PI, PI), (-3, 3))
    curves, separatrix = ax.collections
    assert len(curves.levels) > 10
    assert separatrix.levels.tolist() == pytest.approx([1.0])
    q, p = vertices(separatrix).T
    assert abs(abs(p) - 2 * abs(numpy.cos(q / 2))).max() < 0.02
    wells = lambda x: s.square(x[2]) / 2 - s.square(x[1]) / 2 + x[1] ** 4 / 4 + x[1] / 10  # noqa: E731
    assert len(s.plot_phase_portrait(wells, (-2, 2), (-1, 1)).collections[1].levels) == 1
    still = s.plot_phase_portrait(s.H_harmonic(1, 1), (-2, 2), (-1, 1))
    assert len(still.collections) == 1, "a centre alone"


def test_where_the_energy_is_huge_its_rounding_has_no_saddles(monkeypatch):
    """The sleeping and the awake top: at the ends of the range the energy is infinite."""
    starts = []
    monkeypatch.setattr(phase_portraits, "newton", lambda *given: starts.append(given[1]) or newton(*given))

    def H(state):
        return 100 * (s.square(state[2]) + s.square(s.tan(state[1] / 2))) + 150 * s.cos(state[1])

    ax = s.plot_phase_portrait(H, (-s.pi, s.pi), (-1, 1), [155, 200])
    assert len(starts) < 20
    assert ax.collections[1].levels.tolist() == pytest.approx([150.0])


@pytest.mark.slow
def test_a_hamiltonian_with_a_singularity_and_one_that_takes_single_states():
    kepler = lambda x: s.square(x[2]) / 2 + s.square(1 / x[1]) / 2 - 1 / x[1]  # noqa: E731
    ax = s.plot_phase_portrait(kepler, (0, 5), (-1, 1), [-0.25], separatrices=False)
    r, p = vertices(ax.collections[0]).T
    assert abs(p**2 / 2 + 1 / r**2 / 2 - 1 / r + 0.25).max() < 1e-2
    single = lambda x: x[2] ** 2 / 2 if x[1] > 0 else math.nan  # noqa: E731
    assert s.plot_phase_portrait(single, (-1, 1), (-1, 1), [0.2], separatrices=False).collections[0].levels[0] == 0.2


def test_a_steep_wall_of_the_potential_leaves_the_other_motions_their_curves():
    def kepler(state):
        return state[2] ** 2 / 2 - 1 / state[1] + 1 / (2 * state[1] ** 2)

    levels = s.plot_phase_portrait(kepler, (0, 8), (-2, 2), 10).collections[0].levels
    q, p = numpy.meshgrid((numpy.arange(500) + 0.5) / 500 * 8, (numpy.arange(500) + 0.5) / 500 * 4 - 2)
    below = [(kepler((0, q, p)) < energy).mean() for energy in levels]
    assert below == pytest.approx([(k + 0.5) / 10 for k in range(10)], abs=0.01)  # equal parts of the picture
    assert (levels < 0).sum() >= 2, "bound motions; at the wall the energies are above a thousand"


def test_orbits_of_maps():
    ax = s.plot_section(s.standard_map(0), [s.up(1.0, 2.0), (3.0, 0.5)], 50)
    assert [len(line.get_xdata()) for line in ax.lines] == [51, 51]
    assert numpy.allclose(ax.lines[1].get_xdata(), numpy.mod(3 + 0.5 * numpy.arange(51), math.tau))
    ended = s.plot_section(lambda x, y, go, fail: go(x + 1, y) if x < 3 else fail(), [(0.0, 1.0), (5.0, 1.0)], 50)
    assert [line.get_xdata().tolist() for line in ended.lines] == [[0, 1, 2, 3]], "it ends, and the other never begins"


def test_a_section_of_a_hamiltonian():
    section = s.section_map(s.HHHam, 0.125)
    ax = s.plot_section(section, numpy.array([[0.1, 0.0], [0.9, 0.0]]), 20, names="y p_y")
    (orbit,) = ax.lines  # the energy is too low at the other start
    assert numpy.allclose(orbit.get_xydata()[1:], section.orbit(0.1, 0.0, 20))
    assert ax.get_ylabel() == "$p_{y}$"
    wide = s.plot_section(section, [(0.6, 0.0), (-0.4, 0.0), (0.0, 0.45), (0.0, -0.45)], 1)
    assert len(wide.collections) == 1 and not ax.collections, "the forbidden region, where the picture reaches it"
    running = s.plot_section(s.section_map(s.HHHam, 0.2), [(0.1, 0.1)], 50)
    assert 1 < len(running.lines[0].get_xdata()) < 51, "an orbit that runs away has the points before"


def test_tables_of_points():
    table = numpy.array([[0.0, 1.0], [2.0, 3.0]])
    for given, count in ((table, 1), ([table, table], 2)):
        assert [line.get_xydata().tolist() for line in s.plot_section(given).lines] == [table.tolist()] * count


def arm(state):
    elbow = s.up(s.sin(state[1]), -s.cos(state[1]))
    return s.up(s.up(0, 0), elbow, elbow + s.up(1, 0))


T = numpy.linspace(0, 1, 11)
TURNING = s.up(T, T)


def test_a_torus():
    ax = s.plot_torus(s.up(T, T, 2 * T), "x1", "x2", (0.5, 3.0), color="red")
    x, y, z = ax.lines[0].get_data_3d()
    assert numpy.allclose(numpy.arctan2(y, x), T)
    assert numpy.allclose(numpy.arctan2(z, numpy.hypot(x, y) - 3), 2 * T)


def test_a_mechanism():
    ax = s.plot_mechanism(TURNING, arm, 3, links=[(0, 1), (1, 2)])
    path, *links = ax.lines
    assert numpy.allclose(path.get_xydata(), numpy.stack([numpy.sin(T) + 1, -numpy.cos(T)], axis=1))
    assert len(links) == 6
    assert numpy.allclose(links[-1].get_xydata(), [[math.sin(1), -math.cos(1)], [math.sin(1) + 1, -math.cos(1)]])
    motion = s.trajectory(lambda state: s.up(1, 1), s.up(0, 0), 1.0)
    shown = s.plot_mechanism(motion, arm, [0.5], path=False).lines[0].get_xydata()
    assert numpy.allclose(shown, [[0, 0], [math.sin(0.5), -math.cos(0.5)], [math.sin(0.5) + 1, -math.cos(0.5)]])


def test_joints_that_are_no_positions_are_told_for_a_state():
    t = numpy.linspace(0, 1, 12)
    with pytest.raises(StructureError, match=r"got the number 0\.0 for a state"):
        s.plot_mechanism(s.up(t, t), lambda state: state[1])
    with pytest.raises(StructureError, match=r"got up\(4\) for a state"):
        s.plot_mechanism(s.up(t, t), lambda state: s.up(state[1], 1, 2, 3))


def test_the_pictures_of_a_movie():
    motion = s.trajectory(lambda state: s.up(1, 1), s.up(0, 0), 2.0)
    film = s.mechanism_movie(motion, arm, fps=10, speed=2)
    assert list(film.new_frame_seq()) == list(range(11))
    film._func(5)
    trail, chain = film._fig.axes[0].lines
    assert numpy.allclose(chain.get_xydata()[1], [math.sin(1), -math.cos(1)])
    assert len(trail.get_xdata()) == 6
    assert film._fig.axes[0].texts[0].get_text() == "$t$ = 1.0"


def test_movies_of_one_figure_are_written_together(tmp_path, monkeypatch):
    with collecting() as figures:
        still = s.frame(0, 1, 0, 1)
    figure = figures[0]
    few = s.up(T[:3], T[:3])
    both = [
        s.mechanism_movie(few, arm, ax=still),
        s.torus_movie(few, "x1", "x1", ax=figure.add_subplot(projection="3d")),
    ]
    monkeypatch.setattr(shutil, "which", lambda program: None)
    path = s.save_movie(both, tmp_path / "both", dpi=20)
    assert path.name == "both.gif"
    from PIL import Image

    with Image.open(path) as images:
        assert images.n_frames == 3
    page = s.save_movie(both[0], tmp_path / "arm.html", dpi=20)
    assert page.read_text().count("data:image/png") == 3 and "https:" not in page.read_text()
    with pytest.raises(ScmpyError, match="ffmpeg, which is not installed"):
        s.save_movie(both, tmp_path / "both.mp4")
    with pytest.raises(WrongTypeError, match="one figure"):
        s.save_movie([both[0], s.mechanism_movie(few, arm)], tmp_path / "x.gif")
    with pytest.raises(ScmpyError, match="cannot write the movie"):
        s.save_movie(both[0], tmp_path / "nowhere" / "x.gif")


def test_mp4_files_are_written_by_ffmpeg(tmp_path, monkeypatch):
    """Any program of that name will do here: it is given the pictures, and the name of the file."""
    program = tmp_path / "ffmpeg"
    program.write_text('#!/bin/sh\nfor file; do :; done\nwc -c > "$file"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    film = s.mechanism_movie(s.up(T[:3], T[:3]), arm)
    path = s.save_movie(film, tmp_path / "arm", dpi=20)
    assert path.name == "arm.mp4" and int(path.read_text()) == 3 * 128 * 96 * 4


@pytest.mark.slow
def test_movies_are_written_beside_the_pictures(tmp_path):
    with collecting() as figures:
        s.mechanism_movie(s.up(T[:2], T[:2]), arm, ax=s.frame(-1, 2, -1, 1, name="arm"))
    paths = written(figures, str(tmp_path), ["png"])
    assert {path.name for path in tmp_path.iterdir()} == {Path(path).name for path in paths}
    assert [Path(path).stem for path in paths] == ["arm", "arm"] and paths[1].endswith(movies.best_suffix())


test_what_cannot_be_drawn_is_refused = refusals(__file__, "phase space", globals())
