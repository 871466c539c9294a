"""What numpy's functions make of quantities: which dimension their values have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from operator import mul
from typing import Any

import numpy

from scmpy.errors import DimensionError
from scmpy.generic.arrays import is_array
from scmpy.units.dimension import Dimension
from scmpy.units.measured import common_dimension, dimension_of, value_of


def _named(names: str, measured: slice, power: int) -> dict[str, tuple[slice, int]]:
    return dict.fromkeys(names.split(), (measured, power))


_FIRST, _TWO = slice(0, 1), slice(0, 2)

#: Which arguments of a function have units, of one dimension, and the power of it that its value has.
_POWERS = {
    **_named("sum mean median max amax min amin ptp std cumsum sort diff average percentile quantile", _FIRST, 1),
    **_named("nansum nanmean nanmax nanmin flip roll reshape ravel squeeze transpose round around", _FIRST, 1),
    **_named("concatenate stack hstack vstack norm", _FIRST, 1),
    **_named("linspace append maximum minimum fmax fmin hypot", _TWO, 1),
    **_named("where", slice(1, 3), 1),
    **_named("clip", slice(0, 3), 1),
    **_named("var", _FIRST, 2),
    **_named("argmax argmin argsort count_nonzero shape size ndim sign isfinite isnan isinf", _FIRST, 0),
    **_named("allclose isclose array_equal searchsorted", _TWO, 0),
}

#: The functions whose value has the product of the dimensions of two arguments: the integral over x among them.
_PRODUCTS = frozenset("dot inner vdot outer cross convolve trapezoid".split())


def _of_gradient(values: Any, *steps: Any) -> Dimension:
    return common_dimension("numpy's gradient", *_flat(values)) / common_dimension("numpy's gradient", *steps)


def _of_interp(x: Any, places: Any, values: Any, *ends: Any) -> Dimension:
    common_dimension("numpy's interp", x, *_flat(places))
    return common_dimension("numpy's interp", *_flat(values), *ends)


#: The functions that have a dimension by a rule of their own.
_OWN: dict[str, Callable[..., Dimension]] = {"gradient": _of_gradient, "interp": _of_interp}


def has_dimension(name: str) -> bool:
    """Is the dimension of the value of a function of numpy's known here?"""
    return name in _POWERS


def value_and_dimension(function: Any, arguments: Sequence[Any], keywords: dict[str, Any]) -> tuple[Any, Dimension]:
    """What a function of numpy's makes of the measures of quantities, and which dimension that has, if it is known.

    >>> from scmpy.units import meter, second
    >>> numpy.linspace(0 * second, 1 * second, 3), numpy.dot(numpy.array([1.0, 2.0]) * meter, numpy.array([3.0, 4.0]))
    ((& array([0. , 0.5, 1. ]) &second), (& 11. &meter))
    """
    name = function.__name__
    if name in _OWN and not keywords:
        return numpy.asarray(function(*map(_plain, arguments))), _OWN[name](*arguments)
    places, power = (_TWO, 1) if name in _PRODUCTS else _POWERS.get(name, (slice(0), 0))
    others = [*arguments, *keywords.values()]
    del others[places]
    if any(_has_units(x) for x in others):
        raise DimensionError(f"numpy's {name} takes no quantities there: give it plain arrays, (unit-convert x unit)")
    if name in _PRODUCTS:
        dimension = reduce(mul, (common_dimension(f"numpy's {name}", *_flat(x)) for x in arguments[places]))
    else:
        dimension = common_dimension(f"numpy's {name}", *_flat(arguments[places])) ** power
    value = function(*map(_plain, arguments), **keywords)
    return value.item() if dimension and isinstance(value, numpy.generic) else value, dimension


def merged(array: Any) -> tuple[Any, Dimension]:
    """The measures in an array of quantities, and the dimension that they have in common."""
    plain = numpy.array([value_of(x) for x in array.flat]).reshape(array.shape)
    return plain, common_dimension("an array", *array.flat)


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, (list, tuple)):
        for x in value:
            yield from _flat(x)
    else:
        yield value


def _has_units(value: Any) -> bool:
    return any(map(dimension_of, _flat(value)))


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(map(_plain, value))
    return numpy.asarray(value_of(value)) if is_array(value_of(value)) else value_of(value)
