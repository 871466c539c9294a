"""Quasiquotation: data with parts that are evaluated."""

from __future__ import annotations

from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EMPTY, Pair, list_of
from scmpy.scheme.expander import Expander, special
from scmpy.scheme.primitives import lists
from scmpy.scheme.syntax import Scope, Syntax, strip


@special("quasiquote")
def quasiquote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """`template with ,expression and ,@expression.

    Source:  R7RS 4.2.8
    """
    return _quasi(expander, expander.parts(form, 2, 2)[1], scope, 1)


def _quasi(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    datum, span = form
    if isinstance(datum, list):
        node = _quasi(expander, Syntax(list_of(datum), span), scope, level)
        if isinstance(node, core.Const):
            return core.Const(span, strip(datum))
        return expander.call(span, lists.list_to_vector, node)
    if not isinstance(datum, Pair):
        return core.Const(span, strip(datum))
    if (step := _level_change(expander, datum, scope)) is not None:
        inner = expander.parts(form, 2, 2)[1]
        if level + step == 0:
            return expander.expand(inner, scope)
        return _cons(
            expander, form, core.Const(span, strip(datum.car)), _quasi_tail(expander, form, scope, level + step)
        )
    return _quasi_list(expander, form, scope, level)


def _level_change(expander: Expander, datum: Any, scope: Scope) -> int | None:
    if isinstance(datum.cdr, Pair) and datum.cdr.cdr is EMPTY:
        if expander.is_keyword(datum.car, "unquote", scope):
            return -1
        if expander.is_keyword(datum.car, "quasiquote", scope):
            return 1
    return None


def _quasi_tail(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    return _quasi_list(expander, expander.tail(form, 1), scope, level)


def _quasi_list(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    """The elements of a list, gathered from its end."""
    cells: list[Pair] = []
    rest = form.datum
    while isinstance(rest, Pair) and not (cells and _level_change(expander, rest, scope) is not None):
        cells.append(rest)
        rest = rest.cdr
    node = _quasi(expander, Syntax(rest, form.span), scope, level)
    for cell in reversed(cells):
        part = Syntax(cell.car, expander.spans.get(id(cell), form.span))
        if isinstance(cell.car, Pair) and expander.is_keyword(cell.car.car, "unquote-splicing", scope) and level == 1:
            spliced = expander.expand(expander.parts(part, 2, 2)[1], scope)
            empty = isinstance(node, core.Const) and node.value is EMPTY
            node = spliced if empty else expander.call(part.span, lists.append, spliced, node)
        else:
            node = _cons(expander, part, _quasi(expander, part, scope, level), node)
    return node


def _cons(expander: Expander, form: Syntax, car: Node, cdr: Node) -> Node:
    if isinstance(car, core.Const) and isinstance(cdr, core.Const):
        return core.Const(form.span, Pair(car.value, cdr.value))
    return expander.call(form.span, Pair, car, cdr)
