"""Printed answers back to values: nothing is looked up or evaluated.

Arithmetic heads are the generic operations, ``up`` and ``down`` (and ``#(...)``, ``(*down* #(...))``) structures; any
other head makes a literal application, so that ``((D f) x)`` is the expression that printed so.
"""

from __future__ import annotations

import re
from typing import Any

from scmpy.errors import SyntaxError_, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.generic.records import record_of
from scmpy.scheme.data import EMPTY, Pair, list_of
from scmpy.scheme.reader import read_forms
from scmpy.scheme.source import Source
from scmpy.structure.matrix import matrix_by_rows
from scmpy.structure.structure import down, up
from scmpy.symbolic.expression import LIST, Expression, Symbol, application, as_datum, expression_of

_ARITHMETIC: dict[str, Any] = {
    "+": g.add,
    "-": g.sub,
    "*": g.mul,
    "/": g.div,
    "expt": g.expt,
    **{operation.name: operation for operation in (g.square, g.cube, g.negate, g.invert)},
    "magnitude": g.abs_,
    "up": up,
    "down": down,
    "vector": up,
}

_TEXT_OR_BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|\|(?:[^|\\]|\\.)*\||[{}]', re.DOTALL)
_LISTS = {"{": "(stream ", "}": ")"}


def parse_printed(text: str) -> Any:
    """The value that a printed answer stands for.

    >>> parse_printed("(+ x (* 2 ((D f) t)))")
    (+ x (* 2 ((D f) t)))
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"parse_printed expects a text, got {describe(text)}")
    forms = list(read_forms(Source(without_braces(text), "<answer>")))
    if len(forms) != 1:
        raise SyntaxError_(f"an answer is one datum, got {len(forms)}")
    return value_of_datum(forms[0].datum)


def without_braces(text: str) -> str:
    """A printed text whose streams, {1 2 ...}, stand as lists.

    >>> without_braces('({1 2 ...} "{3}")')
    '((stream 1 2 ...) "{3}")'
    """
    return _TEXT_OR_BRACE.sub(lambda found: _LISTS.get(found[0], found[0]), text)


def value_of_datum(datum: Any) -> Any:
    """The value that a list of a program's, such as '(+ x y), stands for where an expression is expected.

    Values bottom up; the stack holds data still to be visited and combinations whose parts are done."""
    done: list[Any] = []
    stack: list[tuple[Any, int | None]] = [(_as_list(datum), None)]
    while stack:
        item, count = stack.pop()
        if count is not None:
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_combine(item, parts))
        elif isinstance(item, list):
            stack.append(("up", len(item)))
            stack += [(part, None) for part in reversed(item)]
        elif isinstance(item, Pair):
            parts = list(map(_as_list, item))
            head = parts[0]
            if isinstance(head, Symbol):
                parts = parts[1:]
            elif isinstance(head, Pair) and is_literal_head(head):
                head, parts = _literal(head), parts[1:]
            else:
                head = EMPTY
            stack.append((head, len(parts)))
            stack += [(part, None) for part in reversed(parts)]
        else:
            done.append(as_datum(item))
    return done[0]


def _as_list(datum: Any) -> Any:
    """A list written as Python's tuples, as pairs."""
    return list_of(map(_as_list, datum)) if isinstance(datum, tuple) else datum


def _combine(head: Any, parts: list[Any]) -> Any:
    if head == "up":
        return up(*parts)
    if head is EMPTY:
        return list_of(parts)
    if isinstance(head, Symbol):
        if head.name == "*down*" and len(parts) == 1:
            return down(*parts[0])
        if head.name == "matrix-by-rows":
            return matrix_by_rows(*parts)
        if head.name == "list":
            return list_of(parts)
        if head.name == "stream":
            return list_of([head, *parts])
        if head.name in ("&", "*with-units*", "*unit*"):
            from scmpy.units.words import from_printed

            return from_printed(head.name, parts)
        record = record_of(head, len(parts))
        operation = _ARITHMETIC.get(head.name) if record is None else record.operation
        if operation is not None and not any(isinstance(part, (str, bool)) for part in parts):
            return operation(*parts)
    return application(head, *map(expression_of, parts))


def is_literal_head(datum: Any) -> bool:
    """Is this a function's name with derivatives before it: ``(D f)``, ``((expt D 2) f)``, ``((partial 0) f)``?"""
    parts = list(datum)
    if len(parts) != 2 or not _is_derivative(parts[0]):
        return False
    inner = parts[1]
    return isinstance(inner, Symbol) or (isinstance(inner, Pair) and is_literal_head(inner))


def _is_derivative(datum: Any) -> bool:
    if isinstance(datum, Symbol):
        return datum.name == "D"
    if not isinstance(datum, Pair):
        return False
    head, *parts = datum
    if not isinstance(head, Symbol):
        return False
    if head.name == "partial":
        return all(type(part) is int for part in parts)
    if head.name == "expt":
        return len(parts) == 2 and _is_derivative(parts[0]) and type(parts[1]) is int
    return head.name == "*" and all(map(_is_derivative, parts))


def _literal(datum: Any) -> Expression:
    """An operator as it stands, without arithmetic."""
    if not isinstance(datum, Pair):
        return datum  # type: ignore[no-any-return]
    head, *parts = datum
    return application(_literal(head), *(part if is_number(part) else _literal(part) for part in parts))


@expression_of.on(Pair)
def _expression_of_list(items: Pair) -> Any:
    """A list of values, so that answers which are lists compare element by element."""
    return application(LIST, *map(expression_of, items))
