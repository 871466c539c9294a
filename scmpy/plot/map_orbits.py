"""Sections and maps of the plane: orbits as points, each in a colour of its own.

Source:  SICM 3.6, 4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scmpy.errors import DomainError, IntegrationError, WrongTypeError, describe
from scmpy.generic.arguments import count as count_of
from scmpy.generic.arrays import is_array
from scmpy.generic.progress import watched
from scmpy.mechanics.plane_maps import map_orbit
from scmpy.mechanics.section_maps import EnergySection
from scmpy.numerics.flow.plane_points import coordinates
from scmpy.plot.along import Columns, MapOfNumbers, write
from scmpy.plot.drawing import drawing, elements, numbers, some_finite, words
from scmpy.plot.explore import orbit_of
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label
from scmpy.plot.picture_types import Axes, Names
from scmpy.plot.section_explorer import draw_forbidden
from scmpy.plot.window import Canvas, window_of
from scmpy.structure.aliases import Vector
from scmpy.structure.structure import Structure, Up

ITERATES = 500
FEW = 5_000  # points are dots; more of them are pixels


@drawing("plot-section")
def plot_section(
    section: Callable[..., Any] | Any,
    starts: Iterable[Vector] | None = None,
    count: int = ITERATES,
    *,
    names: Names | None = None,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw the orbits of points under a map of the plane, such as a surface of section.

    Instead of a map and starts, points that are there may be given: a table of two columns, or a list of tables. Starts
    may be quantities, if the map takes and gives such. An
    orbit ends where the map is not defined, and has no points where it is not defined at its start. Where the energy of
    a section is too low, the picture is grey.

    Scheme:  (plot-section [window] map (list (up x y) ...) [count])
    Shapes:  map: (x y continue fail), as section-map and standard-map make them;  result: the Axes
    Raises:  DomainError if the map is defined at none of the starts
    Source:  SICM 3.6
    1 ]=> (plot-section (standard-map .6) (list (up 1. 2.) (up 3. .5)) 100)
    >>> from scmpy import *
    >>> ax = plot_section(standard_map(0.6), [up(1.0, 2.0), up(3.0, 0.5)], 100)
    >>> [len(line.get_xdata()) for line in ax.lines]
    [101, 101]
    """
    name, plane = "plot-section", Columns("plot-section")
    if callable(section):
        if not count_of(count, name):
            raise DomainError(f"{name} expects a number of iterates, got 0")
        found = _starts(starts, name, plane)
        measured = [known[0] if known else 1 for known in plane.units]
        step = MapOfNumbers(section, measured) if any(plane.texts) else section
        with watched(found, "orbit") as places:
            orbits = [orbit for start in places if len(orbit := _orbit(step, start, count, name))]
        if not orbits:
            energy = f" the energy {section.energy} is too low, or" if isinstance(section, EnergySection) else ""
            raise DomainError(f"{name}: there is nothing to draw:{energy} the map is defined at none of the starts")
    else:
        orbits = _tables(section, name)
    axes = axes_of(ax, name)
    plane.drawn(axes)
    for orbit in orbits:
        marks = {"marker": "."} if len(orbit) <= FEW else {"marker": ","}
        size = {"markersize": 2.5, "markeredgewidth": 0.0} if len(orbit) <= FEW else {}
        axes.plot(orbit[:, 0], orbit[:, 1], **{"linestyle": "", **marks, **size, **style})
    if isinstance(section, EnergySection):
        axes.margins(0.1)
        axes.set(xlim=axes.get_xlim(), ylim=axes.get_ylim())
        draw_forbidden(window_of(axes, name), section, name, measured)
    write(axes, *(label(one, units) for one in words(names, name)))
    return axes


def _starts(starts: Any, operation: str, plane: Columns) -> list[tuple[float, float]]:
    """The points where orbits start: one, or a list or a table of them."""
    if starts is None:
        raise WrongTypeError(f"{operation} of a map expects a list of points where orbits start")
    listed = elements(starts, operation, "a list of points where orbits start")
    if len(listed) == 2 and not any(isinstance(x, (Structure, Iterable)) for x in listed):
        listed = (listed,)
    pairs = [coordinates(elements(point, operation, "points, of two coordinates each"), operation) for point in listed]
    if not pairs:
        raise DomainError(f"{operation}: there is nothing to draw: no points where orbits start")
    pairs = [tuple(plane.plain(i, x) for i, x in enumerate(pair)) for pair in pairs]
    return [tuple(map(float, numbers(pair, operation, "a start"))) for pair in pairs]  # type: ignore[misc]


def _orbit(step: Callable[..., Any], start: Sequence[float], count: int, operation: str) -> Any:
    """A point and its images, as many as there are; nothing where it is no point of the section, or has no image."""
    import numpy

    x, y = start
    if not isinstance(step, EnergySection):
        found = orbit_of(step, x, y, count, operation)
        return found if len(found) > 1 else ()
    if step.state(x, y) is None:
        return ()
    try:
        return numpy.vstack([numpy.array([[x, y]]), step.orbit(x, y, count)])
    except IntegrationError:  # it runs away: go as far as it comes back
        return map_orbit(step, Up((x, y)), count)


def _tables(value: Any, operation: str) -> list[Any]:
    """Tables of points, a point a row."""
    what = "a map, or tables of points of two columns"
    listed = [value] if is_array(value) else elements(value, operation, what)
    if not listed or not all(is_array(table) and table.ndim == 2 and table.shape[1] == 2 for table in listed):
        raise WrongTypeError(f"{operation} expects {what}, got {describe(value)}")
    return [some_finite(numbers(table, operation, "points"), operation, "the points") for table in listed]
