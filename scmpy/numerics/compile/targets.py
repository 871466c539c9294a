"""Targets: how a schedule is written, one table for each.

A table has a text for every operation, with its operands in braces. An operation that is used once is written where it
is used, up to some depth; all others get names.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from scmpy.errors import WrongTypeError
from scmpy.generic.records import RECORDS, Elementary, each
from scmpy.numerics.compile.operation_list import Operand, Slot
from scmpy.numerics.compile.schedule import Schedule
from scmpy.registry import python_name

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
        """The text of an operation, with braces for the operands; an error for what the target does not have."""
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

_RELATIONS = {"=": "=="}
_DEEPEST = 12  # so many operations are written inside each other at most


def written(schedule: Schedule, target: Target) -> tuple[list[str], list[str]]:
    """The lines of a schedule, guards as early as can be, and the texts of its outputs; its inputs are x0, x1, ...

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> written(schedule([x, y], [(x + y) ** 2, y / 2]), PYTHON)
    (['v2 = (x0 + x1)'], ['(v2 * v2)', '(x1 / 2.0)'])
    """
    uses = Counter(x for operation in schedule.operations for x in operation.operands if isinstance(x, Slot))
    compared = [x for guard in schedule.guards for x in (guard.left, guard.right)]
    uses.update(x for x in (*schedule.outputs, *compared) if isinstance(x, Slot))
    count = len(schedule.operations)
    texts = [*(f"x{i}" for i in range(schedule.inputs)), *[""] * count]
    depths = [0] * len(texts)
    lines = []

    def text_of(x: Operand) -> str:
        return texts[x] if isinstance(x, Slot) else f"({target.number(x)})" if x < 0 else target.number(x)

    def write(numbers: Iterable[int]) -> None:
        for number in numbers:
            name, operands = schedule.operations[number - schedule.inputs]
            text = target.text(name).format(*map(text_of, operands))
            depth = 1 + max((depths[x] for x in operands if isinstance(x, Slot)), default=0)
            if uses[Slot(number)] > 1 or depth >= _DEEPEST:
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


def _stages(schedule: Schedule) -> list[list[int]]:
    """The operations that each guard needs beyond those of the guards before it, and the others."""
    last = len(schedule.guards)
    stages = {x: i for i in reversed(range(last)) for x in schedule.guards[i][1:3] if isinstance(x, Slot)}
    for number in reversed(range(schedule.inputs, schedule.inputs + len(schedule.operations))):
        stage = stages.setdefault(Slot(number), last)
        for x in schedule.operations[number - schedule.inputs].operands:
            if isinstance(x, Slot):
                stages[x] = min(stage, stages.get(x, last))
    found: list[list[int]] = [[] for _ in range(last + 1)]
    for number in range(schedule.inputs, schedule.inputs + len(schedule.operations)):
        found[stages[Slot(number)]].append(number)
    return found


def python_source(schedule: Schedule, target: Target = PYTHON, name: str = "f") -> str:
    """The text of a function of Python's from a list of numbers or arrays to such a list.

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> print(python_source(schedule([x, y], [x * y])))
    def f(x):
        x0, x1, = x
        return [(x0 * x1)]
    """
    lines, outputs = written(schedule, target)
    unpacking = "".join(f"x{i}, " for i in range(schedule.inputs)).rstrip()
    body = [f"{unpacking} = x" if unpacking else "", *lines, f"return [{', '.join(outputs)}]"]
    return "\n    ".join([f"def {name}(x):", *filter(None, body)])


def c_source(schedule: Schedule, name: str = "f") -> str:
    """The text of a function of C's from an array of doubles to another one; with guards, it tells whether they hold.

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> print(c_source(schedule([x, y], [x * y])))
    #include <math.h>
    <BLANKLINE>
    void f(const double *x, double *y) {
        const double x0 = x[0];
        const double x1 = x[1];
        y[0] = (x0 * x1);
    }
    """
    lines, outputs = written(schedule, C)
    inputs = [C.assignment.format(f"x{i}", f"x[{i}]") for i in range(schedule.inputs)]
    results = [f"y[{i}] = {text};" for i, text in enumerate(outputs)]
    if schedule.guards:
        results.append("return 1;")
    head = f"#include <math.h>\n\n{'int' if schedule.guards else 'void'} {name}(const double *x, double *y) {{"
    return "\n    ".join([head, *inputs, *lines, *results]) + "\n}"


#: How the texts of all ways are one function: its beginning, the call of a way, what is between calls, its end.
PYTHON_WAYS = "def {}(x):\n    return ", "{}(x)", " or ", ""
C_WAYS = "int {}(const double *x, double *y) {{\n    return ", "{}(x, y)", " || ", ";\n}"


def sources(
    schedules: Sequence[Schedule], write: Callable[..., str], joined: tuple[str, str, str, str], name: str = "f"
) -> str:
    """The text of a function by those of all ways through its decisions, which are joined where there are some.

    >>> from scmpy.numerics.compile.schedule import Guard
    >>> values = (1.0, True), (Slot(0), False)
    >>> ways = [Schedule(1, [], [y], (Guard("<", Slot(0), 2.0, holds),)) for y, holds in values]
    >>> print(sources(ways, python_source, PYTHON_WAYS))
    def f_0(x):
        x0, = x
        if not x0 < 2.0: return None
        return [1.0]
    <BLANKLINE>
    def f_1(x):
        x0, = x
        if x0 < 2.0: return None
        return [x0]
    <BLANKLINE>
    def f(x):
        return f_0(x) or f_1(x)
    """
    if not schedules[0].guards:
        return write(schedules[0], name=name)
    names = [f"{name}_{i}" for i in range(len(schedules))]
    texts = [write(each, name=part) for each, part in zip(schedules, names, strict=True)]
    head, way, otherwise, end = joined
    return "\n\n".join([*texts, head.format(name) + otherwise.join(map(way.format, names)) + end])


def python_function(schedule: Schedule) -> Code:
    """The function of a schedule from a list of floats to a list of floats, or to None where a guard fails.

    Schedules that do the same have one function.

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> python_function(schedule([x, y], [x / y]))([1.0, 2.0])
    [0.5]
    """
    return _remembered(python_source(schedule))


def numpy_function(schedule: Schedule) -> Code:
    """The function of a schedule from a list of arrays to a list of arrays."""
    import numpy

    return _executed(python_source(schedule, NUMPY), {"np": numpy})


@lru_cache(maxsize=256)
def _remembered(source: str) -> Code:
    """The code that a text of Python's is, made once."""
    names = {python_name(record.name): record.real for record in RECORDS.values()}
    return _executed(source, names | vars(math))


@each("analytic")
def _forget(record: Elementary) -> None:
    """A name in a text may have another meaning now."""
    _remembered.cache_clear()


def _executed(source: str, names: dict[str, Any]) -> Code:
    exec(compile(source, "<compiled by scmpy>", "exec"), names)
    function: Code = names["f"]
    return function
