# SICM figures 4.17 and 4.19 (section 4.5.1): sections of the driven rotor, with its 1:1 and 1:3 commensurabilities. m =
# 1 kg, l = 1 m, A = .1 m, omega = 4.2 sqrt(9.8) rad/s; the orbits, and the momenta of the second frame, are ours.
# Asserted: the radially mapping points at theta = pi, and those at 0, are fixed points, stable ones and unstable ones,
# for the first iterate and for the third; beside the stable point of period 3 the rotation number is 1/3.

import math

import numpy

from scmpy import *

rotor = driven_pendulum_map(1.0, 1.0, 0.0, 0.1, 4.2 * math.sqrt(9.8))


def draw_orbits(name, low, high, momenta):
    window = frame(-pi, pi, low, high, 500, 600, name=name)
    for p in momenta:
        display_map(window, rotor, math.pi, float(p), 300)


draw_orbits("4.17", -20, 20, range(-19, 20))
draw_orbits("4.19", 3.5, 5.2, numpy.arange(3.5, 5.2, 0.05))


def fixed(period, theta, low, high, guess):
    found = find_fixed_point(rotor, up(theta, guess), period)
    radial = radially_mapping_points(iterated_map(rotor, period), low, high, theta, 1e-9)
    assert abs(found.point[1] - radial) < 1e-6
    return found.kind, round(radial, 5)


assert fixed(1, math.pi, 11.0, 16.0, 13.0) == ("elliptic", 13.48197)
assert fixed(1, 0.0, 11.0, 16.0, 13.0) == ("hyperbolic", 12.82446)
assert fixed(3, math.pi, 3.5, 4.5, 4.0) == ("elliptic", 3.92202)
assert fixed(3, 0.0, 4.5, 5.2, 4.8) == ("hyperbolic", 4.90438)
assert abs(rotation_number(rotor, up(math.pi, 4.0), 2000) - 1 / 3) < 1e-9
