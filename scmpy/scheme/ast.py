"""The core language: what the expander makes of Scheme and the compiler turns into Python.

Variables are resolved: a local variable is an object shared by its binding and all references to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scmpy.errors import Location, SyntaxError_
from scmpy.scheme.data import Pair
from scmpy.scheme.printer import write_text
from scmpy.scheme.reader import Span
from scmpy.symbolic.expression import Symbol, as_datum


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
    name: str
    value: Node


@dataclass(slots=True, eq=False, repr=False)
class If(Node):
    test: Node
    then: Node
    otherwise: Node


@dataclass(slots=True, eq=False, repr=False)
class _Parts(Node):
    """At least one part."""

    parts: list[Node]


class And(_Parts):
    __slots__ = ()


class Or(_Parts):
    __slots__ = ()


class Seq(_Parts):
    __slots__ = ()


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
    program: Any = None  # the form that it is written as
    loops: bool = field(default=False)
    nested: bool = field(default=False)

    @property
    def parameters(self) -> list[Variable]:
        return [*self.required, *self.optional, *([self.rest] if self.rest else [])]


@dataclass(slots=True, eq=False, repr=False)
class Call(Node):
    operator: Node
    operands: list[Node]


_PARTS_OF: dict[type[Node], Callable[[Any], Sequence[Node]]] = {
    **dict.fromkeys((Const, Unassigned, LocalRef, GlobalRef), lambda node: ()),
    **dict.fromkeys((SetLocal, SetGlobal, Define), lambda node: (node.value,)),
    If: lambda node: (node.test, node.then, node.otherwise),
    **dict.fromkeys((And, Or, Seq), lambda node: node.parts),
    Let: lambda node: (*node.values, node.body),
    Letrec: lambda node: (*(value for _, value in node.bindings), node.body),
    Lambda: lambda node: (node.body,),
    Call: lambda node: (node.operator, *node.operands),
}


def children(node: Node) -> Sequence[Node]:
    return _PARTS_OF[type(node)](node)


def descendants(nodes: Iterable[Node]) -> Iterator[Node]:
    stack = list(nodes)
    while stack:
        node = stack.pop()
        yield node
        stack += children(node)


def as_if(node: And | Or) -> Node:
    """What ``and`` and ``or`` are as conditionals."""
    first, *others = node.parts
    if not others:
        return first
    rest = type(node)(node.span, others)
    if isinstance(node, And):
        return If(node.span, first, rest, Const(node.span, False))
    value = Variable("value")
    found = LocalRef(node.span, value)
    return Let(node.span, [value], [first], If(node.span, found, found, rest))


# --- syntax ----------------------------------------------------------------------------------------------------------
# Identifiers and scopes: what names mean while Scheme is expanded.
#
# An identifier is a symbol, or an :class:`Alias` of one: a name that a macro inserted. An alias that no binding form
# has bound means what its symbol means where the macro was defined; so macros are hygienic.


class Syntax(NamedTuple):
    datum: Any
    span: Span | None


class Alias:
    """A name inserted by a macro: a symbol as it was meant in the scope of the macro's definition."""

    __slots__ = ("scope", "symbol")
    kind_in_scheme = "syntactic-closure"

    def __init__(self, symbol: Identifier, scope: Scope) -> None:
        self.symbol = symbol
        self.scope = scope

    @property
    def words(self) -> tuple[str]:
        return (name_of(self),)


Identifier = Symbol | Alias


class Keyword:
    """What a name means that is no variable: a special form, or a macro."""

    __slots__ = ()


Binding = Variable | Keyword


class Scope:
    """What the identifiers of a region are bound to; the outermost has no parent and holds the session's syntax."""

    __slots__ = ("bindings", "keywords", "parent")
    kind_in_scheme = "syntactic-environment"

    def __init__(self, parent: Scope | None, keywords: dict[str, Binding] | None = None) -> None:
        self.parent = parent
        self.bindings: dict[Identifier, Binding] = {}
        self.keywords: dict[str, Binding] = keywords if keywords is not None else {}

    def lookup(self, identifier: Identifier) -> Binding | str:
        while True:
            scope: Scope | None = self
            while scope is not None:
                found = scope.bindings.get(identifier)
                if found is not None:
                    return found
                keywords, scope = scope.keywords, scope.parent
            if isinstance(identifier, Symbol):
                return keywords.get(identifier.name, identifier.name)
            self, identifier = identifier.scope, identifier.symbol

    def bind(self, identifier: Identifier) -> Variable:
        variable = Variable(name_of(identifier))
        self.bindings[identifier] = variable
        return variable

    @property
    def is_global(self) -> bool:
        return self.parent is None


