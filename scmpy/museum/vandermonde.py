"""Systems of Vandermonde: powers of numbers k as the coefficients, by divided differences.

The inverse is a product of matrices of two diagonals, those of Newton's form and of its change to powers. So is that of
the transposed system. No determinants are computed: the errors of floats are as small as those of the data make them.

Source:  A. Bjorck and V. Pereyra, Mathematics of Computation 24 (1970) 893
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from scmpy.errors import CALLED, StructureError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items
from scmpy.generic.settings import Limit
from scmpy.registry import public
from scmpy.structure.aliases import Value, Values

MOST_EQUATIONS = Limit("most-vandermonde-equations", 1_000, "Equations of Vandermonde's system.")

Numbers = tuple[Any, ...]


def _solved(ks: Any, ws: Any, succeed: Callable[..., Any], fail: Callable[[], Any], solve: Callable[..., Any]) -> Any:
    points, values = items(ks), items(ws)
    if len(points) != len(values):
        raise StructureError(f"{CALLED} expects as many values as points, got {describe(ws)}")
    MOST_EQUATIONS.check(len(points))
    found = None if any(a == b for a, b in combinations(points, 2)) else solve(points, list(values))
    return fail() if found is None else succeed(tuple(found))


def _by_points(points: Numbers, values: list[Any]) -> list[Any]:
    """The coefficients of the polynomial that has these values there."""
    n = len(points)
    for k in range(1, n):
        for i in reversed(range(k, n)):
            values[i] = g.div(g.sub(values[i], values[i - 1]), g.sub(points[i], points[i - k]))
    for k in reversed(range(n - 1)):
        for i in range(k, n - 1):
            values[i] = g.sub(values[i], g.mul(points[k], values[i + 1]))
    return values


@public("solve-vandermonde-system")
def solve_vandermonde_system(
    ks: Values, ws: Values, succeed: Callable[[Numbers], Any], fail: Callable[[], Any]
) -> Value:
    """What a procedure makes of the coefficients of the polynomial that is w_j at k_j; if a k comes twice, fail.

    Scheme:  (solve-vandermonde-system ks ws (lambda (xs) ...) (lambda () ...))
    Math:    sum_i k_j^i x_i = w_j
    Shapes:  ks, ws: n numbers each;  xs: a list of n
    Raises:  StructureError unless there is a value for each point; LimitError for more points than
             most-vandermonde-equations
    >>> solve_vandermonde_system([3, 5, 7], [9, 11, 13], lambda xs: xs, lambda: 0)
    (6, 1, 0)
    """
    return _solved(ks, ws, succeed, fail, _by_points)
