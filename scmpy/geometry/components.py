"""Components: scalar functions on a manifold that are computed together, as expressions of the coordinates, once.

The components of a metric, of a connection, of a curvature are wanted at many places, and their derivatives by all
coordinates with them. Where the coordinates are symbolic they are computed once, at unknowns, and reduced where they
are long: a *tape* (:mod:`scmpy.calculus.tape`). A value at a place is the tape with the coordinates put in; the
derivatives by all coordinates are one pass of differentials through the tape, and are Components again, with a tape of
their own. Derivatives of derivatives so cost as much as their expressions are long, not 2^order evaluations. At
numbers, and where functions depend on differentials from outside, values come from the functions themselves.

The unknowns have levels. Of one level are those of all Components that are made while no tape is, so that these hand
each other their tapes as they are. What is made while a tape is being made may hold the unknowns of that one: its own
are of the next level.

What is known of coordinates that are symbols, facts and assumptions, is known of the unknowns in their place.

The functions are taken to be pure: what they look up besides the place is not looked up again.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import Differential, finite_part
from scmpy.calculus.tape import LONG, replay
from scmpy.errors import LimitError
from scmpy.generic import operations as g
from scmpy.generic.closeness import is_exact_zero
from scmpy.generic.kinds import is_number
from scmpy.generic.memory import memoized
from scmpy.generic.settings import setting
from scmpy.geometry.chart import Chart
from scmpy.geometry.manifold import Point
from scmpy.geometry.manifold_function import ManifoldFunction, Remembered, charts_of
from scmpy.pickling import Portable
from scmpy.structure.structure import Up, leaves, sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import Facts, assumed, assumptions_in_force, facts_of
from scmpy.symbolic.expression import OVER, PLUS, TIMES, Application, Expression, Symbol, application, symbol
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.simplify import reduced
from scmpy.symbolic.work_limits import expansion_memory

#: The memory that a reduction may take: where it needs more, expressions that share are shorter and faster as they are.
WORTHWHILE = 100_000

NOTHING: Facts = frozenset()

#: The level of the unknowns of Components that are made now.
_level: ContextVar[int] = ContextVar("level of unknowns", default=0)


class Components(Portable):
    """A function of places with a tuple of scalars as value; ``parts`` are what it is made of.

    ``whole`` makes all components of those that the function computes, where symmetries give the others. What is but
    a contraction of other components need not be reduced: ``shorten`` is false.

    >>> from scmpy import *
    >>> x, y = R2_rect.coordinates("x y")
    >>> both = Components(R2_rect, lambda m: (x(m) * y(m), sin(x(m))), (x, y))
    >>> both(R2_rect.point(*symbols("a b")))
    ((* a b), (sin a))
    >>> both.partials(R2_rect.point(*symbols("a b")))
    (b, (cos a), a, 0)
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
        premises = _premises(finite, unknowns)
        numbers = [(type(x), x) if is_number(x) else None for x in values]
        key = isinstance(place, Point), facts, premises, *numbers
        if key not in self._tapes:
            if any(numbers):
                kept = (x if is_number(x) else u for x, u in zip(values, unknowns, strict=True))
                start = self.chart.place(self.chart.tuple_of(Up, kept), place)
            with _at_level(self._level + 1, premises):
                self._tapes[key] = settled(tuple(self.function(start)), self._shorten)
        tape = self._tapes[key]
        if tape is None:
            return tuple(self.function(place))
        if all(map(operator.is_, values, unknowns)):
            return tape  # type: ignore[no-any-return]
        return replay(Up(tape), dict(zip(unknowns, values, strict=True))).components  # type: ignore[no-any-return]

    @property
    def partials(self) -> Components:
        """The derivatives of all components by the first coordinate, then by the second, ..."""
        if self._partials is None:
            self._partials = Components(self.chart, self._gradients, (self,), shorten=False)
            self._partials._level = self._level
        return self._partials

    def _gradients(self, place: Any) -> list[Any]:
        chart = self.chart
        return leaves(D(lambda q: Up(self(chart.place(q, place))))(chart.at(place)))

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
        """One of the components as a function on the manifold."""
        return ManifoldFunction(lambda place: self(place)[i], name, self.charts)


