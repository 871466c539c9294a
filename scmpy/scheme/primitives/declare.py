"""How primitive procedures are declared, and the errors that they signal in the original's words."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, TypeVar

from scmpy.boundary import with_checks
from scmpy.errors import BadIndexError, ScmpyError, WrongTypeError
from scmpy.generic.settings import MOST_COMPONENTS
from scmpy.registry import PROCEDURES, document, load, lookup
from scmpy.scheme import data
from scmpy.scheme.printer import write_text
from scmpy.structure.tuples import Structure
from scmpy.symbolic.expression import symbol

E = TypeVar("E", bound=ScmpyError)
F = TypeVar("F", bound=Callable[..., Any])

_awaited = {name: module for module, names in PROCEDURES.items() for name in names}


class Procedures(dict[str, Any]):
    """Procedures by name; those that are not loaded at first are there when one asks for them."""

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in _awaited

    def __setitem__(self, name: str, value: Any) -> None:
        assert not super().__contains__(name), f"{name} is declared twice"
        super().__setitem__(name, value)

    def __missing__(self, name: str) -> Any:
        load((_awaited[name],))
        return self[name]

    def names(self) -> set[str]:
        return {*self, *_awaited}


#: Every procedure of the language, by its Scheme name; each module of primitives enters its own.
PRIMITIVES = Procedures()

_ORDINALS = "zeroth first second third fourth fifth sixth seventh eighth ninth tenth".split()


_OWN = "scmpy.scheme."


def primitive(*names: str, doc: str = "", source: str = "") -> Callable[[F], F]:
    """Decorator: this function is a procedure of the language; ``doc`` is the documentation of one of a table.

    Arguments whose parameters are annotated with a type, or with a predicate (``Annotated``), are checked; where a
    ``str`` is expected, the text of a mutable string is given, where ``Items`` are, the elements of a proper list.
    """

    def declare(function: F) -> F:
        document(function, doc, source)
        procedure = checked(function, names[0])
        function.__name__ = procedure.__name__ = names[0]  # which errors name
        named: Any = getattr(function, "__wrapped__", None)
        while getattr(named, "__globals__", {}).get("__name__", "").startswith(_OWN):
            named.__name__ = names[0]
            named = getattr(named, "__wrapped__", None)
        for name in names:
            PRIMITIVES[name] = procedure
        return procedure

    return declare


def primitives(source: str, *rows: tuple[str, Any, str, Callable[..., Any]]) -> None:
    """Declare procedures of one expression: names, the type of the argument or types of several, meaning, function."""
    for names, types, doc, function in rows:
        found = types if isinstance(types, tuple) else (types,)
        function.__annotations__ = dict(zip(function.__code__.co_varnames, found, strict=False))
        primitive(*names.split(), doc=doc, source=source)(function)


def adapt(names: str, made: Callable[[Any], Any]) -> None:
    """Declare procedures of the library that are others in Scheme: with pairs and lists in the place of tuples."""
    for name in names.split():
        entry = lookup(name)
        assert entry is not None, name
        procedure = made(entry.value)
        procedure.__annotations__ = {}  # the library's own function checks its arguments
        primitive(name, doc=entry.doc)(procedure)


def checked(function: F, name: str) -> F:
    return with_checks(function, name, {key: _check(value) for key, value in _annotations(function).items()})


def named(name: str) -> Callable[[F], F]:
    """Decorator of a procedure that a procedure makes: checked, and under the name in errors and in print."""

    def declare(function: F) -> F:
        procedure = checked(function, name)
        function.__name__ = procedure.__name__ = name
        return procedure

    return declare


def _annotations(function: Any) -> dict[str, Any]:
    """The annotations of a function; most of those that are text are names, and found at less cost than evaluated."""
    names = getattr(inspect.unwrap(function), "__globals__", {})
    return {
        parameter: annotation
        if not isinstance(annotation, str)
        else names[annotation]
        if annotation in names
        else eval(annotation, names)
        for parameter, annotation in function.__annotations__.items()
    }


def _check(annotation: Any) -> Callable[[Any, str, int], Any] | None:
    """What an annotation stands for: a check of an argument, which gives the value that is worked with."""
    if annotation is Any:
        return None
    if annotation is str:
        return _text
    holds, *_ = getattr(annotation, "__metadata__", [None])
    if holds in (vector_of, variable_vector):
        return lambda value, name, place: value if type(value) is list else holds(value, place + 1, name)
    if holds in (items_of, elements_of):
        return lambda value, name, place: holds(value, place + 1, name)

    def check(value: Any, name: str, place: int) -> Any:
        if holds(value) if holds else isinstance(value, annotation):
            return value
        raise wrong_type(value, place + 1, name)

    return check


def _text(value: Any, name: str, place: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, data.MutableString):
        return value.text
    raise wrong_type(value, place + 1, name)


def items_of(value: Any, position: int, name: str) -> list[Any]:
    items, rest = data.proper_part(value)
    if rest is not data.EMPTY:
        raise wrong_type(value, position, name)
    if len(items) > MOST_COMPONENTS.value:
        raise data.too_long()
    return items


def elements_of(value: Any, position: int, name: str) -> Iterable[Any]:
    """The elements of a list, without end where it comes back to itself: what goes through it beside others stops."""
    try:
        return items_of(value, position, name)
    except WrongTypeError:
        if not isinstance(data.proper_part(value)[1], data.Pair):
            raise
        return _round(value)


def _round(pair: data.Pair) -> Iterator[Any]:
    for _ in range(MOST_COMPONENTS.value):
        yield pair.car
        pair = pair.cdr
    raise data.too_long()


def each_value(procedure: Callable[..., Any], first: Iterable[Any], *more: Iterable[Any]) -> list[Any]:
    """The values at the elements of sequences, as far as the shortest goes; calls without a star are quicker."""
    if more:
        return [procedure(*items) for items in zip(first, *more, strict=False)]
    return [procedure(item) for item in first]


def vector_of(value: Any, position: int, name: str) -> list[Any]:
    if not isinstance(value, (list, Structure)):
        raise wrong_type(value, position, name)
    return value if isinstance(value, list) else list(value)


def variable_vector(value: Any, position: int, name: str) -> list[Any]:
    if isinstance(value, Structure):
        raise WrongTypeError(
            f"{name}: a tuple is not changed in place, but the vector that vector-copy makes of it can be"
        )
    if not isinstance(value, list):
        raise wrong_type(value, position, name)
    return value


def index(value: Any) -> bool:
    return type(value) is int and value >= 0


def integer(value: Any) -> bool:
    return type(value) is int


Byte = Annotated[int, lambda value: type(value) is int and 0 <= value < 256]
Index = Annotated[int, index]
Integer = Annotated[int, integer]

#: The elements of a proper list, which is given.
Items = Annotated[list[Any], items_of]

#: Those of a list that may be circular.
Elements = Annotated[Iterable[Any], elements_of]

#: Those of a vector that is not changed, or of a tuple.
Vector = Annotated[list[Any], vector_of]

#: A vector that is changed in place.
Variable = Annotated[list[Any], variable_vector]


def wrong_type(value: Any, position: int, name: str) -> WrongTypeError:
    return _with_fields(
        WrongTypeError(f"{_passed(value, position, name)}, is not the correct type."), value, position, name
    )


def bad_range(value: Any, position: int, name: str) -> BadIndexError:
    return _with_fields(
        BadIndexError(f"{_passed(value, position, name)}, is not in the correct range."), value, position, name
    )


def _with_fields(error: E, value: Any, position: int, name: str) -> E:
    error.fields = {"datum": value, "operand": position - 1, "operator": symbol(name)}  # type: ignore[attr-defined]
    return error


def _passed(value: Any, position: int, name: str) -> str:
    ordinal = _ORDINALS[position] if position < len(_ORDINALS) else f"{position}th"
    return f"The object {write_text(value)}, passed as the {ordinal} argument to {name}"


def within(items: Any, position: int, name: str) -> int:
    """The place of an element of a sequence, the second argument, which is not negative."""
    if position >= len(items):
        raise bad_range(position, 2, name)
    return position


def sub_range(length: int, start: Any, end: Any, name: str, position: int = 2) -> tuple[int, int]:
    """The checked bounds of a part of a sequence, arguments from a position on; ``None`` stands for the whole."""
    end = length if end is None or end is data.DEFAULT else end
    if not index(end) or end > length:
        raise bad_range(end, position + 1, name)
    start = 0 if start is None or start is data.DEFAULT else start
    if not index(start) or start > end:
        raise bad_range(start, position, name)
    return start, end


def part_of(items: Any, start: Any, end: Any, name: str, position: int = 2) -> Any:
    """The elements of a sequence from start up to end, which are checked; ``None`` stands for the whole."""
    start, end = sub_range(len(items), start, end, name, position)
    return items[start:end]


def copy_into(target: Any, at: int, part: Any, name: str, position: int = 2) -> None:
    """Replace the elements of a sequence from a place on, the argument at a position."""
    if at + len(part) > len(target):
        raise bad_range(at, position, name)
    target[at : at + len(part)] = part
