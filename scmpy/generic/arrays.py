"""numpy in the generic arithmetic: its numbers are numbers, its arrays scalars that act elementwise.

numpy's own functions take scmpy's values too: ``np.sin(x)`` is ``sin(x)``, and ``np.array([1, 2]) * x`` an array of
expressions. Nothing here is loaded before a value of numpy's meets a generic operation.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import DomainError, GenericOperationError, ScmpyError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic, Operation, convert, register_package
from scmpy.generic.elementary import RECORDS, Elementary, each
from scmpy.generic.types import Number, ScalarKind
from scmpy.registry import numpy

_PYTHON = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "expt": operator.pow}

#: The generic operations that numpy's functions are, where the names differ.
_OPERATIONS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "true_divide": "/",
    "power": "expt",
    "negative": "negate",
    "reciprocal": "invert",
}

#: Here a module may be one that another thread has begun to import.
_modules = sys.modules
_COMPARISONS = {
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}


def accept_in_arrays(type_: type) -> None:
    """Let numpy's functions act on arrays of values of this type: they call the methods of the same name.

    A function that is declared later with the code of another one does not take its name.
    """

    @each("analytic", "rounding")
    def accept(record: Elementary) -> None:
        if record.code.numpy is not None and not hasattr(type_, record.code.numpy):
            setattr(type_, record.code.numpy, lambda *args: record.operation(*args))


def boxed(value: Any) -> Any:
    if isinstance(value, numpy.ndarray):
        return value
    box = numpy.empty((), dtype=object)
    box[()] = value
    return box


def _operation_of(name: str) -> Operation | None:
    record = next((record for record in RECORDS.values() if record.code.numpy == name), None)
    return record.operation if record else Arithmetic._operations.get(_OPERATIONS.get(name, name))


def apply_ufunc(ufunc: Any, method: str, inputs: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
    """What a function of numpy's gives for arguments of which one is scmpy's: the generic operation of that name.

    Comparisons act elementwise; other functions act on arrays of the components.
    >>> import numpy, scmpy
    >>> numpy.sin(scmpy.symbols("x"))
    (sin x)
    """
    name = ufunc.__name__
    if method != "__call__":
        for refuse in (x._refuse_together_ for x in inputs if hasattr(x, "_refuse_together_")):
            refuse()
    operation = _operation_of(name)
    if method == "__call__" and not keywords:
        if operation is not None:
            return operation(*inputs)
        if name in _COMPARISONS:
            return numpy.frompyfunc(_COMPARISONS[name], 2, 1)(*map(boxed, inputs))
    arrays = [numpy.asarray(x) if hasattr(type(x), "__array__") else boxed(x) for x in inputs]
    try:
        return getattr(ufunc, method)(*arrays, **keywords)
    except ScmpyError:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        given = " and ".join(map(describe, inputs))
        raise GenericOperationError(f"numpy's {name} does not apply to {given}") from error


def _array_ufunc(self: Any, ufunc: Any, method: str, *inputs: Any, **keywords: Any) -> Any:
    return apply_ufunc(ufunc, method, inputs, keywords)


setattr(Arithmetic, "__array_ufunc__", _array_ufunc)  # noqa: B010  what numpy asks of a value that is no array


def is_array(value: Any) -> bool:
    numpy = _modules.get("numpy")
    try:
        return numpy is not None and isinstance(value, numpy.ndarray) and value.ndim > 0
    except AttributeError:  # there are no arrays yet
        return False


def is_batch(value: Any) -> bool:
    """Is this an array with one scalar for each of many orbits (:mod:`scmpy.generic.batch`), and no vector?"""
    return is_array(value) and isinstance(value, _batch_type())


def is_vector_array(value: Any) -> bool:
    return is_array(value) and not isinstance(value, _batch_type())


def _batch_type() -> Any:
    from scmpy.generic.batch import Batch

    return Batch


def as_batch(value: Any) -> Any:
    return value.view(_batch_type()) if is_array(value) else value


def as_batches(values: tuple[Any, ...]) -> tuple[Any, ...]:
    numpy = _modules.get("numpy")
    kind: Any = numpy and getattr(numpy, "ndarray", None)
    return tuple(map(as_batch, values)) if kind is not None and kind in map(type, values) else values


def elements(value: Any) -> list[Any]:
    return value.ravel().tolist() if is_array(value) else [value]


def has_complex_numbers(value: Any) -> bool:
    return is_array(value) and value.dtype.kind == "c"


def is_array_of_objects(value: Any) -> bool:
    return is_array(value) and value.dtype == object


def real_or_nan(values: Any) -> Any:
    """Numbers as an array of floats, nan where one is not real.

    >>> real_or_nan([1, 2j])
    array([ 1., nan])
    """
    found = numpy.asarray(values)
    if found.dtype.kind == "c":
        return numpy.where(found.imag == 0, found.real, numpy.nan)
    return numpy.asarray(found, dtype=float)


def map_array(function: Callable[[Any], Any], array: Any) -> Any:
    with numpy.errstate(all="ignore"):  # what overflows on the way inside Python's functions
        return _of_floats(boxed(numpy.frompyfunc(function, 1, 1)(array.astype(object))), array)


def broadcast(function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
    return numpy.frompyfunc(function, len(args), 1)(*(x.astype(object) if is_array(x) else boxed(x) for x in args))


def _or_nan(operation: Operation, found: Callable[[Callable[..., Any]], Any]) -> Any:
    """What an operation gives on elements: inexact ones without a value have nan, and let the others have theirs."""

    def value(*numbers: Any) -> Any:
        try:
            return operation(*numbers)
        except DomainError:
            if not any(isinstance(x, (float, complex)) for x in numbers):
                raise
            return math.nan

    try:
        return found(operation)
    except DomainError:
        return found(value)


def elementwise(operation: Operation, x: Any, y: Any) -> Any:
    if not is_array(y):
        return _or_nan(operation, lambda at: map_array(lambda element: at(element, y), x))
    if not is_array(x):
        return _or_nan(operation, lambda at: map_array(lambda element: at(x, element), y))
    return _or_nan(operation, lambda at: _of_floats(numpy.frompyfunc(at, 2, 1)(x, y), x, y))


def _of_floats(found: Any, *arrays: Any) -> Any:
    """Values at the elements of arrays of inexact numbers as such an array too, if they are numbers."""
    return native(found, inexact=True) if any(x.dtype.kind in "fc" for x in arrays) else found


def stacked(parts: list[Any], like: Any) -> Any:
    """What belongs to the parts of an array as one array, with the axes of that one last."""
    whole = numpy.stack([numpy.asarray(part, dtype=object) for part in parts], axis=-like.ndim)
    return native(whole, inexact=like.dtype.kind in "fc")


def native(array: Any, inexact: bool = False) -> Any:
    """An array of objects as one of floats or complex numbers, if it holds numbers alone and is meant to be inexact."""
    types = {type(x) for x in array.flat}
    if not types <= {int, float, complex} or not (inexact or types & {float, complex}):
        return array
    return array.astype(complex if complex in types else float)


def _kind(operation: Operation, x: Any) -> str:
    """The kind of an operand: i, f or c for integers, floats and complex numbers, O for anything else.

    An array of integers is one of exact numbers, so that nothing overflows.
    """
    kind = getattr(getattr(x, "dtype", None), "kind", None)
    if kind in ("b", "S", "U", "M", "m", "V"):
        raise GenericOperationError(f"{operation.name} does not apply to an array of {x.dtype.name}")
    if kind is None:
        return {int: "i", float: "f", complex: "c"}.get(type(x), "O")
    return "i" if kind == "u" else str(kind)


def _rounded_like(x: Any, array: Any) -> Any:
    exact = isinstance(x, Fraction) or (isinstance(x, int) and abs(x) >= 2**63)  # numpy would hold it as an object
    return float(x) if exact and is_array(array) and array.dtype.kind in "fc" else x


def _whole(array: Any) -> Any:
    try:
        return array.astype("int64")
    except OverflowError:
        return array


def _over_complex(x: Any) -> Any:
    return numpy.asarray(x, dtype=complex)


def _beside_cut(x: Any) -> Any:
    """Real numbers as complex ones: the positive ones below the real axis, the negative ones above it."""
    z = _over_complex(x)
    z.imag = numpy.copysign(0.0, -z.real)
    return z


def _within_domain(function: Callable[..., Any], *args: Any, below_cut: bool = False) -> Any:
    """A function of numpy's on numbers; where it is undefined on real ones but not on complex ones, the complex one."""
    with numpy.errstate(all="ignore"):
        value = function(*(x.astype(float) if is_array(x) and x.dtype.kind in "iu" else x for x in args))
        operands = numpy.broadcast_arrays(*args)
        undefined = numpy.isnan(value) & ~numpy.logical_or.reduce([*map(numpy.isnan, operands)])
        if undefined.any() and not numpy.iscomplexobj(value):
            over_complex = function(*((_beside_cut if below_cut else _over_complex)(x[undefined]) for x in operands))
            if not numpy.isnan(over_complex).all():
                value = value.astype(complex)
                value[undefined] = over_complex
    return value


