"""How much work with polynomials is begun, and how much memory it may take.

python-flint computes in C: what it has begun can be neither interrupted nor survive a lack of memory. So the work is
estimated first, from the numbers of terms, the degrees and the sizes of the coefficients, and what is beyond the
limits, which stand for some seconds, is a :class:`~scmpy.errors.LimitError`. The estimates are functions of the
polynomials alone. Those of greatest common divisors and factors are in :mod:`scmpy.symbolic.bounded`.
"""

from __future__ import annotations

import math
from typing import Any

from scmpy.errors import LimitError
from scmpy.generic.settings import COUNT, Setting

#: What the limits on work are multiplied by.
work_multiplier = Setting(
    "*work-limit-multiplier*",
    1,
    COUNT,
    "How many times their usual limits the work of simplify, gcd, factor and equivalent, which is estimated before it "
    "begins, may reach: the terms, bits and degrees of polynomials. The usual limits are a matter of seconds; work "
    "that has begun may not end for an interrupt.",
    """
    >>> x, y = symbols("x y")
    >>> with setting(work_limit_multiplier=2):
    ...     simplify((x**25_001 + y) / (x + y))
    (/ (+ (expt x 25001) y) (+ x y))
    """,
)

# The table of the usual limits. Each stands for a second or a few of work, or as much memory as a program can spare.

#: No polynomial is computed that may have more terms than this, or coefficients of more bits together; nor a product
#: of more pairs of terms, nor one of more pairs that has floats, which python-flint does not compute.
MAXIMUM_TERMS = 2_000_000
MAXIMUM_BITS = 200_000_000
MAXIMUM_PAIRS = 100_000_000
MAXIMUM_PAIRS_OF_FLOATS = 4_000_000

#: Degrees of the polynomials whose greatest common divisor is computed: in one variable, and in several.
MAXIMUM_GCD_DEGREE = 1_000_000
MAXIMUM_MULTIVARIATE_DEGREE = 20_000

#: Terms times degree: of polynomials whose greatest common divisor, or whose repeated factors, are looked for.
MAXIMUM_GCD_WORK = 10_000_000
MAXIMUM_SQUARE_FREE_WORK = 2_500_000

#: Of polynomials in one variable that are factored: the degree, and terms times degree.
MAXIMUM_FACTORED_DEGREE = 2_000
MAXIMUM_FACTORED_WORK = 1_200_000

#: Of polynomials in several variables that are factored: terms times the least times the greatest degree.
MAXIMUM_MULTIVARIATE_WORK = 15_000_000

#: Of one comparison by decision forms: the products of terms that it costs, gcds included; the atoms of a polynomial,
#: for exponent vectors are dense; the terms that two have together of which a gcd is taken; the power that is expanded,
#: or reduced by a relation.
MAXIMUM_WORK = 10_000_000
MAXIMUM_ATOMS = 1_000
MAXIMUM_GCD = 4_000
MAXIMUM_POWER = 2_000

#: Of one comparison by values: the evaluations of nodes in the search for a point where two expressions differ; the
#: bits to which a constant is computed that may be zero.
MAXIMUM_SEARCH = 150_000
MAXIMUM_PRECISION = 60_000

#: A product of so many pairs of terms is worth a look at the size of its result.
MANY_PAIRS = 10_000

#: Nor are more terms held on the way: terms times variables, which is the memory that they take in bytes or more.
#: (The second Bianchi identity in four dimensions, on literal fields, holds 1.3 thousand millions.)
expansion_memory = Setting(
    "*expansion-memory*",
    1_500_000_000,
    COUNT,
    "The bytes that simplify may hold in expanded polynomials on the way to one result, estimated from below as their "
    "terms times their variables.",
    """
    1 ]=> (set! *expansion-memory* (* 2 *expansion-memory*))
    1 ]=> *expansion-memory*
    ;Value: 3000000000
    >>> x, y = symbols("x y")
    >>> from scmpy.errors import LimitError
    >>> try:
    ...     with setting(expansion_memory=100):
    ...         simplify((x + y) ** 40)
    ... except LimitError as error:
    ...     print(error)
    simplify: what is to be expanded has more than 25 terms on the way; the setting *expansion-memory* (in Python \
expansion_memory) allows more
    """,
)


