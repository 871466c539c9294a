"""Functions on a manifold, which carry the charts that they are made of.

Such a function is evaluated at a *place*: a point of the manifold, or a tuple of coordinates. At a point it has a
value whatever charts it is made of. A tuple means nothing by itself; it is read in the chart of the function, as in
``((e f) (q t))`` of the course. That needs all constituents to share one chart: a product of ``x`` of R2-rect and
``r`` of R2-polar has values at points, and at a tuple there is a :class:`ChartError` that names both.

The generic arithmetic of functions does the rest: whatever is made from a manifold function (sums, sines,
compositions, derivatives, tuples) is one again, with the charts of all its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from scmpy.errors import ArityError, ChartError, describe
from scmpy.generic.functions import Function
from scmpy.geometry.manifold import ManifoldCoordinates, Point
from scmpy.pickling import Portable
from scmpy.registry import public, register
from scmpy.structure.aliases import Coordinates, Scalar, Value
from scmpy.structure.structure import Up
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.expression import expression_of, symbol

Charts = tuple[ManifoldCoordinates, ...]


class ManifoldFunction(Function):
    """A function of a place: a point, or a tuple of coordinates in the one chart that it is made of."""

    _kind_ = "functions on manifolds"
    __slots__ = ("charts",)

    def __init__(self, function: Callable[..., Any], name: str | Callable[[], str], charts: Charts) -> None:
        super().__init__(function, name)
        self.charts = charts

    def __call__(self, *args: Point | Coordinates) -> Value:
        if len(args) != 1:
            raise ArityError(f"{self.__name__} takes one argument, a point or a tuple of coordinates, got {len(args)}")
        place = args[0]
        if not isinstance(place, Point):
            if len(self.charts) > 1:
                raise ChartError(
                    f"{self.__name__} is made of the charts {' and '.join(chart.name for chart in self.charts)}; "
                    f"at {describe(place)} of coordinates it would not know which is meant: "
                    f"apply it to a point, ((point {self.charts[0]}) coordinates)"
                )
            if isinstance(place, list):
                place = Up(place)
        try:
            return self.function(place)
        except ZeroDivisionError:
            for chart in self.charts:
                chart.regular(chart.at(place))  # where a chart is singular, that is the reason
            raise

    def __repr__(self) -> str:
        return f"<manifold function {self.__name__}>"

    @staticmethod
    def _made_from_(parts: Iterable[Any], function: Callable[..., Any], name: str) -> ManifoldFunction:
        return ManifoldFunction(function, name, charts_of(parts))


expression_of.add((ManifoldFunction,), lambda f: symbol(f.__name__))


def charts_of(parts: Iterable[Any]) -> Charts:
    """The charts that functions are made of, each once, in the order of appearance."""
    return tuple(dict.fromkeys(chart for part in parts for chart in getattr(part, "charts", ())))


class Remembered(Portable):
    """A function that remembers its values at the last few places, which it tells apart by identity.

    A value may rest on what is assumed at the time.
    """

    __slots__ = ("entries", "function")

    SIZE = 4  # the place itself, and the perturbed ones of nested derivatives

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.entries: tuple[tuple[Any, Any, Any], ...] = ()

    def __call__(self, place: Any) -> Any:
        assumptions = assumptions_in_force()
        for known, assumed, value in self.entries:
            if known is place and assumed is assumptions:
                return value
        value = self.function(place)
        self.entries = ((place, assumptions, value), *self.entries[: self.SIZE - 1])
        return value


def remembered(f: ManifoldFunction) -> ManifoldFunction:
    """The same function, which computes its value at a place once for all that ask in a row."""
    return ManifoldFunction(Remembered(f.function), f.__name__, f.charts)


#: The function that is zero everywhere.
ZERO = ManifoldFunction(lambda place: 0, "zero", ())


@public("constant-manifold-function")
def constant_manifold_function(value: Scalar) -> Function:
    """The function that has this value everywhere.

    Scheme:  (constant-manifold-function c)
    Source:  FDG 2
    >>> from scmpy import *
    >>> constant_manifold_function(7)(R2_rect.point(1, 2))
    7
    """
    return ManifoldFunction(lambda place: value, str(value), ())


for _name, _value in {"zero": 0, "one": 1}.items():
    register(
        f"{_name}-manifold-function",
        constant_manifold_function(_value),
        doc=f"""The function that is {_value} everywhere.

    Scheme:  ({_name}-manifold-function m)
    >>> {_name}_manifold_function(R2_rect.point(3, 4))
    {_value}
""",
    )
