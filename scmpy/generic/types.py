"""Abstract types (Number, Scalar, Procedure) and the words of annotations."""

from __future__ import annotations

import functools
import types
from abc import ABC
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from scmpy.boundary import checks
from scmpy.errors import WrongTypeError, describe

# --- kinds -----------------------------------------------------------------------------------------------------------
# The kinds of values that generic operations tell apart.
#
# ``ScalarKind``, ``Number`` and ``Procedure`` are abstract: concrete types are registered with them, so that a layer
# above can add a scalar (an expression, a differential, a numpy array) without the layers below knowing it. They are
# registered rather than derived, because ``isinstance`` is ten times slower for classes that derive from an ABC.


class ScalarKind(ABC):
    """What multiplies a structure componentwise: numbers, expressions, differentials, arrays."""

    _kind_ = "scalars"
    __slots__ = ()


class Number(ScalarKind):
    """int, Fraction, float, complex and ExactComplex; never bool."""

    _kind_ = "numbers"
    __slots__ = ()


class Procedure(ABC):
    """What is applied and combined pointwise: Python functions and scmpy's own function values."""

    _kind_ = "functions"
    __slots__ = ()


_NUMBERS: tuple[type, ...] = (int, Fraction, float, complex)
_PROCEDURES: tuple[type, ...] = (
    types.FunctionType,
    types.BuiltinFunctionType,
    types.MethodType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    functools.partial,
    type,
)
for _number in _NUMBERS:
    Number.register(_number)
for _procedure in _PROCEDURES:
    Procedure.register(_procedure)


def is_number(value: Any) -> bool:
    """Is this a number of the tower? (``True`` and ``False`` are not.)"""
    return isinstance(value, Number) and not isinstance(value, bool)


def is_zero_number(value: Any) -> bool:
    """Is this the number zero, exact or not? (Exact alone is ``is_exact_zero``; ``zero?`` looks into structures.)"""
    return is_number(value) and bool(value == 0)


def is_procedure(value: Any) -> bool:
    return isinstance(value, Procedure)


@checks("Name")
def as_name(value: Any, operation: str) -> str:
    """The text of what names something: a symbol or a string."""
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str) or not name:
        raise WrongTypeError(f"{operation} expects a name, a symbol, got {describe(value)}")
    return name


# --- annotations -----------------------------------------------------------------------------------------------------
# The words for values that every layer annotates its public functions with; the others are in structure/aliases.py.
#
# A type checker refuses what is certainly wrong: a text for a mass, a number for a path. What holds of a value beyond
# that, a function checks where it is called.


class Scalar(Protocol):
    """What is calculated with: a number, an expression, one of SymPy's, an array of numpy's for a batch.

    At run time it is :class:`scmpy.generic.types.ScalarKind`.
    """

    def __add__(self, other: Any, /) -> Any: ...
    def __radd__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __rsub__(self, other: Any, /) -> Any: ...
    def __mul__(self, other: Any, /) -> Any: ...
    def __rmul__(self, other: Any, /) -> Any: ...
    def __truediv__(self, other: Any, /) -> Any: ...
    def __rtruediv__(self, other: Any, /) -> Any: ...
    def __pow__(self, other: Any, /) -> Any: ...
    def __neg__(self) -> Any: ...


class AnyChart(Protocol):
    """A coordinate system of a manifold.

    At run time it is :class:`scmpy.geometry.chart.Chart`.
    """

    dimension: int


#: A scalar that is a real number: an int, a fraction, a float, an expression of numbers alone.
Real: TypeAlias = Scalar

#: A scalar that is an angle, in radians.
Angle: TypeAlias = Scalar

#: What the generic operations take and give, of any kind: a scalar, structure, matrix, function, operator, field,
#: series, quantity, ... The arguments decide which, so a type checker asks nothing of it.
Value: TypeAlias = Any

#: A scalar that was calculated, of a kind that the arguments decide: of numbers a number, of expressions an expression.
ScalarValue: TypeAlias = Any

#: Several values in a row: a list, a tuple, a structure, an array of numpy's.
Values: TypeAlias = Iterable[Any]

#: Several real numbers in a row.
Numbers: TypeAlias = Iterable[Any]

#: True of some values: what it returns is taken as Scheme takes it, or as Python does.
Predicate: TypeAlias = Callable[..., Any]

#: An expression: a symbol, a number, or what is made of them; also its text, or as Scheme quotes it, in tuples.
Formula: TypeAlias = Scalar | str | tuple[Any, ...]
