"""``(help name)`` and ``(apropos "text")``: what a session's names mean, from the registry and the definitions."""

from __future__ import annotations

import ast
import inspect
import io
import re
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from typing import Any

from scmpy import registry
from scmpy.errors import ScmpyError, did_you_mean
from scmpy.generic.settings import SETTINGS
from scmpy.registry import Entry, documentation, operands
from scmpy.render.scheme import number_text, pretty_text
from scmpy.scheme import ast as core
from scmpy.scheme.ast import Node, Scope, Syntax, is_identifier, name_of
from scmpy.scheme.diagnostics import MEANINGS
from scmpy.scheme.expander import Expander, SpecialForm, special
from scmpy.scheme.primitives.declare import PRIMITIVES, primitive, wrong_type
from scmpy.scheme.primitives.ports import current_port
from scmpy.scheme.printer import datum_tree, write_text
from scmpy.scheme.reader import IncompleteError, Source, read_forms, word_before
from scmpy.scheme.sandbox import Evaluator, current_session, is_scheme_procedure
from scmpy.symbolic.expression import Symbol, symbol
from scmpy.units import scheme_names

# --- dialogues -------------------------------------------------------------------------------------------------------
# Dialogues with the prompt of Scheme in a documentation, where an example of Python has no counterpart there.
#
#     1 ]=> (form that is evaluated,
#             over several lines where it is long)
#     ;Value: what it gives, on one line
#
# What has no value stands without the second line: a definition, a setting.

_EXCHANGE = re.compile(
    r"""^[ ]*1[ ]\]=>[ ](?P<form>.*(?:\n(?![ ]*(?:1[ ]\]=>|;Value:|>>>|$)).*)*)
        (?:\n[ ]*;Value:[ ](?P<answer>.*))?\n?""",
    re.MULTILINE | re.VERBOSE,
)


@dataclass(frozen=True)
class Exchange:
    """A form, and the text of its value where that is shown."""

    form: str
    answer: str | None


def dialogue(doc: str) -> list[Exchange]:
    """What a documentation says at the prompt of Scheme.

    >>> dialogue('''Twice a number.
    ... 1 ]=> (define (double x)
    ...         (* 2 x))
    ... 1 ]=> (double 4)
    ... ;Value: 8
    ... >>> double(4)
    ... ''')
    [Exchange(form='(define (double x) (* 2 x))', answer=None), Exchange(form='(double 4)', answer='8')]
    """
    return [Exchange(re.sub(r"\n\s*", " ", found["form"]), found["answer"]) for found in _EXCHANGE.finditer(doc)]


def summary(name: str, session: Evaluator) -> str:
    """What a name means, in a line: the first of its documentation, or how a procedure is called."""
    return _doc(name, session).partition("\n")[0] or _call(name, session)


def help_text(name: str, session: Evaluator) -> str:
    """What a name means: how it is called, its name in Python, its documentation. ScmpyError for an unknown name.

    A setting may be asked for without its stars.
    """
    return "\n\n".join(filter(None, help_parts(name, session))) + "\n"


def help_parts(name: str, session: Evaluator) -> tuple[str, str, str]:
    """What a name means, in three parts: how it is called, its documentation, examples with their answers."""
    if name not in session.keywords and _value(name, session) is _NOTHING:
        starred = f"*{name}*"
        if _value(starred, session) is not _NOTHING:
            return help_parts(starred, session)
        near = MEANINGS.get(name.lower())
        hint = f" (did you mean {near}?)" if near else did_you_mean(name, session.names())
        raise ScmpyError(f"help: nothing is named {name}{hint}")
    entry, doc = _entry(name, session), _doc(name, session)
    call = "" if "Scheme: " in doc else _call(name, session)
    if not call and not doc:
        doc = f"Its value is {write_text(_value(name, session))}."
    python = f"    in Python: {entry.python}" if entry is not None and entry.python else ""
    examples = doc if ">>> " in doc or "1 ]=> " in doc or entry is None else entry.doc
    return f"{call or name}{python}", _prose(doc), _examples(examples, session)


def _prose(doc: str) -> str:
    from doctest import DocTestParser  # with all that a debugger needs

    text = "".join(part for part in DocTestParser().parse(_EXCHANGE.sub("", doc)) if isinstance(part, str))
    return re.sub(r"``(.+?)``", r"\1", text, flags=re.DOTALL).strip()


