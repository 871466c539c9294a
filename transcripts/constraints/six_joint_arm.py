"""An arm of six joints, in Python: the twin of six-joint-arm.scm, form by form. The comments are in the Scheme file."""

from fractions import Fraction

from scmpy import *

t, a, b, u, v, m, l, g = symbols("t a b u v m l g")


def rod(axis, mass, length):
    center, inertia = up(0, 0, length / 2), Fraction(1, 12) * mass * square(length)
    return make_link(("revolute", axis), mass, center, inertia, up(0, 0, length))


# Two links, in symbols
x, y, z = up(1, 0, 0), up(0, 1, 0), up(0, 0, 1)
elbow = make_linkage([rod(y, m, l), rod(y, m, l)], up(0, 0, -g))
state = up(t, up(a, b), up(u, v))
print(linkage_Lagrangian(elbow)(state))
print(simplify(linkage_to_acceleration(elbow)(state) - Lagrangian_to_acceleration(linkage_Lagrangian(elbow))(state)))

# Six links, in numbers
links = map(rod, [z, y, y, x, y, x], [4.0, 3.0, 2.0, 1.0, 1.0, 0.5], [0.4, 0.4, 0.3, 0.2, 0.1, 0.1])
arm = make_linkage([*links], up(0.0, 0.0, -9.81))
rest = up(0.0, up(0.0, 0.5, 0.4, 0.3, 0.2, 0.1), up(*[0.0] * 6))
holding = linkage_torques(arm)(up(0.0, coordinate(rest), velocity(rest), velocity(rest)))
print("#t" if square(linkage_to_acceleration(arm, None, lambda s: holding)(rest)) < 1e-20 else "#f")

tip = link_position(arm, 5, up(0, 0, 0.1))
push = generalized_force(lambda s: up(0.0, 1.0, 0.0), tip)


def friction(state):
    return 2.0 * square(velocity(state))


def forces(state):
    return holding + push(state)


end = state_advancer(lambda: linkage_to_state_derivative(arm, friction, forces))(rest, 0.5, 1e-10)
moved = tip(end) - tip(rest)
print("#t" if 0.01 < moved[1] < 0.05 else "#f")
