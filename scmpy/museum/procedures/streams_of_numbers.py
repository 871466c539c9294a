"""Streams of numbers and of iterates, and the acceleration of those that converge."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from scmpy.errors import LimitError
from scmpy.generic import operations as g
from scmpy.generic.arguments import length
from scmpy.generic.finite import real
from scmpy.generic.kinds import is_number, is_zero_number
from scmpy.museum import richardson
from scmpy.museum.advancing import progress_monitor
from scmpy.museum.chebyshev import chebyshev_polynomial
from scmpy.museum.chebyshev_expansions import legendre_polynomial, poly_to_cheb_exp
from scmpy.museum.extrapolation import extrapolation
from scmpy.museum.integrators import trapezoid
from scmpy.scheme.data import EMPTY, Pair, Promise, list_of
from scmpy.scheme.primitives.base import PRIMITIVES, Index, adapt, bad_range, primitive
from scmpy.scheme.primitives.output import current_port, fresh_line, pp
from scmpy.scheme.primitives.series_and_expressions import terms
from scmpy.scheme.primitives.streams import has_more, is_stream_pair
from scmpy.scheme.printer import write_text
from scmpy.scheme.runtime import current_session
from scmpy.symbolic.algebra.polynomials import Polynomial
from scmpy.symbolic.expression import symbol

#: shanks-limit looks at no more columns of the tableau than this, and wants so many agreements in a row.
_MOST_COLUMNS = 20
_ENOUGH = 2


@primitive("stream:for-each")
def for_each(procedure: Any, stream: Any, count: Index = -1) -> Any:
    """Apply a procedure to the elements of a stream, or to so many of them: then the result is '...."""
    return _to_each(procedure, stream, count)


def _to_each(procedure: Any, stream: Any, count: int) -> Any:
    while has_more(stream, 2, "stream:for-each"):
        if count == 0:
            return symbol("...")
        procedure(stream.car)
        count -= 1
        if count == 0:
            return symbol("...")
        stream = stream.cdr.force()
    return symbol("done")


@primitive("print-stream")
def print_stream(stream: Any, count: Index = -1) -> Any:
    """Print the elements of a stream, or so many of them, each on a line of its own."""

    def show(value: Any) -> None:
        fresh_line()
        current_port.get().write(write_text(value) + "\n")

    return _to_each(show, stream, count)


@primitive("stream-of-iterates")
def stream_of_iterates(step: Any, value: Any) -> Any:
    """The stream of a value, of what the procedure makes of it, of what it makes of that, and so on."""
    return Pair(value, Promise(lambda: stream_of_iterates(step, step(value))))


@primitive("infinite-stream-of")
def infinite_stream_of(value: Any) -> Any:
    """The stream that has the value at every position."""
    return stream_of_iterates(lambda same: same, value)


@primitive("stream-of-powers")
def stream_of_powers(x: Any, unity: Any) -> Any:
    """The stream of unity, x times unity, x times that, and so on."""
    return stream_of_iterates(lambda y: g.mul(x, y), unity)


@primitive("merge-streams")
def merge_streams(a: Any, b: Any) -> Any:
    """The elements of two streams by turns; when one ends, the rest of the other."""
    if not has_more(a, 1, "merge-streams"):
        return b
    return Pair(a.car, Promise(lambda: merge_streams(b, a.cdr.force())))


PRIMITIVES["map-streams"] = PRIMITIVES["stream-map"]
PRIMITIVES["natural-number-stream"] = stream_of_iterates(lambda n: n + 1, 1)


def _factorials(value: int, n: int) -> Pair:
    return Pair(value, Promise(lambda: _factorials(value * n, n + 1)))


PRIMITIVES["factorial-stream"] = _factorials(1, 1)


# -- Shanks's transformation --------------------------------------------------------------------------------------


@primitive("shanks-transform")
def shanks_transform(sequence: Any) -> Any:
    """The stream of (a0 a2 - a1^2) / (a0 - 2 a1 + a2) for each three elements in a row: a geometric part is gone."""
    if not has_more(sequence, 1, "shanks-transform"):
        return EMPTY
    second = sequence.cdr.force()
    third: Any = second.cdr.force() if has_more(second, 1, "shanks-transform") else EMPTY
    if not has_more(third, 1, "shanks-transform"):
        return EMPTY
    a, b, c = sequence.car, second.car, third.car
    below = g.add(g.sub(a, g.mul(2, b)), c)
    unchanging = is_zero_number(below)  # as where the elements grow by the same amount
    found = c if unchanging else g.sub(c, g.div(g.square(g.sub(c, b)), below))
    return Pair(found, Promise(lambda: shanks_transform(second)))


@primitive("make-shanks-tableau")
def make_shanks_tableau(sequence: Any) -> Any:
    """The stream of a sequence, its Shanks transform, the transform of that, and so on."""
    return stream_of_iterates(shanks_transform, sequence)


@primitive("shanks-sequence")
def shanks_sequence(sequence: Any) -> Any:
    """The stream of the first elements of a sequence and its repeated transforms: it converges faster."""
    if not has_more(sequence, 1, "shanks-sequence"):
        return EMPTY
    return Pair(sequence.car, Promise(lambda: shanks_sequence(shanks_transform(sequence))))


