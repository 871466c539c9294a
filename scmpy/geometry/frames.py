"""Frames of reference: each has coordinates of its own for events, relative to those of an ancestor frame.

Coordinates belong to the frame that made them; to use those of one frame in another is an error. Events are absolute.
An inertial frame moves in its ancestor in a direction at a speed, from an origin given in the ancestor's coordinates;
``the-ether`` is the frame at the root.

Source: FDG 11
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import ChartError, StructureError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.functions import Function
from scmpy.generic.kinds import describe
from scmpy.geometry.boosts import as_direction, general_boost2
from scmpy.geometry.manifold import CoordinateSystem, answer
from scmpy.guard import guarded_call
from scmpy.registry import public, register
from scmpy.structure.structure import Structure, Up, as_structure
from scmpy.symbolic.expression import symbol


class _Owned(Up):
    """An up tuple with an owner; equal to any up tuple with the same components."""

    __slots__ = ("owner",)

    owner: Any

    def __eq__(self, other: object) -> bool:
        return Up(self.components) == (Up(other.components) if isinstance(other, _Owned) else other)

    def __hash__(self) -> int:
        return hash(Up(self.components))


class FrameCoordinates(_Owned):
    """The coordinates of an event in a frame, their owner."""

    __slots__ = ()


class Event(_Owned):
    """An event, represented by coordinates in the frame at the root."""

    __slots__ = ()


def _owned(kind: type[_Owned], components: Any, owner: Any) -> Any:
    made = kind(components)
    made.owner = owner
    return made


class Frame(CoordinateSystem):
    """A frame of reference; ``(chart frame)`` takes events to its coordinates, ``(point frame)`` back."""

    def __init__(
        self,
        name: str,
        ancestor: Any,
        params: tuple[Any, ...],
        to_event: Callable[..., Callable[[Any], Any]],
        to_coordinates: Callable[..., Callable[[Any], Any]],
    ) -> None:
        self.name = name
        self.ancestor = ancestor
        self.params = params
        self._to_event, self._to_coordinates = to_event, to_coordinates
        self.map = Function(self.coordinates, f"(chart {name})")

    def __repr__(self) -> str:
        return self.name

    def _describe_(self) -> str:
        return f"the frame {self.name}"

    @guarded_call
    def __call__(self, message: Any) -> Any:
        return answer(self, _MESSAGES, message)

    def point(self, *coordinates: Any) -> Any:
        """The event with these coordinates of the frame."""
        given = coordinates[0] if len(coordinates) == 1 else None
        if frame_owner(given) is not self:
            raise ChartError(f"{self.name} takes coordinates of its own, got {_whose(given)}")
        event = self._to_event(self.ancestor, self, *self.params)(given)
        if not isinstance(event, Event):
            raise WrongTypeError(f"the frame {self.name} should make an event, got {describe(event)}")
        return event

    def coordinates(self, event: Any) -> Any:
        """The coordinates of an event in the frame."""
        if not isinstance(event, Event):
            raise WrongTypeError(
                f"(chart {self.name}) expects an event, ((point frame) coordinates), got {_whose(event)}"
            )
        made = self._to_coordinates(self.ancestor, self, *self.params)(event)
        return claim_bang(made, self)


_MESSAGES: dict[str, Callable[[Frame], Any]] = {
    "name": lambda frame: symbol(frame.name),
    "ancestor-frame": lambda frame: frame.ancestor,
    "params": lambda frame: frame.params,
    "coords->event": lambda frame: frame.point,
    "event->coords": lambda frame: frame.map,
    "manifold": lambda frame: False,
}


def _whose(value: Any) -> str:
    owner = frame_owner(value)
    return f"coordinates of the frame {owner.name}" if isinstance(owner, Frame) else describe(value)


def _frame(value: Any, operation: str) -> Frame:
    if not isinstance(value, Frame):
        raise WrongTypeError(f"{operation} expects a frame of reference, got {describe(value)}")
    return value


@public("frame-maker")
def frame_maker(to_event: Callable[..., Any], to_coordinates: Callable[..., Any]) -> Callable[..., Frame]:
    """A maker of frames of a kind, from the functions that relate them to their ancestors.

    Both functions take the ancestor, the frame and its parameters, to a function from coordinates to events, and from
    events to coordinates.

    Scheme:  ((frame-maker c->e e->c) 'name ancestor param ...)
    Source:  FDG 11
    >>> from scmpy import *
    >>> delayed = frame_maker(
    ...     lambda home, frame, delay: lambda q: point(home)(claim_bang(up(*q) + delay, home)),
    ...     lambda home, frame, delay: lambda event: up(*chart(home)(event)) - delay,
    ... )
    >>> chart(delayed("late", the_ether, up(10, 0, 0, 0)))(make_event(up(12, 0, 0, 3)))
    (up 2 0 0 3)
    """
    for function in (to_event, to_coordinates):
        if not callable(function):
            raise WrongTypeError(f"frame-maker expects functions, got {describe(function)}")

    def made(name: Any, ancestor: Any, *params: Any) -> Frame:
        return Frame(getattr(name, "name", str(name)), ancestor, params, to_event, to_coordinates)

    return made


@public("frame?")
def is_frame(value: Any) -> bool:
    """Is this a frame of reference?

    Scheme:  (frame? x)
    >>> from scmpy import *
    >>> is_frame(the_ether), is_frame(R4_rect)
    (True, False)
    """
    return isinstance(value, Frame)


@public("make-event")
def make_event(coordinates: Any) -> Any:
    """The event with coordinates of the frame at the root.

    Scheme:  (make-event coords)
    Raises:  StructureError if the coordinates are no tuple
    Source:  FDG 11
    >>> from scmpy import *
    >>> chart(the_ether)(make_event(up(5, 3, 0, 0)))
    (up 5 3 0 0)
    """
    if not isinstance(coordinates, Structure):
        raise StructureError(f"make-event expects a tuple of coordinates, got {describe(coordinates)}")
    return _owned(Event, coordinates, frame_owner(coordinates) or None)


@public("event?")
def is_event(value: Any) -> bool:
    """Is this an event?

    Scheme:  (event? x)
    >>> from scmpy import *
    >>> is_event(make_event(up(5, 3, 0, 0))), is_event(up(5, 3, 0, 0))
    (True, False)
    """
    return isinstance(value, Event)


@public("frame-owner")
def frame_owner(coordinates: Any) -> Any:
    """The frame that coordinates belong to; False if to none.

    Scheme:  (frame-owner coords)
    >>> from scmpy import *
    >>> frame_owner(make_SR_coordinates(the_ether, up(5, 3, 0, 0))), frame_owner(up(5, 3, 0, 0))
    (the-ether, False)
    """
    return coordinates.owner if isinstance(coordinates, _Owned) and coordinates.owner is not None else False


@public("claim!")
def claim_bang(coordinates: Any, owner: Frame) -> Any:
    """Coordinates as those of a frame.

    Scheme:  (claim! coords frame)
    Raises:  ChartError if they belong to another frame
    >>> from scmpy import *
    >>> start = claim_bang(up(0, 0, 0, 0), the_ether)
    >>> claim_bang(start, make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    Traceback (most recent call last):
        ...
    scmpy.errors.ChartError: coordinates of the frame the-ether are not those of the frame ship
    """
    _frame(owner, "claim!")
    other = frame_owner(coordinates)
    if other and other is not owner:
        raise ChartError(f"{_whose(coordinates)} are not those of {describe(owner)}")
    given = as_structure(coordinates)
    if not isinstance(given, Up):
        raise StructureError(f"claim! expects an up tuple of coordinates, got {describe(coordinates)}")
    return _owned(FrameCoordinates, given, owner)


@public("frame-name")
def frame_name(frame: Frame) -> Any:
    """The name of a frame.

    Scheme:  (frame-name frame)
    >>> from scmpy import *
    >>> frame_name(the_ether)
    the-ether
    """
    return symbol(_frame(frame, "frame-name").name)


@public("frame-params")
def frame_params(frame: Frame) -> tuple[Any, ...]:
    """The parameters of a frame: of an inertial one direction, v/c and origin.

    Scheme:  (frame-params frame)
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> frame_params(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    ((up 1 0 0), 0.6, (up 0 0 0 0))
    """
    return _frame(frame, "frame-params").params


@public("ancestor-frame")
def ancestor_frame(frame: Frame) -> Any:
    """The frame that a frame is relative to.

    Scheme:  (ancestor-frame frame)
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ancestor_frame(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    the-ether
    """
    return _frame(frame, "ancestor-frame").ancestor


@public("event->coords")
def event_to_coords(frame: Frame) -> Function:
    """The function from events to coordinates of a frame.

    Scheme:  ((event->coords frame) event)
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    >>> event_to_coords(ship)(make_event(up(5, 3, 0, 0)))
    (up 4. 0. 0. 0.)
    """
    return _frame(frame, "event->coords").map


@public("coords->event")
def coords_to_event(frame: Frame) -> Callable[[Any], Any]:
    """The function from coordinates of a frame to events.

    Scheme:  ((coords->event frame) coords)
    Raises:  ChartError if the coordinates belong to another frame, or to none
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    >>> chart(the_ether)(coords_to_event(ship)(make_SR_coordinates(ship, up(4, 0, 0, 0))))
    (up 5. 3. 0. 0.)
    """
    return _frame(frame, "coords->event").point


@public("make-SR-coordinates")
def make_SR_coordinates(frame: Frame, event: Any) -> Any:
    """A four-tuple as coordinates of a frame.

    Scheme:  (make-SR-coordinates frame (up ct x y z))
    Raises:  StructureError if there are not four; ChartError if they belong to another frame
    Source:  FDG 11
    >>> from scmpy import *
    >>> make_SR_coordinates(the_ether, up(5, 3, 0, 0))
    (up 5 3 0 0)
    """
    _frame(frame, "make-SR-coordinates")
    if not isinstance(event, (Up, list)) or len(event) != 4:
        raise StructureError(f"make-SR-coordinates expects a four-tuple up(ct, x, y, z), got {describe(event)}")
    return claim_bang(as_structure(event) if isinstance(event, list) else event, frame)


@public("SR-coordinates?")
def is_SR_coordinates(value: Any) -> bool:
    """Are these coordinates of an inertial frame?

    Scheme:  (SR-coordinates? x)
    >>> from scmpy import *
    >>> is_SR_coordinates(make_SR_coordinates(the_ether, up(5, 3, 0, 0))), is_SR_coordinates(up(5, 3, 0, 0))
    (True, False)
    """
    return isinstance(value, FrameCoordinates)


@public("SR-name")
def SR_name(coordinates: Any) -> Any:
    """The name of the frame of coordinates.

    Scheme:  (SR-name coords)
    >>> from scmpy import *
    >>> SR_name(make_SR_coordinates(the_ether, up(5, 3, 0, 0)))
    the-ether
    """
    owner = frame_owner(coordinates)
    if not isinstance(owner, Frame):
        raise WrongTypeError(f"SR-name expects coordinates of a frame of reference, got {describe(coordinates)}")
    return frame_name(owner)


def _check_origin(origin: Any, ancestor: Frame) -> None:
    if frame_owner(origin) is not ancestor:
        raise ChartError(f"the origin of a frame is given in coordinates of {ancestor}, got {_whose(origin)}")


@public("coordinates->event")
def coordinates_to_event(
    ancestor: Frame, frame: Frame, direction: Any, speed: Any, origin: Any
) -> Callable[[Any], Any]:
    """The function from coordinates of an inertial frame to events.

    Scheme:  ((coordinates->event ancestor frame direction v/c origin) coords)
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
        moved = g.add(general_boost2(direction, speed)(coordinates), Up(origin.components))
        return ancestor.point(make_SR_coordinates(ancestor, moved))

    return event


@public("event->coordinates")
def event_to_coordinates(
    ancestor: Frame, frame: Frame, direction: Any, speed: Any, origin: Any
) -> Callable[[Any], Any]:
    """The function from events to coordinates of an inertial frame.

    Scheme:  ((event->coordinates ancestor frame direction v/c origin) event)
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
        seen = g.sub(Up(ancestor.coordinates(event).components), Up(origin.components))
        return make_SR_coordinates(frame, general_boost2(g.negate(direction), speed)(seen))

    return coordinates


_make = frame_maker(coordinates_to_event, event_to_coordinates)


@public("make-SR-frame")
def make_SR_frame(name: Any, ancestor: Frame, direction: Any, speed: Any, origin: Any) -> Frame:
    """An inertial frame that moves in another in a direction, a unit vector, at a speed v/c, from an origin.

    Scheme:  (make-SR-frame 'name ancestor direction v/c origin)
    Raises:  ChartError if the origin is not in coordinates of the ancestor; DomainError if the length of the direction
             is a number other than 1
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    >>> chart(ship)(point(the_ether)(make_SR_coordinates(the_ether, up(5, 3, 0, 0))))
    (up 4. 0. 0. 0.)
    """
    _check_origin(origin, _frame(ancestor, "make-SR-frame"))
    as_direction(direction, "make-SR-frame")
    return _make(name, ancestor, direction, speed, origin)


@public("boost-direction")
def boost_direction(frame: Frame) -> Any:
    """The direction in which an inertial frame moves.

    Scheme:  (boost-direction frame)
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> boost_direction(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    (up 1 0 0)
    """
    return _parameter(frame, 0, "boost-direction")


@public("v/c")
def v_over_c(frame: Frame) -> Any:
    """The speed of an inertial frame in units of the speed of light.

    Scheme:  (v/c frame)
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> v_over_c(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    0.6
    """
    return _parameter(frame, 1, "v/c")


@public("coordinate-origin")
def coordinate_origin(frame: Frame) -> Any:
    """The origin of an inertial frame in coordinates of its ancestor.

    Scheme:  (coordinate-origin frame)
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 7, 0, 0))
    >>> coordinate_origin(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    (up 0 7 0 0)
    """
    return _parameter(frame, 2, "coordinate-origin")


def _parameter(frame: Frame, i: int, operation: str) -> Any:
    params = frame_params(frame)
    if len(params) <= i:
        raise WrongTypeError(f"{operation} expects an inertial frame that moves, got {describe(frame)}")
    return params[i]


@public("base-frame-point")
def base_frame_point(ancestor: Any, frame: Frame) -> Callable[[Any], Any]:
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
def base_frame_chart(ancestor: Any, frame: Frame) -> Callable[[Any], Any]:
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
