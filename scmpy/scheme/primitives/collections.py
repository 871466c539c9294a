"""More of lists (SRFI 1, MIT Scheme), associations, bytevectors; what only programs call."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import wraps
from itertools import pairwise
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import MOST_COMPONENTS, setting
from scmpy.generic.settings import SessionDict as Table
from scmpy.generic.types import as_name, is_number
from scmpy.numerics.roots import Lagrange_interpolation_function
from scmpy.registry import scheme_bindings
from scmpy.scheme.data import (
    EMPTY,
    MultipleValues,
    Pair,
    Promise,
    Written,
    as_list,
    as_pair,
    cells,
    equal,
    eqv,
    eqv_key,
    list_of,
    proper_part,
    room_for,
    too_long,
)
from scmpy.scheme.primitives.containers import HashTable
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Byte,
    Index,
    Items,
    adapt,
    bad_range,
    items_of,
    primitive,
    primitives,
    sub_range,
    within,
    wrong_type,
)
from scmpy.scheme.primitives.lists import append, car, cdr, find, is_stream_pair, partition, simplifying, terms
from scmpy.scheme.primitives.ports import current_port, fresh_line
from scmpy.scheme.sandbox import current_session
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.simplify import simplify

# --- more lists ------------------------------------------------------------------------------------------------------
# More of lists: their parts, lists as sets, making and taking apart (what is useful of SRFI 1), MIT's older names.


def _split(items: list[Any], place: int) -> MultipleValues:
    return MultipleValues((list_of(items[:place]), list_of(items[place:])))


def _place(predicate: Any, items: Iterable[Any], wanted: bool) -> int:
    place = 0
    for item in items:
        if (predicate(item) is not False) is wanted:
            break
        place += 1
    return place


def _all_but(items: list[Any], count: int, name: str) -> int:
    if count > len(items):
        raise bad_range(count, 2, name)
    return len(items) - count


primitives(
    "SRFI 1",
    (
        "take-while take-while!",
        (Any, Items),
        "The elements before the first that does not satisfy the predicate.",
        lambda p, a: list_of(a[: _place(p, a, False)]),
    ),
    (
        "drop-while",
        (Any, Items),
        "The list from the first element that does not satisfy the predicate.",
        lambda p, a: list_of(a[_place(p, a, False) :]),
    ),
    (
        "span span!",
        (Any, Items),
        "Two values: the elements before the first that does not satisfy the predicate, and the rest.",
        lambda p, a: _split(a, _place(p, a, False)),
    ),
    (
        "break break!",
        (Any, Items),
        "Two values: the elements before the first that satisfies the predicate, and the rest.",
        lambda p, a: _split(a, _place(p, a, True)),
    ),
    ("take-right", (Items, Index), "The last elements.", lambda a, n: list_of(a[_all_but(a, n, "take-right") :])),
    (
        "drop-right drop-right!",
        (Items, Index),
        "The list without its last elements.",
        lambda a, n: list_of(a[: _all_but(a, n, "drop-right")]),
    ),
    (
        "split-at split-at!",
        (Items, Index),
        "Two values: the first elements, and the rest.",
        lambda a, n: _split(a, len(a) - _all_but(a, n, "split-at")),
    ),
    ("alist-cons", (), "A list with one more entry.", lambda key, value, pairs: Pair(Pair(key, value), as_list(pairs))),
    ("concatenate concatenate!", Items, "The elements of all lists of a list.", lambda lists: append(*lists)),
    ("xcons", (), "A new pair of the second argument and the first.", lambda cdr, car: Pair(car, as_list(cdr))),
    ("car+cdr", (), "Two values: the components of a pair.", lambda pair: MultipleValues((car(pair), cdr(pair)))),
    (
        "list=",
        (Any, Items),
        "Have the lists the same elements, in the same order, by the first argument?",
        lambda same, *x: all(_agree(same, a, b) for a, b in pairwise(x)),
    ),
    (
        "lset<=",
        (Any, Items),
        "Is each list's every element in the next list, by the first argument?",
        lambda eq, *x: all(_is_part(eq, a, b) for a, b in pairwise(x)),
    ),
    ("not-pair?", (), "Is this no pair?", lambda value: not isinstance(as_pair(value), Pair)),
)


@primitive("zip", source="SRFI 1")
def zip_(first: Items, *more: Items) -> Any:
    """The list of the lists of elements at the same places."""
    return list_of([list_of(items) for items in zip(first, *more, strict=False)])


def _unzip(count: int) -> None:
    @primitive(f"unzip{count}", doc="The lists of the elements of lists at the same place, as values.", source="SRFI 1")
    def unzip(lists: Items) -> Any:
        found = [list_of([_component(items, n, f"unzip{count}") for items in lists]) for n in range(count)]
        return found[0] if count == 1 else MultipleValues(tuple(found))


for _count in range(1, 6):
    _unzip(_count)


def _component(items: Any, place: int, name: str) -> Any:
    parts = items_of(items, 1, name)
    if place >= len(parts):
        raise wrong_type(items, 1, name)
    return parts[place]


@primitive("unfold", source="SRFI 1")
def unfold(stop: Any, value: Any, successor: Any, seed: Any, tail: Any = None) -> Any:
    """The values of a seed and its successors, until one stops; then what ``tail`` makes of that."""
    made: list[Any] = []
    while stop(seed) is False:
        if len(made) == MOST_COMPONENTS.value:
            raise too_long()
        made.append(value(seed))
        seed = successor(seed)
    return list_of(made, EMPTY if tail is None else tail(seed))


@primitive("unfold-right", source="SRFI 1")
def unfold_right(stop: Any, value: Any, successor: Any, seed: Any, tail: Any = EMPTY) -> Any:
    """The values of a seed and its successors, until one stops, from the right."""
    while stop(seed) is False:
        tail = Pair(value(seed), tail)
        seed = successor(seed)
    return tail


@primitive("pair-for-each", source="SRFI 1")
def pair_for_each(procedure: Any, items: Any) -> Any:
    """Apply the procedure to each tail of a list."""
    for cell in list(cells(items)):
        procedure(cell)
    return True


def _pair_fold(name: str, step: int) -> None:
    @primitive(name, doc=f"As {name[5:]}, with the tails in place of the elements.", source="SRFI 1")
    def fold(procedure: Any, initial: Any, items: Any) -> Any:
        for cell in list(cells(items))[::step]:
            initial = procedure(cell, initial)
        return initial


_pair_fold("pair-fold", 1)
_pair_fold("pair-fold-right", -1)


@primitive("length+", source="SRFI 1")
def length_plus(items: Any) -> Any:
    """The number of elements, #f for a circular list."""
    return False if is_circular_list(items) else len(items_of(items, 1, "length+"))


