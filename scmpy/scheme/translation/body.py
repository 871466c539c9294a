"""Core expressions in Python.

Where Python has no expression for something (bindings, loops, assignments, long procedures) statements are put before
the one that the expression is part of. Inside conditional expressions and lambdas there is no such place, so these are
chosen only for what :meth:`Body.is_pure_expression` holds of. Where the value of a statement goes decides what is
written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scmpy.generic.numbers import ExactComplex
from scmpy.generic.settings import VARIABLES
from scmpy.geometry.basis import coordinate_bindings, installed_bindings
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Lambda, Node, Variable, descendants
from scmpy.scheme.data import DEFAULT, EMPTY, Char, Defined, Pair, proper_part
from scmpy.scheme.system_forms import coordinate_names, saving_bindings
from scmpy.scheme.translation import python
from scmpy.scheme.translation.program import BOOLEAN, SILENT, Function, Program, received_values
from scmpy.scheme.translation.python import Code
from scmpy.symbolic.expression import Symbol

#: A procedure whose source is longer becomes a function with a name.
LONGEST_LAMBDA = 90


@dataclass(frozen=True)
class Into:
    """The value goes into a variable."""

    name: str


RETURN = "return"  # the value of the function
EFFECT = "effect"  # nobody wants the value
SHOW = "show"  # the value is printed, if there is one

Destination = Into | str

Idiom = Callable[["Body", core.Call], Code | None]


class Body:
    """A Python function, or the module, that is being written."""

    def __init__(self, program: Program, function: Function, idioms: Mapping[Any, Idiom]) -> None:
        self.program = program
        self.idioms = idioms
        self.names = program.names
        self.kinds = program.kinds
        self.function = function
        self.loops: tuple[tuple[Any, list[Variable]], ...] = ()  # that the statement at hand ends, from the outermost

    def inner(self, node: Lambda) -> Body:
        return Body(self.program, self.program.survey.functions[node], self.idioms)

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
                return Code("None")
            case core.LocalRef(variable=variable):
                return Code(self.names.locals[variable])
            case core.GlobalRef(name=name):
                own = self.kinds.defines(name)
                return Code(self.names.globals[name] if own else self.program.library(name, node))
            case Lambda():
                return self.procedure(node)
            case core.Let() | core.Letrec():
                self.bind(node)
                return self.expression(node.body)
            case core.Seq():
                for part in node.parts[:-1]:
                    self.inside(part, EFFECT)
                return self.expression(node.parts[-1])
            case core.SetLocal() | core.SetGlobal() | core.Define():
                self.inside(node, EFFECT)
                return Code("None")
            case core.If() if self.is_pure_expression(node):
                return python.conditional(
                    self.test(node.test), self.expression(node.then), self.expression(node.otherwise)
                )
            case core.And() | core.Or() if self.is_pure_expression(node):
                return self.junction(node)
            case core.Call(operator=core.LocalRef(variable=variable)) if variable.loop:
                return self.into_name(node)
            case core.Call() if self.received(node) is None:
                return self.call(node)
        return self.into_name(node)

    def received(self, node: core.Call) -> tuple[Node, Lambda] | None:
        found = received_values(node)
        return found if found is not None and found[1] in self.program.survey.inlined else None

    def test(self, node: Node) -> Code:
        """What is true in Python when the value is true in Scheme."""
        if isinstance(node, core.Const):
            return Code(str(node.value is not False))
        value = self.expression(node)
        if self.kinds.of(node) == BOOLEAN:
            return value
        return python.comparison("is not", [value, Code("False")])

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
                result = python.conditional(self.test(part), result, Code("False"))
            else:
                result = self._first_true(part, result)
        return result

    def _first_true(self, part: Node, otherwise: Code) -> Code:
        value = self.expression(part)
        if isinstance(part, core.LocalRef):
            test = value
        else:
            variable = self.names.fresh(self.function, "value")
            value, test = Code(variable), python.walrus(variable, value)
        return python.conditional(python.comparison("is not", [test, Code("False")]), value, otherwise)

    # -- variables and constants ---------------------------------------------------------------------------------

    def constant(self, value: Any, node: Node) -> Code:
        """A constant: a number, a text, a quoted symbol or list, a procedure of the implementation."""
        match value:
            case bool() | None:
                return Code(repr(value))
            case int() | float() | Fraction():
                self.program.uses_fractions |= isinstance(value, Fraction)
                return python.number(value)
            case complex() | ExactComplex():
                maker = "complex" if isinstance(value, complex) else self.program.library("make-rectangular", node)
                return python.call(Code(maker), [self.constant(value.real, node), self.constant(value.imag, node)])
            case str():
                return python.string(value)
            case Symbol():
                return self.symbol(value.name)
            case Char():
                return self.names.call("Char", [python.string(value.value)])
            case Defined():
                return Code("None")
            case list():
                return python.display("[", [self.constant(item, node) for item in value], "]")
            case tuple():
                return python.display("(", [self.constant(item, node) for item in value], ")")
        if value is EMPTY or isinstance(value, Pair):
            return self._list_constant(value, node)
        if value is DEFAULT:
            return Code(self.names.from_language("DEFAULT"))
        return Code(self.program.implementation(value, node))

    def _list_constant(self, value: Any, node: Node) -> Code:
        parts, rest = proper_part(value)
        items = [self.constant(part, node) for part in parts]
        if rest is EMPTY:
            return self.list_of(items)
        result = self.constant(rest, node)
        for item in reversed(items):
            result = self.names.call("cons", [item, result])
        return result

    def list_of(self, items: list[Code]) -> Code:
        """A list: a tuple, unless the program changes lists in place."""
        if self.program.changes_lists and items:
            return self.names.call("pairs", items)
        return python.display("(", items, ")")

    def symbol(self, name: str) -> Code:
        """A quoted symbol: a variable declared at the top, or spelled out where that name is taken."""
        spelled = self.names.symbols.get(name)
        if spelled is not None:
            self.program.used_symbols.setdefault(name)
            return Code(spelled)
        if name and not any(character.isspace() or character == "," for character in name):
            return python.call(Code("symbols"), [python.string(name)])
        return self.names.call("string_to_symbol", [python.string(name)])

    # -- procedures and calls ------------------------------------------------------------------------------------

    def procedure(self, node: Lambda, name: str = "function") -> Code:
        """A lambda expression, or the name of a function that is defined before."""
        if self.is_pure_expression(node):
            inner = self.inner(node)
            return python.function(inner.parameters(node), inner.expression(node.body))
        found = self.names.fresh(self.function, name)
        self.define_function(found, node)
        return Code(found)

    def parameters(self, node: Lambda) -> str:
        names = self.names.locals
        parts = [names[variable] for variable in node.required]
        if node.optional:
            default = self.names.from_language("DEFAULT")
            parts += [f"{names[variable]}={default}" for variable in node.optional]
        return ", ".join([*parts, *([f"*{names[node.rest]}"] if node.rest else [])])

    def call(self, node: core.Call) -> Code:
        if (idiom := self.idiom(node)) is not None:
            return idiom
        operands = self.operands([node.operator, *node.operands])
        return python.call(operands[0], operands[1:])

    def idiom(self, node: core.Call) -> Code | None:
        """The call of a known procedure as Python writes it; None if there is no such way."""
        match node.operator:
            case core.GlobalRef(name=name) if not self.kinds.defines(name):
                written = self.idioms.get(name)
            case core.Const(value=value) if callable(value):
                written = self.idioms.get(value)
            case _:
                return None
        return written(self, node) if written is not None else None

    def operands(self, nodes: list[Node]) -> list[Code]:
        """Operands, from right to left where the order of their effects matters."""
        if not self.program.effects.order_matters(nodes):
            return [self.expression(node) for node in nodes]
        values = []
        for node in reversed(nodes):
            trivial = isinstance(node, (core.Const, Lambda))
            values.append(self.expression(node) if trivial else self.into_name(node))
        return values[::-1]

    def into_name(self, node: Node) -> Code:
        """Put statements that compute a value; the variable that holds it."""
        name = self.names.fresh(self.function, "value")
        self.inside(node, Into(name))
        return Code(name)

    def inside(self, node: Node, destination: Destination) -> None:
        """A statement after which others follow: it does not end the loops around."""
        outer, self.loops = self.loops, ()
        self.statement(node, destination)
        self.loops = outer

    # -- statements ----------------------------------------------------------------------------------------------

    def statement(self, node: Node, destination: Destination) -> None:
        match node:
            case core.Seq():
                if is_definition(node):
                    return
                for part in node.parts[:-1]:
                    self.inside(part, EFFECT)
                return self.statement(node.parts[-1], destination)
            case core.Let() | core.Letrec():
                self.bind(node)
                return self.statement(node.body, destination)
            case core.Define(name=target) | core.SetGlobal(name=target):
                return self.assignment(target, node.value, node, destination)
            case core.SetLocal(variable=variable):
                return self.assignment(variable, node.value, node, destination)
            case core.Call(operator=core.LocalRef(variable=variable)) if variable.loop:
                return self.loop_call(node, variable, destination)
            case core.Call():
                if self.again(node, destination):
                    return None
                if (received := self.received(node)) is not None:
                    return self.receive(*received, destination)
                if self.for_each(node):
                    return self.deliver(Code("None"), node, EFFECT if destination == SHOW else destination)
            case core.If() if not self.as_expression(node, destination):
                return self.if_statement(node, destination)
            case core.And() | core.Or() if not self.is_pure_expression(node):
                return self.statement(self.as_if(node), destination)
            case Lambda() if isinstance(destination, Into):
                return self.define_function(destination.name, node)
            case Lambda() if destination == RETURN and not self.is_pure_expression(node):
                self.program.lines.before(_start(node))
                return self.deliver(self.procedure(node, "at"), node, destination)
        if node.span is not None:
            self.program.lines.before(node.span[0] if isinstance(node, Lambda) else node.span[1])
        self.deliver(self.expression(node), node, destination)
        return None

    def as_expression(self, node: core.If, destination: Destination) -> bool:
        if (
            destination in (EFFECT, SHOW)
            or not self.is_pure_expression(node)
            or any(self.reaches(node, loop) for loop, _ in self.loops)
        ):
            return False
        if any(isinstance(part, core.If) or self.program.effects.of(part) for part in (node.then, node.otherwise)):
            return False
        return node.span is None or node.span[1] - node.span[0] <= 80

    def deliver(self, value: Code, node: Node, destination: Destination) -> None:
        add = self.program.lines.add
        if isinstance(destination, Into):
            if value.text != destination.name:
                add(f"{destination.name} = {value.text}")
        elif destination == RETURN:
            add(f"return {value.text}" if value.text != "None" else "return")
            return
        elif destination == SHOW and not self.is_silent(node):
            add(self.names.call("show", [value]).text)
        elif value.precedence < python.ATOM:
            add(value.text)
        self.leave_loop()

    def is_silent(self, node: Node) -> bool:
        match node:
            case core.Const(value=value):
                return value is None or isinstance(value, Defined)
            case core.Call(operator=core.GlobalRef(name=name)):
                return name in SILENT and not self.kinds.defines(name)
        return isinstance(node, (core.SetLocal, core.SetGlobal, core.Define))

    def leave_loop(self) -> None:
        if self.loops:
            self.program.lines.add("break")

    # -- assignments and bindings --------------------------------------------------------------------------------

    def assignment(self, target: Variable | str, value: Node, node: Node, destination: Destination) -> None:
        if isinstance(target, str) and target in VARIABLES:
            given = python.keyword(VARIABLES[target].python, self.expression(value))
            self.program.lines.add(self.names.call("setting", [given]).text)
        else:
            self.inside(value, Into(self.spelled(target)))
        self.end_silently(destination)

    def spelled(self, target: Variable | str) -> str:
        return self.names.globals[target] if isinstance(target, str) else self.names.locals[target]

    def end_silently(self, destination: Destination) -> None:
        if isinstance(destination, Into):
            self.program.lines.add(f"{destination.name} = None")
        if destination == RETURN and self.loops:
            self.program.lines.add("return")
        elif destination != RETURN:
            self.leave_loop()

    def bind(self, node: core.Let | core.Letrec) -> None:
        bindings: list[tuple[Variable | None, Node]]
        if isinstance(node, core.Let):
            if define(self, node):
                return
            bindings = self.in_order(list(zip(node.variables, node.values, strict=True)))
        else:
            bindings = define_locally(self, node)
        for variable, value in bindings:
            if variable is None:
                self.inside(value, EFFECT)
            elif self.is_another_name(variable, value):
                self.names.locals[variable] = self.names.locals[value.variable]  # type: ignore[attr-defined]
            elif not variable.loop:
                self.inside(value, Into(self.names.locals[variable]))

    def is_another_name(self, variable: Variable, value: Node) -> bool:
        """Does this only give another name to a variable that never changes?"""
        if not isinstance(value, core.LocalRef) or variable.assigned or variable.loop:
            return False
        named = value.variable
        return (
            not named.assigned
            and named not in self.program.survey.changing
            and self.program.survey.owner[named] is self.program.survey.owner[variable]
        )

    def in_order(self, bindings: list[tuple[Any, Node]]) -> list[tuple[Any, Node]]:
        """Bindings in the order in which their values are computed: from right to left where that matters."""
        return bindings[::-1] if self.program.effects.order_matters([value for _, value in bindings]) else bindings

    def receive(self, producer: Node, receiver: Lambda, destination: Destination) -> None:
        """Several values at once: ``a, b = values_of(...)``."""
        targets = [self.names.locals[variable] for variable in receiver.required]
        match producer:
            case core.Call(operator=core.GlobalRef(name="values"), operands=operands) if len(operands) == len(
                targets
            ) and not self.kinds.defines("values"):
                for target, value in self.in_order(list(zip(targets, operands, strict=True))):
                    self.inside(value, Into(target))
            case _:
                values = self.names.call("values_of", [self.expression(producer)])
                listed = ", ".join(targets) + ("," if len(targets) == 1 else "")
                self.program.lines.add((f"{listed} = " if targets else "") + values.text)
        self.statement(receiver.body, destination)

    # -- conditionals --------------------------------------------------------------------------------------------

    def if_statement(self, node: core.If, destination: Destination) -> None:
        lines = self.program.lines
        keyword = "if "
        alone = destination == RETURN and not self.loops and self.always_returns(node.then)
        while True:
            lines.before(_start(node.test))
            test = self.test(node.test)
            with lines.block(f"{keyword}{test.text}:"):
                lines.before(_start(node.then))
                self.statement(node.then, destination)
            otherwise = node.otherwise
            if self.is_nothing(otherwise, destination):
                return
            if not (isinstance(otherwise, core.If) and self.is_pure_expression(otherwise.test)):
                break
            node, keyword = otherwise, "elif "
        if alone and keyword == "if ":
            lines.before(_start(otherwise))
            self.statement(otherwise, destination)
            return
        with lines.block("else:"):
            lines.before(_start(otherwise))
            self.statement(otherwise, destination)

    def always_returns(self, node: Node) -> bool:
        """Does what stands in the function's tail position end in ``return``?"""
        match node:
            case core.Seq():
                return self.always_returns(node.parts[-1])
            case core.Let():
                return self.always_returns(node.body)
            case core.If():
                return self.as_expression(node, RETURN)
        return not isinstance(node, (core.SetLocal, core.SetGlobal, core.Define, core.Letrec))

    def is_nothing(self, node: Node, destination: Destination) -> bool:
        if not (isinstance(node, core.Const) and node.value is None):
            return False
        return destination in (EFFECT, SHOW, RETURN) and not self.loops

    def as_if(self, node: core.And | core.Or) -> Node:
        """``and`` and ``or`` whose operands need statements, as conditionals."""
        first, *others = node.parts
        found = core.as_if(node)
        if isinstance(node, core.Or) and others and self.kinds.of(first) == BOOLEAN:
            return core.If(node.span, first, core.Const(node.span, True), core.Or(node.span, others))
        if isinstance(found, core.Let) and found is not first:
            self.names.locals[found.variables[0]] = self.names.fresh(self.function, "value")
        return found

    # -- functions -----------------------------------------------------------------------------------------------

    def define_function(self, name: str, node: Lambda) -> None:
        lines = self.program.lines
        inner = self.inner(node)
        lines.separate(1 if lines.indent else 2)
        lines.before(_start(node))
        with lines.block(f"def {name}({inner.parameters(node)}):"):
            beginning = len(lines.lines)
            if node.loops:
                inner.loop(node, node, RETURN)
            else:
                inner.statement(node.body, RETURN)
            lines.lines[beginning:beginning] = [" " * lines.indent + line for line in inner.declarations()]
        lines.separate(1 if lines.indent else 2)

    def declarations(self) -> list[str]:
        module = self.program.survey.module
        owner = self.program.survey.owner
        found: dict[str, set[str]] = {"global ": set(), "nonlocal ": set()}
        for target in self.function.sets:
            home = module if isinstance(target, str) else owner[target]
            if home is not self.function:
                found["global " if home is module else "nonlocal "].add(self.spelled(target))
        return [keyword + ", ".join(sorted(names)) for keyword, names in found.items() if names]

    # -- loops ---------------------------------------------------------------------------------------------------

    def loop_call(self, node: core.Call, variable: Variable, destination: Destination) -> None:
        procedure = variable.procedure
        assert procedure is not None
        if any(label is variable for label, _ in self.loops):
            return self.next_iteration(variable, node.operands)
        self.assign_all(procedure.required, node.operands)
        self.loop(variable, procedure, destination)
        return None

    def loop(self, label: Any, procedure: Lambda, destination: Destination) -> None:
        """``while test:`` if the loop is left at its top and nowhere else, or ``while True:``."""
        lines = self.program.lines
        match procedure.body:
            case core.If(test=test, then=then, otherwise=otherwise) if self.is_pure_expression(test):
                for ending, going_on, negate in ((then, otherwise, True), (otherwise, then, False)):
                    if not self.reaches(ending, label) and self.always_again(going_on, label):
                        condition = python.negated(self.test(test)) if negate else self.test(test)
                        with lines.block(f"while {condition.text}:"):
                            self.within(label, procedure, going_on, destination)
                        return self.statement(ending, destination)
        with lines.block("while True:"):
            self.within(label, procedure, procedure.body, destination)
        return None

    def within(self, label: Any, procedure: Lambda, body: Node, destination: Destination) -> None:
        self.loops = (*self.loops, (label, procedure.required))
        self.statement(body, destination)
        self.loops = self.loops[:-1]

    def again(self, node: core.Call, destination: Destination) -> bool:
        """Is this the call by which the function around goes on with its own loop? Then put that."""
        if destination != RETURN:
            return False
        for label, _ in reversed(self.loops):
            if self.is_call_of(node, label):
                self.next_iteration(label, node.operands)
                return True
        return False

    def is_call_of(self, node: Node, label: Any) -> bool:
        if not isinstance(node, core.Call):
            return False
        if isinstance(label, Variable):
            return isinstance(node.operator, core.LocalRef) and node.operator.variable is label
        if len(label.required) != len(node.operands):
            return False
        match node.operator:
            case core.GlobalRef(name=name):
                return label.itself == name and self.kinds.procedure(node.operator) is label
            case core.LocalRef(variable=variable):
                return label.itself is variable
        return False

    def next_iteration(self, label: Any, values: list[Node]) -> None:
        """New values for the variables of a loop; the end of its block is reached, or left for that of an inner one."""
        depth = next(i for i, (found, _) in enumerate(self.loops) if found is label)
        parameters = self.loops[depth][1]
        self.assign_all(parameters, values)
        if depth < len(self.loops) - 1:
            self.program.lines.add("break")

    def assign_all(self, variables: list[Variable], values: list[Node]) -> None:
        """``a, b = x, y``, all at once."""
        pairs = [
            (variable, value)
            for variable, value in zip(variables, values, strict=True)
            if not (isinstance(value, core.LocalRef) and value.variable is variable)
        ]
        if not pairs:
            return
        spans = [value.span[1] for _, value in pairs if value.span is not None]
        self.program.lines.before(max(spans, default=0))
        outer, self.loops = self.loops, ()
        operands = self.operands([value for _, value in pairs])
        self.loops = outer
        targets = ", ".join(self.names.locals[variable] for variable, _ in pairs)
        self.program.lines.add(f"{targets} = {python.listed(operands)}")

    def reaches(self, node: Node, label: Any) -> bool:
        return any(self.is_call_of(part, label) for part in descendants([node]))

    def always_again(self, node: Node, label: Any) -> bool:
        """Does every way through this end in the next iteration?"""
        match node:
            case core.If():
                return self.always_again(node.then, label) and self.always_again(node.otherwise, label)
            case core.Seq():
                return self.always_again(node.parts[-1], label)
            case core.Let():
                return self.always_again(node.body, label)
        return self.is_call_of(node, label)

    def for_each(self, node: core.Call) -> bool:
        """``for x in items:``, if no procedure keeps the variable; was that put?"""
        match node:
            case core.Call(
                operator=core.GlobalRef(name="for-each"),
                operands=[Lambda(required=[variable], optional=[], rest=None) as each, items],
            ) if not self.kinds.defines("for-each") and self.program.fits_loop(each):
                name = self.program.adopt(each, self.function)[variable]
                lines = self.program.lines
                lines.before(_start(each.body))
                with lines.block(f"for {name} in {self.expression(items).text}:"):
                    self.inside(each.body, EFFECT)
                return True
        return False


