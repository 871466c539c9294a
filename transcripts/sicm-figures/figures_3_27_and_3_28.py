# SICM figures 3.27 and 3.28 (section 3.9): the standard map for K = .6 and K = 1.4. The orbits are mine.
# Asserted: the residues of the fixed points are K/4 and -K/4; for K = .6 there is an orbit of golden rotation number on
# a curve, for K = 1.4 one orbit fills most of the plane, with a positive Lyapunov exponent.

from scmpy import *


def section(name, K, through_pi, through_0, *more):
    window = frame(0, 2 * pi, 0, 2 * pi, name=name)
    orbits = [(3.14, I, 2000) for I in through_pi] + [(0.0, I, 2000) for I in through_0]
    for theta, I, n in [*orbits, *more]:
        display_map(window, standard_map(K), theta, I, n)
    return [round(find_fixed_point(standard_map(K), up(theta, 0.1)).residue, 12) for theta in (3.0, 0.1)]


regular = (0.4, 0.8, 1.2, 1.7, 2.0, 2.2, 2.5, 2.8, 3.8, 4.1, 4.3, 4.6)
assert section("3.27", 0.6, regular, (3.0, 2.8, 3.5), (0.01, 0.0, 8000)) == [0.15, -0.15]
more = (0.0, 0.1, 20000), (1.3, 0.0, 2000)
assert section("3.28", 1.4, (0.5, 1.0, 1.3, 1.55), (3.0, 2.8, 2.6), *more) == [0.35, -0.35]

golden = (3 - sqrt(5.0)) / 2
I = find_invariant_curve(standard_map(0.6), golden, 0.0, 2.0, 2.6, 1e-9)
assert abs(rotation_number(standard_map(0.6), up(0.0, I), 2000) - golden) < 1e-7
assert 0.2 < lyapunov_exponents_of_map(standard_map(1.4), up(0.0, 0.1), 10000)[0] < 0.3
