"""Polynomials as values, divisors, roots in closed form, an expression as polynomial in chosen unknowns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from heapq import heapify, heappop, heappush
from itertools import product
from typing import Any

from scmpy.errors import DivisionByZeroError, DomainError, StructureError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.elementary import record_of
from scmpy.generic.numbers import ExactComplex, exact, exact_complex
from scmpy.generic.settings import MOST_TERMS
from scmpy.generic.types import Number, Scalar, ScalarValue, is_number, is_zero_number
from scmpy.registry import public
from scmpy.symbolic.arithmetic import OPERATION_OF, substitute
from scmpy.symbolic.expression import Application, Expression, Head, application, expression_of, subexpressions, symbol
from scmpy.symbolic.normal_forms import addends, multiplicands, symbolic_numerator
from scmpy.symbolic.patterns import combined
from scmpy.symbolic.printed_form import quotient_parts
from scmpy.symbolic.ring import (
    MAXIMUM_PAIRS_OF_FLOATS,
    RATIONALS,
    check_power,
    check_product,
    exceeds,
    polynomials_over,
    refusal,
    to_flint,
    to_number,
)
from scmpy.symbolic.simplify import reduced

# --- polynomials -----------------------------------------------------------------------------------------------------
# Polynomials as values, in any number of variables, without names for them.
#
# The coefficients may be what no ring of python-flint has: floats, which are rounded at every step, and expressions.
# With those, sums, products and powers are computed term by term. Long products and powers with exact rational ones,
# and always gcd, division in several variables and factors, are those of :mod:`scmpy.symbolic.ring`. The first variable
# is the principal one: degree and leading coefficient are meant by it.

Exponents = tuple[int, ...]


class Polynomial(Displayed, Arithmetic):
    """A polynomial: its coefficients by the exponents of the variables.

    >>> p = Polynomial.dense([1, 0, 3])
    >>> p, p(2), p * p
    ((+ 1 (* 3 (expt x 2))), 13, (+ 1 (* 9 (expt x 4)) (* 6 (expt x 2))))
    """

    __slots__ = ("arity", "terms")

    def __init__(self, arity: int, terms: dict[Exponents, Any]) -> None:
        self.arity = arity
        self.terms = {exponents: c for exponents, c in terms.items() if not (is_number(c) and c == 0)}

    @classmethod
    def constant(cls, arity: int, value: Any) -> Polynomial:
        return cls(arity, {(0,) * arity: value})

    @classmethod
    def variables(cls, arity: int) -> list[Polynomial]:
        return [cls(arity, {tuple([int(i == j) for j in range(arity)]): 1}) for i in range(arity)]

    @classmethod
    def dense(cls, coefficients: Iterable[Any]) -> Polynomial:
        """The polynomial in one variable of these coefficients, that of the constant term first."""
        found = list(coefficients)
        if not all(map(is_number, found)):
            raise WrongTypeError("the coefficients of a polynomial are numbers")
        return cls(1, {(power,): coefficient for power, coefficient in enumerate(found)})

    def coefficients(self) -> list[Any]:
        """By rising powers of the principal variable: numbers, or polynomials in the others."""
        return [self.coefficient(power) for power in range(self.degree + 1)] or [0]

    def coefficient(self, power: int) -> Any:
        """That of a power of the principal variable."""
        found = {e[1:]: c for e, c in self.terms.items() if e[0] == power}
        return found.get((), 0) if self.arity == 1 else Polynomial(self.arity - 1, found)

    @property
    def degree(self) -> int:
        """The highest power of the principal variable, -1 of the zero polynomial."""
        return max((exponents[0] for exponents in self.terms), default=-1) if self.arity else len(self.terms) - 1

    def __call__(self, *values: ScalarValue) -> ScalarValue:
        if len(values) != self.arity:
            raise StructureError(f"a polynomial in {self.arity} variables has been given {len(values)} values")
        return self._value(self.terms, values, 0)

    def _value(self, terms: dict[Exponents, Any], values: tuple[Any, ...], start: int) -> Any:
        """Horner's rule in the first of the values, its coefficients by the next ones."""
        if start == self.arity:
            return next(iter(terms.values()), 0)
        powers: dict[int, dict[Exponents, Any]] = {}
        for exponents, coefficient in terms.items():
            powers.setdefault(exponents[start], {})[exponents] = coefficient
        total: Any = 0
        ordered = sorted(powers, reverse=True)
        for power, below in zip(ordered, [*ordered[1:], 0], strict=False):
            total = g.add(self._value(powers[power], values, start + 1), total)
            total = g.mul(total, g.expt(values[start], power - below)) if power > below else total
        return total

    def map(self, function: Callable[[Exponents, Any], tuple[Exponents, Any]]) -> Polynomial:
        total = _collected(function(*term) for term in self.terms.items())
        return Polynomial(len(next(iter(total), (0,) * self.arity)), total)

    def derivative(self, i: int = 0) -> Polynomial:
        if not (type(i) is int and 0 <= i < self.arity):
            raise StructureError(f"a polynomial in {self.arity} variables has no variable {i}")
        kept = {e: c for e, c in self.terms.items() if e[i]}
        lowered = {(*e[:i], e[i] - 1, *e[i + 1 :]): g.mul(e[i], c) for e, c in kept.items()}
        return Polynomial(self.arity, lowered)

    def expression(self, variables: Iterable[Any]) -> Any:
        names = tuple(variables)
        if len(names) != self.arity:
            raise StructureError(f"a polynomial in {self.arity} variables has been given {len(names)} names")
        ordered = sorted(self.terms.items(), key=lambda item: (sum(item[0]) != 0, -sum(item[0]), [-e for e in item[0]]))
        products = [
            combined(Head.TIMES, (c, *(combined(Head.EXPT, (v, k)) for v, k in zip(names, e, strict=True) if k)))
            for e, c in ordered
        ]
        return combined(Head.PLUS, tuple(products))

    def _printed_expression_(self) -> Any:
        return self.expression([symbol("x")] if self.arity == 1 else [symbol(f"x{i}") for i in range(self.arity)])

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Polynomial) and self.arity == other.arity and self.terms == other.terms
        return same or (is_number(other) and self.terms == Polynomial.constant(self.arity, other).terms)

    def __hash__(self) -> int:
        return hash((self.arity, frozenset(self.terms.items())))

    def _describe_(self) -> str:
        return f"a polynomial in {self.arity} variable{'' if self.arity == 1 else 's'}"


