"""Python, numpy, native and ball code; one variant per path of decisions."""

from __future__ import annotations

import ctypes
import math
import operator
import re
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.elementary import RECORDS, Elementary, each
from scmpy.generic.functions import name_of
from scmpy.generic.settings import MOST_DIGITS, length
from scmpy.generic.types import TreeNode, builder, is_number, parts_first, tree_leaves, tree_unflatten
from scmpy.numerics.compile import llvm as machine
from scmpy.numerics.compile.ir import Operand, StraightLineProgram, VirtualRegister, are_kept, straight_line_program
from scmpy.numerics.compile.llvm import WHOLE, Operand_, Value, Writer, loaded, module, written
from scmpy.numerics.compile.tracing import (
    Decision,
    Trace,
    Untraceable,
    entries,
    line_of,
    map_entries,
    same_shape,
    traced,
    value_of,
    with_entries,
)
from scmpy.registry import flint, numpy, python_name
from scmpy.structure.tuples import Structure, Up, leaves
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.ball_arithmetic import Evaluator, PointRejected, enclosure
from scmpy.symbolic.expression import PI, Application, Expression, Head, Symbol, subexpressions, symbol
from scmpy.symbolic.real_numbers import is_finite_number

# --- targets ---------------------------------------------------------------------------------------------------------
# Targets: how a schedule is written, one table for each.
#
# A table has a text for every operation, with its operands in braces. An operation that is used once is written where
# it is used, up to some depth; all others get names.

#: A function from a list of numbers, or of arrays, to such a list, or to None where a guard fails.
Code = Callable[[Any], Any]


class Target(NamedTuple):
    """The texts of the operations of arithmetic, of a function, of an assignment to a name, of a number, and of guards.

    A guard's line ends the function where a relation holds, by whether it ought to.
    """

    arithmetic: dict[str, str]
    function: Callable[[Elementary], str | None]
    assignment: str
    number: Callable[[float], str]
    guards: tuple[str, str] | None = None

    def text(self, operation: str) -> str:
        found = self.arithmetic.get(operation) or self.function(RECORDS[operation])
        if found is None:
            raise WrongTypeError(f"what is to be compiled has {operation}, which this target does not have")
        return found


_INFIX = {name: f"({{}} {name} {{}})" for name in "+ - * /".split()} | {"negate": "(-{})", "power": "pow({}, {})"}


def _call(name: str | None, arity: int) -> str | None:
    return None if name is None else f"{name}({', '.join(['{}'] * arity)})"


def _python_number(x: float) -> str:
    return repr(x) if math.isfinite(x) else f"float({str(x)!r})"


def _c_number(x: float) -> str:
    return repr(x) if math.isfinite(x) else {math.inf: "INFINITY", -math.inf: "-INFINITY"}.get(x, "NAN")


PYTHON = Target(
    _INFIX,
    lambda function: function.code.python,
    "{} = {}",
    _python_number,
    ("if {}: return None", "if not {}: return None"),
)
NUMPY = Target(
    _INFIX | {"power": "np.power({}, {})"},
    lambda function: _call(function.code.numpy and f"np.{function.code.numpy}", function.arity),
    "{} = {}",
    _python_number,
)
C = Target(
    _INFIX,
    lambda function: _call(function.code.c, function.arity),
    "const double {} = {};",
    _c_number,
    ("if ({}) return 0;", "if (!({})) return 0;"),
)


#: What JavaScript's Math calls otherwise than C's library, or has not: rounding to the even one of two.
_OTHERWISE = {"fabs": "Math.abs({})", "nearbyint": "((x, r = Math.round(x)) => r - x === 0.5 && r % 2 ? r - 1 : r)({})"}
_ALIKE = frozenset(
    "sqrt exp log log1p sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh floor ceil trunc".split()
)


def _in_javascript(function: Elementary) -> str | None:
    name = function.code.c
    return _call(f"Math.{name}", function.arity) if name in _ALIKE else _OTHERWISE.get(name or "")


