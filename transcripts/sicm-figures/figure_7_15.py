# SICM figure 7.15 (section 7.4.5): where the inverted vertical equilibrium of the driven pendulum is linearly stable,
# and the line (omega/omega_s) (A/l) = sqrt(2) of the perturbation theory. Logarithms to the base 10 of omega/omega_s to
# the right and of A/l upwards; their ranges and the grid are ours.
# Asserted: at omega/omega_s = 100 stability begins at A/l = sqrt(2)/100 but for 1 part in 1000; it is lost again at
# .45.

import math

import numpy

from scmpy import *


def linearized(state):
    """The linearized motion, with the phase of the drive for a time; its parameters are (omega_s/omega)^2 and A/l."""
    phase, x, v, (ratio, amplitude) = state
    return up(1, v, x * (ratio - amplitude * cos(phase)), up(0, 0))


def map_trace(ratio, amplitude):
    """The trace of the derivative of the map: twice an entry, as the drive is even."""
    return 2 * ensemble(linearized, up(0.0, 1.0, 0.0, up(1 / ratio**2, amplitude)), math.tau, 1e-9).states[1]


x, y = numpy.meshgrid(0.025 + 0.05 * numpy.arange(40), -1.975 + 0.05 * numpy.arange(60))
stable = abs(map_trace(10**x, 10**y)) < 2
window = frame(0, 2, -2, 1, 500, 600, name="7.15")
plot_point(window, x[stable], y[stable])
plot_function(window, lambda x: math.log10(math.sqrt(2)) - x, 0, 2, 0.05)

edges = [
    bisect(lambda a, t=t: map_trace(100.0, a) - t, low, high, 1e-6)
    for t, low, high in ((2, 0.01, 0.02), (-2, 0.3, 0.6))
]
assert abs(100 * edges[0] - math.sqrt(2)) < 1e-3 and 0.45 < edges[1] < 0.46