expression_of.add((Polynomial,), Polynomial._printed_expression_)


# --- arithmetic ------------------------------------------------------------------------------------------------


def _same_arity(p: Polynomial, q: Polynomial) -> None:
    if p.arity != q.arity:
        raise StructureError(f"polynomials in {p.arity} and in {q.arity} variables do not combine")


def _collected(terms: Iterable[tuple[Exponents, Any]]) -> dict[Exponents, Any]:
    total: dict[Exponents, Any] = {}
    for exponents, coefficient in terms:
        total[exponents] = g.add(total[exponents], coefficient) if exponents in total else coefficient
    return total


def _add(p: Polynomial, q: Polynomial) -> Polynomial:
    _same_arity(p, q)
    return Polynomial(p.arity, _collected((*p.terms.items(), *q.terms.items())))


def _mul(p: Polynomial, q: Polynomial) -> Polynomial:
    _same_arity(p, q)
    if len(p.terms) * len(q.terms) > 50 and is_exact_polynomial(p) and is_exact_polynomial(q):
        left, right = in_ring(p), in_ring(q)
        check_product(left, right, "poly:*")
        return from_ring(left * right)
    if exceeds(len(p.terms) * len(q.terms), MAXIMUM_PAIRS_OF_FLOATS):
        raise refusal("poly:*: a product of polynomials with floats has", MAXIMUM_PAIRS_OF_FLOATS, "pairs of terms")
    pairs = product(p.terms.items(), q.terms.items())
    return Polynomial(p.arity, _collected((tuple(map(int.__add__, e, f)), g.mul(c, d)) for (e, c), (f, d) in pairs))