JAVASCRIPT = Target(
    _INFIX | {"power": "Math.pow({}, {})"},
    _in_javascript,
    C.assignment.replace("double ", ""),
    lambda x: _c_number(x).replace("INFINITY", "Infinity").replace("NAN", "NaN"),
    ("if ({}) return null;", "if (!({})) return null;"),
)

_RELATIONS = {"=": "=="}
_DEEPEST = 12  # so many operations are written inside each other at most


def lines_of_schedule(schedule: StraightLineProgram, target: Target) -> tuple[list[str], list[str]]:
    """The lines of a schedule, guards as early as can be, and the texts of its outputs; its inputs are x0, x1, ..."""
    uses = Counter(x for operation in schedule.operations for x in operation.operands if isinstance(x, VirtualRegister))
    compared = [x for guard in schedule.guards for x in (guard.left, guard.right)]
    uses.update(x for x in (*schedule.outputs, *compared) if isinstance(x, VirtualRegister))
    count = len(schedule.operations)
    texts = [*(f"x{i}" for i in range(schedule.inputs)), *[""] * count]
    depths = [0] * len(texts)
    lines = []

    def text_of(x: Operand) -> str:
        return texts[x] if isinstance(x, VirtualRegister) else f"({target.number(x)})" if x < 0 else target.number(x)

    def write(numbers: Iterable[int]) -> None:
        for number in numbers:
            name, operands = schedule.operations[number - schedule.inputs]
            text = target.text(name).format(*map(text_of, operands))
            depth = 1 + max((depths[x] for x in operands if isinstance(x, VirtualRegister)), default=0)
            if uses[VirtualRegister(number)] > 1 or depth >= _DEEPEST:
                lines.append(target.assignment.format(f"v{number}", text))
                text, depth = f"v{number}", 0
            texts[number], depths[number] = text, depth

    stages = _stages(schedule)
    for (relation, left, right, holds), stage in zip(schedule.guards, stages, strict=False):
        if target.guards is None:
            raise WrongTypeError("this target has no guards: it takes schedules with differences")
        write(stage)
        text = f"{text_of(left)} {_RELATIONS.get(relation, relation)} {text_of(right)}"
        lines.append(target.guards[holds].format(text))
    write(stages[-1])
    return lines, list(map(text_of, schedule.outputs))


def _stages(schedule: StraightLineProgram) -> list[list[int]]:
    """The operations that each guard needs beyond those of the guards before it, and the others."""
    last = len(schedule.guards)
    stages = {x: i for i in reversed(range(last)) for x in schedule.guards[i][1:3] if isinstance(x, VirtualRegister)}
    for number in reversed(range(schedule.inputs, schedule.inputs + len(schedule.operations))):
        stage = stages.setdefault(VirtualRegister(number), last)
        for x in schedule.operations[number - schedule.inputs].operands:
            if isinstance(x, VirtualRegister):
                stages[x] = min(stage, stages.get(x, last))
    found: list[list[int]] = [[] for _ in range(last + 1)]
    for number in range(schedule.inputs, schedule.inputs + len(schedule.operations)):
        found[stages[VirtualRegister(number)]].append(number)
    return found


def python_source(
    schedule: StraightLineProgram, target: Target = PYTHON, name: str = "f", first: str = "", last: str = "return [{}]"
) -> str:
    lines, outputs = lines_of_schedule(schedule, target)
    unpacking = "".join(f"x{i}, " for i in range(schedule.inputs)).rstrip()
    body = [f"{unpacking} = x" if unpacking else "", first, *lines, last.format(", ".join(outputs))]
    return "\n    ".join([f"def {name}(x):", *filter(None, body)])


def c_source(schedule: StraightLineProgram, name: str = "f") -> str:
    """The text of a function of C's from an array of doubles to another one; with guards, it tells if they hold."""
    head = f"#include <math.h>\n\n{'static int' if schedule.guards else 'void'} {name}(const double *x, double *y)"
    return _from_array_to_array(schedule, C, head, "return 1;" if schedule.guards else "")


