"""Polynomials made of terms and taken apart again, and their values with a bound of the rounding.

The names of the original's ``poly/`` operations; those that do what a ``poly:`` name does are in
:mod:`scmpy.museum.polynomial_names`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from scmpy.errors import StructureError, WrongTypeError, describe, expected
from scmpy.generic import operations as g
from scmpy.generic.arguments import items, length
from scmpy.generic.kinds import is_number
from scmpy.museum.polynomial_operations import MOST_VARIABLES
from scmpy.museum.polynomial_words import declared
from scmpy.registry import docstring, register
from scmpy.symbolic.algebra.polynomials import Polynomial, as_polynomial, divide


def leading_base_coefficient(p: Any) -> Any:
    """The number that the leading coefficient's leading coefficient ... is."""
    p = as_polynomial(p)
    return p.terms[max(p.terms)] if p.terms else 0


def is_negative(p: Any) -> bool:
    """Is the number before the leading term negative?"""
    return bool(leading_base_coefficient(p) < 0)


def base_coefficients(p: Any) -> tuple[Any, ...]:
    """The numbers before the terms, each once, by size."""
    found = {*as_polynomial(p).terms.values()}
    return tuple(sorted(found)) if all(not isinstance(c, complex) for c in found) else tuple(found)


def coefficients(p: Any) -> tuple[Any, ...]:
    """The coefficients of the powers of the principal variable that occur, the highest first."""
    p = as_polynomial(p)
    return tuple(p.coefficient(n) for n in sorted({e[0] for e in p.terms}, reverse=True))


def common_arity(p: Any, q: Any) -> int:
    """The number of variables of both polynomials."""
    one, other = as_polynomial(p, 0).arity, as_polynomial(q, 0).arity
    if one != other:
        raise StructureError(f"poly/check-same-arity: polynomials in {one} and in {other} variables")
    return one


def power_term(arity: int, coefficient: Any, n: int) -> Polynomial:
    """c x^n, where c is a number or a polynomial in the other variables."""
    length(arity, "poly/make-c*x^n", MOST_VARIABLES)
    if type(n) is not int or n < 0 or arity < 1:
        raise WrongTypeError(f"poly/make-c*x^n expects whole numbers, got {describe(arity)} and {describe(n)}")
    if isinstance(coefficient, Polynomial):
        if coefficient.arity != arity - 1:
            raise StructureError(f"a coefficient of a polynomial in {arity} variables is one in {arity - 1}")
        return Polynomial(arity, {(n, *e): c for e, c in coefficient.terms.items()})
    if not is_number(coefficient):
        raise expected("a number or a polynomial as a coefficient", describe(coefficient))
    return Polynomial(arity, {(n, *(0,) * (arity - 1)): coefficient})


def constant(arity: int, value: Any) -> Polynomial:
    """The constant polynomial in so many variables."""
    return power_term(max(arity, 1), value, 0)


def from_coefficients(arity: int, falling: Any) -> Any:
    """The polynomial of these coefficients, that of the highest power first."""
    row = items(falling, "poly/make-from-dense")
    return _sum(arity, [power_term(arity, c, len(row) - 1 - i) for i, c in enumerate(row)])


def from_terms(arity: int, pairs: Any) -> Any:
    """The polynomial of a list of pairs of an exponent and a coefficient."""
    return _sum(arity, [power_term(arity, *reversed(_pair(term))) for term in items(pairs, "poly/make-from-sparse")])


def _pair(term: Any) -> tuple[Any, Any]:
    if hasattr(term, "car"):  # a pair of Scheme's
        return term.car, term.cdr.car if hasattr(term.cdr, "car") else term.cdr
    found = tuple(term) if isinstance(term, (tuple, list)) else ()
    if len(found) != 2:
        raise expected("a pair of an exponent and a coefficient", describe(term))
    return found[0], found[1]


def _sum(arity: int, terms: list[Polynomial]) -> Any:
    total: Any = Polynomial(arity, {})
    for term in terms:
        total = g.add(total, term)
    return total


def with_term(arity: int, n: int, coefficient: Any, p: Any) -> Any:
    """p + c x^n, where n is above the degree of p."""
    p = as_polynomial(p, arity)
    if type(n) is int and n <= p.degree:
        raise StructureError(f"poly/adjoin: the polynomial is of degree {p.degree}, the new term of {n}")
    return g.add(p, power_term(arity, coefficient, n))


def except_leading_term(arity: int, p: Any) -> Polynomial:
    """The polynomial without what belongs to the highest power of the principal variable."""
    p = as_polynomial(p, arity)
    degree = p.degree
    return Polynomial(p.arity, {e: c for e, c in p.terms.items() if e[0] != degree})


def identity(arity: int = 1) -> Polynomial:
    """The polynomial that is the principal variable."""
    return power_term(arity, 1, 1)


