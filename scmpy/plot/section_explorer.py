"""The explorer of surfaces of section: of any Hamiltonian system of two degrees of freedom, at one energy.

A point of the window is a coordinate and its momentum; the other coordinate is where the section is, and its momentum
follows from the energy. Where the energy is too low for that, motion is forbidden, and the window is grey.

Source:  SICM 3.6.4
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from scmpy.errors import DomainError, ScmpyError
from scmpy.mechanics.section_maps import EnergySection, section_map
from scmpy.numerics.ode.motion import real
from scmpy.plot.along import frame_unit, write
from scmpy.plot.explore import ITERATES, explore, orbit_drawer
from scmpy.plot.window import Canvas, Window, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Hamiltonian, Real
from scmpy.structure.measures import measures, with_units_of
from scmpy.structure.structure import Up

FINE, COARSE = 240, 48  # places along each side where the energy is looked at: all at once, one by one
FORBIDDEN = "0.88"  # grey


@public("explore-section")
def explore_section(
    window: Canvas,
    H: Hamiltonian,
    energy: Real,
    k: int = 0,
    n: int = ITERATES,
    at: Real = 0.0,
    angle: bool = False,
) -> None:
    """Explore the surface of section of a Hamiltonian system of two degrees of freedom, as explore-map does.

    The section is where coordinate k rises through zero, or through what ``at`` says; of an ``angle``, in any turn. The
    window shows the other coordinate and its momentum; the momentum that is missing is solved for, and where there is
    none the window is grey.

    Scheme:  (explore-section window H energy [k n at angle?])
    Shapes:  H: up(t, up(2), down(2)) -> real
    Units:   the energy and the limits of the window may be quantities
    Raises:  DomainError if the energy is too low for motion anywhere in the window
    Source:  SICM 3.6.4
    >>> from scmpy import HHHam, explore_section, frame
    >>> window = frame(-0.5, 0.75, -0.5, 0.5)
    >>> explore_section(window, HHHam, 0.125, 0, 20)
    >>> points = window.axes.lines[0].get_xydata()
    >>> len(points) > 300 and bool((abs(points[:, 0]) < 0.75).all())
    True
    """
    name = "explore-section"
    found = window_of(window, name)
    real(measures(energy), name, "the energy")
    section = section_map(H, energy, k, at=at, angle=angle)
    units = [frame_unit(found.axes, axis) for axis in (0, 1)]
    allowed = draw_forbidden(found, section, name, units)
    write(found.axes, f"$q^{{{1 - k}}}$", f"$p_{{{1 - k}}}$")

    def is_possible(q: float, p: float) -> bool:
        return section.state(*with_units_of(units, Up((q, p)))) is not None

    explore(found, orbit_drawer(found, section, n, name), name, allowed, is_possible)


def draw_forbidden(
    window: Window, section: EnergySection, operation: str, units: Sequence[Any] = (1, 1)
) -> tuple[float, float, float, float]:
    """Make grey where the energy is too low; the smallest rectangle around the rest."""
    import numpy

    (left, right), (low, high) = window.axes.get_xlim(), window.axes.get_ylim()

    def place(q: Any, p: Any) -> Up:
        return with_units_of(units, Up((q, p)))

    margin = _margin(
        section, place, *numpy.meshgrid(*(numpy.linspace(*ends, FINE) for ends in ((left, right), (low, high))))
    )
    if margin is None:
        q, p = numpy.meshgrid(*(numpy.linspace(*ends, COARSE) for ends in ((left, right), (low, high))))
        with numpy.errstate(all="ignore"):
            margin = numpy.vectorize(lambda q, p: -1.0 if section.state(*place(float(q), float(p))) is None else 1.0)(
                q, p
            )
    allowed = margin >= 0
    if not allowed.any():
        why = f"the energy {section.energy} is too low for motion anywhere in the window"
        raise DomainError(f"{operation}: {why}, or the Hamiltonian has no real value there")
    if not allowed.all():
        q, p = (numpy.linspace(*ends, len(margin)) for ends in ((left, right), (low, high)))
        depth = numpy.where(numpy.isfinite(margin), margin, -1.0)
        window.axes.contourf(q, p, depth, levels=[min(depth.min(), -1.0), 0.0], colors=[FORBIDDEN], zorder=0)
    columns, rows = (numpy.flatnonzero(allowed.any(axis=axis)) for axis in (0, 1))
    width, height = (right - left) / (len(margin) - 1), (high - low) / (len(margin) - 1)
    return (
        left + columns[0] * width,
        left + columns[-1] * width,
        low + rows[0] * height,
        low + rows[-1] * height,
    )


def _margin(section: EnergySection, place: Callable[[Any, Any], Any], q: Any, p: Any) -> Any:
    """What is not negative where there is motion; None if the energy cannot be asked for many places at once."""
    import numpy

    try:
        found = section.margin(*place(q, p))
    except (ScmpyError, ArithmeticError, TypeError, ValueError):  # it takes one place at a time
        return None
    return None if found is None else numpy.broadcast_to(numpy.asarray(found, dtype=float), q.shape)
