# Numbers out of equations: motions, by integration of state derivatives that run as compiled code.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import cons, reverse, round_, show


def rounded(x):
    return round_(1e6 * x) / 1e6


# A pendulum of length l: the Lagrangian, and its state derivative as a function of the parameters.


def L_pendulum(g, l):
    def at(state):
        return Fraction(1, 2) * square(l * velocity(state)) + g * l * cos(coordinate(state))

    return at


def pendulum_derivative(g, l):
    return Lagrangian_to_state_derivative(L_pendulum(g, l))


# state-advancer moves a state along by a time, here by .5 from an angle of 1 at rest.

start = up(0.0, 1.0, 0.0)

end = state_advancer(pendulum_derivative, 9.8, 1.0)(start, 0.5, 1e-12)

show(s_map_over_r(rounded, end))
# (up .5 .105019 -2.983637)

# evolve shows a monitor the states on the way, at every multiple of a time step and at the end.

angles = ()


def watch(state):
    global angles
    angles = cons(rounded(coordinate(state)), angles)


last = evolve(pendulum_derivative, 9.8, 1.0)(start, watch, 0.2, 0.5, 1e-12)

show(reverse(angles))
# (1. .838105 .393522 .105019)

# A trajectory is a function of the time; what is a function of states can be looked at along it.

motion = trajectory(pendulum_derivative(9.8, 1.0), start, 10.0)

show(rounded(coordinate(motion(2.5))))
# .500478

energy = compose(Lagrangian_to_energy(L_pendulum(9.8, 1.0)), motion)

show(abs(energy(7.5) - energy(0.0)) < 1e-9)
# #t

# The methods have names; one of the original's goes with steps of controlled length.

again = trajectory(pendulum_derivative(9.8, 1.0), start, 0.5, 1e-10, "qcrk4")

show(s_map_over_r(rounded, again(0.5)))
# (up .5 .105019 -2.983637)

# Any function of numbers and tuples is compiled for arguments of a shape.

fast = compile_function(pendulum_derivative(9.8, 1.0), start)

show(s_map_over_r(rounded, fast(up(0.0, 0.5, 0.25))))
# (up 1. .25 -4.69837)
