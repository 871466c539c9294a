"""Manifolds and their points.

A point is the same whatever chart it was made in. It has a representation that every chart of its manifold can
reach: for R^n its rectangular coordinates, for the rotations their matrix. Its coordinates in a chart are computed
from the representation when they are first asked for, and kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from typing import Any

from scmpy.boundary import checks, guarded_call
from scmpy.errors import ArityError, ChartError, DomainError, WrongTypeError, describe
from scmpy.generic.arrays import elements
from scmpy.generic.display import Shown
from scmpy.generic.functions import Function, name_of
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.settings import instances
from scmpy.generic.types import Scalar, Value
from scmpy.pickling import Portable, portable, unless_known
from scmpy.registry import Registered, declare_predicate, public, register, scheme_name_of
from scmpy.render.notation import infix
from scmpy.structure.tuples import Up, leaves
from scmpy.structure.types import Coordinates, Name
from scmpy.symbolic.assumptions import assumptions_in_force
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import application, expression_of, symbol
from scmpy.symbolic.simplify import display_form, simplified_expression


class Manifold(Registered, Shown):
    """A space that charts cover; ``embedding_dimension`` is that of the space its points are represented in.

    In Scheme it takes messages: ``(S2 'dimension)``.

    >>> from scmpy import *
    >>> S2.dimension, S2.embedding_dimension, S2("type")
    (2, 3, S^2)
    """

    def __init__(self, name: str, family: Any, dimension: int, embedding_dimension: int | None = None) -> None:
        self.name = name
        self.dimension = dimension
        self.embedding_dimension = embedding_dimension or dimension
        self.family = family  # which makes its members
        self.place: tuple[Any, int]  # among those of the family
        self.charts: Table[tuple[str, str], ManifoldCoordinates] = Table()  # by patch and coordinate system

    def __repr__(self) -> str:
        return self.name

    def __reduce_ex__(self, protocol: Any) -> Any:
        if scheme_name_of(self):
            return super().__reduce_ex__(protocol)
        return portable((_member, (self.family, *self.place), vars(self), None, None, unless_known))

    def _shown_(self) -> Any:
        return symbol(self.name)

    def _describe_(self) -> str:
        return f"the manifold {self.name}"

    @guarded_call
    def __call__(self, message: Name) -> Value:
        return answer(self, MESSAGES, message)


def _member(family: Any, key: Any, number: int) -> Any:
    return family.members.at(key, number, lambda: object.__new__(Manifold))


as_manifold = checks("Manifold")(instances(Manifold, "a manifold such as R2"))


#: What a manifold answers in Scheme.
MESSAGES: dict[str, Callable[[Any], Any]] = {
    "name": lambda manifold: symbol(manifold.name),
    "manifold": lambda manifold: manifold,
    "type": lambda manifold: manifold.family,
    "dimension": lambda manifold: manifold.dimension,
    "embedding-dimension": lambda manifold: manifold.embedding_dimension,
    "patch-names": lambda manifold: manifold.family.patch_names(),
}


def answer(value: Any, messages: dict[str, Callable[[Any], Any]], message: Any) -> Any:
    name = getattr(message, "name", message)
    if not isinstance(name, str) or name not in messages:
        raise WrongTypeError(f"{describe(value)} takes the messages {' '.join(messages)}, got {describe(message)}")
    return messages[name](value)


class CoordinateSystem(Registered, Shown):
    map: Function

    def point(self, *coordinates: Any) -> Any:
        raise NotImplementedError


class ManifoldCoordinates(CoordinateSystem):
    """The two ways between coordinates and the representations of points, as points know their charts."""

    name: str
    manifold: Manifold
    to_manifold: Callable[[Any], Any]
    from_manifold: Callable[[Any], Any]
    whole: ManifoldCoordinates  # the chart that this one is a part of, else itself

    def at(self, place: Any) -> Any:
        raise NotImplementedError

    def checked(self, coordinates: Any) -> Any:
        raise NotImplementedError

    def regular(self, coordinates: Any) -> Any:
        raise NotImplementedError


class Point(Shown):
    """A point of a manifold, made by a chart: ``chart.point(x, y)``.

    >>> from scmpy import *
    >>> m = R2_polar.point(2, 0)
    >>> m.coordinates(R2_rect), m == R2_rect.point(2, 0)
    ((up 2 0), True)
    """

    __slots__ = ("__weakref__", "_coordinates", "_representation", "manifold")

    def __init__(self, chart: ManifoldCoordinates, coordinates: Any) -> None:
        self.manifold = chart.manifold
        self._coordinates: dict[Any, Any] = {chart: coordinates}  # by chart, or by what else asked to keep them
        self._representation: Any = None

    @classmethod
    def represented(cls, manifold: Manifold, representation: Any) -> Point:
        point = cls.__new__(cls)
        point.manifold = manifold
        point._coordinates = {}
        point._representation = representation
        return point

    def remembered(self, system: Any, compute: Callable[[], Any]) -> Any:
        if system not in self._coordinates:
            self._coordinates[system] = compute()
        return self._coordinates[system]

    @property
    def home(self) -> ManifoldCoordinates | None:
        """The chart that has known the point longest, that which made it; None of a representation alone."""
        return next((x for x in self._coordinates if isinstance(x, ManifoldCoordinates)), None)

    @property
    def chart(self) -> ManifoldCoordinates | None:
        """A chart for components of vectors at the point: its home, else the first one of its manifold."""
        return self.home or next(iter(self.manifold.charts.values()), None)

    def __repr__(self) -> str:
        chart = self.home
        if chart is None:
            return f"<point of {self.manifold}: {self._representation}>"
        return f"<point of {self.manifold}: {chart} {self._coordinates[chart]}>"

    def _shown_(self) -> Any:
        """What makes the point: ((point chart) coordinates), or the manifold with the representation."""
        chart = self.home
        if chart is None:
            return application(
                symbol("manifold-point"), display_form(self.manifold), display_form(self._representation)
            )
        return application(application(symbol("point"), display_form(chart)), display_form(self._coordinates[chart]))

    def _describe_(self) -> str:
        return f"a point of {self.manifold}"

    @property
    def representation(self) -> Any:
        if self._representation is None:
            chart = next(iter(self._coordinates))
            self._representation = chart.to_manifold(self._coordinates[chart])
        return self._representation

    def coordinates(self, chart: ManifoldCoordinates) -> Any:
        """The coordinates of the point in a chart of its manifold.

        Raises:  ChartError if the chart is of another manifold; DomainError if the chart does not reach the point
        """
        if chart not in self._coordinates:
            if chart.manifold is not self.manifold:
                raise ChartError(f"{chart} is a chart of {chart.manifold}, got {describe(self)}")
            try:
                whole = [q for x, q in self._coordinates.items() if getattr(x, "whole", None) is chart.whole]
                found = whole[0] if whole else chart.from_manifold(self.representation)
                found = chart.checked(found) if whole else chart.regular(chart.checked(found))
                numbers = [x for leaf in leaves(found) for x in elements(leaf)]
                if any(isinstance(x, float) and not math.isfinite(x) for x in numbers):
                    raise DomainError(f"its coordinates would be {found}")
                self._coordinates[chart] = found
            except (DomainError, ZeroDivisionError) as error:
                raise DomainError(f"{self} is off the chart {chart}: {error}") from None
        return self._coordinates[chart]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Point) or other.manifold is not self.manifold:
            return False
        shared = self._coordinates.keys() & other._coordinates.keys()
        return any(_same(self._coordinates[chart], other._coordinates[chart]) for chart in shared) or _same(
            self.representation, other.representation
        )

    def __hash__(self) -> int:
        return hash(self.manifold)


def _same(x: Any, y: Any) -> bool:
    return all(equivalent(a, b).verdict == "equal" for a, b in zip(leaves(x), leaves(y), strict=True))


as_point = checks("Point")(instances(Point, "a point of a manifold"))


@public("manifold-point-representation")
def manifold_point_representation(m: Point) -> Value:
    """The point as its manifold represents it: rectangular coordinates, the matrix of a rotation.

    Source:  FDG 2
    >>> manifold_point_representation(R2_rect.point(3, 4))
    (up 3 4)
    """
    return m.representation


declare_predicate(
    "manifold-point?", Point, "Is this a point of a manifold?", "R2_rect.point(3, 4)", "up(3, 4)", source="FDG 2"
)


@public("my-manifold-point?")
def is_my_manifold_point(value: object, manifold: Manifold) -> bool:
    """Is this a point of this manifold?

    Scheme:  (my-manifold-point? x manifold)
    Source:  FDG 2
    >>> is_my_manifold_point(R2_polar.point(2, 0), R2), is_my_manifold_point(R2_polar.point(2, 0), S2)
    (True, False)
    """
    return isinstance(value, Point) and value.manifold is manifold


# --- manifold function -----------------------------------------------------------------------------------------------
# Functions on a manifold, which carry the charts that they are made of.
#
# Such a function is evaluated at a *place*: a point of the manifold, or a tuple of coordinates. At a point it has a
# value whatever charts it is made of. A tuple means nothing by itself; it is read in the chart of the function, as in
# ``((e f) (q t))`` of the course. That needs all constituents to share one chart: a product of ``x`` of R2-rect and
# ``r`` of R2-polar has values at points, and at a tuple there is a :class:`ChartError` that names both.
#
# The generic arithmetic of functions does the rest: whatever is made from a manifold function (sums, sines,
# compositions, derivatives, tuples) is one again, with the charts of all its parts.

Charts = tuple[ManifoldCoordinates, ...]


#: What fields show of their components, as :mod:`scmpy.geometry.equivalence` enters it, which knows those that vanish.
SHOWN: dict[str, Callable[[Any], Any]] = {}


class ShowsComponents:
    """Mixin of functions and fields on a manifold: what they are in coordinates, where their names do not say it."""

    __slots__ = ()

    alone = "{}"  #: how the name is printed by itself

    @property
    def form(self) -> Any:
        return SHOWN["form"](self) if SHOWN else None

    def _printed_expression_(self) -> Any:
        form = self.form
        return simplified_expression(expression_of(self)) if form is None else form

    def __repr__(self) -> str:
        form, name = self.form, name_of(self)
        return self.alone.format(name) if form is None else f"{name} = {infix(form)}"


class ManifoldFunction(ShowsComponents, Function):
    """A function of a place: a point, or a tuple of coordinates in the one chart that it is made of."""

    _kind_ = "functions on manifolds"
    __slots__ = ("charts",)
    alone = "<manifold function {}>"

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

    @staticmethod
    def _made_from_(parts: Iterable[Any], function: Callable[..., Any], name: str) -> ManifoldFunction:
        return ManifoldFunction(function, name, charts_of(parts))


expression_of.add((ManifoldFunction,), lambda f: symbol(f.__name__))


def charts_of(parts: Iterable[Any]) -> Charts:
    made = (part for part in parts if not isinstance(part, Manifold))  # which has charts as others have members
    return tuple(dict.fromkeys(chart for part in made for chart in getattr(part, "charts", ())))


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
    return ManifoldFunction(Remembered(f.function), lambda: f.__name__, f.charts)


#: The function that is zero everywhere.
ZERO = ManifoldFunction(lambda place: 0, "zero", ())


@public("constant-manifold-function")
def constant_manifold_function(value: Scalar) -> Function:
    """The function that has this value everywhere.

    Scheme:  (constant-manifold-function c)
    Source:  FDG 2
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