def _from_array_to_array(schedule: StraightLineProgram, target: Target, head: str, end: str) -> str:
    lines, outputs = lines_of_schedule(schedule, target)
    results = [f"y[{i}] = {text};" for i, text in enumerate(outputs)]
    used = {*re.findall(r"\bx\d+\b", " ".join([*lines, *results]))}
    inputs = [target.assignment.format(f"x{i}", f"x[{i}]") for i in range(schedule.inputs) if f"x{i}" in used]
    return "\n    ".join([f"{head} {{", *inputs, *lines, *results, *filter(None, [end])]) + "\n}"


def javascript_source(schedule: StraightLineProgram, name: str = "f") -> str:
    """The text of a function of JavaScript's from an array of numbers to another one, which it gives back, or null."""
    return _from_array_to_array(schedule, JAVASCRIPT, f"function {name}(x, y = [])", "return y;")


#: How the texts of all ways are one function: its beginning, the call of a way, what is between calls, its end.
PYTHON_WAYS = "def {}(x):\n    return ", "{}(x)", " or ", ""
C_WAYS = "int {}(const double *x, double *y) {{\n    return ", "{}(x, y)", " || ", ";\n}"
JAVASCRIPT_WAYS = "function {}(x, y = []) {{\n    return ", "{}(x, y)", " || ", ";\n}"


def sources(
    schedules: Sequence[StraightLineProgram], write: Callable[..., str], joined: tuple[str, str, str, str]
) -> str:
    if not schedules[0].guards:
        return write(schedules[0])
    names = [f"f_{i}" for i in range(len(schedules))]
    texts = [write(each, name=part) for each, part in zip(schedules, names, strict=True)]
    head, way, otherwise, end = joined
    return "\n\n".join([*texts, head.format("f") + otherwise.join(map(way.format, names)) + end])


def python_function(schedule: StraightLineProgram) -> Code:
    """The function of a schedule from a list of floats to a list of floats, or to None where a guard fails.

    Schedules that do the same have one function.
    """
    return _remembered(python_source(schedule))


def numpy_function(schedule: StraightLineProgram) -> Code:
    return _executed(python_source(schedule, NUMPY), {"np": numpy})


#: Of all ways through decisions each has its values and where they hold.
_ARRAYS = NUMPY._replace(guards=("holds = holds & np.logical_not({})", "holds = holds & ({})"))


def array_function(schedules: Sequence[StraightLineProgram], namespace: Any) -> Callable[[Any], Any]:
    """The function of schedules on arrays of a library with numpy's names; the last axis has inputs, and outputs."""

    def code(schedule: StraightLineProgram) -> Code:
        text = python_source(schedule, _ARRAYS, first="holds = x0 == x0", last="return holds, [{}]")
        return _executed(text, {"np": namespace})

    ways = list(map(code, schedules))

    def at(inputs: Any) -> Any:
        parts, found = [inputs[..., i] for i in range(inputs.shape[-1])], namespace.nan
        for way in reversed(ways):
            holds, outputs = way(parts)
            values = namespace.stack(namespace.broadcast_arrays(*outputs, parts[0])[:-1], axis=-1)
            found = namespace.where(holds[..., None], values, found)
        return found

    return at


@lru_cache(maxsize=256)
def _remembered(source: str) -> Code:
    names = {python_name(record.name): record.real for record in RECORDS.values()}
    return _executed(source, names | vars(math))


@each("analytic")
def _forget(record: Elementary) -> None:
    _remembered.cache_clear()


def _executed(source: str, names: dict[str, Any]) -> Code:
    exec(compile(source, "<compiled by scmpy>", "exec"), names)
    function: Code = names["f"]
    return function


# --- variants --------------------------------------------------------------------------------------------------------
# Variants: the code of a function that decides, one for each way through its decisions that has been met.
#
# The code of a variant computes the guards too, and says where they fail. There the function is traced again; it takes
# another way, and both codes are kept. A function that decides nothing has one variant.

MOST_VARIANTS = 32  # of one function
AGREEMENT = 1e-8  # of the code with the function, relative to the largest number among the values


class Uncompiled(ScmpyError):
    """A function cannot be compiled, for this reason: it can still run as it is."""


