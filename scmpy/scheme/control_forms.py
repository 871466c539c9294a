"""Special forms of control: promises, dynamic state, handlers of conditions."""

from __future__ import annotations

from typing import Any

from scmpy.scheme import core
from scmpy.scheme.binding_forms import binding_parts
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Pair, Promise
from scmpy.scheme.expander import ANONYMOUS, Expander, special
from scmpy.scheme.forms import cond_clauses
from scmpy.scheme.primitives import backtracking, conditions, control
from scmpy.scheme.syntax import Scope, Syntax


@special("delay")
def delay(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(delay expression).

    Source:  R7RS 4.2.5
    """
    expander.parts(form, 2, 2)
    return expander.call(form.span, Promise, expander.thunk(form, expander.tail(form, 1), Scope(scope)))


@special("delay-force")
def delay_force(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(delay-force expression): of a promise, forced in constant space.

    Source:  R7RS 4.2.5
    """
    expander.parts(form, 2, 2)
    thunk = expander.thunk(form, expander.tail(form, 1), Scope(scope))
    return expander.call(form.span, Promise, thunk, core.Const(form.span, True))


@special("cons-stream")
def cons_stream(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cons-stream first rest): a pair whose rest is a promise.

    Source:  MIT/GNU Scheme Reference, Miscellaneous Datatypes
    """
    _, first, _ = expander.parts(form, 3, 3)
    thunk = expander.thunk(form, expander.tail(form, 2), Scope(scope))
    return expander.call(form.span, Pair, expander.expand(first, scope), expander.call(form.span, Promise, thunk))


@special("amb")
def amb(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(amb alternative ...): the first alternative, and the next ones if what follows fails."""
    _, *alternatives = expander.parts(form, 1)
    thunks = [core.Lambda(part.span, ANONYMOUS, [], [], None, expander.expand(part, scope)) for part in alternatives]
    return expander.call(form.span, backtracking.chosen, *thunks)


# -- dynamic state and handlers ----------------------------------------------------------------------------------------


@special("fluid-let")
def fluid_let(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(fluid-let ((name value) ...) body ...): assignments undone when the body is left.

    Source:  MIT/GNU Scheme Reference, Special Forms
    """
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


@special("parameterize")
def parameterize(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(parameterize ((parameter value) ...) body ...).

    Source:  R7RS 4.2.6
    """
    parts = expander.parts(form, 3)
    operands: list[Node] = [expander.thunk(form, expander.tail(form, 2), Scope(scope))]
    for binding in expander.parts(parts[1]):
        operands += [expander.expand(part, scope) for part in expander.parts(binding, 2, 2)]
    return expander.call(form.span, control.with_parameters, *operands)


@special("guard")
def guard(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(guard (condition clause ...) body ...): clauses as in cond; if none is taken the condition goes on.

    Source:  R7RS 4.2.7
    """
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
