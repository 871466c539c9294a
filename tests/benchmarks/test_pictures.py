"""Pictures: points computed and drawn; beside them the same with numpy and matplotlib alone. See test_sicm_figures."""

import math
import random
import time
from io import BytesIO

import numpy
import pytest

import scmpy as s

pytest.importorskip("matplotlib")


def drawn(points, frame):
    """The picture of points as one draws it with matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 4), dpi=100)
    axes = figure.add_subplot()
    axes.set(xlim=frame[:2], ylim=frame[2:])
    axes.plot(*points.T, "k,")
    file = BytesIO()
    figure.savefig(file, format="png")
    return file.getvalue()


def compared(benchmark, ours, theirs, rounds):
    """Time both in turn, so that a busy machine is busy for both; the extra information has both."""
    seconds = []
    for _ in range(rounds):
        for call in (ours, theirs):
            begin = time.perf_counter()
            call()
            seconds.append(time.perf_counter() - begin)
    benchmark.extra_info |= {"seconds": min(seconds[::2]), "matplotlib alone, seconds": min(seconds[1::2])}
    return benchmark.pedantic(ours, rounds=1)


def test_points_put_one_by_one(benchmark, thorough):
    """A million within 2 s."""
    count = 1_000_000 if thorough else 20_000
    numbers = [random.Random(1).random() for _ in range(count)]

    def ours():
        window = s.frame(0, 1, 0, 1)
        for x in numbers:
            s.plot_point(window, x, x)
        return window.png()

    compared(benchmark, ours, lambda: drawn(numpy.array([numbers, numbers]).T, (0, 1, 0, 1)), 3 if thorough else 1)


def test_the_standard_map(benchmark, thorough):
    """A million points, computed and drawn within 1.5 s; beside it 1,000 orbits at once by numpy."""
    pytest.importorskip("llvmlite")
    orbits, length = (100, 10_000) if thorough else (10, 2_000)
    starts = numpy.random.default_rng(1).uniform(0, math.tau, (orbits, 2))

    def ours():
        window, step = s.frame(0, math.tau, 0, math.tau), s.standard_map(0.6)
        for x, y in starts.tolist():
            s.display_map(window, step, x, y, length - 1)
        return window.png()

    def theirs():
        x, y = starts.T
        points = numpy.empty((length, orbits, 2))
        for row in points:
            row[:, 0], row[:, 1] = x, y
            y = (y + 0.6 * numpy.sin(x)) % math.tau
            x = (x + y) % math.tau
        return drawn(points.reshape(-1, 2), (0, math.tau, 0, math.tau))

    ours()
    compared(benchmark, ours, theirs, 3 if thorough else 1)
