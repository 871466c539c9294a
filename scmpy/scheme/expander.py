"""The expander: from data to the core language. Syntax is checked here and nowhere else.

Modules above declare the special forms, each a function that expands it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import LimitError, SyntaxError_
from scmpy.generic.settings import Limit
from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import EMPTY, OPTIONAL, REST, Marker, Pair, list_of
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import Form
from scmpy.scheme.source import Source, Span
from scmpy.scheme.syntax import (
    Alias,
    Binding,
    Identifier,
    Keyword,
    Scope,
    Syntax,
    ill_formed,
    is_identifier,
    name_of,
    strip,
)
from scmpy.symbolic.expression import Application, Symbol
from scmpy.symbolic.fold import subexpressions

#: Code nests at most this deep; procedures in procedures less, because Python's compiler copies scopes.
DEEPEST_CODE = 10_000
DEEPEST_PROCEDURE = 300

MOST_PARTS = Limit(
    "most-evaluated-parts", 1_000_000, "Parts of an expression that is evaluated, where shared ones count each time."
)


Handler = Callable[["Expander", Syntax, Scope], Node]

#: The definitions of a body: the variables, with functions that expand their values once all of them are bound.
Pending = list[tuple[Variable | None, Any]]


class SpecialForm(Keyword):
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


class Macro(Keyword):
    """A syntax-rules macro: a function of the form and the scope of its use."""

    __slots__ = ("transform",)

    def __init__(self, transform: Callable[[Expander, Syntax, Scope], Syntax]) -> None:
        self.transform = transform


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


class Expander:
    """Expands the forms of one source in one session's global scope."""

    def __init__(self, source: Source, spans: dict[int, Span], scope: Scope) -> None:
        self.source = source
        self.spans = spans
        self.scope = scope
        self.depth = 0
        self.procedure_depth = 0

    @classmethod
    def of_form(cls, form: Form, scope: Scope) -> Expander:
        return cls(form.source, form.spans, scope)

    # -- syntax ------------------------------------------------------------------------------------------------

    def fail(self, form: Syntax, why: str = "") -> SyntaxError_:
        """The error that this form is ill-formed."""
        return ill_formed(form, self.location(form.span), why)

    def demand_top_level(self, form: Syntax, scope: Scope) -> None:
        """An error where a definition, which is none of a body's, stands elsewhere."""
        if not scope.is_global:
            raise self.fail(form, "a definition stands at top level or in a body")

    def location(self, span: Span | None) -> Any:
        return None if span is None else self.source.location(span[0])

    def parts(self, form: Syntax, least: int = 0, most: int | None = None) -> list[Syntax]:
        """The elements of a list, of which there must be this many."""
        found, rest = self.leading(form)
        if rest is not EMPTY or len(found) < least or (most is not None and len(found) > most):
            raise self.fail(form)
        return found

    def leading(self, form: Syntax) -> tuple[list[Syntax], Any]:
        """The elements of a list and what follows the last pair."""
        found, rest, seen = [], form.datum, set()
        while isinstance(rest, Pair):
            if id(rest) in seen:
                raise SyntaxError_("code must not be circular", location=self.location(form.span))
            seen.add(id(rest))
            found.append(Syntax(rest.car, self.spans.get(id(rest), form.span)))
            rest = rest.cdr
        return found, rest

    def tail(self, form: Syntax, count: int) -> Syntax:
        """The form without its first elements."""
        rest = form.datum
        for _ in range(count):
            rest = rest.cdr
        return Syntax(rest, form.span)

    def identifier(self, part: Syntax, form: Syntax) -> Identifier:
        if not is_identifier(part.datum):
            raise self.fail(form, f"expected a variable, got {_short(part.datum)}")
        return part.datum  # type: ignore[no-any-return]

    def is_keyword(self, datum: Any, name: str, scope: Scope) -> bool:
        """Is this the auxiliary keyword (else, =>, ...), not bound to anything else?"""
        return is_identifier(datum) and name_of(datum) == name and not isinstance(scope.lookup(datum), Variable)

    # -- expressions -------------------------------------------------------------------------------------------

    def expand(self, form: Syntax, scope: Scope) -> Node:
        """An expression (at top level: also a definition) in the core language."""
        datum, span = form
        if isinstance(datum, Pair):
            self.depth += 1
            if self.depth > DEEPEST_CODE:
                message = f"code nests more than {DEEPEST_CODE} deep"
                raise LimitError(
                    f"Aborting!: maximum recursion depth exceeded ({message})", location=self.location(span)
                )
            try:
                return self.expand_combination(form, scope)
            finally:
                self.depth -= 1
        if isinstance(datum, (Symbol, Alias)):
            return self.expand_variable(form, scope)
        if isinstance(datum, Application):
            return self.expand(Syntax(self.combination(datum, span), span), scope)
        if datum is EMPTY:
            raise SyntaxError_("Combination must be a proper list: ()", location=self.location(span))
        if isinstance(datum, Marker) and datum in (OPTIONAL, REST):
            raise self.fail(form)
        return core.Const(span, datum)

    def combination(self, expression: Application, span: Span | None) -> Pair:
        """The list that an expression is as code: what a program evaluates that has computed it."""
        lists: dict[Any, Any] = {}
        sizes: dict[Any, int] = {}
        for node in subexpressions(expression):
            if isinstance(node, Application):
                parts = (node.operator, *node.operands)
                sizes[node] = 1 + sum(sizes[part] if isinstance(part, Application) else 1 for part in parts)
                lists[node] = list_of(lists[part] if isinstance(part, Application) else part for part in parts)
        if sizes[expression] > MOST_PARTS.value:
            raise MOST_PARTS.refusal("eval:", location=self.location(span))
        return lists[expression]  # type: ignore[no-any-return]

    def expand_variable(self, form: Syntax, scope: Scope) -> Node:
        binding = scope.lookup(form.datum)
        if isinstance(binding, Variable):
            return core.LocalRef(form.span, binding)
        if isinstance(binding, str):
            return core.GlobalRef(form.span, binding)
        name = name_of(form.datum)
        raise SyntaxError_(f"Syntactic keyword isn't an expression: {name}", location=self.location(form.span))

    def expand_combination(self, form: Syntax, scope: Scope) -> Node:
        binding = self.head_binding(form.datum, scope)
        while isinstance(binding, Macro):
            form = binding.transform(self, form, scope)
            if not isinstance(form.datum, Pair):
                return self.expand(form, scope)
            self.count_expansion(form)
            binding = self.head_binding(form.datum, scope)
        if isinstance(binding, SpecialForm):
            return binding.expand(self, form, scope)
        operator, *operands = self.parts(form)
        return self.apply(form.span, self.expand(operator, scope), [self.expand(part, scope) for part in operands])

    def count_expansion(self, form: Syntax) -> None:
        self.depth += 1  # given back when the whole form is done: a macro that expands into itself comes to an end
        if self.depth > DEEPEST_CODE:
            raise LimitError(
                "Aborting!: maximum recursion depth exceeded (a macro expands without end)",
                location=self.location(form.span),
            )

    def head_binding(self, datum: Any, scope: Scope) -> Any:
        head = datum.car if isinstance(datum, Pair) else None
        return scope.lookup(head) if isinstance(head, (Symbol, Alias)) else None

    def keyword(self, form: Syntax, scope: Scope) -> str:
        """The special form that this is, by its own name, whatever a program may call it."""
        return self.head_binding(form.datum, scope).name  # type: ignore[no-any-return]

    def apply(self, span: Span | None, operator: Node, operands: list[Node]) -> Node:
        """A call; that of a lambda expression with fixed parameters is a let."""
        match operator:
            case core.Lambda(required=required, optional=[], rest=None) if len(required) == len(operands):
                return core.Let(span, required, operands, operator.body)
        return core.Call(span, operator, operands)

    def call(self, span: Span | None, procedure: Any, *operands: Node) -> Node:
        """A call of a procedure of the implementation."""
        return core.Call(span, core.Const(span, procedure), list(operands))

    # -- procedures and bodies ---------------------------------------------------------------------------------

    def procedure(self, name: str, formals: Syntax, body: Syntax, scope: Scope, form: Syntax) -> core.Lambda:
        """A lambda expression from its formal parameters and its body."""
        self.procedure_depth += 1
        if self.procedure_depth > DEEPEST_PROCEDURE:
            message = (
                f"Aborting!: maximum recursion depth exceeded (procedures nest more than {DEEPEST_PROCEDURE} deep)"
            )
            raise LimitError(message, location=self.location(form.span))
        inner = Scope(scope)
        required, optional, rest = self.formals(formals, inner, form)
        node = self.body(body, inner, form)
        self.procedure_depth -= 1
        return core.Lambda(form.span, name, required, optional, rest, node)

    def formals(
        self, formals: Syntax, scope: Scope, form: Syntax
    ) -> tuple[list[Variable], list[Variable], Variable | None]:
        parts, last = self.leading(formals)
        groups: dict[Any, list[Variable]] = {None: [], OPTIONAL: [], REST: []}
        group, empty = None, False  # the marker that parameters come after; is there none yet?
        names = [*parts, *([Syntax(last, formals.span)] if last is not EMPTY else [])]
        for index, part in enumerate(names):
            if isinstance(part.datum, Marker) and part.datum in (OPTIONAL, REST) and last is not part.datum:
                if empty or group is REST or group is part.datum:
                    raise self.fail(form)
                group, empty = part.datum, True
                continue
            empty = False
            identifier = self.identifier(part, form)
            if identifier in scope.bindings:
                raise self.fail(form, f"{name_of(identifier)} occurs twice")
            dotted = last is not EMPTY and index == len(names) - 1
            groups[REST if dotted else group].append(scope.bind(identifier))
        if empty or len(groups[REST]) > 1:
            raise self.fail(form)
        return groups[None], groups[OPTIONAL], groups[REST][0] if groups[REST] else None

    def body(self, body: Syntax, scope: Scope, form: Syntax) -> Node:
        """Internal definitions and expressions; the scope is the body's own."""
        pending: list[tuple[Variable | None, Any]] = []
        self.scan(self.parts(body), scope, pending)
        if not pending or pending[-1][0] is not None:
            if not pending:
                raise self.fail(form)
            pending.append((None, lambda: core.Const(form.span, None)))
        if all(variable is None for variable, _ in pending):
            return self.sequence(form.span, [expand() for _, expand in pending])
        last = max(index for index, (variable, _) in enumerate(pending) if variable is not None)
        bindings = [(variable, self.named(variable, expand())) for variable, expand in pending[: last + 1]]
        rest = [expand() for _, expand in pending[last + 1 :]]
        return core.Letrec(form.span, bindings, self.sequence(form.span, rest))

    def scan(self, forms: list[Syntax], scope: Scope, pending: list[tuple[Variable | None, Any]]) -> None:
        """Sort a body: definitions bind their variables now; what is to be evaluated is expanded later, in order."""
        for form in forms:
            binding = self.head_binding(form.datum, scope)
            while isinstance(binding, Macro):
                self.count_expansion(form)
                form = binding.transform(self, form, scope)
                binding = self.head_binding(form.datum, scope)
            if isinstance(binding, SpecialForm) and binding.define is not None:
                binding.define(self, form, scope, pending)
            else:
                pending.append((None, lambda form=form: self.expand(form, scope)))

    def named(self, variable: Variable | None, node: Node) -> Node:
        """A procedure knows the variable that it is bound to."""
        if variable is not None and isinstance(node, core.Lambda) and node.itself is None:
            node.itself = variable
            node.name = node.name if node.name != ANONYMOUS else variable.name
        return node

    def sequence(self, span: Span | None, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else core.Seq(span, parts)

    def thunk(self, form: Syntax, body: Syntax, scope: Scope) -> core.Lambda:
        """A procedure without parameters."""
        return self.procedure(ANONYMOUS, Syntax(EMPTY, None), body, scope, form)


ANONYMOUS = "lambda"


def _short(datum: Any) -> str:
    text = write_text(strip(datum))
    return text if len(text) <= 40 else text[:36] + " ..."
