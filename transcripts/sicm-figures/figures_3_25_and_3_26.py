# SICM figures 3.25 and 3.26 (section 3.8): the outline of an area in the phase space of a pendulum of 1 m, and where the
# flow takes it, each .9 s from the region of oscillation, each .3 s from the unstable equilibrium. The outlines are mine.
# Asserted: the areas within the outlines are the same, but for the corners of polygons; a point of the last one is
# where elliptic functions have it.

import numpy

from scmpy import *

derivative = Hamiltonian_to_state_derivative(Lagrangian_to_Hamiltonian(L_pendulum(9.8, 1.0, 1.0)))


def areas(name, theta, width, height, dt, *ranges):
    win = frame(*ranges, name=name)
    a = numpy.arange(400) * 2 * numpy.pi / 400
    states = up(0.0, theta + width * numpy.cos(a), height * numpy.sin(a))
    for n in range(4):
        t, q, p = states if n == 0 else ensemble(derivative, states, n * dt).states
        plot_point(win, q, p)
        yield numpy.sum(q * numpy.roll(p, -1) - p * numpy.roll(q, -1)) / 2
    _, angle, momentum = pendulum_advance(1.0, 9.8)(up(0.0, theta + width, 0.0))(3 * dt)
    assert abs(sin((q[0] - angle) / 2)) + abs(p[0] - momentum) < 1e-8


assert numpy.ptp(list(areas("3.25", 1.5, 0.3, 0.6, 0.9, -3, 3, -6, 6))) < 1e-5
assert numpy.ptp(list(areas("3.26", float(pi), 0.2, 0.5, 0.3, 0.1, 6.2, -6, 6))) < 1e-5
