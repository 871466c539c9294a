"""What else can be done with polynomials: other variables, coefficients, factors, kernels.

>>> p = dense_to_polynomial((-1, 0, 1))
>>> polynomial_lcm(p, dense_to_polynomial((1, 1))) == p
True
>>> polynomial, kernels = expression_to_polynomial("(* (+ a b) (+ a (* -1 b)))")
>>> polynomial.terms, kernels
({(2, 0): 1, (0, 2): -1}, (a, b))
"""

from __future__ import annotations

from typing import Any

from scmpy.errors import StructureError, WrongTypeError, describe
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.functions import Function
from scmpy.generic.settings import Limit
from scmpy.museum.polynomial_gcd import polynomial_gcd, polynomial_pair
from scmpy.symbolic.algebra.normal_forms import KernelFraction, fraction_of
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial, divide, exact_quotient, from_ring, in_ring
from scmpy.symbolic.bounded import factored_by_multiplicity
from scmpy.symbolic.expression import Expression
from scmpy.symbolic.printed import terms_of
from scmpy.symbolic.s_expressions import expression_from
from scmpy.symbolic.written import Written

MOST_VARIABLES = Limit("most-polynomial-variables", 1_000, "Variables of polynomials that are asked for.")


def polynomial_lcm(p: Any, q: Any) -> Polynomial:
    """The least common multiple of two polynomials."""
    p, q = polynomial_pair(p, q)
    return exact_quotient(g.mul(p, q), polynomial_gcd(p, q)) if p.terms and q.terms else Polynomial(p.arity, {})


def pseudo_remainder(p: Any, q: Any) -> tuple[Polynomial, int]:
    """The remainder of a power of the leading coefficient of q times p by q, with the exponent of that power."""
    p, q = polynomial_pair(p, q)
    if p.arity != 1 or not q.terms:
        raise StructureError("poly:pseudo-remainder takes two polynomials in one variable, the second not zero")
    exponent = max(p.degree - q.degree + 1, 0)
    return divide(g.mul(p, g.expt(q.coefficient(q.degree), exponent)), q)[1], exponent


def extend(p: Any, i: int = 0) -> Polynomial:
    """The same polynomial with one more variable, which does not occur, at position i."""
    p = as_polynomial(p)
    if type(i) is not int or not 0 <= i <= p.arity:
        raise StructureError(f"poly:extend: a polynomial in {p.arity} variables has no place {describe(i)}")
    return p.map(lambda e, c: ((*e[:i], 0, *e[i:]), c)) if p.terms else Polynomial(p.arity + 1, {})


def is_contractable(p: Any, i: int = 0) -> bool:
    """Does variable i not occur?"""
    p = as_polynomial(p)
    return type(i) is int and 0 <= i < p.arity and all(e[i] == 0 for e in p.terms)


def contract(p: Any, i: int = 0) -> Polynomial:
    """The polynomial without variable i, which must not occur."""
    p = as_polynomial(p)
    if not is_contractable(p, i):
        raise StructureError(
            f"poly:contract: variable {i} occurs in the polynomial, or is none of its {p.arity} variables"
        )
    return p.map(lambda e, c: ((*e[:i], *e[i + 1 :]), c)) if p.terms else Polynomial(p.arity - 1, {})


def principal_reverse(p: Any) -> Polynomial:
    """x^n p(1/x): the coefficients in reversed order."""
    p = as_polynomial(p)
    degree = p.degree
    return p.map(lambda e, c: ((degree - e[0], *e[1:]), c))


def to_dense(p: Any) -> tuple[Any, ...]:
    """The coefficients by rising powers of the principal variable, as a list."""
    return tuple(as_polynomial(p).coefficients())


def dense_to_polynomial(coefficients: Any) -> Polynomial:
    """The polynomial in one variable of these coefficients, that of the constant term first."""
    return Polynomial.dense(items(coefficients, "poly:dense->"))


def new_variables(n: int) -> tuple[Polynomial, ...]:
    """The n variables of polynomials in n variables."""
    if type(n) is not int or n < 1:
        raise WrongTypeError(f"poly:new-variables expects a positive whole number, got {describe(n)}")
    return tuple(Polynomial.variables(length(n, "poly:new-variables", MOST_VARIABLES)))


def split(p: Any) -> tuple[Any, ...]:
    """The square-free factors by multiplicity: the constant, those that occur once, twice, ..., each multiplied out."""
    found = as_polynomial(p)
    constant, factors = factored_by_multiplicity(in_ring(found))
    by_power: dict[int, Any] = {}
    for base, power in factors:
        by_power[int(power)] = by_power.get(int(power), Polynomial.constant(found.arity, 1)) * from_ring(base)
    first = from_ring(in_ring(found).context().constant(constant))
    powers = range(1, max(by_power, default=0) + 1)
    return first, *(by_power.get(power, Polynomial.constant(found.arity, 1)) for power in powers)


def expression_to_polynomial(value: Any, receiver: Any = None) -> Any:
    """The polynomial that an expression is in its kernels, with the kernels; or what a receiver makes of the two."""
    expression = expression_from(value.value if isinstance(value, Written) else value)
    if not isinstance(expression, Expression):
        polynomial, kernels = Polynomial.constant(0, expression), ()
    else:
        polynomial, kernels = _polynomial_of(expression)
    return (polynomial, kernels) if receiver is None else receiver(polynomial, kernels)


def _polynomial_of(expression: Expression) -> tuple[Polynomial, tuple[Any, ...]]:
    fraction = fraction_of(expression)
    if fraction is None or not fraction.form.is_polynomial:
        raise WrongTypeError(f"poly:expression->: {describe(expression)} is no polynomial in its kernels")
    (polynomial,), kernels = polynomials_in_kernels(fraction, fraction.form.num)
    return polynomial, kernels


def polynomials_in_kernels(fraction: KernelFraction, *parts: Any) -> tuple[tuple[Polynomial, ...], tuple[Any, ...]]:
    """Polynomials of a fraction's ring as polynomials in the kernels that occur in one of them, and those kernels."""
    found = [dict(terms_of(part, fraction.order)) for part in parts]
    used = [i for i in range(len(fraction.order)) if any(e[i] for terms in found for e in terms)]
    kept = tuple(Polynomial(len(used), {tuple(e[i] for i in used): c for e, c in terms.items()}) for terms in found)
    return kept, tuple(fraction.form.atoms[fraction.order[i]] for i in used)


def polynomial_to_expression(p: Any, variables: Any) -> Any:
    """The expression of a polynomial in these variables."""
    names = items(variables, "poly:->expression")
    return as_polynomial(p, len(names)).expression(map(expression_from, names))


def to_function(p: Any) -> Function:
    """The polynomial as a function of its variables."""
    return Function(as_polynomial(p).__call__, "polynomial")
