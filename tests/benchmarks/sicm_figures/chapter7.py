"""The figures of SICM's chapter 7 with SciPy, matplotlib and, for the Lie series, SymPy."""

import math

import numpy
import sympy
from scipy.integrate import solve_ivp

from .chapter3 import draw_stroboscopic
from .tools import PI, TAU, dots, motion, picture, turned

THETA, P = sympy.symbols("theta p")


def lie_series(W, order, epsilon=1):
    """The angle and the momentum moved by a generator, as a function of numbers or arrays."""
    sums, terms = [THETA, P], [THETA, P]
    for n in range(1, order + 1):
        terms = [sympy.diff(F, THETA) * sympy.diff(W, P) - sympy.diff(F, P) * sympy.diff(W, THETA) for F in terms]
        sums = [have + epsilon**n * term / math.factorial(n) for have, term in zip(sums, terms, strict=True)]
    return sympy.lambdify((THETA, P), sums, "numpy")


def swinging(beta, start, times, alpha=1.0):
    """The motion of alpha p^2/2 - beta cos theta."""
    return motion(lambda t, y: [alpha * y[1], -beta * math.sin(y[0])], start, times)


FIRST = -sympy.sin(THETA) / (10 * P)


def perturbed(p, order, times):
    there, back = lie_series(FIRST, order, -1), lie_series(FIRST, order)
    theta, momentum = there(0.0, p)
    return back(theta + times * momentum, numpy.full_like(times, momentum))


def figures_7_1_to_7_3():
    times = numpy.arange(1200) * 0.02
    actual = swinging(0.1, [0.0, 0.7], times)
    for name, low, high, motions in (
        ("7.1", 0.2, 0.9, [perturbed(0.7, order, times) for order in (1, 2, 3, 4)]),
        ("7.2", 0.2, 0.9, [perturbed(0.7, 4, times), actual]),
        ("7.3", -0.6, 1.2, [perturbed(0.55, order, times) for order in (1, 2, 3, 4)]),
    ):
        axes = picture(name, -PI, PI, low, high)
        for theta, p in motions:
            dots(axes, turned(theta), p)
        yield axes


def figures_7_5_to_7_7():
    there, back = lie_series(FIRST, 4, -1), lie_series(FIRST, 4)
    for name, count, secular in (("7.5", 250, 1), ("7.6", 2500, 1), ("7.7", 2500, 0)):
        second = (secular * THETA / 4 - sympy.sin(2 * THETA) / 8) / P**3 / 100
        times = numpy.arange(count) * 0.04
        theta, p = lie_series(second, 2, -1)(*there(0.0, 0.7))
        theta = theta + times * (p - (1 - secular) * 0.01 / (2 * p**3))
        axes = picture(name, -PI, PI, 0.2, 0.9)
        for angles, momenta in (
            swinging(0.1, [0.0, 0.7], times),
            back(*lie_series(second, 2)(theta, numpy.full_like(times, p))),
        ):
            dots(axes, turned(angles), momenta)
        yield axes


def figures_7_8_and_7_9():
    C = lie_series(sympy.sin(THETA) * (1 / (4 * (P + 5)) - 1 / P), 1)
    for name, dt, series in (("7.8", 0.06, None), ("7.9", TAU / 5, C)):
        axes = picture(name, 0, TAU, 2, 8)
        for delta in (0.2, 0.4, 0.6, 0.8, 0.95, 1.05, 1.3, 1.7, 2.1, -1.05, -1.3, -1.7, -2.1):
            theta, p = swinging(0.25, [0.0, delta], numpy.arange(300) * dt) + numpy.array([[PI], [5]])
            theta, p = series(theta, p) if series else (theta, p)
            dots(axes, theta % TAU, p)
        yield axes


def figures_7_10_and_7_11():
    times, deltas = numpy.arange(150) * TAU / 5, (-2.4, -2.1, -1.6, -1.2, 0.3, 0.6, 0.9, 1.2, 1.6, 1.9, 2.1, 2.4)
    for name, gamma in (("7.10", 0.25), ("7.11", 1.25)):
        strengths = {-1: -gamma, 0: 1.0, 1: -gamma}
        axes = picture(name + "a", -PI, PI, -8, 8)
        for k in strengths:
            others = sum(strength / (P - 5 * j) for j, strength in strengths.items() if j != k)
            C = lie_series(-sympy.sin(THETA) * others, 1)
            for delta in deltas:
                theta, p = swinging(gamma if k else 1.0, [0.0, delta], times)
                theta, p = C(theta + abs(k) * PI, p + 5 * k)
                dots(axes, turned(theta), p)
        yield axes
        seeds = [(theta, k / 2, 150) for theta in (0.0, PI) for k in range(-16, 17)]
        yield draw_stroboscopic(picture(name + "b", -PI, PI, -8, 8), 0.08 * gamma, 5.0, *seeds, g=1.0)


def figure_7_13():
    C = lie_series(sympy.sin(THETA) * (-1 / P + 1 / (4 * (P + 5)) + 1 / (4 * (P - 5))), 1)
    axes, n = picture("7.13", -PI, PI, -4, -1), numpy.arange(250)
    for delta in (0.05, 0.1, 0.15, 0.2, 0.25, 0.275, 0.29, 0.35, 0.5, 0.7, 0.9, -0.29, -0.35, -0.5, -0.7, -0.9):
        sigma, p = swinging(0.04, [0.0, delta], n * TAU / 5, 2.0)
        theta, p = C((PI + sigma) / 2 + PI * n, p - 2.5)
        dots(axes, turned(theta), p)
    yield axes


def figure_7_14():
    omega = 100 * math.sqrt(9.8)
    gamma = 0.03 * omega**2 / 2

    def rates(t, y):
        theta, p = y
        gap = omega**2 - p * p
        strength, slope = (gamma / gap) ** 2 * (omega**2 + p * p) / 2, gamma**2 * p * (3 * omega**2 + p * p) / gap**3
        return [p - slope * math.cos(2 * theta), -9.8 * math.sin(theta) - 2 * strength * math.sin(2 * theta)]

    starts = [(theta, 0.0) for theta in (0.4, 0.8, 1.2, 1.6, 2.0, 2.3, 2.7)]
    starts += [(0.0, p) for p in (8.5, 9.5, 10.5, -8.5, -9.5, -10.5)]
    axes = picture("7.14a", -PI, PI, -12, 12)
    for start in starts:
        theta, p = motion(rates, start, numpy.linspace(0, 3, 151))
        dots(axes, turned(theta), p)
    yield axes
    yield draw_stroboscopic(picture("7.14b", -PI, PI, -12, 12), 0.03, omega, *((*start, 150) for start in starts))


def figure_7_15():
    x, y = (grid.ravel() for grid in numpy.meshgrid(0.025 + 0.05 * numpy.arange(40), -1.975 + 0.05 * numpy.arange(60)))
    ratio, amplitude = 10 ** (-2 * x), 10**y

    def rates(phase, state):
        angle, rate = state.reshape(2, -1)
        return numpy.concatenate([rate, angle * (ratio - amplitude * math.cos(phase))])

    start = numpy.repeat([1.0, 0.0], len(x))
    stable = abs(2 * solve_ivp(rates, (0, TAU), start, "DOP853", rtol=1e-9, atol=1e-9).y[: len(x), -1]) < 2
    axes, line = picture("7.15", 0, 2, -2, 1), numpy.linspace(0, 2, 41)
    dots(axes, x[stable], y[stable])
    axes.plot(line, math.log10(math.sqrt(2)) - line, "k-")
    yield axes
