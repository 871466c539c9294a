"""Numerical limits and derivatives by Richardson's extrapolation.

If f(h) = L + a h^p + b h^(p+q) + ..., then combining f(h) and f(h/2) removes the term in h^p, combining the
results removes the next one, and so on: the rows of a tableau converge to L much faster than f(h) does.

Source: SICM's numerical appendix; Stoer and Bulirsch, Introduction to Numerical Analysis, 3.4.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice, pairwise, tee
from typing import Any

from scmpy.errors import DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction, Value

#: How often the step is halved before the limit counts as not reached.
MAXIMUM_HALVINGS = 30

MOST_COMPONENTS = Limit("most-gradient-components", 10_000, "Components of a gradient by numbers.")

#: Differences smaller than this, relative to the terms, are rounding.
NOISE = 1e-12


@public("richardson-sequence")
def richardson_sequence(f: Callable[[float], Any], step: float, order: int = 1, increment: int = 1) -> Iterator[Any]:
    """The extrapolated values of f at steps h, h/2, h/4, ... whose error starts with h^order.

    The exponents of the further terms grow by the increment.

    Scheme:  (richardson-sequence f h), (richardson-sequence f h order), (richardson-sequence f h order increment)
    1 ]=> (stream-head (richardson-sequence (lambda (h) (+ 3 h (* h h))) 1.) 3)
    ;Value: (5. 2.5 3.)
    >>> from itertools import islice
    >>> [round(x, 4) for x in islice(richardson_sequence(lambda h: 3 + h + h * h, 1.0), 3)]
    [5.0, 2.5, 3.0]
    """
    row: list[Any] = []
    while True:
        new = [f(step)]
        for k, previous in enumerate(row):
            factor = 2.0 ** (order + k * increment) - 1
            new.append(g.add(new[k], g.div(g.sub(new[k], previous), factor)))
        row = new
        yield row[-1]
        step /= 2


@public("richardson-limit")
def richardson_limit(f: RealFunction, step: float, order: int, increment: int, tolerance: float) -> Value:
    """The limit of f(h) for h to 0, extrapolated from steps h, h/2, ...

    Scheme:  (richardson-limit f h order increment tolerance)
    Units:   the tolerance is relative to the value plus 1
    Raises:  DomainError if two successive values never agree to the tolerance; WrongTypeError unless these are positive
             numbers and the values are numbers
    >>> round(richardson_limit(lambda h: 3 + h * h, 0.5, 2, 2, 1e-10), 9)
    3.0
    """
    for name, value in (("step", step), ("tolerance", tolerance)):
        if not isinstance(value, (int, float)) or not value > 0:
            raise WrongTypeError(f"richardson-limit expects a positive {name}, got {describe(value)}")
    values = richardson_sequence(f, float(step), order, increment)
    for (old, new), _ in zip(pairwise(values), range(MAXIMUM_HALVINGS), strict=False):
        error, scale = g.abs_(g.sub(new, old)), g.abs_(new)
        if not is_number(error):
            raise WrongTypeError(f"richardson-limit expects a function whose values are numbers, got {describe(new)}")
        if error <= tolerance * (scale + 1):
            return new
    raise DomainError(f"richardson-limit: no convergence to {tolerance} after {MAXIMUM_HALVINGS} halvings")


def _first_step(x: Any, operation: str) -> float:
    if not isinstance(x, (int, float)) and not hasattr(x, "numerator"):
        raise WrongTypeError(f"{operation} expects a real number, got {describe(x)}")
    return 0.1 * (abs(float(x)) or 1.0)


@public("richardson-derivative")
def richardson_derivative(f: RealFunction, tolerance: float) -> Function:
    """The numerical derivative of a function of a real number, by central differences.

    Scheme:  ((richardson-derivative f tolerance) x)
    Shapes:  f: real -> number;  result: real -> number
    Units:   none: the place is a number; the tolerance is relative to the value plus 1
    Raises:  DomainError where the differences do not converge to the tolerance
    1 ]=> ((richardson-derivative sin 1e-9) 0.)
    ;Value: 1.
    >>> import math
    >>> round(richardson_derivative(math.sin, 1e-9)(0.0), 8)
    1.0
    """

    def derivative(x: Any) -> Any:
        def slope(h: float) -> Any:
            return g.div(g.sub(f(g.add(x, h)), f(g.sub(x, h))), 2 * h)

        return richardson_limit(slope, _first_step(x, "richardson-derivative"), 2, 2, tolerance)

    return Function(derivative, "richardson-derivative")


@public("generate-gradient-procedure")
def generate_gradient_procedure(f: Callable[[Any], Any], n: int, dx: float) -> Function:
    """The numerical gradient of a function of a vector of n real numbers, as such a vector.

    Scheme:  ((generate-gradient-procedure f n dx) (vector x ...))
    Math:    central differences, first with the step dx, then with smaller ones until they agree to a part in 10^10
    Shapes:  f: vector of n -> real;  result: vector of n -> vector of n
    Raises:  StructureError unless the place is n numbers
    1 ]=> (define (f v) (+ (square (vector-ref v 0)) (vector-ref v 1)))
    1 ]=> ((generate-gradient-procedure f 2 .001) (vector 1. 2.))
    ;Value: (up 2. 1.)
    >>> gradient = generate_gradient_procedure(lambda v: v[0] ** 2 + v[1], 2, 0.001)
    >>> [round(part, 9) for part in gradient([1.0, 2.0])]
    [2.0, 1.0]
    """
    length(n, "generate-gradient-procedure", MOST_COMPONENTS)

    def gradient(x: Any) -> list[Any]:
        at = list(items(x, "generate-gradient-procedure"))
        if len(at) != n:
            raise StructureError(f"generate-gradient-procedure expects a vector of {n} numbers, got {describe(x)}")

        def slope(i: int, h: float) -> Any:
            ahead, behind = ([*at[:i], g.add(at[i], step), *at[i + 1 :]] for step in (h, -h))
            return g.div(g.sub(f(ahead), f(behind)), 2 * h)

        return [richardson_limit(partial(slope, i), dx, 2, 2, 1e-10) for i in range(n)]

    return Function(gradient, "gradient")


@public("richardson-second-derivative")
def richardson_second_derivative(f: RealFunction, tolerance: float) -> Function:
    """The numerical second derivative of a function of a real number, by central differences.

    Scheme:  ((richardson-second-derivative f tolerance) x)
    Shapes:  f: real -> number;  result: real -> number
    Units:   none: the place is a number; the tolerance is relative to the value plus 1
    Raises:  DomainError where the differences do not converge to the tolerance
    1 ]=> ((richardson-second-derivative exp 1e-8) 0.)
    ;Value: 1.
    >>> import math
    >>> round(richardson_second_derivative(math.exp, 1e-8)(0.0), 6)
    1.0
    """

    def derivative(x: Any) -> Any:
        def curvature(h: float) -> Any:
            outer = g.add(f(g.add(x, h)), f(g.sub(x, h)))
            return g.div(g.sub(outer, g.mul(2, f(x))), h * h)

        return richardson_limit(curvature, _first_step(x, "richardson-second-derivative"), 2, 2, tolerance)

    return Function(derivative, "richardson-second-derivative")


@public("accelerate-zeno-sequence")
def accelerate_zeno_sequence(sequence: Iterable[Any], order: Real) -> Iterator[Any]:
    """The sequence R(h), R(h/2), R(h/4), ... freed from its error in h^order.

    Scheme:  (accelerate-zeno-sequence stream order)
    Math:    (2^p R(h/2) - R(h)) / (2^p - 1)
    Shapes:  sequence: stream or list of numbers;  result: of one less
    1 ]=> (stream-head (accelerate-zeno-sequence (stream 4. 3.5 3.25) 1) 2)
    ;Value: (3. 3.)
    >>> list(accelerate_zeno_sequence([4.0, 3.5, 3.25], 1))
    [3.0, 3.0]
    """
    factor = g.expt(2, order)
    for old, new in pairwise(sequence):
        yield g.div(g.sub(g.mul(factor, new), old), g.sub(factor, 1))


@public("make-zeno-tableau")
def make_zeno_tableau(sequence: Iterable[Any], order: Real, increment: Real) -> Iterator[Iterator[Any]]:
    """The sequence R(h), R(h/2), ..., and this freed from h^p, from h^(p+q), from h^(p+2q), and so on.

    Scheme:  (make-zeno-tableau stream order increment)
    Shapes:  sequence: stream of numbers;  result: stream of streams
    1 ]=> (map stream-car (stream-head (make-zeno-tableau (stream 5. 3.75 3.3125) 1 1) 3))
    ;Value: (5. 2.5 3.)
    >>> from itertools import islice
    >>> values = [3 + h + h * h for h in (1.0, 0.5, 0.25)]
    >>> [next(row) for row in islice(make_zeno_tableau(values, 1, 1), 3)]
    [5.0, 2.5, 3.0]
    """
    row = iter(sequence)
    while True:
        shown, row = tee(row)
        yield shown
        row = accelerate_zeno_sequence(row, order)
        order = g.add(order, increment)


@public("guess-ord-and-inc")
def guess_order_and_increment(sequence: Iterable[Any]) -> tuple[int, int]:
    """The order and the increment of the error of R(h), R(h/2), ..., estimated from its first terms.

    Scheme:  (guess-ord-and-inc stream)
    Shapes:  sequence: stream or list of numbers;  result: (list order increment)
    Raises:  DomainError if too few of its terms differ
    1 ]=> (guess-ord-and-inc (stream 5. 3.3125 3.06640625 3.015869140625 3.0039215087890625))
    ;Value: (2 2)
    >>> from scmpy import guess_ord_and_inc
    >>> guess_ord_and_inc([3 + h ** 2 + h ** 4 for h in (1.0, 0.5, 0.25, 0.125, 0.0625)])
    (2, 2)
    """
    terms = list(islice(sequence, 8))
    order = _guess_order(terms)
    return order, max(1, _guess_order(list(accelerate_zeno_sequence(terms, order))) - order)


def _guess_order(terms: list[Any]) -> int:
    """The nearest integer to log2 of the ratio of the last two differences that are not lost in rounding."""
    differences = [abs(g.sub(b, a)) for a, b in pairwise(terms)]
    scale = max(map(abs, terms), default=0)
    sound = [float(d) for d in differences if d > scale * NOISE]
    if len(sound) < 2:
        raise DomainError("guess-ord-and-inc: the sequence has too few terms that differ")
    return max(1, round(math.log2(sound[-2] / sound[-1])))
