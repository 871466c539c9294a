"""The course's programs on the driven pendulum: its map, in angle and action too, and points that map radially.

The pendulum has the moment of inertia ml^2 and the weight times length mlg; its support moves up and down, by a term
mlAw^2 cos(omega t) against gravity:

    H = p^2/(2 ml^2) - (mlg - mlAw^2 cos(omega t)) cos(theta)

Source:  SICM 3.6, 4.4, 7.2; the course's programs
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.mechanics.hamiltonian import Hamiltonian_to_state_derivative
from scmpy.mechanics.plane_maps import map_orbit, standard_map
from scmpy.mechanics.section_maps import DrivenSection
from scmpy.museum.pendulum_global import pendulum_global_aa_state_to_state, pendulum_state_to_global_aa_state
from scmpy.museum.pendulum_motions import pendulum_separatrix_action
from scmpy.numerics.ode.motion import real
from scmpy.numerics.ode.surfaces_of_section import StroboscopicMap
from scmpy.numerics.roots.bracketed import bisect
from scmpy.pickling import portable
from scmpy.plot.sections import explore_map
from scmpy.plot.window import Canvas, plot_line
from scmpy.registry import public
from scmpy.structure.aliases import Real, Scalar
from scmpy.structure.structure import Up
from scmpy.symbolic.real_numbers import is_real_number

ITERATES = 100  # of a point that is pressed, in the course's program
CLOSE = 1e-14  # ordinates of points that map radially, relative to their size plus 1
MOST_ITERATES = 50_000  # in a sequence of such points


class _Energy:
    """The Hamiltonian of the driven pendulum."""

    __name__ = "H-driven-pendulum"

    def __init__(self, inertia: Any, weight: Any, drive: Any, omega: Any) -> None:
        self.inertia, self.weight, self.drive, self.omega = inertia, weight, drive, omega

    def __call__(self, state: Any) -> Any:
        t, theta, p = state
        weight = g.sub(self.weight, g.mul(self.drive, g.cos(g.mul(self.omega, t))))
        return g.sub(g.div(g.square(p), g.mul(2, self.inertia)), g.mul(weight, g.cos(theta)))


@public("dp-map")
def dp_map(inertia: Scalar, weight: Scalar, drive: Scalar, omega: Scalar) -> Function:
    """The map of the driven pendulum once a period of the drive: (theta, p), with theta in [-pi, pi).

    With the numbers m l^2, m l g and m l a omega^2 it is driven-pendulum-map's of m, l, g and a.

    Scheme:  ((dp-map ml^2 mlg mlAw^2 omega) theta p continue fail)
    Math:    H = p^2/(2 ml^2) - (mlg - mlAw^2 cos(omega t)) cos(theta),  from t = 0 to 2 pi/omega
    Shapes:  map: (theta p continue fail);  continue: (theta, p) -> anything
    Units:   theta in radians
    Source:  SICM 3.6.2; the course's programs
    1 ]=> ((dp-map 1. 9.8 (* .4 9.8) (* 2 (sqrt 9.8))) 1. 0. list (lambda () 'failed))
    ;Value: (-1.03508185 -1.39195489)
    >>> from scmpy import dp_map
    >>> P = dp_map(1.0, 9.8, 0.4 * 9.8, 2 * 9.8**0.5)
    >>> theta, p = P(1.0, 0.0, lambda theta, p: (theta, p), lambda: None)
    >>> round(theta, 9), round(p, 9)
    (-1.035081854, -1.391954888)
    """
    parameters = inertia, weight, drive, omega
    derivative = Hamiltonian_to_state_derivative(_Energy(*parameters))
    constant = all(map(is_real_number, parameters))
    return DrivenSection(StroboscopicMap(derivative, g.div(math.tau, omega), None, constant), "dp-map")


class _AngleActionSection(Function):
    """The map of the driven pendulum in the global angle and action of the pendulum that is not driven."""

    __slots__ = ("parameters", "section", "to_action", "to_state")

    def __init__(self, parameters: tuple[Any, Any, Any, Any]) -> None:
        super().__init__(self._next, "dp-aa-map")
        self.parameters = parameters
        self.section: Any = dp_map(*parameters)
        self.to_action = pendulum_state_to_global_aa_state(*parameters[:2])
        self.to_state = pendulum_global_aa_state_to_state(*parameters[:2])

    def __reduce_ex__(self, protocol: Any) -> Any:
        return portable((_AngleActionSection, (self.parameters,)))

    def _next(self, phi: Any, action: Any, proceed: Callable[[Any, Any], Any], fail: Callable[[], Any]) -> Any:
        points = self.images(phi, action, 1)
        return proceed(*points[0].tolist()) if len(points) else fail()

    def images(self, phi: Any, action: Any, count: int) -> Any:
        """The next points, one a row of an array, fewer where the orbit comes to the separatrix."""
        import numpy

        points: list[tuple[float, float]] = []
        begin = _defined(self.to_state, phi, action)
        rows = self.section.images(*begin, count).tolist() if begin else []
        for row in rows:
            point = _defined(self.to_action, *row)
            if point is None:
                break
            points.append(point)
        return numpy.array(points, dtype=float).reshape(-1, 2)


def _defined(transform: Callable[[Any], Any], q: Any, p: Any) -> tuple[float, float] | None:
    """The new coordinate and momentum, None where there are none."""
    try:
        _, q, p = transform(Up((0.0, q, p)))
    except DomainError:
        return None
    return q, p


@public("dp-aa-map")
def dp_aa_map(inertia: Scalar, weight: Scalar, drive: Scalar, omega: Scalar) -> Function:
    """The map of the driven pendulum in global angle and action variables, those of the pendulum that is not driven.

    They are pendulum-state->global-aa-state's. The map fails on the separatrix, and where the action is negative.

    Scheme:  ((dp-aa-map ml^2 mlg mlAw^2 omega) phi I continue fail)
    Shapes:  map: (phi I continue fail);  continue: (phi, I) -> anything
    Units:   phi in radians
    Source:  SICM 4.4, 7.2; the course's programs
    1 ]=> ((dp-aa-map 1. 9.8 0 (* 4.2 (sqrt 9.8))) 1. 20. list (lambda () 'failed))
    ;Value: (.23622143 20.)
    1 ]=> ((dp-aa-map 1. 9.8 1. 10.) 1. -20. list (lambda () 'failed))
    ;Value: failed
    >>> from scmpy import dp_aa_map
    >>> P = dp_aa_map(1.0, 9.8, 0, 4.2 * 9.8**0.5)
    >>> phi, action = P(1.0, 20.0, lambda phi, action: (phi, action), lambda: None)
    >>> round(phi, 8), round(action, 9)  # without a drive the action stays
    (0.23622143, 20.0)
    """
    numbers = ((inertia, "ml^2"), (weight, "mlg"), (drive, "mlAw^2"), (omega, "omega"))
    one, two, three, four = (real(x, "dp-aa-map", what) for x, what in numbers)
    return _AngleActionSection((one, two, three, four))


@public("explore-dp-aa")
def explore_dp_aa(window: Canvas, inertia: Scalar, weight: Scalar, drive: Scalar, omega: Scalar, highest: Real) -> None:
    """Explore the map of the driven pendulum in global angle and action: dp-aa-map, 100 points of an orbit at a time.

    The two lines at -pi/2 and pi/2, from the action of the separatrix to the highest, part the pendulum that goes round
    upwards, between them, from that which goes round downwards.

    Scheme:  (explore-dp-aa window ml^2 mlg mlAw^2 omega Imax)
    Source:  SICM 3.6, 7.2; the course's programs
    1 ]=> (define win (frame :-pi :pi 0. 20.))
    1 ]=> (explore-dp-aa win 1. 9.8 1. 13.1 20.)
    >>> from math import pi
    >>> from scmpy import explore_dp_aa, frame
    >>> window = frame(-pi, pi, 0, 20)
    >>> explore_dp_aa(window, 1.0, 9.8, 1.0, 13.1, 20.0)
    >>> window.axes.lines[-1].get_xydata().shape[0] > 3000  # of 36 orbits: there is no pointer here
    True
    """
    step = dp_aa_map(inertia, weight, drive, omega)
    separatrix = pendulum_separatrix_action(inertia, weight)
    top = real(highest, "explore-dp-aa", "the highest action")
    for angle in (-math.pi / 2, math.pi / 2):
        plot_line(window, angle, separatrix, angle, top)
    explore_map(window, step, ITERATES)


def _excess(K: float, angle: float, q: int, turns: int) -> Callable[[float], float]:
    """By how much the q-th iterate of the standard map turns the point at an angle farther than so many turns."""
    import numpy

    step = standard_map(K)

    def at(J: float) -> float:
        angles = map_orbit(step, Up((angle, J)), q)[:-1, 0]
        with numpy.errstate(over="ignore", invalid="ignore"):
            return float((J + K * numpy.cumsum(numpy.sin(angles))).sum()) - math.tau * turns

    return at


@public("radial-mapping-sequence")
def radial_mapping_sequence(K: Real, low: Real, high: Real) -> Function:
    """At an angle, the points of the standard map that its 5th, 8th, 13th, 21st ... iterate maps to the same angle.

    The iterates are Fibonacci's numbers, and so are the turns: 3, 5, 8, 13 ..., or, where the ordinates given do not
    allow that, 2, 3, 5, 8 ... The ordinates come to the invariant curve that turns by the golden mean, or by its
    complement to one, where there is such a curve. Each is between the nearest ones before it, at first between the two
    given. The list ends where they are as exact as floats are, and where the next iterate has no such point in between.
    The original prints it, goes on until that is an error, and takes half a turn more for the same angle.

    Scheme:  ((radial-mapping-sequence K Jmin Jmax) theta)
    Shapes:  theta -> list of lists of a number of iterates and an ordinate
    Raises:  DomainError if the 5th iterate has no such point between the ordinates given
    Source:  SICM 4.4; the course's programs
    1 ]=> (list-head ((radial-mapping-sequence .9 3.2 4.6) 0.) 3)
    ;Value: ((5 4.03048069) (8 4.21265814) (13 4.12986153))
    >>> from scmpy import radial_mapping_sequence
    >>> [(q, round(J, 8)) for q, J in radial_mapping_sequence(0.9, 3.2, 4.6)(0.0)[:3]]
    [(5, 4.03048069), (8, 4.21265814), (13, 4.12986153)]
    """
    name = "radial-mapping-sequence"
    kick = real(K, name, "K")
    limits = real(low, name, "Jmin"), real(high, name, "Jmax")

    def at(theta: Any) -> tuple[tuple[int, float], ...]:
        angle = real(theta, name, "the angle")
        for before, turns in ((2, 3), (1, 2)):
            if found := _radial(kick, angle, limits, before, turns):
                return tuple(found)
        raise DomainError(
            f"{name}: no point at the angle {angle} between {limits[0]} and {limits[1]} comes back to it after 5 "
            "iterates and 3 turns, or 2"
        )

    return Function(at, f"(radial-mapping-sequence {K} {low} {high})")


def _radial(K: float, angle: float, limits: tuple[float, float], before: int, turns: int) -> list[tuple[int, float]]:
    """The sequence with these turns of the 5th iterate, and with those before it."""
    found: list[tuple[int, float]] = []
    last, q = 3, 5
    below, above = sorted(limits)
    while q < MOST_ITERATES and above - below > CLOSE * (1 + abs(above)):
        J = bisect(_excess(K, angle, q, turns), below, above, CLOSE)
        if J is False:
            break
        found.append((q, J))
        if turns * last < before * q:  # it turns more slowly than the one before, and than all later ones
            below = J
        else:
            above = J
        last, q, before, turns = q, last + q, turns, before + turns
    return found
