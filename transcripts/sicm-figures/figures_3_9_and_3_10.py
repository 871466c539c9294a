# SICM figures 3.9 and 3.10 (section 3.5): a trajectory of the driven pendulum in phase space, with the momenta of the
# Lagrangian T - V (3.9, and the upper plot of 3.10) and of another one for the same motion (1.120, the lower one).
# Asserted: the motions are the same, and the momenta differ as (3.121) and (3.122) say.

from scmpy import *

omega = 2 * sqrt(9.8)
parameters, start = (1.0, 1.0, 9.8, 0.1, omega), up(0.0, 1.0, 0.0)


def L_alternative(m, l, g, a, omega):
    def at(local):
        t, theta, thetadot = local
        return m * (l * thetadot) ** 2 / 2 + m * l * (g - a * omega**2 * cos(omega * t)) * cos(theta)

    return at


def H_alternative_sysder(*parameters):
    return Hamiltonian_to_state_derivative(Lagrangian_to_Hamiltonian(L_alternative(*parameters)))


def portrait(name, sysder):
    def monitor_p_theta(state):
        plot_point(window, principal_value(pi)(state[1]), state[2])

    window = frame(-pi, pi, -10, 10, name=name)
    evolve(sysder, *parameters)(start, monitor_p_theta, 0.01, 100.0, 1e-12)
    return state_advancer(sysder, *parameters)(start, 10.1)


first = portrait("3.9", H_pend_sysder)
_, theta, p = portrait("3.10-upper", H_pend_sysder)
_, other_theta, other_p = portrait("3.10-lower", H_alternative_sysder)
assert abs(theta - other_theta) < 1e-10 and abs(first - up(10.1, theta, p)) < 1e-10
assert abs(p - other_p + 0.1 * omega * sin(theta) * sin(omega * 10.1)) < 1e-10
