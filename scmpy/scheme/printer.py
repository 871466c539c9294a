"""The external representations of values: ``write`` and ``display``.

Objects without a written form get a number when first printed, as ``#[compound-procedure 12 f]``; the numbers start
at 12 and belong to the session. The printer keeps an explicit stack: data of any depth can be printed.
"""

from __future__ import annotations

import math
import re
import unicodedata
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import takewhile
from types import FunctionType
from typing import Any

from scmpy.calculus.series import Series
from scmpy.errors import (
    ArityError,
    BadIndexError,
    DivisionByZeroError,
    DomainError,
    NotApplicableError,
    ScmpyError,
    SyntaxError_,
    UnassignedVariableError,
    UnboundVariableError,
    WrongTypeError,
)
from scmpy.generic.types import is_number
from scmpy.registry import scheme_name_of
from scmpy.render.scheme import number_text, scheme_text
from scmpy.scheme.data import (
    EMPTY,
    TEXTS,
    Char,
    Defined,
    EmptyList,
    Marker,
    MultipleValues,
    MutableString,
    Pair,
    Promise,
    Record,
    RecordType,
    as_pair,
    is_simplified,
)
from scmpy.scheme.reader import CHARACTER_NAMES, parse_number
from scmpy.scheme.sandbox import is_scheme_procedure
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.tuples import Down, Structure
from scmpy.symbolic.expression import Expression, Symbol, expression_of, symbol
from scmpy.symbolic.polynomials import Polynomial
from scmpy.symbolic.simplify import as_it_stands, unsimplified

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

    >>> from scmpy.scheme.data import list_of
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
            stream = type(item.cdr) is Promise
            output.append("{" if stream else "(")
            stack.append(_Later(item.cdr) if stream else _rest(item.cdr))
            stack.append(item.car)
        elif type(item) is _Rest:
            _continue_list(item.value, output, stack, labels)
        elif type(item) is _Later:
            _continue_stream(item.value, output, stack, labels)
        elif type(item) is Promise:
            _promise(item, output, stack)
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
    with suppress(ScmpyError):
        least, most = series.number_of_arguments
        terms = takewhile(lambda term: not isinstance(term, _WITH_PARTS), series.known or [series[0]])
        return [Pair(least, False if most is None else most), *terms]
    return []


def _label(item: Any, output: list[str], labels: dict[int, int | None]) -> bool:
    """``#0=`` before a datum that contains itself, ``#0#`` in its place where it comes back."""
    number = labels[id(item)]
    if number is not None:
        output.append(f"#{number}#")
        return True
    labels[id(item)] = number = sum(known is not None for known in labels.values())
    output.append(f"#{number}=")
    return False


def circular_parts(value: Any, shared: bool = False) -> set[int]:
    """The identities of pairs, vectors, structures that contain themselves: where a walk into depth meets its path.

    Those that are ``shared`` too: it meets them again anywhere.
    """
    found: set[int] = set()
    finished: dict[int, bool] = {}
    stack = [(value, False)]
    while stack:
        item, done = stack.pop()
        if done:
            finished[id(item)] = True
        elif id(item) in finished and (shared or not finished[id(item)]):
            found.add(id(item))
        elif isinstance(item, (*_CONTAINERS, Promise)) and id(item) not in finished:
            finished[id(item)] = False
            stack.append((item, True))
            stack.extend((part, False) for part in _parts(item))
    return found


def _parts(item: Any) -> Any:
    if isinstance(item, Promise):
        return [item.value] if item.kept else []
    return (item.cdr, item.car) if isinstance(item, Pair) else item


@dataclass(slots=True, eq=False)
class _Rest:
    """The cdr of a pair whose opening parenthesis is out already."""

    value: Any


def _rest(value: Any) -> Any:
    return _Piece(")") if value is EMPTY else _Rest(value)


def _continue_list(value: Any, output: list[str], stack: list[Any], labels: dict[int, int | None]) -> None:
    if isinstance(value, Pair) and id(value) not in labels:
        output.append(" ")
        stack.append(_rest(value.cdr))
        stack.append(value.car)
    else:
        output.append(" . ")
        stack.append(_Piece(")"))
        stack.append(value)


class _Later(_Rest):
    """The cdr of a pair of a stream whose opening brace is out already."""

    __slots__ = ()


def _continue_stream(promise: Promise, output: list[str], stack: list[Any], labels: dict[int, int | None]) -> None:
    """What is known of the rest of a stream: its members as far as they have been computed, in braces."""
    rest = promise.value
    if not promise.kept:
        output.append(" ...}")
    elif rest is EMPTY:
        output.append("}")
    elif isinstance(rest, Pair) and type(rest.cdr) is Promise and id(rest) not in labels:
        output.append(" ")
        stack.append(_Later(rest.cdr))
        stack.append(rest.car)
    else:
        output.append(" . ")
        stack.append(_Piece("}"))
        stack.append(rest)


def _promise(promise: Promise, output: list[str], stack: list[Any]) -> None:
    output.append(f"#[promise {object_numbers.get().of(promise)} ")
    if promise.kept:
        output.append("(evaluated) ")
        stack.append(_Piece("]"))
        stack.append(promise.value)
    else:
        output.append("(unevaluated)]")


def _push_separated(stack: list[Any], items: Any) -> None:
    space = _Piece(" ")
    pieces: list[Any] = []
    for item in items:
        pieces += (space, item)
    stack.extend(reversed(pieces[1:]))


def _atom(value: Any, display: bool) -> str:
    if isinstance(value, (str, MutableString)):
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
    if isinstance(value, Char):
        return value.value if display else character_text(value)
    if value is None:
        return "#!unspecific"
    if isinstance(value, (Marker, EmptyList)):
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


def character_text(character: Char) -> str:
    """A character after ``#\\``; a control character without a name by its number."""
    text = character.value
    return "#\\" + _NAMES_OF_CHARACTERS.get(text, f"x{ord(text):x}" if unicodedata.category(text) == "Cc" else text)


def symbol_text(name: str) -> str:
    """A symbol, between bars where it would not be read back without them."""
    if _PLAIN_SYMBOL.fullmatch(name) and name != "." and parse_number(name) is None:
        return name
    return _quoted(name, "|")


def object_text(value: Any, display: bool = False) -> str:
    number = object_numbers.get().of
    if is_scheme_procedure(value):
        name = value.__code__.co_name
        return f"#[compound-procedure {number(value)}{'' if name == 'lambda' else ' ' + symbol_text(name)}]"
    if isinstance(value, Record):
        return f"#[{value.type.name} {number(value)}]"
    if isinstance(value, Defined):
        return symbol_text(value.name)
    if isinstance(value, MultipleValues):
        return " ".join(map(write_text, value.values))
    if isinstance(value, RecordType):
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
        return f"#[compiled-procedure {number(value)}{f' {name}' if isinstance(name, str) else ''}]"
    try:
        return scheme_text(expression_of(value))
    except ScmpyError:
        return f"#[{_INNER_CAPITAL.sub('-', type(value).__name__).lower()} {number(value)}]"


#: The original's types of conditions; an error of any other kind is signalled by ``error``.
CONDITION_TYPES: dict[type, str] = {
    WrongTypeError: "wrong-type-argument",
    BadIndexError: "bad-range-argument",
    DomainError: "bad-range-argument",
    DivisionByZeroError: "divide-by-zero",
    UnassignedVariableError: "unassigned-variable",
    UnboundVariableError: "unbound-variable",
    NotApplicableError: "inapplicable-object",
    ArityError: "wrong-number-of-arguments",
    SyntaxError_: "syntax-error",
}


TEXTS["write"] = write_text
