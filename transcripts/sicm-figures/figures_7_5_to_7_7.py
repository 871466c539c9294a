# SICM figures 7.5 to 7.7 (section 7.2): the pendulum as a perturbed rotor, with a second perturbation step, and the
# actual motion: for a time of 10 (7.5), for 100 (7.6), and for 100 without secular terms (7.7). alpha = 1, beta = .1,
# epsilon = 1, from theta = 0 with p = .7; all Lie series up to epsilon^4. The sine of 2 theta in the second generator
# has the sign that eliminates; that of the text is a slip.
# Asserted: after 2 the motions are 1e-3 apart, 5e-3 without secular terms; the energy is off by .03 before 100, and by
# less than .002 without the secular terms.

import math

import numpy

from scmpy import *


def W(state):
    return -0.1 * sin(state[1]) / state[2]


def W2(secular):
    return lambda state: 0.01 * (secular * state[1] / 4 - sin(2 * state[1]) / 8) / state[2] ** 3


def C(W, epsilon, order):
    return lambda state: series_sum(Lie_transform(W, epsilon)(identity)(state), order)


def solution(secular):
    t, theta, p = first = C(W2(secular), -1.0, 2)(C(W, -1.0, 4)(up(0.0, 0.0, 0.7)))
    code = compile_function(compose(C(W, 1.0, 4), C(W2(secular), 1.0, 2)), first)
    return lambda t: code(up(t, theta + t * (p - (1 - secular) * 0.01 / (2 * p**3)), p))


def energy_error(motion, times):
    _, theta, p = motion(times)
    return max(abs(p**2 / 2 - 0.1 * numpy.cos(theta) - 0.145))


actual, solutions = pendulum_advance(1.0, 0.1)(up(0.0, 0.0, 0.7)), [solution(0), solution(1)]
for name, count, secular in (("7.5", 250, 1), ("7.6", 2500, 1), ("7.7", 2500, 0)):
    window = frame(-pi, pi, 0.2, 0.9, name=name)
    for motion in (actual, solutions[secular]):
        _, theta, p = motion(numpy.arange(count) * 0.04)
        plot_point(window, principal_value(math.pi)(theta), p)

assert abs(solutions[1](2.0) - actual(2.0)) < 1e-3 and abs(solutions[0](2.0) - actual(2.0)) < 5e-3
assert energy_error(solutions[1], numpy.arange(90, 100, 0.2)) > 0.03
assert energy_error(solutions[0], numpy.arange(90, 100, 0.2)) < 0.002
