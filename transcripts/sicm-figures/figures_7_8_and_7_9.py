# SICM figures 7.8 and 7.9 (section 7.4.1): the motion by the resonance Hamiltonian of the driven pendulum near omega,
# in sigma and Sigma (7.8); and the surface of section of the perturbative solution of first order that it gives (7.9).
# alpha = 1, beta = 1, gamma = 1/4, omega = 5; the orbits are ours.
# Asserted: the half-width of the resonance is 2 sqrt(alpha gamma) = 1; the centre of the island is 1e-3 from that of
# the driven pendulum, whose map takes points of the section to the next ones but for .005.

import math

import numpy

from scmpy import *

period = math.tau / 5


def motion(delta):
    resonance = pendulum_advance(1.0, 0.25)(up(0.0, 0.0, delta))
    return lambda t: resonance(t) + up(-t, math.pi, 5)


def W(state):
    return sin(state[1]) * (1 / (4 * (state[2] + 5)) - 1 / state[2])


C = compile_function(lambda state: series_sum(Lie_transform(W, 1)(identity)(state), 1), up(0.0, 1.0, 5.0))


def draw(name, C, dt):
    window = frame(0, math.tau, 2, 8, name=name)
    for delta in (0.2, 0.4, 0.6, 0.8, 0.95, 1.05, 1.3, 1.7, 2.1, -1.05, -1.3, -1.7, -2.1):
        _, theta, p = C(motion(delta)(numpy.arange(300) * dt))
        plot_point(window, theta % math.tau, p)


draw("7.8", identity, 0.06)
draw("7.9", C, period)

assert pendulum_separatrix_angular_momentum(1.0, 0.25)(0) == 1
dp = driven_pendulum_map(1.0, 1.0, 1.0, 0.02, 5.0)
assert abs(C(up(0.0, math.pi, 5.0))[2] - find_fixed_point(dp, up(math.pi, 5.0)).point[1]) < 1e-3

_, theta, p = C(motion(0.8)(numpy.arange(31) * period))
after = numpy.transpose([dp(*here, lambda *point: point, None) for here in zip(theta[:-1], p[:-1], strict=True)])
assert max(abs(numpy.sin(after[0] - theta[1:]))) < 0.005 and max(abs(after[1] - p[1:])) < 0.005
