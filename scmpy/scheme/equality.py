"""``eq?``, ``eqv?``, ``equal?`` and keys of hash tables that agree with them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from scmpy.clifford.multivector import Multivector
from scmpy.generic.kinds import is_number
from scmpy.scheme.data import Char, MutableString, Pair, list_of, too_long
from scmpy.scheme.session_limits import MOST_ELEMENTS
from scmpy.structure.matrix import Matrix
from scmpy.structure.quaternion import Quaternion
from scmpy.structure.structure import Structure
from scmpy.symbolic.algebra.polynomials import Polynomial

_MANY = 100_000  # what has more parts than this may contain itself


def _same(a: Any, b: Any) -> bool:
    """Identity; but Python shares strings of one character, which in Scheme are separate objects."""
    return a is b and not (isinstance(a, str) and len(a) == 1)


def eq(a: Any, b: Any) -> bool:
    """The same object; exact integers and characters are always the same when they are equal.

    >>> eq(10**6, 10**6), eq(1.5, float("1.5")), eq(True, 1)
    (True, False, False)
    """
    return _same(a, b) or (type(a) is type(b) and isinstance(a, (int, Char)) and a == b)


def eqv(a: Any, b: Any) -> bool:
    """The same object or the same number.

    >>> eqv(1.5, float("1.5")), eqv(2, 2.0), eqv("a", "a")
    (True, False, False)
    """
    for unknown, other in ((a, b), (b, a)):
        if hasattr(unknown, "_decide_"):
            return bool(unknown._is_same_(other))
    if type(a) is not type(b):
        return False
    if isinstance(a, float):
        return (a == b and math.copysign(1, a) == math.copysign(1, b)) or (a != a and b != b)
    return bool(a == b) if is_number(a) or isinstance(a, Char) else _same(a, b)


def equal(a: Any, b: Any) -> bool:
    """The same contents: pairs, vectors, strings and structures are compared by their elements, to any depth.

    Data that contain themselves are equal if no difference can be found.

    >>> equal([1, "a"], [1, "a"]), equal(2, 2.0)
    (True, False)
    """
    stack = [(a, b)]
    steps, met = 0, set()
    while stack:
        a, b = map(_taken_apart, stack.pop())
        steps += 1
        if a is b or (steps > _MANY and (id(a), id(b)) in met):
            continue
        if steps > _MANY:
            met.add((id(a), id(b)))
        if isinstance(a, Pair) and isinstance(b, Pair):
            stack.append((a.cdr, b.cdr))
            stack.append((a.car, b.car))
        elif isinstance(a, (list, Structure)) and type(a) is type(b) and len(a) == len(b):
            stack.extend(zip(a, b, strict=True))
        elif isinstance(a, (str, MutableString)) and isinstance(b, (str, MutableString)):
            if str(a) != str(b):
                return False
        elif isinstance(a, bytearray) and isinstance(b, bytearray):
            if a != b:
                return False
        elif not eqv(a, b):
            return False
    return True


def _taken_apart(value: Any) -> Any:
    """A matrix, quaternion, multivector, polynomial or quantity as a list of what it is, as in the original."""
    kind = type(value)
    if kind is Matrix:
        return [kind.__name__, *map(list, value.rows)]
    if kind is Quaternion:
        return [kind.__name__, *value.components]
    if kind is Multivector:
        return [kind.__name__, value.algebra, *map(list, sorted(value._content().items()))]
    if kind is Polynomial:
        return [kind.__name__, value.arity, *([*exponents, c] for exponents, c in sorted(value.terms.items()))]
    if hasattr(kind, "_contents_"):
        return value._contents_()
    return as_list(value)


def as_list(value: Any) -> Any:
    """A Python tuple counts as a list."""
    return list_of(value) if isinstance(value, tuple) else value


def is_one_of(key: Any, choices: Iterable[Any]) -> bool:
    """Is the key eqv to one of these?

    >>> is_one_of(2, (1, 2)), is_one_of(2.0, (1, 2))
    (True, False)
    """
    return any(eqv(key, choice) for choice in choices)


def eqv_key(value: Any) -> Any:
    """A hashable key: equal for values that are eqv."""
    if is_number(value):
        return type(value), repr(value)
    return value if isinstance(value, Char) else ("object", id(value))


def equal_key(value: Any) -> Any:
    """A hashable key: equal for values that are equal (data of any depth, flattened)."""
    value = _taken_apart(value)
    if isinstance(value, (str, MutableString)):
        return str(value)
    if isinstance(value, bytearray):
        return bytes(value)
    if not isinstance(value, (Pair, list, Structure)):
        return eqv_key(value)
    key: list[Any] = []
    stack = [value]
    while stack:
        item = _taken_apart(stack.pop())
        if len(key) > MOST_ELEMENTS.value:
            raise too_long()
        if isinstance(item, Pair):
            key.append("(")
            stack += (item.cdr, item.car)
        elif isinstance(item, (list, Structure)):
            key.append((type(item), len(item)))
            stack += reversed(list(item))
        else:
            atom = equal_key(item)
            key.append((str, atom) if isinstance(atom, str) else atom)
    return tuple(key)
