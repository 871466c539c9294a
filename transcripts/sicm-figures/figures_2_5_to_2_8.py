# SICM figures 2.5 to 2.8 (section 2.10): a top of aluminium, tilted by .4, that is kicked: its nutation, its
# precession, the rate of its rotation, and the path of its centre of mass, as latitude and longitude.
# Asserted: at the lowest tilt the energy (2.91) is that at first; the top precesses, and loops on its way.

import numpy

from scmpy import *

A, C, gMR = 6.96e-4, 1.32e-4, 0.112
L = L_axisymmetric_top(A, C, gMR)
start = up(0.0, up(0.4, 0.0, 0.0), up(0.0, -10.0, 200.0))
motion = trajectory(Lagrangian_to_state_derivative(L), start, 2.0)

t, (theta, phi, _), (_, _, psidot) = motion(numpy.linspace(0, 2, 1001))
for name, x, y, ranges in (
    ("2.5", t, pi - theta, (0, 2, 2.2, 2.9)),
    ("2.6", t, phi, (0, 2, -1, 10)),
    ("2.7", t, psidot, (0, 2, 180, 202)),
    ("2.8", phi, pi - theta, (-1, 10, 2.2, 2.9)),
):
    frame(*ranges, name=name).axes.plot(x, y, color="black", linewidth=1)

_, p_phi, p_psi = partial(2)(L)(start)


def energy(theta):  # where the tilt rests
    return (p_phi - p_psi * cos(theta)) ** 2 / (2 * A * sin(theta) ** 2) + p_psi**2 / (2 * C) + gMR * cos(theta)


lowest = crossings(motion, lambda state: state[2][0], "falling")[0]
assert abs(energy(lowest[1][0]) - energy(0.4)) < 1e-12
assert 9 < phi[-1] < 10
assert len(crossings(motion, lambda state: state[2][1])) == 19
