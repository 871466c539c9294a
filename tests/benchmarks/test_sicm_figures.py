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


def henon_heiles(t, z):
    x, y, p, q = z
    return [p, q, -x - 2 * x * y, -y - x * x + y * y]


def figures_3_23_and_3_24(part):
    for y, q in ((-0.1, 0.1), (0.35, 0.0)):
        p = math.sqrt(2 * (0.125 - y * y / 2 + y**3 / 3) - q * q)
        times = numpy.arange(0, 600 * part, 0.5)
        one, other = (solved(henon_heiles, 600 * part, [0.0, y + d, p, q], 1e-15, times) for d in (0.0, 1e-10))
        draw(times, numpy.linalg.norm(other - one, axis=0), "-")


def figures_2_5_to_2_8(part):
    A, C, gMR = 6.96e-4, 1.32e-4, 0.112
    p_psi = C * (-10.0 * math.cos(0.4) + 200.0)
    p_phi = A * -10.0 * math.sin(0.4) ** 2 + p_psi * math.cos(0.4)

    def slope(t, y):
        theta, _, _, rate = y
        sine, cosine = math.sin(theta), math.cos(theta)
        turning = (p_phi - p_psi * cosine) / (A * sine**2)
        torque = A * turning**2 * sine * cosine - p_psi * turning * sine + gMR * sine
        return [rate, turning, p_psi / C - turning * cosine, torque / A]

    times = numpy.linspace(0, 2 * part, 1001)
    theta, phi, psi, _ = solved(slope, 2 * part, [0.4, 0.0, 0.0, 0.0], 1e-10, times)
    for x, y in ((times, theta), (times, phi), (times, psi), (phi, theta)):
        draw(x, y, "-")


def figures_3_19_to_3_21(part):
    def leaves_right(t, z):
        return z[0]

    leaves_right.direction = 1
    for E, orbits, count in ((1 / 12, 17, 500), (1 / 8, 18, 500), (1 / 6, 10, 1000)):
        points, end = [], 6.3 * max(2, count * part)
        for k in range(orbits):
            y = -0.2 + 0.4 * k / orbits
            start = [0.0, y, math.sqrt(2 * (E - y * y / 2 + y**3 / 3)), 0.0]
            found = integrate.solve_ivp(
                henon_heiles, (0, end), start, "DOP853", events=leaves_right, rtol=1e-12, atol=1e-12
            )
            points.append(found.y_events[0][:, [1, 3]])
        draw(*numpy.concatenate(points).T)


def figures_3_15_to_3_17(part):
    grid = numpy.meshgrid(numpy.linspace(-1, 1, 200), numpy.linspace(-0.8, 1.2, 200))
    contours(*grid, (grid[0] ** 2 + grid[1] ** 2) / 2 + grid[0] ** 2 * grid[1] - grid[1] ** 3 / 3)
    for y, q in ((-0.35, 0.0), (0.0, 0.31), (-0.1, 0.1)):
        p = math.sqrt(2 * (0.125 - y * y / 2 + y**3 / 3) - q * q)
        path = solved(henon_heiles, 150 * part, [0.0, y, p, q], 1e-12, numpy.arange(0, 150 * part, 0.05))
        draw(path[0], path[1], "-")


def contours(x, y, heights):
    from matplotlib.figure import Figure

    figure = Figure(figsize=(4, 4), dpi=100)
    figure.add_subplot().contour(x, y, heights, 10)
    figure.savefig(BytesIO(), format="png")


def figure_3_4(part):
    theta, p = numpy.meshgrid(numpy.linspace(-math.pi, math.pi, 400), numpy.linspace(-10, 10, 400))
    contours(theta, p, p**2 / 2 - 9.8 * numpy.cos(theta))


def figures_3_25_and_3_26(part):
    angles = numpy.arange(400) * math.tau / 400
    for middle, width, height, dt in ((1.5, 0.3, 0.6, 0.9), (math.pi, 0.2, 0.5, 0.3)):
        points = []
        for angle in angles[: max(1, round(400 * part))]:
            start = [middle + width * math.cos(angle), height * math.sin(angle)]
            points.append(
                solved(lambda t, y: [y[1], -9.8 * math.sin(y[0])], 3 * dt, start, 1e-10, numpy.arange(4) * dt)
            )
        draw(*numpy.concatenate(points, axis=1))


def figure_4_1(part):
    starts = [(theta, 0.0) for theta in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.8)]
    starts += [(0.0, sign * p) for p in (6.5, 7.2, 8.0, 8.8, 9.6) for sign in (1, -1)]
    times = numpy.linspace(0, 4 * part, 401)
    for start in starts:
        theta, p = solved(lambda t, y: [y[1], -9.8 * math.sin(y[0])], 4 * part, start, 1e-10, times)
        draw(numpy.remainder(theta + math.pi, math.tau), p)


def figures_4_17_and_4_19(part):
    omega = 4.2 * math.sqrt(9.8)

    def slope(t, y):
        return [y[1], 0.1 * omega**2 * math.cos(omega * t) * math.sin(y[0])]

    for momenta in (range(-19, 20), numpy.arange(3.5, 5.2, 0.05)):
        times = numpy.arange(max(2, round(300 * part))) * math.tau / omega
        theta, p = numpy.concatenate([solved(slope, times[-1], [math.pi, p], 1e-12, times) for p in momenta], axis=1)
        draw(numpy.remainder(theta + math.pi, math.tau), p)


#: The other figures have no peer of this kind: their curves are found by more than integration (fixed points and their
#: manifolds, invariant curves, paths of least action, Lie series), or are those of the figures above.
THEIRS = [
    figure_1_7,
    figure_3_4,
    figure_4_1,
    figures_2_5_to_2_8,
    figures_2_12_and_2_13,
    figures_3_12_to_3_14,
    figures_3_15_to_3_17,
    figures_3_19_to_3_21,
    figures_3_23_and_3_24,
    figures_3_25_and_3_26,
    figures_4_17_and_4_19,
]

#: The part that is drawn for the figures: all of what takes seconds.
PARTS = dict.fromkeys((figure_3_4, figure_4_1, figures_2_5_to_2_8, figures_3_15_to_3_17, figures_3_25_and_3_26), 1.0)
PARTS[figures_3_19_to_3_21] = 1 / 20


@pytest.mark.parametrize("theirs", THEIRS, ids=lambda f: f.__name__)
def test_a_figure(benchmark, thorough, theirs):
    """SciPy draws a part of what the program draws; its time is that of the whole, in proportion."""
    part = PARTS.get(theirs, 1 / 5) if thorough else 1 / 200
    if thorough:
        ours = program(theirs.__name__)
        ours()
        begin = time.perf_counter()
        ours()
        benchmark.extra_info["program, seconds"] = time.perf_counter() - begin
    begin = time.perf_counter()
    benchmark.pedantic(theirs, (part,), rounds=1)
    benchmark.extra_info["SciPy and matplotlib, seconds"] = (time.perf_counter() - begin) / part
