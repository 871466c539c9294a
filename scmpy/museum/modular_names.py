"""Modular integers by the original's names: their parts, and arithmetic of integers modulo another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.generic.annotations import Values
from scmpy.generic.modular import ModularInteger, inverse_modulo, power_modulo
from scmpy.registry import docstring, public, register


@public("mod:residue")
def mod_residue(x: ModularInteger) -> int:
    """The least natural number in a residue class.

    Scheme:  (mod:residue x)
    >>> from scmpy import mod_make
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
    >>> from scmpy import mod_make
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
    return inverse_modulo(n, modulus)


@public("modint:expt")
def modint_expt(base: int, exponent: int, modulus: int) -> int:
    """The remainder of a power.

    Scheme:  (modint:expt base exponent p)
    >>> modint_expt(2, 10, 7)
    2
    """
    return power_modulo(ModularInteger(base, modulus), exponent).residue


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
    >>> from scmpy import mod_make
    >>> mod_expt(mod_make(2, 7), 3), mod_expt(mod_make(2, 7), -1)
    ((*modular-integer* 1 7), (*modular-integer* 4 7))
    """
    return power_modulo(x, n.residue if isinstance(n, ModularInteger) else n)


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
        total += product * ((x.residue - total) * inverse_modulo(product, x.modulus) % x.modulus)
        product *= x.modulus
    return total
