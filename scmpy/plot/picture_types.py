"""The words that pictures are annotated with, beside those of mechanics in structure/aliases.py."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from scmpy.geometry.chart import Chart

#: Axes of matplotlib on which something was drawn, for more to be drawn on them. Matplotlib's own annotations refuse
#: much of what its values can, such as comparisons of the data of a line, so a type checker asks nothing of them.
Axes: TypeAlias = Any

#: A movie: an animation of matplotlib.
Movie: TypeAlias = Any

#: A trajectory, an ensemble at several times, a state of arrays, or a list or dictionary of these.
Motion: TypeAlias = Any

#: Names of the numbers of a state: a text, words apart, or a list; or the chart of its coordinates.
Names: TypeAlias = "str | Iterable[Any] | Chart"
