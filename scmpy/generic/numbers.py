"""The numeric tower, complex by parts, exact roots, closeness, constants; combinatorics and modular integers."""

from __future__ import annotations

import math
import operator
from bisect import bisect
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import product
from typing import Any

from scmpy.errors import CALLED, DivisionByZeroError, DomainError, LimitError, WrongTypeError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array, real_or_nan
from scmpy.generic.dispatch import Arithmetic, convert, register_package
from scmpy.generic.elementary import Elementary, each, fill
from scmpy.generic.functions import Function
from scmpy.generic.operations import finite_real, magnitude
from scmpy.generic.settings import MOST_COMPONENTS, MOST_FACTORS, Limit, count, items, length
from scmpy.generic.types import Angle, Number, Scalar, ScalarValue, Value, Values, is_number
from scmpy.registry import docstring, flint, public, register

# --- numeric tower ---------------------------------------------------------------------------------------------------
# The numeric tower: int, Fraction, float, complex and exact complex numbers.
#
# Exactness is kept until a float enters, zero included: 0 times 1.5 and 0 over 1.5 are 0., as in Python, so that what
# is calculated with floats stays floats; infinities and NaN are not lost. MIT Scheme has an exact 0 there. What is
# divided by an exact zero is refused, what is divided by 0. is infinite or NaN. Division of integers gives a rational;
# a rational that is whole is an int. Elementary functions of exact numbers are exact expressions and belong to
# :mod:`scmpy.symbolic.arithmetic`; here are those of floats.
#
# Branches are those of MIT Scheme and R7RS. The logarithm's imaginary part is above -pi and up to pi, sqrt z and z^w
# are exp(log(z) w), and
#
#     asin z = -i log(i z + sqrt(1 - z^2))          acos z = pi/2 - asin z
#     atan z = (log(1 + i z) - log(1 - i z)) / 2i   asinh z = log(z + sqrt(1 + z^2))
#     acosh z = 2 log(sqrt((z + 1)/2) + sqrt((z - 1)/2))   atanh z = (log(1 + z) - log(1 - z)) / 2
#
# hold on the branch cuts too, where a part of z that is exactly zero has no sign: asin(2) is pi/2 - 1.317 i, acos(2) is
# 1.317 i, and atanh(2) is .549 - pi/2 i. A complex float has signed zeros for parts, and lies on the side of a cut that
# they tell, as in C99: of 2. + 0. i those are the conjugates, of 2. - 0. i the same. Derivatives are along the cut
# where the argument is; balls, arrays of numpy's and constants that are printed agree.

MOST_BITS = Limit("most-integer-bits", 4_000_000, "Bits of a power or product of integers: a second or two of work.")

Exact = int | Fraction


def exact(x: Exact) -> Exact:
    return x.numerator if x.denominator == 1 else x


@register_package("decimal")
def register_decimals() -> None:
    """A finite decimal is the rational that it is exactly; others are floats."""
    from decimal import Decimal

    convert(Decimal, lambda x: exact(Fraction(x)) if x.is_finite() else float(x))


def divide(a: Exact, b: Exact) -> Exact:
    if not b:
        raise DivisionByZeroError("Division by zero signalled by /.")
    return exact(Fraction(a, b))


@Number.register
class ExactComplex(Arithmetic):
    """A complex number with exact real and imaginary parts, the latter not zero."""

    __slots__ = ("imag", "real")

    def __init__(self, real: Exact, imag: Exact) -> None:
        self.real = real
        self.imag = imag

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ExactComplex) and self.real == other.real and self.imag == other.imag

    def __hash__(self) -> int:
        return hash((ExactComplex, self.real, self.imag))

    def __complex__(self) -> complex:
        return complex(self.real, self.imag)

    def __repr__(self) -> str:
        size = "" if abs(self.imag) == 1 else str(abs(self.imag))
        return f"{self.real or ''}{'-' if self.imag < 0 else '+'}{size}i"

    def _describe_(self) -> str:
        return f"the number {self}"


def exact_complex(real: Exact, imag: Exact) -> Exact | ExactComplex:
    return ExactComplex(real, imag) if imag else real


