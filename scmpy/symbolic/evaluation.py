"""Evaluation: the arithmetic of an expression carried out on rational functions of its atoms.

Nodes are taken operands first. The terms of sums of sums are added together, pair by pair: no long sum is copied for
every term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from scmpy.symbolic.domains import NUMBERS, is_finite
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Application, Expression
from scmpy.symbolic.limits import Holding
from scmpy.symbolic.ring import Form, Ring
from scmpy.symbolic.roots_of_numbers import dependent_roots

SUMS, PRODUCTS = {PLUS, MINUS}, {TIMES, OVER}
_ARITHMETIC = SUMS | PRODUCTS


class NotFinite(ArithmeticError):
    """An infinity or NaN among the operands: such an expression has no form."""


def is_arithmetic(node: Any) -> bool:
    """Is this node a sum, difference, product, quotient or whole power?"""
    head = node.operator
    return head in _ARITHMETIC or (head is EXPT and len(node.operands) == 2 and type(node.operands[1]) is int)


def of_node(ring: Ring, node: Any, operands: list[Form]) -> Form:
    """The value of an arithmetic node from those of its operands; of a power, from that of its base."""
    head = node.operator
    if head is EXPT:
        return ring.power(operands[0], node.operands[1])
    if len(operands) == 1 and head is not TIMES and head is not PLUS:
        return ring.negate(operands[0]) if head is MINUS else ring.invert(operands[0])
    combine = ring.add if head is PLUS else ring.mul if head is TIMES else ring.sub if head is MINUS else ring.div
    return reduce(combine, operands)


class Evaluation:
    """The values of arithmetic nodes over these atoms; kernels stand for atoms, or for expressions over them.

    Roots of numbers that depend on others have the values of products of those.
    """

    def __init__(self, atoms: Sequence[Expression], stands_for: Mapping[Any, Any]) -> None:
        self.ring = Ring(atoms, NUMBERS)
        self.stands_for = stands_for
        generators = zip(atoms, self.ring.generators, strict=False)
        self.values = {atom: Form(self.ring, generator, self.ring.one) for atom, generator in generators}
        for root, factor, others in dependent_roots(atoms):
            self.values[root] = reduce(self.ring.mul, map(self._value, others), self.ring.constant(factor))
        self.holding = Holding(len(self.ring.generators))

    def of(self, root: Any, steps: Iterable[Application]) -> Form:
        """The value of an expression whose arithmetic nodes are these, operands first."""
        steps = list(steps)
        inner = self._inner_sums(root, steps)
        terms: dict[Any, list[Any]] = {}  # of the inner sums
        for node in steps:
            if node.operator is PLUS and node not in self.stands_for:
                found = _terms(node, terms)
                if node in inner:
                    terms[node] = found
                    continue
                value = _sum(self.ring, list(map(self._value, found)))
            else:
                value = self._combined(node)
            self.holding.hold(value.num, value.den)
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

    def _value(self, operand: Any) -> Form:
        if isinstance(operand, Expression):
            return self.values[operand]
        if not is_finite(operand):
            raise NotFinite(operand)
        return self.ring.constant(operand)

    def _combined(self, node: Application) -> Form:
        """The value of a node that is no sum, or of a kernel that stands for an expression."""
        value = self.stands_for.get(node)
        if value is not None:
            return self._value(value)
        operands = node.operands[:1] if node.operator is EXPT else node.operands
        return of_node(self.ring, node, list(map(self._value, operands)))


def _terms(node: Application, terms: dict[Any, list[Any]]) -> list[Any]:
    """The terms of a sum, in any order; the list of an inner sum's is taken over."""
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


def _sum(ring: Ring, terms: list[Form]) -> Form:
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [ring.add(x, y) for x, y in zip(terms[::2], terms[1::2], strict=False)] + odd
    return terms[0]
