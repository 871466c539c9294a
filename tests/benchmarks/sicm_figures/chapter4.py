"""The figures of SICM's chapter 4 with SciPy and matplotlib."""

import math

import numpy
from scipy.integrate import solve_ivp
from scipy.optimize import brentq, fsolve
from scipy.special import ellipk

from .chapter3 import draw_stroboscopic, pendulum, standard_map
from .tools import PI, TAU, dots, iterate, motion, picture, stroboscope, turned

OMEGA = 4.2 * math.sqrt(9.8)
GOLDEN = (math.sqrt(5) - 1) / 2


def figure_4_1():
    axes, times, theta = picture("4.1", -PI, PI, -10, 10), numpy.linspace(0, 4, 401), numpy.linspace(-PI, PI, 315)
    starts = [(angle, 0.0) for angle in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.8)]
    starts += [(0.0, sign * p) for p in (6.5, 7.2, 8.0, 8.8, 9.6) for sign in (1, -1)]
    for start in starts:
        found, p = motion(lambda t, y: [y[1], -9.8 * math.sin(y[0])], start, times)
        dots(axes, turned(found), p)
    for sign in (1, -1):
        axes.plot(theta, sign * 2 * math.sqrt(9.8) * numpy.cos(theta / 2), "k-")
    yield axes


def figure_4_2():
    def period(E):
        return 4 * ellipk((E + 9.8) / 19.6) / math.sqrt(9.8)

    six = brentq(lambda E: period(E) - 6 * TAU / OMEGA, -9.0, 9.0)
    angles = (0.0, 0.5, 1.0, 1.5, 2.5, 3.0, math.acos(six / -9.8))
    momenta = [sign * p for p in (2.0, 5.0, 8.0, 11.0, 14.0, 17.0) for sign in (1, -1)]
    seeds = [(theta, 0.0, 60) for theta in angles] + [(PI, p, 60) for p in momenta]
    yield draw_stroboscopic(picture("4.2", -PI, PI, -20, 20), 0.0, OMEGA, *seeds)


def figure_4_3():
    def off(p):  # of the angle, after six periods
        return stroboscope(pendulum(0.001, OMEGA), [0.0, p[0]], TAU / OMEGA, 6)[0, -1]

    [six] = fsolve(off, 5.6, xtol=1e-10)
    seeds = [(theta, 0.0, 800) for theta in (0.5, 1.0, 1.5, 1.9, 2.5, 2.8, 3.13)]
    momenta = (1.5, 4.0, 6.5, 9.0, 11.0, 11.8, 12.1, 13.3, 14.5, 16.2, 18.2)
    for sign in (1, -1):
        seeds += [(PI, sign * p, 800) for p in momenta] + [(0.0, sign * p, 800) for p in (13.9, six, 5.65, 5.72)]
    yield draw_stroboscopic(picture("4.3", -PI, PI, -20, 20), 0.001, OMEGA, *seeds)


def after_period(A, sign, theta, p):
    """Many angles and momenta after a period of the drive, forwards or backwards."""
    start = numpy.concatenate([theta, p])
    rates, end = pendulum(A, OMEGA), sign * TAU / OMEGA
    return solve_ivp(rates, (0, end), start, "DOP853", rtol=1e-12, atol=1e-12).y[:, -1].reshape(2, -1)


def manifold(A, sign, branch, longest, count):
    """The points of a branch of the unstable manifold of the upright pendulum, or backwards of the stable one."""
    h = 1e-5
    theta, p = after_period(A, sign, PI + numpy.array([h, -h, 0, 0]), numpy.array([0, 0, h, -h]))
    slopes = numpy.array([[theta[0] - theta[1], theta[2] - theta[3]], [p[0] - p[1], p[2] - p[3]]]) / (2 * h)
    rho = numpy.linalg.eigvals(slopes).max()
    dx, dy = branch * slopes[0, 1], branch * (rho - slopes[0, 0])  # as long as in the book
    s = 1e-4 * numpy.geomspace(1, rho, count)
    points, found = (PI + s * dx, s * dy), []
    while s[0] < longest:
        found.append(numpy.where(s <= longest, points, numpy.nan))
        points, s = after_period(A, sign, *points), rho * s
    return (dx, dy), numpy.concatenate(found, axis=1)


