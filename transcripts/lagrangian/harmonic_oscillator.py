# The harmonic oscillator: motions, variations and energy.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

m, k, t, a, omega, phi, x, v = symbols("m k t a omega phi x v")


def L_harmonic(m, k):
    def at(local):
        q = coordinate(local)
        v = velocity(local)
        return Fraction(1, 2) * m * square(v) - Fraction(1, 2) * k * square(q)

    return at


show(Lagrange_equations(L_harmonic(m, k))(literal_function("x"))(t))
# (+ (* k (x t)) (* m (((expt D 2) x) t)))


# A sinusoid solves the equation if its frequency is right. With an unknown frequency the residual says when.


def sinusoid(a, omega, phi):
    return lambda t: a * cos(omega * t + phi)


show(Lagrange_equations(L_harmonic(m, k))(sinusoid(a, omega, phi))(t))
# (+ (* -1 a m (expt omega 2) (cos (+ (* omega t) phi)))
#    (* a k (cos (+ (* omega t) phi))))

show(Lagrange_equations(L_harmonic(m, k))(sinusoid(a, sqrt(k / m), phi))(t))
# 0

# The acceleration, solved for, and the first-order system that a numerical integrator would take.

show(Lagrangian_to_acceleration(L_harmonic(m, k))(up(t, x, v)))
# (/ (* -1 k x) m)

show(Lagrangian_to_state_derivative(L_harmonic(m, k))(up(t, x, v)))
# (up 1 v (/ (* -1 k x) m))

# The Lagrangian does not depend on the time, so the energy is conserved. Its derivative along any path is the
# residual times the velocity: it vanishes where the residual does.

show(Lagrangian_to_energy(L_harmonic(m, k))(up(t, x, v)))
# (+ (* 1/2 k (expt x 2)) (* 1/2 m (expt v 2)))


def energy_on_path(t):
    return Lagrangian_to_energy(L_harmonic(m, k))(Gamma(literal_function("x"))(t))


show(
    D(energy_on_path)(t) - Lagrange_equations(L_harmonic(m, k))(literal_function("x"))(t) * D(literal_function("x"))(t)
)
# 0

# The variation of the action. Along a path q, with a variation eta, the first-order change of the Lagrangian is

q = literal_function("q")
eta = literal_function("eta")


def along(L):
    return lambda path: compose(L, Gamma(path))


show(variation(eta)(along(L_harmonic(m, k)))(q)(t))
# (+ (* -1 k (q t) (eta t)) (* m ((D q) t) ((D eta) t)))


# Integrated by parts that is minus the residual times eta, but for the derivative of p eta, where p is the momentum.


def momentum_times_eta(t):
    return partial(2)(L_harmonic(m, k))(Gamma(q)(t)) * eta(t)


show(
    variation(eta)(along(L_harmonic(m, k)))(q)(t)
    + Lagrange_equations(L_harmonic(m, k))(q)(t) * eta(t)
    - D(momentum_times_eta)(t)
)
# 0
