"""What print-expression, show-expression and the REPL show of a value: its simplified expression.

A list shows its elements; what is no expression (a string, a procedure) shows its written form.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, FunctionType
from typing import Any

from scmpy.calculus.equivalence import TERMS
from scmpy.calculus.series import Series
from scmpy.errors import ScmpyError, StructureError, SyntaxError_, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.elementary import record_of
from scmpy.generic.types import is_container, is_number
from scmpy.geometry.connection import Cartan, Christoffel, Nabla
from scmpy.geometry.equivalence import ComponentsTable
from scmpy.geometry.tensor import Tensor
from scmpy.render.latex import tex
from scmpy.render.notation import filled, infix
from scmpy.render.scheme import pretty_text, scheme_text
from scmpy.scheme.data import EMPTY, Char, EmptyList, MutableString, Pair, Promise, as_pair, list_of, proper_part
from scmpy.scheme.printer import circular_parts, write_text
from scmpy.scheme.reader import PREFIXES, Form, Source, read_forms
from scmpy.scheme.sandbox import DebugInfo, is_scheme_procedure
from scmpy.structure.matrix import matrix_by_rows
from scmpy.structure.tuples import Up, down, up
from scmpy.symbolic.decision.equivalence import PLAIN, taken_apart
from scmpy.symbolic.expression import LIST, Expression, Symbol, application, as_datum, expression_of, symbol
from scmpy.symbolic.simplify import as_printed, simplified_expression, tree_of, unsimplified

# --- procedure source ------------------------------------------------------------------------------------------------
# The program of a procedure: what ``pp`` shows of one that was written in Scheme.

_COLUMNS = 79
_DEFINITIONS = (symbol("define"), symbol("define-integrable"))
_LAMBDA, _NAMED_LAMBDA = symbol("lambda"), symbol("named-lambda")
_PROCEDURES = (*_DEFINITIONS, _LAMBDA, _NAMED_LAMBDA)


def program_text(procedure: FunctionType) -> str | None:
    """The program as the original's pretty printer shows it; None where its source is not known."""
    datum = _program(procedure.__code__)
    if datum is None:
        return None
    head, header, *body = datum
    if head in _DEFINITIONS:
        head = _NAMED_LAMBDA
        while isinstance(header.car, Pair):  # a curried definition
            header, body = header.car, [Pair(_LAMBDA, Pair(header.cdr, list_of(body)))]
    elif head is _LAMBDA and procedure.__code__.co_name != _LAMBDA.name:  # the value of a definition
        head, header = _NAMED_LAMBDA, Pair(symbol(procedure.__code__.co_name), header)
    return f"({head.name} {_code(header, len(head.name) + 2, 0)}\n  {_aligned(body, 2, 1)})"


#: The parts of a form before its body, which stand beside its keyword.
_BEFORE_BODY = {
    **dict.fromkeys(("lambda", "define", "let", "let*", "letrec", "letrec*", "fluid-let", "let-values"), 1),
    **dict.fromkeys(("let*-values", "named-lambda", "when", "unless", "case", "parameterize", "guard"), 1),
    "do": 2,
}

#: Forms on several lines even where they are short, unless they stand in a short form of another kind.
_ON_LINES = frozenset(
    map(symbol, "if cond and or let let* letrec letrec* fluid-let define define-integrable lambda named-lambda".split())
)


def _code(datum: Any, column: int, closing: int) -> str:
    """A form that begins at a column, on several lines where it is long; so many brackets close behind it."""
    flat = scheme_text(_shown(datum))
    items, rest = proper_part(datum) if isinstance(datum, Pair) else ([], EMPTY)
    short = (
        not items
        or (len(items) == 1 and not isinstance(items[0], Pair))
        or (column + len(flat) + closing <= _COLUMNS and (len(items) < 3 or items[0] not in _ON_LINES))
    )
    if short or rest is not EMPTY or _is_circular(datum):
        return flat
    operator = items[0]
    if len(items) == 2 and (prefix := _PREFIXES.get(operator)):
        return prefix + _code(items[1], column + len(prefix), closing)
    before = _BEFORE_BODY.get(operator.name, 0) if isinstance(operator, Symbol) else 0
    if before and operator.name == "let" and isinstance(items[1], Symbol):
        before = 2
    if not before or len(items) <= before + 1:
        beside = column + (len(operator.name) + 2 if isinstance(operator, Symbol) else 1)
        start = f"({operator.name} " if isinstance(operator, Symbol) else "("
        return start + _aligned(items[isinstance(operator, Symbol) :], beside, closing + 1) + ")"
    text = f"({operator.name} "
    if operator.name == "do":
        text += _aligned(items[1:3], column + 4, 0)
    else:
        for part in items[1:before]:
            text += scheme_text(_shown(part)) + " "
        text += _code(items[before], column + len(text), 0)
    return text + "\n" + " " * (column + 2) + _aligned(items[before + 1 :], column + 2, closing + 1) + ")"


