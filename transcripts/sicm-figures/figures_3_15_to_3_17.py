# SICM figures 3.15 to 3.17 (section 3.6.3): contours of the potential energy of Henon and Heiles, two regular motions of
# energy 1/8, and a chaotic one. Where they start is mine: in two islands of figure 3.20, and outside.
# Asserted: the contour of 1/6 has a straight side; the first motion circulates, its angular momentum stays positive,
# the second goes to and fro, and the largest Lyapunov exponent of the third is positive.

import numpy

from scmpy import *


def contour(E):
    def at(theta):
        direction = up(cos(theta), sin(theta))
        return zbrent(lambda r: HHpotential(up(0, r * direction)) - E, 0.0, 1.0, 1e-9)[1] * direction

    return at


win = frame(-1, 1, -0.8, 1.2, name="3.15")
for E in (1 / 100, 1 / 40, 1 / 20, 1 / 12, 1 / 8, 1 / 6):
    plot_parametric(win, contour(E), 0, 2 * pi, 0.02)
assert all(abs(contour(1 / 6)(theta)[1] + 1 / 2) < 1e-7 for theta in (-1.0, -1.5, -2.0))


def motion(name, y, p_y):
    path = trajectory(HHsysder(), section_to_state(1 / 8, y, p_y), 150.0)
    x, y = path(numpy.linspace(0, 150, 3001))[1]
    frame(-1, 1, -0.8, 1.2, name=name).axes.plot(x, y, color="black", linewidth=1)
    return path


def angular_momentum(state):
    t, (x, y), (p_x, p_y) = state
    return x * p_y - y * p_x


around = motion("3.16-upper", -0.35, 0.0)
fro = motion("3.16-lower", 0.0, 0.31)
chaos = motion("3.17", -0.1, 0.1)
assert [len(crossings(path, angular_momentum)) for path in (around, fro)] == [0, 33]
assert angular_momentum(around(0.0)) > 0
assert lyapunov_exponents(HHsysder(), chaos(0.0), 1000.0, None, 1e-10)[0] > 0.03
