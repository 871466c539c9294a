"""What is printed of values: their external representations (``write``, ``display``), and their simplified expressions.

Objects without a written form get a number when first printed, as ``#[compound-procedure 12 f]``; the numbers start
at 12 and belong to the session. The printer keeps an explicit stack: data of any depth can be printed.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import takewhile
from types import FunctionType
from typing import Any

from scmpy import errors
from scmpy.boundary import cycles
from scmpy.calculus.equivalence import TERMS
from scmpy.calculus.series import Series
from scmpy.generic import operations as g
from scmpy.generic.elementary import record_of
from scmpy.generic.types import is_container, is_number
from scmpy.geometry.connection import Cartan, Christoffel, Nabla
from scmpy.geometry.equivalence import ComponentsTable
from scmpy.geometry.tensor import FieldFunction
from scmpy.registry import scheme_name_of
from scmpy.render.latex import tex
from scmpy.render.notation import filled, infix
from scmpy.render.scheme import number_text, pretty_text, scheme_text
from scmpy.scheme import data
from scmpy.scheme.data import EMPTY, Pair, Promise, as_pair, is_simplified, list_of, proper_part
from scmpy.scheme.reader import CHARACTER_NAMES, PREFIXES, Source, lookalike, parse_number, read_forms
from scmpy.scheme.sandbox import is_scheme_procedure
from scmpy.structure.matrix import Matrix, matrix_by_rows
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure, Up, down, up
from scmpy.symbolic.decision.equivalence import PLAIN, taken_apart
from scmpy.symbolic.expression import (
    Expression,
    Head,
    Symbol,
    application,
    as_datum,
    expression_from,
    expression_of,
    symbol,
)
from scmpy.symbolic.polynomials import Polynomial
from scmpy.symbolic.simplify import as_it_stands, as_printed, as_typeset, simplified_expression, tree_of, unsimplified

FIRST_NUMBER = 12

_NAMES_OF_CHARACTERS = {character: name for name, character in reversed(CHARACTER_NAMES.items()) if name != "page"}
_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r", "\a": "\\a"}
_TO_ESCAPE = re.compile(r'["|\\\x00-\x1f\x7f-\x9f]')
_MANY = 20_000  # what has more parts than this may contain itself
_INNER_CAPITAL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_CONTAINERS = (Pair, list, tuple, Structure, Matrix, Quaternion)
_WITH_PARTS = (*_CONTAINERS, Series)
_PLAIN_SYMBOL = re.compile(r"""[^\s()"';`,|#][^\s()"';`,|]*""")


class ObjectNumbers:
    """The numbers of the objects that were printed; it keeps these objects alive, as the original does."""

    def __init__(self) -> None:
        self.numbers: dict[int, tuple[int, Any]] = {}

    def of(self, value: Any) -> int:
        return self.numbers.setdefault(id(value), (FIRST_NUMBER + len(self.numbers), value))[0]


object_numbers: ContextVar[ObjectNumbers] = ContextVar("object_numbers", default=ObjectNumbers())  # noqa: B039


class _Piece(str):
    """Text to be put out as it is."""

    __slots__ = ()


def write_text(value: Any, display: bool = False, shared: bool = False) -> str:
    """The written form of a value; ``display`` shows strings and characters bare.

    Data that contain themselves have labels, with ``shared`` all that stand in several places.

    >>> from scmpy.scheme.data import Char, list_of
    >>> write_text(list_of([1, "two", Char("3"), 1.5])), write_text(list_of([1, "two"]), display=True)
    ('(1 "two" #\\\\3 1.5)', '(1 two)')
    """
    output = None if shared else _pieces(value, display, {}, _MANY)
    if output is None:
        output = _pieces(value, display, dict.fromkeys(circular_parts(value, shared)), math.inf)
    assert output is not None
    return "".join(output)


def _pieces(value: Any, display: bool, labels: dict[int, int | None], most: float) -> list[str] | None:
    """The written form in pieces; None if there would be too many.

    ``labels`` has the numbers of data that contain themselves, by their identity; None until they are first met.
    """
    output: list[str] = []
    stack: list[Any] = [value]
    while stack:
        if len(output) > most:
            return None
        item = stack.pop()
        if id(item) in labels and _label(item, output, labels):
            continue
        if type(item) is _Piece:
            output.append(item)
        elif isinstance(item, Pair):
            opening, closing = "{}" if type(item.cdr) is Promise else "()"
            output.append(opening)
            stack += (_Rest(item.cdr, closing), item.car)
        elif type(item) is _Rest:
            _continue(item, output, stack, labels)
        elif type(item) is Promise:
            output.append(f"#[promise {object_numbers.get().of(item)} {'(evaluated) ' * item.kept}")
            stack += (_Piece("]"), item.value) if item.kept else (_Piece("(unevaluated)]"),)
        elif is_simplified(item):
            stack.append(as_pair(item))
        elif isinstance(item, (list, Structure, Matrix, Quaternion)):
            opening = _tag(item)
            output.append(opening + "#(")
            stack.append(_Piece("))" if opening else ")"))
            _push_separated(stack, map(list, item.rows) if isinstance(item, Matrix) else item)
        elif isinstance(item, Series):
            parts = _known_parts(item)
            stack.append(_Piece(f" . #[promise {object_numbers.get().of(item)}])"))
            _push_separated(stack, [_Piece("(*series*"), *parts])
        elif isinstance(item, Polynomial):
            parts = _parts_of_polynomial(item)
            stack.append(_Piece(")" if len(parts) > 1 else ""))
            _push_separated(stack, parts)
        elif isinstance(item, tuple):
            output.append("(")
            stack.append(_Piece(")"))
            _push_separated(stack, item)
        else:
            output.append(_atom(item, display))
    return output


def _tag(item: Any) -> str:
    """What stands before the vector of the parts of a tuple, matrix or quaternion, as the original represents it."""
    if isinstance(item, Down):
        return "(*down* "
    if isinstance(item, Matrix):
        return "(*matrix* ({} . {}) ".format(*item.shape)
    return "(*quaternion* " if isinstance(item, Quaternion) else ""


def _parts_of_polynomial(p: Polynomial) -> list[Any]:
    """As the original represents it: the coefficients from the highest on; with their powers, where most are 0."""
    coefficients = p.coefficients()[::-1] if p.arity else [p()]
    if len(coefficients) == 1:
        return coefficients
    terms = [Pair(len(coefficients) - 1 - place, c) for place, c in enumerate(coefficients) if c != 0]
    tag, parts = ("*sparse*", terms) if 2 * len(terms) < len(coefficients) else ("*dense*", coefficients)
    return [_Piece(f"({tag}"), p.arity, *parts]


def _known_parts(series: Series) -> list[Any]:
    """The numbers of arguments that a series takes, as the original writes arities, and its terms that are known.

    The first one is, if it is to be had. They end before one that has parts: a series may be a part of itself.
    """
    with suppress(errors.ScmpyError):
        least, most = series.number_of_arguments
        terms = takewhile(lambda term: not isinstance(term, _WITH_PARTS), series.known or [series[0]])
        return [Pair(least, False if most is None else most), *terms]
    return []


def _label(item: Any, output: list[str], labels: dict[int, int | None]) -> bool:
    number = labels[id(item)]
    if number is not None:
        output.append(f"#{number}#")
        return True
    labels[id(item)] = number = sum(known is not None for known in labels.values())
    output.append(f"#{number}=")
    return False


def circular_parts(value: Any, shared: bool = False) -> set[int]:
    """The identities of pairs, vectors, structures that contain themselves; those that are ``shared`` too."""
    return cycles(value, _parts, shared)


def _parts(item: Any) -> Any:
    if isinstance(item, Promise):
        return [item.value] if item.kept else []
    if isinstance(item, Pair):
        return item.cdr, item.car
    return item if isinstance(item, _CONTAINERS) else None


@dataclass(slots=True, eq=False)
class _Rest:
    """The cdr of a pair of a list, or of a stream, in braces, whose opening bracket is out already."""

    value: Any
    closing: str


def _continue(rest: _Rest, output: list[str], stack: list[Any], labels: dict[int, int | None]) -> None:
    """The rest of a list; of a stream its members as far as they have been computed."""
    value, is_stream = rest.value, rest.closing == "}"
    if is_stream and not value.kept:
        output.append(" ...}")
        return
    value = value.value if is_stream else value
    if value is EMPTY:
        output.append(rest.closing)
    elif isinstance(value, Pair) and id(value) not in labels and (not is_stream or type(value.cdr) is Promise):
        output.append(" ")
        stack += (_Rest(value.cdr, rest.closing), value.car)
    else:
        output.append(" . ")
        stack += (_Piece(rest.closing), value)


def _push_separated(stack: list[Any], items: Any) -> None:
    space = _Piece(" ")
    pieces: list[Any] = []
    for item in items:
        pieces += (space, item)
    stack.extend(reversed(pieces[1:]))


def _atom(value: Any, display: bool) -> str:
    if isinstance(value, (str, data.MutableString)):
        return str(value) if display else _quoted(str(value), '"')
    if isinstance(value, bool):
        return "#t" if value else "#f"
    if is_number(value):
        return number_text(value)
    if isinstance(value, Symbol):
        if symbol(value.name, *value.facts) is not value:
            return f"#[uninterned-symbol {object_numbers.get().of(value)} {symbol_text(value.name)}]"
        return value.name if display else symbol_text(value.name)
    if isinstance(value, Expression):
        return scheme_text(unsimplified(value))
    if hasattr(value, "_contents_"):
        return scheme_text(as_it_stands(value))
    if isinstance(value, data.Char):
        return value.value if display else character_text(value)
    if value is None:
        return "#!unspecific"
    if isinstance(value, (data.Marker, data.EmptyList)):
        return repr(value)
    if isinstance(value, bytearray):
        return f"#u8({' '.join(map(str, value))})"
    return object_text(value, display)


def _quoted(text: str, mark: str) -> str:
    def escaped(found: re.Match[str]) -> str:
        character = found[0]
        if character in '"|':
            return "\\" + character if character == mark else character
        return _ESCAPES.get(character) or f"\\x{ord(character):x};"

    return mark + _TO_ESCAPE.sub(escaped, text) + mark


def character_text(character: data.Char) -> str:
    """A character after ``#\\``; a control character without a name by its number."""
    text = character.value
    return "#\\" + _NAMES_OF_CHARACTERS.get(text, f"x{ord(text):x}" if unicodedata.category(text) == "Cc" else text)


def symbol_text(name: str) -> str:
    """A symbol, between bars where it would not be read back without them."""
    if _PLAIN_SYMBOL.fullmatch(name) and name != "." and lookalike(name) is None and parse_number(name) is None:
        return name
    return _quoted(name, "|")


def object_text(value: Any, display: bool = False) -> str:
    number = object_numbers.get().of
    if is_scheme_procedure(value):
        name = value.__code__.co_name
        return f"#[compound-procedure {number(value)}{'' if name == 'lambda' else ' ' + symbol_text(name)}]"
    if isinstance(value, data.Record):
        return value.type.printed[-1](value) if value.type.printed else f"#[{value.type.name} {number(value)}]"
    if isinstance(value, data.Defined):
        return symbol_text(value.name)
    if isinstance(value, data.MultipleValues):
        return " ".join(map(write_text, value.values))
    if isinstance(value, data.RecordType):
        return f"#[record-type {number(value)} {value.name}]"
    if isinstance(value, BaseException):
        names = (CONDITION_TYPES[base] for base in type(value).__mro__ if base in CONDITION_TYPES)
        condition = next(names, "simple-error")
        return f"#[condition {number(value)} {_atom(condition, display)}]"
    if kind := getattr(type(value), "kind_in_scheme", None):
        words = "".join(f" {write_text(word, display=True)}" for word in getattr(value, "words", ()))
        return f"#[{kind} {number(value)}{words}]"
    if isinstance(value, FunctionType) or (callable(value) and not hasattr(value, "operator")):
        name = scheme_name_of(value) or getattr(value, "__name__", None) or getattr(value, "name", None)
        if isinstance(name, str) and value.__module__.startswith("scmpy."):
            name = name.replace("_", "-")
        has_name = isinstance(name, str) and name != "<lambda>"
        return f"#[compiled-procedure {number(value)}{f' {name}' if has_name else ''}]"
    try:
        return scheme_text(expression_of(value))
    except errors.ScmpyError:
        return f"#[{_INNER_CAPITAL.sub('-', type(value).__name__).lower()} {number(value)}]"


#: The original's types of conditions; an error of any other kind is signalled by ``error``.
CONDITION_TYPES: dict[type, str] = {
    errors.WrongTypeError: "wrong-type-argument",
    errors.BadIndexError: "bad-range-argument",
    errors.DomainError: "bad-range-argument",
    errors.DivisionByZeroError: "divide-by-zero",
    errors.UnassignedVariableError: "unassigned-variable",
    errors.UnboundVariableError: "unbound-variable",
    errors.NotApplicableError: "inapplicable-object",
    errors.ArityError: "wrong-number-of-arguments",
    errors.SyntaxError_: "syntax-error",
}


data.TEXTS["write"] = write_text


_COLUMNS = 79
_DEFINITIONS = (symbol("define"), symbol("define-integrable"))
_LAMBDA, _NAMED_LAMBDA = symbol("lambda"), symbol("named-lambda")
_PROCEDURES = (*_DEFINITIONS, _LAMBDA, _NAMED_LAMBDA)


def program_text(procedure: FunctionType) -> str | None:
    """The program as the original's pretty printer shows it; None where its source is not known."""
    datum = procedure.__code__.co_consts[-2]
    if not isinstance(datum, Pair) or datum.car not in _PROCEDURES:
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
    "define-record-type": 1,
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
        ends = [beside + len(scheme_text(_shown(item))) for item in items[1:]]
        if start != "(" and operator not in _ON_LINES and max(*ends, ends[-1] + closing + 1) > _COLUMNS:
            return "(" + _aligned(items, column + 1, closing + 1) + ")"
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


def result_text(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    """The simplified (or otherwise converted) value, broken into lines where it is long."""
    return pretty_text(_tree(value, convert))


def as_table(value: Any) -> str | None:
    """The components of a tensor or a connection, where they are short enough to be shown; else None."""
    text = repr(value) if isinstance(value, (FieldFunction, Christoffel, Cartan, Nabla, ComponentsTable)) else "<"
    return None if text.startswith("<") else text


def plain_text(value: Any) -> str:
    """The value as it stands, broken into lines where it is long; a procedure's program, a record's fields."""
    if isinstance(value, data.Record):
        fields = zip(value.type.fields, map(write_text, value.values), strict=True)
        return "\n".join([write_text(value), *(f"({name} {text})" for name, text in fields)])
    if is_scheme_procedure(value):
        return program_text(value) or write_text(value)
    if isinstance(value, Pair) and (value.car in _ON_LINES or getattr(value.car, "name", "") in _BEFORE_BODY):
        return _code(value, 0, 0)
    return pretty_text(_tree(value, lambda part: as_printed(unsimplified(expression_of(part)))))


def result_tex(value: Any, convert: Callable[[Any], Any] = simplified_expression) -> str:
    """The value in TeX; a list that writes no expression shows its elements."""
    if isinstance(value, (Pair, tuple)) and written_expression(value) is value and not _is_circular(value):
        return f"({' '.join(result_tex(item, convert) for item in proper_part(value)[0])})"
    return tex(_tree(value, convert))


def shown_expression(value: Any) -> Any:
    """The expression that is typeset for the value; None for a list and for what is no expression."""
    if isinstance(value, (Pair, tuple, str, bool)) or value is None or is_scheme_procedure(value):
        return None
    try:
        with as_typeset():
            return _series_tree(value, tree_of) if isinstance(value, Series) else simplified_expression(value)
    except errors.ScmpyError:  # functions in it show their names
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
        except errors.ScmpyError:
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
        raise errors.WrongTypeError(f"parse_printed expects a text, got {errors.describe(text)}")
    forms = list(read_forms(Source(without_braces(text), "<answer>")))
    if len(forms) != 1:
        raise errors.SyntaxError_(f"an answer is one datum, got {len(forms)}")
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
                head, parts = expression_from(head), parts[1:]
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
            from scmpy.units.si import from_printed

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


def written_expression(value: Any) -> Any:
    """The expression that a list with a name in front writes, ``'(+ a b)``; any other value as it is."""
    if isinstance(value, Pair) and isinstance(value.car, Symbol) and not circular_parts(value):
        with suppress(errors.ScmpyError):
            return expression_from(value)
    return value


@expression_of.on(Pair)
def _expression_of_list(items: Pair) -> Any:
    """What a list writes, or a list of values, so that answers which are lists compare element by element."""
    if _is_circular(items):
        raise errors.StructureError(f"expression does not apply to {errors.describe(items)}, which contains itself")
    written = written_expression(items)
    return application(Head.LIST, *map(expression_of, items)) if written is items else written


# --- data comparison -------------------------------------------------------------------------------------------------
# Certified comparison of Scheme's own data: pairs and lists by their elements, streams by their first ones.
#
# Characters, strings and bytevectors are equal or different by their own equality.


@taken_apart.on(Pair)
def _elements(pair: Pair) -> tuple[str, Sequence[Any]]:
    """The elements, and what follows the last where that is not the empty list: the rest of a stream is no value."""
    kind = "list"
    items, rest = proper_part(pair)
    while isinstance(rest, Promise) and len(items) < TERMS:
        kind = "stream"
        more, rest = proper_part(rest.force())
        items += more
    if isinstance(rest, Pair):
        raise errors.StructureError(f"equivalent does not apply to {errors.describe(pair)}, which contains itself")
    return (kind, items) if rest is EMPTY else (f"{kind} with more", (*items, rest))


taken_apart.add((data.EmptyList,), lambda _: ("list", ()))
PLAIN.update({data.Char: lambda x: x, data.MutableString: str, bytearray: bytes})
