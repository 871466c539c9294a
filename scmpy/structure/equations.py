"""Do two systems of equations say the same? Certified comparison of residuals.

The residuals are affine in the highest derivatives a of the unknown functions, E = A a + b. Then E1 and E2 vanish
together, wherever both are defined and neither A1 nor A2 is singular, exactly if E1 = M E2 with M = A1 A2^-1. The
multiplier M is free of highest derivatives; where its determinant vanishes the equivalence says nothing, and that is
part of the answer. If E1 - M E2 is not zero at a state, then there is a choice of highest derivatives for which E2
vanishes and E1 does not: the systems are different, with that state as witness.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scmpy.errors import UndecidedError
from scmpy.generic import operations as g
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import leaves, sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.derivatives import derivative_orders, is_derivative_operator
from scmpy.symbolic.equivalence import Equivalence, equivalent
from scmpy.symbolic.expression import Application, Expression, subexpressions


@dataclass(frozen=True)
class EquationEquivalence(Equivalence):
    """The answer of a comparison of systems: with the multiplier M of E1 = M E2, and its determinant."""

    multiplier: Any = None
    determinant: Any = None
    unknowns: tuple[Expression, ...] = field(default=())

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent_equations: undecided, {self.certificate}; use .verdict to tell")
        return self.verdict == "equal"


@public("equivalent-equations")
def equivalent_equations(first: Any, second: Any, unknowns: Iterable[Expression] | None = None) -> EquationEquivalence:
    """Do two systems of residuals vanish together?

    Scheme:  (equivalent-equations E1 E2)
    Shapes:  structures of equally many scalars; ``unknowns`` are the highest derivatives unless they are given
    >>> from scmpy.structure.literal import literal_function
    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.structure.structure import down
    >>> (t, k), x = symbols("t k"), literal_function("x")
    >>> a = x.partial(()).partial(())(t)
    >>> answer = equivalent_equations(down(a + k * x(t)), down(3 * k * x(t) + 3 * a))
    >>> answer.verdict, answer.multiplier
    ('equal', (matrix-by-rows (list 1/3)))
    """
    ours, theirs = leaves(first), leaves(second)
    highest = tuple(highest_derivatives([*ours, *theirs]) if unknowns is None else unknowns)
    if len(ours) != len(theirs) or len(ours) != len(highest):
        same = equivalent(first, second)
        if same.verdict == "equal":
            return EquationEquivalence("equal", same.certificate, unknowns=highest)
        counts = f"{len(ours)} and {len(theirs)} equations for {len(highest)} highest derivatives"
        return EquationEquivalence("undecided", counts, unknowns=highest)
    (a1, b1), (a2, b2) = (affine_parts(residuals, highest) for residuals in (ours, theirs))
    for residuals, matrix, rest in ((ours, a1, b1), (theirs, a2, b2)):
        if not _is_affine(residuals, matrix, rest, highest):
            return EquationEquivalence("undecided", "not proved affine in the highest derivatives", unknowns=highest)
    return _compare(a1, b1, a2, b2, highest)


def _compare(a1: Any, b1: Any, a2: Any, b2: Any, highest: tuple[Expression, ...]) -> EquationEquivalence:
    """Compare A1 a + b1 with A2 a + b2."""
    determinants = [linear.determinant(a1), linear.determinant(a2)]
    for name, value in zip(("first", "second"), determinants, strict=True):
        if equivalent(value, 0).verdict != "different":
            reason = f"the {name} system does not determine its highest derivatives"
            return EquationEquivalence("undecided", reason, unknowns=highest)
    inverse = Matrix(linear.cofactor_rows(a2))
    multiplier = g.div(g.mul(Matrix(a1), inverse), determinants[1])
    determinant = g.div(*determinants)
    verdict, certificate, witness = "equal", "E1 = M E2", {}
    for row, rest in zip(multiplier.rows, b1, strict=True):
        answer = equivalent(rest, sum_of(map(g.mul, row, b2)))
        if answer.verdict == "different":
            reason = f"where the second system vanishes the first one does not: {answer.certificate}"
            return EquationEquivalence("different", reason, answer.witness, multiplier, determinant, highest)
        if answer.verdict == "undecided":
            verdict, certificate, witness = "undecided", answer.certificate, answer.witness
    return EquationEquivalence(verdict, certificate, witness, multiplier, determinant, highest)


def affine_parts(residuals: list[Any], unknowns: tuple[Expression, ...]) -> tuple[linear.Rows, tuple[Any, ...]]:
    """The coefficients A and the rest b of residuals A a + b."""
    zero = dict.fromkeys(unknowns, 0)
    rest = tuple(_at(residual, zero) for residual in residuals)
    rows = tuple(
        tuple(g.sub(_at(residual, {**zero, a: 1}), b) for a in unknowns)
        for residual, b in zip(residuals, rest, strict=True)
    )
    return rows, rest


def _at(residual: Any, values: dict[Any, Any]) -> Any:
    return substitute(residual, values) if isinstance(residual, Expression) else residual


def _is_affine(residuals: list[Any], rows: linear.Rows, rest: tuple[Any, ...], unknowns: tuple[Any, ...]) -> bool:
    return all(
        equivalent(residual, g.add(sum_of(map(g.mul, row, unknowns)), b)).verdict == "equal"
        for residual, row, b in zip(residuals, rows, rest, strict=True)
    )


def highest_derivatives(expressions: list[Any]) -> list[Expression]:
    """The derivatives of highest order of every literal function, in the order in which they occur."""
    found: dict[Any, dict[Expression, int]] = {}
    for node in subexpressions(*expressions):
        order, name = 0, node.operator
        while isinstance(name, Application) and is_derivative_operator(name.operator):
            order += sum(times for _, times in derivative_orders(name.operator))
            name = name.operands[0]
        if order:
            found.setdefault(name, {})[node] = order
    return [node for orders in found.values() for node, order in orders.items() if order == max(orders.values())]
