# Pictures of systems: what is drawn of motions, maps, surfaces and bodies. Each picture is matplotlib's, on Axes of its
# own, or on those that are given as ax; portrait.figure.savefig("pendulum.png") writes one.

from scmpy import *
from scmpy.scheme.language import show


def H_pendulum(k):
    def at(state):
        return square(momentum(state)) / 2 - k * cos(coordinate(state))

    return at


swing = Hamiltonian_to_state_derivative(H_pendulum(1))

# Of one degree of freedom: the curves of equal energy, with those through the saddles.

portrait = plot_phase_portrait(H_pendulum(1), (-pi, pi), (-3, 3), [-0.5, 0, 0.5, 2])

rename_window(portrait, "pendulum")

# Of a motion: numbers over the time, or against one another; how far the energy gets from its start; how a neighbour
# moves away, here from the unstable equilibrium.

motion = trajectory(swing, up(0, 2, 0), 20)
window = frame(0, 20, -3, 3)

over_time = plot_trajectory(motion, coordinate, ax=window)
in_phase_space = plot_trajectory(motion, coordinate, momentum)
drift = plot_drift(motion, H_pendulum(1))
apart = plot_divergence(swing, up(0, pi, 0), 12)

show(window_coordinates(window))
# (0. 20. -3. 3.)

# Of a map: orbits, the manifolds of an unstable fixed point, which tangle; of a section the region too that the energy
# forbids.

orbits = plot_section(standard_map(0.9), [(1.0, 2.0), (3.0, 0.5), (0.1, 0.1)], 300)

tangle = plot_manifolds(standard_map(0.9), up(0.0, 0.0), 20)

section = plot_section(section_map(HHHam, 0.125), [(0.1, 0.0), (-0.1, 0.1)], 100)


# Of surfaces: geodesics, as the motions of a free particle; of a rigid body: its angular momentum in the body.


def torus(q):
    across = 2 + cos(q[1])
    return up(across * cos(q[0]), across * sin(q[0]), sin(q[1]))


geodesics = plot_geodesics(
    torus,
    [(up(0.0, 0.0), up(1.0, 0.5)), (up(0.0, 0.0), up(0.0, 1.0))],
    10.0,
    (0, 2 * pi),
    (0, 2 * pi),
)

tumbling = trajectory(rigid_sysder(1.0, 1.41, 2.0), up(0.0, up(1.0, 0.0, 0.0), up(0.1, 0.1, 0.1)), 50.0)

body = plot_body_momentum(1.0, 1.41, 2.0, tumbling)


# Of families: where orbits settle as a parameter changes, and where a parametric swing is stable.


def logistic(r):
    return lambda x: r * x * (1 - x)


settled = plot_bifurcation(logistic, [2.5 + k / 200 for k in range(300)], 0.3)


def mathieu(a, b):
    def at(state):
        return up(1, state[2], -(a + b * cos(time(state))) * state[1])

    return at


tongues = plot_stability(mathieu, up(0, 0, 0), 2 * pi, (-0.5, 2), (0, 1), 40)
