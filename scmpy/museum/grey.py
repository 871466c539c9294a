"""Pictures of functions of two variables, in shades of grey: arrays of numbers that are made, mapped and shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, BadIndexError, DomainError, StructureError, WrongTypeError, describe
from scmpy.generic.arguments import count
from scmpy.generic.settings import Limit
from scmpy.numerics.ode.motion import real
from scmpy.plot.figure import styles
from scmpy.plot.window import Canvas, window_of
from scmpy.registry import public
from scmpy.structure.aliases import Real

MOST_PLACES = Limit("most-grey-places", 10_000_000, "Places of a picture in grey.")


class Picture:
    """A number at each place of a rectangle of whole numbers, (0, 0) in the lower left corner."""

    def __init__(self, values: Any) -> None:
        self.values = values  # an array, row by row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Picture) and bool((self.values == other.values).all())

    __hash__ = object.__hash__

    def _describe_(self) -> str:
        height, width = self.values.shape
        return f"a picture of {width} by {height}"


@public("procedure->picture")
def procedure_to_picture(width: int, height: int, f: Callable[[Any, Any], Any]) -> Picture:
    """The picture whose numbers are the values of a function at whole numbers below the width and the height.

    Scheme:  (procedure->picture width height f)
    Shapes:  f: (x, y) -> number;  result: width by height
    Raises:  DomainError if the picture has no places; LimitError for more places than most-grey-places
    >>> from scmpy import picture_ref, procedure_to_picture
    >>> picture_ref(procedure_to_picture(3, 2, lambda x, y: x + 10 * y), 2, 1)
    12.0
    """
    import numpy

    name = "procedure->picture"
    size = [count(x, name) for x in (width, height)]
    if not all(size):
        raise DomainError(f"{name}: a picture of {size[0]} by {size[1]} has no places")
    MOST_PLACES.check(size[0] * size[1], name)
    return Picture(numpy.array([[real(f(x, y), name, "a value") for x in range(size[0])] for y in range(size[1])]))


@public("picture-ref")
def picture_ref(picture: Picture, x: int, y: int) -> float:
    """The number at a place of a picture.

    Scheme:  (picture-ref picture x y)
    Raises:  BadIndexError outside of the picture
    >>> from scmpy import picture_ref, procedure_to_picture
    >>> picture_ref(procedure_to_picture(2, 2, lambda x, y: x * y), 1, 1)
    1.0
    """
    (height, width), name = _values(picture).shape, "picture-ref"
    if count(x, name) >= width or count(y, name) >= height:
        raise BadIndexError(f"{name}: {x}, {y} is not in {describe(picture)}")
    return float(picture.values[y, x])


@public("picture-map")
def picture_map(f: Callable[..., Any], *pictures: Picture) -> Picture:
    """The picture of a function's values at the numbers of pictures of one size.

    Scheme:  (picture-map f picture ...)
    Shapes:  f: numbers -> number;  pictures, result: all of one width and height
    Raises:  StructureError if the sizes differ
    >>> from scmpy import picture_map, picture_ref, procedure_to_picture, square
    >>> picture_ref(picture_map(square, procedure_to_picture(3, 1, lambda x, y: x)), 2, 0)
    4.0
    """
    import numpy

    arrays = [_values(picture) for picture in pictures]
    if not arrays or len({array.shape for array in arrays}) > 1:
        raise StructureError(
            f"picture-map expects pictures of one size, got {', '.join(map(describe, pictures)) or 'none'}"
        )
    numbers = zip(*(array.ravel().tolist() for array in arrays), strict=True)
    return Picture(numpy.array([real(f(*x), "picture-map", "a value") for x in numbers]).reshape(arrays[0].shape))


@public("picture-display")
def picture_display(
    window: Canvas, picture: Picture, low: Real | None = None, high: Real | None = None, **style: Any
) -> None:
    """Show a picture over the whole of a window, from black at the low number to white at the high one.

    Not given, they are the least and the greatest number of the picture.

    Scheme:  (picture-display window picture [low high])
    >>> from scmpy import frame, picture_display, procedure_to_picture
    >>> window = frame()
    >>> picture_display(window, procedure_to_picture(20, 20, lambda x, y: x * y))
    >>> len(window.axes.get_images())
    1
    """
    name = "picture-display"
    found, values = window_of(window, name), _values(picture, name)
    limits = [None if x is None else real(x, name, "a limit") for x in (low, high)]
    frame = (*found.axes.get_xlim(), *found.axes.get_ylim())
    look = {"cmap": "gray", "vmin": limits[0], "vmax": limits[1], "origin": "lower", "aspect": "auto", **style}
    with styles(style):
        found.axes.imshow(values, extent=frame, **look)
    found.changes += 1


def _values(picture: Any, operation: str = CALLED) -> Any:
    if not isinstance(picture, Picture):
        raise WrongTypeError(f"{operation} expects a picture, which procedure->picture makes, got {describe(picture)}")
    return picture.values
