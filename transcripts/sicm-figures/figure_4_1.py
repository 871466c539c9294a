# SICM figure 4.1 (section 4.1): the phase plane of the undriven pendulum, of length 1 m and mass 1 kg, g = 9.8 m/s^2.
# Asserted: the orbits keep their energy; the separatrix has that of standing upright. Which orbits is not the book's.

import numpy

from scmpy import *


def H_pendulum(m, l, g):
    return lambda state: state[2] ** 2 / (2 * m * l**2) - m * g * l * cos(state[1])


H = H_pendulum(1.0, 1.0, 9.8)
window = frame(-pi, pi, -10, 10, name="4.1")


def draw_orbit(theta, p):
    motion = trajectory(Hamiltonian_to_state_derivative(H), up(0.0, theta, p), 4.0)
    t, theta, p = motion(numpy.linspace(0, 4, 401))
    plot_point(window, numpy.remainder(theta + numpy.pi, 2 * numpy.pi) - numpy.pi, p)
    assert numpy.ptp(H(up(t, theta, p))) < 1e-9


for theta in (0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 2.8):
    draw_orbit(theta, 0.0)

for p in (6.5, 7.2, 8.0, 8.8, 9.6):
    draw_orbit(0.0, p)
    draw_orbit(0.0, -p)


def p_separatrix(theta):
    return 2 * sqrt(9.8) * cos(theta / 2)


plot_function(window, p_separatrix, -pi, pi, 0.02)
plot_function(window, lambda theta: -p_separatrix(theta), -pi, pi, 0.02)

assert abs(H(up(0.0, 1.0, p_separatrix(1.0))) - H(up(0.0, pi, 0.0))) < 1e-12
