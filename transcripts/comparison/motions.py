"""Do two systems of equations say the same? Their motions compared."""

from scmpy import *

t, m, k, g, R = symbols("t m k g R")
x, y, p, theta, tension = literal_functions("x y p theta tension")

# --- Newton, Lagrange, Hamilton -----------------------------------------------------------------------------------

newton = m * (D**2)(x)(t) + k * x(t)

print(equivalent_equations(newton, Lagrange_equations(L_harmonic(m, k))(x)(t)).verdict)


def H(state):
    return square(momentum(state)) / (2 * m) + k * square(coordinate(state)) / 2


print(equivalent_equations(newton, Hamilton_equations(H)(x, p)(t)).verdict)

# A wrong sign:

print(equivalent_equations(newton, m * (D**2)(x)(t) - k * x(t)).verdict)

# --- The derivative of the energy is no equation of motion ----------------------------------------------------------


def energy(t):
    return m * square(D(x)(t)) / 2 + k * square(x(t)) / 2


print(equivalent_equations(newton, D(energy)(t)).verdict)

# --- A pendulum by its angle, and by the forces on it ---------------------------------------------------------------

by_angle = m * R * (D**2)(theta)(t) + m * g * sin(theta(t))

by_forces = [
    m * (D**2)(x)(t) + tension(t) * x(t) / R,
    m * (D**2)(y)(t) + tension(t) * y(t) / R + m * g,
    square(x(t)) + square(y(t)) - R**2,
]

angle = {x(t): R * sin(theta(t)), y(t): -R * cos(theta(t))}

print(equivalent_equations(by_forces, by_angle, angle).verdict)

# --- A consequence --------------------------------------------------------------------------------------------------


def acceleration(t):
    return (D**2)(x)(t) + k * x(t)


print(equivalent_equations(acceleration(t), D(acceleration)(t)).verdict)

print("#t" if check_certificate(equivalent_equations(newton, Hamilton_equations(H)(x, p)(t))) else "#f")
