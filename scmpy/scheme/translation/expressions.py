"""Core expressions as Python expressions.

Where Python has no expression for something (bindings, loops, assignments, long procedures) statements are put before
the one that the expression is part of. Inside conditional expressions and lambdas there is no such place, so these are
chosen only for what :meth:`Expressions.is_pure_expression` holds of.
"""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Self

from scmpy.generic.numbers import ExactComplex, exact
from scmpy.geometry.basis import coordinate_bindings, installed_bindings
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Lambda, Node, Variable
from scmpy.scheme.data import DEFAULT, EMPTY, Char, Defined, Pair, Promise, is_one_of, proper_part
from scmpy.scheme.system_forms import coordinate_names, saving_bindings
from scmpy.scheme.translation import pretty_printer as python
from scmpy.scheme.translation.pretty_printer import Code
from scmpy.scheme.translation.program import ATOM, BOOLEAN, GENERIC, PLAIN, Function, Program, received_values
from scmpy.structure.literal_functions import parse_signature
from scmpy.symbolic.expression import Symbol

#: A procedure whose source is longer becomes a function with a name.
LONGEST_LAMBDA = 90


class Expressions(ABC):
    """The expressions of one Python function."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.names = program.names
        self.kinds = program.kinds
        self.function = function

    @abstractmethod
    def into_name(self, node: Node) -> Code:
        """Put statements that compute a value; the variable that holds it."""

    @abstractmethod
    def effect(self, node: Node) -> None:
        """Put statements that evaluate an expression for its effect."""

    @abstractmethod
    def bind(self, node: core.Let | core.Letrec) -> None:
        """Put the assignments and functions of a binding form."""

    @abstractmethod
    def define_function(self, name: str, node: Lambda) -> None:
        """Put a function definition."""

    @abstractmethod
    def idiom(self, node: core.Call) -> Code | None:
        """A call of a known procedure as Python writes it; None if there is no such way."""

    def inner(self, node: Lambda) -> Self:
        return type(self)(self.program, self.program.survey.functions[node])

    # -- what fits into an expression ---------------------------------------------------------------------------

    def is_pure_expression(self, node: Node) -> bool:
        """Can this be written without statements before it?"""
        known = self.program.pure.get(node)
        if known is None:
            known = self.program.pure[node] = self._is_pure_expression(node)
        return known

    def _is_pure_expression(self, node: Node) -> bool:
        match node:
            case core.Const() | core.LocalRef() | core.GlobalRef():
                return True
            case Lambda():
                short = node.span is None or node.span[1] - node.span[0] <= LONGEST_LAMBDA
                return short and not node.loops and self.is_pure_expression(node.body)
            case core.If():
                return all(map(self.is_pure_expression, (node.test, node.then, node.otherwise)))
            case core.And() | core.Or():
                return all(map(self.is_pure_expression, node.parts))
            case core.Call(operator=core.LocalRef(variable=variable)) if variable.loop:
                return False
            case core.Call() if received_values(node) is None:
                parts = [node.operator, *node.operands]
                return not self.program.effects.order_matters(parts) and all(map(self.is_pure_expression, parts))
        return False

    # -- expressions ---------------------------------------------------------------------------------------------

    def expression(self, node: Node) -> Code:
        """The Python expression; statements that it needs are put before."""
        match node:
            case core.Const(value=value):
                return self.constant(value, node)
            case core.Unassigned():
                return python.name("None")
            case core.LocalRef(variable=variable):
                return python.name(self.names.locals[variable])
            case core.GlobalRef(name=name):
                own = self.kinds.defines(name)
                return python.name(self.names.globals[name] if own else self.program.library(name, node))
            case Lambda():
                return self.procedure(node)
            case core.Let() | core.Letrec():
                self.bind(node)
                return self.expression(node.body)
            case core.Seq():
                for part in node.parts[:-1]:
                    self.effect(part)
                return self.expression(node.parts[-1])
            case core.SetLocal() | core.SetGlobal() | core.Define():
                self.effect(node)
                return python.name("None")
        if not self.is_pure_expression(node) and not self._is_plain_call(node):
            return self.into_name(node)
        match node:
            case core.If():
                return python.conditional(
                    self.test(node.test), self.expression(node.then), self.expression(node.otherwise)
                )
            case core.And() | core.Or():
                return self.junction(node)
            case core.Call():
                return self.call(node)
        raise self.program.untranslatable(node)

    def _is_plain_call(self, node: Node) -> bool:
        if not isinstance(node, core.Call):
            return False
        received = received_values(node)
        if received is not None and received[1] in self.program.survey.inlined:
            return False
        return not (isinstance(node.operator, core.LocalRef) and node.operator.variable.loop)

    def test(self, node: Node) -> Code:
        """What is true in Python when the value is true in Scheme."""
        if isinstance(node, core.Const):
            return python.name(str(node.value is not False))
        value = self.expression(node)
        if self.kinds.of(node) == BOOLEAN:
            return value
        return python.comparison("is not", [value, python.name("False")])

    def junction(self, node: core.And | core.Or) -> Code:
        """``and`` and ``or``, whose operands are tested as Scheme tests them."""
        *parts, last = node.parts
        result = self.expression(last)
        for part in reversed(parts):
            if isinstance(part, core.Const):
                decided = (part.value is False) == isinstance(node, core.And)
                result = self.expression(part) if decided else result
            elif self.kinds.of(part) == BOOLEAN:
                symbol = "and" if isinstance(node, core.And) else "or"
                result = python.operation(symbol, [self.expression(part), result])
            elif isinstance(node, core.And):
                result = python.conditional(self.test(part), result, python.name("False"))
            else:
                result = self._first_true(part, result)
        return result

    def _first_true(self, part: Node, otherwise: Code) -> Code:
        value = self.expression(part)
        if isinstance(part, core.LocalRef):
            test = value
        else:
            variable = self.names.fresh(self.function, "value")
            value, test = python.name(variable), python.walrus(variable, value)
        return python.conditional(python.comparison("is not", [test, python.name("False")]), value, otherwise)

    # -- variables and constants ---------------------------------------------------------------------------------

    def constant(self, value: Any, node: Node) -> Code:
        """A constant: a number, a text, a quoted symbol or list, a procedure of the implementation."""
        match value:
            case bool() | None:
                return python.name(repr(value))
            case int() | float() | Fraction():
                self.program.uses_fractions |= isinstance(value, Fraction)
                return python.number(value)
            case complex() | ExactComplex():
                maker = "complex" if isinstance(value, complex) else self.program.library("make-rectangular", node)
                return python.call(
                    python.name(maker), [self.constant(value.real, node), self.constant(value.imag, node)]
                )
            case str():
                return python.string(value)
            case Symbol():
                return self.symbol(value.name)
            case Char():
                return python.call(python.name(self.names.from_language("Char")), [python.string(value.value)])
            case Defined():
                return python.name("None")
            case list():
                return python.display("[", [self.constant(item, node) for item in value], "]")
            case tuple():
                return python.display("(", [self.constant(item, node) for item in value], ")")
        if value is EMPTY or isinstance(value, Pair):
            return self._list_constant(value, node)
        if value is DEFAULT:
            return python.name(self.names.from_language("DEFAULT"))
        return python.name(self.program.implementation(value, node))

    def _list_constant(self, value: Any, node: Node) -> Code:
        parts, rest = proper_part(value)
        items = [self.constant(part, node) for part in parts]
        if rest is EMPTY:
            return self.list_of(items)
        result = self.constant(rest, node)
        for item in reversed(items):
            result = python.call(python.name(self.names.from_language("cons")), [item, result])
        return result

    def list_of(self, items: list[Code]) -> Code:
        """A list: a tuple, unless the program changes lists in place."""
        if self.program.changes_lists and items:
            return python.call(python.name(self.names.from_language("pairs")), items)
        return python.display("(", items, ")")

    def symbol(self, name: str) -> Code:
        """A quoted symbol: a variable declared at the top, or spelled out where that name is taken."""
        spelled = self.names.symbols.get(name)
        if spelled is not None:
            self.program.used_symbols.setdefault(name)
            return python.name(spelled)
        if name and not any(character.isspace() or character == "," for character in name):
            return python.call(python.name("symbols"), [python.string(name)])
        return python.call(python.name(self.names.from_language("string_to_symbol")), [python.string(name)])

    # -- procedures and calls ------------------------------------------------------------------------------------

    def procedure(self, node: Lambda, name: str = "function") -> Code:
        """A lambda expression, or the name of a function that is defined before."""
        if self.is_pure_expression(node):
            inner = self.inner(node)
            return python.function(inner.parameters(node), inner.expression(node.body))
        found = self.names.fresh(self.function, name)
        self.define_function(found, node)
        return python.name(found)

    def parameters(self, node: Lambda) -> str:
        names = self.names.locals
        parts = [names[variable] for variable in node.required]
        if node.optional:
            default = self.names.from_language("DEFAULT")
            parts += [f"{names[variable]}={default}" for variable in node.optional]
        return ", ".join([*parts, *([f"*{names[node.rest]}"] if node.rest else [])])

    def call(self, node: core.Call) -> Code:
        idiom = self.idiom(node)
        if idiom is not None:
            return idiom
        operands = self.operands([node.operator, *node.operands])
        return python.call(operands[0], operands[1:])

    def operands(self, nodes: list[Node]) -> list[Code]:
        """Operands, from right to left where the order of their effects matters."""
        if not self.program.effects.order_matters(nodes):
            return [self.expression(node) for node in nodes]
        values = []
        for node in reversed(nodes):
            trivial = isinstance(node, (core.Const, Lambda))
            values.append(self.expression(node) if trivial else self.into_name(node))
        return values[::-1]


def variable_name(expressions: Expressions, target: Variable | str) -> str:
    names = expressions.names
    return names.globals[target] if isinstance(target, str) else names.locals[target]


# --- idioms ----------------------------------------------------------------------------------------------------------
# Calls of known procedures as Python writes them: operators, indexing, tuples, comprehensions.

Idiom = Callable[[Expressions, core.Call], Code | None]

_IDIOMS: dict[str, Idiom] = {}

#: Procedures whose first argument names what they make.
NAMING = {"literal-function", "literal-manifold-function", "literal-vector-field", "literal-1form-field"}


def find(body: Expressions, node: core.Call) -> Code | None:
    match node.operator:
        case core.GlobalRef(name=name) if not body.kinds.defines(name):
            idiom = _IDIOMS.get(name)
            return idiom(body, node) if idiom is not None else None
        case core.Const(value=value) if value is parse_signature:
            return python.string(_signature(node.operands[0].value))  # type: ignore[attr-defined]
        case core.Const(value=value) if value is is_one_of:
            return _one_of(body, node)
        case core.Const(value=value) if value is Pair:
            return _pair(body, node)
        case core.Const(value=operator.getitem):
            return python.index(body.expression(node.operands[0]), [body.expression(node.operands[1])])
    return None


def _idiom(*names: str) -> Callable[[Idiom], Idiom]:
    def declare(idiom: Idiom) -> Idiom:
        _IDIOMS.update(dict.fromkeys(names, idiom))
        return idiom

    return declare


def _maybe_plain(body: Expressions, nodes: list[Node]) -> bool:
    return any(body.kinds.of(node) == PLAIN for node in nodes)


# -- arithmetic ---------------------------------------------------------------------------------------------------


@_idiom("+")
def _plus(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) < 2 or _maybe_plain(body, node.operands):
        return None
    return python.operation("+", body.operands(node.operands))


@_idiom("*")
def _times(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) < 2 or _maybe_plain(body, node.operands):
        return None
    match node.operands[0]:
        case core.Const(value=-1):
            first, *others = body.operands(node.operands[1:])
            return python.operation("*", [python.negative(first), *others]) if others else python.negative(first)
    return python.operation("*", body.operands(node.operands))


@_idiom("-")
def _minus(body: Expressions, node: core.Call) -> Code | None:
    if not node.operands or _maybe_plain(body, node.operands):
        return None
    operands = body.operands(node.operands)
    return python.negative(operands[0]) if len(operands) == 1 else python.operation("-", operands)


@_idiom("/")
def _over(body: Expressions, node: core.Call) -> Code | None:
    """Python's division where the quotient of two integers, a float, cannot arise; else ``div``."""
    match node.operands:
        case [core.Const(value=int() as a), core.Const(value=int() as b)] if b:
            return body.constant(exact(Fraction(a, b)), node)
    if len(node.operands) < 2 or _maybe_plain(body, node.operands) or not _divides_exactly(body, *node.operands[:2]):
        return None
    return python.operation("/", body.operands(node.operands))


