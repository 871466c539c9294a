"""Equations of motion, derived, simplified and printed, and Lie series; and, in the same run, SymPy's mechanics package.

Every round has names of its own, so that nothing is remembered from the round before.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable

import pytest

import scmpy as s

fresh = itertools.count()


def chain(q, v, masses, lengths, g, sin, cos):
    """The Lagrangian of a chain of links that hangs from a fixed point."""
    kinetic = potential = vx = vy = y = 0
    for angle, rate, m, length in zip(q, v, masses, lengths, strict=True):
        vx = vx + length * cos(angle) * rate
        vy = vy + length * sin(angle) * rate
        y = y - length * cos(angle)
        kinetic = kinetic + m * (vx**2 + vy**2) / 2
        potential = potential + m * g * y
    return kinetic - potential


def names(prefix: str, count: int, n: int) -> str:
    return " ".join(f"{prefix}{i}_{n}" for i in range(count)) + ("," if count == 1 else "")


def state_derivative(links: int, n: int) -> str:
    g, t, *parameters = s.symbols(f"g{n} t{n} {names('m', links, n)} {names('l', links, n)}")
    masses, lengths = parameters[:links], parameters[links:]
    place, rates = s.symbols(names("q", links, n)), s.symbols(names("v", links, n))
    derivative = s.Lagrangian_to_state_derivative(lambda x: chain(x[1], x[2], masses, lengths, g, s.sin, s.cos))
    return str(derivative(s.up(t, s.up(*place), s.up(*rates))))


def sympy_chain(links: int, n: int):
    """SymPy's method for the chain."""
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    g, *parameters = sympy.symbols(f"g{n} {names('m', links, n)} {names('l', links, n)}")
    masses, lengths = parameters[:links], parameters[links:]
    q = dynamicsymbols(names("q", links, n))
    v = [angle.diff(dynamicsymbols._t) for angle in q]
    method = LagrangesMethod(chain(q, v, masses, lengths, g, sympy.sin, sympy.cos), q)
    method.form_lagranges_equations()
    return method


def sympy_state_derivative(links: int, n: int) -> str:
    import sympy

    return str(sympy.simplify(sympy_chain(links, n).rhs()))


def sympy_state_derivative_as_it_comes(links: int, n: int) -> str:
    """Not simplified: the inverse of the matrix of inertia, and the rest, as they stand."""
    return str(sympy_chain(links, n).rhs())


def compared(benchmark, ours: Callable[[int], str], theirs: Callable[[int], str] | None = None) -> None:
    """The median of five rounds; SymPy's time for one, and the ratio, as extra information."""
    benchmark.pedantic(ours, setup=lambda: ((next(fresh),), {}), rounds=5, warmup_rounds=1)
    if theirs is None or benchmark.stats is None:
        return
    start = time.perf_counter()
    theirs(next(fresh))
    benchmark.extra_info["SymPy (s)"] = elapsed = time.perf_counter() - start
    benchmark.extra_info["times faster than SymPy"] = elapsed / benchmark.stats.stats.median


def test_double_pendulum(benchmark):
    compared(benchmark, lambda n: state_derivative(2, n), lambda n: sympy_state_derivative(2, n))


def test_triple_pendulum(benchmark):
    """SymPy simplifies the right-hand side of three links in minutes: it is compared without."""
    compared(benchmark, lambda n: state_derivative(3, n), lambda n: sympy_state_derivative_as_it_comes(3, n))


def test_quadruple_pendulum(benchmark):
    compared(benchmark, lambda n: state_derivative(4, n))


# --- the heavy top ---------------------------------------------------------------------------------------------


def top(n: int):
    """The moments, the Lagrangian in Euler angles, the one of body components, a path."""
    A, B, C, h, t = s.symbols(f"A{n} B{n} C{n} h{n} t{n}")
    kinetic, in_angles = s.T_body(A, B, C), s.T_body_Euler(A, B, C)
    path = s.up(*s.literal_functions(names("q", 3, n)))
    rates = s.up(*s.literal_functions(names("w", 3, n)))
    return t, kinetic, lambda x: in_angles(x) - h * s.cos(x[1][0]), lambda x: kinetic(x[2]) - h * x[1][2], path, rates


