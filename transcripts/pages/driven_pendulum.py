# A pendulum whose support is driven, with its stroboscopic section, as a page:
# moving.save("driven-pendulum.html") writes it

from scmpy import *


def angle(x):
    return atan(sin(x), cos(x))


def bob(l, g, a, omega):
    def at(state):
        theta = coordinate(state)
        support = a * cos(omega * time(state))
        return up(up(0, support), up(l * sin(theta), support - l * cos(theta)))

    return at


def function(l, g, a, omega):
    def at(state):
        return up(sin(omega * time(state)), angle(coordinate(state)), momentum(state))

    return at


moving = page(
    lambda l, g, a, omega: H_pend_sysder(1.0, l, g, a, omega),
    up(0, 1.0, 0.0),
    parameters={"l": 1.0, "g": 9.8, "a": 0.1, "omega": 6.26},
    joints=bob,
    section=function,
    launch=lambda l, g, a, omega: lambda theta, p: up(0, theta, p),
    window=(-pi, pi, -10.0, 10.0),
    names="theta p",
    title="The driven pendulum and its section",
)
