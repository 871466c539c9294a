"""The iterates of a map as machine code."""

from __future__ import annotations

import ctypes

from scmpy.numerics.compile.llvm import WHOLE, Value, Writer, module, written
from scmpy.numerics.compile.schedule import Schedule

_POINTER = ctypes.c_void_p
PROTOTYPE = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER, ctypes.c_int64)


def looping(graph: Schedule, recording: bool) -> str:
    """The text of a loop that applies a schedule so many times, or until a number is not finite: the times it was."""
    writer = Writer("f", ["point", "record", (WHOLE, "count")], WHOLE)
    point, record, count = writer.arguments
    size = len(graph.outputs)
    numbers = [writer.variable(point[i]) for i in range(size)]
    done = writer.variable(0, WHOLE)
    with writer.loop() as turns:
        with writer.when(done() >= count):
            writer.leave(turns)
        raising: list[Value] = []
        values = written(writer, graph, [x() for x in numbers], raising)
        watched = [*raising, *(x for x in values if isinstance(x, Value))]
        if watched:
            with writer.when(~writer.all_finite(watched)):
                writer.leave(turns)
        row = record.beginning(done() * size) if recording else None
        for i, (number, value) in enumerate(zip(numbers, values, strict=True)):
            number.set(value)
            if row is not None:
                row[i] = value
        done.set(done() + 1)
    for i, number in enumerate(numbers):
        point[i] = number()
    return module((writer, writer.finished(done())))
