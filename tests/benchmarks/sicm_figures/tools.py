"""What somebody who draws SICM's figures with SciPy and matplotlib keeps at hand: pictures, motions, sections, orbits."""

import math

import numpy
from matplotlib.figure import Figure
from scipy.integrate import odeint, solve_ivp

PI, TAU = math.pi, math.tau


def picture(name, left, right, low, high):
    """Axes of a new picture."""
    figure = Figure(figsize=(4, 4), dpi=100)
    figure.set_label(name)
    axes = figure.add_subplot()
    axes.set(xlim=(left, right), ylim=(low, high))
    return axes


def dots(axes, x, y):
    axes.plot(x, y, "k,")


def turned(angle):
    """An angle between -pi and pi."""
    return numpy.remainder(angle + PI, TAU) - PI


def contours(axes, H, levels):
    """Curves of equal energy, each of them wherever it is in the picture."""
    grid = numpy.meshgrid(numpy.linspace(*axes.get_xlim(), 400), numpy.linspace(*axes.get_ylim(), 400))
    axes.contour(*grid, H(*grid), sorted(levels), colors="k")


def motion(rates, start, times, tolerance=1e-12):
    """The states at some times, a number a row, by LSODA: the fastest of SciPy's for equations in Python."""
    return odeint(rates, start, times, tfirst=True, rtol=tolerance, atol=tolerance, mxstep=10**6).T


def precise(rates, start, times):
    """The states at some times by DOP853, which allows smaller errors."""
    return solve_ivp(rates, times[[0, -1]], start, "DOP853", times, rtol=3e-14, atol=1e-14).y


def stroboscope(rates, start, period, count, tolerance=1e-12):
    """A state, or states side by side, and those after each of so many periods; the first half are angles."""
    states = [numpy.asarray(start, dtype=float)]
    for _ in range(count):
        state = odeint(rates, states[-1], [0, period], tfirst=True, rtol=tolerance, atol=tolerance)[-1]
        state[: len(state) // 2] = turned(state[: len(state) // 2])
        states.append(state)
    return numpy.array(states).T


def section(rates, start, count, crossing, tolerance=1e-12):
    """The state at each of so many rising zeros of a function of time and state."""
    crossing.direction, crossing.terminal = 1, count
    found = solve_ivp(rates, (0, 100.0 * count), start, "LSODA", events=crossing, rtol=tolerance, atol=tolerance)
    return found.y_events[0].T


def iterate(step, start, count):
    """A point, or an array of points, and its images under a map."""
    points = [numpy.asarray(start, dtype=float)]
    for _ in range(count):
        points.append(numpy.array(step(*points[-1])))
    return numpy.array(points).T
