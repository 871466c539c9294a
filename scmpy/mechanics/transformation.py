"""Coordinate transformations of Lagrangian mechanics, and the usual ones.

A transformation gives old coordinates as a function of the state in new ones, q = F(t, q'); :func:`F_to_C` extends
it to velocities by the chain rule.

Source: SICM 1.6.1.
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.functions import Function, compose
from scmpy.guard import checks
from scmpy.mechanics.lagrangian import check_state
from scmpy.mechanics.paths import Gamma_bar
from scmpy.mechanics.state import Gamma, coordinate
from scmpy.registry import public
from scmpy.structure.aliases import Coordinates, CoordinateTransformation, State
from scmpy.structure.structure import Structure, Up, as_structure


@checks("CoordinateTransformation")
def _check_coordinates(F: Any, operation: str) -> CoordinateTransformation:
    return check_callable(F, operation, "a coordinate transformation, a function of (up t q)")


@public("F->C")
def F_to_C(F: CoordinateTransformation) -> Function:
    """The transformation of local tuples that a coordinate transformation induces.

    Scheme:  ((F->C F) state)
    Math:    C(t, q', v') = (t, F(t, q'), d0 F(t, q') + d1 F(t, q') v')
    Shapes:  F: up(t, q', v') -> q;  result: up(t, q', v', ...) -> up(t, q, v, ...)
    Raises:  WrongTypeError if F is no function; StructureError if the state has no velocities
    Source:  SICM 1.6.1
    >>> from scmpy import symbols, up
    >>> t, r, phi, w = symbols("t r phi w")
    >>> F_to_C(p_to_r)(up(t, up(r, phi), up(0, w)))
    (up t (up (* r (cos phi)) (* r (sin phi))) (up (* -1 r w (sin phi)) (* r w (cos phi))))
    """

    def transform(state: Any) -> Any:
        local = check_state(state, "F->C")
        return Gamma_bar(lambda path: Gamma(compose(F, Gamma(path)), len(local)))(local)

    return Function(transform, "F->C")


def _components(q: Any, n: int) -> tuple[Any, ...]:
    """The components of a tuple of n coordinates."""
    coordinates = as_structure(q) if isinstance(q, list) else q
    if not isinstance(coordinates, Up) or len(coordinates) != n:
        raise StructureError(f"{CALLED} expects up({n}) of coordinates, got {describe(q)}")
    if any(isinstance(x, Structure) for x in coordinates):
        raise StructureError(f"{CALLED} expects {n} coordinates that are scalars, got {describe(q)}")
    return coordinates.components


@public("polar->rectangular")
def polar_to_rectangular(q: Coordinates) -> Up:
    """Rectangular from polar coordinates.

    Scheme:  (polar->rectangular (up r phi))
    Shapes:  q: up(2);  result: up(2)
    Raises:  StructureError unless the coordinates are up(2) of scalars
    Source:  SICM 1.6.1
    >>> from scmpy import symbols, up
    >>> polar_to_rectangular(up(*symbols("r phi")))
    (up (* r (cos phi)) (* r (sin phi)))
    """
    r, phi = _components(q, 2)
    return Up((g.mul(r, g.cos(phi)), g.mul(r, g.sin(phi))))


@public("rectangular->polar")
def rectangular_to_polar(q: Coordinates) -> Up:
    """Polar from rectangular coordinates.

    Scheme:  (rectangular->polar (up x y))
    Math:    r = sqrt(x^2 + y^2), phi = atan(y, x)
    Shapes:  q: up(2);  result: up(2)
    Raises:  StructureError unless the coordinates are up(2) of scalars
    Source:  SICM 1.6.1
    >>> from scmpy import up
    >>> rectangular_to_polar(up(3, 4))[0], rectangular_to_polar(up(2, 0))
    (5, (up 2 0))
    """
    x, y = _components(q, 2)
    return Up((g.sqrt(g.add(g.square(x), g.square(y))), g.atan(y, x)))


@public("spherical->rectangular")
def spherical_to_rectangular(q: Coordinates) -> Up:
    """Rectangular from spherical coordinates (r, theta, phi), theta from the z axis.

    Scheme:  (spherical->rectangular (up r theta phi))
    Shapes:  q: up(3);  result: up(3)
    Raises:  StructureError unless the coordinates are up(3) of scalars
    Source:  SICM 1.8.3
    >>> from scmpy import symbols, up
    >>> r, theta = symbols("r theta")
    >>> spherical_to_rectangular(up(r, theta, 0))
    (up (* r (sin theta)) 0 (* r (cos theta)))
    """
    r, theta, phi = _components(q, 3)
    across = g.mul(r, g.sin(theta))
    return Up((g.mul(across, g.cos(phi)), g.mul(across, g.sin(phi)), g.mul(r, g.cos(theta))))


@public("rectangular->spherical")
def rectangular_to_spherical(q: Coordinates) -> Up:
    """Spherical coordinates (r, theta, phi) from rectangular ones.

    Scheme:  (rectangular->spherical (up x y z))
    Math:    r = sqrt(x^2 + y^2 + z^2), theta = acos(z/r), phi = atan(y, x)
    Shapes:  q: up(3);  result: up(3)
    Raises:  StructureError unless the coordinates are up(3) of scalars
    Source:  SICM 1.8.3
    >>> from scmpy import up
    >>> rectangular_to_spherical(up(1, 2, 2))[0], rectangular_to_spherical(up(2, 0, 0))[2]
    (3, 0)
    """
    x, y, z = _components(q, 3)
    r = g.sqrt(g.add(g.add(g.square(x), g.square(y)), g.square(z)))
    return Up((r, g.acos(g.div(z, r)), g.atan(y, x)))


@public("p->r")
def p_to_r(state: State) -> Up:
    """The coordinates of a state from polar to rectangular ones: a coordinate transformation for F->C and F->CT.

    Scheme:  (p->r (up t (up r phi) v))
    Shapes:  state: up(t, up(2), v, ...);  result: up(2)
    Source:  SICM 1.6.1
    >>> from scmpy import symbols, up
    >>> t, r, phi, v = symbols("t r phi v")
    >>> p_to_r(up(t, up(r, phi), v))
    (up (* r (cos phi)) (* r (sin phi)))
    """
    return polar_to_rectangular(coordinate(state))


@public("r->p")
def r_to_p(state: State) -> Up:
    """The coordinates of a state from rectangular to polar ones.

    Scheme:  (r->p (up t (up x y) v))
    Shapes:  state: up(t, up(2), v, ...);  result: up(2)
    Source:  SICM 1.6.1
    >>> from scmpy import up
    >>> r_to_p(up(0, up(2, 0), up(0, 0)))
    (up 2 0)
    """
    return rectangular_to_polar(coordinate(state))


@public("s->r")
def s_to_r(state: State) -> Up:
    """The coordinates of a state from spherical to rectangular ones.

    Scheme:  (s->r (up t (up r theta phi) v))
    Shapes:  state: up(t, up(3), v, ...);  result: up(3)
    Source:  SICM 1.8.3
    >>> from scmpy import symbols, up
    >>> t, r, theta, v = symbols("t r theta v")
    >>> s_to_r(up(t, up(r, theta, 0), v))
    (up (* r (sin theta)) 0 (* r (cos theta)))
    """
    return spherical_to_rectangular(coordinate(state))


@public("r->s")
def r_to_s(state: State) -> Up:
    """The coordinates of a state from rectangular to spherical ones.

    Scheme:  (r->s (up t (up x y z) v))
    Shapes:  state: up(t, up(3), v, ...);  result: up(3)
    Source:  SICM 1.8.3
    >>> from scmpy import up
    >>> r_to_s(up(0, up(1, 2, 2), up(0, 0, 0)))[0]
    3
    """
    return rectangular_to_spherical(coordinate(state))
