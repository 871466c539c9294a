"""Canonical form: an expression evaluated in a ring, as a rational function of kernels; their order in print."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from itertools import chain, count
from typing import Any

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.generic import operations as g
from scmpy.generic.functions import memoized
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.types import is_number, parts_first
from scmpy.registry import flint
from scmpy.symbolic.arithmetic import dependent_roots
from scmpy.symbolic.assumptions import Policy, Symmetry, representative, symmetry
from scmpy.symbolic.expression import (
    Application,
    Expression,
    Head,
    Symbol,
    application,
    derivative_orders,
    is_derivative_operator,
    numerical,
)
from scmpy.symbolic.printed_form import (
    RULES,
    build,
    check_operands,
    has_negative_sign,
    in_order,
    is_application,
    kernel,
    multiple_of,
)
from scmpy.symbolic.ring import (
    ESTIMATES,
    NUMBERS,
    RATIONALS,
    Form,
    RationalFunctions,
    Relations,
    Ring,
    factored_by_multiplicity,
    is_constant,
    is_finite,
    most_held,
    polynomials_over,
    to_flint,
    too_many_held,
)

# --- evaluation ------------------------------------------------------------------------------------------------------
# Evaluation: the arithmetic of an expression carried out in a ring, on rational functions of its atoms before all.
#
# Nodes are taken operands first. The terms of sums of sums are added together, pair by pair: no long sum is copied for
# every term.

SUMS, PRODUCTS = {Head.PLUS, Head.MINUS}, {Head.TIMES, Head.OVER}
_ARITHMETIC = SUMS | PRODUCTS


class NotFinite(ArithmeticError):
    """An infinity or NaN among the operands: such an expression has no form."""


def is_arithmetic(node: Any) -> bool:
    """Is this node a sum, difference, product, quotient or whole power?"""
    head = node.operator
    return head in _ARITHMETIC or (head is Head.EXPT and len(node.operands) == 2 and type(node.operands[1]) is int)


def of_node(ring: Any, node: Any, operands: list[Any]) -> Any:
    """The value in a ring of an arithmetic node from those of its operands; of a power, from that of its base."""
    head = node.operator
    if head is Head.TIMES:
        return reduce(ring.mul, operands)
    if head is Head.EXPT:
        return ring.power(operands[0], node.operands[1])
    if len(operands) == 1 and head is not Head.PLUS:
        return ring.negate(operands[0]) if head is Head.MINUS else ring.invert(operands[0])
    if head is Head.PLUS:
        return pair_by_pair(ring.add, operands)
    return reduce(ring.sub if head is Head.MINUS else ring.div, operands)


class Evaluation:
    """The values of arithmetic nodes, added to those of atoms; kernels stand for atoms, or for expressions over them.

    A ring is what has the arithmetic of :class:`~scmpy.symbolic.ring.Ring`. The values that one expression adds have no
    more terms together, by ``terms``, than are held of so many variables; ``held`` are the terms of all.
    """

    def __init__(
        self,
        ring: Any,
        values: dict[Any, Any],
        stands_for: Mapping[Any, Any],
        terms: Callable[[Any], int] = lambda value: 0,
        variables: int = 1,
    ) -> None:
        self.ring = ring
        self.values = values
        self.stands_for = stands_for
        self.terms = terms
        self.most = most_held(variables)
        self.held = 0

    @classmethod
    def over(cls, atoms: Sequence[Expression], stands_for: Mapping[Any, Any]) -> Evaluation:
        """On rational functions; roots of numbers that depend on others have the values of products of those."""
        ring = RationalFunctions(Ring(atoms, NUMBERS))
        values = dict(zip(atoms, ring.free.generators, strict=False))
        found = cls(ring, values, stands_for, ring.terms, len(ring.free.generators))
        for root, factor, others in dependent_roots(atoms):
            values[root] = reduce(ring.mul, map(found._value, others), ring.constant(factor))
        return found

    def of(self, root: Any, steps: Collection[Application]) -> Any:
        """The value of an expression whose arithmetic nodes are these, operands first; those with values keep them."""
        values, ring, instead_of, terms_of = self.values, self.ring, self.stands_for.get, self.terms
        if not values.keys().isdisjoint(steps):
            steps = [node for node in steps if node not in values]
        inner = self._inner_sums(root, steps)
        terms: dict[Any, Sequence[Any]] = {}  # of the inner sums
        most = self.held + self.most
        for node in steps:
            instead = instead_of(node)
            if instead is not None:
                value = self._value(instead)
            else:
                head = node.operator
                operands: Sequence[Any] = node.operands
                if head is Head.EXPT:
                    operands = operands[:1]
                elif inner and head is Head.PLUS:
                    operands = _terms(operands, terms)
                    if node in inner:
                        terms[node] = operands
                        continue
                value = of_node(ring, node, [values[x] if x in values else self._value(x) for x in operands])
            self.held += terms_of(value)
            if self.held > most:
                raise too_many_held(self.most)
            values[node] = value
        return self._value(root)

    def _inner_sums(self, root: Any, steps: Collection[Application]) -> set[Application]:
        """The sums that are terms of one other sum, and of nothing else: their terms are that sum's."""
        sums = {node for node in steps if node.operator is Head.PLUS and node not in self.stands_for}
        terms = [x for node in sums for x in node.operands if x in sums]
        if not terms:
            return set()
        inner = {x for x, often in Counter(terms).items() if often == 1}
        others = [node.operands for node in steps if node not in sums]
        return inner.difference((root, *map(self.stands_for.get, steps)), *others)

    def _value(self, operand: Any) -> Any:
        if isinstance(operand, Expression):
            return self.values[operand]
        if not is_finite(operand):
            raise NotFinite(operand)
        return self.ring.constant(operand)


