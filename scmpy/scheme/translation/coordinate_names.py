"""``define-coordinates`` and ``let-coordinates`` as Python unpacks coordinates.

Of the three families (coordinate functions, vector fields, one-forms) those are written that the program uses.
"""

from __future__ import annotations

from typing import Any

from scmpy.geometry.coordinates import coordinate_bindings, installed_bindings
from scmpy.scheme import core
from scmpy.scheme.coordinate_forms import coordinate_names, saving_bindings
from scmpy.scheme.core import Node, Variable
from scmpy.scheme.translation import python
from scmpy.scheme.translation.expressions import Expressions
from scmpy.scheme.translation.python import Code

FAMILIES = ("coordinates", "vector_basis", "form_basis")


def define(body: Expressions, node: core.Let) -> bool:
    """Put the definitions that ``define-coordinates`` makes at top level; is this such a form?"""
    match node:
        case core.Let(values=[value], body=core.Seq(parts=[*definitions, core.Const()])) if _is_table(value):
            targets = {d.name: body.names.globals[d.name] for d in definitions if _is_used(body, d.name)}  # type: ignore
            _unpack(body, value, targets)
            return True
    return False


def is_definition(node: core.Seq) -> bool:
    """Is this the body of such a form, whose definitions have been put?"""
    match node.parts[0]:
        case core.Define(value=core.Call(operator=core.Const(value=value))):
            return value is dict.__getitem__
    return False


def define_locally(body: Expressions, node: core.Letrec) -> list[tuple[Variable | None, Node]]:
    """Put the variables of ``let-coordinates`` among these bindings; the other bindings."""
    others: list[tuple[Variable | None, Node]] = []
    tables: dict[Variable, Node] = {v: value for v, value in node.bindings if v is not None and _is_table(value)}
    targets: dict[Variable, dict[str, str]] = {table: {} for table in tables}
    for variable, value in node.bindings:
        match value:
            case core.Call(
                operator=core.Const(value=getter), operands=[core.LocalRef(variable=table), core.Const(value=key)]
            ) if getter is dict.__getitem__ and variable is not None:
                if _is_used(body, variable):
                    targets[table][key] = body.names.locals[variable]
            case _ if variable not in tables:
                others.append((variable, value))
    for table, value in tables.items():
        _unpack(body, value, targets[table])
    return others


def _is_table(node: Node) -> bool:
    match node:
        case core.Call(operator=core.Const(value=value)):
            return value in (coordinate_bindings, installed_bindings, saving_bindings)
    return False


def _is_used(body: Expressions, variable: Variable | str) -> bool:
    return variable in body.program.survey.referenced


def _unpack(body: Expressions, call: Node, targets: dict[str, str]) -> None:
    """``x, y = R2_rect.coordinates("x y")``, and the like for the fields."""
    assert isinstance(call, core.Call)
    chart_node, prototype = call.operands
    assert isinstance(prototype, core.Const)
    body.program.lines.before(call.span[0] if call.span else 0)
    chart = body.expression(chart_node)
    names = coordinate_names(prototype.value)
    count = len(names) // 3
    for index, family in enumerate(FAMILIES):
        members = names[index * count : (index + 1) * count]
        if not any(member in targets for member in members):
            continue
        listed = [targets.get(member, "_") for member in members]
        value = python.call(python.attribute(chart, family), [_prototype(prototype.value)])
        body.program.lines.add((", ".join(listed) + ("," if len(listed) == 1 else "") + " = ", value.doc))


def _prototype(shape: Any) -> Code:
    """The names of the coordinates: a text, or nested tuples."""
    if isinstance(shape, tuple) and all(isinstance(part, str) and len(part.split()) == 1 for part in shape):
        return python.string(" ".join(shape[1:]))
    return _nested(shape)


def _nested(shape: Any) -> Code:
    if isinstance(shape, tuple):
        return python.display("(", [_nested(part) for part in shape], ")")
    return python.string(shape)
