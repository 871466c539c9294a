"""Poincaré equations in Python: the twin of poincare-equations.scm, form by form.

After the lecture "Poincaré equations" of MIT 12.620J / 6.946J / 8.351J / 12.008, Classical Mechanics: A Computational
Approach, Fall 2008 (MIT OpenCourseWare, http://ocw.mit.edu), under the course's own terms, http://ocw.mit.edu/terms;
not covered by the licence of scmpy. The comments on the lecture's slips are in the Scheme file.

Run it: every line printed is an answer that the Scheme file records.
"""

from scmpy import *

theta, phi, psi = Euler_angles.coordinates("theta phi psi")
d_dtheta, d_dphi, d_dpsi = Euler_angles.vector_basis("theta phi psi")

# Rotations about the axes fixed in space: [e_x, e_y] = -e_z and cyclic.

e_x = -(sin(phi) * cos(theta) / sin(theta)) * d_dphi + cos(phi) * d_dtheta + sin(phi) / sin(theta) * d_dpsi
e_y = cos(phi) * cos(theta) / sin(theta) * d_dphi + sin(phi) * d_dtheta - cos(phi) / sin(theta) * d_dpsi
e_z = d_dphi

f = literal_manifold_function("f", Euler_angles)
angles = up(*symbols("theta phi psi"))
here = Euler_angles.point(*angles)

print((commutator(e_x, e_y) + e_z)(f)(here))
print((commutator(e_y, e_z) + e_x)(f)(here))
print((commutator(e_z, e_x) + e_y)(f)(here))


def M_entry(i, j):
    return lambda angles: Euler_to_M(angles)[i, j]


print(
    up(
        e_z(M_entry(0, 0))(angles) + M_entry(1, 0)(angles),
        e_z(M_entry(1, 0))(angles) - M_entry(0, 0)(angles),
        e_z(M_entry(2, 0))(angles),
    )
)

# Structure constants, c[j][i][k] = e~j([e_i, e_k]): those of coordinates vanish, the body's are +1 in cyclic order.


def structure_constants(basis):
    e, dual = basis_to_vector_basis(basis), basis_to_1form_basis(basis)

    def at(q):
        return s_map(lambda e_j: s_map(lambda e_i: s_map(lambda e_k: e_j(commutator(e_i, e_k))(q), e), e), dual)

    return at


print(structure_constants(Euler_basis)(angles))
print(structure_constants(so3p_basis)(angles))

# Poincaré's equations.


def Poincare_equations(L_hat, basis):
    e = basis_to_vector_basis(basis)
    c = structure_constants(basis)

    def on_paths(q, w):
        def sigma(t):
            return up(t, q(t), w(t))

        def at(t):
            momentum = partial(2)(L_hat)
            force = e(lambda x: L_hat(up(t, x, w(t))))(q(t))
            return D(lambda t: momentum(sigma(t)))(t) - (force + c(q(t)) * momentum(sigma(t)) * w(t))

        return at

    return on_paths


# The free rigid body.


def L_hat(A, B, C):
    def lagrangian(state):
        t, q, (a, b, c) = state
        return (A * square(a) + B * square(b) + C * square(c)) / 2

    return lagrangian


A, B, C, t = symbols("A B C t")
q = up(*literal_functions("theta phi psi"))
omega = up(*literal_functions("omega^a omega^b omega^c"))

print(Poincare_equations(L_hat(A, B, C), so3p_basis)(q, omega)(t))

# Lagrange's equations are Poincaré's in the basis of the coordinates.

lagrange = Lagrange_equations(Lrigid(A, B, C))(q)(t)
print(lagrange - Poincare_equations(Lrigid(A, B, C), Euler_basis)(q, D(q))(t))

# The stronger check: contracted with the body's fields they are Poincaré's in that basis, with the path's own
# quasi-velocities, which are the components of the angular velocity on the principal axes.

fields = basis_to_vector_basis(so3p_basis)
contracted = s_map(lambda e_k: lagrange * up(*(e_k(angle)(q(t)) for angle in (theta, phi, psi))), fields)
w = quasi_velocities(so3p_basis, q)
print(contracted - Poincare_equations(L_hat(A, B, C), so3p_basis)(q, w)(t))
print(w(t) - Euler_state_to_omega_body(Gamma(q)(t)))
