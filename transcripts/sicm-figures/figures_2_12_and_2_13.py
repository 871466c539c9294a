# SICM figures 2.12 and 2.13 (section 2.11.2): the orientation of a satellite towards its planet for 50 orbits: of the
# Moon, kicked, on a circle and with an eccentricity of .05, and of Hyperion.
# Asserted: the period of the Moon's free libration, some 40 orbits, is that of a pendulum; its optical libration turns
# twice an orbit; Hyperion's Lyapunov exponent is positive.

from scmpy import *


def spin_orbit(n, epsilon, e):
    def at(state):
        t, (theta, f), thetadot = state
        a_R = (1 + e * cos(f)) / (1 - e**2)
        return up(
            1, up(thetadot, n * sqrt(1 - e**2) * a_R**2), -((n * epsilon) ** 2) / 2 * a_R**3 * sin(2 * (theta - f))
        )

    return at


def monitor(win):
    return lambda state: plot_point(win, state[0], principal_value(pi)(state[1][0] - state[1][1]))


end = 100 * float(pi)
moon, hyperion = frame(0, end, -1, 1, name="2.12"), frame(0, end, -pi, pi, name="2.13")
for win, epsilon, e, thetadot in ((moon, 0.026, 0.0, 1.01), (moon, 0.026, 0.05, 1.01), (hyperion, 0.89, 0.1, 1.05)):
    evolve(spin_orbit, 1.0, epsilon, e)(up(0.0, up(0.0, 0.0), thetadot), monitor(win), 0.1, end)


def turns(e):
    derivative = spin_orbit(1.0, 0.026, e)
    motion = trajectory(derivative, up(0.0, up(0.0, 0.0), 1.01), end)
    return crossings(motion, lambda state: derivative(state)[1][0] - derivative(state)[1][1])


assert (len(turns(0.0)), len(turns(0.05))) == (2, 100)
assert abs(turns(0.0)[0][0] - complete_elliptic_integral_K(0.01 / 0.026) / 0.026) < 1e-8
assert 0.1 < lyapunov_exponents(spin_orbit(1.0, 0.89, 0.1), up(0.0, up(0.0, 0.0), 1.05), end)[0] < 0.3
