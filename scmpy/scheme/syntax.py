"""Identifiers and scopes: what names mean while Scheme is expanded.

An identifier is a symbol, or an :class:`Alias` of one: a name that a macro inserted. An alias that no binding form
has bound means what its symbol means where the macro was defined; so macros are hygienic.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scmpy.errors import Location, SyntaxError_
from scmpy.scheme.core import Variable
from scmpy.scheme.data import Pair
from scmpy.scheme.printer import write_text
from scmpy.scheme.source import Span
from scmpy.symbolic.expression import Symbol, as_datum


class Syntax(NamedTuple):
    """A datum with its place."""

    datum: Any
    span: Span | None


class Alias:
    """A name inserted by a macro: a symbol as it was meant in the scope of the macro's definition."""

    __slots__ = ("scope", "symbol")

    def __init__(self, symbol: Identifier, scope: Scope) -> None:
        self.symbol = symbol
        self.scope = scope


Identifier = Symbol | Alias


class Keyword:
    """What a name means that is no variable: a special form, or a macro."""

    __slots__ = ()


Binding = Variable | Keyword


class Scope:
    """What the identifiers of a region are bound to; the outermost has no parent and holds the session's syntax."""

    __slots__ = ("bindings", "keywords", "parent")

    def __init__(self, parent: Scope | None, keywords: dict[str, Binding] | None = None) -> None:
        self.parent = parent
        self.bindings: dict[Identifier, Binding] = {}
        self.keywords: dict[str, Binding] = keywords if keywords is not None else {}

    def lookup(self, identifier: Identifier) -> Binding | str:
        """The binding, or the name of a global variable."""
        while True:
            scope: Scope | None = self
            while scope is not None:
                found = scope.bindings.get(identifier)
                if found is not None:
                    return found
                keywords, scope = scope.keywords, scope.parent
            if isinstance(identifier, Symbol):
                return keywords.get(identifier.name, identifier.name)
            self, identifier = identifier.scope, identifier.symbol

    def bind(self, identifier: Identifier) -> Variable:
        """A new local variable."""
        variable = Variable(name_of(identifier))
        self.bindings[identifier] = variable
        return variable

    @property
    def is_global(self) -> bool:
        return self.parent is None


def name_of(identifier: Identifier) -> str:
    """The symbol's name, whatever macros it came through."""
    while isinstance(identifier, Alias):
        identifier = identifier.symbol
    return identifier.name


def is_identifier(datum: Any) -> bool:
    """Is this a symbol or an alias?"""
    return isinstance(datum, (Symbol, Alias))


def strip(datum: Any) -> Any:
    """A datum without aliases, as ``quote`` returns it; what holds none stays the same object."""
    while isinstance(datum, Alias):
        datum = datum.symbol
    if isinstance(datum, Symbol):
        return as_datum(datum)
    return _stripped(datum) if _has_alias(datum) else datum


def _has_alias(datum: Any) -> bool:
    stack = [datum]
    while stack:
        item = stack.pop()
        if isinstance(item, Alias) or as_datum(item) is not item:
            return True
        if isinstance(item, Pair):
            stack += (item.cdr, item.car)
        elif isinstance(item, list):
            stack += item
    return False


def _stripped(datum: Any) -> Any:
    if isinstance(datum, Pair):
        return Pair(strip(datum.car), strip(datum.cdr))
    return [strip(item) for item in datum] if isinstance(datum, list) else strip(datum)


def ill_formed(form: Syntax, location: Location | None, why: str = "") -> SyntaxError_:
    """The error of a special form with the wrong parts."""
    text = write_text(strip(form.datum))
    text = text if len(text) <= 100 else text[:96] + " ..."
    return SyntaxError_(f"Ill-formed syntax: {text}{f' ({why})' if why else ''}", location=location)
