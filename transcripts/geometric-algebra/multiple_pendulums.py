# Spherical pendulums that hang from each other, by matrices of multivectors. After Peeter Joot, "Spherical polar
# pendulum for one and multiple masses, and multivector Euler-Lagrange formulation" (2009); numbers in brackets are
# those of its equations.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import (
    append_map,
    iota,
    length,
    list_,
    list_head,
    list_ref,
    list_tail,
    map_,
    max_,
    quotient,
    show,
    vector_to_list,
)

l, theta, phi, m_1, m_2, m_3, l_1, l_2, l_3, theta_3 = symbols("l theta phi m_1 m_2 m_3 l_1 l_2 l_3 theta_3")
phi_3, thetadot_1, thetadot_2, thetadot_3, phidot_1 = symbols("phi_3 thetadot_1 thetadot_2 thetadot_3 phidot_1")
phidot_2, phidot_3, g, t = symbols("phidot_2 phidot_3 g t")

e1 = VGA3(symbols("e1"))
e2 = VGA3(symbols("e2"))
e3 = VGA3(symbols("e3"))


def turned(j, theta):
    return cos(theta) + j * sin(theta)


def plane(phi):
    return e3 * e1 * turned(e1 * e2, phi)


# The conjugate of a matrix (8) is the transpose of the reversed entries.


def reversed_(x):
    return reversion(x) if is_multivector(x) else x


def dagger(matrix):
    return m_generate(m_num_cols(matrix), m_num_rows(matrix), lambda i, j: reversed_(matrix_ref(matrix, j, i)))


# One end of a rod turns about the other with the velocity e3 A Theta', where Theta = (theta, j) (25).


def A(l, theta, j):
    return (l * j * turned(j, theta), l * sin(theta))


show(dagger(matrix_by_rows(A(l, theta, plane(phi)))))
# (matrix-by-rows
#  (list
#   (+ (* -1 l (sin theta))
#      (* l (cos phi) (cos theta) e13)
#      (* l (sin phi) (cos theta) e23)))
#  (list (* l (sin theta))))


# A mass moves with its own rod and with those above: its row has A for these, and 0 for the rods below (21).


def row(k, lengths, angles, planes):
    return matrix_by_rows(
        append_map(
            lambda i, l, theta, j: (0, 0) if i > k else A(l, theta, j), iota(length(lengths)), lengths, angles, planes
        )
    )


def Q(masses, lengths, angles, planes):
    def function(k, m):
        R = row(k, lengths, angles, planes)
        return m * dagger(R) * R

    return add(*map_(function, iota(length(masses)), masses))


def kinetic_energy(masses, lengths, angles, planes, rates):
    velocity = matrix_by_cols(*(rates,))
    return Fraction(1, 2) * matrix_ref(dagger(velocity) * Q(masses, lengths, angles, planes) * velocity, 0, 0)


# Three pendulums: the energy is a scalar, and that of the masses at their places (74).

masses = (m_1, m_2, m_3)
lengths = (l_1, l_2, l_3)
angles = (symbols("theta_1"), symbols("theta_2"), theta_3)
azimuths = (symbols("phi_1"), symbols("phi_2"), phi_3)
angular_rates = (thetadot_1, thetadot_2, thetadot_3)
azimuthal_rates = (phidot_1, phidot_2, phidot_3)


def interleaved(xs, ys):
    return append_map(list_, xs, ys)


planes = map_(plane, azimuths)
plane_rates = map_(lambda phi, phidot: phidot * D(plane)(phi), azimuths, azimuthal_rates)

K = kinetic_energy(masses, lengths, angles, planes, interleaved(angular_rates, plane_rates))


def place(l, theta, phi):
    return l * up(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta))


def of_masses(masses, velocities):
    return Fraction(1, 2) * add(
        *map_(lambda m, k: m * square(add(*list_head(velocities, k))), masses, iota(length(masses), 1))
    )


def velocity_of(l, theta, phi, thetadot, phidot):
    return D(lambda h: place(l, theta + h * thetadot, phi + h * phidot))(0)


show(equivalent(K, of_masses(masses, map_(velocity_of, lengths, angles, azimuths, angular_rates, azimuthal_rates))))
# equal


# The blocks of Q are those of pairs, with the masses that hang from both (32).


def block(r, c):
    return (
        add(*list_tail(masses, max_(r, c)))
        * dagger(matrix_by_rows(A(list_ref(lengths, r), list_ref(angles, r), list_ref(planes, r))))
        * matrix_by_rows(A(list_ref(lengths, c), list_ref(angles, c), list_ref(planes, c)))
    )


whole = Q(masses, lengths, angles, planes)


