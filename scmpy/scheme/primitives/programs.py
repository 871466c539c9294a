"""Small procedures that programs call: units of their own, arithmetic by types, tables of values, times of calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.settings import setting
from scmpy.generic.types import as_name, is_number
from scmpy.numerics.roots import Lagrange_interpolation_function
from scmpy.registry import scheme_bindings
from scmpy.scheme.data import EMPTY, Pair, Promise, equal_key, eqv_key, list_of
from scmpy.scheme.primitives.declare import PRIMITIVES, Items, adapt, items_of, primitive, primitives
from scmpy.scheme.primitives.ports import current_port, fresh_line
from scmpy.scheme.primitives.streams import is_stream_pair, simplifying, terms
from scmpy.scheme.sandbox import current_session
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.symbolic.simplify import simplify

# --- expression lists ------------------------------------------------------------------------------------------------
# Procedures of expressions that take lists such as '(+ x y).

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
    (
        "flo:->integer flo:truncate->integer",
        float,
        "The exact integer that a whole float is.",
        lambda value: _known["truncate->exact"](value),
    ),
)


primitives("MIT Numbers", ("flo:flonum? flonum?", (), "Is this a float?", lambda value: isinstance(value, float)))
primitives(
    "",
    ("integer-floor", (), "The floor of a quotient.", lambda n, d: _known["floor"](g.div(n, d))),
    ("integer-ceiling", (), "The ceiling of a quotient.", lambda n, d: _known["ceiling"](g.div(n, d))),
    ("integer-round", (), "The round of a quotient.", lambda n, d: _known["round"](g.div(n, d))),
    ("integer-truncate", (), "The truncate of a quotient.", lambda n, d: _known["truncate"](g.div(n, d))),
    ("gc gc-flip", (), "Nothing is to be done: Python collects by itself.", lambda *_: 0),
    (
        "make-table",
        (),
        "A table of values under keys that assoc, ... compares.",
        lambda name, find: PropertyTable(find),
    ),
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


adapt("richardson-sequence rational-extrapolation", of_streams)
adapt("nelder-mead", giving(minimum))
adapt("matrix->eigenvalues poly->roots", giving(_roots))
adapt("make-point", giving(lambda point: Pair(*point)))
adapt("unstable-manifold stable-manifold", giving(_curve))
adapt("find-homoclinic-point", giving(lambda found: (*found[:2], Pair(*found[2]))))


# --- programs --------------------------------------------------------------------------------------------------------
# Small procedures that programs call: tables of values, the time of a call, settings for a call, an expression.

NO_VALUE = PRIMITIVES["*no-value*"] = list_of([symbol("*no-value*")])


class PropertyTable:
    __slots__ = ("items", "same")

    def __init__(self, find: Any) -> None:
        self.same = equal_key if getattr(find, "__name__", "") == "assoc" else eqv_key
        self.items: dict[Any, Any] = {}

    def key(self, keys: tuple[Any, ...]) -> Any:
        return tuple(map(self.same, keys))


@primitive("get")
def get(table: PropertyTable, *keys: Any) -> Any:
    """The value in a table under keys; *no-value* if there is none."""
    return table.items.get(table.key(keys), NO_VALUE)


@primitive("put!")
def put(table: PropertyTable, value: Any, *keys: Any) -> Any:
    """Put a value into a table under keys."""
    table.items[table.key(keys)] = value
    return symbol("done")


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


adapt("bfgs", giving(minimum))