def inexact_complex(z: complex) -> complex | float:
    """A complex number, or the float that it is when its imaginary part is exactly positive zero."""
    return z if z.imag else z.real


class MixedComplex(complex):
    """A complex float one part of which is exact, as ``parts`` tell: 1.5-2i."""

    __slots__ = ("parts",)
    parts: tuple[Any, Any]

    def __new__(cls, real: Any, imag: Any) -> MixedComplex:
        z = super().__new__(cls, real, imag)
        z.parts = real, imag
        return z

    def __getnewargs__(self) -> tuple[Any, Any]:  # type: ignore[override]
        return self.parts

    def __repr__(self) -> str:
        real, imag = map(str, self.parts)  # floats with their points, which tell them from exact parts
        return f"({real}{'' if imag[0] == '-' else '+'}{imag}j)"

    def __neg__(self) -> MixedComplex:
        return MixedComplex(*(-part for part in self.parts))


def complex_of(real: Any, imag: Any) -> Any:
    """The complex number with these real parts, each of which stays exact or inexact; a real number if that is it."""
    inexact = isinstance(real, float), isinstance(imag, float)
    if not any(inexact):
        return exact_complex(real, imag)
    is_plain = all(inexact) or not imag or not (real or inexact[0])  # an exact 0 in front is not written
    return inexact_complex(complex(real, imag) if is_plain else MixedComplex(real, imag))


def is_exact(x: Any) -> bool:
    return isinstance(x, (int, Fraction, ExactComplex)) and not isinstance(x, bool)


def _parts(x: Any) -> tuple[Any, Any]:
    return x.real, 0 if isinstance(x, float) else x.imag


def _float_divide(a: Any, b: Any) -> Any:
    if b:
        return a / b
    if isinstance(a, complex) or isinstance(b, complex):
        raise DivisionByZeroError("Division by zero signalled by /.")
    if not a or math.isnan(a):
        return a if a else -math.nan  # with the sign that processors give it
    return math.copysign(math.inf, a) * math.copysign(1, b)


def _exact_complex_operation(name: str) -> Callable[[Any, Any], Any]:
    def add(x: Any, y: Any) -> Any:
        return exact_complex(x.real + y.real, x.imag + y.imag)

    def sub(x: Any, y: Any) -> Any:
        return exact_complex(x.real - y.real, x.imag - y.imag)

    def mul(x: Any, y: Any) -> Any:
        (a, b), (c, d) = _parts(x), _parts(y)
        return exact_complex(exact(a * c - b * d), exact(a * d + b * c))

    def div(x: Any, y: Any) -> Any:
        (a, b), (c, d) = _parts(x), _parts(y)
        norm = c * c + d * d
        if not norm:
            raise DivisionByZeroError("Division by zero signalled by /.")
        return exact_complex(divide(a * c + b * d, norm), divide(b * c - a * d, norm))

    return {"+": add, "-": sub, "*": mul, "/": div}[name]


_FLOAT = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": _float_divide}


_EXACT = int, Fraction, ExactComplex
_TOWER = *_EXACT, float, complex


def _install_arithmetic(operation: Any) -> None:
    name = operation.name
    python, on_exact_complex = _FLOAT[name], _exact_complex_operation(name)

    def on_complex(x: Any, y: Any) -> Any:
        return inexact_complex(python(complex(x), complex(y)))

    def by_parts(x: Any, y: Any) -> Any:
        return complex_of(*(python(a, b) for a, b in zip(_parts(x), _parts(y), strict=True)))

    def method(types: set[type]) -> Any:
        if complex in types or types == {float, ExactComplex}:
            return by_parts if complex not in types and name in "+-" else on_complex
        if ExactComplex in types:
            return on_exact_complex
        if float in types or (types == {int} and name != "/"):
            return python
        return divide if name == "/" else lambda x, y: exact(python(x, y))

    for types in product(_TOWER, repeat=2):
        operation.add(types, method({*types}))


for _operation in (g.add, g.sub, g.mul, g.div):
    _install_arithmetic(_operation)


def _height(x: int | Fraction) -> int:
    return max(abs(x.numerator), x.denominator).bit_length() - 1