def function(r, c):
    return equivalent(block(r, c), m_generate(2, 2, lambda i, j: matrix_ref(whole, i + 2 * r, j + 2 * c)))


show(map_(function, (0, 0, 1, 2), (0, 1, 2, 0)))
# (equal equal equal equal)


# Expanded (82), a pair of masses has four terms with the dot products of their planes. In the last two the article has
# theta_b and j_b where it is cos(theta_a) sin(theta_b) thetadot_a j_a . jdot_b, and so with a and b exchanged.


def dot(x, y):
    return scalar_part(x * y)


def pair_energy(a, b):
    theta_a = list_ref(angles, a)
    theta_b = list_ref(angles, b)
    thetadot_a = list_ref(angular_rates, a)
    thetadot_b = list_ref(angular_rates, b)
    j_a = list_ref(planes, a)
    j_b = list_ref(planes, b)
    jdot_a = list_ref(plane_rates, a)
    jdot_b = list_ref(plane_rates, b)
    return (
        thetadot_a * thetadot_b * (cos(theta_a) * cos(theta_b) * dot(j_a, j_b) - sin(theta_a) * sin(theta_b)),
        sin(theta_a) * sin(theta_b) * dot(jdot_a, jdot_b),
        sin(theta_b) * cos(theta_b) * thetadot_a * dot(j_b, jdot_a),
        sin(theta_a) * cos(theta_a) * thetadot_b * dot(j_a, jdot_b),
        sin(theta_b) * cos(theta_a) * thetadot_a * dot(j_a, jdot_b),
        sin(theta_a) * cos(theta_b) * thetadot_b * dot(j_b, jdot_a),
    )


def expanded(terms):
    def function(k, l, theta, thetadot, jdot):
        return add(*list_tail(masses, k)) * square(l) * (square(thetadot) - square(sin(theta)) * dot(jdot, jdot))

    def function_2(a, b):
        return (
            add(*list_tail(masses, b))
            * list_ref(lengths, a)
            * list_ref(lengths, b)
            * add(*tuple(list_ref(pair_energy(a, b), k) for k in terms))
        )

    return Fraction(1, 2) * add(*map_(function, iota(3), lengths, angles, angular_rates, plane_rates)) - add(
        *map_(function_2, (0, 0, 1), (1, 2, 2))
    )


show(equivalent(K, expanded((0, 1, 2, 3))))
# different

show(equivalent(K, expanded((0, 1, 4, 5))))
# equal


# Lagrange's equations of two pendulums (77), (78), with angles and planes for coordinates, and with angles alone; the
# potential is (36).


def potential(masses, lengths, angles):
    return g * add(
        *map_(lambda k, l, theta: add(*list_tail(masses, k)) * l * cos(theta), iota(length(masses)), lengths, angles)
    )


def every_other(k, tuple_):
    return tuple(tuple_[k + 2 * i] for i in iota(quotient(s_length(tuple_), 2)))


def L_of_planes(masses, lengths):
    def at(local):
        q = coordinate(local)
        angles = every_other(0, q)
        return scalar_part(
            kinetic_energy(masses, lengths, angles, every_other(1, q), vector_to_list(velocity(local)))
        ) - potential(masses, lengths, angles)

    return at


def L_of_angles(masses, lengths):
    def at(local):
        q = coordinate(local)

        def function(l, k):
            return D(lambda q: place(l, q[k], q[k + 1]))(q) * velocity(local)

        velocities = map_(function, lengths, iota(length(masses), 0, 2))
        return of_masses(masses, velocities) - potential(masses, lengths, every_other(0, q))

    return at


two_masses = (m_1, m_2)
two_lengths = (l_1, l_2)

theta_1 = literal_function("theta_1")
theta_2 = literal_function("theta_2")
phi_1 = literal_function("phi_1")
phi_2 = literal_function("phi_2")

of_planes = Lagrange_equations(L_of_planes(two_masses, two_lengths))(
    lambda t: up(theta_1(t), plane(phi_1(t)), theta_2(t), plane(phi_2(t)))
)(t)

of_angles = Lagrange_equations(L_of_angles(two_masses, two_lengths))(up(theta_1, phi_1, theta_2, phi_2))(t)

show(equivalent(of_planes[0], of_angles[0]))
# equal

show(equivalent(of_planes[2], of_angles[2]))
# equal

# The equation of a plane is a bivector, and lacks the multipliers of j^2 = -1 and of e3 ^ j = 0 (18); along the
# motion of the plane they drop out.

show(equivalent(dot(of_planes[1], D(plane)(phi_1(t))), of_angles[1]))
# equal

show(equivalent(dot(of_planes[3], D(plane)(phi_2(t))), of_angles[3]))
# equal
