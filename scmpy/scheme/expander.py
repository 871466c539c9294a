"""The expander: from data to the core language. Syntax is checked here and nowhere else.

Modules above declare the special forms, each a function that expands it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from scmpy.deep_stack import IS_WEB
from scmpy.errors import LimitError, SyntaxError_
from scmpy.generic.settings import MOST_PARTS
from scmpy.registry import document
from scmpy.scheme import ast as core
from scmpy.scheme.ast import (
    Alias,
    Binding,
    Identifier,
    Keyword,
    Node,
    Scope,
    Syntax,
    Variable,
    ill_formed,
    is_identifier,
    name_of,
    strip,
)
from scmpy.scheme.data import EMPTY, OPTIONAL, REST, Defined, Marker, Pair, cells, equal, list_of
from scmpy.scheme.printer import circular_parts, write_text
from scmpy.scheme.reader import Form, Span
from scmpy.symbolic.expression import Application, Symbol, subexpressions

#: Code nests at most this deep; procedures in procedures less, because Python's compiler copies scopes.
DEEPEST_CODE = 500 if IS_WEB else 10_000
DEEPEST_PROCEDURE = 300


Handler = Callable[["Expander", Syntax, Scope], Node]

#: The definitions of a body: the variables, with functions that expand their values once all of them are bound.
Pending = list[tuple[Variable | None, Any]]


@dataclass(slots=True, eq=False)
class SpecialForm(Keyword):
    """A form with rules of its own; ``define`` handles it as a definition inside a body, ``make`` makes a macro."""

    name: str
    expand: Handler
    define: Any = None
    make: Callable[[Expander, Syntax, Scope], Macro] | None = None


def _misplaced(expander: Expander, form: Syntax, scope: Scope) -> Node:
    raise expander.fail(form, "it stands where a macro is defined: (define-syntax name (syntax-rules ...))")


@dataclass(slots=True, eq=False)
class Macro(Keyword):
    transform: Callable[[Expander, Syntax, Scope], Syntax]


SPECIAL_FORMS: dict[str, Binding] = {}


def special(*names: str, source: str = "") -> Callable[[Handler], Handler]:
    """Decorator: this function expands the special forms of these names, which a standard defines at ``source``."""

    def declare(handler: Handler) -> Handler:
        document(handler, source=source)
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


def transformer_form(*names: str, source: str = "") -> Callable[[Callable[[Expander, Syntax, Scope], Macro]], Any]:
    """Decorator: this function makes the macros that forms of these names describe."""

    def declare(make: Callable[[Expander, Syntax, Scope], Macro]) -> Any:
        document(make, source=source)
        for name in names:
            SPECIAL_FORMS[name] = SpecialForm(name, _misplaced, make=make)
        return make

    return declare


class Expander:
    """Expands a form."""

    def __init__(self, form: Form) -> None:
        self.source, self.spans = form.source, form.spans
        self.depth = 0
        self.procedure_depth = 0

    # -- syntax ------------------------------------------------------------------------------------------------

    def fail(self, form: Syntax, why: str = "") -> SyntaxError_:
        return ill_formed(form, self.location(form.span), why)

    def demand_top_level(self, form: Syntax, scope: Scope) -> None:
        if not scope.is_global:
            raise self.fail(form, "a definition stands at top level or in a body")

    def location(self, span: Span | None) -> Any:
        return None if span is None else self.source.location(span[0])

    def parts(self, form: Syntax, least: int = 0, most: int | None = None, whole: Syntax | None = None) -> list[Syntax]:
        """The elements of a form, or of a part of the whole form, which is what is ill-formed then."""
        found, rest = self.leading(form)
        if rest is not EMPTY or len(found) < least or (most is not None and len(found) > most):
            raise ill_formed(whole or form, self.location(form.span))
        return found

    def leading(self, form: Syntax) -> tuple[list[Syntax], Any]:
        (rest, span), span_of = form, self.spans.get
        found, mark = [], None
        while isinstance(rest, Pair):
            if rest is mark:
                raise SyntaxError_("code must not be circular", location=self.location(span))
            found.append(Syntax(rest.car, span_of(id(rest), span)))
            if not len(found) & len(found) - 1:  # marked are the pairs whose number is a power of 2
                mark = rest
            rest = rest.cdr
        return found, rest

    def tail(self, form: Syntax, count: int) -> Syntax:
        rest = form.datum
        for _ in range(count):
            rest = rest.cdr
        return Syntax(rest, form.span)

    def identifier(self, part: Syntax, form: Syntax) -> Identifier:
        if not is_identifier(part.datum):
            text = write_text(strip(part.datum))
            raise self.fail(form, f"expected a variable, got {text if len(text) <= 40 else text[:36] + ' ...'}")
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
        return self.variable(form, scope.lookup(form.datum))

    def variable(self, form: Syntax, binding: Any) -> Node:
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
        applied = self.expand(operator, scope) if binding is None else self.variable(operator, binding)
        return self.apply(form.span, applied, [self.expand(part, scope) for part in operands])

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
        return core.Call(span, core.Const(span, procedure), list(operands))

    # -- procedures and bodies ---------------------------------------------------------------------------------

    def procedure(self, name: str, formals: Syntax, body: Syntax, scope: Scope, form: Syntax) -> core.Lambda:
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
        return core.Lambda(form.span, name, required, optional, rest, node, program=form.datum)

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
        return self.procedure(ANONYMOUS, Syntax(EMPTY, None), body, scope, form)


ANONYMOUS = "lambda"


# --- macros ----------------------------------------------------------------------------------------------------------
# Macros: the forms that define them, and ``syntax-rules``.
#
# A rule has a pattern with ellipses and literals, and a template whose own names stay hygienic.


def _define_syntax(expander: Expander, form: Syntax, scope: Scope) -> tuple[Any, Any]:
    _, name, rules = expander.parts(form, 3, 3)
    return expander.identifier(name, form), transformer(expander, rules, scope)


def transformer(expander: Expander, rules: Syntax, scope: Scope) -> SpecialForm | Macro:
    binding: Any = None
    if is_identifier(rules.datum):
        binding = scope.lookup(rules.datum)
    else:
        head = expander.head_binding(rules.datum, scope)
        binding = head.make(expander, rules, scope) if isinstance(head, SpecialForm) and head.make else None
    if not isinstance(binding, (SpecialForm, Macro)):
        raise SyntaxError_("a macro is defined by syntax-rules", location=expander.location(rules.span))
    return binding


@special("define-syntax", source="R7RS 5.4")
def define_syntax(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-syntax name (syntax-rules ...))."""
    identifier, binding = _define_syntax(expander, form, scope)
    expander.demand_top_level(form, scope)
    scope.keywords[name_of(identifier)] = binding
    return core.Const(form.span, Defined(name_of(identifier)))