def by_squarings(x: Any, n: int, one: Any = 1) -> Any:
    """The power to an integer, of a value of which one is the first power."""
    if n < 0:
        return by_squarings(g.invert(x), -n, one)
    result = one
    for bit in bin(n)[2:]:
        result = g.mul(result, result)
        if bit == "1":
            result = g.mul(result, x)
    return result


@g.expt.on(Number, int)
def _integer_power(x: Any, n: int) -> Any:
    if isinstance(x, (int, Fraction)):
        if n < 0 and not x:
            raise DivisionByZeroError("Division by zero signalled by expt: a negative power of 0.")
        if _height(x) * abs(n) > MOST_BITS.value:
            raise MOST_BITS.refusal("expt: the result would have")
        return exact(Fraction(x) ** n)
    if isinstance(x, ExactComplex):
        if max(_height(x.real), _height(x.imag), 1) * abs(n) > MOST_BITS.value:
            raise MOST_BITS.refusal("expt: the result would have")
        return by_squarings(x, n)
    if isinstance(x, complex) or not 0 < (n if abs(x) > 1 else abs(n)) <= _MOST_SQUARED:
        return _float_power(x, n)
    result = _float_by_squarings(float(x), abs(n))
    return result if n > 0 else 1 / result if result else _float_power(x, n)


#: To higher exponents the rounding of squares adds up to more than a digit; the library's power is the nearer one.
_MOST_SQUARED = 1000


def _float_by_squarings(x: float, n: int) -> float:
    """The power to an integer from one, squared from the lowest bit on: as MIT Scheme rounds it."""
    result = 1.0
    while n > 1:
        if n & 1:
            result *= x
        x *= x
        n >>= 1
    return result * x


def _float_power(x: Any, y: Any) -> Any:
    if not x and (y.real < 0 or (y.imag and not y.real)):
        raise DivisionByZeroError(f"Division by zero signalled by expt: {x} to the power {y}.")
    if not x and y.imag:
        return 0.0
    over_complex = isinstance(x, complex) or isinstance(y, complex) or (x < 0 and math.isfinite(y) and y != int(y))
    try:
        return inexact_complex(complex(x) ** complex(y)) if over_complex else float(x) ** float(y)
    except OverflowError:
        if over_complex:
            raise _too_large("expt", x, y) from None
        return -math.inf if x < 0 and y % 2 == 1 else math.inf
    except ZeroDivisionError:  # what is divided by is too small for a floating-point number
        raise _too_large("expt", x, y) from None


def _too_large(name: str, *operands: Any) -> LimitError:
    of = " and ".join(map(str, operands))
    return LimitError(f"{name} of {of} is too large for a complex floating-point number")


for _types in product(_TOWER, repeat=2):
    if _types[1] is not int and not {*_types} <= {*_EXACT}:
        over_complex = not {*_types}.isdisjoint((complex, ExactComplex))
        g.expt.add(_types, (lambda x, y: _float_power(complex(x), complex(y))) if over_complex else _float_power)


def _beside_cut(record: Elementary, x: Any) -> complex:
    """A number as a complex one; if it is real, on the side of the function's branch cut to which its value belongs."""
    if isinstance(x, ExactComplex):
        return complex(x)
    return complex(x, math.copysign(0.0, -x) if record.below_cut else 0.0)


def _undefined(record: Elementary, numbers: tuple[Any, ...]) -> DomainError:
    return DomainError(f"{record.name} is undefined at {', '.join(map(shown_text, numbers))}")


