"""A hoop that rolls down an incline, in Python: the twin of hoop-on-an-incline.scm, form by form.

After P. N. Saeta's notes "Lagrange Multipliers" (Physics 111). The comments on the notes are in the Scheme file.

Run it: every line printed is an answer that the Scheme file records.
"""

from scmpy import *

m, g, R, alpha, t, x, theta, xdot, thetadot = symbols("m g R alpha t x theta xdot thetadot")


def L_hoop(state):
    _, (x, _), (xdot, thetadot) = state
    return m * xdot**2 / 2 + m * R**2 * thetadot**2 / 2 + m * g * x * sin(alpha)


state = up(t, up(x, theta), up(xdot, thetadot))

# Step 1: the constraint, a dq + a_t dt = 0, of the coordinates or of the velocities.


def rolling(state):
    x, theta = coordinate(state)
    return R * theta - x


def rolling_velocities(state):
    xdot, thetadot = velocity(state)
    return R * thetadot - xdot


print(constraint_coefficients(rolling)(state))
print(constraint_coefficients(rolling_velocities)(state))

# Step 2: the equations with multipliers and the constraints; the augmented Lagrangian has the same ones.

path = up(*literal_functions("x theta"))
multiplier = literal_function("lambda")

print(constrained_Lagrange_equations(L_hoop, rolling)(path, multiplier)(t))
print(Lagrange_equations(augmented_Lagrangian(L_hoop, rolling))(up(path, multiplier))(t))

# Step 3: accelerations and the multiplier.

print(constrained_Lagrangian_to_acceleration(L_hoop, rolling)(state))
print(constrained_Lagrangian_to_acceleration(L_hoop, rolling_velocities)(state))
print(Lagrange_multipliers(L_hoop, rolling)(state))

# Step 4: friction, and its torque.

print(Lagrangian_to_constraint_forces(L_hoop, rolling)(state))

# The other way: eliminate theta.

print(constraints_to_F(rolling, 1)(up(t, x, xdot)))
L_rolling = eliminate_constraints(L_hoop, rolling, 1)
print(L_rolling(up(t, x, xdot)))
print(Lagrange_equations(L_rolling)(literal_function("x"))(t))
print(Lagrangian_to_acceleration(L_rolling)(up(t, x, xdot)))
