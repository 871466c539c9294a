"""Tail calls: a procedure that ends in a call of another one may leave it to its caller, so that no stack grows.

Such a procedure exists twice: a raw body that returns a :class:`TailCall` instead of making that call, and an entry
that runs raw bodies until one returns a value. The entry's ``__tail__`` is the raw body.
"""

from __future__ import annotations

from typing import Any


class TailCall(tuple[Any, Any, Any]):
    """A call that is still to be made: procedure, arguments, and the place of the call."""

    __slots__ = ()


def bounce(call: TailCall) -> Any:
    """Make the call, and those that it ends in, one after the other.

    >>> bounce(TailCall((max, (1, 2), None)))
    2
    """
    while True:
        procedure, arguments, _ = call
        raw = getattr(procedure, "__tail__", procedure)
        count = len(arguments)
        if count == 1:  # without the star Python calls Python on its own stack
            result = raw(arguments[0])
        elif count == 2:
            result = raw(arguments[0], arguments[1])
        elif count == 3:
            result = raw(arguments[0], arguments[1], arguments[2])
        else:
            result = raw(*arguments)
        if result.__class__ is not TailCall:
            return result
        call = result


def tail_called(name: str, raw: Any) -> Any:
    """The entry of a raw body, for a procedure that ends in a call of its argument."""

    def entry(*arguments: Any) -> Any:
        result = raw(*arguments)
        return bounce(result) if result.__class__ is TailCall else result

    entry.__tail__ = raw  # type: ignore[attr-defined]
    entry.__wrapped__ = raw  # type: ignore[attr-defined]
    entry.__name__ = name
    entry.__doc__ = raw.__doc__
    return entry
