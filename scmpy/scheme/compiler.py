"""Core language to Python code objects.

Each procedure becomes a Python function; expressions become Python expressions where the order of evaluation allows
it and statements that set temporaries where it does not (operands are evaluated from right to left, as in the
original). Positions in the source are the positions of the code.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from types import CodeType
from typing import Any

from scmpy.generic.settings import VARIABLES
from scmpy.registry import python_name
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Call, Lambda, Node, Variable, analyse
from scmpy.scheme.data import DEFAULT, Defined, Pair
from scmpy.scheme.expander import SPECIAL_FORMS
from scmpy.scheme.primitives.numbers import INTEGRATED, integrated_key
from scmpy.scheme.reader import Form, Source, Span, words
from scmpy.scheme.sandbox import EVALUATING, LOCAL, CallSite, DebugInfo, applied, finish_code, global_name, sandboxed
from scmpy.symbolic.expression import Symbol, symbol

# --- python code -----------------------------------------------------------------------------------------------------
# Pieces of Python code: where a value goes, the names and constants of a form, small syntax trees.
#
# Names of local variables hold a letter that those of global variables cannot hold; global variables are the globals
# of the code, under their Scheme names.

Load, Store = ast.Load(), ast.Store()


@dataclass(frozen=True, slots=True)
class Return:
    leaves = True


@dataclass(frozen=True, slots=True)
class Effect:
    leaves = False


@dataclass(frozen=True, slots=True)
class Into:
    name: str
    leaves = False


@dataclass(frozen=True, slots=True)
class Exit:
    """The value goes where the loop's value goes, and the loop is left."""

    outer: Effect | Into
    leaves = True


Destination = Return | Effect | Into | Exit
RETURN, EFFECT = Return(), Effect()


@dataclass(eq=False, slots=True)
class Held:
    value: Any


class Unit:
    """A top-level form on its way to code: its constants, call sites and names."""

    def __init__(self, source: Source, session: Any, defined: str | None) -> None:
        self.source = source
        self.session = session
        self.defined = defined  # the procedure that is being defined, which is bound by then
        self.answers: dict[tuple[str, str], bool] = {}  # of the session, by question and variable
        self.constants: list[Any] = []
        self.debug = DebugInfo(source)
        self.count = 0

    def asks(self, question: str, name: str) -> bool:
        if (question, name) not in self.answers:
            self.answers[question, name] = getattr(self.session, question)(name)
        return self.answers[question, name]

    def name(self, base: str) -> str:
        self.count += 1
        name = f"{python_name(base)}{LOCAL}{self.count}"
        self.debug.names[name] = base
        return name

    def variable(self, variable: Variable) -> str:
        if not variable.python:
            variable.python = self.name(variable.name)
        return variable.python

    def constant(self, value: Any) -> ast.expr:
        """A constant; those that Python's constants cannot hold are placed into the code afterwards.

        All are hashable, as the code is then: debuggers and toolkits put code in sets.
        """
        if value is None or type(value) in (bool, int, float):
            return ast.Constant(value)
        if not isinstance(value, Hashable):
            return ast.Attribute(self.constant(Held(value)), "value", Load)
        self.constants.append(value)
        return ast.Constant(str(len(self.constants) - 1).encode())


def definition(name: str, parameters: list[str], body: list[ast.stmt], **more: Any) -> ast.FunctionDef:
    """``def name(parameters, /): body``; ``more`` sets other kinds of parameters."""
    arguments = ast.arguments([ast.arg(p) for p in parameters], [], None, [], [], None, [])
    for key, value in more.items():
        setattr(arguments, key, value)
    function = ast.FunctionDef(name, arguments, body, [], None, None)
    function.type_params = []  # type: ignore[attr-defined]  # which Python 3.12 wants
    return function


def load(name: str) -> ast.Name:
    return ast.Name(name, Load)


def assign(name: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(name, Store)], value)


def is_true(value: ast.expr) -> ast.expr:
    """``value is not False``, which Python does not like to be asked of a literal."""
    if isinstance(value, ast.Constant):
        return ast.Constant(value.value is not False)
    return ast.Compare(value, [ast.IsNot()], [ast.Constant(False)])


def deep(expression: Any, *parts: ast.expr) -> Any:
    expression.depth = 1 + max([getattr(part, "depth", 0) for part in parts], default=0)
    return expression


