"""A function called once on unknowns; values and their shapes; what a function refers to."""

from __future__ import annotations

import functools
import math
import operator
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import partial
from os.path import dirname
from types import BuiltinFunctionType, CellType, CodeType, FunctionType, MethodType, ModuleType, NoneType, TracebackType
from typing import Any, NamedTuple

from scmpy.calculus.dual_numbers import ComplexTag, Differential, Tag
from scmpy.calculus.jet import TracedFunction
from scmpy.errors import DivisionByZeroError, ScmpyError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array, is_array_of_objects, map_array, native
from scmpy.generic.dispatch import Arithmetic, Operation
from scmpy.generic.elementary import Elementary, each
from scmpy.generic.functions import Function, keep
from scmpy.generic.numbers import is_exact
from scmpy.generic.types import Number, ScalarKind, TreeNode, is_number, tree_leaves, tree_unflatten
from scmpy.numerics.compile.ir import RELATIONS, WITHOUT_OPERATION, exactly
from scmpy.pickling import inner_codes
from scmpy.registry import numpy, scheme_name_of
from scmpy.structure.literal_functions import OTHER_APPLICATIONS, Applied
from scmpy.structure.tuples import Structure, Up
from scmpy.symbolic.ball_arithmetic import are_equal
from scmpy.symbolic.expression import Expression, Head, Symbol, application, symbol
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
        self.is_over = False

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
        if self.is_over:
            raise ScmpyError("a function remembers values of its arguments, as for a delay: it is no function of them")
        asked = relation, left, right
        if left is right:
            return relation != "<"
        if asked not in self._known:
            if len(self._known) >= MOST_DECISIONS:
                raise Untraceable(f"decides more than {MOST_DECISIONS} times by the value of an argument")
            if len(self._known) < len(self.forced):
                return self._known.setdefault(asked, self.forced[len(self._known)])
            numbers = self.number(left), self.number(right)
            try:
                self._known[asked] = bool(_BETWEEN_CONSTANTS[relation](*numbers))
            except ScmpyError:
                raise Untraceable from None
        return self._known[asked]


def _comparisons(relation: str) -> tuple[Callable[[Any, Any], Any], Callable[[Any, Any], Any]]:
    return lambda x, y: x._compared(relation, y), lambda x, y: x._compared(relation, y, swapped=True)


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
            raise Untraceable("needs an argument as a number, as functions outside scmpy and texts do")
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

    __lt__, __gt__ = _comparisons("<")
    __le__, __ge__ = _comparisons("<=")

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
    return value.node if isinstance(value, Traced) else value


def _install_arithmetic() -> None:
    g.negate.add((Traced,), _applying(Head.MINUS))
    g.invert.add((Traced,), lambda x: Traced(application(Head.OVER, 1, x.node), x.trace))
    g.square.add((Traced,), lambda x: Traced(application(Head.EXPT, x.node, 2), x.trace))
    g.cube.add((Traced,), lambda x: Traced(application(Head.EXPT, x.node, 3), x.trace))
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


def _over_one(x: Any, y: Any) -> Any:
    if exactly(y, 0):
        raise DivisionByZeroError("Division by zero signalled by /.")
    return WITHOUT_OPERATION["/"](x, y)


def _to_the_one(x: Any, y: Any) -> Any:
    """The power by an exact zero or one; an exact exponent is known from now on, for it decides what a power is."""
    if isinstance(y, Traced) and y.is_exact:
        return g.expt(x, y._decide_())
    return 1 if exactly(y, 0) or exactly(x, 1) else x if exactly(y, 1) else None


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

    for kinds in ((Traced, Traced), *((Traced, t) for t in (Number, Expression))):
        operation.add(kinds, apply)
        operation.add(kinds[::-1], apply)


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
    for kinds in record.beside(Traced, Number, Expression):
        record.operation.add(kinds, apply)


_install_arithmetic()
for _operation, _head, _shorter in (
    (g.add, Head.PLUS, WITHOUT_OPERATION["+"]),
    (g.sub, Head.MINUS, WITHOUT_OPERATION["-"]),
    (g.mul, Head.TIMES, WITHOUT_OPERATION["*"]),
    (g.dot_product, Head.TIMES, WITHOUT_OPERATION["*"]),
    (g.div, Head.OVER, _over_one),
    (g.expt, Head.EXPT, _to_the_one),
):
    _install_binary(_operation, _head, _shorter)


