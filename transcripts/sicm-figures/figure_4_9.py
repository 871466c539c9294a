# SICM figure 4.9 (section 4.3.1): the homoclinic tangle of the driven pendulum (4.9a), and a surface of section (4.9b).
# m = 1 kg, l = 1 m, g = 9.8 m/s^2, omega = 4.2 sqrt(g/l), A = .05 m; the orbits of the section are ours.
# Asserted: the inverse map takes back; the manifolds cross on the axis theta = 0, and the crossing's images go to the
# fixed point, to either side.

import math

from scmpy import *

omega = 4.2 * math.sqrt(9.8)
dp = driven_pendulum_map(1.0, 1.0, 9.8, 0.05, omega)
dp_inverse = driven_pendulum_map(1.0, 1.0, 9.8, 0.05, -omega)
window = frame(-pi, pi, -10, 10, 600, 600, name="4.9a")


def branch(step, sign):
    rho, dx, dy, *_ = fixed_point_eigen(step, -math.pi, 0.0, 1e-5, lambda *found: found)
    return unstable_manifold(step, -math.pi, 0.0, sign * dx, sign * dy, rho, 1e-4)


for sign in (1, -1):
    for step in (dp, dp_inverse):
        plot_parametric_fill(window, branch(step, sign), 1e-4, 1000.0, cylinder_near(0.1))

assert abs(up(*dp(1.0, 2.0, lambda *point: dp_inverse(*point, up, None), None)) - up(1, 2)) < 1e-8
W = branch(dp, 1)
crossing_point = W(bisect(lambda s: W(s)[0], 1.0, 20.0, 1e-12))
for step in (dp, dp_inverse):
    theta, p = map_orbit(step, crossing_point, 6)[6]
    assert math.pi - abs(theta) + abs(p) < 1e-2

section = frame(-pi, pi, -10, 10, 600, 600, name="4.9b")
for theta in (0.3, 0.8, 1.2, 1.6, 1.9, 2.2, 2.4, 2.6, 3.0):
    display_map(section, dp, theta, 0.0, 1000)
for p in (2.0, 3.5, 5.0, 7.0, 9.0):
    display_map(section, dp, math.pi, p, 600)
    display_map(section, dp, math.pi, -p, 600)
