"""Improper integrals by the original's call."""

from __future__ import annotations

from scmpy.errors import WrongTypeError, describe
from scmpy.generic.finite import real
from scmpy.numerics.quadrature.definite_integral import integral
from scmpy.registry import public
from scmpy.structure.aliases import Name, Real, RealFunction, ScalarValue


@public("evaluate-improper-integral")
def evaluate_improper_integral(method: Name, f: RealFunction, a: Real, b: Real, error: Real) -> ScalarValue:
    """The integral of a function between two limits, one of which may be infinite; all methods are definite-integral's.

    Scheme:  (evaluate-improper-integral 'open f a :+infinity error)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Raises:  WrongTypeError unless the error is positive;  ConvergenceError if the integral does not converge
    >>> from scmpy import log
    >>> round(evaluate_improper_integral("open", lambda x: 1 / x**2, 1, -log(0), 1e-10), 9)
    1.0
    """
    allowed = real(error)
    if not allowed > 0:
        raise WrongTypeError(f"evaluate-improper-integral expects a positive error, got {describe(error)}")
    return integral(f, a, b, allowed, True, "evaluate-improper-integral")
