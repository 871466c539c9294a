"""numpy in the generic arithmetic: its numbers are numbers, its arrays scalars that act elementwise.

Nothing here is loaded before a value of numpy's meets a generic operation.
"""

from __future__ import annotations

import operator
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.dispatch import Operation, adopt, convert
from scmpy.generic.kinds import Number, Scalar

_PYTHON = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "expt": operator.pow}
_UFUNCS = {"asin": "arcsin", "acos": "arccos", "atan1": "arctan"}


@adopt("numpy")
def register_numpy() -> None:
    """Register numpy's types with the generic operations."""
    import numpy

    def binary(operation: Operation) -> None:
        elementwise = numpy.frompyfunc(operation, 2, 1)
        python = _PYTHON.get(operation.name)

        def of_arrays(x: Any, y: Any) -> Any:
            native = all(isinstance(v, (numpy.ndarray, int, float, complex)) for v in (x, y))
            if python is not None and native and all(numpy.asarray(v).dtype != object for v in (x, y)):
                return python(x, y)
            return elementwise(x, y)

        for types in ((numpy.ndarray, numpy.ndarray), (numpy.ndarray, Number), (Number, numpy.ndarray)):
            operation.add(types, of_arrays)

    def unary(operation: Operation) -> None:
        ufunc = getattr(numpy, _UFUNCS.get(str(operation.name), str(operation.name)), None)
        elementwise = numpy.frompyfunc(operation, 1, 1)

        def of_array(x: Any) -> Any:
            return ufunc(x) if isinstance(ufunc, numpy.ufunc) and x.dtype != object else elementwise(x)

        operation.add((numpy.ndarray,), of_array)

    Scalar.register(numpy.ndarray)
    convert(numpy.generic, lambda x: x.item())
    for operation in (g.add, g.sub, g.mul, g.div, g.expt, g.atan2):
        binary(operation)
    for operation in (
        *(g.square, g.cube, g.sqrt, g.exp, g.log, g.sin, g.cos, g.tan, g.sec, g.csc, g.cot),
        *(g.asin, g.acos, g.atan1, g.sinh, g.cosh, g.tanh, g.asinh, g.acosh, g.atanh, g.abs_),
    ):
        unary(operation)
    g.negate.add((numpy.ndarray,), operator.neg)
    g.invert.add((numpy.ndarray,), lambda x: g.div(1, x))