def _terms(operands: Sequence[Any], terms: dict[Any, Any]) -> Sequence[Any]:
    found: list[Any] = []
    for operand in operands:
        inner = terms.pop(operand, None)
        if inner is None:
            found.append(operand)
        else:
            longer, shorter = (inner, found) if len(inner) > len(found) else (found, inner)
            longer += shorter
            found = longer
    return found


def pair_by_pair(add: Callable[[Any, Any], Any], terms: list[Any]) -> Any:
    while len(terms) > 1:
        terms = [*map(add, terms[::2], terms[1::2]), *terms[len(terms) - len(terms) % 2 :]]
    return terms[0]


# --- power sums ------------------------------------------------------------------------------------------------------
# Does a large expression vanish, whatever its atoms are? It is expanded in a few variables instead of hundreds.
#
# An identity of tensors on literal fields is a polynomial of a small degree h in a thousand atoms: with an exponent for
# each of them, a monomial takes a kilobyte. Let q be a prime above h and above the number of atoms, and put
#
#     t_1^(i mod q) t_2^(i^2 mod q) ... t_h^(i^h mod q)
#
# for the i-th atom. The exponents of a product of atoms are then, modulo q, the first h power sums of their numbers. By
# Newton's identities these determine the elementary symmetric functions of the numbers (k has an inverse for k <= h <
# q), and so the numbers, as the zeros of a polynomial. Different monomials have different images: a polynomial vanishes
# if and only if its image does. Several exponents are the digits of one.
#
# The reciprocal of what is divided by counts as an atom of its own: what vanishes then vanishes all the more.

#: An expression of more arithmetic nodes is worth the question before it is brought to canonical form.
LARGE = 2000

_WORD = 8  # bytes, of an exponent or a coefficient
_BITS = 62  # of the largest exponent
_PRIME = 2**61 - 1


def is_identically_zero(
    root: Any, steps: Collection[Application], atoms: Collection[Expression], stands_for: Mapping[Any, Any]
) -> bool:
    """Is an expression proved to be zero, whatever its atoms are? Its arithmetic nodes are given, operands first.

    Kernels among the nodes stand for expressions. Not proved is also what has too few atoms to gain by it, or divides
    by zero at the point that is looked at first.
    """
    operands = {x for node in steps for x in (*node.operands, stands_for.get(node, 0))}
    if not all(isinstance(x, (int, Fraction, Expression)) for x in operands):
        return False
    ring, degrees = _Degrees(), dict[Any, int].fromkeys(atoms, 1)
    Evaluation(ring, degrees, stands_for).of(root, steps)
    variables, degree = len(atoms) + ring.reciprocals, max(degrees.values(), default=1)
    if degree > 4 * variables or _WORD * (code := _Code(variables, degree)).width > variables:
        return False
    try:
        if ring.reciprocals:  # a divisor that is not zero at a point is not zero
            residues = _Residues()
            point = {atom: residues.constant(pow(3, i, 1_000_003)) for i, atom in enumerate(atoms)}
            if Evaluation(residues, point, stands_for).of(root, steps) != 0:
                return False
        polynomials = _Images(code)
        values = {atom: polynomials.variable() for atom in atoms}
        return bool(Evaluation(polynomials, values, stands_for, len, _WORD * (code.width + 1)).of(root, steps) == 0)
    except (ZeroDivisionError, DivisionByZeroError, LimitError):
        return False


