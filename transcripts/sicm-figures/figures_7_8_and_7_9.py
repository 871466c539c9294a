# SICM figures 7.8 and 7.9 (section 7.4.1): the motion by the resonance Hamiltonian of the driven pendulum near omega,
# in sigma and Sigma (7.8); and the surface of section of the perturbative solution of first order that it gives (7.9).
# alpha = 1, beta = 1, gamma = 1/4, omega = 5; the orbits are ours.
# Asserted: the half-width of the resonance is 2 sqrt(alpha gamma) = 1; the centre of the island is 1e-3 from that of
# the driven pendulum, whose map takes points of the section to the next ones but for .005.

import itertools
import math

from scmpy import *

period = math.tau / 5


def motion(delta):
    resonance = pendulum_advance(1.0, 0.25)(up(0.0, 0.0, delta))
    return lambda t: up(0.0, math.pi + resonance(t)[1], 5 + resonance(t)[2])


def W(state):
    return sin(state[1]) * (1 / (4 * (state[2] + 5)) - 1 / state[2])


C = compile_function(lambda state: series_sum(Lie_transform(W, 1)(identity)(state), 1), up(0.0, 1.0, 5.0))


def draw(name, C, dt):
    window = frame(0, math.tau, 2, 8, name=name)
    for delta in (0.2, 0.4, 0.6, 0.8, 0.95, 1.05, 1.3, 1.7, 2.1, -1.05, -1.3, -1.7, -2.1):
        for n in range(300):
            state = C(motion(delta)(n * dt))
            plot_point(window, state[1] % math.tau, state[2])


draw("7.8", identity, 0.06)
draw("7.9", C, period)

assert pendulum_separatrix_angular_momentum(1.0, 0.25)(0) == 1
dp = driven_pendulum_map(1.0, 1.0, 1.0, 0.02, 5.0)
assert abs(C(up(0.0, math.pi, 5.0))[2] - find_fixed_point(dp, up(math.pi, 5.0)).point[1]) < 1e-3

points = [C(motion(0.8)(n * period))[1:] for n in range(31)]
for here, after in itertools.pairwise(points):
    theta, p = dp(*here, lambda *point: point, None)
    assert abs(math.sin(theta - after[0])) < 0.005 and abs(p - after[1]) < 0.005