def _examples(doc: str, session: Evaluator) -> str:
    """The examples of a documentation, in Scheme, with what a session of their own answers; pictures are not shown."""
    from scmpy.plot.figure import collecting

    stream = io.StringIO()
    apart = session.another(stream)
    apart.display = session.display
    lines = []
    for example in scheme_examples(doc):
        try:
            with collecting(), redirect_stdout(stream):
                shown = apart.result_text(apart.run(example.form))
        except ScmpyError as error:
            shown = f";{error.message}"
        lines.append(_laid_out(example.form))
        if not example.is_definition:
            answer = stream.getvalue() + shown
            lines += [("; => " if number == 0 else ";    ") + line for number, line in enumerate(answer.splitlines())]
        stream.seek(0)
        stream.truncate()
    return "\n".join(lines)


def _laid_out(form: str) -> str:
    if len(form) < 80:
        return form
    [read] = read_forms(Source(form, "<example>"))
    return pretty_text(datum_tree(read.datum))


def matching(text: str, session: Evaluator, in_documentation: bool = True) -> list[tuple[str, str]]:
    """The names that a text is found in, or in their documentation, with their summaries, the best first."""
    described = ((name, "", _described(name, session) if in_documentation else "") for name in session.names())
    return [(name, summary(name, session)) for name, _ in registry.found(text, described)]


def _described(name: str, session: Evaluator) -> str:
    entry = _entry(name, session)
    return _doc(name, session) if entry is None else entry.described


_NOTHING = object()


def _value(name: str, session: Evaluator) -> Any:
    try:
        return session.lookup(name)
    except KeyError:
        return _NOTHING


def _entry(name: str, session: Evaluator) -> Entry | None:
    """The registry's entry, if the session's variable still is what it declares, or what Scheme puts in its place."""
    entry, value = registry.lookup(name), _value(name, session)
    if entry is None or entry.scheme != name:
        return None
    return entry if value is entry.value or (name in PRIMITIVES and value is PRIMITIVES[name]) else None


def _doc(name: str, session: Evaluator) -> str:
    keyword = session.keywords.get(name)
    if keyword is not None:
        return (
            inspect.cleandoc(documentation(keyword.make or keyword.expand))
            if isinstance(keyword, SpecialForm)
            else "A macro."
        )
    entry, value = _entry(name, session), _value(name, session)
    return inspect.cleandoc(entry.doc if entry is not None and entry.value is value else documentation(value))


def _call(name: str, session: Evaluator) -> str:
    value = _value(name, session)
    try:
        parameters = inspect.signature(value).parameters.values() if callable(value) else None
    except (TypeError, ValueError):
        return ""
    names = value.__code__.co_consts[-1].names if is_scheme_procedure(value) else {}
    return "" if parameters is None else f"({' '.join([name, *operands(parameters, names)])})"


def _table(rows: list[tuple[str, str]]) -> str:
    width = max((len(name) for name, _ in rows if len(name) <= _WIDEST), default=0)
    return "".join(f"{name:<{width}}  {line}".rstrip() + "\n" for name, line in rows)


_WIDEST = 30  # of the names that the lines are aligned to


@special("help")
def help_form(expander: Expander, form: Syntax, scope: Scope) -> Node:
    """(help name), (help "part of a name") or (help): print what is known of names."""
    nodes: list[Node] = []
    for datum, span in expander.parts(form, 1, 2)[1:]:
        if is_identifier(datum):
            nodes.append(core.Const(span, symbol(name_of(datum))))
        else:
            nodes.append(expander.expand(Syntax(datum, span), scope))
    return expander.call(form.span, print_help, *nodes)


def print_help(topic: Any = None) -> None:
    session = current_session.get()
    if topic is None:
        text = registry.text_beside("scheme/introduction.txt")
    elif isinstance(topic, str) and (rows := matching(topic, session, in_documentation=False)):
        text = help_text(topic, session) if topic in dict(rows) else _table(rows)
    elif isinstance(topic, (str, Symbol)):
        text = help_text(topic if isinstance(topic, str) else topic.name, session)
    else:
        text = help_text(registry.scheme_name_of(topic) or write_text(topic), session)
    current_port.get().tell(text)


@primitive("apropos")
def apropos(text: Any) -> Any:
    """Print the names that have a text in them, else in their documentation, the best first."""
    wanted = text.name if isinstance(text, Symbol) else text
    if not isinstance(wanted, str):
        raise wrong_type(text, 1, "apropos")
    current_port.get().tell(_table(matching(wanted, current_session.get())) or f";Nothing matches {wanted}\n")


