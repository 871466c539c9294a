"""Special relativity: four-tuples (ct, x, y, z), intervals, boosts and the addition of velocities.

A boost by the velocity beta, in units of the speed of light, takes coordinates of a moving frame to those of the frame
in which it moves; gamma = 1 / sqrt(1 - beta^2).

Source: FDG 11
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.errors import CALLED, DomainError, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import check_callable
from scmpy.generic.arrays import elements
from scmpy.generic.closeness import is_close
from scmpy.generic.functions import Function
from scmpy.generic.kinds import is_number
from scmpy.geometry.chart import known_numbers
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, ScalarValue, Vector
from scmpy.structure.structure import Up, as_structure, up


def _tuple(value: Any, size: int, operation: str = CALLED) -> Up:
    given = as_structure(value) if isinstance(value, (Up, list)) else value
    if not isinstance(given, Up) or len(given) != size:
        wanted = "a four-tuple up(ct, x, y, z)" if size == 4 else "a vector of space, up(x, y, z)"
        raise StructureError(f"{operation} expects {wanted}, got {describe(value)}")
    return given


def as_direction(value: Any, operation: str = CALLED) -> Up:
    """The value, if it is a vector of space whose length is not certainly another than 1."""
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
    >>> from scmpy import make_four_tuple, up
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
    >>> from scmpy import up
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
    >>> from scmpy import up
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
    >>> from scmpy import up
    >>> proper_time_interval(up(5, 1, 2, 2))
    4
    """
    ct, space = four_tuple_to_ct(event), four_tuple_to_space(event)
    return g.sqrt(g.sub(g.square(ct), g.square(space)))


@public("proper-space-interval")
def proper_space_interval(event: Vector) -> ScalarValue:
    """The length of a spacelike four-tuple.

    Scheme:  (proper-space-interval xi)
    Math:    sqrt(x^2 + y^2 + z^2 - (ct)^2), imaginary for a timelike one
    Shapes:  xi: up(ct, x, y, z)
    Source:  FDG 11
    >>> from scmpy import up
    >>> proper_space_interval(up(3, 0, 3, 4))
    4
    """
    ct, space = four_tuple_to_ct(event), four_tuple_to_space(event)
    return g.sqrt(g.sub(g.square(space), g.square(ct)))


def _gamma(square: Any) -> Any:
    """1 / sqrt(1 - v^2/c^2), for the square of a speed that is less than that of light."""
    if not all(isinstance(value, (int, float, Fraction)) and value < 1 for value in known_numbers(square)):
        raise DomainError(f"{CALLED} expects a speed below that of light, the square of v/c is {square}")
    return g.invert(g.sqrt(g.sub(1, square)))


@public("general-boost")
def general_boost(beta: Vector) -> Function:
    """The boost by a velocity that is not zero, in units of the speed of light.

    Scheme:  ((general-boost beta) xi)
    Math:    ct' = gamma (ct + beta.x),   x' = x + gamma beta ct + ((gamma - 1)/beta^2) beta (beta.x)
    Shapes:  beta: up(3), below 1 in magnitude;  result: up(4) -> up(4)
    Raises:  DomainError if the speed is that of light or more; StructureError unless there are three velocities, and
             four components
    Source:  FDG 11
    1 ]=> ((general-boost (up 3/5 0 0)) (up 1 0 0 0))
    ;Value: (up 5/4 3/4 0 0)
    >>> from scmpy import up
    >>> general_boost2(up(1, 0, 0), 3 / 5)(up(1, 0, 0, 0))[0]
    1.25
    """
    velocity = _tuple(beta, 3)
    gamma = _gamma(g.square(velocity))

    def boosted(event: Any) -> Up:
        ct, space = four_tuple_to_ct(event), four_tuple_to_space(event)
        along = g.dot_product(velocity, space)
        factor = g.mul(g.div(g.sub(gamma, 1), g.square(velocity)), along)
        moved = g.add(g.add(g.mul(g.mul(gamma, ct), velocity), space), g.mul(factor, velocity))
        return make_4tuple(g.mul(gamma, g.add(ct, along)), moved)

    return Function(boosted, "boost")


@public("general-boost2")
def general_boost2(direction: Vector, speed: Scalar) -> Function:
    """The boost in a direction, a unit vector, by a speed in units of the speed of light; it may be zero.

    Scheme:  ((general-boost2 direction v/c) xi)
    Shapes:  result: up(4) -> up(4)
    Raises:  DomainError if the length of the direction is a number other than 1, or the speed is that of light or more
    Source:  FDG 11
    >>> from scmpy import up
    >>> general_boost2(up(1, 0, 0), 0)(up(1, 2, 3, 4))
    (up 1 2 3 4)
    """
    unit = as_direction(direction)
    gamma = _gamma(g.square(speed))

    def boosted(event: Any) -> Up:
        ct, space = four_tuple_to_ct(event), four_tuple_to_space(event)
        along = g.dot_product(unit, space)
        moved = g.add(
            g.add(g.mul(g.mul(g.mul(gamma, speed), ct), unit), space), g.mul(g.mul(g.sub(gamma, 1), along), unit)
        )
        return make_4tuple(g.mul(gamma, g.add(ct, g.mul(along, speed))), moved)

    return Function(boosted, "boost")


@public("extended-rotation")
def extended_rotation(rotation: Callable[[Any], Any]) -> Function:
    """A rotation of space as a function of four-tuples.

    Scheme:  ((extended-rotation R) xi)
    Shapes:  R: up(3) -> up(3);  result: up(4) -> up(4)
    Source:  FDG 11
    >>> from scmpy import up
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

    Scheme:  (add-velocities v1 v2)
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
