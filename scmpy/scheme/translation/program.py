"""A whole program: its forms, expanded and surveyed, and what the parts of a translation share."""

from __future__ import annotations

import keyword
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import scmpy.registry as registry
from scmpy.errors import ScmpyError
from scmpy.generic.elementary import RECORDS
from scmpy.generic.settings import VARIABLES
from scmpy.scheme import ast as core
from scmpy.scheme import language
from scmpy.scheme.ast import Lambda, Node, Scope, Syntax, Variable, analyse, children, descendants
from scmpy.scheme.data import Pair, is_one_of
from scmpy.scheme.expander import SPECIAL_FORMS, Expander
from scmpy.scheme.language import language_name
from scmpy.scheme.primitives import control
from scmpy.scheme.primitives.declare import PRIMITIVES
from scmpy.scheme.printer import circular_parts
from scmpy.scheme.reader import Form, Source, read_forms
from scmpy.scheme.translation import python
from scmpy.scheme.translation.python import Lines
from scmpy.symbolic.expression import Symbol

# --- survey ----------------------------------------------------------------------------------------------------------
# What must be known of a whole program before it is written: which Python function each variable belongs to, and the
# names that are used where.
#
# A local variable belongs to the innermost procedure that becomes a Python function; the variables of ``let`` and
# those of procedures that become loops belong to the function around them.


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

    def outwards(self) -> Iterator[Function]:
        at: Function | None = self
        while at is not None:
            yield at
            at = at.parent


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
    match node:
        case core.If():
            return [node.then, node.otherwise]
        case core.And() | core.Or() | core.Seq():
            return node.parts[-1:]
        case core.Let() | core.Letrec():
            return [node.body]
    return []


def quoted_symbols(datum: Any) -> Iterator[str]:
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
        for at in function.outwards() if not variable.loop else ():  # which is written without a name
            if at is self.owner[variable]:
                break
            at.outer.add(variable)

    def use_global(self, name: str, function: Function) -> None:
        for at in function.outwards():
            at.globals.add(name)

    def quote(self, value: Any, function: Function) -> None:
        for name in quoted_symbols(value):
            self.symbols.setdefault(name)
            for at in function.outwards():
                at.quoted.add(name)


# --- operand kinds ---------------------------------------------------------------------------------------------------
# What kinds of values expressions have, as far as Python's operators care.
#
# Scheme's generic arithmetic takes everything; Python's operators differ. Plain functions do not add, and lists,
# which Scheme's vectors are, add in another way; the quotient of two integers is a float; and every value but
# ``False`` is true in Scheme. So an expression is sorted: its value may be a plain function or a list, is never an
# exact number, or is a truth value. Where nothing is known, translation takes the generic procedure (``div``) or the
# exact test (``is not False``).

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
        match node:
            case core.Const(value=value):
                if isinstance(value, bool):
                    return BOOLEAN
                return PLAIN if isinstance(value, list) else ATOM if isinstance(value, Symbol) else OTHER
            case core.LocalRef(variable=variable):
                return self.variables.get(variable, OTHER)
            case core.GlobalRef(name=name):
                if self.defines(name):
                    return self.variables.get(name, OTHER)
                return ATOM if name.startswith("d/d") else OTHER
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
    """The kind of a value that is of the one kind or of the other; the empty kind is that of no value."""
    if not a or not b or a == b:
        return a or b
    if PLAIN in (a, b):
        return PLAIN
    return GENERIC if {a, b} == {ATOM, GENERIC} else OTHER


# --- effects ---------------------------------------------------------------------------------------------------------
# Which expressions have effects that can be noticed: output, assignment, a state that changes.

_EFFECTS = set(
    """display write write-string write-char write-line newline fresh-line pp print-expression pe show-expression se
    read read-char peek-char read-line read-string read-u8 peek-u8 with-output-to-string call-with-output-string
    force exit emergency-exit %exit random runtime real-time error warn raise assert generate-uninterned-symbol
    call/cc call-with-current-continuation for-each vector-for-each series:print""".split()
)
#: Procedures that return nothing: a call of them is a statement.
SILENT = set(
    """display write write-string write-char write-line newline fresh-line pp print-expression pe show-expression se
    series:print exit emergency-exit %exit
    set-car! set-cdr! vector-set! vector-fill! hash-table-set! hash-table/put!""".split()
)


