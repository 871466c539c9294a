"""The core language: what the expander makes of Scheme and the compiler turns into Python.

Variables are resolved: a local variable is an object shared by its binding and all references to it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from scmpy.scheme.source import Span


class Variable:
    """A local variable: ``loop`` is set by the analysis when it names a procedure that is compiled to a loop."""

    __slots__ = ("assigned", "handed_on", "loop", "name", "procedure", "python")

    def __init__(self, name: str) -> None:
        self.name = name
        self.python = ""  # its name in the Python code
        self.assigned = False  # by set!
        self.procedure: Lambda | None = None  # what letrec binds it to
        self.loop = False
        self.handed_on = False  # to a procedure or another variable, so that others may apply its value


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """A core expression; ``span`` is its place in the source."""

    span: Span | None


@dataclass(slots=True, eq=False, repr=False)
class Const(Node):
    value: Any


@dataclass(slots=True, eq=False, repr=False)
class Unassigned(Node):
    """What letrec binds a variable to that is to have no value yet."""


@dataclass(slots=True, eq=False, repr=False)
class LocalRef(Node):
    variable: Variable


@dataclass(slots=True, eq=False, repr=False)
class GlobalRef(Node):
    name: str


@dataclass(slots=True, eq=False, repr=False)
class SetLocal(Node):
    variable: Variable
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class SetGlobal(Node):
    name: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class Define(Node):
    """The definition of a global variable."""

    name: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class If(Node):
    test: Node
    then: Node
    otherwise: Node


@dataclass(slots=True, eq=False, repr=False)
class And(Node):
    """At least one part."""

    parts: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Or(Node):
    """At least one part."""

    parts: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Seq(Node):
    """At least one part."""

    parts: list[Node]


@dataclass(slots=True, eq=False, repr=False)
class Let(Node):
    variables: list[Variable]
    values: list[Node]
    body: Node


@dataclass(slots=True, eq=False, repr=False)
class Letrec(Node):
    """Bindings made one after the other, all visible in all; an entry without a variable is only evaluated."""

    bindings: list[tuple[Variable | None, Node]]
    body: Node


@dataclass(slots=True, eq=False, repr=False)
class Lambda(Node):
    """``loops`` and ``nested`` are set by the analysis: the body calls itself in a loop, it ends in inner loops."""

    name: str
    required: list[Variable]
    optional: list[Variable]
    rest: Variable | None
    body: Node
    itself: Variable | str | None = None  # the local or global variable that it is bound to
    loops: bool = field(default=False)
    nested: bool = field(default=False)

    @property
    def parameters(self) -> list[Variable]:
        return [*self.required, *self.optional, *([self.rest] if self.rest else [])]


@dataclass(slots=True, eq=False, repr=False)
class Call(Node):
    operator: Node
    operands: list[Node]