def in_set(value: ast.expr, classes: str, operator: ast.cmpop) -> ast.Compare:
    return ast.Compare(ast.Attribute(value, "__class__", Load), [operator], [load(classes)])


def admission(raw: str, arguments: list[ast.expr], handed_on: list[str], rest_too: bool) -> list[ast.stmt]:
    """``if p.__class__ not in plain and outside(): return from_outside(raw, (...))``, for any of the parameters p."""
    if not handed_on and not rest_too:
        return []
    test: ast.expr = ast.Call(load("|outside"), [], [])
    if not rest_too:
        foreign: list[ast.expr] = [in_set(load(name), "|plain", ast.NotIn()) for name in handed_on]
        test = ast.BoolOp(ast.And(), [ast.BoolOp(ast.Or(), foreign) if len(foreign) > 1 else foreign[0], test])
    return [
        ast.If(test, [ast.Return(ast.Call(load("|from_outside"), [load(raw), ast.Tuple(arguments, Load)], []))], [])
    ]


def entry(raw: str, arguments: list[ast.expr], makes_tail_calls: bool) -> list[ast.stmt]:
    """``r = raw(...); return bounce(r) if it is a tail call, else r``."""
    call = ast.Call(load(raw), arguments, [])
    if not makes_tail_calls:
        return [ast.Return(call)]
    result = f"r{LOCAL}0"
    is_call = ast.Compare(ast.Attribute(load(result), "__class__", Load), [ast.Is()], [load("|TailCall")])
    return [
        assign(result, call),
        ast.If(is_call, [ast.Return(ast.Call(load("|bounce"), [load(result)], []))], []),
        ast.Return(load(result)),
    ]


#: Python expressions nest at most this deep; what is deeper goes into a temporary.
DEEPEST_EXPRESSION = 30

#: Expressions that only read: they matter where they stand only if something else has effects.
_READS = {core.Const, core.LocalRef, core.GlobalRef, core.Lambda}


def early_operands(nodes: Sequence[Node]) -> set[int]:
    """Which operands are evaluated before the others, from right to left: all but the first one whose time matters."""
    if _READS.issuperset(map(type, nodes)):
        return set()
    return {*[index for index, node in enumerate(nodes) if not _is_timeless(node)][1:]}


def _is_timeless(node: Node) -> bool:
    if isinstance(node, core.LocalRef):
        return not node.variable.assigned
    return isinstance(node, (core.Const, core.Lambda))


def _is_admitted(operator: Node, unit: Unit) -> bool:
    """Is it known that the value is applied as it is? What a global variable holds was admitted when it was set."""
    if isinstance(operator, core.LocalRef):
        return operator.variable.procedure is not None and not operator.variable.assigned
    if isinstance(operator, core.GlobalRef):
        return operator.name == unit.defined or unit.asks("is_bound", operator.name)
    return isinstance(operator, core.Const) and not isinstance(operator.value, Symbol)


#: Kinds of nodes of Python that have a place, or parts that have one.
_PLACED = {
    kind
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST) and (kind._fields or kind._attributes)
}
_LEAVES = {ast.Name, ast.Constant}
_NOWHERE = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}


def place_parts(tree: ast.AST) -> None:
    """Give the nodes of Python without a place in the source that of the node around them."""
    pending: list[tuple[ast.AST, dict[str, int]]] = [(tree, _NOWHERE)]
    for node, place in pending:
        own = node.__dict__
        parts = [*own.values()]
        if "lineno" in own:
            place = {key: own[key] for key in _NOWHERE}
        elif node._attributes:
            own.update(place)
        for part in parts:
            for each in part if part.__class__ is list else (part,):
                kind = each.__class__
                if kind not in _LEAVES:
                    if kind in _PLACED:
                        pending.append((each, place))
                elif "lineno" not in each.__dict__:
                    each.__dict__.update(place)


def compile_form(node: Node, form: Form, session: Any) -> CodeType:
    """The code of a function without arguments that evaluates a form, of which this is the expression."""
    analyse(node)
    defined = node.name if isinstance(node, core.Define) and isinstance(node.value, Lambda) else None
    unit = Unit(form.source, session, defined)
    function = FunctionBody(unit, top=True)
    function.into(node, RETURN)
    module = ast.Module([definition("form", [], function.finished())], [])
    place_parts(module)
    code = compile(module, form.source.filename, "exec", dont_inherit=True)
    code = next(c for c in code.co_consts if isinstance(c, CodeType))
    name, text = _name_and_text(form, session)
    if text and _UNCHANGING.issuperset(map(type, unit.constants)):
        if len(_definitions) == _MOST_DEFINITIONS:
            _definitions.pop(next(iter(_definitions)), None)
        debug = replace(unit.debug, source=Source("", ""))
        _definitions[text] = name, form.datum, code, unit.constants, debug, unit.answers
    return finish_code(code, unit.constants, unit.debug, {})


