"""Towers of extensions and the decision form over them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, shown_text
from scmpy.generic.elementary import record_of
from scmpy.generic.numbers import ExactComplex, exact
from scmpy.generic.settings import Limit, temporarily
from scmpy.generic.types import parts_first
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.assumptions import facts_of_values, representative, symmetry
from scmpy.symbolic.ball_arithmetic import applied_function, is_container, squared_under_root
from scmpy.symbolic.canonical import NotFinite, is_arithmetic, of_node
from scmpy.symbolic.expression import (
    HALF_TURN,
    PI,
    Application,
    Expression,
    Head,
    Symbol,
    application,
    numerical,
    symbol,
)
from scmpy.symbolic.printed_form import check_operands, product
from scmpy.symbolic.ring import (
    MAXIMUM_ATOMS,
    MAXIMUM_GCD,
    MAXIMUM_POWER,
    MAXIMUM_WORK,
    RATIONALS,
    Estimates,
    Form,
    Ring,
    exceeds,
    gcd,
    is_constant,
    is_finite,
    refusal,
    terms_of_power,
    to_fraction,
    to_number,
)

# --- tower -----------------------------------------------------------------------------------------------------------
# Towers of rings: the atoms of a comparison, each of which may be algebraic over the ones before it.
#
# Atoms stand in the order of their creation. One that is algebraic has a relation, atom^n = p with a polynomial p in
# earlier atoms: sin^2 = 1 - cos^2, a root's n-th power is what is under it. A decision form is a quotient of
# polynomials over the atoms that it needs, the youngest first, reduced modulo the relations; with a denominator free of
# algebraic atoms it is unique, and so a key. Work is counted: what would cost too much is refused.


#: What it costs, in products of terms, to find the place of an atom in a larger ring.
_COST_OF_PLACE = 8


class Budget:
    """What a verdict may cost, in products of terms: all that is done for it draws from it."""

    def __init__(self, most: int | None = None) -> None:
        self.left = MOST_WORK.value if most is None else most

    def spend(self, amount: int = 0) -> None:
        """Count work; refuse when it is too much."""
        self.left -= amount
        if self.left < 0:
            raise MOST_WORK.refusal("equivalent: the verdict costs")


budget: ContextVar[Budget | None] = ContextVar("budget", default=None)


def budget_in_force() -> Budget:
    """What the verdict in progress may still cost; a whole budget where none is in progress."""
    return budget.get() or Budget()


MOST_WORK = Limit(
    "most-comparison-work",
    60_000_000,
    "What a comparison of values or of systems of equations may cost, counted in products of terms.",
    "products of terms",
)


@contextmanager
def half_of_budget() -> Iterator[None]:
    """While a block runs, it may spend half of what is left, so that what comes after it has something."""
    whole = budget_in_force()
    part = Budget(half := whole.left // 2)
    try:
        with temporarily(budget, part):
            yield
    finally:
        whole.left -= half - part.left


class Work(Estimates):
    """The work of one comparison, in products of terms: it is counted, and refused when it is too much."""

    def __init__(self) -> None:
        self.spent = 0
        self.budget = budget.get()

    def spend(self, amount: int) -> None:
        self.spent += amount
        if self.spent > MAXIMUM_WORK and exceeds(self.spent, MAXIMUM_WORK):
            raise refusal("equivalent: the canonical form costs", MAXIMUM_WORK, "products of terms")
        if self.budget is not None:
            self.budget.spend(amount)

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
        self.work.spend(amount)

    # --- atoms and rings --------------------------------------------------------------------------------------

    def atom(self, node: Expression, power: int = 0, value: Form | None = None) -> Form:
        """The form of an atom; with a power, that power of it is this polynomial, in atoms that are older."""
        if value is not None:
            value = self.shrunk(value)
            self.relation[node] = power, value
            if any(self.order[x] > self.order.get(node, math.inf) for x in value.ring.atoms):
                del self.order[node]
        if node not in self.order:
            self.order[node] = 1 + max(self.order.values(), default=-1)
        ring = self.ring((node,))
        return ring.form(ring.generators[ring.place[node]])

    def constant(self, x: int | Fraction) -> Form:
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
        ring = Ring(atoms, RATIONALS, self.work, unique=True, joined=self.joined)
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
        self.spend((len(form.num) + len(form.den)) * (1 + len(ring.atoms) // 8) + _COST_OF_PLACE * len(ring.atoms))
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
        expression = num if den == 1 else application(Head.OVER, num, den)
        self.meaning.setdefault(expression, self.shrunk(form))
        return expression

    def polynomial_key(self, ring: Ring, polynomial: Any) -> Any:
        return self.key(ring.form(polynomial))

    def expression(self, ring: Ring, polynomial: Any) -> Any:
        """The expression of a polynomial over atoms, not ordered for print."""
        terms = [product(tuple(map(int, m)), to_number(c), ring.atoms) for m, c in polynomial.terms()]
        return terms[0] if len(terms) == 1 else application(Head.PLUS, *terms)


def conjugates(form: Form) -> Iterator[Any]:
    """Factors whose products with the numerator of a form have lower powers of an algebraic generator, for each."""
    ring, num, _ = form
    places = (i for i in sorted(ring.relations) if num.degrees()[i] > 0)
    return (factor for i in places if (factor := _conjugate(ring, num, i)) is not None)


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


# --- symmetry --------------------------------------------------------------------------------------------------------
# Functions of known parity or period: the argument that stands for all of the same value.


def representative_form(tower: Tower, form_of: Callable[[Any], Form], head: Any, u: Form) -> tuple[int, Form]:
    """A sign and an argument with f(u) = sign f(argument), the same for all u that have the same value by symmetry.

    ``form_of`` makes the form of an expression in the tower, of the period say. The sign is 0 where an odd function is
    taken at 0.
    """
    known = symmetry(head)
    if known is None:
        return 1, u
    even_or_odd, length = known
    u = tower.rationalized(u)
    whole = None if length is None else form_of(substitute(length, PI, HALF_TURN))

    def rest(turns: Any) -> Form:
        return u if whole is None or not turns else u - whole * turns

    turns = Fraction(0) if whole is None else _ratio(tower, u, whole)
    flipped, shift = representative(even_or_odd, turns, lambda: _begins_negative(rest(turns)))
    if flipped:
        u = -u
    argument = rest(-shift)
    if even_or_odd < 0 and (argument.is_zero or _is_half(tower, argument, whole)):
        return 0, argument
    return (even_or_odd if flipped else 1), argument


def _ratio(tower: Tower, u: Form, whole: Form) -> Fraction:
    """The multiple of the period by which u has the period's leading term."""
    x, y = tower.joined((u, tower.rationalized(whole)))
    top, bottom = dict((x.num * y.den).terms()), (y.num * x.den).terms()
    monomial, coefficient = next(iter(bottom), (None, 1))
    return to_fraction(top.get(monomial, 0) / coefficient)


