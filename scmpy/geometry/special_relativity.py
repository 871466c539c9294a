"""Special relativity: four-tuples (ct, x, y, z), intervals, boosts, frames of reference; electromagnetism.

A boost by the velocity beta, in units of the speed of light, takes coordinates of a moving frame to those of the frame
in which it moves; gamma = 1 / sqrt(1 - beta^2). Source: FDG 11
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from scmpy.boundary import checks, guarded_call
from scmpy.errors import CALLED, ChartError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arrays import elements
from scmpy.generic.functions import Function
from scmpy.generic.numbers import is_close
from scmpy.generic.settings import check_callable, instances
from scmpy.generic.types import Scalar, ScalarValue, Value, is_number
from scmpy.geometry.basis import AnyBasis, as_basis
from scmpy.geometry.chart import Chart, known_numbers
from scmpy.geometry.curvature import index_notation
from scmpy.geometry.fields import FormField, coordinate_form_fields
from scmpy.geometry.hodge import Hodge_star
from scmpy.geometry.manifold import CoordinateSystem, answer
from scmpy.geometry.metric import Metric
from scmpy.geometry.standard_manifolds import R4_rect
from scmpy.geometry.tensor import VECTORS, Tensor, as_tensor, d, wedge
from scmpy.registry import declare_predicate, public, register
from scmpy.structure.tuples import Structure, Up, as_structure, mark_of, sum_of, up
from scmpy.structure.types import Name, Vector
from scmpy.symbolic.expression import Symbol, symbol


def _tuple(value: Any, size: int, operation: str = CALLED) -> Up:
    given = as_structure(value) if isinstance(value, (Up, list)) else value
    if not isinstance(given, Up) or len(given) != size:
        wanted = "a four-tuple up(ct, x, y, z)" if size == 4 else "a vector of space, up(x, y, z)"
        raise StructureError(f"{operation} expects {wanted}, got {describe(value)}")
    return given


def as_direction(value: Any, operation: str = CALLED) -> Up:
    unit = _tuple(value, 3, operation)
    square = g.square(unit)
    if any(not is_close(x, 1, 1e-9) for x in elements(square) if is_number(x)):
        raise DomainError(f"{operation} expects a unit vector as direction, got {value} of length {g.sqrt(square)}")
    return unit


@public("make-4tuple", python="make_four_tuple")
def make_4tuple(ct: Scalar, space: Vector) -> Up:
    """The four-tuple of a time, multiplied by the speed of light, and a place.

    Scheme:  (make-4tuple ct (up x y z))
    Shapes:  space: up(3);  result: up(4)
    Raises:  StructureError unless space is up(3)
    Source:  FDG 11
    >>> make_four_tuple(5, up(1, 2, 3))
    (up 5 1 2 3)
    """
    return up(ct, *_tuple(space, 3))


@public("4tuple->ct", python="four_tuple_to_ct")
def four_tuple_to_ct(event: Vector) -> ScalarValue:
    """The time of a four-tuple, multiplied by the speed of light.

    Scheme:  (4tuple->ct xi)
    Shapes:  xi: up(ct, x, y, z)
    Raises:  StructureError unless xi has four components
    Source:  FDG 11
    >>> four_tuple_to_ct(up(5, 1, 2, 3))
    5
    """
    return _tuple(event, 4)[0]


@public("4tuple->space", python="four_tuple_to_space")
def four_tuple_to_space(event: Vector) -> Up:
    """The place of a four-tuple.

    Scheme:  (4tuple->space xi)
    Shapes:  xi: up(4);  result: up(3)
    Raises:  StructureError unless xi has four components
    Source:  FDG 11
    >>> four_tuple_to_space(up(5, 1, 2, 3))
    (up 1 2 3)
    """
    return up(*_tuple(event, 4)[1:])


@public("proper-time-interval")
def proper_time_interval(event: Vector) -> ScalarValue:
    """The length of a timelike four-tuple.

    Scheme:  (proper-time-interval xi)
    Math:    sqrt((ct)^2 - x^2 - y^2 - z^2), imaginary for a spacelike one
    Shapes:  xi: up(ct, x, y, z)
    Source:  FDG 11
    >>> proper_time_interval(up(5, 1, 2, 2))
    4
    """
    return g.sqrt(g.sub(g.square(four_tuple_to_ct(event)), g.square(four_tuple_to_space(event))))


@public("proper-space-interval")
def proper_space_interval(event: Vector) -> ScalarValue:
    """The length of a spacelike four-tuple.

    Scheme:  (proper-space-interval xi)
    Math:    sqrt(x^2 + y^2 + z^2 - (ct)^2), imaginary for a timelike one
    Shapes:  xi: up(ct, x, y, z)
    Source:  FDG 11
    >>> proper_space_interval(up(3, 0, 3, 4))
    4
    """
    return g.sqrt(g.sub(g.square(four_tuple_to_space(event)), g.square(four_tuple_to_ct(event))))


def _gamma(square: Any) -> Any:
    if not all(isinstance(value, (int, float, Fraction)) and value < 1 for value in known_numbers(square)):
        raise DomainError(f"{CALLED} expects a speed below that of light, the square of v/c is {square}")
    return g.invert(g.sqrt(g.sub(1, square)))


@public("general-boost")
def general_boost(beta: Vector) -> Function:
    """The boost by a velocity, in units of the speed of light; as a number it may be zero.

    Scheme:  ((general-boost beta) xi)
    Math:    ct' = gamma (ct + beta.x),   x' = x + gamma beta ct + ((gamma - 1)/beta^2) beta (beta.x)
    Shapes:  beta: up(3), below 1 in magnitude;  result: up(4) -> up(4)
    Raises:  DomainError if the speed is that of light or more; StructureError unless there are three velocities, and
             four components
    Source:  FDG 11
    1 ]=> ((general-boost (up 3/5 0 0)) (up 1 0 0 0))
    ;Value: (up 5/4 3/4 0 0)
    >>> general_boost2(up(1, 0, 0), 3 / 5)(up(1, 0, 0, 0))[0]
    1.25
    """
    velocity = _tuple(beta, 3)
    square = g.square(velocity)
    gamma = _gamma(square)
    ratio = g.div(g.square(gamma), g.add(gamma, 1)) if known_numbers(square) else g.div(g.sub(gamma, 1), square)
    return _boost(gamma, velocity, 1, ratio)


def _boost(gamma: Any, along: Up, speed: Any, factor: Any) -> Function:
    """The boost by a speed along a vector, whose part along it is more by so many times."""

    def boosted(event: Any) -> Up:
        ct, space = four_tuple_to_ct(event), four_tuple_to_space(event)
        part = g.dot_product(along, space)
        moved = g.add(g.add(g.mul(g.mul(g.mul(gamma, speed), ct), along), space), g.mul(g.mul(factor, part), along))
        return make_4tuple(g.mul(gamma, g.add(ct, g.mul(part, speed))), moved)

    return Function(boosted, "boost")


@public("general-boost2")
def general_boost2(direction: Vector, speed: Scalar) -> Function:
    """The boost in a direction, a unit vector, by a speed in units of the speed of light; it may be zero.

    Scheme:  ((general-boost2 direction v/c) xi)
    Shapes:  result: up(4) -> up(4)
    Raises:  DomainError if the length of the direction is a number other than 1, or the speed is that of light or more
    Source:  FDG 11
    >>> general_boost2(up(1, 0, 0), 0)(up(1, 2, 3, 4))
    (up 1 2 3 4)
    """
    unit = as_direction(direction)
    gamma = _gamma(g.square(speed))
    return _boost(gamma, unit, speed, g.sub(gamma, 1))


@public("extended-rotation")
def extended_rotation(rotation: Callable[[Any], Any]) -> Function:
    """A rotation of space as a function of four-tuples.

    Scheme:  ((extended-rotation R) xi)
    Shapes:  R: up(3) -> up(3);  result: up(4) -> up(4)
    Source:  FDG 11
    >>> extended_rotation(lambda x: up(-x[1], x[0], x[2]))(up(5, 1, 2, 3))
    (up 5 -2 1 3)
    """
    check_callable(rotation, wanted="a rotation, a function of vectors")
    return Function(
        lambda event: make_4tuple(four_tuple_to_ct(event), rotation(four_tuple_to_space(event))), "extended-rotation"
    )


@public("add-v/cs")
def add_v_over_cs(v1: Scalar, v2: Scalar) -> ScalarValue:
    """The sum of parallel velocities in units of the speed of light; one above 1 may be that of a phase or a spot.

    Scheme:  (add-v/cs v1/c v2/c)
    Math:    (v1 + v2) / (1 + v1 v2)
    Source:  FDG 11
    >>> add_v_over_cs(0.5, 0.5)
    0.8
    """
    return g.div(g.add(v1, v2), g.add(1, g.mul(v1, v2)))


@public("add-velocities")
def add_velocities(v1: Scalar, v2: Scalar) -> ScalarValue:
    """The sum of parallel velocities, in metres per second.

    Math:    (v1 + v2) / (1 + v1 v2 / c^2)
    Units:   m/s
    Source:  FDG 11
    >>> add_velocities(299792458, 1000)
    299792458
    """
    c = SPEED_OF_LIGHT
    return g.div(g.add(v1, v2), g.add(1, g.mul(g.div(v1, c), g.div(v2, c))))


#: In metres per second, by definition of the metre.
SPEED_OF_LIGHT = 299792458


# --- frames ----------------------------------------------------------------------------------------------------------
# Frames of reference: each has coordinates of its own for events, relative to those of an ancestor frame.
#
# Coordinates belong to the frame that made them; to use those of one frame in another is an error. Events are
# absolute: they are represented in the frame at the root. A kind of frames is given by the two functions between its
# coordinates and events.


class Mark(NamedTuple):
    """What an up tuple is: an event, or the coordinates of one in a frame; and to whom it belongs."""

    is_event: bool
    owner: Any


def _marked(components: Any, mark: Mark) -> Up:
    made = Up(components)
    made.mark = mark
    return made


@dataclass(repr=False)
class Frame(CoordinateSystem):
    """A frame of reference; ``(chart frame)`` takes events to its coordinates, ``(point frame)`` back."""

    name: str
    ancestor: Any
    params: tuple[Any, ...]
    _to_event: Callable[..., Callable[[Any], Any]]
    _to_coordinates: Callable[..., Callable[[Any], Any]]

    def __post_init__(self) -> None:
        self.map = Function(self.coordinates, f"(chart {self.name})")

    def __repr__(self) -> str:
        return self.name

    def __hash__(self) -> int:
        return hash(self.name)

    def _describe_(self) -> str:
        return f"the frame {self.name}"

    @guarded_call
    def __call__(self, message: Name) -> Value:
        return answer(self, _MESSAGES, message)

    def point(self, *coordinates: Any) -> Any:
        given = coordinates[0] if len(coordinates) == 1 else None
        if frame_owner(given) != self:
            raise ChartError(f"{self.name} takes coordinates of its own, got {whose(given)}")
        event = self._to_event(self.ancestor, self, *self.params)(given)
        if not is_event(event):
            raise WrongTypeError(f"the frame {self.name} should make an event, got {describe(event)}")
        return event

    def coordinates(self, event: Any) -> Any:
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
    owner = frame_owner(value)
    return f"coordinates of the frame {owner.name}" if isinstance(owner, Frame) else describe(value)


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


declare_predicate("frame?", Frame, "Is this a frame of reference?", "the_ether", "R4_rect", source="FDG 11")


@public("make-event")
def make_event(coordinates: Structure) -> Up:
    """The event with coordinates of the frame at the root.

    Scheme:  (make-event coords)
    Shapes:  coords, result: an up tuple, in spacetime up(ct, x, y, z)
    Raises:  StructureError if the coordinates are no tuple
    Source:  FDG 11
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

    Source:  FDG 11
    >>> frame_name(the_ether)
    the-ether
    """
    return symbol(frame.name)


@public("frame-params")
def frame_params(frame: Frame) -> tuple[Any, ...]:
    """The parameters of a frame: of an inertial one direction, v/c and origin.

    Source:  FDG 11
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> frame_params(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    ((up 1 0 0), 0.6, (up 0 0 0 0))
    """
    return frame.params


@public("ancestor-frame")
def ancestor_frame(frame: Frame) -> Value:
    """The frame that a frame is relative to.

    Source:  FDG 11
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
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> ship = make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start)
    >>> chart(the_ether)(coords_to_event(ship)(make_SR_coordinates(ship, up(4, 0, 0, 0))))
    (up 5. 3. 0. 0.)
    """
    return frame.point


# --- inertial frames -------------------------------------------------------------------------------------------------
# Inertial frames of special relativity: each moves in another at a constant velocity, below ``the-ether``, the root.
#
# A frame moves in its ancestor in a direction, a unit vector, at a speed v/c, from an origin that is given in the
# ancestor's coordinates (ct, x, y, z); the transformations between them are boosts.


@public("make-SR-coordinates")
def make_SR_coordinates(frame: Frame, event: Structure) -> Structure:
    """A four-tuple as coordinates of a frame.

    Scheme:  (make-SR-coordinates frame (up ct x y z))
    Shapes:  event, result: up(ct, x, y, z)
    Raises:  StructureError if there are not four; ChartError if they belong to another frame
    Source:  FDG 11
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

    Shapes:  result: up(3), of length 1
    Source:  FDG 11
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> boost_direction(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    (up 1 0 0)
    """
    return _parameter(frame, 0)


@public("v/c")
def v_over_c(frame: Frame) -> ScalarValue:
    """The speed of an inertial frame in units of the speed of light.

    Source:  FDG 11
    >>> start = make_SR_coordinates(the_ether, up(0, 0, 0, 0))
    >>> v_over_c(make_SR_frame("ship", the_ether, up(1, 0, 0), 0.6, start))
    0.6
    """
    return _parameter(frame, 1)


@public("coordinate-origin")
def coordinate_origin(frame: Frame) -> Up:
    """The origin of an inertial frame in coordinates of its ancestor.

    Shapes:  result: up(ct, x, y, z)
    Source:  FDG 11
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


# --- electromagnetism ------------------------------------------------------------------------------------------------
# Electromagnetism in four dimensions: the fields as two-forms, Maxwell's equations and the stress on any metric.
#
#     F = E ^ c dt + B,      d F = 0,      d * F = k * J,      J = I/c - rho c dt
#
# with the electric field as the one-form E = Ex dx + ..., the magnetic field as the two-form B = Bx dy ^ dz + ...,
# and the current I as a one-form; k is 4 pi in units of Gauss, 1 in rationalised ones. Coordinates are those of an
# inertial frame, (t, x, y, z), with the speed of light c; it is 1 where the first is ct, as it is unless it is given.


def _frame(system: Any) -> Sequence[FormField]:
    chart = R4_rect if system is None else system
    if chart.dimension != 4:
        raise WrongTypeError(f"{CALLED} expects a chart of four coordinates (t, x, y, z), got {chart}")
    return coordinate_form_fields(chart)


def _two_form(along_time: Sequence[Any], in_space: Sequence[Any], system: Any, c: Any) -> FormField:
    dt, dx, dy, dz = _frame(system)
    space = (dx, dy, dz)
    turned = ((dy, dz), (dz, dx), (dx, dy))
    terms = [g.mul(g.mul(a, c), wedge(w, dt)) for a, w in zip(along_time, space, strict=True)]
    terms += [g.mul(b, wedge(*pair)) for b, pair in zip(in_space, turned, strict=True)]
    return sum_of(terms)  # type: ignore[no-any-return]


@public("Faraday")
def Faraday(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The two-form of an electric and a magnetic field, numbers or functions on the manifold.

    Scheme:  (Faraday Ex Ey Ez Bx By Bz), (Faraday Ex Ey Ez Bx By Bz sys c)
    Math:    F = E ^ c dt + B
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F = Faraday(*symbols("Ex Ey Ez Bx By Bz"))
    >>> m = R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    (Ex, Bx)
    """
    return _two_form((Ex, Ey, Ez), (Bx, By, Bz), system, c)


@public("Maxwell")
def Maxwell(
    Ex: Scalar, Ey: Scalar, Ez: Scalar, Bx: Scalar, By: Scalar, Bz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The dual of Faraday's two-form in an inertial frame: the electric and the magnetic field change places.

    Scheme:  (Maxwell Ex Ey Ez Bx By Bz), (Maxwell Ex Ey Ez Bx By Bz sys c)
    Math:    * F = - B ^ c dt + E
    Shapes:  result: a form of rank 2
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> F, m = Maxwell(*symbols("Ex Ey Ez Bx By Bz")), R4_rect.point(*symbols("t x y z"))
    >>> F(d_dx, d_dt)(m), F(d_dy, d_dz)(m)
    ((* -1 Bx), Ex)
    """
    return _two_form([g.negate(b) for b in (Bx, By, Bz)], (Ex, Ey, Ez), system, c)


@public("4-current", python="four_current")
def four_current(
    rho: Scalar, Ix: Scalar, Iy: Scalar, Iz: Scalar, system: Chart | None = None, c: Scalar = 1
) -> FormField:
    """The one-form of a density of charge and a density of current.

    Scheme:  (4-current rho Ix Iy Iz), (4-current rho Ix Iy Iz sys c)
    Math:    J = (Ix dx + Iy dy + Iz dz)/c - rho c dt
    Shapes:  result: a one-form
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> J = four_current(*symbols("rho Ix Iy Iz"), R4_rect, symbols("c"))
    >>> J(down(d_dt, d_dx, d_dy, d_dz))(R4_rect.point(*symbols("t x y z")))
    (down (* -1 c rho) (/ Ix c) (/ Iy c) (/ Iz c))
    """
    dt, *space = _frame(system)
    current = sum_of(g.mul(g.div(i, c), w) for i, w in zip((Ix, Iy, Iz), space, strict=True))
    return g.sub(current, g.mul(g.mul(rho, c), dt))  # type: ignore[no-any-return]


@public("Maxwell-residuals")
def Maxwell_residuals(
    metric: Metric, basis: AnyBasis, faraday: FormField, current: FormField | Scalar = 0, coupling: Scalar = 1
) -> Up:
    """The residuals of Maxwell's equations on any metric, two three-forms.

    Scheme:  (Maxwell-residuals g basis F J k)
    Math:    (d F, d * F - k * J)
    Shapes:  F: two-form;  J: one-form, or 0;  result: up(2) of three-forms
    Raises:  WrongTypeError unless the field is a two-form and the current a one-form
    Source:  FDG 10
    >>> t, x, y, z = R4_rect.coordinates("t x y z")
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> charged = Faraday(0, 0, z, 0, 0, 0)  # of a uniform charge
    >>> residuals = Maxwell_residuals(Minkowski_metric(R4_rect), R4_rect, charged, four_current(1, 0, 0, 0))
    >>> simplify(residuals[1](d_dx, d_dy, d_dz)(R4_rect.point(*symbols("t x y z"))))
    0
    """
    if not isinstance(faraday, FormField) or faraday.rank != 2:
        raise WrongTypeError(f"Maxwell-residuals expects a two-form, got {describe(faraday)}")
    if current != 0 and not (isinstance(current, FormField) and current.rank == 1):
        raise WrongTypeError(f"Maxwell-residuals expects a one-form as current, got {describe(current)}")
    star = Hodge_star(metric, as_basis(basis, "Maxwell-residuals"))
    sources = d(star(faraday))
    if isinstance(current, FormField):
        sources = g.sub(sources, g.mul(coupling, star(current)))
    return Up((d(faraday), sources))


@public("electromagnetic-stress")
def electromagnetic_stress(metric: Metric, basis: AnyBasis, faraday: FormField, permeability: Scalar = 1) -> Tensor:
    """The stress-energy of an electromagnetic field, a function of two vector fields; the signature is (-, +, +, +).

    Scheme:  (((electromagnetic-stress g basis F mu_0) u v) m)
    Math:    T_ij = (F_ik F_j^k - 1/4 g_ij F_kl F^kl) / mu_0
    Shapes:  F: a form of rank 2;  result: (vector field, vector field) -> function on the manifold
    Source:  FDG 10
    >>> d_dt, d_dx, d_dy, d_dz = R4_rect.vector_basis("t x y z")
    >>> field = Faraday(symbols("E"), 0, 0, 0, 0, 0)  # along x: a density of energy, a tension along x
    >>> T = electromagnetic_stress(Minkowski_metric(R4_rect), R4_rect.basis(), field)
    >>> simplify(up(T(d_dt, d_dt), T(d_dx, d_dx), T(d_dy, d_dy))(R4_rect.point(*symbols("t x y z"))))
    (up (* 1/2 (expt E 2)) (* -1/2 (expt E 2)) (* 1/2 (expt E 2)))
    """
    basis = as_basis(basis, "electromagnetic-stress")
    tensors = {"F": as_tensor(faraday, VECTORS, basis), "m": g.invert(permeability)}
    return index_notation("T_ab = m F_ac F_b^c - 1/4 m g_ab F_cd F^cd", tensors, metric, basis)  # type: ignore[no-any-return]
