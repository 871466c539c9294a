"""The scale of a motion whose states have units: the sizes to which errors are relative where components are small.

No unit is special, so 1 is no size: an atom and a planet are as accurate in meters as in any other unit. The sizes
follow from the state y at the start, its rates f and their derivatives J by the state. The absolute values of J have a
greatest eigenvalue, the fastest rate at which errors can grow; its inverse T is the time in which the motion changes.
Each component is as large as it is, as its rate makes it in that time, or as others make it by J. So what starts at 0
has the size that it will have, and what is 0 but for rounding, as is the radial momentum on a circle, has that of the
terms that cancel. Where nothing acts back, as in free fall, a small part of the duration is such a time.

All of this is the same in all units: where y is measured in units of s, the sizes are so too, and T is the same time.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

LEAST, LARGEST = 1e-290, 1e290  # instead of 0, by which one does not divide
ROUNDS = 3  # in which sizes go from component to component
PART = 1e-6  # of a duration

MOST = 64  # numbers of a state, of whose rates the derivatives are asked for


def scale_of(
    state: Sequence[float], rates: Sequence[float], derivatives: Any = None, duration: float = 0.0
) -> list[float]:
    """The sizes of the numbers of a state, the first of which is the time and has none.

    The derivatives of the rates and the duration may not be known.

    >>> amplitude, frequency = 1e-10, 1e3  # of a spring, which starts in the middle
    >>> state, rates = [0.0, 0.0, amplitude * frequency], [1.0, amplitude * frequency, 0.0]
    >>> sizes = scale_of(state, rates, [[0, 0, 0], [0, 0, 1], [0, -(frequency**2), 0]])
    >>> [float(f"{size:.12g}") for size in sizes]
    [inf, 1e-10, 1e-07]
    """
    sizes, _ = sizes_and_time(state, rates, derivatives, duration)
    return [math.inf, *(max(size, LEAST) for size in sizes)]


def sizes_and_time(
    state: Sequence[float], rates: Sequence[float], derivatives: Any = None, duration: float = 0.0
) -> tuple[list[float], float]:
    """The sizes of the numbers of a state but for the time, 0 where nothing is known, and in which time it changes."""
    import numpy

    sizes = numpy.abs(state)
    known = derivatives is not None and bool(numpy.isfinite(derivatives).all())
    own = numpy.abs(derivatives if known else numpy.zeros((len(sizes), len(sizes))))
    time = _time(own[1:, 1:]) or PART * abs(duration)
    found = numpy.maximum(sizes, time * numpy.abs(rates))
    for _ in range(ROUNDS):
        found[0] = time
        found = numpy.maximum(found, time * (own * found).max(axis=1))
    sizes = found if numpy.isfinite(found).all() else sizes
    return sizes[1:].tolist(), time


def _time(own: Any) -> float:
    """The time in which a motion changes; 0 where nothing acts back on itself."""
    import numpy

    fastest = float(numpy.abs(numpy.linalg.eigvals(own)).max()) if own.size else 0.0
    return 1 / fastest if 1 / LARGEST < fastest < LARGEST else 0.0
