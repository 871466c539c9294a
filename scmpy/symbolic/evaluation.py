"""Evaluation: the arithmetic of an expression carried out on rational functions of its atoms.

Nodes are taken operands first. The terms of sums of sums are added together, pair by pair: no long sum is copied for
every term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from scmpy.symbolic.expression import EXPT, MINUS, PLUS, TIMES, Application, Expression
from scmpy.symbolic.limits import Holding
from scmpy.symbolic.rational import Field, Quotient, is_finite, rational_functions
from scmpy.symbolic.roots_of_numbers import dependent_roots


class NotFinite(Exception):
    """An infinity or NaN among the operands: such an expression is left as it stands."""


class Evaluation:
    """The values of arithmetic nodes over these atoms; kernels stand for atoms, or for expressions over them.

    Roots of numbers that depend on others have the values of products of those.
    """

    def __init__(self, atoms: Sequence[Expression], stands_for: Mapping[Any, Any]) -> None:
        self.field: Field = rational_functions(len(atoms))
        self.stands_for = stands_for
        self.values: dict[Any, Quotient] = {
            atom: Quotient(generator, None) for atom, generator in zip(atoms, self.field.generators, strict=False)
        }
        for root, factor, others in dependent_roots(atoms):
            self.values[root] = reduce(self.field.mul, map(self._value, others), self.field.constant(factor))
        self.holding = Holding(len(self.field.generators))

    def of(self, root: Any, steps: Iterable[Application]) -> Quotient:
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
                value = _sum(self.field, list(map(self._value, found)))
            else:
                value = self._combined(node)
            self.holding.hold(*value)
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

    def _value(self, operand: Any) -> Quotient:
        if isinstance(operand, Expression):
            return self.values[operand]
        if not is_finite(operand):
            raise NotFinite(operand)
        return self.field.constant(operand)

    def _combined(self, node: Application) -> Quotient:
        """The value of a node that is no sum, or of a kernel that stands for an expression."""
        value, field = self.stands_for.get(node), self.field
        if value is not None:
            return self._value(value)
        head = node.operator
        if head is EXPT:
            return field.power(self._value(node.operands[0]), node.operands[1])
        total, *rest = map(self._value, node.operands)
        if head is TIMES:
            for operand in rest:
                total = field.mul(total, operand)
        elif head is MINUS:
            if not rest:
                return field.negate(total)
            for operand in rest:
                total = field.add(total, field.negate(operand))
        else:
            if not rest:
                return field.invert(total)
            for operand in rest:
                total = field.mul(total, field.invert(operand))
        return total


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


def _sum(field: Field, terms: list[Quotient]) -> Quotient:
    while len(terms) > 1:
        odd = terms[-1:] if len(terms) % 2 else []
        terms = [field.add(x, y) for x, y in zip(terms[::2], terms[1::2], strict=False)] + odd
    return terms[0]
