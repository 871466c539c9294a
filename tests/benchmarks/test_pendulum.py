"""The Lagrange equations of a planar pendulum of N links, derived, simplified and printed: how the time grows.

SymPy does two links in the same run.
"""

from __future__ import annotations

import itertools
import time

import pytest

import scmpy as s

fresh = itertools.count()


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


def scmpy_job(links: int, n: int) -> str:
    m, g, length, t = s.symbols(f"m{n} g{n} l{n} t{n}")
    path = s.up(*(s.literal_function(f"q{i}_{n}") for i in range(links)))
    return str(s.Lagrange_equations(lambda state: chain(state[1], state[2], m, g, length, s.sin, s.cos))(path)(t))


def sympy_job(links: int, n: int) -> str:
    import sympy
    from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

    m, g, length = sympy.symbols(f"m{n} g{n} l{n}")
    q = dynamicsymbols(" ".join(f"q{i}_{n}" for i in range(links)))
    v = [angle.diff(dynamicsymbols._t) for angle in q]
    equations = LagrangesMethod(chain(q, v, m, g, length, sympy.sin, sympy.cos), q).form_lagranges_equations()
    return str(sympy.simplify(equations))


@pytest.mark.parametrize("links", range(1, 9))
def test_links(benchmark, links):
    text = benchmark.pedantic(scmpy_job, setup=lambda: ((links, next(fresh)), {}), rounds=5, warmup_rounds=1)
    assert text.count("(expt D 2)") >= links
    benchmark.extra_info["characters"] = len(text)


def test_two_links_against_sympy(benchmark):
    benchmark.pedantic(scmpy_job, setup=lambda: ((2, next(fresh)), {}), rounds=5, warmup_rounds=1)
    start = time.perf_counter()
    sympy_job(2, next(fresh))
    benchmark.extra_info["SymPy (s)"] = elapsed = time.perf_counter() - start
    if benchmark.stats is not None:
        benchmark.extra_info["times faster than SymPy"] = elapsed / benchmark.stats.stats.median
