"""Motions beside heyoka, SciPy and numba: ``python -m tests.benchmarks.test_motions [python]`` prints the table.

Each peer runs in a process of its own (motions_in_peers.py), by the Python that is named where it is installed there.
Times are the least of some calls, of the processor, in milliseconds, once all code is made; no time is asserted. The
numbers at the ends are compared, but for Lyapunov exponents, which differ by their time.
"""

import itertools
import math
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import scmpy as s
from scmpy import up

from .motions_in_peers import (
    DAYS,
    GAUSS,
    GRAVITY,
    HANGING,
    LINKS,
    MATRICES,
    ORBITS,
    PLANETS,
    RAYS,
    SECTION,
    SPIN,
    START,
    landing,
    least,
    many,
)

PEERS = "heyoka", "scipy", "numba"
SCRIPT = Path(__file__).with_name("motions_in_peers.py")


def pendulums(m1: Any, m2: Any, l1: Any, l2: Any, g: Any) -> Callable[[Any], Any]:
    """The Lagrangian of a double pendulum."""

    def lagrangian(state: Any) -> Any:
        (a, b), (v, w) = state[1], state[2]
        kinetic = (m1 + m2) * l1 * l1 * v * v / 2 + m2 * l2 * l2 * w * w / 2 + m2 * l1 * l2 * v * w * s.cos(a - b)
        return kinetic + (m1 + m2) * g * l1 * s.cos(a) + m2 * g * l2 * s.cos(b)

    return lagrangian


def kepler(state: Any) -> Any:
    x, y = state[1]
    cube = (x * x + y * y) ** -1.5
    return up(1, state[2], up(-x * cube, -y * cube))


def relaxing(state: Any) -> Any:
    _, x, v = state
    return up(1, v, 1000 * (1 - x * x) * v - x)


def lorenz(state: Any) -> Any:
    _, x, y, z = state
    return up(1, 10 * (y - x), x * (28 - z) - y, x * y - 8 / 3 * z)


def springs(state: Any) -> Any:
    q = [0, *state[1], 0]
    stretched = [b - a for a, b in itertools.pairwise(q)]
    forces = [x + x * x * x / 4 for x in stretched]
    return up(1, state[2], up(*(b - a for a, b in itertools.pairwise(forces))))


def henon_heiles(state: Any) -> Any:
    x, y = state[1]
    return up(1, state[2], up(-x - 2 * x * y, -y - x * x + y * y))


def hanging(state: Any) -> Any:
    """The Lagrangian of a chain of pendulums."""
    angles, rates = state[1], state[2]
    x = y = potential = kinetic = 0
    for a, v in zip(angles, rates, strict=True):
        x, y, potential = x + v * s.cos(a), y + v * s.sin(a), potential - s.cos(a)
        kinetic = kinetic + (x * x + y * y) / 2 - GRAVITY * potential
    return kinetic


def solar(state: Any) -> Any:
    """The Hamiltonian of the outer solar system."""
    places, momenta = state[1], state[2]
    masses = [mass for mass, *_ in PLANETS]
    found = sum(s.square(p) / (2 * m) for p, m in zip(momenta, masses, strict=True))
    for (m, a), (n, b) in itertools.combinations(zip(masses, places, strict=True), 2):
        found = found - GAUSS * m * n / s.sqrt(s.square(a - b))
    return found


def kerr(state: Any) -> Any:
    """The Hamiltonian of rays: see kerr_rates."""
    (r, u), (p, q) = state[1], state[2]
    sigma, delta, a2 = r * r + SPIN**2 * u * u, r * r - 2 * r + SPIN**2, SPIN**2
    return (delta * p * p + (1 - u * u) * (q * q + a2) - (r * r + a2) ** 2 / delta) / (2 * sigma)


