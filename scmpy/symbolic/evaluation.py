"""Evaluation: the arithmetic of an expression carried out in a ring, on rational functions of its atoms before all.

Nodes are taken operands first. The terms of sums of sums are added together, pair by pair: no long sum is copied for
every term.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from scmpy.symbolic.domains import NUMBERS, is_finite
from scmpy.symbolic.expression import EXPT, MINUS, OVER, PLUS, TIMES, Application, Expression
from scmpy.symbolic.ring import Ring
from scmpy.symbolic.roots_of_numbers import dependent_roots
from scmpy.symbolic.work_limits import most_held, too_many_held

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
    combine = ring.add if head is PLUS else ring.mul if head is TIMES else ring.sub if head is MINUS else ring.div
    return reduce(combine, operands)


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


def _sum(ring: Any, terms: list[Any]) -> Any:
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [ring.add(x, y) for x, y in zip(terms[::2], terms[1::2], strict=False)] + odd
    return terms[0]
