"""Integrals to infinity of functions that oscillate, and towards a finite end where they oscillate without end.

The function is integrated from zero to zero; the signs of the parts alternate, and the means of neighbouring partial
sums, means of these, and so on, converge fast (Euler's transformation). This is no enclosure: two such means, of
different parts, have to agree. The means of a divergent integral, of the sine, converge too: so the parts have to
fade.

A function with an expression is taken to its harmonics first (Poisson's form): sin^2(x)/x^2 is 1/(2 x^2), which is
integrated as it is, and cos(2x)/(2 x^2), which oscillates about 0.

Source:  I. M. Longman, Note on a method for computing infinite integrals of oscillatory functions, 1956
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import Any

from scmpy.errors import ConvergenceError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.dispatch import converted
from scmpy.generic.finite import real
from scmpy.numerics.quadrature.adaptive import by_panels
from scmpy.numerics.roots.bracketed import brent
from scmpy.symbolic.algebra.poisson import to_poisson_form
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.expression import OVER, PLUS, TIMES, Application, Symbol, application, symbol
from scmpy.symbolic.fold import fold, subexpressions
from scmpy.symbolic.kernels import COS, SIN

Function = Callable[[float], float]

FIRST_STEP, GROWTH, STEPS = 2.0**-30, 1.3, 200
OF_A_GAP = 1 / 8  # the first step from a zero, of the distance to the one before
AT_LEAST, MORE, AT_MOST = 24, 8, 200  # parts
RESOLVED = 2.0**-42  # the least distance of zeros, relative to their places, far away
FADING = 0.9
COMPARED = 8  # parts of which the largest is looked at,
LOOKED_AT = (0.3, 0.5, 0.8)  # and where: a zero of even order may be in the middle of a part


class NotOscillating(Exception):
    """The function does not change its sign again and again."""


class DoesNotFadeError(ConvergenceError):
    """The integral does not exist: the function oscillates about 0, and its parts between zeros do not fade."""


def harmonics(graph: Any, unknown: Symbol) -> list[Any]:
    """The terms of an expression with one angle each: a sum over them, if there are several; else none.

    >>> from scmpy import sin, symbol
    >>> x = symbol("x")
    >>> harmonics(sin(x) ** 2 / x**2, x)
    [(/ 1/2 (expt x 2)), (/ (* -1/2 (cos (* 2 x))) (expt x 2))]
    """
    if not isinstance(graph, Application) or not any(_is_wave(x, unknown) for x in subexpressions(graph)):
        return []
    floats: dict[float, Symbol] = {}

    def named(x: Any) -> Any:
        return floats.setdefault(x, symbol(f"$float-{len(floats)}")) if isinstance(x, float) else x

    exactly = fold(graph, named, lambda node, operands: application(node.operator, *operands))
    form = converted(to_poisson_form(exactly))
    top, below = form.operands if isinstance(form, Application) and form.operator is OVER else (form, 1)
    if not isinstance(top, Application) or top.operator is not PLUS:
        return []
    by_angle: dict[Any, list[Any]] = {}
    for term in top.operands:
        factors = term.operands if isinstance(term, Application) and term.operator is TIMES else (term,)
        angles = tuple(x.operands[0] for x in factors if _is_wave(x, unknown))
        by_angle.setdefault(angles, []).append(term)
    parts = [g.div(functools.reduce(g.add, terms), below) for terms in by_angle.values()]
    if len(parts) < 2 or equivalent(functools.reduce(g.add, parts), exactly).verdict != "equal":
        return []
    return [substitute(part, {name: x for x, name in floats.items()}) for part in parts]


def _is_wave(node: Any, unknown: Symbol) -> bool:
    return isinstance(node, Application) and node.operator in (SIN, COS) and unknown in subexpressions(node)


def over_ray(f: Callable[[float], Any], start: float, tolerance: float, operation: str) -> float:
    """The integral of a real function from a place to infinity, to a tolerance.

    Raises:  NotOscillating;  ConvergenceError where it does not converge, or that is not seen
    >>> import math
    >>> round(over_ray(lambda x: math.sin(x) / x, 1.0, 1e-10, "an example"), 9)  # pi/2 - Si(1)
    0.624713256
    """

    def at(x: float) -> float:
        try:
            return real(f(x), operation)
        except (ArithmeticError, WrongTypeError):
            raise NotOscillating from None

    zeros = _zeros(at, start)
    first = next(zeros)
    if not _fades(at, first):
        raise DoesNotFadeError(f"{operation} did not converge: the function oscillates and does not fade at infinity")
    total = by_panels(at, start, first, tolerance / 10, operation) if first > start else 0.0
    parts: list[float] = []
    before = math.inf
    for low, high in pairwise([first, *(next(zeros) for _ in range(AT_MOST))]):
        parts.append(by_panels(at, low, high, tolerance / 100, operation))
        if len(parts) >= AT_LEAST and len(parts) % MORE == 0:
            found = total + _mean(parts)
            if abs(found - before) <= 0.1 * tolerance * max(1.0, abs(found)):
                return found
            before = found
    raise ConvergenceError(f"{operation} did not converge at infinity, where the function oscillates")


def _mean(parts: list[float]) -> float:
    """The limit of the partial sums, by repeated means of the later two thirds of them."""
    sums = list(accumulate(parts))[len(parts) // 3 :]
    while len(sums) > 1:
        sums = [(a + b) / 2 for a, b in pairwise(sums)]
    return sums[0]


def _zeros(at: Function, start: float) -> Iterator[float]:
    """Where the sign changes, from a place on."""
    x, step = start, FIRST_STEP * max(1.0, abs(start))
    while True:
        zero = _next_zero(at, x, step)
        yield zero
        x, step = zero, (zero - x) * OF_A_GAP


def _next_zero(at: Function, x: float, step: float) -> float:
    """The next place where the sign changes, steps from a place growing; accurate to a fraction of the last one."""
    sign = 0.0
    low = x
    for count in range(STEPS):
        high = low + step * GROWTH**count
        value = at(high)
        if value and not sign:
            sign = value
        elif value * sign < 0:
            return brent(at, (low, at(low)), (high, value), 1e-9 * (high - low), STEPS)[1]
        low = high
    raise NotOscillating


def _fades(at: Function, first: float) -> bool:
    """Are the parts between zeros far away smaller than those on the way, not as large as these nearly?"""
    far = first + 2.0**40 * max(1.0, abs(first))
    while far > 2 * first + 2:
        try:
            zero = _next_zero(at, far, far * RESOLVED / 64)
            gap = _next_zero(at, zero, far * RESOLVED / 64) - zero
        except NotOscillating:
            return True
        if gap > far * RESOLVED:
            between = math.sqrt(far * max(1.0, first))
            return _size(at, far, far * RESOLVED / 64) < FADING * _size(at, between, far * RESOLVED / 64)
        far /= 4
    return True


def _size(at: Function, x: float, step: float) -> float:
    """The size of the largest of the parts between zeros that come next: where frequencies beat, some are small."""
    places = [_next_zero(at, x, step)]
    for _ in range(COMPARED):
        places.append(_next_zero(at, places[-1], step))
    return max(
        abs(at(low + part * (high - low))) * (high - low) for low, high in pairwise(places) for part in LOOKED_AT
    )
