"""Parts of a large polynomial by an atom that is linear in it: p = p_0 + p_1 x, with p_0 and p_1 free of x.

It vanishes if both do, and they have fewer terms and fewer atoms. An identity of tensors on literal fields is linear in
the components of every field: a few such steps leave parts that are expanded in little memory, where the whole, as a
polynomial over a thousand kernels, is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from scmpy.generic import operations as g
from scmpy.symbolic.expression import EXPT, MINUS, OVER, TIMES, Application, Expression

#: An expression is taken apart into no more parts than this.
MOST_PARTS = 2_000


def terms_held(steps: Iterable[Application]) -> int:
    """The terms of all intermediate results of an expansion, if none cancel."""
    terms: dict[Any, int] = {}
    for node in steps:
        counts = [terms.get(operand, 1) for operand in node.operands]
        if node.operator in (TIMES, OVER):
            count = 1
            for factor in counts:
                count *= factor
        else:
            count = counts[0] ** node.operands[1] if node.operator is EXPT else sum(counts)
        terms[node] = min(count, 10**18)
    return sum(terms.values())


def splitting_atom(root: Any, steps: Sequence[Application], atoms: Collection[Expression]) -> Any:
    """The most frequent of the atoms in which an expression is linear; None if there is none.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> splitting_atom(x**2 * y, [x**2, x**2 * y], {x, y})
    y
    """
    occurrences = Counter(operand for node in steps for operand in node.operands if operand in atoms)
    linear = _linear_atoms(root, steps, list(occurrences))
    most = max((occurrences[atom] for atom in linear), default=0)
    return min((atom for atom in linear if occurrences[atom] == most), key=str, default=None)


def _linear_atoms(root: Any, steps: Iterable[Application], atoms: list[Expression]) -> list[Expression]:
    """The atoms in which an expression has degree 1, of all in one walk: bit k of a mask stands for the k-th."""
    degrees: dict[Any, tuple[int, int]] = {atom: (1 << k, 0) for k, atom in enumerate(atoms)}
    for node in steps:
        once = more = 0  # the atoms of degree 1, and of a higher one or none
        for place, operand in enumerate(node.operands):
            if operand not in degrees:
                continue
            first, higher = degrees[operand]
            if node.operator is EXPT or (node.operator is OVER and (place or len(node.operands) == 1)):
                first, higher = 0, first | higher
            elif node.operator in (TIMES, OVER):
                higher |= once & first
            once, more = once | first, more | higher
        if once or more:
            degrees[node] = once & ~more, more
    once, _ = degrees.get(root, (0, 0))
    return [atom for k, atom in enumerate(atoms) if once >> k & 1]


def linear_parts(root: Any, steps: Iterable[Application], atom: Expression) -> tuple[Any, Any]:
    """The part of an expression without an atom that is linear in it, and the coefficient of the atom.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y = symbols("x y")
    >>> linear_parts(y + x * y, [x * y, y + x * y], x)
    (y, y)
    """
    parts: dict[Any, tuple[Any, Any]] = {atom: (0, 1)}
    for node in steps:
        if any(operand in parts for operand in node.operands):
            parts[node] = _of_node(node, [parts.get(operand, (operand, 0)) for operand in node.operands])
    return parts.get(root, (root, 0))


def _of_node(node: Application, operands: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    """The two parts of a sum, a product or a quotient from those of its operands."""
    head = node.operator
    (rest, coefficient), *others = operands
    if head is OVER:
        bottom = [b for b, _ in others]
        return g.div(rest, *bottom), g.div(coefficient, *bottom)
    if head is MINUS and not others:
        return g.negate(rest), g.negate(coefficient)
    for b, c in others:
        if head is TIMES:
            rest, coefficient = g.mul(rest, b), g.add(g.mul(rest, c), g.mul(coefficient, b))
        else:
            operation = g.sub if head is MINUS else g.add
            rest, coefficient = operation(rest, b), operation(coefficient, c)
    return rest, coefficient
