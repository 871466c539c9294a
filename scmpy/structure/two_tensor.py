"""Structures of two layers: tuples of tuples of one length and kind, and their transpose."""

from __future__ import annotations

from typing import Any

from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic import operations as g
from scmpy.registry import public
from scmpy.structure.structure import Down, Structure, Up


def is_layer(value: Any, kind: type[Structure]) -> bool:
    """Is this a tuple of this kind without tuples inside?"""
    return isinstance(value, kind) and not any(isinstance(part, Structure) for part in value.components)


def is_tensor(value: Any, outer: type[Structure], inner: type[Structure]) -> bool:
    """Is this a tuple of the one kind of tuples of the other, of one length?"""
    return (
        isinstance(value, outer)
        and len(value) > 0
        and all(is_layer(part, inner) for part in value.components)
        and len({len(part) for part in value.components}) == 1
    )


@public("2-tensor?", python="is_2_tensor")
def is_two_tensor(value: object) -> bool:
    """Is this a tuple of tuples of one orientation and length?

    Scheme:  (2-tensor? s)
    >>> from scmpy import down, is_2_tensor, up
    >>> is_2_tensor(up(down(1, 2), down(3, 4))), is_2_tensor(up(1, 2))
    (True, False)
    """
    return any(is_tensor(value, outer, inner) for outer in (Up, Down) for inner in (Up, Down))


def checked_two_tensor(value: Any) -> Structure:
    """A tuple of tuples of one orientation and length, or an error that says so."""
    if not is_two_tensor(value):
        raise StructureError(f"{CALLED} expects a tuple of tuples of one length, got {describe(value)}")
    return value  # type: ignore[no-any-return]


@public("s:transpose2")
def s_transpose2(value: Structure) -> Structure:
    """The 2-tensor with its layers exchanged.

    Scheme:  (s:transpose2 s)
    Shapes:  s: m of n, such as up(m) of down(n);  result: n of m, such as down(n) of up(m)
    Raises:  StructureError unless s is a tuple of tuples of one length
    >>> from scmpy import down, up
    >>> s_transpose2(up(down(1, 2), down(3, 4)))
    (down (up 1 3) (up 2 4))
    """
    tensor = checked_two_tensor(value)
    inner = type(tensor.components[0])
    return inner(type(tensor)(column) for column in zip(*tensor.components, strict=True))


g.transpose1.add((Structure,), s_transpose2)
