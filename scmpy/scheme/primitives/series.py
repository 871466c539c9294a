"""What connects series and expressions with Scheme: streams of terms, printing, the argument order of substitute."""

from collections.abc import Iterator
from typing import Any

from scmpy.calculus import richardson, series_parts
from scmpy.calculus.series import Series, partial_sums
from scmpy.scheme.data import EMPTY, Pair, Promise
from scmpy.scheme.primitives.base import Index, primitive, wrong_type
from scmpy.scheme.primitives.expressions import as_expression
from scmpy.scheme.primitives.output import current_port
from scmpy.scheme.primitives.streams import is_stream_null, is_stream_pair, series_to_stream, stream_cdr
from scmpy.scheme.results import result_text
from scmpy.symbolic.arithmetic import substitute as replaced


def _terms(stream: Any) -> Iterator[Any]:
    while is_stream_pair(stream):
        yield stream.car
        stream = stream_cdr(stream)


@primitive("make-series")
def make_series(arity: Any, stream: Any) -> Any:
    """The series of the elements of a stream, then zeros; the arity is 1 for a power series, 0 for plain terms."""
    if not is_stream_pair(stream) and not is_stream_null(stream):
        raise wrong_type(stream, 2, "make-series")
    return series_parts.make_series(arity, _terms(stream))


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


# --- streams of extrapolated values ----------------------------------------------------------------------------


def _stream(values: Iterator[Any]) -> Any:
    """The stream of the elements of an iterator."""
    for value in values:
        return Pair(value, Promise(lambda: _stream(values)))
    return EMPTY


@primitive("richardson-sequence")
def richardson_sequence(f: Any, start: Any, order: Any = 1, increment: Any = 1) -> Any:
    """The stream of the extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order."""
    return _stream(richardson.richardson_sequence(f, start, order, increment))


@primitive("accelerate-zeno-sequence")
def accelerate_zeno_sequence(stream: Any, order: Any) -> Any:
    """The stream freed from its error in the power of the step of this order."""
    return _stream(richardson.accelerate_zeno_sequence(_terms(stream), order))


@primitive("make-zeno-tableau")
def make_zeno_tableau(stream: Any, order: Any, increment: Any) -> Any:
    """The stream of the streams that extrapolation frees from one power of the step after the other."""
    return _stream(map(_stream, richardson.make_zeno_tableau(_terms(stream), order, increment)))


@primitive("guess-ord-and-inc")
def guess_order_and_increment(stream: Any) -> Any:
    """The order and the increment of the error of a stream, estimated from its first terms."""
    return richardson.guess_order_and_increment(_terms(stream))
