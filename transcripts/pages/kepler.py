# A body that is attracted by another one at rest, as a page: moving.save("kepler.html") writes it

from fractions import Fraction

from scmpy import *

m, k, t = symbols("m k t")


def L_Kepler(m, k):
    def at(local):
        q = coordinate(local)
        v = velocity(local)
        return Fraction(1, 2) * m * square(v) + div(k, sqrt(square(q)))

    return at


moving = page(
    lambda m, k: Lagrangian_to_state_derivative(L_Kepler(m, k)),
    up(0, up(1.0, 0.0), up(0.0, 1.2)),
    parameters={"m": 1.0, "k": 1.0},
    joints=lambda m, k: lambda local: up(up(0, 0), coordinate(local)),
    energy=lambda m, k: Lagrangian_to_energy(L_Kepler(m, k)),
    equations=Lagrange_equations(L_Kepler(m, k))(up(*literal_functions("x y")))(t),
    names="x y v_x v_y",
    title="Kepler's problem",
)
