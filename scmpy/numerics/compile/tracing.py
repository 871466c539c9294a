"""A function called once on unknowns; values and their shapes."""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from os.path import dirname
from types import TracebackType
from typing import Any, NamedTuple

from scmpy.calculus.tracing import TracedFunction
from scmpy.errors import DivisionByZeroError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array, is_array_of_objects, map_array, native
from scmpy.generic.dispatch import Arithmetic, Operation
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.numbers import is_exact
from scmpy.generic.tree import TreeNode, tree_leaves, tree_unflatten
from scmpy.generic.types import Number, ScalarKind, is_number
from scmpy.numerics.compile.ir import RELATIONS
from scmpy.structure.literal_functions import OTHER_APPLICATIONS, Applied
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.ball_arithmetic import are_equal
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Expression, Symbol, application, symbol
from scmpy.symbolic.real_numbers import is_comparable, is_real_number, numeral

# --- values ----------------------------------------------------------------------------------------------------------
# Values of compiled functions: scalars, and what holds them: tuples, Python's too, other composites, arrays.


def map_entries(function: Callable[[Any], Any], value: Any) -> Any:
    """The value with a function applied to its scalars, from left to right."""
    if isinstance(value, TreeNode):
        return value._with_children_([map_entries(function, x) for x in value._children_()])
    if isinstance(value, tuple):
        return tuple(map_entries(function, x) for x in value)
    if is_array_of_objects(value):
        return native(map_array(lambda x: map_entries(function, x), value))
    return function(value)


def entries(value: Any) -> list[Any]:
    if is_array(value) and value.dtype != object:
        return value.ravel().tolist()  # type: ignore[no-any-return]
    found: list[Any] = []
    map_entries(found.append, value)
    return found


def with_entries(scalars: Iterator[Any], shape: Any) -> Any:
    return map_entries(lambda _: next(scalars), shape)


def same_shape(x: Any, y: Any) -> bool:
    """Have two values the same structure? An array may be a batch, the scalar of many orbits."""
    if isinstance(x, TreeNode):
        if type(x) is not type(y) or x._form_() != y._form_():
            return False
        return all(map(same_shape, x._children_(), y._children_()))
    if isinstance(x, tuple):
        return type(x) is type(y) and len(x) == len(y) and all(map(same_shape, x, y))
    return not isinstance(y, (TreeNode, tuple))


def leaves_alike(values: tuple[Any, ...], places: tuple[Any, ...]) -> list[Any] | None:
    """The leaves of values if each has the structure of the one in its place."""
    found: list[Any] = []
    if len(values) != len(places):
        return None
    return found if all(map(partial(_is_alike, found), values, places)) else None


def _is_alike(found: list[Any], x: Any, y: Any) -> bool:
    if isinstance(x, TreeNode):
        if type(x) is not type(y) or x._form_() != y._form_():
            return False
        return all(map(partial(_is_alike, found), x._children_(), y._children_()))
    found.append(x)
    return same_shape(x, y) if isinstance(x, tuple) else not isinstance(y, (TreeNode, tuple))


# --- trace -----------------------------------------------------------------------------------------------------------
# Tracing: a function called once on unknowns gives the graph of what it computes.
#
# An unknown is a :class:`Traced`, the node of its graph and no expression: nothing simplifies it. The function is
# traced at a place, where every node has a number. Where a program asks whether an unknown is less than another one, or
# equal to it, the answer is that of the numbers, and the trace remembers it as a :class:`Decision`: code made of the
# graph holds where all decisions would be the same. (An expression answers such questions silently, ``(= 'x 0)`` is
# false.) Where a program asks for the number itself, to count with, as an index or an exponent, it gets it if it is
# exact, with the decision that the unknown equals it; an inexact one ends the trace with :class:`Untraceable`.

_ERRORS = (ScmpyError, ArithmeticError, ValueError)

_BETWEEN_CONSTANTS = {**RELATIONS, "=": are_equal}

MOST_DECISIONS = 500  # in one trace: a loop that asks more often runs as it is