def partial_derivative(p: Any, i: Any) -> Polynomial:
    """The derivative by the variable of a list of one number, counted from 0."""
    (index,) = items(i, "poly/partial-derivative") if not isinstance(i, int) else (i,)
    return numbered_derivative(p, index + 1)


def numbered_derivative(p: Any, n: int) -> Polynomial:
    """The derivative by variable n, counted from 1."""
    p = as_polynomial(p)
    if type(n) is not int or not 1 <= n <= p.arity:
        raise StructureError(f"poly/derivative-partial: a polynomial in {p.arity} variables has no {describe(n)}-th")
    return p.derivative(n - 1)


def value_with_error(p: Any, x: Any, receiver: Callable[..., Any]) -> Any:
    """What a procedure of four arguments gives for value, first and second derivative, and a bound of the rounding.

    Source: D. A. Adams, A stopping criterion for polynomial root finding, CACM 10 (1967)
    """
    p = as_polynomial(p)
    if p.arity != 1:
        raise StructureError(f"poly/horner-with-error takes a polynomial in one variable, got one in {p.arity}")
    length(p.degree + 1, "poly/horner-with-error", things="coefficients")
    falling = p.coefficients()[::-1]
    value, first, second = falling[0], 0, 0
    size = g.abs_(x)
    bound = g.div(g.abs_(value), 2)
    for c in falling[1:]:
        second = g.add(g.mul(second, x), first)
        first = g.add(g.mul(first, x), value)
        value = g.add(g.mul(value, x), c)
        bound = g.add(g.mul(size, bound), g.abs_(value))
    rounding = g.mul(sys.float_info.epsilon, g.sub(g.mul(2, bound), g.abs_(value)))
    return receiver(value, first, g.mul(2, second), rounding)


def value_at(p: Any, place: Any) -> Any:
    """The value at a list of values, one for each variable."""
    found = items(place, "poly/horner")
    return as_polynomial(p, len(found))(*found)


