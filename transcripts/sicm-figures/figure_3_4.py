# SICM figure 3.4 (section 3.3): contours of the Hamiltonian of a pendulum of 1 m and 1 kg in its phase space. The
# energies are mine.
# Asserted: with the momentum 2 m l sqrt(g l) at the bottom it would just get to the top; with less it oscillates.

from scmpy import *

H = Lagrangian_to_Hamiltonian(L_pendulum(9.8, 1.0, 1.0))

win = frame(-pi, pi, -10, 10, name="3.4")
energies = [-9, -7, -4, 0, 4, 8, 12, 20, 30, 40]
plot_phase_portrait(H, (-pi, pi), (-10, 10), energies, names="theta p_theta", ax=win)

most = 2 * sqrt(9.8)
assert abs(H(up(0, 0, most)) - H(up(0, pi, 0))) < 1e-12
for p, turns in ((0.999 * most, 3), (1.001 * most, 0)):
    motion = trajectory(Hamiltonian_to_state_derivative(H), up(0.0, 0.0, p), 10.0)
    assert len(crossings(motion, momentum)) == turns
