"""The numbers of a state: their names, and the state that they make.

A state is a tuple whose first component is the time. The numbers are its leaves in order. Where nobody names them
those of component k are ``xk``, or ``xk_0``, ``xk_1``, ... where it is a tuple, ``xk_e12`` and so on where it is a
multivector; the time is ``t``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from scmpy.calculus.differential import finite_part
from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic.composite import Composite, map_composite
from scmpy.numerics.compile.variants import as_tuples
from scmpy.structure.structure import Down, Structure
from scmpy.structure.within import leaves, unflatten
from scmpy.symbolic.expression import Symbol


def timed(t: float, y: Sequence[Any]) -> Sequence[Any]:
    """The numbers of a state at a time: the first is exactly it, unless it runs otherwise than time does."""
    return (t, *y[1:]) if abs(y[0] - t) <= 1e-9 * max(1.0, abs(t)) else y


def shaped(place: Structure, t: float, y: Sequence[Any]) -> Any:
    """The numbers as a state."""
    return unflatten(iter(timed(t, y)), place)


def names_of(place: Structure, names: Any = None) -> tuple[str, ...]:
    """The names of the numbers of a state: those given, or of the coordinates of a chart, with or without the time's.

    >>> from scmpy.structure.structure import Up
    >>> state = Up((0, Up((1, 2)), Down((3, 4))))
    >>> names_of(state)
    ('t', 'x1_0', 'x1_1', 'x2_0', 'x2_1')
    >>> names_of(state, "x y p_x p_y")
    ('t', 'x', 'y', 'p_x', 'p_y')
    """
    found = list(_default(place) if names is None else _given(names, place))
    count = len(leaves(place))
    if len(found) == count - 1:
        found.insert(0, "t")
    if len(found) != count:
        raise StructureError(f"a state of {count} numbers has that many names, or one less; got {' '.join(found)}")
    twice = [name for name, times in Counter(found).items() if times > 1]
    if twice:
        raise StructureError(f"the names of the numbers of a state differ; {twice[0]} is given twice")
    return tuple(found)


def _default(place: Structure) -> Iterator[str]:
    yield "t"
    for k, part in enumerate(place.components[1:], 1):
        paths = _paths(part)
        yield from (f"x{k}{path}" for path in paths)


def _paths(part: Any) -> list[str]:
    if not isinstance(part, Composite) or part.is_scalar:
        return [""]
    named = zip(part._names_(), part._parts_(), strict=True)
    return [f"_{name}{path}" for name, inner in named for path in _paths(inner)]


def _given(names: Any, place: Structure) -> list[str]:
    if isinstance(names, str):
        return names.split()
    coordinates = getattr(names, "names", None)
    if coordinates is not None:
        return list(_of_coordinates(coordinates, place))
    listed = leaves(names) if isinstance(names, Structure) else names
    if isinstance(listed, (list, tuple)) and all(isinstance(name, (str, Symbol)) for name in listed):
        return list(map(str, listed))
    raise WrongTypeError(f"the names of the numbers of a state are words, or a chart's; got {describe(names)}")


def _of_coordinates(coordinates: Sequence[str], place: Structure) -> Iterator[str]:
    """The names of coordinates, and of velocities (up) or momenta (down) that go with them."""
    for part, before, after in zip(place.components[1:], ("", ""), ("", "dot"), strict=False):
        if isinstance(part, Down):
            before, after = "p_", ""
        yield from (f"{before}{name}{after}" for name in coordinates)


def form_of(value: Any) -> Any:
    """The shape of a value, whichever of its tuples are up and which are down: so a derivative has that of a state.

    >>> from scmpy.structure.structure import Down, Up
    >>> form_of(Up((0, Up((1, 2))))) == form_of(Up((5, Down((6, 7)))))
    True
    """
    if isinstance(value, Structure):
        return tuple(map(form_of, value.components))
    return shape_of(value) if isinstance(value, Composite) and not value.is_scalar else None


def rates_of(value: Any, state: Structure, operation: str) -> Any:
    """What a state derivative gives, shaped as the state: a multivector in it has all blades of that in the state.

    >>> from scmpy import VGA3, up
    >>> rates_of(up(1, VGA3.e2), up(0.0, 2.0 * VGA3.e1 + 3.0 * VGA3.e2), "evolve")[1].terms
    {1: 0, 2: 1}
    """
    rates = as_tuples(value)
    if isinstance(rates, Composite):
        rates = rates._in_form_of_(state)
    if form_of(rates) == form_of(state):
        return rates
    hint = "" if is_of_tuples(state) else "; a multivector has all blades of its rate, with the number 0. if need be"
    state, rates = (map_composite(finite_part, x) for x in (state, rates))
    raise StructureError(
        f"{operation}: the derivative of a state has the shape of the state; of {state} it is {rates}{hint}"
    )


def is_of_tuples(value: Any) -> bool:
    """Is a value a number, or made of tuples alone?

    >>> from scmpy import quaternion, up
    >>> is_of_tuples(up(0, up(1, 2))), is_of_tuples(up(0, quaternion(1, 2, 3, 4)))
    (True, False)
    """
    if isinstance(value, Structure):
        return all(map(is_of_tuples, value.components))
    return not isinstance(value, Composite) or value.is_scalar


def shape_of(value: Any) -> Any:
    """The shape of a structure or other composite: equal for those that are shaped alike.

    >>> from scmpy.structure.structure import Up
    >>> shape_of(Up((0, Up((1, 2))))) == shape_of(Up((5, Up((6, 7)))))
    True
    """
    return (type(value), value._form_(), *map(shape_of, value._parts_())) if isinstance(value, Composite) else None
