# SICM figure 2.14 (section 2.11.3): trajectories of a satellite's orientation on a circular orbit in phase space.
# The out-of-roundness, .5, is mine, and so are the energies; n = 1.
# Asserted: rotations that differ from the orbit's by less than n epsilon oscillate (2.113), others go on.

from scmpy import *

epsilon = 0.5


def H(state):
    t, phi, p = state
    return p**2 / 2 - epsilon**2 / 4 * cos(2 * phi)


win = frame(-pi, pi, -1, 1, name="2.14")
energies = [-0.05, -0.03, 0.0, 0.03, 0.05, 0.1, 0.17, 0.26, 0.37]
plot_phase_portrait(H, (-pi, pi), (-1, 1), energies, names="varphi p", ax=win)

for p, turns in ((0.99 * epsilon, 4), (1.01 * epsilon, 0)):
    motion = trajectory(Hamiltonian_to_state_derivative(H), up(0.0, 0.0, p), 50.0)
    assert len(crossings(motion, momentum)) == turns
