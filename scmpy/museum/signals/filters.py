"""Filters: the responses of Butterworth's and Chebyshev's, delays, windows, and filters of finite response.

Source:  A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, ch. 7 and appendix B
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable, items, length
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.museum.chebyshev import chebyshev_polynomial
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real, Value

MOST_POLES = Limit("most-filter-poles", 1_000, "Poles of a filter.")


def _order(n: Any, name: str) -> int:
    order = length(n, name, MOST_POLES)
    if not order:
        raise DomainError(f"{name} expects one pole at least")
    return order


@public("Butterworth-response")
def Butterworth_response(cutoff: Real, n: int) -> Function:
    """The squared size of the response of Butterworth's low-pass filter with n poles.

    Scheme:  ((Butterworth-response cutoff n) omega)
    Math:    1 / (1 + (omega / cutoff)^(2n))
    Shapes:  result: omega -> number, or array -> array
    Raises:  DomainError unless there is a pole
    >>> Butterworth_response(2, 3)(2)
    Fraction(1, 2)
    """
    order = _order(n, "Butterworth-response")
    return Function(lambda omega: g.div(1, g.add(1, g.expt(g.div(omega, cutoff), 2 * order))), "Butterworth-response")


@public("Chebyshev-response")
def Chebyshev_response(cutoff: Real, ripple: Real, n: int) -> Function:
    """The squared size of the response of Chebyshev's low-pass filter with n poles, which ripples before the cutoff.

    Scheme:  ((Chebyshev-response cutoff ripple n) omega)
    Math:    1 / (1 + ripple^2 T_n(omega / cutoff)^2)
    Shapes:  result: omega -> number, or array -> array
    Raises:  DomainError unless there is a pole
    >>> Chebyshev_response(2, 1, 3)(2)
    Fraction(1, 2)
    """
    polynomial = chebyshev_polynomial(_order(n, "Chebyshev-response"))

    def response(omega: Any) -> Any:
        return g.div(1, g.add(1, g.mul(g.square(ripple), g.square(polynomial(g.div(omega, cutoff))))))

    return Function(response, "Chebyshev-response")


@public("H-Butterworth")
def H_Butterworth(cutoff: Real, n: int) -> Function:
    """The system function of Butterworth's low-pass filter with n poles, of the complex frequency s = i omega.

    Scheme:  ((H-Butterworth cutoff n) s)
    Shapes:  result: s, maybe complex, -> complex number
    Raises:  DomainError unless the cutoff is positive and there is a pole
    1 ]=> (magnitude ((H-Butterworth 1 2) (make-rectangular 0 1)))
    ;Value: .7071067811865476
    >>> round(abs(H_Butterworth(2.0, 3)(2j))**2, 9)
    0.5
    """
    name = "H-Butterworth"
    size, order = real(cutoff, name), _order(n, name)
    if size <= 0:
        raise DomainError(f"{name} expects a positive cutoff, got {cutoff}")
    poles = [size * cmath.exp(1j * math.pi * (0.5 + (2 * k + 1) / (2 * order))) for k in range(order)]

    def response(s: Any) -> Any:
        below: Any = 1
        for pole in poles:
            below = g.mul(below, g.div(g.sub(s, pole), size))
        return g.div(1, below)

    return Function(response, name)


@public("group-delay")
def group_delay(response: Callable[[Any], Any]) -> Function:
    """The delay of what a filter does to signals of about a frequency: minus the derivative of the phase.

    Scheme:  ((group-delay H) omega)
    Shapes:  H: omega -> complex
    1 ]=> ((group-delay (lambda (omega) (exp (* (make-rectangular 0 -3) omega)))) 1/2)
    ;Value: 3
    >>> from scmpy import exp
    >>> group_delay(lambda omega: exp(-3j * omega))(0.5)
    3.0
    """
    check_callable(response, wanted="a function of a frequency")

    def delay(omega: Any) -> Any:
        return g.negate(g.imag_part(g.div(D(response)(omega), response(omega))))

    return Function(delay, "group-delay")


@public("kaiser")
def kaiser(n: int, beta: Real) -> tuple[float, ...]:
    """Kaiser's window of n numbers, the narrower the larger beta is.

    Scheme:  (kaiser n beta)
    Shapes:  result: a list of n numbers
    1 ]=> (kaiser 3 0)
    ;Value: (1. 1. 1.)
    >>> [round(x, 6) for x in kaiser(3, 2.0)]
    [0.438676, 1.0, 0.438676]
    """
    import numpy

    return tuple(numpy.kaiser(length(n, "kaiser", things="numbers"), real(beta)).tolist())


@public("direct-form")
def direct_form(response: Numbers) -> Function:
    """The filter with a finite response to an impulse: of a signal it makes the sum of h_k x_(n - k).

    Scheme:  ((direct-form h) x)
    Shapes:  h: list of numbers;  result: list of n numbers -> list of n
    >>> direct_form([0.5, 0.5])([1, 2, 4])
    (0.5, 1.5, 3.0)
    """
    weights = [real(h) for h in items(response)]

    def filtered(signal: Any) -> tuple[float, ...]:
        import numpy

        values = [real(x, "direct-form") for x in items(signal, "direct-form")]
        if not values or not weights:
            return (0.0,) * len(values)
        return tuple(numpy.convolve(values, weights)[: len(values)].tolist())

    return Function(filtered, "direct-form")


@public("flo:apply-filter")
def flo_apply_filter(signal: Numbers, filter_: Callable[[Any], Any], overlap: int | None = None) -> Value:
    """What a filter makes of a signal that is 0 before it begins.

    The overlap, which the original asks for, is as long as the filter's response.

    Scheme:  (flo:apply-filter signal filter [overlap])
    Shapes:  signal: list of n numbers;  filter: list -> list, as direct-form makes it;  result: a list of n
    >>> flo_apply_filter([1, 2, 4], direct_form([0.5, 0.5]))
    (0.5, 1.5, 3.0)
    """
    check_callable(filter_, wanted="a filter")
    return filter_(signal)
