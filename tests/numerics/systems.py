"""Systems that several tests move: Lagrangians and Hamiltonians; functions that they compile."""

import random

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


def lorenz(state):
    """Lorenz's rates of a state."""
    _, x, y, z = state
    return s.up(1, 10 * (y - x), x * (28 - z) - y, x * y - 8 * z / 3)


def pendulum(state):
    """The rates of a state of a pendulum."""
    return s.up(1, state[2], -s.sin(state[1]))


def random_function(seed, *numbers):
    """A composition of operations on a state and on numbers, drawn at random; its parts are shared."""

    def f(state):
        draw = random.Random(seed)
        parts = [state[0], state[1][0], state[1][1], s.div(1, 3), *numbers]
        for _ in range(25):
            x, y = draw.choice(parts), draw.choice(parts)
            parts.append(draw.choice([s.add, s.sub, s.mul])(x, y))
            parts.append(draw.choice([s.sin, s.cos, s.atan, s.tanh, lambda x: s.sqrt(1 + x**2)])(draw.choice(parts)))
        return s.up(parts[-1], s.down(parts[-2], parts[-3]))

    return f