@dataclass(eq=False)
class Variant:
    """The code of a function where its decisions are these."""

    schedule: StraightLineProgram
    value_shape: Any  # with a number where a value is one, None where it is computed
    decisions: tuple[Decision, ...]
    nodes: Sequence[Expression]  # of the graph, that are computed
    target: str | None = None

    def __reduce__(self) -> Any:
        return Variant, (self.schedule, self.value_shape, self.decisions, self.nodes, self.target)

    @cached_property
    def code(self) -> Code:
        return self._written(self.schedule)

    @cached_property
    def complete(self) -> StraightLineProgram:
        """The schedule for all leaves of the value, those that are constant as well."""
        computed = iter(self.schedule.outputs)
        outputs = [next(computed) if x is None else float(g.inexact(x.real)) for x in entries(self.value_shape)]
        return self.schedule._replace(outputs=outputs)

    @cached_property
    def complete_code(self) -> Code:
        return self._written(self.complete)

    @cached_property
    def continued(self) -> Code:
        """The code for all leaves of the value, whether the guards hold or not."""
        return self._written(self.complete._replace(guards=()))

    @cached_property
    def guarding(self) -> Code:
        return self._written(self.schedule._replace(outputs=[]))

    def _written(self, graph: StraightLineProgram) -> Code:
        if self.target != "llvm":
            return python_function(graph)
        return llvm_function(graph)

    @cached_property
    def arrays(self) -> Code:
        """The code on arrays of what is no constant, and of the differences that the guards are of.

        Where there are guards it goes on where a number is not finite: another variant may have the value there.
        """
        if self.target != "python" and not self.decisions and machine.is_available():
            with suppress(WrongTypeError):
                return llvm_array_function(self.schedule)
        return numpy_function(self.schedule.with_differences())

    @cached_property
    def shaped(self) -> Callable[[Iterator[Any]], Any]:
        """The function from the computed leaves to the value that has them."""
        shape = self.value_shape
        if any(isinstance(leaf, tuple) or is_array(leaf) for leaf in tree_leaves(shape)):
            return lambda found: map_entries(lambda known: next(found) if known is None else known, shape)
        return builder(shape, lambda leaf: leaf is None)


@dataclass(eq=False)
class Specializations:
    """The variants of a function of numbers and tuples, the one that was used last first.

    Smooth ones are for integration, which stays on one of them for a while: when there are too many, it forgets one.
    """

    function: Callable[..., Any]
    place: Structure
    target: str | None = None
    smooth: bool = False
    known: tuple[Variant, ...] = ()  # threads see all of it or the one before
    is_closed = False  # to others

    def __post_init__(self) -> None:
        self.known = self.known or (variant(self.function, self.place, self.target, self.smooth),)

    def __reduce__(self) -> Any:
        return Specializations, (self.function, self.place, self.target, self.smooth, self.known)

    def numbers(self, values: list[float], place: list[Any], complete: bool = False) -> tuple[Variant, Any] | None:
        """The variant whose guards hold at these numbers, and what its code computes; None if there is none.

        What is not finite counts as not computed. The place has the same numbers, the exact ones exact.
        """
        known = self.known
        for way in known:
            found = numbers_of(way.complete_code if complete else way.code, values)
            if found is not None:
                if way is not known[0]:
                    self.known = (way, *(other for other in known if other is not way))
                return way, found
        another = self.another(place)
        if another is None:
            return None
        found = numbers_of(another.complete_code if complete else another.code, values)
        return None if found is None else (another, found)

    @property
    def decides(self) -> bool:
        return any(way.decisions for way in self.known)

    def another(self, place: list[Any]) -> Variant | None:
        """The variant that the function takes at a place where the guards of all others fail, if there is one."""
        if self.is_closed or not self.decides:
            return None
        try:
            found = variant(self.function, tree_unflatten(iter(place), self.place), self.target, self.smooth)
        except Uncompiled as refusal:
            self._close(refusal.message)
            return None
        except (ScmpyError, ArithmeticError, TypeError, ValueError, AttributeError):
            return None  # the function's own error, which it is asked for
        if any(found.decisions == way.decisions for way in self.known):
            return None  # they differ by rounding
        if len(self.known) >= MOST_VARIANTS and not self.smooth:
            self._close(f"takes more than {MOST_VARIANTS} ways by the values of its arguments")
            return None
        self.known = (found, *self.known[: MOST_VARIANTS - 1])
        return found

    def every_way(self) -> list[StraightLineProgram]:
        """The schedules of all ways through the decisions, for all leaves of the value.

        Where the function has no value there is none.

        Raises:  ScmpyError where they are too many, or not known
        """
        if not self.known[0].decisions:
            return [self.known[0].complete]
        pending: list[tuple[bool, ...]] = [()]
        found: list[StraightLineProgram] = []
        while pending:
            forced = pending.pop()
            trace = Trace(tree_leaves(self.place), self.smooth, forced)
            try:
                value = value_of(trace, self.function, self.place)
            except Untraceable as question:
                raise ScmpyError(f"{name_of(self.function)} {question.why}: there is no text of it") from None
            except (ScmpyError, ArithmeticError, TypeError, ValueError):
                pass  # it has no value there
            else:
                found.append(_of_trace(trace, value, self.target).complete)
            taken = [decision.holds for decision in trace.decisions]
            pending += [(*taken[:i], not taken[i]) for i in range(len(forced), len(taken))]
            if len(found) + len(pending) > MOST_VARIANTS:
                why = f"decides in more than {MOST_VARIANTS} ways by the values of its arguments"
                raise ScmpyError(f"{name_of(self.function)} {why}: there is no text of it")
        return found

    def _close(self, why: str) -> None:
        warn(f"{name_of(self.function)} {why}; there it is not compiled and runs as it is, which takes longer")
        self.is_closed = True