@each("analytic")
def _install_floats(record: Elementary) -> None:
    """The function on floats; where the real one is undefined, the complex one, or what the definition gives."""
    real, definition = record.real, record.definition
    over_complex = record.over_complex or definition

    def of_reals(*xs: Any) -> Any:
        try:
            return real(*xs)  # type: ignore[misc]
        except ValueError:
            return math.nan if any(x != x for x in xs) else of_complex(*xs)
        except OverflowError:
            return math.inf

    def of_complex(*xs: Any) -> Any:
        if over_complex is None:
            raise _undefined(record, xs)
        try:
            return inexact_complex(over_complex(*[x if isinstance(x, complex) else _beside_cut(record, x) for x in xs]))
        except OverflowError:
            raise _too_large(record.name, *xs) from None
        except ValueError as error:
            raise _undefined(record, xs) from error

    def defined(*xs: Any) -> Any:
        try:
            return definition(*xs)  # type: ignore[misc]
        except LimitError:
            return inexact_complex(complex(record.complex_ball(*(flint.acb(x.real, x.imag) for x in xs)).mid()))  # type: ignore[misc]

    def apply(types: tuple[type, ...]) -> Any:
        if real is None:
            return defined
        if ExactComplex in types or complex in types:
            return of_complex
        return of_reals if {*types} == {float} else lambda *xs: of_reals(*map(float, xs))

    if real is not None or definition is not None:
        for types in product(_TOWER, repeat=record.arity):
            if float in types or complex in types:
                record.operation.add(types, apply(types))


for _y in (int, Fraction, float):
    for _x in (int, Fraction, float):
        if float in (_y, _x):
            g.atan2.add(
                (_y, _x), lambda y, x: math.atan2(y, x) if y or isinstance(y, float) else g.atan2(0, (x > 0) - (x < 0))
            )


g.negate.add((Number,), lambda x: g.sub(0, x) if isinstance(x, ExactComplex) else -x)
g.invert.add((Number,), lambda x: g.div(1, x))
g.square.add((Number,), lambda x: g.mul(x, x))
g.cube.add((Number,), lambda x: g.mul(x, g.mul(x, x)))
g.conjugate.add((Number,), lambda x: x)
g.conjugate.add((complex,), lambda x: x.conjugate())
g.conjugate.add((ExactComplex,), lambda x: ExactComplex(x.real, -x.imag))
g.real_part.add((Number,), lambda x: x.real)
g.imag_part.add((Number,), lambda x: x.imag)
g.imag_part.add((float,), lambda x: 0)
g.real_part.add((MixedComplex,), lambda x: x.parts[0])
g.imag_part.add((MixedComplex,), lambda x: x.parts[1])
g.as_scalars(Number)
g.inexact.add((Number,), lambda x: x)
for _exact in (int, Fraction):
    g.inexact.add((_exact,), float)
g.inexact.add((ExactComplex,), complex)
for _type in (int, Fraction, float, complex):
    g.abs_.add((_type,), abs)
g.abs_.add((ExactComplex,), lambda z: g.sqrt(exact(z.real * z.real + z.imag * z.imag)))


@each("rounding")
def _install_rounding(record: Elementary) -> None:
    whole: Callable[[Any], int] = record.real  # type: ignore[assignment]
    record.operation.add((int,), lambda x: x)
    record.operation.add((Fraction,), whole)
    record.operation.add((float,), lambda x: math.copysign(float(whole(x)), x) if math.isfinite(x) else x)


# --- complex ---------------------------------------------------------------------------------------------------------
# Complex numbers by parts: rectangular and polar construction, generic over symbols.
#
# Source: the course's generic arithmetic handout.

_REAL = (int, Fraction, float)


@public("make-rectangular")
def make_rectangular(x: Scalar, y: Scalar) -> ScalarValue:
    """The complex number x + i y.

    >>> make_rectangular(1, 2) * make_rectangular(3, -1)
    5+5i
    """
    if isinstance(x, _REAL) and isinstance(y, _REAL) and (isinstance(x, float) or isinstance(y, float)):
        return complex_of(x, y)  # no product: i times an infinity has a part that is no number
    return g.add(x, g.mul(ExactComplex(0, 1), y))


@public("make-polar")
def make_polar(r: Scalar, theta: Angle) -> ScalarValue:
    """The complex number r (cos theta + i sin theta).

    Units:   theta in radians
    >>> make_polar(2, 0), make_polar(*symbols("r theta"))
    (2, (+ (* r (cos theta)) (* +i r (sin theta))))
    """
    return g.mul(r, g.add(g.cos(theta), g.mul(ExactComplex(0, 1), g.sin(theta))))


