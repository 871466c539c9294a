"""Marks that are put one by one and drawn together: artists of matplotlib with a buffer.

A point costs no more than two numbers in an array until the picture is drawn, written or asked for its data; then all
points that are waiting become part of the artist. The classes derive from matplotlib's, which importing this loads.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy
from matplotlib.artist import allow_rasterization
from matplotlib.lines import Line2D

FEW = 5_000  # points are dots; more of them are pixels
MANY = 20_000  # points are an image in files of vectors
PIXEL = {"linestyle": "", "marker": ","}
DOT = {"linestyle": "", "marker": ".", "markersize": 2.5, "markeredgewidth": 0.0}


def _taking(method: Callable[..., Any]) -> Any:
    """A method of an artist before which it takes what waits."""

    @wraps(method)
    def taken(self: Marks, *args: Any, **keywords: Any) -> Any:
        self.take()
        return method(self, *args, **keywords)

    return taken


class Marks(Line2D):
    """An artist whose coordinates wait in two arrays, which whoever draws appends to."""

    def __init__(self, **style: Any) -> None:
        self.waiting = array("d"), array("d")
        super().__init__([], [], **style)

    def take(self) -> None:
        x, y = self.waiting
        if not y:
            return
        old = Line2D.get_xdata(self), Line2D.get_ydata(self)
        xs, ys = (numpy.concatenate(both) for both in zip(old, (x, y), strict=True))
        del x[:], y[:]
        self.set_data(xs, ys)
        self.arrange(len(ys))

    def arrange(self, count: int) -> None:
        """What the number of marks asks for."""

    def __len__(self) -> int:
        return numpy.size(Line2D.get_ydata(self)) + len(self.waiting[1])

    def clear(self) -> None:
        for waiting in self.waiting:
            del waiting[:]
        self.set_data([], [])

    @allow_rasterization  # type: ignore[untyped-decorator]
    def draw(self, renderer: Any) -> None:
        self.take()
        super().draw(renderer)

    get_data, get_xdata, get_ydata, get_xydata, get_path = (
        _taking(getattr(Line2D, name)) for name in "get_data get_xdata get_ydata get_xydata get_path".split()
    )


class Points(Marks):
    def __init__(self, **style: Any) -> None:
        super().__init__(**DOT, **style)

    def arrange(self, count: int) -> None:
        if count > FEW:
            self.set(**PIXEL)
        self.set_rasterized(count > MANY)


class Strokes(Marks):
    """Lines, one after the other; what is not a number parts them."""