class _Residues:
    """The arithmetic of rational numbers modulo a large prime, and what the others make of it.

    What is not zero modulo a prime is not zero; numbers stay small, however often they are multiplied.
    """

    add: Any = staticmethod(operator.add)
    sub: Any = staticmethod(operator.sub)
    mul: Any = staticmethod(operator.mul)
    negate: Any = staticmethod(operator.neg)

    def constant(self, x: Any) -> Any:
        return flint.nmod(x.numerator, _PRIME) / flint.nmod(x.denominator, _PRIME)

    def invert(self, x: Any) -> Any:
        return 1 / x

    def div(self, x: Any, y: Any) -> Any:
        return self.mul(x, self.invert(y))

    def power(self, x: Any, n: int) -> Any:
        return x**n if n >= 0 else self.power(self.invert(x), -n)


class _Degrees(_Residues):
    """Bounds of the degrees of polynomials; how many reciprocals there may be."""

    def __init__(self) -> None:
        self.reciprocals = 0

    add = sub = staticmethod(max)
    mul = staticmethod(operator.add)

    def constant(self, x: Any) -> int:
        return 0

    def negate(self, x: int) -> int:
        return x

    def invert(self, x: int) -> int:
        self.reciprocals += x > 0
        return min(x, 1)

    def power(self, x: int, n: int) -> int:
        return x * n if n >= 0 else self.invert(x) * -n


class _Images(_Residues):
    """The images of polynomials, within the limits; what is divided by is given a variable."""

    def __init__(self, code: _Code) -> None:
        self.context, *_ = polynomials_over(code.width, RATIONALS)
        self.images = map(code.exponents, count(1))
        self.reciprocals: dict[Any, Any] = {}

    def variable(self) -> Any:
        return self.context.term(exp_vec=next(self.images))

    def constant(self, x: Any) -> Any:
        return self.context.constant(to_flint(x))

    def mul(self, x: Any, y: Any) -> Any:
        ESTIMATES.product(x, y)
        return x * y

    def invert(self, x: Any) -> Any:
        if x.is_constant():
            return self.context.constant(1 / x.leading_coefficient())
        terms = tuple(x.terms())
        if terms not in self.reciprocals:
            self.reciprocals[terms] = self.variable()
        return self.reciprocals[terms]

    def power(self, x: Any, n: int) -> Any:
        if n > 1:
            ESTIMATES.power(x, n)
        return super().power(x, n)


