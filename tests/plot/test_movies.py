"""Movies as they are written: each picture is that of the whole figure, drawn anew."""

import io
from types import SimpleNamespace

import numpy
import pytest

import scmpy as s
from scmpy import explore_map, frame
from scmpy.errors import DomainError
from scmpy.generic import display as progress
from scmpy.plot.animation import film

t = numpy.linspace(0, 1, 6)


def turning():
    return s.mechanism_movie(s.up(t, 3 * t), lambda state: s.up(s.up(0, 0), s.up(s.cos(state[1]), s.sin(state[1]))))


def turning_in_space():
    return s.mechanism_movie(s.up(t, 3 * t), lambda state: s.up(s.up(0, 0, 0), s.up(s.cos(state[1]), state[1], 1)))


def turning_behind():
    """Something stands still over what moves."""
    movie = turning()
    axes = movie._fig.axes[0]
    axes.fill([-0.2, 0.5, 0.5], [-0.1, 0.1, 0.9], color="red", alpha=0.5, zorder=2.2)
    axes.set_title("a rod")
    return movie


MOVIES = {
    "an arm": turning,
    "an arm in space": turning_in_space,
    "an arm behind something": turning_behind,
    "a torus": lambda: s.torus_movie(s.up(t, 3 * t, 7 * t), "x1", "x2"),
}


class Projector:
    """A writer of movies that keeps the pictures."""

    def __init__(self):
        self.pictures = []

    def saving(self, camera, file, dpi):
        self.camera, self.dpi = camera, dpi
        return io.BytesIO()

    def grab_frame(self):
        content = io.BytesIO()
        self.camera.savefig(content, format="rgba", dpi=self.dpi)
        self.pictures.append(content.getvalue())


@pytest.mark.parametrize("name", MOVIES)
def test_a_picture_is_that_of_the_figure(name):
    movie = MOVIES[name]()
    figure, (update, count) = movie._fig, movie.pictures
    canvas, engine = figure.canvas, figure.get_layout_engine()
    projector = Projector()
    film(figure, [update], count, projector, "", 60)
    assert figure.canvas is canvas and figure.get_layout_engine() is engine and figure.dpi == 100
    assert len(set(projector.pictures)) == count > 4
    if "space" in name:
        figure.set_layout_engine("none")  # that of a picture in space is its own; the movie keeps the first one
    for i in (0, count - 1):
        for artist in update(i):
            assert not artist.get_animated()
        content = io.BytesIO()
        figure.savefig(content, format="rgba", dpi=60)
        assert content.getvalue() == projector.pictures[i]


def test_the_rate_is_positive(tmp_path):
    with pytest.raises(DomainError, match="pictures a second above 0, got -3"):
        s.save_movie(turning(), tmp_path / "arm.gif", fps=-3)


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Bar:
    """What stands for tqdm's."""

    def __init__(self, things):
        self.things, self.count, self.is_open = things, 0, False

    def __enter__(self):
        self.is_open = True
        return self

    def __exit__(self, *error):
        self.is_open = False

    def __iter__(self):
        for thing in self.things:
            yield thing
            self.count += 1


@pytest.fixture
def bars(monkeypatch):
    made = []
    monkeypatch.setattr(progress, "sys", SimpleNamespace(stderr=Terminal()))
    monkeypatch.setattr(progress, "bar", lambda things, *_: made.append(Bar(things)) or made[-1])
    return made


def test_a_bar_counts_and_closes(bars):
    with progress.watched([1, 2, 3], "number") as numbers:
        assert sum(numbers) == 6 and bars[0].is_open
    assert (bars[0].count, bars[0].is_open) == (3, False)


@pytest.mark.parametrize("error", [KeyboardInterrupt, IndexError])
def test_an_interrupt_or_an_error_takes_it_away_before_anything_else_is_written(bars, error):
    asked = []

    def step(x, y, proceed, fail):
        asked.append(x)
        if len(asked) > 30:
            raise error
        return proceed(x, y)

    with pytest.raises(error) as held:  # with its frames, and the generators in them
        explore_map(frame(), step, 5)
    assert held.tb is not None and 0 < bars[0].count < 12 and not bars[0].is_open


def test_one_thing_has_no_bar(bars):
    with progress.watched([1], "number") as numbers:
        assert list(numbers) == [1]
    assert not bars
