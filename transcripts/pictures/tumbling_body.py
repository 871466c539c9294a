# A free body that tumbles about its middle axis, moved by the motors of the projective algebra: its angular momentum in
# the body on the sphere, a flip as a movie, and the time from flip to flip, half a period of an elliptic function.

from scmpy import *

A, B, C = 1.0, 2.0, 3.0


def L(state):
    omega1, omega2, omega3, *v = (-2 * state[2][name] for name in ("e23", "e31", "e12", "e01", "e02", "e03"))
    return (square(up(*v)) + A * square(omega1) + B * square(omega2) + C * square(omega3)) / 2


def momentum_in_body(state):
    return -up(*(state[2][name] for name in ("e01", "e02", "e03"))) / 2


# It turns about the second axis, and a hundredth as much about the first.

slope = motor_phase_space_derivative(motor_Lagrangian_to_Hamiltonian(L))
one = even_part(1.0 + 0.0 * PGA3.e1)
mu = motor_velocity_to_momentum(L)(up(0.0, one, -(0.01 * PGA3.e23 + PGA3.e31) / 2))
motion = trajectory(slope, up(0.0, one, mu), 80.0, 1e-12)

# By Jacobi's solution the middle component is B times an elliptic function, which has a zero after the time K(k)/sigma
# and then at each flip, after twice that. E2 is twice the energy, L2 the square of the angular momentum.

E2, L2 = A * 0.01**2 + B, (A * 0.01) ** 2 + B**2
sigma = sqrt((B - A) * (E2 * C - L2) / (A * B * C))
k = sqrt((C - B) * (L2 - E2 * A) / ((B - A) * (E2 * C - L2)))
flip = 2 * complete_elliptic_integral_K(k) / sigma
assert abs(flip - 20.754609764655196) < 1e-12
for time, middle in ((0, B), (flip / 2, 0), (flip, -B), (1.5 * flip, 0), (2 * flip, B)):
    assert abs(momentum_in_body(motion(time))[1] - middle) < 1e-9

# The length of the angular momentum stays, so that it moves on a sphere; the motor stays of norm one.

assert abs(square(momentum_in_body(motion(80.0))) - L2) < 1e-9
assert abs(scalar_part(motion(80.0)[1] * ~motion(80.0)[1]) - 1) < 1e-9
sphere = plot_body_momentum(A, B, C, motion, momentum_in_body)

# The body is drawn as a T; the movie is of a flip.

T_of_body = ((-1, 0), (0, 0), (0, 1), (0, 0), (1, 0))


def handle(state):
    return up(*(ga_coordinates(sandwich(state[1], ga_point(PGA3, up(x, y, 0)))) for x, y in T_of_body))


film = mechanism_movie(trajectory(slope, motion(7.0), 13.0), handle)
