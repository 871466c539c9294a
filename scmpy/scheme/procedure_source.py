"""The program of a procedure: what ``pp`` shows of one that was written in Scheme."""

from __future__ import annotations

from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.render.scheme_text import pretty_text, scheme_text
from scmpy.scheme.data import EMPTY, Pair
from scmpy.scheme.debug import DebugInfo
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import PREFIXES, Form, read_forms
from scmpy.scheme.source import Source
from scmpy.symbolic.expression import application, symbol

_COLUMNS = 79
_DEFINITIONS = (symbol("define"), symbol("define-integrable"))
_PROCEDURES = (*_DEFINITIONS, symbol("lambda"), symbol("named-lambda"))
_NAMED_LAMBDA = symbol("named-lambda")


def program_text(procedure: FunctionType) -> str | None:
    """The program as the original's pretty printer shows it; None where its source is not known."""
    datum = _program(procedure.__code__)
    if datum is None:
        return None
    head, header, *body = datum
    if head in _DEFINITIONS:
        head = _NAMED_LAMBDA
    lines = (
        pretty_text(datum_tree(header)),
        *(pretty_text(datum_tree(form), _COLUMNS - 2).replace("\n", "\n  ") for form in body),
    )
    return f"({head.name} " + "\n  ".join(lines) + ")"


def datum_tree(datum: Any) -> Any:
    """What the printers take: a list as a combination, anything else as a symbol of its written form, ``'a``."""
    end = datum
    while isinstance(end, Pair):
        end = end.cdr
    if isinstance(datum, Pair) and end is EMPTY:
        return combination(*map(datum_tree, datum))
    return symbol(write_text(datum))


def combination(operator: Any, *operands: Any) -> Any:
    """A list for the printers: ``(quote a)`` is ``'a`` for them."""
    prefix = _PREFIXES.get(operator) if len(operands) == 1 else None
    return symbol(prefix + scheme_text(operands[0])) if prefix else application(operator, *operands)


_PREFIXES = {symbol(name): prefix for prefix, name in PREFIXES.items()}


def _program(code: CodeType) -> Any:
    """The innermost definition or lambda expression that holds all that the code was compiled from."""
    debug = code.co_consts[-1] if code.co_consts else None
    if not isinstance(debug, DebugInfo):
        return None
    offsets = list(_offsets(code, debug.source))
    if not offsets:
        return None
    first, last = min(offsets), max(offsets)
    try:
        form = next((form for form in read_forms(debug.source) if form.start <= first and last <= form.end), None)
    except ScmpyError:  # a text that was read to the end only in part
        return None
    return None if form is None else _innermost(form, first, last)


def _offsets(code: CodeType, source: Source) -> Iterator[int]:
    """Where the parts begin and end; an instruction of no part of the source has no place, or an empty one."""
    starts = source.line_starts
    for line, end_line, column, end_column in code.co_positions():
        if (
            line
            and end_line
            and column is not None
            and end_column is not None
            and (line, column) != (end_line, end_column)
        ):
            yield starts[line - 1] + column
            yield starts[end_line - 1] + end_column


def _innermost(form: Form, first: int, last: int) -> Any:
    found, datum = None, form.datum
    while isinstance(datum, Pair):
        if datum.car in _PROCEDURES and (datum.car not in _DEFINITIONS or isinstance(datum.cdr.car, Pair)):
            found = datum
        inner, datum = datum, None
        while isinstance(inner, Pair):
            start, end = form.spans.get(id(inner), (0, -1))
            if start <= first and last <= end:
                datum = inner.car
            inner = inner.cdr
    return found
