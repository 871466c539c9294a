"""Promises and streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from scmpy.calculus import series as of_terms
from scmpy.calculus.series import Series, partial_sums
from scmpy.errors import BadIndexError, WrongTypeError
from scmpy.scheme.data import EMPTY, EmptyList, MutableString, Pair, Promise, as_pair, list_of, room_for, simplified
from scmpy.scheme.primitives.declare import (
    PRIMITIVES,
    Index,
    Items,
    adapt,
    bad_range,
    items_of,
    primitive,
    primitives,
    wrong_type,
)
from scmpy.scheme.primitives.ports import current_port
from scmpy.scheme.primitives.strings import string_ref
from scmpy.scheme.printer import circular_parts, write_text
from scmpy.scheme.results import result_text, value_of_datum
from scmpy.structure.tuples import Selectors, Up, place, taken
from scmpy.symbolic.arithmetic import substitute as replaced
from scmpy.symbolic.expression import D_SYMBOL, flattened, symbol


@primitive("force")
def force(value: Any) -> Any:
    """The value of a promise; anything else is its own value."""
    return value.force() if isinstance(value, Promise) else value


primitives(
    "",
    ("make-promise", (), "A promise that is kept already.", lambda x: x if isinstance(x, Promise) else Promise.of(x)),
)


@primitive("stream-pair?", source="MIT Miscellaneous Datatypes")
def is_stream_pair(value: Any) -> Any:
    """Is this a pair whose cdr is a promise?"""
    return isinstance(value, Pair) and isinstance(value.cdr, Promise)


def has_more(stream: Any, position: int, name: str) -> bool:
    """Has a stream, an argument of a procedure, elements?"""
    if is_stream_null(stream):
        return False
    if not is_stream_pair(stream):
        raise wrong_type(stream, position, name)
    return True


@primitive("stream-car", "stream-first", source="MIT Miscellaneous Datatypes")
def stream_car(stream: Any) -> Any:
    """The first element of a stream."""
    if not is_stream_pair(stream):
        raise wrong_type(stream, 1, "stream-car")
    return stream.car


@primitive("stream-cdr", "stream-rest", source="MIT Miscellaneous Datatypes")
def stream_cdr(stream: Any) -> Any:
    """The rest of a stream."""
    if not is_stream_pair(stream):
        raise wrong_type(stream, 1, "stream-cdr")
    return stream.cdr.force()


@primitive("stream-null?", "empty-stream?", source="MIT Miscellaneous Datatypes")
def is_stream_null(value: Any) -> Any:
    """Is this the empty stream?"""
    return value is EMPTY or (isinstance(value, tuple) and not value)


@primitive("series->stream")
def series_to_stream(series: Any) -> Any:
    """The stream of the terms of a series."""
    if not isinstance(series, Series):
        raise wrong_type(series, 1, "series->stream")

    def from_term(n: int) -> Pair:
        return Pair(series[n], Promise(lambda: from_term(n + 1)))

    return from_term(0)


@primitive("stream-tail", source="MIT Miscellaneous Datatypes")
def stream_tail(stream: Any, count: Index) -> Any:
    """The stream without its first elements."""
    for _ in range(room_for(count, "a stream")):
        if not is_stream_pair(stream):
            raise bad_range(count, 2, "stream-tail")
        stream = stream.cdr.force()
    return stream


@primitive("stream-head", source="MIT Miscellaneous Datatypes")
def stream_head(stream: Any, count: Index) -> Any:
    """The list of the first elements."""
    return list_of(_first(stream, room_for(count, "a list"), "stream-head"))


def _first(stream: Any, count: int | None, name: str) -> list[Any]:
    taken: list[Any] = []
    while has_more(stream, 1, name) and (count is None or len(taken) < count):
        taken.append(stream.car)
        if len(taken) != count:
            stream = stream.cdr.force()
    if count is not None and len(taken) < count:
        raise bad_range(count, 2, name)
    return taken


@primitive("stream->list", source="MIT Miscellaneous Datatypes")
def stream_to_list(stream: Any, count: Any = None) -> Any:
    """The list of the elements, or of the first of them."""
    count = count if count is None else room_for(count, "a list")
    taken: list[Any] = []
    while (count is None or len(taken) < count) and has_more(stream, 1, "stream->list"):
        taken.append(stream.car)
        stream = stream.cdr.force()
    return list_of(taken)


@primitive("stream", source="MIT Miscellaneous Datatypes")
def stream(*items: Any) -> Any:
    """The stream of the arguments."""
    result: Any = EMPTY
    for item in reversed(items):
        result = Pair(item, Promise(lambda rest=result: rest))
    return result


primitives(
    "MIT Miscellaneous Datatypes",
    ("list->stream", Items, "The stream of the elements.", lambda items: stream(*items)),
    ("stream-ref", (Any, Index), "The element at a position.", lambda stream, n: stream_car(stream_tail(stream, n))),
)


@primitive("stream-map", source="MIT Miscellaneous Datatypes")
def stream_map(procedure: Any, *streams: Any) -> Any:
    """The stream of the procedure's values."""
    if not all(has_more(stream, position, "stream-map") for position, stream in enumerate(streams, 2)):
        return EMPTY
    first = procedure(*(stream.car for stream in streams))
    return Pair(first, Promise(lambda: stream_map(procedure, *(stream.cdr.force() for stream in streams))))


