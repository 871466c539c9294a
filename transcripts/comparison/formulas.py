"""Formulas as people write them: infix text and LaTeX are read into expressions and equations."""

from scmpy import *

x = symbols("x")

print(formula("½ m v²"))
print(formula(r"\frac{d}{dt}\left(m r^2 \dot\varphi\right)"))
print(scheme_text(simplify(equations("m l θ'' = -m g sin θ"))))

# What carries a prime or a dot is a function of the time. A name alone on the left side is a definition.

print(scheme_text(simplify(equations("L = ½ m x'^2 - V(x)\nd/dt ∂L/∂x' - ∂L/∂x = 0"))))

# Texts stand for equations wherever these are compared.

print(equivalent_equations(r"\ddot\theta + \frac{g}{l}\sin\theta = 0", "m l theta'' = -m g sin theta").verdict)
print(equivalent_equations("x'' = -ω² x, ω = √(k/m)", "½ m x'² + ½ k x² = const").verdict)
print(equivalent(sin(2 * x), "2 sin x cos x").verdict)

# A function with partial derivatives is its value where it stands alone; z = x + i y are two real coordinates.

print(scheme_text(simplify(equations("∂u/∂t + u ∂u/∂x = 0"))))
print(compare("x'' = 2 W y' - k x, y'' = -2 W x' - k y", "z'' + 2 i W z' + k z = 0, z = x + i y"))

# u_tt is a derivative of a field. An answer may be a Lagrangian: its wrong term is found by the equations of motion.

print(scheme_text(simplify(equations("u_tt = c^2 u_xx"))))
spring_pendulum = "m r'' = m r θ'^2 + m g cos θ - k (r - a), d/dt(m r^2 θ') = -m g r sin θ"
print(compare(spring_pendulum, "L = ½ m (r'^2 + r θ'^2) + m g r cos θ - ½ k (r - a)^2"))