def _divides_exactly(body: Expressions, numerator: Node, denominator: Node) -> bool:
    """Does Python's division do what the generic one does? It raises an error for a float over zero."""
    match denominator:
        case core.Const(value=float() as value) if value:
            return True
    return body.kinds.of(numerator) == ATOM or body.kinds.of(denominator) in (ATOM, GENERIC)


@_idiom("expt")
def _power(body: Expressions, node: core.Call) -> Code | None:
    match node.operands:
        case [base, core.Const(value=int() as exponent)] if exponent > 0 and not _maybe_plain(body, [base]):
            return python.power(body.expression(base), exponent)
    return None


@_idiom("1+", "-1+", "1-")
def _step(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) != 1:
        return None
    name = node.operator.name  # type: ignore[attr-defined]
    return python.operation("+" if name == "1+" else "-", [body.expression(node.operands[0]), python.number(1)])


def _comparison(symbol: str) -> Idiom:
    """Of numbers: what is symbolic is equal to nothing in Scheme, and cannot be ordered."""

    def compare(body: Expressions, node: core.Call) -> Code | None:
        if any(body.kinds.of(operand) in (ATOM, GENERIC) for operand in node.operands):
            return None
        return python.comparison(symbol, body.operands(node.operands)) if len(node.operands) > 1 else None

    return compare


