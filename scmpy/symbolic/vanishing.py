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
from scmpy.symbolic.expression import MINUS, PLUS, Application, Expression
from scmpy.symbolic.rational import is_finite, to_rational

#: What rounding may leave of a sum, as a part of the sum of the magnitudes.
_ROUNDING = 1e-12


def vanishes(terms: list[Any]) -> bool:
    """Is the sum of exact constants proved to be zero?

    >>> from scmpy.generic.operations import log
    >>> vanishes([log(6), -log(2), -log(3)]), vanishes([log(6), -log(2)])
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


def without_vanishing(polynomial: Any, atoms: tuple[Expression, ...], constants: set[Any]) -> Any:
    """A polynomial in atoms with rational coefficients, without what is multiplied by a sum of constants that is zero.

    Some of the atoms are constants: the terms that differ in these alone have a sum of them as their common factor.
    """
    places = {i for i, atom in enumerate(atoms) if atom in constants}
    groups: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
    for monomial, coefficient in polynomial.terms():
        exponents = tuple(map(int, monomial))
        rest = tuple(0 if i in places else n for i, n in enumerate(exponents))
        groups.setdefault(rest, {})[exponents] = coefficient

    def is_zero(terms: dict[tuple[int, ...], Any]) -> bool:
        products = (
            reduce(g.mul, (g.expt(atoms[i], powers[i]) for i in places), to_rational(coefficient))
            for powers, coefficient in terms.items()
        )
        return vanishes(list(products))

    kept = [terms for terms in groups.values() if len(terms) == 1 or not is_zero(terms)]
    if len(kept) == len(groups):
        return polynomial
    return polynomial.context().from_dict({powers: c for terms in kept for powers, c in terms.items()})
