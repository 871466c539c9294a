"""Towers of rings: the atoms of a comparison, each of which may be algebraic over the ones before it.

Atoms stand in the order of their creation. One that is algebraic has a relation, atom^n = p with a polynomial p in
earlier atoms: sin^2 = 1 - cos^2, a root's n-th power is what is under it. A decision form is a quotient of polynomials
over the atoms that it needs, the youngest first, reduced modulo the relations; with a denominator free of algebraic
atoms it is unique, and so a key. Work is counted: what would cost too much is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from scmpy.generic.graphs import parts_first
from scmpy.generic.numeric_tower import exact
from scmpy.symbolic.bounded import Estimates, gcd
from scmpy.symbolic.domains import RATIONALS, to_flint, to_number
from scmpy.symbolic.expression import OVER, PLUS, Expression, application
from scmpy.symbolic.printed import product
from scmpy.symbolic.ring import Form, Ring, is_constant
from scmpy.symbolic.work_limits import (
    MAXIMUM_ATOMS,
    MAXIMUM_GCD,
    MAXIMUM_POWER,
    MAXIMUM_WORK,
    exceeds,
    refusal,
    terms_of_power,
)


class Work(Estimates):
    """The work of one comparison, in products of terms: it is counted, and refused when it is too much."""

    def __init__(self) -> None:
        self.spent = 0

    def spend(self, amount: int) -> None:
        """Count work."""
        self.spent += amount
        if self.spent > MAXIMUM_WORK and exceeds(self.spent, MAXIMUM_WORK):
            raise refusal("equivalent: the canonical form costs", MAXIMUM_WORK, "products of terms")

    def product(self, p: Any, q: Any) -> None:
        self.spend(len(p) * len(q) * _width(p))

    def power(self, p: Any, n: int, is_reduced: bool = False) -> None:
        if exceeds(n, MAXIMUM_POWER) and (is_reduced or len(p) > 1 or p.leading_coefficient() != 1):
            raise refusal("equivalent: a power to be expanded has", MAXIMUM_POWER, "factors")
        if len(p) > 1 and not is_reduced:
            self.spend(len(p) * terms_of_power(p, n) * _width(p))

    def reduction(self, p: Any, times: int, value: Any) -> None:
        if exceeds(times, MAXIMUM_POWER):
            raise refusal("equivalent: a power of a root or a sine to be reduced has", MAXIMUM_POWER, "factors")
        self.spend(len(p) * (math.comb(times + len(value) - 1, times) if len(value) > 1 else times) * _width(p))

    def gcd(self, p: Any, q: Any) -> Any:
        """A common divisor: the greatest one where there are not too many terms."""
        if is_constant(p) or is_constant(q) or exceeds(len(p) + len(q), MAXIMUM_GCD):
            return p.context().constant(1)
        self.spend(10 * (len(p) + len(q)) * p.context().nvars())
        return gcd(p, q)


def _width(p: Any) -> int:
    """What a term costs, by the length of its vector of exponents."""
    return 1 + int(p.context().nvars()) // 8


class Tower:
    """The atoms of a comparison with their relations, and the arithmetic of forms over them."""

    def __init__(self) -> None:
        self.order: dict[Expression, int] = {}
        self.relation: dict[Expression, tuple[int, Form]] = {}
        self.meaning: dict[Any, Form] = {}  # expression made by :meth:`key` -> its form
        self.rings: dict[frozenset[Expression], Ring] = {}
        self.work = Work()

    def spend(self, amount: int) -> None:
        """Count work; refuse when it is too much."""
        self.work.spend(amount)

    # --- atoms and rings --------------------------------------------------------------------------------------

    def atom(self, node: Expression, power: int = 0, value: Form | None = None) -> Form:
        """The form of an atom; with a power, that power of it is this polynomial."""
        self.order.setdefault(node, len(self.order))
        if value is not None:
            self.relation[node] = power, self.shrunk(value)
        ring = self.ring((node,))
        return ring.form(ring.generators[ring.place[node]])

    def constant(self, x: int | Fraction) -> Form:
        """The form of a rational number."""
        return self.ring(()).constant(x)

    def ring(self, atoms: Iterable[Expression]) -> Ring:
        """The ring over these atoms and those in their relations."""
        wanted = frozenset(atoms)
        found = self.rings.get(wanted)
        if found is None:
            found = self.rings[wanted] = self._ring(wanted)
        return found

    def _ring(self, wanted: frozenset[Expression]) -> Ring:
        related = self.relation.get
        closed = set(parts_first(list(wanted), lambda atom: x[1].ring.atoms if (x := related(atom)) else ()))
        if closed != wanted:
            return self.ring(closed)
        if exceeds(len(closed), MAXIMUM_ATOMS):
            raise refusal("equivalent: the canonical form is over", MAXIMUM_ATOMS, "symbols and kernels")
        self.spend(len(closed) ** 2)
        atoms = sorted(closed, key=self.order.__getitem__, reverse=True)
        ring = Ring(atoms, RATIONALS, self.work, unique=True)
        self.rings[wanted] = ring
        for i, atom in enumerate(ring.atoms):
            if atom in self.relation:
                power, value = self.relation[atom]
                ring.relations[i] = power, self.into(value, ring).num
        return ring

    def forget(self) -> None:
        """Drop the relations, which are about to be made anew from better knowledge; the order of atoms stays."""
        self.relation.clear()
        self.rings.clear()
        self.meaning.clear()

    def into(self, form: Form, ring: Ring) -> Form:
        """The same form in a larger ring."""
        if form.ring is ring:
            return form
        self.spend((len(form.num) + len(form.den)) * (1 + len(ring.atoms) // 8))
        return form.over(ring)

    def shrunk(self, form: Form) -> Form:
        """The same form over no more atoms than it needs."""
        ring = self.ring(form.occurring())
        return form if len(ring.atoms) == len(form.ring.atoms) else form.over(ring)

    def joined(self, forms: Iterable[Form]) -> list[Form]:
        """The forms in one common ring."""
        forms = list(forms)
        ring = self.ring({atom for form in forms for atom in form.ring.atoms})
        return [self.into(form, ring) for form in forms]

    # --- arithmetic -------------------------------------------------------------------------------------------

    def add(self, x: Form, y: Form) -> Form:
        x, y = self.joined((x, y))
        return x.ring.add(x, y)

    def sub(self, x: Form, y: Form) -> Form:
        x, y = self.joined((x, y))
        return x.ring.sub(x, y)

    def mul(self, x: Form, y: Form) -> Form:
        x, y = self.joined((x, y))
        return x.ring.mul(x, y)

    def div(self, x: Form, y: Form) -> Form:
        return self.mul(x, self.invert(y))

    def scaled(self, x: Form, factor: int | Fraction) -> Form:
        return Form(x.ring, x.num * to_flint(factor), x.den)

    def invert(self, x: Form) -> Form:
        return x.ring.invert(x)

    def power(self, x: Form, n: int) -> Form:
        return x.ring.power(x, n)

    # --- unique forms -----------------------------------------------------------------------------------------

    def rationalized(self, form: Form) -> Form:
        """The form with a denominator free of algebraic atoms, but for roots of orders with other factors than 2, 3."""
        ring, num, den = form
        for i in sorted(ring.relations):
            while den.degrees()[i]:
                factor = _conjugate(ring, den, i)
                if factor is None:
                    break
                below = ring.times(den, factor)
                if below == 0:  # a divisor of zero: 1 + |x|/x
                    break
                num, den = ring.times(num, factor), below
        return ring.cancelled(num, den)

    def key(self, form: Form) -> Any:
        """The form as an expression over atoms (or a number), the same for equal forms."""
        form = self.rationalized(form)
        number = form.number
        if number is not None:
            return exact(number)
        self.spend((len(form.num) + len(form.den)) * 20)
        num, den = self.expression(form.ring, form.num), self.expression(form.ring, form.den)
        expression = num if den == 1 else application(OVER, num, den)
        self.meaning.setdefault(expression, self.shrunk(form))
        return expression

    def polynomial_key(self, ring: Ring, polynomial: Any) -> Any:
        """The key of a polynomial."""
        return self.key(ring.form(polynomial))

    def expression(self, ring: Ring, polynomial: Any) -> Any:
        """The expression of a polynomial over atoms, not ordered for print."""
        terms = [product(tuple(map(int, m)), to_number(c), ring.atoms) for m, c in polynomial.terms()]
        return terms[0] if len(terms) == 1 else application(PLUS, *terms)


def _conjugate(ring: Ring, polynomial: Any, i: int) -> Any:
    """A factor whose product with the polynomial has lower powers of an algebraic generator, or none."""
    order, _ = ring.relations[i]
    parts = ring.coefficients(polynomial, i)
    root = ring.generators[i]
    if len(parts) == 1:
        return root ** (order - next(iter(parts)))
    step = math.gcd(order, *parts)
    steps = order // step
    if steps % 2 == 0:
        return sum(((-1) ** (k // step) * part * root**k for k, part in parts.items()), ring.zero)
    if steps == 3:
        a, b, c = (parts.get(k * step, ring.zero) for k in range(3))
        r = root**step
        cube = ring.reduced(r**3)
        return ring.reduced((a * a - b * c * cube) + (c * c * cube - a * b) * r + (b * b - a * c) * r * r)
    return None
