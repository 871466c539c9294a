"""What kinds of values expressions have, as far as Python's operators care.

Scheme's generic arithmetic takes everything; Python's operators differ. Plain functions do not add, and lists, which
Scheme's vectors are, add in another way; the quotient of two integers is a float; and every value but ``False`` is true
in Scheme. So an expression is sorted: its value may be a plain function or a list, is never an exact number, or is a
truth value. Where nothing is known, translation takes the generic procedure (``div``) or the exact test (``is not
False``).
"""

from __future__ import annotations

from scmpy.generic.records import RECORDS
from scmpy.scheme import core
from scmpy.scheme.core import Lambda, Node, Variable
from scmpy.scheme.equality import is_one_of
from scmpy.scheme.translation.survey import Survey, children, descendants
from scmpy.symbolic.expression import Symbol

BOOLEAN = "a truth value"
PLAIN = "maybe a plain function or a vector, which is a Python list"
ATOM = "never an exact number: a symbol, a structure, a field"
GENERIC = "made of such values, an exact number only if it cancels"
OTHER = "anything"

_ARITHMETIC = set("+ - * / expt square cube negate invert".split())
_FUNCTIONS_OF_NUMBERS = {record.head for record in RECORDS.values() if record.kind == "analytic"}
_ATOMS = set(
    """up down literal-function literal-manifold-function literal-vector-field literal-1form-field matrix-by-rows D d
    partial compose Gamma point chart commutator wedge Lie-derivative coordinate-system-at""".split()
)
_VECTORS = set(
    """vector make-vector make-initialized-vector vector-tabulate build-vector list->vector vector-copy vector-map
    vector-append subvector vector-head vector-tail vector-grow""".split()
)
_BOOLEANS = set("= < > <= >= not".split())


