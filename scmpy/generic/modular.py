"""Modular integers: residues with their modulus."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DivisionByZeroError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.registry import public


class ModularInteger(Arithmetic):
    """The residue class of an integer.

    >>> ModularInteger(5, 7) * ModularInteger(3, 7)
    (*modular-integer* 1 7)
    """

    __slots__ = ("modulus", "residue")

    def __init__(self, residue: int, modulus: int) -> None:
        if not isinstance(residue, int) or not isinstance(modulus, int) or modulus < 1:
            given = f"{describe(residue)} and {describe(modulus)}"
            raise WrongTypeError(f"mod:make expects an integer and a positive modulus, got {given}")
        self.residue = residue % modulus
        self.modulus = modulus

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ModularInteger) and (self.residue, self.modulus) == (other.residue, other.modulus)

    def __hash__(self) -> int:
        return hash((ModularInteger, self.residue, self.modulus))

    def __repr__(self) -> str:
        return f"(*modular-integer* {self.residue} {self.modulus})"

    def _describe_(self) -> str:
        return f"the integer {self.residue} modulo {self.modulus}"


def _binary(operation: Callable[[int, int, int], int]) -> Callable[[Any, Any], ModularInteger]:
    def apply(x: Any, y: Any) -> ModularInteger:
        modulus = x.modulus if isinstance(x, ModularInteger) else y.modulus
        values = [v if isinstance(v, ModularInteger) else ModularInteger(v, modulus) for v in (x, y)]
        if values[0].modulus != values[1].modulus:
            raise WrongTypeError(f"{describe(x)} and {describe(y)} have different moduli")
        return ModularInteger(operation(values[0].residue, values[1].residue, modulus), modulus)

    return apply


def inverse_modulo(x: int, modulus: int) -> int:
    """The inverse of an integer modulo another."""
    if math.gcd(x, modulus) != 1:
        raise DivisionByZeroError(f"Division by zero signalled by /: {x} has no inverse modulo {modulus}")
    return pow(x, -1, modulus)


for _operation, _function in (
    (g.add, _binary(lambda x, y, m: x + y)),
    (g.sub, _binary(lambda x, y, m: x - y)),
    (g.mul, _binary(lambda x, y, m: x * y)),
    (g.div, _binary(lambda x, y, m: x * inverse_modulo(y, m))),
):
    for _types in ((ModularInteger, ModularInteger), (ModularInteger, int), (int, ModularInteger)):
        _operation.add(_types, _function)
g.negate.add((ModularInteger,), lambda x: ModularInteger(-x.residue, x.modulus))
g.invert.add((ModularInteger,), lambda x: ModularInteger(inverse_modulo(x.residue, x.modulus), x.modulus))
g.zero_like.add((ModularInteger,), lambda x: ModularInteger(0, x.modulus))
for _operation in (g.one_like, g.identity_like):
    _operation.add((ModularInteger,), lambda x: ModularInteger(1, x.modulus))
g.square.add((ModularInteger,), lambda x: ModularInteger(x.residue**2, x.modulus))
g.cube.add((ModularInteger,), lambda x: ModularInteger(x.residue**3, x.modulus))


@g.expt.on(ModularInteger, int)
def power_modulo(x: ModularInteger, n: int) -> ModularInteger:
    """The power of a residue class to a whole number."""
    base = inverse_modulo(x.residue, x.modulus) if n < 0 else x.residue
    return ModularInteger(pow(base, abs(n), x.modulus), x.modulus)


@public("mod:make")
def mod_make(residue: int, modulus: int) -> ModularInteger:
    """The integer modulo another.

    Scheme:  (mod:make n p)
    Raises:  WrongTypeError unless n is an integer and p a positive one
    >>> mod_make(12, 5)
    (*modular-integer* 2 5)
    """
    return ModularInteger(residue, modulus)