def numbers_of(code: Code, values: list[float]) -> list[float] | None:
    """What code computes from floats; None where a guard fails or a number is not finite and real."""
    try:
        found: list[float] | None = code(values)
    except (ValueError, ArithmeticError):
        return None
    return found if found is not None and all(map(math.isfinite, found)) else None


def variant(f: Callable[..., Any], place: Structure, target: str | None = None, smooth: bool = False) -> Variant:
    """The way of a function through its decisions at a place.

    Raises:  Uncompiled if it cannot be compiled; WrongTypeError if symbols or literal functions are in it; ScmpyError
             if its code disagrees with it; what the function raises itself
    """
    try:
        trace, value = traced(f, place, smooth)
    except Untraceable as question:
        raise Uncompiled(f"{question.why}{line_of(question.__traceback__)}") from None
    except (ScmpyError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        f(*place.components)  # whose own error it is, if it has one
        raise Uncompiled(f"is not made of scmpy's operations on numbers and tuples: {error}") from None
    found = _of_trace(trace, value, target)
    _compare(f, found, place)
    return found


def _of_trace(trace: Trace, value: Any, target: str | None) -> Variant:
    nodes = list(filter(_is_computed, entries(value)))
    try:
        graph = straight_line_program(trace.unknowns, nodes, trace.decisions)
    except DomainError as error:
        raise Uncompiled(str(error)) from None
    shape = map_entries(lambda x: None if _is_computed(x) else x, value)
    return Variant(graph, shape, trace.decisions, nodes, target)


def _is_computed(value: Any) -> bool:
    return isinstance(value, Expression)


def _compare(f: Callable[..., Any], found: Variant, place: Structure) -> None:
    mine = numbers_of(found.code, list(map(float, tree_leaves(place))))
    if mine is None:
        return
    value = f(*place.components)
    ours, theirs = found.shaped(iter(mine)), as_tuples(value)
    if same_shape(ours, theirs) and len(entries(ours)) == len(entries(theirs)):
        pairs = [(complex(x), complex(y)) for x, y in zip(entries(ours), entries(theirs), strict=True)]
        most = max((abs(y) for _, y in pairs), default=0.0)
        if all(abs(x - y) <= AGREEMENT * max(most, 1e-300) for x, y in pairs):
            return
    raise ScmpyError(
        f"compile-function: {name_of(f)} is {shown(value)} at {shown(place)}, its code gives {shown(ours)}: does it "
        "depend on the types of its arguments, on noise, or on what else changes from call to call?"
    )


def shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 200 else describe(value)


@lru_cache(maxsize=256)
def decisions_by_first(found: Variant, parameters: tuple[float, ...], linear: bool) -> tuple[Decision, ...]:
    """The decisions by the first argument alone, where parameters are these; those linear in it if they are wanted."""
    known, kept = _known_parameters(found, parameters), []
    for decision in found.decisions:
        sides = [substitute(x, known) if isinstance(x, Expression) else x for x in (decision.left, decision.right)]
        inside = {x for x in parts_first(sides, lambda x: getattr(x, "operands", None)) if isinstance(x, Symbol)}
        if inside - {PI} == {UNKNOWN} and (linear or not all(map(_is_linear, sides))):
            kept.append(decision._replace(left=sides[0], right=sides[1]))
    return tuple(kept)


def _known_parameters(found: Variant, parameters: tuple[float, ...]) -> dict[Any, Any]:
    count = found.schedule.inputs - len(parameters)
    return {symbol(f"${count + i}"): x for i, x in enumerate(parameters)}


def parts_of_first(found: Variant, parameters: tuple[float, ...]) -> list[Expression]:
    """The largest parts of the values that are of the first argument alone, where they may have narrow features."""
    try:
        return [substitute(x, _known_parameters(found, parameters)) for x in driven_parts(found, len(parameters))]
    except ScmpyError:  # a part has no value
        return []


@lru_cache(maxsize=256)
def driven_parts(found: Variant, parameters: int) -> list[Expression]:
    """The same beside parameters. Sums, products, parts of powers, sines and cosines have no such features."""
    others = {symbol(f"${i}") for i in range(1, found.schedule.inputs - parameters)}
    alone: dict[Any, bool] = {}
    used = list(found.nodes)
    for node in parts_first(found.nodes, lambda x: getattr(x, "operands", None)):
        operands = node.operands if isinstance(node, Application) else ()
        alone[node] = all(alone.get(x, True) for x in operands) if operands else node not in others
        used += () if alone[node] else operands
    parts = {x: [*subexpressions(x)] for x in used if isinstance(x, Expression) and alone.get(x)}
    return [x for x, inside in parts.items() if UNKNOWN in inside and not all(map(_is_wide, inside))]


def divisors(found: Variant) -> dict[Expression, None]:
    """What is divided by, of the arguments $0, $1, ..."""
    nodes = [x for x in parts_first(found.nodes, lambda x: getattr(x, "operands", None)) if isinstance(x, Application)]
    below = (x.operands[-1] for x in nodes if x.operator is Head.OVER)
    powers = (x.operands for x in nodes if x.operator is Head.EXPT)
    bases = (base for base, exponent in powers if is_number(exponent) and exponent < 0)
    return {x: None for x in (*below, *bases) if isinstance(x, Expression) and not x.constant}


def _is_wide(x: Any) -> bool:
    if not isinstance(x, Application) or x.constant or x.operator in _WIDE:
        return True
    if x.operator is Head.OVER:
        return not any(UNKNOWN in subexpressions(y) for y in x.operands[1 if len(x.operands) > 1 else 0 :])
    return x.operator is Head.EXPT and type(x.operands[1]) is int and x.operands[1] > 0


_WIDE = frozenset((Head.PLUS, Head.MINUS, Head.TIMES, Head.SIN, Head.COS))


def _is_linear(x: Any) -> bool:
    if not isinstance(x, Application) or x.constant:
        return True
    varying = [y for y in x.operands if isinstance(y, Expression) and not y.constant]
    heads = (
        {Head.PLUS, Head.MINUS}
        | ({Head.TIMES} if len(varying) == 1 else set())
        | ({Head.OVER} if varying == [x.operands[0]] else set())
    )
    return x.operator in heads and all(map(_is_linear, varying))


def as_tuples(value: Any) -> Any:
    """The value with up tuples for vectors, and quantities for units."""
    if isinstance(value, list):
        length(len(value), "compile-function")
        return Up(map(as_tuples, value))
    if type(value) is float:
        return value
    if isinstance(value, TreeNode):
        before = value._children_()
        parts = [*map(as_tuples, before)]
        return value if all(map(operator.is_, parts, before)) else value._with_children_(parts)
    return converted(value)


# --- native ----------------------------------------------------------------------------------------------------------
# Schedules as machine code: functions of lists of floats, or of arrays, by LLVM (the extra ``fast``).
#
# They raise FloatingPointError where Python's functions raise, or where a result is not finite. The interpreter's lock
# is released while they run.

AT_ONCE = 1 << 16  # elements of arrays are taken, then Ctrl-C is seen

_POINTER = ctypes.c_void_p
_ONE = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER)
_MANY = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER, ctypes.c_int64, ctypes.c_int64)


