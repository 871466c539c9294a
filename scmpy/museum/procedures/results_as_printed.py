"""What the original's REPL does to what it prints, as procedures."""

from typing import Any

from scmpy.scheme.data import Char, EmptyList, Marker, Pair, list_of
from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.primitives.output import current_port
from scmpy.scheme.results import plain_text, result_text
from scmpy.scheme.runtime import current_session
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.expression import D_SYMBOL, Expression, symbol


@primitive("display-expression")
def display_expression(value: Any) -> Any:
    """Print a value as the REPL does: simplified, where that means anything."""
    if value is not None:
        current_port.get().write((plain_text if is_unsimplifiable(value) else result_text)(value) + "\n")


@primitive("unsimplifiable?")
def is_unsimplifiable(value: Any) -> Any:
    """Is this nothing that simplification means anything for (a string, a truth value, a character)?"""
    return value is None or isinstance(value, (bool, str, Char, Marker, EmptyList))


@primitive("start-scmutils-print")
def start_scmutils_print() -> Any:
    """Let the REPL simplify what it prints (it does from the beginning)."""
    current_session.get().display = "scheme"


@primitive("stop-scmutils-print")
def stop_scmutils_print() -> Any:
    """Let the REPL print values as they stand."""
    current_session.get().display = "plain"


@primitive("flush-derivative")
def flush_derivative(value: Any) -> Any:
    """The expression with every ``derivative`` written D."""
    return substitute(value, symbol("derivative"), D_SYMBOL) if isinstance(value, Expression) else value


@primitive("flush-literal-function-constructors")
def flush_literal_function_constructors(datum: Any) -> Any:
    """The datum with every ``(literal-function 'f ...)`` written f."""
    if not isinstance(datum, Pair):
        return datum
    parts = list(datum)
    if parts[0] is symbol("literal-function") and len(parts) > 1:
        return parts[1].cdr.car if isinstance(parts[1], Pair) else parts[1]
    return list_of([flush_literal_function_constructors(part) for part in parts])
