# Pictures: the course's windows, what is drawn in them, and the explorers of maps and of sections.
#
# windows with a name have it as their title; window.save("name.png") writes a picture, a notebook shows it.

from scmpy import *
from scmpy.scheme.language import show

# A window spans coordinates; its axes are matplotlib's, and so are the styles of what is drawn.

curves = frame(0, 2 * pi, -1, 1, name="sine, cosine and a circle")

show(window_coordinates(curves))
# (0. 6.283185307179586 -1. 1.)

plot_function(curves, sin, 0, 2 * pi, 0.05)

plot_function(curves, D(sin), 0, 2 * pi, 0.05, color="tab:red", linestyle="--")

plot_parametric(curves, lambda t: make_point(pi + cos(t), sin(t)), 0, 2 * pi, 0.05)

# Points of a curve so close that neighbours are near: here on a cylinder, whose abscissa is an angle.


def winding(turns):
    return lambda t: make_point(principal_value(2 * pi)(turns * t), cos(t))


cylinder = frame(0, 2 * pi, -1.1, 1.1)

plot_parametric_fill(cylinder, winding(3), 0.0, 2 * pi, cylinder_near(0.02))

# A motion is drawn by a monitor, as it goes (SICM 1.7).


def monitor_angle(window):
    return lambda state: plot_point(window, time(state), principal_value(pi)(coordinate(state)))


def pend_state_derivative(m, length, g, a, omega):
    return Lagrangian_to_state_derivative(L_periodically_driven_pendulum(m, length, g, a, omega))


plot_win = frame(0, 100, -pi, pi, 600, 400, name="a driven pendulum")

evolution = evolve(pend_state_derivative, 1.0, 1.0, 9.8, 0.1, 2 * sqrt(9.8))

end = evolution(up(0.0, 1.0, 0.0), monitor_angle(plot_win), 0.05, 100.0, 1e-13)

show(time(end))
# 100.

# Paths whose action is minimized: the last of them is that of least action (SICM 1.4).

quarter = float(pi / 2)

win2 = frame(0, quarter, 0, 1.2)

oscillator = L_harmonic(1.0, 1.0)


def action_drawn(places):
    path = make_path(0.0, 1.0, quarter, 0.0, places)
    graphics_clear(win2)
    plot_function(win2, path, 0, quarter, quarter / 100)
    return Lagrangian_action(oscillator, path, 0.0, quarter)


places = multidimensional_minimize(action_drawn, linear_interpolants(1.0, 0.0, 3))

path = make_path(0.0, 1.0, quarter, 0.0, places)

show(abs(path(1.0) - cos(1.0)) < 1e-3)
# #t

# Orbits of maps: one, and, where nobody presses a button, a grid of them (SICM 3.9).

torus = frame(0, 2 * pi, 0, 2 * pi, 600, 600)

display_map(torus, standard_map(0.6), 2.0, 1.0, 5000)

explore_map(torus, standard_map(0.6), 300)

# A collector hands an orbit to a monitor, point by point, and says how it ended.

ordinates = []

collect = default_collector(lambda x, y: ordinates.append(y), standard_map(0.6), 1000)

show(symbols(collect(2.0, 1.0, lambda x, y: "done", lambda: "ended")))
# done

show(min(ordinates) < 0.01)
# #t

# Surfaces of section of any system of two degrees of freedom: the system of Henon and Heiles at the energy 1/8.
# Where the energy is too low the window is grey.

section = frame(-0.5, 0.75, -0.5, 0.5, 600, 500, name="Henon-Heiles, E = 1/8")

explore_section(section, HHHam, 1 / 8, 0, 200)

show(window_size(section))
# (600 500)
