"""A snakeboard, in Python: the twin of snakeboard.scm, form by form. The comments are in the Scheme file."""

from scmpy import *

t, x, y, psi, phi, v, l, tau, m, J, J_r, J_w = symbols("t x y psi phi v l tau m J J_r J_w")


def L_snakeboard(state):
    _, _, (vx, vy, turning, rotor, axles) = state
    return (m * (vx**2 + vy**2) + J * turning**2 + J_r * (turning + rotor) ** 2 + J_w * axles**2) / 2


def no_slip(side):
    def constraint(state):
        _, (_, _, theta, _, phi), (vx, vy, turning, _, _) = state
        heading = theta + side * phi
        return -sin(heading) * vx + cos(heading) * vy + side * l * cos(phi) * turning

    return constraint


def wheels(state):
    return up(no_slip(1)(state), no_slip(-1)(state))


board = coordinate_system_at("rectangular", "origin", make_manifold(R_n, 5))

# Quasi-velocities
basis = constraint_basis(wheels, board, 1, 2)
L = quasi_Lagrangian(L_snakeboard, basis)
rates = constrained_Poincare_to_state_derivative(L, basis)
q, u = up(x, y, 0, psi, phi), up(v, *symbols("psi-dot phi-dot"))
print(simplify(rates(up(t, q, u))[1]))
print(simplify(rates(up(t, q, u))[2]))

# Multipliers
state = up(t, q, rates(up(t, q, u))[1])
held = Poincare_to_constraint_forces(L, basis)(up(t, q, u))
print(simplify(held - Lagrange_multipliers(L_snakeboard, wheels)(state)))


# Torques
def torque(state):
    return down(0, tau, 0, 0, 0)


turned = constrained_Poincare_to_state_derivative(L, basis, None, torque)
print(simplify(turned(up(t, q, u))[2] - rates(up(t, q, u))[2]))