@primitive("circular-list", source="SRFI 1")
def circular_list(*items: Any) -> Any:
    """A list whose last pair is followed by its first."""
    result = list_of(items)
    for last in cells(result):
        if last.cdr is EMPTY:
            last.cdr = result
            break
    return result


@primitive("circular-list?", source="SRFI 1")
def is_circular_list(value: Any) -> Any:
    """Does the list come back to itself?"""
    return isinstance(proper_part(value)[1], Pair)


@primitive("dotted-list?", source="SRFI 1")
def is_dotted_list(value: Any) -> Any:
    """Does the list end in something else than the empty list?"""
    rest = proper_part(value)[1]
    return rest is not EMPTY and not isinstance(rest, Pair)


# -- lists as sets ------------------------------------------------------------------------------------------------


def _contains(same: Any, items: list[Any], wanted: Any) -> bool:
    return any(same(item, wanted) is not False for item in items)


@primitive("lset-adjoin", source="SRFI 1")
def lset_adjoin(same: Any, items: Items, *more: Any) -> Any:
    """The list with those of the elements in front that it has not."""
    for item in more:
        if not _contains(same, items, item):
            items.insert(0, item)
    return list_of(items)


def _is_part(same: Any, items: list[Any], others: list[Any]) -> bool:
    return all(_contains(same, others, item) for item in items)


