"""Equations of motion, derived, simplified and printed: how the time grows with the links of a chain, and what
test_derivations has not.

Every round has names of its own, so that nothing is remembered from the round before. SymPy's mechanics package does as
many links as it manages in a minute each, in the same run.
"""

import contextlib
import itertools
import math
import signal
import time
from collections.abc import Iterator

import pytest

import scmpy as s

fresh = itertools.count()
PATIENCE = 60  # seconds for SymPy, for each number of links


def names(prefix: str, count: int, n: int) -> str:
    return " ".join(f"{prefix}{i}_{n}" for i in range(count)) + ("," if count == 1 else "")


# --- a chain of pendulums ----------------------------------------------------------------------------------------


def chain(q, v, m, g, length, sin, cos):
    """The Lagrangian of a chain of equal links that hangs from a fixed point."""
    kinetic = potential = vx = vy = y = 0
    for angle, rate in zip(q, v, strict=True):
        vx = vx + length * cos(angle) * rate
        vy = vy + length * sin(angle) * rate
        y = y - length * cos(angle)
        kinetic = kinetic + m * (vx**2 + vy**2) / 2
        potential = potential + m * g * y
    return kinetic - potential


def of_links(n: int):
    """The time, and the Lagrangian of a chain."""
    m, g, length, t = s.symbols(f"m{n} g{n} l{n} t{n}")
    return t, lambda state: chain(state[1], state[2], m, g, length, s.sin, s.cos)


def scmpy_job(links: int, n: int) -> str:
    t, L = of_links(n)
    return str(s.Lagrange_equations(L)(s.up(*s.literal_functions(names("q", links, n))))(t))


def sympy_job(links: int, n: int) -> str:
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    m, g, length = sympy.symbols(f"m{n} g{n} l{n}")
    q = dynamicsymbols(names("q", links, n))
    v = [angle.diff(dynamicsymbols._t) for angle in q]
    equations = LagrangesMethod(chain(q, v, m, g, length, sympy.sin, sympy.cos), q).form_lagranges_equations()
    return str(sympy.simplify(equations))


def seconds(job, links: int) -> float:
    """The duration of one call."""
    start = time.process_time()
    job(links, next(fresh))
    return time.process_time() - start


@contextlib.contextmanager
def limited(duration: int) -> Iterator[None]:
    """A TimeoutError if what is done takes longer."""

    def stop(*_: object) -> None:
        raise TimeoutError

    previous = signal.signal(signal.SIGALRM, stop)
    signal.alarm(duration)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)


def sympy_growth(most: int) -> dict[int, float]:
    """SymPy's times by the number of links, to the first that takes too long."""
    times = {}
    with contextlib.suppress(TimeoutError):
        for links in range(1, most + 1):
            with limited(PATIENCE):
                times[links] = seconds(sympy_job, links)
    return times


def test_growth(benchmark, thorough):
    """The times of one to eight links, one after the other, how they grow from link to link, and SymPy's."""
    text = benchmark.pedantic(scmpy_job, setup=lambda: ((8, next(fresh)), {}), rounds=1)
    assert text.count("(expt D 2)") >= 8
    times = {links: min(seconds(scmpy_job, links) for _ in range(5 if thorough else 1)) for links in range(1, 9)}
    benchmark.extra_info["seconds by links"] = times
    benchmark.extra_info["growth from link to link"] = {n: times[n + 1] / times[n] for n in range(1, 8)}
    benchmark.extra_info["exponent from 4 to 8 links"] = math.log2(times[8] / times[4])
    theirs = sympy_growth(8) if thorough else {}
    benchmark.extra_info["SymPy, seconds by links"] = theirs
    benchmark.extra_info["times faster than SymPy, by links"] = {n: theirs[n] / times[n] for n in theirs}


# --- others ------------------------------------------------------------------------------------------------------


def state_derivative(n: int) -> str:
    """Of four links."""
    t, L = of_links(n)
    place, rates = s.symbols(names("q", 4, n)), s.symbols(names("v", 4, n))
    return str(s.Lagrangian_to_state_derivative(L)(s.up(t, s.up(*place), s.up(*rates))))


def top(n: int):
    """The time, the kinetic energy of a body, its coordinates and the components of its rotation."""
    A, B, C, h, t = s.symbols(f"A{n} B{n} C{n} h{n} t{n}")
    path = s.up(*s.literal_functions(names("q", 3, n)))
    return t, s.T_body(A, B, C), h, path, s.literal_functions(names("w", 3, n))


def top_by_poincare(n: int) -> str:
    t, kinetic, h, path, rates = top(n)
    equations = s.Poincare_equations(lambda x: kinetic(x[2]) - h * s.cos(x[1][0]), s.so3p_basis)
    return str(equations(path, s.up(*rates))(t))


def top_by_lie_and_poisson(n: int) -> str:
    t, kinetic, h, path, rates = top(n)
    H = s.Lagrangian_to_Hamiltonian(lambda x: kinetic(x[2]) - h * x[1][2])
    return str(s.Lie_Poisson_equations(H, s.so3_generators)(path, s.down(*rates))(t))


def lie_series_at_numbers(n: int) -> str:
    """Numbers have tapes as well: without them the cost of order 12 is forty times as high."""
    series = s.Lie_transform(s.pendulum_Hamiltonian(1.0 + n, 1.0), 0.1)(s.coordinate)(s.up(0.0, 1.0, 0.5))
    return str(s.series_sum(series, 12))


def bead_on_a_hoop(n: int) -> str:
    """The hoop is turned: three accelerations and two multipliers."""
    m, g, R, omega, t = s.symbols(f"m{n} g{n} R{n} omega{n} t{n}")
    place, rates = s.symbols(names("q", 3, n)), s.symbols(names("v", 3, n))
    kinetic = s.T3_spherical(m)
    bead = s.constrained_Lagrangian_to_acceleration(
        lambda x: kinetic(x) - m * g * x[1][0] * s.cos(x[1][1]), lambda x: s.up(x[1][0] - R, x[1][2] - omega * x[0])
    )
    return str(bead(s.up(t, s.up(*place), s.up(*rates))))


@pytest.mark.parametrize(
    "job", [state_derivative, top_by_poincare, top_by_lie_and_poisson, lie_series_at_numbers, bead_on_a_hoop]
)
def test_derivation(benchmark, job):
    assert benchmark.pedantic(job, setup=lambda: ((next(fresh),), {}), rounds=5)
