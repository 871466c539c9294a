"""Do two systems of equations say the same? By their solutions.

Two systems are *equal* when every smooth real solution of the one is one of the other. They are *equal except* on a set
when that holds outside of it, and the solutions inside are fewer: they have fewer constants. One *implies* the other
when its solutions are solutions of the other, but not conversely. They are *different* when a solution of one is shown
to be none of the other, and neither is shown to imply the other; or when one has solutions and the other has none.

The domain are the points where every part of both systems has a real value, and the declared facts hold. An unknown
that only one system has is eliminated: what is compared are the motions of the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scmpy.errors import WrongTypeError
from scmpy.generic.kinds import describe
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.motions import compare_motions
from scmpy.mechanics.equations.pointwise import compare_points
from scmpy.mechanics.equations.reading import highest_derivatives, residuals_of, variable_of
from scmpy.mechanics.equations.verdict import EquationEquivalence
from scmpy.registry import public
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.expression import Expression


@public("equivalent-equations")
def equivalent_equations(first: Any, second: Any, unknowns: Sequence[Expression] | None = None) -> EquationEquivalence:
    """Have two systems of equations the same solutions?

    Scheme:  (equivalent-equations E1 E2)
    Shapes:  structures, matrices, arrays, lists or tuples of scalars, or of SymPy's ``Eq``
    Raises:  WrongTypeError if a residual is no scalar
    >>> from scmpy import down, literal_function, symbols
    >>> (t, k), x = symbols("t k"), literal_function("x")
    >>> a = x.partial(()).partial(())(t)
    >>> answer = equivalent_equations(down(a + k * x(t)), down(3 * k * x(t) + 3 * a))
    >>> answer.verdict, answer.multiplier
    ('equal', (matrix-by-rows (list 1/3)))
    >>> x, y = symbols("x y")
    >>> equivalent_equations(down(x * y), down(x)).verdict
    'implied'
    """
    ours, theirs = residuals_of(first), residuals_of(second)
    if unknowns is not None and (
        not isinstance(unknowns, (list, tuple)) or not all(isinstance(x, Expression) for x in unknowns)
    ):
        raise WrongTypeError(f"equivalent-equations: the unknowns are a list of expressions, got {describe(unknowns)}")
    highest = tuple(unknowns) if unknowns is not None else tuple(highest_derivatives([*ours, *theirs]))
    time = variable_of(ours, theirs)
    if time is None or is_complex(*ours, *theirs):
        return compare_points(ours, theirs, highest)
    jets = Jets(time)
    first, second = ([jets.of(x) for x in system] for system in (ours, theirs))
    return compare_motions(jets, first, second, highest)
