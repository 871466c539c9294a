"""Identifiers, scopes and the special forms: what names mean while Scheme is expanded.

An identifier is a symbol, or an :class:`Alias` of one: a name that a macro inserted. An alias that no binding form
has bound means what its symbol means where the macro was defined; so macros are hygienic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from scmpy.errors import Location, SyntaxError_
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Pair
from scmpy.scheme.source import Span
from scmpy.symbolic.expression import Symbol, as_datum

if TYPE_CHECKING:
    from scmpy.scheme.expander import Expander


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

Handler = Callable[["Expander", Syntax, "Scope"], Node]

#: The definitions of a body: the variables, with functions that expand their values once all of them are bound.
Pending = list[tuple[Variable | None, Any]]


class SpecialForm:
    """A form with rules of its own; ``define`` handles it as a definition inside a body."""

    __slots__ = ("define", "expand", "name")

    def __init__(self, name: str, expand: Handler, define: Any = None) -> None:
        self.name = name
        self.expand = expand
        self.define = define


class Transformer(SpecialForm):
    """A form that stands where a macro is defined, and makes the macro."""

    __slots__ = ("make",)

    def __init__(self, name: str, make: Callable[[Expander, Syntax, Scope], Macro]) -> None:
        super().__init__(name, _misplaced)
        self.make = make


def _misplaced(expander: Expander, form: Syntax, scope: Scope) -> Node:
    raise expander.fail(form, "it stands where a macro is defined: (define-syntax name (syntax-rules ...))")


class Macro:
    """A syntax-rules macro: a function of the form and the scope of its use."""

    __slots__ = ("transform",)

    def __init__(self, transform: Callable[[Expander, Syntax, Scope], Syntax]) -> None:
        self.transform = transform


Binding = Variable | SpecialForm | Macro


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


SPECIAL_FORMS: dict[str, Binding] = {}


def special(*names: str) -> Callable[[Handler], Handler]:
    """Decorator: this function expands the special forms of these names."""

    def declare(handler: Handler) -> Handler:
        for name in names:
            SPECIAL_FORMS[name] = SpecialForm(name, handler)
        return handler

    return declare


def in_body(*names: str) -> Callable[[Callable[[Expander, Syntax, Scope, Pending], None]], Any]:
    """Decorator: this function handles the special forms of these names as definitions in a body.

    It binds their variables, and leaves to the pending definitions what is expanded when all of them are bound.
    """

    def declare(define: Callable[[Expander, Syntax, Scope, Pending], None]) -> Any:
        for name in names:
            form = SPECIAL_FORMS[name]
            assert isinstance(form, SpecialForm)
            form.define = define
        return define

    return declare


def transformer_form(*names: str) -> Callable[[Callable[[Expander, Syntax, Scope], Macro]], Any]:
    """Decorator: this function makes the macros that forms of these names describe."""

    def declare(make: Callable[[Expander, Syntax, Scope], Macro]) -> Any:
        for name in names:
            SPECIAL_FORMS[name] = Transformer(name, make)
        return make

    return declare


def ill_formed(form: Syntax, location: Location | None, why: str = "") -> SyntaxError_:
    """The error of a special form with the wrong parts."""
    from scmpy.scheme.printer import write_text

    text = write_text(strip(form.datum))
    text = text if len(text) <= 100 else text[:96] + " ..."
    return SyntaxError_(f"Ill-formed syntax: {text}{f' ({why})' if why else ''}", location=location)
