"""SICM's figures: the time of the whole program, assertions and all, beside the same curves by SciPy and matplotlib.

SciPy's equations are written out by hand in plain Python, as its users do, with the same tolerances and points.
"""

from __future__ import annotations

import math
import time
from io import BytesIO
from pathlib import Path

import numpy
import pytest

from scmpy.plot.figures import collecting

pytest.importorskip("matplotlib")
integrate = pytest.importorskip("scipy.integrate")

FOLDER = Path(__file__).parents[2] / "transcripts" / "sicm-figures"


def program(name):
    """A figure's program as a function that runs it and makes the pictures."""
    code = compile((FOLDER / f"{name}.py").read_text(encoding="utf-8"), name, "exec")

    def run():
        with collecting() as figures:
            exec(code, {"__name__": "__main__"})
        for figure in figures:
            figure.savefig(BytesIO(), format="png")

    return run


def draw(x, y, mark=","):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 4), dpi=100)
    figure.add_subplot().plot(x, y, "k" + mark)
    figure.savefig(BytesIO(), format="png")


def solved(slope, end, start, tolerance, times):
    found = integrate.solve_ivp(slope, (0, end), start, "DOP853", times, rtol=max(tolerance, 3e-14), atol=tolerance)
    return found.y


def pendulum(A, omega):
    def slope(t, y):
        return [y[1], -(9.8 - A * omega**2 * math.cos(omega * t)) * math.sin(y[0])]

    return slope


def figure_1_7(part):
    omega, times = 2 * math.sqrt(9.8), numpy.arange(0, 100 * part, 0.01)
    theta, _ = solved(pendulum(0.1, omega), 100 * part, [1.0, 0.0], 1e-13, times)
    draw(times, numpy.remainder(theta + math.pi, math.tau))


def figures_2_12_and_2_13(part):
    for epsilon, e, thetadot in ((0.026, 0.0, 1.01), (0.026, 0.05, 1.01), (0.89, 0.1, 1.05)):

        def slope(t, y, epsilon=epsilon, e=e):
            near = (1 + e * math.cos(y[1])) / (1 - e * e)
            torque = -(epsilon**2) / 2 * near**3 * math.sin(2 * (y[0] - y[1]))
            return [y[2], math.sqrt(1 - e * e) * near**2, torque]

        end = 100 * math.pi * part
        times = numpy.arange(0, end, 0.1)
        theta, f, _ = solved(slope, end, [0.0, 0.0, thetadot], 1e-12, times)
        draw(times, numpy.remainder(theta - f + math.pi, math.tau))


def figures_3_12_to_3_14(part):
    for A, ratio, points in ((0.05, 4.2, 17_000), (0.1, 2.0, 10_900), (0.2, 10.1, 14_100)):
        omega = ratio * math.sqrt(9.8)
        count = int(points * part)
        times = numpy.arange(count) * math.tau / omega
        theta, p = solved(pendulum(A, omega), times[-1], [1.0, 0.0], 1e-12, times)
        draw(numpy.remainder(theta + math.pi, math.tau), p)


def figures_3_23_and_3_24(part):
    def slope(t, z):
        x, y, p, q = z
        return [p, q, -x - 2 * x * y, -y - x * x + y * y]

    for y, q in ((-0.1, 0.1), (0.35, 0.0)):
        p = math.sqrt(2 * (0.125 - y * y / 2 + y**3 / 3) - q * q)
        times = numpy.arange(0, 600 * part, 0.5)
        one, other = (solved(slope, 600 * part, [0.0, y + d, p, q], 1e-15, times) for d in (0.0, 1e-10))
        draw(times, numpy.linalg.norm(other - one, axis=0), "-")


THEIRS = [figure_1_7, figures_2_12_and_2_13, figures_3_12_to_3_14, figures_3_23_and_3_24]


@pytest.mark.parametrize("theirs", THEIRS, ids=lambda f: f.__name__)
def test_a_figure(benchmark, thorough, theirs):
    """SciPy draws a part of what the program draws; its time is that of the whole, in proportion."""
    part = 1 / 5 if thorough else 1 / 200
    if thorough:
        ours = program(theirs.__name__)
        ours()
        begin = time.perf_counter()
        ours()
        benchmark.extra_info["program, seconds"] = time.perf_counter() - begin
    begin = time.perf_counter()
    benchmark.pedantic(theirs, (part,), rounds=1)
    benchmark.extra_info["SciPy and matplotlib, seconds"] = (time.perf_counter() - begin) / part