def rows() -> Iterator[tuple[str, Callable[[], Any], int]]:
    """The name of a row, the call, whose value is a number at the end, and how many calls are timed together."""
    values = 1.0, 1.0, 1.0, 1.0, GRAVITY
    start = up(0.0, up(*START[:2]), up(*START[2:]))
    swing = s.compile_motion(pendulums, "m1 m2 l1 l2 g", tolerance=1e-12)
    series = s.compile_motion(pendulums, "m1 m2 l1 l2 g", tolerance=1e-12, method="taylor")
    grid = np.linspace(0, 100, 10001)
    yield "double pendulum", lambda: series(start, 100.0, *values)[1][0], 1
    yield "10^4 times", lambda: series(start, grid, *values)[1][0][-1], 1
    yield "short call", lambda: swing(start, 0.1, *values)[1][0], 100
    sysder = lambda: s.Lagrangian_to_state_derivative(pendulums(*values))  # noqa: E731
    yield "short call anew", lambda: s.state_advancer(sysder)(start, 0.1)[1][0], 20
    ellipse = up(0.0, up(0.1, 0.0), up(0.0, math.sqrt(19.0)))
    orbit = s.compile_motion(kepler, tolerance=1e-12, method="taylor")
    yield "Kepler", lambda: orbit(ellipse, 20 * math.pi)[1][0], 1
    bounce = s.crossing(s.coordinate, "falling", then=lambda y: up(y[0], 0.0, -0.9 * y[2]))
    ball = s.compile_motion(lambda state: up(1, state[2], -GRAVITY), events=bounce, tolerance=1e-12)
    yield "30 bounces", lambda: ball(up(0.0, 1.0, 0.0), landing(30) + 1e-3)[2], 1
    stiff = s.compile_motion(relaxing, tolerance=1e-6, method="rodas5p")
    yield "van der Pol", lambda: stiff(up(0.0, 2.0, 0.0), 2000.0)[1], 1
    chain = s.compile_motion(hanging, tolerance=1e-10)
    resting = up(0.0, up(*HANGING), up(*[0.0] * LINKS))
    yield "chain of 12 pendulums", lambda: chain(resting, 10.0)[1][0], 1
    section = s.poincare_map(henon_heiles, s.component(1, 0), "rising", 1e-10)
    x, y, v, w = SECTION
    yield "10^4 crossings", lambda: len(section.numpy(up(0.0, up(x, y), up(v, w)), 10_000)) == 10_000, 1
    many_orbits = up(0.0, up(ORBITS[0], ORBITS[1]), up(ORBITS[2], ORBITS[3]))
    yield "ensemble of 10^4", lambda: s.ensemble(henon_heiles, many_orbits, 10.0, 1e-10).states[1][0][-1], 1
    places = up(*(up(*place) for _, place, _ in PLANETS))
    momenta = s.down(*(s.down(*(mass * x for x in speed)) for mass, _, speed in PLANETS))
    planets = s.state_advancer(lambda: s.Hamiltonian_to_state_derivative(solar))
    yield ("planets, 10^4 years", lambda: planets(up(0.0, places, momenta), DAYS, None, "yoshida-6", 400.0)[1][1][0], 1)
    bent = s.Hamiltonian_to_state_derivative(kerr)
    rays = up(0.0, up(RAYS[0], RAYS[1]), s.down(RAYS[2], RAYS[3]))
    yield "1,000 geodesics of Kerr", lambda: s.ensemble(bent, rays, 10.0, 1e-9).states[1][0][-1], 1
    yield "smooth quadrature", lambda: s.definite_integral(lambda x: s.exp(-x * x), 0, 1), 100
    yield "singular quadrature", lambda: s.definite_integral(lambda x: 1 / s.sqrt(x), 0, 1), 100
    a, b = (s.matrix_by_rows(*rows) for rows in MATRICES.tolist())
    yield "matrices 6 x 6", lambda: (a * b + s.solve_linear(a, b) + s.invert(a))[0][0] + s.determinant(a), 50
    yield ("gradient by initial data", lambda: s.D(lambda state: swing(state, 20.0, *values)[1][0])(start)[1][0], 1)
    yield "transition matrix", lambda: swing.monodromy(start, 20.0, *values)[0][0], 1
    yield "gradient by 5 parameters", lambda: s.D(lambda p: swing(start, 20.0, *p)[1][0])(up(*values))[0], 1
    chaos = s.compile_motion(lorenz, tolerance=1e-9)
    yield "Lyapunov", lambda: chaos.lyapunov(up(0.0, 1.0, 1.0, 1.0), 100.0)[0], 1
    springy = up(0.0, up(*(math.sin(math.pi * (i + 1) / 65) for i in range(64))), up(*[0.0] * 64))
    verlet = s.state_advancer(lambda: springs)
    yield "64 springs, 20,000 steps", lambda: verlet(springy, 200.0, None, "stormer-verlet", 0.01)[1][0], 1


NAMES = [name for name, *_ in rows()]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_a_motion(name, benchmark, thorough):
    call = next(call for row, call, _ in rows() if row == name)
    if thorough:
        call()
    benchmark.pedantic(call, rounds=5 if thorough else 1)


def measured(peer: str, python: str) -> dict[str, tuple[float, float]]:
    """The rows of a peer in a process of its own: times and numbers at the ends; none where it is not installed."""
    done = subprocess.run([python, str(SCRIPT), peer], capture_output=True, text=True, encoding="utf-8", check=False)
    lines = [line.split("|") for line in done.stdout.splitlines()]
    return {name: (float(spent), float(value)) for name, spent, value in lines}


def main(python: str) -> None:
    ours = {}
    for name, call, together in rows():
        for _ in range(3):
            call()
        ours[name] = many(call, together) if together > 1 else least(call)
    found = {peer: measured(peer, python) for peer in PEERS}
    print(
        f"{'ms of the processor':26}{'scmpy':>10}" + "".join(f"{peer:>10}" for peer in PEERS),
        "  best/scmpy  farthest end",
    )
    for name, (spent, value) in ours.items():
        others = [found[peer].get(name) for peer in PEERS]
        times = "".join(f"{x[0]:10.4g}" if x else f"{'-':>10}" for x in others)
        there = [x for x in others if x]
        ratio = (
            f"{min(x[0] for x in there) / spent:12.2f}{max(abs(x[1] - value) for x in there):14.1e}" if there else ""
        )
        print(f"{name:26}{spent:10.4g}{times}{ratio}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable)