class Effects:
    def __init__(self, survey: Survey, kinds: Kinds) -> None:
        self.survey = survey
        self.kinds = kinds
        self.known: dict[Node, bool] = {}
        assigned = survey.assigned or any(function.sets for function in survey.order[1:])
        self.stateful = bool(assigned or survey.sets_settings)

    def of(self, node: Node) -> bool:
        if node not in self.known:
            self.known[node] = False  # within its own recursion
            self.known[node] = self._of(node)
        return self.known[node]

    def _of(self, node: Node) -> bool:
        match node:
            case core.SetLocal() | core.SetGlobal() | core.Define():
                return True
            case Lambda():
                return False
            case core.Call():
                return any(map(self.of, children(node))) or self._of_call(node)
        return any(map(self.of, children(node)))

    def _of_call(self, node: core.Call) -> bool:
        called = self.kinds.procedure(node.operator)
        if called is not None and self.of(called.body):
            return True
        passed = filter(None, map(self.kinds.procedure, node.operands))
        if any(self.of(procedure.body) for procedure in passed):  # it may be called
            return True
        if called is not None:
            return False
        match node.operator:
            case core.GlobalRef(name=name) if not self.kinds.defines(name):
                return name in _EFFECTS or name.endswith("!")
            case core.Const():
                return False
        return self.stateful

    def order_matters(self, nodes: list[Node]) -> bool:
        """Would these give something else in another order of evaluation?"""
        effects = [node for node in nodes if self.of(node)]
        return len(effects) > 1 or (len(effects) == 1 and any(self._reads_state(n) for n in nodes if n not in effects))

    def _reads_state(self, node: Node) -> bool:
        match node:
            case core.LocalRef(variable=variable):
                return variable.assigned
            case core.GlobalRef(name=name):
                return name in self.survey.assigned or name in VARIABLES
            case core.Call(operator=operator) if self.stateful and not isinstance(operator, core.Const):
                if not isinstance(operator, core.GlobalRef) or self.kinds.defines(operator.name):
                    return True  # the procedure may read what is assigned elsewhere
        return any(map(self._reads_state, children(node)))


# --- python names ----------------------------------------------------------------------------------------------------
# Python names for everything that a program names.
#
# Global variables and procedures of the library keep the spelling that the registry gives them. A quoted symbol
# becomes a variable of its own, unless that name is taken: then it is written ``symbols("x")`` where it stands. A
# local variable keeps its name unless that means something else in its function or in a function inside it.

#: What translated programs use without the program's asking for it.
_HELPERS = {"Fraction", "add", "sub", "mul", "div", "expt", "negate", "ref", "symbols", "literal_functions"}
RESERVED = {*keyword.kwlist, *keyword.softkwlist, *registry.BUILTINS, *_HELPERS, *language.__all__}


#: The procedures that Python's own builtins of the same name are, for the values of the library too.
_BUILTINS = frozenset({"abs"})


def spelling(scheme: str) -> str:
    """A Python identifier for a Scheme name.

    >>> [spelling(name) for name in ("L-free", "d/dx", "lambda", "2nd", "->")]
    ['L_free', 'd_dx', 'lambda_', 'n2nd', '_to_']
    """
    plain = unicodedata.normalize("NFKC", scheme)  # as Python reads names
    name = registry.python_name(re.sub(r"^d/d(?=\w)", "d_d", plain))
    name = name if name.isidentifier() else "_" + re.sub(r"\W", "_", name)
    return name + "_" if keyword.iskeyword(name) or name in registry.BUILTINS else name


class Names:
    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self.globals: dict[str, str] = {}
        self.symbols: dict[str, str] = {}
        self.locals: dict[Variable, str] = {}
        self.language: set[str] = set()  # what is imported from scmpy.scheme.language
        self._name_globals()
        self._name_symbols()
        for function in survey.order:
            self._name_locals(function)

    def _name_globals(self) -> None:
        """Definitions first: they take the library's names if they redefine the library's procedures."""
        taken: dict[str, str] = {}
        defined = {**self.survey.definitions, **dict.fromkeys(sorted(self.survey.assigned))}
        for name in [*defined, *sorted(self.survey.module.globals - defined.keys())]:
            own = name in defined
            found = spelling(name) if own else library_name(name) or language_name(name)
            if found is None:
                continue
            while own and (found in RESERVED or taken.get(found, name) != name):
                found += "_"
            taken[found] = name
            self.globals[name] = found

    def _name_symbols(self) -> None:
        known = set(registry.python_bindings())
        taken = {*self.globals.values(), *RESERVED, *known}
        for name in self.survey.symbols:
            found = spelling(name)
            if found not in taken and found.isascii() and not re.search(r"[\s,]", name) and name:
                taken.add(found)
                self.symbols[name] = found

    def _name_locals(self, function: Function) -> None:
        used = {self.globals[name] for name in function.globals if name in self.globals}
        used |= {self.symbols[name] for name in function.quoted if name in self.symbols}
        if function.parent is None:
            used |= {*self.globals.values(), *self.symbols.values()}
        function.taken |= used
        for variable in function.outer:
            function.taken.add(self.locals[variable])
        for variable in function.bound:
            self.locals[variable] = self.fresh(function, spelling(variable.name))

    def fresh(self, function: Function, base: str) -> str:
        base = base + "_" if base in RESERVED else base
        name, count = base, 1
        while name in function.taken:
            count += 1
            name = f"{base}_{count}"
        function.taken.add(name)
        return name

    def from_language(self, name: str) -> str:
        self.language.add(name)
        return name

    def call(self, name: str, arguments: Iterable[python.Code]) -> python.Code:
        return python.call(python.Code(self.from_language(name)), arguments)


