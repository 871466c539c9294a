# Hamilton's equations on groups, by matrices and by geometric algebra: the motions of rigid bodies in spaces of two
# to five dimensions, and of an elastic one. After P. Vasik, "Gamiltonian mechanics" (2024).

# A motor M moves vectors, x -> M x / M, and its velocity B, M' = M B, is a bivector: what B does to vectors,
# B x - x B, is a matrix of the Lie algebra. In the algebra of n unit vectors the group is SO(n); with a null vector e0
# it is SE(n), which moves planes.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import iota, length, list_to_vector, map_, show, symbol, vector_to_list

J, t, l, e23, e31, e12, e01, e02, e03, omega_1, omega_2 = symbols("J t l e23 e31 e12 e01 e02 e03 omega_1 omega_2")
omega_3, v_1, v_2, v_3, y, z, Pi_1, Pi_2, Pi_3, p_1, p_2 = symbols("omega_3 v_1 v_2 v_3 y z Pi_1 Pi_2 Pi_3 p_1 p_2")
p_3, c_1, c_2, c_3, m, A, B, C, phi, theta, psi, a_1, a_2 = symbols("p_3 c_1 c_2 c_3 m A B C phi theta psi a_1 a_2")
a_3, e1, e2, e3, s, J_0 = symbols("a_3 e1 e2 e3 s J_0")


def paired(x, y):
    return coefficient_of(symbols("I"), wedge(x, y))


def matrix_of(algebra):
    def at(B):
        vectors = basis_blades(algebra, 1)
        return matrix_by_cols(*map_(lambda x: tuple(paired(undual(y), commutator(B, x)) for y in vectors), vectors))

    return at


def generators(algebra):
    return down(*map_(matrix_of(algebra), basis_blades(algebra, 2)))


show(generators(geometric_algebra(3)))
# (down (matrix-by-rows (list 0 2 0) (list -2 0 0) (list 0 0 0))
#       (matrix-by-rows (list 0 0 2) (list 0 0 0) (list -2 0 0))
#       (matrix-by-rows (list 0 0 0) (list 0 0 2) (list 0 -2 0)))

show(generators(geometric_algebra(2, 0, 1)))
# (down (matrix-by-rows (list 0 2 0) (list 0 0 0) (list 0 0 0))
#       (matrix-by-rows (list 0 0 2) (list 0 0 0) (list 0 0 0))
#       (matrix-by-rows (list 0 0 0) (list 0 0 2) (list 0 -2 0)))


# A momentum is an element mu of the grade n - 2, paired with velocities by the outer product, mu ^ B = mu(B) I. Its
# components by the basis of the bivectors make the momentum of the matrices, and back.


def components(algebra, mu):
    return down(*tuple(paired(mu, B) for B in basis_blades(algebra, 2)))


def momentum(algebra, components):
    return add(*map_(lambda x, B: x * undual(B), vector_to_list(components), basis_blades(algebra, 2)))


# A body has an inertia along each of the bivectors.


def H_of_components(inertias):
    def at(components):
        return Fraction(1, 2) * add(*map_(lambda l, J: div(square(l), J), components, inertias))

    return at


def symbols_of(name, n):
    return tuple(symbol(name, symbols("_"), k) for k in iota(n, 1))


# By matrices the equations are Lie and Poisson's, mu' = ad* mu; by motors mu' = [mu, B], for B = dH / dmu.


def by_matrices(algebra):
    n = length(basis_blades(algebra, 2))
    H = H_of_components(symbols_of(J, n))
    return Lie_Poisson_to_state_derivative(lambda state: H(vector_to_list(state[2])), generators(algebra))(
        up(t, up(*tuple(0 for x in basis_blades(algebra, 1))), down(*symbols_of(l, n)))
    )[2]


