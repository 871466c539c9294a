"""Rings of polynomials over atoms and their quotients, in python-flint: what the printed form and decisions share.

An atom is a symbol or a kernel such as ``(sin x)``. The generators of a ring are its atoms, in an order in which every
relation between them has its leading term first (``sin^2`` before ``cos``, ``sqrt`` before what is under it), then
those of its domain (:mod:`scmpy.symbolic.domains`). Reduction modulo the relations is then division by one polynomial
after the other. Elements are polynomials of python-flint, and quotients of them :class:`Form`. A ring without
relations is free: its quotients are in lowest terms as they come. One with relations reduces every product.

What work is begun is the business of ``limits``: estimates of the work at hand, or a sum of all work that is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError
from scmpy.generic.memory import memoized
from scmpy.symbolic.bounded import ESTIMATES, Estimates
from scmpy.symbolic.domains import RATIONALS, Rationals, Relations, to_fraction
from scmpy.symbolic.expression import Expression

#: From this exponent on a power that is one term is put in, not divided out: a division takes space in proportion.
_LARGE = 50


class Form(NamedTuple):
    """A quotient of polynomials of one ring; the denominator of a polynomial is 1."""

    ring: Ring
    num: Any
    den: Any

    @property
    def is_zero(self) -> bool:
        return bool(self.num == 0)

    @property
    def is_polynomial(self) -> bool:
        return is_constant(self.den)

    @property
    def atoms(self) -> tuple[Expression, ...]:
        """The atoms of the ring."""
        return self.ring.atoms

    @property
    def number(self) -> Fraction | None:
        """The rational number that this form is, if it is one."""
        if not (is_constant(self.num) and is_constant(self.den)):
            return None
        return to_fraction(self.num.leading_coefficient() / self.den.leading_coefficient()) if self.num else Fraction(0)

    def occurring(self) -> list[Expression]:
        """The atoms that numerator or denominator contains."""
        ring, num, den = self
        degrees = num.degrees() if den is ring.one else map(max, num.degrees(), den.degrees())
        return [atom for atom, power in zip(ring.atoms, degrees, strict=False) if power > 0]  # of 0 they are -1

    def over(self, ring: Ring) -> Form:
        """The same form over another ring that has all atoms which occur, in the same order."""
        places = {i: ring.place[atom] for i, atom in enumerate(self.ring.atoms) if atom in ring.place}
        return Form(ring, *(polynomial.project_to_context(ring.context, places) for polynomial in self[1:]))

    def divided(self) -> tuple[Form, Form]:
        """A polynomial and a proper fraction: without multiples of the leading term below."""
        if self.is_polynomial:
            return self, self.ring.form(self.ring.zero)
        whole, part = divmod(self.num, self.den)
        return self.ring.form(whole), Form(self.ring, part, self.den)


class Ring:
    """The polynomials over some atoms, and the arithmetic of their quotients."""

    def __init__(
        self,
        atoms: Sequence[Expression],
        domain: Rationals = RATIONALS,
        limits: Estimates = ESTIMATES,
        unique: bool = False,
    ) -> None:
        self.atoms = tuple(atoms)
        self.domain = domain
        self.limits = limits
        self.unique = unique  # has every denominator the leading coefficient 1?
        self.context, self.generators, self.one, self.zero, self._of_domain = polynomials_over(len(atoms), domain)
        self.relations: Relations = {}

    @cached_property
    def place(self) -> dict[Expression, int]:
        """The number of the generator that is an atom."""
        return {atom: i for i, atom in enumerate(self.atoms)}

    def modulo(self, relations: Relations | None = None) -> Ring:
        """The ring modulo the relations of its domain and others: of the same polynomials, fewer of them reduced."""
        ring = Ring.__new__(Ring)
        ring.__dict__ |= self.__dict__
        ring.relations = {**self._of_domain, **relations} if relations else self._of_domain
        return ring

    # --- polynomials ------------------------------------------------------------------------------------------

    def form(self, num: Any) -> Form:
        """A polynomial as a quotient."""
        return Form(self, num, self.one)

    def constant(self, x: Any) -> Form:
        """A number of the domain as a quotient."""
        return Form(self, self.context.constant(x) if type(x) is int else self.domain.constant(self, x), self.one)

    def times(self, p: Any, q: Any) -> Any:
        """The product of two polynomials, reduced."""
        self.limits.product(p, q)
        return self.reduced(p * q) if self.relations else p * q

    def gcd(self, p: Any, q: Any) -> Any:
        """A common divisor of two polynomials: the greatest one, if that is within the limits."""
        return self.domain.divisor(self, self.limits.gcd(p, q))

    def coefficients(self, polynomial: Any, i: int) -> dict[int, Any]:
        """The coefficients of the powers of one generator, the lowest first."""
        return {power: found for (power,), found in sorted(self.collected(polynomial, (i,)).items())}

    def collected(self, polynomial: Any, places: Sequence[int]) -> dict[tuple[int, ...], Any]:
        """The coefficients, polynomials in the other generators, of the monomials in the generators at these places."""
        found: dict[tuple[int, ...], dict[tuple[int, ...], Any]] = {}
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            powers = tuple([exponents[i] for i in places])
            for i in places:
                exponents[i] = 0
            found.setdefault(powers, {})[tuple(exponents)] = coefficient
        return {powers: self.context.from_dict(terms) for powers, terms in found.items()}

    def reduced(self, polynomial: Any) -> Any:
        """The polynomial modulo every relation whose power of a generator it contains."""
        if not self.relations:
            return polynomial
        degrees = polynomial.degrees()
        changed = True
        while changed:
            changed = False
            for i, (power, _) in self.relations.items():
                if degrees[i] >= power:
                    polynomial = self._modulo(polynomial, i, int(degrees[i]) // power)
                    degrees = polynomial.degrees()
                    changed = True
        return polynomial

    def _modulo(self, polynomial: Any, i: int, times: int) -> Any:
        """The polynomial modulo one relation."""
        power, value = self.relations[i]
        self.limits.reduction(polynomial, times, value)
        if times < _LARGE or len(value) > 1:
            return divmod(polynomial, self.generators[i] ** power - value)[1]
        total = self.zero
        for monomial, coefficient in polynomial.terms():
            exponents = list(map(int, monomial))
            often, exponents[i] = divmod(exponents[i], power)
            self.limits.power(value, often)
            total += self.context.term(coeff=coefficient, exp_vec=tuple(exponents)) * value**often
        return total

    # --- quotients --------------------------------------------------------------------------------------------

    def add(self, x: Form, y: Form) -> Form:
        (_, a, b), (_, c, d) = x, y
        if b is d or b == d:  # the 1 of all polynomials is one object
            return Form(self, a + c, b) if b is self.one or b == self.one else self.cancelled(a + c, b)
        if b == self.one and not self.relations:
            return Form(self, self.times(a, d) + c, d)
        if d == self.one and not self.relations:
            return Form(self, a + self.times(c, b), b)
        common = self.gcd(b, d)
        left, right = b / common, d / common
        return self.cancelled(self.times(a, right) + self.times(c, left), self.times(b, right))

    def negate(self, x: Form) -> Form:
        return Form(self, -x.num, x.den)

    def sub(self, x: Form, y: Form) -> Form:
        return self.add(x, Form(self, -y.num, y.den))

    def mul(self, x: Form, y: Form) -> Form:
        (_, a, b), (_, c, d) = x, y
        if b is d is self.one or b == self.one == d:
            return Form(self, self.times(a, c), b)
        if d != self.one:
            _, a, d = self.cancelled(a, d)
        if b != self.one:
            _, c, b = self.cancelled(c, b)
        num, den = self.times(a, c), d if b == self.one else b if d == self.one else self.times(b, d)
        return self.cancelled(num, den) if self.relations else Form(self, num, den)

    def invert(self, x: Form) -> Form:
        if x.num == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        return self._scaled(*self.domain.exact_below(self, x.den, x.num))

    def div(self, x: Form, y: Form) -> Form:
        return self.mul(x, self.invert(y))

    def power(self, x: Form, n: int) -> Form:
        """The n-th power: at once where no relation applies, else by repeated squaring, reduced at every step."""
        if n < 0:
            return self.power(self.invert(x), -n)
        _, num, den = x
        is_reducible = self._is_reducible(x)
        for polynomial in (num, den):
            if n > 1 and polynomial != self.one:
                self.limits.power(polynomial, n, is_reducible)
        if not is_reducible:
            return Form(self, num**n, den if den == self.one else den**n)
        result = self.form(self.one)
        while n:
            n, odd = divmod(n, 2)
            result = self.mul(result, x) if odd else result
            x = self.mul(x, x) if n else x
        return result

    def _is_reducible(self, x: Form) -> bool:
        if not self.relations:
            return False
        num, den = x.num.degrees(), x.den.degrees()
        return any(num[i] or den[i] for i in self.relations)

    def cancelled(self, num: Any, den: Any) -> Form:
        """The quotient reduced, and without common factors."""
        if self.relations:
            num, den = self.domain.exact_below(self, self.reduced(num), self.reduced(den))
        if den == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        if num == 0:
            return Form(self, num, self.one)
        if not is_constant(den):
            common = self.gcd(num, den)
            if not is_constant(common):
                num, den = num / common, den / common
        return self._scaled(num, den)

    def settled(self, x: Form) -> Form:
        """A quotient of the free ring, in lowest terms there, reduced: what does not change needs no common divisor."""
        ring, num, den = x
        top = self.reduced(num)
        if den == self.one:
            return Form(ring, top, den)
        bottom = self.reduced(den)
        return x if top == num and bottom == den else Form(ring, *self.cancelled(top, bottom)[1:])

    def _scaled(self, num: Any, den: Any) -> Form:
        """The quotient with 1 for a denominator that is a number, or for its leading coefficient."""
        if self.unique or is_constant(den):
            leading = den.coefficient(0)
            if leading != 1:
                num, den = num / leading, den / leading
        return Form(self, num, den)


@memoized(256)
def polynomials_over(count: int, domain: Rationals) -> tuple[Any, tuple[Any, ...], Any, Any, Relations]:
    """The context of polynomials over so many variables, its generators, 1, 0, and the relations of the domain."""
    from flint import Ordering, fmpq_mpoly_ctx

    context = fmpq_mpoly_ctx.get(("x", count + domain.size), Ordering.lex)
    generators = context.gens()
    return context, generators, context.constant(1), context.constant(0), domain.relations(generators)


def is_constant(polynomial: Any) -> bool:
    """Is this polynomial a number? The number of terms tells at once of most that they are not."""
    return len(polynomial) < 2 and polynomial.is_constant()
