"""Systems that several tests move: Lagrangians and Hamiltonians."""

import scmpy as s


def double_pendulum(state):
    """The Lagrangian of two equal pendulums, one hung on the other."""
    (a, b), (v, w) = state[1], state[2]
    return s.square(v) + s.square(w) / 2 + v * w * s.cos(a - b) + 19.6 * s.cos(a) + 9.8 * s.cos(b)


def chain(state):
    """The Lagrangian of equal pendulums hung on each other, by the velocities of their ends."""
    _, angles, rates = state
    x = y = height = energy = 0
    for angle, rate in zip(angles, rates, strict=True):
        x, y = x + s.cos(angle) * rate, y + s.sin(angle) * rate
        height = height - s.cos(angle)
        energy = energy + (x * x + y * y) / 2 - 9.8 * height
    return energy


def henon_heiles(state):
    """The Hamiltonian of Henon and Heiles."""
    (x, y), (a, b) = state[1], state[2]
    return (a**2 + b**2 + x**2 + y**2) / 2 + x**2 * y - y**3 / 3
