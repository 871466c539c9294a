"""Small procedures that programs call: tables of values, the time of a call, settings for a call, an expression."""

import time
from typing import Any

from scmpy.errors import StructureError
from scmpy.generic.settings import setting
from scmpy.numerics.interpolation import Lagrange_interpolation_function
from scmpy.scheme.data import equal_key, eqv_key, list_of
from scmpy.scheme.primitives.declare import PRIMITIVES, adapt, primitive
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.primitives.numerical import giving, minimum
from scmpy.scheme.primitives.ports import current_port, fresh_line
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.simplify import simplify

NO_VALUE = PRIMITIVES["*no-value*"] = list_of([symbol("*no-value*")])


class PropertyTable:
    """Values under lists of keys."""

    __slots__ = ("items", "same")

    def __init__(self, find: Any) -> None:
        self.same = equal_key if getattr(find, "__name__", "") == "assoc" else eqv_key
        self.items: dict[Any, Any] = {}

    def key(self, keys: tuple[Any, ...]) -> Any:
        """What tells lists of keys apart."""
        return tuple(map(self.same, keys))


@primitive("make-table")
def make_table(name: Any, find: Any) -> Any:
    """A table of values under lists of keys, which assoc, assq or assv compares."""
    return PropertyTable(find)


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
def lagrange(values: Any, places: Any) -> Any:
    """The lambda expression of the polynomial that has these values at these places."""
    ys, xs = items_of(values, 1, "lagrange"), items_of(places, 2, "lagrange")
    if not xs or len(ys) != len(xs):
        raise StructureError(f"lagrange expects as many values as places, got {len(ys)} for {len(xs)}")
    x = symbol("x")
    return list_of((symbol("lambda"), list_of((x,)), simplify(Lagrange_interpolation_function(ys, xs)(x))))


adapt("bfgs", giving(minimum))


@primitive("gc", "gc-flip")
def collect_garbage(*_: Any) -> Any:
    """Nothing is to be done: Python collects by itself."""
    return 0