def _agree(same: Any, items: list[Any], others: list[Any]) -> bool:
    return len(items) == len(others) and all(same(a, b) is not False for a, b in zip(items, others, strict=True))


@primitive("any-duplicates?", source="MIT Lists")
def has_duplicates(items: Items, same: Any = equal, key: Any = None) -> Any:
    """Are two elements, or what a procedure gives of them, the same?"""
    parts = [*map(key, items)] if key else items
    return any(_contains(same, parts[:place], part) for place, part in enumerate(parts))


@primitive("lset-xor", "lset-xor!", source="SRFI 1")
def lset_xor(same: Any, *lists: Items) -> Any:
    """The elements that odd many lists have."""
    result = list(lists[0]) if lists else []
    for items in lists[1:]:
        new = [item for item in items if not _contains(same, result, item)]
        result = new[::-1] + [item for item in result if not _contains(same, items, item)]
    return list_of(result)


@primitive("lset-union", "lset-union!", source="SRFI 1")
def lset_union(same: Any, *lists: Items) -> Any:
    """The elements that any list has."""
    result: Any = EMPTY
    for items in lists:
        result = list_of(items) if result is EMPTY else lset_adjoin(same, result, *items)
    return result


def _chosen(name: str, doc: str, keep: Callable[[Any, tuple[list[Any], ...], Any], bool]) -> None:
    @primitive(name, f"{name}!", doc=doc, source="SRFI 1")
    def choose(same: Any, first: Items, *more: Items) -> Any:
        return list_of([item for item in first if keep(same, more, item)])


_chosen(
    "lset-intersection",
    "The elements of the first list that all others have.",
    lambda same, others, item: all(_contains(same, items, item) for items in others),
)
_chosen(
    "lset-difference",
    "The elements of the first list that no other has.",
    lambda same, others, item: not any(_contains(same, items, item) for items in others),
)


@primitive("lset-diff+intersection", "lset-diff+intersection!", source="SRFI 1")
def lset_difference_and_intersection(same: Any, first: Items, *more: Items) -> Any:
    """Two values: the elements of the first list that no other has, and those that another has."""
    others = [item for items in more for item in items]
    return partition(lambda item: not _contains(same, others, item), list_of(first))


primitives(
    "",
    (
        "list-search-positive",
        (),
        "The first element that satisfies the predicate, or #f.",
        lambda items, holds: find(holds, items),
    ),
    ("for-all? for-all", Items, "Do all elements satisfy it?", lambda items, p: all(p(x) is not False for x in items)),
    (
        "exists? there-exists?",
        Items,
        "Does an element satisfy it?",
        lambda items, p: any(p(x) is not False for x in items),
    ),
    ("distinct?", Items, "Are all different?", lambda xs: not any(eqv(a, b) for i, a in enumerate(xs) for b in xs[:i])),
)


# --- associations ----------------------------------------------------------------------------------------------------


class OneTable(HashTable):
    """A table from keys, compared by eqv?, to values."""


_NONE = (False,)
_associations: Table[Any, tuple[Any, ...]] = Table()  # values by two keys

primitives(
    "MIT Associations",
    ("make-1d-table", (), "An empty table.", lambda: OneTable(eqv_key)),
    ("1d-table?", (), "Is this a table made by make-1d-table?", lambda value: isinstance(value, OneTable)),
    ("1d-table/remove!", OneTable, "Remove a key.", lambda table, key: table.remove(key)),
    ("1d-table/put!", OneTable, "Put a value under a key.", lambda table, key, value: table.put(key, value)),
    ("1d-table/get", OneTable, "The value, or default.", lambda table, key, default=False: table.get(key, default)),
    ("2d-get", (), "What is associated with two keys, or #f.", lambda x, y: _associations.get(_keys(x, y), _NONE)[-1]),
    ("2d-remove!", (), "Forget what is associated with two keys.", lambda x, y: _associations.pop(_keys(x, y), None)),
)


