"""The special forms of the geometry: define-coordinates, let-coordinates; install-coordinates, and what undoes it."""

from __future__ import annotations

from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Defined, Pair, elements, list_of
from scmpy.scheme.expander import Expander, Pending, in_body, special
from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.runtime import current_session
from scmpy.scheme.syntax import Scope, Syntax, strip
from scmpy.symbolic.expression import Symbol, symbol


def nested_tuples(datum: Any) -> Any:
    """A datum as nested tuples of strings and numbers.

    >>> from scmpy.scheme.data import list_of
    >>> nested_tuples(list_of([symbol("UP"), symbol("Real"), 3]))
    ('UP', 'Real', 3)
    """
    if isinstance(datum, Symbol):
        return datum.name
    if isinstance(datum, Pair):
        return tuple(map(nested_tuples, elements(datum)))
    return datum


def coordinate_names(prototype: Any) -> list[str]:
    """The names that a coordinate prototype defines: coordinate functions, basis vector fields, basis 1-forms.

    >>> coordinate_names(("up", "x", "y"))
    ['x', 'y', 'd/dx', 'd/dy', 'dx', 'dy']
    """
    names: list[str] = []

    def collect(part: Any) -> None:
        if isinstance(part, tuple):
            for inner in part[1:]:
                collect(inner)
        else:
            names.append(part)

    collect(prototype)
    return [*names, *(f"d/d{name}" for name in names), *(f"d{name}" for name in names)]


def saving_bindings(chart: Any, prototype: Any) -> dict[str, Any]:
    """As ``installed_bindings``; what the names stood for in the session is kept for ``uninstall-coordinates``."""
    from scmpy.geometry.coordinates import installed_bindings

    bindings, session = installed_bindings(chart, prototype), current_session.get()
    for name in filter(session.has, bindings):
        session.covered.setdefault(name, session.lookup(name))
    return bindings


@primitive("uninstall-coordinates")
def uninstall_coordinates() -> Any:
    """Give the names that ``install-coordinates`` has taken the values back that they had before."""
    session = current_session.get(None)
    if session is None:
        raise ScmpyError("uninstall-coordinates expects a session of Scheme, whose names it gives their values back")
    while session.covered:
        session.bind(*session.covered.popitem())
    return symbol("done")


def _bindings(
    expander: Expander, prototype: Syntax, chart: Node, form: Syntax, make: Any = None
) -> tuple[list[str], Node]:
    """The names of a prototype, and the call that makes their values."""
    from scmpy.geometry.coordinates import coordinate_bindings

    shape = nested_tuples(strip(prototype.datum))
    names = coordinate_names(shape)
    if not names or not all(isinstance(name, str) for name in names):
        raise expander.fail(form)
    return names, expander.call(form.span, make or coordinate_bindings, chart, core.Const(prototype.span, shape))


def _value_of(form: Syntax, table: Variable, name: str) -> Node:
    lookup = core.Const(form.span, dict.__getitem__)
    return core.Call(form.span, lookup, [core.LocalRef(form.span, table), core.Const(form.span, name)])


@special("define-coordinates")
def define_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-coordinates (up x y) R2-rect)."""
    from scmpy.geometry.coordinates import installed_bindings

    _, prototype, chart = expander.parts(form, 3, 3)
    return _definitions(expander, prototype, chart, form, scope, installed_bindings)


def _definitions(expander: Expander, prototype: Syntax, chart: Syntax, form: Syntax, scope: Scope, make: Any) -> Node:
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    names, values = _bindings(expander, prototype, expander.expand(chart, scope), form, make)
    table = Variable("coordinates")
    definitions: list[Node] = [core.Define(form.span, name, _value_of(form, table, name)) for name in names]
    for name in names:
        scope.keywords.pop(name, None)
    result = core.Const(form.span, Defined(names[0]))
    return core.Let(form.span, [table], [values], core.Seq(form.span, [*definitions, result]))


@special("install-coordinates")
def install_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(install-coordinates R2-rect (up 'x 'y)): define-coordinates of older programs, the names are quoted."""
    _, chart, prototype = expander.parts(form, 3, 3)
    names = Syntax(_unquoted(strip(prototype.datum)), prototype.span)
    return _definitions(expander, names, chart, form, scope, saving_bindings)


def _unquoted(datum: Any) -> Any:
    """A datum without the quotes in it."""
    if not isinstance(datum, Pair):
        return datum
    parts = list(elements(datum))
    return _unquoted(parts[1]) if parts[0] is symbol("quote") else list_of([_unquoted(part) for part in parts])


@in_body("define-coordinates")
def _define_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    _, prototype, chart = expander.parts(form, 3, 3)
    table = Variable("coordinates")
    names, _ = _bindings(expander, prototype, core.Const(form.span, None), form)
    pending.append((table, lambda: _bindings(expander, prototype, expander.expand(chart, scope), form)[1]))
    for name in names:
        pending.append((scope.bind(symbol(name)), lambda name=name: _value_of(form, table, name)))


@special("let-coordinates", "using-coordinates")
def let_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-coordinates (((up x y) R2-rect) ...) body ...); (using-coordinates (up x y) R2-rect body ...)."""
    keyword, *parts = expander.parts(form, 3)
    if strip(keyword.datum) is symbol("using-coordinates"):
        pairs, skipped = [(parts[0], parts[1])], 3
    else:
        pairs = [tuple(expander.parts(binding, 2, 2)) for binding in expander.parts(parts[0])]  # type: ignore[misc]
        skipped = 2
    inner = Scope(scope)
    bindings: list[tuple[Variable | None, Node]] = []
    for prototype, chart in pairs:
        table = Variable("coordinates")
        names, values = _bindings(expander, prototype, expander.expand(chart, scope), form)
        bindings.append((table, values))
        bindings += [(inner.bind(symbol(name)), _value_of(form, table, name)) for name in names]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, skipped), Scope(inner), form))
