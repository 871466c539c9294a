"""Values of the parameters for which an integrand has a pole between the ends of an integral."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

from scmpy.numerics.roots.bracketed import halved
from scmpy.solving.asking import answer_of
from scmpy.symbolic.expression import Expression, Symbol
from scmpy.symbolic.sympy_bridge import to_sympy

_INSIDE = (Fraction(1, 2), Fraction(3, 11), Fraction(7, 9))  # of the way between the ends
_FAR = [10.013 * 1.1**n for n in range(1, 100)]  # up to 100,000
_GRID = [*(-x for x in reversed(_FAR)), *(n / 4 + 0.013 for n in range(-40, 41)), *_FAR]
_MOST = 8  # zeros of one denominator, those next to 0
_HALVINGS = 40
_ROUNDING = 2**24


def points_of_poles(
    expression: Any, variable: Symbol, ends: tuple[Any, Any], start: dict[Symbol, Fraction]
) -> list[dict[Symbol, Fraction]]:
    """Points that put a zero of a denominator between the ends, one parameter changed, the others as at the start.

    Without parameters it is the empty point, if there is such a zero.
    """
    if not isinstance(expression, Expression):
        return []
    return answer_of("integrate", lambda sympy: list(_points(sympy, expression, variable, ends, start)))


def _points(sympy: Any, expression: Any, variable: Symbol, ends: Any, start: Any) -> Iterator[dict[Symbol, Fraction]]:
    x = to_sympy(variable)
    low, high = (to_sympy(end) for end in ends)
    bases = _denominators(sympy, to_sympy(expression))
    parameters = {s: value for s, value in start.items() if s is not variable}
    numbers = {s: (to_sympy(s), sympy.Rational(value)) for s, value in parameters.items()}
    for base in bases:
        for changed in parameters:
            fixed = dict(numbers[s] for s in parameters if s is not changed)
            for part in _INSIDE:
                inside = _between(low, high, sympy.Rational(part))
                at = base.subs(x, inside).subs(fixed)
                for root in _zeros(sympy, at, to_sympy(changed)):
                    yield {**parameters, changed: Fraction(root)}
        if not parameters and any(low < root < high for root in map(sympy.Rational, _zeros(sympy, base, x))):
            yield {}


def _between(low: Any, high: Any, part: Any) -> Any:
    if low.is_infinite and high.is_infinite:
        return 2 * part - 1
    if high.is_infinite or low.is_infinite:
        return low + part if high.is_infinite else high - part
    return low + (high - low) * part


def _denominators(sympy: Any, expression: Any) -> set[Any]:
    """What vanishes where a part of the expression is infinite."""
    found = {
        power.base
        for power in expression.atoms(sympy.Pow)
        if power.exp.could_extract_minus_sign() or not power.exp.is_number
    }
    found |= {sympy.cos(e.args[0]) for e in expression.atoms(sympy.tan, sympy.sec)}
    found |= {sympy.sin(e.args[0]) for e in expression.atoms(sympy.cot, sympy.csc)}
    return {base for base in found if not base.is_number}


def _zeros(sympy: Any, base: Any, s: Any) -> list[Fraction]:
    """Real zeros in a symbol, of a polynomial all, of others where the sign changes on a grid; rounded."""
    if base.free_symbols != {s} or base.atoms(sympy.core.function.AppliedUndef):
        return []
    if base.is_polynomial(s):
        roots = map(complex, sympy.Poly(base, s).sqf_part().nroots(n=20, maxsteps=500))
        return [_rounded(root.real) for root in roots if abs(root.imag) <= 1e-12 * abs(root)]
    value = sympy.lambdify(s, base, "math")
    places = [(at, _sign(value, at)) for at in _GRID]
    ends = [(low, high) for low, high in pairwise(places) if low[1] * high[1] < 0]
    halves = [halved(partial(_sign, value), low, high, 0.0, _HALVINGS) for low, high in ends]
    return sorted((_rounded((low[0] + high[0]) / 2) for low, high in halves), key=abs)[:_MOST]


def _sign(value: Any, at: float) -> float:
    try:
        number = value(at)
        return math.copysign(1.0, number) if math.isfinite(number) and number else 0.0
    except (ArithmeticError, ValueError, TypeError):
        return 0.0


def _rounded(root: float) -> Fraction:
    return Fraction(root).limit_denominator(_ROUNDING)