def _keys(x: Any, y: Any) -> Any:
    return eqv_key(x), eqv_key(y)


@primitive("2d-put!", source="MIT Associations")
def put_2d(x: Any, y: Any, value: Any) -> Any:
    """Associate a value with two keys."""
    _associations[_keys(x, y)] = (x, y, value)


@primitive("2d-get-alist-x", source="MIT Associations")
def alist_of_first(x: Any) -> Any:
    """The association list of second keys and values of a first key."""
    return list_of([Pair(b, value) for a, b, value in _associations.values() if eqv_key(a) == eqv_key(x)])


@primitive("2d-get-alist-y", source="MIT Associations")
def alist_of_second(y: Any) -> Any:
    """The association list of first keys and values of a second key."""
    return list_of([Pair(a, value) for a, b, value in _associations.values() if eqv_key(b) == eqv_key(y)])


@dataclass(slots=True, eq=False, repr=False)
class Cell(Written):
    contents: Any


@dataclass(slots=True, eq=False, repr=False)
class WeakPair(Written):
    """A pair whose car the garbage collection might take; it takes nothing."""

    kind_in_scheme = "weak-cons"
    car: Any
    cdr: Any


primitives(
    "MIT Miscellaneous Datatypes",
    ("make-cell", (), "A new cell.", lambda contents=None: Cell(contents)),
    ("cell?", (), "Is this a cell?", lambda value: isinstance(value, Cell)),
    ("cell-contents", Cell, "The value in a cell.", lambda cell: cell.contents),
    ("set-cell-contents!", Cell, "Replace the value in a cell.", lambda cell, x: setattr(cell, "contents", x)),
    ("weak-cons", (), "A new weak pair.", lambda car, cdr: WeakPair(car, cdr)),
    ("weak-pair?", (), "Is this a weak pair?", lambda value: isinstance(value, WeakPair)),
    ("weak-pair/car?", WeakPair, "Is the first component still there?", lambda pair: pair.car is not False),
    ("weak-car", WeakPair, "The first component of a weak pair.", lambda pair: pair.car),
    ("weak-cdr", WeakPair, "The second component of a weak pair.", lambda pair: pair.cdr),
    ("weak-set-car!", WeakPair, "Replace the first component.", lambda pair, value: setattr(pair, "car", value)),
    ("weak-set-cdr!", WeakPair, "Replace the second component.", lambda pair, value: setattr(pair, "cdr", value)),
)


# --- bytevectors -----------------------------------------------------------------------------------------------------


primitives(
    "R7RS 6.9",
    ("make-bytevector", (Index, Byte), "Of equal bytes.", lambda n, x=0: bytearray([x] * room_for(n, "a bytevector"))),
    ("bytevector", Byte, "The bytevector of the arguments.", lambda *items: bytearray(items)),
    ("bytevector-length", bytearray, "The number of bytes.", lambda items: len(items)),
)


@primitive("bytevector-u8-ref", source="R7RS 6.9")
def bytevector_ref(items: bytearray, position: Index) -> Any:
    """The byte at a position."""
    return items[within(items, position, "bytevector-u8-ref")]


@primitive("bytevector-u8-set!", source="R7RS 6.9")
def bytevector_set(items: bytearray, position: Index, value: Byte) -> Any:
    """Replace the byte at a position."""
    items[within(items, position, "bytevector-u8-set!")] = value


