"""Minima of functions of a vector by SciPy, as the original's calls give them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.errors import WrongTypeError, describe
from scmpy.generic.arguments import count, items
from scmpy.generic.finite import finite_real, real
from scmpy.numerics.minima.points import point_function, point_of
from scmpy.registry import public
from scmpy.structure.aliases import Real, Values
from scmpy.structure.structure import Up
from scmpy.symbolic.expression import symbol


@public("bfgs")
def bfgs(
    f: Callable[[Any], Any], g: Callable[[Any], Any] | tuple[()], x: Values, est: Real, ftol: Real, maxiter: int
) -> tuple[Any, ...]:
    """A minimum of a function of a vector by the method of Broyden, Fletcher, Goldfarb and Shanno.

    An empty list for the gradient is the exact one; the estimate of the value is not needed. It ends where the gradient
    is as small as ``ftol`` says, or the value does not fall any more.

    Scheme:  (bfgs f gradient x estimate ftol maxiter), which is (list 'ok (cons x (f x)) count); the status is maxcount
             after so many steps
    Shapes:  f: vector -> real;  gradient: vector -> vector
    Raises:  WrongTypeError if a place or a value is no real number
    >>> bfgs(lambda p: (p[0] - 1)**2 + p[1]**4, (), [0.0, 3.0], 0.0, 1e-12, 100)[0]
    ok
    """
    from scipy.optimize import minimize

    if g is not None and not callable(g) and len(items(g, "bfgs")) > 0:
        raise WrongTypeError(f"bfgs expects the gradient, a function of a vector, or none, got {describe(g)}")
    value, slope = point_function(f, "bfgs"), g if callable(g) else D(f)

    def gradient(p: Any) -> list[float]:
        return [real(part, "bfgs") for part in items(slope(Up(p.tolist())), "bfgs")]

    options = {"maxiter": count(maxiter, "bfgs"), "gtol": float(finite_real(ftol, "bfgs"))}
    start = point_of(x, "bfgs")
    found = minimize(lambda p: value(p.tolist()), start, jac=gradient, method="BFGS", options=options)
    return symbol("maxcount" if found.status == 1 else "ok"), (Up(found.x.tolist()), float(found.fun)), found.nit
