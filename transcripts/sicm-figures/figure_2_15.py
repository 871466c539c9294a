# SICM figure 2.15 (section 2.12.1): the relative errors of the energy and of the angular momentum of the free rigid
# body of figure 2.2, whose orientation is a quaternion.
# The error allowed in a step, 1e-14, is mine: the 1e-12 of the book is by another measure.
# Asserted: the largest is less than 1e-13, the edge of the book's window: ten times less than in Euler angles.

from scmpy import *

A, B, C = 1.0, sqrt(2.0), 2.0
Euler_state = up(0.0, up(1.0, 0.0, 0.0), up(0.1, 0.1, 0.1))
q = quaternion_to_vector(rotation_matrix_to_quaternion(Euler_to_M(Euler_state[1])))
state0 = up(0.0, q, Euler_state_to_omega_body(Euler_state))


def numbers(qw_state):
    return [*qw_state_to_L_space(A, B, C)(qw_state), T_body(A, B, C)(qw_state[2])]


def monitor_errors(qw_state):
    for value, reference in zip(numbers(qw_state), numbers(state0), strict=True):
        errors.append(relative_error(value, reference))
        plot_point(win, qw_state[0], errors[-1])


errors = []
win = frame(0, 100, -1e-13, 1e-13, name="2.15")
evolve(qw_sysder, A, B, C)(state0, monitor_errors, 0.1, 100.0, 1e-14, "qcrk4")

assert 1e-15 < max(map(abs, errors)) < 1e-13
