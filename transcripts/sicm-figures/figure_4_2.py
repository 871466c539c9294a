# SICM figure 4.2 (section 4.1): a surface of section of the driven pendulum without drive, a few points of each orbit.
# Parameters as in figure 4.3; the orbits are ours.
# Asserted: the points keep the energy; where six periods of the drive are one of the pendulum, there are six points.

import numpy

from scmpy import *

omega = 4.2 * sqrt(9.8)
dp = driven_pendulum_map(1.0, 1.0, 9.8, 0.0, omega)
window = frame(-pi, pi, -20, 20, name="4.2")


def orbit(theta, p):
    theta, p = map_orbit(dp, (theta, p), 60).T
    plot_point(window, theta, p)
    assert numpy.ptp(p**2 / 2 - 9.8 * numpy.cos(theta)) < 1e-7
    return theta, p


for theta in (0.0, 0.5, 1.0, 1.5, 2.5, 3.0):
    orbit(theta, 0.0)

for p in (2.0, 5.0, 8.0, 11.0, 14.0, 17.0):
    orbit(1.0 * pi, p)
    orbit(1.0 * pi, -p)

E6 = bisect(lambda E: pendulum_frequency(1.0, 9.8, E) - omega / 6, -9.0, 9.0, 1e-14)
points = orbit(acos(E6 / -9.8), 0.0)
assert numpy.allclose(points[0][6:], points[0][:-6]) and numpy.allclose(points[1][6:], points[1][:-6], atol=1e-6)