def _start(node: Node) -> int:
    return node.span[0] if node.span is not None else 0


# --- coordinate names ------------------------------------------------------------------------------------------------
# ``define-coordinates`` and ``let-coordinates`` as Python unpacks coordinates.
#
# Of the three families (coordinate functions, vector fields, one-forms) those are written that the program uses.

FAMILIES = ("coordinates", "vector_basis", "form_basis")


def define(body: Body, node: core.Let) -> bool:
    """Put the definitions that ``define-coordinates`` makes at top level; is this such a form?"""
    match node:
        case core.Let(values=[value], body=core.Seq(parts=[*definitions, core.Const()])) if _is_table(value):
            names: Any = {definition.name for definition in definitions}  # type: ignore[attr-defined]
            _unpack(body, value, {name: body.names.globals[name] for name in names & body.program.survey.referenced})
            return True
    return False


def is_definition(node: core.Seq) -> bool:
    match node.parts[0]:
        case core.Define(value=core.Call(operator=core.Const(value=value))):
            return value is dict.__getitem__
    return False


def define_locally(body: Body, node: core.Letrec) -> list[tuple[Variable | None, Node]]:
    """Put the variables of ``let-coordinates`` among these bindings; the other bindings."""
    others: list[tuple[Variable | None, Node]] = []
    tables: dict[Variable, Node] = {v: value for v, value in node.bindings if v is not None and _is_table(value)}
    targets: dict[Variable, dict[str, str]] = {table: {} for table in tables}
    for variable, value in node.bindings:
        match value:
            case core.Call(
                operator=core.Const(value=getter), operands=[core.LocalRef(variable=table), core.Const(value=key)]
            ) if getter is dict.__getitem__ and variable is not None:
                if variable in body.program.survey.referenced:
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


def _unpack(body: Body, call: Node, targets: dict[str, str]) -> None:
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
        body.program.lines.add(", ".join(listed) + ("," if len(listed) == 1 else "") + f" = {value.text}")


def _prototype(shape: Any) -> Code:
    if isinstance(shape, tuple) and all(isinstance(part, str) and len(part.split()) == 1 for part in shape):
        return python.string(" ".join(shape[1:]))
    return _nested(shape)


def _nested(shape: Any) -> Code:
    if isinstance(shape, tuple):
        return python.display("(", [_nested(part) for part in shape], ")")
    return python.string(shape)