@primitive("stream-for-each", source="MIT Miscellaneous Datatypes")
def stream_for_each(procedure: Any, stream: Any) -> Any:
    """Apply the procedure to each element."""
    while has_more(stream, 2, "stream-for-each"):
        procedure(stream.car)
        stream = stream.cdr.force()


@primitive("stream-filter", source="MIT Miscellaneous Datatypes")
def stream_filter(predicate: Any, stream: Any) -> Any:
    """The stream of the elements that satisfy the predicate."""
    while has_more(stream, 2, "stream-filter") and predicate(stream.car) is False:
        stream = stream.cdr.force()
    if is_stream_null(stream):
        return EMPTY
    return Pair(stream.car, Promise(lambda: stream_filter(predicate, stream.cdr.force())))


@primitive("stream-append", source="MIT Miscellaneous Datatypes")
def stream_append(*streams: Any) -> Any:
    """The elements of all streams."""
    if not streams:
        return EMPTY
    first, *more = streams
    if not has_more(first, 1, "stream-append"):
        return stream_append(*more)
    return Pair(first.car, Promise(lambda: stream_append(first.cdr.force(), *more)))


PRIMITIVES["the-empty-stream"] = PRIMITIVES["stream-nil"] = EMPTY


# --- quoted expressions ----------------------------------------------------------------------------------------------
# Where lists and expressions meet: procedures on expressions take lists such as '(+ x y), and arities are pairs.


def as_expression(value: Any) -> Any:
    """The expression that a list (of Python's, a tuple) stands for; any other value as it is."""
    if not isinstance(value, (Pair, tuple)):
        return value
    if circular_parts(value):
        raise WrongTypeError(f"the circular list {write_text(value)} stands for no expression")
    return value_of_datum(value)


def taking_lists(procedure: Callable[..., Any], count: int | None = None) -> Callable[..., Any]:
    """The procedure of expressions, all of its arguments or so many, that may be given as lists."""

    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        return procedure(*map(as_expression, arguments[:count]), *([] if count is None else arguments[count:]))

    return entry


def returning_pair(procedure: Callable[..., Any]) -> Callable[..., Any]:
    """The procedure, whose value is an arity: a pair, with #f in the place of no bound."""

    @wraps(procedure)
    def entry(*arguments: Any) -> Any:
        bounds = procedure(*arguments)
        if not isinstance(bounds, tuple):
            return bounds
        least, most = bounds
        return Pair(least, False if most is None else most)

    return entry