def name_of(identifier: Identifier) -> str:
    while isinstance(identifier, Alias):
        identifier = identifier.symbol
    return identifier.name


def is_identifier(datum: Any) -> bool:
    return isinstance(datum, (Symbol, Alias))


def strip(datum: Any) -> Any:
    """A datum without aliases, as ``quote`` returns it; what holds none stays the same object."""
    while isinstance(datum, Alias):
        datum = datum.symbol
    if isinstance(datum, Symbol):
        return as_datum(datum)
    return _stripped(datum, {}) if _has_alias(datum) else datum


def _has_alias(datum: Any) -> bool:
    stack, seen = [datum], set()
    while stack:
        item = stack.pop()
        if isinstance(item, Alias) or as_datum(item) is not item:
            return True
        if isinstance(item, (Pair, list)) and id(item) not in seen:
            seen.add(id(item))
            stack += (item.cdr, item.car) if isinstance(item, Pair) else item
    return False


def _stripped(datum: Any, made: dict[int, Any]) -> Any:
    """A copy without aliases; ``made`` has those of pairs and vectors, which may contain themselves."""
    if not isinstance(datum, (Pair, list)):
        return strip(datum)
    if id(datum) in made:
        return made[id(datum)]
    if isinstance(datum, Pair):
        made[id(datum)] = copy = Pair(datum.car, datum.cdr)
        copy.car, copy.cdr = _stripped(datum.car, made), _stripped(datum.cdr, made)
        return copy
    made[id(datum)] = vector = []
    vector += [_stripped(item, made) for item in datum]
    return vector


def ill_formed(form: Syntax, location: Location | None, why: str = "") -> SyntaxError_:
    text = write_text(strip(form.datum))
    text = text if len(text) <= 100 else text[:96] + " ..."
    return SyntaxError_(f"Ill-formed syntax: {text}{f' ({why})' if why else ''}", location=location)


# --- analysis --------------------------------------------------------------------------------------------------------
# Which local procedures are loops: found by one walk over the core language, from the leaves up.
#
# A procedure bound by letrec (a named let, do, an internal define) becomes a ``while`` loop in its surroundings when
# it is called once from outside and otherwise by itself, always in tail position, and no closure captures a variable
# bound in its body: Python has one cell a variable and call, but each iteration of a Scheme loop has variables of its
# own. Any other procedure that calls itself in tail position loops inside its own function, under the same condition.

#: Python allows twenty nested blocks.
DEEPEST_NEST = 12

Key = Variable | tuple[str, int]


@dataclass(slots=True)
class _Uses:
    """How a variable is used: tail calls, other uses, and how many loops lie between a tail call and its target."""

    tail: int = 0
    other: int = 0
    distance: int = 0


@dataclass(slots=True)
class _Facts:
    """What is known of an expression: uses by variable, captured and bound variables, loops in it."""

    uses: dict[Key, _Uses] = field(default_factory=dict)
    captured: set[Variable] = field(default_factory=set)
    bound: set[Variable] = field(default_factory=set)
    depth: int = 0
    tail_loop: bool = False

    def count(self, key: Key, tail: int = 0, other: int = 0) -> None:
        mine = self.uses.setdefault(key, _Uses())
        mine.tail += tail
        mine.other += other

    def add(self, other: _Facts, tail: bool = False) -> None:
        """Take in a part, which stands in tail position or not."""
        for key, uses in other.uses.items():
            mine = self.uses.setdefault(key, _Uses())
            if tail:
                mine.tail += uses.tail
                mine.other += uses.other
                mine.distance = max(mine.distance, uses.distance)
            else:
                mine.other += uses.tail + uses.other
        self.captured |= other.captured
        self.bound |= other.bound
        self.depth = max(self.depth, other.depth)
        self.tail_loop |= tail and other.tail_loop

    def binds(self, variables: Iterable[Variable]) -> bool:
        """Are any of these, or of the variables bound inside, captured?"""
        return any(variable in self.captured for variable in (*self.bound, *variables))


def analyse(node: Node) -> _Facts:
    return _ANALYSERS[type(node)](node)


def _parts(nodes: Iterable[Node], *ends: Node) -> _Facts:
    """The facts of parts, and of those that stand in tail position: what is known of the last of these grows."""
    facts = analyse(ends[-1]) if ends else _Facts()
    for node in ends[:-1]:
        facts.add(analyse(node), tail=True)
    for node in nodes:
        if isinstance(node, LocalRef):
            facts.count(node.variable, other=1)
        else:
            facts.add(analyse(node))
    return facts


