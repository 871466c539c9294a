"""Do two systems of equations say the same? Certified comparison of residuals.

Residuals affine in the highest derivatives a of the unknown functions are E = A a + b. Then E1 and E2 vanish together,
wherever both are defined and neither A1 nor A2 is singular, exactly if E1 = M E2 with M = A1 A2^-1. The multiplier M is
free of highest derivatives; where its determinant vanishes the equivalence says nothing, and that is part of the
answer. If E1 - M E2 is not zero at a state, then there is a choice of highest derivatives for which E2 vanishes and E1
does not: the systems are different, with that state as witness.

Other systems are equal when every residual of the one vanishes where all of the other do, by ideal membership. They
are different when one of them can be solved, equation by equation, for quantities of which it is a polynomial of first
or second degree, or has a real root as a polynomial in one symbol, and the other does not vanish there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scmpy.errors import (
    DivisionByZeroError,
    DomainError,
    GenericOperationError,
    LimitError,
    UndecidedError,
    WrongTypeError,
)
from scmpy.generic import operations as g
from scmpy.generic.arrays import is_array
from scmpy.generic.dispatch import converted
from scmpy.generic.kinds import describe, is_number
from scmpy.registry import public
from scmpy.structure import linear
from scmpy.structure.matrix import Matrix
from scmpy.structure.real_roots import difference_at_root
from scmpy.structure.solutions import difference_at_solution
from scmpy.structure.structure import Structure, leaves, sum_of
from scmpy.symbolic.arithmetic import substitute
from scmpy.symbolic.bounded import factored
from scmpy.symbolic.decision.certain import Certain, NotFinite
from scmpy.symbolic.decision.equivalence import Equivalence, equivalent, is_complex, with_pi
from scmpy.symbolic.decision.ideals import vanishes_with
from scmpy.symbolic.decision.known_signs import note_assumptions
from scmpy.symbolic.decision.zeros import is_defined_where_not_divided, vanishing_parts
from scmpy.symbolic.derivatives import derivative_orders, is_derivative_operator
from scmpy.symbolic.expression import Application, Expression, expression_of, subexpressions


@dataclass(frozen=True, repr=False)
class EquationEquivalence(Equivalence):
    """The answer of a comparison of systems.

    With the multiplier M of E1 = M E2, its determinant, and the factors whose zeros are those of the determinant: there
    the answer says nothing.
    """

    multiplier: Any = field(default=None, hash=False)
    determinant: Any = field(default=None, hash=False)
    zero_set: tuple[Any, ...] = ()
    unknowns: tuple[Expression, ...] = field(default=())

    def __bool__(self) -> bool:
        if self.verdict == "undecided":
            raise UndecidedError(f"equivalent_equations: undecided, {self.certificate}; use .verdict to tell")
        return self.verdict == "equal"


@public("equivalent-equations")
def equivalent_equations(first: Any, second: Any, unknowns: Sequence[Expression] | None = None) -> EquationEquivalence:
    """Do two systems of residuals vanish together?

    Scheme:  (equivalent-equations E1 E2)
    Shapes:  structures, matrices, arrays, lists or tuples of scalars, or of SymPy's ``Eq``; ``unknowns`` are the
             highest derivatives unless they are given
    Raises:  WrongTypeError if a residual is no scalar
    >>> from scmpy import down, literal_function, symbols
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
    highest = _unknowns(unknowns, [*ours, *theirs])
    if len(ours) == len(theirs) == len(highest):
        answer = _compare_affine(ours, theirs, highest)
        if answer is not None and answer.verdict != "undecided":
            return answer
    return _compare_varieties(ours, theirs, highest)


def _residuals(system: Any) -> list[Any]:
    """The scalars of a system."""
    found = []
    for residual in _parts(system):
        try:
            found.append(with_pi(expression_of(residual)))
        except GenericOperationError as error:
            raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}") from error
        if not is_number(found[-1]) and not isinstance(found[-1], Expression):
            raise WrongTypeError(f"equivalent-equations: a residual is a scalar, got {describe(residual)}")
    return found


def _parts(system: Any) -> list[Any]:
    """The residuals of a system, in whatever it holds them."""
    if getattr(system, "rel_op", None) == "==":  # an equation of SymPy's
        return _parts(system.lhs - system.rhs)
    system = converted(system)
    if is_array(system):
        return system.ravel().tolist()  # type: ignore[no-any-return]
    held = system.rows if isinstance(system, Matrix) else leaves(system) if isinstance(system, Structure) else system
    return [part for inner in held for part in _parts(inner)] if isinstance(held, (list, tuple)) else [system]


def _unknowns(given: Any, residuals: list[Any]) -> tuple[Expression, ...]:
    """The unknowns given, or else the highest derivatives."""
    found = highest_derivatives(residuals) if given is None else given
    if not isinstance(found, (list, tuple)) or not all(isinstance(x, Expression) for x in found):
        raise WrongTypeError(f"equivalent-equations: the unknowns are a list of expressions, got {describe(given)}")
    return tuple(found)


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
    """The derivatives of highest order of every unknown function, in the order in which they occur.

    Unknown are the functions differentiated at the independent variables. A derivative at a place that is itself
    unknown, as the slope (D a)((T s)) of a given function along the path T, is a coefficient of the equations.
    """
    orders: dict[Expression, tuple[Expression, int]] = {}
    for node in subexpressions(*expressions):
        function, order = _differentiated(node.operator)
        if order:
            orders[node] = function, order
    functions = {function for function, _ in orders.values()}
    found: dict[Expression, dict[Expression, int]] = {}
    for node, (function, order) in orders.items():
        if not any(_differentiated(part.operator)[0] in functions for part in subexpressions(*node.operands)):
            found.setdefault(function, {})[node] = order
    return [node for some in found.values() for node, order in some.items() if order == max(some.values())]


def _differentiated(operator: Any) -> tuple[Any, int]:
    """The function under the derivatives of an operator, and their order."""
    order = 0
    while isinstance(operator, Application) and is_derivative_operator(operator.operator):
        order += sum(times for _, times in derivative_orders(operator.operator))
        operator = operator.operands[0]
    return operator, order


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
        answer = difference_at_root(solved, other)
        if answer is None:
            answer = difference_at_solution(solved, other)
        if answer is not None:
            reason = f"at a solution of the {name} system the other one does not vanish: {answer.certificate}"
            return EquationEquivalence("different", reason, answer.witness, unknowns=highest)
    reason = "neither by ideal membership nor at a solution by equations of first or second degree"
    return EquationEquivalence("undecided", reason, unknowns=highest)


def _vanish_together(ours: list[Any], theirs: list[Any]) -> bool:
    engine = Certain(is_complex(*ours, *theirs), note_assumptions)
    try:
        return engine.settled(lambda: _are_in_ideals(engine, ours, theirs))
    except (LimitError, NotFinite, DivisionByZeroError, DomainError):
        return False


def _are_in_ideals(engine: Certain, ours: list[Any], theirs: list[Any]) -> bool:
    """Does each of the forms vanish where all of the other system do?"""
    forms = [engine.expression_form(residual) for residual in (*ours, *theirs)]
    if engine.half_angles:  # by the tangent of half an angle, half a turn is no point of the domain
        return False
    if not all(is_defined_where_not_divided(engine, form) for form in forms):
        return False
    systems = [forms[: len(ours)], forms[len(ours) :]]
    if not engine.complex_domain:
        systems = [[part for form in some for part in vanishing_parts(engine, form)] for some in systems]
    return all(vanishes_with(engine, form, others, forms) for mine, others in (systems, systems[::-1]) for form in mine)
