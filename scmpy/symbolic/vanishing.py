"""Sums of constants that are zero although the sums of their floats are not: 2^(1/3) 3^(1/3) - 6^(1/3).

A constant is shown as a float. Where that is no more than what rounding may leave of the terms that it is the sum of,
the sum may be zero; then it is decided as :func:`~scmpy.symbolic.decision.equivalence.equivalent` decides it.
"""

from __future__ import annotations

from functools import reduce
from typing import Any

from scmpy.generic import operations as g
from scmpy.symbolic.arithmetic import numerical_value
from scmpy.symbolic.decision.equivalence import equivalent
from scmpy.symbolic.domains import is_finite, to_number
from scmpy.symbolic.expression import MINUS, PLUS, Application
from scmpy.symbolic.ring import Ring

#: What rounding may leave of a sum, as a part of the sum of the magnitudes.
_ROUNDING = 1e-12


def add_up_to_zero(terms: list[Any]) -> bool:
    """Is the sum of exact constants proved to be zero?

    >>> from scmpy.generic.operations import log
    >>> add_up_to_zero([log(6), -log(2), -log(3)]), add_up_to_zero([log(6), -log(2)])
    (True, False)
    """
    values = [numerical_value(term) for term in terms]
    if len(terms) < 2 or not all(map(is_finite, values)):
        return False
    if not abs(sum(values)) <= _ROUNDING * sum(map(abs, values)):
        return False
    return equivalent(reduce(g.add, terms), 0).verdict == "equal"


def terms_of_constant(constant: Application) -> list[Any]:
    """What a constant is the sum of."""
    first, *others = constant.operands
    if constant.operator is PLUS:
        return [first, *others]
    if constant.operator is MINUS and others:
        return [first, *map(g.negate, others)]
    return [constant]


def without_vanishing(ring: Ring, polynomial: Any, constants: set[Any]) -> Any:
    """A polynomial with rational coefficients, without what is multiplied by a sum of constants that is zero.

    Some of the atoms are constants: the terms that differ in these alone have a sum of them as their common factor.
    """
    places = [i for i, atom in enumerate(ring.atoms) if atom in constants]
    others = [i for i, atom in enumerate(ring.atoms) if atom not in constants]

    def is_zero(sum_of_constants: Any) -> bool:
        products = (
            reduce(g.mul, (g.expt(ring.atoms[i], int(powers[i])) for i in places), to_number(coefficient))
            for powers, coefficient in sum_of_constants.terms()
        )
        return add_up_to_zero(list(products))

    for powers, factor in ring.collected(polynomial, others).items():
        if len(factor) > 1 and is_zero(factor):
            exponents = [0] * len(ring.generators)
            for i, power in zip(others, powers, strict=True):
                exponents[i] = power
            polynomial -= ring.context.term(exp_vec=tuple(exponents)) * factor
    return polynomial
