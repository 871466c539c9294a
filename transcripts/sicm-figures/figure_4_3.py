# SICM figure 4.3 (section 4.1): a surface of section of the weakly driven pendulum: A = .001 m, drive frequency 4.2
# omega0. m = 1 kg, l = 1 m, g = 9.8 m/s^2; the orbits are ours.
# Asserted: the pendulum that rotates with the drive is a stable fixed point where it stands upright, below the drive's
# frequency; the six islands are one orbit.

from scmpy import *

omega = 4.2 * sqrt(9.8)
dp = driven_pendulum_map(1.0, 1.0, 9.8, 0.001, omega)
window = frame(-pi, pi, -20, 20, 500, 600, name="4.3")


def draw_orbit(theta, p):
    display_map(window, dp, theta, p, 800)


for theta in (0.5, 1.0, 1.5, 1.9, 2.5, 2.8, 3.13):
    draw_orbit(theta, 0.0)

for p in (1.5, 4.0, 6.5, 9.0, 11.0, 11.8, 12.1, 13.3, 14.5, 16.2, 18.2):
    draw_orbit(1.0 * pi, p)
    draw_orbit(1.0 * pi, -p)

rotating = find_fixed_point(dp, up(1.0 * pi, 12.0))
six = find_fixed_point(dp, up(0.0, 5.6), 6)
for p in (13.9, six.point[1], 5.65, 5.72):
    draw_orbit(0.0, p)
    draw_orbit(0.0, -p)

assert rotating.kind == six.kind == "elliptic"
assert abs(rotating.point[1] - 12.41685) < 1e-6 and rotating.point[1] < omega
assert 1.2 < map_orbit(dp, six.point, 1)[1][0] < 2.2  # clockwise, from the top
