"""Charts: how coordinates give the representation of a point, and how a representation gives coordinates.

Where a coordinate is singular (theta = 0 of Euler angles) coordinates may be given, and go to the manifold, but nothing
comes back: other charts' points have none there, and a metric no inverse. Symbols are taken to be regular.
Source: FDG 2. Next: fields.
"""

from __future__ import annotations

import inspect
import itertools
import math
import operator
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, NamedTuple

from scmpy.boundary import checks, guarded_call
from scmpy.calculus.derivative import D
from scmpy.calculus.dual_numbers import Differential, finite_part
from scmpy.calculus.jet import LONG, traced
from scmpy.errors import (
    CALLED,
    BadIndexError,
    ChartError,
    DomainError,
    LimitError,
    StructureError,
    WrongTypeError,
    describe,
    expected,
    warn,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import as_batch, elements, has_complex_numbers
from scmpy.generic.functions import Function, memoized, name_of
from scmpy.generic.numbers import ExactComplex, is_exact_zero
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.settings import instances, setting, temporarily
from scmpy.generic.types import ScalarKind, Value, is_number, tree_unflatten
from scmpy.geometry.manifold import MESSAGES as MANIFOLD_MESSAGES
from scmpy.geometry.manifold import (
    CoordinateSystem,
    Manifold,
    ManifoldCoordinates,
    ManifoldFunction,
    Point,
    Remembered,
    answer,
    charts_of,
)
from scmpy.pickling import Portable, portable, unless_known
from scmpy.registry import declare_predicate, public, scheme_name_of
from scmpy.render.notation import LETTERS
from scmpy.structure.literal_functions import REAL, Signature, Tuple, literal_function
from scmpy.structure.tuples import Down, Structure, Up, leaves, map_leaves, sum_of
from scmpy.structure.types import Coordinates, Name
from scmpy.symbolic.arithmetic import numerical_value, substitute
from scmpy.symbolic.assumptions import Facts, assumed, assumptions_in_force, facts_of
from scmpy.symbolic.expression import Expression, Head, Symbol, closure, subexpressions, symbol, variables_in
from scmpy.symbolic.patterns import negated
from scmpy.symbolic.ring import expansion_memory
from scmpy.symbolic.simplify import reduced

_HOLDS: dict[str, Callable[[Any], bool]] = {
    "positive": lambda x: x > 0,
    "nonnegative": lambda x: x >= 0,
    "nonzero": lambda x: x != 0,
}


class Exclusion(NamedTuple):
    """Values that a coordinate must not have, the open interval without such around another value, and why."""

    holds: Callable[[Any], bool]
    interval: Callable[[float], tuple[float, float]]
    reason: str


ZERO = Exclusion(
    lambda x: x == 0, lambda x: (0.0, math.inf) if x > 0 else (-math.inf, 0.0), "the chart is singular where it is 0"
)
POLE = Exclusion(
    lambda x: (
        x == 0 or (isinstance(x, float) and math.isfinite(x) and abs(math.remainder(x, math.pi)) <= 2**-52 * abs(x))
    ),
    lambda x: (math.floor(x / math.pi) * math.pi, math.ceil(x / math.pi) * math.pi),
    "the chart is singular at the poles, where it is a multiple of pi",
)


def leaving(message: str, parameter: Any) -> DomainError:
    error = DomainError(message)
    vars(error)["parameter"] = parameter
    return error


class Condition(NamedTuple):
    """What holds in a region: a fact of an expression, in symbols with the names of coordinates, as it was stated."""

    expression: Any
    fact: str
    text: str


class Chart(ManifoldCoordinates):
    whole: Chart

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
        self.whole = self
        self.region: tuple[Condition, ...] = ()  # what holds of the coordinates of all points
        self._installed: Table[str, Any] = Table()
        self.map = ManifoldFunction(self.at, name, (self,))
        self.told = ManifoldFunction(lambda place: self.shaped(self.at(place)), name, (self,))

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
        shape = self._installed.get("shape")
        return coordinates if shape is None else tree_unflatten(iter(leaves(coordinates)), shape)

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
        for condition, value in zip(self.region, self._at_coordinates(parts) if self.region else (), strict=True):
            for x in known_numbers(value):
                if not _HOLDS[condition.fact](x):
                    where = ", ".join(f"{name} = {x}" for name, x in zip(self.names, parts, strict=True))
                    raise DomainError(f"{where} is outside the region of the chart {self}: {condition.text}")
        return coordinates

    def _at_coordinates(self, parts: Iterable[Any]) -> list[Any]:
        values = of_coordinates(Up(x.expression for x in self.region), map(symbol, self.names))
        return leaves(values(Up(map(finite_part, parts))))

    def facts_at(self, place: Any) -> dict[Expression, Facts]:
        if not self.region:
            return {}
        found: dict[Expression, Facts] = {}
        for condition, value in zip(self.region, self._at_coordinates(leaves(self.at(place))), strict=True):
            if isinstance(value, Expression):
                found[value] = closure({*found.get(value, ()), condition.fact})
        return found

    def positive_at(self, place: Any) -> list[Expression]:
        return [x for x, facts in self.facts_at(place).items() if "positive" in facts]

    def _singular(self, coordinates: Any) -> Iterator[tuple[str, Any, Exclusion]]:
        parts = (coordinates,) if self.dimension == 1 else coordinates
        for index, exclusion in self.excluded:
            for value in filter(exclusion.holds, known_numbers(finite_part(tuple(parts)[index]))):
                yield self.names[index], value, exclusion

    def regular(self, coordinates: Any) -> Any:
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
                    raise leaving(f"{what} leaves the chart {self} at {t}, {self.names[i]} = {x}: {reason}", t)

        return check

    def at(self, place: Any) -> Any:
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
        return Point(self, coordinates) if isinstance(like, Point) else coordinates

    def tuple_of(self, orientation: type[Structure], parts: Iterable[Any]) -> Any:
        """Components by this chart: a tuple, or in one dimension the only component."""
        parts = tuple(parts)
        return parts[0] if self.dimension == 1 else orientation(parts)

    def components(self, f: Callable[[Any], Any], orientation: type[Structure]) -> ManifoldFunction:
        def components_at(place: Any) -> Any:
            value = f(place)
            if isinstance(value, Structure) and self._installed.get("shape") is not None:
                value = orientation(leaves(value))
            parts = value.components if type(value) is orientation else (value,)
            if len(parts) != self.dimension or not all(isinstance(x, ScalarKind) for x in parts):
                expected = "a scalar" if self.dimension == 1 else f"{orientation.orientation}({self.dimension})"
                raise StructureError(f"components in the chart {self.name} are {expected}, got {describe(value)}")
            return value

        return ManifoldFunction(components_at, lambda: name_of(f), charts_of((f, self.map)))

    def constant(self, value: Any) -> ManifoldFunction:
        return ManifoldFunction(lambda place: value, "constant", (self,))

    def unit(self, orientation: type[Structure], index: int) -> ManifoldFunction:
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
        names = self.names_or(names)
        if self.dimension == 1:
            return (ManifoldFunction(self.at, names[0], (self,)),)
        return tuple(ManifoldFunction(lambda place, i=i: self.at(place)[i], x, (self,)) for i, x in enumerate(names))


def _structure_of(prototype: Any) -> Any:
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
    charts: dict[tuple[str, str], Chart] = vars(manifold).setdefault("charts", {})
    return charts.setdefault((patch, system), object.__new__(kind))


def _is_coordinate(x: Any) -> bool:
    return isinstance(x, ScalarKind) and not isinstance(x, (bool, complex, ExactComplex)) and not has_complex_numbers(x)


def _is_message(name: Any) -> bool:
    return getattr(name, "name", name) in MESSAGES


def known_number(x: Any) -> Any:
    """The value of a number or of an expression made of numbers; None for a symbolic one."""
    if isinstance(x, Expression):
        return numerical_value(x) if x.constant else None
    return x if is_number(x) else None


def known_numbers(x: Any) -> list[Any]:
    return [value for value in map(known_number, elements(x)) if value is not None]


def names_in(prototype: Any) -> Iterator[str]:
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


#: A letter with an accent, in TeX.
ACCENTED = r"\\(?:tilde|bar|hat)\s*(?:\{\s*\\?[A-Za-z]+\s*\}|\\?[A-Za-z]+)"


def plain_name(name: str) -> str:
    """The name that a formula writes: theta for θ or \\theta, x_1 for x_{1}, ttilde for \\tilde{t}, tprime for t'."""
    name = name.replace("'", "prime")
    letters = "".join(LETTERS.get(c, c) for c in unicodedata.normalize("NFKC", name) if c not in "{} ")
    letters = re.sub(r"\\(tilde|bar|hat)(\\?)([A-Za-z]+)", r"\2\3\1", letters)
    return letters.removeprefix("\\").removeprefix("var")


def spelled(name: str) -> str:
    """The name by which a formula reads a coordinate, however the chart writes it: x_1 for x1 and x₁ too."""
    return re.sub(r"(?<=[^\W\d_])(?=\d)", "_", plain_name(name))


as_text = instances(str, "a text")

as_chart = checks("AnyChart")(checks("Chart")(instances(Chart, "a coordinate system such as R2-rect")))


def as_coordinate_system(value: Any) -> CoordinateSystem:
    return value if isinstance(value, CoordinateSystem) else as_chart(value)


@public("chart")
def chart(system: CoordinateSystem) -> Function:
    """The function from points to their coordinates in a coordinate system.

    Scheme:  ((chart sys) m)
    Shapes:  result: point -> up(n), or a scalar of one coordinate
    Source:  FDG 2
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
    >>> m, (r, phi) = typical_point(R2_polar), R2_polar.coordinates("r phi")
    >>> m == typical_point(R2_polar), simplify(chart(R2_rect)(m)) == simplify(up(r * cos(phi), r * sin(phi))(m))
    (False, True)
    """
    return system.point(typical_coords(system))


def in_coordinates(value: Callable[[Point], Value], system: Chart) -> Value:
    """The value of a function of points in terms of a chart's coordinates, by their names if nothing else has these."""
    place = typical_point(system)
    return named(value(place), place, system)


def named(found: Value, place: Any, system: Chart) -> Value:
    own = [*map(symbol, system.names_or(None))]
    if not {*own}.isdisjoint(variables_in(found)):
        return found
    return substitute(found, dict(zip(leaves(system.map(place)), own, strict=True)))


@public("corresponding-velocities")
def corresponding_velocities(coordinates: Coordinates) -> Value:
    """Symbols for the velocities that belong to coordinates which are symbols.

    Scheme:  (corresponding-velocities coords)
    Shapes:  result: shaped like the coordinates
    Raises:  WrongTypeError unless the coordinates are symbols
    Source:  FDG 9
    >>> corresponding_velocities(up(*symbols("x y")))
    (up v:x v:y)
    """

    def velocity(x: Any) -> Symbol:
        if not isinstance(x, Symbol):
            raise WrongTypeError(f"corresponding-velocities expects coordinates that are symbols, got {describe(x)}")
        return symbol(f"v:{x.name}")

    return map_leaves(velocity, coordinates)


declare_predicate("coordinate-system?", Chart, "Is this a chart?", "R2_polar", "R2", source="FDG 2")


def as_index(value: Any, n: int, operation: str = CALLED) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < n:
        raise BadIndexError(f"{operation} expects an index from 0 to {n - 1}, got {describe(value)}")
    return value


def literal_of_coordinates(system: Chart, name: str) -> Any:
    domain = REAL if system.dimension == 1 else Tuple("up", (REAL,) * system.dimension)
    return literal_function(name, Signature((domain,), REAL))


@public("literal-manifold-function", "literal-scalar-field")
def literal_manifold_function(name: Name, system: Chart) -> ManifoldFunction:
    """An unknown function on a manifold, written as a function of the coordinates of a chart.

    Scheme:  (literal-manifold-function 'f sys)
    Source:  FDG 2
    >>> literal_manifold_function("f", R2_rect)(R2_rect.point(*symbols("a b")))
    (f (up a b))
    """
    return on_chart(system, literal_of_coordinates(system, str(name)), str(name))


def on_chart(
    system: Chart, f: Callable[[Any], Any], name: str, shaped: Callable[[Any], Any] = lambda q: q
) -> ManifoldFunction:
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


# --- components ------------------------------------------------------------------------------------------------------
# Components: scalar functions on a manifold that are computed together, as expressions of the coordinates, once.
#
# The components of a metric, of a connection, of a curvature are wanted at many places, and their derivatives by all
# coordinates with them. Where the coordinates are symbolic they are computed once, at unknowns, and reduced where
# they are long: a *tape* (:mod:`scmpy.calculus.jet`). A value at a place is the tape with the coordinates put in;
# the derivatives by all coordinates are one pass of differentials through the tape, and are Components again, with a
# tape of their own. Derivatives of derivatives so cost as much as their expressions are long, not 2^order
# evaluations. At numbers, and where functions depend on differentials from outside, values come from the functions
# themselves.
#
# The unknowns have levels. Of one level are those of all Components that are made while no tape is, so that these
# hand each other their tapes as they are. What is made while a tape is being made may hold the unknowns of that one:
# its own are of the next level.
#
# What is known of coordinates that are symbols, facts and assumptions, is known of the unknowns in their place.
#
# The functions are taken to be pure: what they look up besides the place is not looked up again.

#: The memory that a reduction may take: where it needs more, expressions that share are shorter and faster as they are.
WORTHWHILE = 100_000

NOTHING: Facts = frozenset()

#: The level of the unknowns of Components that are made now.
_level: ContextVar[int] = ContextVar("level of unknowns", default=0)


class Components(Portable):
    """A function of places with a tuple of scalars as value; ``parts`` are what it is made of.

    ``whole`` makes all components of those that the function computes, where symmetries give the others. What is but
    a contraction of other components need not be reduced: ``shorten`` is false.
    """

    __slots__ = ("_at", "_level", "_partials", "_shorten", "_tapes", "chart", "charts", "function")

    def __init__(
        self,
        chart: Chart,
        function: Callable[[Any], Iterable[Any]],
        parts: Iterable[Any] = (),
        whole: Callable[[Sequence[Any]], Iterable[Any]] = tuple,
        shorten: bool = True,
    ) -> None:
        self.chart = chart
        self.charts = charts_of((*parts, chart.map))
        self.function = function
        self._shorten = shorten
        self._at = Remembered(lambda place: tuple(whole(self._computed(place))))
        self._tapes: dict[Any, Any] = {}
        self._partials: Components | None = None
        self._level = _level.get()

    def __call__(self, place: Any) -> tuple[Any, ...]:
        return self._at(place)  # type: ignore[no-any-return]

    def _computed(self, place: Any) -> tuple[Any, ...]:
        values = leaves(self.chart.at(place))
        symbolic = any(isinstance(finite_part(x), Expression) for x in values)
        if not symbolic or (not self._shorten and not any(isinstance(x, Differential) for x in values)):
            return tuple(self.function(place))
        finite = [*map(finite_part, values)]
        facts = tuple(facts_of(x) if isinstance(x, Symbol) else NOTHING for x in finite)
        start = _unknown_place(self.chart, self._level, isinstance(place, Point), facts)
        unknowns = leaves(self.chart.at(start))
        premises = _premises(finite, unknowns) | frozenset(self.chart.facts_at(start).items())
        numbers = [(type(x), x) if is_number(x) else None for x in values]
        key = isinstance(place, Point), facts, premises, *numbers
        if key not in self._tapes:
            if any(numbers):
                kept = (x if is_number(x) else u for x, u in zip(values, unknowns, strict=True))
                start = self.chart.place(self.chart.tuple_of(Up, kept), place)
            level, now = max(self._level + 1, _level.get()), assumptions_in_force()
            with temporarily(_level, level), temporarily(assumed, {**now, **dict(premises)} if premises else now):
                self._tapes[key] = settled(tuple(self.function(start)), self._shorten)
        tape = self._tapes[key]
        if tape is None:
            return tuple(self.function(place))
        if all(map(operator.is_, values, unknowns)):
            return tape  # type: ignore[no-any-return]
        return traced(Up(tape), dict(zip(unknowns, values, strict=True))).components  # type: ignore[no-any-return]

    @property
    def partials(self) -> Components:
        """The derivatives of all components by the first coordinate, then by the second, ..."""
        if self._partials is None:
            chart = self.chart

            def gradients(place: Any) -> list[Any]:
                return leaves(D(lambda q: Up(self(chart.place(q, place))))(chart.at(place)))

            self._partials = Components(chart, gradients, (self,), shorten=False)
            self._partials._level = self._level
        return self._partials

    def along(self, frame: Components) -> Components:
        """The derivatives of all components along the first field of a frame, then the second, ...

        ``frame`` holds the components of its fields in the chart, field after field.
        """
        n = self.chart.dimension

        def derivatives(place: Any) -> list[Any]:
            fields, partials = rows(frame(place), n), rows(self.partials(place), -n)
            return [dot(field, derivative) for field in fields for derivative in zip(*partials, strict=True)]

        return Components(self.chart, derivatives, (self, frame), shorten=False)

    def entry(self, i: int, name: str) -> ManifoldFunction:
        return ManifoldFunction(lambda place: self(place)[i], name, self.charts)


@memoized(256)
def _unknown_place(chart: Chart, level: int, is_point: bool, facts: tuple[Facts, ...]) -> Any:
    names = zip(chart.names, facts, strict=True)
    unknowns = chart.tuple_of(Up, (symbol(f"components {level} {x}", *known) for x, known in names))
    return Point(chart, unknowns) if is_point else unknowns


def _premises(coordinates: Sequence[Any], unknowns: Sequence[Any]) -> frozenset[tuple[Expression, Facts]]:
    """What is assumed of symbols and expressions, with the unknowns in the place of coordinates that are symbols."""
    assumptions = assumptions_in_force()
    if not assumptions:
        return frozenset()
    here = {x: unknown for x, unknown in zip(coordinates, unknowns, strict=True) if isinstance(x, Symbol)}
    return frozenset((substitute(x, here), facts) for x, facts in assumptions.items())


def rows(values: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Rows of so many entries each; with a negative size, so many rows."""
    number, width = (len(values) // size, size) if size > 0 else (-size, len(values) // -size)
    return [values[i * width : (i + 1) * width] for i in range(number)]


def array(values: Sequence[Any], n: int, rank: int) -> Any:
    """An indexed array of components, row by row, with so many indices of n values each."""
    for _ in range(rank - 1):
        values = rows(values, n)
    return values


def symmetric(n: int, entry: Callable[[int, int], Any], is_so: bool = True) -> list[Any]:
    """The n by n values, row after row; of what is the same for i, j and j, i each is computed once."""
    values = {(i, j): entry(i, j) for i in range(n) for j in range(i * is_so, n)}
    return [values[i, j] if (i, j) in values else values[j, i] for i in range(n) for j in range(n)]


def of_coordinates(values: Any, unknowns: Iterable[Any]) -> Callable[[Any], Any]:
    """Expressions in unknowns that stand for coordinates, as a function of these."""
    unknowns = tuple(unknowns)
    return lambda q: traced(values, dict(zip(unknowns, leaves(q), strict=True)))


_is_zero = inspect.unwrap(is_exact_zero)  # asked of every component: its argument needs no check


def dot(x: Iterable[Any], y: Iterable[Any]) -> Any:
    """The sum of the products of corresponding entries; exact zeros take no part."""
    return sum_of(g.mul(a, b) for a, b in zip(x, y, strict=True) if not (_is_zero(a) or _is_zero(b)))


def settled(values: tuple[Any, ...], shorten: bool = True) -> tuple[Any, ...] | None:
    """Scalars for a tape: numbers where they are constant, reduced if they are long; None if some are not symbolic.

    Short ones are not worth it, nor are those that share so much that their reduced forms are longer: they stay.
    Components that are equal up to sign are written once.
    """
    symbolic = [x for x in values if isinstance(x, Expression)]
    if len(symbolic) < sum(not is_number(x) for x in values):
        return None
    if not shorten:
        return values
    values = _parted(values)
    short = carried_out(Up(values)).components
    if short is values or _size(values, LONG) < LONG:
        return tuple(y if is_number(y) else x for x, y in zip(values, short, strict=True))
    return min(_up_to_sign(short, short), _up_to_sign(values, short), key=_size)


def _parted(values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Values with x^a x^2 for x^(a + 2): so x^a cancels where what it is in is differentiated, and divided."""
    known: dict[Any, Any] = {}
    for x in subexpressions(*(x for x in values if isinstance(x, Expression))):
        base, power = x.operands if getattr(x, "operator", None) is Head.EXPT else (x, 1)
        if isinstance(power, Expression) and getattr(power := reduced(power), "operator", None) is Head.PLUS:
            whole = sum(k for k in power.operands if isinstance(k, int))
            known[x] = g.mul(g.expt(base, whole), g.expt(base, reduced(g.sub(power, whole))))
    return tuple(substitute(x, known) for x in values) if known else values


def _up_to_sign(values: Iterable[Any], forms: Iterable[Any]) -> tuple[Any, ...]:
    """The values; those that have one form, or the negative of another's, share all but the sign.

    So a curvature that is written out, all of its components one by one, is as short as one made by its symmetries.
    """
    known: dict[Any, Any] = {}
    result: list[Any] = []
    for value, form in zip(values, forms, strict=True):
        negative = known.get(negated(form))
        known.setdefault(form, form if is_number(form) else value if negative is None else g.negate(negative))
        result.append(known[form])
    return tuple(result)


def carried_out(value: Any) -> Any:
    try:
        with setting(expansion_memory=min(WORTHWHILE, expansion_memory.value)):
            return reduced(value)
    except LimitError:
        return value


def shorter(values: Sequence[Any]) -> Sequence[Any]:
    """Scalars with their arithmetic carried out, or as they are where they share so much that they are shorter so."""
    short = carried_out(Up(values)).components
    return short if _size(short) <= _size(values) else values  # type: ignore[no-any-return]


def _size(values: Iterable[Any], limit: int | None = None) -> int:
    nodes = subexpressions(*(x for x in values if isinstance(x, Expression)))
    return sum(1 for _ in itertools.islice(nodes, limit))
