"""More of combinatorics: factorials of other kinds, partitions, the permutations and combinations of a list."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from scmpy.errors import DomainError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.annotations import Scalar, ScalarValue, Value, Values
from scmpy.generic.arguments import count, items, length
from scmpy.generic.combinatorics import MOST_FACTORS, MOST_LISTED, binomial_coefficient, factorial
from scmpy.generic.settings import Limit
from scmpy.registry import public

MOST_THINGS = Limit(
    "most-things-arranged", 10_000, "Things of which partitions and derangements are counted.", "things"
)


@public("falling-factorial")
def falling_factorial(x: Scalar, n: int) -> ScalarValue:
    """The product of n factors that fall by one from x; with a negative n, of 1 over those that rise from x + 1.

    Scheme:  (falling-factorial x n)
    Math:    x (x - 1) ... (x - n + 1)
    >>> falling_factorial(5, 2), falling_factorial(5, -1)
    (20, Fraction(1, 6))
    """
    return _of_factors(x, n, -1, "falling-factorial")


@public("rising-factorial")
def rising_factorial(x: Scalar, n: int) -> ScalarValue:
    """The product of n factors that rise by one from x; with a negative n, of 1 over those that fall from x - 1.

    Scheme:  (rising-factorial x n)
    Math:    x (x + 1) ... (x + n - 1)
    >>> rising_factorial(5, 2), rising_factorial(5, -1)
    (30, Fraction(1, 4))
    """
    return _of_factors(x, n, 1, "rising-factorial")


def _of_factors(x: Any, n: Any, step: int, operation: str) -> Any:
    """The product of n factors from x in steps; with a negative n, 1 over as many from one step before x backwards."""
    if not isinstance(n, int) or isinstance(n, bool):
        raise WrongTypeError(f"{operation} expects an integer number of factors, got {describe(n)}")
    steps = range(n) if n >= 0 else range(n, 0)
    length(len(steps), operation, MOST_FACTORS)
    product = functools.reduce(g.mul, (g.add(x, step * i) for i in steps), 1)
    return product if n >= 0 else g.invert(product)


@public("double-factorial")
def double_factorial(n: int) -> ScalarValue:
    """The product of every second integer from n down; of a negative odd n, what the recursion n!! = n (n - 2)!! gives.

    Scheme:  (double-factorial n)
    Raises:  DomainError for a negative even n
    >>> double_factorial(7), double_factorial(8), double_factorial(-3)
    (105, 384, -1)
    """
    if isinstance(n, int) and not isinstance(n, bool) and n < 0:
        if n % 2 == 0:
            raise DomainError(f"double-factorial is not defined at {n}")
        return g.div((-1) ** ((-n - 1) // 2), _every_second(length(-n, "double-factorial", MOST_FACTORS) - 2))
    return _every_second(length(n, "double-factorial", MOST_FACTORS))


def _every_second(n: int) -> int:
    return math.prod(range(n, 0, -2))


@public("multi-factorial")
def multi_factorial(n: int, k: int) -> int:
    """The product of every k-th integer from n down to 1.

    Scheme:  (multi-factorial n k)
    Raises:  WrongTypeError unless k is a positive integer
    >>> multi_factorial(10, 3), multi_factorial(7, 2)
    (280, 105)
    """
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise WrongTypeError(f"multi-factorial expects a positive integer as its step, got {describe(k)}")
    return math.prod(range(length(n, "multi-factorial", MOST_FACTORS), 0, -k))


@public("subfactorial")
def subfactorial(n: int) -> int:
    """The number of orders of n things in which none is in its place.

    Scheme:  (subfactorial n)
    Math:    !n = n !(n - 1) + (-1)^n
    >>> subfactorial(4), subfactorial(0)
    (9, 1)
    """
    found = 1
    for i in range(1, length(n, "subfactorial", MOST_THINGS) + 1):
        found = i * found + (-1) ** i
    return found


@public("bell")
def bell(n: int) -> int:
    """The number of partitions of n things into sets that are not empty.

    Scheme:  (bell n)
    >>> bell(5), bell(0)
    (52, 1)
    """
    from flint import fmpz

    return int(fmpz.bell_number(length(n, "bell", MOST_THINGS)))


@public("number-of-permutations")
def number_of_permutations(n: int) -> int:
    """The number of orders of n things.

    Scheme:  (number-of-permutations n)
    Math:    n!
    >>> number_of_permutations(4), len(permutations(range(4)))
    (24, 24)
    """
    return factorial(n)


@public("permutations")
def permutations(things: Values) -> tuple[tuple[Any, ...], ...]:
    """All orders of the elements of a list.

    Scheme:  (permutations '(a b c))
    Shapes:  things: list of n;  result: a list of n! lists of n
    Raises:  LimitError if there are more of them than are listed
    >>> permutations([1, 2])
    ((1, 2), (2, 1))
    """
    elements = items(things)
    MOST_LISTED.check(factorial(len(elements)), things="permutations")
    return tuple(itertools.permutations(elements))


@public("combinations")
def combinations(things: Values, size: int) -> tuple[tuple[Any, ...], ...]:
    """All ways to choose so many elements of a list.

    Scheme:  (combinations '(a b c) 2)
    Shapes:  things: list of n;  result: a list of lists of the size
    Raises:  LimitError if there are more of them than are listed
    >>> combinations([1, 2, 3], 2)
    ((1, 2), (1, 3), (2, 3))
    """
    elements = items(things)
    number = binomial_coefficient(len(elements), count(size))
    MOST_LISTED.check(number, things="combinations")
    return tuple(itertools.combinations(elements, size))


@public("permute")
def permute(permutation: Iterable[int], things: Values) -> tuple[Any, ...]:
    """The elements of a list in the order of the given indices.

    Scheme:  (permute '(2 0 1) '(a b c))
    Shapes:  permutation: list of n indices, from 0;  things, result: lists of n
    Raises:  WrongTypeError if an index is no place of the list
    >>> permute([2, 0, 1], "a b c".split())
    ('c', 'a', 'b')
    """
    elements = items(things)
    order = items(permutation)
    if not all(isinstance(i, int) and 0 <= i < len(elements) for i in order):
        raise WrongTypeError(f"permute expects indices from 0 to {len(elements) - 1}")
    return tuple(elements[i] for i in order)


@public("subpermute")
def subpermute(places: Mapping[int, int] | Values, things: Values) -> tuple[Any, ...]:
    """The list in which some elements are replaced by others of the list: place i gets the element at places[i].

    Scheme:  (subpermute '((1 . 2) (2 . 1)) '(a b c))
    Raises:  WrongTypeError if an index is no place of the list
    1 ]=> (subpermute '((1 . 4) (4 . 2) (2 . 3) (3 . 1)) '(a b c d e))
    ;Value: (a e d b c)
    >>> subpermute({1: 4, 4: 2, 2: 3, 3: 1}, "a b c d e".split())
    ('a', 'e', 'd', 'b', 'c')
    """
    elements = items(things)
    pairs = places.items() if isinstance(places, dict) else map(_pair, items(places))
    result = list(elements)
    for place, source in pairs:
        if not all(isinstance(i, int) and 0 <= i < len(elements) for i in (place, source)):
            raise WrongTypeError(f"subpermute expects indices from 0 to {len(elements) - 1}")
        result[place] = elements[source]
    return tuple(result)


def _pair(value: Any) -> tuple[Any, Any]:
    """The two elements of a list or of a pair of Scheme's."""
    parts = (value.car, value.cdr) if hasattr(value, "car") and not hasattr(value.cdr, "car") else tuple(value)
    if len(parts) != 2:
        raise expected("a list of two elements", describe(value))
    return parts


@public("sort-and-permute")
def sort_and_permute(things: Values, less: Callable[[Any, Any], Any], receive: Callable[..., Any]) -> Value:
    """Sort a list and call a function with it, the sorted one, and the procedures that permute as one and as the other.

    Scheme:  (sort-and-permute l < (lambda (l sorted permute unpermute) ...))
    Shapes:  less: (element, element) -> boolean;  receive: the lists and procedures -> anything
    >>> def show(given, in_order, permuted, restored):
    ...     return in_order, permuted(["c", "a", "b"]), restored(in_order)
    >>> sort_and_permute([30, 10, 20], lambda x, y: x < y, show)
    ((10, 20, 30), ('a', 'b', 'c'), (30, 10, 20))
    """
    elements = items(things)

    def order(i: int, j: int) -> int:
        return -1 if less(elements[i], elements[j]) else int(bool(less(elements[j], elements[i])))

    places = tuple(sorted(range(len(elements)), key=functools.cmp_to_key(order)))
    inverse = tuple(sorted(range(len(elements)), key=places.__getitem__))
    return receive(
        elements,
        permute(places, elements),
        lambda others: permute(places, others),
        lambda others: permute(inverse, others),
    )


@public("stirling-first-kind")
def stirling_first_kind(n: int, k: int) -> int:
    """The number of permutations of n things with k cycles.

    Scheme:  (stirling-first-kind n k)
    Raises:  LimitError for too many steps
    >>> stirling_first_kind(5, 2)
    50
    """
    return _triangle(n, k, lambda row, _: row)


@public("stirling-second-kind")
def stirling_second_kind(n: int, k: int) -> int:
    """The number of partitions of n things into k sets that are not empty.

    Scheme:  (stirling-second-kind n k)
    Raises:  LimitError for too many steps
    >>> stirling_second_kind(5, 2)
    15
    """
    return _triangle(n, k, lambda _, column: column)


def _triangle(n: int, k: int, weight: Callable[[int, int], int]) -> int:
    """Entry (n, k) of S(m+1, j) = weight(m, j) S(m, j) + S(m, j-1), S(0, 0) = 1."""
    if count(k) > count(n):
        return 0
    MOST_LISTED.check(n * (k + 1), things="steps")
    row = [1] + [0] * k
    for m in range(n):
        row = [weight(m, j) * row[j] + (row[j - 1] if j else 0) for j in range(k + 1)]
    return row[k]


@public(
    "vector:generate",
)
def vector_generate(n: int, function: Callable[[int], Any]) -> list[Any]:
    """The vector of a function's values at 0, 1, ..., n - 1.

    Scheme:  (vector:generate n f)
    >>> vector_generate(3, lambda i: i * i)
    [0, 1, 4]
    """
    return list(map(function, range(length(n, "vector:generate"))))
