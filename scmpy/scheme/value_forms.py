"""Special forms of multiple values: receive, let-values, define-values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EMPTY
from scmpy.scheme.definitions import Definitions, defining
from scmpy.scheme.expander import ANONYMOUS, Expander, special
from scmpy.scheme.primitives import control
from scmpy.scheme.syntax import Scope, Syntax, name_of


@special("receive")
def receive(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(receive formals expression body ...).

    Source:  SRFI 8
    """
    _, formals, producer, *_ = expander.parts(form, 4)
    receiver = expander.procedure(ANONYMOUS, formals, expander.tail(form, 3), scope, form)
    return expander.call(form.span, control.call_with_values, _delayed(expander, producer, scope), receiver)


def _delayed(expander: Expander, producer: Syntax, scope: Scope) -> Node:
    return core.Lambda(producer.span, ANONYMOUS, [], [], None, expander.expand(producer, scope))


@special("let-values", "let*-values")
def let_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-values ((formals expression) ...) body ...), (let*-values ((formals expression) ...) body ...).

    Source:  R7RS 4.2.2
    """
    bindings = expander.parts(form, 3)[1]
    sequential = expander.keyword(form, scope) == "let*-values"
    layers, inner = [], Scope(scope)
    seen: set[Any] = set()
    for binding in expander.parts(bindings):
        formals, producer = expander.parts(binding, 2, 2)
        thunk = _delayed(expander, producer, inner if sequential else scope)
        inner = Scope(inner)
        layers.append((thunk, expander.formals(formals, inner, form)))
        for identifier in () if sequential else inner.bindings:
            if identifier in seen:
                raise expander.fail(form, f"{name_of(identifier)} occurs twice")
            seen.add(identifier)
    node = expander.body(expander.tail(form, 2), Scope(inner), form)
    for thunk, formals_ in reversed(layers):
        receiver = core.Lambda(form.span, ANONYMOUS, *formals_, node)
        node = expander.call(form.span, control.call_with_values, thunk, receiver)
    return node


@defining("define-values")
def define_values(expander: Expander, form: Syntax) -> Definitions:
    """(define-values formals expression).

    Source:  R7RS 5.3
    """
    _, formals, producer = expander.parts(form, 3, 3)
    names, rest = expander.leading(formals)
    identifiers = [part.datum for part in names] + ([] if rest is EMPTY else [rest])
    shape = core.Const(form.span, (len(names), rest is not EMPTY))

    def values(scope: Scope) -> Node:
        return expander.call(form.span, control.values_list, expander.expand(producer, scope), shape)

    def element(index: int) -> Callable[[Node], Node]:
        return lambda found: expander.call(form.span, operator.getitem, found, core.Const(None, index))

    named = [expander.identifier(Syntax(identifier, form.span), form) for identifier in identifiers]
    return Definitions("values", values, [(name, element(index)) for index, name in enumerate(named)])