# --- definitions -----------------------------------------------------------------------------------------------------
# A procedure that is defined once more, by a program that is run again or under another name, is not compiled again.
#
# Its code is kept as it was before names and constants were put into it. It is that of every definition by the same
# text but for the name, at the same place, if the special forms are those of the language, and if the session answers
# what was asked of variables as the other one did.

#: So many definitions are kept, of so many characters at most.
_MOST_DEFINITIONS, _LONGEST = 200, 10_000

#: What cannot be changed: a list that is quoted belongs to one procedure.
_UNCHANGING = {Symbol, Fraction, str, Defined}
_DEFINE = symbol("define")

#: By text and place: name, datum, code, constants, what the code carries, and what the session answered.
_definitions: dict[Any, tuple[str, Any, CodeType, list[Any], DebugInfo, dict[tuple[str, str], bool]]] = {}


def _name_and_text(form: Form, session: Any) -> tuple[str, Any]:
    """The name of the procedure that a form defines, and the rest of its text and its place; nothing of other forms."""
    text, datum, pair = form.source.text, form.datum, None
    is_definition = isinstance(datum, Pair) and datum.car is _DEFINE and isinstance(datum.cdr, Pair)
    target = datum.cdr.car if is_definition else None
    while isinstance(target, Pair):
        pair, target = target, target.car
    start, end = form.spans.get(id(pair), (0, 0))
    name, before, after = text[start:end], text[form.start : start], text[end : form.end]
    if not name or not isinstance(target, Symbol) or name != target.name or len(after) > _LONGEST:
        return "", None
    if "|" in after or (name in after and name in words(after)) or name in VARIABLES or name in INTEGRATED:
        return "", None
    if session.keywords != SPECIAL_FORMS or "#!fold-case" in text:
        return "", None
    return name, (before, len(name), after, form.source.position(form.start))


def known_code(form: Form, session: Any) -> CodeType | None:
    """The code of a definition, if one like it has been compiled."""
    name, text = _name_and_text(form, session)
    if text not in _definitions:
        return None
    former, datum, code, constants, debug, answers = _definitions[text]
    if any(getattr(session, question)(variable) != said for (question, variable), said in answers.items()):
        return None
    names = {key: name if base == former else base for key, base in debug.names.items()}
    programs = {key: form.datum if program is datum else program for key, program in debug.programs.items()}
    debug = replace(debug, source=form.source, names=names, programs=programs)
    constants = [Defined(name) if isinstance(x, Defined) else x for x in constants]
    return finish_code(code, constants, debug, {global_name(former): global_name(name)})


