# SICM figure 4.6 (section 4.3): the stable and unstable manifolds of the upright pendulum, and those of the linearized
# system; the axes are centred at the fixed point. The pendulum of figure 4.1, looked at as in figure 4.2; the frame is
# ours.
# Asserted: the multipliers and directions of the linearized equations; the manifolds have the separatrix's energy.

import math

from scmpy import *

omega = 4.2 * math.sqrt(9.8)
window = frame(-3, 3, -8, 8, name="4.6")


def draw_branch(step, rho, dx, dy):
    W = unstable_manifold(step, math.pi, 0.0, dx, dy, rho, 1e-4)

    def centred(s):
        theta, p = W(s)
        return theta % math.tau - math.pi, p

    plot_line(window, 0, 0, 4 * dx, 4 * dy)
    plot_parametric_fill(window, centred, 1e-4, 6.0, plane_near(0.05))
    theta, p = W(1.0)
    assert abs(p**2 / 2 - 9.8 * math.cos(theta) - 9.8) < 1e-6


# Backwards in time the stable manifold is the unstable one.

for sign in (1, -1):
    step = driven_pendulum_map(1.0, 1.0, 9.8, 0.0, sign * omega)
    rho, dx, dy, *_ = fixed_point_eigen(step, math.pi, 0.0, 1e-4, lambda *found: found)
    assert abs(rho - math.exp(math.tau * math.sqrt(9.8) / omega)) < 1e-6
    assert abs(dy / dx - sign * math.sqrt(9.8)) < 1e-6
    draw_branch(step, rho, dx, dy)
    draw_branch(step, rho, -dx, -dy)
