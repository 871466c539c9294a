"""The special forms of the language proper: definition, assignment, procedures, conditionals."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from scmpy.scheme import ast as core
from scmpy.scheme.ast import Node, Scope, Syntax, Variable, is_identifier, name_of, strip
from scmpy.scheme.data import EMPTY, ENVIRONMENT, Pair, Promise, is_one_of, list_of
from scmpy.scheme.expander import ANONYMOUS, Definitions, Expander, Pending, defining, in_body, special
from scmpy.scheme.primitives import containers, control, lists
from scmpy.scheme.primitives.declare import PRIMITIVES
from scmpy.scheme.printer import circular_parts


def unspecific(form: Syntax) -> Node:
    return core.Const(form.span, None)


# -- definitions and assignment ----------------------------------------------------------------------------------------


def _definition(expander: Expander, form: Syntax) -> tuple[Any, Any]:
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
    return core.Lambda(form.span, name, required, optional, rest, value, program=form.datum)


@special("define", "define-integrable", source="R7RS 5.3")
def define(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define name value), (define (name . formals) body ...), (define ((name a) b) body ...)."""
    expander.demand_top_level(form, scope)
    identifier, expand = _definition(expander, form)
    name = name_of(identifier)
    scope.keywords.pop(name, None)
    value = expand(scope)
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


