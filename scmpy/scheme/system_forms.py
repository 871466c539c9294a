"""Special forms of MIT Scheme and of scmutils beside the language proper: environments, let&, libraries."""

from __future__ import annotations

from typing import Any

from scmpy.errors import SyntaxError_
from scmpy.scheme import core
from scmpy.scheme.binding_forms import let_node
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.data import Pair, list_of
from scmpy.scheme.expander import Expander, Pending, in_body, special
from scmpy.scheme.primitives import environments
from scmpy.scheme.primitives.base import primitive
from scmpy.scheme.printer import write_text
from scmpy.scheme.syntax import Scope, Syntax, is_identifier, name_of, strip
from scmpy.structure.selection import ref
from scmpy.symbolic.expression import symbol

#: What cond-expand finds true.
FEATURES = frozenset({"r7rs", "scmpy", "mit", "scheme", "full-unicode", "ratios", "exact-closed", "swank", "else"})


@primitive("features")
def features() -> Any:
    """The list of what cond-expand finds true.

    Source:  R7RS 6.14
    """
    return list_of([symbol(name) for name in sorted(FEATURES - {"else"})])


@special("access")
def access(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(access name environment): the value of a variable of an environment."""
    _, name, environment = expander.parts(form, 3, 3)
    quoted = core.Const(name.span, symbol(name_of(expander.identifier(name, form))))
    lookup = environments.environment_lookup
    return expander.call(form.span, lookup, expander.expand(environment, scope), quoted)


# -- parts of tuples ----------------------------------------------------------------------------------------------


@special("let&")
def let_parts(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(let& (((t (x y) v) state) (name value)) body ...): let that takes tuples apart; _ is not used."""
    bindings = expander.parts(expander.parts(form, 3)[1])
    inner = Scope(scope)
    wholes: list[Variable] = []
    values: list[Node] = []
    parts: list[tuple[Variable, Node]] = []
    for binding in bindings:
        target, value = expander.parts(binding, 2, 2)
        values.append(expander.expand(value, scope))
        wholes.append(Variable("whole"))
        _take_apart(expander, target, core.LocalRef(target.span, wholes[-1]), inner, form, parts)
    body = let_node(
        form,
        [variable for variable, _ in parts],
        [node for _, node in parts],
        expander.body(expander.tail(form, 2), Scope(inner), form),
    )
    return core.Let(form.span, wholes, values, body)


def _take_apart(
    expander: Expander, target: Syntax, value: Node, scope: Scope, form: Syntax, parts: list[tuple[Variable, Node]]
) -> None:
    if isinstance(target.datum, Pair):
        for place, part in enumerate(expander.parts(target)):
            _take_apart(
                expander,
                part,
                expander.call(part.span, ref, value, core.Const(part.span, place)),
                scope,
                form,
                parts,
            )
    elif name_of(identifier := expander.identifier(target, form)) != "_":
        if identifier in scope.bindings:
            raise expander.fail(form, f"{name_of(identifier)} occurs twice")
        parts.append((scope.bind(identifier), value))


# -- libraries and features ---------------------------------------------------------------------------------------


@special("import")
def import_(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(import (scheme base) ...): everything there is is there already.

    Source:  R7RS 5.2
    """
    for part in expander.parts(form, 2)[1:]:
        expander.parts(part, 1)
    return core.Const(form.span, None)


@special("define-library", "include", "include-ci", "in-package")
def unsupported(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """Not supported: a session is one program, whose files are read with (load "file").

    Source:  R7RS 5.6
    """
    raise expander.fail(form, 'not supported: a session is one program; (load "file") evaluates a file in it')


@special("cond-expand")
def cond_expand(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(cond-expand (feature form ...) ... (else form ...)): the forms of the first clause whose feature is there.

    Source:  R7RS 4.2.1
    """
    parts = [expander.expand(part, scope) for part in _chosen(expander, form)]
    return expander.sequence(form.span, parts) if parts else core.Const(form.span, None)


def _chosen(expander: Expander, form: Syntax) -> list[Syntax]:
    for clause in expander.parts(form)[1:]:
        feature, *forms = expander.parts(clause, 1)
        if _has(expander, feature, form):
            return forms
    return []


def _has(expander: Expander, feature: Syntax, form: Syntax) -> bool:
    if is_identifier(feature.datum):
        return name_of(feature.datum) in FEATURES
    head, *operands = expander.parts(feature, 1)
    match name_of(expander.identifier(head, form)):
        case "and":
            return all(_has(expander, part, form) for part in operands)
        case "or":
            return any(_has(expander, part, form) for part in operands)
        case "not" if len(operands) == 1:
            return not _has(expander, operands[0], form)
        case "library" if len(operands) == 1:
            return isinstance(operands[0].datum, Pair) and strip(operands[0].datum.car) is symbol("scheme")
    raise expander.fail(form)


@in_body("cond-expand")
def _cond_expand_internally(expander: Expander, form: Syntax, scope: Scope, pending: Pending) -> None:
    expander.scan(_chosen(expander, form), scope, pending)


@special("syntax-error")
def syntax_error(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(syntax-error message datum ...): what a macro says of its wrong use.

    Source:  R7RS 4.3.3
    """
    _, message, *data = expander.parts(form, 2)
    if not isinstance(message.datum, str):
        raise expander.fail(form)
    text = " ".join([message.datum, *(write_text(strip(part.datum)) for part in data)])
    raise SyntaxError_(text, location=expander.location(form.span))