def _aligned(items: list[Any], column: int, closing: int) -> str:
    last = len(items) - 1
    return ("\n" + " " * column).join(_code(item, column, closing * (n == last)) for n, item in enumerate(items))


def _shown(datum: Any) -> Any:
    return symbol(write_text(datum)) if _is_circular(datum) else datum_tree(datum)


def datum_tree(datum: Any) -> Any:
    """What the printers take: a list as a combination, anything else as a symbol of its written form, ``'a``."""
    end = datum
    while isinstance(end, Pair):
        end = end.cdr
    if isinstance(datum, Pair) and end is EMPTY:
        return combination(*map(datum_tree, datum))
    return symbol(write_text(datum))


def combination(operator: Any, *operands: Any) -> Any:
    """A list for the printers: ``(quote a)`` is ``'a`` for them."""
    prefix = _PREFIXES.get(operator) if len(operands) == 1 else None
    return symbol(prefix + scheme_text(operands[0])) if prefix else application(operator, *operands)


_PREFIXES = {symbol(name): prefix for prefix, name in PREFIXES.items()}


def _program(code: CodeType) -> Any:
    """The innermost definition or lambda expression that holds all that the code was compiled from."""
    debug = code.co_consts[-1] if code.co_consts else None
    if not isinstance(debug, DebugInfo):
        return None
    offsets = list(_offsets(code, debug.source))
    if not offsets:
        programs = list(_programs(debug.source.datum))
        named = [datum for datum in programs if _name(datum) == code.co_name] or programs
        return named[0] if len(named) == 1 else None
    first, last = min(offsets), max(offsets)
    try:
        form = next((form for form in read_forms(debug.source) if form.start <= first and last <= form.end), None)
    except ScmpyError:  # a text that was read to the end only in part
        return None
    return None if form is None else _enclosing(form, first, last, code.co_name)


def _offsets(code: CodeType, source: Source) -> Iterator[int]:
    starts = source.line_starts
    for line, end_line, column, end_column in code.co_positions():
        if (
            line
            and end_line
            and column is not None
            and end_column is not None
            and (line, column) != (end_line, end_column)
        ):
            yield starts[line - 1] + column
            yield starts[end_line - 1] + end_column


def _enclosing(form: Form, first: int, last: int, name: str) -> Any:
    """The innermost program around a place: the one of this name, if any has it."""
    found, datum = [], form.datum
    while isinstance(datum, Pair):
        if _is_program(datum):
            found.append(datum)
        inner, datum = datum, None
        for _ in proper_part(inner)[0]:  # once through a circular literal
            start, end = form.spans.get(id(inner), (0, -1))
            if start <= first and last <= end:
                datum = inner.car
            inner = inner.cdr
    return next((datum for datum in reversed(found) if _name(datum) == name), found[-1] if found else None)


def _is_program(datum: Pair) -> bool:
    is_procedure = datum.car in _PROCEDURES and isinstance(datum.cdr, Pair)
    return is_procedure and (datum.car not in _DEFINITIONS or isinstance(datum.cdr.car, Pair))


def _programs(datum: Any) -> Iterator[Any]:
    pending, seen = [datum], set[int]()
    while pending:
        datum = pending.pop()
        if isinstance(datum, Pair) and id(datum) not in seen:
            seen.add(id(datum))
            if _is_program(datum):
                yield datum
            pending += (datum.cdr, datum.car)


def _name(datum: Any) -> str:
    header = datum.car if datum.car is _LAMBDA else datum.cdr.car
    while isinstance(header, Pair):
        header = header.car
    return getattr(header, "name", "")


