# SICM figures 3.5 to 3.8 (section 3.4): the effective potential energy of the top of figure 2.5, less that of rotation,
# for 160, 133.8 and 110 rad/s, and its trajectories in phase space: asleep, awake, and with p_phi > p_psi. The rates of
# 3.5 and the energies are mine.
# Asserted: standing upright is stable from 133.8 rad/s on, so the top of 3.6 is asleep, that of 3.7 awake, and rests
# where cos theta = 2 120/133.8 - 1; with equal momenta the energy of 3.8 is that of the others.

from scmpy import *

A, C, gMR = 0.000696, 0.000132, 0.112


def V(p):
    return lambda theta: p**2 / (2 * A) * tan(theta / 2) ** 2 + gMR * cos(theta)


def V_apart(p_phi, p_psi):
    return lambda theta: (p_phi - p_psi * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2) + gMR * cos(theta)


def portrait(name, V, energies):
    def H(state):
        return state[2] ** 2 / (2 * A) + V(state[1])

    win = frame(-pi, pi, -0.02, 0.02, name=name)
    plot_phase_portrait(H, (-pi, pi), (-0.02, 0.02), energies, names="theta p_theta", ax=win)
    return V


win = frame(-1.5, 1.5, 0.1, 0.15, name="3.5")
for omega in (160, 133.8, 110):
    plot_function(win, V(C * omega), -1.5, 1.5, 0.01)

asleep = portrait("3.6", V(C * 145), [0.1122, 0.113, 0.115, 0.12, 0.13, 0.15, 0.19, 0.25])
awake = portrait("3.7", V(C * 120), [0.11, 0.111, 0.1125, 0.114, 0.12, 0.13, 0.15, 0.2])
portrait("3.8", V_apart(0.0145, 0.0119), [0.127, 0.13, 0.135, 0.145, 0.16, 0.2, 0.25])

assert (D**2)(V(C * 133.7))(0.0) < 0 < (D**2)(V(C * 133.9))(0.0)
omega_c = sqrt(4 * gMR * A) / C
assert abs(omega_c - 133.8) < 0.05
assert (D**2)(awake)(0.0) < 0 < (D**2)(asleep)(0.0)
assert abs(D(awake)(acos(2 * 120 / omega_c - 1))) < 1e-15
assert abs(V_apart(C * 120, C * 120)(0.7) - awake(0.7)) < 1e-15
