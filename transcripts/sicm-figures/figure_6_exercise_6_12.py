# SICM figure 6 (exercise 6.12, of which the book has no picture): a surface of section of the system of Henon and
# Heiles by a symplectic map of second order: rotations, which are the Lie series of the oscillators, around a kick,
# which is that of the coupling. E = 1/8 and dt = .1 as in the exercise; the orbits are ours.
# Asserted: rotation and kick are the Lie series; the error of the energy goes with dt^2.

from scmpy import *


def H0(state):
    return (square(momentum(state)) + square(coordinate(state))) / 2


H1 = sub(HHHam, H0)


def rotation(dt):
    def turned(state):
        t, q, p = state
        return up(t + dt, cos(dt) * q + sin(dt) * flip_indices(p), cos(dt) * p - sin(dt) * flip_indices(q))

    return turned


def kick(dt):
    return lambda state: up(state[0], state[1], state[2] - dt * partial(1)(H1)(state))


q_and_p = up(coordinate, momentum)
start = section_to_state(0.125, 0.3, 0.1)
for H, step in ((H0, rotation), (H1, kick)):
    assert abs(series_sum(Lie_transform(H, 0.1)(q_and_p)(start), 9) - q_and_p(step(0.1)(start))) < 1e-14

advance = compile_function(lambda state, dt: rotation(dt / 2)(kick(dt)(rotation(dt / 2)(state))), start, 0.1)


ends = [iterated(lambda state, dt=dt: advance(state, dt), round(5 / dt))(start) for dt in (0.05, 0.025)]
assert abs((HHHam(ends[0]) - 0.125) / (HHHam(ends[1]) - 0.125) - 4) < 0.01

window = frame(-0.5, 0.7, -0.6, 0.6, name="6")
for y, p_y in ((0.3, 0.0), (0.25, 0.1), (0.2, 0.0), (-0.1, 0.0), (-0.2, 0.0), (0.0, 0.3), (0.1, 0.0)):
    found = [section_to_state(0.125, y, p_y)] * 2
    for _ in range(121):
        plot_point(window, found[0][1][1], found[0][2][1])
        found = find_next_crossing(found[1], advance, 0.1, 1e-10, lambda *states: states)
