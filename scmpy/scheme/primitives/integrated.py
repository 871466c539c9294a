"""Arithmetic and comparison of two arguments as compiled code calls them, quick for integers and floats.

``(+ a b)`` is compiled to a call of the global ``|+/2``, which holds such a procedure; whoever redefines ``+`` replaces
that too. Everything but a pair of integers or floats goes to the procedure proper, as what a program may hold: of two
functions it makes one that applies both.
"""

from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.numeric_tower import MOST_BITS
from scmpy.scheme.admission import PLAIN, admitted
from scmpy.scheme.primitives.base import PRIMITIVES


def integrated_key(name: str) -> str:
    """The global that stands for a procedure called with two arguments.

    >>> integrated_key("+")
    '|+/2'
    """
    return f"|{name}/2"


def add(a: Any, b: Any) -> Any:
    """The sum."""
    if type(a) is type(b) and (type(a) is int or type(a) is float):
        return a + b
    if a.__class__ not in PLAIN or b.__class__ not in PLAIN:
        a, b = admitted(a), admitted(b)
    return g.add(a, b)


def subtract(a: Any, b: Any) -> Any:
    """The difference."""
    if type(a) is type(b) and (type(a) is int or type(a) is float):
        return a - b
    if a.__class__ not in PLAIN or b.__class__ not in PLAIN:
        a, b = admitted(a), admitted(b)
    return g.sub(a, b)


def multiply(a: Any, b: Any) -> Any:
    """The product."""
    if type(a) is type(b):
        if type(a) is float:
            return a * b
        if type(a) is int:
            return a * b if -_LARGE < a < _LARGE or -_LARGE < b < _LARGE else _large_product(a, b)
    if a.__class__ not in PLAIN or b.__class__ not in PLAIN:
        a, b = admitted(a), admitted(b)
    return g.mul(a, b)


_LARGE = 1 << 1_000_000


def _large_product(a: int, b: int) -> int:
    """The product of integers so large that it may be too large."""
    MOST_BITS.check(a.bit_length() + b.bit_length(), "*: the product")
    return a * b


def equal(a: Any, b: Any) -> Any:
    """Equality of numbers."""
    if type(a) is int and type(b) is int:
        return a == b
    return _equal(a, b)


def less(a: Any, b: Any) -> Any:
    """Is a less than b?"""
    if type(a) is int and type(b) is int:
        return a < b
    return _less(a, b)


def greater(a: Any, b: Any) -> Any:
    """Is a greater than b?"""
    if type(a) is int and type(b) is int:
        return a > b
    return _greater(a, b)


def at_most(a: Any, b: Any) -> Any:
    """Is a not greater than b?"""
    if type(a) is int and type(b) is int:
        return a <= b
    return _at_most(a, b)


def at_least(a: Any, b: Any) -> Any:
    """Is a not less than b?"""
    if type(a) is int and type(b) is int:
        return a >= b
    return _at_least(a, b)


_equal, _less, _greater, _at_most, _at_least = (PRIMITIVES[name] for name in ("=", "<", ">", "<=", ">="))

INTEGRATED: dict[str, Callable[[Any, Any], Any]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "=": equal,
    "<": less,
    ">": greater,
    "<=": at_most,
    ">=": at_least,
}
