"""Does a large expression vanish, whatever its atoms are? It is expanded in a few variables instead of hundreds.

An identity of tensors on literal fields is a polynomial of a small degree h in a thousand atoms: with an exponent for
each of them, a monomial takes a kilobyte. Let q be a prime above h and above the number of atoms, and put

    t_1^(i mod q) t_2^(i^2 mod q) ... t_h^(i^h mod q)

for the i-th atom. The exponents of a product of atoms are then, modulo q, the first h power sums of their numbers. By
Newton's identities these determine the elementary symmetric functions of the numbers (k has an inverse for k <= h < q),
and so the numbers, as the zeros of a polynomial. Different monomials have different images: a polynomial vanishes if
and only if its image does. Several exponents are the digits of one.

The reciprocal of what is divided by counts as an atom of its own: what vanishes then vanishes all the more.
"""

from __future__ import annotations

import operator
from collections.abc import Collection, Mapping
from fractions import Fraction
from itertools import count
from typing import Any

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.symbolic.bounded import ESTIMATES
from scmpy.symbolic.domains import RATIONALS, to_flint
from scmpy.symbolic.evaluation import Evaluation
from scmpy.symbolic.expression import Application, Expression
from scmpy.symbolic.ring import polynomials_over

#: An expression of more arithmetic nodes is worth the question before it is brought to canonical form.
LARGE = 2000

_WORD = 8  # bytes, of an exponent or a coefficient
_BITS = 62  # of the largest exponent
_PRIME = 2**61 - 1


def is_identically_zero(
    root: Any, steps: Collection[Application], atoms: Collection[Expression], stands_for: Mapping[Any, Any]
) -> bool:
    """Is an expression proved to be zero, whatever its atoms are? Its arithmetic nodes are given, operands first.

    Kernels among the nodes stand for expressions. Not proved is also what has too few atoms to gain by it, or divides
    by zero at the point that is looked at first.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y, *others = symbols("x y z0:20")
    >>> a, b, c = (x + y) * x, x * x, x * y
    >>> is_identically_zero(a - (b + c), [x + y, a, b, c, b + c, a - (b + c)], (x, y, *others), {})
    True
    """
    operands = {x for node in steps for x in (*node.operands, stands_for.get(node, 0))}
    if not all(isinstance(x, (int, Fraction, Expression)) for x in operands):
        return False
    ring, degrees = _Degrees(), dict[Any, int].fromkeys(atoms, 1)
    Evaluation(ring, degrees, stands_for).of(root, steps)
    variables, degree = len(atoms) + ring.reciprocals, max(degrees.values(), default=1)
    if degree > 4 * variables or _WORD * (code := _Code(variables, degree)).width > variables:
        return False
    try:
        if ring.reciprocals:  # a divisor that is not zero at a point is not zero
            residues = _Residues()
            point = {atom: residues.constant(pow(3, i, 1_000_003)) for i, atom in enumerate(atoms)}
            if Evaluation(residues, point, stands_for).of(root, steps) != 0:
                return False
        polynomials = _Images(code)
        values = {atom: polynomials.variable() for atom in atoms}
        return bool(Evaluation(polynomials, values, stands_for, len, _WORD * (code.width + 1)).of(root, steps) == 0)
    except (ZeroDivisionError, DivisionByZeroError, LimitError):
        return False


class _Residues:
    """The arithmetic of rational numbers modulo a large prime, and what the others make of it.

    What is not zero modulo a prime is not zero; numbers stay small, however often they are multiplied.
    """

    add: Any = staticmethod(operator.add)
    sub: Any = staticmethod(operator.sub)
    mul: Any = staticmethod(operator.mul)
    negate: Any = staticmethod(operator.neg)

    def constant(self, x: Any) -> Any:
        from flint import nmod

        return nmod(x.numerator, _PRIME) / nmod(x.denominator, _PRIME)

    def invert(self, x: Any) -> Any:
        return 1 / x

    def div(self, x: Any, y: Any) -> Any:
        return self.mul(x, self.invert(y))

    def power(self, x: Any, n: int) -> Any:
        return x**n if n >= 0 else self.power(self.invert(x), -n)


class _Degrees(_Residues):
    """Bounds of the degrees of polynomials; how many reciprocals there may be."""

    def __init__(self) -> None:
        self.reciprocals = 0

    add = sub = staticmethod(max)
    mul = staticmethod(operator.add)

    def constant(self, x: Any) -> int:
        return 0

    def negate(self, x: int) -> int:
        return x

    def invert(self, x: int) -> int:
        self.reciprocals += x > 0
        return min(x, 1)

    def power(self, x: int, n: int) -> int:
        return x * n if n >= 0 else self.invert(x) * -n


class _Images(_Residues):
    """The images of polynomials, within the limits; what is divided by is given a variable."""

    def __init__(self, code: _Code) -> None:
        self.context, *_ = polynomials_over(code.width, RATIONALS)
        self.images = map(code.exponents, count(1))
        self.reciprocals: dict[Any, Any] = {}

    def variable(self) -> Any:
        """The image of another variable."""
        return self.context.term(exp_vec=next(self.images))

    def constant(self, x: Any) -> Any:
        return self.context.constant(to_flint(x))

    def mul(self, x: Any, y: Any) -> Any:
        ESTIMATES.product(x, y)
        return x * y

    def invert(self, x: Any) -> Any:
        if x.is_constant():
            return self.context.constant(1 / x.leading_coefficient())
        terms = tuple(x.terms())
        if terms not in self.reciprocals:
            self.reciprocals[terms] = self.variable()
        return self.reciprocals[terms]

    def power(self, x: Any, n: int) -> Any:
        if n > 1:
            ESTIMATES.power(x, n)
        return super().power(x, n)


class _Code:
    """The exponents of the images of so many variables, such that different products of so many of them differ."""

    def __init__(self, variables: int, degree: int) -> None:
        from flint import fmpz

        self.degree = degree
        self.prime = next(q for q in count(max(variables, degree) + 1) if fmpz(q).is_prime())
        self.base = degree * (self.prime - 1) + 1
        self.digits = max(1, _BITS // self.base.bit_length())
        self.width = -(-degree // self.digits)

    def exponents(self, i: int) -> tuple[int, ...]:
        """Those of the i-th variable, from 1 on."""
        powers = [pow(i, k + 1, self.prime) for k in range(self.degree)]
        parts = (powers[k : k + self.digits] for k in range(0, self.degree, self.digits))
        return tuple([sum(power * self.base**d for d, power in enumerate(part)) for part in parts])