@in_body("define-syntax")
def _define_syntax_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    identifier, binding = _define_syntax(expander, form, scope)
    scope.bindings[identifier] = binding


@special("let-syntax", "letrec-syntax", source="R7RS 4.3.1")
def let_syntax(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-syntax ((name (syntax-rules ...)) ...) body ...)."""
    inner = Scope(scope)
    for binding in expander.parts(expander.parts(form, 3)[1], whole=form):
        name, rules = expander.parts(binding, 2, 2, whole=form)
        inner.bindings[expander.identifier(name, form)] = transformer(expander, rules, inner)
    return expander.body(expander.tail(form, 2), Scope(inner), form)


@transformer_form("syntax-rules", source="R7RS 4.3.2")
def syntax_rules(expander: Expander, form: Syntax, scope: Scope) -> Any:
    """(syntax-rules (literal ...) (pattern template) ...)."""
    parts = expander.parts(form, 2)
    ellipsis = "..."
    if is_identifier(parts[1].datum):
        ellipsis = name_of(parts[1].datum)
        parts = parts[1:]
        if len(parts) < 2:
            raise expander.fail(form)
    literals = {expander.identifier(part, form) for part in expander.parts(parts[1])}
    rules = []
    for rule in parts[2:]:
        pattern, template = expander.parts(rule, 2, 2)
        if not isinstance(pattern.datum, Pair):
            raise expander.fail(form)
        if circular_parts(rule.datum):
            raise expander.fail(rule, "code must not be circular")
        rules.append((pattern.datum.cdr, template.datum))
    macro = _Rules(rules, literals, ellipsis, scope)
    for pattern_, _ in rules:
        macro.check(pattern_, expander, form)
    return Macro(macro.transform)


class _Rules:
    def __init__(self, rules: list[tuple[Any, Any]], literals: set[Any], ellipsis: str, scope: Scope) -> None:
        self.rules = rules
        self.literals = literals
        self.ellipsis = ellipsis
        self.scope = scope

    def transform(self, expander: Expander, form: Syntax, scope: Scope) -> Syntax:
        for pattern, template in self.rules:
            found: dict[Any, Any] = {}
            if self.match(pattern, form.datum.cdr, scope, found):
                try:
                    return Syntax(self.fill(template, found, {}), form.span)
                except SyntaxError_ as error:
                    error.location = expander.location(form.span)
                    raise
        raise expander.fail(form, "no rule of the macro fits")

    def is_ellipsis(self, datum: Any) -> bool:
        return is_identifier(datum) and name_of(datum) == self.ellipsis and datum not in self.literals

    # -- patterns ----------------------------------------------------------------------------------------------

    def match(self, pattern: Any, datum: Any, scope: Scope, found: dict[Any, Any]) -> bool:
        while isinstance(pattern, Pair):
            if isinstance(pattern.cdr, Pair) and self.is_ellipsis(pattern.cdr.car):
                return self.match_repeated(pattern, datum, scope, found)
            if not isinstance(datum, Pair) or not self.match(pattern.car, datum.car, scope, found):
                return False
            pattern, datum = pattern.cdr, datum.cdr
        if is_identifier(pattern) and pattern in self.literals:
            return is_identifier(datum) and scope.lookup(datum) == self.scope.lookup(pattern)
        if is_identifier(pattern):
            found |= {} if name_of(pattern) == "_" else {pattern: datum}
            return True
        if isinstance(pattern, list):
            return isinstance(datum, list) and self.match(list_of(pattern), list_of(datum), scope, found)
        return equal(pattern, datum)

    def match_repeated(self, pattern: Pair, datum: Any, scope: Scope, found: dict[Any, Any]) -> bool:
        """``element ... after``: the element matches as many data as leave enough for what comes after."""
        after = pattern.cdr.cdr
        needed, rest = 0, after
        while isinstance(rest, Pair):
            needed, rest = needed + 1, rest.cdr
        data = list(cells(datum))
        datum = data[-1].cdr if data else datum
        count = len(data) - needed
        if count < 0:
            return False
        matches: list[dict[Any, Any]] = []
        for cell in data[:count]:
            matches.append({})
            if not self.match(pattern.car, cell.car, scope, matches[-1]):
                return False
        for variable in self.variables(pattern.car):
            found[variable] = _Repeated(match[variable] for match in matches)
        return self.match(after, data[count] if count < len(data) else datum, scope, found)

    def variables(self, pattern: Any) -> list[Any]:
        if isinstance(pattern, Pair):
            return self.variables(pattern.car) + self.variables(pattern.cdr)
        if isinstance(pattern, list):
            return self.variables(list_of(pattern))
        wanted = is_identifier(pattern) and not self.is_ellipsis(pattern) and name_of(pattern) != "_"
        return [pattern] if wanted and pattern not in self.literals else []

    def check(self, pattern: Any, expander: Expander, form: Syntax) -> None:
        """No variable twice, no two ellipses in a list."""
        variables = self.variables(pattern)
        if len(set(variables)) < len(variables):
            raise expander.fail(form, "a pattern variable occurs twice")
        stack = [pattern]
        while stack:
            item = stack.pop()
            item = list_of(item) if isinstance(item, list) else item
            count = 0
            while isinstance(item, Pair):
                count += self.is_ellipsis(item.car)
                stack.append(item.car)
                item = item.cdr
            if count > 1:
                raise expander.fail(form, "two ellipses in a list of a pattern")

    # -- templates ---------------------------------------------------------------------------------------------

    def fill(self, template: Any, found: dict[Any, Any], aliases: dict[Any, Alias]) -> Any:
        if is_identifier(template) and isinstance(found.get(template), _Repeated):
            raise SyntaxError_(f"the pattern variable {name_of(template)} needs an ellipsis in the template")
        if is_identifier(template):
            return found[template] if template in found else aliases.setdefault(template, Alias(template, self.scope))
        if isinstance(template, list):
            return list(self.fill(list_of(template), found, aliases))
        if not isinstance(template, Pair):
            return template
        if self.is_ellipsis(template.car) and isinstance(template.cdr, Pair):
            return _Rules(self.rules, self.literals, "", self.scope).fill(template.cdr.car, found, aliases)
        items: list[Any] = []
        while isinstance(template, Pair):
            element, template = template.car, template.cdr
            depth = 0
            while isinstance(template, Pair) and self.is_ellipsis(template.car):
                depth, template = depth + 1, template.cdr
            items += self.repeat(element, found, aliases, depth)
        return list_of(items, EMPTY if template is EMPTY else self.fill(template, found, aliases))

    def repeat(self, element: Any, found: dict[Any, Any], aliases: dict[Any, Alias], depth: int) -> list[Any]:
        if depth == 0:
            return [self.fill(element, found, aliases)]
        repeated = {v: found[v] for v in self.variables(element) if isinstance(found.get(v), _Repeated)}
        if not repeated:
            raise SyntaxError_("an ellipsis in a template follows no pattern variable with an ellipsis")
        results: list[Any] = []
        for index in range(max(map(len, repeated.values()))):
            if any(len(items) <= index for items in repeated.values()):
                raise SyntaxError_("pattern variables in a template have different numbers of matches")
            inner = {**found, **{variable: items[index] for variable, items in repeated.items()}}
            results += self.repeat(element, inner, aliases, depth - 1)
        return results


class _Repeated(list[Any]):
    """What a pattern variable under an ellipsis matched."""


# --- definitions -----------------------------------------------------------------------------------------------------
# Forms that define several names, made of one value: record types, coordinates, multiple values.
#
# Such a form is described once: at top level it defines global variables, inside a body local ones.


class Definitions(NamedTuple):
    """The names that a form defines, and how they are made of one value, which they refer to.

    The value has a name of its own, or is held by a variable without one, of which the title is given. The result is
    what the form gives at top level, where that is not the name of the last part.
    """

    whole: Identifier | str
    value: Callable[[Scope], Node]
    parts: list[tuple[Identifier, Callable[[Node], Node]]]
    result: Node | None = None


Describe = Callable[[Expander, Syntax, Scope], Definitions]


def defining(*names: str, source: str = "") -> Callable[[Describe], Describe]:
    """Decorator: this function tells what forms of these names define."""

    def declare(describe: Describe) -> Describe:
        def define(expander: Expander, form: Syntax, scope: Scope) -> Node:
            return define_globally(expander, form, scope, describe(expander, form, scope))

        def define_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
            whole, value, parts, _ = describe(expander, form, scope)
            variable = Variable(whole) if isinstance(whole, str) else scope.bind(whole)
            found = core.LocalRef(form.span, variable)
            pending.append((variable, lambda: value(scope)))
            pending.extend((scope.bind(part), lambda make=make: make(found)) for part, make in parts)

        define.__doc__ = describe.__doc__
        special(*names, source=source)(define)
        in_body(*names)(define_internally)
        return describe

    return declare


def define_globally(expander: Expander, form: Syntax, scope: Scope, definitions: Definitions) -> Node:
    expander.demand_top_level(form, scope)
    whole, make_value, parts, result = definitions
    value = make_value(scope)
    hidden = Variable(whole) if isinstance(whole, str) else None
    defined = [] if isinstance(whole, str) else [(name_of(whole), value)]
    found: Node = core.LocalRef(form.span, hidden) if hidden else core.GlobalRef(form.span, defined[0][0])
    defined += [(name_of(part), make(found)) for part, make in parts]
    for name, _ in defined:
        scope.keywords.pop(name, None)
    nodes: list[Node] = [core.Define(form.span, name, node) for name, node in defined]
    body = expander.sequence(form.span, [*nodes, result] if result else nodes or [found])
    return core.Let(form.span, [hidden], [value], body) if hidden else body
