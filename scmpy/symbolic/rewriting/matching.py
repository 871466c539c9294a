"""Patterns: what an expression may look like, and the parts of it that its variables stand for.

A pattern is an expression in which ``(? x)`` stands for any one operand, ``(? x integer?)`` for one of which the
predicate is true, ``(?? xs)`` for any number of operands in a row, ``($$ xs)`` for what ``(?? xs)`` stands for in
reversed order. A variable that occurs twice stands twice for the same. Operands are matched in their order, also
those of ``+`` and ``*``: segments say what may stand between. A list that is data is matched as the row of its items.

A matcher is a function of a subject, the bindings so far and the search. It generates the bindings of every match,
shortest first segments first: backtracking is asking for the next. The search counts the places tried for segments,
so that a pattern with many of them comes to an end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from scmpy.errors import (
    LimitError,
    SyntaxError_,
    UnboundVariableError,
    WrongTypeError,
    describe,
    did_you_mean,
    shown_text,
)
from scmpy.generic.annotations import Formula
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.symbolic.expression import Application, Expression, Symbol, symbol
from scmpy.symbolic.rewriting.predicates import PREDICATES
from scmpy.symbolic.s_expressions import expression_from, is_datum_list, read_expression

Bindings = dict[str, Any]
Matcher = Callable[[Any, Bindings, "Search"], Iterator[Bindings]]
Sequence = Callable[[tuple[Any, ...], int, Bindings, "Search"], Iterator[Bindings]]

ELEMENT, SEGMENT, REVERSED = map(symbol, ("?", "??", "$$"))
_VARIABLES = (ELEMENT, SEGMENT, REVERSED)

#: Patterns nest at most this deep.
DEEPEST_PATTERN = 200

MOST_PLACES = Limit("most-match-places", 3_000_000, "Places that one search tries for the segments of patterns.")


class Search:
    """Counts the places that segments were tried at, over all matches; keeps the data that the last match left."""

    __slots__ = ("left", "rest")

    def __init__(self) -> None:
        self.left = MOST_PLACES.value
        self.rest: tuple[Any, ...] = ()

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise MOST_PLACES.refusal("match: it takes")


def same(x: Any, y: Any) -> bool:
    """Are these the same part: one expression, equal numbers of one type, or lists of the same parts?"""
    if is_datum_list(x):
        return is_datum_list(y) and _same_segments(tuple(x), tuple(y))
    return x is y or (type(x) is type(y) and not isinstance(x, Expression) and bool(x == y))


def _same_segments(xs: tuple[Any, ...], ys: tuple[Any, ...]) -> bool:
    return len(xs) == len(ys) and all(map(same, xs, ys))


@dataclass(frozen=True)
class Satisfying:
    """The pattern of one operand of which a predicate is true; it has no name."""

    predicate: Callable[[Any], Any]


# --- the parts of patterns -------------------------------------------------------------------------------------


def parts_of(pattern: Any) -> tuple[Any, ...] | None:
    """Operator and operands of a combination, given as an expression or as a quoted list; None for an atom."""
    if isinstance(pattern, Application):
        return pattern.operator, *pattern.operands
    return tuple(pattern) if is_datum_list(pattern) else None


def variable_of(pattern: Any) -> tuple[Symbol, str, tuple[Any, ...]] | None:
    """The kind, name and predicates of a pattern variable; None for any other pattern."""
    parts = parts_of(pattern)
    if not parts or parts[0] not in _VARIABLES:
        return None
    kind, *rest = parts
    if not rest or not isinstance(rest[0], Symbol) or (len(rest) > 1 and kind is not ELEMENT):
        raise SyntaxError_(
            f"a pattern variable is (? name predicate ...), (?? name) or ($$ name), got {shown_text(pattern)}"
        )
    return kind, rest[0].name, tuple(rest[1:])


def names_in(pattern: Any) -> list[str]:
    """The names of the variables of a pattern, in order.

    >>> names_in(read_expression("(* (? x) (?? ys) (? x))"))
    ['x', 'ys']
    """
    variable = variable_of(pattern)
    if variable is not None:
        return [variable[1]]
    return list(dict.fromkeys(name for part in parts_of(pattern) or () for name in names_in(part)))


def compiled(pattern: Any, depth: int = 0) -> Matcher:
    """The matcher of a pattern."""
    if depth > DEEPEST_PATTERN:
        raise LimitError(f"a pattern nests more than {DEEPEST_PATTERN} deep")
    variable = variable_of(pattern)
    if variable is not None:
        kind, name, predicates = variable
        if kind is not ELEMENT:
            raise SyntaxError_(f"({kind.name} {name}) stands for several operands: it belongs among operands")
        return element(name, *predicates)
    if isinstance(pattern, Satisfying):
        return _satisfying(pattern.predicate)
    parts = parts_of(pattern)
    if parts is None:
        return constant(pattern)
    return _combination(parts, depth) if parts else constant(())


def constant(value: Any) -> Matcher:
    """Matches this symbol, number, string, boolean or empty list alone."""
    if not (isinstance(value, Expression | str | bool) or is_number(value) or value == ()):
        raise WrongTypeError(f"a pattern is made of symbols, numbers and combinations, got {describe(value)}")

    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if same(subject, value):
            yield bindings

    return match


def _satisfying(test: Callable[[Any], Any]) -> Matcher:
    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if test(subject) not in (False, None):
            yield bindings

    return match


def element(name: str, *predicates: Any) -> Matcher:
    """Matches anything of which the predicates are true, the same each time."""
    tests = tuple(map(predicate_of, predicates))

    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if name in bindings:
            if same(bindings[name], subject):
                yield bindings
        elif all(test(subject) for test in tests):
            yield {**bindings, name: subject}

    return match


def predicate_of(predicate: Any) -> Callable[[Any], Any]:
    """A function, or the predicate of this name."""
    if isinstance(predicate, Symbol):
        found = PREDICATES.get(predicate.name)
        if found is None:
            asked = f"{predicate.name}{did_you_mean(predicate.name, PREDICATES)}"
            raise UnboundVariableError(
                f"no predicate of patterns is called {asked}; there are {', '.join(sorted(PREDICATES))}"
            )
        return found
    if not callable(predicate):
        raise WrongTypeError(f"a pattern variable is restricted by a predicate, got {describe(predicate)}")
    return predicate  # type: ignore[no-any-return]


def _combination(patterns: tuple[Any, ...], depth: int) -> Matcher:
    """Matches an application whose operator and operands match, and a list whose items do."""
    match_items, _ = _sequence(patterns, depth)
    head = patterns[0] if isinstance(patterns[0], Symbol) else None
    match_operands, least = _sequence(patterns[1:], depth)

    def match(subject: Any, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if head is not None and isinstance(subject, Application):
            if subject.operator is head and len(subject.operands) >= least:
                yield from match_operands(subject.operands, 0, bindings, search)
            return
        subject = parts_of(subject)
        if subject is not None:
            yield from match_items(subject, 0, bindings, search)

    return match


# --- sequences of operands -------------------------------------------------------------------------------------


def _sequence(patterns: tuple[Any, ...], depth: int, end: Sequence | None = None) -> tuple[Sequence, int]:
    """The matcher of operands from a position on, and how many operands it takes at least; made from the end.

    That is where no operand is left, unless there is a matcher of what is.
    """
    rest: Sequence = end or _end
    least, fixed = 0, end is None
    for i in range(len(patterns) - 1, -1, -1):
        variable = variable_of(patterns[i])
        if variable is None or variable[0] is ELEMENT:
            match_one, after = compiled(patterns[i], depth + 1), rest
            rest, least = _then(match_one, after), least + 1
            continue
        following = patterns[i + 1] if i + 1 < len(patterns) else None
        if following is not None and _is_apart(variable[1], following):
            rest = _segment_before(variable[1], variable[0] is REVERSED, match_one, after, least)
        else:
            rest = _segment(variable[1], variable[0] is REVERSED, rest, least, fixed)
        fixed = False
    return rest, least


def _is_apart(name: str, following: Any) -> bool:
    """Is this an element that does not mention the segment before it? Then it can be matched first."""
    variable = variable_of(following)
    return (variable is None or variable[0] is ELEMENT) and name not in names_in(following)


def _end(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
    if start == len(operands):
        yield bindings


def _leave(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
    search.rest = operands[start:]
    yield bindings


def _then(match_one: Matcher, rest: Sequence) -> Sequence:
    """One operand, then the rest."""

    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if start < len(operands):
            for found in match_one(operands[start], bindings, search):
                yield from rest(operands, start + 1, found, search)

    return match


def _segment(name: str, backwards: bool, rest: Sequence, least: int, fixed: bool) -> Sequence:
    """Any number of operands, then the rest, which takes at least so many (``fixed``: exactly so many)."""

    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        known = bindings.get(name)
        most = len(operands) - least
        if known is not None:
            stop = start + len(known)
            if stop <= most and _same_segments(operands[start:stop], known[::-1] if backwards else known):
                yield from rest(operands, stop, bindings, search)
            return
        for stop in range(most if fixed else start, most + 1) if most >= start else ():
            search.step()
            found = operands[start:stop]
            yield from rest(operands, stop, {**bindings, name: found[::-1] if backwards else found}, search)

    return match


def _segment_before(name: str, backwards: bool, match_one: Matcher, rest: Sequence, least: int) -> Sequence:
    """Any number of operands up to one that matches, then the rest."""
    plain = _segment(name, backwards, _then(match_one, rest), least, fixed=False)

    def match(operands: tuple[Any, ...], start: int, bindings: Bindings, search: Search) -> Iterator[Bindings]:
        if name in bindings:
            yield from plain(operands, start, bindings, search)
            return
        for stop in range(start, len(operands) - least + 1):
            search.step()
            for found in match_one(operands[stop], bindings, search):
                segment = operands[start:stop]
                bound = {**bindings, name: segment[::-1] if backwards else segment, **found}
                yield from rest(operands, stop + 1, bound, search)

    return match


def start_of(pattern: Any) -> Callable[[tuple[Any, ...], Bindings], Iterator[tuple[Bindings, tuple[Any, ...]]]]:
    """The matcher of the first of data: the bindings of every match, with the data that are left."""
    match, _ = _sequence((pattern,), 0, _leave)

    def matches_of(data: tuple[Any, ...], bindings: Bindings) -> Iterator[tuple[Bindings, tuple[Any, ...]]]:
        search = Search()
        return ((found, search.rest) for found in match(data, 0, bindings, search))

    return matches_of


# --- for the user ----------------------------------------------------------------------------------------------


def as_pattern(pattern: Any) -> Any:
    """A pattern from its text, from an expression with variables in it, or from a quoted list."""
    return read_expression(pattern) if isinstance(pattern, str) else pattern


@public("match:generator", python="matches")
def matches(pattern: Formula, subject: Formula) -> Iterator[Bindings]:
    """The bindings of every way in which an expression matches a pattern.

    Scheme:  (match:all-results pattern e), a list of association lists
    Raises:  SyntaxError_ for a segment that is no operand; LimitError for a pattern that is nested too deeply
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))
    >>> for found in matches("(+ (?? a) (? x) (?? b))", "(+ u v)"):
    ...     print(found)
    {'a': (), 'x': u, 'b': (v,)}
    {'a': (u,), 'x': v, 'b': ()}
    """
    return compiled(as_pattern(pattern))(expression_from(subject), {}, Search())
