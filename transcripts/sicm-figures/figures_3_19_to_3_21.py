# SICM figures 3.19 to 3.21 (section 3.6.3): surfaces of section of the system of Henon and Heiles at the energies 1/12,
# 1/8 and 1/6. The orbits are mine; the scattered points are of one for each energy.
# Asserted: the residues of the right island, between 0 and 1 where it is stable; at 1/6 it has doubled its period. The
# islands above and below are around orbits that are straight lines.

from scmpy import *


def section(name, E, *seeds):
    HH = HHmap(E, 0.1, 1e-10, 1e-12)
    win = frame(-0.5, 0.7, -0.6, 0.6, name=name)
    for y, p, n in seeds:
        display_map(win, HH, y, p, n)
    return HH


def on_the_axis(*places):
    return [(y, 0.0, 500) for y in places]


def on_both_sides(*momenta):
    return [(0.0, sign * p, 500) for p in momenta for sign in (1, -1)]


places = on_the_axis(0.3, 0.35, 0.4, 0.44, 0.47, -0.17, -0.2, -0.25, -0.31, -0.36)
HH12 = section("3.19", 1 / 12, *places, (-0.1203, 0.0, 1500), *on_both_sides(0.22, 0.25, 0.28))
places = on_the_axis(0.33, 0.4, 0.45, -0.25, -0.3, -0.33, -0.36, -0.4)
HH8 = section("3.20", 1 / 8, *places, (0.04, 0.09, 500), *on_both_sides(0.27, 0.3), (-0.1, 0.0, 4000))
HH6 = section("3.21", 1 / 6, *on_the_axis(0.1, 0.15, 0.2, -0.42), (0.3, 0.2, 6000))

for HH, y, n, residue in ((HH12, 0.3, 1, 0.3383), (HH8, 0.3, 1, 0.7259), (HH6, 0.3, 1, 1.2327), (HH6, 0.55, 2, 0.9885)):
    assert abs(find_fixed_point(HH, up(y, 0.0), n).residue - residue) < 5e-5
for HH, E in ((HH12, 1 / 12), (HH8, 1 / 8)):
    assert abs(find_fixed_point(HH, up(0.0, 0.22)).point - up(0, sqrt(2 * E) / 2)) < 1e-9