class FunctionBody:
    """One Python function that is being generated."""

    def __init__(self, unit: Unit, procedure: Lambda | None = None, own_name: str = "", top: bool = False) -> None:
        self.unit = unit
        self.procedure = procedure
        self.own_name = own_name  # the variable of the surrounding function that holds this one
        self.top = top  # its value is wanted as it is: no tail calls
        self.block: list[ast.stmt] = []
        self.bound: set[str] = set()
        self.nonlocals: set[str] = set()
        self.globals: set[str] = set()
        self.loops: list[tuple[Any, list[Variable]]] = []  # those whose body is being compiled in tail position
        self.makes_tail_calls = False

    # -- places and names -------------------------------------------------------------------------------------

    def at(self, node: ast.AST, span: Span | None) -> Any:
        """Give a Python node, and what has no place below it, a place in the source."""
        if span is not None:
            starts, (start, end) = self.unit.source.line_starts, span
            line, end_line = bisect_right(starts, start), bisect_right(starts, end)
            node.lineno, node.end_lineno = line, end_line  # type: ignore[attr-defined]
            node.col_offset, node.end_col_offset = start - starts[line - 1], end - starts[end_line - 1]  # type: ignore
        return node

    def emit(self, statement: ast.stmt, span: Span | None = None) -> None:
        self.block.append(self.at(statement, span))

    def bind(self, variable: Variable) -> str:
        name = self.unit.variable(variable)
        self.bound.add(name)
        return name

    def fresh(self, base: str = "t") -> str:
        name = self.unit.name(base)
        self.bound.add(name)
        return name

    def temporary(self, value: ast.expr) -> ast.expr:
        name = self.fresh()
        self.emit(assign(name, value))
        return load(name)

    def finished(self) -> list[ast.stmt]:
        declarations: list[ast.stmt] = []
        if self.globals:
            declarations.append(ast.Global(sorted(self.globals)))
        if self.nonlocals:
            declarations.append(ast.Nonlocal(sorted(self.nonlocals)))
        return declarations + self.block

    def apart(self, work: Callable[[], Any]) -> tuple[list[ast.stmt], Any]:
        saved, self.block = self.block, []
        result = work()
        block, self.block = self.block, saved
        return block, result

    # -- statements -------------------------------------------------------------------------------------------

    def into(self, node: Node, destination: Destination) -> None:
        """Statements that evaluate the expression and bring its value to the destination."""
        match node:
            case core.If():
                self.branch(node, destination)
            case core.Seq():
                for part in node.parts[:-1]:
                    self.into(part, EFFECT)
                self.into(node.parts[-1], destination)
            case core.Let():
                self.bind_values(node)
                self.into(node.body, destination)
            case core.Letrec():
                self.bind_recursive(node)
                self.into(node.body, destination)
            case core.Call(operator=core.LocalRef(variable=variable)) if variable.loop:
                self.loop_call(node, variable, destination)
            case core.Call() if isinstance(destination, Return):
                self.tail_call(node)
            case core.LocalRef(variable=variable) if isinstance(destination, Return) and self.procedure is not None:
                self.deliver(self.read(node, variable), destination, node.span)
            case core.And() | core.Or() if destination.leaves:
                self.into(core.as_if(node), destination)
            case _:
                self.deliver(self.value(node), destination, node.span)

    def deliver(self, value: ast.expr, destination: Destination, span: Span | None = None) -> None:
        match destination:
            case Return():
                self.emit(ast.Return(value), span)
            case Effect():
                if not isinstance(value, ast.Constant):
                    self.emit(ast.Expr(value), span)
            case Into(name):
                self.emit(assign(name, value), span)
            case Exit(outer):
                self.deliver(value, outer, span)
                self.emit(ast.Break())

    def branch(self, node: core.If, destination: Destination) -> None:
        test = self.test(node.test)
        then, _ = self.apart(lambda: self.into(node.then, destination))
        if destination.leaves:
            self.emit(ast.If(test, then, []), node.span)
            self.into(node.otherwise, destination)
        else:
            otherwise, _ = self.apart(lambda: self.into(node.otherwise, destination))
            self.emit(ast.If(test, then or [ast.Pass()], otherwise), node.span)

    def bind_values(self, node: core.Let) -> None:
        values = self.operands(node.values)
        for variable, value in zip(node.variables, values, strict=True):
            self.emit(assign(self.bind(variable), value), node.span)

    def bind_recursive(self, node: core.Letrec) -> None:
        self.bound.update(self.unit.variable(variable) for variable, _ in node.bindings if variable is not None)
        for variable, value in node.bindings:
            if variable is None:
                self.into(value, EFFECT)
            elif isinstance(value, core.Unassigned):
                name = self.unit.variable(variable)  # without a value, also when a loop comes here again
                self.emit(assign(name, ast.Constant(None)))
                self.emit(ast.Delete([ast.Name(name, ast.Del())]))
            elif not variable.loop:
                name = self.unit.variable(variable)
                if isinstance(value, Lambda):
                    self.define_function(value, name)
                else:
                    self.into(value, Into(name))

    # -- loops and tail calls -----------------------------------------------------------------------------------

    def loop_call(self, node: Call, variable: Variable, destination: Destination) -> None:
        """A call of a procedure that is a loop: from inside the next iteration, from outside the loop itself."""
        procedure = variable.procedure
        assert procedure is not None
        if any(label is variable for label, _ in self.loops):
            self.jump(node, variable, procedure.required)
        elif isinstance(destination, Return):
            self.enter_loop(node, variable, procedure, RETURN)
            if self.loops:
                self.emit(ast.Continue())  # reached when the inner loop was left to go on with this one
        elif procedure.nested or isinstance(destination, Exit):
            self.deliver(self.immediately(node), destination, node.span)
        else:
            outer, self.loops = self.loops, []
            self.enter_loop(node, variable, procedure, Exit(destination))
            self.loops = outer

    def enter_loop(self, node: Call, variable: Variable, procedure: Lambda, destination: Return | Exit) -> None:
        for parameter in procedure.required:
            self.bind(parameter)
        self.assign_parameters(procedure.required, self.operands(node.operands))
        self.loop(variable, procedure, destination)

    def loop(self, label: Any, procedure: Lambda, destination: Return | Exit) -> None:
        self.loops.append((label, procedure.required))
        body, _ = self.apart(lambda: self.into(procedure.body, destination))
        self.loops.pop()
        self.emit(ast.While(ast.Constant(True), body, []))

    def assign_parameters(self, parameters: list[Variable], values: list[ast.expr]) -> None:
        """All at once; a parameter that keeps its value is left alone."""
        names = [self.unit.variable(parameter) for parameter in parameters]
        pairs = [(n, v) for n, v in zip(names, values, strict=True) if not (isinstance(v, ast.Name) and v.id == n)]
        if len(pairs) == 1:
            self.emit(assign(*pairs[0]))
        elif pairs:
            targets = ast.Tuple([ast.Name(name, Store) for name, _ in pairs], Store)
            self.emit(ast.Assign([targets], ast.Tuple([value for _, value in pairs], Load)))

    def jump(self, node: Call, label: Any, parameters: list[Variable]) -> None:
        self.assign_parameters(parameters, self.operands(node.operands))
        self.emit(ast.Continue() if self.loops[-1][0] is label else ast.Break())

    def tail_call(self, node: Call) -> None:
        operator = node.operator
        own = self.procedure
        reachable = own is not None and own.loops and any(label is own for label, _ in self.loops[-2:])
        if own is not None and reachable and len(node.operands) == len(own.required):
            if isinstance(operator, core.LocalRef) and operator.variable is own.itself:
                self.jump(node, own, own.required)
                return
            if isinstance(operator, core.GlobalRef) and operator.name == own.itself:
                self.guarded_jump(node, own)
                return
        is_direct = isinstance(operator, core.Const) and not hasattr(operator.value, "__tail__")
        is_known = isinstance(operator, core.GlobalRef) and self.unit.asks("is_primitive", operator.name)
        if self.top or is_direct or is_known:
            self.emit(ast.Return(self.call(node)), node.span)
            return
        self.makes_tail_calls = True
        function, *arguments = self.operands([operator, *node.operands], 1)
        if not _is_admitted(operator, self.unit):
            function = self.call_at_once(node, function, arguments)
        site = self.unit.constant(CallSite(self.unit.source, node.span))
        call = ast.Tuple([function, ast.Tuple(arguments, Load), site], Load)
        self.emit(ast.Return(ast.Call(load("|TailCall"), [call], [])), node.span)

    def call_at_once(self, node: Call, operator: ast.expr, arguments: list[ast.expr]) -> ast.expr:
        """Call a procedure here that leaves no call to its caller: no stack grows. What is applied if it leaves one."""
        function, name = self.named(self.applied(operator)[0])
        is_last = ast.UnaryOp(ast.Not(), ast.Call(load("|leaves"), [function, ast.Constant("__tail__")], []))
        call = self.called(node, load(name), name, arguments)
        self.emit(ast.If(is_last, [self.at(ast.Return(call), node.span)], []))
        return load(name)

    def guarded_jump(self, node: Call, own: Lambda) -> None:
        """A global procedure that calls itself loops as long as its name still means itself."""
        same = ast.Compare(load(global_name(str(own.itself))), [ast.Is()], [load(self.own_name)])
        again, _ = self.apart(lambda: self.jump(node, own, own.required))
        self.emit(ast.If(same, again, []))
        self.emit(ast.Return(self.call(node)), node.span)

    # -- expressions ------------------------------------------------------------------------------------------

    def value(self, node: Node) -> ast.expr:
        """A Python expression for the value; statements that must come before it are emitted."""
        match node:
            case core.Const(value=value):
                return self.unit.constant(value)
            case core.LocalRef(variable=variable):
                variable.handed_on = True
                return self.read(node, variable)
            case core.GlobalRef(name=name):
                return self.at(load(global_name(name)), node.span)
            case core.Call(operator=core.LocalRef(variable=variable)) if variable.loop:
                self.into(node, Into(name := self.fresh()))
                return load(name)
            case core.Call():
                return self.call(node)
            case core.If():
                return self.conditional(node)
            case core.And() | core.Or():
                return self.value(core.as_if(node))
            case core.Lambda(name=name):
                function = self.unit.name(name)
                self.define_function(node, function)
                return load(function)
            case core.Let():
                self.bind_values(node)
                return self.value(node.body)
            case core.Letrec():
                self.bind_recursive(node)
                return self.value(node.body)
            case core.Seq():
                for part in node.parts[:-1]:
                    self.into(part, EFFECT)
                return self.value(node.parts[-1])
            case _:
                return self.assignment(node)

    def read(self, node: Node, variable: Variable) -> ast.expr:
        return self.at(load(self.unit.variable(variable)), node.span)

    def looked_at(self, node: Node) -> ast.expr:
        """A Python expression for a value that is tested, applied or computed with, and not handed on."""
        return self.read(node, node.variable) if isinstance(node, core.LocalRef) else self.value(node)

    def assignment(self, node: Node) -> ast.expr:
        assert isinstance(node, (core.SetLocal, core.SetGlobal, core.Define))
        if isinstance(node, core.Define) and isinstance(node.value, core.Unassigned):
            self.emit(ast.Expr(ast.Call(load("|unassign"), [ast.Constant(node.name)], [])), node.span)
            return self.unit.constant(Defined(node.name))
        value = self.value(node.value)
        if isinstance(node, core.SetLocal):
            name = self.unit.variable(node.variable)
            if name not in self.bound:
                self.nonlocals.add(name)
            self.emit(assign(name, value), node.span)
            return ast.Constant(None)
        name = global_name(node.name)
        self.globals.add(name)
        value = self.held(value, node)
        if isinstance(node, core.SetGlobal):
            value = self.temporary(value)
            is_bound = self.at(ast.Expr(load(name)), node.span)  # an error if it is unbound
            unassigned = ast.ExceptHandler(load("|Unassigned"), None, [ast.Pass()])
            self.emit(ast.Try([is_bound], [unassigned], [], []), node.span)
        if node.name in VARIABLES:
            value = self.temporary(value)
            self.emit(ast.Expr(ast.Call(load("|assign"), [ast.Constant(node.name), value], [])))
        self.emit(assign(name, value), node.span)
        if node.name in INTEGRATED:
            self.globals.add(integrated_key(node.name))
            self.emit(assign(integrated_key(node.name), ast.Call(load("|admitting"), [load(name)], [])))
        return self.unit.constant(Defined(node.name)) if isinstance(node, core.Define) else ast.Constant(None)

    def conditional(self, node: core.If) -> ast.expr:
        test = self.test(node.test)
        before_then, then = self.apart(lambda: self.value(node.then))
        before_otherwise, otherwise = self.apart(lambda: self.value(node.otherwise))
        if not before_then and not before_otherwise:
            return deep(self.at(ast.IfExp(test, then, otherwise), node.span), test, then, otherwise)
        name = self.fresh()
        branches = [*before_then, assign(name, then)], [*before_otherwise, assign(name, otherwise)]
        self.emit(ast.If(test, *branches), node.span)
        return load(name)

    def test(self, node: Node) -> ast.expr:
        """A Python expression for the truth of the value: everything but #f is true."""
        match node:
            case core.Const(value=value):
                return ast.Constant(value is not False)
            case core.And() | core.Or():
                parts = [self.apart(lambda: self.test(part)) for part in node.parts]  # noqa: B023
                if any(before for before, _ in parts[1:]):
                    return self.stepwise(node, parts)
                self.block += parts[0][0]
                tests = [test for _, test in parts]
                operator = ast.And() if isinstance(node, core.And) else ast.Or()
                return deep(ast.BoolOp(operator, tests), *tests) if len(tests) > 1 else tests[0]
        value = self.looked_at(node)
        return deep(self.at(is_true(value), node.span), value)

    def stepwise(self, node: core.And | core.Or, parts: list[tuple[list[ast.stmt], ast.expr]]) -> ast.expr:
        """A test by statements: each part is evaluated if those before it did not decide."""
        name = self.fresh()
        steps: list[ast.stmt] = []
        for before, test in reversed(parts):
            going_on = load(name) if isinstance(node, core.And) else ast.UnaryOp(ast.Not(), load(name))
            steps = [*before, assign(name, test), *([ast.If(going_on, steps, [])] if steps else [])]
        self.block += steps
        return load(name)

    def operands(self, nodes: Sequence[Node], looked_at: int = 0) -> list[ast.expr]:
        """Values evaluated from right to left: all but the last one whose time matters go into temporaries.

        So many at the beginning are not handed on.
        """
        early = early_operands(nodes)
        values: list[ast.expr] = []
        for index in reversed(range(len(nodes))):
            value = self.looked_at(nodes[index]) if index < looked_at else self.value(nodes[index])
            if index in early or getattr(value, "depth", 0) > DEEPEST_EXPRESSION:
                value = self.temporary(value)
            values.append(value)
        return values[::-1]

    def call(self, node: Call) -> ast.expr:
        is_admitted = _is_admitted(node.operator, self.unit)
        if isinstance(node.operator, core.GlobalRef) and node.operator.name in INTEGRATED and len(node.operands) == 2:
            function = self.at(load(integrated_key(node.operator.name)), node.operator.span)
            arguments = self.operands(node.operands, 2)
        elif isinstance(node.operator, (core.LocalRef, core.GlobalRef)):
            known = isinstance(node.operator, core.LocalRef) and is_admitted  # and admits by itself
            function = self.looked_at(node.operator)
            arguments = self.operands(node.operands, len(node.operands) if known else 0)
        else:
            function, *arguments = self.operands([node.operator, *node.operands])
        function, target = self.named(function) if is_admitted else self.applied(function)
        return deep(self.called(node, function, target, arguments), *arguments)

    def called(self, node: Call, function: ast.expr, target: str, arguments: list[ast.expr]) -> ast.Call:
        """The call at its place, for which an error message will know what was applied, and to how much."""
        call: ast.Call = self.at(ast.Call(function, arguments, []), node.span)
        if node.span is not None:
            place = (call.lineno, call.end_lineno, call.col_offset, call.end_col_offset)
            self.unit.debug.calls.setdefault(place, []).append((target, len(arguments)))
        return call

    def named(self, function: ast.expr) -> tuple[ast.expr, str]:
        """An operator's value in a variable: an error message will want to know what was applied."""
        if isinstance(function, ast.Name):
            return function, function.id
        name = self.fresh()
        return ast.NamedExpr(ast.Name(name, Store), function), name

    def applied(self, function: ast.expr) -> tuple[ast.expr, str]:
        """What is applied if the value of an operator is this, and the variable that holds the value.

        A procedure of the session, and what :mod:`scmpy.scheme.sandbox` knows as scmpy's own, is applied as it is; what
        is applied once is not asked first.
        """
        if self.top and not self.loops:
            return self.named(ast.Call(load("|applied"), [function], []))
        first, name = self.named(function)
        of_session = ast.BoolOp(
            ast.And(),
            [
                ast.Compare(ast.Attribute(first, "__class__", Load), [ast.Is()], [load("|procedure")]),
                ast.Compare(ast.Attribute(load(name), "__globals__", Load), [ast.Is()], [load("|globals")]),
            ],
        )
        own = in_set(load(name), "|own", ast.In())
        anything_else = ast.Call(load("|applied"), [load(name)], [])
        return deep(ast.IfExp(ast.BoolOp(ast.Or(), [of_session, own]), load(name), anything_else), function), name

    def held(self, value: ast.expr, node: core.SetGlobal | core.Define) -> ast.expr:
        """What a global variable holds that is given this value: what may be applied.

        A list is looked through as far as the one that the variable had, to which a program adds element by element.
        """
        if isinstance(node.value, (core.Const, Lambda)):
            return value
        value = self.temporary(value)
        own = in_set(value, "|own", ast.In())
        before: ast.expr = ast.Constant(None)
        if isinstance(node, core.SetGlobal):
            before = ast.Call(ast.Attribute(load("|globals"), "get", Load), [ast.Constant(global_name(node.name))], [])
        return ast.IfExp(own, value, ast.Call(load("|admitted"), [value, ast.Constant(False), before], []))

    # -- procedures -------------------------------------------------------------------------------------------

    def define_function(self, node: Lambda, name: str) -> None:
        """Define the Python function of a procedure, or the pair of its entry and its raw body.

        What Python hands in is admitted first, if the procedure hands it on; where procedures are made again and again,
        in an entry: one that refers to itself is freed later.
        """
        self.bound.add(name)
        child = FunctionBody(self.unit, node, name)
        positional = [child.bind(parameter) for parameter in (*node.required, *node.optional)]
        arguments: list[ast.expr] = [load(parameter) for parameter in positional]
        more: dict[str, Any] = {"defaults": [self.unit.constant(DEFAULT) for _ in node.optional]}
        if node.rest is not None:
            rest = child.bind(node.rest)
            more["vararg"] = ast.arg(rest)
            arguments.append(ast.Starred(load(rest), Load))
            child.emit(assign(rest, ast.Call(load("|list"), [load(rest)], [])))
        if node.loops:
            child.loop(node, node, RETURN)
        else:
            child.into(node.body, RETURN)
        handed_on = [child.unit.variable(p) for p in (*node.required, *node.optional) if p.handed_on]
        rest_too = node.rest is not None and node.rest.handed_on
        inside = self.procedure is not None and (handed_on or rest_too)
        raw = name + "_raw" if child.makes_tail_calls or inside else name
        admitted = admission(raw, arguments, handed_on, rest_too)
        self.unit.debug.names[name] = self.unit.debug.names[raw] = node.name
        self.unit.debug.programs[name] = self.unit.debug.programs[raw] = node.program
        body = child.finished()
        if raw != name:
            self.unit.debug.entries.add(name)
            self.bound.add(raw)
            self.emit(definition(raw, positional, body, **more), node.span)
            body = entry(raw, arguments, child.makes_tail_calls)
        self.emit(definition(name, positional, admitted + body, **more), node.span)
        if raw != name:
            self.emit(ast.Assign([ast.Attribute(load(name), "__tail__", Store)], load(raw)))

    def immediately(self, node: Node) -> ast.expr:
        """Evaluate in a function of its own, called at once: so that its value can be returned from inner loops."""
        name = self.fresh("loop")
        child = FunctionBody(self.unit, top=True)
        child.into(node, RETURN)
        self.emit(definition(name, [], child.finished()), node.span)
        return self.at(ast.Call(load(name), [], []), node.span)


