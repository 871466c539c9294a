"""Piecewise polynomial approximations: an interval is halved until a polynomial is near enough to a function."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scmpy.errors import DomainError, LimitError, WrongTypeError, describe
from scmpy.generic.arguments import items
from scmpy.generic.finite import real
from scmpy.generic.functions import Function
from scmpy.museum.chebyshev_expansions import cheb_econ
from scmpy.museum.interpolants import get_poly_and_errors, make_hermite_interpolator
from scmpy.numerics.minima.one_variable import checked, convergence, golden_section
from scmpy.pickling import Portable, portable
from scmpy.registry import public
from scmpy.structure.aliases import Real, RealFunction

MOST_PARTS = 10_000  # polynomials that one function is cut into: what bends in more is not fitted
NARROWEST = 2.0**-40  # of the whole interval


class PiecewisePolynomial(Portable):
    """Polynomials on the parts of an interval, each of the distance from the middle of its part."""

    __slots__ = ("ends", "polynomials")

    def __init__(self, ends: Sequence[float], polynomials: Sequence[Any]) -> None:
        self.ends = tuple(ends)
        self.polynomials = tuple(polynomials)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((PiecewisePolynomial, (self.ends, self.polynomials)))

    def __repr__(self) -> str:
        return f"<piecewise polynomial of {len(self.polynomials)} parts from {self.ends[0]} to {self.ends[-1]}>"

    def __call__(self, x: Any) -> float:
        place = real(x, "ppa-value")
        if not self.ends[0] <= place <= self.ends[-1]:
            raise DomainError(f"ppa-value: {place} is not between {self.ends[0]} and {self.ends[-1]}")
        i = min(bisect_right(self.ends, place), len(self.polynomials)) - 1
        return float(self.polynomials[i](place - (self.ends[i] + self.ends[i + 1]) / 2))


def _made(fitted: Callable[[float, float], Any], low: Any, high: Any, operation: str) -> PiecewisePolynomial:
    """The approximation whose polynomial on a part is what a function gives for it; None halves the part."""
    first, last = real(low, operation), real(high, operation)
    if not first < last:
        raise DomainError(f"{operation} expects an interval, the lower end first, got {first} and {last}")
    ends, polynomials, pending = [first], [], [(first, last)]
    while pending:
        a, b = pending.pop()
        found = fitted(a, b)
        middle = (a + b) / 2
        if found is not None:
            ends.append(b)
            polynomials.append(found)
        elif len(polynomials) + len(pending) > MOST_PARTS or b - a < NARROWEST * (last - first):
            raise LimitError(f"{operation}: the function is not approximated near {middle}")
        else:
            pending += [(middle, b), (a, middle)]
    return PiecewisePolynomial(ends, polynomials)


@public("make-ppa")
def make_ppa(f: RealFunction, low: Real, high: Real, max_order: int, accuracy: Real) -> PiecewisePolynomial:
    """A piecewise polynomial approximation of a function, with no more than so many coefficients a part.

    Scheme:  (make-ppa f low high max-order accuracy)
    Raises:  DomainError unless low < high;  LimitError if the function is not approximated so
    >>> from scmpy import sin
    >>> abs(make_ppa(sin, 0, 3, 5, 1e-6)(1.0) - sin(1.0)) < 1e-6
    True
    """
    name = "make-ppa"
    allowed = real(accuracy, name)

    def fitted(a: float, b: float) -> Any:
        middle, half = (a + b) / 2, (b - a) / 2
        polynomial, error, _ = get_poly_and_errors(lambda x: f(x + middle), -half, half, max_order)
        return cheb_econ(polynomial, -half, half, allowed - error) if error < allowed else None

    return _made(fitted, low, high, name)


@public("make-smooth-ppa")
def make_smooth_ppa(functions: Iterable[RealFunction], low: Real, high: Real, accuracy: Real) -> PiecewisePolynomial:
    """A piecewise polynomial approximation that has the values of a function, and of derivatives, where parts meet.

    Scheme:  (make-smooth-ppa (list f df ...) low high accuracy)
    Raises:  DomainError unless low < high;  LimitError if the function is not approximated so; WrongTypeError unless it
             is given functions
    >>> from scmpy import cos, sin
    >>> abs(make_smooth_ppa([sin, cos], 0, 3, 1e-6)(1.0) - sin(1.0)) < 1e-6
    True
    """
    name = "make-smooth-ppa"
    fs, allowed = items(functions, name), real(accuracy, name)
    if not fs or not all(map(callable, fs)):
        raise WrongTypeError(f"{name} expects a list of a function and its derivatives, got {describe(functions)}")
    polynomial_of = make_hermite_interpolator(len(fs) - 1)
    f, enough = checked(fs[0], name), convergence("function-tol", 0.01, name)

    def fitted(a: float, b: float) -> Any:
        middle, half = (a + b) / 2, (b - a) / 2
        ends = ((x, *(real(each(middle + x), name) for each in fs)) for x in (-half, half))
        polynomial = polynomial_of(*ends)
        size = golden_section(lambda x: -abs(f(middle + x) - float(polynomial(x))), -half, half, enough, name)[1]
        return polynomial if -size < allowed else None

    return _made(fitted, low, high, name)


@public("ppa-value")
def ppa_value(approximation: PiecewisePolynomial, x: Real) -> float:
    """The value of a piecewise polynomial approximation.

    Scheme:  (ppa-value ppa x)
    Raises:  DomainError outside of its interval; WrongTypeError for what is no piecewise polynomial
    >>> from scmpy import sin
    >>> round(ppa_value(make_ppa(sin, 0, 3, 5, 1e-6), 1), 5)
    0.84147
    """
    if not isinstance(approximation, PiecewisePolynomial):
        raise WrongTypeError(f"ppa-value expects what make-ppa makes, got {describe(approximation)}")
    return approximation(x)


@public("ppa-memo")
def ppa_memo(f: RealFunction, low: Real, high: Real, max_order: int, accuracy: Real) -> Function:
    """The function of a piecewise polynomial approximation of another one; see make-ppa.

    Scheme:  ((ppa-memo f low high max-order accuracy) x)
    Shapes:  f: real -> real;  result: real -> real
    Raises:  DomainError unless low < high;  LimitError if the function is not approximated so;  the value: DomainError
             outside of the range
    >>> from scmpy import sin
    >>> round(ppa_memo(sin, 0, 3, 5, 1e-6)(1), 5)
    0.84147
    """
    return Function(make_ppa(f, low, high, max_order, accuracy), "ppa-memo")


@public("smooth-ppa-memo")
def smooth_ppa_memo(functions: Iterable[RealFunction], low: Real, high: Real, accuracy: Real) -> Function:
    """The function of a smooth piecewise polynomial approximation; see make-smooth-ppa.

    Scheme:  ((smooth-ppa-memo (list f df ...) low high accuracy) x)
    Shapes:  f, df, ...: real -> real;  result: real -> real
    Raises:  DomainError unless low < high;  LimitError if the function is not approximated so;  the value: DomainError
             outside of the range
    >>> from scmpy import cos, sin
    >>> round(smooth_ppa_memo([sin, cos], 0, 3, 1e-6)(1), 5)
    0.84147
    """
    return Function(make_smooth_ppa(functions, low, high, accuracy), "smooth-ppa-memo")
