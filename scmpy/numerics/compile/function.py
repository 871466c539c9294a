"""Compiled functions: a function of numbers and tuples, called once on unknowns, runs as code made of its graph.

The graph is compiled as it was computed, never simplified: simplification takes assumptions, sqrt(x^2) = x, and what
it gives is often longer. A compiled function asks the function that it was made of

- where it is compiled, at the place given: the two must agree there,
- where its code finds no finite real number, such as the square root of a negative one,
- at what is neither a number nor an array, such as symbols and differentials: so it can be differentiated.

What decides by the value of an argument is not compiled: it runs as it is, and a notice says where it decides.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError, ScmpyError, WrongTypeError, describe, warn
from scmpy.generic import operations as g
from scmpy.generic.arguments import length
from scmpy.generic.arrays import as_batch, is_array
from scmpy.generic.functions import Function, name_of
from scmpy.numerics.compile import machine, native
from scmpy.numerics.compile.schedule import Schedule, schedule
from scmpy.numerics.compile.targets import Code, c_source, numpy_function, python_function, python_source
from scmpy.numerics.compile.trace import Untraceable, line_of, traced
from scmpy.pickling import portable
from scmpy.registry import public
from scmpy.structure.structure import Structure, Up, leaves, map_leaves
from scmpy.symbolic.expression import Expression

AGREEMENT = 1e-8  # of the code with the function, relative to the largest number among the values


class CompiledFunction(Function):
    """A function that runs as code for arguments of certain shapes; see :func:`compile_function`."""

    __slots__ = ("_arrays", "_jacobian", "code", "place", "schedule", "target", "value_shape")

    def __init__(
        self, function: Any, place: Structure, graph: Schedule, value_shape: Any, target: str | None = None
    ) -> None:
        super().__init__(function, lambda: f"compiled {name_of(function)}")
        self.place = place
        self.schedule = graph
        self.value_shape = value_shape  # with a number where a value is one, None where it is computed
        self.target = target
        self.code: Code = native.llvm_function(graph) if target == "llvm" else python_function(graph)
        self._arrays: Code | None = None
        self._jacobian: Any = None

    def __call__(self, *args: Any, **keywords: Any) -> Any:
        if not keywords and _same_shape(args, self.place.components):
            values = leaves(Up(args))
            if all(type(x) in _NUMBERS for x in values):
                found = self.numbers(list(map(float, values)))
                if found is not None:
                    return self._shaped(found)
            elif any(map(is_array, values)) and all(_is_real(x) for x in values):
                found = self._of_arrays(values)
                if found is not None:
                    return self._shaped(found)
        return super().__call__(*args, **keywords)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((CompiledFunction, (self.function, self.place, self.schedule, self.value_shape, self.target)))

    def numbers(self, values: list[float]) -> list[float] | None:
        """The leaves of the value where those of the arguments are floats; None where one is no finite real number."""
        try:
            found = self.code(values)
        except (ValueError, ArithmeticError):
            return None
        return found if all(map(math.isfinite, found)) else None

    @property
    def whole(self) -> Schedule:
        """The schedule of all leaves of the value, those that are constant as well."""
        computed = iter(self.schedule.outputs)
        outputs = [next(computed) if x is None else float(g.inexact(x)) for x in leaves(self.value_shape)]
        return self.schedule._replace(outputs=outputs)

    @property
    def all_numbers(self) -> Code:
        """The code for the list of all leaves of the value."""
        return python_function(self.whole)

    def _of_arrays(self, values: list[Any]) -> list[Any] | None:
        import numpy

        try:
            self._arrays = self._arrays or self._array_code()
            with numpy.errstate(all="ignore"):
                found = self._arrays([as_batch(x.astype(float)) if is_array(x) else float(x) for x in values])
        except (FloatingPointError, WrongTypeError):  # there is no such function for arrays
            return None
        return list(map(as_batch, found)) if all(numpy.isfinite(x).all() for x in found) else None

    def _array_code(self) -> Code:
        if self.target != "python" and machine.is_available():
            with suppress(WrongTypeError):
                return native.llvm_array_function(self.schedule)
        return numpy_function(self.schedule)

    def _shaped(self, found: list[Any]) -> Any:
        values = iter(found)
        return map_leaves(lambda known: next(values) if known is None else known, self.value_shape)

    @property
    def jacobian(self) -> Any:
        """The derivative, compiled in its turn: of a function of one tuple, the partial derivatives."""
        if self._jacobian is None:
            self._jacobian = compile_function(D(self.function), *self.place.components, target=self.target)
        return self._jacobian

    @property
    def python_source(self) -> str:
        """The text of the code in Python: a function of the list of the leaves of the arguments."""
        return python_source(self.schedule)

    @property
    def c_source(self) -> str:
        """The text of the same function in C: ``void f(const double *x, double *y)``."""
        return c_source(self.schedule)


_NUMBERS = frozenset((float, int, Fraction))


def _is_real(x: Any) -> bool:
    return x.dtype.kind in "fiu" if is_array(x) else type(x) in _NUMBERS


def _same_shape(x: Any, y: Any) -> bool:
    """Have two values the same structure? (Tuples of Python's hold the arguments of a call.)"""
    if isinstance(x, (Structure, tuple)):
        return type(x) is type(y) and len(x) == len(y) and all(map(_same_shape, x, y))
    return not isinstance(y, (Structure, tuple))


@public("compile-function")
def compile_function(f: Callable[..., Any], *place: Any, target: str | None = None) -> Any:
    """The function as code for arguments shaped as those given: many times as fast on numbers, and on arrays.

    The arguments are numbers and tuples of them. On arrays in their places the code runs for all elements at once. The
    code is Python's for numbers; for arrays it is LLVM's if llvmlite is installed (the extra ``fast``), else numpy's.
    The target "llvm" wants LLVM's for numbers too, which pays for long functions; "python" never wants it. The
    value has ``jacobian``, the compiled derivative, and the texts ``python_source`` and ``c_source``. Symbols and
    differentials are given to f itself. What f does besides computing its value, it does when it is compiled; what it
    takes from outside is taken then.

    Scheme:  ((compile-function f (up 0. 1. 2.)) state)
    Raises:  WrongTypeError if f has symbols or literal functions in it, or for another target; ScmpyError if the code
             disagrees with f, or llvmlite is asked for and not there
    >>> from scmpy import *
    >>> def f(state):
    ...     return up(1, state[2], -sin(state[1]))
    >>> g = compile_function(f, up(0.0, 0.5, 0.0))
    >>> g(up(0.0, pi / 2, 0.25))
    (up 1 .25 -1)
    >>> print(g.python_source)
    def f(x):
        x0, x1, x2, = x
        return [x2, (-sin(x1))]
    >>> g.jacobian(up(0.0, 0.0, 0.0))
    (down (up 0 0 0) (up 0 0 -1.) (up 0 1 0))
    """
    if not callable(f):
        raise WrongTypeError(f"compile-function expects a function, got {describe(f)}")
    _check_target(target)
    example = Up(map(as_tuples, place))
    for leaf in leaves(example):
        if type(leaf) not in _NUMBERS:
            raise WrongTypeError(f"compile-function expects arguments of real numbers, got {describe(leaf)}")
    example = map_leaves(float, example)
    try:
        unknowns, value = traced(f, example)
    except Untraceable as decision:
        return _uncompiled(f, f"decides by the value of an argument{line_of(decision.__traceback__)}")
    except (ScmpyError, ArithmeticError, TypeError, ValueError, AttributeError) as error:
        f(*example.components)  # whose own error it is, if it has one
        return _uncompiled(f, f"is not made of scmpy's operations on numbers and tuples: {error}")
    try:
        graph = schedule(unknowns, filter(_is_computed, leaves(value)))
    except DomainError as error:
        return _uncompiled(f, str(error))
    shape = map_leaves(lambda x: None if _is_computed(x) else x, value)
    compiled = CompiledFunction(f, example, graph, shape, target)
    _compare(compiled)
    return compiled


def _check_target(target: str | None) -> None:
    if target not in (None, "python", "llvm"):
        raise WrongTypeError(f"compile-function expects the target python or llvm, got {describe(target)}")
    if target == "llvm" and not machine.is_available():
        raise ScmpyError("compile-function: the target llvm needs llvmlite, which scmpy's extra fast installs")


def as_tuples(value: Any) -> Any:
    """The value with up tuples for vectors."""
    if isinstance(value, list):
        length(len(value), "compile-function")
        return Up(map(as_tuples, value))
    return type(value)(map(as_tuples, value.components)) if isinstance(value, Structure) else value


def _is_computed(value: Any) -> bool:
    return isinstance(value, Expression)


def _uncompiled(f: Any, why: str) -> Function:
    warn(f"{name_of(f)} {why}; it is not compiled and runs as it is, which takes longer")
    return f if isinstance(f, Function) else Function(f, name_of(f))


def _compare(compiled: CompiledFunction) -> None:
    """An error where the code and the function differ at the place that it was compiled at."""
    mine = compiled.numbers(leaves(compiled.place))
    if mine is None:
        return
    value = compiled.function(*compiled.place.components)
    ours, theirs = compiled._shaped(mine), as_tuples(value)
    if _same_shape(ours, theirs):
        pairs = [(complex(x), complex(y)) for x, y in zip(leaves(ours), leaves(theirs), strict=True)]
        most = max((abs(y) for _, y in pairs), default=0.0)
        if all(abs(x - y) <= AGREEMENT * max(most, 1e-300) for x, y in pairs):
            return
    raise ScmpyError(
        f"compile-function: {name_of(compiled.function)} is {describe_value(value)} at "
        f"{describe_value(compiled.place)}, its code gives {describe_value(ours)}: does it depend on the types of its "
        "arguments, or on what changes from call to call?"
    )


def describe_value(value: Any) -> str:
    """A value's own text, if it is short, else what it is."""
    text = str(value)
    return text if len(text) <= 200 else describe(value)
