"""Modular integers: residues with their modulus."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import DivisionByZeroError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.annotations import Values
from scmpy.generic.dispatch import Arithmetic
from scmpy.registry import docstring, public, register


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


def _inverse(x: int, modulus: int) -> int:
    if math.gcd(x, modulus) != 1:
        raise DivisionByZeroError(f"Division by zero signalled by /: {x} has no inverse modulo {modulus}")
    return pow(x, -1, modulus)


_expt = _binary(lambda x, n, m: pow(x, n, m))

for _operation, _function in (
    (g.add, _binary(lambda x, y, m: x + y)),
    (g.sub, _binary(lambda x, y, m: x - y)),
    (g.mul, _binary(lambda x, y, m: x * y)),
    (g.div, _binary(lambda x, y, m: x * _inverse(y, m))),
):
    for _types in ((ModularInteger, ModularInteger), (ModularInteger, int), (int, ModularInteger)):
        _operation.add(_types, _function)
g.negate.add((ModularInteger,), lambda x: ModularInteger(-x.residue, x.modulus))
g.invert.add((ModularInteger,), lambda x: ModularInteger(_inverse(x.residue, x.modulus), x.modulus))
g.zero_like.add((ModularInteger,), lambda x: ModularInteger(0, x.modulus))
for _operation in (g.one_like, g.identity_like):
    _operation.add((ModularInteger,), lambda x: ModularInteger(1, x.modulus))
g.square.add((ModularInteger,), lambda x: ModularInteger(x.residue**2, x.modulus))
g.cube.add((ModularInteger,), lambda x: ModularInteger(x.residue**3, x.modulus))


@g.expt.on(ModularInteger, int)
def _power(x: ModularInteger, n: int) -> ModularInteger:
    base = _inverse(x.residue, x.modulus) if n < 0 else x.residue
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


@public("mod:residue")
def mod_residue(x: ModularInteger) -> int:
    """The least natural number in a residue class.

    Scheme:  (mod:residue x)
    >>> mod_residue(mod_make(-1, 5))
    4
    """
    return x.residue


@public("mod:modulus")
def mod_modulus(x: ModularInteger) -> int:
    """The modulus of a residue class.

    Scheme:  (mod:modulus x)
    >>> from scmpy import mod_make, mod_modulus
    >>> mod_modulus(mod_make(3, 7))
    7
    """
    return x.modulus


@public("mod:reduce")
def mod_reduce(n: int, modulus: int) -> int:
    """The remainder of an integer.

    Scheme:  (mod:reduce n p)
    >>> mod_reduce(-1, 7)
    6
    """
    return ModularInteger(n, modulus).residue


@public("mod:=", python="is_mod_equal")
def is_mod_equal(x: ModularInteger, y: ModularInteger) -> bool:
    """Are these the same residue class?

    Scheme:  (mod:= x y)
    >>> is_mod_equal(mod_make(3, 5), mod_make(8, 5)), is_mod_equal(mod_make(3, 5), mod_make(3, 7))
    (True, False)
    """
    return x == y


def _of_integers(symbol: str, word: str, operation: Callable[[Any, Any], Any], answer: int) -> None:
    """An operation on integers modulo another."""

    def apply(n: int, m: int, modulus: int) -> int:
        return operation(ModularInteger(n, modulus), ModularInteger(m, modulus)).residue  # type: ignore[no-any-return]

    apply.__doc__ = docstring(
        f"The remainder of the {word} of two integers modulo another.",
        f"(modint:{symbol} n m p)",
        f"modint_{word}(5, 3, 7)",
        str(answer),
    )
    register(f"modint:{symbol}", apply, python=f"modint_{word}")


_of_integers("+", "sum", g.add, 1)
_of_integers("-", "difference", g.sub, 2)
_of_integers("*", "product", g.mul, 1)
_of_integers("/", "quotient", g.div, 4)


@public("modint:invert")
def modint_invert(n: int, modulus: int) -> int:
    """The inverse of an integer modulo another.

    Scheme:  (modint:invert n p)
    Raises:  DivisionByZeroError if x has no inverse modulo n
    >>> modint_invert(3, 7)
    5
    """
    return _inverse(n, modulus)


@public("modint:expt")
def modint_expt(base: int, exponent: int, modulus: int) -> int:
    """The remainder of a power.

    Scheme:  (modint:expt base exponent p)
    >>> modint_expt(2, 10, 7)
    2
    """
    return _power(ModularInteger(base, modulus), exponent).residue


@public("modint:chinese-remainder")
def modint_chinese_remainder(residues: Values, moduli: Values) -> int:
    """The least natural number with these residues for these moduli, which have no common factors.

    Scheme:  (modint:chinese-remainder residues moduli)
    >>> modint_chinese_remainder([2, 3], [5, 13])
    42
    """
    return mod_chinese_remainder(*map(ModularInteger, residues, moduli))


for _name, _operation in (("+", g.add), ("-", g.sub), ("*", g.mul), ("/", g.div), ("invert", g.invert)):
    register(f"mod:{_name}", _operation, python=None)


@public("mod:expt")
def mod_expt(x: ModularInteger, n: int | ModularInteger) -> ModularInteger:
    """The power of a residue; the exponent may be a modular integer, taken as its residue.

    Scheme:  (mod:expt x n)
    Raises:  DivisionByZeroError for a negative n where x has no inverse
    >>> mod_expt(mod_make(2, 7), 3), mod_expt(mod_make(2, 7), -1)
    ((*modular-integer* 1 7), (*modular-integer* 4 7))
    """
    return _power(x, n.residue if isinstance(n, ModularInteger) else n)


@public("mod:chinese-remainder")
def mod_chinese_remainder(*residues: ModularInteger) -> int:
    """The least natural number with these residues, for moduli without common factors.

    Scheme:  (mod:chinese-remainder (mod:make 2 5) (mod:make 3 13))
    Raises:  DivisionByZeroError if the moduli have a common divisor
    >>> from scmpy import mod_chinese_remainder, mod_make
    >>> mod_chinese_remainder(mod_make(2, 5), mod_make(3, 13))
    42
    """
    total, product = 0, 1
    for x in residues:
        total += product * ((x.residue - total) * _inverse(product, x.modulus) % x.modulus)
        product *= x.modulus
    return total