def _body(
    writer: Writer, schedule: StraightLineProgram, inputs: Sequence[Operand_]
) -> tuple[list[Operand_], Value | int]:
    """The values of the outputs, and 1 where one is not finite or Python would have raised."""
    raising: list[Value] = []
    outputs = written(writer, schedule, inputs, raising)
    watched = [*raising, *(x for x in outputs if isinstance(x, Value))]
    return outputs, writer.whole(~writer.all_finite(watched)) if watched else 0


def _of_numbers(schedule: StraightLineProgram) -> str:
    writer = Writer("f", ["x", "y"], WHOLE)
    x, y = writer.arguments
    outputs, failures = _body(writer, schedule, [x[i] for i in range(schedule.inputs)])
    for i, value in enumerate(outputs):
        y[i] = value
    return module((writer, writer.finished(writer.variable(failures, WHOLE)())))


def llvm_function(schedule: StraightLineProgram) -> Code:
    plain = schedule.with_differences()
    function = loaded(("numbers", plain), "f", _ONE, lambda: _of_numbers(plain))
    packed = struct.Struct(f"{schedule.inputs}d").pack
    results = ctypes.c_double * len(plain.outputs)
    guards, count = schedule.guards, len(schedule.outputs)

    def code(values: Sequence[float]) -> list[float] | None:
        y = results()
        if function.call(packed(*values), y):
            raise FloatingPointError("a number is not finite")
        return y[:count] if not guards or are_kept(guards, y[count:]) else None

    return code


