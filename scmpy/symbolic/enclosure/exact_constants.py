"""Exact constants, such as sqrt 2 or exp(log 5): their signs, the whole numbers near them, and their floats.

None of these is decided by a float. A constant is enclosed at growing precision until its ball tells, and once, before
it becomes expensive, asked whether it is zero: the decision procedure, which enters its test here, proves that by exact
arithmetic. What neither tells stays undecided, and is None.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from scmpy.errors import ScmpyError, UndecidedError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.kinds import Number
from scmpy.generic.memory import memoized
from scmpy.generic.numeric_tower import ExactComplex, exact
from scmpy.symbolic.domains import to_float, to_fraction
from scmpy.symbolic.enclosure.ball import Evaluator, Unusable, enclosure, is_proved_zero, precision
from scmpy.symbolic.expression import MINUS, Expression, application

#: The bits of the enclosures; after some of them it is asked whether the constant is zero.
_PRECISIONS = (64, 256, 1024, 4096, 16384)
_ASKED_AFTER = 256

#: Binary exponents beyond this are no numbers that are written out.
_LARGE = 100_000


class _Unknown(Exception):
    """What is not decided, and so is not remembered: asked inside of a proof, the exact test knows nothing."""


F = TypeVar("F", bound=Callable[..., Any])


def _decided(function: F) -> F:
    """Decorator: the function remembers its values, unless they are None."""

    @memoized(4096)
    def found(*args: Any) -> Any:
        value = function(*args)
        if value is None:
            raise _Unknown
        return value

    @functools.wraps(function)
    def of(*args: Any) -> Any:
        try:
            return found(*args)
        except _Unknown:
            return None

    return of  # type: ignore[return-value]


def _balls(x: Expression) -> Iterator[tuple[int, Any]]:
    """The bits and the enclosures of a real constant at growing precision, where there are any."""
    for bits in _PRECISIONS:
        try:
            yield bits, enclosure(x, bits)
        except Unusable:
            continue


@_decided
def sign_of_constant(x: Any) -> int | None:
    """-1, 0 or 1 of an exact real constant; None where it is not decided, or the constant is not real.

    >>> from scmpy.generic.operations import exp, log
    >>> sign_of_constant(exp(log(5)) - 5), sign_of_constant(exp(-1000)), sign_of_constant(log(-2))
    (0, 1, None)
    """
    if not isinstance(x, Expression):
        return (x > 0) - (x < 0)
    for bits, ball in _balls(x):
        if ball > 0 or ball < 0:
            return 1 if ball > 0 else -1
        if ball == 0 or (bits == _ASKED_AFTER and is_proved_zero(x)):
            return 0
    return None


@_decided
def is_real_constant(x: Expression) -> bool | None:
    """Has a constant a real value? None where it is not decided."""
    for bits in _PRECISIONS[:2]:
        try:
            enclosure(x, bits)
        except Unusable:
            pass
        else:
            return True
        value = _complex_ball(x, bits)
        if value is not None and not value.imag.contains(0):
            return False
    return None


def _complex_ball(x: Expression, bits: int) -> Any:
    """The ball of a complex constant; None where there is none."""
    try:
        with precision(bits):
            return Evaluator(x, complex_domain=True).at({})[0]
    except Unusable:
        return None


def undecided(x: Any, what: str) -> ScmpyError:
    """The error for a constant that is not real, or of which neither enclosures nor exact arithmetic tell something."""
    if is_real_constant(x) is False:
        return WrongTypeError(f"{describe(x)} is not real: it has no {what}")
    return UndecidedError(f"the {what} of {describe(x)} is not decided: not by its digits, nor by exact arithmetic")


def order_of_constants(x: Any, y: Any) -> int:
    """-1, 0 or 1: is a real constant or number less than another, equal, or greater?

    Raises:  UndecidedError where that is not decided; WrongTypeError for what is not real

    >>> from scmpy.generic.operations import exp, log
    >>> from scmpy.symbolic.expression import PI
    >>> order_of_constants(exp(log(5)), 5), order_of_constants(3.141592653589793, PI)
    (0, -1)
    """
    if not isinstance(x, Expression):
        return -order_of_constants(y, x) if isinstance(y, Expression) else (x > y) - (x < y)
    if not isinstance(y, Expression):
        near = float_of_constant(x)
        if isinstance(y, float) and math.isinf(y):
            return -1 if y > 0 else 1
        if isinstance(near, float) and not math.nextafter(near, -math.inf) <= y <= math.nextafter(near, math.inf):
            return 1 if y < near else -1
        y = Fraction(y)
    sign = sign_of_constant(g.sub(x, y))
    if sign is None:
        raise undecided(x if is_real_constant(x) is False else g.sub(x, y), "sign")
    return sign


for _types in product((Expression, Number), repeat=2):
    g.order.add(_types, order_of_constants)


def are_equal(x: Any, y: Any) -> bool:
    """Are two constants or numbers equal?

    Raises:  UndecidedError where that is not decided
    """
    constants = [z for z in (x, y) if isinstance(z, Expression)]
    if not constants or x != x or y != y:
        return bool(x == y)
    if any(map(_is_complex, (x, y))):
        return bool(complex(x) == complex(y))
    return order_of_constants(x, y) == 0


def _is_complex(x: Any) -> bool:
    return is_real_constant(x) is False if isinstance(x, Expression) else isinstance(x, (complex, ExactComplex))


@_decided
def rounded_constant(whole: Callable[[Any], Any], x: Expression) -> int | None:
    """The whole number that a rounding gives of a constant: its balls' lie between two jumps, or it is at one exactly.

    >>> from scmpy.generic.operations import exp, log
    >>> rounded_constant(math.floor, exp(log(5)))
    5
    """
    for bits, ball in _balls(x):
        ends = interval_of(ball)
        if ends is None:
            return None
        low, high = map(whole, ends)
        if low == high:
            return int(low)
        if bits == _ASKED_AFTER:
            at = exact_value(x)
            if at is not None:
                return int(whole(at))
    return None


def exact_value(x: Expression) -> Any:
    """The whole or half number that a constant is proved to be; None if it is not."""
    for bits, ball in _balls(x):
        ends = interval_of(ball) if bits >= _ASKED_AFTER else (0, 1)
        if ends is None or math.floor(2 * ends[1]) < 2 * ends[0]:
            return None
        if math.floor(2 * ends[1]) - 1 < 2 * ends[0]:
            value = exact(Fraction(math.floor(2 * ends[1]), 2))
            return value if is_proved_zero(application(MINUS, x, value)) else None
    return None


@_decided
def float_of_constant(x: Expression) -> float | complex | None:
    """The float nearest to a constant, or the complex number of such floats; None if it is not enclosed.

    >>> from scmpy.generic.operations import sqrt
    >>> float_of_constant(sqrt(10**20 + 1) - 10**10)
    5e-11
    """
    found = None
    for bits, ball in _balls(x):
        low, high = _ends(ball)
        if low == high and not (ball.contains(0) and ball != 0):
            return low
        if bits == _ASKED_AFTER and is_proved_zero(x):
            return 0.0
        found = _middle(ball)
    value = _complex_ball(x, 2 * _ASKED_AFTER) if found is None else None
    if value is not None and not value.imag.contains(0):
        return complex(_middle(value.real), _middle(value.imag))
    return found


def _ends(ball: Any) -> tuple[float, float]:
    """The floats nearest to the ends of a ball."""
    exponent = _exponent(ball.mid())
    if abs(exponent) > _LARGE and not ball.contains(0):
        end = math.copysign(math.inf if exponent > 0 else 0.0, float(ball.sgn()))
        return end, end
    found = interval_of(ball)
    return (-math.inf, math.inf) if found is None else (to_float(found[0]), to_float(found[1]))


def _middle(ball: Any) -> float:
    """A float in a ball, 0 where that is in it."""
    return 0.0 if ball.contains(0) else _ends(ball)[1]


def interval_of(ball: Any) -> tuple[Fraction, Fraction] | None:
    """Ends around a ball, whatever the precision of the moment; None of one that is too large to be written out."""
    parts = ball.mid(), ball.rad()
    if max(map(_exponent, parts)) > _LARGE:
        return None
    middle, radius = (Fraction(0) if _exponent(part) < -_LARGE else to_fraction(part.fmpq()) for part in parts)
    radius += sum(Fraction(1, 1 << _LARGE) for part in parts if _exponent(part) < -_LARGE)
    return middle - radius, middle + radius


def _exponent(number: Any) -> int:
    """The power of two that a number of python-flint has for its size; 0 of 0."""
    mantissa, exponent = map(int, number.man_exp())
    return exponent + mantissa.bit_length()
