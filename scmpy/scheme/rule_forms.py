"""The special form of rewriting: ``rule-system``, rules as triples of pattern, condition and consequence."""

from __future__ import annotations

from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node
from scmpy.scheme.data import EmptyList, Pair
from scmpy.scheme.expander import ANONYMOUS, Expander, special
from scmpy.scheme.syntax import Scope, Syntax, strip
from scmpy.symbolic.expression import symbol
from scmpy.symbolic.rewriting.matching import ELEMENT, REVERSED, SEGMENT, names_in, parts_of
from scmpy.symbolic.rewriting.rules import Rule, RuleSet
from scmpy.symbolic.rewriting.templates import AND, COMMA, COMMA_AT, NONE, combined, facts_needed
from scmpy.symbolic.s_expressions import DATUM_LISTS, expression_from

DATUM_LISTS += [Pair, EmptyList]

_REFERENCES = {ELEMENT: False, COMMA: False, SEGMENT: True, REVERSED: True, COMMA_AT: True}  # is it spliced?


@special("rule-system")
def rule_system(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(rule-system (pattern condition consequence) ...): a rule set, a procedure of an expression.

    The condition is ``none``, a fact such as ``(positive x)`` that the policy grants, or an expression; consequences
    contain the values of expressions: ``(: (quotient n 2))``, spliced ``(:: xs)``. In both the pattern's variables
    are bound. The predicates of variables, ``(? n even?)``, are expressions, too.
    """
    rules = [_rule(expander, part, scope) for part in expander.parts(form, 2)[1:]]
    return expander.call(form.span, _rule_set, *rules)


def _rule_set(*rules: Rule) -> RuleSet:
    return RuleSet(rules, "rule-system", "A rule set made by rule-system.\n\n    Scheme:  (rule-system rule ...)")


def _rule(expander: Expander, form: Syntax, scope: Scope) -> Node:
    pattern, condition, consequence = expander.parts(form, 3, 3)
    names = names_in(strip(pattern.datum))
    parts = [_pattern(expander, pattern, scope), _condition(expander, condition, names, scope)]
    parts.append(_procedure(expander, consequence, names, scope, _skeleton))
    return expander.call(form.span, Rule, *parts)


def _pattern(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """The pattern as nested tuples, in which the predicates of variables are values."""
    if not isinstance(form.datum, Pair):
        return core.Const(form.span, strip(form.datum))
    parts = expander.parts(form)
    if _head(parts) is ELEMENT and len(parts) > 2:
        kind, name = (core.Const(form.span, strip(part.datum)) for part in parts[:2])
        predicates = [expander.call(part.span, _truth_of, expander.expand(part, scope)) for part in parts[2:]]
        return expander.call(form.span, _tuple, kind, name, *predicates)
    return expander.call(form.span, _tuple, *(_pattern(expander, part, scope) for part in parts))


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def _truth_of(predicate: Any) -> Any:
    """The predicate with Scheme's idea of truth."""
    if not callable(predicate):
        return predicate
    return lambda *args: predicate(*args) is not False


def _head(parts: list[Syntax]) -> Any:
    return strip(parts[0].datum) if parts else None


def _condition(expander: Expander, form: Syntax, names: list[str], scope: Scope) -> Node:
    datum = strip(form.datum)
    if datum is NONE or _is_of_facts(datum):
        return core.Const(form.span, datum if datum is NONE else expression_from(datum))
    return expander.call(form.span, _truth_of, _procedure(expander, form, names, scope, Expander.expand))


def _is_of_facts(datum: Any) -> bool:
    parts = parts_of(datum)
    if not parts:
        return False
    return all(map(_is_of_facts, parts[1:])) if parts[0] is AND else any(True for _ in facts_needed(datum))


def _procedure(expander: Expander, form: Syntax, names: list[str], scope: Scope, expand: Any) -> Node:
    """A procedure of the variables of the pattern."""
    inner = Scope(scope)
    variables = [inner.bind(symbol(name)) for name in names]
    return core.Lambda(form.span, ANONYMOUS, variables, [], None, expand(expander, form, inner))


def _skeleton(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """The consequence: what is not the value of an expression stands for itself."""
    if not isinstance(form.datum, Pair):
        return core.Const(form.span, strip(form.datum))
    parts = expander.parts(form)
    if _head(parts) in _REFERENCES:
        return expander.expand(expander.parts(form, 2, 2)[1], scope)
    spliced = tuple([_is_spliced(expander, part) for part in parts])
    made = [_skeleton(expander, part, scope) for part in parts]
    return expander.call(form.span, _instance, core.Const(form.span, spliced), *made)


def _is_spliced(expander: Expander, part: Syntax) -> bool:
    return isinstance(part.datum, Pair) and _REFERENCES.get(_head(expander.parts(part)), False)


def _instance(spliced: tuple[bool, ...], *parts: Any) -> Any:
    found: list[Any] = []
    for is_spliced, part in zip(spliced, parts, strict=True):
        found.extend(map(expression_from, part) if is_spliced else [expression_from(part)])
    return combined(found[0], tuple(found[1:]))
