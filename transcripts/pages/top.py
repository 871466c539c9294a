# The symmetric top with a fixed point, as a page: moving.save("top.html") writes it

from fractions import Fraction

from scmpy import *

A, C, gMR, t = symbols("A C gMR t")


def L_top(A, C, gMR):
    def at(local):
        theta = coordinate(local)[0]
        thetadot = velocity(local)[0]
        phidot = velocity(local)[1]
        psidot = velocity(local)[2]
        return (
            Fraction(1, 2) * A * (square(thetadot) + square(phidot * sin(theta)))
            + Fraction(1, 2) * C * square(psidot + phidot * cos(theta))
            - gMR * cos(theta)
        )

    return at


def axis(A, C, gMR):
    def at(local):
        theta = coordinate(local)[0]
        phi = coordinate(local)[1]
        return up(up(0, 0, 0), up(sin(theta) * sin(phi), -sin(theta) * cos(phi), cos(theta)))

    return at


moving = page(
    lambda A, C, gMR: Lagrangian_to_state_derivative(L_top(A, C, gMR)),
    up(0, up(0.5, 0.0, 0.0), up(0.0, 0.0, 25.0)),
    parameters={"A": 1.0, "C": 0.4, "gMR": 6.0},
    joints=axis,
    energy=lambda A, C, gMR: Lagrangian_to_energy(L_top(A, C, gMR)),
    equations=Lagrange_equations(L_top(A, C, gMR))(up(*literal_functions("theta phi psi")))(t),
    names="theta phi psi thetadot phidot psidot",
    title="The symmetric top",
    sphere=True,
)
