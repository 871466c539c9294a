"""The special forms of the geometry: define-coordinates, let-coordinates; install-coordinates, and what undoes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ScmpyError
from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Defined, Pair, elements, list_of
from scmpy.scheme.definitions import Definitions, define_globally, defining
from scmpy.scheme.expander import Expander, special
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


def _names(expander: Expander, prototype: Syntax, form: Syntax) -> tuple[list[str], Node]:
    """The names that a prototype defines, and its constant."""
    shape = nested_tuples(strip(prototype.datum))
    names = coordinate_names(shape)
    if not names or not all(isinstance(name, str) for name in names):
        raise expander.fail(form)
    return names, core.Const(prototype.span, shape)


def _value_of(form: Syntax, table: Node, name: str) -> Node:
    return core.Call(form.span, core.Const(form.span, dict.__getitem__), [table, core.Const(form.span, name)])


def _definitions(
    expander: Expander, prototype: Syntax, chart: Syntax, form: Syntax, make: Callable[[Scope], Any]
) -> Definitions:
    names, shape = _names(expander, prototype, form)
    return Definitions(
        "coordinates",
        lambda scope: expander.call(form.span, make(scope), expander.expand(chart, scope), shape),
        [(symbol(name), lambda table, name=name: _value_of(form, table, name)) for name in names],  # type: ignore[misc]
        core.Const(form.span, Defined(names[0])),
    )


@defining("define-coordinates")
def define_coordinates(expander: Expander, form: Syntax) -> Definitions:
    """(define-coordinates (up x y) R2-rect)."""
    from scmpy.geometry.coordinates import coordinate_bindings, installed_bindings

    _, prototype, chart = expander.parts(form, 3, 3)
    make = lambda scope: installed_bindings if scope.is_global else coordinate_bindings  # noqa: E731
    return _definitions(expander, prototype, chart, form, make)


@special("install-coordinates")
def install_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(install-coordinates R2-rect (up 'x 'y)): define-coordinates of older programs, the names are quoted."""
    _, chart, prototype = expander.parts(form, 3, 3)
    names = Syntax(_unquoted(strip(prototype.datum)), prototype.span)
    definitions = _definitions(expander, names, chart, form, lambda _: saving_bindings)
    return define_globally(expander, form, scope, definitions)


def _unquoted(datum: Any) -> Any:
    """A datum without the quotes in it."""
    if not isinstance(datum, Pair):
        return datum
    parts = list(elements(datum))
    return _unquoted(parts[1]) if parts[0] is symbol("quote") else list_of([_unquoted(part) for part in parts])


@special("let-coordinates", "using-coordinates")
def let_coordinates(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-coordinates (((up x y) R2-rect) ...) body ...); (using-coordinates (up x y) R2-rect body ...)."""
    from scmpy.geometry.coordinates import coordinate_bindings

    _, *parts = expander.parts(form, 3)
    if expander.keyword(form, scope) == "using-coordinates":
        pairs, skipped = [(parts[0], parts[1])], 3
    else:
        pairs = [tuple(expander.parts(binding, 2, 2)) for binding in expander.parts(parts[0])]  # type: ignore[misc]
        skipped = 2
    inner = Scope(scope)
    bindings: list[tuple[Variable | None, Node]] = []
    for prototype, chart in pairs:
        table = Variable("coordinates")
        names, shape = _names(expander, prototype, form)
        bindings.append((table, expander.call(form.span, coordinate_bindings, expander.expand(chart, scope), shape)))
        found = core.LocalRef(form.span, table)
        bindings += [(inner.bind(symbol(name)), _value_of(form, found, name)) for name in names]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, skipped), Scope(inner), form))
