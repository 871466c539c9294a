"""Arithmetic of streams, element by element, and what else the original has for streams beside MIT Scheme's."""

from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.scheme.data import EMPTY, Pair, Promise
from scmpy.scheme.primitives.base import PRIMITIVES, Index, primitive
from scmpy.scheme.primitives.lists import items_of
from scmpy.scheme.primitives.streams import has_more, stream_append, stream_map
from scmpy.scheme.primitives.streams import stream as stream_of


@primitive("integers-starting-from")
def integers_starting_from(n: int) -> Any:
    """The stream of an integer, the next one, and so on."""
    return Pair(n, Promise(lambda: integers_starting_from(n + 1)))


def _constant(value: Any) -> Pair:
    return Pair(value, Promise(lambda: _constant(value)))


PRIMITIVES["zero-stream"], PRIMITIVES["one-stream"] = _constant(0), _constant(1)


@primitive("map-stream")
def map_stream(procedure: Any, stream: Any) -> Any:
    """The stream of the procedure's values at the elements of a stream."""
    return stream_map(procedure, stream)


def _elementwise(name: str, operation: Callable[[Any, Any], Any], what: str) -> None:
    def combine(a: Any, b: Any) -> Any:
        return stream_map(operation, a, b)

    combine.__doc__ = f"The stream of the {what} of the elements of two streams; it ends where one of them does."
    primitive(name)(combine)


_elementwise("stream:+", g.add, "sums")
_elementwise("stream:-", g.sub, "differences")
_elementwise("stream:*", g.mul, "products")
_elementwise("stream:/", g.div, "quotients")


@primitive("stream:c*s")
def times_stream(factor: Any, stream: Any) -> Any:
    """The stream of so many times the elements of a stream."""
    return stream_map(lambda x: g.mul(factor, x), stream)


@primitive("stream:s/c")
def stream_over(stream: Any, divisor: Any) -> Any:
    """The stream of the elements of a stream over a divisor."""
    return stream_map(lambda x: g.div(x, divisor), stream)


@primitive("stream-apply")
def stream_apply(procedures: Any, arguments: Any) -> Any:
    """The stream of the values of the procedures of a stream at a list of arguments."""
    given = items_of(arguments, 2, "stream-apply")
    return stream_map(lambda procedure: procedure(*given), procedures)


@primitive("stream-evaluate")
def stream_evaluate(procedures: Any, argument: Any) -> Any:
    """The stream of the values of the procedures of a stream at an argument."""
    return stream_map(lambda procedure: procedure(argument), procedures)


@primitive("stream-accumulate")
def stream_accumulate(combine: Any, first: Any, stream: Any) -> Any:
    """The elements of a finite stream combined from the last one on: (combine a (combine b first)) of a and b."""
    elements = []
    while has_more(stream, 3, "stream-accumulate"):
        elements.append(stream.car)
        stream = stream.cdr.force()
    for element in reversed(elements):
        first = combine(element, first)
    return first


@primitive("shorten-stream")
def shorten_stream(count: Index, stream: Any) -> Any:
    """The stream of so many first elements of a stream."""
    if count == 0 or not has_more(stream, 2, "shorten-stream"):
        return EMPTY
    return Pair(stream.car, Promise(lambda: shorten_stream(count - 1, stream.cdr.force())))


@primitive("stream:inflate")
def inflate(stream: Any, zeros: Index) -> Any:
    """The elements of a stream, each followed by so many zeros."""

    def beginning(count: int) -> Any:
        rest = stream.cdr
        return Pair(0, Promise(lambda: beginning(count - 1))) if count else inflate(rest.force(), zeros)

    return Pair(stream.car, Promise(lambda: beginning(zeros))) if has_more(stream, 1, "stream:inflate") else EMPTY


@primitive("stream:list-append")
def list_append(items: Any, stream: Any) -> Any:
    """The stream of the elements of a list, and then those of a stream."""
    return stream_append(stream_of(*items_of(items, 1, "stream:list-append")), stream)


@primitive("combiner-padded-streams")
def combiner_padded_streams(combine: Any, padding: Any) -> Any:
    """The procedure that combines the elements of streams; a stream that has ended goes on with the padding."""

    def combined(*streams: Any) -> Any:
        parts = [
            (s.car, s.cdr) if has_more(s, i, "combiner-padded-streams") else (padding, None)
            for i, s in enumerate(streams, 1)
        ]
        first = combine(*(element for element, _ in parts))
        return Pair(first, Promise(lambda: combined(*(EMPTY if rest is None else rest.force() for _, rest in parts))))

    return combined
