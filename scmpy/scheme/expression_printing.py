"""Printing of expressions in a session: print-expression, show-expression, and what they remember.

The session's variables, as in the original: ``*last-expression-printed*`` is a procedure that returns the simplified
expression and ``last-tex-string-generated`` its TeX.
"""

import contextlib
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.generic.display import show_tex
from scmpy.registry import scheme_name_of
from scmpy.scheme.data import DEFAULT, Pair
from scmpy.scheme.primitives.base import PRIMITIVES, primitive
from scmpy.scheme.primitives.output import current_port
from scmpy.scheme.results import DISPLAYS, result_tex, result_text
from scmpy.scheme.runtime import current_session, is_scheme_procedure
from scmpy.symbolic.expression import Symbol, expression_of, symbol
from scmpy.symbolic.printing import only_printing
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.simplify import simplify
from scmpy.symbolic.written import Written

_LAST_EXPRESSION = "*last-expression-printed*"
_LAST_TEX = "last-tex-string-generated"

primitive(_LAST_EXPRESSION, doc="The simplified value that was printed last; the symbol none if none was.")(
    lambda: symbol("none")
)
PRIMITIVES[_LAST_TEX] = ""


def _remember(name: str, value: Any) -> None:
    """Define a global variable of the session, if a program of one is running."""
    session = current_session.get(None)
    if session is not None:
        session.bind(name, value)


@primitive("prepare-for-printing")
def prepare_for_printing(value: Any, simplifier: Any = None) -> Any:
    """The simplified value, which is remembered as the last expression printed."""
    prepared = simplify(value) if simplifier is None or simplifier is DEFAULT else simplifier(value)
    _remember(_LAST_EXPRESSION, lambda: prepared)
    return prepared


def _as_expression(value: Any) -> Any:
    """The expression that a quoted list with a name in front stands for, or a procedure with a name; any other value
    as it is."""
    if callable(value):
        name = value.__code__.co_name if is_scheme_procedure(value) else scheme_name_of(value)
        return symbol(name) if name and name != "lambda" else value
    if isinstance(value, Pair) and isinstance(value.car, Symbol):
        with contextlib.suppress(ScmpyError):
            return expression_from(value)
    return value


def _text(value: Any, simplifier: Any) -> str:
    value = _as_expression(value)
    prepared = prepare_for_printing(value, simplifier)
    return result_text(value) if simplifier is None or simplifier is DEFAULT else result_text(prepared, expression_of)


def _tex(value: Any, simplifier: Any) -> str:
    value = _as_expression(value)
    prepared = prepare_for_printing(value, simplifier)
    given = simplifier is not None and simplifier is not DEFAULT
    text = result_tex(prepared, expression_of) if given else result_tex(value)
    _remember(_LAST_TEX, text)
    return text


@primitive("print-expression", "pe")
def print_expression(value: Any, simplifier: Any = None) -> Any:
    """Print the simplified value."""
    current_port.get().write(_text(value, simplifier) + "\n")


@primitive("show-expression", "se")
def show_expression(value: Any, simplifier: Any = None) -> Any:
    """Show the simplified value: typeset in a notebook, elsewhere as results are displayed."""
    session = current_session.get(None)
    if session is None or only_printing.value:
        return print_expression(value, simplifier)
    text = _tex(value, simplifier)
    port = current_port.get()
    if not (port.is_console and show_tex(text)):
        given = simplifier is not None and simplifier is not DEFAULT
        shown = Written(session.lookup(_LAST_EXPRESSION)()) if given else value
        port.write(DISPLAYS[session.display](shown) + "\n")


@primitive("print-expression-tex", "pet")
def print_expression_tex(value: Any, simplifier: Any = None) -> Any:
    """Print the simplified value as TeX."""
    current_port.get().write(_tex(value, simplifier) + "\n")


@primitive("expression->tex-string", "get-expression-tex", "->tex-string", "->TeX")
def expression_to_tex_string(value: Any, simplifier: Any = None) -> Any:
    """The TeX of the simplified value."""
    return _tex(value, simplifier)


@primitive("display-tex-string")
def display_tex_string(text: str) -> Any:
    """Print TeX."""
    current_port.get().write(text + "\n")


@primitive("enable-tex-display")
def enable_tex_display() -> Any:
    """Let results, and what show-expression shows, be TeX from now on."""
    session = current_session.get()
    session.bind(only_printing.scheme, False)
    session.display = "tex"


@primitive("print-expression-prefix", "pep")
def print_expression_prefix(value: Any, prefix: str = ";", simplifier: Any = None) -> Any:
    """Print the simplified value, every line behind a prefix."""
    for line in _text(value, simplifier).split("\n"):
        current_port.get().write(f"{prefix} {line}\n")


@primitive("print-expression-comment", "pec")
def print_expression_comment(value: Any, simplifier: Any = None) -> Any:
    """Print the simplified value as a block comment."""
    current_port.get().write(f"#| Result:\n{_text(value, simplifier)}\n|#\n")