# --- evaluation ------------------------------------------------------------------------------------------------------
# What runs once, and is no more than calls, definitions and variables, is evaluated as it stands: no code is made of
# it. Everything is evaluated in the order in which the code would.

_PLAIN = {core.Const, core.GlobalRef, core.LocalRef, core.Call, core.Let, core.Seq, core.Define}


def runs_as_it_stands(node: Node) -> bool:
    return _PLAIN.issuperset(map(type, core.descendants([node])))


class Evaluation:
    """The evaluation of a form of a session."""

    def __init__(self, source: Source, session: Any) -> None:
        self.source = source
        self.session = session
        self.locals: dict[Variable, Any] = {}

    def value(self, node: Node, span: Span) -> Any:
        """The value of a node, which stands at this place unless it has one of its own."""
        span = node.span or span
        if isinstance(node, Call):
            operator = node.operator
            is_variable = isinstance(operator, (core.LocalRef, core.GlobalRef))
            function, *arguments = self.operands([operator, *node.operands], span, int(is_variable))
            if isinstance(operator, core.GlobalRef) and operator.name in INTEGRATED and len(arguments) == 2:
                function = self.session.globals[integrated_key(operator.name)]
            elif not isinstance(operator, (core.GlobalRef, core.Const)) or isinstance(function, Symbol):
                function = applied(function)
            return function(*arguments)
        match node:
            case core.GlobalRef(name=name):
                try:
                    return self.session.lookup(name)
                except KeyError:
                    raise NameError(name, name=global_name(name)) from None
            case core.Const(value=value):
                return value
            case core.LocalRef(variable=variable):
                return self.locals[variable]
            case core.Seq(parts=[*parts, last]):
                for part in parts:
                    self.value(part, span)
                return self.value(last, span)
            case core.Let(variables=variables, values=values, body=body):
                self.locals.update(zip(variables, self.operands(values, span), strict=True))
                return self.value(body, span)
        assert isinstance(node, core.Define)
        value = self.value(node.value, span)
        self.session.bind(node.name, value if isinstance(node.value, core.Const) else sandboxed(value))
        return Defined(node.name)

    def operands(self, nodes: Sequence[Node], span: Span, first: int = 0) -> list[Any]:
        early = early_operands(nodes[first:])
        if not early:
            return [self.value(node, span) for node in nodes]
        known = {first + index: self.value(nodes[first + index], span) for index in sorted(early, reverse=True)}
        return [known[index] if index in known else self.value(node, span) for index, node in enumerate(nodes)]


EVALUATING.add(Evaluation.value.__code__)