@public("angle")
def angle(z: Scalar) -> ScalarValue:
    """The argument of a complex number.

    >>> angle(make_rectangular(0.0, 2.0))
    1.5707963267948966
    """
    return math.atan2(0.0, z) if isinstance(z, float) else g.atan2(g.imag_part(z), g.real_part(z))


# --- exact roots -----------------------------------------------------------------------------------------------------


def exact_root(x: int | Fraction, n: int) -> int | Fraction | None:
    """The exact n-th root of a non-negative rational, if it has one.

    >>> exact_root(Fraction(49, 64), 2)
    Fraction(7, 8)
    """

    def of_integer(k: int) -> int | None:
        root = math.isqrt(k) if n == 2 else _integer_root(k, n)
        return root if root**n == k else None

    top, bottom = of_integer(x.numerator), of_integer(x.denominator)
    return None if top is None or bottom is None else divide(top, bottom)


def _integer_root(k: int, n: int) -> int:
    if k < 2 or k.bit_length() <= n:
        return min(k, 1)
    return int(flint.fmpz(k).root(n))


def exact_sqrt(x: Any) -> Any:
    """The exact square root of an exact number, or i times that of its negative; None where there is none."""
    if isinstance(x, ExactComplex):
        return None
    root = exact_root(abs(x), 2)
    if root is None:
        return None if x >= 0 else g.mul(ExactComplex(0, 1), g.sqrt(-x))
    return root if x >= 0 else exact_complex(0, root)


fill("sqrt", exact=exact_sqrt)


# --- constants -------------------------------------------------------------------------------------------------------

MACHINE_EPSILON = 2.0**-52

#: The angles that have names, by name.
ANGLES = {"pi": math.pi, "2pi": 2 * math.pi, **{f"pi/{n}": math.pi / n for n in (2, 3, 4, 6)}}
_NUMBERS: dict[str, tuple[Any, str, str]] = {
    "zero": (0, "zero", "The number 0."),
    "one": (1, "one", "The number 1."),
    ":zero": (0, "zero", "The number 0."),
    ":one": (1, "one", "The number 1."),
    ":two": (2, "two", "The number 2."),
    ":three": (3, "three", "The number 3."),
    ":euler": (0.5772156649015329, "euler_gamma", "Euler's constant, the limit of 1 + 1/2 + ... + 1/n - log n."),
    ":phi": ((1 + math.sqrt(5)) / 2, "golden_ratio", "The golden ratio, (1 + sqrt 5) / 2."),
    ":ln2": (math.log(2), "ln2", "The natural logarithm of 2."),
    ":ln10": (math.log(10), "ln10", "The natural logarithm of 10."),
    "*machine-epsilon*": (MACHINE_EPSILON, "machine_epsilon", "The distance from 1 to the next float, 2^-52."),
    "*sqrt-machine-epsilon*": (2.0**-26, "sqrt_machine_epsilon", "The square root of the machine epsilon."),
}


def _declare(name: str, value: Any, python: str, meaning: str) -> None:
    register(name, value, python=python, module=__name__, doc=docstring(meaning, name, python, repr(value)))


def python_angle(name: str) -> str:
    """The name in Python of an angle of the course.

    >>> python_angle("2pi"), python_angle("-pi/2")
    ('two_pi', 'minus_pi_over_2')
    """
    return name.replace("-", "minus_").replace("2pi", "two_pi").replace("/", "_over_")


def _declare_angle(name: str, angle: str, value: float) -> None:
    """An angle of the course is a float, under names of Scheme alone: in Python the angle is exact."""
    typed = f"round(float({python_angle(angle)}), 12)"
    doc = docstring(f"The angle {angle}, as a float.", name, typed, repr(round(value, 12)))
    register(name, value, python=None, module=__name__, doc=doc)


for _name, _value in ANGLES.items():
    for _prefix in ("", ":"):
        _declare_angle(f"{_prefix}{_name}", _name, _value)
        _declare_angle(f"{_prefix}-{_name}", f"-{_name}", -_value)
_declare_angle(":+pi", "pi", math.pi)
for _name, (_value, _python, _meaning) in _NUMBERS.items():
    _declare(_name, _value, _python, _meaning)


