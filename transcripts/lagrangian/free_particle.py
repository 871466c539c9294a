# The free particle: from a Lagrangian to an equation of motion, and the principle behind it.
#
# A Lagrangian is a function of a local tuple: the time, the coordinates and the velocities. It may have parameters,
# such as a mass; the definition is then a function that returns a function.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import from_scheme, show

t, m, x0, vx, y0, vy, z0, vz = symbols("t m x0 vx y0 vy z0 vz")


def L_free(m):
    return lambda local: Fraction(1, 2) * m * square(velocity(local))


# A path gives the coordinates for every time. Gamma makes the local tuple of a path.

show(Gamma(literal_function("x"))(t))
# (up t (x t) ((D x) t))

show(L_free(m)(Gamma(literal_function("x"))(t)))
# (* 1/2 m (expt ((D x) t) 2))

# Lagrange's equations take a path to the residual that vanishes if the path is a motion: here, the mass times the
# acceleration.

show(Lagrange_equations(L_free(m))(literal_function("x"))(t))
# (* m (((expt D 2) x) t))

# In space the coordinates are an up tuple. The residual is a down tuple, as forces and momenta are.

space_path = up(*literal_functions("x y z"))

show(Lagrange_equations(L_free(m))(space_path)(t))
# (down (* m (((expt D 2) x) t))
#       (* m (((expt D 2) y) t))
#       (* m (((expt D 2) z) t)))


# Straight paths at a constant rate are motions, whatever their constants are.


def straight(t):
    return up(x0 + vx * t, y0 + vy * t, z0 + vz * t)


show(Lagrange_equations(L_free(m))(straight)(t))
# (down 0 0 0)


# The action of a path is the integral of the Lagrangian along it. Of a particle of mass 3 that goes 4 along x, 3
# along y and 2 along z in each unit of time, during 10 units:


def test_path(t):
    return up(4 * t + 7, 3 * t + 5, 2 * t + 1)


action = Lagrangian_action(L_free(3), test_path, 0, 10)

show(from_scheme("abs")(action - 435) < 1e-09)
# #t


# A path that differs from it between the ends, by a multiple of a function that vanishes there, has a larger action.


def varied(epsilon):
    def at(t):
        return test_path(t) + epsilon * t * (t - 10) * up(sin(t), cos(t), square(t))

    return at


def action_of(epsilon):
    return Lagrangian_action(L_free(3), varied(epsilon), 0, 10)


show((action_of(0.001) > action, action_of(-0.001) > action))
# (#t #t)