@memoized(256)
def _unknown_place(chart: Chart, level: int, is_point: bool, facts: tuple[Facts, ...]) -> Any:
    """The place whose coordinates are the unknowns of a level, of which these facts hold."""
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


@contextmanager
def _at_level(level: int, premises: Iterable[tuple[Expression, Facts]]) -> Iterator[None]:
    """Components that are made here have unknowns of this level, or of the present one if that is higher."""
    token, before = _level.set(max(level, _level.get())), assumptions_in_force()
    more = assumed.set({**before, **dict(premises)}) if premises else None
    try:
        yield
    finally:
        _level.reset(token)
        if more:
            assumed.reset(more)


def rows(values: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """Rows of so many entries each; with a negative size, so many rows.

    >>> rows("abcdef", 2), rows("abcdef", -2)
    (['ab', 'cd', 'ef'], ['abc', 'def'])
    """
    number, width = (len(values) // size, size) if size > 0 else (-size, len(values) // -size)
    return [values[i * width : (i + 1) * width] for i in range(number)]


def array(values: Sequence[Any], n: int, rank: int) -> Any:
    """An indexed array of components, row by row, with so many indices of n values each.

    >>> array("abcdefgh", 2, 3)[0][1]
    'cd'
    """
    for _ in range(rank - 1):
        values = rows(values, n)
    return values


def dot(x: Iterable[Any], y: Iterable[Any]) -> Any:
    """The sum of the products of corresponding entries; exact zeros take no part.

    >>> dot((1, 0, 2), (3, 5, 7))
    17
    """
    return sum_of(g.mul(a, b) for a, b in zip(x, y, strict=True) if not (is_exact_zero(a) or is_exact_zero(b)))


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
    short = carried_out(Up(values)).components
    if short is values or _size(values, LONG) < LONG:
        return tuple(y if is_number(y) else x for x, y in zip(values, short, strict=True))
    return min(_up_to_sign(short, short), _up_to_sign(values, short), key=_size)


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


def negated(x: Any) -> Any:
    """The negative of a scalar, written as carried out arithmetic is: with a number before every term.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> negated(2 * x * y - y), negated((1 - x) / y)
    ((+ (* -2 x y) y), (/ (+ -1 x) y))
    """
    if not isinstance(x, Application):
        return g.negate(x)
    head, operands = x.operator, x.operands
    if head is PLUS:
        return application(PLUS, *map(negated, operands))
    if head is OVER:
        return application(OVER, negated(operands[0]), *operands[1:])
    factors = operands if head is TIMES else (x,)
    if not is_number(factors[0]):
        return application(TIMES, -1, *factors)
    if factors[0] != -1:
        return application(TIMES, -factors[0], *factors[1:])
    return application(TIMES, *factors[1:]) if len(factors) > 2 else factors[1]


def carried_out(value: Any) -> Any:
    """A scalar or a tuple of scalars with its arithmetic carried out; as it is where the result would be too large.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> carried_out(x * (y / x))
    y
    """
    try:
        with setting(expansion_memory=min(WORTHWHILE, expansion_memory.value)):
            return reduced(value)
    except LimitError:
        return value


def shorter(values: Sequence[Any]) -> Sequence[Any]:
    """Scalars with their arithmetic carried out, or as they are where they share so much that they are shorter so.

    >>> from scmpy import symbols
    >>> x, y = symbols("x y")
    >>> shorter((x * (y / x), 0))
    (y, 0)
    """
    short = carried_out(Up(values)).components
    return short if _size(short) <= _size(values) else values  # type: ignore[no-any-return]


def _size(values: Iterable[Any], limit: int | None = None) -> int:
    """The number of nodes of expressions, those that they share counted once; up to a limit."""
    nodes = subexpressions(*(x for x in values if isinstance(x, Expression)))
    return sum(1 for _ in itertools.islice(nodes, limit))
