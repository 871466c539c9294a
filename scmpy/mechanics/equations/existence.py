"""Have relations real solutions for some of their unknowns, whatever the values of the other quantities in them are?

A polynomial of odd degree has a real root, one of second degree where its discriminant is not negative, one whose last
coefficient has not the sign of the first a root too; a polynomial in e^u has one where these have opposite signs. An
angle with the sine s and the cosine c exists where s^2 + c^2 = 1, one with a s + b c + d = 0 where d^2 is not more than
a^2 + b^2. Several relations have a solution if they can be solved one after the other.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from scmpy.calculus.tape import Replay
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_number
from scmpy.mechanics.equations.alternatives import UNSETTLED, Algebra
from scmpy.symbolic.expression import EXP, Symbol, application, numerical
from scmpy.symbolic.fold import subexpressions

_SIN, _COS = numerical("sin"), numerical("cos")


Chosen = dict[Any, Any]


def obstacle(algebra: Algebra, relations: list[Any], given: list[Any], unknowns: set[Symbol]) -> tuple[Any, Chosen]:
    """0 if relations have a solution for their unknowns wherever given ones hold, and what was chosen of these.

    Else what has to vanish for a solution, an expression without the unknowns, or None if that is not known.
    """
    pending = list(dict.fromkeys(x for x in relations if not is_number(x) or x != 0))
    while pending:
        solved, found = _first_solved(algebra, pending, given, unknowns)
        if not solved:
            return (found, {}) if found is not None else _by_choice(algebra, pending, given, unknowns)
        pending = [x for x in pending if x not in solved]
    return 0, {}


def _by_choice(algebra: Algebra, relations: list[Any], given: list[Any], unknowns: set[Symbol]) -> tuple[Any, Chosen]:
    """Where relations do not fix all of their unknowns: is there a solution if one of them is 0, or 1?"""
    occurring = [x for x in dict.fromkeys(subexpressions(*relations)) if x in unknowns]
    for unknown in occurring if len(occurring) > len(relations) else ():
        for value in (0, 1):
            try:
                there = [algebra.part(Replay({unknown: value}).of(x)).numerator for x in relations]
            except UNSETTLED:
                continue
            found, chosen = obstacle(algebra, there, given, unknowns - {unknown})
            if is_number(found) and found == 0:
                return 0, {unknown: value, **chosen}
    return None, {}


def _first_solved(
    algebra: Algebra, pending: list[Any], given: list[Any], unknowns: set[Symbol]
) -> tuple[list[Any], Any]:
    """Relations that can be solved for an unknown that the others do not have; what prevents it where none can be."""
    prevents = None
    for unknown in dict.fromkeys(x for relation in pending for x in subexpressions(relation) if x in unknowns):
        own = [x for x in pending if unknown in subexpressions(x)]
        others = [x for x in pending if x not in own]
        found = _of_one(algebra, own, [*given, *others], unknown)
        if is_number(found) and found == 0:
            return own, 0
        if found is not None and unknowns.isdisjoint(subexpressions(found)):
            prevents = found
    return [], prevents


def _of_one(algebra: Algebra, relations: list[Any], given: list[Any], u: Symbol) -> Any:
    """0 if relations can be solved for this unknown; what has to vanish; or None."""
    sides = algebra.affine_parts(relations, [application(_SIN, u), application(_COS, u)])
    if sides is not None and not any(
        u in subexpressions(x) for x in (*sides[1], *(x for row in sides[0] for x in row))
    ):
        return _of_angle(algebra, *sides, given)
    if len(relations) > 1:
        return None
    powers = algebra.powers(relations[0], u)
    if powers is not None:
        return _of_polynomial(algebra, powers)
    powers = algebra.powers(relations[0], application(EXP, u))
    if powers is None or any(u in subexpressions(x) for x in powers.values()):
        return None
    ends = g.mul(powers[max(powers)], powers[min(powers)])
    if len(powers) > 2 or algebra.alternatives(ends) == []:
        return 0 if algebra.is_not_negative(g.negate(ends)) and algebra.alternatives(ends) == [] else None
    return g.add(ends, abs(ends))


def _of_angle(algebra: Algebra, rows: Any, rest: list[Any], given: list[Any]) -> Any:
    """What has to vanish for an angle of which the sine and the cosine fulfil affine equations."""
    if len(rows) == 1:
        (a, b), d = rows[0], rest[0]
        return _not_negative(algebra, g.sub(g.add(g.square(a), g.square(b)), g.square(d)))
    equations = [(*row, d) for row, d in zip(rows, rest, strict=True)]
    for (a, b, c), (d, e, f) in combinations(equations, 2):
        determinant = g.sub(g.mul(a, e), g.mul(b, d))
        if algebra.alternatives(determinant) == []:
            sine, cosine = g.sub(g.mul(b, f), g.mul(e, c)), g.sub(g.mul(d, c), g.mul(a, f))
            excess = g.sub(g.add(g.square(sine), g.square(cosine)), g.square(determinant))
            others = [g.add(g.add(g.mul(p, sine), g.mul(q, cosine)), g.mul(r, determinant)) for p, q, r in equations]
            left = [x for x in (excess, *others) if not algebra.vanishes_on(algebra.part(x).numerator, given, [])]
            return left[0] if left else 0
    return None


def _of_polynomial(algebra: Algebra, powers: dict[int, Any]) -> Any:
    degree = max(powers)
    if algebra.alternatives(powers[degree]) != []:
        return None
    if degree % 2:
        return 0
    a, b, c = (powers.get(n, 0) for n in (degree, degree // 2, 0))
    if degree == 2 or set(powers) <= {degree, 0}:
        return _not_negative(algebra, g.sub(g.square(b), g.mul(4, g.mul(a, c))))
    return 0 if algebra.is_not_negative(g.negate(g.mul(a, c))) else None


def _not_negative(algebra: Algebra, x: Any) -> Any:
    """0 if a quantity is nowhere negative; else an expression that vanishes where it is not."""
    return 0 if algebra.is_not_negative(x) else g.sub(x, abs(x))
