"""Integer relations among real numbers, by short vectors of a lattice."""

from __future__ import annotations

import math
from typing import Literal

from scmpy.errors import DomainError, describe
from scmpy.generic.arguments import items
from scmpy.generic.finite import real
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Numbers, Real

MOST_NUMBERS = Limit("most-related-numbers", 50, "Numbers among which an integer relation is looked for.")
SMALLEST = 1e-17  # of the tolerances


@public("pslq")
def pslq(numbers: Numbers, limit: int = 10_000, tolerance: Real = 1e-14) -> tuple[int, ...] | Literal[False]:
    """Integers, not all 0 and none larger than the limit, with which the sum of multiples of numbers is 0; else false.

    It is 0 to the tolerance, relative to the sum of the sizes: of many numbers, or with large integers, that may be by
    chance. The original's algorithm is another one, which tells what it found in a list.

    Scheme:  (pslq numbers [limit tolerance])
    Shapes:  numbers: n;  result: a list of n integers, or false
    Units:   the tolerance is relative to the sum of the sizes
    Raises:  DomainError unless there are two numbers at least, none of them 0, and limit and tolerance are positive;
             LimitError for more numbers than most-related-numbers
    Source:  A. K. Lenstra, H. W. Lenstra, L. Lovász, Mathematische Annalen 261 (1982) 515
    >>> from scmpy import log
    >>> pslq([log(2.0), log(3.0), log(12.0)])
    (2, 1, -1)
    """
    from flint import fmpz_mat

    name = "pslq"
    values = [real(x, name) for x in items(numbers, name)]
    MOST_NUMBERS.check(len(values), name)
    most, allowed = real(limit, name), real(tolerance, name)
    if len(values) < 2 or not all(values):
        raise DomainError(f"{name} expects two numbers at least, none of them 0, got {describe(numbers)}")
    if most < 1 or not SMALLEST <= allowed < 1:
        raise DomainError(f"{name} expects a limit from 1 and a tolerance from {SMALLEST}, got {limit} and {tolerance}")
    largest = max(map(abs, values))
    rows = [[int(i == k) for i in range(len(values))] + [round(x / largest / allowed)] for k, x in enumerate(values)]
    for row in fmpz_mat(rows).lll().tolist():
        found = [int(c) for c in row[:-1]]
        terms = [c * x for c, x in zip(found, values, strict=True)]
        if max(map(abs, found)) <= most and abs(math.fsum(terms)) <= allowed * math.fsum(map(abs, terms)):
            sign = 1 if next(c for c in found if c) > 0 else -1
            return tuple(sign * c for c in found)
    return False
