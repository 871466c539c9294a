"""Signal functions: functions with a span outside of which they are 0; their arithmetic and their Fourier transforms.

A transform samples its function at ``*nsamples*`` places of the span, which is symmetric, and interpolates the discrete
transform linearly and periodically.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, instances, items
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.finite import finite_real
from scmpy.generic.functions import Function
from scmpy.generic.kinds import Number
from scmpy.generic.numeric_tower import inexact_complex
from scmpy.generic.settings import Kind, Setting
from scmpy.museum.signals import transforms
from scmpy.pickling import Portable, portable
from scmpy.registry import public
from scmpy.structure.aliases import Real, Scalar, ScalarValue, Value, Vector
from scmpy.symbolic.expression import Symbol, symbol

nsamples = Setting(
    "*nsamples*",
    1024,
    Kind(transforms.is_power_of_2, "a power of 2"),
    "At so many places a Fourier transform samples its function.",
    """>>> from scmpy import setting, sigfun_make, time_domain_energy
    >>> with setting(nsamples=64):
    ...     time_domain_energy(sigfun_make(lambda t: 1, (-1, 1)))
    4.0""",
)


class Span(NamedTuple):
    """The interval in which a signal function is not 0."""

    low: Any
    high: Any


class SignalFunction(Arithmetic, Portable):
    """A function that is 0 outside of its span."""

    __slots__ = ("function", "span")

    def __init__(self, function: Callable[[Any], Any], span: Span) -> None:
        self.function = function
        self.span = span

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((SignalFunction, (self.function, self.span)))

    def __repr__(self) -> str:
        return f"<signal function from {self.span.low} to {self.span.high}>"

    def __call__(self, x: Any) -> Any:
        return self.function(x) if self.span.low <= finite_real(x, "a signal function") < self.span.high else 0


#: The value, if it is a signal function.
checked = instances(SignalFunction, "a signal function")


@public("sigfun?")
def is_sigfun(value: object) -> bool:
    """Is this a signal function?

    Scheme:  (sigfun? x)
    >>> is_sigfun(sigfun_make(abs, (-1, 1))), is_sigfun(abs)
    (True, False)
    """
    return isinstance(value, SignalFunction)


def _span(value: Any) -> Span:
    ends = items(value)
    if len(ends) != 2:
        raise WrongTypeError(f"{CALLED} expects a span with two ends, got {describe(value)}")
    return sigfun_make_span(*ends)


@public("sigfun:make-span")
def sigfun_make_span(low: Real, high: Real | None = None) -> Span:
    """The span between two ends, or between the negative of one and that.

    Scheme:  (sigfun:make-span max), (sigfun:make-span min max)
    Raises:  DomainError unless the first end is less than the second
    >>> sigfun_make_span(2)
    Span(low=-2, high=2)
    """
    name = "sigfun:make-span"
    a, b = (-low, low) if high is None else (low, high)
    if not finite_real(a, name) < finite_real(b, name):
        raise DomainError(f"{name} expects ends, the lower one first, got {a} and {b}")
    return Span(a, b)


@public("sigfun:make")
def sigfun_make(function: Callable[[Any], Any], span: Vector) -> SignalFunction:
    """The signal function that is a function in a span, and 0 outside of it.

    Scheme:  (sigfun:make f span)
    Shapes:  function: real -> number;  span: list of its two ends
    Raises:  DomainError unless the lower end is first
    >>> f = sigfun_make(lambda t: t**2, (-1, 2))
    >>> f(1.5), f(3)
    (2.25, 0)
    """
    check_callable(function, wanted="a function of a number")
    return SignalFunction(function, _span(span))


@public("sigfun:span")
def sigfun_span(signal: SignalFunction) -> Span:
    """The span of a signal function.

    Scheme:  (sigfun:span signal)
    >>> sigfun_span(sigfun_make(abs, (-1, 2)))
    Span(low=-1, high=2)
    """
    return checked(signal).span


@public("sigfun:procedure")
def sigfun_procedure(signal: SignalFunction) -> Function:
    """The function that a signal function is, 0 outside of its span.

    Scheme:  ((sigfun:procedure signal) t)
    >>> sigfun_procedure(sigfun_make(abs, (-1, 2)))(-3)
    0
    """
    return Function(checked(signal), "sigfun:procedure")


@public("sigfun:min")
def sigfun_min(span: Vector | SignalFunction) -> ScalarValue:
    """The lower end of a span, or of that of a signal function.

    Scheme:  (sigfun:min span)
    Shapes:  span: list of two numbers, or a signal function
    Raises:  DomainError unless the lower end is first
    >>> sigfun_min(sigfun_make_span(-1, 2))
    -1
    """
    return (span.span if isinstance(span, SignalFunction) else _span(span)).low


@public("sigfun:max")
def sigfun_max(span: Vector | SignalFunction) -> ScalarValue:
    """The higher end of a span, or of that of a signal function.

    Scheme:  (sigfun:max span)
    Shapes:  span: list of two numbers, or a signal function
    Raises:  DomainError unless the lower end is first
    >>> sigfun_max(sigfun_make_span(-1, 2))
    2
    """
    return (span.span if isinstance(span, SignalFunction) else _span(span)).high


# --- arithmetic -------------------------------------------------------------------------------------------------------


def _mapped(operation: Callable[..., Any]) -> Callable[[Any], SignalFunction]:
    return lambda f: SignalFunction(lambda x: operation(f.function(x)), f.span)


def _combined(operation: Callable[..., Any], name: str) -> Callable[[Any, Any], SignalFunction]:
    """The operation on two signal functions, on the common part of their spans."""

    def combine(one: Any, other: Any) -> SignalFunction:
        low, high = max(one.span.low, other.span.low), min(one.span.high, other.span.high)
        if not low < high:
            raise DomainError(f"{name}: the spans {tuple(one.span)} and {tuple(other.span)} have no common part")
        return SignalFunction(lambda x: operation(one.function(x), other.function(x)), Span(low, high))

    return combine


_UNARY = "negate invert sqrt square exp log sin cos asin acos sinh cosh real_part imag_part abs_ conjugate"
_BINARY = {"+": g.add, "-": g.sub, "*": g.mul, "/": g.div, "expt": g.expt}

for _name in _UNARY.split():
    _operation = getattr(g, _name)
    _operation.add((SignalFunction,), _mapped(_operation))


def _with_scalars(operation: Any, combine: Any) -> None:
    operation.add((SignalFunction, SignalFunction), combine)
    operation.add((SignalFunction, Number), lambda f, a: SignalFunction(lambda x: operation(f.function(x), a), f.span))
    operation.add((Number, SignalFunction), lambda a, f: SignalFunction(lambda x: operation(a, f.function(x)), f.span))


def _declare_binary(sign: str, operation: Any) -> None:
    scheme = f"sigfun:{sign}"
    combine = _combined(operation, scheme)
    _with_scalars(operation, combine)

    def apply(f: SignalFunction | Scalar, h: SignalFunction | Scalar) -> SignalFunction:
        return combine(checked(f, scheme), checked(h, scheme))

    shown = {"+": "sum", "-": "difference", "*": "product", "/": "quotient", "expt": "power"}[sign]
    apply.__doc__ = f"""The {shown} of two signal functions, on the common part of their spans.

    Scheme:  ({scheme} f g)
    Raises:  DomainError if they have no common part
    >>> f = sigfun_make(lambda t: t + 1, (-1, 2))
    >>> (f + 2 * f)(1)
    6
    """
    public(scheme, python=None)(apply)


for _sign, _operation in _BINARY.items():
    _declare_binary(_sign, _operation)


@public("sigfun:scale")
def sigfun_scale(factor: Scalar, signal: SignalFunction) -> Value:
    """A signal function times a number.

    Scheme:  (sigfun:scale a signal)
    >>> sigfun_scale(3, sigfun_make(abs, (-1, 2)))(1)
    3
    """
    return g.mul(factor, checked(signal))


@public("sigfun:shift")
def sigfun_shift(signal: SignalFunction, shift: Scalar) -> SignalFunction:
    """The signal function, in the same span, of the argument less a shift: it is 0 where that leaves the span.

    Scheme:  (sigfun:shift signal shift)
    >>> sigfun_shift(sigfun_make(lambda t: t, (-2, 2)), 1)(0.5)
    1.5
    """
    f = checked(signal)
    return SignalFunction(lambda x: f(g.add(x, shift)), f.span)


@public("sigfun:reverse")
def sigfun_reverse(signal: SignalFunction) -> SignalFunction:
    """The signal function with the opposite argument.

    Scheme:  (sigfun:reverse signal)
    >>> sigfun_reverse(sigfun_make(lambda t: t, (-1, 2)))(-1.5)
    1.5
    """
    f = checked(signal)
    return SignalFunction(lambda x: f(g.negate(x)), Span(-f.span.high, -f.span.low))


# --- transforms -------------------------------------------------------------------------------------------------------


@public("set-nsamples!")
def set_nsamples_bang(count: int) -> Symbol:
    """From now on Fourier transforms sample their functions at so many places, a power of 2.

    Scheme:  (set-nsamples! n)
    Raises:  WrongTypeError unless it is a power of 2
    >>> set_nsamples_bang(1024)
    done
    """
    nsamples.set(count)
    return symbol("done")


def _half_width(signal: Any) -> Any:
    span = checked(signal).span
    if span.low != -span.high:
        raise DomainError(f"{CALLED} expects a symmetric span, got {tuple(span)}")
    return span.high


def _sampled(signal: SignalFunction, half: Any) -> Any:
    return transforms.array_of(transforms.samples(nsamples.value, signal, half))


def _interpolated(values: Any, half: Any) -> SignalFunction:
    """The function that is these at equal steps of a period, and linear between them."""
    low, step = -half, g.div(2 * half, len(values))

    def at(x: Any) -> Any:
        place = g.div(x - low, step)
        k = math.floor(place)
        rest = float(place - k)
        first, second = values[k % len(values)], values[(k + 1) % len(values)]
        return inexact_complex(complex(first + rest * (second - first)))

    return SignalFunction(at, Span(low, half))


def _transformed(signal: Any, transform: Any) -> SignalFunction:
    half = _half_width(signal)
    values = transforms.centred(_sampled(signal, half), transform)
    transforms.without_rounding(values)
    return _interpolated(
        values, Fraction(nsamples.value, 4) / half if type(half) is int else nsamples.value / (4 * half)
    )


@public("Fourier-transform")
def Fourier_transform(signal: SignalFunction) -> SignalFunction:
    """The Fourier transform of a signal function of a symmetric span.

    Scheme:  (Fourier-transform signal)
    Math:    F(f) = integral of e^(2 pi i f t) x(t) dt, by *nsamples* values
    Raises:  DomainError if the span is not symmetric
    >>> round(Fourier_transform(sigfun_make(lambda t: 1, (-1, 1)))(0), 9)
    2.0
    """
    import numpy

    half = _half_width(signal)
    scale = float(2 * half)
    return _transformed(signal, lambda x: numpy.fft.ifft(x) * scale)


@public("inverse-Fourier-transform")
def inverse_Fourier_transform(signal: SignalFunction) -> SignalFunction:
    """The inverse Fourier transform of a signal function of a symmetric span.

    Scheme:  (inverse-Fourier-transform signal)
    Math:    x(t) = integral of e^(-2 pi i f t) F(f) df, by *nsamples* values
    Raises:  DomainError if the span is not symmetric
    >>> x = sigfun_make(lambda t: t**2, (-1, 1))
    >>> round(inverse_Fourier_transform(Fourier_transform(x))(0.5), 9)
    0.25
    """
    import numpy

    half = _half_width(signal)
    step = float(2 * half / nsamples.value)
    return _transformed(signal, lambda x: numpy.fft.fft(x) * step)


def _energy(signal: Any) -> float:
    import numpy

    half = _half_width(signal)
    values = _sampled(signal, half)
    return float((numpy.abs(values) ** 2).sum() * 4 * float(half) / len(values))


@public("time-domain-energy")
def time_domain_energy(signal: SignalFunction) -> float:
    """The energy of a signal function of time.

    Scheme:  (time-domain-energy signal)
    Math:    twice the integral of |x|^2, by *nsamples* values
    Raises:  DomainError if the span is not symmetric
    >>> time_domain_energy(sigfun_make(lambda t: 1, (-1, 1)))
    4.0
    """
    return _energy(signal)


@public("frequency-domain-energy")
def frequency_domain_energy(signal: SignalFunction) -> float:
    """The energy of a signal function of frequency, which is that of its inverse Fourier transform.

    Scheme:  (frequency-domain-energy signal)
    Math:    twice the integral of |F|^2, by *nsamples* values
    Shapes:  signal: as sigfun:make gives it;  result: a number
    Raises:  DomainError if the span is not symmetric
    >>> round(frequency_domain_energy(Fourier_transform(sigfun_make(lambda t: 1, (-1, 1)))), 9)
    4.0
    """
    return _energy(signal)


@public("hanning")
def hanning(n: Scalar) -> Function:
    """The window of von Hann to a power, as a function of signal functions: it is 0 at the ends of their spans.

    Scheme:  ((hanning n) signal)
    Math:    ((2/3)^(1/2) (1 - cos(2 pi (t - min) / (max - min))))^n x(t)
    >>> round(hanning(1)(sigfun_make(lambda t: 1, (-1, 1)))(0), 9)
    1.632993162
    """

    def windowed(signal: Any) -> SignalFunction:
        f = checked(signal, "hanning")
        rate = 2 * math.pi / float(f.span.high - f.span.low)

        def at(x: Any) -> Any:
            window = g.mul(math.sqrt(2 / 3), g.sub(1, g.cos(g.mul(rate, g.sub(x, f.span.low)))))
            return g.mul(g.expt(window, n), f.function(x))

        return SignalFunction(at, f.span)

    return Function(windowed, "hanning")
