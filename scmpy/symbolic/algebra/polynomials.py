"""Polynomials as values, in any number of variables, without names for them.

The coefficients may be what no ring of python-flint has: floats, which are rounded at every step, and expressions.
With those, sums, products and powers are computed term by term. Long products and powers with exact rational ones, and
always gcd, division in several variables and factors, are those of :mod:`scmpy.symbolic.ring`. The first variable is
the principal one: degree and leading coefficient are meant by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from heapq import heapify, heappop, heappush
from typing import Any

from scmpy.errors import DivisionByZeroError, StructureError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.annotations import ScalarValue
from scmpy.generic.arguments import items
from scmpy.generic.dispatch import Arithmetic
from scmpy.generic.display import Displayed
from scmpy.generic.kinds import Number, is_number
from scmpy.generic.settings import Limit
from scmpy.symbolic.domains import RATIONALS, to_flint, to_number
from scmpy.symbolic.expression import EXPT, PLUS, TIMES, expression_of, symbol
from scmpy.symbolic.rewriting.templates import combined
from scmpy.symbolic.ring import polynomials_over
from scmpy.symbolic.work_limits import MAXIMUM_PAIRS_OF_FLOATS, check_power, check_product, exceeds, refusal

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
        """The constant polynomial."""
        return cls(arity, {(0,) * arity: value})

    @classmethod
    def variables(cls, arity: int) -> list[Polynomial]:
        """The polynomials that are the variables themselves."""
        return [cls(arity, {tuple([int(i == j) for j in range(arity)]): 1}) for i in range(arity)]

    @classmethod
    def dense(cls, coefficients: Iterable[Any]) -> Polynomial:
        """The polynomial in one variable of these coefficients, that of the constant term first."""
        found = list(coefficients)
        if not all(map(is_number, found)):
            raise WrongTypeError("the coefficients of a polynomial are numbers")
        return cls(1, {(power,): coefficient for power, coefficient in enumerate(found)})

    def coefficients(self) -> list[Any]:
        """The coefficients by rising powers of the principal variable: numbers, or polynomials in the others."""
        return [self.coefficient(power) for power in range(self.degree + 1)] or [0]

    def coefficient(self, power: int) -> Any:
        """That of a power of the principal variable."""
        found = {e[1:]: c for e, c in self.terms.items() if e[0] == power}
        return found.get((), 0) if self.arity == 1 else Polynomial(self.arity - 1, found)

    @property
    def degree(self) -> int:
        """The highest power of the principal variable, -1 of the zero polynomial."""
        return max((exponents[0] for exponents in self.terms), default=-1) if self.arity else len(self.terms) - 1

    @property
    def lowest_order(self) -> int:
        """The lowest power of the principal variable that occurs, -1 of the zero polynomial."""
        return min((exponents[0] for exponents in self.terms), default=-1)

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
        """The polynomial of the terms that a function makes of these."""
        total: dict[Exponents, Any] = {}
        for exponents, coefficient in self.terms.items():
            new, value = function(exponents, coefficient)
            total[new] = g.add(total[new], value) if new in total else value
        return Polynomial(len(next(iter(total), (0,) * self.arity)), total)

    def derivative(self, i: int = 0) -> Polynomial:
        """The partial derivative by a variable."""
        if not (type(i) is int and 0 <= i < self.arity):
            raise StructureError(f"a polynomial in {self.arity} variables has no variable {i}")
        kept = {e: c for e, c in self.terms.items() if e[i]}
        lowered = {(*e[:i], e[i] - 1, *e[i + 1 :]): g.mul(e[i], c) for e, c in kept.items()}
        return Polynomial(self.arity, lowered)

    def expression(self, variables: Iterable[Any]) -> Any:
        """The expression of the polynomial in these variables."""
        names = tuple(variables)
        if len(names) != self.arity:
            raise StructureError(f"a polynomial in {self.arity} variables has been given {len(names)} names")
        ordered = sorted(self.terms.items(), key=lambda item: (sum(item[0]) != 0, -sum(item[0]), _falling(item[0])))
        products = [
            combined(TIMES, (c, *(combined(EXPT, (v, k)) for v, k in zip(names, e, strict=True) if k)))
            for e, c in ordered
        ]
        return combined(PLUS, tuple(products))

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


def _falling(exponents: Exponents) -> Exponents:
    return tuple([-e for e in exponents])


# --- arithmetic ------------------------------------------------------------------------------------------------


def _same_arity(p: Polynomial, q: Polynomial) -> None:
    if p.arity != q.arity:
        raise StructureError(f"polynomials in {p.arity} and in {q.arity} variables do not combine")


def _add(p: Polynomial, q: Polynomial) -> Polynomial:
    _same_arity(p, q)
    total = dict(p.terms)
    for exponents, coefficient in q.terms.items():
        total[exponents] = g.add(total[exponents], coefficient) if exponents in total else coefficient
    return Polynomial(p.arity, total)


def _mul(p: Polynomial, q: Polynomial) -> Polynomial:
    _same_arity(p, q)
    if len(p.terms) * len(q.terms) > 50 and is_exact_polynomial(p) and is_exact_polynomial(q):
        left, right = in_ring(p), in_ring(q)
        check_product(left, right, "poly:*")
        return from_ring(left * right)
    if exceeds(len(p.terms) * len(q.terms), MAXIMUM_PAIRS_OF_FLOATS):
        raise refusal("poly:*: a product of polynomials with floats has", MAXIMUM_PAIRS_OF_FLOATS, "pairs of terms")
    total: dict[Exponents, Any] = {}
    for e, c in p.terms.items():
        for f, d in q.terms.items():
            both = tuple(map(int.__add__, e, f))
            product = g.mul(c, d)
            total[both] = g.add(total[both], product) if both in total else product
    return Polynomial(p.arity, total)


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


MOST_TERMS = Limit("most-quotient-terms", 100_000, "Terms of a quotient of polynomials.")


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
    """The quotient of polynomials of which one divides the other."""
    quotient, remainder = divide(p, q)
    if remainder.terms:
        raise WrongTypeError("the polynomials do not divide; see poly:divide for the remainder")
    return quotient


# --- python-flint ----------------------------------------------------------------------------------------------


def is_exact_polynomial(p: Polynomial) -> bool:
    """Are all coefficients exact rationals?"""
    return all(isinstance(c, (int, Fraction)) for c in p.terms.values())


def in_ring(p: Polynomial) -> Any:
    """The polynomial over the rationals of python-flint."""
    if not is_exact_polynomial(p):
        raise WrongTypeError("gcd, division and factors of polynomials need exact rational coefficients")
    context = polynomials_over(p.arity, RATIONALS)[0]
    return context.from_dict({e: to_flint(c) for e, c in p.terms.items()})


def from_ring(polynomial: Any) -> Polynomial:
    """The polynomial of one of python-flint."""
    terms = {tuple(map(int, monomial)): to_number(c) for monomial, c in polynomial.terms()}
    return Polynomial(polynomial.context().nvars(), terms)


def as_polynomial(value: Any, arity: int = 1) -> Polynomial:
    """A polynomial; a number is a constant one."""
    if isinstance(value, Polynomial):
        return value
    if is_number(value):
        return Polynomial.constant(arity, value)
    raise expected("a polynomial", describe(value))


# --- other arguments -------------------------------------------------------------------------------------------


def value(p: Any, *values: Any) -> Any:
    """The value of a polynomial, the values maybe in a list; fewer values than variables leave one in the rest."""
    if len(values) == 1 and (isinstance(values[0], (tuple, list)) or hasattr(values[0], "car")):
        values = items(values[0], "poly:value")
    p = as_polynomial(p, len(values))
    if len(values) == p.arity:
        return p(*values)
    if len(values) > p.arity:
        raise StructureError(f"a polynomial in {p.arity} variables has been given {len(values)} values")
    kept = Polynomial(p.arity - len(values), {})
    for exponents, coefficient in p.terms.items():
        head = Polynomial(len(values), {exponents[: len(values)]: coefficient})(*values)
        kept = g.add(kept, Polynomial(kept.arity, {exponents[len(values) :]: head}))
    return kept


def arg_shift(p: Any, *shifts: Any) -> Any:
    """The polynomial of x_i + shift_i."""
    p = as_polynomial(p)
    variables = Polynomial.variables(p.arity)
    return as_polynomial(p(*(g.add(x, _each(shifts, i, "poly:arg-shift")) for i, x in enumerate(variables))), p.arity)


def arg_scale(p: Any, *factors: Any) -> Any:
    """The polynomial of factor_i x_i."""
    p = as_polynomial(p)
    variables = Polynomial.variables(p.arity)
    return as_polynomial(p(*(g.mul(x, _each(factors, i, "poly:arg-scale")) for i, x in enumerate(variables))), p.arity)


def _each(values: tuple[Any, ...], i: int, operation: str) -> Any:
    is_list = len(values) == 1 and isinstance(values[0], Iterable)
    found = items(values[0], operation) if is_list else values
    if i >= len(found) or not is_number(found[i]):
        raise expected("a number for each variable", f"{len(found)} of them", StructureError)
    return found[i]
