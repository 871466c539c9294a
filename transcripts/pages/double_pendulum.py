# The double pendulum as a page: moving.save("double-pendulum.html") writes it

from fractions import Fraction

from scmpy import *

m_1, m_2, l_1, l_2, g, t = symbols("m_1 m_2 l_1 l_2 g t")


def L_double(m_1, m_2, l_1, l_2, g):
    def at(local):
        a = coordinate(local)[0]
        b = coordinate(local)[1]
        va = velocity(local)[0]
        vb = velocity(local)[1]
        return (
            Fraction(1, 2) * (m_1 + m_2) * square(l_1 * va)
            + Fraction(1, 2) * m_2 * square(l_2 * vb)
            + m_2 * l_1 * l_2 * va * vb * cos(a - b)
            + (m_1 + m_2) * g * l_1 * cos(a)
            + m_2 * g * l_2 * cos(b)
        )

    return at


def joints(m_1, m_2, l_1, l_2, g):
    def at(local):
        a = coordinate(local)[0]
        b = coordinate(local)[1]
        first = up(l_1 * sin(a), -l_1 * cos(a))
        return up(up(0, 0), first, first + up(l_2 * sin(b), -l_2 * cos(b)))

    return at


moving = page(
    lambda *parameters: Lagrangian_to_state_derivative(L_double(*parameters)),
    up(0, up(1.5, 2.5), up(0, 0)),
    parameters={"m_1": 1.0, "m_2": 1.0, "l_1": 1.0, "l_2": 0.8, "g": 9.8},
    joints=joints,
    energy=lambda *parameters: Lagrangian_to_energy(L_double(*parameters)),
    equations=Lagrange_equations(L_double(m_1, m_2, l_1, l_2, g))(up(*literal_functions("alpha beta")))(t),
    names="alpha beta alphadot betadot",
    title="The double pendulum",
)
