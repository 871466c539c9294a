"""The figures of SICM's chapter 1 with SciPy and matplotlib."""

import math

import numpy
from numpy.polynomial import Polynomial
from scipy.optimize import minimize

from .tools import PI, dots, motion, picture, turned


def figure_1_1():
    """The path through three points, with the least integral of (v^2 - x^2)/2; the action of a polynomial is exact."""
    times = numpy.linspace(0, PI / 2, 5)

    def path(inner):
        return Polynomial.fit(times, [1.0, *inner, 0.0], 4, domain=[0, PI / 2], window=[0, PI / 2])

    def action(inner):
        q = path(inner)
        return ((q.deriv() ** 2 - q**2) / 2).integ(lbnd=0)(PI / 2)

    least = minimize(action, 1 - times[1:-1] / times[-1], tol=1e-9, method="Nelder-Mead", options={"fatol": 1e-16})
    t = numpy.linspace(0, PI / 2, 158)
    axes = picture("1.1", 0, PI / 2, -2e-4, 2e-4)
    axes.plot(t, path(least.x)(t) - numpy.cos(t), "k-")
    yield axes


def figure_1_7():
    omega, times = 2 * math.sqrt(9.8), numpy.arange(0, 100.005, 0.01)

    def rates(t, y):
        return [y[1], (0.1 * omega**2 * math.cos(omega * t) - 9.8) * math.sin(y[0])]

    axes = picture("1.7", 0, 100, -PI, PI)
    dots(axes, times, turned(motion(rates, [1.0, 0.0], times, 1e-13)[0]))
    yield axes
