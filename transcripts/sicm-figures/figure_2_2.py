# SICM figure 2.2 (section 2.8.1): the relative errors of the energy and of the angular momentum of a free rigid body
# in Euler angles, by the Runge-Kutta method with controlled steps.
# The error allowed in a step, 1e-14, is mine: the 1e-12 of the book is by another measure.
# Asserted: the largest is between 1e-13 and 1e-12, the edge of the book's window.

from scmpy import *

A, B, C = 1.0, sqrt(2.0), 2.0
state0 = up(0.0, up(1.0, 0.0, 0.0), up(0.1, 0.1, 0.1))
invariants = (L_space_Euler(A, B, C), T_body_Euler(A, B, C))


def numbers(state):
    L, E = (f(state) for f in invariants)
    return [*L, E]


def monitor_errors(state):
    for value, reference in zip(numbers(state), numbers(state0), strict=True):
        errors.append(relative_error(value, reference))
        plot_point(win, state[0], errors[-1])


errors = []
win = frame(0, 100, -1e-12, 1e-12, name="2.2")
evolve(rigid_sysder, A, B, C)(state0, monitor_errors, 0.1, 100.0, 1e-14, "qcrk4")

assert 1e-13 < max(map(abs, errors)) < 1e-12
