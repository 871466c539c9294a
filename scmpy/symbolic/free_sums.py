"""Free sums: sums that can stand for variables when a large expression is asked whether it vanishes.

In x + f(y, z) with an x that occurs nowhere else, the sum takes all values as x does, whatever y and z are: to take it
for a variable is an invertible change of variables, and a rational function vanishes before it as after it. A symmetric
connection is made of such sums, (G_01 + G_10) / 2 and their derivatives, hundreds of them: as variables they halve the
number of kernels, and an expression of the fifth degree expands to a few per cent of its terms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from scmpy.symbolic.expression import MINUS, PLUS, Application, Expression

LARGE = 2000  # arithmetic nodes above which an expression is worth the question


def free_sums(nodes: Iterable[Application], atoms: Collection[Expression]) -> set[Expression]:
    """The sums and differences among arithmetic nodes that have an atom which occurs nowhere else as a term.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, y, z = symbols("x y z")
    >>> free_sums((x + y, y + z, (x + y) * (y + z)), {x, y, z}) == {x + y, y + z}
    True
    >>> free_sums((x + y, x - y), {x, y})
    set()
    """
    nodes = list(nodes)
    occurrences = Counter(operand for node in nodes for operand in node.operands if operand in atoms)
    return {
        node
        for node in nodes
        if node.operator in (PLUS, MINUS) and any(occurrences[operand] == 1 for operand in node.operands)
    }
