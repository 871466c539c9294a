# SICM figures 3.12 to 3.14 (section 3.6.1): stroboscopic surfaces of section of a driven pendulum: its support moves a
# little, at twice its natural frequency, and fast. The orbits are mine; the scattered points of
# the first two are of one orbit each.
# Asserted: hanging down is stable, and so is to turn with the drive; at twice the frequency the equilibrium has doubled
# its period; when the drive is fast, standing upright is stable, too.

from scmpy import *


def section(name, A, ratio, most, *seeds):
    dp = driven_pendulum_map(1.0, 1.0, 9.8, A, ratio * sqrt(9.8))
    win = frame(-pi, pi, -most, most, name=name)
    for theta, p, n in seeds:
        display_map(win, dp, theta, p, n)
    return dp


inner = [(0.4, 0.0, 500), (0.8, 0.0, 500), (1.2, 0.0, 500), (1.55, 0.0, 500), (1.0, -9.5, 10000)]
chains = [(0.0, 10.4, 200), (0.0, -10.4, 200), (2.0, 7.7, 300), (2.0, -7.7, 300)]
turning = [
    (theta, sign * p, 500) for theta, p in ((3.0, 13.5), (3.0, 15.0), (0.0, 15.3), (0.0, 18.0)) for sign in (1, -1)
]
little = section("3.12", 0.05, 4.2, 20, *inner, *chains, *turning)

doubled = [(0.0, 3.2, 300), (0.0, 2.8, 500), (0.0, 2.0, 500), (2.0, 0.0, 8000)]
twice = section("3.13", 0.1, 2.0, 10, *doubled, (3.0, 5.5, 300), (3.0, -5.5, 300), (0.0, 8.7, 500), (0.0, -8.7, 500))

upright = [(theta, 0.0, 500) for theta in (0.4, 0.8, 1.15, 2.8, 2.4)]
islands = [(1.0, 11.0, 500), (-1.0, -11.0, 500), (3.0, 7.8, 300), (3.0, -7.8, 300)]
fast = section("3.14", 0.2, 10.1, 20, *upright, *islands, (2.0, 5.0, 5000), (2.0, -5.0, 5000))

for dp in (little, fast):
    assert find_fixed_point(dp, up(0.0, 0.0)).kind == "elliptic"
assert find_fixed_point(little, up(3.0, 13.0)).kind == find_fixed_point(fast, up(3.1, 0.0)).kind == "elliptic"
assert find_fixed_point(twice, up(0.0, 0.0)).kind == "hyperbolic"
assert find_fixed_point(twice, up(0.0, 3.4), 2).kind == "elliptic"
