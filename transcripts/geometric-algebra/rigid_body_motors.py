# The rigid body with motors: Hamilton's equations on the group of the even elements of the projective algebra.
# After P. Vasik, "Gamiltonian mechanics" (2024), S. De Keninck and L. Dorst: M' = M B, mu' = [mu, B] - forces.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

a, b, x, y, z, m, A, B, C, t, m_1, m_2, r, s = symbols("a b x y z m A B C t m_1 m_2 r s")
omega_1, omega_2, omega_3, v_1, v_2, v_3 = symbols("omega_1 omega_2 omega_3 v_1 v_2 v_3")

e12, e23, e31 = PGA3.e12, PGA3.e23, PGA3.e31

# A motor moves points: a screw about the third axis, with its exponential and logarithm.

screw = exp(Fraction(-1, 2) * (a * e12 + b * PGA3.e03))

show(screw)
# (+ (cos (* 1/2 a))
#    (* -1/2 b (cos (* 1/2 a)) e03)
#    (* -1 (sin (* 1/2 a)) e12)
#    (* 1/2 b (sin (* 1/2 a)) e0123))

show(ga_coordinates(sandwich(screw, ga_point(PGA3, up(x, y, z)))))
# (up
#  (+ (* 2 x (expt (cos (* 1/2 a)) 2))
#     (* -2 y (sin (* 1/2 a)) (cos (* 1/2 a)))
#     (* -1 x))
#  (+ (* 2 x (sin (* 1/2 a)) (cos (* 1/2 a)))
#     (* 2 y (expt (cos (* 1/2 a)) 2))
#     (* -1 y))
#  (+ b z))

show(log(screw))
# (+ (* -1/2 b e03) (* -1/2 a e12))


# A velocity is a bivector, minus half of the angular velocity and of the velocity, in the body's frame. A Lagrangian
# is one half of J omega^2 and m v^2; its momentum is the derivative by B, and pairs with it by the outer product.


def velocity_bivector(omega, v):
    return Fraction(-1, 2) * (
        omega[0] * e23 + omega[1] * e31 + omega[2] * e12 + v[0] * PGA3.e01 + v[1] * PGA3.e02 + v[2] * PGA3.e03
    )


def angular_velocity(B):
    return -2 * up(B["e23"], B["e31"], B["e12"])


def linear_velocity(B):
    return -2 * up(B["e01"], B["e02"], B["e03"])


def L_body(m, A, B, C):
    def at(state):
        omega = angular_velocity(state[2])
        v = linear_velocity(state[2])
        return Fraction(1, 2) * m * square(v) + Fraction(1, 2) * (
            A * square(omega[0]) + B * square(omega[1]) + C * square(omega[2])
        )

    return at


L = L_body(m, A, B, C)
H = motor_Lagrangian_to_Hamiltonian(L)

M = literal_multivector("M", PGA3, 0, 2, 4)
omega = up(omega_1, omega_2, omega_3)
v = up(v_1, v_2, v_3)

mu = motor_velocity_to_momentum(L)(up(t, M, velocity_bivector(omega, v)))

show(mu)
# (+ (* -2 A omega_1 e01)
#    (* -2 B omega_2 e02)
#    (* -2 C omega_3 e03)
#    (* -2 m v_3 e12)
#    (* 2 m v_2 e13)
#    (* -2 m v_1 e23))

# The energy is a sum of positive terms: the slides have a minus before the rotational one.

show(H(up(t, M, literal_multivector("mu", PGA3, 2))))
# (/
#  (+ (* 1/8 A B C (expt mu_12 2))
#     (* 1/8 A B C (expt mu_13 2))
#     (* 1/8 A B C (expt mu_23 2))
#     (* 1/8 A B m (expt mu_03 2))
#     (* 1/8 A C m (expt mu_02 2))
#     (* 1/8 B C m (expt mu_01 2)))
#  (* A B C m))

# Newton and Euler's equations, as the derivative of the momentum says them.

rate = motor_phase_space_derivative(H)(up(t, M, mu))[2]

omegadot = up((B - C) * omega_2 * omega_3 / A, (C - A) * omega_3 * omega_1 / B, (A - B) * omega_1 * omega_2 / C)

show(equivalent(rate, motor_velocity_to_momentum(L)(up(t, M, velocity_bivector(omegadot, cross_product(v, omega))))))
# equal

# What is constant: the energy, as mu' ^ dH/dmu vanishes, and both parts of mu^2, the square of the momentum and its
# product with the angular momentum.

show(wedge(rate, velocity_bivector(omega, v)))
# 0

show(mu * mu)
# (+
#  (* -4 (expt m 2) (expt v_1 2))
#  (* -4 (expt m 2) (expt v_2 2))
#  (* -4 (expt m 2) (expt v_3 2))
#  (* (+ (* 8 A m omega_1 v_1) (* 8 B m omega_2 v_2) (* 8 C m omega_3 v_3))
#     e0123))

show(mu * rate + rate * mu)
# 0

# The coadjoint action is a commutator for every algebra: [mu, xi] ^ zeta = mu ^ [xi, zeta], here for (2, 1, 1).

A211 = geometric_algebra(2, 1, 1)
nu = literal_multivector("nu", A211, 2)
xi = literal_multivector("xi", A211, 2)
zeta = literal_multivector("zeta", A211, 2)

show(equivalent(wedge(commutator(nu, xi), zeta), wedge(nu, commutator(xi, zeta))))
# equal

# Masses at points give the inertia: I(B) = sum m X v (X x B).

inertia = motor_inertia((m_1, m_2), (ga_point(PGA3, up(r, 0, 0)), ga_point(PGA3, up(0, s, 0))))

show(inertia(e12))
# (+ (* (+ (* m_1 (expt r 2)) (* m_2 (expt s 2))) e03)
#    (* -1 m_1 r e13)
#    (* -1 m_2 s e23))
