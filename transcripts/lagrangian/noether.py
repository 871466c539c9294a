# Noether's theorem: a symmetry of the Lagrangian, and the quantity that it conserves.
#
# A family of coordinate transformations, the identity at s = 0, under which the Lagrangian does not change, gives
# the integral p (D F)(0): the momentum times the rate at which the coordinates move with s.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m, t, x, y, z, vx, vy, vz, g = symbols("m t x y z vx vy vz g")


def L_central(m, V):
    def at(local):
        return Fraction(1, 2) * m * square(velocity(local)) - V(sqrt(square(coordinate(local))))

    return at


L = L_central(m, literal_function("V"))


# Rotations about the axes. (The angles come as an up tuple, so that the three integrals come as a down tuple.)


def rotations(angles):
    def at(local):
        q = coordinate(local)
        return rotate_x(angles[0])(rotate_y(angles[1])(rotate_z(angles[2])(q)))

    return at


state = up(t, up(x, y, z), up(vx, vy, vz))


def the_Noether_integral(local):
    return partial(2)(L)(local) * D(rotations)(up(0, 0, 0))(local)


show(the_Noether_integral(state))
# (down (+ (* -1 m vy z) (* m vz y))
#       (+ (* m vx z) (* -1 m vz x))
#       (+ (* -1 m vx y) (* m vy x)))


# That is the angular momentum. The library has the definition too, for families with one parameter.


def turned(angle):
    return lambda local: rotate_z(angle)(coordinate(local))


show(Noether_integral(L, turned)(state))
# (+ (* -1 m vx y) (* m vy x))


# It is conserved: with the accelerations of the motion, the total time derivative vanishes.


def moving(local):
    return up(time(local), coordinate(local), velocity(local), Lagrangian_to_acceleration(L)(local))


show(Dt(the_Noether_integral)(moving(state)))
# (down 0 0 0)


# Without the symmetry there is no such integral. In a uniform field only the rotation about its axis is left.


def L_uniform(m, g):
    def at(local):
        return Fraction(1, 2) * m * square(velocity(local)) - m * g * coordinate(local)[2]

    return at


def angular_momentum(local):
    return partial(2)(L_uniform(m, g))(local) * D(rotations)(up(0, 0, 0))(local)


show(
    Dt(angular_momentum)(
        up(time(state), coordinate(state), velocity(state), Lagrangian_to_acceleration(L_uniform(m, g))(state))
    )
)
# (down (* -1 g m y) (* g m x) 0)
