"""The vocabulary of polynomials: ``poly:`` and ``fpf:`` names, and those of the conversions from and to expressions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scmpy.generic import operations as g
from scmpy.museum.polynomial_gcd import polynomial_gcd, polynomial_pair
from scmpy.museum.polynomial_operations import (
    contract,
    dense_to_polynomial,
    expression_to_polynomial,
    extend,
    is_contractable,
    new_variables,
    polynomial_lcm,
    polynomial_to_expression,
    principal_reverse,
    pseudo_remainder,
    split,
    to_dense,
    to_function,
)
from scmpy.museum.polynomial_words import declared
from scmpy.registry import docstring, register
from scmpy.symbolic.algebra.polynomials import Polynomial, arg_scale, arg_shift, as_polynomial, divide, value


def _by_divisor(part: int) -> Callable[[Any, Any], Any]:
    return lambda p, q: divide(*polynomial_pair(p, q))[part]


def _divided(p: Any, q: Any, receiver: Any = None) -> Any:
    """Quotient and remainder, or what a procedure of two arguments gives for them."""
    found = divide(*polynomial_pair(p, q))
    return found if receiver is None else receiver(*found)


def _pseudo_divided(p: Any, q: Any, receiver: Any = None) -> Any:
    found = pseudo_remainder(p, q)
    return found if receiver is None else receiver(*found)


def _either_order(operation: Callable[..., Any]) -> Callable[..., Any]:
    """The operation on a polynomial and a number, which may come first."""
    return lambda p, i=0: operation(i, p) if isinstance(i, Polynomial) else operation(p, i)


def _zero_test(constant: int) -> Callable[[Any], bool]:
    return lambda p: bool(as_polynomial(p) == constant)


#: The polynomials that the examples speak of: x^2 - 1 and x + 1.
_GIVEN = "p, q = poly_from_dense([-1, 0, 1]), poly_from_dense([1, 1])"

#: Scheme names, the operation, how it is called, what it is, an example and its answer.
_VOCABULARY: tuple[tuple[str, Any, str, str, str, str], ...] = (
    ("poly:+ fpf:+ poly/add +$poly", g.add, "p q ...", "The sum of polynomials.", "p + q", "(+ (expt x 2) x)"),
    (
        "poly:- fpf:- poly/sub -$poly",
        g.sub,
        "p q ...",
        "The difference of polynomials, or the negative of one.",
        "p - q, -q",
        "((+ -2 (expt x 2) (* -1 x)), (+ -1 (* -1 x)))",
    ),
    (
        "poly:* fpf:* poly/mul *$poly",
        g.mul,
        "p q ...",
        "The product of polynomials.",
        "p * q",
        "(+ -1 (expt x 3) (expt x 2) (* -1 x))",
    ),
    (
        "poly:expt fpf:expt poly/expt",
        g.expt,
        "p n",
        "A whole power of a polynomial.",
        "poly_expt(q, 2)",
        "(+ 1 (expt x 2) (* 2 x))",
    ),
    (
        "poly:square poly/square",
        g.square,
        "p",
        "The square of a polynomial.",
        "poly_square(q)",
        "(+ 1 (expt x 2) (* 2 x))",
    ),
    (
        "poly:negate fpf:negate poly/negate",
        g.negate,
        "p",
        "The negative of a polynomial.",
        "poly_negate(q)",
        "(+ -1 (* -1 x))",
    ),
    (
        "poly:scale poly/scale",
        g.mul,
        "p c",
        "The product of a polynomial and a number.",
        "poly_scale(q, 3)",
        "(+ 3 (* 3 x))",
    ),
    (
        "poly:normalize-by poly/normalize",
        g.div,
        "p c",
        "The quotient of a polynomial and a number.",
        "poly_normalize_by(q, 2)",
        "(+ 1/2 (* 1/2 x))",
    ),
    (
        "poly:= fpf:= poly/equal?",
        lambda p, q: bool(as_polynomial(p) == q),
        "p q",
        "Are polynomials equal?",
        "p == q * (q - 2), p == q",
        "(True, False)",
    ),
    (
        "poly:zero? poly/zero?",
        _zero_test(0),
        "p",
        "Is a polynomial zero?",
        "is_poly_zero(p - p), is_poly_zero(p)",
        "(True, False)",
    ),
    (
        "poly:one? poly/one?",
        _zero_test(1),
        "p",
        "Is a polynomial one?",
        "is_poly_one(q - q + 1), is_poly_one(q)",
        "(True, False)",
    ),
    (
        "poly:divide fpf:divide poly/div",
        _divided,
        "p q, p q receiver",
        "The list of quotient and remainder, or what a procedure of two arguments gives for them.",
        "poly_divide(p + 5, q)",
        "((+ -1 x), 5)",
    ),
    (
        "poly:quotient poly/quotient",
        _by_divisor(0),
        "p q",
        "The quotient of a division with remainder.",
        "poly_quotient(p + 5, q)",
        "(+ -1 x)",
    ),
    ("poly:remainder", _by_divisor(1), "p q", "The remainder of a division.", "poly_remainder(p + 5, q)", "5"),
    (
        "poly:pseudo-remainder poly/pseudo-remainder",
        _pseudo_divided,
        "p q, p q receiver",
        "The remainder without fractions, with the exponent of its factor, or what a procedure gives for the two.",
        "poly_pseudo_remainder(p, 2 * q + 1)",
        "(5, 2)",
    ),
    (
        "poly:gcd poly/gcd fpf:gcd poly/gcd-sparse",
        polynomial_gcd,
        "p q ...",
        "The greatest common divisor of polynomials.",
        "poly_gcd(p, q * q)",
        "(+ 1 x)",
    ),
    (
        "poly:lcm",
        polynomial_lcm,
        "p q",
        "The least common multiple of two polynomials.",
        "poly_lcm(p, q * q) == p * q",
        "True",
    ),
    (
        "poly:derivative poly/derivative-principal",
        lambda p: as_polynomial(p).derivative(),
        "p",
        "The derivative by the principal variable.",
        "poly_derivative(p)",
        "(* 2 x)",
    ),
    (
        "poly:partial-derivative",
        lambda p, i: as_polynomial(p).derivative(i),
        "p i",
        "The derivative by variable i.",
        "poly_partial_derivative(p, 0)",
        "(* 2 x)",
    ),
    (
        "poly:value fpf:horner-eval poly:apply poly:principal-value poly/horner-univariate",
        value,
        "p x ...",
        "The value at these values of the variables.",
        "poly_value(p, 3)",
        "8",
    ),
    (
        "poly:degree poly/degree",
        lambda p: as_polynomial(p).degree,
        "p",
        "The degree in the principal variable.",
        "poly_degree(p)",
        "2",
    ),
    (
        "poly:lowest-order poly/lowest-order",
        lambda p: as_polynomial(p).lowest_order,
        "p",
        "The lowest power of the principal variable.",
        "poly_lowest_order(p), poly_lowest_order(p + 1)",
        "(0, 2)",
    ),
    (
        "poly:arity poly/arity",
        lambda p: as_polynomial(p, 0).arity,
        "p",
        "The number of variables.",
        "poly_arity(p)",
        "1",
    ),
    (
        "poly:leading-coefficient poly/leading-coefficient",
        lambda p: as_polynomial(p).coefficient(as_polynomial(p).degree),
        "p",
        "The coefficient of the highest power of the principal variable.",
        "poly_leading_coefficient(3 * p)",
        "3",
    ),
    (
        "poly:trailing-coefficient poly/trailing-coefficient",
        lambda p: as_polynomial(p).coefficient(as_polynomial(p).lowest_order),
        "p",
        "The coefficient of the lowest power of the principal variable that occurs.",
        "poly_trailing_coefficient(p), poly_trailing_coefficient(5 * p + 5)",
        "(-1, 5)",
    ),
    (
        "poly:coefficient poly/coefficient",
        lambda p, n: as_polynomial(p).coefficient(n),
        "p n",
        "The coefficient of a power.",
        "poly_coefficient(p, 2), poly_coefficient(p, 1)",
        "(1, 0)",
    ),
    (
        "poly:arg-shift poly/arg-shift",
        arg_shift,
        "p c",
        "The polynomial of x + c.",
        "poly_arg_shift(p, 1)",
        "(+ (expt x 2) (* 2 x))",
    ),
    (
        "poly:arg-scale poly/arg-scale",
        arg_scale,
        "p c",
        "The polynomial of c x.",
        "poly_arg_scale(p, 3)",
        "(+ -1 (* 9 (expt x 2)))",
    ),
    (
        "poly:extend poly/extend",
        _either_order(extend),
        "p i, i p",
        "The polynomial with one more variable at position i.",
        "poly_arity(poly_extend(p)), poly_value(poly_extend(p), 100, 3)",
        "(2, 8)",
    ),
    (
        "poly:contract poly/contract",
        _either_order(contract),
        "p i, i p",
        "The polynomial without variable i, which must not occur.",
        "poly_contract(poly_extend(p)) == p",
        "True",
    ),
    (
        "poly:contractable? poly/contractable?",
        _either_order(is_contractable),
        "p i, i p",
        "Does variable i not occur?",
        "is_poly_contractable(p), is_poly_contractable(poly_extend(p))",
        "(False, True)",
    ),
    (
        "poly:principal-reverse poly/principal-reverse",
        principal_reverse,
        "p",
        "The coefficients in reversed order.",
        "poly_principal_reverse(p + 3 * q)",
        "(+ 1 (* 2 (expt x 2)) (* 3 x))",
    ),
    (
        "poly:->dense",
        to_dense,
        "p",
        "The list of coefficients, that of the constant term first.",
        "poly_to_dense(p)",
        "(-1, 0, 1)",
    ),
    (
        "poly:dense->",
        dense_to_polynomial,
        "coefficients",
        "The polynomial in one variable of a list of coefficients.",
        "poly_from_dense([1, 2, 3])",
        "(+ 1 (* 3 (expt x 2)) (* 2 x))",
    ),
    (
        "poly:new-variables poly/make-vars",
        new_variables,
        "n",
        "The list of the variables of polynomials in n variables.",
        "poly_value(poly_new_variables(2)[1], 3, 5)",
        "5",
    ),
    (
        "split-polynomial",
        split,
        "p",
        "The constant and the square-free factors of multiplicity 1, 2, ...",
        "split_polynomial(2 * p * q)",
        "(2, (+ -1 x), (+ 1 x))",
    ),
    ("poly:->lambda", to_function, "p", "The polynomial as a procedure of its variables.", "poly_to_lambda(p)(3)", "8"),
    (
        "poly:expression-> fpf:expression-> pcf:expression->",
        expression_to_polynomial,
        "e, e receiver",
        "The polynomial that an expression is in its kernels, with their list.",
        "poly_from_expression('(+ (sin t) 1)')",
        "((+ 1 x), ((sin t),))",
    ),
    (
        "poly:->expression fpf:->expression pcf:->expression",
        polynomial_to_expression,
        "p variables",
        "The expression of a polynomial in these variables.",
        "poly_to_expression(p, ['t'])",
        "(+ -1 (expt t 2))",
    ),
)


def _python_name(name: str) -> str | None:
    """The Python name; Python has operators for some, and needs no second name for the others."""
    prefix, _, rest = name.partition(":")
    if not rest:
        return None if "/" in name or "$" in name else ""
    if prefix != "poly" or rest in ("+", "-", "*", "="):
        return None
    if rest.endswith("->"):
        return f"poly_from_{rest[:-2]}"
    return f"poly_to_{rest[2:]}" if rest.startswith("->") else ""


def _declare(names: str, operation: Any, calls: str, meaning: str, typed: str, answer: str) -> None:
    """Register an operation under its names, with a documentation that shows how it is called."""
    first = names.split()[0]
    shown = ", ".join(f"({first} {call})" for call in calls.split(", "))
    operate = declared(operation, docstring(meaning, shown, typed, answer, given=_GIVEN))
    for name in names.split():
        register(name, operate, python=_python_name(name))


for _entry in _VOCABULARY:
    _declare(*_entry)
