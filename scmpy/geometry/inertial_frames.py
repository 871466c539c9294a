"""Inertial frames of special relativity: each moves in another at a constant velocity, below ``the-ether``, the root.

A frame moves in its ancestor in a direction, a unit vector, at a speed v/c, from an origin that is given in the
ancestor's coordinates (ct, x, y, z); the transformations between them are boosts (:mod:`scmpy.geometry.boosts`).

Source: FDG 11
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, ChartError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.geometry.boosts import as_direction, general_boost2
from scmpy.geometry.frames import (
    Frame,
    claim_bang,
    frame_maker,
    frame_name,
    frame_owner,
    frame_params,
    make_event,
    whose,
)
from scmpy.registry import public, register
from scmpy.structure.aliases import Name, Scalar, ScalarValue, Vector
from scmpy.structure.structure import Structure, Up, mark_of
from scmpy.symbolic.expression import Symbol


@public("make-SR-coordinates")
def make_SR_coordinates(frame: Frame, event: Structure) -> Structure:
    """A four-tuple as coordinates of a frame.

    Scheme:  (make-SR-coordinates frame (up ct x y z))
    Shapes:  event, result: up(ct, x, y, z)
    Raises:  StructureError if there are not four; ChartError if they belong to another frame
    Source:  FDG 11
    >>> from scmpy import *
    >>> make_SR_coordinates(the_ether, up(5, 3, 0, 0))
    (up 5 3 0 0)
    """
    if not isinstance(event, (Up, list)) or len(event) != 4:
        raise StructureError(f"make-SR-coordinates expects a four-tuple up(ct, x, y, z), got {describe(event)}")
    return claim_bang(event, frame)


@public("SR-coordinates?")
def is_SR_coordinates(value: object) -> bool:
    """Are these coordinates of an inertial frame?

    Scheme:  (SR-coordinates? x)
    Source:  FDG 11
    >>> from scmpy import *
    >>> is_SR_coordinates(make_SR_coordinates(the_ether, up(5, 3, 0, 0))), is_SR_coordinates(up(5, 3, 0, 0))
    (True, False)
    """
    mark = mark_of(value)
    return mark is not None and not mark.is_event


@public("SR-name")
def SR_name(coordinates: Structure) -> Symbol:
    """The name of the frame of coordinates.

    Scheme:  (SR-name coords)
    Shapes:  coords: up(ct, x, y, z) of a frame
    Raises:  WrongTypeError for coordinates of no frame
    Source:  FDG 11
    >>> from scmpy import *
    >>> SR_name(make_SR_coordinates(the_ether, up(5, 3, 0, 0)))
    the-ether
    """
    owner = frame_owner(coordinates)
    if not isinstance(owner, Frame):
        raise WrongTypeError(f"SR-name expects coordinates of a frame of reference, got {describe(coordinates)}")
    return frame_name(owner)


def _check_origin(origin: Any, ancestor: Frame) -> None:
    if frame_owner(origin) != ancestor:
        raise ChartError(f"the origin of a frame is given in coordinates of {ancestor}, got {whose(origin)}")


@public("coordinates->event")
def coordinates_to_event(
    ancestor: Frame, frame: Frame, direction: Vector, speed: Scalar, origin: Structure
) -> Callable[[Any], Any]:
    """The function from coordinates of an inertial frame to events.

    Scheme:  ((coordinates->event ancestor frame direction v/c origin) coords)
    Shapes:  direction: up(3), of length 1;  origin, coords: up(ct, x, y, z)
    Raises:  ChartError if the origin is not in coordinates of the ancestor
    Source:  FDG 11
    >>> from scmpy import *
    >>> start, ahead = make_SR_coordinates(the_ether, up(0, 0, 0, 0)), up(1, 0, 0)
    >>> ship = make_SR_frame("ship", the_ether, ahead, 0.6, start)
    >>> to_event = coordinates_to_event(the_ether, ship, ahead, 0.6, start)
    >>> chart(the_ether)(to_event(make_SR_coordinates(ship, up(4, 0, 0, 0))))
    (up 5. 3. 0. 0.)
    """
    _check_origin(origin, ancestor)

    def event(coordinates: Any) -> Any:
        moved = g.add(general_boost2(direction, speed)(coordinates), origin)
        return ancestor.point(make_SR_coordinates(ancestor, moved))

    return event


@public("event->coordinates")
def event_to_coordinates(
    ancestor: Frame, frame: Frame, direction: Vector, speed: Scalar, origin: Structure
) -> Callable[[Any], Any]:
    """The function from events to coordinates of an inertial frame.

    Scheme:  ((event->coordinates ancestor frame direction v/c origin) event)
    Shapes:  direction: up(3), of length 1;  origin, result: up(ct, x, y, z)
    Raises:  ChartError if the origin is not in coordinates of the ancestor
    Source:  FDG 11
    >>> from scmpy import *
    >>> start, ahead = make_SR_coordinates(the_ether, up(0, 0, 0, 0)), up(1, 0, 0)
    >>> ship = make_SR_frame("ship", the_ether, ahead, 0.6, start)
    >>> event_to_coordinates(the_ether, ship, ahead, 0.6, start)(make_event(up(5, 3, 0, 0)))
    (up 4. 0. 0. 0.)
    """
    _check_origin(origin, ancestor)

    def coordinates(event: Any) -> Any:
        seen = g.sub(ancestor.coordinates(event), origin)
        return make_SR_coordinates(frame, general_boost2(g.negate(direction), speed)(seen))

    return coordinates


inertial_frame = frame_maker(coordinates_to_event, event_to_coordinates)


@public("make-SR-frame")
def make_SR_frame(name: Name, ancestor: Frame, direction: Vector, speed: Scalar, origin: Structure) -> Frame:
    """An inertial frame that moves in another in a direction, a unit vector, at a speed v/c, from an origin.

    Scheme:  (make-SR-frame 'name ancestor direction v/c origin)
    Shapes:  direction: up(3);  origin: up(ct, x, y, z) of the ancestor
    Raises:  ChartError if the origin is not in coordinates of the ancestor; DomainError if the length of the direction
             is a number other than 1
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    >>> chart(ship)(point(the_ether)(make_SR_coordinates(the_ether, up(5, 3, 0, 0))))
    (up 4. 0. 0. 0.)
    """
    _check_origin(origin, ancestor)
    as_direction(direction)
    return inertial_frame(name, ancestor, direction, speed, origin)


@public("boost-direction")
def boost_direction(frame: Frame) -> Up:
    """The direction in which an inertial frame moves.

    Scheme:  (boost-direction frame)
    Shapes:  result: up(3), of length 1
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> boost_direction(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    (up 1 0 0)
    """
    return _parameter(frame, 0)


@public("v/c")
def v_over_c(frame: Frame) -> ScalarValue:
    """The speed of an inertial frame in units of the speed of light.

    Scheme:  (v/c frame)
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> v_over_c(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    0.6
    """
    return _parameter(frame, 1)


@public("coordinate-origin")
def coordinate_origin(frame: Frame) -> Up:
    """The origin of an inertial frame in coordinates of its ancestor.

    Scheme:  (coordinate-origin frame)
    Shapes:  result: up(ct, x, y, z)
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 7, 0, 0))
    >>> coordinate_origin(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    (up 0 7 0 0)
    """
    return _parameter(frame, 2)


def _parameter(frame: Frame, i: int) -> Any:
    params = frame_params(frame)
    if len(params) <= i:
        raise WrongTypeError(f"{CALLED} expects an inertial frame that moves, got {describe(frame)}")
    return params[i]


@public("base-frame-point")
def base_frame_point(ancestor: Frame | Name | None, frame: Frame) -> Callable[[Any], Any]:
    """The function from coordinates of a frame at the root to events.

    Scheme:  ((base-frame-point ancestor frame) coords)
    Source:  FDG 11
    >>> from scmpy import *
    >>> event = base_frame_point("the-ether", the_ether)(make_SR_coordinates(the_ether, up(5, 3, 0, 0)))
    >>> chart(the_ether)(event)
    (up 5 3 0 0)
    """
    return make_event


@public("base-frame-chart")
def base_frame_chart(ancestor: Frame | Name | None, frame: Frame) -> Callable[[Any], Any]:
    """The function from events to coordinates of a frame at the root.

    Scheme:  ((base-frame-chart ancestor frame) event)
    Source:  FDG 11
    >>> from scmpy import *
    >>> base_frame_chart("the-ether", the_ether)(make_event(up(5, 3, 0, 0)))
    (up 5 3 0 0)
    """
    return lambda event: make_SR_coordinates(frame, Up(event.components))


the_ether = register(
    "the-ether",
    frame_maker(base_frame_point, base_frame_chart)("the-ether", "the-ether"),
    doc="""The inertial frame at the root of all others.

    Scheme:  the-ether
    Source:  FDG 11
    >>> event = point(the_ether)(make_SR_coordinates(the_ether, up(5, 3, 0, 0)))
    >>> chart(the_ether)(event)
    (up 5 3 0 0)
""",
)