# --- closeness -------------------------------------------------------------------------------------------------------
# Comparison of inexact numbers, exact zeros and ones, and angles in a standard range.

#: What is smaller than this counts as a zero that was rounded.
ZERO_TOLERANCE = 1e-15


def _number(value: Any) -> Any:
    if not is_number(value):
        raise WrongTypeError(f"{CALLED} expects a number, got {describe(value)}")
    return value


@public("close-enuf?", python="is_close")
def is_close(x: Scalar, y: Scalar, tolerance: float, scale: float = 1.0) -> bool:
    """Do two numbers differ by no more than a tolerance, relative to their mean magnitude plus the scale?

    Units:   the tolerance is relative, but of numbers far below the scale, which is 1 unless given, absolute
    >>> is_close(1.0, 1.0000001, 1e-6), is_close(1.0, 1.1, 1e-6)
    (True, False)
    """
    difference = g.sub(_number(x), _number(y))
    allowed = max(finite_real(tolerance), MACHINE_EPSILON)
    size = (magnitude(x) + magnitude(y)) / 2 + finite_real(scale)
    return magnitude(difference) <= allowed * size


@public("~0?", python="is_almost_zero")
def is_almost_zero(x: Scalar, tolerance: float = ZERO_TOLERANCE) -> bool:
    """Is this number zero up to rounding?

    Scheme:  (~0? x), (~0? x tolerance)
    Math:    |x| <= tolerance, which is 1e-15 unless it is given
    Units:   the tolerance is absolute
    >>> is_almost_zero(1e-20), is_almost_zero(0.1), is_almost_zero(0.1, 0.5)
    (True, False, True)
    """
    return magnitude(_number(x)) <= finite_real(tolerance)


def _is_known_exactly(x: Any) -> bool:
    return is_exact(x) or bool(hasattr(x, "_decide_") and x.is_exact)


@public("exact-zero?")
def is_exact_zero(x: object) -> bool:
    """Is this an exact zero (0., which is inexact, is none)?

    >>> is_exact_zero(0), is_exact_zero(0.0)
    (True, False)
    """
    return x == 0 if type(x) is int else _is_known_exactly(x) and bool(x == 0)


@public("exact-one?")
def is_exact_one(x: object) -> bool:
    """Is this an exact one?

    >>> is_exact_one(1), is_exact_one(1.0)
    (True, False)
    """
    return _is_known_exactly(x) and bool(x == 1)


