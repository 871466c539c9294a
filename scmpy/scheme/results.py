"""What print-expression, show-expression and the REPL show of a value: its simplified expression.

A list shows its elements; what is no expression (a string, a procedure) shows its written form.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.generic.composite import is_container
from scmpy.generic.kinds import is_number
from scmpy.render.infix import infix
from scmpy.render.line_breaks import filled
from scmpy.render.scheme_text import pretty_text
from scmpy.render.tex import tex
from scmpy.scheme.data import EMPTY, Pair, proper_part
from scmpy.scheme.printer import write_text
from scmpy.scheme.procedure_source import combination, program_text
from scmpy.scheme.runtime import is_scheme_procedure
from scmpy.structure.structure import Up
from scmpy.symbolic.expression import Expression, Symbol, expression_of, symbol
from scmpy.symbolic.printing import as_printed, unsimplified
from scmpy.symbolic.shown_value import tree_of
from scmpy.symbolic.simplify import simplified_expression


def result_text(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    """The simplified (or otherwise converted) value, broken into lines where it is long.

    >>> from scmpy.scheme.data import list_of
    >>> result_text(list_of([1, "two"]))
    '(1 "two")'
    """
    return pretty_text(_tree(value, convert))


def plain_text(value: Any) -> str:
    """The value as it stands, broken into lines where it is long; a procedure's program."""
    if is_scheme_procedure(value):
        return program_text(value) or write_text(value)
    return pretty_text(_tree(value, lambda part: as_printed(unsimplified(expression_of(part)))))


def result_tex(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    """The simplified (or otherwise converted) value in TeX."""
    return tex(_tree(value, convert))


def shown_expression(value: Any) -> Any:
    """The simplified expression that stands for the value; None for a list and for what is no expression.

    >>> shown_expression(2), shown_expression("two")
    (2, None)
    """
    if isinstance(value, (Pair, tuple, str, bool)) or value is None or is_scheme_procedure(value):
        return None
    try:
        return simplified_expression(value)
    except ScmpyError:
        return None


def _typeset(value: Any, typesetter: Callable[[Any], str]) -> str:
    """The simplified value in a notation of its own; lists show their elements, written ones what ``write`` shows."""
    if isinstance(value, (Pair, tuple)):
        items, rest = proper_part(value)
        if rest is EMPTY:
            return f"({' '.join(_typeset(item, typesetter) for item in items)})"
    expression = shown_expression(value)
    return write_text(value) if expression is None else typesetter(expression)


def infix_text(value: Any) -> str:
    """The simplified value in unicode text, broken into lines where it is long.

    >>> from scmpy.scheme.data import list_of
    >>> infix_text(list_of([1, "two"]))
    '(1 "two")'
    """
    return _typeset(value, lambda tree: filled(infix(tree)))


def tex_text(value: Any) -> str:
    """The simplified value in TeX."""
    return _typeset(value, tex)


#: How a session may show results.
DISPLAYS = {"scheme": result_text, "unicode": infix_text, "tex": tex_text, "plain": plain_text}


def _tree(value: Any, convert: Callable[[Any], Any]) -> Any:
    """An S-expression whose text is that of the value; data as the reader takes them, ``'a`` and ``|a b|``."""
    if is_number(value) or isinstance(value, Expression):
        shown = convert(value)
        return symbol(write_text(shown)) if isinstance(shown, Symbol) else shown
    if isinstance(value, Pair) or (isinstance(value, tuple) and value):
        items, rest = proper_part(value)
        if rest is EMPTY:
            return combination(*(_tree(item, convert) for item in items))
    elif not (isinstance(value, (str, bool)) or value is None or is_scheme_procedure(value)):
        try:
            return convert(value)
        except ScmpyError:
            if isinstance(value, list) or is_container(value):  # one with procedures in it: they show their names
                return tree_of(Up(value) if isinstance(value, list) else value)
    return symbol(write_text(value))
