"""The order of the atoms in print.

The order of the atoms is that of the original: symbols by name, then kernels in the order in which its second
pass first meets them. That pass reads the result of the first one, written in Horner form, where the coefficient
precedes the power of the main variable: see :class:`Ranking`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from typing import Any

from scmpy.symbolic.canonical import Canonicalizer
from scmpy.symbolic.expression import D_SYMBOL, EXPT, TIMES, Application, Expression, Symbol
from scmpy.symbolic.printed import in_order, ordered
from scmpy.symbolic.ring import Form


class Ranking:
    """The order in which the original's second pass first meets the kernels."""

    def __init__(self, canonicalizer: Canonicalizer) -> None:
        self.canonicalizer = canonicalizer
        self.rank: dict[Expression, int] = {}

    def meet(self, form: Form) -> None:
        """Rank the kernels of a form, those inside a kernel before it (iterative: any depth)."""
        stack: list[Iterator[Any]] = [self._horner(form)]
        while stack:
            for atom in stack[-1]:
                if isinstance(atom, Symbol) or not isinstance(atom, Expression) or atom in self.rank:
                    continue
                stack.append(self._inside(atom))
                break
            else:
                stack.pop()

    def close(self, reduced: Form) -> None:
        """Rank what relations brought into a form, cosines for squares of sines, before the next form is met."""
        new = [atom for atom in reduced.occurring() if not isinstance(atom, Symbol) and atom not in self.rank]
        for atom in sorted(new, key=self.canonicalizer.creation.__getitem__):
            self.rank[atom] = len(self.rank)

    def _inside(self, atom: Any) -> Iterator[Any]:
        """The atoms inside a kernel, then the kernel is ranked."""
        for part in (atom.operator, *atom.operands):
            if isinstance(part, Application):
                form = self.canonicalizer.forms.get(part)
                yield from (part,) if form is None else self._horner(form)
        self.rank.setdefault(atom, len(self.rank))

    def _horner(self, form: Form) -> Iterator[Any]:
        """The atoms of numerator, then denominator, in the order of their Horner forms."""
        atoms = form.atoms
        if all(isinstance(atom, Symbol) or atom in self.rank for atom in atoms):
            return
        order = self.canonicalizer.order(atoms)
        for polynomial in form[1:2] if form.is_polynomial else form[1:]:
            monomials = set(map(ordered(order), polynomial.monoms()))
            for position in _first_met(sorted(monomials, reverse=True)):
                yield atoms[order[position]]

    def order(self, atoms: tuple[Expression, ...]) -> list[int]:
        """The generators in printing order."""
        last, creation = len(self.rank), self.canonicalizer.creation
        return in_order(atoms, lambda atom: (_is_repeated(atom), self.rank.get(atom, last + creation[atom])))


def _is_repeated(atom: Expression) -> bool:
    """Is this a value of a partial derivative of a partial derivative? The original names it only after the others."""
    derivative = getattr(atom.operator, "operator", None)
    if not isinstance(derivative, Application):
        return False
    return derivative.operator is TIMES or (derivative.operator is EXPT and derivative.operands[0] is not D_SYMBOL)


def _first_met(monomials: list[tuple[int, ...]]) -> list[int]:
    """The variables of a polynomial in the order in which its Horner form first mentions them.

    The form of a polynomial in its main variable is: leading coefficient, the variable, the other coefficients in
    falling order. The monomials come sorted, largest first: the main variable is the first one of the first.
    """
    met: dict[int, None] = {}
    occurring = sum(map(any, zip(*monomials, strict=True)))
    pending: list[Any] = [(0, len(monomials), 0)]  # a variable, or monomials from, to, and where they begin to differ
    while len(met) < occurring:
        item = pending.pop()
        if isinstance(item, int):
            met.setdefault(item)
            continue
        start, stop, place = item
        first = monomials[start]
        while place < len(first) and not first[place]:
            place += 1
        if place == len(first):
            continue
        groups: list[Any] = []
        while start < stop:
            power = monomials[start][place]
            end = bisect(monomials, -power, start, stop, key=lambda m, place=place: -m[place])  # type: ignore[misc]
            groups.append((start, end, place + 1))
            start = end
        groups.insert(1, place)
        pending.extend(reversed(groups))
    return list(met)