@primitive("utf8->string", source="R7RS 6.9")
def utf8_to_string(items: bytearray, start: Any = None, end: Any = None) -> Any:
    """The string that bytes encode."""
    start, end = sub_range(len(items), start, end, "utf8->string")
    try:
        return items[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        raise DomainError(f"utf8->string: these bytes are not UTF-8: {error.reason} at {start + error.start}") from None


@primitive("string->utf8", source="R7RS 6.9")
def string_to_utf8(text: str, start: Any = None, end: Any = None) -> Any:
    """The bytes that encode a string."""
    start, end = sub_range(len(text), start, end, "string->utf8")
    try:
        return bytearray(text[start:end], "utf-8")
    except UnicodeEncodeError:
        raise wrong_type(text, 1, "string->utf8") from None


adapt(
    """
    easy-simplify default-simplify g:simplify new-simplify memoized-simplify simplify-numerical-expression
    simplify-literal-number default-simplifier expression-simplifier
    """,
    simplifying,
)


# --- unit definitions ------------------------------------------------------------------------------------------------
# Units and constants that a program defines: variables of its session, known by name there where quantities print.


def _bound(name: str, value: Any) -> Symbol:
    current_session.get().bind(name, value)
    return symbol(name)


@primitive("define-unit-system")
def define_unit_system(name: Any, *bases: Any) -> Any:
    """Define a unit system of base units, each a list of its name, symbol, and what is measured by it.

    1 ]=> (define-unit-system 'natural (list '&length "l" "length"))
    1 ]=> (& 3 (expt &length 2))
    ;Value: (& 3 (expt &length 2))
    """
    from scmpy.units.quantity import SYSTEMS, Unit, UnitSystem
    from scmpy.units.si import Description, define

    text = as_name(name, "define-unit-system")
    given = [tuple(base) if isinstance(base, tuple) or hasattr(base, "car") else () for base in bases]
    if text == "SI" or not given or not all(len(base) == 3 for base in given):
        raise WrongTypeError(
            "define-unit-system expects a name, not SI, and lists of a unit's name, its symbol and what is measured"
        )
    names = [as_name(unit, "define-unit-system") for unit, _, _ in given]
    system = SYSTEMS[text] = UnitSystem(text, tuple(names), tuple(str(quantity) for _, _, quantity in given))
    for i, (_, tex, quantity) in enumerate(given):
        made = define(names[i], Unit(system.base(i)), Description(system, "base", str(tex), str(quantity)))
        _bound(names[i], made)
    return _bound(text, system)


def _define(operation: str, kind: str, system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any) -> Symbol:
    from scmpy.generic import operations as g
    from scmpy.units.quantity import Unit, as_system, as_unit
    from scmpy.units.si import Description, define

    found, given = as_system(system, operation), as_unit(unit, operation)
    if not is_number(scale):
        raise WrongTypeError(f"{operation} expects a number for the scale, got {describe(scale)}")
    if given.dims and given.dims.system is not found:
        raise WrongTypeError(f"{operation}: {describe(given)} is of another system than {found.name}")
    text = as_name(name, operation)
    made = Unit(given.dims, g.mul(given.scale, scale))
    return _bound(text, define(text, made, Description(found, kind, tex, meaning)))


@primitive("define-derived-unit")
def define_derived_unit(system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any = 1) -> Any:
    """Define a unit of a system, by whose name quantities of its dimension are printed if its scale is 1.

    1 ]=> (define-derived-unit SI '&jerk "j" "jerk" (/ &meter (expt &second 3)))
    1 ]=> (/ (& 6 &newton) (* (& 2 &kilogram) (& 1 &second)))
    ;Value: (& 3 &jerk)
    """
    return _define("define-derived-unit", "derived", system, name, tex, meaning, unit, scale)


@primitive("define-additional-unit")
def define_additional_unit(system: Any, name: Any, tex: str, meaning: str, unit: Any, scale: Any = 1) -> Any:
    """Define a further unit of a dimension.

    1 ]=> (define-additional-unit SI '&fathom "ftm" "depth" &foot 6)
    1 ]=> (express-as (& 12 &foot) '&fathom)
    ;Value: (& 2 &fathom)
    """
    return _define("define-additional-unit", "additional", system, name, tex, meaning, unit, scale)


@primitive("define-multiplier")
def define_multiplier(name: Any, _tex: str, exponent: Any) -> Any:
    """Define a multiplier of units, a power of 10.

    1 ]=> (define-multiplier '&myria "my" 4)
    1 ]=> (& 2 &myria &meter)
    ;Value: (& 20000 &meter)
    """
    from scmpy.generic import operations as g
    from scmpy.units.si import NAMED

    if type(exponent) is not int or abs(exponent) > 1000:
        raise WrongTypeError(f"define-multiplier expects an integer up to 1000, got {describe(exponent)}")
    text = as_name(name, "define-multiplier")
    NAMED[text] = g.expt(10, exponent)
    return _bound(text, NAMED[text])


@primitive("define-constant")
def define_constant(name: Any, tex: str, meaning: str, value: Any, unit: Any, uncertainty: Any = None) -> Any:
    """Define a constant with its unit.

    1 ]=> (define-constant ':v "v" "the speed of sound" 343 (/ &meter &second))
    1 ]=> (* :v (& 2 &second))
    ;Value: (& 686 &meter)
    """
    from scmpy.units.si import new_constant

    found = new_constant(name, tex, meaning, value, unit, uncertainty)
    return _bound(found.name, found.quantity)


def _constants(procedure: str, named: Any, choose: Any) -> None:
    from scmpy.units.si import CONSTANTS, constant_named

    if named is None:
        chosen = [constant for constant in CONSTANTS.values() if constant.unit.name != "&unitless"]
    else:
        chosen = [constant_named(name, "constants") for name in items_of(named, 2, procedure)]
    for constant in chosen:
        _bound(constant.name, choose(constant))


@primitive("numerical-constants")
def numerical_constants(units: Any = True, names: Any = None) -> Any:
    """Let the constants, or those named in a list, be numbers with their units, or in base units without (#f).

    1 ]=> (numerical-constants #f '(:c))
    1 ]=> :c
    ;Value: 299792458.
    """
    _constants(
        "numerical-constants", names, lambda constant: constant.quantity if units is not False else constant.base_value
    )


@primitive("symbolic-constants")
def symbolic_constants(units: Any = True, names: Any = None) -> Any:
    """Let the constants, or those named in a list, be symbols with their units, or without (#f).

    1 ]=> (symbolic-constants #t '(:c))
    1 ]=> (* :c (& 2 &second))
    ;Value: (& (* 2 :c) &meter)
    """
    _constants(
        "symbolic-constants", names, lambda constant: constant.symbolic if units is not False else symbol(constant.name)
    )


# --- typed arithmetic ------------------------------------------------------------------------------------------------
# MIT Scheme's arithmetic of one type, ``fix:+``, ``int:*``, ``flo:sqrt``: here the generic operations themselves.

_INTEGER = "+ - * = < > <= >= quotient remainder zero? positive? negative? 1+ -1+ min max"
_FLOAT = (
    "+ - * / = < > <= >= zero? positive? negative? abs sqrt exp log sin cos tan asin acos atan expt min max floor"
    " ceiling round truncate floor->exact ceiling->exact round->exact truncate->exact"
)

_known = {**scheme_bindings(), **PRIMITIVES}
for _prefix, _names in (("fix:", _INTEGER), ("int:", f"{_INTEGER} abs modulo negate"), ("flo:", f"{_FLOAT} negate")):
    for _name in _names.split():
        PRIMITIVES[_prefix + _name] = _known[_name]
PRIMITIVES["flo:atan2"] = _known["atan"]
PRIMITIVES["int:->flonum"] = _known["exact->inexact"]
PRIMITIVES["int:integer?"] = _known["exact-integer?"]
PRIMITIVES["bit-and"] = PRIMITIVES["fix:and"] = _known["bitwise-and"]
PRIMITIVES["bit-or"] = PRIMITIVES["fix:or"] = _known["bitwise-or"]
PRIMITIVES["bit-xor"] = PRIMITIVES["fix:xor"] = _known["bitwise-xor"]


primitives(
    "MIT Numbers",
    ("flo:flonum? flonum?", (), "Is this a float?", lambda value: isinstance(value, float)),
    (
        "flo:->integer flo:truncate->integer",
        float,
        "The exact integer that a whole float is.",
        lambda value: _known["truncate->exact"](value),
    ),
)


primitives(
    "",
    ("integer-floor", (), "The floor of a quotient.", lambda n, d: _known["floor"](g.div(n, d))),
    ("integer-ceiling", (), "The ceiling of a quotient.", lambda n, d: _known["ceiling"](g.div(n, d))),
    ("integer-round", (), "The round of a quotient.", lambda n, d: _known["round"](g.div(n, d))),
    ("integer-truncate", (), "The truncate of a quotient.", lambda n, d: _known["truncate"](g.div(n, d))),
    ("gc gc-flip", (), "Nothing is to be done: Python collects by itself.", lambda *_: 0),
)


# --- numerical -------------------------------------------------------------------------------------------------------
# Numerical methods whose results have pairs in them, as the original's have.


def giving(paired: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """What lets a procedure give pairs where the library gives tuples of two."""

    def made(procedure: Any) -> Any:
        @wraps(procedure)
        def operate(*arguments: Any) -> Any:
            return paired(procedure(*arguments))

        return operate

    return made


def minimum(found: Any) -> Any:
    """The status, the place with the value there, the count."""
    status, (place, value), count = found
    return status, Pair(place, value), count


def _roots(found: Any) -> Any:
    return tuple(Pair(*each) if isinstance(each, tuple) else each for each in found)


def _curve(manifold: Any) -> Function:
    return Function(lambda parameter: Pair(*manifold(parameter)), manifold.__name__)


def of_streams(procedure: Any) -> Any:
    """What lets a procedure take streams where the library takes iterators, and give one."""

    @wraps(procedure)
    def operate(*arguments: Any) -> Any:
        found = procedure(*(terms(x) if is_stream_pair(x) else x for x in arguments))
        return _stream(found) if isinstance(found, Iterator) else found

    return operate


def _stream(values: Iterator[Any]) -> Any:
    for value in values:
        return Pair(value, Promise(lambda: _stream(values)))
    return EMPTY


adapt("richardson-sequence", of_streams)
adapt("nelder-mead", giving(minimum))
adapt("matrix->eigenvalues poly->roots", giving(_roots))
adapt("make-point", giving(lambda point: Pair(*point)))
adapt("unstable-manifold stable-manifold", giving(_curve))
adapt("find-homoclinic-point", giving(lambda found: (*found[:2], Pair(*found[2]))))


@primitive("show-time")
def show_time(thunk: Any) -> Any:
    """The value of a procedure of no arguments; the time that the call takes is printed."""
    process, real = time.process_time(), time.perf_counter()
    value = thunk()
    process, real = time.process_time() - process, time.perf_counter() - real
    fresh_line()
    current_port.get().write(f"process time: {1000 * process:.0f} ms; real time: {1000 * real:.0f} ms\n")
    return value


@primitive("with-literal-apply-enabled")
def with_literal_apply_enabled(thunk: Any) -> Any:
    """The value of a procedure of no arguments; while it runs a symbol may be applied, as a literal function."""
    with setting(enable_literal_apply=True):
        return thunk()


@primitive("with-self-evaluating-unbound-variables")
def with_self_evaluating_unbound_variables(thunk: Any) -> Any:
    """The value of a procedure of no arguments; while it runs a variable without a value is the symbol of its name."""
    with setting(self_evaluating_unbound_variables=True):
        return thunk()


@primitive("lagrange")
def lagrange(values: Items, places: Items) -> Any:
    """The lambda expression of the polynomial that has these values at these places."""
    if not places or len(values) != len(places):
        raise StructureError(f"lagrange expects as many values as places, got {len(values)} for {len(places)}")
    x = symbol("x")
    return list_of((symbol("lambda"), list_of((x,)), simplify(Lagrange_interpolation_function(values, places)(x))))
