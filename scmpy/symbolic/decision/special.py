"""Jacobi's and Bessel's functions, the Gamma function: cn and dn are square roots of polynomials in sn; recurrences.

cn^2 = 1 - sn^2, dn^2 = 1 - k^2 sn^2. Of Bessel's functions C_(n+1) = a 2n/x C_n + b C_(n-1), by which all orders n + k
with a whole k are those of two: of n and n + 1, where the constant in n is from 0 on and below 1. Likewise are
Gamma(x + k), and psi_n(x + k), those at one place: Gamma(x + 1) = x Gamma(x).
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.symbolic.decision.certain import Certain, kernel_of
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.expression import application, symbol
from scmpy.symbolic.ring import Form

#: Orders farther from the two are not expanded.
MOST_STEPS = 30


@kernel_of("jacobi-sn")
def _sn(engine: Certain, u: Form, k: Form) -> Form:
    return engine.opaque(symbol("jacobi-sn"), u, k)


def _root_of(engine: Certain, head: str, factor: Any, u: Form, k: Form) -> Form:
    """The atom whose square is 1 less a multiple of sn^2."""
    tower = engine.tower
    sn = _sn(engine, u, k)
    square = tower.sub(tower.constant(1), tower.mul(factor, tower.mul(sn, sn)))
    divisor = square.ring.form(square.den)  # the atom is the function times that
    node = application(symbol(head), tower.key(u), tower.key(k))
    return tower.div(tower.atom(node, 2, square.ring.form(square.num * square.den)), divisor)


@kernel_of("jacobi-cn")
def _cn(engine: Certain, u: Form, k: Form) -> Form:
    return _root_of(engine, "jacobi-cn", engine.tower.constant(1), u, k)


@kernel_of("jacobi-dn")
def _dn(engine: Certain, u: Form, k: Form) -> Form:
    return _root_of(engine, "jacobi-dn", engine.tower.mul(k, k), u, k)


def _steps(n: Form) -> int:
    """The whole number below the constant term."""
    number = next((to_fraction(c) for m, c in n.num.terms() if not any(m)), 0) if n.is_polynomial else 0
    return math.floor(number)


def _is_constant(x: Form) -> bool:
    return x.is_polynomial and not any(any(m) for m, _ in x.num.terms())


def _of_order(engine: Certain, head: str, signs: tuple[int, int], n: Form, x: Form) -> Form:
    tower = engine.tower
    steps = _steps(n)
    if abs(steps) > MOST_STEPS:
        return engine.opaque(symbol(head), n, x)
    a, b = signs
    base = tower.sub(n, tower.constant(steps))
    first, second = (engine.opaque(symbol(head), tower.add(base, tower.constant(i)), x) for i in (0, 1))
    for k in range(steps):  # from orders k and k + 1 to those above
        rise = tower.scaled(_times_order(engine, base, k + 1, x, second), a)
        first, second = second, tower.add(rise, tower.scaled(first, b))
    for k in range(-steps):
        rise = tower.scaled(_times_order(engine, base, -k, x, first), a)
        first, second = tower.scaled(tower.sub(second, rise), b), first
    return first


def _times_order(engine: Certain, base: Form, k: int, x: Form, value: Form) -> Form:
    """2 (base + k) / x times a value."""
    tower = engine.tower
    return tower.mul(tower.div(tower.scaled(tower.add(base, tower.constant(k)), 2), x), value)


#: The signs a and b of the recurrences.
_SIGNS = {"bessj": (1, -1), "bessy": (1, -1), "bessi": (-1, 1), "bessk": (1, 1)}

for _head, _signs in _SIGNS.items():
    kernel_of(_head)(lambda engine, n, x, head=_head, signs=_signs: _of_order(engine, head, signs, n, x))


@kernel_of("gamma-function")
def _gamma(engine: Certain, x: Form) -> Form:
    tower, steps = engine.tower, _steps(x)
    if abs(steps) > MOST_STEPS or _is_constant(x):
        return engine.opaque(symbol("gamma-function"), x)
    base = tower.sub(x, tower.constant(steps))
    value = engine.opaque(symbol("gamma-function"), base)
    for k in range(abs(steps)):
        step = tower.add(base, tower.constant(k if steps > 0 else -k - 1))
        value = tower.mul(value, step) if steps > 0 else tower.div(value, step)
    return value


@kernel_of("polygamma")
def _polygamma(engine: Certain, n: Form, x: Form) -> Form:
    """psi_n(x + 1) = psi_n(x) + (-1)^n n! x^(-n-1)."""
    tower, steps, order = engine.tower, _steps(x), _steps(n)
    is_known = _is_constant(n) and all(to_fraction(c) == order for _, c in n.num.terms())
    if not (is_known and 0 <= order <= MOST_STEPS) or _is_constant(x) or abs(steps) > MOST_STEPS:
        return engine.opaque(symbol("polygamma"), n, x)
    base = tower.sub(x, tower.constant(steps))
    value = engine.opaque(symbol("polygamma"), n, base)
    for k in range(abs(steps)):
        at = tower.add(base, tower.constant(k if steps > 0 else -k - 1))
        power = tower.constant((-1) ** order * math.factorial(order))
        for _ in range(order + 1):
            power = tower.div(power, at)
        value = tower.add(value, power) if steps > 0 else tower.sub(value, power)
    return value