def _of_arrays(schedule: StraightLineProgram, varies: Sequence[bool]) -> str:
    writer = Writer("f", ["inputs", "outputs", (WHOLE, "first"), (WHOLE, "count")], WHOLE, shared=True)
    inputs, outputs, first, count = writer.arguments
    given = [inputs.array(i) for i in range(schedule.inputs)]
    results = [outputs.array(i) for i in range(len(schedule.outputs))]
    failures = writer.variable(0, WHOLE)
    with writer.each(count) as turn:
        index = turn + first
        values, failed = _body(writer, schedule, [x[index if v else 0] for x, v in zip(given, varies, strict=True)])
        for result, value in zip(results, values, strict=True):
            result[index] = value
        failures.set(failures() + failed)
    return module((writer, writer.finished(failures())))


def llvm_array_function(schedule: StraightLineProgram) -> Code:
    def code(values: Sequence[Any]) -> list[Any]:
        arrays = [numpy.asarray(x, float) for x in values]
        shape = numpy.broadcast_shapes(*(x.shape for x in arrays))
        varies = tuple(x.size > 1 for x in arrays)
        arrays = [
            numpy.ascontiguousarray(numpy.broadcast_to(x, shape) if v else x)
            for x, v in zip(arrays, varies, strict=True)
        ]
        results = [numpy.empty(shape) for _ in schedule.outputs]
        function = loaded(("arrays", schedule, varies), "f", _MANY, lambda: _of_arrays(schedule, varies))
        inputs, outputs = ((_POINTER * len(those))(*(x.ctypes.data for x in those)) for those in (arrays, results))
        count = results[0].size if results else 0
        for first in range(0, count, AT_ONCE):
            if function.call(inputs, outputs, first, min(AT_ONCE, count - first)):
                raise FloatingPointError("a number is not finite")
        return results

    return code


