# The angular momentum of a free rigid body, seen from the body, on its sphere: moving.save("rigid-body.html") writes it

from fractions import Fraction

from scmpy import *


def momentum_rates(A, B, C):
    def at(state):
        L = state[1]
        omega = up(div(L[0], A), div(L[1], B), div(L[2], C))
        return up(1, cross_product(L, omega))

    return at


def energy(A, B, C):
    def at(state):
        L = state[1]
        return Fraction(1, 2) * (div(square(L[0]), A) + div(square(L[1]), B) + div(square(L[2]), C))

    return at


moving = page(
    momentum_rates,
    up(0, up(0.1, 2.0, 0.1)),
    parameters={"A": 1.0, "B": 2.0, "C": 3.0},
    joints=lambda A, B, C: lambda state: up(up(0, 0, 0), state[1]),
    energy=energy,
    names="L_a L_b L_c",
    title="The free rigid body on its momentum sphere",
    sphere=True,
)
