# SICM figures 3.12 to 3.14 (section 3.6.1): stroboscopic surfaces of section of a driven pendulum: its support moves a
# little, at twice its natural frequency, and fast. The orbits are mine; the scattered points of
# the first two are of one orbit each.
# Asserted: residues, which are between 0 and 1 where motion is stable: hanging down and turning with the drive; hanging
# at twice the frequency, not stable, and what has doubled its period; hanging and standing upright when it is fast.

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

fixed = [(little, 0.0, 0.0), (little, 3.0, 13.0), (twice, 0.0, 0.0), (fast, 0.0, 0.0), (fast, 3.1, 0.0)]
residues = [find_fixed_point(dp, up(theta, p)).residue for dp, theta, p in fixed]
residues.append(find_fixed_point(twice, up(0.0, 3.4), 2).residue)
assert [round(residue, 4) for residue in residues] == [0.4733, 0.2281, 1.0246, 0.2855, 0.1019, 0.3586]
