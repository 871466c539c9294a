"""Special forms that bind local variables, and loops: let, let*, letrec, and-let*, named let, do."""

from __future__ import annotations

from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Pair
from scmpy.scheme.expander import Expander, special
from scmpy.scheme.forms import sequence_of, unspecific
from scmpy.scheme.syntax import Scope, Syntax, is_identifier, name_of


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
    """(let ((name value) ...) body ...) and (let name ((variable value) ...) body ...).

    Source:  R7RS 4.2.2
    """
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


@special("let*")
def let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let* ((name value) ...) body ...).

    Source:  R7RS 4.2.2
    """
    steps = []
    for name, value in binding_parts(expander, expander.parts(form, 3)[1], form):
        node = _value(expander, value, scope, form)
        scope = Scope(scope)
        steps.append((scope.bind(name.datum), node))
    body = expander.body(expander.tail(form, 2), Scope(scope), form)
    for variable, node in reversed(steps):
        body = let_node(form, [variable], [node], body)
    return body


@special("letrec", "letrec*")
def letrec(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(letrec ((name value) ...) body ...).

    Source:  R7RS 4.2.2
    """
    pairs = binding_parts(expander, expander.parts(form, 3)[1], form)
    inner = Scope(scope)
    variables = _bind_all(expander, [name for name, _ in pairs], inner, form)
    bindings: list[tuple[Variable | None, Node]] = [
        (variable, expander.named(variable, _value(expander, value, inner, form)))
        for variable, (_, value) in zip(variables, pairs, strict=True)
    ]
    return core.Letrec(form.span, bindings, expander.body(expander.tail(form, 2), Scope(inner), form))


@special("and-let*")
def and_let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and-let* (clause ...) body ...): a clause is (name value), (test) or a variable; #f once one of them is #f.

    Source:  SRFI 2
    """
    steps: list[tuple[Variable | None, Node]] = []
    for clause in expander.parts(expander.parts(form, 2)[1]):
        *names, value = [clause] if is_identifier(clause.datum) else expander.parts(clause, 1, 2)
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


@special("do")
def do(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(do ((variable init [step]) ...) (test expression ...) command ...).

    Source:  R7RS 4.2.4
    """
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
        sequence_of(expander, form, result, inner) if result else unspecific(form),
        expander.sequence(form.span, [*going_on, core.Call(form.span, again, steps)]),
    )
    procedure = core.Lambda(form.span, loop.name, variables, [], None, body, itself=loop)
    return core.Letrec(form.span, [(loop, procedure)], core.Call(form.span, again, values))