class Untraceable(BaseException):
    """A trace met a question about the value of an unknown that it cannot answer.

    It is not an error but the end of the trace: no handler of the traced program's is meant to see it.
    """

    def __init__(self, why: str = "decides by the value of an argument") -> None:
        super().__init__(why)
        self.why = why


class Decision(NamedTuple):
    """Two nodes or numbers were compared, and the relation between them (<, <= or =) held or did not."""

    relation: str
    left: Any
    right: Any
    holds: bool


class Trace:
    """A call of a function on unknowns: the numbers that they are there, and the decisions taken by them.

    A smooth one decides which whole number a rounding gives, so that the graph has no jumps. The first decisions may be
    forced, to another way than that of the numbers.
    """

    def __init__(self, numbers: Sequence[Any], smooth: bool = False, forced: Sequence[bool] = ()) -> None:
        self.smooth = smooth
        self.forced = forced
        self.unknowns: list[Symbol] = [symbol(f"${i}") for i in range(len(numbers))]
        self._values = TracedFunction(dict(zip(self.unknowns, numbers, strict=True)))
        self._known: dict[tuple[str, Any, Any], bool] = {}

    @property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(Decision(*asked, holds) for asked, holds in self._known.items())

    def number(self, node: Any) -> Any:
        try:
            value = self._values.of(node)
        except _ERRORS:
            raise Untraceable from None
        if not is_comparable(value) or value != value:
            raise Untraceable
        return value

    def is_exact(self, node: Any) -> bool:
        return is_exact(self.value(node))

    def value(self, node: Any) -> Any:
        """What a node is at the place of the trace; None where it has no value."""
        try:
            return numeral(self._values.of(node))
        except _ERRORS:
            return None

    def decide(self, relation: str, left: Any, right: Any) -> bool:
        """Does the relation hold between two nodes or numbers? From now on the trace depends on it."""
        asked = relation, left, right
        if left is right:
            return relation != "<"
        if asked not in self._known:
            if len(self._known) >= MOST_DECISIONS:
                raise Untraceable(f"decides more than {MOST_DECISIONS} times by the value of an argument")
            if len(self._known) < len(self.forced):
                self._known[asked] = self.forced[len(self._known)]
                return self._known[asked]
            numbers = self.number(left), self.number(right)
            try:
                self._known[asked] = bool(_BETWEEN_CONSTANTS[relation](*numbers))
            except ScmpyError:
                raise Untraceable from None
        return self._known[asked]


