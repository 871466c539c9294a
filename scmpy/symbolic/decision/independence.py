"""Linear independence of forms over the rationals.

A form is the vector of the coefficients of its monomials. Quotients of one denominator are a polynomial and a proper
fraction, whose numerator is a vector too. Quotients of other denominators are independent of them where no two
denominators have a common factor; so those that have one are brought to their least common multiple.
"""

from __future__ import annotations

from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from scmpy.symbolic.decision.tower import Tower
from scmpy.symbolic.domains import to_fraction
from scmpy.symbolic.ring import Form, Ring

Vector = dict[Any, Fraction]


class Basis:
    """Arguments that are linearly independent over the rationals, with the rows of their echelon form."""

    def __init__(self, tower: Tower) -> None:
        self.tower = tower
        self.members: list[tuple[Any, Form]] = []  # with their keys
        self.denominators: list[Form] = []  # of which no two have a common factor
        self._clear()

    def _clear(self) -> None:
        self.rows: list[tuple[Any, Vector, Vector]] = []  # pivot, vector, the combination of members that it is
        self.pivots: dict[Any, int] = {}
        self.numbers: list[int] = []  # the members that the rows were made of

    def coordinates(self, x: Form) -> Vector:
        """The coefficients of x over the members (by number), of which x becomes one if it depends on no others."""
        rest, found = self._reduced(x)
        if not rest:
            return found
        number = self.append(x)
        self._insert(number, rest, found)
        return {number: Fraction(1)}

    def append(self, x: Form) -> int:
        """The number of a new member, which the echelon form does not know yet."""
        self.members.append((self.tower.key(x), x))
        return len(self.members) - 1

    def _reduced(self, x: Form) -> tuple[Vector, Vector]:
        """What is left of x without the members, and their coefficients in it."""
        rest = self._vector(x)
        found: Vector = {}
        waiting = [self.pivots[place] for place in rest if place in self.pivots]
        heapify(waiting)
        while waiting:  # a row has no pivots of earlier rows
            pivot, vector, combination = self.rows[heappop(waiting)]
            factor = rest.get(pivot)
            if factor is None:
                continue
            for place, value in vector.items():
                if place in self.pivots and place not in rest:
                    heappush(waiting, self.pivots[place])
                _subtract(rest, place, factor * value)
            for member, value in combination.items():
                _subtract(found, member, -factor * value)
        return rest, found

    def _insert(self, number: int, rest: Vector, found: Vector) -> None:
        """The row of a member of which this is left without these multiples of others."""
        pivot = max(rest, key=self._age)
        scale = rest[pivot]
        combination = {member: -value / scale for member, value in found.items()}
        self.pivots[pivot] = len(self.rows)
        vector = {place: value / scale for place, value in rest.items()}
        self.rows.append((pivot, vector, {**combination, number: 1 / scale}))
        self.numbers.append(number)

    def _age(self, place: Any) -> list[tuple[int, int]]:
        """Monomials of young atoms are the pivots: they are in few vectors."""
        return sorted(((self.tower.order[atom], power) for atom, power in place[1:]), reverse=True)

    def _vector(self, x: Form) -> Vector:
        """The coefficients of monomials, and of remainders over the denominator."""
        x = self.tower.rationalized(x)
        self.tower.spend(len(x.num) * (1 + len(x.ring.atoms)))
        if x.is_polynomial:
            return _terms(x.ring, x.num, None)
        x, common = self.tower.joined((x, self._common_denominator(x)))
        ring, num, den = x
        self.tower.spend(len(num) * len(common.num) * (1 + len(ring.atoms)))
        whole, proper = Form(ring, num * (common.num / den), common.num).divided()
        return _terms(ring, whole.num, None) | _terms(ring, proper.num, self.tower.key(common))

    def _common_denominator(self, x: Form) -> Form:
        """The denominator to which that of x is brought, a multiple of all that have a factor in common with it."""
        common = x.ring.form(x.den)
        apart, merged = [], []
        for each in self.denominators:
            p, q = self.tower.joined((each, common))
            shared = p.ring.gcd(p.num, q.num)
            if shared.is_constant():
                apart.append(each)
                continue
            merged.append(each)
            self.tower.spend(len(p.num) * len(q.num) * (1 + len(p.ring.atoms)))
            common = p.ring.form(p.num / shared * q.num)
        common = self.tower.shrunk(common)
        if [self.tower.key(each) for each in merged] != [self.tower.key(common)]:
            self.denominators = [*apart, common]
            if merged:
                self._make_rows()
        return common

    def _make_rows(self) -> None:
        """The rows anew, over other denominators."""
        numbers = self.numbers
        self._clear()
        for number in numbers:
            self._insert(number, *self._reduced(self.members[number][1]))


def _terms(ring: Ring, polynomial: Any, denominator: Any) -> Vector:
    return {
        (
            denominator,
            *((atom, int(power)) for atom, power in zip(ring.atoms, monomial, strict=False) if power),
        ): to_fraction(coefficient)
        for monomial, coefficient in polynomial.terms()
    }


def _subtract(vector: Vector, place: Any, value: Fraction) -> None:
    difference = vector.get(place, Fraction(0)) - value
    if difference:
        vector[place] = difference
    else:
        vector.pop(place, None)
