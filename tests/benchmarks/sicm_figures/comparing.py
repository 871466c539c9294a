"""The programs of SICM's figures and their peers: run alike, timed in turn, and compared by what is seen in them.

What is seen are the points of a picture, and its lines as points that are close together. Two pictures are the same if
99 of 100 points of either are no further than NEAR from one of the other, as a part of the sides: two of 400 pixels.
Where orbits are chaotic, or pass so close to what parts others that an error of 1e-12 decides, that holds in a weaker
sense. The two pictures of errors of integration are those of the methods: they need only be as small.
"""

import time
from io import BytesIO
from pathlib import Path

import numpy
from scipy.spatial import cKDTree

from scmpy.plot.figure import collecting

from . import chapter1, chapter2, chapter3, chapter4, chapter5, chapter6, chapter7

FOLDER = Path(__file__).parents[3] / "transcripts" / "sicm-figures"
CHAPTERS = (chapter1, chapter2, chapter3, chapter4, chapter5, chapter6, chapter7)
PEERS = [peer for chapter in CHAPTERS for name, peer in vars(chapter).items() if name.startswith("figure")]

FINE = 1e-3  # between the points that stand for a line
NEAR = 5e-3
CHAOTIC = "1.7 2.13 3.9 3.10-upper 3.10-lower 3.12 3.13 3.14 3.20 3.21 3.22 3.23 3.27 3.28 4.9b 4.20 4.21 4.23 6 7.10b"
CHAOTIC += " 7.11b 7.13"
CHAOTIC_NEAR = {0.5: 1e-2, 0.8: 5e-2}  # what part of the points is how near
ERRORS = {"2.2": 3e-12, "2.15": 1e-12}  # and what they are less than


def ours(name):
    """The figures that a program of Python makes."""
    with collecting() as figures:
        code = compile((FOLDER / f"{name}.py").read_text(encoding="utf-8"), name, "exec")
        exec(code, {"__name__": "__main__"})
    return list(figures)


def theirs(peer):
    """The figures that its peer makes."""
    return [axes.figure for axes in peer()]


def timed(make, *arguments):
    """The figures that a function makes, and the seconds of processor time that they take, written as PNG too."""
    begin = time.process_time()
    figures = make(*arguments)
    for figure in figures:
        figure.savefig(BytesIO(), format="png")
    return figures, time.process_time() - begin


def check_sameness(figures, others):
    """Are these the same pictures?"""
    there = {figure.get_label(): figure.axes[0] for figure in others}
    assert sorted(there) == sorted(figure.get_label() for figure in figures)
    for figure in figures:
        name, [axes] = figure.get_label(), figure.axes
        if name in ERRORS:
            for one in (axes, there[name]):
                assert max(abs(line.get_ydata()).max() for line in one.lines) < ERRORS[name], name
            continue
        limits = axes.get_xlim(), axes.get_ylim()
        distances = apart(seen(axes, limits), seen(there[name], limits))
        for part, near in (CHAOTIC_NEAR if name in CHAOTIC.split() else {0.99: NEAR}).items():
            assert numpy.quantile(distances, part) < near, (name, part)


def apart(points, others):
    """The distance of each point of either picture from the nearest one of the other."""
    return numpy.concatenate([cKDTree(others).query(points)[0], cKDTree(points).query(others)[0]])


def seen(axes, limits):
    """What is inside some limits, as parts of their sides, a point a row."""
    lines = [(line.get_xydata(), line.get_linestyle() != "None") for line in axes.lines]
    for curves in axes.collections:
        lines += [(part, True) for path in curves.get_paths() for part in path.to_polygons(closed_only=False)]
    (left, right), (low, high) = limits
    parts = [(numpy.asarray(points, dtype=float) - (left, low)) / (right - left, high - low) for points, _ in lines]
    everything = numpy.concatenate(
        [_filled(part) if is_line else part for part, (_, is_line) in zip(parts, lines, strict=True)]
    )
    return everything[((everything >= 0) & (everything <= 1)).all(axis=1)]


def _filled(line):
    """Points along a line, FINE apart; none in its gaps, nor on what leads far away."""
    lengths = numpy.linalg.norm(numpy.diff(line, axis=0), axis=1)
    pieces = [line[numpy.isfinite(line).all(axis=1)]]
    for k in numpy.flatnonzero((lengths > FINE) & (lengths < 5)):
        pieces.append(numpy.linspace(line[k], line[k + 1], int(lengths[k] / FINE) + 2))
    return numpy.concatenate(pieces)