for _scheme, _python in {"=": "==", "<": "<", ">": ">", "<=": "<=", ">=": ">="}.items():
    _idiom(_scheme)(_comparison(_python))


@_idiom("not")
def _not(body: Expressions, node: core.Call) -> Code | None:
    match node.operands:
        case [operand] if body.kinds.of(operand) == BOOLEAN:
            return python.negated(body.expression(operand))
        case [core.Const(value=value)]:
            return python.name(str(value is False))
        case [operand]:
            return python.comparison("is", [body.expression(operand), python.name("False")])
    return None


@_idiom("eq?", "eqv?")
def _is_same(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) != 2:
        return None
    for one, other in (node.operands, node.operands[::-1]):
        match other:
            case core.Const(value=Symbol()) if not isinstance(one, core.Const):
                return python.comparison("is", [body.expression(one), body.expression(other)])
            case core.Const(value=value) if value is EMPTY:
                return python.call(python.name(body.program.library("null?", node)), [body.expression(one)])
    return None


def _one_of(body: Expressions, node: core.Call) -> Code:
    key, choices = node.operands
    assert isinstance(choices, core.Const)
    found = body.expression(key)
    constants = [body.constant(choice, choices) for choice in choices.value]
    if not all(isinstance(choice, Symbol) for choice in choices.value):
        listed = python.display("(", constants, ")")
        return python.call(python.name(body.names.from_language("is_one_of")), [found, listed])
    if len(constants) == 1:
        return python.comparison("is", [found, constants[0]])
    return python.comparison("in", [found, python.display("(", constants, ")")])


