# The double pendulum: one bob hangs from the other. The angles are measured from the vertical.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m_1, m_2, l_1, l_2, g, t, theta_1, theta_2, thetadot_1 = symbols("m_1 m_2 l_1 l_2 g t theta_1 theta_2 thetadot_1")
thetadot_2, m, l, lambda_ = symbols("thetadot_2 m l lambda")


def L_double_pendulum(m1, m2, l1, l2, g):
    def at(local):
        theta = coordinate(local)
        thetadot = velocity(local)
        theta1 = theta[0]
        theta2 = theta[1]
        v1 = l1 * thetadot[0]
        v2 = l2 * thetadot[1]
        return (
            Fraction(1, 2) * m1 * square(v1)
            + Fraction(1, 2) * m2 * (square(v1) + square(v2) + 2 * v1 * v2 * cos(theta1 - theta2))
            - (-m1 * g * l1 * cos(theta1) - m2 * g * (l1 * cos(theta1) + l2 * cos(theta2)))
        )

    return at


angles = up(*literal_functions("theta_1 theta_2"))

show(Lagrange_equations(L_double_pendulum(m_1, m_2, l_1, l_2, g))(angles)(t))
# (down
#  (+
#   (* -1
#      l_1
#      l_2
#      m_2
#      (sin (+ (theta_2 t) (* -1 (theta_1 t))))
#      (expt ((D theta_2) t) 2))
#   (* l_1
#      l_2
#      m_2
#      (cos (+ (theta_2 t) (* -1 (theta_1 t))))
#      (((expt D 2) theta_2) t))
#   (* g l_1 m_1 (sin (theta_1 t)))
#   (* g l_1 m_2 (sin (theta_1 t)))
#   (* (expt l_1 2) m_1 (((expt D 2) theta_1) t))
#   (* (expt l_1 2) m_2 (((expt D 2) theta_1) t)))
#  (+
#   (* l_1
#      l_2
#      m_2
#      (sin (+ (theta_2 t) (* -1 (theta_1 t))))
#      (expt ((D theta_1) t) 2))
#   (* l_1
#      l_2
#      m_2
#      (cos (+ (theta_2 t) (* -1 (theta_1 t))))
#      (((expt D 2) theta_1) t))
#   (* g l_2 m_2 (sin (theta_2 t)))
#   (* (expt l_2 2) m_2 (((expt D 2) theta_2) t))))


# The same Lagrangian, from the positions of the bobs: where they are as functions of the angles, and the chain rule.


def positions(l1, l2):
    def at(local):
        theta1 = coordinate(local)[0]
        theta2 = coordinate(local)[1]
        bob1 = up(l1 * sin(theta1), -l1 * cos(theta1))
        return up(bob1, bob1 + up(l2 * sin(theta2), -l2 * cos(theta2)))

    return at


def L_bobs(m1, m2, g):
    def at(local):
        q = coordinate(local)
        v = velocity(local)
        return (
            Fraction(1, 2) * m1 * square(v[0])
            + Fraction(1, 2) * m2 * square(v[1])
            - (m1 * g * q[0][1] + m2 * g * q[1][1])
        )

    return at


L_composed = compose(L_bobs(m_1, m_2, g), F_to_C(positions(l_1, l_2)))

state = up(t, up(theta_1, theta_2), up(thetadot_1, thetadot_2))

show(L_composed(state) - L_double_pendulum(m_1, m_2, l_1, l_2, g)(state))
# (+ (* l_1 l_2 m_2 thetadot_1 thetadot_2 (cos theta_1) (cos theta_2))
#    (* l_1 l_2 m_2 thetadot_1 thetadot_2 (sin theta_1) (sin theta_2))
#    (* -1 l_1 l_2 m_2 thetadot_1 thetadot_2 (cos (+ theta_1 (* -1 theta_2)))))

# The energy.

show(Lagrangian_to_energy(L_double_pendulum(m_1, m_2, l_1, l_2, g))(state))
# (+ (* l_1 l_2 m_2 thetadot_1 thetadot_2 (cos (+ theta_1 (* -1 theta_2))))
#    (* 1/2 (expt l_1 2) m_1 (expt thetadot_1 2))
#    (* 1/2 (expt l_1 2) m_2 (expt thetadot_1 2))
#    (* 1/2 (expt l_2 2) m_2 (expt thetadot_2 2))
#    (* -1 g l_1 m_1 (cos theta_1))
#    (* -1 g l_1 m_2 (cos theta_1))
#    (* -1 g l_2 m_2 (cos theta_2)))


# The second derivative with respect to the velocities is the mass matrix. Its determinant vanishes nowhere: the
# accelerations can always be solved for.


def mass_matrix(local):
    return partial(2)(partial(2)(L_double_pendulum(m_1, m_2, l_1, l_2, g)))(local)


show(mass_matrix(state))
# (down
#  (down (+ (* (expt l_1 2) m_1) (* (expt l_1 2) m_2))
#        (* l_1 l_2 m_2 (cos (+ theta_1 (* -1 theta_2)))))
#  (down (* l_1 l_2 m_2 (cos (+ theta_1 (* -1 theta_2)))) (* (expt l_2 2) m_2)))

show(determinant(mass_matrix(state)))
# (+
#  (* -1
#     (expt l_1 2)
#     (expt l_2 2)
#     (expt m_2 2)
#     (expt (cos (+ theta_1 (* -1 theta_2))) 2))
#  (* (expt l_1 2) (expt l_2 2) m_1 m_2)
#  (* (expt l_1 2) (expt l_2 2) (expt m_2 2)))

# Small oscillations of equal pendulums, about the equilibrium at rest: the stiffness there, and the squares of the
# frequencies, which are (2 +- sqrt 2) g/l.

L_equal = L_double_pendulum(m, m, l, l, g)
at_rest = up(t, up(0, 0), up(0, 0))

show(partial(1)(partial(1)(L_equal))(at_rest))
# (down (down (* -2 g l m) 0) (down 0 (* -1 g l m)))


def characteristic(omega_2):
    return determinant(omega_2 * partial(2)(partial(2)(L_equal))(at_rest) + partial(1)(partial(1)(L_equal))(at_rest))


show(characteristic(lambda_))
# (+ (* (expt l 4) (expt lambda 2) (expt m 2))
#    (* -4 g (expt l 3) lambda (expt m 2))
#    (* 2 (expt g 2) (expt l 2) (expt m 2)))

show((characteristic((2 + sqrt(2)) * (g / l)), characteristic((2 - sqrt(2)) * (g / l))))
# (0 0)