def top_by_lagrange(n: int) -> str:
    t, _, L, _, path, _ = top(n)
    return str(s.Lagrange_equations(L)(path)(t))


def top_by_poincare(n: int) -> str:
    t, kinetic, _, _, path, rates = top(n)
    return str(s.Poincare_equations(lambda x: kinetic(x[2]) - s.cos(x[1][0]), s.so3p_basis)(path, rates)(t))


def top_by_lie_and_poisson(n: int) -> str:
    t, _, _, reduced, path, rates = top(n)
    H = s.Lagrangian_to_Hamiltonian(reduced)
    return str(s.Lie_Poisson_equations(H, s.so3_generators)(path, s.down(*rates))(t))


def sympy_top(n: int) -> str:
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    A, B, C, h = sympy.symbols(f"A{n} B{n} C{n} h{n}")
    theta, _, psi = q = dynamicsymbols(names("q", 3, n))
    theta_rate, phi_rate, psi_rate = (angle.diff(dynamicsymbols._t) for angle in q)
    a = theta_rate * sympy.cos(psi) + phi_rate * sympy.sin(theta) * sympy.sin(psi)
    b = phi_rate * sympy.sin(theta) * sympy.cos(psi) - theta_rate * sympy.sin(psi)
    c = phi_rate * sympy.cos(theta) + psi_rate
    method = LagrangesMethod((A * a**2 + B * b**2 + C * c**2) / 2 - h * sympy.cos(theta), q)
    return str(sympy.simplify(method.form_lagranges_equations()))


def test_heavy_top_by_lagrange(benchmark):
    compared(benchmark, top_by_lagrange, sympy_top)


@pytest.mark.parametrize("job", [top_by_poincare, top_by_lie_and_poisson])
def test_heavy_top_reduced(benchmark, job):
    compared(benchmark, job)


# --- Lie series ------------------------------------------------------------------------------------------------


def lie_series(order: int, n: int) -> str:
    alpha, beta, dt, t, q, p = s.symbols(f"alpha{n} beta{n} dt{n} t{n} q{n} p{n}")
    H = s.pendulum_Hamiltonian(alpha, beta)
    series = s.Lie_transform(H, dt)(s.coordinate)(s.up(t, q, p))
    return str(s.series_sum(series, order))


def sympy_lie_series(order: int, n: int) -> str:
    import sympy

    alpha, beta, dt, q, p = sympy.symbols(f"alpha{n} beta{n} dt{n} q{n} p{n}")
    H = p**2 / (2 * alpha) - beta * sympy.cos(q)
    term = total = q
    for k in range(1, order + 1):
        bracket = term.diff(q) * H.diff(p) - term.diff(p) * H.diff(q)
        term = sympy.expand(bracket) * dt / k
        total += term
    return str(sympy.simplify(total))


@pytest.mark.parametrize("order", [4, 8])
def test_lie_series_of_the_pendulum(benchmark, order):
    compared(benchmark, lambda n: lie_series(order, n), lambda n: sympy_lie_series(order, n))


def test_lie_series_at_numbers(benchmark):
    """Numbers have tapes as well: without them the cost of order 12 is forty times as high."""

    def at_numbers(n: int) -> float:
        series = s.Lie_transform(s.pendulum_Hamiltonian(1.0 + n, 1.0), 0.1)(s.coordinate)(s.up(0.0, 1.0, 0.5))
        return s.series_sum(series, 12)

    compared(benchmark, at_numbers)


# --- constraints -----------------------------------------------------------------------------------------------


def constrained(n: int) -> str:
    """A bead on a hoop that is turned: three accelerations and two multipliers."""
    m, g, R, omega, t = s.symbols(f"m{n} g{n} R{n} omega{n} t{n}")
    place, rates = s.symbols(names("q", 3, n)), s.symbols(names("v", 3, n))
    kinetic = s.T3_spherical(m)
    bead = s.constrained_Lagrangian_to_acceleration(
        lambda x: kinetic(x) - m * g * x[1][0] * s.cos(x[1][1]), lambda x: s.up(x[1][0] - R, x[1][2] - omega * x[0])
    )
    return str(bead(s.up(t, s.up(*place), s.up(*rates))))


def test_bead_on_a_hoop(benchmark):
    compared(benchmark, constrained)
