# Fitting: the friction of a pendulum, and its length, from angles that were measured.

from scmpy import *
from scmpy.scheme.language import map_, round_, show

c, l = symbols("c l")


def pendulum(c, l):
    def at(state):
        return up(1, velocity(state), -9.81 * div(sin(coordinate(state)), l) - c * velocity(state))

    return at


# The motion is compiled once; its derivatives by the parameters move along with it.

swing = compile_motion(pendulum, (c, l))

times = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0)

angles = (0.088, -0.9006, -0.1192, 0.7916, 0.1262, -0.7117, -0.1232, 0.6383)


def missed(p):
    def difference(t, angle):
        return coordinate(swing(up(0.0, 1.0, 0.0), t, p[0], p[1])) - angle

    return up(*map_(difference, times, angles))


# Newton's method for the least sum of squares.


def misfit(p):
    return square(missed(p))


def better(p):
    return p - div(D(misfit)(p), (D**2)(misfit)(p))


def rounded(x):
    return round_(10000.0 * x) / 10000.0


found = iterated(better, 8)(up(0.1, 1.0))

show(s_map_over_r(rounded, found))
# (up .209 .9308)

show(rounded(magnitude(missed(found))))
# .0148
