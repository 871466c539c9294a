"""Distances of states, as multiples of the one that is allowed, by which integrations judge their errors.

Each component counts relative to its own size, or to a breakpoint where it is smaller than that, and by a weight. The
greatest of them is the measure, or a mean.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DomainError, StructureError
from scmpy.generic.arguments import check_callable, items
from scmpy.generic.constants import MACHINE_EPSILON
from scmpy.generic.finite import finite_real, real
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.registry import public
from scmpy.structure.aliases import Real, Tolerance
from scmpy.structure.structure import Structure, leaves

SMALL = 1e-10  # components are told apart as if they were as large at least

#: What belongs to each component, by its index.
OfIndex = Callable[[int], Any]


def _functions(name: str, *given: Any) -> None:
    for function in given:
        check_callable(function, name, "functions")


def _components(state: Any, name: str) -> Sequence[Any]:
    return tuple(leaves(state)) if isinstance(state, Structure) else items(state, name)


def _size(x: Any, name: str) -> float:
    return abs(x) if isinstance(x, complex) else abs(real(x, name))


@public("vector-metric")
def vector_metric(
    summarize: Callable[[Any, int], Any],
    accumulate: Callable[[Any, Any], Any],
    each_component: Callable[[Any, Any, int], Any],
) -> Function:
    """The distance of two states, put together from what a function says of each two components and their index.

    Scheme:  ((vector-metric summarize accumulate each-component) state1 state2)
    Math:    summarize(accumulate(each(xn, yn, n), ... accumulate(each(x0, y0, 0), 0.)), n + 1)
    Raises:  StructureError if one state has more components than the other
    >>> from scmpy import add
    >>> taxi = vector_metric(lambda total, n: total, add, lambda x, y, i: abs(x - y))
    >>> taxi([1, 2, 3], [2, 2, 5])
    3.0
    """
    name = "vector-metric"
    _functions(name, summarize, accumulate, each_component)

    def metric(one: Any, other: Any) -> Any:
        xs, ys = _components(one, name), _components(other, name)
        if len(xs) != len(ys):
            raise StructureError(f"{name} expects states of one dimension, got {len(xs)} and {len(ys)} components")
        total: Any = 0.0
        for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
            total = accumulate(each_component(x, y, i), total)
        return summarize(total, len(xs))

    return Function(metric, name)


def _relative(tolerance: Any, breakpoints: Any, weights: Any, name: str) -> tuple[Callable[..., float], OfIndex]:
    """The error of a component as a multiple of what is allowed, not yet weighed, and the weights."""
    allowed = MACHINE_EPSILON if tolerance is None else real(tolerance, name)
    if allowed <= 0:
        raise DomainError(f"{name} expects a positive error to be allowed, got {tolerance}")
    least: OfIndex = (lambda i: SMALL) if breakpoints is None else breakpoints
    weight: OfIndex = (lambda i: 1.0) if weights is None else weights
    _functions(name, least, weight)

    def error(x: Any, y: Any, i: int) -> float:
        size = _size(x, name) + _size(y, name) + 2 * real(least(i), name)
        difference = _size(x - y if is_number(x) and is_number(y) else real(x, name) - real(y, name), name)
        if not size:
            return 0.0  # both are 0
        return 2 * difference / size / allowed

    return error, lambda i: real(weight(i), name)


@public("max-norm")
def max_norm(
    tolerance: Real | None = None, breakpoints: OfIndex | None = None, weights: OfIndex | None = None
) -> Function:
    """The distance of two states as a multiple of the error allowed: the greatest of the components' distances.

    These are relative to the mean size of the two numbers and a breakpoint (1e-10, or a function of the index), and
    have weights (1, or a function of the index). The error allowed is that of floats unless it is given.

    Scheme:  ((max-norm [tolerance breakpoints weights]) state1 state2)
    Math:    max over i of w_i 2 |x - y| / (|x| + |y| + 2 b_i) / tolerance
    Shapes:  result: (state, state) -> number, of states of one shape
    Units:   none: states are of numbers; the tolerance is relative to the size of each
    Raises:  DomainError if the error allowed is not positive
    >>> round(max_norm(0.001)([1.0, 2.0], [1.1, 2.0]), 6)
    95.238095
    """
    error, weight = _relative(tolerance, breakpoints, weights, "max-norm")
    return vector_metric(lambda most, n: most, max, lambda x, y, i: weight(i) * error(x, y, i))


@public("lp-norm")
def lp_norm(
    p: Real, tolerance: Real | None = None, breakpoints: OfIndex | None = None, weights: OfIndex | None = None
) -> Function:
    """The distance of two states as a multiple of the error allowed: a mean, of power p, of the components' distances.

    The sum of the powers is divided by the dimension and by the sum of the weights.

    Scheme:  ((lp-norm p [tolerance breakpoints weights]) state1 state2)
    Math:    (sum over i of w_i (2 |x - y| / (|x| + |y| + 2 b_i) / tolerance)^p / (n sum of w_i))^(1/p)
    Shapes:  result: (state, state) -> number, of states of one shape
    Units:   none: states are of numbers; the tolerance is relative to the size of each
    Raises:  DomainError if the error allowed, or p, is not positive
    >>> round(lp_norm(2, 0.001)([1.0, 2.0], [1.1, 2.1]), 6)
    53.501941
    """
    name = "lp-norm"
    power = real(p, name)
    if power <= 0:
        raise DomainError(f"{name} expects a positive power, got {p}")
    error, weight = _relative(tolerance, breakpoints, weights, name)

    def mean(total: float, n: int) -> float:
        whole = n * sum(weight(i) for i in range(n))
        if n and whole <= 0:
            raise DomainError(f"{name} expects weights with a positive sum, got {whole / n}")
        return (total / whole) ** (1 / power) if n else 0.0

    return vector_metric(mean, lambda x, total: x + total, lambda x, y, i: weight(i) * error(x, y, i) ** power)


@public("parse-error-measure")
def parse_error_measure(allowed: Tolerance, multiplier: Real = 1) -> Callable[[Any, Any], Any]:
    """The measure that an error allowed stands for: a number for max-norm with that number, a function for itself.

    Scheme:  (parse-error-measure allowed [multiplier])
    Shapes:  result: (state, state) -> number
    Units:   an error allowed is relative to the size of each number of a state
    Raises:  WrongTypeError for anything else
    >>> round(parse_error_measure(0.001)([1.0, 2.0], [1.1, 2.0]), 6)
    95.238095
    """
    if callable(allowed):
        return allowed
    return max_norm(finite_real(allowed) * finite_real(multiplier))
