"""An expression evaluated in a ring; zero tests of large ones in a few variables."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from itertools import count
from typing import Any

from scmpy.errors import DivisionByZeroError, LimitError
from scmpy.symbolic.arithmetic import dependent_roots
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Application, Expression
from scmpy.symbolic.ring import (
    ESTIMATES,
    NUMBERS,
    RATIONALS,
    Ring,
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

SUMS, PRODUCTS = {PLUS, MINUS}, {TIMES, OVER}
_ARITHMETIC = SUMS | PRODUCTS


class NotFinite(ArithmeticError):
    """An infinity or NaN among the operands: such an expression has no form."""


def is_arithmetic(node: Any) -> bool:
    """Is this node a sum, difference, product, quotient or whole power?"""
    head = node.operator
    return head in _ARITHMETIC or (head is EXPT and len(node.operands) == 2 and type(node.operands[1]) is int)


def of_node(ring: Any, node: Any, operands: list[Any]) -> Any:
    """The value in a ring of an arithmetic node from those of its operands; of a power, from that of its base."""
    head = node.operator
    if head is EXPT:
        return ring.power(operands[0], node.operands[1])
    if len(operands) == 1 and head is not TIMES and head is not PLUS:
        return ring.negate(operands[0]) if head is MINUS else ring.invert(operands[0])
    if head is PLUS:
        return _sum(ring, operands)
    return reduce(ring.mul if head is TIMES else ring.sub if head is MINUS else ring.div, operands)


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
        ring = Ring(atoms, NUMBERS)
        forms = dict(zip(atoms, map(ring.form, ring.generators), strict=False))
        found = cls(ring, forms, stands_for, lambda form: len(form[1]) + len(form[2]) - 1, len(ring.generators))
        for root, factor, others in dependent_roots(atoms):
            forms[root] = reduce(ring.mul, map(found._value, others), ring.constant(factor))
        return found

    def of(self, root: Any, steps: Iterable[Application]) -> Any:
        """The value of an expression whose arithmetic nodes are these, operands first; those with values keep them."""
        steps = [node for node in steps if node not in self.values]
        inner = self._inner_sums(root, steps)
        terms: dict[Any, list[Any]] = {}  # of the inner sums
        most = self.held + self.most
        for node in steps:
            instead = self.stands_for.get(node)
            if instead is not None:
                value = self._value(instead)
            elif node.operator is PLUS:
                found = _terms(node, terms)
                if node in inner:
                    terms[node] = found
                    continue
                value = _sum(self.ring, list(map(self._value, found)))
            else:
                operands = node.operands[:1] if node.operator is EXPT else node.operands
                value = of_node(self.ring, node, list(map(self._value, operands)))
            self.held += self.terms(value)
            if self.held > most:
                raise too_many_held(self.most)
            self.values[node] = value
        return self._value(root)

    def _inner_sums(self, root: Any, steps: list[Application]) -> set[Application]:
        """The sums that are terms of one other sum, and of nothing else: their terms are that sum's."""
        inner: set[Application] = set()
        used: set[Any] = {root, *map(self.stands_for.get, steps)}
        for node in steps:
            is_sum = node.operator is PLUS and node not in self.stands_for
            for operand in node.operands:
                if isinstance(operand, Application) and operand.operator is PLUS:
                    if is_sum and operand not in used and operand not in self.stands_for:
                        inner.add(operand)
                    else:
                        inner.discard(operand)
                    used.add(operand)
        return inner

    def _value(self, operand: Any) -> Any:
        if isinstance(operand, Expression):
            return self.values[operand]
        if not is_finite(operand):
            raise NotFinite(operand)
        return self.ring.constant(operand)


def _terms(node: Application, terms: dict[Any, list[Any]]) -> list[Any]:
    found: list[Any] = []
    for operand in node.operands:
        inner = terms.pop(operand, None) if isinstance(operand, Application) else None
        if inner is None:
            found.append(operand)
        else:
            longer, shorter = (inner, found) if len(inner) > len(found) else (found, inner)
            longer += shorter
            found = longer
    return found


def _sum(ring: Any, terms: list[Any]) -> Any:
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [ring.add(x, y) for x, y in zip(terms[::2], terms[1::2], strict=False)] + odd
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
        from flint import nmod

        return nmod(x.numerator, _PRIME) / nmod(x.denominator, _PRIME)

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
        from flint import fmpz

        self.degree = degree
        self.prime = next(q for q in count(max(variables, degree) + 1) if fmpz(q).is_prime())
        self.base = degree * (self.prime - 1) + 1
        self.digits = max(1, _BITS // self.base.bit_length())
        self.width = -(-degree // self.digits)

    def exponents(self, i: int) -> tuple[int, ...]:
        powers = [pow(i, k + 1, self.prime) for k in range(self.degree)]
        parts = (powers[k : k + self.digits] for k in range(0, self.degree, self.digits))
        return tuple([sum(power * self.base**d for d, power in enumerate(part)) for part in parts])
