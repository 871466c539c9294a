"""Functions made from functions: lists of values, pointwise combinations, iteration to a fixed point; arities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.registry import public


def _function(value: Any, operation: str = CALLED) -> Any:
    check_callable(value, operation, "a function")
    return value


@public("bracket")
def bracket(*functions: Callable[..., Any]) -> Function:
    """The function whose value is the list of the values of several functions.

    Scheme:  ((bracket f g ...) x)
    Shapes:  f, g, ...: x -> anything;  result: x -> list of as many
    >>> bracket(abs, lambda x: x + 1)(-3)
    (3, -2)
    """
    return Function(lambda *args: tuple(apply_value(f, args) for f in functions), "bracket")


@public("binary-combine")
def combine(operation: Callable[..., Any]) -> Callable[..., Function]:
    """The operation on functions that acts on their values: pointwise.

    Scheme:  (((binary-combine op) f g) x)
    Shapes:  op: values -> value;  result: functions of x -> function of x
    >>> from scmpy import binary_combine
    >>> binary_combine(max)(abs, lambda x: x * x)(-3)
    9
    """
    _function(operation)

    def combined(*functions: Any) -> Function:
        return made_from(
            functions,
            lambda *args: operation(*(apply_value(f, args) for f in functions)),
            lambda: f"(combination of {' '.join(map(name_of, functions))})",
        )

    return combined
