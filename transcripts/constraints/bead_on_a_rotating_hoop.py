"""A bead on a rotating hoop, in Python: the twin of bead-on-a-rotating-hoop.scm, form by form.

The problem of P. N. Saeta's notes "Lagrange Multipliers" (Physics 111). What the forces are is said in the Scheme file.

Run it: every line printed is an answer that the Scheme file records.
"""

from scmpy import *

m, g, R, omega, t = symbols("m g R omega t")
r, theta, phi, rdot, thetadot, phidot = symbols("r theta phi rdot thetadot phidot")


def L_bead(state):
    _, (r, theta, _), (rdot, thetadot, phidot) = state
    speed = rdot**2 + (r * thetadot) ** 2 + (r * sin(theta) * phidot) ** 2
    return m * speed / 2 - m * g * r * cos(theta)


# Step 1: the bead on the hoop, the hoop turned at the rate omega.


def on_the_hoop(state):
    t, (r, _, phi), _ = state
    return up(r - R, phi - omega * t)


print(constraint_coefficients(on_the_hoop)(up(t, up(r, theta, phi), up(rdot, thetadot, phidot))))

# Step 2: three equations and two constraints.

q = up(*literal_functions("r theta phi"))
multipliers = down(*literal_functions("lambda mu"))
print(constrained_Lagrange_equations(L_bead, on_the_hoop)(q, multipliers)(t))

# Step 3: the accelerations on the hoop.

state = up(t, up(R, theta, omega * t), up(0, thetadot, omega))
print(constrained_Lagrangian_to_acceleration(L_bead, on_the_hoop)(state))

# Step 4: the push of the hoop in its plane, and its torque about the axis.

forces = Lagrangian_to_constraint_forces(L_bead, on_the_hoop)
print(forces(state))

path = up(lambda t: R, literal_function("theta"), lambda t: omega * t)


def angular_momentum(state):
    return partial(2)(L_bead)(state)[2]


print(D(compose(angular_momentum, Gamma(path)))(t) - forces(Gamma(path)(t))[2])

motion = constrained_Lagrangian_to_state_derivative(L_bead, on_the_hoop)(state)
print(D(Lagrangian_to_energy(L_bead))(state) * motion - omega * forces(state)[2])

# Elimination.

L_theta = eliminate_constraints(L_bead, on_the_hoop, 0, 2)
place = up(t, theta, thetadot)
print(L_theta(place))
print(Lagrangian_to_acceleration(L_theta)(place))
print(D(Lagrangian_to_energy(L_theta))(place) * Lagrangian_to_state_derivative(L_theta)(place))
