"""Modular integers: their comparison, powers, and the number with given residues."""

from __future__ import annotations

from scmpy.generic.modular import ModularInteger, inverse_modulo, power_modulo
from scmpy.registry import public


@public("mod:=", python="is_mod_equal")
def is_mod_equal(x: ModularInteger, y: ModularInteger) -> bool:
    """Are these the same residue class?

    Scheme:  (mod:= x y)
    >>> from scmpy import mod_make
    >>> is_mod_equal(mod_make(3, 5), mod_make(8, 5)), is_mod_equal(mod_make(3, 5), mod_make(3, 7))
    (True, False)
    """
    return x == y


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
