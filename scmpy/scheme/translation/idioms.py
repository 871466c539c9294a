"""Calls of known procedures as Python writes them: operators, indexing, tuples, comprehensions."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

from scmpy.generic.numbers import exact
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Lambda, Node
from scmpy.scheme.data import EMPTY, Pair, Promise, is_one_of
from scmpy.scheme.translation import python
from scmpy.scheme.translation.body import Body, Idiom
from scmpy.scheme.translation.program import ATOM, BOOLEAN, GENERIC, PLAIN
from scmpy.scheme.translation.python import Code
from scmpy.structure.literal_functions import parse_signature
from scmpy.symbolic.expression import Symbol

IDIOMS: dict[Any, Idiom] = {}

#: Procedures whose first argument names what they make.
NAMING = {"literal-function", "literal-manifold-function", "literal-vector-field", "literal-1form-field"}


def _idiom(*names: Any) -> Callable[[Idiom], Idiom]:
    def declare(idiom: Idiom) -> Idiom:
        IDIOMS.update(dict.fromkeys(names, idiom))
        return idiom

    return declare


def _maybe_plain(body: Body, nodes: list[Node]) -> bool:
    return any(body.kinds.of(node) == PLAIN for node in nodes)


# -- arithmetic ---------------------------------------------------------------------------------------------------


@_idiom("+")
def _plus(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) < 2 or _maybe_plain(body, node.operands):
        return None
    return python.operation("+", body.operands(node.operands))


@_idiom("*")
def _times(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) < 2 or _maybe_plain(body, node.operands):
        return None
    match node.operands[0]:
        case core.Const(value=-1):
            first, *others = body.operands(node.operands[1:])
            return python.operation("*", [python.negative(first), *others]) if others else python.negative(first)
    return python.operation("*", body.operands(node.operands))


@_idiom("-")
def _minus(body: Body, node: core.Call) -> Code | None:
    if not node.operands or _maybe_plain(body, node.operands):
        return None
    operands = body.operands(node.operands)
    return python.negative(operands[0]) if len(operands) == 1 else python.operation("-", operands)


@_idiom("/")
def _over(body: Body, node: core.Call) -> Code | None:
    """Python's division where the quotient of two integers, a float, cannot arise; else ``div``."""
    match node.operands:
        case [core.Const(value=int() as a), core.Const(value=int() as b)] if b:
            return body.constant(exact(Fraction(a, b)), node)
    if len(node.operands) < 2 or _maybe_plain(body, node.operands) or not _divides_exactly(body, *node.operands[:2]):
        return None
    return python.operation("/", body.operands(node.operands))


def _divides_exactly(body: Body, numerator: Node, denominator: Node) -> bool:
    """Does Python's division do what the generic one does? It raises an error for a float over zero."""
    match denominator:
        case core.Const(value=float() as value) if value:
            return True
    return body.kinds.of(numerator) == ATOM or body.kinds.of(denominator) in (ATOM, GENERIC)


@_idiom("expt")
def _power(body: Body, node: core.Call) -> Code | None:
    match node.operands:
        case [base, core.Const(value=int() as exponent)] if exponent > 0 and not _maybe_plain(body, [base]):
            return python.power(body.expression(base), exponent)
    return None


@_idiom("1+", "-1+", "1-")
def _step(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) != 1:
        return None
    name = node.operator.name  # type: ignore[attr-defined]
    return python.operation("+" if name == "1+" else "-", [body.expression(node.operands[0]), python.number(1)])


@_idiom("=", "<", ">", "<=", ">=")
def _compare(body: Body, node: core.Call) -> Code | None:
    """Of numbers: what is symbolic is equal to nothing in Scheme, and cannot be ordered."""
    if len(node.operands) < 2 or any(body.kinds.of(operand) in (ATOM, GENERIC) for operand in node.operands):
        return None
    name = node.operator.name  # type: ignore[attr-defined]
    return python.comparison("==" if name == "=" else name, body.operands(node.operands))


@_idiom("not")
def _not(body: Body, node: core.Call) -> Code | None:
    match node.operands:
        case [operand] if body.kinds.of(operand) == BOOLEAN:
            return python.negated(body.expression(operand))
        case [core.Const(value=value)]:
            return Code(str(value is False))
        case [operand]:
            return python.comparison("is", [body.expression(operand), Code("False")])
    return None


@_idiom("eq?", "eqv?")
def _is_same(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) != 2:
        return None
    for one, other in (node.operands, node.operands[::-1]):
        match other:
            case core.Const(value=Symbol()) if not isinstance(one, core.Const):
                return python.comparison("is", [body.expression(one), body.expression(other)])
            case core.Const(value=value) if value is EMPTY:
                return python.call(Code(body.program.library("null?", node)), [body.expression(one)])
    return None