def result_text(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    """The simplified (or otherwise converted) value, broken into lines where it is long."""
    return pretty_text(_tree(value, convert))


def as_table(value: Any) -> str | None:
    """The components of a tensor or a connection, where they are short enough to be shown; else None."""
    text = repr(value) if isinstance(value, (Tensor, Christoffel, Cartan, Nabla, ComponentsTable)) else "<"
    return None if text.startswith("<") else text


def plain_text(value: Any) -> str:
    """The value as it stands, broken into lines where it is long; a procedure's program."""
    if is_scheme_procedure(value):
        return program_text(value) or write_text(value)
    if isinstance(value, Pair) and value.car in _ON_LINES:
        return _code(value, 0, 0)
    return pretty_text(_tree(value, lambda part: as_printed(unsimplified(expression_of(part)))))


def result_tex(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    return tex(_tree(value, convert))


def shown_expression(value: Any) -> Any:
    """The simplified expression that stands for the value; None for a list and for what is no expression."""
    if isinstance(value, (Pair, tuple, str, bool)) or value is None or is_scheme_procedure(value):
        return None
    try:
        return _series_tree(value, tree_of) if isinstance(value, Series) else simplified_expression(value)
    except ScmpyError:  # functions in it show their names
        return tree_of(value) if is_container(value) and not isinstance(value, list) else None


def _series_tree(series: Series, convert: Callable[[Any], Any]) -> Expression:
    """Its first terms; one that is a series too is not taken apart: it may be this one."""
    within = symbol("(series ...)")
    terms = (within if isinstance(term, Series) else convert(term) for term in series.first(TERMS))
    return application(symbol("series"), *terms, symbol("..."))


def _typeset(value: Any, typesetter: Callable[[Any], str]) -> str:
    """The simplified value in a notation of its own; lists show their elements, written ones what ``write`` shows."""
    if isinstance(value, (Pair, tuple)) and not _is_circular(value):
        items, rest = proper_part(value)
        if rest is EMPTY:
            return f"({' '.join(_typeset(item, typesetter) for item in items)})"
    expression = shown_expression(value)
    return write_text(value) if expression is None else typesetter(expression)


#: How a session may show results.
DISPLAYS: dict[str, Callable[[Any], str]] = {
    "scheme": result_text,
    "unicode": lambda value: _typeset(value, lambda tree: filled(infix(tree))),
    "tex": lambda value: _typeset(value, tex),
    "plain": plain_text,
}


def _tree(value: Any, convert: Callable[[Any], Any]) -> Any:
    """An S-expression whose text is that of the value; data as the reader takes them, ``'a`` and ``|a b|``."""
    return symbol(write_text(value)) if _is_circular(value) else _part(value, convert)


def _is_circular(value: Any) -> bool:
    return isinstance(value, (Pair, list)) and bool(circular_parts(value))


def _part(value: Any, convert: Callable[[Any], Any]) -> Any:
    if is_number(value) or isinstance(value, Expression):
        shown = convert(value)
        return symbol(write_text(shown)) if isinstance(shown, Symbol) else shown
    if isinstance(value, Pair) or (isinstance(value, tuple) and value):
        items, rest = proper_part(value)
        if rest is EMPTY:
            return combination(*(_part(item, convert) for item in items))
    elif not (isinstance(value, (str, bool)) or value is None or is_scheme_procedure(value)):
        try:
            return _series_tree(value, convert) if isinstance(value, Series) else convert(value)
        except ScmpyError:
            if isinstance(value, list) or is_container(value):  # one with procedures in it: they show their names
                return tree_of(Up(value) if isinstance(value, list) else value)
    return symbol(write_text(value))


# --- parse printed ---------------------------------------------------------------------------------------------------
# Printed answers back to values: nothing is looked up or evaluated.
#
# Arithmetic heads are the generic operations, ``up`` and ``down`` (and ``#(...)``, ``(*down* #(...))``) structures;
# any other head makes a literal application, so that ``((D f) x)`` is the expression that printed so.

_ARITHMETIC: dict[str, Any] = {
    "+": g.add,
    "-": g.sub,
    "*": g.mul,
    "/": g.div,
    "expt": g.expt,
    **{operation.name: operation for operation in (g.square, g.cube, g.negate, g.invert)},
    "magnitude": g.abs_,
    "up": up,
    "down": down,
    "vector": up,
}

_TEXT_OR_BRACE = re.compile(r'"(?:[^"\\]|\\.)*"|\|(?:[^|\\]|\\.)*\||[{}]', re.DOTALL)
_LISTS = {"{": "(stream ", "}": ")"}


def parse_printed(text: str) -> Any:
    """The value that a printed answer stands for.

    >>> parse_printed("(+ x (* 2 ((D f) t)))")
    (+ x (* 2 ((D f) t)))
    """
    if not isinstance(text, str):
        raise WrongTypeError(f"parse_printed expects a text, got {describe(text)}")
    forms = list(read_forms(Source(without_braces(text), "<answer>")))
    if len(forms) != 1:
        raise SyntaxError_(f"an answer is one datum, got {len(forms)}")
    return value_of_datum(forms[0].datum)


def without_braces(text: str) -> str:
    """A printed text whose streams, {1 2 ...}, stand as lists."""
    return _TEXT_OR_BRACE.sub(lambda found: _LISTS.get(found[0], found[0]), text)


def value_of_datum(datum: Any) -> Any:
    """The value that a list of a program's, such as '(+ x y), stands for where an expression is expected.

    Values bottom up; the stack holds data still to be visited and combinations whose parts are done."""
    done: list[Any] = []
    stack: list[tuple[Any, int | None]] = [(_as_list(datum), None)]
    while stack:
        item, count = stack.pop()
        if count is not None:
            parts = done[len(done) - count :]
            del done[len(done) - count :]
            done.append(_combine(item, parts))
        elif isinstance(item, list):
            stack.append(("up", len(item)))
            stack += [(part, None) for part in reversed(item)]
        elif isinstance(item, Pair):
            parts = list(map(_as_list, item))
            head = parts[0]
            if isinstance(head, Symbol):
                parts = parts[1:]
            elif isinstance(head := as_pair(head), Pair) and is_literal_head(head):
                head, parts = _literal(head), parts[1:]
            else:
                head = EMPTY
            stack.append((head, len(parts)))
            stack += [(part, None) for part in reversed(parts)]
        else:
            done.append(as_datum(item))
    return done[0]


def _as_list(datum: Any) -> Any:
    return list_of(map(_as_list, datum)) if isinstance(datum, tuple) else datum


def _combine(head: Any, parts: list[Any]) -> Any:
    if head == "up":
        return up(*parts)
    if head is EMPTY:
        return list_of(parts)
    if isinstance(head, Symbol):
        if head.name == "*down*" and len(parts) == 1:
            return down(*parts[0])
        if head.name == "matrix-by-rows":
            return matrix_by_rows(*parts)
        if head.name == "list":
            return list_of(parts)
        if head.name == "stream":
            return list_of([head, *parts])
        if head.name in ("&", "*with-units*", "*unit*"):
            from scmpy.units.conversions import from_printed

            return from_printed(head.name, parts)
        record = record_of(head, len(parts))
        operation = _ARITHMETIC.get(head.name) if record is None else record.operation
        if operation is not None and not any(isinstance(part, (str, bool)) for part in parts):
            return operation(*parts)
    return application(head, *map(expression_of, parts))


def is_literal_head(datum: Any) -> bool:
    """Is this a function's name with derivatives before it: ``(D f)``, ``((expt D 2) f)``, ``((partial 0) f)``?"""
    parts = list(datum)
    if len(parts) != 2 or not _is_derivative(as_pair(parts[0])):
        return False
    inner = as_pair(parts[1])
    return isinstance(inner, Symbol) or (isinstance(inner, Pair) and is_literal_head(inner))


def _is_derivative(datum: Any) -> bool:
    if isinstance(datum, Symbol):
        return datum.name == "D"
    if not isinstance(datum, Pair):
        return False
    head, *parts = datum
    if not isinstance(head, Symbol):
        return False
    if head.name == "partial":
        return all(type(part) is int for part in parts)
    if head.name == "expt":
        return len(parts) == 2 and _is_derivative(as_pair(parts[0])) and type(parts[1]) is int
    return head.name == "*" and all(map(_is_derivative, map(as_pair, parts)))


def _literal(datum: Any) -> Expression:
    if not isinstance(datum, Pair):
        return datum  # type: ignore[no-any-return]
    head, *parts = datum
    return application(_literal(head), *(part if is_number(part) else _literal(part) for part in parts))


@expression_of.on(Pair)
def _expression_of_list(items: Pair) -> Any:
    """A list of values, so that answers which are lists compare element by element."""
    if _is_circular(items):
        raise StructureError(f"expression does not apply to {describe(items)}, which contains itself")
    return application(LIST, *map(expression_of, items))


# --- data comparison -------------------------------------------------------------------------------------------------
# Certified comparison of Scheme's own data: pairs and lists by their elements, streams by their first ones.
#
# Characters, strings and bytevectors are equal or different by their own equality.


@taken_apart.on(Pair)
def _parts(pair: Pair) -> tuple[str, Sequence[Any]]:
    """The elements, and what follows the last where that is not the empty list: the rest of a stream is no value."""
    kind = "list"
    items, rest = proper_part(pair)
    while isinstance(rest, Promise) and len(items) < TERMS:
        kind = "stream"
        more, rest = proper_part(rest.force())
        items += more
    if isinstance(rest, Pair):
        raise StructureError(f"equivalent does not apply to {describe(pair)}, which contains itself")
    return (kind, items) if rest is EMPTY else (f"{kind} with more", (*items, rest))


taken_apart.add((EmptyList,), lambda _: ("list", ()))
PLAIN.update({Char: lambda x: x, MutableString: str, bytearray: bytes})
