# SICM figures 5.6 and 5.7 (section 5.4.4): orbits in central fields, integrated in rectangular coordinates, for forces
# that go as r^-2.3 (5.6) and r^(-3/4) (5.7). The first states and the durations are ours.
# Asserted: near a circle the frequencies of epicycle and orbit are as .83666 and 3/2 to 1, as the text says; the
# angular momentum of the orbits drawn is constant.

import math

import numpy

from scmpy import *


def central_force(power):
    return lambda state: up(1, state[2], -state[1] / square(state[1]) ** ((power + 1) / 2))


def orbit(power, speed, duration):
    return trajectory(central_force(power), up(0.0, up(1.0, 0.0), up(0.0, speed)), duration)


def draw(name, power, speed, duration, size, ratio):
    _, (x, y), (vx, vy) = orbit(power, speed, duration)(numpy.linspace(0, duration, round(50 * duration) + 1))
    plot_point(frame(-size, size, -size, size, name=name), x, y)
    assert numpy.ptp(x * vy - y * vx) < 1e-9
    nearest = crossings(orbit(power, 1.01, 100.0), lambda state: dot_product(state[1], state[2]), "rising").times
    start = up(0.0, up(1.0, 0.0), up(0.0, 1.01))
    mean = mean_frequency(central_force(power), start, lambda state: atan(state[1][1], state[1][0]), 200.0, 1e-10)
    assert abs(math.tau / (nearest[1] - nearest[0]) / mean - ratio) < 1e-4


draw("5.6", 2.3, 1.1, 120.0, 2.0, 0.83666)
draw("5.7", 0.75, 1.2, 50.0, 1.5, 1.5)
