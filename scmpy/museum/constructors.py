"""Making expressions by the original's names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.dispatch import Operation
from scmpy.generic.kinds import as_name
from scmpy.registry import lookup, public
from scmpy.structure.aliases import Formula, Name, ScalarValue, Values
from scmpy.structure.literal import LiteralFunction
from scmpy.structure.literal_values import literal_number


@public("symbolic-operator")
def symbolic_operator(name: Name) -> Callable[..., Any]:
    """The operation of this name, which builds expressions of expressions.

    Scheme:  (symbolic-operator '+)
    Raises:  WrongTypeError for another name
    >>> from scmpy import symbols
    >>> symbolic_operator("+")(symbols("a"), symbols("b"))
    (+ a b)
    """
    entry = lookup(as_name(name, "symbolic-operator"))
    if entry is None or not (isinstance(entry.value, Operation) or entry.scheme in "+-*/"):
        raise WrongTypeError(f"symbolic-operator: there is none for {describe(name)}")
    return entry.value  # type: ignore[no-any-return]


@public("make-literal")
def make_literal(tag: Name, name: Formula) -> ScalarValue:
    """The unknown value of a type with this name; the type is that of numbers, *number* or *real*.

    Scheme:  (make-literal '*number* 'x)
    Raises:  WrongTypeError for another kind, and for what is no name
    >>> make_literal("*number*", "x")
    x
    """
    if getattr(tag, "name", tag) not in ("*number*", "*real*", "*abstract-number*"):
        raise WrongTypeError(
            f"make-literal makes unknown numbers, *number*; literal-function and others, {describe(tag)}"
        )
    return literal_number(name)


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
    return function(*items(arguments))
