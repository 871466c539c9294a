"""Signals: what is given as a function of time or of frequency, and is either, by a Fourier transform."""

from __future__ import annotations

from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import instances
from scmpy.generic.dispatch import Arithmetic
from scmpy.museum.signals.signal_functions import (
    Fourier_transform,
    SignalFunction,
    checked,
    inverse_Fourier_transform,
    sigfun_reverse,
    sigfun_shift,
)
from scmpy.pickling import Portable, portable
from scmpy.registry import public
from scmpy.structure.aliases import Name, Scalar

TIME, FREQUENCY = "*time-function*", "*frequency-function*"


class Signal(Arithmetic, Portable):
    """A signal function, of time or of frequency."""

    __slots__ = ("encoding", "function")

    def __init__(self, encoding: str, function: SignalFunction) -> None:
        self.encoding = encoding
        self.function = function

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((Signal, (self.encoding, self.function)))

    def __repr__(self) -> str:
        return f"<signal, a function of {'time' if self.encoding == TIME else 'frequency'}: {self.function!r}>"

    def encoded(self, encoding: str) -> SignalFunction:
        """The signal as a function of time or of frequency."""
        if encoding == self.encoding:
            return self.function
        return (Fourier_transform if encoding == FREQUENCY else inverse_Fourier_transform)(self.function)


_signal = instances(Signal, "a signal")


@public("signal:make")
def signal_make(encoding: Name, function: SignalFunction) -> Signal:
    """The signal that is a signal function, of time (*time-function*) or of frequency (*frequency-function*).

    Scheme:  (signal:make '*time-function* f)
    Raises:  WrongTypeError unless the encoding is one of these
    >>> from scmpy import sigfun_make
    >>> signal_make("*time-function*", sigfun_make(abs, (-1, 1)))
    <signal, a function of time: <signal function from -1 to 1>>
    """
    if str(encoding) not in (TIME, FREQUENCY):
        raise WrongTypeError(f"signal:make expects {TIME} or {FREQUENCY}, got {describe(encoding)}")
    return Signal(str(encoding), checked(function))


@public("signal?")
def is_signal(value: object) -> bool:
    """Is this a signal?

    Scheme:  (signal? x)
    >>> is_signal(3)
    False
    """
    return isinstance(value, Signal)


@public("time-function->signal")
def time_function_to_signal(function: SignalFunction) -> Signal:
    """The signal that is a signal function of time.

    Scheme:  (time-function->signal f)
    >>> from scmpy import sigfun_make
    >>> signal_to_time_function(time_function_to_signal(sigfun_make(abs, (-1, 1))))(-0.5)
    0.5
    """
    return Signal(TIME, checked(function))


@public("frequency-function->signal")
def frequency_function_to_signal(function: SignalFunction) -> Signal:
    """The signal that is a signal function of frequency.

    Scheme:  (frequency-function->signal f)
    >>> from scmpy import sigfun_make
    >>> signal_to_frequency_function(frequency_function_to_signal(sigfun_make(abs, (-1, 1))))(-0.5)
    0.5
    """
    return Signal(FREQUENCY, checked(function))


@public("signal->time-function")
def signal_to_time_function(signal: Signal) -> SignalFunction:
    """A signal as a signal function of time.

    Scheme:  (signal->time-function signal)
    >>> from scmpy import sigfun_make
    >>> signal_to_time_function(time_function_to_signal(sigfun_make(abs, (-1, 1))))(-0.5)
    0.5
    """
    return _signal(signal).encoded(TIME)


@public("signal->frequency-function")
def signal_to_frequency_function(signal: Signal) -> SignalFunction:
    """A signal as a signal function of frequency.

    Scheme:  (signal->frequency-function signal)
    >>> from scmpy import sigfun_make
    >>> round(signal_to_frequency_function(time_function_to_signal(sigfun_make(lambda t: 1, (-1, 1))))(0), 9)
    2.0
    """
    return _signal(signal).encoded(FREQUENCY)


def _sum(operation: Any) -> Any:
    return lambda one, other: Signal(one.encoding, operation(one.function, other.encoded(one.encoding)))


g.add.add((Signal, Signal), _sum(g.add))
g.sub.add((Signal, Signal), _sum(g.sub))
g.negate.add((Signal,), lambda x: Signal(x.encoding, g.negate(x.function)))


def _declare(scheme: str, meaning: str, call: str, function: Any) -> None:
    function.__doc__ = f"""{meaning}

    Scheme:  ({scheme} {call})
    >>> from scmpy import sigfun_make
    >>> x = time_function_to_signal(sigfun_make(lambda t: t, (-1, 1)))
    >>> signal_to_time_function(x + x)(0.5)
    1.0
    """
    public(scheme)(function)


def _pointwise(scheme: str, operation: Any, encoding: str) -> Any:
    def apply(one: Signal, other: Signal) -> Signal:
        parts = (_signal(each, scheme).encoded(encoding) for each in (one, other))
        return Signal(encoding, operation(*parts))

    return apply


def _of_two(scheme: str, operation: Any) -> Any:
    def apply(one: Signal, other: Signal) -> Signal:
        return operation(_signal(one, scheme), _signal(other, scheme))  # type: ignore[no-any-return]

    return apply


def _scaled(scheme: str) -> Any:
    def apply(a: Scalar, x: Signal) -> Signal:
        return Signal(_signal(x, scheme).encoding, g.mul(a, x.function))

    return apply


def _shifted(scheme: str, encoding: str) -> Any:
    def apply(shift: Scalar, x: Signal) -> Signal:
        return Signal(encoding, sigfun_shift(_signal(x, scheme).encoded(encoding), shift))

    return apply


def _reversed(scheme: str) -> Any:
    def apply(x: Signal) -> Signal:
        return Signal(_signal(x, scheme).encoding, sigfun_reverse(x.function))

    return apply


_declare("signal:+", "The sum of two signals.", "x y", _of_two("signal:+", g.add))
_declare("signal:-", "The difference of two signals.", "x y", _of_two("signal:-", g.sub))
for _scheme, _operation, _encoding, _meaning in (
    ("signal:time-*", g.mul, TIME, "The product of two signals as functions of time."),
    ("signal:time-/", g.div, TIME, "The quotient of two signals as functions of time."),
    ("signal:frequency-*", g.mul, FREQUENCY, "The product of two signals as functions of frequency."),
    ("signal:frequency-/", g.div, FREQUENCY, "The quotient of two signals as functions of frequency."),
    ("signal:time-convolve", g.mul, FREQUENCY, "The convolution of two signals in time: the product in frequency."),
    ("signal:frequency-convolve", g.mul, TIME, "The convolution of two signals in frequency: the product in time."),
):
    _declare(_scheme, _meaning, "x y", _pointwise(_scheme, _operation, _encoding))
_declare("signal:scale", "A signal times a number.", "a x", _scaled("signal:scale"))
for _scheme, _encoding, _what in (
    ("signal:time-shift", TIME, "time"),
    ("signal:frequency-shift", FREQUENCY, "frequency"),
):
    _meaning = f"The signal whose function of {_what} has the argument shifted."
    _declare(_scheme, _meaning, "shift x", _shifted(_scheme, _encoding))
_declare("signal:reverse", "The signal with the opposite argument.", "x", _reversed("signal:reverse"))