def _literal_at(args: tuple[Any, ...]) -> Applied | None:
    """A literal function stays in the graph, where the compiler finds it and names it."""
    places = tree_leaves(Up(args))
    if not any(isinstance(x, Traced) for x in places) or any(map(is_array, places)):
        return None
    return lambda function: Traced(application(function.expression, *map(node_of, places)), _trace_of(*places))


OTHER_APPLICATIONS.insert(0, _literal_at)  # before perturbed arguments are looked for: it asks for none


def traced(f: Callable[..., Any], place: Structure, smooth: bool = False) -> tuple[Trace, Any]:
    """The trace of a function at a place, smooth if that is asked for, and its value: one of nodes and numbers.

    Raises:  Untraceable where the function asks for what a trace cannot tell
    """
    trace = Trace(tree_leaves(place), smooth)
    return trace, value_of(trace, f, place)


def value_of(trace: Trace, f: Callable[..., Any], place: Structure) -> Any:
    """What a function is of the unknowns of a trace, arranged as the place; the trace then has the decisions taken."""
    unknowns = (Traced(x, trace) for x in trace.unknowns)
    try:
        return _checked(f(*tree_unflatten(unknowns, place).components))
    finally:
        trace.is_over = True


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


# --- closures --------------------------------------------------------------------------------------------------------
# What a function refers to: so a derivative that was compiled is known again without a call, also if made anew.
#
# Two functions of the same code compute the same if what they enclose and name is the same: numbers, texts,
# expressions, tuples, lists, arrays, functions of these, and what the library and Python's modules of mathematics
# define, and objects of classes in Python. Of others nobody knows what they do at the next call. Functions that
# differ by floats alone are one family: these floats can be arguments of its code.

MOST_PARTS = 2_000  # of what a function refers to are compared

_VALUES = frozenset((int, bool, str, bytes, complex, Fraction, Decimal, NoneType, range, CodeType))
_MODULES = "builtins math cmath operator _operator numpy scmpy fractions functools itertools typing collections".split()
#: What a function may do with these does not follow from what it refers to.
_UNKNOWN = frozenset(
    "globals locals vars eval exec input open next iter getattr setattr delattr hasattr random id time".split()
)
_ABSENT = object()
#: Names in classes that tell of them, and what classes define that are not written in Python.
_TOLD = frozenset("__dataclass_fields__ __dataclass_params__ __dict__ __doc__ __module__ __repr__ __weakref__".split())
_OF_C = types.WrapperDescriptorType, types.MethodDescriptorType, types.ClassMethodDescriptorType


class Opaque(Exception):
    """Something is referred to of which it is not known whether it changes."""


