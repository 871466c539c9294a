"""heyoka as a method of integration."""

import math
import sys

import pytest

import scmpy as s
from scmpy.errors import ScmpyError, WrongTypeError


def swinging(state):
    return s.up(1, state[2], -s.sin(state[1]) - state[2] / 10 + s.cos(state[0]) / 4)


def test_it_agrees_with_dop853():
    pytest.importorskip("heyoka")
    start = s.up(0.0, 1.0, 0.0)
    mine, theirs = s.trajectory(swinging, start, 20.0, 1e-12, "heyoka"), s.trajectory(swinging, start, 20.0, 1e-13)
    for t in (0.37, 11.1, 20.0):
        assert mine(t)[1] == pytest.approx(theirs(t)[1], abs=1e-10)
    back = s.state_advancer(lambda: swinging)(mine(20.0), -20.0, 1e-12, "heyoka")
    assert back[1] == pytest.approx(1.0, abs=1e-8)


def test_parameters_and_monitors():
    pytest.importorskip("heyoka")
    seen: list = []
    decay = lambda k: lambda x: s.up(1, -k * x[1])  # noqa: E731
    end = s.evolve(decay, 2.5)(s.up(0, 1), seen.append, 0.5, 1.0, 1e-12, "heyoka")
    assert [x[0] for x in seen] == [0, 0.5, 1, 1]
    assert end[1] == pytest.approx(math.exp(-2.5), rel=1e-11)


def test_bad_input():
    pytest.importorskip("heyoka")
    with pytest.raises(ScmpyError, match="cannot be continued beyond time") as failed:
        s.state_advancer(lambda: lambda x: s.up(1, s.square(x[1])))(s.up(0, 1), 3, method="heyoka")
    assert failed.value.time == pytest.approx(1, abs=1e-6)
    with pytest.raises(WrongTypeError, match="has abs, which heyoka does not have"):
        s.state_advancer(lambda: lambda x: s.up(1, s.magnitude(x[1])))(s.up(0, 1), 3, method="heyoka")
    with pytest.raises(WrongTypeError, match="needs a derivative that is compiled"):
        s.state_advancer(lambda: lambda x: s.up(1, x[1] if x[1] < 2 else 1))(s.up(0, 1), 3, method="heyoka")


def test_without_heyoka(monkeypatch):
    monkeypatch.setitem(sys.modules, "heyoka", None)
    with pytest.raises(ScmpyError, match="pip install heyoka"):
        s.state_advancer(lambda: swinging)(s.up(0.0, 1.0, 0.0), 1, method="heyoka")
