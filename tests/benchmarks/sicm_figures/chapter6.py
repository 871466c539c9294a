"""The figure of SICM's exercise 6.12 with SciPy and matplotlib."""

import math

import numpy
from scipy.optimize import brentq

from .chapter3 import on_section
from .tools import dots, picture


def step(state, dt):
    """Rotations of the oscillators around a kick of the coupling."""
    x, y, p, q = rotated(state, dt / 2)
    return rotated((x, y, p - dt * 2 * x * y, q - dt * (x * x - y * y)), dt / 2)


def rotated(state, dt):
    x, y, p, q = state
    c, s = math.cos(dt), math.sin(dt)
    return c * x + s * p, c * y + s * q, c * p - s * x, c * q - s * y


def figure_6_exercise_6_12():
    axes = picture("6", -0.5, 0.7, -0.6, 0.6)
    for y, q in ((0.3, 0.0), (0.25, 0.1), (0.2, 0.0), (-0.1, 0.0), (-0.2, 0.0), (0.0, 0.3), (0.1, 0.0)):
        state, found = on_section(0.125, y, q), [(y, q)]
        while len(found) < 121:
            after = step(state, 0.1)
            if state[0] < 0 <= after[0]:
                dt = brentq(lambda dt, state=state: step(state, dt)[0], 0, 0.1, xtol=1e-11)
                found.append(step(state, dt)[1::2])
            state = after
        dots(axes, *numpy.transpose(found))
    yield axes
