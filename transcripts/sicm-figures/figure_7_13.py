# SICM figure 7.13 (section 7.4.4): the surface of section of the perturbative solution of second order for the driven
# pendulum near the resonance of 2 omega_r and -omega, whose islands are in figure 7.10b. alpha = 1, beta = 1, gamma =
# 1/4, omega = 5; the orbits are ours.
# Asserted: the centre of the islands, a stable point of period 2, is less than .02 from that of the driven pendulum,
# whose map takes points of the section to the next ones but for .03.

import math

import numpy

from scmpy import *


def W(state):
    return sin(state[1]) * (-1 / state[2] + 0.25 / (state[2] + 5) + 0.25 / (state[2] - 5))


C = compile_function(lambda state: series_sum(Lie_transform(W, 1)(identity)(state), 1), up(0.0, 1.0, -2.5))

# sigma = 2 theta + omega t and the momentum less -2.5 are a pendulum's about pi, looked at once a period of the drive.


def orbit(delta, count):
    n = numpy.arange(count)
    _, sigma, p = pendulum_advance(0.5, 0.04)(up(0.0, 0.0, delta))(n * math.tau / 5)
    return C(up(0.0, (math.pi + sigma) / 2 + math.pi * n, p - 2.5))


window = frame(-pi, pi, -4, -1, name="7.13")
for delta in (0.05, 0.1, 0.15, 0.2, 0.25, 0.275, 0.29, 0.35, 0.5, 0.7, 0.9, -0.29, -0.35, -0.5, -0.7, -0.9):
    _, theta, p = orbit(delta, 250)
    plot_point(window, principal_value(math.pi)(theta), p)

dp = driven_pendulum_map(1.0, 1.0, 1.0, 0.02, 5.0)
centre = find_fixed_point(dp, up(math.pi / 2, -2.5), 2)
assert centre.kind == "elliptic" and abs(centre.point - C(up(0.0, math.pi / 2, -2.5))[1:]) < 0.02

_, theta, p = orbit(0.2, 41)
after = numpy.transpose([dp(*here, lambda *point: point, None) for here in zip(theta[:-1], p[:-1], strict=True)])
assert max(abs(numpy.sin(after[0] - theta[1:]))) < 0.03 and max(abs(after[1] - p[1:])) < 0.03
