# Coordinate transformations: one Lagrangian in other coordinates.
#
# F tells how the old coordinates come from the new ones (and the time); F->C extends that to local tuples.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

t, r, phi, rdot, phidot, m, theta, thetadot, Omega, x, y = symbols("t r phi rdot phidot m theta thetadot Omega x y")
xdot, ydot, g, l = symbols("xdot ydot g l")

show(F_to_C(p_to_r)(up(t, up(r, phi), up(rdot, phidot))))
# (up
#  t
#  (up (* r (cos phi)) (* r (sin phi)))
#  (up (+ (* -1 phidot r (sin phi)) (* rdot (cos phi)))
#      (+ (* phidot r (cos phi)) (* rdot (sin phi)))))


# The free particle in polar coordinates.


def L_free(m):
    return lambda local: Fraction(1, 2) * m * square(velocity(local))


def L_polar(m):
    return compose(L_free(m), F_to_C(p_to_r))


show(L_polar(m)(up(t, up(r, phi), up(rdot, phidot))))
# (+ (* 1/2 m (expt phidot 2) (expt r 2)) (* 1/2 m (expt rdot 2)))

show(Lagrange_equations(L_polar(m))(up(*literal_functions("r phi")))(t))
# (down
#  (+ (* -1 m (r t) (expt ((D phi) t) 2)) (* m (((expt D 2) r) t)))
#  (+ (* m (((expt D 2) phi) t) (expt (r t) 2))
#     (* 2 m (r t) ((D r) t) ((D phi) t))))

# In spherical coordinates.

show(compose(L_free(m), F_to_C(s_to_r))(up(t, up(r, theta, phi), up(rdot, thetadot, phidot))))
# (+ (* -1/2 m (expt phidot 2) (expt r 2) (expt (cos theta) 2))
#    (* 1/2 m (expt phidot 2) (expt r 2))
#    (* 1/2 m (expt r 2) (expt thetadot 2))
#    (* 1/2 m (expt rdot 2)))


# A frame that rotates with the angular velocity Omega. The transformation depends on the time; in the Lagrangian
# the terms of the Coriolis and the centrifugal force appear.


def rotating(Omega):
    def at(local):
        angle = Omega * time(local)
        q = coordinate(local)
        return up(cos(angle) * q[0] - sin(angle) * q[1], sin(angle) * q[0] + cos(angle) * q[1])

    return at


L_rotating = compose(L_free(m), F_to_C(rotating(Omega)))

show(L_rotating(up(t, up(x, y), up(xdot, ydot))))
# (+ (* 1/2 (expt Omega 2) m (expt x 2))
#    (* 1/2 (expt Omega 2) m (expt y 2))
#    (* Omega m x ydot)
#    (* -1 Omega m xdot y)
#    (* 1/2 m (expt xdot 2))
#    (* 1/2 m (expt ydot 2)))

show(Lagrange_equations(L_rotating)(up(*literal_functions("x y")))(t))
# (down
#  (+ (* -1 (expt Omega 2) m (x t))
#     (* -2 Omega m ((D y) t))
#     (* m (((expt D 2) x) t)))
#  (+ (* -1 (expt Omega 2) m (y t))
#     (* 2 Omega m ((D x) t))
#     (* m (((expt D 2) y) t))))


# A pendulum whose pivot is moved up and down: y_p(t). The transformation takes the angle to the place of the bob.


def bob(l, pivot):
    def at(local):
        t = time(local)
        theta = coordinate(local)
        return up(l * sin(theta), pivot(t) - l * cos(theta))

    return at


def L_uniform_gravity(m, g):
    def at(local):
        return Fraction(1, 2) * m * square(velocity(local)) - m * g * coordinate(local)[1]

    return at


L_driven = compose(L_uniform_gravity(m, g), F_to_C(bob(l, literal_function("y_p"))))

show(Lagrange_equations(L_driven)(literal_function("theta"))(t))
# (+ (* g l m (sin (theta t)))
#    (* (expt l 2) m (((expt D 2) theta) t))
#    (* l m (sin (theta t)) (((expt D 2) y_p) t)))