@public("principal-value")
def principal_value(cut: Scalar) -> Callable[[Any], Any]:
    """The function that brings an angle into the full turn that ends at the cut.

    Scheme:  ((principal-value cut) angle)
    Math:    the angle plus the multiple of 2 pi that puts it into [cut - 2 pi, cut)
    >>> import math
    >>> round(principal_value(math.pi)(4.0), 6)
    -2.283185
    >>> import numpy
    >>> principal_value(math.pi)(numpy.array([1.0, 4.0])).round(6).tolist()
    [1.0, -2.283185]
    """
    start = finite_real(cut) - 2 * math.pi

    def principal(angle: Any) -> Any:
        if hasattr(angle, "_decide_"):  # an unknown of a trace
            return g.sub(angle, g.mul(2 * math.pi, g.floor(g.div(g.sub(angle, start), 2 * math.pi))))
        if is_array(angle):
            angles = real_or_nan(angle)
            return angles - 2 * math.pi * ((angles - start) // (2 * math.pi))
        value = finite_real(angle, "principal-value")
        turns = math.floor((value - start) / (2 * math.pi))
        return value - turns * (2 * math.pi) if turns else angle

    return Function(principal, lambda: f"(principal-value {cut})")


# --- combinatorics ---------------------------------------------------------------------------------------------------

#: A factor of a factorial counts for so many of the small ones of a power.
FACTOR = 100


@public("sigma")
def sigma(f: Callable[[int], Any], low: int, high: int) -> Value:
    """The sum of f(i) for i from low to high, both included.

    Raises:  LimitError for more terms than most-components
    >>> sigma(lambda i: i * i, 1, 3)
    14
    """
    terms = map(f, between(low, high))
    return reduce(g.add, terms, next(terms, 0))


def between(low: Any, high: Any) -> range:
    for bound in (low, high):
        if not isinstance(bound, int) or isinstance(bound, bool):
            raise WrongTypeError(f"{CALLED} expects integers as bounds, got {describe(bound)}")
    MOST_COMPONENTS.check(high - low + 1, things="terms")
    return range(low, high + 1)


@public("Sigma", python="Sigma")
def sum_between(low: int, high: int, f: Callable[[int], Any]) -> Value:
    """The sum of f(i) for i from low to high: sigma with the function last.

    >>> Sigma(1, 3, lambda i: i)
    6
    """
    return sigma(f, low, high)


@public("factorial")
def factorial(n: int) -> int:
    """The product of the integers from 1 to n.

    >>> factorial(5)
    120
    """
    return math.factorial(length(n, "factorial", MOST_FACTORS, each=FACTOR))


@public("exact-quotient")
def exact_quotient(n: int, d: int) -> int:
    """The quotient of two integers of which the second divides the first.

    Raises:  DomainError if there is a remainder
    >>> exact_quotient(12, 4)
    3
    """
    quotient = g.div(n, d)
    if not isinstance(quotient, int):
        raise DomainError(f"exact-quotient: {describe(d)} does not divide {describe(n)}")
    return quotient


@public("binomial-coefficient", "number-of-combinations")
def binomial_coefficient(n: int, m: int) -> int:
    """The number of ways to choose m of n things.

    Raises:  LimitError if m and n - m are above 100000
    >>> binomial_coefficient(5, 2)
    10
    """
    chosen, things = count(m), count(n)
    MOST_FACTORS.check(min(chosen, things - chosen), each=FACTOR)
    return math.comb(n, m)


@public("permutation-interchanges")
def permutation_interchanges(permutation: Values) -> int:
    """The number of interchanges of neighbours that sort a list of numbers.

    Scheme:  (permutation-interchanges '(2 0 1))
    Raises:  LimitError for too many elements
    >>> permutation_interchanges([2, 0, 1])
    2
    """
    elements = items(permutation)
    MOST_COMPONENTS.check(len(elements), things="elements", each=100)
    before: list[Any] = []
    number = 0
    for element in elements:
        place = bisect(before, element)
        number += len(before) - place
        before.insert(place, element)
    return number


@public("list-interchanges")
def list_interchanges(permuted: Values, original: Values) -> int:
    """The number of interchanges of neighbours that turn one list into another with the same elements.

    Raises:  DomainError unless both have the same elements; LimitError for too many elements
    >>> list_interchanges("b a c".split(), "a b c".split())
    1
    """
    places, elements = items(original), items(permuted)
    kinds = _kinds((*places, *elements))
    start, moved = kinds[: len(places)], kinds[len(places) :]
    if len(elements) != len(places) or not set(moved) <= set(start):
        raise DomainError("list-interchanges expects two lists with the same elements")
    place = {kind: i for i, kind in reversed(list(enumerate(start)))}
    return permutation_interchanges([place[kind] for kind in moved])


def _kinds(elements: tuple[Any, ...]) -> list[int]:
    try:
        first: dict[Any, int] = {}
        return [first.setdefault(element, i) for i, element in enumerate(elements)]
    except TypeError:  # lists, which are compared one by one
        MOST_COMPONENTS.check(len(elements), "list-interchanges", "lists as elements", each=1_000)
        return [elements.index(element) for element in elements]


@public("permutation-parity")
def permutation_parity(permutation: Values, original: Values | None = None) -> int:
    """1 for an even permutation, -1 for an odd one, 0 for a list with an element twice.

    Scheme:  (permutation-parity '(1 0 2)), (permutation-parity permuted original)
    Raises:  LimitError for too many elements
    >>> permutation_parity([1, 0, 2]), permutation_parity([1, 2, 0]), permutation_parity([1, 1])
    (-1, 1, 0)
    """
    elements = items(permutation)
    if len(set(_kinds(elements))) < len(elements):
        return 0
    swaps = permutation_interchanges(elements) if original is None else list_interchanges(elements, original)
    return -1 if swaps % 2 else 1


@public("list:generate", "generate-list")
def list_generate(n: int, function: Callable[[int], Any]) -> tuple[Any, ...]:
    """The list of a function's values at 0, 1, ..., n - 1.

    Scheme:  (list:generate n f)
    >>> list_generate(3, lambda i: i * i)
    (0, 1, 4)
    """
    return tuple(map(function, range(length(n, "list:generate"))))


# --- modular ---------------------------------------------------------------------------------------------------------


class ModularInteger(Arithmetic):
    """The residue class of an integer.

    >>> ModularInteger(5, 7) * ModularInteger(3, 7)
    (*modular-integer* 1 7)
    """

    __slots__ = ("modulus", "residue")

    def __init__(self, residue: int, modulus: int) -> None:
        if not isinstance(residue, int) or not isinstance(modulus, int) or modulus < 1:
            given = f"{describe(residue)} and {describe(modulus)}"
            raise WrongTypeError(f"mod:make expects an integer and a positive modulus, got {given}")
        self.residue = residue % modulus
        self.modulus = modulus

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModularInteger) and (self.residue, self.modulus) == (other.residue, other.modulus)

    def __hash__(self) -> int:
        return hash((ModularInteger, self.residue, self.modulus))

    def __repr__(self) -> str:
        return f"(*modular-integer* {self.residue} {self.modulus})"

    def _describe_(self) -> str:
        return f"the integer {self.residue} modulo {self.modulus}"


