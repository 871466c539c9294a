# A free body that tumbles about its middle axis, moved by the motors of the projective algebra: its angular momentum in
# the body on the sphere, a flip as a movie, and the time from flip to flip, half a period of an elliptic function.

from scmpy import *
from scmpy.scheme.language import show

A, B, C = 1.0, 2.0, 3.0


def L(state):
    omega1, omega2, omega3, *v = (-2 * state[2][name] for name in ("e23", "e31", "e12", "e01", "e02", "e03"))
    return (square(up(*v)) + A * square(omega1) + B * square(omega2) + C * square(omega3)) / 2


def momentum_in_body(state):
    return -up(*(state[2][name] for name in ("e01", "e02", "e03"))) / 2


# It turns about the second axis, and a hundredth as much about the first.

slope, one = motor_phase_space_derivative(motor_Lagrangian_to_Hamiltonian(L)), even_part(1.0 + 0.0 * PGA3.e1)
mu = motor_velocity_to_momentum(L)(up(0.0, one, -(0.01 * PGA3.e23 + PGA3.e31) / 2))
motion = trajectory(slope, up(0.0, one, mu), 80.0, 1e-12)

# By Jacobi's solution the middle component is B times an elliptic function, which has a zero after the time K(k)/sigma
# and then at each flip, after twice that. E2 is twice the energy, L2 the square of the angular momentum.

E2, L2 = A * 0.01**2 + B, (A * 0.01) ** 2 + B**2
sigma = sqrt((B - A) * (E2 * C - L2) / (A * B * C))
k = sqrt((C - B) * (L2 - E2 * A) / ((B - A) * (E2 * C - L2)))
flip = 2 * complete_elliptic_integral_K(k) / sigma

show(flip)
# 20.754609764655196


def are_near(x, y):
    return abs(x - y) < 1e-9


show(tuple(are_near(momentum_in_body(motion(k * flip / 2))[1], x) for k, x in enumerate((B, 0, -B, 0, B))))
# (#t #t #t #t #t)

# The length of the angular momentum stays, so that it moves on a sphere; the motor stays of norm one.

show((are_near(square(momentum_in_body(motion.end)), L2), are_near(scalar_part(motion.end[1] * ~motion.end[1]), 1)))
# (#t #t)

sphere = plot_body_momentum(A, B, C, motion, momentum_in_body)

# The body is drawn as a T; the movie is of a flip.


def handle(state):
    corners = ((-1, 0), (0, 0), (0, 1), (0, 0), (1, 0))
    return up(*(ga_coordinates(sandwich(state[1], ga_point(PGA3, up(x, y, 0)))) for x, y in corners))


film = mechanism_movie(trajectory(slope, motion(7.0), 13.0), handle)
