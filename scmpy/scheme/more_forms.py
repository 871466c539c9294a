"""Special forms that expand into calls of procedures: quasiquotation, multiple values, promises, records, dynamic
binding, handlers."""

from __future__ import annotations

import operator
from typing import Any

from scmpy.scheme import core
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import EMPTY, Pair, Promise, list_of
from scmpy.scheme.expander import ANONYMOUS, Expander
from scmpy.scheme.forms import Pending, binding_parts, cond_clauses
from scmpy.scheme.primitives import conditions, control, lists, records
from scmpy.scheme.syntax import SPECIAL_FORMS, Scope, SpecialForm, Syntax, is_identifier, name_of, special, strip
from scmpy.symbolic.expression import symbol


def definition_form(name: str, define: Any) -> None:
    """A definition that expands to assignments: inside a body its variables are bound first."""
    form = SPECIAL_FORMS[name]
    assert isinstance(form, SpecialForm)
    form.define = define


# -- quasiquotation -----------------------------------------------------------------------------------------------


@special("quasiquote")
def quasiquote(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """`template with ,expression and ,@expression."""
    return _quasi(expander, expander.parts(form, 2, 2)[1], scope, 1)


def _quasi(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    datum, span = form
    if isinstance(datum, list):
        node = _quasi(expander, Syntax(list_of(datum), span), scope, level)
        if isinstance(node, core.Const):
            return core.Const(span, strip(datum))
        return expander.call(span, lists.list_to_vector, node)
    if not isinstance(datum, Pair):
        return core.Const(span, strip(datum))
    if (step := _level_change(expander, datum, scope)) is not None:
        inner = expander.parts(form, 2, 2)[1]
        if level + step == 0:
            return expander.expand(inner, scope)
        return _cons(
            expander, form, core.Const(span, strip(datum.car)), _quasi_tail(expander, form, scope, level + step)
        )
    return _quasi_list(expander, form, scope, level)


def _level_change(expander: Expander, datum: Any, scope: Scope) -> int | None:
    if isinstance(datum.cdr, Pair) and datum.cdr.cdr is EMPTY:
        if expander.is_keyword(datum.car, "unquote", scope):
            return -1
        if expander.is_keyword(datum.car, "quasiquote", scope):
            return 1
    return None


def _quasi_tail(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    return _quasi_list(expander, expander.tail(form, 1), scope, level)


def _quasi_list(expander: Expander, form: Syntax, scope: Scope, level: int) -> Node:
    """The elements of a list, gathered from its end."""
    cells: list[Pair] = []
    rest = form.datum
    while isinstance(rest, Pair) and not (cells and _level_change(expander, rest, scope) is not None):
        cells.append(rest)
        rest = rest.cdr
    node = _quasi(expander, Syntax(rest, form.span), scope, level)
    for cell in reversed(cells):
        part = Syntax(cell.car, expander.spans.get(id(cell), form.span))
        if isinstance(cell.car, Pair) and expander.is_keyword(cell.car.car, "unquote-splicing", scope) and level == 1:
            spliced = expander.expand(expander.parts(part, 2, 2)[1], scope)
            empty = isinstance(node, core.Const) and node.value is EMPTY
            node = spliced if empty else expander.call(part.span, lists.append, spliced, node)
        else:
            node = _cons(expander, part, _quasi(expander, part, scope, level), node)
    return node


def _cons(expander: Expander, form: Syntax, car: Node, cdr: Node) -> Node:
    if isinstance(car, core.Const) and isinstance(cdr, core.Const):
        return core.Const(form.span, Pair(car.value, cdr.value))
    return expander.call(form.span, Pair, car, cdr)


# -- multiple values ----------------------------------------------------------------------------------------------


@special("receive")
def receive(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(receive formals expression body ...)."""
    parts = expander.parts(form, 4)
    receiver = expander.procedure(ANONYMOUS, parts[1], expander.tail(form, 3), scope, form)
    return _with_values(expander, form, parts[2], receiver, scope)


def _with_values(expander: Expander, form: Syntax, producer: Syntax, receiver: Node, scope: Scope) -> Node:
    thunk = core.Lambda(producer.span, ANONYMOUS, [], [], None, expander.expand(producer, scope))
    return expander.call(form.span, control.call_with_values, thunk, receiver)


@special("let-values")
def let_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let-values ((formals expression) ...) body ...)."""
    return _let_values(expander, form, scope, sequential=False)


@special("let*-values")
def let_star_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let*-values ((formals expression) ...) body ...)."""
    return _let_values(expander, form, scope, sequential=True)


def _let_values(expander: Expander, form: Syntax, scope: Scope, sequential: bool) -> Node:
    parts = expander.parts(form, 3)
    layers, inner = [], Scope(scope)
    seen: set[Any] = set()
    for binding in expander.parts(parts[1]):
        formals, producer = expander.parts(binding, 2, 2)
        thunk = core.Lambda(
            producer.span, ANONYMOUS, [], [], None, expander.expand(producer, inner if sequential else scope)
        )
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


@special("define-values")
def define_values(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-values formals expression)."""
    _, formals, producer = expander.parts(form, 3, 3)
    names, rest = expander.leading(formals)
    identifiers = [part.datum for part in names] + ([rest] if rest is not EMPTY else [])
    values = _values(expander, form, expander.expand(producer, scope), (len(names), rest is not EMPTY))
    return _define_each(expander, form, scope, identifiers, values)


def _values(expander: Expander, form: Syntax, producer: Node, shape: tuple[int, bool]) -> Node:
    return expander.call(form.span, control.values_list, producer, core.Const(form.span, shape))


def _define_values_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    _, formals, producer = expander.parts(form, 3, 3)
    names, rest = expander.leading(formals)
    identifiers = [part.datum for part in names] + ([rest] if rest is not EMPTY else [])
    _bind_each(
        expander,
        form,
        scope,
        pending,
        identifiers,
        lambda: _values(expander, form, expander.expand(producer, scope), (len(names), rest is not EMPTY)),
    )


def _define_each(expander: Expander, form: Syntax, scope: Scope, identifiers: list[Any], values: Node) -> Node:
    """Global definitions of the elements of a Python list."""
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    all_values = Variable("values")
    found = core.LocalRef(form.span, all_values)
    definitions: list[Node] = []
    for index, identifier in enumerate(identifiers):
        name = name_of(expander.identifier(Syntax(identifier, form.span), form))
        scope.keywords.pop(name, None)
        definitions.append(
            core.Define(form.span, name, expander.call(form.span, operator.getitem, found, core.Const(None, index)))
        )
    return core.Let(form.span, [all_values], [values], expander.sequence(form.span, definitions or [found]))


def _bind_each(
    expander: Expander, form: Syntax, scope: Scope, pending: Pending, identifiers: list[Any], values: Any
) -> None:
    """Internal definitions of the elements of a Python list."""
    all_values = Variable("values")
    found = core.LocalRef(form.span, all_values)
    pending.append((all_values, values))
    for index, identifier in enumerate(identifiers):
        variable = scope.bind(expander.identifier(Syntax(identifier, form.span), form))
        element = expander.call(form.span, operator.getitem, found, core.Const(None, index))
        pending.append((variable, lambda element=element: element))


definition_form("define-values", _define_values_internally)


# -- promises -----------------------------------------------------------------------------------------------------


@special("delay")
def delay(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(delay expression)."""
    expander.parts(form, 2, 2)
    return expander.call(form.span, Promise, expander.thunk(form, expander.tail(form, 1), Scope(scope)))


@special("delay-force")
def delay_force(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(delay-force expression): of a promise, forced in constant space."""
    expander.parts(form, 2, 2)
    thunk = expander.thunk(form, expander.tail(form, 1), Scope(scope))
    return expander.call(form.span, Promise, thunk, core.Const(form.span, True))


@special("cons-stream")
def cons_stream(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cons-stream first rest): a pair whose rest is a promise."""
    _, first, _ = expander.parts(form, 3, 3)
    thunk = expander.thunk(form, expander.tail(form, 2), Scope(scope))
    return expander.call(form.span, Pair, expander.expand(first, scope), expander.call(form.span, Promise, thunk))


# -- records ------------------------------------------------------------------------------------------------------


def _record_definitions(expander: Expander, form: Syntax) -> list[tuple[Any, Any]]:
    """The identifiers that define-record-type defines, each with a function that makes its value's expression.

    The first is the type's; the functions take the expression that refers to it.
    """
    _, type_name, constructor, predicate, *specs = expander.parts(form, 4)
    identifier = type_name.datum.car if isinstance(type_name.datum, Pair) else type_name.datum
    if not is_identifier(identifier):
        raise expander.fail(form)
    fields = [expander.parts(spec, 1, 3) if isinstance(spec.datum, Pair) else [spec] for spec in specs]
    field_names = tuple(name_of(expander.identifier(field[0], form)) for field in fields)
    if len(set(field_names)) < len(field_names):
        raise expander.fail(form, "a field occurs twice")
    for part, what in (constructor, "constructor"), (predicate, "predicate"):
        if not (isinstance(part.datum, Pair) or is_identifier(part.datum) or isinstance(part.datum, bool)):
            raise expander.fail(form, f"expected a {what} or #f")

    def value(make: Any, *constants: Any) -> Any:
        return lambda *type_: expander.call(form.span, make, *type_, *(core.Const(form.span, c) for c in constants))

    definitions = [(identifier, value(records.record_type, name_of(identifier), field_names))]
    if isinstance(constructor.datum, Pair):
        made, *arguments = expander.parts(constructor, 1)
        wanted = tuple(name_of(expander.identifier(argument, form)) for argument in arguments)
        if not set(wanted) <= set(field_names) or len(set(wanted)) < len(wanted):
            raise expander.fail(form, "the constructor names an unknown field, or one twice")
        name = name_of(expander.identifier(made, form))
        definitions.append((made.datum, value(records.constructor, wanted, name)))
    elif constructor.datum is True:
        name = f"make-{name_of(identifier).strip('<>')}"
        definitions.append((symbol(name), value(records.constructor, field_names, name)))
    elif is_identifier(constructor.datum):
        definitions.append((constructor.datum, value(records.constructor, field_names, name_of(constructor.datum))))
    if predicate.datum is True:
        definitions.append((symbol(f"{name_of(identifier).strip('<>')}?"), value(records.predicate)))
    elif is_identifier(predicate.datum):
        definitions.append((predicate.datum, value(records.predicate)))
    for index, (_, *procedures) in enumerate(fields):
        for make, part in zip((records.accessor, records.modifier), procedures, strict=False):
            definitions.append((expander.identifier(part, form), value(make, index, name_of(part.datum))))
    return definitions


@special("define-record-type")
def define_record_type(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(define-record-type name (constructor field ...) predicate (field accessor [modifier]) ...)."""
    return define_record(expander, form, scope, _record_definitions(expander, form))


Definitions = list[tuple[Any, Any]]


def define_record(expander: Expander, form: Syntax, scope: Scope, definitions: Definitions) -> Node:
    """Global definitions of a record type and of the procedures made from it."""
    if not scope.is_global:
        raise expander.fail(form, "a definition stands at top level or in a body")
    names = [(name_of(identifier), value) for identifier, value in definitions]
    for name, _ in names:
        scope.keywords.pop(name, None)
    (type_name, type_value), *others = names
    type_ = core.GlobalRef(form.span, type_name)
    first = core.Define(form.span, type_name, type_value())
    return core.Seq(form.span, [first, *(core.Define(form.span, name, value(type_)) for name, value in others)])


def _define_record_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    bind_record(form, scope, pending, _record_definitions(expander, form))


def bind_record(form: Syntax, scope: Scope, pending: Pending, definitions: Definitions) -> None:
    """Internal definitions of a record type and of the procedures made from it."""
    (identifier, type_value), *others = definitions
    type_ = core.LocalRef(form.span, scope.bind(identifier))
    pending.append((type_.variable, type_value))
    pending.extend((scope.bind(name), lambda value=value: value(type_)) for name, value in others)


definition_form("define-record-type", _define_record_internally)


# -- dynamic state and handlers -----------------------------------------------------------------------------------


@special("fluid-let")
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
    """Makes the expression that exchanges the values of a variable and a local one."""

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


@special("and-let*")
def and_let_star(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(and-let* (clause ...) body ...): a clause is (name value), (test) or a variable; #f once one of them is #f."""
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


@special("parameterize")
def parameterize(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(parameterize ((parameter value) ...) body ...)."""
    parts = expander.parts(form, 3)
    operands: list[Node] = [expander.thunk(form, expander.tail(form, 2), Scope(scope))]
    for binding in expander.parts(parts[1]):
        operands += [expander.expand(part, scope) for part in expander.parts(binding, 2, 2)]
    return expander.call(form.span, control.with_parameters, *operands)


@special("case-lambda")
def case_lambda(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(case-lambda (formals body ...) ...)."""
    clauses: list[Node] = []
    for clause in expander.parts(form)[1:]:
        parts = expander.parts(clause, 2)
        clauses.append(expander.procedure(ANONYMOUS, parts[0], expander.tail(clause, 1), scope, clause))
    return expander.call(form.span, control.case_procedure, *clauses)


@special("guard")
def guard(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(guard (condition clause ...) body ...): clauses as in cond; if none is taken the condition goes on."""
    parts = expander.parts(form, 3)
    name, *clauses = expander.parts(parts[1], 1)
    inner = Scope(scope)
    variable = inner.bind(expander.identifier(name, form))
    again = expander.call(form.span, conditions.raise_again, core.LocalRef(form.span, variable))
    handler = core.Lambda(
        form.span, ANONYMOUS, [variable], [], None, cond_clauses(expander, form, clauses, inner, again)
    )
    body = expander.thunk(form, expander.tail(form, 2), Scope(scope))
    return expander.call(form.span, conditions.guarded, body, handler)