def _negate(p: Polynomial) -> Polynomial:
    return Polynomial(p.arity, {e: g.negate(c) for e, c in p.terms.items()})


def _expt(p: Polynomial, n: int) -> Polynomial:
    if n < 0:
        raise WrongTypeError(f"a polynomial is raised to powers that are not negative, got {n}")
    if len(p.terms) == 1:
        ((exponents, coefficient),) = p.terms.items()
        return Polynomial(p.arity, {tuple(n * k for k in exponents): g.expt(coefficient, n)})
    if len(p.terms) > 1 and is_exact_polynomial(p):
        base = in_ring(p)
        check_power(base, n, "poly:expt")
        return from_ring(base**n)
    result, square = Polynomial.constant(p.arity, 1), p
    while n:
        n, odd = divmod(n, 2)
        result = _mul(result, square) if odd else result
        square = _mul(square, square) if n else square
    return result


def _with_constants(operation: Any, combine: Callable[[Polynomial, Polynomial], Any]) -> None:
    operation.add((Polynomial, Polynomial), combine)
    operation.add((Polynomial, Number), lambda p, c: combine(p, Polynomial.constant(p.arity, c)))
    operation.add((Number, Polynomial), lambda c, p: combine(Polynomial.constant(p.arity, c), p))


_with_constants(g.add, _add)
_with_constants(g.mul, _mul)
_with_constants(g.sub, lambda p, q: _add(p, _negate(q)))
g.div.add((Polynomial, Number), lambda p, c: _mul(p, Polynomial.constant(p.arity, g.invert(c))))
g.div.add((Polynomial, Polynomial), lambda p, q: exact_quotient(p, q))
g.negate.add((Polynomial,), _negate)
g.square.add((Polynomial,), lambda p: _mul(p, p))
g.cube.add((Polynomial,), lambda p: _expt(p, 3))
g.expt.add((Polynomial, int), _expt)
g.zero_like.add((Polynomial,), lambda p: Polynomial(p.arity, {}))
g.one_like.add((Polynomial,), lambda p: Polynomial.constant(p.arity, 1))


