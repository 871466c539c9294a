"""Expressions as polynomials in chosen unknowns, and the solutions of one equation in closed form."""

from __future__ import annotations

from functools import reduce
from typing import Any

from scmpy.errors import DomainError
from scmpy.generic import operations as g
from scmpy.generic.kinds import is_zero_number
from scmpy.generic.records import record_of
from scmpy.symbolic.algebra.polynomials import Polynomial
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.expression import (
    EXPT,
    MINUS,
    OVER,
    PLUS,
    TIMES,
    Application,
    Expression,
    application,
    numerical,
    symbol,
)
from scmpy.symbolic.fold import subexpressions
from scmpy.symbolic.simplify import reduced

SIN, COS = numerical("sin"), numerical("cos")


def polynomial_in(value: Any, values: dict[Any, Polynomial], arity: int) -> Polynomial:
    """An expression in unknowns as a polynomial in what these are; what does not contain them is a coefficient.

    Raises:  DomainError if it is none
    """
    known: dict[Any, Polynomial] = dict(values)

    def part(x: Any) -> Polynomial:
        return known[x] if isinstance(x, Expression) and x in known else Polynomial.constant(arity, x)

    for node in subexpressions(value) if isinstance(value, Expression) else ():
        if isinstance(node, Application) and not known.keys().isdisjoint(node.operands):
            known[node] = _combined(node, part, known)
    return part(value)


def _combined(node: Application, part: Any, known: Any) -> Polynomial:
    """A sum, a product, a quotient by a coefficient or a power, of polynomials."""
    first, *rest = node.operands
    if node.operator in (PLUS, MINUS, TIMES) and rest:
        return reduce(OPERATION_OF[node.operator], map(part, node.operands))  # type: ignore[return-value]
    if node.operator is OVER and rest and known.keys().isdisjoint(rest):
        return reduce(g.mul, (part(g.invert(x)) for x in rest), part(first))
    if node.operator is EXPT and isinstance(rest[0], int) and rest[0] >= 0:
        return g.expt(part(first), rest[0])  # type: ignore[no-any-return]
    raise DomainError(f"no polynomial: {node.operator} of an unknown")


def solutions(equation: Any, unknown: Expression) -> list[Any]:
    """The values of an unknown at which an expression vanishes, where they have a closed form; else none.

    The expression, its denominator left out, is a polynomial of degree 1 or 2 or a power in the unknown itself, or in
    one elementary function of it, whose principal inverse is taken, or is homogeneous in its sine and cosine.

    >>> from scmpy.symbolic.expression import symbols
    >>> x, a = symbols("x a")
    >>> solutions(x**2 - a, x), solutions(g.exp(x) - a, x), solutions(x + g.exp(x), x)
    ([(sqrt a), (* -1 (sqrt a))], [(log a)], [])
    """
    numerator = reduced(equation)
    if isinstance(numerator, Application) and numerator.operator is OVER:
        numerator = numerator.operands[0]
    if not isinstance(numerator, Expression):
        return []
    kernels = [node for node in subexpressions(numerator) if _is_kernel(node, unknown)]
    inner = symbol("the kernel of the unknown")
    for node in kernels if len(kernels) == 1 else ():
        within = substitute(numerator, {node: inner})
        if unknown not in set(subexpressions(within)):
            inverse = _inverse(node)
            return [inverse(root) for root in _roots(within, inner)]
    if {node.operator for node in kernels} == {SIN, COS}:
        return _by_tangent(numerator, unknown)
    return [] if kernels else _roots(numerator, unknown)


def _by_tangent(expression: Any, unknown: Expression) -> list[Any]:
    """The principal roots of what is homogeneous in the sine and the cosine of the unknown."""
    cosine, tangent = symbol("the cosine of the unknown"), symbol("the tangent of the unknown")
    within = substitute(expression, {application(SIN, unknown): tangent * cosine, application(COS, unknown): cosine})
    if unknown in set(subexpressions(within)):
        return []
    try:
        polynomial = polynomial_in(within, {cosine: Polynomial.variables(1)[0]}, 1)
    except DomainError:
        return []
    terms = [c for c in map(reduced, polynomial.terms.values()) if not is_zero_number(c)]
    return [g.atan1(root) for root in _roots(terms[0], tangent)] if len(terms) == 1 else []


def _is_kernel(node: Any, unknown: Expression) -> bool:
    return isinstance(node, Application) and node.operands == (unknown,) and _inverse(node) is not None


def _inverse(node: Any) -> Any:
    """The function that undoes an elementary one on its principal values; None if there is none."""
    record = record_of(node.operator, len(node.operands))
    return None if record is None else record.inverse


def _roots(expression: Any, unknown: Expression) -> list[Any]:
    """The roots of a polynomial of degree 1 or 2, or of a power and a constant."""
    try:
        polynomial = polynomial_in(expression, {unknown: Polynomial.variables(1)[0]}, 1)
    except DomainError:
        return []
    terms = {exponents[0]: reduced(c) for exponents, c in polynomial.terms.items()}
    terms = {power: c for power, c in terms.items() if not is_zero_number(c)}
    degree, a = max(terms.items(), default=(0, 0))
    if degree == 0:
        return []
    if set(terms) <= {0, degree}:
        power = reduced(g.negate(g.div(terms.get(0, 0), a)))
        root = power if degree == 1 else g.sqrt(power) if degree == 2 else g.expt(power, g.div(1, degree))
        return [root] if degree % 2 else [root, g.negate(root)]
    if degree == 2:
        b, c = terms.get(1, 0), terms.get(0, 0)
        root = g.sqrt(reduced(g.sub(g.square(b), g.mul(4, g.mul(a, c)))))
        return [g.div(part, g.mul(2, a)) for part in (g.sub(root, b), g.negate(g.add(root, b)))]
    return []