# -- lists and vectors --------------------------------------------------------------------------------------------


@_idiom("list")
def _list(body: Expressions, node: core.Call) -> Code:
    return body.list_of(body.operands(node.operands))


def _pair(body: Expressions, node: core.Call) -> Code:
    """What ``cons-stream`` and quasiquotation expand to."""
    match node.operands:
        case [first, core.Call(operator=core.Const(value=maker), operands=[thunk])] if maker is Promise:
            return python.call(python.name(body.names.from_language("cons_stream")), body.operands([first, thunk]))
    return python.call(python.name(body.names.from_language("cons")), body.operands(node.operands))


@_idiom("vector")
def _vector(body: Expressions, node: core.Call) -> Code:
    return python.display("[", body.operands(node.operands), "]")


@_idiom("ref")
def _ref(body: Expressions, node: core.Call) -> Code | None:
    """``s[0][1]``: structures, matrices and operators are indexed; plain functions are not, nor by ranges, '(1 3)."""
    ranges = [each for each in node.operands[1:] if isinstance(each, core.Const) and not isinstance(each.value, int)]
    if len(node.operands) < 2 or ranges or _maybe_plain(body, node.operands[:1]):
        return None
    value, *indices = body.operands(node.operands)
    for part in indices:
        value = python.index(value, [part])
    return value


