"""Applying what stands for a literal function: a symbol, or a variable that has no value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.settings import SWITCH, Setting
from scmpy.registry import public
from scmpy.structure.aliases import ScalarValue, Values
from scmpy.structure.literal import LiteralFunction


@public("literal-apply")
def literal_apply(function: Callable[..., Any], arguments: Values) -> ScalarValue:
    """A literal function applied to a list of arguments.

    Scheme:  (literal-apply f (list x ...))
    Raises:  WrongTypeError if it is no literal function, ArityError for another number of arguments
    >>> from scmpy import literal_function, symbols
    >>> literal_apply(literal_function("f"), [symbols("x")])
    (f x)
    """
    if not isinstance(function, LiteralFunction):
        raise WrongTypeError(f"literal-apply expects a literal function, got {describe(function)}")
    return function(*items(arguments, "literal-apply"))


enable_literal_apply = Setting(
    "*enable-literal-apply*",
    False,
    SWITCH,
    "Whether a symbol that a program of Scheme applies stands for the literal function of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *enable-literal-apply* #t) ('f 'x)")
    (f x)
    """,
)
self_evaluating = Setting(
    "*self-evaluating-unbound-variables*",
    False,
    SWITCH,
    "Whether a variable of Scheme that has no value is the symbol of its name.",
    """
    >>> from scmpy.scheme import Session
    >>> session = Session()
    >>> session.run("(set! *self-evaluating-unbound-variables* #t) (+ unknown 1)")
    (+ 1 unknown)
    """,
)