def by_motors(algebra):
    n = length(basis_blades(algebra, 2))
    H = H_of_components(symbols_of(J, n))
    rate = motor_phase_space_derivative(lambda state: H(vector_to_list(components(algebra, state[2]))))
    return components(
        algebra,
        rate(up(t, literal_multivector(symbols("M"), algebra, 0), momentum(algebra, list_to_vector(symbols_of(l, n)))))[
            2
        ],
    )


show(by_motors(geometric_algebra(3)))
# (down (/ (+ (* -2 J_2 l_2 l_3) (* 2 J_3 l_2 l_3)) (* J_2 J_3))
#       (/ (+ (* 2 J_1 l_1 l_3) (* -2 J_3 l_1 l_3)) (* J_1 J_3))
#       (/ (+ (* -2 J_1 l_1 l_2) (* 2 J_2 l_1 l_2)) (* J_1 J_2)))


# They are the same in SO(2) to SO(5), in SE(2) to SE(5), and in the conformal group SO(4, 1).


def is_same(algebra):
    return equivalent(by_matrices(algebra), by_motors(algebra))


show(tuple(is_same(geometric_algebra(n)) for n in iota(4, 2)))
# (equal equal equal equal)

show(tuple(is_same(geometric_algebra(n, 0, 1)) for n in iota(4, 2)))
# (equal equal equal equal)

show(is_same(CGA3))
# equal


# The motions of space as the slides write them: a place x and a rotation R, the velocity v and the angular velocity
# omega as the body sees them, p and Pi their momenta. What a bivector of PGA3 does to points gives its v and omega.


def motion_of(algebra, B):
    def at(x):
        return D(lambda h: ga_coordinates(sandwich(1 + h * B, ga_point(algebra, x))))(0)

    return at


def velocity_bivector(omega, v):
    return Fraction(-1, 2) * (
        omega[0] * PGA3(e23)
        + omega[1] * PGA3(e31)
        + omega[2] * PGA3(e12)
        + v[0] * PGA3(e01)
        + v[1] * PGA3(e02)
        + v[2] * PGA3(e03)
    )


omega = up(omega_1, omega_2, omega_3)
v = up(v_1, v_2, v_3)
x = up(symbols("x"), y, z)

show(equivalent(motion_of(PGA3, velocity_bivector(omega, v))(x), v + cross_product(omega, x)))
# equal


# mu(B) = Pi omega + p v.


def momentum_of(Pi, p):
    return -2 * (
        Pi[0] * undual(PGA3(e23))
        + Pi[1] * undual(PGA3(e31))
        + Pi[2] * undual(PGA3(e12))
        + p[0] * undual(PGA3(e01))
        + p[1] * undual(PGA3(e02))
        + p[2] * undual(PGA3(e03))
    )


Pi = up(Pi_1, Pi_2, Pi_3)
p = up(p_1, p_2, p_3)

show(paired(momentum_of(Pi, p), velocity_bivector(omega, v)))
# (+ (* Pi_1 omega_1)
#    (* Pi_2 omega_2)
#    (* Pi_3 omega_3)
#    (* p_1 v_1)
#    (* p_2 v_2)
#    (* p_3 v_3))


def Pi_of(mu):
    return Fraction(-1, 2) * up(paired(mu, PGA3(e23)), paired(mu, PGA3(e31)), paired(mu, PGA3(e12)))


def p_of(mu):
    return Fraction(-1, 2) * up(paired(mu, PGA3(e01)), paired(mu, PGA3(e02)), paired(mu, PGA3(e03)))


# A heavy body: a potential V of the place of its point c.

V = literal_function("V", signature(UP(Real, Real, Real), Real))
c = up(c_1, c_2, c_3)


def H(state):
    M = state[1]
    p = p_of(state[2])
    Pi = Pi_of(state[2])
    return Fraction(1, 2) * (square(p) / m + square(Pi[0]) / A + square(Pi[1]) / B + square(Pi[2]) / C) + V(
        ga_coordinates(sandwich(M, ga_point(PGA3, c)))
    )


turning = ga_rotor(phi, PGA3(e12)) * ga_rotor(theta, PGA3(e23)) * ga_rotor(psi, PGA3(e12))


