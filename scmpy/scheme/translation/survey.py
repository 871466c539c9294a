"""What must be known of a whole program before it is written: which Python function each variable belongs to, and the
names that are used where.

A local variable belongs to the innermost procedure that becomes a Python function; the variables of ``let`` and those
of procedures that become loops belong to the function around them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from scmpy.generic.settings import VARIABLES
from scmpy.scheme import core
from scmpy.scheme.core import Lambda, Node, Variable
from scmpy.scheme.data import Pair
from scmpy.scheme.primitives import control
from scmpy.symbolic.expression import Symbol


@dataclass(eq=False)
class Function:
    """A Python function that is to be written, or the module, which has no parent."""

    parent: Function | None = None
    bound: list[Variable] = field(default_factory=list)
    outer: set[Variable] = field(default_factory=set)  # of the functions around it, used in it or inside it
    globals: set[str] = field(default_factory=set)  # Scheme names of global variables used in it or inside it
    quoted: set[str] = field(default_factory=set)  # names of quoted symbols, in it or inside it
    sets: set[Variable | str] = field(default_factory=set)  # what it assigns itself, be it its own or not
    taken: set[str] = field(default_factory=set)  # Python names that mean something in it


def children(node: Node) -> Iterator[Node]:
    """The expressions directly below an expression."""
    match node:
        case core.SetLocal(value=value) | core.SetGlobal(value=value) | core.Define(value=value):
            yield value
        case core.If():
            yield from (node.test, node.then, node.otherwise)
        case core.And() | core.Or() | core.Seq():
            yield from node.parts
        case core.Let():
            yield from (*node.values, node.body)
        case core.Letrec():
            yield from (value for _, value in node.bindings)
            yield node.body
        case Lambda():
            yield node.body
        case core.Call():
            yield from (node.operator, *node.operands)


def descendants(nodes: Iterable[Node]) -> Iterator[Node]:
    """Expressions and all that is below them."""
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        stack.extend(children(node))


def received_values(node: Node) -> tuple[Node, Lambda] | None:
    """The expression and the receiver of ``let-values`` and the like, if they can be written as an assignment."""
    match node:
        case core.Call(
            operator=core.Const(value=control.call_with_values),
            operands=[Lambda(required=[], optional=[], rest=None, body=producer), Lambda() as receiver],
        ) if not receiver.optional and receiver.rest is None:
            return producer, receiver
    return None


def settle_loops(node: Node, tail: bool = False) -> None:
    """Keep as loops what Python can write so: a loop that ends in inner loops must be left by ``return``.

    ``tail`` says whether the expression's value is that of a procedure.
    """
    match node:
        case Lambda():
            return settle_loops(node.body, tail=True)
        case core.Letrec():
            for variable, value in node.bindings:
                if variable is not None and variable.loop and isinstance(value, Lambda):
                    variable.loop = tail or not value.nested
                    settle_loops(value.body, tail or not variable.loop)
                else:
                    settle_loops(value)
            return settle_loops(node.body, tail)
    last = {id(child) for child in tail_parts(node)} if tail else set()
    for child in children(node):
        settle_loops(child, id(child) in last)


def tail_parts(node: Node) -> list[Node]:
    """The parts whose value is the value of the whole."""
    match node:
        case core.If():
            return [node.then, node.otherwise]
        case core.And() | core.Or() | core.Seq():
            return node.parts[-1:]
        case core.Let() | core.Letrec():
            return [node.body]
    return []


def quoted_symbols(datum: Any) -> Iterator[str]:
    """The names of the symbols in a constant, in order."""
    stack = [datum]
    while stack:
        item = stack.pop()
        if isinstance(item, Symbol):
            yield item.name
        elif isinstance(item, Pair):
            stack += (item.cdr, item.car)
        elif isinstance(item, (list, tuple)):
            stack += reversed(item)


class Survey:
    """The functions, definitions and quoted symbols of a program."""

    def __init__(self, forms: list[Node]) -> None:
        self.module = Function()
        self.functions: dict[Lambda, Function] = {}
        self.owner: dict[Variable, Function] = {}
        self.order: list[Function] = [self.module]
        self.definitions: dict[str, list[Node]] = {}
        self.assigned: set[str] = set()
        self.sets_settings = False
        self.referenced: set[Variable | str] = set()
        self.symbols: dict[str, None] = {}
        self.inlined: set[Lambda] = set()
        self.changing: set[Variable] = set()  # variables of loops
        for form in forms:
            self.visit(form, self.module, in_loop=False)

    def bind(self, variables: Iterable[Variable], function: Function) -> None:
        for variable in variables:
            self.owner[variable] = function
            function.bound.append(variable)

    def visit(self, node: Node, function: Function, in_loop: bool) -> None:
        """Note what an expression in this function uses and binds."""
        match node:
            case core.Const(value=value):
                self.quote(value, function)
            case core.LocalRef(variable=variable):
                self.use_local(variable, function)
                self.referenced.add(variable)
            case core.GlobalRef(name=name):
                self.use_global(name, function)
                self.referenced.add(name)
            case core.SetLocal(variable=variable):
                self.use_local(variable, function)
                function.sets.add(variable)
            case core.SetGlobal(name=name) | core.Define(name=name) if name in VARIABLES:
                self.sets_settings = True
            case core.SetGlobal(name=name):
                self.use_global(name, function)
                self.assigned.add(name)
                function.sets.add(name)
            case core.Define(name=name):
                self.use_global(name, function)
                function.sets.add(name)
                self.definitions.setdefault(name, []).append(node.value)
            case core.Let():
                self.bind(node.variables, function)
            case core.Letrec():
                self.bind((v for v, _ in node.bindings if v is not None and not v.loop), function)
                return self.visit_letrec(node, function, in_loop)
            case Lambda():
                return self.visit_lambda(node, function)
        received = None if in_loop else received_values(node)
        if received is not None:
            producer, receiver = received
            self.inlined.add(receiver)
            self.visit(producer, function, in_loop)
            self.bind(receiver.required, function)
            return self.visit(receiver.body, function, in_loop)
        for child in children(node):
            self.visit(child, function, in_loop)

    def visit_letrec(self, node: core.Letrec, function: Function, in_loop: bool) -> None:
        for variable, value in node.bindings:
            if variable is not None and variable.loop and isinstance(value, Lambda):
                self.bind(value.required, function)
                self.changing.update(value.required)
                self.visit(value.body, function, in_loop=True)
            else:
                self.visit(value, function, in_loop)
        self.visit(node.body, function, in_loop)

    def visit_lambda(self, node: Lambda, function: Function) -> None:
        inner = self.functions[node] = Function(function)
        self.order.append(inner)
        self.bind(node.parameters, inner)
        self.changing.update(node.parameters if node.loops else ())
        self.visit(node.body, inner, in_loop=node.loops)

    def use_local(self, variable: Variable, function: Function) -> None:
        if variable.loop:  # which is written without a name
            return
        owner = self.owner[variable]
        at: Function | None = function
        while at is not None and at is not owner:
            at.outer.add(variable)
            at = at.parent

    def use_global(self, name: str, function: Function) -> None:
        at: Function | None = function
        while at is not None:
            at.globals.add(name)
            at = at.parent

    def quote(self, value: Any, function: Function) -> None:
        for name in quoted_symbols(value):
            self.symbols.setdefault(name)
            at: Function | None = function
            while at is not None:
                at.quoted.add(name)
                at = at.parent