# --- examples --------------------------------------------------------------------------------------------------------
# The examples of a documentation in Scheme: its dialogue, or those in Python, translated.
#
# What the examples of the library are written in is a small part of Python: calls, arithmetic, symbols, functions of
# one expression. An example that needs more is left out, and so is one that mentions what another, left out, defines;
# where nothing would be left, the documentation has a dialogue (:mod:`.dialogues`).

#: The builtins of Python that are procedures of Scheme, and modules' names.
_BUILTINS = {"abs": "abs", "max": "max", "min": "min", "math.pi": ":pi"}

_OPERATORS: dict[type, str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "expt"}
_OPERATORS |= {ast.BitXor: "wedge2", ast.BitOr: "dot-product", ast.BitAnd: "vee"}  # of multivectors
_RELATIONS: dict[type, str] = {ast.Lt: "<", ast.Gt: ">", ast.LtE: "<=", ast.GtE: ">="}


#: The blades of a geometric algebra, which are its attributes.
_BLADE = re.compile(r"e[0-9]+|I")

#: Names of Python whose operands are others, or in another order, in Scheme.
_CALLED_OTHERWISE = {"substitute", "inexact"}


class Untranslatable(ScmpyError):
    """An example of Python with no counterpart in Scheme."""


@dataclass(frozen=True)
class Example:
    """A form of an example, with what it says in Python."""

    form: str
    python: str
    is_definition: bool = False


@dataclass
class _Scope:
    """What Python's names are in Scheme (None: lost), and the charts whose coordinates are defined."""

    names: dict[str, str | None] = field(default_factory=dict)
    charts: set[str] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)  # what runs programs of Scheme

    def inner(self, parameters: list[str]) -> _Scope:
        return _Scope({**self.names, **{name: _hyphened(name) for name in parameters}}, self.charts, self.sessions)


def scheme_examples(doc: str) -> list[Example]:
    own = [Example(exchange.form, "", exchange.answer is None) for exchange in dialogue(doc)]
    return own or translated_examples(doc)


def translated_examples(doc: str) -> list[Example]:
    """What the examples of a documentation in Python are in Scheme.

    >>> for example in translated_examples('''
    ... >>> x, k = symbols("x k")
    ... >>> def f(x): return k * x**2
    ... >>> D(f)(x), f(x).operands
    ... '''):
    ...     print(example.form)
    (define (f x) (* 'k (expt x 2)))
    ((D f) 'x)
    """
    from doctest import DocTestParser

    found: list[Example] = []
    scope = _Scope()
    for example in DocTestParser().get_examples(doc):
        if example.exc_msg is None:
            for part in statements(example.source):
                try:
                    found.extend(
                        Example(form, ast.unparse(part), form.startswith("(define")) for form in _statement(part, scope)
                    )
                except Untranslatable:
                    lost = _targets(part)
                    scope.names.update(dict.fromkeys(lost))
                    if not (isinstance(part, ast.Expr) or lost - {"_"}):  # it may be what the rest needs done
                        return _without_definitions(found)
    return _without_definitions(found)


def _without_definitions(found: list[Example]) -> list[Example]:
    while found and found[-1].is_definition:
        found.pop()
    return found


def statements(source: str) -> Iterator[ast.stmt]:
    """The statements; of a tuple, or of what is printed together, each element is one."""
    for statement in ast.parse(source).body:
        match statement:
            case ast.Expr(ast.Tuple(elements)) | ast.Expr(ast.Call(ast.Name("print"), elements, [])):
                yield from map(ast.Expr, elements)
            case _:
                yield statement


