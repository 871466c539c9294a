# Exploring by numbers: surfaces of section, without pictures (SICM 3.6).

from scmpy import *
from scmpy.scheme.language import car, list_ref, map_, round_, show

falling, rising, dop853 = symbols("falling rising dop853")


def rounded(x):
    return round_(1e6 * x) / 1000000.0


def rounded_point(x, y):
    return (rounded(x), rounded(y))


def no_point():
    return symbols("no-point")


# A pendulum whose support oscillates: its states once a period of the drive.

omega = 2 * sqrt(9.8)

dp = driven_pendulum_map(1.0, 1.0, 9.8, 0.1, omega)

show(dp(1.0, 0.0, rounded_point, no_point))
# (-1.035082 -1.391955)

show(iterated_map(dp, 10)(1.0, 0.0, rounded_point, no_point))
# (1.147844 -3.649871)

# The system of Henon and Heiles at the energy 1/8: (y, p_y) where x rises through zero.

HH = HHmap(0.125, 0.1, 1e-10, 1e-12)

show(HH(0.1, 0.0, rounded_point, no_point))
# (.32083 -.07183)

# The energy is too low for this point.

show(HH(1.0, 0.0, rounded_point, no_point))
# no-point

# An orbit in an island stays on a curve around its centre, a fixed point of the map: so it comes back close.

show(iterated_map(HH, 20)(0.3, 0.01, rounded_point, no_point))
# (.297815 -.009906)

island = find_fixed_point(HH, up(0.3, 0.0))

show(rounded(car(island)[0]))
# .302667

show(list_ref(island, 4))
# "elliptic"


# The map has its exact derivative, so it can be seen that it keeps areas.


def HH_of(point):
    return HH(point[0], point[1], up, no_point)


M = D(HH_of)(up(0.1, 0.0))

show(rounded(M[0][0] * M[1][1] - M[0][1] * M[1][0]))
# 1.

# Any function of states has its surface of section, for any motion: here where a pendulum turns.

turn = poincare_map(Lagrangian_to_state_derivative(L_pendulum(9.8, 1.0, 1.0)), velocity, falling)

start = up(0.0, 1.0, 0.0)

show(rounded(time(turn(start))))
# 2.140229

show(rounded(time(turn(turn(start)))))
# 4.280457

# What happens along a motion, and what ends it.

motion = trajectory(Lagrangian_to_state_derivative(L_pendulum(9.8, 1.0, 1.0)), start, 3.0)

show(map_(compose(rounded, time), crossings(motion, coordinate)))
# (.535057 1.605172 2.675286)

show(map_(compose(rounded, time), crossings(motion, coordinate, rising)))
# (1.605172)

until_third = trajectory(
    Lagrangian_to_state_derivative(L_pendulum(9.8, 1.0, 1.0)),
    start,
    100.0,
    1e-12,
    dop853,
    False,
    crossing(coordinate, rising, 3),
)

show(map_(compose(rounded, time), crossings(until_third, coordinate, rising)))
# (1.605172 3.7454 5.885629)

# The standard map, on an orbit with an elliptic fixed point near.

show(iterated_map(standard_map(0.6), 100000)(3.0, 0.1, rounded_point, no_point))
# (3.140501 .174145)