@ScalarKind.register
class Traced(Arithmetic):
    __slots__ = ("node", "trace")

    def __init__(self, node: Expression, trace: Trace) -> None:
        self.node = node
        self.trace = trace

    def __repr__(self) -> str:
        return f"<traced {self.node}>"

    def _describe_(self) -> str:
        return "an unknown of a trace"

    def _shown_(self) -> Any:
        return self.node

    @property
    def is_exact(self) -> bool:
        return self.trace.is_exact(self.node)

    def _here_(self) -> Any:
        """The number at the place of the trace, if it is a real one; the trace does not depend on it."""
        number = self.trace.value(self.node)
        return number if is_real_number(number) else None

    def _is_same_(self, other: Any) -> bool:
        if not isinstance(other, Traced) and not is_real_number(other):
            return False
        if self.is_exact != (other.is_exact if isinstance(other, Traced) else is_exact(other)):
            return False
        if isinstance(other, float) and not other:
            raise Untraceable  # 0. and -0. are different numbers
        return bool(self == other)

    def _decide_(self) -> Any:
        """The number that a program asks for: an exact one, to which the unknown is equal from now on."""
        number = self.trace.number(self.node)
        if not is_exact(number):
            raise Untraceable
        self._decide_as_here("=", number)
        return number

    def _compared(self, relation: str, other: Any, swapped: bool = False) -> Any:
        if isinstance(other, Traced):
            if other.trace is not self.trace:
                raise Untraceable
        elif not is_comparable(other):
            return NotImplemented
        sides = (node_of(other), self.node) if swapped else (self.node, node_of(other))
        return self.trace.decide(relation, *sides)

    def __eq__(self, other: object) -> Any:
        return self._compared("=", other)

    def __lt__(self, other: Any) -> Any:
        return self._compared("<", other)

    def __le__(self, other: Any) -> Any:
        return self._compared("<=", other)

    def __gt__(self, other: Any) -> Any:
        return self._compared("<", other, swapped=True)

    def __ge__(self, other: Any) -> Any:
        return self._compared("<=", other, swapped=True)

    def __bool__(self) -> bool:
        return not self.trace.decide("=", self.node, 0)

    def __hash__(self) -> int:
        return hash(self.node)

    def __index__(self) -> int:
        return operator.index(self._decide_())

    def __float__(self) -> float:
        return float(self._decide_())

    def __complex__(self) -> complex:
        return complex(self._decide_())

    def __floor__(self) -> int:
        """The whole number below it, between the bounds of which it is from now on."""
        whole = math.floor(self.trace.number(self.node))
        for bound in (whole, whole + 1):
            self._decide_as_here("<", bound)
        return whole

    def _decide_as_here(self, relation: str, bound: Any) -> None:
        """Decide between the unknown and a bound, which must not be forced to another way than that of the number."""
        if self.trace.decide(relation, self.node, bound) != RELATIONS[relation](self.trace.number(self.node), bound):
            raise Untraceable

    def __ceil__(self) -> int:
        return -math.floor(g.negate(self))

    def __trunc__(self) -> int:
        return math.floor(self) if self >= 0 else math.ceil(self)

    __int__ = __trunc__

    def __round__(self, digits: int | None = None) -> int:
        if digits is not None:
            raise Untraceable
        whole = round(self.trace.number(self.node))
        for bound in (whole - 0.5, whole + 0.5):
            for relation in ("<", "<="):
                self._decide_as_here(relation, bound)
        return whole

    def __floordiv__(self, other: Any) -> Any:
        return g.floor(g.div(self, other))

    def __rfloordiv__(self, other: Any) -> Any:
        return g.floor(g.div(other, self))

    def __mod__(self, other: Any) -> Any:
        return g.sub(self, g.mul(other, self // other))

    def __rmod__(self, other: Any) -> Any:
        return g.sub(other, g.mul(self, other // self))

    def __divmod__(self, other: Any) -> Any:
        return self // other, self % other

    def __rdivmod__(self, other: Any) -> Any:
        return other // self, other % self


def node_of(value: Any) -> Any:
    """The node of a traced value; a number or an expression is its own."""
    return value.node if isinstance(value, Traced) else value


def _install_arithmetic() -> None:
    g.negate.add((Traced,), _applying(MINUS))
    g.invert.add((Traced,), lambda x: Traced(application(OVER, 1, x.node), x.trace))
    g.square.add((Traced,), lambda x: Traced(application(EXPT, x.node, 2), x.trace))
    g.cube.add((Traced,), lambda x: Traced(application(EXPT, x.node, 3), x.trace))
    g.inexact.add((Traced,), lambda x: g.mul(1.0, x) if x.is_exact else x)
    for operation in (g.conjugate, g.real_part, g.determinant, g.trace, g.transpose1):
        operation.add((Traced,), lambda x: x)  # an unknown is a real number
    for operation, value in ((g.imag_part, 0), (g.zero_like, 0), (g.one_like, 1), (g.identity_like, 1)):
        operation.add((Traced,), lambda x, value=value: value)


def _applying(head: Symbol) -> Callable[..., Traced]:
    return lambda *xs: Traced(application(head, *map(node_of, xs)), _trace_of(*xs))


def _rounding(head: Symbol, whole: Callable[[Any], int]) -> Callable[[Traced], Any]:
    def rounded(x: Traced) -> Any:
        if not x.trace.smooth:
            return Traced(application(head, x.node), x.trace)
        return whole(x) if x.is_exact else float(whole(x))

    return rounded


def _with_one(x: Any, y: Any) -> Any:
    return 0 if _is(x, 0) or _is(y, 0) else y if _is(x, 1) else x if _is(y, 1) else None


def _over_one(x: Any, y: Any) -> Any:
    if _is(y, 0):
        raise DivisionByZeroError("Division by zero signalled by /.")
    return 0 if _is(x, 0) else x if _is(y, 1) else None


def _to_the_one(x: Any, y: Any) -> Any:
    """The power by an exact zero or one; an exact exponent is known from now on, for it decides what a power is."""
    if isinstance(y, Traced) and y.is_exact:
        return g.expt(x, y._decide_())
    return 1 if _is(y, 0) or _is(x, 1) else x if _is(y, 1) else None


def _is(x: Any, number: int) -> bool:
    return type(x) is int and x == number


def _trace_of(*values: Any) -> Trace:
    """The trace that unknowns belong to: those of two traces have no code in common."""
    trace: Any = None
    for x in values:
        if isinstance(x, Traced):
            if trace is not None and x.trace is not trace:
                raise Untraceable
            trace = x.trace
    return trace  # type: ignore[no-any-return]


def _install_binary(operation: Operation, head: Symbol, shorter: Callable[[Any, Any], Any]) -> None:
    def apply(x: Any, y: Any) -> Any:
        found = shorter(x, y)
        if found is None:
            return Traced(application(head, node_of(x), node_of(y)), _trace_of(x, y))
        return found

    for types in ((Traced, Traced), *((Traced, t) for t in (Number, Expression))):
        operation.add(types, apply)
        operation.add(types[::-1], apply)


@each("analytic", "size", "rounding")
def _install_elementary(record: Elementary) -> None:
    """An elementary function makes a node, whatever its name; nothing is rewritten. One by others alone is these."""
    head = symbol(record.head)
    if record.kind == "rounding" and record.real is not None:
        apply = _rounding(head, record.real)
    elif record.definition is not None and record.code.python is None:
        apply = record.definition
    else:
        apply = _applying(head)
    for types in record.beside(Traced, Number, Expression):
        record.operation.add(types, apply)


_install_arithmetic()
for _operation, _head, _shorter in (
    (g.add, PLUS, lambda x, y: y if _is(x, 0) else x if _is(y, 0) else None),
    (g.sub, MINUS, lambda x, y: g.negate(y) if _is(x, 0) else x if _is(y, 0) else None),
    (g.mul, TIMES, _with_one),
    (g.dot_product, TIMES, _with_one),
    (g.div, OVER, _over_one),
    (g.expt, EXPT, _to_the_one),
):
    _install_binary(_operation, _head, _shorter)


def _literal_at(args: tuple[Any, ...]) -> Applied | None:
    """A literal function stays in the graph, where the compiler finds it and names it."""
    places = tree_leaves(Up(args))
    if not any(isinstance(x, Traced) for x in places) or any(map(is_array, places)):
        return None
    return lambda function: Traced(application(function.expression, *map(node_of, places)), _trace_of(*places))


OTHER_APPLICATIONS.insert(0, _literal_at)  # before perturbed arguments are looked for: it asks for none


def traced(
    f: Callable[..., Any], place: Structure, smooth: bool = False, forced: Sequence[bool] = ()
) -> tuple[Trace, Any]:
    """The trace of a function at a place, smooth if that is asked for, and its value: one of nodes and numbers.

    Raises:  Untraceable where the function asks for what a trace cannot tell
    """
    trace = Trace(tree_leaves(place), smooth, forced)
    unknowns = (Traced(x, trace) for x in trace.unknowns)
    return trace, _checked(f(*tree_unflatten(unknowns, place).components))


def _checked(value: Any) -> Any:
    if isinstance(value, list):
        value = Up(value)
    return map_entries(lambda x: _checked(x) if isinstance(x, list) else _node_or_number(x), value)


def _node_or_number(value: Any) -> Any:
    node = node_of(value)
    if not isinstance(node, (Expression, int, float)) and not (is_number(node) and node.imag == 0):
        raise WrongTypeError(f"the value has a part that is no real number: {describe(value)}")
    return node


_OWN = dirname(dirname(dirname(__file__)))


def line_of(traceback: TracebackType | None) -> str:
    """The innermost line outside the library that a traceback goes through, as ``at file:line``."""
    found = ""
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith((_OWN, sys.prefix, sys.base_prefix)):
            found = f" at {file}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return found
