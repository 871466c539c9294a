"""Unification: values of the variables of two data that make them the same.

``(? x)`` stands for any one item, ``(? x number?)`` for one of which the predicate is true, ``(?? x)`` for one or more
items in a row. The longest row is tried first.
"""

from collections.abc import Iterator
from typing import Any

from scmpy.generic.settings import Limit
from scmpy.scheme.data import EMPTY, Pair, elements, list_of
from scmpy.scheme.equality import equal as is_equal
from scmpy.scheme.primitives.base import primitive, wrong_type
from scmpy.symbolic.expression import Symbol, symbol

ELEMENT, SEGMENT = symbol("?"), symbol("??")

MOST_PLACES = Limit("most-unified-places", 100_000, "Places that are tried for segments in unification.")


@primitive("unify")
def unify(one: Any, other: Any) -> Any:
    """The first list of the variables' values that makes two patterns the same, or #f; the last found comes first."""
    return next((found for found in _unified([one], [other], EMPTY, _Places())), False)


@primitive("unify:internal")
def unify_internal(one: Any, other: Any, values: Any, succeed: Any) -> Any:
    """What a procedure gives for the first list of values, added to these, that it does not answer by #f."""
    for found in _unified([one], [other], values, _Places()):
        if (answer := succeed(found)) is not False:
            return answer
    return False


@primitive("unify:bind")
def unify_bind(variable: Any, value: Any, values: Any) -> Any:
    """The list of values with that of one more variable, which is put into the others."""
    if not is_variable(variable):
        raise wrong_type(variable, 1, "unify:bind")
    name = variable.cdr.car
    value = _substituted(value, values)
    fresh = list_of([list_of([name, value, variable.car])])
    older = [list_of([entry.car, _substituted(entry.cdr.car, fresh)]) for entry in elements(values)]
    return Pair(fresh.car, list_of(older))


@primitive("unify:occurs-in?")
def unify_occurs(variable: Any, pattern: Any) -> bool:
    """Does a variable occur in a pattern?"""
    if not is_variable(variable):
        raise wrong_type(variable, 1, "unify:occurs-in?")
    return _occurs(variable.cdr.car, pattern)


def is_variable(value: Any, kind: Symbol | None = None) -> bool:
    """Is this (? name) or (?? name), with or without a predicate?"""
    kinds = (ELEMENT, SEGMENT) if kind is None else (kind,)
    return isinstance(value, Pair) and value.car in kinds and isinstance(value.cdr, Pair)


class _Places:
    """Counts the places that are tried."""

    def __init__(self) -> None:
        self.left = MOST_PLACES.value

    def step(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise MOST_PLACES.refusal("unify: it takes")


def _occurs(name: Any, pattern: Any) -> bool:
    if is_variable(pattern):
        return pattern.cdr.car is name
    while isinstance(pattern, Pair):
        if _occurs(name, pattern.car):
            return True
        pattern = pattern.cdr
    return False


def _value_of(variable: Any, values: Any) -> Pair | None:
    return next((entry for entry in elements(values) if entry.car is variable.cdr.car), None)


def _substituted(pattern: Any, values: Any) -> Any:
    """The pattern with what is known put in; the value of a segment is a row of items."""
    if is_variable(pattern):
        entry = _value_of(pattern, values)
        return pattern if entry is None else entry.cdr.car
    if not isinstance(pattern, Pair):
        return pattern
    items: list[Any] = []
    while isinstance(pattern, Pair):
        item = _substituted(pattern.car, values)
        spliced = is_variable(pattern.car, SEGMENT) and item is not pattern.car
        items.extend(elements(item) if spliced else [item])
        pattern = pattern.cdr
    return list_of(items, pattern)


def _unified(ones: list[Any], others: list[Any], values: Any, places: _Places) -> Iterator[Any]:
    """The lists of values that make two rows of patterns the same."""
    places.step()
    ones, others = (list(elements(_substituted(list_of(row), values))) for row in (ones, others))
    if not ones or not others:
        if ones == others:
            yield values
        return
    one, other = ones[0], others[0]
    if is_variable(one, SEGMENT) and is_variable(other, SEGMENT) and one.cdr.car is other.cdr.car:
        yield from _unified(ones[1:], others[1:], values, places)
    elif is_variable(one, SEGMENT):
        yield from _of_segment(one, ones[1:], others, values, places)
    elif is_variable(other, SEGMENT):
        yield from _of_segment(other, others[1:], ones, values, places)
    else:
        for found in _of_items(one, other, values, places):
            yield from _unified(ones[1:], others[1:], found, places)


def _of_segment(variable: Any, after: list[Any], row: list[Any], values: Any, places: _Places) -> Iterator[Any]:
    for length in range(len(row), 0, -1):
        items = list_of(row[:length])
        if not _occurs(variable.cdr.car, items):
            yield from _unified(after, row[length:], unify_bind(variable, items, values), places)


def _of_items(one: Any, other: Any, values: Any, places: _Places) -> Iterator[Any]:
    if is_variable(one) and is_variable(other) and one.cdr.car is other.cdr.car:
        yield values
    elif is_variable(one) or is_variable(other):
        variable, value = (one, other) if is_variable(one) else (other, one)
        if not _occurs(variable.cdr.car, value) and _fits(variable, value):
            yield unify_bind(variable, value, values)
    elif isinstance(one, Pair) and isinstance(other, Pair):
        yield from _unified(list(elements(one)), list(elements(other)), values, places)
    elif is_equal(one, other):
        yield values


def _fits(variable: Any, value: Any) -> bool:
    more = variable.cdr.cdr
    return is_variable(value) or not isinstance(more, Pair) or more.car(value) is not False
