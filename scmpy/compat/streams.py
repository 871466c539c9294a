"""Extrapolation of the streams of Scheme; apart from that of lists, so that Python need not load Scheme for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from scmpy.compat.searches import extrapolated, richardson_extrapolated, richardson_sequence
from scmpy.scheme.data import EMPTY, Pair, Promise
from scmpy.scheme.primitives.declare import adapt, primitive
from scmpy.scheme.primitives.streams import is_stream_pair, terms


def _stream(values: Iterator[Any]) -> Any:
    for value in values:
        return Pair(value, Promise(lambda: _stream(values)))
    return EMPTY


@primitive("richardson-sequence")
def _sequence_of_stream(f: Any, start: Any, order: Any = 1, increment: Any = 1) -> Any:
    """The stream of the extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order.

    Of a stream of such values with the order and the increment, as in the original, it is the one of those.
    """
    if isinstance(f, Pair):
        return _stream(richardson_extrapolated(terms(f), start, order))
    return _stream(richardson_sequence(f, start, order, increment))


def _of_streams(extrapolate: Callable[..., Any]) -> Callable[..., Any]:
    def streams_or_lists(places: Any, values: Any) -> Any:
        if is_stream_pair(places) and is_stream_pair(values):
            return _stream(extrapolated(zip(terms(places), terms(values), strict=False)))
        return extrapolate(places, values)

    return streams_or_lists


adapt("rational-extrapolation", _of_streams)