@primitive("shanks-limit")
def shanks_limit(f: Any, start: Any, tolerance: Any) -> Any:
    """The limit of f(h) as h goes to 0 from the start by halves, found by Shanks's transformation."""
    steps = stream_of_iterates(lambda h: g.div(h, 2), start)
    found = shanks_sequence(PRIMITIVES["stream-map"](f, steps))
    agreed = 0
    for _ in range(_MOST_COLUMNS):
        following = found.cdr.force()
        a, b = found.car, following.car
        if not is_number(a) or not is_number(b):
            raise bad_range(f, 1, "shanks-limit")
        agreed = agreed + 1 if abs(a - b) <= tolerance * (1 + (abs(a) + abs(b)) / 2) else 0
        if agreed == _ENOUGH:
            return b
        found = following
    raise LimitError(f"shanks-limit: no limit is found to {write_text(tolerance)} in {_MOST_COLUMNS} steps")


def _numbered(member: Any, first: int = 0) -> Any:
    """The stream of what a function makes of a number, of the next one, and so on."""
    return Pair(member(first), Promise(lambda: _numbered(member, first + 1)))


@primitive("running-mean")
def running_mean(decay: Any, stream: Any) -> Any:
    """The stream of the means of the elements so far, each weighed by a power of the decay for its age."""

    def after(total: Any, weight: Any, rest: Any) -> Any:
        mean = g.div(total, weight)
        if not has_more(rest, 2, "running-mean"):
            return Pair(mean, Promise.of(EMPTY))
        return Pair(
            mean,
            Promise(
                lambda: after(g.add(rest.car, g.mul(decay, total)), g.add(1, g.mul(decay, weight)), rest.cdr.force())
            ),
        )

    return after(stream.car, 1, stream.cdr.force()) if has_more(stream, 2, "running-mean") else EMPTY


@primitive("trapezoid-stream")
def trapezoid_stream(f: Any, a: Any, b: Any, parts: Index) -> Any:
    """The stream of the values of the trapezoidal rule with twice so many parts, with twice as many, and so on."""
    low, high = real(a, "trapezoid-stream"), real(b, "trapezoid-stream")
    return _numbered(lambda k: trapezoid(f, low, high, length(parts * 2**k, "trapezoid-stream", things="parts")), 1)


@primitive("stream-of-states")
def stream_of_states(advance: Any) -> Any:
    """The function that makes the stream of the states between the steps of what advance-generator makes."""

    def states(state: Any, duration: Any, dt: Any, longest: Any) -> Any:
        return advance(
            *(state, duration, dt, longest),
            lambda reached, achieved, step, following: Pair(reached, Promise(following)),
            lambda reached, achieved, step: Pair(reached, Promise.of(EMPTY)),
        )

    return states


@primitive("advance-monitor")
def advance_monitor(state: Any, achieved: Any, step: Any, following: Any) -> Any:
    """What goes on between the steps of advance-generator: the state becomes *last-state*, and may be printed."""
    if progress_monitor.value:
        pp(list_of((state, achieved, step)))
    current_session.get().bind("*last-state*", state)
    return following()


PRIMITIVES["*last-state*"] = False


def _expansion(n: int) -> Any:
    """That of x^n by Chebyshev's polynomials."""
    return poly_to_cheb_exp(Polynomial.dense([0] * n + [1]))


def _scaled_expansion(n: int) -> Any:
    return tuple(c * 2 ** max(n - 1, 0) for c in _expansion(n))


for _name, _member in {
    "chebyshev-polynomials": chebyshev_polynomial,
    "legendre-polynomials": legendre_polynomial,
    "chebyshev-expansions": _expansion,
    "scaled-chebyshev-expansions": _scaled_expansion,
}.items():
    PRIMITIVES[_name] = _numbered(_member)


# --- streams of extrapolated values ----------------------------------------------------------------------------


def _stream(values: Iterator[Any]) -> Any:
    """The stream of the elements of an iterator."""
    for value in values:
        return Pair(value, Promise(lambda: _stream(values)))
    return EMPTY


@primitive("richardson-sequence")
def richardson_sequence(f: Any, start: Any, order: Any = 1, increment: Any = 1) -> Any:
    """The stream of the extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order.

    Of a stream of such values with the order and the increment, as in the original, it is the one of those.
    """
    if isinstance(f, Pair):
        return _stream(next(row) for row in richardson.make_zeno_tableau(terms(f), start, order))
    return _stream(richardson.richardson_sequence(f, start, order, increment))


@primitive("accelerate-zeno-sequence")
def accelerate_zeno_sequence(stream: Any, order: Any) -> Any:
    """The stream freed from its error in the power of the step of this order."""
    return _stream(richardson.accelerate_zeno_sequence(terms(stream), order))


@primitive("make-zeno-tableau")
def make_zeno_tableau(stream: Any, order: Any, increment: Any) -> Any:
    """The stream of the streams that extrapolation frees from one power of the step after the other."""
    return _stream(map(_stream, richardson.make_zeno_tableau(terms(stream), order, increment)))


@primitive("guess-ord-and-inc")
def guess_order_and_increment(stream: Any) -> Any:
    """The order and the increment of the error of a stream, estimated from its first terms."""
    return richardson.guess_order_and_increment(terms(stream))


def _of_streams(extrapolate: Callable[..., Any], name: str) -> Callable[..., Any]:
    """An extrapolation that makes a stream of streams."""

    def more(state: Any, places: Any, values: Any) -> Any:
        if not has_more(places, 1, name) or not has_more(values, 2, name):
            return EMPTY
        after = state.after(places.car, values.car)
        return Pair(after.row[-1], Promise(lambda: more(after, places.cdr.force(), values.cdr.force())))

    def streams_or_lists(places: Any, values: Any) -> Any:
        if is_stream_pair(places) and is_stream_pair(values):
            return more(extrapolation(name), places, values)
        return extrapolate(places, values)

    return streams_or_lists


for _name in ("polynomial-extrapolation", "rational-extrapolation"):
    adapt(_name, partial(_of_streams, name=_name))
