"""The original's other names of integration: integrators with messages, and methods by name.

All methods are that of definite-integral; which ends are open matters to none of them, since none evaluates there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DomainError, WrongTypeError, describe
from scmpy.generic.arguments import length
from scmpy.generic.finite import real, real_at
from scmpy.generic.functions import Function
from scmpy.numerics.quadrature.definite_integral import integral
from scmpy.registry import public, python_name
from scmpy.structure.aliases import Name, Real, RealFunction, ScalarValue
from scmpy.symbolic.expression import symbol

METHODS = "open closed-closed closed-open open-closed open-open romberg bulirsch-stoer".split()


def _method(value: Any, operation: str = CALLED) -> str:
    if str(value) not in METHODS:
        raise WrongTypeError(f"{operation} has the methods {', '.join(METHODS)}, got {describe(value)}")
    return str(value)


def _evaluated(f: Any, a: Any, b: Any, error: Any, operation: str) -> Any:
    allowed = real(error, operation)
    if not allowed > 0:
        raise WrongTypeError(f"{operation} expects a positive error, got {describe(error)}")
    return integral(f, a, b, allowed, True, operation)


@public("evaluate-definite-integral")
def evaluate_definite_integral(method: Name, f: RealFunction, a: Real, b: Real, error: Real) -> ScalarValue:
    """The integral of a function between two limits, to an allowed error, by a method of which the name alone matters.

    Scheme:  (evaluate-definite-integral 'open f a b error)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Raises:  WrongTypeError for a method that there is not;  ConvergenceError if the integral does not converge
    >>> round(evaluate_definite_integral("romberg", lambda x: 4 / (1 + x**2), 0, 1, 1e-12), 9)
    3.141592654
    """
    name = "evaluate-definite-integral"
    _method(method, name)
    return _evaluated(f, a, b, error, name)


@public("evaluate-improper-integral")
def evaluate_improper_integral(method: Name, f: RealFunction, a: Real, b: Real, error: Real) -> ScalarValue:
    """The integral of a function between two limits, of which one at least is infinite; see evaluate-definite-integral.

    Scheme:  (evaluate-improper-integral 'open f a :+infinity error)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Raises:  WrongTypeError for a method that there is not;  ConvergenceError if the integral does not converge
    >>> from scmpy import log
    >>> round(evaluate_improper_integral("open", lambda x: 1 / x**2, 1, -log(0), 1e-10), 9)
    1.0
    """
    name = "evaluate-improper-integral"
    _method(method, name)
    return _evaluated(f, a, b, error, name)


def _quadrature(name: str) -> None:
    """Declare one of the names under which the original has its methods: the integral is the same by all of them."""
    python = python_name(name)

    def integrate(f: RealFunction, a: Real, b: Real, error: Real) -> ScalarValue:
        return _evaluated(f, a, b, error, name)

    integrate.__doc__ = f"""The integral of a function between two limits, to an allowed error.

    Scheme:  ({name} f a b error)
    Shapes:  f: real -> number, list, tuple or matrix, of one number at a time;  result: shaped like its values
    Raises:  ConvergenceError if the integral does not converge
    >>> round({python}(lambda x: x**-0.5, 0, 1, 1e-10), 6)
    2.0
    """
    public(name)(integrate)


for _ends in ("open-open", "open-closed", "closed-open", "closed-closed", "open"):
    _quadrature(f"integrate-{_ends}")
_quadrature("romberg-quadrature")
_quadrature("bulirsch-stoer-quadrature")


class Integrator:
    """An integral whose parts are asked for and set by messages."""

    def __init__(self, integrand: Any, low: Any, high: Any, error: Any, method: Any) -> None:
        self.parts = {
            "integrand": integrand, "lower-limit": low, "upper-limit": high, "error": error, "method": method
        }  # fmt: skip

    def __call__(self, message: Any, *values: Any) -> Any:
        name = "make-definite-integrator"
        said = str(message).lower()
        if said == "integral":
            parts = self.parts
            missing = [part for part, value in parts.items() if value is None or value is False]
            if missing:
                raise DomainError(f"{name}: the integrator has no {' and no '.join(missing)} yet")
            return evaluate_definite_integral(
                parts["method"], parts["integrand"], parts["lower-limit"], parts["upper-limit"], parts["error"]
            )
        part = said.removeprefix("set-").removesuffix("!")
        if part not in self.parts or (said != part and len(values) != 1):
            known = " ".join(("integral", *self.parts, *(f"set-{each}!" for each in self.parts)))
            raise WrongTypeError(f"{name} understands {known}, got {describe(message)}")
        if said == part:
            return False if self.parts[part] is None else self.parts[part]
        self.parts[part] = values[0]
        _method(self.parts["method"], name)
        return symbol("done")


@public("make-definite-integrator")
def make_definite_integrator(
    integrand: RealFunction | None = None,
    low: Real | None = None,
    high: Real | None = None,
    error: Real = 1e-10,
    method: Name = "open",
) -> Function:
    """An integral whose parts are asked for and set by messages.

    Scheme:  (make-definite-integrator [integrand lower-limit upper-limit error method]), (integrator 'integral),
             (integrator 'set-upper-limit! 1), (integrator 'upper-limit), also of integrand, lower-limit, error, method,
             which are #f (False) if they have not been set
    Raises:  WrongTypeError for another message;  DomainError where a part is missing
    >>> round(make_definite_integrator(lambda x: 4 / (1 + x**2), 0, 1)("integral"), 9)
    3.141592654
    """
    chosen = symbol(_method(method))
    return Function(Integrator(integrand, low, high, error, chosen), "integrator")


def trapezoid(f: Callable[[Any], Any], a: float, b: float, parts: int) -> float:
    """The trapezoidal rule with so many parts.

    >>> trapezoid(lambda x: x, 0.0, 1.0, 4)
    0.5
    """
    step = (b - a) / parts
    inner = sum(real_at(f, a + k * step, "trapezoid-stream") for k in range(1, parts))
    return step * ((real_at(f, a, "trapezoid-stream") + real_at(f, b, "trapezoid-stream")) / 2 + inner)


@public("second-euler-maclaurin")
def second_euler_maclaurin(f: RealFunction, a: Real, b: Real) -> Function:
    """The midpoint rule for an integral, as a function of the number of parts.

    Scheme:  ((second-euler-maclaurin f a b) n)
    Shapes:  f: real -> number;  result: the number of parts -> number
    Raises:  the value: DomainError unless there is a part
    >>> second_euler_maclaurin(lambda x: x, 0, 1)(4)
    0.5
    """
    name = "second-euler-maclaurin"
    low, high = real(a, name), real(b, name)

    def rule(n: Any) -> float:
        parts = length(n, name, things="parts")
        if not parts:
            raise DomainError(f"{name} expects one part at least")
        step = (high - low) / parts
        return step * sum(real_at(f, low + (k + 0.5) * step, name) for k in range(parts))

    return Function(rule, name)