class _Code:
    """The exponents of the images of so many variables, such that different products of so many of them differ."""

    def __init__(self, variables: int, degree: int) -> None:
        self.degree = degree
        self.prime = next(q for q in count(max(variables, degree) + 1) if flint.fmpz(q).is_prime())
        self.base = degree * (self.prime - 1) + 1
        self.digits = max(1, _BITS // self.base.bit_length())
        self.width = -(-degree // self.digits)

    def exponents(self, i: int) -> tuple[int, ...]:
        powers = [pow(i, k + 1, self.prime) for k in range(self.degree)]
        parts = (powers[k : k + self.digits] for k in range(0, self.degree, self.digits))
        return tuple([sum(power * self.base**d for d, power in enumerate(part)) for part in parts])


# --- canonical -------------------------------------------------------------------------------------------------------
# Canonical form: an expression as a rational function of kernels, one expression at a time.
#
# A kernel is everything that is not a polynomial combination: ``(sin x)``, ``(sqrt u)``, ``((D f) t)``. Kernels whose
# arguments have the same canonical form are one node, an *atom*. The arguments are brought to canonical form first
# (inside out, without recursion); the rules of :mod:`scmpy.symbolic.printed_form` then give the atoms that a kernel
# stands for. Polynomials are over the atoms of the expression at hand alone. Relations between atoms, as
# sin^2 + cos^2 = 1 and sqrt(u)^2 = u, are applied by :meth:`Canonicalizer.reduce`.

#: Functions whose square and that of another one add up to 1: powers of the first are written by the other.
COFUNCTIONS = {Head.SIN: Head.COS, numerical("jacobi-sn"): numerical("jacobi-cn")}

#: The same of what is one less than the square of the other. The original leaves these squares, and so does what is
#: printed, but for zeros.
HYPERBOLIC = {Head.SINH: Head.COSH}

#: So many evaluations, of so many terms each, are kept for the expressions that follow.
MOST_EVALUATIONS, MOST_KEPT = 16, 100_000


def _cofunction(atom: Expression) -> Expression:
    return application((COFUNCTIONS | HYPERBOLIC)[atom.operator], *atom.operands)


def _square_of_sine(atom: Expression, ring: Ring) -> Any:
    square = ring.generators[ring.place[_cofunction(atom)]] ** 2
    return square - 1 if atom.operator in HYPERBOLIC else 1 - square


class Canonicalizer:
    """The canonical forms of the expressions of one simplification, which share their atoms."""

    def __init__(self, policy: Policy, kernel_rule: Callable[[Any, tuple[Any, ...]], Any] | None = None) -> None:
        self.policy = policy
        self.sines = {*COFUNCTIONS, *HYPERBOLIC} if policy.careful else {*COFUNCTIONS}
        self.roots = (Head.SQRT, Head.ABS, Head.EXPT) if policy.careful else (Head.SQRT, Head.ABS)
        self.kernel_rule = kernel_rule or partial(kernel, policy)
        self.value: dict[Any, Any] = {}  # kernel as it came -> expression over atoms
        self.signs: dict[Expression, set[bool]] = {}  # sine or cosine -> whether its angle came with a minus
        self.regions: dict[Application, Region] = {}  # arithmetic visited and not yet evaluated
        self.canonical_of: dict[Any, Any] = {}  # expression -> its canonical form as an expression
        self.derivatives: dict[Any, Any] = {}  # product of derivatives of a function that a symbol names -> canonical
        self.forms: dict[Any, Form] = {}  # canonical form as an expression -> as a rational function
        self.creation: dict[Expression, int] = {}  # atoms in order of creation, inner ones first
        self.encounter: dict[Expression, int] = {}  # atoms in the order in which input mentions them
        self.evaluations: dict[tuple[Expression, ...], Evaluation] = {}  # over these atoms, the last few

    # --- kernels to atoms -------------------------------------------------------------------------------------

    def visit(self, root: Any) -> None:
        """Find the atoms of every kernel of an expression, innermost first, in the order of the original.

        That is from left to right, but in a sum what is added comes before what is subtracted, and in a product what
        is multiplied by before what is divided by.
        """
        stack: list[Any] = [root] if isinstance(root, Application) else []
        values, encounter, derivatives = self.value, self.encounter, self.derivatives
        while stack:
            node = stack.pop()
            ready = node is None  # all that is inside of the one that lies below
            if ready:
                node = stack.pop()
            value = values.get(node)
            if value is not None:
                if value is node and node not in encounter:
                    self.mention(node)
            elif ready:
                values[node] = self._atomic(node)
            elif node in self.canonical_of:
                pass
            elif is_arithmetic(node):
                region = self.regions[node] = Region(node)
                stack += [kernel for kernel in reversed(region.kernels) if kernel not in encounter]
            else:
                head, operands = node.operator, node.operands
                stack += (node, None)
                for x in operands if head is Head.UP or head is Head.DOWN else reversed(operands):
                    if type(x) is Application and x not in encounter:
                        stack.append(x)
                if type(head) is Application and head not in encounter:
                    if head.operator in derivatives and type(head.operands[0]) is Symbol:
                        values[head] = known = application(derivatives[head.operator], head.operands[0])
                        self.mention(known)
                    else:
                        stack.append(head)

    def _atomic(self, node: Application) -> Any:
        head, creation = node.operator, self.creation
        operands = tuple([x if x in creation else self.canonical(x) for x in node.operands])
        if type(head) is Application:
            if self.policy.switches.commute_partials_simplify:
                head = self.canonical(head)
            if type(head) is Application:
                return self._without_rule(node, head, operands)
        check_operands(node)
        if head in (Head.SIN, Head.COS):
            if has_negative_sign(operands[0]):
                return self._at_opposite(head, operands[0])
            self.signs.setdefault(application(head, *operands), set()).add(False)
        if len(operands) == 1 and head not in RULES:
            known = symmetry(head)
            if known is not None:
                return self._symmetric(head, known, operands[0])
        if self.policy.careful and head is Head.EXPT and is_power_of_root(operands[1]):
            root = g.expt(operands[0], Fraction(1, operands[1].denominator))
            return self._visited(g.expt(root, operands[1].numerator))
        apart = operands
        if head is Head.SQRT and self.policy.switches.sqrt_expt_simplify and not self.policy.careful:
            apart = (self._squares_apart(node.operands[0], operands[0]),)
        result = self.kernel_rule(head, apart)
        if isinstance(result, Application):
            if result.operator is head and result.operands == apart:
                result = result if apart is operands else application(head, *operands)
                self.mention(result)
            else:
                self.visit(result)
        return result

    def _without_rule(self, node: Application, head: Application, operands: tuple[Any, ...]) -> Any:
        """A derivative, or the value of one; the value of what is a function by being declared as one."""
        if len(operands) == 1:
            if type(operands[0]) is Symbol and is_derivative_operator(node.operator):
                self.derivatives[node.operator] = head
            elif (known := symmetry(head)) is not None:
                return self._symmetric(head, known, operands[0])
        result = node if head is node.operator and operands == node.operands else application(head, *operands)
        self.mention(result)
        return result

    def _at_opposite(self, head: Any, angle: Any) -> Any:
        """The sine or cosine of an angle that comes with a minus, by that of the opposite angle."""
        atom = application(head, self._negated(angle))
        signs = self.signs.get(atom, set())
        self.visit(atom)
        self.signs[atom] = signs | {True}
        return self.value[atom] if head is Head.COS else self._visited(g.negate(self.value[atom]))

    def _symmetric(self, head: Any, known: Symmetry, operand: Any) -> Any:
        """A function of known parity or period, at the one argument that stands for all of the same value."""
        even_or_odd, length = known
        turns = Fraction(0) if length is None else multiple_of(operand, self.canonical(self._visited(length)))

        def rest() -> Any:
            return self.canonical(self._visited(g.sub(operand, g.mul(turns, length)))) if turns else operand

        flipped, shift = representative(even_or_odd, turns, lambda: has_negative_sign(rest()))
        if flipped:
            operand = self._negated(operand)
        if shift:
            operand = self.canonical(self._visited(g.add(operand, g.mul(shift, length))))
        if even_or_odd < 0 and (operand == 0 or (turns and rest() == 0)):
            return 0
        result = application(head, operand)
        self.mention(result)
        return self._visited(g.negate(result)) if flipped and even_or_odd < 0 else result

    def _visited(self, expression: Any) -> Any:
        self.visit(expression)
        return expression

    def _negated(self, operand: Any) -> Any:
        return self.canonical(self._visited(g.negate(operand)))

    def mention(self, atom: Expression) -> None:
        if atom not in self.creation:
            self.create(atom)
        self.encounter.setdefault(atom, len(self.encounter))

    def create(self, atom: Expression) -> None:
        """Give an atom its place among the atoms; a sine comes after its cosine, a root after what is under it."""
        if atom not in self.creation:
            if atom.operator in self.sines:
                self.create(_cofunction(atom))
            self.creation[atom] = len(self.creation)
            self.value[atom] = atom

    def canonical(self, expression: Any) -> Any:
        """The canonical form of a visited expression, as an expression to be used as an operand."""
        if not isinstance(expression, Application):
            return expression
        value = self.value.get(expression, expression)
        if value in self.creation or not isinstance(value, Application):
            return value
        found = self.canonical_of.get(expression)
        if found is None:
            form = _form_of_derivatives(expression) if is_derivative_operator(expression) else None
            if form is not None:
                found = _derivatives_in_order(expression, *self.internal_order(form.atoms))
            else:
                form = self.reduce(self.evaluate(expression))
                found = build(form, self.internal_order(form.atoms), {})
            self.canonical_of[expression] = self.canonical_of.setdefault(found, found)
            if isinstance(found, Application):
                self.forms.setdefault(found, form)
        return found

    def _squares_apart(self, given: Any, under: Any) -> Any:
        """What is under a root, with repeated factors as powers: of a product as given, of a sum in canonical form.

        A quotient has whole coefficients: the root of (1 + x)/(2 y) is that of 1 + x over those of 2 and y.
        """
        form = self.forms.get(under)
        if form is None or (not is_application(under, Head.PLUS) and not is_application(under, Head.OVER)):
            return under
        before = self.evaluate(given)
        before = before.ring.modulo().cancelled(before.num, before.den)
        if len(before.num) == len(before.den) == 1:
            return self._whole(before)
        if Head.OVER in (given.operator, under.operator):
            under = self._whole(form)
        parts = [self._factored(form, polynomial) for polynomial in (form.num, form.den)]
        return under if None in parts else g.div(*parts)

    def _whole(self, form: Form) -> Any:
        return build(form, self.internal_order(form.atoms), {}, divide_numbers=False)

    def _factored(self, form: Form, polynomial: Any) -> Any:
        if is_constant(polynomial):
            return self._expression(form, polynomial)
        try:
            constant, factors = factored_by_multiplicity(polynomial)
        except LimitError:
            return None
        if all(power == 1 for _, power in factors):
            return None if len(polynomial) > 1 else self._expression(form, polynomial)
        powers = [] if constant == 1 else [self._expression(form, form.ring.context.constant(constant))]
        powers += [
            g.expt(self._expression(form, _of_sign(form, factor, power)), int(power)) for factor, power in factors
        ]
        return powers[0] if len(powers) == 1 else application(Head.TIMES, *powers)

    def _expression(self, form: Form, polynomial: Any) -> Any:
        return build(form.ring.form(polynomial), self.internal_order(form.atoms), {})

    # --- rational functions -----------------------------------------------------------------------------------

    def evaluate(self, root: Any) -> Form:
        """The rational function of a visited expression, relations between atoms not yet applied."""
        steps, mentioned = self._plan(root)
        atoms = self._closed(mentioned, roots=False)
        if len(steps) > LARGE and is_identically_zero(root, steps, mentioned, self.value):
            return self._zero(atoms)
        try:
            form = self._rational(root, steps, atoms)
        except LimitError:
            if len(steps) > LARGE or not is_identically_zero(root, steps, mentioned, self.value):
                raise
            return self._zero(atoms)
        if self._roots_matter(form):
            form = self._rational(root, steps, self._closed(mentioned, roots=True))
        return form

    def _rational(self, root: Any, steps: list[Application], atoms: tuple[Expression, ...]) -> Form:
        evaluation = self.evaluations.get(atoms)
        if evaluation is None or evaluation.held > MOST_KEPT:
            if len(self.evaluations) == MOST_EVALUATIONS:
                self.evaluations.clear()
            evaluation = self.evaluations[atoms] = Evaluation.over(atoms, self.value)
        return evaluation.ring.form(evaluation.of(root, steps))  # type: ignore[no-any-return]

    @staticmethod
    def _zero(atoms: tuple[Expression, ...]) -> Form:
        return Ring(atoms, NUMBERS).constant(0)

    def _roots_matter(self, form: Form) -> bool:
        roots = [i for i, atom in enumerate(form.atoms) if atom.operator in self.roots]
        if not roots:
            return False
        degrees = form.num.degrees()
        return not form.is_polynomial or any(degrees[i] > 1 for i in roots)

    def _plan(self, root: Any) -> tuple[list[Application], set[Expression]]:
        """The nodes whose values make up that of an expression, operands first, and the atoms that they begin with."""
        if not isinstance(root, Application):
            return [], {root} if isinstance(root, Symbol) else set()
        steps: list[Application] = []
        region = self.regions.pop(root, None) or Region(root)
        atoms: set[Expression] = {*region.symbols}
        for atom in region.kernels:
            value = self.value[atom]
            if value is atom:
                atoms.add(atom)
            else:
                before, inner = self._plan(value)
                steps += (*before, atom)
                atoms |= inner
        return [*dict.fromkeys((*steps, *region.steps))] if steps else region.steps, atoms

    def _closed(self, mentioned: set[Expression], roots: bool) -> tuple[Expression, ...]:
        def related(atom: Expression) -> tuple[Expression, ...]:
            return self._related(atom) if roots or atom.operator in self.sines else ()

        atoms = set(parts_first(list(mentioned), related))
        kernels = sorted((a for a in atoms if isinstance(a, Application)), key=self.creation.__getitem__, reverse=True)
        names = sorted((a for a in atoms if isinstance(a, Symbol)), key=lambda a: a.rank)
        return (*kernels, *names)

    def _related(self, atom: Expression) -> tuple[Expression, ...]:
        if atom.operator in self.sines:
            return (_cofunction(atom),)
        if atom.operator in self.roots:
            under = atom.operands[0]
            form = self.forms.get(under)
            if form is not None:
                return form.atoms
            return (under,) if isinstance(under, Expression) else ()
        return ()

    def reduce(self, form: Form) -> Form:
        """The form with the relations between its atoms applied."""
        ring = form.ring
        relations: Relations = {}
        roots = self._roots_matter(form)
        for i, atom in enumerate(ring.atoms):
            if atom.operator in self.sines:
                relations[i] = 2, _square_of_sine(atom, ring)
            elif roots and atom.operator in self.roots and (degree := self._degree(atom)):
                under = self._polynomial(atom.operands[0], ring.atoms)
                if under is not None:
                    relations[i] = degree, under if atom.operator is not Head.ABS else under**2
        if self._is_hyperbolic_zero(form, relations):
            return self._zero(form.atoms)
        quotient_ring = ring.modulo(relations)
        return self._without_roots(quotient_ring.settled(form), quotient_ring, relations)

    def _is_hyperbolic_zero(self, form: Form, relations: Relations) -> bool:
        """Is a form zero because of hyperbolic functions, whose squares are printed as they are?"""
        if self.policy.careful:
            return False
        ring, more = form.ring, {}
        for sine in (atom for atom in ring.atoms if atom.operator in HYPERBOLIC and _cofunction(atom) in ring.place):
            first, last = sorted((ring.place[sine], ring.place[_cofunction(sine)]))
            more[first] = 2, ring.generators[last] ** 2 + (-1 if first == ring.place[sine] else 1)
        return bool(more) and ring.modulo(relations | more).settled(form).is_zero

    def with_sines(self, form: Form) -> Form:
        """The form with sin^2 for factors 1 - cos^2, sinh^2 for cosh^2 - 1, where a sine is an atom: it may cancel."""
        ring = form.ring
        for sine, atom in zip(ring.generators, ring.atoms, strict=False):
            if atom.operator in self.sines:
                index, square = ring.place[_cofunction(atom)], _square_of_sine(atom, ring)
                num, den = (_with_factor(p, index, square, sine**2) for p in (form.num, form.den))
                if num != form.num or den != form.den:
                    form = ring.cancelled(num, den)
        return form

    def _degree(self, atom: Expression) -> int:
        """Of which degree an atom is a root of what is in it; 0 if it is none, as the size of a complex number."""
        if atom.operator is Head.ABS:
            return 2 * self.policy.grants("real", atom.operands[0], "abs(u)^2 = u^2")
        if atom.operator is Head.EXPT:
            return atom.operands[1].denominator if isinstance(atom.operands[1], Fraction) else 0
        return 2

    def _polynomial(self, under: Any, atoms: tuple[Expression, ...]) -> Any:
        steps = [] if under in atoms else self._plan(under)[0]
        form = self._rational(under, steps, atoms)
        return form.num if form.is_polynomial else None

    @staticmethod
    def _without_roots(form: Form, quotient_ring: Ring, relations: Relations) -> Form:
        """u / sqrt(u) = sqrt(u), sqrt(u) / u = 1 / sqrt(u): cancel roots between numerator and denominator."""
        for i, (_, under) in relations.items():
            ring, num, den = form
            if form.is_polynomial:
                return form
            if ring.atoms[i].operator is not Head.SQRT or is_constant(under):
                continue
            root = ring.generators[i]
            for top, bottom, upside_down in ((num, den, False), (den, num, True)):
                rest, left = divmod(bottom, root)
                part, remainder = divmod(top, under)
                if left == 0 and remainder == 0 and rest != 0 and part != 0:
                    pair = (rest, part * root) if upside_down else (part * root, rest)
                    _, num, den = quotient_ring.cancelled(*pair)
                    form = Form(ring, num, den)
                    break
        return form

    def internal_order(self, atoms: tuple[Expression, ...]) -> list[int]:
        """The generators in an order that no later atom changes: equal forms must be equal expressions."""
        return in_order(atoms, self.creation.__getitem__)

    def order(self, atoms: tuple[Expression, ...]) -> list[int]:
        """The generators in the order of the original's first pass: symbols by name, kernels as encountered."""
        last = len(self.encounter)
        return in_order(atoms, lambda atom: self.encounter.get(atom, last + self.creation[atom]))


@memoized(1000)
def _form_of_derivatives(operator: Any) -> Form | None:
    """The form of a product of derivatives, the same in every simplification; None if a place of one is no number."""
    if not all(map(is_number, chain(*(path for path, _ in derivative_orders(operator))))):
        return None
    canonicalizer = Canonicalizer(Policy())
    canonicalizer.visit(operator)
    return canonicalizer.reduce(canonicalizer.evaluate(operator))


@memoized(1000)
def _derivatives_in_order(operator: Any, *order: int) -> Any:
    """The expression of a product of derivatives, the factors in this order."""
    form = _form_of_derivatives(operator)
    assert form is not None
    return build(form, list(order), {})


class Region:
    """The arithmetic of an expression, as far as the kernels: its nodes, operands first, and what it is made of.

    The kernels are in the order of the original: see :meth:`Canonicalizer.visit`.
    """

    __slots__ = ("kernels", "steps", "symbols")

    def __init__(self, root: Application) -> None:
        self.steps: list[Application] = []
        self.kernels: list[Application] = []
        self.symbols: set[Symbol] = set()
        done: set[Application | None] = {None}
        stack: list[Any] = [root]
        while stack:
            node = stack.pop()
            if type(node) is list:  # the nodes of a sum or product, whose operands are done
                for x in node:
                    if x not in done:
                        done.add(x)
                        self.steps.append(x)
            elif node in done:
                pass
            elif node.operator not in _ARITHMETIC and not is_arithmetic(node):
                done.add(node)
                self.kernels.append(node)
            elif self._is_of_atoms(node, done):
                done.add(node)
                self.steps.append(node)
            elif node.operator is Head.EXPT:
                stack += [node], node.operands[0]
            else:
                stack += self._cluster(node, done)

    def _is_of_atoms(self, node: Application, done: set[Application | None]) -> bool:
        """Are the operands of a sum, product or power done, after the kernels among the first ones?"""
        if node.operator is Head.MINUS or node.operator is Head.OVER:
            return False
        for x in node.operands:
            if type(x) is Application:
                if x not in done:
                    if x.operator in _ARITHMETIC or x.operator is Head.EXPT:
                        return False
                    done.add(x)
                    self.kernels.append(x)
            elif type(x) is Symbol:
                self.symbols.add(x)
        return True

    def _cluster(self, root: Application, done: set[Application | None]) -> list[Any]:
        """What is to be done of a sum of sums, or a product of products, on a stack: the first thing last.

        The nodes that belong to it come at the bottom, as one list with operands first, below the terms that are
        subtracted and those that are added, in the order in which they stand.
        """
        family = SUMS if root.operator in SUMS else PRODUCTS
        nodes: list[Application | None] = []
        added: list[Application] = []
        subtracted: list[Application] = []
        entered: set[Any] = set()
        path: list[tuple[Application | None, bool, Collection[Any], Iterator[Any]]] = []  # with operands still to come
        begun: Application | None = root
        negative = False
        while path or begun is not None:
            if begun is not None:
                node: Application | None = begun
                operands = begun.operands
                inner: Collection[Any] = family if len(operands) > 1 else ()  # an only operand is a term in any case
                if begun.operator is Head.MINUS or begun.operator is Head.OVER:
                    if inner:
                        path.append((node, not negative, family, iter(operands[1:])))
                        node, operands = None, operands[:1]
                    else:
                        negative = not negative
                todo, begun = iter(operands), None
            else:
                node, negative, inner, todo = path.pop()
            for x in todo:
                if type(x) is Application:
                    if x in done:
                        continue
                    head = x.operator
                    if head in inner:
                        key = (x, negative) if negative else x
                        if key not in entered:
                            entered.add(key)
                            path.append((node, negative, inner, todo))
                            begun = x
                            break
                    elif negative != (head is Head.EXPT and family is PRODUCTS and _is_quotient(x)):
                        subtracted.append(x)
                    else:
                        added.append(x)
                elif type(x) is Symbol:
                    self.symbols.add(x)
            else:
                nodes.append(node)
        return [nodes, *reversed(subtracted), *reversed(added)]


def _is_quotient(power: Application) -> bool:
    exponent = power.operands[1]
    return is_number(exponent) and not isinstance(exponent, (complex, ExactComplex)) and exponent < 0


def is_power_of_root(exponent: Any) -> bool:
    return isinstance(exponent, Fraction) and exponent.denominator > 1 and exponent.numerator != 1


def _with_factor(polynomial: Any, index: int, factor: Any, instead: Any) -> Any:
    power = 0
    while polynomial.degrees()[index] > 1:
        quotient, rest = divmod(polynomial, factor)
        if rest != 0:
            break
        polynomial, power = quotient, power + 1
    return polynomial * instead**power if power else polynomial


def _of_sign(form: Form, factor: Any, power: Any) -> Any:
    """A factor; of an even power the one of both signs that is positive at cos = sin = 0, such as 1 - cos^2."""
    if int(power) % 2:
        return factor
    rest = [int(atom.operator not in (Head.SIN, Head.COS)) for atom in form.atoms]
    return -factor if factor(*rest, *[0] * (len(form.ring.generators) - len(rest))) < 0 else factor
