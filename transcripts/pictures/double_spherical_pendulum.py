# The double spherical pendulum by vectors of geometric algebra, after P. Joot (2009): an arm is e3 turned by the angle
# theta in the plane at phi. The motion of 10 seconds, still and as a movie of the first ones, and what it conserves.

from scmpy import *
from scmpy.scheme.language import show

e1, e2, e3 = VGA3.vectors


def turned(plane, angle):
    return cos(angle) + plane * sin(angle)


def arm(theta, phi):
    return e3 * turned(e3 * e1 * turned(e1 * e2, phi), theta)


theta, phi = symbols("theta phi")
show(arm(theta, phi))
# (+ (* (sin theta) (cos phi) e1)
#    (* (sin theta) (sin phi) e2)
#    (* (cos theta) e3))


def ends(arm, q):
    return up(arm(q[0], q[1]), arm(q[0], q[1]) + arm(q[2], q[3]))


def L_masses(local):
    (x1, x2), (v1, v2) = local[1], local[2]
    return scalar_part((v1 * v1 + v2 * v2) / 2 - 9.8 * e3 * (x1 + x2))


L = compose(L_masses, F_to_C(lambda local: ends(arm, coordinate(local))))
slope = Lagrangian_to_state_derivative(L)
start = up(0.0, up(2.0, 0.0, 1.8, 0.5), up(0.0, 1.0, 0.3, -2.0))
motion = trajectory(slope, start, 10.0)

# The energy stays, and the angular momentum about the vertical, which is the sum of the momenta of the two phi.


def drift(f):
    return max(abs(f(motion(float(t))) - f(start)) for t in range(1, 11))


show(tuple(drift(f) < 1e-9 for f in (Lagrangian_to_energy(L), lambda state: partial(2)(L)(state) * up(0, 1, 0, 1))))
# (#t #t)

# The paths of both masses, and the arms in the first four seconds.


def place(theta, phi):
    return up(sin(theta) * cos(phi), sin(theta) * sin(phi), cos(theta))


paths = plot_configuration(motion, lambda state: ends(place, coordinate(state)))
film = mechanism_movie(trajectory(slope, start, 4.0), lambda state: up(up(0, 0, 0), *ends(place, coordinate(state))))
