"""Vector fields on charts: arrows at points of a grid of coordinates, or the lines that follow them.

Source:  FDG 3
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scmpy.calculus.operator import Operator
from scmpy.errors import DomainError, StructureError
from scmpy.generic.arguments import length
from scmpy.generic.arrays import as_batch
from scmpy.generic.settings import Limit
from scmpy.geometry.chart import Chart
from scmpy.geometry.field_operator import as_vector_field
from scmpy.geometry.vector_field import VectorField, components_in
from scmpy.numerics.ode.trajectory import over_states
from scmpy.plot.along import write
from scmpy.plot.drawing import drawing, extent, some_finite
from scmpy.plot.figures import axes_of
from scmpy.plot.labels import label
from scmpy.plot.picture_types import Axes
from scmpy.plot.window import Canvas
from scmpy.structure.aliases import Values
from scmpy.structure.structure import Up, leaves

COUNT = 20  # arrows along each axis
FINER = 4  # times as many points along each axis for lines
MOST_ARROWS = Limit("most-arrows", 10_000, "Arrows along an axis of a picture of a field.")


@drawing("plot-vector-field")
def plot_vector_field(
    v: Operator,
    x: Values,
    y: Values,
    count: int = COUNT,
    system: Chart | None = None,
    *,
    lines: bool = False,
    units: Mapping[str, str] | None = None,
    ax: Canvas | None = None,
    **style: Any,
) -> Axes:
    """Draw a vector field on a manifold of two dimensions by its components in a chart, as arrows.

    ``x`` and ``y`` are the ranges of the coordinates; the chart is that of the field, if no other one is given. With
    ``lines`` there are the lines that follow the field, in place of arrows. Where the chart or the field has no value
    there is no arrow. The style is of matplotlib's quiver, or streamplot.

    Scheme:  (plot-vector-field [window] v (list xmin xmax) (list ymin ymax) [count chart])
    Shapes:  result: the Axes
    Raises:  StructureError unless the chart has two coordinates, or if the field is of none;  DomainError if a range is
             empty, or there are no two arrows along an axis
    Source:  FDG 3
    1 ]=> (define-coordinates (up x y) R2-rect)
    1 ]=> (plot-vector-field (- (* x d/dy) (* y d/dx)) (list -1 1) (list -1 1) 5)
    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> d_dx, d_dy = R2_rect.vector_basis("x y")
    >>> ax = plot_vector_field(x * d_dy - y * d_dx, (-1, 1), (-1, 1), 3)
    >>> arrows = ax.collections[0]
    >>> arrows.V.tolist()
    [-1.0, 0.0, 1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0]
    """
    import numpy

    name = "plot-vector-field"
    as_vector_field(v, name)
    chart = system if system is not None else v.chart if isinstance(v, VectorField) else None
    if chart is None:
        raise StructureError(f"{name}: the field is of no chart; say by which chart it is to be drawn")
    if chart.dimension != 2:
        raise StructureError(f"{name} draws fields by charts of two coordinates; {chart} has {chart.dimension}")
    if length(count, name, MOST_ARROWS) < 2:
        raise DomainError(f"{name} expects at least 2 arrows along an axis, got {count}")
    size = count * FINER if lines else count
    names = chart.names_or(None)
    columns, rows = (numpy.linspace(*extent(ends, name, one), size) for ends, one in zip((x, y), names, strict=True))
    grid = numpy.meshgrid(columns, rows)
    across, along = _components(v, chart, grid, name)
    axes = axes_of(ax, name)
    if lines:
        axes.streamplot(columns, rows, across, along, **{"linewidth": 0.8, "density": 1.2, **style})
    else:
        axes.quiver(*grid, across, along, **{"angles": "xy", "pivot": "mid", **style})
    write(axes, *(label(one, units) for one in names))
    return axes


def _components(v: Operator, chart: Chart, grid: Any, operation: str) -> list[Any]:
    """The components of a field at the points of a grid; nan where there are none."""
    import numpy

    components = components_in(v, chart)

    def at(place: Any) -> Any:
        return components(chart.point(place))

    shape = grid[0].shape
    found = leaves(over_states(at, Up([as_batch(numbers.ravel()) for numbers in grid])))
    finite = [numpy.where(numpy.isfinite(x), x, numpy.nan).reshape(shape) for x in found]
    return [some_finite(x, operation, "the components of the field") for x in finite]