def divide(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder: of lower degree in one variable, by lexicographic leading terms in several."""
    _same_arity(p, q)
    if not q.terms:
        raise DivisionByZeroError("Division by zero signalled by poly:divide.")
    if p.arity != 1:
        quotient, remainder = divmod(in_ring(p), in_ring(q))
        return from_ring(quotient), from_ring(remainder)
    quotient_terms: dict[Exponents, Any] = {}
    rest, degree = dict(p.terms), q.degree
    leading = q.terms[degree,]
    waiting = [-k for (k,) in rest if k >= degree]
    heapify(waiting)  # the highest power of what is left comes first
    while waiting:
        power = -heappop(waiting) - degree
        coefficient = rest.pop((power + degree,))
        if is_number(coefficient) and coefficient == 0:
            continue
        factor = quotient_terms[power,] = g.div(coefficient, leading)
        MOST_TERMS.check(len(quotient_terms), "poly:divide")
        for (k,), c in q.terms.items():
            if k != degree:
                if (power + k,) not in rest and power + k >= degree:
                    heappush(waiting, -power - k)
                rest[power + k,] = g.sub(rest.get((power + k,), 0), g.mul(factor, c))
    return Polynomial(1, quotient_terms), Polynomial(1, rest)


def exact_quotient(p: Polynomial, q: Polynomial) -> Polynomial:
    quotient, remainder = divide(p, q)
    if remainder.terms:
        raise WrongTypeError("the polynomials do not divide; see poly:divide for the remainder")
    return quotient


# --- python-flint ----------------------------------------------------------------------------------------------


def is_exact_polynomial(p: Polynomial) -> bool:
    return all(isinstance(c, (int, Fraction)) for c in p.terms.values())


def in_ring(p: Polynomial) -> Any:
    if not is_exact_polynomial(p):
        raise WrongTypeError("gcd, division and factors of polynomials need exact rational coefficients")
    context = polynomials_over(p.arity, RATIONALS)[0]
    return context.from_dict({e: to_flint(c) for e, c in p.terms.items()})


def from_ring(polynomial: Any) -> Polynomial:
    terms = {tuple(map(int, monomial)): to_number(c) for monomial, c in polynomial.terms()}
    return Polynomial(polynomial.context().nvars(), terms)


def as_polynomial(value: Any, arity: int = 1) -> Polynomial:
    """A polynomial; a number is a constant one."""
    if isinstance(value, Polynomial):
        return value
    if is_number(value):
        return Polynomial.constant(arity, value)
    raise expected("a polynomial", describe(value))


# --- relations -------------------------------------------------------------------------------------------------------
# Expressions as polynomials in chosen unknowns, and the solutions of one equation in closed form.


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
    first, *rest = node.operands
    if node.operator is Head.MINUS and not rest:
        return g.negate(part(first))  # type: ignore[no-any-return]
    if node.operator in (Head.PLUS, Head.MINUS, Head.TIMES):
        return reduce(OPERATION_OF[node.operator], map(part, node.operands))  # type: ignore[return-value]
    if node.operator is Head.OVER and rest and known.keys().isdisjoint(rest):
        return reduce(g.mul, (part(g.invert(x)) for x in rest), part(first))
    if node.operator is Head.EXPT and isinstance(rest[0], int) and rest[0] >= 0:
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
    numerator = quotient_parts(reduced(equation))[0]
    if not isinstance(numerator, Expression):
        return []
    applied = (x for x in subexpressions(numerator) if isinstance(x, Application) and x.operands == (unknown,))
    kernels = [node for node in applied if _inverse(node) is not None]
    inner = symbol("the kernel of the unknown")
    for node in kernels if len(kernels) == 1 else ():
        within = substitute(numerator, {node: inner})
        if unknown not in set(subexpressions(within)):
            inverse = _inverse(node)
            return [inverse(root) for root in _roots(within, inner)]
    if {node.operator for node in kernels} == {Head.SIN, Head.COS}:
        return _by_tangent(numerator, unknown)
    return [] if kernels else _roots(numerator, unknown)


def _by_tangent(expression: Any, unknown: Expression) -> list[Any]:
    """The principal roots of what is homogeneous in the sine and the cosine of the unknown."""
    cosine, tangent = symbol("the cosine of the unknown"), symbol("the tangent of the unknown")
    within = substitute(
        expression, {application(Head.SIN, unknown): tangent * cosine, application(Head.COS, unknown): cosine}
    )
    if unknown in set(subexpressions(within)):
        return []
    try:
        polynomial = polynomial_in(within, {cosine: Polynomial.variables(1)[0]}, 1)
    except DomainError:
        return []
    terms = [c for c in map(reduced, polynomial.terms.values()) if not is_zero_number(c)]
    return [g.atan1(root) for root in _roots(terms[0], tangent)] if len(terms) == 1 else []


def _inverse(node: Any) -> Any:
    record = record_of(node.operator, len(node.operands))
    return None if record is None else record.inverse


def _roots(expression: Any, unknown: Expression) -> list[Any]:
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
        return _of_square(a, b, reduced(g.sub(g.square(b), g.mul(4, g.mul(a, c)))))
    return []


def _of_square(a: Any, b: Any, discriminant: Any) -> list[Any]:
    root = g.sqrt(discriminant)
    return [g.div(part, g.mul(2, a)) for part in (g.sub(root, b), g.negate(g.add(root, b)))]


# --- divisors --------------------------------------------------------------------------------------------------------
# Greatest common divisors of integers, rationals, Gaussian integers and polynomial expressions.


@public("gcd")
def gcd(*values: Scalar) -> ScalarValue:
    """The greatest common divisor, of none 0: the one that is not negative, of polynomials in its leading term.

    Of polynomials with floats as coefficients it is the one with the leading coefficient 1.

    Scheme:  (gcd x ...)
    >>> x, y = symbols("x y")
    >>> gcd(12, 18), gcd(div(3, 2), div(9, 4)), gcd(6 * x * y, 4 * x)
    (6, Fraction(3, 4), (* 2 x))
    """
    return _as_exact_as(values, reduce(_of_two, map(_checked, values), 0))


@public("lcm")
def lcm(*values: Scalar) -> ScalarValue:
    """The least common multiple, of none 1; unique up to a unit.

    Scheme:  (lcm x ...)
    >>> x, y = symbols("x y")
    >>> lcm(4, 6), lcm(div(3, 2), div(9, 4)), lcm(x * y, 2 * x)
    (12, Fraction(9, 2), (* 2 x y))
    """
    found = [_checked(value) for value in values]
    return _as_exact_as(
        values, reduce(_multiple_of_two, found[1:], _multiple_of_two(found[0], found[0])) if found else 1
    )


def _as_exact_as(values: tuple[Any, ...], found: Any) -> Any:
    return float(found) if isinstance(found, (int, Fraction)) and any(isinstance(x, float) for x in values) else found


def _multiple_of_two(x: Any, y: Any) -> Any:
    if any(is_zero_number(value) for value in (x, y)):
        return 0
    multiple = reduced(g.div(g.mul(x, y), _of_two(x, y)))
    return abs(multiple) if isinstance(multiple, (int, Fraction)) else multiple


def _checked(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    exact_number = is_number(value) and isinstance(value, (int, Fraction, ExactComplex))
    if not exact_number and not isinstance(value, Expression):
        raise WrongTypeError(f"gcd expects exact numbers or expressions, got {describe(value)}")
    return value


def _of_two(x: Any, y: Any) -> Any:
    if isinstance(x, Expression) or isinstance(y, Expression):
        return _of_expressions(x, y)
    if isinstance(x, ExactComplex) or isinstance(y, ExactComplex):
        return _of_complex(x, y)
    multiple = math.lcm(x.denominator, y.denominator)
    return exact(Fraction(math.gcd(int(x * multiple), int(y * multiple)), multiple))


def _of_complex(x: Any, y: Any) -> Any:
    """By Euclid's algorithm; unique up to powers of i."""
    for value in (x, y):
        if not all(isinstance(part, int) for part in (value.real, value.imag)):
            raise WrongTypeError(f"gcd expects Gaussian integers, got {describe(value)}")
    while y != 0:
        quotient = g.div(x, y)
        x, y = y, g.sub(x, g.mul(exact_complex(round(quotient.real), round(quotient.imag)), y))
    return x


def _of_expressions(x: Any, y: Any) -> Any:
    x, y = reduced(x), reduced(y)
    if is_zero_number(x):
        return _of_positive_lead(y)
    if is_zero_number(y):
        return _of_positive_lead(x)
    ratio = reduced(g.div(x, y))
    top = symbolic_numerator(ratio)
    coefficients = (multiplicands(term)[0] for term in addends(top))
    multiple = math.lcm(*(c.denominator for c in coefficients if isinstance(c, (int, Fraction))))
    return _of_positive_lead(reduced(g.div(x, g.mul(multiple, top))))


def _of_positive_lead(found: Any) -> Any:
    """The associate in which the first printed term of the highest degree has a positive coefficient, 1 for a float."""
    lead = multiplicands(max(addends(found), key=_degree))[0]
    if isinstance(lead, float):
        return reduced(g.div(found, lead))
    return reduced(g.negate(found)) if isinstance(lead, (int, Fraction)) and lead < 0 else found


def _degree(term: Any) -> Any:
    powers = (x for x in multiplicands(term) if isinstance(x, Expression))
    return sum(x.operands[1] if x.operator is Head.EXPT and isinstance(x.operands[1], int) else 1 for x in powers)
