"""Do two systems of equations say the same? Certified comparison of residuals.

Residuals affine in the highest derivatives a of the unknown functions are E = A a + b. Then E1 and E2 vanish together,
wherever both are defined and neither A1 nor A2 is singular, exactly if E1 = M E2 with M = A1 A2^-1. The multiplier M is
free of highest derivatives; where its determinant vanishes the equivalence says nothing, and that is part of the
answer. If E1 - M E2 is not zero at a state, then there is a choice of highest derivatives for which E2 vanishes and E1
does not: the systems are different, with that state as witness.

Other systems are equal when every residual of the one vanishes where all of the other do, by ideal membership. They
are different when one of them can be solved, equation by equation, for quantities of which it is a polynomial of first
or second degree, and the other does not vanish at that solution.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, LimitError, UndecidedError, WrongTypeError
from scmpy.generic import operations as g
from scmpy.generic.kinds import describe, is_number
from scmpy.registry import public
from scmpy.render.scheme_text import scheme_text
from scmpy.structure import linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.structure import leaves, sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.ball import Evaluator
from scmpy.symbolic.decision.certain import Certain, NotFinite
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent, is_complex
from scmpy.symbolic.decision.ideals import vanishes_with
from scmpy.symbolic.decision.radicals import note_assumptions
from scmpy.symbolic.derivatives import derivative_orders, is_derivative_operator
from scmpy.symbolic.expression import PLUS, TIMES, Application, Expression, application, expression_of, subexpressions
from scmpy.symbolic.simplify import reduced

#: No more ways to solve a system are tried than this.
_MAXIMUM_SOLUTIONS = 12


@dataclass(frozen=True)
class EquationEquivalence(Equivalence):
    """The answer of a comparison of systems.

    With the multiplier M of E1 = M E2, its determinant, and the factors whose zeros are those of the determinant: there
    the answer says nothing.
    """

    multiplier: Any = None
    determinant: Any = None
    zero_set: tuple[Any, ...] = ()
    unknowns: tuple[Expression, ...] = field(default=())

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent_equations: undecided, {self.certificate}; use .verdict to tell")
        return self.verdict == "equal"


@public("equivalent-equations")
def equivalent_equations(first: Any, second: Any, unknowns: Iterable[Expression] | None = None) -> EquationEquivalence:
    """Do two systems of residuals vanish together?

    Scheme:  (equivalent-equations E1 E2)
    Shapes:  structures of scalars; ``unknowns`` are the highest derivatives unless they are given
    Raises:  WrongTypeError if a residual is no scalar
    >>> from scmpy.structure.literal import literal_function
    >>> from scmpy.symbolic.expression import symbols
    >>> from scmpy.structure.structure import down
    >>> (t, k), x = symbols("t k"), literal_function("x")
    >>> a = x.partial(()).partial(())(t)
    >>> answer = equivalent_equations(down(a + k * x(t)), down(3 * k * x(t) + 3 * a))
    >>> answer.verdict, answer.multiplier
    ('equal', (matrix-by-rows (list 1/3)))
    >>> x, y = symbols("x y")
    >>> equivalent_equations(down(x * y), down(x)).verdict
    'different'
    """
    ours, theirs = _residuals(first), _residuals(second)
    highest = tuple(highest_derivatives([*ours, *theirs]) if unknowns is None else unknowns)
    if len(ours) == len(theirs) == len(highest):
        answer = _compare_affine(ours, theirs, highest)
        if answer is not None and answer.verdict != "undecided":
            return answer
    return _compare_varieties(ours, theirs, highest)


def _residuals(system: Any) -> list[Any]:
    """The scalars of a system."""
    found = [expression_of(residual) for residual in leaves(system)]
    for residual in found:
        if not is_number(residual) and not isinstance(residual, Expression):
            raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}")
    return found


# --- residuals affine in the highest derivatives ---------------------------------------------------------------


def _compare_affine(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence | None:
    """Compare A1 a + b1 with A2 a + b2; None where the residuals are not seen to be of this form."""
    try:
        (a1, b1), (a2, b2) = (affine_parts(residuals, highest) for residuals in (ours, theirs))
    except (DivisionByZeroError, DomainError):
        return None
    for residuals, matrix, rest in ((ours, a1, b1), (theirs, a2, b2)):
        if not _is_affine(residuals, matrix, rest, highest):
            return None
    determinants = [linear.determinant(a1), linear.determinant(a2)]
    if any(equivalent(value, 0).verdict != "different" for value in determinants):
        return None
    inverse = Matrix(linear.cofactor_rows(a2))
    multiplier = g.div(g.mul(Matrix(a1), inverse), determinants[1])
    determinant = g.div(*determinants)
    verdict, certificate, witness = "equal", "E1 = M E2", {}
    for row, rest in zip(multiplier.rows, b1, strict=True):
        answer = equivalent(rest, sum_of(map(g.mul, row, b2)))
        if answer.verdict == "different":
            verdict, witness = "different", answer.witness
            certificate = f"where the second system vanishes the first one does not: {answer.certificate}"
            break
        if answer.verdict == "undecided":
            verdict, certificate = "undecided", answer.certificate
    zeros = factors_of(determinant)
    return EquationEquivalence(verdict, certificate, witness, multiplier, determinant, zeros, highest)


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


def factors_of(expression: Any) -> tuple[Any, ...]:
    """The factors of which an expression vanishes where one of them does; its denominator is left out."""
    engine = Certain()
    try:
        form = engine.tower.rationalized(engine.form(expression))
        parts = [] if form.num.is_constant() else [part for part, _ in factored(form.num)[1]]
        return tuple(engine.shown(engine.tower.polynomial_key(form.ring, part)) for part in parts)
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return (expression,)


# --- other systems ---------------------------------------------------------------------------------------------


def _compare_varieties(ours: list[Any], theirs: list[Any], highest: tuple[Expression, ...]) -> EquationEquivalence:
    """Compare the sets where two systems vanish."""
    if _vanish_together(ours, theirs):
        return EquationEquivalence("equal", "each residual is in the radical of the other ideal", unknowns=highest)
    for name, solved, other in (("first", ours, theirs), ("second", theirs, ours)):
        answer = _differs_at_solution(solved, other)
        if answer is not None:
            reason = f"at a solution of the {name} system the other one does not vanish: {answer.certificate}"
            return EquationEquivalence("different", reason, answer.witness, unknowns=highest)
    reason = "neither by ideal membership nor at a solution by equations of first or second degree"
    return EquationEquivalence("undecided", reason, unknowns=highest)


def _vanish_together(ours: list[Any], theirs: list[Any]) -> bool:
    engine = Certain(is_complex(*ours, *theirs), note_assumptions)
    try:
        forms = engine.forms([*ours, *theirs])
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return False
    first, second = forms[: len(ours)], forms[len(ours) :]
    return all(
        vanishes_with(engine, form, others) for mine, others in ((first, second), (second, first)) for form in mine
    )


def _differs_at_solution(system: list[Any], other: list[Any]) -> Equivalence | None:
    """Does the other system not vanish at a solution of this one, found equation by equation?"""
    pending = [([reduced(x) for x in system], [*other, *system], "")]
    for _ in range(_MAXIMUM_SOLUTIONS):
        if not pending:
            return None
        equations, everything, text = pending.pop()
        if not equations:
            answer = _nonzero(everything[: len(other)], everything)
            if answer is not None:
                return Equivalence("different", text + answer.certificate, answer.witness)
            continue
        equation, *equations = equations
        if equivalent(equation, 0).verdict == "equal":
            pending.append((equations, everything, text))
            continue
        for quantity, value in reversed(_solutions(equation, everything)):
            at = {quantity: value}
            solved = [[_at(x, at) for x in part] for part in (equations, everything)]
            pending.append((solved[0], solved[1], f"{text}{scheme_text(quantity)} = {scheme_text(value)}; "))
    return None


def _nonzero(residuals: list[Any], everything: list[Any]) -> Equivalence | None:
    """Is one of the residuals not zero at a point where everything is defined?"""
    for residual in residuals:
        terms = [application(TIMES, 0, x) for x in everything if isinstance(x, Expression)]
        answer = equivalent(application(PLUS, residual, *terms) if terms else residual, 0)
        if answer.verdict == "different":
            return answer
    return None


def _solutions(equation: Any, system: list[Any]) -> list[tuple[Expression, Any]]:
    """The quantities of which an equation is a polynomial of first or second degree, with their real values by it."""
    found = []
    for quantity in _quantities(equation, system):
        try:
            below, rest, above = (_at(equation, {quantity: n}) for n in (-1, 0, 1))
        except (DivisionByZeroError, DomainError):  # no polynomial
            continue
        linear_part = g.div(g.sub(above, below), 2)
        square = g.sub(g.div(g.add(above, below), 2), rest)
        made = g.add(g.mul(g.add(g.mul(square, quantity), linear_part), quantity), rest)
        if equivalent(equation, made).verdict != "equal":
            continue
        if equivalent(square, 0).verdict == "equal" and equivalent(linear_part, 0).verdict == "different":
            found.append((quantity, g.div(g.negate(rest), linear_part)))
        elif equivalent(square, 0).verdict == "different":
            root = g.sqrt(g.sub(g.square(linear_part), g.mul(4, g.mul(square, rest))))
            found += [
                (quantity, g.div(g.sub(sign_times_root, linear_part), g.mul(2, square)))
                for sign_times_root in (root, g.negate(root))
                if not is_complex(root)
            ]
    return found


def _quantities(equation: Any, system: list[Any]) -> list[Expression]:
    """What may have any value: symbols, and applications of literal functions that have the same arguments everywhere.

    The derivatives of a function at one point are independent of each other, but values at two points may be related.
    """
    arguments: dict[str, set[Any]] = {}
    for node, applied in Evaluator(*system).literals():
        arguments.setdefault(applied.name, set()).add(node.operands)
    own = Evaluator(equation)
    return [*own.symbols, *(node for node, applied in own.literals() if len(arguments[applied.name]) == 1)]