def _targets(statement: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _hyphened(name: str) -> str:
    return name.strip("_").replace("_", "-")


# -- statements ---------------------------------------------------------------------------------------------------


def _statement(node: ast.stmt, scope: _Scope) -> Iterator[str]:
    match node:
        case ast.ImportFrom("scmpy.units"):
            scope.names.update(scheme_names())
        case ast.Import() | ast.ImportFrom():
            return
        case ast.Expr(value) | ast.Assign([ast.Name("_")], value) if (program := _program(value, scope)) is not None:
            yield program
        case ast.Assign([ast.Name(name)], value) if ast.unparse(value) in _SESSIONS:
            scope.sessions.add(name)
        case ast.With([ast.withitem(ast.Call(ast.Name("setting"), [], keywords))], [ast.Expr(value)]):
            yield f"(fluid-let ({_settings(keywords, scope)}) {_expression(value, scope)})"
        case ast.Expr(value):
            yield _expression(value, scope)
        case ast.Assign([target], value):
            yield from _assignment(target, value, scope)
        case ast.FunctionDef(name, arguments, body):
            parameters = _parameters(arguments)
            text = _body(body, scope.inner([name, *parameters]))
            scope.names[name] = _hyphened(name)
            yield f"(define ({' '.join(map(_hyphened, [name, *parameters]))}) {text})"
        case _:
            raise Untranslatable


#: How an example makes something that runs programs of Scheme.
_SESSIONS = ("Session()", "Session().run")


def _program(node: ast.expr, scope: _Scope) -> str | None:
    match node:
        case ast.Call(ast.Name(name) | ast.Attribute(ast.Name(name), "run"), [ast.Constant(str(text))], []) if (
            name in scope.sessions
        ):
            return _as_one_form(text)
        case ast.Call(function, [ast.Constant(str(text))], []) if ast.unparse(function) == "Session().run":
            return _as_one_form(text)
    return None


def _as_one_form(text: str) -> str:
    forms = [text[form.start : form.end] for form in read_forms(Source(text, "<example>"))]
    return forms[0] if len(forms) == 1 else f"(begin {' '.join(forms)})"


def _settings(keywords: list[ast.keyword], scope: _Scope) -> str:
    if not all(keyword.arg in SETTINGS and SETTINGS[str(keyword.arg)].variable for keyword in keywords):
        raise Untranslatable
    return " ".join(
        f"({SETTINGS[str(keyword.arg)].scheme} {_expression(keyword.value, scope)})" for keyword in keywords
    )


def _body(statements: list[ast.stmt], scope: _Scope) -> str:
    match statements:
        case [ast.Return(ast.expr() as value)]:
            return _expression(value, scope)
        case [ast.Assign([target], value), *rest]:
            bindings = list(_bindings(target, _expression(value, scope)))
            inner = scope.inner([name for name, _ in bindings])
            bound = " ".join(f"({_hyphened(name)} {text})" for name, text in bindings)
            return f"(let ({bound}) {_body(rest, inner)})"
    raise Untranslatable


def _bindings(target: ast.expr, value: str) -> Iterator[tuple[str, str]]:
    """Names and values; a structure that is taken apart is a variable, or a component of one."""
    match target:
        case ast.Name(name):
            yield name, value
        case ast.Tuple(parts) if value.startswith("(ref ") or not value.startswith("("):
            for index, part in enumerate(parts):
                yield from _bindings(part, f"(ref {value} {index})")
        case _:
            raise Untranslatable


def _assignment(target: ast.expr, value: ast.expr, scope: _Scope) -> Iterator[str]:
    made = _made_of_names(value)
    match target, value:
        case ast.Name(name), _ if made is None:
            text = _expression(value, scope)
            scope.names[name] = _hyphened(name)
            yield f"(define {_hyphened(name)} {text})" if _hyphened(name) else text
        case ((ast.Tuple(targets) | ast.List(targets)), ast.Tuple(values)) if len(targets) == len(values):
            for part, each in zip(targets, values, strict=True):
                yield from _assignment(part, each, scope)
        case (
            (ast.Tuple(targets) | ast.List(targets)),
            ast.Call(
                ast.Attribute(ast.Name(chart), "coordinates" | "vector_basis" | "form_basis" as kind),
                [ast.Constant(str(words))],
            ),
        ):
            yield from _coordinates(targets, _name(chart, scope), kind, words.split(), scope)
        case ast.Tuple(targets), ast.Attribute(algebra, "vectors"):
            for part in targets:
                blade = ast.Attribute(algebra, part.id) if isinstance(part, ast.Name) else algebra
                yield from _assignment(part, blade, scope)
        case ((ast.Tuple(targets) | ast.List(targets)), ast.Call()) if made is None:
            yield from _parts(targets, value, scope)
        case ((ast.Name() | ast.Tuple() | ast.List()), _) if made is not None:
            targets = [target] if isinstance(target, ast.Name) else target.elts
            yield from _named(made, targets, scope)
        case _:
            raise Untranslatable


def _named(made: tuple[str, list[str]], targets: list[ast.expr], scope: _Scope) -> Iterator[str]:
    """Variables for symbols, which Scheme quotes, and for literal functions, which it defines."""
    head, words = made
    if len(words) != len(targets):
        raise Untranslatable
    for name, word in zip(_variables(targets), words, strict=True):
        scope.names[name] = f"'{word}" if head == "symbols" else _hyphened(name)
        if head != "symbols":
            yield f"(define {_hyphened(name)} (literal-function '{word}))"


def _variables(targets: list[ast.expr]) -> list[str]:
    names = [target.id for target in targets if isinstance(target, ast.Name)]
    if len(names) != len(targets):
        raise Untranslatable
    return names


def _parts(targets: list[ast.expr], value: ast.expr, scope: _Scope) -> Iterator[str]:
    names = _variables(targets)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
        raise Untranslatable
    text = _expression(value, scope)
    wanted = {_hyphened(name): i for i, name in enumerate(names) if _hyphened(name)}
    whole = "-and-".join(wanted) if len(wanted) > 1 else "parts"
    yield f"(define {whole} {text})"
    for name, i in wanted.items():
        yield f"(define {name} (ref {whole} {i}))"
    scope.names.update((name, _hyphened(name)) for name in names)


_PREFIX = {"coordinates": "", "vector_basis": "d/d", "form_basis": "d"}


def _coordinates(targets: list[ast.expr], chart: str, kind: str, words: list[str], scope: _Scope) -> Iterator[str]:
    """The coordinate functions of a chart, its basis fields or forms: define-coordinates defines all of them."""
    if len(words) != len(targets):
        raise Untranslatable
    scope.names.update((name, _PREFIX[kind] + word) for name, word in zip(_variables(targets), words, strict=True))
    if chart not in scope.charts:
        scope.charts.add(chart)
        yield f"(define-coordinates (up {' '.join(words)}) {chart})"


def _made_of_names(node: ast.expr) -> tuple[str, list[str]] | None:
    match node:
        case ast.Call(ast.Name("symbols" | "literal_functions" as head), [ast.Constant(str(words))], []):
            found = words.replace(",", " ").split()
            plain = all(_WORD.fullmatch(word) and ":" not in word[1:] for word in found)  # a0:3 is a range of names
            return (head, found) if plain else None
    return None


def _parameters(arguments: ast.arguments) -> list[str]:
    plain = ast.arguments([], [ast.arg(argument.arg) for argument in arguments.args], None, [], [], None, [])
    if ast.dump(arguments) != ast.dump(plain):
        raise Untranslatable
    return [argument.arg for argument in arguments.args]


# -- expressions --------------------------------------------------------------------------------------------------


def _expression(node: ast.expr, scope: _Scope) -> str:
    match node:
        case ast.Constant(bool() | int() | float() as value):
            return _constant(value)
        case ast.Name(name):
            return _name(name, scope)
        case ast.Attribute(ast.Name(module), name) if f"{module}.{name}" in _BUILTINS:
            return _BUILTINS[f"{module}.{name}"]
        case ast.Attribute(ast.Name(module), name) if f"{module}.{name}" in scope.names:
            return str(scope.names[f"{module}.{name}"])
        case ast.Attribute(algebra, name) if _BLADE.fullmatch(name):
            return f"({_expression(algebra, scope)} '{name})"
        case ast.UnaryOp(ast.Invert(), operand):
            return _form("reversion", [operand], scope)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() | float() as number)):
            return _constant(-number)
        case ast.UnaryOp(ast.USub(), operand):
            return _form("-", [operand], scope)
        case ast.BinOp(left, operator, right):
            return _arithmetic(left, operator, right, scope)
        case ast.Compare(left, [operator], [right]) if type(operator) in _RELATIONS:
            return _form(_RELATIONS[type(operator)], [left, right], scope)
        case ast.Lambda(arguments, body):
            parameters = _parameters(arguments)
            return f"(lambda ({' '.join(map(_hyphened, parameters))}) {_expression(body, scope.inner(parameters))})"
        case ast.Compare(left, [ast.Eq()], [right]):
            return _form("equal?", [left, right], scope)
        case ast.Subscript(value, (ast.Constant(int()) | ast.Name()) as index):
            return _form("ref", [value, index], scope)
        case ast.List([_, *_] as elements):
            return _form("vector", elements, scope)
        case ast.Tuple(elements):
            return _form("list", elements, scope)
        case ast.ListComp(
            element, [ast.comprehension(ast.Name(name), ast.Call(ast.Name("range"), [ast.Constant(int(n))]), [])]
        ):
            return f"(vector:generate {n} (lambda ({name}) {_expression(element, scope.inner([name]))}))"
        case ast.Call(ast.Attribute(ast.Constant(str(words)), "split"), [], []):
            return f"'({words})"
        case ast.Call(_, _, []):
            return _call_in_scheme(node, scope)
    raise Untranslatable


