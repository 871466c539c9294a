"""The special forms of the language proper: definition, assignment, procedures, conditionals."""

from __future__ import annotations

from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import ENVIRONMENT, Pair
from scmpy.scheme.equality import is_one_of
from scmpy.scheme.expander import ANONYMOUS, Expander, Pending, in_body, special
from scmpy.scheme.primitives import control
from scmpy.scheme.syntax import Scope, Syntax, is_identifier, name_of, strip


def unspecific(form: Syntax) -> Node:
    """The value of a form that has none to speak of."""
    return core.Const(form.span, None)


# -- definitions and assignment ----------------------------------------------------------------------------------------


def _definition(expander: Expander, form: Syntax) -> tuple[Any, Any]:
    """The identifier that a define form defines, and a function of the scope that expands its value."""
    parts = expander.leading(form)[0]
    if len(parts) < 2:
        raise expander.fail(form)
    target, body = parts[1], expander.tail(form, 2)
    if not isinstance(target.datum, Pair):
        parts = expander.parts(form, 2, 3)
        identifier = expander.identifier(target, form)
        if len(parts) == 2:
            return identifier, lambda scope: core.Unassigned(form.span)
        return identifier, lambda scope: expander.expand(parts[2], scope)
    layers = []  # of a curried definition, from the outermost procedure in
    while isinstance(target.datum, Pair):
        layers.append(expander.tail(target, 1))
        target = Syntax(target.datum.car, expander.spans.get(id(target.datum), target.span))
    identifier = expander.identifier(target, form)
    layers.reverse()

    def expand(scope: Scope) -> Node:
        return _curried(expander, form, name_of(identifier), layers, body, scope)

    return identifier, expand


def _curried(
    expander: Expander, form: Syntax, name: str, layers: list[Syntax], body: Syntax, scope: Scope
) -> core.Lambda:
    if len(layers) == 1:
        return expander.procedure(name, layers[0], body, scope, form)
    inner = Scope(scope)
    required, optional, rest = expander.formals(layers[0], inner, form)
    value = _curried(expander, form, ANONYMOUS, layers[1:], body, inner)
    return core.Lambda(form.span, name, required, optional, rest, value)


@special("define", "define-integrable")
def define(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define name value), (define (name . formals) body ...), (define ((name a) b) body ...).

    Source:  R7RS 5.3
    """
    expander.demand_top_level(form, scope)
    identifier, expand = _definition(expander, form)
    name = name_of(identifier)
    scope.keywords.pop(name, None)
    value = expand(scope)
    if isinstance(value, core.Unassigned):  # a global variable that a program may assign
        value = unspecific(form)
    if isinstance(value, core.Lambda) and value.itself is None:
        value.itself = name
        value.name = value.name if value.name != ANONYMOUS else name
    return core.Define(form.span, name, value)


@in_body("define", "define-integrable")
def _define_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    identifier, expand = _definition(expander, form)
    pending.append((_bind_once(scope, identifier), lambda: expand(scope)))


def _bind_once(scope: Scope, identifier: Any) -> Variable:
    """The variable of an internal definition; a second definition of a name assigns it."""
    known = scope.bindings.get(identifier)
    if isinstance(known, Variable):
        known.assigned = True
        return known
    return scope.bind(identifier)


@special("set!")
def assign(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(set! name value).

    Source:  R7RS 4.1.6
    """
    parts = expander.parts(form, 2, 3)
    binding = scope.lookup(expander.identifier(parts[1], form))
    value = expander.expand(parts[2], scope) if len(parts) == 3 else unspecific(form)
    if isinstance(binding, Variable):
        binding.assigned = True
        return core.SetLocal(form.span, binding, value)
    if isinstance(binding, str):
        return core.SetGlobal(form.span, binding, value)
    raise expander.fail(form, "a syntactic keyword cannot be assigned")


@special("begin")
def begin(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(begin form ...).

    Source:  R7RS 4.2.3
    """
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return expander.sequence(form.span, parts) if parts else unspecific(form)


@in_body("begin")
def _begin_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    expander.scan(expander.parts(form)[1:], scope, pending)


# -- constants and procedures ------------------------------------------------------------------------------------------


@special("quote")
def quote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(quote datum).

    Source:  R7RS 4.1.2
    """
    return core.Const(form.span, strip(expander.parts(form, 2, 2)[1].datum))


@special("lambda")
def lambda_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(lambda formals body ...).

    Source:  R7RS 4.1.4
    """
    return expander.procedure(ANONYMOUS, expander.parts(form, 3)[1], expander.tail(form, 2), scope, form)


@special("named-lambda")
def named_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(named-lambda (name . formals) body ...).

    Source:  MIT/GNU Scheme Reference, Special Forms
    """
    target = expander.parts(form, 3)[1]
    if not isinstance(target.datum, Pair) or not is_identifier(target.datum.car):
        raise expander.fail(form)
    name = name_of(target.datum.car)
    return expander.procedure(name, expander.tail(target, 1), expander.tail(form, 2), scope, form)


@special("case-lambda")
def case_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case-lambda (formals body ...) ...).

    Source:  R7RS 4.2.9
    """
    clauses: list[Node] = []
    for clause in expander.parts(form)[1:]:
        parts = expander.parts(clause, 2)
        clauses.append(expander.procedure(ANONYMOUS, parts[0], expander.tail(clause, 1), scope, clause))
    return expander.call(form.span, control.case_procedure, *clauses)


@special("declare")
def declare(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(declare ...) is for the original's compiler."""
    return unspecific(form)