def R(a):
    return ga_coordinates(sandwich(turning, ga_point(PGA3, a)))


M = ga_translator(PGA3, x) * turning

rate = motor_phase_space_derivative(H)(up(t, M, momentum_of(Pi, p)))

velocity = p / m
angular_velocity = up(Pi_1 / A, Pi_2 / B, Pi_3 / C)

# The force as the body sees it is what pairs with the velocities of the body, R^T grad V.

along = D(V)(x + R(c)) * D(R)(c)
slope = up(along[0], along[1], along[2])

# The equations of the slides for the momenta, with their forces, and for a point a of the body, x + R a.

show(equivalent(p_of(rate[2]), cross_product(p, angular_velocity) - slope))
# equal

show(
    equivalent(
        Pi_of(rate[2]), cross_product(Pi, angular_velocity) + cross_product(p, velocity) - cross_product(c, slope)
    )
)
# equal

a = up(a_1, a_2, a_3)

show(
    equivalent(
        D(lambda h: ga_coordinates(sandwich(M + h * rate[1], ga_point(PGA3, a))))(0),
        R(velocity + cross_product(angular_velocity, a)),
    )
)
# equal

# The conformal algebra has more: the plane of infinity and the origin makes bodies grow. With an inertia J_0 of
# growth beside the others the body is elastic; a velocity is that of a similarity.

oo = ga_infinity(CGA3)


def similarity_bivector(omega, v, s):
    return Fraction(-1, 2) * (
        omega[0] * CGA3(e23)
        + omega[1] * CGA3(e31)
        + omega[2] * CGA3(e12)
        + v[0] * CGA3(e1) * oo
        + v[1] * CGA3(e2) * oo
        + v[2] * CGA3(e3) * oo
        + s * wedge(oo, ga_origin(CGA3))
    )


show(equivalent(motion_of(CGA3, similarity_bivector(omega, v, s))(x), v + cross_product(omega, x) + s * x))
# equal

# Its momenta are those of mu by these velocities; three more, of the inversions, are in no Hamiltonian here.

zero = up(0, 0, 0)
axes = (up(1, 0, 0), up(0, 1, 0), up(0, 0, 1))


def elastic_Pi(mu):
    return up(*tuple(paired(mu, similarity_bivector(axis, zero, 0)) for axis in axes))


def elastic_p(mu):
    return up(*tuple(paired(mu, similarity_bivector(zero, axis, 0)) for axis in axes))


def elastic_lambda(mu):
    return paired(mu, similarity_bivector(zero, zero, 1))


def H_elastic(state):
    mu = state[2]
    Pi = elastic_Pi(mu)
    return Fraction(1, 2) * (
        square(elastic_p(mu)) / m
        + square(Pi[0]) / A
        + square(Pi[1]) / B
        + square(Pi[2]) / C
        + square(elastic_lambda(mu)) / J_0
    )


mu = literal_multivector(symbols("mu"), CGA3, 3)

elastic_rate = motor_phase_space_derivative(H_elastic)(up(t, literal_multivector(symbols("M"), CGA3, 0), mu))[2]

elastic_v = elastic_p(mu) / m

Pi_4 = elastic_Pi(mu)
elastic_omega = up(Pi_4[0] / A, Pi_4[1] / B, Pi_4[2] / C)

show(
    equivalent(
        elastic_p(elastic_rate), cross_product(elastic_p(mu), elastic_omega) + elastic_lambda(mu) / J_0 * elastic_p(mu)
    )
)
# equal

show(
    equivalent(
        elastic_Pi(elastic_rate), cross_product(elastic_Pi(mu), elastic_omega) + cross_product(elastic_p(mu), elastic_v)
    )
)
# equal

# What moves shrinks: the momentum of growth falls by twice the kinetic energy of the motion.

show(equivalent(elastic_lambda(elastic_rate), -(square(elastic_p(mu)) / m)))
# equal