def _is_half(tower: Tower, argument: Form, whole: Form | None) -> bool:
    """Is this half a period, where an odd function vanishes too?"""
    return whole is not None and (argument * 2 - whole).is_zero


def _begins_negative(u: Form) -> bool:
    """True of one of u and -u."""
    return bool(u.num and u.num.leading_coefficient() < 0)


# --- certain ---------------------------------------------------------------------------------------------------------
# The decision form: an expression as a form over atoms, by rewrites that hold at every point of the domain.
#
# The domain are the real points where every part of the expression has a finite real value: there sqrt(x) says that x
# is not negative, and log(x) that it is positive. When complex numbers occur, functions have their principal values
# instead, and nothing is concluded from them. :mod:`~scmpy.symbolic.decision.algebraic` writes roots, logarithms and
# absolute values over the irreducible factors of what they are of,
# :mod:`~scmpy.symbolic.decision.transcendental` sines and exponentials over arguments that are linearly independent
# over the rationals. Both may find that their atoms have to
# be finer (x^(1/6) where a square and a cube root meet): then the form is made again.

#: What ends a decision without an answer: it takes too long, or there is no value.
UNSETTLED = (LimitError, NotFinite, DivisionByZeroError, DomainError)

#: The imaginary unit as an atom.
I = application(Head.SQRT, -1)  # noqa: E741