def _binary(operation: Callable[[int, int, int], int]) -> Callable[[Any, Any], ModularInteger]:
    def apply(x: Any, y: Any) -> ModularInteger:
        modulus = x.modulus if isinstance(x, ModularInteger) else y.modulus
        values = [v if isinstance(v, ModularInteger) else ModularInteger(v, modulus) for v in (x, y)]
        if values[0].modulus != values[1].modulus:
            raise WrongTypeError(f"{describe(x)} and {describe(y)} have different moduli")
        return ModularInteger(operation(values[0].residue, values[1].residue, modulus), modulus)

    return apply


def inverse_modulo(x: int, modulus: int) -> int:
    if math.gcd(x, modulus) != 1:
        raise DivisionByZeroError(f"Division by zero signalled by /: {x} has no inverse modulo {modulus}")
    return pow(x, -1, modulus)


for _operation, _function in (
    (g.add, _binary(lambda x, y, m: x + y)),
    (g.sub, _binary(lambda x, y, m: x - y)),
    (g.mul, _binary(lambda x, y, m: x * y)),
    (g.div, _binary(lambda x, y, m: x * inverse_modulo(y, m))),
):
    for _residues in ((ModularInteger, ModularInteger), (ModularInteger, int), (int, ModularInteger)):
        _operation.add(_residues, _function)
g.negate.add((ModularInteger,), lambda x: ModularInteger(-x.residue, x.modulus))
g.invert.add((ModularInteger,), lambda x: ModularInteger(inverse_modulo(x.residue, x.modulus), x.modulus))
g.zero_like.add((ModularInteger,), lambda x: ModularInteger(0, x.modulus))
for _operation in (g.one_like, g.identity_like):
    _operation.add((ModularInteger,), lambda x: ModularInteger(1, x.modulus))
g.square.add((ModularInteger,), lambda x: ModularInteger(x.residue**2, x.modulus))
g.cube.add((ModularInteger,), lambda x: ModularInteger(x.residue**3, x.modulus))


@g.expt.on(ModularInteger, int)
def power_modulo(x: ModularInteger, n: int) -> ModularInteger:
    base = inverse_modulo(x.residue, x.modulus) if n < 0 else x.residue
    return ModularInteger(pow(base, abs(n), x.modulus), x.modulus)


@public("mod:make")
def mod_make(residue: int, modulus: int) -> ModularInteger:
    """The integer modulo another.

    Scheme:  (mod:make n p)
    Raises:  WrongTypeError unless n is an integer and p a positive one
    >>> mod_make(12, 5)
    (*modular-integer* 2 5)
    """
    return ModularInteger(residue, modulus)
