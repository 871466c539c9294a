"""What connects series and expressions with Scheme: streams of terms, printing, the argument order of substitute."""

from collections.abc import Iterator
from typing import Any

from scmpy.calculus import series as of_terms
from scmpy.calculus.series import Series, partial_sums
from scmpy.scheme.primitives.base import Index, primitive, wrong_type
from scmpy.scheme.primitives.output import current_port
from scmpy.scheme.primitives.quoted_expressions import as_expression
from scmpy.scheme.primitives.streams import is_stream_null, is_stream_pair, series_to_stream, stream_cdr
from scmpy.scheme.results import result_text
from scmpy.symbolic.arithmetic import substitute as replaced


def terms(stream: Any) -> Iterator[Any]:
    """The elements of a stream."""
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