class Kinds:
    """The kinds of the expressions of a program; variables are followed through its calls until nothing changes."""

    def __init__(self, survey: Survey, forms: list[Node]) -> None:
        self.survey = survey
        self.variables: dict[Variable | str, str] = {}
        self.results: dict[Lambda, str] = {}
        self.computing: set[Lambda] = set()
        nodes = list(descendants(forms))
        self.escaped = self._escaped(nodes, forms)
        while self._pass(nodes):
            self.results.clear()
        self.results.clear()

    def defines(self, name: str) -> bool:
        """Does the program define this name itself?"""
        return name in self.survey.definitions or name in self.survey.assigned

    def procedure(self, node: Node) -> Lambda | None:
        """The procedure that an expression stands for, if it is surely that one."""
        match node:
            case Lambda():
                return node
            case core.GlobalRef(name=name) if name not in self.survey.assigned:
                values = self.survey.definitions.get(name, [])
                return values[0] if len(values) == 1 and isinstance(values[0], Lambda) else None
            case core.LocalRef(variable=variable) if not variable.assigned:
                return variable.procedure
            case core.Call():
                called = self.procedure(node.operator)
                return called.body if called is not None and isinstance(called.body, Lambda) else None
        return None

    def _escaped(self, nodes: list[Node], forms: list[Node]) -> set[Lambda]:
        """The procedures that may be called from elsewhere: their values are used otherwise than in calls."""
        found: set[Lambda] = set()
        for node in nodes:
            for child in children(node):
                called = isinstance(node, core.Call) and child is node.operator
                bound = isinstance(child, Lambda) and isinstance(node, (core.Define, core.Letrec, Lambda))
                if not called and not bound:
                    found.update(self._with_results(self.procedure(child)))
        for form in forms:
            found.update(self._with_results(self.procedure(form)))
        return found

    def _with_results(self, procedure: Node | None) -> list[Lambda]:
        found = []
        while isinstance(procedure, Lambda):
            found.append(procedure)
            procedure = procedure.body
        return found

    def _pass(self, nodes: list[Node]) -> bool:
        """Follow every binding once; did that change anything?"""
        before = dict(self.variables)
        for node in nodes:
            match node:
                case core.Let():
                    self._bind_all(node.variables, node.values)
                case core.Letrec():
                    for variable, value in node.bindings:
                        if variable is not None:
                            self._bind(variable, self.of(value))
                case core.SetLocal(variable=variable, value=value):
                    self._bind(variable, self.of(value))
                case core.Define(name=name, value=value) | core.SetGlobal(name=name, value=value):
                    self._bind(name, self.of(value))
                case core.Call():
                    called = self.procedure(node.operator)
                    if called is not None:
                        self._bind_all(called.required, node.operands)
                case Lambda() if node in self.escaped or node.optional or node.rest:
                    for variable in node.parameters:
                        self._bind(variable, OTHER)
        return self.variables != before

    def _bind_all(self, variables: list[Variable], values: list[Node]) -> None:
        for variable, value in zip(variables, values, strict=False):
            self._bind(variable, self.of(value))

    def _bind(self, variable: Variable | str, kind: str) -> None:
        self.variables[variable] = join(self.variables.get(variable), kind)

    def of(self, node: Node) -> str:
        """The kind of an expression's value."""
        match node:
            case core.Const(value=value):
                return self._of_constant(value)
            case core.LocalRef(variable=variable):
                return self.variables.get(variable, OTHER)
            case core.GlobalRef(name=name):
                return self._of_global(name)
            case core.If():
                return join(self.of(node.then), self.of(node.otherwise))
            case core.And() | core.Or():
                kinds = {self.of(part) for part in node.parts}
                return kinds.pop() if len(kinds) == 1 else PLAIN if PLAIN in kinds else OTHER
            case core.Seq():
                return self.of(node.parts[-1])
            case core.Let() | core.Letrec():
                return self.of(node.body)
            case Lambda():
                return PLAIN
            case core.Call():
                return self._of_call(node)
        return OTHER

    def _of_constant(self, value: object) -> str:
        if isinstance(value, bool):
            return BOOLEAN
        return PLAIN if isinstance(value, list) else ATOM if isinstance(value, Symbol) else OTHER

    def _of_global(self, name: str) -> str:
        if self.defines(name):
            return self.variables.get(name, OTHER)
        return ATOM if name.startswith("d/d") else OTHER

    def _of_call(self, node: core.Call) -> str:
        called = self.procedure(node.operator)
        if called is not None:
            return self._result(called)
        match node.operator:
            case core.GlobalRef(name=name) if not self.defines(name):
                return self._of_library_call(name, [self.of(operand) for operand in node.operands])
            case core.Const(value=value) if value is is_one_of:
                return BOOLEAN
            case core.Const(value=dict.__getitem__):  # what define-coordinates defines
                return ATOM
        return OTHER

    def _of_library_call(self, name: str, operands: list[str]) -> str:
        if name.endswith("?") or name in _BOOLEANS:
            return BOOLEAN
        if name in _ATOMS:
            return ATOM
        if name in _VECTORS:
            return PLAIN
        if name in _ARITHMETIC or name in _FUNCTIONS_OF_NUMBERS:
            return GENERIC if {ATOM, GENERIC, PLAIN} & set(operands) else OTHER
        return OTHER

    def _result(self, procedure: Lambda) -> str:
        if procedure not in self.results:
            if procedure in self.computing:
                return ""
            self.computing.add(procedure)
            self.results[procedure] = self.of(procedure.body)
            self.computing.discard(procedure)
        return self.results[procedure]


def join(a: str | None, b: str) -> str:
    """The kind of a value that is of the one kind or of the other; the empty kind is that of no value.

    >>> join("", BOOLEAN) == BOOLEAN, join(ATOM, GENERIC) == GENERIC, join(PLAIN, OTHER) == PLAIN
    (True, True, True)
    """
    if not a or not b or a == b:
        return a or b
    if PLAIN in (a, b):
        return PLAIN
    return GENERIC if {a, b} == {ATOM, GENERIC} else OTHER