def _form(operator: str, operands: list[ast.expr], scope: _Scope) -> str:
    return f"({' '.join([operator, *(text for operand in operands for text in _operands_in_scheme(operand, scope))])})"


def _operands_in_scheme(node: ast.expr, scope: _Scope) -> list[str]:
    """An operand; of symbols and literal functions that are spread out all of them."""
    if isinstance(node, ast.Constant):
        return [_constant(node.value)]
    if not isinstance(node, ast.Starred):
        return [_expression(node, scope)]
    made = _made_of_names(node.value)
    if made is None:
        raise Untranslatable
    quoted = [f"'{word}" for word in made[1]]
    return quoted if made[0] == "symbols" else [f"(literal-function {word})" for word in quoted]


#: Names, and expressions that are written as text: both are quoted in Scheme.
_WORD = re.compile(r"[^\s()\"';`,|#]+")
_EXPRESSION = re.compile(r"\([^\"';`,|#?]*\)")


def _constant(value: object) -> str:
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if isinstance(value, (int, float)):
        return number_text(value)
    if isinstance(value, str) and (_WORD.fullmatch(value) or _EXPRESSION.fullmatch(value)):
        return f"'{value}"
    raise Untranslatable


def _name(name: str, scope: _Scope) -> str:
    entry = registry.python_entry(name)
    of_the_course = entry.scheme if entry is not None and entry.in_scheme and name not in _CALLED_OTHERWISE else None
    known = scope.names[name] if name in scope.names else _BUILTINS.get(name) or of_the_course
    if known is None:
        raise Untranslatable
    return known


