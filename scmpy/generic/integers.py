"""Sums, factorials, binomials, permutations, modular integers."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from scmpy.errors import CALLED, DivisionByZeroError, DomainError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.settings import MOST_COMPONENTS, MOST_FACTORS, count, items, length
from scmpy.generic.types import Value, Values
from scmpy.registry import public

# --- combinatorics ---------------------------------------------------------------------------------------------------

#: A factor of a factorial counts for so many of the small ones of a power.
FACTOR = 100


@public("sigma")
def sigma(f: Callable[[int], Any], low: int, high: int) -> Value:
    """The sum of f(i) for i from low to high, both included.

    Scheme:  (sigma f low high)
    Raises:  LimitError for more terms than most-components
    >>> sigma(lambda i: i * i, 1, 3)
    14
    """
    terms = map(f, between(low, high))
    total = next(terms, 0)
    for term in terms:
        total = g.add(total, term)
    return total


def between(low: Any, high: Any) -> range:
    for bound in (low, high):
        if not isinstance(bound, int) or isinstance(bound, bool):
            raise WrongTypeError(f"{CALLED} expects integers as bounds, got {describe(bound)}")
    MOST_COMPONENTS.check(high - low + 1, things="terms")
    return range(low, high + 1)


@public("Sigma", python="Sigma")
def sum_between(low: int, high: int, f: Callable[[int], Any]) -> Value:
    """The sum of f(i) for i from low to high: sigma with the function last.

    Scheme:  (Sigma low high f)
    >>> Sigma(1, 3, lambda i: i)
    6
    """
    return sigma(f, low, high)


@public("factorial")
def factorial(n: int) -> int:
    """The product of the integers from 1 to n.

    Scheme:  (factorial n)
    >>> factorial(5)
    120
    """
    return math.factorial(length(n, "factorial", MOST_FACTORS, each=FACTOR))


@public("exact-quotient")
def exact_quotient(n: int, d: int) -> int:
    """The quotient of two integers of which the second divides the first.

    Scheme:  (exact-quotient n d)
    Raises:  DomainError if there is a remainder
    >>> exact_quotient(12, 4)
    3
    """
    quotient = g.div(n, d)
    if not isinstance(quotient, int):
        raise DomainError(f"exact-quotient: {describe(d)} does not divide {describe(n)}")
    return quotient


@public("binomial-coefficient", "number-of-combinations")
def binomial_coefficient(n: int, m: int) -> int:
    """The number of ways to choose m of n things.

    Scheme:  (binomial-coefficient n m)
    Raises:  LimitError if m and n - m are above 100000
    >>> binomial_coefficient(5, 2)
    10
    """
    chosen, things = count(m), count(n)
    MOST_FACTORS.check(min(chosen, things - chosen), each=FACTOR)
    return math.comb(n, m)


@public("permutation-interchanges")
def permutation_interchanges(permutation: Values) -> int:
    """The number of interchanges of neighbours that sort a list of numbers.

    Scheme:  (permutation-interchanges '(2 0 1))
    Raises:  LimitError for too many elements
    >>> permutation_interchanges([2, 0, 1])
    2
    """
    elements = items(permutation)
    MOST_COMPONENTS.check(len(elements), things="elements", each=10)
    return _sorted_with_interchanges(list(elements))[1]


def _sorted_with_interchanges(elements: list[Any]) -> tuple[list[Any], int]:
    """The elements in order, and the number of pairs that were not, by merging the sorted halves."""
    if len(elements) < 2:
        return elements, 0
    half = len(elements) // 2
    (left, first), (right, second) = map(_sorted_with_interchanges, (elements[:half], elements[half:]))
    merged, number, i = [], first + second, 0
    for y in right:
        while i < half and not left[i] > y:
            merged.append(left[i])
            i += 1
        merged.append(y)
        number += half - i
    return merged + left[i:], number


@public("list-interchanges")
def list_interchanges(permuted: Values, original: Values) -> int:
    """The number of interchanges of neighbours that turn one list into another with the same elements.

    Scheme:  (list-interchanges permuted original)
    Raises:  DomainError unless both have the same elements; LimitError for too many elements
    >>> list_interchanges("b a c".split(), "a b c".split())
    1
    """
    places, elements = items(original), items(permuted)
    kinds = _kinds((*places, *elements))
    start, moved = kinds[: len(places)], kinds[len(places) :]
    if len(elements) != len(places) or not set(moved) <= set(start):
        raise DomainError("list-interchanges expects two lists with the same elements")
    place = {kind: i for i, kind in reversed(list(enumerate(start)))}
    return permutation_interchanges([place[kind] for kind in moved])


def _kinds(elements: tuple[Any, ...]) -> list[int]:
    """For each element the place of the first that is equal to it."""
    try:
        first: dict[Any, int] = {}
        return [first.setdefault(element, i) for i, element in enumerate(elements)]
    except TypeError:  # lists, which are compared one by one
        MOST_COMPONENTS.check(len(elements), "list-interchanges", "lists as elements", each=1_000)
        return [elements.index(element) for element in elements]


@public("permutation-parity")
def permutation_parity(permutation: Values, original: Values | None = None) -> int:
    """1 for an even permutation, -1 for an odd one, 0 for a list with an element twice.

    Scheme:  (permutation-parity '(1 0 2)), (permutation-parity permuted original)
    Raises:  LimitError for too many elements
    >>> permutation_parity([1, 0, 2]), permutation_parity([1, 2, 0]), permutation_parity([1, 1])
    (-1, 1, 0)
    """
    elements = items(permutation)
    if len(set(_kinds(elements))) < len(elements):
        return 0
    swaps = permutation_interchanges(elements) if original is None else list_interchanges(elements, original)
    return -1 if swaps % 2 else 1


@public("list:generate", "generate-list")
def list_generate(n: int, function: Callable[[int], Any]) -> tuple[Any, ...]:
    """The list of a function's values at 0, 1, ..., n - 1.

    Scheme:  (list:generate n f)
    >>> list_generate(3, lambda i: i * i)
    (0, 1, 4)
    """
    return tuple(map(function, range(length(n, "list:generate"))))


# --- modular ---------------------------------------------------------------------------------------------------------


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
