# Along the flow: derivatives of motions, periodic orbits, Lyapunov exponents, manifolds, invariant curves.

from fractions import Fraction

from scmpy import *
from scmpy.scheme.language import cadr, car, list_ref, map_, round_, show


def rounded(x):
    return round_(1000000.0 * x) / 1000000.0


# The state-advancer has exact derivatives, by the state, by the time and by parameters.


def pendulum_derivative(k):
    def at(state):
        return up(1, state[2], -k * sin(state[1]))

    return at


def angle(k):
    return state_advancer(pendulum_derivative, k)(up(0.0, 1.0, 0.0), 2.0)[1]


show(map_(rounded, (angle(1.0), D(angle)(1.0), (D**2)(angle)(1.0))))
# (-.306201 -.909047 .755962)

# The monodromy matrix of a pendulum that swings: it keeps areas.

M = monodromy_matrix(pendulum_derivative(1.0), up(0.0, 1.0, 0.0), 2.0)

show(rounded(determinant(M)))
# 1.


# A limit cycle: the period, the kind of the orbit, and how fast what is beside it comes near.


def van_der_pol(state):
    return up(1, state[2], (1 - square(state[1])) * state[2] - state[1])


cycle = find_periodic_orbit(van_der_pol, up(0.0, 2.0, 0.0), 6.5)

show(rounded(cadr(cycle)))
# 6.663287

show(list_ref(cycle, 4))
# "attracting"

show(rounded(cadr(list_ref(cycle, 3))))
# .00086

# The two fixed points of the standard map, with their residues.

elliptic = find_fixed_point(standard_map(0.9), up(3.0, 0.1))

hyperbolic = find_fixed_point(standard_map(0.9), up(0.1, 0.1))

show(tuple((list_ref(found, 4), rounded(list_ref(found, 5))) for found in (elliptic, hyperbolic)))
# (("elliptic" .225) ("hyperbolic" -.225))

# The unstable manifold of the hyperbolic one, along its eigenvector.


def function(A1, x1, y1, A2, x2, y2):
    return unstable_manifold(standard_map(0.9), 0.0, 0.0, x1, y1, A1, 1e-05)


unstable = fixed_point_eigen(standard_map(0.9), 0.0, 0.0, 1e-05, function)


def function_2(t):
    p = unstable(t)
    return (rounded(abscissa(p)), rounded(ordinate(p)))


show(map_(function_2, (0.5, 1.0, 2.0)))
# ((.498538 .298632) (.988405 .589154) (1.910333 1.116294))

# The invariant curve whose rotation number is golden.

golden = div(3.0 - sqrt(5), 2)

J = find_invariant_curve(standard_map(0.6), golden, 0.0, 2.0, 2.6, 1e-09)

show(rounded(J))
# 2.24391

show(abs(rotation_number(standard_map(0.6), up(0.0, J), 2000) - golden) < 1e-07)
# #t


# Chaos: the sum of the Lyapunov exponents of Lorenz's system is its divergence, -41/3.


def lorenz(state):
    x = state[1]
    y = state[2]
    z = state[3]
    return up(1, 10 * (y - x), x * (28 - z) - y, x * y - Fraction(8, 3) * z)


exponents = lyapunov_exponents(lorenz, up(0.0, 1.0, 1.0, 20.0), 30.0, False, 1e-08)

show(rounded(add(*exponents)))
# -13.666666

show(0.8 < car(exponents) < 1.0)
# #t

# From one place to another in a given time: by shooting, and as the path of least action.

flight = motion_between(pendulum_derivative(1.0), up(0.0, 0.2, 0.0), 2.0, 1.0)

path = find_path(lambda state: Fraction(1, 2) * square(velocity(state)) + cos(coordinate(state)), 0.0, 0.2, 2.0, 1.0, 8)

show(map_(rounded, (flight(1.0)[1], path(1.0))))
# (.992249 .992249)
