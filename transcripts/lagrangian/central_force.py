# A central force in the plane, in rectangular and in polar coordinates.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m, t, r, phi, rdot, phidot, GM, a, n = symbols("m t r phi rdot phidot GM a n")


def L_central_rectangular(m, V):
    def at(local):
        q = coordinate(local)
        v = velocity(local)
        return Fraction(1, 2) * m * square(v) - V(sqrt(square(q)))

    return at


show(Lagrange_equations(L_central_rectangular(m, literal_function("V")))(up(*literal_functions("x y")))(t))
# (down
#  (/
#   (+ (* m (sqrt (+ (expt (x t) 2) (expt (y t) 2))) (((expt D 2) x) t))
#      (* (x t) ((D V) (sqrt (+ (expt (x t) 2) (expt (y t) 2))))))
#   (sqrt (+ (expt (x t) 2) (expt (y t) 2))))
#  (/
#   (+ (* m (sqrt (+ (expt (x t) 2) (expt (y t) 2))) (((expt D 2) y) t))
#      (* (y t) ((D V) (sqrt (+ (expt (x t) 2) (expt (y t) 2))))))
#   (sqrt (+ (expt (x t) 2) (expt (y t) 2)))))


# In polar coordinates the kinetic energy has a factor r^2, and the potential energy is a function of r alone.


def L_central_polar(m, V):
    def at(local):
        q = coordinate(local)
        qdot = velocity(local)
        r = q[0]
        rdot = qdot[0]
        phidot = qdot[1]
        return Fraction(1, 2) * m * (square(rdot) + square(r * phidot)) - V(r)

    return at


polar_path = up(*literal_functions("r phi"))

show(Lagrange_equations(L_central_polar(m, literal_function("V")))(polar_path)(t))
# (down
#  (+ (* -1 m (r t) (expt ((D phi) t) 2)) (* m (((expt D 2) r) t)) ((D V) (r t)))
#  (+ (* m (((expt D 2) phi) t) (expt (r t) 2))
#     (* 2 m (r t) ((D phi) t) ((D r) t))))

# The second component is the derivative of the angular momentum, m r^2 phidot: the Lagrangian does not depend on phi.

polar_state = up(t, up(r, phi), up(rdot, phidot))

show(partial(1)(L_central_polar(m, literal_function("V")))(polar_state))
# (down (+ (* m (expt phidot 2) r) (* -1 ((D V) r))) 0)

show(partial(2)(L_central_polar(m, literal_function("V")))(polar_state))
# (down (* m rdot) (* m phidot (expt r 2)))


# Kepler's problem. The accelerations, with an attraction that falls off with the square of the distance:


def gravitation(GM, m):
    return lambda r: -div(GM * m, r)


show(Lagrangian_to_acceleration(L_central_polar(m, gravitation(GM, m)))(polar_state))
# (up (/ (+ (* (expt phidot 2) (expt r 3)) (* -1 GM)) (expt r 2))
#     (/ (* -2 phidot rdot) r))


# On a circle of radius a the residual vanishes if n^2 a^3 = GM, which is Kepler's third law.


def circle(a, n):
    return lambda t: up(a, n * t)


show(Lagrange_equations(L_central_polar(m, gravitation(GM, m)))(circle(a, n))(t))
# (down (/ (+ (* -1 (expt a 3) m (expt n 2)) (* GM m)) (expt a 2)) 0)

show(Lagrange_equations(L_central_polar(m, gravitation(square(n) * cube(a), m)))(circle(a, n))(t))
# (down 0 0)
