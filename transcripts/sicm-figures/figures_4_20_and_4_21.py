# SICM figures 4.20 and 4.21 (section 4.6.1): the invariant curve of the standard map with K = .95 and the rotation
# number 1 - 1/phi, among other orbits, which are ours; and a small part of it, magnified by 2 pi 10^5 (in the book by 2
# pi 10^7). The points there come back after Fibonacci numbers of iterations.
# Asserted: the ordinate at 0 is that of the text, 2.11446054943917; the magnified points are on a line.

import math

from scmpy import *

the_map = standard_map(0.95)
J = find_invariant_curve(the_map, 1 - 1 / golden_ratio, 0.0, 2.0, 2.2, 1e-11)
assert abs(J - 2.1144605494391726) < 2e-11

window = frame(0, math.tau, 0, math.tau, 500, 500, name="4.20")
for theta, p in ((0.0, J), (0.5, 0.1), (math.pi, 3.3), (0.0, 1.9), (0.0, 2.3), (3.0, 2.6)):
    display_map(window, the_map, theta, p, 5000)

close = frame(-5e-6, 5e-6, J - 3e-6, J + 3e-6, 500, 500, name="4.21")


def next_point(theta, p):
    """The next point near the angle 0."""
    for count in (196418, 317811, 514229):
        x, y = iterated_map(the_map, count)(theta, p, lambda *point: point, None)
        if abs(principal_value(math.pi)(x)) < 5e-6:
            return principal_value(math.pi)(x), y


points = [next_point(0.0, J)]
for _ in range(40):
    points.append(next_point(*points[-1]))

slope = (points[0][1] - J) / points[0][0]
for theta, p in points:
    plot_point(close, theta, p)
    assert abs(p - J - slope * theta) < 1e-10
