"""Rule sets beyond those of the core, the matcher by the original's names, literals, TeX in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scmpy.compat import declare_documented, rare
from scmpy.errors import DivisionByZeroError, LimitError, WrongTypeError, describe, shown_text
from scmpy.generic import operations as g
from scmpy.generic.dispatch import Operation
from scmpy.generic.numbers import ExactComplex
from scmpy.generic.settings import check_callable, items
from scmpy.generic.types import Formula, ScalarValue, Value, Values, as_name, is_number, is_zero_number
from scmpy.registry import lookup, public
from scmpy.structure.literal_functions import LiteralFunction, literal_number
from scmpy.structure.types import Name
from scmpy.symbolic.expression import (
    D_SYMBOL,
    EXPT,
    PARTIAL,
    PI,
    PLUS,
    TIMES,
    Expression,
    Symbol,
    application,
    derivative_orders,
    expression_from,
    numerical,
    subexpressions,
    symbol,
)
from scmpy.symbolic.normal_forms import rcf_simplify
from scmpy.symbolic.patterns import Bindings, Search, as_pattern, combined, compiled, is_rational, matches
from scmpy.symbolic.printed_form import HeldForm, coefficient_and_rest, rewritten
from scmpy.symbolic.rules import Rule, exponent_contract, logexp, named, simsqrt
from scmpy.symbolic.simplify import Simplify as Simplifier
from scmpy.symbolic.simplify import reduced, tex

# --- euler -----------------------------------------------------------------------------------------------------------
# Euler's formula both ways, and the parts of complex numbers given by coordinates.

sincos_to_exp1 = named(
    "sincos->exp1",
    "Sine and cosine by exponentials of i x and -i x: sin x = (exp(i x) - exp(-i x)) / 2i.",
    ("(cos x)", "(/ (+ (exp (* +i x)) (exp (* -i x))) 2)"),
    """
    (sin (? x))   none   (/ (- (exp (* +i (? x))) (exp (* -i (? x)))) +2i)
    (cos (? x))   none   (/ (+ (exp (* +i (? x))) (exp (* -i (? x)))) 2)
    """,
)

sincos_to_exp2 = named(
    "sincos->exp2",
    "Sine and cosine by one exponential: sin x = (exp(i x) - 1 / exp(i x)) / 2i.",
    ("(cos x)", "(/ (+ (exp (* +i x)) (/ 1 (exp (* +i x)))) 2)"),
    """
    (sin (? x))   none   (/ (- (exp (* +i (? x))) (/ 1 (exp (* +i (? x))))) +2i)
    (cos (? x))   none   (/ (+ (exp (* +i (? x))) (/ 1 (exp (* +i (? x))))) 2)
    """,
)


def _turn(c: Any, x: tuple[Any, ...]) -> Any:
    """exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x))."""
    growth, angle = (combined(TIMES, (part, *x)) for part in (c.real, c.imag))
    turned = g.add(g.cos(angle), g.mul(ExactComplex(0, 1), g.sin(angle)))
    return turned if c.real == 0 else g.mul(g.exp(growth), turned)


exp_to_sincos = named(
    "exp->sincos",
    "Exponentials of complex multiples by sine and cosine: exp((a + b i) x) = exp(a x) (cos(b x) + i sin(b x)).",
    ("(exp (* +2i x))", "(+ (cos (* 2 x)) (* +i (sin (* 2 x))))"),
    Rule("(exp (? c complex-number?))", None, lambda c: _turn(c, ()), "exp->sincos"),
    Rule("(exp (* (? c complex-number?) (?? x)))", None, _turn, "exp->sincos"),
)

complex_rules = named(
    "complex-rules",
    "Real and imaginary part, magnitude, angle and conjugate of numbers given by real coordinates.",
    ("(magnitude (make-rectangular x y))", "(sqrt (+ (expt x 2) (expt y 2)))"),
    """
    (real-part (make-rectangular (? x) (? y)))   (and (real x) (real y))   (? x)
    (imag-part (make-rectangular (? x) (? y)))   (and (real x) (real y))   (? y)
    (magnitude (make-rectangular (? x) (? y)))   (and (real x) (real y))   (sqrt (+ (expt (? x) 2) (expt (? y) 2)))
    (angle (make-rectangular (? x) (? y)))       (and (real x) (real y))   (atan (? y) (? x))
    (conjugate (make-rectangular (? x) (? y)))   (and (real x) (real y))   (make-rectangular (? x) (* -1 (? y)))
    (real-part (make-polar (? r) (? a)))         (and (real r) (real a))   (* (? r) (cos (? a)))
    (imag-part (make-polar (? r) (? a)))         (and (real r) (real a))   (* (? r) (sin (? a)))
    (magnitude (make-polar (? r) (? a)))         (and (nonnegative r) (real a))   (? r)
    (conjugate (make-polar (? r) (? a)))         (and (real r) (real a))   (make-polar (? r) (* -1 (? a)))
    """,
)


# --- inverse functions -----------------------------------------------------------------------------------------------
# Trigonometric functions of inverse ones, and inverse functions of trigonometric ones on their principal ranges.

_QUARTER = "(* 2 (atan 1))"  # a quarter of a turn, the exact number

triginv = named(
    "triginv",
    "sin(asin x) = x, cos(asin x) = sqrt(1 - x^2), ...; asin(sin x) = x on its range; atan(y/x) = atan(y, x).",
    ("(cos (asin x))", "(sqrt (- 1 (expt x 2)))"),
    f"""
    (sin (asin (? x)))        none   (? x)
    (cos (acos (? x)))        none   (? x)
    (tan (atan (? x)))        none   (? x)
    (cos (asin (? x)))        none   (sqrt (- 1 (expt (? x) 2)))
    (sin (acos (? x)))        none   (sqrt (- 1 (expt (? x) 2)))
    (tan (asin (? x)))        none   (/ (? x) (sqrt (- 1 (expt (? x) 2))))
    (tan (acos (? x)))        none   (/ (sqrt (- 1 (expt (? x) 2))) (? x))
    (sin (atan (? x)))        none   (/ (? x) (sqrt (+ 1 (expt (? x) 2))))
    (cos (atan (? x)))        none   (/ 1 (sqrt (+ 1 (expt (? x) 2))))
    (sin (atan (? y) (? x)))  (and (real x) (real y))  (/ (? y) (sqrt (+ (expt (? x) 2) (expt (? y) 2))))
    (cos (atan (? y) (? x)))  (and (real x) (real y))  (/ (? x) (sqrt (+ (expt (? x) 2) (expt (? y) 2))))
    (tan (atan (? y) (? x)))  (and (real x) (real y))  (/ (? y) (? x))
    (asin (sin (? x)))   (and (nonnegative (+ {_QUARTER} x)) (nonnegative (- {_QUARTER} x)))   (? x)
    (acos (cos (? x)))   (and (nonnegative x) (nonnegative (- (* 2 {_QUARTER}) x)))            (? x)
    (atan (tan (? x)))   (and (positive (+ {_QUARTER} x)) (positive (- {_QUARTER} x)))         (? x)
    (atan (sin (? x)) (cos (? x)))
        (and (positive (+ (* 2 {_QUARTER}) x)) (nonnegative (- (* 2 {_QUARTER}) x)))           (? x)
    (atan (/ (? y) (? x may-be-positive?)))   (and (positive x) (real y))                     (atan (? y) (? x))
    """,
)


# --- more exponentials -----------------------------------------------------------------------------------------------
# More of exponentials and logarithms: of sums and of one, and special functions by them.

exp_expand = named(
    "exp-expand",
    "Exponentials of sums as products: exp(x + y) = exp(x) exp(y), exp(n x) = exp(x)^n, exp(-x) = 1 / exp(x).",
    ("(exp (+ x y))", "(* (exp x) (exp y))"),
    """
    (exp (+ (? x) (? y) (?? a)))                 none   (* (exp (? x)) (exp (+ (? y) (?? a))))
    (exp (- (? x) (? y)))                        none   (/ (exp (? x)) (exp (? y)))
    (exp (* (? n negative-number?) (?? a)))      none   (/ 1 (exp (* (- (? n)) (?? a))))
    (exp (* (? n at-least-two?) (?? a)))         none   (expt (exp (* (?? a))) (? n))
    """,
)


log_contract = named(
    "log-contract",
    "Sums of logarithms as one: log(x) + log(y) = log(x y), n log(x) = log(x^n) for a whole number n.",
    ("(+ (log x) (log y))", "(log (* x y))"),
    """
    (* -1 (log (? x may-be-positive?)))                     (positive x)   (log (/ 1 (? x)))
    (* (? n integer?) (log (? x may-be-positive?)))         (positive x)   (log (expt (? x) (? n)))
    (+ (?? a) (log (? x)) (?? b) (log (/ 1 (? y))) (?? c))  (positive y)  (+ (?? a) (log (/ (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (/ 1 (? y))) (?? b) (log (? x)) (?? c))  (positive y)  (+ (?? a) (log (/ (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (? x may-be-positive?)) (?? b) (log (? y)) (?? c))
        (positive x)   (+ (?? a) (log (* (? x) (? y))) (?? b) (?? c))
    (+ (?? a) (log (? x)) (?? b) (log (? y may-be-positive?)) (?? c))
        (positive y)   (+ (?? a) (log (* (? x) (? y))) (?? b) (?? c))
    (- (log (? x)) (log (? y may-be-positive?)))            (positive y)   (log (/ (? x) (? y)))
    """,
)


log_extra = named(
    "log-extra",
    "Factors into logarithms: y log(x) = log(x^y) for x > 0 and a real y.",
    ("(* y (log x))", "(log (expt x y))"),
    """
    (* (?? a) (? y) (?? b) (log (? x may-be-positive?)) (?? c))
        (and (positive x) (real y))   (* (?? a) (?? b) (log (expt (? x) (? y))) (?? c))
    (* (?? a) (log (? x may-be-positive?)) (?? b) (? y) (?? c))
        (and (positive x) (real y))   (* (?? a) (log (expt (? x) (? y))) (?? b) (?? c))
    """,
)


specfun_to_logexp = named(
    "specfun->logexp",
    "Roots, powers, inverse trigonometric and hyperbolic functions by exponentials and logarithms.",
    ("(cosh x)", "(/ (+ (exp x) (exp (* -1 x))) 2)"),
    """
    (sqrt (? x))                    (nonzero x)   (exp (* 1/2 (log (? x))))
    (expt (? x) (? y non-integer?)) (nonzero x)   (exp (* (? y) (log (? x))))
    (atan (? z))   none   (/ (- (log (+ 1 (* +i (? z)))) (log (- 1 (* +i (? z))))) +2i)
    (asin (? z))   none   (* -i (log (+ (* +i (? z)) (sqrt (- 1 (expt (? z) 2))))))
    (acos (? z))   none   (* -i (log (+ (? z) (* +i (sqrt (- 1 (expt (? z) 2)))))))
    (sinh (? z))   none   (/ (- (exp (? z)) (exp (* -1 (? z)))) 2)
    (cosh (? z))   none   (/ (+ (exp (? z)) (exp (* -1 (? z)))) 2)
    (tanh (? z))   none   (/ (- (exp (* 2 (? z))) 1) (+ (exp (* 2 (? z))) 1))
    (sech (? z))   none   (/ 2 (+ (exp (? z)) (exp (* -1 (? z)))))
    (csch (? z))   none   (/ 2 (- (exp (? z)) (exp (* -1 (? z)))))
    """,
)


logexp_to_specfun = named(
    "logexp->specfun",
    "Exponentials of rational multiples of logarithms as powers and roots: exp(1/2 log x) = sqrt(x).",
    ("(exp (* 1/2 (log x)))", "(sqrt x)"),
    """
    (exp (log (? x)))                         none   (? x)
    (exp (* -1 (log (? x))))                  none   (/ 1 (? x))
    (exp (* 1/2 (log (? x))))                 none   (sqrt (? x))
    (exp (* -1/2 (log (? x))))                none   (/ 1 (sqrt (? x)))
    (exp (* (? n half-integer?) (log (? x)))) none   (expt (sqrt (? x)) (* 2 (? n)))
    (exp (* (? n rational?) (log (? x))))     none   (expt (? x) (? n))
    """,
)


# --- numeric denominators --------------------------------------------------------------------------------------------

divide_numbers_through = named(
    "divide-numbers-through",
    "Numeric denominators become coefficients, term by term: (x + 4 y) / 2 = 1/2 x + 2 y.",
    ("(/ (+ x (* 4 y)) 2)", "(+ (* 1/2 x) (* 2 y))"),
    """
    (/ (+ (? x) (? y) (?? a)) (? n number?))                none   (+ (/ (? x) (? n)) (/ (+ (? y) (?? a)) (? n)))
    (/ (- (? x) (? y)) (? n number?))                       none   (- (/ (? x) (? n)) (/ (? y) (? n)))
    (/ (* (?? a)) (? n number?))                            none   (* (/ 1 (? n)) (?? a))
    (/ (? x) (? n number?))                                 none   (* (/ 1 (? n)) (? x))
    (/ (? x) (* (? n number?) (?? a)))                      none   (/ (* (/ 1 (? n)) (? x)) (* (?? a)))
    """,
)


# --- partials --------------------------------------------------------------------------------------------------------
# The order of partial derivatives: mixed partials of smooth functions commute.


def sorted_operator(*operators: Any) -> Expression:
    """The product of derivatives in the order of their selectors, repeated ones as powers."""
    orders: Counter[tuple[int, ...]] = Counter()
    for operator in operators:
        for path, order in derivative_orders(operator):
            orders[path] += order
    factors = []
    for path, order in sorted(orders.items()):
        base: Any = application(PARTIAL, *path) if path else D_SYMBOL
        factors.append(base if order == 1 else application(EXPT, base, order))
    return factors[0] if len(factors) == 1 else application(TIMES, *factors)


def _applied(*operators_and_function: Any) -> Expression:
    *operators, function = operators_and_function
    return application(sorted_operator(*operators), function)


canonicalize_partials = named(
    "canonicalize-partials",
    "Nested derivatives as one ordered product: (partial 1) of (partial 0) of f is (* (partial 0) (partial 1)) of f.",
    ("(((partial 1) ((partial 0) f)) x y)", "(((* (partial 0) (partial 1)) f) x y)"),
    Rule("((? outer derivative?) ((? inner derivative?) (? f)))", None, _applied, "canonicalize-partials"),
    Rule("((? operator derivative?) (? f))", None, _applied, "canonicalize-partials"),
)


# --- products as sums ------------------------------------------------------------------------------------------------
# Products of sines and cosines as sums, sums as products.

contract_expt_trig = named(
    "contract-expt-trig",
    "Squares of sines and cosines by the double angle: sin^2 x = (1 - cos 2x) / 2, cos^2 x = (1 + cos 2x) / 2.",
    ("(expt (sin x) 2)", "(* 1/2 (- 1 (cos (* 2 x))))"),
    """
    (expt (sin (? x)) (? n at-least-two?))   none   (* 1/2 (- 1 (cos (* 2 (? x)))) (expt (sin (? x)) (- (? n) 2)))
    (expt (cos (? x)) (? n at-least-two?))   none   (* 1/2 (+ 1 (cos (* 2 (? x)))) (expt (cos (? x)) (- (? n) 2)))
    """,
)


trig_product_to_sum = named(
    "trig-product-to-sum",
    "Products of sines and cosines as sums: sin x sin y = (cos(x - y) - cos(x + y)) / 2.",
    ("(* (sin x) (cos y))", "(* 1/2 (+ (sin (+ x y)) (sin (- x y))))"),
    """
    (* (?? a) (sin (? x)) (?? b) (sin (? y)) (?? c))
        none   (* 1/2 (- (cos (- (? x) (? y))) (cos (+ (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (cos (? x)) (?? b) (cos (? y)) (?? c))
        none   (* 1/2 (+ (cos (- (? x) (? y))) (cos (+ (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (sin (? x)) (?? b) (cos (? y)) (?? c))
        none   (* 1/2 (+ (sin (+ (? x) (? y))) (sin (- (? x) (? y)))) (?? a) (?? b) (?? c))
    (* (?? a) (cos (? y)) (?? b) (sin (? x)) (?? c))
        none   (* 1/2 (+ (sin (+ (? x) (? y))) (sin (- (? x) (? y)))) (?? a) (?? b) (?? c))
    """,
    alias="trig:product->sum",
)


def _sums(first: str, sign: str, second: str, product: str) -> str:
    """A sum or difference of two, each with the same factors or none, as a product of half sums and differences."""
    minus = "" if sign == "+" else "-1 "
    plain = f"({second} (? y))" if sign == "+" else f"(* -1 ({second} (? y)))"
    return f"""
    (+ (?? a) ({first} (? x)) (?? b) {plain} (?? c))    none   (+ (?? a) {product} (?? b) (?? c))
    (+ (?? a) (* (?? f) ({first} (? x)) (?? g)) (?? b) (* {minus}(?? f) ({second} (? y)) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) {product} (?? g)) (?? b) (?? c))
    ({sign} ({first} (? x)) ({second} (? y)))   none   {product}
    """


_HALF_SUM, _HALF_DIFFERENCE = "(* 1/2 (+ (? x) (? y)))", "(* 1/2 (- (? x) (? y)))"


trig_sum_to_product = named(
    "trig-sum-to-product",
    "Sums of two sines or cosines as products: sin x + sin y = 2 sin((x + y) / 2) cos((x - y) / 2).",
    ("(+ (sin x) (sin y))", "(* 2 (sin (* 1/2 (+ x y))) (cos (* 1/2 (- x y))))"),
    _sums("sin", "+", "sin", f"(* 2 (sin {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("sin", "-", "sin", f"(* 2 (sin {_HALF_DIFFERENCE}) (cos {_HALF_SUM}))"),
    _sums("cos", "+", "cos", f"(* 2 (cos {_HALF_SUM}) (cos {_HALF_DIFFERENCE}))"),
    _sums("cos", "-", "cos", f"(* -2 (sin {_HALF_SUM}) (sin {_HALF_DIFFERENCE}))"),
    alias="trig:sum->product",
)


# --- special angles --------------------------------------------------------------------------------------------------
# Exact values at multiples of the symbol ``:pi``: sin(pi/6) = 1/2, cos(pi/4) = sqrt(2)/2.

_COSINES = {
    Fraction(0): 1,
    Fraction(1, 6): g.div(g.sqrt(3), 2),
    Fraction(1, 4): g.div(g.sqrt(2), 2),
    Fraction(1, 3): Fraction(1, 2),
    Fraction(1, 2): 0,
}


def multiple_of_pi(x: Any) -> Any:
    """The rational r where x is r times the symbol pi; None where it is not.

    >>> multiple_of_pi(3 * PI / 4)
    Fraction(3, 4)
    """
    if not isinstance(x, Expression):
        return 0 if is_zero_number(x) else None
    coefficient, rest = coefficient_and_rest(reduced(x)) if PI in subexpressions(x) else (None, None)
    return coefficient if rest is PI and is_rational(coefficient) else None


def exact_cosine(turns: Any) -> Any:
    """cos(r pi) where it is a number or half a square root; None where it is neither.

    >>> exact_cosine(Fraction(2, 3)), exact_cosine(Fraction(1, 5))
    (Fraction(-1, 2), None)
    """
    r = abs((Fraction(turns) + 1) % 2 - 1)  # from 0 to 1
    value = _COSINES.get(min(r, 1 - r))
    return value if value is None or 2 * r <= 1 else g.negate(value)


def _exact_sine(turns: Any) -> Any:
    return exact_cosine(Fraction(1, 2) - turns)


def _exact_tangent(turns: Any) -> Any:
    sine, cosine = _exact_sine(turns), exact_cosine(turns)
    if cosine == 0 and is_number(cosine):
        angle = shown_text(g.mul(turns, PI))
        raise DivisionByZeroError(f"Division by zero signalled by tan: {angle} is an odd multiple of a right angle")
    return None if cosine is None else reduced(g.div(sine, cosine))


def _is_multiple(x: Any) -> bool:
    return multiple_of_pi(x) is not None


def _is_whole_multiple(x: Any) -> bool:
    turns = multiple_of_pi(x)
    return turns is not None and turns != 0 and turns == int(turns)


def _special(name: str, exact: Callable[[Any], Any], at_odd: Callable[[Any], Any]) -> tuple[Rule, Rule]:
    """The value of a function at a multiple of pi, and the function without the whole multiple that is in a sum."""
    head = numerical(name)

    def value(x: Any) -> Any:
        found = exact(multiple_of_pi(x))
        return application(head, x) if found is None else found

    def shifted(a: Any, m: Any, b: Any) -> Any:
        rest = application(head, combined(PLUS, (*a, *b)))
        return rest if multiple_of_pi(m) % 2 == 0 else at_odd(rest)

    one, some = symbol("?"), symbol("??")
    in_sum = PLUS, (some, symbol("a")), (one, symbol("m"), _is_whole_multiple), (some, symbol("b"))
    at_angle = one, symbol("x"), _is_multiple
    return Rule((head, at_angle), None, value, "special-trig"), Rule((head, in_sum), None, shifted, "special-trig")


special_trig = named(
    "special-trig",
    "Sines, cosines and tangents at multiples of the symbol :pi, and whole multiples of it out of sums.",
    ("(cos (/ :pi 4))", "(/ (sqrt 2) 2)"),
    *_special("cos", exact_cosine, g.negate),
    *_special("sin", _exact_sine, g.negate),
    *_special("tan", _exact_tangent, lambda tangent: tangent),
    alias="trig:special",
)


# --- squares ---------------------------------------------------------------------------------------------------------
# Squares of sines and cosines: which of them survive in sums, and what is left of sin^2 + cos^2 = 1.

split_high_degree_sincos = named(
    "split-high-degree-sincos",
    "Powers of sines and cosines with a square apart: sin^n = sin^2 sin^(n-2) for n > 2.",
    ("(+ (expt (sin x) 3) (expt (cos x) 4))", "(+ (* (expt (sin x) 2) (sin x)) (* (expt (cos x) 2) (expt (cos x) 2)))"),
    "(expt (sin (? x)) (? n more-than-two?))  none  (* (expt (sin (? x)) 2) (expt (sin (? x)) (- (? n) 2)))",
    "(expt (cos (? x)) (? n more-than-two?))  none  (* (expt (cos (? x)) 2) (expt (cos (? x)) (- (? n) 2)))",
)


flush_obvious_ones = named(
    "flush-obvious-ones",
    "sin^2 + cos^2 = 1 among the terms of a sum.",
    ("(+ (expt (sin x) 2) a (expt (cos x) 2))", "(+ 1 a)"),
    """
    (+ (?? a) (expt (sin (? x)) 2) (?? b) (expt (cos (? x)) 2) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    (+ (?? a) (expt (cos (? x)) 2) (?? b) (expt (sin (? x)) 2) (?? c))   none   (+ 1 (?? a) (?? b) (?? c))
    """,
)


def _with_factors(first: str, second: str) -> str:
    return f"""
    (+ (?? a) (* (?? f) (expt ({first} (? x)) 2) (?? g)) (?? b) (* (?? f) (expt ({second} (? x)) 2) (?? g)) (?? c))
        none   (+ (?? a) (* (?? f) (?? g)) (?? b) (?? c))
    """


sincos_flush_ones = named(
    "sincos-flush-ones",
    "sin^2 + cos^2 = 1, also with a common factor: f sin^2 + f cos^2 = f.",
    ("(+ (* a (expt (sin x) 2)) (* a (expt (cos x) 2)))", "a"),
    flush_obvious_ones,
    _with_factors("sin", "cos"),
    _with_factors("cos", "sin"),
)


def _from_one(square: str, other: str) -> str:
    """n - n square = n other, and the same with a common factor."""
    return f"""
    (+ 1 (?? a) (* -1 (expt ({square} (? x)) 2)) (?? b))     none   (+ (expt ({other} (? x)) 2) (?? a) (?? b))
    (+ -1 (?? a) (expt ({square} (? x)) 2) (?? b))           none   (+ (* -1 (expt ({other} (? x)) 2)) (?? a) (?? b))
    (- 1 (expt ({square} (? x)) 2))                          none   (expt ({other} (? x)) 2)
    (+ (? n number?) (?? a) (* (? m number?) (expt ({square} (? x)) 2)) (?? b))
        (opposite? m n)   (+ (* (? n) (expt ({other} (? x)) 2)) (?? a) (?? b))
    (+ (?? a) (* (?? f)) (?? b) (* -1 (?? f) (expt ({square} (? x)) 2)) (?? c))
        none   (+ (?? a) (* (?? f) (expt ({other} (? x)) 2)) (?? b) (?? c))
    (+ (?? a) (? f not-number?) (?? b) (* -1 (? f) (expt ({square} (? x)) 2)) (?? c))
        none   (+ (?? a) (* (? f) (expt ({other} (? x)) 2)) (?? b) (?? c))
    """


sincos_random = named(
    "sincos-random",
    "What is left of the identity: 1 - cos^2 = sin^2, 1 - sin^2 = cos^2, n - n cos^2 = n sin^2.",
    ("(- 1 (expt (cos x) 2))", "(expt (sin x) 2)"),
    _from_one("cos", "sin"),
    _from_one("sin", "cos"),
)


# --- universal -------------------------------------------------------------------------------------------------------
# Trivial powers, magnitudes, nested quotients: the reductions that are always useful.

miscsimp = named(
    "miscsimp",
    "Trivial and half powers, nested quotients: x^1 = x, x^(1/2) = sqrt(x), (x / y) / z = x / (y z).",
    ("(/ (/ x y) z)", "(/ x (* y z))"),
    """
    (expt (? x) 0)                      none   1
    (expt (? x) 1)                      none   (? x)
    (expt (? x) 1/2)                    none   (sqrt (? x))
    (expt (? x) -1/2)                   none   (/ 1 (sqrt (? x)))
    (expt (? x) (? n half-integer?))    none   (expt (sqrt (? x)) (* 2 (? n)))
    (/ (/ (? x) (? y)) (? z))           none   (/ (? x) (* (? y) (? z)))
    (/ (? x) (/ (? y) (? z)))           none   (/ (* (? x) (? z)) (? y))
    (expt (/ (? x) (? y)) (? n integer?))    none   (/ (expt (? x) (? n)) (expt (? y) (? n)))
    """,
    exponent_contract,
)


magsimp = named(
    "magsimp",
    "Magnitudes: |x y| = |x| |y|, |x / y| = |x| / |y|, |x^n| = |x|^n, |x|^2 = x^2 for a real x.",
    ("(abs (* x y))", "(* (abs x) (abs y))"),
    """
    (magnitude (? x))                          none       (abs (? x))
    (abs (* (? x) (? y) (?? a)))               none       (* (abs (? x)) (abs (* (? y) (?? a))))
    (abs (/ (? x) (? y)))                      none       (/ (abs (? x)) (abs (? y)))
    (abs (expt (? x) (? n even-integer?)))     (real x)   (expt (? x) (? n))
    (abs (expt (? x) (? n integer?)))          none       (expt (abs (? x)) (? n))
    (abs (abs (? x)))                          none       (abs (? x))
    (abs (sqrt (? x)))                         none       (sqrt (abs (? x)))
    (abs (exp (? x)))                          (real x)   (exp (? x))
    (expt (abs (? x)) (? n even-integer?))     (real x)   (expt (? x) (? n))
    """,
)


universal_reductions = named(
    "universal-reductions",
    "What is always useful: exponentials of logarithms, roots of powers, magnitudes, powers merged.",
    ("(sqrt (expt (exp (log x)) 2))", "x"),
    logexp,
    magsimp,
    simsqrt,
    miscsimp,
)


# --- rewriting names -------------------------------------------------------------------------------------------------
# The matcher of patterns, and pipelines of simplifiers, by the original's names.

#: So often a pipeline of simplifiers is repeated at most.
_MOST = 100

ExpressionSimplifier = Callable[[Any], Any]


@rare(python=None)
def matcher(pattern: Formula) -> Callable[[Any], Any]:
    """((matcher '(+ (? a) (?? b))) '(+ x y z)) The dictionary of the first match with a pattern, or #f.
    matcher("(+ (? a) (?? b))")("(+ x y z)") => ((a, x), (b, (y, z)))
    1 ]=> ((matcher '(+ (? a) (?? b))) '(+ x y z))
    ;Value: ((a x) (b (y z)))"""
    match = compiled(as_pattern(pattern))

    def first(subject: Any) -> Any:
        found = next(match(expression_from(subject), {}, Search()), None)
        return False if found is None else _dictionary(found)

    return first


def _dictionary(bindings: Bindings) -> tuple[tuple[Symbol, Any], ...]:
    return tuple((symbol(name), value) for name, value in bindings.items())


@rare(python=None)
def all_results(pattern: Formula, subject: Formula) -> tuple[Any, ...]:
    """(match:all-results pattern e) The dictionaries of all matches of an expression with a pattern.
    len(all_results("(+ (?? a) (? x) (?? b))", "(+ u v w)")) => 3
    1 ]=> (match:all-results '(+ (?? a) (? x) (?? b)) '(+ u v))
    ;Value: (((a ()) (x u) (b (v))) ((a (u)) (x v) (b ())))"""
    return tuple(map(_dictionary, matches(pattern, subject)))


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, HeldForm) else value


def simplify_until_stable(rewrite: ExpressionSimplifier, canonicalize: ExpressionSimplifier) -> ExpressionSimplifier:
    """(simplify-until-stable rewrite canonicalize) Both on an expression in turn, until nothing changes.
    simplify_until_stable(sin_sq_to_cos_sq, rcf_simplify)("(+ (expt (sin x) 2) (expt (cos x) 2))") => 1
    Raises:  LimitError if something still changes after 100 repetitions"""
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        for _ in range(_MOST):
            found = _plain(canonicalize(_plain(rewrite(e))))
            if found is e or (not isinstance(e, Expression) and found == e):
                return found
            e = found
        raise LimitError(f"simplify-until-stable: the expression still changes after more than {_MOST} repetitions")

    return lambda value: rewritten(value, step)


def simplify_and_canonicalize(
    rewrite: ExpressionSimplifier, canonicalize: ExpressionSimplifier
) -> ExpressionSimplifier:
    """(simplify-and-canonicalize rewrite canonicalize) Rewritten, and canonicalized where that changed it.
    form = simplify_and_canonicalize(sin_2_to_cos_2, rcf_simplify);
    form("(+ (expt (sin x) 2) (expt (cos x) 2))"), form("(+ x x)") => (1, (+ x x))
    1 ]=> (define form (simplify-and-canonicalize sin^2->cos^2 rcf:simplify))
    1 ]=> (form '(+ (expt (sin x) 2) (expt (cos x) 2)))
    ;Value: 1"""
    for function in (rewrite, canonicalize):
        check_callable(function, wanted="two functions of an expression")

    def step(e: Any) -> Any:
        found = _plain(rewrite(e))
        return e if found is e else _plain(canonicalize(found))

    return lambda value: rewritten(value, step)


def simplify_and_flatten(rewrite: ExpressionSimplifier) -> ExpressionSimplifier:
    """(simplify-and-flatten rewrite) An expression rewritten and brought to one fraction, until nothing changes.
    simplify_and_flatten(sin_2_to_cos_2)("(* 2 (+ 1 (expt (sin x) 2)))") => (+ 4 (* -2 (expt (cos x) 2)))"""
    return simplify_until_stable(rewrite, rcf_simplify)


def only_if(condition: bool, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """(only-if condition f) The function where the condition is true, else the function that changes nothing.
    only_if(False, abs)(-2), only_if(True, abs)(-2) => (-2, 2)"""
    check_callable(function, wanted="a function")
    return function if condition is not False and condition is not None else lambda value: value


# --- constructors ----------------------------------------------------------------------------------------------------


def symbolic_operator(name: Name) -> Callable[..., Any]:
    """(symbolic-operator '+) The operation of this name, which builds expressions of expressions.
    symbolic_operator("+")(*symbols("a b")) => (+ a b)
    Raises:  WrongTypeError for another name"""
    entry = lookup(as_name(name, "symbolic-operator"))
    if entry is None or not (isinstance(entry.value, Operation) or entry.scheme in "+-*/"):
        raise WrongTypeError(f"symbolic-operator: there is none for {describe(name)}")
    return entry.value  # type: ignore[no-any-return]


def make_literal(tag: Name, name: Formula) -> ScalarValue:
    """(make-literal '*number* 'x) The unknown number with this name; the type is *number* or *real*.
    make_literal("*number*", "x") => x
    Raises:  WrongTypeError for another kind, and for what is no name"""
    if getattr(tag, "name", tag) not in ("*number*", "*real*", "*abstract-number*"):
        raise WrongTypeError(
            f"make-literal makes unknown numbers, *number*; literal-function and others, {describe(tag)}"
        )
    return literal_number(name)


def literal_apply(function: Callable[..., Any], arguments: Values) -> ScalarValue:
    """(literal-apply f (list x ...)) A literal function applied to a list of arguments.
    literal_apply(literal_function("f"), [symbols("x")]) => (f x)
    Raises:  WrongTypeError if it is no literal function, ArityError for another number of arguments"""
    if not isinstance(function, LiteralFunction):
        raise WrongTypeError(f"literal-apply expects a literal function, got {describe(function)}")
    return function(*items(arguments))


# --- tex forms -------------------------------------------------------------------------------------------------------


@rare(python="inline_tex")
def inline_tex(value: Value, simplifier: Simplifier = None) -> str:
    """(tex$ e) TeX for a line of text, between single dollars. | inline_tex(2) => '$2$'"""
    return f"${tex(value, simplifier)}$"


@rare(python="display_tex")
def display_tex(value: Value, simplifier: Simplifier = None) -> str:
    """(tex$$ e) TeX for a line of its own, between double dollars. | display_tex(2) => '$$2$$'"""
    return f"$${tex(value, simplifier)}$$"


@public("->tex-equation", python="tex_equation")
def tex_equation(value: Value, label: str | None = None, simplifier: Simplifier = None) -> str:
    r"""TeX of a numbered equation, with a label where one is given.

    Scheme:  (->tex-equation e "eq:label")
    >>> print(tex_equation(2, "eq:two"))
    \begin{equation}
    2 \label{eq:two}
    \end{equation}
    """
    body = tex(value, simplifier) + (rf" \label{{{label}}}" if label else "")
    return f"\\begin{{equation}}\n{body}\n\\end{{equation}}"


declare_documented(globals())
