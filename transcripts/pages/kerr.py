# Free fall around a rotating mass, in coordinates of Boyer and Lindquist, as a page: moving.save("kerr.html") writes it

from scmpy import *

M, a, tau, t, r, theta, phi, tdot, rdot, thetadot, phidot = symbols("M a tau t r theta phi tdot rdot thetadot phidot")


def L_Kerr(M, a):
    return metric_to_Lagrangian(Kerr_metric(spacetime_sphere, M, a), spacetime_sphere)


def place(M, a):
    def at(local):
        r = coordinate(local)[1]
        theta = coordinate(local)[2]
        phi = coordinate(local)[3]
        return up(up(0, 0, 0), up(r * sin(theta) * cos(phi), r * sin(theta) * sin(phi), r * cos(theta)))

    return at


moving = page(
    lambda M, a: Lagrangian_to_state_derivative(L_Kerr(M, a)),
    up(0, up(0.0, 10.0, 1.57, 0.0), up(1.2, 0.0, 0.015, 0.03)),
    parameters={"M": 1.0, "a": 0.9},
    joints=place,
    energy=lambda M, a: Lagrangian_to_energy(L_Kerr(M, a)),
    equations=L_Kerr(M, a)(up(tau, up(t, r, theta, phi), up(tdot, rdot, thetadot, phidot))),
    names="tau t r theta phi tdot rdot thetadot phidot",
    title="Free fall around a rotating mass",
    speed=20.0,
)
