"""The special forms of the language proper: definition, assignment, procedures, conditionals, local bindings."""

from __future__ import annotations

from typing import Any

from scmpy.errors import SyntaxError_
from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import EMPTY, ENVIRONMENT, Pair
from scmpy.scheme.equality import is_one_of
from scmpy.scheme.expander import ANONYMOUS, Expander
from scmpy.scheme.syntax import (
    SPECIAL_FORMS,
    Macro,
    Scope,
    SpecialForm,
    Syntax,
    Transformer,
    is_identifier,
    name_of,
    special,
    strip,
)

Pending = list[tuple[Variable | None, Any]]


def _unspecific(form: Syntax) -> Node:
    return core.Const(form.span, None)


# -- definitions and assignment -----------------------------------------------------------------------------------


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
    """(define name value), (define (name . formals) body ...), (define ((name a) b) body ...)."""
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    identifier, expand = _definition(expander, form)
    name = name_of(identifier)
    scope.keywords.pop(name, None)
    value = expand(scope)
    if isinstance(value, core.Unassigned):  # a global variable that a program may assign
        value = _unspecific(form)
    if isinstance(value, core.Lambda) and value.itself is None:
        value.itself = name
        value.name = value.name if value.name != ANONYMOUS else name
    return core.Define(form.span, name, value)


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
    """(set! name value)."""
    parts = expander.parts(form, 2, 3)
    binding = scope.lookup(expander.identifier(parts[1], form))
    value = expander.expand(parts[2], scope) if len(parts) == 3 else _unspecific(form)
    if isinstance(binding, Variable):
        binding.assigned = True
        return core.SetLocal(form.span, binding, value)
    if isinstance(binding, str):
        return core.SetGlobal(form.span, binding, value)
    raise expander.fail(form, "a syntactic keyword cannot be assigned")


