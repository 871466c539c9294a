"""The oscilloscope: traces of signals."""

from __future__ import annotations

import math

import numpy
import pytest

from scmpy import make_scope, plot_trace, sigfun_make
from scmpy.errors import ScmpyError
from scmpy.plot.figure import collecting
from scmpy.scheme import Session


def test_traces_in_scheme():
    session = Session()
    session.run("(define scope (make-scope 2)) (plot-trace 1 (sigfun:make cos (sigfun:make-span -1 1)))")
    upper, lower = session.lookup("scope").axes
    assert not upper.lines
    x, y = lower.lines[0].get_data()
    assert (x[0], x[-1]) == (-1, 1) and numpy.allclose(y, numpy.cos(x))
    session.run("(plot-trace 1 (sigfun:make sin (sigfun:make-span -1 1)))")
    assert len(lower.lines) == 1 and lower.lines[0].get_ydata()[-1] == pytest.approx(math.sin(1))


def test_complex_signals_have_two_lines():
    scope = make_scope(1)
    plot_trace(0, sigfun_make(lambda t: complex(t, 2 * t), (0, 1)), scope)
    assert [line.get_ydata()[-1] for line in scope.axes[0].lines] == [1, 2]


def test_sessions_have_scopes_of_their_own():
    with collecting() as figures:
        one, other = Session(), Session()
        one.run("(make-scope 1)")
        other.run("(plot-trace 2 (sigfun:make cos (sigfun:make-span -1 1)))")
    assert [len(figure.axes) for figure in figures] == [1, 3]


SIGNAL = sigfun_make(math.cos, (-1, 1))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: make_scope(0), "at least one trace"),
        (lambda: make_scope(1000), "more than 20 traces"),
        (lambda: make_scope(1.5), "an integer from zero"),
        (lambda: plot_trace(7, SIGNAL, make_scope(2)), "has no trace 7"),
        (lambda: plot_trace(0, math.cos, make_scope(2)), "expects a signal function"),
        (lambda: plot_trace(0, SIGNAL, 3), "expects a scope"),
        (lambda: plot_trace(0, sigfun_make(math.cos, (1, 1)), make_scope(1)), "empty|span"),
        (lambda: plot_trace(0, sigfun_make(lambda t: "a", (0, 1)), make_scope(1)), "signal of numbers|does not apply"),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ScmpyError, match=message):
        call()
