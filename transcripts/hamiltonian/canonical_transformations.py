# Canonical transformations: changes of the state that keep Hamilton's equations.
#
# A coordinate transformation extends to the momenta: F->CH makes a canonical transformation of it. For polar
# coordinates:

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import show

t, r, phi, p_r, p_phi, m, theta, alpha, omega, a, b, c, q = symbols("t r phi p_r p_phi m theta alpha omega a b c q")
p = symbols("p")

show(F_to_CH(p_to_r)(up(t, up(r, phi), down(p_r, p_phi))))
# (up
#  t
#  (up (* r (cos phi)) (* r (sin phi)))
#  (down (/ (+ (* p_r r (cos phi)) (* -1 p_phi (sin phi))) r)
#        (/ (+ (* p_r r (sin phi)) (* p_phi (cos phi))) r)))


# The Hamiltonian of a central force in polar coordinates is the one in rectangular coordinates, composed with it.


def H_central(m, V):
    def at(state):
        return square(momentum(state)) / (2 * m) + V(sqrt(square(coordinate(state))))

    return at


show(compose(H_central(m, literal_function("V")), F_to_CH(p_to_r))(up(t, up(r, phi), down(p_r, p_phi))))
# (/
#  (+ (* m (expt r 2) (V r))
#     (* 1/2 (expt p_r 2) (expt r 2))
#     (* 1/2 (expt p_phi 2)))
#  (* m (expt r 2)))

# That it is canonical can be tested: the condition vanishes for every Hamiltonian.

show(is_time_independent_canonical(F_to_CH(p_to_r))(up(t, up(r, phi), down(p_r, p_phi))))
# (up 0 (up 0 0) (down 0 0))


# Not every transformation of one coordinate and one momentum is. Polar coordinates of the phase plane are not


def polar_of_the_plane(state):
    theta = coordinate(state)
    r = momentum(state)
    return up(time(state), r * cos(theta), r * sin(theta))


show(is_time_independent_canonical(polar_of_the_plane)(up(t, theta, r)))
# (up 0 (+ (* r x2) x2) (+ (* -1 r x1) (* -1 x1)))


# but with sqrt(2 I / alpha) for the radius, and scaled, they are: I is an action, theta an angle.


def action_angle(alpha):
    def at(state):
        theta = coordinate(state)
        I = momentum(state)
        return up(time(state), sqrt(2 * I / alpha) * sin(theta), sqrt(2 * alpha * I) * cos(theta))

    return at


show(is_time_independent_canonical(action_angle(alpha))(up(t, theta, symbols("I"))))
# (up 0 0 0)


# They solve the harmonic oscillator: with alpha = m omega the Hamiltonian is omega I, theta grows at the rate omega.


def H_harmonic_oscillator(state):
    return square(momentum(state)) / (2 * m) + Fraction(1, 2) * m * square(omega) * square(coordinate(state))


show(compose(H_harmonic_oscillator, action_angle(m * omega))(up(t, theta, symbols("I"))))
# (* I omega)


# A linear transformation of the phase plane is canonical if its determinant is 1, and so is its derivative symplectic.


def linear(a, b, c, d):
    def at(state):
        return up(time(state), a * coordinate(state) + b * momentum(state), c * coordinate(state) + d * momentum(state))

    return at


show(is_time_independent_canonical(linear(a, b, c, symbols("d")))(up(t, q, p)))
# (up 0 (+ (* -1 a d x2) (* b c x2) x2) (+ (* a d x1) (* -1 b c x1) (* -1 x1)))

show(is_symplectic_transform(linear(a, b, 0, 1 / a))(up(t, q, p)))
# (matrix-by-rows (list 0 0) (list 0 0))

show(is_symplectic_transform(F_to_CH(p_to_r))(up(t, up(r, phi), down(p_r, p_phi))))
# (matrix-by-rows (list 0 0 0 0) (list 0 0 0 0) (list 0 0 0 0) (list 0 0 0 0))