def _sequence(node: Any) -> _Facts:
    return _parts(node.parts[:-1], node.parts[-1])


def _call(node: Call) -> _Facts:
    operator = node.operator
    if not isinstance(operator, (LocalRef, GlobalRef)):
        return _parts([*node.operands, operator])
    facts = _parts(node.operands)
    if isinstance(operator, GlobalRef):
        facts.count((operator.name, len(node.operands)), tail=1)
        return facts
    procedure = operator.variable.procedure
    taken = None if procedure is None or procedure.optional or procedure.rest else len(procedure.required)
    fits = taken == len(node.operands)
    facts.count(operator.variable, tail=int(fits), other=int(not fits))
    return facts


def _let(node: Let) -> _Facts:
    facts = _parts(node.values, node.body)
    facts.bound.update(node.variables)
    return facts


def _closure(node: Lambda, body: _Facts) -> _Facts:
    """The facts of a procedure that is a Python function: whatever it uses of its surroundings is captured."""
    _mark_own_loop(node, body)
    free = {key: uses for key, uses in body.uses.items() if key not in body.bound and key not in node.parameters}
    facts = _Facts()
    facts.add(_Facts(uses=free))
    facts.captured = {key for key in free if isinstance(key, Variable)}
    return facts


def _mark_own_loop(node: Lambda, body: _Facts) -> None:
    itself = node.itself
    if itself is None or node.optional or node.rest is not None:
        return
    uses = body.uses.get((itself, len(node.required)) if isinstance(itself, str) else itself)
    assigned = isinstance(itself, Variable) and itself.assigned
    if uses and uses.tail and not assigned and body.depth < DEEPEST_NEST and not body.binds(node.required):
        node.loops = True


def _letrec(node: Letrec) -> _Facts:
    for variable, value in node.bindings:
        if variable is not None and isinstance(value, Lambda) and not variable.assigned:
            variable.procedure = value
    outside = analyse(node.body)
    facts = _Facts()
    bodies: list[tuple[Variable, Lambda, _Facts]] = []
    for variable, value in node.bindings:
        if variable is not None and variable.procedure is value and isinstance(value, Lambda):
            bodies.append((variable, value, analyse(value.body)))
        else:
            facts.add(analyse(value))
            facts.bound.update([variable] if variable is not None else [])
    for variable, value, inside in bodies:
        siblings = [facts, *(other for _, _, other in bodies if other is not inside)]
        if _is_loop(variable, value, inside, outside) and not any(variable in other.uses for other in siblings):
            variable.loop, value.nested = True, inside.tail_loop
            facts.add(_as_loop(variable, value, inside), tail=True)
        else:
            facts.add(_closure(value, inside))
            facts.bound.add(variable)
    facts.add(outside, tail=True)
    return facts


def _is_loop(variable: Variable, procedure: Lambda, inside: _Facts, outside: _Facts) -> bool:
    entered = outside.uses.get(variable, _Uses())
    again = inside.uses.get(variable, _Uses())
    return (
        entered == _Uses(1)
        and again.other == 0
        and again.distance <= 1
        and inside.depth < DEEPEST_NEST
        and not inside.binds(procedure.required)
    )


def _as_loop(variable: Variable, procedure: Lambda, inside: _Facts) -> _Facts:
    """The facts of a loop's body, seen from the place where the loop is entered."""
    facts = _Facts(captured=inside.captured, depth=inside.depth + 1, tail_loop=True)
    facts.bound = inside.bound | set(procedure.required)
    for key, uses in inside.uses.items():
        if key is not variable:
            facts.uses[key] = _Uses(uses.tail, uses.other, uses.distance + 1 if uses.tail else 0)
    return facts


_ANALYSERS: dict[type[Node], Any] = {
    Const: lambda node: _Facts(),
    GlobalRef: lambda node: _Facts(),
    Unassigned: lambda node: _Facts(),
    LocalRef: lambda node: _parts([node]),
    SetLocal: lambda node: _parts([node.value, LocalRef(None, node.variable)]),
    SetGlobal: lambda node: _parts([node.value]),
    Define: lambda node: _parts([node.value]),
    If: lambda node: _parts([node.test], node.then, node.otherwise),
    And: _sequence,
    Or: _sequence,
    Seq: _sequence,
    Let: _let,
    Letrec: _letrec,
    Lambda: lambda node: _closure(node, analyse(node.body)),
    Call: _call,
}