def _arithmetic(left: ast.expr, operator: ast.operator, right: ast.expr, scope: _Scope) -> str:
    sign = _OPERATORS.get(type(operator))
    if sign is None or (sign == "/" and isinstance(left, ast.Constant) and isinstance(right, ast.Constant)):
        raise Untranslatable  # of integers Python's is a float
    if sign in "+*" and isinstance(left, ast.BinOp) and type(left.op) is type(operator):
        return f"{_expression(left, scope)[:-1]} {_expression(right, scope)})"
    return _form(sign, [left, right], scope)


def _call_in_scheme(node: ast.Call, scope: _Scope) -> str:
    made = _made_of_names(node)
    match node.func, node.args:
        case ast.Name("symbols"), _ if made is not None and len(made[1]) == 1:
            return f"'{made[1][0]}"
        case ast.Name("rule"), [ast.Constant(str(pattern)), ast.Constant(str(skeleton))]:
            return f"(rule:make '{pattern} '{skeleton})"
        case ast.Name("float"), [number]:
            return f"(exact->inexact {_expression(number, scope)})"
        case ast.Name("symbols" | "print" | "rule" | "ruleset"), _:
            raise Untranslatable
        case ast.Name("round"), [number, ast.Constant()]:
            return _expression(number, scope)
        case ast.Name(own), arguments if own in scope.names and any(
            isinstance(each, ast.Constant) and isinstance(each.value, str) for each in arguments
        ):
            raise Untranslatable  # for it a name and a text may be different things
        case ast.Attribute(chart, "point"), [ast.Constant() | ast.Name() | ast.Call() as coordinate]:
            return f"((point {_expression(chart, scope)}) {_expression(coordinate, scope)})"
        case ast.Attribute(chart, "point"), coordinates:
            return f"((point {_expression(chart, scope)}) {_form('up', coordinates, scope)})"
        case ast.Attribute(chart, "basis"), _:
            return _form("coordinate-system->basis", [chart], scope)
        case function, arguments:
            return _form(_expression(function, scope), arguments, scope)
    raise Untranslatable


def completions(session: Evaluator, text: str) -> tuple[str, list[str]]:
    """The word that a text ends with, and the names that begin with it: in its case, or else in any.

    >>> from scmpy.scheme import Session
    >>> completions(Session(), "(lagrange-equations-o")
    ('lagrange-equations-o', ['Lagrange-equations-operator'])
    """
    word = word_before(text)
    if not word:
        return "", []
    names = session.names()
    found = [name for name in names if name.startswith(word)]
    return word, found or [name for name in names if name.lower().startswith(word.lower())]


def is_complete(text: str) -> bool:
    """Is every form of the text complete? What is wrong, and no more text can mend, counts as such."""
    try:
        for _ in read_forms(Source(text, "")):
            pass
    except IncompleteError:
        return False
    except ScmpyError:
        pass
    return True
