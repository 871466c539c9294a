"""The Lagrange equations of a planar pendulum of N links, derived, simplified and printed: how the time grows.

SymPy does as many links as it manages in a minute each, in the same run.
"""

from __future__ import annotations

import contextlib
import itertools
import math
import signal
import time
from collections.abc import Iterator

import scmpy as s

fresh = itertools.count()
PATIENCE = 60  # seconds for SymPy, for each number of links


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
    q = [dynamicsymbols(f"q{i}_{n}") for i in range(links)]
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
