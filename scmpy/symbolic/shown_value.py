"""What stands for a value in print: its simplified expression; for a procedure its name."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

from scmpy.errors import GenericOperationError, WrongTypeError, describe
from scmpy.generic.composite import is_container
from scmpy.generic.display import Displayed
from scmpy.symbolic.expression import application, expression_of, symbol
from scmpy.symbolic.simplify import simplified_expression


def shown(value: Any) -> Any:
    """The expression that stands for a value in print, as it is.

    A value has an expression, or shows itself as one (``_shown_``), or is known by its name.

    >>> from scmpy import *
    >>> shown(compose(sin, cos)), shown(series(1, 2)), shown("a string")
    ((compose sin cos), (series 1 2 0 0 ...), "a string")
    """
    if isinstance(value, Decimal):
        return symbol(str(value))  # with all its digits
    own = getattr(type(value), "_shown_", None)
    if own and is_container(value):  # each part by itself: those of a deep structure are not tried at every level
        return own(value)
    try:
        return expression_of(value)
    except (GenericOperationError, WrongTypeError):
        return own(value) if own else symbol(_name(value))


def _name(value: Any) -> str:
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    name = getattr(value, "__name__", None)
    if not name:  # the text of a value that is displayed would be asked for here
        name = describe(value) if isinstance(value, Displayed) else " ".join(repr(value).split())
    return str(name)


def tree_of(value: Any, convert: Callable[[Any], Any] | None = None, head: tuple[Any, ...] = ()) -> Any:
    """The tree that the printers show: of a tuple its elements (behind ``head``), else the converted expression.

    ``convert`` makes the expression from the value; without it, it is simplified.
    """
    if isinstance(value, tuple) and (value or head):
        operator, *operands = (*head, *(tree_of(item, convert, head) for item in value))
        return application(operator, *operands)
    if convert:
        return convert(value)
    return simplified_expression(value if hasattr(value, "_printed_expression_") else shown(value))
