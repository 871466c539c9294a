# SICM figure 2.3 (section 2.8.2): angular momenta of free rigid bodies of one energy, on the principal axes, seen from
# one side; points on the back of the energy ellipsoid are fewer. The moments are those of figure 2.2; all else is mine.
# Asserted: the curves are closed, and the separatrix ends on the axis of the intermediate moment.

import numpy

from scmpy import *

A, B, C = 1.0, sqrt(2.0), 2.0


def Euler_equations(state):
    t, (a, b, c) = state
    return up(1, up((1 / C - 1 / B) * b * c, (1 / A - 1 / C) * c * a, (1 / B - 1 / A) * a * b))


def motion(s, t):  # from where the energy is 1/2 and there is no momentum about the intermediate axis
    return trajectory(Euler_equations, up(0.0, up(sqrt(A) * cos(s), 0.0, sqrt(C) * sin(s))), t, 1e-10)


win = frame(-1.6, 1.6, -1.6, 1.6, name="2.3")
separatrix, regular = asin(sqrt((B - A) / (C - A))), (0.2, 0.4, 0.6, 0.77, 0.95, 1.2)
for angle in (separatrix, *regular):
    for s in (angle, pi - angle, angle + pi, -angle):
        for t in (15.0, -15.0):
            x, y, z = Rx(0.4)(Rz(0.4)(motion(s, t)(numpy.linspace(0, t, 251)[:-1])[1]))
            seen = (y < 0) | (numpy.arange(250) % 3 == 0)
            plot_point(win, x[seen], z[seen])

for s in regular:
    around = motion(s, 30.0)
    start, back = around(0.0), crossings(around, lambda state: state[1][1])[1]
    assert abs(back[1] - start[1]) < 1e-8
assert abs(motion(separatrix, 40.0)(40.0)[1] - up(0, sqrt(B), 0)) < 1e-4
