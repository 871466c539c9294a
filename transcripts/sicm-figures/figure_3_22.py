# SICM figure 3.22 (section 3.6.5): a surface of section of a top of three unequal moments, where it has turned about its
# axis and p_psi is the larger one of two. Energy and p_phi are those of standing upright with 30 rad/s; the orbits are
# mine.
# Asserted: the tilt and the residue, less than 1, of the stable fixed point of the island; an orbit that begins nearly
# upright gets nearly upside down.

from scmpy import *

A, B, C, gMR = 3e-4, 2.5e-4, 1e-4, 0.0456
p_phi = 30 * C
energy = p_phi**2 / (2 * C) + gMR


def L_top(local):
    return T_body_Euler(A, B, C)(local) - gMR * cos(local[1][0])


H_top = Lagrangian_to_Hamiltonian(L_top)


def H(state):  # of theta and psi, as phi does not appear
    t, (theta, psi), (p_theta, p_psi) = state
    return H_top(up(t, up(theta, 0, psi), down(p_theta, p_phi, p_psi)))


section = section_map(H, energy, 1, 1e-10, angle=True)

win = frame(0, pi, -0.01, 0.01, name="3.22")
for theta in (0.35, 0.5, 0.6, 0.75, 0.9, 1.1, 1.3, 1.5):
    display_map(win, section, theta, 0.0, 400)
display_map(win, section, 0.1, 0.0, 3000)

found = find_fixed_point(section, up(1.62, 0.0))
assert abs(found.point[0] - 1.6216) < 5e-5 and abs(found.residue - 0.9979) < 5e-5
assert 2.9 < map_orbit(section, up(0.1, 0.0), 2000)[:, 0].max() < pi