@_idiom(is_one_of)
def _one_of(body: Body, node: core.Call) -> Code:
    key, choices = node.operands
    assert isinstance(choices, core.Const)
    found = body.expression(key)
    constants = [body.constant(choice, choices) for choice in choices.value]
    if not all(isinstance(choice, Symbol) for choice in choices.value):
        listed = python.display("(", constants, ")")
        return body.names.call("is_one_of", [found, listed])
    if len(constants) == 1:
        return python.comparison("is", [found, constants[0]])
    return python.comparison("in", [found, python.display("(", constants, ")")])


# -- lists and vectors --------------------------------------------------------------------------------------------


@_idiom("list")
def _list(body: Body, node: core.Call) -> Code:
    return body.list_of(body.operands(node.operands))


@_idiom(Pair)
def _pair(body: Body, node: core.Call) -> Code:
    """What ``cons-stream`` and quasiquotation expand to."""
    match node.operands:
        case [first, core.Call(operator=core.Const(value=maker), operands=[thunk])] if maker is Promise:
            return body.names.call("cons_stream", body.operands([first, thunk]))
    return body.names.call("cons", body.operands(node.operands))


@_idiom("vector")
def _vector(body: Body, node: core.Call) -> Code:
    return python.display("[", body.operands(node.operands), "]")


@_idiom(operator.getitem)
def _indexed(body: Body, node: core.Call) -> Code:
    return python.index(*map(body.expression, node.operands))


@_idiom("ref")
def _ref(body: Body, node: core.Call) -> Code | None:
    """``s[0][1]``: structures, matrices and operators are indexed; plain functions are not, nor by ranges, '(1 3)."""
    ranges = [each for each in node.operands[1:] if isinstance(each, core.Const) and not isinstance(each.value, int)]
    if len(node.operands) < 2 or ranges or _maybe_plain(body, node.operands[:1]):
        return None
    value, *indices = body.operands(node.operands)
    return reduce(python.index, indices, value)


@_idiom("apply")
def _apply(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) < 2:
        return None
    procedure, *arguments, last = body.operands(node.operands)
    return python.call(procedure, [*arguments, python.starred(last)])


@_idiom("map")
def _map(body: Body, node: core.Call) -> Code | None:
    """A comprehension for a lambda expression of one argument in which no procedure keeps that argument."""
    if body.program.changes_lists:
        return None
    match node.operands:
        case [Lambda(required=[variable], optional=[], rest=None) as each, items] if (
            body.is_pure_expression(each)
            and not body.program.is_captured(variable, each)
            and not body.program.effects.of(each.body)
        ):
            listed = body.expression(items)
            if ":=" in listed.text:  # which Python does not allow there
                return None
            element = body.inner(each).expression(each.body)
            return python.call(Code("tuple"), [python.generator(element, body.names.locals[variable], listed)])
    return None


# -- names and structures -----------------------------------------------------------------------------------------


@_idiom(*NAMING)
def _named(body: Body, node: core.Call) -> Code | None:
    match node.operands:
        case [core.Const(value=Symbol(name=name)), *others]:
            arguments = [python.string(name), *body.operands(others)]
            return python.call(body.expression(node.operator), arguments)
    return None


@_idiom("up", "down")
def _structure(body: Body, node: core.Call) -> Code | None:
    """``up(*symbols("x y"))``, ``up(*literal_functions("x y"))``."""
    for maker, names in (
        ("literal_functions", [_literal_name(body, operand) for operand in node.operands]),
        ("symbols", [_undeclared(body, operand) for operand in node.operands]),
    ):
        if len(names) > 1 and all(name and name.isprintable() and not set(name) & set(", ") for name in names):
            listed = python.call(Code(maker), [python.string(" ".join(map(str, names)))])
            return python.call(body.expression(node.operator), [python.starred(listed)])
    return None


def _literal_name(body: Body, node: Node) -> str | None:
    match node:
        case core.Call(
            operator=core.GlobalRef(name="literal-function"), operands=[core.Const(value=Symbol(name=name))]
        ) if not body.kinds.defines("literal-function"):
            return name
    return None


def _undeclared(body: Body, node: Node) -> str | None:
    match node:
        case core.Const(value=Symbol(name=name)) if name not in body.names.symbols:
            return name
    return None


@_idiom(parse_signature)
def _parsed(body: Body, node: core.Call) -> Code:
    return python.string(_signature(node.operands[0].value))  # type: ignore[attr-defined]


def _signature(shape: Any) -> str:
    return f"({' '.join(map(_signature, shape))})" if isinstance(shape, tuple) else str(shape)


@_idiom("default-object?")
def _is_default(body: Body, node: core.Call) -> Code | None:
    if len(node.operands) != 1:
        return None
    default = Code(body.names.from_language("DEFAULT"))
    return python.comparison("is", [body.expression(node.operands[0]), default])
