"""Forms: rational functions of atoms, each of which may be algebraic over the ones before it.

An atom is a symbol or a kernel such as ``(sin u)``. Atoms stand in the order of their creation. One that is algebraic
has a relation, atom^n = p with a polynomial p in earlier atoms: sin^2 = 1 - cos^2, a root's n-th power is what is under
it. A form is a quotient of polynomials over the atoms that it needs, its numerator reduced modulo the relations; with
a denominator free of algebraic atoms it is unique, and so a key. Work is counted: what would cost too much is refused.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.generic.graphs import parts_first
from scmpy.generic.numbers import exact
from scmpy.symbolic.bounded import gcd
from scmpy.symbolic.expression import EXPT, OVER, PLUS, TIMES, Expression, application

#: Products of terms that one comparison may cost, gcds included.
MAXIMUM_WORK = 10_000_000

#: No polynomial is over more atoms than this: exponent vectors are dense.
MAXIMUM_ATOMS = 1_000

#: A gcd is taken of polynomials that have no more terms together.
MAXIMUM_GCD = 4_000

#: Nor are powers above this reduced by a relation.
MAXIMUM_DEGREE = 2_000


class Ring:
    """The polynomials over some atoms, the youngest first: its powers are what relations take away."""

    def __init__(self, atoms: tuple[Expression, ...]) -> None:
        from flint import Ordering, fmpq_mpoly_ctx

        self.atoms = atoms
        self.place = {atom: i for i, atom in enumerate(atoms)}
        self.context = fmpq_mpoly_ctx.get(("x", max(1, len(atoms))), Ordering.lex)
        self.generators = self.context.gens()
        self.one = self.context.constant(1)
        self.relations: dict[int, tuple[int, Any]] = {}  # generator -> its power that is this polynomial


class Form(NamedTuple):
    """A quotient of polynomials of one ring."""

    ring: Ring
    num: Any
    den: Any

    @property
    def is_zero(self) -> bool:
        return bool(self.num == 0)

    @property
    def number(self) -> Fraction | None:
        """The rational number that this form is, if it is one."""
        if not (self.num.is_constant() and self.den.is_constant()):
            return None
        return rational(self.num.leading_coefficient() / self.den.leading_coefficient()) if self.num else Fraction(0)


class Tower:
    """The atoms of a comparison with their relations, and the arithmetic of forms over them."""

    def __init__(self) -> None:
        self.order: dict[Expression, int] = {}
        self.relation: dict[Expression, tuple[int, Form]] = {}
        self.meaning: dict[Any, Form] = {}  # expression made by :meth:`key` -> its form
        self.rings: dict[frozenset[Expression], Ring] = {}
        self.work = 0

    def spend(self, amount: int) -> None:
        """Count work; refuse when it is too much."""
        self.work += amount
        if self.work > MAXIMUM_WORK:
            raise LimitError(f"equivalent: the canonical form costs more than {MAXIMUM_WORK} products of terms")

    # --- atoms and rings --------------------------------------------------------------------------------------

    def atom(self, node: Expression, power: int = 0, value: Form | None = None) -> Form:
        """The form of an atom; with a power, that power of it is this polynomial."""
        self.order.setdefault(node, len(self.order))
        if value is not None:
            self.relation[node] = power, self.shrunk(value)
        ring = self.ring((node,))
        return Form(ring, ring.generators[ring.place[node]], ring.one)

    def constant(self, x: int | Fraction) -> Form:
        """The form of a rational number."""
        ring = self.ring(())
        return Form(ring, ring.context.constant(_fmpq(x)), ring.one)

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
        if len(closed) > MAXIMUM_ATOMS:
            raise LimitError(f"equivalent: the canonical form is over more than {MAXIMUM_ATOMS} symbols and kernels")
        self.spend(len(closed) ** 2)
        ring = Ring(tuple(sorted(closed, key=self.order.__getitem__, reverse=True)))
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
        places = {i: ring.place[atom] for i, atom in enumerate(form.ring.atoms)}
        if not places:  # the one generator of the ring of numbers, which no number mentions
            constant = form.num.leading_coefficient() if form.num else 0
            return Form(ring, ring.context.constant(constant), ring.one)
        num, den = (polynomial.project_to_context(ring.context, places) for polynomial in (form.num, form.den))
        return Form(ring, num, den)

    def shrunk(self, form: Form) -> Form:
        """The same form over no more atoms than it needs."""
        num, den = form.num.degrees(), form.den.degrees()
        ring = self.ring(atom for i, atom in enumerate(form.ring.atoms) if num[i] or den[i])
        if len(ring.atoms) == len(form.ring.atoms):
            return form
        places = {form.ring.place[atom]: i for i, atom in enumerate(ring.atoms)}
        if not places:
            return self.constant(form.number)  # type: ignore[arg-type]
        return Form(ring, *(polynomial.project_to_context(ring.context, places) for polynomial in form[1:]))

    def joined(self, forms: Iterable[Form]) -> list[Form]:
        """The forms in one common ring."""
        forms = list(forms)
        ring = self.ring({atom for form in forms for atom in form.ring.atoms})
        return [self.into(form, ring) for form in forms]

    # --- arithmetic -------------------------------------------------------------------------------------------

    def add(self, x: Form, y: Form) -> Form:
        x, y = self.joined((x, y))
        if x.den == y.den:
            return self._cancelled(x.ring, x.num + y.num, x.den)
        common = self.gcd(x.den, y.den)
        left, right = x.den / common, y.den / common
        num = self._times(x.ring, x.num, right) + self._times(x.ring, y.num, left)
        return self._cancelled(x.ring, num, self._times(x.ring, x.den, right))

    def sub(self, x: Form, y: Form) -> Form:
        return self.add(x, self.scaled(y, -1))

    def scaled(self, x: Form, factor: int | Fraction) -> Form:
        return Form(x.ring, x.num * _fmpq(factor), x.den)

    def mul(self, x: Form, y: Form) -> Form:
        x, y = self.joined((x, y))
        ring = x.ring
        if x.den.is_constant() and y.den.is_constant():
            return self._cancelled(ring, self._times(ring, x.num, y.num), x.den * y.den)
        left, right = self._cancelled(ring, x.num, y.den), self._cancelled(ring, y.num, x.den)
        num, den = self._times(ring, left.num, right.num), self._times(ring, left.den, right.den)
        return self._cancelled(ring, num, den)

    def invert(self, x: Form) -> Form:
        if x.is_zero:
            raise DivisionByZeroError("Division by zero signalled by /.")
        return self._cancelled(x.ring, x.den, x.num)

    def div(self, x: Form, y: Form) -> Form:
        return self.mul(x, self.invert(y))

    def power(self, x: Form, n: int) -> Form:
        """The n-th power: at once where that is one term, else by repeated squaring, reduced at every step."""
        if n < 0:
            return self.power(self.invert(x), -n)
        if len(x.num) <= 1 and len(x.den) <= 1 and not self._has_relation(x):
            if n > MAXIMUM_DEGREE and not (x.num.leading_coefficient() == 1 == x.den.leading_coefficient()):
                raise LimitError(f"equivalent: a power above {MAXIMUM_DEGREE} of a number is not computed")
            return Form(x.ring, x.num**n, x.den**n)
        if n > MAXIMUM_DEGREE:
            raise LimitError(f"equivalent: a power above {MAXIMUM_DEGREE} of a sum is not expanded")
        result = Form(x.ring, x.ring.one, x.ring.one)
        while n:
            if n & 1:
                result = self.mul(result, x)
            n >>= 1
            if n:
                x = self.mul(x, x)
        return result

    def _has_relation(self, x: Form) -> bool:
        return any(x.num.degrees()[i] or x.den.degrees()[i] for i in x.ring.relations)

    def _times(self, ring: Ring, p: Any, q: Any) -> Any:
        self.spend(len(p) * len(q) * (1 + len(ring.atoms) // 8))
        return self.reduced(ring, p * q)

    def reduced(self, ring: Ring, polynomial: Any) -> Any:
        """The polynomial modulo the relations: those of the youngest atoms first, one pass is enough."""
        if not ring.relations:
            return polynomial
        degrees = polynomial.degrees()
        for i in sorted(ring.relations):
            power, value = ring.relations[i]
            if degrees[i] >= power:
                times = degrees[i] // power
                if times > MAXIMUM_DEGREE:
                    raise LimitError(f"equivalent: a power above {MAXIMUM_DEGREE} of a root or a sine is not reduced")
                growth = math.comb(times + len(value) - 1, times) if len(value) > 1 else times
                self.spend(len(polynomial) * growth * (1 + len(ring.atoms) // 8))
                polynomial = divmod(polynomial, ring.generators[i] ** power - value)[1]
                degrees = polynomial.degrees()
        return polynomial

    def gcd(self, p: Any, q: Any) -> Any:
        if p.is_constant() or q.is_constant() or len(p) + len(q) > MAXIMUM_GCD:
            return p.context().constant(1)
        self.spend(10 * (len(p) + len(q)) * p.context().nvars())
        return gcd(p, q)

    def _cancelled(self, ring: Ring, num: Any, den: Any) -> Form:
        """The quotient reduced, without common factors, its denominator with leading coefficient 1."""
        num, den = self.reduced(ring, num), self.reduced(ring, den)
        if den == 0:
            raise DivisionByZeroError("Division by zero signalled by /.")
        if num == 0:
            return Form(ring, num, ring.one)
        common = self.gcd(num, den)
        if not common.is_constant():
            num, den = num / common, den / common
        leading = den.leading_coefficient()
        return Form(ring, num, den) if leading == 1 else Form(ring, num / leading, den / leading)

    # --- unique forms -----------------------------------------------------------------------------------------

    def rationalized(self, form: Form) -> Form:
        """The form with a denominator free of algebraic atoms, but for roots of orders with other factors than 2, 3."""
        ring, num, den = form
        for i in sorted(ring.relations):
            while den.degrees()[i]:
                factor = self._conjugate(ring, den, i)
                if factor is None:
                    break
                below = self._times(ring, den, factor)
                if below == 0:  # a divisor of zero: 1 + |x|/x
                    break
                num, den = self._times(ring, num, factor), below
        return self._cancelled(ring, num, den)

    def _conjugate(self, ring: Ring, polynomial: Any, i: int) -> Any:
        """A factor whose product with the polynomial has lower powers of an algebraic generator, or none."""
        order, _ = ring.relations[i]
        parts = coefficients_of(ring, polynomial, i)
        root = ring.generators[i]
        if len(parts) == 1:
            return root ** (order - next(iter(parts)))
        step = math.gcd(order, *parts)
        steps = order // step
        if steps % 2 == 0:
            return sum(((-1) ** (k // step) * part * root**k for k, part in parts.items()), ring.one * 0)
        if steps == 3:
            a, b, c = (parts.get(k * step, ring.one * 0) for k in range(3))
            r = root**step
            cube = self.reduced(ring, r**3)
            return self.reduced(ring, (a * a - b * c * cube) + (c * c * cube - a * b) * r + (b * b - a * c) * r * r)
        return None

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
        return self.key(Form(ring, polynomial, ring.one))

    def expression(self, ring: Ring, polynomial: Any) -> Any:
        terms = []
        for monomial, coefficient in polynomial.terms():
            number = exact(rational(coefficient))
            factors: list[Any] = [
                atom if power == 1 else application(EXPT, atom, int(power))
                for atom, power in zip(ring.atoms, monomial, strict=False)
                if power
            ]
            if number != 1 or not factors:
                factors.insert(0, number)
            terms.append(factors[0] if len(factors) == 1 else application(TIMES, *factors))
        return terms[0] if len(terms) == 1 else application(PLUS, *terms)


def coefficients_of(ring: Ring, polynomial: Any, i: int) -> dict[int, Any]:
    """The coefficients of the powers of one generator."""
    parts: dict[int, dict[Any, Any]] = {}
    for monomial, coefficient in polynomial.terms():
        exponents = list(map(int, monomial))
        power, exponents[i] = exponents[i], 0
        parts.setdefault(power, {})[tuple(exponents)] = coefficient
    return {power: ring.context.from_dict(terms) for power, terms in sorted(parts.items())}


def divided(form: Form) -> tuple[Form, Form]:
    """A quotient as a polynomial and a proper fraction: without multiples of the leading term below."""
    ring, num, den = form
    if den.is_constant():
        return form, Form(ring, ring.one * 0, ring.one)
    whole, part = divmod(num, den)
    return Form(ring, whole, ring.one), Form(ring, part, den)


def rational(x: Any) -> Fraction:
    """A Fraction from flint's."""
    return Fraction(int(x.p), int(x.q))


def _fmpq(x: int | Fraction) -> Any:
    from flint import fmpq

    return fmpq(x.numerator, x.denominator)
