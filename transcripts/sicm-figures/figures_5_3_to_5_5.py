# SICM figures 5.3 to 5.5 (section 5.4.4): orbits near a circle, of a circle and epicycles, on the complex plane, for
# forces that go as r^(1-n): r^-2 (5.3), r (5.4) and r^(-3/4) (5.5). The lines are what the epicycles add to the
# velocity. The sizes are ours.
# Asserted: the epicycles are 2, 1 and 4/3 times as long as wide, the equations of motion hold but for second order.

import math

import numpy

from scmpy import *


def epicycle(n, size):
    omega = 2 * math.sqrt(1 - n / 4)
    return lambda t: size * (sin(omega * t) + 2j / omega * cos(omega * t))


def orbit(n, size):
    return lambda t: exp(1j * t) * (1 + epicycle(n, size)(t))


def draw(n, size, name, turns, count):
    window = frame(-1.5, 1.5, -1.5, 1.5, name=name)
    angles = numpy.arange(120) * math.tau / 120
    plot_point(window, numpy.cos(angles), numpy.sin(angles))
    plot_parametric(window, orbit(n, size), 0, turns * math.tau, 0.02)
    for t in numpy.arange(count) * turns * math.tau / count:
        here = orbit(n, size)(t)
        end = here + exp(1j * t) * D(epicycle(n, size))(t)
        points = [exp(1j * t) * (1 + epicycle(n, size)(angle)) for angle in angles[::3]]
        plot_point(window, numpy.real(points), numpy.imag(points))
        plot_line(window, here.real, here.imag, end.real, end.imag)
    z = orbit(n, 0.001)
    assert abs((D**2)(z)(1.0) + z(1.0) / abs(z(1.0)) ** n) < 3e-6
    return epicycle(n, 1)(0.0).imag


assert draw(3, 0.2, "5.3", 1, 8) == 2
assert draw(0, 0.2, "5.4", 1, 8) == 1
assert abs(draw(1.75, 0.2, "5.5", 2, 12) - 4 / 3) < 1e-15
