"""The oscilloscope: traces of signals, one above the other."""

from __future__ import annotations

from typing import Any

from scmpy.errors import BadIndexError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import count
from scmpy.generic.kinds import is_number
from scmpy.generic.session_tables import Table
from scmpy.generic.settings import Limit
from scmpy.museum.signals.signal_functions import SignalFunction, checked
from scmpy.numerics.ode.motion import real
from scmpy.plot.figure import new_figure
from scmpy.registry import public

MOST_TRACES = Limit("most-traces", 20, "Traces of a scope.")
WIDTH, HEIGHT = 500, 150  # pixels, of a trace
PLACES = 500  # where a signal is looked at

#: The scope that was made last, in each session.
_scopes: Table[str, Scope] = Table()


class Scope:
    """A figure with Axes for each trace; ``axes`` are matplotlib's, the uppermost first."""

    def __init__(self, traces: int) -> None:
        self.figure = new_figure("make-scope", WIDTH, HEIGHT * traces, "scope")
        self.axes = list(self.figure.subplots(traces, squeeze=False)[:, 0])

    def __repr__(self) -> str:
        return f"<Scope of {len(self.axes)} traces>"


@public("make-scope")
def make_scope(traces: int = 3) -> Scope:
    """A window for so many traces of signals; plot-trace draws in the one that was made last.

    Scheme:  (make-scope [traces])
    Raises:  DomainError unless there is a trace; LimitError for more traces than most-traces
    1 ]=> (define scope (make-scope 2))
    >>> from scmpy import make_scope
    >>> make_scope(2)
    <Scope of 2 traces>
    """
    number = count(traces)
    if not number:
        raise DomainError("make-scope: a scope has at least one trace")
    MOST_TRACES.check(number)
    scope = _scopes.mine["last"] = Scope(number)
    return scope


@public("plot-trace")
def plot_trace(trace: int, signal: SignalFunction, scope: Scope | None = None) -> None:
    """Draw a signal function, over its span, as a trace of a scope; 0 is the uppermost. What was there is replaced.

    Of complex values the imaginary part is drawn too, dashed. Where no scope is given it is the one that was made last,
    or a new one.

    Scheme:  (plot-trace trace signal [scope])
    Raises:  BadIndexError if the scope has no such trace; DomainError if the span is empty; WrongTypeError for what is
             no scope, and for a signal of other than numbers
    1 ]=> (define scope (make-scope 2))
    1 ]=> (plot-trace 0 (sigfun:make cos (sigfun:make-span -1 1)) scope)
    >>> from scmpy import cos, make_scope, plot_trace, sigfun_make
    >>> scope = make_scope()
    >>> plot_trace(0, sigfun_make(cos, (-1, 1)))
    >>> scope.axes[0].get_xlim()[0] < -1
    np.True_
    """
    name = "plot-trace"
    found = (_scopes.mine.get("last") or make_scope()) if scope is None else scope
    if not isinstance(found, Scope):
        raise WrongTypeError(f"{name} expects a scope, which make-scope makes, got {describe(scope)}")
    if count(trace, name) >= len(found.axes):
        raise BadIndexError(f"{name}: a scope of {len(found.axes)} traces has no trace {trace}")
    given = checked(signal, name)
    low, high = (real(end, name, "an end of the span") for end in given.span)
    if low == high:
        raise DomainError(f"{name}: the span is empty, from {low} to {high}")
    times = [low + (high - low) * k / PLACES for k in range(PLACES + 1)]
    values = [_number(given.function(t)) for t in times]
    axes = found.axes[trace]
    axes.clear()
    axes.plot(times, [value.real for value in values])
    if any(value.imag for value in values):
        axes.plot(times, [value.imag for value in values], linestyle="--")


def _number(value: Any) -> complex:
    number = g.inexact(value)
    if not is_number(number):
        raise WrongTypeError(f"plot-trace expects a signal of numbers, got {describe(value)}")
    return complex(number)