@special("begin")
def begin(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(begin form ...)."""
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return expander.sequence(form.span, parts) if parts else _unspecific(form)


def _begin_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    expander.scan(expander.parts(form)[1:], scope, pending)


# -- constants and procedures -------------------------------------------------------------------------------------


@special("quote")
def quote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(quote datum)."""
    return core.Const(form.span, strip(expander.parts(form, 2, 2)[1].datum))


@special("lambda")
def lambda_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(lambda formals body ...)."""
    _need(expander, form, 3)
    return expander.procedure(ANONYMOUS, _second(expander, form), expander.tail(form, 2), scope, form)


@special("named-lambda")
def named_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(named-lambda (name . formals) body ...)."""
    _need(expander, form, 3)
    target = _second(expander, form)
    if not isinstance(target.datum, Pair) or not is_identifier(target.datum.car):
        raise expander.fail(form)
    name = name_of(target.datum.car)
    return expander.procedure(name, expander.tail(target, 1), expander.tail(form, 2), scope, form)


def _need(expander: Expander, form: Syntax, least: int) -> None:
    expander.parts(form, least)


def _second(expander: Expander, form: Syntax) -> Syntax:
    return expander.leading(form)[0][1]


# -- conditionals -------------------------------------------------------------------------------------------------


@special("if")
def if_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(if test then [else])."""
    _, test, then, *otherwise = expander.parts(form, 3, 4)
    return core.If(
        form.span,
        expander.expand(test, scope),
        expander.expand(then, scope),
        expander.expand(otherwise[0], scope) if otherwise else _unspecific(form),
    )


@special("and")
def and_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and test ...)."""
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return core.And(form.span, parts) if parts else core.Const(form.span, True)


@special("or")
def or_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(or test ...)."""
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    return core.Or(form.span, parts) if parts else core.Const(form.span, False)


@special("when", "unless")
def when(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(when test expression ...), (unless test expression ...)."""
    keyword, test, *body = expander.parts(form, 2)
    condition = expander.expand(test, scope)
    parts = [expander.expand(part, scope) for part in body]
    then = expander.sequence(form.span, parts) if parts else _unspecific(form)
    if name_of(keyword.datum) == "when":
        return core.If(form.span, condition, then, _unspecific(form))
    return core.If(form.span, condition, _unspecific(form), then)


@special("cond")
def cond(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cond (test expression ...) (test => receiver) (else expression ...))."""
    return cond_clauses(expander, form, expander.parts(form)[1:], scope, _unspecific(form))


def cond_clauses(expander: Expander, form: Syntax, clauses: list[Syntax], scope: Scope, otherwise: Node) -> Node:
    """The clauses of cond; ``otherwise`` is the value if none is taken."""
    expanded = []
    for clause in clauses:
        parts = expander.parts(clause, 1)
        if expander.is_keyword(parts[0].datum, "else", scope):
            if clause is not clauses[-1] or len(parts) == 1:
                raise expander.fail(form, "else stands in the last clause")
            otherwise = _sequence(expander, clause, parts[1:], scope)
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
        return core.If(clause.span, test, _sequence(expander, clause, parts[1:], scope), otherwise)
    if len(parts) != 3:
        raise expander.fail(clause)
    value = Variable("t")
    found = core.LocalRef(clause.span, value)
    receive = core.Call(clause.span, expander.expand(parts[2], scope), [found])
    return core.Let(clause.span, [value], [test], core.If(clause.span, found, receive, otherwise))


def _sequence(expander: Expander, form: Syntax, parts: list[Syntax], scope: Scope) -> Node:
    return expander.sequence(form.span, [expander.expand(part, scope) for part in parts])


@special("case")
def case(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case key ((datum ...) expression ...) ... (else expression ...))."""
    _, key, *clauses = expander.parts(form, 2)
    variable = Variable("key")
    found = core.LocalRef(key.span, variable)
    node: Node = _unspecific(form)
    for clause in reversed(clauses):
        data, *body = expander.parts(clause, 2)
        if clause is not clauses[-1] and expander.is_keyword(data.datum, "else", scope):
            raise expander.fail(form, "else stands in the last clause")
        if expander.is_keyword(body[0].datum, "=>", scope) and len(body) != 2:
            raise expander.fail(clause)
        if len(body) == 2 and expander.is_keyword(body[0].datum, "=>", scope):
            then: Node = core.Call(clause.span, expander.expand(body[1], scope), [found])
        else:
            then = _sequence(expander, clause, body, scope)
        if expander.is_keyword(data.datum, "else", scope):
            node = then
        else:
            choices = core.Const(data.span, [strip(part.datum) for part in expander.parts(data)])
            test = expander.call(clause.span, is_one_of, found, choices)
            node = core.If(clause.span, test, then, node)
    return core.Let(form.span, [variable], [expander.expand(key, scope)], node)


# -- local bindings and loops -------------------------------------------------------------------------------------


def binding_parts(expander: Expander, bindings: Syntax, form: Syntax) -> list[tuple[Syntax, Syntax | None]]:
    """The variables of let bindings with their values: ``(name value)``, ``(name)`` or ``name``."""
    result: list[tuple[Syntax, Syntax | None]] = []
    for binding in expander.parts(bindings):
        if is_identifier(binding.datum):
            result.append((binding, None))
        else:
            name, *value = expander.parts(binding, 1, 2)
            expander.identifier(name, form)
            result.append((name, value[0] if value else None))
    return result


def _value(expander: Expander, value: Syntax | None, scope: Scope, form: Syntax) -> Node:
    return core.Unassigned(form.span) if value is None else expander.expand(value, scope)


def let_node(form: Syntax, variables: list[Variable], values: list[Node], body: Node) -> Node:
    """A let expression, some of whose variables may be left unassigned."""
    pairs = list(zip(variables, values, strict=True))
    bare: list[tuple[Variable | None, Node]] = [(v, node) for v, node in pairs if isinstance(node, core.Unassigned)]
    if bare:
        pairs = [(v, node) for v, node in pairs if not isinstance(node, core.Unassigned)]
        body = core.Letrec(form.span, bare, body)
    return core.Let(form.span, [v for v, _ in pairs], [node for _, node in pairs], body)


@special("let")
def let(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let ((name value) ...) body ...) and (let name ((variable value) ...) body ...)."""
    _need(expander, form, 3)
    first = _second(expander, form)
    if is_identifier(first.datum):
        return _named_let(expander, form, first, scope)
    pairs = binding_parts(expander, first, form)
    values = [_value(expander, value, scope, form) for _, value in pairs]
    inner = Scope(scope)
    variables = _bind_all(expander, [name for name, _ in pairs], inner, form)
    return let_node(form, variables, values, expander.body(expander.tail(form, 2), inner, form))


def _bind_all(expander: Expander, names: list[Syntax], scope: Scope, form: Syntax) -> list[Variable]:
    for name in names:
        if name.datum in scope.bindings:
            raise expander.fail(form, f"{name_of(name.datum)} occurs twice")
        scope.bind(name.datum)
    return list(scope.bindings.values())  # type: ignore[arg-type]


def _named_let(expander: Expander, form: Syntax, name: Syntax, scope: Scope) -> Node:
    _need(expander, form, 4)
    pairs = binding_parts(expander, expander.leading(form)[0][2], form)
    values = [_value(expander, value, scope, form) for _, value in pairs]
    if any(isinstance(value, core.Unassigned) for value in values):
        raise expander.fail(form, "a variable of a loop needs a value")
    outer = Scope(scope)
    variable = outer.bind(name.datum)
    inner = Scope(outer)
    parameters = _bind_all(expander, [name for name, _ in pairs], inner, form)
    body = expander.body(expander.tail(form, 3), inner, form)
    procedure = core.Lambda(form.span, variable.name, parameters, [], None, body, itself=variable)
    call = core.Call(form.span, core.LocalRef(name.span, variable), values)
    return core.Letrec(form.span, [(variable, procedure)], call)


@special("let*")
def let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let* ((name value) ...) body ...)."""
    _need(expander, form, 3)
    steps = []
    for name, value in binding_parts(expander, _second(expander, form), form):
        node = _value(expander, value, scope, form)
        scope = Scope(scope)
        steps.append((scope.bind(name.datum), node))
    body = expander.body(expander.tail(form, 2), Scope(scope), form)
    for variable, node in reversed(steps):
        body = let_node(form, [variable], [node], body)
    return body


@special("letrec", "letrec*")
def letrec(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(letrec ((name value) ...) body ...)."""
    _need(expander, form, 3)
    pairs = binding_parts(expander, _second(expander, form), form)
    inner = Scope(scope)
    variables = _bind_all(expander, [name for name, _ in pairs], inner, form)
    bindings: list[tuple[Variable | None, Node]] = [
        (variable, expander.named(variable, _value(expander, value, inner, form)))
        for variable, (_, value) in zip(variables, pairs, strict=True)
    ]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, 2), Scope(inner), form))


@special("do")
def do(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(do ((variable init [step]) ...) (test expression ...) command ...)."""
    _, bindings, ending, *commands = expander.parts(form, 3)
    specs = [expander.parts(spec, 2, 3) for spec in expander.parts(bindings)]
    test, *result = expander.parts(ending, 1)
    values = [expander.expand(spec[1], scope) for spec in specs]
    inner = Scope(scope)
    for spec in specs:
        expander.identifier(spec[0], form)
    variables = _bind_all(expander, [spec[0] for spec in specs], inner, form)
    loop = Variable("do-loop")
    again = core.LocalRef(form.span, loop)
    steps = [expander.expand(spec[2] if len(spec) == 3 else spec[0], inner) for spec in specs]
    going_on = [expander.expand(command, inner) for command in commands]
    body = core.If(
        form.span,
        expander.expand(test, inner),
        _sequence(expander, form, result, inner) if result else _unspecific(form),
        expander.sequence(form.span, [*going_on, core.Call(form.span, again, steps)]),
    )
    procedure = core.Lambda(form.span, loop.name, variables, [], None, body, itself=loop)
    return core.Letrec(form.span, [(loop, procedure)], core.Call(form.span, again, values))


# -- syntax -------------------------------------------------------------------------------------------------------


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
    """(define-syntax name (syntax-rules ...))."""
    identifier, binding = _define_syntax(expander, form, scope)
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    scope.keywords[name_of(identifier)] = binding
    from scmpy.scheme.data import Defined

    return core.Const(form.span, Defined(name_of(identifier)))


def _define_syntax_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    identifier, binding = _define_syntax(expander, form, scope)
    scope.bindings[identifier] = binding


@special("let-syntax", "letrec-syntax")
def let_syntax(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-syntax ((name (syntax-rules ...)) ...) body ...)."""
    _need(expander, form, 3)
    inner = Scope(scope)
    for binding in expander.parts(_second(expander, form)):
        name, rules = expander.parts(binding, 2, 2)
        inner.bindings[expander.identifier(name, form)] = transformer(expander, rules, inner)
    return expander.body(expander.tail(form, 2), Scope(inner), form)


@special("declare")
def declare(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(declare ...) is for the original's compiler."""
    return _unspecific(form)


@special("the-environment")
def the_environment(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(the-environment): the session's global environment; procedures have none of their own to give."""
    expander.parts(form, 1, 1)
    if not scope.is_global:
        raise expander.fail(form, "only at top level")
    return core.Const(form.span, ENVIRONMENT)


def _internal(name: str, handler: Any) -> None:
    form = SPECIAL_FORMS[name]
    assert isinstance(form, SpecialForm)
    form.define = handler


_internal("define", _define_internally)
_internal("define-integrable", _define_internally)
_internal("begin", _begin_internally)
_internal("define-syntax", _define_syntax_internally)

__all__ = ["EMPTY", "binding_parts", "cond_clauses", "define"]
