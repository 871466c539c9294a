"""Coordinates of any kind by their components: what pairs momenta with velocities, and writes states in tuples.

Coordinates may be numbers, tuples, matrices, quaternions, multivectors, or tuples of such. A covector, a momentum say,
is what D gives where it differentiates by them; with a rate v of the coordinates it has the pairing

    <p, v> = sum of p_i v^i  over the components,

which is no product of the algebra that the values belong to: of tuples it is the one that contracts, of matrices the
trace of a product, of multivectors the scalar part of one. Equations are derived and solved in tuples of components, in
which a state and its functions are written first where they are made of anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from scmpy.calculus.derivative import D
from scmpy.calculus.differential import finite_part
from scmpy.errors import StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.composite import Composite, map_coordinates
from scmpy.generic.functions import Function, apply_value, name_of
from scmpy.generic.kinds import ScalarKind, is_number, is_zero_number
from scmpy.structure.structure import Down, Structure, Up, opposite, sum_of
from scmpy.symbolic.simplify import reduced

#: What is left of a part that vanishes, beside a scalar in floats.
ROUNDING = 1e-9


def _is_made_of_parts(value: Any) -> bool:
    return isinstance(value, Composite) and not value.is_scalar


def pair(covector: Any, vector: Any, operation: str) -> Any:
    """The sum of the products of the components of a covector with those of what it is a covector on.

    >>> from scmpy import VGA3, down, quaternion, up
    >>> e1, e2, _ = VGA3.vectors
    >>> pair(down(1, 2), up(3, 4), "example"), pair(e1 + 2 * e2, 3 * e1 + 4 * e2, "example")
    (11, 11)
    >>> pair(down(1, 2, 3, 4), quaternion(1, 1, 1, 1), "example")
    10
    """
    if not _is_made_of_parts(vector):
        return g.mul(_number(covector, vector, operation), vector)
    parts = _components(covector, vector, operation)
    return sum_of(pair(w, v, operation) for w, v in zip(parts, vector._parts_(), strict=True))


def _number(covector: Any, vector: Any, operation: str) -> Any:
    number = scalar_of(covector)
    return _mismatch(covector, vector, operation) if number is None else number


def _components(covector: Any, vector: Any, operation: str) -> Sequence[Any]:
    """The parts of a covector, of which each belongs to one of a vector."""
    parts = vector._parts_of_dual_(covector)
    if parts is None and isinstance(covector, Composite):
        parts = vector._parts_of_dual_(map_coordinates(reduced, covector))
    if parts is None and is_zero_number(covector):
        return [0] * len(vector._parts_())
    return _mismatch(covector, vector, operation) if parts is None else parts


def scalar_of(value: Any) -> Any:
    """The scalar that a value is: that of a multivector or quaternion without other parts; None of other composites."""
    if not _is_made_of_parts(value):
        return value
    parts = value._scalar_and_rest_()
    return parts[0] if parts and all(_vanishes(x, parts[0]) for x in parts[1]) else None


def _vanishes(x: Any, beside: Any) -> bool:
    x = reduced(finite_part(x))
    if isinstance(x, (float, complex)) and is_number(beside):
        return abs(x) <= ROUNDING * abs(beside)
    return is_zero_number(x)


def _mismatch(covector: Any, vector: Any, operation: str) -> Any:
    raise StructureError(
        f"{operation} expects momenta dual to the coordinates, and functions whose value is a scalar: "
        f"{describe(covector)} does not pair with {describe(vector)}, {describe(opposite(vector))} does"
    )


def along(f: Callable[[Any], Any], state: Any, rates: Any) -> Any:
    """The rate of change of a function of states, or of tuples, that change at these rates: its derivative along them.

    >>> from scmpy import up
    >>> along(lambda s: s[0] * s[1], up(2, 3), up(1, 10))
    23
    """
    clock = state[0] if isinstance(state, Up) and isinstance(state[0], Composite) else 0  # a time with a unit
    return D(lambda t: apply_value(f, (g.add(state, g.mul(g.sub(t, clock), rates)),)))(clock)


# --- in tuples -------------------------------------------------------------------------------------------------


def is_in_tuples(value: Any) -> bool:
    """Are these scalars, or tuples of such?"""
    if not isinstance(value, Structure):
        return not _is_made_of_parts(value)
    return all(is_in_tuples(part) for part in value.components if isinstance(part, Composite))


def vector_in_tuples(vector: Any) -> Any:
    """Up tuples of the components for all that is made of parts but no tuple.

    >>> from scmpy import quaternion, up
    >>> vector_in_tuples(up(1, quaternion(1, 2, 3, 4)))
    (up 1 (up 1 2 3 4))
    """
    if not _is_made_of_parts(vector):
        return vector
    return (type(vector) if isinstance(vector, Structure) else Up)(map(vector_in_tuples, vector._parts_()))


def vector_from_tuples(tuples: Any, like: Any) -> Any:
    """The value like another one whose components these are."""
    if not _is_made_of_parts(like):
        return tuples
    return like._with_parts_([vector_from_tuples(x, y) for x, y in zip(tuples, like._parts_(), strict=True)])


def contracts(covector: Any, vector: Any) -> bool:
    """Are these scalars both, or tuples that contract to one?"""
    if not isinstance(vector, Structure):
        return not _is_made_of_parts(vector) and not _is_made_of_parts(covector)
    if type(covector) is not vector.opposite or len(covector.components) != len(vector.components):
        return False
    for w, v in zip(covector.components, vector.components, strict=True):
        if (isinstance(w, Composite) or isinstance(v, Composite)) and not contracts(w, v):
            return False
    return True


def covector_in_tuples(covector: Any, vector: Any, operation: str) -> Any:
    """The tuple of the components of a covector: that which contracts with the tuples of the vector.

    >>> from scmpy import matrix_by_rows
    >>> covector_in_tuples(matrix_by_rows([1, 2], [3, 4]), matrix_by_rows([0, 0], [0, 0]), "example")
    (down 1 3 2 4)
    """
    if contracts(covector, vector):
        return covector
    if not _is_made_of_parts(vector):
        return _number(covector, vector, operation)
    parts = zip(_components(covector, vector, operation), vector._parts_(), strict=True)
    return (vector.opposite if isinstance(vector, Structure) else Down)(
        covector_in_tuples(w, v, operation) for w, v in parts
    )


def covector_from_tuples(tuples: Any, vector: Any, like: Any = None) -> Any:
    """The covector with these components on what is like a vector; like another one, if it may be of several kinds."""
    if not _is_made_of_parts(vector):
        return tuples
    others = [None] * len(tuples) if like is None else vector._parts_of_dual_(like) or [None] * len(tuples)
    parts = [covector_from_tuples(x, v, other) for x, v, other in zip(tuples, vector._parts_(), others, strict=True)]
    dual = vector._dual_(parts)
    return dual if like is None or type(dual) is type(like) or not _is_made_of_parts(like) else like._with_parts_(parts)


def checked_covector(covector: Any, vector: Any, operation: str) -> Any:
    """A covector on a vector, as D writes it; an error for what is none."""
    found = covector_in_tuples(covector, vector, operation)
    return found if is_in_tuples(vector) else covector_from_tuples(found, vector)


def covector_from_components(components: Iterator[Any], vector: Any) -> Any:
    """The covector on what is like a vector that has these components.

    >>> from scmpy import up
    >>> covector_from_components(iter([1, 2]), up(0, up(0)))
    (down 1 (down 2))
    """
    if not _is_made_of_parts(vector):
        return next(components)
    return vector._dual_([covector_from_components(components, part) for part in vector._parts_()])


def in_one_form(first: Any, second: Any) -> tuple[Any, Any]:
    """Two values with the blades of both, where one has all those of the other."""
    if is_in_tuples(first) and is_in_tuples(second):
        return first, second
    if _is_made_of_parts(first):
        first = first._in_form_of_(second)
    return first, second._in_form_of_(first) if _is_made_of_parts(second) else second


def function_of_tuples(f: Any, restored: Callable[[Any], Any], given: Callable[[Any], Any] | None = None) -> Any:
    """A function of values as one of their tuples; one that is absent stays so."""
    if not callable(f):
        return f
    return Function(lambda x: (given or _same)(apply_value(f, (restored(x),))), name_of(f))


def _same(value: Any) -> Any:
    return value


def number_of(value: Any, operation: str, wanted: str) -> Any:
    """What has to be a scalar, as the value of a Lagrangian has; a multivector or quaternion may be one.

    >>> from scmpy import VGA3
    >>> number_of(VGA3.vectors[0] ** 2, "example", "a Lagrangian")
    1
    """
    found = scalar_of(value)
    if not isinstance(found, ScalarKind) or isinstance(found, bool):
        raise StructureError(f"{operation} expects {wanted} whose value is a scalar, got the value {describe(value)}")
    return found
