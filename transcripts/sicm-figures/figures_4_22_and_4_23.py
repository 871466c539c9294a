# SICM figures 4.22 and 4.23 (section 4.6.2): how often the angles of the golden invariant curve of the standard map are
# visited, relative to a uniform rotation, for K = .95 (4.22a), .97 (4.22b) and .971635406 (4.23): the quotient of the
# step of the rotation and that of the curve after 987 iterations, a Fibonacci number, which is ours.
# Asserted: the mean of its inverse is 1; the least and the most visited angles are visited ever less and more.

import math

import numpy

from scmpy import *

rotation = 1 - 1 / golden_ratio


def turned(angle):
    return numpy.remainder(angle + math.pi, math.tau) - math.pi


def draw_density(name, K):
    J = find_invariant_curve(standard_map(K), rotation, 0.0, 2.0, 2.2, 1e-9)
    theta = map_orbit(standard_map(K), (0.0, J), 7751)[:, 0]
    density = turned(math.tau * 987 * rotation) / turned(theta[987:] - theta[:-987])
    window = frame(0, math.tau, 0, 2.5, 600, 400, name=name)
    plot_point(window, theta[:-987], density)
    assert abs(numpy.mean(1 / density) - 1) < 0.01
    return min(density), max(density)


figures = ("4.22a", 0.95), ("4.22b", 0.97), ("4.23", 0.971635406)
least, most = zip(*(draw_density(name, K) for name, K in figures), strict=True)
assert least[0] > least[1] > least[2] and most[0] < most[1] < most[2]
