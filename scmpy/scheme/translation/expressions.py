"""Core expressions as Python expressions.

Where Python has no expression for something (bindings, loops, assignments, long procedures) statements are put before
the one that the expression is part of. Inside conditional expressions and lambdas there is no such place, so these are
chosen only for what :meth:`Expressions.is_pure_expression` holds of.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any, Self

from scmpy.generic.numeric_tower import ExactComplex
from scmpy.scheme import core
from scmpy.scheme.core import Lambda, Node, Variable
from scmpy.scheme.data import DEFAULT, EMPTY, Char, Defined, Pair
from scmpy.scheme.translation import python
from scmpy.scheme.translation.operand_kinds import BOOLEAN
from scmpy.scheme.translation.program import Program
from scmpy.scheme.translation.python import Code
from scmpy.scheme.translation.survey import Function, received_values
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
    def into_name(self, node: Node, base: str) -> Code:
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
        """The Python function that a procedure inside becomes."""
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
                return self.is_short(node) and not node.loops and self.is_pure_expression(node.body)
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

    def is_short(self, node: Lambda) -> bool:
        """Is this procedure short enough for a lambda expression?"""
        return node.span is None or node.span[1] - node.span[0] <= LONGEST_LAMBDA

    # -- expressions ---------------------------------------------------------------------------------------------

    def expression(self, node: Node) -> Code:
        """The Python expression; statements that it needs are put before."""
        match node:
            case core.Const(value=value):
                return self.constant(value, node)
            case core.LocalRef(variable=variable):
                return python.name(self.names.locals[variable])
            case core.GlobalRef(name=name):
                return self.global_variable(name, node)
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
            return self.into_name(node, "value")
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
        """A call whose operands may need statements, but not the call itself."""
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

    def global_variable(self, name: str, node: Node) -> Code:
        """A definition of the program, or something of the library."""
        spelled = self.names.globals.get(name)
        if self.kinds.defines(name):
            assert spelled is not None
            return python.name(spelled)
        return python.name(self.program.library(name, node))

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
        items = []
        while isinstance(value, Pair):
            items.append(self.constant(value.car, node))
            value = value.cdr
        if value is EMPTY:
            return self.list_of(items)
        result = self.constant(value, node)
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
        """The parameter list of a procedure, in the function that it becomes."""
        names = self.names.locals
        parts = [names[variable] for variable in node.required]
        if node.optional:
            default = self.names.from_language("DEFAULT")
            parts += [f"{names[variable]}={default}" for variable in node.optional]
        return ", ".join([*parts, *([f"*{names[node.rest]}"] if node.rest else [])])

    def call(self, node: core.Call) -> Code:
        """A call: an idiom of Python's, or as it stands."""
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
            values.append(self.expression(node) if trivial else self.into_name(node, "value"))
        return values[::-1]


def variable_name(expressions: Expressions, target: Variable | str) -> str:
    """The Python name of a variable that is bound or assigned."""
    names = expressions.names
    return names.globals[target] if isinstance(target, str) else names.locals[target]
