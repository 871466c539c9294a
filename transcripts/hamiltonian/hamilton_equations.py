# Hamilton's equations and Poisson brackets.
#
# A Hamiltonian is a function of a state of time, coordinates and momenta. For a particle in a potential:

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import map_, modulo, show

m, t, x, y, p_x, p_y, p, v, l, g, theta, z, p_z = symbols("m t x y p_x p_y p v l g theta z p_z")


def H_rectangular(m, V):
    def at(state):
        q = coordinate(state)
        p = momentum(state)
        return square(p) / (2 * m) + V(q[0], q[1])

    return at


V = literal_function("V", "(-> (X Real Real) Real)")

show(Hamilton_equations(H_rectangular(m, V))(up(*literal_functions("x y")), down(*literal_functions("p_x p_y")))(t))
# (up
#  0
#  (up (/ (+ (* m ((D x) t)) (* -1 (p_x t))) m)
#      (/ (+ (* m ((D y) t)) (* -1 (p_y t))) m))
#  (down (+ ((D p_x) t) (((partial 0) V) (x t) (y t)))
#        (+ ((D p_y) t) (((partial 1) V) (x t) (y t)))))


# It comes from the Lagrangian by Legendre's transformation.


def L_rectangular(m, V):
    def at(local):
        q = coordinate(local)
        v = velocity(local)
        return Fraction(1, 2) * m * square(v) - V(q[0], q[1])

    return at


show(Lagrangian_to_Hamiltonian(L_rectangular(m, V))(up(t, up(x, y), down(p_x, p_y))))
# (/ (+ (* m (V x y)) (* 1/2 (expt p_x 2)) (* 1/2 (expt p_y 2))) m)


# Legendre's transformation of a quadratic form, and back.


def kinetic(v):
    return Fraction(1, 2) * m * square(v)


show(Legendre_transform(kinetic)(p))
# (/ (* 1/2 (expt p 2)) m)

show(Legendre_transform(Legendre_transform(kinetic))(v))
# (* 1/2 m (expt v 2))


# The pendulum.


def L_pendulum(m, l, g):
    def at(local):
        theta = coordinate(local)
        thetadot = velocity(local)
        return Fraction(1, 2) * m * square(l) * square(thetadot) + m * g * l * cos(theta)

    return at


show(Lagrangian_to_Hamiltonian(L_pendulum(m, l, g))(up(t, theta, p)))
# (/ (+ (* -1 g (expt l 3) (expt m 2) (cos theta)) (* 1/2 (expt p 2)))
#    (* (expt l 2) m))

show(Hamiltonian_to_state_derivative(Lagrangian_to_Hamiltonian(L_pendulum(m, l, g)))(up(t, theta, p)))
# (up 1 (/ p (* (expt l 2) m)) (* -1 g l m (sin theta)))

# The Poisson bracket of two functions of the state. The coordinates and momenta are conjugate:

state = up(t, up(x, y, z), down(p_x, p_y, p_z))


def component_of(selector, i):
    return lambda state: selector(state)[i]


def bracket_table(f, g):
    def function(i):
        def function(j):
            return Poisson_bracket(component_of(f, i), component_of(g, j))(state)

        return map_(function, (0, 1, 2))

    return map_(function, (0, 1, 2))


show(bracket_table(coordinate, momentum))
# ((1 0 0) (0 1 0) (0 0 1))

show(bracket_table(momentum, momentum))
# ((0 0 0) (0 0 0) (0 0 0))


# The components of the angular momentum, J = q x p, have each other as brackets.


def J(i):
    def at(state):
        j = modulo(i + 1, 3)
        k = modulo(i + 2, 3)
        q = coordinate(state)
        p = momentum(state)
        return q[j] * p[k] - q[k] * p[j]

    return at


show(
    (
        Poisson_bracket(J(0), J(1))(state) - J(2)(state),
        Poisson_bracket(J(1), J(2))(state) - J(0)(state),
        Poisson_bracket(J(2), J(0))(state) - J(1)(state),
    )
)
# (0 0 0)


# The square of the angular momentum commutes with each of them, and all are conserved in a central field.


def J_2(state):
    return square(J(0)(state)) + square(J(1)(state)) + square(J(2)(state))


show(tuple(Poisson_bracket(J(i), J_2)(state) for i in (0, 1, 2)))
# (0 0 0)


def H_central(state):
    return square(momentum(state)) / (2 * m) + literal_function("U")(sqrt(square(coordinate(state))))


show(tuple(Poisson_bracket(J(i), H_central)(state) for i in (0, 1, 2)))
# (0 0 0)


# Jacobi's identity, for three functions of which nothing is known but their arguments.


def anything(name):
    return literal_function(name, "(-> (UP Real (UP Real Real) (DOWN Real Real)) Real)")


F = anything(symbols("F"))
G = anything(symbols("G"))
H = anything(symbols("H"))

show(
    (
        Poisson_bracket(F, Poisson_bracket(G, H))
        + Poisson_bracket(G, Poisson_bracket(H, F))
        + Poisson_bracket(H, Poisson_bracket(F, G))
    )(up(t, up(x, y), down(p_x, p_y)))
)
# 0
