"""Functions made from functions: lists of values, pointwise combinations, iteration to a fixed point."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.functions import Function, apply_value, made_from, name_of
from scmpy.generic.settings import Limit
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import Value

MOST_ITERATIONS = Limit("most-iterations", 1_000_000, "How often iterate-until-stable repeats before it gives up.")


def _function(value: Any, operation: str) -> Any:
    check_callable(value, operation, "a function")
    return value


@public("iterate-until-stable")
def iterate_until_stable(f: Callable[[Any], Any], is_done: Callable[[Any, Any], Any], start: Value) -> Value:
    """The first of x, f(x), f(f(x)), ... that is as good as the one before it.

    Scheme:  (iterate-until-stable f done? x), where (done? new old) compares
    Raises:  LimitError if that does not happen
    >>> iterate_until_stable(lambda x: (x + 2 / x) / 2, lambda new, old: abs(new - old) < 1e-12, 1.0) ** 2
    1.9999999999999996
    """
    _function(f, "iterate-until-stable")
    _function(is_done, "iterate-until-stable")
    old = start
    for _ in range(MOST_ITERATIONS.value):
        new = f(old)
        if is_done(new, old) not in (False, None):
            return new
        old = new
    raise MOST_ITERATIONS.refusal("iterate-until-stable: it is not stable after")


@public("bracket")
def bracket(*functions: Callable[..., Any]) -> Function:
    """The function whose value is the list of the values of several functions.

    Scheme:  ((bracket f g ...) x)
    Shapes:  f, g, ...: x -> anything;  result: x -> list of as many
    >>> bracket(abs, lambda x: x + 1)(-3)
    (3, -2)
    """
    return Function(lambda *args: tuple(apply_value(f, args) for f in functions), "bracket")


@public("apply-to-all")
def apply_to_all(f: Callable[[Any], Any]) -> Function:
    """The function of lists that applies a function to every element.

    Scheme:  ((apply-to-all f) l)
    Shapes:  f: element -> anything;  result: list of n -> list of n
    >>> apply_to_all(abs)([1, -2])
    (1, 2)
    """
    _function(f, "apply-to-all")
    return Function(lambda things: tuple(map(f, items(things, "apply-to-all"))), lambda: f"(apply-to-all {name_of(f)})")


@public("nary-combine", "binary-combine", "unary-combine")
def combine(operation: Callable[..., Any]) -> Callable[..., Function]:
    """The operation on functions that acts on their values: pointwise.

    Scheme:  (((nary-combine op) f g ...) x)
    Shapes:  op: values -> value;  result: functions of x -> function of x
    >>> from scmpy import nary_combine
    >>> nary_combine(max)(abs, lambda x: x * x, 5)(-3)
    9
    """
    _function(operation, "nary-combine")

    def combined(*functions: Any) -> Function:
        return made_from(
            functions,
            lambda *args: operation(*(apply_value(f, args) for f in functions)),
            lambda: f"(combination of {' '.join(map(name_of, functions))})",
        )

    return combined


def _elementwise(name: str, make: Callable[[Any], Any], typed: str, answer: str) -> None:
    def elementwise(f: Callable[..., Any]) -> Callable[..., Any]:
        _function(f, name)

        def apply(*things: Any) -> Any:
            parts = [items(thing, name) for thing in things]
            if len({len(part) for part in parts}) > 1:
                raise WrongTypeError(f"{name} expects arguments of one length, got {', '.join(map(describe, things))}")
            return make(map(f, *parts))

        return apply

    meaning = "The function that applies a function to corresponding elements."
    elementwise.__doc__ = docstring(meaning, f"(({name} f) x ...)", typed, answer)
    register(name, elementwise)


_elementwise("list:elementwise", tuple, "list_elementwise(mul)((1, 2), (3, 4))", "(3, 8)")
_elementwise("vector:elementwise", list, "vector_elementwise(mul)([1, 2], [3, 4])", "[3, 8]")
