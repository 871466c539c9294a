"""Charts: coordinate systems of a manifold.

A chart knows how its coordinates give the representation of a point and how a representation gives coordinates.
``(chart sys)`` is the function from places to coordinates, ``(point sys)`` its inverse. Where a coordinate is
singular (theta = 0 of Euler angles) coordinates may be given, and go to the manifold, but nothing comes back: other
charts' points have none there, and a metric no inverse. Symbols are taken to be regular.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from scmpy.calculus.differential import finite_part
from scmpy.errors import (
    CALLED,
    BadIndexError,
    ChartError,
    DomainError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
    warn,
)
from scmpy.generic.arguments import instances
from scmpy.generic.arrays import as_batch, elements, has_complex_numbers
from scmpy.generic.functions import Function, name_of
from scmpy.generic.kinds import Scalar, is_number
from scmpy.generic.numeric_tower import ExactComplex
from scmpy.generic.session_tables import Table
from scmpy.geometry.manifold import MESSAGES as MANIFOLD_MESSAGES
from scmpy.geometry.manifold import CoordinateSystem, Manifold, ManifoldCoordinates, Point, answer
from scmpy.geometry.manifold_function import ManifoldFunction, charts_of
from scmpy.guard import checks, guarded_call
from scmpy.pickling import portable, unless_known
from scmpy.registry import public, scheme_name_of
from scmpy.structure.aliases import Coordinates, Name, Value
from scmpy.structure.literal import literal_function
from scmpy.structure.signature import REAL, Signature, Tuple
from scmpy.structure.structure import Down, Structure, Up, leaves, map_leaves
from scmpy.structure.within import unflatten
from scmpy.symbolic.arithmetic import numerical_value, substitute
from scmpy.symbolic.expression import Expression, Symbol, symbol
from scmpy.symbolic.fold import subexpressions, variables_in


class Exclusion(NamedTuple):
    """Values that a coordinate must not have, the open interval without such around another value, and why."""

    holds: Callable[[Any], bool]
    interval: Callable[[float], tuple[float, float]]
    reason: str


ZERO = Exclusion(
    lambda x: x == 0,
    lambda x: (0.0, math.inf) if x > 0 else (-math.inf, 0.0),
    "the chart is singular where it is 0",
)
POLE = Exclusion(
    lambda x: (
        x == 0 or (isinstance(x, float) and math.isfinite(x) and abs(math.remainder(x, math.pi)) <= 2**-52 * abs(x))
    ),
    lambda x: (math.floor(x / math.pi) * math.pi, math.ceil(x / math.pi) * math.pi),
    "the chart is singular at the poles, where it is a multiple of pi",
)


class Chart(ManifoldCoordinates):
    """A coordinate system of a manifold: what needs no vector fields.

    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> (x * y)(R2_rect.point(3, 4)), R2_rect(R2_polar.point(2, 0))
    (12, (up 2 0))
    """

    def __init__(
        self,
        name: str,
        manifold: Manifold,
        names: str,
        to_manifold: Callable[[Any], Any],
        from_manifold: Callable[[Any], Any],
        excluded: dict[str, Exclusion] | None = None,
        keeps_coordinates: bool = True,
    ) -> None:
        self.name = name
        self.system, self.patch = name, ""
        self.manifold = manifold
        self.names = tuple(names.split())
        self.dimension = manifold.dimension
        self.to_manifold = to_manifold
        self.from_manifold = from_manifold
        self.excluded = [(self.names.index(key), exclusion) for key, exclusion in (excluded or {}).items()]
        self.keeps_coordinates = keeps_coordinates
        self._installed: Table[str, Any] = Table()
        self.map = ManifoldFunction(self.at, name, (self,))
        self.told = ManifoldFunction(self.shaped_at, name, (self,))

    def __repr__(self) -> str:
        return self.name

    def __reduce_ex__(self, protocol: Any) -> Any:
        if scheme_name_of(self):
            return super().__reduce_ex__(protocol)
        place = type(self), self.manifold, self.patch, self.system
        return portable((_chart_of, place, vars(self), None, None, unless_known))

    def _shown_(self) -> Any:
        return symbol(self.name)

    def _describe_(self) -> str:
        return f"the chart {self.name}"

    @guarded_call
    def __call__(self, *place: Point | Name) -> Value:
        """The coordinates of a place; or the answer to a message, ``(R2-polar 'coordinate-basis)``."""
        if len(place) == 1 and isinstance(place[0], (Symbol, str)) and (self.dimension > 1 or _is_message(place[0])):
            return answer(self, MESSAGES, place[0])
        return self.told(*place)  # type: ignore[arg-type]

    @property
    def installed(self) -> tuple[str, ...] | None:
        """The names that the coordinates have been given last, in the session that evaluates or else in Python."""
        names: tuple[str, ...] | None = self._installed.get("names")
        return names

    @property
    def prototype(self) -> Any:
        """The names of the coordinates as a tuple of symbols: those last installed, else x0, x1, ..."""
        names = self.installed or tuple(f"x{i}" for i in range(self.dimension))
        return self.shaped(self.tuple_of(Up, map(symbol, names)))

    def install(self, names: Any) -> None:
        """Let the coordinates have these names from now on; those of another number are an error.

        A prototype of tuples in a tuple is the shape in which the coordinates of points are told, too.
        """
        self._installed["names"] = self.names_or(names)
        shape = _structure_of(names)
        is_nested = isinstance(shape, Structure) and any(isinstance(part, Structure) for part in shape)
        self._installed["shape"] = shape if is_nested else None

    def shaped(self, coordinates: Any) -> Any:
        """The coordinates in the shape of the prototype that was last installed."""
        shape = self._installed.get("shape")
        return coordinates if shape is None else unflatten(iter(leaves(coordinates)), shape)

    def shaped_at(self, place: Any) -> Any:
        """The coordinates of a place, in that shape."""
        return self.shaped(self.at(place))

    def checked(self, coordinates: Any) -> Any:
        """The coordinates as a tuple (a scalar in one dimension), if they are such; tuples in a tuple are flattened.

        Where the chart is singular they may be given, and read back; what is undefined there is refused when it is
        asked for, by :meth:`regular`.
        """
        coordinates = map_leaves(as_batch, Up(coordinates) if isinstance(coordinates, list) else coordinates)
        if isinstance(coordinates, Up) and any(isinstance(part, Structure) for part in coordinates):
            coordinates = Up(leaves(coordinates))
        parts = (coordinates,) if self.dimension == 1 else coordinates
        fits = (self.dimension == 1 or isinstance(parts, Up)) and len(parts) == self.dimension
        if not fits or not all(map(_is_coordinate, parts)):
            expected = (
                "one real scalar as coordinate" if self.dimension == 1 else f"up({self.dimension}) of real coordinates"
            )
            wrong = [x for x in parts if not _is_coordinate(x)] if fits else []
            raise ChartError(
                f"{self.name} expects {expected} ({' '.join(self.names)}) "
                f"or a point of {self.manifold}, got {describe(wrong[0] if wrong else coordinates)}"
            )
        return coordinates

    def _singular(self, coordinates: Any) -> Iterator[tuple[str, Any, Exclusion]]:
        """The coordinates for which the chart is known to be singular: name, value, and why."""
        parts = (coordinates,) if self.dimension == 1 else coordinates
        for index, exclusion in self.excluded:
            for value in filter(exclusion.holds, known_numbers(finite_part(tuple(parts)[index]))):
                yield self.names[index], value, exclusion

    def regular(self, coordinates: Any) -> Any:
        """The coordinates, unless the chart is known to be singular there."""
        for name, value, exclusion in self._singular(coordinates):
            raise DomainError(f"{name} = {value} is outside the domain of the chart {self.name}: {exclusion.reason}")
        return coordinates

    def kept_within(self, start: Sequence[float], what: str) -> Callable[[Any, Sequence[Any]], None]:
        """What raises an error where coordinates, at a parameter, lie beyond a singular value as seen from a start."""
        self.regular(self.tuple_of(Up, start))
        intervals = [(i, *exclusion.interval(start[i]), exclusion.reason) for i, exclusion in self.excluded]

        def check(t: Any, coordinates: Sequence[Any]) -> None:
            for i, low, high, reason in intervals:
                x = coordinates[i]
                if (low > -math.inf and not x > low) or (high < math.inf and not x < high):
                    raise DomainError(f"{what} leaves the chart {self} at {t}, {self.names[i]} = {x}: {reason}")

        return check

    def at(self, place: Any) -> Any:
        """The coordinates of a place: a point, or already a tuple of coordinates."""
        return place.coordinates(self) if isinstance(place, Point) else self.checked(place)

    def point(self, *coordinates: Any) -> Point:
        """The point with these coordinates, given one by one or as one tuple; a point of the manifold is itself one.

        Where the chart is singular they are kept by every chart: they could not be computed.
        """
        place = self.at(coordinates[0] if len(coordinates) == 1 else Up(coordinates))
        if self.keeps_coordinates or any(self._singular(place)):
            return Point(self, place)
        return Point.represented(self.manifold, self.to_manifold(place))

    def place(self, coordinates: Any, like: Any) -> Any:
        """Coordinates as a place of the same kind as another: a point, or the tuple itself."""
        return Point(self, coordinates) if isinstance(like, Point) else coordinates

    def tuple_of(self, orientation: type[Structure], parts: Iterable[Any]) -> Any:
        """Components by this chart: a tuple, or in one dimension the only component."""
        parts = tuple(parts)
        return parts[0] if self.dimension == 1 else orientation(parts)

    def components(self, f: Callable[[Any], Any], orientation: type[Structure]) -> ManifoldFunction:
        """A function whose value is a tuple of components by this chart, with a check that it is."""

        def components_at(place: Any) -> Any:
            value = f(place)
            if isinstance(value, Structure) and self._installed.get("shape") is not None:
                value = orientation(leaves(value))
            parts = value.components if type(value) is orientation else (value,)
            if len(parts) != self.dimension or not all(isinstance(x, Scalar) for x in parts):
                expected = "a scalar" if self.dimension == 1 else f"{orientation.orientation}({self.dimension})"
                raise StructureError(f"components in the chart {self.name} are {expected}, got {describe(value)}")
            return value

        return ManifoldFunction(components_at, name_of(f), charts_of((f, self.map)))

    def constant(self, value: Any) -> ManifoldFunction:
        """The function of places of the chart that has a value everywhere."""
        return ManifoldFunction(lambda place: value, "constant", (self,))

    def unit(self, orientation: type[Structure], index: int) -> ManifoldFunction:
        """The components by this chart of a coordinate field: 1 at an index, else 0."""
        return self.constant(self.tuple_of(orientation, (int(i == index) for i in range(self.dimension))))

    def names_or(self, names: Any) -> tuple[str, ...]:
        """The names for the coordinates: those given as a text or a prototype, else those installed, else the own."""
        if names is None:
            return self.installed or self.names
        chosen = tuple(names_in(names))
        if len(chosen) != self.dimension:
            raise ChartError(
                f"{self.name} has {self.dimension} coordinates, got {len(chosen)} names: {' '.join(chosen)}"
            )
        return chosen

    def check_coefficients(self, values: Iterable[Any], what: str, coordinates: Any = ()) -> None:
        """Warn of symbols in coefficients that have the name of a coordinate: they are constants, no coordinates.

        The symbols that the coordinates of a place hold may occur in coefficients at that place.
        """
        names = {symbol.name for symbol in _symbols_in(values) - _symbols_in(leaves(coordinates))}
        for name in self.names_or(None):
            if name in names:
                warn(
                    f"the symbol {name} in {what} is a constant, and no coordinate {name} of {self}: that is a "
                    f"function, of (define-coordinates (up {' '.join(self.names_or(None))}) {self}), in Python of "
                    f"{self}.coordinates(); a constant is better called otherwise"
                )

    def coordinates(self, names: Any = None) -> tuple[ManifoldFunction, ...]:
        """The coordinate functions, for unpacking: ``x, y = R2_rect.coordinates("x y")``."""
        return tuple(self._coordinate(i, name) for i, name in enumerate(self.names_or(names)))

    def _coordinate(self, i: int, name: str) -> ManifoldFunction:
        value = self.at if self.dimension == 1 else lambda place: self.at(place)[i]
        return ManifoldFunction(value, name, (self,))


def _structure_of(prototype: Any) -> Any:
    """A prototype as a tuple: it may be nested lists of names that start with up or down."""
    if isinstance(prototype, Structure):
        return type(prototype)(map(_structure_of, prototype))
    parts = (prototype,) if isinstance(prototype, (str, Symbol)) else tuple(prototype or ())
    head = getattr(parts[0], "name", parts[0]) if parts else None
    kind = Up if head == "up" else Down if head == "down" else None
    return prototype if kind is None else kind(map(_structure_of, parts[1:]))


def _symbols_in(values: Iterable[Any]) -> set[Symbol]:
    nodes = subexpressions(*(x for x in values if isinstance(x, Expression)))
    return {x for x in nodes if isinstance(x, Symbol)}


def _chart_of(kind: type[Chart], manifold: Manifold, patch: str, system: str) -> Any:
    """The chart of a manifold, without attributes if it has not been made yet."""
    charts: dict[tuple[str, str], Chart] = vars(manifold).setdefault("charts", {})
    return charts.setdefault((patch, system), object.__new__(kind))


def _is_coordinate(x: Any) -> bool:
    return isinstance(x, Scalar) and not isinstance(x, (bool, complex, ExactComplex)) and not has_complex_numbers(x)


def _is_message(name: Any) -> bool:
    return getattr(name, "name", name) in MESSAGES


def known_number(x: Any) -> Any:
    """The value of a number or of an expression made of numbers; None for a symbolic one."""
    if isinstance(x, Expression):
        return numerical_value(x) if x.constant else None
    return x if is_number(x) else None


def known_numbers(x: Any) -> list[Any]:
    """The value of a number or of an expression made of numbers, and of each of a batch; none of a symbolic one."""
    return [value for value in map(known_number, elements(x)) if value is not None]


def names_in(prototype: Any) -> Iterator[str]:
    """The names in a text, a symbol, a tuple of symbols, or nested lists, which may start with up or down.

    >>> list(names_in("x y")), list(names_in(("up", "t", ("up", "x", "y"))))
    (['x', 'y'], ['t', 'x', 'y'])
    """
    if isinstance(prototype, str):
        yield from prototype.replace(",", " ").split()
    elif isinstance(prototype, Symbol):
        yield prototype.name
    elif isinstance(prototype, Iterable):
        for i, part in enumerate(prototype):
            heads = i == 0 and not isinstance(prototype, Structure)
            if not (heads and getattr(part, "name", part) in ("up", "down")):
                yield from names_in(part)
    else:
        raise expected("the names of coordinates, (up x y)", describe(prototype))


#: The value, if it is a chart.
as_chart = checks("AnyChart")(checks("Chart")(instances(Chart, "a coordinate system such as R2-rect")))


def as_coordinate_system(value: Any) -> CoordinateSystem:
    """The value, if it is a chart or a frame of reference."""
    return value if isinstance(value, CoordinateSystem) else as_chart(value)


@public("chart")
def chart(system: CoordinateSystem) -> Function:
    """The function from points to their coordinates in a coordinate system.

    Scheme:  ((chart sys) m)
    Shapes:  result: point -> up(n), or a scalar of one coordinate
    Source:  FDG 2
    >>> from scmpy import *
    >>> chart(R2_rect)(R2_polar.point(2, 0))
    (up 2 0)
    """
    system = as_coordinate_system(system)
    return system.told if isinstance(system, Chart) else system.map


@public("point")
def point(system: CoordinateSystem) -> Function:
    """The function from coordinates in a coordinate system to points.

    Scheme:  ((point sys) coordinates)
    Shapes:  result: up(n), or a scalar of one coordinate -> point
    Source:  FDG 2
    >>> from scmpy import *
    >>> point(R2_rect)(up(*symbols("a b")))
    <point of R2: R2-rect (up a b)>
    """
    return Function(as_coordinate_system(system).point, f"(point {system})")


_counter = itertools.count(1)


@public("typical-coords")
def typical_coords(system: Chart) -> Value:
    """Coordinates that are symbols of their own, named after those of the chart.

    Scheme:  (typical-coords sys)
    Shapes:  result: up(n), in n dimensions
    Source:  FDG 9
    >>> from scmpy import *
    >>> x, y = typical_coords(R2_rect)
    >>> x == y, x == typical_coords(R2_rect)[0]
    (False, False)
    """
    number = next(_counter)
    prototype = system.names_or(None)
    return system.shaped(system.tuple_of(Up, (symbol(f"{name}:{number}") for name in prototype)))


@public("typical-point")
def typical_point(system: Chart) -> Point:
    """A point whose coordinates are symbols of their own.

    Scheme:  (typical-point sys)
    Source:  FDG 9
    >>> from scmpy import *
    >>> m, (r, phi) = typical_point(R2_polar), R2_polar.coordinates("r phi")
    >>> m == typical_point(R2_polar), simplify(chart(R2_rect)(m)) == simplify(up(r * cos(phi), r * sin(phi))(m))
    (False, True)
    """
    return system.point(typical_coords(system))


def in_coordinates(value: Callable[[Point], Value], system: Chart) -> Value:
    """The value of a function of points in terms of a chart's coordinates, by their names if nothing else has these.

    >>> from scmpy import *
    >>> r, theta = R2_polar.coordinates()
    >>> in_coordinates(r * sin(theta), R2_polar), in_coordinates(r * symbols("a"), R2_polar)
    ((* r (sin theta)), (* a r))
    """
    place = typical_point(system)
    found = value(place)
    typical = leaves(system.map(place))
    own = [*map(symbol, system.names_or(None))]
    if not {*own}.isdisjoint(variables_in(found)):
        return found
    return substitute(found, dict(zip(typical, own, strict=True)))


@public("corresponding-velocities")
def corresponding_velocities(coordinates: Coordinates) -> Value:
    """Symbols for the velocities that belong to coordinates which are symbols.

    Scheme:  (corresponding-velocities coords)
    Shapes:  result: shaped like the coordinates
    Raises:  WrongTypeError unless the coordinates are symbols
    Source:  FDG 9
    >>> from scmpy import *
    >>> corresponding_velocities(up(*symbols("x y")))
    (up v:x v:y)
    """

    def velocity(x: Any) -> Symbol:
        if not isinstance(x, Symbol):
            raise WrongTypeError(f"corresponding-velocities expects coordinates that are symbols, got {describe(x)}")
        return symbol(f"v:{x.name}")

    return map_leaves(velocity, coordinates)


@public("coordinate-system?")
def is_coordinate_system(value: object) -> bool:
    """Is this a chart?

    Scheme:  (coordinate-system? x)
    Source:  FDG 2
    >>> from scmpy import *
    >>> is_coordinate_system(R2_polar), is_coordinate_system(R2)
    (True, False)
    """
    return isinstance(value, Chart)


def as_index(value: Any, n: int, operation: str = CALLED) -> int:
    """The value, if it is one of the indices 0, ..., n - 1."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < n:
        raise BadIndexError(f"{operation} expects an index from 0 to {n - 1}, got {describe(value)}")
    return value


def literal_of_coordinates(system: Chart, name: str) -> Any:
    """An unknown function of the coordinates of a chart."""
    domain = REAL if system.dimension == 1 else Tuple("up", (REAL,) * system.dimension)
    return literal_function(name, Signature((domain,), REAL))


@public("literal-manifold-function", "literal-scalar-field")
def literal_manifold_function(name: Name, system: Chart) -> ManifoldFunction:
    """An unknown function on a manifold, written as a function of the coordinates of a chart.

    Scheme:  (literal-manifold-function 'f sys)
    Source:  FDG 2
    >>> from scmpy import *
    >>> literal_manifold_function("f", R2_rect)(R2_rect.point(*symbols("a b")))
    (f (up a b))
    """
    return on_chart(system, literal_of_coordinates(system, str(name)), str(name))


def on_chart(
    system: Chart, f: Callable[[Any], Any], name: str, shaped: Callable[[Any], Any] = lambda q: q
) -> ManifoldFunction:
    """A function of the coordinates of a chart, in a shape, as a function on the manifold."""
    if isinstance(f, Structure):
        system.check_coefficients(leaves(f), f"the components of {name}")
    return ManifoldFunction(lambda place: f(shaped(system.at(place))), name, (system,))


def _of_manifold(tell: Callable[[Any], Any]) -> Callable[[Chart], Any]:
    return lambda chart: tell(chart.manifold)


#: What a chart answers in Scheme, besides what its manifold does; what needs a basis is entered where that is known.
MESSAGES: dict[str, Callable[[Any], Any]] = {
    **{name: _of_manifold(tell) for name, tell in MANIFOLD_MESSAGES.items()},
    "name": lambda chart: symbol(chart.system),
    "patch": lambda chart: symbol(chart.patch),
    "dimension": lambda chart: chart.dimension,
    "coordinate-prototype": lambda chart: chart.prototype,
    "coordinate-functions": lambda chart: chart.shaped(chart.tuple_of(Up, chart.coordinates())),
    "typical-coords": typical_coords,
    "->point": point,
    "->coords": chart,
}
