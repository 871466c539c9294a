"""Procedures of expressions that remember their values, and simplification while a program runs.

Expressions are shared graphs: a part that occurs a thousand times is there once, and is simplified once. So nothing is
simplified while expressions are made; the names by which the original asks for that are kept for what they give.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.annotations import Value
from scmpy.generic.composite import is_container
from scmpy.generic.kinds import is_number
from scmpy.generic.memory import clear_memoizer_tables, memoized
from scmpy.registry import public
from scmpy.symbolic.expression import Expression, expression_of
from scmpy.symbolic.simplify import simplify


def key_of(value: Any) -> Hashable | None:
    """What is equal for equal expressions, numbers and structures, and for them alone: 1 and 1. have different keys."""
    if isinstance(value, Expression):
        return value
    if is_number(value):
        return type(value), repr(value)
    return (type(value), expression_of(value)) if is_container(value) else None


@public("expression-memoizer")
def expression_memoizer(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The procedure of an expression that calls another once for equal expressions.

    Scheme:  (expression-memoizer f)
    1 ]=> (define calls 0)
    1 ]=> (define remembering (expression-memoizer (lambda (e) (set! calls (+ calls 1)) (square e))))
    1 ]=> (begin (remembering 3) (remembering 3) calls)
    ;Value: 1
    >>> calls = []
    >>> remembering = expression_memoizer(lambda e: calls.append(e) or e)
    >>> remembering(3), remembering(3), calls
    (3, 3, [3])
    """
    return remembering(function, key_of)


@public("with-incremental-simplifier")
def with_incremental_simplifier(thunk: Callable[[], Any]) -> Value:
    """The simplified value of a procedure of no arguments.

    Scheme:  (with-incremental-simplifier (lambda () ...))
    In the original every expression is simplified as it is made while the procedure runs, so that it stays small.
    >>> from scmpy import symbols
    >>> x = symbols("x")
    >>> with_incremental_simplifier(lambda: (x + 1) * (x - 1))
    (+ -1 (expt x 2))
    """
    clear_memoizer_tables()
    return simplify(thunk())


#: The memory that a program makes holds so many values; the one used longest ago goes first.
MAXIMUM_SIZE = 10_000


class _Call:
    """The arguments of a call, equal to those of another by their key."""

    __slots__ = ("args", "key")

    def __init__(self, args: tuple[Any, ...], key: Hashable) -> None:
        self.args, self.key = args, key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Call) and bool(self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)


def _applying(function: Callable[..., Any]) -> Callable[[_Call], Any]:
    return lambda call: function(*call.args)


def remembering(function: Any, key_of: Callable[..., Hashable | None]) -> Callable[..., Any]:
    """The function with a memory by the keys of its arguments; what has none (None) is computed each time."""
    if not callable(function):
        raise WrongTypeError(f"{CALLED} expects a procedure, got {describe(function)}")
    memory: Any = memoized(MAXIMUM_SIZE)(_applying(function))

    def remembered(*args: Any) -> Any:
        key = key_of(*args)
        return function(*args) if key is None else memory(_Call(args, key))

    return remembered
