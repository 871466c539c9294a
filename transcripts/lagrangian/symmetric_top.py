# Rigid bodies: the angular velocity in Euler angles, and the symmetric top.
#
# The orientation is M(theta, phi, psi) = Rz(phi) Rx(theta) Rz(psi). The angular velocity on the principal axes:

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

t, theta, phi, psi, thetadot, phidot, psidot, A, B, C, gMR = symbols("t theta phi psi thetadot phidot psidot A B C gMR")
p, pprime, omega = symbols("p pprime omega")

Euler_state = up(t, up(theta, phi, psi), up(thetadot, phidot, psidot))

show(Euler_state_to_omega_body(Euler_state))
# (up (+ (* phidot (sin theta) (sin psi)) (* thetadot (cos psi)))
#     (+ (* phidot (cos psi) (sin theta)) (* -1 thetadot (sin psi)))
#     (+ (* phidot (cos theta)) psidot))


# The kinetic energy is half the sum of the moments times the squares of these.


def kinetic(A, B, C):
    def at(local):
        omega = Euler_state_to_omega_body(local)
        return Fraction(1, 2) * (A * square(omega[0]) + B * square(omega[1]) + C * square(omega[2]))

    return at


show(kinetic(A, B, C)(Euler_state) - T_body_Euler(A, B, C)(Euler_state))
# 0

# With two equal moments much cancels.

show(kinetic(A, A, C)(Euler_state))
# (+ (* -1/2 A (expt phidot 2) (expt (cos theta) 2))
#    (* 1/2 C (expt phidot 2) (expt (cos theta) 2))
#    (* C phidot psidot (cos theta))
#    (* 1/2 A (expt phidot 2))
#    (* 1/2 A (expt thetadot 2))
#    (* 1/2 C (expt psidot 2)))


# A top with a fixed point: the centre of mass is at the distance R from it, on the axis of symmetry.


def potential(gMR):
    return lambda local: gMR * cos(coordinate(local)[0])


L_top = sub(kinetic(A, A, C), potential(gMR))

# It depends neither on phi nor on psi: both momenta are conserved.

show(partial(1)(L_top)(Euler_state))
# (down
#  (+ (* A (expt phidot 2) (cos theta) (sin theta))
#     (* -1 C (expt phidot 2) (cos theta) (sin theta))
#     (* -1 C phidot psidot (sin theta))
#     (* gMR (sin theta)))
#  0
#  0)

show(partial(2)(L_top)(Euler_state))
# (down
#  (* A thetadot)
#  (+ (* -1 A phidot (expt (cos theta) 2))
#     (* C phidot (expt (cos theta) 2))
#     (* C psidot (cos theta))
#     (* A phidot))
#  (+ (* C phidot (cos theta)) (* C psidot)))


# The energy, when the two velocities are given by the momenta p and p', is that of a motion in theta alone. First the
# velocities:


def rates(theta, p, pprime):
    phidot = (p - pprime * cos(theta)) / (A * square(sin(theta)))
    return up(phidot, pprime / C - phidot * cos(theta))


def state_of(theta, thetadot, p, pprime):
    others = rates(theta, p, pprime)
    return up(t, up(theta, phi, psi), up(thetadot, others[0], others[1]))


show(partial(2)(L_top)(state_of(theta, thetadot, p, pprime)))
# (down (* A thetadot) p pprime)

show(Lagrangian_to_energy(L_top)(state_of(theta, thetadot, p, pprime)))
# (/
#  (+ (* (expt A 2) C (expt thetadot 2) (expt (cos theta) 2))
#     (* 2 A C gMR (expt (cos theta) 3))
#     (* -1 (expt A 2) C (expt thetadot 2))
#     (* A (expt pprime 2) (expt (cos theta) 2))
#     (* -1 C (expt pprime 2) (expt (cos theta) 2))
#     (* -2 A C gMR (cos theta))
#     (* 2 C p pprime (cos theta))
#     (* -1 A (expt pprime 2))
#     (* -1 C (expt p 2)))
#  (+ (* 2 A C (expt (cos theta) 2)) (* -2 A C)))


# The sleeping top: upright, with p = p', spinning at the rate omega. Near theta = 0 the energy is that of an
# oscillator whose stiffness is positive if the top spins fast enough, omega^2 > 4 gMR A / C^2.


def effective_potential(theta):
    return Lagrangian_to_energy(L_top)(state_of(theta, 0, C * omega, C * omega))


def expanded(theta):
    return (
        square(C * omega) * (1 - cos(theta)) / (2 * A * (1 + cos(theta)))
        + Fraction(1, 2) * C * square(omega)
        + gMR * cos(theta)
    )


show(effective_potential(theta) - expanded(theta))
# 0

show((D**2)(expanded)(0))
# (/ (+ (* 1/4 (expt C 2) (expt omega 2)) (* -1 A gMR)) A)
