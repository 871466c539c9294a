"""The kinds of values that generic operations tell apart.

``ScalarKind``, ``Number`` and ``Procedure`` are abstract: concrete types are registered with them, so that a layer
above can add a scalar (an expression, a differential, a numpy array) without the layers below knowing it. They are
registered rather than derived, because ``isinstance`` is ten times slower for classes that derive from an ABC.
"""

from __future__ import annotations

import functools
import types
from abc import ABC
from fractions import Fraction
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.guard import checks


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
    """Is this a number of the tower? (``True`` and ``False`` are not.)

    >>> is_number(3), is_number(True), is_number("3")
    (True, False, False)
    """
    return isinstance(value, Number) and not isinstance(value, bool)


def is_zero_number(value: Any) -> bool:
    """Is this the number zero, exact or not? (Exact alone is ``is_exact_zero``; ``zero?`` looks into structures.)

    >>> is_zero_number(0), is_zero_number(0.0), is_zero_number(False)
    (True, True, False)
    """
    return is_number(value) and bool(value == 0)


def is_procedure(value: Any) -> bool:
    """Is this a function value (a Python function, an operation, an operator, a literal function)?"""
    return isinstance(value, Procedure)


@checks("Name")
def as_name(value: Any, operation: str) -> str:
    """The text of what names something: a symbol or a string.

    >>> as_name(3, "literal-up")
    Traceback (most recent call last):
    scmpy.errors.WrongTypeError: literal-up expects a name, a symbol, got the number 3
    """
    name = value if isinstance(value, str) else getattr(value, "name", None)
    if not isinstance(name, str) or not name:
        raise WrongTypeError(f"{operation} expects a name, a symbol, got {describe(value)}")
    return name
