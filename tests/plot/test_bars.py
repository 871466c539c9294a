"""Bars of progress on a terminal: they are gone when the work ends, however it does."""

import io
from types import SimpleNamespace

import pytest

from scmpy import explore_map, frame
from scmpy.generic import display as progress


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