T = TypeVar("T")

#: How often the atoms may turn out to be too coarse.
MAXIMUM_REFINEMENTS = 60


class Refined(Exception):
    """The atoms have to be finer than those in use: start again."""


class Fact(NamedTuple):
    """The sign of a product of factors that are not known to be of one sign: positive, or zero unless strict.

    It is the sign of their product with these squares, and nothing is known where one of those is zero. Without factors
    the product is 1: if that is to be negative, there is no such point.
    """

    sign: int
    factors: tuple[Any, ...]  # keys
    strict: bool
    squares: tuple[Any, ...] = ()  # keys of what is squared


#: The logarithm of what may be negative: it is additive, and nothing else is known of it.
FORMAL_LOG = symbol("formal-log")

#: What an application, and a step of arithmetic, costs in products of terms.
_COST_OF_KERNEL = 4_000
_COST_OF_STEP = 50

Kernel = Callable[..., Form]

#: The form of an application of a head to forms: functions of the engine and the operands.
KERNELS: dict[Any, Kernel] = {}


def kernel_of(*names: str) -> Callable[[Kernel], Kernel]:
    """Decorator: this makes the forms of applications of these heads."""

    def declare(function: Kernel) -> Kernel:
        KERNELS.update((numerical(name), function) for name in names)
        return function

    return declare


