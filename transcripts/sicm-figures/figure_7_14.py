# SICM figure 7.14 (section 7.4.5): contours of the resonance Hamiltonian for the vertical equilibrium of the driven
# pendulum (7.14a), and a surface of section of the actual one (7.14b). m = 1 kg, l = 1 m, g = 9.8 m/s^2, A = .03 m,
# omega = 100 sqrt(g/l); the orbits are ours. The term with cos(2 theta) is subtracted; that the text adds it is a slip.
# Asserted: that term is the mean over the drive of half the Poisson bracket of the perturbation and the generator; the
# inverted pendulum is stable, with a frequency that is that of the resonance Hamiltonian to one part in a thousand.

import cmath
import math

import numpy

from scmpy import *

omega = 100 * math.sqrt(9.8)
gamma = 0.03 * omega**2 / 2


def strength(p):
    return gamma**2 * (omega**2 + p**2) / (2 * (omega**2 - p**2) ** 2)


def H(state):
    return state[2] ** 2 / 2 - 9.8 * cos(state[1]) - strength(state[2]) * cos(2 * state[1])


def half_bracket(phase):
    def generator(state):
        return gamma * (sin(state[1] + phase) / (state[2] + omega) + sin(state[1] - phase) / (state[2] - omega))

    return Poisson_bracket(lambda state: gamma * cos(phase) * cos(state[1]), generator)(up(0.0, 1.0, 2.0))


dp = driven_pendulum_map(1.0, 1.0, 9.8, 0.03, omega)
vertical = find_fixed_point(dp, up(math.pi, 0.0))
assert abs(sum(half_bracket(k * math.pi / 4) for k in range(8)) / 8 - strength(2.0) * (1 - math.cos(2.0))) < 1e-9
frequency = cmath.phase(vertical.multipliers[0]) * omega / math.tau
assert vertical.kind == "elliptic" and abs(frequency / sqrt((D**2)(lambda q: H(up(0, q, 0)))(math.pi)) - 1) < 0.001

contours, section = (frame(-pi, pi, -12, 12, name=name) for name in ("7.14a", "7.14b"))
starts = [(theta, 0.0) for theta in (0.4, 0.8, 1.2, 1.6, 2.0, 2.3, 2.7)]
for theta, p in starts + [(0.0, p) for p in (8.5, 9.5, 10.5, -8.5, -9.5, -10.5)]:
    states = trajectory(Hamiltonian_to_state_derivative(H), up(0.0, theta, p), 3.0)(numpy.linspace(0, 3, 151))
    plot_point(contours, numpy.remainder(states[1] + math.pi, math.tau) - math.pi, states[2])
    display_map(section, dp, theta, p, 150)
