"""Square roots of whole numbers that depend on others: sqrt(6) = sqrt(2) sqrt(3), sqrt(15) = sqrt(6) sqrt(10) / 2.

Square roots of whole numbers are linearly independent over the rationals unless a product of some of the numbers is a
square. So a root is written over smaller ones where the number times some of theirs is a square; those that are left
are independent, and a polynomial that has no square of them vanishes only where all its coefficients do.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from scmpy.symbolic.expression import SQRT, Expression

_MAXIMUM_INDEPENDENT = 8  # of so many roots there are 256 products


def dependent_roots(atoms: Iterable[Expression]) -> Iterator[tuple[Expression, Fraction, tuple[Expression, ...]]]:
    """The roots among atoms that are rational multiples of products of others: root, factor, the others.

    >>> from scmpy.symbolic.expression import application
    >>> six, ten, fifteen = (application(SQRT, n) for n in (6, 10, 15))
    >>> list(dependent_roots([fifteen, ten, six])) == [(fifteen, Fraction(1, 2), (six, ten))]
    True
    """
    roots = {atom.operands[0]: atom for atom in atoms if atom.operator is SQRT and type(atom.operands[0]) is int}
    products: dict[int, tuple[Expression, ...]] = {1: ()}
    for n in sorted(n for n in roots if n > 1):
        found = next(((m, others) for m, others in products.items() if math.isqrt(n * m) ** 2 == n * m), None)
        if found is not None:
            m, others = found
            yield roots[n], Fraction(math.isqrt(n * m), m), others
        elif len(products) < 2**_MAXIMUM_INDEPENDENT:
            products |= {m * n: (*others, roots[n]) for m, others in products.items()}
