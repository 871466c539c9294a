# SICM figure 4.10 (section 4.4): two periodic motions on the torus of two angles, whose frequencies are as 3 to 2. The
# Hamiltonian, half the square of the actions, and the first angles are ours.
# Asserted: both close after three turns of one angle and two of the other; the first has two points on a section.

import math

import numpy

from scmpy import *


def H(state):
    return square(state[2]) / 2


window = frame(0, math.tau, 0, math.tau, name="4.10")
derivative = Hamiltonian_to_state_derivative(H)


def draw(theta0, dt):
    motion = trajectory(derivative, up(0.0, up(theta0, 0.0), down(3.0, 2.0)), math.tau)
    angles = motion(numpy.append(numpy.arange(0, math.tau, dt), math.tau))[1]
    plot_point(window, angles[0] % math.tau, angles[1] % math.tau)
    assert abs(motion(math.tau)[1] - up(theta0, 0) - math.tau * up(3, 2)) < 1e-9


draw(0.0, 0.01)
draw(1.0, 0.08)

# Where the second angle is 0 there are two points of the first motion.

motion = trajectory(derivative, up(0.0, up(0.0, 0.0), down(3.0, 2.0)), 12.0)
points = [round(math.cos(state[1][0])) for state in crossings(motion, lambda state: sin(state[1][1] / 2))]
assert points == [-1, 1, -1]