def library_name(scheme: str) -> str | None:
    if scheme in PRIMITIVES:  # which a session prefers
        return None
    if scheme in _BUILTINS:
        return scheme
    entry = registry.lookup(scheme)
    return entry.python if entry is not None and entry.scheme == scheme and entry.in_scheme else None


#: What belongs to a session and has no meaning in a Python program.
_SESSION_ONLY = set(
    """eval load reload set-display! apropos current-load-pathname pwd cd working-directory-pathname
    set-working-directory-pathname! with-working-directory-pathname""".split()
)
_OPERATOR = re.compile(r"\(\s*([^\s()]+)")
_CHANGES_LISTS = set(
    """set-car! set-cdr! list-set! append! reverse! append-reverse! except-last-pair! filter! remove! delete! sort!
    del-assq! del-assv! del-assoc! list-copy""".split()
)


class Program:
    """What the parts of a translation share."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.lines = Lines(source)
        scope = Scope(None, dict(SPECIAL_FORMS))
        self.forms: list[tuple[Form, Node]] = []
        for form in read_forms(source):
            node = Expander(form).expand(Syntax(form.datum, (form.start, form.end)), scope)
            analyse(node)
            settle_loops(node)
            self.forms.append((form, node))
        nodes = [node for _, node in self.forms]
        for node in descendants(nodes):
            if isinstance(node, core.Const) and circular_parts(node.value):
                raise self.failure(node, "data that contain themselves have no translation to Python")
        self.survey = Survey(nodes)
        self.names = Names(self.survey)
        self.kinds = Kinds(self.survey, nodes)
        self.effects = Effects(self.survey, self.kinds)
        self.pure: dict[Node, bool] = {}
        self.used_symbols: dict[str, None] = {}
        self.uses_fractions = False
        self.changes_lists = bool(_CHANGES_LISTS & self.survey.referenced)

    def failure(self, node: Node | None, message: str) -> ScmpyError:
        place = None if node is None or node.span is None else self.source.location(node.span[0])
        return ScmpyError(f"translate: {message}", location=place)

    # -- names of the library ------------------------------------------------------------------------------------

    def library(self, name: str, node: Node | None) -> str:
        found = library_name(name)
        if found is not None:
            return found
        if name in _SESSION_ONLY:
            raise self.failure(node, f"{name} needs a session, and has no place in a Python program")
        if name in PRIMITIVES:
            spelled = language.language_name(name)
            if spelled is not None:
                return self.names.from_language(spelled)
        try:
            language.from_scheme(name)
        except NameError as error:
            raise self.failure(node, str(error)) from None
        return f"{self.names.from_language('from_scheme')}({python.string(name).text})"

    def implementation(self, value: Any, node: Node) -> str:
        """The name of a procedure of the implementation, which the expander put into the program."""
        for name in language.__all__:
            if getattr(language, name) is value:
                return self.names.from_language(name)
        for scheme, procedure in PRIMITIVES.items():
            spelled = language.language_name(scheme)
            if procedure is value and spelled is not None:
                return self.names.from_language(spelled)
        form = _OPERATOR.match(self.source.text, node.span[0] if node.span else 0)
        raise self.failure(node, f"{form[1] if form else 'this form'} has no translation to Python")

    # -- functions -----------------------------------------------------------------------------------------------

    def is_captured(self, variable: Variable, within: Lambda) -> bool:
        inner = [node for node in descendants([within.body]) if isinstance(node, Lambda)]
        return any(variable in self.survey.functions[node].outer for node in inner if node in self.survey.functions)

    def fits_loop(self, each: Lambda) -> bool:
        return not any(self.is_captured(variable, each) for variable in self.survey.functions[each].bound)

    def adopt(self, node: Lambda, function: Function) -> dict[Variable, str]:
        """What belongs to a procedure that is written in place belongs to the function around it; the new names."""
        inner = self.survey.functions[node]
        function.sets |= inner.sets
        for variable in inner.bound:
            self.survey.owner[variable] = function
            self.names.locals[variable] = self.names.fresh(function, self.names.locals[variable])
        return self.names.locals
