"""The iterates of a map as machine code."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence

from scmpy.numerics.compile.llvm import WHOLE, Array, Operand_, Value, Writer, module, written
from scmpy.numerics.compile.schedule import Schedule

_POINTER = ctypes.c_void_p
PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER, ctypes.c_int64)


def iterated(
    writer: Writer,
    point: Array,
    size: int,
    record: Array | None,
    count: Value,
    following: Callable[..., Sequence[Operand_]],
) -> str:
    """The text of a function that moves the numbers of a point on so many times, or until the loop is left.

    Its value is how many times it was; the record, if there is one, gets a row of numbers each time. The numbers that
    follow others are written by ``following``, from these and from what :meth:`Writer.leave` wants.
    """
    numbers = [writer.variable(point[i]) for i in range(size)]
    done = writer.variable(0, WHOLE)
    with writer.loop() as turns:
        with writer.when(done() >= count):
            writer.leave(turns)
        values = following([x() for x in numbers], turns)
        row = None if record is None else record.beginning(done() * size)
        for i, (number, value) in enumerate(zip(numbers, values, strict=True)):
            number.set(value)
            if row is not None:
                row[i] = value
        done.set(done() + 1)
    for i, number in enumerate(numbers):
        point[i] = number()
    return module((writer, writer.finished(done())))


def looping(graph: Schedule, recording: bool) -> str:
    """The text of a loop that applies a schedule so many times, or until a number is not finite: the times it was."""
    writer = Writer("f", ["point", "record", (WHOLE, "count")], WHOLE)
    point, record, count = writer.arguments

    def image(numbers: list[Value], turns: str) -> list[Operand_]:
        raising: list[Value] = []
        values = written(writer, graph, numbers, raising)
        watched = [*raising, *(x for x in values if isinstance(x, Value))]
        if watched:
            with writer.when(~writer.all_finite(watched)):
                writer.leave(turns)
        return values

    return iterated(writer, point, len(graph.outputs), record if recording else None, count, image)