class _Same:
    """A value in a key that is equal to itself alone; it lives as long as the key."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.value is self.value


class Dependencies:
    """What a function refers to: a key, equal for functions that differ by floats alone, and these floats."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.floats: list[float] = []
        self._key: list[Any] = []
        self._cells: list[tuple[CellType, Any]] = []
        self._names: list[tuple[dict[str, Any], str, Any]] = []
        self._has_fixed_parts = True  # nothing that is assigned into, such as a list
        self._seen: dict[int, int] = {}
        self._tags: dict[Tag, int] = {}
        self._look(function, True)
        self.key = *self._key, *(self._tags[tag] for tag in sorted(self._tags))
        self.exactly = self.key, tuple(map(float.hex, self.floats))  #: the key of what computes the same

    def are_current(self) -> bool:
        if self._has_fixed_parts:
            for cell, x in self._cells:
                if cell.cell_contents is not x:
                    return False
            return not [name for names, name, x in self._names if names.get(name, _ABSENT) is not x]
        found = dependencies(self.function)
        return found is not None and found.exactly == self.exactly

    def are_those_of(self, other: Any) -> bool:
        """Does another function of the same code refer to the same for certain?"""
        mine: Any = self.function
        return (
            self._has_fixed_parts
            and mine.__globals__ is other.__globals__
            and mine.__defaults__ is other.__defaults__
            and not (mine.__kwdefaults__ or other.__kwdefaults__ or mine.__dict__ or other.__dict__)
            and all(map(_have_the_same, mine.__closure__ or (), other.__closure__ or ()))
            and self.are_current()
        )

    def with_floats(self, numbers: Iterator[Any]) -> Any:
        return _remade(self.function, numbers, {})

    def _identity(self, value: Any) -> None:
        self._key.append(_Same(value))

    def _look(self, value: Any, free: bool) -> None:
        kind = type(value)
        if len(self._key) > MOST_PARTS:
            raise Opaque
        if kind is float and free:
            self._key.append(float)
            self.floats.append(value)
        elif kind is float or kind in _VALUES:
            self._key.append((kind, repr(value) if kind in (float, complex) else value))
        elif isinstance(value, Expression) or scheme_name_of(value) is not None:
            self._identity(value)
        elif kind is FunctionType:
            self._look_into(value, free)
        elif kind is tuple or isinstance(value, TreeNode):
            parts = value if kind is tuple else value._children_()
            self._key.append((kind, len(parts), None if kind is tuple else value._form_()))
            for part in parts:
                self._look(part, free)
        elif kind is Function:
            self._key.append(kind)
            self._look(value.function, free)
        elif kind is Differential:
            self._key.append((kind, self._tag(value.tag), *value.tangents))
            for part in (value.primal, *value.tangents.values()):
                self._look(part, free)
        elif kind is Tag or kind is ComplexTag:
            self._key.append((kind, self._tag(value)))
        elif kind is functools.partial:
            self._key.append((kind, *value.keywords))
            for part in (value.func, value.args, *value.keywords.values()):
                self._look(part, free)
        else:
            self._look_at_rest(value)

    def _tag(self, tag: Tag) -> int:
        """The number of a tag among those seen: what is computed depends on their order alone."""
        return self._tags.setdefault(tag, len(self._tags))

    def _look_at_rest(self, value: Any) -> None:
        kind = type(value)
        if isinstance(value, (list, dict, set)):
            self._has_fixed_parts = False
            self._key.append((kind, len(value)))
            for part in (x for pair in value.items() for x in pair) if isinstance(value, dict) else value:
                self._look(part, False)
        elif kind is MethodType:
            self._look(value.__func__, False)
            self._look(value.__self__, False)
        elif isinstance(value, functools._lru_cache_wrapper):
            self._look(value.__wrapped__, False)
        elif isinstance(value, (staticmethod, classmethod, property)):
            self._look(value.fget if isinstance(value, property) else value.__func__, False)
        elif isinstance(value, Function):
            self._look_at_attributes(value)
        elif _is_of_library(value):
            self._identity(value)
        elif kind.__module__ == "numpy":
            self._has_fixed_parts = self._has_fixed_parts and kind.__name__ != "ndarray"
            self._look_at_numpy(value)
        elif id(value) in self._seen:
            self._key.append(("again", self._seen[id(value)]))
        else:
            self._seen[id(value)], self._has_fixed_parts = len(self._seen), False
            self._look_at_class(value if isinstance(value, type) else kind)
            if not isinstance(value, type):
                if any(map(_is_of_library, kind.__mro__[:-1])):
                    raise Opaque
                self._look_at_attributes(value)

    def _look_at_class(self, kind: type) -> None:
        """What a class defines that is written in Python; nobody knows of others, and of attributes made to measure."""
        if type(kind) is not type:
            raise Opaque
        for base in kind.__mro__:
            if _is_of_library(base):
                self._identity(base)
                continue
            for name, part in vars(base).items():
                if name in ("__getattr__", "__getattribute__") or isinstance(part, _OF_C):
                    raise Opaque
                if name not in _TOLD and not isinstance(part, types.MemberDescriptorType):
                    self._key.append(name)
                    self._look(part, False)

    def _look_at_numpy(self, value: Any) -> None:
        if isinstance(value, numpy.ufunc):
            self._identity(value)
        elif isinstance(value, (numpy.ndarray, numpy.generic)) and not value.dtype.hasobject:
            self._key.append((value.dtype.str, value.shape, value.tobytes()))
        else:
            raise Opaque

    def _look_at_attributes(self, value: Any) -> None:
        kind = type(value)
        self._key.append(kind)
        members = [item for base in kind.__mro__ for item in vars(base).items()]
        slots = [name for name, part in members if isinstance(part, types.MemberDescriptorType)]
        for name in (*slots, *getattr(value, "__dict__", ())):
            if name != "_name":
                self._key.append(name)
                self._look(getattr(value, name, None), False)

    def _look_into(self, function: FunctionType, free: bool) -> None:
        if id(function) in self._seen:
            self._key.append(("again", self._seen[id(function)]))
            return
        self._seen[id(function)] = len(self._seen)
        code, names = function.__code__, function.__globals__
        self._key.append(code)
        for cell in function.__closure__ or ():
            try:
                content = cell.cell_contents
            except ValueError:
                raise Opaque from None
            self._cells.append((cell, content))
            self._look(content, free)
        self._look(function.__defaults__, free)
        self._look(tuple((function.__kwdefaults__ or {}).items()), False)
        self._look(function.__dict__.get("__tail__"), False)
        if names.get("__name__", "").partition(".")[0] != "scmpy":
            for name in _names_in(code):
                self._look_up(name, names)

    def _look_up(self, name: str, names: dict[str, Any]) -> None:
        value = names.get(name, _ABSENT)
        self._names.append((names, name, value))
        if value is _ABSENT:
            if name in _UNKNOWN:
                raise Opaque
        elif name.startswith("|"):  # what the compiled Scheme itself needs
            self._identity(value)
        else:
            self._key.append(name)
            self._look(value, False)


