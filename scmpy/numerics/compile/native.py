"""Schedules as machine code: functions of lists of floats, or of arrays, by LLVM (the extra ``fast``).

They raise FloatingPointError where Python's functions raise, or where a result is not finite. The interpreter's lock is
released while they run.
"""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Sequence
from typing import Any

from scmpy.numerics.compile.llvm import WHOLE, Operand_, Value, Writer, module, written
from scmpy.numerics.compile.machine import loaded
from scmpy.numerics.compile.schedule import Schedule, are_kept
from scmpy.numerics.compile.targets import Code

AT_ONCE = 1 << 16  # elements of arrays are taken, then Ctrl-C is seen

_POINTER = ctypes.c_void_p
_ONE = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER)
_MANY = ctypes.CFUNCTYPE(ctypes.c_int64, _POINTER, _POINTER, ctypes.c_int64, ctypes.c_int64)


def _body(writer: Writer, schedule: Schedule, inputs: Sequence[Operand_]) -> tuple[list[Operand_], Value | int]:
    """The values of the outputs, and 1 where one is not finite or Python would have raised."""
    raising: list[Value] = []
    outputs = written(writer, schedule, inputs, raising)
    watched = [*raising, *(x for x in outputs if isinstance(x, Value))]
    return outputs, writer.whole(~writer.all_finite(watched)) if watched else 0


def _of_numbers(schedule: Schedule) -> str:
    writer = Writer("f", ["x", "y"], WHOLE)
    x, y = writer.arguments
    outputs, failures = _body(writer, schedule, [x[i] for i in range(schedule.inputs)])
    for i, value in enumerate(outputs):
        y[i] = value
    return module((writer, writer.finished(writer.variable(failures, WHOLE)())))


def llvm_function(schedule: Schedule) -> Code:
    """The function of a schedule from a list of floats to a list of floats, or to None where a guard fails.

    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.machine import is_available
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> if is_available():
    ...     assert llvm_function(schedule([x, y], [x / y, x]))([1.0, 2.0]) == [0.5, 1.0]
    """
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


def _of_arrays(schedule: Schedule, varies: Sequence[bool]) -> str:
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


def llvm_array_function(schedule: Schedule) -> Code:
    """The function of a schedule from a list of arrays and floats to a list of arrays, in one loop over the elements.

    >>> import numpy
    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.numerics.compile.machine import is_available
    >>> from scmpy.numerics.compile.schedule import schedule
    >>> x, y = symbols("x y")
    >>> if is_available():
    ...     [found] = llvm_array_function(schedule([x, y], [x / y]))([numpy.arange(3.0), 2.0])
    ...     assert found.tolist() == [0, 0.5, 1]
    """

    def code(values: Sequence[Any]) -> list[Any]:
        import numpy

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
