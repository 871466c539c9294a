"""Impacts and dry friction, in Python: the twin of impacts-and-friction.scm, form by form. The comments are there."""

from fractions import Fraction

from scmpy import *

# The impact, in symbols
t, a, b, u, v, e = symbols("t a b u v e")


def L(local):
    (a, b), (u, v) = local[1], local[2]
    return square(u) + Fraction(1, 2) * square(v) + u * v * cos(a - b) + 9.8 * (2 * cos(a) + cos(b))


def gap(local):
    return 0.3 - (sin(local[1][0]) + sin(local[1][1]))


before = up(t, up(a, b), up(u, v))
after = impact(L, gap, e)(before)


def rate(state):
    return D(gap)(state)[1] * velocity(state)


print(simplify(rate(after) + e * rate(before)))

energy = Lagrangian_to_energy(L)
print(simplify(energy(impact(L, gap, 1)(before)) - energy(before)))

# The motion
start = up(0.0, up(-1.0, -0.5), up(0.0, 0.0))


def swings(e):
    bounce = crossing(gap, "falling", then=impact(L, gap, e))
    return compile_motion(L, kind="Lagrangian", events=bounce, tolerance=1e-11)


print("#t" if abs(energy(swings(1)(start, 60.0)) - energy(start)) < 1e-8 else "#f")
print("#t" if energy(swings(0.5)(start, 5.0)) < energy(start) - 1 else "#f")


# Dry friction
def block(local):
    return Fraction(1, 2) * (square(velocity(local)) - square(coordinate(local)))


def slip(local):
    return velocity(local) - 0.3


friction = dry_friction(block, slip, 1.0, 1.5)
motion = compile_motion(friction.derivative, kind="derivative", events=friction.events, tolerance=1e-11)
stuck = friction.start(up(0.0, 0.0, 0.3))
print(stuck)


def rounded(state):
    return up(*(round(x, 6) for x in state[1:]))


print(rounded(motion(stuck, 4.0)))
print(rounded(motion(stuck, 7.0)))
