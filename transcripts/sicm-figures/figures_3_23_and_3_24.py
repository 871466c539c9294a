# SICM figures 3.23 and 3.24 (section 3.7): the distance of two motions of Henon and Heiles's system that start 1e-10
# apart, over that: of chaotic ones its common logarithm, also by the variational equations, and of regular ones. The
# energy is 1/8; where they start is mine.
# Asserted: at first it is 1; the chaotic ones part exponentially, as the variational equations say, until the energy
# bounds the distance; that of the regular ones is never more than in proportion to the time.

import numpy

from scmpy import *

times = numpy.arange(0, 600.5, 0.5)
aside = up(0.0, up(0.0, 1.0), down(0.0, 0.0))


def norm(state):
    return sqrt(square(state[1]) + square(state[2]))


def two_trajectories(start):
    one, other = (trajectory(HHsysder(), place, 600.0, 1e-15)(times) for place in (start, start + 1e-10 * aside))
    return norm(other - one) / 1e-10


def variational(start):
    return norm(trajectory(variational_equations(HHsysder()), up(0.0, start, up(aside)), 600.0)(times)[2][0])


chaotic = section_to_state(1 / 8, -0.1, 0.1)
apart, varied = two_trajectories(chaotic), variational(chaotic)
regular = two_trajectories(section_to_state(1 / 8, 0.35, 0.0))

win = frame(0, 600, 0, 16, name="3.23")
for distance in (apart, varied):
    win.axes.plot(times[::2], numpy.log10(distance[::2]), color="black", linewidth=1)
frame(0, 600, 0, 30, name="3.24").axes.plot(times, regular, color="black", linewidth=1)

assert abs(1 - apart[300] / varied[300]) < 1e-3 and varied[0] == 1
assert 1e9 < apart[-1] < 2e10 and varied[-1] > 1e14
assert 1.8 < regular[1100:1200].max() / regular[500:600].max() < 2.2