@_idiom("apply")
def _apply(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) < 2:
        return None
    procedure, *arguments, last = body.operands(node.operands)
    return python.call(procedure, [*arguments, python.starred(last)])


@_idiom("map")
def _map(body: Expressions, node: core.Call) -> Code | None:
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
            return python.call(python.name("tuple"), [python.generator(element, body.names.locals[variable], listed)])
    return None


# -- names and structures -----------------------------------------------------------------------------------------


@_idiom(*NAMING)
def _named(body: Expressions, node: core.Call) -> Code | None:
    match node.operands:
        case [core.Const(value=Symbol(name=name)), *others]:
            arguments = [python.string(name), *body.operands(others)]
            return python.call(body.expression(node.operator), arguments)
    return None


@_idiom("up", "down")
def _structure(body: Expressions, node: core.Call) -> Code | None:
    """``up(*symbols("x y"))``, ``up(*literal_functions("x y"))``."""
    for maker, names in (
        ("literal_functions", [_literal_name(body, operand) for operand in node.operands]),
        ("symbols", [_undeclared(body, operand) for operand in node.operands]),
    ):
        if len(names) > 1 and all(name and name.isprintable() and not set(name) & set(", ") for name in names):
            listed = python.call(python.name(maker), [python.string(" ".join(map(str, names)))])
            return python.call(body.expression(node.operator), [python.starred(listed)])
    return None


def _literal_name(body: Expressions, node: Node) -> str | None:
    match node:
        case core.Call(
            operator=core.GlobalRef(name="literal-function"), operands=[core.Const(value=Symbol(name=name))]
        ) if not body.kinds.defines("literal-function"):
            return name
    return None


def _undeclared(body: Expressions, node: Node) -> str | None:
    match node:
        case core.Const(value=Symbol(name=name)) if name not in body.names.symbols:
            return name
    return None


def _signature(shape: Any) -> str:
    return f"({' '.join(map(_signature, shape))})" if isinstance(shape, tuple) else str(shape)


@_idiom("default-object?")
def _is_default(body: Expressions, node: core.Call) -> Code | None:
    if len(node.operands) != 1:
        return None
    default = python.name(body.names.from_language("DEFAULT"))
    return python.comparison("is", [body.expression(node.operands[0]), default])


# --- coordinate names ------------------------------------------------------------------------------------------------
# ``define-coordinates`` and ``let-coordinates`` as Python unpacks coordinates.
#
# Of the three families (coordinate functions, vector fields, one-forms) those are written that the program uses.

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
    if isinstance(shape, tuple) and all(isinstance(part, str) and len(part.split()) == 1 for part in shape):
        return python.string(" ".join(shape[1:]))
    return _nested(shape)


def _nested(shape: Any) -> Code:
    if isinstance(shape, tuple):
        return python.display("(", [_nested(part) for part in shape], ")")
    return python.string(shape)
