"""Jacobi's and Bessel's functions: cn and dn are square roots of polynomials in sn, and three orders are dependent.

cn^2 = 1 - sn^2, dn^2 = 1 - k^2 sn^2; C_(n+1) = 2n/x C_n - C_(n-1), by which all orders n + k with a whole k are those
of two: of n and n + 1, where the constant in n is from 0 on and below 1.
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


def _of_order(engine: Certain, head: str, n: Form, x: Form) -> Form:
    tower = engine.tower
    number = next((to_fraction(c) for m, c in n.num.terms() if not any(m)), 0) if n.is_polynomial else 0
    steps = math.floor(number)
    if abs(steps) > MOST_STEPS:
        return engine.opaque(symbol(head), n, x)
    base = tower.sub(n, tower.constant(steps))
    first, second = (engine.opaque(symbol(head), tower.add(base, tower.constant(i)), x) for i in (0, 1))
    for k in range(steps):  # from orders k and k + 1 to those above
        first, second = second, tower.sub(_times_order(engine, base, k + 1, x, second), first)
    for k in range(-steps):
        first, second = tower.sub(_times_order(engine, base, -k, x, first), second), first
    return first


def _times_order(engine: Certain, base: Form, k: int, x: Form, value: Form) -> Form:
    """2 (base + k) / x times a value."""
    tower = engine.tower
    return tower.mul(tower.div(tower.scaled(tower.add(base, tower.constant(k)), 2), x), value)


@kernel_of("bessj")
def _bessj(engine: Certain, n: Form, x: Form) -> Form:
    return _of_order(engine, "bessj", n, x)


@kernel_of("bessy")
def _bessy(engine: Certain, n: Form, x: Form) -> Form:
    return _of_order(engine, "bessy", n, x)