@special("the-environment")
def the_environment(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(the-environment): the session's global environment; procedures have none of their own to give.

    Source:  MIT/GNU Scheme Reference, Environments
    """
    expander.parts(form, 1, 1)
    if not scope.is_global:
        raise expander.fail(form, "only at top level")
    return core.Const(form.span, ENVIRONMENT)


# -- conditionals ------------------------------------------------------------------------------------------------------


@special("if")
def if_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(if test then [else]).

    Source:  R7RS 4.1.5
    """
    _, test, then, *otherwise = expander.parts(form, 3, 4)
    return core.If(
        form.span,
        expander.expand(test, scope),
        expander.expand(then, scope),
        expander.expand(otherwise[0], scope) if otherwise else unspecific(form),
    )


@special("and")
def and_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and test ...).

    Source:  R7RS 4.2.1
    """
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return core.And(form.span, parts) if parts else core.Const(form.span, True)


@special("or")
def or_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(or test ...).

    Source:  R7RS 4.2.1
    """
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return core.Or(form.span, parts) if parts else core.Const(form.span, False)


@special("when", "unless")
def when(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(when test expression ...), (unless test expression ...).

    Source:  R7RS 4.2.1
    """
    _, test, *body = expander.parts(form, 2)
    condition = expander.expand(test, scope)
    parts = [expander.expand(part, scope) for part in body]
    then = expander.sequence(form.span, parts) if parts else unspecific(form)
    if expander.keyword(form, scope) == "when":
        return core.If(form.span, condition, then, unspecific(form))
    return core.If(form.span, condition, unspecific(form), then)


@special("cond")
def cond(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cond (test expression ...) (test => receiver) (else expression ...)).

    Source:  R7RS 4.2.1
    """
    return cond_clauses(expander, form, expander.parts(form)[1:], scope, unspecific(form))


def cond_clauses(expander: Expander, form: Syntax, clauses: list[Syntax], scope: Scope, otherwise: Node) -> Node:
    """The clauses of cond; ``otherwise`` is the value if none is taken."""
    expanded = []
    for clause in clauses:
        parts = expander.parts(clause, 1)
        if expander.is_keyword(parts[0].datum, "else", scope):
            if clause is not clauses[-1] or len(parts) == 1:
                raise expander.fail(form, "else stands in the last clause")
            otherwise = sequence_of(expander, clause, parts[1:], scope)
        else:
            expanded.append((clause, parts))
    for clause, parts in reversed(expanded):
        otherwise = _cond_clause(expander, clause, parts, scope, otherwise)
    return otherwise


def _cond_clause(expander: Expander, clause: Syntax, parts: list[Syntax], scope: Scope, otherwise: Node) -> Node:
    test = expander.expand(parts[0], scope)
    if len(parts) == 1:
        return core.Or(clause.span, [test, otherwise])
    if not expander.is_keyword(parts[1].datum, "=>", scope):
        return core.If(clause.span, test, sequence_of(expander, clause, parts[1:], scope), otherwise)
    if len(parts) != 3:
        raise expander.fail(clause)
    value = Variable("t")
    found = core.LocalRef(clause.span, value)
    receive = core.Call(clause.span, expander.expand(parts[2], scope), [found])
    return core.Let(clause.span, [value], [test], core.If(clause.span, found, receive, otherwise))


def sequence_of(expander: Expander, form: Syntax, parts: list[Syntax], scope: Scope) -> Node:
    return expander.sequence(form.span, [expander.expand(part, scope) for part in parts])


@special("case")
def case(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case key ((datum ...) expression ...) ... (else expression ...)).

    Source:  R7RS 4.2.1
    """
    _, key, *clauses = expander.parts(form, 2)
    variable = Variable("key")
    found = core.LocalRef(key.span, variable)
    node: Node = unspecific(form)
    for clause in reversed(clauses):
        data, *body = expander.parts(clause, 2)
        if clause is not clauses[-1] and expander.is_keyword(data.datum, "else", scope):
            raise expander.fail(form, "else stands in the last clause")
        if expander.is_keyword(body[0].datum, "=>", scope) and len(body) != 2:
            raise expander.fail(clause)
        if len(body) == 2 and expander.is_keyword(body[0].datum, "=>", scope):
            then: Node = core.Call(clause.span, expander.expand(body[1], scope), [found])
        else:
            then = sequence_of(expander, clause, body, scope)
        if expander.is_keyword(data.datum, "else", scope):
            node = then
        else:
            choices = core.Const(data.span, [strip(part.datum) for part in expander.parts(data)])
            test = expander.call(clause.span, is_one_of, found, choices)
            node = core.If(clause.span, test, then, node)
    return core.Let(form.span, [variable], [expander.expand(key, scope)], node)