@special("set!", source="R7RS 4.1.6")
def assign(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(set! name value)."""
    parts = expander.parts(form, 2, 3)
    binding = scope.lookup(expander.identifier(parts[1], form))
    value = expander.expand(parts[2], scope) if len(parts) == 3 else unspecific(form)
    if isinstance(binding, Variable):
        binding.assigned = True
        return core.SetLocal(form.span, binding, value)
    if isinstance(binding, str):
        return core.SetGlobal(form.span, binding, value)
    raise expander.fail(form, "a syntactic keyword cannot be assigned")


@special("begin", source="R7RS 4.2.3")
def begin(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(begin form ...)."""
    return sequence_of(expander, form, expander.parts(form)[1:], scope)


@in_body("begin")
def _begin_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    expander.scan(expander.parts(form)[1:], scope, pending)


# -- constants and procedures ------------------------------------------------------------------------------------------


@special("quote", source="R7RS 4.1.2")
def quote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(quote datum)."""
    return core.Const(form.span, strip(expander.parts(form, 2, 2)[1].datum))


@special("lambda", source="R7RS 4.1.4")
def lambda_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(lambda formals body ...)."""
    return expander.procedure(ANONYMOUS, expander.parts(form, 3)[1], expander.tail(form, 2), scope, form)


@special("named-lambda", source="MIT Special Forms")
def named_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(named-lambda (name . formals) body ...)."""
    target = expander.parts(form, 3)[1]
    if not isinstance(target.datum, Pair) or not is_identifier(target.datum.car):
        raise expander.fail(form)
    name = name_of(target.datum.car)
    return expander.procedure(name, expander.tail(target, 1), expander.tail(form, 2), scope, form)


@special("case-lambda", source="R7RS 4.2.9")
def case_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case-lambda (formals body ...) ...)."""
    clauses: list[Node] = []
    for clause in expander.parts(form)[1:]:
        parts = expander.parts(clause, 2, whole=form)
        clauses.append(expander.procedure(ANONYMOUS, parts[0], expander.tail(clause, 1), scope, clause))
    return expander.call(form.span, control.case_procedure, *clauses)


@special("declare")
def declare(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(declare ...) is for the original's compiler."""
    return unspecific(form)


@special("local-declare")
def local_declare(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(local-declare (declaration ...) expression ...): the expressions."""
    return sequence_of(expander, form, expander.parts(form, 3)[2:], scope)


@special("the-environment", source="MIT Environments")
def the_environment(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(the-environment): the session's global environment; procedures have none of their own to give."""
    expander.parts(form, 1, 1)
    if not scope.is_global:
        raise expander.fail(form, "only at top level")
    return core.Const(form.span, ENVIRONMENT)


# -- conditionals ------------------------------------------------------------------------------------------------------


@special("if", source="R7RS 4.1.5")
def if_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(if test then [else])."""
    _, test, then, *otherwise = expander.parts(form, 3, 4)
    return core.If(
        form.span,
        expander.expand(test, scope),
        expander.expand(then, scope),
        expander.expand(otherwise[0], scope) if otherwise else unspecific(form),
    )


@special("and", "or", source="R7RS 4.2.1")
def connective(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and test ...), (or test ...)."""
    parts = [expander.expand(part, scope) for part in expander.parts(form)[1:]]
    make, alone = (core.And, True) if expander.keyword(form, scope) == "and" else (core.Or, False)
    return make(form.span, parts) if parts else core.Const(form.span, alone)


@special("when", "unless", source="R7RS 4.2.1")
def when(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(when test expression ...), (unless test expression ...)."""
    _, test, *body = expander.parts(form, 2)
    condition = expander.expand(test, scope)
    then = sequence_of(expander, form, body, scope)
    if expander.keyword(form, scope) == "when":
        return core.If(form.span, condition, then, unspecific(form))
    return core.If(form.span, condition, unspecific(form), then)


@special("cond", source="R7RS 4.2.1")
def cond(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cond (test expression ...) (test => receiver) (else expression ...))."""
    return cond_clauses(expander, form, expander.parts(form)[1:], scope, unspecific(form))


def cond_clauses(expander: Expander, form: Syntax, clauses: list[Syntax], scope: Scope, otherwise: Node) -> Node:
    expanded = []
    for clause in clauses:
        parts = expander.parts(clause, 1, whole=form)
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
    """Expressions one after the other; the unspecific value where there are none."""
    nodes = [expander.expand(part, scope) for part in parts]
    return expander.sequence(form.span, nodes) if nodes else unspecific(form)


@special("case", source="R7RS 4.2.1")
def case(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case key ((datum ...) expression ...) ... (else expression ...))."""
    _, key, *clauses = expander.parts(form, 2)
    variable = Variable("key")
    found = core.LocalRef(key.span, variable)
    node: Node = unspecific(form)
    for clause in reversed(clauses):
        data, *body = expander.parts(clause, 2, whole=form)
        is_last_resort = expander.is_keyword(data.datum, "else", scope)
        if is_last_resort and clause is not clauses[-1]:
            raise expander.fail(form, "else stands in the last clause")
        if not expander.is_keyword(body[0].datum, "=>", scope):
            then = sequence_of(expander, clause, body, scope)
        elif len(body) == 2:
            then = core.Call(clause.span, expander.expand(body[1], scope), [found])
        else:
            raise expander.fail(clause)
        if is_last_resort:
            node = then
        else:
            choices = core.Const(data.span, [strip(part.datum) for part in expander.parts(data, whole=form)])
            test = expander.call(clause.span, is_one_of, found, choices)
            node = core.If(clause.span, test, then, node)
    return core.Let(form.span, [variable], [expander.expand(key, scope)], node)


# --- binding forms ---------------------------------------------------------------------------------------------------


def binding_parts(expander: Expander, bindings: Syntax, form: Syntax) -> list[tuple[Syntax, Syntax | None]]:
    """The variables of let bindings with their values: ``(name value)``, ``(name)`` or ``name``."""
    result: list[tuple[Syntax, Syntax | None]] = []
    for binding in expander.parts(bindings, whole=form):
        if is_identifier(binding.datum):
            result.append((binding, None))
        else:
            name, *value = expander.parts(binding, 1, 2, whole=form)
            expander.identifier(name, form)
            result.append((name, value[0] if value else None))
    return result


def _value(expander: Expander, value: Syntax | None, scope: Scope, form: Syntax) -> Node:
    return core.Unassigned(form.span) if value is None else expander.expand(value, scope)


def let_node(form: Syntax, variables: list[Variable], values: list[Node], body: Node) -> Node:
    pairs = list(zip(variables, values, strict=True))
    bare: list[tuple[Variable | None, Node]] = [(v, node) for v, node in pairs if isinstance(node, core.Unassigned)]
    if bare:
        pairs = [(v, node) for v, node in pairs if not isinstance(node, core.Unassigned)]
        body = core.Letrec(form.span, bare, body)
    return core.Let(form.span, [v for v, _ in pairs], [node for _, node in pairs], body)


@special("let", source="R7RS 4.2.2")
def let(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let ((name value) ...) body ...) and (let name ((variable value) ...) body ...)."""
    first = expander.parts(form, 3)[1]
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
    expander.parts(form, 4)
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


@special("let*", source="R7RS 4.2.2")
def let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let* ((name value) ...) body ...)."""
    steps, scope = [], Scope(scope)
    for name, value in binding_parts(expander, expander.parts(form, 3)[1], form):
        node = _value(expander, value, scope, form)
        steps.append((scope.bind(name.datum), node))
    body = expander.body(expander.tail(form, 2), Scope(scope), form)
    for variable, node in reversed(steps):
        body = let_node(form, [variable], [node], body)
    return body


@special("letrec", "letrec*", source="R7RS 4.2.2")
def letrec(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(letrec ((name value) ...) body ...)."""
    pairs = binding_parts(expander, expander.parts(form, 3)[1], form)
    inner = Scope(scope)
    variables = _bind_all(expander, [name for name, _ in pairs], inner, form)
    bindings: list[tuple[Variable | None, Node]] = [
        (variable, expander.named(variable, _value(expander, value, inner, form)))
        for variable, (_, value) in zip(variables, pairs, strict=True)
    ]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, 2), Scope(inner), form))


