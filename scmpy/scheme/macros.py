"""Macros: the forms that define them, and ``syntax-rules``.

A rule has a pattern with ellipses and literals, and a template whose own names stay hygienic.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import SyntaxError_
from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EMPTY, Defined, Pair, list_of
from scmpy.scheme.equality import equal
from scmpy.scheme.expander import Expander, Macro, Pending, SpecialForm, Transformer, in_body, special, transformer_form
from scmpy.scheme.syntax import Alias, Scope, Syntax, is_identifier, name_of


def _define_syntax(expander: Expander, form: Syntax, scope: Scope) -> tuple[Any, Any]:
    _, name, rules = expander.parts(form, 3, 3)
    return expander.identifier(name, form), transformer(expander, rules, scope)


def transformer(expander: Expander, rules: Syntax, scope: Scope) -> SpecialForm | Macro:
    """What a macro definition binds its name to."""
    binding: Any = None
    if is_identifier(rules.datum):
        binding = scope.lookup(rules.datum)
    else:
        head = expander.head_binding(rules.datum, scope)
        binding = head.make(expander, rules, scope) if isinstance(head, Transformer) else None
    if not isinstance(binding, (SpecialForm, Macro)):
        raise SyntaxError_("a macro is defined by syntax-rules", location=expander.location(rules.span))
    return binding


@special("define-syntax")
def define_syntax(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-syntax name (syntax-rules ...)).

    Source:  R7RS 5.4
    """
    identifier, binding = _define_syntax(expander, form, scope)
    expander.demand_top_level(form, scope)
    scope.keywords[name_of(identifier)] = binding
    return core.Const(form.span, Defined(name_of(identifier)))


@in_body("define-syntax")
def _define_syntax_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    identifier, binding = _define_syntax(expander, form, scope)
    scope.bindings[identifier] = binding


@special("let-syntax", "letrec-syntax")
def let_syntax(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-syntax ((name (syntax-rules ...)) ...) body ...).

    Source:  R7RS 4.3.1
    """
    inner = Scope(scope)
    for binding in expander.parts(expander.parts(form, 3)[1]):
        name, rules = expander.parts(binding, 2, 2)
        inner.bindings[expander.identifier(name, form)] = transformer(expander, rules, inner)
    return expander.body(expander.tail(form, 2), Scope(inner), form)


@transformer_form("syntax-rules")
def syntax_rules(expander: Expander, form: Syntax, scope: Scope) -> Any:
    """(syntax-rules (literal ...) (pattern template) ...).

    Source:  R7RS 4.3.2
    """
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
        rules.append((pattern.datum.cdr, template.datum))
    macro = _Rules(rules, literals, ellipsis, scope)
    for pattern_, _ in rules:
        macro.check(pattern_, expander, form)
    return Macro(macro.transform)


@transformer_form("er-macro-transformer", "rsc-macro-transformer", "sc-macro-transformer")
def procedural(expander: Expander, form: Syntax, scope: Scope) -> Any:
    """(er-macro-transformer procedure) is not supported: macros are written with syntax-rules, which is hygienic.

    Source:  MIT/GNU Scheme Reference, Special Forms
    """
    raise expander.fail(form, "macros are written with syntax-rules; procedures that rewrite code are not supported")


class _Rules:
    def __init__(self, rules: list[tuple[Any, Any]], literals: set[Any], ellipsis: str, scope: Scope) -> None:
        self.rules = rules
        self.literals = literals
        self.ellipsis = ellipsis
        self.scope = scope

    def transform(self, expander: Expander, form: Syntax, scope: Scope) -> Syntax:
        """The expansion of a use of the macro."""
        for pattern, template in self.rules:
            found: dict[Any, Any] = {}
            if self.match(pattern, form.datum.cdr, scope, found):
                aliases: dict[Any, Alias] = {}
                try:
                    return Syntax(self.fill(template, found, aliases), form.span)
                except _EllipsisError as error:
                    raise SyntaxError_(str(error), location=expander.location(form.span)) from None
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
        if is_identifier(pattern):
            return self.match_identifier(pattern, datum, scope, found)
        if isinstance(pattern, list):
            return isinstance(datum, list) and self.match(list_of(pattern), list_of(datum), scope, found)
        return equal(pattern, datum)

    def match_identifier(self, pattern: Any, datum: Any, scope: Scope, found: dict[Any, Any]) -> bool:
        if pattern in self.literals:
            return is_identifier(datum) and scope.lookup(datum) == self.scope.lookup(pattern)
        if name_of(pattern) != "_":
            found[pattern] = datum
        return True

    def match_repeated(self, pattern: Pair, datum: Any, scope: Scope, found: dict[Any, Any]) -> bool:
        """``element ... after``: the element matches as many data as leave enough for what comes after."""
        after = pattern.cdr.cdr
        needed, rest = 0, after
        while isinstance(rest, Pair):
            needed, rest = needed + 1, rest.cdr
        data = []
        while isinstance(datum, Pair):
            data.append(datum)
            datum = datum.cdr
        count = len(data) - needed
        if count < 0:
            return False
        matches: list[dict[Any, Any]] = []
        for cell in data[:count]:
            matches.append({})
            if not self.match(pattern.car, cell.car, scope, matches[-1]):
                return False
        for variable in self.variables(pattern.car):
            found[variable] = _Repeated([match[variable] for match in matches])
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
        if is_identifier(template):
            return self.fill_identifier(template, found, aliases)
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

    def fill_identifier(self, template: Any, found: dict[Any, Any], aliases: dict[Any, Alias]) -> Any:
        if template in found:
            if isinstance(found[template], _Repeated):
                raise _EllipsisError(f"the pattern variable {name_of(template)} needs an ellipsis in the template")
            return found[template]
        if template not in aliases:
            aliases[template] = Alias(template, self.scope)
        return aliases[template]

    def repeat(self, element: Any, found: dict[Any, Any], aliases: dict[Any, Alias], depth: int) -> list[Any]:
        if depth == 0:
            return [self.fill(element, found, aliases)]
        repeated = {v: found[v].items for v in self.variables(element) if isinstance(found.get(v), _Repeated)}
        if not repeated:
            raise _EllipsisError("an ellipsis in a template follows no pattern variable with an ellipsis")
        results: list[Any] = []
        for index in range(max(map(len, repeated.values()))):
            if any(len(items) <= index for items in repeated.values()):
                raise _EllipsisError("pattern variables in a template have different numbers of matches")
            inner = {**found, **{variable: items[index] for variable, items in repeated.items()}}
            results += self.repeat(element, inner, aliases, depth - 1)
        return results


class _Repeated:
    """What a pattern variable under an ellipsis matched."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class _EllipsisError(Exception):
    """A template's ellipses do not fit its pattern."""
