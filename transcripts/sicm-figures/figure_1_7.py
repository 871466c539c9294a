# SICM figure 1.7 (section 1.7): the angle of a pendulum whose support oscillates, against the time.
# Asserted: it oscillates until it first goes over the top at 60.4981, as it does by Hamilton's equations.

from scmpy import *


def pend_state_derivative(m, l, g, a, omega):
    return Lagrangian_to_state_derivative(L_periodically_driven_pendulum(m, l, g, a, omega))


def monitor_theta(state):
    plot_point(win, state[0], principal_value(pi)(state[1]))


win = frame(0, 100, -pi, pi, name="1.7")
parameters, start = (1.0, 1.0, 9.8, 0.1, 2 * sqrt(9.8)), up(0.0, 1.0, 0.0)
evolve(pend_state_derivative, *parameters)(start, monitor_theta, 0.01, 100.0, 1e-13)

for sysder in (pend_state_derivative, H_pend_sysder):
    motion = trajectory(sysder(*parameters), start, 61.0)
    first = crossings(motion, lambda state: cos(state[1] / 2))[0]
    assert abs(first[0] - 60.4981) < 5e-5