@special("and-let*", source="SRFI 2")
def and_let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and-let* (clause ...) body ...): a clause is (name value), (test) or a variable; #f once one of them is #f."""
    steps: list[tuple[Variable | None, Node]] = []
    for clause in expander.parts(expander.parts(form, 2)[1]):
        *names, value = [clause] if is_identifier(clause.datum) else expander.parts(clause, 1, 2, whole=form)
        node = expander.expand(value, scope)
        scope = Scope(scope) if names else scope
        steps.append((scope.bind(expander.identifier(names[0], form)) if names else None, node))
    body = expander.tail(form, 2)
    result: Node | None = expander.body(body, Scope(scope), form) if isinstance(body.datum, Pair) else None
    for variable, node in reversed(steps):
        decided = node if variable is None else core.LocalRef(form.span, variable)
        whole = decided if result is None else core.And(form.span, [decided, result])
        result = whole if variable is None else core.Let(form.span, [variable], [node], whole)
    return result or core.Const(form.span, True)


@special("do", source="R7RS 4.2.4")
def do(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(do ((variable init [step]) ...) (test expression ...) command ...)."""
    _, bindings, ending, *commands = expander.parts(form, 3)
    specs = [expander.parts(spec, 2, 3, whole=form) for spec in expander.parts(bindings, whole=form)]
    test, *result = expander.parts(ending, 1, whole=form)
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
        sequence_of(expander, form, result, inner),
        expander.sequence(form.span, [*going_on, core.Call(form.span, again, steps)]),
    )
    procedure = core.Lambda(form.span, loop.name, variables, [], None, body, itself=loop)
    return core.Letrec(form.span, [(loop, procedure)], core.Call(form.span, again, values))


# --- control forms ---------------------------------------------------------------------------------------------------


@special("delay", "delay-force", source="R7RS 4.2.5")
def delay(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(delay expression); (delay-force expression): of a promise, forced in constant space."""
    expander.parts(form, 2, 2)
    chained = [core.Const(form.span, True)] if expander.keyword(form, scope) == "delay-force" else []
    return expander.call(form.span, Promise, expander.thunk(form, expander.tail(form, 1), Scope(scope)), *chained)


@special("cons-stream", source="MIT Miscellaneous Datatypes")
def cons_stream(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cons-stream first rest): a pair whose rest is a promise."""
    _, first, _ = expander.parts(form, 3, 3)
    thunk = expander.thunk(form, expander.tail(form, 2), Scope(scope))
    return expander.call(form.span, Pair, expander.expand(first, scope), expander.call(form.span, Promise, thunk))


@special("begin0", source="MIT Special Forms")
def begin0(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(begin0 expression ...): the value of the first, before the others are evaluated."""
    value = Variable("first")
    first, *more = [expander.expand(part, scope) for part in expander.parts(form, 2)[1:]]
    return core.Let(form.span, [value], [first], expander.sequence(form.span, [*more, core.LocalRef(form.span, value)]))


@special("bundle", source="MIT Miscellaneous Datatypes")
def bundle(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(bundle predicate name ...): the procedures of these names, as one that is applied to a name and operands."""
    _, *parts = expander.parts(form, 2)
    test, *procedures = [expander.expand(part, scope) for part in parts]
    names = core.Const(form.span, [strip(part.datum) for part in parts[1:]])
    return expander.call(form.span, containers.bundled, names, test, *procedures)


@special("assert", source="MIT Miscellaneous Datatypes")
def assert_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(assert expression caller ...): an error that shows the expression, where its value is #f."""
    _, test, *callers = expander.parts(form, 2)
    shown = [core.Const(form.span, "Assertion failed:"), core.Const(test.span, strip(test.datum))]
    told = [expander.expand(caller, scope) for caller in callers]
    failure = expander.call(form.span, control.error, *shown, *told)
    return core.If(form.span, expander.expand(test, scope), unspecific(form), failure)


@special("fluid-let", source="MIT Special Forms")
def fluid_let(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(fluid-let ((name value) ...) body ...): assignments undone when the body is left."""
    parts = expander.parts(form, 3)
    variables, values, swaps = [], [], []
    places: list[Variable | str] = []
    for name, value in binding_parts(expander, parts[1], form):
        variable = Variable("new")
        variable.assigned = True
        place = scope.lookup(name.datum)
        if not isinstance(place, (Variable, str)) or value is None or place in places:
            raise expander.fail(form)
        places.append(place)
        variables.append(variable)
        values.append(expander.expand(value, scope))
        swaps.append(_swap(form, place, variable))
    body = expander.thunk(form, expander.tail(form, 2), Scope(scope))

    def swap() -> Node:
        parts = [make() for make in swaps] or [core.Const(form.span, None)]
        return core.Lambda(form.span, ANONYMOUS, [], [], None, expander.sequence(form.span, parts))

    wind = expander.call(form.span, control.dynamic_wind, swap(), body, swap())
    return core.Let(form.span, list(variables), values, wind)


def _swap(form: Syntax, place: Variable | str, new: Variable) -> Any:
    def make() -> Node:
        kept = Variable("kept")
        now: Node
        put: Node
        if isinstance(place, Variable):
            place.assigned = True
            now = core.LocalRef(form.span, place)
            put = core.SetLocal(form.span, place, core.LocalRef(form.span, new))
        else:
            now = core.GlobalRef(form.span, place)
            put = core.SetGlobal(form.span, place, core.LocalRef(form.span, new))
        keep = core.SetLocal(form.span, new, core.LocalRef(form.span, kept))
        return core.Let(form.span, [kept], [now], core.Seq(form.span, [put, keep]))

    return make


@special("parameterize", source="R7RS 4.2.6")
def parameterize(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(parameterize ((parameter value) ...) body ...)."""
    parts = expander.parts(form, 3)
    operands: list[Node] = [expander.thunk(form, expander.tail(form, 2), Scope(scope))]
    for binding in expander.parts(parts[1], whole=form):
        operands += [expander.expand(part, scope) for part in expander.parts(binding, 2, 2, whole=form)]
    return expander.call(form.span, control.with_parameters, *operands)


@special("guard", source="R7RS 4.2.7")
def guard(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(guard (condition clause ...) body ...): clauses as in cond; if none is taken the condition goes on."""
    parts = expander.parts(form, 3)
    name, *clauses = expander.parts(parts[1], 1, whole=form)
    inner = Scope(scope)
    variable = inner.bind(expander.identifier(name, form))
    again = expander.call(form.span, control.raise_, core.LocalRef(form.span, variable))
    handler = core.Lambda(
        form.span, ANONYMOUS, [variable], [], None, cond_clauses(expander, form, clauses, inner, again)
    )
    body = expander.thunk(form, expander.tail(form, 2), Scope(scope))
    tests = [expander.parts(clause, 1)[0] for clause in clauses]
    if tests and expander.is_keyword(tests[-1].datum, "else", scope):
        return expander.call(form.span, control.guarded, body, handler)
    inner = Scope(scope)
    variable = inner.bind(name.datum)
    is_one_true = core.Or(form.span, [*(expander.expand(test, inner) for test in tests), core.Const(form.span, False)])
    takes = core.Lambda(form.span, ANONYMOUS, [variable], [], None, is_one_true)
    return expander.call(form.span, control.guarded, body, handler, takes)


@special("receive", source="SRFI 8")
def receive(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(receive formals expression body ...)."""
    _, formals, producer, *_ = expander.parts(form, 4)
    receiver = expander.procedure(ANONYMOUS, formals, expander.tail(form, 3), scope, form)
    return expander.call(form.span, control.call_with_values, _delayed(expander, producer, scope), receiver)


def _delayed(expander: Expander, producer: Syntax, scope: Scope) -> Node:
    return core.Lambda(producer.span, ANONYMOUS, [], [], None, expander.expand(producer, scope))


@special("let-values", "let*-values", source="R7RS 4.2.2")
def let_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-values ((formals expression) ...) body ...), (let*-values ((formals expression) ...) body ...)."""
    bindings = expander.parts(form, 3)[1]
    sequential = expander.keyword(form, scope) == "let*-values"
    layers, inner = [], Scope(scope)
    seen: set[Any] = set()
    for binding in expander.parts(bindings, whole=form):
        formals, producer = expander.parts(binding, 2, 2, whole=form)
        thunk = _delayed(expander, producer, inner if sequential else scope)
        inner = Scope(inner)
        layers.append((thunk, expander.formals(formals, inner, form)))
        for identifier in () if sequential else inner.bindings:
            if identifier in seen:
                raise expander.fail(form, f"{name_of(identifier)} occurs twice")
            seen.add(identifier)
    node = expander.body(expander.tail(form, 2), Scope(inner), form)
    for thunk, formals_ in reversed(layers):
        receiver = core.Lambda(form.span, ANONYMOUS, *formals_, node)
        node = expander.call(form.span, control.call_with_values, thunk, receiver)
    return node


@defining("define-values", source="R7RS 5.3")
def define_values(expander: Expander, form: Syntax, scope: Scope) -> Definitions:
    """(define-values formals expression)."""
    _, formals, producer = expander.parts(form, 3, 3)
    names, rest = expander.leading(formals)
    identifiers = [part.datum for part in names] + ([] if rest is EMPTY else [rest])
    shape = core.Const(form.span, (len(names), rest is not EMPTY))

    def values(_: Scope) -> Node:
        return expander.call(form.span, control.values_list, expander.expand(producer, scope), shape)

    def element(index: int) -> Callable[[Node], Node]:
        return lambda found: expander.call(form.span, operator.getitem, found, core.Const(None, index))

    named = [expander.identifier(Syntax(identifier, form.span), form) for identifier in identifiers]
    return Definitions("values", values, [(name, element(index)) for index, name in enumerate(named)])


# --- quasiquote ------------------------------------------------------------------------------------------------------


@special("quasiquote", source="R7RS 4.2.8")
def quasiquote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """`template with ,expression and ,@expression."""
    if circular_parts(form.datum):
        raise expander.fail(form, "code must not be circular")
    return _quasi(expander, expander.parts(form, 2, 2)[1], scope, 1)


def _quasi(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    datum, span = form
    if isinstance(datum, list):
        node = _quasi(expander, Syntax(list_of(datum), span), scope, level)
        if isinstance(node, core.Const):
            return core.Const(span, strip(datum))
        return expander.call(span, PRIMITIVES["list->vector"], node)
    if not isinstance(datum, Pair):
        return core.Const(span, strip(datum))
    if (step := _level_change(expander, datum, scope)) is not None:
        inner = expander.parts(form, 2, 2)[1]
        if level + step == 0 and expander.is_keyword(datum.car, "unquote-splicing", scope):
            raise expander.fail(form, "a list is spliced into a list")
        if level + step == 0:
            return expander.expand(inner, scope)
        return _cons(
            expander,
            form,
            core.Const(span, strip(datum.car)),
            _quasi_list(expander, expander.tail(form, 1), scope, level + step),
        )
    return _quasi_list(expander, form, scope, level)


def _level_change(expander: Expander, datum: Any, scope: Scope) -> int | None:
    if isinstance(datum.cdr, Pair) and datum.cdr.cdr is EMPTY:
        if any(expander.is_keyword(datum.car, name, scope) for name in ("unquote", "unquote-splicing")):
            return -1
        if expander.is_keyword(datum.car, "quasiquote", scope):
            return 1
    return None


def _quasi_list(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    cells: list[Pair] = []
    rest = form.datum
    while isinstance(rest, Pair) and not (cells and _level_change(expander, rest, scope) is not None):
        cells.append(rest)
        rest = rest.cdr
    node = _quasi(expander, Syntax(rest, form.span), scope, level)
    for cell in reversed(cells):
        part = Syntax(cell.car, expander.spans.get(id(cell), form.span))
        if isinstance(cell.car, Pair) and expander.is_keyword(cell.car.car, "unquote-splicing", scope) and level == 1:
            spliced = expander.expand(expander.parts(part, 2, 2, whole=form)[1], scope)
            empty = isinstance(node, core.Const) and node.value is EMPTY
            node = expander.call(part.span, lists.append, spliced, *([] if empty else [node]))
        else:
            node = _cons(expander, part, _quasi(expander, part, scope, level), node)
    return node


def _cons(expander: Expander, form: Syntax, car: Node, cdr: Node) -> Node:
    if isinstance(car, core.Const) and isinstance(cdr, core.Const):
        return core.Const(form.span, Pair(car.value, cdr.value))
    return expander.call(form.span, Pair, car, cdr)