#: Scheme names, the Python name, the operation, how it is called, what it is, an example and its answer.
_VOCABULARY: tuple[tuple[str, str, Any, str, str, str, str], ...] = (
    (
        "poly/leading-base-coefficient poly:leading-base-coefficient",
        "poly_leading_base_coefficient",
        leading_base_coefficient,
        "p",
        "The number before the leading term.",
        "poly_leading_base_coefficient(3 * p)",
        "3",
    ),
    (
        "poly/abs",
        "poly_abs",
        lambda p: g.negate(p) if is_negative(p) else p,
        "p",
        "The polynomial or its negative, so that the number before the leading term is positive.",
        "poly_abs(-p) == p",
        "True",
    ),
    (
        "poly/negative?",
        "is_poly_negative",
        is_negative,
        "p",
        "Is the number before the leading term negative?",
        "is_poly_negative(p), is_poly_negative(-p)",
        "(False, True)",
    ),
    (
        "poly/monic?",
        "is_poly_monic",
        lambda p: bool(leading_base_coefficient(p) == 1 and len(coefficients(p)) and coefficients(p)[0] == 1),
        "p",
        "Is the leading coefficient 1?",
        "is_poly_monic(p), is_poly_monic(2 * p)",
        "(True, False)",
    ),
    (
        "poly/identity?",
        "is_poly_identity",
        lambda p: bool(as_polynomial(p) == identity(max(as_polynomial(p).arity, 1))),
        "p",
        "Is the polynomial the principal variable itself?",
        "is_poly_identity(q - 1), is_poly_identity(q)",
        "(True, False)",
    ),
    (
        "poly/not-divisible?",
        "is_poly_not_divisible",
        lambda p, q: bool(divide(*_pair_of(p, q))[1] != 0),
        "p q",
        "Does a division leave a remainder?",
        "is_poly_not_divisible(p, q), is_poly_not_divisible(p + 1, q)",
        "(False, True)",
    ),
    (
        "poly/coefficients",
        "poly_coefficients",
        coefficients,
        "p",
        "The coefficients of the powers that occur, that of the highest first.",
        "poly_coefficients(p)",
        "(1, -1)",
    ),
    (
        "poly/base-coefficients",
        "poly_base_coefficients",
        base_coefficients,
        "p",
        "The numbers before the terms, each once, by size.",
        "poly_base_coefficients(2 * p * p)",
        "(-4, 2)",
    ),
    (
        "poly/check-same-arity",
        "poly_check_same_arity",
        common_arity,
        "p q",
        "The number of variables of both polynomials; an error if they have not the same.",
        "poly_check_same_arity(p, q)",
        "1",
    ),
    (
        "poly/except-leading-term poly:except-leading-term",
        "poly_except_leading_term",
        except_leading_term,
        "arity p",
        "The polynomial without the highest power of the principal variable.",
        "poly_except_leading_term(1, p + q)",
        "x",
    ),
    (
        "poly/adjoin",
        "poly_adjoin",
        with_term,
        "arity n c p",
        "The polynomial with a term c x^n of a degree above its own.",
        "poly_adjoin(1, 3, 5, q)",
        "(+ 1 (* 5 (expt x 3)) x)",
    ),
    (
        "poly/make-c*x^n",
        "poly_make_power",
        power_term,
        "arity c n",
        "c x^n, where c is a number or a polynomial in the other variables.",
        "poly_make_power(1, 3, 2)",
        "(* 3 (expt x 2))",
    ),
    (
        "poly/make-constant",
        "poly_make_constant",
        constant,
        "arity c",
        "The constant polynomial in so many variables.",
        "poly_arity(poly_make_constant(2, 5))",
        "2",
    ),
    (
        "poly/make-from-dense",
        "poly_make_from_coefficients",
        from_coefficients,
        "arity coefficients",
        "The polynomial of these coefficients, that of the highest power first.",
        "poly_make_from_coefficients(1, [1, 2, 3])",
        "(+ 3 (expt x 2) (* 2 x))",
    ),
    (
        "poly/make-from-sparse",
        "poly_make_from_terms",
        from_terms,
        "arity terms",
        "The polynomial of a list of pairs of an exponent and a coefficient.",
        "poly_make_from_terms(1, [(5, 3), (0, 1)])",
        "(+ 1 (* 3 (expt x 5)))",
    ),
    (
        "poly/make-identity",
        "poly_make_identity",
        identity,
        "arity",
        "The polynomial that is the principal variable.",
        "poly_make_identity(1)",
        "x",
    ),
    (
        "poly/derivative-partial",
        "poly_derivative_partial",
        numbered_derivative,
        "p n",
        "The derivative by variable n, counted from 1.",
        "poly_derivative_partial(p, 1)",
        "(* 2 x)",
    ),
    (
        "poly/partial-derivative",
        "poly_derivative_by_variable",
        partial_derivative,
        "p (list i)",
        "The derivative by variable i, counted from 0.",
        "poly_derivative_by_variable(p, [0])",
        "(* 2 x)",
    ),
    (
        "poly/horner",
        "poly_horner",
        value_at,
        "p values",
        "The value at a list of values of the variables, by Horner's rule.",
        "poly_horner(p, [3])",
        "8",
    ),
    (
        "poly/horner-with-error poly:horners-rule-with-error",
        "poly_horner_with_error",
        value_with_error,
        "p x receiver",
        "What a procedure gives for value, first and second derivative, and a bound of the rounding of the value.",
        "poly_horner_with_error(p, 2, lambda value, first, second, error: (value, first, second, error < 1e-14))",
        "(3, 4, 2, True)",
    ),
    (
        "explicit-pcf?",
        "is_polynomial_value",
        lambda datum: isinstance(datum, Polynomial),
        "p",
        "Is this a polynomial, and no number?",
        "is_polynomial_value(p), is_polynomial_value(3)",
        "(True, False)",
    ),
    (
        "pcf?",
        "is_polynomial_or_number",
        lambda datum: isinstance(datum, Polynomial) or is_number(datum),
        "p",
        "Is this a polynomial or a number?",
        "is_polynomial_or_number(p), is_polynomial_or_number(3), is_polynomial_or_number('x')",
        "(True, True, False)",
    ),
)


def _pair_of(p: Any, q: Any) -> tuple[Polynomial, Polynomial]:
    arity = max(as_polynomial(p, 0).arity, as_polynomial(q, 0).arity)
    return as_polynomial(p, arity), as_polynomial(q, arity)


def _declare(names: str, python: str, operation: Any, calls: str, meaning: str, typed: str, answer: str) -> None:
    first, *more = names.split()
    given = "p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 1])"
    operate = declared(operation, docstring(meaning, f"({first} {calls})", typed, answer, given=given))
    register(first, operate, python=python)
    for name in more:
        register(name, operate, python=None)


for _entry in _VOCABULARY:
    _declare(*_entry)
for _name, _polynomial, _meaning in (
    ("poly:zero", Polynomial(1, {}), "The polynomial 0."),
    ("poly:one", constant(1, 1), "The polynomial 1."),
    ("poly:identity", identity(), "The polynomial x."),
):
    _python = _name.replace(":", "_")
    _doc = docstring(_meaning, _name, f"{_python}(2)", {"z": "0", "o": "1", "i": "2"}[_name[5]])
    register(_name, _polynomial, python=_python, module=__name__, doc=_doc)
    register(_name.replace(":", "/"), _polynomial, python=None, module=__name__, doc=_doc)