class DecisionForm:
    """The decision forms of the expressions of one comparison.

    Premises note the facts that are assumed. Where forms reflect they may have no value at single points, as where a
    sine in a denominator vanishes. By the tangents of half the angles more is seen of signs and of roots, but half a
    turn is no point: without halves a form vanishes where the expression does.
    """

    def __init__(
        self,
        complex_domain: bool = False,
        premises: Callable[[DecisionForm], None] | None = None,
        reflects: bool = True,
        halves: bool = True,
    ) -> None:
        self.complex_domain, self.premises, self.reflects = complex_domain, premises, reflects
        self.halves, self.unhalved = halves, False  # has an angle been left whole of which the half would say more?
        self.tower = Tower()
        self.values: dict[Any, Form] = {}
        self.known_signs: dict[Any, int] = {}  # key of a polynomial -> 1 where it is never negative, -1 never positive
        self.unsigned: set[Any] = set()  # keys whose sign was needed and not known
        self.facts: set[Fact] = set()
        self.nonzero: set[Any] = set()  # keys of polynomials without zeros in the domain
        self.perhaps_zero: set[Any] = set()  # keys that were asked for, and not known to be among them
        self.divisors: list[Form] = []  # what is divided by: it has no zeros there either
        self.critical: dict[Any, Form] = {}  # polynomials whose zeros may bound the domain, or separate its parts
        self.root_orders: dict[Any, int] = {}  # key -> n of the root |p|^(1/n) that is the atom
        self.divisions: dict[Any, int] = {}  # key of a base -> the n of base / n that is the argument of the atom
        self.first_bases: dict[str, list[Any]] = {}  # of exponents, or of angles: those that others are multiples of
        self.half_angles: dict[Any, bool] = {}  # keys of bases whose sine and cosine are written by the half's tangent
        self.angle_of: dict[Any, Any] = {}  # sine or cosine -> key of its base
        self.not_real: set[Expression] = set()  # atoms that may have complex values
        self.originals: dict[Any, Any] = {}  # atom of an application of a literal function -> that application
        self.any_sign: set[Expression] = set()  # exponentials of formal logarithms: powers of what may be negative
        self.bases: dict[str, Any] = {}
        self.arcsines: dict[Any, tuple[Form, Form]] = {}  # arctangent that an arcsine is -> its cosine and sine
        self.circles: dict[Any, tuple[Form, Form]] = {}  # key of an angle -> its cosine and sine

    def form(self, expression: Any) -> Form:
        return self.forms([expression])[0]

    def forms(self, expressions: list[Any]) -> list[Form]:
        return self.settled(lambda: [self.expression_form(expression) for expression in expressions])

    def settled(self, make: Callable[[], T]) -> T:
        """What a function of no arguments makes, called again until the atoms are fine enough."""
        for _ in range(MAXIMUM_REFINEMENTS):
            self.tower.forget()
            for found in (self.values, self.bases, self.arcsines, self.circles, self.unsigned, self.perhaps_zero):
                found.clear()
            self.divisors.clear()
            try:
                if self.premises is not None:
                    self.premises(self)
                return make()
            except Refined:
                continue
        raise LimitError("equivalent: the atoms of the canonical form were refined too often")

    def refine(self, table: dict[Any, Any], key: Any, value: Any) -> None:
        """Note a finer choice of atoms and start again."""
        table[key] = value
        raise Refined

    def note_nonzero(self, keys: set[Any]) -> None:
        """Note polynomials that have no zeros in the domain; start again if that would have been of use."""
        new = keys - self.nonzero
        self.nonzero |= new
        if new & self.perhaps_zero:
            raise Refined

    # --- kernels, innermost first -----------------------------------------------------------------------------

    def expression_form(self, root: Any) -> Form:
        def parts(x: Any) -> Sequence[Any] | None:
            if not isinstance(x, Application) or x in self.values:
                return None
            return x.operands if is_arithmetic(x) else _inner(x)

        for node in parts_first((root,), parts):
            if node not in self.values and not is_arithmetic(node):
                self.values[node] = self._kernel(node)
        return self.evaluate(root)

    def _kernel(self, node: Application) -> Form:
        self.tower.spend(_COST_OF_KERNEL)
        check_operands(node)
        if not self.complex_domain and (inner := squared_under_root(node)) is not None:
            return self.expression_form(application(Head.ABS, inner))
        if is_elementary(node):
            if node.operator in KERNELS:
                return KERNELS[node.operator](self, *map(self.evaluate, node.operands))
            return self.expression_form(_definition(node)(*node.operands))  # type: ignore[misc]
        applied = applied_function(node)
        leaves = list(map(self.evaluate, applied.leaves))
        sign = 1
        if len(leaves) == 1:
            sign, leaves[0] = representative_form(self.tower, self.expression_form, node.operator, leaves[0])
        if not sign:
            return self.tower.constant(0)
        facts = () if applied.orders else facts_of_values(applied.head)
        of_numbers = record_of(node.operator, len(node.operands)) and not any(map(is_container, node.operands))
        is_own = of_numbers or node.operator is FORMAL_LOG  # in a key that is read again
        form = self.opaque(node.operator if is_own else symbol(applied.text, *facts), *leaves)
        self.originals.setdefault(form.ring.atoms[0], application(Head.TIMES, -1, node) if sign < 0 else node)
        return -form if sign < 0 else form

    def shown(self, key: Any) -> Any:
        """A key with the applications of literal functions as they came."""
        return substitute(key, self.originals)

    def shown_form(self, form: Form) -> Any:
        """The expression of a polynomial, with the applications of literal functions as they came."""
        return self.shown(self.tower.expression(form.ring, form.num)) if form.num != 0 else 0

    def note_critical(self, form: Form) -> None:
        """Note a polynomial at whose zeros the expressions may change their behaviour."""
        self.critical[self.tower.key(form)] = self.tower.shrunk(form)

    def argument(self, key: Any) -> Form:
        if not isinstance(key, Expression):
            return self.tower.constant(Fraction(key))
        return self.tower.meaning.get(key) or self.tower.atom(key)

    def parts(self, form: Form) -> tuple[Form, Form]:
        """The real and the imaginary part of a form in real atoms."""
        form = self.tower.rationalized(form)
        place = form.ring.place.get(I)
        parts = {0: form.num} if place is None else form.ring.coefficients(form.num, place)
        zero = form.ring.zero
        return form._replace(num=parts.get(0, zero)), form._replace(num=parts.get(1, zero))

    def opaque(self, head: Expression, *operands: Form, real: bool = True) -> Form:
        """An atom of which nothing is known but that it is a function of its operands."""
        node = application(head, *map(self.tower.key, operands))
        if not (real and all(map(self.is_real, operands))):
            self.not_real.add(node)
        return self.tower.atom(node)

    def is_real(self, form: Form) -> bool:
        return not any(atom is I or atom in self.not_real for atom in form.occurring())

    # --- arithmetic between kernels ---------------------------------------------------------------------------

    def evaluate(self, root: Any) -> Form:
        """The form of an expression whose kernels have their forms."""
        if not isinstance(root, Application):
            return self.leaf(root)
        if root in self.values:
            return self.values[root]
        steps, leaves = self._plan(root)
        self.tower.spend(_COST_OF_STEP * len(steps))
        ring = self.tower.ring({atom for form in leaves.values() for atom in form.ring.atoms})
        values = {leaf: self.tower.into(form, ring) for leaf, form in leaves.items()}
        for node in steps:
            operands = [values[x] for x in _combined(node)]
            if node.operator is Head.OVER:
                self.divisors += operands[1:] or operands
            elif node.operator is Head.EXPT and node.operands[1] < 0:
                self.divisors += operands[:1]
            values[node] = of_node(ring, node, operands)
        self.values[root] = values[root]
        return values[root]

    def _plan(self, root: Any) -> tuple[list[Application], dict[Any, Form]]:
        """The arithmetic nodes below a root, operands first, and the forms they end in."""

        def is_leaf(x: Any) -> bool:
            return not isinstance(x, Application) or x in self.values

        def parts(x: Any) -> Sequence[Any]:
            return () if is_leaf(x) else _combined(x)[::-1]

        steps: list[Application] = []
        leaves: dict[Any, Form] = {}
        for node in parts_first((root,), parts):
            if is_leaf(node):
                leaves[node] = self.leaf(node)
            else:
                steps.append(node)
        return steps, leaves

    def leaf(self, x: Any) -> Form:
        """The form of a number, symbol or kernel."""
        if isinstance(x, Application):
            return self.values[x]
        if isinstance(x, Symbol):
            return self.tower.atom(x)
        if not is_finite(x):
            raise NotFinite(f"{shown_text(x)} is no finite number")
        if isinstance(x, (complex, ExactComplex)):
            real, imaginary = (self.tower.constant(Fraction(part)) for part in (x.real, x.imag))
            return real + imaginary * self.imaginary_unit
        return self.tower.constant(Fraction(x))

    @property
    def imaginary_unit(self) -> Form:
        return self.tower.atom(I, 2, self.tower.constant(-1))


def is_elementary(node: Application) -> bool:
    """Is this an elementary function of scalars whose form is known, or that of its definition by others?"""
    known = node.operator in KERNELS or _definition(node) is not None
    return known and not any(map(is_container, node.operands))


def _definition(node: Application) -> Callable[..., Any] | None:
    record = record_of(node.operator, len(node.operands))
    return None if record is None else record.definition


def _combined(node: Expression) -> tuple[Any, ...]:
    """The operands of an arithmetic node that have forms; an exponent is a number."""
    return node.operands[:1] if node.operator is Head.EXPT else node.operands


def _inner(node: Application) -> Sequence[Any]:
    """The scalars that a kernel is a function of."""
    return node.operands if is_elementary(node) else applied_function(node).leaves