# --- balls -----------------------------------------------------------------------------------------------------------
# Compiled functions on balls: enclosures of their values, to any number of digits.
#
# The graph is evaluated as it was traced, in the ball arithmetic of python-flint: its exact constants stay exact, and
# every ball holds the value at all points of the balls of the arguments. It is so only where all points take one way
# through the decisions of the function: where balls are too wide to tell, that is an error.

#: The one argument of a function whose graph is evaluated on balls.
UNKNOWN = symbol("$0")


class NotEnclosed(Exception):
    """The function cannot be traced, decides by its argument, or has no enclosure that is narrow enough."""


def graph_of(f: Callable[[Any], Any], place: float, smooth: bool = False) -> Any:
    """The value of a function at an unknown, a structure of expressions in it.

    Raises:  NotEnclosed if it cannot be traced, or decides by its argument
    """
    value, decisions = decided_graph(f, place, smooth)
    if decisions:
        decision = decisions[0]
        raise NotEnclosed(f"the function decides by {decision.left} {decision.relation} {decision.right}")
    return value


def decided_graph(f: Callable[[Any], Any], place: float, smooth: bool = False) -> tuple[Any, tuple[Decision, ...]]:
    """The same of a function that decides, where it decides as at the place; and its decisions.

    Raises:  NotEnclosed if it cannot be traced
    """
    try:
        trace, value = traced(f, Up((place,)), smooth)
    except (Untraceable, ScmpyError, TypeError, ValueError, ArithmeticError) as error:
        raise NotEnclosed(f"the function cannot be called on an unknown: {error}") from error
    evaluator = Evaluator(*leaves(value))
    unknown = [*(x for x in evaluator.symbols if x is not UNKNOWN), *evaluator.functions]
    if unknown:
        raise NotEnclosed(f"the function has symbols and functions without values: {', '.join(map(str, unknown))}")
    return value, trace.decisions


def bits_of(digits: Any, operation: str) -> int:
    if type(digits) is not int or digits < 1:
        raise WrongTypeError(f"{operation} expects a positive whole number of digits, got {describe(digits)}")
    return math.ceil(MOST_DIGITS.check(digits, operation) * math.log2(10)) + 16


def ball_of(x: Any, bits: int) -> Any:
    """The ball of a number, a decimal, or a constant such as the exact pi; a ball is its own."""
    if isinstance(x, (flint.arb, flint.acb)):
        return x
    if type(x) is int or (type(x) is float and math.isfinite(x)):
        return flint.arb(x)
    if isinstance(x, Expression) and x.constant:
        return enclosure(x, bits)
    if is_finite_number(x) or (isinstance(x, Decimal) and x.is_finite()):
        exact = Fraction(x)
        return flint.arb(flint.fmpq(exact.numerator, exact.denominator))
    if isinstance(x, complex) and math.isfinite(abs(x)):
        return flint.acb(x.real, x.imag)
    raise WrongTypeError(f"balls expects numbers and balls, got {describe(x)}")


#: Of balls, what is true for certain where a relation does not hold, and where it does.
_CERTAIN = {"=": (operator.ne, operator.eq), "<": (operator.ge, operator.lt), "<=": (operator.gt, operator.le)}


def enclosed(way: Variant, inputs: Sequence[Any], bits: int) -> Any:
    is_complex = any(isinstance(x, flint.acb) for x in inputs)
    nodes = iter(way.nodes)
    values = [next(nodes) if known is None else known for known in entries(way.value_shape)]
    compared = [x for decision in way.decisions for x in (decision.left, decision.right)]
    try:
        evaluator = Evaluator(*values, *compared, complex_domain=is_complex)
        found = evaluator.at({symbol(f"${i}"): x for i, x in enumerate(inputs)})
    except PointRejected:
        kind = "complex" if is_complex else "real"
        raise DomainError(f"balls: there is no finite {kind} value, or these balls are too wide for one") from None
    sides = iter(found[len(values) :])
    for relation, *_, holds in way.decisions:
        left, right = next(sides), next(sides)
        if not _CERTAIN[relation][holds](left, right):
            why = f"the function decides by {left} {relation} {right}, and these balls are too wide to tell"
            raise DomainError(f"balls: {why}")
    return with_entries(iter(found[: len(values)]), way.value_shape)
