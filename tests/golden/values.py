"""The value of a printed answer at a point: literal functions get values that depend on name, derivative and arguments.

Independent of the canonical forms of scmpy: it walks the expression as it stands.
"""

import cmath
import hashlib
import math
from fractions import Fraction
from typing import Any

from scmpy.symbolic.expression import Application, Symbol, expression_of

_FUNCTIONS = {name: getattr(cmath, name) for name in "sqrt exp log sin cos tan asin acos sinh cosh tanh".split()}
_CONTAINERS = {"up", "down", "list", "matrix-by-rows", "quaternion"}


def value_at(value: Any, point: int) -> Any:
    """The complex value of a scalar, nested tuples of them for a container."""
    return _value(expression_of(value), point)


def _value(tree: Any, point: int) -> Any:
    if isinstance(tree, Symbol):
        return complex(_hashed(tree.name, point))
    if not isinstance(tree, Application):
        return complex(tree)
    name = getattr(tree.operator, "name", None)
    operands = [_value(x, point) for x in tree.operands]
    if name in _CONTAINERS:
        return (name, *operands)
    if name == "+":
        return sum(operands)
    if name == "*":
        return math.prod(operands)
    if name == "-":
        return operands[0] - sum(operands[1:]) if len(operands) > 1 else -operands[0]
    if name == "/":
        return operands[0] / math.prod(operands[1:]) if len(operands) > 1 else 1 / operands[0]
    if name == "expt":
        return operands[0] ** operands[1]
    if name == "atan":
        return _angle(*operands)
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](operands[0])
    return complex(_hashed(_head(tree.operator), _rounded(operands), point))


def _angle(y: complex, x: complex = 1) -> complex:
    real = abs(y.imag) < 1e-12 and abs(complex(x).imag) < 1e-12
    return complex(math.atan2(y.real, complex(x).real)) if real else cmath.atan(y / x)


def _head(head: Any) -> Any:
    """A literal function's name with its derivatives in an order that does not depend on how they are written."""
    derivatives: list[str] = []
    while isinstance(head, Application):
        derivatives += _derivatives(head.operator)
        head = head.operands[0]
    return head.name, tuple(sorted(derivatives))


def _derivatives(operator: Any) -> list[str]:
    name = getattr(getattr(operator, "operator", None), "name", None)
    if name == "expt":
        return _derivatives(operator.operands[0]) * operator.operands[1]
    if name == "*":
        return [d for part in operator.operands for d in _derivatives(part)]
    return [operator.name if isinstance(operator, Symbol) else f"partial {operator.operands}"]


def _rounded(item: Any) -> Any:
    if isinstance(item, (list, tuple)):
        return tuple(map(_rounded, item))
    return (
        item
        if isinstance(item, str)
        else (f"{item.real + 0.0:.6g}", f"{item.imag if abs(item.imag) > 1e-9 else 0.0:.6g}")
    )


def _hashed(*key: Any) -> Fraction:
    digest = hashlib.sha256(repr(key).encode()).digest()
    return Fraction(3, 10) + Fraction(int.from_bytes(digest[:6], "big"), 256**6)


def close(a: Any, b: Any) -> bool:
    """The same shape, and the same values within rounding."""
    if isinstance(a, (tuple, str)) or isinstance(b, (tuple, str)):
        if isinstance(a, str) or isinstance(b, str):
            return a == b
        return isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b) and all(map(close, a, b))
    return abs(a - b) <= 1e-7 * max(1.0, abs(a), abs(b))
