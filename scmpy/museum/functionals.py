"""Functions made from functions: lists of values, pointwise combinations, iteration to a fixed point; arities."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, WrongTypeError, describe
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.functions import Arity, Function, apply_value, bounds_of, constant, made_from, name_of
from scmpy.generic.settings import Limit
from scmpy.registry import docstring, public, register
from scmpy.structure.aliases import Value

MOST_ITERATIONS = Limit("most-iterations", 1_000_000, "How often iterate-until-stable repeats before it gives up.")


def _function(value: Any, operation: str = CALLED) -> Any:
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
    _function(f)
    _function(is_done)
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
    _function(f)
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
    _function(operation)

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
    refused = "WrongTypeError unless the arguments are of one length"
    elementwise.__doc__ = docstring(meaning, f"(({name} f) x ...)", typed, answer, raises=refused)
    register(name, elementwise)


_elementwise("list:elementwise", tuple, "list_elementwise(mul)((1, 2), (3, 4))", "(3, 8)")
_elementwise("vector:elementwise", list, "vector_elementwise(mul)([1, 2], [3, 4])", "[3, 8]")


@public("exactly-n?")
def is_exactly(given: Arity) -> bool:
    """Does this arity allow one number of arguments only?

    Scheme:  (exactly-n? (arity f))
    >>> from scmpy import arity, is_exactly_n
    >>> is_exactly_n(arity(lambda x, y: x)), is_exactly_n(arity(max))
    (True, False)
    """
    least, most = bounds_of(given)
    return least == most


@public("any-number?")
def is_any_number(given: Arity) -> bool:
    """Does this arity allow any number of arguments?

    Scheme:  (any-number? (arity f))
    >>> from scmpy import arity
    >>> is_any_number(arity(lambda x: x))
    False
    """
    return bounds_of(given) == (0, None)


@public("coerce-to-function")
def coerce_to_function(value: Value) -> Value:
    """A function as it is; of anything else the constant function.

    Scheme:  (coerce-to-function x)
    >>> coerce_to_function(3)("anything")
    3
    """
    return value if callable(value) else constant(value)


@public("f:unary")
def lifted_unary(operation: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The operation on functions that acts on their values: pointwise.

    Scheme:  (((f:unary op) f) x ...)
    Math:    op(f(x))
    >>> from scmpy import f_unary
    >>> f_unary(lambda y: -y)(lambda x: x + 1)(2)
    -3
    """
    return lambda f: made_from((f,), lambda *args: operation(apply_value(f, args)), f"(f:unary {name_of(f)})")


@public("f:binary")
def lifted_binary(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """The operation on two functions, or a function and a constant, that acts on their values: pointwise.

    Scheme:  (((f:binary op) f g) x ...)
    Math:    op(f(x), g(x))
    >>> from scmpy import f_binary
    >>> f_binary(max)(lambda x: x + 1, 7)(2)
    7
    """

    def lifted(f: Any, h: Any) -> Function:
        def pointwise(*args: Any) -> Any:
            return operation(apply_value(f, args), apply_value(h, args))

        return made_from((f, h), pointwise, f"(f:binary {name_of(f)} {name_of(h)})")

    return lifted
