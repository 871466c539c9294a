"""Special forms of multiple values: receive, let-values, define-values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import EMPTY
from scmpy.scheme.expander import ANONYMOUS, Expander, Pending, in_body, special
from scmpy.scheme.primitives import control
from scmpy.scheme.syntax import Scope, Syntax, name_of


@special("receive")
def receive(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(receive formals expression body ...)."""
    parts = expander.parts(form, 4)
    receiver = expander.procedure(ANONYMOUS, parts[1], expander.tail(form, 3), scope, form)
    return _with_values(expander, form, parts[2], receiver, scope)


def _with_values(expander: Expander, form: Syntax, producer: Syntax, receiver: Node, scope: Scope) -> Node:
    thunk = core.Lambda(producer.span, ANONYMOUS, [], [], None, expander.expand(producer, scope))
    return expander.call(form.span, control.call_with_values, thunk, receiver)


@special("let-values")
def let_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-values ((formals expression) ...) body ...)."""
    return _let_values(expander, form, scope, sequential=False)


@special("let*-values")
def let_star_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let*-values ((formals expression) ...) body ...)."""
    return _let_values(expander, form, scope, sequential=True)


def _let_values(expander: Expander, form: Syntax, scope: Scope, sequential: bool) -> Node:
    parts = expander.parts(form, 3)
    layers, inner = [], Scope(scope)
    seen: set[Any] = set()
    for binding in expander.parts(parts[1]):
        formals, producer = expander.parts(binding, 2, 2)
        thunk = core.Lambda(
            producer.span, ANONYMOUS, [], [], None, expander.expand(producer, inner if sequential else scope)
        )
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


@special("define-values")
def define_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-values formals expression)."""
    identifiers, expand = _values_defined(expander, form)
    return _define_each(expander, form, scope, identifiers, expand(scope))


def _values_defined(expander: Expander, form: Syntax) -> tuple[list[Any], Callable[[Scope], Node]]:
    """The identifiers that a define-values form defines, and a function that expands their values to a Python list."""
    _, formals, producer = expander.parts(form, 3, 3)
    names, rest = expander.leading(formals)
    has_rest = rest is not EMPTY

    def expand(scope: Scope) -> Node:
        shape = core.Const(form.span, (len(names), has_rest))
        return expander.call(form.span, control.values_list, expander.expand(producer, scope), shape)

    return [*(part.datum for part in names), *([rest] if has_rest else [])], expand


@in_body("define-values")
def _define_values_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    identifiers, expand = _values_defined(expander, form)
    _bind_each(expander, form, scope, pending, identifiers, lambda: expand(scope))


def _define_each(expander: Expander, form: Syntax, scope: Scope, identifiers: list[Any], values: Node) -> Node:
    """Global definitions of the elements of a Python list."""
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    all_values = Variable("values")
    found = core.LocalRef(form.span, all_values)
    definitions: list[Node] = []
    for index, identifier in enumerate(identifiers):
        name = name_of(expander.identifier(Syntax(identifier, form.span), form))
        scope.keywords.pop(name, None)
        definitions.append(
            core.Define(form.span, name, expander.call(form.span, operator.getitem, found, core.Const(None, index)))
        )
    return core.Let(form.span, [all_values], [values], expander.sequence(form.span, definitions or [found]))


def _bind_each(
    expander: Expander, form: Syntax, scope: Scope, pending: Pending, identifiers: list[Any], values: Any
) -> None:
    """Internal definitions of the elements of a Python list."""
    all_values = Variable("values")
    found = core.LocalRef(form.span, all_values)
    pending.append((all_values, values))
    for index, identifier in enumerate(identifiers):
        variable = scope.bind(expander.identifier(Syntax(identifier, form.span), form))
        element = expander.call(form.span, operator.getitem, found, core.Const(None, index))
        pending.append((variable, lambda element=element: element))