def exceeds(amount: int, limit: int) -> bool:
    """Is this more than is done, by a limit and what it is multiplied by?"""
    return amount > limit and amount > limit * work_multiplier.value


def refusal(what: str, limit: int, unit: str) -> LimitError:
    """The error that refuses what exceeds a limit.

    >>> raise refusal("the result has", 20, "terms")
    Traceback (most recent call last):
        ...
    scmpy.errors.LimitError: the result has more than 20 terms; the setting *work-limit-multiplier* (in Python \
work_limit_multiplier) allows more
    """
    return LimitError(f"{what} more than {limit * work_multiplier.value} {unit}; {work_multiplier.advice}")


def check_product(x: Any, y: Any, operation: str = "simplify") -> None:
    """Refuse a product that may be too large: no more terms than pairs, nor than there are monomials of its degrees."""
    terms = len(x) * len(y)
    if exceeds(terms, MAXIMUM_PAIRS):
        raise refusal(f"{operation}: a product has", MAXIMUM_PAIRS, "pairs of terms to be expanded")
    if terms > MAXIMUM_TERMS:
        degrees = [int(m) + int(n) for m, n in zip(x.degrees(), y.degrees(), strict=True)]
        total = int(x.total_degree()) + int(y.total_degree())
        terms = min(terms, _monomials(sum(map(bool, degrees)), total), math.prod(n + 1 for n in degrees))
    check_size(terms, height(x) + height(y), operation)


def check_power(x: Any, n: int, operation: str = "simplify") -> None:
    """Refuse a power that may be too large."""
    bits = n * (height(x) + len(x).bit_length() - 1)
    terms = _monomials(len(x) - 1, n) if len(x) else 0
    if terms > MAXIMUM_TERMS or terms * bits > MAXIMUM_BITS:
        check_size(terms_of_power(x, n), bits, operation)


def terms_of_power(x: Any, n: int) -> int:
    """The number of terms that a power has at most, if that is not too large."""
    if len(x) < 2:
        return 1
    return min(_monomials(len(x) - 1, n), math.prod(n * int(m) + 1 for m in x.degrees()))


def check_powers_of_sum(exponent: int, terms: int) -> None:
    """Refuse to reduce by a square that is a sum of so many terms, where the powers on the way would be too many."""
    if terms > 1 and exponent > 1:
        largest = math.comb(min(terms, 60) + exponent - 1, exponent) if exponent < 100_000 else MAXIMUM_TERMS
        check_size(largest * exponent // 2)


def check_size(terms: int, bits: int = 0, operation: str = "simplify") -> None:
    """Refuse a result that may have too many terms, or terms with too large coefficients."""
    if terms <= MAXIMUM_TERMS and terms * bits <= MAXIMUM_BITS:
        return
    if exceeds(terms, MAXIMUM_TERMS):
        raise refusal(f"{operation}: the expanded result may have", MAXIMUM_TERMS, "terms")
    if exceeds(terms * bits, MAXIMUM_BITS):
        raise refusal(f"{operation}: the coefficients of the expanded result may have", MAXIMUM_BITS, "bits")


def _monomials(variables: int, degree: int) -> int:
    """The number of monomials up to a degree; any number that is too large if it is."""
    count = 1
    for k in range(1, min(variables, degree) + 1):
        count = count * (max(variables, degree) + k) // k
        if exceeds(count, MAXIMUM_TERMS):
            break
    return count


def height(x: Any) -> int:
    """The bits of the largest coefficient of a polynomial, less one: none for 1 and -1."""
    if len(x) == 1:
        return int(x.coefficient(0).height_bits()) - 1
    return max((int(c.height_bits()) for c in x.coeffs()), default=1) - 1


def most_held(variables: int) -> int:
    """How many terms polynomials in so many variables may hold on the way to a result."""
    return int(expansion_memory.value) // variables


def too_many_held(most: int) -> LimitError:
    """The error that refuses what would hold more terms on the way."""
    what = f"simplify: what is to be expanded has more than {most} terms on the way"
    return LimitError(f"{what}; {expansion_memory.advice}")
