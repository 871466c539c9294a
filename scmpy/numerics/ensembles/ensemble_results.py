"""What an ensemble of motions comes to."""

from __future__ import annotations

from typing import Any, NamedTuple


class Failure(NamedTuple):
    """An orbit that ended too early: its index, the time and state that it got to, and why."""

    orbit: Any
    time: Any
    state: Any
    reason: str


class Ensemble(NamedTuple):
    """The states of all orbits at the final time, or at all times.

    ``states`` is a state of arrays: with the shape of the first states', and one more axis, the last, where times were
    given. ``failures`` are the orbits that ended too early: their numbers are nan from there on.
    """

    states: Any
    times: Any
    failures: tuple[Failure, ...]
