"""Frames of reference: each has coordinates of its own for events, relative to those of an ancestor frame.

Coordinates belong to the frame that made them; to use those of one frame in another is an error. Events are absolute:
they are represented in the frame at the root. A kind of frames is given by the two functions between its coordinates
and events.

Source: FDG 11
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from scmpy.errors import ChartError, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import check_callable, instances
from scmpy.generic.functions import Function
from scmpy.geometry.manifold import CoordinateSystem, answer
from scmpy.guard import checks, guarded_call
from scmpy.registry import public
from scmpy.structure.aliases import Name, Value
from scmpy.structure.structure import Structure, Up, as_structure, mark_of
from scmpy.symbolic.expression import Symbol, symbol


class Mark(NamedTuple):
    """What an up tuple is: an event, or the coordinates of one in a frame; and to whom it belongs."""

    is_event: bool
    owner: Any


def _marked(components: Any, mark: Mark) -> Up:
    made = Up(components)
    made.mark = mark
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

    def __eq__(self, other: object) -> bool:
        return other is self or (isinstance(other, Frame) and self._makers == other._makers)

    def __hash__(self) -> int:
        return hash(self.name)

    @property
    def _makers(self) -> tuple[Any, ...]:
        """What a frame is made of: frames of the same are the same."""
        return self.name, self.ancestor, self.params, self._to_event, self._to_coordinates

    def _describe_(self) -> str:
        return f"the frame {self.name}"

    @guarded_call
    def __call__(self, message: Name) -> Value:
        return answer(self, _MESSAGES, message)

    def point(self, *coordinates: Any) -> Any:
        """The event with these coordinates of the frame."""
        given = coordinates[0] if len(coordinates) == 1 else None
        if frame_owner(given) != self:
            raise ChartError(f"{self.name} takes coordinates of its own, got {whose(given)}")
        event = self._to_event(self.ancestor, self, *self.params)(given)
        if not is_event(event):
            raise WrongTypeError(f"the frame {self.name} should make an event, got {describe(event)}")
        return event

    def coordinates(self, event: Any) -> Any:
        """The coordinates of an event in the frame."""
        if not is_event(event):
            raise WrongTypeError(
                f"(chart {self.name}) expects an event, ((point frame) coordinates), got {whose(event)}"
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


def whose(value: Any) -> str:
    """A value in the words of an error: coordinates by the frame that owns them."""
    owner = frame_owner(value)
    return f"coordinates of the frame {owner.name}" if isinstance(owner, Frame) else describe(value)


#: The value, if it is a frame of reference.
as_frame = checks("Frame")(instances(Frame, "a frame of reference"))


@public("frame-maker")
def frame_maker(to_event: Callable[..., Any], to_coordinates: Callable[..., Any]) -> Callable[..., Frame]:
    """A maker of frames of a kind, from the functions that relate them to their ancestors.

    Both functions take the ancestor, the frame and its parameters, to a function from coordinates to events, and from
    events to coordinates.

    Scheme:  ((frame-maker c->e e->c) 'name ancestor param ...)
    Source:  FDG 11
    1 ]=> (define (tuple q) (apply up (vector->list q)))
    1 ]=> (define ((c->e home frame delay) q) ((point home) (claim! (+ (tuple q) delay) home)))
    1 ]=> (define ((e->c home frame delay) event) (- (tuple ((chart home) event)) delay))
    1 ]=> (define delayed (frame-maker c->e e->c))
    1 ]=> ((chart (delayed 'late the-ether (up 10 0 0 0))) (make-event (up 12 0 0 3)))
    ;Value: (up 2 0 0 3)
    >>> from scmpy import *
    >>> delayed = frame_maker(
    ...     lambda home, frame, delay: lambda q: point(home)(claim_bang(up(*q) + delay, home)),
    ...     lambda home, frame, delay: lambda event: up(*chart(home)(event)) - delay,
    ... )
    >>> chart(delayed("late", the_ether, up(10, 0, 0, 0)))(make_event(up(12, 0, 0, 3)))
    (up 2 0 0 3)
    """
    for function in (to_event, to_coordinates):
        check_callable(function, wanted="functions")

    def made(name: Any, ancestor: Any, *params: Any) -> Frame:
        return Frame(getattr(name, "name", str(name)), ancestor, params, to_event, to_coordinates)

    return made


@public("frame?")
def is_frame(value: object) -> bool:
    """Is this a frame of reference?

    Scheme:  (frame? x)
    Source:  FDG 11
    >>> from scmpy import *
    >>> is_frame(the_ether), is_frame(R4_rect)
    (True, False)
    """
    return isinstance(value, Frame)


@public("make-event")
def make_event(coordinates: Structure) -> Up:
    """The event with coordinates of the frame at the root.

    Scheme:  (make-event coords)
    Shapes:  coords, result: an up tuple, in spacetime up(ct, x, y, z)
    Raises:  StructureError if the coordinates are no tuple
    Source:  FDG 11
    >>> from scmpy import *
    >>> chart(the_ether)(make_event(up(5, 3, 0, 0)))
    (up 5 3 0 0)
    """
    if not isinstance(coordinates, Structure):
        raise StructureError(f"make-event expects a tuple of coordinates, got {describe(coordinates)}")
    return _marked(coordinates, Mark(True, frame_owner(coordinates)))


@public("event?")
def is_event(value: object) -> bool:
    """Is this an event?

    Scheme:  (event? x)
    Source:  FDG 11
    >>> from scmpy import *
    >>> is_event(make_event(up(5, 3, 0, 0))), is_event(up(5, 3, 0, 0))
    (True, False)
    """
    mark = mark_of(value)
    return mark is not None and mark.is_event


@public("frame-owner")
def frame_owner(coordinates: object) -> Frame | Literal[False]:
    """The frame that coordinates belong to; False if to none.

    Scheme:  (frame-owner coords)
    Source:  FDG 11
    >>> from scmpy import *
    >>> frame_owner(make_SR_coordinates(the_ether, up(5, 3, 0, 0))), frame_owner(up(5, 3, 0, 0))
    (the-ether, False)
    """
    mark = mark_of(coordinates)
    return mark.owner if mark else False


@public("claim!")
def claim_bang(coordinates: Structure, owner: Frame) -> Structure:
    """Coordinates as those of a frame.

    Scheme:  (claim! coords frame)
    Shapes:  coords, result: an up tuple, in spacetime up(ct, x, y, z)
    Raises:  ChartError if they belong to another frame; StructureError unless they are an up tuple
    Source:  FDG 11
    1 ]=> (claim! (up 0 0 0 0) the-ether)
    ;Value: (up 0 0 0 0)
    >>> from scmpy import *
    >>> start = claim_bang(up(0, 0, 0, 0), the_ether)
    >>> claim_bang(start, make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    Traceback (most recent call last):
        ...
    scmpy.errors.ChartError: coordinates of the frame the-ether are not those of the frame ship
    """
    other = frame_owner(coordinates)
    if other and other != owner:
        raise ChartError(f"{whose(coordinates)} are not those of {describe(owner)}")
    given = as_structure(coordinates)
    if not isinstance(given, Up):
        raise StructureError(f"claim! expects an up tuple of coordinates, got {describe(coordinates)}")
    return _marked(given, Mark(False, owner))


@public("frame-name")
def frame_name(frame: Frame) -> Symbol:
    """The name of a frame.

    Scheme:  (frame-name frame)
    Source:  FDG 11
    >>> from scmpy import *
    >>> frame_name(the_ether)
    the-ether
    """
    return symbol(frame.name)


@public("frame-params")
def frame_params(frame: Frame) -> tuple[Any, ...]:
    """The parameters of a frame: of an inertial one direction, v/c and origin.

    Scheme:  (frame-params frame)
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> frame_params(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    ((up 1 0 0), 0.6, (up 0 0 0 0))
    """
    return frame.params


@public("ancestor-frame")
def ancestor_frame(frame: Frame) -> Value:
    """The frame that a frame is relative to.

    Scheme:  (ancestor-frame frame)
    Source:  FDG 11
    >>> from scmpy import *
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ancestor_frame(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    the-ether
    """
    return frame.ancestor


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
    return frame.map


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
    return frame.point
