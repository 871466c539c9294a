# SICM figures 7.1 to 7.3 (section 7.2): the pendulum as a perturbed rotor: first-order perturbation theory with Lie
# series of order 1 to 4 (7.1), of order 4 and the actual motion (7.2), and in the oscillation region (7.3). alpha = 1,
# beta = .1, epsilon = 1; from theta = 0 with p = .7, in 7.3 with .55.
# Asserted: at theta = pi the higher orders are lower, and the actual motion lowest; at 0 the fourth is between the
# second and the third; in 7.3 the loops grow with the order; after 2 the fourth is .05 from the actual motion.

import numpy

from scmpy import *


def W(state):
    return -0.1 * sin(state[1]) / state[2]


def C(epsilon, order):
    return lambda state: series_sum(Lie_transform(W, epsilon)(identity)(state), order)


def solution(p, order):
    t, theta, p = C(-1.0, order)(up(0.0, 0.0, p))
    code = compile_function(C(1.0, order), up(t, theta, p))
    return lambda t: code(up(t, theta + t * p, p))


def draw(name, low, high, motions):
    window = frame(-pi, pi, low, high, name=name)
    for motion in motions:
        _, theta, p = motion(numpy.arange(1200) * 0.02)
        plot_point(window, principal_value(numpy.pi)(theta), p)


actual = pendulum_advance(1.0, 0.1)(up(0.0, 0.0, 0.7))
draw("7.1", 0.2, 0.9, [solution(0.7, order) for order in (1, 2, 3, 4)])
draw("7.2", 0.2, 0.9, [solution(0.7, 4), actual])
draw("7.3", -0.6, 1.2, [solution(0.55, order) for order in (1, 2, 3, 4)])


def p_at(theta, p):
    return [C(1.0, order)(up(0.0, theta, C(-1.0, order)(up(0.0, 0.0, p))[2]))[2] for order in (1, 2, 3, 4)]


assert (numpy.diff([*p_at(numpy.pi, 0.7), numpy.sqrt(0.7**2 - 4 * 0.1)]) < 0).all()
assert p_at(0.0, 0.7)[1] < p_at(0.0, 0.7)[3] < p_at(0.0, 0.7)[2]
assert (numpy.diff(p_at(numpy.pi, 0.55)) < 0).all()
assert abs(solution(0.7, 4)(2.0) - actual(2.0)) < 0.05