def simplifying(simplify: Callable[..., Any]) -> Callable[..., Any]:
    """The simplifier, which takes lists, and vectors as tuples; what it makes of tuples is to be walked as lists."""

    def entry(value: Any, *switches: Any) -> Any:
        return simplified(simplify(Up(value) if isinstance(value, list) else value, *switches))

    return taking_lists(wraps(simplify)(entry))


adapt("simplify full-simplify", simplifying)
#: Sums of sums and products of products in the value are one, as they print.
adapt(
    "expression expression-of",
    lambda expression: taking_lists(wraps(expression)(lambda *given: flattened(expression(*given)))),
)
adapt(
    """
    simplify-report variables-in sum? product? quotient? difference? expt? sqrt? exp? log? derivative? symb:addends
    symb:multiplicands symb:numerator symb:denominator
    """,
    taking_lists,
)
adapt("arity joint-arity", returning_pair)


def _headed_by(head: str) -> None:
    @primitive(f"{head}-maker?", doc=f"Is this an expression ({head} ...)?")
    def is_headed(value: Any) -> Any:
        items = as_pair(value)
        return isinstance(items, Pair) and items.car is symbol(head)


for _head in ("up", "down", "vector", "matrix-by-rows"):
    _headed_by(_head)
PRIMITIVES["derivative-symbol"] = D_SYMBOL
adapt("expression-walker", lambda walker: lambda environment: taking_lists(walker(environment)))


# --- series and expressions ------------------------------------------------------------------------------------------
# What connects series and expressions with Scheme: streams of terms, printing, the argument order of substitute.


def terms(stream: Any) -> Iterator[Any]:
    while is_stream_pair(stream):
        yield stream.car
        stream = stream_cdr(stream)


@primitive("make-series")
def make_series(arity: Any, stream: Any) -> Any:
    """The series of the elements of a stream, then zeros; the arity is 1 for a power series, 0 for plain terms."""
    if not is_stream_pair(stream) and not is_stream_null(stream):
        raise wrong_type(stream, 2, "make-series")
    return of_terms.make_series(arity, terms(stream))


@primitive("partial-sums-stream")
def partial_sums_stream(stream: Any) -> Any:
    """The stream of the partial sums of a stream."""
    return series_to_stream(partial_sums(make_series(0, stream)))


@primitive("series:print")
def series_print(series: Series, count: Index = 10) -> Any:
    """Print the simplified first terms of a series."""
    for n in range(count):
        current_port.get().write(result_text(series[n]) + "\n")


@primitive("substitute")
def substitute(new: Any, old: Any, expression: Any) -> Any:
    """The expression with one part replaced by another: (substitute new old expression)."""
    return replaced(as_expression(expression), as_expression(old), as_expression(new))


# --- container parts -------------------------------------------------------------------------------------------------
# ref and component of the containers of Scheme: lists, streams and strings.


@taken.on(EmptyList, tuple)
@taken.on(Pair, tuple)
def _of_list(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    if is_stream_pair(value):
        index = place(selectors[0], None, value)
        if isinstance(index, slice):
            return stream_head(stream_tail(value, index.start), index.stop - index.start), selectors[1:]
        return stream_tail(value, index).car, selectors[1:]
    elements = items_of(value, 1, "ref")
    index = place(selectors[0], len(elements), value)
    part = elements[index]
    return list_of(part) if isinstance(index, slice) else part, selectors[1:]


@taken.on(MutableString, tuple)
@taken.on(str, tuple)
def _of_string(value: Any, selectors: Selectors) -> tuple[Any, Selectors]:
    if len(selectors) > 1:
        raise BadIndexError("Bad index -- REF: a string has characters, which have no parts")
    text = str(value)
    index = place(selectors[0], len(text), value)
    return text[index] if isinstance(index, slice) else string_ref(text, index), ()