def _binary_on_arrays(operation: Operation) -> None:
    python = _PYTHON.get(operation.name)

    def of_arrays(x: Any, y: Any) -> Any:
        x, y = _rounded_like(x, y), _rounded_like(y, x)
        kinds = {_kind(operation, v) for v in (x, y)}
        if python is None or "O" in kinds:
            return elementwise(operation, x, y)
        if kinds == {"i"} and operation is not g.div and not (operation is g.expt and numpy.any(y < 0)):
            return _whole(elementwise(operation, x.astype(object) if is_array(x) else x, y))
        if operation is g.div and not is_array(y) and isinstance(y, int) and not y:
            return operation(1, y)  # the error of a division by an exact zero
        return _within_domain(python, x, y)

    for other in (Number, ScalarKind):
        operation.add((numpy.ndarray, other), of_arrays)
        operation.add((other, numpy.ndarray), of_arrays)
    operation.add((numpy.ndarray, numpy.ndarray), of_arrays)


def _unary_on_arrays(
    operation: Operation, name: str | None, exact: bool = True, record: Elementary | None = None
) -> None:
    ufunc = None if name is None else getattr(numpy, name)

    below_cut = record is not None and record.below_cut
    definition = None if record is None or record.real is not None else record.definition  # what may cancel

    def of_array(x: Any) -> Any:
        kind = _kind(operation, x)
        if kind == "i" and exact:
            return _whole(map_array(operation, x))
        if ufunc is not None and kind != "O":
            return _within_domain(ufunc, x.astype(float) if kind == "i" else x, below_cut=below_cut)
        return _or_nan(operation, lambda at: map_array(at, x)) if definition is None or kind in "Oc" else definition(x)

    operation.add((numpy.ndarray,), of_array)


def _on_arrays(record: Elementary) -> None:
    if record.arity == 1:
        _unary_on_arrays(record.operation, record.code.numpy, record.kind != "analytic", record)
    else:
        _binary_on_arrays(record.operation)


@register_package("numpy")
def register_numpy() -> None:
    ScalarKind.register(numpy.ndarray)
    convert(numpy.generic, lambda x: x.item())
    for operation in (g.add, g.sub, g.mul, g.div, g.expt):
        _binary_on_arrays(operation)
    named = {g.negate: "negative", g.square: "square", g.cube: None, g.real_part: None, g.imag_part: None}
    for unary, name in named.items():
        _unary_on_arrays(unary, name)
    each("analytic", "size", "rounding", "part")(_on_arrays)
    for types in ((_batch_type(), _batch_type()), (_batch_type(), ScalarKind), (ScalarKind, _batch_type())):
        g.dot_product.add(types, g.mul)
    g.zero_like.add((numpy.ndarray,), numpy.zeros_like)
    g.invert.add((numpy.ndarray,), lambda x: g.div(1, x))