def figure_4_6():
    axes = picture("4.6", -3, 3, -8, 8)
    for sign in (1, -1):
        for branch in (1, -1):
            (dx, dy), (theta, p) = manifold(0.0, sign, branch, 6.0, 500)
            axes.plot([0, 4 * dx], [0, 4 * dy], "k-")
            dots(axes, theta % TAU - PI, p)
    yield axes


def figure_4_9():
    axes = picture("4.9a", -PI, PI, -10, 10)
    for branch in (1, -1):
        for sign in (1, -1):
            _, (theta, p) = manifold(0.05, sign, branch, 1000.0, 2000)
            dots(axes, turned(theta), p)
    yield axes
    seeds = [(theta, 0.0, 1000) for theta in (0.3, 0.8, 1.2, 1.6, 1.9, 2.2, 2.4, 2.6, 3.0)]
    seeds += [(PI, sign * p, 600) for p in (2.0, 3.5, 5.0, 7.0, 9.0) for sign in (1, -1)]
    yield draw_stroboscopic(picture("4.9b", -PI, PI, -10, 10), 0.05, OMEGA, *seeds)


def figure_4_10():
    axes = picture("4.10", 0, TAU, 0, TAU)
    for start, dt in ((0.0, 0.01), (1.0, 0.08)):
        t = numpy.append(numpy.arange(0, TAU, dt), TAU)
        dots(axes, (start + 3 * t) % TAU, 2 * t % TAU)
    yield axes


def figures_4_17_and_4_19():
    for name, low, high, momenta in (
        ("4.17", -20, 20, range(-19, 20)),
        ("4.19", 3.5, 5.2, numpy.arange(3.5, 5.2, 0.05)),
    ):
        seeds = [(PI, p, 300) for p in momenta]
        yield draw_stroboscopic(picture(name, -PI, PI, low, high), 0.1, OMEGA, *seeds, g=0.0)


def golden_curve(K, count=20_000):
    """Where an orbit from the angle 0 turns by 1 - GOLDEN a step, in the mean with smooth weights, which is precise."""
    t = numpy.arange(1, count) / count
    weights = numpy.exp(-1 / (t * (1 - t)))

    def off(J):
        theta, p, steps = 0.0, J, []
        for _ in range(count - 1):
            p += K * math.sin(theta)
            theta += p
            steps.append(p)
        return numpy.average(steps, weights=weights) / TAU - (1 - GOLDEN)

    return brentq(off, 2.0, 2.2, xtol=1e-14)


def figures_4_20_and_4_21():
    J = golden_curve(0.95)
    axes = picture("4.20", 0, TAU, 0, TAU)
    starts = [(0.0, J), (0.5, 0.1), (PI, 3.3), (0.0, 1.9), (0.0, 2.3), (3.0, 2.6)]
    dots(axes, *iterate(standard_map(0.95), numpy.transpose(starts), 5000).transpose(1, 0, 2).reshape(2, -1))
    yield axes
    close, found = picture("4.21", -5e-6, 5e-6, J - 3e-6, J + 3e-6), []
    theta, p = 0.0, J
    while len(found) < 41:
        p = (p + 0.95 * math.sin(theta)) % TAU
        theta = (theta + p) % TAU
        if not 5e-6 < theta < TAU - 5e-6:
            found.append((math.remainder(theta, TAU), p))
    dots(close, *numpy.transpose(found))
    yield close


def figures_4_22_and_4_23():
    for name, K in (("4.22a", 0.95), ("4.22b", 0.97), ("4.23", 0.971635406)):
        J = golden_curve(K)
        theta, _ = iterate(standard_map(K), (0.0, J), 7751)
        density = turned(-TAU * 987 * GOLDEN) / turned(theta[987:] - theta[:-987])
        axes = picture(name, 0, TAU, 0, 2.5)
        dots(axes, theta[:-987], density)
        yield axes
