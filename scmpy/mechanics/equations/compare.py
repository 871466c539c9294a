"""Do two systems of equations say the same? By their solutions.

Two systems are *equal* when every smooth real solution of the one is one of the other. They are *equal except* on a set
when that holds outside of it, and the solutions inside are fewer: they have fewer constants. One *implies* the other
when its solutions are solutions of the other, but not conversely. They are *different* when a solution of one is shown
to be none of the other, and neither is shown to imply the other; or when one has solutions and the other has none.

The domain are the points where every part of both systems has a real value, and the declared facts hold. An unknown
that only one system has is eliminated: what is compared are the motions of the others, and a motion is one of a system
if there are own unknowns for it, which equations or initial values determine, or which are free. Motions are functions
on an interval: what vanishes at moments alone, as 1 - cos t, may be divided by. Where a function of the variable is met
at several places, as x(t) and x(t - 1), it is not known which values a solution may have there: such systems are
found equal, or are undecided.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scmpy.errors import WrongTypeError, describe
from scmpy.mechanics.equations.at_points import compare_points
from scmpy.mechanics.equations.change import change_of
from scmpy.mechanics.equations.jets import Jets
from scmpy.mechanics.equations.motions import compare_motions
from scmpy.mechanics.equations.reading import highest_derivatives, residuals_of, scattered, variable_of
from scmpy.mechanics.equations.verdict import EquationEquivalence, Exceptional
from scmpy.registry import public
from scmpy.structure.aliases import Scalar, Values
from scmpy.symbolic.decision.equivalence import is_complex
from scmpy.symbolic.expression import Expression


@public("equivalent-equations")
def equivalent_equations(
    first: Values | Scalar,
    second: Values | Scalar,
    change: Mapping[Any, Any] | Values | None = None,
    *,
    unknowns: Sequence[Expression] | None = None,
    explain: bool = False,
) -> EquationEquivalence:
    """Have two systems of equations the same solutions?

    Scheme:  (equivalent-equations E1 E2), (equivalent-equations E1 E2 (list (list ((literal-function 'x) 't) F) ...))
    Shapes:  structures, matrices, arrays, lists or tuples of scalars, or of SymPy's ``Eq``
    Change:  a table of unknowns and of the functions of others that are to stand in their places
    Domain:  where every part of both systems has a real value, and the declared facts hold
    Verdict: "equal" if every smooth real solution of the one is one of the other; "equal except" where something
             vanishes, "implies", "implied", "different", each with what shows it; "undecided"
    Raises:  WrongTypeError if a residual is no scalar, or the systems have no variable or no unknown in common
    >>> from scmpy import D, down, literal_functions, symbols
    >>> (t, k, m), (x, p) = symbols("t k m"), literal_functions("x p")
    >>> newton = (D**2)(x)(t) + k / m * x(t)
    >>> answer = equivalent_equations(down(newton), down(k * x(t) + m * (D**2)(x)(t)))
    >>> answer.verdict, answer.multiplier
    ('equal', (matrix-by-rows (list (/ 1 m))))
    >>> equivalent_equations([D(x)(t) - p(t) / m, D(p)(t) + k * x(t)], newton).verdict
    'equal'
    >>> equivalent_equations(newton, D(x)(t) * newton)
    equal except: the solutions are the same but where ((D x) t) = 0
    >>> equivalent_equations([D(x)(t) + x(t - 1)], [D(x)(t) - x(t - 1)]).verdict
    'undecided'
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
        if change is not None:
            raise WrongTypeError("equivalent-equations: a change is one of functions of a single real variable")
        answer = compare_points(ours, theirs, highest)
    else:
        jets = Jets(time)
        one, other = ([jets.of(x) for x in system] for system in (ours, theirs))
        answer = compare_motions(jets, one, other, highest, None if change is None else change_of(jets, change))
        if (
            answer.verdict == "undecided"
            and not highest
            and change is None
            and jets.functions(*one) == jets.functions(*other)
        ):
            answer = compare_points(ours, theirs, highest)
    if time is not None or highest:
        answer = _without_initial_values(answer, scattered([*ours, *theirs], time))
    if explain:
        print(answer.explanation)
    return answer


def _without_initial_values(answer: EquationEquivalence, scattered: str) -> EquationEquivalence:
    """What is left of an answer where a function is met at several places: no solution with given values is known."""
    if not scattered or answer.verdict in ("equal", "undecided"):
        return answer
    reason = f"{scattered}: its values there are related, and no solution is known that has given ones"
    if answer.verdict == "equal except":
        exceptions = tuple(Exceptional(x.where, False, reason) for x in answer.exceptions)
        return replace(answer, exceptions=exceptions)
    return EquationEquivalence("undecided", reason, unknowns=answer.unknowns, steps=answer.steps)