def _have_the_same(mine: CellType, other: CellType) -> bool:
    try:
        x, y = mine.cell_contents, other.cell_contents
    except ValueError:
        return False
    return x is y or (type(x) is float is type(y) and x.hex() == y.hex())


def _home(value: Any) -> str:
    """The name of a module, or of that in which a builtin function, class or type is defined; "" for anything else."""
    if type(value) is ModuleType:
        return value.__name__
    if type(value) is BuiltinFunctionType:
        return "" if value.__name__ in _UNKNOWN else getattr(value.__self__, "__name__", "")
    if type(value) in (type(list[int]), type(int | None)) or type(value).__module__ == "typing":
        return "typing"
    return value.__module__ if isinstance(value, type) else ""


def _is_of_library(value: Any) -> bool:
    return _home(value).partition(".")[0] in _MODULES


@functools.lru_cache(1024)
def _names_in(code: CodeType) -> tuple[str, ...]:
    return tuple(sorted({name for inner in inner_codes(code) for name in inner.co_names}))


#: What was found last of functions of one code.
_found: dict[CodeType, Dependencies] = {}
MOST_CODES = 64


def dependencies(function: Callable[..., Any]) -> Dependencies | None:
    """What a function refers to; None where it is not known whether it will be the same at the next call."""
    code = function.__code__ if type(function) is FunctionType else None
    known = None if code is None else _found.get(code)
    if known is not None and known.are_those_of(function):
        return known
    try:
        found = Dependencies(function)
    except Opaque:
        return None
    return found if code is None else keep(_found, code, found, MOST_CODES)


def _remade(value: Any, numbers: Iterator[Any], made: dict[int, Any]) -> Any:
    """The value with the next numbers in place of its floats, in the order in which they are looked at."""
    kind = type(value)
    if kind is float:
        return next(numbers)
    if isinstance(value, Expression) or scheme_name_of(value) is not None:
        return value
    if kind is FunctionType:
        return made[id(value)] if id(value) in made else _with_cells(value, numbers, made)
    if kind is tuple:
        return tuple(_remade(part, numbers, made) for part in value)
    if isinstance(value, TreeNode):
        return value._with_children_([_remade(part, numbers, made) for part in value._children_()])
    if kind is Function:
        return Function(_remade(value.function, numbers, made), value._name, elementwise=value.elementwise)
    if kind is Differential:
        primal = _remade(value.primal, numbers, made)
        return Differential(value.tag, primal, {i: _remade(x, numbers, made) for i, x in value.tangents.items()})
    if kind is functools.partial:
        parts = (_remade(part, numbers, made) for part in (value.func, value.args, *value.keywords.values()))
        return kind(next(parts), *next(parts), **dict(zip(value.keywords, parts, strict=True)))
    return value


def _with_cells(function: FunctionType, numbers: Iterator[Any], made: dict[int, Any]) -> FunctionType:
    cells = tuple(CellType() for _ in function.__closure__ or ())
    new = FunctionType(function.__code__, function.__globals__, function.__name__, None, cells)
    made[id(function)] = new
    for cell, old in zip(cells, function.__closure__ or (), strict=True):
        cell.cell_contents = _remade(old.cell_contents, numbers, made)
    new.__defaults__ = _remade(function.__defaults__, numbers, made)
    new.__kwdefaults__ = function.__kwdefaults__
    new.__dict__.update(function.__dict__)
    return new
